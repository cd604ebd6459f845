// The merged document against the JSON Schema: every violation as a sentence, and the document without them.
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { nearestName } from '../core/nearest.ts';
import type { ConfigFile } from './config.gen.ts';
import { problemAt } from './layers.ts';
import { maskDeep } from './mask.ts';
import { type KeyPath, type Problem, valueAt } from './raw.ts';
import { isSecretPath, keysOf, SCHEMA, sectionNames } from './schema.ts';

/** What is left of the document is valid; `broken` are the `section.key` paths that were taken out. */
export interface CheckedDocument {
  readonly file: ConfigFile;
  readonly problems: readonly Problem[];
  readonly broken: readonly string[];
}

let compiled: ValidateFunction<ConfigFile> | undefined;

/** Checks a merged document. `where` tells where a path was written; secrets are masked in values before these are cut. */
export function checkSchema(
  document: Readonly<Record<string, unknown>>,
  where: (path: KeyPath) => string | undefined,
  secrets: readonly string[],
): CheckedDocument {
  const validate = compiledSchema();
  const copy = structuredClone(document) as Record<string, unknown>;
  if (validate(copy)) return { file: copy as ConfigFile, problems: [], broken: [] };
  const problems = new Map<string, Problem>();
  const broken = new Set<string>();
  for (const error of validate.errors ?? []) {
    // The branches of anyOf are told by the anyOf itself.
    if (error.schemaPath.includes('/anyOf/')) continue;
    const path = pathOf(error, document);
    const problem = problemAt(
      path,
      sentence({ ...error, data: maskDeep(error.data, secrets) }, path),
      where(path),
    );
    problems.set(`${problem.path} ${problem.message}`, problem);
    broken.add(remove(copy, error.keyword === 'additionalProperties' ? path : keyOf(path)));
  }
  if (!validate(copy)) throw new Error('taking out what the schema refuses left something that it refuses');
  return { file: copy as ConfigFile, problems: [...problems.values()], broken: [...broken] };
}

function compiledSchema(): ValidateFunction<ConfigFile> {
  if (compiled === undefined) {
    const ajv = new Ajv({ allErrors: true, strict: true, allowUnionTypes: true, verbose: true });
    ajv.addVocabulary(['x-secret', 'x-unit']);
    compiled = ajv.compile<ConfigFile>(SCHEMA);
  }
  return compiled;
}

function pathOf(error: ErrorObject, document: unknown): KeyPath {
  const path: (string | number)[] = [];
  for (const raw of error.instancePath.split('/').slice(1)) {
    const key = raw.replaceAll('~1', '/').replaceAll('~0', '~');
    path.push(Array.isArray(valueAt(document, path)) ? Number(key) : key);
  }
  if (error.keyword === 'additionalProperties') path.push(String(error.params['additionalProperty']));
  return path;
}

function sentence(error: ErrorObject, path: KeyPath): string {
  const found = describe(error.data, path);
  const { params } = error;
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownKey(String(path.at(-1)), error, path);
    case 'type':
      return `expected ${typeText(params['type'])}, found ${found}${quoteHint(params['type'], error.data)}`;
    case 'enum': {
      const allowed = (params['allowedValues'] as readonly unknown[]).map(String);
      const nearest = typeof error.data === 'string' ? nearestName(error.data, allowed) : undefined;
      const hint = nearest === undefined ? '' : `; nearest: ${nearest}`;
      return `expected one of ${allowed.join(', ')}, found ${found}${hint}`;
    }
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `expected a number ${params['comparison']} ${params['limit']}, found ${found}`;
    case 'minItems':
      return `expected at least ${params['limit']} entry, found an empty list`;
    case 'maxItems':
      return `expected at most ${params['limit']} entries, found ${(error.data as unknown[]).length}`;
    case 'uniqueItems':
      return `expected each value once, found ${describe((error.data as unknown[])[Number(params['i'])], path)} twice`;
    case 'minLength':
      return 'found an empty text: write a value, or leave the key out';
    case 'maxLength':
      return `expected at most ${params['limit']} characters, found ${String(error.data).length}`;
    case 'anyOf':
      return `expected text, a number, true or false, or a list of these, found ${found}`;
    default:
      return `${error.message ?? 'not as the schema wants it'}, found ${found}`;
  }
}

function unknownKey(key: string, error: ErrorObject, path: KeyPath): string {
  const known = Object.keys((error.parentSchema?.['properties'] as object | undefined) ?? {});
  const nearest = nearestName(key, known);
  const elsewhere = sectionNames().find((section) => section !== path[0] && keysOf(section).includes(key));
  // The same word in another section is nearer than another word in this one.
  if (elsewhere !== undefined) return `unknown key; it belongs to ${elsewhere}.${key}`;
  if (nearest !== undefined) return `unknown key; nearest known: ${nearest}`;
  return `unknown key; known: ${known.join(', ')}`;
}

function typeText(type: unknown): string {
  const names = Array.isArray(type) ? type.map(String) : [String(type)];
  const texts: Readonly<Record<string, string>> = {
    string: 'text',
    number: 'a number',
    integer: 'a whole number',
    boolean: 'true or false',
    array: 'a list',
    object: 'a section with keys',
  };
  return names.map((name) => texts[name] ?? name).join(' or ');
}

function quoteHint(type: unknown, value: unknown): string {
  if (type === 'string' && (typeof value === 'number' || typeof value === 'boolean'))
    return '; put quotes around it';
  const wantsNumber = type === 'number' || type === 'integer';
  if (wantsNumber && typeof value === 'string' && /^\s*[\d.]+\s*$/.test(value))
    return '; write it without quotes';
  return '';
}

/** What was found, in a few words; never the value where it could be a secret. */
function describe(value: unknown, path: KeyPath): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'a section with keys';
  if (isSecretPath(path)) return typeof value === 'string' ? 'a text' : `a ${typeof value}`;
  if (typeof value !== 'string') return String(value);
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
}

/** `section.key` of a path; a list goes as a whole, since rules count its positions. */
function keyOf(path: KeyPath): KeyPath {
  const item = path.findIndex((part) => typeof part === 'number');
  return path.slice(0, item < 0 ? 2 : Math.min(2, item));
}

/** Takes the value at a path out of the document; names what is gone as `section` or `section.key`. */
function remove(document: Record<string, unknown>, path: KeyPath): string {
  const parent = valueAt(document, path.slice(0, -1));
  const key = path.at(-1);
  if (typeof parent === 'object' && parent !== null && key !== undefined) Reflect.deleteProperty(parent, key);
  return path.slice(0, 2).join('.');
}
