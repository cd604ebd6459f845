// One lock file: opened without following anything, locked by flock(1) through a descriptor that we keep.
import { spawn } from 'node:child_process';
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { jsonOf, objectOf, oneLine } from '../answer.ts';

/** Who holds a lock, as its holder wrote it down. Data from outside: for people only, never a proof. */
export interface LockHolder {
  readonly pid: number;
  /** Start of that process in clock ticks since boot. */
  readonly start_time: number;
  readonly pid_namespace: string;
  readonly uid: number;
  /** ISO 8601. */
  readonly since: string;
  /** Token of the run. */
  readonly run: string;
}

export interface HeldFile {
  readonly path: string;
  /** Lets go. `remove`: the file goes too, before the lock does. */
  release(options?: { readonly remove?: boolean }): void;
}

export type LockAttempt =
  | { readonly state: 'locked'; readonly file: HeldFile; readonly owner_uid: number }
  | { readonly state: 'busy'; readonly holder: LockHolder | undefined }
  /** There is no such file, and it was not to be made. */
  | { readonly state: 'absent' }
  /** Nothing is known: no flock, a hostile file, no permission. */
  | { readonly state: 'unknown'; readonly reason: string };

export interface LockRequest {
  readonly dir: string;
  /** A plain file name. */
  readonly name: string;
  readonly mode: 'exclusive' | 'shared';
  /** Written into the file once it is ours alone. */
  readonly holder?: LockHolder;
  /** Make the file when it is missing. */
  readonly create: boolean;
}

/**
 * Tries once, without waiting. The lock belongs to our open file, not to flock(1), which only asks the kernel for it:
 * it is free again when this process ends, however it ends. Our children do not inherit it.
 */
export async function tryLock(request: LockRequest): Promise<LockAttempt> {
  if (!/^[A-Za-z0-9._-]{1,200}$/.test(request.name)) throw new Error('a lock has a plain file name');
  const path = join(request.dir, request.name);
  // A holder that lets go removes its file: then ours is not the one that the next will open, and we begin again.
  for (let attempt = 0; attempt < 10; attempt++) {
    const opened = openLockFile(path, request.create);
    if (opened === 'absent') return { state: 'absent' };
    if (typeof opened === 'string') return { state: 'unknown', reason: `${path}: ${opened}` };
    const { descriptor } = opened;
    const taken = await flock(descriptor, request.mode);
    if (taken !== 'locked') {
      const holder = taken === 'busy' ? readHolder(descriptor) : undefined;
      closeSync(descriptor);
      return taken === 'busy' ? { state: 'busy', holder } : { state: 'unknown', reason: taken };
    }
    if (!isStillThere(path, descriptor)) {
      closeSync(descriptor);
      continue;
    }
    if (request.mode === 'exclusive' && opened.writable) writeHolder(descriptor, request.holder);
    return { state: 'locked', file: heldFile(path, opened), owner_uid: fstatSync(descriptor).uid };
  }
  return { state: 'unknown', reason: `${path} is replaced again and again` };
}

/** "pid 12 of user 1000 since 2026-12-01T10:00:00Z", or what little is known. */
export function describeHolder(holder: LockHolder | undefined): string {
  if (holder === undefined) return 'somebody who left no name';
  return `run ${holder.run.split(':')[0]}, pid ${holder.pid} of user ${holder.uid}, since ${holder.since}`;
}

interface OpenFile {
  readonly descriptor: number;
  readonly writable: boolean;
}

const SAFE = constants.O_NOFOLLOW | constants.O_NONBLOCK;

