import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { ask } from '../answer.ts';
import { createDispatcher } from '../connection.ts';
import type { Channel, Log, TelemetryPort, TelemetrySample } from '../ports.ts';
import { parseMetrics } from './prometheus.ts';
import { countersOf, isIdle, type Snapshot, snapshot, WANTED } from './server-counters.ts';

export interface TelemetryOptions {
  readonly log: Pick<Log, 'warning'>;
  /** Time between two samples; default 1 s. */
  readonly intervalMs?: number;
}

/** vLLM's own counters while a rung runs; unreadable ones are absent, never 0. */
export function createTelemetry(options: TelemetryOptions): TelemetryPort {
  const intervalMs = options.intervalMs ?? 1000;
  return {
    sample: async (channel) =>
      channel.report.metrics_endpoint ? sample(channel, intervalMs, options.log) : undefined,
    idle: (request) => idle(request, intervalMs),
  };
}

const SCRAPE_TIMEOUT_MS = 5000;
const MAX_PAGE_BYTES = 4 * 1024 * 1024;
/** Pages that say idle in a row: one alone may lie between two requests. */
const IDLE_PAGES = 2;
/** Pages without the two gauges until the question counts as unanswerable. */
const BLIND_PAGES = 3;

async function sample(
  channel: Channel,
  intervalMs: number,
  log: Pick<Log, 'warning'>,
): Promise<TelemetrySample> {
  const dispatcher = createDispatcher(channel.connection, { connections: 1 });
  const first = await scrape(dispatcher, channel);
  const pages: Snapshot[] = first === undefined ? [] : [first];
  const stopped = new AbortController();
  let missed = first === undefined ? 1 : 0;
  const loop = (async () => {
    for (;;) {
      await sleep(intervalMs, undefined, { signal: stopped.signal, ref: false }).catch(() => {});
      if (stopped.signal.aborted) return;
      const page = await scrape(dispatcher, channel, stopped.signal);
      if (page !== undefined) pages.push(page);
      else if (!stopped.signal.aborted) missed += 1;
    }
  })();
  return {
    stop: async () => {
      stopped.abort();
      await loop;
      const last = await scrape(dispatcher, channel);
      await dispatcher.destroy();
      if (last !== undefined) pages.push(last);
      else missed += 1;
      if (missed > 0)
        log.warning(`telemetry: ${missed} of ${pages.length + missed} reads of /metrics failed`);
      return countersOf(pages, first, last);
    },
  };
}

async function idle(
  request: { channel: Channel; max_s: number; signal: AbortSignal },
  intervalMs: number,
): Promise<boolean | undefined> {
  const { channel, signal } = request;
  if (!channel.report.metrics_endpoint) return undefined;
  const dispatcher = createDispatcher(channel.connection, { connections: 1 });
  const deadline = Date.now() + request.max_s * 1000;
  let quiet = 0;
  let blind = 0;
  try {
    for (;;) {
      signal.throwIfAborted();
      const page = await scrape(dispatcher, channel, signal);
      const state = page === undefined ? undefined : isIdle(page);
      quiet = state === true ? quiet + 1 : 0;
      blind = state === undefined ? blind + 1 : 0;
      if (quiet >= IDLE_PAGES) return true;
      if (blind >= BLIND_PAGES) return undefined;
      if (Date.now() >= deadline) return blind > 0 ? undefined : false;
      await sleep(Math.min(intervalMs, 250), undefined, { signal }).catch(() => {});
    }
  } finally {
    await dispatcher.destroy();
  }
}

/** One page, or undefined when it cannot be read now. */
async function scrape(
  dispatcher: Dispatcher,
  channel: Channel,
  signal?: AbortSignal,
): Promise<Snapshot | undefined> {
  try {
    const answer = await ask(dispatcher, channel.connection, {
      path: '/metrics',
      timeoutMs: SCRAPE_TIMEOUT_MS,
      maxBytes: MAX_PAGE_BYTES,
      ...(signal === undefined ? {} : { signal }),
    });
    if (answer.status !== 200) return undefined;
    return snapshot(parseMetrics(answer.text, WANTED));
  } catch {
    return undefined;
  }
}
