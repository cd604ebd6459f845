import { type Answer, jsonOf, objectOf, oneLine } from '../answer.ts';
import { maskCut } from '../config/mask.ts';
import { errorText } from '../core/stream-error.ts';

/** What a server says about a failure, from any of the shapes in use. Data from outside, capped. */
export interface ErrorBody {
  /** One line; empty when the body says nothing. */
  readonly text: string;
  /** Field of the request that the server names. */
  readonly param?: string;
  /** Machine-readable kind: `code` or `type`. */
  readonly code?: string;
}

/**
 * Reads `{"error": {"message"}}` (OpenAI, vLLM), `{"error": "Unauthorized"}` (vLLM's key check),
 * `{"object": "error", "message"}` (vLLM before 0.10), `{"detail"}` (FastAPI, also as a list), `{"message"}`
 * (gateways), or else the plain text. Secrets are masked before a text is cut.
 */
export function readErrorBody(answer: Pick<Answer, 'text'>, secrets: readonly string[]): ErrorBody {
  const body = objectOf(jsonOf(answer.text));
  if (body === undefined) return { text: oneLine(withoutTags(answer.text, secrets), secrets) };
  const error = objectOf(body['error']) ?? body;
  const text =
    textOf(error['message']) ??
    textOf(body['error']) ??
    textOf(body['detail']) ??
    detailList(body['detail']) ??
    textOf(body['message']) ??
    textOf(body['error_description']) ??
    errorText(body) ??
    JSON.stringify(body);
  const param = textOf(error['param']);
  const code = textOf(error['code']) ?? textOf(error['type']);
  return {
    text: oneLine(text, secrets),
    ...(param === undefined ? {} : { param: oneLine(param, secrets, 100) }),
    ...(code === undefined ? {} : { code: oneLine(code, secrets, 100) }),
  };
}

/** True when a 200 body is really an error, as gateways answer. */
export function isErrorBody(body: Readonly<Record<string, unknown>>): boolean {
  return errorText(body) !== undefined;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function detailList(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const parts = value.slice(0, 5).flatMap((entry) => {
    const item = objectOf(entry);
    const message = textOf(item?.['msg']);
    const place = Array.isArray(item?.['loc']) ? item['loc'].slice(0, 6).map(String).join('.') : undefined;
    if (message === undefined) return [];
    return [place === undefined ? message : `${place}: ${message}`];
  });
  return parts.length === 0 ? undefined : parts.join('; ');
}

/** An HTML page says the most in its title. */
function withoutTags(text: string, secrets: readonly string[]): string {
  const head = maskCut(text.slice(0, 20_000), secrets);
  const title = /<title[^>]*>([^<]{1,200})/i.exec(head)?.[1];
  if (title !== undefined) return `HTML page "${title.trim()}"`;
  return /^\s*<(?:!doctype|html)/i.test(head) ? 'HTML page' : head;
}
