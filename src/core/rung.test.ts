import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { makeRecords, makeRung } from '../../fixtures/results/factory.ts';
import { percentilesOf } from './metrics.ts';
import { failuresByClass, lengthBuckets, notRun } from './rung.ts';

test('a rung has vLLM’s names and ours, from both origins', () => {
  const { result } = makeRung({ rate: 4, lateMs: 3 });
  for (const family of ['ttft', 'ttft_visible', 'tpot', 'itl', 'e2el']) {
    for (const statistic of ['mean', 'median', 'std', 'p50', 'p90', 'p95', 'p99']) {
      const name = `${statistic}_${family}_ms`;
      assert.ok(Number.isFinite(result.metrics[name]), name);
      assert.ok(Number.isFinite(result.metrics_from_sent[name]), name);
    }
  }
  for (const name of [
    'request_throughput',
    'output_throughput',
    'total_token_throughput',
    'served_rate',
    'mean_tps',
  ]) {
    assert.ok((result.metrics[name] ?? 0) > 0, name);
  }
  assert.equal(result.metrics['median_ttft_ms'], result.metrics['p50_ttft_ms']);
  const late = (result.metrics['mean_ttft_ms'] ?? 0) - (result.metrics_from_sent['mean_ttft_ms'] ?? 0);
  assert.ok(Math.abs(late - 3) < 1e-6);
  assert.equal(result.metrics['mean_tpot_ms'], result.metrics_from_sent['mean_tpot_ms']);
  assert.equal(result.metrics['error_rate'], 0);
});

test('request_throughput includes the drain and the time of failed requests, as vLLM’s does', () => {
  const { result } = makeRung({ rate: 8, outcomes: { 0: 'timeout' } });
  assert.ok(result.duration_s !== undefined && result.duration_s > 25);
  assert.ok(Math.abs((result.metrics['request_throughput'] ?? 0) - 199 / result.duration_s) < 1e-9);
});

test('only successes enter the percentiles; failures are counted by class with an example', () => {
  const { result } = makeRung({
    rate: 4,
    outcomes: { 3: 'http_5xx', 5: 'timeout', 7: 'http_5xx', 9: 'cancelled' },
  });
  assert.deepEqual(
    [result.sent, result.completed, result.failed, result.metrics['completed']],
    [200, 196, 3, 196],
  );
  assert.deepEqual(result.failures, [
    { class: 'http_5xx', count: 2, example: 'example of http_5xx' },
    { class: 'cancelled', count: 1, example: 'example of cancelled' },
    { class: 'timeout', count: 1, example: 'example of timeout' },
  ]);
  assert.ok(Math.abs((result.metrics['error_rate'] ?? 0) - 3 / 199) < 1e-12);
});

test('a rung in which everything failed has no latency at all', () => {
  const outcomes = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [i, 'no_token' as const]));
  const { result } = makeRung({ rate: 4, prompts: 30, outcomes });
  const latencies = Object.keys({ ...result.metrics, ...result.vllm_compat }).filter((name) =>
    name.endsWith('_ms'),
  );
  assert.deepEqual(latencies, []);
  assert.equal(result.metrics['mean_tps'], undefined);
  assert.equal(result.metrics['error_rate'], 1);
});

test('percentiles that a budget asks for are there', () => {
  assert.deepEqual(
    percentilesOf(['p99.9_ttft_ms', 'p97_itl_ms', 'mean_ttft_ms', 'error_rate']),
    [50, 90, 95, 97, 99, 99.9],
  );
});

test('buckets are quartiles of the prompt lengths, or the given edges, and hold every request once', () => {
  const records = makeRecords({ rate: 4, outcomes: { 2: 'http_5xx' } });
  const quartiles = lengthBuckets(records);
  assert.deepEqual(
    quartiles.map(({ from_tokens, to_tokens }) => [from_tokens, to_tokens]),
    [
      [0, 112],
      [113, 160],
      [161, 208],
      [209, 256],
    ],
  );
  assert.equal(
    quartiles.reduce((sum, { requests }) => sum + requests, 0),
    200,
  );
  assert.equal(
    quartiles.reduce((sum, { completed }) => sum + completed, 0),
    199,
  );
  assert.deepEqual(
    lengthBuckets(records, [100, 1000]).map(({ to_tokens, requests }) => [to_tokens, requests]),
    [
      [100, 50],
      [256, 150],
    ],
  );
  assert.deepEqual(lengthBuckets([]), []);
});

test('buckets partition any lengths by any edges', () => {
  const [base] = makeRecords({ rate: 4, prompts: 1 });
  assert.ok(base !== undefined);
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 50 }),
      fc.option(fc.array(fc.integer({ min: 1, max: 6000 }), { maxLength: 6 }), { nil: undefined }),
      (lengths, edges) => {
        const records = lengths.map((input_len, index) => ({ ...base, index, input_len }));
        const buckets = lengthBuckets(records, edges);
        const total = buckets.reduce((sum, { requests }) => sum + requests, 0);
        assert.equal(total, lengths.length);
      },
    ),
  );
});

test('a rung that was not run says so and has no numbers', () => {
  const rung = notRun(
    { rate: 16, kind: 'gating', num_prompts: 200, run: 1 },
    'collapsed',
    'an earlier rung collapsed',
  );
  assert.equal(rung.state, 'not_run');
  assert.equal(rung.sent, 0);
  assert.deepEqual(rung.metrics, {});
  assert.equal(failuresByClass([]).length, 0);
});
