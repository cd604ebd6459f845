import { constants, createWriteStream, type WriteStream } from 'node:fs';
import { lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { maskSecrets } from '../config/mask.ts';
import type { Rung } from '../core/plan.ts';
import type { RequestRecord } from '../core/result.gen.ts';
import { GateError } from '../failure.ts';
import type { RecordSink, TelemetrySink } from '../ports.ts';

export const RESULT_FILE = 'result.json';

/** Records of one rung run, relative to the output folder: `requests/rate-0.5.run-1.jsonl`. */
const recordsFile = (rung: Pick<Rung, 'rate' | 'run'>): string =>
  `requests/rate-${rung.rate}.run-${rung.run}.jsonl`;

/** The file with vLLM's own key names: `result_rate_4.json`. */
export const rungFileName = (rate: number): string => `result_rate_${rate}.json`;

/**
 * Writes a whole file or nothing: a new file beside it, flushed to the disk, then renamed over the old one.
 * A symbolic link in the way is replaced, never followed.
 */
export async function writeWhole(path: string, content: string): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  try {
    await rm(temporary, { force: true });
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
    const file = await open(temporary, flags, 0o644);
    try {
      await file.writeFile(content, 'utf8');
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw cannotWrite(path, cause);
  }
}

/**
 * Opens the file of one rung run. Every record is handed to the system as one whole line as soon as it is
 * known, off the event loop, so that a killed run keeps what it measured and the client stays on time. Its texts of the
 * server are masked.
 */
export async function openRecords(
  folder: string,
  rung: Pick<Rung, 'rate' | 'run'>,
  secrets: readonly string[],
): Promise<RecordSink> {
  const path = join(folder, recordsFile(rung));
  try {
    await mkdir(dirname(path), { mode: 0o755 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    if (!(await lstat(dirname(path))).isDirectory()) throw new Error('requests is not a folder');
  } catch (cause) {
    throw cannotWrite(path, cause);
  }
  const lines = await openLines(path);
  return { ...lines, write: (record: RequestRecord) => lines.write(masked(record, secrets)) };
}

/** Opens telemetry.jsonl: one look at the server or the GPUs a line, with the rung it belongs to. */
export async function openTelemetry(folder: string): Promise<TelemetrySink> {
  const lines = await openLines(join(folder, 'telemetry.jsonl'));
  return {
    write: ({ rate, run }, row) => lines.write({ rate, run, ...row }),
    close: lines.close,
  };
}

interface Lines {
  write(value: object): void;
  /** Aborted with the reason when a line could not be written; nothing more is written then. */
  readonly broken: AbortSignal;
  close(): Promise<void>;
}

/** A new file of JSON lines. Throws GateError when it cannot be made. */
async function openLines(path: string): Promise<Lines> {
  // O_EXCL: records are never overwritten, and a planted link is not followed.
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_APPEND;
  const stream = createWriteStream(path, { flags: flags as unknown as string, mode: 0o644 });
  const broken = new AbortController();
  stream.on('error', (error) => broken.abort(cannotWrite(path, error)));
  await opened(stream).catch((cause: unknown) => {
    throw cannotWrite(path, cause);
  });
  return {
    write(value) {
      if (!broken.signal.aborted) stream.write(`${JSON.stringify(value)}\n`);
    },
    broken: broken.signal,
    close: () => closed(stream),
  };
}

/** Only its texts from outside: a number that looks like a secret stays a number. */
function masked(record: RequestRecord, secrets: readonly string[]): RequestRecord {
  const { error, finish_reason } = record;
  return {
    ...record,
    ...(error !== undefined && { error: maskSecrets(error, secrets) }),
    ...(finish_reason !== undefined && { finish_reason: maskSecrets(finish_reason, secrets) }),
  };
}

const opened = (stream: WriteStream): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.once('open', () => resolve());
    stream.once('error', reject);
  });

const closed = (stream: WriteStream): Promise<void> =>
  new Promise((resolve) => {
    if (stream.closed) return resolve();
    stream.once('close', resolve);
    stream.end();
  });

function cannotWrite(path: string, cause: unknown): GateError {
  const found = cause instanceof Error ? cause.message : String(cause);
  return new GateError({
    kind: 'host',
    code: 'file_not_writable',
    message: `A file of the result cannot be written: ${found}`,
    where: path,
    hint: 'Check the free space and the permissions of the output folder.',
    cause,
  });
}
