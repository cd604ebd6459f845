/** What went wrong, for people and for the exit code. Findings about performance are data, not failures. */
export type FailureKind =
  /** Usage or configuration: nothing was measured. */
  | 'config'
  /** The engine did not start, or its host is broken. */
  | 'engine'
  /** The server or channel did not answer as an OpenAI-compatible service. */
  | 'channel'
  /** Files or permissions on the machine that runs us. */
  | 'host'
  /** Stopped by the user or by a cancelled job. */
  | 'cancelled';

/** Exit code of a failure kind (design: usage 2, everything that prevented a measurement 5). */
export const FAILURE_EXIT_CODE: Readonly<Record<FailureKind, 2 | 5>> = {
  config: 2,
  engine: 5,
  channel: 5,
  host: 5,
  cancelled: 5,
};

/** Exit code of a fault of our own. Never masked by --fail-on. */
export const BUG_EXIT_CODE = 70;

export interface FailureText {
  readonly kind: FailureKind;
  /** One sentence: what was expected and what was found. */
  readonly message: string;
  /** Where: a file and position, a configuration path, an address without secrets. */
  readonly where?: string;
  /** What to do next. */
  readonly hint?: string;
  /** Stable reason code such as `model_not_found`; findings carry it. */
  readonly code?: string;
  /** Code of the failure catalogue (core/failure-catalogue.ts), or `unknown`; absent: not asked. */
  readonly cause_code?: string;
  /** Lines that prove it, for example the end of the engine's log. */
  readonly evidence?: readonly string[];
  readonly cause?: unknown;
}

/** An expected problem that ends the run; caught once, at the entry or in the story. */
export class GateError extends Error {
  readonly kind: FailureKind;
  readonly where: string | undefined;
  readonly hint: string | undefined;
  readonly code: string;
  readonly cause_code: string | undefined;
  readonly evidence: readonly string[];

  constructor(text: FailureText) {
    super(text.message, text.cause === undefined ? undefined : { cause: text.cause });
    this.name = 'GateError';
    this.kind = text.kind;
    this.where = text.where;
    this.hint = text.hint;
    this.code = text.code ?? text.kind;
    this.cause_code = text.cause_code;
    this.evidence = text.evidence ?? [];
  }
}

/** One line per part: message, where, what to do. Evidence follows indented. */
export function explain(error: GateError): string {
  const lines = [error.message];
  if (error.where !== undefined) lines.push(`  at ${error.where}`);
  if (error.hint !== undefined) lines.push(`  ${error.hint}`);
  for (const line of error.evidence) lines.push(`  | ${line}`);
  return lines.join('\n');
}
