/** Part of the catalogue that an entry belongs to; precision and recall are measured per group. */
export type FailureGroup = 'memory' | 'device' | 'communication' | 'engine' | 'model' | 'api';

/**
 * Who has to act. `hardware` and `isolation` (somebody else's process, a stale container) are about the host and
 * never a regression of the server.
 */
export type FailureBlame =
  | 'config'
  | 'capacity'
  | 'host'
  | 'stack'
  | 'hardware'
  | 'model_access'
  | 'isolation'
  | 'client';

/**
 * How much an entry explains.
 * - root: enough by itself.
 * - general: true, but any root in the same evidence says more.
 * - consequence: only says that something else has happened.
 * - sign: stopped nothing by itself; shown next to a cause, and named only where nothing better is known.
 */
type FailureRank = 'root' | 'general' | 'consequence' | 'sign';

/**
 * One way to fail. Phrases are plain text without regard to case; `…` stands for anything between its two sides
 * on the same line. Nothing else is special, so that matching is linear in the length of the line.
 */
export interface FailureEntry {
  /** Stable; 1–94 by area, 101 and above for what vLLM says about its own arguments and what ends a process. */
  readonly number: number;
  /** Stable reason code. */
  readonly code: string;
  readonly group: FailureGroup;
  readonly blame: FailureBlame;
  readonly rank: FailureRank;
  /** Phrases of the engine's log. */
  readonly log?: readonly string[];
  /** Phrases of the kernel's log. */
  readonly kernel?: readonly string[];
  /** Phrases of what the container engine said: pull, create, State.Error. */
  readonly container?: readonly string[];
  /** Phrases of what failed requests got: `class: text`. */
  readonly request?: readonly string[];
  /** Ways to end that are explained by this entry, where no phrase says more: "exit code 2", "signal SIGKILL". */
  readonly exit?: readonly string[];
  /** The container engine says that the kernel killed it for its memory. */
  readonly oom_killed?: true;
  /** Lines with one of these phrases do not count, whatever else they hold. */
  readonly except?: readonly string[];
  /** One of these phrases must stand somewhere in the same text as well. */
  readonly needs?: readonly string[];
  /** Only where the matched phrase comes at least so often. */
  readonly at_least?: number;
  /** Further lines that belong to the proof. */
  readonly also?: readonly string[];
  /** Named groups become `{name}` in the texts. Every quantifier has an upper bound. */
  readonly facts?: readonly RegExp[];
  /** Names of our own checks and findings that this entry explains. */
  readonly checks?: readonly string[];
  /** One sentence each. Of several, the first whose `{facts}` are all known. */
  readonly cause: string | readonly string[];
  readonly remedy: string | readonly string[];
}
