// What was not run, in one line for each kind of check: the cells keep the detail.
import type { Finding, Result, RungResult } from '../core/result.gen.ts';
import { rateText } from './units.ts';

/** Findings about rungs that were not run, each kind told once where there are several; all others as they are. */
export function withoutRepeats({ findings, rungs }: Pick<Result, 'findings' | 'rungs'>): readonly Finding[] {
  const groups = Map.groupBy(findings, (finding) => groupOf(finding, rungs));
  return findings.flatMap((finding) => {
    const key = groupOf(finding, rungs);
    const group = groups.get(key) ?? [];
    if (key === undefined || group.length < 2) return [finding];
    return group[0] === finding ? [together(finding, group, rungs)] : [];
  });
}

/** Absent: not about a rung that was not run. */
function groupOf(finding: Finding, rungs: readonly RungResult[]): string | undefined {
  const { kind, rate, run, verdict, exploring } = finding;
  if (rate === undefined || (kind !== 'completeness' && kind !== 'budget' && kind !== 'comparison')) return;
  const own = rungs.filter((rung) => rung.rate === rate && (run === undefined || rung.run === run));
  if (own.length === 0 || own.some(({ state }) => state !== 'not_run')) return;
  return JSON.stringify([kind, verdict, exploring === true]);
}

function together(first: Finding, group: readonly Finding[], rungs: readonly RungResult[]): Finding {
  const { rate: _rate, run: _run, metric: _metric, hint: _hint, ...shared } = first;
  return { ...shared, message: textOf(first, group, rungs) };
}

function textOf(first: Finding, group: readonly Finding[], rungs: readonly RungResult[]): string {
  const count = group.length;
  if (first.kind === 'budget') return `${count} budget checks are not decided: their rungs were not run`;
  if (first.kind === 'comparison') return `${count} comparisons are not decided: their rungs were not run`;
  const rates = new Set(group.flatMap(({ rate }) => rate ?? []));
  const reasons = new Set(
    rungs
      .filter(({ rate, state }) => rates.has(rate) && state === 'not_run')
      .map((rung) => rung.state_reason),
  );
  const [reason] = reasons;
  const because = reasons.size === 1 && reason !== undefined ? `: ${reason}` : '';
  const kind = first.exploring === true ? 'exploring' : 'gating';
  return `${count} ${kind} rungs were not run (${[...rates].map(rateText).join(', ')} req/s)${because}`;
}
