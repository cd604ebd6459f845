// Where the locks of this host live, and whether every runner of the host looks there.
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
} from 'node:fs';
import { dirname, isAbsolute, resolve } from 'node:path';

export interface LockDir {
  readonly path: string;
  /** True: every runner of this host uses the same folder. False: that is not known. */
  readonly shared: boolean;
  /** Why it is not known to be shared. */
  readonly reason?: string;
}

/** Folder that a host keeps for locks; cleared at each boot, sticky, writable by everybody. */
export const DEFAULT_LOCK_DIR = '/run/lock/instinct-gate';

/**
 * The folder for the locks of GPUs, made when it is missing. A text says why there is none: what is not a plain
 * folder, or lies in a private temporary one, is refused, never used.
 */
export function lockDir(options: {
  /** preflight.lock_dir: whoever sets it says that it is shared. */
  readonly configured?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Instead of /run/lock/instinct-gate, for tests. */
  readonly fallback?: string;
}): LockDir | string {
  const path = resolve(options.configured ?? options.fallback ?? DEFAULT_LOCK_DIR);
  const told = options.configured !== undefined;
  if (told && !isAbsolute(options.configured ?? '')) return `preflight.lock_dir is not absolute: ${path}`;
  const inside = privateFolder(path, options.env);
  if (inside !== undefined) return `${path} lies in ${inside}, which no other runner sees`;
  if (hasPrivateTmp(path)) return `${path} lies in the private /tmp of this service`;
  const problem = prepare(path);
  if (problem !== undefined) return `${path}: ${problem}`;
  if (told) return { path, shared: true };
  if (isInContainer() && !isMountPoint(path)) {
    return {
      path,
      shared: false,
      reason: `this is a container and ${path} is not mounted from its host`,
    };
  }
  return { path, shared: true };
}

/** Folders that belong to one job or one service, by variable. */
const PRIVATE = ['RUNNER_TEMP', 'GITHUB_WORKSPACE', 'RUNNER_WORKSPACE', 'TMPDIR', 'XDG_RUNTIME_DIR'] as const;

function privateFolder(path: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  return PRIVATE.find((name) => {
    const folder = env[name];
    // TMPDIR=/tmp is everybody's.
    if (folder === undefined || folder === '' || resolve(folder) === '/tmp') return false;
    return path === resolve(folder) || path.startsWith(`${resolve(folder)}/`);
  });
}

/** systemd gives a service with PrivateTmp= a /tmp of its own; mountinfo shows where it really is. */
function hasPrivateTmp(path: string): boolean {
  const top = ['/tmp', '/var/tmp'].find((one) => path === one || path.startsWith(`${one}/`));
  return (
    top !== undefined && mounts().some(([root, point]) => point === top && /systemd-private-/.test(root))
  );
}

function prepare(path: string): string | undefined {
  try {
    mkdirSync(path, { mode: 0o777 });
    // Sticky: any runner's user may add a file, only its owner may remove one. mkdir obeys the umask, chmod does not.
    chmodSync(path, 0o1777);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'ENOENT') return `${dirname(path)} does not exist`;
    if (code !== 'EEXIST') return `it cannot be made (${code})`;
  }
  try {
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) return 'it is a symbolic link';
    if (!stat.isDirectory()) return 'it is not a folder';
    const others = (stat.mode & 0o022) !== 0;
    if (others && (stat.mode & 0o1000) === 0) return 'others may write to it and it is not sticky (chmod +t)';
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return `it cannot be used (${(error as NodeJS.ErrnoException).code})`;
  }
}

/** Inode of the pid namespace that the kernel starts with (include/linux/proc_ns.h, PROC_PID_INIT_INO). */
const FIRST_PID_NAMESPACE = 'pid:[4026531836]';

/** True in a container or pod, and where it cannot be told. */
export function isInContainer(root = ''): boolean {
  if (existsSync(`${root}/.dockerenv`) || existsSync(`${root}/run/.containerenv`)) return true;
  try {
    return readlinkSync(`${root}/proc/self/ns/pid`) !== FIRST_PID_NAMESPACE;
  } catch {
    return true;
  }
}

function isMountPoint(path: string): boolean {
  return mounts().some(([, point]) => point === path);
}

/** Root inside its file system, and mount point, of each mount: proc(5), mountinfo. */
function mounts(): readonly (readonly [string, string])[] {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8')
      .split('\n')
      .map((line) => line.split(' ').slice(3, 5))
      .map(([root = '', point = '']) => [root, point.replaceAll('\\040', ' ')] as const);
  } catch {
    return [];
  }
}
