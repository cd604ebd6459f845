import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { budget, makeRung, type RungShape } from '../../fixtures/results/factory.ts';
import { checkBudget, decideBounds, satisfies } from './budget-check.ts';
import type { Outcome, Verdict } from './result.gen.ts';
import { notRun } from './rung.ts';

const CONFIDENCE = 0.95;

function failing(count: number, outcome: Outcome): Readonly<Record<number, Outcome>> {
  return Object.fromEntries(Array.from({ length: count }, (_, i) => [i * 7, outcome]));
}

// TTFT around 200 ms with 5 % spread, TPOT around 10 ms.
const CASES: readonly (readonly [string, RungShape, Verdict, RegExp?])[] = [
  ['p95_ttft_ms <= 300', { rate: 4 }, 'pass'],
  ['p95_ttft_ms <= 150', { rate: 4 }, 'fail'],
  ['p95_ttft_ms <= 217', { rate: 4 }, 'inconclusive', /requests, if the share stays/],
  ['p95_ttft_ms <= 217 observed', { rate: 4 }, 'pass'],
  // 58 requests cannot prove a p95, 59 can: the smallest n of the design.
  ['p95_ttft_ms <= 300', { rate: 4, prompts: 58 }, 'inconclusive'],
  ['p95_ttft_ms <= 300', { rate: 4, prompts: 59 }, 'pass'],
  ['p99_ttft_ms <= 300', { rate: 4, prompts: 200 }, 'inconclusive', /about 299 requests/],
  ['p99_ttft_ms <= 300 observed', { rate: 4, prompts: 200 }, 'pass'],
  ['p99_ttft_ms <= 300', { rate: 4, prompts: 299 }, 'pass'],
  ['median_ttft_ms <= 300', { rate: 4 }, 'pass'],
  ['p50_tpot_ms <= 9', { rate: 4 }, 'fail'],
  ['p95_itl_ms <= 12', { rate: 4 }, 'pass'],
  ['p95_ttft_visible_ms <= 300', { rate: 4 }, 'pass'],
  ['p95_e2el_ms <= 400', { rate: 4 }, 'fail'],
  ['p95_ttft_ms >= 100', { rate: 4 }, 'pass'],
  ['p95_ttft_ms == 200', { rate: 4 }, 'inconclusive'],
  // Failed requests are over any limit: 15 of 200 cannot be a p95 of anything, 2 of 200 can.
  ['p95_ttft_ms <= 300', { rate: 4, outcomes: failing(20, 'http_5xx') }, 'fail'],
  ['p95_ttft_ms <= 300 observed', { rate: 4, outcomes: failing(20, 'timeout') }, 'fail'],
  ['p95_ttft_ms <= 300', { rate: 4, outcomes: failing(2, 'http_5xx') }, 'pass'],
  // Requests that we cancelled may have been anything.
  ['p95_ttft_ms <= 300', { rate: 4, outcomes: failing(20, 'cancelled') }, 'inconclusive'],
  ['p95_ttft_ms <= 150', { rate: 4, outcomes: failing(20, 'cancelled') }, 'fail'],
  ['mean_ttft_ms <= 210', { rate: 4 }, 'pass'],
  ['mean_ttft_ms <= 190', { rate: 4 }, 'fail'],
  ['mean_ttft_ms <= 199.5', { rate: 4, noise: 0.3 }, 'inconclusive', /requests/],
  ['mean_ttft_ms <= 300', { rate: 4, prompts: 19 }, 'inconclusive', /20 requests/],
  ['mean_ttft_ms <= 210', { rate: 4, outcomes: failing(1, 'http_5xx') }, 'inconclusive'],
  ['mean_tps >= 90', { rate: 4 }, 'pass'],
  ['mean_tps >= 110', { rate: 4 }, 'fail'],
  ['served_rate >= 90%', { rate: 4 }, 'pass'],
  ['served_rate >= 3.5', { rate: 4 }, 'pass'],
  ['served_rate >= 5', { rate: 4 }, 'fail'],
  ['served_rate >= 4 observed', { rate: 4 }, 'fail'],
  ['request_throughput >= 3.5', { rate: 4 }, 'pass'],
  ['request_throughput >= 99%', { rate: 4 }, 'inconclusive'],
  ['request_throughput >= 110%', { rate: 4 }, 'fail'],
  ['output_throughput >= 100', { rate: 4 }, 'pass'],
  ['total_token_throughput >= 1e6', { rate: 4 }, 'fail'],
  ['error_rate == 0', { rate: 4 }, 'pass'],
  ['error_rate == 0', { rate: 4, outcomes: { 5: 'reset' } }, 'fail'],
  ['error_rate <= 1%', { rate: 4, outcomes: failing(2, 'reset') }, 'pass'],
  ['error_rate <= 1%', { rate: 4, outcomes: failing(3, 'reset') }, 'fail'],
  ['error_rate == 0', { rate: 4, outcomes: { 5: 'cancelled' } }, 'inconclusive'],
  ['completed == 200', { rate: 4 }, 'pass'],
  ['completed >= 100%', { rate: 4 }, 'pass'],
  ['completed >= 100%', { rate: 4, outcomes: { 5: 'parse' } }, 'fail'],
  ['completed >= 200', { rate: 4, unsent: 1 }, 'inconclusive'],
];

