import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { makeRung } from '../../fixtures/results/factory.ts';
import { notRun } from './rung.ts';
import { rungFile, vllmStatistics } from './vllm-compat.ts';

interface Recorded {
  readonly ttfts: readonly number[];
  readonly itls: readonly (readonly number[])[];
  readonly output_lens: readonly number[];
  readonly errors: readonly string[];
  readonly latencies?: readonly number[];
  readonly [key: string]: unknown;
}

function recorded(name: string): Recorded {
  const url = new URL(`../../fixtures/recorded/bench/${name}`, import.meta.url);
  return JSON.parse(readFileSync(url, 'utf8')) as Recorded;
}

for (const name of ['vllm-0.32.0-bench-serve-chat-r4.json', 'vllm-rs-0.33.0-killed-engine-r4.json']) {
  test(`our formulas give the aggregates of ${name}`, () => {
    const file = recorded(name);
    const ok = file.ttfts.flatMap((ttft, i) => {
      if (file.errors[i] !== '') return [];
      const itls = file.itls[i] ?? [];
      const latency = file.latencies?.[i] ?? itls.reduce((sum, gap) => sum + gap, ttft);
      return {
        ttftMs: ttft * 1000,
        e2elMs: latency * 1000,
        itlMs: itls.map((gap) => gap * 1000),
        outputTokens: file.output_lens[i] ?? 0,
      };
    });
    assert.equal(ok.length, file['completed']);
    let checked = 0;
    for (const [key, value] of vllmStatistics(ok, [90, 99])) {
      const expected = file[key];
      if (typeof expected !== 'number') continue;
      checked++;
      assert.ok(value !== undefined, key);
      assert.ok(
        Math.abs(value - expected) <= 1e-6 * Math.max(1, expected),
        `${key}: ${value}, vLLM ${expected}`,
      );
    }
    assert.ok(checked >= 12, `only ${checked} keys were compared`);
  });
}

const CONTEXT = { date: '20260101-000000', backend: 'openai', model_id: 'm', burstiness: 1 };

test('the per-rung file has the keys of vllm bench serve, and ours', () => {
  const { result } = makeRung({ rate: 4, prompts: 50 });
  const file = rungFile(result, CONTEXT);
  const recordedKeys = Object.keys(recorded('vllm-0.32.0-bench-serve-chat-r4.json'));
  const detailed = ['input_lens', 'output_lens', 'ttfts', 'itls', 'generated_texts', 'errors'].concat([
    'latencies',
    'start_times',
    'queue_times',
  ]);
  const notOurs = [...detailed, 'max_output_tokens_per_s', 'max_concurrent_requests', 'rtfx'];
  for (const key of recordedKeys.filter((key) => !notOurs.includes(key))) assert.ok(key in file, key);
  assert.equal(file['completed'], 50);
  assert.equal(file['failed'], 0);
  assert.equal(file['num_prompts'], 50);
  assert.equal(file['total_output_tokens'], 50 * 32);
  assert.ok(Math.abs(Number(file['mean_tps']) - 1000 / Number(file['mean_tpot_ms'])) < 1e-9);
  assert.equal(file['served_rate'], result.metrics['served_rate']);
});

test('where nothing completed the latencies are null, not zero, and failed counts every planned request', () => {
  const all = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [i, 'http_5xx' as const]));
  const nothing = makeRung({ rate: 4, prompts: 20, outcomes: all }).result;
  const never = notRun({ rate: 4, kind: 'gating', num_prompts: 20, run: 1 }, 'not_run', 'test');
  for (const rung of [nothing, never]) {
    const file = rungFile(rung, CONTEXT);
    assert.equal(file['completed'], 0);
    assert.equal(file['failed'], 20);
    for (const key of ['mean_ttft_ms', 'p99_tpot_ms', 'median_itl_ms', 'mean_tps'])
      assert.equal(file[key], null, key);
  }
});

test('vLLM counts from the sent time to messages with choices', () => {
  const { result, records } = makeRung({ rate: 4, prompts: 50, lateMs: 5 });
  const late = (result.metrics['mean_ttft_ms'] ?? 0) - (result.vllm_compat['mean_ttft_ms'] ?? 0);
  assert.ok(Math.abs(late - 5) < 1e-6, `scheduled minus sent: ${late}`);
  const itl =
    records.flatMap((record) => record.gaps_ns ?? []).reduce((sum, gap) => sum + gap / 1e6, 0) / (50 * 31);
  assert.ok(Math.abs((result.vllm_compat['mean_itl_ms'] ?? 0) - itl) < 1e-6);
});
