import { GateError } from '../failure.ts';

/** What goes wrong, in the order of the request's life. Documented in FAULTS. */
export type FaultName = keyof typeof FAULTS;

export interface Fault {
  readonly name: FaultName;
  readonly when: FaultTrigger;
}

/** Which requests are hit; generation requests are numbered from 1 in order of arrival. */
type FaultTrigger =
  | { readonly kind: 'every'; readonly nth: number }
  | { readonly kind: 'range'; readonly first: number; readonly last: number };

/** Every fault. "Halfway" is after half of the output tokens, at least one. */
export const FAULTS = {
  http_400: 'answers 400 with an error body',
  http_429: 'answers 429 with retry-after',
  http_500: 'answers 500 with an error body',
  http_503: 'answers 503 with an error body',
  drop: 'closes the connection without an answer',
  hang: 'accepts and never answers',
  stall: 'streams half of the tokens, then stays silent',
  zero_tokens: 'ends in good order with no token',
  short_output: 'ends in good order with half of the tokens',
  error_in_stream: 'HTTP 200, halfway an error object, the end without [DONE]',
  error_then_done: 'HTTP 200, halfway an error object, then [DONE]',
  no_finish_reason: 'all tokens and [DONE], but finish_reason stays null',
  truncate: 'halfway the response ends in good HTTP order without finish_reason and [DONE]',
  bad_json: 'halfway one event that is not JSON, then goes on',
  reset: 'halfway the connection is reset',
  engine_dead:
    'at the first token the engine core dies: open streams get an error object and [DONE], /health 503, exit code 0 after 3 s, as vLLM does',
  die: 'at the first token the whole process exits with code 1',
} as const;

/**
 * Reads `NAME[@TRIGGER][,…]`. TRIGGER is `every:K` (requests K, 2K, …), `N` (only request N), `N-M` or `N-`;
 * without one every request is hit. Throws GateError kind 'config'.
 */
export function parseFaults(text: string): readonly Fault[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(parseFault);
}

/** The first fault that hits this request. */
export function faultFor(faults: readonly Fault[], requestNumber: number): FaultName | undefined {
  return faults.find(({ when }) =>
    when.kind === 'every'
      ? requestNumber % when.nth === 0
      : requestNumber >= when.first && requestNumber <= when.last,
  )?.name;
}

function parseFault(part: string): Fault {
  const at = part.indexOf('@');
  const name = at < 0 ? part : part.slice(0, at);
  if (!Object.hasOwn(FAULTS, name)) {
    throw new GateError({
      kind: 'config',
      message: `fault: ${JSON.stringify(name.slice(0, 60))} is not known; faults are ${Object.keys(FAULTS).join(', ')}`,
      where: 'engine.args.fault',
    });
  }
  const when =
    at < 0 ? { kind: 'range' as const, first: 1, last: Number.MAX_SAFE_INTEGER } : parseTrigger(part, at);
  return { name: name as FaultName, when };
}

function parseTrigger(part: string, at: number): FaultTrigger {
  const [, every, first, dash, last] =
    /^(?:every:(\d{1,9})|(\d{1,9})(-?)(\d{1,9})?)$/.exec(part.slice(at + 1)) ?? [];
  if (every !== undefined && Number(every) > 0) return { kind: 'every', nth: Number(every) };
  if (first !== undefined && Number(first) > 0) {
    const from = Number(first);
    const to = last !== undefined ? Number(last) : dash === '-' ? Number.MAX_SAFE_INTEGER : from;
    if ((dash === '-' || last === undefined) && to >= from) return { kind: 'range', first: from, last: to };
  }
  throw new GateError({
    kind: 'config',
    message: `fault: expected NAME@every:K, NAME@N, NAME@N-M or NAME@N-, found ${JSON.stringify(part.slice(0, 60))}`,
    where: 'engine.args.fault',
  });
}
