// Are these the GPUs that were meant, and in their usual state?
import type { Gpu } from '../../core/gpu.ts';
import type { HostCheck } from '../../core/result.gen.ts';
import { advisory, blocking, type Context } from './context.ts';

/** Identity, partition, limits: checks 2 to 4 of a measurement on Instinct. */
export function gpuChecks({
  inventory,
  gpus,
  gpu_problems: problems,
  engine,
}: Context): readonly HostCheck[] {
  const found = blocking('gpus', 'GPUs');
  const [problem] = problems;
  if (problem !== undefined) {
    return [found.problem(problem, 'Correct engine.gpus, or the variables that limit the GPUs of this job.')];
  }
  if (gpus.length === 0) {
    const none = 'no AMD GPU was found on this machine (no GPU in /sys/class/kfd)';
    const [why] = inventory.problems;
    if ('gpus' in engine && engine.gpus === 0) return [found.ok('engine.gpus is 0: no GPU is asked for')];
    return [
      found.unknown(
        why === undefined ? none : `${none}: ${why}`,
        'Run on a host with AMD Instinct GPUs and the amdgpu driver; for an engine without GPUs set engine.gpus: 0.',
      ),
    ];
  }
  const products = unique(
    gpus.map((gpu) => `${gpu.product ?? 'unknown GPU'} (${gpu.arch ?? 'unknown arch'})`),
  );
  const list = gpus.map(nameOf).join(', ');
  return [
    products.length === 1
      ? found.ok(`${gpus.length} × ${products[0]}: ${list}`)
      : found.problem(
          `expected GPUs of one kind, found ${products.join(' and ')}: ${list}`,
          'Name GPUs of one kind in engine.gpus.',
        ),
    completeness(inventory.problems),
    partitions(gpus),
    perfLevels(gpus),
    powerCaps(gpus),
  ];
}

/** "GPU 0 (0000:05:00.0)" */
export function nameOf(gpu: Gpu): string {
  const partition = gpu.partition === undefined ? '' : `.${gpu.partition}`;
  return `GPU ${gpu.index} (${gpu.bdf}${partition})`;
}

function completeness(problems: readonly string[]): HostCheck {
  const check = advisory('gpu_inventory', 'GPU inventory');
  const [first] = problems;
  if (first === undefined) return check.ok('every GPU of this host could be read');
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : '';
  return check.unknown(`${first}${more}`, 'Give the runner read access to /sys/class/kfd and the devices.');
}

function partitions(gpus: readonly Gpu[]): HostCheck {
  const check = advisory('partition', 'Partition mode');
  const modes = unique(gpus.map((gpu) => `${gpu.compute_partition ?? '?'}/${gpu.memory_partition ?? '?'}`));
  const text = modes.join(' and ');
  // Only MI300 and later can be partitioned; the files are absent on others.
  if (modes.every((mode) => mode === '?/?')) return check.ok('this kind of GPU reports no partition mode');
  if (modes.length > 1) {
    return check.problem(
      `expected one mode on all GPUs, found ${text}`,
      'Set one mode: amd-smi set --gpu all --compute-partition SPX.',
    );
  }
  if (text.includes('?')) return check.unknown(`the mode could not be read whole: ${text}`);
  return text === 'SPX/NPS1'
    ? check.ok(text)
    : check.problem(
        `expected SPX/NPS1, found ${text}: each GPU is a part of a card, and only the first reports power`,
        'Compare only with runs of the same mode, or set SPX/NPS1.',
      );
}

function perfLevels(gpus: readonly Gpu[]): HostCheck {
  const check = advisory('perf_level', 'Performance level');
  const levels = unique(gpus.map(({ perf_level: level }) => level ?? 'unknown'));
  if (levels.includes('unknown')) return check.unknown('power_dpm_force_performance_level cannot be read');
  return levels.length === 1 && levels[0] === 'auto'
    ? check.ok('auto')
    : check.problem(
        `expected auto, found ${levels.join(' and ')}: clocks are held by somebody`,
        'Reset it with amd-smi set --perf-level AUTO, unless the baseline used the same.',
      );
}

function powerCaps(gpus: readonly Gpu[]): HostCheck {
  const check = advisory('power_cap', 'Power cap');
  const known = gpus.flatMap(({ power_cap_w: cap }) => (cap === undefined ? [] : [cap]));
  const caps = unique(known.map((cap) => `${Math.round(cap)} W`));
  // The second die of an MI250X and further partitions have none of their own.
  if (known.length === 0) return check.unknown('no power cap can be read (power1_cap)');
  return caps.length === 1
    ? check.ok(`${caps[0]}`)
    : check.problem(
        `expected one cap on all GPUs, found ${caps.join(' and ')}`,
        'Set the same cap on all: amd-smi set --power-cap, or choose other GPUs.',
      );
}

function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)].sort();
}
