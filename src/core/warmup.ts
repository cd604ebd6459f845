// When is an engine warm? Not after N requests, but when its latency has stopped falling.
import quantile from '@stdlib/stats-base-dists-t-quantile';

/** One window of the warm-up. */
export interface WarmupWindow {
  /** Its middle, in lengths of a window since the start. */
  readonly position: number;
  /** Mean of ln(latency) of the requests that ended in it. */
  readonly log_latency: number;
}

export type Trend =
  /** A fall of more than MAX_FALL per window is excluded. */
  | 'flat'
  /** A fall of more than MAX_FALL per window is proven. */
  | 'falling'
  | 'undecided';

/** Fall of latency per window that counts as still warming up. */
const MAX_FALL = 0.1;
/** Windows that the trend is taken over: the latest, so that a steep beginning does not linger. */
const LATEST = 6;
/** Fewer say nothing: two degrees of freedom are left for the scatter. */
const FEWEST = 4;
/** Scatter of a window that is assumed at least, so that a few equal numbers do not look like proof. */
const LEAST_SD = 0.01;

/**
 * Trend of latency over the latest windows: least squares on ln(latency), one-sided bounds of the slope by the t
 * distribution with n − 2 degrees of freedom.
 */
export function warmupTrend(windows: readonly WarmupWindow[], confidence = 0.95): Trend {
  const latest = windows.slice(-LATEST);
  const n = latest.length;
  if (n < FEWEST || !latest.every((w) => Number.isFinite(w.position) && Number.isFinite(w.log_latency))) {
    return 'undecided';
  }
  const meanX = latest.reduce((sum, w) => sum + w.position, 0) / n;
  const meanY = latest.reduce((sum, w) => sum + w.log_latency, 0) / n;
  const sxx = latest.reduce((sum, w) => sum + (w.position - meanX) ** 2, 0);
  const sxy = latest.reduce((sum, w) => sum + (w.position - meanX) * (w.log_latency - meanY), 0);
  if (!(sxx > 0)) return 'undecided';
  const slope = sxy / sxx;
  const residual = latest.reduce(
    (sum, w) => sum + (w.log_latency - meanY - slope * (w.position - meanX)) ** 2,
    0,
  );
  const error = Math.max(Math.sqrt(residual / (n - 2)), LEAST_SD) / Math.sqrt(sxx);
  const reach = quantile(confidence, n - 2) * error;
  const limit = Math.log(1 - MAX_FALL);
  if (!Number.isFinite(slope) || !Number.isFinite(reach)) return 'undecided';
  if (slope - reach > limit) return 'flat';
  return slope + reach < limit ? 'falling' : 'undecided';
}
