// The command line as a user runs it: child processes, real sockets, files on a real disk.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FailureClass, RequestRecord, Result } from './core/result.gen.ts';
import { readResultFile } from './result-file.ts';
import { serveSimulator } from './simulator/server.ts';

const CLI = fileURLToPath(new URL('./cli.ts', import.meta.url));
/** Few and slow enough that a busy machine does not make the client late by 5 % of the TTFT. */
const REQUESTS = 60;
const RATE = 30;
const TIME_SCALE = 24;

describe('a server that misbehaves never passes; the finding names class and count', {
  concurrency: 3,
}, () => {
  // Two requests are the probe's; requests of the rung are numbered from 3.
  const faults: readonly (readonly [string, FailureClass, number])[] = [
    ['http_500@30', 'http_5xx', 1],
    ['drop@30', 'reset', 1],
    ['error_in_stream@every:15', 'stream_error', 4],
    ['error_then_done@every:15', 'stream_error', 4],
    ['no_finish_reason@every:15', 'truncated', 4],
    ['truncate@every:15', 'truncated', 4],
    ['zero_tokens@3-', 'no_token', REQUESTS],
    ['short_output@3-', 'osl_mismatch', REQUESTS],
    ['bad_json@every:15', 'parse', 4],
    ['hang@30', 'timeout', 1],
  ];
  for (const [fault, failureClass, count] of faults) {
    test(`${fault}: ${count} × ${failureClass}`, async (t) => {
      const server = await simulator(t, fault);
      const out = join(await folder(t), 'out');
      const run = await finished(instinctGate(t, [...ladder(server.url), '--out', out]));
      assert.equal(run.code, 1, run.stderr);
      const result = await resultOf(out);
      assert.equal(result.verdict.verdict, 'fail');
      const [rung] = result.rungs;
      const failure = rung?.failures.find(({ class: name }) => name === failureClass);
      // A rung in which everything fails is stopped early: what was still open is cancelled.
      if (rung?.state === 'measured') assert.equal(failure?.count, count);
      else assert.ok((failure?.count ?? 0) >= 20, `${failure?.count} failures before the stop`);
      assert.match(
        result.verdict.sentence,
        new RegExp(`${failure?.count} of ${rung?.sent} .*failed.*${failureClass}`),
      );
      assert.match(run.stdout, new RegExp(failureClass));
      assert.equal(recordsIn(out).length, rung?.sent);
    });
  }

  test('a server that accepts and never answers is an error before anything is measured', async (t) => {
    const server = await simulator(t, 'hang');
    const out = join(await folder(t), 'out');
    const args = [...ladder(server.url), '--out', out];
    const run = await finished(instinctGate(t, args));
    assert.equal(run.code, 5, run.stderr);
    assert.equal((await resultOf(out)).verdict.code, 'timeout');
  });
});

describe('a run that is stopped', { concurrency: 2 }, () => {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGTERM'] as const) {
    test(`${signal} in the middle of a rung: error (cancelled), files complete, engine gone`, async (t) => {
      const { child, out, engine } = await midRung(t);
      child.kill(signal);
      const run = await finished(child);
      assert.equal(run.code, 5, run.stderr);
      const result = await resultOf(out);
      assert.equal(result.verdict.verdict, 'error');
      assert.equal(result.verdict.code, 'cancelled');
      assert.equal(result.rungs[0]?.state, 'stopped');
      assert.equal(recordsIn(out).length, result.rungs[0]?.sent);
      assert.ok(existsSync(join(out, 'report.md')) && existsSync(join(out, 'manifest.json')));
      assert.equal(alive(engine), false);
    });
  }

  const cleaners: readonly (readonly [string, (state: string) => readonly string[]])[] = [
    ['cleanup', () => ['cleanup']],
    ['the start of the next run', () => ['run', '--base-url', 'http://127.0.0.1:9', '--request-rate', '1']],
  ];
  for (const [name, command] of cleaners) {
    test(`SIGKILL in the middle of a rung: records are readable, and ${name} ends the engine`, async (t) => {
      const { child, out, engine, env } = await midRung(t);
      child.kill('SIGKILL');
      await once(child, 'exit');
      assert.ok(recordsIn(out).length > 0);
      const scratch = await folder(t);
      await finished(instinctGate(t, command(scratch), { env, cwd: scratch }));
      await until(() => !alive(engine), 'the engine to be gone');
    });
  }
});

