import type { ProcessEngineConfig, ServiceConfig } from '../config/config.ts';
import type { Gpu } from '../core/gpu.ts';
import { visibleDevices } from '../core/gpu-selection.ts';
import { GateError } from '../failure.ts';
import type { BootedEngine, EnginePort } from '../ports.ts';
import { startDocker } from './docker.ts';
import { externalEngine } from './external.ts';
import { processFingerprint } from './fingerprint.ts';
import { startHooks } from './hooks.ts';
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
    boot: async ({ engine, service, gpus, signal }) => {
      switch (engine.kind) {
        case 'external':
          return externalEngine(engine);
        case 'docker':
          return startDocker({ engine, service, gpus, signal }, options);
        case 'hooks':
          return startHooks({ engine, service, signal }, options);
        case 'process':
          return startCommand({ engine, service, gpus, signal }, options);
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
    readonly gpus: readonly Gpu[];
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
      env: { ...hubToken(engine), ...engine.env, ...limitTo(engine, request.gpus) },
      startup_timeout_s: engine.startup_timeout,
      service,
      signal,
      gpus: request.gpus,
      fingerprint: (command, env) => processFingerprint({ command, env, secrets }),
    },
    options,
  );
}

function hubToken({ hf_token: token }: ProcessEngineConfig): Readonly<Record<string, string>> {
  return token === undefined ? {} : { HF_TOKEN: token };
}

/**
 * With engine.gpus a process sees exactly those: one variable is set and the others are emptied, which ROCm reads as
 * unset. Without it what we inherited stands.
 */
function limitTo(engine: ProcessEngineConfig, gpus: readonly Gpu[]): Readonly<Record<string, string>> {
  if (engine.gpus === undefined || gpus.length === 0) return {};
  const only = visibleDevices(gpus);
  if (only === undefined) {
    throw new GateError({
      kind: 'engine',
      code: 'gpu_selection',
      message: 'a process cannot be limited to the GPUs of engine.gpus: they have no unique ids of their own',
      where: 'engine.gpus',
      hint: 'Use engine.kind docker (it gives the devices alone), or set one visibility variable for the job and leave engine.gpus out.',
    });
  }
  const others = ['HIP_VISIBLE_DEVICES', 'CUDA_VISIBLE_DEVICES', 'GPU_DEVICE_ORDINAL'];
  return { ...Object.fromEntries(others.map((name) => [name, ''])), [only.name]: only.value };
}
