// Lines of a log that look like the reason, for failures that nobody has catalogued.

/** Errors that only say that another one happened, and how Python ends on a signal. */
const WRAPPER =
  /Engine core initialization failed|EngineCore failed to start|EngineCore encountered|EngineDeadError|WorkerProc initialization failed|Failed core proc|^RuntimeError: cancelled|^KeyboardInterrupt|^SystemExit|asyncio\.exceptions\.CancelledError/;

/** Native and shell ways to say that something broke. */
const NATIVE =
  /^(?:Segmentation fault|Bus error|Aborted|Killed)\b|\bHSA_STATUS_ERROR|\bHIP error\b|\bfatal error\b|^terminate called after throwing/i;

const MAX_ERRORS = 6;
/** An error says what it is at its beginning. */
const HEAD = 300;

/** The first specific errors, each once, in their order; wrappers are left out. */
export function probableErrors(lines: readonly string[]): readonly string[] {
  const found: string[] = [];
  for (const [index, line] of lines.entries()) {
    if (found.length >= MAX_ERRORS) break;
    const head = line.slice(0, HEAD);
    if (!isError(head) || WRAPPER.test(head)) continue;
    // pydantic says what is wrong on the lines below its own name.
    const detail = /\d validation errors? for /.test(head) ? lines.slice(index + 1, index + 3) : [];
    const text = [line, ...detail].join(' ').slice(0, HEAD);
    if (!found.includes(text)) found.push(text);
  }
  return found;
}

function isError(head: string): boolean {
  return isException(head) || isCommandError(head) || NATIVE.test(head);
}

/** `package.module.SomeError: text`, or the name alone. */
function isException(head: string): boolean {
  const colon = head.indexOf(':');
  const name = colon < 0 ? head : head.slice(0, colon);
  return name.length <= 120 && /^[\w.]{4,120}$/.test(name) && /(?:Error|Exception|Interrupt)$/.test(name);
}

/** `vllm serve: error: …`, as argparse and many commands write. */
function isCommandError(head: string): boolean {
  const at = head.indexOf('error: ');
  return at >= 0 && at <= 60 && head.slice(0, at).split(' ').length <= 4;
}
