import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decode, encode, encodeChat, generatedToken, VOCABULARY_SIZE } from './tokenizer.ts';

const TEXT = `The quick brown fox jumps over the lazy dog, 42 times; then it rests.
Serving a model means: prefill, decode, and a queue that nobody sees until it is long.\tIsn't it?`;

test('text survives encoding and decoding, any Unicode included', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      const wellFormed = text.toWellFormed();
      assert.equal(decode(encode(wellFormed)), wellFormed);
    }),
  );
  assert.equal(decode(encode(TEXT)), TEXT);
});

test('complete ids can be joined in any order and keep their number through text', () => {
  // Without the last id, which may be an open one.
  const pool = encode(TEXT).slice(0, -1);
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pool), { minLength: 1, maxLength: 300 }), (ids) => {
      assert.deepEqual(encode(decode(ids)), ids);
    }),
  );
});

test('ids stay below the vocabulary size and English takes about three characters a token', () => {
  const ids = encode(TEXT);
  assert.ok(ids.every((id) => id >= 0 && id < VOCABULARY_SIZE));
  const charactersPerToken = TEXT.length / ids.length;
  assert.ok(charactersPerToken > 2.4 && charactersPerToken < 3, `${charactersPerToken}`);
});

test('generated tokens say that they are simulated and count the same when encoded again', () => {
  const ids = Array.from({ length: 100 }, (_, index) => generatedToken(7, index).id);
  const text = Array.from({ length: 100 }, (_, index) => generatedToken(7, index).text).join('');
  assert.match(text, /simulated text from no real model/);
  assert.deepEqual(encode(text), ids);
  assert.equal(JSON.stringify(text), `"${text}"`);
});

test('a chat prompt is its messages plus a constant template', () => {
  const overhead = (content: string): number =>
    encodeChat([{ role: 'user', content }]).length - encode(content).length;
  assert.equal(overhead('hello'), overhead(TEXT));
});
