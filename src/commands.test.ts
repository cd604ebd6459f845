import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { appendFile, mkdir, mkdtemp, readFile, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeResult } from '../fixtures/results/factory.ts';
import { answeringServer, beginStream, event } from '../fixtures/streams/answering-server.ts';
import type { Result } from './core/result.gen.ts';
import { verifyManifest, writeManifest } from './output/manifest.ts';
import { readResultFile } from './result-file.ts';

const CLI = fileURLToPath(new URL('./cli.ts', import.meta.url));
const RECORDS = 'requests/rate-4.run-1.jsonl';
const FAILED = makeResult([{ rate: 4, prompts: 60, outcomes: { 1: 'reset' } }]);

/** The folder of a finished run that failed. */
async function finishedRun(t: TestContext): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'commands-'));
  t.after(() => rm(dir, { recursive: true, force: true }));
  await mkdir(join(dir, 'requests'));
  await writeFile(join(dir, RECORDS), '{"index":0}\n');
  await writeFile(join(dir, 'engine.log'), 'ready\n');
  await store(dir, FAILED);
  await writeManifest(dir);
  return dir;
}

const store = (dir: string, result: Result) => writeFile(join(dir, 'result.json'), JSON.stringify(result));

const report = (dir: string) => instinctGate(['report', dir]);

function instinctGate(args: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [CLI, ...args], (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
    });
  });
}

const PASS = { verdict: 'pass', exit_code: 0, code: 'pass', sentence: 'pass: all fine' } as const;

test('report renders an unchanged folder, and verify still holds', async (t) => {
  const dir = await finishedRun(t);
  const { code, stdout, stderr } = await report(dir);
  assert.equal(code, 1, stderr);
  assert.match(stdout, /^fail: 1 of 60 requests failed/);
  assert.equal((await verifyManifest(dir)).intact, true);
});

const EDITS: readonly (readonly [string, (dir: string) => Promise<void>, RegExp])[] = [
  ['an edited verdict', (dir) => store(dir, { ...FAILED, verdict: PASS }), /changed {2}result\.json/],
  ['edited records', (dir) => appendFile(join(dir, RECORDS), '{"index":1}\n'), /changed {2}requests\/rate-4/],
  ['missing records', (dir) => unlink(join(dir, RECORDS)), /missing {2}requests\/rate-4/],
  [
    'records that the run did not write',
    (dir) => writeFile(join(dir, 'requests/rate-8.run-1.jsonl'), ''),
    /extra {4}requests\/rate-8/,
  ],
];
for (const [name, edit, said] of EDITS) {
  test(`report refuses ${name}, and leaves the manifest as it is`, async (t) => {
    const dir = await finishedRun(t);
    const before = await readFile(join(dir, 'manifest.json'), 'utf8');
    await edit(dir);
    const { code, stdout, stderr } = await report(dir);
    assert.equal(code, 2);
    assert.match(stderr, said);
    assert.equal(stdout, '');
    assert.equal(await readFile(join(dir, 'manifest.json'), 'utf8'), before);
  });
}

test('report does not vouch for other files that changed: verify still names them', async (t) => {
  const dir = await finishedRun(t);
  await appendFile(join(dir, 'engine.log'), 'nothing to see here\n');
  assert.equal((await report(dir)).code, 1);
  assert.deepEqual((await verifyManifest(dir)).changed, ['engine.log']);
});

test('without a manifest an edited verdict is still not shown, and no manifest is made', async (t) => {
  const dir = await finishedRun(t);
  await unlink(join(dir, 'manifest.json'));
  await store(dir, { ...FAILED, verdict: PASS });
  const { code, stdout, stderr } = await report(dir);
  assert.equal(code, 1, stderr);
  assert.match(stderr, /no manifest\.json/);
  assert.match(stderr, /stored verdict is pass, but .* give fail/);
  assert.match(stdout, /^fail: 1 of 60 requests failed/);
  assert.match(await readFile(join(dir, 'report.md'), 'utf8'), /stored verdict is pass, but/);
  await assert.rejects(verifyManifest(dir));
  assert.equal(typeof (await readResultFile(join(dir, 'result.json'))), 'object');
});

test('a served model that changes after the probe makes the run invalid', async (t) => {
  let answers = 0;
  await using server = await answeringServer(({ path, body }, response) => {
    if (!path.endsWith('/completions')) {
      response.writeHead(404).end();
      return;
    }
    answers += 1;
    const model = answers < 12 ? 'tiny' : 'huge';
    const choices = [{ index: 0, text: 'a', finish_reason: 'length' }];
    if (body['stream'] !== true) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ model, choices }));
      return;
    }
    beginStream(response);
    response.end(
      event({ model, choices, usage: { prompt_tokens: 8, completion_tokens: 1 } }) + event('[DONE]'),
    );
  });
  const out = join(await mkdtemp(join(tmpdir(), 'commands-')), 'out');
  t.after(() => rm(join(out, '..'), { recursive: true, force: true }));
  const settings = [
    ...[`service.base_url=${server.url}`, 'service.model_id=small', 'limits.retries=0'],
    ...['load.request_rates=[40]', 'load.num_prompts=40', 'load.output_len=1', 'load.warmup.max_s=0'],
  ];
  const args = ['run', '--out', out, ...settings.flatMap((setting) => ['--set', setting])];
  const { code, stdout } = await instinctGate(args);
  assert.equal(code, 4, stdout);
  const flat = stdout.replace(/\s+/g, ' ');
  assert.match(flat, /the served model changed: \d+ answers named huge, the probe's named tiny/);
  assert.match(flat, /asked for model small, answered as tiny/);
  const result = await readResultFile(join(out, 'result.json'));
  if (typeof result === 'string') assert.fail(result);
  assert.equal(result.channel?.answered_model, 'tiny');
  assert.equal(result.fingerprint['answered_model']?.value, 'tiny');
});
