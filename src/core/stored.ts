// Whether a stored result agrees with itself. A file may have been cut, merged or edited since it was written.
import { parseBudget } from './budget.ts';
import { satisfies } from './budget-check.ts';
import { metricNamed } from './metric-names.ts';
import type { Cell, Plan, Result, RungResult } from './result.gen.ts';
import { EXIT_CODE } from './verdict.ts';

/** Every place where a result says two things that cannot both be true; empty: none was found. */
export function contradictions(result: Result): string[] {
  const { plan, rungs, cells, comparison, verdict } = result;
  const exit = EXIT_CODE[verdict.verdict];
  return [
    ...ladderFaults(plan, rungs),
    ...rungs.flatMap(countFaults),
    ...budgetFaults(plan, cells),
    ...cells.flatMap((cell) => cellFaults(cell, rungs)),
    ...(verdict.exit_code === exit
      ? []
      : [`its verdict is ${verdict.verdict} and its exit code ${verdict.exit_code}, not ${exit}`]),
    ...(verdict.verdict === 'pass' &&
    comparison.state === 'compared' &&
    !cells.some(({ kind }) => kind === 'comparison')
      ? ['it was compared with a baseline and has no cell that compares']
      : []),
  ];
}

/** Each planned rung once in every repeat, as planned, and no other one. */
function ladderFaults({ rungs: planned }: Plan, rungs: readonly RungResult[]): string[] {
  const repeats = [...new Set(rungs.map(({ run }) => run))].sort((a, b) => a - b);
  const counted = planned.flatMap(({ rate, kind }) =>
    (repeats.length === 0 ? [1] : repeats).flatMap((run) => {
      const found = rungs.filter((rung) => rung.rate === rate && rung.kind === kind && rung.run === run);
      if (found.length === 1) return [];
      const name = `the ${kind} rung at ${rate} req/s${run === 1 ? '' : `, run ${run}`}`;
      return [
        found.length === 0
          ? `${name} is planned and missing`
          : `${name} is planned once and there ${found.length} times`,
      ];
    }),
  );
  const foreign = rungs.flatMap(({ rate, kind, planned: prompts }) => {
    const row = planned.find((each) => each.rate === rate && each.kind === kind);
    if (row === undefined) return [`the ${kind} rung at ${rate} req/s is not in its plan`];
    if (row.num_prompts === prompts) return [];
    return [`the rung at ${rate} req/s was planned with ${row.num_prompts} requests and says ${prompts}`];
  });
  return [...counted, ...foreign];
}

/** Every sent request completed, failed or was cancelled, and the failure classes add up. */
function countFaults({ rate, state, planned, sent, completed, failed, failures }: RungResult): string[] {
  const counts = [planned, sent, completed, failed, ...failures.map(({ count }) => count)];
  const total = (all: RungResult['failures']): number => all.reduce((sum, { count }) => sum + count, 0);
  const byClass = total(failures.filter(({ class: name }) => name !== 'cancelled'));
  const agrees =
    counts.every((count) => Number.isSafeInteger(count) && count >= 0) &&
    sent <= planned &&
    failed === byClass &&
    sent === completed + total(failures) &&
    (state !== 'not_run' || sent === 0);
  if (agrees) return [];
  const said = `${planned} planned, ${sent} sent, ${completed} completed, ${failed} failed, ${byClass} by class`;
  return [`the counts at ${rate} req/s do not add up: ${said}`];
}

/** A planned budget that nobody judged is a cell that was taken out. */
function budgetFaults({ budgets }: Plan, cells: readonly Cell[]): string[] {
  return budgets.flatMap(({ expression, rates }) => {
    const own = cells.filter((cell) => cell.kind === 'budget' && cell.expression === expression);
    const open = rates.filter((rate) => !own.some((cell) => cell.rate === rate));
    if (open.length > 0) return [`the budget ${expression} is planned and not judged at ${open.join(', ')}`];
    return own.length === 0 ? [`the budget ${expression} is planned and not judged`] : [];
  });
}

/** A cell that passed on numbers that do not pass. */
function cellFaults(cell: Cell, rungs: readonly RungResult[]): string[] {
  if (cell.verdict !== 'pass') return [];
  const { metric, rate, value, limit } = cell;
  if (cell.kind === 'comparison') {
    const worst = worsening(cell);
    return worst === undefined || worst <= (cell.margin ?? 0)
      ? []
      : [`${metric} @ ${rate} passed with a change beyond its margin`];
  }
  if (cell.kind !== 'budget' || rate === undefined) return [];
  const parsed = cell.expression === undefined ? undefined : parseBudget(cell.expression);
  const name = cell.expression ?? metric;
  if (parsed?.ok !== true || value === undefined || limit === undefined) {
    return [`${name} passed at ${rate} req/s without a value or a limit`];
  }
  if (!satisfies(value, parsed.budget.operator, limit)) {
    return [`${name} passed at ${rate} req/s with ${value} against ${limit}`];
  }
  const measured = rungs.filter((rung) => rung.rate === rate).map(({ metrics }) => metrics[metric]);
  return measured.includes(value)
    ? []
    : [`${name} passed at ${rate} req/s with ${value}, which its rung does not have`];
}

/** Upper bound of the relative worsening; absent where the cell has no bounds. */
function worsening({ metric, change }: Cell): number | undefined {
  if (change === undefined) return undefined;
  if (metricNamed(metric)?.better !== 'higher') return change.upper;
  return change.lower === undefined ? undefined : 1 / (1 + change.lower) - 1;
}
