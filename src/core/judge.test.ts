import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  COMPARE,
  FINGERPRINT,
  makeBaselines,
  makeEvidence,
  makeResult,
  makeRung,
  type RungShape,
} from '../../fixtures/results/factory.ts';
import { renderComment } from '../report/markdown.ts';
import { renderTerminal } from '../report/terminal.ts';
import { compareResults, type Evidence, judge } from './judge.ts';
import type { Outcome, Result, RungResult, Verdict } from './result.gen.ts';
import { notRun } from './rung.ts';
import { triage } from './triage.ts';
import type { RunFailure } from './verdict.ts';

const SMALL: readonly RungShape[] = [
  { rate: 4, prompts: 60 },
  { rate: 8, prompts: 60 },
];
const BUDGETS = ['p95_ttft_ms <= 300', 'error_rate == 0', 'served_rate >= 80%'];
const BASELINES = makeBaselines(SMALL, 6);
const AGAINST = {
  compare: { ...COMPARE, baseline: 'baselines' },
  baseline: { source: 'baselines', results: BASELINES, unreadable: [] },
};

type Override = Parameters<typeof makeEvidence>[1];

function outcome(index: number, name: Outcome): Pick<RungShape, 'outcomes'> {
  return { outcomes: { [index]: name } };
}

function died(override: Partial<RunFailure> = {}): RunFailure {
  return {
    cause: 'engine',
    code: 'engine_died',
    message: 'the engine ended by itself (signal SIGKILL)',
    after_first_request: true,
    ...override,
  };
}

const [four, eight] = SMALL;
if (four === undefined || eight === undefined) throw new Error('unreachable');
const late = { ...eight, lateMs: 60 };
const exploring: RungShape = { ...eight, rate: 16, kind: 'exploring' };
const cold: Evidence['run_checks'] = [
  { rule: 'warm', state: 'invalid', required: false, message: 'still falling' },
];
const unread = [{ path: 'old.json', reason: 'is not valid JSON' }];

