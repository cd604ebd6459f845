import type { GenerationRequest } from './generation-request.ts';

/** Texts of one answer, with the keys and their order as vLLM 0.32 sends them. */
export interface AnswerText {
  /** Chunk before the first token: the role of a chat answer, nothing for completions. */
  opening(): string;
  token(token: AnswerToken): string;
  /** Chunk with empty choices and the usage; empty when the client did not ask for it. */
  closing(completionTokens: number): string;
  /** The body of an answer that is not streamed. */
  whole(answer: WholeAnswer): string;
}

interface AnswerToken {
  readonly id: number;
  /** Needs no escape in JSON. */
  readonly text: string;
  /** Tokens so far, this one included. */
  readonly count: number;
  readonly finish_reason: FinishReason | undefined;
}

interface WholeAnswer {
  readonly text: string;
  readonly token_ids: readonly number[];
  readonly finish_reason: FinishReason | undefined;
}

export type FinishReason = 'stop' | 'length';

export const DONE_EVENT = 'data: [DONE]\n\n';

export function dataEvent(json: string): string {
  return `data: ${json}\n\n`;
}

/** Builds the texts of one request. Chunks are put together from strings: thousands are sent every second. */
export function answerText(request: GenerationRequest, identity: AnswerIdentity): AnswerText {
  return request.endpoint === 'chat' ? chatText(request, identity) : completionText(request, identity);
}

export interface AnswerIdentity {
  /** Without its prefix. */
  readonly id: string;
  /** Unix seconds. */
  readonly created: number;
  readonly model: string;
  readonly system_fingerprint: string;
}

function completionText(request: GenerationRequest, identity: AnswerIdentity): AnswerText {
  const head = `{"id":"cmpl-${identity.id}","object":"text_completion",${origin(identity)}`;
  const ids = idsText(request);
  const fingerprint = `"system_fingerprint":${JSON.stringify(identity.system_fingerprint)}`;
  return {
    opening: () => '',
    token(token) {
      const promptIds = token.count === 1 ? ids(request.prompt_ids) : 'null';
      const choice = `{"index":0,"text":"${token.text}","logprobs":null,"finish_reason":${quoted(token.finish_reason)},"stop_reason":null,"prompt_token_ids":${promptIds},"token_ids":${ids([token.id])}}`;
      return dataEvent(`${head},"choices":[${choice}]${tail(request, token, fingerprint, '')}}`);
    },
    closing: (count) => closingEvent({ request, head, count, fingerprint }),
    whole: (answer) =>
      `${head},"choices":[{"index":0,"text":${JSON.stringify(answer.text)},"logprobs":null,"finish_reason":${quoted(answer.finish_reason)},"stop_reason":null,"token_ids":${ids(answer.token_ids)},"prompt_logprobs":null,"prompt_token_ids":${ids(request.prompt_ids)},"routed_experts":null}],"service_tier":null,${fingerprint},"usage":${wholeUsage(request, answer)},"kv_transfer_params":null,"ec_transfer_params":null,"metrics":null}`,
  };
}

function chatText(request: GenerationRequest, identity: AnswerIdentity): AnswerText {
  const origins = origin(identity);
  const head = `{"id":"chatcmpl-${identity.id}","object":"chat.completion.chunk",${origins}`;
  const ids = idsText(request);
  const details = ',"completion_tokens_details":null';
  const fingerprint = `"system_fingerprint":${JSON.stringify(identity.system_fingerprint)}`;
  return {
    opening() {
      const usage = request.continuous_usage ? `,"usage":${usageText(request, 0, details)}` : '';
      const choice =
        '{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":null}';
      return dataEvent(
        `${head},"choices":[${choice}]${usage},"prompt_token_ids":${ids(request.prompt_ids)},"prompt_text":null}`,
      );
    },
    token(token) {
      const stop = token.finish_reason === undefined ? '' : ',"stop_reason":null';
      const choice = `{"index":0,"delta":{"content":"${token.text}"},"logprobs":null,"finish_reason":${quoted(token.finish_reason)}${stop},"token_ids":${ids([token.id])}}`;
      return dataEvent(`${head},"choices":[${choice}]${tail(request, token, fingerprint, details)}}`);
    },
    closing: (count) => closingEvent({ request, head, count, fingerprint }),
    whole: (answer) =>
      `{"id":"chatcmpl-${identity.id}","object":"chat.completion",${origins},"choices":[{"index":0,"message":{"role":"assistant","content":${JSON.stringify(answer.text)},"refusal":null,"annotations":null,"audio":null,"function_call":null,"reasoning":null},"logprobs":null,"finish_reason":${quoted(answer.finish_reason)},"stop_reason":null,"token_ids":${ids(answer.token_ids)},"routed_experts":null}],"service_tier":null,${fingerprint},"usage":${wholeUsage(request, answer)},"prompt_logprobs":null,"prompt_token_ids":${ids(request.prompt_ids)},"prompt_text":null,"kv_transfer_params":null,"ec_transfer_params":null,"metrics":null}`,
  };
}

function origin(identity: AnswerIdentity): string {
  return `"created":${identity.created},"model":${JSON.stringify(identity.model)}`;
}

function idsText(request: GenerationRequest): (ids: readonly number[]) => string {
  return request.return_token_ids ? (ids) => JSON.stringify(ids) : () => 'null';
}

function quoted(reason: FinishReason | undefined): string {
  return reason === undefined ? 'null' : `"${reason}"`;
}

/** After the choices: running usage, or the fingerprint on the last chunk where no usage chunk follows. */
function tail(request: GenerationRequest, token: AnswerToken, fingerprint: string, details: string): string {
  if (request.continuous_usage) return `,"usage":${usageText(request, token.count, details)}`;
  return token.finish_reason !== undefined && !request.include_usage ? `,${fingerprint}` : '';
}

function closingEvent(text: {
  readonly request: GenerationRequest;
  readonly head: string;
  readonly count: number;
  readonly fingerprint: string;
}): string {
  if (!text.request.include_usage) return '';
  return dataEvent(
    `${text.head},"choices":[],"usage":${usageText(text.request, text.count, '')},${text.fingerprint}}`,
  );
}

function usageText(request: GenerationRequest, completionTokens: number, details: string): string {
  const prompt = request.prompt_ids.length;
  return `{"prompt_tokens":${prompt},"total_tokens":${prompt + completionTokens},"completion_tokens":${completionTokens}${details}}`;
}

function wholeUsage(request: GenerationRequest, answer: WholeAnswer): string {
  return usageText(
    request,
    answer.token_ids.length,
    ',"prompt_tokens_details":null,"completion_tokens_details":null',
  );
}
