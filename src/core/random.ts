// Seeded random numbers: the same seed gives the same bytes on every machine.
import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { hash32 } from './hash32.ts';

export interface Random {
  /** In (0, 1): never 0, so that its logarithm is finite. */
  uniform(): number;
  /** Whole number from `from` to `to`, both included. */
  integer(from: number, to: number): number;
  /** Mean 1. */
  exponential(): number;
  /** Mean `shape`, scale 1; Marsaglia and Tsang, ACM TOMS 26(3), 2000. */
  gamma(shape: number): number;
  /** A new array in random order (Fisher–Yates). */
  shuffle<T>(items: readonly T[]): T[];
}

/**
 * A stream of its own for each purpose: `createRandom(seed, 'schedule', rate)` and `createRandom(seed, 'rows')`
 * never share numbers, so that a change of one does not move the other.
 */
export function createRandom(...purpose: readonly (string | number)[]): Random {
  const generator = xoroshiro128plus(hash32(purpose.map((part) => `${typeof part}:${part}`).join('\n')) | 0);
  const uniform = (): number => {
    for (;;) {
      const value = uniformFloat64(generator);
      if (value > 0) return value;
    }
  };
  const normal = (): number => {
    // Marsaglia's polar method: only log and sqrt, whose results do not depend on the platform in V8.
    for (;;) {
      const x = 2 * uniform() - 1;
      const y = 2 * uniform() - 1;
      const square = x * x + y * y;
      if (square > 0 && square < 1) return x * Math.sqrt((-2 * Math.log(square)) / square);
    }
  };
  const gammaAboveOne = (shape: number): number => {
    const d = shape - 1 / 3;
    const c = 1 / Math.sqrt(9 * d);
    for (;;) {
      const x = normal();
      const cube = 1 + c * x;
      if (cube <= 0) continue;
      const v = cube * cube * cube;
      if (Math.log(uniform()) < 0.5 * x * x + d - d * v + d * Math.log(v)) return d * v;
    }
  };
  const integer = (from: number, to: number): number => uniformInt(generator, from, to);
  return {
    uniform,
    integer,
    exponential: () => -Math.log(uniform()),
    gamma(shape) {
      if (!(shape > 0 && Number.isFinite(shape)))
        throw new RangeError(`gamma: shape ${shape} is not above 0`);
      if (shape >= 1) return gammaAboveOne(shape);
      // Below 1: a Gamma(shape + 1) times a power of a uniform number.
      return gammaAboveOne(shape + 1) * Math.exp(Math.log(uniform()) / shape);
    },
    shuffle(items) {
      const result = [...items];
      for (let i = result.length - 1; i > 0; i--) {
        const j = integer(0, i);
        const held = result[i] as (typeof result)[number];
        result[i] = result[j] as (typeof result)[number];
        result[j] = held;
      }
      return result;
    },
  };
}
