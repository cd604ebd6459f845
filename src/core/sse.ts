/** One server-sent event. Comments, blank keep-alives, `id` and `retry` are dropped. */
export interface SseMessage {
  readonly data: string;
  /** Its `event` field, where the server set one. */
  readonly event?: string;
  /** The body ended before the blank line that ends an event: the message may be cut. */
  readonly unterminated?: true;
}

export interface SseReader {
  /** Messages completed by these bytes. The bytes may be overwritten afterwards. */
  push(chunk: Uint8Array): readonly SseMessage[];
  /** What the end of the body leaves over. */
  end(): readonly SseMessage[];
  /** Set once a line or a message is longer than the cap; nothing more is read then. */
  readonly failure: string | undefined;
}

/** Longest line and longest message, bytes. */
const MAX_SSE_BYTES = 1024 * 1024;

const LF = 10;
const CR = 13;
const NOTHING: readonly SseMessage[] = [];

/**
 * Incremental reader of an event stream (WHATWG HTML, 9.2.6), on bytes: lines end with LF, CRLF or CR; several
 * events in a read, an event over several reads and characters cut anywhere give the same messages.
 */
export function createSseReader(maxBytes = MAX_SSE_BYTES): SseReader {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  // The beginning of a line whose end has not come yet: copies, since the socket reuses its buffer.
  let pieces: Uint8Array[] = [];
  let pieceBytes = 0;
  let lineFeedBelongsToLastCr = false;
  let atStart = true;
  let data: string[] = [];
  let dataBytes = 0;
  let event = '';
  let failure: string | undefined;

  const dispatch = (messages: SseMessage[], unterminated: boolean): void => {
    const text = data.length === 1 ? (data[0] ?? '') : data.join('\n');
    if (text !== '') {
      messages.push({ data: text, ...(event !== '' && { event }), ...(unterminated && { unterminated }) });
    }
    data = [];
    dataBytes = 0;
    event = '';
  };

  const line = (bytes: Uint8Array, messages: SseMessage[]): void => {
    let text = decoder.decode(bytes);
    if (atStart) {
      atStart = false;
      if (text.startsWith('\uFEFF')) text = text.slice(1);
    }
    if (text === '') {
      dispatch(messages, false);
      return;
    }
    const colon = text.indexOf(':');
    const field = colon < 0 ? text : text.slice(0, colon);
    if (field !== 'data' && field !== 'event') return;
    const from = colon < 0 ? text.length : text.charCodeAt(colon + 1) === 32 ? colon + 2 : colon + 1;
    if (field === 'event') {
      event = text.slice(from, from + 64);
      return;
    }
    dataBytes += bytes.length;
    if (dataBytes > maxBytes) failure = `a message longer than ${maxBytes} bytes`;
    else data.push(text.slice(from));
  };

  const keep = (bytes: Uint8Array): void => {
    pieceBytes += bytes.length;
    if (pieceBytes > maxBytes) {
      failure = `a line longer than ${maxBytes} bytes`;
      pieces = [];
    } else if (bytes.length > 0) pieces.push(bytes.slice());
  };

  const takeLine = (rest: Uint8Array): Uint8Array => {
    if (pieces.length === 0) return rest;
    const whole = new Uint8Array(pieceBytes + rest.length);
    let at = 0;
    for (const piece of pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    whole.set(rest, at);
    pieces = [];
    pieceBytes = 0;
    return whole;
  };

  return {
    get failure() {
      return failure;
    },
    push(chunk) {
      if (failure !== undefined || chunk.length === 0) return NOTHING;
      const messages: SseMessage[] = [];
      let start = 0;
      if (lineFeedBelongsToLastCr && chunk[0] === LF) start = 1;
      lineFeedBelongsToLastCr = false;
      let nextLf = chunk.indexOf(LF, start);
      let nextCr = chunk.indexOf(CR, start);
      while (failure === undefined && (nextLf >= 0 || nextCr >= 0)) {
        const byCr = nextCr >= 0 && (nextLf < 0 || nextCr < nextLf);
        const end = byCr ? nextCr : nextLf;
        if (pieceBytes + end - start > maxBytes) {
          failure = `a line longer than ${maxBytes} bytes`;
          break;
        }
        line(takeLine(chunk.subarray(start, end)), messages);
        start = end + 1;
        if (byCr) {
          if (start === chunk.length) lineFeedBelongsToLastCr = true;
          else if (chunk[start] === LF) start += 1;
          nextCr = chunk.indexOf(CR, start);
        }
        if (nextLf >= 0 && nextLf < start) nextLf = chunk.indexOf(LF, start);
      }
      if (failure === undefined) keep(chunk.subarray(start));
      return messages;
    },
    end() {
      if (failure !== undefined) return NOTHING;
      const messages: SseMessage[] = [];
      if (pieces.length > 0) line(takeLine(new Uint8Array(0)), messages);
      dispatch(messages, true);
      return messages;
    },
  };
}
