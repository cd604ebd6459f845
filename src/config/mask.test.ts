import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  headerSecrets,
  isSecretName,
  maskCommand,
  maskCut,
  maskDeep,
  maskSecrets,
  maskValues,
} from './mask.ts';

describe('secrets in a text', () => {
  const secret = 'sk-a"b\\c/d+e f';
  const table = [
    ['as it is', secret],
    ['in JSON', JSON.stringify({ key: secret })],
    ['in a URL', `https://x/?k=${encodeURIComponent(secret)}`],
    ['in base64', Buffer.from(secret).toString('base64')],
    ['in base64url', Buffer.from(secret).toString('base64url')],
    ['after a user name', Buffer.from(`u:${secret}`).toString('base64')],
    ['after a longer user name', Buffer.from(`us:${secret}`).toString('base64')],
    ['after the longest user name', Buffer.from(`use:${secret}`).toString('base64')],
  ] as const;
  for (const [name, text] of table) {
    test(name, () => {
      const masked = maskSecrets(`before ${text} after`, [secret]);
      assert.match(masked, /^before .*\*\*\*.* after$/);
      assert.ok(!masked.includes(text));
      for (const piece of ['sk-a', Buffer.from(secret).toString('base64').slice(4, 16)]) {
        assert.ok(!masked.includes(piece), masked);
      }
    });
  }

  test('the longest first: a secret that holds another is masked whole', () => {
    assert.equal(maskSecrets('token abcdef-longer', ['abcdef', 'abcdef-longer']), 'token ***');
  });

  test('each line of a secret with several lines', () => {
    assert.equal(maskSecrets('a line-one b', ['line-one\nline-two']), 'a *** b');
  });

  test('a cut anywhere in a secret leaves nothing of it but three characters', () => {
    for (let length = 0; length <= secret.length; length++) {
      const masked = maskCut(`before ${secret.slice(0, length)}`, [secret]);
      assert.equal(masked, length < 4 ? `before ${secret.slice(0, length)}` : 'before ***');
    }
  });

  test('a list that grew masks what was added', () => {
    const secrets = ['first-secret'];
    assert.equal(maskSecrets('first-secret second-secret', secrets), '*** second-secret');
    secrets.push('second-secret');
    assert.equal(maskSecrets('first-secret second-secret', secrets), '*** ***');
  });

  test('empty and tiny secrets do not blank out ordinary text', () => {
    assert.equal(maskSecrets('a b c', ['', ' ', 'b']), 'a b c');
  });

  test('no secret of at least four characters is left', () => {
    const secrets = fc.array(fc.string({ minLength: 4 }).filter((s) => !s.includes('*')));
    fc.assert(
      fc.property(secrets, fc.string(), (all, text) => {
        const masked = maskSecrets(all.join(text), all);
        for (const secret of all) assert.ok(!masked.includes(secret));
      }),
    );
  });
});

describe('names of secrets', () => {
  const table = [
    ['HF_TOKEN', true],
    ['OPENAI_API_KEY', true],
    ['openaiApiKey', true],
    ['x-api-key', true],
    ['Authorization', true],
    ['Cookie', true],
    ['AWS_SECRET_ACCESS_KEY', true],
    ['--api-key', true],
    ['--hf-token', true],
    ['db_password', true],
    ['max-num-batched-tokens', false],
    ['tokenizer', false],
    ['VLLM_ROCM_USE_AITER', false],
    ['HIP_VISIBLE_DEVICES', false],
    ['keyboard', false],
    ['PWD', false],
    ['OLDPWD', false],
    ['DB_PWD', true],
  ] as const;
  for (const [name, expected] of table) {
    test(`${name}: ${expected}`, () => assert.equal(isSecretName(name), expected));
  }
});

test('commands show flags and hide what they carry', () => {
  const command = [
    'vllm',
    'serve',
    'm',
    '--api-key',
    'sk-1234',
    '--hf-token=hf_5678',
    '--x',
    'has-s3cret-in',
    '--trust-remote-code',
  ];
  assert.deepEqual(maskCommand(command, ['s3cret']), [
    'vllm',
    'serve',
    'm',
    '--api-key',
    '***',
    '--hf-token=***',
    '--x',
    'has-***-in',
    '--trust-remote-code',
  ]);
});

test('a header hides its credentials with and without the scheme, and the password of Basic', () => {
  assert.deepEqual(headerSecrets('blue'), ['blue']);
  assert.deepEqual(headerSecrets('Bearer sk-1'), ['Bearer sk-1', 'sk-1']);
  const basic = Buffer.from('user:s3cret').toString('base64');
  assert.deepEqual(headerSecrets(`Basic ${basic}`), [`Basic ${basic}`, basic, 'user:s3cret', 's3cret']);
});

test('environments and headers keep their names only', () => {
  assert.deepEqual(maskValues({ A: '1', 'x-team': 2 }), { A: '***', 'x-team': '***' });
});

test('documents are masked at every depth', () => {
  assert.deepEqual(maskDeep({ a: [{ b: 'my s3cret' }], n: 1, 's3cret-key': undefined }, ['s3cret']), {
    a: [{ b: 'my ***' }],
    n: 1,
    '***-key': undefined,
  });
});
