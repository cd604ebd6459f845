// Settings that change what is measured without anybody noticing.
import type { HostCheck } from '../../core/result.gen.ts';
import { parseFlags } from '../fingerprint.ts';
import { advisory, type Context } from './context.ts';

/** For an engine that we start with a vLLM command. */
export function settingChecks({ engine, load, env }: Context): readonly HostCheck[] {
  if (engine.kind !== 'docker' && engine.kind !== 'process') return [];
  const flags = parseFlags(engine.command);
  const has = (name: string): boolean => flags.has(name) || flags.has(`no-${name}`);
  const engineEnv: Readonly<Record<string, unknown>> =
    engine.kind === 'process' ? { ...env, ...engine.env } : { ...engine.env };
  return [
    explicit(['max-num-seqs', 'gpu-memory-utilization'].filter((name) => !has(name))),
    prefixCache(flags),
    warmUp(load.warmup.max_s),
    variables(engineEnv),
  ];
}

/** Their defaults moved between vLLM versions (0.9 → 0.92, 256 → 1024): an upgrade alone would change the workload. */
function explicit(missing: readonly string[]): HostCheck {
  const check = advisory('knobs', 'Engine settings');
  return missing.length === 0
    ? check.ok('max-num-seqs and gpu-memory-utilization are set')
    : check.problem(
        `expected explicit values, ${missing.map((name) => `--${name}`).join(' and ')} not given: the default depends on the vLLM version`,
        `Set ${missing.map((name) => `engine.${name.replaceAll('-', '_')}`).join(' and ')}.`,
      );
}

function prefixCache(flags: ReadonlyMap<string, string>): HostCheck {
  const check = advisory('prefix_cache', 'Prefix cache');
  if (flags.has('no-enable-prefix-caching')) return check.ok('off');
  return check.ok('on (default of vLLM V1); every run gets prompts of its own, and hits are judged');
}

function warmUp(maxS: number): HostCheck {
  const check = advisory('warm_up', 'Warm-up');
  return maxS > 0
    ? check.ok(`at most ${maxS} s`)
    : check.problem(
        'load.warmup.max_s is 0: the first rung measures a cold engine',
        'Set it to 60 or leave it out.',
      );
}

/** Variables that are a mistake on Instinct or in a gate. */
const RED_FLAGS: Readonly<Record<string, string>> = {
  HSA_OVERRIDE_GFX_VERSION: 'a workaround for consumer GPUs that selects kernels of another architecture',
  PYTORCH_TUNABLEOP_ENABLED: 'kernels are tuned while requests run, so early ones are slow',
  VLLM_KEEP_ALIVE_ON_ENGINE_DEATH: 'the server stays up when its engine is dead',
  HIP_LAUNCH_BLOCKING: 'every kernel launch waits',
  AMD_SERIALIZE_KERNEL: 'kernels run one by one',
};

function variables(env: Readonly<Record<string, unknown>>): HostCheck {
  const check = advisory('variables', 'Environment');
  const set = Object.keys(RED_FLAGS).filter((name) => {
    const value = String(env[name] ?? '');
    return value !== '' && value !== '0';
  });
  const [first] = set;
  return first === undefined
    ? check.ok('no variable that spoils a measurement')
    : check.problem(
        `${set.join(', ')} set: ${RED_FLAGS[first]}`,
        'Unset it for the engine, in the runner and in engine.env.',
      );
}
