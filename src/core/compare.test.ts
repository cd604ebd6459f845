import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMPARE, makeBaselines, makeResult, type RungShape } from '../../fixtures/results/factory.ts';
import { type CompareRequest, comparedRun, compareRuns, defaultRates, LEARNING_MARGIN } from './compare.ts';
import type { Cell, Result } from './result.gen.ts';

const LADDER: readonly RungShape[] = [{ rate: 2 }, { rate: 4 }, { rate: 8 }];
const BASELINES = makeBaselines(LADDER, 6);
type Stored = { readonly path: string; readonly result: Result };

function request(
  candidates: readonly Result[],
  baselines: readonly Stored[],
  override: Partial<CompareRequest> = {},
): CompareRequest {
  return {
    source: 'baselines',
    candidates: candidates.map((result) => comparedRun('candidate', result)),
    baselines: baselines.map(({ path, result }) => comparedRun(path, result)),
    unreadable: [],
    options: { ...COMPARE, baseline: 'baselines' },
    gating_rates: [2, 4, 8],
    ...override,
  };
}

function compare(...given: Parameters<typeof request>) {
  return compareRuns(request(...given));
}

function cellOf(cells: readonly Cell[], metric: string, rate: number): Cell {
  const cell = cells.find((candidate) => candidate.metric === metric && candidate.rate === rate);
  assert.ok(cell !== undefined, `${metric} @ ${rate}`);
  return cell;
}

function slower(factor: number): Result {
  return makeResult(
    LADDER.map((shape) => ({ ...shape, seed: 99, ttftMs: 200 * factor, tpotMs: 10 * factor })),
  );
}

function withMetric(result: Result, name: string, value: number | undefined): Result {
  return {
    ...result,
    rungs: result.rungs.map((rung) => {
      const { [name]: _, ...rest } = rung.metrics;
      return { ...rung, metrics: value === undefined ? rest : { ...rest, [name]: value } };
    }),
  };
}

test('nothing changed against six runs: every cell passes, at the lowest and the highest rung', () => {
  const { comparison, cells } = compare([slower(1)], BASELINES);
  assert.equal(comparison.state, 'compared');
  assert.equal(comparison.runs, 6);
  assert.equal(comparison.learning, undefined);
  assert.deepEqual(
    cells.map(({ metric, rate, verdict }) => [metric, rate, verdict]),
    [2, 8].flatMap((rate) => COMPARE.metrics.map((metric) => [metric, rate, 'pass'])),
  );
  const cell = cellOf(cells, 'median_ttft_ms', 2);
  assert.ok((cell.change?.lower ?? 1) < (cell.change?.estimate ?? 0));
  assert.ok((cell.change?.upper ?? 0) > (cell.change?.estimate ?? 1));
  assert.ok((cell.detectable ?? 0) > 0.1);
  assert.ok(Math.abs((comparison.baseline_metrics?.['2']?.['median_ttft_ms'] ?? 0) - 200) < 5);
});

test('half as slow again is proven worse; the same the other way round is a pass', () => {
  const worse = compare([slower(1.5)], BASELINES).cells;
  assert.equal(cellOf(worse, 'median_ttft_ms', 2).verdict, 'fail');
  assert.equal(cellOf(worse, 'median_tpot_ms', 8).verdict, 'fail');
  assert.equal(cellOf(worse, 'served_rate', 2).verdict, 'pass');
  const better = compare([slower(0.7)], BASELINES).cells;
  for (const cell of better) assert.equal(cell.verdict, 'pass', cell.message);
});

test('a lower served rate is a worse one', () => {
  const lost = withMetric(slower(1), 'served_rate', 1.2);
  const cell = cellOf(compare([lost], BASELINES).cells, 'served_rate', 2);
  assert.equal(cell.verdict, 'fail');
  assert.ok((cell.change?.upper ?? 0) < -0.3, cell.message);
});

test('a change near the margin is not decided and says what would decide', () => {
  const cell = cellOf(compare([slower(1.1)], BASELINES).cells, 'median_tpot_ms', 2);
  assert.equal(cell.verdict, 'inconclusive');
  assert.match(cell.needs ?? '', /runs|boots/);
});

