import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatMarker, parseMarker } from './marker.ts';

test('a marker is read back as it was written and can never end its HTML comment early', () => {
  const text = fc.string({ unit: 'binary', maxLength: 100 });
  const marker = fc.record({
    ...{ group: text, head: text, state: text },
    run: fc.nat(),
    attempt: fc.nat({ max: 999_999 }),
  });
  fc.assert(
    fc.property(marker, (value) => {
      const line = formatMarker(value);
      assert.equal(line.indexOf('--', 4), line.length - 3);
      assert.deepEqual(parseMarker(`text\n\n${line}\n`), {
        ...value,
        group: value.group.toWellFormed(),
        head: value.head.toWellFormed(),
        state: value.state.toWellFormed(),
      });
    }),
  );
});

test('a marker anywhere but in the last line is somebody quoting one', () => {
  const line = formatMarker({ group: 'a', head: 'b', run: 1, attempt: 1, state: 'pass' });
  assert.equal(parseMarker(`${line}\nsee above`), undefined);
  assert.equal(
    parseMarker('<!-- instinct-gate:group=%E0%A4%A head=b run=1 attempt=1 state=x -->'),
    undefined,
  );
  assert.equal(parseMarker(''), undefined);
});
