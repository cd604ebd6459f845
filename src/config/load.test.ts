import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { makePlan } from '../core/plan.ts';
import { GateError } from '../failure.ts';
import type { Config } from './config.ts';
import { type ConfigSources, loadConfig } from './load.ts';

const fixtures = fileURLToPath(new URL('../../fixtures/config/', import.meta.url));
let cwd = '';

before(() => {
  cwd = mkdtempSync(join(tmpdir(), 'config-'));
  writeFileSync(join(cwd, 'ShareGPT_V3_unfiltered_cleaned_split.json'), '[]');
  writeFileSync(join(cwd, 'rows.jsonl'), '');
  writeFileSync(join(cwd, 'ca.pem'), '');
  mkdirSync(join(cwd, 'folder.yaml'));
});
after(() => rmSync(cwd, { recursive: true }));

function load(sources: Partial<ConfigSources>): Config {
  return loadConfig({ env: {}, cwd, ...sources });
}

function problems(sources: Partial<ConfigSources>): readonly string[] {
  try {
    load(sources);
  } catch (error) {
    assert.ok(error instanceof GateError, String(error));
    assert.equal(error.kind, 'config');
    return error.evidence;
  }
  assert.fail('the configuration was accepted');
}

function file(name: string, text: string | Uint8Array): string {
  writeFileSync(join(cwd, name), text);
  return name;
}

const external = { service: { base_url: 'http://127.0.0.1:8000' } };
const vllm = { engine: { model: 'm' } };

describe("the user's own documents", () => {
  test('flat JSON and sectioned TOML give the same configuration and the same plan', () => {
    const flat = load({ file: join(fixtures, 'flat.json') });
    const toml = load({ file: join(fixtures, 'sections.toml') });
    assert.deepEqual(flat, toml);
    assert.deepEqual(makePlan(flat), makePlan(toml));
    assert.deepEqual(
      makePlan(flat).rungs.map(({ rate, num_prompts }) => [rate, num_prompts]),
      [
        [2, 200],
        [4, 200],
        [8, 200],
        [16, 200],
      ],
    );
  });

  test('the same in YAML, and with the address spelled in other ways', () => {
    const toml = load({ file: join(fixtures, 'sections.toml') });
    const yaml = file(
      'user.yaml',
      'service: {base_url: https://channel.example/api, api_key: sk-not-a-real-key, backend: openai,\n' +
        '  model_id: meta-llama/Llama-3.1-8B-Instruct}\n' +
        'load: {dataset_name: sharegpt, num_prompts: 200, request_rates: [2, 4, 8, 16]}\n' +
        'engine: {max_num_seqs: 128, gpu_memory_utilization: 0.9}\n',
    );
    assert.deepEqual(load({ file: yaml }), toml);
    for (const ending of ['/', '/v1', '/v1/']) {
      const other = load({ file: yaml, set: [`service.base_url=https://channel.example/api${ending}`] });
      assert.deepEqual(makePlan(other), makePlan(toml));
    }
  });

  test('an address without an engine is external; engine keys are noted as not applied', () => {
    const config = load({ file: join(fixtures, 'flat.json') });
    assert.deepEqual(config.engine, { kind: 'external', url: 'https://channel.example/api' });
    assert.deepEqual(
      config.warnings.filter((warning) => warning.includes('not applied')),
      [
        'engine.max_num_seqs is not applied: the server is not started by us',
        'engine.gpu_memory_utilization is not applied: the server is not started by us',
      ],
    );
  });
});

