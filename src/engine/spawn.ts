import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { oneLine } from '../answer.ts';
import type { ServiceConfig } from '../config/config.ts';
import { GateError } from '../failure.ts';
import { RUN_TOKEN_VARIABLE } from './leftovers.ts';

/** Replaces {port}, {host} and {model} in each argument. Throws GateError kind 'config' for a missing model. */
export function fillCommand(
  command: readonly string[],
  values: { readonly port: string; readonly host: string; readonly model: string | undefined },
): readonly string[] {
  return command.map((argument) =>
    argument.replace(/\{(port|host|model)\}/g, (_, name: 'port' | 'host' | 'model') => {
      const value = values[name];
      if (value !== undefined) return value;
      throw new GateError({
        kind: 'config',
        code: 'no_model',
        message: 'the engine command uses {model}, but no model is given',
        where: 'engine.command',
        hint: 'Set engine.model.',
      });
    }),
  );
}

// A runner hands its own secrets and command files to the action; the server under test may be code of a pull
// request and needs none of them.
const RUNNER_ONLY =
  /^(?:INPUT_.*|STATE_.*|ACTIONS_.*|GITHUB_(?:TOKEN|ENV|OUTPUT|PATH|STATE|STEP_SUMMARY)|GH_TOKEN)$/i;

/**
 * Environment of the engine: ours without what belongs to the runner, then engine.env, then the mark of this run
 * and the key (never on the command line, where every user of the host can read it).
 */
export function engineEnvironment(
  inherited: Readonly<Record<string, string | undefined>>,
  launch: {
    readonly env: Readonly<Record<string, string | number | boolean>>;
    readonly service: Pick<ServiceConfig, 'key'>;
  },
  token: string,
): Readonly<Record<string, string>> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(inherited)) {
    if (value !== undefined && !RUNNER_ONLY.test(name)) env[name] = value;
  }
  if (launch.service.key !== undefined) env['VLLM_API_KEY'] = launch.service.key;
  for (const [name, value] of Object.entries(launch.env)) env[name] = String(value);
  // setproctitle would write its title over the environment, and with it over our mark.
  env['SPT_NOENV'] ??= '1';
  env[RUN_TOKEN_VARIABLE] = token;
  return env;
}

/**
 * Starts a command in its own session, output appended to the log by the child itself. Throws GateError kind
 * 'engine' when there is no such program.
 */
export async function spawnEngine(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
  log: string,
): Promise<ChildProcess & { readonly pid: number }> {
  const [program, ...args] = command;
  if (program === undefined) throw new Error('an engine command has at least one word');
  const output = openLog(log);
  try {
    const child = spawn(program, args, {
      detached: true,
      shell: false,
      stdio: ['ignore', output, output],
      env: { ...env },
    });
    await once(child, 'spawn');
    if (child.pid === undefined) throw new Error('a spawned process has a pid');
    return child as ChildProcess & { readonly pid: number };
  } catch (error) {
    throw notStarted(program, error);
  } finally {
    closeSync(output);
  }
}

function openLog(path: string): number {
  try {
    // The engine may print its environment, and nobody masks what it writes while it lives.
    return openSync(path, 'a', 0o600);
  } catch (error) {
    throw new GateError({
      kind: 'host',
      code: 'engine_log',
      message: `cannot write the engine log (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
      where: path,
      hint: 'Choose an output folder that can be written (--out).',
      cause: error,
    });
  }
}

function notStarted(program: string, error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such program',
    EACCES: 'it is not executable',
    EPERM: 'the system does not permit it',
    E2BIG: 'its arguments or environment are too long',
  };
  if (code === undefined) return error;
  return new GateError({
    kind: 'engine',
    code: 'command_not_started',
    message: `could not start "${oneLine(program, [], 200)}": ${reasons[code] ?? code}`,
    where: 'engine.command',
    hint: 'Check the first word of the command and PATH; in a virtual environment give the full path of vllm.',
    cause: error,
  });
}
