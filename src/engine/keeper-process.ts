// What runs inside the keeper: holds the locks of one run while main lives, stops the engine when main is gone, and
// only then lets go, so that a free lock means a free GPU.
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { jsonOf, objectOf } from '../answer.ts';
import { stopRun } from './leftovers.ts';
import { describeHolder, type HeldFile, tryLock } from './lock.ts';
import { holderOf, lockRun } from './run-lock.ts';
import { listRuns } from './run-state.ts';

/** First line that main writes to its keeper. */
export interface KeeperOrder {
  readonly token: string;
  readonly state_dir: string;
  /** Folders for the lock of the run itself. */
  readonly run_lock_dirs: readonly string[];
  /** Locks of GPUs, in the order in which they are taken. */
  readonly locks: readonly {
    readonly dir: string;
    readonly name: string;
    readonly mode: 'exclusive' | 'shared';
  }[];
  readonly wait_ms: number;
  /** From SIGTERM to the engine until its group is ended, and from there to SIGKILL. */
  readonly leader_grace_ms: number;
  readonly group_grace_ms: number;
}

/** Lines that the keeper writes to main. */
export type KeeperWord =
  | { readonly word: 'waiting'; readonly lock: string; readonly holder: string }
  | { readonly word: 'busy'; readonly lock: string; readonly holder: string }
  | { readonly word: 'unknown'; readonly reason: string }
  /** `run`: the run itself can be judged by others. */
  | { readonly word: 'locked'; readonly run: boolean }
  | { readonly word: 'ended'; readonly found: number; readonly killed: number; readonly left: number };

/** Ends what runs besides processes, for example containers; resolves to how many are left. */
export type StopMore = (order: KeeperOrder) => Promise<number>;

type Say = (word: KeeperWord) => void;

/** Descriptor of the line to main. */
const LINE = 3;
const POLL_MS = 500;
/** A process in uninterruptible sleep holds its GPU, so its lock is kept; how often it is asked again. */
const RETRY_MS = 5_000;

/** Runs until main is gone and nothing of the run is left. Resolves to the exit code. */
export async function runKeeper(stopMore: StopMore = async () => 0): Promise<number> {
  // Ctrl-C and a closed terminal are main's business.
  process.on('SIGINT', () => {});
  process.on('SIGHUP', () => {});
  // Half open: main closes its side first and still hears how it went. It may be gone when we speak.
  const line = new Socket({ fd: LINE, allowHalfOpen: true });
  line.on('error', () => {});
  try {
    return await keep(line, stopMore);
  } finally {
    // Last of all: whoever waits for the end of the line finds every lock free.
    line.end();
  }
}

async function keep(line: Socket, stopMore: StopMore): Promise<number> {
  const say: Say = (word) => {
    if (line.writable) line.write(`${JSON.stringify(word)}\n`);
  };
  const lines = createInterface({ input: line });
  const gone = new Promise<void>((resolve) => {
    lines.once('close', resolve);
    process.once('SIGTERM', () => resolve());
  });
  const first = await Promise.race([
    new Promise<string>((resolve) => lines.once('line', resolve)),
    gone.then(() => ''),
  ]);
  const order = orderOf(first);
  if (order === undefined) return 2;

  let mainIsGone = false;
  void gone.then(() => {
    mainIsGone = true;
  });
  const held = await takeAll(order, () => mainIsGone, say);
  if (held === undefined) return 0;
  await gone;
  await endRun(order, stopMore, say);
  for (const file of held.gpus.toReversed()) file.release();
  // A run that is still noted has parts that nobody could look at (a container engine that is away): whoever cleans up
  // later needs its lock to judge them.
  const noted = listRuns(order.state_dir).some(({ token }) => token === order.token);
  for (const file of held.run) file.release({ remove: !noted });
  return 0;
}

interface Held {
  readonly run: readonly HeldFile[];
  readonly gpus: readonly HeldFile[];
}

/** Undefined, with nothing held, when the time is over, a lock cannot be judged, or main went away meanwhile. */
async function takeAll(order: KeeperOrder, mainIsGone: () => boolean, say: Say): Promise<Held | undefined> {
  const run: HeldFile[] = [];
  const gpus: HeldFile[] = [];
  const letGo = (): undefined => {
    for (const file of gpus) file.release();
    for (const file of run) file.release({ remove: true });
  };
  for (const dir of order.run_lock_dirs) {
    const file = await lockRun(order.token, dir);
    if (file !== undefined) run.push(file);
  }
  const deadline = Date.now() + order.wait_ms;
  let told = '';
  for (const lock of order.locks) {
    for (;;) {
      if (mainIsGone()) return letGo();
      const attempt = await tryLock({ ...lock, holder: holderOf(order.token), create: true });
      if (attempt.state === 'locked') {
        gpus.push(attempt.file);
        break;
      }
      if (attempt.state !== 'busy') {
        say({ word: 'unknown', reason: attempt.state === 'unknown' ? attempt.reason : 'it vanished' });
        return letGo();
      }
      const holder = describeHolder(attempt.holder);
      if (Date.now() >= deadline) {
        say({ word: 'busy', lock: lock.name, holder });
        return letGo();
      }
      if (told !== `${lock.name} ${holder}`) say({ word: 'waiting', lock: lock.name, holder });
      told = `${lock.name} ${holder}`;
      await sleep(Math.min(POLL_MS, Math.max(1, deadline - Date.now())));
    }
  }
  say({ word: 'locked', run: run.length > 0 });
  return { run, gpus };
}

async function endRun(order: KeeperOrder, stopMore: StopMore, say: Say): Promise<void> {
  for (;;) {
    // Containers first: their engine stops the API server, which then ends its own workers.
    const more = await stopMore(order);
    const { found, killed, left } = await stopRun(order.token, {
      stateDir: order.state_dir,
      leaderGraceMs: order.leader_grace_ms,
      groupGraceMs: order.group_grace_ms,
    });
    say({ word: 'ended', found, killed, left: left + more });
    if (left + more === 0) return;
    await sleep(RETRY_MS);
  }
}

/** Written by our own main; a broken line means that it was killed while writing. */
function orderOf(line: string): KeeperOrder | undefined {
  const value = objectOf(jsonOf(line));
  return value !== undefined && typeof value['token'] === 'string' && Array.isArray(value['locks'])
    ? (value as unknown as KeeperOrder)
    : undefined;
}
