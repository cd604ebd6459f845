/** One rate with its prompts, run once. */
export interface Rung {
  /** Offered rate, requests/s. */
  readonly rate: number;
  readonly kind: 'gating' | 'exploring';
  readonly num_prompts: number;
  /** Repeat, from 1. */
  readonly run: number;
}
