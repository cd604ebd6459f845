// The steady window of a rung: arrivals and completions counted in the same span of time, the drain left out.
import { percentile, sortedSample } from './quantile.ts';
import { e2elMs, isOk } from './record.ts';
import type { Interval, RequestRecord, Window } from './result.gen.ts';
import { quantileT } from './student.ts';

/** Below this upper bound of served / arrived a server is saturated. */
const SATURATED_BELOW = 0.97;
/** Fewer arrivals than this, or a window shorter than 5 × E2EL, leave saturation undecided. */
const MIN_ARRIVALS = 500;
const MIN_E2EL_TIMES = 5;

const CONFIDENCE = 0.95;
/** Points at which the number in flight is read. */
const READINGS = 50;
/** Blocks of readings whose means carry the test for growth. */
const BLOCKS = 10;

export interface WindowResult {
  readonly window?: Window;
  /** Completions per second inside the window. */
  readonly served_rate?: number;
  readonly served_over_arrived?: Interval;
  readonly saturation: 'saturated' | 'not_saturated' | 'undecided';
  readonly saturation_reason: string;
}

/**
 * Rates between the end of the transient and the last arrival. The transient is the time in which the first requests are
 * still under way (p90 of E2EL of the first quarter, at most half of the arrivals' span): before its end the number in
 * flight is still filling up and completions are missing. Where that leaves nothing to count, the span from the first to
 * the last arrival is used, and said.
 *
 * The bounds come from the number in flight L: completions − arrivals = L(start) − L(end), and L wanders by its own
 * spread around its trend even when the server keeps up.
 */
export function measureWindow(records: readonly RequestRecord[]): WindowResult {
  const arrivals = records.flatMap((r) => (r.sent_ns === undefined ? [] : [r.sent_ns])).sort((a, b) => a - b);
  const first = arrivals[0];
  const last = arrivals.at(-1);
  if (first === undefined || last === undefined || last <= first) {
    return undecided('fewer than two requests were sent at different times');
  }
  const ok = records.filter(isOk);
  const latencies = ok.flatMap((r) => e2elMs(r, 'sent') ?? []);
  if (latencies.length === 0) return undecided('no request completed');
  const early = ok
    .filter((r) => (r.sent_ns ?? last) <= first + (last - first) / 4)
    .flatMap((r) => e2elMs(r, 'sent') ?? []);
  const settle = percentile(sortedSample(early.length > 0 ? early : latencies), 90) ?? 0;
  const transientEnd = first + Math.min(settle * 1e6, (last - first) / 2);
  const steady = count(records, transientEnd, last);
  const counted = steady.arrivals >= 2 ? steady : count(records, first, last);
  return judgeWindow(records, counted, percentile(sortedSample(latencies), 10) ?? 0);
}

interface Counted {
  readonly start: number;
  readonly end: number;
  readonly arrivals: number;
  readonly completions: number;
}

function judgeWindow(records: readonly RequestRecord[], counted: Counted, quickE2elMs: number): WindowResult {
  const { start, end, arrivals, completions } = counted;
  const seconds = (end - start) / 1e9;
  // A queue makes E2EL grow with the window itself, so the time that a request needs with little queueing counts.
  const longEnough = seconds * 1e3 >= MIN_E2EL_TIMES * quickE2elMs;
  const decided = arrivals >= MIN_ARRIVALS && longEnough;
  const window: Window = {
    start_s: start / 1e9,
    end_s: end / 1e9,
    arrivals,
    completions,
    decided,
    ...(decided ? {} : { message: shortWindow(arrivals, longEnough) }),
  };
  const inFlight = readInFlight(records, start, end);
  const wander = Math.SQRT2 * Math.max(1, inFlight.spread, Math.sqrt(Math.max(0, inFlight.mean)));
  const half = (quantileT(CONFIDENCE, Math.max(1, BLOCKS - 2)) * wander) / arrivals;
  const estimate = completions / arrivals;
  const interval: Interval = {
    estimate,
    lower: Math.max(0, estimate - half),
    upper: estimate + half,
  };
  const measured = { window, served_rate: completions / seconds, served_over_arrived: interval };
  if (!decided) return { ...measured, ...undecided(window.message ?? 'the window is too short') };
  if (estimate + half < SATURATED_BELOW) {
    const share = `${(100 * (estimate + half)).toFixed(1)} %`;
    return {
      ...measured,
      saturation: 'saturated',
      saturation_reason: `served at most ${share} of what arrived`,
    };
  }
  if (inFlight.growthLower > (1 - SATURATED_BELOW) * arrivals) {
    const growth = Math.round(inFlight.growth);
    const reason = `the number in flight grew by ${growth} inside the window`;
    return { ...measured, saturation: 'saturated', saturation_reason: reason };
  }
  const share = `${(100 * estimate).toFixed(1)} %`;
  return { ...measured, saturation: 'not_saturated', saturation_reason: `served ${share} of what arrived` };
}

