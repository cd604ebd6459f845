/** Due times of one rung, computed before it starts. */
export interface Schedule {
  /** Integer nanoseconds since the start of the rung, ascending. */
  readonly due_ns: readonly number[];
  readonly arrival: 'poisson' | 'poisson_free' | 'gamma' | 'constant';
  readonly rate: number;
  readonly seed: number;
  /** N / rate. */
  readonly planned_duration_s: number;
}
