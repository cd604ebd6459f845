import { setTimeout as sleep } from 'node:timers/promises';
import type { EngineConfig } from '../config/config.ts';
import type { Gpu, GpuInventory } from '../core/gpu.ts';
import { engineGpus } from '../core/gpu-selection.ts';
import type { HostCheck } from '../core/result.gen.ts';
import type { HostGpus, HostPort } from '../ports.ts';
import { labelledContainers } from './docker-leftovers.ts';
import { type HostLockOptions, takeHostLock } from './host-lock.ts';
import { isProcessOfRun } from './leftovers.ts';
import { advisory } from './preflight/context.ts';
import { nameOf } from './preflight/gpus.ts';
import { gib, occupancyChecks } from './preflight/occupancy.ts';
import { preflightChecks } from './preflight/preflight.ts';
import { isInContainerOf } from './processes.ts';

export interface HostOptions extends HostLockOptions {
  /** GPUs of this host; may take seconds, never throws. */
  readonly inventory: () => Promise<GpuInventory>;
  /** Folder in which results are written. */
  readonly out: string;
  /** Prepended to every path of /sys, /proc and /dev, for tests. */
  readonly root?: string;
}

/** This machine: its GPUs, its locks, and whether it is fit for a run. */
export function createHost(options: HostOptions): HostPort {
  const { env, inventory, out, run_token: token } = options;
  const root = options.root ?? '';
  return {
    gpus: (engine, count) => chooseGpus(engine, count, options),
    lock: (request) => takeHostLock(request, options),
    preflight: ({ host, ...request }) =>
      preflightChecks({
        ...request,
        ...{ env, root, out, inventory: host.inventory, gpus: host.gpus, gpu_problems: host.problems },
      }),
    occupancy: async (gpus) => {
      if (gpus.length === 0) return [];
      const [{ gpus: all }, containers] = await Promise.all([inventory(), containersOf(token, env)]);
      // The processes of a container are children of its engine and often of another user: their environment is hidden.
      const isOurs = (pid: number): boolean =>
        root === '' && (isProcessOfRun(pid, token) || containers.some((id) => isInContainerOf(pid, id)));
      return occupancyChecks({ root, gpus: current(gpus, all), all, isOurs });
    },
    released: (before, maxS) => released(before, maxS, inventory),
  };
}

/** Ids of this run's own containers. */
async function containersOf(token: string, env: HostOptions['env']): Promise<readonly string[]> {
  const containers = await labelledContainers(env);
  await containers?.close();
  return (containers?.found ?? []).filter((one) => one.token === token).map(({ id }) => id);
}

const NO_INVENTORY: GpuInventory = { source: 'not read', gpus: [], problems: [] };

async function chooseGpus(
  engine: EngineConfig,
  count: number | undefined,
  { env, inventory: read }: HostOptions,
): Promise<HostGpus> {
  // The simulator needs none; hooks and external engines have theirs elsewhere.
  const here = engine.kind === 'docker' || engine.kind === 'process';
  if (!here || engine.gpus === 0) return { inventory: NO_INVENTORY, gpus: [], problems: [] };
  const inventory = await read();
  const { gpus, problems } = engineGpus(engine, count, inventory, env);
  return { inventory, gpus, problems };
}

/** What is in use now, not when the GPUs were chosen. A GPU that is gone has no reading. */
function current(gpus: readonly Gpu[], all: readonly Gpu[]): readonly Gpu[] {
  return gpus.map((gpu) => {
    const { vram_used_bytes: _, ...identity } = gpu;
    const now = all.find(({ bdf, partition }) => bdf === gpu.bdf && partition === gpu.partition);
    return now ?? identity;
  });
}

/** Memory that may stay in use after the end of an engine (InferenceX and vLLM's own AMD CI allow about as much). */
const SLACK_BYTES = 512 * 1024 ** 2;
const POLL_MS = 2_000;

async function released(
  before: readonly Gpu[],
  maxS: number,
  inventory: () => Promise<GpuInventory>,
): Promise<HostCheck> {
  const check = advisory('vram_released', 'GPU memory after the run');
  const known = before.filter((gpu) => gpu.vram_used_bytes !== undefined);
  if (known.length === 0) return check.unknown('memory in use before the run is not known');
  const deadline = Date.now() + maxS * 1000;
  for (;;) {
    const now = current(known, (await inventory()).gpus);
    const unread = now.filter((gpu) => gpu.vram_used_bytes === undefined);
    const kept = now.filter(
      (gpu, i) => (gpu.vram_used_bytes ?? 0) > (known[i]?.vram_used_bytes ?? 0) + SLACK_BYTES,
    );
    if (unread.length === 0 && kept.length === 0) return check.ok('back to what it was before the run');
    if (Date.now() >= deadline) {
      if (kept.length === 0)
        return check.unknown(`memory in use cannot be read: ${unread.map(nameOf).join(', ')}`);
      const list = kept.map((gpu) => `${nameOf(gpu)} ${gib(gpu.vram_used_bytes ?? 0)}`).join(', ');
      return check.problem(
        `${list} still in use ${maxS} s after the engine was stopped`,
        `Look for its owner with instinct-gate doctor; without one reset the GPU when it is idle: amd-smi reset --gpureset --gpu ${kept.map(({ index }) => index).join(' ')}.`,
      );
    }
    await sleep(Math.min(POLL_MS, Math.max(1, deadline - Date.now())));
  }
}
