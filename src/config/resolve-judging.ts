// What a run is judged by: budgets, comparison, limits. Metrics and rates must exist on this ladder.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Budget, formatBudget, parseBudget, selectorProblem } from '../core/budget.ts';
import { BUDGET_METRIC_NAMES, metricNamed } from '../core/metric-names.ts';
import { nearestName, nearestNumber } from '../core/nearest.ts';
import type { ConfigFile } from './config.gen.ts';
import type { Config } from './config.ts';
import type { Notes } from './notes.ts';
import { defaultsOf } from './schema.ts';

const DEFAULT_MARGIN = 0.1;

/** The budgets that are right; the others are problems. `rates`: the gating rungs. */
export function resolveBudgets(texts: readonly string[], rates: readonly number[], notes: Notes): Budget[] {
  const budgets: Budget[] = [];
  const seen = new Set<string>();
  for (const [i, text] of texts.entries()) {
    const path = `budgets[${i}]`;
    const shown = JSON.stringify(text.trim().slice(0, 100));
    const parsed = parseBudget(text);
    if (!parsed.ok) {
      notes.problem(path, `${shown}: ${parsed.problem}`);
      continue;
    }
    const { budget } = parsed;
    const where = notes.refused('load.request_rates') ? undefined : selectorProblem(budget.rates, rates);
    if (where !== undefined) {
      notes.problem(path, `${shown}: ${where}`);
      continue;
    }
    const spelling = formatBudget(budget);
    if (seen.has(spelling)) notes.warn(`budget ${shown} is there twice`);
    else budgets.push(budget);
    seen.add(spelling);
  }
  return budgets;
}

export function resolveCompare(
  compare: NonNullable<ConfigFile['compare']>,
  context: { readonly rates: readonly number[]; readonly cwd: string },
  notes: Notes,
): Config['compare'] {
  const defaults = defaultsOf('compare') as Pick<
    Config['compare'],
    'baseline' | 'required' | 'metrics' | 'confidence'
  >;
  const metrics = compare.metrics ?? defaults.metrics;
  for (const [i, metric] of metrics.entries()) checkMetric(metric, `compare.metrics[${i}]`, notes);
  for (const metric of Object.keys(compare.margins ?? {})) {
    const path = `compare.margins.${metric.slice(0, 64)}`;
    if (checkMetric(metric, path, notes) && !metrics.includes(metric)) {
      notes.warn(`${path} is not applied: ${metric} is not in compare.metrics`);
    }
  }
  if (!notes.refused('load.request_rates')) {
    for (const [i, rate] of (compare.rates ?? []).entries()) {
      if (context.rates.includes(rate)) continue;
      const nearest = nearestNumber(rate, context.rates);
      notes.problem(
        `compare.rates[${i}]`,
        `${rate} is no gating rung of load.request_rates; nearest: ${nearest}`,
      );
    }
  }
  const baseline = compare.baseline ?? defaults.baseline;
  if (baseline !== 'none' && !existsSync(resolve(context.cwd, baseline))) {
    notes.warn(
      `compare.baseline ${JSON.stringify(baseline.slice(0, 200))} does not exist (yet): nothing to compare with`,
    );
  }
  if (baseline === 'none' && compare.required === true) {
    notes.problem('compare.required', 'a baseline is required but compare.baseline is none');
  }
  const margins = Object.fromEntries(metrics.map((metric) => [metric, DEFAULT_MARGIN]));
  return {
    ...defaults,
    under_test: [],
    ...compare,
    margins: { ...margins, ...compare.margins },
  };
}

function checkMetric(name: string, path: string, notes: Notes): boolean {
  if (metricNamed(name)?.comparable === true) return true;
  const comparable = BUDGET_METRIC_NAMES.filter((known) => metricNamed(known)?.comparable === true);
  const nearest = nearestName(name, comparable);
  const hint = nearest === undefined ? '' : `; nearest known: ${nearest}`;
  const reason =
    metricNamed(name) === undefined ? 'unknown metric' : 'not a metric whose relative change can be judged';
  notes.problem(path, `${reason} ${JSON.stringify(name.slice(0, 64))}${hint}`);
  return false;
}
