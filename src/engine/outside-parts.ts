// What a run started besides processes of this host: containers with its label, servers that its stop command ends.
import { type Containers, labelledContainers } from './docker-leftovers.ts';
import { forgetRun, listRuns, type RunState } from './run-state.ts';
import { runStopCommand } from './stop-command.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface OutsideParts {
  /** Tokens of all runs that have such parts here, as they stand in labels and notes. */
  readonly tokens: readonly string[];
  /** For people: what there is of one run. */
  namesOf(token: string): readonly string[];
  /** Noted containers of a run whose container engine does not answer: they may run, nobody can say. */
  hidden(token: string): number;
  /** Stops what there is of one run; resolves to how many are left, hidden ones among them. */
  stop(token: string, graceSeconds: number): Promise<number>;
  close(): Promise<void>;
}

/** Looks once, in the container engine of this environment and in those that notes of runs name. */
export async function outsideParts(env: Environment, stateDir: string): Promise<OutsideParts> {
  const notes = listRuns(stateDir);
  const hosts = [...new Set([undefined, ...notes.flatMap(({ container }) => container?.host ?? [])])];
  const engines = new Map<string | undefined, Containers | undefined>();
  for (const host of hosts) {
    engines.set(host, await labelledContainers(host === undefined ? env : { ...env, DOCKER_HOST: host }));
  }
  const seen = new Map<string, Stoppable>();
  for (const engine of engines.values()) {
    // The same engine can be named twice.
    for (const one of engine?.found ?? []) {
      const stop = (grace: number): Promise<boolean> => engine?.stop(one, grace) ?? Promise.resolve(false);
      if (!seen.has(one.id)) seen.set(one.id, { token: one.token, name: `container ${one.name}`, stop });
    }
  }
  const parts: readonly Stoppable[] = [
    ...seen.values(),
    ...notes.flatMap((note) => byCommand(note, stateDir)),
    ...notes.flatMap((note) =>
      engines.get(note.container?.host) === undefined ? hiddenContainer(note) : [],
    ),
  ];
  const of = (token: string): readonly Stoppable[] => parts.filter((one) => one.token === token);
  return {
    tokens: [...new Set(parts.map(({ token }) => token))],
    namesOf: (token) => of(token).map(({ name }) => name),
    hidden: (token) => of(token).filter(({ is_hidden: hidden }) => hidden === true).length,
    stop: async (token, graceSeconds) => {
      const gone = await Promise.all(of(token).map(({ stop }) => stop(graceSeconds)));
      return gone.filter((one) => !one).length;
    },
    close: async () => {
      await Promise.all([...engines.values()].map((engine) => engine?.close()));
    },
  };
}

/**
 * For the keeper of a run whose main is gone: stops its outside parts; resolves to how many are left. A hidden container
 * counts, unless we are root: then its processes are seen and ended without its engine.
 */
export async function stopOutsideParts(
  token: string,
  env: Environment,
  stateDir: string,
  graceSeconds: number,
): Promise<number> {
  const parts = await outsideParts(env, stateDir);
  try {
    const left = await parts.stop(token, graceSeconds);
    return process.getuid?.() === 0 ? left - parts.hidden(token) : left;
  } finally {
    await parts.close();
  }
}

interface Stoppable {
  readonly token: string;
  readonly name: string;
  readonly is_hidden?: true;
  /** Resolves to whether it is gone. */
  readonly stop: (graceSeconds: number) => Promise<boolean>;
}

function byCommand(note: RunState, stateDir: string): readonly Stoppable[] {
  const { token, stop, log } = note;
  if (stop === undefined) return [];
  const run = async (): Promise<boolean> => {
    if ((await runStopCommand(stop, log)) !== undefined) return false;
    forgetRun(token, stateDir);
    return true;
  };
  return [{ token, name: `server of ${stop.command[0] ?? ''}`, stop: run }];
}

function hiddenContainer({ token, container }: RunState): readonly Stoppable[] {
  if (container === undefined) return [];
  const name = `container ${container.name} (the container engine at ${container.host} does not answer)`;
  return [{ token, name, is_hidden: true, stop: async () => false }];
}
