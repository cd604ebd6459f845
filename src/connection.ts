import * as tls from 'node:tls';
import { rootCertificates } from 'node:tls';
import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import type { Connection } from './ports.ts';

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

/** What this process trusts anyway; `ca` of a TLS socket replaces the defaults, it does not add to them. */
function systemAuthorities(): readonly string[] {
  // Older than Node 22.15 has no getCACertificates (and then ignores NODE_EXTRA_CA_CERTS here).
  return typeof tls.getCACertificates === 'function' ? tls.getCACertificates('default') : rootCertificates;
}
