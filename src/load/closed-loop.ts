import { setTimeout as sleep } from 'node:timers/promises';
import type { PlannedRequest } from '../ports.ts';
import { type Reply, startExchange, type Target } from './exchange.ts';
import { expectedOf, type PayloadRules, serialise } from './payload.ts';

/** A server that fails at once must not be asked thousands of times a second. */
const PAUSE_AFTER_FAILURE_MS = 200;

export interface ClosedLoop {
  readonly slots: number;
  readonly target: Target;
  readonly rules: PayloadRules;
  /** The next request of a slot; `turn` counts from 0. Undefined ends the slot. */
  readonly next: (slot: number, turn: number) => PlannedRequest | undefined;
  readonly onReply: (reply: Reply, turn: number) => void;
  /** Aborting ends the open requests at once and starts no more. */
  readonly signal: AbortSignal;
}

/** Keeps `slots` requests in flight: each slot sends its next one when the last has ended. */
export async function runClosedLoop(loop: ClosedLoop): Promise<void> {
  const start = process.hrtime.bigint();
  const now = (): number => Number(process.hrtime.bigint() - start);
  const slot = async (_: unknown, index: number): Promise<void> => {
    for (let turn = 0; !loop.signal.aborted; turn++) {
      const planned = loop.next(index, turn);
      if (planned === undefined) return;
      const reply = await sendOne({
        planned,
        target: loop.target,
        rules: loop.rules,
        now,
        signal: loop.signal,
      });
      if (loop.signal.aborted) return;
      loop.onReply(reply, turn);
      if (reply.outcome !== 'ok') {
        await sleep(PAUSE_AFTER_FAILURE_MS, undefined, { signal: loop.signal }).catch(() => {});
      }
    }
  };
  await Promise.all(Array.from({ length: loop.slots }, slot));
}

/** One request; aborting the signal makes it `cancelled`, load.timeout `timeout`. Never rejects. */
export function sendOne(request: {
  readonly planned: PlannedRequest;
  readonly target: Target;
  readonly rules: PayloadRules;
  readonly now: () => number;
  readonly signal: AbortSignal;
}): Promise<Reply> {
  const { planned, target, rules, now, signal } = request;
  return new Promise((resolve) => {
    const exchange = startExchange({
      target,
      body: serialise(planned, rules),
      expected: expectedOf(planned, rules),
      now,
      onEnd(reply) {
        clearTimeout(deadline);
        signal.removeEventListener('abort', onAbort);
        resolve(reply);
      },
    });
    const onAbort = () => exchange.abort('cancelled', 'stopped from outside');
    const timeout_ms = Math.min(rules.load.timeout * 1000, 2 ** 31 - 1);
    const deadline = setTimeout(
      () => exchange.abort('timeout', `no complete answer within ${rules.load.timeout} s`),
      timeout_ms,
    );
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  });
}
