import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { type Budget, parseBudget } from './budget.ts';
import { makePlan, type PlanInput, planProblems, planRungs } from './plan.ts';

function budgets(...texts: readonly string[]): Budget[] {
  return texts.map((text) => {
    const result = parseBudget(text);
    assert.ok(result.ok, text);
    return result.budget;
  });
}

function input(change: Partial<PlanInput> = {}): PlanInput {
  return {
    load: {
      request_rates: [2, 4, 8, 16],
      explore_rates: [],
      num_prompts: 200,
      output_len: 128,
      timeout: 600,
      warmup: { max_s: 60 },
    },
    budgets: [],
    compare: { confidence: 0.95 },
    limits: {},
    engine: { kind: 'external' },
    ...change,
  };
}

const load = input().load;

describe('rungs', () => {
  test('gating and exploring rungs in one ascending ladder', () => {
    const rungs = planRungs({ request_rates: [8, 2], explore_rates: [4, 16], num_prompts: 50 });
    assert.deepEqual(rungs, [
      { rate: 2, kind: 'gating', num_prompts: 50, run: 1 },
      { rate: 4, kind: 'exploring', num_prompts: 50, run: 1 },
      { rate: 8, kind: 'gating', num_prompts: 50, run: 1 },
      { rate: 16, kind: 'exploring', num_prompts: 50, run: 1 },
    ]);
  });

  test('a duration gives each rate its own number of requests, never none', () => {
    const rungs = planRungs({ request_rates: [0.01, 2.5], explore_rates: [], duration: 30 });
    assert.deepEqual(
      rungs.map((rung) => rung.num_prompts),
      [1, 75],
    );
  });

  test('every rate once, ascending, with at least one request', () => {
    const rates = fc.uniqueArray(fc.double({ min: 0.001, max: 1e4, noNaN: true }), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(rates, fc.nat(), fc.double({ min: 0.001, max: 1e4, noNaN: true }), (all, cut, duration) => {
        const split = 1 + (cut % all.length);
        const rungs = planRungs({
          request_rates: all.slice(0, split),
          explore_rates: all.slice(split),
          duration,
        });
        assert.deepEqual(
          rungs.map((rung) => rung.rate),
          all.toSorted((a, b) => a - b),
        );
        assert.ok(rungs.every((rung) => rung.num_prompts >= 1));
        assert.equal(rungs.filter((rung) => rung.kind === 'gating').length, split);
      }),
    );
  });
});

describe('time and cost', () => {
  test('rungs, warm-up and waves add up', () => {
    const plan = makePlan(input());
    // Last request: 1 s + 128 tokens × 0.04 s.
    assert.deepEqual(
      plan.rungs.map((rung) => Math.round(rung.duration_s * 100) / 100),
      [106.12, 56.12, 31.12, 18.62],
    );
    assert.equal(Math.round(plan.wall_minutes * 60), Math.round(60 + 106.12 + 56.12 + 31.12 + 18.62 + 15));
    assert.equal(plan.gpus, undefined);
    assert.deepEqual(plan.warnings, []);
  });

  test('without warm-up there are no waves', () => {
    const plan = makePlan(input({ load: { ...load, request_rates: [2], warmup: { max_s: 0 } } }));
    assert.equal(Math.round(plan.wall_minutes * 60 * 100), 10612);
  });

  const sizes: readonly [string, PlanInput['engine'], number | undefined][] = [
    ['one by default', { kind: 'process', command: ['vllm', 'serve', 'm'] }, 1],
    ['tensor parallel', { kind: 'process', tensor_parallel_size: 4 }, 4],
    [
      'all parallel sizes',
      {
        kind: 'process',
        tensor_parallel_size: 2,
        args: { pipeline_parallel_size: 3, 'data-parallel-size': 2 },
      },
      12,
    ],
    [
      'from an own command',
      { kind: 'process', command: ['vllm', 'serve', 'm', '--tensor-parallel-size=2', '-dp', '4'] },
      8,
    ],
    ['nonsense is unknown', { kind: 'process', command: ['vllm', '-tp', 'auto'] }, undefined],
    ['not ours', { kind: 'external' }, undefined],
    ['simulated', { kind: 'simulator', tensor_parallel_size: 2 }, undefined],
  ];
  for (const [name, engine, gpus] of sizes) {
    test(`GPUs: ${name}`, () => {
      const plan = makePlan(input({ engine }));
      assert.equal(plan.gpus, gpus);
      assert.equal(plan.gpu_minutes, gpus === undefined ? undefined : plan.wall_minutes * gpus);
    });
  }

  const limits: readonly [string, Partial<PlanInput>, RegExp | undefined][] = [
    ['enough', { limits: { max_minutes: 20 } }, undefined],
    ['too few minutes', { limits: { max_minutes: 3 } }, /limits\.max_minutes is 3/],
    [
      'too few GPU minutes',
      { limits: { max_gpu_minutes: 20 }, engine: { kind: 'process', tensor_parallel_size: 8 } },
      /GPU minutes/,
    ],
    ['GPUs unknown', { limits: { max_gpu_minutes: 20 } }, /not enforced/],
  ];
  for (const [name, change, expected] of limits) {
    test(`limits: ${name}`, () => {
      const { warnings } = makePlan(input(change));
      if (expected === undefined) return assert.deepEqual(warnings, []);
      assert.equal(warnings.length, 1);
      assert.match(warnings[0] ?? '', expected);
    });
  }

  test('a gating rung that alone is longer than the limit is a problem, an exploring one is not', () => {
    const short = { limits: { max_minutes: 1 } };
    assert.match(planProblems(input(short)).join(), /200 requests at 2 requests\/s take 1\.67 min/);
    assert.deepEqual(
      planProblems(input({ ...short, load: { ...load, request_rates: [8], explore_rates: [2] } })),
      [],
    );
    assert.deepEqual(planProblems(input()), []);
  });
});

