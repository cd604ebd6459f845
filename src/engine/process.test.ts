import assert from 'node:assert/strict';

import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ServiceConfig } from '../config/config.ts';
import { GateError } from '../failure.ts';
import { makeToken, processesOfRun } from './leftovers.ts';
import { freePort } from './listeners.ts';
import { type Launch, startProcess } from './process.ts';
import type { ProcessHost } from './process-host.ts';
import { canSeeProcesses, readProcess } from './processes.ts';
import { listRuns } from './run-state.ts';
import { engineEnvironment, fillCommand } from './spawn.ts';

const FAKE = fileURLToPath(new URL('../../fixtures/engine/fake-vllm.ts', import.meta.url));
const linux = canSeeProcesses() ? {} : { skip: 'needs /proc' };

let count = 0;
const hosts: ProcessHost[] = [];

function makeHost(override: Partial<ProcessHost> = {}): ProcessHost {
  const dir = mkdtempSync(join(tmpdir(), 'gate-process-'));
  count += 1;
  const host: ProcessHost = {
    log: { group() {}, info() {}, warning() {}, progress() {} },
    env: process.env,
    run_token: makeToken(`process-test-${process.pid}-${count}`),
    engine_log: join(dir, 'engine.log'),
    secrets: [],
    state_dir: join(dir, 'state'),
    ...override,
    times: { grace_ms: 1500, group_grace_ms: 500, foreign_ms: 200, ...override.times },
  };
  hosts.push(host);
  return host;
}

function makeLaunch(flags: readonly string[], override: Partial<Launch> = {}): Launch {
  return {
    kind: 'process',
    command: [process.execPath, FAKE, '--port', '{port}', ...flags],
    env: {},
    startup_timeout_s: 30,
    service: service(),
    signal: new AbortController().signal,
    fingerprint: () => ({}),
    ...override,
  };
}

function service(override: Partial<ServiceConfig> = {}): ServiceConfig {
  return { backend: 'vllm', endpoint: 'auto', ...override };
}

async function failure(launch: Launch, host = makeHost()): Promise<GateError> {
  const error = await startProcess(launch, host).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof GateError, `expected a GateError, got ${String(error)}`);
  assert.deepEqual(processesOfRun(host.run_token), [], 'a failed start leaves nothing behind');
  return error;
}

after(() => {
  for (const host of hosts) {
    for (const one of processesOfRun(host.run_token)) process.kill(one.pid, 'SIGKILL');
  }
});

test('boots, serves, stops on SIGTERM and leaves neither process nor state', async () => {
  const host = makeHost();
  const engine = await startProcess(makeLaunch(['--start-ms', '300']), host);
  const health = await fetch(`${engine.base_url}/health`);
  assert.equal(health.status, 200);
  assert.equal(engine.death, undefined);
  assert.ok(Number(engine.report().boot_s) > 0.3);
  // It may print keys, and is masked only when it has ended.
  assert.equal(statSync(host.engine_log).mode & 0o777, 0o600);
  if (canSeeProcesses()) assert.equal(listRuns(host.state_dir).length, 1);
  const report = await engine.stop();
  assert.match(report.stop ?? '', /^SIGTERM, ended after/);
  assert.equal(report.leftovers, 0);
  assert.equal(report.exit, undefined);
  assert.deepEqual(processesOfRun(host.run_token), []);
  assert.deepEqual(listRuns(host.state_dir), []);
  assert.deepEqual(await engine.stop(), report);
});

test('tells an early death at once, with the root error from far above the last lines', async () => {
  const error = await failure(makeLaunch(['--die', 'traceback']));
  assert.equal(error.code, 'engine_died_early');
  assert.match(error.message, /exit code 1.*ValueError: no room for the KV cache/);
  assert.ok(error.evidence.includes('ValueError: no room for the KV cache'));
  assert.ok(error.evidence.some((line) => line.includes('Engine core initialization failed')));
  assert.equal(error.cause_code, 'unknown');
});

test('an engine that exits with code 0 before it is ready has failed too', async () => {
  assert.match((await failure(makeLaunch(['--die', 'silent']))).message, /exit code 0/);
});

test('explains exit code 2', async () => {
  const error = await failure(makeLaunch(['--die', 'usage']));
  assert.match(error.message, /unrecognized arguments: --no-such-flag/);
  assert.equal(error.cause_code, 'bad_flag');
  assert.match(error.message, /exit code 2\): This vLLM refused the command line/);
  assert.match(error.hint ?? '', /Flags move between versions/);
});

