// What the samples of a rung say about each GPU during that rung.
import type { Gpu } from './gpu.ts';
import type { GpuReading, GpuSample, ThrottleCounters } from './gpu-reading.ts';
import type { GpuShare, GpuWindow } from './result.gen.ts';

export interface GpuEvidence {
  readonly gpus: readonly Gpu[];
  readonly samples: readonly GpuSample[];
  readonly problems: readonly string[];
  /** Beginning and end of the rung on the clock of the samples. */
  readonly from_ns: number;
  readonly to_ns: number;
  readonly completed: number;
  readonly output_tokens: number;
}

/** Longest gap between two samples, s, and how many times the time of one sample where that is more. */
const GAP_S = 3;
const GAP_SAMPLES = 3;
/** Energy counter and integrated power must agree. */
const ENERGY_TOLERANCE = 0.05;
/** Fewer samples inside the rung than this integrate power too coarsely for the comparison. */
const ENERGY_SAMPLES = 10;
/** A GPU is busy from this activity on, percent. */
const BUSY_PERCENT = 50;

const LIMITERS = ['prochot', 'ppt', 'socket_thermal', 'vr_thermal', 'hbm_thermal'] as const;

/** Shares, peaks, deltas and energy of a rung. What cannot be computed is absent. */
export function summariseGpus(evidence: GpuEvidence): GpuWindow {
  const { gpus, samples, problems, from_ns: from, to_ns: to } = evidence;
  const series = gpus.map((gpu) => seriesOf(gpu, evidence));
  const gaps = series.map((one) => longestGap(one.times, from, to));
  const took = samples.reduce((most, { took_s: one }) => Math.max(most, one), 0);
  const gapMax = gaps.every((gap) => gap !== undefined) ? Math.max(...gaps) : undefined;
  const energy = energyOf(series, evidence);
  return {
    source: samples.at(-1)?.source ?? 'none',
    samples: samples.length,
    bracketed: series.length > 0 && series.every(({ times }) => isBracketed(times, from, to)),
    ...(gapMax !== undefined && Number.isFinite(gapMax) && { gap_max_s: gapMax }),
    gap_limit_s: Math.max(GAP_S, GAP_SAMPLES * took),
    ...energy,
    ...(energy.energy_j !== undefined && {
      ...(evidence.completed > 0 && { energy_per_request_j: energy.energy_j / evidence.completed }),
      ...(evidence.output_tokens > 0 && {
        energy_per_million_output_tokens_j: (energy.energy_j / evidence.output_tokens) * 1e6,
      }),
    }),
    gpus: series.map((one) => shareOf(one, from, to)),
    problems: [...problems],
  };
}

interface Series {
  readonly gpu: Gpu;
  /** Beginnings of the looks at which the GPU could be read. */
  readonly times: readonly number[];
  readonly readings: readonly Timed[];
  readonly gone: boolean;
}

interface Timed {
  /** Middle of the look, ns. */
  readonly at: number;
  readonly reading: GpuReading;
}

function seriesOf(gpu: Gpu, { samples }: GpuEvidence): Series {
  const all = samples.flatMap((sample) => {
    const reading = sample.gpus.find(({ index }) => index === gpu.index);
    return reading === undefined ? [] : [{ sample, reading }];
  });
  const read = all.filter(({ reading }) => reading.state === 'read');
  return {
    gpu,
    times: read.map(({ sample }) => sample.at_ns),
    readings: read.map(({ sample, reading }) => ({
      at: sample.at_ns + (sample.took_s * 1e9) / 2,
      reading,
    })),
    gone: all.some(({ reading }) => reading.state === 'gone'),
  };
}

function isBracketed(times: readonly number[], from: number, to: number): boolean {
  const [first, last] = [times[0], times.at(-1)];
  return first !== undefined && last !== undefined && first <= from && last >= to;
}

/** Seconds; undefined below two samples. A rung that no samples surround has a gap up to its ends. */
function longestGap(times: readonly number[], from: number, to: number): number | undefined {
  if (times.length < 2) return undefined;
  const before = times.findLast((time) => time <= from) ?? from;
  const after = times.find((time) => time >= to) ?? to;
  const inside = times.filter((time) => time > before && time < after);
  const points = [before, ...inside, after];
  return points.reduce(
    (most, time, at) => Math.max(most, at === 0 ? 0 : (time - (points[at - 1] ?? time)) / 1e9),
    0,
  );
}

