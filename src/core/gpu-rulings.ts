// The rules of the validity table that look at the GPUs and at what the engine did besides serving.
import { THERMAL_LIMITERS } from './gpu-window.ts';
import type { GpuShare, GpuWindow } from './result.gen.ts';
import { invalid, notApplicable, type Ruling, unknown, valid } from './ruling.ts';

/** What the rules look at. `none`: this host has no GPU; absent: nobody looked. */
export interface GpuFacts {
  readonly gpus?: GpuWindow | 'none';
  /** Lines of the engine's log from this rung; absent: there is no log to read. */
  readonly build_lines?: readonly string[];
}

/** Share of the time up to which a thermal limiter moves no judged number: 1 ms in each second. */
const THERMAL_SHARE = 0.001;
/** A busy GPU below this share of its peak clock is stuck (boards at 60 MHz of 2100 look 100 % busy). */
const CLOCK_SHARE = 0.5;

/** Samples of every GPU around the whole rung, without holes. */
export function gpuTelemetry(facts: GpuFacts): Ruling {
  return withGpus(facts, (window) => {
    const problem = window.problems.length === 0 ? '' : ` (${window.problems.join('; ')})`;
    const unread = window.gpus.filter(({ samples }) => samples === 0).map(({ index }) => index);
    if (unread.length > 0) return unknown(`GPU ${unread.join(', ')} could not be read${problem}`);
    if (!window.bracketed) return unknown(`the GPU samples do not surround the rung${problem}`);
    const { gap_max_s: gap, gap_limit_s: limit } = window;
    if (gap === undefined || limit === undefined) return unknown(`too few GPU samples${problem}`);
    const numbers = { gap_max_s: gap, gap_limit_s: limit };
    const text = `longest gap between two GPU samples ${gap.toFixed(1)} s, limit ${limit.toFixed(1)} s`;
    return { ...(gap > limit ? unknown(`${text}${problem}`) : valid(text)), numbers };
  });
}

/** Heat and faults limit the clocks; the power limit (PPT) is normal under load and is only told. */
export function gpuThermal(facts: GpuFacts): Ruling {
  return withEveryGpu(facts, 'no throttle counters', (gpu) => {
    const { throttle } = gpu;
    if (throttle === undefined) return thermalSamples(gpu);
    const shares = THERMAL_LIMITERS.flatMap((name) => {
      const share = throttle[name];
      return share === undefined ? [] : [{ name, share }];
    });
    if (shares.length === 0) return undefined;
    const worst = shares.reduce((high, one) => (one.share > high.share ? one : high));
    const ppt =
      throttle['ppt'] === undefined ? '' : `; power limit ${percent(throttle['ppt'])}, which is normal`;
    const numbers = Object.fromEntries(shares.map(({ name, share }) => [`gpu${gpu.index}_${name}`, share]));
    if (worst.share > THERMAL_SHARE) {
      return {
        ...invalid(`GPU ${gpu.index} was throttled by ${worst.name} for ${percent(worst.share)} of the rung`),
        numbers,
      };
    }
    return { ...valid(`no GPU was throttled by heat${ppt}`), numbers };
  });
}

function thermalSamples(gpu: GpuShare): Ruling | undefined {
  if (gpu.thermal_samples === undefined) return undefined;
  return gpu.thermal_samples > 0
    ? invalid(`heat limited the clocks of GPU ${gpu.index} at ${gpu.thermal_samples} of its samples`)
    : valid('no GPU was throttled by heat at any sample');
}

/** Utilisation proves nothing: a board stuck at its lowest clock is 100 % busy. */
export function gpuClock(facts: GpuFacts): Ruling {
  return withEveryGpu(facts, 'no clock while busy', (gpu) => {
    const { gfx_clock_busy_mhz: clock, gfx_clock_max_mhz: peak } = gpu;
    if (clock === undefined && (gpu.gfx_activity_mean ?? 100) < 50) {
      return notApplicable(`GPU ${gpu.index} was not busy: its clock says nothing`);
    }
    if (clock === undefined || peak === undefined || peak <= 0) return undefined;
    const text = `GPU ${gpu.index} ran at ${clock.toFixed(0)} of ${peak.toFixed(0)} MHz while busy`;
    const numbers = { clock_mhz: clock, clock_max_mhz: peak };
    return {
      ...(clock < CLOCK_SHARE * peak ? invalid(`${text}: its clock is stuck`) : valid(text)),
      numbers,
    };
  });
}

