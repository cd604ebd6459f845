// Which prompts each rung gets, the same ones in every run with the same configuration but for their salt.
import { createHash } from 'node:crypto';
import type { LoadConfig } from '../config/config.ts';
import { createDispatcher } from '../connection.ts';
import type { Rung } from '../core/plan.ts';
import type { Log, Workload, WorkloadPort } from '../ports.ts';
import { jsonlPrompts } from './jsonl.ts';
import type { PromptContext, PromptSet } from './prompts.ts';
import { randomPrompts } from './random.ts';
import { shareGptPrompts } from './sharegpt.ts';
import { serverTokenizer } from './tokenizer.ts';

/** The prompts of a run. `cwd` is where relative data set paths begin. */
export function createWorkload({ log, cwd }: { readonly log: Log; readonly cwd: string }): WorkloadPort {
  return {
    async build({ load, channel, rungs, salt, signal }) {
      const dispatcher = createDispatcher(channel.connection);
      try {
        const tokenizer = channel.report.tokenize
          ? serverTokenizer({ channel, dispatcher, signal })
          : undefined;
        const chat = channel.report.endpoint === 'chat';
        const added = await (chat ? tokenizer?.template() : tokenizer?.specials());
        const context: PromptContext = {
          ...{ load, channel: channel.report, rungs: inOrder(rungs), salt, cwd, log, signal },
          ...(tokenizer !== undefined && { tokenizer }),
          ...(added !== undefined && { added }),
        };
        return workloadOf(context, await promptsOf(context));
      } finally {
        await dispatcher.destroy();
      }
    },
  };
}

function promptsOf(context: PromptContext): Promise<PromptSet> {
  switch (context.load.dataset_name) {
    case 'random':
      return randomPrompts(context);
    case 'sharegpt':
      return shareGptPrompts(context);
    case 'jsonl':
      return jsonlPrompts(context);
  }
}

/** Gating rungs take their prompts first, so that an exploring rung more or less does not move theirs. */
function inOrder(rungs: readonly Rung[]): readonly Rung[] {
  return [
    ...rungs.filter((rung) => rung.kind === 'gating'),
    ...rungs.filter((rung) => rung.kind !== 'gating'),
  ];
}

function workloadOf(context: PromptContext, prompts: PromptSet): Workload {
  const { load, rungs } = context;
  const byRung = new Map(rungs.map((rung, i) => [keyOf(rung), prompts.requests[i] ?? []]));
  const ids = prompts.requests.some((list) => list[0]?.prompt.kind === 'ids');
  const prefix_tokens = ids ? 0 : context.added;
  return {
    report: {
      dataset_name: load.dataset_name,
      hash: workloadHash(context, prompts),
      lengths: prompts.lengths,
      ...(prompts.rows !== undefined && { rows: prompts.rows }),
      reused: prompts.reused,
      ...(prefix_tokens !== undefined && { prefix_tokens }),
      notes: [
        ...prompts.notes,
        ...(prompts.reused
          ? ['prompts are used more than once; their first tokens still make each unique']
          : []),
      ],
    },
    requests(rung) {
      const requests = byRung.get(keyOf(rung));
      if (requests === undefined) throw new Error(`no prompts for ${keyOf(rung)}`);
      return requests;
    },
    warmup: prompts.warmup,
  };
}

function keyOf(rung: Rung): string {
  return `${rung.kind} ${rung.rate} req/s, run ${rung.run}`;
}

/**
 * SHA-256 of everything that decides what is sent and when, but for the salt: data set, chosen rows or lengths and their
 * order, output lengths, schedule, sampling. Exploring rungs are left out: they never change a verdict.
 */
function workloadHash({ load, channel, rungs }: PromptContext, prompts: PromptSet): string {
  const gating = rungs.flatMap((rung, i) =>
    rung.kind === 'gating' ? [[rung.rate, rung.run, rung.num_prompts, prompts.targets[i]]] : [],
  );
  const parts = [
    ['instinct-gate workload', 1],
    [load.dataset_name, prompts.digest, prompts.lengths, channel.endpoint],
    gating,
    scheduleParts(load),
    [load.ignore_eos, sorted(load.sampling)],
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function scheduleParts(load: LoadConfig): readonly unknown[] {
  const shape = load.arrival === 'gamma' ? load.burstiness : undefined;
  return [load.seed, load.arrival, shape, load.max_concurrency];
}

function sorted(values: Readonly<Record<string, unknown>>): readonly (readonly [string, unknown])[] {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
