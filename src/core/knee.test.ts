import assert from 'node:assert/strict';
import { test } from 'node:test';
import { budget, makeRung, type RungShape } from '../../fixtures/results/factory.ts';
import { type CapacityRung, capacityOf, checkCapacityBudget, geometricKnee } from './knee.ts';
import type { Capacity, Outcome, RungResult, Verdict } from './result.gen.ts';
import { notRun } from './rung.ts';

function rungs(shapes: readonly (RungShape & { readonly invalid?: boolean })[]): CapacityRung[] {
  return shapes.map((shape) => ({ ...makeRung(shape), invalid: shape.invalid ?? false }));
}

const many: Readonly<Record<number, Outcome>> = Object.fromEntries(
  Array.from({ length: 40 }, (_, i) => [i * 5, 'timeout']),
);
/** The published ladder of a two-GPU server: flat to 8 req/s, higher at 12, collapsed with errors at 16. */
const LADDER: readonly RungShape[] = [
  { rate: 2, ttftMs: 200 },
  { rate: 4, ttftMs: 220 },
  { rate: 8, ttftMs: 250 },
  { rate: 12, ttftMs: 380 },
  { rate: 16, ttftMs: 1200, kind: 'exploring', outcomes: many },
];

test('the knee of the published ladder is 12 req/s', () => {
  assert.equal(geometricKnee(rungs(LADDER).map(({ result }) => result)), 12);
});

test('there is no knee without a bend', () => {
  const ladder = (values: readonly number[]): RungResult[] =>
    values.map((ttft, i) => ({
      ...notRun({ rate: 2 ** (i + 1), kind: 'gating', num_prompts: 1, run: 1 }, 'test', 'test'),
      metrics: { mean_ttft_ms: ttft },
    }));
  assert.equal(geometricKnee(ladder([200, 205, 210, 230])), undefined, 'flat');
  assert.equal(geometricKnee(ladder([100, 200, 400, 800])), undefined, 'straight over the rate');
  assert.equal(geometricKnee(ladder([200, 1200])), undefined, 'two rungs');
  assert.equal(geometricKnee(ladder([1200, 400, 300, 200])), undefined, 'falling');
  assert.equal(geometricKnee(ladder([200, Number.NaN, 900, 200])), undefined, 'not finite');
  assert.equal(geometricKnee([]), undefined);
  assert.equal(geometricKnee(ladder([33, 107, 698, 4434])), 8, 'a tiny vLLM on a CPU, recorded');
});

const CAPACITY: readonly (readonly [string, readonly string[], CapacityRung[], Omit<Capacity, 'message'>])[] =
  [
    ['all good', ['p95_ttft_ms <= 500'], rungs(LADDER.slice(0, 4)), { lower: 12, estimate: 12 }],
    ['exploring rungs count', ['p95_ttft_ms <= 500'], rungs(LADDER), { lower: 12, upper: 16, estimate: 12 }],
    ['@ is ignored', ['p95_ttft_ms <= 300 @ 2'], rungs(LADDER), { lower: 8, upper: 12, estimate: 8 }],
    [
      'capacity budgets are excluded',
      ['p95_ttft_ms <= 300', 'capacity >= 99'],
      rungs(LADDER),
      { lower: 8, upper: 12, estimate: 8 },
    ],
    ['nothing is good', ['p95_ttft_ms <= 100'], rungs(LADDER), { upper: 2 }],
    [
      'a higher good rung does not help',
      ['p95_ttft_ms <= 300'],
      rungs([{ rate: 2, ttftMs: 400 }, { rate: 4 }]),
      { upper: 2 },
    ],
    ['undecided rungs widen', ['p99_ttft_ms <= 300'], rungs(LADDER.slice(0, 4)), { upper: 12, estimate: 8 }],
    [
      'an invalid rung is undecided',
      ['p95_ttft_ms <= 300'],
      rungs([{ rate: 2 }, { rate: 4, invalid: true }, { rate: 8, ttftMs: 400 }]),
      { lower: 2, upper: 8, estimate: 2 },
    ],
    ['no budget, no capacity', [], rungs(LADDER), {}],
    ['only a capacity budget', ['capacity >= 8'], rungs(LADDER), {}],
  ];

test('capacity is the highest rung that meets every per-rung budget with all lower ones', () => {
  for (const [name, budgets, ladder, expected] of CAPACITY) {
    const { message, ...found } = capacityOf(budgets.map(budget), ladder, 0.95);
    assert.deepEqual(found, expected, `${name}: ${message}`);
  }
});

test('a budget on the capacity is decided by the whole interval', () => {
  const rates = [2, 4, 8, 12, 16];
  const known = { lower: 8, upper: 16, estimate: 12, message: '' };
  const cases: readonly (readonly [string, Capacity, Verdict])[] = [
    ['capacity >= 8', known, 'pass'],
    ['capacity >= 12', known, 'inconclusive'],
    ['capacity >= 12 observed', known, 'pass'],
    ['capacity >= 16', known, 'fail'],
    ['capacity > 8', known, 'inconclusive'],
    ['capacity >= 8', { upper: 2, message: '' }, 'fail'],
    ['capacity >= 8 observed', { upper: 2, message: '' }, 'fail'],
    ['capacity >= 8', { estimate: 8, message: '' }, 'inconclusive'],
    ['capacity >= 8', { lower: 12, message: '' }, 'pass'],
    ['capacity <= 8', { lower: 12, message: '' }, 'fail'],
    ['capacity <= 99', { lower: 12, message: '' }, 'inconclusive'],
    ['capacity >= 8', { message: 'not defined' }, 'inconclusive'],
    ['capacity >= 0', { message: 'not defined' }, 'inconclusive'],
    ['capacity >= 0 observed', { message: 'not defined' }, 'inconclusive'],
  ];
  for (const [text, capacity, expected] of cases) {
    const cell = checkCapacityBudget(budget(text), capacity, rates);
    assert.equal(cell.verdict, expected, `${text} with ${JSON.stringify(capacity)}`);
  }
});
