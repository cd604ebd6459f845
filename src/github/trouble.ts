import { setTimeout as sleep } from 'node:timers/promises';

/** Why GitHub did not do what it was asked, in words that say what to change. */
export interface Trouble {
  readonly code:
    | 'read_only_token'
    | 'bad_token'
    | 'not_found'
    | 'refused'
    | 'rate_limited'
    | 'server_error'
    | 'network'
    | 'unknown';
  readonly message: string;
  /** Worth another try, after so many seconds. */
  readonly retry_after_s?: number;
}

const MAX_WAIT_S = 60;
const TRIES = 3;

/**
 * Runs `work` again for troubles that pass by themselves: server errors, the network, a rate limit that ends
 * within a minute. Rejects with the last error; `signal` ends the waiting.
 */
export async function withRetries<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const { code, retry_after_s } = troubleOf(error);
      if (retry_after_s === undefined || attempt >= TRIES || signal.aborted) throw error;
      const wait_s = code === 'rate_limited' ? retry_after_s : retry_after_s * attempt;
      await sleep(wait_s * 1000, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) throw error;
    }
  }
}

/** Reads an error of octokit, of the artifact client or of the network. `now_s`: Unix time, for rate limits. */
export function troubleOf(error: unknown, now_s: number = Date.now() / 1000): Trouble {
  const { status, said, headers } = partsOf(error);
  const because = said === '' ? '' : ` (${said})`;
  const limit = rateLimit(status, said, headers, now_s);
  if (limit !== undefined) {
    const message = `GitHub's rate limit was reached${because}. The next run tries again.`;
    return { code: 'rate_limited', message, ...(limit <= MAX_WAIT_S && { retry_after_s: limit }) };
  }
  if (status === undefined) {
    if (!isNetwork(error)) return { code: 'unknown', message: `Unexpected: ${said}` };
    const message = `GitHub cannot be reached${because}. Check network and proxy of the runner and GITHUB_API_URL.`;
    return { code: 'network', message, retry_after_s: 1 };
  }
  switch (true) {
    case status === 401:
      return {
        code: 'bad_token',
        message: `GitHub does not accept the token${because}. Check the input github-token.`,
      };
    case status === 403:
      return {
        code: 'read_only_token',
        message: `The token may not write here${because}. Give the job "permissions: pull-requests: write"; pull requests from forks get a read-only token whatever the workflow says, the job summary has the report.`,
      };
    case status === 404:
      return {
        code: 'not_found',
        message: `GitHub found no such pull request or comment${because}, or the token may not see it. Check the repository and "permissions: pull-requests: write".`,
      };
    case status >= 500:
      return {
        code: 'server_error',
        message: `GitHub answered with ${status}${because}. The next run tries again.`,
        retry_after_s: 1,
      };
    default:
      return {
        code: 'refused',
        message: `GitHub refused the request with ${status}${because}. The pull request may be locked; the job summary has the report.`,
      };
  }
}

interface Parts {
  readonly status: number | undefined;
  readonly said: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

function partsOf(error: unknown): Parts {
  const { status, response, message } = (
    typeof error === 'object' && error !== null ? error : { message: error }
  ) as { status?: unknown; response?: { headers?: Readonly<Record<string, unknown>> }; message?: unknown };
  const isHttp = typeof status === 'number' && status >= 300 && response !== undefined;
  // What octokit appends is an address of the documentation.
  const said = String(message ?? '').split(' - https://')[0] ?? '';
  return { status: isHttp ? status : undefined, said: said.slice(0, 200), headers: response?.headers ?? {} };
}

/** Seconds until the limit ends; undefined when this is no rate limit. */
function rateLimit(
  status: number | undefined,
  said: string,
  headers: Parts['headers'],
  now_s: number,
): number | undefined {
  const after = Number(headers['retry-after'] ?? Number.NaN);
  const isPrimary = headers['x-ratelimit-remaining'] === '0';
  const isLimit =
    status === 429 || (status === 403 && (/rate limit/i.test(said) || Number.isFinite(after) || isPrimary));
  if (!isLimit) return undefined;
  if (Number.isFinite(after)) return Math.max(0, after);
  const reset = Number(headers['x-ratelimit-reset'] ?? Number.NaN);
  // GitHub asks to wait at least a minute where it does not say how long.
  return isPrimary && Number.isFinite(reset) ? Math.max(1, reset - now_s) : MAX_WAIT_S;
}

/** octokit reports a failed connection as status 500 without a response; others carry a code. */
function isNetwork(error: unknown): boolean {
  const { status, cause, code, name } = (typeof error === 'object' && error !== null ? error : {}) as {
    status?: unknown;
    cause?: unknown;
    code?: unknown;
    name?: unknown;
  };
  const hasCode = (value: unknown): boolean =>
    typeof value === 'string' && /^(E[A-Z]+|UND_ERR_\w+|CERT_\w+|DEPTH_\w+|SELF_SIGNED\w*)$/.test(value);
  if (
    status === 500 ||
    hasCode(code) ||
    name === 'TimeoutError' ||
    name === 'AbortError' ||
    name === 'NetworkError'
  )
    return true;
  return cause !== undefined && isNetwork(cause);
}
