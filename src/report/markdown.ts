import { markdownTable } from 'markdown-table';
import type { Cell, Finding, Result, Verdict } from '../core/result.gen.ts';
import { CELL_LENGTH, fenced, link, markdown } from './escape.ts';
import {
  environment,
  type Fact,
  failureLines,
  findingPlace,
  MAX_EVIDENCE,
  otherFields,
  rankedCells,
  rankedFindings,
  stopLines,
  validityNotes,
} from './facts.ts';
import { gpuTable } from './gpus.ts';
import { type Ladder, type LadderRow, ladderOf, valueText } from './ladder.ts';
import { formatMarker, type Marker } from './marker.ts';
import {
  capacityText,
  cellCounts,
  cellPlace,
  checkName,
  comparisonText,
  completedText,
  footer,
  headline,
  rungLabel,
  SYMBOL,
  sentences,
  TEXT,
} from './texts.ts';
import { ABSENT, change, metricName, percent, signedPercent, unlike } from './units.ts';

export interface CommentOptions {
  /** Page of the workflow run. */
  readonly run_url?: string;
  /** Page of the uploaded artifact. */
  readonly artifact_url?: string;
  /** Commit that was measured. */
  readonly commit?: string;
  /** Something that the reader must know about this comment itself, for example that the head moved on. */
  readonly note?: string;
  /** Makes the comment sticky. */
  readonly marker?: Marker;
}

/** GitHub refuses a comment of more than 65 536 characters; we stay below it in bytes, with room to spare. */
export const MAX_COMMENT_BYTES = 60_000;

interface Detail {
  /** What is left out at this step, for the reader. */
  readonly left_out?: string;
  readonly rungs: number;
  readonly onlyOpenRungs: boolean;
  readonly findings: number;
  readonly checks: number;
  readonly notes: number;
  readonly fields: number;
}

/** From everything to the first line only. */
const SIZE_LADDER: readonly Detail[] = [
  { rungs: 64, onlyOpenRungs: false, findings: 20, checks: 200, notes: 20, fields: 60 },
  {
    left_out: 'the table of all checks and further fields of the environment are',
    ...{ rungs: 64, onlyOpenRungs: false, findings: 10, checks: 0, notes: 10, fields: 0 },
  },
  {
    left_out: 'checks, notes and rungs that passed are',
    ...{ rungs: 16, onlyOpenRungs: true, findings: 5, checks: 0, notes: 3, fields: 0 },
  },
  {
    left_out: 'all tables are',
    ...{ rungs: 0, onlyOpenRungs: true, findings: 3, checks: 0, notes: 0, fields: 0 },
  },
  {
    left_out: 'everything but the verdict is',
    ...{ rungs: 0, onlyOpenRungs: true, findings: 0, checks: 0, notes: 0, fields: 0 },
  },
];

/**
 * The pull-request comment: verdict and reason in the first line, then the evidence. Always below
 * MAX_COMMENT_BYTES: details are dropped in steps, and the comment says so.
 */
export function renderComment(result: Result, options: CommentOptions = {}): string {
  let text = '';
  for (const detail of SIZE_LADDER) {
    text = compose(result, options, detail);
    if (byteLength(text) <= MAX_COMMENT_BYTES) break;
  }
  return text;
}

export const byteLength = (text: string): number => new TextEncoder().encode(text).length;

function compose(result: Result, options: CommentOptions, detail: Detail): string {
  const hasTables = detail.rungs > 0;
  const blocks = [
    headlineBlock(result),
    options.note === undefined ? undefined : `> ${markdown(options.note)}`,
    contextLine(result, options),
    detail.left_out === undefined ? undefined : `> ${TEXT.shortened(detail.left_out)}`,
    hasTables ? rungTable(result, detail) : undefined,
    detail.findings > 0 ? decidedBlock(result, detail.findings) : undefined,
    detail.checks > 0 && result.cells.length > 0
      ? folded(TEXT.checks, checkTable(result, detail.checks))
      : undefined,
    hasTables ? gpuBlock(result) : undefined,
    hasTables ? section(TEXT.environment, environmentTable(result)) : undefined,
    furtherFields(result, detail.fields),
    detail.notes > 0 ? validityBlock(result, detail.notes) : undefined,
    detail.findings > 0 ? section(TEXT.reproduce, fenced(result.reproduce)) : undefined,
    `<sub>${markdown(footer(result))}</sub>`,
    options.marker === undefined ? undefined : formatMarker(options.marker),
  ];
  return `${blocks.filter((block) => block !== undefined).join('\n\n')}\n`;
}

