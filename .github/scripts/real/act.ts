import { spawn } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startArtifactShim } from '../../../fixtures/github/artifact-shim.ts';
import type { FakeGitHub } from '../../../fixtures/github/server.ts';
import { run } from './command.ts';
import { realFolder, realHome, realParts, repositoryRoot } from './folders.ts';
import { pathWith } from './host.ts';
import { freePort } from './served-vllm.ts';

export interface ActionCall {
  readonly event: 'pull_request' | 'push' | 'schedule' | 'workflow_dispatch';
  readonly payload: Readonly<Record<string, unknown>>;
  readonly inputs: Readonly<Record<string, string>>;
  /** Further files of the checked-out repository. */
  readonly files: Readonly<Record<string, string>>;
  readonly github: FakeGitHub;
  readonly timeoutMs?: number;
  /** Called once act runs, with its process id and the folder that the action writes to. */
  readonly during?: (running: { readonly pid: number; readonly out: string }) => Promise<void>;
}

export interface ActionRun extends AsyncDisposable {
  readonly jobPassed: boolean;
  readonly nodeVersion: string;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly annotations: readonly { readonly level: string; readonly text: string }[];
  readonly postStep: 'success' | 'failure' | 'not run';
  /** What the steps printed, without commands. */
  readonly text: string;
  /** Everything that act printed. */
  readonly raw: string;
  /** Where the action was told to write its files. */
  readonly out: string;
  /** Zip file of each uploaded artifact, by name. */
  readonly artifacts: Readonly<Record<string, string>>;
}

/** What act prints with --json: one object for each line or command. */
interface ActMessage {
  readonly msg?: string;
  readonly command?: string;
  readonly name?: string;
  readonly arg?: string;
  readonly content?: string;
  readonly stage?: string;
  readonly stepID?: readonly string[];
  readonly stepResult?: string;
  readonly jobResult?: string;
  readonly raw_output?: boolean;
}

const TOKEN = 'fake-token-that-only-the-loopback-server-knows';
const ANNOTATIONS = ['notice', 'warning', 'error'];

