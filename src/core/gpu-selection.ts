// Which GPUs an engine gets: what the configuration asks for within what the host, Slurm or the runner gave us.
import type { Gpu, GpuInventory } from './gpu.ts';
import type { EngineKind } from './validity.ts';

/** `engine.gpus` of the configuration. */
export type GpuRequest = number | string | readonly (number | string)[];

/** The GPUs of an engine, in the order of the inventory, or why there are none. */
export interface GpuSelection {
  readonly gpus: readonly Gpu[];
  /** Empty when the selection stands; otherwise gpus is empty. Each says what was expected and found. */
  readonly problems: readonly string[];
  /** Who limited what may be chosen, for example "SLURM_JOB_GPUS=2,3". */
  readonly given_by?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** HIP reads these; CUDA_VISIBLE_DEVICES is an alias on ROCm and what vLLM itself uses. */
const HIP_NAMES = ['HIP_VISIBLE_DEVICES', 'CUDA_VISIBLE_DEVICES'] as const;
const ROCR_NAME = 'ROCR_VISIBLE_DEVICES';
/** Numbers of the whole host, also inside a device cgroup (Slurm manual, sbatch: output environment variables). */
const SLURM_NAMES = ['SLURM_STEP_GPUS', 'SLURM_JOB_GPUS'] as const;
/** More than this in use before we start: somebody works there, so a free one is taken first. */
const IDLE_BYTES = 1024 ** 3;

/**
 * Chooses GPUs. A set that the environment gives (Slurm, visibility variables) is never widened; a request that does
 * not fit into it is a problem, not a smaller set. Zero GPUs are chosen only when zero are asked for.
 */
export function selectGpus(request: GpuRequest, inventory: GpuInventory, env: Environment): GpuSelection {
  if (request === 0) return { gpus: [], problems: [] };
  if (inventory.gpus.length === 0) {
    const why = inventory.problems.slice(0, 3).join('; ');
    return refused(
      why === ''
        ? 'engine.gpus: no AMD GPU is visible on this host; for an engine without GPUs set engine.gpus: 0'
        : `engine.gpus: the GPUs of this host cannot be read: ${why}`,
    );
  }
  const given = givenSet(inventory.gpus, env);
  if (given.problem !== undefined) return refused(given.problem);
  const limits = given.by === undefined ? {} : { given_by: given.by };
  const chosen = choose(request, given.gpus, inventory.gpus, env);
  if (typeof chosen === 'string') return { ...refused(limitText(chosen, given.by)), ...limits };
  return { gpus: inOrder(chosen), problems: [], ...limits };
}

/**
 * The GPUs of an engine as it is configured. Without engine.gpus a container gets as many as its parallel sizes ask for;
 * a process takes what it finds, so all that are given to us are its own. The others have none here, hooks unless they say so.
 */
export function engineGpus(
  engine: { readonly kind: EngineKind; readonly gpus?: GpuRequest },
  parallel: number | undefined,
  inventory: GpuInventory,
  env: Environment,
): GpuSelection {
  if (engine.kind === 'external' || engine.kind === 'simulator') return { gpus: [], problems: [] };
  if (engine.gpus !== undefined) return selectGpus(engine.gpus, inventory, env);
  if (engine.kind === 'hooks') return { gpus: [], problems: [] };
  if (engine.kind === 'docker') return selectGpus(parallel ?? 1, inventory, env);
  // A server on CPUs needs none: only what is there can be its own.
  return inventory.gpus.length === 0 ? { gpus: [], problems: [] } : selectGpus('all', inventory, env);
}

/**
 * Says which visibility variables of an engine's own environment cannot be: in a container with chosen render nodes
 * none may be set, elsewhere only one meaning (vllm/platforms/rocm.py refuses HIP and CUDA that differ).
 */
export function visibleDevicesProblem(
  env: Readonly<Record<string, unknown>>,
  where: 'container' | 'process',
): string | undefined {
  const set = [ROCR_NAME, ...HIP_NAMES].filter((name) => String(env[name] ?? '') !== '');
  if (set.length === 0) return undefined;
  if (where === 'container') {
    return `${set.join(' and ')}: the container sees only the GPUs of engine.gpus, numbered from 0; leave it out`;
  }
  if (set.length === 1) return undefined;
  return `${set.join(' and ')} are set together: they number the GPUs differently; set one of them`;
}

/**
 * The one variable that limits a process to the chosen GPUs, by unique id, which does not depend on anybody's order
 * (ROCm: GPU isolation techniques). Undefined: a GPU has none, or two share one, so that no variable can name them.
 */
export function visibleDevices(
  gpus: readonly Gpu[],
): { readonly name: string; readonly value: string } | undefined {
  const ids = gpus.flatMap((gpu) => (gpu.unique_id === undefined ? [] : [gpu.unique_id]));
  if (ids.length !== gpus.length || new Set(ids).size !== ids.length) return undefined;
  return { name: ROCR_NAME, value: ids.map((id) => `GPU-${id}`).join(',') };
}

interface Given {
  readonly gpus: readonly Gpu[];
  readonly by?: string;
  readonly problem?: string;
}

/** What we may use at all. */
function givenSet(all: readonly Gpu[], env: Environment): Given {
  const hip = HIP_NAMES.flatMap((name) => named(name, env));
  const [first, second] = hip;
  if (first !== undefined && second !== undefined && first.value !== second.value) {
    const texts = hip.map(({ name, value }) => `${name}=${value}`).join(' and ');
    return { gpus: [], problem: `engine.gpus: ${texts} contradict each other; unset one of them` };
  }
  const slurm = SLURM_NAMES.flatMap((name) => named(name, env))[0];
  const rocr = named(ROCR_NAME, env)[0];
  let given: Given = { gpus: all };
  if (slurm !== undefined) given = narrowed(given, slurm, all);
  if (rocr !== undefined && given.problem === undefined) given = narrowedAgain(given, rocr, all, slurm);
  if (first !== undefined && given.problem === undefined)
    given = narrowedAgain(given, first, all, rocr ?? slurm);
  return given;
}

interface Variable {
  readonly name: string;
  readonly value: string;
}

/** The variable, unless it is unset; ROCm reads an empty one as unset. */
function named(name: string, env: Environment): readonly Variable[] {
  const value = env[name]?.trim();
  return value === undefined || value === '' ? [] : [{ name, value: value.slice(0, 500) }];
}

function narrowed(given: Given, variable: Variable, numbered: readonly Gpu[]): Given {
  const text = `${variable.name}=${variable.value}`;
  const found = parts(variable.value).map((part) => find(part, numbered));
  const gpus = found.flatMap((one) => (one === undefined ? [] : [one]));
  if (gpus.length !== found.length) {
    return { gpus: [], problem: `engine.gpus: ${text} names a GPU that this host does not show` };
  }
  if (new Set(gpus).size !== gpus.length) {
    return { gpus: [], problem: `engine.gpus: ${text} names a GPU twice` };
  }
  return { gpus, by: given.by === undefined ? text : `${given.by} and ${text}` };
}

/**
 * A second variable counts within what the first one left: ROCR filters before HIP, and Slurm numbers a job's own GPUs
 * from 0. Physical numbers of the same GPUs are understood as well, as long as only one reading is possible.
 */
function narrowedAgain(
  given: Given,
  variable: Variable,
  all: readonly Gpu[],
  before: Variable | undefined,
): Given {
  if (before === undefined) return narrowed(given, variable, all);
  const within = narrowed(given, variable, given.gpus);
  if (within.problem === undefined) return within;
  const text = `${before.name}=${before.value} and ${variable.name}=${variable.value}`;
  const physical = narrowed(given, variable, all);
  // HIP numbers within ROCR: physical numbers in both are the classic mistake, and HIP would then see nothing.
  const sameSet =
    before.name !== ROCR_NAME &&
    physical.problem === undefined &&
    physical.gpus.every((gpu) => given.gpus.includes(gpu));
  if (sameSet) return physical;
  return { gpus: [], problem: `engine.gpus: ${text} contradict each other; set one of them` };
}

function choose(
  request: GpuRequest,
  given: readonly Gpu[],
  all: readonly Gpu[],
  env: Environment,
): readonly Gpu[] | string {
  if (request === 'all') return given;
  if (typeof request === 'number') {
    if (!Number.isSafeInteger(request) || request < 0) return 'engine.gpus: expected a whole number';
    if (request > given.length) return `engine.gpus: ${request} wanted, ${given.length} there`;
    return idleFirst(given).slice(0, request);
  }
  if (typeof request !== 'string') return listed(request.map(String), given, all, 'engine.gpus');
  const name = /^env:([A-Za-z_][A-Za-z0-9_]*)$/.exec(request)?.[1];
  if (name === undefined) return `engine.gpus: expected all, env:NAME, a number or a list`;
  const value = env[name]?.trim();
  if (value === undefined || value === '') {
    return `engine.gpus: the environment variable ${name} ${value === undefined ? 'is not set' : 'is empty'}`;
  }
  return listed(parts(value), given, all, name);
}

function listed(
  ids: readonly string[],
  given: readonly Gpu[],
  all: readonly Gpu[],
  source: string,
): readonly Gpu[] | string {
  const chosen: Gpu[] = [];
  for (const id of ids) {
    const gpu = find(id, all);
    if (gpu === undefined) {
      const known = all.map((one) => `${one.index} = ${one.bdf}`).join(', ');
      return `${source}: no GPU "${id.slice(0, 60)}" on this host; it has ${known}`;
    }
    if (!given.includes(gpu)) return `${source}: GPU ${id.slice(0, 60)} is not among those given to us`;
    if (chosen.includes(gpu)) return `${source}: GPU ${id.slice(0, 60)} is named twice`;
    chosen.push(gpu);
  }
  return chosen.length === 0 ? `${source}: names no GPU` : chosen;
}

/** By index in the list, PCI address, unique id (with or without GPU- or 0x), render node or its path. */
function find(id: string, numbered: readonly Gpu[]): Gpu | undefined {
  const text = id.toLowerCase();
  // In the inventory the position is the index; a list that was narrowed is numbered from 0 again.
  if (/^\d{1,4}$/.test(text)) return numbered[Number(text)];
  const unique = /^(?:gpu-|0x)?([0-9a-f]{16})$/.exec(text)?.[1];
  const node = /^(?:\/dev\/dri\/)?renderd(\d+)$/.exec(text)?.[1];
  const matches = numbered.filter(
    (gpu) =>
      gpu.bdf === text ||
      gpu.bdf === `0000:${text}` ||
      (unique !== undefined && gpu.unique_id === unique) ||
      (node !== undefined && gpu.render_node === `renderD${node}`),
  );
  // Partitions of a card share its address: that alone does not say which.
  return matches.length === 1 ? matches[0] : undefined;
}

/** Idle ones first; unknown counts as busy. Otherwise by index. */
function idleFirst(gpus: readonly Gpu[]): readonly Gpu[] {
  const busy = (gpu: Gpu): number => ((gpu.vram_used_bytes ?? Number.POSITIVE_INFINITY) < IDLE_BYTES ? 0 : 1);
  return [...gpus].sort((a, b) => busy(a) - busy(b) || a.index - b.index);
}

function inOrder(gpus: readonly Gpu[]): readonly Gpu[] {
  return [...gpus].sort((a, b) => a.index - b.index);
}

function parts(value: string): readonly string[] {
  return value
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .slice(0, 1024);
}

function limitText(problem: string, by: string | undefined): string {
  return by === undefined ? problem : `${problem} (limited by ${by})`;
}

function refused(problem: string): GpuSelection {
  return { gpus: [], problems: [problem] };
}
