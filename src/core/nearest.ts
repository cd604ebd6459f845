// "Did you mean": the known name that is closest to an unknown one.

/** Names longer than this are never typing errors of ours, and the distance is quadratic. */
const MAX_LENGTH = 64;

/**
 * Nearest known name, or undefined where nothing is near: at most a third of the letters differ
 * (an exchange of two neighbours is one difference). Case, `-` and `_` make no difference. Ties: the first known.
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const wanted = simplified(name);
  if (wanted === '') return undefined;
  let nearest: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    if (candidate.length > MAX_LENGTH) continue;
    const other = simplified(candidate);
    const distance = editDistance(wanted, other);
    const allowed = Math.max(1, Math.floor(Math.max(wanted.length, other.length) / 3));
    if (distance <= allowed && distance < least) {
      least = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

/** Nearest of some numbers; ties: the smaller one. Undefined for an empty list. */
export function nearestNumber(value: number, known: readonly number[]): number | undefined {
  const distance = (candidate: number): number => Math.abs(candidate - value);
  return [...known].sort((a, b) => distance(a) - distance(b) || a - b)[0];
}

function simplified(name: string): string {
  return name.toLowerCase().replaceAll('-', '_').trim();
}

/** Optimal string alignment distance: insert, delete, replace, exchange neighbours. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        best = Math.min(best, at(beforeLast, j - 2) + 1);
      }
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
