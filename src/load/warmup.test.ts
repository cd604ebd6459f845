import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type AnsweringServer,
  type Asked,
  answeringServer,
  channelOf,
  goodAnswer,
  keptLog,
  loadOf,
} from '../../fixtures/streams/answering-server.ts';
import type { LoadConfig } from '../config/config.ts';
import { GateError } from '../failure.ts';
import type { WarmupJob, Workload } from '../ports.ts';
import { createLoad } from './http-load.ts';

const workload: Workload = {
  report: { dataset_name: 'random', hash: '', lengths: 'exact', reused: false, notes: [] },
  requests: () => [],
  warmup: (index) => ({ prompt: { kind: 'text', text: `warm ${index}` }, input_len: 4, output_len: 3 }),
};

interface JobOptions {
  readonly rate?: number;
  readonly max_s?: number;
  readonly max_in_flight?: number;
  readonly load?: Partial<LoadConfig>;
  readonly signal?: AbortSignal;
}

function jobFor(server: Pick<AnsweringServer, 'url'>, options: JobOptions = {}): WarmupJob {
  return {
    channel: channelOf(server.url),
    load: loadOf(options.load),
    workload,
    rate: options.rate ?? 100,
    max_s: options.max_s ?? 6,
    ...(options.max_in_flight !== undefined && { max_in_flight: options.max_in_flight }),
    signal: options.signal ?? new AbortController().signal,
  };
}

const port = (log = keptLog()) => createLoad({ service: { backend: 'openai', endpoint: 'auto' }, log });

/** Answers after so many ms, by the time since the first request. */
async function slowServer(latencyMs: (seconds: number) => number) {
  let start: number | undefined;
  let open = 0;
  let most = 0;
  const server = await answeringServer((asked, response) => {
    start ??= performance.now();
    open += 1;
    most = Math.max(most, open);
    setTimeout(
      () => {
        open -= 1;
        goodAnswer(asked, response);
      },
      latencyMs((performance.now() - start) / 1000),
    );
  });
  return Object.assign(server, { most: () => most });
}

const prompts = (asked: readonly Asked[]) => asked.map(({ body }) => body['prompt']);

describe('warm-up', () => {
  test('ends early once latency is flat, with Little’s law in flight and prompts of its own', async () => {
    await using server = await slowServer(() => 50);
    const report = await port().warm(jobFor(server, { max_s: 20 }));
    assert.equal(report.state, 'warm', report.message);
    assert.ok(report.seconds < 18);
    // 100 req/s × 50 ms and more.
    assert.ok(server.most() >= 5 && server.most() < 100, `${server.most()}`);
    assert.equal(report.requests, server.asked.length);
    assert.equal(new Set(prompts(server.asked)).size, server.asked.length);
  });

  test('is cold when latency is still falling at the end', async () => {
    await using server = await slowServer((seconds) => 600 * 0.3 ** seconds);
    const report = await port().warm(jobFor(server, { max_s: 3, rate: 40 }));
    assert.equal(report.state, 'cold', report.message);
    assert.ok(report.seconds >= 2.9);
  });

  test('is unknown when the time is too short for a trend', async () => {
    await using server = await slowServer(() => 400);
    const report = await port().warm(jobFor(server, { max_s: 1, rate: 4 }));
    assert.equal(report.state, 'unknown');
  });

  test('max_s 0 switches it off and asks nothing', async () => {
    await using server = await answeringServer(goodAnswer);
    const report = await port().warm(jobFor(server, { max_s: 0 }));
    assert.equal(report.state, 'off');
    assert.equal(server.asked.length, 0);
  });

  for (const [name, cap] of [
    ['the engine’s', { max_in_flight: 2 }],
    ['load.max_concurrency’s', { load: { max_concurrency: 2 } }],
  ] as const) {
    test(`keeps within ${name} limit of requests in flight`, async () => {
      await using server = await slowServer(() => 40);
      await port().warm(jobFor(server, { ...cap, max_s: 2 }));
      assert.equal(server.most(), 2);
    });
  }

  for (const [name, status, kind] of [
    ['an engine that fails', 500, 'engine'],
    ['a channel that refuses', 400, 'channel'],
  ] as const) {
    test(`${name} every request is an error that says why`, async () => {
      await using server = await answeringServer((_, response) =>
        response.writeHead(status).end('no such thing'),
      );
      await assert.rejects(port().warm(jobFor(server)), (error) => {
        assert.ok(error instanceof GateError);
        assert.equal(error.kind, kind);
        assert.match(error.message, /3 failed \(http_[45]xx: HTTP \d+: no such thing\)/);
        return true;
      });
      assert.equal(server.asked.length, 3);
    });
  }

  test('an engine that never answers is an error when the time is over', async () => {
    await using server = await answeringServer(() => {});
    await assert.rejects(port().warm(jobFor(server, { max_s: 0.5 })), /no request of the warm-up succeeded/);
  });

  test('some failures are said and do not end it', async () => {
    await using server = await answeringServer((asked, response) => {
      if (asked.index % 5 === 4) response.writeHead(503).end('busy');
      else setTimeout(() => goodAnswer(asked, response), 20);
    });
    const report = await port().warm(jobFor(server, { max_s: 2 }));
    assert.match(report.message, /requests failed \(http_5xx: HTTP 503: busy\)/);
  });

  test('stopped from outside it throws the reason', async () => {
    await using server = await slowServer(() => 50);
    const stop = new AbortController();
    const reason = new GateError({ kind: 'cancelled', message: 'stopped by the user' });
    setTimeout(() => stop.abort(reason), 200);
    await assert.rejects(port().warm(jobFor(server, { signal: stop.signal })), (error) => error === reason);
  });
});

describe('wave', () => {
  test('sends one short request a slot and continues the prompts of the warm-up', async () => {
    await using server = await slowServer(() => 40);
    const load = port();
    await load.warm(jobFor(server, { max_s: 2, max_in_flight: 3 }));
    const before = server.asked.length;
    await load.wave(jobFor(server, { max_s: 5, max_in_flight: 3 }));
    assert.equal(server.asked.length - before, 3);
    assert.equal(new Set(prompts(server.asked)).size, server.asked.length);
  });

  test('ends in time and never throws, whatever the server does', async () => {
    await using silent = await answeringServer(() => {});
    await port().wave(jobFor(silent, { max_s: 0.3 }));
    await using failing = await answeringServer((_, response) => response.writeHead(500).end());
    const log = keptLog();
    await port(log).wave(jobFor(failing, { max_s: 3 }));
    assert.match(log.warnings.join(), /wave: no request of the warm-up succeeded/);
  });
});
