// Two ways to do the same work, measured in turns in one run, since the machine is never the same twice.
import { percentile, sortedSample } from '../../../src/core/quantile.ts';

export interface Comparison {
  /** What was measured, with its unit. */
  readonly measure: string;
  readonly ours: number;
  readonly reference_name: string;
  readonly reference: number;
  /**
   * Median, lowest and highest of ours / reference of each repeat. Absent for what has no ratio: a difference that
   * may be 0, a side that could not be measured.
   */
  readonly ratio?: Ratio;
}

export interface Ratio {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

export interface BenchResult {
  readonly name: string;
  /** What is compared with what, for the reader of the table. */
  readonly about: string;
  readonly repeats: number;
  readonly comparisons: readonly Comparison[];
}

/** Runs every variant once per repeat, in turns that begin with another one each time. */
export async function inTurns<Name extends string, Answer>(
  repeats: number,
  variants: Readonly<Record<Name, () => Answer | Promise<Answer>>>,
): Promise<Readonly<Record<Name, readonly Answer[]>>> {
  const names = Object.keys(variants) as Name[];
  const answers = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Answer[]>;
  for (let repeat = 0; repeat < repeats; repeat++) {
    const first = repeat % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      answers[name].push(await variants[name]());
    }
  }
  return answers;
}

/** Medians of both sides and the ratio of the values that belong to the same repeat. */
export function compare(sides: {
  readonly measure: string;
  readonly ours: readonly number[];
  readonly reference_name: string;
  readonly reference: readonly number[];
}): Comparison {
  const { measure, ours, reference_name, reference } = sides;
  const ratios = ours.flatMap((value, i) => {
    const ratio = value / (reference[i] ?? 0);
    return Number.isFinite(ratio) && ratio > 0 ? [ratio] : [];
  });
  const sample = sortedSample(ratios);
  const [lowest, middle, highest] = [0, 50, 100].map((percent) => percentile(sample, percent));
  const whole = ratios.length === ours.length;
  return {
    ...{ measure, ours: median(ours), reference_name, reference: median(reference) },
    ...(whole &&
      lowest !== undefined &&
      middle !== undefined &&
      highest !== undefined && { ratio: { lowest, median: middle, highest } }),
  };
}

function median(values: readonly number[]): number {
  const middle = percentile(sortedSample(values), 50);
  if (middle === undefined) throw new Error('the median of nothing was asked for');
  return middle;
}
