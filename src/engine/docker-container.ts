// One container of ours: made, started, watched, stopped.
import { setTimeout as sleep } from 'node:timers/promises';
import { objectOf, oneLine } from '../answer.ts';
import { GateError } from '../failure.ts';
import type { DockerApi } from './docker-api.ts';
import { notStarted } from './docker-failure.ts';

/** How long a daemon may be away (a restart with live-restore) before it counts as gone. */
const DAEMON_BACK_MS = 15_000;
/** What a stopped engine ends with: by itself, SIGKILL, SIGTERM. */
const STOPPED_FROM_OUTSIDE = [0, 137, 143];
const REMOVE_MS = 60_000;

/** How a container ended without our doing, or that nobody can say. */
export interface ContainerEnd {
  readonly exit: string;
  readonly oom_killed: boolean;
  /** The daemon is gone: whether the engine runs is not known. */
  readonly daemon_lost: boolean;
}

/** Makes a container; returns its id. Throws GateError with the daemon's words. */
export async function createContainer(
  api: DockerApi,
  request: { readonly name: string; readonly image: string; readonly body: unknown },
): Promise<string> {
  const answer = await api.call('/containers/create', {
    method: 'POST',
    query: { name: request.name },
    body: request.body,
    timeoutMs: 120_000,
  });
  const { Id: id } = answer.value;
  if (answer.status !== 201 || typeof id !== 'string') throw notStarted(request.image, answer.said);
  return id;
}

export async function startContainer(api: DockerApi, id: string, image: string): Promise<void> {
  const answer = await api.call(`/containers/${id}/start`, { method: 'POST', timeoutMs: 120_000 });
  if (answer.status !== 204 && answer.status !== 304) throw notStarted(image, answer.said);
}

/** State of a container; undefined when there is none. */
export async function inspectContainer(
  api: DockerApi,
  id: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const answer = await api.call(`/containers/${id}/json`);
  if (answer.status === 404) return undefined;
  if (answer.status !== 200) {
    throw new GateError({
      kind: 'host',
      code: 'docker_failed',
      message: `the container engine does not tell about a container (HTTP ${answer.status})`,
      evidence: [answer.said],
    });
  }
  return answer.value;
}

/** Resolves when the container has ended, or the daemon stays away; never rejects. */
export async function containerEnd(api: DockerApi, id: string, signal: AbortSignal): Promise<ContainerEnd> {
  let lostSince: number | undefined;
  for (;;) {
    try {
      // Answers when the container is not running, at once where that is so already.
      const { body } = await api.stream(`/containers/${id}/wait`, {
        method: 'POST',
        query: { condition: 'not-running' },
        signal,
      });
      for await (const _ of body) if (signal.aborted) break;
      const state = objectOf((await inspectContainer(api, id))?.['State']);
      if (state === undefined) return ended('it was removed by somebody else');
      if (state['Running'] !== true) {
        const end = endOf(state);
        // A daemon that is shut down stops its containers first and is gone a moment later.
        if (!end.oom_killed && STOPPED_FROM_OUTSIDE.includes(Number(state['ExitCode']))) await sleep(2000);
        else return end;
        await inspectContainer(api, id);
        return end;
      }
      lostSince = undefined;
    } catch {
      if (signal.aborted) return ended('not watched any more');
      lostSince ??= Date.now();
      if (Date.now() - lostSince >= DAEMON_BACK_MS) {
        return { exit: 'the container engine is gone', oom_killed: false, daemon_lost: true };
      }
    }
    await sleep(250);
  }
}

/** exit code, signal by number, and whether the kernel killed it for lack of memory. */
export function endOf(state: Readonly<Record<string, unknown>>): ContainerEnd {
  const code = typeof state['ExitCode'] === 'number' ? state['ExitCode'] : undefined;
  const oom = state['OOMKilled'] === true;
  const error =
    typeof state['Error'] === 'string' && state['Error'] !== ''
      ? oneLine(state['Error'], [], 200)
      : undefined;
  const killed = code === undefined ? undefined : SIGNALS[code - 128];
  const parts = [
    code === undefined ? 'ended, exit code unknown' : `exit code ${code}`,
    ...(oom ? ['out of memory: killed by the kernel (OOMKilled)'] : []),
    ...(!oom && killed !== undefined ? [`signal ${killed}`] : []),
    // docker-init says so where the image has no such program.
    ...(code === 127 ? ['its program is not in the image'] : []),
    ...(error === undefined ? [] : [error]),
  ];
  return { exit: parts.join(', '), oom_killed: oom, daemon_lost: false };
}

const SIGNALS: Readonly<Record<number, string>> = {
  6: 'SIGABRT',
  9: 'SIGKILL',
  11: 'SIGSEGV',
  15: 'SIGTERM',
};

/**
 * Stops a container in vLLM's own way and removes it: SIGTERM and time to free its GPUs, SIGKILL after that, then the
 * container itself. Returns how that went; throws when the daemon cannot be reached.
 */
export async function stopContainer(
  api: DockerApi,
  id: string,
  graceSeconds: number,
): Promise<{ readonly text: string; readonly gone: boolean }> {
  const since = Date.now();
  const grace = Math.max(1, Math.round(graceSeconds));
  const stopped = await api.call(`/containers/${id}/stop`, {
    method: 'POST',
    query: { t: String(grace) },
    timeoutMs: grace * 1000 + REMOVE_MS,
  });
  const seconds = (Date.now() - since) / 1000;
  const state = objectOf((await inspectContainer(api, id))?.['State']);
  const removed = await api.call(`/containers/${id}`, {
    method: 'DELETE',
    query: { force: '1', v: '1' },
    timeoutMs: REMOVE_MS,
  });
  const gone = removed.status === 404 || (await isGone(api, id));
  const killed = state?.['ExitCode'] === 137 && seconds >= grace - 0.5;
  const how =
    stopped.status === 304 || stopped.status === 404
      ? 'had ended already'
      : `docker stop, ${killed ? 'killed' : 'ended'} after ${seconds.toFixed(1)} s`;
  return { text: gone ? `${how}, removed` : `${how}, but it cannot be removed: ${removed.said}`, gone };
}

async function isGone(api: DockerApi, id: string): Promise<boolean> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    if ((await inspectContainer(api, id)) === undefined) return true;
    if (Date.now() >= deadline) return false;
    await sleep(200);
  }
}

function ended(exit: string): ContainerEnd {
  return { exit, oom_killed: false, daemon_lost: false };
}
