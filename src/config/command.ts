// The command of a process engine: vllm serve, built from the configuration's own keys and args.
import type { ConfigFile } from './config.gen.ts';
import { isSecretName } from './mask.ts';
import type { Problem } from './raw.ts';

type EngineKeys = NonNullable<ConfigFile['engine']>;
type ArgValue = NonNullable<EngineKeys['args']>[string];

/** vLLM's flags for keys of ours. */
const FLAG_OF_KEY = {
  max_num_seqs: 'max-num-seqs',
  gpu_memory_utilization: 'gpu-memory-utilization',
  tensor_parallel_size: 'tensor-parallel-size',
  dtype: 'dtype',
  max_model_len: 'max-model-len',
  revision: 'revision',
} as const satisfies Partial<Record<keyof EngineKeys, string>>;

/** Flags that we set ourselves, and what to use instead of args. */
const OWN_FLAGS: Readonly<Record<string, string>> = {
  host: 'we always listen on 127.0.0.1',
  port: 'use engine.port',
  model: 'use engine.model',
};

/** The only list flag of vllm serve that is repeated (action append in entrypoints/openai/cli_args.py). */
const REPEATED_FLAG = 'middleware';

/**
 * Command of `vllm serve` as an argument list; {model} and {port} are filled in at the start of the engine.
 * Flags with several values take them all after one name, as vLLM's parser wants it (nargs +, engine/arg_utils.py).
 */
export function vllmCommand(
  engine: EngineKeys,
  servedModelName: string | undefined,
  host = '127.0.0.1',
): string[] {
  const command = ['vllm', 'serve', '{model}', '--host', host, '--port', '{port}'];
  if (servedModelName !== undefined) command.push(...flag('served-model-name', servedModelName));
  for (const [key, name] of Object.entries(FLAG_OF_KEY)) {
    const value = engine[key as keyof typeof FLAG_OF_KEY];
    if (value !== undefined) command.push(...flag(name, value));
  }
  for (const [name, value] of Object.entries(engine.args ?? {})) command.push(...flag(dashed(name), value));
  return command;
}

/** What is wrong with `engine.args` of a process engine. */
export function argsProblems(engine: EngineKeys, servedModelName: string | undefined): Problem[] {
  const problems: Problem[] = [];
  const seen = new Map<string, string>();
  const keyOfFlag = new Map(Object.entries(FLAG_OF_KEY).map(([key, name]) => [name as string, key]));
  for (const [written, value] of Object.entries(engine.args ?? {})) {
    const path = `engine.args.${written.slice(0, 64)}`;
    const name = dashed(written);
    const key = keyOfFlag.get(name);
    const own = Object.hasOwn(OWN_FLAGS, name) ? OWN_FLAGS[name] : undefined;
    const twin = seen.get(name);
    if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(written)) {
      problems.push({
        path,
        message: 'expected the name of a flag without leading dashes, such as enforce-eager',
      });
    } else if (typeof value !== 'boolean' && isSecretName(name)) {
      problems.push({
        path,
        message: `a key on a command line is seen by every user of the host; ${byEnvironment(name)}`,
      });
    } else if (own !== undefined) {
      problems.push({ path, message: `not allowed here: ${own}` });
    } else if (key !== undefined && engine[key as keyof EngineKeys] !== undefined) {
      problems.push({ path, message: `given twice: also as engine.${key}` });
    } else if (name === 'served-model-name' && servedModelName !== undefined) {
      problems.push({ path, message: 'given twice: also as service.model_id' });
    } else if (twin !== undefined) {
      problems.push({ path, message: `given twice: also as engine.args.${twin}` });
    } else if (Array.isArray(value) && value.length === 0) {
      problems.push({ path, message: 'found an empty list: write values, or false to leave the flag out' });
    } else if (hasNul(value)) {
      problems.push({ path, message: 'found a NUL character' });
    }
    seen.set(name, written);
  }
  return problems;
}

/** What is wrong with a command that the user wrote. */
export function commandProblems(engine: EngineKeys): Problem[] {
  const command = engine.command ?? [];
  const problems: Problem[] = [];
  for (const [i, word] of command.entries()) {
    const path = `engine.command[${i}]`;
    const name = /^--?([^=]+)/.exec(word)?.[1];
    if (i === 0 && word.trim() === '')
      problems.push({ path, message: 'expected the program to start, found nothing' });
    if (word.includes('\0')) problems.push({ path, message: 'found a NUL character' });
    if (name !== undefined && isSecretName(name) && carriesValue(word, command[i + 1])) {
      problems.push({
        path,
        message: `a key on a command line is seen by every user of the host; ${byEnvironment(name)}`,
      });
    }
    if (word.includes('{model}') && engine.model === undefined) {
      problems.push({ path, message: '{model} needs engine.model' });
    }
  }
  return problems;
}

/** Bare flags such as --allow-credentials carry nothing. */
function carriesValue(word: string, next: string | undefined): boolean {
  return word.includes('=') || (next !== undefined && !next.startsWith('-'));
}

function flag(name: string, value: ArgValue): string[] {
  const option = name.length === 1 ? `-${name}` : `--${name}`;
  if (value === true) return [option];
  if (value === false) return [];
  if (!Array.isArray(value)) return withValue(option, value);
  if (name === REPEATED_FLAG) return value.flatMap((item) => withValue(option, item));
  return [option, ...value.map(String)];
}

function withValue(option: string, value: string | number | boolean): string[] {
  const text = String(value);
  // A value that begins with a dash would be read as the next flag.
  return text.startsWith('-') ? [`${option}=${text}`] : [option, text];
}

function dashed(name: string): string {
  return name.replaceAll('_', '-');
}

function hasNul(value: ArgValue): boolean {
  return [value].flat().some((item) => String(item).includes('\0'));
}

function byEnvironment(name: string): string {
  const variable = name.replaceAll('_', '-') === 'hf-token' ? 'HF_TOKEN' : 'VLLM_API_KEY';
  return `set ${variable} in the environment instead`;
}
