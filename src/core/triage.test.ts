import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type LabelledCase, labelledCases } from '../../fixtures/triage/corpus.ts';
import type { FailureGroup } from './catalogue/entry.ts';
import { FAILURES } from './failure-catalogue.ts';
import { adviceFor, type Triage, triage } from './triage.ts';

const cases = labelledCases();
const answers = new Map(cases.map((each) => [each, triage(each.evidence)]));
const GROUPS: readonly FailureGroup[] = ['memory', 'device', 'communication', 'engine', 'model', 'api'];

/** Of the answers that name this group, how many are right; of the cases of this group, how many are found. */
function scores(group: FailureGroup, some: readonly LabelledCase[]) {
  const groupOf = (codes: readonly string[]): FailureGroup | undefined =>
    FAILURES.find(({ code }) => codes.includes(code))?.group;
  const named = some.filter((each) => answers.get(each)?.group === group);
  const belonging = some.filter((each) => groupOf(each.expect) === group);
  const right = (each: LabelledCase): boolean => each.expect.includes(answers.get(each)?.code ?? '');
  const share = (list: readonly LabelledCase[]): number =>
    list.length === 0 ? 1 : list.filter(right).length / list.length;
  return { cases: belonging.length, precision: share(named), recall: share(belonging) };
}

for (const [kind, some] of [
  ['real', cases.filter(({ origin }) => origin !== 'synthetic')],
  ['synthetic', cases.filter(({ origin }) => origin === 'synthetic')],
] as const) {
  test(`the root cause is named, ${kind} logs`, (t) => {
    for (const group of GROUPS) {
      const { cases: count, precision, recall } = scores(group, some);
      t.diagnostic(
        `${kind} ${group}: ${count} cases, precision ${precision.toFixed(2)}, recall ${recall.toFixed(2)}`,
      );
      assert.ok(count > 0, `${kind} ${group} has no case`);
      assert.ok(precision >= 0.95, `precision of ${group}`);
      assert.ok(recall >= 0.9, `recall of ${group}`);
    }
    const strangers = some.filter(({ expect }) => expect.includes('unknown'));
    const quiet = strangers.filter((each) => each.expect.includes(answers.get(each)?.code ?? ''));
    t.diagnostic(`${kind} unknown: ${quiet.length} of ${strangers.length} left unnamed`);
    assert.equal(quiet.length, strangers.length);
  });
}

test('every answer is short, and shows one to ten lines that stand in the evidence', () => {
  for (const [{ name, evidence }, answer] of answers) {
    assert.ok(answer.evidence.length >= 1 && answer.evidence.length <= 10, name);
    assert.doesNotMatch(answer.cause + answer.remedy, /[{}]/, name);
    assert.ok(answer.cause.length < 400 && answer.remedy.length < 400, name);
    const all = [evidence.log, evidence.kernel_log, evidence.container?.error, ...(evidence.requests ?? [])]
      .join('\n')
      .replace(/\s+/g, ' ');
    for (const line of answer.evidence.filter((each) => !/^(?:ended with|container: OOM)/.test(each))) {
      const words = line.replace(/^(?:kernel|container): /, '').replace(/…$/, '');
      assert.ok(all.includes(words.slice(0, 60).replace(/\s+/g, ' ')), `${name}: ${line}`);
    }
  }
});

// ---- sentences ----------------------------------------------------------------------------------------------

function answerFor(name: string): Triage {
  const found = [...answers].find(([each]) => each.name === name);
  assert.ok(found !== undefined, name);
  return found[1];
}

test('out of memory on both GPUs says from what to what', () => {
  const { cause, remedy } = answerFor('oom-on-both-gpus');
  assert.match(
    cause,
    /^Both GPUs \(0 and 1\) ran out of memory: 2\.00 GiB .* 1\.20 GiB of 191\.98 GiB were free\.$/,
  );
  assert.equal(
    remedy,
    'Lower engine.gpu_memory_utilization from 0.95 to 0.9, or engine.max_num_seqs from 1024 to 512.',
  );
});

test('no memory for cache blocks has the opposite remedy', () => {
  const { cause, remedy } = answerFor('no-cache-blocks-with-number');
  assert.match(cause, /nothing is left for the KV cache \(-2\.77 GiB\)/);
  assert.match(remedy, /^Raise engine\.gpu_memory_utilization from 0\.85 to 0\.9 /);
});

