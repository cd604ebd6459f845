import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { createSseReader } from './sse.ts';
import { type Expected, openStream, type StreamEnd, type StreamFacts } from './stream.ts';

const MS = 1e6;
const clean: StreamEnd = { kind: 'clean' };
const asked: Expected = { output_len: 2, exact: false, usage: 'final' };

/** Message k (from 1) is read at k ms. */
function facts(file: string, expected: Partial<Expected> = {}, end: StreamEnd = clean): StreamFacts {
  const reader = createSseReader();
  const stream = openStream({ ...asked, ...expected });
  let at = 0;
  for (const message of [...reader.push(new Uint8Array(readFileSync(file))), ...reader.end()]) {
    at += MS;
    stream.message(message, at);
  }
  return stream.close(end);
}

const made = (name: string, expected?: Partial<Expected>, end?: StreamEnd) =>
  facts(`fixtures/streams/${name}.sse`, expected, end);
const recorded = (name: string, expected?: Partial<Expected>) =>
  facts(`fixtures/recorded/vllm-0.32.0-cpu/${name}.sse`, expected);

describe('the outcome is strict', () => {
  const ok = { outcome: 'ok' } as const;
  const cases: readonly [string, Partial<Expected>, Partial<StreamFacts>][] = [
    ['chat-normal', { output_len: 3, exact: true }, ok],
    ['chat-reasoning', { output_len: 4, exact: true }, ok],
    ['chat-reasoning-content', {}, ok],
    ['chat-tool-calls', {}, { ...ok, finish_reason: 'tool_calls' }],
    ['completions-empty-first', { output_len: 3, exact: true }, ok],
    ['continuous-several-tokens', { output_len: 6, exact: true, usage: 'continuous' }, ok],
    ['continuous-special-tokens', { output_len: 3, exact: true, usage: 'continuous' }, ok],
    ['continuous-special-tokens', { output_len: 3, exact: true, usage: 'final' }, { outcome: 'no_token' }],
    ['usage-in-last-content', { exact: true }, ok],
    ['no-usage', { exact: true, usage: 'none' }, ok],
    ['no-usage', { exact: true, usage: 'final' }, { outcome: 'osl_mismatch' }],
    ['no-usage', {}, ok],
    ['crlf-without-space', { output_len: 3, exact: true }, ok],
    ['cr-only', { exact: true }, ok],
    ['comments-and-fields', { exact: true }, ok],
    ['several-data-lines', { output_len: 1, exact: true }, ok],
    ['emoji', { exact: true }, ok],
    ['no-done', { exact: true }, ok],
    ['no-done-no-blank-line', { exact: true }, ok],
    ['done-then-more', { output_len: 1, exact: true }, ok],
    ['one-token', { output_len: 1, exact: true }, ok],
    ['duplicate-finish', { exact: true }, ok],
    ['two-choices', { output_len: 4, exact: true }, ok],
    ['stop-early', { output_len: 2 }, { ...ok, finish_reason: 'stop' }],
    [
      'stop-early',
      { output_len: 8, exact: true },
      { outcome: 'osl_mismatch', error: '2 of 8 tokens, finish_reason stop' },
    ],
    ['no-finish-reason', {}, { outcome: 'truncated', error: '[DONE] came without a finish_reason' }],
    [
      'no-finish-reason-no-done',
      {},
      { outcome: 'truncated', error: 'the body ended without a finish_reason' },
    ],
    ['cut-in-a-message', {}, { outcome: 'truncated' }],
    ['zero-tokens', {}, { outcome: 'no_token' }],
    ['zero-tokens', { output_len: 0, exact: true, usage: 'continuous' }, { outcome: 'no_token' }],
    ['chat-zero-tokens', {}, { outcome: 'no_token' }],
    ['only-done', {}, { outcome: 'no_token' }],
    ['error-first', {}, { outcome: 'stream_error', error: 'no memory' }],
    ['error-first-then-done', {}, { outcome: 'stream_error', error: 'no memory' }],
    ['error-mid', {}, { outcome: 'stream_error', error: 'engine is dead' }],
    ['error-mid-then-done', {}, { outcome: 'stream_error', error: 'engine is dead' }],
    ['error-after-finish', {}, { outcome: 'stream_error', error: 'late' }],
    ['error-event', {}, { outcome: 'stream_error', error: 'overloaded' }],
    ['error-old-form', {}, { outcome: 'stream_error', error: 'old form' }],
    ['finish-abort', {}, { outcome: 'stream_error', error: 'finish_reason abort' }],
    ['not-json', {}, { outcome: 'parse' }],
  ];
  for (const [name, expected, want] of cases) {
    test(`${name} ${JSON.stringify(expected)}`, () => {
      const got = made(name, expected);
      for (const [key, value] of Object.entries(want))
        assert.equal(got[key as keyof StreamFacts], value, key);
    });
  }

  test('every made-up stream has a row', () => {
    const names = readdirSync('fixtures/streams').filter((name) => name.endsWith('.sse'));
    const rows = new Set(cases.map(([name]) => `${name}.sse`));
    assert.deepEqual(
      names.filter((name) => !rows.has(name)),
      [],
    );
  });
});

