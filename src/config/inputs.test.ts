import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { GateError } from '../failure.ts';
import { ACTION_INPUTS, type ActionRequest, readInputs } from './inputs.ts';
import { type ConfigSources, loadConfig } from './load.ts';

function read(inputs: Readonly<Record<string, string>>): ActionRequest {
  return readInputs((name) => inputs[name] ?? '');
}

function evidence(sources: Omit<ConfigSources, 'env' | 'cwd'>): readonly string[] {
  try {
    loadConfig({ env: {}, cwd: '.', ...sources });
  } catch (error) {
    assert.ok(error instanceof GateError, String(error));
    return error.evidence;
  }
  assert.fail('accepted');
}

test('action.yml has exactly these inputs, descriptions and defaults', () => {
  const action = parse(readFileSync(new URL('../../action.yml', import.meta.url), 'utf8')) as {
    inputs: Record<string, { description: string; default?: string }>;
  };
  const table = ACTION_INPUTS.map((input) => [
    input.name,
    { description: input.description, ...('default' in input && { default: input.default }) },
  ]);
  assert.deepEqual(Object.entries(action.inputs), table);
});

describe('inputs become settings', () => {
  test('all of them', () => {
    const request = read({
      mode: 'run',
      config: ' gate.yaml ',
      set: 'load.seed=3\n\n  load.timeout=60\r\n',
      out: 'results',
      'base-url': 'http://127.0.0.1:8000/v1',
      'api-key': 'sk-1234\n',
      model: 'llama',
      'request-rates': '2, 4 8\n16',
      'num-prompts': '50',
      budgets: 'error_rate == 0\n  capacity >= 8  \n',
      baseline: 'none',
      'fail-on': 'fail',
      comment: 'never',
      'github-token': 'ghs_1',
      'artifact-name': 'bench',
      'retention-days': '7',
    });
    assert.equal(request.config, 'gate.yaml');
    assert.equal(request.out, 'results');
    assert.equal(request.fail_on, 'fail');
    assert.equal(request.github_token, 'ghs_1');
    assert.deepEqual(request.set, ['load.seed=3', 'load.timeout=60']);
    const config = loadConfig({ inputs: request.inputs, set: request.set, env: {}, cwd: '.' });
    assert.deepEqual(config.load.request_rates, [2, 4, 8, 16]);
    assert.deepEqual([config.load.num_prompts, config.load.seed, config.load.timeout], [50, 3, 60]);
    assert.equal(config.service.key, 'sk-1234');
    assert.equal(config.service.model_id, 'llama');
    assert.equal(config.budgets.length, 2);
    assert.deepEqual(
      [config.report.comment, config.report.artifact_name, config.report.retention_days],
      ['never', 'bench', 7],
    );
    assert.deepEqual(config.warnings, [
      'service.api_key: the key had spaces or line breaks around it, which were cut off',
    ]);
  });

  test('image and versions become the engine and its pins, each problem named by its input', () => {
    const request = read({
      image: 'vllm/vllm-openai-rocm:v0.14.0',
      model: 'llama',
      'vllm-version': '0.14.*',
      'rocm-version': ' >=7.0 <7.2 ',
    });
    assert.deepEqual(request.inputs.document['engine'], {
      image: 'vllm/vllm-openai-rocm:v0.14.0',
      pins: { vllm: '0.14.*', rocm: '>=7.0 <7.2' },
    });
    const config = loadConfig({
      inputs: request.inputs,
      set: ['engine.kind=external', 'service.base_url=http://127.0.0.1:8000'],
      env: {},
      cwd: '.',
    });
    assert.deepEqual(config.pins, { vllm: '0.14.*', rocm: '>=7.0 <7.2' });
    const wrong = evidence({
      inputs: read({ 'rocm-version': 'latest', 'base-url': 'http://127.0.0.1:8000' }).inputs,
    });
    assert.equal(wrong.length, 1);
    assert.match(wrong[0] ?? '', /^input rocm-version: engine\.pins\.rocm: expected a version, a prefix/);
  });

  test('an empty text is not given: the defaults are those of the table', () => {
    const request = read({ model: '  ' });
    assert.deepEqual(request, {
      mode: 'run',
      out: 'instinct-gate-out',
      set: [],
      inputs: { document: {}, origins: {}, problems: [], warnings: [] },
      fail_on: 'fail,invalid,error',
    });
  });
});

describe('inputs that are no settings', () => {
  const table: readonly [string, string, string][] = [
    ['mode', 'gate', 'input mode: expected run, found "gate"'],
    [
      'retention-days',
      '7days',
      'input retention-days: report.retention_days: expected a whole number, found "7days"',
    ],
    ['num-prompts', '1e3', 'input num-prompts: load.num_prompts: expected a whole number, found "1e3"'],
    ['num-prompts', '-1', 'input num-prompts: load.num_prompts: expected a whole number, found "-1"'],
    ['num-prompts', '0', 'input num-prompts: load.num_prompts: expected a number >= 1, found 0'],
    [
      'request-rates',
      '1, two',
      'input request-rates: load.request_rates: expected numbers above 0, separated by commas or spaces, found "two"',
    ],
    [
      'request-rates',
      ',',
      'input request-rates: load.request_rates: expected numbers above 0, separated by commas or spaces, found ""',
    ],
    [
      'comment',
      'True',
      'input comment: report.comment: expected one of auto, always, on-change, never, found "True"',
    ],
    ['budgets', 'p95_ttft_ms < = 5', ''],
  ];
  for (const [name, text, expected] of table) {
    test(`${name}: ${text}`, () => {
      const { inputs } = read({ 'base-url': 'http://127.0.0.1:1', [name]: text });
      const list = evidence({ inputs });
      assert.equal(list.length, 1, list.join('\n'));
      if (expected !== '') assert.equal(list[0], expected);
      assert.match(list[0] ?? '', new RegExp(`^input ${name}: `));
    });
  }

  test('without its problems the document is still refused: no wrong text is taken for a default', () => {
    const { inputs } = read({
      'base-url': 'http://127.0.0.1:1',
      'num-prompts': '7days',
      'request-rates': 'x',
    });
    assert.equal(evidence({ document: inputs.document }).length, 2);
  });
});
