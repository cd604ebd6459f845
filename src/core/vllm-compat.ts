// The same rung in vLLM's own words: names and definitions of vllm/benchmarks/serve.py (vLLM 0.11 and newer).
import { type Metrics, present, STANDARD_PERCENTILES, statistics } from './metrics.ts';
import { sortedSample } from './quantile.ts';
import { isOk } from './record.ts';
import type { RequestRecord, RungResult } from './result.gen.ts';

/**
 * vLLM's aggregates: latencies from the sent time to messages with a non-empty `choices` list, raw message gaps as ITL,
 * successes only. vLLM prints 0.0 for every latency when nothing completed; here such a key is absent.
 */
export function vllmCompat(
  records: readonly RequestRecord[],
  durationS: number | undefined,
  percentiles: readonly number[] = STANDARD_PERCENTILES,
): Metrics {
  const ok = records.filter(isOk).flatMap((record) => {
    const seen = seenByVllm(record);
    return seen === undefined ? [] : [seen];
  });
  const input = ok.reduce((sum, { inputTokens }) => sum + inputTokens, 0);
  const output = ok.reduce((sum, { outputTokens }) => sum + outputTokens, 0);
  const perSecond = (amount: number): number | undefined =>
    durationS === undefined || durationS <= 0 ? undefined : amount / durationS;
  return present([
    ['duration', durationS],
    ['completed', ok.length],
    ['total_input_tokens', input],
    ['total_output_tokens', output],
    ['request_throughput', perSecond(ok.length)],
    ['output_throughput', perSecond(output)],
    ['total_token_throughput', perSecond(input + output)],
    ...vllmStatistics(
      ok.map(({ ttftMs, e2elMs, itlMs, outputTokens }) => ({ ttftMs, e2elMs, itlMs, outputTokens })),
      percentiles,
    ),
  ]);
}

/** What vLLM keeps of one successful request. */
export interface VllmLatencies {
  readonly ttftMs: number;
  readonly e2elMs: number;
  readonly itlMs: readonly number[];
  readonly outputTokens: number;
}

/** vLLM's statistics of successful requests: TPOT leaves out answers of one token, ITL pools all gaps. */
export function vllmStatistics(
  requests: readonly VllmLatencies[],
  percentiles: readonly number[],
): (readonly [string, number | undefined])[] {
  const tpot = requests
    .filter(({ outputTokens }) => outputTokens > 1)
    .map(({ ttftMs, e2elMs, outputTokens }) => (e2elMs - ttftMs) / (outputTokens - 1));
  const families: readonly (readonly [string, readonly number[]])[] = [
    ['ttft', requests.map(({ ttftMs }) => ttftMs)],
    ['tpot', tpot],
    ['itl', requests.flatMap(({ itlMs }) => itlMs)],
    ['e2el', requests.map(({ e2elMs }) => e2elMs)],
  ];
  return families.flatMap(([family, values]) => statistics(family, sortedSample(values), percentiles));
}

/** What the per-rung file says besides the measurement. */
export interface RungFileContext {
  /** vLLM's form: local time `YYYYMMDD-HHMMSS`. */
  readonly date: string;
  readonly backend: string;
  readonly model_id: string;
  readonly tokenizer_id?: string;
  readonly burstiness: number;
  readonly max_concurrency?: number;
  readonly label?: string;
}

/**
 * Content of result_rate_R.json: the keys of `vllm bench serve`, so that scripts made for it go on working. Where nothing
 * completed the latency keys are null, not vLLM's 0.0, which reads as a perfect latency. `failed` counts every request
 * that did not complete, unsent ones included, so that completed + failed = num_prompts. `mean_tps` and `served_rate` are
 * ours.
 */
export function rungFile(rung: RungResult, context: RungFileContext): Readonly<Record<string, unknown>> {
  const compat = rung.vllm_compat;
  const completed = compat['completed'] ?? rung.completed;
  const latencies = Object.fromEntries(latencyKeys(compat).map((key) => [key, compat[key] ?? null] as const));
  const meanTpot = compat['mean_tpot_ms'];
  return {
    date: context.date,
    endpoint_type: context.backend,
    backend: context.backend,
    label: context.label ?? null,
    model_id: context.model_id,
    tokenizer_id: context.tokenizer_id ?? context.model_id,
    num_prompts: rung.planned,
    request_rate: rung.rate,
    burstiness: context.burstiness,
    max_concurrency: context.max_concurrency ?? null,
    duration: compat['duration'] ?? null,
    completed,
    failed: rung.planned - completed,
    total_input_tokens: compat['total_input_tokens'] ?? 0,
    total_output_tokens: compat['total_output_tokens'] ?? 0,
    request_throughput: compat['request_throughput'] ?? null,
    request_goodput: null,
    output_throughput: compat['output_throughput'] ?? null,
    total_token_throughput: compat['total_token_throughput'] ?? null,
    ...latencies,
    mean_tps: meanTpot === undefined || meanTpot <= 0 ? null : 1000 / meanTpot,
    served_rate: rung.metrics['served_rate'] ?? null,
  };
}

/** Latency keys in vLLM's order: those that are always there, then further percentiles that were computed. */
function latencyKeys(compat: Metrics): string[] {
  const always = ['ttft', 'tpot', 'itl', 'e2el'].flatMap((family) =>
    ['mean', 'median', 'std', 'p99'].map((statistic) => `${statistic}_${family}_ms`),
  );
  const further = Object.keys(compat).filter((key) => key.endsWith('_ms') && !always.includes(key));
  return [...always, ...further];
}

function seenByVllm(record: RequestRecord): (VllmLatencies & { readonly inputTokens: number }) | undefined {
  const { sent_ns: sent, first_choice_ns: first, last_choice_ns: last } = record;
  if (sent === undefined || first === undefined || last === undefined) return undefined;
  const gaps = record.gaps_ns ?? [];
  if (![sent, first, last, ...gaps].every(Number.isFinite)) return undefined;
  return {
    ttftMs: (first - sent) / 1e6,
    e2elMs: (last - sent) / 1e6,
    itlMs: gaps.map((gap) => gap / 1e6),
    outputTokens: record.completion_tokens || gaps.length + 1,
    inputTokens: record.prompt_tokens ?? record.input_len ?? 0,
  };
}
