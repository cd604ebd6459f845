import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { makeResult } from '../fixtures/reports/result.ts';
import type { RequestRecord } from './core/result.gen.ts';
import { GateError } from './failure.ts';
import { verifyManifest } from './output/manifest.ts';
import { prepareOutput, writeReports } from './output.ts';
import { readResultFile } from './result-file.ts';

const RUNG = { rate: 0.5, kind: 'gating', num_prompts: 2, run: 1 } as const;

test('writes records, rung file, result, reports and a manifest that holds', async (t) => {
  const out = join(await temporary(t), 'out');
  const output = await prepareOutput({ out, secrets: [] });
  const sink = await output.records(RUNG);
  sink.write(record(0));
  sink.write(record(1));
  await sink.close();
  await output.rungFile(RUNG, { request_rate: 0.5 });
  const { path } = await output.writeResult(makeResult());
  await writeReports(output.folder, makeResult(), { html: true, junit: true });
  await output.finish();

  const lines = (await readFile(join(out, 'requests/rate-0.5.run-1.jsonl'), 'utf8')).trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => JSON.parse(line).index),
    [0, 1],
  );
  assert.deepEqual((await readdir(out)).filter((name) => !name.startsWith('.')).sort(), [
    'junit.xml',
    'manifest.json',
    'report.html',
    'report.md',
    'requests',
    'result.json',
    'result_rate_0.5.json',
  ]);
  assert.deepEqual(await readResultFile(path), makeResult());
  assert.equal((await verifyManifest(out)).intact, true);
});

test('the manifest notices what was changed, added and taken away', async (t) => {
  const output = await prepareOutput({ out: join(await temporary(t), 'out'), secrets: [] });
  await output.writeResult(makeResult());
  await output.rungFile(RUNG, {});
  await output.rungFile({ ...RUNG, rate: 4 }, {});
  await output.finish();
  await writeFile(join(output.folder, 'result.json'), '{}');
  await rm(join(output.folder, 'result_rate_0.5.json'));
  await symlink('/etc/hostname', join(output.folder, 'link'));
  const check = await verifyManifest(output.folder);
  assert.deepEqual(check, {
    unchanged: ['result_rate_4.json'],
    changed: ['result.json'],
    missing: ['result_rate_0.5.json'],
    extra: ['link'],
    intact: false,
  });
});

test('an earlier result moves to the next free prev-N, a killed run too', async (t) => {
  const base = await temporary(t);
  const out = join(base, 'out');
  const first = await prepareOutput({ out, secrets: [] });
  await first.writeResult(makeResult({ run_id: 'first' }));
  await first.finish();
  const second = await prepareOutput({ out, secrets: [] });
  assert.equal(second.moved_to, `${out}.prev-1`);
  // The second writes nothing more, as if it had been killed.
  const third = await prepareOutput({ out, secrets: [] });
  assert.equal(third.moved_to, `${out}.prev-2`);
  assert.match(await readFile(join(`${out}.prev-1`, 'result.json'), 'utf8'), /"run_id": "first"/);
  assert.deepEqual((await readdir(base)).sort(), ['out', 'out.prev-1', 'out.prev-2']);
});

test('a foreign folder, a file and a symbolic link are refused and left as they were', async (t) => {
  const base = await temporary(t);
  const [folder, file, link, empty] = ['folder', 'file', 'link', 'empty'].map((name) => join(base, name)) as [
    string,
    string,
    string,
    string,
  ];
  await mkdir(folder);
  await writeFile(join(folder, 'thesis.txt'), 'two years');
  await writeFile(join(folder, 'result.json'), '{"schema":"something/else"}');
  await writeFile(file, '');
  await mkdir(empty);
  await symlink(empty, link);
  for (const out of [folder, file, link, join(file, 'below')]) {
    await assert.rejects(prepareOutput({ out, secrets: [] }), isGateError('config'), out);
  }
  const [onFile, belowFile] = await Promise.all(
    [file, join(file, 'deep', 'below')].map((out) =>
      prepareOutput({ out, secrets: [] }).catch((error: unknown) => (error as GateError).message),
    ),
  );
  assert.equal(belowFile, onFile);
  assert.deepEqual((await readdir(folder)).sort(), ['result.json', 'thesis.txt']);
  assert.deepEqual(await readdir(empty), []);
  await prepareOutput({ out: empty, secrets: [] });
});

test('missing parents are made; where no folder can be made the run ends at once', async (t) => {
  const out = join(await temporary(t), 'a', 'b', 'c');
  assert.equal((await prepareOutput({ out, secrets: [] })).folder, out);
  // mkdir in /proc answers ENOENT, which Node's own recursive mkdir takes for a missing parent, for ever.
  if (process.platform !== 'linux') return;
  for (const nowhere of ['/proc/instinct-gate', '/proc/instinct-gate/deeper']) {
    await assert.rejects(prepareOutput({ out: nowhere, secrets: [] }), isGateError('host'), nowhere);
  }
});

