// One rung: every request at its due time, whatever the server does.
import { collapsed, type RungState } from '../core/collapse.ts';
import { isFailed } from '../core/record.ts';
import type { RequestRecord, RungResult } from '../core/result.gen.ts';
import { GateError } from '../failure.ts';
import type { RungJob, RungRun } from '../ports.ts';
import { watchClient } from './client-share.ts';
import { type Exchange, type Reply, startExchange, type Target } from './exchange.ts';
import { startPacer } from './pacer.ts';
import { expectedOf, type PayloadRules, serialise } from './payload.ts';

const PROGRESS_EVERY_MS = 1000;

/**
 * Runs the schedule of a rung. Latency counts from the due time, the deadline of each request (load.timeout) too. At
 * load.max_concurrency requests wait in order of their due times. Nothing is sent twice.
 */
export async function runOpenLoop(job: RungJob, target: Target, rules: PayloadRules): Promise<RungRun> {
  const bodies = job.requests.map((request) => serialise(request, rules));
  if (bodies.length !== job.schedule.due_ns.length) {
    throw new Error(`${bodies.length} requests for ${job.schedule.due_ns.length} due times`);
  }
  const client = watchClient();
  const rung = new OpenRung(job, target, rules, bodies);
  const stopped = await rung.ended;
  const records = rung.records.filter((record) => record !== undefined);
  return {
    records,
    client: client({ records, in_flight_max: rung.inFlightMax, cap_touched: rung.capTouched }),
    token_counts: tokenCounts(records, rules),
    ...(stopped !== undefined && { stopped }),
  };
}

type Stopped = NonNullable<RungRun['stopped']>;

class OpenRung {
  readonly ended: Promise<Stopped | undefined>;
  readonly records: (RequestRecord | undefined)[];
  inFlightMax = 0;
  capTouched = 0;

  readonly #job: RungJob;
  readonly #target: Target;
  readonly #rules: PayloadRules;
  readonly #bodies: readonly Buffer[];
  readonly #due: readonly number[];
  readonly #timeout_ns: number;
  readonly #cap: number;
  readonly #start = process.hrtime.bigint();
  readonly #now = (): number => Number(process.hrtime.bigint() - this.#start);
  readonly #open = new Map<number, Exchange>();
  /** Due, but held back by the cap; in order. */
  readonly #waiting: { readonly index: number; readonly since_ns: number }[] = [];
  /** The oldest request that may still be open: deadlines come in the order of due times. */
  #oldest = 0;
  #dueCount = 0;
  #sent = 0;
  #done = 0;
  #failed = 0;
  #connectFailuresInARow = 0;
  #heardAt: number | undefined;
  #stopped: Stopped | undefined;
  #settled = false;
  readonly #stopPacer: () => void;
  readonly #ticker: NodeJS.Timeout;
  #deadline: NodeJS.Timeout | undefined;
  readonly #finish: (stopped: Stopped | undefined) => void;
  readonly #break: (error: unknown) => void;

  constructor(job: RungJob, target: Target, rules: PayloadRules, bodies: readonly Buffer[]) {
    this.#job = job;
    this.#target = target;
    this.#rules = rules;
    this.#bodies = bodies;
    this.#due = job.schedule.due_ns;
    this.#timeout_ns = job.load.timeout * 1e9;
    this.#cap = job.load.max_concurrency ?? Number.POSITIVE_INFINITY;
    this.records = new Array<RequestRecord | undefined>(bodies.length).fill(undefined);
    const ending = Promise.withResolvers<Stopped | undefined>();
    this.ended = ending.promise;
    this.#finish = ending.resolve;
    this.#break = ending.reject;
    this.#ticker = setInterval(() => this.#tick(), PROGRESS_EVERY_MS);
    this.#stopPacer = startPacer({ due_ns: this.#due, now: this.#now, send: (index) => this.#arrive(index) });
    job.signal.addEventListener('abort', this.#onAbort);
    if (job.signal.aborted) this.#onAbort();
  }

  readonly #onAbort = (): void => {
    const reason: unknown = this.#job.signal.reason;
    if (reason instanceof GateError) this.#stop({ code: reason.code, reason: reason.message });
    else this.#stop({ code: 'cancelled', reason: 'stopped from outside' });
  };

  #arrive(index: number): void {
    this.#dueCount += 1;
    if (this.#deadline === undefined) this.#armDeadline();
    if (this.#open.size < this.#cap) {
      this.#send(index, undefined);
      return;
    }
    this.capTouched += 1;
    this.#waiting.push({ index, since_ns: this.#now() });
  }

