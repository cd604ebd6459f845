import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { ask, oneLine } from './answer.ts';
import type { ServiceConfig } from './config/config.ts';
import { connect, createDispatcher } from './connection.ts';
import { GateError } from './failure.ts';

const service: ServiceConfig = { backend: 'openai', endpoint: 'auto' };
const servers: ReturnType<typeof createServer>[] = [];
after(() => {
  for (const server of servers) server.close().closeAllConnections();
});

async function serve(handler: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(handler);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a connection has one spelling of the address, the key and the headers', async () => {
  const connection = await connect(
    { ...service, key: 'sk-1', headers: { 'X-Team': 'gpu' } },
    'https://host.example/api/v1/',
    {},
    ['hf_other'],
  );
  assert.deepEqual(connection, {
    base_url: 'https://host.example/api',
    headers: { authorization: 'Bearer sk-1', 'x-team': 'gpu' },
    secrets: ['hf_other', 'Bearer sk-1', 'sk-1', 'gpu'],
  });
});

test('a header of the user wins over the key', async () => {
  const headers = { Authorization: 'Basic abc' };
  const connection = await connect({ ...service, key: 'sk-1', headers }, 'http://host.example', {});
  assert.deepEqual(connection.headers, { authorization: 'Basic abc' });
});

test('loopback never goes through a proxy', async () => {
  const env = { HTTP_PROXY: 'http://proxy.example:3128' };
  assert.equal((await connect(service, 'http://127.0.0.1:8000', env)).proxy, undefined);
  assert.equal((await connect(service, 'http://host.example', env)).proxy, 'http://proxy.example:3128');
});

for (const [what, content] of [
  ['missing', undefined],
  ['without a certificate', 'hello'],
  ['too large', 'x'.repeat(1_100_000)],
] as const) {
  test(`an authority file that is ${what} is a problem of the configuration`, async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'gate-ca-')), 'ca.pem');
    if (content !== undefined) writeFileSync(file, content);
    await assert.rejects(
      connect({ ...service, ca_file: file }, 'https://host.example', {}),
      (error) => error instanceof GateError && error.kind === 'config' && error.where === 'service.ca_file',
    );
  });
}

test('redirects are answers', async () => {
  const base = await serve((_request, response) => response.writeHead(302, { location: '/there' }).end());
  const connection = await connect(service, base, {});
  const dispatcher = createDispatcher(connection);
  const answer = await ask(dispatcher, connection, { path: '/here', timeoutMs: 5000 });
  assert.equal(answer.status, 302);
  await dispatcher.destroy();
});

test('an idle socket is not used again after the server may have closed it', async () => {
  const base = await serve((_request, response) => response.end('{}'));
  const connection = await connect(service, base, {});
  const dispatcher = createDispatcher(connection, { keepAliveTimeoutMs: 100 });
  await ask(dispatcher, connection, { path: '/', timeoutMs: 5000 });
  await new Promise((resolve) => setTimeout(resolve, 1500));
  const { promise, resolve } = Promise.withResolvers<number>();
  servers.at(-1)?.getConnections((_error, count) => resolve(count));
  assert.equal(await promise, 0);
  await dispatcher.destroy();
});

test('a body longer than the cap is cut, and an endless one ends with it', async () => {
  const base = await serve((_request, response) => {
    const timer = setInterval(() => response.write('x'.repeat(1000)), 1);
    response.on('close', () => clearInterval(timer));
  });
  const connection = await connect(service, base, {});
  const dispatcher = createDispatcher(connection);
  const answer = await ask(dispatcher, connection, { path: '/', timeoutMs: 20_000, maxBytes: 2500 });
  assert.equal(answer.text.length, 2500);
  assert.equal(answer.cut, true);
  await dispatcher.destroy();
});

test('a body that never ends is given up after the time', async () => {
  const base = await serve((_request, response) => void response.write('x'));
  const connection = await connect(service, base, {});
  const dispatcher = createDispatcher(connection);
  await assert.rejects(ask(dispatcher, connection, { path: '/', timeoutMs: 200 }), { name: 'TimeoutError' });
  await dispatcher.destroy();
});

test('a secret at any place of a text is masked before the text is cut', () => {
  const key = 'sk-0123456789abcdefghij';
  for (let before = 0; before < 1300; before++) {
    const line = oneLine(`${'x'.repeat(before)}${key} and more`.padEnd(before + 2000), [key]);
    assert.doesNotMatch(line, /sk-0/, `${before} characters before`);
  }
});

test('text from outside becomes one line without controls', () => {
  assert.equal(oneLine('a\r\n\u001b[31mb\u202ec\u0000 d', []), 'a [31mb c d');
  assert.equal(oneLine('x'.repeat(1000), []).length, 300);
});
