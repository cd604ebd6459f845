import type { Finding, Result } from '../core/result.gen.ts';
import { plain } from './escape.ts';
import { findingPlace, MAX_EVIDENCE, rankedFindings } from './facts.ts';
import { sentences, TEXT } from './texts.ts';

export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
}

/** GitHub shows ten of each level per step and drops the rest without a word. */
const MAX_PER_LEVEL = 10;
/** The runner cuts a message at 4 096 characters: this, and ten lines of evidence. */
const MAX_TEXT = 1500;

/** Findings as annotations of the job: the deciding ones first, and a word about those that do not fit. */
export function annotationsOf(result: Result): readonly Annotation[] {
  const ranked = rankedFindings(result).map((finding) => annotationOf(finding, result.simulated));
  return (['error', 'warning', 'notice'] as const).flatMap((level) => {
    const own = ranked.filter((each) => each.level === level);
    if (own.length <= MAX_PER_LEVEL) return own;
    const shown = own.slice(0, MAX_PER_LEVEL - 1);
    return [...shown, { level, title: TEXT.product, message: TEXT.more(own.length - shown.length) }];
  });
}

function annotationOf(finding: Finding, simulated: boolean): Annotation {
  const place = findingPlace(finding);
  const lines = [
    plain(sentences(finding.message, finding.hint), MAX_TEXT),
    ...(finding.evidence ?? []).slice(0, MAX_EVIDENCE).map((line) => plain(line, 200)),
  ];
  return {
    level: finding.exploring === true ? 'notice' : finding.severity,
    title: plain(
      `${TEXT.product}${simulated ? ' (SIMULATED)' : ''}: ${finding.verdict ?? finding.severity}${place === undefined ? '' : ` at ${place}`}`,
      120,
    ),
    message: lines.join('\n'),
  };
}
