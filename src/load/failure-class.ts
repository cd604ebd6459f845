// Which failure class a broken exchange belongs to, and the text that goes with it.
import { oneLine } from '../answer.ts';
import { maskCut } from '../config/mask.ts';
import type { FailureClass } from '../core/result.gen.ts';
import { parseObject } from '../core/stream.ts';
import { errorText } from '../core/stream-error.ts';

/** Longest error text in a record. */
const MAX_ERROR_CHARS = 500;

export interface Failure {
  readonly class: FailureClass;
  readonly error: string;
}

/** How far an exchange had come when its socket failed. */
export type Reached = 'connecting' | 'sent' | 'answering';

/** A failure of DNS, TCP, TLS or the HTTP framing, from what undici or Node threw. */
export function socketFailure(error: unknown, reached: Reached): Failure {
  const first = firstCause(error);
  const code = typeof first.code === 'string' ? first.code : first.name;
  const text = first.message.includes(code) ? first.message : `${code}: ${first.message}`;
  if (reached === 'connecting') return { class: 'connect', error: text };
  // undici's words for it (lib/dispatcher/client-h1.js).
  if (code === 'UND_ERR_SOCKET' && first.message === 'bad response') {
    return { class: 'parse', error: 'the server sent 100 Continue, which was not asked for' };
  }
  if (first.name === 'HTTPParserError') return { class: 'parse', error: text };
  // The server closed in order, but in the middle of a body: what it sent is cut. An abrupt end is a reset.
  const closedInOrder =
    code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' ||
    (code === 'UND_ERR_SOCKET' && /other side closed/i.test(first.message));
  return { class: reached === 'answering' && closedInOrder ? 'truncated' : 'reset', error: text };
}

/** The class of a status that is not 200; absent for 200. The body is a short beginning of it; secrets are masked before it is cut again. */
export function statusFailure(
  status: number,
  body: string,
  location: string | undefined,
  secrets: readonly string[],
): Failure | undefined {
  if (status === 200) return undefined;
  const said = bodyText(body, secrets);
  const text = said === '' ? `HTTP ${status}` : `HTTP ${status}: ${said}`;
  if (status === 429) return { class: 'rate_limited', error: text };
  if (status >= 500) return { class: 'http_5xx', error: text };
  if (status >= 400) return { class: 'http_4xx', error: text };
  if (status >= 300) return { class: 'parse', error: `HTTP ${status}: redirect${redirectTarget(location)}` };
  return { class: 'parse', error: `${text}: expected HTTP 200 with an event stream` };
}

/** A 200 whose body of so many bytes held no event at all; `body` is its beginning. */
export function notAStream(
  body: string,
  bytes: number,
  contentType: string | undefined,
  secrets: readonly string[],
): Failure {
  if (body.trim() === '')
    return {
      class: 'no_token',
      error:
        bytes === 0
          ? 'HTTP 200 with an empty body'
          : `HTTP 200 with ${bytes} bytes and nothing but blanks at their beginning`,
    };
  const object = parseObject(body);
  const error = object === undefined ? undefined : errorText(object);
  if (error !== undefined) return { class: 'stream_error', error };
  const kind = contentType === undefined ? 'no content type' : contentType;
  // A whole answer holds model output, which must not get into records.
  const said =
    object?.['choices'] === undefined ? maskCut(body, secrets).slice(0, 200) : 'a whole JSON answer';
  return { class: 'parse', error: `not an event stream (${kind}): ${said}` };
}

/** Text for a record: one line, capped, without the secrets of the connection. */
export function recordText(text: string, secrets: readonly string[]): string {
  return oneLine(text, secrets, MAX_ERROR_CHARS);
}

interface Cause {
  readonly code?: unknown;
  readonly name: string;
  readonly message: string;
}

/** Node tries several addresses of a name and then throws them all together. */
function firstCause(error: unknown): Cause {
  if (error instanceof AggregateError && error.errors.length > 0) return firstCause(error.errors[0]);
  return error instanceof Error ? error : { name: 'error', message: String(error) };
}

function bodyText(body: string, secrets: readonly string[]): string {
  const object = parseObject(body);
  if (object !== undefined) {
    const message = object['message'];
    return errorText(object) ?? (typeof message === 'string' ? message : JSON.stringify(object));
  }
  const masked = maskCut(body, secrets);
  const title = /<title[^>]*>([^<]{1,200})/i.exec(masked)?.[1];
  if (title !== undefined) return `HTML page "${title.trim()}"`;
  return masked.trim();
}

/** Host only: paths and queries of a login page hold tokens. */
function redirectTarget(location: string | undefined): string {
  if (location === undefined) return '';
  if (location.startsWith('/') && !location.startsWith('//')) return ' on the same host';
  const host = URL.canParse(location, 'http://x') ? new URL(location, 'http://x').host : '';
  return host === '' ? '' : ` to ${host}`;
}
