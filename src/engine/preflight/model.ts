// Is the model there, before GPUs are taken for hours of downloading or for a 403?
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { jsonOf, objectOf, oneLine } from '../../answer.ts';
import type { EngineConfig } from '../../config/config.ts';
import type { HostCheck } from '../../core/result.gen.ts';
import { blocking, type Context } from './context.ts';
import { readSmall } from './files.ts';

type Environment = Readonly<Record<string, unknown>>;

/** What the cache of the hub holds of a model. Layout: huggingface_hub, "Understand caching". */
export type Cached =
  | { readonly state: 'complete'; readonly revision: string }
  | { readonly state: 'incomplete'; readonly missing: string }
  | { readonly state: 'absent' }
  | { readonly state: 'unreadable'; readonly reason: string };

/** Complete offline, gated, or missing. */
export async function modelChecks(context: Context): Promise<readonly HostCheck[]> {
  const { engine } = context;
  if ((engine.kind !== 'docker' && engine.kind !== 'process') || engine.model === undefined) return [];
  const check = blocking('model', 'Model');
  const { model } = engine;
  if (model.startsWith('/') || model.startsWith('.')) return [folderCheck(engine, model)];
  const env: Environment = engine.kind === 'process' ? { ...context.env, ...engine.env } : { ...engine.env };
  const cache = hubCache(engine, env);
  if (cache === undefined) {
    return [
      check.unknown(
        `whether ${oneLine(model, [], 100)} is in the cache of the image cannot be seen from here`,
        'Set engine.caches.hf to a folder of the host that keeps the models.',
      ),
    ];
  }
  const cached = cachedModel(cache, model, engine.revision);
  if (cached.state === 'complete') {
    return [
      check.ok(`${oneLine(model, [], 100)} is complete offline, revision ${cached.revision.slice(0, 12)}`),
    ];
  }
  const what =
    cached.state === 'incomplete'
      ? `incomplete in ${cache} (${cached.missing})`
      : cached.state === 'absent'
        ? `not in ${cache}`
        : `not readable in ${cache} (${cached.reason})`;
  if (isOffline(engine, env)) {
    return [
      check.problem(
        `expected ${oneLine(model, [], 100)} to be complete offline, found it ${what}`,
        `Download it first: hf download ${oneLine(model, [], 100)}${engine.revision === undefined ? '' : ` --revision ${oneLine(engine.revision, [], 60)}`}, or let the engine do it (HF_HUB_OFFLINE=0).`,
      ),
    ];
  }
  return [await hubCheck(model, engine.revision ?? 'main', what, tokenOf(engine, env), env)];
}

/** Looks into the cache for the snapshot of a revision. */
export function cachedModel(cache: string, model: string, revision: string | undefined): Cached {
  if (!/^[\w.-]{1,96}(?:\/[\w.-]{1,96})?$/.test(model)) return { state: 'absent' };
  const folder = join(cache, `models--${model.replaceAll('/', '--')}`);
  if (!existsSync(folder)) return { state: 'absent' };
  const wanted = revision ?? 'main';
  const commit = /^[0-9a-f]{40}$/.test(wanted)
    ? wanted
    : readSmall(join(folder, 'refs', wanted.replaceAll('..', '')));
  if (commit === undefined || !/^[0-9a-f]{40}$/.test(commit)) {
    return { state: 'incomplete', missing: `no revision ${oneLine(wanted, [], 60)}` };
  }
  const snapshot = join(folder, 'snapshots', commit);
  let files: readonly string[];
  try {
    files = readdirSync(snapshot);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    return code === 'ENOENT'
      ? { state: 'incomplete', missing: 'no snapshot' }
      : { state: 'unreadable', reason: code };
  }
  const missing = missingFile(snapshot, files);
  return missing === undefined ? { state: 'complete', revision: commit } : { state: 'incomplete', missing };
}

/** The first file that vLLM needs and that is not there; a link into blobs/ whose download never ended counts as missing. */
function missingFile(folder: string, files: readonly string[]): string | undefined {
  const there = (name: string): boolean => {
    try {
      return statSync(join(folder, name)).size > 0;
    } catch {
      return false;
    }
  };
  if (!there('config.json')) return 'config.json';
  for (const index of ['model.safetensors.index.json', 'pytorch_model.bin.index.json']) {
    if (!files.includes(index)) continue;
    const map = objectOf(objectOf(jsonOf(readIndex(join(folder, index)) ?? ''))?.['weight_map']);
    if (map === undefined) return index;
    const shards = new Set(Object.values(map).filter((name) => typeof name === 'string'));
    const lost = [...shards].find((name) => /[/\\]|\.\./.test(name) || !there(name));
    return lost === undefined ? undefined : oneLine(lost, [], 80);
  }
  return files.some((name) => /\.(?:safetensors|bin|pt|gguf)$/.test(name) && there(name))
    ? undefined
    : 'weights';
}

