import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, test } from 'node:test';
import {
  type Asked,
  answeringServer,
  beginStream,
  channelOf,
  event,
  goodAnswer,
  keptLog,
  loadOf,
  promptsOf,
  textChunk,
  usageChunk,
} from '../../fixtures/streams/answering-server.ts';
import type { LoadConfig } from '../config/config.ts';
import type { ChannelReport, RequestRecord } from '../core/result.gen.ts';
import { makeSchedule } from '../core/schedule.ts';
import { GateError } from '../failure.ts';
import type { Channel, RungProgress, RungRun } from '../ports.ts';
import { createLoad } from './http-load.ts';

interface RunOptions {
  readonly count?: number;
  readonly rate?: number;
  readonly load?: Partial<LoadConfig>;
  readonly signal?: AbortSignal;
  readonly service?: Record<string, unknown>;
  readonly onRecord?: (record: RequestRecord) => void;
  readonly onProgress?: (progress: RungProgress) => void;
}

/** One rung of few requests, quickly. */
async function run(
  channel: Channel,
  options: RunOptions = {},
): Promise<RungRun & { written: RequestRecord[] }> {
  const { count = 3, rate = 200 } = options;
  const written: RequestRecord[] = [];
  const service = { backend: 'openai', endpoint: 'auto', ...options.service } as const;
  const result = await createLoad({ service, log: keptLog() }).run({
    rung: { rate, kind: 'gating', num_prompts: count, run: 1 },
    schedule: makeSchedule({ arrival: 'constant', rate, num_prompts: count, burstiness: 1, seed: 0 }),
    requests: promptsOf(count),
    channel,
    load: loadOf(options.load),
    on_record(record) {
      written.push(record);
      options.onRecord?.(record);
    },
    on_progress: options.onProgress ?? (() => {}),
    signal: options.signal ?? new AbortController().signal,
  });
  return { ...result, written };
}

/** A server that writes raw bytes after each request and does with the socket what it likes. */
async function rawServer(answer: (socket: Socket) => void): Promise<AsyncDisposable & { url: string }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', () => answer(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const outcomes = (run: RungRun) => run.records.map((record) => record.outcome);

describe('a good rung', () => {
  test('has a complete record for each request, in order, and writes each as it ends', async () => {
    await using server = await answeringServer(goodAnswer);
    const seen: RungProgress[] = [];
    const rung = await run(channelOf(server.url), {
      count: 20,
      onProgress: (progress) => seen.push(progress),
    });
    assert.deepEqual(outcomes(rung), Array(20).fill('ok'));
    assert.deepEqual(
      rung.records.map((record) => record.index),
      Array.from({ length: 20 }, (_, i) => i),
    );
    assert.deepEqual(
      rung.written.toSorted((a, b) => a.index - b.index),
      rung.records,
    );
    assert.equal(rung.stopped, undefined);
    assert.equal(rung.token_counts, 'final');
    for (const record of rung.records) {
      const times = [
        'scheduled_ns',
        'sent_ns',
        'headers_ns',
        'first_byte_ns',
        'first_choice_ns',
        'last_choice_ns',
        'done_ns',
      ] as const;
      const values = times.map((name) => record[name] ?? Number.NaN);
      assert.deepEqual(
        values,
        values.toSorted((a, b) => a - b),
      );
      assert.ok(values.every(Number.isSafeInteger));
      assert.equal(record.first_token_ns, record.first_choice_ns);
      assert.equal(record.first_visible_ns, record.first_choice_ns);
      assert.equal(record.completion_tokens, 3);
      assert.equal(record.prompt_tokens, 8);
      assert.equal(record.finish_reason, 'length');
      assert.equal(record.http_status, 200);
      assert.equal(record.gaps_ns?.length, 2);
      assert.equal(record.events, 5);
      assert.deepEqual([record.input_len, record.output_len], [8, 3]);
      assert.ok(record.bytes > 100);
    }
    assert.deepEqual(
      { ...seen.at(-1), elapsed_s: 0, silent_s: 0 },
      { due: 20, sent: 20, done: 20, failed: 0, in_flight: 0, elapsed_s: 0, silent_s: 0 },
    );
  });

  test('measures the client', async () => {
    await using server = await answeringServer(goodAnswer);
    const { client } = await run(channelOf(server.url), { count: 20 });
    assert.equal(client.events, 100);
    assert.ok(client.in_flight_max >= 1);
    assert.ok((client.lateness_p99_ms ?? -1) >= (client.lateness_p50_ms ?? 0));
    assert.ok((client.lateness_max_ms ?? -1) >= (client.lateness_p99_ms ?? 0));
    assert.ok((client.cpu_share ?? 0) > 0);
    assert.ok((client.event_loop_delay_max_ms ?? -1) >= 0);
    assert.equal(client.cap_touched, undefined);
  });

  test('never sends before the due time and records how late it was', async () => {
    await using server = await answeringServer(goodAnswer);
    let blocked = false;
    const { records, client } = await run(channelOf(server.url), {
      count: 12,
      rate: 20,
      onRecord() {
        // Once: the client itself stands still, as a garbage collection would make it.
        if (blocked) return;
        blocked = true;
        const until = performance.now() + 160;
        while (performance.now() < until);
      },
    });
    for (const record of records) assert.ok((record.sent_ns ?? 0) >= record.scheduled_ns);
    assert.ok((client.lateness_max_ms ?? 0) > 80, `${client.lateness_max_ms}`);
    assert.ok((client.event_loop_delay_max_ms ?? 0) > 80);
    // The due times after it are where they were.
    assert.deepEqual(
      records.map((r) => r.scheduled_ns),
      Array.from({ length: 12 }, (_, i) => (i + 1) * 50e6),
    );
  });
});

