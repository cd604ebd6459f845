import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { type FakeImages, startFakeDaemon } from '../../fixtures/docker/daemon.ts';
import { GateError } from '../failure.ts';
import type { Log } from '../ports.ts';
import { DockerApi } from './docker-api.ts';
import { registryAuth } from './docker-auth.ts';
import { dockerEndpoint } from './docker-endpoint.ts';
import { pullFailed } from './docker-failure.ts';
import { type Image, parseReference, provideImage } from './docker-image.ts';
import { followPull } from './docker-pull.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const INSPECT = {
  Id: `sha256:${'b'.repeat(64)}`,
  RepoDigests: [`other/name@sha256:${'c'.repeat(64)}`, `vllm/vllm-openai-rocm@${DIGEST}`],
  Architecture: 'amd64',
  Config: {
    Entrypoint: ['vllm', 'serve'],
    Cmd: null,
    Env: ['PATH=/bin', 'ROCM_PATH=/opt/rocm'],
    Labels: null,
    User: '',
  },
};
const silent: Log = { group: () => {}, info: () => {}, warning: () => {}, progress: () => {} };

async function provide(
  images: FakeImages,
  wanted: Partial<Parameters<typeof provideImage>[2]> = {},
): Promise<Image> {
  await using daemon = await startFakeDaemon(images);
  const api = new DockerApi(dockerEndpoint(daemon.env));
  try {
    const info = await api.open();
    return await provideImage(
      api,
      info,
      {
        image: 'vllm/vllm-openai-rocm:v0.14.0',
        pull: 'missing',
        pull_timeout: 5,
        pull_free_gb: 0,
        ...wanted,
      },
      { env: daemon.env, log: silent, signal: new AbortController().signal },
    );
  } finally {
    await api.close();
  }
}

const code = (expected: string) => (error: unknown) => {
  assert.ok(error instanceof GateError, String(error));
  assert.equal(error.code, expected);
  return true;
};

describe('references', () => {
  const rows: [string, ReturnType<typeof parseReference>][] = [
    ['alpine', { name: 'alpine', registry: 'docker.io', normalised: 'docker.io/library/alpine' }],
    [
      'rocm/vllm:x',
      { name: 'rocm/vllm', registry: 'docker.io', normalised: 'docker.io/rocm/vllm', tag: 'x' },
    ],
    [
      'localhost:5000/a/b',
      { name: 'localhost:5000/a/b', registry: 'localhost:5000', normalised: 'localhost:5000/a/b' },
    ],
    ['ghcr.io/o/i:t', { name: 'ghcr.io/o/i', registry: 'ghcr.io', normalised: 'ghcr.io/o/i', tag: 't' }],
    [
      `r.example:5000/i:t@${DIGEST}`,
      {
        name: 'r.example:5000/i',
        registry: 'r.example:5000',
        normalised: 'r.example:5000/i',
        tag: 't',
        digest: DIGEST,
      },
    ],
  ];
  for (const [text, expected] of rows) test(text, () => assert.deepEqual(parseReference(text), expected));
});

describe('the image', () => {
  test('one that is there is not pulled; its digest is the one under the asked-for name', async () => {
    const image = await provide({ inspect: INSPECT });
    assert.equal(image.digest, `vllm/vllm-openai-rocm@${DIGEST}`);
    assert.equal(image.id, INSPECT.Id);
    assert.deepEqual(image.entrypoint, ['vllm', 'serve']);
  });

  test('the full name of Docker Hub means the same', async () => {
    const image = await provide({ inspect: INSPECT }, { image: 'docker.io/vllm/vllm-openai-rocm:v0.14.0' });
    assert.equal(image.digest, `docker.io/vllm/vllm-openai-rocm@${DIGEST}`);
  });

  test('an image that no registry has has no digest', async () => {
    const image = await provide({ inspect: { ...INSPECT, RepoDigests: [] } });
    assert.equal(image.digest, undefined);
  });

  test('a missing one is pulled', async () => {
    const lines = [
      { status: 'Pulling from vllm/vllm-openai-rocm', id: 'v0.14.0' },
      { status: 'Status: Downloaded' },
    ];
    assert.equal((await provide({ inspect: INSPECT, pull: { status: 200, lines } })).id, INSPECT.Id);
  });

  test('never means never', async () => {
    await assert.rejects(provide({}, { pull: 'never' }), code('image_missing'));
  });

  test('a pull that ends without the image, or answers nonsense, is an error', async () => {
    await assert.rejects(provide({ pull: { status: 200, lines: [] } }), code('pull_failed'));
    await assert.rejects(provide({ pull: { status: 200, lines: [{ error: 7 }] } }), code('pull_failed'));
    await assert.rejects(provide({ inspect: { Id: 5 } }), code('pull_failed'));
  });

  test('the disk is looked at before', async () => {
    const pull = { status: 200, lines: [] };
    await assert.rejects(provide({ pull }, { pull_free_gb: 1e9 }), code('no_space'));
  });
});

