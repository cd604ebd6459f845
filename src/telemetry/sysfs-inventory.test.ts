import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { address, dropDevice, type FakeHost, writeHost } from '../../fixtures/host/tree.ts';
import { readHostFacts } from './host-facts.ts';
import { readSysfsInventory } from './sysfs-inventory.ts';

function rootOf(host: FakeHost): string {
  const root = mkdtempSync(join(tmpdir(), 'gate-host-'));
  writeHost(root, host);
  return root;
}

test('two MI250X are four dies in two packages, paired by their widest link', () => {
  const { gpus, problems } = readSysfsInventory(rootOf({ product: 'mi250x', cards: 2 }));
  assert.deepEqual(problems, []);
  assert.deepEqual(
    gpus.map(({ bdf, package_id }) => [bdf, package_id]),
    [
      [address(0), address(0)],
      [address(1), address(0)],
      [address(2), address(2)],
      [address(3), address(2)],
    ],
  );
  for (const gpu of gpus) {
    assert.equal(gpu.product, 'AMD Instinct MI250X');
    assert.equal(gpu.arch, 'gfx90a');
    assert.equal(gpu.package_gpus, 2);
    assert.equal(gpu.vram_total_bytes, 64 * 2 ** 30);
  }
  assert.equal(gpus[0]?.power_cap_w, 560);
  // The second die has no cap of its own: 0 is none.
  assert.equal(gpus[1]?.power_cap_w, undefined);
});

test('dies that cannot be paired all count as one package, and that is said', () => {
  const host: FakeHost = { product: 'mi250x', cards: 2, without_links: true };
  const { gpus, problems } = readSysfsInventory(rootOf(host));
  assert.deepEqual([...new Set(gpus.map(({ package_id }) => package_id))], [address(0)]);
  assert.match(problems.join(), /share a package cannot be read/);
});

for (const partition_in_function of [false, true]) {
  test(`MI300X in CPX: eight partitions a card (number in ${partition_in_function ? 'function' : 'bits 28 to 31'})`, () => {
    const root = rootOf({ product: 'mi300x', cards: 2, mode: 'CPX', partition_in_function });
    const { gpus } = readSysfsInventory(root);
    assert.equal(gpus.length, 16);
    assert.deepEqual(
      gpus.map(({ index, bdf, partition, render_node }) => [index, bdf, partition, render_node]).slice(7, 9),
      [
        [7, address(0), 7, 'renderD135'],
        [8, address(1), 0, 'renderD129'],
      ],
    );
    assert.equal(new Set(gpus.map(({ package_id }) => package_id)).size, 2);
    assert.equal(gpus[3]?.package_gpus, 8);
    assert.equal(gpus[3]?.compute_partition, 'CPX');
    assert.equal(gpus[3]?.memory_partition, 'NPS4');
    assert.equal(gpus[3]?.vram_total_bytes, 24 * 2 ** 30);
    // What the card has in use is said once.
    assert.deepEqual(
      gpus.filter((gpu) => gpu.vram_used_bytes !== undefined).map(({ index }) => index),
      [0, 8],
    );
  });
}

test('one card of MI300X, MI325X and MI355X: identity, cap, level and firmware', () => {
  for (const [product, name, arch, cap] of [
    ['mi300x', 'AMD Instinct MI300X', 'gfx942', 750],
    ['mi325x', 'AMD Instinct MI325X', 'gfx942', 1000],
    ['mi355x', 'AMD Instinct MI355X', 'gfx950', 1400],
  ] as const) {
    const [gpu] = readSysfsInventory(rootOf({ product, cards: 1 })).gpus;
    assert.equal(gpu?.product, name);
    assert.equal(gpu?.arch, arch);
    assert.equal(gpu?.power_cap_w, cap);
    assert.equal(gpu?.perf_level, 'auto');
    assert.equal(gpu?.mec_firmware, 181);
    assert.equal(gpu?.kfd_gpu_id, 51141);
    assert.equal(gpu?.render_node, 'renderD128');
    assert.equal(gpu?.unique_id, '000000000000abc0');
    assert.equal(gpu?.partition, undefined);
  }
});

test('without KFD the display driver names the cards', () => {
  const root = rootOf({ product: 'mi300x', cards: 2 });
  rmSync(join(root, 'sys/class/kfd'), { recursive: true });
  const { gpus } = readSysfsInventory(root);
  assert.deepEqual(
    gpus.map(({ bdf, product }) => [bdf, product]),
    [
      [address(0), 'AMD Instinct MI300X'],
      [address(1), 'AMD Instinct MI300X'],
    ],
  );
});

test('a node that may not be read is a problem, not a host without GPUs', () => {
  const root = rootOf({ product: 'mi300x', cards: 1 });
  const properties = join(root, 'sys/class/kfd/kfd/topology/nodes/1/properties');
  rmSync(properties);
  symlinkSync('properties', properties);
  const { gpus, problems } = readSysfsInventory(root);
  assert.deepEqual(gpus, []);
  assert.match(problems.join(), /nodes\/1\/properties cannot be read/);
});

test('a device whose files are gone keeps its identity and loses its facts', () => {
  const root = rootOf({ product: 'mi300x', cards: 1 });
  dropDevice(root, 0);
  const [gpu] = readSysfsInventory(root).gpus;
  assert.equal(gpu?.product, 'AMD Instinct MI300X');
  assert.equal(gpu?.vram_used_bytes, undefined);
  assert.equal(gpu?.power_cap_w, undefined);
});

test('hostile values never become facts', () => {
  const root = rootOf({ product: 'mi300x', cards: 1 });
  const device = join(root, 'sys/bus/pci/devices', address(0));
  writeFileSync(join(device, 'current_compute_partition'), '<img src=x>\n');
  writeFileSync(join(device, 'power_dpm_force_performance_level'), 'auto\nmanual\n');
  writeFileSync(join(device, 'mem_info_vram_used'), '-1\n');
  writeFileSync(join(device, 'unique_id'), '../../etc\n');
  const [gpu] = readSysfsInventory(root).gpus;
  assert.equal(gpu?.compute_partition, undefined);
  assert.equal(gpu?.perf_level, undefined);
  assert.equal(gpu?.vram_used_bytes, undefined);
  // KFD's own number stands in for the file.
  assert.equal(gpu?.unique_id, (1_000_001).toString(16).padStart(16, '0'));
});

test('facts of the host, with a packaged driver and with the in-tree one', () => {
  const inTree = readHostFacts(rootOf({ product: 'mi300x', cards: 1 }));
  assert.equal(inTree.driver, undefined);
  assert.equal(inTree.driver_srcversion, '5C8A1D3B9E7F2046A1B');
  assert.equal(inTree.kernel, '6.8.0-79-generic');
  assert.equal(inTree.cpu_governor, 'performance');
  assert.equal(inTree.numa_balancing, 0);
  const root = rootOf({ product: 'mi300x', cards: 1, driver: '6.12.12' });
  assert.equal(readHostFacts(root).driver, '6.12.12');
  writeFileSync(join(root, 'sys/devices/system/cpu/cpu1/cpufreq/scaling_governor'), 'powersave\n');
  assert.equal(readHostFacts(root).cpu_governor, 'performance, powersave');
  rmSync(join(root, 'sys/devices/system/cpu/cpu1/cpufreq'), { recursive: true });
  assert.equal(readHostFacts(root).cpu_governor, undefined);
});
