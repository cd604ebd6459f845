import { nearestName } from '../core/nearest.ts';
import { GateError } from '../failure.ts';
import { type Fault, parseFaults } from './faults.ts';
import { PRESETS, type Preset } from './presets.ts';

/**
 * Everything that shapes the modelled engine. Times are seconds of the engine's own clock, before
 * `time_scale`; costs are those of an undisturbed boot.
 */
export interface EngineParameters {
  /** Seeds step noise and drawn output lengths. */
  readonly seed: number;
  /** Chooses this boot's speed factor within `boot_spread`. */
  readonly boot_seed: number;
  /** Standard deviation of the logarithm of a boot's speed factor. */
  readonly boot_spread: number;
  /** Standard deviation of the logarithm of each step's cost; the mean stays 1. */
  readonly noise: number;
  readonly slow_down: number;
  readonly prefill_slow_down: number;
  readonly decode_slow_down: number;
  /** Cost factor at the first request, falling linearly to 1 within `warm_up_s`. */
  readonly warm_up_factor: number;
  readonly warm_up_s: number;
  /** Relative change of all costs per minute since the boot. */
  readonly drift_per_min: number;
  readonly max_num_seqs: number;
  readonly max_num_batched_tokens: number;
  /** Limit of requests in flight, waiting and running (vLLM --max-num-queued-reqs); 0 is no limit. */
  readonly max_num_queued_reqs: number;
  readonly kv_tokens: number;
  readonly max_model_len: number;
  readonly enable_prefix_caching: boolean;
  /** Mean of the drawn output length where the client does not ask for ignore_eos. */
  readonly mean_output_tokens: number;
  /** From arrival to the scheduler: HTTP, tokenisation, hand-over to the engine core. */
  readonly frontend_s: number;
  /** One pass through the weights, whatever the batch. */
  readonly step_base_s: number;
  readonly prefill_token_s: number;
  readonly decode_seq_s: number;
  /** Attention of a decode step, per token of context in the batch. */
  readonly decode_context_token_s: number;
}

/** What a user may pass as `engine.args` of the simulator, resolved. */
export interface SimulatorSettings {
  readonly preset: Preset;
  readonly parameters: EngineParameters;
  readonly faults: readonly Fault[];
  /** Engine seconds from the start of the process until it listens. */
  readonly startup_s: number;
}

export type Override = number | string | boolean;

interface NumberRule {
  readonly kind: 'number' | 'integer';
  readonly min: number;
  readonly max: number;
  readonly meaning: string;
}
interface BooleanRule {
  readonly kind: 'boolean';
  readonly meaning: string;
}
interface FaultRule {
  readonly kind: 'fault';
  readonly meaning: string;
}
export type OverrideRule = NumberRule | BooleanRule | FaultRule;

const seconds = (meaning: string): NumberRule => ({ kind: 'number', min: 0, max: 3600, meaning });
const factor = (meaning: string): NumberRule => ({ kind: 'number', min: 0.001, max: 1000, meaning });
const spread = (meaning: string): NumberRule => ({ kind: 'number', min: 0, max: 2, meaning });
const count = (min: number, meaning: string): NumberRule => ({ kind: 'integer', min, max: 1e9, meaning });

