import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import type { Config } from './config/config.ts';
import type { EarlierAttempt, Result } from './core/result.gen.ts';
import { gate } from './gate.ts';
import type { OutputFolder, ReportFiles } from './output.ts';
import type { Log, Ports } from './ports.ts';

export interface AttemptsRequest {
  readonly config: Config;
  readonly tool_version: string;
  readonly reproduce: string;
  readonly log: Log;
  readonly signal: AbortSignal;
  /** A fresh output folder; an earlier attempt's moves aside and is kept. */
  readonly openOutput: () => Promise<OutputFolder>;
  readonly wire: (output: OutputFolder) => Ports;
  readonly writeReports: (folder: string, result: Result) => Promise<ReportFiles>;
}

export interface Attempted {
  readonly result: Result;
  readonly folder: string;
  readonly files: ReportFiles & { readonly result: string };
}

/**
 * Failures that a second try can change. A wrong key or model stays wrong, and a server that died under load is a
 * statement about the server.
 */
const WORTH_A_RETRY: ReadonlySet<string> = new Set([
  'connection_refused',
  'engine_unhealthy',
  'network',
  'port_taken',
  'proxy_unreachable',
  'reset',
  'server_error',
  'startup_stalled',
  'timeout',
  'unreachable',
]);

/** Runs the gate, again where `limits.retries` allows and it can help, and leaves every attempt's files on disk. */
export async function runWithRetries(request: AttemptsRequest): Promise<Attempted> {
  const { config, log, signal } = request;
  const begun = process.hrtime.bigint();
  const limit = config.limits.max_minutes;
  const deadline_ns = limit === undefined ? undefined : begun + BigInt(Math.round(limit * 60e9));
  const earlier: EarlierAttempt[] = [];

  for (;;) {
    const output = await request.openOutput();
    const previous = earlier.at(-1);
    if (previous !== undefined && output.moved_to !== undefined) {
      earlier[earlier.length - 1] = { ...previous, out: basename(output.moved_to) };
    }
    const measured = await gate(
      {
        config,
        run_id: randomUUID(),
        tool_version: request.tool_version,
        attempt: earlier.length + 1,
        earlier_attempts: [...earlier],
        reproduce: request.reproduce,
        ...(deadline_ns !== undefined && { deadline_ns }),
        signal,
      },
      request.wire(output),
    );
    const { path, masked: result } = await output.writeResult(measured);
    const files = { ...(await request.writeReports(output.folder, result)), result: path };
    await output.finish();

    const spent_ns = process.hrtime.bigint() - begun;
    const another = earlier.length < config.limits.retries && worthARetry(result) && !signal.aborted;
    // Twice the time that one attempt took must fit, or the second would be cut short for nothing.
    const fits = deadline_ns === undefined || begun + 2n * spent_ns < deadline_ns;
    if (!another || !fits) return { result, folder: output.folder, files };
    log.warning(`${result.verdict.sentence}: measuring once more (limits.retries ${config.limits.retries})`);
    earlier.push({
      verdict: result.verdict.verdict,
      sentence: result.verdict.sentence,
      out: basename(output.folder),
    });
  }
}

function worthARetry(result: Result): boolean {
  const { verdict, code } = result.verdict;
  // What was started was something else than what was asked for: it would be so again.
  if (code === 'pin_mismatch' || code === 'pin_unreadable') return false;
  return verdict === 'invalid' || (verdict === 'error' && WORTH_A_RETRY.has(code));
}
