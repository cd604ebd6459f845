// Where this job itself runs: on the host, or in a container beside the one that it starts.
import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { objectOf } from '../answer.ts';
import { GateError } from '../failure.ts';
import type { DockerApi } from './docker-api.ts';

/** The container that this job runs in, as the engine that we talk to knows it. */
export interface JobContainer {
  readonly id: string;
  /** A network that both can be in; absent: it has none that can be shared. */
  readonly network?: string;
  /** Folders of the host and where they are here. */
  readonly mounts: readonly { readonly source: string; readonly target: string }[];
}

/** True in a container or pod: paths and the loopback address are then not the host's. */
export function isInContainer(root = ''): boolean {
  if (existsSync(`${root}/.dockerenv`) || existsSync(`${root}/run/.containerenv`)) return true;
  try {
    return /kubepods|docker|containerd|libpod/.test(
      readFileSync(`${root}/proc/1/cgroup`, 'utf8').slice(0, 10_000),
    );
  } catch {
    return false;
  }
}

/**
 * The container of this job. Undefined on the host itself, and where the engine does not know us: in a pod with an
 * engine of its own on the loopback address, which then shares our network (as the runner's dind mode has it).
 */
export async function jobContainer(api: DockerApi): Promise<JobContainer | undefined> {
  if (!isInContainer()) return undefined;
  const answer = await api.call(`/containers/${encodeURIComponent(hostname())}/json`);
  const { Id: id } = answer.value;
  // The name of a host can be anything: only the short id that Docker gives by default is believed.
  if (answer.status !== 200 || typeof id !== 'string' || !id.startsWith(hostname())) return undefined;
  const mode = objectOf(answer.value['HostConfig'])?.['NetworkMode'];
  const networks = Object.keys(objectOf(objectOf(answer.value['NetworkSettings'])?.['Networks']) ?? {});
  const network = mode === 'host' ? undefined : networks[0];
  const mounts = Array.isArray(answer.value['Mounts']) ? answer.value['Mounts'] : [];
  return {
    id,
    ...(network !== undefined && { network }),
    mounts: mounts.flatMap((one) => {
      const { Source: source, Destination: target } = objectOf(one) ?? {};
      return typeof source === 'string' && typeof target === 'string' ? [{ source, target }] : [];
    }),
  };
}

/**
 * A path of this job as a path of the host, which is what the engine mounts. Throws GateError for one that exists only
 * in the job's own container.
 */
export function hostPath(path: string, job: JobContainer | undefined, where: string): string {
  if (job === undefined) return path;
  const inside = (folder: string): boolean =>
    path === folder || path.startsWith(`${folder.replace(/\/$/, '')}/`);
  const [mount] = job.mounts
    .filter(({ target }) => inside(target))
    .sort((a, b) => b.target.length - a.target.length);
  if (mount !== undefined) return mount.source + path.slice(mount.target.replace(/\/$/, '').length);
  throw new GateError({
    kind: 'engine',
    code: 'mount',
    message: `${path} is a folder of this job's own container, and the engine can mount folders of the host only`,
    where,
    hint: 'Mount a folder of the host into the job container (container.volumes) and name its path here.',
  });
}
