// Candidate against baseline: which runs may be compared, and what changed, cell by cell.
import { type Comparability, compareSubjects, type Subject } from './comparability.ts';
import { hugeChange } from './huge-change.ts';
import { metricNamed } from './metric-names.ts';
import type { Cell, Comparison, FieldDifference, Result, RungResult } from './result.gen.ts';
import { type Boots, detectable, type Effect, effectOf, holm, pValue, runsNeeded } from './run-level.ts';
import { contradictions } from './stored.ts';

/** Section `compare` of the configuration. */
export interface CompareOptions {
  readonly baseline: string;
  readonly required: boolean;
  readonly metrics: readonly string[];
  /** Default: the lowest gating rung and the highest that was not saturated in the baseline. */
  readonly rates?: readonly number[];
  readonly margins: Readonly<Record<string, number>>;
  readonly confidence: number;
  readonly under_test: readonly string[];
}

/** Relative worsening that is tolerated where compare.margins names none. */
const DEFAULT_MARGIN = 0.1;
/** Until so many stored runs exist, one candidate boot is judged at the wide margin. */
const LEARNED_RUNS = 5;
export const LEARNING_MARGIN = 0.25;
/** A TTFT that is this much longer is never a regression, whatever its share. */
const TTFT_FLOOR_MS = 10;

/** One run (one engine boot) as a side of the comparison. */
export interface ComparedRun {
  readonly path: string;
  /** Absent: a run that is not stored yet. */
  readonly run_id?: string;
  readonly subject: Subject;
  readonly rungs: readonly RungResult[];
  /** Why it cannot be a baseline: incomplete, invalid. */
  readonly unusable?: string;
}

export interface CompareRequest {
  readonly source: string;
  readonly candidates: readonly ComparedRun[];
  readonly baselines: readonly ComparedRun[];
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
  readonly options: CompareOptions;
  /** Gating rates of the candidate, as planned. */
  readonly gating_rates: readonly number[];
}

/** The comparison without its verdict, and one cell for each metric and rate that gates. */
export function compareRuns(given: CompareRequest): {
  readonly comparison: Comparison;
  readonly cells: readonly Cell[];
} {
  const { kept, copies } = distinctRuns(given.candidates, ({ run_id }) => run_id);
  const request = { ...given, candidates: kept };
  const { source, unreadable } = request;
  const baselines = withoutCopies(request);
  const excluded = baselines.flatMap(({ path, unusable }) =>
    unusable === undefined ? [] : [`${path}: ${unusable}`],
  );
  const sorted = baselines
    .filter(({ unusable }) => unusable === undefined)
    .map((run) => ({ run, match: matchAll(request, run) }));
  const used = sorted.filter(({ match }) => match.comparable);
  const refused = sorted.filter(({ match }) => !match.comparable);
  const notes = [
    ...unreadable.map(({ path, reason }) => `${path} cannot be read: ${reason}`),
    ...copies.map(({ path }) => `${path} is left out: it is a copy of another run`),
    ...excluded,
    ...refused.map(({ run, match }) => `${run.path} is not comparable: ${fieldNames(match)}`),
  ];
  const shared = {
    source,
    runs: used.length,
    differences: mergedDifferences((used.length > 0 ? used : refused).map(({ match }) => match)),
    unknown_on_both: [
      ...new Set((used.length > 0 ? used : refused).flatMap(({ match }) => match.unknown_on_both)),
    ],
  };
  const empty = (state: Comparison['state'], text: string) => ({
    comparison: { ...shared, state, message: withNotes(text, notes) },
    cells: [],
  });
  if (used.length === 0) {
    if (refused.length > 0) return empty('incomparable', 'no baseline run matches this one');
    if (unreadable.length > 0) return empty('unreadable', 'no baseline run could be read');
    return empty('no_baseline', `no usable baseline run in ${source}`);
  }
  const runs = used.map(({ run }) => run);
  const rates = request.options.rates ?? defaultRates(request.gating_rates, runs);
  const cells = judgeCells(request, runs, rates);
  const learning = request.candidates.length === 1 && runs.length < LEARNED_RUNS;
  const text = `compared with ${runs.length} baseline ${runs.length === 1 ? 'run' : 'runs'} of ${source}`;
  return {
    comparison: {
      ...shared,
      state: 'compared',
      ...(learning ? { learning: `${runs.length}/${LEARNED_RUNS}` } : {}),
      message: withNotes(text, notes),
      baseline_metrics: baselineMetrics(runs),
    },
    cells,
  };
}

