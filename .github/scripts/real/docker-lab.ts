/**
 * A container engine of our own for the tests, beside whatever this machine has: its own socket, folder, bridge and
 * registry, so that killing it or filling it hurts nobody. Needs root.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { build } from '../build.ts';
import { run } from './command.ts';
import { repositoryRoot } from './folders.ts';

export interface DockerLab extends AsyncDisposable {
  /** For DOCKER_HOST. */
  readonly host: string;
  /** Images in the registry of the lab. */
  readonly image: { readonly tag: string; readonly digest: string; readonly shell: string };
  docker(...args: readonly string[]): Promise<string>;
  /** SIGKILL: containers go on without it. */
  killDaemon(): Promise<void>;
  /** SIGTERM: it stops its containers first. */
  stopDaemon(): Promise<void>;
  startDaemon(): Promise<void>;
}

const DAEMON = 'dockerd';
const REGISTRY = 'docker-registry';
const BRIDGE = 'igtest0';
const SUBNET = '172.31.253.1/24';

/** Starts engine and registry and lays the images. Throws with what is missing. */
export async function startDockerLab(): Promise<DockerLab> {
  if (process.getuid?.() !== 0) throw new Error('the tests of the docker engine need root, to start dockerd');
  const folder = mkdtempSync(join(tmpdir(), 'ig-docker-'));
  const socket = join(folder, 'docker.sock');
  const host = `unix://${socket}`;
  const env = {
    ...process.env,
    DOCKER_HOST: host,
    DOCKER_CONFIG: join(folder, 'config'),
    DOCKER_BUILDKIT: '0',
  };
  const docker = (...args: readonly string[]): Promise<string> =>
    run({ program: 'docker', args, env, timeoutMs: 300_000 });
  let daemon: ChildProcess | undefined;

  const startDaemon = async (): Promise<void> => {
    rmSync(join(folder, 'docker.pid'), { force: true });
    const args = ['--host', host, '--data-root', join(folder, 'data'), '--exec-root', join(folder, 'exec')];
    const more = [
      '--pidfile',
      join(folder, 'docker.pid'),
      '--bridge',
      BRIDGE,
      '--iptables=false',
      '--ip-masq=false',
    ];
    const child = spawn(DAEMON, [...args, ...more], {
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    });
    let said = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-5_000);
    });
    daemon = child;
    for (let tries = 0; tries < 240; tries += 1) {
      if (child.exitCode !== null) throw new Error(`dockerd ended with ${child.exitCode}:\n${said}`);
      if (
        await docker('version').then(
          () => true,
          () => false,
        )
      )
        return;
      await sleep(250);
    }
    throw new Error(`dockerd does not answer:\n${said}`);
  };
  const endDaemon = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    const child = daemon;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  };

  let registry: ChildProcess | undefined;
  const end = async (): Promise<void> => {
    if (daemon?.exitCode !== null || daemon.signalCode !== null) await startDaemon().catch(() => {});
    const all = (await docker('ps', '-aq').catch(() => '')).split('\n').filter((id) => id !== '');
    if (all.length > 0) await docker('rm', '-f', ...all).catch(() => '');
    await endDaemon('SIGTERM');
    registry?.kill('SIGKILL');
    await endContainerd(folder);
    await unmountBelow(folder);
    await run({ program: 'ip', args: ['link', 'del', BRIDGE] }).catch(() => '');
    rmSync(folder, { recursive: true, force: true });
  };

  await run({ program: 'ip', args: ['link', 'add', BRIDGE, 'type', 'bridge'] }).catch(() => '');
  await run({ program: 'ip', args: ['addr', 'add', SUBNET, 'dev', BRIDGE] }).catch(() => '');
  await run({ program: 'ip', args: ['link', 'set', BRIDGE, 'up'] });
  try {
    await startDaemon();
    const registryPort = await freePort();
    registry = startRegistry(folder, registryPort);
    const image = await layImages(folder, registryPort, docker);
    return {
      host,
      image,
      docker,
      startDaemon,
      killDaemon: () => endDaemon('SIGKILL'),
      stopDaemon: () => endDaemon('SIGTERM'),
      [Symbol.asyncDispose]: end,
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** The daemon starts its own containerd, which a killed daemon leaves behind. */
async function endContainerd(folder: string): Promise<void> {
  const file = join(folder, 'exec', 'containerd', 'containerd.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8'));
  if (!Number.isSafeInteger(pid) || pid < 2) return;
  try {
    if (readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'containerd') process.kill(pid, 'SIGTERM');
  } catch {
    // Ended with its daemon.
  }
  await sleep(500);
}

/** A killed daemon leaves its mounts, of which its own folder is one. */
async function unmountBelow(folder: string): Promise<void> {
  const mounts = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .flatMap((line) => line.split(' ')[1] ?? [])
    .filter((path) => path.startsWith(`${folder}/`));
  for (const path of mounts.sort().reverse()) await run({ program: 'umount', args: [path] }).catch(() => '');
}

function startRegistry(folder: string, port: number): ChildProcess {
  const file = join(folder, 'registry.yml');
  const storage = `storage: {filesystem: {rootdirectory: ${join(folder, 'registry')}}}`;
  writeFileSync(file, `version: 0.1\n${storage}\nhttp: {addr: '127.0.0.1:${port}'}\n`);
  return spawn(REGISTRY, ['serve', file], { stdio: 'ignore' });
}

/** An image without any registry: Node with its libraries, our own bundle, and a `vllm` that is our simulator. */
async function layImages(
  folder: string,
  registryPort: number,
  docker: DockerLab['docker'],
): Promise<DockerLab['image']> {
  const root = join(folder, 'root');
  const add = (source: string, target: string): void => {
    mkdirSync(dirname(join(root, target)), { recursive: true });
    copyFileSync(source, join(root, target));
  };
  add(process.execPath, '/bin/node');
  for (const library of await librariesOf(process.execPath)) add(library, library);
  await build(repositoryRoot, join(root, 'app'));
  add(join(repositoryRoot, 'fixtures/docker/vllm'), '/bin/vllm');
  writeFileSync(join(root, 'app/package.json'), '{"type":"module"}');
  mkdirSync(join(root, 'opt/rocm/.info'), { recursive: true });
  writeFileSync(join(root, 'opt/rocm/.info/version'), '7.0.2-56\n');
  mkdirSync(join(root, 'tmp'), { recursive: true });
  await run({ program: 'chmod', args: ['755', join(root, 'bin/vllm')] });
  const archive = join(folder, 'root.tar');
  await run({ program: 'tar', args: ['-C', root, '-cf', archive, '.'] });
  const tag = `localhost:${registryPort}/lab/vllm-openai-rocm:v0.14.0`;
  const shell = 'lab/vllm:rocm7.0.2_vllm_0.14.0';
  const common = ['--change', 'ENV PATH=/bin', '--change', 'ENV ROCM_PATH=/opt/rocm'];
  await docker('import', ...common, '--change', 'ENTRYPOINT ["vllm","serve"]', archive, tag);
  await docker('import', ...common, '--change', 'ENTRYPOINT ["/bin/bash"]', archive, shell);
  const pushed = await docker('push', tag);
  const digest = /digest: (sha256:[0-9a-f]{64})/.exec(pushed)?.[1];
  if (digest === undefined) throw new Error(`no digest in what docker push said:\n${pushed}`);
  rmSync(archive);
  return { tag, shell, digest: `${tag.replace(/:[^:/]+$/, '')}@${digest}` };
}

async function librariesOf(program: string): Promise<readonly string[]> {
  const text = await run({ program: 'ldd', args: [program] });
  return [...text.matchAll(/(?:=> )?(\/\S+) \(0x/g)].flatMap(([, path]) =>
    path === undefined ? [] : [path],
  );
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
