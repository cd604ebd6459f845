// Containers that runs of ours left behind: found by their label, stopped only when their run is known to be over.
import { existsSync } from 'node:fs';
import { objectOf, oneLine } from '../answer.ts';
import { RUN_LABEL } from '../core/container-settings.ts';
import { DockerApi } from './docker-api.ts';
import { stopContainer } from './docker-container.ts';
import { dockerEndpoint } from './docker-endpoint.ts';

/** A container with our label. Whether its run lives is for the caller to judge. */
interface LabelledContainer {
  readonly id: string;
  readonly name: string;
  /** Value of the label, as it stands there. */
  readonly token: string;
}

export interface Containers {
  /** Every container with our label, running or not. */
  readonly found: readonly LabelledContainer[];
  /** Stops one and removes it; false when it is still there. */
  stop(container: LabelledContainer, graceSeconds: number): Promise<boolean>;
  close(): Promise<void>;
}

const LOOK_MS = 5_000;

/**
 * Looks for containers with our label. Undefined: there is no container engine here, or it does not answer, so that
 * nothing of ours can be seen in it. Never throws.
 */
export async function labelledContainers(
  env: Readonly<Record<string, string | undefined>>,
): Promise<Containers | undefined> {
  let api: DockerApi;
  try {
    const endpoint = dockerEndpoint(env);
    if (endpoint.socket !== undefined && !existsSync(endpoint.socket)) return undefined;
    api = new DockerApi(endpoint);
  } catch {
    return undefined;
  }
  try {
    const answer = await api.call('/containers/json', {
      query: { all: '1', filters: JSON.stringify({ label: [RUN_LABEL] }) },
      timeoutMs: LOOK_MS,
    });
    if (answer.status !== 200 || !Array.isArray(answer.json)) throw new Error('no list of containers');
    const found = answer.json.slice(0, 10_000).flatMap(labelled);
    return {
      found,
      stop: async ({ id }, graceSeconds) => {
        try {
          return (await stopContainer(api, id, graceSeconds)).gone;
        } catch {
          return false;
        }
      },
      close: () => api.close(),
    };
  } catch {
    await api.close();
    return undefined;
  }
}

/** Stops and removes the containers of one run. Resolves to how many there were and how many are still there. */
export async function stopContainersOf(
  token: string,
  env: Readonly<Record<string, string | undefined>>,
  graceSeconds: number,
): Promise<{ readonly names: readonly string[]; readonly left: number }> {
  const containers = await labelledContainers(env);
  if (containers === undefined) return { names: [], left: 0 };
  try {
    const ours = containers.found.filter((one) => one.token === token);
    const gone = await Promise.all(ours.map((one) => containers.stop(one, graceSeconds)));
    return { names: ours.map(({ name }) => name), left: gone.filter((one) => !one).length };
  } finally {
    await containers.close();
  }
}

/** The daemon filters, and so do we: what it sends is believed only where the label is really there. */
function labelled(entry: unknown): LabelledContainer[] {
  const value = objectOf(entry);
  const labels = objectOf(value?.['Labels']);
  const id = value?.['Id'];
  if (labels === undefined || typeof id !== 'string' || !/^[0-9a-f]{12,64}$/.test(id)) return [];
  if (!Object.hasOwn(labels, RUN_LABEL)) return [];
  const token = labels[RUN_LABEL];
  if (typeof token !== 'string') return [];
  const names = value?.['Names'];
  const name =
    Array.isArray(names) && typeof names[0] === 'string' ? names[0].replace(/^\//, '') : id.slice(0, 12);
  return [{ id, name: oneLine(name, [], 100), token }];
}
