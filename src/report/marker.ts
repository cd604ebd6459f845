/** Hidden last line of a comment: which group it belongs to and which run wrote it. */
export interface Marker {
  /** One sticky comment for each. */
  readonly group: string;
  /** Head commit of the pull request that was measured. */
  readonly head: string;
  /** Number of the workflow run; it grows with time. */
  readonly run: number;
  readonly attempt: number;
  /** Verdict and reason code, to see whether something changed. */
  readonly state: string;
}

const PREFIX = '<!-- instinct-gate:';
const LINE = /^<!-- instinct-gate:group=(\S*) head=(\S*) run=(\d{1,15}) attempt=(\d{1,6}) state=(\S*) -->$/;

/** One line; values are percent-encoded, so that nothing in them can end the HTML comment. */
export function formatMarker(marker: Marker): string {
  const { group, head, run, attempt, state } = marker;
  return `${PREFIX}group=${encode(group)} head=${encode(head)} run=${run} attempt=${attempt} state=${encode(state)} -->`;
}

/** The marker of a comment; only its last line counts, the text above may hold anything. */
export function parseMarker(body: string): Marker | undefined {
  const line = body.trimEnd().split('\n').at(-1) ?? '';
  const match = LINE.exec(line.trim());
  if (match === null) return undefined;
  const [group, head, state] = [match[1], match[2], match[5]].map(decode);
  if (group === undefined || head === undefined || state === undefined) return undefined;
  return { group, head, run: Number(match[3]), attempt: Number(match[4]), state };
}

const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed().slice(0, 200).toWellFormed()).replaceAll('-', '%2D');

function decode(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
