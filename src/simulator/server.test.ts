import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { GateError } from '../failure.ts';
import { type RunningSimulator, type SimulatorOptions, serveSimulator } from './server.ts';

const PRESET = 'mi250x-llama3-8b-tp2';
const MODEL = 'tiny';
const RECORDED = new URL('../../fixtures/recorded/vllm-0.32.0-cpu/', import.meta.url);

let simulator: RunningSimulator;
const logged: string[] = [];

before(async () => {
  simulator = await start({ log: (line) => logged.push(line) });
});
after(() => simulator.close());

test('listens within moments and says in log, version and model list that it is simulated', async () => {
  assert.ok(logged.some((line) => line.includes('SIMULATED')));
  assert.ok(logged.some((line) => line.includes('Application startup complete.')));
  assert.ok(logged.some((line) => line.includes('GPU KV cache size: 720,000 tokens')));
  assert.equal((await get('/health')).status, 200);
  assert.deepEqual(await parsed(await get('/version')), { version: '0.32.0+simulated' });
  const models = await parsed(await get('/v1/models'));
  assert.equal(models.data[0].owned_by, 'instinct-gate-simulator');
  assert.deepEqual(keys(models), keys(JSON.parse(recorded('models.json'))));
});

const streams = [
  { file: 'completions.sse', path: '/v1/completions', options: { include_usage: true } },
  { file: 'completions-nousage.sse', path: '/v1/completions', options: undefined },
  {
    file: 'completions-continuous.sse',
    path: '/v1/completions',
    options: { include_usage: true, continuous_usage_stats: true },
  },
  { file: 'chat.sse', path: '/v1/chat/completions', options: { include_usage: true } },
  {
    file: 'chat-continuous.sse',
    path: '/v1/chat/completions',
    options: { include_usage: true, continuous_usage_stats: true },
  },
] as const;
for (const { file, path, options } of streams) {
  test(`a stream has the events of ${file} of vLLM 0.32, key by key in order`, async () => {
    const response = await post(path, {
      ...prompt(path),
      max_tokens: 8,
      ignore_eos: true,
      stream: true,
      stream_options: options,
    });
    assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8');
    assert.deepEqual(shape(await response.text()), shape(recorded(file)));
  });
}

test('return_token_ids puts the ids where vLLM puts them', async () => {
  const body = { prompt: [5, 6, 7, 8, 9], max_tokens: 4, ignore_eos: true, return_token_ids: true };
  const response = await post('/v1/completions', {
    ...body,
    stream: true,
    stream_options: { include_usage: true },
  });
  const text = await response.text();
  assert.deepEqual(shape(text), shape(recorded('completions-tokenids.sse')));
  const [first, second] = events(text);
  assert.deepEqual(first.choices[0].prompt_token_ids, [5, 6, 7, 8, 9]);
  assert.equal(first.choices[0].token_ids.length, 1);
  assert.equal(second.choices[0].prompt_token_ids, null);
});

for (const [file, path] of [
  ['completions-nonstream.json', '/v1/completions'],
  ['chat-nonstream.json', '/v1/chat/completions'],
] as const) {
  test(`an answer in one piece has the keys of ${file}`, async () => {
    const answer = await parsed(await post(path, { ...prompt(path), max_tokens: 8, ignore_eos: true }));
    assert.deepEqual(keys(answer), keys(JSON.parse(recorded(file))));
    assert.equal(answer.usage.completion_tokens, 8);
    assert.equal(answer.choices[0].finish_reason, 'length');
  });
}

