/** The docker engine against a real container engine, registry and image; the server in it is the simulator. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Result } from '../../../src/core/result.gen.ts';
import { runLockDirs, runLockName } from '../../../src/engine/run-lock.ts';
import { type DockerLab, startDockerLab } from './docker-lab.ts';
import { repositoryRoot } from './folders.ts';
import { type GateRun, startGate, whileRunning } from './gate-run.ts';

const LABEL = 'instinct-gate.run';
const FOREIGN = 'somebody-elses';

let lab: DockerLab;
before(async () => {
  lab = await startDockerLab();
  // The tool, and whatever it starts, talks to the engine of the lab.
  process.env['DOCKER_HOST'] = lab.host;
  process.env['LAB_HUB_TOKEN'] = 'hf_laboratory_secret';
  await startForeign();
});
after(async () => {
  await lab?.[Symbol.asyncDispose]();
});

describe('boot, measure, stop', () => {
  test('by tag: the digest is recorded, the log is captured, the token of the hub stays hidden', async () => {
    await using run = startGate(['run'], config({ image: lab.image.tag, hf_token_env: 'LAB_HUB_TOKEN' }));
    const result = await verdictOf(run, 'pass');
    const { engine, fingerprint } = result;
    assert.equal(engine.kind, 'docker');
    assert.equal(engine.container?.image, lab.image.tag);
    assert.equal(engine.container?.image_digest, lab.image.digest);
    assert.equal(fingerprint['image_digest']?.value, lab.image.digest.split('@')[1]);
    assert.equal(fingerprint['rocm']?.value, '7.0.2-56');
    assert.match(engine.stop ?? '', /^docker stop, ended after .* removed$/);
    assert.deepEqual([result.rungs[0]?.completed, result.rungs[0]?.failed], [40, 0]);
    const log = readFileSync(join(run.out, 'engine.log'), 'utf8');
    assert.match(log, /vLLM API server, model demo\/model/);
    assert.match(log, /Application startup complete/);
    // The token came into the container, or it could not have been printed; we do not print it.
    assert.match(log, /token \*\*\*/);
    for (const text of [run.stdout(), run.stderr(), JSON.stringify(result), log])
      assert.ok(!text.includes('hf_laboratory_secret'));
    await assertOnlyForeign();
  });

  test('by digest, on a network of its own with the port published on the loopback address', async () => {
    await using run = startGate(['run'], config({ image: lab.image.digest, network: 'bridge' }));
    const result = await verdictOf(run, 'pass');
    assert.equal(result.engine.container?.network, 'bridge');
    assert.equal(result.engine.container?.image_digest, lab.image.digest);
    assert.ok(result.engine.command?.includes('0.0.0.0'), 'inside the container it listens on all addresses');
    await assertOnlyForeign();
  });

  test('pulled anew where that is wanted, although the image is there', async () => {
    await using run = startGate(['run'], config({ image: lab.image.tag, pull: 'always' }));
    await verdictOf(run, 'pass');
    assert.match(run.stderr(), /image: pulling/);
  });

  test('an image whose entry point is a shell gets the whole command; without a registry its id identifies it', async () => {
    await using run = startGate(['run'], config({ image: lab.image.shell, pull: 'never' }));
    const { engine, fingerprint } = await verdictOf(run, 'pass');
    assert.equal(engine.container?.image_digest, undefined);
    assert.equal(fingerprint['image_digest']?.value, undefined);
    assert.equal(fingerprint['image_id']?.class, 'hard');
    assert.match(run.stderr(), /entry point of the image is a shell/);
  });

  test('folders of the host are mounted, and compiled kernels have one of their own', async () => {
    const compile = mkdtempSync(join(tmpdir(), 'ig-compile-'));
    await using run = startGate(['run'], config({ image: lab.image.tag, caches: { compile } }));
    const { fingerprint } = await verdictOf(run, 'pass');
    assert.equal(fingerprint['compile_cache']?.value, 'cold');
    assert.equal(readdirSync(compile).length, 1);
    rmSync(compile, { recursive: true });
  });
});

