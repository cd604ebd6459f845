import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect as connectSocket, createServer as createSocketServer } from 'node:net';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { LoadConfig, ServiceConfig } from '../config/config.ts';
import { connect } from '../connection.ts';
import { GateError } from '../failure.ts';
import type { Channel, Connection } from '../ports.ts';
import { createProbe } from './probe.ts';

const recorded = (name: string): string =>
  readFileSync(new URL(`../../fixtures/recorded/vllm-0.32.0-cpu/${name}`, import.meta.url), 'utf8');
const tls = (name: string): string =>
  fileURLToPath(new URL(`../../fixtures/engine/tls/${name}`, import.meta.url));

interface Reply {
  readonly status?: number;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}
interface Seen {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}
/** What the server says to a request; undefined: what vLLM 0.32.0 serving `tiny` said. */
type Script = (seen: Seen) => Reply | undefined;

const servers: { close(): unknown; closeAllConnections?(): unknown }[] = [];
after(() => {
  for (const server of servers) {
    server.closeAllConnections?.();
    server.close();
  }
});

function likeVllm({ path, body }: Seen): Reply {
  const stream = { 'content-type': 'text/event-stream; charset=utf-8' };
  const options = body['stream_options'] as { continuous_usage_stats?: boolean } | undefined;
  const kind = options?.continuous_usage_stats === true ? '-continuous' : '';
  if (path === '/v1/models') return { body: recorded('models.json') };
  if (path === '/version') return { body: recorded('version.json') };
  if (path === '/metrics')
    return { body: recorded('metrics.txt'), headers: { 'content-type': 'text/plain' } };
  if (path === '/tokenize') return { body: '{"count":2,"max_model_len":2048,"tokens":[5,6]}' };
  const chat = path === '/v1/chat/completions';
  if (!chat && path !== '/v1/completions') return { status: 404, body: recorded('err-404path.json') };
  if (body['model'] !== 'tiny') return { status: 404, body: recorded('err-model404.json') };
  const name = chat ? 'chat' : 'completions';
  if (body['stream'] !== true) return { body: recorded(`${name}-nonstream.json`) };
  const usage = options === undefined && !chat ? '-nousage' : kind;
  return { body: recorded(`${name}${usage}.sse`), headers: stream };
}

async function serve(script: Script = () => undefined, seen: Seen[] = []): Promise<string> {
  const server = createServer((request, response) => void answer(request, response, script, seen));
  return listen(server, 'http');
}

async function listen(server: Server, scheme: 'http' | 'https'): Promise<string> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  script: Script,
  seen: Seen[],
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  const one: Seen = { path: request.url ?? '', body: text === '' ? {} : JSON.parse(text) };
  seen.push(one);
  const reply = script(one) ?? likeVllm(one);
  response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers });
  response.end(reply.body ?? '');
}

interface Setup {
  readonly service?: Partial<ServiceConfig>;
  readonly load?: Partial<LoadConfig>;
  readonly connection?: Partial<Connection>;
  readonly engine_model?: string;
  readonly log?: string[];
}

async function probe(base: string, setup: Setup = {}): Promise<Channel> {
  const service: ServiceConfig = { backend: 'openai', endpoint: 'auto', ...setup.service };
  const load: LoadConfig = {
    request_rates: [1],
    explore_rates: [],
    arrival: 'poisson',
    burstiness: 1,
    seed: 0,
    dataset_name: 'random',
    input_len: 16,
    ignore_eos: true,
    allow_reuse: false,
    timeout: 5,
    sampling: { temperature: 0 },
    warmup: { max_s: 0 },
    ...setup.load,
  };
  const log = {
    info: (line: string) => void setup.log?.push(line),
    warning: (line: string) => void setup.log?.push(line),
  };
  return createProbe({ log, detail: 'public' }).probe({
    connection: { ...(await connect(service, base, {})), ...setup.connection },
    service,
    load,
    ...(setup.engine_model === undefined ? {} : { engine_model: setup.engine_model }),
    signal: new AbortController().signal,
  });
}

