// Cells, failures and the comparison as findings, and the sentence of the first line.
import { parseBudget } from './budget.ts';
import { budgetAt } from './budget-check.ts';
import type { CompareOptions } from './compare.ts';
import { hugeChange } from './huge-change.ts';
import type { Rung } from './plan.ts';
import type { Cell, Comparison, Finding, RungResult, RunVerdict, Verdict } from './result.gen.ts';
import { adviceFor } from './triage.ts';
import type { Trust } from './trust.ts';
import { decide, EXIT_CODE, FAILURE_VERDICT, type RunFailure, type Statement } from './verdict.ts';

/** Longest first line. */
const SENTENCE_MAX = 400;

const SEVERITY: Readonly<Record<Verdict, Finding['severity']>> = {
  error: 'error',
  invalid: 'error',
  fail: 'error',
  inconclusive: 'warning',
  pass: 'notice',
};

/** A cell that did not pass, as a finding. A cell of an invalid rung is told once, by the rung. */
export function cellStatement(cell: Cell): Statement[] {
  if (cell.verdict === 'pass' || cell.code === 'invalid_rung') return [];
  return [
    {
      finding: {
        kind: cell.kind,
        severity: SEVERITY[cell.verdict],
        verdict: cell.verdict,
        code: cell.code,
        message: cell.message,
        metric: cell.metric,
        ...(cell.rate === undefined ? {} : { rate: cell.rate }),
        ...(cell.needs === undefined ? {} : { hint: `Needs ${cell.needs}.` }),
      },
      headline: headline(cell),
    },
  ];
}

/** What ended the run, by the table of verdict.ts. In an exploring rung it is shown, never judged. */
export function failureStatement(
  failure: RunFailure,
  rungs: readonly { readonly planned: Rung; readonly result: RungResult; readonly trust: Trust }[],
): Statement {
  const { cause, code, message, evidence, after_first_request: after } = failure;
  const hint = failure.hint ?? adviceFor(code)?.remedy;
  const named = rungs.find(
    ({ planned }) => planned.rate === failure.rung?.rate && planned.run === failure.rung.run,
  );
  const rung = after ? (named ?? rungs.findLast(({ result }) => result.sent > 0)) : undefined;
  const verdict = FAILURE_VERDICT[cause][after ? 'after' : 'before'];
  const isServer = cause === 'engine' || cause === 'channel';
  const exploring = isServer && rung?.planned.kind === 'exploring';
  return {
    finding: {
      kind: cause === 'engine' || cause === 'channel' ? cause : cause === 'identity' ? 'validity' : 'note',
      severity: exploring ? 'notice' : SEVERITY[verdict],
      verdict,
      code,
      message,
      ...(rung === undefined ? {} : { rate: rung.planned.rate, run: rung.planned.run }),
      ...(exploring ? { exploring: true } : {}),
      ...(hint === undefined ? {} : { hint }),
      ...(failure.cause_code === undefined ? {} : { cause_code: failure.cause_code }),
      ...(evidence === undefined || evidence.length === 0 ? {} : { evidence: [...evidence] }),
    },
    outranks_invalid: isServer && after && rung?.trust.client_invalid !== true,
  };
}

/** What the state of the comparison means: design's rules on baselines that are missing, unreadable or incomparable. */
export function comparisonStatements(
  comparison: Comparison,
  cellCount: number,
  context: {
    readonly options: CompareOptions;
    readonly has_budgets: boolean;
    readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
  },
): Statement[] {
  const { options, has_budgets: hasBudgets, unreadable } = context;
  const unread = unreadable.map(({ path, reason }) =>
    baselineStatement('baseline_unreadable', `${path} cannot be read: ${reason}`, true),
  );
  const { state, message } = comparison;
  switch (state) {
    case 'none': {
      if (options.required)
        return [...unread, baselineStatement('no_baseline', `${message}, but compare.required is set`, true)];
      const judged = hasBudgets ? 'budgets and completeness decide' : 'completeness decides';
      const text = `${message}: ${judged}, nothing else was judged`;
      return [
        ...unread,
        { finding: { kind: 'note', severity: 'notice', code: 'no_comparison', message: text } },
      ];
    }
    case 'no_baseline':
      return [...unread, baselineStatement('no_baseline', message, options.required || !hasBudgets)];
    case 'incomparable':
      return [...unread, baselineStatement('incomparable', `${message}${differencesText(comparison)}`, true)];
    case 'unreadable':
      return [...unread, baselineStatement('baseline_unreadable', message, true)];
    case 'compared': {
      const nothing =
        cellCount === 0 ? [baselineStatement('nothing_compared', 'no metric was compared', true)] : [];
      return [...unread, ...nothing, ...environment(comparison)];
    }
  }
}

