import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logLines, shortLine } from './log-lines.ts';

const text = (raw: string): string | undefined => logLines(raw)[0]?.text;

const PREFIXES: readonly (readonly [raw: string, text: string])[] = [
  ['(EngineCore pid=19253) ERROR 12-01 12:27:27 [core.py:1510] KeyError: 1', 'KeyError: 1'],
  [
    '(APIServer pid=32) (EngineCore_0 pid=296) (VllmWorker TP0 pid=302) WARNING 09-07 11:25:27 [a.py:1] x',
    'x',
  ],
  ['(VllmWorker rank=4 pid=555) ERROR 05-04 12:38:38 [multiproc_executor.py:380] x', 'x'],
  ['vllm-1  | INFO 11-18 18:07:17 api_server.py:175] x', 'api_server.py:175] x'],
  ['[2026-02-24T20:21:58Z] (EngineCore_DP0 pid=6940) ValueError: x', 'ValueError: x'],
  ['  | (EngineCore_DP0 pid=1)     raise ValueError(', 'raise ValueError('],
  ['node-7:2777:5429 [0] misc/shmutils.cc:113 NCCL WARN x', 'misc/shmutils.cc:113 NCCL WARN x'],
  ['\u001b[31mKeyError: 1\u001b[0m', 'KeyError: 1'],
];

for (const [raw, expected] of PREFIXES) {
  test(`reads ${JSON.stringify(raw.slice(0, 50))} without its prefixes`, () => {
    assert.equal(text(raw), expected);
  });
}

test('knows the level and the worker that wrote a line', () => {
  const [line] = logLines('(Worker_TP3 pid=9) WARNING 01-01 10:00:00 [a.py:1] x');
  assert.deepEqual(line, { text: 'x', level: 'WARNING', rank: 3 });
});

test('lines of answered requests do not push out what matters', () => {
  const access = 'INFO:     127.0.0.1:41990 - "POST /v1/completions HTTP/1.1" 200 OK\n'.repeat(100);
  const failed = 'INFO:     127.0.0.1:41990 - "POST /v1/completions HTTP/1.1" 500 Internal Server Error\n';
  assert.deepEqual(
    logLines(`before\n${access}${failed}after`).map((line) => line.text),
    ['before', 'INFO: 127.0.0.1:41990 - "POST /v1/completions HTTP/1.1" 500 Internal Server Error', 'after'],
  );
});

test('a prompt in the request log is not shown', () => {
  const line = "INFO 01-01 10:00:00 [logger.py:40] Received request cmpl-1: prompt: 'secret text', params: x";
  assert.deepEqual(logLines(line), []);
});

test('a line from a log cannot colour a terminal or grow without bound', () => {
  const line = shortLine(`\u001b[31mred\u001b[0m \u0007${'x'.repeat(5000)}\u202e`);
  assert.ok(line.length <= 300 && line.startsWith('red x'));
  assert.doesNotMatch(line, /[\p{Cc}\p{Cf}]/u);
});
