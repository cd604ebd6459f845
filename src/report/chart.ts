import type { Result } from '../core/result.gen.ts';
import { html } from './escape.ts';
import { bare, rateText, type Unit } from './units.ts';

interface Point {
  readonly rate: number;
  readonly value: number;
}

interface Series {
  readonly name: string;
  /** Class of the stylesheet: colour by metric, dashes for the baseline. */
  readonly style: string;
  readonly points: readonly Point[];
}

interface Panel {
  readonly title: string;
  readonly unit: Unit;
  readonly top: number;
  readonly series: readonly Series[];
  /** Logarithmic when the values span more than this. */
  readonly logFrom: number;
}

interface Scale {
  readonly position: (value: number) => number;
  readonly ticks: readonly number[];
  readonly log?: true;
}

const WIDTH = 760;
const PANEL_HEIGHT = 230;
const GAP = 70;
const LEFT = 64;
const RIGHT = 150;
const TOP = 34;
const HEIGHT = TOP + 2 * PANEL_HEIGHT + GAP + 50;

/** Latency and served rate over the offered rate as one inline SVG; undefined when there is nothing to draw. */
export function renderChart(result: Result): string | undefined {
  const panels: readonly Panel[] = [
    { title: 'TTFT (ms)', unit: 'ms', top: TOP, series: latencySeries(result), logFrom: 30 },
    {
      ...{ title: 'Served rate (req/s)', unit: 'req/s', top: TOP + PANEL_HEIGHT + GAP },
      ...{ series: servedSeries(result), logFrom: Number.POSITIVE_INFINITY },
    },
  ];
  const rates = [
    ...new Set(panels.flatMap((panel) => panel.series.flatMap((each) => each.points.map(rateOf)))),
  ];
  if (rates.length === 0) return undefined;
  const x = linear(0, Math.max(...rates), LEFT, WIDTH - RIGHT);
  return [
    `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="TTFT and served rate over the offered rate">`,
    ...panels.map((panel) =>
      panelSvg(
        panel,
        x,
        rates.toSorted((a, b) => a - b),
      ),
    ),
    `<text class="axis" x="${(LEFT + WIDTH - RIGHT) / 2}" y="${HEIGHT - 8}" text-anchor="middle">Offered rate (req/s)</text>`,
    '</svg>',
  ].join('\n');
}

function latencySeries(result: Result): readonly Series[] {
  return [
    { name: 'p99', style: 'p99', points: candidate(result, ['p99_ttft_ms']) },
    { name: 'p50', style: 'p50', points: candidate(result, ['median_ttft_ms', 'p50_ttft_ms']) },
    { name: 'p99 baseline', style: 'p99 baseline', points: baseline(result, ['p99_ttft_ms']) },
    {
      name: 'p50 baseline',
      style: 'p50 baseline',
      points: baseline(result, ['median_ttft_ms', 'p50_ttft_ms']),
    },
  ];
}

function servedSeries(result: Result): readonly Series[] {
  const served = candidate(result, ['served_rate']);
  const offered = served.map(({ rate }) => ({ rate, value: rate }));
  return [
    { name: 'offered', style: 'offered', points: offered },
    { name: 'served', style: 'p50', points: served },
    { name: 'served baseline', style: 'p50 baseline', points: baseline(result, ['served_rate']) },
  ];
}

/** One point for each rate; repeats are averaged. */
function candidate(result: Result, names: readonly string[]): readonly Point[] {
  const byRate = Map.groupBy(
    result.rungs.flatMap((rung): Point[] => pointOf(rung.rate, rung.metrics, names)),
    rateOf,
  );
  return [...byRate]
    .map(([rate, points]) => ({
      rate,
      value: points.reduce((sum, { value }) => sum + value, 0) / points.length,
    }))
    .sort((a, b) => a.rate - b.rate);
}

function baseline(result: Result, names: readonly string[]): readonly Point[] {
  return Object.entries(result.comparison.baseline_metrics ?? {})
    .flatMap(([rate, metrics]) => pointOf(Number(rate), metrics, names))
    .sort((a, b) => a.rate - b.rate);
}

function pointOf(rate: number, metrics: Readonly<Record<string, number>>, names: readonly string[]): Point[] {
  const name = names.find((each) => Object.hasOwn(metrics, each));
  const value = name === undefined ? undefined : metrics[name];
  return value !== undefined && Number.isFinite(value) && Number.isFinite(rate) ? [{ rate, value }] : [];
}

