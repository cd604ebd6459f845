// JSON Schema → TypeScript types: the schema is the one source of configuration and result types.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile, type JSONSchema } from 'json-schema-to-typescript';

/** Schema file → generated file, both relative to the repository. */
export const GENERATED_TYPES: Readonly<Record<string, string>> = {
  'src/config/config.schema.json': 'src/config/config.gen.ts',
  'src/core/result.schema.json': 'src/core/result.gen.ts',
};

/** Types of one schema file of the repository at `root`, every property and array readonly. */
export async function generateTypes(root: string, schemaPath: string): Promise<string> {
  const schema = JSON.parse(readFileSync(join(root, schemaPath), 'utf8')) as JSONSchema & { title: string };
  const text = await compile(schema, schema.title, {
    bannerComment: `// Generated from ${schemaPath} by \`npm run docs\`. Do not edit.`,
    unreachableDefinitions: true,
    format: false,
    maxItems: -1,
    ignoreMinAndMaxItems: true,
  });
  return text
    .replace(/^ \*( \n \*)? This interface was referenced by .*\n \* via the `definition`.*\n/gm, '')
    .replace(/^\/\*\*\n \*\/\n/gm, '')
    .replace(/^(\s*)((?:[A-Za-z_$][\w$]*|"[^"]+")\??: |\[k: string\]: )/gm, '$1readonly $2')
    .replace(/\b([A-Z]\w*|string|number|boolean)\[\]/g, 'readonly $1[]')
    .replace(/(:\s+)(\([^()]*\))\[\]/g, '$1readonly $2[]');
}
