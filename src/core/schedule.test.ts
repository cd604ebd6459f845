import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createRandom } from './random.ts';
import { makeSchedule, type ScheduleRequest, scheduleHash } from './schedule.ts';

const requests: fc.Arbitrary<ScheduleRequest> = fc.record({
  arrival: fc.constantFrom('poisson', 'poisson_free', 'gamma', 'constant'),
  rate: fc.double({ min: 0.01, max: 5000, noNaN: true }),
  num_prompts: fc.integer({ min: 1, max: 400 }),
  burstiness: fc.double({ min: 0.05, max: 50, noNaN: true }),
  seed: fc.integer(),
});

const base: ScheduleRequest = { arrival: 'poisson', rate: 4, num_prompts: 5000, burstiness: 1, seed: 0 };

describe('every schedule', () => {
  test('has the asked-for count of ascending whole nanoseconds', () => {
    fc.assert(
      fc.property(requests, (request) => {
        const { due_ns } = makeSchedule(request);
        assert.equal(due_ns.length, request.num_prompts);
        let before = 0;
        for (const due of due_ns) {
          assert.ok(Number.isSafeInteger(due) && due >= before);
          before = due;
        }
      }),
    );
  });

  test('ends at exactly N / rate unless it is free', () => {
    fc.assert(
      fc.property(requests, (request) => {
        fc.pre(request.arrival !== 'poisson_free');
        const schedule = makeSchedule(request);
        assert.equal(schedule.due_ns.at(-1), Math.round((request.num_prompts / request.rate) * 1e9));
        assert.equal(schedule.planned_duration_s, request.num_prompts / request.rate);
      }),
    );
  });

  test('is the same bytes for the same seed and others for another', () => {
    fc.assert(
      fc.property(requests, (request) => {
        assert.deepEqual(makeSchedule(request), makeSchedule(request));
        if (request.arrival === 'constant' || request.num_prompts < 3) return;
        const other = makeSchedule({ ...request, seed: request.seed ^ 1 });
        assert.notEqual(scheduleHash(makeSchedule(request)), scheduleHash(other));
      }),
    );
  });
});

test('a known seed gives known due times, in every version', () => {
  assert.equal(scheduleHash(makeSchedule({ ...base, num_prompts: 200 })), 'f825fd660cdd096a');
});

test('constant gaps are N equal steps, the first request after the first', () => {
  const { due_ns } = makeSchedule({ ...base, arrival: 'constant', num_prompts: 4 });
  assert.deepEqual(due_ns, [250_000_000, 500_000_000, 750_000_000, 1_000_000_000]);
});

test('infinite burstiness is constant', () => {
  const gamma = makeSchedule({
    ...base,
    arrival: 'gamma',
    burstiness: Number.POSITIVE_INFINITY,
    num_prompts: 9,
  });
  assert.deepEqual(gamma.due_ns, makeSchedule({ ...base, arrival: 'constant', num_prompts: 9 }).due_ns);
});

describe('gaps follow the asked-for distribution (Kolmogorov–Smirnov at 1 %)', () => {
  const exponential = (x: number) => 1 - Math.exp(-x);
  // Gamma with whole shape k and mean 1: 1 − Σ_{i<k} e^{−kx} (kx)^i / i!
  const erlang = (k: number) => (x: number) => {
    let term = Math.exp(-k * x);
    let sum = 0;
    for (let i = 0; i < k; i++) {
      sum += term;
      term *= (k * x) / (i + 1);
    }
    return 1 - sum;
  };
  // Gamma with shape 1/2 is half a squared normal number: P(G ≤ x) = erf(√(x/2)) with mean 1 (Abramowitz, Stegun 7.1.26).
  const half = (x: number) => {
    const z = Math.sqrt(x / 2);
    const t = 1 / (1 + 0.3275911 * z);
    const poly =
      t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
    return 1 - poly * Math.exp(-z * z);
  };
  const cases = [
    { name: 'poisson', request: base, cdf: exponential },
    { name: 'poisson_free', request: { ...base, arrival: 'poisson_free' as const }, cdf: exponential },
    { name: 'gamma 1', request: { ...base, arrival: 'gamma' as const, burstiness: 1 }, cdf: erlang(1) },
    { name: 'gamma 4', request: { ...base, arrival: 'gamma' as const, burstiness: 4 }, cdf: erlang(4) },
    { name: 'gamma 0.5', request: { ...base, arrival: 'gamma' as const, burstiness: 0.5 }, cdf: half },
  ];
  for (const { name, request, cdf } of cases) {
    test(name, () => {
      for (const seed of [0, 1, 2, 3]) {
        const { due_ns } = makeSchedule({ ...request, seed });
        const gaps = due_ns.map((due, i) => ((due - (due_ns[i - 1] ?? 0)) / 1e9) * request.rate);
        assert.ok(distance(gaps, cdf) < 1.63 / Math.sqrt(gaps.length), `seed ${seed}`);
      }
    });
  }
  test('and the test statistic tells them apart', () => {
    const { due_ns } = makeSchedule({ ...base, arrival: 'gamma', burstiness: 1.3 });
    const gaps = due_ns.map((due, i) => ((due - (due_ns[i - 1] ?? 0)) / 1e9) * base.rate);
    assert.ok(distance(gaps, exponential) > 1.63 / Math.sqrt(gaps.length));
  });
});

test('rungs of one seed do not share gaps', () => {
  const [two, four] = [2, 4].map((rate) => makeSchedule({ ...base, rate, num_prompts: 50 }).due_ns);
  assert.notDeepEqual(
    two?.map((due) => Math.round(due / 2)),
    four,
  );
});

test('a free Poisson schedule has the asked-for rate on average, not exactly', () => {
  const { due_ns } = makeSchedule({ ...base, arrival: 'poisson_free' });
  const seconds = (due_ns.at(-1) ?? 0) / 1e9;
  assert.notEqual(seconds, 1250);
  assert.ok(Math.abs(seconds / 1250 - 1) < 0.06);
});

test('refuses what no schedule exists for', () => {
  for (const wrong of [
    { rate: 0 },
    { rate: Number.NaN },
    { rate: Number.POSITIVE_INFINITY },
    { num_prompts: 0 },
    { num_prompts: 1.5 },
  ]) {
    assert.throws(() => makeSchedule({ ...base, ...wrong }), RangeError);
  }
  assert.throws(() => makeSchedule({ ...base, arrival: 'gamma', burstiness: 0 }), RangeError);
});

test('shuffling keeps every item and depends on the seed', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer()), fc.integer(), (items, seed) => {
      const shuffled = createRandom(seed, 'rows').shuffle(items);
      assert.deepEqual(shuffled.toSorted(), items.toSorted());
      assert.deepEqual(shuffled, createRandom(seed, 'rows').shuffle(items));
    }),
  );
  const items = Array.from({ length: 100 }, (_, i) => i);
  assert.notDeepEqual(createRandom(1, 'rows').shuffle(items), createRandom(2, 'rows').shuffle(items));
});

/** Largest distance between the empirical distribution and `cdf`. */
function distance(values: readonly number[], cdf: (x: number) => number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.max(
    ...sorted.map((x, i) =>
      Math.max(Math.abs(cdf(x) - i / sorted.length), Math.abs((i + 1) / sorted.length - cdf(x))),
    ),
  );
}
