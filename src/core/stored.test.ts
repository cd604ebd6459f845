import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { COMPARE, makeBaselines, makeResult, type RungShape } from '../../fixtures/results/factory.ts';
import { compareResults } from './judge.ts';
import type { Cell, Result, RungResult } from './result.gen.ts';
import { contradictions } from './stored.ts';
import { verdictOf, withProvenVerdict } from './stored-verdict.ts';

const SMALL: readonly RungShape[] = [
  { rate: 4, prompts: 60 },
  { rate: 8, prompts: 60 },
];
const BASELINES = makeBaselines(SMALL, 6);
const BUDGETS = ['p95_ttft_ms <= 300 @ 4', 'served_rate >= 80%'];

/** A result with budgets and a comparison, as a run writes it. */
const WHOLE: Result = withPlannedBudgets(
  makeResult(SMALL, {
    run_id: 'candidate',
    evidence: {
      budgets: BUDGETS,
      compare: { ...COMPARE, baseline: 'baselines' },
      baseline: { source: 'baselines', results: BASELINES, unreadable: [] },
    },
  }),
);

function withPlannedBudgets(result: Result): Result {
  const budgets = [
    { expression: 'p95_ttft_ms <= 300 @ 4', rates: [4], observed: false },
    { expression: 'served_rate >= 80%', rates: [4, 8], observed: false },
  ];
  return { ...result, plan: { ...result.plan, budgets } };
}

const rungAt = (at: number, change: Partial<RungResult>) => (result: Result) => ({
  ...result,
  rungs: result.rungs.map((rung, i) => (i === at ? { ...rung, ...change } : rung)),
});

const cellAt = (wanted: (cell: Cell) => boolean, change: (cell: Cell) => Cell[]) => (result: Result) => ({
  ...result,
  cells: result.cells.flatMap((cell) => (wanted(cell) ? change(cell) : [cell])),
});

const EDITS: readonly (readonly [string, (result: Result) => Result, RegExp])[] = [
  ['a gating rung is gone', (r) => ({ ...r, rungs: r.rungs.slice(1) }), /gating rung at 4 req\/s is planned/],
  ['every rung is gone', (r) => ({ ...r, rungs: [] }), /planned and missing/],
  ['a gating rung says it explores', rungAt(1, { kind: 'exploring' }), /gating rung at 8 req\/s is planned/],
  [
    'fewer requests than planned',
    rungAt(0, { planned: 1, sent: 1, completed: 1 }),
    /with 60 requests and says 1/,
  ],
  ['a rung is there twice', (r) => ({ ...r, rungs: [...r.rungs, ...r.rungs.slice(0, 1)] }), /there 2 times/],
  [
    'a second run of one rung only',
    (r) => ({ ...r, rungs: [...r.rungs, ...r.rungs.slice(0, 1).map((rung) => ({ ...rung, run: 2 }))] }),
    /at 8 req\/s, run 2 is planned and missing/,
  ],
  [
    'a rung that nobody planned',
    (r) => ({ ...r, rungs: [...r.rungs, ...r.rungs.slice(0, 1).map((rung) => ({ ...rung, rate: 2 }))] }),
    /at 2 req\/s is not in its plan/,
  ],
  ['a failure is taken out of the count', rungAt(0, { completed: 59 }), /do not add up/],
  ['a failure without its class', rungAt(0, { completed: 59, failed: 1 }), /do not add up/],
  ['more sent than planned', rungAt(0, { sent: 61, completed: 61 }), /do not add up/],
  [
    'a budget cell is gone',
    cellAt(
      (cell) => cell.expression !== undefined && cell.rate === 8,
      () => [],
    ),
    /served_rate >= 80% is planned and not judged at 8/,
  ],
  [
    'a budget passed with a value over its limit',
    cellAt(
      (cell) => cell.metric === 'p95_ttft_ms',
      (cell) => [{ ...cell, value: 900 }],
    ),
    /passed at 4 req\/s with 900 against 300/,
  ],
  [
    'a budget passed with a number of its own',
    cellAt(
      (cell) => cell.metric === 'p95_ttft_ms',
      (cell) => [{ ...cell, value: 12 }],
    ),
    /with 12, which its rung does not have/,
  ],
  [
    'a comparison passed beyond its margin',
    cellAt(
      (cell) => cell.kind === 'comparison' && cell.rate === 4,
      (cell) => [{ ...cell, change: { estimate: 0.5, lower: -0.4, upper: 0.6 } }],
    ),
    /passed with a change beyond its margin/,
  ],
  [
    'every comparison is gone',
    cellAt(
      (cell) => cell.kind === 'comparison',
      () => [],
    ),
    /no cell that compares/,
  ],
  [
    'an exit code of another verdict',
    (r) => ({ ...r, verdict: { ...r.verdict, exit_code: 3 } }),
    /exit code 3, not 0/,
  ],
];

