import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { startFakeDaemon } from '../../fixtures/docker/daemon.ts';
import { GateError } from '../failure.ts';
import { DockerApi } from './docker-api.ts';
import { containerCommand, requireFitting } from './docker-command.ts';
import { endOf } from './docker-container.ts';
import { dockerEndpoint } from './docker-endpoint.ts';
import { firstFile } from './docker-facts.ts';
import { notStarted } from './docker-failure.ts';
import type { Image } from './docker-image.ts';
import { splitFrames } from './docker-log.ts';
import { hostPath } from './docker-place.ts';

const image = (more: Partial<Image>): Image => ({
  reference: 'some/image:tag',
  id: `sha256:${'b'.repeat(64)}`,
  entrypoint: [],
  command: [],
  env: {},
  labels: {},
  ...more,
});
const code = (expected: string) => (error: unknown) => {
  assert.ok(error instanceof GateError, String(error));
  assert.equal(error.code, expected);
  return true;
};

describe('where the container engine is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ig-context-'));
  const id = createHash('sha256').update('lab').digest('hex');
  mkdirSync(join(folder, 'contexts/meta', id), { recursive: true });
  writeFileSync(join(folder, 'config.json'), '{"currentContext":"lab"}');
  writeFileSync(
    join(folder, 'contexts/meta', id, 'meta.json'),
    '{"Name":"lab","Endpoints":{"docker":{"Host":"unix:///run/user/7/docker.sock"}}}',
  );

  test('DOCKER_HOST wins over the context, the context over the usual sockets', () => {
    const env = { DOCKER_CONFIG: folder };
    assert.equal(dockerEndpoint(env).socket, '/run/user/7/docker.sock');
    assert.equal(dockerEndpoint({ ...env, DOCKER_HOST: 'unix:///a.sock' }).socket, '/a.sock');
    assert.equal(dockerEndpoint({ ...env, DOCKER_CONTEXT: 'default' }).socket?.endsWith('.sock'), true);
    assert.equal(dockerEndpoint({ DOCKER_HOST: 'tcp://localhost:2375' }).origin, 'http://localhost:2375');
    assert.equal(dockerEndpoint({ DOCKER_HOST: 'tcp://[::1]' }).origin, 'http://[::1]:2375');
  });

  test('another machine is refused, and so is what is no address', () => {
    for (const host of ['tcp://10.0.0.5:2375', 'ssh://user@gpu', 'npipe:////./pipe/docker', 'nonsense'])
      assert.throws(() => dockerEndpoint({ DOCKER_HOST: host }), code('docker_host'), host);
  });

  test('nobody there, and no permission, say what to do', async () => {
    const api = new DockerApi(dockerEndpoint({ DOCKER_HOST: 'unix:///nowhere/docker.sock' }));
    await assert.rejects(api.open(), code('docker_not_there'));
    await api.close();
    const refused = new DockerApi(dockerEndpoint({ DOCKER_HOST: 'tcp://127.0.0.1:1' }));
    await assert.rejects(refused.open(), code('docker_not_there'));
    await refused.close();
  });

  test('podman and rootless engines are recognised; a server that is something else is none', async () => {
    const podman = {
      Version: '4.9.3',
      ApiVersion: '1.41',
      MinAPIVersion: '1.24',
      Components: [{ Name: 'Podman Engine' }],
    };
    const info = { SecurityOptions: ['name=seccomp,profile=default', 'name=rootless'] };
    await using daemon = await startFakeDaemon({ version: podman, info });
    const api = new DockerApi(dockerEndpoint(daemon.env));
    const found = await api.open();
    assert.deepEqual([found.runtime, found.rootless, found.version], ['podman', true, '4.9.3']);
    await api.close();
    await using other = await startFakeDaemon({ version: { hello: 1 } });
    const wrong = new DockerApi(dockerEndpoint(other.env));
    await assert.rejects(wrong.open(), code('docker_not_there'));
    await wrong.close();
  });
});

describe('what a container runs', () => {
  const words = ['vllm', 'serve', 'org/model', '--port', '8000'];
  const rows: [string, readonly string[], Omit<ReturnType<typeof containerCommand>, 'because'>][] = [
    ['vllm/vllm-openai-rocm', ['vllm', 'serve'], { command: ['org/model', '--port', '8000'] }],
    ['with a path', ['/opt/venv/bin/vllm', 'serve'], { command: ['org/model', '--port', '8000'] }],
    [
      'behind an init of its own',
      ['tini', '--', 'vllm', 'serve'],
      { command: ['org/model', '--port', '8000'] },
    ],
    ['vllm alone', ['vllm'], { command: ['serve', 'org/model', '--port', '8000'] }],
    [
      'the older API server',
      ['python3', '-m', 'vllm.entrypoints.openai.api_server'],
      { command: ['--model', 'org/model', '--port', '8000'] },
    ],
    ['rocm/vllm', ['/bin/bash'], { entrypoint: ['vllm'], command: ['serve', 'org/model', '--port', '8000'] }],
    [
      'a shell with -c',
      ['/bin/sh', '-c'],
      { entrypoint: ['vllm'], command: ['serve', 'org/model', '--port', '8000'] },
    ],
    ['none', [], { command: words }],
    ['a script that starts what it is given', ['/entrypoint.sh'], { command: words }],
  ];
  for (const [name, entrypoint, expected] of rows) {
    test(name, () => {
      const { because, ...found } = containerCommand(image({ entrypoint }), { own_command: false }, words);
      assert.deepEqual(found, expected);
      assert.ok(because.length > 10);
    });
  }

  test('a command of the user replaces the entry point', () => {
    const { because: _, ...found } = containerCommand(
      image({ entrypoint: ['vllm', 'serve'] }),
      { own_command: true },
      ['sglang', 'x'],
    );
    assert.deepEqual(found, { entrypoint: ['sglang'], command: ['x'] });
  });

  test('the demonstration server is refused', () => {
    const old = image({ entrypoint: ['python3', '-m', 'vllm.entrypoints.api_server'] });
    assert.throws(() => containerCommand(old, { own_command: false }, words), code('demo_server'));
  });
});