describe('every failure has its class', () => {
  const cases: readonly {
    readonly name: string;
    readonly outcome: RequestRecord['outcome'];
    readonly error: RegExp;
    readonly answer: (asked: Asked, response: ServerResponse) => void;
    readonly load?: Partial<LoadConfig>;
    readonly report?: Partial<ChannelReport>;
  }[] = [
    {
      name: 'HTTP 400 with a JSON error',
      outcome: 'http_4xx',
      error: /^HTTP 400: too long$/,
      answer: (_, r) =>
        r.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"too long"}}'),
    },
    {
      name: 'HTTP 401 with a string',
      outcome: 'http_4xx',
      error: /HTTP 401: Unauthorized/,
      answer: (_, r) => r.writeHead(401).end('{"error":"Unauthorized"}'),
    },
    {
      name: 'HTTP 404 with an HTML page',
      outcome: 'http_4xx',
      error: /HTTP 404: HTML page "Not here"/,
      answer: (_, r) => r.writeHead(404).end('<html><title>Not here</title>'),
    },
    {
      name: 'HTTP 429',
      outcome: 'rate_limited',
      error: /HTTP 429/,
      answer: (_, r) => r.writeHead(429).end(),
    },
    {
      name: 'HTTP 503 with Retry-After',
      outcome: 'http_5xx',
      error: /HTTP 503: busy/,
      answer: (_, r) => r.writeHead(503, { 'retry-after': '1' }).end('busy'),
    },
    {
      name: 'a redirect to a login page',
      outcome: 'parse',
      error: /^HTTP 302: redirect to login.example$/,
      answer: (_, r) => r.writeHead(302, { location: 'https://login.example/x?token=abc' }).end(),
    },
    {
      name: 'HTTP 204',
      outcome: 'parse',
      error: /expected HTTP 200/,
      answer: (_, r) => r.writeHead(204).end(),
    },
    {
      name: 'an HTML page with 200',
      outcome: 'parse',
      error: /not an event stream \(text\/html\)/,
      answer: (_, r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<html>hello</html>'),
    },
    {
      name: 'a whole JSON answer instead of a stream',
      outcome: 'parse',
      error: /not an event stream/,
      answer: (_, r) =>
        r
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"choices":[{"text":"a","finish_reason":"stop"}]}'),
    },
    {
      name: 'a JSON error with 200',
      outcome: 'stream_error',
      error: /^no such model$/,
      answer: (_, r) =>
        r.writeHead(200, { 'content-type': 'application/json' }).end('{"error":{"message":"no such model"}}'),
    },
    {
      name: 'an empty body',
      outcome: 'no_token',
      error: /empty body/,
      answer: (_, r) => r.writeHead(200).end(),
    },
    {
      name: 'an error object, then [DONE]',
      outcome: 'stream_error',
      error: /^dead$/,
      answer: (_, r) => {
        beginStream(r);
        r.end(textChunk('a') + event({ error: { message: 'dead', code: 500 } }) + event('[DONE]'));
      },
    },
    {
      name: 'an error object without [DONE]',
      outcome: 'stream_error',
      error: /^dead$/,
      answer: (_, r) => {
        beginStream(r);
        r.end(textChunk('a') + event({ error: { message: 'dead', code: 500 } }));
      },
    },
    {
      name: 'no finish_reason',
      outcome: 'truncated',
      error: /without a finish_reason/,
      answer: (_, r) => {
        beginStream(r);
        r.end(textChunk('a') + textChunk('b') + usageChunk(2) + event('[DONE]'));
      },
    },
    {
      name: 'zero tokens',
      outcome: 'no_token',
      error: /without a token/,
      answer: (_, r) => {
        beginStream(r);
        r.end(textChunk('', 'stop') + usageChunk(0) + event('[DONE]'));
      },
    },
    {
      name: 'fewer tokens than asked for',
      outcome: 'osl_mismatch',
      error: /^1 of 3 tokens/,
      answer: (_, r) => {
        beginStream(r);
        r.end(textChunk('a', 'stop') + usageChunk(1) + event('[DONE]'));
      },
    },
    {
      name: 'a line without an end',
      outcome: 'parse',
      error: /longer than 1048576 bytes/,
      answer: (_, r) => {
        beginStream(r);
        r.end('x'.repeat(3_000_000));
      },
    },
    {
      name: 'no answer at all',
      outcome: 'timeout',
      error: /within 0.3 s of its due time/,
      answer: () => {},
      load: { timeout: 0.3 },
    },
    {
      name: 'an answer that never ends',
      outcome: 'timeout',
      error: /within 0.3 s/,
      answer: (_, r) => {
        beginStream(r);
        r.write(textChunk('a'));
      },
      load: { timeout: 0.3 },
    },
    {
      name: 'an error status whose body never ends',
      outcome: 'http_5xx',
      error: /HTTP 500: half/,
      answer: (_, r) => {
        r.writeHead(500).write('half');
      },
      load: { timeout: 0.3 },
    },
  ];
  for (const { name, outcome, error, answer, load, report } of cases) {
    test(name, async () => {
      await using server = await answeringServer(answer);
      const rung = await run(channelOf(server.url, report), { ...(load !== undefined && { load }) });
      assert.deepEqual(outcomes(rung), [outcome, outcome, outcome]);
      for (const record of rung.records) assert.match(record.error ?? '', error);
      // Nothing is ever sent twice.
      assert.equal(server.asked.length, 3);
    });
  }

  test('a reset connection after some tokens', async () => {
    await using server = await answeringServer((_, response) => {
      beginStream(response);
      response.write(textChunk('a'), () => setTimeout(() => response.socket?.resetAndDestroy(), 20));
    });
    const rung = await run(channelOf(server.url));
    assert.deepEqual(outcomes(rung), ['reset', 'reset', 'reset']);
    assert.ok(rung.records.every((record) => record.first_token_ns !== undefined));
  });

  test('a connection closed in the middle of a body', async () => {
    await using server = await answeringServer((_, response) => {
      beginStream(response);
      response.write(textChunk('a'), () => setTimeout(() => response.socket?.end(), 20));
    });
    assert.deepEqual(outcomes(await run(channelOf(server.url))), ['truncated', 'truncated', 'truncated']);
  });

  test('a connection closed before any answer', async () => {
    await using server = await rawServer((socket) => socket.end());
    assert.deepEqual(outcomes(await run(channelOf(server.url))), ['reset', 'reset', 'reset']);
  });

  test('something that is not HTTP', async () => {
    await using server = await rawServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
    const rung = await run(channelOf(server.url));
    assert.deepEqual(outcomes(rung), ['parse', 'parse', 'parse']);
  });

  test('nobody listens', async () => {
    const server = await rawServer(() => {});
    const { url } = server;
    await server[Symbol.asyncDispose]();
    const rung = await run(channelOf(url));
    assert.deepEqual(outcomes(rung), ['connect', 'connect', 'connect']);
    assert.match(rung.records[0]?.error ?? '', /ECONNREFUSED/);
  });

  test('a name that does not exist', async () => {
    const rung = await run(channelOf('http://no-such-host.invalid:80'), { count: 1 });
    assert.deepEqual(outcomes(rung), ['connect']);
    assert.match(rung.records[0]?.error ?? '', /ENOTFOUND|EAI_AGAIN/);
  });

  test('TLS to a server without it', async () => {
    await using server = await rawServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
    const rung = await run(channelOf(server.url.replace('http:', 'https:')), { count: 1 });
    assert.deepEqual(outcomes(rung), ['connect']);
  });
});

