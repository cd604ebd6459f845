// The texts that an engine left behind, ready to be searched for phrases.
import { type LogLine, logLines } from './log-lines.ts';
import type { EngineSettings } from './triage-facts.ts';

/** Everything that may say why an engine failed. Text from outside, never trusted. */
export interface FailureEvidence {
  readonly log?: string;
  /** Kernel log of the same time. */
  readonly kernel_log?: string;
  /** PCI addresses of the GPUs of this run: kernel lines about other GPUs do not count. */
  readonly gpu_bdfs?: readonly string[];
  /** "exit code 1", "signal SIGKILL", or both with a comma. */
  readonly exit?: string;
  readonly container?: { readonly oom_killed?: boolean; readonly error?: string };
  /** What failed requests got: `class: text`. */
  readonly requests?: readonly string[];
  /** Nothing moved any more: things that only make slow become the likely cause. */
  readonly stalled?: boolean;
  readonly settings?: EngineSettings;
}

type SourceName = 'container' | 'log' | 'kernel' | 'request';
const SOURCES: readonly SourceName[] = ['container', 'log', 'kernel', 'request'];

/** One text, ready to be searched. */
export interface Source {
  readonly name: SourceName;
  readonly lines: readonly LogLine[];
  readonly lower: string;
  /** Where each line begins in `lower`. */
  readonly starts: readonly number[];
}

/** So many lines prove anything. */
const MAX_HITS = 200;

/** Every text that there is, as lines; kernel lines about other people's GPUs are left out. */
export function readSources(evidence: FailureEvidence): readonly Source[] {
  const texts: Readonly<Record<SourceName, string | undefined>> = {
    container: evidence.container?.error,
    log: evidence.log,
    kernel: evidence.kernel_log,
    request: evidence.requests?.join('\n'),
  };
  return SOURCES.flatMap((name) => {
    const text = texts[name];
    if (text === undefined || text.trim() === '') return [];
    const all = logLines(text);
    const lines = name === 'kernel' ? all.filter((line) => concernsUs(line.text, evidence.gpu_bdfs)) : all;
    const lowered = lines.map((line) => line.text.toLowerCase());
    const starts: number[] = [];
    let at = 0;
    for (const line of lowered) {
      starts.push(at);
      at += line.length + 1;
    }
    return [{ name, lines, lower: lowered.join('\n'), starts }];
  });
}

/** False for a kernel line about a GPU that is not of this run. */
function concernsUs(line: string, bdfs: readonly string[] | undefined): boolean {
  if (bdfs === undefined || bdfs.length === 0) return true;
  const bdf = /amdgpu (?<bdf>[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-9a-f])/i.exec(line)?.groups?.['bdf'];
  return bdf === undefined || bdfs.some((ours) => ours.toLowerCase() === bdf.toLowerCase());
}

/** Lines that hold the parts of a phrase in their order. */
export function linesWith(phrase: string, source: Source): readonly number[] {
  const parts = phrase
    .toLowerCase()
    .split('…')
    .map((part) => part.trim());
  const longest = parts.reduce((a, b) => (b.length > a.length ? b : a), '');
  const lines: number[] = [];
  let at = source.lower.indexOf(longest);
  while (at >= 0 && lines.length < MAX_HITS) {
    const line = lineAt(source.starts, at);
    if (parts.length === 1 || inOrder(parts, lowerLine(source, line))) lines.push(line);
    const next = source.starts[line + 1];
    if (next === undefined) break;
    at = source.lower.indexOf(longest, next);
  }
  return lines;
}

function inOrder(parts: readonly string[], line: string): boolean {
  let from = 0;
  for (const part of parts) {
    const at = line.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return true;
}

export function lowerLine(source: Source, line: number): string {
  const start = source.starts[line] ?? 0;
  const next = source.starts[line + 1];
  return source.lower.slice(start, next === undefined ? undefined : next - 1);
}

/** The line in which a position stands. */
function lineAt(starts: readonly number[], position: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}
