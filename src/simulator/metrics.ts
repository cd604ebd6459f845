import type { EngineCounters, EngineLoad, EngineProgress, StepOutcome } from './model.ts';

/** The server's metrics in Prometheus' text format, with the names, labels and buckets of vLLM 0.32. */
export interface ServerMetrics {
  /** Counts the tokens of a step and the requests that it ended. */
  observeStep(outcome: StepOutcome): void;
  /** A request whose client left, or whose answer was broken off. */
  observeAbort(): void;
  observeHttp(request: { readonly handler: string; readonly method: string; readonly status: number }): void;
  render(state: MetricsState): string;
}

interface MetricsState {
  readonly load: EngineLoad;
  readonly counters: EngineCounters;
}

/** Fixed labels and scales of one server. */
export interface MetricsOptions {
  readonly model_id: string;
  /** Real seconds of one engine second: metrics are in the clients' time. */
  readonly time_scale: number;
  /** Unix seconds. */
  readonly started_at: number;
  readonly cache_config: Readonly<Record<string, string>>;
}

const TTFT_BUCKETS = [
  0.001, 0.005, 0.01, 0.02, 0.04, 0.06, 0.08, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20, 40, 80, 160, 640,
  2560,
];
const TOKEN_BUCKETS = [
  0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.75, 1, 2.5, 5, 7.5, 10, 20, 40, 80,
];
const REQUEST_BUCKETS = [
  0.3, 0.5, 0.8, 1, 1.5, 2, 2.5, 5, 10, 15, 20, 30, 40, 50, 60, 120, 240, 480, 960, 1920, 7680,
];
const LENGTH_BUCKETS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000];
const STEP_TOKEN_BUCKETS = [1, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16_384];
const FINISHED_REASONS = ['stop', 'length', 'abort', 'error', 'repetition'] as const;

export function serverMetrics(options: MetricsOptions): ServerMetrics {
  const histograms = {
    request_prompt_tokens: new Histogram('Number of prefill tokens processed.', LENGTH_BUCKETS),
    request_generation_tokens: new Histogram('Number of generation tokens processed.', LENGTH_BUCKETS),
    iteration_tokens_total: new Histogram(
      'Histogram of number of tokens per engine_step.',
      STEP_TOKEN_BUCKETS,
    ),
    time_to_first_token_seconds: new Histogram('Histogram of time to first token in seconds.', TTFT_BUCKETS),
    inter_token_latency_seconds: new Histogram('Histogram of inter-token latency in seconds.', TOKEN_BUCKETS),
    request_time_per_output_token_seconds: new Histogram(
      'Histogram of time_per_output_token_seconds per request.',
      TOKEN_BUCKETS,
    ),
    e2e_request_latency_seconds: new Histogram(
      'Histogram of e2e request latency in seconds.',
      REQUEST_BUCKETS,
    ),
    request_queue_time_seconds: new Histogram(
      'Histogram of time spent in WAITING phase for request.',
      REQUEST_BUCKETS,
    ),
    request_inference_time_seconds: new Histogram(
      'Histogram of time spent in RUNNING phase for request.',
      REQUEST_BUCKETS,
    ),
    request_prefill_time_seconds: new Histogram(
      'Histogram of time spent in PREFILL phase for request.',
      REQUEST_BUCKETS,
    ),
    request_decode_time_seconds: new Histogram(
      'Histogram of time spent in DECODE phase for request.',
      REQUEST_BUCKETS,
    ),
  };
  const finished = Object.fromEntries(FINISHED_REASONS.map((reason) => [reason, 0])) as Record<
    FinishedReason,
    number
  >;
  const http = new Map<string, number>();
  const scale = options.time_scale;

  const observeFinish = (progress: EngineProgress): void => {
    const {
      first_token_at: first,
      last_token_at: last,
      scheduled_at: scheduled,
      queued_at: queued,
    } = progress;
    if (first === undefined || last === undefined || scheduled === undefined || queued === undefined) return;
    finished[progress.request.finish_reason]++;
    histograms.request_prompt_tokens.observe(progress.request.prompt_ids.length);
    histograms.request_generation_tokens.observe(progress.generated);
    histograms.e2e_request_latency_seconds.observe((last - progress.arrived_at) * scale);
    histograms.request_queue_time_seconds.observe((scheduled - queued) * scale);
    // After a preemption the latest scheduling can be later than the first token.
    histograms.request_prefill_time_seconds.observe(Math.max(0, first - scheduled) * scale);
    histograms.request_decode_time_seconds.observe((last - first) * scale);
    histograms.request_inference_time_seconds.observe((last - scheduled) * scale);
    histograms.request_time_per_output_token_seconds.observe(
      progress.generated > 1 ? ((last - first) * scale) / (progress.generated - 1) : 0,
    );
  };

  return {
    observeStep(outcome) {
      for (const output of outcome.outputs) {
        if (output.gap_s === undefined) {
          histograms.time_to_first_token_seconds.observe(
            (outcome.ended_at - output.progress.arrived_at) * scale,
          );
        } else {
          histograms.inter_token_latency_seconds.observe(output.gap_s * scale);
        }
        if (output.finished) observeFinish(output.progress);
      }
      histograms.iteration_tokens_total.observe(outcome.prefill_tokens + outcome.outputs.length);
    },
    observeAbort() {
      finished.abort++;
    },
    observeHttp({ handler, method, status }) {
      const key = labels({ handler, method, status: `${Math.floor(status / 100)}xx` });
      http.set(key, (http.get(key) ?? 0) + 1);
    },
    render({ load, counters }) {
      const common = { engine: '0', model_name: options.model_id };
      const base = labels(common);
      const lines = [
        '# SIMULATED: these numbers come from the simulator of instinct-gate, not from vLLM or a GPU.',
        ...family(
          'process_start_time_seconds',
          'gauge',
          'Start time of the process since unix epoch in seconds.',
          [['', options.started_at]],
        ),
        ...family('vllm:num_requests_running', 'gauge', 'Number of requests in model execution batches.', [
          [base, load.running],
        ]),
        ...family('vllm:num_requests_waiting', 'gauge', 'Number of requests waiting to be processed.', [
          [base, load.waiting],
        ]),
        ...family('vllm:num_requests_waiting_by_reason', 'gauge', 'Number of waiting requests by reason.', [
          [labels({ ...common, reason: 'capacity' }), load.waiting],
          [labels({ ...common, reason: 'deferred' }), 0],
        ]),
        ...family('vllm:kv_cache_usage_perc', 'gauge', 'KV-cache usage. 1 means 100 percent usage.', [
          [base, load.kv_usage],
        ]),
        ...family(
          'vllm:prefix_cache_queries_total',
          'counter',
          'Prefix cache queries, in number of queried tokens.',
          [[base, counters.prefix_cache_queries]],
        ),
        ...family(
          'vllm:prefix_cache_hits_total',
          'counter',
          'Prefix cache hits, in number of cached tokens.',
          [[base, counters.prefix_cache_hits]],
        ),
        ...family(
          'vllm:num_preemptions_total',
          'counter',
          'Cumulative number of preemption from the engine.',
          [[base, counters.preemptions]],
        ),
        ...family('vllm:prompt_tokens_total', 'counter', 'Number of prefill tokens processed.', [
          [base, counters.prompt_tokens],
        ]),
        ...family(
          'vllm:prompt_tokens_cached_total',
          'counter',
          'Number of cached prompt tokens (local + external).',
          [[base, counters.prefix_cache_hits]],
        ),
        ...family('vllm:generation_tokens_total', 'counter', 'Number of generation tokens processed.', [
          [base, counters.generation_tokens],
        ]),
        ...family(
          'vllm:request_success_total',
          'counter',
          'Count of successfully processed requests.',
          FINISHED_REASONS.map((reason) => [
            labels({ ...common, finished_reason: reason }),
            finished[reason],
          ]),
        ),
        ...family(
          'vllm:admission_rejections_total',
          'counter',
          'Admission attempts rejected by a queue limit.',
          [
            [labels({ model_name: options.model_id, reason: 'max_num_queued_reqs' }), counters.rejected],
            [labels({ model_name: options.model_id, reason: 'max_num_queued_tokens' }), 0],
          ],
        ),
      ];
      for (const [name, histogram] of Object.entries(histograms))
        lines.push(...histogram.lines(`vllm:${name}`, common));
      lines.push(
        ...family('vllm:cache_config_info', 'gauge', 'Information of the LLMEngine CacheConfig', [
          [labels({ ...options.cache_config, engine: '0' }), 1],
        ]),
        ...family(
          'http_requests_total',
          'counter',
          'Total number of requests by method, status and handler.',
          [...http.entries()],
        ),
      );
      return `${lines.join('\n')}\n`;
    },
  };
}

