import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RequestRecord, Result } from '../../../src/core/result.gen.ts';
import { realParts, repositoryRoot, vllmEnvironment } from './folders.ts';
import { pathWith } from './host.ts';
import { politeVllm } from './polite-vllm.ts';
import { isAlive, type ProcessId, watchDescendants } from './process-tree.ts';

export interface GateRun extends AsyncDisposable {
  readonly child: ChildProcess;
  readonly out: string;
  /** Resolves when the command has ended. */
  readonly ended: Promise<number>;
  stdout(): string;
  stderr(): string;
  result(): Result;
  /** Complete lines of the record file of a rung, as far as they are on disk. */
  records(rate: number): RequestRecord[];
  /** Every process that this run has started, directly or not, as far as it was seen. */
  started(): readonly ProcessId[];
  /** Those of them that are still alive; waits up to three seconds for the last to go. */
  leftovers(): Promise<readonly ProcessId[]>;
}

/** Configuration of a process engine that runs the tiny model; `vllm serve` itself is built by the tool. */
export function processEngine(overrides: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    kind: 'process',
    model: realParts.tinyModel,
    dtype: 'bfloat16',
    max_model_len: 2048,
    max_num_seqs: 128,
    args: { 'load-format': 'dummy', 'enforce-eager': true },
    // One core for the arithmetic, so that the client has one of its own on a machine with two.
    env: { VLLM_CPU_OMP_THREADS_BIND: '0' },
    startup_timeout: 400,
    ...overrides,
  };
}

/** Small enough for two cores that also run the server. */
export const smallLoad = { num_prompts: 30, input_len: 64, output_len: 32, warmup: { max_s: 10 } };

/** Starts the command line from the sources with a configuration, as a user would, in a folder of its own. */
export function startGate(
  command: readonly string[],
  config: Readonly<Record<string, unknown>> | undefined,
): GateRun {
  const folder = mkdtempSync(join(tmpdir(), 'instinct-gate-real-'));
  const out = join(folder, 'out');
  const args = [join(repositoryRoot, 'src/cli.ts'), ...command];
  if (config !== undefined) {
    writeFileSync(join(folder, 'gate.json'), JSON.stringify(config, null, 2));
    args.push('--config', join(folder, 'gate.json'), '--out', out);
  }
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...vllmEnvironment(), PATH: pathWith(dirname(politeVllm())) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const watch = watchDescendants(child.pid ?? 0);
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8');
    child[name]?.on('data', (chunk: string) => {
      texts[name] += chunk;
    });
  }
  const ended = new Promise<number>((resolve) => {
    child.once('close', (code) => {
      watch.stop();
      resolve(code ?? -1);
    });
  });
  return {
    child,
    out,
    ended,
    stdout: () => texts.stdout,
    stderr: () => texts.stderr,
    result: () => {
      const file = join(out, 'result.json');
      if (!existsSync(file)) throw new Error(`no result.json was written:\n${texts.stderr}\n${texts.stdout}`);
      return JSON.parse(readFileSync(file, 'utf8')) as Result;
    },
    records: (rate) => {
      const file = join(out, 'requests', `rate-${rate}.run-1.jsonl`);
      if (!existsSync(file)) return [];
      const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
      return lines.map((line) => JSON.parse(line) as RequestRecord);
    },
    started: watch.seen,
    leftovers: async () => {
      for (let tries = 0; tries < 12 && watch.seen().some(isAlive); tries += 1) await sleep(250);
      return watch.seen().filter(isAlive);
    },
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await ended;
      for (const each of watch.seen().filter(isAlive)) process.kill(each.pid, 'SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until something holds while the run goes on; throws with its output when the run ends before. */
export async function whileRunning(
  run: GateRun,
  what: string,
  holds: () => boolean,
  seconds = 400,
): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  while (!holds()) {
    if (run.child.exitCode !== null)
      throw new Error(`the run ended before ${what}:\n${run.stderr()}\n${run.stdout()}`);
    if (performance.now() > deadline) throw new Error(`no ${what} after ${seconds} s:\n${run.stderr()}`);
    await sleep(100);
  }
}
