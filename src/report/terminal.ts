import type { Result, Verdict } from '../core/result.gen.ts';
import { plain } from './escape.ts';
import {
  environment,
  failureLines,
  findingPlace,
  MAX_EVIDENCE,
  rankedFindings,
  stopLines,
  validityNotes,
} from './facts.ts';
import { type Ladder, type LadderColumn, type LadderRow, type LadderValue, ladderOf } from './ladder.ts';
import {
  capacityText,
  cellCounts,
  comparisonText,
  completedText,
  footer,
  headline,
  rungLabel,
  sentences,
  TEXT,
} from './texts.ts';
import { bare, change } from './units.ts';

export interface TerminalOptions {
  readonly color: boolean;
  /** Width of the terminal. */
  readonly columns: number;
}

const COLOR: Readonly<Record<Verdict, number>> = {
  pass: 32,
  fail: 31,
  inconclusive: 33,
  invalid: 35,
  error: 31,
};
const MIN_COLUMNS = 60;
const MAX_COLUMNS = 120;
const MAX_FINDINGS = 20;

interface Text {
  readonly text: string;
  readonly color?: number;
}

/** The report for a terminal: plain words, fits the width, the same numbers as the comment. */
export function renderTerminal(result: Result, options: TerminalOptions): string {
  const width = Math.max(MIN_COLUMNS, Math.min(MAX_COLUMNS, Math.floor(options.columns) || 80));
  const paint = ({ text, color }: Text): string =>
    options.color && color !== undefined ? `\u001B[${color}m${text}\u001B[0m` : text;
  const first = wrap(plain(headline(result)), width, '');
  const color = COLOR[result.verdict.verdict];
  const lines: string[] = [
    ...first.map((text) => paint({ text, color })),
    ...(result.simulated ? wrap(TEXT.simulated, width, '') : []),
    ...(result.title === undefined ? [] : wrap(plain(result.title, 200), width, '')),
    ...wrap(plain(comparisonText(result)), width, ''),
    '',
    ...rungLines(ladderOf(result, 12), width, paint),
    ...wrap(plain(capacityText(result), 300), width, ''),
    ...block(TEXT.decided, decidedLines(result), width),
    ...block(TEXT.validity, validityLines(result), width),
    ...block(TEXT.environment, [environmentLine(result)], width),
    ...block(TEXT.reproduce, [plain(result.reproduce, 2000)], width),
    '',
    ...wrap(plain(footer(result)), width, ''),
  ];
  return `${lines.join('\n')}\n`;
}

/** As many columns as fit; what does not fit follows in a second table below. */
function rungLines(ladder: Ladder, width: number, paint: (text: Text) => string): string[] {
  if (ladder.rows.length === 0) return [TEXT.noRungs];
  const lead = ladder.rows.map((row): Text[] => [
    { text: rungLabel(row.rung) },
    { text: completedText(row.rung) },
  ]);
  const verdicts = ladder.rows.map(verdictCell);
  const lines: string[] = [];
  let index = 0;
  while (index < ladder.columns.length) {
    let table: Text[][] = [];
    let end = index;
    // At least one metric column in each table, however narrow the terminal.
    while (end < ladder.columns.length) {
      const next = tableOf(ladder, lead, verdicts, index, end + 1);
      if (end > index && tableWidth(next) > width) break;
      table = next;
      end += 1;
    }
    lines.push(...alignRight(table, paint), '');
    index = end;
  }
  return lines;
}

function tableOf(
  ladder: Ladder,
  lead: readonly Text[][],
  verdicts: readonly Text[],
  from: number,
  to: number,
): Text[][] {
  const header: Text[] = [
    { text: 'req/s' },
    { text: 'done' },
    ...ladder.columns.slice(from, to).map((column) => ({ text: columnTitle(column) })),
    { text: 'verdict' },
  ];
  const rows = ladder.rows.map((row, at) => [
    ...(lead[at] ?? []),
    ...ladder.columns.slice(from, to).map((column, offset) => valueCell(row.values[from + offset], column)),
    verdicts[at] ?? { text: '' },
  ]);
  return [header, ...rows];
}