const CASES: readonly (readonly [string, readonly RungShape[], Override, Verdict, string, RegExp])[] = [
  ['all complete, nothing else asked', SMALL, {}, 'pass', 'pass', /nothing else was judged/],
  ['budgets met', SMALL, { budgets: BUDGETS }, 'pass', 'pass', /every budget is met/],
  [
    'budget broken',
    SMALL,
    { budgets: ['p95_ttft_ms <= 150'] },
    'fail',
    'over_budget',
    /p95_ttft_ms <= 150 @ 4 is broken/,
  ],
  [
    'budget not decided',
    SMALL,
    { budgets: ['p99_ttft_ms <= 900 @ 4'] },
    'inconclusive',
    'not_decided',
    /^inconclusive: p99_ttft_ms <= 900 @ 4 NOT DECIDED: needs about 299 requests/,
  ],
  [
    'one request failed',
    [four, { ...eight, ...outcome(5, 'http_5xx') }],
    { budgets: BUDGETS },
    'fail',
    'http_5xx',
    /^fail: 1 of 60 requests failed at 8 req\/s \(http_5xx\)/,
  ],
  [
    'an error object inside the stream',
    [{ ...four, ...outcome(5, 'stream_error') }],
    {},
    'fail',
    'stream_error',
    /stream_error/,
  ],
  ['client late', [four, late], {}, 'invalid', 'client_late', /sent 60 ms late/],
  [
    'failed request on another rung than the late one',
    [{ ...four, ...outcome(1, 'reset') }, late],
    {},
    'fail',
    'reset',
    /1 of 60/,
  ],
  [
    'failed request on the late rung itself',
    [four, { ...late, ...outcome(1, 'timeout') }],
    {},
    'invalid',
    'timeout',
    /but the rung is invalid \(client_late\)/,
  ],
  [
    'failed request in a cold run',
    [{ ...four, ...outcome(1, 'reset') }],
    { run_checks: cold },
    'fail',
    'reset',
    /reset/,
  ],
  ['cold run', SMALL, { run_checks: cold }, 'invalid', 'warm', /still falling/],
  [
    'over budget on a late rung only',
    [four, late],
    { budgets: ['p95_ttft_ms <= 210 @ 8'] },
    'invalid',
    'client_late',
    /late/,
  ],
  [
    'quota of an external channel',
    [four, { ...eight, ...outcome(3, 'rate_limited') }],
    {},
    'invalid',
    'quota',
    /rate limit/,
  ],
  [
    'rate limit of an engine of ours',
    [{ ...four, ...outcome(3, 'rate_limited') }],
    { engine_kind: 'simulator' },
    'fail',
    'rate_limited',
    /rate_limited/,
  ],
  ['requests never sent', [{ ...four, unsent: 2 }], {}, 'invalid', 'counts', /58 of 60/],
  [
    'process without server metrics',
    SMALL,
    { engine_kind: 'process' },
    'inconclusive',
    'evidence',
    /host_starving/,
  ],
  ['strict, external', SMALL, { strict: true }, 'inconclusive', 'evidence', /required evidence is missing/],
  [
    'limit reached',
    [four, { ...eight, unsent: 40, stopped: { code: 'limit', reason: 'limits.max_minutes' } }],
    { failure: died({ cause: 'limit', code: 'limit', message: 'limits.max_minutes (20) reached' }) },
    'inconclusive',
    'limit',
    /limits\.max_minutes/,
  ],
  [
    'cancelled',
    [four],
    { failure: died({ cause: 'cancelled', code: 'cancelled', message: 'stopped by the user' }) },
    'error',
    'cancelled',
    /^error: stopped by the user/,
  ],
  [
    'engine died before the first request',
    [],
    { planned: [makeRung(four).rung], failure: died({ after_first_request: false }) },
    'error',
    'engine_died',
    /SIGKILL/,
  ],
  [
    'engine died in a rung',
    [
      four,
      { ...eight, ...outcome(50, 'reset'), unsent: 5, stopped: { code: 'engine_died', reason: 'died' } },
    ],
    { failure: died() },
    'fail',
    'engine_died',
    /^fail: the engine ended by itself/,
  ],
  [
    'engine died in a cold run',
    [four],
    { failure: died(), run_checks: cold },
    'fail',
    'engine_died',
    /SIGKILL/,
  ],
  [
    'engine died in a rung where the client was late',
    [{ ...four, lateMs: 60 }],
    { failure: died() },
    'invalid',
    'client_late',
    /late/,
  ],
  [
    'engine died after all gating rungs, in an exploring one',
    [...SMALL, { ...exploring, ...outcome(1, 'reset') }],
    { failure: died() },
    'pass',
    'pass',
    /all 120 requests/,
  ],
  [
    'exploring rung collapsed',
    [...SMALL, { ...exploring, ...outcome(1, 'http_5xx'), ttftMs: 2000 }],
    { budgets: BUDGETS },
    'pass',
    'pass',
    /all 120 requests/,
  ],
  ['exploring rung with a late client', [...SMALL, { ...exploring, lateMs: 90 }], {}, 'pass', 'pass', /pass/],
  [
    'host lost',
    SMALL,
    { failure: died({ cause: 'host', code: 'disk_full', message: 'no space left' }) },
    'error',
    'disk_full',
    /no space/,
  ],
  ['nothing planned', [], {}, 'inconclusive', 'evidence', /not every gating cell/],
  ['baseline the same', SMALL, AGAINST, 'pass', 'pass', /against 6 baseline runs/],
  [
    'regression',
    [{ ...four, ttftMs: 400 }, eight],
    AGAINST,
    'fail',
    'regression',
    /median_ttft_ms @ 4 is 97.6 % worse than the baseline .*: proven/,
  ],
  [
    'one baseline run',
    SMALL,
    { ...AGAINST, baseline: { ...AGAINST.baseline, results: BASELINES.slice(0, 1) } },
    'inconclusive',
    'one_pair',
    /NOT DECIDED: needs at least 1 more baseline run/,
  ],
  [
    'baseline asked for, none found, no budgets',
    SMALL,
    { compare: AGAINST.compare },
    'inconclusive',
    'no_baseline',
    /no usable baseline/,
  ],
  [
    'baseline asked for, none found, budgets',
    SMALL,
    { compare: AGAINST.compare, budgets: BUDGETS },
    'pass',
    'pass',
    /not compared with a baseline/,
  ],
  [
    'baseline required, none found, budgets',
    SMALL,
    { compare: { ...AGAINST.compare, required: true }, budgets: BUDGETS },
    'inconclusive',
    'no_baseline',
    /no usable baseline/,
  ],
  [
    'baseline folder empty',
    SMALL,
    { compare: AGAINST.compare, baseline: { source: 'b', results: [], unreadable: [] }, budgets: BUDGETS },
    'pass',
    'pass',
    /not compared/,
  ],
  [
    'baseline unreadable, budgets',
    SMALL,
    {
      compare: AGAINST.compare,
      baseline: { source: 'b', results: [], unreadable: unread },
      budgets: BUDGETS,
    },
    'inconclusive',
    'baseline_unreadable',
    /old\.json cannot be read/,
  ],
  [
    'one of seven baseline files unreadable',
    SMALL,
    { ...AGAINST, baseline: { ...AGAINST.baseline, unreadable: unread } },
    'inconclusive',
    'baseline_unreadable',
    /old\.json/,
  ],
  [
    'another vLLM',
    SMALL,
    {
      ...AGAINST,
      candidate: {
        fingerprint: { ...FINGERPRINT, vllm: { value: '0.12.0', source: '/version', class: 'hard' } },
        workload_hash: 'sha256:workload',
        simulated: false,
        config: {},
      },
    },
    'inconclusive',
    'incomparable',
    /vllm 0\.11\.0 → 0\.12\.0/,
  ],
  [
    'a field that neither side knows',
    SMALL,
    {
      ...AGAINST,
      candidate: {
        fingerprint: { ...FINGERPRINT, power_profile: { source: 'not readable', class: 'hard' } },
        workload_hash: 'sha256:workload',
        simulated: false,
        config: {},
      },
    },
    'pass',
    'environment_not_proven',
    /^pass, environment not proven: /,
  ],
];

