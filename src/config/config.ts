import type { Budget } from '../core/budget.ts';
import type { ConfigFile } from './config.gen.ts';

type Section<K extends keyof ConfigFile> = NonNullable<ConfigFile[K]>;
/** Keys of T that have a value once defaults are filled in. */
type With<T, K extends keyof T> = T & { readonly [P in K]-?: NonNullable<T[P]> };

/** What the whole program works with: defaults filled in, cross-field rules checked, budgets parsed. */
export interface Config {
  readonly service: ServiceConfig;
  readonly engine: EngineConfig;
  readonly load: LoadConfig;
  readonly budgets: readonly Budget[];
  readonly compare: With<
    Section<'compare'>,
    'baseline' | 'required' | 'metrics' | 'margins' | 'confidence' | 'under_test'
  >;
  readonly limits: With<Section<'limits'>, 'retries'>;
  readonly preflight: PreflightConfig;
  /** engine.pins: what engine and host must be, or the run is invalid. */
  readonly pins: NonNullable<Section<'engine'>['pins']>;
  readonly validity: { readonly strict: boolean };
  readonly report: With<
    Section<'report'>,
    'comment' | 'artifact_name' | 'retention_days' | 'html' | 'junit' | 'detail'
  >;
  /** Command of a process engine as it may be shown: {model} filled in, secrets masked. */
  readonly engine_command?: readonly string[];
  /** The merged document as given, secrets masked: what result.json keeps. */
  readonly document: Readonly<Record<string, unknown>>;
  /** Things that work but deserve a word: a literal key, trimmed spaces, engine keys not applied. */
  readonly warnings: readonly string[];
  /** Every secret value that must never be printed. */
  readonly secrets: readonly string[];
}

export type PreflightConfig = With<Section<'preflight'>, 'wait' | 'exclusive'>;

export type ServiceConfig = With<Section<'service'>, 'backend' | 'endpoint'> & {
  /** The resolved key, trimmed. */
  readonly key?: string;
};

export type EngineConfig =
  | DockerEngineConfig
  | ProcessEngineConfig
  | HooksEngineConfig
  | ExternalEngineConfig
  | SimulatorEngineConfig;

/** A container of ours. */
export interface DockerEngineConfig
  extends With<
    Section<'engine'>,
    'image' | 'pull' | 'pull_timeout' | 'pull_free_gb' | 'stop_timeout' | 'startup_timeout'
  > {
  readonly kind: 'docker';
  /** Whole command with {port}, {host} and {model}. */
  readonly command: readonly string[];
  /** True where the user wrote it: it then replaces the entry point of the image. */
  readonly own_command: boolean;
  /** Value of the variable that hf_token_env names. */
  readonly hf_token?: string;
}

/** The site's own commands start and stop the server. They may hold {model}. */
export interface HooksEngineConfig
  extends With<Section<'engine'>, 'start' | 'url' | 'startup_timeout' | 'stop_timeout'> {
  readonly kind: 'hooks';
}

/** A command of ours. `command` still holds {port}, {host} and {model}. */
export interface ProcessEngineConfig extends With<Section<'engine'>, 'startup_timeout'> {
  readonly kind: 'process';
  readonly command: readonly string[];
  /** Value of the variable that hf_token_env names. */
  readonly hf_token?: string;
}

export interface ExternalEngineConfig {
  readonly kind: 'external';
  /** As the user wrote it: with or without a trailing slash or /v1. */
  readonly url: string;
}

export interface SimulatorEngineConfig
  extends With<Section<'engine'>, 'preset' | 'time_scale' | 'startup_timeout'> {
  readonly kind: 'simulator';
}

export type LoadConfig = With<
  Section<'load'>,
  | 'request_rates'
  | 'explore_rates'
  | 'arrival'
  | 'burstiness'
  | 'seed'
  | 'dataset_name'
  | 'input_len'
  | 'ignore_eos'
  | 'allow_reuse'
  | 'timeout'
> & {
  readonly sampling: With<NonNullable<Section<'load'>['sampling']>, 'temperature'>;
  readonly warmup: { readonly max_s: number };
};