/** A stored result as a side of the comparison, with the reason why it cannot be a baseline, if there is one. */
export function comparedRun(path: string, result: Result): ComparedRun {
  const unusable = unusableReason(result);
  return {
    path,
    run_id: result.run_id,
    subject: {
      fingerprint: result.fingerprint,
      ...(result.workload === undefined ? {} : { workload_hash: result.workload.hash }),
      simulated: result.simulated,
      config: result.config,
    },
    rungs: result.rungs,
    ...(unusable === undefined ? {} : { unusable }),
  };
}

/** The lowest gating rung, and the highest that was not saturated in any baseline run. */
export function defaultRates(gatingRates: readonly number[], baselines: readonly ComparedRun[]): number[] {
  const ascending = [...gatingRates].sort((a, b) => a - b);
  const lowest = ascending[0];
  if (lowest === undefined) return [];
  const saturated = new Set(
    baselines.flatMap(({ rungs }) =>
      rungs.filter(({ saturation }) => saturation === 'saturated').map(({ rate }) => rate),
    ),
  );
  const highest = ascending.findLast((rate) => !saturated.has(rate)) ?? lowest;
  return lowest === highest ? [lowest] : [lowest, highest];
}

/** History takes every valid, complete run; anything else would teach the baseline a broken engine. */
function unusableReason(result: Result): string | undefined {
  const { plan, rungs, checks, verdict } = result;
  const gating = rungs.filter(({ kind }) => kind === 'gating');
  if (gating.length === 0) return 'has no gating rung';
  const missing = plan.rungs.find(
    ({ kind, rate }) => kind === 'gating' && !gating.some((rung) => rung.rate === rate),
  );
  if (missing !== undefined) return `incomplete: the rung at ${missing.rate} req/s is missing`;
  const incomplete = gating.find(
    (rung) => rung.state !== 'measured' || rung.completed !== rung.planned || rung.failed > 0,
  );
  if (incomplete !== undefined) {
    const { rate, completed, planned } = incomplete;
    return `incomplete: ${completed} of ${planned} requests completed at ${rate} req/s`;
  }
  const doubt = [...checks, ...gating.flatMap((rung) => rung.checks)].find(
    ({ state }) => state === 'invalid',
  );
  if (doubt !== undefined) return `invalid: ${doubt.rule}: ${doubt.message}`;
  if (verdict.verdict === 'invalid' || verdict.verdict === 'error')
    return `its verdict is ${verdict.verdict}`;
  const [contradiction] = contradictions(result);
  return contradiction === undefined ? undefined : `contradicts itself: ${contradiction}`;
}

/** Each run once, in order; a run without an identity is not stored yet and nobody's copy. */
export function distinctRuns<Run>(
  runs: readonly Run[],
  idOf: (run: Run) => string | undefined,
): { readonly kept: readonly Run[]; readonly copies: readonly Run[] } {
  const isCopy = (run: Run, at: number): boolean =>
    idOf(run) !== undefined && runs.findIndex((other) => idOf(other) === idOf(run)) < at;
  return { kept: runs.filter((run, at) => !isCopy(run, at)), copies: runs.filter(isCopy) };
}

/** The same run twice is one boot: a copy would count as a repeat that agrees perfectly. */
function withoutCopies({ candidates, baselines }: CompareRequest): ComparedRun[] {
  const seen = new Set(candidates.flatMap(({ run_id }) => run_id ?? []));
  return baselines.map((run) => {
    if (run.run_id === undefined || run.unusable !== undefined) return run;
    if (seen.has(run.run_id)) return { ...run, unusable: 'is a copy of another run' };
    seen.add(run.run_id);
    return run;
  });
}

/** Comparable with every candidate run; the differences of all of them. */
function matchAll({ candidates, options }: CompareRequest, baseline: ComparedRun): Comparability {
  const matches = candidates.map(({ subject }) =>
    compareSubjects(subject, baseline.subject, options.under_test),
  );
  return {
    comparable: matches.length > 0 && matches.every(({ comparable }) => comparable),
    differences: mergedDifferences(matches),
    unknown_on_both: [...new Set(matches.flatMap(({ unknown_on_both }) => unknown_on_both))],
  };
}

interface OpenCell {
  readonly metric: string;
  readonly rate: number;
  readonly better: 'lower' | 'higher';
  readonly margin: number;
  readonly learning: boolean;
  readonly candidate?: number;
  readonly baseline?: number;
  readonly candidateRuns: number;
  readonly baselineRuns: number;
  readonly effect?: Effect;
  /** Why there is nothing to test. */
  readonly missing?: { readonly code: string; readonly message: string; readonly needs?: string };
}

