import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { HooksEngineConfig } from '../config/config.ts';
import { GateError } from '../failure.ts';
import { startHooks } from './hooks.ts';
import { makeToken, processesOfRun, reapRun } from './leftovers.ts';
import { freePort } from './listeners.ts';
import type { ProcessHost } from './process-host.ts';
import { canSeeProcesses, readProcess } from './processes.ts';
import { runLockName } from './run-lock.ts';
import { listRuns } from './run-state.ts';

const SITE = fileURLToPath(new URL('../../fixtures/engine/site-start.ts', import.meta.url));
const linux = canSeeProcesses() ? {} : { skip: 'needs /proc' };
const jobs: number[] = [];
after(() => {
  for (const pid of jobs) if (readProcess(pid) !== undefined) process.kill(pid, 'SIGKILL');
});

let count = 0;

interface Site {
  readonly host: ProcessHost;
  readonly engine: HooksEngineConfig;
  readonly queue: string;
  readonly state: string;
}

async function site(
  first: string,
  flags: readonly string[] = [],
  more: Partial<HooksEngineConfig> = {},
): Promise<Site> {
  const dir = mkdtempSync(join(tmpdir(), 'gate-hooks-'));
  const queue = join(dir, 'queue');
  const port = String(await freePort());
  const step = (name: string): string[] => [process.execPath, SITE, name, queue, port];
  count += 1;
  const state = join(dir, 'state');
  return {
    queue,
    state,
    host: {
      log: { group() {}, info() {}, warning() {}, progress() {} },
      env: process.env,
      run_token: makeToken(`hooks-test-${process.pid}-${count}`),
      engine_log: join(dir, 'engine.log'),
      secrets: ['s3cret-key'],
      state_dir: state,
      times: { grace_ms: 1500, group_grace_ms: 500 },
    },
    engine: {
      kind: 'hooks',
      start: [...step(first), ...flags],
      stop: step('stop'),
      logs: step('logs'),
      url: `http://127.0.0.1:${port}`,
      startup_timeout: 20,
      stop_timeout: 10,
      ...more,
    },
  };
}

const service = { backend: 'vllm', endpoint: 'auto' } as const;
const signal = new AbortController().signal;
const jobOf = (queue: string): number => {
  const pid = Number(readFileSync(join(queue, 'job.pid'), 'utf8'));
  jobs.push(pid);
  return pid;
};
const stops = (queue: string): number =>
  existsSync(join(queue, 'stops')) ? readFileSync(join(queue, 'stops'), 'utf8').trim().split('\n').length : 0;

async function gone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 60 && readProcess(pid) !== undefined; tries += 1) await sleep(50);
  return readProcess(pid) === undefined;
}

describe('an engine of the site', linux, () => {
  test('a submitted job: ready by its answers, its log is ours too, ended by the stop command', async () => {
    const { host, engine, queue, state } = await site('start');
    const booted = await startHooks({ engine, service, signal }, host);
    const job = jobOf(queue);
    assert.equal(booted.base_url, engine.url);
    assert.equal(booted.fingerprint['engine_kind']?.value, 'hooks');
    assert.equal(booted.death, undefined, 'the end of a start command that handed over is no death');
    assert.equal(booted.report().pid, undefined);
    await sleep(300);
    const report = await booted.stop();
    assert.match(report.stop ?? '', /stop command ended with 0/);
    assert.deepEqual([report.leftovers, stops(queue), await gone(job)], [0, 1, true]);
    const log = readFileSync(host.engine_log, 'utf8');
    assert.match(log, /Submitted batch job/);
    assert.match(log, /\[api_utils.py:347\] version/);
    assert.deepEqual(processesOfRun(host.run_token), []);
    assert.deepEqual(listRuns(state), []);
    await booted.stop();
    assert.equal(stops(queue), 1, 'stopped once');
  });

  test('a start command that stays is the server: its end is the engine’s death', async () => {
    const { host, engine, queue } = await site('stay', ['--die-after', '3']);
    const booted = await startHooks({ engine, service, signal }, host);
    const ask = () =>
      fetch(`${booted.base_url}/v1/completions`, { method: 'POST', body: '{"prompt":"x"}' }).catch(
        () => undefined,
      );
    for (let i = 0; i < 4; i++) await ask();
    const death = await booted.died;
    assert.match(death.exit, /the start command ended: exit code 0/);
    await booted.stop();
    assert.equal(stops(queue), 1);
    assert.deepEqual(processesOfRun(host.run_token), []);
  });

  test('a start command that fails: its words are the evidence, and the stop command runs all the same', async () => {
    const { host, engine, queue } = await site('fail');
    await assert.rejects(startHooks({ engine, service, signal }, host), (error: unknown) => {
      assert.ok(error instanceof GateError);
      assert.equal(error.code, 'engine_died_early');
      assert.match(JSON.stringify([error.message, error.evidence]), /Invalid partition/);
      return true;
    });
    assert.equal(stops(queue), 1);
  });

  test('a server that never answers is stopped after the startup timeout', async () => {
    const { host, engine, queue } = await site('start', ['--no-listen'], { startup_timeout: 1.5 });
    await assert.rejects(startHooks({ engine, service, signal }, host), (error: unknown) => {
      assert.ok(error instanceof GateError);
      assert.equal(error.code, 'startup_timeout');
      return true;
    });
    assert.equal(stops(queue), 1);
  });

  test('a stop command that fails is reported, and the run stays noted for a clean-up', async () => {
    const more = { stop: [process.execPath, '-e', 'process.exit(3)'] };
    const { host, engine, queue, state } = await site('start', [], more);
    const booted = await startHooks({ engine, service, signal }, host);
    const job = jobOf(queue);
    const report = await booted.stop();
    assert.match(report.stop ?? '', /exit code 3/);
    assert.equal(report.leftovers, 1);
    assert.deepEqual(
      listRuns(state).map(({ stop }) => stop?.command),
      [more.stop],
    );
    assert.ok(readProcess(job) !== undefined);
  });

  test('main is gone: whoever cleans up runs the stop command, without any secret in its note', async () => {
    const { host, engine: followed, queue, state } = await site('start');
    // This process lives on and would start its log command again.
    const { logs: _, ...engine } = followed;
    const withKey = { ...service, key: 's3cret-key' };
    await startHooks(
      {
        engine: { ...engine, env: { SITE_PARTITION: 'gpu', HF_TOKEN: 's3cret-key' } },
        service: withKey,
        signal,
      },
      host,
    );
    const job = jobOf(queue);
    const [note] = listRuns(state);
    assert.equal(note?.stop?.env['SITE_PARTITION'], 'gpu');
    assert.ok(!JSON.stringify(note).includes('s3cret-key'));
    // Its keeper is gone: the lock lies free.
    writeFileSync(join(state, runLockName(host.run_token)), '');
    const report = await reapRun(host.run_token, {
      stateDir: state,
      lockDir: state,
      graceMs: 500,
      env: NO_DOCKER,
    });
    assert.ok(report.found >= 1 && report.ended === report.found);
    assert.deepEqual([stops(queue), await gone(job)], [1, true]);
    assert.deepEqual(listRuns(state), []);
  });
});

const NO_DOCKER = { DOCKER_HOST: 'unix:///nowhere/docker.sock' };
