import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeResult } from '../../fixtures/results/factory.ts';
import type { Result } from '../core/result.gen.ts';
import { renderComment } from './markdown.ts';
import { renderTerminal } from './terminal.ts';

const RATES = [2, 4, 8, 16];
const BUDGETS = ['p95_ttft_ms <= 300', 'served_rate >= 80%'];
const REASON = 'the server refused the connection';

/** A run that measured the rungs of these rates before something ended it. */
function ended(measured: readonly number[]): Result {
  const shapes = [
    ...RATES.map((rate) => ({ rate, prompts: 60 })),
    { rate: 32, prompts: 60, kind: 'exploring' as const },
    { rate: 64, prompts: 60, kind: 'exploring' as const },
  ];
  const whole = makeResult(shapes);
  return makeResult(shapes, {
    rungs: whole.rungs,
    evidence: {
      budgets: BUDGETS,
      rungs: whole.rungs
        .filter(({ rate }) => measured.includes(rate))
        .map((result) => ({ result, records: [] })),
      failure: { cause: 'channel', code: 'connect', message: REASON, after_first_request: false },
    },
  });
}

/** As the run stores it: rungs that were not run are among its rungs. */
function stored(measured: readonly number[]): Result {
  const result = ended(measured);
  const notRun = { state: 'not_run', state_reason: REASON } as const;
  return {
    ...result,
    rungs: result.rungs.map((rung) => (measured.includes(rung.rate) ? rung : { ...rung, ...notRun })),
  };
}

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

test('when nothing ran each kind of check is one line, and the cells keep the detail', () => {
  const result = stored([]);
  assert.equal(result.findings.filter(({ kind }) => kind === 'budget').length, 8);
  assert.equal(result.cells.length, 12);
  for (const text of [
    renderComment(result).split('<details>')[0] ?? '',
    renderTerminal(result, { color: false, columns: 120 }),
  ]) {
    const flat = text.replace(/\s+/g, ' ');
    assert.match(flat, /4 gating rungs were not run \(2, 4, 8, 16 req\/s\): the server refused/);
    assert.match(flat, /8 budget checks are not decided: their rungs were not run/);
    assert.match(flat, /2 exploring rungs were not run \(32, 64 req\/s\)/);
    assert.equal(count(flat, /p95_ttft_ms <= 300 @/g), 0);
    assert.equal(count(flat, /the rung at \d+ req\/s was not run/g), 0);
  }
});

test('one rung that was not run is told as it is, and rungs that ran are never swallowed', () => {
  const one = renderTerminal(stored([2, 4, 8, 32, 64]), { color: false, columns: 120 }).replace(/\s+/g, ' ');
  assert.match(one, /the rung at 16 req\/s was not run/);
  assert.match(one, /2 budget checks are not decided/);
  const two = renderTerminal(stored([2, 4]), { color: false, columns: 120 }).replace(/\s+/g, ' ');
  assert.match(two, /2 gating rungs were not run \(8, 16 req\/s\)/);
  assert.match(two, /counts at 2 req\/s are not those/);
});
