import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../ports.ts';
import { describeHolder } from './lock.ts';
import { type OutsideParts, outsideParts } from './outside-parts.ts';
import {
  canSeeProcesses,
  listProcesses,
  type ProcessInfo,
  pidNamespace,
  readEnvironment,
  readProcess,
  signalProcess,
} from './processes.ts';
import { claimRun, type RunClaim, runLockDirs } from './run-lock.ts';
import { defaultStateDir, forgetRun, listRuns, type RunState } from './run-state.ts';

/** Variable that marks every process of a run; children inherit it. */
export const RUN_TOKEN_VARIABLE = 'INSTINCT_GATE_RUN';

/** Who started a process: `ID:PID:STARTTIME:PIDNS`. It names a run; whether that lives is told by its lock alone. */
export interface RunToken {
  readonly id: string;
  readonly owner_pid: number;
  /** Clock ticks since boot; 0 where it cannot be read. */
  readonly owner_start_time: number;
  readonly pid_namespace: string;
}

/** What a clean-up did. */
export interface ReapReport {
  /** Processes, containers and other servers of ended runs that were found. */
  readonly found: number;
  /** Those that are gone now. */
  readonly ended: number;
  /** Those that had to be killed because they ignored SIGTERM. */
  readonly killed: number;
  /** For people: pid and name of each. */
  readonly lines: readonly string[];
  /** Engines of ours that were left alone, each with the reason: their run lives, or nobody can say. */
  readonly left: readonly string[];
  /** False where processes cannot be seen: nothing was looked for. */
  readonly looked: boolean;
}

