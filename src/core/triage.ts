// From what an engine left behind to one cause, one remedy and the lines that prove it.
import type { FailureBlame, FailureEntry, FailureGroup } from './catalogue/entry.ts';
import { FAILURES } from './failure-catalogue.ts';
import { type LogLine, logLines, shortLine } from './log-lines.ts';
import { probableErrors } from './probable-errors.ts';
import { type EngineSettings, fillText, type MatchedLine, triageFacts } from './triage-facts.ts';

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

/** The answer, as plain data. */
export interface Triage {
  readonly state: 'known' | 'unknown';
  /** Reason code of the catalogue, or `unknown`. */
  readonly code: string;
  readonly number?: number;
  readonly group?: FailureGroup;
  readonly blame?: FailureBlame;
  /** One sentence. */
  readonly cause: string;
  /** One sentence. */
  readonly remedy: string;
  /** Of an unknown cause: the first specific error of the log. */
  readonly first_error?: string;
  /** At most ten lines that prove it, or the most probable ones. */
  readonly evidence: readonly string[];
}

const MAX_EVIDENCE = 10;
const SCORE = { root: 30, general: 20, consequence: 10, sign: 0 } as const;
/** A way to end says less than any phrase of the same rank. */
const ONLY_EXIT = 8;
/** The kernel sees broken hardware first-hand. */
const HARDWARE_IN_KERNEL = 5;
/** What vLLM only warned of may have been harmless. */
const ONLY_WARNED = 5;
/** Things that only make slow, when nothing moves. */
const STALLING: Readonly<Record<string, number>> = {
  aiter_build_lock: 27,
  aiter_jit: 26,
  worker_stuck: 25,
  iommu: 24,
};
const MAX_HITS = 200;

type SourceName = 'container' | 'log' | 'kernel' | 'request';
const SOURCES: readonly SourceName[] = ['container', 'log', 'kernel', 'request'];

/** One text, ready to be searched. */
interface Source {
  readonly name: SourceName;
  readonly lines: readonly LogLine[];
  readonly lower: string;
  /** Where each line begins in `lower`. */
  readonly starts: readonly number[];
}

interface Match {
  readonly entry: FailureEntry;
  readonly score: number;
  /** Position for ties: source, then line. */
  readonly source: number;
  readonly line: number;
  readonly found: readonly MatchedLine[];
}

/**
 * Names the root cause: of everything that matches, what explains most, and of equals the first in the log.
 * Linear in the length of the evidence. Without a match the answer says so and shows the most probable lines.
 */
export function triage(evidence: FailureEvidence): Triage {
  const sources = readSources(evidence);
  const matches = FAILURES.flatMap((entry) => matchEntry(entry, sources, evidence)).sort(
    (a, b) => b.score - a.score || a.source - b.source || a.line - b.line || a.entry.number - b.entry.number,
  );
  const log = sources.find(({ name }) => name === 'log');
  const errors = log === undefined ? [] : probableErrors(log.lines.map(({ text }) => text));
  const best = matches[0];
  if (best === undefined || best.score <= SCORE.sign) return unknown(evidence, sources, errors, matches);
  // A wrapper next to an error of its own that nobody knows: the error is the answer, as far as there is one.
  if (best.score <= SCORE.consequence && errors.length > 0) {
    return unknown(evidence, sources, errors, matches);
  }
  const facts = triageFacts({
    found: best.found,
    patterns: best.entry.facts ?? [],
    log: log?.lines ?? [],
    settings: evidence.settings ?? {},
  });
  return {
    state: 'known',
    code: best.entry.code,
    number: best.entry.number,
    group: best.entry.group,
    blame: best.entry.blame,
    cause: fillText(best.entry.cause, facts),
    remedy: fillText(best.entry.remedy, facts),
    evidence: proof(best, matches, evidence, best.score < SCORE.root ? errors : []),
  };
}