describe('recorded answers of vLLM 0.32.0 whose processes were killed', () => {
  for (const [file, outcome, error] of [
    ['kill-engine9-chat', 'stream_error', /^EngineCore encountered an issue/],
    ['kill-engine9-completions', 'stream_error', /^EngineCore encountered an issue/],
    ['kill-apikill-completions', 'truncated', /closed/],
  ] as const) {
    test(file, async () => {
      const bytes = readFileSync(`fixtures/recorded/vllm-0.32.0-cpu/${file}.http`);
      await using server = await rawServer((socket) => socket.end(bytes));
      const rung = await run(channelOf(server.url), { count: 1, load: { ignore_eos: false } });
      assert.deepEqual(outcomes(rung), [outcome]);
      assert.match(rung.records[0]?.error ?? '', error);
      assert.ok((rung.records[0]?.gaps_ns?.length ?? 0) > 15);
    });
  }
});

test('what is no stream says what came: an encoding, 100 Continue, or so many blank bytes', async () => {
  const interim = await rawServer((socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'));
  const first = async (url: string) => (await run(channelOf(url), { count: 1 })).records[0];
  assert.deepEqual(
    [(await first(interim.url))?.outcome, (await first(interim.url))?.error],
    ['parse', 'the server sent 100 Continue, which was not asked for'],
  );
  await interim[Symbol.asyncDispose]();

  await using encoding = await answeringServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
    response.end('\u0001\u0002');
  });
  const encoded = await first(encoding.url);
  assert.equal(encoded?.outcome, 'parse');
  assert.match(
    encoded?.error ?? '',
    /^HTTP 200 with a body with content-encoding gzip, which was not asked for$/,
  );

  await using blank = await answeringServer((_, response) => response.end(' '.repeat(20_000)));
  const nothing = await first(blank.url);
  assert.equal(nothing?.outcome, 'no_token');
  assert.match(nothing?.error ?? '', /20000 bytes/);
});

