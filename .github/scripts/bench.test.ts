// No time is asserted: only that each bench measures both sides and gives ratios that can be printed.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type BenchResult, compare, inTurns } from './bench/comparison.ts';
import { benchJudge } from './bench/judge.ts';
import { benchLoad } from './bench/load.ts';
import { benchRecorder } from './bench/recorder.ts';
import { benchReport } from './bench/report.ts';
import { documentOf } from './bench/table.ts';

const BENCHES: readonly { name: string; run: () => Promise<BenchResult>; measures: readonly RegExp[] }[] = [
  {
    name: 'load',
    run: () => benchLoad({ rates: [50], seconds: 0.5, tokens: 3, first_token_ms: 5, gap_ms: 1, repeats: 1 }),
    measures: [/CPU per event/, /lateness p50/, /lateness p99/, /TTFT error mean/, /TTFT error p99/],
  },
  {
    name: 'judge',
    run: () => benchJudge({ rungs: 1, records: 300, repeats: 1 }),
    measures: [/wall/],
  },
  {
    name: 'report',
    run: () => benchReport({ rungs: 2, renderings: 2, repeats: 1 }),
    measures: [/renderComment/, /renderHtml/],
  },
  {
    name: 'recorder',
    run: () => benchRecorder({ records: 200, per_turn: [10], repeats: 1 }),
    measures: [/records per second/, /held per record/],
  },
];

describe('each bench gives finite ratios', () => {
  for (const { name, run, measures } of BENCHES) {
    test(name, async () => {
      const result = await run();
      assert.equal(result.name, name);
      for (const measure of measures) {
        const row = result.comparisons.find((each) => measure.test(each.measure));
        assert.ok(row?.ratio !== undefined, `${measure} has a ratio`);
        assert.ok(
          Number.isFinite(row.ratio.median) && row.ratio.median > 0,
          `${measure}: ${row.ratio.median}`,
        );
      }
      const place = { machine: '2 cores', load: 1, node: '24.0.0', date: '2026-12-01' };
      assert.doesNotMatch(documentOf(result, place), /NaN|Infinity|undefined/);
    });
  }
});

describe('a comparison', () => {
  test('begins with another side in each repeat', async () => {
    const order: string[] = [];
    const side = (name: string) => () => order.push(name);
    await inTurns(3, { a: side('a'), b: side('b') });
    assert.equal(order.join(''), 'abbaab');
  });

  test('is the median of the ratios of each repeat, not the ratio of the medians', () => {
    const { ratio } = compare({ measure: 'x', ours: [1, 20, 6], reference_name: 'r', reference: [1, 10, 2] });
    assert.deepEqual(ratio, { lowest: 1, median: 2, highest: 3 });
  });

  test('has no ratio where one repeat has none', () => {
    const { ratio } = compare({ measure: 'x', ours: [1, 2], reference_name: 'r', reference: [1, 0] });
    assert.equal(ratio, undefined);
  });
});