const LONG_IDS = Array.from({ length: 9000 }, () => 1);
const errors: readonly {
  readonly name: string;
  readonly file: string;
  readonly status: number;
  readonly body: unknown;
  readonly type?: string;
}[] = [
  { name: 'broken JSON', file: 'err-badjson.json', status: 400, body: '{"model": "tiny", "prompt"' },
  { name: 'a wrong type', file: 'err-badtype.json', status: 400, body: { prompt: 'a', max_tokens: 'abc' } },
  { name: 'another content type', file: 'err-ctype.json', status: 400, body: '{}', type: 'text/plain' },
  { name: 'an unknown model', file: 'err-model404.json', status: 404, body: { model: 'nope', prompt: 'a' } },
  { name: 'no prompt', file: 'err-noprompt.json', status: 400, body: {} },
  {
    name: 'negative temperature',
    file: 'err-negtemp.json',
    status: 400,
    body: { prompt: 'a', temperature: -1 },
  },
  {
    name: 'too many tokens wanted',
    file: 'err-maxtokens400.json',
    status: 400,
    body: { prompt: 'a', max_tokens: 100_000 },
  },
  { name: 'a prompt that is too long', file: 'err-toolong400.json', status: 400, body: { prompt: LONG_IDS } },
  {
    name: 'stream options without a stream',
    file: 'err-streamopt-nostream.json',
    status: 400,
    body: { prompt: 'a', stream_options: { include_usage: true } },
  },
];
for (const { name, file, status, body, type } of errors) {
  test(`${name} gets the answer of ${file}`, async () => {
    const response = await post('/v1/completions', body, type === undefined ? {} : { 'content-type': type });
    assert.equal(response.status, status);
    const wanted = JSON.parse(recorded(file));
    const found = await parsed(response);
    // Positions and the model's own limits differ; everything else is the same text.
    const neutral = (text: string): string => text.replace(/\d+/g, 'N');
    assert.equal(neutral(JSON.stringify(found)), neutral(JSON.stringify(wanted)));
  });
}

test('unknown paths and methods answer as vLLM does', async () => {
  const missing = await get('/nope');
  assert.equal(missing.status, 404);
  assert.deepEqual(await parsed(missing), JSON.parse(recorded('err-404path.json')));
  const wrong = await get('/v1/completions');
  assert.equal(wrong.status, 405);
  assert.equal(wrong.headers.get('allow'), 'POST');
  assert.deepEqual(await parsed(wrong), JSON.parse(recorded('err-405.json')));
});

test('a body over the limit is refused and the server goes on', async () => {
  const response = await post('/v1/completions', `"${'x'.repeat(33 * 1024 * 1024)}"`);
  assert.equal(response.status, 413);
  await response.body?.cancel();
  assert.equal((await get('/health')).status, 200);
});

test('/tokenize, /detokenize and usage agree on every length', async () => {
  const text = 'Measure twice, cut once; then measure again.';
  const { count, tokens } = await parsed(await post('/tokenize', { prompt: text }));
  assert.equal(count, tokens.length);
  const back = await parsed(await post('/detokenize', { tokens }));
  assert.equal(back.prompt, text);
  for (const form of [text, tokens, [tokens], [text]]) {
    const { usage } = await parsed(await post('/v1/completions', { prompt: form, max_tokens: 1 }));
    assert.equal(usage.prompt_tokens, count);
  }
  const messages = [{ role: 'user', content: [{ type: 'text', text }] }];
  const chat = await parsed(await post('/tokenize', { messages }));
  const answer = await parsed(await post('/v1/chat/completions', { messages, max_tokens: 1 }));
  assert.equal(answer.usage.prompt_tokens, chat.count);
});

test('without ignore_eos the length belongs to the prompt; min_tokens and max_tokens bound it', async () => {
  const ask = async (words: string, extra: object = {}) =>
    parsed(await post('/v1/completions', { prompt: words, max_tokens: 2000, ...extra }));
  const first = await ask('one prompt');
  assert.equal(first.choices[0].finish_reason, 'stop');
  assert.deepEqual((await ask('one prompt')).usage, first.usage);
  assert.notDeepEqual((await ask('another prompt')).usage, first.usage);
  const length = first.usage.completion_tokens;
  assert.equal((await ask('one prompt', { max_tokens: length - 1 })).choices[0].finish_reason, 'length');
  assert.ok((await ask('one prompt', { min_tokens: length + 50 })).usage.completion_tokens > length + 50);
});

test('max_completion_tokens counts, and completions default to 16 tokens', async () => {
  const messages = [{ role: 'user', content: 'hello' }];
  const body = { messages, max_completion_tokens: 3, ignore_eos: true };
  assert.equal((await parsed(await post('/v1/chat/completions', body))).usage.completion_tokens, 3);
  const short = await parsed(await post('/v1/completions', { prompt: 'hello', ignore_eos: true }));
  assert.equal(short.usage.completion_tokens, 16);
});

