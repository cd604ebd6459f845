import { hash32 } from './hash32.ts';
import { createRandom } from './random.ts';

/** Due times of one rung, computed before it starts. */
export interface Schedule {
  /** Integer nanoseconds since the start of the rung, ascending. */
  readonly due_ns: readonly number[];
  readonly arrival: 'poisson' | 'poisson_free' | 'gamma' | 'constant';
  readonly rate: number;
  readonly seed: number;
  /** N / rate. */
  readonly planned_duration_s: number;
}

export interface ScheduleRequest {
  readonly arrival: Schedule['arrival'];
  /** Requests/s. */
  readonly rate: number;
  readonly num_prompts: number;
  /** Shape of the Gamma gaps; used by arrival `gamma` only. */
  readonly burstiness: number;
  readonly seed: number;
}

/**
 * All due times of a rung. Gaps are drawn, cumulated and (but for `poisson_free`) rescaled so that the last
 * arrival is at exactly N / rate, as vLLM ≥ 0.10 does in `vllm/benchmarks/serve.py` (PR #21108); the first request
 * waits for the first gap. Rescaled exponential gaps are a Poisson process given N arrivals in N / rate.
 * Throws RangeError for a request that configuration checks should have refused.
 */
export function makeSchedule(request: ScheduleRequest): Schedule {
  const { arrival, rate, num_prompts: count, seed } = request;
  if (!(rate > 0 && Number.isFinite(rate))) throw new RangeError(`schedule: rate ${rate} is not above 0`);
  if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`schedule: ${count} requests`);
  const duration_ns = Math.round((count / rate) * 1e9);
  if (!Number.isSafeInteger(duration_ns))
    throw new RangeError(`schedule: ${count} requests at ${rate}/s last too long`);
  const gap = gapSource(request);
  const offsets = new Float64Array(count);
  let offset = 0;
  for (let i = 0; i < count; i++) {
    offset += gap();
    offsets[i] = offset;
  }
  // Gaps have mean 1 / rate in units of 1 / rate: `factor` turns the sum into nanoseconds.
  const factor = arrival === 'poisson_free' ? 1e9 / rate : offset > 0 ? duration_ns / offset : 0;
  const due_ns = Array.from(offsets, (value) => Math.round(value * factor));
  if (arrival !== 'poisson_free') {
    for (let i = 0; i < count; i++) due_ns[i] = Math.min(due_ns[i] ?? 0, duration_ns);
    due_ns[count - 1] = duration_ns;
  }
  return { due_ns, arrival, rate, seed, planned_duration_s: count / rate };
}

/** 16 hexadecimal digits that tell schedules apart: the same due times, the same hash. */
export function scheduleHash(schedule: Schedule): string {
  const text = `${schedule.arrival} ${schedule.rate} ${schedule.due_ns.join(' ')}`;
  return [0, 0x9747b28c].map((seed) => hash32(text, seed).toString(16).padStart(8, '0')).join('');
}

/** Gaps in units of the mean gap. */
function gapSource({ arrival, rate, burstiness, seed }: ScheduleRequest): () => number {
  const random = createRandom(seed, 'schedule', rate);
  switch (arrival) {
    case 'poisson':
    case 'poisson_free':
      return () => random.exponential();
    case 'gamma':
      if (!(burstiness > 0)) throw new RangeError(`schedule: burstiness ${burstiness} is not above 0`);
      // Gamma(shape = burstiness, scale = 1 / (rate × burstiness)): vLLM PR #10105; infinite burstiness: PR #26941.
      if (burstiness === Number.POSITIVE_INFINITY) return () => 1;
      return () => random.gamma(burstiness) / burstiness;
    case 'constant':
      return () => 1;
  }
}
