import { closeSync, constants, openSync, readdirSync, readSync } from 'node:fs';

const MAX_BYTES = 64 * 1024;

/** Bytes of one attribute of /sys or /proc, or undefined when it cannot be read now. May block with its driver. */
export function readBytes(path: string): Uint8Array | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOCTTY);
  } catch {
    return undefined;
  }
  try {
    const buffer = new Uint8Array(MAX_BYTES);
    let length = 0;
    // An attribute larger than a page comes in several reads.
    for (;;) {
      const got = readSync(descriptor, buffer, length, MAX_BYTES - length, null);
      length += got;
      if (got === 0 || length === MAX_BYTES) return buffer.subarray(0, length);
    }
  } catch {
    return undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** Its text without white space at the ends; undefined when it is empty or unreadable. */
export function readText(path: string): string | undefined {
  const bytes = readBytes(path);
  const text = bytes === undefined ? '' : new TextDecoder().decode(bytes).trim();
  return text === '' ? undefined : text;
}

/** A whole number that is not negative, decimal or 0x. */
export function readCount(path: string): number | undefined {
  return count(readText(path));
}

export function count(text: string | undefined): number | undefined {
  if (text === undefined || !/^(?:0x[0-9a-f]{1,13}|\d{1,15})$/i.test(text)) return undefined;
  return Number(text);
}

/** Names in a folder in natural order; undefined when it is not there or may not be read. */
export function list(path: string): readonly string[] | undefined {
  try {
    return readdirSync(path).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  } catch {
    return undefined;
  }
}
