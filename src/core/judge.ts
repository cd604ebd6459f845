// From evidence to the verdict: cells, findings, comparison, capacity and one sentence.
import { type Budget, selectRates } from './budget.ts';
import { checkBudget, type JudgedRung } from './budget-check.ts';
import type { Subject } from './comparability.ts';
import { type CompareOptions, comparedRun, compareRuns, distinctRuns } from './compare.ts';
import { type Completeness, checkCompleteness } from './completeness.ts';
import { hostStatements } from './doctor.ts';
import { capacityOf, checkCapacityBudget, geometricKnee } from './knee.ts';
import type { Rung } from './plan.ts';
import { isFailed, isOk } from './record.ts';
import type {
  Capacity,
  Cell,
  ChannelReport,
  Comparison,
  Finding,
  HostReport,
  RequestRecord,
  Result,
  RungResult,
  RunVerdict,
  ValidityCheck,
} from './result.gen.ts';
import { notRun } from './rung.ts';
import { decodeCause, ttftCause } from './slowness.ts';
import { cellStatement, comparisonStatements, failureStatement, runVerdict } from './statements.ts';
import { contradictions } from './stored.ts';
import { contradiction, verdictDiffers, verdictOf } from './stored-verdict.ts';
import { causeText, type Triage, triage } from './triage.ts';
import { rungStatements, runStatements, type Trust, trustIn } from './trust.ts';
import type { EngineKind } from './validity.ts';
import { isHeavier, type RunFailure, type Statement } from './verdict.ts';

/** Everything that a verdict may rest on. */
export interface Evidence {
  readonly budgets: readonly Budget[];
  /** Section `compare` of the configuration as it is. */
  readonly compare: CompareOptions;
  /** validity.strict */
  readonly strict: boolean;
  readonly engine_kind: EngineKind;
  /** Every rung that was planned, gating and exploring, each run. */
  readonly planned: readonly Rung[];
  /** What became of them, in any order; a rung that was not run may be left out or given by `notRun`. */
  readonly rungs: readonly {
    readonly result: RungResult;
    readonly records: readonly RequestRecord[];
  }[];
  /** From `checkRun` in validity.ts. */
  readonly run_checks: readonly ValidityCheck[];
  /** Absent: no baseline was asked for or found. */
  readonly baseline?: BaselineEvidence;
  /** What the probe asked for and who answered. */
  readonly channel?: Pick<ChannelReport, 'model_id' | 'answered_model'>;
  /** This run, as a side of the comparison. */
  readonly candidate: Subject;
  /** What was seen of the machine; absent: nothing was started on it. */
  readonly host?: HostReport;
  /** What the log of an engine shows that lived on while requests failed. */
  readonly engine_log?: Triage;
  /** Present when the run ended before its plan was done. */
  readonly failure?: RunFailure;
}

export interface BaselineEvidence {
  readonly source: string;
  readonly results: readonly { readonly path: string; readonly result: Result }[];
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
}

/** The judged part of result.json. */
export interface Judgement {
  readonly cells: readonly Cell[];
  readonly findings: readonly Finding[];
  readonly comparison: Comparison;
  readonly capacity: Capacity;
  readonly knee?: number;
  readonly verdict: RunVerdict;
}

/** Judges a run. Pure: the same evidence gives the same judgement. Missing evidence never passes. */
export function judge(evidence: Evidence): Judgement {
  const { budgets, engine_kind: kind, strict, compare, candidate } = evidence;
  const rungs = evidence.planned.map((rung) => trustedRung(evidence, rung));
  const gating = rungs.filter(({ planned }) => planned.kind === 'gating');
  const confidence = compare.confidence;

  const complete = gating.map((rung) => completeness(rung, kind));
  const capacity = capacityOf(
    budgets,
    rungs.map((rung) => ({ ...rung, invalid: rung.trust.invalid.length > 0 })),
    confidence,
  );
  const budgetCells = budgets.flatMap((budget) =>
    budget.metric === 'capacity'
      ? [checkCapacityBudget(budget, capacity, unique(rungs.map(({ planned }) => planned.rate)))]
      : budgetCellsOf(budget, gating, confidence),
  );
  const compared = compareWithBaseline(evidence, gating);
  const comparisonCells = compared.cells.map((cell) =>
    gating.reduce((judged, rung) => (rung.result.rate === cell.rate ? distrust(judged, rung) : judged), cell),
  );

  const cells = [...complete.map(({ cell }) => cell), ...budgetCells, ...comparisonCells];
  const statements: Statement[] = [
    ...(evidence.failure === undefined ? [] : [failureStatement(evidence.failure, rungs)]),
    ...complete.flatMap(({ cell, statement }) => statement ?? cellStatement(cell)),
    ...rungs.flatMap(({ result, trust }) => rungStatements(result, trust)),
    ...runStatements(evidence.run_checks, kind, strict),
    ...hostStatements(evidence.host),
    ...rungs.flatMap((rung) => agreement(rung)),
    ...[...budgetCells, ...comparisonCells].flatMap(cellStatement),
    ...comparisonStatements(compared.comparison, compared.cells.length, {
      options: compare,
      has_budgets: budgets.length > 0,
      unreadable: evidence.baseline?.unreadable ?? [],
    }),
    ...otherModel(evidence.channel),
    ...rungs.flatMap(exploringFailures),
    ...engineLog(evidence.engine_log),
    ...slowness(rungs, cells, candidate.fingerprint),
  ];
  const knee = geometricKnee(
    rungs.filter(({ trust }) => trust.invalid.length === 0).map(({ result }) => result),
  );
  return {
    cells,
    findings: statements.map(({ finding }) => finding),
    comparison: compared.comparison,
    capacity,
    ...(knee === undefined ? {} : { knee }),
    verdict: runVerdict({
      statements,
      cells,
      gating: gating.map(({ result }) => result),
      comparison: compared.comparison,
    }),
  };
}

