// Baselines from files: one result.json, the folder of a run, or a folder of several earlier results.
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../core/result.gen.ts';
import type { BaselinePort, BaselineSet } from '../ports.ts';
import { readResultFile } from '../result-file.ts';

/** Most files of a folder that are read; the rest is named as unreadable. */
const MAX_FILES = 500;

/** Reads stored results from the disk. */
export const baselineFiles: BaselinePort = { read: readResults };

/**
 * Results at a path: a file, a folder with a `result.json`, or a folder whose `*.json` files or subfolders' `result.json`
 * are results. What cannot be read is named with its reason, never left out. A folder that does not exist, or holds
 * nothing, gives an empty set; a file that does not exist is unreadable.
 */
export async function readResults(source: string): Promise<BaselineSet> {
  const files = await resultFiles(source);
  const results: { path: string; result: Result }[] = [];
  const unreadable: { path: string; reason: string }[] = [];
  for (const [position, path] of files.entries()) {
    const read =
      position < MAX_FILES ? await readResultFile(path) : `more than ${MAX_FILES} files in ${source}`;
    if (typeof read === 'string') unreadable.push({ path, reason: read });
    else results.push({ path, result: read });
  }
  return { results, unreadable };
}

/** A file as named; of a folder its result.json, else all *.json in it and all result.json one level below, by name. */
async function resultFiles(source: string): Promise<string[]> {
  const kind = await kindOf(source);
  if (kind === 'missing') return source.endsWith('.json') ? [source] : [];
  if (kind !== 'folder') return [source];
  const own = join(source, 'result.json');
  if ((await kindOf(own)) !== 'missing') return [own];
  const found: string[] = [];
  for (const entry of await entriesOf(source)) {
    const path = join(source, entry.name);
    if (entry.name.endsWith('.json')) found.push(path);
    else if ((await kindOf(path)) === 'folder') {
      const inner = join(path, 'result.json');
      if ((await kindOf(inner)) !== 'missing') found.push(inner);
    }
  }
  return found;
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function kindOf(path: string): Promise<'file' | 'folder' | 'missing'> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    // Only what is certainly not there is missing; anything else is met again, and told, when it is read.
    return isSystemError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR') ? 'missing' : 'file';
  }
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).code === 'string';
}
