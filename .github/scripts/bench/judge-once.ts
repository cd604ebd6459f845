// Child process of the judge bench: one measurement, on a fresh heap, of code that has not run before, as in a gate.
import {
  budget,
  COMPARE,
  makeBaselines,
  makeEvidence,
  makeRecords,
  type RungShape,
} from '../../../fixtures/results/factory.ts';
import { judge } from '../../../src/core/judge.ts';
import type { RequestRecord } from '../../../src/core/result.gen.ts';
import { summariseRung } from '../../../src/core/rung.ts';
import { makeSchedule } from '../../../src/core/schedule.ts';
import { jobOfChild } from './children.ts';
import { peakGrowthMb } from './memory.ts';

export interface JudgeJob {
  readonly side: 'ours' | 'reference';
  readonly rungs: number;
  readonly records: number;
}

export interface JudgeAnswer {
  readonly wall_ms: number;
  readonly peak_growth_mb: number;
}

const job = jobOfChild<JudgeJob>();
const shapes: readonly RungShape[] = Array.from({ length: job.rungs }, (_, i) => ({
  rate: i + 1,
  prompts: job.records,
}));
const loads = shapes.map((shape) => ({ shape, records: makeRecords(shape) }));
const work = job.side === 'ours' ? judging() : sorting();
let wall_ms = 0;
const peak_growth_mb = await peakGrowthMb(() => {
  const start = process.hrtime.bigint();
  work();
  wall_ms = Number(process.hrtime.bigint() - start) / 1e6;
});
console.log(JSON.stringify({ wall_ms, peak_growth_mb } satisfies JudgeAnswer));

/** What a gate does after its last rung, against six stored runs. */
function judging(): () => void {
  const few = shapes.map((shape) => ({ ...shape, prompts: 50 }));
  const baseline = { source: 'bench', unreadable: [], results: makeBaselines(few, 6) };
  const budgets = ['p95_ttft_ms <= 500', 'p99_itl_ms <= 50', 'served_rate >= 95%', 'error_rate == 0'];
  const run_checks = makeEvidence([]).run_checks;
  const candidate = makeEvidence([]).candidate;
  const client = { event_loop_delay_p99_ms: 2, events: 33 * job.records, in_flight_max: 20 };
  const prepared = loads.map(({ shape: { rate }, records }) => ({
    rung: { rate, kind: 'gating', num_prompts: job.records, run: 1 } as const,
    schedule: makeSchedule({ arrival: 'poisson', rate, num_prompts: job.records, burstiness: 1, seed: 0 }),
    run: { records, client, token_counts: 'continuous' } as const,
  }));
  return () => {
    const rungs = prepared.map(({ rung, schedule, run }) => ({
      result: summariseRung({
        rung,
        schedule,
        run,
        engine_kind: 'external',
        strict: false,
        lengths: 'exact',
      }),
      records: run.records,
    }));
    const { verdict } = judge({
      budgets: budgets.map(budget),
      compare: { ...COMPARE, baseline: 'stored' },
      strict: false,
      engine_kind: 'external',
      planned: prepared.map(({ rung }) => rung),
      rungs,
      run_checks,
      baseline,
      candidate,
    });
    // A judge that gives up early would look fast.
    if (verdict.verdict !== 'pass') throw new Error(`judged ${verdict.verdict}: ${verdict.sentence}`);
  };
}

/** The least that percentiles need: each latency copied once into an array of doubles, which is sorted. */
function sorting(): () => void {
  const between = (from: number | undefined, to: number | undefined): number =>
    ((to ?? 0) - (from ?? 0)) / 1e6;
  const sorted = (values: readonly RequestRecord[], of: (record: RequestRecord) => number): Float64Array =>
    Float64Array.from(values, of).sort();
  return () => {
    for (const { records } of loads) {
      sorted(records, (r) => between(r.scheduled_ns, r.first_token_ns));
      sorted(records, (r) => between(r.scheduled_ns, r.last_token_ns));
      sorted(records, (r) => between(r.first_token_ns, r.last_token_ns) / ((r.completion_tokens ?? 2) - 1));
      const gaps = new Float64Array(records.reduce((sum, r) => sum + (r.gaps_ns?.length ?? 0), 0));
      let at = 0;
      for (const { gaps_ns = [] } of records) for (const gap of gaps_ns) gaps[at++] = gap / 1e6;
      gaps.sort();
    }
  };
}
