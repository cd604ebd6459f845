// Which engine a configuration means, and what of it applies.
import { removedFlags } from '../core/vllm-flags.ts';
import { normaliseAddress } from './address.ts';
import { argsProblems, commandProblems, vllmCommand } from './command.ts';
import type { ConfigFile } from './config.gen.ts';
import type {
  EngineConfig,
  ExternalEngineConfig,
  ProcessEngineConfig,
  SimulatorEngineConfig,
} from './config.ts';
import { isSecretName } from './mask.ts';
import type { Notes } from './notes.ts';
import { dockerEngine, hooksEngine } from './resolve-container.ts';
import { defaultsOf } from './schema.ts';

type EngineKeys = NonNullable<ConfigFile['engine']>;
type Kind = EngineConfig['kind'];

/** Problems of a simulator's preset and parameters; the simulator itself knows them. */
export type SimulatorCheck = (engine: {
  readonly preset: string;
  readonly args: NonNullable<EngineKeys['args']>;
}) => readonly string[];

/** Keys of an engine that runs vllm serve for us. */
const SERVED_BY_VLLM = [
  'kind',
  'command',
  'args',
  'env',
  'model',
  'revision',
  'max_num_seqs',
  'gpu_memory_utilization',
  'tensor_parallel_size',
  'dtype',
  'max_model_len',
  'port',
  'startup_timeout',
  'gpus',
  'hf_token_env',
] as const;
/** Keys that mean something to each kind; all others are noted as not applied. */
const APPLIES: Readonly<Record<Kind, readonly (keyof EngineKeys)[]>> = {
  docker: [
    ...SERVED_BY_VLLM,
    'image',
    'pull',
    'pull_timeout',
    'pull_free_gb',
    'hf_offline',
    'mounts',
    'caches',
    'network',
    'shm_size',
    'memory',
    'stop_timeout',
  ],
  hooks: [
    ...(['kind', 'start', 'stop', 'logs', 'url', 'env', 'model', 'revision', 'max_num_seqs'] as const),
    ...(['tensor_parallel_size', 'gpus', 'startup_timeout', 'stop_timeout'] as const),
  ],
  external: ['kind', 'url'],
  simulator: [
    'kind',
    'preset',
    'time_scale',
    'args',
    'env',
    'max_num_seqs',
    'max_model_len',
    'port',
    'startup_timeout',
  ],
  process: SERVED_BY_VLLM,
};

/** Keys that only shape the command that we build. */
const COMMAND_KEYS = [
  'args',
  'revision',
  'max_num_seqs',
  'gpu_memory_utilization',
  'dtype',
  'max_model_len',
] as const;

/** The engine with its kind decided; undefined where a problem was noted that leaves it open. */
export function resolveEngine(
  file: ConfigFile,
  notes: Notes,
  checkSimulator: SimulatorCheck | undefined,
  env: Readonly<Record<string, string | undefined>>,
): EngineConfig | undefined {
  const kind = engineKind(file, notes);
  if (kind === undefined) return undefined;
  const engine = file.engine ?? {};
  checkEnvironment(engine, notes);
  noteNotApplied(file, kind, notes);
  switch (kind) {
    case 'external':
      return externalEngine(file, notes);
    case 'simulator':
      return simulatorEngine(engine, notes, checkSimulator);
    case 'docker':
      return dockerEngine(engine, file.service?.model_id, hubToken(engine, env, notes), notes);
    case 'hooks':
      return hooksEngine(engine, notes);
    case 'process':
      return processEngine(engine, file.service?.model_id, hubToken(engine, env, notes), notes);
  }
}

/** Without `kind` an image means docker, start commands mean hooks, an address means external, something to start means process, a preset means the simulator. */
function engineKind(file: ConfigFile, notes: Notes): Kind | undefined {
  const { engine = {}, service = {} } = file;
  if (engine.kind !== undefined) return engine.kind;
  if (engine.image !== undefined) return 'docker';
  if (engine.start !== undefined) return 'hooks';
  if (service.base_url !== undefined || engine.url !== undefined) return 'external';
  const open = [
    'engine',
    'engine.kind',
    'engine.url',
    'service',
    'service.base_url',
    'engine.command',
    'engine.model',
    'engine.image',
    'engine.start',
  ];
  if (open.some((path) => notes.refused(path))) return undefined;
  if (engine.command !== undefined || engine.model !== undefined) return 'process';
  if (engine.preset !== undefined || engine.time_scale !== undefined) return 'simulator';
  notes.problem(
    'engine.kind',
    'nothing to measure: give service.base_url of a running server, or engine.image or engine.model (or engine.command) to start one, ' +
      'or engine.kind: simulator to try things out',
  );
  return undefined;
}

