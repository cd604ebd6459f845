import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { logEvidence, rootCause } from './boot-log.ts';

const recorded = (name: string): string =>
  readFileSync(new URL(`../../fixtures/recorded/vllm-0.32.0-cpu/${name}`, import.meta.url), 'utf8');

// What a person needs to see, from boots of vLLM 0.32.0 that were made to fail.
const CAUSES: readonly (readonly [string, RegExp])[] = [
  ['boot-fail-badflag.log', /unrecognized arguments: --no-such-flag/],
  ['boot-fail-badvalue.log', /argument --max-num-seqs: invalid int value: 'abc'/],
  ['boot-fail-badjson.log', /JSONDecodeError: Expecting property name/],
  ['boot-fail-badpath.log', /HFValidationError: Repo id must be in the form/],
  ['boot-fail-badrepo.log', /LocalEntryNotFoundError: Cannot find an appropriate cached snapshot/],
  ['boot-fail-gpumem15.log', /CacheConfig gpu_memory_utilization Input should be less than or equal to 1/],
  ['boot-fail-kvtoosmall.log', /ValueError: To serve at least one request with the model's max seq len/],
  ['boot-fail-maxlen.log', /User-specified max_model_len \(999999\) is greater/],
  ['boot-fail-portinuse.log', /Address already in use/],
  ['boot-fail-unkarch.log', /model type `foobar`/],
  ['boot-fail-workerkilled-boot.log', /Worker proc VllmWorker-0 died unexpectedly/],
];

for (const [file, cause] of CAUSES) {
  test(`names the root cause in ${file}`, () => {
    assert.match(rootCause(recorded(file)) ?? '', cause);
  });
}

test('shows a root error that stands far above the last lines, once', () => {
  const evidence = logEvidence(recorded('boot-fail-kvtoosmall.log'));
  const split = evidence.indexOf('…');
  assert.ok(split > 0);
  assert.equal(evidence.filter((line) => line.startsWith('ValueError: To serve')).length, 1);
  assert.equal(evidence.length - split - 1, 15);
});

test('finds no cause in a log without errors', () => {
  assert.equal(rootCause(recorded('boot-eager-bf16.log')), undefined);
});

test('a line from the log cannot colour a terminal or grow without bound', () => {
  const [line] = logEvidence(`\u001b[31mred\u001b[0m \u0007${'x'.repeat(5000)}\u202e`);
  assert.ok(line !== undefined && line.length <= 300 && line.startsWith('red x'));
});

test('lines of answered requests do not push out what matters', () => {
  const access = 'INFO:     127.0.0.1:41990 - "POST /v1/completions HTTP/1.1" 200 OK\n'.repeat(100);
  const failed = 'INFO:     127.0.0.1:41990 - "POST /v1/completions HTTP/1.1" 500 Internal Server Error\n';
  assert.deepEqual(logEvidence(`before\n${access}${failed}after`), [
    'before',
    'INFO: 127.0.0.1:41990 - "POST /v1/completions HTTP/1.1" 500 Internal Server Error',
    'after',
  ]);
});
