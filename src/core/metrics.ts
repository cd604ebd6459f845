// What a rung measured: every metric by its name, computed from the request records.
import { metricNamed } from './metric-names.ts';
import { mean, percentile, populationSd, type SortedSample, sortedSample } from './quantile.ts';
import {
  e2elMs,
  isFailed,
  isOk,
  type Origin,
  outputTokens,
  tokenGaps,
  tpotMs,
  ttftMs,
  ttftVisibleMs,
} from './record.ts';
import type { RequestRecord } from './result.gen.ts';

export type Metrics = Readonly<Record<string, number>>;

/** Percentiles that every rung has; budgets may ask for more. */
export const STANDARD_PERCENTILES: readonly number[] = [50, 90, 95, 99];

/** Latency families: STAT_<family>_ms. Values are per request, but for itl, which pools the tokens of all requests. */
export const LATENCY_FAMILIES: readonly LatencyFamily[] = [
  { name: 'ttft', sample: perRequest(ttftMs) },
  { name: 'ttft_visible', sample: perRequest(ttftVisibleMs) },
  { name: 'tpot', sample: perRequest(tpotMs) },
  { name: 'itl', sample: pooledGaps },
  { name: 'e2el', sample: perRequest(e2elMs) },
];

export interface LatencyFamily {
  readonly name: 'ttft' | 'ttft_visible' | 'tpot' | 'itl' | 'e2el';
  /** Sample over the successful requests among the records. */
  readonly sample: (records: readonly RequestRecord[], origin: Origin) => SortedSample;
}

/** mean, median, std and percentiles of every latency family, ms. What cannot be computed is absent. */
export function latencyMetrics(
  records: readonly RequestRecord[],
  origin: Origin,
  percentiles: readonly number[] = STANDARD_PERCENTILES,
): Metrics {
  const ok = records.filter(isOk);
  return present(
    LATENCY_FAMILIES.flatMap((family) => statistics(family.name, family.sample(ok, origin), percentiles)),
  );
}

/**
 * Counts and rates of a rung with vLLM's definitions (vllm/benchmarks/serve.py): per second of `duration_s`, which ends
 * with the last request, failed ones included. error_rate is failed / sent; requests that we cancelled count as neither.
 */
export function rateMetrics(records: readonly RequestRecord[], durationS: number | undefined): Metrics {
  const ok = records.filter(isOk);
  const failed = records.filter(isFailed).length;
  const perSecond = (amount: number): number | undefined =>
    durationS === undefined || durationS <= 0 ? undefined : amount / durationS;
  const output = sum(ok.map(outputTokens));
  const input = sum(ok.map((record) => record.prompt_tokens ?? record.input_len));
  return present([
    ['completed', ok.length],
    ['error_rate', ok.length + failed === 0 ? undefined : failed / (ok.length + failed)],
    ['request_throughput', perSecond(ok.length)],
    ['output_throughput', output === undefined ? undefined : perSecond(output)],
    [
      'total_token_throughput',
      output === undefined || input === undefined ? undefined : perSecond(output + input),
    ],
  ]);
}

/** vLLM's duration: start of the rung to the end of its last request, seconds. Absent when nothing was sent. */
export function durationS(records: readonly RequestRecord[]): number | undefined {
  if (records.length === 0) return undefined;
  const end = records.reduce((latest, record) => Math.max(latest, record.done_ns), 0) / 1e9;
  return Number.isFinite(end) && end > 0 ? end : undefined;
}

/** Tokens per second that one user sees: 1000 / mean_tpot_ms. */
export function meanTps(metrics: Metrics): number | undefined {
  const tpot = metrics['mean_tpot_ms'];
  return tpot === undefined || tpot <= 0 ? undefined : 1000 / tpot;
}

/** Percentiles in percent that these metric names ask for, the standard ones included, ascending. */
export function percentilesOf(names: readonly string[]): number[] {
  const asked = names.flatMap((name) => {
    const found = metricNamed(name)?.percentile;
    return found === undefined ? [] : [Number((found * 100).toFixed(6))];
  });
  return [...new Set([...STANDARD_PERCENTILES, ...asked])].sort((a, b) => a - b);
}

/** Drops what could not be computed: an absent metric can be asked for, a number that is not finite cannot. */
export function present(entries: readonly (readonly [string, number | undefined])[]): Metrics {
  return Object.fromEntries(
    entries.filter((entry): entry is readonly [string, number] => Number.isFinite(entry[1])),
  );
}

/** mean, median, std and pNN of one family under their names. */
export function statistics(
  family: string,
  sample: SortedSample,
  percentiles: readonly number[],
): (readonly [string, number | undefined])[] {
  return [
    [`mean_${family}_ms`, mean(sample)],
    [`median_${family}_ms`, percentile(sample, 50)],
    [`std_${family}_ms`, populationSd(sample)],
    ...percentiles.map((p) => [`p${p}_${family}_ms`, percentile(sample, p)] as const),
  ];
}

function perRequest(
  latency: (record: RequestRecord, origin: Origin) => number | undefined,
): LatencyFamily['sample'] {
  return (records, origin) =>
    sortedSample(
      records.filter(isOk).flatMap((record) => {
        const value = latency(record, origin);
        return value === undefined ? [] : [value];
      }),
    );
}

function pooledGaps(records: readonly RequestRecord[]): SortedSample {
  const values: number[] = [];
  const counts: number[] = [];
  for (const record of records) {
    if (!isOk(record)) continue;
    for (const gap of tokenGaps(record)) {
      values.push(gap.ms);
      counts.push(gap.tokens);
    }
  }
  return sortedSample(values, counts);
}

function sum(values: readonly (number | undefined)[]): number | undefined {
  let total = 0;
  for (const value of values) {
    if (value === undefined) return undefined;
    total += value;
  }
  return total;
}
