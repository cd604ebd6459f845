import type { GpuReading, ThrottleCounters } from '../core/gpu-reading.ts';
import { field, jsonValues, reading, word } from './tool-json.ts';

/** Arguments for everything that a reading needs; -T is known from ROCm 6.3 on. */
export const AMD_SMI_METRIC = [
  ...['metric', '-u', '-p', '-c', '-t', '-m', '-e', '-E'],
  ...['-T', '--json'],
] as const;
/** The same for an amd-smi that does not know -T. */
export const AMD_SMI_METRIC_OLD = ['metric', '-u', '-p', '-c', '-t', '-m', '-e', '-E', '--json'] as const;

/** A GPU of `amd-smi list` or `static`. */
export interface AmdSmiGpu {
  readonly index: number;
  readonly bdf?: string;
  readonly product?: string;
  readonly arch?: string;
  readonly device_id?: number;
  readonly partition?: number;
  readonly render_node?: string;
  readonly vram_total_bytes?: number;
  readonly power_cap_w?: number;
  readonly numa_node?: number;
}

/**
 * Readings per GPU from `amd-smi metric --json`: an array (ROCm 6.1 to 6.4), `gpu_data` (7.0 and later) or one object;
 * with text around it. Undefined where no GPU object is in it: unreadable, never "nothing is wrong".
 */
export function parseAmdSmiMetric(output: string): readonly GpuReading[] | undefined {
  const gpus = gpuObjects(output);
  if (gpus.length === 0) return undefined;
  return gpus.map(({ index, gpu }) => {
    const fields = metricFields(gpu);
    return { index, state: Object.keys(fields).length === 0 ? 'unreadable' : 'read', ...fields };
  });
}

/** GPUs of `amd-smi list --json` or `amd-smi static --json`; undefined where none is in it. */
export function parseAmdSmiGpus(output: string): readonly AmdSmiGpu[] | undefined {
  const gpus = gpuObjects(output);
  if (gpus.length === 0) return undefined;
  return gpus.map(({ index, gpu }) => {
    const asic = field(gpu, 'asic');
    const limit = field(gpu, 'limit');
    const bdf = word(field(gpu, 'bdf')) ?? word(field(field(gpu, 'bus'), 'bdf'));
    const name = word(field(asic, 'market_name')) ?? word(field(field(gpu, 'board'), 'product_name'));
    const arch = word(field(asic, 'target_graphics_version'));
    const deviceText = word(field(asic, 'device_id'));
    const partition = reading(field(gpu, 'partition_id'))?.value;
    const render = word(field(gpu, 'render'));
    const cap = reading(
      field(field(limit, 'ppt0'), 'socket_power_limit') ?? field(limit, 'socket_power', 'socket_power_limit'),
    );
    const numa = reading(field(field(gpu, 'numa'), 'node'));
    const size = bytes(field(field(gpu, 'vram'), 'size'));
    return {
      index,
      ...(bdf !== undefined && BDF.test(bdf) && { bdf: bdf.toLowerCase() }),
      ...(name !== undefined && { product: name }),
      ...(arch !== undefined && /^gfx[0-9a-f]{3,4}$/.test(arch) && { arch }),
      ...(deviceText !== undefined &&
        /^0x[0-9a-f]{1,4}$/i.test(deviceText) && { device_id: Number(deviceText) }),
      ...(partition !== undefined && { partition }),
      ...(render !== undefined && /^renderD\d{1,4}$/.test(render) && { render_node: render }),
      ...(size !== undefined && { vram_total_bytes: size }),
      ...(cap !== undefined && cap.value > 0 && { power_cap_w: cap.value }),
      ...(numa !== undefined && { numa_node: numa.value }),
    };
  });
}

const BDF = /^[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]$/i;
const MAX_GPUS = 256;

/** Objects with a whole number `gpu`, first of each: a document may be printed twice. */
function gpuObjects(output: string): readonly { readonly index: number; readonly gpu: unknown }[] {
  const found = new Map<number, unknown>();
  for (const value of jsonValues(output)) {
    const rows = Array.isArray(value) ? value : (field(value, 'gpu_data') ?? [value]);
    if (!Array.isArray(rows)) continue;
    for (const row of rows.slice(0, MAX_GPUS) as readonly unknown[]) {
      const index = reading(field(row, 'gpu'))?.value;
      if (index === undefined || !Number.isInteger(index) || index >= MAX_GPUS || found.has(index)) continue;
      found.set(index, row);
    }
  }
  return [...found].map(([index, gpu]) => ({ index, gpu })).sort((a, b) => a.index - b.index);
}

