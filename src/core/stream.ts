// What one answer was: times and counts from its messages, and whether it is a success in the strict sense.
import { maxMessages } from './flood.ts';
import type { FailureClass, Outcome } from './result.gen.ts';
import type { SseMessage } from './sse.ts';
import { errorText, strayText } from './stream-error.ts';

/** Longest model name in a record. */
const MAX_NAME = 200;

/** What the request asked for, as far as the answer is judged by it. */
export interface Expected {
  readonly output_len: number;
  /** ignore_eos was sent: the answer must have exactly output_len tokens. */
  readonly exact: boolean;
  /** What the channel reports in its streams: counts in every message, at the end, or nowhere. */
  readonly usage: 'continuous' | 'final' | 'none';
  /** Model that the probe was answered by; absent: its answers named none. */
  readonly model?: string;
}

/** How the exchange ended below the messages. */
export type StreamEnd =
  /** The body ended as HTTP says it should. */
  | { readonly kind: 'clean' }
  /** Connection, deadline or our own stop ended it. */
  | { readonly kind: 'broken'; readonly class: FailureClass; readonly error: string };

/** The part of a RequestRecord that its messages decide. */
export interface StreamFacts {
  readonly outcome: Outcome;
  readonly error?: string;
  readonly first_choice_ns?: number;
  readonly first_token_ns?: number;
  readonly first_visible_ns?: number;
  readonly last_choice_ns?: number;
  readonly last_token_ns?: number;
  readonly prompt_tokens?: number;
  readonly completion_tokens?: number;
  readonly cached_tokens?: number;
  readonly finish_reason?: string;
  /** Where it is not the expected one. */
  readonly model?: string;
  readonly gaps_ns?: readonly number[];
  readonly gap_tokens?: readonly number[];
  readonly events: number;
}

export interface Stream {
  /** Takes the next message, read at `at_ns`. */
  message(message: SseMessage, at_ns: number): void;
  /** [DONE] was seen: what follows is not part of the answer. */
  readonly done: boolean;
  /** The stream broke a rule that nothing later can mend: it need not be read on. */
  readonly broken: boolean;
  readonly events: number;
  close(end: StreamEnd): StreamFacts;
}

/**
 * Reads the messages of one answer of /v1/completions or /v1/chat/completions. Times are given, so the same messages
 * always give the same facts. Definitions: a *choice* is a message with a non-empty `choices` list (the first token
 * of vLLM ≥ 0.7, `vllm/benchmarks/lib/endpoint_request_func.py`); a *token* is a choice with text, reasoning or a
 * tool call, or one whose running usage grew (tokens without text: special ones, halves of a character). `mask` takes the
 * secrets out of a text of the server before it is cut.
 */
export function openStream(expected: Expected, mask: (text: string) => string = (text) => text): Stream {
  const limit = maxMessages(expected.output_len);
  let events = 0;
  let done = false;
  /** The last message came without its end; cut: it cannot even be read. */
  let last: 'whole' | 'unterminated' | 'cut' = 'whole';
  let firstChoice: number | undefined;
  let firstToken: number | undefined;
  let firstVisible: number | undefined;
  let lastChoice: number | undefined;
  let lastToken: number | undefined;
  let finishReason: string | undefined;
  let otherModel: string | undefined;
  let usage: Usage | undefined;
  /** completion_tokens of the last choice message; undefined once one had no usage. */
  let counted: number | undefined = 0;
  const gaps: number[] = [];
  const gapTokens: number[] = [];
  let fault: { readonly class: FailureClass; readonly error: string } | undefined;

  const choiceMessage = (choices: readonly unknown[], own: Usage | undefined, at: number): void => {
    let carries = false;
    let visible = false;
    for (const choice of choices) {
      const content = contentOf(choice);
      carries ||= content.token;
      visible ||= content.visible;
      if (content.finish_reason !== undefined) finishReason = mask(content.finish_reason).slice(0, 64);
    }
    const before = counted;
    counted = counted === undefined ? undefined : own?.completion_tokens;
    const grown = before === undefined || counted === undefined ? undefined : counted - before;
    if (expected.usage === 'continuous' && grown !== undefined && grown > 0) carries = true;
    if (lastChoice !== undefined) {
      gaps.push(at - lastChoice);
      if (grown !== undefined) gapTokens.push(grown);
    }
    firstChoice ??= at;
    lastChoice = at;
    if (carries) {
      firstToken ??= at;
      lastToken = at;
    }
    if (visible) firstVisible ??= at;
  };

  const message = (sse: SseMessage, at: number): void => {
    if (done || fault !== undefined) return;
    events += 1;
    if (events > limit) {
      fault = { class: 'parse', error: `more than ${limit} messages for ${expected.output_len} tokens` };
      return;
    }
    if (sse.unterminated) last = 'unterminated';
    if (sse.data.trim() === '[DONE]') {
      done = true;
      return;
    }
    const value = parse(sse.data);
    if (!isObject(value)) {
      // A last message without its end is a cut stream, not a wrong format.
      if (sse.unterminated) {
        last = 'cut';
        return;
      }
      fault =
        sse.event === 'error'
          ? { class: 'stream_error', error: sse.data }
          : { class: 'parse', error: `a message that is not a JSON object: ${mask(sse.data).slice(0, 24)}…` };
      return;
    }
    const error =
      errorText(value) ??
      (sse.event === 'error' ? sse.data : undefined) ??
      (sse.event === 'ping' ? undefined : strayText(value));
    if (error !== undefined) {
      fault = { class: 'stream_error', error };
      return;
    }
    const named = value['model'];
    if (typeof named === 'string' && named !== expected.model && otherModel === undefined) {
      otherModel = otherName(mask(named), expected.model);
    }
    const own = usageOf(value['usage']);
    usage = own ?? usage;
    const choices = value['choices'];
    if (Array.isArray(choices) && choices.length > 0) choiceMessage(choices, own, at);
  };

  const verdict = (end: StreamEnd): { readonly class: FailureClass; readonly error: string } | undefined => {
    if (fault !== undefined) return fault;
    if (end.kind === 'broken' && !done) return end;
    if (last === 'cut' || (last === 'unterminated' && firstToken === undefined && (!done || events === 1))) {
      return { class: 'truncated', error: 'the body ended in the middle of a message' };
    }
    if (firstToken === undefined) return { class: 'no_token', error: 'the answer ended without a token' };
    if (finishReason === undefined) {
      const how = done ? '[DONE] came' : 'the body ended';
      return { class: 'truncated', error: `${how} without a finish_reason` };
    }
    if (finishReason === 'error' || finishReason === 'abort') {
      return { class: 'stream_error', error: `finish_reason ${finishReason}` };
    }
    return expected.exact ? lengthFault(expected, usage, finishReason) : undefined;
  };

  return {
    message,
    get done() {
      return done;
    },
    get broken() {
      return fault !== undefined;
    },
    get events() {
      return events;
    },
    close(end) {
      const failure = verdict(end);
      const counts = gapTokens.length === gaps.length && counted !== undefined && gapTokens.every(isCount);
      return {
        outcome: failure?.class ?? 'ok',
        ...(failure !== undefined && { error: failure.error }),
        ...(firstChoice !== undefined && { first_choice_ns: firstChoice }),
        ...(firstToken !== undefined && { first_token_ns: firstToken }),
        ...(firstVisible !== undefined && { first_visible_ns: firstVisible }),
        ...(lastChoice !== undefined && { last_choice_ns: lastChoice }),
        ...(lastToken !== undefined && { last_token_ns: lastToken }),
        ...usage,
        ...(finishReason !== undefined && { finish_reason: finishReason }),
        ...(otherModel !== undefined && { model: otherModel }),
        ...(firstChoice !== undefined && { gaps_ns: gaps }),
        ...(firstChoice !== undefined && counts && { gap_tokens: gapTokens }),
        events,
      };
    },
  };
}

