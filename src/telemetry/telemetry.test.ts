import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Channel, TelemetryRow } from '../ports.ts';
import { createTelemetry } from './telemetry.ts';

const servers: ReturnType<typeof createServer>[] = [];
after(() => {
  for (const server of servers) server.close().closeAllConnections();
});

/** A server whose /metrics is what `page` says for the n-th read; undefined: 500. */
async function serve(page: (read: number) => string | undefined): Promise<Channel> {
  let reads = 0;
  const server = createServer((_request, response) => {
    const text = page(reads++);
    response.statusCode = text === undefined ? 500 : 200;
    response.end(text);
  });
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    connection: {
      base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      headers: {},
      secrets: [],
    },
    report: {
      endpoint: 'completions',
      path: '/v1/completions',
      model_id: 'm',
      served_models: [],
      tokenize: false,
      usage: 'none',
      dropped_fields: [],
      metrics_endpoint: true,
      notes: [],
    },
    fingerprint: {},
  };
}

const lines: string[] = [];
const telemetry = createTelemetry({
  log: { warning: (line) => void lines.push(line) },
  cli_path: '/nonexistent',
  env: {},
  engine_log: { size: () => 0, read: () => '' },
  now_ns: () => process.hrtime.bigint(),
  interval_ms: 20,
});
const rows: TelemetryRow[] = [];
const job = (channel: Channel) => ({
  channel,
  gpus: [],
  on_row: (row: TelemetryRow) => void rows.push(row),
  on_alarm: () => {},
});
const signal = new AbortController().signal;
const gauges = (running: number, waiting = 0): string =>
  `vllm:num_requests_running ${running}\nvllm:num_requests_waiting ${waiting}\n`;

test('samples while a rung runs, and takes the difference of its ends', async () => {
  const channel = await serve(
    (read) => `vllm:request_success_total ${100 + read}\n${gauges(read === 2 ? 9 : 1)}`,
  );
  const sample = await telemetry.sample(job(channel));
  await sleep(200);
  const { server: counters } = await sample.stop({ hurry: false });
  assert.equal(counters?.running_max, 9);
  assert.ok(Number(counters?.requests_finished) >= 3);
  assert.equal(counters?.restarted, false);
});

test('a server that dies in the middle leaves the deltas unknown, and the loss is said', async () => {
  const channel = await serve((read) => (read < 2 ? `vllm:request_success_total ${read}\n` : undefined));
  const sample = await telemetry.sample(job(channel));
  await sleep(100);
  const { server: counters } = await sample.stop({ hurry: false });
  assert.equal(counters?.requests_finished, undefined);
  assert.equal(counters?.restarted, undefined);
  assert.ok(lines.some((line) => /reads of \/metrics failed/.test(line)));
});

test('there is nothing to sample where no metrics are served', async () => {
  const channel = await serve(() => '');
  const blind = { ...channel, report: { ...channel.report, metrics_endpoint: false } };
  const sample = await telemetry.sample(job(blind));
  assert.deepEqual(await sample.stop({ hurry: false }), {});
  assert.equal(await telemetry.idle({ channel: blind, max_s: 1, signal }), undefined);
});

test('idle needs two quiet pages in a row', async () => {
  const running = [1, 0, 1, 0, 0];
  let reads = 0;
  const channel = await serve((read) => {
    reads = read + 1;
    return gauges(running[read] ?? 0);
  });
  assert.equal(await telemetry.idle({ channel, max_s: 10, signal }), true);
  assert.equal(reads, 5);
});

test('waiting requests are not idle; the wait has an end', async () => {
  const channel = await serve(() => gauges(0, 1));
  assert.equal(await telemetry.idle({ channel, max_s: 0.1, signal }), false);
});

test('a page that does not say is unknown, not idle', async () => {
  const channel = await serve(() => 'python_info 1\n');
  assert.equal(await telemetry.idle({ channel, max_s: 10, signal }), undefined);
});

test('waiting for idle ends with the signal', async () => {
  const channel = await serve(() => gauges(3));
  const controller = new AbortController();
  const reason = new Error('enough');
  setTimeout(() => controller.abort(reason), 50);
  await assert.rejects(
    telemetry.idle({ channel, max_s: 10, signal: controller.signal }),
    (error) => error === reason,
  );
});
