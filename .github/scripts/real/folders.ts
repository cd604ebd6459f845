import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repositoryRoot = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

/** Everything that the real parts write lies under this folder; INSTINCT_GATE_REAL_DIR moves it. */
export const realFolder = resolve(process.env['INSTINCT_GATE_REAL_DIR'] || join(repositoryRoot, '.real'));

const posixBin = (venv: string, name: string): string => join(realFolder, venv, 'bin', name);

export const realParts = {
  vllm: posixBin('vllm', 'vllm'),
  vllmPython: posixBin('vllm', 'python'),
  uv: posixBin('uv', 'uv'),
  tinyModel: join(realFolder, 'tiny-model'),
  act: join(realFolder, 'go-tools', 'act'),
  actionlint: join(realFolder, 'go-tools', 'actionlint'),
  zizmor: posixBin('lint', 'zizmor'),
  checkJsonschema: posixBin('lint', 'check-jsonschema'),
} as const;

/**
 * The environment that real parts are installed with: as given, but with every cache inside the real folder and with
 * a home that exists.
 */
export function installEnvironment(): NodeJS.ProcessEnv {
  const inside = (...parts: string[]): string => join(realFolder, 'cache', ...parts);
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    HOME: process.env['HOME'] || realHome(),
    PIP_CACHE_DIR: inside('pip'),
    PIP_DISABLE_PIP_VERSION_CHECK: '1',
    UV_CACHE_DIR: inside('uv'),
    UV_PYTHON_DOWNLOADS: 'never',
    GOPATH: inside('go'),
    GOMODCACHE: inside('go', 'pkg', 'mod'),
    GOCACHE: inside('go-build'),
    GOBIN: join(realFolder, 'go-tools'),
    GOTOOLCHAIN: 'local',
    GOFLAGS: '-modcacherw -buildvcs=false',
  };
  // Without byte code vLLM needs 72 s instead of 25 s to boot.
  delete environment['PYTHONDONTWRITEBYTECODE'];
  return environment;
}

/** The environment in which a real vLLM runs: offline, small cache, caches in a home of its own. */
export function vllmEnvironment(): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = {
    ...process.env,
    HOME: realHome(),
    HF_HUB_OFFLINE: '1',
    TRANSFORMERS_OFFLINE: '1',
    VLLM_NO_USAGE_STATS: '1',
    DO_NOT_TRACK: '1',
    VLLM_CPU_KVCACHE_SPACE: '1',
  };
  delete environment['PYTHONDONTWRITEBYTECODE'];
  return environment;
}

/** A home folder inside the real folder, for tools that insist on one. */
export function realHome(): string {
  const home = join(realFolder, 'home');
  mkdirSync(home, { recursive: true });
  return home;
}
