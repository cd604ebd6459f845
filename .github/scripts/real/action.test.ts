/** The built action in act, a runner without Docker, against a GitHub on loopback that checks every request. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FakeGitHub, type FakeGitHubOptions, startFakeGitHub } from '../../../fixtures/github/server.ts';
import { type ActionRun, filesInZip, pullRequestEvent, runAction } from './act.ts';
import { commandLine, isAlive, type ProcessId, watchDescendants } from './process-tree.ts';

const HEAD = 'a'.repeat(40);

/**
 * One short rung on the simulator, which says of itself that its numbers are no measurement. It is slow on purpose: what
 * counts as a late client is a share of the TTFT, and a busy machine must not turn a verdict into `invalid`.
 */
const configuration = (budgets: readonly string[]): string =>
  JSON.stringify({
    engine: { kind: 'simulator', time_scale: 5 },
    load: { request_rates: [4], num_prompts: 20, input_len: 64, output_len: 4, warmup: { max_s: 0 } },
    budgets,
    limits: { retries: 2 },
  });

const BUDGETS = {
  pass: ['error_rate == 0', 'mean_ttft_ms <= 60000 observed'],
  fail: ['error_rate == 0', 'mean_ttft_ms <= 0.001 observed'],
  // 20 requests can never prove a 99th percentile.
  inconclusive: ['p99_ttft_ms <= 60000'],
} as const;

async function gate(
  github: FakeGitHub,
  budgets: readonly string[],
  inputs: Readonly<Record<string, string>> = {},
  head = HEAD,
): Promise<ActionRun> {
  const files = { 'gate.json': configuration(budgets) };
  const run = await runAction({
    event: 'pull_request',
    payload: pullRequestEvent(head),
    inputs: { config: 'gate.json', ...inputs },
    files,
    github,
  });
  assert.match(run.nodeVersion, /^v24\./);
  return run;
}

const github = (options: FakeGitHubOptions = {}): Promise<FakeGitHub> =>
  startFakeGitHub({ pull: { headSha: HEAD }, ...options });

test('pass: comment, summary, outputs, artifact, post step; the next run updates the same comment', async () => {
  await using server = await github();
  await using first = await gate(server, BUDGETS.pass);
  assert.equal(first.jobPassed, true, first.raw);
  assert.deepEqual([first.outputs['verdict'], first.outputs['exit-code']], ['pass', '0']);
  assert.equal(first.postStep, 'success');

  const [comment] = server.comments;
  assert.equal(server.comments.length, 1, first.raw);
  assert.equal(comment?.login, 'github-actions[bot]');
  assert.match(comment?.body ?? '', /<!-- .*-->/, 'hidden marker');
  assert.match(comment?.body ?? '', /simulat/i, 'says that the numbers are simulated');
  assert.match(first.outputs['comment-url'] ?? '', new RegExp(`issuecomment-${comment?.id}$`));
  assert.match(first.summary, /simulat/i);
  assert.notEqual(first.outputs['summary'] ?? '', '');

  const [name, zip] = Object.entries(first.artifacts)[0] ?? [];
  assert.ok(name !== undefined && zip !== undefined, `no artifact:\n${first.raw}`);
  const names = await filesInZip(zip);
  for (const file of ['result.json', 'report.md', 'report.html', 'junit.xml', 'manifest.json']) {
    assert.ok(names.includes(file), `${file} is not in the artifact: ${names.join()}`);
    assert.ok(existsSync(join(first.out, file)), `${file} is not in out`);
  }
  assert.match(first.outputs['artifact-id'] ?? '', /^\d+$/);
  assert.match(first.outputs['artifact-digest'] ?? '', /^(sha256:)?[0-9a-f]{64}$/);
  assert.ok(existsSync(first.outputs['result'] ?? ''), first.outputs['result']);
  assert.ok(existsSync(first.outputs['report'] ?? ''), first.outputs['report']);

  await using second = await gate(server, BUDGETS.fail);
  assert.equal(server.comments.length, 1, 'one comment for each group');
  assert.equal(server.comments[0]?.id, comment?.id);
  assert.notEqual(server.comments[0]?.body, comment?.body);
  assert.equal(second.outputs['comment-url'], first.outputs['comment-url']);
  assert.deepEqual(server.violations, []);
});

describe('the job is red where fail-on says so, and exit-code is always the verdict', () => {
  const cases: readonly [string, readonly string[], string, Record<string, string>, boolean][] = [
    ['fail', BUDGETS.fail, '1', {}, false],
    ['fail', BUDGETS.fail, '1', { 'fail-on': 'error' }, true],
    ['inconclusive', BUDGETS.inconclusive, '3', {}, true],
    ['inconclusive', BUDGETS.inconclusive, '3', { 'fail-on': 'fail,inconclusive' }, false],
  ];
  for (const [verdict, budgets, exitCode, inputs, green] of cases) {
    test(`${verdict}, ${inputs['fail-on'] ?? 'default'}: ${green ? 'green' : 'red'}`, async () => {
      await using server = await github();
      await using run = await gate(server, budgets, inputs);
      assert.deepEqual([run.outputs['verdict'], run.outputs['exit-code']], [verdict, exitCode], run.raw);
      assert.equal(run.jobPassed, green);
      assert.equal(run.postStep, 'success');
      assert.equal(server.comments.length, 1);
      assert.ok(run.annotations.length > 0, 'a verdict that is no pass is annotated');
      assert.deepEqual(server.violations, []);
    });
  }
});

