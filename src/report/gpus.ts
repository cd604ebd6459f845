import type { GpuShare, GpuWindow, Result } from '../core/result.gen.ts';
import { rungLabel } from './texts.ts';
import { ABSENT, percent } from './units.ts';

/** The table of GPUs and energy, before it becomes Markdown or HTML. Undefined where no GPU was sampled. */
export function gpuTable(result: Result): { head: readonly string[]; rows: readonly string[][] } | undefined {
  const rows = result.rungs.flatMap((rung) =>
    rung.gpus === undefined ? [] : [[rungLabel(rung), ...cells(rung.gpus)]],
  );
  return rows.length === 0 ? undefined : { head: HEAD, rows };
}

const HEAD: readonly string[] = [
  'req/s',
  'Power (W)',
  'Clock, busy (MHz)',
  'Hottest (°C)',
  'VRAM (GiB)',
  'Power limit',
  'Heat limit',
  'Energy (J/request)',
  'kWh per million output tokens',
];

/** Means and peaks over the GPUs of a rung; what one GPU lacks is shown of the others. */
function cells({ gpus, ...window }: GpuWindow): string[] {
  const values = (pick: (gpu: GpuShare) => number | undefined) => gpus.flatMap((gpu) => pick(gpu) ?? []);
  const power = values((gpu) => gpu.power_mean_w);
  const vram = values((gpu) => gpu.vram_used_max_bytes);
  const { energy_per_request_j: request, energy_per_million_output_tokens_j: tokens } = window;
  return [
    power.length === 0 ? ABSENT : `${sum(power).toFixed(0)} on ${power.length}`,
    number(least(values((gpu) => gpu.gfx_clock_busy_mhz)), 0),
    number(most(values((gpu) => gpu.temperature_max_c)), 0),
    number(vram.length === 0 ? undefined : sum(vram) / 2 ** 30, 1),
    percent(most(values((gpu) => gpu.throttle?.['ppt']))),
    percent(most(values(heat))),
    number(request, 1),
    number(tokens === undefined ? undefined : tokens / 3.6e6, 3),
  ];
}

function heat({ throttle }: GpuShare): number | undefined {
  if (throttle === undefined) return undefined;
  return most(Object.entries(throttle).flatMap(([name, share]) => (name === 'ppt' ? [] : [share])));
}

const number = (value: number | undefined, digits: number): string =>
  value === undefined || !Number.isFinite(value) ? ABSENT : value.toFixed(digits);

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

const most = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : Math.max(...values);

const least = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : Math.min(...values);
