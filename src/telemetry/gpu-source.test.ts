import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type ToolAnswer, toolOutput, writeTool } from '../../fixtures/host/tools.ts';
import { blindDevice, dropDevice, type FakeHost, writeHost } from '../../fixtures/host/tree.ts';
import type { Gpu } from '../core/gpu.ts';
import { createGpuSource } from './gpu-source.ts';
import { takeInventory } from './inventory-source.ts';
import { readSysfsInventory } from './sysfs-inventory.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'gate-gpus-'));

function hostOf(host: FakeHost): { readonly root: string; readonly gpus: readonly Gpu[] } {
  const root = folder();
  writeHost(root, host);
  return { root, gpus: readSysfsInventory(root).gpus };
}

function source(
  root: string,
  gpus: readonly Gpu[],
  env: Readonly<Record<string, string>> = { PATH: '/nonexistent' },
  tool_limit_ms = 20_000,
) {
  return createGpuSource({ root, gpus, env, tool_limit_ms, now_ns: () => Number(process.hrtime.bigint()) });
}

/** The same GPUs on a machine that shows nothing of them below /sys. */
const withoutSys = (gpus: readonly Gpu[]) => ({ root: folder(), gpus });

// ---- sysfs ----------------------------------------------------------------------------------------------------

test('MI250X: power and energy stand at the first die, heat and memory at both', async () => {
  const now = { power_w: 410, activity: 97, clock_mhz: 1650, hotspot_c: 63, used_bytes: 50 * 2 ** 30 };
  const { root, gpus } = hostOf({ product: 'mi250x', cards: 1, now });
  const { gpus: seen, source: from } = await source(root, gpus).look(false);
  assert.equal(from, 'sysfs');
  assert.equal(seen[0]?.power_w, 410);
  assert.equal(seen[0]?.energy_j, 5000);
  assert.equal(seen[1]?.power_w, undefined);
  assert.equal(seen[1]?.energy_j, undefined);
  for (const one of seen) {
    assert.equal(one.temperature_c, 63);
    assert.equal(one.gfx_clock_mhz, 1650);
    assert.equal(one.gfx_clock_max_mhz, 1700);
    assert.equal(one.vram_used_bytes, 50 * 2 ** 30);
    assert.equal(one.thermal_now, false);
    assert.equal(one.throttle, undefined);
  }
});

test('MI250X: a thermal bit of the throttle status is heat, a power bit is not', async () => {
  for (const [bit, hot] of [
    [36n, true],
    [47n, true],
    [0n, false],
    [16n, false],
  ] as const) {
    const { root, gpus } = hostOf({ product: 'mi250x', cards: 1, now: { throttle_status: 1n << bit } });
    assert.equal((await source(root, gpus).look(false)).gpus[0]?.thermal_now, hot);
  }
});

test('MI300X in CPX: the card is read at its first partition only', async () => {
  const { root, gpus } = hostOf({ product: 'mi300x', cards: 1, mode: 'CPX', now: { power_w: 700 } });
  const { gpus: seen } = await source(root, gpus).look(false);
  assert.equal(seen.length, 8);
  assert.equal(seen.filter((one) => one.power_w !== undefined).length, 1);
  assert.ok(seen.every(({ state }) => state === 'read'));
});

for (const table of ['1.6', '1.7', '1.8'] as const) {
  test(`accumulators, energy and ECC from gpu_metrics v${table}`, async () => {
    const now = { power_w: 734, energy_j: 123_456.5, cycles: 1000, ppt: 900, socket_thermal: 5, ue: 1 };
    const { root, gpus } = hostOf({ product: 'mi355x', cards: 1, table, now });
    const [seen] = (await source(root, gpus).look(false)).gpus;
    assert.equal(seen?.energy_j, 123_456.5);
    assert.deepEqual(seen?.throttle, {
      ...{ total: 1000, prochot: 0, ppt: 900, socket_thermal: 5, vr_thermal: 0, hbm_thermal: 0 },
    });
    assert.equal(seen?.ecc_uncorrectable, 1);
    assert.equal(seen?.ecc_correctable, 3);
  });
}

test('a table of unknown layout leaves hwmon, and amd-smi adds the rest at the ends only', async () => {
  const { root, gpus } = hostOf({ product: 'mi300x', cards: 2, table: '1.9', now: { power_w: 300 } });
  const env = writeTool(folder(), 'amd-smi', [
    { when: 'list', stdout: toolOutput('amd-smi-25.3-rocm-6.4.list.txt') },
    { when: 'metric', stdout: toolOutput('amd-smi-25.3-rocm-6.4.metric.txt') },
  ]);
  const reader = source(root, gpus, env);
  const [first] = (await reader.look(true)).gpus;
  assert.equal(first?.power_w, 300);
  assert.equal(first?.throttle?.total, 3_808_991);
  assert.equal(first?.energy_j, 178_319_501.682);
  const [middle] = (await reader.look(false)).gpus;
  assert.equal(middle?.power_w, 300);
  assert.equal(middle?.throttle, undefined);
});

