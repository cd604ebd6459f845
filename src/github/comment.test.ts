import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type FakeGitHub, type FakeGitHubOptions, startFakeGitHub } from '../../fixtures/github/server.ts';
import { resultOf } from '../../fixtures/reports/result.ts';
import { formatMarker, type Marker } from '../report/marker.ts';
import { type CommentRequest, decideComment, upsertComment } from './comment.ts';
import { troubleOf } from './trouble.ts';

const HEAD = 'a'.repeat(40);
const NEWER = 'd'.repeat(40);
const BOT = 'github-actions[bot]';

const marker = (override: Partial<Marker> = {}): Marker => ({
  ...{ group: 'gate', head: HEAD, run: 10, attempt: 1, state: 'pass/all_within' },
  ...override,
});
const body = (override: Partial<Marker> = {}): string => `earlier\n\n${formatMarker(marker(override))}`;

const request = (github: FakeGitHub, override: Partial<CommentRequest> = {}): CommentRequest => ({
  ...{ token: 't', api_url: github.url, owner: 'octo', repo: 'sample', pull: 7, head_sha: HEAD },
  ...{ run_id: 11, attempt: 1, group: 'gate', mode: 'auto', result: resultOf('fail'), links: {} },
  signal: AbortSignal.timeout(20_000),
  ...override,
});

