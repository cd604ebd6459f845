// The flags of vLLM's benchmark_serving.py (vllm/benchmarks/serve.py) as settings, so that its command lines work here.
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import type { Problem, RawInputs } from './raw.ts';

type Read = 'text' | 'number' | 'whole' | 'switch';

interface BenchmarkFlag {
  readonly flag: string;
  /** Placeholder of the value; a switch has none. */
  readonly value?: string;
  readonly description: string;
  readonly read: Read;
  /** Configuration path; absent: handled below, or accepted without effect. */
  readonly key?: string;
  /** Accepted so that a command works as it stands, but it changes nothing here. */
  readonly ignored?: true;
}

/** The flags, by their names there. */
const BENCHMARK_FLAGS: readonly BenchmarkFlag[] = [
  flag('backend', 'NAME', 'vllm, openai, openai-chat or vllm-chat', 'text', 'service.backend'),
  flag('base-url', 'URL', 'address of a running server', 'text', 'service.base_url'),
  flag('host', 'HOST', 'host of a running server, without --base-url', 'text'),
  flag('port', 'PORT', 'port of a running server, without --base-url', 'whole'),
  flag('endpoint', 'PATH', '/v1/completions or /v1/chat/completions', 'text'),
  flag('model', 'ID', 'model id that requests name', 'text'),
  flag('served-model-name', 'ID', 'model id that requests name, where it differs from --model', 'text'),
  flag('dataset-name', 'NAME', 'random, sharegpt or jsonl', 'text', 'load.dataset_name'),
  flag('dataset-path', 'FILE', 'file of the data set', 'text', 'load.dataset_path'),
  flag(
    'request-rate',
    'RATES',
    'offered rate in requests/s; several rates with commas make a ladder',
    'text',
  ),
  flag('num-prompts', 'N', 'requests of each rung', 'whole', 'load.num_prompts'),
  flag('max-concurrency', 'N', 'cap on requests in flight', 'whole', 'load.max_concurrency'),
  flag('burstiness', 'SHAPE', 'shape of Gamma gaps', 'number', 'load.burstiness'),
  flag('seed', 'N', 'seed of schedule and prompts', 'whole', 'load.seed'),
  flag('random-input-len', 'TOKENS', 'prompt length of random', 'whole', 'load.input_len'),
  flag('random-output-len', 'TOKENS', 'output length of random', 'whole', 'load.output_len'),
  flag('sharegpt-output-len', 'TOKENS', 'output length of sharegpt', 'whole', 'load.output_len'),
  flag('input-len', 'TOKENS', 'prompt length', 'whole', 'load.input_len'),
  flag('output-len', 'TOKENS', 'output length', 'whole', 'load.output_len'),
  flag('ignore-eos', undefined, 'go on to the full output length', 'switch', 'load.ignore_eos'),
  flag('temperature', 'T', 'sampling temperature', 'number', 'load.sampling.temperature'),
  flag('top-p', 'P', 'nucleus sampling', 'number', 'load.sampling.top_p'),
  flag('top-k', 'K', 'top-k sampling', 'number', 'load.sampling.top_k'),
  flag(
    'output-file',
    'FILE',
    'also write the (last) rung in the format of vllm bench serve to this file',
    'text',
  ),
  flag('save-result', undefined, 'with --result-filename: as --output-file', 'switch'),
  flag('result-dir', 'DIR', 'folder of --result-filename', 'text'),
  flag('result-filename', 'FILE', 'as --output-file', 'text'),
  ignored('tokenizer', 'NAME'),
  ignored('trust-remote-code'),
  ignored('disable-tqdm'),
  ignored('percentile-metrics', 'LIST'),
  ignored('metric-percentiles', 'LIST'),
  ignored('save-detailed'),
];

/** Settings from the flags, for `loadConfig({ inputs })`, and where to copy the per-rung file. */
export interface BenchmarkInputs extends RawInputs {
  readonly output_file?: string;
}

/** Declares the flags on a command; those without effect here are not in its help. */
export function addBenchmarkFlags(command: Command): void {
  for (const { flag: name, value, description, ignored: hidden } of BENCHMARK_FLAGS) {
    const option = new Option(value === undefined ? `--${name}` : `--${name} <${value}>`, description);
    command.addOption(hidden === true ? option.hideHelp() : option);
  }
}

/** Settings from the options that commander read (camelCase names). Full-match numbers: "200x" is a problem. */
export function readBenchmarkFlags(options: Readonly<Record<string, unknown>>): BenchmarkInputs {
  const given = new Map<string, string>();
  for (const { flag: name } of BENCHMARK_FLAGS) {
    const value = options[camelCase(name)];
    if (value !== undefined && value !== false) given.set(name, String(value));
  }
  const settings = new Settings();
  for (const row of BENCHMARK_FLAGS) {
    const text = given.get(row.flag);
    if (text === undefined) continue;
    if (row.ignored === true) settings.warnings.push(`--${row.flag} changes nothing here`);
    else if (row.key !== undefined) settings.set(row.key, row.flag, readValue(row, text, settings));
  }
  readAddress(given, settings);
  readEndpoint(given.get('endpoint'), settings);
  readModel(given, settings);
  readRates(given.get('request-rate'), settings);
  // vLLM draws Gamma gaps exactly when the shape is not 1.
  if (given.has('burstiness') && given.get('burstiness') !== '1')
    settings.set('load.arrival', 'burstiness', 'gamma');
  const outputFile = outputFileOf(given, settings);
  const { document, origins, problems, warnings } = settings;
  return {
    document,
    origins,
    problems,
    warnings,
    ...(outputFile !== undefined && { output_file: outputFile }),
  };
}

