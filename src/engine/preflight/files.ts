import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';

const MAX_CHARACTERS = 100_000;

/** Trimmed text of a small file of /sys or /proc; undefined when it cannot be read or is empty. */
export function readSmall(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8').slice(0, MAX_CHARACTERS).trim();
    return text === '' ? undefined : text;
  } catch {
    return undefined;
  }
}

/** A whole number that is not negative. */
export function readNumber(path: string): number | undefined {
  const text = readSmall(path);
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Names in a folder, at most 100 000; the error's code when it cannot be read. */
export function names(path: string): readonly string[] | { readonly code: string } {
  try {
    return readdirSync(path).slice(0, 100_000);
  } catch (error) {
    return { code: (error as NodeJS.ErrnoException).code ?? 'unknown' };
  }
}

/** The last `max` bytes of a file; undefined when it cannot be read. */
export function readTail(path: string, max: number): string | undefined {
  try {
    const descriptor = openSync(path, 'r');
    try {
      const { size } = fstatSync(descriptor);
      const buffer = Buffer.alloc(Math.min(size, max));
      const length = readSync(descriptor, buffer, 0, buffer.length, Math.max(0, size - max));
      return buffer.toString('utf8', 0, length);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}
