import { delimiter, join } from 'node:path';
import { run } from './command.ts';

export interface Host {
  /** Absolute path of a Python that can make virtual environments, or undefined. */
  readonly python: string | undefined;
  /** Absolute path of a Go that can build the tools, or undefined. */
  readonly go: string | undefined;
  readonly git: string | undefined;
  readonly dockerd: string | undefined;
  readonly registry: string | undefined;
}

const OLDEST_PYTHON = [3, 10] as const;
const OLDEST_GO = [1, 25] as const;

/** What is already on this machine. Nothing is installed here. */
export async function surveyHost(): Promise<Host> {
  return {
    python: await firstOf(['python3', '/usr/bin/python3'], usablePython),
    go: await firstOf(['go', '/usr/local/go/bin/go'], usableGo),
    git: await firstOf(['git'], async (git) =>
      (await answer(git, ['--version'])) === undefined ? undefined : git,
    ),
    dockerd: await firstOf(['dockerd', '/usr/sbin/dockerd'], async (dockerd) =>
      (await answer(dockerd, ['--version'])) === undefined ? undefined : dockerd,
    ),
    registry: await firstOf(['docker-registry'], async (registry) =>
      (await answer(registry, ['--version'])) === undefined ? undefined : registry,
    ),
  };
}

/** Debian packages that have to be installed first, with the reason for each. */
export function missingPackages(host: Host): { readonly package: string; readonly reason: string }[] {
  return [
    ...(host.python === undefined
      ? [
          { package: 'python3', reason: 'vLLM and the workflow linters are Python packages' },
          { package: 'python3-venv', reason: 'they go into virtual environments' },
        ]
      : []),
    ...(host.dockerd === undefined
      ? [{ package: 'docker.io', reason: 'the docker engine is tested with a daemon of its own' }]
      : []),
    ...(host.registry === undefined
      ? [{ package: 'docker-registry', reason: 'an image has a digest only when it was pushed' }]
      : []),
    ...(host.git === undefined ? [{ package: 'git', reason: 'act reads the repository' }] : []),
  ];
}

async function usablePython(python: string): Promise<string | undefined> {
  // A shim (pyenv) stops to work under another HOME: ask the interpreter where it really is.
  const script =
    'import sys, venv, ensurepip; print(sys.version_info[0], sys.version_info[1], getattr(sys, "_base_executable", None) or sys.executable)';
  const match = /^(\d+) (\d+) (.+)$/m.exec((await answer(python, ['-c', script])) ?? '');
  if (match?.[3] === undefined || !atLeast(match, OLDEST_PYTHON)) return undefined;
  return match[3].trim();
}

async function usableGo(go: string): Promise<string | undefined> {
  const match = /go version go(\d+)\.(\d+)/.exec((await answer(go, ['version'])) ?? '');
  if (match === null || !atLeast(match, OLDEST_GO)) return undefined;
  const root = (await answer(go, ['env', 'GOROOT']))?.trim();
  return root ? join(root, 'bin', 'go') : go;
}

const atLeast = (match: RegExpExecArray, [major, minor]: readonly [number, number]): boolean =>
  Number(match[1]) > major || (Number(match[1]) === major && Number(match[2]) >= minor);

async function answer(program: string, args: readonly string[]): Promise<string | undefined> {
  try {
    return await run({ program, args, timeoutMs: 60_000, env: { ...process.env, GOTOOLCHAIN: 'local' } });
  } catch {
    return undefined;
  }
}

async function firstOf<T>(
  candidates: readonly string[],
  usable: (candidate: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  for (const candidate of candidates) {
    const found = await usable(candidate);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** PATH with a folder in front. */
export const pathWith = (folder: string): string => [folder, process.env['PATH'] ?? ''].join(delimiter);