test('evidence becomes one verdict, one code and one sentence', () => {
  for (const [name, shapes, override, verdict, code, sentence] of CASES) {
    const { verdict: found } = judge(makeEvidence(shapes, override));
    assert.equal(found.verdict, verdict, `${name}: ${found.sentence}`);
    assert.equal(found.code, code, `${name}: ${found.sentence}`);
    assert.match(found.sentence, sentence, name);
  }
});

test('every failing class that a server can cause is named with its count', () => {
  const classes: readonly Outcome[] = [
    'connect',
    'reset',
    'http_4xx',
    'http_5xx',
    'stream_error',
    'truncated',
    'no_token',
    'timeout',
    'osl_mismatch',
    'parse',
  ];
  for (const name of classes) {
    const { verdict, findings } = judge(makeEvidence([{ ...four, outcomes: { 3: name, 7: name } }]));
    assert.equal(verdict.sentence, `fail: 2 of 60 requests failed at 4 req/s (${name})`);
    assert.deepEqual(findings[0]?.evidence, [`${name}: example of ${name}`]);
  }
});

test('later rungs that were not run are reported, never passed', () => {
  const evidence = makeEvidence(SMALL);
  const rungs = [...evidence.rungs];
  const planned = evidence.planned[1];
  assert.ok(planned !== undefined);
  rungs[1] = { result: notRun(planned, 'collapsed', 'the rung at 4 req/s collapsed'), records: [] };
  for (const given of [rungs, rungs.slice(0, 1)]) {
    const { verdict, cells } = judge({ ...evidence, rungs: given });
    assert.equal(verdict.verdict, 'inconclusive');
    const cell = cells.find(({ kind, rate }) => kind === 'completeness' && rate === 8);
    assert.equal(cell?.verdict, 'inconclusive');
  }
});

