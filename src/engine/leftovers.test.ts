import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { endProcesses, makeToken, parseToken, type ReapReport, reapLeftovers, reapRun } from './leftovers.ts';
import { canSeeProcesses, pidNamespace, readProcess } from './processes.ts';
import { forgetRun, listRuns, rememberRun } from './run-state.ts';

const linux = canSeeProcesses() ? {} : { skip: 'needs /proc' };
const started: ChildProcess[] = [];
const NAMESPACE = pidNamespace();

after(() => {
  for (const child of started) child.kill('SIGKILL');
});

function stateDir(): string {
  return join(mkdtempSync(join(tmpdir(), 'gate-left-')), 'state');
}

/** A process that carries the given mark; it ignores SIGTERM when told. */
async function startMarked(
  token: string | undefined,
  script = 'setInterval(() => {}, 1000)',
): Promise<ChildProcess> {
  const env = token === undefined ? {} : { INSTINCT_GATE_RUN: token };
  const ready = `${script}; process.stdout.write("up")`;
  const child = spawn(process.execPath, ['-e', ready], {
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
    env,
  });
  started.push(child);
  assert.ok(child.stdout !== null);
  // A clean-up of another test may end it before its first word.
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  return child;
}

/** Token of a run whose owner has ended. */
async function deadToken(id: string): Promise<string> {
  const owner = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  await once(owner, 'spawn');
  const token = `${id}:${owner.pid}:${readProcess(Number(owner.pid))?.start_time}:${NAMESPACE}`;
  owner.kill('SIGKILL');
  await once(owner, 'exit');
  return token;
}

// Other tests clean this machine up at the same time: who ended a process is only asked where nobody else can see it.
function found(report: ReapReport, child: ChildProcess): boolean {
  return report.lines.some((line) => line.startsWith(`pid ${child.pid} `));
}

function lives(child: ChildProcess): boolean {
  return readProcess(Number(child.pid)) !== undefined;
}

test('a token survives its round trip, whatever the run is called', () => {
  fc.assert(
    fc.property(fc.string(), (id) => {
      const token = parseToken(makeToken(id));
      return token !== undefined && token.owner_pid === process.pid && token.pid_namespace === NAMESPACE;
    }),
  );
});

test('only exact tokens are believed', () => {
  for (const text of [
    '',
    'a',
    'a:1:2',
    'a:0:2:3',
    'a:-1:2:3',
    'a:1:2:3:4',
    'a b:1:2:3',
    'a:1:2:3\n',
    ':1:2:3',
  ]) {
    assert.equal(parseToken(text), undefined, text);
  }
});

test(
  'ends the processes of a run whose owner is gone, by SIGKILL where SIGTERM is ignored',
  linux,
  async () => {
    const token = await deadToken('gone');
    const soft = await startMarked(token);
    const hard = await startMarked(token, 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)');
    await reapLeftovers({ graceMs: 300, stateDir: stateDir() });
    assert.ok(!lives(soft) && !lives(hard));
  },
);

test('never touches a live run, a foreign process, another namespace or a broken mark', linux, async () => {
  const owner = `${process.pid}:${readProcess(process.pid)?.start_time}`;
  const dead = (await deadToken('gone')).split(':');
  const spared = [
    makeToken('live'),
    undefined,
    `gone:${dead[1]}:${dead[2]}:1`,
    `gone:${dead[1]}:${dead[2]}`,
    `gone;x:${dead[1]}:${dead[2]}:${NAMESPACE}`,
    `live:${owner}:${NAMESPACE}`,
  ];
  const neighbours = await Promise.all(spared.map((token) => startMarked(token)));
  const prey = await startMarked(dead.join(':'));
  await reapLeftovers({ graceMs: 300, stateDir: stateDir() });
  assert.ok(!lives(prey));
  for (const [index, one] of neighbours.entries())
    assert.ok(lives(one), `neighbour ${spared[index]} was ended`);
  for (const one of neighbours) one.kill('SIGKILL');
});

test(
  'a process that can no longer be recognised, but still lives, is ended all the same',
  linux,
  async () => {
    const child = await startMarked(
      makeToken('live'),
      'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)',
    );
    const one = readProcess(Number(child.pid));
    assert.ok(one !== undefined);
    let asked = 0;
    const { found, killed, left } = await endProcesses(() => (asked++ === 0 ? [one] : []), 100);
    assert.deepEqual([found.length, killed, left, lives(child)], [1, 1, 0, false]);
  },
);

test('an owner whose pid was given to another process is gone', linux, async () => {
  const child = await startMarked(`reused:${process.pid}:1:${NAMESPACE}`);
  await reapLeftovers({ graceMs: 300, stateDir: stateDir() });
  assert.ok(!lives(child));
});

test(
  'a process that wrote over its environment is found by the session in the state file',
  linux,
  async () => {
    const token = await deadToken('titled');
    const dir = stateDir();
    // An empty environment looks like one that setproctitle has written over.
    const leader = await startMarked(undefined);
    const pid = Number(leader.pid);
    const startTime = Number(readProcess(pid)?.start_time);
    // The pid of the session was given to somebody else meanwhile: hands off.
    rememberRun({ token, pid, start_time: startTime - 1, log: 'x' }, dir);
    await reapLeftovers({ graceMs: 300, stateDir: dir });
    assert.ok(lives(leader));
    rememberRun({ token, pid, start_time: startTime, log: 'x' }, dir);
    const report = await reapLeftovers({ graceMs: 300, stateDir: dir });
    assert.ok(found(report, leader) && !lives(leader));
    assert.deepEqual(listRuns(dir), []);
  },
);

test(
  'the post step of a run waits for its dying owner, then ends what is left of this run only',
  linux,
  async () => {
    const owner = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 400)'], { stdio: 'ignore' });
    await once(owner, 'spawn');
    const token = `mine:${owner.pid}:${readProcess(Number(owner.pid))?.start_time}:${NAMESPACE}`;
    const engine = await startMarked(token);
    const other = await startMarked(makeToken('other'));
    await reapRun(token, { graceMs: 5000, stateDir: stateDir() });
    assert.ok(!lives(engine) && lives(other));
    other.kill('SIGKILL');
  },
);

test('the state folder must be ours alone and no link', linux, async () => {
  const base = mkdtempSync(join(tmpdir(), 'gate-left-'));
  const token = makeToken('state');
  const open = join(base, 'open');
  mkdirSync(open);
  chmodSync(open, 0o777);
  assert.equal(rememberRun({ token, log: 'x' }, open), false);
  const real = join(base, 'real');
  mkdirSync(real, { mode: 0o700 });
  symlinkSync(real, join(base, 'link'));
  assert.equal(rememberRun({ token, log: 'x' }, join(base, 'link')), false);
  assert.equal(rememberRun({ token, log: 'x' }, real), true);
  writeFileSync(join(real, 'foreign.json'), '{"token":"a:1:2:3","pid":1}');
  writeFileSync(join(real, 'broken.json'), '{');
  assert.deepEqual(listRuns(real), [{ token, log: 'x' }]);
  forgetRun(token, real);
  assert.deepEqual(listRuns(real), []);
});

test('a clean-up started inside a run does not end itself', linux, async () => {
  const token = await deadToken('nested');
  const module = new URL('./leftovers.ts', import.meta.url).href;
  const script = `const { reapLeftovers } = await import(${JSON.stringify(module)});
    const report = await reapLeftovers({ graceMs: 100, stateDir: '/nonexistent' });
    console.log(report.found);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { INSTINCT_GATE_RUN: token },
  });
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
  await sleep(0);
});
