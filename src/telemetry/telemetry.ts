import { buildLines } from '../core/build-lines.ts';
import {
  type Alarm,
  WATCH_START,
  type WatchState,
  watchClient,
  watchGpus,
  watchServer,
} from '../core/watchdog.ts';
import type { Log, TelemetryJob, TelemetryPort, TelemetryRecord, TelemetrySample } from '../ports.ts';
import { type GpuSampler, startGpuSampler } from './gpu-sampler.ts';
import type { ReaderProgram } from './reader-process.ts';
import { progressOf } from './server-counters.ts';
import { type Look, type ServerSampler, startServerSampler, waitIdle } from './vllm-metrics.ts';

export interface TelemetryOptions extends ReaderProgram {
  readonly log: Pick<Log, 'warning'>;
  /** Size of the engine's log so far, 0 where it has none, and its text from a size on. */
  readonly engine_log: { size(): number; read(from: number): string };
  /** Monotonic clock of the story, ns. */
  readonly now_ns: () => bigint;
  /** Time between two samples; default 1 s. */
  readonly interval_ms?: number;
  /** Prepended to every path of /sys; for tests. */
  readonly root?: string;
}

/** Longest wait for the last look at the GPUs when a run is cut short: a cancelled job has little time. */
const HURRY_MS = 1_000;

/** Server, GPUs and log of the engine while a rung runs, and a watchdog over the first two. */
export function createTelemetry(options: TelemetryOptions): TelemetryPort {
  const interval_ms = options.interval_ms ?? 1000;
  return {
    sample: (job) => sample(job, { ...options, interval_ms }),
    idle: (request) => waitIdle(request, interval_ms),
  };
}

async function sample(
  job: TelemetryJob,
  options: TelemetryOptions & { readonly interval_ms: number },
): Promise<TelemetrySample> {
  const watchdog = watch(job.on_alarm);
  const now_ns = () => Number(options.now_ns());
  const mark = options.engine_log.size();
  const { interval_ms } = options;
  const gpus: GpuSampler | undefined =
    job.gpus.length === 0
      ? undefined
      : await startGpuSampler({
          ...options,
          gpus: job.gpus,
          on_sample: (seen) => {
            job.on_row({ kind: 'gpus', ...seen });
            watchdog.gpus(seen);
          },
        });
  const server: ServerSampler | undefined = job.channel.report.metrics_endpoint
    ? await startServerSampler(job.channel, {
        ...{ interval_ms, now_ns },
        on_look: (look) => {
          job.on_row({ kind: 'server', at_ns: look.at_ns, ...valuesOf(look) });
          watchdog.server(look);
        },
      })
    : undefined;
  return {
    client: ({ in_flight, silent_s }) => watchdog.client({ at_ns: now_ns(), in_flight, silent_s }),
    stop: async ({ hurry }): Promise<TelemetryRecord> => {
      watchdog.end();
      const [counted, seen] = await Promise.all([
        server?.stop(),
        hurry ? gpus?.stop(HURRY_MS) : gpus?.stop(),
      ]);
      if (counted !== undefined && counted.missed > 0) {
        options.log.warning(`telemetry: ${counted.missed} of ${counted.reads} reads of /metrics failed`);
      }
      for (const problem of seen?.problems ?? []) options.log.warning(`telemetry: ${problem}`);
      const hasLog = options.engine_log.size() > 0;
      return {
        ...(counted !== undefined && { server: counted.counters }),
        ...(seen !== undefined && { gpus: seen }),
        ...(hasLog && { build_lines: buildLines(options.engine_log.read(mark)) }),
      };
    },
  };
}

/** Feeds the pure rules and tells the first alarm, once. */
function watch(alarmed: (alarm: Alarm) => void) {
  let state: WatchState = WATCH_START;
  let isOver = false;
  const take = (result: { readonly state: WatchState; readonly alarm?: Alarm }): void => {
    state = result.state;
    if (result.alarm === undefined || isOver) return;
    isOver = true;
    alarmed(result.alarm);
  };
  return {
    server: ({ at_ns, page, refused }: Look) => {
      const progress = page === undefined ? undefined : progressOf(page);
      take(
        watchServer(state, {
          ...{ at_ns, refused, unreadable: page === undefined },
          ...(page?.running !== undefined && { running: page.running.value }),
          ...(page?.waiting !== undefined && { waiting: page.waiting.value }),
          ...(progress !== undefined && { progress }),
        }),
      );
    },
    client: (pulse: Parameters<typeof watchClient>[1]) => take(watchClient(state, pulse)),
    gpus: (seen: Parameters<typeof watchGpus>[1]) => take(watchGpus(state, seen)),
    end: () => {
      isOver = true;
    },
  };
}

function valuesOf({ page, refused }: Look): Readonly<Record<string, unknown>> {
  if (page === undefined) return { unreadable: refused ? 'refused' : 'no page' };
  return Object.fromEntries(Object.entries(page).map(([quantity, found]) => [quantity, found?.value]));
}
