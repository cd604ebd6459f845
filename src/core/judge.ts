// From evidence to the verdict.
import type { Budget } from './budget.ts';
import type { Subject } from './comparability.ts';
import type { CompareOptions } from './compare.ts';
import type { Rung } from './plan.ts';
import type {
  Capacity,
  Cell,
  Comparison,
  Finding,
  RequestRecord,
  Result,
  RungResult,
  RunVerdict,
  ValidityCheck,
} from './result.gen.ts';
import type { EngineKind } from './validity.ts';
import type { RunFailure } from './verdict.ts';

/** Everything that a verdict may rest on. */
export interface Evidence {
  readonly budgets: readonly Budget[];
  /** Section `compare` of the configuration as it is. */
  readonly compare: CompareOptions;
  /** validity.strict */
  readonly strict: boolean;
  readonly engine_kind: EngineKind;
  /** Every rung that was planned, gating and exploring, each run. */
  readonly planned: readonly Rung[];
  /** What became of them, in any order; a rung that was not run may be left out or given by `notRun`. */
  readonly rungs: readonly {
    readonly result: RungResult;
    readonly records: readonly RequestRecord[];
  }[];
  /** From `checkRun` in validity.ts. */
  readonly run_checks: readonly ValidityCheck[];
  /** Absent: no baseline was asked for or found. */
  readonly baseline?: BaselineEvidence;
  /** This run, as a side of the comparison. */
  readonly candidate: Subject;
  /** Present when the run ended before its plan was done. */
  readonly failure?: RunFailure;
}

export interface BaselineEvidence {
  readonly source: string;
  readonly results: readonly { readonly path: string; readonly result: Result }[];
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
}

/** The judged part of result.json. */
export interface Judgement {
  readonly cells: readonly Cell[];
  readonly findings: readonly Finding[];
  readonly comparison: Comparison;
  readonly capacity: Capacity;
  readonly knee?: number;
  readonly verdict: RunVerdict;
}

/** Judges a run. Pure: the same evidence gives the same judgement. Missing evidence never passes. */
export function judge(evidence: Evidence): Judgement {
  throw new Error(`not yet written for ${evidence.engine_kind}`);
}
