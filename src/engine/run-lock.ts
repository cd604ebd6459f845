// Whether a run still lives: its keeper holds a lock of its name. No process id is ever believed for that.
import { type HeldFile, type LockHolder, tryLock } from './lock.ts';
import { DEFAULT_LOCK_DIR } from './lock-dir.ts';
import { pidNamespace, readProcess } from './processes.ts';
import { defaultStateDir } from './run-state.ts';

/** What can be said about the run that something of ours belongs to. */
export type RunClaim =
  /** Its keeper is gone: whoever gets this may end what it left. `release(true)` when nothing of it is left. */
  | { readonly state: 'free'; readonly release: (nothingLeft: boolean) => void }
  /** It lives. */
  | { readonly state: 'held'; readonly holder: LockHolder | undefined }
  /** Its lock is not to be seen from here: hands off. */
  | { readonly state: 'unseen'; readonly reason: string };

/** Folders in which a run's lock may lie: our own for state, the host's, and preflight.lock_dir where it is known. */
export function runLockDirs(more: {
  readonly lock_dir?: string | undefined;
  readonly state_dir?: string | undefined;
}): readonly string[] {
  const given = more.lock_dir === undefined ? [] : [more.lock_dir];
  return [...new Set([...given, DEFAULT_LOCK_DIR, more.state_dir ?? defaultStateDir()])];
}

/** File name of a run's lock. */
export function runLockName(token: string): string {
  return `run-${token.replaceAll(':', '_')}.lock`;
}

/** Takes the lock of a new run in one folder. Undefined when it cannot be had: it then cannot be judged there. */
export async function lockRun(token: string, dir: string): Promise<HeldFile | undefined> {
  const name = runLockName(token);
  const attempt = await tryLock({ dir, name, mode: 'exclusive', holder: holderOf(token), create: true });
  return attempt.state === 'locked' ? attempt.file : undefined;
}

/** What this process writes into the locks that it holds for a run. */
export function holderOf(token: string): LockHolder {
  return {
    pid: process.pid,
    start_time: readProcess(process.pid)?.start_time ?? 0,
    pid_namespace: pidNamespace(),
    uid: process.getuid?.() ?? 0,
    since: new Date().toISOString(),
    run: token,
  };
}

/** Looks for the lock of a run and takes it when its keeper is gone, so that two clean-ups do not meet. */
export async function claimRun(token: string, dirs: readonly string[]): Promise<RunClaim> {
  const me = process.getuid?.() ?? 0;
  const free: HeldFile[] = [];
  let reason = 'its lock is in no folder that is known here';
  for (const dir of dirs) {
    const attempt = await tryLock({ dir, name: runLockName(token), mode: 'exclusive', create: false });
    switch (attempt.state) {
      case 'busy':
        for (const file of free) file.release();
        return { state: 'held', holder: attempt.holder };
      case 'locked':
        // Anybody can put a free lock of this name into a shared folder: only our own user's is believed.
        if (attempt.owner_uid === me || me === 0) free.push(attempt.file);
        else attempt.file.release();
        break;
      case 'unknown':
        reason = attempt.reason;
        break;
      case 'absent':
        break;
    }
  }
  if (free.length === 0) return { state: 'unseen', reason };
  const release = (nothingLeft: boolean): void => {
    for (const file of free) file.release({ remove: nothingLeft });
  };
  return { state: 'free', release };
}
