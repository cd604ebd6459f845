import { markdownTable } from 'markdown-table';
import type { Result } from '../core/result.gen.ts';
import { markdown } from './escape.ts';
import { environment, otherFields } from './facts.ts';
import {
  byteLength,
  type CommentOptions,
  checkTable,
  fieldTable,
  folded,
  headlineBlock,
  renderComment,
  rungTable,
  section,
  validityBlock,
} from './markdown.ts';
import { rungLabel, TEXT } from './texts.ts';
import { bare, metricName } from './units.ts';

/** GitHub drops the whole summary of a step above 1 MiB. */
export const MAX_SUMMARY_BYTES = 900 * 1024;

/** The job summary: the comment with every table in full; falls back to the comment when that is too long. */
export function renderSummary(result: Result, options: CommentOptions = {}): string {
  const full = [
    renderComment(result, options).trimEnd(),
    folded(TEXT.rungDetails, metricTable(result)),
    folded(TEXT.checks, checkTable(result, 2000)),
    folded(TEXT.environment, fieldTable([...environment(result), ...otherFields(result)])),
    folded(TEXT.validity, validityBlock(result, 500)),
  ].join('\n\n');
  if (byteLength(full) <= MAX_SUMMARY_BYTES) return `${full}\n`;
  const short = [
    headlineBlock(result),
    section('Rungs', rungTable(result, { rungs: 64, onlyOpenRungs: false })),
  ];
  return byteLength(short.join('\n\n')) <= MAX_SUMMARY_BYTES
    ? `${short.join('\n\n')}\n`
    : renderComment(result, options);
}

/** Every metric of every rung: metrics down, rungs across. */
function metricTable(result: Result): string {
  const rungs = result.rungs.slice(0, 64);
  const names = [...new Set(rungs.flatMap((rung) => Object.keys(rung.metrics)))].sort();
  return markdownTable(
    [
      ['Metric', ...rungs.map(rungLabel)],
      ...names.map((name) => [
        markdown(name, 80),
        ...rungs.map((rung) =>
          bare(Object.hasOwn(rung.metrics, name) ? rung.metrics[name] : undefined, metricName(name).unit),
        ),
      ]),
    ],
    { alignDelimiters: false },
  );
}
