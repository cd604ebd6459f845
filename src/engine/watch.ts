import type { ChildProcess } from 'node:child_process';
import type { EngineReport } from '../core/result.gen.ts';
import type { EngineDeath } from '../ports.ts';
import type { ProcessHost, Times } from './process-host.ts';
import { forgetRun } from './run-state.ts';
import { type Session, signalGroup } from './session.ts';
import { settled } from './settled.ts';
import { type EngineRecord, engineDeath } from './start-failure.ts';

/** A started child: how it ends, by itself or by us. */
export interface Running {
  /** Resolves when it ends without our doing. */
  readonly died: Promise<EngineDeath>;
  death(): EngineDeath | undefined;
  /** exit, stop and leftovers of the report. */
  ending(): Pick<EngineReport, 'exit' | 'stop' | 'leftovers'>;
  stop(graceMs: number): Promise<void>;
}

/** Watches a started child until it has ended, and ends it when asked. */
export function watch(input: {
  readonly child: ChildProcess & { readonly pid: number };
  readonly session: Session;
  readonly host: ProcessHost;
  readonly times: Times;
  readonly stateDir: string;
  readonly record: EngineRecord;
}): Running {
  const { child, session, host, times } = input;
  const died = Promise.withResolvers<EngineDeath>();
  const exited = Promise.withResolvers<void>();
  let death: EngineDeath | undefined;
  let stopped: string | undefined;
  let stopping: Promise<void> | undefined;
  let leftovers = 0;
  const onOurExit = (): void => {
    // A last word when this process ends without having stopped the engine; the next start does the rest.
    signalGroup(child.pid, 'SIGTERM');
  };
  process.once('exit', onOurExit);
  child.once('exit', (code, signal) => {
    session.refresh();
    exited.resolve();
    if (stopping !== undefined) return;
    const exit = code === null ? `signal ${signal ?? 'unknown'}` : `exit code ${code}`;
    death = engineDeath({ exit }, host, input.record);
    died.resolve(death);
  });

  async function stop(graceMs: number): Promise<void> {
    const since = process.hrtime.bigint();
    if (death === undefined) {
      session.refresh();
      child.kill('SIGTERM');
      const inTime = await settled(exited.promise, graceMs);
      const seconds = (Number(process.hrtime.bigint() - since) / 1e9).toFixed(1);
      stopped = inTime
        ? `SIGTERM, ended after ${seconds} s`
        : `SIGKILL, still alive ${seconds} s after SIGTERM`;
    }
    const ignoredUs = child.exitCode === null && child.signalCode === null;
    const rest = await session.end(Math.min(times.group_grace_ms, Math.max(500, graceMs / 2)));
    if (ignoredUs) await settled(exited.promise, 1000);
    leftovers = Math.max(0, rest.killed - (ignoredUs ? 1 : 0));
    if (leftovers > 0) host.log.warning(`engine: ${leftovers} of its processes had to be killed`);
    if (rest.left > 0) {
      stopped = `${stopped ?? 'ended by itself'}; ${rest.left} of its processes do not end`;
      host.log.warning(`engine: ${rest.left} of its processes do not end, not even by SIGKILL`);
    } else {
      forgetRun(host.run_token, input.stateDir);
      process.off('exit', onOurExit);
    }
  }

  return {
    died: died.promise,
    death: () => death,
    ending: () => ({
      ...(death === undefined ? {} : { exit: death.exit }),
      ...(stopped === undefined ? {} : { stop: stopped }),
      leftovers,
    }),
    stop: (graceMs) => {
      stopping ??= stop(graceMs);
      return stopping;
    },
  };
}
