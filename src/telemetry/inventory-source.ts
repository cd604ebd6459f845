import type { Gpu, GpuInventory } from '../core/gpu.ts';
import { gpuProduct } from '../core/gpu-products.ts';
import { type AmdSmiGpu, parseAmdSmiGpus } from './amd-smi.ts';
import { readHostFacts } from './host-facts.ts';
import { list } from './sys-files.ts';
import { readSysfsInventory } from './sysfs-inventory.ts';
import { runTool } from './tool.ts';

/** GPUs and facts of this host: /sys, else amd-smi where the kernel shows a driver and no GPU of it can be read. */
export async function takeInventory(options: {
  readonly root: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly tool_limit_ms: number;
}): Promise<GpuInventory> {
  const { root } = options;
  const host = readHostFacts(root);
  const sysfs = readSysfsInventory(root);
  const hasDriver = list(`${root}/sys/module/amdgpu`) !== undefined || list(`${root}/dev`)?.includes('kfd');
  if (sysfs.gpus.length > 0 || hasDriver !== true) {
    return { source: 'sysfs', gpus: sysfs.gpus, host, problems: sysfs.problems };
  }
  const ask = (args: readonly string[]) =>
    runTool('amd-smi', args, { limitMs: options.tool_limit_ms, env: options.env });
  const answer = await ask(['static', '--json']);
  const text = answer.ok ? answer.stdout : undefined;
  const seen = text === undefined ? undefined : parseAmdSmiGpus(text);
  if (seen === undefined) {
    const why = answer.ok ? 'amd-smi static printed no readable JSON' : `amd-smi: ${answer.reason}`;
    const problem = `the amdgpu driver is loaded, but no GPU of it can be read from /sys, and ${why}`;
    return { source: 'sysfs', gpus: [], host, problems: [...sysfs.problems, problem] };
  }
  return { source: 'amd-smi', ...fromAmdSmi(seen), host };
}

function fromAmdSmi(seen: readonly AmdSmiGpu[]): Pick<GpuInventory, 'gpus' | 'problems'> {
  const problems: string[] = [];
  const placed = seen.flatMap((gpu) => (gpu.bdf === undefined ? [] : [{ ...gpu, bdf: gpu.bdf }]));
  if (placed.length < seen.length) problems.push('amd-smi names a GPU without its PCI address');
  const cards = placed.map((gpu) => `${gpu.bdf.slice(0, -2)}.0`);
  const dies = placed.filter((gpu) => gpu.device_id !== undefined && gpuProduct(gpu.device_id)?.paired_dies);
  if (dies.length > 0)
    problems.push('amd-smi does not say which dies share a package: all of them count as one');
  const packageOf = (at: number): string => {
    const gpu = placed[at];
    return gpu !== undefined && dies.includes(gpu) ? (dies[0]?.bdf ?? gpu.bdf) : (cards[at] ?? '');
  };
  const gpus = placed.map((gpu, at): Gpu => {
    const { partition, ...rest } = gpu;
    const product = gpu.device_id === undefined ? undefined : gpuProduct(gpu.device_id);
    const isShared = cards.filter((card) => card === cards[at]).length > 1;
    return {
      ...rest,
      ...(product !== undefined && { product: product.name, arch: product.arch }),
      bdf: cards[at] ?? gpu.bdf,
      ...(isShared && { partition: partition ?? Number(gpu.bdf.slice(-1)) }),
      package_id: packageOf(at),
      package_gpus: placed.filter((_, other) => packageOf(other) === packageOf(at)).length,
    };
  });
  return { gpus, problems };
}
