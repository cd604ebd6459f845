import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Verdict } from './result.gen.ts';
import { decide, EXIT_CODE, exitCodeFor, FAILURE_VERDICT, parseFailOn, type Statement } from './verdict.ts';

const VERDICTS: readonly Verdict[] = ['error', 'invalid', 'fail', 'inconclusive', 'pass'];

function says(
  verdict: Verdict | undefined,
  rest: Partial<Statement> & { exploring?: boolean } = {},
): Statement {
  const { exploring, ...statement } = rest;
  return {
    finding: {
      kind: 'note',
      severity: 'notice',
      code: verdict ?? 'none',
      message: '',
      ...(verdict === undefined ? {} : { verdict }),
      ...(exploring === undefined ? {} : { exploring }),
    },
    ...statement,
  };
}

const serverFailed = says('fail', { outranks_invalid: true });

const COMPOSITION: readonly (readonly [string, readonly Statement[], Verdict | undefined])[] = [
  ['nothing to count', [], undefined],
  ['nothing with a verdict', [says(undefined)], undefined],
  ['all pass', [says('pass'), says('pass')], 'pass'],
  ['inconclusive over pass', [says('pass'), says('inconclusive')], 'inconclusive'],
  ['fail over inconclusive', [says('inconclusive'), says('fail')], 'fail'],
  ['invalid over fail', [says('fail'), says('invalid')], 'invalid'],
  ['error over invalid', [says('invalid'), says('error')], 'error'],
  ['a request failed under a valid client, another rung invalid', [says('invalid'), serverFailed], 'fail'],
  ['error over a request that failed', [serverFailed, says('error')], 'error'],
  [
    'the exception is for fail only',
    [says('invalid'), says('inconclusive', { outranks_invalid: true })],
    'invalid',
  ],
  ['an exploring rung never counts', [says('pass'), says('fail', { exploring: true })], 'pass'],
  ['only an exploring rung', [says('error', { exploring: true, outranks_invalid: true })], undefined],
];

test('statements become one verdict by the table of the design', () => {
  for (const [name, statements, expected] of COMPOSITION) {
    assert.equal(decide(statements)?.verdict, expected, name);
    assert.equal(decide(statements.toReversed())?.verdict, expected, `${name}, reversed`);
  }
});

test('one more statement never makes the whole better', () => {
  const order = ['pass', 'inconclusive', 'fail', 'invalid', 'error'];
  const statement = fc.constantFrom(...VERDICTS).map((verdict) => says(verdict));
  fc.assert(
    fc.property(fc.array(statement, { minLength: 1 }), statement, (statements, more) => {
      const before = decide(statements)?.verdict ?? 'pass';
      const after = decide([...statements, more])?.verdict ?? 'pass';
      assert.ok(order.indexOf(after) >= order.indexOf(before));
    }),
  );
});

test('each verdict has its exit code', () => {
  assert.deepEqual(EXIT_CODE, { pass: 0, fail: 1, inconclusive: 3, invalid: 4, error: 5 });
});

test('fail-on masks what it does not name and nothing else', () => {
  const list: readonly Verdict[] = ['fail', 'invalid', 'error'];
  assert.deepEqual(
    VERDICTS.map((verdict) => exitCodeFor(verdict, list)),
    [5, 4, 1, 0, 0],
  );
  assert.deepEqual(
    VERDICTS.map((verdict) => exitCodeFor(verdict)),
    [5, 4, 1, 3, 0],
  );
  assert.deepEqual(
    VERDICTS.map((verdict) => exitCodeFor(verdict, [])),
    [0, 0, 0, 0, 0],
  );
});

test('fail-on is a list of verdicts or none', () => {
  assert.deepEqual(parseFailOn('fail, invalid error'), { ok: true, verdicts: ['fail', 'invalid', 'error'] });
  assert.deepEqual(parseFailOn('INCONCLUSIVE'), { ok: true, verdicts: ['inconclusive'] });
  assert.deepEqual(parseFailOn('none'), { ok: true, verdicts: [] });
  for (const bad of ['', ' , ', 'fails', 'fail,none', 'pass', 'constructor', '__proto__', '1']) {
    assert.equal(parseFailOn(bad).ok, false, bad);
  }
});

test('an engine that dies after the first request is a fail, before it an error; host and user always an error', () => {
  assert.deepEqual(FAILURE_VERDICT, {
    engine: { before: 'error', after: 'fail' },
    channel: { before: 'error', after: 'fail' },
    host: { before: 'error', after: 'error' },
    identity: { before: 'invalid', after: 'invalid' },
    cancelled: { before: 'error', after: 'error' },
    limit: { before: 'inconclusive', after: 'inconclusive' },
  });
});
