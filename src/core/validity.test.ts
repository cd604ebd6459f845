import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeRecords, type RungShape } from '../../fixtures/results/factory.ts';
import type { GpuShare, GpuWindow, ServerCounters, ValidityState, WarmupReport } from './result.gen.ts';
import {
  blames,
  checkRun,
  checkRung,
  type EngineKind,
  RUN_RULES,
  RUNG_RULES,
  type RungFacts,
} from './validity.ts';

function facts(shape: Partial<RungShape> = {}, override: Partial<RungFacts> = {}): RungFacts {
  return {
    engine_kind: 'process',
    planned: shape.prompts ?? 200,
    stopped: false,
    records: makeRecords({ rate: 4, ...shape }),
    client: { event_loop_delay_p99_ms: 2, events: 1000, in_flight_max: 10 },
    token_counts: 'continuous',
    lengths: 'exact',
    ...override,
  };
}

function server(override: Partial<ServerCounters>): ServerCounters {
  return { source: '/metrics', ttft_mean_ms: 195, ttft_count: 200, restarted: false, ...override };
}

/** Facts of a rung with one GPU; `second` adds the die beside it. */
function gpu(
  share: Partial<GpuShare>,
  window: Partial<GpuWindow> = {},
  second?: Partial<GpuShare>,
): RungFacts {
  const one: GpuShare = { index: 0, package_id: '0000:05:00.0', samples: 60, ...share };
  const two: GpuShare = { index: 1, package_id: '0000:05:00.0', samples: 60, ...second };
  return facts(
    {},
    {
      gpus: {
        ...{ source: 'sysfs', samples: 60, bracketed: true, gap_max_s: 1.1, gap_limit_s: 3, problems: [] },
        gpus: second === undefined ? [one] : [one, two],
        ...window,
      },
    },
  );
}

