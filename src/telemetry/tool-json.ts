/**
 * Every JSON value in what a tool printed: warnings may stand before it, text after it, and it may be printed twice
 * (ROCm/amdsmi#168, #184). Nothing is found in output that was cut short.
 */
export function jsonValues(output: string): readonly unknown[] {
  const values: unknown[] = [];
  let from = 0;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const start = nextStart(output, from);
    if (start === undefined) break;
    const end = matchingEnd(output, start);
    // A document that never closes was cut short: the parts of it that are whole would pass for all of it.
    if (end === undefined && (start === 0 || output[start - 1] === '\n')) break;
    const value = end === undefined ? undefined : parsed(output.slice(start, end));
    if (value === undefined || end === undefined) {
      from = start + 1;
    } else {
      values.push(value);
      from = end;
    }
  }
  return values;
}

/** An own field of an object; undefined for anything else, whatever the tool printed. */
export function field(value: unknown, ...names: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  for (const name of names) {
    if (Object.hasOwn(value, name)) return (value as Readonly<Record<string, unknown>>)[name];
  }
  return undefined;
}

/**
 * A reading: a number, a numeric string, or { value, unit }. "N/A" in any of these places is no reading. Negative and
 * non-finite values are none either: nothing that is read here can be below zero.
 */
export function reading(value: unknown): { readonly value: number; readonly unit?: string } | undefined {
  const inner = field(value, 'value');
  if (inner !== undefined) {
    const number = reading(inner);
    const unit = field(value, 'unit');
    return number === undefined || typeof unit !== 'string' ? number : { value: number.value, unit };
  }
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? { value } : undefined;
  if (typeof value !== 'string') return undefined;
  const match = /^\s*(\d{1,18}(?:\.\d{1,12})?)\s*([A-Za-z%/°]{0,10})\s*$/.exec(value);
  if (match?.[1] === undefined) return undefined;
  return match[2] ? { value: Number(match[1]), unit: match[2] } : { value: Number(match[1]) };
}

/** Text of a field; "N/A" and empty text are none. */
export function word(value: unknown): string | undefined {
  if (typeof value !== 'string' || value === '' || value === 'N/A') return undefined;
  return value.slice(0, 200);
}

const MAX_TRIES = 100;

function nextStart(text: string, from: number): number | undefined {
  for (let at = from; at < text.length; at += 1) {
    const char = text[at];
    if (char === '{' || char === '[') return at;
  }
  return undefined;
}

/** Index after the bracket that closes the one at `start`; strings are stepped over. */
function matchingEnd(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (inString) {
      if (char === '\\') at += 1;
      else if (char === '"') inString = false;
    } else if (char === '"') inString = true;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
