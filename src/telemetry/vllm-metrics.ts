import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { ask } from '../answer.ts';
import { createDispatcher } from '../connection.ts';
import type { ServerCounters } from '../core/result.gen.ts';
import type { Channel } from '../ports.ts';
import { parseMetrics } from './prometheus.ts';
import { countersOf, isIdle, type Snapshot, snapshot, WANTED } from './server-counters.ts';

const SCRAPE_TIMEOUT_MS = 5000;
const MAX_PAGE_BYTES = 4 * 1024 * 1024;
/** Pages that say idle in a row: one alone may lie between two requests. */
const IDLE_PAGES = 2;
/** Pages without the two gauges until the question counts as unanswerable. */
const BLIND_PAGES = 3;

/** One look at /metrics. */
export interface Look {
  readonly at_ns: number;
  readonly page?: Snapshot;
  /** Nothing listens at the address. */
  readonly refused: boolean;
}

export interface ServerSampler {
  /** Takes a last page. */
  stop(): Promise<{ readonly counters: ServerCounters; readonly missed: number; readonly reads: number }>;
}

/** Reads /metrics until it is stopped; resolves with the first page. Unreadable pages are absent, never 0. */
export async function startServerSampler(
  channel: Channel,
  options: {
    readonly interval_ms: number;
    readonly now_ns: () => number;
    readonly on_look: (look: Look) => void;
  },
): Promise<ServerSampler> {
  const dispatcher = createDispatcher(channel.connection, { connections: 1 });
  const pages: Snapshot[] = [];
  let missed = 0;
  const look = async (signal?: AbortSignal): Promise<Snapshot | undefined> => {
    const at_ns = options.now_ns();
    const answer = await scrape(dispatcher, channel, signal);
    // Our own end is no news of the server.
    if (signal?.aborted === true) return undefined;
    const page = answer === 'refused' ? undefined : answer;
    if (page === undefined) missed += 1;
    else pages.push(page);
    options.on_look({ at_ns, ...(page !== undefined && { page }), refused: answer === 'refused' });
    return page;
  };
  const first = await look();
  const stopped = new AbortController();
  const loop = (async () => {
    for (;;) {
      await sleep(options.interval_ms, undefined, { signal: stopped.signal, ref: false }).catch(() => {});
      if (stopped.signal.aborted) return;
      await look(stopped.signal);
    }
  })();
  return {
    stop: async () => {
      stopped.abort();
      await loop;
      const last = await look();
      await dispatcher.destroy();
      return { counters: countersOf(pages, first, last), missed, reads: pages.length + missed };
    },
  };
}

/** Waits until the server runs nothing; false: it did not within max_s, undefined: that cannot be seen. */
export async function waitIdle(
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
      const state = page === undefined || page === 'refused' ? undefined : isIdle(page);
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

/** One page, `refused` where nothing listens, or undefined when it cannot be read now. */
async function scrape(
  dispatcher: Dispatcher,
  channel: Channel,
  signal?: AbortSignal,
): Promise<Snapshot | 'refused' | undefined> {
  try {
    const answer = await ask(dispatcher, channel.connection, {
      path: '/metrics',
      timeoutMs: SCRAPE_TIMEOUT_MS,
      maxBytes: MAX_PAGE_BYTES,
      ...(signal === undefined ? {} : { signal }),
    });
    if (answer.status !== 200) return undefined;
    return snapshot(parseMetrics(answer.text, WANTED));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' ? 'refused' : undefined;
  }
}
