import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { startFakeDaemon } from '../../fixtures/docker/daemon.ts';
import { labelledContainers, stopContainersOf } from './docker-leftovers.ts';
import { makeToken, reapLeftovers, reapRun } from './leftovers.ts';
import { canSeeProcesses } from './processes.ts';
import { lockRun, runLockName } from './run-lock.ts';
import { openStateDir } from './run-state.ts';

const linux = canSeeProcesses() ? {} : { skip: 'needs /proc' };
const LABEL = 'instinct-gate.run';

function stateDir(): string {
  const dir = join(mkdtempSync(join(tmpdir(), 'gate-docker-left-')), 'state');
  assert.ok(openStateDir(dir));
  return dir;
}

let count = 0;
const newToken = (): string => makeToken(`docker-${process.pid}-${++count}`);

/** What a container on a shared machine can be. */
type Kind = 'ended' | 'live' | 'unseen' | 'foreign' | 'other label' | 'broken mark' | 'empty mark';

test('whatever containers there are: exactly those of ended runs of ours go', linux, async () => {
  const kinds = fc.array(
    fc.constantFrom<Kind>('ended', 'live', 'unseen', 'foreign', 'other label', 'broken mark', 'empty mark'),
    { maxLength: 8 },
  );
  await fc.assert(
    fc.asyncProperty(kinds, async (wanted) => {
      await using daemon = await startFakeDaemon();
      const dir = stateDir();
      const held: (() => void)[] = [];
      const expected: string[] = [];
      // Other runs of this machine are in the report as well.
      const mark = `c${randomBytes(4).toString('hex')}`;
      for (const [i, kind] of wanted.entries()) {
        const id = randomBytes(32).toString('hex');
        const labels: Record<string, string> = { maintainer: 'somebody' };
        const token = newToken();
        if (kind === 'ended' || kind === 'live' || kind === 'unseen') labels[LABEL] = token;
        if (kind === 'ended') writeFileSync(join(dir, runLockName(token)), '');
        if (kind === 'live') {
          const file = await lockRun(token, dir);
          assert.ok(file !== undefined);
          held.push(() => file.release());
        }
        if (kind === 'other label') labels['instinct-gate.runs'] = token;
        if (kind === 'broken mark') labels[LABEL] = '../../etc/passwd';
        if (kind === 'empty mark') labels[LABEL] = '';
        daemon.containers.set(id, { id, name: `${mark}-${i}`, labels });
        if (kind !== 'ended') expected.push(id);
      }
      const report = await reapLeftovers({ stateDir: dir, lockDir: dir, env: daemon.env, graceMs: 100 });
      for (const release of held) release();
      assert.deepEqual([...daemon.containers.keys()].sort(), expected.sort());
      const about = (lines: readonly string[]): number => lines.filter((line) => line.includes(mark)).length;
      const of = (...some: Kind[]): number => wanted.filter((kind) => some.includes(kind)).length;
      assert.equal(about(report.lines), of('ended'));
      assert.equal(about(report.left), of('live', 'unseen'), 'a run of ours that stays is named');
    }),
    { numRuns: 15 },
  );
});

test('the post step of a run removes its container, and only its own', linux, async () => {
  await using daemon = await startFakeDaemon();
  const dir = stateDir();
  const [mine, other] = [newToken(), newToken()];
  for (const token of [mine, other]) {
    const id = randomBytes(32).toString('hex');
    writeFileSync(join(dir, runLockName(token)), '');
    daemon.containers.set(id, { id, name: `of-${token}`, labels: { [LABEL]: token } });
  }
  const report = await reapRun(mine, { stateDir: dir, lockDir: dir, env: daemon.env, graceMs: 100 });
  assert.deepEqual([report.found, report.ended], [1, 1]);
  assert.deepEqual(
    [...daemon.containers.values()].map(({ labels }) => labels[LABEL]),
    [other],
  );
  assert.ok(daemon.changes.every((change) => /^(?:POST|DELETE) \/containers\//.test(change)));
});

test('a container is stopped before it is removed', async () => {
  await using daemon = await startFakeDaemon();
  const token = newToken();
  const id = randomBytes(32).toString('hex');
  daemon.containers.set(id, { id, name: 'mine', labels: { [LABEL]: token } });
  assert.deepEqual(await stopContainersOf(token, daemon.env, 1), { names: ['mine'], left: 0 });
  assert.deepEqual(daemon.changes, [`POST /containers/${id}/stop`, `DELETE /containers/${id}`]);
});

test('no container engine, or one that is elsewhere, means that nothing is looked for', async () => {
  assert.equal(await labelledContainers({ DOCKER_HOST: 'unix:///nowhere/docker.sock' }), undefined);
  assert.equal(await labelledContainers({ DOCKER_HOST: 'tcp://gpu-host.example:2375' }), undefined);
  assert.equal(await labelledContainers({ DOCKER_HOST: 'tcp://127.0.0.1:1' }), undefined);
});