describe('nobody reads what a run writes: it goes on, and its files and exit code are as always', {
  concurrency: 2,
}, () => {
  test('closed pipes on stdout and stderr', async (t) => {
    const server = await simulator(t, 'http_500@30');
    const out = join(await folder(t), 'out');
    const child = instinctGate(t, [...ladder(server.url), '--out', out]);
    child.stdout?.destroy();
    child.stderr?.destroy();
    const [code] = await once(child, 'exit');
    assert.equal(code, 1);
    assert.equal((await resultOf(out)).verdict.verdict, 'fail');
    assert.ok(existsSync(join(out, 'manifest.json')));
  });

  test('a full device behind stdout and stderr, and the engine is stopped', {
    skip: !existsSync('/dev/full') && 'this system has no /dev/full',
  }, async (t) => {
    const { child, out, engine } = await midRung(t, openSync('/dev/full', 'w'));
    assert.equal(child.exitCode, null);
    child.kill('SIGINT');
    const [code] = await once(child, 'exit');
    assert.equal(code, 5);
    assert.equal((await resultOf(out)).verdict.code, 'cancelled');
    assert.equal(alive(engine), false);
  });
});

describe('usage problems are exit code 2 and say what to do', () => {
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [['run'], /nothing to measure/],
    [['run', '--config', 'nowhere.yml'], /does not exist/],
    [['run', '--base-url', 'http://127.0.0.1:9', '--request-rate', 'inf'], /request-rate/],
    [['run', '--base-url', 'http://127.0.0.1:9', '--fail-on', 'never'], /--fail-on/],
    [['runn'], /Did you mean run/],
    [['compare', 'a.json', 'b.json'], /expected a result/],
    [['report', 'nowhere'], /output folder/],
    [['simulate', '--preset', 'h100'], /h100/],
  ];
  for (const [args, message] of cases) {
    test(args.join(' '), async (t) => {
      const run = await finished(instinctGate(t, args, { cwd: await folder(t) }));
      assert.equal(run.code, 2);
      assert.match(run.stderr, message);
      assert.doesNotMatch(run.stderr, /\n {4}at /, 'a stack is for faults of our own');
    });
  }

  test('a folder with files of somebody else is refused and left alone', async (t) => {
    const out = await folder(t);
    await writeFile(join(out, 'thesis.tex'), 'mine');
    const server = await simulator(t, '');
    const run = await finished(instinctGate(t, [...ladder(server.url), '--out', out]));
    assert.equal(run.code, 2);
    assert.deepEqual(readdirSync(out), ['thesis.tex']);
  });
});

test('a working folder that was removed is exit code 5', async (t) => {
  const gone = await folder(t);
  const script =
    'process.chdir(process.argv[1]); require("node:fs").rmdirSync(process.argv[1]);' +
    'process.argv.splice(1, 1); import(process.argv[1]);';
  const child = spawn(process.execPath, ['-e', script, gone, CLI, 'validate'], { stdio: 'pipe' });
  const run = await finished(child);
  assert.equal(run.code, 5, run.stderr);
  assert.match(run.stderr, /working folder.*removed/);
  assert.doesNotMatch(run.stderr, /\n {4}at /);
});

test('a disk that is full in the middle of a rung: warned and stopped at once, error, and what was measured stays', async (t) => {
  const server = await simulator(t, '');
  const out = join(await folder(t), 'out');
  const args = ladder(server.url).concat('--set', 'load.num_prompts=2000', '--set', 'load.output_len=16');
  // A limit on the size of files fails like a full disk: whatever is longer than 128 blocks of 512 bytes.
  const script = 'ulimit -f 128; exec "$@"';
  const child = spawn('sh', ['-c', script, 'sh', process.execPath, CLI, ...args, '--out', out], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  const run = await finished(child);
  assert.equal(run.code, 5, run.stderr);
  assert.match(run.stderr, /warning: the rung is stopped: A file of the result cannot be written/);
  const result = await resultOf(out);
  assert.deepEqual([result.verdict.verdict, result.verdict.code], ['error', 'file_not_writable']);
  const [rung] = result.rungs;
  assert.equal(rung?.state, 'stopped');
  assert.ok(Number(rung?.completed) > 20 && Number(rung?.sent) < 1000, `${rung?.completed} of ${rung?.sent}`);
});

test('--fail-on masks a verdict, and an earlier result moves aside', async (t) => {
  const server = await simulator(t, 'http_500@every:10');
  const out = join(await folder(t), 'out');
  const args = [...ladder(server.url), '--set', 'load.num_prompts=40', '--out', out];
  assert.equal((await finished(instinctGate(t, [...args, '--fail-on', 'invalid,error']))).code, 0);
  assert.equal((await finished(instinctGate(t, args))).code, 1);
  assert.ok(existsSync(join(`${out}.prev-1`, 'result.json')));
});

test('a result renders again from its files, verifies, and compares with itself as too little evidence', async (t) => {
  const server = await simulator(t, '');
  const out = join(await folder(t), 'out');
  const first = await finished(instinctGate(t, [...ladder(server.url), '--out', out]));
  assert.equal(first.code, 0, first.stderr + first.stdout);
  const markdown = readFileSync(join(out, 'report.md'), 'utf8');
  assert.equal((await finished(instinctGate(t, ['verify', out]))).code, 0);
  assert.equal((await finished(instinctGate(t, ['report', out]))).code, 0);
  assert.equal(readFileSync(join(out, 'report.md'), 'utf8'), markdown);
  const compared = await finished(instinctGate(t, ['compare', out, out]));
  assert.equal(compared.code, 3, compared.stdout);
  await writeFile(join(out, 'report.md'), `${markdown}!`);
  const changed = await finished(instinctGate(t, ['verify', out]));
  assert.equal(changed.code, 1);
  assert.match(changed.stdout, /changed {2}report\.md/);
});

test('a key never reaches a file, a log or the terminal, even when the server echoes it', async (t) => {
  const server = await simulator(t, 'http_500@30');
  const out = join(await folder(t), 'out');
  const key = 'sk-very-secret-key-123456';
  const run = await finished(
    instinctGate(t, [...ladder(server.url), '--set', `service.api_key=${key}`, '--out', out]),
  );
  assert.equal(run.code, 1);
  assert.doesNotMatch(run.stdout + run.stderr, /very-secret/);
  for (const file of readdirSync(out, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    assert.doesNotMatch(readFileSync(join(file.parentPath, file.name), 'utf8'), /very-secret/, file.name);
  }
});

// ---- helpers, in the order in which they are called -----------------------------------------------------------

function simulator(t: TestContext, fault: string) {
  const overrides = fault === '' ? {} : { fault };
  const serving = serveSimulator({
    ...{ port: 0, preset: 'mi300x-llama3.1-8b', time_scale: TIME_SCALE, overrides },
    log: () => {},
  });
  t.after(async () => (await serving).close());
  return serving;
}

async function folder(t: TestContext): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'instinct-gate-cli-'));
  t.after(() => rm(path, { recursive: true, force: true }));
  return path;
}

