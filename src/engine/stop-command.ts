import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { oneLine } from '../answer.ts';
import type { StopCommand } from './run-state.ts';

/** Runs a stop command to its end. Undefined: it ended with 0; otherwise what happened. */
export async function runStopCommand(stop: StopCommand, log: string): Promise<string | undefined> {
  const [program, ...args] = stop.command;
  if (program === undefined) return undefined;
  const output = openSync(log === '' ? '/dev/null' : log, 'a');
  try {
    return await new Promise((resolve) => {
      const child = spawn(program, args, {
        cwd: stop.cwd,
        env: stop.env,
        shell: false,
        stdio: ['ignore', output, output],
        timeout: stop.timeout_s * 1000,
        killSignal: 'SIGKILL',
      });
      child.once('error', (error) => {
        const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
        resolve(`"${oneLine(program, [], 100)}" could not be started (${code})`);
      });
      child.once('exit', (code, signal) => {
        if (code === 0) resolve(undefined);
        else if (code !== null) resolve(`it ended with exit code ${code}`);
        else resolve(`it ended by ${signal ?? 'a signal'} (engine.stop_timeout ${stop.timeout_s} s)`);
      });
    });
  } finally {
    closeSync(output);
  }
}
