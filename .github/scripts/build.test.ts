import assert from 'node:assert/strict';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { build, differences } from './build.ts';

const SOURCES: Readonly<Record<string, string>> = {
  'package-lock.json': '{}',
  'src/cli.ts': `import { name } from './shared.ts';\nexport const lazy = (): Promise<unknown> => import('./artifact.ts');\nconsole.log(name);\n`,
  'src/action.ts': `import { name } from './shared.ts';\nconsole.log(name, 'action');\n`,
  'src/post.ts': `console.log('post');\n`,
  'src/shared.ts': `import { used } from 'left';\nexport const name: string = used;\n`,
  'src/artifact.ts': `export const heavy = 'only when asked for';\n`,
  'src/config/config.schema.json': '{"a":1}\n',
  'src/core/result.schema.json': '{"b":2}\n',
  'node_modules/left/package.json':
    '{"name":"left","version":"1.2.3","license":"ISC","main":"index.js","type":"module"}',
  'node_modules/left/index.js': `export const used = 'instinct-gate';\n`,
  'node_modules/left/LICENSE': 'Left may be used by all.\n',
};

function tree(t: { after(f: () => void): void }, ...below: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'build-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(folder, ...below);
  for (const [file, text] of Object.entries(SOURCES)) {
    mkdirSync(join(root, file, '..'), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return root;
}

test('gives the same bytes from two folders, with stable names and the lazy part in a chunk of its own', async (t) => {
  const [one, two] = [tree(t), tree(t, 'deeper', 'still')];
  await build(one, join(one, 'dist'));
  await build(two, join(two, 'dist'));
  assert.deepEqual(differences(join(one, 'dist'), join(two, 'dist')), []);
  assert.deepEqual(readdirSync(join(one, 'dist')).sort(), [
    'action.js',
    'artifact.js',
    'cli.js',
    'config.schema.json',
    'licenses.txt',
    'post.js',
    'result.schema.json',
    'shared.js',
  ]);
  const cli = readFileSync(join(one, 'dist/cli.js'), 'utf8');
  assert.match(cli, /^#!\/usr\/bin\/env node\n/);
  assert.doesNotMatch(cli, /only when asked for/);
  assert.equal(statSync(join(one, 'dist/cli.js')).mode & 0o111, 0o111);
  assert.match(
    readFileSync(join(one, 'dist/licenses.txt'), 'utf8'),
    /left 1\.2\.3 \(ISC\)\n\nLeft may be used by all\./,
  );
});

test('names each file of dist that is not what the sources give', async (t) => {
  const root = tree(t);
  const [wanted, found] = [join(root, 'wanted'), join(root, 'found')];
  await build(root, wanted);
  await build(root, found);
  appendFileSync(join(found, 'post.js'), '// by hand\n');
  chmodSync(join(found, 'cli.js'), 0o644);
  rmSync(join(found, 'action.js'));
  writeFileSync(join(found, 'old.js'), '');
  assert.deepEqual(differences(wanted, found), [
    'action.js: missing',
    'cli.js: executable bit differs',
    'old.js: not made by the build',
    'post.js: differs',
  ]);
});