test('names a program that does not exist', async () => {
  const error = await failure(makeLaunch([], { command: ['no-such-program-here', '{port}'] }));
  assert.equal(error.code, 'command_not_started');
  assert.match(error.message, /no-such-program-here/);
});

test('gives up after the startup timeout and ends the engine', async () => {
  const error = await failure(makeLaunch(['--no-listen', '--chatter'], { startup_timeout_s: 1 }));
  assert.equal(error.code, 'startup_timeout');
  assert.match(error.message, /not ready after 1 s/);
});

test('gives up earlier when the log does not grow', async () => {
  const error = await failure(makeLaunch(['--no-listen']), makeHost({ times: { stall_ms: 800 } }));
  assert.equal(error.code, 'startup_stalled');
});

test('a healthy answer alone is not readiness: the first completion must work', async () => {
  const error = await failure(makeLaunch(['--completions', '500']));
  assert.equal(error.code, 'engine_unhealthy');
  assert.equal(error.cause_code, 'gpu_out_of_memory');
  assert.match(error.hint ?? '', /^Lower engine\.gpu_memory_utilization/);
  const refused = await failure(makeLaunch(['--completions', '400']));
  assert.equal(refused.code, 'completion_refused');
});

test('the model that was asked for must be served', async () => {
  const error = await failure(makeLaunch([], { service: service({ model_id: 'llama' }) }));
  assert.equal(error.code, 'model_not_found');
  assert.match(error.message, /it serves: tiny/);
});

test('the key travels by environment, never by argument', async () => {
  const host = makeHost();
  const engine = await startProcess(makeLaunch([], { service: service({ key: 'sk-secret-key' }) }), host);
  const answers = await fetch(`${engine.base_url}/v1/models`);
  assert.equal(answers.status, 401);
  if (canSeeProcesses()) {
    const pid = engine.report().pid;
    assert.ok(!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sk-secret-key'));
  }
  assert.ok(!JSON.stringify(engine.report()).includes('sk-secret-key'));
  await engine.stop();
  const wrong = makeLaunch(['--key', 'another'], { service: service({ key: 'sk-secret-key' }) });
  assert.equal((await failure(wrong)).code, 'key_refused');
});

test('a fixed port in use is an error that names who listens', async () => {
  const stale = await startStale();
  const port = (stale.address() as AddressInfo).port;
  const error = await failure(makeLaunch([], { port }));
  assert.equal(error.code, 'port_in_use');
  if (canSeeProcesses()) assert.match(error.message, new RegExp(`pid ${process.pid} \\(`));
  stale.close();
});

test('a stale server that answers /health on our port does not count as ready', linux, async () => {
  const port = await freePort();
  const host = makeHost();
  // The child is slow; meanwhile another server takes the port.
  const starting = failure(makeLaunch(['--start-ms', '60000', '--chatter'], { port }), host);
  while (!existsSync(host.engine_log)) await sleep(20);
  const stale = await startStale(port);
  const error = await starting;
  stale.closeAllConnections();
  stale.close();
  assert.equal(error.code, 'port_taken');
  assert.match(error.message, new RegExp(`pid ${process.pid} \\(`));
});

test('a daemon with a session of its own and no environment is ended too', linux, async () => {
  const host = makeHost();
  const file = join(dirname(host.engine_log), 'daemon.pid');
  const daemon = `setsid env -i sh -c 'echo $$ > ${file}; exec sleep 300'`;
  const command = ['sh', '-c', `${daemon} & exec "$@"`, 'sh', process.execPath, FAKE, '--port', '{port}'];
  const engine = await startProcess(makeLaunch([], { command }), host);
  const pid = Number(readFileSync(file, 'utf8'));
  assert.equal(readProcess(pid)?.name, 'sleep');
  assert.equal(readProcess(pid)?.session, pid);
  await engine.stop();
  assert.equal(readProcess(pid), undefined);
});

test('an engine that ignores SIGTERM is killed after the grace', async () => {
  const host = makeHost();
  const engine = await startProcess(makeLaunch(['--ignore-sigterm']), host);
  const report = await engine.stop({ grace_s: 0.3 });
  assert.match(report.stop ?? '', /^SIGKILL/);
  assert.equal(report.leftovers, 0);
  assert.deepEqual(processesOfRun(host.run_token), []);
});

for (const [child, what] of [
  ['group', 'in its group'],
  ['session', 'in a session of its own'],
  ['bare', 'without its environment'],
] as const) {
  test(`ends a child ${what} that outlives the engine, and counts it`, linux, async () => {
    const host = makeHost();
    const before = childrenOf(host);
    const engine = await startProcess(makeLaunch(['--child', child]), host);
    const pid = engine.report().pid;
    const report = await engine.stop();
    assert.equal(report.leftovers, 1);
    assert.deepEqual(childrenOf(host), before);
    assert.ok(pid !== undefined);
  });
}

test(
  'a death is told with its exit and last log lines; stop then cleans up what it left',
  linux,
  async () => {
    const host = makeHost();
    const engine = await startProcess(makeLaunch(['--die-after', '1', '--child', 'group']), host);
    const body = JSON.stringify({ model: 'tiny', prompt: 'x', max_tokens: 1 });
    await fetch(`${engine.base_url}/v1/completions`, { method: 'POST', body }).catch(() => {});
    const death = await engine.died;
    assert.equal(death.exit, 'exit code 0');
    assert.equal(death.triage?.code, 'ended_by_itself');
    assert.ok(death.evidence.some((line) => line.includes('Application startup complete')));
    assert.equal(engine.death, death);
    const report = await engine.stop();
    assert.equal(report.exit, 'exit code 0');
    assert.equal(report.leftovers, 1);
    assert.deepEqual(processesOfRun(host.run_token), []);
  },
);

test('a killed engine names its signal', async () => {
  const engine = await startProcess(makeLaunch([]), makeHost());
  process.kill(Number(engine.report().pid), 'SIGKILL');
  assert.equal((await engine.died).exit, 'signal SIGKILL');
  await engine.stop();
});

test('stopping by the user during the start ends the engine', async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 400);
  const error = await failure(makeLaunch(['--no-listen'], { signal: controller.signal }));
  assert.equal(error.kind, 'cancelled');
});

