import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { GateError } from '../failure.ts';
import type { Config } from './config.ts';
import { loadConfig } from './load.ts';

const load = (engine: Record<string, unknown>, env: Record<string, string> = {}): Config =>
  loadConfig({ document: { engine, service: { model_id: 'm' } }, env, cwd: '/' });

function problems(engine: Record<string, unknown>, env: Record<string, string> = {}): string {
  try {
    load(engine, env);
  } catch (error) {
    assert.ok(error instanceof GateError);
    return error.evidence.join('\n');
  }
  return 'no problem';
}

const docker = {
  image: 'vllm/vllm-openai-rocm:v0.18.0',
  model: 'org/model',
  max_num_seqs: 8,
  gpu_memory_utilization: 0.9,
};
const hooks = { start: ['./start'], stop: ['./stop'], url: 'http://127.0.0.1:8000' };

describe('a docker engine', () => {
  test('an image alone says which kind is meant; defaults are filled in', () => {
    const { engine } = load(docker);
    assert.ok(engine.kind === 'docker');
    assert.deepEqual(
      [engine.pull, engine.pull_timeout, engine.stop_timeout, engine.own_command],
      ['missing', 3600, 60, false],
    );
    assert.deepEqual(engine.command.slice(0, 7), [
      'vllm',
      'serve',
      '{model}',
      '--host',
      '{host}',
      '--port',
      '{port}',
    ]);
  });

  test('the token of the hub comes from a variable, is a secret and in no command', () => {
    const config = load({ ...docker, hf_token_env: 'MY_TOKEN' }, { MY_TOKEN: ' hf_abcdef \n' });
    assert.ok(config.engine.kind === 'docker');
    assert.equal(config.engine.hf_token, 'hf_abcdef');
    assert.ok(config.secrets.includes('hf_abcdef'));
    assert.ok(
      !JSON.stringify([config.engine.command, config.document, config.engine_command]).includes('hf_abcdef'),
    );
  });

  const rows: [string, Record<string, unknown>, RegExp][] = [
    ['no image', { kind: 'docker', model: 'm' }, /needs engine\.image/],
    ['no image reference', { image: 'Not An Image!', model: 'm' }, /engine\.image: expected an image/],
    ['a flag in its place', { image: '--privileged', model: 'm' }, /engine\.image: expected an image/],
    ['a digest that is none', { image: 'a/b@sha256:123', model: 'm' }, /engine\.image: expected an image/],
    ['no model', { image: 'a/b' }, /needs engine\.model/],
    ['a variable that is not set', { ...docker, hf_token_env: 'NOPE' }, /NOPE is not set/],
    [
      'visibility variables beside chosen devices',
      { ...docker, env: { HIP_VISIBLE_DEVICES: '0' } },
      /sees only the GPUs of engine\.gpus/,
    ],
    ['a mount over the image', { ...docker, mounts: ['/x:/opt/rocm'] }, /belongs to the image/],
    ['the socket of the container engine', { ...docker, mounts: ['/var/run/docker.sock:/s'] }, /whole host/],
    ['a mount that climbs', { ...docker, mounts: ['/a/../b:/b'] }, /without \.\./],
    ['a target twice', { ...docker, mounts: ['/a:/m', '/b:/m/'] }, /mounted twice/],
    ['relative mounts', { ...docker, mounts: ['models:/models'] }, /engine\.mounts/],
    ['gpus of another form', { ...docker, gpus: 'two' }, /engine\.gpus/],
    ['a key of ours as a flag', { ...docker, args: { port: 1 } }, /use engine\.port/],
  ];
  for (const [name, engine, expected] of rows) test(name, () => assert.match(problems(engine), expected));

  test('flags that the version of the tag does not know are named, others are not', () => {
    const warned = load({ ...docker, args: { 'swap-space': 4 } }).warnings.join('\n');
    assert.match(warned, /vLLM 0\.18\.0 does not know --swap-space/);
    const old = load({ ...docker, image: 'vllm/vllm-openai-rocm:v0.14.0', args: { 'swap-space': 4 } });
    assert.ok(!old.warnings.join('\n').includes('swap-space'));
  });
});

describe('a hooks engine', () => {
  test('start commands say which kind is meant; secrets in commands are masked in the document', () => {
    const config = load({ ...hooks, start: ['./start', '--api-key', 'abcdefgh'] });
    assert.equal(config.engine.kind, 'hooks');
    assert.ok(!JSON.stringify([config.document, config.engine_command]).includes('abcdefgh'));
  });

  const rows: [string, Record<string, unknown>, RegExp][] = [
    ['no address', { start: ['./start'] }, /needs engine\.url/],
    ['no start', { kind: 'hooks', url: 'http://h:1' }, /needs engine\.start/],
    ['an empty program', { ...hooks, start: [' '] }, /expected the program/],
    [
      'a model that is not given',
      { ...hooks, start: ['./start', '{model}'] },
      /\{model\} needs engine\.model/,
    ],
    ['a broken address', { ...hooks, url: 'ftp://x' }, /engine\.url/],
  ];
  for (const [name, engine, expected] of rows) test(name, () => assert.match(problems(engine), expected));

  test('without a stop command there is a warning', () => {
    const { stop: _, ...rest } = hooks;
    assert.match(load(rest).warnings.join('\n'), /engine\.stop is not given/);
  });
});
