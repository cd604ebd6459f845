import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { normal } from '../../fixtures/results/factory.ts';
import { effectiveSize } from './autocorrelation.ts';
import { createRandom } from './random.ts';

/** AR(1): its effective size is n (1 − φ) / (1 + φ). */
function autoregressive(n: number, phi: number, seed: number): number[] {
  const random = createRandom(seed, 'series');
  let value = normal(random) / Math.sqrt(1 - phi * phi);
  return Array.from({ length: n }, () => {
    const now = value;
    value = phi * value + normal(random);
    return now;
  });
}

test('independent values keep their number', () => {
  const sizes = Array.from({ length: 40 }, (_, seed) => effectiveSize(autoregressive(500, 0, seed)));
  const whole = sizes.filter((size) => size === 500).length;
  assert.ok(whole >= 34, `${whole} of 40 kept all`);
  assert.ok(Math.min(...sizes) > 250);
});

test('correlated values are worth what theory says', () => {
  for (const phi of [0.5, 0.8]) {
    const sizes = Array.from({ length: 30 }, (_, seed) => effectiveSize(autoregressive(2000, phi, seed)));
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
    const theory = (2000 * (1 - phi)) / (1 + phi);
    assert.ok(mean > 0.75 * theory && mean < 1.3 * theory, `φ ${phi}: ${mean}, theory ${theory}`);
  }
});

test('a drift over the whole series is seen', () => {
  const drifting = autoregressive(400, 0, 3).map((value, i) => value + i / 50);
  assert.ok(effectiveSize(drifting) < 40);
});

test('the size is between 1 and the length, whatever comes', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true })), (series) => {
      const size = effectiveSize(series);
      assert.ok(size <= series.length && (series.length === 0 || size >= 1));
    }),
  );
  assert.equal(effectiveSize([5, 5, 5, 5, 5]), 5);
});
