import type { Gpu } from '../core/gpu.ts';
import { gpuProduct } from '../core/gpu-products.ts';
import type { GpuReading } from '../core/gpu-reading.ts';
import { decodeGpuMetrics } from './gpu-metrics-table.ts';
import { count, list, readBytes, readCount, readText } from './sys-files.ts';
import { hwmonFolder, pciFolder } from './sysfs-inventory.ts';

/**
 * Reads one GPU from /sys: the driver's own table first, hwmon for what it lacks. May block with a driver that hangs,
 * so it runs in a process of its own (gpu-reader.ts).
 */
export function readGpu(root: string, gpu: Gpu): GpuReading {
  const folder = pciFolder(root, gpu.bdf);
  if (list(folder) === undefined) return { index: gpu.index, state: 'gone' };
  // All ones: the device does not answer on the bus any more.
  if (readCount(`${folder}/vendor`) === 0xffff) return { index: gpu.index, state: 'gone' };
  // What the whole card has stands at its first partition.
  const isFirst = (gpu.partition ?? 0) === 0;
  const table = isFirst ? readBytes(`${folder}/gpu_metrics`) : undefined;
  const metrics = table === undefined ? undefined : decodeGpuMetrics(table);
  const used = isFirst ? readCount(`${folder}/mem_info_vram_used`) : undefined;
  const fields = {
    ...(isFirst ? sensors(root, gpu.bdf) : {}),
    ...(used === undefined ? {} : { vram_used_bytes: used }),
    ...busy(folder, isFirst),
    ...(isFirst ? errors(folder) : {}),
    ...metrics,
  };
  const isDead = Object.keys(fields).length === 0 && isFirst;
  return {
    index: gpu.index,
    state: isDead ? 'unreadable' : 'read',
    ...fields,
    ...(isDead ? {} : clockLimit(folder, gpu)),
  };
}

function busy(folder: string, isFirst: boolean): Partial<GpuReading> {
  const percent = isFirst ? readCount(`${folder}/gpu_busy_percent`) : undefined;
  return percent === undefined || percent > 100 ? {} : { gfx_activity_percent: percent };
}

/** hwmon: microwatts, millidegrees, hertz (Documentation/gpu/amdgpu/thermal.rst). */
function sensors(root: string, bdf: string): Partial<GpuReading> {
  const hwmon = hwmonFolder(root, bdf);
  if (hwmon === undefined) return {};
  const power = readCount(`${hwmon}/power1_input`) ?? readCount(`${hwmon}/power1_average`);
  const clock = readCount(`${hwmon}/freq1_input`);
  const memory = readCount(`${hwmon}/freq2_input`);
  const junction = readCount(`${hwmon}/temp2_input`);
  const hbm = readCount(`${hwmon}/temp3_input`);
  return {
    // The second die of an MI250X says 0.
    ...(power !== undefined && power > 0 && { power_w: power / 1e6 }),
    ...(clock !== undefined && { gfx_clock_mhz: clock / 1e6 }),
    ...(memory !== undefined && { memory_clock_mhz: memory / 1e6 }),
    ...(junction !== undefined && { temperature_c: junction / 1000 }),
    ...(hbm !== undefined && { memory_temperature_c: hbm / 1000 }),
  };
}

/** Sums of ras/…_err_count ("ue: 0", "ce: 0", newer drivers "de: 0"); a driver without RAS has no such files. */
function errors(folder: string): Partial<GpuReading> {
  const files = (list(`${folder}/ras`) ?? []).filter((name) => name.endsWith('_err_count'));
  const sums = new Map<string, number>();
  for (const name of files) {
    for (const [, kind, text] of (readText(`${folder}/ras/${name}`) ?? '').matchAll(
      /^(ue|ce|de): (\d{1,15})$/gm,
    )) {
      if (kind !== undefined) sums.set(kind, (sums.get(kind) ?? 0) + (count(text) ?? 0));
    }
  }
  const [uncorrectable, correctable, deferred] = ['ue', 'ce', 'de'].map((kind) => sums.get(kind));
  return {
    ...(correctable !== undefined && { ecc_correctable: correctable }),
    ...(uncorrectable !== undefined && { ecc_uncorrectable: uncorrectable }),
    ...(deferred !== undefined && { ecc_deferred: deferred }),
  };
}

/** Highest level of pp_dpm_sclk ("1: 2100Mhz *"), else the data sheet's. */
function clockLimit(folder: string, gpu: Gpu): Partial<GpuReading> {
  const levels = [...(readText(`${folder}/pp_dpm_sclk`) ?? '').matchAll(/^\s*\w+: (\d{1,5})Mhz/gim)];
  const read = levels.reduce((most, level) => Math.max(most, Number(level[1])), 0);
  const limit =
    read > 0 ? read : gpu.device_id === undefined ? undefined : gpuProduct(gpu.device_id)?.max_clock_mhz;
  return limit === undefined ? {} : { gfx_clock_max_mhz: limit };
}
