// How many independent values a series of correlated ones is worth.

/** Lags that are looked at together for slow drifts. */
const DRIFT_LAGS = 10;

/**
 * Effective sample size n / (1 + 2 Σ (1 − k/n) ρ_k) of a series in time order, at most its length and at least 1. The sum
 * ends by Geyer's initial positive sequence (Statistical Science 1992): at the first pair of lags whose sum is not
 * positive. Correlation that chance explains (within two standard errors) is not counted, so that independent values
 * keep their number.
 */
export function effectiveSize(series: readonly number[]): number {
  const n = series.length;
  if (n < 4) return n;
  const mean = series.reduce((sum, value) => sum + value, 0) / n;
  const centred = series.map((value) => value - mean);
  const variance = centred.reduce((sum, value) => sum + value * value, 0) / n;
  if (!(variance > 0) || !Number.isFinite(variance)) return n;
  const rho = (lag: number): number => {
    let sum = 0;
    for (let i = lag; i < n; i++) sum += (centred[i] ?? 0) * (centred[i - lag] ?? 0);
    return sum / n / variance;
  };
  if (!isCorrelated(rho, n)) return n;
  let inflation = 1;
  for (let lag = 1; lag + 1 < n; lag += 2) {
    const [first, second] = [rho(lag), rho(lag + 1)];
    if (first + second <= 0) break;
    inflation += 2 * ((1 - lag / n) * first + (1 - (lag + 1) / n) * second);
  }
  return Math.min(n, Math.max(1, n / inflation));
}

/** Lag 1, or the first ten lags together, above two standard errors of independent values. */
function isCorrelated(rho: (lag: number) => number, n: number): boolean {
  if (rho(1) > 2 / Math.sqrt(n)) return true;
  const lags = Math.min(DRIFT_LAGS, n - 1);
  let sum = 0;
  for (let lag = 1; lag <= lags; lag++) sum += rho(lag);
  return sum > 2 * Math.sqrt(lags / n);
}