const oom = (text: string, before = ''): Triage =>
  triage({
    log: `${before}torch.OutOfMemoryError: HIP out of memory. Tried to allocate ${text}`,
    settings: { gpu_memory_utilization: 0.9, max_num_seqs: 256, tensor_parallel_size: 2 },
  });

test('memory of another process is not repaired by lower settings', () => {
  const { remedy } = oom(
    '2.00 GiB. GPU 1 has a total capacity of 191.98 GiB of which 1.00 GiB is free. Including non-PyTorch memory, this process has 100.00 GiB memory in use.',
  );
  assert.match(remedy, /^91\.0 GiB belong to another process: free the GPU first/);
});

test('weights that do not fit want more GPUs, not a smaller cache', () => {
  const text = '1.00 GiB. GPU 0 has a total capacity of 63.98 GiB of which 0.50 GiB is free.';
  assert.match(oom(text, 'Starting to load model m...\n').remedy, /tensor_parallel_size/);
  const loaded = 'Starting to load model m...\nModel loading took 40 GiB and 3 seconds\n';
  assert.match(oom(text, loaded).remedy, /^Lower engine\.gpu_memory_utilization from 0\.9 to 0\.85/);
  const profiling = `${loaded}  File "gpu_worker.py", line 1, in determine_available_memory\n`;
  assert.match(
    oom(text, profiling).remedy,
    /^Lower engine\.max_num_seqs from 256 to 128 or --max-num-batched/,
  );
});

test('one buffer as large as the GPU is about prompts and images', () => {
  const { remedy } = oom('150.00 GiB. GPU 0 has a total capacity of 191.98 GiB of which 100.00 GiB is free.');
  assert.match(remedy, /^One buffer asks for 78 % of the GPU: lower --max-num-batched-tokens/);
});

test('one GPU of two is named as the only one', () => {
  const { cause } = oom('2.00 GiB. GPU 1 has a total capacity of 191.98 GiB of which 1.00 GiB is free.');
  assert.match(cause, /^GPU 1 of 2 \(only this one\) ran out of memory/);
});

test('VRAM that the driver keeps is no foreign process', () => {
  const log =
    'ValueError: Free memory on device cuda:0 (271.0/288.0 GiB) on startup is less than desired GPU memory utilization (0.95, 273.6 GiB). Decrease';
  assert.match(triage({ log }).remedy, /from 0\.95 to 0\.93: the driver keeps the rest/);
});

test('the context that fits is named', () => {
  assert.match(answerFor('one-request-does-not-fit').remedy, /^Set engine\.max_model_len to 99760 or less/);
});

test('a flag that is gone is told what became of it', () => {
  const { cause, remedy } = answerFor('removed-flag');
  assert.match(cause, /unrecognized arguments: --disable-log-requests/);
  assert.match(remedy, /disable-log-requests.*leave it out.*swap-space/);
  assert.match(answerFor('boot-fail-badflag.log').remedy, /^Flags move between versions/);
});

// ---- ranking ------------------------------------------------------------------------------------------------

test('the first root cause wins, and the same error of eight workers stands once', () => {
  const worker = (rank: number, text: string): string =>
    `(Worker_TP${rank} pid=10${rank}) ERROR 01-01 10:00:00 [multiproc_executor.py:800] ${text}`;
  const ranks = [...Array(8).keys()];
  const { code, evidence } = triage({
    log: [
      ...ranks.map((rank) => worker(rank, 'RuntimeError: HIP error: invalid device function')),
      ...ranks.map((rank) => worker(rank, 'ValueError: No available memory for the cache blocks.')),
      'RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {}',
    ].join('\n'),
  });
  assert.equal(code, 'invalid_device_function');
  assert.equal(evidence.filter((line) => line.includes('invalid device function')).length, 1);
});

test('broken hardware in the kernel log is deeper than what the engine says', () => {
  const evidence = {
    log: 'torch.OutOfMemoryError: HIP out of memory. Tried to allocate 2.00 GiB.',
    kernel_log: '[1.0] amdgpu 0000:83:00.0: amdgpu: 1 uncorrectable hardware errors detected in umc block',
  };
  assert.equal(triage(evidence).code, 'gpu_ecc');
  assert.equal(triage({ ...evidence, gpu_bdfs: ['0000:83:00.0'] }).code, 'gpu_ecc');
  assert.equal(triage({ ...evidence, gpu_bdfs: ['0000:63:00.0'] }).code, 'gpu_out_of_memory');
});

