import { askChild } from './children.ts';
import { type BenchResult, type Comparison, compare, inTurns } from './comparison.ts';
import type { RecorderAnswer, RecorderJob } from './recorder-once.ts';

export interface RecorderParameters {
  readonly records: number;
  /** Records that end in the same turn of the event loop, one case each. */
  readonly per_turn: readonly number[];
  readonly repeats: number;
}

/** The sink that keeps request records on disk against appending the same lines with a blocking call. */
export async function benchRecorder({
  records,
  per_turn,
  repeats,
}: RecorderParameters): Promise<BenchResult> {
  const comparisons: Comparison[] = [];
  for (const count of per_turn) comparisons.push(...(await withPerTurn(records, count, repeats)));
  return {
    name: 'recorder',
    about:
      `${records} records of 32 tokens through the record sink of the output folder, against \`fs.writeSync\` of the ` +
      'same lines; both make the line. Records come as fast as they can be handed over, some in each turn of the event ' +
      'loop, which no rung does: memory is the worst case. "Held" is the time in which nothing else can run.',
    repeats,
    comparisons,
  };
}

async function withPerTurn(records: number, per_turn: number, repeats: number): Promise<Comparison[]> {
  const script = new URL('./recorder-once.ts', import.meta.url);
  const once = (side: RecorderJob['side']) => (): Promise<RecorderAnswer> =>
    askChild<RecorderAnswer>({ script, job: { side, records, per_turn } satisfies RecorderJob });
  const { ours, reference } = await inTurns(repeats, { ours: once('ours'), reference: once('reference') });
  const row = (measure: string, of: (answer: RecorderAnswer) => number) =>
    compare({
      measure: `${per_turn} per turn: ${measure}`,
      ours: ours.map(of),
      reference_name: 'fs.writeSync',
      reference: reference.map(of),
    });
  return [
    row('records per second', (one) => one.records_per_s),
    row('held per record, µs', (one) => one.held_us),
    row('peak memory, MB', (one) => one.peak_growth_mb),
  ];
}
