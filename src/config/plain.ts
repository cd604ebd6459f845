// Data from a parser → plain data that is safe to merge: no prototype keys, nulls, dates, NaN or endless depth.
import { isMapping, type KeyPath } from './raw.ts';

export interface PlainFault {
  readonly path: KeyPath;
  readonly message: string;
}

const PROTOTYPE_KEYS = ['__proto__', 'constructor', 'prototype'];
/** Keys and lists inside each other. */
export const MAX_DEPTH = 20;
const MAX_VALUES = 100_000;

/** A copy that holds only what passed; everything else is a fault with its path. */
export function plainDocument(document: Readonly<Record<string, unknown>>): {
  readonly document: Record<string, unknown>;
  readonly faults: readonly PlainFault[];
} {
  const faults: PlainFault[] = [];
  let values = 0;

  function copyMapping(mapping: Readonly<Record<string, unknown>>, path: KeyPath): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(mapping)) {
      const here = [...path, key];
      if (PROTOTYPE_KEYS.includes(key)) fault(here, 'this name is not allowed as a key');
      else {
        const copied = copy(value, here);
        if (copied !== undefined) result[key] = copied;
      }
    }
    return result;
  }

  function copy(value: unknown, path: KeyPath): unknown {
    values++;
    if (values > MAX_VALUES || path.length > MAX_DEPTH) {
      return fault(
        path,
        values > MAX_VALUES ? `more than ${MAX_VALUES} values` : `nested deeper than ${MAX_DEPTH}`,
      );
    }
    if (value === null) {
      // Free fields of a request body may be null: the server decides what that means.
      if (isFreeBody(path)) return null;
      return fault(path, 'found null: write a value, or leave the key out');
    }
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value;
      case 'number':
        if (!Number.isFinite(value)) return fault(path, `expected a finite number, found ${value}`);
        return value;
      case 'bigint':
        return fault(path, 'the number is too large');
      case 'undefined':
        return undefined;
    }
    if (Array.isArray(value)) {
      return value.map((item, i) => copy(item, [...path, i])).filter((item) => item !== undefined);
    }
    if (isMapping(value)) return copyMapping(value, path);
    if (value instanceof Date) return fault(path, 'found a date: put quotes around it');
    return fault(path, 'expected text, a number, true or false, a list or a section');
  }

  function fault(path: KeyPath, message: string): undefined {
    faults.push({ path, message });
    return undefined;
  }

  return { document: copyMapping(document, []), faults };
}

function isFreeBody(path: KeyPath): boolean {
  return path.length > 1 && (path[0] === 'extra_body' || (path[1] === 'extra_body' && path.length > 2));
}
