import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Gpu } from './gpu.ts';
import type { GpuReading, GpuSample } from './gpu-reading.ts';
import { type GpuEvidence, summariseGpus } from './gpu-window.ts';

const card = (index: number, more: Partial<Gpu> = {}): Gpu => ({
  ...{ index, bdf: `0000:0${index}:00.0`, package_id: `0000:0${index}:00.0`, package_gpus: 1 },
  ...more,
});

/** Samples once a second from -1 s to `seconds` + 1 s around a rung of `seconds`. */
function evidence(
  seconds: number,
  reading: (second: number, index: number) => Partial<GpuReading>,
  more: Partial<GpuEvidence> = {},
): GpuEvidence {
  const gpus = more.gpus ?? [card(0)];
  const samples = Array.from({ length: seconds + 3 }, (_, at): GpuSample => {
    const second = at - 1;
    return {
      ...{ at_ns: 1e12 + second * 1e9, took_s: 0, source: 'sysfs' },
      gpus: gpus.map(({ index }) => ({ index, state: 'read', ...reading(second, index) })),
    };
  });
  return {
    ...{ gpus, samples, problems: [], from_ns: 1e12, to_ns: 1e12 + seconds * 1e9 },
    ...{ completed: 100, output_tokens: 20_000 },
    ...more,
  };
}

const constant = (power: number) => (second: number) => ({ power_w: power, energy_j: 1e6 + power * second });

test('a constant power: energy, per request and per million output tokens', () => {
  const window = summariseGpus(evidence(60, constant(700)));
  assert.equal(Math.round(window.energy_j ?? 0), 42_000);
  assert.equal(window.energy_source, 'counter');
  assert.ok(Math.abs(window.energy_deviation ?? 1) < 1e-9);
  assert.equal(Math.round(window.energy_per_request_j ?? 0), 420);
  assert.equal(Math.round(window.energy_per_million_output_tokens_j ?? 0), 2_100_000);
  assert.equal(window.bracketed, true);
  assert.equal(window.gap_max_s, 1);
  assert.equal(window.gap_limit_s, 3);
});

test('a counter that is 6 % off the integrated power makes energy unknown, 4 % does not', () => {
  const off = (factor: number) =>
    summariseGpus(evidence(60, (second) => ({ power_w: 700, energy_j: 1e6 + factor * 700 * second })));
  assert.equal(off(1.06).energy_j, undefined);
  assert.ok(Math.abs((off(1.06).energy_deviation ?? 0) - 0.06) < 1e-9);
  assert.equal(Math.round(off(1.04).energy_j ?? 0), 43_680);
});

test('without a counter the power is integrated; a counter that stands still is none', () => {
  for (const energy of [{}, { energy_j: 5 }]) {
    const window = summariseGpus(evidence(60, () => ({ power_w: 700, ...energy })));
    assert.equal(window.energy_source, 'power');
    assert.equal(Math.round(window.energy_j ?? 0), 42_000);
  }
});

test('one package without any figure makes the energy unknown and nothing else', () => {
  const gpus = [card(0), card(1)];
  const window = summariseGpus(
    evidence(60, (second, index) => (index === 0 ? constant(700)(second) : { temperature_c: 50 }), { gpus }),
  );
  assert.equal(window.energy_j, undefined);
  assert.equal(window.bracketed, true);
  assert.equal(window.gpus[0]?.power_mean_w, 700);
  assert.equal(window.gpus[1]?.temperature_max_c, 50);
  assert.equal(window.gpus[1]?.power_mean_w, undefined);
});

test('two dies of one package: the energy of the first counts once, a half package has none', () => {
  const die = (index: number) => card(index, { package_id: '0000:00:00.0', package_gpus: 2 });
  const read = (second: number, index: number) => (index === 0 ? constant(400)(second) : {});
  const both = summariseGpus(evidence(60, read, { gpus: [die(0), die(1)] }));
  assert.equal(Math.round(both.energy_j ?? 0), 24_000);
  assert.equal(summariseGpus(evidence(60, read, { gpus: [die(0)] })).energy_j, undefined);
});

test('throttle shares are growth over growth, also where a 32-bit counter went round', () => {
  for (const start of [1000, 2 ** 32 - 30_000]) {
    const wrap = (value: number) => value % 2 ** 32;
    const window = summariseGpus(
      evidence(60, (second) => ({
        throttle: {
          ...{ total: wrap(start + 1000 * (second + 1)), ppt: wrap(start + 900 * (second + 1)) },
          ...{ socket_thermal: 2190 + 10 * (second + 1), prochot: 7 },
        },
      })),
    );
    const throttle = window.gpus[0]?.throttle;
    assert.ok(Math.abs((throttle?.['ppt'] ?? 0) - 0.9) < 1e-9);
    assert.ok(Math.abs((throttle?.['socket_thermal'] ?? 0) - 0.01) < 1e-9);
    assert.equal(throttle?.['prochot'], 0);
    assert.equal(throttle?.['hbm_thermal'], undefined);
    assert.equal(window.gpus[0]?.counter_fell, false);
  }
});

