import { gaussians } from './cost.ts';

/** What the client asked for, as far as it bounds the output. */
export interface OutputBounds {
  /** Most tokens, already within the model's context. */
  readonly max_tokens: number;
  readonly min_tokens: number;
  readonly ignore_eos: boolean;
}

/** Spread of the logarithm of drawn lengths, about that of chat answers. */
const LENGTH_SIGMA = 0.6;

/**
 * How many tokens a request produces and why it ends. With ignore_eos exactly max_tokens; otherwise a log-normal
 * length of the given mean that depends on seed and prompt alone, cut at max_tokens.
 */
export function outputLength(request: {
  readonly bounds: OutputBounds;
  readonly mean_tokens: number;
  readonly seed: number;
  readonly prompt_seed: number;
}): { readonly output_tokens: number; readonly finish_reason: 'stop' | 'length' } {
  const { bounds } = request;
  if (bounds.ignore_eos) return { output_tokens: bounds.max_tokens, finish_reason: 'length' };
  const gaussian = gaussians(request.prompt_seed ^ Math.imul(request.seed + 1, 0x85ebca6b))();
  const drawn = Math.round(request.mean_tokens * Math.exp(LENGTH_SIGMA * gaussian - LENGTH_SIGMA ** 2 / 2));
  // Two at least: one with text, and the end-of-turn token that counts but has none.
  const tokens = Math.max(2, bounds.min_tokens + 1, drawn);
  if (tokens > bounds.max_tokens) return { output_tokens: bounds.max_tokens, finish_reason: 'length' };
  return { output_tokens: tokens, finish_reason: 'stop' };
}

/** 31-bit hash of a prompt: same prompt, same answer. */
export function promptSeed(ids: readonly number[]): number {
  let hash = 0x811c9dc5;
  for (const id of ids) hash = Math.imul(hash ^ id, 0x01000193);
  return (hash ^ (hash >>> 15)) & 0x7fffffff;
}
