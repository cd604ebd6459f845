import { lstat, mkdir, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { GateError } from '../failure.ts';
import { RESULT_FILE } from './files.ts';

/** Says that a folder is ours from the first moment, so that a killed run counts as an earlier result too. */
export const MARKER_FILE = '.instinct-gate';
export const MANIFEST_FILE = 'manifest.json';

const EXPECTED = 'expected a folder that is ours, empty or not there';
const MARKER_SCHEMA = 'instinct-gate/out';
/** More earlier results than this are a mistake, not a history. */
const MAX_EARLIER = 9_999;

export interface Claim {
  /** Absolute path of the folder, which is empty but for our marker. */
  readonly folder: string;
  /** Where an earlier result was moved to. */
  readonly moved_to?: string;
}

/**
 * Makes DIR ours and empty. An earlier result of ours moves to DIR.prev-N, the next free N; a folder with
 * anything else in it is refused (GateError config), and so is one that another run writes to at this moment.
 */
export async function claimFolder(dir: string): Promise<Claim> {
  const folder = resolve(dir);
  const moved_to = await moveEarlier(folder);
  try {
    await makeFolders(folder);
    await writeFile(join(folder, MARKER_FILE), await markerText(), { flag: 'wx' });
  } catch (cause) {
    if (cause instanceof GateError) throw cause;
    throw new GateError({
      kind: 'host',
      code: 'out_not_writable',
      message: `The output folder cannot be written: ${reason(cause)}`,
      where: folder,
      hint: 'Give a folder that this user can write to with --out.',
      cause,
    });
  }
  return { folder, ...(moved_to !== undefined && { moved_to }) };
}

/** Step by step: Node's own `recursive` tries for ever where a file system says ENOENT to mkdir, as /proc does. */
async function makeFolders(folder: string): Promise<void> {
  const missing: string[] = [];
  let path = folder;
  for (;;) {
    const found = await stat(path).catch(ignoreMissing);
    if (found?.isDirectory() === true) break;
    if (found !== undefined) throw foreign(path, `${EXPECTED}; found a file`);
    missing.unshift(path);
    path = dirname(path);
  }
  for (const one of missing) {
    await mkdir(one, { mode: 0o755 }).catch(async (error: NodeJS.ErrnoException) => {
      // Another run may have made it meanwhile.
      const found = error.code === 'EEXIST' ? await stat(one).catch(ignoreMissing) : undefined;
      if (found?.isDirectory() !== true) throw error;
    });
  }
}

async function moveEarlier(folder: string): Promise<string | undefined> {
  const found = await lstat(folder).catch(ignoreMissing);
  if (found === undefined) return undefined;
  if (!found.isDirectory()) {
    const kind = found.isSymbolicLink() ? 'a symbolic link' : 'a file';
    throw foreign(folder, `${EXPECTED}; found ${kind}`);
  }
  const names = await readdir(folder);
  if (names.length === 0) return undefined;
  if (!(await isOurs(folder))) {
    throw foreign(
      folder,
      'it holds files that are not a result of instinct-gate, and nothing is overwritten',
    );
  }
  await refuseIfRunning(folder);
  for (let n = 1; n <= MAX_EARLIER; n += 1) {
    const target = `${folder}.prev-${n}`;
    if ((await lstat(target).catch(ignoreMissing)) !== undefined) continue;
    await rename(folder, target).catch((cause: unknown) => {
      throw foreign(folder, `the earlier result in it cannot be moved to ${target}: ${reason(cause)}`);
    });
    return target;
  }
  throw foreign(folder, `there are already ${MAX_EARLIER} earlier results beside it`);
}

async function isOurs(folder: string): Promise<boolean> {
  if ((await readSmall(join(folder, MARKER_FILE)))?.['schema'] === MARKER_SCHEMA) return true;
  return (await readSmall(join(folder, RESULT_FILE)))?.['schema'] === 'instinct-gate/result';
}

/** Two runs in one folder would mix their files; a finished run has a manifest and is left alone. */
async function refuseIfRunning(folder: string): Promise<void> {
  if ((await lstat(join(folder, MANIFEST_FILE)).catch(ignoreMissing)) !== undefined) return;
  const marker = await readSmall(join(folder, MARKER_FILE));
  const pid = marker?.['pid'];
  const started = marker?.['process_start'];
  if (typeof pid !== 'number' || typeof started !== 'string' || pid === process.pid) return;
  if ((await processStart(pid)) !== started) return;
  throw foreign(folder, `another run (process ${pid}) is writing to it`);
}

async function markerText(): Promise<string> {
  const process_start = await processStart(process.pid);
  return `${JSON.stringify({ schema: MARKER_SCHEMA, pid: process.pid, process_start })}\n`;
}

/** Start time of a process in clock ticks since boot, which tells a reused pid apart; Linux only. */
async function processStart(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The name in field 2 may hold spaces and brackets; field 22 is the 20th after it.
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}

async function readSmall(path: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  const found = await lstat(path).catch(ignoreMissing);
  if (found === undefined || !found.isFile() || found.size > 256 * 2 ** 20) return undefined;
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

const foreign = (folder: string, found: string): GateError =>
  new GateError({
    kind: 'config',
    code: 'out_not_ours',
    message: `The output folder cannot be used: ${found}.`,
    where: folder,
    hint: 'Give another folder with --out, or move this one away.',
  });

const ignoreMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw new GateError({
    kind: 'host',
    code: 'out_not_readable',
    message: `The output folder cannot be read: ${error.message}`,
    hint: 'Check the permissions, or give another folder with --out.',
    cause: error,
  });
};

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));
