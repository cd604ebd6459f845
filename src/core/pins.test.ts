import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkPins, pinHint, pinProblem, pinText } from './pins.ts';
import type { PinCheck } from './result.gen.ts';

function check(field: string, expected: string | number, found?: string | number): PinCheck {
  const source = `source of ${field}`;
  const fingerprint = {
    [field]: { source, class: 'hard' as const, ...(found === undefined ? {} : { value: found }) },
  };
  const [only] = checkPins({ [field]: expected }, fingerprint, 'after_boot');
  assert.ok(only !== undefined);
  return only;
}

for (const [field, expected, found, state] of [
  // Exact: builds of the version count, other versions do not.
  ['vllm', '0.14.0', '0.14.0', 'match'],
  ['vllm', '0.14.0', '0.14.0+rocm700', 'match'],
  ['vllm', '0.14.0+rocm700', '0.14.0+rocm700', 'match'],
  ['vllm', '0.14.0+rocm700', '0.14.0+rocm721', 'mismatch'],
  ['vllm', '0.14.0+rocm700', '0.14.0', 'mismatch'],
  ['vllm', '0.14.0', '0.14.0rc1', 'mismatch'],
  ['vllm', '0.28.1', '0.28.1rc1.dev199+g7c5dc571c.rocm723', 'mismatch'],
  ['vllm', '0.9.2', '0.10.2', 'mismatch'],
  ['rocm', '7.2.3', '7.2.3-81', 'match'],
  ['rocm', '7.2', '7.2.0', 'match'],
  ['rocm', '7.2', '7.2.3', 'mismatch'],
  // Prefix: number by number.
  ['rocm', '7.0.*', '7.0.2-56', 'match'],
  ['rocm', '7.*', '7.14.0', 'match'],
  ['rocm', '7.1.*', '7.14.0', 'mismatch'],
  ['vllm', '0.28.*', '0.28.1rc1.dev199+g7c5dc571c.rocm723', 'match'],
  // Range: numerically, every bound.
  ['rocm', '>=7.0 <7.2', '7.1.1', 'match'],
  ['rocm', '>=7.0, <7.2', '7.2.0', 'mismatch'],
  ['rocm', '>= 6.4 < 7.10', '7.9.1', 'match'],
  ['rocm', '>=7.0 <10', '10.0.0', 'mismatch'],
  ['vllm', '<0.15', '0.15.0rc1', 'mismatch'],
  ['vllm', '>=0.14 !=0.14.2', '0.14.2', 'mismatch'],
  ['driver', '>=6.12', '6.8.0-79-generic', 'mismatch'],
  // No version: not readable, which is not a match.
  ['vllm', '0.14.0', 'dev', 'unreadable'],
  ['driver', '6.12.*', 'Linuxversion6.8.0-79-generic(gcc)', 'unreadable'],
  ['vllm', '0.14.0', undefined, 'unreadable'],
  // Everything else is text.
  ['gpu', 'MI300X', 'AMD Instinct MI300X', 'match'],
  ['gpu', 'AMD Instinct MI300X', 'mi300x', 'match'],
  ['gpu', 'MI300X', 'AMD Instinct MI300X VF', 'mismatch'],
  ['gpu', 'MI30*', 'AMD Instinct MI308X', 'match'],
  ['arch', 'gfx942', 'gfx942', 'match'],
  ['arch', 'gfx942', 'gfx950', 'mismatch'],
  ['gpu_count', 8, 8, 'match'],
  ['gpu_count', '8', 8, 'match'],
  ['gpu_count', 8, 4, 'mismatch'],
  ['dtype', 'bfloat16', 'torch.bfloat16', 'match'],
  ['image_digest', 'sha256:ab', 'docker.io/vllm/x@sha256:ab', 'match'],
  ['image_digest', 'sha256:ab', 'sha256:ac', 'mismatch'],
  ['model_revision', '0e9e39f2*', '0e9e39f249a16976918f6564b8830bc894c89659', 'match'],
] as const) {
  test(`${field} pinned to ${expected}, found ${found ?? 'nothing'}: ${state}`, () => {
    assert.equal(check(field, expected, found).state, state);
  });
}

test('a broken pin names field, expected, found and source, and what to do', () => {
  const broken = check('rocm', '7.2', '7.2.3-81');
  assert.equal(pinText(broken), 'rocm is 7.2.3-81, pinned to 7.2 (source of rocm)');
  assert.match(pinHint(broken), /write 7\.2\.\* for all/);
  assert.match(pinHint(check('vllm', '0.14.0', '0.15.0')), /change engine\.pins\.vllm/);
  assert.match(pinHint(check('rocm', '7.0')), /\/opt\/rocm\/\.info\/version/);
});

test('before the boot only fields that are known can break', () => {
  const known = { arch: { value: 'gfx90a', source: 's', class: 'hard' as const } };
  const pins = { arch: 'gfx942', vllm: '0.14.0' };
  const checks = checkPins(pins, known, 'before_boot', (field) => field in known);
  assert.deepEqual(
    checks.map(({ field, state }) => [field, state]),
    [['arch', 'mismatch']],
  );
  assert.equal(checkPins(pins, known, 'after_boot').length, 2);
});

test('a pin that is no version, prefix or range is a problem of the configuration', () => {
  for (const text of ['latest', '', '7.x', '>=', '>=seven', '~=7.0', '7.*.1', '> 7.0 <']) {
    assert.notEqual(pinProblem('rocm', text), undefined, text);
  }
  for (const text of ['7.0.2', 'v0.14.0', '7.0.*', '>=7.0 <7.2', '== 7.0', '0.14.0+rocm700']) {
    assert.equal(pinProblem('rocm', text), undefined, text);
  }
  assert.equal(pinProblem('gpu', 'anything'), undefined);
});

test('whatever is found, nothing but equality or a bound that holds is a match', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), fc.string({ maxLength: 20 }), (expected, found) => {
      const { state } = check('arch', expected, found);
      const same = expected.trim().toLowerCase() === found.trim().toLowerCase();
      if (same) assert.equal(state, 'match');
      if (!same && !expected.trim().endsWith('*')) assert.equal(state, 'mismatch');
    }),
  );
});
