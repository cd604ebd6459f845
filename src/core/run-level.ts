// The run-level test: the unit is an engine boot, values are logarithms, bounds come from the t distribution.
import { meanAndSpread } from './quantile.ts';
import { quantileT, upperTailT } from './student.ts';

/**
 * Smallest spread between boots (log scale) that is believed. A few runs that happen to agree, or a coarse clock, do not
 * prove a spread of zero; published boot-to-boot spreads of unchanged engines start near half a percent.
 */
export const SPREAD_FLOOR = 0.005;
/** Power at which the detectable effect is stated. */
const POWER = 0.9;

/** Logarithms of one metric at one rate, one per boot, signed so that larger is worse. */
export interface Boots {
  readonly candidate: readonly number[];
  readonly baseline: readonly number[];
}

/** d = mean(candidate) − mean(baseline), above 0 is worse, with one-sided bounds. */
export interface Effect {
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
  readonly standard_error: number;
  readonly df: number;
  /** Spread between boots that the error rests on. */
  readonly spread: number;
}

/**
 * The change and its one-sided bounds. One boot against n ≥ 2: prediction interval, s · √(1 + 1/n) with n − 1 degrees.
 * Several against several: Welch. One against one has no spread and so no bounds: undefined. Undefined, too, for values
 * that are not finite.
 */
export function effectOf(boots: Boots, confidence: number): Effect | undefined {
  const ours = meanAndSpread(boots.candidate);
  const theirs = meanAndSpread(boots.baseline);
  if (ours === undefined || theirs === undefined) return undefined;
  const error = standardError(boots, ours.sd, theirs.sd);
  if (error === undefined) return undefined;
  const estimate = ours.mean - theirs.mean;
  const half = quantileT(confidence, error.df) * error.standard_error;
  if (!Number.isFinite(estimate) || !Number.isFinite(half)) return undefined;
  return { estimate, lower: estimate - half, upper: estimate + half, ...error };
}

/** One-sided p-value of "worse than `delta`". */
export function pValue(effect: Effect, delta: number): number {
  return upperTailT((effect.estimate - delta) / effect.standard_error, effect.df);
}

/** Smallest true worsening (log scale) that this design proves to be above `delta` with 90 % power. */
export function detectable(effect: Effect, delta: number, confidence: number): number {
  return delta + (quantileT(confidence, effect.df) + quantileT(POWER, effect.df)) * effect.standard_error;
}

/** Holm's step-down: which of these p-values may be called proven at the family-wise level `alpha`. */
export function holm(pValues: readonly number[], alpha: number, family = pValues.length): boolean[] {
  const order = pValues
    .map((p, index) => ({ p: Number.isFinite(p) ? p : 1, index }))
    .sort((a, b) => a.p - b.p);
  const proven = pValues.map(() => false);
  for (const [rank, { p, index }] of order.entries()) {
    if (!(p <= alpha / (family - rank))) break;
    proven[index] = true;
  }
  return proven;
}

/**
 * What would decide, if the change stayed where it was measured: more baseline runs, or else more boots of both sides.
 * `distance` is how far the change is from the margin (log scale).
 */
export function runsNeeded(
  effect: { readonly spread: number },
  distance: number,
  confidence: number,
): { readonly baseline: number } | { readonly each: number } | undefined {
  for (let n = 2; n <= 40; n++) {
    if (quantileT(confidence, n - 1) * effect.spread * Math.sqrt(1 + 1 / n) < distance)
      return { baseline: n };
  }
  for (let n = 2; n <= 100; n++) {
    if (quantileT(confidence, 2 * n - 2) * effect.spread * Math.sqrt(2 / n) < distance) return { each: n };
  }
  return undefined;
}

function standardError(
  { candidate, baseline }: Boots,
  ours: number | undefined,
  theirs: number | undefined,
): { standard_error: number; df: number; spread: number } | undefined {
  if (ours !== undefined && theirs !== undefined) {
    const a = Math.max(ours, SPREAD_FLOOR) ** 2 / candidate.length;
    const b = Math.max(theirs, SPREAD_FLOOR) ** 2 / baseline.length;
    const df = (a + b) ** 2 / (a ** 2 / (candidate.length - 1) + b ** 2 / (baseline.length - 1));
    return { standard_error: Math.sqrt(a + b), df, spread: Math.max(ours, theirs, SPREAD_FLOOR) };
  }
  const known = theirs ?? ours;
  if (known === undefined) return undefined;
  const n = theirs === undefined ? candidate.length : baseline.length;
  const spread = Math.max(known, SPREAD_FLOOR);
  return { standard_error: spread * Math.sqrt(1 + 1 / n), df: n - 1, spread };
}
