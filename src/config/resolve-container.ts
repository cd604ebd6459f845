// A docker or hooks engine of a configuration: what is missing, what cannot be, what the command is.
import { visibleDevicesProblem } from '../core/gpu-selection.ts';
import { removedFlags, versionOfImage } from '../core/vllm-flags.ts';
import { normaliseAddress } from './address.ts';
import { argsProblems, commandProblems, vllmCommand } from './command.ts';
import type { ConfigFile } from './config.gen.ts';
import type { DockerEngineConfig, HooksEngineConfig } from './config.ts';
import type { Notes } from './notes.ts';
import { defaultsOf } from './schema.ts';

type EngineKeys = NonNullable<ConfigFile['engine']>;
type DockerDefaults = Pick<
  DockerEngineConfig,
  'pull' | 'pull_timeout' | 'pull_free_gb' | 'stop_timeout' | 'startup_timeout'
>;

/** The container engine; undefined where a problem was noted that leaves it open. */
export function dockerEngine(
  engine: EngineKeys,
  modelId: string | undefined,
  hfToken: string | undefined,
  notes: Notes,
): DockerEngineConfig | undefined {
  const { pull, pull_timeout, pull_free_gb, stop_timeout, startup_timeout } = defaultsOf(
    'engine',
  ) as unknown as DockerDefaults;
  const defaults = { pull, pull_timeout, pull_free_gb, stop_timeout, startup_timeout };
  const { image } = engine;
  if (image === undefined) {
    if (!notes.refused('engine.image'))
      notes.problem(
        'engine.image',
        'engine.kind docker needs engine.image, such as vllm/vllm-openai-rocm:TAG',
      );
    return undefined;
  }
  if (!isReference(image)) {
    notes.problem('engine.image', 'expected an image such as vllm/vllm-openai-rocm:v0.14.0 or name@sha256:…');
  }
  checkMounts(engine, notes);
  const clash = visibleDevicesProblem(engine.env ?? {}, 'container');
  if (clash !== undefined && engine.gpus !== 0) notes.problem('engine.env', clash);
  const version = versionOfImage(image);
  for (const flag of removedFlags(
    engine.command ?? Object.keys(engine.args ?? {}).map((name) => `--${name}`),
    version,
  ))
    notes.warn(flag);
  const shared = { ...defaults, ...engine, image, kind: 'docker' as const };
  const token = hfToken === undefined ? {} : { hf_token: hfToken };
  if (engine.command !== undefined) {
    for (const { path, message } of commandProblems(engine)) notes.problem(path, message);
    return { ...shared, ...token, command: engine.command, own_command: true };
  }
  for (const { path, message } of argsProblems(engine, modelId)) notes.problem(path, message);
  if (engine.model === undefined) {
    if (!notes.refused('engine.model') && !notes.refused('engine.command')) {
      notes.problem(
        'engine.model',
        'engine.kind docker needs engine.model, or engine.command with the whole command',
      );
    }
    return undefined;
  }
  return { ...shared, ...token, command: vllmCommand(engine, modelId, '{host}'), own_command: false };
}

/** The engine of the site's own commands. */
export function hooksEngine(engine: EngineKeys, notes: Notes): HooksEngineConfig | undefined {
  const { startup_timeout, stop_timeout } = defaultsOf('engine') as unknown as DockerDefaults;
  const { start, stop, url } = engine;
  for (const key of ['start', 'stop', 'logs'] as const) {
    for (const [i, word] of (engine[key] ?? []).entries()) {
      if (word.includes('\0')) notes.problem(`engine.${key}[${i}]`, 'found a NUL character');
      if (i === 0 && word.trim() === '') notes.problem(`engine.${key}[0]`, 'expected the program to start');
      if (word.includes('{model}') && engine.model === undefined)
        notes.problem(`engine.${key}[${i}]`, '{model} needs engine.model');
    }
  }
  if (start === undefined && !notes.refused('engine.start'))
    notes.problem('engine.start', 'engine.kind hooks needs engine.start, the command that starts the server');
  if (stop === undefined && !notes.refused('engine.stop'))
    notes.warn(
      'engine.stop is not given: what engine.start starts elsewhere (a submitted job) is not stopped by us',
    );
  if (url === undefined) {
    if (!notes.refused('engine.url'))
      notes.problem(
        'engine.url',
        'engine.kind hooks needs engine.url, the address where the server will answer',
      );
    return undefined;
  }
  const address = normaliseAddress(url);
  if (!address.ok) notes.problem('engine.url', address.problem);
  if (start === undefined) return undefined;
  return { startup_timeout, stop_timeout, ...engine, kind: 'hooks', start, url };
}

/** Name with optional registry, then a tag, a digest, or both (distribution/reference). */
function isReference(image: string): boolean {
  if (image.length > 500) return false;
  const name =
    /^(?:[A-Za-z0-9][A-Za-z0-9.-]*(?::\d{1,5})?\/)?[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*/;
  const rest = image.replace(name, '');
  return name.test(image) && /^(?::[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$/.test(rest);
}

/** Folders under which the container's own system lies: a mount there replaces what is measured. */
const TAKEN = ['/', '/dev', '/dev/kfd', '/dev/dri', '/proc', '/sys', '/opt/rocm', '/usr', '/etc'];

function checkMounts(engine: EngineKeys, notes: Notes): void {
  const seen = new Set<string>();
  for (const [i, mount] of (engine.mounts ?? []).entries()) {
    const path = `engine.mounts[${i}]`;
    const [source = '', target = ''] = mount.split(':');
    if (source.split('/').includes('..') || target.split('/').includes('..'))
      notes.problem(path, 'expected paths without ..');
    const clean = target.replace(/\/+$/, '') || '/';
    if (TAKEN.includes(clean)) notes.problem(path, `${clean} of the container belongs to the image`);
    if (/(?:docker|podman)\.sock$/.test(source))
      notes.problem(path, 'the socket of the container engine would give the model server the whole host');
    if (seen.has(clean)) notes.problem(path, `${clean} is mounted twice`);
    seen.add(clean);
  }
}