test('a result as it was written does not contradict itself', () => {
  assert.equal(WHOLE.verdict.verdict, 'pass', WHOLE.verdict.sentence);
  assert.deepEqual(contradictions(WHOLE), []);
  const folder = 'fixtures/demo/baselines';
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.json'),
  );
  assert.ok(files.length > 0);
  for (const file of files) {
    const result = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Result;
    assert.deepEqual(contradictions(result), [], file);
    assert.equal(verdictOf(result).verdict, result.verdict.verdict, file);
  }
});

for (const [name, edit, reason] of EDITS) {
  test(`a stored result that contradicts itself never passes: ${name}`, () => {
    const edited = edit(WHOLE);
    assert.match(contradictions(edited).join('; '), reason);
    assert.notEqual(verdictOf(edited).verdict, 'pass');
    assert.notEqual(withProvenVerdict(edited).result.verdict.verdict, 'pass');
    const asCandidate = compareResults({
      candidates: { results: [{ path: 'c.json', result: edited }], unreadable: [] },
      baselines: { results: BASELINES, unreadable: [] },
      compare: COMPARE,
    });
    assert.notEqual(asCandidate.verdict.verdict, 'pass', asCandidate.verdict.sentence);
    const told = asCandidate.findings.filter(({ code }) => code === 'contradicts_itself');
    assert.match(told.map(({ message }) => message).join('; '), reason);
    const asBaseline = compareResults({
      candidates: { results: [{ path: 'c.json', result: WHOLE }], unreadable: [] },
      baselines: {
        results: [{ path: 'edited.json', result: { ...edited, run_id: 'edited' } }, ...BASELINES.slice(1)],
        unreadable: [],
      },
      compare: COMPARE,
    });
    assert.equal(asBaseline.comparison.runs, BASELINES.length - 1);
    assert.match(asBaseline.comparison.message, /edited\.json: (?!is a copy)/);
  });
}

test('the evidence of a stored result gives the verdict that it was stored with', () => {
  const shapes: readonly (readonly RungShape[])[] = [
    SMALL,
    SMALL.map((shape) => ({ ...shape, lateMs: 60 })),
    [
      { rate: 4, prompts: 60, outcomes: { 1: 'reset' } },
      { rate: 8, prompts: 60, lateMs: 60 },
    ],
    [{ rate: 4, prompts: 60, outcomes: { 1: 'reset' }, lateMs: 60 }],
    [{ rate: 4, prompts: 60, outcomes: { 1: 'rate_limited' } }],
    [
      { rate: 4, prompts: 60 },
      { rate: 16, prompts: 60, kind: 'exploring', outcomes: { 1: 'reset' }, lateMs: 60 },
    ],
  ];
  for (const shape of shapes) {
    for (const budgets of [[], ['p95_ttft_ms <= 150'], ['p99_ttft_ms <= 900']]) {
      const result = makeResult(shape, { evidence: { budgets } });
      assert.deepEqual(withProvenVerdict(result), { result }, result.verdict.sentence);
    }
  }
});

test('an edited verdict is replaced by what the evidence says, and that is said', () => {
  const failed = makeResult([{ rate: 4, prompts: 60, outcomes: { 1: 'reset' } }]);
  const verdict = { verdict: 'pass', exit_code: 0, code: 'pass', sentence: 'pass: all fine' } as const;
  for (const edited of [
    { ...failed, verdict },
    { ...failed, verdict, findings: [] },
    {
      ...failed,
      verdict,
      findings: [],
      cells: failed.cells.map((c) => ({ ...c, verdict: 'pass' as const })),
    },
  ]) {
    const { result, differs } = withProvenVerdict(edited);
    assert.equal(result.verdict.verdict, 'fail');
    assert.match(differs ?? '', /stored verdict is pass, but .* give fail: 1 of 60/);
    assert.equal(result.findings[0]?.code, 'verdict_contradicted');
  }
});
