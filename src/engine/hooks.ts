// An engine that the site's own commands start and stop: srun, kubectl, compose, a cluster on Ray, another server.
import { setTimeout as sleep } from 'node:timers/promises';
import { oneLine } from '../answer.ts';
import { serviceAddress } from '../config/address.ts';
import type { HooksEngineConfig, ServiceConfig } from '../config/config.ts';
import { isSecretName, maskCommand } from '../config/mask.ts';
import type { EngineReport } from '../core/result.gen.ts';
import type { BootedEngine, EngineDeath, Fingerprint } from '../ports.ts';
import { logSize } from './boot-log.ts';
import { externalFingerprint } from './fingerprint.ts';
import { type ProcessHost, TIMES } from './process-host.ts';
import { defaultStateDir, forgetRun, rememberRun, type StopCommand } from './run-state.ts';
import { openSession } from './session.ts';
import { engineEnvironment, fillCommand, spawnEngine } from './spawn.ts';
import { cancelled, engineDeath, explainRunning } from './start-failure.ts';
import { runStopCommand } from './stop-command.ts';
import { waitUntilReady } from './wait-ready.ts';

/** A server that is not there yet has no log: the logs command is tried again after this. */
const LOGS_RETRY_MS = 2_000;

export interface HooksLaunch {
  readonly engine: HooksEngineConfig;
  readonly service: ServiceConfig;
  readonly signal: AbortSignal;
}

/**
 * Runs the start command and resolves when the server at `url` serves (ready.ts). The command may end with 0 (a
 * submitted job) or stay (srun): then its end is the server's. The stop command runs after any start, also a failed one.
 */
