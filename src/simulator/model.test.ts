import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { atTimes, distinctPrompt, mean, openLoop } from '../../fixtures/simulator/virtual-run.ts';

const QUIET = { noise: 0, boot_spread: 0 } as const;

test('the same seeds give the same times, another seed gives others', () => {
  const times = (seed: number): readonly number[] =>
    openLoop({ rate: 8, count: 100, seed: 1, overrides: { seed } }).ttft_s;
  assert.deepEqual(times(1), times(1));
  assert.notDeepEqual(times(1), times(2));
});

test('every accepted request gets exactly its tokens, in any load', () => {
  fc.assert(
    fc.property(
      fc.record({
        rate: fc.double({ min: 0.5, max: 60, noNaN: true }),
        count: fc.integer({ min: 1, max: 60 }),
        seed: fc.nat(1000),
        input_len: fc.integer({ min: 1, max: 900 }),
        output_len: fc.integer({ min: 1, max: 120 }),
        max_num_seqs: fc.integer({ min: 1, max: 40 }),
        kv_tokens: fc.integer({ min: 1100, max: 9000 }),
        max_num_batched_tokens: fc.integer({ min: 16, max: 2048 }),
        max_num_queued_reqs: fc.constantFrom(0, 10),
      }),
      ({ rate, count, seed, input_len, output_len, ...overrides }) => {
        const run = openLoop({ rate, count, seed, input_len, output_len, overrides });
        assert.equal(run.finished.length + run.rejected, count);
        for (const progress of run.finished) assert.equal(progress.generated, output_len);
        for (const load of run.loads) {
          assert.ok(load.running <= overrides.max_num_seqs);
          assert.ok(load.kv_usage >= 0 && load.kv_usage <= 1);
        }
        assert.deepEqual(run.engine.load, { running: 0, waiting: 0, kv_usage: 0 });
        assert.equal(run.engine.counters.generation_tokens, run.finished.length * output_len);
      },
    ),
    { numRuns: 60 },
  );
});

test('being driven late changes nothing: one call at the end gives the steps of many calls in time', () => {
  const steps = (calls: readonly number[]): readonly string[] => {
    const { engine } = atTimes({}, []);
    for (const id of [1, 2, 3]) {
      engine.submit(
        { id, prompt_ids: distinctPrompt(id, 512), output_tokens: 40, finish_reason: 'length' },
        0.01 * id,
      );
    }
    return calls
      .flatMap((at) => engine.advance(at))
      .map(
        (step) => `${step.ended_at}: ${step.outputs.map((output) => output.progress.request.id).join(' ')}`,
      );
  };
  const often = steps(Array.from({ length: 10_000 }, (_, index) => 0.03 + index / 1000));
  assert.ok(often.length > 40);
  assert.deepEqual(steps([20]), often);
});

test('a cap on max_num_seqs shows as running == cap with waiting requests and free KV', () => {
  const run = openLoop({ rate: 16, count: 200, seed: 1, overrides: { max_num_seqs: 16 } });
  const capped = run.loads.filter((load) => load.running === 16 && load.waiting > 0);
  assert.ok(capped.length > 100, `capped in ${capped.length} steps`);
  assert.ok(capped.every((load) => load.kv_usage < 0.9));
  assert.equal(run.engine.counters.preemptions, 0);
});

test('a small KV cache preempts the youngest, computes it again and still finishes in order of arrival', () => {
  const run = atTimes(
    { overrides: { ...QUIET, kv_tokens: 1600, max_model_len: 1600 }, input_len: 512, output_len: 300 },
    [0, 0.001, 0.002],
  );
  assert.ok(run.engine.counters.preemptions > 0);
  assert.ok(Math.max(...run.loads.map((load) => load.kv_usage)) > 0.95);
  assert.deepEqual(
    run.finished.map((progress) => progress.request.id),
    [0, 1, 2],
  );
  assert.equal(run.finished[0]?.preemptions, 0);
  assert.ok((run.finished.at(-1)?.preemptions ?? 0) > 0);
});

test('a long prompt is prefilled in chunks of the token budget, beside running decodes', () => {
  const run = atTimes(
    {
      overrides: { ...QUIET, max_num_batched_tokens: 256 },
      prompt: (index) => distinctPrompt(index, index === 0 ? 16 : 2048),
      output_len: 200,
    },
    [0, 0.5],
  );
  const [short, long] = run.finished;
  assert.equal(short?.request.id, 0);
  assert.equal(long?.request.id, 1);
  // Eight chunks and a bit, each with a decode of the first request in the same step.
  const steps = run.loads.findIndex((load) => load.running === 2);
  assert.ok(steps > 0);
  const longTtft = (long?.first_token_at ?? 0) - (long?.arrived_at ?? 0);
  assert.ok(longTtft > 0.1165 + 2048 * 0.000113 + 8 * 0.0125, `TTFT ${longTtft} s has all chunks in it`);
});

test('the second request with a known prefix skips its full blocks, but always computes the last token', () => {
  const shared = distinctPrompt(1, 256);
  const run = atTimes({ overrides: QUIET, prompt: () => shared, output_len: 2 }, [0, 1]);
  const { prefix_cache_hits: hits, prefix_cache_queries: queries } = run.engine.counters;
  assert.deepEqual({ hits, queries }, { hits: 240, queries: 512 });
  const [first, second] = run.ttft_s;
  assert.ok((second ?? 0) < (first ?? 0));
});

