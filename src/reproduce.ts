import { isLoopback } from './config/address.ts';
import type { Config } from './config/config.ts';
import { maskSecrets } from './config/mask.ts';

/** A command line that repeats a run: secrets masked; the server's name stays out unless it may be shown. */
export function reproduceCommand(words: readonly string[], config: Config): string {
  const hidden = config.report.detail === 'private' ? [] : foreignAddresses(config);
  return ['instinct-gate', ...words]
    .map((word) =>
      hidden.reduce((text, url) => text.replaceAll(url, '$BASE_URL'), maskSecrets(word, config.secrets)),
    )
    .map(quoted)
    .join(' ');
}

function foreignAddresses({ service, engine }: Config): string[] {
  const urls = [service.base_url, 'url' in engine ? engine.url : undefined];
  return urls.filter((url) => url !== undefined).filter((url) => !isLoopback(hostOf(url)));
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : url;
}

/** As a shell reads it back; $BASE_URL stays a variable. */
function quoted(word: string): string {
  return /^[\w@%+=:,./$-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