test('one run against one never passes and never fails', () => {
  for (const factor of [0.2, 1, 5]) {
    const { cells, comparison } = compare([slower(factor)], BASELINES.slice(0, 1));
    assert.equal(comparison.learning, '1/5');
    for (const cell of cells) {
      assert.equal(cell.verdict, 'inconclusive');
      assert.match(cell.needs ?? '', /1 more baseline run/);
    }
  }
});

test('until five stored runs exist the margin is wide and said', () => {
  const { cells, comparison } = compare([slower(1.15)], BASELINES.slice(0, 3));
  assert.equal(comparison.learning, '3/5');
  const cell = cellOf(cells, 'median_tpot_ms', 2);
  assert.equal(cell.margin, LEARNING_MARGIN);
  assert.equal(cell.verdict, 'pass');
  assert.match(cell.scope ?? '', /learning 3\/5/);
});

test('several boots of the candidate are tested by Welch at the usual margin', () => {
  const candidates = makeBaselines(
    LADDER.map((shape) => ({ ...shape, tpotMs: 13 })),
    3,
  ).map(({ result }) => ({ ...result, run_id: `candidate of ${result.run_id}` }));
  const { cells, comparison } = compare(candidates, BASELINES.slice(0, 3));
  assert.equal(comparison.learning, undefined);
  assert.equal(cellOf(cells, 'median_tpot_ms', 2).verdict, 'fail');
  assert.equal(cellOf(cells, 'median_ttft_ms', 2).verdict, 'pass');
});

test('a TTFT that is less than 10 ms longer is no regression', () => {
  const quick = LADDER.map((shape) => ({ ...shape, ttftMs: 20 }));
  const candidate = makeResult(quick.map((shape) => ({ ...shape, ttftMs: 27 })));
  const cell = cellOf(compare([candidate], makeBaselines(quick, 6)).cells, 'median_ttft_ms', 2);
  assert.ok((cell.margin ?? 0) > 0.45);
  assert.equal(cell.verdict, 'pass', cell.message);
});

test('runs that agree exactly give no false certainty', () => {
  const same = Array.from({ length: 6 }, (_, i) => ({
    path: `b${i}`,
    result: { ...slower(1), run_id: `b${i}` },
  }));
  const cell = cellOf(compare([slower(1.0995)], same).cells, 'median_tpot_ms', 2);
  assert.equal(cell.verdict, 'inconclusive', cell.message);
});

test('copies of one run are one boot, and a run is no baseline of itself', () => {
  const [first] = BASELINES;
  assert.ok(first !== undefined);
  const copies = Array.from({ length: 6 }, (_, i) => ({ path: `copy-${i}.json`, result: first.result }));
  const { comparison, cells } = compare([slower(1)], copies);
  assert.equal(comparison.runs, 1);
  assert.match(comparison.message, /copy-5\.json: is a copy/);
  for (const cell of cells) assert.equal(cell.code, 'one_pair');
  assert.equal(compare([first.result], copies).comparison.state, 'no_baseline');
});

test('a change without measure is told in words, never in powers of ten', () => {
  for (const value of [1e300, 1e6, 3000]) {
    const { cells } = compare([withMetric(slower(1), 'median_ttft_ms', value)], BASELINES);
    const { message, verdict } = cellOf(cells, 'median_ttft_ms', 2);
    assert.equal(verdict, 'fail');
    assert.match(message, /is more than 10 times worse than the baseline/);
    assert.doesNotMatch(message, /e\+|\d{4}/);
  }
});

test('copies of a candidate are one boot too', () => {
  const worse = slower(1.5);
  const [once, copied] = [[worse], [worse, worse, worse]].map((candidates) =>
    compare(candidates, BASELINES.slice(0, 3)),
  );
  assert.deepEqual(copied?.cells, once?.cells);
  assert.equal(copied?.comparison.learning, '3/5');
  assert.match(copied?.comparison.message ?? '', /candidate is left out: it is a copy/);
});

