// `npm run docs`: rewrites everything that is derived from one source. `--check` only says what differs.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { GENERATED_TYPES, generateTypes } from './types.ts';

const check = process.argv.includes('--check');
const stale: string[] = [];

for (const [schema, target] of Object.entries(GENERATED_TYPES)) {
  update(target, await generateTypes(schema));
}

if (check && stale.length > 0) {
  console.error(`Not up to date: ${stale.join(', ')}. Run \`npm run docs\` and commit the result.`);
  process.exitCode = 1;
}

function update(path: string, text: string): void {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (before === text) return;
  stale.push(path);
  if (!check) writeFileSync(path, text);
}
