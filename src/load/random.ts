// Random prompts of one length, from built-in English: ids where the endpoint takes them, text elsewhere.
import { createHash } from 'node:crypto';
import { createRandom } from '../core/random.ts';
import type { PlannedRequest } from '../ports.ts';
import { ENGLISH } from './english.ts';
import {
  DEFAULT_OUTPUT_LEN,
  firstOrdinals,
  type PromptContext,
  type PromptSet,
  requireFit,
} from './prompts.ts';
import { saltIds, saltText } from './salt.ts';
import { approximateTokens, mapGently, type Tokenizer } from './tokenizer.ts';

/** Fewer distinct ids than this are no vocabulary to draw from. */
const FEWEST_IDS = 32;
/** Text warm-up prompts that are fitted beforehand; later ones differ in their salt only. */
const WARMUP_TEXTS = 16;
/** Counting questions for one text before its length is taken as it is. */
const MAX_FITS = 12;

/** Every prompt has load.input_len tokens and asks for load.output_len. */
export async function randomPrompts(context: PromptContext): Promise<PromptSet> {
  const { load, channel, rungs, tokenizer } = context;
  const lengths = { input_len: load.input_len, output_len: load.output_len ?? DEFAULT_OUTPUT_LEN };
  const exact = tokenizer !== undefined;
  requireFit(lengths, {
    channel,
    added: channel.endpoint === 'completions' && exact ? 0 : context.added,
    ...{ where: 'load.input_len', what: 'random prompts' },
  });
  const made = {
    targets: rungs.map((rung) =>
      Array.from(
        { length: rung.num_prompts },
        () => [undefined, lengths.input_len, lengths.output_len] as const,
      ),
    ),
    digest: createHash('sha256').update(`random 1 ${ENGLISH}`).digest('hex'),
    reused: false,
  };
  const pool = await idsOf(context);
  if (pool !== undefined) {
    const make = idMaker(context, pool, lengths);
    return { ...made, ...laidOut(context, make), lengths: 'exact', notes: [] };
  }
  const text = await textMaker(context, lengths);
  return { ...made, ...text };
}

interface Lengths {
  readonly input_len: number;
  readonly output_len: number;
}

/** Ids of the built-in text where prompts may be ids; each id is one token, so lengths are exact by construction. */
async function idsOf({ channel, tokenizer }: PromptContext): Promise<readonly number[] | undefined> {
  if (channel.endpoint !== 'completions' || tokenizer === undefined) return undefined;
  const ids = await tokenizer.ids(ENGLISH);
  return new Set(ids).size < FEWEST_IDS ? undefined : ids;
}

function idMaker(
  context: PromptContext,
  text: readonly number[],
  lengths: Lengths,
): (ordinal: number) => PlannedRequest {
  const salted = saltIds({ salt: context.salt, pool: [...new Set(text)], length: lengths.input_len });
  return (ordinal) => {
    const begin = salted(ordinal);
    const offset = offsetOf(context, ordinal, text.length);
    const rest = Array.from(
      { length: lengths.input_len - begin.length },
      (_, i) => text[(offset + i) % text.length] ?? 0,
    );
    return { prompt: { kind: 'ids', ids: [...begin, ...rest] }, ...lengths };
  };
}

function laidOut(
  { rungs }: PromptContext,
  make: (ordinal: number) => PlannedRequest,
): Pick<PromptSet, 'requests' | 'warmup'> {
  const firsts = firstOrdinals(rungs);
  const all = firsts.at(-1) ?? 0;
  return {
    requests: rungs.map((rung, r) =>
      Array.from({ length: rung.num_prompts }, (_, i) => make((firsts[r] ?? 0) + i)),
    ),
    warmup: (index) => make(all + index),
  };
}