function shareOf({ gpu, readings, gone }: Series, from: number, to: number): GpuShare {
  const inside = readings.filter(({ at }) => at >= from && at <= to).map(({ reading }) => reading);
  const values = (pick: (reading: GpuReading) => number | undefined): readonly number[] =>
    inside.flatMap((reading) => pick(reading) ?? []);
  const power = values((one) => one.power_w);
  const busyClock = values((one) =>
    (one.gfx_activity_percent ?? 0) >= BUSY_PERCENT ? one.gfx_clock_mhz : undefined,
  );
  const throttle = throttleShares(readings, from, to);
  const thermal = values((one) => (one.thermal_now === undefined ? undefined : Number(one.thermal_now)));
  const grown = (pick: (reading: GpuReading) => number | undefined) => growth(readings, pick, from, to);
  return {
    index: gpu.index,
    package_id: gpu.package_id,
    samples: readings.length,
    ...(gone && { gone }),
    ...(hasCounters(readings) && { counter_fell: counterFell(readings) }),
    ...present({
      power_mean_w: average(power),
      power_max_w: most(power),
      gfx_activity_mean: average(values((one) => one.gfx_activity_percent)),
      gfx_clock_busy_mhz: average(busyClock),
      gfx_clock_max_mhz: most(values((one) => one.gfx_clock_max_mhz)),
      temperature_max_c: most(values((one) => one.temperature_c)),
      memory_temperature_max_c: most(values((one) => one.memory_temperature_c)),
      vram_used_max_bytes: most(values((one) => one.vram_used_bytes)),
      ecc_correctable: grown((one) => one.ecc_correctable),
      ecc_uncorrectable: grown((one) => one.ecc_uncorrectable),
      ecc_deferred: grown((one) => one.ecc_deferred),
      thermal_samples: thermal.length === 0 ? undefined : thermal.reduce((sum, one) => sum + one, 0),
    }),
    ...(throttle !== undefined && { throttle }),
  };
}

// ---- counters -------------------------------------------------------------------------------------------------

/** The readings that surround the rung most closely, of those that have the field. */
function ends<T>(
  readings: readonly Timed[],
  pick: (reading: GpuReading) => T | undefined,
  from: number,
  to: number,
): { readonly first: T; readonly last: T } | undefined {
  const known = readings.flatMap(({ at, reading }) => {
    const value = pick(reading);
    return value === undefined ? [] : [{ at, value }];
  });
  const first = known.findLast(({ at }) => at <= from);
  const last = known.find(({ at }) => at >= to);
  return first === undefined || last === undefined ? undefined : { first: first.value, last: last.value };
}

function growth(
  readings: readonly Timed[],
  pick: (reading: GpuReading) => number | undefined,
  from: number,
  to: number,
): number | undefined {
  const known = ends(readings, pick, from, to);
  return known === undefined || known.last < known.first ? undefined : known.last - known.first;
}

function throttleShares(
  readings: readonly Timed[],
  from: number,
  to: number,
): Readonly<Record<string, number>> | undefined {
  const known = ends(readings, (one) => one.throttle, from, to);
  if (known === undefined) return undefined;
  const total = grown32(known.first.total, known.last.total);
  if (total === undefined || total <= 0) return undefined;
  const shares = LIMITERS.flatMap((name) => {
    const [before, after] = [known.first[name], known.last[name]];
    const grown = before === undefined || after === undefined ? undefined : grown32(before, after);
    return grown === undefined ? [] : [[name, grown / total] as const];
  });
  return shares.length === 0 ? undefined : Object.fromEntries(shares);
}

/** Growth of a 32-bit counter, which may have gone round once; undefined for one that fell. */
function grown32(before: number, after: number): number | undefined {
  if (after >= before) return after - before;
  const round = 2 ** 32;
  return before > 0.9 * round && after < 0.1 * round ? after + round - before : undefined;
}

function hasCounters(readings: readonly Timed[]): boolean {
  const counted = readings.filter(({ reading }) => (reading.throttle ?? reading.energy_j) !== undefined);
  return counted.length >= 2;
}

/** Firmware counters begin anew after a reset of the GPU. */
function counterFell(readings: readonly Timed[]): boolean {
  const totals = readings.flatMap(({ reading }) => reading.throttle?.total ?? []);
  const energies = readings.flatMap(({ reading }) => reading.energy_j ?? []);
  const fell = (values: readonly number[], grew: (before: number, after: number) => boolean): boolean =>
    values.some((value, at) => at > 0 && !grew(values[at - 1] ?? value, value));
  return (
    fell(totals, (before, after) => grown32(before, after) !== undefined) ||
    fell(energies, (before, after) => after >= before)
  );
}

