// How the service is talked to: its key and where that came from, headers, proxy, authorities.
import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { isLoopback, normaliseAddress, proxyFor } from './address.ts';
import type { ConfigFile } from './config.gen.ts';
import type { EngineConfig, ServiceConfig } from './config.ts';
import { headerSecrets, isSecretName } from './mask.ts';
import type { Notes } from './notes.ts';
import { defaultsOf } from './schema.ts';

type ServiceKeys = NonNullable<ConfigFile['service']>;
type Environment = Readonly<Record<string, string | undefined>>;

/** What the service part depends on besides its own keys. */
export interface ServiceContext {
  readonly engine: EngineConfig | undefined;
  readonly env: Environment;
  readonly cwd: string;
  /** Where `service.api_key` was written; a file or a --set line is worth a warning, an input is not. */
  readonly keyIsLiteral: boolean;
}

/** Headers that belong to the transport. */
const OWN_HEADERS = [
  'host',
  'content-length',
  'content-type',
  'transfer-encoding',
  'connection',
  'accept-encoding',
];

/** Fields of a request body that are ours: overriding one would measure something else than the report says. */
const OWN_FIELDS = [
  'model',
  'prompt',
  'messages',
  'stream',
  'stream_options',
  'max_tokens',
  'max_completion_tokens',
  'min_tokens',
  'ignore_eos',
];

/** The service with its key resolved; problems are noted. */
export function resolveService(service: ServiceKeys, context: ServiceContext, notes: Notes): ServiceConfig {
  const defaults = defaultsOf('service') as Pick<ServiceConfig, 'backend' | 'endpoint'>;
  const key = resolveKey(service, context, notes);
  checkHeaders(service, key, notes);
  checkExtraBody(service, notes);
  checkReach(service, context, key, notes);
  const caFile = service.ca_file === undefined ? undefined : readable(service.ca_file, context.cwd, notes);
  // The literal key has become `key`: one place less that holds it.
  const { api_key: _literal, ...others } = service;
  return {
    ...defaults,
    ...others,
    ...(caFile !== undefined && { ca_file: caFile }),
    ...(key !== undefined && { key }),
  };
}

/** Secrets of the environment and of a document in sections, whatever else is wrong with it. */
export function secretsOf(document: Readonly<Record<string, unknown>>, env: Environment): string[] {
  const secrets: string[] = [];
  const add = (value: unknown): void => {
    if (typeof value === 'string' && value.trim() !== '') secrets.push(value, value.trim());
  };
  const service = (document['service'] ?? {}) as Readonly<Record<string, unknown>>;
  const engine = (document['engine'] ?? {}) as Readonly<Record<string, unknown>>;
  add(service['api_key']);
  for (const value of Object.values(service['headers'] ?? {})) {
    if (typeof value === 'string') headerSecrets(value).forEach(add);
  }
  for (const [name, value] of Object.entries(engine['env'] ?? {})) if (isSecretName(name)) add(value);
  addCredentials(service['proxy'], add);
  for (const [name, value] of Object.entries(env)) {
    if (/_proxy$/i.test(name)) addCredentials(value, add);
    // Short values of such variables are switches and paths, and would blank out ordinary words.
    else if (value !== undefined && value.trim().length >= 8 && isSecretName(name)) add(value);
  }
  return secrets;
}

function addCredentials(proxy: unknown, add: (value: unknown) => void): void {
  if (typeof proxy !== 'string') return;
  const credentials = /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^/?#]*)@/i.exec(proxy)?.[1];
  if (credentials === undefined) return;
  add(credentials);
  const password = credentials.split(':').slice(1).join(':');
  add(password);
  try {
    add(decodeURIComponent(password));
  } catch {
    // Not percent-encoded: the form above is the only one.
  }
}

function resolveKey(service: ServiceKeys, context: ServiceContext, notes: Notes): string | undefined {
  const { api_key: literal, api_key_env: variable } = service;
  if (literal !== undefined && variable !== undefined) {
    notes.problem('service.api_key', 'given twice: also by service.api_key_env; keep api_key_env');
    return undefined;
  }
  if (literal !== undefined) {
    if (context.keyIsLiteral) {
      notes.warn('service.api_key is written out: service.api_key_env or a secret input is safer');
    }
    return cleanKey(literal, 'service.api_key', notes);
  }
  if (variable !== undefined) return keyFromVariable(variable, context.env, notes);
  if (notes.refused('service.api_key') || notes.refused('service.api_key_env')) return undefined;
  return keyFromConvention(context, notes);
}

