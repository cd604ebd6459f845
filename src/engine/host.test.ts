import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { loadConfig } from '../config/load.ts';
import type { Gpu, GpuInventory } from '../core/gpu.ts';
import type { HostPort } from '../ports.ts';
import { createHost } from './host.ts';
import { makeToken } from './leftovers.ts';

const GIB = 1024 ** 3;

function gpu(index: number, used: number | undefined): Gpu {
  const bdf = `0000:0${index}:00.0`;
  return {
    ...{ index, bdf, package_id: bdf, kfd_gpu_id: 100 + index, vram_total_bytes: 192 * GIB },
    ...(used === undefined ? {} : { vram_used_bytes: used }),
  };
}

/** A host whose inventory is each of these in turn; the last one stays. */
function host(
  inventories: readonly (readonly Gpu[])[],
  env: Readonly<Record<string, string>> = {},
): HostPort {
  const root = mkdtempSync(join(tmpdir(), 'gate-host-'));
  for (const [path, text] of [
    ['sys/class/kfd/kfd/proc/.keep', ''],
    ['proc/1/stat', '1 (init) S 0'],
  ] as const) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  mkdirSync(join(root, 'proc/self/ns'), { recursive: true });
  symlinkSync('pid:[4026531836]', join(root, 'proc/self/ns/pid'));
  let look = 0;
  const inventory = async (): Promise<GpuInventory> => {
    const gpus = inventories[Math.min(look, inventories.length - 1)] ?? [];
    look += 1;
    return { source: 'test', gpus, problems: [] };
  };
  return createHost({
    ...{
      env: { DOCKER_HOST: 'unix:///nonexistent', ...env },
      inventory,
      root,
      out: root,
      cli_path: 'unused',
    },
    run_token: makeToken('host-test'),
    log: { info() {}, warning() {} },
  });
}

function engineOf(...set: readonly string[]) {
  return loadConfig({ set: ['engine.command=[x]', ...set], env: {}, cwd: '.' }).engine;
}

test('a process gets all GPUs that are given, or those that are named; a host without GPUs is no problem', async () => {
  const two = [gpu(0, 0), gpu(1, 0)];
  assert.equal((await host([two]).gpus(engineOf())).gpus.length, 2);
  assert.deepEqual(
    (await host([two]).gpus(engineOf('engine.gpus=[1]'))).gpus.map(({ index }) => index),
    [1],
  );
  assert.equal((await host([two], { HIP_VISIBLE_DEVICES: '1' }).gpus(engineOf())).gpus.length, 1);
  assert.deepEqual(await host([[]]).gpus(engineOf()), {
    inventory: { source: 'test', gpus: [], problems: [] },
    gpus: [],
    problems: [],
  });
  assert.equal((await host([[]]).gpus(engineOf('engine.gpus=2'))).problems.length, 1);
  assert.equal((await host([two]).gpus(engineOf('engine.kind=simulator'))).gpus.length, 0);
});

test('occupancy looks at memory as it is now, and a GPU that is gone has none', async () => {
  const before = [gpu(0, 1)];
  const state = async (now: readonly Gpu[]) =>
    (await host([now]).occupancy(before)).find(({ id }) => id === 'vram')?.state;
  assert.equal(await state([gpu(0, 100)]), 'ok');
  assert.equal(await state([gpu(0, 50 * GIB)]), 'problem');
  assert.equal(await state([gpu(0, undefined)]), 'unknown');
  assert.equal(await state([]), 'unknown');
});

test('memory after the run: back, still held, or not readable', async () => {
  const before = [gpu(0, GIB / 4)];
  assert.equal((await host([[gpu(0, 90 * GIB)], [gpu(0, GIB / 2)]]).released(before, 10)).state, 'ok');
  const held = await host([[gpu(0, 90 * GIB)]]).released(before, 0);
  assert.equal(held.state, 'problem');
  assert.match(held.message, /GPU 0 \(0000:00:00\.0\) 90\.0 GiB still in use/);
  assert.equal((await host([[]]).released(before, 0)).state, 'unknown');
  assert.equal((await host([[gpu(0, 0)]]).released([gpu(0, undefined)], 0)).state, 'unknown');
});