describe('all problems at once, each with its place', () => {
  test('YAML', () => {
    const name = join(fixtures, 'wrong.yaml');
    const list = problems({ file: name });
    const at = (place: string, text: string): string => `${name}:${place}: ${text}`;
    assert.deepEqual(list, [
      at(
        '3:3',
        'service.backend: expected one of vllm, openai, openai-chat, vllm-chat, found "opanai"; nearest: openai',
      ),
      at('4:3', 'service.api_key: expected text, found a list'),
      at('6:3', 'load.request_rate: unknown key; nearest known: request_rates'),
      at('7:3', 'load.num_prompts: expected a whole number, found "200"; write it without quotes'),
      at('8:3', 'load.seed: found null: write a value, or leave the key out'),
      at('9:3', 'load.arrival: expected a finite number, found Infinity'),
      at(
        '11:5',
        'budgets[0]: "p95_tfft_ms <= 500": unknown metric "p95_tfft_ms"; nearest known: p95_ttft_ms',
      ),
      at('12:5', 'budgets[1]: "p95_ttft_ms <= 500 @ 3": 3 is no gating rung of 2, 4, 8, 16; nearest: 2'),
      at(
        '13:1',
        'colour: unknown key; sections are service, engine, load, budgets, compare, limits, validity, preflight, report',
      ),
    ]);
  });

  test('TOML', () => {
    const name = file(
      'wrong.toml',
      '[service]\nbase_url = "http://h"\n\n[load]\n  num_prompts = "many"\nrequest_rates = [0]\n',
    );
    assert.deepEqual(problems({ file: name }), [
      'wrong.toml:5:3: load.num_prompts: expected a whole number, found "many"',
      'wrong.toml:6:1: load.request_rates[0]: expected a number > 0, found 0',
    ]);
  });

  test('JSON, flat', () => {
    const name = file(
      'wrong.json',
      '{\n  "base_url": "http://h",\n  "num_prompts": 0,\n  "numprompts": 3\n}',
    );
    assert.deepEqual(problems({ file: name }), [
      'wrong.json:3:3: load.num_prompts: expected a number >= 1, found 0',
      'wrong.json:4:3: numprompts: unknown key; nearest known: num_prompts',
    ]);
  });

  test('inputs, --set and file each name themselves', () => {
    const list = problems({
      file: file('part.yaml', 'service: {base_url: http://h}\nload: {seed: -1}\n'),
      inputs: {
        document: { load: { num_prompts: 0 } },
        origins: { 'load.num_prompts': 'input num-prompts' },
        problems: [],
        warnings: [],
      },
      set: ['load.arrival=poison', 'load.request_rates', 'report.html=', 'a b=1', 'load.timeout=[1'],
    });
    assert.deepEqual([...list].sort(), [
      '--set a b: expected section.key=value, found the key "a b"',
      '--set load.arrival: load.arrival: expected one of poisson, poisson_free, gamma, constant, found "poison"; nearest: poisson',
      '--set load.request_rates: expected section.key=value, found no "="',
      list.find((line) => line.startsWith('--set load.timeout: the value is not valid YAML')),
      '--set report.html: report.html: found null: write a value, or leave the key out',
      'input num-prompts: load.num_prompts: expected a number >= 1, found 0',
      'part.yaml:2:8: load.seed: expected a number >= 0, found -1',
    ]);
  });

  test('every section and key of a wrong type is a problem of its own, and none is a fault of ours', () => {
    const anything = fc.jsonValue({ maxDepth: 3 });
    const sections = ['service', 'engine', 'load', 'budgets', 'compare', 'limits', 'validity', 'report'];
    const document = fc.oneof(
      fc.dictionary(fc.constantFrom(...sections, 'base_url', 'num_prompts', '__proto__', 'x'), anything),
      fc.record(
        Object.fromEntries(
          sections.map((name) => [
            name,
            fc.oneof(
              anything,
              fc.dictionary(
                fc.constantFrom(
                  'base_url',
                  'kind',
                  'args',
                  'env',
                  'request_rates',
                  'duration',
                  'baseline',
                  'rates',
                ),
                anything,
              ),
            ),
          ]),
        ),
      ),
    );
    fc.assert(
      fc.property(document, (value) => {
        try {
          load({ document: value });
        } catch (error) {
          assert.ok(error instanceof GateError, String(error));
          assert.ok(error.evidence.length > 0);
        }
      }),
    );
  });
});