test('creates one comment, and the second run updates the same one', async () => {
  await using github = await startFakeGitHub();
  const first = await upsertComment(request(github));
  assert.equal(first.kind, 'created');
  const second = await upsertComment(request(github, { run_id: 12, result: resultOf('pass') }));
  assert.equal(second.kind, 'updated');
  assert.equal(github.comments.length, 1);
  assert.match(github.comments[0]?.body ?? '', /^### ✅ pass: /);
  assert.deepEqual(github.violations, []);
});

test('each group has its own comment', async () => {
  await using github = await startFakeGitHub();
  await upsertComment(request(github));
  await upsertComment(request(github, { group: 'another -- group <!-- -->' }));
  await upsertComment(request(github, { group: 'another -- group <!-- -->', run_id: 12 }));
  assert.equal(github.comments.length, 2);
  assert.deepEqual(github.violations, []);
});

test('finds its comment behind hundreds of others, by author and marker, not by text alone', async () => {
  const noise = Array.from({ length: 230 }, (_, index) => ({ login: 'somebody', body: `comment ${index}` }));
  await using github = await startFakeGitHub({
    comments: [
      // Somebody copied our comment, marker and all.
      { login: 'mallory', body: body() },
      ...noise,
      { login: BOT, body: `${body()}\n\nquoted by another workflow` },
      { login: BOT, body: body() },
    ],
  });
  const outcome = await upsertComment(request(github));
  assert.equal(outcome.kind, 'updated');
  assert.equal(github.comments[0]?.body, body());
  assert.match(github.comments.at(-2)?.body ?? '', /quoted/);
  assert.match(github.comments.at(-1)?.body ?? '', /^### ❌ fail/);
  assert.equal(github.comments.length, 233);
  assert.deepEqual(github.violations, []);
});

test('doubles of ours are deleted, the oldest is kept', async () => {
  const comments = [
    { login: BOT, body: body() },
    { login: 'somebody', body: 'between' },
    { login: BOT, body: body({ run: 9 }) },
    { login: BOT, body: body({ group: 'other' }) },
  ];
  await using github = await startFakeGitHub({ comments });
  await upsertComment(request(github));
  assert.deepEqual(
    github.comments.map((each) => each.body.split('\n')[0]?.slice(0, 12)),
    ['### ❌ fail: ', 'between', 'earlier'],
  );
  assert.deepEqual(github.violations, []);
});

test('two jobs of one group that start together end with one comment', async () => {
  await using github = await startFakeGitHub({ delayMs: 30 });
  await Promise.all([upsertComment(request(github)), upsertComment(request(github, { run_id: 12 }))]);
  assert.equal(github.comments.length, 1);
  assert.deepEqual(github.violations, []);
});

test('a double that cannot be deleted does not spoil the comment', async () => {
  const comments = [
    { login: BOT, body: body() },
    { login: BOT, body: body() },
  ];
  await using github = await startFakeGitHub({
    comments,
    faults: [{ method: 'DELETE', answer: 'forbidden' }],
  });
  assert.equal((await upsertComment(request(github))).kind, 'updated');
});

test('an app with a login of its own finds its earlier comment although it may not ask who it is', async () => {
  const comments = [{ login: 'perf-app[bot]', body: body() }];
  await using github = await startFakeGitHub({ login: 'perf-app[bot]', comments });
  const outcome = await upsertComment(request(github));
  assert.equal(outcome.kind, 'updated');
  assert.equal(github.comments.length, 1);
  assert.match(github.comments[0]?.body ?? '', /^### ❌ fail/);
  assert.deepEqual(github.violations, []);
});

test('a person with a token of their own updates their own comment', async () => {
  const comments = [{ login: 'octocat', body: body() }];
  await using github = await startFakeGitHub({ login: 'octocat', comments });
  assert.equal((await upsertComment(request(github))).kind, 'updated');
  assert.equal(github.comments.length, 1);
});

test('a slow run of an old head leaves the comment about the newer head alone', async () => {
  const comments = [{ login: BOT, body: body({ head: NEWER, run: 5 }) }];
  await using github = await startFakeGitHub({ pull: { headSha: NEWER }, comments });
  const outcome = await upsertComment(request(github));
  assert.equal(outcome.kind, 'skipped');
  assert.match(outcome.kind === 'skipped' ? outcome.reason : '', /newer commit/);
  assert.equal(github.comments[0]?.body, body({ head: NEWER, run: 5 }));
});

test('a comment about an old head says that the pull request has moved on', async () => {
  await using github = await startFakeGitHub({ pull: { headSha: NEWER } });
  const outcome = await upsertComment(request(github));
  assert.equal(outcome.kind, 'created');
  assert.match(
    github.comments[0]?.body ?? '',
    /about commit aaaaaaaaaaaa; the pull request has moved on to dddddddddddd/,
  );
});

test('when to write: mode, heads and runs', () => {
  const ours = marker({ run: 11 });
  const table: readonly [string, Parameters<typeof decideComment>[0], boolean][] = [
    ['first comment', { mode: 'auto', ours, existing: undefined, head_now: HEAD, passed: true }, true],
    ['same head, later run', { mode: 'auto', ours, existing: marker(), head_now: HEAD, passed: true }, true],
    [
      'run repeated',
      { mode: 'auto', ours, existing: marker({ run: 11 }), head_now: HEAD, passed: true },
      true,
    ],
    [
      'earlier attempt',
      { mode: 'auto', ours, existing: marker({ run: 11, attempt: 2 }), head_now: HEAD, passed: true },
      false,
    ],
    [
      'earlier run',
      { mode: 'auto', ours, existing: marker({ run: 12 }), head_now: HEAD, passed: true },
      false,
    ],
    [
      'newer head',
      { mode: 'always', ours, existing: marker({ head: NEWER }), head_now: NEWER, passed: true },
      false,
    ],
    [
      'both old',
      { mode: 'auto', ours, existing: marker({ head: 'e' }), head_now: NEWER, passed: true },
      true,
    ],
    [
      'first pass, on change',
      { mode: 'on-change', ours, existing: undefined, head_now: HEAD, passed: true },
      false,
    ],
    ['pass as before', { mode: 'on-change', ours, existing: marker(), head_now: HEAD, passed: true }, false],
    [
      'pass after a fail',
      { mode: 'on-change', ours, existing: marker({ state: 'fail/x' }), head_now: HEAD, passed: true },
      true,
    ],
    [
      'fail, on change',
      { mode: 'on-change', ours, existing: undefined, head_now: HEAD, passed: false },
      true,
    ],
  ];
  for (const [name, facts, expected] of table) assert.equal(decideComment(facts).write, expected, name);
});

test('mode never asks GitHub nothing', async () => {
  await using github = await startFakeGitHub();
  assert.equal((await upsertComment(request(github, { mode: 'never' }))).kind, 'skipped');
  assert.deepEqual(github.requests, []);
});

test('passing troubles are waited out, and a create is not doubled', async () => {
  const faults: FakeGitHubOptions['faults'] = [
    { method: 'GET', path: /comments/, answer: 'server_error', times: 1 },
    { method: 'POST', answer: 'secondary_rate_limit', times: 1 },
  ];
  await using github = await startFakeGitHub({ faults });
  assert.equal((await upsertComment(request(github))).kind, 'created');
  assert.equal(github.comments.length, 1);
  assert.deepEqual(github.violations, []);
});

test('every trouble says what to change', async () => {
  const table: readonly [string, FakeGitHubOptions, string, RegExp][] = [
    ['read-only token', { readOnly: true }, 'read_only_token', /pull-requests: write.*forks/],
    ['wrong token', { token: 'other' }, 'bad_token', /github-token/],
    ['no such repository', { repository: 'octo/other' }, 'not_found', /permissions/],
    ['locked', { faults: [{ method: 'POST', answer: 'invalid' }] }, 'refused', /locked/],
  ];
  for (const [name, options, code, expected] of table) {
    await using github = await startFakeGitHub(options);
    const error = await upsertComment(request(github)).then(
      () => assert.fail(name),
      (reason: unknown) => reason,
    );
    const trouble = troubleOf(error);
    assert.equal(trouble.code, code, name);
    assert.match(trouble.message, expected, name);
    assert.equal(trouble.retry_after_s, undefined, name);
  }
});

test('what is worth another try, and after how long', () => {
  const http = (status: number, message: string, headers: Record<string, string> = {}): unknown => ({
    ...{ status, message },
    response: { headers },
  });
  const table: readonly [unknown, string, number | undefined][] = [
    [http(500, 'Server Error'), 'server_error', 1],
    [http(502, ''), 'server_error', 1],
    [http(403, 'Resource not accessible by integration'), 'read_only_token', undefined],
    [http(403, 'You have exceeded a secondary rate limit', { 'retry-after': '5' }), 'rate_limited', 5],
    [http(429, 'slow down', { 'retry-after': '600' }), 'rate_limited', undefined],
    [
      http(403, 'API rate limit exceeded', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1030' }),
      'rate_limited',
      30,
    ],
    [
      http(403, 'API rate limit exceeded', { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '9000' }),
      'rate_limited',
      undefined,
    ],
    [http(410, 'Gone'), 'refused', undefined],
    [Object.assign(new Error('connect ECONNREFUSED'), { status: 500 }), 'network', 1],
    [new TypeError('terminated', { cause: { code: 'UND_ERR_SOCKET' } }), 'network', 1],
    [new TypeError('x is not a function'), 'unknown', undefined],
    ['text', 'unknown', undefined],
    [undefined, 'unknown', undefined],
  ];
  for (const [error, code, retry] of table) {
    const trouble = troubleOf(error, 1000);
    assert.deepEqual([trouble.code, trouble.retry_after_s], [code, retry], String((error as Error)?.message));
  }
});

test('a GitHub that cannot be reached is a trouble of the network', async () => {
  const github = await startFakeGitHub();
  await github.close();
  const error = await upsertComment(request(github, { signal: AbortSignal.timeout(1500) })).then(
    () => assert.fail(),
    (reason: unknown) => reason,
  );
  assert.equal(troubleOf(error).code, 'network');
});
