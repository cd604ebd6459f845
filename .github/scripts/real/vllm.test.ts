/** The tool against a real vLLM (third-party CPU build, tiny model with random weights): structure and counts, no times. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Result } from '../../../src/core/result.gen.ts';
import { type GateRun, processEngine, smallLoad, startGate, whileRunning } from './gate-run.ts';
import { commandLine } from './process-tree.ts';
import { SERVED_KEY, type ServedVllm, serveVllm } from './served-vllm.ts';

const noRetry = { limits: { retries: 0 } };
const ENGINE_CORE = /^VLLM::EngineCor/;

test('a process engine climbs the ladder, meets its budgets and leaves nothing behind', async () => {
  await using run = startGate(['run'], {
    service: { api_key: SERVED_KEY },
    engine: processEngine(),
    load: { ...smallLoad, request_rates: [2, 4] },
    budgets: ['error_rate == 0', 'completed == 100%', 'p50_ttft_ms <= 60000 observed', 'served_rate >= 10%'],
  });
  await whileRunning(run, 'finished requests', () => run.records(2).length >= 3);
  for (const { pid } of run.started())
    assert.ok(!commandLine(pid).includes(SERVED_KEY), 'the key is in the process list');
  await assertVerdict(run, 'pass');
  assertNoKey(run);
  const result = run.result();
  assert.equal(result.simulated, false);
  assert.equal(result.engine?.kind, 'process');
  assert.equal(result.fingerprint['vllm']?.value, '0.32.0');
  assert.equal(result.channel?.endpoint, 'completions');
  assert.equal(result.channel?.usage, 'continuous');
  assert.equal(result.workload?.lengths, 'exact');
  for (const [index, rate] of [2, 4].entries()) {
    const rung = result.rungs[index];
    assert.deepEqual(
      [rung?.rate, rung?.planned, rung?.sent, rung?.completed, rung?.failed],
      [rate, 30, 30, 30, 0],
    );
    const records = run.records(rate);
    assert.equal(records.length, 30);
    for (const record of records) {
      assert.deepEqual(
        [record.outcome, record.completion_tokens, record.finish_reason],
        ['ok', 32, 'length'],
      );
      assert.equal(record.prompt_tokens, record.input_len);
      assert.ok((record.scheduled_ns ?? 0) <= (record.sent_ns ?? 0), 'sent before it was due');
      // Headers come long before the first token: they say nothing about TTFT.
      assert.ok((record.sent_ns ?? 0) < (record.headers_ns ?? 0));
      assert.ok((record.headers_ns ?? 0) <= (record.first_token_ns ?? 0));
      assert.ok((record.first_token_ns ?? 0) < (record.done_ns ?? 0));
    }
    assert.equal(rung?.server?.requests_finished, 30);
    const compatible = readJson(run, `result_rate_${rate}.json`);
    assert.deepEqual([compatible['completed'], compatible['request_rate']], [30, rate]);
  }
  assertFilesComplete(run);
  await assertNothingLeft(run);
  assert.ok(run.started().length >= 2, 'the engine core of vLLM is a process of its own');
});

test('an engine core killed in the middle of a rung: fail, with the class, and complete files', async () => {
  await using run = startGate(['run'], {
    engine: processEngine(),
    // Long answers: at any moment several streams are open.
    load: { ...smallLoad, num_prompts: 80, output_len: 1024, request_rates: [4, 8] },
    ...noRetry,
  });
  await killInRung(run, ENGINE_CORE);
  await assertVerdict(run, 'fail');
  const result = run.result();
  // vLLM calls this a clean end, where the ladder does not stop before it has ended.
  assert.ok([undefined, 'exit code 0'].includes(result.engine?.exit), result.engine?.exit);
  const rung = result.rungs[0];
  assert.ok(rung !== undefined && rung.completed < rung.planned);
  // vLLM ends the open streams with an error object and then `[DONE]`, after HTTP 200.
  const classes = (rung.failures ?? []).map((each) => each.class);
  assert.ok(classes.includes('stream_error'), `classes: ${classes.join()}`);
  const failed = run.records(4).filter((record) => record.outcome === 'stream_error');
  assert.ok(failed.every((record) => record.http_status === 200 && (record.error ?? '') !== ''));
  assert.equal(result.rungs[1]?.state, 'not_run');
  assert.ok(result.findings.some((finding) => finding.kind === 'engine' && finding.verdict === 'fail'));
  assertFilesComplete(run);
  await assertNothingLeft(run);
});

test('an API server killed with SIGKILL: fail, and the workers that it leaves behind are gone', async () => {
  await using run = startGate(['run'], {
    engine: processEngine(),
    load: { ...smallLoad, num_prompts: 80, output_len: 256, request_rates: [4] },
    ...noRetry,
  });
  await killInRung(run, /^(vllm|python)/);
  await assertVerdict(run, 'fail');
  const result = run.result();
  const classes = result.rungs[0]?.failures?.map((each) => each.class) ?? [];
  assert.ok(
    classes.some((each) => ['reset', 'truncated', 'connect'].includes(each)),
    `classes: ${classes.join()}`,
  );
  assertFilesComplete(run);
  await assertNothingLeft(run);
});

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`${signal} in the middle of a rung with open streams: stopped with a deadline, records readable`, async () => {
    // vLLM waits for its clients for ever after SIGTERM.
    await using run = startGate(['run'], {
      engine: processEngine(),
      load: { ...smallLoad, num_prompts: 200, output_len: 512, request_rates: [8] },
      ...noRetry,
    });
    await whileRunning(run, 'finished requests', () => run.records(8).length >= 3);
    run.child.kill(signal);
    const code = await run.ended;
    assert.equal(code, 5, explain(run));
    assert.match(run.result().verdict.sentence, /cancel/i);
    assert.ok(run.records(8).length >= 3);
    await assertNothingLeft(run);
  });
}

test('a run killed with SIGKILL: its records are readable, and its keeper removes the engine', async () => {
  await using run = startGate(['run'], {
    engine: processEngine(),
    load: { ...smallLoad, num_prompts: 200, request_rates: [8] },
    ...noRetry,
  });
  await whileRunning(run, 'finished requests', () => run.records(8).length >= 3);
  run.child.kill('SIGKILL');
  await run.ended;
  assert.ok(run.records(8).length >= 3);
  // vLLM gets 20 s to end by itself, then its group 5 s; each look waits up to 3 s.
  let left = await run.leftovers();
  for (let tries = 0; tries < 20 && left.length > 0; tries += 1) left = await run.leftovers();
  await assertNothingLeft(run);
  await using cleanup = startGate(['cleanup'], undefined);
  assert.equal(await cleanup.ended, 0, explain(cleanup));
});

describe('an engine that does not start', () => {
  const cases: readonly [string, Record<string, unknown>, RegExp][] = [
    ['an unknown flag', { args: { 'load-format': 'dummy', 'no-such-flag': true } }, /no-such-flag/],
    ['a model folder that is not there', { model: '/nonexistent/model' }, /nonexistent\/model/],
    ['a start that takes longer than startup_timeout', { startup_timeout: 5 }, /startup_timeout|5 s/],
  ];
  for (const [name, overrides, expected] of cases) {
    test(`${name}: error with the reason, nothing left behind`, async () => {
      await using run = startGate(['run'], { engine: processEngine(overrides), load: smallLoad, ...noRetry });
      assert.equal(await run.ended, 5, explain(run));
      assert.match(run.stderr() + run.stdout(), expected);
      assert.equal(run.result().verdict.verdict, 'error');
      assert.deepEqual(
        run.result().rungs.filter((rung) => rung.sent > 0),
        [],
      );
      await assertNothingLeft(run);
    });
  }
});

describe('a vLLM that somebody else runs', { concurrency: 1 }, () => {
  let served: ServedVllm;
  const service = (): Record<string, unknown> => ({
    base_url: served.url,
    api_key: SERVED_KEY,
    model_id: 'tiny',
  });

  test('is reached by its address with and without /v1, and is left running', async () => {
    served = await serveVllm();
    for (const suffix of ['', '/v1/']) {
      await using run = startGate(['run'], {
        service: { ...service(), base_url: served.url + suffix },
        load: { ...smallLoad, request_rates: [4] },
        budgets: ['error_rate == 0'],
      });
      await assertVerdict(run, 'pass');
      const result = run.result();
      assert.deepEqual([result.engine?.kind, result.rungs[0]?.completed], ['external', 30]);
      assertFilesComplete(run);
      assertNoKey(run);
    }
    assert.equal(await served.isUp(), true);
  });

  test('answers on the chat endpoint, whose stream starts with a role and no token', async () => {
    await using run = startGate(['run'], {
      service: { ...service(), backend: 'openai-chat' },
      load: { ...smallLoad, request_rates: [4] },
      budgets: ['error_rate == 0'],
    });
    await assertVerdict(run, 'pass');
    assert.equal(run.result().channel?.endpoint, 'chat');
    for (const record of run.records(4)) {
      assert.deepEqual([record.outcome, record.completion_tokens], ['ok', 32]);
      assert.ok((record.first_choice_ns ?? 0) <= (record.first_token_ns ?? 0));
    }
  });

  test('streams with pieces that carry no text: every token is counted all the same', async () => {
    // Random weights give many incomplete UTF-8 sequences, for which vLLM sends empty content in the middle.
    await using run = startGate(['run'], {
      service: service(),
      load: { ...smallLoad, output_len: 128, request_rates: [4] },
    });
    await run.ended;
    for (const record of run.records(4)) {
      assert.deepEqual([record.outcome, record.completion_tokens], ['ok', 128]);
      const tokens = (record.gap_tokens ?? []).reduce((sum, each) => sum + each, 0);
      assert.ok(tokens <= 128 && tokens >= 100, `tokens in gaps: ${tokens}`);
    }
  });

  const refusals: readonly [string, Record<string, unknown>, RegExp][] = [
    ['a wrong key (the body of its 401 is a string)', { api_key: 'sk-wrong' }, /401|key/i],
    ['no key', { api_key: undefined }, /401|key/i],
    ['a wrong model id', { model_id: 'huge' }, /huge[\s\S]*tiny|tiny[\s\S]*huge/],
  ];
  for (const [name, overrides, expected] of refusals) {
    test(`refuses ${name}: error that says what to check`, async () => {
      await using run = startGate(['run'], {
        service: JSON.parse(JSON.stringify({ ...service(), ...overrides })) as Record<string, unknown>,
        load: smallLoad,
        ...noRetry,
      });
      assert.equal(await run.ended, 5, explain(run));
      assert.match(run.stderr() + run.stdout(), expected);
      assertNoKey(run);
    });
  }

  test('holds the port that a process engine wants: error before anything is measured, and it stays up', async () => {
    // A stale server answers /health on the port while the new engine dies of it.
    await using run = startGate(['run'], {
      engine: processEngine({ port: served.port }),
      load: smallLoad,
      ...noRetry,
    });
    assert.equal(await run.ended, 5, explain(run));
    assert.match(run.stderr() + run.stdout(), new RegExp(`${served.port}`));
    assert.deepEqual(
      run.result().rungs.filter((rung) => rung.sent > 0),
      [],
    );
    await assertNothingLeft(run);
    assert.equal(await served.isUp(), true);
  });

  test('is stopped by the tests', async () => {
    await served[Symbol.asyncDispose]();
  });
});

/** Kills one process of the engine once a few requests are answered and others are open. */
async function killInRung(run: GateRun, name: RegExp): Promise<void> {
  await whileRunning(run, 'finished requests', () => run.records(4).length >= 3);
  const victims = run.started().filter((each) => name.test(each.name));
  assert.ok(
    victims[0] !== undefined,
    `no process called ${name}: ${run
      .started()
      .map((each) => each.name)
      .join()}`,
  );
  process.kill(victims[0].pid, 'SIGKILL');
}