function openLockFile(path: string, create: boolean): OpenFile | 'absent' | string {
  for (let attempt = 0; attempt < 5; attempt++) {
    try {
      return checked({ descriptor: openSync(path, constants.O_RDWR | SAFE), writable: true });
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'EACCES') return openForReading(path);
      if (code !== 'ENOENT') return code === 'ELOOP' ? 'it is a symbolic link' : (code ?? String(error));
      if (!create) return 'absent';
    }
    try {
      // Made in one step and never opened with O_CREAT alone: in a sticky folder the kernel refuses that for the files
      // of other users (sysctl fs.protected_regular), and another user's file is the normal case here.
      const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | SAFE;
      const descriptor = openSync(path, flags, 0o666);
      fchmodSync(descriptor, 0o666);
      return { descriptor, writable: true };
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code !== 'EEXIST') return code ?? String(error);
    }
  }
  return 'it appears and disappears';
}

/** flock needs no right to write. */
function openForReading(path: string): OpenFile | string {
  try {
    return checked({ descriptor: openSync(path, constants.O_RDONLY | SAFE), writable: false });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

/** A device, a pipe or a second name of some other file is no lock of ours, and nothing is written into it. */
function checked(file: OpenFile): OpenFile | string {
  const stat = fstatSync(file.descriptor);
  if (stat.isFile() && stat.nlink <= 1 && stat.size <= MAX_HOLDER_BYTES) return file;
  closeSync(file.descriptor);
  if (!stat.isFile()) return 'it is not a regular file';
  return stat.nlink > 1 ? 'it has a second name (hard link)' : 'it holds more than a lock file can';
}

/** Of util-linux or busybox; part of every Linux that runs a runner. */
const FLOCK = 'flock';

async function flock(descriptor: number, mode: LockRequest['mode']): Promise<'locked' | 'busy' | string> {
  const child = spawn(FLOCK, ['-n', mode === 'exclusive' ? '-x' : '-s', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', descriptor],
  });
  return new Promise((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ENOENT' ? 'flock (util-linux) is not installed' : `flock: ${error.code}`),
    );
    child.once('exit', (code, signal) => {
      if (code === 0) resolve('locked');
      else if (code === 1) resolve('busy');
      else resolve(`flock ended with ${code ?? signal}`);
    });
  });
}

function isStillThere(path: string, descriptor: number): boolean {
  try {
    const [named, open] = [lstatSync(path), fstatSync(descriptor)];
    return named.ino === open.ino && named.dev === open.dev;
  } catch {
    return false;
  }
}

const MAX_HOLDER_BYTES = 4096;

function writeHolder(descriptor: number, holder: LockHolder | undefined): void {
  try {
    ftruncateSync(descriptor, 0);
    if (holder !== undefined) writeSync(descriptor, JSON.stringify(holder), 0);
  } catch {
    // Only a name for people: the lock holds without it.
  }
}

function readHolder(descriptor: number): LockHolder | undefined {
  try {
    const buffer = Buffer.alloc(MAX_HOLDER_BYTES);
    const size = readSync(descriptor, buffer, 0, MAX_HOLDER_BYTES, 0);
    const value = objectOf(jsonOf(buffer.toString('utf8', 0, size))) ?? {};
    const { pid, start_time: startTime, pid_namespace: namespace, uid, since, run } = value;
    if (typeof pid !== 'number' || typeof run !== 'string' || typeof since !== 'string') return undefined;
    return {
      pid,
      start_time: typeof startTime === 'number' ? startTime : 0,
      pid_namespace: typeof namespace === 'string' ? oneLine(namespace, [], 20) : '0',
      uid: typeof uid === 'number' ? uid : -1,
      since: oneLine(since, [], 40),
      run: oneLine(run, [], 160),
    };
  } catch {
    return undefined;
  }
}

function heldFile(path: string, { descriptor, writable }: OpenFile): HeldFile {
  let held = true;
  return {
    path,
    release: ({ remove = false } = {}) => {
      if (!held) return;
      held = false;
      try {
        if (remove) unlinkSync(path);
        else if (writable) ftruncateSync(descriptor, 0);
      } catch {
        // Removed by somebody else: the lock goes all the same.
      }
      closeSync(descriptor);
    },
  };
}
