import type { Cell, Finding, Result, ValidityCheck } from '../core/result.gen.ts';
import { withoutRepeats } from './not-run.ts';
import { headline, rungPlace, TEXT, WORST_FIRST } from './texts.ts';
import { rateText } from './units.ts';

/** Lines that prove a finding, as many as are shown of one. */
export const MAX_EVIDENCE = 10;

export interface Fact {
  readonly name: string;
  readonly value: string;
  /** Where it was read, or why it is unknown. */
  readonly source?: string;
}

/** A validity check that a reader must know, with the places where it says the same. */
export interface Note {
  /** "run", "8 req/s" or "2, 4, 8 req/s". */
  readonly place: string;
  readonly check: ValidityCheck;
}

const ENVIRONMENT: readonly { readonly name: string; readonly fields: readonly string[] }[] = [
  { name: 'GPU', fields: ['gpu', 'gpu_product'] },
  { name: 'GPU count', fields: ['gpu_count'] },
  { name: 'Architecture', fields: ['arch'] },
  { name: 'ROCm', fields: ['rocm'] },
  { name: 'vLLM', fields: ['vllm'] },
  { name: 'Precision', fields: ['dtype'] },
  { name: 'Tensor parallel', fields: ['tensor_parallel_size', 'tp'] },
  { name: 'Model', fields: ['model', 'model_id'] },
  { name: 'Model revision', fields: ['model_revision', 'revision'] },
];

/** Hardware, ROCm, vLLM, precision, TP and model. What was not read is unknown, never left out. */
export function environment(result: Result): readonly Fact[] {
  const rows = ENVIRONMENT.map(({ name, fields }): Fact => {
    const field = fields
      .map((each) => own(result.fingerprint, each))
      .find((each) => each?.value !== undefined);
    if (field?.value !== undefined) return { name, value: String(field.value), source: field.source };
    const channel = name === 'Model' ? result.channel?.model_id : undefined;
    if (channel !== undefined) return { name, value: channel, source: 'channel' };
    const reason = fields
      .map((each) => own(result.fingerprint, each)?.source)
      .find((each) => each !== undefined);
    return { name, value: TEXT.unknown, ...(reason !== undefined && { source: reason }) };
  });
  const workload = result.workload;
  return [
    ...rows,
    { name: 'Engine', value: result.engine.kind },
    ...pinned(result),
    ...waited(result),
    ...(workload === undefined
      ? []
      : [{ name: 'Workload', value: `${workload.dataset_name}, ${workload.lengths} lengths` }]),
  ];
}

/** engine.pins and how each of them came out. */
function pinned({ pins = [] }: Result): readonly Fact[] {
  if (pins.length === 0) return [];
  const state = { match: 'as pinned', mismatch: 'NOT as pinned', unreadable: 'not readable' };
  const value = pins
    .map(({ field, expected, state: found }) => `${field} ${expected}: ${state[found]}`)
    .join('; ');
  return [{ name: 'Pins', value }];
}

/** Waiting costs wall time, not GPU minutes. */
function waited({ host }: Result): readonly Fact[] {
  if (host === undefined || host.waited_s < 1) return [];
  return [{ name: 'Waited for GPUs', value: `${host.waited_s.toFixed(0)} s`, source: host.lock.message }];
}

/** Every other field of the fingerprint. */
export function otherFields(result: Result): readonly Fact[] {
  const shown = new Set(ENVIRONMENT.flatMap(({ fields }) => fields));
  return Object.entries(result.fingerprint)
    .filter(([name]) => !shown.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { value, source }]) => ({
      name,
      value: value === undefined ? TEXT.unknown : String(value),
      source,
    }));
}

/** Checks that are invalid or unknown, the invalid and the required ones first; equal ones in one note. */
export function validityNotes(result: Result): readonly Note[] {
  const all = [
    ...result.checks.map((check) => ({ place: 'run', check })),
    ...result.rungs.flatMap((rung) => rung.checks.map((check) => ({ place: rungPlace(rung), check }))),
  ].filter(({ check }) => check.state === 'invalid' || check.state === 'unknown');
  const equal = Map.groupBy(all, ({ check: { rule, state, required, message } }) =>
    JSON.stringify([rule, state, required, message]),
  );
  const weight = ({ check }: Note): number => (check.state === 'invalid' ? 0 : check.required ? 1 : 2);
  return [...equal.values()]
    .flatMap((notes): Note[] => {
      const first = notes[0];
      return first === undefined
        ? []
        : [{ place: joined(notes.map(({ place }) => place)), check: first.check }];
    })
    .sort((a, b) => weight(a) - weight(b));
}

/** "2 req/s", "4 req/s" → "2, 4 req/s". */
const joined = (places: readonly string[]): string =>
  places.map((place, at) => (at < places.length - 1 ? place.replace(/ req\/s$/, '') : place)).join(', ');

/** Findings as they decided: the verdict of the whole first, then the other verdicts, then what is only shown. */
export function rankedFindings(result: Result): readonly Finding[] {
  const severity = ['error', 'warning', 'notice'];
  const weight = (finding: Finding): number => {
    if (finding.exploring === true) return 30 + severity.indexOf(finding.severity);
    if (finding.verdict === undefined) return 20 + severity.indexOf(finding.severity);
    if (finding.verdict === result.verdict.verdict) return finding.code === result.verdict.code ? 0 : 1;
    return 2 + WORST_FIRST.indexOf(finding.verdict);
  };
  return withoutRepeats(result).toSorted((a, b) => weight(a) - weight(b));
}

/** Cells with the undecided and broken ones first. */
export function rankedCells(result: Result): readonly Cell[] {
  const weight = (cell: Cell): number => WORST_FIRST.indexOf(cell.verdict);
  return result.cells.toSorted((a, b) => weight(a) - weight(b));
}

/** "8 req/s, run 2" of a finding; undefined when it is about the whole run. */
export function findingPlace(finding: Finding): string | undefined {
  if (finding.rate === undefined) return undefined;
  const run = finding.run === undefined || finding.run === 1 ? '' : `, run ${finding.run}`;
  return `${rateText(finding.rate)} req/s${run}${finding.exploring === true ? ', exploring' : ''}`;
}

/** One line per rung and failure class, where no finding has told it with its examples already. */
export function failureLines(result: Result): readonly string[] {
  const told = result.findings.filter(
    ({ kind, evidence }) => kind === 'completeness' && evidence !== undefined,
  );
  return result.rungs
    .filter((rung) => !told.some(({ rate, run }) => rate === rung.rate && (run ?? 1) === rung.run))
    .flatMap((rung) =>
      rung.failures.map(({ class: kind, count, example }) => {
        const said = example === undefined ? '' : `: ${example}`;
        return `${rungPlace(rung)}: ${count} of ${rung.sent} ${kind}${said}`;
      }),
    );
}

/** Why rungs were cut short or never started. */
export function stopLines(result: Result): readonly string[] {
  return result.rungs
    .filter((rung) => rung.state !== 'measured')
    .map((rung) => {
      const what =
        rung.state === 'not_run' ? 'not run' : `stopped after ${rung.sent} of ${rung.planned} requests`;
      const why = rung.state_reason ?? rung.state_code;
      return `${rungPlace(rung)}: ${what}${why === undefined ? '' : `: ${why}`}`;
    });
}

/** One line without markup, for an output, a log or a title. */
export const summaryLine = (result: Result): string =>
  `${headline(result)}${result.simulated ? ' (SIMULATED)' : ''}`;

function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
