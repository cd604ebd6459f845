// engine.pins: what was asked for, against what was found. Not equal, or not readable, is never "as asked".
import type { FingerprintField, PinCheck } from './result.gen.ts';
import { beginsWith, compareVersions, parseVersion, type Version } from './version-order.ts';

/** engine.pins: expected values by field of the fingerprint. */
export type Pins = Readonly<Record<string, string | number | undefined>>;

/** Fields whose values are versions; all others are compared as text. */
const VERSIONS: ReadonlySet<string> = new Set(['vllm', 'rocm', 'driver']);

/** How a field that could not be read is made readable. */
const READABLE: Readonly<Record<string, string>> = {
  vllm: 'The server must serve /version and /metrics without a key; vLLM does. For another server leave the pin out.',
  rocm: 'Run the engine from an image or venv with /opt/rocm/.info/version, or leave the pin out for pip-only installs.',
  image_digest:
    'Use engine.kind docker, or set INSTINCT_GATE_IMAGE_DIGEST where the gate runs inside the image.',
  gpu: 'Load the amdgpu driver and make /sys readable; in a container mount the devices of the GPUs.',
  arch: 'Load the amdgpu driver and make /sys/class/kfd readable.',
  gpu_count: 'Load the amdgpu driver and name the GPUs in engine.gpus.',
  dtype: 'Set engine.dtype, so that it is passed and known.',
  model_revision: 'Set engine.revision, or load the model from a snapshot folder of the hub cache.',
  driver:
    'The in-tree driver has no version file: pin the kernel by the choice of host and leave this pin out.',
};

/** Problem of a pin as it is written, or undefined. */
export function pinProblem(field: string, expected: string | number): string | undefined {
  if (!VERSIONS.has(field)) return undefined;
  const text = String(expected).trim();
  if (isRange(text)) {
    const wrong = bounds(text).find(({ version }) => version === undefined);
    return wrong === undefined
      ? undefined
      : `expected a range such as >=7.0 <7.2, found ${JSON.stringify(wrong.text)}`;
  }
  const plain = text.endsWith('.*') ? text.slice(0, -2) : text;
  return parseVersion(plain) === undefined
    ? `expected a version, a prefix such as 7.0.* or a range such as >=7.0 <7.2; found ${JSON.stringify(text.slice(0, 60))}`
    : undefined;
}

/** Compares every pin with the fingerprint; `only` leaves out fields that cannot be known yet. */
export function checkPins(
  pins: Pins,
  fingerprint: Readonly<Record<string, FingerprintField>>,
  when: PinCheck['when'],
  only?: (field: string) => boolean,
): readonly PinCheck[] {
  return Object.entries(pins).flatMap(([field, expected]) => {
    if (expected === undefined || (only !== undefined && !only(field))) return [];
    return [checkPin(field, expected, fingerprint[field], when)];
  });
}

/** One sentence: field, expected, found, source. */
export function pinText(check: PinCheck): string {
  const found = check.state === 'unreadable' ? 'could not be read' : `is ${check.found}`;
  return `${check.field} ${found}, pinned to ${check.expected} (${check.source})`;
}

/** What to do about a pin that does not hold. */
export function pinHint({ field, state, expected, found }: PinCheck): string {
  if (state === 'unreadable') return READABLE[field] ?? 'Make it readable, or leave the pin out.';
  const version = VERSIONS.has(field) ? parseVersion(expected) : undefined;
  const actual = parseVersion(found ?? '');
  if (version !== undefined && actual !== undefined && beginsWith(actual, version.release)) {
    return `A pin without * means exactly this version: write ${version.release.join('.')}.* for all that begin with it.`;
  }
  return `Start what was asked for, or change engine.pins.${field}.`;
}

function checkPin(
  field: string,
  expected: string | number,
  found: FingerprintField | undefined,
  when: PinCheck['when'],
): PinCheck {
  const text = String(expected).trim();
  const base = { field, expected: text, source: found?.source ?? 'nothing was read', when };
  if (found?.value === undefined) return { ...base, state: 'unreadable' };
  const value = String(found.value);
  const holds = VERSIONS.has(field) ? versionHolds(text, value) : textHolds(field, text, value);
  if (holds === undefined)
    return { ...base, source: `"${value.slice(0, 80)}" is no version`, state: 'unreadable' };
  return { ...base, found: value, state: holds ? 'match' : 'mismatch' };
}

function versionHolds(expected: string, found: string): boolean | undefined {
  const version = parseVersion(found);
  if (version === undefined) return undefined;
  if (isRange(expected)) return bounds(expected).every((bound) => withinBound(version, bound));
  if (expected.endsWith('.*')) {
    const prefix = parseVersion(expected.slice(0, -2));
    return prefix !== undefined && beginsWith(version, prefix.release);
  }
  const pinned = parseVersion(expected);
  if (pinned === undefined || compareVersions(version, pinned) !== 0) return false;
  // A pin with +rocm700 means that build; without, any build of the version.
  return pinned.local === '' || pinned.local === version.local;
}

interface Bound {
  readonly text: string;
  readonly operator: string;
  readonly version: Version | undefined;
}

function isRange(text: string): boolean {
  return /^[<>=!]/.test(text);
}

function bounds(text: string): readonly Bound[] {
  // "< 7.2" is one bound, written with a space.
  const parts = text.replaceAll(/([<>=!])\s+/g, '$1').split(/[\s,]+/);
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      const match = /^(>=|<=|==|!=|>|<)(.+)$/.exec(part);
      const version = match?.[2] === undefined ? undefined : parseVersion(match[2]);
      return { text: part, operator: match?.[1] ?? '', version };
    });
}

function withinBound(version: Version, { operator, version: bound }: Bound): boolean {
  if (bound === undefined) return false;
  const order = compareVersions(version, bound);
  switch (operator) {
    case '>=':
      return order >= 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '<':
      // A release candidate of 7.2 is not what "below 7.2" means (PEP 440).
      return order < 0 && !(bound.pre === undefined && isBefore(version, bound));
    case '==':
      return order === 0;
    case '!=':
      return order !== 0;
    default:
      return false;
  }
}

/** A pre-release or development build of the very release. */
function isBefore(version: Version, release: Version): boolean {
  const same = compareVersions(
    { release: version.release, local: '' },
    { release: release.release, local: '' },
  );
  return same === 0 && (version.pre !== undefined || version.dev !== undefined);
}

function textHolds(field: string, expected: string, found: string): boolean {
  const [wanted, actual] = [plainName(field, expected), plainName(field, found)];
  return wanted.endsWith('*') ? actual.startsWith(wanted.slice(0, -1)) : wanted === actual;
}

/** MI300X means "AMD Instinct MI300X", torch.bfloat16 is bfloat16, and a digest counts with or without its repository. */
function plainName(field: string, text: string): string {
  const lower = text.trim().toLowerCase();
  if (field === 'gpu') return lower.replace(/^(?:amd\s+)?(?:instinct\s+)?/, '');
  if (field === 'dtype') return lower.replace(/^torch\./, '');
  return field === 'image_digest' ? lower.slice(lower.lastIndexOf('@') + 1) : lower;
}
