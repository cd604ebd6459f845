import type { ProcessEngineConfig, ServiceConfig } from '../config/config.ts';
import type { BootedEngine, EnginePort } from '../ports.ts';
import { externalEngine } from './external.ts';
import { processFingerprint } from './fingerprint.ts';
import { startProcess } from './process.ts';
import type { ProcessHost } from './process-host.ts';
import { startSimulator } from './simulator.ts';

export interface EngineOptions extends ProcessHost {
  /** Entry of our own command line (dist/cli.js or src/cli.ts), for the simulator. */
  readonly cli_path: string;
}

/** The engine of each kind: who starts the server and who ends it. */
export function createEngine(options: EngineOptions): EnginePort {
  return {
    boot: async ({ engine, service, signal }) => {
      switch (engine.kind) {
        case 'external':
          return externalEngine(engine);
        case 'process':
          return startCommand({ engine, service, signal }, options);
        case 'simulator':
          return startSimulator({ engine, service, signal }, options.cli_path, options);
      }
    },
  };
}

function startCommand(
  request: {
    readonly engine: ProcessEngineConfig;
    readonly service: ServiceConfig;
    readonly signal: AbortSignal;
  },
  options: EngineOptions,
): Promise<BootedEngine> {
  const { engine, service, signal } = request;
  const model = engine.model ?? service.model_id;
  const secrets = service.key === undefined ? options.secrets : [...options.secrets, service.key];
  return startProcess(
    {
      kind: 'process',
      command: engine.command,
      ...(model === undefined ? {} : { model }),
      ...(engine.port === undefined ? {} : { port: engine.port }),
      env: engine.env ?? {},
      startup_timeout_s: engine.startup_timeout,
      service,
      signal,
      fingerprint: (command, env) => processFingerprint({ command, env, secrets }),
    },
    options,
  );
}