describe('how the exchange ended', () => {
  const reset: StreamEnd = { kind: 'broken', class: 'reset', error: 'ECONNRESET' };
  test('a broken connection is its class', () => {
    assert.equal(made('no-finish-reason-no-done', {}, reset).outcome, 'reset');
    assert.equal(made('no-done', {}, reset).outcome, 'reset');
  });
  test('after [DONE] the answer is whole', () => {
    assert.equal(made('chat-normal', {}, reset).outcome, 'ok');
    assert.equal(made('no-finish-reason', {}, reset).outcome, 'truncated');
  });
  test('what the server said weighs more than how the connection ended', () => {
    assert.equal(made('error-mid', {}, reset).outcome, 'stream_error');
  });
  test('a failed answer keeps the times that it had', () => {
    assert.equal(made('no-finish-reason-no-done', {}, reset).first_token_ns, MS);
  });
});

describe('times', () => {
  test('a role-only message is a choice and no token', () => {
    const got = made('chat-normal');
    assert.deepEqual(
      [got.first_choice_ns, got.first_token_ns, got.first_visible_ns, got.last_token_ns, got.last_choice_ns],
      [1 * MS, 2 * MS, 2 * MS, 3 * MS, 4 * MS],
    );
    assert.deepEqual(got.gaps_ns, [MS, MS, MS]);
  });
  test('reasoning is a token and not visible, under both names', () => {
    for (const [name, visible] of [
      ['chat-reasoning', 4],
      ['chat-reasoning-content', 3],
    ] as const) {
      const got = made(name);
      assert.equal(got.first_token_ns, 2 * MS);
      assert.equal(got.first_visible_ns, visible * MS);
    }
  });
  test('tool calls alone are tokens and never visible', () => {
    const got = made('chat-tool-calls');
    assert.equal(got.first_token_ns, 2 * MS);
    assert.equal(got.first_visible_ns, undefined);
  });
  test('empty text is a choice and no token where usage does not say otherwise', () => {
    const got = made('completions-empty-first');
    assert.equal(got.first_choice_ns, MS);
    assert.equal(got.first_token_ns, 2 * MS);
  });
  test('running usage makes tokens of messages without text, and counts what a message holds', () => {
    const several = made('continuous-several-tokens', { usage: 'continuous' });
    assert.deepEqual(several.gap_tokens, [0, 2, 1]);
    const special = made('continuous-special-tokens', { output_len: 3, usage: 'continuous' });
    assert.deepEqual([special.first_token_ns, special.last_token_ns], [MS, 3 * MS]);
    assert.equal(special.first_visible_ns, undefined);
  });
  test('token counts of messages are absent where one message does not say', () => {
    assert.equal(made('usage-in-last-content').gap_tokens, undefined);
    assert.equal(made('usage-in-last-content').completion_tokens, 2);
  });
  test('a message with usage alone moves no clock', () => {
    assert.equal(made('one-token').last_choice_ns, MS);
    assert.deepEqual(made('one-token').gaps_ns, []);
  });
  test('[DONE] ends the answer whatever follows', () => {
    assert.equal(made('done-then-more', { output_len: 1 }).events, 3);
  });
});

