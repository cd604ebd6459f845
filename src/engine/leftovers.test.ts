import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { endProcesses, makeToken, parseToken, type ReapReport, reapLeftovers, reapRun } from './leftovers.ts';
import { canSeeProcesses, pidNamespace, readProcess } from './processes.ts';
import { lockRun, runLockName } from './run-lock.ts';
import { forgetRun, listRuns, openStateDir, rememberRun } from './run-state.ts';

const linux = canSeeProcesses() ? {} : { skip: 'needs /proc' };
const started: ChildProcess[] = [];
const NAMESPACE = pidNamespace();

after(() => {
  for (const child of started) child.kill('SIGKILL');
});

function stateDir(): string {
  const dir = join(mkdtempSync(join(tmpdir(), 'gate-left-')), 'state');
  assert.ok(openStateDir(dir));
  return dir;
}

let tokens = 0;

/** Token of a run that nobody keeps: its lock lies free in the folder. */
function endedRun(dir: string, id = 'ended'): string {
  const token = unlockedRun(id);
  writeFileSync(join(dir, runLockName(token)), '');
  return token;
}

/** Token of a run whose lock is nowhere. */
function unlockedRun(id: string): string {
  tokens += 1;
  return makeToken(`${id}-${process.pid}-${tokens}`);
}

/** Token of a run that lives: its lock is held until `end` is called. */
async function liveRun(dir: string, id = 'live'): Promise<{ readonly token: string; end(): void }> {
  const token = unlockedRun(id);
  const file = await lockRun(token, dir);
  assert.ok(file !== undefined);
  return { token, end: () => file.release() };
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
  'ends the processes of a run whose keeper is gone, by SIGKILL where SIGTERM is ignored',
  linux,
  async () => {
    const dir = stateDir();
    const token = endedRun(dir);
    const soft = await startMarked(token);
    const hard = await startMarked(token, 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)');
    const report = await reapLeftovers({ graceMs: 300, stateDir: dir });
    assert.ok(!lives(soft) && !lives(hard));
    assert.ok(found(report, soft) && found(report, hard));
    assert.ok(!existsSync(join(dir, runLockName(token))), 'its lock goes with it');
  },
);

test(
  'never touches a live run, an unseen one, a foreign process, another namespace or a broken mark',
  linux,
  async () => {
    const dir = stateDir();
    const live = await liveRun(dir);
    const parts = endedRun(dir).split(':');
    const unseen = unlockedRun('unseen');
    const spared = [
      live.token,
      unseen,
      undefined,
      `${parts[0]}:${parts[1]}:${parts[2]}:1`,
      `${parts[0]}:${parts[1]}:${parts[2]}`,
      `gone;x:${parts[1]}:${parts[2]}:${NAMESPACE}`,
    ];
    // The lock of a run elsewhere says nothing here, whatever its name.
    writeFileSync(join(dir, runLockName(String(spared[3]))), '');
    const neighbours = await Promise.all(spared.map((token) => startMarked(token)));
    const prey = await startMarked(parts.join(':'));
    const report = await reapLeftovers({ graceMs: 300, stateDir: dir });
    assert.ok(!lives(prey));
    for (const [index, one] of neighbours.entries())
      assert.ok(lives(one), `neighbour ${spared[index]} was ended`);
    const named = (child: ChildProcess | undefined): string | undefined =>
      report.left.find((line) => line.startsWith(`pid ${child?.pid} `));
    assert.match(named(neighbours[0]) ?? '', /its run lives \(run live-.*, pid \d+ of user \d+/);
    assert.match(named(neighbours[1]) ?? '', /nobody can say here whether its run lives/);
    for (const one of neighbours) one.kill('SIGKILL');
    live.end();
  },
);

test(
  'a process id is no proof: a dead owner with a held lock lives, a live owner with a free lock is gone',
  linux,
  async () => {
    const dir = stateDir();
    const owner = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
    await once(owner, 'exit');
    const dead = `reused-${process.pid}:${owner.pid}:1:${NAMESPACE}`;
    const file = await lockRun(dead, dir);
    const kept = await startMarked(dead);
    const gone = await startMarked(endedRun(dir, 'mine'));
    await reapLeftovers({ graceMs: 300, stateDir: dir });
    assert.ok(lives(kept) && !lives(gone));
    file?.release();
    await reapLeftovers({ graceMs: 300, stateDir: dir });
    assert.ok(!lives(kept));
  },
);

test('whatever runs there are beside it, exactly the ended ones are ended', linux, async () => {
  const kind = fc.constantFrom('ended' as const, 'live' as const, 'unseen' as const, 'foreign' as const);
  await fc.assert(
    fc.asyncProperty(fc.array(kind, { minLength: 1, maxLength: 4 }), async (kinds) => {
      const dir = stateDir();
      const ends: (() => void)[] = [];
      const children = await Promise.all(
        kinds.map(async (one) => {
          if (one === 'foreign') return startMarked(undefined);
          if (one === 'ended') return startMarked(endedRun(dir));
          if (one === 'unseen') return startMarked(unlockedRun('hidden'));
          const run = await liveRun(dir);
          ends.push(run.end);
          return startMarked(run.token);
        }),
      );
      await reapLeftovers({ graceMs: 300, stateDir: dir });
      const left = children.map(lives);
      for (const end of ends) end();
      for (const child of children) child.kill('SIGKILL');
      assert.deepEqual(
        left,
        kinds.map((one) => one !== 'ended'),
      );
    }),
    { numRuns: 6 },
  );
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

test(
  'a process that wrote over its environment is found by the session in the state file',
  linux,
  async () => {
    const dir = stateDir();
    const token = endedRun(dir, 'titled');
    // An empty environment looks like one that setproctitle has written over.
    const leader = await startMarked(undefined);
    const pid = Number(leader.pid);
    const startTime = Number(readProcess(pid)?.start_time);
    // The pid of the session was given to somebody else meanwhile: hands off.
    rememberRun({ token, pid, start_time: startTime - 1, log: 'x' }, dir);
    await reapLeftovers({ graceMs: 300, stateDir: dir });
    assert.ok(lives(leader));
    writeFileSync(join(dir, runLockName(token)), '');
    rememberRun({ token, pid, start_time: startTime, log: 'x' }, dir);
    const report = await reapLeftovers({ graceMs: 300, stateDir: dir });
    assert.ok(found(report, leader) && !lives(leader));
    assert.deepEqual(listRuns(dir), []);
  },
);

test(
  'the post step of a run waits for its keeper, then ends what is left of this run only',
  linux,
  async () => {
    const dir = stateDir();
    const mine = await liveRun(dir, 'mine');
    const other = await liveRun(dir, 'other');
    const engine = await startMarked(mine.token);
    const neighbour = await startMarked(other.token);
    const early = await reapRun(mine.token, { graceMs: 200, stateDir: dir });
    assert.ok(lives(engine) && early.left.length === 1, 'its keeper is at work: it is left and named');
    setTimeout(mine.end, 400);
    await reapRun(mine.token, { graceMs: 5000, stateDir: dir });
    assert.ok(!lives(engine) && lives(neighbour));
    neighbour.kill('SIGKILL');
    other.end();
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
  const dir = stateDir();
  const token = endedRun(dir, 'nested');
  const module = new URL('./leftovers.ts', import.meta.url).href;
  const script = `const { reapLeftovers } = await import(${JSON.stringify(module)});
    const report = await reapLeftovers({ graceMs: 100, stateDir: ${JSON.stringify(dir)} });
    console.log(report.found);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { INSTINCT_GATE_RUN: token },
  });
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
  await sleep(0);
});
