// How a container of vLLM is set up: each setting once, with its flag of docker run, its reason, and its place in the API.

/** What decides about the settings. */
export interface ContainerPlan {
  readonly runtime: 'docker' | 'podman';
  readonly rootless: boolean;
  /** Nodes in /dev/dri of the chosen GPUs; a number where only that is known yet; empty or 0: no GPU. */
  readonly render_nodes: readonly string[] | number;
  /** Group numbers that own /dev/kfd and the render nodes; absent: not known yet. */
  readonly group_ids?: readonly number[];
  /** shared: the network of the container that this job runs in. */
  readonly network: 'host' | 'bridge' | { readonly shared: string };
  /** Port on the host; absent: not chosen yet. */
  readonly port?: number;
  readonly shm_size?: string;
  readonly memory?: string;
  /** source:target[:ro] */
  readonly mounts: readonly string[];
  readonly caches: { readonly hf?: string; readonly compile?: string };
  readonly hf_offline: boolean;
  readonly stop_timeout_s: number;
  /** False where the container engine itself may not raise limits (it runs with less than we would ask for). */
  readonly raise_limits: boolean;
  /** Name and label; absent: not chosen yet. */
  readonly name?: string;
  readonly token?: string;
}

export interface ContainerSetting {
  /** As docker run would be given it. */
  readonly flag: string;
  /** What goes wrong without it. */
  readonly why: string;
  /** Its part of the API's HostConfig; lists of several settings are joined. */
  readonly host: Readonly<Record<string, unknown>>;
  /** Variables of the container that belong to it; none is a secret. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Port inside a container with a network of its own. */
export const INNER_PORT = 8000;
/** Label that marks a container as ours; its value is the token of the run. */
export const RUN_LABEL = 'instinct-gate.run';
const HF_FOLDER = '/root/.cache/huggingface';
const COMPILE_FOLDER = '/root/.cache/instinct-gate';

/** All settings of a container, in the order in which they are explained. */
export function containerSettings(plan: ContainerPlan): readonly ContainerSetting[] {
  const gpu =
    plan.render_nodes !== 0 && (typeof plan.render_nodes === 'number' || plan.render_nodes.length > 0);
  return [
    ...(gpu ? [...devices(plan), ...groups(plan), ...gpuRights(plan)] : []),
    ...sharedMemory(plan),
    ...limits(plan),
    {
      flag: '--init',
      why: 'ended children are reaped: zombies would keep their GPU memory',
      host: { Init: true },
    },
    ...network(plan),
    ...folders(plan),
    ...(plan.hf_offline ? [offline()] : []),
    {
      flag: `--name ${plan.name ?? 'instinct-gate-ID'} --label ${RUN_LABEL}=${plan.token ?? 'TOKEN'}`,
      why: 'a clean-up finds it, and touches nothing that lacks this label',
      host: {},
    },
    {
      flag: `--stop-timeout ${plan.stop_timeout_s}`,
      why: 'vLLM frees its GPUs by itself when it has time for it',
      host: {},
    },
  ];
}

/** HostConfig of the API: every setting's part, lists and maps joined. */
export function hostConfig(settings: readonly ContainerSetting[]): Readonly<Record<string, unknown>> {
  const merged: Record<string, unknown> = {};
  for (const { host } of settings) {
    for (const [key, value] of Object.entries(host)) {
      const before = merged[key];
      merged[key] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
    }
  }
  return merged;
}

/** Variables that the settings bring along. */
export function settingsEnvironment(settings: readonly ContainerSetting[]): Readonly<Record<string, string>> {
  return Object.assign({}, ...settings.map((setting) => setting.env ?? {})) as Record<string, string>;
}

/** Size such as 16g in bytes. */
export function bytesOf(size: string): number {
  const match = /^(\d{1,9})([mg])$/.exec(size);
  if (match === null) return 0;
  return Number(match[1]) * (match[2] === 'g' ? 1024 ** 3 : 1024 ** 2);
}

function devices({ render_nodes: nodes }: ContainerPlan): ContainerSetting[] {
  const kfd = {
    flag: '--device /dev/kfd',
    why: 'without the compute node HIP finds no GPU',
    host: { Devices: [device('/dev/kfd')] },
  };
  const why = 'only the chosen GPUs are there; nothing inside can undo that';
  if (typeof nodes === 'number') {
    const what = nodes === 1 ? 'the chosen GPU' : `each of the ${nodes} chosen GPUs`;
    return [kfd, { flag: `--device /dev/dri/renderD… of ${what}`, why, host: {} }];
  }
  const paths = nodes.map((node) => `/dev/dri/${node}`);
  return [
    kfd,
    { flag: paths.map((path) => `--device ${path}`).join(' '), why, host: { Devices: paths.map(device) } },
  ];
}

function device(path: string): Readonly<Record<string, string>> {
  return { PathOnHost: path, PathInContainer: path, CgroupPermissions: 'rwm' };
}

function groups(plan: ContainerPlan): ContainerSetting[] {
  if (plan.runtime === 'podman' && plan.rootless) {
    return [
      {
        flag: '--group-add keep-groups',
        why: 'rootless podman maps no group numbers: it keeps those of the user (crun)',
        host: { Annotations: { 'run.oci.keep_original_groups': '1' } },
      },
    ];
  }
  // A rootless Docker maps group numbers to others: the devices must be open to its user.
  if (plan.rootless) return [];
  const ids = plan.group_ids;
  return [
    {
      flag:
        ids === undefined
          ? '--group-add (numbers of render and video)'
          : ids.map((id) => `--group-add ${id}`).join(' '),
      why: 'the devices belong to these groups of the host; names can mean other numbers in the image',
      host: ids === undefined ? {} : { GroupAdd: ids.map(String) },
    },
  ].filter(({ flag }) => flag !== '');
}

function gpuRights(plan: ContainerPlan): ContainerSetting[] {
  return [
    {
      flag: '--security-opt seccomp=unconfined',
      why: 'memory policy calls for NUMA are blocked otherwise',
      host: { SecurityOpt: ['seccomp=unconfined'] },
    },
    {
      flag: '--cap-add SYS_PTRACE',
      why: 'GPUs exchange memory handles between processes',
      host: { CapAdd: ['SYS_PTRACE'] },
    },
    ...(!plan.raise_limits
      ? []
      : [
          {
            flag: '--ulimit memlock=-1 --ulimit stack=67108864',
            why: 'pinned memory and deep stacks of the runtime',
            host: { Ulimits: [ulimit('memlock', -1), ulimit('stack', 67_108_864)] },
          },
        ]),
  ];
}

function sharedMemory({ shm_size: size }: ContainerPlan): ContainerSetting[] {
  const why = 'RCCL and the workers of vLLM exchange data in /dev/shm; 64 MB are too little';
  return size === undefined
    ? [{ flag: '--ipc host', why, host: { IpcMode: 'host' } }]
    : [{ flag: `--shm-size ${size}`, why, host: { IpcMode: 'private', ShmSize: bytesOf(size) } }];
}

function limits(plan: ContainerPlan): ContainerSetting[] {
  const files: ContainerSetting = {
    flag: '--ulimit nofile=65536',
    why: 'each open stream is a descriptor: many run out of them at high rates',
    host: { Ulimits: [ulimit('nofile', 65_536)] },
  };
  const memory = plan.memory;
  return [
    ...(plan.raise_limits ? [files] : []),
    ...(memory === undefined
      ? []
      : [
          {
            flag: `--memory ${memory}`,
            why: 'engine.memory: more than this and the kernel ends the engine',
            // Without its own limit swap would double it.
            host: { Memory: bytesOf(memory), MemorySwap: bytesOf(memory) },
          },
        ]),
  ];
}

function ulimit(name: string, value: number): Readonly<Record<string, string | number>> {
  return { Name: name, Soft: value, Hard: value };
}

function network({ network: mode, port }: ContainerPlan): ContainerSetting[] {
  if (mode === 'host') {
    return [
      {
        flag: '--network host',
        why: 'no proxy stands in the path of a request',
        host: { NetworkMode: 'host' },
      },
    ];
  }
  if (typeof mode === 'object') {
    return [
      {
        flag: `--network ${mode.shared}`,
        why: 'this job runs in a container itself: both share its network',
        host: { NetworkMode: mode.shared },
      },
    ];
  }
  const inner = `${INNER_PORT}/tcp`;
  return [
    {
      flag: `--publish 127.0.0.1:${port ?? 'PORT'}:${INNER_PORT}`,
      why: 'reached from this host alone',
      host: {
        NetworkMode: 'bridge',
        PortBindings: { [inner]: [{ HostIp: '127.0.0.1', HostPort: String(port ?? '') }] },
      },
    },
  ];
}

function folders(plan: ContainerPlan): ContainerSetting[] {
  const { hf, compile } = plan.caches;
  return [
    ...plan.mounts.map((mount) => {
      const [source = '', target = '', mode] = mount.split(':');
      return {
        flag: `--volume ${mount}`,
        why: 'engine.mounts',
        host: { Mounts: [bind(source, target, mode === 'ro')] },
      };
    }),
    ...(hf === undefined
      ? []
      : [
          {
            flag: `--volume ${hf}:${HF_FOLDER}`,
            why: 'weights are loaded from this host, not from the hub',
            host: { Mounts: [bind(hf, HF_FOLDER, false)] },
            env: { HF_HOME: HF_FOLDER },
          },
        ]),
    ...(compile === undefined
      ? []
      : [
          {
            flag: `--volume ${compile}:${COMPILE_FOLDER}`,
            why: 'compiled kernels of this image, GPU and model are kept: a cold start takes minutes longer',
            host: { Mounts: [bind(compile, COMPILE_FOLDER, false)] },
            env: {
              VLLM_CACHE_ROOT: `${COMPILE_FOLDER}/vllm`,
              TRITON_CACHE_DIR: `${COMPILE_FOLDER}/triton`,
              TORCHINDUCTOR_CACHE_DIR: `${COMPILE_FOLDER}/inductor`,
              AITER_JIT_DIR: `${COMPILE_FOLDER}/aiter`,
            },
          },
        ]),
  ];
}

function bind(source: string, target: string, readOnly: boolean): Readonly<Record<string, unknown>> {
  return { Type: 'bind', Source: source, Target: target, ReadOnly: readOnly };
}

function offline(): ContainerSetting {
  return {
    flag: '--env HF_HUB_OFFLINE=1',
    why: 'the model must be complete on this host: a download would be measured as a slow start',
    host: {},
    env: { HF_HUB_OFFLINE: '1', TRANSFORMERS_OFFLINE: '1' },
  };
}
