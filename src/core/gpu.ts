// What a GPU of this host is: identity, place, partition, limits. Plain data; who reads it is src/telemetry/.

/**
 * One GPU as a HIP program sees it without any visibility variable: a card, one die of an MI250X, or one partition
 * (XCP) of a card in CPX, QPX or DPX mode. An absent field could not be read; it is never 0 or empty instead.
 */
export interface Gpu {
  /** Position in the order of PCI addresses, then partitions: the order of amd-smi. HIP's order may differ. */
  readonly index: number;
  /** PCI address in lower case, for example "0000:05:00.0"; the partitions of one card share it. */
  readonly bdf: string;
  /** Number of the partition on its card, where the card is partitioned. */
  readonly partition?: number;
  /**
   * The physical package: GPUs with the same value share power, heat and memory (dies of an MI250X, partitions of a
   * card), so they can only be locked together. The PCI address of its first GPU.
   */
  readonly package_id: string;
  /** How many GPUs the package has, chosen or not. */
  readonly package_gpus?: number;
  /** Name of the node in /dev/dri, for example "renderD128". */
  readonly render_node?: string;
  /** Name in /sys/class/drm, for example "card1". */
  readonly card?: string;
  /** 16 hexadecimal digits in lower case, without 0x. */
  readonly unique_id?: string;
  /** For example "AMD Instinct MI300X"; from the PCI device id. */
  readonly product?: string;
  /** PCI device id, for example 0x74a1. */
  readonly device_id?: number;
  /** For example "gfx942". */
  readonly arch?: string;
  /** The id that names the GPU in /sys/class/kfd/kfd/proc/PID/vram_ID. */
  readonly kfd_gpu_id?: number;
  /** Number of the node in /sys/class/kfd/kfd/topology/nodes. */
  readonly kfd_node?: number;
  /** SPX, DPX, TPX, QPX or CPX. */
  readonly compute_partition?: string;
  /** NPS1, NPS2, NPS4 or NPS8. */
  readonly memory_partition?: string;
  readonly numa_node?: number;
  readonly vram_total_bytes?: number;
  readonly vram_used_bytes?: number;
  readonly power_cap_w?: number;
  /** auto, manual, perf_determinism, … */
  readonly perf_level?: string;
  /** Version of the MEC (compute) firmware. */
  readonly mec_firmware?: number;
}

/** All GPUs of this host, whoever may use them. */
export interface GpuInventory {
  /** Where it was read, for example "sysfs" or "amd-smi". */
  readonly source: string;
  readonly gpus: readonly Gpu[];
  readonly host?: HostFacts;
  /** What could not be read or does not fit together; with no GPUs and no problem the host has none. */
  readonly problems: readonly string[];
}

/** What else of the host changes how fast its GPUs serve. */
export interface HostFacts {
  readonly kernel?: string;
  /** Version of the amdgpu module; the in-tree driver has none, but a source hash. */
  readonly driver?: string;
  readonly driver_srcversion?: string;
  readonly cpu_model?: string;
  readonly cpu_count?: number;
  /** Governors of all CPUs, sorted, joined with a comma. */
  readonly cpu_governor?: string;
  /** /proc/sys/kernel/numa_balancing; 0 is off. */
  readonly numa_balancing?: number;
}