describe('an image that cannot run here', () => {
  const cuda = { CUDA_VERSION: '12.8', NVIDIA_VISIBLE_DEVICES: 'all' };
  test('CUDA on AMD GPUs, before anything boots', () => {
    assert.throws(() => requireFitting(image({ env: cuda }), { gpus: 2 }), code('cuda_image'));
    requireFitting(image({ env: { ROCM_PATH: '/opt/rocm', PYTORCH_ROCM_ARCH: 'gfx942' } }), { gpus: 2 });
    requireFitting(image({ env: cuda }), { gpus: 0 });
  });

  test('another processor', () => {
    const arm = image({ architecture: 'arm64' });
    assert.throws(() => requireFitting(arm, { gpus: 0, architecture: 'x86_64' }), code('image_platform'));
    requireFitting(arm, { gpus: 0, architecture: 'aarch64' });
    requireFitting(arm, { gpus: 0 });
  });
});

describe('how a container ended', () => {
  const rows: [Record<string, unknown>, RegExp, boolean][] = [
    [{ ExitCode: 1 }, /^exit code 1$/, false],
    [
      { ExitCode: 137, OOMKilled: true },
      /^exit code 137, out of memory: killed by the kernel \(OOMKilled\)$/,
      true,
    ],
    [{ ExitCode: 137, OOMKilled: false }, /^exit code 137, signal SIGKILL$/, false],
    [{ ExitCode: 139 }, /SIGSEGV/, false],
    [{ ExitCode: 127 }, /its program is not in the image/, false],
    [{ ExitCode: 255, Error: 'runc: broken' }, /runc: broken/, false],
    [{}, /exit code unknown/, false],
  ];
  for (const [state, text, oom] of rows) {
    test(JSON.stringify(state), () => {
      const end = endOf(state);
      assert.match(end.exit, text);
      assert.equal(end.oom_killed, oom);
    });
  }

  test('why one could not be started', () => {
    const words: [string, string][] = [
      [
        'driver failed programming external connectivity: Bind for 127.0.0.1:8000 failed: port is already allocated',
        'port_in_use',
      ],
      [
        'error gathering device information while adding custom device "/dev/kfd": no such file or directory',
        'gpu_device',
      ],
      ['invalid mount config for type "bind": bind source path does not exist: /x', 'mount'],
      ['exec: "vllm": executable file not found in $PATH: unknown', 'command_not_started'],
      ['Conflict. The container name "/a" is already in use by container "b"', 'name_in_use'],
      ['something new', 'container_not_started'],
    ];
    for (const [said, expected] of words) assert.equal(notStarted('i', said).code, expected, said);
  });
});

describe('the log of a container', () => {
  const frame = (type: number, text: string): Buffer => {
    const payload = Buffer.from(text);
    const head = Buffer.alloc(8);
    head[0] = type;
    head.writeUInt32BE(payload.length, 4);
    return Buffer.concat([head, payload]);
  };

  test('frames cut anywhere give the same text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(1, 2), fc.string({ maxLength: 50 })), { maxLength: 6 }),
        fc.array(fc.nat(400), { maxLength: 8 }),
        (frames, cuts) => {
          const all = Buffer.concat(frames.map(([type, text]) => frame(type, text)));
          const at = [...new Set([0, ...cuts.filter((cut) => cut < all.length), all.length])].sort(
            (a, b) => a - b,
          );
          const split = splitFrames();
          const parts = at.slice(1).flatMap((end, i) => split(all.subarray(at[i], end)));
          assert.equal(Buffer.concat(parts).toString(), frames.map(([, text]) => text).join(''));
        },
      ),
    );
  });

  test('a stream without frames is text as it is', () => {
    const split = splitFrames();
    assert.equal(
      Buffer.concat([...split(Buffer.from('INFO a\n')), ...split(Buffer.from('b\n'))]).toString(),
      'INFO a\nb\n',
    );
  });
});

test('the first file of a tar archive; hostile ones give nothing', () => {
  const entry = (size: string, type: string, content: string): Buffer => {
    const head = Buffer.alloc(512);
    head.write(`${size}\0`, 124, 'latin1');
    head.write(type, 156, 'latin1');
    return Buffer.concat([head, Buffer.from(content), Buffer.alloc((512 - (content.length % 512)) % 512)]);
  };
  assert.equal(firstFile(entry('00000000006', '0', '7.0.2\n')), '7.0.2\n');
  assert.equal(firstFile(Buffer.concat([entry('0', '5', ''), entry('5', '0', '7.0.2')])), '7.0.2');
  assert.equal(firstFile(entry('77777777777', '0', 'x')), `x${'\0'.repeat(511)}`);
  assert.equal(firstFile(entry('not a number', '0', 'x')), undefined);
  assert.equal(firstFile(Buffer.alloc(100)), undefined);
});

test('paths of a job container are translated to the host, or refused', () => {
  const job = {
    id: 'a',
    mounts: [
      { source: '/home/runner/work', target: '/__w' },
      { source: '/data/models', target: '/__w/models' },
    ],
  };
  assert.equal(hostPath('/__w/models/llama', job, 'x'), '/data/models/llama');
  assert.equal(hostPath('/__w/a', job, 'x'), '/home/runner/work/a');
  assert.equal(hostPath('/opt', undefined, 'x'), '/opt');
  assert.throws(() => hostPath('/__workspace', job, 'engine.mounts[0]'), code('mount'));
});
