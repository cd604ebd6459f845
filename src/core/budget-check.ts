// A budget against one rung: proven within, proven over, or not decided, with what would decide it.
import { effectiveSize } from './autocorrelation.ts';
import { exceedanceBounds } from './binomial.ts';
import { type Budget, type BudgetOperator, formatBudget } from './budget.ts';
import { metricNamed } from './metric-names.ts';
import { LATENCY_FAMILIES, type LatencyFamily } from './metrics.ts';
import { meanAndSpread, percentile, type SortedSample, share } from './quantile.ts';
import { e2elMs, isCancelled, isFailed, isOk, tokenGaps, tpotMs, ttftMs, ttftVisibleMs } from './record.ts';
import type { Cell, Interval, RequestRecord, RungResult } from './result.gen.ts';
import { quantileT } from './student.ts';

/** A rung as the judge sees it. */
export interface JudgedRung {
  readonly result: RungResult;
  readonly records: readonly RequestRecord[];
}

/** Batches whose means carry the interval of a mean; each needs at least two requests. */
const BATCHES = 10;
/** Beyond this many requests nobody will wait for a decision. */
const MAX_NEEDED = 1_000_000;

const BOOT = 'for this boot';
const OBSERVED = 'observed, not proven';

/** Judges a per-rung budget at one rung, whatever its `@` says. Missing or non-finite numbers are never a pass. */
export function checkBudget(budget: Budget, rung: JudgedRung, confidence: number): Cell {
  const { result } = rung;
  const title = {
    kind: 'budget',
    metric: budget.metric,
    rate: result.rate,
    expression: budget.expression,
  } as const;
  const measured = { ...title, ...valueAndLimit(budget, rung) };
  const undecided = (code: string, message: string, needs?: string): Cell => ({
    ...measured,
    verdict: 'inconclusive',
    code,
    message: `${budgetAt(budget, result.rate)} is not decided: ${message}`,
    ...(needs === undefined ? {} : { needs }),
    scope: budget.observed ? OBSERVED : BOOT,
  });
  if (result.state === 'not_run') return undecided('not_run', 'the rung was not run');
  const { value, limit } = measured;
  if (limit === undefined) return undecided('not_measured', 'its limit cannot be computed at this rung');
  if (value === undefined) return undecided('not_measured', `${budget.metric} could not be computed`);
  const answer = budget.observed
    ? observe(budget, rung, value, limit)
    : prove(budget, rung, value, limit, confidence);
  if (answer.verdict === 'pass' && result.state !== 'measured') {
    return undecided('stopped', 'the rung ended early');
  }
  if (answer.verdict === 'inconclusive') {
    return { ...undecided(answer.code, answer.message, answer.needs), ...scoped(answer) };
  }
  const word = answer.verdict === 'pass' ? 'is met' : 'is broken';
  return {
    ...measured,
    verdict: answer.verdict,
    code: answer.verdict === 'pass' ? 'within_budget' : 'over_budget',
    message: `${budgetAt(budget, result.rate)} ${word}: ${answer.message}`,
    scope: answer.scope,
  };
}

/** The budget at one rung in one spelling: `p99_ttft_ms <= 900 @ 4`. */
export function budgetAt(budget: Budget, rate: number): string {
  return formatBudget({ ...budget, rates: { kind: 'list', rates: [rate] } });
}

/** Whether all values between the two bounds are on one side of the limit; undefined: they are not. */
export function decideBounds(
  operator: BudgetOperator,
  limit: number,
  lower: number | undefined,
  upper: number | undefined,
): 'pass' | 'fail' | undefined {
  if (![limit, lower ?? 0, upper ?? 0].every(Number.isFinite)) return undefined;
  const low = lower ?? Number.NEGATIVE_INFINITY;
  const high = upper ?? Number.POSITIVE_INFINITY;
  if (low > high) return undefined;
  if (operator === '==') {
    if (limit < low || limit > high) return 'fail';
    return low === limit && high === limit ? 'pass' : undefined;
  }
  const [first, second] = [satisfies(low, operator, limit), satisfies(high, operator, limit)];
  if (first && second) return 'pass';
  return first || second ? undefined : 'fail';
}