/** JSON object of a text from outside; absent when it is none. */
export function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = parse(text);
  return isObject(value) ? value : undefined;
}

interface Usage {
  readonly prompt_tokens?: number;
  readonly completion_tokens?: number;
  readonly cached_tokens?: number;
}

function usageOf(value: unknown): Usage | undefined {
  if (!isObject(value)) return undefined;
  const details = value['prompt_tokens_details'];
  const cached = isObject(details) ? details['cached_tokens'] : undefined;
  const { prompt_tokens: prompt, completion_tokens: completion } = value as Record<string, unknown>;
  return {
    ...(isCount(prompt) && { prompt_tokens: prompt }),
    ...(isCount(completion) && { completion_tokens: completion }),
    ...(isCount(cached) && { cached_tokens: cached }),
  };
}

interface Content {
  readonly token: boolean;
  readonly visible: boolean;
  readonly finish_reason: string | undefined;
}

const VISIBLE_FIELDS = ['content', 'refusal'] as const;
/** vLLM and OpenRouter say `reasoning`, DeepSeek and vLLM before 0.11 `reasoning_content`. */
const HIDDEN_FIELDS = ['reasoning_content', 'reasoning', 'tool_calls', 'function_call'] as const;

function contentOf(choice: unknown): Content {
  if (!isObject(choice)) return { token: false, visible: false, finish_reason: undefined };
  const delta = isObject(choice['delta']) ? choice['delta'] : {};
  const visible = filled(choice['text']) || VISIBLE_FIELDS.some((field) => filled(delta[field]));
  const reason = choice['finish_reason'];
  return {
    token: visible || HIDDEN_FIELDS.some((field) => filled(delta[field])),
    visible,
    finish_reason: typeof reason === 'string' && reason !== '' ? reason : undefined,
  };
}

/** The expected name came through a border that keeps one line of limited length; so must the one it is compared with. */
function otherName(named: string, expected: string | undefined): string | undefined {
  const name = named.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const isCut = expected?.endsWith('…') === true && name.startsWith(expected.slice(0, -1));
  return expected === undefined || name === expected || isCut ? undefined : name.slice(0, MAX_NAME);
}

function filled(value: unknown): boolean {
  if (typeof value === 'string' || Array.isArray(value)) return value.length > 0;
  return isObject(value);
}

/** The asked-for number of tokens, proven by usage; without any usage only a finish by length is believed. */
function lengthFault(
  expected: Expected,
  usage: Usage | undefined,
  finishReason: string,
): { readonly class: FailureClass; readonly error: string } | undefined {
  const asked = expected.output_len;
  const got = usage?.completion_tokens;
  if (got !== undefined) {
    if (got === asked) return undefined;
    return { class: 'osl_mismatch', error: `${got} of ${asked} tokens, finish_reason ${finishReason}` };
  }
  if (expected.usage !== 'none') {
    return { class: 'osl_mismatch', error: `no usage in the answer: cannot prove ${asked} tokens` };
  }
  if (finishReason === 'length') return undefined;
  return { class: 'osl_mismatch', error: `finish_reason ${finishReason} before ${asked} tokens` };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
