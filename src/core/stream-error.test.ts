import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorText } from './stream-error.ts';

test('error texts of the known shapes', () => {
  const cases: readonly [Record<string, unknown>, string | undefined][] = [
    [{ error: { message: 'a', code: 500 } }, 'a'],
    [{ error: 'Unauthorized' }, 'Unauthorized'],
    [{ error: { code: 7 } }, '{"code":7}'],
    [{ error: null, choices: [] }, undefined],
    [{ errors: [{ message: 'e' }] }, 'e'],
    [{ errors: [] }, undefined],
    [{ detail: 'Not Found' }, 'Not Found'],
    [{ object: 'error', message: 'm' }, 'm'],
    [{ status: 'error' }, '{"status":"error"}'],
    [{ choices: [] }, undefined],
  ];
  for (const [value, text] of cases) assert.equal(errorText(value), text);
});
