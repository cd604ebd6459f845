// Secrets out of every text: log lines, errors, commands, documents.

export const MASK = '***';
/** Shorter values would blank out ordinary words; a secret this short protects nothing. */
const MIN_LENGTH = 4;

/** The text with every secret replaced, also in the forms that JSON, URLs and Basic authorization give it. */
export function maskSecrets(text: string, secrets: readonly string[]): string {
  let masked = text;
  for (const form of forms(secrets)) masked = masked.replaceAll(form, MASK);
  return masked;
}

/**
 * The same for a text whose end was cut off: the beginning of a secret that the cut went through is masked as well.
 * Mask first, then cut, wherever the whole text is at hand.
 */
export function maskCut(text: string, secrets: readonly string[]): string {
  const masked = maskSecrets(text, secrets);
  let longest = 0;
  for (const form of forms(secrets)) {
    for (let length = Math.min(form.length - 1, masked.length); length > longest; length--) {
      if (masked.endsWith(form.slice(0, length))) longest = length;
    }
  }
  return longest < MIN_LENGTH ? masked : masked.slice(0, -longest) + MASK;
}

/** A command as it may be shown: secrets masked, and the value of every flag that names one. */
export function maskCommand(command: readonly string[], secrets: readonly string[]): string[] {
  return command.map((word, i) => {
    const before = command[i - 1];
    if (before !== undefined && /^--?[^=]+$/.test(before) && isSecretName(before) && !word.startsWith('-'))
      return MASK;
    const inline = /^(--?[^=]+)=/.exec(word);
    if (inline?.[1] !== undefined && isSecretName(inline[1])) return `${inline[1]}=${MASK}`;
    return maskSecrets(word, secrets);
  });
}

/** Every value replaced: for environments and headers, whose names may be shown and whose values may not. */
export function maskValues(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, MASK]));
}

/**
 * True for names of variables, headers and flags whose value is probably a secret: HF_TOKEN, x-api-key, Cookie.
 * `max-num-batched-tokens`, `tokenizer` and `PWD` are not.
 */
export function isSecretName(name: string): boolean {
  // The shell's working folders, not passwords.
  if (name === 'PWD' || name === 'OLDPWD') return false;
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const secret = ['token', 'secret', 'secrets', 'password', 'passwd', 'pwd', 'passphrase', 'credential'];
  if (
    words.some((word) =>
      [...secret, 'credentials', 'authorization', 'auth', 'cookie', 'apikey'].includes(word),
    )
  ) {
    return true;
  }
  return (
    words.at(-1) === 'key' || words.join('_').includes('api_key') || words.join('_').includes('private_key')
  );
}

/** What must not be seen of a header's value: all of it, the credentials after a scheme, the password of Basic. */
export function headerSecrets(value: string): readonly string[] {
  const [, scheme = '', credentials = ''] = /^(bearer|basic|token) +(.+)$/i.exec(value.trim()) ?? [];
  if (credentials === '') return [value];
  const decoded = scheme.toLowerCase() === 'basic' ? Buffer.from(credentials, 'base64').toString('utf8') : '';
  const password = decoded.split(':').slice(1).join(':');
  return [value, credentials, ...[decoded, password].filter((text) => text !== '')];
}

/** A copy of plain data with every secret masked in its texts and keys. */
export function maskDeep(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return maskSecrets(value, secrets);
  if (Array.isArray(value)) return value.map((item) => maskDeep(item, secrets));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [maskSecrets(key, secrets), maskDeep(item, secrets)]),
  );
}

/** The forms of a list are worked out once: a record of every request asks for them. Lists may grow. */
const known = new WeakMap<readonly string[], { readonly count: number; readonly forms: readonly string[] }>();

/** All spellings of all secrets, longest first, so that no secret is left in part where it holds another. */
function forms(secrets: readonly string[]): readonly string[] {
  const before = known.get(secrets);
  if (before?.count === secrets.length) return before.forms;
  const found = spellings(secrets);
  known.set(secrets, { count: secrets.length, forms: found });
  return found;
}

function spellings(secrets: readonly string[]): readonly string[] {
  const all = new Set<string>();
  for (const secret of secrets) {
    for (const part of [secret, secret.trim(), ...secret.split(/[\r\n]+/)]) {
      if (part.length < MIN_LENGTH) continue;
      all.add(part);
      all.add(JSON.stringify(part).slice(1, -1));
      all.add(encodeURIComponent(part.toWellFormed()));
      for (const bytes of aligned(part)) all.add(bytes);
    }
  }
  return [...all].sort((a, b) => b.length - a.length);
}

/**
 * Base64 of the secret at each of the three positions it can have among the bytes before it ("user:secret" in Basic
 * authorization): the characters that it alone decides.
 */
function aligned(secret: string): string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret, 'utf8')]);
    const start = Math.ceil((before * 8) / 6);
    const end = Math.floor((bytes.length * 8) / 6);
    const standard = bytes.toString('base64').slice(start, end);
    const whole = before === 0 ? [bytes.toString('base64'), bytes.toString('base64url')] : [];
    const url = standard.replaceAll('+', '-').replaceAll('/', '_');
    // Too few characters would match by chance.
    return [...whole, ...[standard, url].filter((text) => text.length >= 8)];
  });
}
