// Percentiles, mean and spread of one sample, defined as numpy defines them (and so vLLM's result files).

declare const sorted: unique symbol;

/** Finite values in ascending order, each with how often it counts. Made only by `sortedSample`. */
export interface SortedSample {
  readonly values: Float64Array;
  /** Cumulative counts: `ends[i]` values are at or before position i. */
  readonly ends: Float64Array;
  readonly size: number;
  readonly [sorted]: true;
}

/**
 * Sorts a sample once. `counts` says how often each value counts (whole numbers above 0; default 1), so that a message
 * with many tokens costs one entry. Throws on a value that is not finite: such a number must never be averaged.
 */
export function sortedSample(values: readonly number[], counts?: readonly number[]): SortedSample {
  const order = Float64Array.from(values);
  if (!order.every(Number.isFinite)) throw new RangeError('a sample holds a value that is not finite');
  // Most servers send one token a message: a plain numeric sort is five times faster than sorting pairs.
  if (counts === undefined || (counts.length === values.length && counts.every((count) => count === 1))) {
    order.sort();
    return { values: order, ends: order.map((_, i) => i + 1), size: order.length } as SortedSample;
  }
  const pairs = values.map((value, i) => ({ value, count: counts[i] ?? 0 }));
  if (!pairs.every(({ count }) => Number.isSafeInteger(count) && count > 0)) {
    throw new RangeError('a count in a sample is not a whole number above 0');
  }
  pairs.sort((a, b) => a.value - b.value);
  let size = 0;
  const ends = Float64Array.from(pairs, ({ count }) => {
    size += count;
    return size;
  });
  return { values: Float64Array.from(pairs, ({ value }) => value), ends, size } as SortedSample;
}

/**
 * Percentile with linear interpolation between ranks (`numpy.percentile`, method `linear`), `percent` from 0 to 100.
 * Absent for an empty sample.
 */
export function percentile(sample: SortedSample, percent: number): number | undefined {
  if (!(percent >= 0 && percent <= 100))
    throw new RangeError(`percentile ${percent} is not between 0 and 100`);
  if (sample.size === 0) return undefined;
  const position = ((sample.size - 1) * percent) / 100;
  const rank = Math.floor(position);
  const low = valueAt(sample, rank);
  const high = valueAt(sample, Math.min(rank + 1, sample.size - 1));
  return low + (high - low) * (position - rank);
}

/** Arithmetic mean; absent for an empty sample. */
export function mean(sample: SortedSample): number | undefined {
  if (sample.size === 0) return undefined;
  let sum = 0;
  let before = 0;
  sample.values.forEach((value, i) => {
    const end = sample.ends[i] ?? before;
    sum += value * (end - before);
    before = end;
  });
  return finite(sum / sample.size);
}

/** Standard deviation of the population (divisor n), as numpy's default and vLLM's `std_*`; absent for an empty sample. */
export function populationSd(sample: SortedSample): number | undefined {
  const centre = mean(sample);
  if (centre === undefined) return undefined;
  let sum = 0;
  let before = 0;
  sample.values.forEach((value, i) => {
    const end = sample.ends[i] ?? before;
    sum += (value - centre) ** 2 * (end - before);
    before = end;
  });
  return finite(Math.sqrt(sum / sample.size));
}

/** Share of the sample for which `over` holds; absent for an empty sample. */
export function share(sample: SortedSample, over: (value: number) => boolean): number | undefined {
  if (sample.size === 0) return undefined;
  let count = 0;
  let before = 0;
  sample.values.forEach((value, i) => {
    const end = sample.ends[i] ?? before;
    if (over(value)) count += end - before;
    before = end;
  });
  return count / sample.size;
}

/** Mean and standard deviation with divisor n − 1 of a few values; the spread is absent below two. */
export function meanAndSpread(values: readonly number[]): { mean: number; sd?: number } | undefined {
  if (values.length === 0) return undefined;
  const centre = values.reduce((sum, value) => sum + value, 0) / values.length;
  if (!Number.isFinite(centre)) return undefined;
  if (values.length === 1) return { mean: centre };
  const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1));
  return Number.isFinite(sd) ? { mean: centre, sd } : undefined;
}

/** The value at a rank from 0, by binary search over the cumulative counts. */
function valueAt(sample: SortedSample, rank: number): number {
  let low = 0;
  let high = sample.values.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sample.ends[middle] ?? 0) > rank) high = middle;
    else low = middle + 1;
  }
  return sample.values[low] ?? 0;
}

function finite(value: number): number | undefined {
  return Number.isFinite(value) ? value : undefined;
}