/** The verdict of the whole. A pass needs every gating rung complete, every cell passed and nothing against it. */
export function runVerdict(judged: {
  readonly statements: readonly Statement[];
  readonly cells: readonly Cell[];
  readonly gating: readonly RungResult[];
  readonly comparison: Comparison;
}): RunVerdict {
  const { statements, cells, gating, comparison } = judged;
  const decided = decide(statements);
  if (decided !== undefined && decided.verdict !== 'pass') {
    const { verdict, deciding } = decided;
    const more = statements.filter(
      (statement) =>
        statement !== deciding &&
        statement.finding.verdict === verdict &&
        statement.finding.exploring !== true,
    ).length;
    const reason = deciding.headline ?? deciding.finding.message;
    const text = `${verdict}: ${reason}${more > 0 ? ` (and ${more} more)` : ''}`;
    return sentence(verdict, deciding.finding.code, text);
  }
  const complete = cells.filter(({ kind, verdict }) => kind === 'completeness' && verdict === 'pass').length;
  const isProven =
    gating.length > 0 && complete === gating.length && cells.every(({ verdict }) => verdict === 'pass');
  if (!isProven)
    return sentence('inconclusive', 'evidence', 'inconclusive: not every gating cell was judged');
  const requests = gating.reduce((sum, { completed }) => sum + completed, 0);
  const rates = [...new Set(gating.map(({ rate }) => rate))].join(', ');
  const budgets = cells.filter(({ kind }) => kind === 'budget').length;
  const parts = [
    `all ${requests} requests completed at ${rates} req/s`,
    ...(budgets > 0 ? [`every budget is met`] : []),
    comparedText(comparison, cells, budgets > 0),
  ];
  const unproven = comparison.state === 'compared' && comparison.unknown_on_both.length > 0;
  return unproven
    ? sentence('pass', 'environment_not_proven', `pass, environment not proven: ${parts.join('; ')}`)
    : sentence('pass', 'pass', `pass: ${parts.join('; ')}`);
}

function comparedText(comparison: Comparison, cells: readonly Cell[], hasBudgets: boolean): string {
  if (comparison.state !== 'compared') {
    return hasBudgets ? 'not compared with a baseline' : 'nothing else was judged';
  }
  const margins = cells.flatMap(({ kind, margin }) => (kind === 'comparison' ? [margin ?? 0] : []));
  const margin = Math.max(...margins);
  const widest = hugeChange(margin) ?? `${Number((100 * margin).toFixed(1))} %`;
  const learning = comparison.learning === undefined ? '' : `, learning ${comparison.learning}`;
  const runs = `${comparison.runs} baseline ${comparison.runs === 1 ? 'run' : 'runs'}`;
  return `no change beyond the margin (${widest}) against ${runs}${learning}`;
}

/** NOT DECIDED belongs in the first line, with what would decide. */
function headline(cell: Cell): string {
  if (cell.verdict !== 'inconclusive' || cell.kind === 'completeness') return cell.message;
  const parsed = cell.expression === undefined ? undefined : parseBudget(cell.expression);
  const name =
    parsed?.ok === true && cell.rate !== undefined
      ? budgetAt(parsed.budget, cell.rate)
      : (cell.expression ?? `change of ${cell.metric}${cell.rate === undefined ? '' : ` @ ${cell.rate}`}`);
  const needs = cell.needs === undefined ? cell.message : `needs ${cell.needs}`;
  return `${name} NOT DECIDED: ${needs}`;
}

function baselineStatement(code: string, message: string, undecided: boolean): Statement {
  return {
    finding: {
      kind: 'baseline',
      severity: 'warning',
      ...(undecided ? { verdict: 'inconclusive' } : {}),
      code,
      message,
    },
  };
}

function environment({ unknown_on_both: unknown }: Comparison): Statement[] {
  if (unknown.length === 0) return [];
  const message = `unknown on both sides, so not proven equal: ${unknown.join(', ')}`;
  return [{ finding: { kind: 'baseline', severity: 'notice', code: 'environment_not_proven', message } }];
}

function differencesText({ differences }: Comparison): string {
  const hard = differences.filter((field) => field.class === 'hard' && !field.under_test);
  const shown = hard.map(
    ({ field, baseline, candidate }) => `${field} ${baseline ?? 'unknown'} → ${candidate ?? 'unknown'}`,
  );
  return shown.length === 0 ? '' : `: ${shown.join(', ')}`;
}

/** One line: control characters and line breaks of data from outside become spaces. */
function sentence(verdict: Verdict, code: string, text: string): RunVerdict {
  const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const short = line.length > SENTENCE_MAX ? `${line.slice(0, SENTENCE_MAX - 1)}…` : line;
  return { verdict, exit_code: EXIT_CODE[verdict], code, sentence: short };
}