/** An index names each tensor: megabytes for large models. */
function readIndex(path: string): string | undefined {
  try {
    return statSync(path).size > MAX_INDEX_BYTES ? undefined : readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

const MAX_INDEX_BYTES = 64 * 1024 * 1024;

function folderCheck(
  engine: Extract<EngineConfig, { kind: 'docker' | 'process' }>,
  model: string,
): HostCheck {
  const check = blocking('model', 'Model');
  const path = oneLine(model, [], 200);
  if (engine.kind === 'docker') {
    return check.unknown(
      `${path} is a folder of the container, which cannot be seen from here`,
      'Mount it with engine.mounts.',
    );
  }
  let files: readonly string[];
  try {
    files = readdirSync(model);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    return check.problem(
      `expected a model in ${path}, found ${code === 'ENOENT' ? 'nothing' : code}`,
      'Correct engine.model.',
    );
  }
  const missing = missingFile(model, files);
  return missing === undefined || engine.args?.['load-format'] === 'dummy'
    ? check.ok(`${path} is complete`)
    : check.problem(`expected a complete model in ${path}, ${missing} is missing`, 'Copy it again.');
}

/** Folder of the hub's cache on this host; undefined: it lies inside a container. */
function hubCache(engine: EngineConfig, env: Environment): string | undefined {
  if (engine.kind === 'docker') {
    const folder = engine.caches?.hf;
    return folder === undefined ? undefined : join(folder, 'hub');
  }
  const told = textOf(env['HF_HUB_CACHE']) ?? textOf(env['HUGGINGFACE_HUB_CACHE']);
  if (told !== undefined) return told;
  const home = textOf(env['HF_HOME']);
  const cache = textOf(env['XDG_CACHE_HOME']) ?? join(textOf(env['HOME']) ?? homedir(), '.cache');
  return join(home ?? join(cache, 'huggingface'), 'hub');
}

function isOffline(engine: EngineConfig, env: Environment): boolean {
  const told = textOf(env['HF_HUB_OFFLINE']);
  if (told !== undefined) return /^(?:1|on|yes|true)$/i.test(told);
  return engine.kind === 'docker' && engine.hf_offline !== false;
}

function tokenOf(engine: EngineConfig, env: Environment): string | undefined {
  const given = 'hf_token' in engine ? engine.hf_token : undefined;
  return given ?? textOf(env['HF_TOKEN']);
}

const HUB_TIMEOUT_MS = 8_000;

/** Asks the hub for one small file, as the engine will. Error codes: huggingface_hub, utils/_http.py (X-Error-Code). */
async function hubCheck(
  model: string,
  revision: string,
  what: string,
  token: string | undefined,
  env: Environment,
): Promise<HostCheck> {
  const check = blocking('model', 'Model');
  const name = oneLine(model, [], 100);
  const hub = textOf(env['HF_ENDPOINT']) ?? 'https://huggingface.co';
  let status: number;
  let code: string | null;
  try {
    const url = new URL(`${hub}/${model}/resolve/${encodeURIComponent(revision)}/config.json`);
    const answer = await fetch(url, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(HUB_TIMEOUT_MS),
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
    status = answer.status;
    code = answer.headers.get('x-error-code');
  } catch {
    return check.unknown(
      `${name} is ${what}, and the model hub does not answer`,
      `Download it where the hub can be reached: hf download ${name}.`,
    );
  }
  if (code === 'GatedRepo' || status === 403) {
    return check.problem(
      `${name} is gated on the hub, and ${token === undefined ? 'no token is given' : 'the token has no access'}`,
      'Accept its terms on the hub, and give a token of that account with engine.hf_token_env.',
    );
  }
  if (status === 401 || code === 'RepoNotFound') {
    return check.problem(
      `${name} does not exist on the hub, or is private`,
      'Correct engine.model, or give a token with engine.hf_token_env.',
    );
  }
  if (code === 'RevisionNotFound') {
    return check.problem(
      `${name} has no revision ${oneLine(revision, [], 60)} on the hub`,
      'Correct engine.revision.',
    );
  }
  if (status === 404) return check.problem(`${name} has no config.json on the hub`, 'Correct engine.model.');
  if (status >= 400) return check.unknown(`${name} is ${what}, and the hub answers ${status}`);
  // The download happens under the lock of the GPUs.
  return check.unknown(
    `${name} is ${what}: the engine will download it while it holds the GPUs`,
    `Download it first: hf download ${name}.`,
  );
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
