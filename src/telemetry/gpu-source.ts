import type { Gpu } from '../core/gpu.ts';
import type { GpuReading, GpuSample } from '../core/gpu-reading.ts';
import {
  AMD_SMI_METRIC,
  AMD_SMI_METRIC_OLD,
  type AmdSmiGpu,
  parseAmdSmiGpus,
  parseAmdSmiMetric,
} from './amd-smi.ts';
import { parseRocmSmi, ROCM_SMI_METRIC } from './rocm-smi.ts';
import { readGpu } from './sysfs-reading.ts';
import { runTool } from './tool.ts';

export interface SourceOptions {
  /** Prepended to every path of /sys. */
  readonly root: string;
  readonly gpus: readonly Gpu[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Longest run of a tool. */
  readonly tool_limit_ms: number;
  readonly now_ns: () => number;
}

/** One look after the other at the GPUs of a run, from the best source that answers. */
export interface GpuSource {
  /** `ends` marks the first and the last look of a rung, where amd-smi adds what /sys lacks. */
  look(ends: boolean): Promise<GpuSample>;
  /** What does not work, each once. */
  problems(): readonly string[];
}

/** Timeouts in a row after which a tool is not asked again. */
const MAX_TIMEOUTS = 2;

/** /sys where it says anything, else amd-smi, else rocm-smi. Looks may block with a driver that hangs. */
export function createGpuSource(options: SourceOptions): GpuSource {
  const { gpus, root, now_ns: now } = options;
  const problems = new Set<string>();
  const amd = amdSmi(options, problems);
  const rocm = rocmSmi(options, problems);
  let source: 'sysfs' | 'amd-smi' | 'rocm-smi' | undefined;

  const read = async (ends: boolean): Promise<readonly GpuReading[]> => {
    if (source === undefined || source === 'sysfs') {
      const seen = gpus.map((gpu) => readGpu(root, gpu));
      // Once /sys has answered, its silence is news of the GPU and no reason for another source.
      if (source === 'sysfs' || seen.some(({ state }) => state === 'read')) {
        source = 'sysfs';
        return ends && seen.some((one, at) => lacks(one, gpus[at])) ? fill(seen, await amd()) : seen;
      }
    }
    if (source !== 'rocm-smi') {
      const seen = await amd();
      if (seen !== undefined || source === 'amd-smi') {
        source = 'amd-smi';
        return placed(gpus, seen);
      }
    }
    const seen = await rocm();
    if (seen !== undefined) source = 'rocm-smi';
    return placed(gpus, seen);
  };

  return {
    look: async (ends) => {
      const at = now();
      const readings = await read(ends);
      return { at_ns: at, took_s: (now() - at) / 1e9, source: source ?? 'none', gpus: readings };
    },
    problems: () => [...problems],
  };
}

/** True where amd-smi could know more: throttling, ECC or energy of a GPU that has its own. */
function lacks(reading: GpuReading, gpu: Gpu | undefined): boolean {
  if (reading.state !== 'read' || (gpu?.partition ?? 0) > 0) return false;
  const hasThrottle = reading.throttle !== undefined || reading.thermal_now !== undefined;
  return !hasThrottle || reading.energy_j === undefined || reading.ecc_uncorrectable === undefined;
}

/** What the first has wins: a window must not begin with one source and end with another. */
function fill(seen: readonly GpuReading[], more: readonly GpuReading[] | undefined): readonly GpuReading[] {
  if (more === undefined) return seen;
  const byIndex = new Map(more.map((one) => [one.index, one]));
  return seen.map((one) => (one.state === 'read' ? { ...byIndex.get(one.index), ...one } : one));
}

function placed(gpus: readonly Gpu[], seen: readonly GpuReading[] | undefined): readonly GpuReading[] {
  const byIndex = new Map((seen ?? []).map((one) => [one.index, one]));
  return gpus.map(({ index }) => byIndex.get(index) ?? { index, state: 'unreadable' });
}

type Ask = () => Promise<readonly GpuReading[] | undefined>;

function amdSmi(options: SourceOptions, problems: Set<string>): Ask {
  let places: ReadonlyMap<number, number> | undefined;
  let args: readonly string[] = AMD_SMI_METRIC;
  const tool = asker('amd-smi', options, problems);
  return async () => {
    places ??= await placesOf(tool, options.gpus, problems);
    if (places === undefined) return undefined;
    let seen = parseAmdSmiMetric((await tool(args)) ?? '');
    if (seen === undefined && args === AMD_SMI_METRIC) {
      seen = parseAmdSmiMetric((await tool(AMD_SMI_METRIC_OLD)) ?? '');
      if (seen !== undefined) args = AMD_SMI_METRIC_OLD;
    }
    if (seen === undefined) {
      problems.add('amd-smi metric printed no readable JSON');
      return undefined;
    }
    return renumbered(seen, places);
  };
}

/** Number of amd-smi → Gpu.index, by PCI address and partition: the two orders may differ. */
async function placesOf(
  tool: (args: readonly string[]) => Promise<string | undefined>,
  gpus: readonly Gpu[],
  problems: Set<string>,
): Promise<ReadonlyMap<number, number> | undefined> {
  const output = await tool(['list', '--json']);
  if (output === undefined) return undefined;
  const listed = parseAmdSmiGpus(output);
  if (listed === undefined) {
    problems.add('amd-smi list printed no readable JSON');
    return undefined;
  }
  return new Map(
    listed.flatMap((row) => {
      const gpu = gpus.find((one) => isSame(one, row));
      return gpu === undefined ? [] : [[row.index, gpu.index] as const];
    }),
  );
}

/** amd-smi numbers partitions in partition_id, older releases in the function of the address. */
function isSame(gpu: Gpu, { bdf, partition }: AmdSmiGpu): boolean {
  if (bdf === undefined || bdf.slice(0, -2) !== gpu.bdf.slice(0, -2)) return false;
  if (gpu.partition === undefined) return bdf === gpu.bdf;
  return gpu.partition === (partition ?? Number(bdf.slice(-1)));
}

function rocmSmi(options: SourceOptions, problems: Set<string>): Ask {
  const tool = asker('rocm-smi', options, problems);
  return async () => {
    const output = await tool(ROCM_SMI_METRIC);
    if (output === undefined) return undefined;
    const seen = parseRocmSmi(output);
    if (seen === undefined) {
      problems.add('rocm-smi printed no readable JSON');
      return undefined;
    }
    return seen.flatMap(({ bdf, ...one }) => {
      const gpu = options.gpus.find((each) => each.bdf === bdf && (each.partition ?? 0) === 0);
      return gpu === undefined ? [] : [{ ...one, index: gpu.index }];
    });
  };
}

function renumbered(seen: readonly GpuReading[], places: ReadonlyMap<number, number>): readonly GpuReading[] {
  return seen.flatMap((one) => {
    const index = places.get(one.index);
    return index === undefined ? [] : [{ ...one, index }];
  });
}

/** Asks a tool until it is missing or has hung twice in a row. */
function asker(
  program: string,
  options: Pick<SourceOptions, 'env' | 'tool_limit_ms'>,
  problems: Set<string>,
): (args: readonly string[]) => Promise<string | undefined> {
  let timeouts = 0;
  let isMissing = false;
  return async (args) => {
    if (isMissing || timeouts >= MAX_TIMEOUTS) return undefined;
    const output = await runTool(program, args, { limitMs: options.tool_limit_ms, env: options.env });
    if (output.ok) {
      timeouts = 0;
      return output.stdout;
    }
    if (output.reason === 'timeout') timeouts += 1;
    isMissing = output.reason === 'missing';
    problems.add(
      {
        missing: `${program} is not installed`,
        not_started: `${program} could not be started`,
        timeout: `${program} did not answer within ${options.tool_limit_ms / 1000} s: the driver may hang`,
        too_long: `${program} printed more than 8 MiB`,
      }[output.reason],
    );
    return undefined;
  };
}