/**
 * Judges stored results against each other: completeness and validity of the candidates as they were stored, and the
 * change. Budgets belong to the run that had them and are not judged again. The first candidate carries the judgement.
 */
export function compareResults(request: {
  readonly candidates: Omit<BaselineEvidence, 'source'>;
  readonly baselines: Omit<BaselineEvidence, 'source'> & { readonly source?: string };
  readonly compare: CompareOptions;
}): Result {
  const { baselines, compare } = request;
  const { kept, copies } = distinctRuns(request.candidates.results, ({ result }) => result.run_id);
  const candidates = { ...request.candidates, results: kept };
  const first = candidates.results[0];
  if (first === undefined) throw new RangeError('compareResults needs a candidate that could be read');
  const rates = unique(
    candidates.results.flatMap(({ result }) =>
      result.rungs.filter(({ kind }) => kind === 'gating').map(({ rate }) => rate),
    ),
  );
  const { comparison, cells: comparisonCells } = compareRuns({
    source: baselines.source ?? 'the given baseline',
    candidates: candidates.results.map(({ path, result }) => comparedRun(path, result)),
    baselines: baselines.results.map(({ path, result }) => comparedRun(path, result)),
    unreadable: baselines.unreadable,
    options: compare,
    gating_rates: rates,
  });
  const own = candidates.results.map(({ path, result }) => storedStatements(path, result));
  const cells = [...own.flatMap((stored) => stored.cells), ...comparisonCells];
  const statements: Statement[] = [
    ...own.flatMap((stored) => stored.statements),
    ...copies.map(({ path }) => copyStatement(path)),
    ...comparisonCells.flatMap(cellStatement),
    ...comparisonStatements(comparison, comparisonCells.length, {
      options: { ...compare, baseline: 'given', required: true },
      has_budgets: false,
      unreadable: [...baselines.unreadable, ...candidates.unreadable],
    }),
  ];
  return {
    ...first.result,
    plan: { ...first.result.plan, budgets: [] },
    cells,
    findings: statements.map(({ finding }) => finding),
    comparison,
    verdict: runVerdict({
      statements,
      cells,
      gating: candidates.results.flatMap(({ result }) =>
        result.rungs.filter(({ kind }) => kind === 'gating'),
      ),
      comparison,
    }),
  };
}

/** A planned rung with what became of it and whether that can be trusted. */
interface TrustedRung extends JudgedRung {
  readonly planned: Rung;
  readonly trust: Trust;
}

function trustedRung(evidence: Evidence, planned: Rung): TrustedRung {
  const { rate, run, kind, num_prompts: prompts } = planned;
  const found = evidence.rungs.filter(({ result }) => result.rate === rate && result.run === run);
  const [only] = found;
  const belongs =
    only !== undefined && found.length === 1 && only.result.kind === kind && only.result.planned === prompts;
  const reason =
    evidence.failure?.message ??
    (only === undefined ? 'there is no result of it' : 'its result is another rung');
  const rung = belongs
    ? only
    : { result: notRun(planned, evidence.failure?.code ?? 'not_run', reason), records: [] };
  return { ...rung, planned, trust: trustIn(rung.result, evidence.engine_kind, evidence.strict) };
}

interface CompletenessCell {
  readonly cell: Cell;
  readonly statement?: Statement;
}