test('a restarted server is a fail, also in a cold run; where the client was late it is invalid', () => {
  const server = { source: '/metrics', restarted: true };
  assert.equal(
    judge(makeEvidence([{ ...four, server }], { run_checks: cold })).verdict.code,
    'server_restarted',
  );
  assert.equal(judge(makeEvidence([{ ...four, server, lateMs: 60 }])).verdict.verdict, 'invalid');
  assert.equal(judge(makeEvidence([four, { ...exploring, server }])).verdict.verdict, 'pass');
});

test('cells of an invalid rung say so, and the same evidence gives the same bytes', () => {
  const evidence = makeEvidence([four, late], { ...AGAINST, budgets: BUDGETS });
  const { cells } = judge(evidence);
  for (const cell of cells.filter(({ rate, kind }) => rate === 8 && kind !== 'completeness')) {
    assert.equal(cell.verdict, 'invalid', cell.message);
  }
  assert.equal(JSON.stringify(judge(evidence)), JSON.stringify(judge(evidence)));
});

test('the sentence is one short line, whatever the texts from outside hold', () => {
  const message = `line one\nline two\u2028\u0007${'x'.repeat(2000)}`;
  const { sentence } = judge(makeEvidence([four], { failure: died({ message }) })).verdict;
  assert.ok(sentence.length <= 400);
  assert.doesNotMatch(sentence, /[\p{Cc}\u2028\u2029]/u);
});

// ---- fail closed ----------------------------------------------------------------------------------------------

/** Ways to spoil evidence that must never pass. Each gives evidence that passed before it was spoilt. */
const PASSING = makeEvidence(SMALL, { ...AGAINST, budgets: BUDGETS });

function spoilResult(evidence: Evidence, at: number, change: (result: RungResult) => RungResult): Evidence {
  return {
    ...evidence,
    rungs: evidence.rungs.map((rung, i) => (i === at ? { ...rung, result: change(rung.result) } : rung)),
  };
}

const BAD_NUMBERS = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
const FAILING: readonly Outcome[] = [
  'connect',
  'reset',
  'http_4xx',
  'rate_limited',
  'http_5xx',
  'stream_error',
  'truncated',
  'no_token',
  'timeout',
  'osl_mismatch',
  'parse',
  'cancelled',
];
const METRICS = ['median_ttft_ms', 'median_tpot_ms', 'served_rate', 'p95_ttft_ms', 'error_rate'];

