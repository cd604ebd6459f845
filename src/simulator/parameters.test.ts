import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GateError } from '../failure.ts';
import { faultFor, parseFaults } from './faults.ts';
import { type Override, resolveSettings } from './parameters.ts';

const PRESET = 'mi250x-llama3-8b-tp2';

function problem(overrides: Record<string, Override>, preset = PRESET): GateError {
  try {
    resolveSettings({ preset, overrides });
  } catch (error) {
    assert.ok(error instanceof GateError);
    assert.equal(error.kind, 'config');
    return error;
  }
  throw new Error('expected a GateError');
}

test('overrides replace values of the preset; dashes and numbers as text are accepted', () => {
  const { parameters, startup_s } = resolveSettings({
    preset: PRESET,
    overrides: { 'max-num-seqs': '32', slow_down: 1.5, enable_prefix_caching: false, startup_s: 2 },
  });
  assert.equal(parameters.max_num_seqs, 32);
  assert.equal(parameters.slow_down, 1.5);
  assert.equal(parameters.enable_prefix_caching, false);
  assert.equal(startup_s, 2);
  assert.ok(!('startup_s' in parameters));
});

test('max_model_len never exceeds the KV cache', () => {
  const { parameters } = resolveSettings({ preset: PRESET, overrides: { kv_tokens: 1000 } });
  assert.equal(parameters.max_model_len, 992);
});

test('all problems are listed at once, with the nearest known name', () => {
  const { message } = problem({ slowdown: 2, noise: 'loud', max_num_seqs: 1.5, fault: 'explode' });
  assert.match(message, /"slowdown".*did you mean slow_down\?/);
  assert.match(message, /noise: expected a number from 0 to 2, found "loud"/);
  assert.match(message, /max_num_seqs: expected a whole number/);
  assert.match(message, /fault: "explode" is not known/);
});

const refused: readonly (readonly [string, Override])[] = [
  ['slow_down', 0],
  ['slow_down', -1],
  ['slow_down', Number.NaN],
  ['slow_down', Number.POSITIVE_INFINITY],
  ['slow_down', '1.5x'],
  ['slow_down', ''],
  ['slow_down', true],
  ['max_num_seqs', 0],
  ['enable_prefix_caching', 1],
  ['constructor', 1],
  ['__proto__x', 1],
];
for (const [name, value] of refused) {
  test(`refuses ${name} = ${JSON.stringify(value)} (${String(value)})`, () => {
    assert.match(problem({ [name]: value }).message, new RegExp(name));
  });
}

test('an unknown preset lists the known ones, an inherited name included', () => {
  assert.match(problem({}, 'mi999').message, /mi250x-llama3-8b-tp2 or mi300x-llama3\.1-8b/);
  assert.match(problem({}, 'toString').message, /preset/);
});

const triggers: readonly (readonly [string, readonly number[]])[] = [
  ['reset', [1, 2, 3, 4, 5, 6]],
  ['reset@every:3', [3, 6]],
  ['reset@4', [4]],
  ['reset@2-4', [2, 3, 4]],
  ['reset@5-', [5, 6]],
];
for (const [text, hit] of triggers) {
  test(`fault ${text} hits requests ${hit.join(', ')} of six`, () => {
    const faults = parseFaults(text);
    const found = [1, 2, 3, 4, 5, 6].filter((request) => faultFor(faults, request) === 'reset');
    assert.deepEqual(found, hit);
  });
}

test('of several faults the first that hits wins', () => {
  const faults = parseFaults('hang@2, http_500@every:2');
  assert.deepEqual(
    [1, 2, 4].map((request) => faultFor(faults, request)),
    [undefined, 'hang', 'http_500'],
  );
});

for (const text of [
  'reset@',
  'reset@0',
  'reset@every:0',
  'reset@4-2',
  'reset@x',
  'reset@every:',
  'constructor',
]) {
  test(`refuses the fault ${text}`, () => {
    assert.throws(() => parseFaults(text), GateError);
  });
}
