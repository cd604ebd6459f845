import { constants, createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { MANIFEST_FILE, MARKER_FILE } from './claim.ts';
import { writeManifest } from './manifest.ts';

/** A copy of an output folder that may leave the machine, with a manifest of its own. */
export interface Bundle extends AsyncDisposable {
  readonly root: string;
  /** Absolute paths. */
  readonly files: readonly string[];
}

/** The engine's log and raw telemetry name hosts and command lines. */
const STAYS_HERE: readonly string[] = ['engine.log', 'telemetry.jsonl'];

/**
 * Copies what may be published below `temporary`. With detail `public` the engine's log stays here and request
 * records lose the error text of the server, which may hold prompts and addresses; the class of the failure
 * stays. With `private` everything goes.
 */
export async function makeBundle(request: {
  readonly folder: string;
  readonly detail: 'public' | 'private';
  readonly temporary: string;
}): Promise<Bundle> {
  const root = await mkdtemp(join(request.temporary, 'instinct-gate-bundle-'));
  const dispose = (): Promise<void> => rm(root, { recursive: true, force: true });
  try {
    for (const path of await publishable(request.folder, request.detail)) {
      const from = join(request.folder, path);
      const to = join(root, path);
      await mkdir(dirname(to), { recursive: true });
      if (request.detail === 'public' && path.endsWith('.jsonl')) await withoutErrors(from, to);
      else await copyFile(from, to, constants.COPYFILE_FICLONE);
    }
    await writeManifest(root);
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    return { root, files: files.sort(), [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Regular files only: a link in the folder could point anywhere. */
async function publishable(folder: string, detail: 'public' | 'private'): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .filter((path) => path !== MARKER_FILE && path !== MANIFEST_FILE)
    .filter((path) => detail === 'private' || !STAYS_HERE.includes(path));
}

async function withoutErrors(from: string, to: string): Promise<void> {
  const lines = createInterface({ input: createReadStream(from), crlfDelay: Number.POSITIVE_INFINITY });
  async function* cleaned(): AsyncGenerator<string> {
    for await (const line of lines) {
      const kept = withoutError(line);
      if (kept !== undefined) yield `${kept}\n`;
    }
  }
  await pipeline(Readable.from(cleaned()), createWriteStream(to, { flags: 'wx' }));
}

/** A line that a kill cut off is left out: it cannot be cleaned. */
function withoutError(line: string): string | undefined {
  try {
    const { error, ...record } = JSON.parse(line) as Readonly<Record<string, unknown>>;
    return error === undefined ? line : JSON.stringify(record);
  } catch {
    return undefined;
  }
}
