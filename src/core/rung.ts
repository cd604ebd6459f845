// One rung run, from its records to its result.
import { isFlood } from './flood.ts';
import { type GpuEvidence, summariseGpus } from './gpu-window.ts';
import { durationS, latencyMetrics, meanTps, present, rateMetrics, STANDARD_PERCENTILES } from './metrics.ts';
import type { Rung } from './plan.ts';
import { percentile, sortedSample } from './quantile.ts';
import { isFailed, isOk, outputTokens } from './record.ts';
import type {
  Bucket,
  ClientShare,
  FailureExample,
  GpuWindow,
  RequestRecord,
  RungResult,
  ServerCounters,
} from './result.gen.ts';
import { type Schedule, scheduleHash } from './schedule.ts';
import { checkRung, type EngineKind } from './validity.ts';
import { vllmCompat } from './vllm-compat.ts';
import { measureWindow } from './window.ts';

/** Everything that is known about one rung run when it has ended. */
export interface RungEvidence {
  readonly rung: Rung;
  readonly schedule: Schedule;
  readonly run: {
    readonly records: readonly RequestRecord[];
    readonly client: ClientShare;
    readonly token_counts: 'continuous' | 'final' | 'messages';
    readonly stopped?: { readonly code: string; readonly reason: string };
  };
  readonly server?: ServerCounters;
  /** What the GPUs of the engine did; none: this host has no GPU. Absent: nobody looked. */
  readonly gpus?: Omit<GpuEvidence, 'completed' | 'output_tokens'> | 'none';
  /** Lines of the engine's log that tell of compiling during the rung; absent: no log. */
  readonly build_lines?: readonly string[];
  readonly engine_kind: EngineKind;
  /** validity.strict */
  readonly strict: boolean;
  /** load.length_buckets: upper edges. Absent: quartiles of the prompt lengths. */
  readonly bucket_edges?: readonly number[];
  /** Percentiles besides the standard ones, in percent (`percentilesOf` in metrics.ts). */
  readonly percentiles?: readonly number[];
  /** From the workload report. */
  readonly lengths?: 'exact' | 'approximate';
  readonly prefix_tokens?: number;
}

/** Metrics, window, buckets, failures and validity checks of a rung run. */
export function summariseRung(evidence: RungEvidence): RungResult {
  const { rung, schedule, run, server } = evidence;
  const { records, stopped } = run;
  const percentiles = [...new Set([...STANDARD_PERCENTILES, ...(evidence.percentiles ?? [])])];
  const flooded = records.filter(isFlood).length;
  const duration = durationS(records);
  const window = measureWindow(records);
  const gpus = gpusOf(evidence.gpus, records);
  const scheduled = latencyMetrics(records, 'scheduled', percentiles);
  const fromSent = latencyMetrics(records, 'sent', percentiles);
  const rates = {
    ...rateMetrics(records, duration),
    ...present([
      ['served_rate', window.served_rate],
      ['mean_tps', meanTps(scheduled)],
    ]),
  };
  return {
    rate: rung.rate,
    run: rung.run,
    kind: rung.kind,
    ...(stopped === undefined
      ? { state: 'measured' }
      : { state: 'stopped', state_code: stopped.code, state_reason: stopped.reason }),
    planned: rung.num_prompts,
    sent: records.length,
    completed: records.filter(isOk).length,
    failed: records.filter(isFailed).length,
    failures: failuresByClass(records),
    ...(flooded === 0 ? {} : { flooded }),
    planned_duration_s: schedule.planned_duration_s,
    ...(duration === undefined ? {} : { duration_s: duration }),
    ...(window.window === undefined ? {} : { window: window.window }),
    ...(window.served_over_arrived === undefined ? {} : { served_over_arrived: window.served_over_arrived }),
    saturation: window.saturation,
    saturation_reason: window.saturation_reason,
    metrics: { ...scheduled, ...rates },
    metrics_from_sent: fromSent,
    vllm_compat: vllmCompat(records, duration, percentiles),
    buckets: lengthBuckets(records, evidence.bucket_edges),
    client: run.client,
    ...(server === undefined ? {} : { server }),
    ...(gpus === undefined || gpus === 'none' ? {} : { gpus }),
    checks: checkRung(
      {
        engine_kind: evidence.engine_kind,
        planned: rung.num_prompts,
        stopped: stopped !== undefined,
        records,
        client: run.client,
        token_counts: run.token_counts,
        ...(evidence.percentiles !== undefined && {
          judged_percentile: Math.max(0, ...evidence.percentiles),
        }),
        ...(server === undefined ? {} : { server }),
        ...(gpus === undefined ? {} : { gpus }),
        ...(evidence.build_lines === undefined ? {} : { build_lines: evidence.build_lines }),
        ...(evidence.lengths === undefined ? {} : { lengths: evidence.lengths }),
        ...(evidence.prefix_tokens === undefined ? {} : { prefix_tokens: evidence.prefix_tokens }),
      },
      evidence.strict,
    ),
    schedule_hash: scheduleHash(schedule),
    token_counts: run.token_counts,
  };
}