describe('hostile files', () => {
  const table: readonly [string, string | Uint8Array, RegExp][] = [
    [
      'twice.yaml',
      'load:\n  seed: 1\n  seed: 2\n',
      /^twice\.yaml:3:3: not valid YAML: Map keys must be unique/,
    ],
    ['twice.json', '{"seed": 1, "seed": 2}', /^twice\.json:1:\d+: a key stands here twice/],
    ['twice.toml', 'seed = 1\nseed = 2\n', /^twice\.toml:2:1: not valid TOML: trying to redefine/],
    [
      'proto.yaml',
      '__proto__: {polluted: 1}\nbase_url: http://h\n',
      /__proto__: this name is not allowed as a key/,
    ],
    [
      'proto.json',
      '{"base_url": "http://h", "load": {"__proto__": {"polluted": 1}}}',
      /load\.__proto__: this name/,
    ],
    [
      'proto.toml',
      'base_url = "http://h"\n[load.constructor.prototype]\npolluted = 1\n',
      /load\.constructor: this name/,
    ],
    [
      'bomb.yaml',
      `a: &a [x,x]\nb: &b [${'*a,'.repeat(99)}]\nc: [${'*b,'.repeat(99)}]\n`,
      /more than 50 copies by aliases/,
    ],
    ['deep.json', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`, /nested deeper than 20|unknown key/],
    ['deep.yaml', `a: ${'['.repeat(20000)}`, /not valid YAML: nested deeper than 20/],
    ['deep-whole.yaml', `a: ${'['.repeat(5000)}${']'.repeat(5000)}`, /not valid YAML: nested deeper than 20/],
    ['deep.toml', `a = ${'['.repeat(20000)}`, /not valid TOML/],
    [
      'deeper.yaml',
      `service: {base_url: http://h, extra_body: ${'{a: '.repeat(40)}1${'}'.repeat(40)}}`,
      /nested deeper than 20/,
    ],
    ['tag.yaml', 'load: {seed: !!js/function "x"}\n', /not valid YAML: Unresolved tag/],
    ['two.yaml', 'load: {}\n---\nload: {}\n', /not valid YAML/],
    [
      'nan.yaml',
      'base_url: http://h\nnum_prompts: .nan\n',
      /load\.num_prompts: expected a finite number, found NaN/,
    ],
    [
      'inf.toml',
      'base_url = "http://h"\nrequest_rates = [inf]\n',
      /load\.request_rates\[0\]: expected a finite number/,
    ],
    [
      'big.toml',
      'base_url = "http://h"\nseed = 99999999999999999999\n',
      /the number is too large|not valid TOML/,
    ],
    [
      'big.json',
      '{"base_url": "http://h", "seed": 1e400}',
      /load\.seed: expected a finite number, found Infinity/,
    ],
    [
      'huge.json',
      '{"base_url": "http://h", "request_rates": [1e300]}',
      /expected a number <= 100000, found 1e\+300/,
    ],
    [
      'date.toml',
      'base_url = "http://h"\nmodel_id = 2024-01-01\n',
      /service\.model_id: found a date: put quotes/,
    ],
    ['list.yaml', '- a\n', /expected sections such as service/],
    ['text.yaml', 'hello\n', /expected sections such as service/],
    ['comment.json', '{} // no', /not valid JSON/],
    ['bytes.yaml', new Uint8Array([0xff, 0xfe, 0x00]), /expected UTF-8 text/],
    ['large.yaml', `# ${'x'.repeat(1024 * 1024)}`, /expected at most 1048576 bytes/],
    ['config.ini', '', /ends in \.yaml, \.yml, \.json, \.toml/],
  ];
  for (const [name, text, expected] of table) {
    test(name, () => {
      const list = problems({ file: file(name, text) });
      assert.match(list.join('\n'), expected);
      assert.equal(({} as Record<string, unknown>)['polluted'], undefined);
    });
  }

  test('a folder and a file that does not exist', () => {
    assert.match(problems({ file: 'folder.yaml' })[0] ?? '', /^folder\.yaml: expected a regular file$/);
    assert.match(problems({ file: 'gone.yaml' })[0] ?? '', /^gone\.yaml: the file does not exist$/);
  });

  test('thousands of unknown keys give a list that ends', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`zz${i}zz`, 1]));
    const list = problems({ document: { ...external, ...many } });
    assert.equal(list.length, 101);
    assert.equal(list.at(-1), '… and 4900 more');
  });

  test('control characters of a file do not reach the terminal', () => {
    const list = problems({
      document: { ...external, load: { arrival: '\u001b[2J\n::error::x' }, '\u001b[1mkey': 1 },
    });
    assert.doesNotMatch(list.join(''), /\p{Cc}/u);
  });

  test('a syntax problem never quotes the file, where a key could stand', () => {
    for (const [name, text] of [
      ['leak.json', '{"api_key": sk-very-secret}'],
      ['leak.yaml', 'api_key: "sk-very-secret\nb: ['],
      ['leak.toml', 'api_key = sk-very-secret'],
    ] as const) {
      assert.doesNotMatch(problems({ file: file(name, text) }).join(), /very-secret/);
    }
  });

  test('an empty file is an empty configuration', () => {
    assert.equal(load({ file: file('empty.yaml', ''), document: external }).engine.kind, 'external');
  });
});

