// Child process of the load bench: the built-in load generator, through its port.
import { channelOf, keptLog, loadOf } from '../../../fixtures/streams/answering-server.ts';
import { latenessMs, ttftMs } from '../../../src/core/record.ts';
import type { RequestRecord } from '../../../src/core/result.gen.ts';
import { createLoad } from '../../../src/load/http-load.ts';
import { jobOfChild } from './children.ts';
import { type ClientJob, measureClient } from './load-client.ts';

const job = jobOfChild<ClientJob>();
const load = createLoad({ service: { backend: 'openai', endpoint: 'completions' }, log: keptLog() });
const channel = channelOf(job.url, { usage: 'continuous' });

const answer = await measureClient(job, async ({ prompts, schedule }) => {
  const { records } = await load.run({
    rung: { rate: job.rate, kind: 'gating', num_prompts: prompts.length, run: 1 },
    schedule,
    requests: prompts.map((text) => ({
      prompt: { kind: 'text', text },
      input_len: 8,
      output_len: job.tokens,
    })),
    channel,
    load: loadOf({ output_len: job.tokens }),
    on_record() {},
    on_progress() {},
    signal: new AbortController().signal,
  });
  const each = (what: (record: RequestRecord) => number | undefined): number[] =>
    records.map((record) => {
      const value = record.outcome === 'ok' ? what(record) : undefined;
      if (value === undefined)
        throw new Error(`request ${record.index}: ${record.outcome} ${record.error ?? ''}`);
      return value;
    });
  return { lateness_ms: each(latenessMs), ttft_ms: each((record) => ttftMs(record, 'sent')) };
});
console.log(JSON.stringify(answer));
