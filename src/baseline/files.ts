// Baselines from files: one result.json, the folder of a run, or a folder of several earlier results.
import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import type { Result } from '../core/result.gen.ts';
import schema from '../core/result.schema.json' with { type: 'json' };
import type { BaselinePort, BaselineSet } from '../ports.ts';

/** Largest file that is read. */
export const MAX_BYTES = 50 * 1024 * 1024;
/** Most files of a folder that are read; the rest is named as unreadable. */
const MAX_FILES = 500;

const SCHEMA_NAME = 'instinct-gate/result';
const KNOWN_VERSION = 1;

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
    const read = position < MAX_FILES ? await readResult(path) : `more than ${MAX_FILES} files in ${source}`;
    if (typeof read === 'string') unreadable.push({ path, reason: read });
    else results.push({ path, result: read });
  }
  return { results, unreadable };
}

/** Checks the text of a result file; a string is the reason why it cannot be used. */
export function parseResult(text: string): Result | string {
  let document: unknown;
  try {
    document = JSON.parse(text, refusePrototypeKeys);
  } catch (error) {
    return error instanceof PrototypeKey ? error.message : 'is not valid JSON';
  }
  const problem = schemaProblem(document);
  return problem ?? (document as Result);
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

async function readResult(path: string): Promise<Result | string> {
  try {
    // Before it is opened: opening a named pipe would wait for a writer for ever.
    const found = await stat(path);
    if (!found.isFile()) return 'is not a regular file';
    if (found.size > MAX_BYTES) return `has ${found.size} bytes; at most ${MAX_BYTES} are read`;
    return parseResult(await readFile(path, { encoding: 'utf8' }));
  } catch (error) {
    return systemReason(error);
  }
}

async function kindOf(path: string): Promise<'file' | 'folder' | 'missing'> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    // Only what is certainly not there is missing; anything else is met again, and told, when it is read.
    return isSystemError(error) && (error.code === 'ENOENT' || error.code === 'ENOTDIR') ? 'missing' : 'file';
  }
}

function schemaProblem(document: unknown): string | undefined {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    return 'is not a result of instinct-gate: expected an object';
  }
  const { schema: name, schema_version: version } = document as Record<string, unknown>;
  if (name !== SCHEMA_NAME) return `is not a result of instinct-gate: expected "schema": "${SCHEMA_NAME}"`;
  if (typeof version === 'number' && version > KNOWN_VERSION) {
    return `incomparable: schema: it has version ${version}, this version of the tool reads up to ${KNOWN_VERSION}`;
  }
  const validate = validator();
  if (validate(document)) return undefined;
  const [first] = validate.errors ?? [];
  const where = first?.instancePath === '' ? 'the document' : first?.instancePath;
  return `does not follow its schema: ${where ?? 'the document'} ${first?.message ?? 'is wrong'}`.slice(
    0,
    300,
  );
}

let compiled: ValidateFunction | undefined;

/** Compiled on first use: most runs have no baseline. */
function validator(): ValidateFunction {
  compiled ??= new Ajv({ strict: true, allowUnionTypes: true, strictNumbers: true }).compile(schema);
  return compiled;
}

class PrototypeKey extends Error {}

function refusePrototypeKeys(key: string, value: unknown): unknown {
  if (key === '__proto__' || key === 'constructor' || key === 'prototype') {
    throw new PrototypeKey(`holds the key ${key}`);
  }
  return value;
}

function systemReason(error: unknown): string {
  if (!isSystemError(error)) throw error;
  return error.code === 'ENOENT' ? 'does not exist' : `cannot be opened (${error.code})`;
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).code === 'string';
}
