import { spawn } from 'node:child_process';

/** What a tool printed, or why there is nothing. */
export type ToolOutput =
  | { readonly ok: true; readonly stdout: string; readonly code: number }
  | { readonly ok: false; readonly reason: 'missing' | 'not_started' | 'timeout' | 'too_long' };

const MAX_OUTPUT_BYTES = 8 * 1024 * 1024;

/**
 * Runs a tool without a shell, in a session of its own. After `limitMs` it is killed and given up, even where the
 * driver does not let it die: a wedged driver makes amd-smi and rocm-smi hang for ever. Never throws.
 */
export function runTool(
  program: string,
  args: readonly string[],
  options: { readonly limitMs: number; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<ToolOutput> {
  return new Promise((resolve) => {
    const child = spawn(program, [...args], {
      shell: false,
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...options.env, PYTHONUNBUFFERED: '1', NO_COLOR: '1' },
    });
    const parts: Buffer[] = [];
    let size = 0;
    const end = (output: ToolOutput) => {
      clearTimeout(timer);
      child.stdout.destroy();
      child.unref();
      resolve(output);
    };
    const kill = () => {
      // The whole session: amd-smi of some releases is a shell script around Python.
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      } catch {
        child.kill('SIGKILL');
      }
    };
    const timer = setTimeout(() => {
      kill();
      end({ ok: false, reason: 'timeout' });
    }, options.limitMs);
    child.stdout.on('data', (part: Buffer) => {
      size += part.length;
      if (size <= MAX_OUTPUT_BYTES) {
        parts.push(part);
      } else {
        kill();
        end({ ok: false, reason: 'too_long' });
      }
    });
    child.on('error', (error: NodeJS.ErrnoException) =>
      end({ ok: false, reason: error.code === 'ENOENT' ? 'missing' : 'not_started' }),
    );
    child.on('close', (code) =>
      end({ ok: true, stdout: Buffer.concat(parts).toString('utf8'), code: code ?? 1 }),
    );
  });
}
