import type { FileHandle } from 'node:fs/promises';

/** One element of the array: where it stands in the file and its bytes. */
export interface ArrayElement {
  readonly offset: number;
  readonly bytes: Buffer;
}

export interface JsonArrayOptions {
  /** Bytes of one element at most; default 16 MiB. */
  readonly maxElementBytes?: number;
  /** Bytes read at once; default 1 MiB. */
  readonly chunkBytes?: number;
  /** Every chunk as it is read: for a digest and for progress. */
  readonly onChunk?: (chunk: Buffer) => void;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN = new Set([0x5b, 0x7b]);
const CLOSE = new Set([0x5d, 0x7d]);
const ARRAY_OPEN = 0x5b;
const ARRAY_CLOSE = 0x5d;
const SPACES = new Set([0x20, 0x09, 0x0a, 0x0d]);
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/**
 * Splits a file that holds one JSON array into its elements without reading it whole: a public data set of 700 MB must not
 * become 2 GB of objects. Only where elements begin and end is looked at; whether each is JSON is for JSON.parse. Throws
 * Error with a sentence and the place.
 */
export async function* jsonArrayElements(
  file: FileHandle,
  options: JsonArrayOptions = {},
): AsyncGenerator<ArrayElement> {
  const maxBytes = options.maxElementBytes ?? 16 * 1024 * 1024;
  const splitter = new Splitter(maxBytes);
  const chunkBytes = options.chunkBytes ?? 1024 * 1024;
  let offset = 0;
  for (;;) {
    // A buffer of its own for each chunk: elements refer to it.
    const buffer = Buffer.allocUnsafe(chunkBytes);
    const { bytesRead } = await file.read(buffer, 0, chunkBytes, offset);
    if (bytesRead === 0) break;
    const chunk = buffer.subarray(0, bytesRead);
    options.onChunk?.(chunk);
    yield* splitter.push(chunk, offset);
    offset += bytesRead;
  }
  splitter.end();
}

class Splitter {
  readonly #maxBytes: number;
  #state: 'before' | 'between' | 'inside' | 'after' = 'before';
  /** Depth inside the current element. */
  #depth = 0;
  #inString = false;
  #oddBackslashes = false;
  #start = 0;
  #pieces: Buffer[] = [];
  #size = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  *push(chunk: Buffer, offset: number): Generator<ArrayElement> {
    let from = 0;
    let i = 0;
    while (i < chunk.length) {
      if (this.#inString) {
        i = this.#skipString(chunk, i);
        continue;
      }
      const byte = chunk[i] ?? 0;
      if (this.#state === 'inside') {
        if (this.#depth === 0 && (byte === COMMA || byte === ARRAY_CLOSE)) {
          yield this.#element(chunk.subarray(from, i));
          this.#state = byte === COMMA ? 'between' : 'after';
        } else if (byte === QUOTE) this.#inString = true;
        else if (OPEN.has(byte)) this.#depth += 1;
        else if (CLOSE.has(byte)) this.#depth -= 1;
        i += 1;
        continue;
      }
      if (SPACES.has(byte) || (this.#state === 'before' && BYTE_ORDER_MARK[offset + i] === byte)) {
        i += 1;
      } else if (this.#state === 'before' && byte === ARRAY_OPEN) {
        this.#state = 'between';
        i += 1;
      } else if (this.#state === 'between' && byte === ARRAY_CLOSE) {
        this.#state = 'after';
        i += 1;
      } else if (this.#state === 'between' && byte !== COMMA) {
        this.#state = 'inside';
        this.#start = offset + i;
        from = i;
      } else throw unexpected(byte, offset + i, this.#state);
    }
    if (this.#state === 'inside') this.#keep(chunk.subarray(from));
  }

  end(): void {
    if (this.#state === 'after') return;
    throw new Error(this.#state === 'before' ? 'it is empty' : 'it ends in the middle of the array');
  }

  /** Index after the closing quote, or the end of the chunk. */
  #skipString(chunk: Buffer, from: number): number {
    let i = from;
    if (this.#oddBackslashes) {
      // The last chunk ended with an escape: this byte is escaped, whatever it is.
      this.#oddBackslashes = false;
      i += 1;
    }
    for (;;) {
      const quote = chunk.indexOf(QUOTE, i);
      const end = quote < 0 ? chunk.length : quote;
      let backslashes = 0;
      while (end - 1 - backslashes >= i && chunk[end - 1 - backslashes] === BACKSLASH) backslashes += 1;
      const escaped = backslashes % 2 === 1;
      if (quote < 0) {
        this.#oddBackslashes = escaped;
        return chunk.length;
      }
      i = quote + 1;
      if (!escaped) {
        this.#inString = false;
        return i;
      }
    }
  }

  #keep(piece: Buffer): void {
    this.#size += piece.length;
    if (this.#size > this.#maxBytes)
      throw new Error(`the element at byte ${this.#start} is longer than ${this.#maxBytes} bytes`);
    this.#pieces.push(piece);
  }

  #element(last: Buffer): ArrayElement {
    this.#keep(last);
    const bytes = this.#pieces.length === 1 ? last : Buffer.concat(this.#pieces);
    this.#pieces = [];
    this.#size = 0;
    return { offset: this.#start, bytes };
  }
}

function unexpected(byte: number, at: number, state: string): Error {
  const found = byte > 0x20 && byte < 0x7f ? `"${String.fromCharCode(byte)}"` : `byte 0x${byte.toString(16)}`;
  const expected = state === 'before' ? 'a JSON array' : state === 'between' ? 'an element' : 'nothing more';
  return new Error(`expected ${expected}, found ${found} at byte ${at}`);
}
