// The image of a container engine: where it comes from, what it is, and whether it can run here.
import { statfsSync } from 'node:fs';
import { objectOf, oneLine } from '../answer.ts';
import type { DockerEngineConfig } from '../config/config.ts';
import { GateError } from '../failure.ts';
import type { Log } from '../ports.ts';
import type { DockerApi, DockerInfo } from './docker-api.ts';
import { registryAuth } from './docker-auth.ts';
import { imageMissing, notEnoughSpace, pullFailed, pullTooSlow } from './docker-failure.ts';
import { followPull } from './docker-pull.ts';

/** An image that is on this host. */
export interface Image {
  /** As it was asked for. */
  readonly reference: string;
  readonly id: string;
  /** `repository@sha256:…`; absent for an image that no registry has. */
  readonly digest?: string;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly architecture?: string;
  readonly user?: string;
}

/** The parts of a reference (distribution/reference): `registry/path`, then a tag or a digest. */
export interface Reference {
  readonly name: string;
  readonly registry: string;
  /** Full name as a registry knows it, for example docker.io/library/alpine. */
  readonly normalised: string;
  readonly tag?: string;
  readonly digest?: string;
}

type Wanted = Pick<DockerEngineConfig, 'image' | 'pull' | 'pull_timeout' | 'pull_free_gb'>;

export function parseReference(text: string): Reference {
  const [beforeDigest = '', digest] = text.split('@', 2);
  const slash = beforeDigest.lastIndexOf('/');
  const colon = beforeDigest.indexOf(':', slash + 1);
  const name = colon < 0 ? beforeDigest : beforeDigest.slice(0, colon);
  const tag = colon < 0 ? undefined : beforeDigest.slice(colon + 1);
  const [first = ''] = name.split('/', 1);
  // A first part with a dot or a port is a registry; localhost is one as well.
  const hasRegistry = name.includes('/') && (/[.:]/.test(first) || first === 'localhost');
  const registry = hasRegistry ? first : 'docker.io';
  const path = hasRegistry ? name.slice(first.length + 1) : name;
  const full = registry === 'docker.io' && !path.includes('/') ? `library/${path}` : path;
  return {
    name,
    registry,
    normalised: `${registry}/${full}`,
    ...(tag !== undefined && { tag }),
    ...(digest !== undefined && { digest }),
  };
}

/**
 * The image, pulled where `engine.pull` says so. Throws GateError: not there, not allowed, no space, too slow, or
 * another digest than the one that was asked for.
 */
export async function provideImage(
  api: DockerApi,
  info: DockerInfo,
  wanted: Wanted,
  more: {
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly log: Log;
    readonly signal: AbortSignal;
  },
): Promise<Image> {
  const reference = parseReference(wanted.image);
  const present = wanted.pull === 'always' ? undefined : await inspectImage(api, wanted.image, reference);
  if (present !== undefined) return present;
  if (wanted.pull === 'never') throw imageMissing(wanted.image);
  requireSpace(info, wanted.pull_free_gb, more.log);
  await pull(api, reference, wanted, more);
  const image = await inspectImage(api, wanted.image, reference);
  if (image === undefined) throw pullFailed(wanted.image, 'the image is not there after the pull');
  return image;
}

/** What the daemon knows about an image; undefined when it has none of this name. */
async function inspectImage(
  api: DockerApi,
  text: string,
  reference: Reference = parseReference(text),
): Promise<Image | undefined> {
  const named = reference.digest === undefined ? text : `${reference.name}@${reference.digest}`;
  const answer = await api.call(`/images/${encodeURI(named)}/json`);
  if (answer.status === 404) return undefined;
  const id = answer.value['Id'];
  if (answer.status !== 200 || typeof id !== 'string') throw pullFailed(text, answer.said);
  const config = objectOf(answer.value['Config']) ?? {};
  const digest = digestOf(texts(answer.value['RepoDigests']), reference);
  const { Architecture: architecture } = answer.value;
  return {
    reference: text,
    id,
    ...(digest !== undefined && { digest }),
    entrypoint: texts(config['Entrypoint']),
    command: texts(config['Cmd']),
    env: Object.fromEntries(texts(config['Env']).map(pair)),
    labels: stringsOf(config['Labels']),
    ...(typeof architecture === 'string' && { architecture }),
    ...(typeof config['User'] === 'string' && config['User'] !== '' && { user: config['User'] }),
  };
}

/** The digest under the name that was asked for; an image can have one for each repository it was pushed to. */
function digestOf(repoDigests: readonly string[], reference: Reference): string | undefined {
  if (reference.digest !== undefined) return `${reference.name}@${reference.digest}`;
  const same = repoDigests.filter((one) => parseReference(one).normalised === reference.normalised);
  const digest = same[0]?.split('@', 2)[1];
  return digest === undefined ? undefined : `${reference.name}@${digest}`;
}

async function pull(
  api: DockerApi,
  reference: Reference,
  wanted: Wanted,
  more: {
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly log: Log;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const auth = await registryAuth(reference.registry, more.env);
  const timeout = AbortSignal.timeout(Math.min(wanted.pull_timeout * 1000, 2 ** 31 - 1));
  const signal = AbortSignal.any([more.signal, timeout]);
  more.log.info(`image: pulling ${oneLine(wanted.image, [], 200)}`);
  try {
    const { status, body } = await api.stream('/images/create', {
      method: 'POST',
      // Without a tag the daemon would pull every tag of the repository.
      query: { fromImage: reference.name, tag: reference.digest ?? reference.tag ?? 'latest' },
      ...(auth !== undefined && { headers: { 'x-registry-auth': auth } }),
      signal,
    });
    const problem = await followPull(body, status, more.log);
    if (problem !== undefined) throw pullFailed(wanted.image, problem);
  } catch (error) {
    if (more.signal.aborted) throw cancelledPull();
    if (timeout.aborted) throw pullTooSlow(wanted.image, wanted.pull_timeout);
    throw error;
  }
}

function cancelledPull(): GateError {
  return new GateError({
    kind: 'cancelled',
    code: 'cancelled',
    message: 'stopped by the user or a cancelled job while the image was pulled',
  });
}

/** Before a pull: does the folder of the engine have room? One that cannot be looked at is only named. */
function requireSpace(info: DockerInfo, wantedGb: number, log: Log): void {
  if (wantedGb === 0) return;
  if (info.root === undefined) {
    log.info('image: free space unknown, the engine does not tell its folder');
    return;
  }
  let freeGb: number;
  try {
    const stat = statfsSync(info.root);
    freeGb = (stat.bavail * stat.bsize) / 1e9;
  } catch {
    log.info(`image: free space unknown, ${info.root} cannot be seen from here`);
    return;
  }
  if (freeGb < wantedGb) throw notEnoughSpace(info.root, freeGb, wantedGb);
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value)
    ? value.filter((one): one is string => typeof one === 'string').slice(0, 1000)
    : [];
}

function stringsOf(value: unknown): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(objectOf(value) ?? {}).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}

function pair(text: string): readonly [string, string] {
  const at = text.indexOf('=');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
