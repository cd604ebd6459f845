import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { beginsWith, compareVersions, parseVersion, type Version } from './version-order.ts';

function version(text: string): Version {
  const parsed = parseVersion(text);
  assert.ok(parsed !== undefined, text);
  return parsed;
}

test('the order of PEP 440, by numbers', () => {
  const ascending = [
    '0.9.2',
    '0.14.0.dev1',
    '0.14.0a1',
    '0.14.0b2.dev3',
    '0.14.0b2',
    '0.14.0rc1.dev199+g7c5dc571c.rocm723',
    '0.14.0rc1',
    '0.14.0rc2',
    '0.14.0',
    '0.14.0.post1.dev2',
    '0.14.0.post1',
    '0.14.1',
    '0.100',
    '1',
    '7.2.3-81',
    '10.0.0',
  ];
  for (const [i, lower] of ascending.entries()) {
    for (const [j, upper] of ascending.entries()) {
      assert.equal(compareVersions(version(lower), version(upper)), Math.sign(i - j), `${lower} ${upper}`);
    }
  }
});

test('the local part and trailing zeros do not change the order', () => {
  for (const [one, other] of [
    ['0.14.0', '0.14.0+rocm700'],
    ['7.2.3', '7.2.3-81'],
    ['7.2', '7.2.0'],
    ['v0.14', '0.14.0'],
    ['6.8.0', '6.8.0-79-generic'],
  ] as const) {
    assert.equal(compareVersions(version(one), version(other)), 0, `${one} ${other}`);
  }
});

test('what is no version is not read as one', () => {
  for (const text of [
    '',
    'N/A',
    'latest',
    'Linuxversion6.8.0-79-generic(gcc)',
    '1.2.',
    '1..2',
    '+rocm',
    'x'.repeat(5000),
  ]) {
    assert.equal(parseVersion(text), undefined, text);
  }
  assert.equal(parseVersion('0.14.0+rocm700')?.local, 'rocm700');
});

test('a prefix is compared number by number', () => {
  assert.ok(beginsWith(version('7.0.2-56'), [7, 0]));
  assert.ok(!beginsWith(version('7.01'), [7, 0]));
  assert.ok(!beginsWith(version('70.0'), [7, 0]));
});

test('comparing is antisymmetric and never throws, whatever the text', () => {
  const part = fc.constantFrom('0', '1', '10', '.', 'rc1', '.dev2', '.post3', '+rocm7', '-81', 'v', 'a');
  const text = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, (a, b) => {
      const [one, other] = [parseVersion(a), parseVersion(b)];
      if (one === undefined || other === undefined) return;
      assert.equal(compareVersions(one, other) + compareVersions(other, one), 0);
    }),
  );
});
