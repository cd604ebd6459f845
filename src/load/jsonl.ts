// Prompts of the user's own: one JSON object a line.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { jsonOf, objectOf } from '../answer.ts';
import { createRandom } from '../core/random.ts';
import { GateError } from '../failure.ts';
import { type PromptContext, type PromptSet, requireFit } from './prompts.ts';
import { promptsFromRows, type Row, rowsNeeded, WARMUP_ROWS } from './rows.ts';
import { approximateTokens, mapGently } from './tokenizer.ts';

const MAX_LINE_BYTES = 16 * 1024 * 1024;
const MAX_FILE_BYTES = 2 * 1024 * 1024 * 1024;
/** Bad lines that are named. */
const MAX_NAMED = 20;

/**
 * `{"prompt": string, "output_tokens" or "output_len": whole number}` a line; load.output_len wins over the row. Throws
 * GateError kind 'config' that names all bad lines.
 */
export async function jsonlPrompts(context: PromptContext): Promise<PromptSet> {
  const { load, channel, tokenizer } = context;
  const name = load.dataset_path ?? '';
  const file = await readFile(context, name);
  const chosen = createRandom(load.seed, 'jsonl')
    .shuffle(file.rows)
    .slice(0, rowsNeeded(context) + WARMUP_ROWS);
  const rows = await mapGently(chosen, async ({ row, prompt, output_len }): Promise<Row> => {
    const input_len = tokenizer === undefined ? approximateTokens(prompt) : await tokenizer.count(prompt);
    return { row, text: prompt, input_len, output_len };
  });
  const prompts = await promptsFromRows(context, { rows, where: name });
  for (const [r, requests] of prompts.requests.entries()) {
    for (const [i, request] of requests.entries()) {
      const row = prompts.targets[r]?.[i]?.[0] ?? 0;
      const what = `the prompt of line ${file.lines[row] ?? row} and its answer`;
      requireFit(request, { channel, added: context.added, where: name, what });
    }
  }
  return {
    ...prompts,
    digest: file.digest,
    rows: file.rows.length,
    notes: tokenizer === undefined ? ['no /tokenize: lengths are bytes / 4'] : [],
  };
}

interface JsonlRow {
  readonly row: number;
  readonly prompt: string;
  readonly output_len: number;
}

interface JsonlFile {
  readonly rows: readonly JsonlRow[];
  /** Line number of each row. */
  readonly lines: readonly number[];
  readonly digest: string;
}

async function readFile(context: PromptContext, name: string): Promise<JsonlFile> {
  const { load, cwd, signal } = context;
  const hash = createHash('sha256');
  const rows: JsonlRow[] = [];
  const lines: number[] = [];
  const bad: string[] = [];
  let line = 0;
  const take = (bytes: Buffer): void => {
    line += 1;
    const text = bytes
      .toString('utf8')
      .replace(/^\uFEFF/, '')
      .trim();
    if (text === '') return;
    const row = rowOf(text, load.output_len);
    if (typeof row === 'string') bad.push(`line ${line}: ${row}`);
    else {
      lines.push(line);
      rows.push({ row: rows.length, ...row });
    }
  };
  try {
    let rest: Buffer[] = [];
    let restBytes = 0;
    let total = 0;
    for await (const chunk of createReadStream(
      isAbsolute(name) ? name : join(cwd, name),
    ) as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      hash.update(chunk);
      total += chunk.length;
      if (total > MAX_FILE_BYTES) throw new Error(`it is larger than ${MAX_FILE_BYTES} bytes`);
      let from = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
        take(
          rest.length === 0 ? chunk.subarray(from, end) : Buffer.concat([...rest, chunk.subarray(from, end)]),
        );
        rest = [];
        restBytes = 0;
        from = end + 1;
      }
      rest.push(chunk.subarray(from));
      restBytes += chunk.length - from;
      if (restBytes > MAX_LINE_BYTES)
        throw new Error(`line ${line + 1} is longer than ${MAX_LINE_BYTES} bytes`);
    }
    take(Buffer.concat(rest));
  } catch (error) {
    signal.throwIfAborted();
    throw unreadable(name, error);
  }
  if (bad.length > 0) throw badRows(name, bad);
  return { rows, lines, digest: hash.digest('hex') };
}

/** The row, or what is wrong with it. */
function rowOf(text: string, fixed: number | undefined): Omit<JsonlRow, 'row'> | string {
  const value = objectOf(jsonOf(text));
  if (value === undefined) return 'expected a JSON object';
  const prompt = value['prompt'];
  if (typeof prompt !== 'string' || prompt === '') return 'expected "prompt" to be a text that is not empty';
  if (fixed !== undefined) return { prompt, output_len: fixed };
  const own = value['output_tokens'] ?? value['output_len'];
  if (own === undefined) return 'expected "output_tokens" (or load.output_len for all rows)';
  if (!Number.isSafeInteger(own) || (own as number) < 1)
    return 'expected "output_tokens" to be a whole number above 0';
  return { prompt, output_len: own as number };
}

function badRows(name: string, bad: readonly string[]): GateError {
  const more = bad.length > MAX_NAMED ? [`and ${bad.length - MAX_NAMED} more`] : [];
  return new GateError({
    kind: 'config',
    code: 'dataset_rows',
    message: `expected one prompt a line, found ${bad.length} that cannot be used`,
    where: name,
    hint: 'Each line is {"prompt": "…", "output_tokens": 128}.',
    evidence: [...bad.slice(0, MAX_NAMED), ...more],
  });
}

function unreadable(name: string, cause: unknown): GateError {
  const error = cause as NodeJS.ErrnoException;
  return new GateError({
    kind: 'config',
    code: 'dataset',
    message: `could not read the data set: ${error.code ?? error.message}`,
    where: name === '' ? 'load.dataset_path' : name,
    hint: 'Name a readable file in load.dataset_path.',
    cause,
  });
}