/** Whether a value meets a limit. */
export function satisfies(value: number, operator: BudgetOperator, limit: number): boolean {
  switch (operator) {
    case '<=':
      return value <= limit;
    case '<':
      return value < limit;
    case '>=':
      return value >= limit;
    case '>':
      return value > limit;
    case '==':
      return value === limit;
  }
}

interface Answer {
  readonly verdict: 'pass' | 'fail' | 'inconclusive';
  readonly code: string;
  readonly message: string;
  readonly needs?: string;
  readonly scope: string;
}

/** The measured value and the limit in the metric's own unit; absent where one cannot be computed. */
function valueAndLimit(budget: Budget, { result }: JudgedRung): { value?: number; limit?: number } {
  const value = Object.hasOwn(result.metrics, budget.metric) ? result.metrics[budget.metric] : undefined;
  const hundred = budget.percent ? hundredPercent(budget.metric, result) : 100;
  const limit = hundred === undefined ? undefined : (budget.value * hundred) / 100;
  return {
    ...(value !== undefined && Number.isFinite(value) ? { value } : {}),
    ...(limit !== undefined && Number.isFinite(limit) ? { limit } : {}),
  };
}

/** What 100 % of a metric is at this rung. */
function hundredPercent(metric: string, result: RungResult): number | undefined {
  switch (metricNamed(metric)?.percent_of) {
    case 'arrived rate':
      return arrivedRate(result);
    case 'offered rate':
      return result.rate;
    case 'sent requests':
      return 1;
    case 'planned requests':
      return result.planned;
    case undefined:
      return undefined;
  }
}

function arrivedRate({ window }: RungResult): number | undefined {
  if (window === undefined || window.end_s <= window.start_s || window.arrivals <= 0) return undefined;
  return window.arrivals / (window.end_s - window.start_s);
}

// ---- observed -------------------------------------------------------------------------------------------------

/** The measured value decides. A failed request counts as slower than any limit. */
function observe(budget: Budget, rung: JudgedRung, value: number, limit: number): Answer {
  const p = metricNamed(budget.metric)?.percentile;
  const failed = rung.records.filter((record) => !isOk(record)).length;
  const sample = p === undefined ? undefined : familyOf(budget.metric)?.sample(rung.records, 'scheduled');
  const decisive = sample === undefined || p === undefined ? value : withFailures(sample, p, failed, value);
  const message = `${number(value)} observed`;
  if (satisfies(decisive, budget.operator, limit)) {
    const isUpper = budget.operator === '<=' || budget.operator === '<';
    const countsFailures = familyOf(budget.metric) === undefined || (p !== undefined && isUpper);
    if (failed > 0 && !countsFailures) {
      return {
        verdict: 'inconclusive',
        code: 'failed_requests',
        message: `${failed} requests have no latency`,
        scope: OBSERVED,
      };
    }
    return { verdict: 'pass', code: 'within_budget', message, scope: OBSERVED };
  }
  return { verdict: 'fail', code: 'over_budget', message, scope: OBSERVED };
}

/** Percentile with the failed requests at the end of the sample: infinite as soon as it touches one of them. */
function withFailures(sample: SortedSample, p: number, failed: number, value: number): number {
  if (failed === 0) return value;
  const position = (sample.size + failed - 1) * p;
  if (Math.ceil(position) > sample.size - 1) return Number.POSITIVE_INFINITY;
  const among = sample.size === 1 ? 0 : (100 * position) / (sample.size - 1);
  return percentile(sample, Math.min(100, among)) ?? Number.POSITIVE_INFINITY;
}

// ---- proven ---------------------------------------------------------------------------------------------------

