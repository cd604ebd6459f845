import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  binomialCdf,
  exceedanceBounds,
  lowerBound,
  neededSamples,
  neededSamplesForPower,
  toleratedViolations,
  upperBound,
} from './binomial.ts';

describe('bounds of a share', () => {
  // Solved by bisection of the binomial sum; two-sided 90 % (Clopper and Pearson 1934) is one-sided 95 % a side.
  const table = [
    { violations: 0, n: 59, lower: 0, upper: 0.04950761 },
    { violations: 1, n: 20, lower: 0.00256138, upper: 0.21610616 },
    { violations: 5, n: 100, lower: 0.01990556, upper: 0.10225338 },
    { violations: 10, n: 10, lower: 0.74113445, upper: 1 },
    { violations: 0, n: 0, lower: 0, upper: 1 },
  ];
  for (const row of table) {
    test(`${row.violations} of ${row.n}`, () => {
      const bounds = exceedanceBounds({ violations: row.violations, n: row.n, confidence: 0.95 });
      assert.ok(Math.abs(bounds.lower - row.lower) < 1e-6, `lower ${bounds.lower}`);
      assert.ok(Math.abs(bounds.upper - row.upper) < 1e-6, `upper ${bounds.upper}`);
    });
  }

  test('the upper bound leaves exactly 1 - confidence in the lower tail', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 400 }), (k, extra) => {
        const n = k + extra;
        const tail = binomialCdf(k, n, upperBound(k, n, 0.95));
        assert.ok(Math.abs(tail - 0.05) < 1e-6, `tail ${tail}`);
      }),
    );
  });

  test('bounds enclose the estimate and mirror each other, for effective sample sizes too', () => {
    const sizes = fc.double({ min: 0.5, max: 1e5, noNaN: true });
    fc.assert(
      fc.property(sizes, fc.double({ min: 0, max: 1, noNaN: true }), (n, share) => {
        const k = Math.max(1e-6, n * share);
        const { lower, upper } = exceedanceBounds({ violations: k, n, confidence: 0.9 });
        assert.ok(lower <= k / n + 1e-9 && k / n <= upper + 1e-9, `${lower} ${k / n} ${upper}`);
        assert.ok(lower >= 0 && upper <= 1);
        assert.ok(Math.abs(lower - (1 - upperBound(n - k, n, 0.9))) < 1e-6);
      }),
    );
  });

  test('where the beta quantile has no number, nothing is claimed', () => {
    assert.deepEqual(exceedanceBounds({ violations: 5e-324, n: 0.5, confidence: 0.9 }).lower, 0);
    assert.equal(upperBound(0.5 - Number.EPSILON / 4, 0.5, 0.9), 1);
  });

  test('counts that are no counts are a fault of the caller', () => {
    assert.throws(() => upperBound(3, 2, 0.95), RangeError);
    assert.throws(() => lowerBound(Number.NaN, 2, 0.95), RangeError);
    assert.throws(() => upperBound(0, 10, 1), RangeError);
  });
});

describe('needed requests', () => {
  const table = [
    { p: 0.5, n: 5 },
    { p: 0.9, n: 29 },
    { p: 0.95, n: 59 },
    { p: 0.99, n: 299 },
    { p: 0.999, n: 2995 },
  ];
  for (const { p, n } of table) {
    test(`p${p * 100} without a violation needs ${n}`, () => {
      assert.equal(neededSamples(p, 0.95), n);
      assert.equal(n, Math.ceil(Math.log(0.05) / Math.log(p)));
      assert.ok(upperBound(0, n, 0.95) <= 1 - p);
      assert.ok(upperBound(0, n - 1, 0.95) > 1 - p);
    });
  }

  for (const p of [0.5, 0.9, 0.95, 0.99]) {
    test(`p${p * 100} with half of the allowance used: the first n with 90 % power`, () => {
      const powerOf = (n: number): number => {
        const tolerated = toleratedViolations(n, p, 0.95);
        return tolerated === undefined ? 0 : binomialCdf(tolerated, n, (1 - p) / 2);
      };
      const n = neededSamplesForPower(p, 0.95, 0.9);
      assert.ok(powerOf(n) >= 0.9);
      for (let fewer = 1; fewer < n; fewer++) assert.ok(powerOf(fewer) < 0.9, `n = ${fewer}`);
    });
  }

  test('what is tolerated agrees with the bound that judges', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.constantFrom(0.5, 0.9, 0.95, 0.99), (n, p) => {
        const tolerated = toleratedViolations(n, p, 0.95);
        if (tolerated !== undefined) assert.ok(upperBound(tolerated, n, 0.95) <= 1 - p + 1e-9);
        const next = tolerated === undefined ? 0 : tolerated + 1;
        assert.ok(upperBound(next, n, 0.95) > 1 - p - 1e-9);
      }),
    );
  });

  test('a large n does not underflow', () => {
    assert.ok(Math.abs(binomialCdf(5000, 1_000_000, 0.005) - 0.5037) < 1e-3);
    assert.equal(binomialCdf(-1, 10, 0.5), 0);
    assert.equal(binomialCdf(10, 10, 0.5), 1);
  });
});
