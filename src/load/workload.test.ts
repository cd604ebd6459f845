import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { answeringServer, channelOf, keptLog, loadOf } from '../../fixtures/streams/answering-server.ts';
import type { LoadConfig } from '../config/config.ts';
import type { Rung } from '../core/plan.ts';
import type { ChannelReport } from '../core/result.gen.ts';
import { GateError } from '../failure.ts';
import type { PlannedRequest, Workload } from '../ports.ts';
import { type RunningSimulator, serveSimulator } from '../simulator/server.ts';
import { jsonArrayElements } from './json-array.ts';
import { BLOCK_TOKENS, saltIds, saltText } from './salt.ts';
import { createWorkload } from './workload.ts';

// The simulator is here as a real server with a real /tokenize.
let simulator: RunningSimulator;
let model: string;
const folder = mkdtempSync(join(tmpdir(), 'workload-test-'));

before(async () => {
  const options = { port: 0, preset: 'mi250x-llama3-8b-tp2', time_scale: 0.01, overrides: {}, log() {} };
  simulator = await serveSimulator(options);
  const models = (await (await fetch(`${simulator.url}/v1/models`)).json()) as { data: { id: string }[] };
  model = models.data[0]?.id ?? '';
});
after(async () => {
  await simulator.close();
  rmSync(folder, { recursive: true });
});

const gating = (rate: number, num_prompts = 10, run = 1): Rung => ({
  rate,
  kind: 'gating',
  num_prompts,
  run,
});
const ladder = [gating(2), gating(4), { ...gating(8), kind: 'exploring' as const }];

interface BuildOptions {
  readonly load?: Partial<LoadConfig>;
  readonly report?: Partial<ChannelReport>;
  readonly rungs?: readonly Rung[];
  readonly salt?: string;
  readonly url?: string;
  readonly cwd?: string;
}

function build(options: BuildOptions = {}): Promise<Workload> {
  return createWorkload({ log: keptLog(), cwd: options.cwd ?? 'fixtures/datasets' }).build({
    load: loadOf({ input_len: 40, output_len: 8, ...options.load }),
    channel: channelOf(options.url ?? simulator.url, { tokenize: true, model_id: model, ...options.report }),
    rungs: options.rungs ?? ladder,
    salt: options.salt ?? 'a',
    signal: new AbortController().signal,
  });
}

const chat = { endpoint: 'chat', path: '/v1/chat/completions' } as const;
const all = (workload: Workload, rungs: readonly Rung[] = ladder) =>
  rungs.flatMap((rung) => workload.requests(rung));
const idsOf = ({ prompt }: PlannedRequest) => (prompt.kind === 'ids' ? prompt.ids : assert.fail('text'));
const textOf = ({ prompt }: PlannedRequest) => (prompt.kind === 'text' ? prompt.text : assert.fail('ids'));

