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

export type ServiceConfig = With<Section<'service'>, 'backend' | 'endpoint'> & {
  /** The resolved key, trimmed. */
  readonly key?: string;
};

export type EngineConfig = ProcessEngineConfig | ExternalEngineConfig | SimulatorEngineConfig;

/** A command of ours. `command` still holds {port}, {host} and {model}. */
export interface ProcessEngineConfig extends With<Section<'engine'>, 'startup_timeout'> {
  readonly kind: 'process';
  readonly command: readonly string[];
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
