import type { Dispatcher } from 'undici';
import { type Answer, ask, jsonOf, objectOf, oneLine } from '../answer.ts';
import { maskProxy } from '../config/address.ts';
import type { ServiceConfig } from '../config/config.ts';
import { createDispatcher } from '../connection.ts';
import type { ChannelReport, FingerprintField } from '../core/result.gen.ts';
import { GateError } from '../failure.ts';
import type { Channel, Log, ProbePort } from '../ports.ts';
import {
  type Asked,
  httpFailure,
  networkFailure,
  saysOtherEndpoint,
  saysUnknownModel,
} from './channel-failure.ts';
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
import { servedModels } from './ready.ts';

export interface ProbeOptions {
  readonly log: Pick<Log, 'info' | 'warning'>;
  /** private: the report names the address. Default public. */
  readonly detail?: 'public' | 'private';
}

/** Proves with the smallest requests that a service answers, and learns what it can do. */
export function createProbe(options: ProbeOptions): ProbePort {
  return {
    probe: async (request) => {
      const dispatcher = createDispatcher(request.connection, { connections: 2 });
      try {
        return await probe(new Questions({ ...request, dispatcher }), options);
      } finally {
        await dispatcher.destroy();
      }
    },
    alive,
  };
}

type Endpoint = ChannelReport['endpoint'];
type Request = Parameters<ProbePort['probe']>[0];

const PROMPT = 'Count from one to ten:';
const SIDE_TIMEOUT_MS = 10_000;
/** Longest wait for one probe completion, even where load.timeout allows more. */
const COMPLETION_TIMEOUT_S = 120;

async function probe(questions: Questions, options: ProbeOptions): Promise<Channel> {
  const { connection, service } = questions.request;
  const notes: string[] = [];
  if (connection.proxy !== undefined) {
    options.log.info(`channel: requests go through the proxy ${maskProxy(connection.proxy)}`);
    notes.push('requests go through an HTTP proxy: its delay is part of every latency');
  }
  const models = await listModels(questions);
  const model = chooseModel(questions, models);
  const first = await firstCompletion(questions, model, models.ids);
  notes.push(...first.notes);
  const streamed = await firstStream(questions, first);
  if (streamed.dropped.length > 0) {
    notes.push(`the server refuses these fields, they are not sent: ${streamed.dropped.join(', ')}`);
  }
  notes.push(...streamed.answer.notes);
  const named = streamed.answer.model;
  if (named !== undefined && named !== model) notes.push(`the server answers as model "${named}"`);

  const [version, metrics, tokens] = await Promise.all([
    serverVersion(questions),
    servesMetrics(questions),
    tokenize(questions, model),
  ]);
  const maxModelLen = models.maxModelLen.get(model) ?? tokens.maxModelLen;
  const report: ChannelReport = {
    ...(options.detail === 'private' ? { base_url: connection.base_url } : {}),
    endpoint: first.endpoint,
    path: first.path,
    model_id: model,
    served_models: models.ids,
    ...(maxModelLen === undefined ? {} : { max_model_len: maxModelLen }),
    ...(version === undefined ? {} : { server_version: version }),
    tokenize: tokens.served,
    usage: streamed.answer.usage,
    dropped_fields: [...first.dropped, ...streamed.dropped],
    metrics_endpoint: metrics,
    notes,
  };
  if (report.usage === 'none') notes.push('the server sends no usage: tokens are counted by messages');
  if (service.endpoint === 'auto' && first.endpoint !== preferred(service)) {
    notes.push(`endpoint: ${first.endpoint}, because the server does not serve the other one`);
  }
  return { connection, report, fingerprint: fingerprintOf(report) };
}

async function alive(channel: Channel): Promise<boolean> {
  const dispatcher = createDispatcher(channel.connection, { connections: 1 });
  const get = (path: string): Promise<Answer> =>
    ask(dispatcher, channel.connection, { path, timeoutMs: SIDE_TIMEOUT_MS, maxBytes: 64 * 1024 });
  try {
    const health = await get('/health');
    if (health.status === 200) return true;
    // vLLM answers 503 once its engine is dead; a channel that has no /health says something else.
    if (health.status === 503) return false;
    return (await get(`${rootOf(channel.report.path)}/models`)).status < 500;
  } catch {
    return false;
  } finally {
    await dispatcher.destroy();
  }
}

