// The metrics that budgets and comparisons may name: vLLM's names (vllm/benchmarks/serve.py) and ours.

/** What a metric name means to a budget. */
export interface BudgetMetric {
  /** The name; STAT stands for mean, median or a percentile such as p95 or p99.9. */
  readonly name: string;
  readonly unit: 'ms' | 'requests/s' | 'tokens/s' | 'share' | 'requests';
  readonly better: 'lower' | 'higher';
  /** Measured at each rung, or one number for the whole ladder. */
  readonly scope: 'rung' | 'ladder';
  /** What 100 % is. Absent: a percentage has no meaning. */
  readonly percent_of?: 'arrived rate' | 'offered rate' | 'sent requests' | 'planned requests';
  /** A relative change of it can be judged against a baseline. */
  readonly comparable: boolean;
  readonly meaning: string;
}

/** A named metric, its statistic resolved. */
export interface NamedMetric extends BudgetMetric {
  /** The percentile as a share (median: 0.5). Absent: no percentile. */
  readonly percentile?: number;
}

const latency = { unit: 'ms', better: 'lower', scope: 'rung', comparable: true } as const;
const rate = { better: 'higher', scope: 'rung', comparable: true } as const;

/** All metrics of budgets, one row each; README tables come from here. */
export const BUDGET_METRICS: readonly BudgetMetric[] = [
  { ...latency, name: 'STAT_ttft_ms', meaning: 'time to first token' },
  { ...latency, name: 'STAT_ttft_visible_ms', meaning: 'time to first visible text, after any reasoning' },
  { ...latency, name: 'STAT_tpot_ms', meaning: 'time per output token after the first' },
  { ...latency, name: 'STAT_itl_ms', meaning: 'gap between tokens' },
  { ...latency, name: 'STAT_e2el_ms', meaning: 'end-to-end latency of a request' },
  {
    ...rate,
    name: 'request_throughput',
    unit: 'requests/s',
    percent_of: 'offered rate',
    meaning: 'completed requests / time to the last completion, the drain included (vLLM)',
  },
  {
    ...rate,
    name: 'output_throughput',
    unit: 'tokens/s',
    meaning: 'output tokens / time to the last completion',
  },
  {
    ...rate,
    name: 'total_token_throughput',
    unit: 'tokens/s',
    meaning: 'prompt and output tokens / time to the last completion',
  },
  {
    ...rate,
    name: 'served_rate',
    unit: 'requests/s',
    percent_of: 'arrived rate',
    meaning: 'completions per second inside the steady window',
  },
  {
    ...rate,
    name: 'mean_tps',
    unit: 'tokens/s',
    meaning: 'tokens per second of one request: 1000 / mean_tpot_ms',
  },
  {
    name: 'error_rate',
    unit: 'share',
    better: 'lower',
    scope: 'rung',
    percent_of: 'sent requests',
    comparable: false,
    meaning: 'failed requests / sent requests',
  },
  {
    name: 'completed',
    unit: 'requests',
    better: 'higher',
    scope: 'rung',
    percent_of: 'planned requests',
    comparable: false,
    meaning: 'requests that succeeded',
  },
  {
    name: 'capacity',
    unit: 'requests/s',
    better: 'higher',
    scope: 'ladder',
    comparable: false,
    meaning: 'highest rung that, with all lower ones, meets every per-rung budget',
  },
];

const STATISTICS = ['mean', 'median', 'p50', 'p90', 'p95', 'p99', 'p99.9'];

/** Names to suggest, the usual statistics spelled out. */
export const BUDGET_METRIC_NAMES: readonly string[] = BUDGET_METRICS.flatMap(({ name }) =>
  name.startsWith('STAT_') ? STATISTICS.map((statistic) => name.replace('STAT', statistic)) : [name],
);

/** The metric of this name, or undefined. Percentiles are p1 to p99.999, without leading or trailing zeros. */
export function metricNamed(name: string): NamedMetric | undefined {
  const plain = BUDGET_METRICS.find((metric) => metric.name === name);
  if (plain !== undefined) return name.startsWith('STAT_') ? undefined : plain;
  const parts = /^(mean|median|p([1-9]\d?(?:\.\d{0,2}[1-9])?))_(.+)$/.exec(name);
  if (parts === null) return undefined;
  const family = BUDGET_METRICS.find((metric) => metric.name === `STAT_${parts[3]}`);
  if (family === undefined) return undefined;
  const named = { ...family, name };
  if (parts[1] === 'mean') return named;
  return { ...named, percentile: parts[2] === undefined ? 0.5 : Number(`${parts[2]}e-2`) };
}