function externalEngine(
  { service = {}, engine = {} }: ConfigFile,
  notes: Notes,
): ExternalEngineConfig | undefined {
  const url = engine.url ?? service.base_url;
  if (url === undefined) {
    if (notes.refused('engine.url') || notes.refused('service.base_url')) return undefined;
    notes.problem(
      'service.base_url',
      'engine.kind external needs service.base_url, the address of the running server',
    );
    return undefined;
  }
  const path = engine.url === undefined ? 'service.base_url' : 'engine.url';
  const address = normaliseAddress(url);
  if (!address.ok) {
    notes.problem(path, address.problem);
    return undefined;
  }
  if (engine.url !== undefined && service.base_url !== undefined) {
    const other = normaliseAddress(service.base_url);
    if (!other.ok) notes.problem('service.base_url', other.problem);
    else if (other.address !== address.address)
      notes.warn('engine.url is used; service.base_url is another address and is not');
  }
  return { kind: 'external', url };
}

function simulatorEngine(
  engine: EngineKeys,
  notes: Notes,
  check: SimulatorCheck | undefined,
): SimulatorEngineConfig {
  const defaults = defaultsOf('engine') as { preset: string; time_scale: number; startup_timeout: number };
  const resolved = { ...defaults, ...engine, kind: 'simulator' as const };
  for (const problem of check?.({ preset: resolved.preset, args: engine.args ?? {} }) ?? []) {
    notes.problem('engine.args', problem);
  }
  return resolved;
}

function processEngine(
  engine: EngineKeys,
  modelId: string | undefined,
  hfToken: string | undefined,
  notes: Notes,
): ProcessEngineConfig | undefined {
  const { startup_timeout } = defaultsOf('engine') as { startup_timeout: number };
  const token = hfToken === undefined ? {} : { hf_token: hfToken };
  for (const flag of removedFlags(
    engine.command ?? Object.keys(engine.args ?? {}).map((name) => `--${name}`),
    undefined,
  ))
    notes.warn(flag);
  if (engine.model?.startsWith('-'))
    notes.problem('engine.model', 'expected a hub id or folder, found a leading dash');
  for (const key of ['model', 'revision', 'dtype'] as const) {
    if (engine[key]?.includes('\0')) notes.problem(`engine.${key}`, 'found a NUL character');
  }
  if (engine.command !== undefined) {
    for (const { path, message } of commandProblems(engine)) notes.problem(path, message);
    for (const key of COMMAND_KEYS) {
      if (engine[key] === undefined) continue;
      notes.warn(`engine.${key} is not applied: engine.command is given, put the flag there`);
    }
    return { startup_timeout, ...engine, ...token, kind: 'process', command: engine.command };
  }
  for (const { path, message } of argsProblems(engine, modelId)) notes.problem(path, message);
  if (engine.model === undefined) {
    if (!notes.refused('engine.model') && !notes.refused('engine.command')) {
      notes.problem(
        'engine.model',
        'engine.kind process needs engine.model, or engine.command with the whole command',
      );
    }
    return undefined;
  }
  return { startup_timeout, ...engine, ...token, kind: 'process', command: vllmCommand(engine, modelId) };
}

/** The token for the model hub, from our environment. */
function hubToken(
  engine: EngineKeys,
  env: Readonly<Record<string, string | undefined>>,
  notes: Notes,
): string | undefined {
  const name = engine.hf_token_env;
  if (name === undefined || notes.refused('engine.hf_token_env')) return undefined;
  const value = env[name]?.trim();
  if (value === undefined || value === '') {
    const state = value === undefined ? 'is not set' : 'is empty';
    notes.problem('engine.hf_token_env', `the environment variable ${name} ${state}`);
    return undefined;
  }
  notes.secret(value);
  return value;
}

function checkEnvironment(engine: EngineKeys, notes: Notes): void {
  for (const [name, value] of Object.entries(engine.env ?? {})) {
    const path = `engine.env.${name.slice(0, 64)}`;
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) {
      notes.problem(path, 'expected a name of letters, digits and _, not beginning with a digit');
    }
    if (String(value).includes('\0')) notes.problem(path, 'found a NUL character');
    if (typeof value === 'string' && isSecretName(name)) notes.secret(value);
  }
}

function noteNotApplied({ engine = {}, service = {} }: ConfigFile, kind: Kind, notes: Notes): void {
  const why = {
    external: 'the server is not started by us',
    simulator: 'the simulator has no use for it',
    process: 'it has no meaning for a process engine',
    docker: 'it has no meaning for a docker engine',
    hooks: 'the start command decides it',
  };
  for (const key of Object.keys(engine) as (keyof EngineKeys)[]) {
    // Pins are about what answers, whoever started it.
    if (key === 'pins') continue;
    if (!APPLIES[kind].includes(key)) notes.warn(`engine.${key} is not applied: ${why[kind]}`);
  }
  if (kind !== 'external' && service.base_url !== undefined) {
    notes.warn(`service.base_url is not used: engine.kind ${kind} starts its own server`);
  }
}
