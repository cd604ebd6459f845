import type { Dispatcher } from 'undici';
import { type Answer, ask } from '../answer.ts';
import type { ChannelReport } from '../core/result.gen.ts';
import { GateError } from '../failure.ts';
import type { ProbePort } from '../ports.ts';
import { type Asked, networkFailure } from './channel-failure.ts';

export type Endpoint = ChannelReport['endpoint'];
export type ProbeRequest = Parameters<ProbePort['probe']>[0];

/** Text of every prompt of the probe. */
export const PROMPT = 'Count from one to ten:';
/** Longest wait for an answer that is no completion. */
export const SIDE_TIMEOUT_MS = 10_000;
/** Longest wait for one probe completion, even where load.timeout allows more. */
const COMPLETION_TIMEOUT_S = 120;

/** Asks one service, and turns what the socket says into failures. */
export class Questions {
  readonly request: ProbeRequest & { readonly dispatcher: Dispatcher };

  constructor(request: ProbeRequest & { readonly dispatcher: Dispatcher }) {
    this.request = request;
  }

  /** Throws GateError for a socket failure and the signal's reason when it was aborted. */
  async get(path: string, maxBytes?: number): Promise<Answer> {
    return this.#ask(path, { timeoutMs: SIDE_TIMEOUT_MS, ...(maxBytes !== undefined && { maxBytes }) });
  }

  async post(path: string, body: Readonly<Record<string, unknown>>): Promise<Answer> {
    const seconds = Math.min(this.request.load.timeout, COMPLETION_TIMEOUT_S);
    return this.#ask(path, { body, timeoutMs: seconds * 1000 });
  }

  /** A question whose failure only means: not served. */
  async side(path: string, body?: Readonly<Record<string, unknown>>): Promise<Answer | undefined> {
    try {
      const question = { timeoutMs: SIDE_TIMEOUT_MS, maxBytes: 4 * 1024 * 1024 };
      return await this.#ask(path, body === undefined ? question : { ...question, body });
    } catch (error) {
      if (error instanceof GateError) return undefined;
      throw error;
    }
  }

  /** One completion request with its extra fields. */
  async complete(
    target: { readonly path: string; readonly endpoint: Endpoint },
    model: string,
    fields: Readonly<Record<string, unknown>>,
  ): Promise<Answer> {
    const prompt =
      target.endpoint === 'chat' ? { messages: [{ role: 'user', content: PROMPT }] } : { prompt: PROMPT };
    return this.post(target.path, { model, ...prompt, ...this.request.service.extra_body, ...fields });
  }

  asked(path: string, model: string, served: readonly string[]): Asked {
    const { connection } = this.request;
    const withKey = Object.keys(connection.headers).length > 0 ? 'key' : 'no key';
    return { connection, path, model, served, with_key: withKey };
  }

  async #ask(
    path: string,
    question: { timeoutMs: number; body?: Readonly<Record<string, unknown>>; maxBytes?: number },
  ): Promise<Answer> {
    const { dispatcher, connection, signal } = this.request;
    try {
      return await ask(dispatcher, connection, { ...question, path, signal });
    } catch (error) {
      signal.throwIfAborted();
      throw networkFailure(error, { connection, path });
    }
  }
}
