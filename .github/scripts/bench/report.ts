import { makeResult, makeRung } from '../../../fixtures/reports/result.ts';
import { renderHtml } from '../../../src/report/html.ts';
import { renderComment } from '../../../src/report/markdown.ts';
import { type BenchResult, compare, inTurns } from './comparison.ts';

export interface ReportParameters {
  readonly rungs: number;
  /** Renderings per measurement. */
  readonly renderings: number;
  readonly repeats: number;
}

/** Rendering a result against writing it as JSON. */
export async function benchReport({ rungs, renderings, repeats }: ReportParameters): Promise<BenchResult> {
  const result = makeResult({ rungs: Array.from({ length: rungs }, (_, i) => makeRung(i + 1)) });
  const timed = (render: () => string) => (): number => {
    // The first ones compile; they are not counted.
    for (let i = 0; i < renderings; i++) render();
    const start = process.hrtime.bigint();
    for (let i = 0; i < renderings; i++) render();
    return Number(process.hrtime.bigint() - start) / 1e3 / renderings;
  };
  const { json, comment, html } = await inTurns(repeats, {
    json: timed(() => JSON.stringify(result)),
    comment: timed(() => renderComment(result)),
    html: timed(() => renderHtml(result)),
  });
  const row = (measure: string, ours: readonly number[]) =>
    compare({ measure, ours, reference_name: 'JSON.stringify', reference: json });
  return {
    name: 'report',
    about: `The pull-request comment and the HTML report of a result with ${rungs} rungs, against \`JSON.stringify\` of the same result.`,
    repeats,
    comparisons: [row('renderComment, µs', comment), row('renderHtml, µs', html)],
  };
}
