import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { isLoopback, maskProxy, normaliseAddress, proxyFor, serviceAddress } from './address.ts';

describe('one spelling of an address', () => {
  const same = [
    ['http://127.0.0.1:8000', 'http://127.0.0.1:8000'],
    ['http://127.0.0.1:8000/', 'http://127.0.0.1:8000'],
    ['http://127.0.0.1:8000/v1', 'http://127.0.0.1:8000'],
    ['http://127.0.0.1:8000/v1/', 'http://127.0.0.1:8000'],
    ['  https://channel.example/api\n', 'https://channel.example/api'],
    ['https://channel.example/api/', 'https://channel.example/api'],
    ['https://channel.example/api/v1', 'https://channel.example/api'],
    ['https://channel.example/api//v1//', 'https://channel.example/api'],
    ['HTTPS://Channel.Example:443/API', 'https://channel.example/API'],
    ['http://[::1]:8000/v1', 'http://[::1]:8000'],
    ['https://channel.example/v1beta', 'https://channel.example/v1beta'],
  ] as const;
  for (const [given, expected] of same) {
    test(JSON.stringify(given), () => {
      assert.deepEqual(normaliseAddress(given), { ok: true, address: expected });
    });
  }

  test('spelling it again changes nothing, with or without /v1 and slash', () => {
    fc.assert(
      fc.property(
        fc.webUrl({ validSchemes: ['http', 'https'] }).filter((url) => !/v1\/*$/.test(url)),
        fc.constantFrom('', '/', '/v1', '/v1/'),
        (url, ending) => {
          const plain = serviceAddress(url);
          assert.equal(serviceAddress(plain + ending), plain);
        },
      ),
    );
  });

  const refused = [
    ['', /empty/],
    ['channel.example/api', /http:\/\/127/],
    ['localhost:8000', /write http:\/\//],
    ['ftp://channel.example', /begins with http/],
    ['file:///etc/passwd', /begins with http/],
    ['http:channel.example', /two slashes/],
    ['https://user:hunter2@channel.example', /credentials/],
    ['https://channel.example/?key=1', /query/],
    ['https://channel.example/#x', /fragment/],
    ['https://chan\u0000nel.example', /control/],
    ['http://a b', /expected an http/],
    ['user:hunter2@not an address', /begins with http/],
    ['//user:hunter2@not an address', /expected an http/],
  ] as const;
  for (const [given, expected] of refused) {
    test(`refuses ${JSON.stringify(given)}`, () => {
      const result = normaliseAddress(given);
      assert.ok(!result.ok);
      assert.match(result.problem, expected);
      assert.doesNotMatch(result.problem, /hunter2/);
      assert.throws(() => serviceAddress(given), RangeError);
    });
  }
});

describe('loopback', () => {
  const table = [
    ['localhost', true],
    ['LOCALHOST.', true],
    ['api.localhost', true],
    ['127.0.0.1', true],
    ['127.8.9.10', true],
    ['::1', true],
    ['[::1]', true],
    ['[::ffff:7f00:1]', true],
    ['::ffff:127.0.0.1', true],
    ['localhost.example', false],
    ['127.0.0.1.example', false],
    ['128.0.0.1', false],
    ['0.0.0.0', false],
    ['10.0.0.1', false],
    ['::2', false],
    ['', false],
  ] as const;
  for (const [host, expected] of table) {
    test(`${JSON.stringify(host)}: ${expected}`, () => assert.equal(isLoopback(host), expected));
  }
});

describe('which proxy', () => {
  const http = { HTTP_PROXY: 'http://proxy.example:3128' };
  const table: readonly {
    readonly name: string;
    readonly url?: string;
    readonly configured?: string;
    readonly env: Record<string, string>;
    readonly proxy?: string;
    readonly reason: RegExp;
  }[] = [
    { name: 'none', env: {}, reason: /no proxy is set/ },
    { name: 'HTTP_PROXY', env: http, proxy: 'http://proxy.example:3128', reason: /HTTP_PROXY/ },
    { name: 'not for https', url: 'https://srv.example', env: http, reason: /no proxy/ },
    {
      name: 'HTTPS_PROXY for https',
      url: 'https://srv.example',
      env: { HTTPS_PROXY: 'p.example:1' },
      proxy: 'http://p.example:1',
      reason: /HTTPS_PROXY/,
    },
    {
      name: 'lower case first',
      env: { ...http, http_proxy: 'http://low.example:1' },
      proxy: 'http://low.example:1',
      reason: /\(http_proxy\)/,
    },
    {
      name: 'empty is unset',
      env: { ...http, http_proxy: '' },
      proxy: 'http://proxy.example:3128',
      reason: /HTTP_PROXY/,
    },
    {
      name: 'ALL_PROXY last',
      env: { ALL_PROXY: 'http://all.example:1' },
      proxy: 'http://all.example:1',
      reason: /ALL_PROXY/,
    },
    {
      name: 'configured wins',
      configured: 'http://own.example:2',
      env: { ...http, NO_PROXY: '*' },
      proxy: 'http://own.example:2',
      reason: /service\.proxy/,
    },
    {
      name: 'loopback beats configured',
      url: 'http://127.0.0.1:8000',
      configured: 'http://own.example:2',
      env: http,
      reason: /loopback/,
    },
    { name: 'localhost', url: 'http://localhost:8000', env: http, reason: /loopback/ },
    { name: 'IPv6 loopback', url: 'http://[::1]:8000', env: http, reason: /loopback/ },
    { name: 'NO_PROXY *', env: { ...http, NO_PROXY: '*' }, reason: /NO_PROXY/ },
    { name: 'NO_PROXY host', env: { ...http, NO_PROXY: 'other, srv.example' }, reason: /srv\.example/ },
    { name: 'NO_PROXY suffix', env: { ...http, NO_PROXY: '.example' }, reason: /\.example/ },
    { name: 'NO_PROXY wildcard', env: { ...http, NO_PROXY: '*.example' }, reason: /\*\.example/ },
    { name: 'NO_PROXY bare suffix', env: { ...http, no_proxy: 'example' }, reason: /no_proxy/ },
    {
      name: 'NO_PROXY no half label',
      env: { ...http, NO_PROXY: 'rv.example' },
      proxy: 'http://proxy.example:3128',
      reason: /through/,
    },
    { name: 'NO_PROXY port', env: { ...http, NO_PROXY: 'srv.example:80' }, reason: /srv\.example:80/ },
    {
      name: 'NO_PROXY other port',
      env: { ...http, NO_PROXY: 'srv.example:81' },
      proxy: 'http://proxy.example:3128',
      reason: /through/,
    },
    { name: 'NO_PROXY case', env: { ...http, NO_PROXY: 'SRV.Example' }, reason: /direct/ },
    {
      name: 'NO_PROXY block',
      url: 'http://10.1.2.3',
      env: { ...http, NO_PROXY: '10.0.0.0/8' },
      reason: /10\.0\.0\.0\/8/,
    },
    {
      name: 'NO_PROXY other block',
      url: 'http://11.1.2.3',
      env: { ...http, NO_PROXY: '10.0.0.0/8' },
      proxy: 'http://proxy.example:3128',
      reason: /through/,
    },
    {
      name: 'NO_PROXY IPv6',
      url: 'http://[fd00::1]:9',
      env: { ...http, NO_PROXY: 'fd00::1' },
      reason: /direct/,
    },
    {
      name: 'NO_PROXY IPv6 with port',
      url: 'http://[fd00::1]:9',
      env: { ...http, NO_PROXY: '[fd00::1]:9' },
      reason: /direct/,
    },
  ];
  for (const row of table) {
    test(row.name, () => {
      const choice = proxyFor(row.url ?? 'http://srv.example', row.configured, row.env);
      assert.equal(choice.proxy, row.proxy);
      assert.match(choice.reason, row.reason);
      assert.equal(choice.problem, undefined);
    });
  }

  test('credentials of a proxy reach the connection and no text', () => {
    const choice = proxyFor('http://srv.example', undefined, {
      http_proxy: 'http://me:hunter2@p.example:3128',
    });
    assert.equal(choice.proxy, 'http://me:hunter2@p.example:3128');
    assert.doesNotMatch(choice.reason, /hunter2/);
    assert.equal(maskProxy('http://me:hunter2@p.example:3128'), 'http://***@p.example:3128');
    assert.equal(maskProxy('me:hunter2@p.example:3128'), '***@p.example:3128');
    assert.equal(maskProxy('http://p.example/@'), 'http://p.example/@');
  });

  for (const bad of ['socks5://me:hunter2@p.example:1', 'http://', 'http://me:hunter2@a b']) {
    test(`a proxy that cannot be used is a problem, not a direct connection: ${bad.slice(0, 9)}`, () => {
      const choice = proxyFor('http://srv.example', bad, {});
      assert.equal(choice.proxy, undefined);
      assert.ok(choice.problem !== undefined);
      assert.doesNotMatch(choice.problem + choice.reason, /hunter2/);
    });
  }
});
