/** One sample of a Prometheus text page. */
export interface Sample {
  readonly labels: ReadonlyMap<string, string>;
  readonly value: number;
}

/** Samples by metric name. */
export type Metrics = ReadonlyMap<string, readonly Sample[]>;

/** Most samples kept of one page: a hostile page must not fill our memory. */
const MAX_SAMPLES = 20_000;
const MAX_LINE = 16_384;

/**
 * Samples of the wanted names in a text page (Prometheus text format 0.0.4 and OpenMetrics 1.0). Lines that do
 * not parse, values that are not finite and everything unwanted are left out.
 */
export function parseMetrics(text: string, wanted: ReadonlySet<string>): Metrics {
  const found = new Map<string, Sample[]>();
  let samples = 0;
  let start = 0;
  while (start < text.length && samples < MAX_SAMPLES) {
    let end = text.indexOf('\n', start);
    if (end < 0) end = text.length;
    const line = text.slice(start, Math.min(end, start + MAX_LINE));
    start = end + 1;
    const name = nameOf(line);
    if (name === undefined || !wanted.has(name)) continue;
    const sample = sampleOf(line.slice(name.length));
    if (sample === undefined) continue;
    samples += 1;
    const list = found.get(name);
    if (list === undefined) found.set(name, [sample]);
    else list.push(sample);
  }
  return found;
}

function nameOf(line: string): string | undefined {
  return /^[A-Za-z_:][A-Za-z0-9_:]*/.exec(line)?.[0];
}

/** `{engine="0",model_name="tiny"} 98.0 [timestamp]` after the name. */
function sampleOf(rest: string): Sample | undefined {
  const labels = new Map<string, string>();
  let position = 0;
  if (rest.startsWith('{')) {
    const pattern = /[,\s]*([A-Za-z_][A-Za-z0-9_]*)\s*=\s*"((?:[^"\\]|\\.)*)"/y;
    position = 1;
    for (;;) {
      pattern.lastIndex = position;
      const match = pattern.exec(rest);
      if (match === null) break;
      const [all, key = '', value = ''] = match;
      labels.set(key, unquoted(value));
      position += all.length;
    }
    const close = /^[,\s]*\}/.exec(rest.slice(position));
    if (close === null) return undefined;
    position += close[0].length;
  }
  const number = /^[ \t]+([^\s]+)(?:[ \t]+[^\s]+)?[ \t]*(?:#.*)?\r?$/.exec(rest.slice(position))?.[1];
  // Number('') and Number('0x1f') are numbers, and NaN and +Inf are legal here: none of them is a count of ours.
  if (number === undefined || !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(number)) return undefined;
  const value = Number(number);
  return Number.isFinite(value) ? { labels, value } : undefined;
}

function unquoted(text: string): string {
  return text.replace(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char));
}
