// A log as lines that can be read and compared: without colours, prefixes and the noise of answered requests.

/** One line of a log. */
export interface LogLine {
  /** Without colour, process and time prefixes; one line of visible text. */
  readonly text: string;
  /** Level that vLLM wrote in front, where it did. */
  readonly level?: 'DEBUG' | 'INFO' | 'WARNING' | 'ERROR' | 'CRITICAL';
  /** Tensor-parallel rank of the worker that wrote it. */
  readonly rank?: number;
}

/** Longest part of a line that is looked at: tracebacks and argument dumps are below it. */
const MAX_LINE = 4000;
/** Prefixes stand one after another: container, time of the job, process, worker. */
const MAX_PREFIXES = 8;

/** Lines of a log; empty lines and answered requests are left out. */
export function logLines(text: string): readonly LogLine[] {
  return text
    .split(/\r\n|\r|\n/)
    .map(readLine)
    .filter(({ text: line }) => line !== '' && !ACCESS.test(line) && !PROMPT.test(line));
}

/** Text from outside on one line: no control or bidirectional characters, at most `max` of them. */
export function shortLine(text: string, max = 300): string {
  const clean = visible(text.slice(0, max * 4));
  return clean.length > max ? `${clean.slice(0, max - 1)}…` : clean;
}

/** uvicorn writes one such line for each request: under load they would be all that is left to see. */
const ACCESS = /^INFO: {1,20}\S{1,200} - "[A-Z]{1,10} \S{1,500} HTTP\/[\d.]{1,4}" [23]\d\d\b/;

/** vLLM's request log holds prompts, which must not get into a report. */
const PROMPT = /Received request \S{1,200} prompt: |prompt_token_ids: \[/;

const RANK = /(?:Worker_(?:PP\d{1,3}_)?TP|VllmWorker TP|VllmWorker rank=|VllmWorker-|\[rank)(?<rank>\d{1,3})/;

const LEVEL =
  /^(?<level>DEBUG|INFO|WARNING|ERROR|CRITICAL)\s\d\d-\d\d \d\d:\d\d:\d\d(?:\s?\[[^\]]{1,80}\])?\s?/;

/** What writes in front of a line: compose, job logs, journals, vLLM's processes, ranks of torch. */
const PREFIXES: readonly RegExp[] = [
  /^\([A-Za-z0-9_ =-]{1,60} pid=\d{1,10}\) ?/,
  /^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.,\d]{0,12}Z?\]? ?/,
  /^[A-Za-z0-9_.-]{1,60} {1,10}\| /,
  /^\| /,
  // RCCL begins its lines with the name of the host.
  /^[A-Za-z0-9_.-]{1,64}:\d{1,10}:\d{1,10} \[\d{1,3}\] /,
  /^\[rank\d{1,3}\]: ?(?=\S)/,
];

function readLine(raw: string): LogLine {
  const cut = raw.slice(0, MAX_LINE);
  const rank = RANK.exec(cut.slice(0, 200))?.groups?.['rank'];
  let text = visible(cut);
  let level: LogLine['level'];
  for (let i = 0; i < MAX_PREFIXES; i++) {
    const found = LEVEL.exec(text);
    if (found !== null) level = found.groups?.['level'] as LogLine['level'];
    const prefix = found ?? firstMatch(text);
    if (prefix === undefined) break;
    text = text.slice(prefix[0].length);
  }
  text = text.trim();
  return {
    text,
    ...(level === undefined ? {} : { level }),
    ...(rank === undefined ? {} : { rank: Number(rank) }),
  };
}

function firstMatch(text: string): RegExpExecArray | undefined {
  for (const pattern of PREFIXES) {
    const found = pattern.exec(text);
    if (found !== null) return found;
  }
  return undefined;
}

function visible(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with ESC.
      .replace(/\u001b\[[0-9;]{0,20}[A-Za-z]/g, '')
      // Controls, bidirectional marks and line separators could rewrite a terminal or a log.
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
      .replace(/ {2,}/g, ' ')
      .trim()
  );
}