/** A document that grows by configuration paths and remembers which flag gave what. */
class Settings {
  readonly document: Record<string, unknown> = {};
  readonly origins: Record<string, string> = {};
  readonly problems: Problem[] = [];
  readonly warnings: string[] = [];

  set(path: string, flagName: string, value: unknown): void {
    const keys = path.split('.');
    let parent = this.document;
    for (const key of keys.slice(0, -1)) {
      parent[key] ??= {};
      parent = parent[key] as Record<string, unknown>;
    }
    parent[keys.at(-1) ?? ''] = value;
    this.origins[path] = `--${flagName}`;
  }

  problem(path: string, flagName: string, message: string): void {
    this.problems.push({ path, where: `--${flagName}`, message });
  }
}

function readValue(row: BenchmarkFlag, text: string, settings: Settings): unknown {
  switch (row.read) {
    case 'text':
      return text;
    case 'switch':
      return true;
    case 'number':
    case 'whole': {
      const whole = row.read === 'whole';
      if ((whole ? /^-?\d{1,15}$/ : /^-?\d{1,15}(\.\d{1,15})?$/).test(text)) return Number(text);
      const expected = whole ? 'a whole number' : 'a number';
      settings.problem(row.key ?? '', row.flag, `expected ${expected}, found ${quoted(text)}`);
      // The text stays in the document, where nothing takes it for a number.
      return text;
    }
  }
}

/** --base-url wins over --host and --port, as there; 127.0.0.1 and 8000 are its defaults. */
function readAddress(given: ReadonlyMap<string, string>, settings: Settings): void {
  const host = given.get('host');
  const port = given.get('port');
  if (given.has('base-url') || (host === undefined && port === undefined)) return;
  const name = host === undefined ? 'port' : 'host';
  if (port !== undefined && !/^\d{1,5}$/.test(port)) {
    settings.problem('service.base_url', 'port', `expected a port, found ${quoted(port)}`);
  }
  const shownHost = host?.includes(':') && !host.startsWith('[') ? `[${host}]` : (host ?? '127.0.0.1');
  settings.set('service.base_url', name, `http://${shownHost}:${port ?? '8000'}`);
}

function readEndpoint(endpoint: string | undefined, settings: Settings): void {
  if (endpoint === undefined) return;
  const known: Readonly<Record<string, string>> = {
    '/v1/completions': 'completions',
    '/v1/chat/completions': 'chat',
  };
  const kind = Object.hasOwn(known, endpoint) ? known[endpoint] : undefined;
  if (kind === undefined) {
    settings.problem(
      'service.endpoint',
      'endpoint',
      `expected ${Object.keys(known).join(' or ')}, found ${quoted(endpoint)}`,
    );
  }
  settings.set('service.endpoint', 'endpoint', kind ?? endpoint);
}

/** There --model also names the tokenizer; requests name --served-model-name where it is given. */
function readModel(given: ReadonlyMap<string, string>, settings: Settings): void {
  const name = given.has('served-model-name') ? 'served-model-name' : 'model';
  const model = given.get(name);
  if (model !== undefined) settings.set('service.model_id', name, model);
}

function readRates(text: string | undefined, settings: Settings): void {
  if (text === undefined) return;
  const words = text.split(',').map((word) => word.trim());
  const numbers = words.every((word) => /^\d{1,15}(\.\d{1,15})?$/.test(word));
  if (!numbers) {
    const infinite = words.some((word) => /^inf(inity)?$/i.test(word));
    const message = infinite
      ? 'inf sends everything at once and has no rate to judge; name rates such as 2,4,8, the highest above what the server can do'
      : `expected a rate above 0, or several with commas, found ${quoted(text)}`;
    settings.problem('load.request_rates', 'request-rate', message);
  }
  settings.set('load.request_rates', 'request-rate', numbers ? words.map(Number) : text);
}

function outputFileOf(given: ReadonlyMap<string, string>, settings: Settings): string | undefined {
  const file = given.get('output-file');
  const name = given.get('result-filename');
  if (file !== undefined && name !== undefined) {
    settings.problem('', 'output-file', 'given together with --result-filename: both name the same file');
  }
  if (file !== undefined) return file;
  // Without --save-result the benchmark writes nothing, whatever else is given.
  if (name === undefined || !given.has('save-result')) return undefined;
  return join(given.get('result-dir') ?? '', name);
}

function flag(
  name: string,
  value: string | undefined,
  description: string,
  read: Read,
  key?: string,
): BenchmarkFlag {
  return {
    flag: name,
    ...(value !== undefined && { value }),
    description: key === undefined ? description : `${description} (${key})`,
    read,
    ...(key !== undefined && { key }),
  };
}

function ignored(name: string, value?: string): BenchmarkFlag {
  const read = value === undefined ? 'switch' : 'text';
  return { ...flag(name, value, 'accepted, changes nothing', read), ignored: true };
}

function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 60));
}
