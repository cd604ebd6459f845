import { hugeChange } from '../core/huge-change.ts';

/** What a number is; each unit has one formatter. */
export type Unit = 'ms' | 'req/s' | 'tokens/s' | 'share' | 'count';

export interface MetricName {
  /** For people: "TTFT p50". */
  readonly label: string;
  readonly unit: Unit;
}

/** Shown where a number does not exist. */
export const ABSENT = '–';

const LATENCY = /^(mean|median|std|p\d{1,2}(?:\.\d+)?)_(ttft_visible|ttft|tpot|itl|e2el)_ms$/;
const NAMED: Readonly<Record<string, MetricName>> = {
  request_throughput: { label: 'Request throughput', unit: 'req/s' },
  request_goodput: { label: 'Goodput', unit: 'req/s' },
  output_throughput: { label: 'Output tokens', unit: 'tokens/s' },
  total_token_throughput: { label: 'Total tokens', unit: 'tokens/s' },
  mean_tps: { label: 'Tokens/s per request', unit: 'tokens/s' },
  served_rate: { label: 'Served rate', unit: 'req/s' },
  error_rate: { label: 'Error rate', unit: 'share' },
  completed: { label: 'Completed', unit: 'count' },
  capacity: { label: 'Capacity', unit: 'req/s' },
};

/** Label and unit of a metric; an unknown one keeps its name and counts as a bare number. */
export function metricName(metric: string): MetricName {
  const match = LATENCY.exec(metric);
  if (match === null)
    return (Object.hasOwn(NAMED, metric) ? NAMED[metric] : undefined) ?? { label: metric, unit: 'count' };
  const [, statistic = '', name = ''] = match;
  const family = name === 'ttft_visible' ? 'TTFT (visible)' : name.toUpperCase();
  return { label: `${family} ${statistic === 'median' ? 'p50' : statistic}`, unit: 'ms' };
}

/** The number alone, as it stands below a header that names the unit. */
export function bare(value: number | undefined, unit: Unit, extra = 0): string {
  if (value === undefined || !Number.isFinite(value)) return ABSENT;
  const digits = (count: number): string => value.toFixed(Math.min(20, count + extra));
  switch (unit) {
    case 'ms':
      return digits(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);
    case 'req/s':
      return digits(2);
    case 'tokens/s':
      return digits(Math.abs(value) >= 100 ? 0 : 1);
    case 'share':
      return `${(value * 100).toFixed(Math.min(20, 1 + extra))} %`;
    case 'count':
      return Number.isInteger(value) ? String(value) : digits(2);
  }
}

/** Two different numbers never look the same: 400.3 against a limit of 400 is not "400 against 400". */
export function unlike(
  value: number | undefined,
  limit: number | undefined,
  unit: Unit,
): readonly [string, string] {
  for (let extra = 0; extra < 12; extra += 1) {
    const pair = [bare(value, unit, extra), bare(limit, unit, extra)] as const;
    if (pair[0] !== pair[1] || value === limit) return pair;
  }
  return [String(value), String(limit)];
}

/** Relative change of a value against a baseline, "+52 %" or "-3.1 %"; a baseline of 0 has none. */
export function change(value: number | undefined, baseline: number | undefined): string {
  if (value === undefined || baseline === undefined) return ABSENT;
  if (!Number.isFinite(value) || !Number.isFinite(baseline)) return ABSENT;
  if (baseline === 0) return 'n/a (baseline 0)';
  const ratio = value / baseline - 1;
  return hugeChange(ratio) ?? signedPercent(ratio);
}

/** A share as "10 %". */
export const percent = (ratio: number | undefined): string =>
  ratio === undefined || !Number.isFinite(ratio)
    ? ABSENT
    : (hugeChange(ratio) ?? `${Number((ratio * 100).toFixed(1))} %`);

/** "+52 %"; one decimal below 10 %. */
export function signedPercent(ratio: number | undefined): string {
  if (ratio === undefined || !Number.isFinite(ratio)) return ABSENT;
  const huge = hugeChange(ratio);
  if (huge !== undefined) return huge;
  const percent = ratio * 100;
  const text = Math.abs(percent).toFixed(Math.abs(percent) < 9.95 ? 1 : 0);
  if (Number(text) === 0) return '±0 %';
  return `${percent < 0 ? '-' : '+'}${text} %`;
}

/** Seconds as "42 s", "12 min" or "3.2 h". */
export function duration(seconds: number | undefined): string {
  if (seconds === undefined || !Number.isFinite(seconds)) return ABSENT;
  if (seconds < 120) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  if (seconds < 7200) return `${(seconds / 60).toFixed(0)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

/** A rate as people write it: 4, 0.5. */
export const rateText = (rate: number): string => String(Number(rate.toPrecision(6)));