describe('what cannot start', () => {
  const rows: [string, () => Record<string, unknown>, string, RegExp][] = [
    [
      'a tag that the registry does not have',
      () => ({ image: lab.image.tag.replace('v0.14.0', 'v9.9.9') }),
      'image_not_found',
      /the registry has no such image/,
    ],
    [
      'a registry that is not there',
      () => ({ image: 'localhost:1/lab/vllm:latest' }),
      'registry_unreachable',
      /cannot be reached/,
    ],
    [
      'an image that must not be pulled and is not here',
      () => ({ image: 'lab/none:1', pull: 'never' }),
      'image_missing',
      /not on this host/,
    ],
    [
      'a folder that is not there',
      () => ({ image: lab.image.tag, mounts: ['/nowhere/at/all:/models'] }),
      'mount',
      /a folder cannot be mounted/,
    ],
    [
      'a program that the image does not have',
      () => ({ image: lab.image.tag, command: ['python3', '-m', 'x'] }),
      'engine_died_early',
      /exit code 127, its program is not in the image/,
    ],
    [
      'too little space',
      () => ({ image: lab.image.tag, pull: 'always', pull_free_gb: 1e9 }),
      'no_space',
      /GB are free/,
    ],
  ];
  for (const [name, engine, code, message] of rows) {
    test(name, async () => {
      await using run = startGate(['run'], config(engine()));
      const result = await verdictOf(run, 'error');
      assert.equal(result.verdict.code, code);
      assert.match(result.verdict.sentence, message);
      await assertOnlyForeign();
    });
  }

  test('an engine that ends before it is ready: its own words are the cause', async () => {
    await using run = startGate(['run'], config({ image: lab.image.tag, env: { LAB_EXIT: 1 } }));
    const result = await verdictOf(run, 'error');
    assert.equal(result.verdict.code, 'engine_died_early');
    assert.match(JSON.stringify(result.findings), /HIP out of memory/);
    await assertOnlyForeign();
  });
});

describe('the end, whatever happens', () => {
  test('out of memory in the middle of a rung: fail, and the kernel is named', async () => {
    const memory = { memory: '300m', env: { LAB_EAT_MB: 4000, LAB_EAT_AFTER_MS: 6000 } };
    await using run = startGate(['run'], config({ image: lab.image.tag, ...memory }, longLoad));
    const result = await verdictOf(run, 'fail');
    assert.equal(result.engine.oom_killed, true);
    assert.match(result.engine.exit ?? '', /OOMKilled/);
    await assertOnlyForeign();
  });

  test('Ctrl-C in the middle of a rung stops and removes the container', async () => {
    await using run = startGate(['run'], config({ image: lab.image.tag }, longLoad));
    await inRung(run);
    run.child.kill('SIGINT');
    const result = await verdictOf(run, 'error');
    assert.equal(result.verdict.code, 'cancelled');
    await assertOnlyForeign();
  });

  test('SIGKILL of main: its keeper stops the container', async () => {
    await using run = startGate(['run'], config({ image: lab.image.tag }, longLoad));
    await inRung(run);
    run.child.kill('SIGKILL');
    await run.ended;
    await until('the keeper has removed the container', async () => (await ours()).length === 0);
    await assertOnlyForeign();
  });

  test('SIGKILL of main and of its keeper: the next clean-up does it, and touches nothing else', async () => {
    await using run = startGate(['run'], config({ image: lab.image.tag }, longLoad));
    await inRung(run);
    const [token = ''] = await ours();
    const neighbour = await startLabelled('neighbour-unseen', 'elsewhere:12:34:56');
    const broken = await startLabelled('neighbour-broken', 'not a token');
    // While it lives nobody may touch it.
    const early = cleanup();
    assert.match(early, /container instinct-gate-\S+: left alone, its run lives/);
    assert.ok((await ours()).includes(token));
    const keeper = keeperOf(token);
    process.kill(keeper, 'SIGSTOP');
    run.child.kill('SIGKILL');
    await run.ended;
    process.kill(keeper, 'SIGKILL');
    const late = cleanup();
    assert.match(late, /container instinct-gate-\S+/);
    assert.match(late, /neighbour-unseen: left alone, nobody can say/);
    assert.ok(!(await ours()).includes(token), 'ours is gone');
    assert.deepEqual(await running(), ['neighbour-broken', 'neighbour-unseen', FOREIGN]);
    await lab.docker('rm', '-f', neighbour, broken);
    await assertOnlyForeign();
  });

  test('the container engine killed in the middle of a rung: error, not fail; afterwards nothing is left', async () => {
    await using run = startGate(['run'], config({ image: lab.image.tag, network: 'bridge' }, longLoad));
    await inRung(run);
    await lab.killDaemon();
    const result = await verdictOf(run, 'error');
    assert.match(result.verdict.sentence, /container engine is gone/);
    await lab.startDaemon();
    await until('the container is gone', async () => {
      if ((await ours()).length > 0) cleanup();
      return (await ours()).length === 0;
    });
    await lab.docker('rm', '-f', FOREIGN).catch(() => '');
    await startForeign();
  });

  test('an engine of containers that is not there says so', async () => {
    await lab.stopDaemon();
    await using run = startGate(['run'], config({ image: lab.image.tag }));
    const result = await verdictOf(run, 'error');
    assert.equal(result.verdict.code, 'docker_not_there');
    await lab.startDaemon();
  });
});