describe('merging', () => {
  test('file < inputs < --set; sections merge, lists replace', () => {
    const config = load({
      file: file('base.yaml', 'base_url: http://a\nload: {request_rates: [1, 2], seed: 1, timeout: 10}\n'),
      inputs: {
        document: { load: { request_rates: [3], seed: 2 } },
        origins: {},
        problems: [],
        warnings: [],
      },
      set: [
        'load.seed=3',
        'budgets=["error_rate == 0 @ 3"]',
        'num_prompts=7',
        'service.headers={x-team: serving}',
      ],
    });
    assert.deepEqual(config.load.request_rates, [3]);
    assert.equal(config.load.seed, 3);
    assert.equal(config.load.timeout, 10);
    assert.equal(config.load.num_prompts, 7);
    assert.equal(config.budgets[0]?.expression, 'error_rate == 0 @ 3');
    assert.deepEqual(config.service.headers, { 'x-team': 'serving' });
  });

  test('defaults of the caller are below the file', () => {
    const config = load({
      document: { ...external, report: { html: false } },
      defaults: { report: { html: true, junit: false } },
    });
    assert.equal(config.report.html, false);
    assert.equal(config.report.junit, false);
  });

  test('both forms may be mixed, but not for one key', () => {
    assert.equal(load({ document: { base_url: 'http://a', load: { seed: 4 } } }).load.seed, 4);
    assert.deepEqual(problems({ document: { base_url: 'http://a', service: { base_url: 'http://b' } } }), [
      'configuration: base_url: given twice: at the top and as service.base_url',
    ]);
  });

  test('a key in the wrong section is told where it belongs', () => {
    assert.match(
      problems({ document: { service: { base_url: 'http://h', num_prompts: 3 } } }).join(),
      /belongs to load\.num_prompts/,
    );
  });

  test('null is allowed inside extra_body, where the server decides', () => {
    const config = load({ document: { service: { ...external.service, extra_body: { stop: null } } } });
    assert.deepEqual(config.service.extra_body, { stop: null });
  });
});

describe('a file that cannot be read', () => {
  const sources = { file: '/nowhere/gate.yaml' };

  test('is one problem: what it would have given is not missing', () => {
    assert.deepEqual(problems(sources), ['/nowhere/gate.yaml: the file does not exist']);
    const set = ['load.dataset_name=jsonl', 'engine.kind=external'];
    assert.equal(problems({ ...sources, set }).length, 1);
  });

  test('what is wrong elsewhere is listed with it', () => {
    assert.match(problems({ ...sources, set: ['load.seed=many'] }).join('\n'), /load\.seed/);
  });
});

