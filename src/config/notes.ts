// What the cross-field rules say and learn while the configuration is put together.
import type { Problem } from './raw.ts';

/** Collects problems, warnings and secrets; knows which values were refused already. */
export interface Notes {
  /** A rule that is broken. Silent where the value at the path was refused before: one fault, one problem. */
  problem(path: string, message: string): void;
  warn(text: string): void;
  /** A value that must never be printed. */
  secret(value: string): void;
  /** The value of this `section.key` was given but refused: rules that depend on it say nothing. */
  refused(path: string): boolean;
}

export interface CollectedNotes extends Notes {
  readonly problems: readonly Problem[];
  readonly warnings: readonly string[];
  readonly secrets: readonly string[];
}

export function collectNotes(refusedPaths: readonly string[]): CollectedNotes {
  const refusedSet = new Set(refusedPaths);
  const problems: Problem[] = [];
  const warnings: string[] = [];
  const secrets = new Set<string>();
  return {
    problem(path, message) {
      if (!refusedSet.has(path)) problems.push({ path, message });
    },
    warn(text) {
      if (!warnings.includes(text)) warnings.push(text);
    },
    secret(value) {
      if (value !== '') secrets.add(value);
    },
    refused: (path) => refusedSet.has(path) || refusedSet.has(path.split('.', 1)[0] ?? ''),
    problems,
    warnings,
    get secrets() {
      return [...secrets];
    },
  };
}
