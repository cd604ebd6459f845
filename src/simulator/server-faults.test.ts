import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { test } from 'node:test';
import { type RunningSimulator, serveSimulator } from './server.ts';

const TOKENS = 10;

/** What a client saw of one answer. */
interface Seen {
  readonly status: number | undefined;
  readonly text: string;
  /** The HTTP message ended in order. */
  readonly complete: boolean;
  readonly error: string | undefined;
}

const ERROR_EVENT = /data: \{"error":\{"message":"EngineCore encountered an issue\. .*"code":500\}\}\n\n/;

const cases: readonly {
  readonly fault: string;
  readonly says: string;
  readonly check: (seen: Seen) => void;
}[] = [
  {
    fault: 'http_400',
    says: '400 with an error object',
    check: (seen) => assert.deepEqual([seen.status, JSON.parse(seen.text).error.code], [400, 400]),
  },
  {
    fault: 'http_429',
    says: '429 with an error object',
    check: (seen) => assert.deepEqual([seen.status, JSON.parse(seen.text).error.code], [429, 429]),
  },
  {
    fault: 'http_500',
    says: '500 with an error object',
    check: (seen) => assert.deepEqual([seen.status, JSON.parse(seen.text).error.code], [500, 500]),
  },
  {
    fault: 'http_503',
    says: '503 with an error object',
    check: (seen) => assert.deepEqual([seen.status, JSON.parse(seen.text).error.code], [503, 503]),
  },
  {
    fault: 'drop',
    says: 'a closed connection and no answer',
    check: (seen) => assert.deepEqual([seen.status, seen.error], [undefined, 'ECONNRESET']),
  },
  {
    fault: 'zero_tokens',
    says: 'an orderly stream with finish_reason and no token',
    check: (seen) => {
      assert.match(seen.text, /"text":"","logprobs":null,"finish_reason":"stop"/);
      assert.match(seen.text, /"completion_tokens":0\}/);
      assert.ok(seen.text.endsWith('data: [DONE]\n\n'));
      assert.equal(contentEvents(seen), 0);
    },
  },
  {
    fault: 'short_output',
    says: 'finish_reason stop after half of the tokens, ignore_eos or not',
    check: (seen) => {
      assert.equal(contentEvents(seen), TOKENS / 2);
      assert.match(seen.text, /"finish_reason":"stop"/);
      assert.ok(seen.text.endsWith('data: [DONE]\n\n'));
    },
  },
  {
    fault: 'error_in_stream',
    says: 'HTTP 200, half of the tokens, an error object, no [DONE]',
    check: (seen) => {
      assert.deepEqual([seen.status, contentEvents(seen), seen.complete], [200, TOKENS / 2, true]);
      assert.match(seen.text, ERROR_EVENT);
      assert.doesNotMatch(seen.text, /\[DONE\]/);
    },
  },
  {
    fault: 'error_then_done',
    says: 'HTTP 200, half of the tokens, an error object, then [DONE]',
    check: (seen) => {
      assert.deepEqual([seen.status, contentEvents(seen), seen.complete], [200, TOKENS / 2, true]);
      assert.match(seen.text, new RegExp(`${ERROR_EVENT.source}data: \\[DONE\\]\n\n$`));
    },
  },
  {
    fault: 'no_finish_reason',
    says: 'all tokens and [DONE], finish_reason null to the end',
    check: (seen) => {
      assert.equal(contentEvents(seen), TOKENS);
      assert.doesNotMatch(seen.text, /"finish_reason":"/);
      assert.ok(seen.text.endsWith('data: [DONE]\n\n'));
    },
  },
  {
    fault: 'truncate',
    says: 'an orderly HTTP end after half of the tokens',
    check: (seen) => {
      assert.deepEqual([contentEvents(seen), seen.complete], [TOKENS / 2, true]);
      assert.doesNotMatch(seen.text, /\[DONE\]|error/);
    },
  },
  {
    fault: 'bad_json',
    says: 'one event that is not JSON, then the rest',
    check: (seen) => {
      assert.match(seen.text, /data: \{"id":\n\n/);
      assert.equal(contentEvents(seen), TOKENS);
      assert.ok(seen.text.endsWith('data: [DONE]\n\n'));
    },
  },
  {
    fault: 'reset',
    says: 'a reset connection after the status',
    check: (seen) => assert.deepEqual([seen.status, seen.complete, seen.error], [200, false, 'ECONNRESET']),
  },
];
for (const { fault, says, check } of cases) {
  test(`fault ${fault}: ${says}; the request before it is served`, async () => {
    const simulator = await start(`${fault}@2`);
    try {
      const healthy = await ask(simulator);
      assert.equal(contentEvents(healthy), TOKENS);
      assert.ok(healthy.text.endsWith('data: [DONE]\n\n'));
      check(await ask(simulator));
      assert.equal(contentEvents(await ask(simulator)), TOKENS);
    } finally {
      await simulator.close();
    }
  });
}

for (const [fault, bytes] of [
  ['hang', 'no byte at all'],
  ['stall', 'half of the tokens and then nothing'],
] as const) {
  test(`fault ${fault}: ${bytes}, until the client gives up`, async () => {
    const simulator = await start(fault);
    try {
      const seen = await ask(simulator, 1500);
      assert.equal(seen.complete, false);
      assert.equal(contentEvents(seen), fault === 'hang' ? 0 : TOKENS / 2);
      assert.equal(seen.status, fault === 'hang' ? undefined : 200);
    } finally {
      await simulator.close();
    }
  });
}

test('fault engine_dead ends all streams with an error and [DONE], turns /health to 503 and exits with 0', async () => {
  const exits: number[] = [];
  const lines: string[] = [];
  const simulator = await start('engine_dead@2', {
    exit: (code) => exits.push(code),
    log: (l) => lines.push(l),
  });
  try {
    // The first is still under way when the second takes the engine down.
    const seen = await Promise.all([ask(simulator, undefined, 4000), ask(simulator, undefined, 4000)]);
    for (const { status, text } of seen) {
      assert.equal(status, 200);
      assert.match(text, new RegExp(`${ERROR_EVENT.source}data: \\[DONE\\]\n\n$`));
    }
    assert.equal((await fetch(`${simulator.url}/health`)).status, 503);
    assert.equal((await ask(simulator)).status, 500);
    assert.ok(lines.some((line) => line.includes('EngineDeadError')));
    for (let tries = 0; exits.length === 0 && tries < 200; tries++) await pause(10);
    assert.deepEqual(exits, [0]);
  } finally {
    await simulator.close();
  }
});

test('fault die ends the process with code 1 in the middle of a stream', async () => {
  const child = await startProcess({ fault: 'die@2' });
  const exited = once(child.process, 'exit');
  assert.equal(contentEvents(await ask(child)), TOKENS);
  const seen = await ask(child);
  assert.equal(seen.complete, false);
  const [code] = await exited;
  assert.equal(code, 1);
});

test('SIGTERM ends the process at once, open streams or not', async () => {
  const child = await startProcess({}, 1);
  const seen = ask(child, undefined, 8000);
  await pause(300);
  const exited = once(child.process, 'exit');
  const began = performance.now();
  child.process.kill('SIGTERM');
  const [, signal] = await exited;
  assert.equal(signal, 'SIGTERM');
  assert.ok(performance.now() - began < 2000);
  assert.equal((await seen).complete, false);
});

test('without a stream a fault shows as status 500, a cut body or a reset', async () => {
  const simulator = await start('error_in_stream@1, truncate@2, reset@3, no_finish_reason@4');
  const send = () =>
    fetch(`${simulator.url}/v1/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ prompt: 'a', max_tokens: TOKENS, ignore_eos: true }),
    });
  try {
    assert.equal((await send()).status, 500);
    const cut = await (await send()).text();
    assert.throws(() => JSON.parse(cut));
    await assert.rejects(send());
    assert.equal((await parsed(await send())).choices[0].finish_reason, null);
  } finally {
    await simulator.close();
  }
});

function start(
  fault: string,
  extra: { readonly exit?: (code: number) => void; readonly log?: (line: string) => void } = {},
): Promise<RunningSimulator> {
  return serveSimulator({
    port: 0,
    preset: 'mi250x-llama3-8b-tp2',
    time_scale: 0.05,
    overrides: { fault },
    log: () => {},
    ...extra,
  });
}

/** The simulator in a process of its own, as the command line runs it. */
async function startProcess(overrides: Record<string, string>, timeScale = 0.05) {
  const script = `
    const { serveSimulator } = await import(${JSON.stringify(new URL('./server.ts', import.meta.url).href)});
    const simulator = await serveSimulator({
      port: 0, preset: 'mi250x-llama3-8b-tp2', time_scale: ${timeScale},
      overrides: ${JSON.stringify(overrides)}, log: () => {},
    });
    process.stdout.write(simulator.url);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = (await once(child.stdout, 'data')) as [Buffer];
  return { process: child, url: url.toString('utf8') };
}

/** One streamed request of TOKENS tokens. */
function ask(server: { readonly url: string }, giveUpAfterMs?: number, tokens = TOKENS): Promise<Seen> {
  return new Promise((resolve) => {
    let status: number | undefined;
    let text = '';
    const end = (complete: boolean, error?: string): void => resolve({ status, text, complete, error });
    const request = httpRequest(
      `${server.url}/v1/completions`,
      { method: 'POST', agent: false, headers: { 'content-type': 'application/json' } },
      (response) => {
        status = response.statusCode;
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => end(response.complete));
        response.on('error', (error: NodeJS.ErrnoException) => end(false, error.code));
      },
    );
    request.on('error', (error: NodeJS.ErrnoException) => end(false, error.code));
    if (giveUpAfterMs !== undefined) setTimeout(() => request.destroy(), giveUpAfterMs);
    const stream = { stream: true, stream_options: { include_usage: true } };
    request.end(JSON.stringify({ prompt: 'some words', max_tokens: tokens, ignore_eos: true, ...stream }));
  });
}

/** Events with text in them. */
function contentEvents(seen: Seen): number {
  return [...seen.text.matchAll(/"text":"[^"]/g)].length;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function parsed(response: Response) {
  return JSON.parse(await response.text());
}
