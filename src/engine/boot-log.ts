import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { oneLine } from '../answer.ts';

/** Lines at the end of a log that are always shown. */
const TAIL_LINES = 15;
/** Root errors shown from further up. */
const ROOT_LINES = 6;
const MAX_PART_BYTES = 2 * 1024 * 1024;

/** What an engine wrote since `from` bytes: the beginning and the end, in whole lines, where it is more than 4 MiB. */
export function readLog(path: string, from: number): string {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch {
    return '';
  }
  try {
    const size = fstatSync(descriptor).size;
    if (size - from <= 2 * MAX_PART_BYTES) return readPart(descriptor, from, size - from);
    const head = readPart(descriptor, from, MAX_PART_BYTES);
    const tail = readPart(descriptor, size - MAX_PART_BYTES, MAX_PART_BYTES);
    return `${head.slice(0, head.lastIndexOf('\n') + 1)}…${tail.slice(tail.indexOf('\n'))}`;
  } finally {
    closeSync(descriptor);
  }
}

/** Size of a log in bytes; 0 when it cannot be read. */
export function logSize(path: string): number {
  try {
    const descriptor = openSync(path, 'r');
    try {
      return fstatSync(descriptor).size;
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return 0;
  }
}

/**
 * The lines that explain why an engine ended: the first specific errors, which stand far above the end
 * (vLLM wraps them several times), then the last lines. Prefixes and colours are removed.
 */
export function logEvidence(text: string): readonly string[] {
  const lines = cleanLines(text);
  const tailStart = Math.max(0, lines.length - TAIL_LINES);
  const roots: string[] = [];
  for (const [index, line] of lines.slice(0, tailStart).entries()) {
    if (roots.length >= ROOT_LINES) break;
    if (!isRootError(line) || roots.includes(line)) continue;
    roots.push(line);
    // pydantic says what is wrong on the lines below its own name.
    if (/\d+ validation errors? for /.test(line)) roots.push(...lines.slice(index + 1, index + 3));
  }
  const tail = lines.slice(tailStart);
  return roots.length === 0 ? tail : [...roots.slice(0, ROOT_LINES), '…', ...tail];
}

/** The first line that names a specific error; undefined when there is none. */
export function rootCause(text: string): string | undefined {
  const lines = cleanLines(text);
  const index = lines.findIndex(isRootError);
  const line = lines[index];
  if (line === undefined) return undefined;
  const detail = /\d+ validation errors? for /.test(line) ? lines.slice(index + 1, index + 3) : [];
  return oneLine([line, ...detail].join(' '), []);
}

const ERROR_LINE = new RegExp(
  [
    /^(?:[\w.]+\.)?\w*(?:Error|Exception|Interrupt)(?::|$)/.source,
    /^(?:\S+ ){0,3}error: /.source,
    /^(?:Segmentation fault|Bus error|Aborted|Killed)\b/.source,
    /\bHSA_STATUS_ERROR\w*|Memory access fault by GPU|\bHIP error\b|HIP out of memory/.source,
    /Address already in use/.source,
    /Worker proc \S+ died unexpectedly/.source,
  ].join('|'),
);

/** Errors that only say that another one happened. */
const WRAPPER =
  /Engine core initialization failed|EngineCore failed to start|EngineDeadError|WorkerProc initialization failed|Failed core proc|^RuntimeError: cancelled|^KeyboardInterrupt|^SystemExit/;

function cleanLines(text: string): readonly string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => oneLine(withoutPrefix(withoutColour(line)), []))
    .filter((line) => line !== '' && !ACCESS.test(line));
}

/** uvicorn writes one such line for each request: under load they would be all that is left to see. */
const ACCESS = /^INFO: +\S+ - "[A-Z]+ \S+ HTTP\/[\d.]+" [23]\d\d\b/;

function isRootError(line: string): boolean {
  return ERROR_LINE.test(line) && !WRAPPER.test(line);
}

/** `(EngineCore pid=19253) ERROR 12-01 12:27:27 [core.py:1510] text` gives `text`. */
function withoutPrefix(line: string): string {
  return line
    .replace(/^\([A-Za-z0-9_ ]+ pid=\d+\) ?/, '')
    .replace(/^(?:ERROR|WARNING|INFO|DEBUG|CRITICAL) \d\d-\d\d \d\d:\d\d:\d\d (?:\[[^\]]{1,80}\] ?)?/, '');
}

function withoutColour(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with ESC.
  return line.replace(/\u001b\[[0-9;]*[A-Za-z]/g, '');
}

function readPart(descriptor: number, position: number, length: number): string {
  const buffer = Buffer.alloc(Math.max(0, length));
  const read = readSync(descriptor, buffer, 0, buffer.length, position);
  return buffer.toString('utf8', 0, read);
}
