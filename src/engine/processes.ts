import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** One process as /proc shows it. */
export interface ProcessInfo {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** Clock ticks since the machine booted; with the pid it names one process for ever. */
  readonly start_time: number;
  /** Name of the executable, at most 15 bytes. Data from outside. */
  readonly name: string;
}

/** What the environment area of a process shows. */
export type EnvironmentView =
  | { readonly kind: 'readable'; readonly value: string | undefined }
  /** Another user's process, or one that has ended. */
  | { readonly kind: 'hidden' }
  /** Overwritten by the process itself, as setproctitle does. */
  | { readonly kind: 'overwritten' };

/** False where there is no Linux /proc: everything about processes is then unknown. */
export function canSeeProcesses(): boolean {
  return process.platform === 'linux' && readProcess(process.pid) !== undefined;
}

/** A running process; undefined when it has ended (a zombie has ended) or cannot be seen. */
export function readProcess(pid: number): ProcessInfo | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The name is in parentheses and may itself hold parentheses and spaces: proc(5).
  const open = stat.indexOf('(');
  const close = stat.lastIndexOf(')');
  const fields = stat.slice(close + 2).split(' ');
  const [state, parent, group, session] = fields;
  const startTime = fields[19];
  if (open < 0 || close < 0 || startTime === undefined || state === 'Z' || state === 'X') return undefined;
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    start_time: Number(startTime),
    name: stat.slice(open + 1, close).replace(/[^\x20-\x7e]/g, '?'),
  };
}

/** All running processes that can be seen; empty where there is no /proc. */
export function listProcesses(): readonly ProcessInfo[] {
  const found: ProcessInfo[] = [];
  for (const pid of listPids()) {
    const info = readProcess(pid);
    if (info !== undefined) found.push(info);
  }
  return found;
}

/** Value of one variable in the environment that a process was started with. */
export function readEnvironment(pid: number, variable: string): EnvironmentView {
  const text = readText(`/proc/${pid}/environ`);
  if (text === undefined) return { kind: 'hidden' };
  const entries = text.split('\0').filter((entry) => entry !== '');
  const found = entries.find((entry) => entry.startsWith(`${variable}=`));
  if (found !== undefined) return { kind: 'readable', value: found.slice(variable.length + 1) };
  // A process that was started by anything has at least one NAME=value; without, the area was reused for a title.
  const intact = entries.length > 0 && /^[A-Za-z_][A-Za-z0-9_]*=/.test(entries[0] ?? '');
  return intact ? { kind: 'readable', value: undefined } : { kind: 'overwritten' };
}

/** Inode of our pid namespace: pids mean something only inside it. `0` where it cannot be read. */
export function pidNamespace(): string {
  try {
    return /\[(\d+)\]/.exec(readlinkSync('/proc/self/ns/pid'))?.[1] ?? '0';
  } catch {
    return '0';
  }
}

/** Socket inodes that a process holds open; undefined when its descriptors cannot be read. */
export function openSockets(pid: number): ReadonlySet<string> | undefined {
  let names: readonly string[];
  try {
    names = readdirSync(`/proc/${pid}/fd`);
  } catch {
    return undefined;
  }
  const inodes = new Set<string>();
  for (const name of names) {
    try {
      const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${name}`))?.[1];
      if (inode !== undefined) inodes.add(inode);
    } catch {
      // Closed between the listing and the reading.
    }
  }
  return inodes;
}

/** True for a process of the container with this id: its control group is named after it. */
export function isInContainerOf(pid: number, id: string): boolean {
  return readText(`/proc/${pid}/cgroup`)?.includes(id) === true;
}

/** Sends a signal to exactly this process: never to another one that got its pid meanwhile. */
export function signalProcess(target: ProcessInfo, signal: 'SIGTERM' | 'SIGKILL'): boolean {
  if (readProcess(target.pid)?.start_time !== target.start_time) return false;
  try {
    process.kill(target.pid, signal);
    return true;
  } catch {
    return false;
  }
}

function listPids(): readonly number[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}
