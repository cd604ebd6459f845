// The one schema of the configuration, as the other files of this folder look things up in it.
import schemaFile from './config.schema.json' with { type: 'json' };

export interface SchemaNode {
  readonly description?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly [keyword: string]: unknown;
}

export const SCHEMA: SchemaNode = schemaFile;

/** Sections whose keys may also stand at the top of a flat document. */
const FLAT_SECTIONS = ['service', 'engine', 'load'] as const;

export function sectionNames(): string[] {
  return Object.keys(SCHEMA.properties ?? {}).filter((name) => name !== '$schema');
}

export function keysOf(section: string): string[] {
  return Object.keys(SCHEMA.properties?.[section]?.properties ?? {});
}

/** The section of a key that stands at the top of a flat document; undefined: none, or not just one. */
export function sectionOfFlatKey(key: string): string | undefined {
  const sections = FLAT_SECTIONS.filter((section) => keysOf(section).includes(key));
  return sections.length === 1 ? sections[0] : undefined;
}

export function flatKeys(): string[] {
  return FLAT_SECTIONS.flatMap(keysOf).filter((key) => sectionOfFlatKey(key) !== undefined);
}

/** Defaults that the schema gives to the keys of a section. Callers know their types from the generated types. */
export function defaultsOf(section: string): Record<string, unknown> {
  const properties = SCHEMA.properties?.[section]?.properties ?? {};
  return Object.fromEntries(
    Object.entries(properties)
      .filter(([, node]) => node.default !== undefined)
      .map(([key, node]) => [key, structuredClone(node.default)]),
  );
}

/** True where a value must never be printed, not even when it is wrong. */
export function isSecretPath(path: readonly (string | number)[]): boolean {
  let node: SchemaNode | undefined = SCHEMA;
  for (const key of path) {
    node = node?.properties?.[String(key)];
    if (node?.['x-secret'] === true) return true;
  }
  return false;
}
