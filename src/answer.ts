import type { Dispatcher } from 'undici';
import { maskCut, maskSecrets } from './config/mask.ts';
import type { Connection } from './ports.ts';

/** One whole answer of a server; every field is data from outside. */
export interface Answer {
  readonly status: number;
  /** Lower-case names; repeated headers are joined. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The body was longer than the cap and was cut. */
  readonly cut: boolean;
}

export interface Question {
  readonly method?: 'GET' | 'POST';
  /** Path below connection.base_url, with a leading slash. */
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** From sending to the last byte of the body. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Cap of the body; default 1 MiB. */
  readonly maxBytes?: number;
}

/**
 * Asks once and reads the body up to the cap. Redirects are answers, not followed. Throws what the socket threw,
 * `TimeoutError` after timeoutMs, and `AbortError` when the signal aborted.
 */
export async function ask(
  dispatcher: Dispatcher,
  connection: Connection,
  question: Question,
): Promise<Answer> {
  const url = new URL(connection.base_url + question.path);
  const timeout = AbortSignal.timeout(question.timeoutMs);
  const signal = question.signal === undefined ? timeout : AbortSignal.any([question.signal, timeout]);
  signal.throwIfAborted();
  const response = await dispatcher.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: question.method ?? (question.body === undefined ? 'GET' : 'POST'),
    headers: {
      ...connection.headers,
      accept: 'application/json, text/event-stream, text/plain;q=0.5',
      ...(question.body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(question.body === undefined ? {} : { body: JSON.stringify(question.body) }),
    signal,
  });
  const maxBytes = question.maxBytes ?? 1024 * 1024;
  const chunks: Buffer[] = [];
  let size = 0;
  let cut = false;
  for await (const chunk of response.body as AsyncIterable<Buffer>) {
    chunks.push(chunk.subarray(0, maxBytes - size));
    size += chunk.length;
    if (size > maxBytes) {
      cut = true;
      break;
    }
  }
  const text = Buffer.concat(chunks).toString('utf8');
  return {
    status: response.statusCode,
    headers: joined(response.headers),
    text: cut ? maskCut(text, connection.secrets) : text,
    cut,
  };
}

/** Text from outside on one line: secrets masked before anything is cut, no control characters, at most `max` characters. */
export function oneLine(text: string, secrets: readonly string[], max = 300): string {
  const most = max * 4;
  const masked = text.length > most ? maskCut(text.slice(0, most), secrets) : maskSecrets(text, secrets);
  const clean = masked
    // Controls, bidirectional marks and line separators could rewrite a terminal or a log.
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return clean.length > max ? `${clean.slice(0, max - 1)}…` : clean;
}

/** The JSON value of a body, or undefined when it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A JSON object, or undefined: arrays and scalars are none. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}

function joined(headers: Record<string, string | string[] | undefined>): Readonly<Record<string, string>> {
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) result[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return result;
}
