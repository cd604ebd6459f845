// What the kernel wrote lately: a GPU fault or the out-of-memory killer often shows nowhere else.
import { closeSync, constants, openSync, readSync } from 'node:fs';

const MAX_RECORDS = 20_000;
const MAX_CHARS = 1024 * 1024;
/** Longest record of /dev/kmsg (CONSOLE_EXT_LOG_MAX). */
const RECORD_BYTES = 8192;

/**
 * Messages of the kernel since a moment of the monotonic clock, ns. Undefined where this user may not read them
 * (kernel.dmesg_restrict) or the system has no /dev/kmsg.
 */
export function readKernelLog(sinceNs: bigint): string | undefined {
  let descriptor: number;
  try {
    descriptor = openSync('/dev/kmsg', constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    return readRecords(descriptor, sinceNs);
  } finally {
    closeSync(descriptor);
  }
}

function readRecords(descriptor: number, sinceNs: bigint): string {
  const buffer = Buffer.alloc(RECORD_BYTES);
  const lines: string[] = [];
  let size = 0;
  for (let count = 0; count < MAX_RECORDS && size < MAX_CHARS; count++) {
    let read: number;
    try {
      read = readSync(descriptor, buffer);
    } catch (error) {
      // EPIPE: the ring went round under us; the next read goes on behind the gap. EAGAIN: nothing more.
      if ((error as NodeJS.ErrnoException).code === 'EPIPE') continue;
      break;
    }
    if (read === 0) break;
    const line = messageOf(buffer.toString('utf8', 0, read), sinceNs);
    if (line === undefined) continue;
    lines.push(line);
    size += line.length;
  }
  return lines.join('\n');
}

/** `priority,sequence,µs,flags;text`, then lines of properties (Documentation/ABI/testing/dev-kmsg). */
function messageOf(record: string, sinceNs: bigint): string | undefined {
  const [head = '', text = ''] = record.split('\n', 1)[0]?.split(/;(.*)/s) ?? [];
  const micros = /^\d{1,6},\d{1,20},(?<micros>\d{1,20}),/.exec(head)?.groups?.['micros'];
  if (micros === undefined || BigInt(micros) * 1000n < sinceNs) return undefined;
  return text;
}