describe('recorded vLLM 0.32.0', () => {
  for (const [name, tokens, choices] of [
    ['chat', 8, 9],
    ['chat-continuous', 8, 9],
    ['completions', 8, 8],
    ['completions-continuous', 8, 8],
    ['completions-maxtok1', 1, 1],
    ['completions-tokenids', 4, 4],
  ] as const) {
    test(name, () => {
      const usage = name.includes('continuous') ? 'continuous' : 'final';
      const got = recorded(name, { output_len: tokens, exact: true, usage });
      assert.equal(got.outcome, 'ok', got.error);
      assert.equal(got.finish_reason, 'length');
      assert.equal(got.completion_tokens, tokens);
      assert.equal(got.gaps_ns?.length, choices - 1);
      assert.equal(got.first_token_ns, (name.startsWith('chat') ? 2 : 1) * MS);
      assert.equal(got.gap_tokens !== undefined, usage === 'continuous');
    });
  }
  test('running usage sums to the tokens after the first choice', () => {
    const { gap_tokens: counts } = recorded('chat-continuous', { usage: 'continuous' });
    assert.deepEqual(counts, [1, 1, 1, 1, 1, 1, 1, 1]);
  });
  test('an answer without usage', () => {
    const got = recorded('completions-nousage', { exact: true, usage: 'none' });
    assert.equal(got.outcome, 'ok');
    assert.equal(got.completion_tokens, undefined);
  });
});

test('hostile messages: wrong types everywhere give a failure, never a throw', () => {
  for (const data of [
    '{"choices":[null,1,"x",{"delta":7,"text":{"a":1}}]}',
    '{"choices":{"length":3}}',
    '{"usage":{"completion_tokens":-1,"prompt_tokens":1e400}}',
    '{"__proto__":{"choices":[{"text":"x","finish_reason":"stop"}]}}',
    '{"choices":[{"text":12,"finish_reason":{"x":1}}],"usage":"many"}',
    'null',
    '[]',
  ]) {
    const stream = openStream(asked);
    stream.message({ data }, MS);
    stream.message({ data: '[DONE]' }, 2 * MS);
    const got = stream.close(clean);
    assert.notEqual(got.outcome, 'ok', data);
    assert.ok(got.completion_tokens === undefined);
  }
});

test('an answer that names another model than the probe saw keeps that name', () => {
  const named = (model: unknown, expected?: string): string | undefined => {
    const stream = openStream({ ...asked, ...(expected !== undefined && { model: expected }) });
    stream.message({ data: JSON.stringify({ model: expected ?? 'tiny', choices: [{ text: 'x' }] }) }, MS);
    stream.message({ data: JSON.stringify({ model, choices: [{ text: 'x', finish_reason: 'stop' }] }) }, MS);
    return stream.close(clean).model;
  };
  const long = 'm'.repeat(400);
  assert.equal(named('large', 'tiny'), 'large');
  assert.equal(named(`a\n${long}`, 'tiny')?.length, 200);
  assert.equal(named('tiny', 'tiny'), undefined);
  assert.equal(named(long, `${long.slice(0, 199)}…`), undefined);
  assert.equal(named('large'), undefined);
  assert.equal(named(7, 'tiny'), undefined);
});