/** One gating rung of REQUESTS short requests, without a warm-up, so that requests can be counted. */
function ladder(url: string): string[] {
  const settings = {
    'service.base_url': url,
    'load.request_rates': `[${RATE}]`,
    'load.num_prompts': REQUESTS,
    'load.input_len': 16,
    'load.output_len': 4,
    'load.timeout': 10,
    'limits.retries': 0,
    'load.warmup.max_s': 0,
  };
  return ['run', ...Object.entries(settings).flatMap(([key, value]) => ['--set', `${key}=${value}`])];
}

function instinctGate(
  t: TestContext,
  args: readonly string[],
  options: { readonly env?: NodeJS.ProcessEnv; readonly cwd?: string; readonly output?: number } = {},
): ChildProcess {
  const { output = 'pipe' } = options;
  const child = spawn(process.execPath, [CLI, ...args], {
    stdio: ['ignore', output, output],
    ...(options.cwd !== undefined && { cwd: options.cwd }),
    env: { ...process.env, ...options.env },
  });
  t.after(() => child.kill('SIGKILL'));
  return child;
}

async function finished(
  child: ChildProcess,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
    });
  }
  const [code] = await once(child, 'close');
  return { code, ...texts };
}

async function resultOf(out: string): Promise<Result> {
  const read = await readResultFile(join(out, 'result.json'));
  if (typeof read === 'string') assert.fail(read);
  return read;
}

function recordsIn(out: string): RequestRecord[] {
  const dir = join(out, 'requests');
  if (!existsSync(dir)) return [];
  return readdirSync(dir).flatMap((name) =>
    readFileSync(join(dir, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as RequestRecord),
  );
}

/** A run of the simulator engine with some requests of its only rung done and many to come. */
async function midRung(t: TestContext, output?: number) {
  const base = await folder(t);
  const state = join(base, 'state');
  await mkdir(state, { mode: 0o700 });
  const env = { XDG_RUNTIME_DIR: state };
  const out = join(base, 'out');
  const args = ['run', '--set', 'engine.kind=simulator', '--set', 'engine.time_scale=0.2', '--out', out];
  const load = ['load.request_rates=[20]', 'load.num_prompts=600', 'load.input_len=32', 'load.output_len=8'];
  const more = [...load, 'load.warmup.max_s=0'].flatMap((line) => ['--set', line]);
  const child = instinctGate(t, [...args, ...more], { env, ...(output !== undefined && { output }) });
  await until(() => recordsIn(out).length >= 10, 'ten records');
  const engine = enginePid(state);
  t.after(() => alive(engine) && process.kill(engine, 'SIGKILL'));
  assert.equal(alive(engine), true);
  return { child, out, engine, env };
}

function enginePid(state: string): number {
  const files = readdirSync(state, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const [pid] = files.flatMap((file) => {
    const { pid: found } = JSON.parse(readFileSync(join(file.parentPath, file.name), 'utf8')) as {
      pid?: number;
    };
    return found ?? [];
  });
  return pid ?? assert.fail('no state of the engine was written');
}

function alive(pid: number): boolean {
  try {
    // A zombie has no command line any more.
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}

async function until(condition: () => boolean, what: string): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (condition()) return;
    await sleep(50);
  }
  assert.fail(`waited in vain for ${what}`);
}
