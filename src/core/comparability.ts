// Whether two sides may be compared at all: hard fields must match except those under test.
import type { FieldDifference, FingerprintField } from './result.gen.ts';

/** One side of a comparison: what identifies it. */
export interface Subject {
  readonly fingerprint: Readonly<Record<string, FingerprintField>>;
  /** Absent: the workload was never built. */
  readonly workload_hash?: string;
  readonly simulated: boolean;
  /** Configuration with secrets masked: keys of `engine` that differ between the sides are under test. */
  readonly config: Readonly<Record<string, unknown>>;
}

export interface Comparability {
  readonly comparable: boolean;
  /** Every field that differs, hard or soft, under test or not. */
  readonly differences: readonly FieldDifference[];
  /** Hard fields that neither side knows: a pass does not prove the environment. */
  readonly unknown_on_both: readonly string[];
}

/** Fields that come with a container image: `under_test: [image]` means all of them. */
const IMAGE_FIELDS: readonly string[] = [
  'image',
  'image_digest',
  'vllm',
  'rocm',
  'torch',
  'hip',
  'aiter',
  'triton',
  'attention_backend',
  'graph_mode',
  'kv_tokens',
];

/**
 * Hard fields without which an environment is not proven, whatever a file says about them or leaves out. The simulator has
 * no hardware: its presets and arguments are its whole environment.
 */
const ENVIRONMENT: readonly string[] = [
  'engine_kind',
  'gpu',
  'arch',
  'gpu_count',
  'rocm',
  'vllm',
  'model',
  'model_revision',
  'dtype',
  'tensor_parallel_size',
  'max_model_len',
  'endpoint',
  'flags',
  'env',
];
const SIMULATED_ENVIRONMENT: readonly string[] = [
  'engine_kind',
  'preset',
  'time_scale',
  'max_num_seqs',
  'flags',
  'model',
  'endpoint',
];

/** Fields of the fingerprint that a changed key of `engine` changes, where they are not named like the key. */
const FIELDS_OF_KEY: Readonly<Record<string, readonly string[]>> = {
  image: IMAGE_FIELDS,
  model: ['model', 'model_revision'],
  revision: ['model_revision', 'revision'],
  tensor_parallel_size: ['tensor_parallel_size', 'tp', 'gpu_count', 'flags'],
  command: ['flags', 'command'],
  args: ['flags', 'args'],
  env: ['env'],
};

/** Keys of `engine` that say where and how long, not what. A change of kind is another engine, never a change under test. */
const NO_IDENTITY: readonly string[] = ['kind', 'port', 'url', 'startup_timeout', 'pins'];

/** Compares the identities of two sides, field by field. What is known on one side only counts as different. */
export function compareSubjects(
  candidate: Subject,
  baseline: Subject,
  underTest: readonly string[],
): Comparability {
  const tested = fieldsUnderTest(candidate, baseline, underTest);
  const needed = [candidate, baseline].every(isSimulator) ? SIMULATED_ENVIRONMENT : ENVIRONMENT;
  const names = new Set([
    ...Object.keys(baseline.fingerprint),
    ...Object.keys(candidate.fingerprint),
    ...needed,
  ]);
  const differences: FieldDifference[] = [
    ...identity('simulated', baseline.simulated, candidate.simulated),
    ...identity('workload_hash', baseline.workload_hash, candidate.workload_hash),
  ];
  const unknown: string[] = [];
  for (const field of [...names].sort()) {
    const ours = candidate.fingerprint[field];
    const theirs = baseline.fingerprint[field];
    const hard = ours?.class === 'hard' || theirs?.class === 'hard' || needed.includes(field);
    if (ours?.value === undefined && theirs?.value === undefined) {
      if (hard) unknown.push(field);
    } else if (ours?.value !== theirs?.value) {
      differences.push({
        field,
        class: hard ? 'hard' : 'soft',
        ...(theirs?.value === undefined ? {} : { baseline: theirs.value }),
        ...(ours?.value === undefined ? {} : { candidate: ours.value }),
        under_test: tested.has(field),
      });
    }
  }
  const known = baseline.workload_hash !== undefined && candidate.workload_hash !== undefined;
  return {
    comparable: known && !differences.some((field) => field.class === 'hard' && !field.under_test),
    differences,
    unknown_on_both: known ? unknown : [...unknown, 'workload_hash'],
  };
}

/** `under_test` with what `image` implies, and the fields of configuration keys that changed between the sides. */
function fieldsUnderTest(
  candidate: Subject,
  baseline: Subject,
  underTest: readonly string[],
): ReadonlySet<string> {
  const fields = new Set(underTest);
  if (fields.has('image')) for (const field of IMAGE_FIELDS) fields.add(field);
  const ours = section(candidate.config, 'engine');
  const theirs = section(baseline.config, 'engine');
  for (const key of changedKeys(ours, theirs)) {
    if (NO_IDENTITY.includes(key)) continue;
    for (const field of FIELDS_OF_KEY[key] ?? [key, 'flags']) fields.add(field);
    if (key !== 'args' && key !== 'env') continue;
    for (const name of changedKeys(section(ours, key), section(theirs, key))) {
      fields.add(name);
      fields.add(name.replaceAll('-', '_'));
    }
  }
  return fields;
}

function isSimulator({ simulated, fingerprint }: Subject): boolean {
  return simulated && fingerprint['engine_kind']?.value === 'simulator';
}

function identity(
  field: string,
  baseline: string | boolean | undefined,
  candidate: string | boolean | undefined,
): FieldDifference[] {
  if (baseline === candidate) return [];
  return [
    {
      field,
      class: 'hard',
      ...(baseline === undefined ? {} : { baseline }),
      ...(candidate === undefined ? {} : { candidate }),
      // What was asked of the server, and whether it was a real one, is never what is tested.
      under_test: false,
    },
  ];
}

function changedKeys(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
    (key) => canonical(a[key]) !== canonical(b[key]),
  );
}

function section(
  document: Readonly<Record<string, unknown>>,
  name: string,
): Readonly<Record<string, unknown>> {
  const value = Object.hasOwn(document, name) ? document[name] : undefined;
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

/** JSON with sorted keys, so that the order in which a file was written does not matter. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'undefined';
}
