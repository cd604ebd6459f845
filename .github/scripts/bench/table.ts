import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { markdownTable } from 'markdown-table';
import type { BenchResult, Ratio } from './comparison.ts';

/** The table of one bench. */
export function tableOf(result: BenchResult): string {
  const rows = result.comparisons.map((row) => [
    row.measure,
    row.reference_name,
    digits(row.ours),
    digits(row.reference),
    row.ratio === undefined ? '–' : digits(row.ratio.median),
    row.ratio === undefined ? '–' : rangeOf(row.ratio),
  ]);
  const head = ['measure', 'reference', 'ours', 'reference has', 'ours / reference', 'lowest – highest'];
  return markdownTable([head, ...rows], { align: ['l', 'l', 'r', 'r', 'r', 'r'] });
}

/** A whole Markdown file: table, what it compares, and where it was measured. */
export function documentOf(result: BenchResult, place: Place): string {
  return [
    `# Bench: ${result.name}`,
    result.about,
    tableOf(result),
    `Medians of ${result.repeats} repeats, both sides in turns; a ratio is the median of the ratios of each repeat.`,
    `${place.machine}; load average ${place.load.toFixed(1)} at the start; Node ${place.node}; ${place.date}.`,
    `Made by \`npm run bench -- ${result.name} --write\`. Only the ratios can be compared with another machine.`,
    '',
  ].join('\n\n');
}

export interface Place {
  readonly machine: string;
  /** Of the last minute: other work on the same cores. */
  readonly load: number;
  readonly node: string;
  readonly date: string;
}

/** What a reader needs to know about the machine; never its name. */
export function placeOf(now: Date): Place {
  const cores = cpus();
  // The rest of a release is a local build name.
  const kernel = release().split('.', 2).join('.');
  const gb = Math.round(totalmem() / 2 ** 30);
  return {
    machine: `${cores.length} cores of ${cores[0]?.model.trim() || 'an unknown processor'}, ${gb} GiB, ${type()} ${kernel}`,
    load: loadavg()[0] ?? 0,
    node: process.versions.node,
    date: now.toISOString().slice(0, 10),
  };
}

const rangeOf = ({ lowest, highest }: Ratio): string => `${digits(lowest)} – ${digits(highest)}`;

/** Three significant digits, never an exponent. */
function digits(value: number): string {
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value).toString();
  if (size >= 10) return value.toFixed(1);
  return size >= 0.1 || size === 0 ? value.toFixed(2) : value.toFixed(4);
}
