import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bare, change, duration, metricName, percent, rateText, signedPercent, unlike } from './units.ts';

test('one formatter per unit, and what is not a number is absent', () => {
  const cases: readonly [string, string][] = [
    [bare(212.4, 'ms'), '212'],
    [bare(12.34, 'ms'), '12.3'],
    [bare(1.234, 'ms'), '1.23'],
    [bare(15.918, 'req/s'), '15.92'],
    [bare(0.005, 'share'), '0.5 %'],
    [bare(200, 'count'), '200'],
    [bare(undefined, 'ms'), '–'],
    [bare(Number.NaN, 'ms'), '–'],
    [bare(Number.POSITIVE_INFINITY, 'req/s'), '–'],
    [signedPercent(0.5234), '+52 %'],
    [signedPercent(-0.0311), '-3.1 %'],
    [signedPercent(0.00001), '±0 %'],
    [signedPercent(3.18e300), 'more than 10 times'],
    [signedPercent(9.99), '+999 %'],
    [change(2201, 200), 'more than 10 times'],
    [change(1e300, 1e-300), 'more than 10 times'],
    [percent(1e12), 'more than 10 times'],
    [change(1, 0), 'n/a (baseline 0)'],
    [change(0, 0), 'n/a (baseline 0)'],
    [change(Number.NaN, 1), '–'],
    [duration(7.25), '7.3 s'],
    [duration(732), '12 min'],
    [rateText(0.5), '0.5'],
    [rateText(16), '16'],
  ];
  for (const [found, expected] of cases) assert.equal(found, expected);
});

test('a value just over its limit does not look like the limit', () => {
  assert.deepEqual(unlike(400.3, 400, 'ms'), ['400.3', '400.0']);
  assert.deepEqual(unlike(400.0001, 400, 'ms'), ['400.0001', '400.0000']);
  assert.deepEqual(unlike(400, 400, 'ms'), ['400', '400']);
  assert.deepEqual(unlike(undefined, 400, 'ms'), ['–', '400']);
});

test('metrics have names for people; an unknown one keeps its own', () => {
  assert.deepEqual(metricName('median_ttft_ms'), { label: 'TTFT p50', unit: 'ms' });
  assert.deepEqual(metricName('p99.9_itl_ms'), { label: 'ITL p99.9', unit: 'ms' });
  assert.deepEqual(metricName('p95_ttft_visible_ms'), { label: 'TTFT (visible) p95', unit: 'ms' });
  assert.deepEqual(metricName('served_rate'), { label: 'Served rate', unit: 'req/s' });
  assert.deepEqual(metricName('constructor'), { label: 'constructor', unit: 'count' });
});
