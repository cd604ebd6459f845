import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { loadConfig } from '../../config/load.ts';
import { doctorExitCode } from '../../core/doctor.ts';
import type { Gpu } from '../../core/gpu.ts';
import type { HostCheck } from '../../core/result.gen.ts';
import { canSeeProcesses } from '../processes.ts';
import type { Context } from './context.ts';
import { cachedModel } from './model.ts';
import { preflightChecks } from './preflight.ts';

const GIB = 1024 ** 3;
const linux = canSeeProcesses() ? {} : { skip: 'needs /proc and flock' };

function gpu(index: number, more: Partial<Gpu> = {}): Gpu {
  const bdf = `0000:0${index}:00.0`;
  return {
    ...{ index, bdf, package_id: bdf, render_node: `renderD${128 + index}`, kfd_gpu_id: 100 + index },
    ...{ product: 'AMD Instinct MI300X', arch: 'gfx942', compute_partition: 'SPX', memory_partition: 'NPS1' },
    ...{
      perf_level: 'auto',
      power_cap_w: 750,
      vram_total_bytes: 192 * GIB,
      vram_used_bytes: 283 * 1024 ** 2,
    },
    ...more,
  };
}

/** Files of a host that is fit for everything. */
const FIT: Readonly<Record<string, string>> = {
  'dev/kfd': '',
  'dev/dri/renderD128': '',
  'dev/shm/.keep': '',
  'proc/1/stat': '1 (init) S 0',
  'proc/sys/kernel/numa_balancing': '0\n',
  'proc/loadavg': '0.50 0.40 0.30 1/900 4711\n',
  'proc/cpuinfo': Array.from({ length: 64 }, (_, i) => `processor\t: ${i}\n`).join(''),
  'proc/meminfo': 'MemTotal: 1000000000 kB\nMemAvailable:   900000000 kB\n',
  'proc/self/limits': 'Max open files            65536                65536                files     \n',
  'sys/class/kfd/kfd/proc/.keep': '',
  'sys/devices/system/cpu/cpu0/cpufreq/scaling_governor': 'performance\n',
  'sys/devices/system/cpu/cpu1/cpufreq/scaling_governor': 'performance\n',
  'var/log/kern.log': 'kernel: amdgpu 0000:00:00.0: amdgpu: ring gfx initialised\n',
};

function tree(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'gate-preflight-'));
  mkdirSync(join(root, 'proc/self/ns'), { recursive: true });
  symlinkSync('pid:[4026531836]', join(root, 'proc/self/ns/pid'));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

interface Host {
  readonly files?: Readonly<Record<string, string>>;
  readonly gpus?: readonly Gpu[];
  readonly all?: readonly Gpu[];
  readonly set?: readonly string[];
  readonly context?: Partial<Context>;
}

const SET = ["engine.command=[vllm,serve,m,--max-num-seqs,'8',--gpu-memory-utilization,'0.9']"];

async function checks(host: Host = {}): Promise<readonly HostCheck[]> {
  const root = tree({ ...FIT, ...host.files });
  const dir = mkdtempSync(join(tmpdir(), 'gate-preflight-locks-'));
  chmodSync(dir, 0o1777);
  const set = [...(host.set ?? SET), `preflight.lock_dir=${dir}`];
  const config = loadConfig({ set, env: {}, cwd: '.' });
  const gpus = host.gpus ?? [gpu(0)];
  return preflightChecks({
    ...config,
    ...{ gpus, gpu_problems: [], inventory: { source: 'test', gpus: host.all ?? gpus, problems: [] } },
    ...{ env: {}, root, out: root, for_run: false },
    ...host.context,
  });
}

async function one(id: string, host: Host = {}): Promise<HostCheck> {
  const all = await checks(host);
  const found = all.find((check) => check.id === id);
  assert.ok(found !== undefined, `${id} is not among ${all.map((check) => check.id).join(', ')}`);
  return found;
}

test('a host that is fit has no problem, and every check is named once', linux, async () => {
  const all = await checks();
  const shm = all.filter(({ state, id }) => state !== 'ok' && id !== 'shm');
  assert.deepEqual(shm, []);
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
  assert.equal(doctorExitCode(all), 0);
});

