import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { freePort } from './listeners.ts';
import { watchPort } from './ownership.ts';
import { canSeeProcesses } from './processes.ts';

const linux = canSeeProcesses() ? {} : { skip: 'needs /proc' };
const started: ChildProcess[] = [];
after(() => {
  for (const child of started) child.kill('SIGKILL');
});

async function listen(port: number): Promise<ChildProcess> {
  const script = `require('node:http').createServer().listen(${port}, '127.0.0.1', () => process.stdout.write('up'))`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  assert.ok(child.stdout !== null);
  await once(child.stdout, 'data');
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('the same process of ours, a restarted one, nobody, and a stranger are told apart', linux, async () => {
  const port = await freePort();
  const ours = new Set<number>();
  const first = await listen(port);
  ours.add(Number(first.pid));
  const ask = watchPort(port, ({ pid }) => ours.has(pid));
  assert.equal((await ask()).state, 'ours');
  await end(first);
  assert.equal((await ask()).state, 'unknown');
  const again = await listen(port);
  ours.add(Number(again.pid));
  const restarted = await ask();
  assert.equal(restarted.state, 'foreign');
  assert.match(restarted.message, /restarted/);
  await end(again);
  const stranger = await listen(port);
  const answer = await ask();
  assert.equal(answer.state, 'foreign');
  assert.match(answer.message, new RegExp(`pid ${stranger.pid} .*not part of our engine`));
  await end(stranger);
});
