import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { nearestName, nearestNumber } from './nearest.ts';

describe('nearest known name', () => {
  const known = ['request_rates', 'request_throughput', 'num_prompts', 'seed', 'p95_ttft_ms'];
  const table = [
    ['request_rate', 'request_rates'],
    ['requset_rates', 'request_rates'],
    ['Num-Prompts', 'num_prompts'],
    ['sede', 'seed'],
    ['p95_ttft', 'p95_ttft_ms'],
    ['colour', undefined],
    ['', undefined],
    ['   ', undefined],
    ['x'.repeat(1000), undefined],
  ] as const;
  for (const [name, expected] of table) {
    test(JSON.stringify(name.slice(0, 20)), () => assert.equal(nearestName(name, known), expected));
  }

  test('one exchange of neighbours in a long name finds it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...known.slice(0, 3)), fc.nat(), (name, seed) => {
        const i = seed % (name.length - 1);
        const typo = name.slice(0, i) + name[i + 1] + name[i] + name.slice(i + 2);
        assert.equal(nearestName(typo, known), name);
      }),
    );
  });

  test('with nothing known there is nothing near', () => assert.equal(nearestName('seed', []), undefined));
});

test('nearest number, the smaller one on a tie', () => {
  assert.equal(nearestNumber(3, [16, 8, 4, 2]), 2);
  assert.equal(nearestNumber(7, [2, 4, 8]), 8);
  assert.equal(nearestNumber(1, []), undefined);
});
