// File, inputs and --set → one document in sections, which still knows where each value came from.
import { nearestName } from '../core/nearest.ts';
import { parseYaml } from './formats.ts';
import { plainDocument } from './plain.ts';
import {
  isMapping,
  type KeyPath,
  type Layer,
  type Problem,
  pathText,
  type RawInputs,
  valueAt,
} from './raw.ts';
import { flatKeys, sectionNames, sectionOfFlatKey } from './schema.ts';

/** The merged document. Later layers win; mappings merge, lists and plain values replace. */
export interface Merged {
  readonly document: Record<string, unknown>;
  /** Where the value at a path, or the nearest part of the path that exists, was written. */
  where(path: KeyPath): string | undefined;
  readonly problems: readonly Problem[];
  /** Paths whose value was given but not usable, so that it is not in the document. */
  readonly dropped: readonly KeyPath[];
}

/** Cleans each layer, moves flat keys into their sections, and merges. */
export function mergeLayers(layers: readonly Layer[]): Merged {
  const problems: Problem[] = [];
  const dropped: KeyPath[] = [];
  const ready = layers.map((layer) => {
    const { document, faults } = plainDocument(layer.document);
    for (const { path, message } of faults) {
      const inSections = sectioned(path);
      problems.push(problemAt(inSections, message, layer.locate(path) ?? layer.name));
      dropped.push(inSections);
    }
    const moved = moveFlatKeys(document, layer);
    problems.push(...moved.problems);
    return moved.layer;
  });

  const merged: Record<string, unknown> = {};
  for (const layer of ready) mergeInto(merged, layer.document);

  function where(path: KeyPath): string | undefined {
    for (let length = path.length; length > 0; length--) {
      const part = path.slice(0, length);
      const layer = ready.findLast((candidate) => valueAt(candidate.document, part) !== undefined);
      if (layer !== undefined) return layer.locate(part) ?? layer.name;
    }
    return ready.length === 1 ? ready[0]?.name : undefined;
  }

  return { document: merged, where, problems, dropped };
}

/** Inputs or flags as a layer. */
export function inputsLayer(inputs: RawInputs): Layer {
  return {
    name: 'inputs',
    document: inputs.document,
    locate(path) {
      for (let length = path.length; length > 0; length--) {
        const origin = inputs.origins[pathText(path.slice(0, length))];
        if (origin !== undefined) return origin;
      }
      return undefined;
    },
  };
}

/** One `section.key=value` line as a layer; the value is YAML. */
export function setLayer(line: string): { readonly layer?: Layer; readonly problems: readonly Problem[] } {
  const equals = line.indexOf('=');
  const key = (equals < 0 ? line : line.slice(0, equals)).trim();
  const where = `--set ${key.slice(0, 100)}`;
  if (equals < 0) return refused(where, 'expected section.key=value, found no "="');
  const path = key.split('.');
  if (!path.every((part) => /^[\w$-]+$/.test(part))) {
    return refused(where, `expected section.key=value, found the key ${JSON.stringify(key.slice(0, 100))}`);
  }
  const text = line.slice(equals + 1);
  if (text.length > 100_000) return refused(where, 'the value is longer than 100000 characters');
  const parsed = parseYaml(text, where);
  if (parsed.problems.length > 0) {
    const message = `the value is ${parsed.problems[0]?.message ?? 'not valid YAML'}; put quotes around text`;
    return refused(where, message);
  }
  // An empty value reads as null and is then refused as such.
  const value = text.trim() === '' ? null : parsed.document;
  let document: unknown = value;
  for (const part of path.toReversed()) document = Object.fromEntries([[part, document]]);
  return {
    layer: { name: where, document: document as Layer['document'], locate: () => where },
    problems: [],
  };
}

export function problemAt(path: KeyPath, message: string, where: string | undefined): Problem {
  return { path: pathText(path), message, ...(where !== undefined && { where }) };
}

function refused(where: string, message: string): { readonly problems: readonly Problem[] } {
  return { problems: [{ path: '', message, where }] };
}

/** The path in sections of a path that may begin with a flat key. */
function sectioned(path: KeyPath): KeyPath {
  const first = String(path[0]);
  const section = sectionNames().includes(first) ? undefined : sectionOfFlatKey(first);
  return section === undefined ? path : [section, ...path];
}

/** The flat form has the keys of service, engine and load at the top; both forms may be mixed, one key not. */
function moveFlatKeys(
  document: Readonly<Record<string, unknown>>,
  layer: Layer,
): { readonly layer: Layer; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const known = [...sectionNames(), '$schema'];
  const result: Record<string, unknown> = {};
  const moved = new Set<string>();
  for (const [key, value] of Object.entries(document)) {
    if (known.includes(key)) result[key] = value;
  }
  for (const [key, value] of Object.entries(document)) {
    if (known.includes(key)) continue;
    const section = sectionOfFlatKey(key);
    const where = layer.locate([key]) ?? layer.name;
    if (section === undefined) {
      problems.push(problemAt([key], unknownTopKey(key), where));
      continue;
    }
    const target = result[section] ?? {};
    if (!isMapping(target)) continue;
    if (Object.hasOwn(target, key)) {
      problems.push(problemAt([key], `given twice: at the top and as ${section}.${key}`, where));
      continue;
    }
    result[section] = { ...target, [key]: value };
    moved.add(`${section}.${key}`);
  }
  const locate: Layer['locate'] = (path) =>
    moved.has(`${path[0]}.${path[1]}`) ? layer.locate(path.slice(1)) : layer.locate(path);
  return { layer: { name: layer.name, document: result, locate }, problems };
}

function unknownTopKey(key: string): string {
  const nearest = nearestName(key, [...sectionNames(), ...flatKeys()]);
  if (nearest !== undefined) return `unknown key; nearest known: ${nearest}`;
  return `unknown key; sections are ${sectionNames().join(', ')}`;
}

function mergeInto(target: Record<string, unknown>, source: Readonly<Record<string, unknown>>): void {
  for (const [key, value] of Object.entries(source)) {
    const below = target[key];
    if (isMapping(value) && isMapping(below)) mergeInto(below, value);
    else target[key] = structuredClone(value);
  }
}
