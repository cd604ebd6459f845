// What a run will do and cost, and whether its budgets can be decided with it, before anything is started.
import { neededSamples, neededSamplesForPower } from './binomial.ts';
import { type Budget, budgetWarning, selectRates } from './budget.ts';
import { metricNamed } from './metric-names.ts';
import type { Plan, PlannedBudget, PlannedRung } from './result.gen.ts';
import type { EngineKind } from './validity.ts';
import { unsetKnobs } from './vllm-flags.ts';

/** One rate with its prompts, run once. */
export interface Rung {
  /** Offered rate, requests/s. */
  readonly rate: number;
  readonly kind: 'gating' | 'exploring';
  readonly num_prompts: number;
  /** Repeat, from 1. */
  readonly run: number;
}

/** The part of the load that makes the ladder. */
export interface LadderInput {
  readonly request_rates: readonly number[];
  readonly explore_rates: readonly number[];
  readonly num_prompts?: number;
  /** Seconds of each rung, instead of num_prompts. */
  readonly duration?: number;
}

/** The part of the configuration that a plan is made of. */
export interface PlanInput {
  readonly load: LadderInput & {
    readonly output_len?: number;
    /** Seconds. */
    readonly timeout: number;
    readonly warmup: { readonly max_s: number };
  };
  readonly budgets: readonly Budget[];
  readonly compare: { readonly confidence: number };
  readonly limits: { readonly max_minutes?: number; readonly max_gpu_minutes?: number };
  readonly engine: EngineSize;
  /** The engine's command as it may be shown. */
  readonly engine_command?: readonly string[];
}

interface EngineSize {
  readonly kind: EngineKind;
  /** How many, or which. */
  readonly gpus?: number | string | readonly (number | string)[];
  readonly command?: readonly string[];
  readonly tensor_parallel_size?: number;
  readonly max_num_seqs?: number;
  readonly gpu_memory_utilization?: number;
  readonly args?: Readonly<Record<string, unknown>>;
}

const DEFAULT_NUM_PROMPTS = 200;
/** Chance that a rung of `needs_n_power` requests proves a budget that is half used. */
const POWER = 0.9;
/** For the expected end of the last request where no output length is asked for. */
const TYPICAL_OUTPUT_TOKENS = 256;
const TYPICAL_SECONDS_PER_TOKEN = 0.04;
const TYPICAL_SECONDS_TO_FIRST_TOKEN = 1;
/** Longest wave of requests before a later rung (design: Warm-up). */
const WAVE_SECONDS = 5;

/** The rungs of a ladder, gating and exploring merged in ascending rate order. */
export function planRungs(load: LadderInput): Rung[] {
  const rung =
    (kind: Rung['kind']) =>
    (rate: number): Rung => ({ rate, kind, num_prompts: promptsAt(rate, load), run: 1 });
  const rungs = [...load.request_rates.map(rung('gating')), ...load.explore_rates.map(rung('exploring'))];
  return rungs.sort((a, b) => a.rate - b.rate);
}

/** The plan of a run: expected times, cost, and what each budget needs. */
export function makePlan(input: PlanInput): Plan {
  const { load, limits } = input;
  const rungs = planRungs(load).map((rung) => plannedRung(rung, input));
  const waves = load.warmup.max_s === 0 ? 0 : WAVE_SECONDS * (rungs.length - 1);
  const seconds = rungs.reduce((sum, rung) => sum + rung.duration_s, load.warmup.max_s + waves);
  const wallMinutes = seconds / 60;
  const gpus = gpuCount(input.engine);
  const budgets = input.budgets.map((budget) => plannedBudget(budget, rungs, input.compare.confidence));
  const warnings = [
    ...input.budgets.flatMap((budget, i) => budgetWarnings(budget, rungs, input, budgets[i]?.note)),
    ...limitWarnings(wallMinutes, gpus, limits),
    ...unsetKnobs(input.engine),
  ];
  return {
    rungs,
    budgets,
    warmup_max_s: load.warmup.max_s,
    wall_minutes: wallMinutes,
    ...(gpus !== undefined && { gpus, gpu_minutes: wallMinutes * gpus }),
    ...(input.engine_command !== undefined && { engine_command: input.engine_command }),
    warnings,
  };
}

