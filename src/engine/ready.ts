import { setTimeout as sleep } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { type Answer, ask, jsonOf, objectOf, oneLine } from '../answer.ts';
import type { ServiceConfig } from '../config/config.ts';
import { GateError } from '../failure.ts';
import type { Connection } from '../ports.ts';
import { readErrorBody } from './error-body.ts';

/** Server errors of the first completion that are waited out before the engine counts as broken. */
const MAX_COMPLETION_ERRORS = 5;

/** What readiness needs to know about the engine behind the address. */
export interface Starting {
  readonly connection: Connection;
  readonly dispatcher: Dispatcher;
  readonly service: ServiceConfig;
  /** Aborts when waiting is pointless: the engine died, the time is over, the user stopped us. */
  readonly signal: AbortSignal;
  /** Throws the reason for which waiting is pointless, if there is one. */
  readonly guard: (stage: string) => void;
  /** True when a process that is not ours answers on the port. */
  readonly isForeign: () => boolean;
  readonly progress: (stage: string) => void;
}

/**
 * Resolves when the engine is ready: /health is 200, /v1/models lists the model and one real completion has
 * come back, all from a process of ours. Throws what the guard throws, or GateError when the engine refuses
 * what can never succeed by waiting.
 */
export async function awaitReady(starting: Starting): Promise<void> {
  let errors = 0;
  let stage = 'starting';
  for (let attempt = 0; ; attempt++) {
    starting.guard(stage);
    starting.progress(stage);
    try {
      const step = await nextStep(starting);
      if (step.kind === 'ready') {
        starting.guard('ready');
        return;
      }
      stage = step.stage;
      if (step.kind === 'failing' && ++errors > MAX_COMPLETION_ERRORS) throw unhealthy(stage);
    } catch (error) {
      if (error instanceof GateError) throw error;
      starting.guard(stage);
      stage = `no answer yet (${networkCode(error)})`;
    }
    await sleep(Math.min(1000, 50 * 1.3 ** attempt), undefined, { signal: starting.signal }).catch(() => {});
  }
}

type Step =
  | { readonly kind: 'ready' }
  | { readonly kind: 'waiting'; readonly stage: string }
  | { readonly kind: 'failing'; readonly stage: string };

async function nextStep(starting: Starting): Promise<Step> {
  const { connection, dispatcher, signal } = starting;
  const health = await ask(dispatcher, connection, { path: '/health', timeoutMs: 5000, signal });
  if (health.status !== 200) return { kind: 'waiting', stage: `/health answers ${health.status}` };
  if (starting.isForeign()) return { kind: 'waiting', stage: 'another process answers on the port' };
  const models = await ask(dispatcher, connection, {
    path: '/v1/models',
    timeoutMs: 10_000,
    maxBytes: MAX_MODELS_BYTES,
    signal,
  });
  if (models.status === 401 || models.status === 403) throw keyRefused(models, connection.secrets);
  if (models.status !== 200) return { kind: 'waiting', stage: `/v1/models answers ${models.status}` };
  const served = servedModels(models);
  const model = starting.service.model_id ?? served[0];
  if (model === undefined) {
    return {
      kind: 'waiting',
      stage: models.cut ? '/v1/models is too long to read' : '/v1/models lists no model',
    };
  }
  if (!served.includes(model)) throw modelNotServed(model, served, connection.secrets);
  return firstCompletion(starting, model);
}

async function firstCompletion(starting: Starting, model: string): Promise<Step> {
  const { endpoint, backend } = starting.service;
  const byBackend = backend.endsWith('-chat') ? 'chat' : 'completions';
  const first = endpoint === 'auto' ? byBackend : endpoint;
  let answer = await complete(starting, model, first);
  if (answer.status === 404 || answer.status === 405) {
    answer = await complete(starting, model, first === 'chat' ? 'completions' : 'chat');
  }
  if (answer.status >= 500) {
    return { kind: 'failing', stage: `the first completion answers ${answer.status}` };
  }
  const said = readErrorBody(answer, starting.connection.secrets).text;
  if (answer.status !== 200) throw completionRefused(answer.status, said);
  const choices = objectOf(jsonOf(answer.text))?.['choices'];
  if (!Array.isArray(choices) || choices.length === 0) {
    return { kind: 'failing', stage: `the first completion has no choices: ${said}` };
  }
  return { kind: 'ready' };
}

function complete(starting: Starting, model: string, endpoint: 'completions' | 'chat'): Promise<Answer> {
  const prompt =
    endpoint === 'chat' ? { messages: [{ role: 'user', content: 'Hello' }] } : { prompt: 'Hello' };
  return ask(starting.dispatcher, starting.connection, {
    path: endpoint === 'chat' ? '/v1/chat/completions' : '/v1/completions',
    body: { model, ...prompt, max_tokens: 2, temperature: 0 },
    // Kernels may be compiled now; the startup timeout is the real limit.
    timeoutMs: 2 ** 31 - 1,
    signal: starting.signal,
  });
}

/** Cap of a /v1/models answer: gateways list thousands. */
export const MAX_MODELS_BYTES = 8 * 1024 * 1024;
const MAX_MODELS = 20_000;

/** Model ids of a /v1/models answer, capped in number and length. */
export function servedModels(answer: Answer): readonly string[] {
  const data = objectOf(jsonOf(answer.text))?.['data'];
  if (!Array.isArray(data)) return [];
  return data.slice(0, MAX_MODELS).flatMap((entry) => {
    const id = objectOf(entry)?.['id'];
    return typeof id === 'string' && id !== '' && id.length <= 500 ? [id] : [];
  });
}

function networkCode(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  return typeof code === 'string' ? oneLine(code, [], 40) : 'unknown error';
}

function unhealthy(stage: string): GateError {
  return new GateError({
    kind: 'engine',
    code: 'engine_unhealthy',
    message: `the engine says that it is healthy but cannot complete a request: ${stage}`,
    hint: 'Read engine.log in the output folder: the engine behind the API server may have died or run out of memory.',
  });
}

function keyRefused(answer: Answer, secrets: readonly string[]): GateError {
  return new GateError({
    kind: 'engine',
    code: 'key_refused',
    message: `the engine that we started refused our key (${answer.status}: ${readErrorBody(answer, secrets).text})`,
    hint: 'The command sets a key of its own (--api-key or VLLM_API_KEY): give the same one in service.api_key_env.',
  });
}

function modelNotServed(model: string, served: readonly string[], secrets: readonly string[]): GateError {
  return new GateError({
    kind: 'engine',
    code: 'model_not_found',
    message: `the engine does not serve the model "${oneLine(model, secrets, 100)}"; it serves: ${served
      .slice(0, 20)
      .map((id) => oneLine(id, secrets, 100))
      .join(', ')}`,
    where: 'service.model_id',
    hint: 'Use one of these ids, or give the command --served-model-name.',
  });
}

function completionRefused(status: number, said: string): GateError {
  return new GateError({
    kind: 'engine',
    code: 'completion_refused',
    message: `the engine refused the smallest completion with HTTP ${status}: ${said}`,
    hint: 'Check service.endpoint (a model without a chat template needs completions) and the engine log.',
  });
}
