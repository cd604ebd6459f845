// A budget: an absolute limit on a metric at some gating rungs, written by the user.
//
//   budget     = metric operator value [ "%" ] [ "@" rates ] [ "observed" ]
//   operator   = "<=" | "<" | ">=" | ">" | "=="
//   rates      = number { "," number }              the rungs of this list
//              | number ( ".." | "-" ) number       every gating rung in this range, ends included
//              | ( "<=" | "<" | ">=" | ">" ) number every gating rung that compares so
//   number     = digits [ "." digits ] [ "e" [ "+" | "-" ] digits ]
//
// Without "@" a budget is about every gating rung. "observed" judges the measured value instead of a bound on it.
// Spaces are free between the parts. Rates that name no gating rung are a problem, not an empty budget.
import { BUDGET_METRIC_NAMES, metricNamed } from './metric-names.ts';
import { nearestName, nearestNumber } from './nearest.ts';

export type BudgetOperator = '<=' | '<' | '>=' | '>' | '==';

/** Which rungs a budget is about. `all`: no @ was written. */
export type RateSelector =
  | { readonly kind: 'all' }
  | { readonly kind: 'list'; readonly rates: readonly number[] }
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  | { readonly kind: 'comparison'; readonly operator: '<=' | '<' | '>=' | '>'; readonly rate: number };

/** METRIC OP VALUE[%] [@ RATES] [observed] */
export interface Budget {
  /** As the user wrote it, trimmed, runs of spaces made one. */
  readonly expression: string;
  readonly metric: string;
  readonly operator: BudgetOperator;
  readonly value: number;
  /** The value is a percentage of what the metric's `percent_of` says, for example of the arrived rate. */
  readonly percent: boolean;
  readonly rates: RateSelector;
  readonly observed: boolean;
}

export type ParsedBudget =
  | { readonly ok: true; readonly budget: Budget }
  | { readonly ok: false; readonly problem: string };

const MAX_LENGTH = 200;
const NUMBER = String.raw`\d+(?:\.\d+)?(?:[eE][+-]?\d+)?`;
const BUDGET = new RegExp(
  String.raw`^(?<metric>[^\s<>=@%]+)\s*(?<operator><=|>=|==|<|>)\s*(?<value>${NUMBER})\s*(?<percent>%)?` +
    String.raw`\s*(?:@\s*(?<rates>[^@]*?))?(?:(?<=[\s%\d])(?<observed>observed))?$`,
);
const LIST = new RegExp(String.raw`^${NUMBER}(?:\s*,\s*${NUMBER})*$`);
const RANGE = new RegExp(String.raw`^(${NUMBER})\s*(?:\.\.|-)\s*(${NUMBER})$`);
const COMPARISON = new RegExp(String.raw`^(<=|>=|<|>)\s*(${NUMBER})$`);

/** Reads one budget; the problem says what was expected and what was found, without the expression itself. */
export function parseBudget(text: string): ParsedBudget {
  const expression = text.trim().replace(/\s+/g, ' ');
  if (expression.length > MAX_LENGTH) return no(`longer than ${MAX_LENGTH} characters`);
  const groups = BUDGET.exec(expression)?.groups;
  if (groups === undefined) return no(shapeProblem(expression));
  const name = groups['metric'] ?? '';
  const metric = metricNamed(name);
  if (metric === undefined) return no(unknownMetric(name));
  const value = Number(groups['value']);
  if (!Number.isFinite(value)) return no(`the value ${groups['value']} is too large`);
  const percent = groups['percent'] !== undefined;
  if (percent && metric.percent_of === undefined) {
    return no(`% has no meaning for ${name}, which is in ${metric.unit}; write a plain number`);
  }
  const rates = groups['rates'] === undefined ? ALL : parseRates(groups['rates'].trim());
  if (typeof rates === 'string') return no(rates);
  if (metric.scope === 'ladder' && rates.kind !== 'all') {
    return no(`${name} is one number for the whole ladder; leave "@ …" out`);
  }
  const observed = groups['observed'] !== undefined;
  const operator = groups['operator'] as BudgetOperator;
  return { ok: true, budget: { expression, metric: name, operator, value, percent, rates, observed } };
}

/** The same budget in one spelling: `p95_ttft_ms <= 500 @ 2,4 observed`. Reading it gives the budget again. */
export function formatBudget(budget: Budget): string {
  const { metric, operator, value, percent, rates, observed } = budget;
  const limit = `${metric} ${operator} ${value}${percent ? '%' : ''}`;
  const where = rates.kind === 'all' ? '' : ` @ ${formatSelector(rates)}`;
  return limit + where + (observed ? ' observed' : '');
}

/** The gating rungs that a selector means, ascending. */
export function selectRates(selector: RateSelector, gatingRates: readonly number[]): number[] {
  return gatingRates.filter((rate) => selects(selector, rate)).sort((a, b) => a - b);
}