for (const [id, what, host, state, message] of [
  [
    'numa_balancing',
    'on',
    { files: { 'proc/sys/kernel/numa_balancing': '1' } },
    'problem',
    /expected 0, found 1/,
  ],
  [
    'numa_balancing',
    'unreadable',
    { files: { 'proc/sys/kernel/numa_balancing': '' } },
    'unknown',
    /cannot be read/,
  ],
  [
    'cpu_governor',
    'mixed',
    { files: { 'sys/devices/system/cpu/cpu1/cpufreq/scaling_governor': 'powersave' } },
    'problem',
    /performance and powersave/,
  ],
  ['load', 'busy', { files: { 'proc/loadavg': '60.0 1 1 1/1 1' } }, 'problem', /load 60\.0 on 64 CPUs/],
  ['load', 'garbage', { files: { 'proc/loadavg': 'N/A' } }, 'unknown', /cannot be read/],
  [
    'memory',
    'little',
    { files: { 'proc/meminfo': 'MemAvailable: 1000000 kB' } },
    'problem',
    /found 1\.0 GiB/,
  ],
  [
    'open_files',
    'few',
    { files: { 'proc/self/limits': 'Max open files  256  256  files' } },
    'problem',
    /expected at least 1024 open files.*found 256/,
  ],
  [
    'kernel_log',
    'a reset',
    { files: { 'var/log/kern.log': 'kernel: amdgpu 0000:05:00.0: amdgpu: GPU reset begin!\n' } },
    'problem',
    /1 line/,
  ],
  [
    'partition',
    'CPX',
    { gpus: [gpu(0, { compute_partition: 'CPX', memory_partition: 'NPS4' })] },
    'problem',
    /found CPX\/NPS4/,
  ],
  [
    'partition',
    'mixed',
    { gpus: [gpu(0), gpu(1, { compute_partition: 'CPX' })] },
    'problem',
    /one mode on all/,
  ],
  [
    'perf_level',
    'held',
    { gpus: [gpu(0, { perf_level: 'perf_determinism' })] },
    'problem',
    /found perf_determinism/,
  ],
  ['power_cap', 'different', { gpus: [gpu(0), gpu(1, { power_cap_w: 500 })] }, 'problem', /500 W and 750 W/],
  [
    'gpus',
    'of two kinds',
    { gpus: [gpu(0), gpu(1, { product: 'AMD Instinct MI250X', arch: 'gfx90a' })] },
    'problem',
    /GPUs of one kind/,
  ],
  ['gpus', 'none', { gpus: [] }, 'unknown', /no AMD GPU was found on this machine/],
  [
    'gpus',
    'not to be had',
    { context: { gpu_problems: ['engine.gpus: 4 wanted, 2 there'] } },
    'problem',
    /4 wanted, 2 there/,
  ],
  ['gpu_access', 'no node', { gpus: [gpu(7)] }, 'problem', /renderD135: it does not exist/],
  [
    'pins',
    'another arch',
    { set: [...SET, 'engine.pins.arch=gfx950'] },
    'problem',
    /arch is gfx942, pinned to gfx950/,
  ],
  [
    'pins',
    'an unknown driver',
    { set: [...SET, "engine.pins.driver='6.12.*'"] },
    'unknown',
    /driver could not be read/,
  ],
  [
    'knobs',
    'not set',
    { set: ['engine.command=[vllm,serve,m]'] },
    'problem',
    /--max-num-seqs and --gpu-memory-utilization not given/,
  ],
  [
    'variables',
    'a red flag',
    { context: { env: { HSA_OVERRIDE_GFX_VERSION: '9.4.2' } } },
    'problem',
    /HSA_OVERRIDE_GFX_VERSION set/,
  ],
  ['warm_up', 'off', { set: [...SET, 'load.warmup.max_s=0'] }, 'problem', /cold engine/],
] as const satisfies readonly (readonly [string, string, Host, HostCheck['state'], RegExp])[]) {
  test(`${id} ${what}: ${state}`, linux, async () => {
    const check = await one(id, host);
    assert.equal(check.state, state, check.message);
    assert.match(check.message, message);
    if (state === 'problem') assert.ok((check.remedy ?? '') !== '', 'a problem says what to do');
  });
}

test('only what makes a run pointless or unfair blocks', linux, async () => {
  const all = await checks();
  assert.deepEqual(
    all.filter(({ blocking }) => blocking).map(({ id }) => id),
    ['gpus', 'gpu_access', 'gpu_processes', 'vram', 'lock', 'port'],
  );
});

test('external engines and the simulator need no GPU of this machine', linux, async () => {
  for (const set of [['engine.kind=simulator'], ['service.base_url=http://127.0.0.1:1']]) {
    const all = await checks({ set, gpus: [] });
    assert.deepEqual(
      all.filter(({ id }) => /gpu|vram|lock|partition|power/.test(id)),
      [],
    );
    assert.equal(doctorExitCode(all), 0);
  }
});

test('a fixed port in use names who listens', linux, async () => {
  const server = createServer();
  server.unref();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const check = await one('port', { set: [...SET, `engine.port=${port}`] });
  server.close();
  assert.equal(check.state, 'problem');
  assert.match(check.message, new RegExp(`port ${port} to be free, but pid ${process.pid} `));
});

// ---- the model ----------------------------------------------------------------------------------------------

const COMMIT = '0e9e39f249a16976918f6564b8830bc894c89659';

