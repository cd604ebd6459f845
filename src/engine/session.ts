import { setTimeout as sleep } from 'node:timers/promises';
import { belongsTo, carriesOtherRun, endProcesses, processesOfRun, type SessionMark } from './leftovers.ts';
import { canSeeProcesses, listProcesses, type ProcessInfo, readProcess } from './processes.ts';

/** All processes of one started engine: its leader and whatever it started. */
export interface Session {
  readonly mark: SessionMark | undefined;
  owns(process: ProcessInfo): boolean;
  /** Remembers who belongs to it now; later they are known even without leader or environment. */
  refresh(): void;
  /** Ends all that is left: SIGTERM, then SIGKILL after the grace. */
  end(graceMs: number): Promise<{ readonly killed: number; readonly left: number }>;
}

/** The session that `spawn` with `detached` made; its id is the pid of the leader. */
export function openSession(pid: number, tokenText: string): Session {
  const leader = readProcess(pid);
  const mark = leader === undefined ? undefined : { session: pid, start_time: leader.start_time };
  const members = new Map<string, ProcessInfo>();
  const known = (one: ProcessInfo): boolean => members.has(keyOf(one)) || belongsTo(one, tokenText, mark);
  const current = (): readonly ProcessInfo[] => {
    const found = processesOfRun(tokenText, mark);
    const remembered = [...members.values()].filter(
      (one) => readProcess(one.pid)?.start_time === one.start_time,
    );
    const all = new Map([...found, ...remembered].map((one) => [keyOf(one), one]));
    for (const one of childrenOf([...all.values()])) {
      if (!carriesOtherRun(one, tokenText)) all.set(keyOf(one), one);
    }
    for (const [key, one] of all) members.set(key, one);
    return [...all.values()];
  };
  return {
    mark,
    owns: known,
    refresh: () => {
      current();
    },
    end: (graceMs) => (canSeeProcesses() ? endProcesses(current, graceMs) : endGroup(pid, graceMs)),
  };
}

/** Whoever was started by one of these and still has it as parent: a daemon that left session and environment too. */
function childrenOf(parents: readonly ProcessInfo[]): readonly ProcessInfo[] {
  const known = new Set(parents.map((one) => one.pid));
  const listed = listProcesses();
  const found: ProcessInfo[] = [];
  let before: number;
  do {
    before = found.length;
    for (const one of listed) {
      if (known.has(one.pid) || !known.has(one.parent)) continue;
      known.add(one.pid);
      found.push(one);
    }
  } while (found.length > before);
  return found;
}

function keyOf(one: ProcessInfo): string {
  return `${one.pid}:${one.start_time}`;
}

/** Without /proc only the process group is known. */
async function endGroup(pid: number, graceMs: number): Promise<{ killed: number; left: number }> {
  if (!signalGroup(pid, 'SIGTERM')) return { killed: 0, left: 0 };
  const deadline = Date.now() + graceMs;
  while (groupLives(pid) && Date.now() < deadline) await sleep(50);
  if (!groupLives(pid)) return { killed: 0, left: 0 };
  signalGroup(pid, 'SIGKILL');
  await sleep(500);
  return { killed: 1, left: groupLives(pid) ? 1 : 0 };
}

/** Signals a whole process group; false when there is none. */
export function signalGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch {
    return false;
  }
}

function groupLives(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}
