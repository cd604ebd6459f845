import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../ports.ts';
import {
  canSeeProcesses,
  listProcesses,
  type ProcessInfo,
  pidNamespace,
  readEnvironment,
  readProcess,
  signalProcess,
} from './processes.ts';
import { defaultStateDir, forgetRun, listRuns, type RunState } from './run-state.ts';

/** Variable that marks every process of a run; children inherit it. */
export const RUN_TOKEN_VARIABLE = 'INSTINCT_GATE_RUN';

/** Who started a process: `ID:PID:STARTTIME:PIDNS`. */
export interface RunToken {
  readonly id: string;
  readonly owner_pid: number;
  /** Clock ticks since boot; 0 where it cannot be read. */
  readonly owner_start_time: number;
  readonly pid_namespace: string;
}

/** What a clean-up did. */
export interface ReapReport {
  /** Processes of ended runs that were found. */
  readonly found: number;
  /** Those that are gone now. */
  readonly ended: number;
  /** Those that had to be killed because they ignored SIGTERM. */
  readonly killed: number;
  /** For people: pid and name of each. */
  readonly lines: readonly string[];
  /** False where processes cannot be seen: nothing was looked for. */
  readonly looked: boolean;
}

export interface ReapOptions {
  readonly log?: Pick<Log, 'info' | 'warning'>;
  /** Time between SIGTERM and SIGKILL; default 10 s. */
  readonly graceMs?: number;
  readonly stateDir?: string;
}

/** Token of a run that this process owns. The id is cut to what a token may hold. */
export function makeToken(runId: string): string {
  const id = runId.replace(/[^A-Za-z0-9._-]/g, '-').slice(0, 64) || 'run';
  return `${id}:${process.pid}:${readProcess(process.pid)?.start_time ?? 0}:${pidNamespace()}`;
}

/** Undefined for anything that is not exactly a token of ours. */
export function parseToken(text: string): RunToken | undefined {
  const match = /^([A-Za-z0-9._-]{1,64}):([1-9]\d{0,9}):(\d{1,19}):(\d{1,19})$/.exec(text);
  if (match === null) return undefined;
  const [, id = '', pid = '', startTime = '', namespace = ''] = match;
  return {
    id,
    owner_pid: Number(pid),
    owner_start_time: Number(startTime),
    pid_namespace: namespace,
  };
}

/**
 * Ends what runs left behind whose owner is gone. Never touches processes of a live run, of another pid
 * namespace, or without our token.
 */
export async function reapLeftovers(options: ReapOptions = {}): Promise<ReapReport> {
  const report = await reap((token) => !ownerLives(token), options);
  for (const state of listRuns(options.stateDir ?? defaultStateDir())) {
    const token = parseToken(state.token);
    if (token === undefined || token.pid_namespace !== pidNamespace() || ownerLives(token)) continue;
    forgetRun(state.token, options.stateDir ?? defaultStateDir());
  }
  return report;
}

/**
 * Ends everything of one run, for its own post step: there the owner may be still dying, so it gets up to
 * `graceMs` to do it itself.
 */
export async function reapRun(tokenText: string, options: ReapOptions = {}): Promise<ReapReport> {
  const token = parseToken(tokenText);
  if (token === undefined || token.pid_namespace !== pidNamespace()) return nothing(canSeeProcesses());
  const deadline = Date.now() + (options.graceMs ?? 10_000);
  while (ownerLives(token) && token.owner_pid !== process.pid && Date.now() < deadline) await sleep(100);
  const report = await reap((candidate) => sameRun(candidate, token), options);
  if (report.found === report.ended) forgetRun(tokenText, options.stateDir ?? defaultStateDir());
  return report;
}

/** Running processes that carry the token or, where they hide it, belong to the session that we started. */
export function processesOfRun(tokenText: string, session?: SessionMark): readonly ProcessInfo[] {
  const spared = ownAncestors();
  return listProcesses().filter((one) => !spared.has(one.pid) && belongsTo(one, tokenText, session));
}

/** A session that we started: its id and when its leader started. */
export interface SessionMark {
  readonly session: number;
  readonly start_time: number;
}

/** True when a process is of the run with this token or session. */
export function belongsTo(one: ProcessInfo, tokenText: string, session?: SessionMark): boolean {
  const view = readEnvironment(one.pid, RUN_TOKEN_VARIABLE);
  if (view.kind === 'readable' && view.value !== undefined) return view.value === tokenText;
  if (session === undefined || !inSession(one, session)) return false;
  const leader = readProcess(session.session);
  if (leader !== undefined) return leader.start_time === session.start_time;
  // Without its leader a session id may have a new owner: then only a process that hides its environment counts.
  return view.kind !== 'readable';
}

/** True when a process shows the token of another run, which is that run's to end. */
export function carriesOtherRun(one: ProcessInfo, tokenText: string): boolean {
  const view = readEnvironment(one.pid, RUN_TOKEN_VARIABLE);
  return view.kind === 'readable' && view.value !== undefined && view.value !== tokenText;
}

