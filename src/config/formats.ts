// Text of a configuration file → plain data with positions. YAML 1.2, JSON and TOML by the name's extension.
import { TomlError, parse as tomlParse } from 'smol-toml';
import { type Document, isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { MAX_DEPTH } from './plain.ts';
import type { KeyPath, Problem } from './raw.ts';

/** What a text holds; `document` is undefined exactly when it could not be read. */
export interface ParsedText {
  readonly document?: unknown;
  readonly problems: readonly Problem[];
  /** `line:column` of a key or list item. */
  locate(path: KeyPath): string | undefined;
}

export const EXTENSIONS = ['.yaml', '.yml', '.json', '.toml'] as const;

/** A broken file breaks in many places after the first; more than these help nobody. */
const MAX_SYNTAX_PROBLEMS = 5;
/** Anchors are useful a few times; hundreds of copies are an attack. */
const MAX_ALIASES = 50;

/** Reads a text by the extension of its file name. */
export function parseText(text: string, extension: (typeof EXTENSIONS)[number], name: string): ParsedText {
  switch (extension) {
    case '.yaml':
    case '.yml':
      return parseYaml(text, name);
    case '.json':
      return parseJson(text, name);
    case '.toml':
      return parseToml(text, name);
  }
}

/** YAML 1.2, core schema: no merge keys, no custom tags, duplicate keys are problems. */
export function parseYaml(text: string, name: string): ParsedText {
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, {
      version: '1.2',
      schema: 'core',
      merge: false,
      strict: true,
      uniqueKeys: true,
      prettyErrors: false,
      // `silent` would also silence a second document, and with it half of the file.
      logLevel: 'error',
      lineCounter: lines,
    });
    // Warnings are unknown tags: the value would silently be something else than was written.
    const faults = [...document.errors, ...document.warnings];
    // The parser collects what its recursion threw, as faults in its own words.
    if (faults.some((fault) => /call stack|stack overflow/i.test(fault.message))) throw new RangeError();
    if (faults.length > 0) {
      const problems = faults.slice(0, MAX_SYNTAX_PROBLEMS).map((fault) => ({
        path: '',
        message: `not valid YAML: ${firstLine(fault.message)}`,
        where: `${name}:${position(lines, fault.pos[0])}`,
      }));
      return unreadable(...problems);
    }
    const data: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    return { document: data ?? {}, problems: [], locate: (path) => yamlPosition(document, lines, path) };
  } catch (error) {
    return unreadable({ path: '', message: `not valid YAML: ${thrown(error)}`, where: name });
  }
}

/** Strict JSON; positions and duplicate keys are found by the YAML reader, of which JSON is a part. */
function parseJson(text: string, name: string): ParsedText {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    // The engine's message can quote the text around the fault, and with it a key: only its place is used.
    const offset = /at position (\d+)/.exec(String(error))?.[1];
    const place = offset === undefined ? undefined : lineAndColumn(text, Number(offset));
    const where = place === undefined ? name : `${name}:${place}`;
    return unreadable({
      path: '',
      message: 'not valid JSON (comments and trailing commas are not JSON)',
      where,
    });
  }
  const positions = parseYaml(text, name);
  const duplicates = positions.problems.filter((problem) => problem.message.includes('unique'));
  if (duplicates.length > 0) {
    return unreadable(...duplicates.map((problem) => ({ ...problem, message: 'a key stands here twice' })));
  }
  return { document: data, problems: [], locate: positions.locate };
}

/** TOML 1.0. The parser gives positions of faults only; keys are found again by their line. */
function parseToml(text: string, name: string): ParsedText {
  try {
    const data: unknown = tomlParse(text, { unsafeKeyBehaviour: 'keep', integersAsBigInt: 'asNeeded' });
    const places = tomlPlaces(text);
    return { document: data, problems: [], locate: (path) => tomlPosition(places, path) };
  } catch (error) {
    const where = error instanceof TomlError ? `${name}:${error.line}:${error.column}` : name;
    return unreadable({ path: '', message: `not valid TOML: ${thrown(error)}`, where });
  }
}

function unreadable(...problems: readonly Problem[]): ParsedText {
  return { problems, locate: () => undefined };
}

/** The first line only: later lines of a parser's message can quote the file, and with it a key. */
function firstLine(message: string): string {
  const line = message.split('\n', 1)[0] ?? '';
  return line.replace(/^Invalid TOML document: /, '').slice(0, 200);
}

function thrown(error: unknown): string {
  if (error instanceof RangeError) return `nested deeper than ${MAX_DEPTH}`;
  if (error instanceof ReferenceError) return `more than ${MAX_ALIASES} copies by aliases`;
  if (error instanceof Error) return firstLine(error.message);
  return 'unknown fault';
}

function position(lines: LineCounter, offset: number): string {
  const { line, col } = lines.linePos(offset);
  return `${line}:${col}`;
}

function yamlPosition(document: Document, lines: LineCounter, path: KeyPath): string | undefined {
  let node: unknown = document.contents;
  let offset: number | undefined;
  for (const key of path) {
    if (isMap(node)) {
      const pair = node.items.find(
        (item) => String(isScalar(item.key) ? item.key.value : item.key) === String(key),
      );
      if (pair === undefined) return undefined;
      offset = isNode(pair.key) ? pair.key.range?.[0] : undefined;
      node = pair.value;
    } else if (isSeq(node) && typeof key === 'number') {
      node = node.items[key];
      offset = isNode(node) ? node.range?.[0] : undefined;
    } else {
      return undefined;
    }
  }
  return offset === undefined ? undefined : position(lines, offset);
}

/** Path of each plain `key = …` line, under its `[section]`. Inside multi-line values a line can be taken wrongly. */
function tomlPlaces(text: string): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  let section = '';
  for (const [i, line] of text.split('\n').entries()) {
    const header = /^\s*\[\s*([\w.-]+)\s*\]/.exec(line)?.[1];
    const key = /^(\s*)([\w.-]+)\s*=/.exec(line);
    const found = header ?? (key?.[2] === undefined ? undefined : section + key[2]);
    if (header !== undefined) section = `${header}.`;
    if (found === undefined || places.has(found)) continue;
    places.set(found, `${i + 1}:${line.length - line.trimStart().length + 1}`);
  }
  return places;
}

function tomlPosition(places: ReadonlyMap<string, string>, path: KeyPath): string | undefined {
  const firstIndex = path.findIndex((part) => typeof part === 'number');
  const keys = firstIndex < 0 ? path : path.slice(0, firstIndex);
  for (let length = keys.length; length > 0; length--) {
    const place = places.get(keys.slice(0, length).join('.'));
    if (place !== undefined) return place;
  }
  return undefined;
}

function lineAndColumn(text: string, offset: number): string {
  const before = text.slice(0, offset).split('\n');
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}
