// `npm run bench [-- NAME…]`: how fast the parts are, as ratios to a reference in the same run. `--write` keeps the
// tables in fixtures/bench, `--vllm PATH` measures the client of a real vLLM as well.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { BenchResult } from './bench/comparison.ts';
import { benchJudge } from './bench/judge.ts';
import { benchLoad } from './bench/load.ts';
import { benchRecorder } from './bench/recorder.ts';
import { benchReport } from './bench/report.ts';
import { documentOf, placeOf, tableOf } from './bench/table.ts';

interface Options {
  readonly vllm?: string;
}

const BENCHES: Readonly<Record<string, (options: Options) => Promise<BenchResult>>> = {
  load: (options) =>
    benchLoad({
      ...{ rates: [50, 200], seconds: 8, tokens: 32, first_token_ms: 50, gap_ms: 5, repeats: 3 },
      ...options,
    }),
  judge: () => benchJudge({ rungs: 8, records: 10_000, repeats: 3 }),
  report: () => benchReport({ rungs: 16, renderings: 200, repeats: 9 }),
  recorder: () => benchRecorder({ records: 100_000, per_turn: [10, 100_000], repeats: 5 }),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false }, vllm: { type: 'string' } },
});
process.exitCode = await main(positionals.length > 0 ? positionals : Object.keys(BENCHES));

async function main(names: readonly string[]): Promise<number> {
  const unknown = names.filter((name) => !Object.hasOwn(BENCHES, name));
  if (unknown.length > 0) {
    console.error(`No bench is called ${unknown.join(', ')}; there are ${Object.keys(BENCHES).join(', ')}.`);
    return 2;
  }
  for (const name of names) {
    const place = placeOf(new Date());
    const result = await BENCHES[name]?.(values.vllm === undefined ? {} : { vllm: resolve(values.vllm) });
    if (result === undefined) continue;
    console.log(`${name}\n\n${tableOf(result)}\n`);
    if (values.write) {
      const path = join(import.meta.dirname, '../../fixtures/bench', `${name}.md`);
      writeFileSync(path, documentOf(result, place));
    }
  }
  return 0;
}