describe('error texts are data from outside', () => {
  test('capped, on one line, without control characters', async () => {
    const nasty = `bad\n\u001b[31m::error::x\u0000\u202e${'y'.repeat(5000)}`;
    await using server = await answeringServer((_, r) =>
      r.writeHead(500).end(JSON.stringify({ error: { message: nasty } })),
    );
    const { records } = await run(channelOf(server.url), { count: 1 });
    const text = records[0]?.error ?? '';
    assert.ok(text.length <= 500);
    assert.doesNotMatch(text, /[\p{Cc}\p{Cf}]/u);
  });

  test('without the key, when the server echoes it', async () => {
    await using server = await answeringServer(({ headers }, r) =>
      r.writeHead(401).end(`refused ${headers.authorization}`),
    );
    const { records } = await run(channelOf(server.url, {}, { authorization: 'Bearer sk-very-secret' }), {
      count: 1,
    });
    assert.match(records[0]?.error ?? '', /refused \*\*\*/);
    assert.doesNotMatch(JSON.stringify(records), /secret/);
  });

  test('a key that the server echoes is masked before its text is cut, wherever the cut falls', async () => {
    const key = 'sk-0123456789abcdefghijklmnopqrstuvwxyz';
    const echoes: readonly ((response: ServerResponse, pad: string) => void)[] = [
      (response, pad) => response.end(`data: ${pad}${key} is no JSON\n\n`),
      (response, pad) => response.end(textChunk('a', pad + key) + usageChunk(1) + event('[DONE]')),
      (response, pad) => response.end(event({ error: { message: pad.repeat(9) + key } })),
      (response, pad) => response.writeHead(500).end(`<html><title>${pad}${key}</title></html>`),
      (response, pad) => response.writeHead(502).end(`${pad.repeat(9)}${key}`),
      (response, pad) => response.writeHead(502).end(`${' '.repeat(8192 - 190)}${pad}${key}`),
      (response, pad) => response.writeHead(200, { 'content-type': 'text/plain' }).end(`${pad}${key}`),
    ];
    for (const echo of echoes) {
      await using server = await answeringServer((asked, response) => {
        echo(response, 'x'.repeat(asked.index * 10));
      });
      const { records, written } = await run(channelOf(server.url, {}, { authorization: `Bearer ${key}` }), {
        count: 20,
      });
      assert.ok(records.length > 10);
      assert.doesNotMatch(JSON.stringify([records, written]), /sk-0/);
    }
  });
});

