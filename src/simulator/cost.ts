import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { EngineParameters } from './parameters.ts';

/** The work of one engine step. */
export interface StepWork {
  readonly prefill_tokens: number;
  readonly decode_seqs: number;
  /** Tokens of context behind the decoding requests. */
  readonly context_tokens: number;
}

export interface CostModel {
  /** Factor of this boot, the same for its whole life. */
  readonly boot_factor: number;
  /** Starts the warm-up at the first request; later calls change nothing. */
  firstRequest(at: number): void;
  /** Seconds from arrival to the scheduler. */
  frontend(at: number): number;
  /** Seconds of one step; draws this step's noise. */
  step(work: StepWork, at: number): number;
}

/**
 * Time that work takes. A step reads the weights once (base) and adds compute per prefill token, sampling and
 * attention per decoding request: linear in batch and in context, the shape of a continuous-batching engine.
 */
export function costModel(parameters: EngineParameters): CostModel {
  const noise = gaussians(parameters.seed ^ Math.imul(parameters.boot_seed + 1, 0x9e3779b1));
  const bootFactor = Math.exp(parameters.boot_spread * gaussians(parameters.boot_seed)());
  const prefill = parameters.prefill_slow_down;
  const decode = parameters.decode_slow_down;
  let firstAt: number | undefined;

  const pace = (at: number): number => {
    const drift = Math.max(0.05, 1 + (parameters.drift_per_min * at) / 60);
    return parameters.slow_down * bootFactor * drift * warmth(at);
  };
  const warmth = (at: number): number => {
    if (parameters.warm_up_s <= 0) return 1;
    const done = firstAt === undefined ? 0 : Math.min(1, (at - firstAt) / parameters.warm_up_s);
    return 1 + (parameters.warm_up_factor - 1) * (1 - done);
  };

  return {
    boot_factor: bootFactor,
    firstRequest(at) {
      firstAt ??= at;
    },
    frontend: (at) => parameters.frontend_s * prefill * pace(at),
    step(work, at) {
      const seconds =
        parameters.step_base_s * decode +
        parameters.prefill_token_s * prefill * work.prefill_tokens +
        parameters.decode_seq_s * decode * work.decode_seqs +
        parameters.decode_context_token_s * decode * work.context_tokens;
      const sigma = parameters.noise;
      const jitter = sigma === 0 ? 1 : Math.exp(sigma * noise() - (sigma * sigma) / 2);
      return Math.max(1e-6, seconds * pace(at) * jitter);
    },
  };
}

/** Standard normal numbers from a seed (Box–Muller). */
export function gaussians(seed: number): () => number {
  const generator = xoroshiro128plus(scrambled(seed));
  let spare: number | undefined;
  return () => {
    if (spare !== undefined) {
      const value = spare;
      spare = undefined;
      return value;
    }
    const radius = Math.sqrt(-2 * Math.log(1 - uniformFloat64(generator)));
    const angle = 2 * Math.PI * uniformFloat64(generator);
    spare = radius * Math.sin(angle);
    return radius * Math.cos(angle);
  };
}

/** Neighbouring seeds give unlike generators (the finaliser of MurmurHash3); the raw state keeps them alike. */
function scrambled(seed: number): number {
  let hash = (seed + 0x9e3779b9) | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