function panelSvg(panel: Panel, x: Scale, rates: readonly number[]): string {
  const bottom = panel.top + PANEL_HEIGHT;
  const values = panel.series.flatMap(({ points }) => points.map(({ value }) => value));
  const y = valueScale(values, bottom, panel);
  const grid = y.ticks.map((tick) => {
    const at = round(y.position(tick));
    return `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at}" y2="${at}"/><text class="tick" x="${LEFT - 8}" y="${at + 4}" text-anchor="end">${tickText(tick)}</text>`;
  });
  const marks = spaced(rates, x).map(
    (rate) =>
      `<text class="tick" x="${round(x.position(rate))}" y="${bottom + 18}" text-anchor="middle">${rateText(rate)}</text>`,
  );
  const lines = panel.series.map((series) => seriesSvg(series, panel.unit, x, y));
  return [
    `<text class="title" x="${LEFT}" y="${panel.top - 14}">${html(panel.title)}${y.log === true ? ', log scale' : ''}</text>`,
    ...grid,
    ...marks,
    ...lines,
    labels(panel, x, y),
  ].join('\n');
}

function seriesSvg(series: Series, unit: Unit, x: Scale, y: Scale): string {
  const at = series.points.map(({ rate, value }) => `${round(x.position(rate))},${round(y.position(value))}`);
  const dots = series.points.map(
    ({ rate, value }, index) =>
      `<circle cx="${at[index]?.split(',')[0]}" cy="${at[index]?.split(',')[1]}" r="3.5"><title>${html(series.name)} at ${rateText(rate)} req/s: ${bare(value, unit)} ${unit}</title></circle>`,
  );
  return `<g class="series ${series.style}"><polyline points="${at.join(' ')}"/>${dots.join('')}</g>`;
}

/** Names at the right end of the lines, pushed apart where the lines end close together. */
function labels(panel: Panel, x: Scale, y: Scale): string {
  const ends = panel.series
    .flatMap((series) => {
      const last = series.points.at(-1);
      return last === undefined ? [] : [{ series, last, at: y.position(last.value) + 4 }];
    })
    .sort((a, b) => a.at - b.at);
  const placed: number[] = [];
  for (const { at } of ends) placed.push(Math.max(at, (placed.at(-1) ?? Number.NEGATIVE_INFINITY) + 15));
  const over = Math.max(0, (placed.at(-1) ?? 0) - (panel.top + PANEL_HEIGHT + 4));
  return ends
    .map(({ series, last }, index) => {
      const left = round(x.position(last.rate) + 10);
      return `<text class="label ${series.style}" x="${left}" y="${round((placed[index] ?? 0) - over)}">${html(series.name)}</text>`;
    })
    .join('\n');
}

function valueScale(values: readonly number[], bottom: number, panel: Panel): Scale {
  const positive = values.filter((value) => value > 0);
  const high = Math.max(1, ...values);
  const low = positive.length === 0 ? 1 : Math.min(...positive);
  if (high / low <= panel.logFrom) return linear(0, high, bottom, panel.top);
  const from = Math.floor(Math.log10(low));
  const to = Math.ceil(Math.log10(high));
  const inner = linear(from, to, bottom, panel.top);
  const ticks = Array.from({ length: to - from + 1 }, (_, at) => 10 ** (from + at));
  return {
    position: (value) => inner.position(Math.log10(Math.max(value, 10 ** from))),
    ticks,
    log: true,
  };
}

/** A scale with round ticks whose last one is not below `high`. */
function linear(low: number, high: number, from: number, to: number): Scale {
  const span = high - low || 1;
  const rough = span / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough;
  const count = Math.max(1, Math.ceil(span / step - 1e-9));
  const end = low + count * step;
  return {
    position: (value) => from + ((value - low) / (end - low)) * (to - from),
    ticks: Array.from({ length: count + 1 }, (_, at) => low + at * step),
  };
}

/** Rates whose labels do not run into each other. */
function spaced(rates: readonly number[], x: Scale): readonly number[] {
  const shown: number[] = [];
  for (const rate of rates) {
    const before = shown.at(-1);
    if (before === undefined || x.position(rate) - x.position(before) >= 24) shown.push(rate);
  }
  return shown;
}

const rateOf = (point: Point): number => point.rate;
const round = (value: number): number => Math.round(value * 10) / 10;
const tickText = (value: number): string => String(Number(value.toPrecision(6)));
