import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Gpu, GpuInventory } from './gpu.ts';
import { hostFingerprint } from './host-fingerprint.ts';

const card = (index: number, more: Partial<Gpu> = {}): Gpu => ({
  ...{ index, bdf: `0000:0${index}:00.0`, package_id: `0000:0${index}:00.0`, product: 'AMD Instinct MI300X' },
  ...{ arch: 'gfx942', compute_partition: 'SPX', memory_partition: 'NPS1', vram_total_bytes: 192 * 2 ** 30 },
  ...{ power_cap_w: 750, perf_level: 'auto', mec_firmware: 181 },
  ...more,
});
const inventory = (more: Partial<GpuInventory> = {}): GpuInventory => ({
  ...{ source: 'sysfs', gpus: [], problems: [] },
  ...more,
});
const value = (gpus: readonly Gpu[], more: Partial<GpuInventory> = {}) => {
  const fields = hostFingerprint({ gpus, inventory: inventory({ gpus, ...more }) });
  return (name: string) => fields[name]?.value;
};

test('equal GPUs: one value each, and the count', () => {
  const read = value([card(0), card(1)]);
  assert.equal(read('gpu'), 'AMD Instinct MI300X');
  assert.equal(read('arch'), 'gfx942');
  assert.equal(read('gpu_count'), 2);
  assert.equal(read('compute_partition'), 'SPX');
  assert.equal(read('memory_partition'), 'NPS1');
  assert.equal(read('vram_gib'), 192);
  assert.equal(read('power_cap_w'), 750);
  assert.equal(read('perf_level'), 'auto');
  assert.equal(read('mec_firmware'), 181);
  assert.equal(read('gpu_addresses'), '0000:00:00.0, 0000:01:00.0');
});

test('GPUs that differ are told side by side', () => {
  assert.equal(value([card(0), card(1, { power_cap_w: 600 })])('power_cap_w'), '750, 600');
});

test('what one GPU does not say is unknown, with the GPU named', () => {
  const { perf_level: _, ...silent } = card(1);
  const fields = hostFingerprint({ gpus: [card(0), silent], inventory: inventory() });
  assert.equal(fields['perf_level']?.value, undefined);
  assert.match(fields['perf_level']?.source ?? '', /GPU 1/);
});

test('a host without GPUs, one that cannot be read, and one that nobody asked', () => {
  const none = hostFingerprint({ gpus: [], inventory: inventory() });
  assert.equal(none['gpu']?.value, undefined);
  assert.equal(none['gpu_count']?.value, undefined);
  assert.match(none['gpu']?.source ?? '', /no AMD GPU/);
  const hidden = hostFingerprint({ gpus: [], inventory: inventory({ problems: ['node 1 cannot be read'] }) });
  assert.match(hidden['gpu']?.source ?? '', /node 1 cannot be read/);
  assert.deepEqual(hostFingerprint({ gpus: [], inventory: inventory({ source: 'not read' }) }), {});
});

test('the driver: a version, else the kernel with the source hash, else unknown', () => {
  const driver = (host: GpuInventory['host']) =>
    value([card(0)], host === undefined ? {} : { host })('driver');
  assert.equal(driver({ driver: '6.12.12', kernel: '6.8.0' }), '6.12.12');
  assert.equal(driver({ kernel: '6.8.0', driver_srcversion: 'ABC' }), 'in-tree 6.8.0 (ABC)');
  assert.equal(driver({ kernel: '6.8.0' }), undefined);
  assert.equal(driver(undefined), undefined);
});
