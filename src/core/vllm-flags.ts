// Flags of vllm serve that newer versions do not know any more: what they were, since when, what to write instead.

import type { Finding } from './result.gen.ts';
import type { EngineKind } from './validity.ts';

interface RemovedFlag {
  readonly flag: string;
  /** First version that refuses it; undefined: not known exactly, so it is only named as outdated. */
  readonly since?: readonly [number, number, number];
  readonly says: string;
}

/**
 * Sources: pull requests of vllm-project/vllm. The argument parser ends with exit code 2 and "unrecognized arguments"
 * for each of them.
 */
const REMOVED: readonly RemovedFlag[] = [
  {
    flag: 'disable-log-requests',
    since: [0, 12, 0],
    says: 'requests are not logged by default since 0.10 (#21739, removed by #29402): leave it out',
  },
  { flag: 'swap-space', since: [0, 18, 0], says: 'it had no effect in the V1 engine (#36216): leave it out' },
  {
    flag: 'num-scheduler-steps',
    since: [0, 10, 1],
    says: 'multi-step scheduling went with the V0 engine (#22138): leave it out',
  },
  {
    flag: 'multi-step-stream-outputs',
    since: [0, 10, 1],
    says: 'multi-step scheduling went with the V0 engine (#22138): leave it out',
  },
  { flag: 'use-v2-block-manager', says: 'there is only one block manager now: leave it out' },
  {
    flag: 'max-seq-len-to-capture',
    since: [0, 11, 0],
    says: 'graphs are captured by batch size: use compilation-config or leave it out',
  },
  {
    flag: 'cuda-graph-sizes',
    since: [0, 11, 1],
    says: 'use cudagraph-capture-sizes or compilation-config instead',
  },
  { flag: 'worker-use-ray', says: 'use distributed-executor-backend: ray instead' },
  { flag: 'device', since: [0, 15, 0], says: 'the device follows from the installed build: leave it out' },
  { flag: 'speculative-model', says: 'use speculative-config instead' },
  { flag: 'num-speculative-tokens', says: 'use speculative-config instead' },
  { flag: 'guided-decoding-backend', says: 'use structured-outputs-config instead' },
  { flag: 'enable-prompt-adapter', says: 'prompt adapters went with the V0 engine: leave it out' },
  { flag: 'preemption-mode', says: 'the V1 engine always recomputes: leave it out' },
  { flag: 'scheduler-delay-factor', says: 'it went with the V0 engine: leave it out' },
];

/** Version as numbers, for example of v0.14.1+rocm700 or 0.28.1rc1. */
type Version = readonly [number, number, number];

/**
 * One sentence for each flag that this vLLM does not know, or that newer ones do not where the version is not known.
 * `words` are the words of a command.
 */
export function removedFlags(words: readonly string[], version: string | undefined): string[] {
  const known = version === undefined ? undefined : numbers(version);
  const names = new Set(words.filter((word) => word.startsWith('-')).map(flagName));
  return REMOVED.filter(({ flag }) => names.has(flag)).flatMap(({ flag, since, says }) => {
    if (known !== undefined && since !== undefined) {
      return before(known, since)
        ? []
        : [`vLLM ${known.join('.')} does not know --${flag} (removed in ${since.join('.')}): ${says}`];
    }
    const when = since === undefined ? 'newer versions of vLLM' : `vLLM ${since.join('.')} and newer`;
    return [`${when} do not know --${flag}: ${says}`];
  });
}

/** The version that a tag of an image names; undefined for latest, nightly and digests. */
export function versionOfImage(image: string): string | undefined {
  const tag = /:([A-Za-z0-9_][\w.-]{0,127})(?:@|$)/.exec(image)?.[1];
  if (tag === undefined) return undefined;
  // rocm/vllm tags name ROCm first: rocm7.0.0_vllm_0.11.1_20251103.
  return /(?:^|[_-])vllm_v?(\d+\.\d+\.\d+)/.exec(tag)?.[1] ?? /^v?(\d+\.\d+\.\d+)/.exec(tag)?.[1];
}

/**
 * What is left to the version of a vLLM that we start: its defaults of these moved between versions (max_num_seqs 256 or 1024 by device,
 * gpu_memory_utilization 0.9 then 0.92), so that an upgrade would change the workload.
 */
export function unsetKnobs(engine: {
  readonly kind: EngineKind;
  readonly max_num_seqs?: number;
  readonly gpu_memory_utilization?: number;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly command?: readonly string[];
}): string[] {
  const ours = engine.kind === 'docker' || engine.kind === 'process';
  if (!ours || !(engine.command ?? []).some((word) => /(?:^|\/)vllm$|^vllm\./.test(word))) return [];
  const names = new Set([...Object.keys(engine.args ?? {}), ...(engine.command ?? [])].map(flagName));
  const unset: string[] = [];
  if (engine.max_num_seqs === undefined && !names.has('max-num-seqs')) unset.push('max_num_seqs');
  const memory = names.has('gpu-memory-utilization') || names.has('kv-cache-memory-bytes');
  if (engine.gpu_memory_utilization === undefined && !memory) unset.push('gpu_memory_utilization');
  return unset.map(
    (key) =>
      `engine.${key} is not set: its default differs between versions of vLLM, so set it to compare them`,
  );
}

/** The same as findings of a report. */
export function unsetKnobFindings(engine: Parameters<typeof unsetKnobs>[0]): Finding[] {
  return unsetKnobs(engine).map((message) => ({
    kind: 'plan',
    severity: 'warning',
    code: 'unset_knob',
    message,
  }));
}

function flagName(word: string): string {
  const [name = ''] = word.replace(/^-+/, '').split('=', 1);
  return name.replaceAll('_', '-');
}

function numbers(version: string): Version | undefined {
  const match = /^v?(\d{1,6})\.(\d{1,6})(?:\.(\d{1,6}))?/.exec(version.trim());
  if (match === null) return undefined;
  return [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
}

function before(a: Version, b: Version): boolean {
  for (const [i, part] of a.entries()) {
    const other = b[i] ?? 0;
    if (part !== other) return part < other;
  }
  return false;
}