const columnTitle = ({ label, unit }: LadderColumn): string =>
  `${plain(label, 24)}${unit === 'ms' ? ' ms' : ''}`;

function valueCell(value: LadderValue | undefined, column: LadderColumn): Text {
  if (value === undefined) return { text: '' };
  const now = bare(value.value, column.unit);
  const text = value.baseline === undefined ? now : `${now} ${change(value.value, value.baseline)}`;
  const isOpen = value.verdict !== undefined && value.verdict !== 'pass';
  return isOpen ? { text: `${text} ${value.verdict}`, color: COLOR[value.verdict] } : { text };
}

function verdictCell(row: LadderRow): Text {
  if (row.rung.kind === 'exploring') return { text: TEXT.exploring };
  if (row.verdict === undefined) return { text: TEXT.notJudged };
  return { text: row.verdict.toUpperCase(), color: COLOR[row.verdict] };
}

const widths = (table: readonly Text[][]): readonly number[] =>
  (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => length(row[column]?.text ?? ''))));

const tableWidth = (table: readonly Text[][]): number =>
  widths(table).reduce((sum, width) => sum + width + 2, -2);

function alignRight(table: readonly Text[][], paint: (text: Text) => string): string[] {
  const columns = widths(table);
  return table.map((row) =>
    row
      .map((cell, at) => {
        const space = ' '.repeat(Math.max(0, (columns[at] ?? 0) - length(cell.text)));
        return at === row.length - 1 ? paint(cell) : `${space}${paint(cell)}`;
      })
      .join('  ')
      .trimEnd(),
  );
}

function decidedLines(result: Result): readonly string[] {
  const findings = rankedFindings(result);
  const lines = findings.slice(0, MAX_FINDINGS).flatMap((finding) => {
    const place = findingPlace(finding);
    const lead = `${finding.verdict ?? finding.severity}${place === undefined ? '' : ` (${place})`}`;
    const evidence = (finding.evidence ?? []).slice(0, MAX_EVIDENCE).map((line) => `| ${plain(line, 200)}`);
    return [plain(`${lead}: ${sentences(finding.message, finding.hint)}`, 1200), ...evidence];
  });
  if (findings.length > MAX_FINDINGS) lines.push(TEXT.more(findings.length - MAX_FINDINGS));
  return [...lines, cellCounts(result)];
}

function validityLines(result: Result): readonly string[] {
  const notes = validityNotes(result).map(({ place, check }) =>
    plain(`${check.state}, ${place}, ${check.rule}: ${check.message}`, 300),
  );
  const other = [...stopLines(result), ...failureLines(result)].map((line) => plain(line, 300));
  const lines = [...notes.slice(0, MAX_FINDINGS), ...other.slice(0, MAX_FINDINGS)];
  if (lines.length > 0) return lines;
  return [result.rungs.length > 0 ? TEXT.allValid : TEXT.noRungs];
}

const environmentLine = (result: Result): string =>
  environment(result)
    .map(({ name, value }) => `${name} ${plain(value, 80)}`)
    .join(', ');

const block = (title: string, lines: readonly string[], width: number): string[] => [
  '',
  `${title}:`,
  ...lines.flatMap((line) => wrap(line, width, '  ')),
];

/** Breaks at spaces; a word longer than the line is cut. */
function wrap(text: string, width: number, indent: string): string[] {
  const room = width - indent.length;
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((each) => pieces(each, room))) {
    if (line !== '' && length(line) + 1 + length(word) > room) {
      lines.push(indent + line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, indent + line];
}

function pieces(word: string, room: number): string[] {
  const points = [...word];
  const count = Math.max(1, Math.ceil(points.length / room));
  return Array.from({ length: count }, (_, at) => points.slice(at * room, (at + 1) * room).join(''));
}

const length = (text: string): number => [...text].length;