test('a key that stands in the wrong place is masked before its value is cut', () => {
  const key = `sk-${'0123456789'.repeat(12)}`;
  const list = problems({ document: { ...external, load: { arrival: key } }, env: { OPENAI_API_KEY: key } });
  assert.match(list.join(), /load\.arrival: expected one of .*found "\*\*\*"/);
});

test('extra_body cannot change what is measured', () => {
  const own = [
    'model',
    'prompt',
    'messages',
    'stream',
    'stream_options',
    'max_tokens',
    'max_completion_tokens',
  ];
  for (const field of [...own, 'min_tokens', 'ignore_eos']) {
    const document = { service: { ...external.service, extra_body: { [field]: null, priority: 3 } } };
    const list = problems({ document });
    assert.equal(list.length, 1);
    assert.match(list[0] ?? '', new RegExp(`service\\.extra_body\\.${field}: this field belongs`));
  }
});

describe('which engine', () => {
  const table: readonly [string, unknown, Config['engine']['kind'] | RegExp][] = [
    ['an address', external, 'external'],
    ['engine.url', { engine: { url: 'http://127.0.0.1:1' } }, 'external'],
    ['a model', vllm, 'process'],
    ['a command', { engine: { command: ['serve'] } }, 'process'],
    ['a preset', { engine: { preset: 'mi250x-llama3-8b-tp2' } }, 'simulator'],
    ['kind wins over an address', { ...external, engine: { kind: 'simulator' } }, 'simulator'],
    ['nothing', {}, /engine\.kind: nothing to measure: give service\.base_url/],
    ['engine keys only', { engine: { max_num_seqs: 8 } }, /nothing to measure/],
    ['external without address', { engine: { kind: 'external' } }, /needs service\.base_url/],
    ['process without model', { engine: { kind: 'process' } }, /needs engine\.model, or engine\.command/],
    ['a model like a flag', { engine: { model: '--api-key=x' } }, /leading dash/],
    ['{model} without model', { engine: { command: ['serve', '{model}'] } }, /\{model\} needs engine\.model/],
    ['credentials in the address', { service: { base_url: 'http://u:hunter2@h' } }, /holds credentials/],
    ['a query in the address', { service: { base_url: 'http://h/?a=1' } }, /without a query/],
    ['no address', { service: { base_url: 'h:8000' } }, /begins with http/],
    ['a bad variable', { engine: { model: 'm', env: { '1A': 'x' } } }, /engine\.env\.1A: expected a name/],
  ];
  for (const [name, document, expected] of table) {
    test(name, () => {
      if (typeof expected === 'string') return assert.equal(load({ document }).engine.kind, expected);
      const list = problems({ document });
      assert.equal(list.length, 1, list.join('\n'));
      assert.match(list[0] ?? '', expected);
      assert.doesNotMatch(list[0] ?? '', /hunter2/);
    });
  }

  test('a wrong address is one problem, not also a missing engine', () => {
    assert.equal(problems({ document: { service: { base_url: 5 } } }).length, 1);
    assert.equal(problems({ document: { service: 5 } }).length, 1);
  });

  test('the simulator speaks about its own parameters', () => {
    const document = { engine: { kind: 'simulator', preset: 'mi999' } };
    const checkSimulator = ({ preset }: { preset: string }): string[] => [`unknown preset ${preset}`];
    assert.deepEqual(problems({ document, checkSimulator }), [
      'configuration: engine.args: unknown preset mi999',
    ]);
  });

  test('keys that do nothing are said', () => {
    const warned = (document: unknown): string => load({ document }).warnings.join('\n');
    assert.match(
      warned({ ...external, engine: { kind: 'process', model: 'm' } }),
      /service\.base_url is not used/,
    );
    assert.match(
      warned({ engine: { command: ['x'], max_num_seqs: 3 } }),
      /max_num_seqs is not applied: engine\.command/,
    );
    assert.match(warned({ engine: { model: 'm', preset: 'p' } }), /engine\.preset is not applied/);
  });
});

