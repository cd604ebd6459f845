import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { createSseReader, type SseMessage } from './sse.ts';

const folders = ['fixtures/recorded/vllm-0.32.0-cpu', 'fixtures/streams'];
const files = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sse'))
    .map((name) => `${folder}/${name}`),
);

const encoder = new TextEncoder();

function read(
  chunks: readonly Uint8Array[],
  cap?: number,
): { messages: SseMessage[]; failure?: string | undefined } {
  const reader = createSseReader(cap);
  const messages: SseMessage[] = [];
  for (const chunk of chunks) {
    // The socket reuses its buffer: what the reader keeps must be a copy.
    const lent = chunk.slice();
    messages.push(...reader.push(lent));
    lent.fill(0);
  }
  messages.push(...reader.end());
  return { messages, failure: reader.failure };
}

function cut(bytes: Uint8Array, at: readonly number[]): Uint8Array[] {
  const places = [
    0,
    ...at.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b),
    bytes.length,
  ];
  return places.slice(1).map((end, i) => bytes.subarray(places[i], end));
}

const text = (body: string) => read([encoder.encode(body)]).messages.map(({ data }) => data);

describe('any cutting of a stream into reads gives the same messages', () => {
  for (const file of files) {
    const bytes = new Uint8Array(readFileSync(file));
    const whole = read([bytes]);
    test(file, () => {
      assert.deepEqual(read(Array.from(bytes, (byte) => Uint8Array.of(byte))), whole);
      fc.assert(
        fc.property(fc.array(fc.nat(), { maxLength: 40 }), (at) =>
          assert.deepEqual(read(cut(bytes, at)), whole),
        ),
        { numRuns: 50 },
      );
    });
  }

  test('every single cut of a stream with characters of several bytes', () => {
    const bytes = new Uint8Array(readFileSync('fixtures/streams/emoji.sse'));
    const whole = read([bytes]);
    for (let at = 0; at <= bytes.length; at++) assert.deepEqual(read(cut(bytes, [at])), whole);
    assert.match(whole.messages[0]?.data ?? '', /né🙂/);
  });

  test('arbitrary bytes', () => {
    const bytes = fc.array(fc.constantFrom(10, 13, 32, 58, 97, 100, 116, 0xef, 0xbb, 0xbf, 0xf0, 0x9f), {
      maxLength: 80,
    });
    fc.assert(
      fc.property(bytes, fc.array(fc.nat(), { maxLength: 8 }), (values, at) => {
        const body = Uint8Array.from([...encoder.encode('data'), ...values]);
        assert.deepEqual(read(cut(body, at)), read([body]));
      }),
      { numRuns: 500 },
    );
  });
});

test('messages of any content survive the way through any line end', () => {
  const line = fc.string({ unit: 'binary' }).map((s) => s.replaceAll(/[\r\n]/g, ''));
  fc.assert(
    fc.property(
      fc.array(fc.array(line, { minLength: 1, maxLength: 3 }), { maxLength: 5 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      fc.constantFrom('data: ', 'data:'),
      fc.array(fc.nat(), { maxLength: 6 }),
      (messages, end, prefix, at) => {
        // Without the space a leading space of the content would be taken for it.
        fc.pre(prefix === 'data: ' || messages.flat().every((part) => !part.startsWith(' ')));
        const body = messages
          .map((parts) => `${parts.map((part) => prefix + part + end).join('')}${end}`)
          .join('');
        const expected = messages.map((parts) => parts.join('\n')).filter((part) => part !== '');
        const got = read(cut(encoder.encode(body), at)).messages.map(({ data }) => data);
        assert.deepEqual(
          got,
          expected.map((part) => part.toWellFormed()),
        );
      },
    ),
  );
});

test('recorded streams end with [DONE]', () => {
  for (const file of files.filter((name) => name.includes('recorded'))) {
    const { messages } = read([new Uint8Array(readFileSync(file))]);
    assert.deepEqual(messages.at(-1), { data: '[DONE]' }, file);
    for (const { data } of messages.slice(0, -1)) assert.doesNotThrow(() => JSON.parse(data));
  }
});

describe('fields and blank lines', () => {
  const cases: readonly [string, string, readonly string[]][] = [
    ['comments and keep-alives', ': ping\n\n\n\ndata: a\n\n: ping\n\n', ['a']],
    ['several data lines', 'data: a\ndata: b\n\n', ['a\nb']],
    ['only one space is taken off', 'data:  a\n\n', [' a']],
    ['other fields', 'id: 1\nretry: 5\ndata: a\nsomething\n\n', ['a']],
    ['a field that only begins with data', 'database: a\n\n', []],
    ['empty data', 'data:\n\ndata\n\n', []],
    ['a byte order mark', '\uFEFFdata: a\n\n\uFEFFdata: b\n\n', ['a']],
    ['several events in one read with CRLF', 'data: a\r\n\r\ndata: b\r\n\r\n', ['a', 'b']],
    ['mixed line ends', 'data: a\r\rdata: b\n\ndata: c\r\n\n', ['a', 'b', 'c']],
  ];
  for (const [name, body, expected] of cases) test(name, () => assert.deepEqual(text(body), expected));

  test('the event field is kept', () => {
    assert.deepEqual(read([encoder.encode('event: error\ndata: x\n\ndata: y\n\n')]).messages, [
      { data: 'x', event: 'error' },
      { data: 'y' },
    ]);
  });

  test('what the end of the body leaves is marked', () => {
    assert.deepEqual(read([encoder.encode('data: a\n\ndata: b')]).messages, [
      { data: 'a' },
      { data: 'b', unterminated: true },
    ]);
  });
});

describe('memory is bounded', () => {
  const cap = 100;
  const failing = (body: string, pieces: number) => {
    const bytes = encoder.encode(body);
    const at = Array.from({ length: pieces }, (_, i) => Math.floor((bytes.length * i) / pieces));
    return read(cut(bytes, at), cap);
  };
  for (const pieces of [1, 2, 50]) {
    test(`a line over the cap fails, read in ${pieces} pieces`, () => {
      const { messages, failure } = failing(
        `data: ok\n\ndata: ${'x'.repeat(200)}\n\ndata: later\n\n`,
        pieces,
      );
      assert.match(failure ?? '', /longer than 100 bytes/);
      assert.deepEqual(messages, [{ data: 'ok' }]);
    });
    test(`a message over the cap fails, read in ${pieces} pieces`, () => {
      const { messages, failure } = failing(`${`data: ${'x'.repeat(40)}\n`.repeat(5)}\n`, pieces);
      assert.match(failure ?? '', /longer than 100 bytes/);
      assert.deepEqual(messages, []);
    });
  }
  test('a line without an end fails', () => {
    assert.match(failing('y'.repeat(500), 10).failure ?? '', /longer than/);
  });
  test('a line of exactly the cap is read', () => {
    const body = `data: ${'x'.repeat(94)}\n\n`;
    assert.equal(failing(body, 1).failure, undefined);
    assert.equal(failing(body, 3).messages.length, 1);
  });
});
