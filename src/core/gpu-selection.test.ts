import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Gpu, GpuInventory } from './gpu.ts';
import {
  engineGpus,
  type GpuRequest,
  selectGpus,
  visibleDevices,
  visibleDevicesProblem,
} from './gpu-selection.ts';

const card = (index: number, more: Partial<Gpu> = {}): Gpu => ({
  index,
  bdf: `0000:${(5 + index).toString(16).padStart(2, '0')}:00.0`,
  package_id: `0000:${(5 + index).toString(16).padStart(2, '0')}:00.0`,
  render_node: `renderD${128 + index}`,
  unique_id: `${'0'.repeat(14)}a${index}`,
  vram_used_bytes: 0,
  ...more,
});
const host = (count: number): GpuInventory => ({
  source: 'sysfs',
  gpus: Array.from({ length: count }, (_, i) => card(i)),
  problems: [],
});
const indexes = (
  request: GpuRequest,
  inventory: GpuInventory,
  env: Record<string, string> = {},
): number[] | string => {
  const { gpus, problems } = selectGpus(request, inventory, env);
  return problems.length > 0 ? problems.join('; ') : gpus.map((gpu) => gpu.index);
};

describe('what is asked for', () => {
  const rows: [string, GpuRequest, Record<string, string>, number[] | RegExp][] = [
    ['a number takes the first', 2, {}, [0, 1]],
    ['all of a host', 'all', {}, [0, 1, 2, 3]],
    ['none', 0, {}, []],
    ['a list, in the order of the host', [3, 1], {}, [1, 3]],
    ['PCI address, short and long', ['0000:06:00.0', '08:00.0'], {}, [1, 3]],
    [
      'unique id in three spellings',
      ['GPU-00000000000000a0', '0x00000000000000a1', '00000000000000a2'],
      {},
      [0, 1, 2],
    ],
    ['render node and its path', ['renderD129', '/dev/dri/renderD131'], {}, [1, 3]],
    [
      'a variable of the runner',
      'env:RENDER_DEVICES',
      { RENDER_DEVICES: '/dev/dri/renderD130 /dev/dri/renderD131' },
      [2, 3],
    ],
    ['a variable that is not set', 'env:NOPE', {}, /NOPE is not set/],
    ['a variable that is empty', 'env:NOPE', { NOPE: ' ' }, /NOPE is empty/],
    ['a variable that lists nothing', 'env:NOPE', { NOPE: ',,' }, /names no GPU/],
    ['more than there are', 5, {}, /5 wanted, 4 there/],
    ['an index that is not there', [7], {}, /no GPU "7" on this host; it has 0 = 0000:05:00.0/],
    ['one twice, in two spellings', [1, '0000:06:00.0'], {}, /named twice/],
    ['Slurm limits a number', 1, { SLURM_JOB_GPUS: '2,3' }, [2]],
    [
      'Slurm is never widened',
      3,
      { SLURM_JOB_GPUS: '2,3' },
      /3 wanted, 2 there \(limited by SLURM_JOB_GPUS=2,3\)/,
    ],
    ['nor by naming another', [0], { SLURM_JOB_GPUS: '2,3' }, /GPU 0 is not among those given/],
    [
      'Slurm numbers a job from 0 beside its physical numbers',
      'all',
      { SLURM_JOB_GPUS: '2,3', ROCR_VISIBLE_DEVICES: '0,1' },
      [2, 3],
    ],
    ['or from the physical ones', 'all', { SLURM_JOB_GPUS: '2,3', ROCR_VISIBLE_DEVICES: '2,3' }, [2, 3]],
    ['the step wins over the job', 'all', { SLURM_JOB_GPUS: '2,3', SLURM_STEP_GPUS: '3' }, [3]],
    ['ROCR by unique id', 'all', { ROCR_VISIBLE_DEVICES: 'GPU-00000000000000a3' }, [3]],
    ['HIP counts within ROCR', 'all', { ROCR_VISIBLE_DEVICES: '2,3', HIP_VISIBLE_DEVICES: '1' }, [3]],
    [
      'physical numbers in both are refused',
      'all',
      { ROCR_VISIBLE_DEVICES: '2,3', HIP_VISIBLE_DEVICES: '2,3' },
      /contradict/,
    ],
    ['HIP and CUDA that agree', 'all', { HIP_VISIBLE_DEVICES: '1', CUDA_VISIBLE_DEVICES: '1' }, [1]],
    [
      'HIP and CUDA that differ',
      'all',
      { HIP_VISIBLE_DEVICES: '1', CUDA_VISIBLE_DEVICES: '2' },
      /contradict each other/,
    ],
    ['an empty variable is unset', 'all', { HIP_VISIBLE_DEVICES: '' }, [0, 1, 2, 3]],
    ['a variable with something else in it', 'all', { HIP_VISIBLE_DEVICES: 'NoDevFiles' }, /does not show/],
    ['a word that means nothing', 'some', {}, /expected all, env:NAME/],
  ];
  for (const [name, request, env, expected] of rows) {
    test(name, () => {
      const found = indexes(request, host(4), env);
      if (expected instanceof RegExp) assert.match(String(found), expected);
      else assert.deepEqual(found, expected);
    });
  }
});

