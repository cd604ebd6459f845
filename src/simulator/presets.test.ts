import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closedLoop, mean, openLoop, type VirtualRun } from '../../fixtures/simulator/virtual-run.ts';

/** Several arrival patterns: one rung of 200 requests near the knee is a noisy thing. */
function rung(
  rate: number,
  count = 200,
): { ttftMs: number; rejectedShare: number; runs: readonly VirtualRun[] } {
  const runs = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => openLoop({ rate, count, seed }));
  return {
    ttftMs: mean(runs.map((run) => 1000 * mean(run.ttft_s))),
    rejectedShare: mean(runs.map((run) => run.rejected / count)),
    runs,
  };
}

function between(value: number, low: number, high: number, what: string): void {
  assert.ok(value >= low && value <= high, `${what}: expected ${low} to ${high}, got ${value}`);
}

test('mi250x-llama3-8b-tp2 has a flat TTFT of 200 to 250 ms up to 8 req/s and nothing fails', () => {
  for (const rate of [2, 4, 8]) {
    const { ttftMs, rejectedShare } = rung(rate);
    between(ttftMs, 195, 256, `mean TTFT at ${rate} req/s`);
    assert.equal(rejectedShare, 0);
  }
});

test('mi250x-llama3-8b-tp2 shows the knee at 12 req/s: about 380 ms, nothing fails', () => {
  const { ttftMs, rejectedShare } = rung(12);
  between(ttftMs, 330, 430, 'mean TTFT at 12 req/s');
  assert.equal(rejectedShare, 0);
});

test('mi250x-llama3-8b-tp2 breaks at 16 req/s: TTFT above 1 s, about 4 % refused, served below arrived', () => {
  const { ttftMs, rejectedShare, runs } = rung(16);
  between(ttftMs, 1000, 1700, 'mean TTFT at 16 req/s');
  between(rejectedShare, 0.02, 0.065, 'refused share at 16 req/s');
  for (const run of runs) {
    const servedRate = run.finished.length / run.ended_at;
    between(servedRate, 9, 13, 'completions per second over the whole rung');
  }
});

test('mi250x-llama3-8b-tp2 saturates in a long rung: completions stay near 12 req/s whatever arrives', () => {
  const run = openLoop({ rate: 16, count: 1600, seed: 1 });
  const inSteadyWindow = run.finished.filter(({ last_token_at: at = 0 }) => at >= 30 && at < 100).length;
  between(inSteadyWindow / 70, 11, 13.5, 'served rate in the steady window');
});

test('a slow-down of 50 % moves TTFT by about half where the engine is not near its knee', () => {
  const fast = openLoop({ rate: 4, count: 200, seed: 3 });
  const slow = openLoop({ rate: 4, count: 200, seed: 3, overrides: { slow_down: 1.5 } });
  between(mean(slow.ttft_s) / mean(fast.ttft_s), 1.45, 1.75, 'TTFT ratio');
  between(mean(slow.tpot_s) / mean(fast.tpot_s), 1.45, 2, 'TPOT ratio');
});

test('mi300x-llama3.1-8b reproduces the published closed-loop point (recipes PR #443 and #431)', () => {
  const run = closedLoop({
    preset: 'mi300x-llama3.1-8b',
    concurrency: 32,
    count: 100,
    input_len: 1024,
    output_len: 1024,
  });
  between(100 / run.ended_at, 2.05, 2.64, 'request throughput');
  between(1000 * mean(run.ttft_s), 580, 690, 'mean TTFT');
  between(1000 * mean(run.tpot_s), 9.42, 11.88, 'mean TPOT');
});

test('mi300x-llama3.1-8b serves the default ladder without a knee', () => {
  const ttfts = [2, 4, 8, 16].map((rate) =>
    mean(openLoop({ preset: 'mi300x-llama3.1-8b', rate, count: 200, seed: 5 }).ttft_s),
  );
  for (const ttft of ttfts) between(1000 * ttft, 40, 100, 'mean TTFT');
});
