import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { cpus, hostname } from 'node:os';
import { oneLine } from '../answer.ts';
import { isSecretName } from '../config/mask.ts';
import type { FingerprintField } from '../core/result.gen.ts';
import type { Fingerprint } from '../ports.ts';

/** What identifies a server that we started ourselves on this host. */
export function processFingerprint(input: {
  /** Final command, placeholders replaced. */
  readonly command: readonly string[];
  /** Environment of the engine. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly secrets: readonly string[];
  /** Root of the file system, for tests. */
  readonly root?: string;
}): Fingerprint {
  const flags = parseFlags(input.command);
  return {
    engine_kind: hard('process', 'configuration'),
    ...knobs(flags, input.secrets),
    flags: hard(describeFlags(flags, input.secrets), 'engine command'),
    env: hard(describeEnvironment(input.env, input.secrets), 'environment of the engine'),
    vllm: unknown('hard', '/version of the running server'),
    rocm: rocmField(input.root ?? ''),
    ...imageOfJob(input.env),
    ...hostFields(),
  };
}

/** Where the job itself runs in the image of vLLM (a pod), its digest can only be told: nothing inside knows it. */
function imageOfJob(env: Readonly<Record<string, string | undefined>>): Fingerprint {
  const digest = /(?:^|@)(sha256:[0-9a-f]{64})$/.exec(env[IMAGE_DIGEST_VARIABLE]?.trim() ?? '')?.[1];
  return digest === undefined ? {} : { image_digest: hard(digest, IMAGE_DIGEST_VARIABLE) };
}

const IMAGE_DIGEST_VARIABLE = 'INSTINCT_GATE_IMAGE_DIGEST';

/** Fields of a server that was running before we came: its host and flags cannot be read from here. */
export function externalFingerprint(): Fingerprint {
  const source = 'not readable on a server that we did not start';
  const fields: Record<string, FingerprintField> = { engine_kind: hard('external', 'configuration') };
  for (const name of [
    ...KNOBS.map((knob) => knob.field),
    'flags',
    'env',
    'vllm',
    'gpu',
    'arch',
    'gpu_count',
    'rocm',
  ]) {
    fields[name] = unknown('hard', source);
  }
  return fields;
}

/** Fields of the built-in simulator. They say that nothing was measured on a GPU. */
export function simulatorFingerprint(input: {
  readonly preset: string;
  readonly time_scale: number;
  readonly args: Readonly<Record<string, unknown>>;
  readonly max_num_seqs?: number;
}): Fingerprint {
  const flags = new Map(Object.entries(input.args).map(([name, value]) => [name, String(value)]));
  const source = 'simulator preset';
  return {
    engine_kind: hard('simulator', 'configuration'),
    gpu: hard(`simulated ${input.preset.split('-')[0] ?? ''}`, source),
    arch: hard('simulated', source),
    preset: hard(input.preset, 'engine.preset'),
    time_scale: hard(input.time_scale, 'engine.time_scale'),
    max_num_seqs: hard(input.max_num_seqs ?? 'default', 'engine.max_num_seqs'),
    flags: hard(describeFlags(flags, []), 'engine.args'),
    ...hostFields(),
  };
}

/** Flags of a command by normalised name; a flag that is given several times has its values joined. */
export function parseFlags(command: readonly string[]): ReadonlyMap<string, string> {
  const flags = new Map<string, string>();
  for (const [index, argument] of command.entries()) {
    const match = /^--?([A-Za-z][A-Za-z0-9_.-]*)(?:=([\s\S]*))?$/.exec(argument);
    if (match?.[1] === undefined) continue;
    const name = match[1].replaceAll('_', '-');
    const next = command[index + 1];
    // A negative number is a value, not a flag.
    const follows = next !== undefined && (!next.startsWith('-') || /^-\d/.test(next)) ? next : 'true';
    const value = match[2] ?? follows;
    const earlier = flags.get(name);
    flags.set(name, earlier === undefined ? value : `${earlier},${value}`);
  }
  return flags;
}

interface Knob {
  readonly field: string;
  readonly flags: readonly string[];
  /** Value when the flag is not given; absent: it then depends on more than the vLLM version. */
  readonly otherwise?: string | number;
}

/** Flags with a field of their own. `default` means: not given, what the vLLM version does by itself. */
const KNOBS: readonly Knob[] = [
  { field: 'max_num_seqs', flags: ['max-num-seqs'], otherwise: 'default' },
  { field: 'gpu_memory_utilization', flags: ['gpu-memory-utilization'], otherwise: 'default' },
  { field: 'tensor_parallel_size', flags: ['tensor-parallel-size', 'tp'], otherwise: 1 },
  { field: 'dtype', flags: ['dtype'], otherwise: 'default' },
  { field: 'max_model_len', flags: ['max-model-len'], otherwise: 'default' },
  { field: 'model_revision', flags: ['revision'] },
];

