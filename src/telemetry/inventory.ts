import type { GpuInventory } from '../core/gpu.ts';
import { type ReaderProgram, startReader } from './reader-process.ts';
import { field } from './tool-json.ts';

export interface InventoryOptions extends ReaderProgram {
  /** Prepended to every path of /sys and /proc; for tests. */
  readonly root?: string;
  /** Longest wait for the whole inventory, ms. */
  readonly limit_ms?: number;
}

const LIMIT_MS = 40_000;

/**
 * GPUs and facts of this host, read in a process of its own. Never throws and never hangs: what cannot be read within
 * the limit is a problem of an inventory without GPUs.
 */
export function readInventory(options: InventoryOptions): Promise<GpuInventory> {
  const limitMs = options.limit_ms ?? LIMIT_MS;
  return new Promise((resolve) => {
    let found: GpuInventory | undefined;
    const without = (problem: string): GpuInventory => ({ source: 'sysfs', gpus: [], problems: [problem] });
    const reader = startReader(
      options,
      { task: 'inventory', root: options.root ?? '', tool_limit_ms: Math.round(limitMs / 2) },
      {
        on_message: (message) => {
          const inventory = field(message, 'inventory') as GpuInventory | undefined;
          if (inventory !== undefined) found = inventory;
        },
        on_end: () => {
          clearTimeout(timer);
          resolve(found ?? without('the process that reads the GPUs ended without an answer'));
        },
      },
    );
    const timer = setTimeout(() => {
      found ??= without(
        `the GPUs of this host could not be read within ${limitMs / 1000} s: the amdgpu driver may hang`,
      );
      reader.kill();
    }, limitMs);
  });
}
