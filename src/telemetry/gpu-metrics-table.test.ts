import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { metricsTable } from '../../fixtures/host/tree.ts';
import { decodeGpuMetrics } from './gpu-metrics-table.ts';

const VERSIONS = ['1.3', '1.4', '1.5', '1.6', '1.7', '1.8'] as const;
const now = { power_w: 734, energy_j: 65_536.5, activity: 98, clock_mhz: 1895, hotspot_c: 60, hbm_c: 48 };

for (const version of VERSIONS) {
  test(`v${version}: power, energy, activity, clock and temperatures at their places`, () => {
    const found = decodeGpuMetrics(metricsTable(version, now));
    assert.equal(found?.power_w, 734);
    assert.equal(found?.energy_j, 65_536.5);
    assert.equal(found?.gfx_activity_percent, 98);
    assert.equal(found?.gfx_clock_mhz, 1895);
    assert.equal(found?.temperature_c, 60);
    assert.equal(found?.memory_temperature_c, 48);
  });

  test(`v${version}: all ones is a value that the card does not have`, () => {
    assert.deepEqual(decodeGpuMetrics(metricsTable(version, {})), {});
  });

  test(`v${version}: a table that is cut short says nothing`, () => {
    const table = metricsTable(version, now);
    assert.equal(decodeGpuMetrics(table.subarray(0, table.length - 1)), undefined);
  });
}

test('the clock is that of the slowest die; a die that is switched off says 0', () => {
  const table = metricsTable('1.7', now);
  const view = new DataView(table.buffer);
  view.setUint16(296 + 2 * 3, 61, true);
  view.setUint16(296 + 2 * 5, 0, true);
  assert.equal(decodeGpuMetrics(table)?.gfx_clock_mhz, 61);
});

test('layouts that are not known here, and bytes at random, give nothing or plain numbers', () => {
  assert.equal(decodeGpuMetrics(metricsTable('1.9', now)), undefined);
  assert.equal(decodeGpuMetrics(new Uint8Array()), undefined);
  fc.assert(
    fc.property(fc.constantFrom(...VERSIONS), fc.infiniteStream(fc.nat(255)), (version, bytes) => {
      const table = metricsTable(version, {});
      for (let at = 4; at < table.length; at += 1) table[at] = bytes.next().value ?? 0;
      for (const value of Object.values(decodeGpuMetrics(table) ?? {})) {
        if (typeof value === 'number') assert.ok(Number.isFinite(value) && value >= 0);
      }
    }),
    { numRuns: 30 },
  );
});