async function refused(base: string, setup: Setup = {}): Promise<GateError> {
  const error = await probe(base, setup).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.ok(error instanceof GateError, `expected a GateError, got ${String(error)}`);
  assert.equal(error.kind, 'channel');
  assert.ok((error.hint ?? '').length > 20, 'says what to check');
  return error;
}

test('a list of models that is too long to read is told so, and thousands of models are read', async () => {
  const list = (count: number): string =>
    JSON.stringify({ data: Array.from({ length: count }, (_, i) => ({ id: `${'m'.repeat(400)}-${i}` })) });
  const models = (body: string, headers = {}) =>
    serve(({ path }) => (path === '/v1/models' ? { body, headers } : undefined));
  assert.match(
    (await refused(await models(list(25_000)))).message,
    /list of the server is too long: it was cut/,
  );
  assert.match((await refused(await models(list(5000)))).message, /the server serves 5000: mmm/);
  const encoded = await refused(await models('\u0001', { 'content-encoding': 'gzip' }));
  assert.equal(encoded.code, 'content_encoding');
  const { report } = await probe(await models(list(5000)), { service: { model_id: 'tiny' } });
  assert.equal(report.served_models.length, 200);
});

test('100 Continue, which the client cannot read, has its own message', async () => {
  const server = createSocketServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', () =>
      socket.write('HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const error = await refused(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  server.close();
  assert.equal(error.code, 'interim_answer');
  assert.match(error.message, /100 Continue, which nobody had asked for/);
});

test('a key that the server echoes is masked before its text is cut, wherever the cut falls', async () => {
  const key = 'sk-0123456789abcdefghijklmnopqrstuvwxyz';
  const replies: readonly ((said: string) => Reply)[] = [
    (said) => ({ status: 500, body: said }),
    (said) => ({ status: 404, body: said }),
    (said) => ({ status: 400, body: JSON.stringify({ error: { message: said } }) }),
    (said) => ({ status: 500, body: `<html><title>${said}</title></html>` }),
    (said) => ({ status: 302, headers: { location: `https://other.example/${said}` } }),
    (said) => ({ body: said }),
    (said) => ({ body: JSON.stringify({ said }) }),
    (said) => ({ headers: { 'content-type': 'text/event-stream' }, body: `data: {"said": "${said}"}\n\n` }),
  ];
  for (const reply of replies) {
    for (let before = 0; before < 300; before += 12) {
      const base = await serve(() => reply('x'.repeat(before) + key));
      const error = await refused(base, { service: { key, model_id: 'm' } });
      assert.doesNotMatch(`${error.message} ${error.where} ${error.hint}`, /sk-0/);
    }
  }
});

// ---- what is learned -----------------------------------------------------------------------------------------

test('learns from vLLM 0.32.0 what a measurement needs', async () => {
  const seen: Seen[] = [];
  const channel = await probe(await serve(undefined, seen));
  assert.deepEqual(channel.report, {
    endpoint: 'completions',
    path: '/v1/completions',
    model_id: 'tiny',
    served_models: ['tiny'],
    max_model_len: 2048,
    server_version: '0.32.0',
    tokenize: true,
    usage: 'continuous',
    answered_model: 'tiny',
    dropped_fields: [],
    metrics_endpoint: true,
    notes: [],
  });
  assert.equal(channel.fingerprint['vllm']?.value, '0.32.0');
  assert.equal(channel.fingerprint['endpoint']?.value, 'completions');
  const posts = seen.filter((one) => one.path === '/v1/completions').map((one) => one.body);
  assert.equal(posts[0]?.['max_tokens'], 16);
  assert.equal(posts[0]?.['stream'], undefined);
  assert.deepEqual(posts[1]?.['ignore_eos'], true);
  assert.equal(posts.length, 2);
});

test('a server that answers as another model is known by that name too', async () => {
  const renamed: Script = (seen) => {
    const { body, ...rest } = likeVllm(seen);
    if (!seen.path.endsWith('/completions') || body === undefined) return { ...rest, ...(body && { body }) };
    return { ...rest, body: body.replaceAll('"model":"tiny"', '"model":"tiny-2026-01-01"') };
  };
  const { report, fingerprint } = await probe(await serve(renamed));
  assert.deepEqual([report.model_id, report.answered_model], ['tiny', 'tiny-2026-01-01']);
  assert.equal(fingerprint['answered_model']?.value, 'tiny-2026-01-01');
  const plain = await probe(await serve());
  assert.equal(plain.fingerprint['answered_model'], undefined);
});

test('the chat backends begin with the chat endpoint', async () => {
  const { report } = await probe(await serve(), { service: { backend: 'openai-chat' } });
  assert.equal(report.path, '/v1/chat/completions');
  assert.equal(report.usage, 'continuous');
});

for (const suffix of ['', '/', '/v1', '/v1/']) {
  test(`a base address ending in "${suffix}" reaches the same endpoint`, async () => {
    const channel = await probe(`${await serve()}${suffix}`);
    assert.equal(channel.report.path, '/v1/completions');
    assert.ok(!channel.connection.base_url.endsWith('/'));
  });
}

test('a channel below /api is found with and without /v1 in its own paths', async () => {
  const strip: Script = ({ path, body }) =>
    path.startsWith('/api/v1/') ? likeVllm({ path: path.slice(4), body }) : { status: 404, body: '{}' };
  const modern = await probe(`${await serve(strip)}/api`);
  assert.equal(modern.report.path, '/v1/completions');
  const old: Script = ({ path, body }) =>
    /^\/api\/(?!v1)/.test(path)
      ? likeVllm({ path: path.replace('/api/', '/v1/'), body })
      : { status: 404, body: '<html><title>Not found</title></html>' };
  const bare = await probe(`${await serve(old)}/api/`);
  assert.equal(bare.report.path, '/completions');
  assert.ok(bare.report.notes.some((note) => note.includes('without /v1')));
});

for (const [what, reply] of [
  ['404', { status: 404, body: recorded('err-404path.json') }],
  ['405', { status: 405, body: recorded('err-405.json') }],
  [
    'a hint at the other endpoint',
    {
      status: 404,
      body: '{"error":{"message":"This is a chat model and not supported in the v1/completions endpoint.","param":"model"}}',
    },
  ],
] as const) {
  test(`endpoint auto takes the other endpoint on ${what}, and says so`, async () => {
    const { report } = await probe(
      await serve(({ path }) => (path === '/v1/completions' ? reply : undefined)),
    );
    assert.equal(report.endpoint, 'chat');
    assert.ok(report.notes.some((note) => note.startsWith('endpoint: chat')));
  });
}

test('an endpoint that was named is not exchanged for another', async () => {
  const base = await serve(({ path }) => (path === '/v1/completions' ? { status: 404 } : undefined));
  assert.equal((await refused(base, { service: { endpoint: 'completions' } })).code, 'endpoint_not_found');
});

const USAGE: readonly (readonly [string, string])[] = [
  ['completions-continuous.sse', 'continuous'],
  ['completions.sse', 'final'],
  ['completions-nousage.sse', 'none'],
  ['chat-continuous.sse', 'continuous'],
  ['chat.sse', 'final'],
];
for (const [file, usage] of USAGE) {
  test(`sees ${usage} usage in ${file}`, async () => {
    const reply = { body: recorded(file), headers: { 'content-type': 'text/event-stream' } };
    const { report } = await probe(await serve(({ body }) => (body['stream'] === true ? reply : undefined)));
    assert.equal(report.usage, usage);
  });
}

test('fields that a refusal names are dropped one by one, and said', async () => {
  const strict: Script = ({ body }) => {
    const unknown = ['ignore_eos', 'min_tokens', 'top_k'].find((field) => field in body);
    return unknown === undefined
      ? undefined
      : {
          status: 400,
          body: JSON.stringify({ error: { message: `Unrecognized request argument supplied: ${unknown}` } }),
        };
  };
  const { report } = await probe(await serve(strict), { load: { sampling: { temperature: 0, top_k: 5 } } });
  assert.deepEqual(report.dropped_fields, ['ignore_eos', 'min_tokens', 'top_k']);
  assert.ok(report.notes.some((note) => note.includes('ignore_eos, min_tokens, top_k')));
  assert.equal(report.usage, 'continuous');
});

test('fields that a refusal does not name are found by trying', async () => {
  const mute: Script = ({ body }) => {
    const options = body['stream_options'] as Record<string, unknown> | undefined;
    const bad = 'ignore_eos' in body || options?.['continuous_usage_stats'] !== undefined;
    return bad ? { status: 422, body: '{"detail":"invalid request"}' } : undefined;
  };
  const { report } = await probe(await serve(mute));
  assert.deepEqual(report.dropped_fields, ['stream_options.continuous_usage_stats', 'ignore_eos']);
  assert.equal(report.usage, 'final');
});

test('a server that wants max_completion_tokens gets it', async () => {
  const picky: Script = ({ body }) =>
    'max_tokens' in body && 'model' in body
      ? {
          status: 400,
          body: '{"error":{"message":"Use max_completion_tokens instead.","param":"max_tokens"}}',
        }
      : undefined;
  const { report } = await probe(await serve(picky));
  assert.deepEqual(report.dropped_fields, ['max_tokens']);
});

test('what a user asked for is never dropped silently', async () => {
  const base = await serve(({ body }) =>
    'top_p' in body ? { status: 400, body: '{"error":{"message":"top_p is not supported"}}' } : undefined,
  );
  const error = await refused(base, { load: { sampling: { temperature: 0, top_p: 0.5 } } });
  assert.equal(error.code, 'bad_request');
  assert.match(error.message, /top_p is not supported/);
});

test('a channel without a list of models, version, metrics and tokenizer is fine', async () => {
  const bare: Script = ({ path }) =>
    path.endsWith('/completions') ? undefined : { status: 404, body: '{}' };
  const { report, fingerprint } = await probe(await serve(bare), { service: { model_id: 'tiny' } });
  assert.equal(report.tokenize, false);
  assert.equal(report.metrics_endpoint, false);
  assert.equal(report.server_version, undefined);
  assert.equal(fingerprint['vllm'], undefined);
});

test('an unfinished stream is told, not hidden', async () => {
  const body = 'data: {"choices":[{"index":0,"text":"a","finish_reason":null}]}\n\n';
  const reply = { body, headers: { 'content-type': 'text/event-stream' } };
  const { report } = await probe(await serve((one) => (one.body['stream'] === true ? reply : undefined)));
  assert.ok(report.notes.some((note) => note.includes('no finish_reason')));
  assert.ok(report.notes.some((note) => note.includes('without [DONE]')));
});

// ---- what goes wrong, each with its own message ----------------------------------------------------------------

const POST_REPLIES: readonly (readonly [string, Reply, string, RegExp])[] = [
  ['401 of vLLM', { status: 401, body: '{"error":"Unauthorized"}' }, 'unauthorized', /Unauthorized/],
  ['403', { status: 403, body: '{"message":"country not allowed"}' }, 'forbidden', /country not allowed/],
  ['429', { status: 429, body: '{"error":{"message":"quota exceeded"}}' }, 'rate_limited', /quota exceeded/],
  [
    '500',
    { status: 500, body: '{"error":{"message":"EngineCore died"}}' },
    'server_error',
    /EngineCore died/,
  ],
  [
    '502 as HTML',
    { status: 502, body: '<html><head><title>502 Bad Gateway</title>' },
    'server_error',
    /Bad Gateway/,
  ],
  ['400', { status: 400, body: recorded('err-noprompt.json') }, 'bad_request', /prompt_embeds/],
  ['418', { status: 418, body: 'teapot' }, 'bad_request', /teapot/],
  ['a redirect', { status: 308, headers: { location: 'https://api.example/v1?key=abc' } }, 'redirect', /308/],
  [
    'a redirect to a login',
    { status: 302, headers: { location: '/oauth/authorize?x=1' } },
    'login_redirect',
    /login/,
  ],
  [
    '200 with an error',
    { body: '{"error":{"message":"model is overloaded"}}' },
    'error_in_200',
    /overloaded/,
  ],
  [
    '200 with an old vLLM error',
    { body: '{"object":"error","message":"no such"}' },
    'error_in_200',
    /no such/,
  ],
  ['200 without choices', { body: '{"id":"x","choices":[]}' }, 'no_choices', /without choices/],
  ['200 with an HTML page', { body: '<!doctype html><title>Welcome</title>' }, 'html_page', /Welcome/],
  [
    '200 with a login page',
    { body: '<html><title>Company</title><input type="password">', headers: { 'content-type': 'text/html' } },
    'login_page',
    /login page/,
  ],
  ['200 that is no JSON', { body: 'OK' }, 'not_json', /not JSON: OK/],
  ['200 with a JSON array', { body: '[]' }, 'not_json', /not JSON/],
  ['200 with nothing', { body: '' }, 'empty_body', /empty body/],
  ['200 without end', { body: 'x'.repeat(1_200_000) }, 'too_large', /more than 1048576 bytes/],
  ['200 with blanks without end', { body: ' '.repeat(1_200_000) }, 'too_large', /more than 1048576 bytes/],
  [
    '200 in an encoding that nobody asked for',
    { headers: { 'content-encoding': 'br' }, body: '\u0001\u0002 garbage' },
    'content_encoding',
    /^HTTP 200 with a body with content-encoding br, which was not asked for$/,
  ],
  [
    'an encoded refusal',
    { status: 500, headers: { 'content-encoding': 'gzip' }, body: '\u001f garbage' },
    'server_error',
    /500: a body with content-encoding gzip/,
  ],
];
for (const [what, reply, code, message] of POST_REPLIES) {
  test(`${what} has its own message`, async () => {
    const base = await serve(({ body }) => ('model' in body ? reply : undefined));
    const error = await refused(base);
    assert.equal(error.code, code);
    assert.match(error.message, message);
    assert.ok(error.message.length < 500);
    assert.ok(!(error.where ?? '').includes('key=abc'), 'no query of a redirect is shown');
  });
}

test('a wrong model names those that are served', async () => {
  const error = await refused(await serve(), { service: { model_id: 'llama' } });
  assert.equal(error.code, 'model_not_found');
  assert.match(error.message, /"llama"/);
  assert.match(error.hint ?? '', /tiny/);
});

test('several models and none named: the list is in the message', async () => {
  const body = '{"data":[{"id":"a"},{"id":"b\\u0007"},{"id":7},null]}';
  const error = await refused(await serve(({ path }) => (path === '/v1/models' ? { body } : undefined)));
  assert.equal(error.code, 'model_not_named');
  assert.match(error.message, /serves 2: a, b$/);
});

test('a key that the list of models refuses is told as such', async () => {
  const base = await serve(({ path }) =>
    path === '/v1/models' ? { status: 401, body: '{"error":"Unauthorized"}' } : undefined,
  );
  assert.equal((await refused(base)).code, 'unauthorized');
});

for (const [what, reply, code] of [
  [
    'an error object in the stream',
    { body: 'data: {"error":{"message":"dead","code":500}}\n\ndata: [DONE]\n\n' },
    'stream_error',
  ],
  [
    'an error of another form in the stream',
    { body: 'data: {"code":500,"message":"dead"}\n\ndata: [DONE]\n\n' },
    'stream_error',
  ],
  ['a stream without choices', { body: 'data: [DONE]\n\n' }, 'no_choices'],
  ['an answer in one piece', { body: recorded('completions-nonstream.json'), headers: {} }, 'not_streaming'],
  ['an HTML page', { body: '<html><title>x</title>', headers: { 'content-type': 'text/html' } }, 'html_page'],
] as const) {
  test(`${what} instead of a stream is refused`, async () => {
    const streaming = { headers: { 'content-type': 'text/event-stream' }, ...reply };
    const base = await serve(({ body }) => (body['stream'] === true ? streaming : undefined));
    assert.equal((await refused(base)).code, code);
  });
}

test('connection refused', async () => {
  const error = await refused('http://127.0.0.1:9');
  assert.equal(error.code, 'connection_refused');
});

test('a host name that does not resolve', async () => {
  assert.equal((await refused('http://no-such-host.invalid')).code, 'dns');
});

test('a server that accepts and never answers', async () => {
  const base = await listen(
    createServer((request, response) => {
      if (request.method === 'GET') response.end(recorded('models.json'));
    }),
    'http',
  );
  assert.equal((await refused(base, { load: { timeout: 0.5 } })).code, 'timeout');
});

test('something that is not HTTP', async () => {
  const server = createSocketServer((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const error = await refused(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  assert.equal(error.code, 'not_http');
});

test('a connection that is closed without an answer', async () => {
  const server = createSocketServer((socket) => socket.destroy());
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const error = await refused(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  assert.equal(error.code, 'reset');
});

async function serveTls(name: string): Promise<string> {
  const server = createTlsServer(
    {
      cert: readFileSync(tls(`${name}.test-certificate.pem`)),
      key: readFileSync(tls(`${name}.test-key.pem`)),
    },
    (request, response) => void answer(request, response, () => undefined, []),
  );
  return listen(server, 'https');
}

test('a self-signed certificate', async () => {
  assert.equal((await refused(await serveTls('good'))).code, 'tls_self_signed');
});

test('a private authority in service.ca_file is believed, and the usual ones still are', async () => {
  const service = { ca_file: tls('good.test-certificate.pem') };
  const { report, connection } = await probe(await serveTls('good'), { service });
  assert.equal(report.model_id, 'tiny');
  assert.match(connection.ca ?? '', /BEGIN CERTIFICATE/);
});

test('an expired certificate', async () => {
  const service = { ca_file: tls('expired.test-certificate.pem') };
  assert.equal((await refused(await serveTls('expired'), { service })).code, 'tls_expired');
});

test('a certificate of another host', async () => {
  const service = { ca_file: tls('other-host.test-certificate.pem') };
  assert.equal((await refused(await serveTls('other-host'), { service })).code, 'tls_hostname');
});

test('https to a server that speaks http', async () => {
  assert.equal((await refused((await serve()).replace('http:', 'https:'))).code, 'tls_protocol');
});

// ---- proxies -------------------------------------------------------------------------------------------------

/** A proxy on loopback that sends everything to one server, or refuses with a status. */
async function serveProxy(target: string | number): Promise<string> {
  const proxy = createServer((request, response) => {
    if (typeof target === 'number') {
      response.writeHead(target, { 'content-type': 'text/html' }).end('<html><title>Proxy</title></html>');
      return;
    }
    const path = new URL(request.url ?? '', 'http://x').pathname;
    request.url = path;
    void answer(request, response, () => undefined, []);
  });
  proxy.on('connect', (_request, socket, head) => {
    if (typeof target === 'number') {
      socket.end(`HTTP/1.1 ${target} Refused\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const there = connectSocket(Number(new URL(target).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      there.write(head);
      there.pipe(socket).pipe(there);
    });
    socket.on('error', () => there.destroy());
    there.on('error', () => socket.destroy());
  });
  return listen(proxy, 'http');
}

function withCredentials(proxy: string): string {
  return proxy.replace('http://', 'http://user:pa55word@');
}

test('a proxy in the way is said before anything is measured, without its credentials', async () => {
  const log: string[] = [];
  const proxy = withCredentials(await serveProxy('http://127.0.0.1:1'));
  const { report } = await probe('http://channel.example/v1', { connection: { proxy }, log });
  assert.match(log[0] ?? '', /through the proxy http:\/\/\*\*\*@127\.0\.0\.1/);
  assert.ok(report.notes.some((note) => note.includes('HTTP proxy')));
  assert.ok(!JSON.stringify([log, report]).includes('pa55word'));
});

test('https goes through the proxy as a tunnel', async () => {
  const server = await serveTls('other-host');
  const proxy = await serveProxy(server);
  const service = { ca_file: tls('other-host.test-certificate.pem') };
  const { report } = await probe('https://other.example', { service, connection: { proxy } });
  assert.equal(report.model_id, 'tiny');
});

for (const [what, base, status, code] of [
  ['wants a password', 'http://channel.example', 407, 'proxy_auth'],
  ['wants a password for a tunnel', 'https://channel.example', 407, 'proxy_auth'],
  ['refuses a tunnel', 'https://channel.example', 502, 'proxy_error'],
  ['cannot reach the server', 'http://channel.example', 502, 'server_error'],
] as const) {
  test(`a proxy that ${what} is named without credentials`, async () => {
    const proxy = withCredentials(await serveProxy(status));
    const error = await refused(base, { connection: { proxy }, service: { model_id: 'tiny' } });
    assert.equal(error.code, code);
    assert.match(error.message, /proxy http:\/\/\*\*\*@127\.0\.0\.1/);
    assert.ok(!JSON.stringify([error.message, error.hint, error.where]).includes('pa55word'));
  });
}

test('a proxy that is not there', async () => {
  const error = await refused('https://channel.example', { connection: { proxy: 'http://127.0.0.1:9' } });
  assert.equal(error.code, 'proxy_unreachable');
});

// ---- alive ---------------------------------------------------------------------------------------------------

const ALIVE: readonly (readonly [string, Script, boolean])[] = [
  ['/health 200', ({ path }) => (path === '/health' ? { body: '' } : undefined), true],
  [
    '/health 503: the engine is dead',
    ({ path }) => (path === '/health' ? { status: 503 } : undefined),
    false,
  ],
  ['no /health, but a list of models', () => undefined, true],
  [
    'no /health and a failing list',
    ({ path }) => (path === '/v1/models' ? { status: 500 } : undefined),
    false,
  ],
];
for (const [what, script, expected] of ALIVE) {
  test(`alive: ${what}`, async () => {
    const channel = await probe(await serve());
    const base = await serve(script);
    const there = { ...channel, connection: { ...channel.connection, base_url: base } };
    const port = createProbe({ log: { info() {}, warning() {} }, detail: 'public' });
    assert.equal(await port.alive(there), expected);
  });
}

test('alive: nothing listens any more', async () => {
  const channel = await probe(await serve());
  const gone = { ...channel, connection: { ...channel.connection, base_url: 'http://127.0.0.1:9' } };
  assert.equal(await createProbe({ log: { info() {}, warning() {} }, detail: 'public' }).alive(gone), false);
});

test('an aborted probe throws the reason of the signal', async () => {
  const controller = new AbortController();
  const base = await serve();
  const service: ServiceConfig = { backend: 'openai', endpoint: 'auto' };
  const reason = new Error('enough');
  controller.abort(reason);
  const port = createProbe({ log: { info() {}, warning() {} }, detail: 'public' });
  const load = { timeout: 5, ignore_eos: true, sampling: { temperature: 0 } } as unknown as LoadConfig;
  await assert.rejects(
    port.probe({ connection: await connect(service, base, {}), service, load, signal: controller.signal }),
    (error) => error === reason,
  );
});
