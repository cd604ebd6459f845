import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Config } from './config/config.ts';
import { loadConfig } from './config/load.ts';
import type { Gpu } from './core/gpu.ts';
import type { HostCheck } from './core/result.gen.ts';
import type { HeldLock, HostPort, Ports } from './ports.ts';
import { enterSite, leaveSite, siteEvidence, stillAlone } from './site.ts';

const GPU: Gpu = {
  index: 0,
  bdf: '0000:05:00.0',
  package_id: '0000:05:00.0',
  product: 'MI300X',
  arch: 'gfx942',
};

function config(set: readonly string[] = []): Config {
  return loadConfig({ set: ['engine.command=[x]', 'preflight.wait=0', ...set], env: {}, cwd: '.' });
}

function check(id: string, state: HostCheck['state']): HostCheck {
  return { id, title: id, blocking: true, state, message: `${id} ${state}`, details: ['pid 7: secret.py'] };
}

interface Stage {
  readonly ports: Ports;
  readonly lines: string[];
  readonly released: () => number;
}

/** A host whose GPUs look like each of `looks` in turn; the last one stays. */
function stage(looks: readonly HostCheck[], more: Partial<HostPort> = {}): Stage {
  const lines: string[] = [];
  let releases = 0;
  let look = 0;
  const lock: HeldLock = {
    report: { state: 'held', names: ['a.lock'], waited_s: 0, message: 'locked' },
    lost: new Promise(() => {}),
    release: async () => {
      releases += 1;
    },
  };
  const host: HostPort = {
    gpus: async () => ({
      inventory: { source: 'test', gpus: [GPU], problems: [] },
      gpus: [GPU],
      problems: [],
    }),
    lock: async () => lock,
    preflight: async () => [],
    occupancy: async () => {
      const current = looks[Math.min(look, looks.length - 1)];
      look += 1;
      return current === undefined ? [] : [current];
    },
    released: async () => check('vram_released', 'ok'),
    ...more,
  };
  const say = (line: string): void => {
    lines.push(line);
  };
  const log = { group: say, info: say, warning: say, progress: say };
  const clock = { now_ns: () => process.hrtime.bigint(), now_iso: () => '' };
  return { ports: { host, log, clock } as unknown as Ports, lines, released: () => releases };
}

const signal = (): AbortSignal => new AbortController().signal;

test('a clean host: GPUs, lock and checks are evidence, and nothing was waited for', async () => {
  const { ports, released } = stage([check('gpu_processes', 'ok')]);
  const site = await enterSite(config(), 1, signal(), ports);
  assert.equal(site.report.waited_s, 0);
  assert.equal(site.fingerprint['arch']?.value, 'gfx942');
  assert.deepEqual(
    siteEvidence(site.report, config()).checks.map(({ rule, state }) => [rule, state]),
    [
      ['lock', 'valid'],
      ['gpu_processes', 'valid'],
    ],
  );
  const left = await leaveSite(site, false, ports);
  assert.equal(left.released?.state, 'ok');
  assert.equal(released(), 1);
});

test('a GPU that somebody uses is waited for, and the waiting is told apart', async () => {
  const { ports, lines } = stage([check('gpu_processes', 'problem'), check('gpu_processes', 'ok')]);
  const site = await enterSite(config(['preflight.wait=0.3']), 1, signal(), ports);
  assert.ok(site.report.waited_s > 0);
  assert.ok(lines.some((line) => line.startsWith('waiting for the GPUs: gpu_processes problem')));
  assert.ok(
    !lines.some((line) => line.includes('secret.py')),
    'names of foreign processes stay on the machine',
  );
});

test('after the limit it is busy, and the lock is free again', async () => {
  const { ports, released } = stage([check('gpu_processes', 'problem')]);
  await assert.rejects(enterSite(config(), 1, signal(), ports), { kind: 'host', code: 'busy' });
  assert.equal(released(), 1);
});

test('cancelling ends the waiting, and the lock is free again', async () => {
  const { ports, released } = stage([check('gpu_processes', 'problem')]);
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 50);
  const waiting = enterSite(config(['preflight.wait=60']), 1, controller.signal, ports);
  await assert.rejects(waiting, { kind: 'cancelled' });
  assert.equal(released(), 1);
});

test('what cannot be read does not stop a run and is no clean GPU either', async () => {
  const { ports } = stage([check('gpu_processes', 'unknown')]);
  const site = await enterSite(config(), 1, signal(), ports);
  const [, processes] = siteEvidence(site.report, config()).checks;
  assert.deepEqual([processes?.state, processes?.required], ['unknown', true]);
});

test('a host that cannot run the engine is refused before anything is locked', async () => {
  let locked = false;
  const { ports } = stage([], {
    preflight: async () => [check('gpu_access', 'problem'), check('model', 'problem')],
    lock: async () => {
      locked = true;
      throw new Error('too late');
    },
  });
  await assert.rejects(enterSite(config(), 1, signal(), ports), { kind: 'host', code: 'host_gpu_access' });
  assert.equal(locked, false);
});

test('somebody who came during the run makes it invalid', async () => {
  const { ports } = stage([check('gpu_processes', 'ok'), check('gpu_processes', 'problem')]);
  const site = await enterSite(config(), 1, signal(), ports);
  assert.equal((await stillAlone(site, ports))?.state, 'invalid');
});

test('a cancelled run frees its lock without waiting for memory', async () => {
  const { ports, released } = stage([check('gpu_processes', 'ok')], {
    released: async () => {
      throw new Error('no time for this');
    },
  });
  const site = await enterSite(config(), 1, signal(), ports);
  assert.equal((await leaveSite(site, true, ports)).released, undefined);
  assert.equal(released(), 1);
});
