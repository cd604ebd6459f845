import type { ServerCounters } from '../core/result.gen.ts';
import type { Metrics, Sample } from './prometheus.ts';

/** What one page of /metrics says; an absent field is not served. */
export interface Snapshot {
  readonly running?: Found;
  readonly waiting?: Found;
  readonly kv_usage?: Found;
  readonly preemptions?: Found;
  readonly prefix_queries?: Found;
  readonly prefix_hits?: Found;
  readonly queue_time_sum?: Found;
  readonly queue_time_count?: Found;
  readonly ttft_sum?: Found;
  readonly ttft_count?: Found;
  readonly requests_finished?: Found;
  readonly prompt_tokens?: Found;
  readonly generation_tokens?: Found;
  readonly process_start?: Found;
}

/** A value and the name under which it was served. */
interface Found {
  readonly value: number;
  readonly name: string;
}

type Quantity = keyof Snapshot;

/**
 * Names of each quantity, newest first: vllm/v1/metrics/loggers.py and docs/design/metrics.md of vLLM 0.8 to 0.32,
 * then vLLM V0. Client libraries add `_total` to counters.
 */
const NAMES: Readonly<Record<Quantity, readonly string[]>> = {
  running: ['vllm:num_requests_running'],
  waiting: ['vllm:num_requests_waiting'],
  kv_usage: ['vllm:kv_cache_usage_perc', 'vllm:gpu_cache_usage_perc'],
  preemptions: ['vllm:num_preemptions_total', 'vllm:num_preemptions'],
  prefix_queries: [
    'vllm:prefix_cache_queries_total',
    'vllm:prefix_cache_queries',
    'vllm:gpu_prefix_cache_queries_total',
    'vllm:gpu_prefix_cache_queries',
  ],
  prefix_hits: [
    'vllm:prefix_cache_hits_total',
    'vllm:prefix_cache_hits',
    'vllm:gpu_prefix_cache_hits_total',
    'vllm:gpu_prefix_cache_hits',
  ],
  queue_time_sum: ['vllm:request_queue_time_seconds_sum', 'vllm:time_in_queue_requests_sum'],
  queue_time_count: ['vllm:request_queue_time_seconds_count', 'vllm:time_in_queue_requests_count'],
  ttft_sum: ['vllm:time_to_first_token_seconds_sum'],
  ttft_count: ['vllm:time_to_first_token_seconds_count'],
  requests_finished: ['vllm:request_success_total', 'vllm:request_success'],
  prompt_tokens: ['vllm:prompt_tokens_total', 'vllm:prompt_tokens'],
  generation_tokens: ['vllm:generation_tokens_total', 'vllm:generation_tokens'],
  process_start: ['process_start_time_seconds'],
};

/** Every metric name that a snapshot reads. */
export const WANTED: ReadonlySet<string> = new Set(Object.values(NAMES).flat());

/** Reads one page: gauges and counters are summed over engines, the KV usage is that of the fullest. */
export function snapshot(metrics: Metrics): Snapshot {
  const found: { -readonly [Q in Quantity]?: Found } = {};
  for (const quantity of Object.keys(NAMES) as Quantity[]) {
    const name = NAMES[quantity].find((one) => metrics.has(one));
    const samples = name === undefined ? undefined : metrics.get(name);
    if (name === undefined || samples === undefined || samples.length === 0) continue;
    found[quantity] = { name, value: combine(quantity, samples) };
  }
  return found;
}

/**
 * Deltas between two pages and the peaks of all pages in between, all of one rung. A restarted server has
 * no deltas. Throws nothing: what cannot be computed is absent.
 */
export function countersOf(
  pages: readonly Snapshot[],
  first: Snapshot | undefined,
  last: Snapshot | undefined,
): ServerCounters {
  const restarted = first !== undefined && last !== undefined && wasRestarted(first, last);
  const delta = (quantity: Quantity): number | undefined => {
    const before = first?.[quantity];
    const after = last?.[quantity];
    if (before === undefined || after === undefined || restarted || before.name !== after.name)
      return undefined;
    return after.value - before.value;
  };
  const kv = pages.find((page) => page.kv_usage !== undefined)?.kv_usage?.name;
  return compact({
    source: kv === undefined ? '/metrics' : `/metrics, KV usage from ${kv}`,
    running_max: peak(pages, 'running'),
    waiting_max: peak(pages, 'waiting'),
    kv_usage_max: peak(pages, 'kv_usage'),
    preemptions: delta('preemptions'),
    prefix_queries: delta('prefix_queries'),
    prefix_hits: delta('prefix_hits'),
    queue_time_mean_ms: meanMs(delta('queue_time_sum'), delta('queue_time_count')),
    ttft_mean_ms: meanMs(delta('ttft_sum'), delta('ttft_count')),
    ttft_count: delta('ttft_count'),
    requests_finished: delta('requests_finished'),
    restarted: first === undefined || last === undefined ? undefined : restarted,
  });
}

/** True when the server runs nothing, false when it does, undefined when the page does not say. */
export function isIdle(page: Snapshot): boolean | undefined {
  if (page.running === undefined || page.waiting === undefined) return undefined;
  return page.running.value + page.waiting.value === 0;
}

/** What a page says about work that moves. Absent: it shows no token counter, so standing still cannot be seen. */
export function progressOf(page: Snapshot): readonly number[] | undefined {
  if (page.generation_tokens === undefined) return undefined;
  const moving = [
    ...[page.generation_tokens, page.prompt_tokens, page.requests_finished, page.preemptions],
    ...[page.kv_usage, page.running, page.waiting],
  ];
  return moving.map((one) => one?.value ?? 0);
}

function combine(quantity: Quantity, samples: readonly Sample[]): number {
  const values = samples.map((sample) => sample.value);
  if (quantity === 'kv_usage' || quantity === 'process_start') return Math.max(...values);
  return values.reduce((sum, value) => sum + value, 0);
}

const COUNTERS: readonly Quantity[] = [
  'preemptions',
  'prefix_queries',
  'prefix_hits',
  'queue_time_count',
  'ttft_count',
  'requests_finished',
  'generation_tokens',
];

/** Counters only grow; one that fell, or another start time, is another process. */
function wasRestarted(first: Snapshot, last: Snapshot): boolean {
  const { process_start: before } = first;
  const { process_start: after } = last;
  if (before !== undefined && after !== undefined && after.value !== before.value) return true;
  return COUNTERS.some((quantity) => {
    const start = first[quantity];
    const end = last[quantity];
    return start !== undefined && end !== undefined && start.name === end.name && end.value < start.value;
  });
}

function peak(pages: readonly Snapshot[], quantity: Quantity): number | undefined {
  const values = pages.flatMap((page) => page[quantity]?.value ?? []);
  return values.length === 0 ? undefined : Math.max(...values);
}

function meanMs(sumSeconds: number | undefined, count: number | undefined): number | undefined {
  if (sumSeconds === undefined || count === undefined || count <= 0 || sumSeconds < 0) return undefined;
  return (sumSeconds / count) * 1000;
}

/** The same without absent fields. */
function compact(counters: { [K in keyof ServerCounters]: ServerCounters[K] | undefined }): ServerCounters {
  const entries = Object.entries(counters).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as unknown as ServerCounters;
}