/** Every override by name: the one table for validation and documentation. */
export const OVERRIDES: Readonly<Record<keyof EngineParameters | 'startup_s' | 'fault', OverrideRule>> = {
  seed: count(0, 'seed of step noise and of drawn output lengths'),
  boot_seed: count(0, 'chooses the speed factor of this boot; give each boot its own'),
  boot_spread: spread('standard deviation of the log speed factor between boots'),
  noise: spread('standard deviation of the log cost of a step; the mean stays'),
  slow_down: factor('factor on all costs; 1.5 is 50 % slower'),
  prefill_slow_down: factor('factor on prefill costs and the way to the first token'),
  decode_slow_down: factor('factor on decode costs'),
  warm_up_factor: factor('cost factor at the first request, falling linearly to 1'),
  warm_up_s: seconds('how long the warm-up factor takes to reach 1'),
  drift_per_min: { kind: 'number', min: -0.5, max: 10, meaning: 'relative change of all costs per minute' },
  max_num_seqs: count(1, 'most requests in one batch'),
  max_num_batched_tokens: count(16, 'token budget of one step (chunked prefill)'),
  max_num_queued_reqs: count(0, 'most requests in flight before HTTP 503; 0 is no limit'),
  kv_tokens: count(64, 'tokens that fit into the KV cache'),
  max_model_len: count(64, 'longest prompt plus output'),
  enable_prefix_caching: { kind: 'boolean', meaning: 'reuse of KV blocks with the same prompt prefix' },
  mean_output_tokens: count(1, 'mean drawn output length without ignore_eos'),
  frontend_s: seconds('time from arrival to the scheduler'),
  step_base_s: seconds('cost of a step whatever the batch'),
  prefill_token_s: seconds('prefill cost per prompt token'),
  decode_seq_s: seconds('decode cost per request in the batch'),
  decode_context_token_s: seconds('decode cost per token of context in the batch'),
  startup_s: seconds('time until the server listens'),
  fault: { kind: 'fault', meaning: 'comma list of injected faults, for example error_in_stream@every:50' },
};

/**
 * Preset plus overrides. Names may be written with dashes, as vLLM's flags are. Throws one GateError
 * that lists all problems.
 */
export function resolveSettings(request: {
  readonly preset: string;
  readonly overrides: Readonly<Record<string, Override>>;
}): SimulatorSettings {
  const problems: string[] = [];
  const preset = Object.hasOwn(PRESETS, request.preset) ? PRESETS[request.preset] : undefined;
  if (preset === undefined) {
    problems.push(`preset: expected ${Object.keys(PRESETS).join(' or ')}, found ${quote(request.preset)}`);
  }
  const values: Record<string, number | boolean> = {};
  let faults: readonly Fault[] = [];
  for (const [written, value] of Object.entries(request.overrides)) {
    const name = written.replaceAll('-', '_');
    const rule = Object.hasOwn(OVERRIDES, name) ? OVERRIDES[name as keyof typeof OVERRIDES] : undefined;
    if (rule === undefined) {
      const near = nearestName(name, Object.keys(OVERRIDES));
      const hint = near === undefined ? '' : `; did you mean ${near}?`;
      problems.push(`${quote(written)} is not a parameter of the simulator${hint}`);
    } else if (rule.kind === 'fault') {
      try {
        faults = parseFaults(String(value));
      } catch (error) {
        if (!(error instanceof GateError)) throw error;
        problems.push(error.message);
      }
    } else {
      const read = readValue(rule, value);
      if (read === undefined)
        problems.push(`${name}: expected ${expected(rule)}, found ${quote(String(value))}`);
      else values[name] = read;
    }
  }
  if (preset === undefined || problems.length > 0) {
    throw new GateError({
      kind: 'config',
      code: 'simulator_settings',
      message: `The simulator cannot start: ${problems.join('; ')}.`,
      where: 'engine.args',
      hint: `Parameters: ${Object.keys(OVERRIDES).join(', ')}.`,
    });
  }
  const { startup_s = preset.startup_s, ...engine } = values;
  const merged = { ...preset.parameters, ...engine } as EngineParameters;
  // Like vLLM with --max-model-len auto: one request must always fit into the KV cache.
  const max_model_len = Math.min(merged.max_model_len, Math.floor(merged.kv_tokens / 16) * 16);
  return { preset, parameters: { ...merged, max_model_len }, faults, startup_s: Number(startup_s) };
}

function readValue(rule: OverrideRule, value: Override): number | boolean | undefined {
  if (rule.kind === 'boolean') {
    if (value === true || value === 'true') return true;
    return value === false || value === 'false' ? false : undefined;
  }
  if (rule.kind === 'fault' || typeof value === 'boolean') return undefined;
  if (typeof value === 'string' && !/^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value)) return undefined;
  const number = Number(value);
  if (!Number.isFinite(number) || number < rule.min || number > rule.max) return undefined;
  return rule.kind === 'integer' && !Number.isInteger(number) ? undefined : number;
}

function expected(rule: OverrideRule): string {
  if (rule.kind === 'boolean' || rule.kind === 'fault') return 'true or false';
  return `${rule.kind === 'integer' ? 'a whole number' : 'a number'} from ${rule.min} to ${rule.max}`;
}

function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