const shortLoad = {
  request_rates: [10],
  num_prompts: 40,
  input_len: 16,
  output_len: 8,
  warmup: { max_s: 2 },
};
const longLoad = { ...shortLoad, num_prompts: 300 };

function config(
  engine: Readonly<Record<string, unknown>>,
  load: Readonly<Record<string, unknown>> = shortLoad,
): Record<string, unknown> {
  return {
    engine: {
      ...{
        kind: 'docker',
        model: 'demo/model',
        gpus: 0,
        pull_free_gb: 1,
        startup_timeout: 60,
        stop_timeout: 10,
      },
      ...{ max_num_seqs: 64, gpu_memory_utilization: 0.9 },
      ...engine,
    },
    service: { model_id: 'demo' },
    load,
    limits: { retries: 0 },
  };
}

/** The result of a run that has the verdict, or an invalid one because the client had no time on a busy machine. */
async function verdictOf(run: GateRun, expected: 'pass' | 'fail' | 'error'): Promise<Result> {
  const code = await run.ended;
  const result = run.result();
  const { verdict, sentence } = result.verdict;
  const isBusy = result.findings.some(
    (each) => each.verdict === 'invalid' && each.code.startsWith('client_'),
  );
  const wanted = isBusy && expected !== 'error' ? 'invalid' : expected;
  assert.equal(verdict, wanted, `${sentence}\nexit ${code}\n${run.stderr()}`);
  if (isBusy) process.stdout.write(`# the machine is busy, so the verdict is ${verdict}: ${sentence}\n`);
  return result;
}

async function inRung(run: GateRun): Promise<void> {
  await whileRunning(run, 'a request of the rung', () => run.records(10).length > 5, 90);
}

/** Labels of all containers that carry ours. */
async function ours(): Promise<readonly string[]> {
  const text = await lab.docker(
    'ps',
    '-a',
    '--filter',
    `label=${LABEL}`,
    '--format',
    `{{.Label "${LABEL}"}}`,
  );
  return text.split('\n').filter((line) => line.includes(':'));
}

async function running(): Promise<readonly string[]> {
  const text = await lab.docker('ps', '--format', '{{.Names}}');
  return text
    .split('\n')
    .filter((name) => name !== '')
    .sort();
}

async function assertOnlyForeign(): Promise<void> {
  assert.deepEqual(await running(), [FOREIGN]);
  assert.deepEqual(await ours(), []);
}

/** What other users of the machine run; it must be there at the end of every test. */
async function startForeign(): Promise<void> {
  const forever = 'setInterval(() => {}, 1000)';
  await lab.docker(
    'run',
    '-d',
    '--name',
    FOREIGN,
    '--entrypoint',
    '/bin/node',
    lab.image.shell,
    '-e',
    forever,
  );
}

async function startLabelled(name: string, token: string): Promise<string> {
  const forever = 'setInterval(() => {}, 1000)';
  const labelled = [
    '--label',
    `${LABEL}=${token}`,
    '--entrypoint',
    '/bin/node',
    lab.image.shell,
    '-e',
    forever,
  ];
  return (await lab.docker('run', '-d', '--name', name, ...labelled)).trim();
}

function cleanup(): string {
  const { stdout, stderr } = spawnSync(process.execPath, [join(repositoryRoot, 'src/cli.ts'), 'cleanup'], {
    encoding: 'utf8',
    timeout: 120_000,
  });
  return `${stdout}${stderr}`;
}

/** The process that holds the lock of a run, as the lock itself says. */
function keeperOf(token: string): number {
  const name = runLockName(token);
  const dirs = runLockDirs({});
  const file = dirs.map((dir) => join(dir, name)).find((path) => existsSync(path));
  assert.ok(file !== undefined, `no ${name} in ${dirs.join(', ')}`);
  const pid = (JSON.parse(readFileSync(file, 'utf8')) as { pid: number }).pid;
  assert.ok(Number.isSafeInteger(pid) && pid > 1);
  assert.match(readFileSync(`/proc/${pid}/cmdline`, 'utf8'), /keeper/);
  return pid;
}

async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`not in two minutes: ${what}`);
    await sleep(500);
  }
}