async function tokens(text: string): Promise<number> {
  const body = JSON.stringify({ model, prompt: text, add_special_tokens: false });
  const answer = await fetch(`${simulator.url}/tokenize`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
  return ((await answer.json()) as { count: number }).count;
}

const rejects = (options: BuildOptions, code: string, text: RegExp) =>
  assert.rejects(build(options), (error) => {
    assert.ok(error instanceof GateError, String(error));
    assert.equal(error.kind, 'config');
    assert.equal(error.code, code);
    assert.match([error.message, error.where, error.hint, ...error.evidence].join('\n'), text);
    return true;
  });

describe('random prompts as ids', () => {
  test('have exactly the asked-for tokens, each prompt its own first block', async () => {
    const workload = await build();
    const requests = [...all(workload), ...Array.from({ length: 50 }, (_, i) => workload.warmup(i))];
    for (const request of requests) {
      assert.equal(idsOf(request).length, 40);
      assert.deepEqual([request.input_len, request.output_len], [40, 8]);
    }
    const blocks = requests.map((request) => idsOf(request).slice(0, BLOCK_TOKENS).join());
    assert.equal(new Set(blocks).size, requests.length);
    assert.deepEqual(
      { ...workload.report, hash: '' },
      { dataset_name: 'random', hash: '', lengths: 'exact', reused: false, prefix_tokens: 0, notes: [] },
    );
  });

  test('share no first block between runs, and nothing but the salt differs', async () => {
    const [one, two, again] = await Promise.all([
      build({ salt: 'a' }),
      build({ salt: 'b' }),
      build({ salt: 'a' }),
    ]);
    assert.deepEqual(all(one), all(again));
    const block = (request: PlannedRequest) => idsOf(request).slice(0, BLOCK_TOKENS).join();
    const seen = new Set(all(one).map(block));
    assert.ok(all(two).every((request) => !seen.has(block(request))));
    const rest = (request: PlannedRequest) => idsOf(request).slice(BLOCK_TOKENS);
    assert.deepEqual(all(one).map(rest), all(two).map(rest));
    assert.equal(one.report.hash, two.report.hash);
  });

  test('of fewer tokens than a block are all salt', async () => {
    const workload = await build({ load: { input_len: 5 } });
    assert.equal(new Set(all(workload).map((request) => idsOf(request).join())).size, 30);
  });

  test('that do not fit into the context are refused', async () => {
    await rejects({ report: { max_model_len: 47 } }, 'context_length', /47 tokens.*40.*8 = 48/);
    await build({ report: { max_model_len: 48 } });
  });
});

describe('random prompts as text', () => {
  test('are fitted through /tokenize on the chat endpoint', async () => {
    const workload = await build({ report: chat });
    const requests = [...all(workload), workload.warmup(0)];
    for (const request of requests) assert.equal(await tokens(textOf(request)), request.input_len);
    assert.ok(all(workload).every((request) => request.input_len === 40));
    const warm = Array.from({ length: 50 }, (_, i) => workload.warmup(i));
    assert.equal(new Set([...all(workload), ...warm].map(textOf)).size, 80);
    assert.equal(workload.report.lengths, 'exact');
    assert.ok((workload.report.prefix_tokens ?? 0) > 0);
  });

  test('count the chat template against the context', async () => {
    const added = (await build({ report: chat })).report.prefix_tokens ?? 0;
    await build({ report: { ...chat, max_model_len: 48 + added } });
    await rejects(
      { report: { ...chat, max_model_len: 47 + added } },
      'context_length',
      /that the server adds/,
    );
  });

  test('are bytes / 4 without /tokenize, and the report says so', async () => {
    const workload = await build({ report: { tokenize: false } });
    for (const request of all(workload)) {
      assert.equal(Buffer.byteLength(textOf(request)), 160);
      assert.equal(request.input_len, 40);
    }
    assert.equal(workload.report.lengths, 'approximate');
    assert.match(workload.report.notes.join(), /bytes \/ 4/);
    assert.equal(workload.report.prefix_tokens, undefined);
    assert.equal(new Set(all(workload).map((request) => textOf(request).slice(0, 14))).size, 30);
  });
});

describe('the workload hash', () => {
  const hash = async (options: BuildOptions) => (await build(options)).report.hash;

  test('changes with everything that is sent and when', async () => {
    const base = await hash({});
    const others: readonly BuildOptions[] = [
      { load: { seed: 1 } },
      { load: { input_len: 41 } },
      { load: { output_len: 9 } },
      { load: { arrival: 'constant' } },
      { load: { arrival: 'gamma' } },
      { load: { arrival: 'gamma', burstiness: 2 } },
      { load: { ignore_eos: false } },
      { load: { sampling: { temperature: 1 } } },
      { load: { max_concurrency: 8 } },
      { rungs: [gating(2), gating(5)] },
      { rungs: [gating(2), gating(4, 11)] },
      { report: { tokenize: false } },
      { report: chat },
    ];
    const hashes = [base, ...(await Promise.all(others.map(hash)))];
    assert.match(base, /^[0-9a-f]{64}$/);
    assert.equal(new Set(hashes).size, hashes.length);
  });

  test('does not change with salt, address, timeouts or exploring rungs', async () => {
    const base = await hash({});
    for (const options of [
      { salt: 'z' },
      { load: { timeout: 5 } },
      { load: { burstiness: 3 } },
      { rungs: ladder.slice(0, 2) },
    ]) {
      assert.equal(await hash(options), base);
    }
  });
});

describe('ShareGPT', () => {
  const shareGpt = (options: BuildOptions = {}) => ({
    ...options,
    load: {
      dataset_name: 'sharegpt',
      dataset_path: 'sharegpt-shape.json',
      output_len: undefined,
      ...options.load,
    } as Partial<LoadConfig>,
  });
  const shape = JSON.parse(readFileSync('fixtures/datasets/sharegpt-shape.json', 'utf8')) as {
    id: string;
    conversations?: { value: unknown }[];
  }[];
  /** Row of the file that a salted prompt came from. */
  const rowOf = (request: PlannedRequest) => {
    const text = textOf(request);
    return (
      shape.find((row) => row.conversations?.[0]?.value === text.slice(text.indexOf(' ') + 1))?.id ?? 'none'
    );
  };

  test('takes the first turn as prompt and the length of the second as output, by vLLM’s filter', async () => {
    const rungs = [gating(2, 33)];
    const workload = await build(shareGpt({ rungs }));
    const ids = all(workload, rungs).map(rowOf);
    const specials = workload.report.prefix_tokens ?? 0;
    // Of 42 rows these pass: 30 on topics, the first, the one that begins with the model, and the one with escapes.
    assert.equal(new Set(ids).size, 33);
    for (const id of ['a', 'from-gpt', 'escapes']) assert.ok(ids.includes(id), id);
    for (const request of all(workload, rungs)) {
      assert.equal(request.input_len, await tokens(textOf(request)));
      const row = shape.find(({ id }) => id === rowOf(request));
      assert.equal(request.output_len, (await tokens(String(row?.conversations?.[1]?.value))) + specials);
    }
    assert.equal(workload.report.rows, 38);
    assert.equal(workload.report.reused, false);
  });

  test('a fixed output length lets short answers pass', async () => {
    const rungs = [gating(2, 34)];
    const workload = await build(shareGpt({ rungs, load: { output_len: 20 } }));
    assert.ok(all(workload, rungs).map(rowOf).includes('short-answer'));
    assert.ok(all(workload, rungs).every(({ output_len }) => output_len === 20));
  });

  test('rungs have rows of their own, in an order that the seed decides', async () => {
    const [one, again, other] = await Promise.all([
      build(shareGpt()),
      build(shareGpt()),
      build(shareGpt({ load: { seed: 7 } })),
    ]);
    assert.equal(new Set(all(one).map(rowOf)).size, 30);
    assert.deepEqual(all(one), all(again));
    assert.notDeepEqual(all(one).map(rowOf), all(other).map(rowOf));
    assert.notEqual(one.report.hash, other.report.hash);
    const warm = Array.from({ length: 40 }, (_, i) => textOf(one.warmup(i)));
    assert.equal(new Set([...warm, ...all(one).map(textOf)]).size, 70);
  });

  test('too few rows are refused, or used again when that is allowed', async () => {
    const rungs = [gating(2, 34)];
    await rejects(shareGpt({ rungs }), 'too_few_prompts', /needs 34 distinct prompts, the data set has 33/);
    const workload = await build(shareGpt({ rungs, load: { allow_reuse: true } }));
    assert.equal(workload.report.reused, true);
    assert.equal(new Set(all(workload, rungs).map(textOf)).size, 34);
    assert.match(workload.report.notes.join(), /more than once/);
  });

  test('conversations that do not fit into the model are left out, and that is said', async () => {
    const workload = await build(shareGpt({ report: { max_model_len: 130 }, rungs: [gating(2, 5)] }));
    assert.match(workload.report.notes.join(), /left out: longer than the model's 130 tokens/);
  });

  test('without /tokenize lengths are bytes / 4 and the hash knows', async () => {
    const workload = await build(shareGpt({ report: { tokenize: false } }));
    assert.equal(workload.report.lengths, 'approximate');
    assert.notEqual(workload.report.hash, (await build(shareGpt())).report.hash);
  });

  test('a missing file says where the data set comes from', async () => {
    await rejects(
      shareGpt({ load: { dataset_path: 'nowhere.json' } }),
      'dataset',
      /ENOENT[\s\S]*nowhere.json[\s\S]*Hugging Face/,
    );
    await rejects(
      shareGpt({ load: { dataset_path: undefined } as never, cwd: folder }),
      'dataset',
      /ShareGPT_V3_unfiltered/,
    );
  });

  test('a file that is something else or ends early is refused', async () => {
    for (const [name, content, text] of [
      ['object.json', '{"a":1}', /expected a JSON array, found "\{" at byte 0/],
      ['empty.json', '', /it is empty/],
      [
        'cut.json',
        readFileSync('fixtures/datasets/sharegpt-shape.json').subarray(0, 5000),
        /ends in the middle/,
      ],
      ['nothing.json', '[]', /has 0 that can be used/],
    ] as const) {
      writeFileSync(join(folder, name), content);
      await rejects(
        shareGpt({ load: { dataset_path: join(folder, name) } }),
        name === 'nothing.json' ? 'too_few_prompts' : 'dataset',
        text,
      );
    }
  });
});

describe('jsonl', () => {
  const jsonl = (dataset_path: string, load: Partial<LoadConfig> = {}) =>
    ({ dataset_name: 'jsonl', dataset_path, output_len: undefined, ...load }) as Partial<LoadConfig>;

  test('takes output lengths from the rows', async () => {
    const rungs = [gating(2, 12)];
    const workload = await build({ load: jsonl('prompts.jsonl'), rungs });
    assert.deepEqual(
      all(workload, rungs)
        .map(({ output_len }) => output_len)
        .toSorted((a, b) => a - b),
      Array.from({ length: 12 }, (_, i) => 4 + i),
    );
    assert.equal(workload.report.rows, 12);
  });

  test('load.output_len wins over the rows', async () => {
    const workload = await build({ load: jsonl('prompts.jsonl', { output_len: 3 }), rungs: [gating(2, 12)] });
    assert.ok(workload.requests(gating(2, 12)).every(({ output_len }) => output_len === 3));
  });

  test('all bad rows are named with their lines', async () => {
    await rejects(
      { load: jsonl('prompts-bad.jsonl') },
      'dataset_rows',
      /found 8 that cannot[\s\S]*line 2: expected a JSON object[\s\S]*line 3[\s\S]*line 4[\s\S]*line 5: expected "output_tokens"[\s\S]*line 6[\s\S]*line 7[\s\S]*line 8[\s\S]*line 9/,
    );
  });

  test('a prompt over the context is named with its line', async () => {
    await rejects(
      { load: jsonl('prompts.jsonl'), rungs: [gating(2, 12)], report: { max_model_len: 24 } },
      'context_length',
      /the prompt of line \d+/,
    );
  });

  test('a missing file', async () => {
    await rejects({ load: jsonl('nowhere.jsonl') }, 'dataset', /ENOENT/);
  });
});

describe('a /tokenize that stops working', () => {
  for (const [name, body, status] of [
    ['answers 500', 'boom', 500],
    ['answers something else', '{"tokens":"many"}', 200],
    ['answers wrong ids', '{"tokens":[1,-2]}', 200],
  ] as const) {
    test(`and ${name} is a failure of the channel`, async () => {
      await using server = await answeringServer((_, response) => response.writeHead(status).end(body));
      await assert.rejects(
        build({ url: server.url }),
        (error) => error instanceof GateError && error.kind === 'channel',
      );
    });
  }
});

describe('salt', () => {
  test('ids of different positions never begin alike', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.integer({ min: 8, max: 200 }),
        fc.uniqueArray(fc.nat(200_000), { minLength: 2, maxLength: 20 }),
        (salt, size, ordinals) => {
          const make = saltIds({ salt, pool: Array.from({ length: size }, (_, i) => 3 * i), length: 16 });
          assert.equal(new Set(ordinals.map((ordinal) => make(ordinal).join())).size, ordinals.length);
          assert.ok(ordinals.every((ordinal) => make(ordinal).length === 16));
        },
      ),
    );
  });
  test('texts differ at the beginning and hold nothing but plain characters', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(), (salt, ordinal) =>
        assert.match(saltText(salt, ordinal), /^[0-9a-z]+\.[0-9a-f]{8} $/),
      ),
    );
    assert.notEqual(saltText('a', 1), saltText('b', 1));
    assert.notEqual(saltText('a', 1), saltText('a', 2));
  });
});

