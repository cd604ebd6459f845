import assert from 'node:assert/strict';
import { test } from 'node:test';
import { collapsed, type RungState } from './collapse.ts';

const quiet: RungState = { ended: 0, failed: 0, connect_failures_in_a_row: 0, in_flight: 0, silent_s: 0 };

const cases: readonly [string, Partial<RungState>, RegExp | undefined][] = [
  ['nothing happened', {}, undefined],
  ['half of the answers failed', { ended: 40, failed: 20 }, undefined],
  ['more than half failed', { ended: 40, failed: 21 }, /^21 of 40 requests/],
  ['all of a few failed', { ended: 19, failed: 19 }, undefined],
  ['all of enough failed', { ended: 20, failed: 20 }, /^20 of 20 requests/],
  ['19 refused connections', { ended: 200, failed: 19, connect_failures_in_a_row: 19 }, undefined],
  [
    '20 refused connections',
    { ended: 200, failed: 20, connect_failures_in_a_row: 20 },
    /^20 connections in a row/,
  ],
  ['silence with few open', { in_flight: 31, silent_s: 500 }, undefined],
  ['short silence', { in_flight: 400, silent_s: 59 }, undefined],
  ['long silence with many open', { in_flight: 32, silent_s: 60 }, /^no answer to 32 open requests for 60 s/],
];

for (const [name, state, reason] of cases) {
  test(`${name}: ${reason === undefined ? 'goes on' : 'stops'}`, () => {
    const got = collapsed({ ...quiet, ...state });
    if (reason === undefined) assert.equal(got, undefined);
    else assert.match(got?.reason ?? '', reason);
  });
}