async function textMaker(
  context: PromptContext,
  lengths: Lengths,
): Promise<Pick<PromptSet, 'requests' | 'warmup' | 'lengths' | 'notes'>> {
  const { rungs, tokenizer, log, channel } = context;
  const firsts = firstOrdinals(rungs);
  const all = firsts.at(-1) ?? 0;
  const ordinals = Array.from({ length: all + WARMUP_TEXTS }, (_, i) => i);
  if (tokenizer === undefined) {
    const make = (ordinal: number): PlannedRequest => {
      const text = textOf(context, ordinal, lengths.input_len * 4);
      return { prompt: { kind: 'text', text }, ...lengths, input_len: approximateTokens(text) };
    };
    const note = 'no /tokenize: prompt lengths are bytes / 4';
    return { ...laidOut(context, make), lengths: 'approximate', notes: [note] };
  }
  log.progress(`fitting ${all} random prompts to ${lengths.input_len} tokens through /tokenize`);
  const per_token = ENGLISH.length / Math.max(1, await tokenizer.count(ENGLISH));
  const fitted = await mapGently(ordinals, (ordinal) =>
    fit({ context, tokenizer, ordinal, per_token, lengths }),
  );
  const at = (ordinal: number): PlannedRequest => fitted[ordinal] ?? missing(ordinal);
  const off = fitted.filter((request) => request.input_len !== lengths.input_len).length;
  return {
    requests: rungs.map((rung, r) =>
      Array.from({ length: rung.num_prompts }, (_, i) => at((firsts[r] ?? 0) + i)),
    ),
    warmup(index) {
      const known = at(all + (index % WARMUP_TEXTS));
      if (index < WARMUP_TEXTS || known.prompt.kind !== 'text') return known;
      const body = known.prompt.text.slice(known.prompt.text.indexOf(' ') + 1);
      return { ...known, prompt: { kind: 'text', text: saltText(context.salt, all + index) + body } };
    },
    lengths: 'exact',
    notes: [
      ...(channel.endpoint === 'completions' ? ['prompts are text: /tokenize knows too few ids'] : []),
      ...(off === 0
        ? []
        : [`${off} random prompts could not be fitted to exactly ${lengths.input_len} tokens`]),
    ],
  };
}

/** Cuts the text until the server counts the asked-for tokens. */
async function fit(job: {
  readonly context: PromptContext;
  readonly tokenizer: Tokenizer;
  readonly ordinal: number;
  readonly per_token: number;
  readonly lengths: Lengths;
}): Promise<PlannedRequest> {
  const { context, tokenizer, ordinal, per_token, lengths } = job;
  const asked = lengths.input_len;
  let chars = Math.max(1, Math.round(asked * per_token));
  let best: { text: string; count: number } | undefined;
  let before = 0;
  for (let tries = 0; tries < MAX_FITS; tries++) {
    const text = textOf(context, ordinal, chars);
    const count = await tokenizer.count(text);
    if (best === undefined || Math.abs(count - asked) < Math.abs(best.count - asked)) best = { text, count };
    const missing = asked - count;
    if (missing === 0) break;
    // Once it swings around the goal, single characters are the finest step there is.
    const step =
      missing * before < 0 || Math.abs(missing) === 1 ? Math.sign(missing) : Math.round(missing * per_token);
    before = missing;
    chars = Math.max(1, chars + (step === 0 ? Math.sign(missing) : step));
  }
  if (best === undefined) return missing(ordinal);
  return { prompt: { kind: 'text', text: best.text }, input_len: best.count, output_len: lengths.output_len };
}

function textOf(context: PromptContext, ordinal: number, chars: number): string {
  const salt = saltText(context.salt, ordinal);
  let offset = offsetOf(context, ordinal, ENGLISH.length);
  while (offset > 0 && ENGLISH[offset - 1] !== ' ') offset -= 1;
  const body = ENGLISH.slice(offset) + ENGLISH.repeat(Math.ceil(chars / ENGLISH.length));
  return (salt + body).slice(0, chars);
}

/** Where in the text a prompt begins: by seed and position, the same in every run. */
function offsetOf({ load }: PromptContext, ordinal: number, length: number): number {
  return createRandom(load.seed, 'random prompt', ordinal).integer(0, length - 1);
}

function missing(ordinal: number): never {
  throw new Error(`no random prompt ${ordinal}`);
}
