import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makePlan } from '../core/plan.ts';
import { type ConfigSources, loadConfig } from './load.ts';
import { planText } from './validate-text.ts';

function text(sources: Partial<ConfigSources>): string {
  const config = loadConfig({ env: {}, cwd: '/', ...sources });
  return planText(makePlan(config), config);
}

const fixture = fileURLToPath(new URL('../../fixtures/config/process.yaml', import.meta.url));

describe('the plan in a terminal', () => {
  test('a vLLM of our own', () => {
    const expected = `
engine    process
command   vllm serve meta-llama/Llama-3.1-8B-Instruct --host 127.0.0.1 --port {port} --served-model-name llama --max-num-seqs 128 --gpu-memory-utilization 0.9 --tensor-parallel-size 2 --enforce-eager
model     llama
endpoint  auto (openai)
key       none
prompts   random, 512 tokens in, 128 tokens out
arrival   poisson
baseline  none

Ladder
  requests/s  rung       prompts  expected
           2  gating         300  2.6 min
           4  gating         300  81 s
           8  gating         300  44 s
          16  exploring      300  25 s

Time and cost
  warm-up  at most 60 s
  total    6.3 min (limits.max_minutes: 20), without boot and retries
  GPUs     2 × = 13 min of GPU

Budgets
  budget                    rungs    prompts  needs at best  for 90 % power
  p95_ttft_ms <= 500 @ 2,4  2, 4         300             59             506  may stay undecided
  served_rate >= 95% @ <=8  2, 4, 8      300  –              –
  error_rate == 0           2, 4, 8      300  –              –
  capacity >= 8             ladder            –              –
  one-sided confidence 0.95; power: half of the allowance is used`;
    assert.equal(`\n${text({ file: fixture })}`, expected);
  });

  test('what cannot be decided stands out, in the table and in the notes', () => {
    const shown = text({
      file: fixture,
      set: ['budgets=["p99_ttft_ms <= 900 @ 4", "p99_ttft_ms <= 900 @ 2 observed"]'],
    });
    assert.match(shown, /p99_ttft_ms <= 900 @ 4 +4 +300 +299 +2546 +may stay undecided/);
    assert.match(shown, /observed +2 +300 +– +– +observed, not proven/);
    const fewer = text({
      file: fixture,
      set: ['load.num_prompts=200', 'budgets=["p99_ttft_ms <= 900 @ 4"]'],
    });
    assert.match(fewer, /CANNOT BE DECIDED/);
    assert.match(
      fewer,
      /! budget "p99_ttft_ms <= 900 @ 4": cannot be decided with 200 prompts: needs 299 at best/,
    );
  });

  test('a key is never shown, a warning is', () => {
    const shown = text({
      document: {
        base_url: 'http://127.0.0.1:8000',
        api_key: 'sk-very-secret',
        model_id: 'with sk-very-secret inside',
      },
    });
    assert.match(shown, /key +given \(masked\)/);
    assert.match(shown, /! service\.api_key is written out/);
    assert.match(shown, /with \*\*\* inside/);
    assert.doesNotMatch(shown, /very-secret/);
    assert.match(shown, /none: only failed or missing requests can fail this run/);
  });

  test('values from a file cannot move the cursor; words with spaces are quoted', () => {
    const shown = text({
      document: { engine: { model: 'm', args: { seed: 'a b' } }, service: { model_id: 'x\u001b[2Jy' } },
    });
    assert.ok(!shown.includes('\u001b'));
    assert.match(shown, /--seed 'a b'/);
  });
});
