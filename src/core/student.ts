// Student's t distribution, in the two forms that bounds and p-values need.
import tCdf from '@stdlib/stats-base-dists-t-cdf';
import tQuantile from '@stdlib/stats-base-dists-t-quantile';

/** Quantile of t with `df` degrees of freedom (above 0, not necessarily whole). */
export function quantileT(probability: number, df: number): number {
  const value = tQuantile(probability, df);
  if (!Number.isFinite(value)) throw new RangeError(`no t quantile at ${probability} with ${df} degrees`);
  return value;
}

/** P(T > t): the one-sided p-value of a statistic that is large when the null hypothesis is wrong. */
export function upperTailT(t: number, df: number): number {
  const value = tCdf(-t, df);
  if (!Number.isFinite(value)) throw new RangeError(`no t probability at ${t} with ${df} degrees`);
  return value;
}
