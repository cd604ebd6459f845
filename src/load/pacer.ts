/** A timer may be late by more than a millisecond; the rest of the way is spun on setImmediate, which lets I/O through. */
const SPIN_NS = 2e6;
const COARSE_FROM_NS = 3e6;

/**
 * Calls `send(i)` for i = 0, 1, … when due_ns[i] has come, always by the absolute time: being late once moves nothing
 * after it. `now` is monotonic, nanoseconds since the start. Returns the way to stop it.
 */
export function startPacer(pacer: {
  readonly due_ns: readonly number[];
  readonly now: () => number;
  readonly send: (index: number) => void;
}): () => void {
  const { due_ns, now, send } = pacer;
  let next = 0;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let immediate: NodeJS.Immediate | undefined;

  const step = (): void => {
    while (!stopped) {
      const due = due_ns[next];
      if (due === undefined) return;
      const wait = due - now();
      if (wait > 0) {
        if (wait > COARSE_FROM_NS) timer = setTimeout(step, Math.floor((wait - SPIN_NS) / 1e6));
        else immediate = setImmediate(step);
        return;
      }
      next += 1;
      send(next - 1);
    }
  };
  immediate = setImmediate(step);

  return () => {
    stopped = true;
    clearTimeout(timer);
    clearImmediate(immediate);
  };
}
