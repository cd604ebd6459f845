import type { Result } from '../core/result.gen.ts';

export function renderHtml(result: Result): string {
  return result.verdict.sentence;
}
