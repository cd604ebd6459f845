/**
 * Installs the real parts (vLLM on CPU, act, the workflow linters) and runs the real tests, one file at a time: two
 * cores are enough for one vLLM only. `--install-only` stops after the first half.
 */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './real/folders.ts';
import { installRealParts } from './real/install.ts';

try {
  await installRealParts((line) => console.log(`real: ${line}`));
} catch (error) {
  console.error(`real: a part could not be installed, so nothing is tested: ${String(error)}`);
  process.exit(1);
}
if (!process.argv.includes('--install-only')) {
  const files = globSync('.github/scripts/real/*.test.ts', { cwd: repositoryRoot }).sort();
  if (files.length === 0) throw new Error('no real tests found in .github/scripts/real');
  const args = [
    '--test',
    '--test-concurrency=1',
    '--test-reporter=spec',
    ...files.map((file) => join(repositoryRoot, file)),
  ];
  const { status } = spawnSync(process.execPath, args, { cwd: repositoryRoot, stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
