// Main's side of the keeper: starts it, waits for its locks, and lets it go.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { jsonOf, objectOf, oneLine } from '../answer.ts';
import type { KeeperOrder, KeeperWord } from './keeper-process.ts';
import { settled } from './settled.ts';

/** A keeper that has its locks. */
export interface Keeper {
  /** The lock of the run itself is held: whoever comes later can judge what the run left. */
  readonly run_is_locked: boolean;
  /** Resolves when it ends without having been released: its locks are free while we still measure. */
  readonly lost: Promise<void>;
  /** Ends what is left of the run, frees the locks; resolves when that is done, or after `max_ms`. */
  release(maxMs: number): Promise<{ readonly done: boolean; readonly found: number }>;
}

export type KeeperStart =
  | { readonly state: 'locked'; readonly keeper: Keeper; readonly waited_ms: number }
  | { readonly state: 'busy'; readonly lock: string; readonly holder: string; readonly waited_ms: number }
  /** It could not be started, or a lock could not be judged. */
  | { readonly state: 'unknown'; readonly reason: string }
  | { readonly state: 'aborted' };

/** Variables that a keeper needs; none of a runner's, which ends at the end of a job whatever carries its mark. */
const KEPT = /^(?:PATH|HOME|LANG|TMPDIR|XDG_RUNTIME_DIR|DOCKER_[A-Z_]+|CONTAINER_HOST|NODE_EXTRA_CA_CERTS)$/;

/**
 * Starts the keeper outside of our process tree and session, where neither Ctrl-C nor a runner that kills the tree of a
 * cancelled job reaches it. It sees by the end of its line that we are gone.
 */
export async function startKeeper(request: {
  readonly cli_path: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly order: KeeperOrder;
  readonly on_wait: (lock: string, holder: string) => void;
  readonly signal: AbortSignal;
}): Promise<KeeperStart> {
  const { order, signal } = request;
  if (signal.aborted) return { state: 'aborted' };
  const child = await spawnKeeper(request.cli_path, request.env);
  if (typeof child === 'string') return { state: 'unknown', reason: child };
  const line = child.stdio[3] as Socket;
  // It may be gone when we write: the line then ends, which is what we look at.
  line.on('error', () => {});
  const onAbort = (): void => {
    line.end();
  };
  signal.addEventListener('abort', onAbort, { once: true });
  const begun = Date.now();
  const lines = createInterface({ input: line });
  const ended = Promise.withResolvers<void>();
  lines.once('close', () => ended.resolve());
  const answer = Promise.withResolvers<KeeperWord | undefined>();
  let found = 0;
  lines.on('line', (text) => {
    const word = wordOf(text);
    if (word?.word === 'waiting') request.on_wait(word.lock, word.holder);
    else if (word?.word === 'ended') found = Math.max(found, word.found);
    else if (word !== undefined) answer.resolve(word);
  });
  void ended.promise.then(() => answer.resolve(undefined));
  line.write(`${JSON.stringify(order)}\n`);
  const word = await answer.promise;
  signal.removeEventListener('abort', onAbort);
  const waited = Date.now() - begun;
  if (word?.word !== 'locked') {
    line.end();
    if (signal.aborted) return { state: 'aborted' };
    if (word?.word === 'busy')
      return { state: 'busy', lock: word.lock, holder: word.holder, waited_ms: waited };
    return { state: 'unknown', reason: word?.word === 'unknown' ? word.reason : 'the keeper ended at once' };
  }
  // A forgotten release must not hang a run.
  line.unref();
  let released = false;
  return {
    state: 'locked',
    waited_ms: waited,
    keeper: {
      run_is_locked: word.run,
      lost: new Promise((resolve) => {
        void ended.promise.then(() => {
          if (!released) resolve();
        });
      }),
      release: async (maxMs) => {
        released = true;
        line.end();
        const done = await settled(ended.promise, maxMs);
        return { done, found };
      },
    },
  };
}

/** Through setsid(1), which forks and so leaves our tree; without it in a session of its own. */
async function spawnKeeper(
  cliPath: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ChildProcess | string> {
  const own = [process.execPath, cliPath, 'keeper'] as const;
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => KEPT.test(name)));
  const start = async (program: string, args: readonly string[]): Promise<ChildProcess> => {
    // A line of its own: Node closes the standard input of a child that has ended, and setsid ends at once.
    const stdio = ['ignore', 'ignore', 'ignore', 'pipe'] as const;
    const child = spawn(program, args, { detached: true, stdio: [...stdio], env: kept });
    await once(child, 'spawn');
    child.on('error', () => {});
    child.unref();
    return child;
  };
  try {
    return await start('setsid', ['--fork', ...own]);
  } catch {
    try {
      return await start(own[0], own.slice(1));
    } catch (error) {
      return `the keeper could not be started: ${(error as NodeJS.ErrnoException).code ?? String(error)}`;
    }
  }
}

function wordOf(line: string): KeeperWord | undefined {
  const value = objectOf(jsonOf(line));
  if (typeof value?.['word'] !== 'string') return undefined;
  const clean = Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, typeof one === 'string' ? oneLine(one, [], 300) : one]),
  );
  return clean as unknown as KeeperWord;
}
