import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createRandom } from './random.ts';
import { type WarmupWindow, warmupTrend } from './warmup.ts';

const windows = (latencies: readonly number[]): WarmupWindow[] =>
  latencies.map((latency, position) => ({ position, log_latency: Math.log(latency) }));

const series = (count: number, latency: (i: number) => number) =>
  windows(Array.from({ length: count }, (_, i) => latency(i)));

test('fewer than four windows decide nothing', () => {
  for (const count of [0, 1, 2, 3]) assert.equal(warmupTrend(series(count, () => 100)), 'undecided');
});

test('equal windows are flat', () => {
  assert.equal(warmupTrend(series(4, () => 100)), 'flat');
});

test('a fall of 20 % per window is falling, one of 3 % is flat', () => {
  assert.equal(warmupTrend(series(6, (i) => 100 * 0.8 ** i)), 'falling');
  assert.equal(warmupTrend(series(6, (i) => 100 * 0.97 ** i)), 'flat');
});

test('rising latency is flat: warm-up is about falling', () => {
  assert.equal(warmupTrend(series(6, (i) => 100 * 1.5 ** i)), 'flat');
});

test('a steep beginning is forgotten once the latest windows are flat', () => {
  assert.equal(warmupTrend(windows([4000, 1000, 300, 100, 101, 99, 100, 102, 100])), 'flat');
  assert.equal(warmupTrend(windows([4000, 1000, 300])), 'undecided');
  assert.notEqual(warmupTrend(windows([4000, 1000, 300, 100])), 'flat');
});

test('wild scatter decides nothing', () => {
  assert.equal(warmupTrend(windows([100, 400, 90, 500, 80, 300])), 'undecided');
});

test('numbers that are not finite decide nothing', () => {
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    const list = series(5, () => 100);
    assert.equal(warmupTrend([...list, { position: 5, log_latency: bad }]), 'undecided');
    assert.equal(warmupTrend([...list, { position: bad, log_latency: 1 }]), 'undecided');
  }
  assert.equal(warmupTrend(list4(0)), 'undecided');
});

/** All windows at one place: no slope. */
const list4 = (position: number): WarmupWindow[] =>
  Array.from({ length: 4 }, () => ({ position, log_latency: 1 }));

test('the unit of latency does not matter', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 1, max: 1000, noNaN: true }), { minLength: 4, maxLength: 10 }),
      fc.double({ min: 0.01, max: 1000, noNaN: true }),
      (latencies, factor) => {
        // Where a bound is hit exactly rounding may decide; a factor of 2 moves no bit of the mantissa.
        const whole = 2 ** Math.round(Math.log2(factor));
        assert.equal(warmupTrend(windows(latencies)), warmupTrend(windows(latencies.map((l) => l * whole))));
      },
    ),
    { numRuns: 200 },
  );
});

test('a flat engine is hardly ever called falling, a falling one hardly ever flat', () => {
  const random = createRandom(7, 'warm-up test');
  const noise = () => Math.exp(0.05 * (random.exponential() - random.exponential()));
  const count = (fall: number, trend: string) =>
    Array.from({ length: 1000 }, () => warmupTrend(series(6, (i) => 100 * (1 - fall) ** i * noise()))).filter(
      (t) => t === trend,
    ).length;
  assert.ok(count(0, 'falling') <= 10);
  assert.ok(count(0, 'flat') >= 900);
  // At exactly the limit each error has its 5 %.
  assert.ok(count(0.1, 'flat') <= 80);
  assert.ok(count(0.1, 'falling') <= 80);
  assert.ok(count(0.25, 'flat') <= 5);
});
