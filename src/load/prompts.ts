// What every data set gives to the workload, and what it is given.
import type { LoadConfig } from '../config/config.ts';
import type { Rung } from '../core/plan.ts';
import type { ChannelReport } from '../core/result.gen.ts';
import { GateError } from '../failure.ts';
import type { Log, PlannedRequest } from '../ports.ts';
import type { Tokenizer } from './tokenizer.ts';

export interface PromptContext {
  readonly load: LoadConfig;
  readonly channel: ChannelReport;
  /** In the order in which they get their prompts. */
  readonly rungs: readonly Rung[];
  readonly salt: string;
  /** Absent: not served, lengths are bytes / 4. */
  readonly tokenizer?: Tokenizer;
  /** Tokens that the server adds to every prompt: chat template or special tokens. Absent: unknown. */
  readonly added?: number;
  readonly cwd: string;
  readonly log: Log;
  readonly signal: AbortSignal;
}

export interface PromptSet {
  /** By rung, in the order of context.rungs. */
  readonly requests: readonly (readonly PlannedRequest[])[];
  /** The n-th warm-up prompt, from 0. */
  readonly warmup: (index: number) => PlannedRequest;
  /** By rung: what identifies its requests without the salt. */
  readonly targets: readonly (readonly Target[])[];
  /** What identifies the data set. */
  readonly digest: string;
  readonly lengths: 'exact' | 'approximate';
  /** Usable rows of a file. */
  readonly rows?: number;
  readonly reused: boolean;
  readonly notes: readonly string[];
}

/** Row of the data set (absent: made), prompt tokens without the salt, output tokens asked for. */
type Target = readonly [row: number | undefined, input_len: number, output_len: number];

/** Random prompts of load.output_len tokens have this many. */
export const DEFAULT_OUTPUT_LEN = 128;

/** Position of the first prompt of each rung in the run; the last number is the count of all. */
export function firstOrdinals(rungs: readonly Rung[]): readonly number[] {
  const firsts = [0];
  for (const rung of rungs) firsts.push((firsts.at(-1) ?? 0) + rung.num_prompts);
  return firsts;
}

/** Throws GateError kind 'config' when a request does not fit into the model's context. */
export function requireFit(
  request: { readonly input_len: number; readonly output_len: number },
  fit: {
    readonly channel: ChannelReport;
    readonly added: number | undefined;
    readonly where: string;
    /** Which prompt, for the message: "prompts", "the prompt of line 7". */
    readonly what: string;
  },
): void {
  const limit = fit.channel.max_model_len;
  const added = fit.added ?? 0;
  const total = request.input_len + added + request.output_len;
  if (limit === undefined || total <= limit) return;
  const template = added === 0 ? '' : ` + ${added} that the server adds`;
  throw new GateError({
    kind: 'config',
    code: 'context_length',
    message:
      `expected prompts and answers within the model's ${limit} tokens; ${fit.what} ask for ${request.input_len}` +
      `${template} + ${request.output_len} = ${total}`,
    where: fit.where,
    hint: 'Lower load.input_len or load.output_len, or serve the model with a larger max_model_len.',
  });
}