test('secrets in the log of the engine are masked in the evidence', async () => {
  const host = makeHost({ secrets: ['no-such-flag'] });
  const error = await failure(makeLaunch(['--die', 'usage']), host);
  assert.ok(!JSON.stringify([error.message, error.evidence]).includes('no-such-flag'));
});

async function startStale(port = 0): Promise<ReturnType<typeof createServer>> {
  const stale = createServer((_request, response) => response.end('{}'));
  for (;;) {
    stale.listen(port, '127.0.0.1');
    await once(stale, 'listening');
    return stale;
  }
}

/** All helpers that the fake engine starts, however they hide. */
function childrenOf(host: ProcessHost): readonly number[] {
  return processesOfRun(host.run_token).map((one) => one.pid);
}

test('the engine gets neither the secrets nor the command files of a runner, unless the configuration names them', () => {
  const inherited = {
    PATH: '/bin',
    RUNNER_TRACKING_ID: 'github_1',
    'INPUT_API-KEY': 'sk-1',
    ACTIONS_RUNTIME_TOKEN: 't',
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: 't',
    GITHUB_TOKEN: 'ghs_1',
    GITHUB_ENV: '/run/env',
    GITHUB_SHA: 'abc',
  };
  const env = engineEnvironment(
    inherited,
    { env: { GITHUB_TOKEN: 'mine', N: 1 }, service: { key: 'sk-2' } },
    'a:1:2:3',
  );
  assert.deepEqual(env, {
    PATH: '/bin',
    RUNNER_TRACKING_ID: 'github_1',
    GITHUB_SHA: 'abc',
    GITHUB_TOKEN: 'mine',
    N: '1',
    VLLM_API_KEY: 'sk-2',
    SPT_NOENV: '1',
    INSTINCT_GATE_RUN: 'a:1:2:3',
  });
});

test('a command that needs a model and has none is a problem of the configuration', () => {
  const values = { port: '1', host: 'h', model: undefined };
  assert.deepEqual(fillCommand(['a', '--at={host}:{port}', '{other}'], values), ['a', '--at=h:1', '{other}']);
  assert.throws(() => fillCommand(['{model}'], values), { code: 'no_model', kind: 'config' });
});