test('a GPU that falls off is gone, one that cannot be read is unreadable, and neither is quiet', async () => {
  const { root, gpus } = hostOf({ product: 'mi300x', cards: 2 });
  const reader = source(root, gpus);
  assert.ok((await reader.look(false)).gpus.every(({ state }) => state === 'read'));
  dropDevice(root, 0);
  blindDevice(root, 1);
  assert.deepEqual((await reader.look(false)).gpus, [
    { index: 0, state: 'gone' },
    { index: 1, state: 'unreadable' },
  ]);
});

// ---- tools ----------------------------------------------------------------------------------------------------

const two = (product: FakeHost['product']) => withoutSys(hostOf({ product, cards: 2 }).gpus);

for (const [release, product, hasThrottle] of [
  ['24.6-rocm-6.2', 'mi300x', false],
  ['25.3-rocm-6.4', 'mi300x', true],
  ['26.2-rocm-7.2', 'mi355x', true],
] as const) {
  test(`amd-smi ${release} where /sys shows nothing`, async () => {
    const { root, gpus } = two(product);
    const old: Partial<ToolAnswer> = hasThrottle ? {} : { unless: '-T' };
    const env = writeTool(folder(), 'amd-smi', [
      { when: 'list', stdout: toolOutput(`amd-smi-${release}.list.txt`) },
      { when: 'metric', stdout: toolOutput(`amd-smi-${release}.metric.txt`), ...old },
    ]);
    const { gpus: seen, source: from } = await source(root, gpus, env).look(true);
    assert.equal(from, 'amd-smi');
    assert.equal(seen.length, 2);
    for (const one of seen) {
      assert.equal(one.state, 'read');
      assert.ok(Number(one.power_w) > 700);
      assert.equal(one.temperature_c, 60);
      assert.equal(one.gfx_activity_percent, 98);
      assert.equal(one.throttle?.total, hasThrottle ? 3_808_991 : undefined);
    }
    // Labelled MB, counted in MiB.
    assert.equal(seen[0]?.vram_used_bytes, (product === 'mi300x' ? 4976 : 283) * 2 ** 20);
  });
}

test('amd-smi 26.0 of ROCm 7.0: partitions without figures are read at the first, never as 0', async () => {
  const { gpus } = hostOf({ product: 'mi300x', cards: 1, mode: 'CPX' });
  const env = writeTool(folder(), 'amd-smi', [
    { when: 'list', stdout: toolOutput('amd-smi-26.0-rocm-7.0.list.txt') },
    { when: 'metric', stdout: toolOutput('amd-smi-26.0-rocm-7.0.metric.txt') },
  ]);
  const { gpus: seen } = await source(folder(), gpus, env).look(true);
  assert.equal(seen.length, 8);
  assert.equal(seen[0]?.power_w, 734);
  for (const one of seen.slice(1)) {
    assert.equal(one.power_w, undefined);
    assert.equal(one.gfx_clock_mhz, undefined);
    assert.equal(one.ecc_uncorrectable, undefined);
  }
});

test('numbers of amd-smi are matched by PCI address, not by order', async () => {
  const { root, gpus } = two('mi300x');
  const list = JSON.parse(toolOutput('amd-smi-25.3-rocm-6.4.list.txt')) as { gpu: number; bdf: string }[];
  const turned = list.map((row) => ({ ...row, gpu: 1 - row.gpu }));
  const metric = JSON.parse(toolOutput('amd-smi-25.3-rocm-6.4.metric.txt')) as {
    gpu: number;
    power: { socket_power: { value: number } };
  }[];
  const first = metric.find(({ gpu }) => gpu === 0);
  if (first !== undefined) first.power.socket_power.value = 111;
  const env = writeTool(folder(), 'amd-smi', [
    { when: 'list', stdout: JSON.stringify(turned) },
    { when: 'metric', stdout: JSON.stringify(metric) },
  ]);
  const { gpus: seen } = await source(root, gpus, env).look(true);
  assert.deepEqual(
    seen.map(({ power_w }) => power_w),
    [734, 111],
  );
});

test('rocm-smi where there is nothing else: ROCm 5.7 with its second die, ROCm 6.3 with a warning', async () => {
  const dies = withoutSys(hostOf({ product: 'mi250x', cards: 1 }).gpus);
  const old = writeTool(folder(), 'rocm-smi', [{ when: '', stdout: toolOutput('rocm-smi-5.7-mi250x.txt') }]);
  const seen = await source(dies.root, dies.gpus, old).look(true);
  assert.equal(seen.source, 'rocm-smi');
  assert.deepEqual(
    seen.gpus.map(({ power_w, gfx_clock_mhz }) => [power_w, gfx_clock_mhz]),
    [
      [410, 1650],
      [undefined, 1650],
    ],
  );
  const { root, gpus } = two('mi300x');
  const env = writeTool(folder(), 'rocm-smi', [{ when: '', stdout: toolOutput('rocm-smi-6.3-mi300x.txt') }]);
  assert.deepEqual(
    (await source(root, gpus, env).look(true)).gpus.map(({ power_w }) => power_w),
    [734, 734],
  );
});

