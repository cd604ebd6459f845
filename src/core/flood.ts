// How much one answer may hold. Reading more would make the client late by the server's own doing.
import type { RequestRecord } from './result.gen.ts';

const MESSAGES = { base: 64, per_token: 8 } as const;
const BYTES = { base: 2 ** 20, per_token: 16 * 1024 } as const;

/** Most messages of an answer that was asked for so many tokens: generous for several choices and keep-alives. */
export const maxMessages = (tokens: number): number => MESSAGES.base + MESSAGES.per_token * tokens;

/** Most bytes of its body: generous for log probabilities. Comments count too. */
export const maxBytes = (tokens: number): number => BYTES.base + BYTES.per_token * tokens;

/** The request failed because its answer held more than any honest one. */
export function isFlood({ outcome, events, bytes, output_len: tokens }: RequestRecord): boolean {
  if (outcome !== 'parse' || tokens === undefined) return false;
  return events > maxMessages(tokens) || bytes > maxBytes(tokens);
}