test('distinct prompts never hit the prefix cache, and switching it off stops all hits', () => {
  const distinct = openLoop({ rate: 8, count: 50, seed: 1 });
  assert.equal(distinct.engine.counters.prefix_cache_hits, 0);
  const off = atTimes(
    { overrides: { enable_prefix_caching: false }, prompt: () => distinctPrompt(1, 256) },
    [0, 1],
  );
  assert.equal(off.engine.counters.prefix_cache_hits, 0);
});

test('resetting the prefix cache forgets blocks that nobody holds', () => {
  const run = atTimes({ prompt: () => distinctPrompt(1, 256), output_len: 2 }, [0]);
  run.engine.resetPrefixCache();
  run.engine.submit(
    { id: 9, prompt_ids: distinctPrompt(1, 256), output_tokens: 2, finish_reason: 'length' },
    10,
  );
  run.engine.advance(20);
  assert.equal(run.engine.counters.prefix_cache_hits, 0);
});

test('evicted prefixes are not hits: a small cache forgets the oldest prompt', () => {
  const run = atTimes(
    {
      overrides: { kv_tokens: 1024 },
      prompt: (index) => distinctPrompt(index === 4 ? 0 : index, 512),
      output_len: 2,
    },
    [0, 1, 2, 3, 4],
  );
  assert.equal(run.engine.counters.prefix_cache_hits, 0);
});

test('an aborted request leaves batch and KV cache at once', () => {
  const run = atTimes({}, []);
  const { engine } = run;
  engine.submit(
    { id: 1, prompt_ids: distinctPrompt(1, 512), output_tokens: 1000, finish_reason: 'length' },
    0,
  );
  engine.submit({ id: 2, prompt_ids: distinctPrompt(2, 512), output_tokens: 5, finish_reason: 'length' }, 0);
  engine.advance(0.3);
  engine.abort(1);
  engine.abort(77);
  const ids = engine
    .advance(10)
    .flatMap((outcome) => outcome.outputs.map((output) => output.progress.request.id));
  assert.ok(ids.every((id) => id === 2));
  assert.deepEqual(engine.load, { running: 0, waiting: 0, kv_usage: 0 });
  assert.equal(engine.nextEventAt(), undefined);
});

test('warm-up makes the first requests slower and then ends', () => {
  const overrides = { ...QUIET, warm_up_factor: 4, warm_up_s: 10 };
  const cold = atTimes({ overrides, output_len: 8 }, [5, 8, 11, 14, 20, 40]).ttft_s;
  assert.ok((cold[0] ?? 0) > 3.5 * (cold[5] ?? 0));
  for (let index = 1; index < 5; index++) assert.ok((cold[index] ?? 0) < (cold[index - 1] ?? 0));
  assert.equal(cold[4]?.toFixed(9), cold[5]?.toFixed(9));
});

test('drift makes later requests slower by the given share a minute', () => {
  const overrides = { ...QUIET, drift_per_min: 0.1 };
  const [early, late] = atTimes({ overrides, output_len: 1 }, [0, 600]).ttft_s;
  const ratio = (late ?? 0) / (early ?? 1);
  assert.ok(Math.abs(ratio - 2) < 0.01, `ten minutes at 10 % double the time: ${ratio}`);
});

test('boots differ by a log-normal factor of the wanted spread; one boot keeps its factor', () => {
  const factors = Array.from({ length: 400 }, (_, boot_seed) =>
    Math.log(atTimes({ overrides: { boot_seed, boot_spread: 0.05 } }, []).engine.boot_factor),
  );
  const center = mean(factors);
  const spread = Math.sqrt(mean(factors.map((value) => (value - center) ** 2)));
  assert.ok(Math.abs(center) < 0.01, `mean log factor ${center}`);
  assert.ok(spread > 0.043 && spread < 0.057, `spread ${spread}`);
  const ttft = (boot_seed: number): number =>
    mean(atTimes({ overrides: { noise: 0, boot_seed, boot_spread: 0.05 } }, [0]).ttft_s);
  assert.ok(Math.abs(Math.log(ttft(3) / ttft(4)) - ((factors[3] ?? 0) - (factors[4] ?? 0))) < 1e-9);
});

test('prefill and decode slow-downs move their own metric', () => {
  const run = (overrides: Record<string, number>) =>
    openLoop({ rate: 2, count: 60, seed: 2, overrides: { ...QUIET, ...overrides } });
  const base = run({});
  const prefill = run({ prefill_slow_down: 1.5 });
  const decode = run({ decode_slow_down: 1.5 });
  assert.ok(mean(prefill.ttft_s) / mean(base.ttft_s) > 1.4);
  assert.ok(mean(prefill.tpot_s) / mean(base.tpot_s) < 1.2);
  assert.ok(mean(decode.tpot_s) / mean(base.tpot_s) > 1.4);
  assert.ok(mean(decode.ttft_s) / mean(base.ttft_s) < 1.1);
});