describe('the key', () => {
  const withService = (service: object): object => ({ service: { ...external.service, ...service } });

  test('from a variable, trimmed with a warning', () => {
    const config = load({
      document: withService({ api_key_env: 'MY_KEY' }),
      env: { MY_KEY: ' sk-abcdef\n' },
    });
    assert.equal(config.service.key, 'sk-abcdef');
    assert.match(config.warnings.join(), /spaces or line breaks around it/);
    assert.ok(config.secrets.includes('sk-abcdef'));
  });

  test('written out: works, is warned about, and is in no document', () => {
    const config = load({ document: withService({ api_key: 'sk-abcdef' }) });
    assert.equal(config.service.key, 'sk-abcdef');
    assert.match(config.warnings.join(), /written out/);
    assert.doesNotMatch(JSON.stringify(config.document), /sk-abcdef/);
  });

  test('from a secret input: no warning', () => {
    const inputs = {
      document: { service: { api_key: 'sk-abcdef' } },
      origins: { 'service.api_key': 'input api-key' },
      problems: [],
      warnings: [],
    };
    assert.deepEqual(load({ document: external, inputs }).warnings, []);
  });

  test('OPENAI_API_KEY is used for a running server, VLLM_API_KEY for one of ours, each with a note', () => {
    const env = { OPENAI_API_KEY: 'sk-openai-1', VLLM_API_KEY: 'sk-vllm-1' };
    const running = load({ document: external, env });
    assert.equal(running.service.key, 'sk-openai-1');
    assert.match(running.warnings.join(), /OPENAI_API_KEY of the environment is used/);
    assert.equal(load({ document: vllm, env }).service.key, 'sk-vllm-1');
    assert.equal(load({ document: { engine: { kind: 'simulator' } }, env }).service.key, undefined);
    const own = { engine: { model: 'm', env: { VLLM_API_KEY: 'sk-own-1' } } };
    assert.equal(load({ document: own, env }).service.key, 'sk-own-1');
  });

  const refused: readonly [string, object, Record<string, string>, RegExp][] = [
    ['both ways', { api_key: 'a', api_key_env: 'B' }, { B: 'x' }, /given twice/],
    ['variable not set', { api_key_env: 'MY_KEY' }, {}, /variable MY_KEY is not set/],
    ['variable empty', { api_key_env: 'MY_KEY' }, { MY_KEY: ' ' }, /variable MY_KEY is empty/],
    [
      'the key as the name of the variable',
      { api_key_env: 'sk-very-secret' },
      {},
      /expected the name of an environment variable/,
    ],
    ['line break inside', { api_key: 'sk-very\nsecret' }, {}, /no HTTP header can carry/],
    ['Bearer', { api_key: 'Bearer sk-very-secret' }, {}, /leave the word Bearer out/],
    ['only spaces', { api_key: '   ' }, {}, /found only spaces/],
    ['empty', { api_key: '' }, {}, /found an empty text/],
    ['header injection', { headers: { 'x-a': 'b\r\nHost: evil' } }, {}, /no HTTP header can carry/],
    ['header name', { headers: { 'x a': 'b' } }, {}, /not the name of an HTTP header/],
    ['own header', { headers: { Host: 'evil' } }, {}, /belongs to the HTTP client/],
    ['authorization twice', { api_key: 'k', headers: { Authorization: 'x' } }, {}, /given twice/],
    ['authorities', { ca_file: 'gone.pem' }, {}, /"gone\.pem" does not exist/],
    [
      'proxy',
      { base_url: 'http://srv.example', proxy: 'socks5://u:hunter2@p' },
      {},
      /only http:\/\/ and https:\/\/ proxies/,
    ],
  ];
  for (const [name, service, env, expected] of refused) {
    test(`refused: ${name}`, () => {
      const list = problems({ document: withService(service), env });
      assert.equal(list.length, 1, list.join('\n'));
      assert.match(list[0] ?? '', expected);
      assert.doesNotMatch(list.join(), /very-secret|hunter2/);
    });
  }

  test('secrets are in no warning and not in the document, wherever they stand', () => {
    const config = load({
      document: {
        service: {
          base_url: 'http://srv.example',
          headers: { 'x-key': 'header-secret' },
          proxy: 'http://u:hunter22@p:1',
          ca_file: 'ca.pem',
        },
        engine: { env: { HF_TOKEN: 'hf-secret-1' } },
        report: { title: 'with hf-secret-1' },
      },
    });
    const shown = JSON.stringify([config.document, config.warnings]);
    assert.doesNotMatch(shown, /header-secret|hunter22|hf-secret-1/);
    assert.match(config.warnings.join(), /requests go through http:\/\/p:1 \(service\.proxy\)/);
    assert.equal(config.service.ca_file, join(cwd, 'ca.pem'));
  });

  test('the address is in the document only for private reports or loopback', () => {
    const shown = (base_url: string, detail: string): unknown =>
      (
        load({ document: { service: { base_url }, report: { detail } } }).document['service'] as {
          base_url: string;
        }
      ).base_url;
    assert.equal(shown('https://srv.example', 'public'), '***');
    assert.equal(shown('https://srv.example', 'private'), 'https://srv.example');
    assert.equal(shown('http://127.0.0.1:8000', 'public'), 'http://127.0.0.1:8000');
  });

  test('a proxy of the environment in the way is said; loopback is direct', () => {
    const env = { http_proxy: 'http://me:hunter22@p.example:3128' };
    const far = load({ document: { service: { base_url: 'http://srv.example' } }, env });
    assert.match(far.warnings.join(), /requests go through http:\/\/p\.example:3128 \(http_proxy\)/);
    assert.deepEqual(load({ document: external, env }).warnings, []);
  });
});

