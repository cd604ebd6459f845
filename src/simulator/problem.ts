/** An answer other than 200, in the shapes of vLLM 0.32. Its message goes to the client as it is. */
export class HttpProblem extends Error {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: object, headers: Readonly<Record<string, string>> = {}) {
    super(`HTTP ${status}`);
    this.name = 'HttpProblem';
    this.status = status;
    this.body = JSON.stringify(body);
    this.headers = headers;
  }
}

interface ErrorText {
  readonly status: number;
  readonly message: string;
  readonly type: string;
  readonly param?: string | undefined;
}

/** The object behind `error`, also inside a stream. */
export function errorObject(text: ErrorText): object {
  return {
    error: { message: text.message, type: text.type, param: text.param ?? null, code: text.status },
  };
}

export function apiProblem(text: ErrorText): HttpProblem {
  return new HttpProblem(text.status, errorObject(text));
}

/** A value that the server understood and refuses (vLLM: BadRequestError). */
export function badValue(message: string, param: string, value?: string): HttpProblem {
  const suffix = value === undefined ? ` (parameter=${param})` : ` (parameter=${param}, value=${value})`;
  return apiProblem({ status: 400, message: message + suffix, type: 'BadRequestError', param });
}

/** A body that does not have the wanted shape (vLLM: pydantic's text under "Bad Request"). */
export function badShape(detail: string, param?: string): HttpProblem {
  return apiProblem({ status: 400, message: `1 validation error:\n  ${detail}`, type: 'Bad Request', param });
}

/** Error of a dead engine core, word for word, so that triage of real logs and streams works on it. */
export const ENGINE_DEAD = {
  status: 500,
  message: 'EngineCore encountered an issue. See stack trace (above) for the root cause.',
  type: 'InternalServerError',
} as const;