// ---- hostile --------------------------------------------------------------------------------------------------

const whole = toolOutput('amd-smi-25.3-rocm-6.4.metric.txt');
const list = toolOutput('amd-smi-25.3-rocm-6.4.list.txt');
for (const [name, answers, problem] of [
  ['prints nothing', [{ when: '', stdout: '' }], /no readable JSON/],
  [
    'prints half a JSON',
    [
      { when: 'list', stdout: list },
      { when: 'metric', stdout: whole.slice(0, -400) },
    ],
    /no readable JSON/,
  ],
  [
    'prints an error and fails',
    [{ when: '', stdout: 'AMDSMI_STATUS_DRIVER_NOT_LOADED\n', code: 1 }],
    /no readable JSON/,
  ],
  [
    'says N/A for all',
    [
      { when: 'list', stdout: list },
      { when: 'metric', stdout: '[{"gpu":0,"usage":"N/A"},{"gpu":1,"usage":"N/A"}]' },
    ],
    undefined,
  ],
  [
    'knows none of our GPUs',
    [
      { when: 'list', stdout: '[{"gpu":0,"bdf":"0000:99:00.0"}]' },
      { when: 'metric', stdout: whole },
    ],
    undefined,
  ],
  [
    'speaks of prototypes',
    [
      { when: 'list', stdout: list },
      { when: 'metric', stdout: '{"__proto__":{"gpu":0},"constructor":1}' },
    ],
    /no readable JSON/,
  ],
] as const) {
  test(`amd-smi that ${name}: unreadable, never clean`, async () => {
    const { root, gpus } = two('mi300x');
    const reader = source(root, gpus, writeTool(folder(), 'amd-smi', answers));
    const { gpus: seen } = await reader.look(true);
    assert.deepEqual(seen, [
      { index: 0, state: 'unreadable' },
      { index: 1, state: 'unreadable' },
    ]);
    if (problem !== undefined) assert.match(reader.problems().join(), problem);
  });
}

test('tools that hang for minutes are given up within their limit, and then left alone', async () => {
  const { root, gpus } = two('mi300x');
  const dir = folder();
  writeTool(dir, 'amd-smi', [{ when: '', stdout: '[', hangs: true }]);
  const env = writeTool(dir, 'rocm-smi', [{ when: '', hangs: true }]);
  const reader = source(root, gpus, env, 700);
  const begun = Date.now();
  for (let look = 0; look < 4; look += 1) {
    const { gpus: seen } = await reader.look(true);
    assert.ok(seen.every(({ state }) => state === 'unreadable'));
  }
  // Two timeouts of each tool, and a generous allowance for a busy machine; minutes would be the tools' own time.
  assert.ok(Date.now() - begun < 30_000);
  assert.match(reader.problems().join(), /amd-smi did not answer within 0\.7 s.*rocm-smi did not answer/);
});

test('no tool at all is said', async () => {
  const { root, gpus } = two('mi300x');
  const reader = source(root, gpus);
  await reader.look(true);
  assert.deepEqual(reader.problems(), ['amd-smi is not installed', 'rocm-smi is not installed']);
});

// ---- inventory ------------------------------------------------------------------------------------------------

test('an inventory from amd-smi where the driver is there and /sys shows no GPU', async () => {
  const { root } = hostOf({ product: 'mi355x', cards: 2 });
  for (const hidden of ['sys/class/kfd', 'sys/bus/pci/devices'])
    rmSync(join(root, hidden), { recursive: true });
  const static_ = toolOutput('amd-smi-26.2-rocm-7.2.static.txt');
  const env = writeTool(folder(), 'amd-smi', [{ when: 'static', stdout: static_ }]);
  const inventory = await takeInventory({ root, env, tool_limit_ms: 20_000 });
  assert.equal(inventory.source, 'amd-smi');
  assert.deepEqual(
    inventory.gpus.map(({ bdf, product, arch, power_cap_w }) => [bdf, product, arch, power_cap_w]),
    [
      ['0000:05:00.0', 'AMD Instinct MI355X', 'gfx950', 1400],
      ['0000:26:00.0', 'AMD Instinct MI355X', 'gfx950', 1400],
    ],
  );
  const silent = await takeInventory({ root, env: { PATH: '/nonexistent' }, tool_limit_ms: 20_000 });
  assert.deepEqual(silent.gpus, []);
  assert.match(silent.problems.join(), /driver is loaded, but no GPU/);
});

test('a host without the driver has no GPUs and no problem', async () => {
  const inventory = await takeInventory({ root: folder(), env: {}, tool_limit_ms: 1000 });
  assert.deepEqual(inventory.gpus, []);
  assert.deepEqual(inventory.problems, []);
});
