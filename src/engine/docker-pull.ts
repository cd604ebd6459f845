// The progress of a pull: one JSON object a line (moby api/swagger.yaml, ImageCreate; pkg/jsonmessage).
import { jsonOf, objectOf, oneLine } from '../answer.ts';
import type { Log } from '../ports.ts';
import { answerOf } from './docker-api.ts';

/** A line in a log that is no terminal. */
const LINE_EVERY_MS = 30_000;
const MAX_LINE = 1024 * 1024;

interface Layer {
  readonly current: number;
  readonly total: number;
  readonly done: boolean;
}

/** Reads the answer to its end and shows it. Returns what went wrong, in the daemon's words; undefined: nothing did. */
export async function followPull(
  body: AsyncIterable<Buffer>,
  status: number,
  log: Pick<Log, 'info' | 'progress'>,
  now: () => number = Date.now,
): Promise<string | undefined> {
  if (status !== 200) {
    const chunks: Buffer[] = [];
    for await (const chunk of body) if (chunks.length < 64) chunks.push(chunk);
    return answerOf(status, Buffer.concat(chunks)).said;
  }
  const started = now();
  let lastLine = started;
  const layers = new Map<string, Layer>();
  let problem: string | undefined;
  for await (const line of lines(body)) {
    const message = objectOf(jsonOf(line));
    if (message === undefined) continue;
    const said = objectOf(message['errorDetail'])?.['message'] ?? message['error'];
    if (said !== undefined) problem ??= oneLine(String(said), [], 400);
    note(layers, message);
    const text = `image: ${progressText(layers)}, ${Math.round((now() - started) / 1000)} s`;
    log.progress(text);
    if (now() - lastLine >= LINE_EVERY_MS) {
      lastLine = now();
      log.info(text);
    }
  }
  return problem;
}

function note(layers: Map<string, Layer>, message: Readonly<Record<string, unknown>>): void {
  const { id, status, progressDetail } = message;
  if (typeof id !== 'string' || typeof status !== 'string') return;
  // The first line has the tag as its id.
  if (status.startsWith('Pulling from')) return;
  if (!layers.has(id) && layers.size >= 2000) return;
  const before = layers.get(id) ?? { current: 0, total: 0, done: false };
  const detail = objectOf(progressDetail);
  const done = status === 'Pull complete' || status === 'Already exists';
  if (status === 'Downloading') {
    layers.set(id, {
      current: count(detail?.['current']) ?? before.current,
      total: count(detail?.['total']) ?? before.total,
      done,
    });
  } else {
    const arrived = done || status === 'Download complete' || status === 'Extracting';
    layers.set(id, {
      ...before,
      current: arrived ? before.total : before.current,
      done: before.done || done,
    });
  }
}

function progressText(layers: ReadonlyMap<string, Layer>): string {
  const all = [...layers.values()];
  const done = all.filter((layer) => layer.done).length;
  const sum = (key: 'current' | 'total'): number => all.reduce((total, layer) => total + layer[key], 0);
  const size =
    sum('total') === 0 ? '' : `, ${gigabytes(sum('current'))} of ${gigabytes(sum('total'))} GB so far`;
  return `${done} of ${all.length} layers${size}`;
}

function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(1);
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

async function* lines(body: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of body) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = (parts.pop() ?? '').slice(0, MAX_LINE);
    yield* parts;
  }
  if (rest !== '') yield rest;
}
