import { apiProblem, badShape, badValue } from './problem.ts';
import { encode, encodeChat, VOCABULARY_SIZE } from './tokenizer.ts';

export type Endpoint = 'completions' | 'chat';

export interface GenerationRequest {
  readonly endpoint: Endpoint;
  readonly prompt_ids: readonly number[];
  readonly max_tokens: number;
  readonly min_tokens: number;
  readonly ignore_eos: boolean;
  readonly stream: boolean;
  readonly include_usage: boolean;
  /** Usage in every chunk. */
  readonly continuous_usage: boolean;
  readonly return_token_ids: boolean;
}

/** What the server says of itself when it checks a request. */
export interface ServedModel {
  readonly model_id: string;
  readonly max_model_len: number;
}

/** vLLM's default of /v1/completions; chat defaults to the rest of the context. */
const COMPLETIONS_MAX_TOKENS = 16;

/** Reads a body of /v1/completions or /v1/chat/completions; throws HttpProblem with vLLM's status and text. */
export function parseGeneration(endpoint: Endpoint, body: unknown, served: ServedModel): GenerationRequest {
  const fields = objectOf(body);
  const stream = booleanOf(fields, 'stream') ?? false;
  const options = optionsOf(fields, stream);
  const asked = integerOf(fields, 'max_completion_tokens') ?? integerOf(fields, 'max_tokens');
  const minTokens = integerOf(fields, 'min_tokens') ?? 0;
  checkSampling(fields);
  checkModel(fields, served);
  const promptIds = endpoint === 'chat' ? chatIds(fields) : completionIds(fields['prompt']);
  checkPromptLength(promptIds.length, served.max_model_len);
  return {
    endpoint,
    prompt_ids: promptIds,
    max_tokens: outputLimit({ endpoint, asked, prompt: promptIds.length, limit: served.max_model_len }),
    min_tokens: Math.max(0, minTokens),
    ignore_eos: booleanOf(fields, 'ignore_eos') ?? false,
    stream,
    include_usage: options.include_usage,
    continuous_usage: options.include_usage && options.continuous_usage,
    return_token_ids: booleanOf(fields, 'return_token_ids') ?? false,
  };
}

/** Token ids of a body of /tokenize: a prompt or messages. */
export function parseTokenize(body: unknown, served: ServedModel): readonly number[] {
  const fields = objectOf(body);
  checkModel(fields, served);
  if (fields['messages'] !== undefined) return chatIds(fields);
  const prompt = fields['prompt'];
  if (typeof prompt !== 'string') throw badShape(missing('prompt'), 'body.prompt');
  return encode(prompt);
}

/** Token ids of a body of /detokenize. */
export function parseDetokenize(body: unknown, served: ServedModel): readonly number[] {
  const fields = objectOf(body);
  checkModel(fields, served);
  const tokens = fields['tokens'];
  if (!Array.isArray(tokens)) throw badShape(missing('tokens'), 'body.tokens');
  return tokens.map(tokenId);
}

function objectOf(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return body as Record<string, unknown>;
  throw badShape(
    "{'type': 'model_attributes_type', 'loc': 'body', 'msg': 'Input should be a valid dictionary'}",
    'body',
  );
}

function missing(name: string): string {
  return `{'type': 'missing', 'loc': 'body.${name}', 'msg': 'Field required'}`;
}

function integerOf(fields: Readonly<Record<string, unknown>>, name: string): number | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw badShape(
    `{'type': 'int_parsing', 'loc': 'body.${name}', 'msg': 'Input should be a valid integer, unable to parse string as an integer', 'input': ${shown(value)}}`,
    `body.${name}`,
  );
}

