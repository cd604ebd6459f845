// Candidate against baseline.

/** Section `compare` of the configuration. */
export interface CompareOptions {
  readonly baseline: string;
  readonly required: boolean;
  readonly metrics: readonly string[];
  readonly rates?: readonly number[];
  readonly margins: Readonly<Record<string, number>>;
  readonly confidence: number;
  readonly under_test: readonly string[];
}