// The words of dockerd 20.10 to 28 and of registries (moby distribution/errors.go, pkg/jsonmessage).
describe('why a pull fails', () => {
  const rows: [string, string, 'engine' | 'host'][] = [
    [
      'manifest for vllm/vllm-openai-rocm:v9 not found: manifest unknown: manifest unknown',
      'image_not_found',
      'engine',
    ],
    ['manifest unknown', 'image_not_found', 'engine'],
    [
      "pull access denied for x/y, repository does not exist or may require 'docker login': denied: requested access to the resource is denied",
      'image_access_denied',
      'engine',
    ],
    ['Head "https://ghcr.io/v2/a/b/manifests/latest": unauthorized', 'image_access_denied', 'engine'],
    [
      'toomanyrequests: You have reached your unauthenticated pull rate limit. https://www.docker.com/increase-rate-limit',
      'registry_rate_limit',
      'engine',
    ],
    ['write /var/lib/docker/tmp/GetImageBlob1: no space left on device', 'no_space', 'host'],
    [
      'failed to register layer: Error processing tar file(exit status 1): write /opt/x: no space left on device',
      'no_space',
      'host',
    ],
    [
      'Get "https://registry-1.docker.io/v2/": dial tcp: lookup registry-1.docker.io: no such host',
      'registry_unreachable',
      'engine',
    ],
    ['Get "https://r.example/v2/": net/http: TLS handshake timeout', 'registry_unreachable', 'engine'],
    ['no matching manifest for linux/arm64/v8 in the manifest list entries', 'image_platform', 'engine'],
    ['something new', 'pull_failed', 'engine'],
  ];
  for (const [said, expected, kind] of rows) {
    test(said.slice(0, 60), () => {
      const error = pullFailed('image:tag', said);
      assert.deepEqual([error.code, error.kind], [expected, kind]);
      assert.deepEqual(error.evidence, [said]);
      assert.ok((error.hint ?? '').length > 10);
    });
  }
});

describe('progress of a pull', () => {
  test('layers and sizes on the live line; a line for the log every 30 s', async () => {
    const shown: string[] = [];
    const logged: string[] = [];
    let clock = 0;
    async function* body(): AsyncGenerator<Buffer> {
      const lines = [
        { status: 'Pulling from a/b', id: 'latest' },
        { status: 'Pulling fs layer', progressDetail: {}, id: 'l1' },
        { status: 'Already exists', progressDetail: {}, id: 'l2' },
        { status: 'Downloading', progressDetail: { current: 5e8, total: 2e9 }, id: 'l1' },
        { status: 'Download complete', progressDetail: {}, id: 'l1' },
        { status: 'Pull complete', progressDetail: {}, id: 'l1' },
      ];
      for (const line of lines) {
        clock += 20_000;
        const bytes = Buffer.from(`${JSON.stringify(line)}\r\n`);
        // Chunks need not end where lines do.
        yield bytes.subarray(0, 7);
        yield bytes.subarray(7);
      }
    }
    const log = { info: (line: string) => logged.push(line), progress: (line: string) => shown.push(line) };
    assert.equal(await followPull(body(), 200, log, () => clock), undefined);
    assert.match(shown[3] ?? '', /^image: 1 of 2 layers, 0\.5 of 2\.0 GB so far, \d+ s$/);
    assert.match(shown.at(-1) ?? '', /^image: 2 of 2 layers, 2\.0 of 2\.0 GB so far/);
    assert.ok(logged.length >= 2 && logged.length <= 4, `${logged.length} lines in 120 s`);
  });

  test('an error in the stream comes with HTTP 200', async () => {
    async function* body(): AsyncGenerator<Buffer> {
      yield Buffer.from('{"errorDetail":{"message":"manifest unknown"},"error":"manifest unknown"}\n');
    }
    const log = { info: () => {}, progress: () => {} };
    assert.equal(await followPull(body(), 200, log), 'manifest unknown');
  });
});

describe('login for a registry', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ig-auth-'));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  writeFileSync(
    join(bin, 'docker-credential-lab'),
    '#!/bin/sh\nread server\n[ "$server" = r.example ] || exit 1\necho \'{"Username":"robot","Secret":"s3cret"}\'\n',
    { mode: 0o755 },
  );
  const env = { DOCKER_CONFIG: folder, PATH: `${bin}:/usr/bin:/bin` };
  const decoded = async (registry: string, config: unknown): Promise<unknown> => {
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
    const header = await registryAuth(registry, env);
    return header === undefined ? undefined : JSON.parse(Buffer.from(header, 'base64url').toString('utf8'));
  };

  test('from the file, for Docker Hub under its old address', async () => {
    const auth = Buffer.from('me:pass:word').toString('base64');
    assert.deepEqual(await decoded('docker.io', { auths: { 'https://index.docker.io/v1/': { auth } } }), {
      username: 'me',
      password: 'pass:word',
      serveraddress: 'https://index.docker.io/v1/',
    });
  });

  test('from a credential helper; one that does not know the registry counts as none', async () => {
    const config = { credHelpers: { 'r.example': 'lab', 'q.example': 'lab' } };
    assert.deepEqual(await decoded('r.example', config), {
      username: 'robot',
      password: 's3cret',
      serveraddress: 'r.example',
    });
    assert.equal(await decoded('q.example', config), undefined);
    assert.equal(await decoded('r.example', { credsStore: '../../evil' }), undefined);
  });

  test('nothing stored, or a broken file: none', async () => {
    assert.equal(await decoded('ghcr.io', { auths: {} }), undefined);
    assert.equal(await decoded('ghcr.io', [1]), undefined);
  });
});
