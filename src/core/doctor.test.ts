import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { doctorExitCode, doctorText, hostEvidence, hostStatements, publicReport, summary } from './doctor.ts';
import type { HostCheck, HostReport } from './result.gen.ts';

function check(state: HostCheck['state'], blocking = true, id = 'x'): HostCheck {
  return { id, title: id, state, blocking, message: `${id} is ${state}`, remedy: 'mend it' };
}

for (const [checks, code] of [
  [[check('ok')], 0],
  [[], 0],
  [[check('problem', false), check('unknown', false)], 0],
  [[check('unknown'), check('ok')], 3],
  [[check('unknown'), check('problem', false)], 3],
  [[check('unknown'), check('problem')], 5],
  [[check('problem'), check('ok')], 5],
] as const) {
  test(`${checks.map((one) => `${one.blocking ? 'blocking' : 'advisory'} ${one.state}`).join(', ') || 'nothing'}: exit code ${code}`, () => {
    assert.equal(doctorExitCode(checks), code);
  });
}

test('the table says first what must be done, each line within the width', () => {
  const long = { ...check('problem', true, 'port'), message: 'word '.repeat(60).trim() };
  const text = doctorText([check('ok', true, 'fine'), check('unknown', false, 'maybe'), long], {
    columns: 80,
  });
  const lines = text.split('\n');
  assert.match(lines[0] ?? '', /^port\s+PROBLEM\s+word/);
  assert.ok(lines.every((line) => line.length <= 80));
  assert.ok(text.indexOf('maybe') < text.indexOf('fine'));
  assert.match(text, /→ mend it/);
  assert.match(lines.at(-1) ?? '', /^1 must be solved before a run, 1 worth a look; 1 ok\.$/);
  assert.equal(summary([check('ok'), check('ok', false)]), 'All 2 checks are ok.');
});

function report(more: Partial<HostReport> = {}): HostReport {
  return {
    waited_s: 0,
    lock: { state: 'held', names: ['a.lock'], waited_s: 0, message: 'locked' },
    checks: [check('ok', true, 'gpu_processes'), check('ok', true, 'vram')],
    ...more,
  };
}

test('names of foreign processes leave the machine only where the report is private', () => {
  const secret = {
    ...check('problem', true, 'gpu_processes'),
    details: ['pid 7, user 1000: python secret.py'],
  };
  const full = report({ checks: [secret], released: { ...secret, id: 'vram_released' } });
  assert.ok(!JSON.stringify(publicReport(full, 'public')).includes('secret.py'));
  assert.ok(JSON.stringify(publicReport(full, 'private')).includes('secret.py'));
});

test('without GPUs of this host the lock is no evidence; with them it is required', () => {
  const none = report({ lock: { state: 'not_needed', names: [], waited_s: 0, message: '' }, checks: [] });
  assert.deepEqual(hostEvidence(none), []);
  const unknown = report({ lock: { state: 'unknown', names: [], waited_s: 0, message: 'not shared' } });
  const evidence = hostEvidence(unknown);
  assert.deepEqual(
    evidence.map(({ rule, state, required }) => [rule, state, required]),
    [
      ['lock', 'unknown', true],
      ['gpu_processes', 'valid', true],
      ['vram', 'valid', true],
    ],
  );
});

test('what cannot be read is never clean, and a problem never valid', () => {
  const states = fc.constantFrom<HostCheck['state']>('ok', 'problem', 'unknown');
  fc.assert(
    fc.property(states, states, (processes, vram) => {
      const host = report({ checks: [check(processes, true, 'gpu_processes'), check(vram, true, 'vram')] });
      for (const [id, state] of [
        ['gpu_processes', processes],
        ['vram', vram],
      ] as const) {
        const found = hostEvidence(host).find(({ rule }) => rule === id);
        assert.equal(found?.state === 'valid', state === 'ok');
      }
    }),
  );
});

test('advice is shown and decides nothing', () => {
  const statements = hostStatements(
    report({ checks: [check('problem', false, 'numa_balancing'), check('ok')] }),
  );
  assert.equal(statements.length, 1);
  assert.equal(statements[0]?.finding.code, 'host_numa_balancing');
  assert.equal(statements[0]?.finding.verdict, undefined);
  assert.deepEqual(hostStatements(undefined), []);
});
