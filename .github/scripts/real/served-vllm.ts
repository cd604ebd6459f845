import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { realParts, vllmEnvironment } from './folders.ts';
import { pathWith } from './host.ts';
import { politeVllm } from './polite-vllm.ts';
import { isAlive, watchDescendants } from './process-tree.ts';

export interface ServedVllm extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  isUp(): Promise<boolean>;
}

export const SERVED_KEY = 'sk-served-by-the-tests';

/** A vLLM that somebody else has started: the tiny model as `tiny`, behind a key. */
export async function serveVllm(): Promise<ServedVllm> {
  const port = await freePort();
  const args = [
    ...[
      'serve',
      realParts.tinyModel,
      '--served-model-name',
      'tiny',
      '--load-format',
      'dummy',
      '--dtype',
      'bfloat16',
    ],
    ...['--enforce-eager', '--max-model-len', '2048', '--host', '127.0.0.1', '--port', String(port)],
  ];
  const env = {
    ...vllmEnvironment(),
    PATH: pathWith(dirname(realParts.vllm)),
    VLLM_API_KEY: SERVED_KEY,
    VLLM_CPU_OMP_THREADS_BIND: '0',
  };
  const child = spawn(politeVllm(), args, {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const watch = watchDescendants(child.pid ?? 0);
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString('utf8')).slice(-20_000);
    });
  }
  const url = `http://127.0.0.1:${port}`;
  const isUp = async (): Promise<boolean> => {
    try {
      return (await fetch(`${url}/health`)).status === 200;
    } catch {
      return false;
    }
  };
  const stop = async (): Promise<void> => {
    watch.stop();
    child.kill('SIGKILL');
    for (const each of watch.seen().filter(isAlive)) process.kill(each.pid, 'SIGKILL');
  };
  for (let seconds = 0; !(await isUp()); seconds += 1) {
    if (child.exitCode !== null || seconds > 400) {
      await stop();
      throw new Error(`vLLM did not start:\n${log}`);
    }
    await sleep(1000);
  }
  return { url, port, isUp, [Symbol.asyncDispose]: stop };
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
