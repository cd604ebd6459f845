// The tree is the one of drivers/gpu/drm/amd/amdkfd/kfd_process.c (Linux 6.8): proc/PID/vram_GPUID in bytes, with an
// entry of 0 for each GPU that a process has opened, and queues/N/gpuid.
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import type { Gpu } from '../../core/gpu.ts';
import type { HostCheck } from '../../core/result.gen.ts';
import { occupancyChecks } from './occupancy.ts';

const GIB = 1024 ** 3;
const OURS: Gpu = {
  ...{ index: 0, bdf: '0000:05:00.0', package_id: '0000:05:00.0', kfd_gpu_id: 111 },
  ...{ vram_total_bytes: 192 * GIB, vram_used_bytes: 283 * 1024 ** 2 },
};
const OTHER: Gpu = { ...OURS, index: 1, bdf: '0000:26:00.0', package_id: '0000:26:00.0', kfd_gpu_id: 222 };

/** Files of a host by path below its root. */
function host(files: Readonly<Record<string, string>>, namespace = '4026531836'): string {
  const root = mkdtempSync(join(tmpdir(), 'gate-host-'));
  mkdirSync(join(root, 'proc/self/ns'), { recursive: true });
  symlinkSync(`pid:[${namespace}]`, join(root, 'proc/self/ns/pid'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

const KFD = 'sys/class/kfd/kfd/proc';
const IDLE = { [`${KFD}/.keep`]: '', 'proc/1/stat': '1 (init) S 0' };

function look(
  root: string,
  more: { readonly gpus?: readonly Gpu[]; readonly ours?: readonly number[] } = {},
): Readonly<Record<string, HostCheck>> {
  const checks = occupancyChecks({
    root,
    gpus: more.gpus ?? [OURS],
    all: [OURS, OTHER],
    isOurs: (pid) => more.ours?.includes(pid) === true,
  });
  return Object.fromEntries(checks.map((check) => [check.id, check]));
}

/** A process of another user with 40 GiB on the given GPU. */
function foreign(
  gpuId: number,
  more: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  return {
    ...IDLE,
    [`${KFD}/4711/vram_111`]: '0',
    [`${KFD}/4711/vram_222`]: '0',
    [`${KFD}/4711/vram_${gpuId}`]: String(40 * GIB),
    'proc/4711/stat': `4711 (VLLM::EngineCor) S ${'0 '.repeat(18)}360000 0`,
    'proc/4711/cmdline': 'python3\0train.py\0--secret',
    'proc/uptime': '7200.00 1.00',
    ...more,
  };
}

test('an idle host is clean', () => {
  const found = look(host(IDLE));
  for (const id of ['gpu_processes', 'vram', 'neighbours']) assert.equal(found[id]?.state, 'ok', id);
});

test('a process on our GPU is named with owner, age and command, which stay in the details', () => {
  const { gpu_processes: check } = look(host(foreign(111)));
  assert.equal(check?.state, 'problem');
  assert.match(check?.message ?? '', /1 process\(es\) of others use these GPUs \(pid 4711\)/);
  assert.ok(!check?.message.includes('train.py'));
  assert.match(
    check?.details?.[0] ?? '',
    /^pid 4711, user \d+, 60 min old: python3 train\.py --secret; GPU 0 \(0000:05:00\.0\) 40\.0 GiB$/,
  );
  assert.match(check?.remedy ?? '', /never stopped from here/);
});

test('a process on another GPU is a neighbour, not a foreign process', () => {
  const found = look(host(foreign(222)));
  assert.equal(found['gpu_processes']?.state, 'ok');
  assert.equal(found['neighbours']?.state, 'problem');
  assert.equal(found['neighbours']?.blocking, false);
});

test('an open GPU without memory or queue is no use of it; a queue alone is', () => {
  const opened = { ...IDLE, [`${KFD}/9/vram_111`]: '0' };
  assert.equal(look(host(opened))['gpu_processes']?.state, 'ok');
  const queue = host({ ...opened, [`${KFD}/9/queues/0/gpuid`]: '111', 'proc/9/stat': '9 (x) S 1' });
  assert.equal(look(queue)['gpu_processes']?.state, 'problem');
});

test('a further context of a process counts like its first', () => {
  const files = {
    ...IDLE,
    [`${KFD}/9/vram_111`]: '0',
    [`${KFD}/9/context_1/vram_111`]: '4096',
    'proc/9/stat': '9 (x) S 1',
  };
  assert.equal(look(host(files))['gpu_processes']?.state, 'problem');
});

test('our own engine is not foreign', () => {
  assert.equal(look(host(foreign(111)), { ours: [4711] })['gpu_processes']?.state, 'ok');
});

test('from inside a container it is unknown whose process it is, never foreign and never clean', () => {
  const inside = look(host(foreign(111), '4026532801'));
  assert.equal(inside['gpu_processes']?.state, 'unknown');
  assert.ok(!JSON.stringify(inside).includes('train.py'));
  assert.equal(
    look(host(IDLE, '4026532801'))['gpu_processes']?.state,
    'ok',
    'nobody at all is clean everywhere',
  );
});

test('a context without a process is named, and a reset of just this GPU recommended', () => {
  const { gpu_processes: check } = look(host({ ...IDLE, [`${KFD}/4711/vram_111`]: String(GIB) }));
  assert.equal(check?.state, 'problem');
  assert.match(check?.message ?? '', /1 GPU context\(s\) without a process \(pid 4711\)/);
  assert.match(check?.remedy ?? '', /amd-smi reset --gpureset --gpu 0/);
});

test('where /proc hides the processes of others, no context is taken for ownerless', () => {
  const { 'proc/1/stat': _, ...hidden } = IDLE;
  const { gpu_processes: check } = look(host({ ...hidden, [`${KFD}/4711/vram_111`]: String(GIB) }));
  assert.equal(check?.state, 'problem');
  assert.ok(!/reset/.test(check?.remedy ?? ''));
});

test('memory in use without an owner is a leak, with one it belongs to that', () => {
  const full = { ...OURS, vram_used_bytes: 114 * GIB };
  const leaked = look(host(IDLE), { gpus: [full] })['vram'];
  assert.equal(leaked?.state, 'problem');
  assert.match(leaked?.message ?? '', /114\.0 GiB in use, and no process owns it/);
  const owned = look(host(foreign(111)), { gpus: [full] })['vram'];
  assert.match(owned?.message ?? '', /114\.0 GiB in use$/);
});

test('what cannot be read is unknown, never clean', () => {
  assert.equal(look(host({}))['gpu_processes']?.state, 'unknown', 'no KFD at all');
  assert.equal(look(host({}))['neighbours']?.state, 'unknown');
  for (const text of ['', 'N/A', '-1', '12 MB', '9'.repeat(40)]) {
    const root = host({ ...IDLE, [`${KFD}/7/vram_111`]: text });
    assert.equal(look(root)['gpu_processes']?.state, 'unknown', JSON.stringify(text));
  }
  const { kfd_gpu_id: _, vram_used_bytes: __, ...bare } = OURS;
  const found = look(host(IDLE), { gpus: [bare] });
  assert.equal(found['gpu_processes']?.state, 'unknown');
  assert.equal(found['vram']?.state, 'unknown');
});

test('a folder that may not be read is unknown', {
  skip: process.getuid?.() === 0 ? 'root reads all' : false,
}, () => {
  const root = host(foreign(111));
  chmodSync(join(root, KFD, '4711'), 0);
  assert.equal(look(root)['gpu_processes']?.state, 'unknown');
});

test('without GPUs there is nothing to say', () => {
  assert.deepEqual(look(host(IDLE), { gpus: [] }), {});
});