/**
 * The verdict, or on a machine that also does other work: invalid for the client's lateness. A busy machine makes the
 * client late, and then the tool must say neither pass nor fail. What else was found is the same.
 */
async function assertVerdict(run: GateRun, expected: 'pass' | 'fail'): Promise<void> {
  const code = await run.ended;
  const { verdict, findings } = run.result();
  const isBusy = findings.some((each) => each.verdict === 'invalid' && each.code.startsWith('client_'));
  const wanted = { pass: 0, fail: 1 } as const;
  assert.deepEqual(
    [code, verdict.verdict],
    isBusy ? [4, 'invalid'] : [wanted[expected], expected],
    explain(run),
  );
  if (isBusy) process.stdout.write(`# the machine is busy, so the verdict is invalid: ${verdict.sentence}\n`);
  const others = findings.filter(
    (each) => each.verdict !== undefined && each.verdict !== 'invalid' && each.verdict !== 'pass',
  );
  if (expected === 'pass') assert.deepEqual(others, []);
  else
    assert.ok(
      others.some((each) => each.verdict === 'fail'),
      explain(run),
    );
}

function assertFilesComplete(run: GateRun): void {
  const manifest = readFileSync(join(run.out, 'manifest.json'), 'utf8');
  for (const file of ['result.json', 'report.md', 'report.html', 'junit.xml']) {
    assert.ok(existsSync(join(run.out, file)), `${file} is missing`);
    const digest = createHash('sha256')
      .update(readFileSync(join(run.out, file)))
      .digest('hex');
    assert.ok(manifest.includes(digest), `manifest.json does not hold the digest of ${file}`);
  }
  const result = run.result();
  for (const rung of result.rungs.filter((each) => each.sent > 0)) {
    assert.equal(run.records(rung.rate).length, rung.sent, `records of rung ${rung.rate}`);
    const accounted = rung.completed + rung.failed;
    assert.equal(accounted, rung.sent, `every request of rung ${rung.rate} is accounted for`);
    if (rung.state === 'measured') assert.equal(rung.sent, rung.planned);
    assert.equal(readJson(run, `result_rate_${rung.rate}.json`)['completed'], rung.completed);
  }
}

async function assertNothingLeft(run: GateRun): Promise<void> {
  assert.deepEqual(await run.leftovers(), []);
}

function assertNoKey(run: GateRun): void {
  assert.doesNotMatch(run.stderr() + run.stdout(), new RegExp(SERVED_KEY));
  if (!existsSync(run.out)) return;
  for (const entry of readdirSync(run.out, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    assert.ok(
      !readFileSync(join(entry.parentPath, entry.name), 'utf8').includes(SERVED_KEY),
      `the key is in ${entry.name}`,
    );
  }
}

const readJson = (run: GateRun, file: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(run.out, file), 'utf8')) as Record<string, unknown>;

/** What a failed assertion needs to be understood. */
function explain(run: GateRun): string {
  const result: Result | undefined = existsSync(join(run.out, 'result.json')) ? run.result() : undefined;
  const findings =
    result?.findings.map((each) => `${each.verdict ?? '-'} ${each.code}: ${each.message}`) ?? [];
  return [result?.verdict.sentence, ...findings, run.stderr().slice(-3000)].join('\n');
}