test('a metric that is missing, zero or not finite is never a pass', () => {
  for (const value of [undefined, 0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    const broken = withMetric(slower(1), 'median_ttft_ms', value);
    const here = compare([broken], BASELINES).cells;
    assert.equal(cellOf(here, 'median_ttft_ms', 2).verdict, 'inconclusive', String(value));
    const there = compare(
      [slower(1)],
      BASELINES.map(({ path, result }) => ({ path, result: withMetric(result, 'median_ttft_ms', value) })),
    ).cells;
    assert.equal(cellOf(there, 'median_ttft_ms', 2).code, 'no_baseline', String(value));
  }
});

test('baseline runs that were incomplete, invalid or different are left out and named', () => {
  const [first, ...rest] = BASELINES;
  assert.ok(first !== undefined);
  const spoilt: readonly (readonly [Result, RegExp])[] = [
    [
      makeResult([{ rate: 2, outcomes: { 1: 'timeout' } }, { rate: 4 }, { rate: 8 }]),
      /incomplete: 199 of 200/,
    ],
    [makeResult([{ rate: 2, lateMs: 50 }, { rate: 4 }, { rate: 8 }]), /invalid: client_late/],
    [{ ...first.result, verdict: { ...first.result.verdict, verdict: 'error' } }, /verdict is error/],
    [{ ...first.result, rungs: first.result.rungs.slice(1) }, /rung at 2 req\/s is missing/],
    [{ ...first.result, rungs: [] }, /no gating rung/],
    [{ ...first.result, simulated: true }, /not comparable: simulated/],
    [
      { ...first.result, workload: { ...first.result.workload!, hash: 'other' } },
      /not comparable: workload_hash/,
    ],
  ];
  for (const [result, reason] of spoilt) {
    const { comparison } = compare([slower(1)], [{ path: 'spoilt.json', result }, ...rest]);
    assert.equal(comparison.state, 'compared');
    assert.equal(comparison.runs, 5);
    assert.match(comparison.message, reason);
    assert.match(comparison.message, /spoilt\.json/);
  }
});

test('without any usable run the state says why', () => {
  const candidate = slower(1);
  const real = BASELINES.map(({ path, result }) => ({ path, result: { ...result, simulated: true } }));
  const lost = [{ path: 'x.json', reason: 'is not valid JSON' }];
  assert.equal(compare([candidate], []).comparison.state, 'no_baseline');
  assert.equal(compare([candidate], [], { unreadable: lost }).comparison.state, 'unreadable');
  const { comparison, cells } = compare([candidate], real);
  assert.equal(comparison.state, 'incomparable');
  assert.deepEqual(cells, []);
  assert.deepEqual(
    comparison.differences.map(({ field }) => field),
    ['simulated'],
  );
});

test('a rung that the baseline did not have is not decided', () => {
  const short = BASELINES.map(({ path, result }) => ({
    path,
    result: {
      ...result,
      plan: { ...result.plan, rungs: result.plan.rungs.slice(0, 2) },
      cells: result.cells.filter(({ rate }) => rate !== 8),
      rungs: result.rungs.slice(0, 2),
    },
  }));
  const cell = cellOf(compare([slower(1)], short).cells, 'median_ttft_ms', 8);
  assert.deepEqual([cell.verdict, cell.code], ['inconclusive', 'no_baseline']);
});

test('the compared rungs are the lowest and the highest that was not saturated', () => {
  const runs = BASELINES.map(({ path, result }) => comparedRun(path, result));
  const saturated = runs.map((run) => ({
    ...run,
    rungs: run.rungs.map((rung) => (rung.rate === 8 ? { ...rung, saturation: 'saturated' as const } : rung)),
  }));
  assert.deepEqual(defaultRates([8, 2, 4], runs), [2, 8]);
  assert.deepEqual(defaultRates([8, 2, 4], saturated), [2, 4]);
  assert.deepEqual(defaultRates([8], saturated), [8]);
  assert.deepEqual(defaultRates([], runs), []);
});

test('Holm: one small excess among many cells is suspicious, not a proven fail', () => {
  const metrics = [
    'median_tpot_ms',
    'mean_tpot_ms',
    'p90_tpot_ms',
    'p95_tpot_ms',
    'p99_tpot_ms',
    'median_ttft_ms',
  ];
  const baselines = makeBaselines(LADDER, 6, 0.03);
  let found: Cell | undefined;
  for (let factor = 1.1; factor < 1.5 && found === undefined; factor += 0.005) {
    const { cells } = compare([withMetric(slower(1), 'median_tpot_ms', 10 * factor)], baselines, {
      options: { ...COMPARE, baseline: 'b', metrics },
    });
    found = cells.find(({ code }) => code === 'suspicious');
  }
  assert.equal(found?.verdict, 'inconclusive');
  assert.match(found?.message ?? '', /not proven among all cells/);
});
