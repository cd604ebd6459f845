import type { Gpu } from '../core/gpu.ts';
import { archName, gpuProduct } from '../core/gpu-products.ts';
import { count, list, readCount, readText } from './sys-files.ts';

/** What the kernel says about the GPUs of this host, without any tool. May block with a driver that hangs. */
export interface SysfsInventory {
  readonly gpus: readonly Gpu[];
  readonly problems: readonly string[];
}

const AMD = 0x1002;
const KFD_NODES = '/sys/class/kfd/kfd/topology/nodes';
/** KFD io_links: type of a link between packages or dies (HSA_IOLINK_TYPE_XGMI). */
const XGMI = 11;

/** GPUs of this host by the KFD topology, else by the DRM devices; `root` is prepended to every path. */
export function readSysfsInventory(root: string): SysfsInventory {
  const problems: string[] = [];
  const found = kfdGpus(root, problems) ?? drmGpus(root);
  const packages = packagesOf(root, found, problems);
  const sizes = new Map<string, number>();
  for (const id of packages) sizes.set(id, (sizes.get(id) ?? 0) + 1);
  return {
    gpus: found.map((gpu, index) => {
      const packageId = packages[index] ?? gpu.bdf;
      return { index, ...gpu, package_id: packageId, package_gpus: sizes.get(packageId) ?? 1 };
    }),
    problems,
  };
}

/** Folder of a PCI device. */
export function pciFolder(root: string, bdf: string): string {
  return `${root}/sys/bus/pci/devices/${bdf}`;
}

/** The hwmon folder of a PCI device. */
export function hwmonFolder(root: string, bdf: string): string | undefined {
  const folder = `${pciFolder(root, bdf)}/hwmon`;
  const name = list(folder)?.find((one) => /^hwmon\d+$/.test(one));
  return name === undefined ? undefined : `${folder}/${name}`;
}

type Placed = Omit<Gpu, 'index' | 'package_id' | 'package_gpus'>;

function kfdGpus(root: string, problems: string[]): readonly Placed[] | undefined {
  const nodes = list(`${root}${KFD_NODES}`)?.filter((name) => /^\d+$/.test(name));
  if (nodes === undefined) return undefined;
  const found: (Placed & { readonly partition: number })[] = [];
  for (const name of nodes) {
    const folder = `${root}${KFD_NODES}/${name}`;
    const text = readText(`${folder}/properties`);
    if (text === undefined) {
      // The device cgroup of a container hides the GPUs that are not its own: read is refused, the folder stays.
      problems.push(`${KFD_NODES}/${name}/properties cannot be read: a GPU of this host may be hidden`);
      continue;
    }
    const value = (key: string) => count(new RegExp(`^${key} (\\d{1,20})$`, 'm').exec(text)?.[1]);
    const version = value('gfx_target_version');
    const location = value('location_id');
    // CPU nodes have version 0.
    if (version === undefined || version === 0 || location === undefined) continue;
    const deviceId = value('device_id');
    const place = placeOf(value('domain') ?? 0, location);
    const gpuId = readCount(`${folder}/gpu_id`);
    const minor = value('drm_render_minor');
    const uniqueId = /^unique_id (\d{1,20})$/m.exec(text)?.[1];
    found.push({
      ...place,
      kfd_node: Number(name),
      arch: archName(version),
      ...(uniqueId !== undefined && uniqueId !== '0' && { unique_id: hex16(uniqueId) }),
      ...(deviceId !== undefined && identity(deviceId)),
      ...(gpuId !== undefined && gpuId > 0 && { kfd_gpu_id: gpuId }),
      ...(minor !== undefined && minor >= 128 && { render_node: `renderD${minor}` }),
      ...deviceFacts(root, place.bdf, place.partition, memoryBanks(folder)),
    });
  }
  found.sort((a, b) => compare(a.bdf, b.bdf) || a.partition - b.partition);
  return found.map(({ partition, ...gpu }) => {
    const isShared = found.filter(({ bdf }) => bdf === gpu.bdf).length > 1;
    return isShared ? { ...gpu, partition } : gpu;
  });
}

/**
 * location_id is the PCI bus, device and function; the number of a partition stands in bits 28 to 31 and stood in the
 * function before (drivers/gpu/drm/amd/amdkfd/kfd_topology.c).
 */
function placeOf(domain: number, location: number): { bdf: string; partition: number } {
  const high = Math.floor(location / 2 ** 28) % 16;
  const bus = (location >> 8) & 0xff;
  const device = (location >> 3) & 0x1f;
  const bdf = `${hex(domain, 4)}:${hex(bus, 2)}:${hex(device, 2)}.0`;
  return { bdf, partition: high > 0 ? high : location & 7 };
}

/** Without /dev/kfd (no compute driver, or a container that hides it) the display driver still names its devices. */
function drmGpus(root: string): readonly Placed[] {
  const names = list(`${root}/sys/bus/pci/devices`) ?? [];
  return names.flatMap((bdf): Placed[] => {
    if (!/^[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]$/.test(bdf)) return [];
    const folder = pciFolder(root, bdf);
    if (readCount(`${folder}/vendor`) !== AMD) return [];
    const deviceId = readCount(`${folder}/device`);
    const product = deviceId === undefined ? undefined : gpuProduct(deviceId);
    if (deviceId === undefined || product === undefined) return [];
    return [{ bdf, arch: product.arch, ...identity(deviceId), ...deviceFacts(root, bdf, 0, undefined) }];
  });
}

