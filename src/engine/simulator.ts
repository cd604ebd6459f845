import type { ServiceConfig, SimulatorEngineConfig } from '../config/config.ts';
import type { BootedEngine } from '../ports.ts';
import { simulatorFingerprint } from './fingerprint.ts';
import { startProcess } from './process.ts';
import type { ProcessHost } from './process-host.ts';

/**
 * The built-in simulator in a process of its own, so that it does not share the event loop of the load generator.
 * `cliPath` is the entry of our own command line, run by the same Node.
 */
export function startSimulator(
  request: {
    readonly engine: SimulatorEngineConfig;
    readonly service: ServiceConfig;
    readonly signal: AbortSignal;
  },
  cliPath: string,
  host: ProcessHost,
): Promise<BootedEngine> {
  const { engine, service, signal } = request;
  return startProcess(
    {
      kind: 'simulator',
      command: [process.execPath, cliPath, ...simulateArguments(engine, service)],
      shown: ([, , ...words]) => ['instinct-gate', ...words],
      ...(engine.port === undefined ? {} : { port: engine.port }),
      env: engine.env ?? {},
      startup_timeout_s: engine.startup_timeout,
      service,
      signal,
      fingerprint: () =>
        simulatorFingerprint({
          preset: engine.preset,
          time_scale: engine.time_scale,
          args: engine.args ?? {},
          ...(engine.max_num_seqs === undefined ? {} : { max_num_seqs: engine.max_num_seqs }),
        }),
    },
    host,
  );
}

/** Command line of `instinct-gate simulate` for this configuration; values travel as YAML that is JSON. */
export function simulateArguments(engine: SimulatorEngineConfig, service: ServiceConfig): readonly string[] {
  const set = (path: string, value: unknown): readonly string[] => [
    '--set',
    `${path}=${JSON.stringify(value)}`,
  ];
  return [
    'simulate',
    ...['--port', '{port}', '--preset', engine.preset, '--time-scale', String(engine.time_scale)],
    ...(engine.max_num_seqs === undefined ? [] : set('engine.max_num_seqs', engine.max_num_seqs)),
    ...(service.model_id === undefined ? [] : set('service.model_id', service.model_id)),
    ...Object.entries(engine.args ?? {}).flatMap(([name, value]) => set(`engine.args.${name}`, value)),
  ];
}
