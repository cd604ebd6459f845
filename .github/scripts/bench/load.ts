import type { GroundTruthJob, TruthEntry } from '../../../fixtures/bench/ground-truth.ts';
import { mean, percentile, sortedSample } from '../../../src/core/quantile.ts';
import { askChild, canPin, keepChild } from './children.ts';
import { type BenchResult, type Comparison, compare, inTurns } from './comparison.ts';
import type { ClientAnswer, ClientJob } from './load-client.ts';
import { loadCpu, runVllm } from './load-vllm.ts';

export interface LoadParameters {
  readonly rates: readonly number[];
  readonly seconds: number;
  readonly tokens: number;
  readonly first_token_ms: number;
  readonly gap_ms: number;
  readonly repeats: number;
  /** Command of a real vLLM: its client is measured too. */
  readonly vllm?: string;
}

const CLIENT_CORE = 0;
const SERVER_CORE = 1;
const BARE = 'bare node:http';
const VLLM = 'vllm bench serve';

/** Our load generator against the least that a client can do, held against a server that knows when it did what. */
export async function benchLoad(parameters: LoadParameters): Promise<BenchResult> {
  const { rates, seconds, tokens, first_token_ms, gap_ms, repeats } = parameters;
  const server_job: GroundTruthJob = { first_token_ms, gap_ms };
  const comparisons: Comparison[] = [];
  await using server = await keepChild<{ url: string }>({
    script: new URL('../../../fixtures/bench/ground-truth.ts', import.meta.url),
    job: server_job,
    core: SERVER_CORE,
  });
  for (const rate of rates) {
    const job: ClientJob = { url: server.ready.url, rate, requests: Math.max(10, rate * seconds), tokens };
    comparisons.push(...(await atRate(job, repeats, parameters.vllm)));
  }
  const pinned =
    canPin(CLIENT_CORE) && canPin(SERVER_CORE) ? 'each on a core of its own' : 'cores could not be pinned';
  return {
    name: 'load',
    about:
      `The built-in load generator in its own process, ${tokens} tokens a request over ${seconds} s, against a server ` +
      `that logs when it read each request and when it wrote each first token (first token after ${first_token_ms} ms, ` +
      `one more every ${gap_ms} ms), ${pinned}. The bare client has one timer per request, takes the first bytes as ` +
      'the first token, and counts messages without reading them. An event is one token. Processor time includes the ' +
      'waiting for due times. Lateness is sent minus due by the clock of the client; vLLM does not say its own. The ' +
      "error of the TTFT is the client's value minus the server's, so it holds connecting, the kernel and the client.",
    repeats,
    comparisons,
  };
}

interface Measured {
  readonly cpu_us_per_event: number;
  readonly lateness_ms?: { readonly p50: number; readonly p99: number };
  readonly error_ms: { readonly mean: number; readonly p99: number };
}

async function atRate(job: ClientJob, repeats: number, vllm: string | undefined): Promise<Comparison[]> {
  const { ours, bare, others } = await inTurns<'ours' | 'bare' | 'others', Measured | undefined>(repeats, {
    ours: () => measureChild(new URL('./load-ours.ts', import.meta.url), job),
    bare: () => measureChild(new URL('./load-bare.ts', import.meta.url), job),
    others: () => (vllm === undefined ? undefined : measureVllm(vllm, job)),
  });
  const against = (reference_name: string, reference: readonly (Measured | undefined)[]): Comparison[] =>
    MEASURES.flatMap(({ name, of }) => {
      const [a, b] = [ours, reference].map((side) =>
        side.map((one) => one && of(one)).filter((v) => v !== undefined),
      );
      if (a === undefined || b === undefined || a.length !== repeats || b.length !== repeats) return [];
      return [compare({ measure: `${job.rate} req/s: ${name}`, ours: a, reference_name, reference: b })];
    });
  return [...against(BARE, bare), ...against(VLLM, others)];
}

const MEASURES: readonly { readonly name: string; readonly of: (one: Measured) => number | undefined }[] = [
  { name: 'CPU per event, µs', of: (one) => one.cpu_us_per_event },
  { name: 'lateness p50, ms', of: (one) => one.lateness_ms?.p50 },
  { name: 'lateness p99, ms', of: (one) => one.lateness_ms?.p99 },
  { name: 'TTFT error mean, ms', of: (one) => one.error_ms.mean },
  { name: 'TTFT error p99, ms', of: (one) => one.error_ms.p99 },
];

async function measureChild(script: URL, job: ClientJob): Promise<Measured> {
  const answer = await askChild<ClientAnswer>({ script, job, core: CLIENT_CORE });
  const truth = new Map((await takeLog(job)).map((entry) => [entry.prompt, entry]));
  const entries = answer.ttft_ms.map((_, i) => {
    const entry = truth.get(`prompt ${i}`);
    if (entry === undefined) throw new Error(`the server has not seen request ${i}`);
    return entry;
  });
  const late = sortedSample(answer.lateness_ms ?? []);
  return {
    cpu_us_per_event: answer.cpu_us / (job.requests * job.tokens),
    ...(late.size > 0 && { lateness_ms: { p50: at(late, 50), p99: at(late, 99) } }),
    error_ms: errorsOf(answer.ttft_ms, entries),
  };
}

async function measureVllm(vllm: string, job: ClientJob): Promise<Measured> {
  const run = await runVllm(vllm, job, CLIENT_CORE);
  // It sends a request of its own before the others, and its prompts are its own: matched by their order.
  const entries = (await takeLog(job)).sort((a, b) => a.read_ns - b.read_ns).slice(-job.requests);
  return {
    cpu_us_per_event: loadCpu(run, entries) / (job.requests * job.tokens),
    error_ms: errorsOf(run.ttft_ms, entries),
  };
}

async function takeLog({ url }: ClientJob): Promise<TruthEntry[]> {
  return (await (await fetch(`${url}/log`)).json()) as TruthEntry[];
}

function errorsOf(ttft_ms: readonly number[], truth: readonly TruthEntry[]): Measured['error_ms'] {
  const errors = sortedSample(
    ttft_ms.map((ms, i) => {
      const entry = truth[i];
      if (entry === undefined) throw new Error(`${truth.length} requests seen by the server`);
      return ms - (entry.first_written_ns - entry.read_ns) / 1e6;
    }),
  );
  return { mean: mean(errors) ?? 0, p99: at(errors, 99) };
}

function at(sample: ReturnType<typeof sortedSample>, percent: number): number {
  const value = percentile(sample, percent);
  if (value === undefined) throw new Error('a percentile of nothing was asked for');
  return value;
}
