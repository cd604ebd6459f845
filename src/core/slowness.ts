// Why a server that keeps up is slow all the same: a cap on concurrency, a full KV cache, long prompts, an untuned stack.
import type { Bucket, Finding, RungResult } from './result.gen.ts';
import { adviceFor } from './triage.ts';

/** TTFT is high where a gating cell about it is broken, or where it is this much above the lowest rung. */
const HIGH_FACTOR = 3;
/** Below this nobody waits. */
const HIGH_FLOOR_MS = 100;
/** Requests in a bucket from which its median means something. */
const BUCKET_MIN = 10;
/** Longest prompts against shortest ones. */
const LENGTH_FACTOR = 2;
/** Share of TTFT that is spent in the server's queue. */
const QUEUE_SHARE = 0.5;
/** Share of requests that waited at our own cap from which it explains the median. */
const CAP_SHARE = 0.1;
/** KV usage from which the cache and not the cap holds requests back. */
const KV_FULL = 0.9;

export interface TtftEvidence {
  readonly rung: RungResult;
  /** Median TTFT of the lowest rung, ms. */
  readonly lowest_ttft_ms?: number;
  /** A budget on TTFT is broken here, or its regression is proven. */
  readonly is_judged_high: boolean;
  /** engine.max_num_seqs, where it is known. */
  readonly max_num_seqs?: number;
}

/**
 * A finding that decides nothing: which of cap, KV cache or prompt lengths the numbers prove. Undefined where TTFT is
 * not high, where the server does not keep up (then saturation is the answer), or where nothing is proven.
 */
export function ttftCause(evidence: TtftEvidence): Finding | undefined {
  const { rung } = evidence;
  const ttft = rung.metrics['median_ttft_ms'];
  if (ttft === undefined || !isHigh(ttft, evidence) || rung.saturation === 'saturated') return undefined;
  const cause = capCause(ttft, evidence) ?? kvCause(ttft, rung) ?? lengthCause(rung.buckets);
  if (cause === undefined) return undefined;
  return {
    kind: 'note',
    severity: 'notice',
    code: cause.code,
    message: `at ${rung.rate} req/s TTFT is high (median ${ms(ttft)}) while the served rate is normal: ${cause.text}`,
    rate: rung.rate,
    run: rung.run,
    metric: 'median_ttft_ms',
    ...(rung.kind === 'exploring' ? { exploring: true } : {}),
    hint: cause.hint,
    evidence: cause.proof,
  };
}

/** Milliseconds per token of one request: 6 tokens a second (vLLM issue 8698: 3 to 6 on an untuned MI250). */
const SLOW_TPOT_MS = 1000 / 6;

/** A finding that decides nothing: a lowest rung whose requests get a few tokens a second on a GPU. */
export function decodeCause(rung: RungResult): Finding | undefined {
  const tpot = rung.metrics['median_tpot_ms'];
  const advice = adviceFor('decode_very_slow');
  if (tpot === undefined || tpot < SLOW_TPOT_MS || rung.saturation === 'saturated') return undefined;
  if ((rung.server?.running_max ?? Number.POSITIVE_INFINITY) > FEW_REQUESTS || advice === undefined) {
    return undefined;
  }
  return {
    kind: 'note',
    severity: 'notice',
    code: 'decode_very_slow',
    message: `at ${rung.rate} req/s a request gets ${(1000 / tpot).toFixed(1)} tokens/s with at most ${rung.server?.running_max} running`,
    rate: rung.rate,
    run: rung.run,
    metric: 'median_tpot_ms',
    hint: `${advice.cause} ${advice.remedy}`,
  };
}

/** So few at once cannot slow each other down that much. */
const FEW_REQUESTS = 4;

interface Cause {
  readonly code: string;
  readonly text: string;
  readonly hint: string;
  readonly proof: readonly string[];
}

function isHigh(ttft: number, { lowest_ttft_ms: lowest, is_judged_high: judged }: TtftEvidence): boolean {
  if (judged) return true;
  return lowest !== undefined && ttft > HIGH_FLOOR_MS && ttft > HIGH_FACTOR * lowest;
}

