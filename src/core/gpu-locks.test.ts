import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Gpu } from './gpu.ts';
import { type Exclusive, type GpuLock, gpuLocks } from './gpu-locks.ts';

function gpu(index: number, bdf: string, packageId = bdf, partition?: number): Gpu {
  return { index, bdf, package_id: packageId, ...(partition === undefined ? {} : { partition }) };
}

/** True when two runs with these locks cannot run at the same time. */
function collide(one: readonly GpuLock[], other: readonly GpuLock[]): boolean {
  return one.some((a) =>
    other.some((b) => a.name === b.name && (a.mode === 'exclusive' || b.mode === 'exclusive')),
  );
}

const die0 = gpu(0, '0000:05:00.0');
const die1 = gpu(1, '0000:06:00.0', '0000:05:00.0');
const other = gpu(2, '0000:0a:00.0');
const xcp = [0, 1].map((partition) => gpu(partition, '0000:1b:00.0', '0000:1b:00.0', partition));

for (const [name, one, other_, exclusive, expected] of [
  ['two dies of an MI250X', [die0], [die1], 'package', true],
  ['two dies of an MI250X, by GPU', [die0], [die1], 'gpu', false],
  ['two packages', [die0], [other], 'package', false],
  ['two packages, by node', [die0], [other], 'node', true],
  ['two partitions of a card', [xcp[0]], [xcp[1]], 'package', true],
  ['two partitions of a card, by GPU', [xcp[0]], [xcp[1]], 'gpu', false],
  ['the same GPU, by GPU', [die0], [die0], 'gpu', true],
] as const) {
  test(`${name}: ${expected ? 'one after the other' : 'at the same time'}`, () => {
    const locks = (gpus: readonly (Gpu | undefined)[]): readonly GpuLock[] =>
      gpuLocks(
        gpus.filter((each) => each !== undefined),
        exclusive,
      );
    assert.equal(collide(locks(one), locks(other_)), expected);
  });
}

test('whatever two runs ask for, a run that wants the larger thing and one inside it exclude each other', () => {
  const kinds = fc.constantFrom<Exclusive>('node', 'package', 'gpu');
  fc.assert(
    fc.property(kinds, kinds, (a, b) => {
      const first = gpuLocks([die0], a);
      assert.ok(collide(first, gpuLocks([die0], b)));
      assert.equal(
        collide(first, gpuLocks([die1], b)),
        a !== 'gpu' || b !== 'gpu',
        'the other die is free only where both lock single GPUs',
      );
    }),
  );
});

test('every run takes the locks in one order', () => {
  const all = [other, die1, die0, ...xcp];
  fc.assert(
    fc.property(
      fc.shuffledSubarray(all, { minLength: 1 }),
      fc.constantFrom<Exclusive>('package', 'gpu'),
      (gpus, exclusive) => {
        const whole = gpuLocks(all, exclusive).map(({ name }) => name);
        const mine = gpuLocks(gpus, exclusive).map(({ name }) => name);
        assert.deepEqual(
          mine,
          whole.filter((name) => mine.includes(name)),
        );
      },
    ),
  );
});

test('without GPUs there is nothing to lock', () => {
  assert.deepEqual(gpuLocks([], 'node'), []);
});
