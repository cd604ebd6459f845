// Fields of the fingerprint that the machine alone tells, before anything is started.
import type { Gpu, GpuInventory } from './gpu.ts';
import type { FingerprintField } from './result.gen.ts';

/** The machine of a run; `gpus` are those of its engine. An inventory that was not taken tells nothing. */
export function hostFingerprint(host: {
  readonly inventory: GpuInventory;
  readonly gpus: readonly Gpu[];
}): Readonly<Record<string, FingerprintField>> {
  const { gpus, inventory } = host;
  if (inventory.source === 'not read') return {};
  const none =
    inventory.problems[0] ??
    (inventory.gpus.length === 0 ? 'this host has no AMD GPU' : 'no GPU of this host was chosen');
  const gpu = gpuField(gpus, inventory.source, none);
  return {
    gpu: gpu('hard', ({ product }) => product),
    arch: gpu('hard', ({ arch }) => arch),
    gpu_count: gpus.length > 0 ? field('hard', gpus.length, inventory.source) : unknown('hard', none),
    compute_partition: gpu('hard', (one) => one.compute_partition),
    memory_partition: gpu('hard', (one) => one.memory_partition),
    gpu_addresses: gpu('soft', ({ bdf, partition }) =>
      partition === undefined ? bdf : `${bdf}#${partition}`,
    ),
    vram_gib: gpu('soft', (one) => gib(one.vram_total_bytes)),
    power_cap_w: gpu('soft', (one) => one.power_cap_w),
    perf_level: gpu('soft', (one) => one.perf_level),
    mec_firmware: gpu('soft', (one) => one.mec_firmware),
    ...hostFields(inventory),
  };
}

type Class = FingerprintField['class'];

/** Equal values once, different ones side by side; one that is not known makes the field unknown. */
function gpuField(gpus: readonly Gpu[], source: string, none: string) {
  return (kind: Class, pick: (gpu: Gpu) => string | number | undefined): FingerprintField => {
    if (gpus.length === 0) return unknown(kind, none);
    const values = gpus.map(pick);
    const silent = gpus.filter((_, at) => values[at] === undefined).map(({ index }) => index);
    if (silent.length > 0) return unknown(kind, `${source}: not readable for GPU ${silent.join(', ')}`);
    const distinct = [...new Set(values)];
    const [only] = distinct;
    return field(kind, distinct.length === 1 && only !== undefined ? only : distinct.join(', '), source);
  };
}

function hostFields({ host }: GpuInventory): Readonly<Record<string, FingerprintField>> {
  const soft = (value: string | number | undefined, source: string): FingerprintField =>
    value === undefined ? unknown('soft', `${source} cannot be read`) : field('soft', value, source);
  return {
    driver: driver(host),
    kernel: soft(host?.kernel, '/proc/sys/kernel/osrelease'),
    numa_balancing: soft(host?.numa_balancing, '/proc/sys/kernel/numa_balancing'),
    cpu_governor: soft(host?.cpu_governor, '/sys/devices/system/cpu'),
  };
}

/** The in-tree driver has no version of its own: kernel and source hash stand for it. */
function driver(host: GpuInventory['host']): FingerprintField {
  if (host?.driver !== undefined) return field('soft', host.driver, '/sys/module/amdgpu/version');
  if (host?.kernel !== undefined && host.driver_srcversion !== undefined) {
    const value = `in-tree ${host.kernel} (${host.driver_srcversion})`;
    return field('soft', value, '/sys/module/amdgpu/srcversion: the module has no version');
  }
  return unknown('soft', '/sys/module/amdgpu/version is not there');
}

function gib(bytes: number | undefined): number | undefined {
  return bytes === undefined ? undefined : Math.round((bytes / 2 ** 30) * 10) / 10;
}

function field(kind: Class, value: string | number, source: string): FingerprintField {
  return { value, source, class: kind };
}

function unknown(kind: Class, source: string): FingerprintField {
  return { source, class: kind };
}
