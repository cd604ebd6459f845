import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type LockAttempt, type LockHolder, tryLock } from './lock.ts';
import { isInContainer, lockDir } from './lock-dir.ts';
import { canSeeProcesses } from './processes.ts';

const linux = canSeeProcesses() ? {} : { skip: 'needs flock(1) and /proc' };
const root = process.getuid?.() === 0 ? {} : { skip: 'needs root to act as another user' };
const NOBODY = 65534;
const MKFIFO = 'mkfifo';
const HOLDER: LockHolder = {
  pid: 7,
  start_time: 9,
  pid_namespace: '4026531836',
  uid: 1000,
  since: '2026-12-01T00:00:00Z',
  run: 'abc:7:9:4026531836',
};

function folder(): string {
  const dir = join(mkdtempSync(join(tmpdir(), 'gate-lock-')), 'locks');
  mkdirSync(dir);
  chmodSync(dir, 0o1777);
  chmodSync(join(dir, '..'), 0o755);
  return dir;
}

function attempt(dir: string, more: Partial<Parameters<typeof tryLock>[0]> = {}): Promise<LockAttempt> {
  return tryLock({ dir, name: 'a.lock', mode: 'exclusive', create: true, ...more });
}

test('one holds it, the next sees who, and it is free when that lets go', linux, async () => {
  const dir = folder();
  const first = await attempt(dir, { holder: HOLDER });
  assert.ok(first.state === 'locked');
  assert.deepEqual(await attempt(dir), { state: 'busy', holder: HOLDER });
  first.file.release();
  first.file.release();
  const second = await attempt(dir);
  assert.ok(second.state === 'locked');
  second.file.release();
  assert.equal(readFileSync(join(dir, 'a.lock'), 'utf8'), '');
});

test('shared holders do not exclude each other, an exclusive one does', linux, async () => {
  const dir = folder();
  const one = await attempt(dir, { mode: 'shared' });
  const two = await attempt(dir, { mode: 'shared' });
  assert.ok(one.state === 'locked' && two.state === 'locked');
  assert.equal((await attempt(dir)).state, 'busy');
  one.file.release();
  two.file.release();
  const alone = await attempt(dir);
  assert.equal(alone.state, 'locked');
});

test('a removed lock file is not held by its last owner', linux, async () => {
  const dir = folder();
  const first = await attempt(dir);
  assert.ok(first.state === 'locked');
  first.file.release({ remove: true });
  assert.equal((await attempt(dir, { create: false })).state, 'absent');
  assert.equal((await attempt(dir)).state, 'locked');
});

test('a process that dies, however, frees its locks', linux, async () => {
  const dir = folder();
  const script = `const { tryLock } = await import(${JSON.stringify(new URL('./lock.ts', import.meta.url).href)});
    const got = await tryLock({ dir: ${JSON.stringify(dir)}, name: 'a.lock', mode: 'exclusive', create: true });
    console.log(got.state); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  assert.ok(child.stdout !== null);
  await once(child.stdout, 'data');
  assert.equal((await attempt(dir)).state, 'busy');
  child.kill('SIGKILL');
  await once(child, 'exit');
  assert.equal((await attempt(dir)).state, 'locked');
});

test('what lies in the way is neither followed, nor written, nor waited for', linux, async () => {
  const dir = folder();
  const victim = join(dir, '..', 'victim');
  writeFileSync(victim, 'precious');
  const cases: readonly (readonly [string, (path: string) => void, RegExp])[] = [
    ['link', (path) => symlinkSync(victim, path), /symbolic link/],
    ['dangling', (path) => symlinkSync(join(dir, 'nowhere'), path), /symbolic link/],
    ['hard', (path) => linkSync(victim, path), /second name/],
    ['folder', (path) => mkdirSync(path), /EISDIR|not a regular file/],
    ['fifo', (path) => execFileSync(MKFIFO, [path]), /not a regular file/],
    ['device', (path) => symlinkSync('/dev/null', path), /symbolic link/],
    ['large', (path) => writeFileSync(path, 'x'.repeat(100_000)), /more than a lock file/],
  ];
  for (const [name, make, reason] of cases) {
    make(join(dir, `${name}.lock`));
    const found = await attempt(dir, { name: `${name}.lock`, holder: HOLDER });
    assert.ok(found.state === 'unknown', `${name}: ${found.state}`);
    assert.match(found.reason, reason, name);
  }
  assert.equal(readFileSync(victim, 'utf8'), 'precious');
  await assert.rejects(attempt(dir, { name: '../x' }), /plain file name/);
});

test('what a holder wrote is data: anything else than a holder is nobody', linux, async () => {
  const dir = folder();
  for (const text of [
    '',
    '{',
    '[]',
    '{"pid":"1"}',
    `{"pid":1,"run":"a","since":"${'\u0007'.repeat(50)}now"}`,
  ]) {
    writeFileSync(join(dir, 'a.lock'), text);
    const held = await attempt(dir);
    assert.ok(held.state === 'locked');
    writeFileSync(join(dir, 'a.lock'), text);
    const seen = await attempt(dir);
    assert.ok(seen.state === 'busy');
    assert.ok(!JSON.stringify(seen).includes('\\u0007'));
    held.file.release();
  }
});

test('runners of different users share the folder and exclude each other', {
  ...linux,
  ...root,
}, async () => {
  const dir = folder();
  const module = JSON.stringify(new URL('./lock.ts', import.meta.url).href);
  // Started as root, so that the sources can be read, and somebody else from then on.
  const asNobody = (): Promise<string> => {
    const script = `const { tryLock } = await import(${module}); process.setgid(${NOBODY}); process.setuid(${NOBODY});
      const got = await tryLock({ dir: ${JSON.stringify(dir)}, name: 'a.lock', mode: 'exclusive', create: true });
      console.log(JSON.stringify(got.state === 'unknown' ? got.reason : got.state));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    assert.ok(child.stdout !== null);
    return once(child.stdout, 'data').then(([text]) => String(JSON.parse(String(text))));
  };
  const mine = await attempt(dir, { holder: HOLDER });
  assert.ok(mine.state === 'locked');
  assert.equal(await asNobody(), 'busy');
  mine.file.release();
  assert.equal(await asNobody(), 'locked', 'a lock of another user can be taken when it is free');
  // Made by the other user, without a right to write for anybody else.
  writeFileSync(join(dir, 'b.lock'), '');
  chownSync(join(dir, 'b.lock'), NOBODY, NOBODY);
  const theirs = await attempt(dir, { name: 'b.lock' });
  assert.ok(theirs.state === 'locked' && theirs.owner_uid === NOBODY);
});