/** True when the machine or somebody else on it is to blame: no statement about the server. */
export function blamesHost({ blame }: Triage): boolean {
  return blame === 'hardware' || blame === 'isolation';
}

/** What a triage adds to the sentence that says what happened: the cause, or the first error that nobody knows. */
export function causeText(found: Triage): string | undefined {
  return found.state === 'known' ? found.cause.replace(/\.$/, '') : found.first_error;
}

/** Cause and remedy of a check or finding of ours, by its name. */
export function adviceFor(check: string): { readonly cause: string; readonly remedy: string } | undefined {
  const entry = FAILURES.find(({ checks }) => checks?.includes(check) === true);
  if (entry === undefined) return undefined;
  return { cause: fillText(entry.cause, {}), remedy: fillText(entry.remedy, {}) };
}

// ---- reading ------------------------------------------------------------------------------------------------

function readSources(evidence: FailureEvidence): readonly Source[] {
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

// ---- matching -----------------------------------------------------------------------------------------------

function matchEntry(entry: FailureEntry, sources: readonly Source[], evidence: FailureEvidence): Match[] {
  const found: { source: number; line: number; shown: MatchedLine }[] = [];
  for (const [position, source] of sources.entries()) {
    for (const line of hits(entry, source)) {
      const shown = source.lines[line];
      if (shown !== undefined) {
        found.push({ source: position, line, shown: { ...shown, from: source.name } });
      }
    }
  }
  const stalling = evidence.stalled === true ? STALLING[entry.code] : undefined;
  const enough = stalling === undefined ? (entry.at_least ?? 1) : 1;
  const oomKilled = entry.oom_killed === true && wasOomKilled(evidence);
  const first = found[0];
  // The kernel also kills other people's processes.
  const isOthers =
    entry.oom_killed === true && found.every(({ shown }) => shown.from === 'kernel') && !wasKilled(evidence);
  if (first !== undefined && found.length >= enough && !isOthers) {
    const warned = found.every(({ shown }) => shown.level === 'WARNING');
    const inKernel = entry.blame === 'hardware' && found.some(({ shown }) => shown.from === 'kernel');
    return [
      {
        entry,
        score:
          stalling ??
          SCORE[entry.rank] +
            (inKernel ? HARDWARE_IN_KERNEL : 0) -
            (warned && entry.rank !== 'sign' ? ONLY_WARNED : 0),
        source: first.source,
        line: first.line,
        found: found.map(({ shown }) => shown),
      },
    ];
  }
  if (oomKilled) return [{ entry, score: SCORE[entry.rank], source: 0, line: 0, found: [] }];
  if (endedWith(evidence).some((way) => entry.exit?.includes(way) === true)) {
    return [{ entry, score: SCORE[entry.rank] - ONLY_EXIT, source: sources.length, line: 0, found: [] }];
  }
  return [];
}

/** "exit code 137, signal SIGKILL" names two ways at once. */
function endedWith({ exit }: FailureEvidence): readonly string[] {
  return exit?.split(', ') ?? [];
}

function wasOomKilled({ container, exit }: FailureEvidence): boolean {
  return container?.oom_killed === true || exit?.includes('OOMKilled') === true;
}

/** True when the engine or one of its processes was killed from outside. */
function wasKilled(evidence: FailureEvidence): boolean {
  const killed = endedWith(evidence).some((way) => way === 'exit code 137' || way === 'signal SIGKILL');
  return (
    killed ||
    wasOomKilled(evidence) ||
    /died unexpectedly|EngineDeadError|exit code: -9/.test(evidence.log ?? '')
  );
}

/** Numbers of the lines of a source that an entry matches, in order. */
function hits(entry: FailureEntry, source: Source): readonly number[] {
  const phrases = entry[source.name];
  if (phrases === undefined) return [];
  if (entry.needs !== undefined && !entry.needs.some((text) => source.lower.includes(text.toLowerCase()))) {
    return [];
  }
  const except = entry.except?.map((text) => text.toLowerCase()) ?? [];
  const lines = new Set<number>();
  for (const phrase of phrases) {
    for (const line of linesWith(phrase, source)) {
      const level = source.lines[line]?.level;
      if (entry.rank === 'root' && (level === 'INFO' || level === 'DEBUG')) continue;
      const lower = lowerLine(source, line);
      if (!except.some((text) => lower.includes(text))) lines.add(line);
    }
  }
  return [...lines].sort((a, b) => a - b);
}

/** Lines that hold the parts of a phrase in their order. */
function linesWith(phrase: string, source: Source): readonly number[] {
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

function lowerLine(source: Source, line: number): string {
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

// ---- answering ----------------------------------------------------------------------------------------------

/** Lines of the cause first, then what belongs to it, how it ended, and what else was seen. */
function proof(
  best: Match,
  matches: readonly Match[],
  evidence: FailureEvidence,
  errors: readonly string[],
): readonly string[] {
  const sources = readSources(evidence);
  const also = sources.flatMap((source) =>
    (best.entry.also ?? [])
      .flatMap((phrase) => linesWith(phrase, source).slice(0, 1))
      .map((line) => shown({ ...(source.lines[line] ?? { text: '' }), from: source.name })),
  );
  const others = matches.filter((match) => match !== best && match.found.length > 0);
  const seen = others.slice(0, 3).flatMap(({ found }) => found.slice(0, 1).map(shown));
  return distinct([
    ...statementsFirst(best.found).map(shown).slice(0, 4),
    ...also.slice(0, 2),
    ...ending(evidence),
    ...errors.slice(0, 4),
    ...seen,
    ...(best.found.length === 0 ? lastLines(sources, 6) : []),
  ]);
}

/** The error itself before the source line that raised it, which a traceback shows as well. */
function statementsFirst(lines: readonly MatchedLine[]): readonly MatchedLine[] {
  const isSource = ({ text }: MatchedLine): boolean => /^(?:raise |"|'|f"|f')/.test(text);
  const told = lines.filter((line) => !isSource(line));
  const unique = new Map((told.length > 0 ? told : lines).map((line) => [line.text, line]));
  return [...unique.values()];
}

function shown({ text, from }: MatchedLine): string {
  return shortLine(from === 'log' || from === 'request' ? text : `${from}: ${text}`);
}

function ending({ exit, container }: FailureEvidence): readonly string[] {
  return [
    ...(container?.oom_killed === true ? ['container: OOMKilled is true'] : []),
    ...(exit === undefined ? [] : [`ended with ${exit}`]),
  ];
}

function unknown(
  evidence: FailureEvidence,
  sources: readonly Source[],
  errors: readonly string[],
  matches: readonly Match[],
): Triage {
  const first = errors[0];
  const last = lastLines(sources, 8);
  const signs = matches.flatMap(({ found }) => found.slice(0, 1).map(shown));
  const lead = distinct([...errors.slice(0, 5), ...ending(evidence), ...signs.slice(0, 2)]);
  const rest = last.filter((line) => !lead.includes(line)).slice(-Math.max(0, MAX_EVIDENCE - lead.length));
  return {
    state: 'unknown',
    code: 'unknown',
    cause:
      first === undefined
        ? 'The cause is unknown: nothing in the log matches a known failure.'
        : `The cause is unknown; the first specific error is: ${shortLine(first, 200)}`,
    remedy: 'Read the whole log from this line on; the most probable lines are below.',
    ...(first === undefined ? {} : { first_error: shortLine(first, 200) }),
    evidence: distinct([...lead, ...rest]),
  };
}

function lastLines(sources: readonly Source[], count: number): readonly string[] {
  return sources.flatMap(({ name, lines }) =>
    lines.slice(-count).map((line) => shown({ ...line, from: name })),
  );
}

function distinct(lines: readonly string[]): readonly string[] {
  return [...new Set(lines.filter((line) => line !== ''))].slice(0, MAX_EVIDENCE);
}
