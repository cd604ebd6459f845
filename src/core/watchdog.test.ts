import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GpuReading } from './gpu-reading.ts';
import {
  type Alarm,
  type ServerPulse,
  WATCH_START,
  type WatchState,
  watchClient,
  watchGpus,
  watchServer,
} from './watchdog.ts';

/** Second and code of the first alarm; one look a second. */
function serverAlarm(
  pulses: readonly Omit<ServerPulse, 'at_ns'>[],
): readonly [number, Alarm['code']] | undefined {
  let state: WatchState = WATCH_START;
  for (const [second, pulse] of pulses.entries()) {
    const { state: next, alarm } = watchServer(state, { ...pulse, at_ns: second * 1e9 });
    if (alarm !== undefined) return [second, alarm.code];
    state = next;
  }
  return undefined;
}

const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
const busy = (tokens: number) => ({ running: 4, waiting: 1, progress: [tokens] });

test('a server whose tokens move raises no alarm', () => {
  assert.equal(serverAlarm(times(600, busy)), undefined);
});

test('tokens that stand still for a minute while requests run are a hang', () => {
  assert.deepEqual(serverAlarm(times(120, (at) => busy(Math.min(at, 10)))), [70, 'no_progress']);
});

test('requests that only wait are a hang too', () => {
  const stuck = times(120, () => ({ running: 0, waiting: 3, progress: [7] }));
  assert.deepEqual(serverAlarm(stuck), [60, 'no_progress']);
});

test('an idle server may stand still, and the time before work does not count', () => {
  assert.equal(serverAlarm(times(300, () => ({ running: 0, waiting: 0, progress: [7] }))), undefined);
  const late = [...times(100, () => ({ running: 0, progress: [7] })), ...times(30, () => busy(7))];
  assert.equal(serverAlarm(late), undefined);
});

test('a page that cannot be read or does not say is no evidence', () => {
  assert.equal(serverAlarm(times(300, () => ({}))), undefined);
  assert.equal(serverAlarm(times(300, () => ({ running: 4 }))), undefined);
});

test('three refusals in a row: nobody listens; an answer between them starts anew', () => {
  assert.deepEqual(serverAlarm(times(9, () => ({ refused: true }))), [2, 'engine_unreachable']);
  const flaky = times(30, (at) => (at % 3 === 2 ? busy(at) : { refused: true }));
  assert.equal(serverAlarm(flaky), undefined);
});

test('no page and no byte for a minute, with requests open: the whole server hangs', () => {
  const looks = (unreadable: boolean) => {
    let state: WatchState = WATCH_START;
    for (let second = 0; second <= 70; second += 5) {
      state = watchServer(state, { at_ns: second * 1e9, unreadable }).state;
    }
    return state;
  };
  const pulse = { at_ns: 70e9, in_flight: 3, silent_s: 65 };
  assert.equal(watchClient(looks(true), pulse).alarm?.code, 'no_progress');
  // Late pages of a server that still answers, an idle client, and a server without metrics are none.
  assert.equal(watchClient(looks(true), { ...pulse, silent_s: 20 }).alarm, undefined);
  assert.equal(watchClient(looks(true), { ...pulse, in_flight: 0 }).alarm, undefined);
  assert.equal(watchClient(looks(false), pulse).alarm, undefined);
  assert.equal(watchClient(WATCH_START, pulse).alarm, undefined);
});

type GpuLook = readonly GpuReading['state'][];
function gpuAlarm(looks: readonly GpuLook[], source = 'sysfs'): readonly [number, string] | undefined {
  let state: WatchState = WATCH_START;
  for (const [second, look] of looks.entries()) {
    const gpus = look.map((how, index) => ({ index, state: how }));
    const { state: next, alarm } = watchGpus(state, { at_ns: second * 1e9, took_s: 0, source, gpus });
    if (alarm !== undefined) return [second, alarm.message];
    state = next;
  }
  return undefined;
}

test('a GPU that was there and is gone at three looks fell off', () => {
  const found = gpuAlarm([['read', 'read'], ...times(5, () => ['read', 'gone'] as const)]);
  assert.equal(found?.[0], 3);
  assert.match(found?.[1] ?? '', /^GPU 1 /);
});

test('a GPU that was never read is unknown, not lost', () => {
  assert.equal(gpuAlarm(times(20, () => ['read', 'unreadable'] as const)), undefined);
});

test('one look without a GPU is none; a tool that fails is no evidence of a GPU', () => {
  assert.equal(gpuAlarm(times(30, (at) => [at % 3 === 0 ? 'read' : 'unreadable'] as const)), undefined);
  assert.equal(gpuAlarm([['read'], ...times(9, () => ['unreadable'] as const)], 'amd-smi'), undefined);
});