/** Asks one service, and turns what the socket says into failures. */
class Questions {
  readonly request: Request & { readonly dispatcher: Dispatcher };

  constructor(request: Request & { readonly dispatcher: Dispatcher }) {
    this.request = request;
  }

  /** Throws GateError for a socket failure and the signal's reason when it was aborted. */
  async get(path: string): Promise<Answer> {
    return this.#ask(path, { timeoutMs: SIDE_TIMEOUT_MS });
  }

  async post(path: string, body: Readonly<Record<string, unknown>>): Promise<Answer> {
    const seconds = Math.min(this.request.load.timeout, COMPLETION_TIMEOUT_S);
    return this.#ask(path, { body, timeoutMs: seconds * 1000 });
  }

  /** A question whose failure only means: not served. */
  async side(path: string, body?: Readonly<Record<string, unknown>>): Promise<Answer | undefined> {
    try {
      const question = { timeoutMs: SIDE_TIMEOUT_MS, maxBytes: 4 * 1024 * 1024 };
      return await this.#ask(path, body === undefined ? question : { ...question, body });
    } catch (error) {
      if (error instanceof GateError) return undefined;
      throw error;
    }
  }

  /** One completion request with its extra fields. */
  async complete(
    target: { readonly path: string; readonly endpoint: Endpoint },
    model: string,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<Answer> {
    const prompt =
      target.endpoint === 'chat' ? { messages: [{ role: 'user', content: PROMPT }] } : { prompt: PROMPT };
    return this.post(target.path, { model, ...prompt, ...this.request.service.extra_body, ...fields });
  }

  asked(path: string, model: string, served: readonly string[]): Asked {
    const { connection } = this.request;
    const withKey = Object.keys(connection.headers).length > 0 ? 'key' : 'no key';
    return { connection, path, model, served, with_key: withKey };
  }

  async #ask(
    path: string,
    question: { timeoutMs: number; body?: Readonly<Record<string, unknown>>; maxBytes?: number },
  ): Promise<Answer> {
    const { dispatcher, connection, signal } = this.request;
    try {
      return await ask(dispatcher, connection, { ...question, path, signal });
    } catch (error) {
      signal.throwIfAborted();
      throw networkFailure(error, { connection, path });
    }
  }
}

// ---- models -------------------------------------------------------------------------------------------------

interface Models {
  readonly ids: readonly string[];
  readonly maxModelLen: ReadonlyMap<string, number>;
  /** Why there is no list, where the server said more than 404. */
  readonly refusal?: GateError;
}

/** Channels need not list their models: anything but a list is an empty one. */
async function listModels(questions: Questions): Promise<Models> {
  for (const root of ROOTS) {
    const answer = await questions.get(`${root}/models`);
    const ids = answer.status === 200 ? servedModels(answer) : [];
    if (ids.length > 0) return { ids, maxModelLen: modelLengths(answer) };
    if (answer.status === 404) continue;
    if (answer.status === 200) break;
    const refusal = httpFailure(answer, questions.asked(`${root}/models`, '', []));
    return { ids: [], maxModelLen: new Map(), refusal };
  }
  return { ids: [], maxModelLen: new Map() };
}

function modelLengths(answer: Answer): ReadonlyMap<string, number> {
  const lengths = new Map<string, number>();
  const data = objectOf(jsonOf(answer.text))?.['data'];
  for (const entry of Array.isArray(data) ? data.slice(0, 200) : []) {
    const model = objectOf(entry);
    const { id, max_model_len: length } = model ?? {};
    if (typeof id === 'string' && isLength(length)) lengths.set(id, length);
  }
  return lengths;
}

function chooseModel(questions: Questions, { ids, refusal }: Models): string {
  const { service, engine_model: engineModel, connection } = questions.request;
  if (service.model_id !== undefined) return service.model_id;
  if (engineModel !== undefined && (ids.length === 0 || ids.includes(engineModel))) return engineModel;
  const [only] = ids;
  if (only !== undefined && ids.length === 1) return only;
  if (refusal !== undefined) throw refusal;
  const listed = ids.slice(0, 50).map((id) => oneLine(id, 100));
  throw new GateError({
    kind: 'channel',
    code: 'model_not_named',
    message:
      ids.length === 0
        ? 'no model is named and the server does not list any'
        : `no model is named and the server serves ${ids.length}: ${listed.join(', ')}`,
    where: connection.base_url,
    hint: 'Set service.model_id (or --model).',
  });
}

