// Where the ladder ends: capacity under the budgets, and the geometric knee of TTFT.
import type { Budget } from './budget.ts';
import { checkBudget, decideBounds, type JudgedRung } from './budget-check.ts';
import type { Capacity, Cell, RungResult } from './result.gen.ts';

/** A rung is trusted for capacity unless a validity rule says that it is invalid. */
export interface CapacityRung extends JudgedRung {
  readonly invalid: boolean;
}

/**
 * Highest rung that, with all lower ones, meets every per-rung budget with its `@` ignored. Exploring rungs count, capacity
 * budgets do not. `lower` is proven good, `upper` the lowest rung proven bad; what is not decided between them widens the
 * interval. `estimate` takes the measured values as they are. Without a per-rung budget nothing is defined.
 */
export function capacityOf(
  budgets: readonly Budget[],
  rungs: readonly CapacityRung[],
  confidence: number,
): Capacity {
  const perRung = budgets.filter(({ metric }) => metric !== 'capacity');
  if (perRung.length === 0)
    return { message: 'capacity is not defined: there is no budget that a rung could meet' };
  const rates = [...new Set(rungs.map(({ result }) => result.rate))].sort((a, b) => a - b);
  const at = (rate: number): CapacityRung[] => rungs.filter(({ result }) => result.rate === rate);
  const proven = rates.map((rate) => standing(perRung, at(rate), confidence));
  const observed = rates.map((rate) =>
    standing(
      perRung.map((budget) => ({ ...budget, observed: true })),
      at(rate),
      confidence,
    ),
  );
  const lower = lastOfPrefix(rates, proven);
  const upper = rates[proven.indexOf('bad')];
  const estimate = lastOfPrefix(rates, observed);
  return {
    ...(lower === undefined ? {} : { lower }),
    ...(upper === undefined ? {} : { upper }),
    ...(estimate === undefined ? {} : { estimate }),
    message: capacityText(lower, upper, rates),
  };
}

/** A budget on the capacity itself: judged by the whole interval, or by the estimate where it says `observed`. */
export function checkCapacityBudget(budget: Budget, capacity: Capacity, rates: readonly number[]): Cell {
  const { lower, upper, estimate, message } = capacity;
  const ascending = [...rates].sort((a, b) => a - b);
  const isDefined = lower !== undefined || upper !== undefined || estimate !== undefined;
  // The best that can still be true: the highest rung below the first proven bad one; 0 when the lowest is bad.
  const best = upper === undefined ? undefined : (ascending.findLast((rate) => rate < upper) ?? 0);
  const seen = estimate ?? (best === 0 ? 0 : undefined);
  const verdict = budget.observed
    ? decideBounds(budget.operator, budget.value, seen ?? Number.NaN, seen ?? Number.NaN)
    : isDefined
      ? decideBounds(budget.operator, budget.value, lower ?? 0, best)
      : undefined;
  const found = {
    kind: 'budget',
    metric: 'capacity',
    expression: budget.expression,
    ...given(budget.observed ? seen : lower),
    ...(Number.isFinite(budget.value) ? { limit: budget.value } : {}),
    scope: budget.observed ? 'observed, not proven' : 'for this boot',
  } as const;
  if (verdict === undefined) {
    return {
      ...found,
      verdict: 'inconclusive',
      code: 'not_decided',
      message: `${budget.expression} is not decided: ${message}`,
      needs: 'decided budgets at the rungs up to this rate',
    };
  }
  return {
    ...found,
    verdict,
    code: verdict === 'pass' ? 'within_budget' : 'over_budget',
    message: `${budget.expression} is ${verdict === 'pass' ? 'met' : 'broken'}: ${message}`,
  };
}

/** Least depth of the bend, in the unit square of Kneedle, and least growth of TTFT over the ladder. */
const LEAST_BEND = 0.2;
const LEAST_GROWTH = 1.5;

/**
 * Rate at which mean TTFT bends upwards: the largest distance below the diagonal in the unit square (Kneedle; Satopää et
 * al., ICDCS Workshops 2011). Undefined where there are fewer than three rungs or no bend.
 */
export function geometricKnee(rungs: readonly RungResult[]): number | undefined {
  const points = kneePoints(rungs);
  const first = points[0];
  const last = points.at(-1);
  if (points.length < 3 || first === undefined || last === undefined) return undefined;
  const values = points.map(({ ttft }) => ttft);
  const least = Math.min(...values);
  const most = Math.max(...values);
  if (!(least > 0) || most / least < LEAST_GROWTH || last.ttft !== most) return undefined;
  let best: { rate: number; depth: number } | undefined;
  for (const { rate, ttft } of points) {
    const depth = (rate - first.rate) / (last.rate - first.rate) - (ttft - least) / (most - least);
    if (best === undefined || depth > best.depth) best = { rate, depth };
  }
  return best !== undefined && best.depth >= LEAST_BEND ? best.rate : undefined;
}

/** Mean TTFT by rate, ascending, repeats averaged; rungs without one are left out. */
function kneePoints(rungs: readonly RungResult[]): { rate: number; ttft: number }[] {
  const rates = [...new Set(rungs.map(({ rate }) => rate))].sort((a, b) => a - b);
  return rates.flatMap((rate) => {
    const values = rungs
      .filter((rung) => rung.rate === rate)
      .flatMap(({ metrics }) => metrics['mean_ttft_ms'] ?? []);
    if (values.length === 0 || !values.every(Number.isFinite)) return [];
    return [{ rate, ttft: values.reduce((sum, value) => sum + value, 0) / values.length }];
  });
}

function given(value: number | undefined): Pick<Cell, 'value'> {
  return value === undefined ? {} : { value };
}

type Standing = 'good' | 'bad' | 'undecided';

function standing(budgets: readonly Budget[], rungs: readonly CapacityRung[], confidence: number): Standing {
  if (rungs.length === 0 || rungs.some(({ invalid }) => invalid)) return 'undecided';
  const verdicts = rungs.flatMap((rung) =>
    budgets.map((budget) => checkBudget(budget, rung, confidence).verdict),
  );
  if (verdicts.includes('fail')) return 'bad';
  return verdicts.every((verdict) => verdict === 'pass') ? 'good' : 'undecided';
}

function lastOfPrefix(rates: readonly number[], standings: readonly Standing[]): number | undefined {
  const broken = standings.findIndex((standing) => standing !== 'good');
  return broken === -1 ? rates.at(-1) : rates[broken - 1];
}

function capacityText(
  lower: number | undefined,
  upper: number | undefined,
  rates: readonly number[],
): string {
  const good = lower === undefined ? 'no rung is proven good' : `proven good up to ${lower} req/s`;
  if (upper === undefined) return `${good}; no rung up to ${rates.at(-1) ?? 0} req/s is proven bad`;
  return `${good}; ${upper} req/s is proven bad`;
}