/** Flags that say where the server listens or what it is called, not how it computes. */
const NOT_ABOUT_SPEED = ['host', 'port', 'served-model-name', 'model', 'api-key', 'uds', 'root-path'];

function knobs(flags: ReadonlyMap<string, string>, secrets: readonly string[]): Fingerprint {
  const fields: Record<string, FingerprintField> = {};
  for (const { field, flags: names, otherwise } of KNOBS) {
    const name = names.find((one) => flags.has(one));
    const text = name === undefined ? undefined : flags.get(name);
    if (text !== undefined) fields[field] = hard(scalar(text, secrets), `--${name}`);
    else if (otherwise !== undefined) fields[field] = hard(otherwise, `--${names[0]} is not given`);
    else fields[field] = unknown('hard', `--${names[0]} is not given`);
  }
  return fields;
}

function describeFlags(flags: ReadonlyMap<string, string>, secrets: readonly string[]): string {
  const separate = new Set([...NOT_ABOUT_SPEED, ...KNOBS.flatMap((knob) => knob.flags)]);
  return [...flags]
    .filter(([name]) => !separate.has(name))
    .map(([name, value]) => (value === 'true' ? `--${name}` : `--${name}=${harmless(name, value, secrets)}`))
    .sort()
    .join(' ');
}

// Prefixes of the variables that change what an engine computes or how fast (vLLM envs.py, ROCm documentation).
const PREFIX =
  /^(?:VLLM|HIP|ROCR|HSA|NCCL|RCCL|AITER|TORCH|TORCHINDUCTOR|PYTORCH|TRITON|AMDGCN|GPU|SAFETENSORS|OMP|MIOPEN|HIPBLASLT|TENSILE)_/;
/** Places on this host, its addresses and what is logged: different everywhere and no reason for a different speed. */
const ABOUT_THE_HOST =
  /(?:_HOME|_DIR|_PATH|_ROOT|_CACHE|_FILE|_PORT|_IP|_HOST|_URL|_ENDPOINT|_LEVEL|_LOGGING|_STATS|_INTERVAL|VISIBLE_DEVICES|DEVICE_ORDINAL|NCCL_DEBUG)$/;

function describeEnvironment(
  env: Readonly<Record<string, string | undefined>>,
  secrets: readonly string[],
): string {
  return Object.entries(env)
    .filter(([name]) => PREFIX.test(name) && !ABOUT_THE_HOST.test(name) && !isSecretName(name))
    .map(([name, value]) => `${name}=${harmless(name, value ?? '', secrets)}`)
    .sort()
    .join(' ');
}

/** Short plain values stand as they are; of everything else only a digest, so that a change is seen. */
function harmless(name: string, value: string, secrets: readonly string[]): string {
  const secret = isSecretName(name) || secrets.some((one) => one !== '' && value.includes(one));
  if (secret) return '***';
  return /^[A-Za-z0-9_.,:+-]{0,60}$/.test(value) ? value : `#${digest(value, 8)}`;
}

/** ROCm of this host: what a process engine uses where its environment has none of its own. */
function rocmField(root: string): FingerprintField {
  const rocm = readTrimmed(`${root}/opt/rocm/.info/version`);
  return rocm === undefined
    ? unknown('hard', '/opt/rocm/.info/version is not there')
    : hard(oneLine(rocm, [], 60), '/opt/rocm/.info/version of this host');
}

function hostFields(): Fingerprint {
  const processors = cpus();
  const model = processors[0]?.model.trim();
  return {
    node: soft(digest(hostname(), 12), 'digest of the host name'),
    cpu:
      model === undefined || model === ''
        ? unknown('soft', 'os.cpus() names no model')
        : soft(oneLine(`${processors.length} × ${model}`, [], 120), 'os.cpus()'),
  };
}

function digest(text: string, length: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, length);
}

function scalar(text: string, secrets: readonly string[]): string | number {
  const number = /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : oneLine(text, secrets, 100);
}

function readTrimmed(path: string): string | undefined {
  try {
    const text = readFileSync(path, 'utf8').slice(0, 10_000).trim();
    return text === '' ? undefined : text;
  } catch {
    return undefined;
  }
}

function hard(value: string | number, source: string): FingerprintField {
  return { value, source, class: 'hard' };
}

function soft(value: string | number, source: string): FingerprintField {
  return { value, source, class: 'soft' };
}

function unknown(kind: 'hard' | 'soft', source: string): FingerprintField {
  return { source, class: kind };
}
