// How statements become one verdict and one exit code: the tables of the whole tool.
import type { Finding, Verdict } from './result.gen.ts';

/** Exit code of each verdict. 2 (usage) and 70 (a bug of ours) belong to no verdict and are never masked. */
export const EXIT_CODE: Readonly<Record<Verdict, 0 | 1 | 3 | 4 | 5>> = {
  pass: 0,
  fail: 1,
  inconclusive: 3,
  invalid: 4,
  error: 5,
};

/** The heavier one decides the whole. */
const WEIGHT: Readonly<Record<Verdict, number>> = { error: 4, invalid: 3, fail: 2, inconclusive: 1, pass: 0 };

/** Whether the first verdict decides over the second one. */
export const isHeavier = (verdict: Verdict, other: Verdict): boolean => WEIGHT[verdict] > WEIGHT[other];

/** A finding, and whether it is a failure of the server that no invalid rung may hide. */
export interface Statement {
  readonly finding: Finding;
  /**
   * A request that failed on the server under a valid client, or an engine that died after the first scheduled request:
   * fail even where something else is invalid. Never above an error.
   */
  readonly outranks_invalid?: boolean;
  /** How the first line says it, where that is not the finding's message. */
  readonly headline?: string;
}

/**
 * The verdict of the whole and the statement that decides it: error > invalid > fail > inconclusive > pass, with the one
 * exception above. Statements about exploring rungs, and those without a verdict, never count. Nothing to count: undefined,
 * which no caller may read as a pass.
 */
export function decide(
  statements: readonly Statement[],
): { readonly verdict: Verdict; readonly deciding: Statement } | undefined {
  let best: { verdict: Verdict; deciding: Statement; weight: number } | undefined;
  for (const deciding of statements) {
    const { verdict, exploring } = deciding.finding;
    if (verdict === undefined || exploring === true) continue;
    const outranks = deciding.outranks_invalid === true && verdict === 'fail';
    const weight = outranks ? WEIGHT.invalid + 0.5 : WEIGHT[verdict];
    if (best === undefined || weight > best.weight) best = { verdict, deciding, weight };
  }
  return best === undefined ? undefined : { verdict: best.verdict, deciding: best.deciding };
}

/** What ended the run before its plan was done. */
export interface RunFailure {
  /**
   * Who is answerable: the engine, the channel, our machine, the user (or a cancelled job), or limits.*. identity: what
   * answers is not what was asked for.
   */
  readonly cause: 'engine' | 'channel' | 'host' | 'identity' | 'cancelled' | 'limit';
  readonly code: string;
  readonly message: string;
  readonly hint?: string;
  /** Code of the failure catalogue, or `unknown`; absent: not asked. */
  readonly cause_code?: string;
  readonly evidence?: readonly string[];
  /** A request of a rung was due before it happened; warm-up and probe do not count. */
  readonly after_first_request: boolean;
  /** The rung in which it happened. */
  readonly rung?: { readonly rate: number; readonly run: number; readonly kind: 'gating' | 'exploring' };
}

/** What a failure of the run contributes, by its cause and by whether a request was due before. */
export const FAILURE_VERDICT: Readonly<
  Record<RunFailure['cause'], { readonly before: Verdict; readonly after: Verdict }>
> = {
  engine: { before: 'error', after: 'fail' },
  channel: { before: 'error', after: 'fail' },
  host: { before: 'error', after: 'error' },
  // Whatever was measured, it was something else.
  identity: { before: 'invalid', after: 'invalid' },
  cancelled: { before: 'error', after: 'error' },
  // Judged by what was measured until then; what was not is missing and so not decided.
  limit: { before: 'inconclusive', after: 'inconclusive' },
};

/** Verdicts that --fail-on may name: each that has an exit code of its own above 0. */
const FAIL_ON_VERDICTS: readonly Verdict[] = ['fail', 'inconclusive', 'invalid', 'error'];

/** Reads a list such as `fail,invalid,error`, or `none`; a problem says what was expected and found. */
export function parseFailOn(
  text: string,
):
  | { readonly ok: true; readonly verdicts: readonly Verdict[] }
  | { readonly ok: false; readonly problem: string } {
  const words = text
    .split(/[\s,]+/)
    .map((word) => word.toLowerCase())
    .filter((word) => word !== '');
  if (words.length === 1 && words[0] === 'none') return { ok: true, verdicts: [] };
  const unknown = words.filter((word) => !FAIL_ON_VERDICTS.some((verdict) => verdict === word));
  if (words.length === 0 || unknown.length > 0) {
    const found = words.length === 0 ? 'nothing' : unknown.map((word) => JSON.stringify(word)).join(', ');
    return {
      ok: false,
      problem: `expected none or a list of ${FAIL_ON_VERDICTS.join(', ')}; found ${found}`,
    };
  }
  return { ok: true, verdicts: FAIL_ON_VERDICTS.filter((verdict) => words.includes(verdict)) };
}

/** Exit code of the process: the verdict's own, or 0 where `failOn` does not name it. Without `failOn`: always its own. */
export function exitCodeFor(verdict: Verdict, failOn?: readonly Verdict[]): number {
  return failOn === undefined || failOn.includes(verdict) ? EXIT_CODE[verdict] : 0;
}
