import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RequestRecord } from './result.gen.ts';
import { makeSchedule } from './schedule.ts';
import { measureWindow } from './window.ts';

/** Requests that arrive at `rate` and are answered after `latency` of their position and due time, seconds. */
function served(
  rate: number,
  prompts: number,
  latency: (index: number, dueS: number) => number,
  arrival: 'poisson' | 'constant' = 'poisson',
): RequestRecord[] {
  const { due_ns } = makeSchedule({ arrival, rate, num_prompts: prompts, burstiness: 1, seed: 1 });
  return due_ns.map((due, index) => {
    const end = due + Math.round(latency(index, due / 1e9) * 1e9);
    return {
      index,
      outcome: 'ok',
      scheduled_ns: due,
      sent_ns: due,
      first_token_ns: due,
      last_token_ns: end,
      done_ns: end,
      events: 1,
      bytes: 1,
    };
  });
}

test('a server that keeps up serves what arrives, without the bias of the drain', () => {
  const records = served(8, 2000, () => 3);
  const found = measureWindow(records);
  assert.equal(found.saturation, 'not_saturated');
  assert.ok(Math.abs((found.served_rate ?? 0) / 8 - 1) < 0.03, `served ${found.served_rate}`);
  assert.ok((found.served_over_arrived?.lower ?? 0) < 1 && (found.served_over_arrived?.upper ?? 0) > 1);
});

test('a short rung gives an unbiased estimate and leaves saturation open', () => {
  // vLLM's request_throughput of this rung would be 200 / (25 + 5) = 83 % of the offered rate.
  const found = measureWindow(served(8, 200, () => 5, 'constant'));
  assert.equal(found.saturation, 'undecided');
  assert.equal(found.window?.decided, false);
  assert.match(found.window?.message ?? '', /arrivals/);
  assert.ok(Math.abs((found.served_rate ?? 0) / 8 - 1) < 0.02, `served ${found.served_rate}`);
});

test('a server of 6 req/s under 8 req/s is saturated, and its served rate is 6', () => {
  // One at a time in order of arrival: the end of request i is no earlier than (i + 1) / 6.
  const found = measureWindow(served(8, 2000, (i, due) => Math.max(0.5, (i + 1) / 6 - due)));
  assert.equal(found.saturation, 'saturated');
  assert.ok(Math.abs((found.served_rate ?? 0) - 6) < 0.3, `served ${found.served_rate}`);
  assert.ok((found.served_over_arrived?.upper ?? 1) < 0.97);
});

test('requests that fail do not count as served', () => {
  const records = served(8, 2000, () => 1).map((record) =>
    record.index % 5 === 0 ? { ...record, outcome: 'http_5xx' as const } : record,
  );
  const found = measureWindow(records);
  assert.equal(found.saturation, 'saturated');
  assert.ok(Math.abs((found.served_rate ?? 0) - 6.4) < 0.3);
});

test('where nothing can be counted there is no number', () => {
  const all = served(8, 20, () => 1);
  const first = all.slice(0, 1);
  const failed = all.map((record) => ({ ...record, outcome: 'http_5xx' as const }));
  for (const records of [[], first, failed]) {
    const found = measureWindow(records);
    assert.equal(found.saturation, 'undecided');
    assert.equal(found.served_rate, undefined);
    assert.equal(found.window, undefined);
  }
});

test('an answer longer than the rung leaves a window and says that it is short', () => {
  const found = measureWindow(served(8, 100, () => 60));
  assert.equal(found.window?.decided, false);
  assert.equal(found.served_rate, 0);
});

test('nothing is a false alarm: stable servers are never called saturated', () => {
  for (const [rate, latency] of [
    [2, 0.5],
    [4, 2],
    [8, 8],
    [16, 5],
    [32, 1],
  ] as const) {
    const found = measureWindow(served(rate, 3000, (i) => latency * (1 + 0.3 * Math.sin(i))));
    assert.notEqual(found.saturation, 'saturated', `${rate} req/s with ${latency} s`);
  }
});
