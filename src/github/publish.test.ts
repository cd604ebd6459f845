import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { type FakeGitHubOptions, startFakeGitHub } from '../../fixtures/github/server.ts';
import { artifactName, uploadObstacle } from './artifact.ts';
import type { Published } from './publish.ts';

const HEAD = 'a'.repeat(40);
const PULL_EVENT = {
  pull_request: {
    number: 7,
    head: { sha: HEAD, repo: { full_name: 'octo/sample' } },
    base: { sha: 'b'.repeat(40) },
  },
};

test('comment, summary, annotations and outputs of a failing pull request', async (t) => {
  const run = await publishIn(t, { event: PULL_EVENT });
  assert.deepEqual(run.published.troubles, []);
  assert.match(run.outputs, /verdict<<.*\nfail\n/);
  assert.match(run.outputs, /exit-code<<.*\n1\n/);
  assert.match(run.outputs, /summary<<.*\nfail: median TTFT at 8 req\/s/);
  assert.match(run.outputs, /capacity<<.*\n4\n/);
  assert.match(
    run.outputs,
    /comment-url<<.*\nhttps:\/\/github.com\/octo\/sample\/pull\/7#issuecomment-\d+\n/,
  );
  assert.match(run.summary, /^### ❌ fail: median TTFT/);
  assert.match(run.stdout, /^::error title=instinct-gate%3A fail at 8 req\/s::median TTFT at 8 req\/s rose/m);
  assert.equal(run.comments.length, 1);
  assert.deepEqual(run.violations, []);
});

test('whatever GitHub does, nothing is thrown, the verdict is told, and the reason is a warning', async (t) => {
  const table: readonly [string, Parameters<typeof publishIn>[1], RegExp][] = [
    [
      'fork',
      { event: PULL_EVENT, github: { readOnly: true } },
      /warning: Comment not written: .*pull-requests: write/,
    ],
    ['token', { event: PULL_EVENT, github: { token: 'x' } }, /warning: Comment not written: .*github-token/],
    ['no token', { event: PULL_EVENT, token: '' }, /info: No comment: no github-token was given/],
    [
      'no pull request',
      { event: {}, event_name: 'push' },
      /info: No comment: .*does not belong to a pull request/,
    ],
    ['no job', { event: {}, env: { GITHUB_REPOSITORY: '' } }, /info: No comment: .*does not belong/],
    [
      'summary cannot be written',
      { event: PULL_EVENT, env: { GITHUB_STEP_SUMMARY: '/nowhere/summary' } },
      /warning: Job summary not written/,
    ],
  ];
  for (const [name, options, expected] of table) {
    const run = await publishIn(t, options);
    assert.equal(run.code, 0, `${name}: ${run.stdout}`);
    assert.match(run.stdout, expected, name);
    assert.match(run.outputs, /verdict<<.*\nfail\n/, name);
  }
});

test('uploads the bundle and hands on id, address and digest', async (t) => {
  const service = await startArtifactService(t);
  const run = await publishIn(t, { event: PULL_EVENT, env: service.env });
  assert.deepEqual(run.published.troubles, []);
  assert.equal(run.published.artifact?.id, 99);
  assert.equal(run.published.artifact?.url, 'https://github.com/octo/sample/actions/runs/42/artifacts/99');
  assert.match(run.outputs, /artifact-id<<.*\n99\n/);
  assert.match(run.outputs, /artifact-digest<<.*\n[0-9a-f]{64}\n/);
  assert.match(
    run.comments[0]?.body ?? '',
    /\[full report\]\(https:\/\/github.com\/octo\/sample\/actions\/runs\/42\/artifacts\/99\)/,
  );
  assert.deepEqual(service.calls, ['CreateArtifact', 'upload', 'FinalizeArtifact']);
});

test('a refused upload is a warning, and the comment is written all the same', async (t) => {
  const service = await startArtifactService(t, 403);
  const run = await publishIn(t, { event: PULL_EVENT, env: service.env });
  assert.equal(run.published.troubles.length, 1);
  assert.match(run.published.troubles[0] ?? '', /^Artifact not uploaded: /);
  assert.equal(run.comments.length, 1);
});

test('obstacles to an upload are known before anything is sent', () => {
  const env = { ACTIONS_RUNTIME_TOKEN: 't', ACTIONS_RESULTS_URL: 'https://results.example' };
  assert.equal(uploadObstacle(env, 'https://github.com'), undefined);
  assert.equal(uploadObstacle(env, 'https://corp.ghe.com'), undefined);
  assert.match(uploadObstacle(env, 'https://git.corp.example') ?? '', /Enterprise Server/);
  assert.match(uploadObstacle({}, 'https://github.com') ?? '', /ACTIONS_RUNTIME_TOKEN/);
});

test('artifact names hold no character that GitHub refuses', () => {
  assert.equal(artifactName('gate: a/b\\c "x" <y> | *?'), 'gate- a-b-c -x- -y- - -');
  assert.equal(artifactName('\n'), '-');
  assert.equal(artifactName(' '), 'instinct-gate');
});

interface Job {
  readonly event: unknown;
  readonly event_name?: string;
  readonly token?: string;
  readonly github?: FakeGitHubOptions;
  readonly env?: Readonly<Record<string, string>>;
}

/** Publishes the failing result in a process of its own, as a step of a job would. */
async function publishIn(t: TestContext, job: Job) {
  await using github = await startFakeGitHub(job.github ?? {});
  const folder = await mkdtemp(join(tmpdir(), 'instinct-gate-publish-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const [summary, outputs, event] = ['summary', 'outputs', 'event.json'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  await Promise.all([
    writeFile(summary, ''),
    writeFile(outputs, ''),
    writeFile(event, JSON.stringify(job.event)),
    writeFile(join(folder, 'result.json'), '{}'),
  ]);
  const script = `
    const [, publishPath, contextPath, fixturePath, folder, token] = process.argv;
    const { publish } = await import(publishPath);
    const { readContext } = await import(contextPath);
    const { resultOf } = await import(fixturePath);
    const { readFileSync } = await import('node:fs');
    const context = readContext(process.env, JSON.parse(readFileSync(process.env.GITHUB_EVENT_PATH, 'utf8')));
    const published = await publish({
      result: resultOf('fail'), context, token, env: process.env,
      report: { comment: 'auto', artifact_name: 'gate', retention_days: 0, html: true, junit: true, detail: 'public' },
      paths: { result: 'out/result.json', report: 'out/report.html' },
      bundle: async () => ({ root: folder, files: [folder + '/result.json'], [Symbol.asyncDispose]: async () => {} }),
      log: { info: (line) => console.log('info: ' + line), warning: (line) => console.log('warning: ' + line) },
    });
    console.log('PUBLISHED ' + JSON.stringify(published));
  `;
  const here = (path: string): string => new URL(path, import.meta.url).href;
  const child = spawn(
    process.execPath,
    [
      ...['--input-type=module', '-e', script, here('./publish.ts'), here('./context.ts')],
      ...[here('../../fixtures/reports/result.ts'), folder, job.token ?? 't'],
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...{ PATH: process.env['PATH'], GITHUB_REPOSITORY: 'octo/sample', GITHUB_WORKFLOW: 'gate' },
        ...{ GITHUB_EVENT_NAME: job.event_name ?? 'pull_request', GITHUB_EVENT_PATH: event },
        ...{ GITHUB_RUN_ID: '42', GITHUB_RUN_ATTEMPT: '1', GITHUB_API_URL: github.url },
        ...{ GITHUB_STEP_SUMMARY: summary, GITHUB_OUTPUT: outputs },
        ...job.env,
      },
    },
  );
  const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number]>]);
  return {
    ...{ code, stdout },
    published: JSON.parse(/^PUBLISHED (.*)$/m.exec(stdout)?.[1] ?? '{}') as Published,
    summary: await readFile(summary, 'utf8'),
    outputs: await readFile(outputs, 'utf8'),
    comments: [...github.comments],
    violations: [...github.violations],
  };
}

/** The artifact service of Actions as far as an upload needs it; `refuse`: status of its first answer. */
async function startArtifactService(t: TestContext, refuse?: number) {
  const calls: string[] = [];
  const server = createServer((request, response) => {
    const name = new URL(request.url ?? '/', 'http://x').pathname.split('/').at(-1) ?? '';
    // The blob client commits its blocks with a second PUT.
    if (calls.at(-1) !== name) calls.push(name);
    request.resume().once('end', () => {
      response.setHeader('content-type', 'application/json');
      if (name === 'upload') return response.writeHead(201).end();
      if (refuse !== undefined) return response.writeHead(refuse).end('{"msg":"no"}');
      const upload = `http://127.0.0.1:${(server.address() as AddressInfo).port}/artifacts/upload?sig=x`;
      const answer =
        name === 'CreateArtifact' ? { ok: true, signed_upload_url: upload } : { ok: true, artifact_id: '99' };
      return response.writeHead(200).end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const claims = Buffer.from(JSON.stringify({ scp: 'Actions.Results:run:job' })).toString('base64url');
  return {
    calls,
    env: {
      ACTIONS_RUNTIME_TOKEN: `e30.${claims}.x`,
      ACTIONS_RESULTS_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    },
  };
}