function judgeCells(
  request: CompareRequest,
  baselines: readonly ComparedRun[],
  rates: readonly number[],
): Cell[] {
  const open = rates.flatMap((rate) =>
    request.options.metrics.map((metric) => openCell(request, baselines, metric, rate)),
  );
  const { confidence } = request.options;
  const tests = open.flatMap((cell, index) =>
    cell.effect === undefined ? [] : [{ index, p: pValue(cell.effect, Math.log1p(cell.margin)) }],
  );
  // The family is every gating cell, also one that cannot be computed: a gap in the data must not make fails easier.
  const proven = holm(
    tests.map(({ p }) => p),
    1 - confidence,
    open.length,
  );
  const worse = new Set(tests.filter((_, i) => proven[i]).map(({ index }) => index));
  return open.map((cell, index) => closeCell(cell, worse.has(index), confidence));
}

function openCell(
  request: CompareRequest,
  baselines: readonly ComparedRun[],
  metric: string,
  rate: number,
): OpenCell {
  const { candidates, options } = request;
  const better = metricNamed(metric)?.better ?? 'lower';
  const ours = candidates.map((run) => logOf(run, metric, rate));
  const theirs = baselines.map((run) => logOf(run, metric, rate)).filter((value) => value !== undefined);
  const known = ours.filter((value) => value !== undefined);
  const learning = candidates.length === 1 && theirs.length < LEARNED_RUNS;
  const asked = Object.hasOwn(options.margins, metric) ? options.margins[metric] : undefined;
  const baseline = geometricMean(theirs);
  const margin = Math.max(
    asked ?? DEFAULT_MARGIN,
    learning ? LEARNING_MARGIN : 0,
    metric.includes('_ttft_') && baseline !== undefined ? TTFT_FLOOR_MS / baseline : 0,
  );
  const candidate = geometricMean(known);
  const shared = {
    ...{ metric, rate, better, margin, learning },
    ...(candidate === undefined ? {} : { candidate }),
    ...(baseline === undefined ? {} : { baseline }),
    candidateRuns: known.length,
    baselineRuns: theirs.length,
  };
  if (known.length < candidates.length || candidate === undefined) {
    return { ...shared, missing: { code: 'not_measured', message: 'it was not measured in this run' } };
  }
  if (baseline === undefined) {
    return { ...shared, missing: { code: 'no_baseline', message: 'no baseline run has it' } };
  }
  const sign = better === 'lower' ? 1 : -1;
  const boots: Boots = { candidate: known.map((y) => sign * y), baseline: theirs.map((y) => sign * y) };
  const effect = effectOf(boots, options.confidence);
  if (effect === undefined) {
    const needs = `at least 1 more baseline run (${LEARNED_RUNS} for the usual margin)`;
    const message = 'one run against one says nothing about the spread between boots';
    return { ...shared, missing: { code: 'one_pair', message, needs } };
  }
  return { ...shared, effect };
}

function closeCell(cell: OpenCell, provenWorse: boolean, confidence: number): Cell {
  const { metric, rate, better, margin, effect, missing } = cell;
  const shared = {
    kind: 'comparison',
    metric,
    rate,
    ...(cell.candidate === undefined ? {} : { value: cell.candidate }),
    ...(cell.baseline === undefined ? {} : { baseline: cell.baseline }),
    margin,
    scope: scopeOf(cell),
  } as const;
  const title = `${metric} @ ${rate}`;
  if (effect === undefined) {
    const { code, message, needs } = missing ?? { code: 'not_measured', message: 'it could not be tested' };
    const ratio =
      cell.candidate !== undefined && cell.baseline !== undefined
        ? cell.candidate / cell.baseline
        : undefined;
    return {
      ...shared,
      verdict: 'inconclusive',
      code,
      message: `${title} is not decided: ${message}`,
      ...(ratio === undefined || !Number.isFinite(ratio) ? {} : { change: { estimate: ratio - 1 } }),
      ...(needs === undefined ? {} : { needs }),
    };
  }
  const delta = Math.log1p(margin);
  const sign = better === 'lower' ? 1 : -1;
  const bounds = [Math.expm1(sign * effect.lower), Math.expm1(sign * effect.upper)].sort((a, b) => a - b);
  const change = {
    estimate: Math.expm1(sign * effect.estimate),
    ...(bounds[0] === undefined ? {} : { lower: bounds[0] }),
    ...(bounds[1] === undefined ? {} : { upper: bounds[1] }),
  };
  const found = {
    ...shared,
    change,
    detectable: Math.expm1(detectable(effect, delta, confidence)),
  };
  const range = `${signed(bounds[0] ?? 0)} to ${signed(bounds[1] ?? 0)}, margin ${percent(margin)}`;
  const direction = effect.estimate > 0 ? 'worse' : 'better';
  const text = `${title} is ${percent(Math.abs(change.estimate))} ${direction} than the baseline (${range})`;
  if (provenWorse && effect.lower > delta) {
    return { ...found, verdict: 'fail', code: 'regression', message: `${text}: proven` };
  }
  if (effect.upper < delta)
    return { ...found, verdict: 'pass', code: 'within_margin', message: `${text}: within the margin` };
  const suspicious = effect.lower > delta;
  return {
    ...found,
    verdict: 'inconclusive',
    code: suspicious ? 'suspicious' : 'not_decided',
    message: suspicious
      ? `${text}: worse by itself, but not proven among all cells together`
      : `${text}: not decided`,
    needs: needsText(cell, effect, delta, confidence),
  };
}

