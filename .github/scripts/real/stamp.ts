import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { realFolder } from './folders.ts';

export interface Part {
  readonly name: string;
  /** Everything that decides what is installed; another recipe installs anew. */
  readonly recipe: unknown;
  /** Files that must be there afterwards. */
  readonly provides: readonly string[];
  readonly install: () => Promise<void>;
}

/** Installs a part unless the same recipe was already installed whole; the stamp is written last. */
export async function installOnce(part: Part, log: (line: string) => void): Promise<void> {
  const stampFile = join(realFolder, 'stamps', `${part.name}.txt`);
  const wanted = createHash('sha256')
    .update(JSON.stringify([realFolder, part.recipe]))
    .digest('hex');
  const missing = (): string[] => part.provides.filter((file) => !existsSync(file));
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted && missing().length === 0) {
    log(`${part.name}: already there`);
    return;
  }
  rmSync(stampFile, { force: true });
  const startedAt = performance.now();
  log(`${part.name}: installing`);
  await part.install();
  if (missing().length > 0)
    throw new Error(`${part.name}: installed, but not there: ${missing().join(', ')}`);
  mkdirSync(join(realFolder, 'stamps'), { recursive: true });
  writeFileSync(stampFile, wanted);
  log(`${part.name}: installed in ${Math.round((performance.now() - startedAt) / 1000)} s`);
}
