import type { ChildProcess } from 'node:child_process';
import type { ServiceConfig } from '../config/config.ts';
import { maskCommand, maskSecrets } from '../config/mask.ts';
import { connect, createDispatcher } from '../connection.ts';
import type { EngineReport } from '../core/result.gen.ts';
import { GateError } from '../failure.ts';
import type { BootedEngine, EngineDeath, Fingerprint, Log } from '../ports.ts';
import { logEvidence, logSize, readLog, rootCause } from './boot-log.ts';
import { canBind, freePort, portOwner } from './listeners.ts';
import { awaitReady } from './ready.ts';
import { defaultStateDir, forgetRun, rememberRun } from './run-state.ts';
import { openSession, type Session, signalGroup } from './session.ts';
import { engineEnvironment, fillCommand, spawnEngine } from './spawn.ts';

/** What every start on this host shares. */
export interface ProcessHost {
  readonly log: Log;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Token of this run (makeToken). */
  readonly run_token: string;
  /** File that the engine's output is appended to. */
  readonly engine_log: string;
  /** Values that must not appear in any text. */
  readonly secrets: readonly string[];
  readonly state_dir?: string;
  /** Waiting times in ms, for tests. */
  readonly times?: Partial<Times>;
}

interface Times {
  /** No new log byte for so long ends the start. */
  readonly stall_ms: number;
  /** From SIGTERM to the engine until its group is ended. */
  readonly grace_ms: number;
  /** From SIGTERM to the group until SIGKILL. */
  readonly group_grace_ms: number;
  /** How long a foreign process may answer on our port while the engine starts. */
  readonly foreign_ms: number;
}

// vLLM waits for its clients after SIGTERM, for ever if they stay (seen with 0.32.0): hence a limit of ours.
// ROCm gets some time because a kill with queues in flight can leave GPU memory held (vLLM PR #52281).
const TIMES: Times = { stall_ms: 300_000, grace_ms: 10_000, group_grace_ms: 5_000, foreign_ms: 2_000 };

/** One server to start on this host. */
export interface Launch {
  readonly kind: 'process' | 'simulator';
  /** May hold {port}, {host} and {model}. Never goes through a shell. */
  readonly command: readonly string[];
  readonly model?: string;
  /** Absent: a free one. */
  readonly port?: number;
  readonly env: Readonly<Record<string, string | number | boolean>>;
  readonly startup_timeout_s: number;
  readonly service: ServiceConfig;
  readonly signal: AbortSignal;
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
  host.log.info(`engine: ${maskCommand(command, secretsOf(host, launch.service)).join(' ')}`);
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
  const running = watch({ child, session, host, times, stateDir, logStart });
  let bootSeconds: number;
  try {
    await waitUntilReady(launch, host, { running, session, port, times, logStart });
    bootSeconds = Number(process.hrtime.bigint() - started) / 1e9;
  } catch (error) {
    await running.stop(launch.signal.aborted ? 2000 : times.grace_ms);
    throw error;
  }
  session.refresh();
  const modelId = launch.service.model_id ?? launch.model;
  const report = (): EngineReport => ({
    kind: launch.kind,
    command: maskCommand(command, secretsOf(host, launch.service)),
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
    stop: async (options) => {
      const grace = options?.grace_s === undefined ? times.grace_ms : options.grace_s * 1000;
      await running.stop(grace);
      return report();
    },
  };
}

/** A started child: how it ends, by itself or by us. */
interface Running {
  /** Resolves when it ends without our doing. */
  readonly died: Promise<EngineDeath>;
  death(): EngineDeath | undefined;
  /** exit, stop and leftovers of the report. */
  ending(): Pick<EngineReport, 'exit' | 'stop' | 'leftovers'>;
  stop(graceMs: number): Promise<void>;
}

function watch(input: {
  readonly child: ChildProcess & { readonly pid: number };
  readonly session: Session;
  readonly host: ProcessHost;
  readonly times: Times;
  readonly stateDir: string;
  readonly logStart: number;
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
    death = {
      exit: code === null ? `signal ${signal ?? 'unknown'}` : `exit code ${code}`,
      evidence: evidence(host, input.logStart),
    };
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

async function waitUntilReady(
  launch: Launch,
  host: ProcessHost,
  state: {
    readonly running: Running;
    readonly session: Session;
    readonly port: number;
    readonly times: Times;
    readonly logStart: number;
  },
): Promise<void> {
  const { running, session, port, times } = state;
  const connection = await connect(launch.service, `http://${HOST}:${port}`, {});
  const dispatcher = createDispatcher(connection, { connections: 2 });
  const started = Date.now();
  const deadline = started + launch.startup_timeout_s * 1000;
  const pointless = new AbortController();
  void running.died.then(() => pointless.abort());
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
    if (launch.signal.aborted) return cancelled();
    const death = running.death();
    if (death !== undefined) return diedEarly(death, host, state.logStart);
    if (foreignSince !== undefined && now - foreignSince >= times.foreign_ms)
      return portTaken(port, foreignName);
    if (now >= deadline) return tooSlow(launch.startup_timeout_s, stage, host, state.logStart);
    if (now - lastProgress >= times.stall_ms) return stalled(times.stall_ms, stage, host, state.logStart);
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
      service: launch.service,
      signal: AbortSignal.any([launch.signal, pointless.signal]),
      guard: (now) => {
        stage = now;
        const found = problem();
        if (found !== undefined) throw found;
      },
      isForeign: () => {
        const owner = portOwner(port, (one) => session.owns(one));
        if (owner.kind !== 'foreign') {
          foreignSince = undefined;
          return false;
        }
        foreignName = `pid ${owner.process.pid} (${owner.process.name})`;
        foreignSince ??= Date.now();
        return true;
      },
      progress: (now) =>
        host.log.progress(`engine: ${now}, ${Math.round((Date.now() - started) / 1000)} s since its start`),
    });
  } finally {
    clearInterval(timer);
    await dispatcher.destroy();
  }
}

