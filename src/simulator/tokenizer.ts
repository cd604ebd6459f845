// A toy tokenizer with exact arithmetic. Up to three characters of [space, a-z] form one token; any other ASCII
// character ends the token that it follows; every other byte of UTF-8 is a token of its own. No complete token
// is the beginning of another, so ids that came from /tokenize can be joined in any order, decoded and encoded
// again, and give the same ids. Only the one or two characters left over at the very end of a text ("open"
// ids) do not have this property. About three characters of English a token.

const SPACE = 0x20;
const LETTERS = 27;
const PAIRS = LETTERS * LETTERS;
const TRIPLES = PAIRS * LETTERS;
const ASCII = 128;

const BYTE_IDS = 0;
const PAIR_IDS = 256;
const TRIPLE_IDS = PAIR_IDS + PAIRS;
const ONE_ENDED_IDS = TRIPLE_IDS + TRIPLES;
const TWO_ENDED_IDS = ONE_ENDED_IDS + LETTERS * ASCII;
const TEXT_IDS_END = TWO_ENDED_IDS + PAIRS * ASCII;

/** Ids of the chat template, where Llama 3 has them. */
const SPECIAL = { begin: 128_000, header: 128_006, header_end: 128_007, turn_end: 128_009 } as const;
const SPECIAL_TEXT: Readonly<Record<number, string>> = {
  [SPECIAL.begin]: '<|begin_of_text|>',
  [SPECIAL.header]: '<|start_header_id|>',
  [SPECIAL.header_end]: '<|end_header_id|>',
  [SPECIAL.turn_end]: '<|eot_id|>',
};

/** Ids are below this, as with Llama 3; ids in the gaps count as one token and decode to nothing. */
export const VOCABULARY_SIZE = 128_256;
/** Ends a generation that stops by itself; has no text. */
export const END_OF_TURN_ID = SPECIAL.turn_end;

export function encode(text: string): number[] {
  const bytes = Buffer.from(text, 'utf8');
  const ids: number[] = [];
  for (let index = 0; index < bytes.length; ) {
    const first = bytes[index] ?? 0;
    const a = letterOf(first);
    const second = bytes[index + 1] ?? 255;
    const b = letterOf(second);
    const third = bytes[index + 2] ?? 255;
    const c = letterOf(third);
    // 255 never occurs in UTF-8: it stands for the end and, like other bytes above ASCII, leaves a token open.
    if (a < 0 || (b < 0 && second >= ASCII)) {
      ids.push(BYTE_IDS + first);
      index += 1;
    } else if (b < 0) {
      ids.push(ONE_ENDED_IDS + a * ASCII + second);
      index += 2;
    } else if (c < 0 && third >= ASCII) {
      ids.push(PAIR_IDS + a * LETTERS + b);
      index += 2;
    } else if (c < 0) {
      ids.push(TWO_ENDED_IDS + (a * LETTERS + b) * ASCII + third);
      index += 3;
    } else {
      ids.push(TRIPLE_IDS + a * PAIRS + b * LETTERS + c);
      index += 3;
    }
  }
  return ids;
}

export function decode(ids: readonly number[]): string {
  const parts: Buffer[] = [];
  for (const id of ids) parts.push(Buffer.from(bytesOf(id)));
  return Buffer.concat(parts).toString('utf8');
}

/** Token ids of a conversation in Llama 3's shape, ready for the assistant's turn. */
export function encodeChat(
  messages: readonly { readonly role: string; readonly content: string }[],
): number[] {
  const ids: number[] = [SPECIAL.begin];
  for (const message of messages) {
    for (const id of header(message.role)) ids.push(id);
    for (const id of encode(message.content)) ids.push(id);
    ids.push(SPECIAL.turn_end);
  }
  for (const id of header('assistant')) ids.push(id);
  return ids;
}

export interface GeneratedToken {
  readonly id: number;
  /** Lower-case ASCII: needs no escape in JSON. */
  readonly text: string;
}

/** What the simulator writes, token by token, beginning where the seed says. */
export function generatedToken(seed: number, index: number): GeneratedToken {
  const token = GENERATED[(seed + index) % GENERATED.length];
  if (token === undefined) throw new Error(`generatedToken: no token for seed ${seed}, index ${index}`);
  return token;
}

const SENTENCE = 'simulated text from no real model on no real hardware ';
const GENERATED: readonly GeneratedToken[] = encode(SENTENCE.padEnd(Math.ceil(SENTENCE.length / 3) * 3)).map(
  (id) => ({ id, text: decode([id]) }),
);

function header(role: string): number[] {
  return [SPECIAL.header, ...encode(role.slice(0, 64)), SPECIAL.header_end];
}

/** 0 for a space, 1–26 for a–z, otherwise -1. */
function letterOf(byte: number): number {
  if (byte === SPACE) return 0;
  return byte >= 0x61 && byte <= 0x7a ? byte - 0x60 : -1;
}

function byteOf(letter: number): number {
  return letter === 0 ? SPACE : letter + 0x60;
}

function bytesOf(id: number): readonly number[] | string {
  if (id < PAIR_IDS) return [id - BYTE_IDS];
  if (id < TRIPLE_IDS) return pair(id - PAIR_IDS);
  if (id < ONE_ENDED_IDS) {
    const triple = id - TRIPLE_IDS;
    return [...pair(Math.floor(triple / LETTERS)), byteOf(triple % LETTERS)];
  }
  if (id < TWO_ENDED_IDS) {
    const ended = id - ONE_ENDED_IDS;
    return [byteOf(Math.floor(ended / ASCII)), ended % ASCII];
  }
  if (id < TEXT_IDS_END) {
    const ended = id - TWO_ENDED_IDS;
    return [...pair(Math.floor(ended / ASCII)), ended % ASCII];
  }
  return SPECIAL_TEXT[id] ?? '';
}

function pair(value: number): [number, number] {
  return [byteOf(Math.floor(value / LETTERS)), byteOf(value % LETTERS)];
}
