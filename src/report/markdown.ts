import type { Result } from '../core/result.gen.ts';

export interface CommentOptions {
  /** Page of the workflow run. */
  readonly run_url?: string;
  /** Page of the uploaded artifact. */
  readonly artifact_url?: string;
}

export function renderComment(result: Result, _options: CommentOptions = {}): string {
  return result.verdict.sentence;
}
