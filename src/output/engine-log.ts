import { createReadStream, createWriteStream } from 'node:fs';
import { rename, stat } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { maskSecrets } from '../config/mask.ts';

/**
 * Masks secrets in a log that the engine wrote by itself: it may print its environment. The engine must have ended. The
 * file stays readable by its owner alone.
 * Nothing happens when there is no log or no secret.
 */
export async function maskLog(path: string, secrets: readonly string[]): Promise<void> {
  if (secrets.length === 0 || !(await isFile(path))) return;
  const lines = createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY });
  async function* masked(): AsyncGenerator<string> {
    for await (const line of lines) yield `${maskSecrets(line, secrets)}\n`;
  }
  const next = `${path}.${process.pid}.tmp`;
  await pipeline(Readable.from(masked()), createWriteStream(next, { flags: 'wx', mode: 0o600 }));
  await rename(next, path);
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() === true;
}
