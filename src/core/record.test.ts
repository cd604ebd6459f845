import assert from 'node:assert/strict';
import { test } from 'node:test';
import { latenessMs, outputTokens, tokenGaps, tpotMs, ttftMs } from './record.ts';
import type { RequestRecord } from './result.gen.ts';

const MS = 1e6;

function record(override: Partial<RequestRecord>): RequestRecord {
  return {
    index: 0,
    outcome: 'ok',
    scheduled_ns: 0,
    sent_ns: 2 * MS,
    done_ns: 500 * MS,
    events: 1,
    bytes: 1,
    ...override,
  };
}

test('charges a late request from its due time, and vLLM’s family from the sent time', () => {
  const late = record({ sent_ns: 50 * MS, first_token_ns: 150 * MS });
  assert.equal(ttftMs(late, 'scheduled'), 150);
  assert.equal(ttftMs(late, 'sent'), 100);
});

test('a message with k tokens stands for k gaps of g / k; time without a token goes to the next one', () => {
  const gaps = tokenGaps(
    record({
      first_choice_ns: 100 * MS,
      first_token_ns: 100 * MS,
      last_token_ns: 170 * MS,
      last_choice_ns: 180 * MS,
      gaps_ns: [20 * MS, 10 * MS, 30 * MS, 10 * MS, 10 * MS],
      gap_tokens: [1, 0, 4, 1, 0],
    }),
  );
  assert.deepEqual(gaps, [
    { ms: 20, tokens: 1 },
    { ms: 10, tokens: 4 },
    { ms: 10, tokens: 1 },
  ]);
});

test('a role-only first message and the gap to the first token belong to TTFT, not to ITL', () => {
  const chat = record({
    first_choice_ns: 10 * MS,
    first_token_ns: 110 * MS,
    last_token_ns: 130 * MS,
    gaps_ns: [100 * MS, 20 * MS],
  });
  assert.deepEqual(tokenGaps(chat), [{ ms: 20, tokens: 1 }]);
});

test('answers of one token have no TPOT; usage counts tokens, else messages do', () => {
  const times = { first_choice_ns: MS, first_token_ns: MS, last_token_ns: 21 * MS };
  assert.equal(tpotMs(record({ ...times, completion_tokens: 1 })), undefined);
  assert.equal(tpotMs(record({ ...times, completion_tokens: 3 })), 10);
  assert.equal(outputTokens(record({ ...times, gaps_ns: [MS, MS] })), 3);
  assert.equal(outputTokens(record({})), undefined);
});

test('the wait at the concurrency cap is not the client’s lateness', () => {
  assert.equal(latenessMs(record({ sent_ns: 30 * MS, cap_wait_ns: 28 * MS })), 2);
  const { sent_ns: _, ...unsent } = record({});
  assert.equal(latenessMs(unsent), undefined);
});

test('times that are not finite give no latency', () => {
  assert.equal(ttftMs(record({ first_token_ns: Number.NaN }), 'scheduled'), undefined);
  const broken = { first_choice_ns: 0, first_token_ns: 0, last_token_ns: MS, gaps_ns: [Number.NaN] };
  assert.deepEqual(tokenGaps(record(broken)), []);
});
