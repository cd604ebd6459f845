// What one look at the GPUs of a run saw. Plain data: it crosses a process border and ends in telemetry.jsonl.

/** One look at all GPUs of a run, whatever could be read of each. */
export interface GpuSample {
  /** Monotonic, nanoseconds as a decimal number: when the look began. */
  readonly at_ns: number;
  /** How long it took, s. */
  readonly took_s: number;
  /** sysfs, amd-smi or rocm-smi. */
  readonly source: string;
  readonly gpus: readonly GpuReading[];
}

/**
 * Readings of one GPU; an absent field could not be read. Power, clock, energy and throttling of a package are read at
 * its first GPU only: the second die of an MI250X and the further partitions of a card have none of their own.
 */
export interface GpuReading {
  /** Gpu.index */
  readonly index: number;
  /** gone: the device is not there any more. unreadable: it is there and nothing of it can be read. */
  readonly state: 'read' | 'unreadable' | 'gone';
  readonly power_w?: number;
  /** Accumulator; only its growth means something. */
  readonly energy_j?: number;
  readonly gfx_activity_percent?: number;
  /** The slowest of the card's compute dies. */
  readonly gfx_clock_mhz?: number;
  readonly gfx_clock_max_mhz?: number;
  readonly memory_clock_mhz?: number;
  readonly temperature_c?: number;
  readonly memory_temperature_c?: number;
  readonly vram_used_bytes?: number;
  readonly throttle?: ThrottleCounters;
  /** Heat limits the clocks now (drivers without accumulators). */
  readonly thermal_now?: boolean;
  readonly ecc_correctable?: number;
  readonly ecc_uncorrectable?: number;
  readonly ecc_deferred?: number;
}

/** Accumulators of the power-management firmware; a share of time is the growth of one over that of `total`. */
export interface ThrottleCounters {
  readonly total: number;
  readonly prochot?: number;
  /** Power limit: normal under load. */
  readonly ppt?: number;
  readonly socket_thermal?: number;
  readonly vr_thermal?: number;
  readonly hbm_thermal?: number;
}