function prove(budget: Budget, rung: JudgedRung, value: number, limit: number, confidence: number): Answer {
  const metric = metricNamed(budget.metric);
  if (budget.metric === 'error_rate' || budget.metric === 'completed')
    return countExactly(budget, rung, limit);
  const family = familyOf(budget.metric);
  if (family !== undefined && metric?.percentile !== undefined) {
    return provePercentile(budget, rung, family, metric.percentile, limit, confidence);
  }
  if (family !== undefined || budget.metric === 'mean_tps') return proveMean(budget, rung, limit, confidence);
  const interval = rateInterval(budget.metric, rung, value, confidence);
  return byInterval(budget, limit, interval, growTo(interval, limit, rung.result.sent));
}

/** Counts are exact once every planned request has ended; until then they lie between two numbers. */
function countExactly(budget: Budget, { result, records }: JudgedRung, limit: number): Answer {
  const ok = records.filter(isOk).length;
  const failed = records.filter(isFailed).length;
  const open = Math.max(0, result.planned - ok - failed);
  const total = Math.max(1, ok + failed + open);
  const [lower, upper] =
    budget.metric === 'completed' ? [ok, ok + open] : [failed / total, (failed + open) / total];
  const counted = `${ok} of ${result.planned} completed, ${failed} failed`;
  const verdict = decideBounds(budget.operator, limit, lower, upper);
  if (verdict !== undefined) return { verdict, code: verdict, message: counted, scope: 'counted' };
  const message = `${counted}, ${open} neither`;
  return { verdict: 'inconclusive', code: 'not_decided', message, needs: 'the whole rung', scope: 'counted' };
}

/**
 * "P_p ≤ limit" means: at most 1 − p of all requests are over the limit. The share gets binomial bounds with the effective
 * number of requests; a failed request is over any limit, one that we cancelled or that lacks its time may be either.
 */
function provePercentile(
  budget: Budget,
  { records }: JudgedRung,
  family: LatencyFamily,
  p: number,
  limit: number,
  confidence: number,
): Answer {
  if (budget.operator === '==') return unprovableEquality();
  const sample = family.sample(records, 'scheduled');
  const series = seriesOf(family.name, records);
  const over = share(sample, (value) => !satisfies(value, budget.operator, limit));
  if (over === undefined || series.length === 0) {
    return {
      verdict: 'inconclusive',
      code: 'not_measured',
      message: 'no request has this latency',
      scope: BOOT,
    };
  }
  const failed = records.filter(isFailed).length;
  const open = records.filter(isCancelled).length + withoutValue(family.name, series.length, records);
  // Requests, not tokens, are counted for itl: the gaps inside one answer are not independent.
  const violations = over * series.length + failed;
  const n = series.length + failed;
  const factor = effectiveSize(series.map((value) => Math.log(Math.max(value, 1e-3)))) / series.length;
  const lower = exceedanceBounds({ violations: violations * factor, n: n * factor, confidence }).lower;
  const upper = exceedanceBounds({
    violations: (violations + open) * factor,
    n: (n + open) * factor,
    confidence,
  }).upper;
  const upperSide = budget.operator === '<=' || budget.operator === '<';
  const allowed = upperSide ? 1 - p : p;
  const effective = Math.floor(n * factor);
  const side = upperSide ? 'over' : 'under';
  const what = family.name === 'itl' ? 'gaps' : 'requests';
  const message =
    `${percentText(violations / n)} of ${what} are ${side} ${number(limit)}, ` +
    `at most ${percentText(allowed)} may be; ` +
    `with confidence ${percentText(lower)} to ${percentText(upper)} (${n} requests, worth ${effective})`;
  if (upper <= allowed) return { verdict: 'pass', code: 'within_budget', message, scope: BOOT };
  if (lower > allowed) return { verdict: 'fail', code: 'over_budget', message, scope: BOOT };
  const needed = requestsNeeded(violations / n, allowed, confidence);
  const needs =
    needed === undefined
      ? 'more requests than are sensible: the share over the limit is too close to what is allowed'
      : `about ${Math.max(n + 1, Math.ceil(needed / factor))} requests, if the share stays as measured`;
  return { verdict: 'inconclusive', code: 'not_decided', message, needs, scope: BOOT };
}

