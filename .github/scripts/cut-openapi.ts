/**
 * Cuts GitHub's OpenAPI description down to the operations that the fake GitHub of the tests answers, and writes
 * fixtures/github/openapi.json. Run it again after adding an operation:
 * `node .github/scripts/cut-openapi.ts [api.github.com.json]`; without a file it takes the npm package below.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const SOURCE = {
  package: '@octokit/openapi',
  version: '23.0.2',
  file: 'generated/api.github.com.json',
  license: 'MIT',
};
const OPERATIONS: Readonly<Record<string, readonly string[]>> = {
  '/user': ['get'],
  '/repos/{owner}/{repo}': ['get'],
  '/repos/{owner}/{repo}/pulls/{pull_number}': ['get'],
  '/repos/{owner}/{repo}/issues/{issue_number}/comments': ['get', 'post'],
  '/repos/{owner}/{repo}/issues/comments/{comment_id}': ['get', 'patch', 'delete'],
  '/repos/{owner}/{repo}/actions/artifacts': ['get'],
  '/repos/{owner}/{repo}/actions/runs': ['get'],
  '/repos/{owner}/{repo}/actions/runs/{run_id}': ['get'],
  '/repos/{owner}/{repo}/actions/runs/{run_id}/artifacts': ['get'],
};
/** Text for readers: half of the file, and nothing that validates. */
const PROSE = new Set([
  'summary',
  'description',
  'title',
  'tags',
  'externalDocs',
  'example',
  'examples',
  'deprecated',
]);

type Json = unknown;
interface Description {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, Json>>;
  readonly components: Record<string, Record<string, Json>>;
}

const target = resolve(import.meta.dirname, '../../fixtures/github/openapi.json');
const cut = cutDown(read(process.argv[2]));
writeFileSync(target, print(cut));
console.log(`${target}: ${readFileSync(target).length} bytes`);

function read(file: string | undefined): Description {
  if (file !== undefined) return JSON.parse(readFileSync(file, 'utf8')) as Description;
  const folder = mkdtempSync(join(tmpdir(), 'openapi-'));
  try {
    const pack = ['pack', '--silent', '--pack-destination', folder, `${SOURCE.package}@${SOURCE.version}`];
    const archive = execFileSync('npm', pack, { encoding: 'utf8' }).trim();
    execFileSync('tar', ['-xzf', join(folder, archive), '-C', folder, `package/${SOURCE.file}`]);
    return JSON.parse(readFileSync(join(folder, 'package', SOURCE.file), 'utf8')) as Description;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function cutDown(whole: Description): Description {
  const paths = Object.fromEntries(
    Object.entries(OPERATIONS).map(([path, methods]) => [
      path,
      Object.fromEntries(
        methods.map((method) => [method, withoutProse(whole.paths[path]?.[method] ?? missing(path, method))]),
      ),
    ]),
  );
  const components: Record<string, Record<string, Json>> = {};
  const queue = references(paths);
  for (let reference = queue.pop(); reference !== undefined; reference = queue.pop()) {
    const [, , kind, name] = reference.split('/');
    if (kind === undefined || name === undefined || components[kind]?.[name] !== undefined) continue;
    const component = withoutProse(whole.components[kind]?.[name] ?? missing(reference, ''));
    components[kind] = { ...components[kind], [name]: component };
    queue.push(...references(component));
  }
  return { openapi: whole.openapi, paths, components };
}

/** A copy without prose; a property that happens to be called `description` stays. */
function withoutProse(value: Json, isPropertyMap = false): Json {
  if (Array.isArray(value)) return value.map((each) => withoutProse(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => isPropertyMap || !(PROSE.has(key) || key.startsWith('x-')))
      .map(([key, each]) => [key, withoutProse(each, key === 'properties' && !isPropertyMap)]),
  );
}

function references(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(references);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    key === '$ref' && typeof each === 'string' ? [each] : references(each),
  );
}

function missing(path: string, method: string): never {
  throw new Error(`${SOURCE.package} ${SOURCE.version} has no ${method} ${path}`);
}

/** One line for each operation and component, so that a diff can be read. */
function print({ openapi, paths, components }: Description): string {
  const info = {
    title: `Cut from ${SOURCE.package} ${SOURCE.version} (${SOURCE.file}) by .github/scripts/cut-openapi.ts`,
    version: SOURCE.version,
    license: { name: SOURCE.license, url: 'https://spdx.org/licenses/MIT' },
  };
  const lines = (map: Record<string, Json>): string =>
    Object.keys(map)
      .sort()
      .map((key) => `${JSON.stringify(key)}: ${JSON.stringify(map[key])}`)
      .join(',\n');
  const kinds = Object.keys(components).sort();
  const parts = kinds.map((kind) => `${JSON.stringify(kind)}: {\n${lines(components[kind] ?? {})}\n}`);
  return `{"openapi": ${JSON.stringify(openapi)}, "info": ${JSON.stringify(info)},\n"paths": {\n${lines(paths)}\n},\n"components": {\n${parts.join(',\n')}\n}}\n`;
}
