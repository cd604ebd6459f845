// What makes every prompt of every run unique, within the first block of tokens.
import { hash32 } from '../core/hash32.ts';
import { createRandom } from '../core/random.ts';

/** Tokens of one block of vLLM's prefix cache: a difference in here makes all later blocks differ as well. */
export const BLOCK_TOKENS = 16;

/** Beginning of a text prompt: the position of the prompt in the run and 32 bits of the run's salt. */
export function saltText(salt: string, ordinal: number): string {
  return `${ordinal.toString(36).padStart(4, '0')}.${hash32(salt).toString(16).padStart(8, '0')} `;
}

/**
 * Beginning of a prompt of token ids: at most one block. Its first ids spell the position of the prompt in the run, the
 * others are drawn from the salt. Two positions of a run never get the same ids as long as pool.length ** length
 * exceeds their number.
 */
export function saltIds(options: {
  readonly salt: string;
  /** Distinct ids. */
  readonly pool: readonly number[];
  readonly length: number;
}): (ordinal: number) => readonly number[] {
  const { salt, pool } = options;
  const length = Math.min(BLOCK_TOKENS, options.length);
  const digits = createRandom(salt, 'salt digits').shuffle(pool);
  const spelled = Math.min(length, 6);
  return (ordinal) => {
    const random = createRandom(salt, 'salt', ordinal);
    const ids: number[] = [];
    let rest = ordinal;
    for (let i = 0; i < length; i++) {
      if (i < spelled) {
        ids.push(digits[rest % digits.length] ?? 0);
        rest = Math.floor(rest / digits.length);
      } else ids.push(pool[random.integer(0, pool.length - 1)] ?? 0);
    }
    return ids;
  };
}
