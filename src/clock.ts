/** Nanoseconds of the monotonic clock as seconds. */
export const seconds = (ns: bigint): number => Number(ns) / 1e9;