/** Why this ladder can never be measured within its limits; empty: it can. */
export function planProblems(input: Pick<PlanInput, 'load' | 'limits'>): string[] {
  const limit = input.limits.max_minutes;
  if (limit === undefined) return [];
  return planRungs(input.load)
    .filter((rung) => rung.kind === 'gating' && rung.num_prompts / rung.rate > limit * 60)
    .map(
      ({ rate, num_prompts }) =>
        `${num_prompts} requests at ${rate} requests/s take ${shown(num_prompts / rate / 60)} min, ` +
        `but limits.max_minutes is ${limit}: fewer prompts, a higher rate or a higher limit`,
    );
}

/** Seconds that the last request of a rung is expected to take; only a rough guide for plans. */
function expectedTail(load: { readonly output_len?: number; readonly timeout: number }): number {
  const tokens = load.output_len ?? TYPICAL_OUTPUT_TOKENS;
  return Math.min(load.timeout, TYPICAL_SECONDS_TO_FIRST_TOKEN + tokens * TYPICAL_SECONDS_PER_TOKEN);
}

function promptsAt(rate: number, load: LadderInput): number {
  if (load.duration !== undefined) return Math.max(1, Math.round(rate * load.duration));
  return load.num_prompts ?? DEFAULT_NUM_PROMPTS;
}

function plannedRung({ rate, kind, num_prompts }: Rung, { load }: PlanInput): PlannedRung {
  return { rate, kind, num_prompts, duration_s: num_prompts / rate + expectedTail(load) };
}

function plannedBudget(budget: Budget, rungs: readonly PlannedRung[], confidence: number): PlannedBudget {
  const ladder = metricNamed(budget.metric)?.scope === 'ladder';
  const gating = rungs.filter((rung) => rung.kind === 'gating');
  const rates = ladder
    ? []
    : selectRates(
        budget.rates,
        gating.map((rung) => rung.rate),
      );
  const plannedN = Math.min(
    ...gating.filter(({ rate }) => rates.includes(rate)).map((rung) => rung.num_prompts),
  );
  const base = {
    expression: budget.expression,
    rates,
    observed: budget.observed,
    ...(Number.isFinite(plannedN) && { planned_n: plannedN }),
  };
  const percentile = provenPercentile(budget);
  if (percentile === undefined || !Number.isFinite(plannedN)) return base;
  const needsN = neededSamples(percentile, confidence);
  const needsNPower = neededSamplesForPower(percentile, confidence, POWER);
  const note = sizeNote(plannedN, needsN, needsNPower);
  return { ...base, needs_n: needsN, needs_n_power: needsNPower, ...(note !== undefined && { note }) };
}

/** The percentile whose upper bound must be proven; undefined where the number of requests is no obstacle. */
function provenPercentile(budget: Budget): number | undefined {
  if (budget.observed || !(budget.operator === '<=' || budget.operator === '<')) return undefined;
  return metricNamed(budget.metric)?.percentile;
}

function sizeNote(planned: number, atBest: number, forPower: number): string | undefined {
  if (planned < atBest) {
    return `cannot be decided with ${planned} prompts: needs ${atBest} at best, about ${forPower} to be likely`;
  }
  if (planned < forPower) {
    return `may stay undecided with ${planned} prompts: about ${forPower} are needed when half of the allowance is used`;
  }
  return undefined;
}

function budgetWarnings(
  budget: Budget,
  rungs: readonly PlannedRung[],
  { load }: PlanInput,
  note: string | undefined,
): string[] {
  const gating = rungs.filter((rung) => rung.kind === 'gating');
  const rates = selectRates(
    budget.rates,
    gating.map((rung) => rung.rate),
  );
  const about = gating.filter((rung) => rates.includes(rung.rate));
  const texts = [
    budgetWarning(budget),
    note?.startsWith('cannot') ? `${note}; or write "observed" after it` : undefined,
    throughputWarning(budget, about, expectedTail(load)),
    completedWarning(budget, about),
  ];
  return texts.filter((text) => text !== undefined).map((text) => `budget "${budget.expression}": ${text}`);
}

/**
 * vLLM's request_throughput counts the drain: with N requests at a rate and a last request of `tail` seconds,
 * the best value is N / (N / rate + tail), always below the offered rate.
 */
