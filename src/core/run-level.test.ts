import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { normal } from '../../fixtures/results/factory.ts';
import { createRandom } from './random.ts';
import { detectable, effectOf, holm, pValue, runsNeeded, SPREAD_FLOOR } from './run-level.ts';
import { quantileT, upperTailT } from './student.ts';

test('t quantiles are those of the tables', () => {
  // One-sided 5 % and 2.5 %: any printed t table.
  const table: readonly (readonly [number, number, number])[] = [
    [0.95, 1, 6.314],
    [0.95, 2, 2.92],
    [0.95, 5, 2.015],
    [0.95, 9, 1.833],
    [0.95, 30, 1.697],
    [0.975, 4, 2.776],
    [0.975, 10, 2.228],
    [0.9, 5, 1.476],
  ];
  for (const [p, df, expected] of table) {
    assert.ok(Math.abs(quantileT(p, df) - expected) < 5e-4, `t(${p}, ${df}) = ${quantileT(p, df)}`);
    assert.ok(Math.abs(upperTailT(quantileT(p, df), df) - (1 - p)) < 1e-9);
  }
});

test('one boot against n: prediction interval with n − 1 degrees', () => {
  const effect = effectOf({ candidate: [0.1], baseline: [-0.02, 0, 0.02] }, 0.95);
  assert.ok(effect !== undefined);
  assert.ok(Math.abs(effect.estimate - 0.1) < 1e-12);
  assert.equal(effect.df, 2);
  // s = 0.02, √(1 + 1/3), t = 2.91999
  assert.ok(Math.abs(effect.upper - effect.estimate - 2.919986 * 0.02 * Math.sqrt(4 / 3)) < 1e-6);
});

test('several against several: Welch', () => {
  // By hand: variances 0.0004 and 0.00029167; df = (a + b)² / (a² / 2 + b² / 3) with a = s₁² / 3, b = s₂² / 4.
  const effect = effectOf({ candidate: [0.11, 0.09, 0.13], baseline: [0, 0.02, -0.02, 0.01] }, 0.95);
  assert.ok(effect !== undefined);
  assert.ok(Math.abs(effect.estimate - 0.1075) < 1e-12);
  const se = Math.sqrt(0.0004 / 3 + 0.000291667 / 4);
  assert.ok(Math.abs(effect.standard_error - se) < 1e-6);
  assert.ok(Math.abs(effect.df - 3.9908) < 1e-3);
  assert.ok(Math.abs(effect.lower - (0.1075 - quantileT(0.95, effect.df) * se)) < 1e-6);
});

test('one against one has no bounds, and nothing that is not finite has', () => {
  assert.equal(effectOf({ candidate: [0.1], baseline: [0] }, 0.95), undefined);
  assert.equal(effectOf({ candidate: [], baseline: [0, 1] }, 0.95), undefined);
  assert.equal(effectOf({ candidate: [0.1], baseline: [] }, 0.95), undefined);
  for (const bad of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
    assert.equal(effectOf({ candidate: [bad], baseline: [0, 0.1] }, 0.95), undefined);
    assert.equal(effectOf({ candidate: [0], baseline: [bad, 0.1] }, 0.95), undefined);
  }
});

test('runs that agree to the last digit do not prove a spread of zero', () => {
  const effect = effectOf({ candidate: [0.001], baseline: [0, 0, 0, 0, 0, 0] }, 0.95);
  assert.equal(effect?.spread, SPREAD_FLOOR);
  assert.ok((effect?.upper ?? 0) > 0.01);
});

test('swapping the sides turns the change and its bounds around', () => {
  const logs = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(logs, logs, (candidate, baseline) => {
      const there = effectOf({ candidate, baseline }, 0.95);
      const back = effectOf({ candidate: baseline, baseline: candidate }, 0.95);
      assert.equal(there === undefined, back === undefined);
      if (there === undefined || back === undefined) return;
      const near = (a: number, b: number) => assert.ok(Math.abs(a - b) < 1e-9, `${a} and ${b}`);
      near(there.estimate, -back.estimate);
      near(there.lower, -back.upper);
      near(there.upper, -back.lower);
      near(pValue(there, 0) + pValue(back, 0), 1);
    }),
  );
});

test('Holm steps down from the smallest p-value', () => {
  assert.deepEqual(holm([0.01, 0.04, 0.03], 0.05), [true, false, false]);
  assert.deepEqual(holm([0.001, 0.02, 0.04], 0.05), [true, true, true]);
  assert.deepEqual(holm([0.02], 0.05, 3), [false]);
  assert.deepEqual(holm([Number.NaN, 0.001], 0.05), [false, true]);
  assert.deepEqual(holm([], 0.05), []);
});

test('what would decide is more baseline runs, then more boots of both, then nothing sensible', () => {
  assert.deepEqual(runsNeeded({ spread: 0.02 }, 0.05, 0.95), { baseline: 5 });
  const both = runsNeeded({ spread: 0.02 }, 0.02, 0.95);
  assert.ok(both !== undefined && 'each' in both && both.each > 5 && both.each < 10);
  assert.equal(runsNeeded({ spread: 0.02 }, 1e-6, 0.95), undefined);
});

test('the detectable effect is above the margin and shrinks with more runs', () => {
  const spread = [-0.02, 0.02, -0.01, 0.01, 0.02, -0.02];
  const few = effectOf({ candidate: [0], baseline: spread.slice(0, 3) }, 0.95);
  const many = effectOf({ candidate: [0], baseline: spread }, 0.95);
  assert.ok(few !== undefined && many !== undefined);
  assert.ok(detectable(few, 0.1, 0.95) > detectable(many, 0.1, 0.95));
  assert.ok(detectable(many, 0.1, 0.95) > 0.1);
});

test('false alarms of one candidate against six stored runs stay at the nominal level', () => {
  const random = createRandom(7, 'false alarms');
  const boots = (n: number, sigma: number) => Array.from({ length: n }, () => sigma * normal(random));
  const trials = 4000;
  for (const sigma of [0.01, 0.03, 0.1]) {
    let againstZero = 0;
    let againstMargin = 0;
    for (let trial = 0; trial < trials; trial++) {
      const effect = effectOf({ candidate: boots(1, sigma), baseline: boots(6, sigma) }, 0.95);
      if (effect === undefined) assert.fail('no effect');
      if (effect.lower > 0) againstZero++;
      if (effect.lower > Math.log1p(0.1)) againstMargin++;
    }
    // 5 % of 4000 has a standard error of 0.34 %.
    assert.ok(
      againstZero / trials < 0.06 && againstZero / trials > 0.04,
      `${sigma}: ${againstZero / trials}`,
    );
    assert.ok(againstMargin / trials <= 0.05, `${sigma} with margin: ${againstMargin / trials}`);
  }
});
