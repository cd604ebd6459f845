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
    gpus: [],
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
    gpus: [],
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

test('reads ROCm of a host from its file; without it says unknown, not none', () => {
  const root = mkdtempSync(join(tmpdir(), 'gate-root-'));
  const read = () => processFingerprint({ command: ['vllm'], env: {}, secrets: [], root })['rocm']?.value;
  assert.equal(read(), undefined);
  mkdirSync(join(root, 'opt/rocm/.info'), { recursive: true });
  writeFileSync(join(root, 'opt/rocm/.info/version'), '7.2.3-81\n');
  assert.equal(read(), '7.2.3-81');
});

test('a changed parameter of the simulator changes its fingerprint', () => {
  const base = { preset: 'p', time_scale: 1 };
  const one = simulatorFingerprint({ ...base, args: { slow_down: 1 } });
  const two = simulatorFingerprint({ ...base, args: { slow_down: 1.5 } });
  assert.notEqual(one['flags']?.value, two['flags']?.value);
});

test('inside the image of vLLM its digest is told by the environment; anything else is no digest', () => {
  const digest = `sha256:${'d'.repeat(64)}`;
  const field = (value: string) =>
    processFingerprint({ command: [], env: { INSTINCT_GATE_IMAGE_DIGEST: value }, secrets: [] })[
      'image_digest'
    ];
  assert.equal(field(digest)?.value, digest);
  assert.equal(field(`vllm/vllm-openai-rocm@${digest}`)?.value, digest);
  for (const wrong of ['', 'latest', 'sha256:abc', `${digest}0`]) assert.equal(field(wrong), undefined);
});