const spoiler: fc.Arbitrary<(evidence: Evidence) => Evidence> = fc.oneof(
  // a rung is missing
  fc.constantFrom(4, 8).map((rate) => (e: Evidence) => ({
    ...e,
    rungs: e.rungs.filter(({ result }) => result.rate !== rate),
  })),
  // a rung was planned and never seen
  fc.integer({ min: 9, max: 99 }).map((rate) => (e: Evidence) => ({
    ...e,
    planned: [...e.planned, { rate, kind: 'gating' as const, num_prompts: 60, run: 1 }],
  })),
  // a rung was planned with more prompts
  fc.nat(1).map((at) => (e: Evidence) => ({
    ...e,
    planned: e.planned.map((rung, i) => (i === at ? { ...rung, num_prompts: 61 } : rung)),
  })),
  // a rung says that it is an exploring one, or is there twice
  fc.nat(1).map((at) => (e: Evidence) => spoilResult(e, at, (result) => ({ ...result, kind: 'exploring' }))),
  fc.nat(1).map((at) => (e: Evidence) => ({ ...e, rungs: [...e.rungs, ...e.rungs.slice(at, at + 1)] })),
  // a request failed, in the records with and without the counts
  fc.tuple(fc.nat(1), fc.nat(59), fc.constantFrom(...FAILING)).map(([at, index, name]) => (e: Evidence) => {
    const shape = at === 0 ? four : eight;
    const spoilt = makeRung({ ...shape, outcomes: { [index]: name } });
    return { ...e, rungs: e.rungs.map((rung, i) => (i === at ? spoilt : rung)) };
  }),
  fc.tuple(fc.nat(1), fc.nat(59), fc.constantFrom(...FAILING)).map(([at, index, name]) => (e: Evidence) => ({
    ...e,
    rungs: e.rungs.map((rung, i) =>
      i === at
        ? { ...rung, records: rung.records.map((r) => (r.index === index ? { ...r, outcome: name } : r)) }
        : rung,
    ),
  })),
  // records are missing or doubled
  fc.tuple(fc.nat(1), fc.nat(58)).map(([at, keep]) => (e: Evidence) => ({
    ...e,
    rungs: e.rungs.map((rung, i) => (i === at ? { ...rung, records: rung.records.slice(0, keep) } : rung)),
  })),
  fc.nat(1).map((at) => (e: Evidence) => ({
    ...e,
    rungs: e.rungs.map((rung, i) =>
      i === at ? { ...rung, records: rung.records.map((r) => ({ ...r, index: 0 })) } : rung,
    ),
  })),
  // counts that are wrong or not numbers
  fc
    .tuple(
      fc.nat(1),
      fc.constantFrom('planned', 'sent', 'completed', 'failed' as const),
      fc.constantFrom(...BAD_NUMBERS, 1, 59, 61),
    )
    .map(
      ([at, key, value]) =>
        (e: Evidence) =>
          spoilResult(e, at, (result) => ({ ...result, [key]: value })),
    ),
  // metrics that decide a cell are missing or not finite
  fc.tuple(fc.nat(1), fc.constantFrom(...METRICS), fc.constantFrom(undefined, ...BAD_NUMBERS)).map(
    ([at, name, value]) =>
      (e: Evidence) =>
        spoilResult(e, at, (result) => {
          const { [name]: _, ...rest } = result.metrics;
          return { ...result, metrics: value === undefined ? rest : { ...rest, [name]: value } };
        }),
  ),
  fc.tuple(fc.nat(1), fc.constantFrom(...BAD_NUMBERS)).map(
    ([at, value]) =>
      (e: Evidence) =>
        spoilResult(e, at, (result) => ({
          ...result,
          served_over_arrived: { estimate: 1, lower: value, upper: value },
        })),
  ),
  // a state that is not measured, checks that are gone or unknown
  fc.tuple(fc.nat(1), fc.constantFrom('stopped', 'not_run' as const)).map(
    ([at, state]) =>
      (e: Evidence) =>
        spoilResult(e, at, (result) => ({ ...result, state })),
  ),
  fc.nat(1).map((at) => (e: Evidence) => spoilResult(e, at, (result) => ({ ...result, checks: [] }))),
  fc.tuple(fc.nat(1), fc.constantFrom('counts', 'client_late', 'load_shape', 'event_loop', 'quota')).map(
    ([at, rule]) =>
      (e: Evidence) =>
        spoilResult(e, at, (result) => ({
          ...result,
          checks: result.checks.map((check) =>
            check.rule === rule ? { ...check, state: 'unknown' as const } : check,
          ),
        })),
  ),
  // limits that are no numbers
  fc.constantFrom(...BAD_NUMBERS).map((value) => (e: Evidence) => ({
    ...e,
    budgets: e.budgets.map((budget, i) => (i === 0 ? { ...budget, value } : budget)),
  })),
  // baselines that cannot be read, cannot be compared, or are not finite
  fc.constant((e: Evidence) => ({ ...e, baseline: { ...AGAINST.baseline, unreadable: unread } })),
  fc.constant((e: Evidence) => ({ ...e, baseline: { source: 'b', results: [], unreadable: unread } })),
  fc.constant((e: Evidence) => ({ ...e, baseline: { ...AGAINST.baseline, results: BASELINES.slice(0, 1) } })),
  fc.constant((e: Evidence) => ({ ...e, candidate: { ...e.candidate, simulated: true } })),
  fc.constant((e: Evidence) => {
    const { workload_hash: _, ...candidate } = e.candidate;
    return { ...e, candidate };
  }),
  fc.constantFrom(...BAD_NUMBERS).map((value) => (e: Evidence) => ({
    ...e,
    baseline: {
      ...AGAINST.baseline,
      results: BASELINES.map(({ path, result }) => ({ path, result: everyMetric(result, value) })),
    },
  })),
  // the run ended by something
  fc
    .constantFrom('engine', 'channel', 'host', 'cancelled', 'limit' as const)
    .map((cause) => (e: Evidence) => ({ ...e, failure: died({ cause }) })),
);