test('the metrics have names, labels and buckets of vLLM 0.32 and count what was served', async () => {
  const own = await start({});
  try {
    const body = { prompt: 'count me', max_tokens: 5, ignore_eos: true };
    for (let index = 0; index < 3; index++) await post('/v1/completions', body, {}, own);
    const text = await (await get('/metrics', own)).text();
    const real = seriesNames(recorded('metrics.txt'));
    for (const name of seriesNames(text)) assert.ok(real.has(name), `${name} is not a series of vLLM 0.32`);
    const value = (series: string): number => sample(text, series);
    assert.equal(value('vllm:generation_tokens_total{engine="0",model_name="tiny"}'), 15);
    assert.equal(
      value('vllm:request_success_total{engine="0",finished_reason="length",model_name="tiny"}'),
      3,
    );
    assert.equal(value('vllm:time_to_first_token_seconds_count{engine="0",model_name="tiny"}'), 3);
    assert.equal(value('vllm:inter_token_latency_seconds_count{engine="0",model_name="tiny"}'), 12);
    assert.equal(value('vllm:num_requests_running{engine="0",model_name="tiny"}'), 0);
    const ok = 'http_requests_total{handler="/v1/completions",method="POST",status="2xx"}';
    assert.equal(value(ok), 3);
    assert.match(text, /SIMULATED/);
    assert.ok(buckets(text).every((bucket) => buckets(recorded('metrics.txt')).includes(bucket)));
  } finally {
    await own.close();
  }
});

test('a key guards everything under /v1 and nothing else', async () => {
  process.env['VLLM_API_KEY'] = 'sk-test';
  const own = await start({});
  delete process.env['VLLM_API_KEY'];
  try {
    for (const headers of [{}, { authorization: 'Bearer wrong' }]) {
      const refusal = await post('/v1/completions', { prompt: 'a' }, headers, own);
      assert.equal(refusal.status, 401);
      assert.deepEqual(await parsed(refusal), { error: 'Unauthorized' });
    }
    assert.equal((await get('/v1/models', own)).status, 401);
    assert.equal((await get('/health', own)).status, 200);
    assert.equal((await get('/metrics', own)).status, 200);
    const allowed = await post('/v1/completions', { prompt: 'a' }, { authorization: 'Bearer sk-test' }, own);
    assert.equal(allowed.status, 200);
  } finally {
    await own.close();
  }
});