/** A cache in the layout of huggingface_hub: blobs, refs, snapshots with links into blobs. */
function cache(files: Readonly<Record<string, string | undefined>>, ref = COMMIT): string {
  const hub = mkdtempSync(join(tmpdir(), 'gate-hub-'));
  const folder = join(hub, 'models--org--name');
  const snapshot = join(folder, 'snapshots', COMMIT);
  for (const path of ['blobs', 'refs', `snapshots/${COMMIT}`])
    mkdirSync(join(folder, path), { recursive: true });
  writeFileSync(join(folder, 'refs/main'), ref);
  for (const [name, text] of Object.entries(files)) {
    if (text !== undefined) writeFileSync(join(folder, 'blobs', name), text);
    symlinkSync(join('../../blobs', name), join(snapshot, name));
  }
  return hub;
}

const INDEX = JSON.stringify({ weight_map: { a: 'model-1.safetensors', b: 'model-2.safetensors' } });

for (const [what, files, state] of [
  ['one file of weights', { 'config.json': '{}', 'model.safetensors': 'w' }, 'complete'],
  [
    'all shards',
    {
      'config.json': '{}',
      'model.safetensors.index.json': INDEX,
      'model-1.safetensors': 'w',
      'model-2.safetensors': 'w',
    },
    'complete',
  ],
  [
    'a shard is missing',
    { 'config.json': '{}', 'model.safetensors.index.json': INDEX, 'model-1.safetensors': 'w' },
    'incomplete',
  ],
  ['a download that never ended', { 'config.json': '{}', 'model.safetensors': undefined }, 'incomplete'],
  ['no weights', { 'config.json': '{}' }, 'incomplete'],
  ['no configuration', { 'model.safetensors': 'w' }, 'incomplete'],
  [
    'a broken index',
    { 'config.json': '{}', 'model.safetensors.index.json': '{', 'model-1.safetensors': 'w' },
    'incomplete',
  ],
  [
    'an index that points outside',
    { 'config.json': '{}', 'model.safetensors.index.json': '{"weight_map":{"a":"../../x"}}', 'x.bin': 'w' },
    'incomplete',
  ],
] as const) {
  test(`a model with ${what} is ${state}`, () => {
    assert.equal(cachedModel(cache(files), 'org/name', undefined).state, state);
  });
}

test('the revision that was asked for is looked up, and nothing outside the cache', () => {
  const hub = cache({ 'config.json': '{}', 'model.safetensors': 'w' });
  assert.deepEqual(cachedModel(hub, 'org/name', COMMIT), { state: 'complete', revision: COMMIT });
  assert.equal(cachedModel(hub, 'org/name', 'v2').state, 'incomplete');
  assert.equal(cachedModel(hub, 'org/name', 'f'.repeat(40)).state, 'incomplete');
  assert.equal(cachedModel(hub, 'org/other', undefined).state, 'absent');
  assert.equal(cachedModel(hub, '../..', undefined).state, 'absent');
  assert.equal(cachedModel(cache({}, '../../../etc'), 'org/name', undefined).state, 'incomplete');
  assert.ok(readdirSync(hub).length === 1);
});

test(
  'offline and incomplete is a problem; online the hub is asked: gated, missing, private or there',
  linux,
  async () => {
    const answers: Readonly<Record<string, readonly [number, string]>> = {
      'org/gated': [401, 'GatedRepo'],
      'org/missing': [404, 'RepoNotFound'],
      'org/private': [401, ''],
      'org/there': [200, ''],
      'org/tired': [503, ''],
    };
    const asked: string[] = [];
    const hub = createServer((request, response) => {
      asked.push(String(request.headers.authorization));
      const name = Object.keys(answers).find((one) => request.url?.startsWith(`/${one}/resolve/main/`));
      const [status, code] = answers[name ?? ''] ?? [404, ''];
      response.writeHead(status, code === '' ? {} : { 'x-error-code': code }).end();
    });
    after(() => hub.close());
    hub.unref();
    await new Promise<void>((resolve) => hub.listen(0, '127.0.0.1', resolve));
    const env = {
      HF_ENDPOINT: `http://127.0.0.1:${(hub.address() as AddressInfo).port}`,
      HF_HOME: cache({}),
      HF_TOKEN: 'hf_x',
    };
    const ask = (model: string, more: Readonly<Record<string, string>> = {}): Promise<HostCheck> =>
      one('model', { set: [`engine.model=${model}`], context: { env: { ...env, ...more } } });
    for (const [model, state, message] of [
      ['org/gated', 'problem', /is gated on the hub, and the token has no access/],
      ['org/missing', 'problem', /does not exist on the hub/],
      ['org/private', 'problem', /or is private/],
      ['org/there', 'unknown', /will download it while it holds the GPUs/],
      ['org/tired', 'unknown', /the hub answers 503/],
    ] as const) {
      const check = await ask(model);
      assert.equal(check.state, state, model);
      assert.match(check.message, message);
      assert.ok(!JSON.stringify(check).includes('hf_x'));
    }
    const offline = await ask('org/there', { HF_HUB_OFFLINE: '1' });
    assert.equal(offline.state, 'problem');
    assert.match(offline.message, /complete offline, found it not in/);
    assert.deepEqual(asked, Array(5).fill('Bearer hf_x'));
  },
);
