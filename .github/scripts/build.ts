/**
 * Bundles src/cli.ts, src/action.ts and src/post.ts into dist/, which is committed: an action runs from its repository.
 * Not minified, so that a pull request can be reviewed; the same bytes from any folder. `--check` builds beside it and
 * names each file of dist that is not what the sources give.
 */
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { type RolldownOutput, rolldown } from 'rolldown';

const ENTRIES = ['cli', 'action', 'post'] as const;
const SCHEMAS = {
  'config.schema.json': 'src/config/config.schema.json',
  'result.schema.json': 'src/core/result.schema.json',
};

/** Builds the tree at `root` into `outDir`, which is emptied first. */
export async function build(root: string, outDir: string): Promise<void> {
  rmSync(outDir, { recursive: true, force: true });
  const bundle = await rolldown({
    cwd: root,
    platform: 'node',
    // The oldest Node that the command line answers on; `await using` is not known there.
    transform: { target: 'node22' },
    input: Object.fromEntries(ENTRIES.map((name) => [name, join(root, 'src', `${name}.ts`)])),
    logLevel: 'warn',
    // How long a plugin took says nothing about the bundle.
    checks: { pluginTimings: false },
  });
  const output = await bundle.write({
    dir: outDir,
    format: 'esm',
    minify: false,
    sourcemap: false,
    entryFileNames: '[name].js',
    // No hashes: the diff of a rebuilt dist then shows what changed. @actions/artifact (4.6 MB that only an upload
    // needs) gets a chunk of its own by being imported dynamically.
    chunkFileNames: '[name].js',
    // Large libraries stay out of the chunks with our own code, which is what a reviewer reads.
    codeSplitting: {
      groups: [
        { name: 'stdlib', test: /node_modules[\\/]@stdlib[\\/]/ },
        {
          name: 'formats',
          test: /node_modules[\\/](ajv|fast-uri|fast-deep-equal|json-schema-traverse|yaml|smol-toml)[\\/]/,
        },
      ],
    },
  });
  await bundle.close();
  makeExecutable(join(outDir, 'cli.js'));
  for (const [name, source] of Object.entries(SCHEMAS)) cpSync(join(root, source), join(outDir, name));
  writeFileSync(join(outDir, 'licenses.txt'), licencesOf(root, output));
  assertNoAbsolutePath(root, outDir);
}

/** Files that differ between two folders, each with what is wrong; empty when both are the same byte for byte. */
export function differences(wanted: string, found: string): string[] {
  const files = new Set([...filesBelow(wanted), ...filesBelow(found)]);
  return [...files].sort().flatMap((file) => {
    const [want, have] = [join(wanted, file), join(found, file)];
    if (!existsSync(have)) return [`${file}: missing`];
    if (!existsSync(want)) return [`${file}: not made by the build`];
    if (!readFileSync(want).equals(readFileSync(have))) return [`${file}: differs`];
    if ((statSync(want).mode & 0o100) !== (statSync(have).mode & 0o100))
      return [`${file}: executable bit differs`];
    return [];
  });
}

function makeExecutable(file: string): void {
  const shebang = '#!/usr/bin/env node\n';
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.startsWith('#!') ? text.replace(/^#!.*\n/, shebang) : shebang + text);
  chmodSync(file, 0o755);
}

/** The licence of every package of which at least one module is in the bundle. */
function licencesOf(root: string, output: RolldownOutput): string {
  const folders = new Set<string>();
  for (const item of output.output) {
    if (item.type !== 'chunk') continue;
    for (const id of item.moduleIds) {
      const folder = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(id)?.[1];
      if (folder !== undefined && !id.startsWith('\0')) folders.add(folder);
    }
  }
  // Hundreds of small packages share one text: it stands once, with all their names above it.
  const namesByText = new Map<string, Set<string>>();
  for (const folder of folders) {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      name: string;
      version: string;
      license?: unknown;
    };
    const files = readdirSync(folder).filter(
      (name) => /^(licen[cs]e|copying|notice)/i.test(name) && statSync(join(folder, name)).isFile(),
    );
    const texts = files
      .sort()
      .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim());
    const licence = typeof manifest.license === 'string' ? manifest.license : 'see the text below';
    const text = texts.join('\n\n') || '(the package carries no licence text)';
    const names = namesByText.get(text) ?? new Set<string>();
    namesByText.set(text, names.add(`${manifest.name} ${manifest.version} (${licence})`));
  }
  const sections = [...namesByText]
    .map(([text, names]) => `${[...names].sort().join('\n')}\n\n${text}\n`)
    .sort();
  const intro = `dist/ holds code of the packages below, each under its own licence. Bundled from ${relative(root, join(root, 'package-lock.json'))}.\n`;
  return [intro, ...sections].join(`\n${'-'.repeat(80)}\n\n`);
}

function assertNoAbsolutePath(root: string, outDir: string): void {
  for (const file of filesBelow(outDir)) {
    if (readFileSync(join(outDir, file), 'utf8').includes(root)) {
      throw new Error(`dist/${file} holds the absolute path of the folder that it was built in`);
    }
  }
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } });
  const root = resolve(import.meta.dirname, '../..');
  const dist = join(root, 'dist');
  if (values.check) {
    const temporary = mkdtempSync(join(tmpdir(), 'instinct-gate-dist-'));
    try {
      await build(root, join(temporary, 'dist'));
      const wrong = differences(join(temporary, 'dist'), dist);
      for (const line of wrong) console.error(`dist/${line}`);
      if (wrong.length > 0)
        console.error('dist is not what the sources give: run "npm run build" and commit dist');
      else console.log('dist is what the sources give, byte for byte');
      process.exitCode = wrong.length > 0 ? 1 : 0;
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
  } else {
    await build(root, dist);
    for (const file of filesBelow(dist).sort())
      console.log(`dist/${file} ${statSync(join(dist, file)).size} bytes`);
  }
}