async function choosePort(wanted: number | undefined): Promise<number> {
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

function diedEarly(death: EngineDeath, host: ProcessHost, logStart: number): GateError {
  const found = rootCause(readLog(host.engine_log, logStart));
  const cause = found === undefined ? undefined : maskSecrets(found, host.secrets);
  const usage =
    death.exit === 'exit code 2' ? ' Exit code 2 means that it did not know a flag or value.' : '';
  return new GateError({
    kind: 'engine',
    code: 'engine_died_early',
    message: `the engine ended before it was ready (${death.exit})${cause === undefined ? '' : `: ${cause}`}`,
    where: host.engine_log,
    hint: `The whole log is in this file.${usage}`,
    evidence: death.evidence,
  });
}

function portTaken(port: number, who: string): GateError {
  return new GateError({
    kind: 'engine',
    code: 'port_taken',
    message: `another process answers on port ${port}: ${who} is not part of the engine that we started`,
    where: 'engine.port',
    hint: 'A server of an earlier job may still run there: stop it, or leave engine.port out to get a free one.',
  });
}

function tooSlow(seconds: number, stage: string, host: ProcessHost, logStart: number): GateError {
  return new GateError({
    kind: 'engine',
    code: 'startup_timeout',
    message: `the engine was not ready after ${seconds} s (engine.startup_timeout); last: ${stage}`,
    where: host.engine_log,
    hint: 'Raise engine.startup_timeout if it only needs longer (large weights, a first kernel build).',
    evidence: evidence(host, logStart),
  });
}

function stalled(stallMs: number, stage: string, host: ProcessHost, logStart: number): GateError {
  return new GateError({
    kind: 'engine',
    code: 'startup_stalled',
    message: `the engine wrote nothing to its log for ${Math.round(stallMs / 1000)} s and was not ready; last: ${stage}`,
    where: host.engine_log,
    hint: 'It may hang in a download, a compile or a GPU call: the last lines show where.',
    evidence: evidence(host, logStart),
  });
}

function evidence(host: ProcessHost, logStart: number): readonly string[] {
  return logEvidence(readLog(host.engine_log, logStart)).map((line) => maskSecrets(line, host.secrets));
}

function throwIfCancelled(signal: AbortSignal): void {
  if (signal.aborted) throw cancelled();
}

function cancelled(): GateError {
  return new GateError({
    kind: 'cancelled',
    code: 'cancelled',
    message: 'stopped by the user or a cancelled job while the engine was starting',
  });
}

function secretsOf(host: ProcessHost, service: ServiceConfig): readonly string[] {
  return service.key === undefined ? host.secrets : [...host.secrets, service.key];
}

/** True when the promise settles within the time. */
async function settled(promise: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