describe('what a budget needs', () => {
  const table: readonly [string, number | undefined, number | undefined, RegExp | undefined][] = [
    ['p90_ttft_ms <= 500', 29, 239, /may stay undecided with 200/],
    ['p95_ttft_ms <= 500', 59, 506, /may stay undecided with 200/],
    ['p99_ttft_ms <= 500', 299, 2546, /cannot be decided with 200 prompts: needs 299 at best/],
    ['p99.9_ttft_ms <= 500', 2995, 25495, /cannot be decided/],
    ['p99_ttft_ms <= 500 observed', undefined, undefined, undefined],
    ['mean_ttft_ms <= 500', undefined, undefined, undefined],
    ['p99_ttft_ms >= 5', undefined, undefined, undefined],
    ['served_rate >= 95%', undefined, undefined, undefined],
  ];
  for (const [text, needs, power, note] of table) {
    test(text, () => {
      const plan = makePlan(input({ budgets: budgets(text) }));
      const [budget] = plan.budgets;
      assert.equal(budget?.planned_n, 200);
      assert.deepEqual(budget?.rates, [2, 4, 8, 16]);
      assert.equal(budget?.needs_n, needs);
      assert.equal(budget?.needs_n_power, power);
      if (note === undefined) return assert.equal(budget?.note, undefined);
      assert.match(budget?.note ?? '', note);
    });
  }

  test('the smallest rung of a budget counts, exploring rungs do not', () => {
    const plan = makePlan(
      input({
        load: {
          request_rates: [2, 8],
          explore_rates: [1],
          duration: 60,
          timeout: 600,
          warmup: { max_s: 60 },
        },
        budgets: budgets('p95_ttft_ms <= 500', 'p95_ttft_ms <= 500 @ 8', 'capacity >= 8'),
      }),
    );
    assert.deepEqual(
      plan.budgets.map(({ planned_n, rates }) => ({ planned_n, rates })),
      [
        { planned_n: 120, rates: [2, 8] },
        { planned_n: 480, rates: [8] },
        { planned_n: undefined, rates: [] },
      ],
    );
  });

  test('what cannot be decided is a warning with the way out', () => {
    const plan = makePlan(input({ budgets: budgets('p99_ttft_ms <= 900 @ 4') }));
    assert.match(plan.warnings.join(), /p99_ttft_ms <= 900 @ 4.*needs 299 at best.*"observed"/);
  });

  const reach: readonly [string, RegExp | undefined][] = [
    // 200 / (200 / 4 + 6.12) = 3.56 requests/s.
    ['request_throughput >= 95% @ 4', /best is 3\.56 \(89\.1 %\) at 4/],
    ['request_throughput >= 80% @ 4', /best is 3\.56/],
    ['request_throughput >= 3.9 @ 4', /best is 3\.56/],
    ['request_throughput >= 3.5 @ 4', undefined],
    ['served_rate >= 95% @ 4', undefined],
    ['completed == 200', undefined],
    ['completed >= 100%', undefined],
    ['completed > 100% @ 2', /can never be met/],
    ['completed >= 250 @ 2', /only 200 requests are planned at 2/],
    ['p95_ttft_ms >= 5', /bad side/],
  ];
  for (const [text, expected] of reach) {
    test(`reachable? ${text}`, () => {
      const { warnings } = makePlan(input({ budgets: budgets(text) }));
      if (expected === undefined) return assert.deepEqual(warnings, []);
      assert.match(warnings.join(), expected);
    });
  }
});
