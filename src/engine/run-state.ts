import {
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * What a run leaves for whoever cleans up after it: written before the engine is started, removed when nothing
 * of it is left.
 */
export interface RunState {
  readonly token: string;
  /** Process, group and session id of the engine; absent until it runs. */
  readonly pid?: number;
  /** Start of that process in clock ticks since boot. */
  readonly start_time?: number;
  readonly log: string;
  /** When there may be a container: its name, and where its engine listens (as DOCKER_HOST). */
  readonly container?: { readonly name: string; readonly host: string };
  /** Ends a server that runs elsewhere. */
  readonly stop?: StopCommand;
}

/** A command of the configuration, with all that it needs; the environment without secrets. */
export interface StopCommand {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeout_s: number;
}

/** `instinct-gate-UID` in the user's runtime folder, or in the temporary one. */
export function defaultStateDir(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const base = env['XDG_RUNTIME_DIR'] ?? tmpdir();
  return join(base, `instinct-gate-${process.getuid?.() ?? 'user'}`);
}

/** Makes the folder when it is missing. False when it cannot be trusted. */
export function openStateDir(dir: string): boolean {
  return prepareDir(dir);
}

/**
 * Writes the state of a run. False when the folder cannot be trusted or written: clean-up then finds the
 * processes by their environment alone.
 */
export function rememberRun(state: RunState, dir: string = defaultStateDir()): boolean {
  const file = fileOf(state.token, dir);
  if (file === undefined || !prepareDir(dir)) return false;
  try {
    const next = `${file}.${process.pid}.tmp`;
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;
    const descriptor = openSync(next, flags, 0o600);
    try {
      writeSync(descriptor, JSON.stringify(state));
    } finally {
      closeSync(descriptor);
    }
    renameSync(next, file);
    return true;
  } catch {
    return false;
  }
}

/** Removes the state of a run; nothing happens when there is none. */
export function forgetRun(token: string, dir: string = defaultStateDir()): void {
  const file = fileOf(token, dir);
  if (file === undefined || !isPrivateDir(dir)) return;
  try {
    unlinkSync(file);
  } catch {
    // Already gone.
  }
}

/** States of all runs of this user; files that are not ours or not readable are left out. */
export function listRuns(dir: string = defaultStateDir()): readonly RunState[] {
  if (!isPrivateDir(dir)) return [];
  const states: RunState[] = [];
  for (const name of readdirSync(dir).slice(0, 1000)) {
    if (!name.endsWith('.json')) continue;
    const state = readState(join(dir, name));
    if (state !== undefined && fileOf(state.token, dir) === join(dir, name)) states.push(state);
  }
  return states;
}

/** An environment can be long. */
const MAX_STATE = 1024 * 1024;

function readState(file: string): RunState | undefined {
  try {
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      const value = JSON.parse(readFileSync(descriptor, 'utf8').slice(0, MAX_STATE)) as Record<
        string,
        unknown
      >;
      const { token, pid, start_time: startTime, log, container } = value;
      const stop = stopCommandOf(value['stop']);
      if (typeof token !== 'string') return undefined;
      return {
        token,
        log: typeof log === 'string' ? log : '',
        ...(isCount(pid) && isCount(startTime) ? { pid, start_time: startTime } : {}),
        ...containerOf(container),
        ...(stop === undefined ? {} : { stop }),
      };
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}

function containerOf(value: unknown): Pick<RunState, 'container'> {
  if (typeof value !== 'object' || value === null) return {};
  const { name, host } = value as Record<string, unknown>;
  return typeof name === 'string' && typeof host === 'string' ? { container: { name, host } } : {};
}

function stopCommandOf(value: unknown): StopCommand | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { command, cwd, env, timeout_s: timeout } = value as Record<string, unknown>;
  const isText = (one: unknown): one is string => typeof one === 'string';
  if (!Array.isArray(command) || !command.every(isText) || command.length === 0) return undefined;
  if (!isText(cwd) || typeof timeout !== 'number' || !(timeout > 0)) return undefined;
  if (typeof env !== 'object' || env === null) return undefined;
  const variables = Object.entries(env).filter((entry): entry is [string, string] => isText(entry[1]));
  return { command, cwd, env: Object.fromEntries(variables), timeout_s: Math.min(timeout, 3600) };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 1;
}

function fileOf(token: string, dir: string): string | undefined {
  return /^[A-Za-z0-9._:-]{1,160}$/.test(token) ? join(dir, `${token.replaceAll(':', '_')}.json`) : undefined;
}

function prepareDir(dir: string): boolean {
  try {
    mkdirSync(dir, { mode: 0o700 });
  } catch {
    // It is there already, or cannot be made: the next line tells.
  }
  return isPrivateDir(dir);
}

/** In a shared /tmp anybody can make this folder first: only our own, closed to others, is believed. */
function isPrivateDir(dir: string): boolean {
  try {
    const stat = lstatSync(dir);
    const mine = process.getuid === undefined || stat.uid === process.getuid();
    return stat.isDirectory() && mine && (process.platform === 'win32' || (stat.mode & 0o077) === 0);
  } catch {
    return false;
  }
}
