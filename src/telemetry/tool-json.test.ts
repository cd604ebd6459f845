import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { field, jsonValues, reading } from './tool-json.ts';

for (const [name, output, found] of [
  ['a document alone', '[1]\n', [[1]]],
  ['text before it', 'WARNING: User is missing groups [render]\n{"a":1}\n', [{ a: 1 }]],
  ['a warning in brackets that is no JSON', '[WARN] x\n[1]\n', [[1]]],
  ['text after it', '{"a":1}\nDone {really\n', [{ a: 1 }]],
  ['twice the same', '[1]\n[1]\n', [[1], [1]]],
  ['brackets inside of text', '{"a":"}] \\" {"}\n', [{ a: '}] " {' }]],
  ['nothing', '', []],
  ['no JSON at all', "'CTRL' + 'C' to stop watching output:\n", []],
  ['half a document: its whole parts are not all of it', '[\n{"gpu":0},\n{"gpu":1', []],
] as const) {
  test(`JSON of a tool: ${name}`, () => {
    assert.deepEqual(jsonValues(output), found);
  });
}

test('a document comes out whole, whatever text stands before and after it', () => {
  const text = fc.string().map((one) => one.replaceAll(/[[\]{}"]/g, ''));
  fc.assert(
    fc.property(text, fc.array(fc.jsonValue()), text, (before, value, after) => {
      const expected = JSON.parse(JSON.stringify(value)) as unknown;
      assert.deepEqual(jsonValues(`${before}\n${JSON.stringify(value)}\n${after}`)[0], expected);
    }),
  );
});

test('megabytes of brackets end soon', () => {
  assert.deepEqual(jsonValues(`x${'['.repeat(2_000_000)}`), []);
  assert.deepEqual(jsonValues('x[ '.repeat(300_000)), []);
});

for (const [value, found] of [
  [7, 7],
  ['16', 16],
  [{ value: 42, unit: '%' }, 42],
  [{ value: '42.5', unit: 'W' }, 42.5],
  ['734 W', 734],
  [{ value: 'N/A', unit: 'V' }, undefined],
  ['N/A', undefined],
  [-1, undefined],
  [Number.NaN, undefined],
  ['1e999', undefined],
  [null, undefined],
  [[1], undefined],
  ['0x10', undefined],
] as const) {
  test(`a reading of ${JSON.stringify(value)} is ${found}`, () => {
    assert.equal(reading(value)?.value, found);
  });
}

test('fields are own fields: names of a prototype are not data', () => {
  assert.equal(field({ a: 1 }, 'toString'), undefined);
  assert.equal(field(JSON.parse('{"__proto__":{"gpu":1}}'), 'gpu'), undefined);
  assert.equal(field([1], 'length'), undefined);
});