function keyFromVariable(variable: string, env: Environment, notes: Notes): string | undefined {
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(variable)) {
    notes.problem(
      'service.api_key_env',
      'expected the name of an environment variable; the key itself goes into that',
    );
    notes.secret(variable);
    return undefined;
  }
  const value = env[variable];
  if (value === undefined || value.trim() === '') {
    const state = value === undefined ? 'is not set' : 'is empty';
    notes.problem('service.api_key_env', `the environment variable ${variable} ${state}`);
    return undefined;
  }
  return cleanKey(value, 'service.api_key_env', notes);
}

/** Nothing is configured: what OpenAI's clients read for a running server, what vLLM itself reads for one of ours. */
function keyFromConvention({ engine, env }: ServiceContext, notes: Notes): string | undefined {
  if (engine === undefined || engine.kind === 'simulator') return undefined;
  const ours = engine.kind !== 'external';
  const own = ours ? engine.env?.['VLLM_API_KEY'] : undefined;
  const name = ours ? 'VLLM_API_KEY' : 'OPENAI_API_KEY';
  const value = own === undefined ? env[name] : String(own);
  if (value === undefined || value.trim() === '') return undefined;
  notes.warn(`${name} of the environment is used as the key: no service.api_key_env is given`);
  return cleanKey(value, 'service.api_key_env', notes);
}

function cleanKey(raw: string, path: string, notes: Notes): string | undefined {
  const key = raw.trim();
  notes.secret(raw);
  notes.secret(key);
  if (key !== raw) notes.warn(`${path}: the key had spaces or line breaks around it, which were cut off`);
  if (/^bearer\s/i.test(key)) notes.problem(path, 'expected the key alone: leave the word Bearer out');
  else if (key === '') notes.problem(path, 'expected a key, found only spaces');
  else if (!/^[\x21-\x7e]+$/.test(key)) {
    notes.problem(
      path,
      'the key holds a space, line break or character inside that no HTTP header can carry',
    );
  } else return key;
  return undefined;
}

function checkHeaders(service: ServiceKeys, key: string | undefined, notes: Notes): void {
  for (const [name, value] of Object.entries(service.headers ?? {})) {
    const path = `service.headers.${name.slice(0, 64)}`;
    for (const secret of headerSecrets(value)) notes.secret(secret);
    if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) notes.problem(path, 'not the name of an HTTP header');
    else if (OWN_HEADERS.includes(name.toLowerCase()))
      notes.problem(path, 'this header belongs to the HTTP client');
    else if (name.toLowerCase() === 'authorization' && key !== undefined) {
      notes.problem(path, 'given twice: the key already becomes the Authorization header');
    }
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      notes.problem(path, 'the value holds a line break or character that no HTTP header can carry');
    }
  }
}

function checkExtraBody(service: ServiceKeys, notes: Notes): void {
  for (const field of OWN_FIELDS.filter((one) => Object.hasOwn(service.extra_body ?? {}, one))) {
    notes.problem(
      `service.extra_body.${field}`,
      'this field belongs to the load generator: lengths come from load.output_len and load.ignore_eos, ' +
        'the model from service.model_id',
    );
  }
}

/** Which way the requests go: said before anything is measured. */
function checkReach(
  service: ServiceKeys,
  context: ServiceContext,
  key: string | undefined,
  notes: Notes,
): void {
  if (context.engine?.kind !== 'external') return;
  const address = normaliseAddress(context.engine.url);
  if (!address.ok) return;
  const choice = proxyFor(address.address, service.proxy, context.env);
  if (choice.problem !== undefined) {
    const path = service.proxy === undefined ? 'service.base_url' : 'service.proxy';
    notes.problem(path, choice.problem);
  } else if (choice.proxy !== undefined) {
    notes.warn(
      `requests go ${choice.reason}; its time is part of every latency. NO_PROXY or service.proxy changes that`,
    );
  }
  const url = new URL(address.address);
  if (key !== undefined && url.protocol === 'http:' && !isLoopback(url.hostname)) {
    notes.warn('the key travels unencrypted: service.base_url is http, not https');
  }
}

function readable(file: string, cwd: string, notes: Notes): string | undefined {
  const path = resolve(cwd, file);
  try {
    accessSync(path, constants.R_OK);
    return path;
  } catch {
    notes.problem(
      'service.ca_file',
      `the file ${JSON.stringify(file.slice(0, 200))} does not exist or cannot be read`,
    );
    return undefined;
  }
}
