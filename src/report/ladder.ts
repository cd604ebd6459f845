import type { Cell, Result, RungResult, Verdict } from '../core/result.gen.ts';
import { TEXT, WORST_FIRST } from './texts.ts';
import { bare, change, type MetricName, metricName } from './units.ts';

/** The table of rungs, before it becomes Markdown, HTML or terminal text: the same numbers everywhere. */
export interface Ladder {
  readonly columns: readonly LadderColumn[];
  readonly rows: readonly LadderRow[];
  /** Some value has a baseline. */
  readonly compared: boolean;
}

export interface LadderColumn extends MetricName {
  readonly metric: string;
}

export interface LadderRow {
  readonly rung: RungResult;
  readonly values: readonly LadderValue[];
  /** Of all cells and checks of the rung; absent: exploring, or nothing was judged. */
  readonly verdict?: Verdict;
}

export interface LadderValue {
  readonly value?: number;
  readonly baseline?: number;
  /** Of the budgets and comparisons of this metric at this rung. */
  readonly verdict?: Verdict;
}

const SHOWN_ALWAYS: readonly string[] = ['median_ttft_ms', 'p99_ttft_ms', 'median_tpot_ms', 'served_rate'];
/** Metrics that the table shows in another form. */
const SHOWN_ELSEWHERE: readonly string[] = ['completed', 'error_rate', 'capacity'];

/** Rows in order of rate, columns for the usual metrics and then the judged ones, at most `maxColumns`. */
export function ladderOf(result: Result, maxColumns = 7): Ladder {
  const judged = result.cells.map((cell) => canonical(cell.metric));
  const columns = [...new Set([...SHOWN_ALWAYS, ...judged])]
    .filter((metric) => !SHOWN_ELSEWHERE.includes(metric))
    .slice(0, maxColumns)
    .map((metric) => ({ metric, ...metricName(metric) }));
  const rows = result.rungs
    .toSorted((a, b) => a.rate - b.rate || a.run - b.run)
    .map((rung) => rowOf(result, rung, columns));
  return {
    ...{ columns, rows },
    compared: rows.some((row) => row.values.some((value) => value.baseline !== undefined)),
  };
}

/** "212 → 322 (+52 %)", or the value alone. */
export function valueText(value: LadderValue, column: LadderColumn): string {
  const now = bare(value.value, column.unit);
  if (value.baseline === undefined) return now;
  const before = bare(value.baseline, column.unit);
  return `${before} ${TEXT.baselineArrow} ${now} (${change(value.value, value.baseline)})`;
}

/** The worst verdict of a list; absent for an empty one. */
function worst(verdicts: readonly Verdict[]): Verdict | undefined {
  return WORST_FIRST.find((verdict) => verdicts.includes(verdict));
}

function rowOf(result: Result, rung: RungResult, columns: readonly LadderColumn[]): LadderRow {
  const cells = rung.kind === 'gating' ? result.cells.filter((cell) => cell.rate === rung.rate) : [];
  const verdict =
    rung.kind === 'gating' ? worst([...cells.map(verdictOf), ...checkVerdicts(rung)]) : undefined;
  return {
    rung,
    values: columns.map(({ metric }) => ladderValue(result, rung, cells, metric)),
    ...(verdict !== undefined && { verdict }),
  };
}

function ladderValue(result: Result, rung: RungResult, cells: readonly Cell[], metric: string): LadderValue {
  const own = cells.filter((cell) => canonical(cell.metric) === metric);
  const compared = own.find((cell) => cell.kind === 'comparison' && cell.baseline !== undefined);
  const value = lookup(rung.metrics, metric) ?? compared?.value;
  const table = result.comparison.baseline_metrics;
  const key = String(rung.rate);
  const stored = table !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
  const baseline = compared?.baseline ?? (stored === undefined ? undefined : lookup(stored, metric));
  const verdict = worst(own.map(verdictOf));
  return {
    ...(value !== undefined && { value }),
    ...(baseline !== undefined && { baseline }),
    ...(verdict !== undefined && { verdict }),
  };
}

/** p50 and median are one metric under two names. */
const canonical = (metric: string): string => metric.replace(/^p50_/, 'median_');

function lookup(metrics: Readonly<Record<string, number>>, metric: string): number | undefined {
  const names = [metric, metric.replace(/^median_/, 'p50_')];
  const name = names.find((each) => Object.hasOwn(metrics, each));
  return name === undefined ? undefined : metrics[name];
}

const verdictOf = (cell: Cell): Verdict => cell.verdict;

function checkVerdicts(rung: RungResult): readonly Verdict[] {
  return rung.checks.flatMap((check): Verdict[] => {
    if (check.state === 'invalid') return ['invalid'];
    return check.state === 'unknown' && check.required ? ['inconclusive'] : [];
  });
}