/** Uncorrectable and deferred errors spoil results; corrected ones are told. */
export function gpuEcc(facts: GpuFacts): Ruling {
  return withEveryGpu(facts, 'no ECC counters', (gpu) => {
    const { ecc_uncorrectable: uncorrectable, ecc_deferred: deferred, ecc_correctable: correctable } = gpu;
    if (uncorrectable === undefined) return undefined;
    const bad = uncorrectable + (deferred ?? 0);
    const numbers = { uncorrectable: bad, correctable: correctable ?? 0 };
    if (bad > 0) return { ...invalid(`GPU ${gpu.index} had ${bad} uncorrectable memory errors`), numbers };
    const corrected = (correctable ?? 0) > 0 ? `; GPU ${gpu.index} corrected ${correctable}` : '';
    return { ...valid(`no uncorrectable memory error${corrected}`), numbers };
  });
}

/** A reset invalidates even where the server survives it. */
export function gpuReset(facts: GpuFacts): Ruling {
  return withEveryGpu(facts, 'no counter that a reset would set back', (gpu) => {
    if (gpu.gone === true) return invalid(`GPU ${gpu.index} left the bus during the rung`);
    if (gpu.counter_fell === undefined) return undefined;
    return gpu.counter_fell
      ? invalid(`a counter of GPU ${gpu.index} that only grows fell: the GPU was reset during the rung`)
      : valid('no GPU was reset');
  });
}

/** Only the figures of energy hang on it. */
export function gpuEnergy(facts: GpuFacts): Ruling {
  return withGpus(facts, (window) => {
    const { energy_deviation: off, energy_j: energy, energy_source: source } = window;
    const numbers = {
      ...(off !== undefined && { deviation: off }),
      ...(energy !== undefined && { energy_j: energy }),
    };
    if (energy === undefined) {
      const text =
        off === undefined
          ? 'energy cannot be told: a package has neither counter nor power, or is shared with other GPUs'
          : `energy cannot be told: the counter and the integrated power differ by ${percent(Math.abs(off))}`;
      return { ...unknown(text), numbers };
    }
    const checked =
      off === undefined ? 'not cross-checked' : `${percent(Math.abs(off))} from integrated power`;
    const text =
      source === 'counter' ? `energy from the counter, ${checked}` : 'energy from integrated power alone';
    return { ...valid(text), numbers };
  });
}

/** A warm engine compiles, tunes and captures nothing while it is measured. */
export function engineBuilding({ build_lines: lines }: GpuFacts): Ruling {
  if (lines === undefined) return unknown('there is no log of the engine to read');
  const [first] = lines;
  if (first === undefined) return valid('the engine compiled and captured nothing during the rung');
  return {
    ...invalid(`the engine compiled, tuned or captured during the rung: ${first}`),
    numbers: { lines: lines.length },
  };
}

function withGpus({ gpus }: GpuFacts, rule: (window: GpuWindow) => Ruling): Ruling {
  if (gpus === undefined) return unknown('the GPUs of the engine were not sampled');
  if (gpus === 'none') return notApplicable('this host has no AMD GPU');
  return rule(gpus);
}

/**
 * The worst ruling over GPUs. One without data is unknown, unless another of its package has data: the second die of an
 * MI250X and the further partitions of a card are read at the first.
 */
function withEveryGpu(facts: GpuFacts, missing: string, rule: (gpu: GpuShare) => Ruling | undefined): Ruling {
  return withGpus(facts, (window) => {
    const rulings = window.gpus.map((gpu) => ({ gpu, ruling: rule(gpu) }));
    const worst =
      rulings.find(({ ruling }) => ruling?.state === 'invalid')?.ruling ??
      rulings.find(({ ruling }) => ruling?.state === 'unknown')?.ruling;
    if (worst !== undefined) return worst;
    const silent = rulings
      .filter(({ ruling, gpu }) => ruling === undefined && !spokenFor(gpu, rulings))
      .map(({ gpu }) => gpu.index);
    if (silent.length > 0) return unknown(`GPU ${silent.join(', ')}: ${missing}`);
    const said = rulings.find(({ ruling }) => ruling?.state === 'valid')?.ruling ?? rulings[0]?.ruling;
    return said ?? unknown(missing);
  });
}

function spokenFor(
  gpu: GpuShare,
  rulings: readonly { readonly gpu: GpuShare; readonly ruling: Ruling | undefined }[],
): boolean {
  return (
    gpu.package_id !== undefined &&
    rulings.some(({ gpu: other, ruling }) => other.package_id === gpu.package_id && ruling !== undefined)
  );
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