function throughputWarning(
  budget: Budget,
  rungs: readonly PlannedRung[],
  tailSeconds: number,
): string | undefined {
  if (budget.metric !== 'request_throughput' || !(budget.operator === '>=' || budget.operator === '>')) {
    return undefined;
  }
  const best = rungs.map(({ rate, num_prompts }) => {
    const value = num_prompts / (num_prompts / rate + tailSeconds);
    return { rate, value, wanted: budget.percent ? (budget.value / 100) * rate : budget.value };
  });
  const told = budget.percent ? best : best.filter(({ value, wanted }) => wanted > value);
  if (told.length === 0) return undefined;
  const values = told
    .map(({ rate, value }) => `${shown(value)} (${shown((value / rate) * 100)} %) at ${rate}`)
    .join(', ');
  return (
    'request_throughput includes the drain and never reaches the offered rate; ' +
    `with a last request of ${shown(tailSeconds)} s the best is ${values}; served_rate has no such tail`
  );
}

function completedWarning(budget: Budget, rungs: readonly PlannedRung[]): string | undefined {
  if (budget.metric !== 'completed' || budget.operator === '<=' || budget.operator === '<') return undefined;
  const wanted = (prompts: number): number =>
    budget.percent ? (budget.value / 100) * prompts : budget.value;
  const over = rungs.filter(({ num_prompts }) =>
    budget.operator === '>' ? wanted(num_prompts) >= num_prompts : wanted(num_prompts) > num_prompts,
  );
  if (over.length === 0) return undefined;
  return `can never be met: only ${over.map(({ rate, num_prompts }) => `${num_prompts} requests are planned at ${rate}`).join(', ')}`;
}

function limitWarnings(wallMinutes: number, gpus: number | undefined, limits: PlanInput['limits']): string[] {
  const warnings: string[] = [];
  const { max_minutes: maxMinutes, max_gpu_minutes: maxGpuMinutes } = limits;
  if (maxMinutes !== undefined && wallMinutes > maxMinutes) {
    warnings.push(
      `the plan takes about ${shown(wallMinutes)} min without boot, limits.max_minutes is ${maxMinutes}: ` +
        'the later rungs will not be run',
    );
  }
  if (maxGpuMinutes !== undefined && gpus === undefined) {
    warnings.push('limits.max_gpu_minutes is not enforced: the number of GPUs is not known');
  }
  if (maxGpuMinutes !== undefined && gpus !== undefined && wallMinutes * gpus > maxGpuMinutes) {
    warnings.push(
      `the plan takes about ${shown(wallMinutes * gpus)} GPU minutes without boot, ` +
        `limits.max_gpu_minutes is ${maxGpuMinutes}: the later rungs will not be run`,
    );
  }
  return warnings;
}

/** GPUs of an engine of ours: the product of its parallel sizes (vLLM). Undefined: not ours, or cannot be told. */
function gpuCount(engine: EngineSize): number | undefined {
  if (engine.kind === 'external' || engine.kind === 'simulator') return undefined;
  if (typeof engine.gpus === 'number') return engine.gpus === 0 ? undefined : engine.gpus;
  if (Array.isArray(engine.gpus)) return engine.gpus.length;
  // All of a host, or what a variable names: known when the host is asked.
  if (engine.gpus !== undefined) return undefined;
  if (engine.kind === 'hooks' && engine.tensor_parallel_size === undefined) return undefined;
  const sizes = [
    engine.tensor_parallel_size ?? parallelSize(engine, ['tensor-parallel-size', 'tp']),
    parallelSize(engine, ['pipeline-parallel-size', 'pp']),
    parallelSize(engine, ['data-parallel-size', 'dp']),
  ];
  let product = 1;
  for (const size of sizes) {
    if (size === undefined) continue;
    if (!(Number.isInteger(size) && size > 0)) return undefined;
    product *= size;
  }
  return product;
}

function parallelSize(engine: EngineSize, names: readonly string[]): number | undefined {
  for (const [key, value] of Object.entries(engine.args ?? {})) {
    if (names.includes(key.replace(/^-+/, '').replaceAll('_', '-'))) return Number(value);
  }
  const command = engine.command ?? [];
  for (const [i, word] of command.entries()) {
    const [flag, inline] = word.split('=', 2);
    if (!word.startsWith('-') || !names.includes((flag ?? '').replace(/^-+/, '').replaceAll('_', '-')))
      continue;
    return Number(inline ?? command[i + 1]);
  }
  return undefined;
}

/** Three digits at most, without trailing zeros. */
function shown(value: number): string {
  return String(value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
}
