// AMD Instinct products by PCI device id.

export interface GpuProduct {
  readonly name: string;
  readonly arch: string;
  /** Two dies with a device each in one package. */
  readonly paired_dies?: true;
  /** Peak engine clock of the data sheet, MHz. */
  readonly max_clock_mhz?: number;
}

// Device ids as in vllm/platforms/rocm.py (_ROCM_DEVICE_ID_NAME_MAP) and the PCI id list; clocks from AMD's data sheets.
const PRODUCTS: Readonly<Record<number, GpuProduct>> = {
  29704: { name: 'AMD Instinct MI250X', arch: 'gfx90a', paired_dies: true, max_clock_mhz: 1700 },
  29708: { name: 'AMD Instinct MI250X', arch: 'gfx90a', paired_dies: true, max_clock_mhz: 1700 },
  29711: { name: 'AMD Instinct MI210', arch: 'gfx90a', max_clock_mhz: 1700 },
  29856: { name: 'AMD Instinct MI300A', arch: 'gfx942', max_clock_mhz: 2100 },
  29857: { name: 'AMD Instinct MI300X', arch: 'gfx942', max_clock_mhz: 2100 },
  29877: { name: 'AMD Instinct MI300X', arch: 'gfx942', max_clock_mhz: 2100 },
  29865: { name: 'AMD Instinct MI300X HF', arch: 'gfx942' },
  29885: { name: 'AMD Instinct MI300X HF', arch: 'gfx942' },
  29858: { name: 'AMD Instinct MI308X', arch: 'gfx942' },
  29861: { name: 'AMD Instinct MI325X', arch: 'gfx942', max_clock_mhz: 2100 },
  29881: { name: 'AMD Instinct MI325X', arch: 'gfx942', max_clock_mhz: 2100 },
  30112: { name: 'AMD Instinct MI350X', arch: 'gfx950', max_clock_mhz: 2200 },
  30115: { name: 'AMD Instinct MI355X', arch: 'gfx950', max_clock_mhz: 2400 },
};

/** The product of a PCI device id, or undefined for one that is not an Instinct GPU known here. */
export function gpuProduct(deviceId: number): GpuProduct | undefined {
  return Object.hasOwn(PRODUCTS, deviceId) ? PRODUCTS[deviceId] : undefined;
}

/** 90402 gives gfx942, 90010 gives gfx90a: major, minor, stepping in decimal pairs, the last two in hex. */
export function archName(targetVersion: number): string {
  const major = Math.floor(targetVersion / 10_000);
  const minor = Math.floor(targetVersion / 100) % 100;
  return `gfx${major}${minor.toString(16)}${(targetVersion % 100).toString(16)}`;
}
