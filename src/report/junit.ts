import type { Result } from '../core/result.gen.ts';

export function renderJunit(result: Result): string {
  return result.verdict.sentence;
}
