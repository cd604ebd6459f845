import { askChild } from './children.ts';
import { type BenchResult, compare, inTurns } from './comparison.ts';
import type { JudgeAnswer, JudgeJob } from './judge-once.ts';

export interface JudgeParameters {
  readonly rungs: number;
  readonly records: number;
  readonly repeats: number;
}

/** Metrics, checks and verdict of a whole ladder against sorting its latencies once. */
export async function benchJudge({ rungs, records, repeats }: JudgeParameters): Promise<BenchResult> {
  const script = new URL('./judge-once.ts', import.meta.url);
  const once = (side: JudgeJob['side']) => (): Promise<JudgeAnswer> =>
    askChild<JudgeAnswer>({ script, job: { side, rungs, records } satisfies JudgeJob });
  const { ours, reference } = await inTurns(repeats, { ours: once('ours'), reference: once('reference') });
  const row = (measure: string, of: (answer: JudgeAnswer) => number) =>
    compare({ measure, ours: ours.map(of), reference_name: 'copy and sort', reference: reference.map(of) });
  return {
    name: 'judge',
    about:
      `\`summariseRung\` and \`judge\` over ${rungs} rungs of ${records} records with 32 tokens each, four budgets and ` +
      'six stored runs, against the least that percentiles need: TTFT, TPOT, E2EL and ITL of each rung copied once ' +
      'into a Float64Array and sorted. Each measurement has a fresh process, so nothing is compiled before. Memory is ' +
      'the peak above what the records themselves take.',
    repeats,
    comparisons: [row('wall, ms', (one) => one.wall_ms), row('peak memory, MB', (one) => one.peak_growth_mb)],
  };
}