const calm = { prochot: 0, ppt: 0.97, socket_thermal: 0, vr_thermal: 0, hbm_thermal: 0 };
const GPU_CASES: readonly (readonly [string, string, RungFacts, ValidityState])[] = [
  ['gpu_telemetry', 'samples around the rung, without holes', gpu({}), 'valid'],
  ['gpu_telemetry', 'a hole of 5 s', gpu({}, { gap_max_s: 5 }), 'unknown'],
  [
    'gpu_telemetry',
    'a hole of 5 s where one look takes 2 s',
    gpu({}, { gap_max_s: 5, gap_limit_s: 6 }),
    'valid',
  ],
  ['gpu_telemetry', 'no sample before or after', gpu({}, { bracketed: false }), 'unknown'],
  ['gpu_telemetry', 'one GPU was never read', gpu({}, {}, { samples: 0 }), 'unknown'],
  ['gpu_telemetry', 'nobody looked', facts(), 'unknown'],
  ['gpu_telemetry', 'a host without GPUs', facts({}, { gpus: 'none' }), 'not_applicable'],
  ['gpu_thermal', 'a power limit all the time is normal', gpu({ throttle: calm }), 'valid'],
  ['gpu_thermal', 'heat for 3 %', gpu({ throttle: { ...calm, socket_thermal: 0.03 } }), 'invalid'],
  ['gpu_thermal', 'PROCHOT', gpu({ throttle: { ...calm, prochot: 0.5 } }), 'invalid'],
  ['gpu_thermal', 'voltage regulator', gpu({ throttle: { ...calm, vr_thermal: 0.002 } }), 'invalid'],
  ['gpu_thermal', 'HBM', gpu({ throttle: { ...calm, hbm_thermal: 0.002 } }), 'invalid'],
  [
    'gpu_thermal',
    'half a millisecond a second',
    gpu({ throttle: { ...calm, hbm_thermal: 0.0005 } }),
    'valid',
  ],
  ['gpu_thermal', 'no accumulators, hot at some samples', gpu({ thermal_samples: 2 }), 'invalid'],
  ['gpu_thermal', 'no accumulators, never hot', gpu({ thermal_samples: 0 }), 'valid'],
  ['gpu_thermal', 'no counters at all', gpu({}), 'unknown'],
  ['gpu_thermal', 'only the power limit is known', gpu({ throttle: { ppt: 1 } }), 'unknown'],
  ['gpu_thermal', 'the second die has no counters of its own', gpu({ throttle: calm }, {}, {}), 'valid'],
  [
    'gpu_thermal',
    'a card of its own without counters',
    gpu({ throttle: calm }, {}, { package_id: '0000:26:00.0' }),
    'unknown',
  ],
  ['gpu_clock', 'fast while busy', gpu({ gfx_clock_busy_mhz: 1900, gfx_clock_max_mhz: 2100 }), 'valid'],
  [
    'gpu_clock',
    'stuck at 60 MHz while busy',
    gpu({ gfx_clock_busy_mhz: 60, gfx_clock_max_mhz: 2100 }),
    'invalid',
  ],
  ['gpu_clock', 'never busy', gpu({ gfx_activity_mean: 5, gfx_clock_max_mhz: 2100 }), 'not_applicable'],
  ['gpu_clock', 'no peak clock', gpu({ gfx_clock_busy_mhz: 1900 }), 'unknown'],
  [
    'gpu_clock',
    'a peak of 0 MHz is none',
    gpu({ gfx_clock_busy_mhz: 1900, gfx_clock_max_mhz: 0 }),
    'unknown',
  ],
  ['gpu_ecc', 'no errors', gpu({ ecc_uncorrectable: 0, ecc_correctable: 0 }), 'valid'],
  ['gpu_ecc', 'corrected ones', gpu({ ecc_uncorrectable: 0, ecc_correctable: 3 }), 'valid'],
  ['gpu_ecc', 'an uncorrectable one', gpu({ ecc_uncorrectable: 1 }), 'invalid'],
  ['gpu_ecc', 'a deferred one', gpu({ ecc_uncorrectable: 0, ecc_deferred: 1 }), 'invalid'],
  ['gpu_ecc', 'no counters (a VM)', gpu({}), 'unknown'],
  ['gpu_reset', 'counters grew', gpu({ counter_fell: false }), 'valid'],
  ['gpu_reset', 'a counter fell', gpu({ counter_fell: true }), 'invalid'],
  ['gpu_reset', 'it left the bus', gpu({ gone: true }), 'invalid'],
  ['gpu_reset', 'nothing that a reset would show', gpu({}), 'unknown'],
  [
    'gpu_energy',
    'counter',
    gpu({}, { energy_j: 5, energy_source: 'counter', energy_deviation: 0.01 }),
    'valid',
  ],
  ['gpu_energy', 'power alone', gpu({}, { energy_j: 5, energy_source: 'power' }), 'valid'],
  ['gpu_energy', 'counter and power disagree', gpu({}, { energy_deviation: 0.2 }), 'unknown'],
  ['gpu_energy', 'neither', gpu({}), 'unknown'],
  ['engine_building', 'a quiet log', facts({}, { build_lines: [] }), 'valid'],
  [
    'engine_building',
    'a module was built',
    facts({}, { build_lines: ['start build [module_x]'] }),
    'invalid',
  ],
  ['engine_building', 'no log', facts(), 'unknown'],
  ['engine_building', 'somebody else runs it', facts({}, { engine_kind: 'external' }), 'not_applicable'],
];

const limited = Object.fromEntries(Array.from({ length: 5 }, (_, i) => [i, 'rate_limited' as const]));

