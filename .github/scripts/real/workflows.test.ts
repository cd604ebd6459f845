import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { run } from './command.ts';
import { realHome, realParts, repositoryRoot } from './folders.ts';

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly if?: string;
  readonly 'runs-on': string | readonly string[];
  readonly 'timeout-minutes'?: number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: unknown;
  readonly concurrency?: { readonly group: string };
  readonly jobs: Readonly<Record<string, Job>>;
}

const EXAMPLES = ['pull-request-gate', 'nightly', 'release-signoff'].map(
  (name) => `.github/examples/${name}.yml`,
);
const WORKFLOWS = [...globSync('.github/workflows/*.yml', { cwd: repositoryRoot }), ...EXAMPLES];

const textOf = (file: string): string => readFileSync(join(repositoryRoot, file), 'utf8');
const read = (file: string): Workflow => parse(textOf(file)) as Workflow;
const gate = read('.github/examples/pull-request-gate.yml');

test('actionlint has nothing to say about any workflow', async () => {
  assert.equal(await run({ program: realParts.actionlint, args: [...WORKFLOWS], cwd: repositoryRoot }), '');
});

test('zizmor has nothing to say about any workflow, in its pedantic persona', async () => {
  const args = ['--offline', '--strict-collection', '--persona', 'pedantic', ...WORKFLOWS];
  assert.match(await run({ program: realParts.zizmor, args, cwd: repositoryRoot }), /No findings to report/);
});

