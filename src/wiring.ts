// Builds the adapters behind the ports, for both roots (commands.ts and action.ts).
import { baselineFiles } from './baseline/files.ts';
import type { Config } from './config/config.ts';
import { type ConfigSources, loadConfig } from './config/load.ts';
import { connect } from './connection.ts';
import { logSize, readLog } from './engine/boot-log.ts';
import { createEngine } from './engine/engine.ts';
import { createHost } from './engine/host.ts';
import { createProbe } from './engine/probe.ts';
import { GateError } from './failure.ts';
import { createLoad } from './load/http-load.ts';
import { createWorkload } from './load/workload.ts';
import type { OutputFolder } from './output.ts';
import type { HostPort, Log, Ports } from './ports.ts';
import { type Override, resolveSettings } from './simulator/parameters.ts';
import { readInventory } from './telemetry/inventory.ts';
import { createTelemetry } from './telemetry/telemetry.ts';

export interface Wiring {
  readonly config: Config;
  readonly output: OutputFolder;
  readonly log: Log;
  /** Entry of our own command line, which the simulator runs in a process of its own. */
  readonly cli_path: string;
  /** Marks every process of this run, so that whoever comes later can end what is left. */
  readonly run_token: string;
}

export function wire({ config, output, log, cli_path, run_token }: Wiring): Ports {
  const { env } = process;
  const { service, secrets } = config;
  const now_ns = () => process.hrtime.bigint();
  const { engine_log } = output;
  return {
    clock: { now_ns, now_iso: () => new Date().toISOString() },
    log,
    host: wireHost({ log, cli_path, run_token, out: output.folder }),
    engine: createEngine({ log, env, run_token, engine_log, secrets, cli_path }),
    connect: (base_url) => connect(service, base_url, env, secrets),
    probe: createProbe({ log, detail: config.report.detail }),
    workload: createWorkload({ log, cwd: process.cwd() }),
    load: createLoad({ service, log }),
    telemetry: createTelemetry({
      ...{ log, cli_path, env, now_ns },
      engine_log: { size: () => logSize(engine_log), read: (from) => readLog(engine_log, from) },
    }),
    baseline: baselineFiles,
    output,
  };
}

/** The machine that this process runs on; for `doctor` alone no run exists and its token is only a name. */
export function wireHost(host: {
  readonly log: Log;
  readonly cli_path: string;
  readonly run_token: string;
  readonly out: string;
}): HostPort {
  const inventory = () => readInventory({ cli_path: host.cli_path, env: process.env });
  return createHost({ ...host, env: process.env, inventory });
}

/** The configuration of this process: its environment, its folder, and the simulator's own check. */
export function readConfig(sources: Omit<ConfigSources, 'env' | 'cwd' | 'checkSimulator'>): Config {
  return loadConfig({
    ...sources,
    env: process.env,
    cwd: workingFolder(),
    checkSimulator: simulatorProblems,
  });
}

/** Throws GateError host where the folder of this process has been removed. */
function workingFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new GateError({
      kind: 'host',
      code: 'working_folder',
      message: 'expected a working folder, found that it has been removed',
      hint: 'Change to a folder that exists and run it again.',
      cause,
    });
  }
}

function simulatorProblems({
  preset,
  args,
}: {
  preset: string;
  args: Readonly<Record<string, unknown>>;
}): string[] {
  try {
    resolveSettings({ preset, overrides: args as Readonly<Record<string, Override>> });
    return [];
  } catch (error) {
    if (error instanceof GateError) return [error.message, ...error.evidence];
    throw error;
  }
}
