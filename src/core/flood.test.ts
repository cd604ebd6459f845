import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeEvidence, makeRecords, makeRung, type RungShape } from '../../fixtures/results/factory.ts';
import { isFlood, maxBytes, maxMessages } from './flood.ts';
import { judge } from './judge.ts';
import type { RequestRecord } from './result.gen.ts';
import { summariseRung } from './rung.ts';
import { makeSchedule } from './schedule.ts';
import { openStream } from './stream.ts';

const LATE: RungShape = { rate: 8, prompts: 60, lateMs: 60, outcomes: { 5: 'parse' } };

/** A late rung in which one request failed with an answer of so many messages and bytes. */
function judged({ events = 0, bytes = 0 }: Partial<Pick<RequestRecord, 'events' | 'bytes'>>) {
  const records = makeRecords(LATE).map((record) =>
    record.outcome === 'ok' ? record : { ...record, events, bytes },
  );
  const { rung, result } = makeRung(LATE);
  const summary = summariseRung({
    rung,
    schedule: makeSchedule({ arrival: 'poisson', rate: 8, num_prompts: 60, burstiness: 1, seed: 0 }),
    run: { records, client: result.client, token_counts: 'continuous' },
    engine_kind: 'external',
    strict: false,
  });
  const evidence = makeEvidence([LATE]);
  return { summary, ...judge({ ...evidence, rungs: [{ result: summary, records }] }) };
}

test('an answer of empty messages ends at a limit that grows with the tokens asked for', () => {
  for (const tokens of [1, 16, 512]) {
    const stream = openStream({ output_len: tokens, exact: true, usage: 'final' });
    let read = 0;
    for (; read < 1_000_000 && !stream.broken; read++) stream.message({ data: '{"choices":[]}' }, read);
    assert.equal(read, 64 + 8 * tokens + 1);
    const { outcome, error } = stream.close({ kind: 'clean' });
    assert.equal(outcome, 'parse');
    assert.match(error ?? '', new RegExp(`^more than ${maxMessages(tokens)} messages for ${tokens} tokens$`));
  }
});

test('a flood is the failure of the server, also where reading it made the client late', () => {
  for (const flood of [{ events: maxMessages(32) + 1 }, { bytes: maxBytes(32) + 1 }]) {
    const { verdict, summary } = judged(flood);
    assert.equal(summary.flooded, 1);
    assert.equal(verdict.verdict, 'fail', verdict.sentence);
    assert.match(verdict.sentence, /1 of 60 requests failed at 8 req\/s \(parse\)/);
  }
});

test('any other failure under a late client is not held against the server', () => {
  const { verdict, summary } = judged({ events: maxMessages(32), bytes: maxBytes(32) });
  assert.equal(summary.flooded, undefined);
  assert.equal(verdict.verdict, 'invalid', verdict.sentence);
});

test('a success is never a flood, and neither is a request whose length is unknown', () => {
  const [record] = makeRecords({ rate: 1, prompts: 1 });
  if (record === undefined) throw new Error('unreachable');
  const { output_len: _, ...unknown } = record;
  assert.equal(isFlood({ ...record, events: 1e6 }), false);
  assert.equal(isFlood({ ...unknown, outcome: 'parse', events: 1e6 }), false);
});