export async function startHooks(launch: HooksLaunch, host: ProcessHost): Promise<BootedEngine> {
  const { engine, service, signal } = launch;
  if (signal.aborted) throw cancelled();
  const times = { ...TIMES, ...host.times };
  const base_url = serviceAddress(engine.url);
  const address = new URL(base_url);
  const port = Number(address.port || (address.protocol === 'https:' ? 443 : 80));
  const secrets = service.key === undefined ? host.secrets : [...host.secrets, service.key];
  const fill = (command: readonly string[]): readonly string[] =>
    fillCommand(command, {
      port: String(port),
      host: address.hostname,
      model: engine.model ?? service.model_id,
    });
  const start = fill(engine.start);
  const env = engineEnvironment(host.env, { env: engine.env ?? {}, service }, host.run_token);
  const stateDir = host.state_dir ?? defaultStateDir(host.env);
  const stopCommand: StopCommand | undefined =
    engine.stop === undefined
      ? undefined
      : {
          command: fill(engine.stop),
          cwd: process.cwd(),
          env: withoutSecrets(env),
          timeout_s: engine.stop_timeout,
        };
  const note = { token: host.run_token, log: host.engine_log, ...(stopCommand && { stop: stopCommand }) };
  host.log.info(`engine: ${maskCommand(start, secrets).join(' ')}`);
  rememberRun(note, stateDir);
  const logStart = logSize(host.engine_log);
  const started = process.hrtime.bigint();
  const child = await spawnEngine(start, env, host.engine_log).catch((error: unknown) => {
    forgetRun(host.run_token, stateDir);
    throw error;
  });
  child.on('error', () => {});
  const session = openSession(child.pid, host.run_token);
  const mark = session.mark;
  rememberRun({ ...note, ...(mark && { pid: mark.session, start_time: mark.start_time }) }, stateDir);

  const died = Promise.withResolvers<EngineDeath>();
  let death: EngineDeath | undefined;
  let stopped: string | undefined;
  let stopping: Promise<void> | undefined;
  let leftovers = 0;
  let submitted = false;
  const over = new AbortController();
  const onExit = (code: number | null, killedBy: NodeJS.Signals | null): void => {
    session.refresh();
    if (stopping !== undefined) return;
    if (code === 0 && !ready) {
      // A job that was handed over to somebody else; its server is seen by its answers.
      submitted = true;
      return;
    }
    const how = code === null ? `signal ${killedBy ?? 'unknown'}` : `exit code ${code}`;
    death = engineDeath({ exit: `the start command ended: ${how}` }, host, { log_start: logStart });
    died.resolve(death);
  };
  let ready = false;
  child.once('exit', onExit);
  const logs = engine.logs === undefined ? undefined : followLogs(fill(engine.logs), env, host, over.signal);

  const stop = async (graceMs: number): Promise<void> => {
    const since = Date.now();
    let failed: string | undefined;
    if (stopCommand !== undefined) failed = await runStopCommand({ ...stopCommand, env }, host.engine_log);
    const rest = await session.end(submitted ? Math.min(graceMs, times.group_grace_ms) : graceMs);
    over.abort();
    await logs;
    const seconds = ((Date.now() - since) / 1000).toFixed(1);
    const how = stopCommand === undefined ? 'no stop command' : (failed ?? 'stop command ended with 0');
    stopped = `${how}, after ${seconds} s`;
    leftovers = rest.left + (failed === undefined ? 0 : 1);
    if (failed !== undefined) host.log.warning(`engine.stop: ${failed}; the server may still run`);
    if (rest.left > 0) host.log.warning(`engine: ${rest.left} process(es) of engine.start do not end`);
    if (leftovers === 0) forgetRun(host.run_token, stateDir);
  };
  const stopOnce = (graceMs: number): Promise<void> => {
    stopping ??= stop(graceMs);
    return stopping;
  };

  try {
    await waitUntilReady(
      {
        ...{ base_url, service, signal, port, times, logStart },
        startup_timeout_s: engine.startup_timeout,
        died: died.promise,
        death: () => death,
        foreign: () => undefined,
      },
      // A server elsewhere may have no log that grows here.
      host,
    );
  } catch (error) {
    await stopOnce(signal.aborted ? 2000 : times.grace_ms);
    throw error;
  }
  ready = true;
  const boot_s = Number(process.hrtime.bigint() - started) / 1e9;
  const modelId = service.model_id ?? engine.model;
  const report = (): EngineReport => ({
    kind: 'hooks',
    command: maskCommand(start, secrets),
    boot_s,
    ...(submitted ? {} : { pid: child.pid }),
    ...(death !== undefined && { exit: death.exit }),
    ...(stopped !== undefined && { stop: stopped }),
    leftovers,
  });
  return {
    base_url,
    ...(modelId !== undefined && { model_id: modelId }),
    fingerprint: hooksFingerprint(maskCommand(start, secrets)),
    died: died.promise,
    get death() {
      return death;
    },
    report,
    explain: () => explainRunning(host, { log_start: logStart }),
    stop: async (options) => {
      await stopOnce(options?.grace_s === undefined ? times.grace_ms : options.grace_s * 1000);
      return report();
    },
  };
}

/** Copies what the logs command prints into our log, again and again until the engine is stopped. */
async function followLogs(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  host: ProcessHost,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      const child = await spawnEngine(command, env, host.engine_log);
      const end = (): void => {
        child.kill('SIGTERM');
      };
      signal.addEventListener('abort', end, { once: true });
      if (signal.aborted) end();
      await new Promise<void>((resolve) => {
        child.once('exit', () => resolve());
        child.once('error', () => resolve());
        // A follower that ignores SIGTERM is none of the server's business.
        signal.addEventListener('abort', () => setTimeout(() => child.kill('SIGKILL'), 2000).unref(), {
          once: true,
        });
      });
      signal.removeEventListener('abort', end);
    } catch (error) {
      host.log.warning(`engine.logs: ${(error as Error).message}`);
      return;
    }
    await sleep(LOGS_RETRY_MS, undefined, { signal }).catch(() => {});
  }
}

function withoutSecrets(env: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isSecretName(name)));
}

/** How the server was started is known; what it is, only as far as it answers. */
function hooksFingerprint(command: readonly string[]): Fingerprint {
  return {
    ...externalFingerprint(),
    engine_kind: { value: 'hooks', source: 'configuration', class: 'hard' },
    start_command: { value: oneLine(command.join(' '), [], 300), source: 'engine.start', class: 'hard' },
  };
}