/** What is wrong with a selector on this ladder; undefined: nothing. */
export function selectorProblem(selector: RateSelector, gatingRates: readonly number[]): string | undefined {
  const ladder = [...gatingRates].sort((a, b) => a - b).join(', ');
  if (selector.kind === 'list') {
    const unknown = selector.rates.filter((rate) => !gatingRates.includes(rate));
    if (unknown.length === 0) return undefined;
    const nearest = unknown.map((rate) => nearestNumber(rate, gatingRates)).join(', ');
    return `${unknown.join(', ')} is no gating rung of ${ladder}; nearest: ${nearest}`;
  }
  if (selectRates(selector, gatingRates).length > 0) return undefined;
  return `no gating rung of ${ladder} is in ${formatSelector(selector)}`;
}

/** What is allowed but probably not meant: a budget from the wrong side, equality of a measured number. */
export function budgetWarning(budget: Budget): string | undefined {
  const metric = metricNamed(budget.metric);
  if (metric === undefined) return undefined;
  const { operator } = budget;
  if (operator === '==') {
    if (metric.unit === 'requests' || budget.value === 0) return undefined;
    return `${budget.metric} is measured and is hardly ever exactly ${budget.value}; write <= or >=`;
  }
  const upper = operator === '<=' || operator === '<';
  if (upper === (metric.better === 'lower')) return undefined;
  const sense = metric.better === 'lower' ? 'low values are good' : 'high values are good';
  return `${budget.metric} ${operator} ${budget.value} asks for the bad side: of ${budget.metric} ${sense}`;
}

const ALL: RateSelector = { kind: 'all' };

function parseRates(text: string): RateSelector | string {
  if (text === '') return 'expected rates after @: a list 2,4, a range 2..8 or a comparison <=8';
  if (LIST.test(text)) {
    const rates = text.split(',').map(Number);
    return badRate(rates) ?? { kind: 'list', rates: [...new Set(rates)] };
  }
  const range = RANGE.exec(text);
  if (range !== null) {
    const [from, to] = [Number(range[1]), Number(range[2])];
    if (from > to) return `the range ${text} runs backwards; write the smaller rate first`;
    return badRate([from, to]) ?? { kind: 'range', from, to };
  }
  const comparison = COMPARISON.exec(text);
  if (comparison !== null) {
    const rate = Number(comparison[2]);
    return (
      badRate([rate]) ?? { kind: 'comparison', operator: comparison[1] as '<=' | '<' | '>=' | '>', rate }
    );
  }
  return `expected rates as a list 2,4, a range 2..8 or a comparison <=8, found ${JSON.stringify(text)}`;
}

function badRate(rates: readonly number[]): string | undefined {
  return rates.every((rate) => Number.isFinite(rate)) ? undefined : 'a rate is too large';
}

function selects(selector: RateSelector, rate: number): boolean {
  switch (selector.kind) {
    case 'all':
      return true;
    case 'list':
      return selector.rates.includes(rate);
    case 'range':
      return selector.from <= rate && rate <= selector.to;
    case 'comparison':
      return compares(rate, selector.operator, selector.rate);
  }
}

function compares(left: number, operator: '<=' | '<' | '>=' | '>', right: number): boolean {
  switch (operator) {
    case '<=':
      return left <= right;
    case '<':
      return left < right;
    case '>=':
      return left >= right;
    case '>':
      return left > right;
  }
}

function formatSelector(selector: Exclude<RateSelector, { kind: 'all' }> | RateSelector): string {
  switch (selector.kind) {
    case 'all':
      return 'all rungs';
    case 'list':
      return selector.rates.join(',');
    case 'range':
      return `${selector.from}..${selector.to}`;
    case 'comparison':
      return `${selector.operator}${selector.rate}`;
  }
}

function shapeProblem(expression: string): string {
  const wanted = 'expected METRIC OP VALUE[%] [@ RATES] [observed], for example p95_ttft_ms <= 500 @ 2,4';
  if (expression === '') return `${wanted}, found an empty text`;
  if (/[^<>=]=[^=]/.test(expression)) return `${wanted}; "=" alone is no operator, write ==`;
  if (/[≤≥]|=<|=>/.test(expression)) return `${wanted}; write <= or >= in plain characters`;
  if (/\d\s*(?:ms|s|req\/s|rps|tok\/s)\b/i.test(expression)) {
    return `${wanted}; write the value without a unit, the metric's name says it`;
  }
  if (!/[<>=]/.test(expression)) return `${wanted}; there is no operator (<=, <, >=, >, ==)`;
  return wanted;
}

function unknownMetric(name: string): string {
  const nearest = nearestName(name, BUDGET_METRIC_NAMES);
  const shown = JSON.stringify(name.slice(0, 64));
  if (nearest !== undefined) return `unknown metric ${shown}; nearest known: ${nearest}`;
  return `unknown metric ${shown}; known: mean|median|pNN_ttft|tpot|itl|e2el_ms, served_rate, error_rate, capacity, …`;
}

function no(problem: string): ParsedBudget {
  return { ok: false, problem };
}
