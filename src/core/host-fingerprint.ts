// Fields of the fingerprint that the machine alone tells, before anything is started.
import type { Gpu, GpuInventory } from './gpu.ts';
import type { FingerprintField } from './result.gen.ts';

/** Product, architecture, count and driver; what is not read or not the same on all GPUs is left out. */
export function hostFingerprint(host: {
  readonly inventory: GpuInventory;
  readonly gpus: readonly Gpu[];
}): Readonly<Record<string, FingerprintField>> {
  const { gpus, inventory } = host;
  const { source } = inventory;
  const hard = (value: string | number): FingerprintField => ({ value, source, class: 'hard' });
  const product = onlyOne(gpus.map((gpu) => gpu.product));
  const arch = onlyOne(gpus.map((gpu) => gpu.arch));
  const driver = inventory.host?.driver;
  return {
    ...(product === undefined ? {} : { gpu: hard(product) }),
    ...(arch === undefined ? {} : { arch: hard(arch) }),
    ...(gpus.length === 0 ? {} : { gpu_count: hard(gpus.length) }),
    ...(driver === undefined ? {} : { driver: { value: driver, source, class: 'soft' } }),
  };
}

function onlyOne(values: readonly (string | undefined)[]): string | undefined {
  const distinct = new Set(values);
  return distinct.size === 1 ? values[0] : undefined;
}