/**
 * Sends SIGTERM to all, SIGKILL after the grace to those that stay, and waits until none is left.
 * `find` is asked again each time: a dying process may still start children. What it found once counts until it is
 * gone: an ending process loses its environment, and with it its mark, before it loses its memory.
 */
export async function endProcesses(
  find: () => readonly ProcessInfo[],
  graceMs: number,
): Promise<{ readonly found: readonly ProcessInfo[]; readonly killed: number; readonly left: number }> {
  const seen = new Map<string, ProcessInfo>();
  const living = (): readonly ProcessInfo[] => {
    for (const one of find()) seen.set(`${one.pid}:${one.start_time}`, one);
    return [...seen.values()].filter((one) => readProcess(one.pid)?.start_time === one.start_time);
  };
  for (const one of living()) signalProcess(one, 'SIGTERM');
  const deadline = Date.now() + graceMs;
  let rest = seen.size === 0 ? [] : living();
  while (rest.length > 0 && Date.now() < deadline) {
    await sleep(50);
    rest = living();
  }
  const killed = new Set<string>();
  const killDeadline = Date.now() + KILL_WAIT_MS;
  while (rest.length > 0 && Date.now() < killDeadline) {
    for (const one of rest) if (signalProcess(one, 'SIGKILL')) killed.add(`${one.pid}:${one.start_time}`);
    await sleep(50);
    rest = living();
  }
  return { found: [...seen.values()], killed: killed.size, left: rest.length };
}

/** A process in uninterruptible sleep (a GPU reset, a dead network disk) does not die; this is how long we wait. */
const KILL_WAIT_MS = 10_000;

async function reap(wanted: (token: RunToken) => boolean, options: ReapOptions): Promise<ReapReport> {
  if (!canSeeProcesses()) return nothing(false);
  const stateDir = options.stateDir ?? defaultStateDir();
  const find = (): readonly ProcessInfo[] => findMarked(wanted, listRuns(stateDir));
  const { found, killed, left } = await endProcesses(find, options.graceMs ?? 10_000);
  const lines = found.map((one) => `pid ${one.pid} (${one.name})`);
  if (found.length > 0) {
    options.log?.info(`ended ${found.length - left} process(es) of an earlier run: ${lines.join(', ')}`);
  }
  if (left > 0) {
    options.log?.warning(`${left} process(es) of an earlier run do not end, not even by SIGKILL`);
  }
  return { found: found.length, ended: found.length - left, killed, lines, looked: true };
}

function findMarked(
  wanted: (token: RunToken) => boolean,
  states: readonly RunState[],
): readonly ProcessInfo[] {
  const namespace = pidNamespace();
  const spared = ownAncestors();
  const sessions = states.flatMap((state) => {
    const token = parseToken(state.token);
    const mark = sessionOf(state);
    const ours = token !== undefined && token.pid_namespace === namespace && wanted(token);
    return ours && mark !== undefined ? [mark] : [];
  });
  return listProcesses().filter((one) => {
    if (spared.has(one.pid)) return false;
    const view = readEnvironment(one.pid, RUN_TOKEN_VARIABLE);
    if (view.kind === 'readable') {
      const token = view.value === undefined ? undefined : parseToken(view.value);
      return token !== undefined && token.pid_namespace === namespace && wanted(token);
    }
    // Hidden by a title (setproctitle writes over the environment): known by the session that we recorded.
    // A process of another user is never ours to end.
    return view.kind === 'overwritten' && sessions.some((mark) => inSession(one, mark));
  });
}

/** The recorded session, unless its id belongs to somebody else by now. */
function sessionOf(state: RunState): SessionMark | undefined {
  if (state.pid === undefined || state.start_time === undefined) return undefined;
  const leader = readProcess(state.pid);
  if (leader !== undefined && leader.start_time !== state.start_time) return undefined;
  return { session: state.pid, start_time: state.start_time };
}

function inSession(one: ProcessInfo, mark: SessionMark): boolean {
  return one.session === mark.session && one.start_time >= mark.start_time;
}

function ownerLives(token: RunToken): boolean {
  const owner = readProcess(token.owner_pid);
  return owner !== undefined && owner.start_time === token.owner_start_time;
}

function sameRun(one: RunToken, other: RunToken): boolean {
  return (
    one.id === other.id &&
    one.owner_pid === other.owner_pid &&
    one.owner_start_time === other.owner_start_time
  );
}

/** This process and those above it: a clean-up that was started inside a run must not end itself. */
function ownAncestors(): ReadonlySet<number> {
  const chain = new Set<number>();
  let pid = process.pid;
  while (pid > 0 && !chain.has(pid)) {
    chain.add(pid);
    pid = readProcess(pid)?.parent ?? 0;
  }
  return chain;
}

function nothing(looked: boolean): ReapReport {
  return { found: 0, ended: 0, killed: 0, lines: [], looked };
}
