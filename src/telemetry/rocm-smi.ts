import type { GpuReading } from '../core/gpu-reading.ts';
import { field, jsonValues, reading } from './tool-json.ts';

export const ROCM_SMI_METRIC = [
  ...['--showmeminfo', 'vram', '--showuse', '--showpower', '--showtemp'],
  ...['--showclocks', '--showbus', '--json'],
] as const;

/** A card of rocm-smi: its readings, and its PCI address, since the numbers of cards may have gaps. */
export interface RocmSmiReading extends GpuReading {
  readonly bdf?: string;
}

/**
 * Readings per card from `rocm-smi --json` (python_smi_tools/rocm_smi.py, ROCm 5.7 to 7): an object of `card0`, `card1`,
 * …, all values text, warnings before it. Undefined where no card is in it. Its exit code says nothing.
 */
export function parseRocmSmi(output: string): readonly RocmSmiReading[] | undefined {
  const found = new Map<number, unknown>();
  for (const value of jsonValues(output)) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
    for (const [key, card] of Object.entries(value)) {
      const index = /^card(\d{1,3})$/.exec(key)?.[1];
      if (index !== undefined && !found.has(Number(index))) found.set(Number(index), card);
    }
  }
  if (found.size === 0) return undefined;
  return [...found].sort(([a], [b]) => a - b).map(([index, card]) => cardReading(index, card));
}

function cardReading(index: number, card: unknown): RocmSmiReading {
  const power =
    number(card, 'Current Socket Graphics Package Power (W)') ??
    number(card, 'Average Graphics Package Power (W)');
  const activity = number(card, 'GPU use (%)');
  const used = number(card, 'VRAM Total Used Memory (B)');
  const junction = number(card, 'Temperature (Sensor junction) (C)');
  const memory = number(card, 'Temperature (Sensor memory) (C)');
  const clock = megahertz(card, 'sclk clock speed:');
  const memoryClock = megahertz(card, 'mclk clock speed:');
  const bus = field(card, 'PCI Bus');
  const fields = {
    ...(power !== undefined && power > 0 && { power_w: power }),
    ...(activity !== undefined && activity <= 100 && { gfx_activity_percent: activity }),
    ...(used !== undefined && { vram_used_bytes: used }),
    ...(junction !== undefined && junction <= 200 && { temperature_c: junction }),
    ...(memory !== undefined && memory <= 200 && { memory_temperature_c: memory }),
    ...(clock !== undefined && { gfx_clock_mhz: clock }),
    ...(memoryClock !== undefined && { memory_clock_mhz: memoryClock }),
  };
  return {
    index,
    state: Object.keys(fields).length === 0 ? 'unreadable' : 'read',
    ...(typeof bus === 'string' &&
      /^[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]$/i.test(bus) && { bdf: bus.toLowerCase() }),
    ...fields,
  };
}

function number(card: unknown, key: string): number | undefined {
  return reading(field(card, key))?.value;
}

/** "(132Mhz)" */
function megahertz(card: unknown, key: string): number | undefined {
  const text = field(card, key);
  const digits = typeof text === 'string' ? /^\((\d{1,5})Mhz\)$/i.exec(text)?.[1] : undefined;
  return digits === undefined ? undefined : Number(digits);
}
