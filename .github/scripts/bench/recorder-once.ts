// Child process of the recorder bench: one file of records, on a fresh heap.
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { makeRecords } from '../../../fixtures/results/factory.ts';
import type { RequestRecord } from '../../../src/core/result.gen.ts';
import { prepareOutput } from '../../../src/output.ts';
import { jobOfChild } from './children.ts';
import { peakGrowthMb } from './memory.ts';

export interface RecorderJob {
  readonly side: 'ours' | 'reference';
  readonly records: number;
  /** Records that end in the same turn of the event loop. */
  readonly per_turn: number;
}

export interface RecorderAnswer {
  /** From the first record to the closed file. */
  readonly records_per_s: number;
  /** Time inside the calls that hand a record over: so long can nothing be sent. */
  readonly held_us: number;
  readonly peak_growth_mb: number;
}

interface Sink {
  write(record: RequestRecord): void;
  close(): Promise<void> | void;
}

const job = jobOfChild<RecorderJob>();
const some = makeRecords({ rate: 100, prompts: Math.min(1000, job.records) });
const folder = mkdtempSync(join(tmpdir(), 'instinct-gate-bench-'));
try {
  console.log(JSON.stringify(await measure(job.side === 'ours' ? await recordSink() : appendingSink())));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measure(sink: Sink): Promise<RecorderAnswer> {
  let held_us = 0;
  let wall_s = 0;
  const now = (): number => Number(process.hrtime.bigint()) / 1e3;
  const peak_growth_mb = await peakGrowthMb(async () => {
    const start = now();
    for (let written = 0; written < job.records; ) {
      const until = Math.min(job.records, written + job.per_turn);
      const from = now();
      for (; written < until; written++) sink.write(some[written % some.length] as RequestRecord);
      held_us += now() - from;
      await turn();
    }
    await sink.close();
    wall_s = (now() - start) / 1e6;
  });
  return { records_per_s: job.records / wall_s, held_us: held_us / job.records, peak_growth_mb };
}

async function recordSink(): Promise<Sink> {
  const output = await prepareOutput({ out: join(folder, 'out'), secrets: [] });
  return output.records({ rate: 100, kind: 'gating', num_prompts: job.records, run: 1 });
}

function appendingSink(): Sink {
  const file = openSync(join(folder, 'records.jsonl'), 'a');
  return {
    write: (record) => {
      writeSync(file, `${JSON.stringify(record)}\n`);
    },
    close: () => closeSync(file),
  };
}