describe('the load', () => {
  const refused: readonly [string, object, RegExp][] = [
    ['num_prompts and duration', { num_prompts: 5, duration: 5 }, /one of them decides/],
    ['a rate twice', { request_rates: [2, 2] }, /expected each value once, found 2 twice/],
    ['no rates', { request_rates: [] }, /at least 1 entry/],
    [
      'gating and exploring',
      { request_rates: [2, 4], explore_rates: [4] },
      /4 is also in load\.request_rates/,
    ],
    [
      'a rung of years',
      { request_rates: [2, 0.00001] },
      /200 requests at 0\.00001 requests\/s take 5556 h; .* 24 h/,
    ],
    [
      'a rung beyond all numbers',
      { request_rates: [1e-300] },
      /load\.request_rates: 200 requests at 1e-300 .* 24 h/,
    ],
    [
      'an exploring rung of years',
      { request_rates: [2], explore_rates: [1e-9] },
      /load\.explore_rates: .* 24 h/,
    ],
    ['two days', { request_rates: [2], duration: 172800 }, /load\.duration: 345600 requests .* take 48 h/],
    ['too many requests', { request_rates: [100000], duration: 1000 }, /at most 10000000/],
    ['edges', { length_buckets: [10, 5] }, /ascending/],
    ['jsonl without a file', { dataset_name: 'jsonl' }, /needs load\.dataset_path/],
    [
      'a file that is not there',
      { dataset_name: 'jsonl', dataset_path: 'gone.jsonl' },
      /"gone\.jsonl" does not exist/,
    ],
    ['a folder', { dataset_name: 'jsonl', dataset_path: 'folder.yaml' }, /is no regular file/],
    [
      'sharegpt elsewhere',
      { dataset_name: 'sharegpt', dataset_path: 'x/y.json' },
      /the public file is at https:\/\/huggingface/,
    ],
    ['unknown sampling', { sampling: { temprature: 1 } }, /nearest known: temperature/],
  ];
  for (const [name, part, expected] of refused) {
    test(`refused: ${name}`, () => {
      const list = problems({ document: { ...external, load: part } });
      assert.equal(list.length, 1, list.join('\n'));
      assert.match(list[0] ?? '', expected);
    });
  }

  test('defaults for random and for data sets', () => {
    const random = load({ document: external }).load;
    assert.deepEqual(
      [
        random.num_prompts,
        random.output_len,
        random.ignore_eos,
        random.seed,
        random.arrival,
        random.timeout,
        random.warmup.max_s,
      ],
      [200, 128, true, 0, 'poisson', 600, 60],
    );
    assert.deepEqual(random.sampling, { temperature: 0 });
    const rows = load({
      document: { ...external, load: { dataset_name: 'jsonl', dataset_path: 'rows.jsonl', duration: 30 } },
    }).load;
    assert.deepEqual([rows.output_len, rows.ignore_eos, rows.num_prompts], [undefined, false, undefined]);
    assert.equal(rows.dataset_path, join(cwd, 'rows.jsonl'));
  });

  test('what is not applied is said', () => {
    const warned = (part: object): string => load({ document: { ...external, load: part } }).warnings.join();
    assert.match(warned({ burstiness: 2 }), /burstiness is not applied/);
    assert.equal(warned({ burstiness: 2, arrival: 'gamma' }), '');
    assert.match(warned({ dataset_path: 'rows.jsonl' }), /dataset_path is not applied/);
    assert.match(warned({ dataset_name: 'sharegpt', input_len: 5 }), /input_len is not applied/);
  });

  test('a rung that alone is longer than the limit is a problem', () => {
    const document = { ...external, load: { request_rates: [0.1] }, limits: { max_minutes: 10 } };
    assert.match(
      problems({ document }).join(),
      /limits\.max_minutes: 200 requests at 0\.1 requests\/s take 33\.3 min/,
    );
  });

  test('a refused ladder is one problem; rules about its rates wait', () => {
    const list = problems({
      document: {
        ...external,
        load: { request_rates: 'fast' },
        budgets: ['error_rate == 0 @ 3'],
        compare: { rates: [3] },
      },
    });
    assert.equal(list.length, 1, list.join('\n'));
  });
});

