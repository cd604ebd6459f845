import type { Answer } from '../answer.ts';
import { oneLine } from '../answer.ts';
import { maskProxy } from '../config/address.ts';
import { GateError } from '../failure.ts';
import type { Connection } from '../ports.ts';
import { type ErrorBody, readErrorBody } from './error-body.ts';

/** What was asked, for the words of a failure. */
export interface Asked {
  readonly connection: Connection;
  readonly path: string;
  readonly model: string;
  readonly served: readonly string[];
  /** The key was sent. */
  readonly with_key: 'key' | 'no key';
}

interface Advice {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** What the socket said, as a failure that names what to check. */
export function networkFailure(error: unknown, asked: Pick<Asked, 'connection' | 'path'>): GateError {
  const codes = codesOf(error);
  const { proxy, secrets } = asked.connection;
  const text = textOf(error, secrets);
  const advice =
    proxy === undefined ? direct(codes, error, text) : viaProxy(codes, error, maskProxy(proxy), text);
  return new GateError({ kind: 'channel', ...advice, where: placeOf(asked), cause: error });
}

/** A status other than 200, as a failure that names what to check. */
export function httpFailure(answer: Answer, asked: Asked): GateError {
  const body = readErrorBody(answer, asked.connection.secrets);
  const said = body.text === '' ? 'no text' : body.text;
  const advice = statusAdvice(answer, asked, body, said);
  const location = redirectTarget(answer, asked.connection.secrets);
  return new GateError({
    kind: 'channel',
    ...advice,
    where: placeOf(asked) + (location === undefined ? '' : ` → ${location}`),
  });
}

/** HTTP 200 that is no completion. */
export function bodyFailure(advice: Advice, asked: Asked): GateError {
  return new GateError({ kind: 'channel', ...advice, where: placeOf(asked) });
}

/** HTTP 200 whose body is encoded, which we never ask for. */
export function encodedFailure(answer: Answer, asked: Asked): GateError {
  return bodyFailure(
    {
      code: 'content_encoding',
      message: `HTTP 200 with ${answer.text}`,
      hint: 'A gateway compresses whatever passes: switch that off for this path, it also delays every token.',
    },
    asked,
  );
}

/** True when the answer says that the model is unknown, in any of the usual words. */
export function saysUnknownModel(answer: Answer, body: ErrorBody): boolean {
  if (![400, 404, 422].includes(answer.status)) return false;
  if (/model_not_found|invalid_model|unknown_model/i.test(body.code ?? '')) return true;
  const about = body.param === 'model' || /\bmodels?\b/i.test(body.text);
  return (
    about &&
    /does not exist|not found|unknown|no such|not available|not supported|invalid model/i.test(body.text)
  );
}

/** True when the answer says that this model belongs to the other endpoint. */
export function saysOtherEndpoint(answer: Answer, body: ErrorBody): boolean {
  if (![400, 404, 405, 422].includes(answer.status)) return false;
  return /chat model|(?:chat\/)?completions (?:endpoint|api)|v1\/(?:chat\/)?completions/i.test(body.text);
}

const TLS: readonly (readonly [RegExp, Advice])[] = [
  [
    /DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN/,
    {
      code: 'tls_self_signed',
      message: 'the certificate of the server is self-signed or comes from a private authority',
      hint: 'Give the certificate of that authority in service.ca_file.',
    },
  ],
  [
    /CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/,
    {
      code: 'tls_expired',
      message: 'the certificate of the server is not valid at this time',
      hint: 'Renew it, and check the clock of this machine.',
    },
  ],
  [
    /ERR_TLS_CERT_ALTNAME_INVALID/,
    {
      code: 'tls_hostname',
      message: 'the certificate of the server is for another host name',
      hint: 'Use a name that the certificate holds in service.base_url.',
    },
  ],
  [
    /UNABLE_TO_|CERT_|ERR_TLS/,
    {
      code: 'tls_untrusted',
      message: 'the certificate of the server cannot be verified',
      hint: 'Give the missing authority in service.ca_file (the server may also forget to send its chain).',
    },
  ],
  [
    /ERR_SSL|EPROTO/,
    {
      code: 'tls_protocol',
      message: 'the server does not speak TLS on this port, or not a version that we accept',
      hint: 'Check whether service.base_url must begin with http:// instead of https://.',
    },
  ],
];

function direct(codes: string, error: unknown, text: string): Advice {
  const tls = TLS.find(([pattern]) => pattern.test(codes))?.[1];
  if (tls !== undefined) return tls;
  if (/ECONNREFUSED/.test(codes)) {
    return {
      code: 'connection_refused',
      message: 'the connection was refused: nothing listens at this address',
      hint: 'Check that the server runs, and the host and port of service.base_url.',
    };
  }
  if (/ENOTFOUND|EAI_AGAIN|ENODATA/.test(codes)) {
    return {
      code: 'dns',
      message: 'the host name of the address does not resolve',
      hint: 'Check the spelling of service.base_url and the name servers of this machine.',
    };
  }
  if (isTimeout(codes, error)) {
    return {
      code: 'timeout',
      message: 'no answer came in time',
      hint: 'The server may hang, be overloaded or be behind a firewall that drops packets.',
    };
  }
  if (/EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/.test(codes)) {
    return {
      code: 'unreachable',
      message: 'the network has no way to this address',
      hint: 'Check routes, firewall and VPN of this machine.',
    };
  }
  if (isInterim(error)) {
    return {
      code: 'interim_answer',
      message:
        'the server sent 100 Continue, which nobody had asked for; this HTTP client then gives the request up',
      hint: 'Switch the interim answer off in the server or gateway: requests are sent whole, without Expect.',
    };
  }
  if (/HPE_/.test(codes) || (error as Error).name === 'HTTPParserError') {
    return {
      code: 'not_http',
      message: 'what answers there does not speak HTTP',
      hint: 'Check the port, and whether service.base_url must begin with https:// instead of http://.',
    };
  }
  if (/ECONNRESET|EPIPE|UND_ERR_SOCKET/.test(codes)) {
    return {
      code: 'reset',
      message: 'the connection was closed before an answer came',
      hint: 'Check the log of the server; http:// to a port that wants https:// looks like this too.',
    };
  }
  return {
    code: 'network',
    message: `the request failed: ${text}`,
    hint: 'Check service.base_url and the network of this machine.',
  };
}

function viaProxy(codes: string, error: unknown, proxy: string, text: string): Advice {
  // undici has no codes for these (lib/dispatcher/proxy-agent.js).
  const status = /Proxy (?:response|Authentication Required) \((\d{3})\)/.exec(text)?.[1];
  if (status === '407') return proxyAuth(proxy);
  if (status !== undefined) {
    return {
      code: 'proxy_error',
      message: `the proxy ${proxy} answered ${status} and did not let us through`,
      hint: 'Check that the proxy may reach this address, or put the host into NO_PROXY.',
    };
  }
  if (/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|EHOSTUNREACH/.test(codes)) {
    return {
      code: 'proxy_unreachable',
      message: `the proxy ${proxy} cannot be reached (${codes.split(' ')[0]})`,
      hint: 'Check service.proxy, HTTP_PROXY and HTTPS_PROXY, or put the host into NO_PROXY.',
    };
  }
  const advice = direct(codes, error, text);
  return { ...advice, message: `${advice.message} (through the proxy ${proxy})` };
}

function proxyAuth(proxy: string): Advice {
  return {
    code: 'proxy_auth',
    message: `the proxy ${proxy} wants a user name and password (407)`,
    hint: 'Put them into the proxy address (http://user:password@host:port), or the host into NO_PROXY.',
  };
}

function statusAdvice(answer: Answer, asked: Asked, body: ErrorBody, said: string): Advice {
  const { status } = answer;
  const proxy = asked.connection.proxy === undefined ? undefined : maskProxy(asked.connection.proxy);
  if (status === 401) {
    const which =
      asked.with_key === 'key' ? 'the key was refused' : 'the server wants a key and none was sent';
    return {
      code: 'unauthorized',
      message: `${which} (401: ${said})`,
      hint: 'Check the variable named by service.api_key_env: right key, not expired, for this server.',
    };
  }
  if (status === 403) {
    return {
      code: 'forbidden',
      message: `the key is known but may not do this (403: ${said})`,
      hint: 'Check the rights of the key for this model, its address list, and whether a firewall answers instead.',
    };
  }
  if (status === 407) return proxyAuth(proxy ?? 'in between');
  if (saysUnknownModel(answer, body)) return unknownModel(asked, said);
  if (status === 404 || status === 405) {
    return {
      code: 'endpoint_not_found',
      message: `there is no such endpoint (${status}: ${said})`,
      hint: 'Check the path of service.base_url (with or without /v1 is the same) and service.endpoint.',
    };
  }
  if (status === 429) {
    return {
      code: 'rate_limited',
      message: `the channel limits our rate (429: ${said})`,
      hint: 'Check quota and rate limit of the key: a ladder needs the highest rate of the plan.',
    };
  }
  if (status >= 300 && status < 400) return redirectAdvice(answer);
  if (status >= 500) {
    const between = proxy === undefined ? '' : ` (the proxy ${proxy} may have answered instead)`;
    return {
      code: 'server_error',
      message: `the server failed (${status}: ${said})${between}`,
      hint: 'Check the log of the server: it may be starting, overloaded or dead behind its front end.',
    };
  }
  return {
    code: 'bad_request',
    message: `the server refused our smallest request (${status}: ${said})`,
    hint: 'Check service.extra_body, load.sampling and service.endpoint against what this server accepts.',
  };
}

function unknownModel(asked: Asked, said: string): Advice {
  const served = asked.served.slice(0, 20).map((id) => oneLine(id, asked.connection.secrets, 100));
  return {
    code: 'model_not_found',
    message: `the server does not know the model "${oneLine(asked.model, asked.connection.secrets, 100)}" (${said})`,
    hint:
      served.length === 0
        ? 'Check service.model_id; the server lists no models.'
        : `Set service.model_id to one that it serves: ${served.join(', ')}.`,
  };
}

function redirectAdvice(answer: Answer): Advice {
  const target = answer.headers['location'] ?? '';
  if (/log-?in|sign-?in|oauth|sso|saml|auth/i.test(target)) {
    return {
      code: 'login_redirect',
      message: `the server sends us to a login page (${answer.status})`,
      hint: 'The address is a page for people or behind single sign-on: use the address of the API, with a key.',
    };
  }
  return {
    code: 'redirect',
    message: `the server sends us elsewhere (${answer.status}); redirects are not followed`,
    hint: 'Put the final address into service.base_url (often https:// instead of http://).',
  };
}

/** Where a redirect leads, without query, fragment and credentials. */
function redirectTarget(answer: Answer, secrets: readonly string[]): string | undefined {
  const location = answer.headers['location'];
  if (location === undefined || answer.status < 300 || answer.status >= 400) return undefined;
  const url = URL.canParse(location) ? new URL(location) : undefined;
  return oneLine(
    url === undefined ? (location.split(/[?#]/)[0] ?? '') : url.origin + url.pathname,
    secrets,
    200,
  );
}

function placeOf(asked: Pick<Asked, 'connection' | 'path'>): string {
  return `${asked.connection.base_url}${asked.path}`;
}

function isTimeout(codes: string, error: unknown): boolean {
  return /ETIMEDOUT|UND_ERR_\w*TIMEOUT/.test(codes) || (error as Error).name === 'TimeoutError';
}

/** undici's words for a 100 Continue (lib/dispatcher/client-h1.js). */
function isInterim(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return code === 'UND_ERR_SOCKET' && message === 'bad response';
}

/** Codes of an error, its causes and its parts: sockets wrap them several times. */
function codesOf(error: unknown): string {
  const codes: string[] = [];
  const visit = (one: unknown, depth: number): void => {
    if (typeof one !== 'object' || one === null || depth > 5) return;
    const { code, cause, errors } = one as { code?: unknown; cause?: unknown; errors?: unknown };
    if (typeof code === 'string') codes.push(code);
    visit(cause, depth + 1);
    if (Array.isArray(errors)) for (const part of errors.slice(0, 5)) visit(part, depth + 1);
  };
  visit(error, 0);
  return [...new Set(codes)].join(' ');
}

function textOf(error: unknown, secrets: readonly string[]): string {
  const { cause } = error as { cause?: unknown };
  const text = error instanceof Error ? error.message : String(error);
  return oneLine(cause instanceof Error ? `${text}: ${cause.message}` : text, secrets);
}