type FinishedReason = (typeof FINISHED_REASONS)[number];

class Histogram {
  readonly #help: string;
  readonly #bounds: readonly number[];
  readonly #counts: number[];
  #sum = 0;

  constructor(help: string, bounds: readonly number[]) {
    this.#help = help;
    this.#bounds = bounds;
    this.#counts = new Array<number>(bounds.length + 1).fill(0);
  }

  observe(value: number): void {
    let bucket = 0;
    while (bucket < this.#bounds.length && value > (this.#bounds[bucket] ?? 0)) bucket++;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#sum += value;
  }

  lines(name: string, common: Readonly<Record<string, string>>): readonly string[] {
    const lines = [`# HELP ${name} ${this.#help}`, `# TYPE ${name} histogram`];
    let total = 0;
    for (const [index, count] of this.#counts.entries()) {
      total += count;
      const bound = this.#bounds[index];
      const le = bound === undefined ? '+Inf' : number(bound);
      lines.push(`${name}_bucket${labels({ ...common, le })} ${number(total)}`);
    }
    lines.push(
      `${name}_count${labels(common)} ${number(total)}`,
      `${name}_sum${labels(common)} ${number(this.#sum)}`,
    );
    return lines;
  }
}

function family(
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  samples: readonly (readonly [string, number])[],
): readonly string[] {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(([labelText, value]) => `${name}${labelText} ${number(value)}`),
  ];
}

/** Labels in alphabetical order, escaped for the text format. */
function labels(values: Readonly<Record<string, string>>): string {
  const pairs = Object.keys(values)
    .sort()
    .map((key) => `${key}="${escapeLabel(values[key] ?? '')}"`);
  return `{${pairs.join(',')}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

/** Python's way: whole numbers carry ".0". */
function number(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e15 ? value.toFixed(1) : String(value);
}