const CASES: readonly (readonly [string, string, RungFacts, ValidityState])[] = [
  ...GPU_CASES,
  ['counts', 'all were sent', facts(), 'valid'],
  ['counts', 'some were never sent', facts({ unsent: 3 }), 'invalid'],
  ['counts', 'the rung was stopped', facts({ unsent: 3 }, { stopped: true }), 'not_applicable'],
  ['client_late', 'in time', facts(), 'valid'],
  ['client_late', '9 ms late, the floor is 10', facts({ lateMs: 9 }), 'valid'],
  ['client_late', '14 ms late at a TTFT of 200 ms', facts({ lateMs: 14 }), 'invalid'],
  ['client_late', '14 ms late at a TTFT of 1 s', facts({ lateMs: 14, ttftMs: 1000 }), 'valid'],
  ['client_late', 'one of 100 was 100 ms late', facts({}, { records: oneLate() }), 'valid'],
  [
    'client_late',
    'one of 100 was 100 ms late where a p99 is judged',
    facts({}, { records: oneLate(), judged_percentile: 99.5 }),
    'invalid',
  ],
  [
    'client_late',
    'one of 100 was 5 s late: the mean moves',
    facts({}, { records: oneLate(5000) }),
    'invalid',
  ],
  [
    'client_late',
    '14 ms late where every answer failed after a first token at 1 s',
    facts({}, { records: allFailed(1000) }),
    'valid',
  ],
  [
    'client_late',
    '14 ms late where every request was refused within 50 ms',
    facts({}, { records: allFailed(50) }),
    'invalid',
  ],
  ['client_late', 'nothing was sent', facts({}, { records: [] }), 'unknown'],
  ['load_shape', 'as planned', facts(), 'valid'],
  [
    'load_shape',
    'every gap 10 % longer',
    facts(
      {},
      {
        records: makeRecords({ rate: 4 }).map((r) => ({ ...r, sent_ns: Math.round(1.1 * r.scheduled_ns) })),
      },
    ),
    'invalid',
  ],
  ['load_shape', 'one request', facts({ prompts: 1 }), 'unknown'],
  ['event_loop', 'idle', facts(), 'valid'],
  [
    'event_loop',
    'busy',
    facts({}, { client: { event_loop_delay_p99_ms: 50, events: 1, in_flight_max: 1 } }),
    'invalid',
  ],
  ['event_loop', 'not measured', facts({}, { client: { events: 1, in_flight_max: 1 } }), 'unknown'],
  [
    'concurrency_cap',
    'touched: a finding, not a doubt',
    facts({}, { client: { cap_touched: 3, events: 1, in_flight_max: 1 } }),
    'valid',
  ],
  ['concurrency_cap', 'no cap', facts(), 'not_applicable'],
  ['host_starving', 'client and server agree', facts({}, { server: server({}) }), 'valid'],
  [
    'host_starving',
    'the client sees far more',
    facts({}, { server: server({ ttft_mean_ms: 20 }) }),
    'invalid',
  ],
  [
    'host_starving',
    'other requests at the server',
    facts({}, { server: server({ ttft_count: 300 }) }),
    'unknown',
  ],
  ['host_starving', 'no histogram', facts(), 'unknown'],
  ['quota', 'rate limits of a channel', facts({ outcomes: limited }, { engine_kind: 'external' }), 'invalid'],
  ['quota', 'no rate limit', facts({}, { engine_kind: 'external' }), 'valid'],
  ['quota', 'an engine of our own has no quota', facts({ outcomes: limited }), 'not_applicable'],
  ['server_restarted', 'restarted', facts({}, { server: server({ restarted: true }) }), 'invalid'],
  ['server_restarted', 'not restarted', facts({}, { server: server({}) }), 'valid'],
  ['server_restarted', 'cannot be seen', facts(), 'unknown'],
  ['token_shape', 'as asked', facts(), 'valid'],
  [
    'token_shape',
    'a chat template adds the same to each',
    facts(
      {},
      { records: makeRecords({ rate: 4 }).map((r) => ({ ...r, prompt_tokens: (r.input_len ?? 0) + 30 })) },
    ),
    'valid',
  ],
  [
    'token_shape',
    'prompts are cut',
    facts({}, { records: makeRecords({ rate: 4 }).map((r) => ({ ...r, prompt_tokens: 64 })) }),
    'invalid',
  ],
  [
    'token_shape',
    'half as many tokens again as bytes / 4 says',
    facts(
      {},
      {
        lengths: 'approximate',
        records: makeRecords({ rate: 4 }).map((r) => ({ ...r, prompt_tokens: 1.3 * (r.input_len ?? 0) })),
      },
    ),
    'valid',
  ],
  ['token_counts', 'usage in every message', facts(), 'valid'],
  ['token_counts', 'messages as tokens', facts({}, { token_counts: 'messages' }), 'unknown'],
  ['prefix_cache', 'nothing is known', facts(), 'unknown'],
  [
    'prefix_cache',
    'no hits',
    facts({}, { server: server({ prefix_queries: 32000, prefix_hits: 100 }) }),
    'valid',
  ],
  [
    'prefix_cache',
    'hits of the shared prefix only',
    facts({}, { prefix_tokens: 32, server: server({ prefix_queries: 32000, prefix_hits: 6400 }) }),
    'valid',
  ],
  [
    'prefix_cache',
    'hits above the shared prefix',
    facts({}, { prefix_tokens: 32, server: server({ prefix_queries: 32000, prefix_hits: 16000 }) }),
    'invalid',
  ],
  [
    'prefix_cache',
    'hits, shared prefix unknown',
    facts({}, { server: server({ prefix_queries: 32000, prefix_hits: 16000 }) }),
    'unknown',
  ],
  ['server_telemetry', 'none', facts(), 'unknown'],
  ['server_telemetry', 'there', facts({}, { server: server({}) }), 'valid'],
];