test('199 of 200: the one that failed is counted with its class and the rest goes on', async () => {
  await using server = await answeringServer((asked, response) => {
    if (asked.index === 77) response.writeHead(500).end('boom');
    else goodAnswer(asked, response);
  });
  const rung = await run(channelOf(server.url), { count: 200, rate: 500 });
  assert.equal(rung.records.length, 200);
  assert.equal(rung.records.filter((record) => record.outcome === 'ok').length, 199);
  assert.equal(rung.records.filter((record) => record.outcome === 'http_5xx').length, 1);
  assert.equal(rung.stopped, undefined);
});

describe('the early stop', () => {
  test('ends a rung in which most requests fail', async () => {
    await using server = await answeringServer((_, response) => response.writeHead(500).end('boom'));
    const rung = await run(channelOf(server.url), { count: 400, rate: 200 });
    assert.equal(rung.stopped?.code, 'collapsed');
    assert.match(rung.stopped?.reason ?? '', /had failed/);
    assert.ok(rung.records.length >= 20 && rung.records.length < 200, `${rung.records.length}`);
  });

  test('cancels what is open and keeps it as cancelled', async () => {
    await using server = await answeringServer((asked, response) => {
      if (asked.index % 2 === 0) response.writeHead(503).end();
      else beginStream(response);
    });
    const rung = await run(channelOf(server.url), { count: 200 });
    assert.equal(rung.stopped?.code, 'collapsed');
    assert.ok(rung.records.some((record) => record.outcome === 'cancelled'));
    assert.equal(rung.written.length, rung.records.length);
  });
});