test('a folder that a living run writes to is refused', async (t) => {
  const out = join(await temporary(t), 'out');
  const child = await startRun(out);
  t.after(() => child.kill('SIGKILL'));
  if (process.platform === 'linux') await assert.rejects(prepareOutput({ out, secrets: [] }), /another run/);
});

test('records of a run that was killed are on disk as whole lines', async (t) => {
  const out = join(await temporary(t), 'out');
  const child = await startRun(out);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const text = await readFile(join(out, 'requests/rate-4.run-1.jsonl'), 'utf8');
  assert.ok(text.endsWith('\n'));
  assert.equal(
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)).length,
    3,
  );
  assert.equal((await prepareOutput({ out, secrets: [] })).moved_to, `${out}.prev-1`);
});

test('a result that breaks the schema is kept, named so, and a fault of ours', async (t) => {
  const output = await prepareOutput({ out: join(await temporary(t), 'out'), secrets: [] });
  const wrong = makeResult({ wall_s: Number.NaN });
  await assert.rejects(output.writeResult(wrong), (error) => {
    assert.ok(!(error instanceof GateError));
    assert.match(String(error), /\/wall_s/);
    return true;
  });
  assert.ok((await readdir(output.folder)).includes('result.invalid.json'));
  assert.ok(!(await readdir(output.folder)).includes('result.json'));
});

test('output_file gets the rung file too, and a link in its place is replaced, not followed', async (t) => {
  const base = await temporary(t);
  const victim = join(base, 'victim');
  const extra = join(base, 'result_rate_4.json');
  await writeFile(victim, 'mine');
  await symlink(victim, extra);
  const output = await prepareOutput({ out: join(base, 'out'), output_file: extra, secrets: [] });
  await output.rungFile(RUNG, { completed: 2 });
  assert.deepEqual(JSON.parse(await readFile(extra, 'utf8')), { completed: 2 });
  assert.equal(await readFile(victim, 'utf8'), 'mine');
  for (const output_file of [base, join(base, 'nowhere', 'x.json')]) {
    await assert.rejects(
      prepareOutput({ out: join(base, 'other'), output_file, secrets: [] }),
      isGateError('config'),
    );
  }
});

test('whatever goes to the disk is masked, in every spelling of a secret', async (t) => {
  const key = 'sk-"quoted"/0123456789';
  const spellings = [key, encodeURIComponent(key), Buffer.from(`user:${key}`).toString('base64')];
  const base = await temporary(t);
  const extra = join(base, 'extra.json');
  const output = await prepareOutput({ out: join(base, 'out'), output_file: extra, secrets: [key] });
  await writeFile(output.engine_log, spellings.join('\n'), { mode: 0o600 });
  const sink = await output.records(RUNG);
  for (const [index, text] of spellings.entries()) {
    sink.write({ ...record(index), outcome: 'stream_error', error: `said ${text}`, finish_reason: text });
  }
  await sink.close();
  await output.rungFile(RUNG, { errors: spellings, nested: { [key]: spellings } });
  const { masked } = await output.writeResult(makeResult({ title: spellings.join(' ') }));
  await writeReports(output.folder, masked, { html: true, junit: true });
  await output.finish();

  const files = await readdir(output.folder, { recursive: true, withFileTypes: true });
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  assert.ok(paths.length >= 7);
  for (const path of [...paths, extra]) {
    const text = await readFile(path, 'utf8');
    for (const piece of ['0123456789', Buffer.from(key).toString('base64').slice(8, 20)]) {
      assert.ok(!text.includes(piece), `${path}: ${text.slice(0, 500)}`);
    }
  }
  assert.match(masked.title ?? '', /^\*\*\* \*\*\* .*\*\*\*/);
  assert.equal((await stat(output.engine_log)).mode & 0o777, 0o600);
  assert.equal((await verifyManifest(output.folder)).intact, true);
});

test('a folder without a manifest cannot be verified', async (t) => {
  await assert.rejects(verifyManifest(await temporary(t)), isGateError('config'));
});

async function temporary(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'instinct-gate-output-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Another process that has written three records and goes on living. */
async function startRun(out: string) {
  const script = `
    const { prepareOutput } = await import(process.argv[1]);
    const output = await prepareOutput({ out: process.argv[2], secrets: [] });
    const sink = await output.records({ rate: 4, run: 1, kind: 'gating', num_prompts: 3 });
    for (let index = 0; index < 3; index += 1) sink.write({ index, outcome: 'ok', gaps_ns: Array(5000).fill(1) });
    setTimeout(() => console.log('ready'), 300);
    setInterval(() => {}, 1000);
  `;
  const module = new URL('./output.ts', import.meta.url).href;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, module, out], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

const record = (index: number): RequestRecord => ({
  ...{ index, outcome: 'ok', scheduled_ns: index * 1000, done_ns: index * 1000 + 500, events: 1, bytes: 10 },
});

const isGateError =
  (kind: GateError['kind']) =>
  (error: unknown): boolean =>
    error instanceof GateError && error.kind === kind;
