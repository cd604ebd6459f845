import { open } from 'node:fs/promises';
import * as tls from 'node:tls';
import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import { proxyFor, serviceAddress } from './config/address.ts';
import type { ServiceConfig } from './config/config.ts';
import { headerSecrets } from './config/mask.ts';
import { GateError } from './failure.ts';
import type { Connection } from './ports.ts';

/**
 * How to reach the service at `base`: its address in one spelling, headers with the key, proxy and authorities.
 * `secrets` are all that the configuration knows; those of the headers are added. Throws GateError kind 'config' for a
 * proxy or authority file that cannot be used.
 */
export async function connect(
  service: ServiceConfig,
  base: string,
  env: Readonly<Record<string, string | undefined>>,
  secrets: readonly string[] = [],
): Promise<Connection> {
  const baseUrl = serviceAddress(base);
  const route = proxyFor(baseUrl, service.proxy, env);
  if (route.problem !== undefined) {
    throw new GateError({ kind: 'config', code: 'proxy', message: route.problem, where: 'service.proxy' });
  }
  const ca = service.ca_file === undefined ? undefined : await readAuthorities(service.ca_file);
  const headers = headersOf(service);
  return {
    base_url: baseUrl,
    headers,
    secrets: [...new Set([...secrets, ...Object.values(headers).flatMap(headerSecrets)])],
    ...(route.proxy === undefined ? {} : { proxy: route.proxy }),
    ...(ca === undefined ? {} : { ca }),
  };
}

export interface DispatcherOptions {
  /** Sockets per origin; default unlimited: an open-loop client must never queue for a socket. */
  readonly connections?: number;
  /** How long an idle socket is kept, in ms. Default 3000: uvicorn closes idle ones after 5 s, and a request
   * sent into that moment is reset. */
  readonly keepAliveTimeoutMs?: number;
}

/**
 * Sockets for one service: HTTP/1.1, no pipelining, no redirects, no timeouts of its own besides connecting
 * (callers hold the deadline of a request). The caller destroys it.
 */
export function createDispatcher(connection: Connection, options: DispatcherOptions = {}): Dispatcher {
  const keepAlive = options.keepAliveTimeoutMs ?? 3000;
  const trust = connection.ca === undefined ? {} : { ca: [...systemAuthorities(), connection.ca] };
  const shared = {
    connections: options.connections ?? null,
    pipelining: 1,
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: keepAlive,
    keepAliveMaxTimeout: keepAlive,
    allowH2: false,
    connectTimeout: 10_000,
  };
  if (connection.proxy === undefined) return new Agent({ ...shared, connect: trust });
  return new ProxyAgent({ ...shared, uri: connection.proxy, requestTls: trust, proxyTls: trust });
}

const MAX_CA_BYTES = 1024 * 1024;

async function readAuthorities(path: string): Promise<string> {
  const problem = (message: string, cause?: unknown): GateError =>
    new GateError({
      kind: 'config',
      code: 'ca_file',
      message,
      where: 'service.ca_file',
      hint: 'Give a readable file with certificates in PEM form (-----BEGIN CERTIFICATE-----).',
      cause,
    });
  try {
    await using file = await open(path, 'r');
    const buffer = Buffer.alloc(MAX_CA_BYTES + 1);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    const text = buffer.toString('latin1', 0, bytesRead);
    if (bytesRead > MAX_CA_BYTES) throw problem(`expected at most 1 MiB of certificates in ${path}`);
    if (!text.includes('-----BEGIN CERTIFICATE-----')) throw problem(`found no PEM certificate in ${path}`);
    return text;
  } catch (error) {
    if (error instanceof GateError) throw error;
    throw problem(`could not read ${path}: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`, error);
  }
}

function headersOf(service: ServiceConfig): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  if (service.key !== undefined) headers['authorization'] = `Bearer ${service.key}`;
  for (const [name, value] of Object.entries(service.headers ?? {})) headers[name.toLowerCase()] = value;
  return headers;
}

/** What this process trusts anyway; `ca` of a TLS socket replaces the defaults, it does not add to them. */
function systemAuthorities(): readonly string[] {
  // Node before 22.15 has no getCACertificates and then ignores NODE_EXTRA_CA_CERTS here.
  return typeof tls.getCACertificates === 'function'
    ? tls.getCACertificates('default')
    : tls.rootCertificates;
}