/** Means of consecutive batches are nearly independent where requests are not: t interval over the batches. */
function proveMean(budget: Budget, { records }: JudgedRung, limit: number, confidence: number): Answer {
  if (budget.operator === '==') return unprovableEquality();
  const isTps = budget.metric === 'mean_tps';
  const series = seriesOf(isTps ? 'tpot' : (familyOf(budget.metric)?.name ?? 'e2el'), records);
  if (series.length < 2 * BATCHES) {
    const message = `${series.length} requests are too few for an interval of the mean`;
    return {
      verdict: 'inconclusive',
      code: 'not_decided',
      message,
      needs: `${2 * BATCHES} requests`,
      scope: BOOT,
    };
  }
  const batches = Array.from({ length: BATCHES }, (_, b) => {
    const from = Math.floor((b * series.length) / BATCHES);
    const to = Math.floor(((b + 1) * series.length) / BATCHES);
    return series.slice(from, to).reduce((sum, value) => sum + value, 0) / (to - from);
  });
  const found = meanAndSpread(batches);
  if (found?.sd === undefined) {
    return { verdict: 'inconclusive', code: 'not_measured', message: 'the mean is not finite', scope: BOOT };
  }
  const half = (quantileT(confidence, BATCHES - 1) * found.sd) / Math.sqrt(BATCHES);
  const [low, high] = [found.mean - half, found.mean + half];
  const interval: Interval = isTps
    ? { estimate: 1000 / found.mean, lower: 1000 / high, ...(low > 0 ? { upper: 1000 / low } : {}) }
    : { estimate: found.mean, lower: low, upper: high };
  const answer = byInterval(budget, limit, interval, growTo(interval, limit, series.length, 2));
  const missing = records.length - records.filter(isOk).length;
  if (answer.verdict === 'pass' && missing > 0) {
    const message = `${missing} requests have no latency, so the mean is not that of all requests`;
    return { verdict: 'inconclusive', code: 'failed_requests', message, scope: BOOT };
  }
  return answer;
}

function byInterval(
  budget: Budget,
  limit: number,
  interval: Interval | undefined,
  needs: string | undefined,
): Answer {
  if (interval === undefined) {
    return {
      verdict: 'inconclusive',
      code: 'not_measured',
      message: 'it has no interval at this rung',
      scope: BOOT,
    };
  }
  const { estimate, lower, upper } = interval;
  const bounds = `${lower === undefined ? '−∞' : number(lower)} to ${upper === undefined ? '∞' : number(upper)}`;
  const message = `${number(estimate)}, with confidence ${bounds}; the limit is ${number(limit)}`;
  const verdict = decideBounds(budget.operator, limit, lower, upper);
  if (verdict !== undefined) return { verdict, code: verdict, message, scope: BOOT };
  return {
    verdict: 'inconclusive',
    code: 'not_decided',
    message,
    ...(needs === undefined ? {} : { needs }),
    scope: BOOT,
  };
}

/**
 * served_rate: bounds of served / arrived times the arrived rate. Throughputs: their duration ends with the slowest of
 * the last requests, so it varies with the spread of E2EL.
 */