describe('splitting a large JSON array', () => {
  const split = async (text: string, chunkBytes: number, maxElementBytes?: number) => {
    const path = join(folder, 'array.json');
    writeFileSync(path, text);
    await using file = await open(path);
    const elements: string[] = [];
    for await (const { offset, bytes } of jsonArrayElements(file, {
      chunkBytes,
      ...(maxElementBytes !== undefined && { maxElementBytes }),
    })) {
      assert.deepEqual(Buffer.from(text).subarray(offset, offset + bytes.length), bytes);
      elements.push(bytes.toString());
    }
    return elements;
  };

  test('gives what JSON.parse gives, however the file is read', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue()),
        fc.constantFrom(0, 1, 2),
        fc.integer({ min: 1, max: 40 }),
        async (values, indent, chunkBytes) => {
          const elements = await split(JSON.stringify(values, null, indent), chunkBytes);
          assert.deepEqual(
            elements.map((element) => JSON.parse(element)),
            JSON.parse(JSON.stringify(values)),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  test('escapes at the edge of a read', async () => {
    const values = ['\\', '\\\\', '"', '\\"', '],[', 'a\\\\"b', '\\\\\\'];
    for (let chunk = 1; chunk < 30; chunk++) {
      assert.deepEqual(
        (await split(JSON.stringify(values), chunk)).map((element) => JSON.parse(element)),
        values,
      );
    }
  });

  test('refuses what is no array, ends early or has a huge element', async () => {
    await assert.rejects(split('', 10), /empty/);
    await assert.rejects(split('  {"a":1}', 10), /expected a JSON array, found "\{" at byte 2/);
    await assert.rejects(split('[1,[2]', 10), /ends in the middle/);
    await assert.rejects(split('["a', 10), /ends in the middle/);
    await assert.rejects(split('[1] x', 10), /expected nothing more, found "x" at byte 4/);
    await assert.rejects(split('[,1]', 10), /expected an element/);
    await assert.rejects(
      split(`["${'a'.repeat(100)}"]`, 10, 50),
      /element at byte 1 is longer than 50 bytes/,
    );
  });
});
