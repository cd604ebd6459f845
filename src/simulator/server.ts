import type { Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { GateError } from '../failure.ts';
import { answerText } from './answer.ts';
import { EngineClock } from './engine-clock.ts';
import { type EngineLog, engineLog } from './engine-log.ts';
import { type FaultName, faultFor } from './faults.ts';
import { beginGeneration, type Generation } from './generation.ts';
import { type Endpoint, parseDetokenize, parseGeneration, parseTokenize } from './generation-request.ts';
import {
  createHttpServer,
  type Exchange,
  type Handler,
  listen,
  type Route,
  readJson,
  sendJson,
} from './http-server.ts';
import { type ServerMetrics, serverMetrics } from './metrics.ts';
import { Engine, type EngineRequest, type StepOutcome } from './model.ts';
import { outputLength, promptSeed } from './output-length.ts';
import { type Override, resolveSettings, type SimulatorSettings } from './parameters.ts';
import { apiProblem, ENGINE_DEAD, HttpProblem } from './problem.ts';
import { decode } from './tokenizer.ts';

export interface SimulatorOptions {
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly preset: string;
  /** Real seconds of one engine second: 0.1 is ten times faster. */
  readonly time_scale: number;
  /** An override of the same name wins. */
  readonly max_num_seqs?: number;
  /** Name under which the model is served; default: that of the preset. */
  readonly model_id?: string;
  /** Parameters by name; the table is OVERRIDES. */
  readonly overrides: Readonly<Record<string, Override>>;
  readonly log: (line: string) => void;
  /** Ends the process for the faults `die` and `engine_dead`; default process.exit. */
  readonly exit?: (code: number) => void;
}

export interface RunningSimulator {
  readonly url: string;
  readonly port: number;
  /** Ends all connections at once and resolves when the port is free. */
  close(): Promise<void>;
}

export const SIMULATED_VERSION = '0.32.0+simulated';
export const SIMULATED_OWNER = 'instinct-gate-simulator';

const LOG_INTERVAL_S = 10;
/** vLLM's watchdog ends the API server about this long after the engine core died. */
const DEAD_ENGINE_EXIT_S = 3;

/**
 * Starts the engine simulator behind vLLM's HTTP interface and resolves when it listens, after startup_s.
 * Requests under /v1 need the key of VLLM_API_KEY when that is set. Throws GateError kind 'config' for settings
 * and 'engine' when the port cannot be had.
 */
export async function serveSimulator(options: SimulatorOptions): Promise<RunningSimulator> {
  const settings = resolveSettings({
    preset: options.preset,
    overrides: {
      ...(options.max_num_seqs === undefined ? {} : { max_num_seqs: options.max_num_seqs }),
      ...options.overrides,
    },
  });
  if (!(Number.isFinite(options.time_scale) && options.time_scale > 0)) {
    throw new GateError({
      kind: 'config',
      message: `time_scale: expected a number above 0, found ${options.time_scale}.`,
      where: 'engine.time_scale',
    });
  }
  const host = options.host ?? '127.0.0.1';
  const modelId = options.model_id ?? settings.preset.model_id;
  const log = engineLog({
    version: SIMULATED_VERSION,
    model_id: modelId,
    settings,
    host,
    port: options.port,
    time_scale: options.time_scale,
    pid: process.pid,
    clock: () => new Date(),
    log: options.log,
  });
  log.boot();
  await startUp(settings.startup_s * options.time_scale, log);
  const simulator = new Simulator({ options, settings, modelId, log });
  const port = await simulator.listen(host, options.port);
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  log.listening(url);
  return { url, port, close: () => simulator.close() };
}

/** Waits like a boot: the port is closed and the log moves. */
async function startUp(seconds: number, log: EngineLog): Promise<void> {
  if (seconds <= 0) return;
  const parts = Math.max(2, Math.ceil(seconds / 5));
  for (let part = 1; part <= parts; part++) {
    await sleep((seconds * 1000) / parts);
    log.loading(Math.round((part / parts) * 100));
  }
}

interface SimulatorParts {
  readonly options: SimulatorOptions;
  readonly settings: SimulatorSettings;
  readonly modelId: string;
  readonly log: EngineLog;
}

/** Ties the engine model to sockets and to the clock. */
class Simulator {
  readonly #parts: SimulatorParts;
  readonly #engine: EngineClock;
  readonly #metrics: ServerMetrics;
  readonly #server: Server;
  readonly #generations = new Map<number, Generation>();
  readonly #created = Math.floor(Date.now() / 1000);
  #requests = 0;
  #dead = false;
  #logTimer: NodeJS.Timeout | undefined;

  constructor(parts: SimulatorParts) {
    this.#parts = parts;
    const { parameters } = parts.settings;
    this.#engine = new EngineClock({
      engine: new Engine(parameters),
      time_scale: parts.options.time_scale,
      deliver: (outcome) => this.#deliver(outcome),
    });
    this.#metrics = serverMetrics({
      model_id: parts.modelId,
      time_scale: parts.options.time_scale,
      started_at: Date.now() / 1000 - process.uptime(),
      cache_config: {
        block_size: '16',
        cache_dtype: 'auto',
        enable_prefix_caching: parameters.enable_prefix_caching ? 'True' : 'False',
        kv_cache_size_tokens: String(parameters.kv_tokens),
        num_gpu_blocks: String(Math.floor(parameters.kv_tokens / 16)),
      },
    });
    const key = process.env['VLLM_API_KEY'];
    this.#server = createHttpServer({
      routes: this.#routes(),
      ...(key === undefined || key === '' ? {} : { api_key: key }),
      server_name: SIMULATED_OWNER,
      answered: (request) => this.#metrics.observeHttp(request),
      log: parts.options.log,
    });
  }

  async listen(host: string, port: number): Promise<number> {
    const bound = await listen(this.#server, { host, port });
    let loggedAt = performance.now();
    this.#logTimer = setInterval(() => {
      const now = performance.now();
      this.#parts.log.throughput({ ...this.#engine.state(), elapsed_s: (now - loggedAt) / 1000 });
      loggedAt = now;
    }, LOG_INTERVAL_S * 1000);
    this.#logTimer.unref();
    return bound;
  }

  async close(): Promise<void> {
    this.#engine.stop();
    clearInterval(this.#logTimer);
    this.#generations.clear();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  #deliver(outcome: StepOutcome): void {
    this.#metrics.observeStep(outcome);
    for (const output of outcome.outputs) {
      const { id } = output.progress.request;
      const generation = this.#generations.get(id);
      if (output.finished) this.#generations.delete(id);
      generation?.token(output);
    }
  }

  #routes(): Readonly<Record<string, Route>> {
    const health: Handler = ({ response }) =>
      void response.writeHead(this.#dead ? 503 : 200, { 'content-length': 0 }).end();
    return {
      '/health': { method: 'GET', handle: health },
      '/ping': { method: 'GET', handle: health },
      '/version': {
        method: 'GET',
        handle: ({ response }) => sendJson(response, { version: SIMULATED_VERSION }),
      },
      '/metrics': { method: 'GET', handle: (exchange) => this.#sendMetrics(exchange) },
      '/v1/models': { method: 'GET', handle: ({ response }) => sendJson(response, this.#models()) },
      '/v1/completions': { method: 'POST', handle: (exchange) => this.#generate(exchange, 'completions') },
      '/v1/chat/completions': { method: 'POST', handle: (exchange) => this.#generate(exchange, 'chat') },
      '/tokenize': { method: 'POST', handle: (exchange) => this.#tokenize(exchange) },
      '/detokenize': { method: 'POST', handle: (exchange) => this.#detokenize(exchange) },
      '/reset_prefix_cache': {
        method: 'POST',
        handle: ({ response }) => {
          this.#engine.resetPrefixCache();
          response.writeHead(200, { 'content-length': 0 }).end();
        },
      },
    };
  }

  #sendMetrics({ response }: Exchange): void {
    response.writeHead(200, { 'content-type': 'text/plain; version=1.0.0; charset=utf-8' });
    response.end(this.#metrics.render(this.#engine.state()));
  }

  #models(): object {
    const { preset, parameters } = this.#parts.settings;
    const model = {
      id: this.#parts.modelId,
      object: 'model',
      created: this.#created,
      owned_by: SIMULATED_OWNER,
      root: `simulated:${preset.name}`,
      parent: null,
      max_model_len: parameters.max_model_len,
      permission: [],
    };
    return { object: 'list', data: [model] };
  }

  async #tokenize({ incoming, response }: Exchange): Promise<void> {
    const tokens = parseTokenize(await readJson(incoming), this.#served());
    const { max_model_len } = this.#parts.settings.parameters;
    sendJson(response, { count: tokens.length, max_model_len, tokens, token_strs: null });
  }

  async #detokenize({ incoming, response }: Exchange): Promise<void> {
    sendJson(response, { prompt: decode(parseDetokenize(await readJson(incoming), this.#served())) });
  }

  #served() {
    return { model_id: this.#parts.modelId, max_model_len: this.#parts.settings.parameters.max_model_len };
  }

  async #generate({ incoming, response }: Exchange, endpoint: Endpoint): Promise<void> {
    const request = parseGeneration(endpoint, await readJson(incoming), this.#served());
    if (this.#dead) throw apiProblem(ENGINE_DEAD);
    const id = ++this.#requests;
    const fault = faultFor(this.#parts.settings.faults, id);
    if (refuse(fault, response)) return;
    const { parameters } = this.#parts.settings;
    const seed = promptSeed(request.prompt_ids);
    const planned = outputLength({
      bounds: request,
      mean_tokens: parameters.mean_output_tokens,
      seed: parameters.seed,
      prompt_seed: seed,
    });
    const engineRequest: EngineRequest = {
      id,
      prompt_ids: request.prompt_ids,
      ...(fault === 'short_output'
        ? { output_tokens: Math.max(1, Math.floor(planned.output_tokens / 2)), finish_reason: 'stop' }
        : planned),
    };
    if (this.#engine.submit(engineRequest) === 'rejected') {
      throw apiProblem({
        status: 503,
        message: `Too many requests in flight: the limit is max_num_queued_reqs=${parameters.max_num_queued_reqs} (simulated).`,
        type: 'ServiceUnavailableError',
      });
    }
    const generation = beginGeneration({
      response,
      request,
      engine_request: engineRequest,
      text: answerText(request, {
        id: id.toString(16).padStart(16, '0'),
        created: Math.floor(Date.now() / 1000),
        model: this.#parts.modelId,
        system_fingerprint: `vllm-${SIMULATED_VERSION}-${this.#parts.settings.preset.name}`,
      }),
      prompt_seed: seed,
      fault,
      abort: () => this.#abort(id),
      collapse: (kind) => this.#collapse(kind),
    });
    this.#generations.set(id, generation);
  }

  #abort(id: number): void {
    if (!this.#generations.delete(id)) return;
    this.#engine.abort(id);
    this.#metrics.observeAbort();
  }

  #collapse(fault: 'engine_dead' | 'die'): void {
    const exit = this.#parts.options.exit ?? ((code: number) => process.exit(code));
    if (fault === 'die') {
      exit(1);
      return;
    }
    if (this.#dead) return;
    this.#dead = true;
    this.#engine.stop();
    this.#parts.log.engineDead();
    for (const generation of [...this.#generations.values()]) generation.engineDied();
    setTimeout(() => exit(0), DEAD_ENGINE_EXIT_S * 1000 * this.#parts.options.time_scale).unref();
  }
}

/** Faults that keep a request from the engine; true: it is answered, or never will be. */
function refuse(fault: FaultName | undefined, response: ServerResponse): boolean {
  const text = { message: `Injected fault ${fault} (simulated).`, param: undefined };
  switch (fault) {
    case 'http_400':
      throw apiProblem({ ...text, status: 400, type: 'BadRequestError' });
    case 'http_429': {
      const body = { error: { message: text.message, type: 'RateLimitError', param: null, code: 429 } };
      throw new HttpProblem(429, body, { 'retry-after': '1' });
    }
    case 'http_500':
      throw apiProblem({ ...text, status: 500, type: 'InternalServerError' });
    case 'http_503':
      throw apiProblem({ ...text, status: 503, type: 'ServiceUnavailableError' });
    case 'drop':
      response.destroy();
      return true;
    case 'hang':
      return true;
    default:
      return false;
  }
}