function booleanOf(fields: Readonly<Record<string, unknown>>, name: string): boolean | undefined {
  const value = fields[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value;
  throw badShape(
    `{'type': 'bool_parsing', 'loc': 'body.${name}', 'msg': 'Input should be a valid boolean', 'input': ${shown(value)}}`,
    `body.${name}`,
  );
}

function shown(value: unknown): string {
  return `'${(typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 80)}'`;
}

function optionsOf(
  fields: Readonly<Record<string, unknown>>,
  stream: boolean,
): { readonly include_usage: boolean; readonly continuous_usage: boolean } {
  const value = fields['stream_options'];
  if (value === undefined || value === null) return { include_usage: false, continuous_usage: false };
  if (!stream) throw badValue('Stream options can only be defined when `stream=True`.', 'stream_options');
  const options = objectOf(value);
  return {
    include_usage: booleanOf(options, 'include_usage') ?? true,
    continuous_usage: booleanOf(options, 'continuous_usage_stats') ?? false,
  };
}

function checkSampling(fields: Readonly<Record<string, unknown>>): void {
  const temperature = fields['temperature'];
  if (typeof temperature === 'number' && temperature < 0) {
    const value = Number.isInteger(temperature) ? temperature.toFixed(1) : String(temperature);
    throw badValue(`temperature must be non-negative, got ${value}.`, 'temperature', value);
  }
  const n = integerOf(fields, 'n') ?? 1;
  if (n !== 1) throw badValue('The simulator produces one choice only: n must be 1.', 'n', String(n));
}

function checkModel(fields: Readonly<Record<string, unknown>>, served: ServedModel): void {
  const model = fields['model'];
  if (model === undefined || model === null || model === served.model_id) return;
  throw apiProblem({
    status: 404,
    message: `The model \`${String(model).slice(0, 200)}\` does not exist. Valid aliases: ${served.model_id}.`,
    type: 'NotFoundError',
    param: 'model',
  });
}

function completionIds(prompt: unknown): readonly number[] {
  if (typeof prompt === 'string' && prompt !== '') return encode(prompt);
  if (Array.isArray(prompt) && prompt.length > 0) {
    const [first] = prompt;
    if (typeof first === 'number') return prompt.map(tokenId);
    if (prompt.length === 1) return completionIds(first);
    throw badValue('The simulator takes one prompt a request.', 'prompt');
  }
  throw badValue('Either prompt or prompt_embeds must be provided and non-empty.', 'prompt');
}

function tokenId(value: unknown): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < VOCABULARY_SIZE)
    return value;
  throw badValue(`Token id ${String(value).slice(0, 40)} is out of vocabulary`, 'prompt');
}

function chatIds(fields: Readonly<Record<string, unknown>>): readonly number[] {
  const messages = fields['messages'];
  if (!Array.isArray(messages)) throw badShape(missing('messages'), 'body.messages');
  if (messages.length === 0) throw badValue('List should have at least 1 item.', 'messages');
  return encodeChat(
    messages.map((message) => {
      const { role, content } = objectOf(message);
      if (typeof role !== 'string') throw badShape(missing('messages.role'), 'body.messages');
      return { role, content: contentText(content) };
    }),
  );
}

function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (content === undefined || content === null) return '';
  if (!Array.isArray(content)) throw badShape(missing('messages.content'), 'body.messages');
  return content
    .map((part) => objectOf(part)['text'])
    .filter((text) => typeof text === 'string')
    .join('');
}

function checkPromptLength(promptTokens: number, limit: number): void {
  if (promptTokens < limit) return;
  throw badValue(
    `This model's maximum context length is ${limit} tokens. However, your prompt contains at least ${promptTokens} input tokens, which exceeds this limit even without any output tokens. Please reduce the length of the input prompt.`,
    'input_tokens',
    String(promptTokens),
  );
}

function outputLimit(request: {
  readonly endpoint: Endpoint;
  readonly asked: number | undefined;
  readonly prompt: number;
  readonly limit: number;
}): number {
  const { asked, prompt, limit } = request;
  if (asked === undefined) {
    return request.endpoint === 'chat' ? limit - prompt : Math.min(COMPLETIONS_MAX_TOKENS, limit - prompt);
  }
  if (asked < 1) throw badValue(`max_tokens must be at least 1, got ${asked}.`, 'max_tokens', String(asked));
  if (asked > limit) {
    throw badValue(
      `max_tokens=${asked} cannot be greater than max_model_len=${limit}. Please request fewer output tokens.`,
      'max_tokens',
      String(asked),
    );
  }
  if (prompt + asked > limit) {
    throw badValue(
      `This model's maximum context length is ${limit} tokens. However, you requested ${asked} output tokens and your prompt contains at least ${prompt} input tokens, for a total of at least ${prompt + asked} tokens. Please reduce the length of the input prompt or the number of requested output tokens.`,
      'input_tokens',
      String(prompt),
    );
  }
  return asked;
}