test('idle GPUs come first; one whose memory cannot be read counts as busy', () => {
  const { vram_used_bytes: _, ...unread } = card(0);
  const gpus = [unread, card(1, { vram_used_bytes: 80e9 }), card(2), card(3)];
  assert.deepEqual(indexes(2, { source: 'sysfs', gpus, problems: [] }), [2, 3]);
});

test('an address that several partitions share does not say which', () => {
  const gpus = [card(0, { partition: 0 }), card(1, { bdf: '0000:05:00.0', partition: 1 })];
  assert.match(
    String(indexes(['0000:05:00.0'], { source: 'sysfs', gpus, problems: [] })),
    /no GPU "0000:05:00.0"/,
  );
});

test('a host without GPUs, or with unreadable ones, is a problem unless none are wanted', () => {
  assert.match(String(indexes(1, host(0))), /no AMD GPU is visible.*engine.gpus: 0/);
  const unreadable = { source: 'sysfs', gpus: [], problems: ['/sys/class/drm: EACCES'] };
  assert.match(String(indexes('all', unreadable)), /cannot be read: .*EACCES/);
  assert.deepEqual(indexes(0, unreadable), []);
});

test('whatever is asked for: a selection lies within the given set, or there is none', () => {
  const id = fc.oneof(
    fc.nat(9),
    fc.constantFrom('0000:05:00.0', 'renderD129', 'GPU-00000000000000a2', 'x', ''),
  );
  const request = fc.oneof(
    fc.nat(9),
    fc.constantFrom('all', 'env:LIST'),
    fc.array(id, { minLength: 1, maxLength: 5 }),
  );
  const list = fc.array(fc.nat(8), { maxLength: 5 }).map((ids) => ids.join(','));
  fc.assert(
    fc.property(request, fc.nat(8), list, list, (wanted, count, slurm, other) => {
      const { gpus, problems } = selectGpus(wanted, host(count), { SLURM_JOB_GPUS: slurm, LIST: other });
      assert.ok(problems.length === 0 || gpus.length === 0);
      assert.equal(new Set(gpus).size, gpus.length);
      const given = slurm === '' ? undefined : slurm.split(',').map(Number);
      for (const gpu of gpus) assert.ok(given === undefined || given.includes(gpu.index));
      if (problems.length === 0 && typeof wanted === 'number') assert.equal(gpus.length, wanted);
      if (problems.length === 0 && wanted !== 0) assert.ok(gpus.length > 0);
    }),
  );
});

test('without engine.gpus a container gets its parallel size, a process all that is given', () => {
  const of = (kind: 'docker' | 'process' | 'external', count: number, parallel?: number) =>
    engineGpus({ kind }, parallel, host(count), {}).gpus.length;
  assert.deepEqual(
    [of('docker', 4, 2), of('docker', 4), of('process', 4, 2), of('external', 4)],
    [2, 1, 4, 0],
  );
  assert.deepEqual(engineGpus({ kind: 'process' }, 1, host(0), {}).problems, []);
  assert.equal(engineGpus({ kind: 'docker' }, 1, host(0), {}).problems.length, 1);
});

test('a process is limited by one variable with unique ids, or not at all', () => {
  assert.deepEqual(visibleDevices([card(1), card(2)]), {
    name: 'ROCR_VISIBLE_DEVICES',
    value: 'GPU-00000000000000a1,GPU-00000000000000a2',
  });
  const { unique_id: _, ...nameless } = card(1);
  assert.equal(visibleDevices([nameless]), undefined);
  assert.equal(visibleDevices([card(1), card(2, { unique_id: '00000000000000a1' })]), undefined);
});

test('visibility variables of an engine: none in a container, one in a process', () => {
  assert.match(visibleDevicesProblem({ HIP_VISIBLE_DEVICES: '0' }, 'container') ?? '', /HIP_VISIBLE_DEVICES/);
  assert.equal(visibleDevicesProblem({ HIP_VISIBLE_DEVICES: '0' }, 'process'), undefined);
  assert.equal(visibleDevicesProblem({ HIP_VISIBLE_DEVICES: '' }, 'container'), undefined);
  const both = { HIP_VISIBLE_DEVICES: '0', ROCR_VISIBLE_DEVICES: '1' };
  assert.match(visibleDevicesProblem(both, 'process') ?? '', /set one of them/);
});
