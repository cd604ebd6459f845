import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly cwd?: string;
  /** Everything that the command prints is appended here as well. */
  readonly logFile?: string;
  readonly timeoutMs?: number;
}

/** Runs a command to its end and returns what it printed; throws with its last lines when it does not end with 0. */
export async function run(command: Command): Promise<string> {
  const { program, args, env, cwd, logFile, timeoutMs = 900_000 } = command;
  if (logFile !== undefined) mkdirSync(dirname(logFile), { recursive: true });
  const log = logFile === undefined ? undefined : createWriteStream(logFile, { flags: 'a' });
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    ...(env === undefined ? {} : { env }),
    ...(cwd === undefined ? {} : { cwd }),
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      log?.write(chunk);
    });
  }
  const ended = await new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) =>
      resolve(code === 0 ? '' : `ended with ${signal ?? `code ${code}`}`),
    );
  });
  log?.end();
  const output = Buffer.concat(chunks).toString('utf8');
  if (ended !== '') {
    const tail = output.trimEnd().split('\n').slice(-30).join('\n');
    throw new Error(`${program} ${args.join(' ')}: ${ended}\n${tail}`);
  }
  return output;
}

/** Runs a step that downloads something up to three times, with a longer wait (ms) before each new try. */
export async function retried<T>(
  name: string,
  step: () => Promise<T>,
  log: (line: string) => void,
  waitsMs: readonly number[] = [5_000, 20_000],
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await step();
    } catch (error) {
      const waitMs = waitsMs[attempt];
      if (waitMs === undefined) throw error;
      log(
        `${name}: try ${attempt + 1} failed, next one in ${waitMs / 1000} s: ${(error as Error).message.slice(0, 2_000)}`,
      );
      await sleep(waitMs);
    }
  }
}
