import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  bytesOf,
  type ContainerPlan,
  containerSettings,
  hostConfig,
  settingsEnvironment,
} from './container-settings.ts';

const plan: ContainerPlan = {
  runtime: 'docker',
  rootless: false,
  render_nodes: ['renderD128', 'renderD130'],
  group_ids: [44, 992],
  network: 'host',
  port: 8123,
  mounts: [],
  caches: {},
  hf_offline: false,
  stop_timeout_s: 60,
  raise_limits: true,
  name: 'instinct-gate-x',
  token: 'x:1:2:3',
};
const host = (more: Partial<ContainerPlan> = {}) => hostConfig(containerSettings({ ...plan, ...more }));
const flags = (more: Partial<ContainerPlan> = {}) =>
  containerSettings({ ...plan, ...more })
    .map(({ flag }) => flag)
    .join(' ');

describe('devices', () => {
  test('the compute node and the chosen render nodes, nothing else of /dev/dri', () => {
    const devices = host()['Devices'] as { PathOnHost: string }[];
    assert.deepEqual(
      devices.map(({ PathOnHost }) => PathOnHost),
      ['/dev/kfd', '/dev/dri/renderD128', '/dev/dri/renderD130'],
    );
  });

  test('an engine without GPUs gets no device, no group and no right', () => {
    const none = host({ render_nodes: [], group_ids: [] });
    for (const key of ['Devices', 'GroupAdd', 'SecurityOpt', 'CapAdd'])
      assert.equal(none[key], undefined, key);
    assert.equal(host({ render_nodes: 0 })['Devices'], undefined);
  });

  test('groups by number; rootless podman keeps those of the user; rootless Docker can have none', () => {
    assert.deepEqual(host()['GroupAdd'], ['44', '992']);
    const podman = host({ runtime: 'podman', rootless: true });
    assert.equal(podman['GroupAdd'], undefined);
    assert.deepEqual(podman['Annotations'], { 'run.oci.keep_original_groups': '1' });
    assert.equal(host({ rootless: true })['GroupAdd'], undefined);
    assert.deepEqual(host({ runtime: 'podman' })['GroupAdd'], ['44', '992']);
  });
});

describe('the rest', () => {
  test('shared memory: the host’s, or a size of its own', () => {
    assert.equal(host()['IpcMode'], 'host');
    assert.deepEqual(
      [host({ shm_size: '16g' })['IpcMode'], host({ shm_size: '16g' })['ShmSize']],
      ['private', 16 * 1024 ** 3],
    );
    assert.equal(bytesOf('512m'), 512 * 1024 ** 2);
  });

  test('lists of several settings are joined, not replaced', () => {
    const names = (host()['Ulimits'] as { Name: string }[]).map(({ Name }) => Name);
    assert.deepEqual(names.sort(), ['memlock', 'nofile', 'stack']);
    assert.equal(host({ raise_limits: false })['Ulimits'], undefined);
  });

  test('a port is published on the loopback address only', () => {
    const bindings = host({ network: 'bridge' })['PortBindings'];
    assert.deepEqual(bindings, { '8000/tcp': [{ HostIp: '127.0.0.1', HostPort: '8123' }] });
    assert.equal(host()['PortBindings'], undefined);
    assert.equal(host({ network: { shared: 'github_network' } })['NetworkMode'], 'github_network');
  });

  test('memory has no swap behind it', () => {
    assert.deepEqual(
      [host({ memory: '1g' })['Memory'], host({ memory: '1g' })['MemorySwap']],
      [1024 ** 3, 1024 ** 3],
    );
  });

  test('mounts and caches, and the variables that make them used', () => {
    const caches = { hf: '/data/hf', compile: '/data/c/abc' };
    const more = { mounts: ['/models:/models:ro'], caches, hf_offline: true };
    const mounts = host(more)['Mounts'] as { Source: string; Target: string; ReadOnly: boolean }[];
    assert.deepEqual(
      mounts.map(({ Source, ReadOnly }) => [Source, ReadOnly]),
      [
        ['/models', true],
        ['/data/hf', false],
        ['/data/c/abc', false],
      ],
    );
    const env = settingsEnvironment(containerSettings({ ...plan, ...more }));
    assert.equal(env['HF_HUB_OFFLINE'], '1');
    assert.equal(env['HF_HOME'], mounts[1]?.Target);
    for (const name of ['VLLM_CACHE_ROOT', 'TRITON_CACHE_DIR', 'TORCHINDUCTOR_CACHE_DIR', 'AITER_JIT_DIR'])
      assert.ok(env[name]?.startsWith(`${mounts[2]?.Target}/`), name);
  });

  test('every setting has a reason, and none is privileged', () => {
    for (const { flag, why } of containerSettings(plan)) assert.ok(why.length > 5, flag);
    assert.ok(!flags().includes('privileged'));
    assert.equal(host()['Init'], true);
    assert.match(flags(), /--label instinct-gate\.run=x:1:2:3/);
  });

  test('before the host is known the same settings are explained', () => {
    const { group_ids: _1, name: _2, token: _3, port: _4, ...unknown } = plan;
    const text = containerSettings({ ...unknown, render_nodes: 2 })
      .map(({ flag }) => flag)
      .join('\n');
    assert.match(text, /renderD… of each of the 2 chosen GPUs/);
    assert.match(text, /numbers of render and video/);
    assert.equal(containerSettings({ ...unknown, render_nodes: 2 }).length, containerSettings(plan).length);
  });
});
