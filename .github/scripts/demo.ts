// `npm run demo`: the main job on the built-in engine simulator. A slower candidate against six stored runs; exits 0
// exactly when the gate finds the regression. `--record` measures the six baselines anew.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const CONFIG = 'fixtures/demo/demo.yml';
const BASELINES = 'fixtures/demo/baselines';
const OUT = 'instinct-gate-out';
const BOOTS = 6;
/** Planted: every step of the engine takes 60 % longer than in the stored runs. */
const SLOW_DOWN = 1.6;
const EXPECTED = { verdict: 'fail', exit_code: 1 } as const;

const { values } = parseArgs({ options: { record: { type: 'boolean', default: false } } });
process.exitCode = values.record ? record() : demo();

function demo(): number {
  console.log(
    `A simulated engine, ${Math.round((SLOW_DOWN - 1) * 100)} % slower than in six stored runs of it.`,
  );
  console.log('No number below was measured on a GPU.\n');
  const exitCode = gate([
    ...['--set', `compare.baseline=${BASELINES}`],
    ...['--set', `engine.args.slow_down=${SLOW_DOWN}`, '--set', 'engine.args.boot_seed=100'],
  ]);
  const path = join(OUT, 'result.json');
  if (!existsSync(path)) {
    console.error(`\nThe demo wrote no result (exit code ${exitCode}).`);
    return 1;
  }
  const { verdict } = JSON.parse(readFileSync(path, 'utf8')).verdict as { verdict: string };
  const asExpected = verdict === EXPECTED.verdict && exitCode === EXPECTED.exit_code;
  console.log(`\nVerdict of the gate: ${verdict}, exit code ${exitCode}.`);
  console.log(
    asExpected
      ? `As expected: the planted slow-down was found. Open ${join(OUT, 'report.html')}.`
      : `Expected ${EXPECTED.verdict} with exit code ${EXPECTED.exit_code}.`,
  );
  return asExpected ? 0 : 1;
}

/** Only a pass is a baseline: on a busy machine a boot may be measured in vain, and another takes its place. */
function record(): number {
  rmSync(BASELINES, { recursive: true, force: true });
  mkdirSync(BASELINES, { recursive: true });
  let recorded = 0;
  for (let boot = 1; recorded < BOOTS && boot <= 2 * BOOTS; boot += 1) {
    if (gate(['--set', `engine.args.boot_seed=${boot}`]) !== 0) continue;
    recorded += 1;
    cpSync(join(OUT, 'result.json'), join(BASELINES, `boot-${recorded}.json`));
    rmSync(OUT, { recursive: true, force: true });
  }
  console.log(`${recorded} of ${BOOTS} baselines recorded.`);
  return recorded === BOOTS ? 0 : 1;
}

function gate(args: readonly string[]): number {
  const command = ['dist/cli.js', 'run', '--config', CONFIG, '--out', OUT, ...args];
  return spawnSync(process.execPath, command, { stdio: 'inherit' }).status ?? 1;
}
