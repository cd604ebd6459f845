import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GateError } from '../failure.ts';
import { badShape, HttpProblem } from './problem.ts';

export interface Exchange {
  readonly incoming: IncomingMessage;
  readonly response: ServerResponse;
}

/** Answers, or throws HttpProblem. */
export type Handler = (exchange: Exchange) => void | Promise<void>;

export interface Route {
  readonly method: 'GET' | 'POST';
  readonly handle: Handler;
}

const BODY_LIMIT_BYTES = 32 * 1024 * 1024;

/** vLLM's outer HTTP behaviour: the key guards every path that begins with /v1, then 404, 405, the route. */
export function createHttpServer(parts: {
  readonly routes: Readonly<Record<string, Route>>;
  readonly api_key?: string;
  readonly server_name: string;
  readonly answered: (request: {
    readonly handler: string;
    readonly method: string;
    readonly status: number;
  }) => void;
  readonly log: (line: string) => void;
}): Server {
  const wanted = parts.api_key === undefined ? undefined : digest(`Bearer ${parts.api_key}`);
  const answer = async ({ incoming, response }: Exchange): Promise<void> => {
    const path = (incoming.url ?? '/').split('?', 1)[0] ?? '/';
    const route = Object.hasOwn(parts.routes, path) ? parts.routes[path] : undefined;
    const method = incoming.method ?? 'GET';
    response.setHeader('server', parts.server_name);
    response.once('finish', () => {
      parts.answered({ handler: route === undefined ? 'none' : path, method, status: response.statusCode });
    });
    if (wanted !== undefined && path.startsWith('/v1')) {
      const given = digest(incoming.headers.authorization ?? '');
      if (!timingSafeEqual(given, wanted)) throw new HttpProblem(401, { error: 'Unauthorized' });
    }
    if (route === undefined) throw new HttpProblem(404, { detail: 'Not Found' });
    if (method !== route.method) {
      throw new HttpProblem(405, { detail: 'Method Not Allowed' }, { allow: route.method });
    }
    await route.handle({ incoming, response });
  };
  const server = createServer({ noDelay: true }, (incoming, response) => {
    answer({ incoming, response }).catch((error: unknown) => {
      if (error instanceof HttpProblem) sendProblem({ incoming, response }, error);
      else if (incoming.destroyed && !incoming.complete) response.destroy();
      else {
        parts.log(`ERROR ${error instanceof Error ? error.stack : String(error)}`);
        response.destroy();
      }
    });
  });
  // Longer than a client keeps idle connections: a reuse must never meet a close.
  server.keepAliveTimeout = 600_000;
  server.requestTimeout = 0;
  return server;
}

/** Resolves with the port; throws GateError kind 'engine' when it cannot be had. */
export async function listen(
  server: Server,
  address: { readonly host: string; readonly port: number },
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      reject(
        new GateError({
          kind: 'engine',
          code: cause.code === 'EADDRINUSE' ? 'port_in_use' : 'listen_failed',
          message: `The simulator cannot listen on ${address.host} port ${address.port}: ${cause.code ?? cause.message}.`,
          hint: 'Choose another port, or 0 for a free one.',
          cause,
        }),
      );
    });
    server.listen({ ...address, backlog: 4096 }, resolve);
  });
  return (server.address() as AddressInfo).port;
}

/** Reads a JSON body; throws HttpProblem with vLLM's texts when it is none, and 413 when it is too large. */
export async function readJson(incoming: IncomingMessage): Promise<unknown> {
  const type = incoming.headers['content-type'] ?? '';
  if (!/^application\/(?:[\w.+-]*\+)?json\s*(?:;|$)/i.test(type)) {
    throw badShape("Unsupported Media Type: Only 'application/json' is allowed");
  }
  const parts: Buffer[] = [];
  let size = 0;
  // The answer to a body that is too large needs the connection.
  for await (const part of incoming.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > BODY_LIMIT_BYTES) {
      throw new HttpProblem(413, { detail: 'Request body is too large' }, { connection: 'close' });
    }
    parts.push(part);
  }
  const text = Buffer.concat(parts).toString('utf8');
  try {
    return JSON.parse(text);
  } catch (error) {
    const at = /position (\d+)/.exec(String(error))?.[1] ?? String(text.length);
    throw badShape(
      `{'type': 'json_invalid', 'loc': 'body.${at}', 'msg': 'JSON decode error', 'input': '<dict of 0 items>', 'ctx': {'error': 'Expecting value'}}`,
      `body.${at}`,
    );
  }
}

export function sendJson(response: ServerResponse, body: object): void {
  const text = JSON.stringify(body);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

function sendProblem({ incoming, response }: Exchange, problem: HttpProblem): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(problem.status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(problem.body),
    ...problem.headers,
  });
  response.end(problem.body);
  // Whatever of the body is still coming is read and dropped.
  incoming.resume();
}

/** Equal lengths for a comparison that takes the same time for every key. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
