// The verdict that a stored result's own evidence gives. The stored one is a claim, never believed.
import { checkCompleteness } from './completeness.ts';
import type { Finding, Result, RungResult, RunVerdict } from './result.gen.ts';
import { cellStatement, runVerdict } from './statements.ts';
import { contradictions } from './stored.ts';
import { rungStatements, runStatements, type Trust, trustIn } from './trust.ts';
import { isHeavier, type Statement } from './verdict.ts';

/** Judges a stored result again from its findings, cells, checks and counts; records are not needed. */
export function verdictOf(result: Result): RunVerdict {
  const { findings, cells, checks, comparison } = result;
  const kind = result.engine.kind;
  const rungs = result.rungs.map((rung) => ({ rung, trust: trustIn(rung, kind, false) }));
  const statements: Statement[] = [
    ...findings.map((finding) => ({ finding, outranks_invalid: outranks(finding, rungs) })),
    ...cells.flatMap(cellStatement).map((each) => ({ ...each, outranks_invalid: isServerFailure(each) })),
    ...rungs.flatMap(({ rung, trust }) => incomplete(rung, trust, kind)),
    ...rungs.flatMap(({ rung, trust }) => rungStatements(rung, trust)),
    ...runStatements(checks, kind, false),
    ...contradictions(result).map(contradiction),
  ];
  return runVerdict({
    statements,
    cells,
    gating: result.rungs.filter((rung) => rung.kind === 'gating'),
    comparison,
  });
}

/**
 * The result with the heavier of its stored verdict and the one that its own evidence gives. Where the two differ a
 * finding says so, and `differs` is that sentence.
 */
export function withProvenVerdict(result: Result): { readonly result: Result; readonly differs?: string } {
  const stored = result.verdict.verdict;
  const proven = verdictOf(result);
  const differs = verdictDiffers(result, proven);
  if (differs === undefined) return { result };
  const finding: Finding = {
    kind: 'note',
    severity: 'error',
    verdict: isHeavier(proven.verdict, stored) ? proven.verdict : stored,
    code: 'verdict_contradicted',
    message: differs,
  };
  return {
    result: {
      ...result,
      findings: [finding, ...result.findings],
      verdict: isHeavier(stored, proven.verdict) ? result.verdict : proven,
    },
    differs,
  };
}

/** Says where the stored verdict is not the one of the evidence; absent: they agree. */
export function verdictDiffers(result: Result, proven = verdictOf(result)): string | undefined {
  const stored = result.verdict.verdict;
  if (stored === proven.verdict) return undefined;
  return `the stored verdict is ${stored}, but the cells, findings and checks of the file give ${proven.sentence}`;
}

/** A file that says two things that cannot both be true decides nothing. */
export function contradiction(message: string): Statement {
  return {
    finding: {
      kind: 'validity',
      severity: 'error',
      verdict: 'inconclusive',
      code: 'contradicts_itself',
      message: `the result contradicts itself: ${message}`,
    },
  };
}

function incomplete(rung: RungResult, trust: Trust, kind: Result['engine']['kind']): Statement[] {
  if (rung.kind === 'exploring') return [];
  const { cell, server_failed: failed } = checkCompleteness(rung, kind);
  if (failed && trust.excuses_server) return cellStatement({ ...cell, verdict: 'invalid' });
  return cellStatement(cell).map((each) => ({ ...each, outranks_invalid: failed }));
}

/** What the judge marks so: a failed request, or an engine that died while the client was valid. */
function outranks(finding: Finding, rungs: readonly { rung: RungResult; trust: Trust }[]): boolean {
  if (isServerFailure({ finding })) return true;
  if (finding.verdict !== 'fail' || (finding.kind !== 'engine' && finding.kind !== 'channel')) return false;
  const own = rungs.find(({ rung }) => rung.rate === finding.rate && rung.run === (finding.run ?? 1));
  return own?.trust.client_invalid !== true;
}

function isServerFailure({ finding }: Statement): boolean {
  return finding.kind === 'completeness' && finding.verdict === 'fail';
}
