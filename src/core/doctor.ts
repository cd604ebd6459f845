// The host before a run: checks → one table, one exit code, and what of it belongs into a report.
import type { HostCheck, HostReport, ValidityCheck } from './result.gen.ts';
import type { Statement } from './verdict.ts';

/** Exit codes of `doctor`: those of the verdicts with the same meaning. */
export function doctorExitCode(checks: readonly HostCheck[]): 0 | 3 | 5 {
  const blocking = checks.filter((check) => check.blocking);
  if (blocking.some(({ state }) => state === 'problem')) return 5;
  return blocking.some(({ state }) => state === 'unknown') ? 3 : 0;
}

/** The first thing that prevents a run, worst first; undefined when nothing does. */
export function blockingProblem(checks: readonly HostCheck[]): HostCheck | undefined {
  return checks.find(({ blocking, state }) => blocking && state === 'problem');
}

export interface TableOptions {
  /** Width of the terminal. */
  readonly columns: number;
}

const MARK: Readonly<Record<HostCheck['state'], string>> = {
  ok: 'ok',
  problem: 'PROBLEM',
  unknown: 'unknown',
};
const ADVICE: Readonly<Record<HostCheck['state'], string>> = {
  ok: 'ok',
  problem: 'advice',
  unknown: 'unknown',
};
const MAX_DETAILS = 10;

/** The table for a terminal: what needs doing first, then what is fine; the last line says what it all means. */
export function doctorText(checks: readonly HostCheck[], options: TableOptions): string {
  const width = Math.max(60, Math.min(140, Math.floor(options.columns) || 80));
  const first = Math.max(...checks.map(({ title }) => title.length), 0) + 2;
  const second = Math.max(...Object.values(MARK).map((mark) => mark.length)) + 2;
  const indent = ' '.repeat(first + second);
  const lines = [...checks]
    .sort((a, b) => rank(a) - rank(b))
    .flatMap((check) => {
      const mark = check.blocking ? MARK[check.state] : ADVICE[check.state];
      const head = `${check.title.padEnd(first)}${mark.padEnd(second)}`;
      const body = wrap(check.message, width - indent.length);
      const remedy =
        check.state === 'ok' || check.remedy === undefined
          ? []
          : wrap(`→ ${check.remedy}`, width - indent.length);
      const details = (check.details ?? []).slice(0, MAX_DETAILS).map((line) => `  ${line}`);
      return [...body, ...details, ...remedy].map((line, i) => `${i === 0 ? head : indent}${line}`.trimEnd());
    });
  return [...lines, '', summary(checks)].join('\n');
}

/** One sentence on all checks. */
export function summary(checks: readonly HostCheck[]): string {
  const count = (blocking: boolean, state: HostCheck['state']): number =>
    checks.filter((check) => check.blocking === blocking && check.state === state).length;
  const parts = [
    [count(true, 'problem'), 'must be solved before a run'],
    [count(true, 'unknown'), 'could not be decided'],
    [count(false, 'problem') + count(false, 'unknown'), 'worth a look'],
  ] as const;
  const said = parts.filter(([number]) => number > 0).map(([number, text]) => `${number} ${text}`);
  const ok = checks.filter(({ state }) => state === 'ok').length;
  return said.length === 0 ? `All ${checks.length} checks are ok.` : `${said.join(', ')}; ${ok} ok.`;
}

/** A report of the host as it may be kept in a file that leaves the machine. */
export function publicReport(report: HostReport, detail: 'public' | 'private'): HostReport {
  if (detail === 'private') return report;
  const strip = ({ details: _, ...check }: HostCheck): HostCheck => check;
  return {
    ...report,
    checks: report.checks.map(strip),
    ...(report.released === undefined ? {} : { released: strip(report.released) }),
  };
}

/**
 * What the host means for the run, as evidence: the lock and clean GPUs are required where GPUs of this host are used.
 */
export function hostEvidence(report: HostReport): readonly ValidityCheck[] {
  const { lock, checks } = report;
  if (lock.state === 'not_needed') return [];
  const lockCheck: ValidityCheck = {
    rule: 'lock',
    state: lock.state === 'held' ? 'valid' : 'unknown',
    required: true,
    message: lock.message,
  };
  const seen = checks.filter(({ id }) => id === 'gpu_processes' || id === 'vram');
  return [
    lockCheck,
    ...seen.map(
      ({ id, state, message }): ValidityCheck => ({
        rule: id,
        state: state === 'ok' ? 'valid' : state === 'problem' ? 'invalid' : 'unknown',
        required: true,
        message,
      }),
    ),
  ];
}

/** Advice on the host as findings that decide nothing. */
export function hostStatements(report: HostReport | undefined): Statement[] {
  if (report === undefined) return [];
  const all = [...report.checks, ...(report.released === undefined ? [] : [report.released])];
  return all
    .filter(({ state, blocking, id }) => state === 'problem' && (!blocking || id === 'vram_released'))
    .map(({ id, message, remedy, details }) => ({
      finding: {
        kind: 'note',
        severity: 'warning',
        code: `host_${id}`,
        message,
        ...(remedy === undefined ? {} : { hint: remedy }),
        ...(details === undefined || details.length === 0 ? {} : { evidence: details.slice(0, MAX_DETAILS) }),
      },
    }));
}

function rank({ state, blocking }: HostCheck): number {
  if (state === 'ok') return 4;
  return (blocking ? 0 : 2) + (state === 'problem' ? 0 : 1);
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