// ---- energy ---------------------------------------------------------------------------------------------------

type Energy = Pick<GpuWindow, 'energy_j' | 'energy_source' | 'energy_deviation'>;

/** Sum over packages; absent where one package has neither counter nor power, or other GPUs share it. */
function energyOf(series: readonly Series[], { from_ns: from, to_ns: to }: GpuEvidence): Energy {
  const packages = Map.groupBy(series, ({ gpu }) => gpu.package_id);
  let joules = 0;
  let deviation: number | undefined;
  let source: Energy['energy_source'] = 'counter';
  for (const members of packages.values()) {
    if (members.length < (members[0]?.gpu.package_gpus ?? members.length)) return {};
    const counted = members.flatMap((one) => counterEnergy(one.readings, from, to) ?? [])[0];
    const integrated = members.flatMap((one) => powerEnergy(one.readings, from, to) ?? [])[0];
    if (counted !== undefined && integrated !== undefined && integrated.samples >= ENERGY_SAMPLES) {
      const off = counted / integrated.joules - 1;
      if (deviation === undefined || Math.abs(off) > Math.abs(deviation)) deviation = off;
    }
    if (counted === undefined) source = 'power';
    const taken = counted ?? integrated?.joules;
    if (taken === undefined) return {};
    joules += taken;
  }
  if (packages.size === 0) return {};
  if (deviation !== undefined && Math.abs(deviation) > ENERGY_TOLERANCE)
    return { energy_deviation: deviation };
  return {
    energy_j: joules,
    energy_source: source,
    ...(deviation !== undefined && { energy_deviation: deviation }),
  };
}

/** Growth of the counter over the rung, interpolated at its ends. A counter that stands still is none. */
function counterEnergy(readings: readonly Timed[], from: number, to: number): number | undefined {
  const points = readings.flatMap(({ at, reading }) =>
    reading.energy_j === undefined ? [] : [{ at, value: reading.energy_j }],
  );
  if (points.some(({ value }, at) => at > 0 && value < (points[at - 1]?.value ?? 0))) return undefined;
  const isInside = points.some(({ at }) => at > from && at < to);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  // Two readings far outside a short rung say little about the rung.
  if (!isInside && last.at - first.at > (1 + ENERGY_TOLERANCE) * (to - from)) return undefined;
  const [begin, end] = [valueAt(points, from), valueAt(points, to)];
  return begin === undefined || end === undefined || end <= begin ? undefined : end - begin;
}

/** Trapezoids over the rung, W × s. */
function powerEnergy(
  readings: readonly Timed[],
  from: number,
  to: number,
): { readonly joules: number; readonly samples: number } | undefined {
  const points = readings.flatMap(({ at, reading }) =>
    reading.power_w === undefined ? [] : [{ at, value: reading.power_w }],
  );
  const [begin, end] = [valueAt(points, from), valueAt(points, to)];
  if (begin === undefined || end === undefined || to <= from) return undefined;
  const inside = points.filter(({ at }) => at > from && at < to);
  const all = [{ at: from, value: begin }, ...inside, { at: to, value: end }];
  const joules = all.reduce((sum, point, at) => {
    const before = all[at - 1];
    if (before === undefined) return sum;
    return sum + ((point.value + before.value) / 2) * ((point.at - before.at) / 1e9);
  }, 0);
  return joules > 0 ? { joules, samples: inside.length } : undefined;
}

/** Linear between the two points around a time; undefined outside of all points. */
function valueAt(
  points: readonly { readonly at: number; readonly value: number }[],
  time: number,
): number | undefined {
  const before = points.findLast(({ at }) => at <= time);
  const after = points.find(({ at }) => at >= time);
  if (before === undefined || after === undefined) return undefined;
  if (after.at === before.at) return before.value;
  return before.value + ((after.value - before.value) * (time - before.at)) / (after.at - before.at);
}

// ---- shared ---------------------------------------------------------------------------------------------------

function average(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function most(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((high, value) => Math.max(high, value));
}

function present<K extends string>(fields: Readonly<Record<K, number | undefined>>): { [P in K]?: number } {
  const entries = Object.entries(fields).filter(([, value]) => Number.isFinite(value));
  return Object.fromEntries(entries) as { [P in K]?: number };
}

/** Names of the limiters that mean a fault; a power limit (PPT) is normal under load. */
export const THERMAL_LIMITERS: readonly (keyof ThrottleCounters)[] = LIMITERS.filter(
  (name) => name !== 'ppt',
);