describe('stopped from outside', () => {
  const slow = (asked: Asked, response: ServerResponse) => {
    beginStream(response);
    response.write(textChunk('a'));
    if (asked.index < 3)
      response.end(textChunk('a') + textChunk('a', 'length') + usageChunk(3) + event('[DONE]'));
  };

  test('open requests are written as cancelled, unsent ones are not there', async () => {
    await using server = await answeringServer(slow);
    const stop = new AbortController();
    const ending = run(channelOf(server.url), { count: 1000, rate: 50, signal: stop.signal });
    setTimeout(() => stop.abort(), 400);
    const rung = await ending;
    assert.deepEqual(rung.stopped, { code: 'cancelled', reason: 'stopped from outside' });
    assert.ok(rung.records.length > 3 && rung.records.length < 100);
    assert.deepEqual(outcomes(rung).slice(0, 3), ['ok', 'ok', 'ok']);
    assert.ok(
      outcomes(rung)
        .slice(3)
        .every((outcome) => outcome === 'cancelled'),
    );
    assert.ok(rung.records.slice(4, -1).every((record) => record.first_token_ns !== undefined));
    assert.equal(rung.written.length, rung.records.length);
  });

  test('a reason that is a GateError gives its code', async () => {
    await using server = await answeringServer(slow);
    const stop = new AbortController();
    const ending = run(channelOf(server.url), { count: 100, rate: 50, signal: stop.signal });
    setTimeout(
      () => stop.abort(new GateError({ kind: 'engine', code: 'engine_died', message: 'the engine died' })),
      100,
    );
    assert.deepEqual((await ending).stopped, { code: 'engine_died', reason: 'the engine died' });
  });

  test('before the rung began: nothing is sent', async () => {
    await using server = await answeringServer(goodAnswer);
    const rung = await run(channelOf(server.url), { signal: AbortSignal.abort() });
    assert.deepEqual(rung.records, []);
    assert.equal(rung.stopped?.code, 'cancelled');
    assert.equal(server.asked.length, 0);
  });

  test('a sink that cannot write ends the rung with its error', async () => {
    await using server = await answeringServer(goodAnswer);
    const full = new Error('disk full');
    await assert.rejects(
      run(channelOf(server.url), {
        count: 50,
        onRecord: () => {
          throw full;
        },
      }),
      (error) => error === full,
    );
  });
});

describe('load.max_concurrency', () => {
  // Eight requests at 20/s into one place that takes 100 ms: vllm-project/vllm#54101 in small.
  const after100ms = (asked: Asked, response: ServerResponse) => {
    setTimeout(() => goodAnswer(asked, response), 100);
  };

  test('its wait is recorded, counts from the due time and is not lateness of the client', async () => {
    await using server = await answeringServer(after100ms);
    const { records, client } = await run(channelOf(server.url), {
      count: 8,
      rate: 20,
      load: { max_concurrency: 1 },
    });
    assert.equal(client.in_flight_max, 1);
    assert.ok((client.cap_touched ?? 0) >= 6);
    assert.deepEqual(
      records.map((record) => record.outcome),
      Array(8).fill('ok'),
    );
    const last = records.at(-1);
    assert.ok((last?.cap_wait_ns ?? 0) > 250e6);
    assert.ok((last?.sent_ns ?? 0) - (last?.scheduled_ns ?? 0) >= (last?.cap_wait_ns ?? 0));
    assert.ok((client.lateness_max_ms ?? 1e9) < 250);
    assert.deepEqual(
      server.asked.map(({ body }) => body['prompt']),
      promptsOf(8).map(({ prompt }) => (prompt as { text: string }).text),
    );
  });

  test('the deadline goes on while a request waits there', async () => {
    await using server = await answeringServer((_, response) => beginStream(response));
    const { records } = await run(channelOf(server.url), {
      ...{ count: 4, rate: 20_000 },
      load: { max_concurrency: 1, timeout: 0.3 },
    });
    assert.deepEqual(
      records.map((record) => record.outcome),
      Array(4).fill('timeout'),
    );
    assert.equal(records.at(-1)?.sent_ns, undefined);
    assert.match(records.at(-1)?.error ?? '', /waited at load.max_concurrency/);
    assert.equal(server.asked.length, 1);
  });
});

