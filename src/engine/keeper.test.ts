import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { PreflightConfig } from '../config/config.ts';
import type { Gpu } from '../core/gpu.ts';
import { GateError } from '../failure.ts';
import type { HeldLock } from '../ports.ts';
import { type HostLockOptions, takeHostLock } from './host-lock.ts';
import { makeToken, processesOfRun, reapLeftovers } from './leftovers.ts';
import { tryLock } from './lock.ts';
import { canSeeProcesses, listProcesses, readProcess } from './processes.ts';
import { runLockName } from './run-lock.ts';
import { listRuns } from './run-state.ts';

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url));
const FAKE = fileURLToPath(new URL('../../fixtures/engine/fake-vllm.ts', import.meta.url));
const linux = canSeeProcesses() ? {} : { skip: 'needs /proc' };
const PACKAGE_A: Gpu = { index: 0, bdf: '0000:05:00.0', package_id: '0000:05:00.0' };
const OTHER_DIE: Gpu = { index: 1, bdf: '0000:06:00.0', package_id: '0000:05:00.0' };
const PACKAGE_B: Gpu = { index: 2, bdf: '0000:0a:00.0', package_id: '0000:0a:00.0' };
const LOCK_A = 'package-0000-05-00.0.lock';

const started: ChildProcess[] = [];
const locks: HeldLock[] = [];
after(async () => {
  for (const child of started) child.kill('SIGKILL');
  for (const lock of locks) await lock.release();
});

interface Place {
  readonly dir: string;
  readonly state: string;
}

function place(): Place {
  const base = mkdtempSync(join(tmpdir(), 'gate-keeper-'));
  return { dir: join(base, 'locks'), state: join(base, 'state') };
}

let count = 0;
function options({ state }: Place, lines: string[] = []): HostLockOptions {
  count += 1;
  return {
    log: { info: (line) => lines.push(line), warning: (line) => lines.push(line) },
    env: { ...process.env, TMPDIR: undefined, XDG_RUNTIME_DIR: undefined },
    cli_path: CLI,
    run_token: makeToken(`keeper-${process.pid}-${count}`),
    state_dir: state,
    times: { leader_grace_ms: 1000, group_grace_ms: 500 },
  };
}

async function take(
  where: Place,
  gpus: readonly Gpu[],
  more: Partial<PreflightConfig> & { lines?: string[]; signal?: AbortSignal; host?: HostLockOptions } = {},
): Promise<HeldLock> {
  const { lines = [], signal = new AbortController().signal, host, ...preflight } = more;
  const lock = await takeHostLock(
    {
      engine: { kind: 'process', command: ['x'], startup_timeout: 1 },
      gpus,
      preflight: { wait: 30, exclusive: 'package', lock_dir: where.dir, ...preflight },
      signal,
    },
    host ?? options(where, lines),
  );
  locks.push(lock);
  return lock;
}

/** A main of its own that holds the lock of package A and runs the fake engine; resolves when that serves. */
async function startMain(
  where: Place,
  flags: readonly string[],
): Promise<{ main: ChildProcess; token: string }> {
  const modules = ['host-lock.ts', 'process.ts', 'leftovers.ts'].map(
    (name) => new URL(`./${name}`, import.meta.url).href,
  );
  const log = { group: 0, info: 0, warning: 0, progress: 0 };
  const script = `
    const [{ takeHostLock }, { startProcess }, { makeToken }] = await Promise.all(
      ${JSON.stringify(modules)}.map((url) => import(url)));
    const log = Object.fromEntries(${JSON.stringify(Object.keys(log))}.map((name) => [name, () => {}]));
    const run_token = makeToken('killed-main');
    const signal = new AbortController().signal;
    await takeHostLock({
      engine: { kind: 'process', command: ['x'], startup_timeout: 1 }, gpus: [${JSON.stringify(PACKAGE_A)}], signal,
      preflight: { wait: 5, exclusive: 'package', lock_dir: ${JSON.stringify(where.dir)} },
    }, { log, env: { PATH: process.env.PATH }, cli_path: ${JSON.stringify(CLI)}, run_token,
         state_dir: ${JSON.stringify(where.state)}, times: { leader_grace_ms: 1500, group_grace_ms: 500 } });
    await startProcess({
      kind: 'process', command: ${JSON.stringify([process.execPath, FAKE, '--port', '{port}', ...flags])},
      env: {}, startup_timeout_s: 30, service: { backend: 'vllm', endpoint: 'auto' }, signal, fingerprint: () => ({}),
    }, { log, env: process.env, run_token, secrets: [], state_dir: ${JSON.stringify(where.state)},
         engine_log: ${JSON.stringify(join(where.state, '..', 'engine.log'))} });
    console.log(run_token);
    setInterval(() => {}, 1000);`;
  const main = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(main);
  assert.ok(main.stdout !== null);
  const [line] = await once(main.stdout, 'data');
  return { main, token: String(line).trim() };
}

async function isFree(where: Place): Promise<boolean> {
  const attempt = await tryLock({ dir: where.dir, name: LOCK_A, mode: 'exclusive', create: false });
  if (attempt.state === 'locked') attempt.file.release();
  return attempt.state === 'locked';
}

