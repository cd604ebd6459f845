import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { writeTool } from '../../fixtures/host/tools.ts';
import { dropDevice, type FakeHost, setFigures, writeHost } from '../../fixtures/host/tree.ts';
import type { GpuSample } from '../core/gpu-reading.ts';
import type { Alarm } from '../core/watchdog.ts';
import type { Channel, TelemetryRow } from '../ports.ts';
import { startGpuSampler } from './gpu-sampler.ts';
import { readInventory } from './inventory.ts';
import { createTelemetry } from './telemetry.ts';

const cli_path = fileURLToPath(new URL('../cli.ts', import.meta.url));
const folder = (): string => mkdtempSync(join(tmpdir(), 'gate-sampler-'));
const env = { PATH: '/nonexistent' };
const HOST: FakeHost = { product: 'mi300x', cards: 2 };

async function host(): Promise<{ root: string; gpus: Awaited<ReturnType<typeof readInventory>>['gpus'] }> {
  const root = folder();
  writeHost(root, HOST);
  const { gpus, problems } = await readInventory({ cli_path, env, root });
  assert.deepEqual(problems, []);
  return { root, gpus };
}

test('samples in a process of its own, from before the rung to after it', async () => {
  const { root, gpus } = await host();
  assert.equal(gpus.length, 2);
  const seen: GpuSample[] = [];
  const sampler = await startGpuSampler({
    ...{ cli_path, env, root, gpus, interval_ms: 50 },
    on_sample: (sample) => void seen.push(sample),
  });
  const from = Number(process.hrtime.bigint());
  setFigures(root, HOST, { power_w: 700 });
  await sleep(500);
  const to = Number(process.hrtime.bigint());
  const { samples, problems } = await sampler.stop();
  assert.deepEqual(
    problems.filter((one) => !/amd-smi|rocm-smi/.test(one)),
    [],
  );
  assert.deepEqual(samples, seen);
  assert.ok(samples.length >= 3);
  // One clock for both processes: the samples surround the time between.
  assert.ok(Number(samples[0]?.at_ns) <= from);
  assert.ok(Number(samples.at(-1)?.at_ns) >= to);
  assert.equal(samples.at(-1)?.gpus[1]?.power_w, 700);
});

test('a source that hangs is given up within the limit, at the start and for the inventory', async () => {
  const { root, gpus } = await host();
  rmSync(join(root, 'sys/class'), { recursive: true });
  rmSync(join(root, 'sys/bus/pci/devices'), { recursive: true });
  const hanging = writeTool(folder(), 'amd-smi', [{ when: '', hangs: true }]);
  const begun = Date.now();
  const sampler = await startGpuSampler({
    ...{ cli_path, env: hanging, root: folder(), gpus, limit_ms: 1500 },
    on_sample: () => {},
  });
  const { samples, problems } = await sampler.stop();
  assert.ok(samples.every(({ gpus: all }) => all.every(({ state }) => state !== 'read')));
  assert.match(problems.join(), /did not answer|took longer/);
  const inventory = await readInventory({ cli_path, env: hanging, root, limit_ms: 1500 });
  assert.deepEqual(inventory.gpus, []);
  assert.notDeepEqual(inventory.problems, []);
  assert.ok(Date.now() - begun < 60_000);
});

test('a reader that cannot be started is a problem, not an exception', async () => {
  const broken = { cli_path: '/nonexistent/cli.js', env };
  const sampler = await startGpuSampler({ ...broken, gpus: [], on_sample: () => {} });
  assert.match((await sampler.stop()).problems.join(), /ended at once/);
  assert.match((await readInventory(broken)).problems.join(), /ended without an answer/);
});

test('a GPU that falls off the bus raises the alarm a few looks later, and what was seen is kept', async () => {
  const { root, gpus } = await host();
  const rows: TelemetryRow[] = [];
  const alarms: { alarm: Alarm; at: number }[] = [];
  const telemetry = createTelemetry({
    ...{ cli_path, env, root, now_ns: () => process.hrtime.bigint() },
    log: { warning: () => {} },
    engine_log: {
      size: () => 10,
      read: () => 'INFO [aiter] start build [module_gemm] under /tmp\nINFO ok\n',
    },
  });
  const channel = { report: { metrics_endpoint: false } } as Channel;
  const sample = await telemetry.sample({
    ...{ channel, gpus, on_row: (row) => void rows.push(row) },
    on_alarm: (alarm) => void alarms.push({ alarm, at: Date.now() }),
  });
  dropDevice(root, 1);
  const dropped = Date.now();
  for (let tenth = 0; tenth < 200 && alarms.length === 0; tenth += 1) await sleep(100);
  assert.deepEqual(
    alarms.map(({ alarm }) => alarm.code),
    ['gpu_lost'],
  );
  assert.match(alarms[0]?.alarm.message ?? '', /^GPU 1 /);
  // Three looks, one a second; the allowance is for a busy machine.
  assert.ok(Number(alarms[0]?.at) - dropped < 15_000);
  const record = await sample.stop({ hurry: true });
  assert.ok(Number(record.gpus?.samples.length) >= 3);
  assert.equal(record.server, undefined);
  assert.deepEqual(record.build_lines, ['INFO [aiter] start build [module_gemm] under /tmp']);
  assert.ok(rows.every(({ kind }) => kind === 'gpus'));
});