describe('GitHub in the way: said, and the verdict stays', () => {
  const cases: readonly [string, FakeGitHubOptions, number][] = [
    ['a read-only token, as forks have', { readOnly: true }, 0],
    ['comments answered with 404', { faults: [{ path: /comments/, answer: 'not_found' }] }, 0],
    ['server errors that pass', { faults: [{ method: 'POST', answer: 'server_error', times: 1 }] }, 1],
  ];
  for (const [name, options, comments] of cases) {
    test(name, async () => {
      await using server = await github(options);
      await using run = await gate(server, BUDGETS.pass);
      assert.deepEqual([run.outputs['verdict'], run.jobPassed], ['pass', true], run.raw);
      assert.equal(server.comments.length, comments, run.raw);
      if (comments === 0) assert.match(run.raw, /comment/i);
      assert.deepEqual(server.violations, []);
    });
  }
});

test('a push since the job started: the comment says so, and a comment about the newer head stays', async () => {
  const newer = 'c'.repeat(40);
  await using server = await github();
  server.setHead(newer);
  await using late = await gate(server, BUDGETS.pass);
  assert.equal(late.jobPassed, true, late.raw);
  assert.match(server.comments[0]?.body ?? '', /moved on|newer/i);
  await using current = await gate(server, BUDGETS.fail, {}, newer);
  assert.equal(current.outputs['verdict'], 'fail', current.raw);
  const about = server.comments[0]?.body;
  await using later = await gate(server, BUDGETS.pass);
  assert.deepEqual([later.outputs['verdict'], later.jobPassed], ['pass', true], later.raw);
  assert.deepEqual(
    server.comments.map((each) => each.body),
    [about],
  );
  assert.deepEqual(server.violations, []);
});

test('without a token: said, and the verdict stays', async () => {
  await using server = await github();
  await using run = await gate(server, BUDGETS.pass, { 'github-token': '' });
  assert.deepEqual([run.outputs['verdict'], run.jobPassed], ['pass', true], run.raw);
  assert.match(run.raw, /token/i);
  assert.deepEqual([server.comments.length, server.violations], [0, []]);
});

test('main killed with SIGKILL in the middle of a rung: the post step ends the engine', async () => {
  await using server = await github();
  const seen: ProcessId[] = [];
  await using run = await runAction({
    event: 'pull_request',
    payload: pullRequestEvent(HEAD),
    inputs: { config: 'gate.json', 'num-prompts': '2000' },
    files: { 'gate.json': configuration(BUDGETS.pass) },
    github: server,
    during: async ({ pid, out }) => {
      const watch = watchDescendants(pid);
      const find = (words: RegExp): ProcessId | undefined =>
        watch.seen().find((each) => words.test(commandLine(each.pid)));
      const records = join(out, 'requests/rate-4.run-1.jsonl');
      const finished = (): number =>
        existsSync(records) ? readFileSync(records, 'utf8').split('\n').length - 1 : 0;
      for (let tries = 0; finished() < 5 && tries < 900; tries += 1) await sleep(100);
      seen.push(...watch.seen());
      watch.stop();
      assert.ok(finished() >= 5, 'no rung has begun');
      const [main, engine] = [find(/dist\/action\.js/), find(/cli\.js simulate/)];
      assert.ok(main !== undefined && engine !== undefined, 'no main process or no engine');
      process.kill(main.pid, 'SIGKILL');
    },
  });
  assert.equal(run.jobPassed, false);
  assert.equal(run.postStep, 'success', run.raw);
  assert.deepEqual(seen.filter(isAlive), []);
  assert.deepEqual(server.violations, []);
});

test('a comment of somebody else that carries our marker is left alone', async () => {
  await using server = await github();
  await using first = await gate(server, BUDGETS.pass);
  assert.equal(first.jobPassed, true, first.raw);
  const body = server.comments[0]?.body ?? '';
  await using another = await github({ comments: [{ login: 'mallory', body }] });
  await using second = await gate(another, BUDGETS.pass);
  assert.equal(second.jobPassed, true, second.raw);
  assert.equal(another.comments.length, 2);
  assert.equal(another.comments[0]?.body, body);
  assert.deepEqual(another.violations, []);
});

test('a configuration problem: exit code 2, red whatever fail-on says, nothing measured', async () => {
  await using server = await github();
  await using run = await gate(server, BUDGETS.pass, { set: 'load.request_rate=4', 'fail-on': 'error' });
  assert.equal(run.jobPassed, false);
  assert.equal(run.outputs['exit-code'], '2', run.raw);
  assert.match(run.raw, /request_rates/, 'the nearest known name');
  assert.equal(run.postStep, 'success');
  assert.deepEqual(server.violations, []);
});

test('without a pull request (push): verdict, summary and artifact, no comment', async () => {
  await using server = await github();
  const { repository } = pullRequestEvent(HEAD);
  await using run = await runAction({
    event: 'push',
    payload: { ref: 'refs/heads/main', before: 'b'.repeat(40), after: HEAD, repository },
    inputs: { config: 'gate.json' },
    files: { 'gate.json': configuration(BUDGETS.pass) },
    github: server,
  });
  assert.deepEqual([run.outputs['verdict'], run.jobPassed], ['pass', true], run.raw);
  assert.equal(server.comments.length, 0);
  assert.notEqual(run.summary, '');
  assert.equal(Object.keys(run.artifacts).length, 1);
  assert.deepEqual(server.violations, []);
});
