import { open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import type { Result } from '../core/result.gen.ts';
import schema from '../core/result.schema.json' with { type: 'json' };
import { GateError } from '../failure.ts';
import { RESULT_FILE } from './files.ts';

/** A result of 64 rungs with everything in it stays far below. */
const MAX_RESULT_BYTES = 50 * 2 ** 20;
const MAX_PROBLEMS = 10;

let compiled: ValidateFunction<Result> | undefined;

/** What the schema says against a value; empty for a valid result. */
export function resultProblems(value: unknown): readonly string[] {
  // strictNumbers: NaN and Infinity (1e999 in a file) are no numbers.
  compiled ??= new Ajv({ allErrors: true, strict: false, strictNumbers: true }).compile<Result>(schema);
  if (compiled(value)) return [];
  return (compiled.errors ?? [])
    .slice(0, MAX_PROBLEMS)
    .map((error) => `${error.instancePath || '/'} ${error.message ?? 'is wrong'}`);
}

/** Reads result.json of a folder, or the file itself. Throws GateError config for everything but a valid result. */
export async function readResult(dirOrFile: string): Promise<Result> {
  const path = (await isFolder(dirOrFile)) ? join(dirOrFile, RESULT_FILE) : dirOrFile;
  let value: unknown;
  try {
    value = JSON.parse(await readCapped(path), refusePrototype);
  } catch (cause) {
    throw unreadable(path, cause instanceof Error ? cause.message : String(cause));
  }
  const version = (value as { schema_version?: unknown } | null)?.schema_version;
  if (typeof version === 'number' && version > 1) {
    throw unreadable(
      path,
      `expected schema_version 1, found ${version}: it was written by a newer instinct-gate`,
    );
  }
  const problems = resultProblems(value);
  if (problems.length > 0) throw unreadable(path, `it does not follow the schema: ${problems.join('; ')}`);
  return value as Result;
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}

async function readCapped(path: string): Promise<string> {
  await using file = await open(path, 'r');
  const { size } = await file.stat();
  if (size > MAX_RESULT_BYTES) throw new Error(`expected at most ${MAX_RESULT_BYTES} bytes, found ${size}`);
  return new TextDecoder('utf-8', { fatal: true }).decode(await file.readFile());
}

function refusePrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new Error('the key "__proto__" is not allowed');
  return value;
}

const unreadable = (path: string, found: string): GateError =>
  new GateError({
    kind: 'config',
    code: 'result_unreadable',
    message: `A result of instinct-gate cannot be read: ${found}`,
    where: path,
    hint: 'Give a result.json or the output folder of a finished run.',
  });
