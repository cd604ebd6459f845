// Watches a rung while it runs: is there any point in going on?
import type { GpuSample } from './gpu-reading.ts';

/** What the server showed at one moment. An absent field could not be read. */
export interface ServerPulse {
  readonly at_ns: number;
  /** Nothing listens at the address any more. */
  readonly refused?: boolean;
  /** No page came. */
  readonly unreadable?: boolean;
  readonly running?: number;
  readonly waiting?: number;
  /** Anything that changes while a server computes: tokens, finished requests, KV blocks. */
  readonly progress?: readonly number[];
}

/** What the client sees at one moment. */
export interface ClientPulse {
  readonly at_ns: number;
  readonly in_flight: number;
  /** Since the last byte of any answer, s. */
  readonly silent_s: number;
}

/** Evidence that ends a rung. */
export interface Alarm {
  readonly code: 'engine_unreachable' | 'no_progress' | 'gpu_lost';
  readonly message: string;
}

export interface WatchState {
  readonly refused: number;
  /** Last time at which something moved, or at which nothing ran. */
  readonly moved_ns?: number;
  readonly progress?: readonly number[];
  /** Since when no page could be read. */
  readonly unread_ns?: number;
  /** Looks in a row without the GPU, by its index; only for GPUs that were seen before. */
  readonly missing: ReadonlyMap<number, number>;
  readonly seen: ReadonlySet<number>;
}

export const WATCH_START: WatchState = { refused: 0, missing: new Map(), seen: new Set() };

/** Refusals in a row, one a second. A restart of the listener takes longer than that and is a restart. */
const MAX_REFUSED = 3;
/** A very long prompt computes for a while before any counter moves. */
const STILL_S = 60;
/** Looks in a row, one a second: a reset takes the files of a GPU away for a moment. */
const MAX_MISSING = 3;

/** The state after one more look at the server, and the alarm if this look is the proof. */
export function watchServer(
  state: WatchState,
  pulse: ServerPulse,
): { readonly state: WatchState; readonly alarm?: Alarm } {
  if (pulse.refused === true) {
    const refused = state.refused + 1;
    const next = { ...state, refused };
    if (refused < MAX_REFUSED) return { state: next };
    const message = `the server refused ${refused} connections in a row: nothing listens there any more`;
    return { state: next, alarm: { code: 'engine_unreachable', message } };
  }
  const { unread_ns: unread, ...rest } = state;
  // A page that cannot be read is no proof by itself: a busy server answers late.
  if (pulse.unreadable === true) return { state: { ...rest, refused: 0, unread_ns: unread ?? pulse.at_ns } };
  if (pulse.progress === undefined || pulse.running === undefined) return { state: { ...rest, refused: 0 } };
  const isIdle = pulse.running === 0 && (pulse.waiting ?? 0) === 0;
  const moved =
    state.progress === undefined ||
    pulse.progress.length !== state.progress.length ||
    pulse.progress.some((value, at) => value !== state.progress?.[at]);
  const movedAt = isIdle || moved || state.moved_ns === undefined ? pulse.at_ns : state.moved_ns;
  const next = { ...rest, refused: 0, progress: pulse.progress, moved_ns: movedAt };
  const still = (pulse.at_ns - movedAt) / 1e9;
  if (still < STILL_S) return { state: next };
  const waiting = pulse.waiting === undefined ? '' : ` and ${pulse.waiting} wait`;
  const message =
    `no token, block or request moved for ${Math.round(still)} s while ${pulse.running} requests run${waiting}: ` +
    'the engine hangs, though its port may still answer';
  return { state: next, alarm: { code: 'no_progress', message } };
}

/** The alarm where neither the server's page nor any answer has come for long while requests are open. */
export function watchClient(
  state: WatchState,
  pulse: ClientPulse,
): { readonly state: WatchState; readonly alarm?: Alarm } {
  const unread = state.unread_ns === undefined ? 0 : (pulse.at_ns - state.unread_ns) / 1e9;
  if (pulse.in_flight === 0 || pulse.silent_s < STILL_S || unread < STILL_S) return { state };
  const message =
    `no byte came for ${Math.round(pulse.silent_s)} s with ${pulse.in_flight} requests open, and /metrics ` +
    `has not answered for ${Math.round(unread)} s: the server hangs`;
  return { state, alarm: { code: 'no_progress', message } };
}

/** The state after one more look at the GPUs, and the alarm if one that was there is gone. */
export function watchGpus(
  state: WatchState,
  sample: GpuSample,
): { readonly state: WatchState; readonly alarm?: Alarm } {
  const seen = new Set(state.seen);
  const missing = new Map(state.missing);
  for (const { index, state: how } of sample.gpus) {
    if (how === 'read') {
      seen.add(index);
      missing.delete(index);
    } else if (seen.has(index) && (how === 'gone' || sample.source === 'sysfs')) {
      missing.set(index, (missing.get(index) ?? 0) + 1);
    }
  }
  const next = { ...state, seen, missing };
  const lost = [...missing].filter(([, looks]) => looks >= MAX_MISSING).map(([index]) => index);
  if (lost.length === 0) return { state: next };
  const message =
    `GPU ${lost.join(', ')} could be read at the start of the rung and has not answered at ` +
    `${MAX_MISSING} looks in a row: it fell off the bus or is being reset`;
  return { state: next, alarm: { code: 'gpu_lost', message } };
}
