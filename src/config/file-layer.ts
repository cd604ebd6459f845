// A configuration file → a layer. Everything about the file is untrusted: its size, its kind, its bytes.
import { readFileSync, statSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import { EXTENSIONS, parseText } from './formats.ts';
import { isMapping, type Layer, type Problem } from './raw.ts';

/** Configurations are a few kilobytes. */
const MAX_BYTES = 1024 * 1024;

/** A layer, or why there is none. */
export type ReadLayer =
  | { readonly layer: Layer; readonly problems?: never }
  | { readonly layer?: never; readonly problems: readonly Problem[] };

/** Reads a configuration file; `name` in messages is the path as the user wrote it. */
export function readFileLayer(file: string, cwd: string): ReadLayer {
  const extension = EXTENSIONS.find((known) => known === extname(file).toLowerCase());
  if (extension === undefined) {
    return failed(file, `expected a file that ends in ${EXTENSIONS.join(', ')}`);
  }
  const text = readText(resolve(cwd, file));
  if (!text.ok) return failed(file, text.problem);
  const parsed = parseText(text.text, extension, file);
  if (parsed.problems.length > 0) return { problems: parsed.problems };
  const { document } = parsed;
  if (!isMapping(document)) return failed(file, 'expected sections such as service and load at the top');
  const locate: Layer['locate'] = (path) => {
    const place = parsed.locate(path);
    return place === undefined ? file : `${file}:${place}`;
  };
  return { layer: { name: file, document, locate } };
}

type ReadText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly problem: string };

function readText(path: string): ReadText {
  try {
    const found = statSync(path);
    // A pipe or device could block for ever or never end.
    if (!found.isFile()) return no('expected a regular file');
    if (found.size > MAX_BYTES) return no(`expected at most ${MAX_BYTES} bytes, found ${found.size}`);
    const bytes = readFileSync(path);
    if (bytes.length > MAX_BYTES) return no(`expected at most ${MAX_BYTES} bytes`);
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch (error) {
    if (error instanceof TypeError) return no('expected UTF-8 text');
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return no(code === 'ENOENT' ? 'the file does not exist' : `the file cannot be read (${code})`);
  }
}

function no(problem: string): ReadText {
  return { ok: false, problem };
}

function failed(file: string, message: string): ReadLayer {
  return { problems: [{ path: '', message, where: file }] };
}
