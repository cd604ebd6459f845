import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { type TestContext, test } from 'node:test';
import { makeBundle } from './bundle.ts';
import { verifyManifest } from './manifest.ts';

const RECORD = '{"index":0,"outcome":"ok"}';
const FAILED = '{"index":1,"outcome":"http_4xx","error":"prompt \'my secret plan\' is too long"}';

test('a public bundle holds no log, no error text of a server and no link; its own manifest fits', async (t) => {
  const { folder, temporary } = await output(t);
  await using bundle = await makeBundle({ folder, temporary, detail: 'public' });
  assert.deepEqual(
    bundle.files.map((file) => relative(bundle.root, file)),
    ['manifest.json', 'requests/rate-4.run-1.jsonl', 'result.json'],
  );
  const records = await readFile(join(bundle.root, 'requests/rate-4.run-1.jsonl'), 'utf8');
  assert.equal(records, `${RECORD}\n{"index":1,"outcome":"http_4xx"}\n`);
  assert.equal((await verifyManifest(bundle.root)).intact, true);
});

test('a private bundle holds everything as it is', async (t) => {
  const { folder, temporary } = await output(t);
  await using bundle = await makeBundle({ folder, temporary, detail: 'private' });
  assert.ok(bundle.files.includes(join(bundle.root, 'engine.log')));
  assert.match(await readFile(join(bundle.root, 'requests/rate-4.run-1.jsonl'), 'utf8'), /secret plan/);
});

test('a bundle is gone after its use, the output folder is as before', async (t) => {
  const { folder, temporary } = await output(t);
  let root = '';
  {
    await using bundle = await makeBundle({ folder, temporary, detail: 'public' });
    root = bundle.root;
  }
  await assert.rejects(stat(root));
  assert.match(await readFile(join(folder, 'requests/rate-4.run-1.jsonl'), 'utf8'), /secret plan/);
});

async function output(t: TestContext): Promise<{ folder: string; temporary: string }> {
  const temporary = await mkdtemp(join(tmpdir(), 'instinct-gate-bundle-test-'));
  t.after(() => rm(temporary, { recursive: true, force: true }));
  const folder = join(temporary, 'out');
  await mkdir(join(folder, 'requests'), { recursive: true });
  await writeFile(join(folder, '.instinct-gate'), '{}');
  await writeFile(join(folder, 'result.json'), '{}');
  await writeFile(join(folder, 'engine.log'), 'host gpu-17 started');
  await writeFile(join(folder, 'requests/rate-4.run-1.jsonl'), `${RECORD}\n${FAILED}\n{"index":2,"err`);
  await symlink('/etc/hostname', join(folder, 'link'));
  return { folder, temporary };
}
