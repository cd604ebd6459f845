// What is known before the check: plain documents from a file, from inputs or flags, and from --set.

/** A configuration as written, in sections or flat; nothing about it is trusted. */
export type RawDocument = Readonly<Record<string, unknown>>;

/** Settings that did not come from a file: action inputs or flags of the command line. */
export interface RawInputs {
  /** In sections. */
  readonly document: RawDocument;
  /** Where a setting came from, by configuration path: `service.base_url` → `input base-url`. */
  readonly origins: Readonly<Record<string, string>>;
  /** What could not even become a setting. */
  readonly problems: readonly Problem[];
  readonly warnings: readonly string[];
}

/** One thing that is wrong with the configuration. */
export interface Problem {
  /** Configuration path, for example `load.request_rates[1]`; empty for the document as a whole. */
  readonly path: string;
  /** What was expected and what was found. */
  readonly message: string;
  /** File with line and column, input, flag, or --set line. */
  readonly where?: string;
}

/** Keys and list positions from the top of a document. */
export type KeyPath = readonly (string | number)[];

/** One source of settings; later layers win over earlier ones. */
export interface Layer {
  readonly name: string;
  readonly document: RawDocument;
  /** Where a path of this layer's own document stands; undefined: unknown. */
  locate(path: KeyPath): string | undefined;
}

/** `load.request_rates[1]`; keys that are no plain names are quoted. */
export function pathText(path: KeyPath): string {
  return path
    .map((part, i) => {
      if (typeof part === 'number') return `[${part}]`;
      const name = /^[\w$-]{1,64}$/.test(part) ? part : JSON.stringify(part.slice(0, 64));
      return i === 0 ? name : `.${name}`;
    })
    .join('');
}

/** True for plain mappings: no lists, dates or other objects. */
export function isMapping(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The value at a path, own properties only. */
export function valueAt(document: unknown, path: KeyPath): unknown {
  let value = document;
  for (const key of path) {
    if (Array.isArray(value) && typeof key === 'number') value = value[key];
    else if (isMapping(value) && Object.hasOwn(value, key)) value = value[key];
    else return undefined;
  }
  return value;
}
