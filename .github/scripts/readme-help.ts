// The command line's own help, as README shows it.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/** Fenced help texts: the overview, then each of `commands`. Throws when the command line does not start. */
export function helpTexts(root: string, commands: readonly string[]): string {
  return [[], ...commands.map((command) => [command])]
    .map(
      (words) =>
        `\`\`\`text\n$ instinct-gate ${[...words, '--help'].join(' ')}\n${help(root, words)}\n\`\`\``,
    )
    .join('\n\n');
}

/** Written to a pipe, so that lines are wrapped at 80 columns whoever runs this. */
function help(root: string, words: readonly string[]): string {
  const args = [join(root, 'src/cli.ts'), ...words, '--help'];
  return execFileSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 }).trim();
}
