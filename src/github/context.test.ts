import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readContext } from './context.ts';

const HEAD = 'a'.repeat(40);
const BASE = 'b'.repeat(40);
const MERGE = 'c'.repeat(40);
const ENV = {
  GITHUB_REPOSITORY: 'octo/sample',
  GITHUB_SHA: MERGE,
  GITHUB_RUN_ID: '42',
  GITHUB_RUN_ATTEMPT: '2',
  GITHUB_WORKFLOW: 'gate',
};
const PULL = {
  number: 7,
  draft: false,
  head: { sha: HEAD, repo: { full_name: 'octo/sample' } },
  base: { sha: BASE },
};
const pull = { number: 7, head_sha: HEAD, base_sha: BASE, fork: false, draft: false };

const of = (event: string, payload: unknown, env: Record<string, string> = {}) => {
  const context = readContext({ ...ENV, GITHUB_EVENT_NAME: event, ...env }, payload);
  return { pull: context?.pull, head_sha: context?.head_sha, base_sha: context?.base_sha };
};

test('every event tells its commit and, where there is one, its pull request', () => {
  const run = { event: 'pull_request', head_sha: HEAD, head_repository: { full_name: 'octo/sample' } };
  const listed = { number: 7, head: { sha: HEAD }, base: { sha: BASE } };
  const table: readonly [string, unknown, ReturnType<typeof of>][] = [
    ['pull_request', { pull_request: PULL }, { pull, head_sha: HEAD, base_sha: BASE }],
    ['pull_request_target', { pull_request: PULL }, { pull, head_sha: HEAD, base_sha: BASE }],
    [
      'pull_request',
      { pull_request: { ...PULL, draft: true, head: { sha: HEAD, repo: { full_name: 'eve/sample' } } } },
      { pull: { ...pull, fork: true, draft: true }, head_sha: HEAD, base_sha: BASE },
    ],
    // The fork was deleted while the job waited.
    [
      'pull_request',
      { pull_request: { ...PULL, head: { sha: HEAD, repo: null } } },
      { pull: { ...pull, fork: true }, head_sha: HEAD, base_sha: BASE },
    ],
    ['push', { after: HEAD, before: BASE }, { pull: undefined, head_sha: HEAD, base_sha: BASE }],
    [
      'push',
      { after: HEAD, before: '0'.repeat(40) },
      { pull: undefined, head_sha: HEAD, base_sha: undefined },
    ],
    [
      'merge_group',
      {
        merge_group: { head_sha: HEAD, base_sha: BASE, head_ref: 'refs/heads/gh-readonly-queue/main/pr-7-x' },
      },
      { pull: undefined, head_sha: HEAD, base_sha: BASE },
    ],
    ['schedule', { schedule: '0 3 * * *' }, { pull: undefined, head_sha: MERGE, base_sha: undefined }],
    ['workflow_dispatch', { inputs: {} }, { pull: undefined, head_sha: MERGE, base_sha: undefined }],
    [
      'workflow_run',
      { workflow_run: { ...run, pull_requests: [listed] } },
      { pull, head_sha: HEAD, base_sha: BASE },
    ],
    [
      'workflow_run',
      { workflow_run: { ...run, pull_requests: [] } },
      { pull: undefined, head_sha: HEAD, base_sha: undefined },
    ],
    [
      'workflow_run',
      { workflow_run: { ...run, pull_requests: [listed, listed] } },
      { pull: undefined, head_sha: HEAD, base_sha: undefined },
    ],
  ];
  for (const [event, payload, expected] of table) assert.deepEqual(of(event, payload), expected, event);
});

test('a hostile or broken payload is no pull request', () => {
  const payloads: readonly unknown[] = [
    undefined,
    null,
    'text',
    [],
    { pull_request: null },
    { pull_request: [] },
    { pull_request: { ...PULL, number: '7' } },
    { pull_request: { ...PULL, number: -1 } },
    { pull_request: { ...PULL, number: 1e300 } },
    { pull_request: { ...PULL, number: 7.5 } },
    { pull_request: { ...PULL, head: { sha: '../../etc/passwd' } } },
    { pull_request: { ...PULL, head: { sha: `${HEAD}\n--force` } } },
    { pull_request: { ...PULL, head: 'x' } },
    JSON.parse('{"__proto__": {"pull_request": {"number": 7}}}'),
  ];
  for (const payload of payloads) {
    assert.equal(of('pull_request', payload).pull, undefined, JSON.stringify(payload));
  }
  assert.equal(of('pull_request', { pull_request: { ...PULL, base: { sha: 1 } } }).base_sha, undefined);
});

test('addresses come from the job, with the usual ones where they are missing or no address', () => {
  const context = readContext({ ...ENV, GITHUB_API_URL: 'https://git.corp.example/api/v3/' }, {});
  assert.equal(context?.api_url, 'https://git.corp.example/api/v3');
  assert.equal(context?.run_url, 'https://github.com/octo/sample/actions/runs/42/attempts/2');
  assert.equal(
    readContext({ ...ENV, GITHUB_API_URL: 'javascript:x' }, {})?.api_url,
    'https://api.github.com',
  );
});

test('outside of a job, or with a strange repository, there is no context', () => {
  for (const GITHUB_REPOSITORY of [undefined, '', 'octo', 'octo/sample/more', 'octo/../x', 'octo/a b']) {
    assert.equal(readContext({ ...ENV, GITHUB_REPOSITORY }, {}), undefined, GITHUB_REPOSITORY);
  }
});