function metricFields(gpu: unknown): Omit<GpuReading, 'index' | 'state'> {
  const clocks = gfxClocks(field(gpu, 'clock'));
  const temperature = field(gpu, 'temperature');
  const ecc = field(gpu, 'ecc');
  // The second die of an MI250X says 0 or N/A; 0 J on a busy card means that there is no counter.
  const power = positive(reading(field(field(gpu, 'power'), 'socket_power', 'current_socket_power'))?.value);
  const energy = positive(reading(field(field(gpu, 'energy'), 'total_energy_consumption'))?.value);
  const activity = reading(field(field(gpu, 'usage'), 'gfx_activity'))?.value;
  const hotspot = reading(field(temperature, 'hotspot'))?.value;
  const hbm = reading(field(temperature, 'mem'))?.value;
  const memory = reading(field(field(field(gpu, 'clock'), 'mem_0', 'mem'), 'clk'))?.value;
  const used = bytes(field(field(gpu, 'mem_usage'), 'used_vram'));
  const throttle = throttleCounters(field(gpu, 'throttle', 'violation'));
  return {
    ...(power !== undefined && { power_w: power }),
    ...(energy !== undefined && { energy_j: energy }),
    ...(activity !== undefined && activity <= 100 && { gfx_activity_percent: activity }),
    ...clocks,
    ...(memory !== undefined && { memory_clock_mhz: memory }),
    ...(hotspot !== undefined && hotspot <= 200 && { temperature_c: hotspot }),
    ...(hbm !== undefined && hbm <= 200 && { memory_temperature_c: hbm }),
    ...(used !== undefined && { vram_used_bytes: used }),
    ...(throttle !== undefined && { throttle }),
    ...counter('ecc_correctable', field(ecc, 'total_correctable_count', 'total_correctable')),
    ...counter('ecc_uncorrectable', field(ecc, 'total_uncorrectable_count', 'total_uncorrectable')),
    ...counter('ecc_deferred', field(ecc, 'total_deferred_count')),
  };
}

function gfxClocks(clock: unknown): Partial<GpuReading> {
  const all = Array.from({ length: 8 }, (_, number) => field(clock, `gfx_${number}`));
  const now = all.flatMap((one) => positive(reading(field(one, 'clk'))?.value) ?? []);
  const most = all.flatMap((one) => positive(reading(field(one, 'max_clk'))?.value) ?? []);
  return {
    ...(now.length > 0 && { gfx_clock_mhz: Math.min(...now) }),
    ...(most.length > 0 && { gfx_clock_max_mhz: Math.max(...most) }),
  };
}

function throttleCounters(throttle: unknown): ThrottleCounters | undefined {
  const total = reading(field(throttle, 'accumulation_counter'))?.value;
  if (total === undefined) return undefined;
  const rows = [
    ['prochot', 'prochot_accumulated'],
    ['ppt', 'ppt_accumulated'],
    ['socket_thermal', 'socket_thermal_accumulated'],
    ['vr_thermal', 'vr_thermal_accumulated'],
    ['hbm_thermal', 'hbm_thermal_accumulated'],
  ] as const;
  const known = rows.flatMap(([name, key]) => {
    const value = reading(field(throttle, key))?.value;
    return value === undefined ? [] : [[name, value] as const];
  });
  return known.length === 0 ? undefined : { total, ...Object.fromEntries(known) };
}

function counter(name: string, value: unknown): Readonly<Record<string, number>> {
  const number = reading(value)?.value;
  return number === undefined ? {} : { [name]: number };
}

/** amd-smi writes MiB and labels them MB (bytes // 1024²). */
function bytes(value: unknown): number | undefined {
  const size = reading(value);
  if (size === undefined) return undefined;
  const factor: Readonly<Record<string, number>> = {
    B: 1,
    KB: 1024,
    MB: 1024 ** 2,
    GB: 1024 ** 3,
  };
  const unit = factor[size.unit ?? ''];
  return unit === undefined ? undefined : size.value * unit;
}

function positive(value: number | undefined): number | undefined {
  return value === undefined || value <= 0 ? undefined : value;
}
