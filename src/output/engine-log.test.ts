import assert from 'node:assert/strict';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { maskLog } from './engine-log.ts';

test('a secret that the engine printed is masked, every other line stays', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'instinct-gate-log-')), 'engine.log');
  await writeFile(path, 'INFO ready\nenv HF_TOKEN=hf_abcdefgh1234\nINFO done\n');
  await maskLog(path, ['hf_abcdefgh1234']);
  assert.equal(await readFile(path, 'utf8'), 'INFO ready\nenv HF_TOKEN=***\nINFO done\n');
});

test('a run without a log is no problem', async () => {
  await maskLog(join(tmpdir(), 'no-such-folder', 'engine.log'), ['secret']);
});
