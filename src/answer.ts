import type { Dispatcher } from 'undici';
import { maskCut, maskSecrets } from './config/mask.ts';
import type { Connection } from './ports.ts';

/** One whole answer of a server; every field is data from outside. */
export interface Answer {
  readonly status: number;
  /** Lower-case names; repeated headers are joined. */
  readonly headers: Readonly<Record<string, string>>;
  /** Content-encoding of the body, which nobody asked for. */
  readonly encoding?: string;
  /** The body; in its place a few words where it is encoded. */
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
  /** Cap of the body; default MAX_BODY_BYTES. */
  readonly maxBytes?: number;
}

/** Cap of a body where a question names none. */
export const MAX_BODY_BYTES = 1024 * 1024;

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
  const maxBytes = question.maxBytes ?? MAX_BODY_BYTES;
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
  const headers = joined(response.headers);
  const encoding = bodyEncoding(headers['content-encoding']);
  const body = encoding === undefined ? Buffer.concat(chunks).toString('utf8') : encodedBody(encoding);
  return {
    status: response.statusCode,
    headers,
    ...(encoding !== undefined && { encoding }),
    text: cut ? maskCut(body, connection.secrets) : body,
    cut,
  };
}

/** The encoding that a content-encoding header names; absent where the body is as it is. */
export function bodyEncoding(header: string | undefined): string | undefined {
  const name = header?.trim() ?? '';
  return name === '' || /^identity$/i.test(name) ? undefined : oneLine(name, [], 40);
}

/** What stands in every text in the place of an encoded body: its bytes say nothing to a reader. */
export function encodedBody(encoding: string): string {
  return `a body with content-encoding ${encoding}, which was not asked for`;
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
