import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { ReaderRequest } from './gpu-reader.ts';

/** How the reading process is started: our own command line with the hidden command `read-gpus`. */
export interface ReaderProgram {
  readonly cli_path: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface Reader {
  /** Asks for a last look; it ends by itself then. */
  finish(): void;
  /** Ends it now; one that hangs in the kernel is left behind. */
  kill(): void;
}

const MAX_LINE = 4 * 1024 * 1024;

/** Starts the reading process. `on_message` gets each JSON object it prints, `on_end` is called once. */
export function startReader(
  program: ReaderProgram,
  request: ReaderRequest,
  handlers: { readonly on_message: (message: unknown) => void; readonly on_end: () => void },
): Reader {
  const child = spawn(process.execPath, [...process.execArgv, program.cli_path, 'read-gpus'], {
    shell: false,
    stdio: ['pipe', 'pipe', 'ignore'],
    env: readerEnvironment(program.env),
  });
  let ended = false;
  const end = () => {
    if (ended) return;
    ended = true;
    handlers.on_end();
  };
  child.on('error', end);
  child.on('close', end);
  child.stdin.on('error', () => {});
  child.stdin.write(`${JSON.stringify(request)}\n`);
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (ended || line.length > MAX_LINE) return;
    try {
      handlers.on_message(JSON.parse(line));
    } catch {
      // Half a line of a process that was ended: the samples before it stand.
    }
  });
  return {
    finish: () => void child.stdin.write('stop\n'),
    kill: () => {
      child.kill('SIGKILL');
      child.stdin.destroy();
      child.stdout.destroy();
      child.unref();
      end();
    },
  };
}

/** The tools need a path and a library path, and none of our secrets. */
function readerEnvironment(env: ReaderProgram['env']): NodeJS.ProcessEnv {
  const wanted = [
    'PATH',
    'HOME',
    'LANG',
    'LD_LIBRARY_PATH',
    'PYTHONPATH',
    'ROCM_PATH',
    'VIRTUAL_ENV',
    'TMPDIR',
  ];
  return Object.fromEntries(wanted.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}