function identity(deviceId: number): Pick<Gpu, 'device_id' | 'product'> {
  return { device_id: deviceId, product: gpuProduct(deviceId)?.name ?? `device 0x${deviceId.toString(16)}` };
}

/** Facts of the PCI device; those of its memory in use belong to the first partition. */
function deviceFacts(
  root: string,
  bdf: string,
  partition: number,
  bankBytes: number | undefined,
): Partial<Gpu> {
  const folder = pciFolder(root, bdf);
  const hwmon = hwmonFolder(root, bdf);
  const names = list(`${folder}/drm`) ?? [];
  const card = names.find((name) => /^card\d+$/.test(name));
  const render = names.find((name) => /^renderD\d+$/.test(name));
  const compute = readText(`${folder}/current_compute_partition`);
  const memory = readText(`${folder}/current_memory_partition`);
  const numa = readCount(`${folder}/numa_node`);
  const total = bankBytes ?? readCount(`${folder}/mem_info_vram_total`);
  const used = partition === 0 ? readCount(`${folder}/mem_info_vram_used`) : undefined;
  const cap = hwmon === undefined ? undefined : readCount(`${hwmon}/power1_cap`);
  const level = readText(`${folder}/power_dpm_force_performance_level`);
  const mec = readCount(`${folder}/fw_version/mec_fw_version`);
  const serial = readText(`${folder}/unique_id`);
  return {
    ...(partition === 0 && card !== undefined && { card }),
    ...(partition === 0 && render !== undefined && { render_node: render }),
    ...(partition === 0 &&
      /^[0-9a-f]{16}$/i.test(serial ?? '') && { unique_id: serial?.toLowerCase() ?? '' }),
    ...(/^[SDTQC]PX$/.test(compute ?? '') && { compute_partition: compute ?? '' }),
    ...(/^NPS[1248]$/.test(memory ?? '') && { memory_partition: memory ?? '' }),
    ...(numa !== undefined && { numa_node: numa }),
    ...(total !== undefined && total > 0 && { vram_total_bytes: total }),
    ...(used !== undefined && { vram_used_bytes: used }),
    ...(cap !== undefined && cap > 0 && { power_cap_w: cap / 1e6 }),
    ...(/^[a-z_]{1,40}$/.test(level ?? '') && { perf_level: level ?? '' }),
    ...(mec !== undefined && mec > 0 && { mec_firmware: mec }),
  };
}

function memoryBanks(node: string): number | undefined {
  let total = 0;
  for (const name of list(`${node}/mem_banks`) ?? []) {
    const text = readText(`${node}/mem_banks/${name}/properties`) ?? '';
    // Heap types 1 and 2 are the memory of the GPU (HSA_HEAPTYPE_FRAME_BUFFER_…).
    if (/^heap_type [12]$/m.test(text)) total += count(/^size_in_bytes (\d+)$/m.exec(text)?.[1]) ?? 0;
  }
  return total > 0 ? total : undefined;
}

/**
 * The package of each GPU. The partitions of a card share its PCI address. The two dies of an MI250X are two PCI
 * devices: the widest XGMI link of each leads to the other. Where that cannot be told, all dies of the host count as
 * one package, so that nothing is ever taken for free that is not.
 */
function packagesOf(root: string, gpus: readonly Placed[], problems: string[]): readonly string[] {
  const dies = gpus.filter((gpu) => gpu.device_id !== undefined && gpuProduct(gpu.device_id)?.paired_dies);
  const partner = new Map(dies.map((die) => [die.bdf, widestPeer(root, die, dies)]));
  const isPaired = dies.every(({ bdf }) => {
    const other = partner.get(bdf);
    return other !== undefined && partner.get(other) === bdf;
  });
  const first = dies[0]?.bdf;
  if (!isPaired) {
    problems.push(
      'which dies of the MI250X share a package cannot be read from the XGMI links in /sys/class/kfd: ' +
        'all of them count as one package',
    );
  }
  return gpus.map(({ bdf }) => {
    if (!partner.has(bdf)) return bdf;
    if (!isPaired) return first ?? bdf;
    const other = partner.get(bdf) ?? bdf;
    return compare(bdf, other) <= 0 ? bdf : other;
  });
}

function widestPeer(root: string, die: Placed, dies: readonly Placed[]): string | undefined {
  if (die.kfd_node === undefined) return undefined;
  const folder = `${root}${KFD_NODES}/${die.kfd_node}/io_links`;
  const links = (list(folder) ?? []).flatMap((name) => {
    const text = readText(`${folder}/${name}/properties`) ?? '';
    const value = (key: string) => count(new RegExp(`^${key} (\\d{1,15})$`, 'm').exec(text)?.[1]);
    const peer = dies.find(({ kfd_node: node }) => node === value('node_to'));
    const width = value('max_bandwidth');
    return value('type') === XGMI && peer !== undefined && width !== undefined ? [{ peer, width }] : [];
  });
  links.sort((a, b) => b.width - a.width);
  const [widest, next] = links;
  if (widest === undefined || widest.width <= (next?.width ?? 0)) return undefined;
  return widest.peer.bdf;
}

function hex16(decimal: string): string {
  return BigInt(decimal).toString(16).padStart(16, '0');
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
