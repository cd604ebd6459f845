import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Comparability, compareSubjects, type Subject } from './comparability.ts';
import type { FingerprintField } from './result.gen.ts';

function hard(value?: string | number): FingerprintField {
  return { source: 'test', class: 'hard', ...(value === undefined ? {} : { value }) };
}

function subject(
  fields: Readonly<Record<string, FingerprintField>>,
  override: Partial<Subject> = {},
): Subject {
  return { fingerprint: fields, workload_hash: 'w', simulated: false, config: {}, ...override };
}

const SIMULATOR = {
  ...{ engine_kind: hard('simulator'), preset: hard('mi300x'), time_scale: hard(1), flags: hard('') },
  ...{ max_num_seqs: hard('default'), model: hard('m'), endpoint: hard('completions') },
};
const BASE = { vllm: hard('0.11.0'), gpu: hard('MI300X'), endpoint: hard('completions') };

function differing({ differences }: Comparability): string[] {
  return differences.map(({ field, under_test }) => (under_test ? `${field} (under test)` : field));
}

const CASES: readonly (readonly [string, Subject, Subject, readonly string[], boolean, readonly string[]])[] =
  [
    ['the same', subject(BASE), subject(BASE), [], true, []],
    ['another vLLM', subject({ ...BASE, vllm: hard('0.12.0') }), subject(BASE), [], false, ['vllm']],
    [
      'vLLM under test',
      subject({ ...BASE, vllm: hard('0.12.0') }),
      subject(BASE),
      ['vllm'],
      true,
      ['vllm (under test)'],
    ],
    [
      'image implies vLLM',
      subject({ ...BASE, vllm: hard('0.12.0') }),
      subject(BASE),
      ['image'],
      true,
      ['vllm (under test)'],
    ],
    [
      'image does not imply the GPU',
      subject({ ...BASE, gpu: hard('MI325X') }),
      subject(BASE),
      ['image'],
      false,
      ['gpu'],
    ],
    ['known here, unknown there', subject(BASE), subject({ ...BASE, gpu: hard() }), [], false, ['gpu']],
    [
      'known there, missing here',
      subject({ vllm: hard('0.11.0') }),
      subject(BASE),
      [],
      false,
      ['endpoint', 'gpu'],
    ],
    [
      'a soft field',
      subject({ ...BASE, node: { ...hard('a'), class: 'soft' } }),
      subject({ ...BASE, node: { ...hard('b'), class: 'soft' } }),
      [],
      true,
      ['node'],
    ],
    [
      'hard on one side is hard',
      subject({ ...BASE, node: hard('a') }),
      subject({ ...BASE, node: { ...hard('b'), class: 'soft' } }),
      [],
      false,
      ['node'],
    ],
    ['another workload', subject(BASE, { workload_hash: 'x' }), subject(BASE), [], false, ['workload_hash']],
    [
      'the workload is never under test',
      subject(BASE, { workload_hash: 'x' }),
      subject(BASE),
      ['workload_hash'],
      false,
      ['workload_hash'],
    ],
    [
      'simulated against real',
      subject(BASE, { simulated: true }),
      subject(BASE),
      ['simulated'],
      false,
      ['simulated'],
    ],
    [
      '1 is not "1"',
      subject({ ...BASE, tp: hard(1) }),
      subject({ ...BASE, tp: hard('1') }),
      [],
      false,
      ['tp'],
    ],
    [
      'a changed configuration key is under test by default',
      subject(
        { ...BASE, max_num_seqs: hard(64), flags: hard('--max-num-seqs 64') },
        { config: { engine: { max_num_seqs: 64 } } },
      ),
      subject(
        { ...BASE, max_num_seqs: hard(128), flags: hard('--max-num-seqs 128') },
        { config: { engine: { max_num_seqs: 128 } } },
      ),
      [],
      true,
      ['flags (under test)', 'max_num_seqs (under test)'],
    ],
    [
      'a changed flag of args, too',
      subject(
        { ...BASE, block_size: hard(32) },
        { config: { engine: { args: { 'block-size': 32, seed: 1 } } } },
      ),
      subject(
        { ...BASE, block_size: hard(16) },
        { config: { engine: { args: { 'block-size': 16, seed: 1 } } } },
      ),
      [],
      true,
      ['block_size (under test)'],
    ],
    [
      'flags that differ although the configuration does not',
      subject({ ...BASE, flags: hard('a') }, { config: { engine: { max_num_seqs: 64 } } }),
      subject({ ...BASE, flags: hard('b') }, { config: { engine: { max_num_seqs: 64 } } }),
      [],
      false,
      ['flags'],
    ],
    [
      'another engine kind is another engine',
      subject({ ...BASE, kind: hard('process') }, { config: { engine: { kind: 'process' } } }),
      subject({ ...BASE, kind: hard('external') }, { config: { engine: { kind: 'external' } } }),
      [],
      false,
      ['kind'],
    ],
  ];

test('hard fields match or are under test, and every difference is listed', () => {
  for (const [name, candidate, baseline, underTest, comparable, fields] of CASES) {
    const found = compareSubjects(candidate, baseline, underTest);
    assert.equal(found.comparable, comparable, name);
    assert.deepEqual(differing(found).sort(), [...fields].sort(), name);
  }
});

test('what neither side knows is noted, and an unknown workload compares with nothing', () => {
  const blind = subject({ ...SIMULATOR, rocm: hard() }, { simulated: true });
  assert.deepEqual(compareSubjects(blind, blind, []), {
    comparable: true,
    differences: [],
    unknown_on_both: ['rocm'],
  });
  const empty = subject({});
  assert.deepEqual(compareSubjects(empty, empty, []).unknown_on_both, [
    ...['arch', 'dtype', 'endpoint', 'engine_kind', 'env', 'flags', 'gpu', 'gpu_count', 'max_model_len'],
    ...['model', 'model_revision', 'rocm', 'tensor_parallel_size', 'vllm'],
  ]);
  const claimed = subject({}, { simulated: true });
  assert.equal(compareSubjects(claimed, claimed, []).unknown_on_both.length, 14);
  const { workload_hash: _, ...none } = blind;
  assert.equal(compareSubjects(none, none, []).comparable, false);
});
