// All texts for people in one place. Messages of findings and cells come from the judging core.
import type { Cell, Result, RungResult, Verdict } from '../core/result.gen.ts';
import { duration, metricName, rateText } from './units.ts';

/** Read without colour: the word always stands beside it. */
export const SYMBOL: Readonly<Record<Verdict, string>> = {
  pass: '✅',
  fail: '❌',
  inconclusive: '❔',
  invalid: '⚠️',
  error: '🛑',
};

/** The worst first, as for the whole run. */
export const WORST_FIRST: readonly Verdict[] = ['error', 'invalid', 'fail', 'inconclusive', 'pass'];

export const TEXT = {
  product: 'instinct-gate',
  simulated: 'SIMULATED: every number here comes from the engine simulator, not from a GPU.',
  unknown: 'unknown',
  notJudged: 'not judged',
  exploring: 'exploring',
  notRun: 'not run',
  baselineArrow: '→',
  decided: 'What decided',
  checks: 'All checks',
  environment: 'Environment',
  validity: 'Validity',
  failures: 'Failed requests',
  reproduce: 'Reproduce locally',
  differences: 'Differences from the baseline',
  rungDetails: 'More per rung',
  gpus: 'GPUs and energy',
  nothingElse: 'Every judged cell passed.',
  noRungs: 'No rung was measured.',
  allValid: 'Every validity check that could be made is valid.',
  shortened: (what: string): string =>
    `Shortened to fit into a comment: ${what} left out. Everything is in report.html and result.json.`,
  more: (count: number): string => `${count} more in report.html and result.json.`,
} as const;

/** Verdict and reason: the first line of every report. */
export function headline(result: Result): string {
  const { verdict, sentence } = result.verdict;
  const first = sentence.toLowerCase().startsWith(verdict) ? sentence : `${verdict}: ${sentence}`;
  const open = undecidedBudgets(result);
  // The reader of the first line must not take an undecided budget for a met one.
  const undecided = open.length === 0 || /NOT DECIDED/.test(first) ? '' : `; NOT DECIDED: ${open.join(', ')}`;
  const unproven = isUnproven(result) && !/not proven/.test(first) ? '; environment not proven' : '';
  return `${first}${undecided}${unproven}`;
}

function undecidedBudgets(result: Result): readonly string[] {
  const cells = result.cells.filter((cell) => cell.kind === 'budget' && cell.verdict === 'inconclusive');
  const names = [...new Set(cells.map((cell) => cell.expression ?? cell.metric))];
  return names.length > 3 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
}

/** A pass although a field of the fingerprint was unknown on both sides. */
function isUnproven(result: Result): boolean {
  return result.verdict.verdict === 'pass' && result.comparison.unknown_on_both.length > 0;
}

/** "8" or "8 (run 2)". */
export const rungLabel = ({ rate, run }: Pick<RungResult, 'rate' | 'run'>): string =>
  `${rateText(rate)}${run > 1 ? ` (run ${run})` : ''}`;

/** "8 req/s", with run and kind where they matter. */
export function rungPlace({ rate, run, kind }: Pick<RungResult, 'rate' | 'run' | 'kind'>): string {
  const repeat = run > 1 ? `, run ${run}` : '';
  return `${rateText(rate)} req/s${repeat}${kind === 'exploring' ? ', exploring' : ''}`;
}

/** Two statements in a row, with a full stop between them. */
export function sentences(first: string, second: string | undefined): string {
  if (second === undefined || second === '') return first;
  return `${first.replace(/\s+$/, '')}${/[.!?:;]\s*$/.test(first) ? '' : '.'} ${second}`;
}

export const completedText = (rung: RungResult): string =>
  rung.state === 'not_run' ? TEXT.notRun : `${rung.completed}/${rung.planned}`;

/** What a cell checks: the budget as written, or the metric. */
export function checkName(cell: Cell): string {
  if (cell.expression !== undefined) return cell.expression;
  if (cell.kind === 'completeness') return 'all requests completed';
  const { label } = metricName(cell.metric);
  return cell.kind === 'comparison' ? `${label} against the baseline` : label;
}

/** Where a cell is: "8 req/s" or "ladder". */
export const cellPlace = (cell: Pick<Cell, 'rate'>): string =>
  cell.rate === undefined ? 'ladder' : `${rateText(cell.rate)} req/s`;

/** What was compared, in one sentence. */
export function comparisonText(result: Result): string {
  const { message, learning } = result.comparison;
  return learning === undefined ? message : `${message} (learning ${learning})`;
}

/** The capacity under the budgets, in one sentence. */
export const capacityText = ({ capacity: { message } }: Result): string =>
  /^capacity\b/i.test(message) ? message : `capacity: ${message}`;

/** How many cells were judged. */
export function cellCounts(result: Result): string {
  const count = (kind: Cell['kind']): number => result.cells.filter((cell) => cell.kind === kind).length;
  const rungs = result.rungs.filter((rung) => rung.kind === 'gating').length;
  return (
    `${rungs} gating ${rungs === 1 ? 'rung' : 'rungs'}; judged: completeness ${count('completeness')}, ` +
    `budgets ${count('budget')}, comparisons ${count('comparison')}.`
  );
}

/** Who made this report, when and at what cost. */
export function footer(result: Result): string {
  const gpu = result.gpu_minutes === undefined ? '' : `, ${result.gpu_minutes.toFixed(1)} GPU minutes`;
  const attempt = result.attempt > 1 ? `, attempt ${result.attempt}` : '';
  return `${TEXT.product} ${result.tool_version}, run ${result.run_id}${attempt}, ${duration(result.wall_s)}${gpu}, exit code ${result.verdict.exit_code}`;
}
