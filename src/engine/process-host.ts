import type { Log } from '../ports.ts';

/** What every start on this host shares. */
export interface ProcessHost {
  readonly log: Log;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Token of this run (makeToken). */
  readonly run_token: string;
  /** File that the engine's output is appended to. */
  readonly engine_log: string;
  /** Values that must not appear in any text. */
  readonly secrets: readonly string[];
  readonly state_dir?: string;
  /** Waiting times in ms, for tests. */
  readonly times?: Partial<Times>;
}

export interface Times {
  /** No new log byte for so long ends the start. */
  readonly stall_ms: number;
  /** From SIGTERM to the engine until its group is ended. */
  readonly grace_ms: number;
  /** From SIGTERM to the group until SIGKILL. */
  readonly group_grace_ms: number;
  /** How long a foreign process may answer on our port while the engine starts. */
  readonly foreign_ms: number;
}

// vLLM waits for its clients after SIGTERM, for ever if they stay (seen with 0.32.0): hence a limit of ours.
// ROCm gets some time because a kill with queues in flight can leave GPU memory held (vLLM PR #52281).
export const TIMES: Times = { stall_ms: 300_000, grace_ms: 10_000, group_grace_ms: 5_000, foreign_ms: 2_000 };