describe('what is asked', () => {
  const bodyOf = async (report: Partial<ChannelReport>, options: RunOptions = {}) => {
    await using server = await answeringServer(goodAnswer);
    await run(channelOf(server.url, report), { count: 1, ...options });
    return server.asked[0];
  };

  test('completions with everything', async () => {
    const asked = await bodyOf(
      { usage: 'continuous' },
      { load: { sampling: { temperature: 0, top_k: 5 } }, service: { extra_body: { priority: 3 } } },
    );
    assert.equal(asked?.path, '/v1/completions');
    assert.deepEqual(asked?.body, {
      model: 'tiny',
      prompt: 'prompt 0',
      max_tokens: 3,
      stream: true,
      stream_options: { include_usage: true, continuous_usage_stats: true },
      temperature: 0,
      top_k: 5,
      ignore_eos: true,
      min_tokens: 3,
      priority: 3,
    });
  });

  test('chat without what the channel refused', async () => {
    const asked = await bodyOf(
      {
        endpoint: 'chat',
        path: '/v1/chat/completions',
        usage: 'none',
        dropped_fields: ['ignore_eos', 'min_tokens', 'top_k', 'max_tokens'],
      },
      { load: { sampling: { temperature: 0, top_k: 5 } } },
    );
    assert.equal(asked?.path, '/v1/chat/completions');
    assert.deepEqual(asked?.body, {
      model: 'tiny',
      messages: [{ role: 'user', content: 'prompt 0' }],
      max_completion_tokens: 3,
      stream: true,
      temperature: 0,
    });
  });

  test('the path prefix of a channel is kept and its headers are sent', async () => {
    await using server = await answeringServer(goodAnswer);
    await run(channelOf(`${server.url}/api`, {}, { authorization: 'Bearer sk-test', 'x-team': 'blue' }), {
      count: 1,
    });
    assert.equal(server.asked[0]?.path, '/api/v1/completions');
    assert.equal(server.asked[0]?.headers.authorization, 'Bearer sk-test');
    assert.equal(server.asked[0]?.headers['x-team'], 'blue');
    assert.equal(server.asked[0]?.headers['content-type'], 'application/json');
  });
});

test('HTTP_PROXY of the environment is not used: the connection says whether there is a proxy', async () => {
  await using server = await answeringServer(goodAnswer);
  const before = process.env['HTTP_PROXY'];
  process.env['HTTP_PROXY'] = 'http://127.0.0.1:9';
  try {
    assert.deepEqual(outcomes(await run(channelOf(server.url))), ['ok', 'ok', 'ok']);
  } finally {
    if (before === undefined) delete process.env['HTTP_PROXY'];
    else process.env['HTTP_PROXY'] = before;
  }
});

test('a server that keeps the connection open after [DONE] does not hold the rung', async () => {
  await using server = await answeringServer((_, response) => {
    beginStream(response);
    response.write(
      textChunk('a') + textChunk('b') + textChunk('c', 'length') + usageChunk(3) + event('[DONE]'),
    );
  });
  assert.deepEqual(outcomes(await run(channelOf(server.url))), ['ok', 'ok', 'ok']);
});

test('an error object ends the request at once, although the server holds the stream open', async () => {
  await using server = await answeringServer((_, response) => {
    beginStream(response);
    response.write(textChunk('a') + event({ error: { message: 'dead' } }));
  });
  const { records } = await run(channelOf(server.url));
  assert.deepEqual(
    records.map((record) => [record.outcome, record.error]),
    Array(3).fill(['stream_error', 'dead']),
  );
});

test('records hold no model output', async () => {
  await using server = await answeringServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end('{"choices":[{"text":"private words","finish_reason":"stop"}]}');
  });
  assert.doesNotMatch(JSON.stringify((await run(channelOf(server.url))).records), /private/);
});

test('running usage gives the tokens of each message', async () => {
  const chunk = (text: string, tokens: number, finish: string | null = null) =>
    event({
      choices: [{ index: 0, text, finish_reason: finish }],
      usage: { prompt_tokens: 8, completion_tokens: tokens },
    });
  await using server = await answeringServer((_, response) => {
    beginStream(response);
    response.end(chunk('a', 1) + chunk('b c', 3, 'length') + usageChunk(3) + event('[DONE]'));
  });
  const rung = await run(channelOf(server.url, { usage: 'continuous' }));
  assert.equal(rung.token_counts, 'continuous');
  assert.deepEqual(rung.records[0]?.gap_tokens, [2]);
});
