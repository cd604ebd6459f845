// Everything from outside is text: a name, an error or a flag never becomes markup, a mention, a link,
// a workflow command or a terminal sequence.

const ZERO_WIDTH_SPACE = '\u200B';

/** Longest text of one table cell. */
export const CELL_LENGTH = 160;
/** Longest running text, for example the message of a finding. */
const TEXT_LENGTH = 600;

/**
 * One line of visible text, at most `max` characters (code points): no control or format characters (bidi
 * overrides, zero-width ones, lone surrogates), white space collapsed.
 */
function visible(text: string, max: number = TEXT_LENGTH): string {
  // Cut first: a text of megabytes is not worth the work.
  const clean = text
    .slice(0, max * 8)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}\p{Cn}\p{Co}]/gu, '')
    .replace(/ +/g, ' ')
    .trim();
  const points = [...clean];
  if (points.length <= max) return clean;
  return `${points.slice(0, max - 1).join('')}…`;
}

/**
 * GitHub Markdown in which the text stands as it is, also inside a table cell. Mentions, references (#12,
 * GH-12), URLs and e-mail addresses are broken by a zero-width space because GitHub looks for them after
 * rendering, where a backslash or an entity does not help.
 */
export function markdown(text: string, max: number = TEXT_LENGTH): string {
  // Nothing at all after "- " would make a heading of the line above.
  return (visible(text, max) || '–')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/[\\`*[\]~|$]/g, '\\$&')
    .replace(/(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, '\\_')
    .replace(/@(?=\S)/g, `@${ZERO_WIDTH_SPACE}`)
    .replace(/#(?=[A-Za-z0-9])/g, `#${ZERO_WIDTH_SPACE}`)
    .replace(/\bGH-(?=\d)/gi, `$&${ZERO_WIDTH_SPACE}`)
    .replace(/:\/\//g, `:${ZERO_WIDTH_SPACE}//`)
    .replace(/\bwww\./gi, `www${ZERO_WIDTH_SPACE}.`)
    .replace(/^(?=[-+=#:])/, '\\')
    .replace(/^(\d+)(?=[.)](?:\s|$))/, '$1\\');
}

/** A fenced block of one line; the fence is longer than any run of backticks inside. */
export function fenced(text: string, max = 4000): string {
  const line = visible(text, max);
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}sh\n${line}\n${fence}`;
}

/** A Markdown link of our own to an http(s) address; plain label when the address is not one. */
export function link(label: string, url: string | undefined): string {
  if (url === undefined || !/^https?:\/\/[^\s<>"'`\\|()[\]]+$/.test(url)) return label;
  return `[${label}](${url})`;
}

/** Text of an HTML or XML element or attribute. Characters that XML 1.0 does not know are gone. */
export function html(text: string, max: number = TEXT_LENGTH): string {
  return visible(text, max)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}

/** Text for a terminal or a job log: no escape sequences and nothing that a runner takes as a command. */
export function plain(text: string, max: number = TEXT_LENGTH): string {
  return visible(text, max)
    .replace(/:(?=:)/g, ': ')
    .replace(/##\[/g, '## [');
}
