// Waiting for a started engine: until it serves, or until waiting is pointless, with the reason.
import type { ServiceConfig } from '../config/config.ts';
import { connect, createDispatcher } from '../connection.ts';
import { GateError } from '../failure.ts';
import type { EngineDeath } from '../ports.ts';
import { logSize } from './boot-log.ts';
import type { ProcessHost, Times } from './process-host.ts';
import { awaitReady } from './ready.ts';
import { cancelled, diedEarly, portTaken, stalled, tooSlow, unhealthy } from './start-failure.ts';

export interface Wait {
  readonly base_url: string;
  readonly service: ServiceConfig;
  readonly startup_timeout_s: number;
  readonly signal: AbortSignal;
  readonly died: Promise<EngineDeath>;
  readonly death: () => EngineDeath | undefined;
  /** Who answers on the port when it is not the engine; undefined: the engine, nobody, or unknown. */
  readonly foreign: () => string | undefined;
  /** Called at every look while it starts. */
  readonly onLook?: () => void;
  readonly port: number;
  readonly times: Times;
  /** Where the engine's own part of the log begins. */
  readonly logStart: number;
}

/** Resolves when the engine serves (ready.ts). Throws GateError with the log lines that explain why it does not. */
export async function waitUntilReady(wait: Wait, host: ProcessHost): Promise<void> {
  const { port, times } = wait;
  const connection = await connect(wait.service, wait.base_url, {}, host.secrets);
  const dispatcher = createDispatcher(connection, { connections: 2 });
  const started = Date.now();
  const deadline = started + wait.startup_timeout_s * 1000;
  const pointless = new AbortController();
  void wait.died.then(() => pointless.abort());
  let size = logSize(host.engine_log);
  let lastProgress = started;
  let foreignSince: number | undefined;
  let foreignName = '';
  let stage = 'starting';

  const problem = (): GateError | undefined => {
    const now = Date.now();
    const grown = logSize(host.engine_log);
    if (grown !== size) {
      size = grown;
      lastProgress = now;
    }
    if (wait.signal.aborted) return cancelled();
    const death = wait.death();
    if (death !== undefined) return diedEarly(death, host, wait.logStart);
    if (foreignSince !== undefined && now - foreignSince >= times.foreign_ms)
      return portTaken(port, foreignName);
    if (now >= deadline) return tooSlow(wait.startup_timeout_s, stage, host, wait.logStart);
    if (now - lastProgress >= times.stall_ms) return stalled(times.stall_ms, stage, host, wait.logStart);
    return undefined;
  };
  // The clock must also end a request that never answers.
  const timer = setInterval(() => {
    if (problem() !== undefined) pointless.abort();
  }, 250);
  try {
    await awaitReady({
      connection,
      dispatcher,
      service: wait.service,
      signal: AbortSignal.any([wait.signal, pointless.signal]),
      guard: (now) => {
        stage = now;
        const found = problem();
        if (found !== undefined) throw found;
      },
      isForeign: () => {
        const name = wait.foreign();
        if (name === undefined) {
          foreignSince = undefined;
          return false;
        }
        foreignName = name;
        foreignSince ??= Date.now();
        return true;
      },
      progress: (now) => {
        wait.onLook?.();
        host.log.progress(`engine: ${now}, ${Math.round((Date.now() - started) / 1000)} s since its start`);
      },
    });
  } catch (error) {
    const isUnhealthy = error instanceof GateError && error.code === 'engine_unhealthy';
    throw isUnhealthy ? unhealthy(error, host, wait.logStart) : error;
  } finally {
    clearInterval(timer);
    await dispatcher.destroy();
  }
}
