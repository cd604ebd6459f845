import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeResult } from '../../fixtures/results/factory.ts';
import { MAX_BYTES, parseResult } from '../result-file.ts';
import { readResults } from './files.ts';

const VERSION_1 = fileURLToPath(new URL('../../fixtures/results/version-1.json', import.meta.url));
const GOOD = readFileSync(VERSION_1, 'utf8');
const scratch = mkdtempSync(join(tmpdir(), 'baseline-'));
after(() => rmSync(scratch, { recursive: true }));

/** A folder with these files; a value is the content. */
function folder(name: string, files: Readonly<Record<string, string>>): string {
  const root = join(scratch, name);
  mkdirSync(root, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    const full = join(root, path);
    mkdirSync(join(full, '..'), { recursive: true });
    writeFileSync(full, content);
  }
  return root;
}

async function names(source: string): Promise<{ read: string[]; unread: string[] }> {
  const { results, unreadable } = await readResults(source);
  const short = ({ path }: { readonly path: string }) => path.slice(source.length + 1);
  return { read: results.map(short), unread: unreadable.map(short) };
}

test('a stored result of every schema version is read', async () => {
  const { results, unreadable } = await readResults(VERSION_1);
  assert.deepEqual(unreadable, []);
  assert.equal(results[0]?.result.schema_version, 1);
});

test('what the judge makes follows the schema', () => {
  const results = [
    makeResult([{ rate: 4, prompts: 60 }], {
      evidence: { budgets: ['p99_ttft_ms <= 300', 'capacity >= 4'] },
    }),
    makeResult([{ rate: 4, prompts: 30, outcomes: { 2: 'reset' }, lateMs: 60, unsent: 2 }]),
    makeResult([]),
  ];
  for (const result of results) assert.equal(typeof parseResult(JSON.stringify(result)), 'object');
});

test('the folder of a run gives its result.json and nothing else that lies there', async () => {
  const run = folder('run', { 'result.json': GOOD, 'result_rate_4.json': '{}', 'manifest.json': '{}' });
  assert.deepEqual(await names(run), { read: ['result.json'], unread: [] });
});

test('a folder of several results gives all of them, by name', async () => {
  const several = folder('several', {
    'b.json': GOOD,
    'a/result.json': GOOD,
    'c/result.json': GOOD,
    'c/result_rate_4.json': '{}',
    'notes.txt': 'x',
    'empty/readme.md': 'x',
  });
  assert.deepEqual(await names(several), { read: ['a/result.json', 'b.json', 'c/result.json'], unread: [] });
});

test('what cannot be read is named, never left out', async () => {
  const mixed = folder('mixed', { 'a.json': GOOD, 'b.json': '{"schema":', 'c/result.json': '[]' });
  assert.deepEqual(await names(mixed), { read: ['a.json'], unread: ['b.json', 'c/result.json'] });
});

test('a folder that is not there, or empty, holds nothing; a file that is not there is unreadable', async () => {
  const nothing = { results: [], unreadable: [] };
  assert.deepEqual(await readResults(join(scratch, 'no-such-folder')), nothing);
  assert.deepEqual(await readResults(folder('empty', {})), nothing);
  const missing = join(scratch, 'missing.json');
  assert.deepEqual((await readResults(missing)).unreadable, [{ path: missing, reason: 'does not exist' }]);
});

test('a file that is too large, or no file at all, is refused without reading it', async () => {
  const large = join(folder('large', { 'x.json': '' }), 'x.json');
  truncateSync(large, MAX_BYTES + 1);
  assert.match((await readResults(large)).unreadable[0]?.reason ?? '', /at most 52428800/);
  const odd = folder('odd', { 'folder.json/readme.md': 'x' });
  assert.equal((await readResults(odd)).unreadable[0]?.reason, 'is not a regular file');
});

const HOSTILE: readonly (readonly [string, string, RegExp])[] = [
  ['an empty file', '', /not valid JSON/],
  ['a list', '[]', /expected an object/],
  ['null', 'null', /expected an object/],
  ['another tool', '{"schema":"other","schema_version":1}', /not a result of instinct-gate/],
  ['a vLLM result', '{"date":"x","completed":1}', /not a result of instinct-gate/],
  [
    'a newer schema',
    GOOD.replace('"schema_version": 1', '"schema_version": 2'),
    /^incomparable: schema: it has version 2/,
  ],
  [
    'a version that is text',
    GOOD.replace('"schema_version": 1', '"schema_version": "1"'),
    /does not follow its schema/,
  ],
  [
    'a prototype key',
    GOOD.replace('"simulated": false', '"__proto__": {}, "simulated": false'),
    /holds the key __proto__/,
  ],
  ['a constructor key', '{"constructor":{"prototype":{}}}', /holds the key/],
  [
    'a number that is not finite',
    GOOD.replace('"wall_s": 300', '"wall_s": 1e999'),
    /does not follow its schema: \/wall_s/,
  ],
  ['a missing part', GOOD.replace('"rungs": [', '"rungz": ['), /does not follow its schema/],
  [
    'a verdict of its own',
    GOOD.replace(/"verdict": "pass"/g, '"verdict": "great"'),
    /does not follow its schema/,
  ],
];

test('hostile and foreign files are refused with their reason', () => {
  for (const [name, text, reason] of HOSTILE) {
    const found = parseResult(text);
    assert.equal(typeof found, 'string', name);
    assert.match(String(found), reason, name);
  }
});
