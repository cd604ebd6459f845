import type { ChildProcess } from 'node:child_process';
import type { ServiceConfig } from '../config/config.ts';
import { maskCommand } from '../config/mask.ts';
import type { Gpu } from '../core/gpu.ts';
import type { EngineReport } from '../core/result.gen.ts';
import { GateError } from '../failure.ts';
import type { BootedEngine, Fingerprint } from '../ports.ts';
import { logSize } from './boot-log.ts';
import { canBind, freePort, portOwner } from './listeners.ts';
import { watchPort } from './ownership.ts';
import { type ProcessHost, TIMES } from './process-host.ts';
import { defaultStateDir, forgetRun, rememberRun } from './run-state.ts';
import { openSession, type Session } from './session.ts';
import { engineEnvironment, fillCommand, spawnEngine } from './spawn.ts';
import { cancelled, explainRunning } from './start-failure.ts';
import { waitUntilReady } from './wait-ready.ts';
import { watch } from './watch.ts';

/** One server to start on this host. */
export interface Launch {
  readonly kind: 'process' | 'simulator';
  /** May hold {port}, {host} and {model}. Never goes through a shell. */
  readonly command: readonly string[];
  /** The command as reports show it, where the real one names our own files. */
  readonly shown?: (command: readonly string[]) => readonly string[];
  readonly model?: string;
  /** Absent: a free one. */
  readonly port?: number;
  readonly env: Readonly<Record<string, string | number | boolean>>;
  readonly startup_timeout_s: number;
  readonly service: ServiceConfig;
  readonly signal: AbortSignal;
  /** Where they are known: the kernel's words about others do not count. */
  readonly gpus?: readonly Gpu[];
  readonly fingerprint: (
    command: readonly string[],
    env: Readonly<Record<string, string | undefined>>,
  ) => Fingerprint;
}

const HOST = '127.0.0.1';

/**
 * Starts the command in its own session and resolves when it serves (ready.ts). Throws GateError kind 'engine'
 * with the log lines that explain it; nothing of it is left then.
 */
export async function startProcess(launch: Launch, host: ProcessHost): Promise<BootedEngine> {
  const times = { ...TIMES, ...host.times };
  throwIfCancelled(launch.signal);
  const port = await choosePort(launch.port);
  const command = fillCommand(launch.command, { port: String(port), host: HOST, model: launch.model });
  const env = engineEnvironment(host.env, launch, host.run_token);
  const shown = maskCommand(launch.shown?.(command) ?? command, secretsOf(host, launch.service));
  host.log.info(`engine: ${shown.join(' ')}`);
  const stateDir = host.state_dir ?? defaultStateDir(host.env);
  rememberRun({ token: host.run_token, log: host.engine_log }, stateDir);
  const logStart = logSize(host.engine_log);
  const started = process.hrtime.bigint();
  let child: ChildProcess & { readonly pid: number };
  try {
    child = await spawnEngine(command, env, host.engine_log);
  } catch (error) {
    forgetRun(host.run_token, stateDir);
    throw error;
  }
  // Reported as an exit; a signal that cannot be sent is seen by what stays alive.
  child.on('error', () => {});
  const session = openSession(child.pid, host.run_token);
  const mark = session.mark;
  rememberRun(
    {
      token: host.run_token,
      log: host.engine_log,
      ...(mark === undefined ? {} : { pid: mark.session, start_time: mark.start_time }),
    },
    stateDir,
  );
  const record = {
    log_start: logStart,
    started_ns: started,
    ...(launch.gpus !== undefined && { gpu_bdfs: launch.gpus.map(({ bdf }) => bdf) }),
  };
  const running = watch({ child, session, host, times, stateDir, record });
  let bootSeconds: number;
  try {
    await waitUntilReady(
      {
        base_url: `http://${HOST}:${port}`,
        service: launch.service,
        startup_timeout_s: launch.startup_timeout_s,
        signal: launch.signal,
        died: running.died,
        death: running.death,
        foreign: () => foreignListener(port, session),
        // A daemon is known as ours while its parent lives; nothing is measured yet that this could disturb.
        onLook: () => session.refresh(),
        ...{ port, times, logStart },
      },
      host,
    );
    bootSeconds = Number(process.hrtime.bigint() - started) / 1e9;
  } catch (error) {
    await running.stop(launch.signal.aborted ? 2000 : times.grace_ms);
    throw error;
  }
  session.refresh();
  const ownership = watchPort(port, (one) => session.owns(one));
  const modelId = launch.service.model_id ?? launch.model;
  const report = (): EngineReport => ({
    kind: launch.kind,
    command: shown,
    boot_s: bootSeconds,
    pid: child.pid,
    ...running.ending(),
  });
  return {
    base_url: `http://${HOST}:${port}`,
    ...(modelId === undefined ? {} : { model_id: modelId }),
    fingerprint: launch.fingerprint(command, env),
    died: running.died,
    get death() {
      return running.death();
    },
    report,
    ownership,
    explain: () => explainRunning(host, record),
    stop: async (options) => {
      const grace = options?.grace_s === undefined ? times.grace_ms : options.grace_s * 1000;
      await running.stop(grace);
      return report();
    },
  };
}

function foreignListener(port: number, session: Session): string | undefined {
  const owner = portOwner(port, (one) => session.owns(one));
  return owner.kind === 'foreign' ? `pid ${owner.process.pid} (${owner.process.name})` : undefined;
}

/** The wanted port when it is free, any free one otherwise. Throws GateError when the wanted one is in use. */
export async function choosePort(wanted: number | undefined): Promise<number> {
  if (wanted === undefined) return freePort();
  if (await canBind(wanted)) return wanted;
  const owner = portOwner(wanted, () => false);
  const who =
    owner.kind === 'foreign' ? `pid ${owner.process.pid} (${owner.process.name})` : 'another process';
  throw new GateError({
    kind: 'engine',
    code: 'port_in_use',
    message: `port ${wanted} is in use: ${who} listens on it`,
    where: 'engine.port',
    hint: 'Stop that server, choose another port, or leave engine.port out to get a free one.',
  });
}

function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw cancelled();
}

function secretsOf(host: ProcessHost, service: ServiceConfig): readonly string[] {
  return service.key === undefined ? host.secrets : [...host.secrets, service.key];
}
