// Every measurement has a process of its own: no heap, no compiled code and no core shared with another one.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Of util-linux; without it nothing is pinned. */
const PINNER = 'taskset';

export interface ChildJob {
  readonly script: URL;
  /** Plain data; the child's only argument. */
  readonly job: unknown;
  /** Pins the child to this core where `taskset` is there and the core exists. */
  readonly core?: number;
}

/** Runs a script to its end and returns the JSON line that it printed. */
export async function askChild<Answer>(job: ChildJob): Promise<Answer> {
  const child = startChild(job);
  const [line] = await Promise.all([firstLine(child), once(child, 'close')]);
  if (child.exitCode !== 0 || line === undefined) throw new Error(`${job.script.pathname} gave no answer`);
  return JSON.parse(line) as Answer;
}

/** A script that prints one line of JSON and then goes on until it is disposed of. */
export async function keepChild<Ready>(job: ChildJob): Promise<AsyncDisposable & { readonly ready: Ready }> {
  const child = startChild(job);
  const closed = once(child, 'close');
  const line = await firstLine(child);
  if (line === undefined) throw new Error(`${job.script.pathname} did not start`);
  return {
    ready: JSON.parse(line) as Ready,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await closed;
    },
  };
}

/** The job of a child, as its parent gave it. */
export function jobOfChild<Job>(): Job {
  return JSON.parse(process.argv[2] ?? '') as Job;
}

/** Program and arguments that keep a command on one core, if that can be done here. */
export function onCore(core: number | undefined, command: readonly string[]): readonly string[] {
  if (core === undefined || !canPin(core)) return command;
  return [PINNER, '-c', String(core), ...command];
}

export function canPin(core: number): boolean {
  return spawnSync(PINNER, ['-c', String(core), 'true']).status === 0;
}

function startChild({ script, job, core }: ChildJob): ChildProcess {
  const node = [process.execPath, '--expose-gc', fileURLToPath(script), JSON.stringify(job)];
  const [program = process.execPath, ...args] = onCore(core, node);
  return spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Resolves with the first whole line, or without one when the child ends before. Goes on reading, so that it can end. */
function firstLine(child: ChildProcess): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.once('error', reject);
    child.once('close', () => resolve(undefined));
    child.stdout?.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      const end = text.indexOf('\n');
      if (end >= 0) resolve(text.slice(0, end));
    });
  });
}
