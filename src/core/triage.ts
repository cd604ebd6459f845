// From what an engine left behind to one cause, one remedy and the lines that prove it.
import type { FailureBlame, FailureEntry, FailureGroup } from './catalogue/entry.ts';
import { type FailureEvidence, linesWith, lowerLine, readSources, type Source } from './evidence-text.ts';
import { FAILURES } from './failure-catalogue.ts';
import { shortLine } from './log-lines.ts';
import { probableErrors } from './probable-errors.ts';
import { fillText, type MatchedLine, triageFacts } from './triage-facts.ts';

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
    evidence: proof(best, matches, evidence, sources, best.score < SCORE.root ? errors : []),
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

// ---- answering ----------------------------------------------------------------------------------------------

/** Lines of the cause first, then what belongs to it, how it ended, and what else was seen. */
function proof(
  best: Match,
  matches: readonly Match[],
  evidence: FailureEvidence,
  sources: readonly Source[],
  errors: readonly string[],
): readonly string[] {
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
