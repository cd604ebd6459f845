import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mean, meanAndSpread, percentile, populationSd, share, sortedSample } from './quantile.ts';

// Reference: numpy 2.x, numpy.percentile(values, p) with its default method "linear".
const NUMPY: readonly (readonly [readonly number[], number, number])[] = [
  [[1, 2, 3, 4], 50, 2.5],
  [[1, 2, 3, 4], 25, 1.75],
  [[1, 2, 3, 4], 90, 3.7],
  [[15, 20, 35, 40, 50], 40, 29],
  [[15, 20, 35, 40, 50], 99, 49.6],
  [[7], 99, 7],
  [[3, 1, 2], 0, 1],
  [[3, 1, 2], 100, 3],
  [[10, 9, 2, 30, 100], 99.9, 99.72],
];

test('percentiles are those of numpy', () => {
  for (const [values, p, expected] of NUMPY) {
    const found = percentile(sortedSample(values), p);
    assert.ok(found !== undefined && Math.abs(found - expected) < 1e-9, `p${p} of ${values}: ${found}`);
  }
});

test('numbers are sorted as numbers, and mean and spread are those of the population', () => {
  const sample = sortedSample([2, 4, 4, 4, 5, 5, 7, 9]);
  assert.equal(percentile(sortedSample([10, 9, 100]), 0), 9);
  assert.equal(mean(sample), 5);
  assert.equal(populationSd(sample), 2);
});

test('an empty sample has no statistics', () => {
  const empty = sortedSample([]);
  for (const found of [percentile(empty, 50), mean(empty), populationSd(empty), share(empty, () => true)]) {
    assert.equal(found, undefined);
  }
  assert.equal(meanAndSpread([]), undefined);
  assert.deepEqual(meanAndSpread([3]), { mean: 3 });
});

test('a value that is not finite is refused, never averaged', () => {
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY])
    assert.throws(() => sortedSample([1, bad]), RangeError);
  for (const bad of [0, -1, 1.5, Number.NaN]) assert.throws(() => sortedSample([1], [bad]), RangeError);
  assert.throws(() => percentile(sortedSample([1]), 101), RangeError);
});

test('a counted value is the same as that value repeated', () => {
  const entry = fc.tuple(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.integer({ min: 1, max: 9 }));
  fc.assert(
    fc.property(
      fc.array(entry, { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 0, max: 1000 }),
      (entries, p) => {
        const counted = sortedSample(
          entries.map(([value]) => value),
          entries.map(([, count]) => count),
        );
        const repeated = sortedSample(entries.flatMap(([value, count]) => Array<number>(count).fill(value)));
        assert.equal(percentile(counted, p / 10), percentile(repeated, p / 10));
        assert.ok(Math.abs((mean(counted) ?? 0) - (mean(repeated) ?? 1)) <= 1e-6);
        assert.equal(
          share(counted, (value) => value > 0),
          share(repeated, (value) => value > 0),
        );
      },
    ),
  );
});

test('a percentile lies between the smallest and the largest value and grows with p', () => {
  const values = fc.array(fc.double({ min: 0, max: 1e9, noNaN: true }), { minLength: 1 });
  fc.assert(
    fc.property(values, fc.integer({ min: 0, max: 99 }), (list, p) => {
      const sample = sortedSample(list);
      const [low, high] = [percentile(sample, p) ?? -1, percentile(sample, p + 1) ?? -1];
      assert.ok(Math.min(...list) <= low && low <= high && high <= Math.max(...list));
    }),
  );
});