/** Symbol, verdict, reason; SIMULATED where it is so. */
export function headlineBlock(result: Result): string {
  const simulated = result.simulated ? ' (SIMULATED)' : '';
  const first = `### ${SYMBOL[result.verdict.verdict]} ${markdown(headline(result), 500)}${simulated}`;
  return result.simulated ? `${first}\n\n> **${TEXT.simulated}**` : first;
}

function contextLine(result: Result, options: CommentOptions): string {
  const parts = [
    result.title === undefined ? undefined : `**${markdown(result.title, CELL_LENGTH)}**`,
    options.commit === undefined ? undefined : `commit ${markdown(options.commit.slice(0, 12), 12)}`,
    markdown(comparisonText(result)),
    markdown(capacityText(result), CELL_LENGTH),
    options.run_url === undefined ? undefined : link('run', options.run_url),
    options.artifact_url === undefined ? undefined : link('full report', options.artifact_url),
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}

/** The table of rungs: baseline → candidate, change and verdict in each cell. */
export function rungTable(result: Result, detail: Pick<Detail, 'rungs' | 'onlyOpenRungs'>): string {
  const ladder = ladderOf(result);
  if (ladder.rows.length === 0) return TEXT.noRungs;
  const wanted = detail.onlyOpenRungs ? ladder.rows.filter((row) => row.verdict !== 'pass') : ladder.rows;
  const rows = wanted.slice(0, detail.rungs);
  const hidden = ladder.rows.length - rows.length;
  const table = markdownTable([headerCells(ladder), ...rows.map((row) => rowCells(row, ladder))], {
    align: ['r', 'r', ...ladder.columns.map(() => 'r'), 'l'],
  });
  return hidden === 0 ? table : `${table}\n\n${hidden} of ${ladder.rows.length} rungs are not shown.`;
}

const headerCells = (ladder: Ladder): string[] => [
  'req/s',
  'Completed',
  ...ladder.columns.map(({ label, unit }) => `${markdown(label, 60)}${unit === 'ms' ? ' (ms)' : ''}`),
  'Verdict',
];

function rowCells(row: LadderRow, ladder: Ladder): string[] {
  const { rung } = row;
  return [
    rungLabel(rung),
    completedText(rung),
    ...ladder.columns.map((column, index) => {
      const value = row.values[index];
      if (value === undefined) return ABSENT;
      const text = valueText(value, column);
      return value.verdict === undefined ? text : `${text} ${verdictText(value.verdict)}`;
    }),
    rowVerdict(row),
  ];
}

function rowVerdict({ rung, verdict }: LadderRow): string {
  if (rung.kind === 'exploring') return TEXT.exploring;
  return verdict === undefined ? TEXT.notJudged : verdictText(verdict);
}

const verdictText = (verdict: Verdict): string => `${SYMBOL[verdict]} ${verdict}`;

function decidedBlock(result: Result, limit: number): string {
  const findings = rankedFindings(result);
  const lines = findings.slice(0, limit).map(findingText);
  if (findings.length > limit) lines.push(`- ${TEXT.more(findings.length - limit)}`);
  if (lines.length === 0)
    lines.push(`- ${result.verdict.verdict === 'pass' ? TEXT.nothingElse : markdown(headline(result))}`);
  lines.push(`- ${cellCounts(result)}`);
  return section(TEXT.decided, lines.join('\n'));
}

function findingText(finding: Finding): string {
  const place = findingPlace(finding);
  const lead = finding.verdict === undefined ? finding.severity : verdictText(finding.verdict);
  const first = `- ${lead}${place === undefined ? '' : ` (${place})`}: ${markdown(sentences(finding.message, finding.hint), 1200)}`;
  const evidence = (finding.evidence ?? [])
    .slice(0, MAX_EVIDENCE)
    .map((line) => `  - ${markdown(line, 200)}`);
  return [first, ...evidence].join('\n');
}

/** Every cell with measured value, limit or baseline, and why it has its verdict. */
export function checkTable(result: Result, limit: number): string {
  const cells = rankedCells(result);
  const rows = cells.slice(0, limit).map(checkCells);
  const table = markdownTable(
    [['Check', 'Where', 'Measured', 'Against', 'Change', 'Verdict', 'Why'], ...rows],
    { alignDelimiters: false },
  );
  return cells.length > limit ? `${table}\n\n${TEXT.more(cells.length - limit)}` : table;
}

function checkCells(cell: Cell): string[] {
  const { unit } = metricName(cell.metric);
  const [value, against] = unlike(cell.value, cell.limit ?? cell.baseline, unit);
  const why = [cell.message, cell.scope, cell.needs === undefined ? undefined : `needs ${cell.needs}`];
  return [
    markdown(checkName(cell), CELL_LENGTH),
    cellPlace(cell),
    value,
    against,
    changeText(cell),
    verdictText(cell.verdict),
    markdown(why.filter((part) => part !== undefined).join('; '), 320),
  ];
}

/** "+57 % (+49 % to +64 %), margin 10 %". */
export function changeText(cell: Cell): string {
  if (cell.baseline === undefined) return ABSENT;
  const { lower, upper } = cell.change ?? {};
  const bounds =
    lower === undefined || upper === undefined ? '' : ` (${signedPercent(lower)} to ${signedPercent(upper)})`;
  const margin = cell.margin === undefined ? '' : `, margin ${percent(cell.margin)}`;
  return `${change(cell.value, cell.baseline)}${bounds}${margin}`;
}

/** Power, clocks, heat and energy of each rung. */
function gpuBlock(result: Result): string | undefined {
  const table = gpuTable(result);
  if (table === undefined) return undefined;
  const lines = [table.head, ...table.rows].map((line) => [...line]);
  return folded(TEXT.gpus, markdownTable(lines, { align: table.head.map(() => 'r') }));
}

function environmentTable(result: Result): string {
  const table = fieldTable(environment(result));
  const differences = result.comparison.differences
    .slice(0, 20)
    .map(
      (each) =>
        `- ${markdown(each.field, CELL_LENGTH)}: ${markdown(String(each.baseline ?? TEXT.unknown), CELL_LENGTH)} ${TEXT.baselineArrow} ` +
        `${markdown(String(each.candidate ?? TEXT.unknown), CELL_LENGTH)} (${each.class}${each.under_test ? ', under test' : ''})`,
    );
  return differences.length === 0 ? table : `${table}\n\n${TEXT.differences}:\n\n${differences.join('\n')}`;
}

function furtherFields(result: Result, limit: number): string | undefined {
  const fields = otherFields(result).slice(0, limit);
  return fields.length === 0 ? undefined : folded('Further fields', fieldTable(fields));
}

/** Name and value, escaped. */
export const fieldTable = (facts: readonly Fact[]): string =>
  markdownTable(
    [
      ['Field', 'Value'],
      ...facts.map(({ name, value }) => [markdown(name, 80), markdown(value, CELL_LENGTH)]),
    ],
    { alignDelimiters: false },
  );

/** Validity, what was cut short, and failed requests by class. */
export function validityBlock(result: Result, limit: number): string {
  const notes = validityNotes(result);
  const unknown = result.comparison.unknown_on_both;
  const lines = [
    ...notes
      .slice(0, limit)
      .map(
        ({ place, check }) =>
          `- ${check.state === 'invalid' ? verdictText('invalid') : `${check.state}${check.required ? ' (required)' : ''}`}, ` +
          `${place}, ${markdown(check.rule, 60)}: ${markdown(check.message, 300)}`,
      ),
    ...(notes.length > limit ? [`- ${TEXT.more(notes.length - limit)}`] : []),
    ...stopLines(result)
      .slice(0, limit)
      .map((line) => `- ${markdown(line, 300)}`),
    ...failureLines(result)
      .slice(0, limit)
      .map((line) => `- ${markdown(line, 300)}`),
    ...(unknown.length === 0
      ? []
      : [`- environment not proven, unknown on both sides: ${markdown(unknown.join(', '), 300)}`]),
    ...(result.warmup === undefined
      ? []
      : [`- warm-up ${result.warmup.state}: ${markdown(result.warmup.message, 300)}`]),
  ];
  const text = notes.length === 0 && result.rungs.length > 0 ? [`- ${TEXT.allValid}`, ...lines] : lines;
  return section(TEXT.validity, text.length === 0 ? `- ${TEXT.noRungs}` : text.join('\n'));
}

export const section = (title: string, body: string): string => `#### ${title}\n\n${body}`;

export const folded = (title: string, body: string): string =>
  `<details><summary>${title}</summary>\n\n${body}\n\n</details>`;
