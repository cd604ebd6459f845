import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { retried, run } from './command.ts';
import { realFolder } from './folders.ts';
import { installOnce } from './stamp.ts';

test('a download is tried three times, then its last words are the error', async () => {
  const lines: string[] = [];
  const failing = (): Promise<string> => run({ program: 'sh', args: ['-c', 'echo no route; exit 7'] });
  await assert.rejects(
    retried('part', failing, (line) => lines.push(line), [1, 1]),
    /code 7\nno route/,
  );
  assert.equal(lines.length, 2);

  let tries = 0;
  const answer = await retried(
    'part',
    async () => (++tries < 3 ? failing() : 'here'),
    () => {},
    [1, 1],
  );
  assert.equal(answer, 'here');
});

test('a part is installed again when its recipe changed, a file is gone, or the last try failed', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'stamp-'));
  const file = join(folder, 'tool');
  const stamp = join(realFolder, 'stamps', 'stamp-test.txt');
  t.after(() => {
    rmSync(folder, { recursive: true, force: true });
    rmSync(stamp, { force: true });
  });
  let installs = 0;
  const part = (recipe: string, fails = false) => ({
    name: 'stamp-test',
    recipe,
    provides: [file],
    install: async () => {
      installs += 1;
      if (fails) throw new Error('half way');
      writeFileSync(file, '');
    },
  });
  const silent = (): void => {};
  await installOnce(part('1'), silent);
  await installOnce(part('1'), silent);
  assert.equal(installs, 1);
  await assert.rejects(installOnce(part('2', true), silent), /half way/);
  assert.equal(existsSync(stamp), false);
  await installOnce(part('2'), silent);
  assert.equal(installs, 3);
  rmSync(file);
  await installOnce(part('2'), silent);
  assert.equal(installs, 4);
});