for (const flags of [
  ['--child', 'session'],
  ['--ignore-sigterm', '--child', 'group'],
]) {
  test(
    `SIGKILL of main: the keeper ends the engine (${flags.join(' ')}) and only then frees its GPUs`,
    linux,
    async () => {
      const where = place();
      const { main, token } = await startMain(where, flags);
      assert.equal(processesOfRun(token).length, 2, 'the engine and its child');
      const whileAlive = await reapLeftovers({ graceMs: 100, stateDir: where.state, lockDir: where.dir });
      assert.equal(whileAlive.ended, 0);
      assert.ok(whileAlive.left.length >= 2, 'a live run is left and named');
      assert.ok(!(await isFree(where)));
      main.kill('SIGKILL');
      const deadline = Date.now() + 30_000;
      while (!(await isFree(where))) {
        assert.ok(Date.now() < deadline, 'the lock was never freed');
        await sleep(20);
      }
      assert.deepEqual(processesOfRun(token), [], 'a free lock means a free GPU');
      // The lock of the run itself goes last.
      while (readdirSync(where.state).includes(runLockName(token)) && Date.now() < deadline) await sleep(20);
      const later = await reapLeftovers({ graceMs: 100, stateDir: where.state, lockDir: where.dir });
      assert.equal(later.found, 0);
      assert.deepEqual(listRuns(where.state), []);
    },
  );
}

test(
  'a second run on the same package waits, names the holder, and runs when that is done',
  linux,
  async () => {
    const where = place();
    const first = await take(where, [PACKAGE_A]);
    assert.equal(first.report.state, 'held');
    assert.deepEqual(first.report.names, ['node.lock', LOCK_A]);
    const other = await take(where, [PACKAGE_B]);
    assert.equal(other.report.state, 'held', 'another package runs at once');
    const lines: string[] = [];
    const second = take(where, [OTHER_DIE], { lines });
    while (lines.length === 0) await sleep(20);
    assert.match(
      lines[0] ?? '',
      /waiting for package-0000-05-00\.0\.lock: held by run keeper-.*, pid \d+ of user \d+, since 20/,
    );
    await first.release();
    const { report } = await second;
    assert.equal(report.state, 'held');
    assert.ok(report.waited_s > 0);
  },
);

test('after preflight.wait it is busy, with the name of the holder', linux, async () => {
  const where = place();
  await take(where, [PACKAGE_A]);
  const error = await take(where, [PACKAGE_A], { wait: 0.3 }).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof GateError);
  assert.equal(error.code, 'busy');
  assert.equal(error.kind, 'host');
  assert.match(error.message, /held by run keeper-/);
  const node = await take(where, [PACKAGE_B], { wait: 0, exclusive: 'node' }).catch(
    (thrown: unknown) => thrown,
  );
  assert.ok(
    node instanceof GateError && node.code === 'busy',
    'the whole node is not free while a part is used',
  );
});

test('dies of one package are shared only where single GPUs are asked for', linux, async () => {
  const where = place();
  await take(where, [PACKAGE_A], { exclusive: 'gpu' });
  const die = await take(where, [OTHER_DIE], { exclusive: 'gpu', wait: 0 });
  assert.equal(die.report.state, 'held');
  await assert.rejects(take(where, [OTHER_DIE], { wait: 0 }), { code: 'busy' });
});

test('a released lock leaves nothing behind and can be taken again by the same run', linux, async () => {
  const where = place();
  const host = options(where);
  const first = await take(where, [PACKAGE_A], { host });
  assert.ok(existsSync(join(where.state, runLockName(host.run_token))));
  await first.release();
  assert.deepEqual(readdirSync(where.state), []);
  assert.ok(await isFree(where));
  const again = await take(where, [PACKAGE_A], { host, wait: 0 });
  assert.equal(again.report.state, 'held');
});

test('main learns that its keeper is gone; what the run left can then be judged', linux, async () => {
  const where = place();
  const host = options(where);
  const lock = await take(where, [PACKAGE_A], { host });
  const keeper = listProcesses().find(({ pid }) => {
    const attempt = readProcess(pid);
    return attempt !== undefined && attempt.parent !== process.pid && isKeeperOf(pid, where);
  });
  assert.ok(keeper !== undefined, 'the keeper is not a child of main');
  process.kill(keeper.pid, 'SIGKILL');
  await lock.lost;
  assert.ok(await isFree(where));
});

test('cancelling ends the waiting at once', linux, async () => {
  const where = place();
  await take(where, [PACKAGE_A]);
  const controller = new AbortController();
  const lines: string[] = [];
  const waiting = take(where, [PACKAGE_A], { signal: controller.signal, lines });
  while (lines.length === 0) await sleep(20);
  controller.abort();
  await assert.rejects(waiting, { kind: 'cancelled' });
});

test('where locks cannot be had the run goes on, and says that nobody can tell', linux, async () => {
  const where = place();
  const lines: string[] = [];
  const lock = await take(where, [PACKAGE_A], { lock_dir: join(where.dir, 'no', 'such', 'parent'), lines });
  assert.equal(lock.report.state, 'unknown');
  assert.match(lock.report.message, /nobody can say whether another run uses these GPUs: .* does not exist/);
  const withoutFlock = options(where, lines);
  const bare = await take(where, [PACKAGE_A], { host: { ...withoutFlock, env: { PATH: '/nonexistent' } } });
  assert.equal(bare.report.state, 'unknown');
  assert.match(bare.report.message, /flock \(util-linux\) is not installed/);
});

/** The keeper has the lock files of this place open. */
function isKeeperOf(pid: number, where: Place): boolean {
  try {
    return readdirSync(`/proc/${pid}/fd`).some((fd) => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${fd}`) === join(where.dir, LOCK_A);
      } catch {
        return false;
      }
    });
  } catch {
    return false;
  }
}
