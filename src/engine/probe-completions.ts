// The two requests of the probe: the smallest completion, then a stream with every field of a measurement.
import type { Answer } from '../answer.ts';
import type { ServiceConfig } from '../config/config.ts';
import type { GateError } from '../failure.ts';
import { type Asked, httpFailure, saysOtherEndpoint, saysUnknownModel } from './channel-failure.ts';
import { readStream, readWhole, type StreamedCompletion } from './completion-answer.ts';
import { type ErrorBody, readErrorBody } from './error-body.ts';
import {
  fieldsAsBody,
  namedFields,
  type OptionalField,
  optionalFields,
  PROBE_TOKENS,
  plainSampling,
} from './probe-fields.ts';
import type { Endpoint, Questions } from './questions.ts';

/** Channels are documented with and without /v1 in their base address. */
export const ROOTS = ['/v1', ''] as const;

export interface FirstCompletion {
  readonly endpoint: Endpoint;
  readonly path: string;
  readonly model: string;
  readonly asked: Asked;
  /** Model that the answer names. */
  readonly answered?: string;
  /** max_tokens, or what the server wants instead. */
  readonly lengthField: 'max_tokens' | 'max_completion_tokens';
  readonly dropped: readonly string[];
  readonly notes: readonly string[];
}

/** One request of 16 tokens, not streaming, on the first endpoint that exists. */
export async function firstCompletion(
  questions: Questions,
  model: string,
  served: readonly string[],
): Promise<FirstCompletion> {
  const { service } = questions.request;
  const first = preferred(service);
  const endpoints = service.endpoint === 'auto' ? [first, other(first)] : [first];
  let missing: GateError | undefined;
  for (const root of ROOTS) {
    for (const endpoint of endpoints) {
      const path = `${root}${PATHS[endpoint]}`;
      const asked = questions.asked(path, model, served);
      const found = await completeWhole(questions, { path, endpoint }, model);
      if (found.answer.status === 200) {
        const { model: answered } = readWhole(found.answer, asked);
        const notes = root === '' ? ['the endpoint is below the base address without /v1'] : [];
        return { endpoint, path, model, asked, notes, ...found, ...(answered !== undefined && { answered }) };
      }
      const failure = httpFailure(found.answer, asked);
      if (!isElsewhere(found.answer, readErrorBody(found.answer, asked.connection.secrets))) throw failure;
      // Of several missing endpoints the one that was asked for first says the most.
      missing ??= failure;
    }
  }
  throw missing ?? new Error('no endpoint was tried');
}

/** Newer OpenAI models want max_completion_tokens instead of max_tokens. */
async function completeWhole(
  questions: Questions,
  target: { readonly path: string; readonly endpoint: Endpoint },
  model: string,
): Promise<Pick<FirstCompletion, 'lengthField' | 'dropped'> & { readonly answer: Answer }> {
  const answer = await questions.complete(target, model, { max_tokens: PROBE_TOKENS });
  const said = readErrorBody(answer, questions.request.connection.secrets);
  if (answer.status !== 400 || !/max_completion_tokens/.test(said.text)) {
    return { answer, lengthField: 'max_tokens', dropped: [] };
  }
  const again = await questions.complete(target, model, { max_completion_tokens: PROBE_TOKENS });
  return { answer: again, lengthField: 'max_completion_tokens', dropped: ['max_tokens'] };
}

/** The endpoint is missing here, but the service may have it under another path. */
function isElsewhere(answer: Answer, said: ErrorBody): boolean {
  if (saysOtherEndpoint(answer, said)) return true;
  return (answer.status === 404 || answer.status === 405) && !saysUnknownModel(answer, said);
}

export interface FirstStream {
  readonly answer: StreamedCompletion;
  readonly dropped: readonly OptionalField[];
}

/** One streaming request with every field that a measurement sends; refused ones are dropped and said. */
export async function firstStream(questions: Questions, first: FirstCompletion): Promise<FirstStream> {
  const { load } = questions.request;
  const send = (fields: readonly OptionalField[]): Promise<Answer> =>
    questions.complete(first, first.model, {
      [first.lengthField]: PROBE_TOKENS,
      stream: true,
      ...plainSampling(load),
      ...fieldsAsBody(fields, load),
    });
  const dropped: OptionalField[] = [];
  let active = optionalFields(load);
  for (;;) {
    const answer = await send(active);
    if (answer.status === 200) return { answer: readStream(answer, first.asked), dropped };
    if (!isRefusal(answer) || active.length === 0) throw httpFailure(answer, first.asked);
    const named = namedFields(active, readErrorBody(answer, first.asked.connection.secrets));
    const refused = named.length > 0 ? named : await findRefused(send, active, first.asked);
    if (refused.length === 0) throw httpFailure(answer, first.asked);
    dropped.push(...refused);
    active = active.filter((field) => !refused.includes(field));
  }
}

/** The server does not say which field it refuses: each is tried on top of those that it accepts. */
async function findRefused(
  send: (fields: readonly OptionalField[]) => Promise<Answer>,
  active: readonly OptionalField[],
  asked: Asked,
): Promise<readonly OptionalField[]> {
  const plain = await send([]);
  if (plain.status !== 200) throw httpFailure(plain, asked);
  const accepted: OptionalField[] = [];
  const refused: OptionalField[] = [];
  for (const field of active) {
    const answer = await send([...accepted, field]);
    if (answer.status === 200) accepted.push(field);
    else if (isRefusal(answer)) refused.push(field);
    else throw httpFailure(answer, asked);
  }
  return refused;
}

function isRefusal(answer: Answer): boolean {
  return answer.status === 400 || answer.status === 422;
}

/** What the backend means in vLLM's benchmark. */
export function preferred(service: ServiceConfig): Endpoint {
  if (service.endpoint !== 'auto') return service.endpoint;
  return service.backend.endsWith('-chat') ? 'chat' : 'completions';
}

const PATHS: Readonly<Record<Endpoint, string>> = { completions: '/completions', chat: '/chat/completions' };

function other(endpoint: Endpoint): Endpoint {
  return endpoint === 'chat' ? 'completions' : 'chat';
}
