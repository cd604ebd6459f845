/** What a rung has seen so far. */
export interface RungState {
  /** Requests that ended, in whatever way. */
  readonly ended: number;
  readonly failed: number;
  /** Connections in a row, up to now, that could not be made. */
  readonly connect_failures_in_a_row: number;
  readonly in_flight: number;
  /** Since the last byte of any answer, or since the first request was sent. */
  readonly silent_s: number;
}

/** Limits of the early stop. Generous: it protects the machine, it does not judge. */
const COLLAPSE = {
  /** The share of failures is looked at from here on. */
  min_ended: 20,
  max_failed_share: 0.5,
  max_connect_failures_in_a_row: 20,
  /** So many answers are open and not one byte comes for so long. */
  min_in_flight: 32,
  max_silent_s: 60,
} as const;

/** Why a rung is not worth going on with, or absent. */
export function collapsed(
  state: RungState,
): { readonly code: 'collapsed'; readonly reason: string } | undefined {
  const stop = (reason: string) => ({ code: 'collapsed', reason }) as const;
  if (state.connect_failures_in_a_row >= COLLAPSE.max_connect_failures_in_a_row) {
    return stop(`${state.connect_failures_in_a_row} connections in a row could not be made`);
  }
  if (state.ended >= COLLAPSE.min_ended && state.failed > state.ended * COLLAPSE.max_failed_share) {
    return stop(`${state.failed} of ${state.ended} requests that ended had failed`);
  }
  if (state.in_flight >= COLLAPSE.min_in_flight && state.silent_s >= COLLAPSE.max_silent_s) {
    return stop(`no answer to ${state.in_flight} open requests for ${Math.round(state.silent_s)} s`);
  }
  return undefined;
}