describe('judging', () => {
  const refused: readonly [string, object, RegExp][] = [
    [
      'metric',
      { metrics: ['median_tfft_ms'] },
      /compare\.metrics\[0\]: unknown metric "median_tfft_ms"; nearest known: median_ttft_ms/,
    ],
    ['not comparable', { metrics: ['capacity'] }, /not a metric whose relative change/],
    ['margin', { margins: { p50_ttf_ms: 0.1 } }, /compare\.margins\.p50_ttf_ms: unknown metric/],
    ['rate', { rates: [5] }, /5 is no gating rung .*nearest: 4/],
    ['confidence', { confidence: 1 }, /expected a number < 1/],
    ['required without baseline', { required: true }, /a baseline is required/],
  ];
  for (const [name, compare, expected] of refused) {
    test(`refused: ${name}`, () =>
      assert.match(problems({ document: { ...external, compare } }).join(), expected));
  }

  test('margins are filled in, own ones kept', () => {
    const { compare } = load({ document: { ...external, compare: { margins: { served_rate: 0.05 } } } });
    assert.deepEqual(compare.margins, { median_ttft_ms: 0.1, median_tpot_ms: 0.1, served_rate: 0.05 });
  });

  test('a baseline that is not there yet is said, not refused', () => {
    const document = { ...external, compare: { baseline: 'gone/result.json' } };
    assert.match(load({ document }).warnings.join(), /does not exist \(yet\)/);
  });

  test('the same budget twice counts once', () => {
    const config = load({ document: { ...external, budgets: ['error_rate == 0', 'error_rate==0'] } });
    assert.equal(config.budgets.length, 1);
    assert.match(config.warnings.join(), /there twice/);
  });
});