test('a budget is proven within, proven over, or not decided', () => {
  for (const [text, shape, expected, needs] of CASES) {
    const cell = checkBudget(budget(text), makeRung(shape), CONFIDENCE);
    assert.equal(cell.verdict, expected, `${text} on ${JSON.stringify(shape)}: ${cell.message}`);
    if (needs !== undefined) assert.match(cell.needs ?? '', needs, text);
    assert.equal(cell.scope?.startsWith('observed'), text.endsWith('observed'), text);
    assert.equal(cell.expression, text);
  }
});

test('correlated latencies are worth less: the same values in blocks decide nothing', () => {
  const { result, records, rung } = makeRung({ rate: 4, prompts: 200 });
  const slow = (from: number, to: number) =>
    records.map((record) =>
      record.index >= from && record.index < to
        ? { ...record, first_token_ns: (record.first_token_ns ?? 0) + 250e6 }
        : record,
    );
  const spread = records.map((record) =>
    record.index % 50 === 0 ? { ...record, first_token_ns: (record.first_token_ns ?? 0) + 250e6 } : record,
  );
  assert.equal(rung.num_prompts, 200);
  const p95 = budget('p95_ttft_ms <= 300');
  assert.equal(checkBudget(p95, { result, records: spread }, CONFIDENCE).verdict, 'pass');
  assert.equal(checkBudget(p95, { result, records: slow(0, 4) }, CONFIDENCE).verdict, 'inconclusive');
});

test('what was not measured is not decided, with its reason', () => {
  const never = notRun({ rate: 4, kind: 'gating', num_prompts: 200, run: 1 }, 'collapsed', 'test');
  const nothing = makeRung({ rate: 4, prompts: 20, outcomes: failing(3, 'http_5xx') });
  const empty = { ...nothing, result: { ...nothing.result, metrics: {} } };
  for (const text of [
    'p95_ttft_ms <= 300',
    'mean_ttft_ms <= 300 observed',
    'served_rate >= 1',
    'error_rate == 0',
  ]) {
    assert.equal(
      checkBudget(budget(text), { result: never, records: [] }, CONFIDENCE).verdict,
      'inconclusive',
    );
    assert.equal(checkBudget(budget(text), empty, CONFIDENCE).code, 'not_measured', text);
  }
});

test('a rung that ended early passes nothing', () => {
  const stopped = makeRung({ rate: 4, unsent: 50, stopped: { code: 'limit', reason: 'limits.max_minutes' } });
  for (const text of [
    'p95_ttft_ms <= 300',
    'mean_ttft_ms <= 300',
    'served_rate >= 1 observed',
    'completed >= 10',
  ]) {
    const cell = checkBudget(budget(text), stopped, CONFIDENCE);
    assert.equal(cell.verdict, 'inconclusive', text);
  }
  assert.equal(checkBudget(budget('p95_ttft_ms <= 150'), stopped, CONFIDENCE).verdict, 'fail');
});

test('bounds decide only when both are on one side, and nothing that is not a number decides', () => {
  assert.equal(decideBounds('<=', 10, 8, 9), 'pass');
  assert.equal(decideBounds('<=', 10, 11, 12), 'fail');
  assert.equal(decideBounds('<=', 10, 9, 11), undefined);
  assert.equal(decideBounds('>=', 10, 11, undefined), 'pass');
  assert.equal(decideBounds('>=', 10, undefined, 9), 'fail');
  assert.equal(decideBounds('==', 10, 10, 10), 'pass');
  assert.equal(decideBounds('==', 10, 9, 11), undefined);
  assert.equal(decideBounds('==', 10, 11, 12), 'fail');
  assert.equal(decideBounds('<=', Number.NaN, 1, 2), undefined);
  assert.equal(decideBounds('<=', 10, Number.NaN, 2), undefined);
  assert.equal(decideBounds('<=', 10, 3, Number.NaN), undefined);
  assert.equal(decideBounds('>=', 10, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY), undefined);
  assert.equal(decideBounds('<=', 10, 3, 2), undefined);
  const number = fc.double({ noNaN: true, min: -1e6, max: 1e6 });
  const operator = fc.constantFrom('<=', '<', '>=', '>', '==' as const);
  fc.assert(
    fc.property(
      operator,
      number,
      number,
      number,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (op, limit, a, b, t) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)];
        const verdict = decideBounds(op, limit, low, high);
        // Rounding may leave the interval by itself.
        const inside = Math.min(high, Math.max(low, low + t * (high - low)));
        if (verdict === 'pass') assert.ok(satisfies(inside, op, limit));
        if (verdict === 'fail') assert.ok(!satisfies(inside, op, limit));
      },
    ),
  );
});

test('bounds hold: an unproven true percentile is rarely called proven', () => {
  // True p95 of TTFT is exactly at the limit: with 5 % spread, 200 · exp(1.6449 · 0.05).
  const limit = 200 * Math.exp(1.644854 * 0.05) + 0.2;
  const p95 = budget(`p95_ttft_ms <= ${limit}`);
  let passes = 0;
  let fails = 0;
  for (let seed = 0; seed < 200; seed++) {
    const { verdict } = checkBudget(p95, makeRung({ rate: 8, seed }), CONFIDENCE);
    if (verdict === 'pass') passes++;
    if (verdict === 'fail') fails++;
  }
  // At most 5 % each; 200 trials have a standard error of 1.5 %.
  assert.ok(passes <= 18 && fails <= 18, `${passes} passes and ${fails} fails of 200`);
});
