// The ShareGPT file, filtered as vLLM's ShareGPTDataset does (vllm/benchmarks/datasets.py).
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { jsonOf, objectOf, oneLine } from '../answer.ts';
import { createRandom } from '../core/random.ts';
import { GateError } from '../failure.ts';
import { jsonArrayElements } from './json-array.ts';
import type { PromptContext, PromptSet } from './prompts.ts';
import { promptsFromRows, type Row, rowsNeeded, WARMUP_ROWS } from './rows.ts';
import { approximateTokens, mapGently } from './tokenizer.ts';

/** The usual name of the public file. */
const SHAREGPT_FILE = 'ShareGPT_V3_unfiltered_cleaned_split.json';

/** vLLM's is_valid_sequence: tokens. */
const FILTER = { min_tokens: 4, max_prompt: 1024, max_total: 2048 } as const;
/** A prompt of more bytes has more than max_prompt tokens in any tokenizer: it is not even counted. */
const MAX_TEXT_BYTES = 64 * 1024;
/** Rows whose tokens are counted together. */
const BATCH = 64;
/** Salt and rounding: room that is left below the model's context. */
const SALT_ROOM = 32;

/** Conversations with at least two turns: the first is the prompt, the length of the second the output length. */
export async function shareGptPrompts(context: PromptContext): Promise<PromptSet> {
  const { load, cwd, channel, log, signal } = context;
  const name = load.dataset_path ?? SHAREGPT_FILE;
  const path = isAbsolute(name) ? name : join(cwd, name);
  await using file = await open(path, 'r').catch((error: unknown) => {
    throw cannotOpen(name, error);
  });
  const index = await indexFile(file, { name, log, signal });
  const order = createRandom(load.seed, 'sharegpt').shuffle(index.rows);
  const rows: Row[] = [];
  const wanted = rowsNeeded(context) + WARMUP_ROWS;
  const limit = channel.max_model_len;
  const max_total = Math.min(
    FILTER.max_total,
    limit === undefined ? Infinity : limit - (context.added ?? 0) - SALT_ROOM,
  );
  let shortened = 0;
  for (let at = 0; at < order.length && rows.length < wanted; at += BATCH) {
    signal.throwIfAborted();
    const batch = order.slice(at, at + BATCH);
    const lengths: readonly (Lengths | undefined)[] = await mapGently(batch, async (entry) =>
      lengthsOf(await readTurns(file, entry, name), context),
    );
    for (const [i, entry] of batch.entries()) {
      const found = lengths[i];
      if (found === undefined || rows.length >= wanted) continue;
      if (found.input_len + found.output_len > max_total) shortened += max_total < FILTER.max_total ? 1 : 0;
      else rows.push({ row: entry.row, ...found });
    }
    log.progress(`sharegpt: ${rows.length} of ${wanted} conversations chosen`);
  }
  const notes = [
    ...(context.tokenizer === undefined ? ['no /tokenize: lengths are bytes / 4'] : []),
    ...(shortened === 0
      ? []
      : [`${shortened} conversations left out: longer than the model's ${limit} tokens`]),
  ];
  const prompts = await promptsFromRows(context, { rows, where: name });
  return { ...prompts, digest: index.digest, rows: index.rows.length, notes };
}

interface Place {
  readonly row: number;
  readonly offset: number;
  readonly length: number;
}

type File = Awaited<ReturnType<typeof open>>;

/** One pass over the file: digest, and where the conversations with two turns of text stand. */
async function indexFile(
  file: File,
  { name, log, signal }: Pick<PromptContext, 'log' | 'signal'> & { readonly name: string },
): Promise<{ readonly digest: string; readonly rows: readonly Place[] }> {
  const hash = createHash('sha256');
  const rows: Place[] = [];
  let row = 0;
  let bytes = 0;
  try {
    const onChunk = (chunk: Buffer) => {
      signal.throwIfAborted();
      hash.update(chunk);
      bytes += chunk.length;
      log.progress(`reading ${name}: ${Math.round(bytes / 1e6)} MB`);
    };
    for await (const element of jsonArrayElements(file, { onChunk })) {
      if (turnsOf(element.bytes) !== undefined) {
        rows.push({ row, offset: element.offset, length: element.bytes.length });
      }
      row += 1;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw new GateError({
      kind: 'config',
      code: 'dataset',
      message: `expected a JSON array of conversations: ${oneLine(error instanceof Error ? error.message : String(error), [])}`,
      where: name,
      hint: `The public file is ${SHAREGPT_FILE}; a download that broke off has to be repeated.`,
      cause: error,
    });
  }
  return { digest: hash.digest('hex'), rows };
}

interface Turns {
  readonly prompt: string;
  readonly completion: string;
}

/** The first two turns, whoever they are from; undefined for a row that cannot be used. */
function turnsOf(bytes: Buffer): Turns | undefined {
  const turns = objectOf(jsonOf(bytes.toString('utf8')))?.['conversations'];
  if (!Array.isArray(turns) || turns.length < 2) return undefined;
  const [prompt, completion] = turns.slice(0, 2).map((turn) => objectOf(turn)?.['value']);
  return typeof prompt === 'string' && typeof completion === 'string' ? { prompt, completion } : undefined;
}

async function readTurns(file: File, place: Place, name: string): Promise<Turns> {
  const bytes = Buffer.alloc(place.length);
  await file.read(bytes, 0, place.length, place.offset);
  const turns = turnsOf(bytes);
  if (turns !== undefined) return turns;
  throw new GateError({
    kind: 'host',
    code: 'dataset',
    message: 'the data set changed while it was read',
    where: name,
  });
}

type Lengths = Omit<Row, 'row'>;

/** Lengths of a conversation that passes vLLM's filter, or undefined. */
async function lengthsOf(turns: Turns, context: PromptContext): Promise<Lengths | undefined> {
  const { tokenizer, load, channel } = context;
  if (Buffer.byteLength(turns.prompt) > MAX_TEXT_BYTES) return undefined;
  // vLLM counts with the special tokens; on chat the template is no part of it.
  const specials = channel.endpoint === 'completions' ? (context.added ?? 0) : 0;
  const count = async (text: string): Promise<number> =>
    tokenizer === undefined ? approximateTokens(text) : (await tokenizer.count(text)) + specials;
  const prompt = await count(turns.prompt);
  if (prompt < FILTER.min_tokens || prompt > FILTER.max_prompt) return undefined;
  if (load.output_len === undefined && Buffer.byteLength(turns.completion) > MAX_TEXT_BYTES) return undefined;
  const output_len = load.output_len ?? (await count(turns.completion));
  if (load.output_len === undefined && output_len < FILTER.min_tokens) return undefined;
  if (prompt + output_len > FILTER.max_total) return undefined;
  return { text: turns.prompt, input_len: prompt - specials, output_len };
}

function cannotOpen(name: string, cause: unknown): GateError {
  const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
  return new GateError({
    kind: 'config',
    code: 'dataset',
    message: `expected the ShareGPT data set, could not open it (${code})`,
    where: name,
    hint:
      `It is ${SHAREGPT_FILE} of anon8231489123/ShareGPT_Vicuna_unfiltered on the Hugging Face hub: ` +
      'put it into the working folder or name it in load.dataset_path.',
    cause,
  });
}
