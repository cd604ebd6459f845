import { type Answer, ask, jsonOf, objectOf, oneLine } from '../answer.ts';
import { maskProxy } from '../config/address.ts';
import { createDispatcher } from '../connection.ts';
import type { ChannelReport, FingerprintField } from '../core/result.gen.ts';
import { GateError } from '../failure.ts';
import type { Channel, Log, ProbePort, ServerIdentity } from '../ports.ts';
import { encodedFailure, httpFailure } from './channel-failure.ts';
import { firstCompletion, firstStream, preferred, ROOTS } from './probe-completions.ts';
import { PROMPT, Questions, SIDE_TIMEOUT_MS } from './questions.ts';
import { MAX_MODELS_BYTES, servedModels } from './ready.ts';

export interface ProbeOptions {
  readonly log: Pick<Log, 'info' | 'warning'>;
  /** private: the report names the address. Default public. */
  readonly detail?: 'public' | 'private';
}

/** Models of a server that a result names. */
const MAX_SHOWN_MODELS = 200;

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
    identity,
  };
}

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
  const named = streamed.answer.model ?? first.answered;
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
    served_models: models.ids.slice(0, MAX_SHOWN_MODELS),
    ...(maxModelLen === undefined ? {} : { max_model_len: maxModelLen }),
    ...(version === undefined ? {} : { server_version: version }),
    tokenize: tokens.served,
    usage: streamed.answer.usage,
    ...(named === undefined ? {} : { answered_model: named }),
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

async function identity(channel: Channel): Promise<ServerIdentity> {
  const dispatcher = createDispatcher(channel.connection, { connections: 1 });
  const get = async (path: string): Promise<Answer | undefined> => {
    try {
      return await ask(dispatcher, channel.connection, { path, timeoutMs: SIDE_TIMEOUT_MS });
    } catch {
      return undefined;
    }
  };
  try {
    const [version, models] = await Promise.all([
      get('/version'),
      get(`${rootOf(channel.report.path)}/models`),
    ]);
    const said = version?.status === 200 ? versionOf(version, channel.connection.secrets) : undefined;
    if (models?.status !== 200) return said === undefined ? {} : { server_version: said };
    const length = modelLengths(models).get(channel.report.model_id);
    return {
      ...(said === undefined ? {} : { server_version: said }),
      served_models: servedModels(models),
      ...(length === undefined ? {} : { max_model_len: length }),
    };
  } finally {
    await dispatcher.destroy();
  }
}

// ---- models -------------------------------------------------------------------------------------------------

interface Models {
  readonly ids: readonly string[];
  readonly maxModelLen: ReadonlyMap<string, number>;
  /** There is a list, longer than what is read of it. */
  readonly cut?: true;
  /** Why there is no list, where the server said more than 404. */
  readonly refusal?: GateError;
}

/** Channels need not list their models: anything but a list is an empty one. */
async function listModels(questions: Questions): Promise<Models> {
  for (const root of ROOTS) {
    const answer = await questions.get(`${root}/models`, MAX_MODELS_BYTES);
    const ids = answer.status === 200 ? servedModels(answer) : [];
    if (ids.length > 0) return { ids, maxModelLen: modelLengths(answer) };
    if (answer.status === 404) continue;
    const asked = questions.asked(`${root}/models`, '', []);
    const none = { ids: [], maxModelLen: new Map() };
    if (answer.status === 200 && answer.encoding !== undefined) {
      return { ...none, refusal: encodedFailure(answer, asked) };
    }
    if (answer.status === 200) return { ...none, ...(answer.cut && { cut: true }) };
    return { ...none, refusal: httpFailure(answer, asked) };
  }
  return { ids: [], maxModelLen: new Map() };
}

function modelLengths(answer: Answer): ReadonlyMap<string, number> {
  const lengths = new Map<string, number>();
  const data = objectOf(jsonOf(answer.text))?.['data'];
  for (const entry of Array.isArray(data) ? data : []) {
    const model = objectOf(entry);
    const { id, max_model_len: length } = model ?? {};
    if (typeof id === 'string' && isLength(length)) lengths.set(id, length);
  }
  return lengths;
}

function chooseModel(questions: Questions, { ids, cut, refusal }: Models): string {
  const { service, engine_model: engineModel, connection } = questions.request;
  if (service.model_id !== undefined) return service.model_id;
  if (engineModel !== undefined && (ids.length === 0 || ids.includes(engineModel))) return engineModel;
  const [only] = ids;
  if (only !== undefined && ids.length === 1) return only;
  if (refusal !== undefined) throw refusal;
  const listed = ids.slice(0, 50).map((id) => oneLine(id, connection.secrets, 100));
  throw new GateError({
    kind: 'channel',
    code: 'model_not_named',
    message:
      ids.length === 0
        ? `no model is named and ${cut === true ? `the list of the server is too long: it was cut after ${MAX_MODELS_BYTES} bytes` : 'the server does not list any'}`
        : `no model is named and the server serves ${ids.length}: ${listed.join(', ')}`,
    where: connection.base_url,
    hint: 'Set service.model_id (or --model).',
  });
}

// ---- what else is served ------------------------------------------------------------------------------------

async function serverVersion(questions: Questions): Promise<string | undefined> {
  const answer = await questions.side('/version');
  return answer?.status === 200 ? versionOf(answer, questions.request.connection.secrets) : undefined;
}

function versionOf(answer: Answer, secrets: readonly string[]): string | undefined {
  const version = objectOf(jsonOf(answer.text))?.['version'];
  return typeof version === 'string' && version !== '' ? oneLine(version, secrets, 100) : undefined;
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
    // A gateway that routes to another model serves something else under the same name.
    ...(report.answered_model === undefined || report.answered_model === report.model_id
      ? {}
      : { answered_model: field(report.answered_model, 'model that the answers name') }),
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

function rootOf(path: string): string {
  return path.startsWith('/v1/') ? '/v1' : '';
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}
