import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const MAX_PART_BYTES = 2 * 1024 * 1024;

/** What an engine wrote since `from` bytes: the beginning and the end, in whole lines, where it is more than 4 MiB. */
export function readLog(path: string, from: number): string {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch {
    return '';
  }
  try {
    const size = fstatSync(descriptor).size;
    if (size - from <= 2 * MAX_PART_BYTES) return readPart(descriptor, from, size - from);
    const head = readPart(descriptor, from, MAX_PART_BYTES);
    const tail = readPart(descriptor, size - MAX_PART_BYTES, MAX_PART_BYTES);
    return `${head.slice(0, head.lastIndexOf('\n') + 1)}…${tail.slice(tail.indexOf('\n'))}`;
  } finally {
    closeSync(descriptor);
  }
}

/** Size of a log in bytes; 0 when it cannot be read. */
export function logSize(path: string): number {
  try {
    const descriptor = openSync(path, 'r');
    try {
      return fstatSync(descriptor).size;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return 0;
  }
}

function readPart(descriptor: number, position: number, length: number): string {
  const buffer = Buffer.alloc(Math.max(0, length));
  const read = readSync(descriptor, buffer, 0, buffer.length, position);
  return buffer.toString('utf8', 0, read);
}