/** A failed request is the server's, whatever else is invalid, unless the client or the channel is to blame here. */
function completeness(
  { result, trust }: { readonly result: RungResult; readonly trust: Trust },
  kind: EngineKind,
): CompletenessCell {
  const { cell, server_failed }: Completeness = checkCompleteness(result, kind);
  if (!server_failed) return { cell };
  if (trust.excuses_server) {
    const rules = trust.invalid.map(({ rule }) => rule).join(', ');
    return {
      cell: { ...cell, verdict: 'invalid', message: `${cell.message}, but the rung is invalid (${rules})` },
    };
  }
  return {
    cell,
    statement: { finding: { ...findingOf(cell), ...evidenceOf(result) }, outranks_invalid: true },
  };
}

function findingOf(cell: Cell): Finding {
  const [statement] = cellStatement(cell);
  return statement?.finding ?? { kind: 'note', severity: 'notice', code: cell.code, message: cell.message };
}

/** What the server or the socket said, one example of each class, and why such requests fail. */
function evidenceOf({
  failures,
  run,
}: RungResult): Pick<Finding, 'run' | 'evidence' | 'hint' | 'cause_code'> {
  const lines = failures.flatMap(({ class: name, example }) =>
    example === undefined ? [] : [`${name}: ${example}`],
  );
  if (lines.length === 0) return { run };
  const why = triage({ requests: lines });
  return {
    run,
    ...(why.state === 'known' ? { hint: `${why.cause} ${why.remedy}` } : {}),
    cause_code: why.code,
    evidence: lines.slice(0, 10),
  };
}

function budgetCellsOf(budget: Budget, gating: readonly TrustedRung[], confidence: number): Cell[] {
  const rates = selectRates(budget.rates, unique(gating.map(({ planned }) => planned.rate)));
  if (rates.length === 0) {
    return [
      {
        kind: 'budget',
        metric: budget.metric,
        verdict: 'inconclusive',
        code: 'not_measured',
        message: `${budget.expression} names no gating rung`,
        expression: budget.expression,
      },
    ];
  }
  return gating
    .filter(({ planned }) => rates.includes(planned.rate))
    .map((rung) => distrust(checkBudget(budget, rung, confidence), rung));
}

/** On an invalid rung no number says anything. */
function distrust(cell: Cell, { trust }: Pick<TrustedRung, 'trust'>): Cell {
  if (trust.invalid.length === 0) return cell;
  const rules = trust.invalid.map(({ rule }) => rule).join(', ');
  return {
    ...cell,
    verdict: 'invalid',
    code: 'invalid_rung',
    message: `${cell.message}; the rung is invalid (${rules})`,
  };
}

function compareWithBaseline(
  evidence: Evidence,
  gating: readonly TrustedRung[],
): { readonly comparison: Comparison; readonly cells: readonly Cell[] } {
  const { compare, baseline, candidate } = evidence;
  const nothing = (state: 'none' | 'no_baseline', message: string) => ({
    comparison: { state, runs: 0, message, differences: [], unknown_on_both: [] },
    cells: [],
  });
  if (baseline === undefined) {
    return compare.baseline === 'none'
      ? nothing('none', 'no baseline was asked for')
      : nothing('no_baseline', `no usable baseline run in ${compare.baseline}`);
  }
  if (gating.every(({ result }) => result.state === 'not_run')) {
    return nothing('no_baseline', 'nothing was measured that could be compared');
  }
  return compareRuns({
    source: baseline.source,
    candidates: [{ path: 'this run', subject: candidate, rungs: gating.map(({ result }) => result) }],
    baselines: baseline.results.map(({ path, result }) => comparedRun(path, result)),
    unreadable: baseline.unreadable,
    options: compare,
    gating_rates: unique(gating.map(({ planned }) => planned.rate)),
  });
}

/** The counts of a gating rung must be those of its records, each of another request. */
function agreement({ result, records, planned }: TrustedRung): Statement[] {
  if (planned.kind === 'exploring') return [];
  const agrees =
    result.sent === records.length &&
    result.completed === records.filter(isOk).length &&
    result.failed === records.filter(isFailed).length &&
    new Set(records.map(({ index }) => index)).size === records.length;
  if (agrees) return [];
  return [
    {
      finding: {
        kind: 'validity',
        severity: 'error',
        verdict: 'inconclusive',
        code: 'records_disagree',
        message: `the counts at ${result.rate} req/s are not those of its ${records.length} request records`,
        rate: result.rate,
        run: result.run,
      },
    },
  ];
}

/** A gateway may route to a dated or another model: no reason to stop, and a reader must know. */
function otherModel(channel: Evidence['channel']): Statement[] {
  const { model_id: asked, answered_model: answered } = channel ?? {};
  if (asked === undefined || answered === undefined || asked === answered) return [];
  const message = `asked for model ${asked}, answered as ${answered}`;
  return [{ finding: { kind: 'channel', severity: 'warning', code: 'other_model', message } }];
}