function everyMetric(result: Result, value: number): Result {
  return {
    ...result,
    rungs: result.rungs.map((rung) => ({
      ...rung,
      metrics: Object.fromEntries(Object.keys(rung.metrics).map((name) => [name, value])),
    })),
  };
}

test('the evidence that the next property spoils does pass', () => {
  const { verdict } = judge(PASSING);
  assert.equal(verdict.verdict, 'pass', verdict.sentence);
});

test('no spoilt evidence passes, however many times it is spoilt', () => {
  fc.assert(
    fc.property(fc.array(spoiler, { minLength: 1, maxLength: 4 }), (spoilers) => {
      const evidence = spoilers.reduce((spoilt, spoil) => spoil(spoilt), PASSING);
      const { verdict } = judge(evidence);
      assert.notEqual(verdict.verdict, 'pass', verdict.sentence);
      assert.notEqual(verdict.exit_code, 0);
    }),
    { numRuns: 400 },
  );
});

test('what happens on an exploring rung never changes the whole', () => {
  const shape = fc.record({
    rate: fc.constant(16),
    kind: fc.constant('exploring' as const),
    prompts: fc.constant(20),
    ttftMs: fc.integer({ min: 1, max: 5000 }),
    lateMs: fc.integer({ min: 0, max: 100 }),
    unsent: fc.integer({ min: 0, max: 20 }),
    outcomes: fc.dictionary(fc.nat(19).map(String), fc.constantFrom(...FAILING)),
  });
  const expected = judge(PASSING).verdict;
  fc.assert(
    fc.property(shape, (explored) => {
      const more = makeEvidence([explored]);
      const evidence = {
        ...PASSING,
        planned: [...PASSING.planned, ...more.planned],
        rungs: [...PASSING.rungs, ...more.rungs],
      };
      assert.deepEqual(judge(evidence).verdict, expected);
    }),
    { numRuns: 60, seed: 1 },
  );
});

// ---- stored results -------------------------------------------------------------------------------------------

const stored = (shapes: readonly RungShape[]) => [{ path: 'candidate.json', result: makeResult(shapes) }];

test('two sets of stored results are compared without their records', () => {
  const cases: readonly (readonly [string, { path: string; result: Result }[], Verdict, RegExp])[] = [
    ['the same', stored(SMALL), 'pass', /against 6 baseline runs/],
    ['slower', stored([{ ...four, tpotMs: 20 }, eight]), 'fail', /median_tpot_ms @ 4/],
    [
      'a failed request',
      stored([{ ...four, ...outcome(1, 'reset') }, eight]),
      'fail',
      /1 of 60 requests failed/,
    ],
    ['a late client', stored([{ ...four, lateMs: 60 }, eight]), 'invalid', /late/],
    ['missing a rung of the baseline', stored([four]), 'pass', /at 4 req\/s/],
  ];
  for (const [name, results, verdict, sentence] of cases) {
    const found = compareResults({
      candidates: { results, unreadable: [] },
      baselines: { results: BASELINES, unreadable: [] },
      compare: COMPARE,
    });
    assert.equal(found.verdict.verdict, verdict, `${name}: ${found.verdict.sentence}`);
    assert.match(found.verdict.sentence, sentence, name);
  }
});

