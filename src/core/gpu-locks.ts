// Which locks a run needs so that nobody else measures, or is measured, on what it uses.
import type { Gpu } from './gpu.ts';

/** preflight.exclusive */
export type Exclusive = 'node' | 'package' | 'gpu';

export interface GpuLock {
  /** A plain file name. */
  readonly name: string;
  readonly mode: 'exclusive' | 'shared';
}

/**
 * The locks of a run in the one order in which every run takes them, so that two runs never wait for each other. The
 * larger thing is always locked too, shared where others may use another part of it: a run that wants the whole node
 * then waits for all, and all wait for it. The dies of an MI250X and the partitions of a card share their package.
 */
export function gpuLocks(gpus: readonly Gpu[], exclusive: Exclusive): readonly GpuLock[] {
  if (gpus.length === 0) return [];
  const node: GpuLock = { name: 'node.lock', mode: exclusive === 'node' ? 'exclusive' : 'shared' };
  if (exclusive === 'node') return [node];
  const packages = unique(gpus.map((gpu) => `package-${fileName(gpu.package_id)}.lock`)).map(
    (name): GpuLock => ({ name, mode: exclusive === 'package' ? 'exclusive' : 'shared' }),
  );
  if (exclusive === 'package') return [node, ...packages];
  const each = unique(gpus.map((gpu) => `gpu-${fileName(`${gpu.bdf}.${gpu.partition ?? 0}`)}.lock`)).map(
    (name): GpuLock => ({ name, mode: 'exclusive' }),
  );
  return [node, ...packages, ...each];
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)].sort();
}

/** An address such as 0000:05:00.0 as part of a file name. */
function fileName(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]/g, '-')
    .slice(0, 80);
}