/** Failures and early ends of exploring rungs are shown, never judged. */
function exploringFailures({ result, planned }: TrustedRung): Statement[] {
  if (planned.kind === 'gating' || (result.failed === 0 && result.state === 'measured')) return [];
  const text =
    result.state === 'not_run'
      ? `the exploring rung at ${result.rate} req/s was not run`
      : `${result.failed} of ${result.planned} requests failed at ${result.rate} req/s (exploring)`;
  return [
    {
      finding: {
        kind: 'completeness',
        severity: 'notice',
        code: result.state === 'measured' ? 'exploring_failures' : (result.state_code ?? result.state),
        message: result.state_reason === undefined ? text : `${text}: ${result.state_reason}`,
        rate: result.rate,
        run: result.run,
        exploring: true,
      },
    },
  ];
}

/** The server's side of failed requests. Decides nothing: the requests have decided. */
function engineLog(found: Triage | undefined): Statement[] {
  const cause = found === undefined ? undefined : causeText(found);
  if (found === undefined || cause === undefined) return [];
  return [
    {
      finding: {
        kind: 'engine',
        severity: 'notice',
        code: 'engine_log',
        message: `the log of the engine while requests failed: ${cause}`,
        hint: found.remedy,
        cause_code: found.code,
        evidence: found.evidence,
      },
    },
  ];
}

/** Why the rungs that can be trusted are slow, where their numbers prove it. Decides nothing. */
function slowness(
  rungs: readonly TrustedRung[],
  cells: readonly Cell[],
  fingerprint: Subject['fingerprint'],
): Statement[] {
  const seqs = Number(fingerprint['max_num_seqs']?.value);
  const onGpu = String(fingerprint['arch']?.value ?? '').startsWith('gfx');
  const trusted = rungs
    .filter(({ result, trust }) => result.state === 'measured' && trust.invalid.length === 0)
    .map(({ result }) => result)
    .toSorted((a, b) => a.rate - b.rate);
  const lowest = trusted[0];
  const ttft = lowest?.metrics['median_ttft_ms'];
  const slow = trusted.map((rung) =>
    ttftCause({
      rung,
      ...(ttft === undefined || rung === lowest ? {} : { lowest_ttft_ms: ttft }),
      is_judged_high: cells.some(
        ({ metric, rate, verdict }) =>
          rate === rung.rate && verdict === 'fail' && metric.includes('ttft') && rung.kind === 'gating',
      ),
      ...(Number.isSafeInteger(seqs) && seqs > 0 ? { max_num_seqs: seqs } : {}),
    }),
  );
  const decode = onGpu && lowest !== undefined ? decodeCause(lowest) : undefined;
  return [...slow, decode].flatMap((finding) => (finding === undefined ? [] : [{ finding }]));
}

/** Completeness and validity of a stored run, from what it stored. */
function storedStatements(path: string, result: Result): { cells: Cell[]; statements: Statement[] } {
  const kind = result.engine.kind;
  const gating = result.rungs
    .filter((rung) => rung.kind === 'gating')
    .map((rung) => ({ result: rung, trust: trustIn(rung, kind, false) }));
  const complete = gating.map((rung) => completeness(rung, kind));
  const { sentence } = result.verdict;
  const proven = verdictOf(result);
  const differs = verdictDiffers(result, proven);
  const verdict = isHeavier(proven.verdict, result.verdict.verdict) ? proven.verdict : result.verdict.verdict;
  const own: Statement = {
    finding: {
      kind: 'note',
      severity: verdict === 'error' || verdict === 'invalid' ? 'error' : 'notice',
      // A run that could not be trusted cannot be trusted as a candidate either; its other verdicts were about itself.
      ...(verdict === 'error' || verdict === 'invalid' ? { verdict } : {}),
      code: `stored_${verdict}`,
      message: `the verdict of ${path} was: ${sentence}`,
    },
  };
  return {
    cells: complete.map(({ cell }) => cell),
    statements: [
      ...complete.flatMap(({ cell, statement }) => statement ?? cellStatement(cell)),
      ...gating.flatMap((rung) => rungStatements(rung.result, rung.trust)),
      ...runStatements(result.checks, kind, false),
      ...otherModel(result.channel),
      ...[...contradictions(result), ...(differs === undefined ? [] : [differs])].map((text) =>
        contradiction(`${path}: ${text}`),
      ),
      own,
    ],
  };
}

function copyStatement(path: string): Statement {
  const message = `${path} is a copy of another candidate and was left out: one boot counts once`;
  return { finding: { kind: 'note', severity: 'warning', code: 'copy', message } };
}

function unique(rates: readonly number[]): number[] {
  return [...new Set(rates)].sort((a, b) => a - b);
}
