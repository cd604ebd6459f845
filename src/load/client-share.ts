// The client's own part in a rung, so that its lateness is never blamed on the server.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { percentile, sortedSample } from '../core/quantile.ts';
import { latenessMs } from '../core/record.ts';
import type { ClientShare, RequestRecord } from '../core/result.gen.ts';

/** Milliseconds between two samples of the event loop; part of each sample, taken off again. */
const SAMPLE_EVERY_MS = 1;

/** Starts watching this process; call the result once, when the rung has ended. */
export function watchClient(): (seen: {
  readonly records: readonly RequestRecord[];
  readonly in_flight_max: number;
  readonly cap_touched: number;
}) => ClientShare {
  const loop = monitorEventLoopDelay({ resolution: SAMPLE_EVERY_MS });
  loop.enable();
  const cpuBefore = process.cpuUsage();
  const before = process.hrtime.bigint();
  return ({ records, in_flight_max, cap_touched }) => {
    loop.disable();
    const wall_us = Number(process.hrtime.bigint() - before) / 1e3;
    const cpu = process.cpuUsage(cpuBefore);
    const delay = (ns: number) => Math.max(0, ns / 1e6 - SAMPLE_EVERY_MS);
    const late = sortedSample(records.map(latenessMs).filter((ms) => ms !== undefined));
    const [p50, p99, max] = [50, 99, 100].map((percent) => percentile(late, percent));
    return {
      ...(p50 !== undefined && { lateness_p50_ms: p50 }),
      ...(p99 !== undefined && { lateness_p99_ms: p99 }),
      ...(max !== undefined && { lateness_max_ms: max }),
      ...(loop.count > 0 && {
        event_loop_delay_p99_ms: delay(loop.percentile(99)),
        event_loop_delay_max_ms: delay(loop.max),
      }),
      ...(wall_us > 0 && { cpu_share: (cpu.user + cpu.system) / wall_us }),
      events: records.reduce((sum, record) => sum + record.events, 0),
      in_flight_max,
      ...(cap_touched > 0 && { cap_touched }),
    };
  };
}
