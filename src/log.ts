import { maskSecrets } from './config/mask.ts';
import type { Log } from './ports.ts';

/** A line every ten seconds is enough where nobody watches. */
const PLAIN_PROGRESS_EVERY_MS = 10_000;

export interface LogOptions {
  readonly stream: NodeJS.WriteStream | NodeJS.WritableStream;
  /** `live`: one line that is rewritten; `plain`: lines; `actions`: lines with groups. */
  readonly style: 'live' | 'plain' | 'actions';
  readonly secrets: readonly string[];
}

/** Progress and decisions on one stream; every line is masked and cannot be a workflow command. */
export function createLog({ stream, style, secrets }: LogOptions): Log & { end(): void } {
  let live = false;
  let groupOpen = false;
  let lastProgressMs = 0;

  const write = (line: string) => {
    clearLive();
    for (const part of line.split(/\r\n|\r|\n/)) stream.write(`${safeLine(maskSecrets(part, secrets))}\n`);
  };
  const clearLive = () => {
    if (live) stream.write('\r\u001b[2K');
    live = false;
  };

  return {
    group(title) {
      if (style !== 'actions') return write(title);
      if (groupOpen) stream.write('::endgroup::\n');
      groupOpen = true;
      stream.write(`::group::${safeLine(maskSecrets(title, secrets))}\n`);
    },
    info: (line) => write(`  ${line}`),
    warning: (line) => write(`  warning: ${line}`),
    progress(line) {
      const text = safeLine(maskSecrets(line, secrets));
      if (style === 'live') {
        stream.write(`\r\u001b[2K  ${text.slice(0, 110)}`);
        live = true;
        return;
      }
      const now = performance.now();
      if (now - lastProgressMs < PLAIN_PROGRESS_EVERY_MS) return;
      lastProgressMs = now;
      stream.write(`  ${text}\n`);
    },
    end() {
      clearLive();
      if (groupOpen) stream.write('::endgroup::\n');
      groupOpen = false;
    },
  };
}

/**
 * Text from a server must neither drive the terminal nor the runner: control characters go, and what the
 * runner reads as a command (`::…` at the start, `##[` anywhere; actions/runner ActionCommand.cs) is broken.
 */
function safeLine(line: string): string {
  return line
    .replace(/[\p{Cc}\p{Cf}]/gu, ' ')
    .replace(/^(\s*)::/, '$1: :')
    .replaceAll('##[', '## [');
}