test('an unknown failure shows its first specific error and the last lines', () => {
  const answer = triage({ log: `ZeroDivisionError: division by zero\n${'more\n'.repeat(50)}the end` });
  assert.equal(answer.state, 'unknown');
  assert.match(answer.cause, /ZeroDivisionError: division by zero/);
  assert.equal(answer.evidence[0], 'ZeroDivisionError: division by zero');
  assert.equal(answer.evidence.at(-1), 'the end');
});

test('nothing at all is unknown', () => {
  assert.equal(triage({}).state, 'unknown');
});

test('checks of ours have a cause and a remedy', () => {
  assert.match(adviceFor('clock_stuck')?.remedy ?? '', /firmware/);
  assert.equal(adviceFor('no_such_check'), undefined);
});

// ---- the catalogue ------------------------------------------------------------------------------------------

test('the catalogue has each of its 94 rows once, with texts that can always be filled', () => {
  const numbers = FAILURES.map(({ number }) => number);
  assert.deepEqual(
    numbers.filter((number) => number <= 94).sort((a, b) => a - b),
    [...Array(94).keys()].map((index) => index + 1),
  );
  assert.equal(new Set(numbers).size, numbers.length);
  assert.equal(new Set(FAILURES.map(({ code }) => code)).size, FAILURES.length);
  for (const { code, cause, remedy } of FAILURES) {
    for (const text of [cause, remedy]) {
      const last = typeof text === 'string' ? text : (text.at(-1) ?? '');
      assert.doesNotMatch(last, /[{}]/, code);
    }
  }
});

test('every entry can be found by some evidence', () => {
  for (const entry of FAILURES) {
    const ways = [entry.log, entry.kernel, entry.container, entry.request, entry.exit, entry.checks];
    assert.ok(
      ways.some((way) => way !== undefined && way.length > 0),
      entry.code,
    );
  }
});

test('phrases are long enough to mean something, and facts cannot backtrack without bound', () => {
  for (const { code, log, kernel, container, request, facts } of FAILURES) {
    for (const phrase of [log, kernel, container, request].flatMap((each) => each ?? [])) {
      const longest = Math.max(...phrase.split('…').map((part) => part.trim().length));
      assert.ok(longest >= 5, `${code}: ${phrase}`);
    }
    for (const { source } of facts ?? []) {
      const outsideClasses = source.replace(/\\./g, '').replace(/\[[^\]]*\]/g, 'x');
      assert.doesNotMatch(outsideClasses, /[*+]|,\}/, `${code}: ${source}`);
    }
  }
});

test('hostile lines cost no more than their length', () => {
  const pieces = FAILURES.flatMap(({ log }) => log ?? []).flatMap((phrase) => phrase.split('…'));
  const nasty = fc.oneof(
    fc.constantFrom(
      ...pieces,
      'Error',
      'a.a.',
      ' ',
      '(',
      'GPU ',
      'Tried to allocate 1 GiB. ',
      '(Worker_TP0 pid=1) ',
    ),
    fc.string({ maxLength: 20 }),
  );
  fc.assert(
    fc.property(
      fc.array(nasty, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 1, max: 5000 }),
      (parts, times) => {
        const line = parts.join('').repeat(times).slice(0, 200_000);
        const answer = triage({ log: line, kernel_log: line, requests: [line] });
        assert.ok(answer.evidence.every((each) => each.length <= 300));
      },
    ),
    { numRuns: 60 },
  );
});

test('a large log is read in one go', () => {
  const lines =
    'INFO 01-01 10:00:00 [loggers.py:200] Engine 000: Avg prompt throughput: 1.0 tokens/s\n'.repeat(40_000);
  const { code } = triage({ log: `${lines}RuntimeError: No HIP GPUs are available\n${lines}` });
  assert.equal(code, 'no_gpu_visible');
});

test('the kernel log of a shared host does not make another process ours', () => {
  const kernel_log = 'Out of memory: Killed process 77 (somebody) total-vm:1kB';
  assert.equal(triage({ log: 'KeyError: 1', kernel_log, exit: 'exit code 1' }).code, 'unknown');
  assert.equal(triage({ kernel_log, exit: 'exit code 137, signal SIGKILL' }).code, 'host_out_of_memory');
});
