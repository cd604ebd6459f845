import type { Gpu, GpuInventory } from '../../core/gpu.ts';
import type { HostCheck } from '../../core/result.gen.ts';
import type { PreflightRequest } from '../../ports.ts';

/** What every group of checks looks at. */
export interface Context extends Omit<PreflightRequest, 'host'> {
  readonly inventory: GpuInventory;
  readonly gpus: readonly Gpu[];
  readonly gpu_problems: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Prepended to every path of /sys, /proc, /dev; empty outside of tests. */
  readonly root: string;
  /** Folder in which results are written. */
  readonly out: string;
}

type Told = Omit<HostCheck, 'id' | 'title' | 'blocking' | 'state'>;

/** One check: its name and weight once, its outcome by word. */
export interface Check {
  ok(message: string): HostCheck;
  problem(message: string, remedy: string, more?: Pick<Told, 'details'>): HostCheck;
  unknown(message: string, remedy?: string, more?: Pick<Told, 'details'>): HostCheck;
}

/** A check whose problem prevents a run. */
export function blocking(id: string, title: string): Check {
  return checkOf(id, title, true);
}

/** A check whose problem is worth knowing. */
export function advisory(id: string, title: string): Check {
  return checkOf(id, title, false);
}

function checkOf(id: string, title: string, isBlocking: boolean): Check {
  const base = { id, title, blocking: isBlocking };
  return {
    ok: (message) => ({ ...base, state: 'ok', message }),
    problem: (message, remedy, more = {}) => ({ ...base, state: 'problem', message, remedy, ...more }),
    unknown: (message, remedy, more = {}) => ({
      ...base,
      state: 'unknown',
      message,
      ...(remedy === undefined ? {} : { remedy }),
      ...more,
    }),
  };
}
