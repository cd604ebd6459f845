// Whether two sides may be compared at all.
import type { FingerprintField } from './result.gen.ts';

/** One side of a comparison: what identifies it. */
export interface Subject {
  readonly fingerprint: Readonly<Record<string, FingerprintField>>;
  readonly workload_hash?: string;
  readonly simulated: boolean;
  /** Configuration with secrets masked: keys that differ between the sides are under test. */
  readonly config: Readonly<Record<string, unknown>>;
}