function gpusOf(
  evidence: RungEvidence['gpus'],
  records: readonly RequestRecord[],
): GpuWindow | 'none' | undefined {
  if (evidence === undefined || evidence === 'none') return evidence;
  const ok = records.filter(isOk);
  const tokens = ok.reduce((sum, record) => sum + (outputTokens(record) ?? 0), 0);
  return summariseGpus({ ...evidence, completed: ok.length, output_tokens: tokens });
}

/** A rung of which nothing was sent: reported as not run, never as passed. */
export function notRun(rung: Rung, code: string, reason: string): RungResult {
  return {
    rate: rung.rate,
    run: rung.run,
    kind: rung.kind,
    state: 'not_run',
    state_code: code,
    state_reason: reason,
    planned: rung.num_prompts,
    sent: 0,
    completed: 0,
    failed: 0,
    failures: [],
    planned_duration_s: rung.num_prompts / rung.rate,
    saturation: 'undecided',
    metrics: {},
    metrics_from_sent: {},
    vllm_compat: {},
    buckets: [],
    client: { events: 0, in_flight_max: 0 },
    checks: [],
    schedule_hash: 'not_run',
  };
}

/** Failure classes with their count and one example each, the most frequent first; `cancelled` is among them. */
export function failuresByClass(records: readonly RequestRecord[]): FailureExample[] {
  const classes = new Map<FailureExample['class'], { count: number; example: string | undefined }>();
  for (const { outcome, error } of records) {
    if (outcome === 'ok') continue;
    const seen = classes.get(outcome);
    classes.set(outcome, { count: (seen?.count ?? 0) + 1, example: seen?.example ?? error });
  }
  return [...classes]
    .map(([name, { count, example }]) => ({
      class: name,
      count,
      ...(example === undefined ? {} : { example }),
    }))
    .sort((a, b) => b.count - a.count || a.class.localeCompare(b.class));
}

/** Results by prompt length: (from, to] by the given upper edges, else the quartiles of this rung's prompts. */
export function lengthBuckets(records: readonly RequestRecord[], edges?: readonly number[]): Bucket[] {
  const known = records.flatMap((record) => {
    const length = record.input_len ?? record.prompt_tokens;
    return length === undefined ? [] : [{ record, length }];
  });
  const lengths = sortedSample(known.map(({ length }) => length));
  const longest = percentile(lengths, 100);
  if (longest === undefined) return [];
  const asked = edges ?? [25, 50, 75].map((p) => Math.ceil(percentile(lengths, p) ?? longest));
  const uppers = [...new Set([...asked.filter((edge) => edge < longest), longest])].sort((a, b) => a - b);
  return uppers.flatMap((upper, i) => {
    const below = uppers[i - 1] ?? -1;
    const inside = known.filter(({ length }) => length > below && length <= upper);
    if (inside.length === 0) return [];
    const bucket = inside.map(({ record }) => record);
    return {
      from_tokens: below + 1,
      to_tokens: upper,
      requests: bucket.length,
      completed: bucket.filter(isOk).length,
      metrics: latencyMetrics(bucket, 'scheduled'),
    };
  });
}