export interface ReapOptions {
  readonly log?: Pick<Log, 'info' | 'warning'>;
  /** Time between SIGTERM and SIGKILL; default 10 s. */
  readonly graceMs?: number;
  readonly stateDir?: string;
  /** preflight.lock_dir: one more folder where locks of runs may lie. */
  readonly lockDir?: string;
  /** Where the container engine is told (DOCKER_HOST); default: our own environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A container's engine needs longer to free its GPUs than a process that we see. */
const CONTAINER_GRACE_S = 60;

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
 * Ends what runs left behind whose keeper is gone, as their free lock shows: processes with their token, containers with
 * their label. A run whose lock is held, or cannot be seen from here, is left and named. Never touches a process of
 * another pid namespace, or anything without our token.
 */
export async function reapLeftovers(options: ReapOptions = {}): Promise<ReapReport> {
  if (!canSeeProcesses()) return nothing(false);
  const stateDir = options.stateDir ?? defaultStateDir();
  const dirs = runLockDirs({ lock_dir: options.lockDir, state_dir: stateDir });
  const outside = await outsideParts(options.env ?? process.env, stateDir);
  try {
    const reports: ReapReport[] = [];
    for (const token of knownTokens(stateDir, outside.tokens)) {
      const run = membersOf(token, stateDir, outside);
      const claim = await claimRun(token, dirs);
      if (claim.state === 'free') reports.push(await reapClaimed(token, run, claim, options));
      else if (run.names().length > 0) reports.push(leftAlone(run, claim));
      // Its lock is gone and nothing carries its token: only the note is left.
      else if (claim.state === 'unseen') forgetRun(token, stateDir);
    }
    return sum(reports);
  } finally {
    await outside.close();
  }
}

/**
 * Ends everything of one run, for its own post step: main has ended, and its keeper may still be at work, so it gets
 * up to `graceMs` to do it itself.
 */
export async function reapRun(tokenText: string, options: ReapOptions = {}): Promise<ReapReport> {
  const token = parseToken(tokenText);
  if (!canSeeProcesses()) return nothing(false);
  if (token === undefined) return nothing(true);
  const stateDir = options.stateDir ?? defaultStateDir();
  const dirs = runLockDirs({ lock_dir: options.lockDir, state_dir: stateDir });
  const deadline = Date.now() + (options.graceMs ?? 10_000);
  let claim = await claimRun(tokenText, dirs);
  while (claim.state === 'held' && Date.now() < deadline) {
    await sleep(200);
    claim = await claimRun(tokenText, dirs);
  }
  const outside = await outsideParts(options.env ?? process.env, stateDir);
  try {
    const run = membersOf(tokenText, stateDir, outside);
    return claim.state === 'held' ? leftAlone(run, claim) : await reapClaimed(tokenText, run, claim, options);
  } finally {
    await outside.close();
  }
}

/**
 * Stops one run in vLLM's own way: SIGTERM to the API server and time to end by itself, then its whole group and
 * everything that carries the token, then SIGKILL. For the keeper, whose main is gone.
 */
export async function stopRun(
  tokenText: string,
  options: { readonly stateDir: string; readonly leaderGraceMs: number; readonly groupGraceMs: number },
): Promise<{ readonly found: number; readonly killed: number; readonly left: number }> {
  const find = (): readonly ProcessInfo[] => findRun(tokenText, options.stateDir);
  const members = find();
  const state = listRuns(options.stateDir).find(({ token }) => token === tokenText);
  const leader = members.find(({ pid }) => pid === state?.pid);
  if (leader !== undefined && signalProcess(leader, 'SIGTERM')) {
    const deadline = Date.now() + options.leaderGraceMs;
    while (readProcess(leader.pid)?.start_time === leader.start_time && Date.now() < deadline)
      await sleep(50);
  }
  const { found, killed, left } = await endProcesses(find, options.groupGraceMs);
  return { found: Math.max(found.length, members.length), killed, left };
}

/** Running processes that carry the token or, where they hide it, belong to the session that we started. */
export function processesOfRun(tokenText: string, session?: SessionMark): readonly ProcessInfo[] {
  const spared = ownAncestors();
  return listProcesses().filter((one) => !spared.has(one.pid) && belongsTo(one, tokenText, session));
}

/**
 * True for a process of the run, by its token or by that of a process above it: a worker that hides its environment,
 * or the child of a container whose client is ours.
 */
export function isProcessOfRun(pid: number, tokenText: string): boolean {
  const seen = new Set<number>();
  for (let next = pid; next > 1 && !seen.has(next); next = readProcess(next)?.parent ?? 0) {
    seen.add(next);
    const view = readEnvironment(next, RUN_TOKEN_VARIABLE);
    if (view.kind === 'readable' && view.value === tokenText) return true;
  }
  return false;
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

/** Every run that can be seen: by what processes or containers carry, or by its note. */
function knownTokens(stateDir: string, outside: readonly string[]): readonly string[] {
  const texts = [
    ...listRuns(stateDir).map(({ token }) => token),
    ...listProcesses().flatMap(({ pid }) => {
      const view = readEnvironment(pid, RUN_TOKEN_VARIABLE);
      return view.kind === 'readable' && view.value !== undefined ? [view.value] : [];
    }),
    ...outside,
  ];
  return [...new Set(texts)].filter((text) => parseToken(text) !== undefined);
}

/** Everything of one run that can be seen from here. */
interface Members {
  readonly processes: () => readonly ProcessInfo[];
  /** Containers and servers of a stop command. */
  readonly outside: readonly string[];
  /** Resolves to how many of them are left. */
  readonly stopOutside: (graceSeconds: number) => Promise<number>;
  readonly names: () => readonly string[];
  readonly state_dir: string;
}

function membersOf(token: string, stateDir: string, parts: OutsideParts): Members {
  // Process ids, and with them signals, mean something in their own namespace only. A container is one everywhere.
  const near = parseToken(token)?.pid_namespace === pidNamespace();
  const processes = (): readonly ProcessInfo[] => (near ? findRun(token, stateDir) : []);
  const outside = parts.namesOf(token);
  return {
    processes,
    outside,
    stopOutside: (graceSeconds) => parts.stop(token, graceSeconds),
    names: () => [...processes().map(nameOf), ...outside],
    state_dir: stateDir,
  };
}

async function reapClaimed(
  token: string,
  run: Members,
  claim: Exclude<RunClaim, { readonly state: 'held' }>,
  options: ReapOptions,
): Promise<ReapReport> {
  // The engine in a container is not a child of ours: it gets its own time first.
  const stay = run.outside.length === 0 ? 0 : await run.stopOutside(CONTAINER_GRACE_S);
  const { found, killed, left } = await endProcesses(run.processes, options.graceMs ?? 10_000);
  const lines = [...found.map(nameOf), ...run.outside];
  const ended = lines.length - left - stay;
  if (lines.length > 0)
    options.log?.info(`ended ${ended} of ${lines.length} parts of an earlier run: ${lines.join(', ')}`);
  if (left > 0) {
    options.log?.warning(`${left} process(es) of an earlier run do not end, not even by SIGKILL`);
  }
  if (stay > 0) options.log?.warning(`${stay} of ${run.outside.join(', ')} could not be stopped`);
  const clean = left + stay === 0;
  if (clean) forgetRun(token, run.state_dir);
  if (claim.state === 'free') claim.release(clean);
  return { found: lines.length, ended, killed, lines, left: [], looked: true };
}

function leftAlone(run: Members, claim: Exclude<RunClaim, { readonly state: 'free' }>): ReapReport {
  const why =
    claim.state === 'held'
      ? `its run lives (${describeHolder(claim.holder)})`
      : `nobody can say here whether its run lives: ${claim.reason}`;
  return { ...nothing(true), left: run.names().map((name) => `${name}: left alone, ${why}`) };
}

/** Running processes of one run: by its token or, for those that hide it, by the session in its note. */
function findRun(tokenText: string, stateDir: string): readonly ProcessInfo[] {
  const spared = ownAncestors();
  const state = listRuns(stateDir).find(({ token }) => token === tokenText);
  const mark = state === undefined ? undefined : sessionOf(state);
  return listProcesses().filter((one) => {
    if (spared.has(one.pid)) return false;
    const view = readEnvironment(one.pid, RUN_TOKEN_VARIABLE);
    if (view.kind === 'readable') return view.value === tokenText;
    // Hidden by a title (setproctitle writes over the environment): known by the session that we recorded.
    // A process of another user is never ours to end.
    return view.kind === 'overwritten' && mark !== undefined && inSession(one, mark);
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

function nameOf(one: ProcessInfo): string {
  return `pid ${one.pid} (${one.name})`;
}

function nothing(looked: boolean): ReapReport {
  return { found: 0, ended: 0, killed: 0, lines: [], left: [], looked };
}

function sum(reports: readonly ReapReport[]): ReapReport {
  const count = (key: 'found' | 'ended' | 'killed'): number =>
    reports.reduce((all, report) => all + report[key], 0);
  return {
    found: count('found'),
    ended: count('ended'),
    killed: count('killed'),
    lines: reports.flatMap(({ lines }) => lines),
    left: reports.flatMap(({ left }) => left),
    looked: true,
  };
}
