// One result file: what is a valid result of ours, and reading one that a stranger may have written.
import { readFile, stat } from 'node:fs/promises';
import { Ajv, type ValidateFunction } from 'ajv';
import type { Result } from './core/result.gen.ts';
import schema from './core/result.schema.json' with { type: 'json' };

/** Largest file that is read; a result of 64 rungs with everything in it stays far below. */
export const MAX_BYTES = 50 * 1024 * 1024;

const SCHEMA_NAME = 'instinct-gate/result';
const KNOWN_VERSION = 1;
const MAX_PROBLEMS = 10;

/** Reads and checks one file; a string is the reason why it cannot be used. */
export async function readResultFile(path: string): Promise<Result | string> {
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

/** Checks the text of a result file; a string is the reason why it cannot be used. */
export function parseResult(text: string): Result | string {
  let document: unknown;
  try {
    document = JSON.parse(text, refusePrototypeKeys);
  } catch (error) {
    return error instanceof PrototypeKey ? error.message : 'is not valid JSON';
  }
  return foreign(document) ?? broken(document) ?? (document as Result);
}

/** What the schema says against a value; empty for a valid result. */
export function resultProblems(value: unknown): readonly string[] {
  const validate = validator();
  if (validate(value)) return [];
  return (validate.errors ?? [])
    .slice(0, MAX_PROBLEMS)
    .map((error) => `${error.instancePath || 'the document'} ${error.message ?? 'is wrong'}`);
}

/** Not a result of ours, or of a newer version than this one. */
function foreign(document: unknown): string | undefined {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    return 'is not a result of instinct-gate: expected an object';
  }
  const { schema: name, schema_version: version } = document as Record<string, unknown>;
  if (name !== SCHEMA_NAME) return `is not a result of instinct-gate: expected "schema": "${SCHEMA_NAME}"`;
  if (typeof version === 'number' && version > KNOWN_VERSION) {
    return `incomparable: schema: it has version ${version}, this version of the tool reads up to ${KNOWN_VERSION}`;
  }
  return undefined;
}

function broken(document: unknown): string | undefined {
  const [first] = resultProblems(document);
  return first === undefined ? undefined : `does not follow its schema: ${first}`.slice(0, 300);
}

let compiled: ValidateFunction | undefined;

/** Compiled on first use. strictNumbers: NaN and Infinity (1e999 in a file) are no numbers. */
function validator(): ValidateFunction {
  compiled ??= new Ajv({ strict: true, allErrors: true, allowUnionTypes: true, strictNumbers: true }).compile(
    schema,
  );
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
  if (!(error instanceof Error) || typeof (error as NodeJS.ErrnoException).code !== 'string') throw error;
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' ? 'does not exist' : `cannot be opened (${code})`;
}