test('a counter that fell means a reset, and gives neither share nor energy', () => {
  const window = summariseGpus(
    evidence(60, (second) => ({
      ...{ power_w: 700, energy_j: second < 30 ? 1e6 + second : second },
      throttle: { total: second < 30 ? 50_000 + second : second, ppt: 1 },
    })),
  );
  assert.equal(window.gpus[0]?.counter_fell, true);
  assert.equal(window.gpus[0]?.throttle, undefined);
});

test('ECC counts only what is new in the rung; a counter read once is unknown', () => {
  const window = summariseGpus(
    evidence(60, (second) => ({ ecc_correctable: second < 20 ? 3 : 5, ecc_uncorrectable: 0 })),
  );
  assert.equal(window.gpus[0]?.ecc_correctable, 2);
  assert.equal(window.gpus[0]?.ecc_uncorrectable, 0);
  const once = summariseGpus(evidence(60, (second) => (second === -1 ? { ecc_uncorrectable: 0 } : {})));
  assert.equal(once.gpus[0]?.ecc_uncorrectable, undefined);
});

test('the clock counts while the GPU is busy', () => {
  const window = summariseGpus(
    evidence(60, (second) => ({
      ...{ gfx_activity_percent: second < 30 ? 2 : 98, gfx_clock_max_mhz: 2100 },
      gfx_clock_mhz: second < 30 ? 132 : 1900,
    })),
  );
  assert.equal(window.gpus[0]?.gfx_clock_busy_mhz, 1900);
});

test('holes: samples that end early do not surround the rung; a long one shows', () => {
  const whole = evidence(60, constant(700));
  const early = summariseGpus({ ...whole, samples: whole.samples.slice(0, 40) });
  assert.equal(early.bracketed, false);
  const hole = summariseGpus({ ...whole, samples: whole.samples.filter((_, at) => at < 20 || at > 25) });
  assert.equal(hole.bracketed, true);
  assert.equal(hole.gap_max_s, 7);
  const slow = whole.samples.map((sample) => ({ ...sample, took_s: 4 }));
  assert.equal(summariseGpus({ ...whole, samples: slow }).gap_limit_s, 12);
});

test('a GPU that left is told, and unreadable looks are holes', () => {
  const whole = evidence(60, constant(700));
  const samples = whole.samples.map((sample, at) =>
    at < 50 ? sample : { ...sample, gpus: [{ index: 0, state: 'gone' as const }] },
  );
  const window = summariseGpus({ ...whole, samples });
  assert.equal(window.gpus[0]?.gone, true);
  assert.equal(window.bracketed, false);
});

test('no sample at all: nothing but the problems', () => {
  const window = summariseGpus({ ...evidence(60, constant(1)), samples: [], problems: ['the driver hangs'] });
  assert.equal(window.bracketed, false);
  assert.equal(window.samples, 0);
  assert.deepEqual(window.problems, ['the driver hangs']);
  assert.deepEqual(window.gpus, [{ index: 0, package_id: '0000:00:00.0', samples: 0 }]);
});

test('whatever is read, every number of the summary is finite and no share is negative', () => {
  const value = fc.option(fc.double({ min: 0, max: 1e9, noNaN: true }), { nil: undefined });
  const reading = fc.record(
    {
      power_w: value,
      energy_j: value,
      gfx_clock_mhz: value,
      gfx_activity_percent: value,
      total: value,
      ppt: value,
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(fc.array(reading, { minLength: 3, maxLength: 30 }), (readings) => {
      const window = summariseGpus(
        evidence(readings.length - 3, (second) => {
          const { total, ppt, ...rest } = readings[second + 1] ?? {};
          const known = Object.fromEntries(Object.entries(rest).filter(([, one]) => one !== undefined));
          return {
            ...known,
            ...(total !== undefined && { throttle: { total, ...(ppt !== undefined && { ppt }) } }),
          };
        }),
      );
      JSON.stringify(window, (_, one: unknown) => {
        if (typeof one === 'number') assert.ok(Number.isFinite(one));
        return one;
      });
      for (const share of Object.values(window.gpus[0]?.throttle ?? {})) assert.ok(share >= 0);
      if (window.energy_j !== undefined) assert.ok(window.energy_j > 0);
    }),
  );
});