test('action.yml is an action as GitHub describes one, and actionlint agrees with its use', async (t) => {
  assert.ok(existsSync(join(repositoryRoot, 'action.yml')), 'action.yml is not there');
  const schema = ['--builtin-schema', 'vendor.github-actions', 'action.yml'];
  await run({ program: realParts.checkJsonschema, args: schema, cwd: repositoryRoot });
  const zizmor = ['--offline', '--strict-collection', '--persona', 'pedantic', 'action.yml'];
  assert.match(
    await run({ program: realParts.zizmor, args: zizmor, cwd: repositoryRoot }),
    /No findings to report/,
  );

  const folder = mkdtempSync(join(tmpdir(), 'use-action-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, '.github/workflows/use.yml');
  for (const name of ['.git', '.github/workflows', 'dist'])
    mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['action.yml', 'dist/action.js', 'dist/post.js'])
    cpSync(join(repositoryRoot, name), join(folder, name));
  const lint = (names: object): string => {
    const steps = [{ uses: './', with: names }];
    writeFileSync(file, JSON.stringify({ on: 'push', jobs: { a: { 'runs-on': 'ubuntu-latest', steps } } }));
    return spawnSync(realParts.actionlint, [file], { cwd: folder, encoding: 'utf8' }).stdout;
  };
  const inputs = { mode: 'run', config: 'x.yml', 'fail-on': 'fail' };
  assert.equal(lint(inputs), '');
  assert.match(lint({ ...inputs, 'no-such-input': 'x' }), /no-such-input/);
});

test('inputs that the examples use are inputs of the action', () => {
  const action = parse(textOf('action.yml')) as { inputs: Record<string, unknown> };
  for (const file of EXAMPLES) {
    const uses = Object.values(read(file).jobs)
      .flatMap((job) => job.steps)
      .filter((step) => step.uses?.startsWith('YOUR-ORG/'));
    assert.equal(uses.length, 1, file);
    for (const name of Object.keys(uses[0]?.with ?? {})) assert.ok(name in action.inputs, `${file}: ${name}`);
  }
});

test('the example configuration is valid, and no budget of it stays undecided for want of requests', async () => {
  const args = ['src/cli.ts', 'validate', '--config', '.github/examples/instinct-gate.yml'];
  const plan = await run({ program: process.execPath, args, cwd: repositoryRoot });
  assert.match(plan, /vllm serve meta-llama/);
  assert.match(plan, /p90_ttft_ms.*enough/);
  assert.doesNotMatch(plan, /undecided/);
  for (const file of EXAMPLES) assert.match(textOf(file), /config: \.github\/instinct-gate\.yml/);
});

test('every action is pinned by a full commit with its version beside it, ours as a marked placeholder', () => {
  for (const file of WORKFLOWS) {
    const uses = textOf(file)
      .split('\n')
      .filter((line) => /^\s*(- )?uses:/.test(line));
    assert.ok(uses.length > 0, file);
    for (const line of uses) assert.match(line, /uses: [\w.-]+\/[\w.-]+@[0-9a-f]{40} # v\S+$/, file);
  }
  for (const file of EXAMPLES)
    assert.match(textOf(file), /# PLACEHOLDER:.*\n.*YOUR-ORG\/instinct-gate@0{40} /, file);
});

test('no workflow has rights that a job did not ask for, and no job can hang', () => {
  for (const file of WORKFLOWS) {
    const workflow = read(file);
    assert.deepEqual(workflow.permissions, {}, file);
    assert.equal(typeof workflow.concurrency?.group, 'string', file);
    for (const [name, job] of Object.entries(workflow.jobs)) {
      assert.ok(job.permissions !== undefined, `${file} ${name}: permissions`);
      assert.ok((job['timeout-minutes'] ?? 0) > 0, `${file} ${name}: timeout-minutes`);
      const writes = Object.entries(job.permissions)
        .filter(([, right]) => right === 'write')
        .map(([scope]) => scope);
      const isGate = file.endsWith('pull-request-gate.yml') && name === 'gate';
      assert.deepEqual(writes, isGate ? ['pull-requests'] : [], `${file} ${name}`);
    }
  }
});

test('code of a fork or a draft never reaches the GPU machine, and pull_request_target is not used', () => {
  for (const file of EXAMPLES) assert.ok(!('pull_request_target' in read(file).on), file);
  for (const [name, job] of Object.entries(gate.jobs)) {
    if (!job['runs-on'].includes('self-hosted')) continue;
    const condition = job.if?.replace(/\s+/g, ' ') ?? '';
    assert.match(condition, /github\.event\.pull_request\.head\.repo\.full_name == github\.repository/, name);
    assert.match(condition, /needs\.prepare\.outputs\.relevant == 'true' &&/, name);
  }
  assert.match(gate.jobs['prepare']?.if ?? '', /!github\.event\.pull_request\.draft/);
});

test('the result job fails closed', () => {
  const job = gate.jobs['result'];
  assert.equal(job?.if, 'always()');
  const script = job?.steps[0]?.run ?? '';
  const results = ['success', 'failure', 'cancelled', 'skipped', ''];
  const cases = ['false', 'true', ''].flatMap((draft) =>
    results.flatMap((prepare) =>
      ['true', 'false', ''].flatMap((relevant) =>
        results.map((measured) => [draft, prepare, relevant, measured].join('|')),
      ),
    ),
  );
  // One shell for all cases; each in a subshell, as a process each takes seconds.
  const loop = `while IFS='|' read -r DRAFT PREPARE RELEVANT GATE; do if (${script}\n) > /dev/null; then echo 0; else echo 1; fi; done`;
  const { stdout } = spawnSync('bash', ['-c', loop], { input: `${cases.join('\n')}\n`, encoding: 'utf8' });
  const passed = cases.filter((_, index) => stdout.split('\n')[index] === '0');
  assert.equal(stdout.trim().split('\n').length, cases.length);
  assert.deepEqual(passed, [
    'false|success|true|success',
    'false|success|false|skipped',
    'true|skipped||skipped',
  ]);
});

test('a change is irrelevant only where git says so', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'relevant-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const git = async (...args: string[]): Promise<string> => {
    const identity = [
      '-c',
      'user.name=test',
      '-c',
      'user.email=test@example.invalid',
      '-c',
      'commit.gpgsign=false',
    ];
    const env = { ...process.env, HOME: realHome() };
    return (await run({ program: 'git', args: [...identity, ...args], cwd: folder, env })).trim();
  };
  const commit = async (file: string): Promise<string> => {
    writeFileSync(join(folder, file), String(Math.random()));
    await git('add', '-A');
    await git('commit', '-q', '-m', file);
    return git('rev-parse', 'HEAD');
  };
  await git('init', '-q');
  const base = await commit('README.md');
  const prose = await commit('README.md');
  const pin = await commit('requirements.txt');
  const script = gate.jobs['prepare']?.steps.find((step) => step.id === 'relevant')?.run ?? '';
  const cases: readonly [string, string, string][] = [
    [base, prose, 'false'],
    [prose, pin, 'true'],
    [base, pin, 'true'],
    ['0'.repeat(40), prose, 'true'],
    ['', prose, 'true'],
  ];
  for (const [from, to, expected] of cases) {
    const output = join(folder, '.git', 'output');
    writeFileSync(output, '');
    const env = {
      PATH: process.env['PATH'],
      BASE: from,
      HEAD: to,
      RELEVANT_PATHS: 'serving requirements.txt',
      GITHUB_OUTPUT: output,
    };
    assert.equal(spawnSync('bash', ['-e', '-c', script], { cwd: folder, env }).status, 0);
    assert.equal(readFileSync(output, 'utf8'), `relevant=${expected}\n`, `${from}..${to}`);
  }
});