/** Requests wait at a cap while there is room in the KV cache. */
function capCause(ttft: number, evidence: TtftEvidence): Cause | undefined {
  const { rung, max_num_seqs: seqs } = evidence;
  const { client, server } = rung;
  if ((client.cap_touched ?? 0) > CAP_SHARE * rung.sent) {
    return {
      code: 'ttft_client_cap',
      text: `${client.cap_touched} of ${rung.sent} requests waited at load.max_concurrency`,
      hint: 'Raise load.max_concurrency or leave it out: the wait at it counts as latency.',
      proof: [
        `client: at most ${client.in_flight_max} requests in flight, ${client.cap_touched} waited for a place`,
        ...bucketLines(rung.buckets),
      ],
    };
  }
  const { running_max: running, waiting_max: waiting, kv_usage_max: kv } = server ?? {};
  if (seqs === undefined || running === undefined || waiting === undefined) return undefined;
  if (running < seqs || waiting <= 0 || (kv ?? 1) >= KV_FULL) return undefined;
  return {
    code: 'ttft_server_cap',
    text: `the engine ran ${running} requests, its cap max_num_seqs, and up to ${waiting} waited with room in the KV cache`,
    hint: `Raise engine.max_num_seqs from ${seqs}; the KV cache was used to ${percent(kv)} only.`,
    proof: [...queueLines(ttft, rung), ...bucketLines(rung.buckets)],
  };
}

/** Requests wait because the KV cache is full. */
function kvCause(ttft: number, rung: RungResult): Cause | undefined {
  const { kv_usage_max: kv, waiting_max: waiting, queue_time_mean_ms: queue } = rung.server ?? {};
  if (kv === undefined || kv < KV_FULL || waiting === undefined || waiting <= 0) return undefined;
  if (queue !== undefined && queue < QUEUE_SHARE * ttft) return undefined;
  return {
    code: 'ttft_kv_full',
    text: `requests waited for the KV cache, which was used to ${percent(kv)}`,
    hint: 'Raise engine.gpu_memory_utilization, set --kv-cache-dtype fp8, or lower engine.max_model_len.',
    proof: [...queueLines(ttft, rung), ...bucketLines(rung.buckets)],
  };
}

/** Long prompts have a later first token than short ones, and pull the others with them. */
function lengthCause(buckets: readonly Bucket[]): Cause | undefined {
  const known = buckets.flatMap((bucket) => {
    const value = bucket.metrics['median_ttft_ms'];
    return value === undefined || bucket.completed < BUCKET_MIN ? [] : [{ bucket, value }];
  });
  const short = known[0];
  const long = known.at(-1);
  if (short === undefined || long === undefined || short === long) return undefined;
  if (long.value < LENGTH_FACTOR * short.value) return undefined;
  const factor = (long.value / short.value).toFixed(1);
  return {
    code: 'ttft_long_prompts',
    text: `prompts of more than ${long.bucket.from_tokens - 1} tokens wait ${factor} times as long as those of up to ${short.bucket.to_tokens}`,
    hint: 'Long prompts are the cause: lower --max-num-batched-tokens so that prefill is cut finer, or judge them by a budget of their own (load.length_buckets).',
    proof: bucketLines(buckets),
  };
}

function queueLines(ttft: number, rung: RungResult): readonly string[] {
  const {
    running_max: running,
    waiting_max: waiting,
    kv_usage_max: kv,
    queue_time_mean_ms: queue,
  } = rung.server ?? {};
  return [
    `server: running at most ${running ?? 'unknown'}, waiting at most ${waiting ?? 'unknown'}, KV cache at most ${percent(kv)}`,
    ...(queue === undefined
      ? []
      : [`server: mean time in the queue ${ms(queue)} of a median TTFT of ${ms(ttft)}`]),
  ];
}

function bucketLines(buckets: readonly Bucket[]): readonly string[] {
  return buckets.slice(0, 6).map(({ from_tokens: from, to_tokens: to, completed, metrics }) => {
    const value = metrics['median_ttft_ms'];
    return `prompts of ${from} to ${to} tokens: TTFT p50 ${value === undefined ? 'unknown' : ms(value)} (${completed} requests)`;
  });
}

const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;

const percent = (share: number | undefined): string =>
  share === undefined ? 'unknown' : `${Math.round(100 * share)} %`;