test('an environment that both sides leave out, or do not know, is not proven', () => {
  const { rocm, ...withoutRocm } = FINGERPRINT;
  for (const fingerprint of [
    {},
    withoutRocm,
    { ...FINGERPRINT, rocm: { source: '-', class: 'soft' as const } },
  ]) {
    const blind = ({ path, result }: { path: string; result: Result }) => ({
      path,
      result: { ...result, fingerprint },
    });
    const { verdict, comparison } = compareResults({
      candidates: { results: stored(SMALL).map(blind), unreadable: [] },
      baselines: { results: BASELINES.map(blind), unreadable: [] },
      compare: COMPARE,
    });
    assert.match(verdict.sentence, /^pass, environment not proven: /);
    assert.ok(comparison.unknown_on_both.includes('rocm'), `${rocm?.value}`);
  }
});

test('an answer under another name than asked for is a warning, in a run and in a stored result', () => {
  const channel = { model_id: 'asked', answered_model: 'other' };
  const told = /asked for model asked, answered as other/;
  const { findings, verdict } = judge(makeEvidence(SMALL, { channel }));
  assert.equal(verdict.verdict, 'pass');
  assert.match(
    findings.find(({ code, severity }) => code === 'other_model' && severity === 'warning')?.message ?? '',
    told,
  );
  const result = makeResult(SMALL, { evidence: { channel } });
  assert.match(renderTerminal(result, { color: false, columns: 120 }), told);
  assert.match(renderComment(result), told);
  const same = judge(makeEvidence(SMALL, { channel: { ...channel, answered_model: 'asked' } }));
  assert.equal(
    same.findings.some(({ code }) => code === 'other_model'),
    false,
  );
});

test('copies of a stored candidate are judged once', () => {
  const [one] = stored(SMALL);
  if (one === undefined) throw new Error('unreachable');
  const judgedWith = (results: { path: string; result: Result }[]) =>
    compareResults({
      candidates: { results, unreadable: [] },
      baselines: { results: BASELINES, unreadable: [] },
      compare: COMPARE,
    });
  const copied = judgedWith([one, { ...one, path: 'copy.json' }]);
  assert.deepEqual(copied.cells, judgedWith([one]).cells);
  assert.equal(copied.findings.find(({ code }) => code === 'copy')?.severity, 'warning');
});

test('stored results without a baseline, or with one that cannot be read, decide nothing', () => {
  const candidates = { results: stored(SMALL), unreadable: [] };
  const none = compareResults({ candidates, baselines: { results: [], unreadable: [] }, compare: COMPARE });
  assert.deepEqual([none.verdict.verdict, none.verdict.code], ['inconclusive', 'no_baseline']);
  const lost = compareResults({
    candidates,
    baselines: { results: BASELINES, unreadable: unread },
    compare: COMPARE,
  });
  assert.equal(lost.verdict.code, 'baseline_unreadable');
  assert.throws(
    () =>
      compareResults({
        candidates: { results: [], unreadable: unread },
        baselines: candidates,
        compare: COMPARE,
      }),
    RangeError,
  );
});

test('failed requests say why and what to do, and the log of the engine is told next to them', () => {
  const shape = { ...eight, outcomes: { 5: 'http_4xx' as const } };
  const evidence = makeEvidence([shape], {});
  const [rung] = evidence.rungs;
  assert.ok(rung !== undefined);
  const failures = [{ class: 'http_4xx' as const, count: 1, example: 'HTTP 401: Unauthorized' }];
  const { findings, verdict } = judge({
    ...evidence,
    rungs: [{ ...rung, result: { ...rung.result, failures } }],
    engine_log: triage({ log: 'HW Exception by GPU node-3 reason :GPU Hang' }),
  });
  assert.equal(verdict.verdict, 'fail');
  const failed = findings.find(({ kind }) => kind === 'completeness');
  assert.equal(failed?.cause_code, 'unauthorized');
  assert.match(failed?.hint ?? '', /service\.api_key_env/);
  const log = findings.find(({ code }) => code === 'engine_log');
  assert.equal(log?.verdict, undefined);
  assert.equal(log?.cause_code, 'gpu_hang');
});