function rateInterval(
  metric: string,
  { result, records }: JudgedRung,
  value: number,
  confidence: number,
): Interval | undefined {
  if (metric === 'served_rate') {
    const arrived = arrivedRate(result);
    const ratio = result.served_over_arrived;
    if (arrived === undefined || ratio?.lower === undefined || ratio.upper === undefined) return undefined;
    return { estimate: value, lower: ratio.lower * arrived, upper: ratio.upper * arrived };
  }
  const spread = meanAndSpread(seriesOf('e2el', records));
  const duration = result.duration_s;
  if (spread?.sd === undefined || duration === undefined || duration <= 0) return undefined;
  const half = (quantileT(confidence, Math.max(1, records.length - 1)) * spread.sd) / 1000;
  return {
    estimate: value,
    lower: (value * duration) / (duration + half),
    ...(half < duration ? { upper: (value * duration) / (duration - half) } : {}),
  };
}

// ---- shared ---------------------------------------------------------------------------------------------------

/** The latency family of a metric name, such as ttft of p95_ttft_ms. */
function familyOf(metric: string): LatencyFamily | undefined {
  const name = /^(?:mean|median|p[\d.]+)_(.+)_ms$/.exec(metric)?.[1];
  return LATENCY_FAMILIES.find((family) => family.name === name);
}

/** One value per successful request, in order of the schedule. */
function seriesOf(family: LatencyFamily['name'], records: readonly RequestRecord[]): number[] {
  return records
    .filter(isOk)
    .toSorted((a, b) => a.scheduled_ns - b.scheduled_ns)
    .flatMap((record) => oneValue(family, record) ?? []);
}

function oneValue(family: LatencyFamily['name'], record: RequestRecord): number | undefined {
  switch (family) {
    case 'ttft':
      return ttftMs(record, 'scheduled');
    case 'ttft_visible':
      return ttftVisibleMs(record, 'scheduled');
    case 'tpot':
      return tpotMs(record);
    case 'e2el':
      return e2elMs(record, 'scheduled');
    case 'itl': {
      const gaps = tokenGaps(record);
      const tokens = gaps.reduce((sum, gap) => sum + gap.tokens, 0);
      return tokens === 0 ? undefined : gaps.reduce((sum, gap) => sum + gap.ms * gap.tokens, 0) / tokens;
    }
  }
}

/** Successes without a latency that every success must have; the others may lack theirs (one token, no visible text). */
function withoutValue(
  family: LatencyFamily['name'],
  known: number,
  records: readonly RequestRecord[],
): number {
  return family === 'ttft' || family === 'e2el' ? records.filter(isOk).length - known : 0;
}

/** Smallest effective number of requests that decides when this share is over the limit. */
function requestsNeeded(shareOver: number, allowed: number, confidence: number): number | undefined {
  const decides = (n: number): boolean => {
    const { lower, upper } = exceedanceBounds({ violations: shareOver * n, n, confidence });
    return upper <= allowed || lower > allowed;
  };
  let high = 1;
  while (!decides(high)) {
    high *= 2;
    if (high > MAX_NEEDED) return undefined;
  }
  let low = high / 2;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (decides(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** How many requests shrink an interval to its distance from the limit; its width falls with n to the power 1/root. */
function growTo(interval: Interval | undefined, limit: number, n: number, root = 1): string | undefined {
  if (interval?.lower === undefined || interval.upper === undefined) return undefined;
  const distance = Math.abs(interval.estimate - limit);
  const half = (interval.upper - interval.lower) / 2;
  const needed = Math.ceil(n * (half / distance) ** root);
  if (!Number.isFinite(needed) || needed > MAX_NEEDED) {
    return 'more requests than are sensible: the value is too close to the limit';
  }
  return `about ${Math.max(n + 1, needed)} requests, if the value stays as measured`;
}

function unprovableEquality(): Answer {
  const message = 'a measured number cannot be proven equal to a limit; write <= or >=';
  return { verdict: 'inconclusive', code: 'not_decided', message, scope: BOOT };
}

function scoped({ scope }: Answer): Pick<Cell, 'scope'> {
  return { scope };
}

function number(value: number): string {
  return String(Number(value.toPrecision(4)));
}

function percentText(value: number): string {
  return `${Number((100 * value).toFixed(2))} %`;
}
