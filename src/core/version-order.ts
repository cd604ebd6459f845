// Versions as vLLM, ROCm, torch and drivers write them, compared by numbers and not by letters.

/** A version in parts; see parseVersion. */
export interface Version {
  readonly release: readonly number[];
  /** Rank of a pre-release (a, b, rc) and its number; absent: none. */
  readonly pre?: readonly [number, number];
  readonly post?: number;
  readonly dev?: number;
  /** What follows + or a dash: build, commit, ROCm of a wheel. Not part of the order. */
  readonly local: string;
}

const PRE_RANK: Readonly<Record<string, number>> = {
  a: 0,
  alpha: 0,
  b: 1,
  beta: 1,
  c: 2,
  rc: 2,
  pre: 2,
  preview: 2,
};
const MAX_LENGTH = 200;

/**
 * Reads `0.14.0+rocm700`, `0.28.1rc1.dev199+g7c5dc571c.rocm723` (PEP 440), `7.2.3-81` (/opt/rocm/.info/version) and
 * `6.8.0-79-generic` (kernels). Undefined for anything else: a banner is no version.
 */
export function parseVersion(text: string): Version | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const match =
    /^v?(\d{1,9}(?:\.\d{1,9}){0,7})(?:[._-]?(a|alpha|b|beta|c|rc|pre|preview)[._-]?(\d{0,9}))?(?:[._-]?post[._-]?(\d{0,9}))?(?:[._-]?dev[._-]?(\d{0,9}))?(?:[+-]([0-9a-z][0-9a-z._+-]*))?$/i.exec(
      text.trim(),
    );
  const [, release, pre, preNumber, post, dev, local] = match ?? [];
  if (release === undefined) return undefined;
  return {
    release: release.split('.').map(Number),
    ...(pre === undefined
      ? {}
      : { pre: [PRE_RANK[pre.toLowerCase()] ?? 0, Number(preNumber ?? 0)] as const }),
    ...(post === undefined ? {} : { post: Number(post) }),
    ...(dev === undefined ? {} : { dev: Number(dev) }),
    local: (local ?? '').toLowerCase(),
  };
}

/** Order of PEP 440 without the local part: dev < a < b < rc < release < post; missing numbers are 0. */
export function compareVersions(one: Version, other: Version): number {
  const length = Math.max(one.release.length, other.release.length);
  for (let i = 0; i < length; i++) {
    const order = (one.release[i] ?? 0) - (other.release[i] ?? 0);
    if (order !== 0) return Math.sign(order);
  }
  for (const [a, b] of pairs(keyOf(one), keyOf(other))) {
    if (a !== b) return a < b ? -1 : 1;
  }
  return 0;
}

/** True when the release begins with these numbers: 7.0 is the beginning of 7.0.2 and of 7. */
export function beginsWith(version: Version, release: readonly number[]): boolean {
  return release.every((number, i) => (version.release[i] ?? 0) === number);
}

/** Everything after the release, each larger when later. */
function keyOf({ pre, post, dev }: Version): readonly number[] {
  // A development build without pre-release comes before all of them, a release after all.
  const rank = pre === undefined ? (dev !== undefined && post === undefined ? -1 : 9) : pre[0];
  return [rank, pre?.[1] ?? 0, post ?? -1, dev ?? Number.MAX_SAFE_INTEGER];
}

function pairs(one: readonly number[], other: readonly number[]): readonly (readonly [number, number])[] {
  return one.map((value, i) => [value, other[i] ?? 0]);
}