// ---- the two requests ---------------------------------------------------------------------------------------

/** Channels are documented with and without /v1 in their base address. */
const ROOTS = ['/v1', ''] as const;

interface FirstCompletion {
  readonly endpoint: Endpoint;
  readonly path: string;
  readonly model: string;
  readonly asked: Asked;
  /** max_tokens, or what the server wants instead. */
  readonly lengthField: 'max_tokens' | 'max_completion_tokens';
  readonly dropped: readonly string[];
  readonly notes: readonly string[];
}

/** One request of 16 tokens, not streaming, on the first endpoint that exists. */
async function firstCompletion(
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
        readWhole(found.answer, asked);
        const notes = root === '' ? ['the endpoint is below the base address without /v1'] : [];
        return { endpoint, path, model, asked, notes, ...found };
      }
      const failure = httpFailure(found.answer, asked);
      if (!isElsewhere(found.answer, readErrorBody(found.answer))) throw failure;
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
  const said = readErrorBody(answer);
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

interface FirstStream {
  readonly answer: StreamedCompletion;
  readonly dropped: readonly OptionalField[];
}

/** One streaming request with every field that a measurement sends; refused ones are dropped and said. */
async function firstStream(questions: Questions, first: FirstCompletion): Promise<FirstStream> {
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
    const named = namedFields(active, readErrorBody(answer));
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

// ---- what else is served ------------------------------------------------------------------------------------

async function serverVersion(questions: Questions): Promise<string | undefined> {
  const answer = await questions.side('/version');
  const version = answer?.status === 200 ? objectOf(jsonOf(answer.text))?.['version'] : undefined;
  return typeof version === 'string' && version !== '' ? oneLine(version, 100) : undefined;
}

async function servesMetrics(questions: Questions): Promise<boolean> {
  const answer = await questions.side('/metrics');
  return answer?.status === 200 && /^vllm:/m.test(answer.text);
}

async function tokenize(
  questions: Questions,
  model: string,
): Promise<{ readonly served: boolean; readonly maxModelLen?: number }> {
  const answer = await questions.side('/tokenize', { model, prompt: PROMPT });
  const body = answer?.status === 200 ? objectOf(jsonOf(answer.text)) : undefined;
  const tokens = body?.['tokens'];
  if (!Array.isArray(tokens) || tokens.length === 0 || !tokens.every(Number.isSafeInteger))
    return { served: false };
  const length = body?.['max_model_len'];
  return isLength(length) ? { served: true, maxModelLen: length } : { served: true };
}

function fingerprintOf(report: ChannelReport): Readonly<Record<string, FingerprintField>> {
  const field = (value: string | number, source: string): FingerprintField => ({
    value,
    source,
    class: 'hard',
  });
  return {
    endpoint: field(report.endpoint, 'the endpoint that answered'),
    model: field(report.model_id, 'model id of the requests'),
    ...(report.max_model_len === undefined
      ? {}
      : { max_model_len: field(report.max_model_len, '/v1/models or /tokenize') }),
    // Only vLLM serves both: /version alone may be anybody's.
    ...(report.server_version === undefined || !report.metrics_endpoint
      ? {}
      : { vllm: field(report.server_version, '/version of the running server') }),
  };
}

// ---- small facts --------------------------------------------------------------------------------------------

const PATHS: Readonly<Record<Endpoint, string>> = { completions: '/completions', chat: '/chat/completions' };

/** What the backend means in vLLM's benchmark. */
function preferred(service: ServiceConfig): Endpoint {
  if (service.endpoint !== 'auto') return service.endpoint;
  return service.backend.endsWith('-chat') ? 'chat' : 'completions';
}

function other(endpoint: Endpoint): Endpoint {
  return endpoint === 'chat' ? 'completions' : 'chat';
}

function rootOf(path: string): string {
  return path.startsWith('/v1/') ? '/v1' : '';
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}
