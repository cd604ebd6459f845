// What one request's record says: whether it succeeded, and its latencies in ms.
import type { RequestRecord } from './result.gen.ts';

/** From which moment a latency counts: the due time (what a user feels) or the hand-over to the socket (vLLM's). */
export type Origin = 'scheduled' | 'sent';

const NS_PER_MS = 1e6;

export function isOk(record: RequestRecord): boolean {
  return record.outcome === 'ok';
}

/** We stopped it ourselves: neither a success nor a failure of the server. */
export function isCancelled(record: RequestRecord): boolean {
  return record.outcome === 'cancelled';
}

export function isFailed(record: RequestRecord): boolean {
  return !isOk(record) && !isCancelled(record);
}

/** Time to the first token in any channel, ms. */
export function ttftMs(record: RequestRecord, origin: Origin): number | undefined {
  return between(originNs(record, origin), record.first_token_ns);
}

/** Time to the first visible text, ms; absent where none came (only reasoning, only tool calls). */
export function ttftVisibleMs(record: RequestRecord, origin: Origin): number | undefined {
  return between(originNs(record, origin), record.first_visible_ns);
}

/** Time to the last token, ms. */
export function e2elMs(record: RequestRecord, origin: Origin): number | undefined {
  return between(originNs(record, origin), record.last_token_ns);
}

/** (last token − first token) / (output tokens − 1), ms; absent for answers of one token, as in vLLM. */
export function tpotMs(record: RequestRecord): number | undefined {
  const tokens = outputTokens(record);
  const span = between(record.first_token_ns, record.last_token_ns);
  return span === undefined || tokens === undefined || tokens <= 1 ? undefined : span / (tokens - 1);
}

/** Output tokens by the server's usage, else the number of messages with choices; absent when nothing came. */
export function outputTokens(record: RequestRecord): number | undefined {
  if (record.completion_tokens !== undefined && record.completion_tokens > 0) return record.completion_tokens;
  if (record.first_choice_ns === undefined) return undefined;
  return (record.gaps_ns?.length ?? 0) + 1;
}

export interface TokenGap {
  readonly ms: number;
  readonly tokens: number;
}

/**
 * Gaps between tokens: a message with k tokens after a gap g stands for k gaps of g / k. Time of messages without a token
 * goes to the next token. What lies before the first token belongs to TTFT, what lies after the last one to nobody.
 * Where the server does not say how many tokens a message holds, each message counts as one.
 */
export function tokenGaps(record: RequestRecord): readonly TokenGap[] {
  const { gaps_ns: gaps, first_choice_ns: start, first_token_ns: first, last_token_ns: last } = record;
  if (gaps === undefined || start === undefined || first === undefined || last === undefined) return [];
  const counts = record.gap_tokens?.length === gaps.length ? record.gap_tokens : undefined;
  const result: TokenGap[] = [];
  let time = start;
  let previousToken = first;
  for (let i = 0; i < gaps.length; i++) {
    time += gaps[i] ?? 0;
    if (time <= first) continue;
    if (time > last) break;
    const tokens = counts === undefined ? 1 : (counts[i] ?? 0);
    if (!Number.isSafeInteger(tokens) || tokens <= 0) continue;
    const ms = (time - previousToken) / tokens / NS_PER_MS;
    if (!Number.isFinite(ms)) return [];
    result.push({ ms, tokens });
    previousToken = time;
  }
  return result;
}

/** Lateness of the client: sent − scheduled without the wait at load.max_concurrency, ms. Absent when never sent. */
export function latenessMs(record: RequestRecord): number | undefined {
  const late = between(record.scheduled_ns, record.sent_ns);
  return late === undefined ? undefined : Math.max(0, late - (record.cap_wait_ns ?? 0) / NS_PER_MS);
}

function originNs(record: RequestRecord, origin: Origin): number | undefined {
  return origin === 'scheduled' ? record.scheduled_ns : record.sent_ns;
}

function between(from: number | undefined, to: number | undefined): number | undefined {
  if (from === undefined || to === undefined) return undefined;
  const ms = (to - from) / NS_PER_MS;
  return Number.isFinite(ms) ? ms : undefined;
}
