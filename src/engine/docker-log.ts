// The output of a container, taken out of the engine's frames and written to our log file.
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DockerApi } from './docker-api.ts';

/** A log that is being copied. */
export interface LogCopy {
  /** Resolves when the container ended and everything is written; never rejects. */
  readonly ended: Promise<void>;
  /** Ends the copy; what has come is in the file. */
  stop(): Promise<void>;
}

/**
 * Copies stdout and stderr of a container into a file, from its start. A broken connection ends the copy: the watcher
 * of the container says why.
 */
export function copyLog(api: DockerApi, id: string, file: string): LogCopy {
  const abort = new AbortController();
  const ended = copy(api, id, file, abort.signal).catch(() => {});
  return {
    ended,
    stop: async () => {
      abort.abort();
      await ended;
    },
  };
}

async function copy(api: DockerApi, id: string, file: string, signal: AbortSignal): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  const descriptor = openSync(file, 'a');
  try {
    const query = { follow: '1', stdout: '1', stderr: '1' };
    const { status, body } = await api.stream(`/containers/${id}/logs`, { query, signal });
    if (status !== 200) return;
    const split = splitFrames();
    for await (const chunk of body) {
      for (const part of split(chunk)) writeSync(descriptor, part);
    }
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Takes payloads out of the stream of frames: type (0, 1 or 2), three zero bytes, big-endian length, payload (moby
 * api/swagger.yaml, ContainerAttach). A container with a terminal sends no frames; podman before 4 did neither.
 */
export function splitFrames(): (chunk: Buffer) => Buffer[] {
  let rest: Buffer = Buffer.alloc(0);
  let payloadLeft = 0;
  let raw = false;
  let first = true;
  return (chunk) => {
    if (raw) return [chunk];
    const parts: Buffer[] = [];
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length > 0) {
      if (payloadLeft > 0) {
        const part = rest.subarray(0, payloadLeft);
        parts.push(part);
        payloadLeft -= part.length;
        rest = rest.subarray(part.length);
        continue;
      }
      if (rest.length < 8 && isHeaderStart(rest)) break;
      if (!isHeaderStart(rest)) {
        // Only the beginning tells: later a broken frame is shown as it is rather than lost.
        raw = first || raw;
        parts.push(rest);
        rest = Buffer.alloc(0);
        break;
      }
      payloadLeft = rest.readUInt32BE(4);
      rest = rest.subarray(8);
      first = false;
    }
    return parts;
  };
}

function isHeaderStart(bytes: Buffer): boolean {
  const [type = 0, ...zeros] = bytes.subarray(0, 4);
  return type <= 2 && zeros.every((byte) => byte === 0);
}
