// From the rows of a data set to the prompts of each rung: who gets which, what makes them unique, how long they are.
import { GateError } from '../failure.ts';
import type { PlannedRequest } from '../ports.ts';
import { firstOrdinals, type PromptContext, type PromptSet } from './prompts.ts';
import { saltText } from './salt.ts';
import { approximateTokens, mapGently } from './tokenizer.ts';

/** A usable row, in the order of use. */
export interface Row {
  /** Its number in the file, from 0. */
  readonly row: number;
  readonly text: string;
  /** Without the salt. */
  readonly input_len: number;
  readonly output_len: number;
}

/** Rows kept for warm-up beyond those of the rungs, where there are so many. */
export const WARMUP_ROWS = 32;

/** How many rows a ladder needs at most. */
export function rowsNeeded({ rungs }: PromptContext): number {
  return rungs.reduce((sum, rung) => sum + rung.num_prompts, 0);
}

/** Gives each rung rows of its own. Throws GateError kind 'config' when there are too few and reuse is not allowed. */
export async function promptsFromRows(
  context: PromptContext,
  source: { readonly rows: readonly Row[]; readonly where: string },
): Promise<Pick<PromptSet, 'requests' | 'warmup' | 'targets' | 'lengths' | 'reused'>> {
  const { rungs, salt, tokenizer, load } = context;
  const { rows } = source;
  const needed = rowsNeeded(context);
  if (rows.length === 0 || (rows.length < needed && !load.allow_reuse))
    throw tooFew(rows.length, needed, source.where);
  const rowAt = (ordinal: number): Row => rows[ordinal % rows.length] as Row;
  const salted = async (ordinal: number): Promise<PlannedRequest> => {
    const { text: body, output_len } = rowAt(ordinal);
    const text = saltText(salt, ordinal) + body;
    const input_len = tokenizer === undefined ? approximateTokens(text) : await tokenizer.count(text);
    return { prompt: { kind: 'text', text }, input_len, output_len };
  };
  const ordinals = Array.from({ length: needed + WARMUP_ROWS }, (_, i) => i);
  const all = await mapGently(ordinals, salted);
  const firsts = firstOrdinals(rungs);
  const slices = rungs.map((rung, r) => ({ from: firsts[r] ?? 0, to: (firsts[r] ?? 0) + rung.num_prompts }));
  return {
    requests: slices.map(({ from, to }) => all.slice(from, to)),
    warmup(index) {
      const known = all[needed + (index % WARMUP_ROWS)] as PlannedRequest;
      const text = saltText(salt, needed + index) + rowAt(needed + (index % WARMUP_ROWS)).text;
      return { ...known, prompt: { kind: 'text', text } };
    },
    targets: slices.map(({ from, to }) =>
      ordinals.slice(from, to).map((ordinal) => {
        const { row, input_len, output_len } = rowAt(ordinal);
        return [row, input_len, output_len] as const;
      }),
    ),
    lengths: tokenizer === undefined ? 'approximate' : 'exact',
    reused: rows.length < needed,
  };
}

function tooFew(found: number, needed: number, where: string): GateError {
  return new GateError({
    kind: 'config',
    code: 'too_few_prompts',
    message: `the ladder needs ${needed} distinct prompts, the data set has ${found} that can be used`,
    where,
    hint:
      found === 0
        ? 'Check that this is the right file.'
        : 'Lower load.num_prompts, use a larger data set, or set load.allow_reuse: true (prompts stay unique by their first tokens).',
  });
}
