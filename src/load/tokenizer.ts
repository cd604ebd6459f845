import type { Dispatcher } from 'undici';
import { ask, jsonOf, objectOf, oneLine } from '../answer.ts';
import { GateError } from '../failure.ts';
import type { Channel } from '../ports.ts';

/** Questions at once: the server counts on the CPU that later serves the measured requests. */
const CONCURRENCY = 16;
const TIMEOUT_MS = 60_000;
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

/** The server's own tokenizer (vLLM's POST /tokenize). Throws GateError kind 'channel' when it stops answering. */
export interface Tokenizer {
  /** Token ids of a text, without the special tokens that the server adds to a prompt. */
  ids(text: string): Promise<readonly number[]>;
  count(text: string): Promise<number>;
  /** Special tokens (such as begin-of-text) that the server adds to a text prompt. */
  specials(): Promise<number>;
  /** Tokens that the chat template adds to one user message; undefined where the server cannot say. */
  template(): Promise<number | undefined>;
}

export function serverTokenizer(options: {
  readonly channel: Channel;
  readonly dispatcher: Dispatcher;
  readonly signal: AbortSignal;
}): Tokenizer {
  const { channel, dispatcher, signal } = options;
  const { secrets } = channel.connection;
  const question = async (body: Readonly<Record<string, unknown>>) => {
    const answer = await ask(dispatcher, channel.connection, {
      path: '/tokenize',
      body: { model: channel.report.model_id, ...body },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
      signal,
    }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw noAnswer(oneLine(error instanceof Error ? error.message : String(error), secrets), error);
    });
    return answer;
  };
  const tokens = async (body: Readonly<Record<string, unknown>>): Promise<readonly number[]> => {
    const answer = await question(body);
    const list = answer.status === 200 ? tokensOf(answer.text) : undefined;
    if (list === undefined) throw noAnswer(`HTTP ${answer.status}: ${oneLine(answer.text, secrets, 200)}`);
    return list;
  };
  const ids = (prompt: string) => tokens({ prompt, add_special_tokens: false });
  const count = async (text: string) => (await ids(text)).length;
  return {
    ids,
    count,
    specials: async () =>
      (await tokens({ prompt: 'a', add_special_tokens: true })).length - (await count('a')),
    async template() {
      const content = 'a';
      const messages = [{ role: 'user', content }];
      const answer = await question({ messages, add_generation_prompt: true, add_special_tokens: false });
      const whole = answer.status === 200 ? tokensOf(answer.text)?.length : undefined;
      return whole === undefined ? undefined : Math.max(0, whole - (await count(content)));
    },
  };
}

/** Results in the order of the items, a few at a time; the first failure ends it. */
export async function mapGently<T, R>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  let failed = false;
  const worker = async () => {
    while (next < items.length && !failed) {
      const index = next++;
      try {
        results[index] = await work(items[index] as T, index);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONCURRENCY, items.length) }, worker));
  return results;
}

/** The usual estimate where no tokenizer is served: bytes / 4. */
export function approximateTokens(text: string): number {
  return Math.max(1, Math.round(Buffer.byteLength(text) / 4));
}

function tokensOf(text: string): readonly number[] | undefined {
  const list = objectOf(jsonOf(text))?.['tokens'];
  if (!Array.isArray(list) || !list.every((id) => Number.isSafeInteger(id) && id >= 0)) return undefined;
  return list as number[];
}

function noAnswer(found: string, cause?: unknown): GateError {
  return new GateError({
    kind: 'channel',
    code: 'tokenize_failed',
    message: `expected token ids from /tokenize, found ${found}`,
    hint: 'The server answered /tokenize before: check that it is still alive.',
    cause,
  });
}