/** What would decide, as a count of runs. */
function needsText(cell: OpenCell, effect: Effect, delta: number, confidence: number): string {
  const needed = runsNeeded(effect, Math.abs(effect.estimate - delta), confidence);
  if (needed === undefined) return 'more boots than are sensible: the change is too close to the margin';
  if ('baseline' in needed && needed.baseline > cell.baselineRuns) {
    return `about ${needed.baseline - cell.baselineRuns} more baseline runs, if the change stays as measured`;
  }
  const each = 'each' in needed ? needed.each : Math.max(2, cell.candidateRuns + 1);
  return `about ${each} boots of the candidate and as many of the baseline, if the change stays as measured`;
}

function scopeOf({ learning, baselineRuns, candidateRuns, margin }: OpenCell): string {
  const sides = `${candidateRuns} against ${baselineRuns} ${baselineRuns === 1 ? 'run' : 'runs'}`;
  return learning
    ? `${sides}, learning ${baselineRuns}/${LEARNED_RUNS}: wide margin ${percent(margin)}`
    : sides;
}

/** Logarithm of a metric at a rate; repeats of a run share its boot and are averaged into one value. */
function logOf({ rungs }: ComparedRun, metric: string, rate: number): number | undefined {
  const here = rungs.filter((rung) => rung.rate === rate);
  if (
    here.length === 0 ||
    here.some((rung) => rung.state !== 'measured' || rung.completed !== rung.planned)
  ) {
    return undefined;
  }
  const logs = here.map(({ metrics }) =>
    Object.hasOwn(metrics, metric) ? Math.log(metrics[metric] ?? 0) : Number.NaN,
  );
  const mean = logs.reduce((sum, value) => sum + value, 0) / logs.length;
  return Number.isFinite(mean) ? mean : undefined;
}

function geometricMean(logs: readonly number[]): number | undefined {
  if (logs.length === 0) return undefined;
  const value = Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
  return Number.isFinite(value) && value > 0 ? value : undefined;
}

/** Rate → metric → geometric mean over the baseline runs that have it. */
function baselineMetrics(runs: readonly ComparedRun[]): NonNullable<Comparison['baseline_metrics']> {
  const rates = [...new Set(runs.flatMap(({ rungs }) => rungs.map(({ rate }) => rate)))].sort(
    (a, b) => a - b,
  );
  return Object.fromEntries(
    rates.map((rate) => {
      const rungs = runs.flatMap((run) => run.rungs.filter((rung) => rung.rate === rate));
      const names = [...new Set(rungs.flatMap(({ metrics }) => Object.keys(metrics)))].sort();
      const means = names.flatMap((name) => {
        const logs = runs.flatMap((run) => logOf(run, name, rate) ?? []);
        const value = geometricMean(logs);
        return value === undefined ? [] : [[name, value] as const];
      });
      return [String(rate), Object.fromEntries(means)];
    }),
  );
}

function mergedDifferences(matches: readonly Pick<Comparability, 'differences'>[]): FieldDifference[] {
  const seen = new Map<string, FieldDifference>();
  for (const difference of matches.flatMap(({ differences }) => differences)) {
    seen.set(JSON.stringify([difference.field, difference.baseline, difference.candidate]), difference);
  }
  return [...seen.values()];
}

function fieldNames({ differences, unknown_on_both }: Comparability): string {
  const hard = differences.filter((field) => field.class === 'hard' && !field.under_test);
  const names = hard.length > 0 ? hard.map(({ field }) => field) : unknown_on_both;
  return `${names.join(', ')} ${hard.length > 0 ? 'differ' : 'unknown'}`;
}

function withNotes(text: string, notes: readonly string[]): string {
  return notes.length === 0 ? text : `${text} (${notes.join('; ')})`;
}

function signed(change: number): string {
  const shown = (100 * Math.abs(change)).toFixed(1);
  return hugeChange(change) ?? (shown === '0.0' ? '0.0 %' : `${change < 0 ? '−' : '+'}${shown} %`);
}

function percent(share: number): string {
  return hugeChange(share) ?? `${Number((100 * share).toFixed(1))} %`;
}