/** Runs the built action of this repository (`uses: ./`) in act's host mode: a runner without Docker. */
export async function runAction(call: ActionCall): Promise<ActionRun> {
  const folder = mkdtempSync(join(tmpdir(), 'instinct-gate-act-'));
  const repository = join(folder, 'repository');
  const out = join(folder, 'out');
  await layRepository(repository, call, out);
  writeFileSync(join(folder, 'event.json'), JSON.stringify(call.payload));
  const artifactPort = await freePort();
  await using shim = await startArtifactShim(artifactPort);
  const args = [
    call.event,
    ...['--eventpath', join(folder, 'event.json'), '--workflows', '.github/workflows/gate.yml'],
    ...['--platform', 'self-hosted=-self-hosted', '--no-cache-server', '--json'],
    ...['--artifact-server-addr', '127.0.0.1', '--artifact-server-port', String(artifactPort)],
    ...['--artifact-server-path', join(folder, 'artifacts')],
    ...['--env', 'GITHUB_REPOSITORY=octo/sample', '--env', `GITHUB_API_URL=${call.github.url}`],
    ...['--secret', `GITHUB_TOKEN=${TOKEN}`],
  ];
  const env = {
    ...process.env,
    // act runs whatever `node` comes first.
    PATH: pathWith(dirname(process.execPath)),
    HOME: realHome(),
    XDG_CACHE_HOME: join(realFolder, 'cache', 'act'),
    DOCKER_HOST: 'unix:///nonexistent/docker.sock',
    ACTIONS_RUNTIME_URL: shim.url,
  };
  const options = { cwd: repository, env, timeoutMs: call.timeoutMs ?? 300_000 };
  const raw = await output(args, options, async (pid) => call.during?.({ pid, out }));
  const messages = raw.split('\n').flatMap((line): ActMessage[] => {
    try {
      return line.startsWith('{') ? [JSON.parse(line) as ActMessage] : [];
    } catch {
      return [];
    }
  });
  const ofGate = messages.filter((each) => each.stepID?.[0] === 'gate');
  const printed = messages.filter((each) => each.raw_output === true);
  const post = ofGate.findLast((each) => each.stage === 'Post' && each.stepResult !== undefined);
  return {
    jobPassed: messages.some((each) => each.jobResult === 'success'),
    nodeVersion: printed.find((each) => each.stepID?.[0] === 'node')?.msg?.trim() ?? '',
    outputs: Object.fromEntries(
      ofGate.filter((each) => each.command === 'set-output').map((each) => [each.name ?? '', each.arg ?? '']),
    ),
    summary: ofGate
      .filter((each) => each.command === 'summary')
      .map((each) => each.content ?? '')
      .join('\n'),
    annotations: ofGate
      .filter((each) => ANNOTATIONS.includes(each.command ?? ''))
      .map((each) => ({ level: each.command ?? '', text: each.arg ?? '' })),
    postStep: post === undefined ? 'not run' : post.stepResult === 'success' ? 'success' : 'failure',
    text: printed.map((each) => each.msg ?? '').join(''),
    raw,
    out,
    artifacts: Object.fromEntries(
      globSync('artifacts/*/*/*.zip', { cwd: folder }).map((file) => [
        file
          .split('/')
          .at(-1)
          ?.replace(/\.zip$/, '') ?? '',
        join(folder, file),
      ]),
    ),
    [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Names of the files in a zip. */
export async function filesInZip(zip: string): Promise<string[]> {
  const script = 'import sys, zipfile; print("\\n".join(zipfile.ZipFile(sys.argv[1]).namelist()))';
  return (await run({ program: realParts.vllmPython, args: ['-c', script, zip] })).trim().split('\n').sort();
}

/** A pull request of the fake GitHub's repository, as the runner gives it to a job. */
export function pullRequestEvent(headSha: string, headRepository = 'octo/sample'): Record<string, unknown> {
  const repository = {
    full_name: 'octo/sample',
    name: 'sample',
    owner: { login: 'octo' },
    default_branch: 'main',
  };
  return {
    action: 'synchronize',
    number: 7,
    repository,
    pull_request: {
      number: 7,
      draft: false,
      head: { ref: 'topic', sha: headSha, repo: { ...repository, full_name: headRepository } },
      base: { ref: 'main', sha: 'b'.repeat(40), repo: repository },
    },
  };
}

async function layRepository(repository: string, call: ActionCall, out: string): Promise<void> {
  mkdirSync(join(repository, '.github/workflows'), { recursive: true });
  for (const part of ['action.yml', 'package.json', 'dist']) {
    const from = join(repositoryRoot, part);
    if (!existsSync(from)) throw new Error(`${part} is not there: run "npm run build" first`);
    cpSync(from, join(repository, part), { recursive: true });
  }
  const inputs = Object.entries({ out, ...call.inputs }).map(
    ([name, value]) => `          ${name}: ${JSON.stringify(value)}`,
  );
  const files = { ...call.files, '.github/workflows/gate.yml': workflow(call.event, inputs) };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(repository, file)), { recursive: true });
    writeFileSync(join(repository, file), text);
  }
  const identity = [
    '-c',
    'user.name=test',
    '-c',
    'user.email=test@example.invalid',
    '-c',
    'commit.gpgsign=false',
  ];
  const env = { ...process.env, HOME: realHome() };
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    [...identity, 'commit', '-q', '-m', 'sample'],
  ]) {
    await run({ program: 'git', args, cwd: repository, env });
  }
}

/** `actions/checkout` is not fetched: act copies the working tree at that step. */
const workflow = (event: string, inputs: readonly string[]): string => `name: perf
on: [${event}]
jobs:
  gate:
    runs-on: self-hosted
    steps:
      - uses: actions/checkout@v7
      - id: node
        run: node --version
      - uses: ./
        id: gate
        with:
${inputs.join('\n')}
`;

/** Everything that act prints, whatever its exit code: it ends with 1 for every failed job. */
async function output(
  args: readonly string[],
  { timeoutMs, ...options }: { cwd: string; env: NodeJS.ProcessEnv; timeoutMs: number },
  during: (pid: number) => Promise<void>,
): Promise<string> {
  const child = spawn(realParts.act, args, {
    ...options,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: timeoutMs,
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (chunk: string) => {
      text += chunk;
    });
  }
  const closed = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => resolve());
  });
  await Promise.all([closed, during(child.pid ?? 0)]);
  return text;
}
