// One request on the wire: sends prepared bytes, reads the stream, says once how it ended.
import type { Dispatcher } from 'undici';
import { bodyEncoding, encodedBody } from '../answer.ts';
import { maskSecrets } from '../config/mask.ts';
import { maxBytes } from '../core/flood.ts';
import type { FailureClass } from '../core/result.gen.ts';
import { createSseReader, type SseReader } from '../core/sse.ts';
import { type Expected, openStream, type Stream, type StreamFacts } from '../core/stream.ts';
import {
  type Failure,
  notAStream,
  type Reached,
  recordText,
  socketFailure,
  statusFailure,
} from './failure-class.ts';

/** Where requests go, worked out once. */
export interface Target {
  readonly dispatcher: Dispatcher;
  readonly origin: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Never shown in error texts. */
  readonly secrets: readonly string[];
}

/** How an exchange went: the wire's part of a RequestRecord. Times are nanoseconds on the caller's clock. */
export interface Reply extends StreamFacts {
  readonly sent_ns: number;
  readonly headers_ns?: number;
  readonly first_byte_ns?: number;
  readonly done_ns: number;
  readonly http_status?: number;
  readonly bytes: number;
}

export interface ExchangeJob {
  readonly target: Target;
  readonly body: Buffer;
  readonly expected: Expected;
  /** Monotonic, nanoseconds since the start of the rung. */
  readonly now: () => number;
  /** Called exactly once. */
  readonly onEnd: (reply: Reply) => void;
  /** Bytes of the body came. */
  readonly onBytes?: (at_ns: number) => void;
}

/** So much of a body is kept to say what came instead of a stream. */
const BODY_SAMPLE_BYTES = 8 * 1024;

/** Sends a request. What happens afterwards arrives at job.onEnd, at the earliest in a later turn of the loop. */
export function startExchange(job: ExchangeJob): Exchange {
  const exchange = new Exchange(job);
  const { dispatcher, origin, path, headers } = job.target;
  try {
    dispatcher.dispatch({ origin, path, method: 'POST', headers, body: job.body }, exchange);
  } catch (error) {
    queueMicrotask(() => exchange.fail(socketFailure(error, 'connecting')));
  }
  return exchange;
}

export class Exchange implements Dispatcher.DispatchHandler {
  readonly #job: ExchangeJob;
  readonly #sse: SseReader = createSseReader();
  readonly #stream: Stream;
  readonly #maxBytes: number;
  readonly #sent_ns: number;
  #controller: Dispatcher.DispatchController | undefined;
  #headers_ns: number | undefined;
  #first_byte_ns: number | undefined;
  #status: number | undefined;
  #contentType: string | undefined;
  #location: string | undefined;
  #encoding: string | undefined;
  #sample = '';
  #bytes = 0;
  #ended = false;

  constructor(job: ExchangeJob) {
    this.#job = job;
    this.#maxBytes = maxBytes(job.expected.output_len);
    this.#stream = openStream(job.expected, (text) => maskSecrets(text, job.target.secrets));
    // Connecting counts as latency, as in vLLM, where the clock starts before session.post.
    this.#sent_ns = job.now();
  }

  /** Ends the exchange from our side: a deadline or a stop. What the server had said before still counts. */
  abort(kind: Extract<FailureClass, 'timeout' | 'cancelled'>, error: string): void {
    if (this.#ended) return;
    this.fail({ class: kind, error });
    this.#hangUp();
  }

  /** Called by startExchange and abort; ends the exchange with a failure of the wire. */
  fail(failure: Failure): void {
    if (failure.class === 'cancelled') this.#end(failure);
    else this.#end(this.#statusFailure() ?? failure);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // Ended while it waited for its connection: nothing must be sent any more.
    if (this.#ended) this.#hangUp();
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
  ): void {
    if (status < 200) return;
    this.#headers_ns = this.#job.now();
    this.#status = status;
    this.#contentType = single(headers['content-type']);
    this.#location = single(headers['location']);
    this.#encoding = bodyEncoding(single(headers['content-encoding']));
    if (this.#encoding !== undefined) this.#sample = encodedBody(this.#encoding);
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#ended) return;
    const at = this.#job.now();
    this.#first_byte_ns ??= at;
    this.#bytes += chunk.length;
    this.#job.onBytes?.(at);
    if (this.#encoding !== undefined) {
      this.#closeBroken({ class: 'parse', error: `HTTP 200 with ${this.#sample}` });
      return;
    }
    if (this.#stream.events === 0 && this.#sample.length < BODY_SAMPLE_BYTES) {
      this.#sample += chunk.toString('utf8', 0, BODY_SAMPLE_BYTES);
    }
    if (this.#status !== 200) {
      // The beginning of an error body is enough; a body without an end must not hold us.
      if (this.#bytes >= BODY_SAMPLE_BYTES) this.#closeBroken(undefined);
      return;
    }
    for (const message of this.#sse.push(chunk)) this.#stream.message(message, at);
    if (this.#stream.done) this.#end(undefined);
    else if (this.#sse.failure !== undefined) this.#closeBroken({ class: 'parse', error: this.#sse.failure });
    else if (this.#stream.broken) this.#closeBroken(undefined);
    else if (this.#bytes > this.#maxBytes) {
      this.#closeBroken({ class: 'parse', error: `more than ${this.#maxBytes} bytes in one answer` });
    }
  }

  onResponseEnd(): void {
    if (this.#ended) return;
    const at = this.#job.now();
    for (const message of this.#sse.end()) this.#stream.message(message, at);
    const failure =
      this.#statusFailure() ??
      (this.#stream.events === 0
        ? notAStream(this.#sample, this.#bytes, this.#contentType, this.#job.target.secrets)
        : undefined);
    this.#end(failure);
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    if (this.#ended) return;
    this.fail(socketFailure(error, this.#reached()));
  }

  #reached(): Reached {
    if (this.#headers_ns !== undefined) return 'answering';
    return this.#controller === undefined ? 'connecting' : 'sent';
  }

  #statusFailure(): Failure | undefined {
    if (this.#status === undefined) return undefined;
    return statusFailure(this.#status, this.#sample, this.#location, this.#job.target.secrets);
  }

  #closeBroken(failure: Failure | undefined): void {
    this.#end(this.#statusFailure() ?? failure);
    this.#hangUp();
  }

  #hangUp(): void {
    this.#controller?.abort(new Error('ended by the load generator'));
  }

  #end(failure: Failure | undefined): void {
    if (this.#ended) return;
    this.#ended = true;
    const facts = this.#stream.close(
      failure === undefined
        ? { kind: 'clean' }
        : { kind: 'broken', class: failure.class, error: failure.error },
    );
    const { error, ...rest } = facts;
    const { onEnd, now, target } = this.#job;
    const done_ns = now();
    onEnd({
      ...rest,
      ...(error !== undefined && { error: recordText(error, target.secrets) }),
      sent_ns: this.#sent_ns,
      ...(this.#headers_ns !== undefined && { headers_ns: this.#headers_ns }),
      ...(this.#first_byte_ns !== undefined && { first_byte_ns: this.#first_byte_ns }),
      done_ns,
      ...(this.#status !== undefined && { http_status: this.#status }),
      bytes: this.#bytes,
    });
  }
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}
