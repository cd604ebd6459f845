// Bounds on a share of requests (Clopper–Pearson) and the sample sizes that they need.
import betaQuantile from '@stdlib/stats-base-dists-beta-quantile';

/**
 * One-sided upper confidence bound of a binomial share (Clopper–Pearson): beta quantile with shapes k + 1, n − k.
 * `k` and `n` need not be whole: an effective sample size is allowed. No sample: 1.
 */
export function upperBound(k: number, n: number, confidence: number): number {
  checkCounts(k, n, confidence);
  if (k >= n) return 1;
  return finiteOr(1, betaQuantile(confidence, k + 1, n - k));
}

/** One-sided lower confidence bound of a binomial share (Clopper–Pearson). No violation or no sample: 0. */
export function lowerBound(k: number, n: number, confidence: number): number {
  checkCounts(k, n, confidence);
  if (k === 0) return 0;
  return finiteOr(0, betaQuantile(1 - confidence, k, n - k + 1));
}

/** Both one-sided bounds of the share of requests over a limit, each with the given confidence. */
export function exceedanceBounds(sample: {
  readonly violations: number;
  /** Requests, or their effective number where they are correlated. */
  readonly n: number;
  readonly confidence: number;
}): { readonly lower: number; readonly upper: number } {
  const { violations, n, confidence } = sample;
  return { lower: lowerBound(violations, n, confidence), upper: upperBound(violations, n, confidence) };
}

/**
 * Smallest number of requests that proves a percentile budget when none is over the limit: p^n ≤ 1 − confidence.
 * `p` is the percentile as a share: 29, 59, 299 and 2995 for 0.9, 0.95, 0.99 and 0.999 at 0.95.
 */
export function neededSamples(p: number, confidence: number): number {
  checkShares(p, confidence);
  return smallestN(0, p, confidence);
}

/**
 * Smallest number of requests that proves a percentile budget with probability `power`
 * when the true share over the limit is half of the allowed one, (1 − p) / 2.
 */
export function neededSamplesForPower(p: number, confidence: number, power: number): number {
  checkShares(p, confidence, power);
  const trueShare = (1 - p) / 2;
  // For each tolerated number of violations the power is highest at the smallest n that tolerates it.
  for (let violations = 0; ; violations++) {
    const n = smallestN(violations, p, confidence);
    if (binomialCdf(violations, n, trueShare) >= power) return n;
  }
}

/** Most violations among n requests with which the budget is still proven; undefined: not even none will do. */
export function toleratedViolations(n: number, p: number, confidence: number): number | undefined {
  checkShares(p, confidence);
  let tolerated: number | undefined;
  for (let k = 0; k < n && binomialCdf(k, n, 1 - p) <= 1 - confidence; k++) tolerated = k;
  return tolerated;
}

/** P(K ≤ k) for whole k and n, summed from logarithms so that large n does not underflow. */
export function binomialCdf(k: number, n: number, share: number): number {
  if (k < 0) return 0;
  if (k >= n || share <= 0) return 1;
  if (share >= 1) return 0;
  const logOdds = Math.log(share) - Math.log1p(-share);
  let logTerm = n * Math.log1p(-share);
  let sum = Math.exp(logTerm);
  for (let i = 0; i < k; i++) {
    logTerm += Math.log((n - i) / (i + 1)) + logOdds;
    sum += Math.exp(logTerm);
  }
  return Math.min(1, sum);
}

/** Smallest n at which `violations` still prove that the share over the limit is at most 1 − p. */
function smallestN(violations: number, p: number, confidence: number): number {
  const proven = (n: number): boolean => binomialCdf(violations, n, 1 - p) <= 1 - confidence;
  let high = violations + 1;
  while (!proven(high)) high *= 2;
  let low = violations;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (proven(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** Shapes near zero can defeat the beta quantile; the bound that claims nothing takes its place. */
function finiteOr(vacuous: number, bound: number): number {
  return Number.isFinite(bound) ? bound : vacuous;
}

function checkCounts(k: number, n: number, confidence: number): void {
  if (!(Number.isFinite(k) && Number.isFinite(n) && k >= 0 && n >= 0 && k <= n)) {
    throw new RangeError(`counts: expected 0 <= k <= n, got k = ${k}, n = ${n}`);
  }
  checkShares(confidence);
}

function checkShares(...shares: readonly number[]): void {
  for (const share of shares) {
    if (!(share > 0 && share < 1)) throw new RangeError(`expected a share between 0 and 1, got ${share}`);
  }
}
