// Where the container engine listens: DOCKER_HOST, the docker command's own context, or the usual sockets.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { jsonOf, objectOf, oneLine } from '../answer.ts';
import { isLoopback } from '../config/address.ts';
import { GateError } from '../failure.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface DockerEndpoint {
  /** Path of a Unix socket; absent: TCP. */
  readonly socket?: string;
  /** Origin for HTTP; a name only where a socket is used. */
  readonly origin: string;
  readonly tls?: { readonly ca: string; readonly cert: string; readonly key: string };
  /** The same place as a value of DOCKER_HOST. */
  readonly host: string;
  /** What to show, for example "DOCKER_HOST=unix:///run/user/1000/docker.sock". */
  readonly shown: string;
}

/**
 * The engine that the docker command of this user would talk to. Throws GateError for one that is not on this host:
 * what is measured has to run here.
 */
export function dockerEndpoint(env: Environment): DockerEndpoint {
  const given = env['DOCKER_HOST']?.trim();
  if (given !== undefined && given !== '') return parsed(given, 'DOCKER_HOST', env);
  const context = contextHost(env);
  if (context !== undefined) return parsed(context.host, `docker context ${context.name}`, env);
  const runtime = env['XDG_RUNTIME_DIR'];
  const candidates = [
    '/var/run/docker.sock',
    ...(runtime === undefined ? [] : [join(runtime, 'docker.sock'), join(runtime, 'podman/podman.sock')]),
    '/run/podman/podman.sock',
  ];
  const path = candidates.find((one) => existsSync(one)) ?? '/var/run/docker.sock';
  return { socket: path, origin: 'http://docker', host: `unix://${path}`, shown: `unix://${path}` };
}

/** Folder of the docker command's own configuration. */
export function dockerConfigFolder(env: Environment): string {
  return env['DOCKER_CONFIG'] || join(env['HOME'] || homedir(), '.docker');
}

/** A JSON object from a file; undefined when it is not there or is something else. */
export function readJsonFile(path: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return objectOf(jsonOf(readFileSync(path, 'utf8').slice(0, 1024 * 1024)));
  } catch {
    return undefined;
  }
}

function parsed(host: string, source: string, env: Environment): DockerEndpoint {
  const shown = `${source}=${oneLine(host, [], 200)}`;
  const unix = /^unix:\/\/(\/.+)$/.exec(host)?.[1];
  if (unix !== undefined) return { socket: unix, origin: 'http://docker', host, shown };
  const tcp = /^tcp:\/\/(\[[0-9a-f:.]+\]|[A-Za-z0-9.-]+)(?::(\d{1,5}))?\/?$/i.exec(host);
  if (tcp === null) {
    throw notUsable(shown, 'expected unix:///path or tcp://localhost:PORT', source);
  }
  const [, name = '', port = '2375'] = tcp;
  if (!isLoopback(name.replace(/^\[|\]$/g, ''))) {
    throw notUsable(
      shown,
      'this engine runs on another machine, where we can neither see GPUs nor prove anything',
      source,
    );
  }
  const tls = env['DOCKER_TLS_VERIFY'] ? readTls(env, shown) : undefined;
  return {
    origin: `${tls === undefined ? 'http' : 'https'}://${name}:${port}`,
    host,
    shown,
    ...(tls === undefined ? {} : { tls }),
  };
}

function readTls(env: Environment, shown: string): { ca: string; cert: string; key: string } {
  const folder = env['DOCKER_CERT_PATH'] || dockerConfigFolder(env);
  const read = (name: string): string => {
    try {
      return readFileSync(join(folder, name), 'utf8').slice(0, 1024 * 1024);
    } catch (error) {
      throw new GateError({
        kind: 'host',
        code: 'docker_tls',
        message: `DOCKER_TLS_VERIFY is set, but ${name} cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
        where: join(folder, name),
        hint: `Set DOCKER_CERT_PATH to the folder with ca.pem, cert.pem and key.pem for ${shown}.`,
        cause: error,
      });
    }
  };
  return { ca: read('ca.pem'), cert: read('cert.pem'), key: read('key.pem') };
}

/** The context that `docker context use` chose (docker/cli: cli/context/store keeps it under the hash of its name). */
function contextHost(env: Environment): { readonly name: string; readonly host: string } | undefined {
  const folder = dockerConfigFolder(env);
  const chosen = env['DOCKER_CONTEXT'] || readJsonFile(join(folder, 'config.json'))?.['currentContext'];
  if (typeof chosen !== 'string' || chosen === '' || chosen === 'default') return undefined;
  const id = createHash('sha256').update(chosen).digest('hex');
  const meta = readJsonFile(join(folder, 'contexts', 'meta', id, 'meta.json'));
  const host = objectOf(objectOf(meta?.['Endpoints'])?.['docker'])?.['Host'];
  return typeof host === 'string' && host !== '' ? { name: oneLine(chosen, [], 60), host } : undefined;
}

function notUsable(shown: string, why: string, source: string): GateError {
  return new GateError({
    kind: 'host',
    code: 'docker_host',
    message: `cannot use the container engine of ${shown}: ${why}`,
    where: source,
    hint: 'Run this on the machine with the GPUs; for another machine use engine.kind hooks, or external for a running server.',
  });
}
