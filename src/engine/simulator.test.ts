import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { LoadConfig, ServiceConfig } from '../config/config.ts';
import { connect } from '../connection.ts';
import { startServerSampler, waitIdle } from '../telemetry/vllm-metrics.ts';
import { createEngine } from './engine.ts';
import { makeToken, processesOfRun } from './leftovers.ts';
import { createProbe } from './probe.ts';

test('boots the real simulator, proves it, sees it idle, and leaves nothing', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'gate-simulator-'));
  const log = { group() {}, info() {}, warning() {}, progress() {} };
  const service: ServiceConfig = { backend: 'vllm', endpoint: 'auto', key: 'sk-simulated' };
  const signal = new AbortController().signal;
  const token = makeToken('simulator-test');
  const engine = await createEngine({
    log,
    env: process.env,
    run_token: token,
    engine_log: join(dir, 'engine.log'),
    state_dir: join(dir, 'state'),
    secrets: [],
    cli_path: fileURLToPath(new URL('../cli.ts', import.meta.url)),
  }).boot({
    gpus: [],
    engine: {
      kind: 'simulator',
      preset: 'mi250x-llama3-8b-tp2',
      time_scale: 0.05,
      startup_timeout: 60,
      max_num_seqs: 64,
      args: { slow_down: 1.2 },
    },
    service,
    signal,
  });
  try {
    const channel = await createProbe({ log }).probe({
      connection: await connect(service, engine.base_url, {}),
      service,
      load: { timeout: 30, ignore_eos: true, sampling: { temperature: 0 } } as LoadConfig,
      signal,
    });
    assert.match(channel.report.server_version ?? '', /simulated/);
    assert.equal(channel.report.tokenize, true);
    assert.equal(channel.report.usage, 'continuous');
    assert.equal(channel.report.metrics_endpoint, true);
    assert.deepEqual(channel.report.dropped_fields, []);
    assert.equal(await waitIdle({ channel, max_s: 30, signal }, 50), true);
    const now = () => Number(process.hrtime.bigint());
    const sampler = await startServerSampler(channel, { interval_ms: 50, now_ns: now, on_look: () => {} });
    const { counters } = await sampler.stop();
    assert.equal(counters.requests_finished, 0);
    assert.equal(counters.restarted, false);
  } finally {
    await engine.stop();
  }
  assert.deepEqual(processesOfRun(token), []);
});
