import { readdirSync, readFileSync } from 'node:fs';

/** A process that cannot be mistaken for a later one with the same number. */
export interface ProcessId {
  readonly pid: number;
  readonly startedAt: string;
  readonly name: string;
}

interface Entry extends ProcessId {
  readonly parent: number;
  readonly state: string;
}

/**
 * Looks at the process table while a command runs and remembers all that descends from it: an engine's workers change
 * their names and lose their parent when it is killed, so looking afterwards would miss them.
 */
export function watchDescendants(root: number): { seen(): readonly ProcessId[]; stop(): void } {
  const known = new Map<number, ProcessId>();
  const look = (): void => {
    const entries = processTable();
    const startOf = new Map(entries.map((each) => [each.pid, each.startedAt]));
    // A number that the system has given to another process since is nobody's parent.
    const isKnown = (pid: number): boolean =>
      known.has(pid) && known.get(pid)?.startedAt === startOf.get(pid);
    for (let grown = true; grown; ) {
      grown = false;
      for (const { pid, parent, startedAt, name } of entries) {
        const isOurs = parent === root || isKnown(parent);
        // A worker gives itself its final name late.
        if (isOurs && known.get(pid)?.name !== name) {
          grown ||= known.get(pid)?.startedAt !== startedAt;
          known.set(pid, { pid, startedAt, name });
        }
      }
    }
  };
  look();
  const timer = setInterval(look, 150);
  return {
    seen: () => [...known.values()],
    stop: () => clearInterval(timer),
  };
}

/** Zombies are dead: only their number is left. */
export function isAlive({ pid, startedAt }: ProcessId): boolean {
  const entry = entryOf(pid);
  return entry !== undefined && entry.startedAt === startedAt && entry.state !== 'Z';
}

/** The command line of a process, words joined by spaces; empty when it is gone. */
export function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

function processTable(): Entry[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => entryOf(Number(name)) ?? []);
}

function entryOf(pid: number): Entry | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name is in parentheses and can hold anything, parentheses too.
    const end = stat.lastIndexOf(')');
    const fields = stat.slice(end + 2).split(' ');
    const name = stat.slice(stat.indexOf('(') + 1, end);
    return { pid, name, state: fields[0] ?? '', parent: Number(fields[1]), startedAt: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}
