import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent } from 'undici';
import { answeringServer, beginStream, event } from '../../fixtures/streams/answering-server.ts';
import { maxBytes, maxMessages } from '../core/flood.ts';
import { type Reply, startExchange } from './exchange.ts';

const TOKENS = 4;

/** Asks a server that writes `piece` again and again until its socket is closed. */
async function flooded(piece: string): Promise<Reply> {
  await using server = await answeringServer((_, response) => {
    beginStream(response);
    const more = (): void => {
      while (!response.destroyed && response.write(piece));
      if (!response.destroyed) response.once('drain', more);
    };
    more();
  });
  const dispatcher = new Agent();
  const reply = await new Promise<Reply>((onEnd) => {
    startExchange({
      target: { dispatcher, origin: server.url, path: '/', headers: {}, secrets: [] },
      body: Buffer.from('{}'),
      expected: { output_len: TOKENS, exact: false, usage: 'final' },
      now: () => Number(process.hrtime.bigint()),
      onEnd,
    });
  });
  await dispatcher.destroy();
  return reply;
}

test('an answer that is flooded with empty messages is hung up on', async () => {
  const reply = await flooded(event({ choices: [] }).repeat(100));
  assert.equal(reply.outcome, 'parse');
  assert.equal(reply.events, maxMessages(TOKENS) + 1);
});

test('an answer that is flooded with comments is hung up on', async () => {
  const reply = await flooded(': still here\n'.repeat(1000));
  assert.equal(reply.outcome, 'parse');
  assert.match(reply.error ?? '', new RegExp(`more than ${maxBytes(TOKENS)} bytes`));
  assert.ok(reply.bytes < 2 * maxBytes(TOKENS));
});