test('the folder is made sticky for all users, and only a plain one is used', linux, () => {
  const base = mkdtempSync(join(tmpdir(), 'gate-lock-'));
  const env = {};
  const fresh = lockDir({ configured: join(base, 'fresh'), env });
  assert.deepEqual(fresh, { path: join(base, 'fresh'), shared: true });
  assert.equal(statSync(join(base, 'fresh')).mode & 0o7777, 0o1777);
  symlinkSync(join(base, 'fresh'), join(base, 'link'));
  writeFileSync(join(base, 'file'), '');
  mkdirSync(join(base, 'open'));
  chmodSync(join(base, 'open'), 0o777);
  for (const [name, reason] of [
    ['link', /symbolic link/],
    ['file', /not a folder/],
    ['open', /not sticky/],
    ['no/such', /does not exist/],
  ] as const) {
    const found = lockDir({ configured: join(base, name), env });
    assert.ok(typeof found === 'string', name);
    assert.match(found, reason);
  }
});

test('a folder that only this job or service sees is never used for locks', linux, () => {
  const base = mkdtempSync(join(tmpdir(), 'gate-lock-'));
  for (const variable of ['RUNNER_TEMP', 'GITHUB_WORKSPACE', 'TMPDIR', 'XDG_RUNTIME_DIR']) {
    const found = lockDir({ configured: join(base, 'x'), env: { [variable]: base } });
    assert.ok(typeof found === 'string');
    assert.match(found, new RegExp(`lies in ${variable}`));
  }
  assert.ok(typeof lockDir({ configured: join(base, 'y'), env: { TMPDIR: '/tmp' } }) === 'object');
});

test('in a container the default folder is not known to be shared unless it is mounted', linux, () => {
  const base = mkdtempSync(join(tmpdir(), 'gate-lock-'));
  const found = lockDir({ fallback: join(base, 'default'), env: {} });
  assert.ok(typeof found === 'object');
  assert.equal(found.shared, !isInContainer());
  if (!found.shared) assert.match(found.reason ?? '', /this is a container and .* is not mounted/);
});

test('a container is known by its marks or by its process ids', () => {
  const base = mkdtempSync(join(tmpdir(), 'gate-lock-'));
  const make = (name: string, link: string | undefined): string => {
    const tree = join(base, name);
    mkdirSync(join(tree, 'proc/self/ns'), { recursive: true });
    if (link !== undefined) symlinkSync(link, join(tree, 'proc/self/ns/pid'));
    return tree;
  };
  assert.equal(isInContainer(make('host', 'pid:[4026531836]')), false);
  assert.equal(isInContainer(make('pod', 'pid:[4026532801]')), true);
  assert.equal(isInContainer(make('unknown', undefined)), true);
  const marked = make('docker', 'pid:[4026531836]');
  writeFileSync(join(marked, '.dockerenv'), '');
  assert.equal(isInContainer(marked), true);
});
