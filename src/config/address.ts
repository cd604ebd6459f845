// Where a service is and how it is reached: one spelling of addresses, and which proxy stands in between.

/** An address in one spelling, or what is wrong with it as a sentence part after the key. */
export type AddressResult =
  | { readonly ok: true; readonly address: string }
  | { readonly ok: false; readonly problem: string };

/**
 * Origin and path prefix without /v1 and without a trailing slash: `https://host/api/v1/` gives `https://host/api`.
 * Only http and https, no credentials, query or fragment. The problem text never repeats credentials.
 */
export function normaliseAddress(text: string): AddressResult {
  const trimmed = text.trim();
  if (trimmed === '') return no('expected an http or https address, found an empty text');
  if (hasControl(trimmed)) return no('expected one line without control characters');
  let url: URL;
  try {
    url = new URL(trimmed);
  } catch {
    return no(`expected an http or https address such as http://127.0.0.1:8000, found ${shown(trimmed)}`);
  }
  if (url.username !== '' || url.password !== '') {
    return no(
      'the address holds credentials: put the key into api_key_env, or a header into service.headers',
    );
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return no('expected an address that begins with http:// or https:// (write http:// before host:port)');
  }
  if (!/^https?:\/\//i.test(trimmed)) return no('expected two slashes after http: or https:');
  if (url.search !== '' || url.hash !== '') {
    return no('expected an address without a query (?…) or fragment (#…); query fields go into extra_body');
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '').replace(/\/+$/, '');
  return { ok: true, address: url.origin + path };
}

/**
 * As `normaliseAddress`, for addresses that the configuration check has already let through.
 * Throws RangeError for one that it has not.
 */
export function serviceAddress(text: string): string {
  const result = normaliseAddress(text);
  if (!result.ok) throw new RangeError(result.problem);
  return result.address;
}

/** True for this machine itself: localhost and its subdomains (RFC 6761), 127.0.0.0/8, ::1. Brackets are allowed. */
export function isLoopback(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  if (name === '::1' || name === '0:0:0:0:0:0:0:1') return true;
  // ::ffff:127.0.0.1, also in the form that URL gives it (::ffff:7f00:1).
  const mapped = /^::ffff:(.+)$/.exec(name)?.[1];
  if (mapped !== undefined)
    return /^127\.\d+\.\d+\.\d+$/.test(mapped) || /^7f[0-9a-f]{2}:[0-9a-f]{1,4}$/.test(mapped);
  return /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name);
}

export interface ProxyChoice {
  /** Address of the proxy with its credentials: for the connection only, never printed. Absent: direct. */
  readonly proxy?: string;
  /** One sentence for people, credentials masked. */
  readonly reason: string;
  /** A proxy is set but cannot be used: measuring must not begin. */
  readonly problem?: string;
}

/**
 * Which proxy a request to `url` takes: `service.proxy`, else HTTPS_PROXY, HTTP_PROXY (by the scheme of the address)
 * or ALL_PROXY, lower case first as curl does, unless NO_PROXY names the host. Loopback is always direct.
 */
export function proxyFor(
  url: string,
  configured: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): ProxyChoice {
  const target = new URL(url);
  if (isLoopback(target.hostname)) return { reason: 'direct: loopback never goes through a proxy' };
  if (configured !== undefined && configured.trim() !== '') return through(configured, 'service.proxy');
  const names = target.protocol === 'https:' ? ['https_proxy', 'HTTPS_PROXY'] : ['http_proxy', 'HTTP_PROXY'];
  const found = firstSet([...names, 'all_proxy', 'ALL_PROXY'], env);
  if (found === undefined) return { reason: 'direct: no proxy is set' };
  const bypass = firstSet(['no_proxy', 'NO_PROXY'], env);
  const rule = bypass === undefined ? undefined : bypassRule(target, bypass.value);
  if (bypass !== undefined && rule !== undefined) {
    return { reason: `direct: ${bypass.name} has ${shown(rule)}` };
  }
  return through(found.value, found.name);
}

/** A proxy address without its credentials. */
export function maskProxy(proxy: string): string {
  return proxy.replace(/^((?:[a-z][a-z0-9+.-]*:)?\/\/)?[^/?#]*@/i, '$1***@');
}

function through(value: string, source: string): ProxyChoice {
  const text = value.trim();
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : undefined;
  if (url === undefined || url.hostname === '') {
    return unusable(source, `${source} is no proxy address such as http://proxy.example:3128`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return unusable(
      source,
      `${source} is a ${url.protocol.slice(0, 20)} proxy; only http:// and https:// proxies work`,
    );
  }
  return { proxy: url.href.replace(/\/$/, ''), reason: `through ${maskProxy(url.origin)} (${source})` };
}

function unusable(source: string, problem: string): ProxyChoice {
  return { reason: `the proxy of ${source} cannot be used`, problem };
}

/** The entry of NO_PROXY that covers the address: *, a host, a domain suffix, an IPv4 block, each with or without a port. */
function bypassRule(target: URL, list: string): string | undefined {
  const host = target.hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  const port = target.port !== '' ? target.port : target.protocol === 'https:' ? '443' : '80';
  return list
    .slice(0, 10_000)
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .find((entry) => covers(entry.toLowerCase(), host, port));
}

function covers(entry: string, host: string, port: string): boolean {
  if (entry === '*') return true;
  const { name, port: wanted } = splitPort(entry);
  if (wanted !== undefined && wanted !== port) return false;
  const block = /^(\d+\.\d+\.\d+\.\d+)\/(\d{1,2})$/.exec(name);
  if (block?.[1] !== undefined && block[2] !== undefined) return inBlock(host, block[1], Number(block[2]));
  const suffix = name.replace(/^\*?\./, '').replace(/\.$/, '');
  return suffix !== '' && (host === suffix || host.endsWith(`.${suffix}`));
}

function splitPort(entry: string): { readonly name: string; readonly port?: string } {
  const bracketed = /^\[([0-9a-f:.]+)\](?::(\d+))?$/.exec(entry);
  const plain = /^([^:]+):(\d+)$/.exec(entry);
  const match = bracketed ?? plain;
  if (match?.[1] === undefined) return { name: entry };
  return match[2] === undefined ? { name: match[1] } : { name: match[1], port: match[2] };
}

function inBlock(host: string, network: string, bits: number): boolean {
  const address = ipv4(host);
  const base = ipv4(network);
  if (address === undefined || base === undefined || bits > 32) return false;
  const size = 2 ** (32 - bits);
  return Math.floor(address / size) === Math.floor(base / size);
}

function ipv4(text: string): number | undefined {
  const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number);
  if (parts === undefined || parts.some((part) => part > 255)) return undefined;
  return parts.reduce((sum, part) => sum * 256 + part, 0);
}

function firstSet(
  names: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): { readonly name: string; readonly value: string } | undefined {
  for (const name of names) {
    const value = env[name]?.trim();
    if (value !== undefined && value !== '') return { name, value };
  }
  return undefined;
}

function no(problem: string): AddressResult {
  return { ok: false, problem };
}

/** Credentials may stand before an @ even in texts that are no address. */
function shown(text: string): string {
  return JSON.stringify(maskProxy(text.slice(0, 100)));
}

function hasControl(text: string): boolean {
  return [...text].some((char) => char < ' ' || char === '\u007f');
}
