import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { Command } from 'commander';
import { GateError } from '../failure.ts';
import type { Config } from './config.ts';
import { addBenchmarkFlags, type BenchmarkInputs, readBenchmarkFlags } from './flags.ts';
import { loadConfig } from './load.ts';

/** What the command line of a document gives when the script's name is replaced. */
function read(line: string): BenchmarkInputs {
  const command = new Command('run').exitOverride().configureOutput({ writeErr: () => {} });
  addBenchmarkFlags(command);
  command.parse(
    line.split(/\s+/).filter((word) => word !== ''),
    { from: 'user' },
  );
  return readBenchmarkFlags(command.opts());
}

function load(line: string): Config {
  return loadConfig({ inputs: read(line), env: {}, cwd: '.' });
}

function problems(line: string): readonly string[] {
  try {
    load(line);
  } catch (error) {
    assert.ok(error instanceof GateError, String(error));
    return error.evidence;
  }
  assert.fail(`${line} was accepted`);
}

describe('command lines of benchmark_serving.py', () => {
  test('one rung with a result file', () => {
    const line =
      '--backend openai --base-url http://localhost:8000 --model X --dataset-name random ' +
      '--num-prompts 200 --request-rate 4 --output-file result_rate_4.json';
    assert.equal(read(line).output_file, 'result_rate_4.json');
    const config = load(line);
    assert.deepEqual(config.engine, { kind: 'external', url: 'http://localhost:8000' });
    assert.equal(config.service.backend, 'openai');
    assert.equal(config.service.model_id, 'X');
    assert.deepEqual(config.load.request_rates, [4]);
    assert.equal(config.load.num_prompts, 200);
    assert.deepEqual(config.warnings, []);
  });

  test('sharegpt without its file says where it comes from', () => {
    const list = problems(
      '--base-url http://localhost:8000 --dataset-name sharegpt --dataset-path gone.json',
    );
    assert.match(
      list[0] ?? '',
      /^--dataset-path: load\.dataset_path: the file "gone\.json" does not exist .*huggingface/,
    );
  });

  test('host and port, lengths, sampling, flags without effect', () => {
    const config = load(
      '--host 10.0.0.7 --port 8080 --model M --served-model-name S --endpoint /v1/chat/completions ' +
        '--random-input-len 100 --random-output-len 20 --ignore-eos --seed 7 --temperature 0.5 --top-p 0.9 ' +
        '--max-concurrency 64 --burstiness 0.5 --trust-remote-code --tokenizer T --disable-tqdm ' +
        '--percentile-metrics ttft,tpot --metric-percentiles 50,99',
    );
    assert.deepEqual(config.engine, { kind: 'external', url: 'http://10.0.0.7:8080' });
    assert.equal(config.service.model_id, 'S');
    assert.equal(config.service.endpoint, 'chat');
    const { input_len, output_len, ignore_eos, seed, max_concurrency, burstiness, arrival, sampling } =
      config.load;
    assert.deepEqual(
      { input_len, output_len, ignore_eos, seed, max_concurrency, burstiness, arrival, sampling },
      {
        input_len: 100,
        output_len: 20,
        ignore_eos: true,
        seed: 7,
        max_concurrency: 64,
        burstiness: 0.5,
        arrival: 'gamma',
        sampling: { temperature: 0.5, top_p: 0.9 },
      },
    );
    assert.equal(config.warnings.length, 5);
  });

  test('several rates make a ladder; IPv6 hosts get brackets; one of host and port is enough', () => {
    assert.deepEqual(load('--host ::1 --request-rate 2,4,8').load.request_rates, [2, 4, 8]);
    assert.deepEqual(load('--host ::1').engine, { kind: 'external', url: 'http://[::1]:8000' });
    assert.deepEqual(load('--port 9000').engine, { kind: 'external', url: 'http://127.0.0.1:9000' });
  });

  test('the result file in the words of vLLM', () => {
    assert.equal(
      read('--save-result --result-dir out --result-filename r.json').output_file,
      join('out', 'r.json'),
    );
    assert.equal(read('--result-filename r.json').output_file, undefined);
    assert.equal(read('--save-result').output_file, undefined);
  });

  test('without flags nothing is set', () => {
    assert.deepEqual(read(''), { document: {}, origins: {}, problems: [], warnings: [] });
  });
});

describe('flags that are no settings', () => {
  const base = '--base-url http://localhost:8000';
  const table: readonly [string, RegExp][] = [
    [
      '--request-rate inf',
      /^--request-rate: load\.request_rates: inf sends everything at once .* name rates such as 2,4,8/,
    ],
    ['--request-rate Infinity', /inf sends everything at once/],
    ['--request-rate fast', /expected a rate above 0, or several with commas, found "fast"/],
    ['--request-rate 0', /expected a number > 0, found 0/],
    ['--num-prompts 200x', /^--num-prompts: load\.num_prompts: expected a whole number, found "200x"/],
    ['--seed 1.5', /expected a whole number/],
    ['--backend tgi', /^--backend: service\.backend: expected one of vllm/],
    ['--endpoint /v1/embeddings', /expected \/v1\/completions or \/v1\/chat\/completions, found/],
    ['--output-file a --save-result --result-filename b', /both name the same file/],
  ];
  for (const [line, expected] of table) {
    test(line, () => {
      const list = problems(`${base} ${line}`);
      assert.equal(list.length, 1, list.join('\n'));
      assert.match(list[0] ?? '', expected);
    });
  }

  test('a wrong port is one problem', () => {
    assert.match(problems('--port http').join('\n'), /expected a port, found "http"/);
  });

  test('a flag that nobody knows is refused by the command line', () => {
    assert.throws(() => read('--request-rates 4'), /unknown option/);
  });
});
