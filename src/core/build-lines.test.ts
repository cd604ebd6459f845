import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { buildLines } from './build-lines.ts';

const recorded = (name: string): string =>
  readFileSync(new URL(`../../fixtures/recorded/vllm-0.32.0-cpu/${name}`, import.meta.url), 'utf8');

for (const line of [
  '[aiter] start build [module_gemm_a8w8] under /root/.aiter/build',
  'INFO 12-01 10:00:00 [gpu_model_runner.py:3350] Graph capturing finished in 12 secs, took 0.85 GiB',
  'Capturing CUDA graphs (decode, FULL):  23%|██▎       | 8/35',
  'INFO [monitor.py:34] torch.compile takes 41.20 s in total',
  'INFO [backends.py:215] Compiling a graph for dynamic shape takes 21.01 s',
  'INFO [backends.py:559] Dynamo bytecode transform time: 5.23 s',
  'Triton autotuning for function fused_moe_kernel finished after 12.3s',
  'AUTOTUNE mm(4096x4096, 4096x4096)',
]) {
  test(`work that a warm engine has behind it: ${line.slice(0, 50)}`, () => {
    assert.deepEqual(buildLines(`INFO ok\n${line}\nINFO ok`), [line]);
  });
}

test('the lines of a serving engine are none', () => {
  const serving = [
    'INFO [loggers.py:123] Engine 000: Avg prompt throughput: 100.0 tokens/s, Running: 4 reqs',
    'INFO:     127.0.0.1:40000 - "POST /v1/completions HTTP/1.1" 200 OK',
    '[aiter] import [module_gemm_a8w8] under /usr/lib/python3',
  ].join('\n');
  assert.deepEqual(buildLines(serving), []);
});

test('the start of a recorded engine without compilation is quiet', () => {
  assert.deepEqual(buildLines(recorded('boot-eager-bf16.log')), []);
});

test('many and long lines: ten are kept, each cut', () => {
  const found = buildLines(`Capturing CUDA graph ${'x'.repeat(5000)}\n`.repeat(50));
  assert.equal(found.length, 10);
  assert.ok(found.every((line) => line.length <= 200));
  assert.deepEqual(buildLines(`[aiter]${' '.repeat(3_000_000)}`), []);
});