  #send(index: number, waitedFrom: number | undefined): void {
    const body = this.#bodies[index];
    const planned = this.#job.requests[index];
    if (body === undefined || planned === undefined) throw new Error(`no request ${index}`);
    this.#sent += 1;
    const exchange = startExchange({
      target: this.#target,
      body,
      expected: expectedOf(planned, this.#rules),
      now: this.#now,
      onEnd: (reply) => this.#onReply(index, reply, waitedFrom),
      onBytes: (at) => {
        this.#heardAt = at;
      },
    });
    this.#heardAt ??= this.#now();
    this.#open.set(index, exchange);
    this.inFlightMax = Math.max(this.inFlightMax, this.#open.size);
  }

  #onReply(index: number, reply: Reply, waitedFrom: number | undefined): void {
    this.#open.delete(index);
    const planned = this.#job.requests[index];
    this.#keep({
      index,
      scheduled_ns: this.#due[index] ?? 0,
      ...reply,
      ...(waitedFrom !== undefined && { cap_wait_ns: reply.sent_ns - waitedFrom }),
      ...(planned !== undefined && { input_len: planned.input_len, output_len: planned.output_len }),
    });
    const next = this.#stopped === undefined ? this.#waiting.shift() : undefined;
    if (next !== undefined) this.#send(next.index, next.since_ns);
    this.#review();
  }

  #keep(record: RequestRecord): void {
    this.records[record.index] = record;
    this.#done += 1;
    if (isFailed(record)) this.#failed += 1;
    this.#connectFailuresInARow = record.outcome === 'connect' ? this.#connectFailuresInARow + 1 : 0;
    try {
      this.#job.on_record(record);
    } catch (error) {
      this.#abandon(error);
    }
  }

  /** After each ending and each second: is the rung over, or not worth going on with? */
  #review(): void {
    if (this.#stopped === undefined) {
      const stop = collapsed(this.#state());
      if (stop !== undefined) this.#stop(stop);
    }
    const over = this.#stopped !== undefined || this.#dueCount === this.#due.length;
    if (over && this.#open.size === 0 && this.#waiting.length === 0) this.#settle();
  }

  #state(): RungState {
    return {
      ended: this.#done,
      failed: this.#failed,
      connect_failures_in_a_row: this.#connectFailuresInARow,
      in_flight: this.#open.size,
      silent_s: this.#heardAt === undefined ? 0 : (this.#now() - this.#heardAt) / 1e9,
    };
  }

  #tick(): void {
    this.#report();
    this.#review();
  }

  #report(): void {
    const { in_flight, silent_s } = this.#state();
    this.#job.on_progress({
      due: this.#dueCount,
      sent: this.#sent,
      done: this.#done,
      failed: this.#failed,
      ...{ in_flight, silent_s },
      elapsed_s: this.#now() / 1e9,
    });
  }

  #armDeadline(): void {
    while (this.#oldest < this.#dueCount && this.records[this.#oldest] !== undefined) this.#oldest += 1;
    this.#deadline = undefined;
    if (this.#oldest >= this.#dueCount) return;
    const wait = (this.#due[this.#oldest] ?? 0) + this.#timeout_ns - this.#now();
    this.#deadline = setTimeout(
      () => this.#expire(),
      Math.min(Math.max(0, Math.ceil(wait / 1e6)) + 1, 2 ** 31 - 1),
    );
  }

  #expire(): void {
    const now = this.#now();
    const error = `no complete answer within ${this.#job.load.timeout} s of its due time`;
    const expired = (index: number): boolean => (this.#due[index] ?? 0) + this.#timeout_ns <= now;
    // Those held back first: a place that becomes free goes to a request that still has time.
    for (
      let first = this.#waiting[0];
      first !== undefined && expired(first.index);
      first = this.#waiting[0]
    ) {
      this.#waiting.shift();
      this.#expireWaiting(first, now, error);
    }
    for (let i = this.#oldest; i < this.#dueCount && expired(i); i++)
      this.#open.get(i)?.abort('timeout', error);
    if (!this.#settled) this.#armDeadline();
    this.#review();
  }

  /** Held back by the cap until its deadline: it failed without having been sent. */
  #expireWaiting(waiting: { index: number; since_ns: number }, now: number, error: string): void {
    const { index, since_ns } = waiting;
    const planned = this.#job.requests[index];
    const scheduled_ns = this.#due[index] ?? 0;
    this.#keep({
      ...{ index, outcome: 'timeout', scheduled_ns, done_ns: now, cap_wait_ns: now - since_ns },
      error: `${error}: it waited at load.max_concurrency`,
      ...(planned !== undefined && { input_len: planned.input_len, output_len: planned.output_len }),
      ...{ events: 0, bytes: 0 },
    });
  }

  #stop(stopped: Stopped): void {
    if (this.#stopped !== undefined || this.#settled) return;
    this.#stopped = stopped;
    this.#stopPacer();
    this.#waiting.length = 0;
    for (const exchange of [...this.#open.values()]) exchange.abort('cancelled', stopped.reason);
    this.#review();
  }

  /** A fault of ours: no record can be kept any more. */
  #abandon(error: unknown): void {
    this.#break(error);
    this.#stop({ code: 'broken', reason: 'the load generator failed' });
  }

  #settle(): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#stopPacer();
    clearInterval(this.#ticker);
    clearTimeout(this.#deadline);
    this.#job.signal.removeEventListener('abort', this.#onAbort);
    this.#report();
    this.#finish(this.#stopped);
  }
}

/** How tokens could be counted in every answer that succeeded; without any, how they would have been. */
function tokenCounts(
  records: readonly RequestRecord[],
  { channel }: PayloadRules,
): NonNullable<RungResult['token_counts']> {
  const ok = records.filter((record) => record.outcome === 'ok');
  if (ok.length === 0) return channel.usage === 'none' ? 'messages' : channel.usage;
  if (ok.every((record) => record.gap_tokens !== undefined)) return 'continuous';
  return ok.every((record) => record.completion_tokens !== undefined) ? 'final' : 'messages';
}
