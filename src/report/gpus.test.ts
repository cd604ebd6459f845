import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GpuWindow, Result, RungResult } from '../core/result.gen.ts';
import { gpuTable } from './gpus.ts';

const rung = (gpus?: GpuWindow) => ({ rate: 4, run: 1, ...(gpus && { gpus }) }) as RungResult;
const result = (...rungs: RungResult[]) => ({ rungs }) as unknown as Result;
const window = (more: Partial<GpuWindow>): GpuWindow => ({
  ...{ source: 'sysfs', samples: 9, bracketed: true, problems: [], gpus: [] },
  ...more,
});

test('without samples there is no table', () => {
  assert.equal(gpuTable(result(rung(), rung())), undefined);
});

test('power of all GPUs, the slowest clock, the hottest, and energy in units of people', () => {
  const table = gpuTable(
    result(
      rung(),
      rung(
        window({
          ...{ energy_per_request_j: 420.04, energy_per_million_output_tokens_j: 2_100_000 },
          gpus: [
            {
              ...{ index: 0, samples: 9, power_mean_w: 700, gfx_clock_busy_mhz: 1900, temperature_max_c: 61 },
              ...{ vram_used_max_bytes: 150 * 2 ** 30, throttle: { ppt: 0.97, hbm_thermal: 0.002 } },
            },
            { index: 1, samples: 9, power_mean_w: 710, gfx_clock_busy_mhz: 1850, temperature_max_c: 66 },
          ],
        }),
      ),
    ),
  );
  assert.deepEqual(table?.rows, [
    ['4', '1410 on 2', '1850', '66', '150.0', '97 %', '0.2 %', '420.0', '0.583'],
  ]);
});

test('what is not known is a dash, never 0', () => {
  const rows = gpuTable(result(rung(window({ gpus: [{ index: 0, samples: 0 }] }))))?.rows;
  assert.deepEqual(rows, [['4', ...Array(8).fill('–')]]);
});
