// The locks of a run: its own, by which others judge what it left, and those of its GPUs.
import type { EngineConfig, PreflightConfig } from '../config/config.ts';
import type { Gpu } from '../core/gpu.ts';
import { gpuLocks } from '../core/gpu-locks.ts';
import type { LockReport } from '../core/result.gen.ts';
import { GateError } from '../failure.ts';
import type { HeldLock, Log } from '../ports.ts';
import { type Keeper, type KeeperStart, startKeeper } from './keeper.ts';
import { lockDir } from './lock-dir.ts';
import { TIMES } from './process-host.ts';
import { defaultStateDir, openStateDir } from './run-state.ts';

export interface HostLockOptions {
  readonly log: Pick<Log, 'info' | 'warning'>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Entry of our own command line, which the keeper runs. */
  readonly cli_path: string;
  readonly run_token: string;
  readonly state_dir?: string;
  /** Instead of /run/lock/instinct-gate, for tests. */
  readonly default_lock_dir?: string;
  /** Waiting times of the keeper in ms, for tests. */
  readonly times?: { readonly leader_grace_ms: number; readonly group_grace_ms: number };
}

/** ROCm needs some time to give memory back; a kill with queues in flight can leave it held (vLLM PR #52281). */
const KEEPER_LEADER_GRACE_MS = 20_000;
/** The keeper ends by itself when it can; a process that does not die keeps its lock, and we do not wait for that. */
const RELEASE_MS = 5_000;

/** See HostPort.lock. */
export async function takeHostLock(
  request: {
    readonly engine: EngineConfig;
    readonly gpus: readonly Gpu[];
    readonly preflight: PreflightConfig;
    readonly signal: AbortSignal;
  },
  options: HostLockOptions,
): Promise<HeldLock> {
  const { engine, gpus, preflight, signal } = request;
  // Nothing is started, so there is nothing to keep.
  if (engine.kind === 'external') return unlocked(notNeeded('no engine is started'));
  const stateDir = options.state_dir ?? defaultStateDir(options.env);
  openStateDir(stateDir);
  const dir =
    gpus.length === 0
      ? undefined
      : lockDir({
          ...(preflight.lock_dir === undefined ? {} : { configured: preflight.lock_dir }),
          ...(options.default_lock_dir === undefined ? {} : { fallback: options.default_lock_dir }),
          env: options.env,
        });
  const usable = typeof dir === 'object' ? dir : undefined;
  const locks =
    usable === undefined
      ? []
      : gpuLocks(gpus, preflight.exclusive).map((lock) => ({ ...lock, dir: usable.path }));
  const started = await startKeeper({
    cli_path: options.cli_path,
    env: options.env,
    signal,
    order: {
      token: options.run_token,
      state_dir: stateDir,
      run_lock_dirs: usable === undefined ? [stateDir] : [stateDir, usable.path],
      locks,
      wait_ms: preflight.wait * 1000,
      ...(options.times ?? {
        leader_grace_ms: KEEPER_LEADER_GRACE_MS,
        group_grace_ms: TIMES.group_grace_ms,
      }),
    },
    on_wait: (lock, holder) =>
      options.log.info(`waiting for ${lock}: held by ${holder} (at most ${preflight.wait} s)`),
  });
  if (started.state === 'aborted') throw cancelled();
  if (started.state === 'busy') throw busy(started, preflight.wait);
  if (started.state === 'unknown') {
    options.log.warning(`no lock: ${started.reason}`);
    return unlocked(gpus.length === 0 ? notNeeded('no GPU of this host is used') : unknown(started.reason));
  }
  const report: LockReport = {
    ...(gpus.length === 0 ? notNeeded('no GPU of this host is used') : lockReport(dir, locks, preflight)),
    waited_s: started.waited_ms / 1000,
  };
  if (report.state === 'unknown') options.log.warning(`lock: ${report.message}`);
  return held(started.keeper, report, options);
}

function lockReport(
  dir: ReturnType<typeof lockDir> | undefined,
  locks: readonly { readonly name: string }[],
  preflight: PreflightConfig,
): LockReport {
  if (typeof dir === 'string') return unknown(dir);
  if (dir === undefined) return unknown('there is no folder for locks');
  const names = locks.map(({ name }) => name);
  const base = { exclusive: preflight.exclusive, names, waited_s: 0 };
  return dir.shared
    ? { ...base, state: 'held', message: `locked per ${preflight.exclusive} in ${dir.path}` }
    : { ...base, state: 'unknown', message: `locked, but ${dir.reason}: other runners may not see it` };
}

function held(keeper: Keeper, report: LockReport, options: HostLockOptions): HeldLock {
  if (!keeper.run_is_locked) {
    options.log.warning('the lock of this run could not be made: what it may leave cannot be judged later');
  }
  let releasing: Promise<void> | undefined;
  const release = async (): Promise<void> => {
    const { done, found } = await keeper.release(RELEASE_MS);
    if (found > 0) options.log.warning(`the keeper found ${found} process(es) of this run and ended them`);
    if (!done)
      options.log.warning('the keeper still waits for processes of this run; it keeps the lock until then');
  };
  return {
    report,
    lost: keeper.lost,
    release: () => {
      releasing ??= release();
      return releasing;
    },
  };
}

function unlocked(report: LockReport): HeldLock {
  return { report, lost: new Promise(() => {}), release: async () => {} };
}

function notNeeded(message: string): LockReport {
  return { state: 'not_needed', names: [], waited_s: 0, message };
}

function unknown(reason: string): LockReport {
  const message = `nobody can say whether another run uses these GPUs: ${reason}`;
  return { state: 'unknown', names: [], waited_s: 0, message };
}

function busy(start: Extract<KeeperStart, { readonly state: 'busy' }>, waitS: number): GateError {
  return new GateError({
    kind: 'host',
    code: 'busy',
    message: `expected free GPUs within ${waitS} s (preflight.wait), but ${start.lock} is held by ${start.holder}`,
    hint: 'Wait for that run, raise preflight.wait, or choose other GPUs (engine.gpus).',
  });
}

function cancelled(): GateError {
  return new GateError({
    kind: 'cancelled',
    code: 'cancelled',
    message: 'stopped by the user or a cancelled job while waiting for a lock',
  });
}
