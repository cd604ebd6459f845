import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { argsProblems, commandProblems, vllmCommand } from './command.ts';

const head = ['vllm', 'serve', '{model}', '--host', '127.0.0.1', '--port', '{port}'];

describe('the command of vllm serve', () => {
  const table: readonly [string, Parameters<typeof vllmCommand>[0], string | undefined, string[]][] = [
    ['nothing more', { model: 'm' }, undefined, []],
    ['a served name', { model: 'm' }, 'llama', ['--served-model-name', 'llama']],
    [
      'keys of ours',
      {
        max_num_seqs: 128,
        gpu_memory_utilization: 0.9,
        tensor_parallel_size: 2,
        dtype: 'bfloat16',
        max_model_len: 4096,
        revision: 'main',
      },
      undefined,
      [
        '--max-num-seqs',
        '128',
        '--gpu-memory-utilization',
        '0.9',
        '--tensor-parallel-size',
        '2',
        '--dtype',
        'bfloat16',
        '--max-model-len',
        '4096',
        '--revision',
        'main',
      ],
    ],
    ['a bare flag', { args: { 'enforce-eager': true } }, undefined, ['--enforce-eager']],
    ['a flag left out', { args: { enforce_eager: false } }, undefined, []],
    ['underscores', { args: { kv_cache_dtype: 'fp8' } }, undefined, ['--kv-cache-dtype', 'fp8']],
    [
      'a number',
      { args: { 'max-num-batched-tokens': 2048 } },
      undefined,
      ['--max-num-batched-tokens', '2048'],
    ],
    [
      'JSON stays one word',
      { args: { 'compilation-config': '{"level": 3}' } },
      undefined,
      ['--compilation-config', '{"level": 3}'],
    ],
    [
      'several values',
      { args: { 'lora-modules': ['a=x', 'b=y'] } },
      undefined,
      ['--lora-modules', 'a=x', 'b=y'],
    ],
    [
      'a repeated flag',
      { args: { middleware: ['a', 'b'] } },
      undefined,
      ['--middleware', 'a', '--middleware', 'b'],
    ],
    ['a value like a flag', { args: { seed: -1 } }, undefined, ['--seed=-1']],
    ['one letter', { args: { O: 3 } }, undefined, ['-O', '3']],
    ['no shell', { args: { seed: '1; rm -rf /' } }, undefined, ['--seed', '1; rm -rf /']],
  ];
  for (const [name, engine, served, expected] of table) {
    test(name, () => {
      assert.deepEqual(vllmCommand(engine, served), [...head, ...expected]);
      assert.deepEqual(argsProblems(engine, served), []);
    });
  }
});

describe('args that are refused', () => {
  const table: readonly [Parameters<typeof argsProblems>[0], string | undefined, RegExp][] = [
    [
      { args: { 'api-key': 'sk-very-secret' } },
      undefined,
      /seen by every user of the host; set VLLM_API_KEY/,
    ],
    [{ args: { api_key: 'sk-very-secret' } }, undefined, /set VLLM_API_KEY/],
    [{ args: { 'hf-token': 'sk-very-secret' } }, undefined, /set HF_TOKEN/],
    [{ args: { '--enforce-eager': true } }, undefined, /without leading dashes/],
    [{ args: { 'a b': 1 } }, undefined, /name of a flag/],
    [{ args: { '': 1 } }, undefined, /name of a flag/],
    [{ args: { host: '0.0.0.0' } }, undefined, /127\.0\.0\.1/],
    [{ args: { port: 1 } }, undefined, /use engine\.port/],
    [{ max_num_seqs: 1, args: { 'max-num-seqs': 2 } }, undefined, /also as engine\.max_num_seqs/],
    [{ args: { 'served-model-name': 'a' } }, 'b', /also as service\.model_id/],
    [
      { args: { 'enforce-eager': true, enforce_eager: false } },
      undefined,
      /also as engine\.args\.enforce-eager/,
    ],
    [{ args: { 'lora-modules': [] } }, undefined, /empty list/],
    [{ args: { seed: 'a\0b' } }, undefined, /NUL/],
  ];
  for (const [engine, served, expected] of table) {
    test(JSON.stringify(engine), () => {
      const list = argsProblems(engine, served);
      assert.equal(list.length, 1);
      assert.match(list[0]?.message ?? '', expected);
      assert.doesNotMatch(JSON.stringify(list), /very-secret/);
    });
  }
});

describe('commands of the user', () => {
  const table: readonly [string[], RegExp | undefined][] = [
    [['vllm', 'serve', 'm', '--allow-credentials'], undefined],
    [['srv', '--allow-credentials', '--port', '{port}'], undefined],
    [['srv', '--api-key', 'sk-very-secret'], /set VLLM_API_KEY/],
    [['srv', '--api-key=sk-very-secret'], /set VLLM_API_KEY/],
    [['srv', 'a\0b'], /NUL/],
    [[''], /expected the program/],
    [['srv', '{model}'], /needs engine\.model/],
  ];
  for (const [command, expected] of table) {
    test(JSON.stringify(command), () => {
      const list = commandProblems({ command });
      assert.equal(list.length, expected === undefined ? 0 : 1);
      if (expected !== undefined) assert.match(list[0]?.message ?? '', expected);
      assert.doesNotMatch(JSON.stringify(list), /very-secret/);
    });
  }
});
