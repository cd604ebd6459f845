// What a run started besides processes of this host: containers with its label, servers that its stop command ends.
import { labelledContainers } from './docker-leftovers.ts';
import { forgetRun, listRuns } from './run-state.ts';
import { runStopCommand } from './stop-command.ts';

export interface OutsideParts {
  /** Tokens of all runs that have such parts here, as they stand in labels and notes. */
  readonly tokens: readonly string[];
  /** For people: what there is of one run. */
  namesOf(token: string): readonly string[];
  /** Stops what there is of one run; resolves to how many are left. */
  stop(token: string, graceSeconds: number): Promise<number>;
  close(): Promise<void>;
}

/** Looks once. A container engine that is not there or does not answer hides its containers: they are then not known. */
export async function outsideParts(
  env: Readonly<Record<string, string | undefined>>,
  stateDir: string,
): Promise<OutsideParts> {
  const containers = await labelledContainers(env);
  const found = containers?.found ?? [];
  const notes = listRuns(stateDir).filter(({ stop }) => stop !== undefined);
  return {
    tokens: [...new Set([...found, ...notes].map(({ token }) => token))],
    namesOf: (token) => [
      ...found.filter((one) => one.token === token).map(({ name }) => `container ${name}`),
      ...notes.filter((one) => one.token === token).map(({ stop }) => `server of ${stop?.command[0] ?? ''}`),
    ],
    stop: async (token, graceSeconds) => {
      const gone = await Promise.all([
        ...found.filter((one) => one.token === token).map((one) => containers?.stop(one, graceSeconds)),
        ...notes.filter((one) => one.token === token).map((one) => stopByNote(one, stateDir)),
      ]);
      return gone.filter((one) => one !== true).length;
    },
    close: async () => containers?.close(),
  };
}

/**
 * For the keeper of a run whose main is gone: stops its outside parts; resolves to how many are left. A container that
 * is noted while the container engine does not answer counts as left, unless we are root and see its processes.
 */
export async function stopOutsideParts(
  token: string,
  env: Readonly<Record<string, string | undefined>>,
  stateDir: string,
  graceSeconds: number,
): Promise<number> {
  const containers = await labelledContainers(env);
  await containers?.close();
  const noted = listRuns(stateDir).some((one) => one.token === token && one.container !== undefined);
  if (containers === undefined && noted) return process.getuid?.() === 0 ? 0 : 1;
  const parts = await outsideParts(env, stateDir);
  try {
    return await parts.stop(token, graceSeconds);
  } finally {
    await parts.close();
  }
}

async function stopByNote(note: ReturnType<typeof listRuns>[number], stateDir: string): Promise<boolean> {
  if (note.stop === undefined) return true;
  if ((await runStopCommand(note.stop, note.log)) !== undefined) return false;
  forgetRun(note.token, stateDir);
  return true;
}
