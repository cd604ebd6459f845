import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { ServiceConfig } from '../config/config.ts';
import { createEngine } from './engine.ts';
import { parseFlags, processFingerprint, simulatorFingerprint } from './fingerprint.ts';
import { makeToken } from './leftovers.ts';
import { simulateArguments } from './simulator.ts';

const service: ServiceConfig = { backend: 'vllm', endpoint: 'auto' };
const signal = new AbortController().signal;

function options() {
  const dir = mkdtempSync(join(tmpdir(), 'gate-engine-'));
  return {
    cli_path: fileURLToPath(new URL('../../fixtures/engine/fake-vllm.ts', import.meta.url)),
    log: { group() {}, info() {}, warning() {}, progress() {} },
    env: process.env,
    run_token: makeToken(`engine-test-${process.pid}`),
    engine_log: join(dir, 'engine.log'),
    state_dir: join(dir, 'state'),
    secrets: [],
  };
}

test('an external engine has one spelling of its address, and nothing to stop', async () => {
  const engine = await createEngine(options()).boot({
    engine: { kind: 'external', url: 'https://host.example/api/v1/' },
    service,
    signal,
  });
  assert.equal(engine.base_url, 'https://host.example/api');
  assert.deepEqual(await engine.stop(), { kind: 'external', leftovers: 0 });
  assert.equal(engine.fingerprint['gpu']?.value, undefined);
});

test('the simulator is started through our own command line and says so in its report', async () => {
  const engine = await createEngine(options()).boot({
    engine: {
      kind: 'simulator',
      preset: 'mi250x-llama3-8b-tp2',
      time_scale: 0.5,
      startup_timeout: 20,
      args: { slow_down: 1.5 },
    },
    service,
    signal,
  });
  const report = await engine.stop();
  assert.equal(report.kind, 'simulator');
  assert.deepEqual(report.command?.slice(0, 2), ['instinct-gate', 'simulate']);
  assert.match(String(engine.fingerprint['gpu']?.value), /^simulated mi250x/);
});

test('parameters of the simulator reach its command line as values, not as words of a shell', () => {
  const words = simulateArguments(
    {
      kind: 'simulator',
      preset: 'p',
      time_scale: 1,
      startup_timeout: 1,
      max_num_seqs: 8,
      args: { fault: 'die@120; rm -rf /' },
    },
    service,
  );
  assert.deepEqual(words.slice(-4), [
    '--set',
    'engine.max_num_seqs=8',
    '--set',
    'engine.args.fault="die@120; rm -rf /"',
  ]);
});

test('reads the flags of a command in any spelling', () => {
  const flags = parseFlags([
    'vllm',
    'serve',
    'm',
    '--max_num_seqs=8',
    '--enforce-eager',
    '--seed',
    '-1',
    '--x',
    'a',
    '--x',
    'b',
  ]);
  assert.deepEqual(
    [...flags],
    [
      ['max-num-seqs', '8'],
      ['enforce-eager', 'true'],
      ['seed', '-1'],
      ['x', 'a,b'],
    ],
  );
});

test('knobs have fields of their own, the address is no flag, and what is not given says so', () => {
  const found = processFingerprint({
    command: [
      'vllm',
      'serve',
      'm',
      '--port',
      '1234',
      '--max-num-seqs',
      '128',
      '--enforce-eager',
      '--max-num-batched-tokens',
      '2048',
    ],
    env: {},
    secrets: [],
  });
  assert.equal(found['max_num_seqs']?.value, 128);
  assert.equal(found['gpu_memory_utilization']?.value, 'default');
  assert.equal(found['flags']?.value, '--enforce-eager --max-num-batched-tokens=2048');
  assert.equal(found['model_revision']?.value, undefined);
});

test('only variables that change speed are recorded, and nothing secret or bound to this host', () => {
  const found = processFingerprint({
    command: ['vllm'],
    env: {
      VLLM_ROCM_USE_AITER: '1',
      VLLM_API_KEY: 'sk-1',
      HF_TOKEN: 'hf',
      HOME: '/home/me',
      VLLM_CACHE_ROOT: '/scratch/me',
      HIP_VISIBLE_DEVICES: '0,1',
      NCCL_ALGO: 'a b/c',
      VLLM_EXTRA: 'contains-sk-2',
    },
    secrets: ['sk-2'],
  });
  assert.match(
    String(found['env']?.value),
    /^NCCL_ALGO=#[0-9a-f]{8} VLLM_EXTRA=\*\*\* VLLM_ROCM_USE_AITER=1$/,
  );
});

test('reads GPUs, driver and ROCm of a host from its files', () => {
  const root = mkdtempSync(join(tmpdir(), 'gate-root-'));
  const node = (name: string, text: string): void => {
    mkdirSync(join(root, 'sys/class/kfd/kfd/topology/nodes', name), { recursive: true });
    writeFileSync(join(root, 'sys/class/kfd/kfd/topology/nodes', name, 'properties'), text);
  };
  node('0', 'cpu_cores_count 96\nsimd_count 0\ngfx_target_version 0\ndevice_id 0\n');
  node('1', 'cpu_cores_count 0\nsimd_count 1216\ngfx_target_version 90402\ndevice_id 29857\n');
  node('2', 'cpu_cores_count 0\nsimd_count 1216\ngfx_target_version 90402\ndevice_id 29857\n');
  mkdirSync(join(root, 'opt/rocm/.info'), { recursive: true });
  writeFileSync(join(root, 'opt/rocm/.info/version'), '7.2.3-81\n');
  const found = processFingerprint({ command: ['vllm'], env: {}, secrets: [], root });
  assert.equal(found['gpu']?.value, 'AMD Instinct MI300X');
  assert.equal(found['arch']?.value, 'gfx942');
  assert.equal(found['gpu_count']?.value, 2);
  assert.equal(found['rocm']?.value, '7.2.3-81');
  assert.equal(found['driver']?.value, undefined);
});

test('a host without AMD GPUs says unknown, not none', () => {
  const root = mkdtempSync(join(tmpdir(), 'gate-root-'));
  const found = processFingerprint({ command: ['vllm'], env: {}, secrets: [], root });
  for (const name of ['gpu', 'arch', 'gpu_count', 'rocm']) assert.equal(found[name]?.value, undefined);
});

test('a changed parameter of the simulator changes its fingerprint', () => {
  const base = { preset: 'p', time_scale: 1 };
  const one = simulatorFingerprint({ ...base, args: { slow_down: 1 } });
  const two = simulatorFingerprint({ ...base, args: { slow_down: 1.5 } });
  assert.notEqual(one['flags']?.value, two['flags']?.value);
});
