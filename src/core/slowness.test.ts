import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeRung } from '../../fixtures/reports/result.ts';
import type { Bucket, RungResult } from './result.gen.ts';
import { decodeCause, ttftCause } from './slowness.ts';

const bucket = (from: number, to: number, ttft: number, completed = 50): Bucket => ({
  ...{ from_tokens: from, to_tokens: to, requests: completed, completed },
  metrics: { median_ttft_ms: ttft },
});

function rung(change: Partial<RungResult>): RungResult {
  const base = makeRung(8);
  return {
    ...base,
    saturation: 'not_saturated',
    ...change,
    metrics: { ...base.metrics, median_ttft_ms: 900 },
  };
}

const even = [bucket(0, 128, 880), bucket(129, 512, 910)];
const mixed = [bucket(0, 128, 200), bucket(129, 512, 400), bucket(513, 4096, 2400)];
const capped = {
  source: '/metrics',
  running_max: 64,
  waiting_max: 30,
  kv_usage_max: 0.4,
  queue_time_mean_ms: 700,
};
const full = { ...capped, kv_usage_max: 0.97 };

// When TTFT is high (9 times that of the lowest rung) and the server keeps up.
const CASES: readonly (readonly [string, RungResult, string | undefined])[] = [
  ['the cap of the engine', rung({ buckets: even, server: capped }), 'ttft_server_cap'],
  ['a full KV cache', rung({ buckets: even, server: full }), 'ttft_kv_full'],
  ['long prompts', rung({ buckets: mixed }), 'ttft_long_prompts'],
  ['buckets with too few requests', rung({ buckets: [bucket(0, 9, 1, 3), bucket(10, 99, 900)] }), undefined],
  ['nothing that the numbers prove', rung({ buckets: even }), undefined],
  ['a server that does not keep up', rung({ buckets: mixed, saturation: 'saturated' }), undefined],
];

for (const [name, slow, code] of CASES) {
  test(`high TTFT with a normal rate: ${name}`, () => {
    const found = ttftCause({ rung: slow, lowest_ttft_ms: 100, is_judged_high: false, max_num_seqs: 64 });
    assert.equal(found?.code, code);
    if (found === undefined) return;
    assert.equal(found.verdict, undefined);
    assert.match(found.message, /while the served rate is normal/);
    assert.ok((found.evidence ?? []).some((line) => /^prompts of \d+ to \d+ tokens: TTFT p50/.test(line)));
  });
}

test('our own cap on concurrency comes before everything else', () => {
  const slow = rung({ buckets: mixed, server: capped });
  const found = ttftCause({
    rung: { ...slow, client: { ...slow.client, cap_touched: slow.sent } },
    ...{ lowest_ttft_ms: 100, is_judged_high: false, max_num_seqs: 64 },
  });
  assert.equal(found?.code, 'ttft_client_cap');
  assert.match(found?.hint ?? '', /load\.max_concurrency/);
});

test('TTFT that is not high needs no cause, unless a budget on it is broken', () => {
  const normal = rung({ buckets: mixed });
  assert.equal(ttftCause({ rung: normal, lowest_ttft_ms: 800, is_judged_high: false }), undefined);
  assert.equal(ttftCause({ rung: normal, is_judged_high: true })?.code, 'ttft_long_prompts');
});

test('a few tokens a second with nearly nothing running is an untuned stack', () => {
  const base = rung({ server: { ...capped, running_max: 2 } });
  const slow = { ...base, metrics: { ...base.metrics, median_tpot_ms: 250 } };
  assert.equal(decodeCause(slow)?.code, 'decode_very_slow');
  assert.match(decodeCause(slow)?.message ?? '', /4\.0 tokens\/s/);
  assert.equal(decodeCause({ ...slow, server: capped }), undefined);
  assert.equal(decodeCause({ ...slow, metrics: { median_tpot_ms: 20 } }), undefined);
});
