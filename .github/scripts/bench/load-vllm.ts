// The other client of the load bench: vLLM's own `vllm bench serve`, a real one.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TruthEntry } from '../../../fixtures/bench/ground-truth.ts';
import { realParts, vllmEnvironment } from '../real/folders.ts';
import { onCore } from './children.ts';
import type { ClientJob } from './load-client.ts';

export interface VllmRun {
  readonly ttft_ms: readonly number[];
  /** Processor time of the process between two moments of the host's monotonic clock, µs. */
  readonly cpuBetween: (from_ns: number, to_ns: number) => number;
}

/** Its tokenizer is the tiny model that `npm run test:real` makes. */
export async function runVllm(vllm: string, job: ClientJob, core: number | undefined): Promise<VllmRun> {
  const folder = mkdtempSync(join(tmpdir(), 'instinct-gate-bench-'));
  try {
    const [program = vllm, ...args] = onCore(core, [vllm, ...argumentsOf(job, folder)]);
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: vllmEnvironment() });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-5000);
      });
    }
    const cpu = watchCpu(child.pid ?? 0);
    const [code] = await once(child, 'close');
    const cpuBetween = cpu();
    if (code !== 0) throw new Error(`vllm bench serve ended with ${code}:\n${output}`);
    const result = JSON.parse(readFileSync(join(folder, 'result.json'), 'utf8'));
    if (result.completed !== job.requests) throw new Error(`vllm bench serve: ${result.completed} completed`);
    return { ttft_ms: result.ttfts.map((seconds: number) => seconds * 1e3), cpuBetween };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The processor time of one run: from its first request, since starting Python and making prompts is not load. */
export function loadCpu(run: VllmRun, log: readonly TruthEntry[]): number {
  return run.cpuBetween(
    Math.min(...log.map(({ read_ns }) => read_ns)),
    Math.max(...log.map(({ done_ns }) => done_ns)),
  );
}

function argumentsOf({ url, rate, requests, tokens }: ClientJob, folder: string): readonly string[] {
  // The same bytes as for the other clients: usage in every message.
  const extra = { stream_options: { include_usage: true, continuous_usage_stats: true } };
  return [
    ...['bench', 'serve', '--backend', 'openai', '--base-url', url, '--endpoint', '/v1/completions'],
    ...['--model', 'tiny', '--tokenizer', realParts.tinyModel, '--dataset-name', 'random', '--ignore-eos'],
    ...['--random-input-len', '8', '--random-output-len', String(tokens)],
    ...['--num-prompts', String(requests), '--request-rate', String(rate), '--seed', '0'],
    ...['--extra-body', JSON.stringify(extra), '--ready-check-timeout-sec', '0', '--disable-tqdm'],
    ...['--save-result', '--save-detailed', '--result-dir', folder, '--result-filename', 'result.json'],
  ];
}

const SAMPLE_EVERY_MS = 20;
/** Clock ticks of proc(5) are hundredths of a second on every Linux that we know. */
const US_PER_TICK = 10_000;

/** Reads the processor time of a process again and again; the result interpolates between the readings. */
function watchCpu(pid: number): () => VllmRun['cpuBetween'] {
  const readings: { readonly at_ns: number; readonly cpu_us: number }[] = [];
  const timer = setInterval(() => {
    const cpu_us = cpuOf(pid);
    if (cpu_us !== undefined) readings.push({ at_ns: Number(process.hrtime.bigint()), cpu_us });
  }, SAMPLE_EVERY_MS);
  const at = (time_ns: number): number => {
    const after = readings.findIndex(({ at_ns }) => at_ns >= time_ns);
    const [a, b] = [readings[after - 1], readings[after]];
    if (a === undefined || b === undefined)
      throw new Error('no reading of the processor time around a moment');
    return a.cpu_us + ((b.cpu_us - a.cpu_us) * (time_ns - a.at_ns)) / (b.at_ns - a.at_ns);
  };
  return () => {
    clearInterval(timer);
    return (from_ns, to_ns) => at(to_ns) - at(from_ns);
  };
}

function cpuOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in field 2 may hold spaces and brackets; user and system time are fields 14 and 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * US_PER_TICK;
  } catch {
    return undefined;
  }
}