function count(records: readonly RequestRecord[], start: number, end: number): Counted {
  const inside = (time: number | undefined): boolean => time !== undefined && time > start && time <= end;
  return {
    start,
    end,
    arrivals: records.filter((record) => inside(record.sent_ns)).length,
    completions: records.filter((record) => isOk(record) && inside(record.done_ns)).length,
  };
}

interface InFlight {
  readonly mean: number;
  /** Standard deviation around the linear trend. */
  readonly spread: number;
  /** Growth over the window by the trend, and its lower bound. */
  readonly growth: number;
  readonly growthLower: number;
}

/** Number in flight over the window: its trend by least squares over block means, and the spread around it. */
function readInFlight(records: readonly RequestRecord[], start: number, end: number): InFlight {
  const sent = records.flatMap((r) => (r.sent_ns === undefined ? [] : [r.sent_ns])).sort((a, b) => a - b);
  const done = records.flatMap((r) => (r.sent_ns === undefined ? [] : [r.done_ns])).sort((a, b) => a - b);
  const times = Array.from({ length: READINGS }, (_, i) => start + ((end - start) * (i + 0.5)) / READINGS);
  const readings = times.map((time) => countUpTo(sent, time) - countUpTo(done, time));
  const perBlock = READINGS / BLOCKS;
  const blocks = Array.from({ length: BLOCKS }, (_, b) =>
    average(readings.slice(b * perBlock, (b + 1) * perBlock)),
  );
  const centre = (BLOCKS - 1) / 2;
  const sxx = blocks.reduce((sum, _, i) => sum + (i - centre) ** 2, 0);
  const mean = average(blocks);
  const slope = blocks.reduce((sum, value, i) => sum + (i - centre) * (value - mean), 0) / sxx;
  const residual = Math.sqrt(
    blocks.reduce((sum, value, i) => sum + (value - mean - slope * (i - centre)) ** 2, 0) / (BLOCKS - 2),
  );
  const slopeError = residual / Math.sqrt(sxx);
  const fitted = (i: number): number => mean + slope * ((i + 0.5) / perBlock - 0.5 - centre);
  const spread = Math.sqrt(
    readings.reduce((sum, value, i) => sum + (value - fitted(i)) ** 2, 0) / (READINGS - 2),
  );
  return {
    mean,
    spread,
    growth: slope * BLOCKS,
    growthLower: (slope - quantileT(CONFIDENCE, BLOCKS - 2) * slopeError) * BLOCKS,
  };
}

/** How many of the ascending times are at or before `time`. */
function countUpTo(times: readonly number[], time: number): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function shortWindow(arrivals: number, longEnough: boolean): string {
  const parts = [
    ...(arrivals >= MIN_ARRIVALS ? [] : [`${arrivals} arrivals, ${MIN_ARRIVALS} are needed`]),
    ...(longEnough ? [] : [`shorter than ${MIN_E2EL_TIMES} times the end-to-end latency`]),
  ];
  return `window too short to decide saturation: ${parts.join('; ')}`;
}

function undecided(reason: string): WindowResult {
  return { saturation: 'undecided', saturation_reason: reason };
}