describe('a stream that ends without any newline is cut, never an answer without tokens', () => {
  const token = '{"choices":[{"text":"x","finish_reason":"length"}],"usage":{"completion_tokens":1}}';
  const read = (body: string): StreamFacts => {
    const reader = createSseReader();
    const stream = openStream(asked);
    for (const message of [...reader.push(new TextEncoder().encode(body)), ...reader.end()]) {
      stream.message(message, MS);
    }
    return stream.close(clean);
  };
  for (const body of [
    'data: {"choices":[{"te',
    'data: {"choices":[]}',
    'data: {"choices":[{"text":"","finish_reason":"length"}]}',
    'data: [DONE]',
    'data: [DO',
    'data: 1',
  ]) {
    test(body, () => assert.equal(read(body).outcome, 'truncated'));
  }
  test('after whole messages too, also after the last token', () => {
    assert.equal(read(`data: ${token}\n\ndata: [DO`).outcome, 'truncated');
    assert.equal(read(`data: ${token}\n\ndata: {"choices":[],"us`).outcome, 'truncated');
    assert.equal(read('data: {"choices":[]}\n\ndata: {"choices":[]}').outcome, 'truncated');
  });
  test('an answer that lacks only its last newline is whole', () => {
    assert.equal(read(`data: ${token}`).outcome, 'ok');
    assert.equal(read(`data: ${token}\n\ndata: [DONE]`).outcome, 'ok');
    assert.equal(read('data: {"choices":[]}\n\ndata: [DONE]').outcome, 'no_token');
  });
});

describe('an error inside a stream, in every form', () => {
  const token = '{"choices":[{"text":"x","finish_reason":"length"}],"usage":{"completion_tokens":1}}';
  const after = (data: string, event?: string): StreamFacts => {
    const stream = openStream(asked);
    stream.message({ data: token }, MS);
    stream.message({ data, ...(event !== undefined && { event }) }, 2 * MS);
    stream.message({ data: '[DONE]' }, 3 * MS);
    return stream.close(clean);
  };
  for (const [data, text] of [
    ['{"code":500,"message":"dead","status":"error"}', 'dead'],
    ['{"code":500,"message":"dead"}', 'dead'],
    ['{"type":"error","message":"dead"}', 'dead'],
    ['{"type":"error","error":{"message":"dead"}}', 'dead'],
    ['{"type":"error","choices":[]}', '{"type":"error","choices":[]}'],
    ['{"status":"error","choices":[{"text":"y"}]}', '{"status":"error","choices":[{"text":"y"}]}'],
    ['{"errors":[{"message":"dead"}],"choices":[]}', 'dead'],
    ['{"errors":["dead"],"choices":[]}', 'dead'],
    ['{"errors":{"message":"dead"},"choices":[]}', 'dead'],
    ['{"choices":[{"text":"","error":{"message":"dead"}}]}', 'dead'],
    ['{"choices":[{"text":"y"},{"delta":{"error":"dead"}}]}', 'dead'],
    ['{"error":{"message":"dead"},"choices":[]}', 'dead'],
    ['{"object":"chat.completion.chunk","code":500}', 'a message without choices: object, code'],
    ['{"response":"not for a record"}', 'a message without choices: response'],
    ['{"choices":{"0":"x"}}', 'a message without choices: choices'],
    ['{"usage":null,"done":true}', 'a message without choices: usage, done'],
  ] as const) {
    test(data, () => {
      const got = after(data);
      assert.deepEqual([got.outcome, got.error], ['stream_error', text]);
    });
  }
  test('what is harmless stays so', () => {
    for (const data of [
      '{}',
      '{"type":"ping"}',
      '{"error":null,"errors":[],"choices":[]}',
      '{"choices":[{"text":"","error":null}],"usage":{"completion_tokens":1}}',
      '{"choices":[],"prompt_filter_results":[]}',
      '{"id":"1","object":"chat.completion.chunk","created":1,"model":"m"}',
      '{"usage":{"completion_tokens":1}}',
    ]) {
      assert.equal(after(data).outcome, 'ok', data);
    }
    assert.equal(after('{"at":1}', 'ping').outcome, 'ok');
  });
});
