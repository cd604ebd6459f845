import { type Answer, jsonOf, MAX_BODY_BYTES, objectOf, oneLine } from '../answer.ts';
import { createSseReader } from '../core/sse.ts';
import { strayText } from '../core/stream-error.ts';
import { type Asked, bodyFailure, encodedFailure } from './channel-failure.ts';
import { isErrorBody, readErrorBody } from './error-body.ts';

/** What a whole completion says about the server. */
export interface WholeCompletion {
  /** Model that the server names. */
  readonly model: string | undefined;
}

interface Said {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** What a streamed completion says about the server. */
export interface StreamedCompletion extends WholeCompletion {
  readonly usage: 'continuous' | 'final' | 'none';
  /** Things that a strict measurement will count as failures. */
  readonly notes: readonly string[];
}

/** Reads HTTP 200 of a non-streaming request; throws GateError kind 'channel' when it is no completion. */
export function readWhole(answer: Answer, asked: Asked): WholeCompletion {
  if (answer.encoding !== undefined) throw encodedFailure(answer, asked);
  const body = objectOf(jsonOf(answer.text));
  if (body === undefined) throw bodyFailure(noJson(answer, asked.connection.secrets), asked);
  if (isErrorBody(body)) throw bodyFailure(errorInside(answer, asked.connection.secrets), asked);
  const choices = body['choices'];
  if (!Array.isArray(choices) || choices.length === 0) {
    throw bodyFailure(
      {
        code: 'no_choices',
        message: `HTTP 200 without choices: ${oneLine(answer.text, asked.connection.secrets, 150)}`,
        hint: 'This is no OpenAI-compatible completion: check the path of service.base_url and the gateway.',
      },
      asked,
    );
  }
  return { model: textOf(body['model'], asked) };
}

/** Reads HTTP 200 of a streaming request; throws GateError kind 'channel' when it is no stream of a completion. */
export function readStream(answer: Answer, asked: Asked): StreamedCompletion {
  const type = answer.headers['content-type'] ?? '';
  if (answer.encoding !== undefined) throw encodedFailure(answer, asked);
  if (!/text\/event-stream/i.test(type) && !/^\s*(?:data|event|:)/.test(answer.text)) {
    throw bodyFailure(notStreaming(answer, asked.connection.secrets), asked);
  }
  const sse = createSseReader();
  const messages = [...sse.push(new TextEncoder().encode(answer.text)), ...sse.end()];
  let choiceMessages = 0;
  let withUsage = 0;
  let anyUsage = false;
  let finished = false;
  let done = false;
  let model: string | undefined;
  for (const { data } of messages) {
    if (data.trim() === '[DONE]') {
      done = true;
      continue;
    }
    const body = objectOf(jsonOf(data));
    if (body === undefined) continue;
    if (isErrorBody(body) || strayText(body) !== undefined)
      throw bodyFailure(errorInStream(data, asked.connection.secrets), asked);
    model ??= textOf(body['model'], asked);
    const hasUsage = typeof objectOf(body['usage'])?.['completion_tokens'] === 'number';
    anyUsage ||= hasUsage;
    const choices = body['choices'];
    if (!Array.isArray(choices) || choices.length === 0) continue;
    choiceMessages += 1;
    if (hasUsage) withUsage += 1;
    finished ||= typeof objectOf(choices[0])?.['finish_reason'] === 'string';
  }
  if (choiceMessages === 0) {
    throw bodyFailure(
      {
        code: 'no_choices',
        message: `${answer.cut ? `${MAX_BODY_BYTES} bytes of the stream held no` : 'the stream ended without a single'} choice: ${oneLine(answer.text, asked.connection.secrets, 150) || 'it was blank'}`,
        hint: 'Check the log of the server: it accepted the request and gave nothing.',
      },
      asked,
    );
  }
  const notes: string[] = [];
  if (!finished) notes.push('the stream names no finish_reason: strictly, such requests count as failed');
  if (!done) notes.push('the stream ends without [DONE]');
  return {
    model,
    // One message alone cannot show whether the counts come with each message or only with the last.
    usage: withUsage >= 2 && withUsage === choiceMessages ? 'continuous' : anyUsage ? 'final' : 'none',
    notes,
  };
}

function noJson(answer: Answer, secrets: readonly string[]): Said {
  const text = answer.text.trim();
  if (text === '' && !answer.cut) {
    return {
      code: 'empty_body',
      message: 'HTTP 200 with an empty body',
      hint: 'Something between us and the server answers for it: check service.base_url and the gateway.',
    };
  }
  if (isHtml(answer)) {
    const login = /type=["']?password|sign[ -]?in|log[ -]?in|single sign-on/i.test(text.slice(0, 50_000));
    return login
      ? {
          code: 'login_page',
          message: `HTTP 200 with a login page instead of JSON (${readErrorBody(answer, secrets).text})`,
          hint: 'The address is behind single sign-on: use the address of the API, with a key.',
        }
      : {
          code: 'html_page',
          message: `HTTP 200 with an HTML page instead of JSON (${readErrorBody(answer, secrets).text})`,
          hint: 'This is the address of a web page: use the base address of the API (often …/api or …/v1).',
        };
  }
  if (answer.cut) {
    return {
      code: 'too_large',
      message: `the answer to a request for 16 tokens has more than ${MAX_BODY_BYTES} bytes`,
      hint: 'This is no completion: check service.base_url.',
    };
  }
  return {
    code: 'not_json',
    message: `HTTP 200 with something that is not JSON: ${oneLine(text, secrets, 150)}`,
    hint: 'Check the path of service.base_url: it must lead to an OpenAI-compatible API.',
  };
}

function errorInside(answer: Answer, secrets: readonly string[]): Said {
  return {
    code: 'error_in_200',
    message: `HTTP 200, but the body is an error: ${readErrorBody(answer, secrets).text}`,
    hint: 'The gateway hides failures of the model behind it: check model id, key and quota there.',
  };
}

function errorInStream(data: string, secrets: readonly string[]): Said {
  return {
    code: 'stream_error',
    message: `HTTP 200, but the stream holds an error: ${readErrorBody({ text: data }, secrets).text}`,
    hint: 'Check the log of the server: its engine may be dead behind a front end that still answers.',
  };
}

function notStreaming(answer: Answer, secrets: readonly string[]): Said {
  if (objectOf(jsonOf(answer.text)) === undefined) return noJson(answer, secrets);
  const body = objectOf(jsonOf(answer.text)) ?? {};
  if (isErrorBody(body)) return errorInside(answer, secrets);
  return {
    code: 'not_streaming',
    message: 'the server ignores stream: true and answers in one piece',
    hint: 'Time to first token cannot be measured without streaming: check the gateway, it may buffer or not support it.',
  };
}

function isHtml(answer: Answer): boolean {
  return (
    /text\/html/i.test(answer.headers['content-type'] ?? '') || /^\s*<(?:!doctype|html)/i.test(answer.text)
  );
}

function textOf(value: unknown, { connection }: Asked): string | undefined {
  return typeof value === 'string' ? oneLine(value, connection.secrets, 200) : undefined;
}
