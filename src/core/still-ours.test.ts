import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type SecondLook, stillOurs } from './still-ours.ts';

const BEFORE = { model_id: 'm', served_models: ['m'], max_model_len: 4096, server_version: '0.14.0' };
const SAME: SecondLook = { server_version: '0.14.0', served_models: ['m'], max_model_len: 4096 };

for (const [name, now, state] of [
  ['the same answers', SAME, 'valid'],
  ['the same process', { ...SAME, ownership: { state: 'ours', message: 'pid 1' } }, 'valid'],
  ['another version', { ...SAME, server_version: '0.15.0' }, 'invalid'],
  ['another length', { ...SAME, max_model_len: 2048 }, 'invalid'],
  ['another model', { ...SAME, served_models: ['n'] }, 'invalid'],
  ['a stranger on the port', { ...SAME, ownership: { state: 'foreign', message: 'pid 9' } }, 'invalid'],
  ['no version any more', { served_models: ['m'], max_model_len: 4096 }, 'unknown'],
  ['no answer at all', {}, 'unknown'],
  [
    'an owner that cannot be seen',
    { ...SAME, ownership: { state: 'unknown', message: 'hidden' } },
    'unknown',
  ],
] as const) {
  test(`after the ladder ${name}: ${state}`, () => {
    assert.equal(stillOurs(BEFORE, now).state, state);
  });
}

test('what was never known is not missed', () => {
  assert.equal(stillOurs({ model_id: 'm', served_models: [] }, {}).state, 'valid');
  assert.equal(
    stillOurs({ model_id: 'alias', served_models: ['m'] }, { served_models: ['n'] }).state,
    'valid',
  );
});
