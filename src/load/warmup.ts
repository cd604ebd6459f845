// Warm-up in a closed loop, before the first rung and, shorter, before each later one.
import { tpotMs, ttftMs } from '../core/record.ts';
import type { WarmupReport } from '../core/result.gen.ts';
import { type WarmupWindow, warmupTrend } from '../core/warmup.ts';
import { GateError } from '../failure.ts';
import type { Log, PlannedRequest, WarmupJob } from '../ports.ts';
import { runClosedLoop, sendOne } from './closed-loop.ts';
import type { Reply, Target } from './exchange.ts';
import type { PayloadRules } from './payload.ts';

/** What one load generator keeps between warm-ups of a run. */
export interface WarmupMemory {
  /** Prompts used so far: none is used twice. */
  prompts: number;
  /** The last request that was sent alone. */
  alone: Alone | undefined;
}

/** Time to the first token and for each further one. */
interface Alone {
  readonly ttft_ms: number;
  readonly tpot_ms: number;
}

interface Warming {
  readonly job: WarmupJob;
  readonly target: Target;
  readonly rules: PayloadRules;
  readonly memory: WarmupMemory;
}

/** Warm-up answers are no longer than this: kernels and batch sizes get warm, minutes of GPU time do not pass. */
const WARMUP_TOKENS = 64;
const WAVE_TOKENS = 32;
/** More in flight warms nothing that fewer do not. */
const MAX_SLOTS = 1024;
/** Requests sent alone, one after the other: the first ones may wait for compilers. */
const ALONE = { ask: 2, give_up_after: 3, tokens: 16 } as const;
const WINDOW_S = { share_of_max: 1 / 20, least: 0.25, most: 3 } as const;
const LEAST_IN_WINDOW = 3;
/** How long open requests may finish once the engine is warm, before they are cut. */
const DRAIN_S = 2;

/**
 * Warm-up before the first rung. Throws GateError kind 'channel' or 'engine' when no request succeeds, and the reason
 * of the signal when it aborts.
 */
export async function runWarmup(warming: Warming): Promise<WarmupReport> {
  const { job } = warming;
  if (job.max_s === 0) {
    return { state: 'off', seconds: 0, requests: 0, message: 'switched off (load.warmup.max_s is 0)' };
  }
  const clock = stopwatch();
  const before = warming.memory.prompts;
  const tally = new Tally();
  const window_s = Math.min(WINDOW_S.most, Math.max(WINDOW_S.least, job.max_s * WINDOW_S.share_of_max));
  const trend = new Windows(window_s);
  const slots = await within(job, async (over) => {
    const alone = await measureAlone(warming, tally, over);
    const count = slotsFor(warming, alone);
    if (!over.aborted) await loopUntilFlat({ warming, slots: count, tally, trend, clock, over });
    return count;
  });
  job.signal.throwIfAborted();
  if (tally.ok === 0) throw noneSucceeded(tally);
  const seconds = clock();
  const requests = warming.memory.prompts - before;
  const state = trend.state === 'flat' ? 'warm' : trend.state === 'falling' ? 'cold' : 'unknown';
  const failed =
    tally.failed === 0 ? '' : `; ${tally.failed} of ${tally.ended} requests failed (${tally.example()})`;
  const said = {
    warm: 'latency has stopped falling',
    cold: `latency was still falling by more than 10 % per window when the time was over`,
    unknown: `${trend.count} windows do not show whether latency had stopped falling`,
  }[state];
  return {
    ...{ state, seconds, requests },
    message: `${state} after ${seconds.toFixed(1)} s and ${requests} requests, ${slots} in flight: ${said}${failed}`,
  };
}

