// What the clients of the load bench are asked, and what they answer.
import { makeSchedule, type Schedule } from '../../../src/core/schedule.ts';

export interface ClientJob {
  readonly url: string;
  readonly rate: number;
  readonly requests: number;
  readonly tokens: number;
}

export interface ClientAnswer {
  /** Processor time of the whole process while the requests ran, user and system. */
  readonly cpu_us: number;
  /** Sent minus due, ms, by the client's own clock; absent where the client does not say. */
  readonly lateness_ms?: readonly number[];
  /** Sent to first token, ms, in the order of the schedule. */
  readonly ttft_ms: readonly number[];
}

/** So many requests before the measured ones, so that code is compiled. */
const WARM_REQUESTS = 100;

export interface Part {
  readonly prompts: readonly string[];
  readonly schedule: Schedule;
}

/** Runs both parts and counts the processor time of the second. */
export async function measureClient(
  job: ClientJob,
  run: (part: Part) => Promise<Omit<ClientAnswer, 'cpu_us'>>,
): Promise<ClientAnswer> {
  const { warm, measured } = partsOf(job);
  await run(warm);
  const before = process.cpuUsage();
  const answer = await run(measured);
  const { user, system } = process.cpuUsage(before);
  return { cpu_us: user + system, ...answer };
}

/** The warm-up and then the measured requests, with prompts by which the server's log can tell them apart. */
function partsOf(job: ClientJob): Readonly<Record<'warm' | 'measured', Part>> {
  const part = (name: string, count: number): Part => ({
    prompts: Array.from({ length: count }, (_, i) => `${name} ${i}`),
    schedule: makeSchedule({
      arrival: 'poisson',
      rate: job.rate,
      num_prompts: count,
      burstiness: 1,
      seed: 0,
    }),
  });
  return {
    warm: part('warm', Math.min(WARM_REQUESTS, job.requests)),
    measured: part('prompt', job.requests),
  };
}
