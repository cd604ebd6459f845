import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { removedFlags, unsetKnobFindings, unsetKnobs, versionOfImage } from './vllm-flags.ts';

describe('the version that an image names', () => {
  const rows: [string, string | undefined][] = [
    ['vllm/vllm-openai-rocm:v0.14.0', '0.14.0'],
    ['vllm/vllm-openai-rocm:v0.14.0@sha256:aa', '0.14.0'],
    ['rocm/vllm:rocm7.0.0_vllm_0.11.1_20251103', '0.11.1'],
    ['rocm/vllm:rocm6.2_mi300_ubuntu20.04_py3.9_vllm_0.6.4', '0.6.4'],
    ['localhost:5000/vllm:0.18.0-x', '0.18.0'],
    ['localhost:5000/vllm', undefined],
    ['vllm/vllm-openai-rocm:latest', undefined],
    ['vllm/vllm-openai-rocm:nightly-7c5dc571c', undefined],
    ['rocm/vllm-dev:nightly', undefined],
    ['vllm/vllm-openai-rocm@sha256:aa', undefined],
  ];
  for (const [image, version] of rows) test(image, () => assert.equal(versionOfImage(image), version));
});

describe('flags that a version does not know', () => {
  const rows: [string, readonly string[], string | undefined, RegExp | undefined][] = [
    [
      'removed before',
      ['--disable-log-requests'],
      '0.18.0',
      /^vLLM 0\.18\.0 does not know --disable-log-requests \(removed in 0\.12\.0\)/,
    ],
    ['still there', ['--disable-log-requests'], '0.10.1', undefined],
    ['with a value, as an underscore', ['--swap_space=4'], 'v0.18.0+rocm700', /swap-space/],
    ['just before', ['--swap-space', '4'], '0.17.1', undefined],
    ['a development version', ['--num_scheduler_steps'], '0.28.1rc1.dev199', /multi-step/],
    ['version not known', ['--swap-space'], undefined, /^vLLM 0\.18\.0 and newer do not know --swap-space/],
    ['nobody knows since when', ['--use-v2-block-manager'], '0.14.0', /^newer versions of vLLM do not know/],
    ['current ones', ['--max-num-seqs', '128', '--enforce-eager'], '0.32.0', undefined],
    ['a value that looks like one', ['--model', 'device'], undefined, undefined],
  ];
  for (const [name, words, version, expected] of rows) {
    test(name, () => {
      const found = removedFlags(words, version);
      if (expected === undefined) assert.deepEqual(found, []);
      else assert.match(found.join('; '), expected);
    });
  }
});

describe('what is left to the version', () => {
  const vllm = ['vllm', 'serve', '{model}'];
  const rows: [string, Parameters<typeof unsetKnobs>[0], number][] = [
    ['nothing set', { kind: 'docker', command: vllm }, 2],
    ['both by key', { kind: 'process', command: vllm, max_num_seqs: 128, gpu_memory_utilization: 0.9 }, 0],
    [
      'both by flag',
      { kind: 'process', command: [...vllm, '--max-num-seqs=128', '--gpu_memory_utilization', '0.9'] },
      0,
    ],
    [
      'a KV pool in bytes instead',
      { kind: 'docker', command: vllm, max_num_seqs: 8, args: { 'kv-cache-memory-bytes': 1e10 } },
      0,
    ],
    ['another server', { kind: 'process', command: ['python', '-m', 'sglang.launch_server'] }, 0],
    ['not ours', { kind: 'external' }, 0],
  ];
  for (const [name, engine, count] of rows) {
    test(name, () => {
      assert.equal(unsetKnobs(engine).length, count);
      assert.ok(
        unsetKnobFindings(engine).every(({ severity, kind }) => severity === 'warning' && kind === 'plan'),
      );
    });
  }
});
