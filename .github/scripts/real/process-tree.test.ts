import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, watchDescendants } from './process-tree.ts';

test('a grandchild that outlives its killed parent is still seen', async () => {
  const child = spawn('sh', ['-c', 'sleep 60 & echo started; wait'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const watch = watchDescendants(process.pid);
  await once(child.stdout, 'data');
  await sleep(500);
  const isOurSleep = (name: string): boolean => name === 'sleep';
  child.kill('SIGKILL');
  await once(child, 'exit');
  const orphans = watch.seen().filter((each) => isOurSleep(each.name) && isAlive(each));
  watch.stop();
  assert.equal(orphans.length, 1);
  process.kill(orphans[0]?.pid ?? 0, 'SIGKILL');
  for (let tries = 0; tries < 100 && orphans.some(isAlive); tries += 1) await sleep(50);
  assert.deepEqual(orphans.filter(isAlive), []);
});