/** Wave before a later rung: each slot has one short answer, or max_s is over. Never throws. */
export async function runWave(warming: Warming & { readonly log: Log }): Promise<void> {
  const { job, log, memory } = warming;
  const tally = new Tally();
  try {
    await within(job, async (over) => {
      const alone = memory.alone ?? (await measureAlone(warming, tally, over));
      await runClosedLoop({
        ...{ target: warming.target, rules: warming.rules, signal: over },
        slots: slotsFor(warming, alone),
        next: (_slot, turn) => (turn === 0 ? nextPrompt(warming, WAVE_TOKENS) : undefined),
        onReply: (reply) => tally.add(reply),
      });
    });
    if (tally.failed > 0)
      log.warning(`wave: ${tally.failed} of ${tally.ended} requests failed (${tally.example()})`);
  } catch (error) {
    log.warning(`wave: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Does the work with a signal that aborts after job.max_s or with job.signal. */
async function within<T>(job: WarmupJob, work: (over: AbortSignal) => Promise<T>): Promise<T> {
  const time = new AbortController();
  const timer = setTimeout(() => time.abort(), job.max_s * 1000);
  try {
    return await work(AbortSignal.any([job.signal, time.signal]));
  } finally {
    clearTimeout(timer);
  }
}

/** Requests alone on the server; the fastest counts. Undefined when none succeeded in time. */
async function measureAlone(warming: Warming, tally: Tally, over: AbortSignal): Promise<Alone | undefined> {
  const { memory, target, rules } = warming;
  const start = process.hrtime.bigint();
  const now = (): number => Number(process.hrtime.bigint() - start);
  let best: Alone | undefined;
  while (!over.aborted && tally.ok < ALONE.ask) {
    const planned = nextPrompt(warming, ALONE.tokens);
    const reply = await sendOne({ planned, target, rules, now, signal: over });
    if (over.aborted) break;
    tally.add(reply);
    const seen = latencyOf(reply);
    if (seen !== undefined && (best === undefined || seen.ttft_ms < best.ttft_ms)) best = seen;
    if (tally.ok === 0 && tally.failed >= ALONE.give_up_after) throw noneSucceeded(tally);
    if (tally.ended > ALONE.give_up_after) break;
  }
  memory.alone = best ?? memory.alone;
  return best;
}

async function loopUntilFlat(loop: {
  readonly warming: Warming;
  readonly slots: number;
  readonly tally: Tally;
  readonly trend: Windows;
  readonly clock: () => number;
  readonly over: AbortSignal;
}): Promise<void> {
  const { warming, slots, tally, trend, clock, over } = loop;
  const cut = new AbortController();
  let drain: NodeJS.Timeout | undefined;
  await runClosedLoop({
    ...{ slots, target: warming.target, rules: warming.rules },
    signal: AbortSignal.any([over, cut.signal]),
    next(slot, turn) {
      if (trend.state === 'flat') return undefined;
      const planned = nextPrompt(warming, WARMUP_TOKENS);
      if (turn > 0) return planned;
      // The first answers get different lengths, so that the slots do not go on in step.
      return { ...planned, output_len: Math.ceil((planned.output_len * (slot + 1)) / slots) };
    },
    onReply(reply, turn) {
      tally.add(reply);
      const seen = latencyOf(reply);
      // The first turn prefills everything at once: its latency would look like a fall.
      if (turn === 0 || seen === undefined) return;
      trend.add(clock(), Math.log(seen.ttft_ms + seen.tpot_ms * (WARMUP_TOKENS - 1)));
      if (trend.state === 'flat') drain ??= setTimeout(() => cut.abort(), DRAIN_S * 1000);
    },
  });
  clearTimeout(drain);
}

/** Little's law: requests in flight = rate × latency of a whole answer of the rungs. */
function slotsFor({ job, memory }: Warming, alone: Alone | undefined): number {
  const most = Math.min(job.load.max_concurrency ?? MAX_SLOTS, job.max_in_flight ?? MAX_SLOTS, MAX_SLOTS);
  if (alone === undefined) return 1;
  const lengths = Array.from({ length: 16 }, (_, i) => job.workload.warmup(memory.prompts + i).output_len);
  const length = lengths.reduce((sum, value) => sum + value, 0) / lengths.length;
  const latency_s = (alone.ttft_ms + alone.tpot_ms * Math.max(0, length - 1)) / 1000;
  return Math.min(most, Math.max(1, Math.ceil(job.rate * latency_s)));
}

function nextPrompt({ job, memory }: Warming, tokens: number): PlannedRequest {
  const planned = job.workload.warmup(memory.prompts);
  memory.prompts += 1;
  return { ...planned, output_len: Math.min(planned.output_len, tokens) };
}

/** Latency of a success in a form that does not depend on how long the answer was. */
function latencyOf(reply: Reply): Alone | undefined {
  if (reply.outcome !== 'ok') return undefined;
  const record = { index: 0, scheduled_ns: reply.sent_ns, ...reply };
  const ttft_ms = ttftMs(record, 'sent');
  if (ttft_ms === undefined || !(ttft_ms > 0)) return undefined;
  return { ttft_ms, tpot_ms: tpotMs(record) ?? 0 };
}

/** Windows of the trend: each as long as asked for, longer where too few answers ended in it. */
class Windows {
  state: ReturnType<typeof warmupTrend> = 'undecided';
  readonly #length_s: number;
  readonly #closed: WarmupWindow[] = [];
  #from_s: number | undefined;
  #logs: number[] = [];

  constructor(length_s: number) {
    this.#length_s = length_s;
  }

  get count(): number {
    return this.#closed.length;
  }

  add(at_s: number, log_latency: number): void {
    this.#from_s ??= at_s;
    this.#logs.push(log_latency);
    if (at_s - this.#from_s < this.#length_s || this.#logs.length < LEAST_IN_WINDOW) return;
    this.#closed.push({
      position: (this.#from_s + at_s) / 2 / this.#length_s,
      log_latency: this.#logs.reduce((sum, value) => sum + value, 0) / this.#logs.length,
    });
    this.#from_s = at_s;
    this.#logs = [];
    this.state = warmupTrend(this.#closed);
  }
}

class Tally {
  ok = 0;
  failed = 0;
  readonly #examples = new Map<string, { count: number; error: string }>();

  get ended(): number {
    return this.ok + this.failed;
  }

  add(reply: Reply): void {
    if (reply.outcome === 'cancelled') return;
    if (reply.outcome === 'ok') {
      this.ok += 1;
      return;
    }
    this.failed += 1;
    const seen = this.#examples.get(reply.outcome);
    if (seen === undefined) this.#examples.set(reply.outcome, { count: 1, error: reply.error ?? '' });
    else seen.count += 1;
  }

  /** The commonest class with what was said the first time. */
  example(): string {
    const [worst] = [...this.#examples].sort(([, a], [, b]) => b.count - a.count);
    return worst === undefined ? 'no answer came' : `${worst[0]}: ${worst[1].error}`;
  }

  get worstClass(): string | undefined {
    return [...this.#examples].sort(([, a], [, b]) => b.count - a.count)[0]?.[0];
  }
}

const ENGINE_CLASSES = ['http_5xx', 'stream_error', 'reset', 'truncated', 'timeout', 'no_token'];

function noneSucceeded(tally: Tally): GateError {
  const engine = ENGINE_CLASSES.includes(tally.worstClass ?? 'timeout');
  return new GateError({
    kind: engine ? 'engine' : 'channel',
    code: 'warmup_failed',
    message: `no request of the warm-up succeeded: ${tally.failed} failed (${tally.example()})`,
    hint: engine
      ? 'Read the log of the engine: it answers small requests but not those of this workload.'
      : 'Check address, key, model and the lengths of the workload (load.input_len, load.output_len).',
  });
}

function stopwatch(): () => number {
  const start = process.hrtime.bigint();
  return () => Number(process.hrtime.bigint() - start) / 1e9;
}
