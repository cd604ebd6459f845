import type { GpuReading } from '../core/gpu-reading.ts';

/**
 * Offsets of the tables that Instinct drivers emit through /sys/class/drm/card…/device/gpu_metrics: natural alignment,
 * little-endian (drivers/gpu/drm/amd/include/kgd_pp_interface.h of Linux 6.2 to 6.17). v1_3 is MI200; v1_4 and later
 * are MI300 and MI350. v1_9 is a list of attributes without fixed places and is not read here.
 */
const LAYOUTS: Readonly<Record<string, Layout>> = {
  '1.3': {
    ...{ size: 120, hotspot: 6, memory: 8, power: 22, activity: 16, energy: 24 },
    ...{ gfxClocks: [54], memoryClock: 58, throttleStatus: 112 },
  },
  '1.4': {
    ...{ size: 288, hotspot: 4, memory: 6, power: 10, activity: 12, energy: 24 },
    ...{ gfxClocks: eight(240), memoryClock: 280 },
  },
  '1.5': {
    ...{ size: 328, hotspot: 4, memory: 6, power: 10, activity: 12, energy: 56 },
    ...{ gfxClocks: eight(280), memoryClock: 320 },
  },
  '1.6': {
    ...{ size: 1664, hotspot: 4, memory: 6, power: 10, activity: 12, energy: 16 },
    ...{ gfxClocks: eight(264), memoryClock: 304, accumulators: 32 },
  },
  '1.7': {
    ...{ size: 2208, hotspot: 4, memory: 6, power: 10, activity: 12, energy: 24 },
    ...{ gfxClocks: eight(296), memoryClock: 336, accumulators: 40 },
  },
  '1.8': {
    ...{ size: 3360, hotspot: 4, memory: 6, power: 10, activity: 12, energy: 24 },
    ...{ gfxClocks: eight(296), memoryClock: 336, accumulators: 40 },
  },
};

interface Layout {
  readonly size: number;
  readonly hotspot: number;
  readonly memory: number;
  readonly power: number;
  readonly activity: number;
  readonly energy: number;
  readonly gfxClocks: readonly number[];
  readonly memoryClock: number;
  /** Six 32-bit counters: cycles, PROCHOT, PPT, socket, VR and HBM thermal. */
  readonly accumulators?: number;
  /** The ASIC-independent throttle status. */
  readonly throttleStatus?: number;
}

/** The driver fills a table with ones first: all ones is a value that the card does not have. */
const ABSENT_16 = 0xffff;
const ABSENT_32 = 0xffffffff;
const ABSENT_64 = 0xffffffffffffffffn;
/** Unit of the energy accumulator: 2^-16 J. */
const ENERGY_UNIT_J = 2 ** -16;
/** Bits 32 to 47 of the independent status are temperatures and PROCHOT (amdgpu_smu.h, SMU_THROTTLER_…_BIT). */
const THERMAL_BITS = 0x0000ffff00000000n;

/** Readings of one table, or undefined for a table that is cut short or of a layout that is not known here. */
export function decodeGpuMetrics(table: Uint8Array): Omit<GpuReading, 'index' | 'state'> | undefined {
  const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
  if (view.byteLength < 4) return undefined;
  const layout = LAYOUTS[`${view.getUint8(2)}.${view.getUint8(3)}`];
  if (layout === undefined || view.getUint16(0, true) !== layout.size || view.byteLength < layout.size) {
    return undefined;
  }
  const half = (offset: number): number | undefined => {
    const value = view.getUint16(offset, true);
    return value === ABSENT_16 ? undefined : value;
  };
  const clocks = layout.gfxClocks.flatMap((offset) => half(offset) ?? []).filter((clock) => clock > 0);
  const energy = view.getBigUint64(layout.energy, true);
  // The second die of an MI250X says 0 W and 0 J: its package is read at the first.
  const power = half(layout.power);
  return defined({
    power_w: power === 0 ? undefined : power,
    energy_j: energy === ABSENT_64 || energy === 0n ? undefined : Number(energy) * ENERGY_UNIT_J,
    gfx_activity_percent: upTo(half(layout.activity), 100),
    gfx_clock_mhz: clocks.length === 0 ? undefined : Math.min(...clocks),
    memory_clock_mhz: half(layout.memoryClock),
    temperature_c: upTo(half(layout.hotspot), 200),
    memory_temperature_c: upTo(half(layout.memory), 200),
    throttle: layout.accumulators === undefined ? undefined : accumulators(view, layout.accumulators),
    thermal_now: layout.throttleStatus === undefined ? undefined : thermal(view, layout.throttleStatus),
  });
}

function accumulators(view: DataView, at: number): GpuReading['throttle'] {
  const word = (index: number): number | undefined => {
    const value = view.getUint32(at + 4 * index, true);
    return value === ABSENT_32 ? undefined : value;
  };
  const total = word(0);
  if (total === undefined) return undefined;
  return {
    total,
    ...defined({
      prochot: word(1),
      ppt: word(2),
      socket_thermal: word(3),
      vr_thermal: word(4),
      hbm_thermal: word(5),
    }),
  };
}

function thermal(view: DataView, at: number): boolean | undefined {
  const status = view.getBigUint64(at, true);
  return status === ABSENT_64 ? undefined : (status & THERMAL_BITS) !== 0n;
}

function upTo(value: number | undefined, most: number): number | undefined {
  return value === undefined || value > most ? undefined : value;
}

function eight(first: number): readonly number[] {
  return Array.from({ length: 8 }, (_, index) => first + 2 * index);
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The same object without absent fields. */
function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}