test('each rule of a rung answers by the table', () => {
  for (const [rule, name, given, expected] of CASES) {
    const check = checkRung(given, false).find((candidate) => candidate.rule === rule);
    assert.equal(check?.state, expected, `${rule}: ${name}: ${check?.message}`);
  }
});

test('every rule has a case in this table', () => {
  const tested = new Set(CASES.map(([rule]) => rule));
  assert.deepEqual(
    RUNG_RULES.map(({ rule }) => rule).filter((rule) => !tested.has(rule)),
    [],
  );
});

test('the warm-up decides whether the run is cold', () => {
  const states: readonly (readonly [WarmupReport['state'] | undefined, ValidityState])[] = [
    ['warm', 'valid'],
    ['cold', 'invalid'],
    ['unknown', 'unknown'],
    ['off', 'unknown'],
    [undefined, 'unknown'],
  ];
  for (const [state, expected] of states) {
    const warmup = state === undefined ? {} : { warmup: { state, seconds: 1, requests: 1, message: 'm' } };
    const [check] = checkRun({ engine_kind: 'process', ...warmup }, false);
    assert.equal(check?.state, expected, state);
    assert.equal(check?.required, false);
  }
});

test('a model that changes after the probe makes the run invalid', () => {
  for (const [models, expected] of [
    [undefined, 'unknown'],
    [{ probe: 'tiny', others: 0 }, 'valid'],
    [{ probe: 'tiny', others: 1, example: 'huge' }, 'invalid'],
  ] as const) {
    const facts = { engine_kind: 'external' as const, ...(models && { models }) };
    const check = checkRun(facts, false).find(({ rule }) => rule === 'served_model');
    assert.equal(check?.state, expected);
    assert.equal(check?.required, false);
  }
});

test('required evidence grows with what we control: channel, then host', () => {
  const required = (kind: EngineKind) =>
    RUNG_RULES.filter(({ required_for }) => required_for.includes(kind)).map(({ rule }) => rule);
  assert.deepEqual(required('external'), ['counts', 'client_late', 'load_shape', 'event_loop', 'quota']);
  assert.deepEqual(required('process'), [
    'counts',
    'client_late',
    'load_shape',
    'event_loop',
    'host_starving',
  ]);
});

test('strict makes all evidence required that has a meaning here', () => {
  for (const check of checkRung(facts({ outcomes: limited }), true)) {
    assert.equal(check.required, check.rule !== 'quota', check.rule);
  }
});

/** Every request was sent 14 ms late and failed without a token so long after that. */
function allFailed(afterMs: number) {
  return makeRecords({ rate: 4, prompts: 40, lateMs: 14 }).map(
    ({ first_token_ns, first_choice_ns, first_visible_ns, last_token_ns, last_choice_ns, ...record }) => ({
      ...record,
      outcome: 'no_token' as const,
      done_ns: (record.sent_ns ?? 0) + afterMs * 1e6,
    }),
  );
}

function oneLate(lateMs = 100) {
  return makeRecords({ rate: 4, prompts: 100 }).map((record, i) =>
    i === 50 ? { ...record, sent_ns: record.scheduled_ns + lateMs * 1e6 } : record,
  );
}

test('names of rules are unique, and an unknown one excuses nothing', () => {
  const names = [...RUNG_RULES, ...RUN_RULES].map(({ rule }) => rule);
  assert.equal(new Set(names).size, names.length);
  assert.equal(blames('no_such_rule'), undefined);
  assert.equal(blames('client_late'), 'client');
});
