// The ladder and its prompts, defaults filled in; rules that one key alone cannot tell.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { planRungs } from '../core/plan.ts';
import type { ConfigFile } from './config.gen.ts';
import type { LoadConfig } from './config.ts';
import type { Notes } from './notes.ts';
import { defaultsOf } from './schema.ts';

type LoadKeys = NonNullable<ConfigFile['load']>;

/** The name under which the public ShareGPT file is known (vLLM's benchmark documentation). */
const SHAREGPT_FILE = 'ShareGPT_V3_unfiltered_cleaned_split.json';
const SHAREGPT_SOURCE = `https://huggingface.co/datasets/anon8231489123/ShareGPT_Vicuna_unfiltered/resolve/main/${SHAREGPT_FILE}`;
const RANDOM_OUTPUT_LEN = 128;
/** More requests than this in one rung are a slip of the pen. */
const MAX_PROMPTS = 10_000_000;
/** A rung that lasts longer is a slip of the pen too; its schedule could not even be counted in nanoseconds. */
const MAX_RUNG_HOURS = 24;

export function resolveLoad(load: LoadKeys, cwd: string, notes: Notes): LoadConfig {
  const defaults = defaultsOf('load') as Omit<
    LoadConfig,
    'sampling' | 'warmup' | 'ignore_eos' | 'output_len' | 'dataset_path'
  > & { readonly num_prompts: number };
  const { num_prompts: defaultPrompts, ...others } = defaults;
  const random = (load.dataset_name ?? defaults.dataset_name) === 'random';
  const datasetPath = checkDataset(load, cwd, notes);
  const resolved: LoadConfig = {
    ...others,
    ...(load.duration === undefined && { num_prompts: defaultPrompts }),
    ...(random && { output_len: RANDOM_OUTPUT_LEN }),
    ignore_eos: random,
    ...load,
    ...(datasetPath !== undefined && { dataset_path: datasetPath }),
    sampling: { temperature: 0, ...load.sampling },
    warmup: { max_s: 60, ...load.warmup },
  };
  checkLadder(load, resolved, notes);
  noteNotApplied(load, resolved, notes);
  return resolved;
}

function checkLadder(load: LoadKeys, resolved: LoadConfig, notes: Notes): void {
  if (load.num_prompts !== undefined && load.duration !== undefined) {
    notes.problem(
      'load.duration',
      'given together with load.num_prompts: one of them decides the length of a rung',
    );
  }
  const both = resolved.explore_rates.filter((rate) => resolved.request_rates.includes(rate));
  if (both.length > 0 && !notes.refused('load.request_rates')) {
    notes.problem(
      'load.explore_rates',
      `${both.join(', ')} is also in load.request_rates: a rung gates or explores`,
    );
  }
  const over = planRungs(resolved).find((rung) => rung.num_prompts > MAX_PROMPTS);
  if (over !== undefined) {
    notes.problem(
      'load.duration',
      `${over.rate} requests/s would be ${over.num_prompts} requests; at most ${MAX_PROMPTS}`,
    );
  }
  const long = planRungs(resolved).find((rung) => !(rung.num_prompts / rung.rate <= MAX_RUNG_HOURS * 3600));
  if (long !== undefined && over === undefined) {
    const path = long.kind === 'gating' ? 'load.request_rates' : 'load.explore_rates';
    notes.problem(
      resolved.duration === undefined ? path : 'load.duration',
      `${long.num_prompts} requests at ${long.rate} requests/s take ${hours(long.num_prompts / long.rate / 3600)} h; ` +
        `a rung may take ${MAX_RUNG_HOURS} h: a higher rate, fewer load.num_prompts or a shorter load.duration`,
    );
  }
  const edges = resolved.length_buckets ?? [];
  if (edges.some((edge, i) => i > 0 && edge <= (edges[i - 1] ?? 0))) {
    notes.problem('load.length_buckets', 'expected edges in ascending order, each once');
  }
}

function hours(value: number): string {
  return value < 1e6 ? String(Math.round(value)) : value.toPrecision(2);
}

function checkDataset(load: LoadKeys, cwd: string, notes: Notes): string | undefined {
  const { dataset_name: name, dataset_path: path } = load;
  if (notes.refused('load.dataset_name') || notes.refused('load.dataset_path')) return undefined;
  if (name === undefined || name === 'random') {
    if (path !== undefined) {
      notes.warn('load.dataset_path is not applied: load.dataset_name is random; write sharegpt or jsonl');
    }
    return undefined;
  }
  if (path === undefined && name === 'jsonl') {
    notes.problem('load.dataset_path', 'load.dataset_name jsonl needs load.dataset_path');
    return undefined;
  }
  const file = resolve(cwd, path ?? SHAREGPT_FILE);
  const problem = fileProblem(file);
  if (problem === undefined) return file;
  const shown = JSON.stringify((path ?? SHAREGPT_FILE).slice(0, 200));
  const source = name === 'sharegpt' ? `; the public file is at ${SHAREGPT_SOURCE}` : '';
  notes.problem('load.dataset_path', `the file ${shown} ${problem} (working folder ${cwd})${source}`);
  return undefined;
}

function fileProblem(file: string): string | undefined {
  try {
    return statSync(file).isFile() ? undefined : 'is no regular file';
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'does not exist' : 'cannot be read';
  }
}

function noteNotApplied(load: LoadKeys, resolved: LoadConfig, notes: Notes): void {
  if (load.burstiness !== undefined && resolved.arrival !== 'gamma') {
    notes.warn(`load.burstiness is not applied: load.arrival is ${resolved.arrival}; write arrival: gamma`);
  }
  if (load.input_len !== undefined && resolved.dataset_name !== 'random') {
    notes.warn(`load.input_len is not applied: the prompts come from ${resolved.dataset_name}`);
  }
}
