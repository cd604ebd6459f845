import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseMetrics } from './prometheus.ts';
import { countersOf, isIdle, snapshot, WANTED } from './server-counters.ts';

const recorded = (name: string): string =>
  readFileSync(new URL(`../../fixtures/recorded/vllm-0.32.0-cpu/${name}`, import.meta.url), 'utf8');
const read = (text: string) => snapshot(parseMetrics(text, WANTED));

test('reads every quantity from a page of vLLM 0.32.0', () => {
  const page = read(recorded('metrics.txt'));
  const values = Object.fromEntries(Object.entries(page).map(([name, found]) => [name, found.value]));
  assert.deepEqual(values, {
    running: 0,
    waiting: 0,
    kv_usage: 0,
    preemptions: 0,
    prefix_queries: 98,
    prefix_hits: 0,
    queue_time_sum: 0.00047818999996707134,
    queue_time_count: 10,
    ttft_sum: 0.14202332496643066,
    ttft_count: 10,
    requests_finished: 10,
    prompt_tokens: 98,
    generation_tokens: 85,
    process_start: 1796127087.25,
  });
});

test('the recorded idle page is idle', () => {
  assert.equal(isIdle(read(recorded('metrics-idle.txt'))), true);
});

test('running or waiting requests are not idle, and a page without the gauges does not say', () => {
  const page = (running: number, waiting: number): string =>
    `vllm:num_requests_running{engine="0"} ${running}\nvllm:num_requests_waiting{engine="0"} ${waiting}\n`;
  assert.equal(isIdle(read(page(0, 0))), true);
  assert.equal(isIdle(read(page(1, 0))), false);
  assert.equal(isIdle(read(page(0, 2))), false);
  assert.equal(isIdle(read('vllm:num_requests_running 0\n')), undefined);
});

// One quantity under the names that it had in each generation of vLLM.
const ALIASES: readonly (readonly [
  string,
  string,
  'kv_usage' | 'prefix_hits' | 'preemptions' | 'queue_time_sum',
])[] = [
  ['V0', 'vllm:gpu_cache_usage_perc{model_name="m"} 0.5', 'kv_usage'],
  ['V1 now', 'vllm:kv_cache_usage_perc{engine="0",model_name="m"} 0.5', 'kv_usage'],
  ['V1 early', 'vllm:gpu_prefix_cache_hits_total{model_name="m"} 0.5', 'prefix_hits'],
  ['V1 without suffix', 'vllm:prefix_cache_hits{model_name="m"} 0.5', 'prefix_hits'],
  ['V0 counter', 'vllm:num_preemptions_total{model_name="m"} 0.5', 'preemptions'],
  ['V0 queue', 'vllm:time_in_queue_requests_sum{model_name="m"} 0.5', 'queue_time_sum'],
];
for (const [generation, line, quantity] of ALIASES) {
  test(`reads ${quantity} under its name in ${generation}`, () => {
    assert.equal(read(line)[quantity]?.value, 0.5);
  });
}

test('the newer name wins where a version serves both', () => {
  const page = read('vllm:gpu_cache_usage_perc 0.1\nvllm:kv_cache_usage_perc 0.2\n');
  assert.deepEqual(page.kv_usage, { name: 'vllm:kv_cache_usage_perc', value: 0.2 });
});

test('sums over engines, but takes the fullest KV cache', () => {
  const page = read(
    `${['running', 'waiting']
      .map((g) => `vllm:num_requests_${g}{engine="0"} 2\nvllm:num_requests_${g}{engine="1"} 3`)
      .join('\n')}\nvllm:kv_cache_usage_perc{engine="0"} 0.2\nvllm:kv_cache_usage_perc{engine="1"} 0.9\n`,
  );
  assert.equal(page.running?.value, 5);
  assert.equal(page.waiting?.value, 5);
  assert.equal(page.kv_usage?.value, 0.9);
});

test('deltas, peaks and means of a rung', () => {
  const at = (count: number, sum: number, running: number): string =>
    [
      `vllm:num_requests_running ${running}`,
      `vllm:time_to_first_token_seconds_sum ${sum}`,
      `vllm:time_to_first_token_seconds_count ${count}`,
      `vllm:request_success_total{finished_reason="stop"} ${count}`,
      `vllm:request_success_total{finished_reason="length"} ${count}`,
    ].join('\n');
  const pages = [at(10, 1, 0), at(15, 2, 7), at(20, 3, 1)].map(read);
  assert.deepEqual(countersOf(pages, pages[0], pages[2]), {
    source: '/metrics',
    running_max: 7,
    ttft_mean_ms: 200,
    ttft_count: 10,
    requests_finished: 20,
    restarted: false,
  });
});

test('a restarted server has no deltas: a counter that fell, or another start time', () => {
  const page = (finished: number, start: number): string =>
    `vllm:request_success_total ${finished}\nprocess_start_time_seconds ${start}\n`;
  for (const [before, after] of [
    [page(10, 1), page(3, 1)],
    [page(10, 1), page(30, 2)],
  ] as const) {
    const counters = countersOf([], read(before), read(after));
    assert.equal(counters.restarted, true);
    assert.equal(counters.requests_finished, undefined);
  }
});

test('what was never read is absent, not 0', () => {
  assert.deepEqual(countersOf([], undefined, undefined), { source: '/metrics' });
  assert.deepEqual(countersOf([], read(''), read('')), { source: '/metrics', restarted: false });
});

test('values that are no plain numbers never become one', () => {
  for (const value of ['NaN', '+Inf', '-Inf', '0x10', '', '1e999', '1_0', '٣', 'null', '1;DROP']) {
    assert.equal(read(`vllm:num_requests_running{a="b"} ${value}`).running, undefined, value);
  }
});

test('labels may hold any text, also quotes, braces and line breaks', () => {
  const metrics = parseMetrics('a:b{x="q\\"}{ \\\\ \\n",y="2"} 7 1700000000\n', new Set(['a:b']));
  const [sample] = metrics.get('a:b') ?? [];
  assert.equal(sample?.value, 7);
  assert.equal(sample?.labels.get('x'), 'q"}{ \\ \n');
  assert.equal(sample?.labels.get('y'), '2');
});

test('any text gives only finite values of wanted names, in bounded number', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), (noise) => {
      const page = `${noise}\nvllm:num_requests_running 3\n${noise}`;
      for (const [name, samples] of parseMetrics(page, WANTED)) {
        assert.ok(WANTED.has(name));
        for (const sample of samples) assert.ok(Number.isFinite(sample.value));
      }
    }),
  );
  const flood = 'vllm:num_requests_running 1\n'.repeat(50_000);
  assert.equal(parseMetrics(flood, WANTED).get('vllm:num_requests_running')?.length, 20_000);
});
