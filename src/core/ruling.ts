import type { ValidityState } from './result.gen.ts';

/** A run is valid for a rule, or not, or nobody can say, or the rule has no meaning here. */
export interface Ruling {
  readonly state: ValidityState;
  readonly message: string;
  readonly numbers?: Readonly<Record<string, number>>;
}

export function valid(message: string): Ruling {
  return { state: 'valid', message };
}

export function invalid(message: string): Ruling {
  return { state: 'invalid', message };
}

export function unknown(message: string): Ruling {
  return { state: 'unknown', message };
}

export function notApplicable(message: string): Ruling {
  return { state: 'not_applicable', message };
}