test('a client that leaves is aborted in the engine', async () => {
  const own = await start({ time_scale: 1 });
  try {
    const controller = new AbortController();
    const body = { prompt: 'long', max_tokens: 8000, ignore_eos: true, stream: true };
    const response = await post('/v1/completions', body, {}, own, controller.signal);
    await response.body?.getReader().read();
    controller.abort();
    const idle = 'vllm:num_requests_running{engine="0",model_name="tiny"}';
    for (let tries = 0; tries < 100; tries++) {
      if (sample(await (await get('/metrics', own)).text(), idle) === 0) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.fail('the engine still runs the request');
  } finally {
    await own.close();
  }
});

test('requests over max_num_queued_reqs get 503 and are counted', async () => {
  const own = await start({ time_scale: 1, overrides: { max_num_queued_reqs: 1 } });
  try {
    const body = { prompt: 'a', max_tokens: 8000, ignore_eos: true, stream: true };
    const first = await post('/v1/completions', body, {}, own);
    const second = await post('/v1/completions', body, {}, own);
    assert.equal(second.status, 503);
    assert.equal((await parsed(second)).error.code, 503);
    await first.body?.cancel();
    const rejected = 'vllm:admission_rejections_total{model_name="tiny",reason="max_num_queued_reqs"}';
    assert.equal(sample(await (await get('/metrics', own)).text(), rejected), 1);
  } finally {
    await own.close();
  }
});

test('a rung over HTTP gives the times of the model', async () => {
  // One request at a time, at a tenth of the time: orders of magnitude only, the machine may be busy.
  const own = await start({ time_scale: 0.1 });
  try {
    const sent = performance.now();
    const body = {
      prompt: Array.from({ length: 512 }, (_, index) => index),
      max_tokens: 128,
      ignore_eos: true,
    };
    const response = await post('/v1/completions', { ...body, stream: true }, {}, own);
    const text = await response.text();
    const elapsedS = (performance.now() - sent) / 1000;
    assert.equal(events(text).length, 128);
    // 0.19 s to the first token and 127 steps of 13 ms, a tenth of it.
    assert.ok(elapsedS > 0.15, `${elapsedS} s`);
    const metrics = await (await get('/metrics', own)).text();
    const ttft = sample(metrics, 'vllm:time_to_first_token_seconds_sum{engine="0",model_name="tiny"}');
    assert.ok(ttft > 0.017 && ttft < 0.021, `server TTFT ${ttft} s is in the clients' time`);
  } finally {
    await own.close();
  }
});

test('startup_s keeps the port closed until then', async () => {
  const lines: string[] = [];
  const began = performance.now();
  const own = await start({
    overrides: { startup_s: 10 },
    time_scale: 0.02,
    log: (line) => lines.push(line),
  });
  await own.close();
  assert.ok(performance.now() - began >= 195);
  assert.ok(lines.some((line) => line.includes('50% Completed')));
});

test('a port in use is a failure of kind engine; bad settings are of kind config', async () => {
  const failure = (kind: string) => (error: unknown) => error instanceof GateError && error.kind === kind;
  await assert.rejects(start({ port: simulator.port }), failure('engine'));
  await assert.rejects(start({ preset: 'nope' }), failure('config'));
  await assert.rejects(start({ time_scale: 0 }), failure('config'));
  await assert.rejects(start({ overrides: { max_num_seq: 1 } }), failure('config'));
});

test('max_num_seqs is an option, and an override of the name wins', async () => {
  const args = async (options: Partial<SimulatorOptions>): Promise<string> => {
    const lines: string[] = [];
    const own = await start({ ...options, log: (line) => lines.push(line) });
    await own.close();
    return lines.find((line) => line.includes('non-default args')) ?? '';
  };
  assert.match(await args({ max_num_seqs: 7 }), /"max_num_seqs":7,/);
  assert.match(await args({ max_num_seqs: 7, overrides: { max_num_seqs: 9 } }), /"max_num_seqs":9,/);
});

function start(options: Partial<SimulatorOptions>): Promise<RunningSimulator> {
  return serveSimulator({
    port: 0,
    preset: PRESET,
    time_scale: 0.01,
    model_id: MODEL,
    overrides: {},
    log: () => {},
    ...options,
  });
}

function get(path: string, server = simulator): Promise<Response> {
  return fetch(server.url + path);
}

function post(
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  server = simulator,
  signal?: AbortSignal,
): Promise<Response> {
  return fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
}

function prompt(path: string): object {
  return path.includes('chat') ? { messages: [{ role: 'user', content: 'hi' }] } : { prompt: 'hi there' };
}

function recorded(file: string): string {
  return readFileSync(new URL(file, RECORDED), 'utf8');
}

function events(text: string) {
  return text
    .split('\n\n')
    .filter((block) => block.startsWith('data: {'))
    .map((block) => JSON.parse(block.slice('data: '.length)));
}

/** Every event's keys in order, with null told from a value, and the end of the stream. */
function shape(text: string): readonly string[] {
  const blocks = text.split('\n\n').filter((block) => block.trim() !== '');
  return blocks.map((block) => {
    const data = block.slice('data: '.length);
    return data.startsWith('{') ? keys(JSON.parse(data)) : block;
  });
}

function keys(value: unknown): string {
  if (Array.isArray(value)) return `[${typeof value[0] === 'object' ? value.map(keys).join() : 'values'}]`;
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  const inner = Object.entries(value).map(
    ([key, item]) => `${key}:${key === 'permission' ? '…' : keys(item)}`,
  );
  return `{${inner.join()}}`;
}

function seriesNames(metrics: string): ReadonlySet<string> {
  const lines = metrics.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Set(lines.map((line) => line.split(/[{ ]/, 1)[0] ?? ''));
}

function sample(metrics: string, series: string): number {
  const line = metrics.split('\n').find((candidate) => candidate.startsWith(`${series} `));
  assert.ok(line !== undefined, `no sample ${series}`);
  return Number(line.slice(series.length + 1));
}

/** "name le" of the time histograms, whose buckets do not depend on the model. */
function buckets(metrics: string): readonly string[] {
  return [...metrics.matchAll(/^(vllm:\w+_seconds)_bucket\{.*le="([^"]+)"/gm)].map(
    ([, name, le]) => `${name} ${le}`,
  );
}

async function parsed(response: Response) {
  return JSON.parse(await response.text());
}
