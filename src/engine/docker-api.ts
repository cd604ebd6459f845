// The HTTP API of the container engine, as far as it is used here (moby api/swagger.yaml; podman's compatible one).
import { Agent, type Dispatcher } from 'undici';
import { jsonOf, objectOf, oneLine } from '../answer.ts';
import { GateError } from '../failure.ts';
import type { DockerEndpoint } from './docker-endpoint.ts';

/** Newest version of the API that this code was written for; daemons since 1.41 (Docker 20.10) understand its calls. */
const NEWEST = [1, 44] as const;
const ANSWER_MS = 30_000;
const MAX_BODY = 16 * 1024 * 1024;

/** What answers, as far as it changes what we ask for. */
export interface DockerInfo {
  readonly runtime: 'docker' | 'podman';
  readonly version: string;
  readonly rootless: boolean;
  /** Folder of images and containers on the host. */
  readonly root?: string;
  /** For example x86_64. */
  readonly architecture?: string;
}

export interface DockerCall {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Default 30 s. */
  readonly timeoutMs?: number;
}

export interface DockerAnswer {
  readonly status: number;
  readonly bytes: Buffer;
  /** The JSON object of the body, or an empty one. */
  readonly value: Readonly<Record<string, unknown>>;
  /** JSON of any kind. */
  readonly json: unknown;
  /** What the daemon says about an error, on one line. */
  readonly said: string;
}

/** One daemon. Answers of any status are returned; what the socket throws becomes a GateError. */
export class DockerApi {
  readonly endpoint: DockerEndpoint;
  readonly #dispatcher: Dispatcher;
  #prefix = '';

  constructor(endpoint: DockerEndpoint) {
    this.endpoint = endpoint;
    this.#dispatcher = new Agent({
      connect: { ...(endpoint.socket !== undefined && { socketPath: endpoint.socket }), ...endpoint.tls },
      headersTimeout: 0,
      bodyTimeout: 0,
      connectTimeout: 10_000,
    });
  }

  /** Agrees on a version and asks what answers. Throws GateError when nobody does. */
  async open(): Promise<DockerInfo> {
    const version = await this.call('/version');
    if (version.status !== 200 || typeof version.value['ApiVersion'] !== 'string') {
      throw new GateError({
        kind: 'host',
        code: 'docker_not_there',
        message: `what answers at ${this.endpoint.shown} is no container engine (HTTP ${version.status})`,
        hint: 'Check DOCKER_HOST.',
      });
    }
    this.#prefix = prefixFor(version.value['ApiVersion'], version.value['MinAPIVersion']);
    const { value: info } = await this.call('/info');
    const options = Array.isArray(info['SecurityOptions']) ? info['SecurityOptions'] : [];
    const components = JSON.stringify(version.value['Components'] ?? '').toLowerCase();
    return {
      runtime: components.includes('podman') ? 'podman' : 'docker',
      version: oneLine(String(version.value['Version'] ?? 'unknown'), [], 60),
      rootless: options.some((one) => typeof one === 'string' && one.includes('rootless')),
      ...(typeof info['DockerRootDir'] === 'string' && { root: info['DockerRootDir'] }),
      ...(typeof info['Architecture'] === 'string' && { architecture: info['Architecture'] }),
    };
  }

  /** Asks and reads the whole answer. */
  async call(path: string, call: DockerCall = {}): Promise<DockerAnswer> {
    const timeout = AbortSignal.timeout(call.timeoutMs ?? ANSWER_MS);
    const signal = call.signal === undefined ? timeout : AbortSignal.any([call.signal, timeout]);
    const { status, body } = await this.stream(path, { ...call, signal });
    const chunks: Buffer[] = [];
    let size = 0;
    try {
      for await (const chunk of body) {
        size += chunk.length;
        if (size > MAX_BODY) break;
        chunks.push(chunk);
      }
    } catch (error) {
      throw call.signal?.aborted === true ? error : unreachable(error, this.endpoint);
    }
    return answerOf(status, Buffer.concat(chunks));
  }

  /** Asks and hands out the body as it comes; without a limit of time unless the signal brings one. */
  async stream(
    path: string,
    call: DockerCall = {},
  ): Promise<{ readonly status: number; readonly body: AsyncIterable<Buffer> }> {
    const query = new URLSearchParams(call.query ?? {}).toString();
    try {
      const response = await this.#dispatcher.request({
        origin: this.endpoint.origin,
        path: `${this.#prefix}${path}${query === '' ? '' : `?${query}`}`,
        method: call.method ?? 'GET',
        headers: {
          ...call.headers,
          ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
        ...(call.signal === undefined ? {} : { signal: call.signal }),
      });
      return { status: response.statusCode, body: response.body as AsyncIterable<Buffer> };
    } catch (error) {
      const mine = call.signal?.aborted === true && (error as Error).name === 'AbortError';
      throw mine ? error : unreachable(error, this.endpoint);
    }
  }

  async close(): Promise<void> {
    await this.#dispatcher.destroy();
  }
}

/** An answer from its parts. */
export function answerOf(status: number, bytes: Buffer): DockerAnswer {
  const text = bytes.subarray(0, 4 * 1024 * 1024).toString('utf8');
  const json = jsonOf(text);
  const value = objectOf(json) ?? {};
  const message = value['message'] ?? value['cause'] ?? text;
  return { status, bytes, value, json, said: oneLine(String(message), [], 400) };
}

/** `/v1.41`: the daemon's own version, or the newest that we know where it has a newer one and still takes ours. */
function prefixFor(api: string, minimum: unknown): string {
  const theirs = numbers(api);
  if (theirs === undefined) return '';
  const oldest = typeof minimum === 'string' ? numbers(minimum) : undefined;
  const use = newer(theirs, NEWEST) ? NEWEST : theirs;
  return `/v${(oldest !== undefined && newer(oldest, use) ? oldest : use).join('.')}`;
}

function numbers(version: string): readonly [number, number] | undefined {
  const match = /^(\d{1,4})\.(\d{1,4})$/.exec(version);
  return match === null ? undefined : [Number(match[1]), Number(match[2])];
}

function newer(a: readonly [number, number], b: readonly [number, number]): boolean {
  return a[0] > b[0] || (a[0] === b[0] && a[1] > b[1]);
}

/** Nobody answers: why, and what to do. */
function unreachable(error: unknown, endpoint: DockerEndpoint): GateError {
  const code = (error as NodeJS.ErrnoException).code ?? (error as Error).name;
  const at = endpoint.shown;
  if (code === 'EACCES' || code === 'EPERM') {
    return new GateError({
      kind: 'host',
      code: 'docker_permission',
      message: `no permission for the socket of the container engine (${at})`,
      hint: 'Add the user of the runner to the group docker and start the runner again, or use a rootless engine (DOCKER_HOST).',
      cause: error,
    });
  }
  const absent =
    code === 'ENOENT' ? 'there is no such socket' : `nobody answers (${oneLine(String(code), [], 60)})`;
  return new GateError({
    kind: 'host',
    code: 'docker_not_there',
    message: `the container engine cannot be reached at ${at}: ${absent}`,
    hint:
      code === 'ENOENT'
        ? 'Install and start Docker or podman here; in a job container mount its socket, or use engine.kind process with the vLLM image as the job container.'
        : 'Start the engine (systemctl start docker) or correct DOCKER_HOST.',
    cause: error,
  });
}
