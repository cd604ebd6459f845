import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GateError } from '../failure.ts';
import { MANIFEST_FILE, MARKER_FILE } from './claim.ts';
import { RESULT_FILE, writeWhole } from './files.ts';

const MANIFEST_SCHEMA = 'instinct-gate/manifest';
const MAX_MANIFEST_BYTES = 16 * 2 ** 20;
const SHA256 = /^[0-9a-f]{64}$/;

export interface ManifestCheck {
  /** Files in the manifest, unchanged. */
  readonly unchanged: readonly string[];
  readonly changed: readonly string[];
  readonly missing: readonly string[];
  /** Files, links and other things in the folder that the manifest does not know. */
  readonly extra: readonly string[];
  readonly intact: boolean;
}

/** Writes manifest.json with the SHA-256 of every file in the folder, sorted by path. The last file of a run. */
export async function writeManifest(folder: string): Promise<void> {
  const files: Record<string, string> = {};
  for (const entry of await listFolder(folder)) {
    if (entry.isFile) files[entry.path] = await sha256(join(folder, entry.path));
  }
  await write(folder, files);
}

async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  const manifest = { schema: MANIFEST_SCHEMA, schema_version: 1, algorithm: 'sha256', files };
  await writeWhole(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/**
 * The folder may be rendered again: result.json and the request records are those of the manifest. Throws GateError
 * config, naming what is not. False: there is no manifest, so nothing vouches for the files.
 */
export async function requireUnchanged(folder: string): Promise<boolean> {
  if ((await lstat(join(folder, MANIFEST_FILE)).catch(() => undefined)) === undefined) return false;
  const { changed, missing, extra } = await verifyManifest(folder);
  const evidence = [
    ...changed.map((path) => `changed  ${path}`),
    ...missing.map((path) => `missing  ${path}`),
    ...extra.map((path) => `extra    ${path}`),
  ].filter((line) => isEvidence(line.slice(9)));
  if (evidence.length === 0) return true;
  throw new GateError({
    kind: 'config',
    code: 'result_changed',
    message: `expected the files that the run wrote, found ${evidence.length} that differ from its manifest: no report is made of them`,
    where: join(folder, MANIFEST_FILE),
    hint: 'Take the folder from where the run stored it, for example its artifact, or run again.',
    evidence: evidence.slice(0, 10),
  });
}

/** Writes the digests of these files anew and leaves all others as the run wrote them, so that a change stays visible. */
export async function renewInManifest(folder: string, names: readonly string[]): Promise<void> {
  const files = new Map(await readManifest(folder));
  for (const name of names) files.set(name, await sha256(join(folder, name)));
  const sorted = [...files].sort(([a], [b]) => (a < b ? -1 : 1));
  await write(folder, Object.fromEntries(sorted));
}

/** What reports are made of. */
function isEvidence(path: string): boolean {
  return path === RESULT_FILE || path.startsWith('requests/');
}

/** Compares a folder with its manifest. Throws GateError config when there is no readable manifest. */
export async function verifyManifest(folder: string): Promise<ManifestCheck> {
  const expected = await readManifest(folder);
  const found = new Map((await listFolder(folder)).map((entry) => [entry.path, entry.isFile]));
  const unchanged: string[] = [];
  const changed: string[] = [];
  const missing: string[] = [];
  for (const [path, digest] of expected) {
    const isFile = found.get(path);
    if (isFile === undefined) missing.push(path);
    else if (isFile && (await sha256(join(folder, path))) === digest) unchanged.push(path);
    else changed.push(path);
  }
  const extra = [...found.keys()].filter((path) => !expected.has(path));
  return {
    ...{ unchanged, changed, missing, extra },
    intact: changed.length + missing.length + extra.length === 0,
  };
}

async function readManifest(folder: string): Promise<ReadonlyMap<string, string>> {
  const path = join(folder, MANIFEST_FILE);
  let found = 'it is not a manifest of instinct-gate';
  try {
    const { size } = await lstat(path);
    const value: unknown = size > MAX_MANIFEST_BYTES ? undefined : JSON.parse(await readFile(path, 'utf8'));
    const files = entriesOf(value);
    if (files !== undefined) return files;
  } catch (error) {
    found = error instanceof Error ? error.message : String(error);
  }
  throw new GateError({
    kind: 'config',
    code: 'manifest_unreadable',
    message: `The manifest cannot be read: ${found}`,
    where: path,
    hint: 'Give the folder of a finished run; a run that was killed has no manifest.',
  });
}

function entriesOf(value: unknown): ReadonlyMap<string, string> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { schema, schema_version, files } = value as Readonly<Record<string, unknown>>;
  if (schema !== MANIFEST_SCHEMA || schema_version !== 1) return undefined;
  if (typeof files !== 'object' || files === null || Array.isArray(files)) return undefined;
  const entries = Object.entries(files);
  const isSound = entries.every(([, digest]) => typeof digest === 'string' && SHA256.test(digest));
  return isSound ? new Map(entries as [string, string][]) : undefined;
}

/** Everything below the folder but the manifest itself and our marker, sorted; links are not followed. */
async function listFolder(folder: string): Promise<readonly { path: string; isFile: boolean }[]> {
  const entries: { path: string; isFile: boolean }[] = [];
  const walk = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (path === MANIFEST_FILE || path === MARKER_FILE) continue;
      if (entry.isDirectory()) await walk(path);
      else entries.push({ path, isFile: entry.isFile() });
    }
  };
  await walk('');
  return entries.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return hash.digest('hex');
}
