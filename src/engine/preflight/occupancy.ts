// Who else is on these GPUs: KFD's own list, which holds process ids of the host whatever container asks.
import { statSync } from 'node:fs';
import { oneLine } from '../../answer.ts';
import type { Gpu } from '../../core/gpu.ts';
import type { HostCheck } from '../../core/result.gen.ts';
import { isInContainer } from '../lock-dir.ts';
import { advisory, blocking } from './context.ts';
import { names, readSmall } from './files.ts';
import { nameOf } from './gpus.ts';

/** A process that KFD knows, with what it holds on each GPU. */
interface KfdProcess {
  readonly pid: number;
  /** Bytes by KFD gpu id; absent: it could not be read. */
  readonly vram: ReadonlyMap<number, number>;
  /** GPUs on which it has a queue, busy or not. */
  readonly queues: ReadonlySet<number>;
  readonly unreadable: boolean;
}

export interface OccupancyRequest {
  readonly root: string;
  readonly gpus: readonly Gpu[];
  /** Every GPU of the host, for the neighbours. */
  readonly all: readonly Gpu[];
  /** True for process ids of this run's own engine. */
  readonly isOurs: (pid: number) => boolean;
}

/** More than this with nobody there: memory of a context that nobody owns. An idle MI300X shows about 0.3 GiB. */
const IDLE_BYTES = 1024 ** 3;
const IDLE_SHARE = 0.01;

/** Foreign processes, memory without an owner, and busy neighbours. Nothing is ever stopped or reset here. */
export function occupancyChecks(request: OccupancyRequest): readonly HostCheck[] {
  const { gpus } = request;
  if (gpus.length === 0) return [];
  const users = kfdProcesses(request.root);
  return [processCheck(request, users), vramCheck(gpus, users), neighbourCheck(request, users)];
}

function processCheck(
  request: OccupancyRequest,
  users: readonly KfdProcess[] | { readonly code: string },
): HostCheck {
  const { gpus, root, isOurs } = request;
  const check = blocking('gpu_processes', 'Other processes');
  if ('code' in users) {
    return check.unknown(
      `/sys/class/kfd/kfd/proc cannot be read (${users.code}): nobody can say who uses these GPUs`,
      'Load the amdgpu driver and mount /sys into the container.',
    );
  }
  const ids = idsOf(gpus);
  if (ids === undefined) return check.unknown('not every GPU has a KFD id, so its users cannot be found');
  const on = users.filter((one) => uses(one, ids));
  const unread = users.filter((one) => one.unreadable && !on.includes(one));
  // Process ids of the host mean nothing in a pid namespace of our own, and may even be those of our own processes.
  if (isInContainer(root)) {
    if (on.length === 0 && unread.length === 0) return check.ok('no process uses these GPUs');
    return check.unknown(
      `${on.length + unread.length} process(es) of the host use these GPUs; from inside a container nobody can say whose`,
      'Run the gate on the host, or give its container the pid namespace of the host.',
    );
  }
  const others = on.filter(({ pid }) => !isOurs(pid));
  if (others.length === 0) {
    return unread.length === 0
      ? check.ok(on.length === 0 ? 'no process uses these GPUs' : 'only our own engine uses these GPUs')
      : check.unknown(`what ${unread.length} process(es) hold on the GPUs cannot be read`);
  }
  const details = others.map((one) => describe(one, gpus, root));
  // With hidepid= nobody sees the processes of others: their contexts then look ownerless, and a reset would kill them.
  const seesAll = readSmall(`${root}/proc/1/stat`) !== undefined;
  const zombies = others.filter(({ pid }) => readSmall(`${root}/proc/${pid}/stat`) === undefined);
  if (seesAll && zombies.length === others.length) {
    return check.problem(
      `${zombies.length} GPU context(s) without a process (pid ${zombies.map(({ pid }) => pid).join(', ')}) are still there`,
      `Nobody owns them: reset just ${gpus.length === 1 ? 'this GPU' : 'these GPUs'} when they are idle (amd-smi reset --gpureset --gpu ${gpus.map(({ index }) => index).join(' ')}), or reboot.`,
      { details },
    );
  }
  return check.problem(
    `${others.length} process(es) of others use these GPUs (pid ${others
      .map(({ pid }) => pid)
      .slice(0, 8)
      .join(', ')})`,
    'Wait until they end, or ask their owner; they are never stopped from here.',
    { details },
  );
}

function vramCheck(
  gpus: readonly Gpu[],
  users: readonly KfdProcess[] | { readonly code: string },
): HostCheck {
  const check = blocking('vram', 'GPU memory');
  const unread = gpus.filter(({ vram_used_bytes: used, partition }) => used === undefined && !partition);
  if (unread.length > 0) {
    return check.unknown(`memory in use cannot be read: ${unread.map(nameOf).join(', ')}`);
  }
  const full = gpus.filter(({ vram_used_bytes: used = 0, vram_total_bytes: total = 0 }) => {
    return used > Math.max(IDLE_BYTES, total * IDLE_SHARE);
  });
  const list = (which: readonly Gpu[]): string =>
    which.map((gpu) => `${nameOf(gpu)} ${gib(gpu.vram_used_bytes ?? 0)}`).join(', ');
  if (full.length === 0)
    return check.ok(
      `in use before the run: ${list(gpus.filter((gpu) => gpu.vram_used_bytes !== undefined))}`,
    );
  const ids = idsOf(full);
  const owned = !('code' in users) && ids !== undefined && users.some((one) => uses(one, ids));
  return check.problem(
    `expected idle GPUs, found ${list(full)} in use${owned ? '' : ', and no process owns it'}`,
    owned
      ? 'Wait until its owner ends.'
      : `Memory without an owner stays until the GPU is reset: amd-smi reset --gpureset --gpu ${full.map(({ index }) => index).join(' ')}, when nobody else uses it.`,
  );
}

/** Others on the same node share its CPUs, memory and power: advice, unless the whole node was asked for. */
function neighbourCheck(
  { all, gpus }: OccupancyRequest,
  users: readonly KfdProcess[] | { readonly code: string },
): HostCheck {
  const check = advisory('neighbours', 'Neighbours');
  const rest = all.filter((gpu) => !gpus.some((own) => own.index === gpu.index));
  if (rest.length === 0) return check.ok('this run has every GPU of the node');
  const ids = idsOf(rest);
  if ('code' in users || ids === undefined) return check.unknown('who uses the other GPUs cannot be read');
  const busy = users.filter((one) => uses(one, ids));
  return busy.length === 0
    ? check.ok(`nobody uses the other ${rest.length} GPU(s)`)
    : check.problem(
        `${busy.length} process(es) use other GPUs of this node`,
        'They share CPUs, memory and power with this run: preflight.exclusive: node excludes other gates.',
      );
}

/** Processes with a KFD context (drivers/gpu/drm/amd/amdkfd/kfd_process.c: proc/PID/vram_GPUID and queues/N/gpuid). */
function kfdProcesses(root: string): readonly KfdProcess[] | { readonly code: string } {
  const folder = `${root}/sys/class/kfd/kfd/proc`;
  const pids = names(folder);
  if ('code' in pids) return pids;
  return pids
    .filter((name) => /^[1-9]\d{0,9}$/.test(name))
    .map((name) => {
      const vram = new Map<number, number>();
      const queues = new Set<number>();
      let unreadable = false;
      const entries = names(`${folder}/${name}`);
      // A process that has just ended: nothing of it is left.
      if ('code' in entries)
        return { pid: Number(name), vram, queues, unreadable: entries.code !== 'ENOENT' };
      // Newer drivers: one folder for each further context of the process.
      const folders = [
        '',
        ...entries.filter((entry) => /^context_\d+$/.test(entry)).map((entry) => `/${entry}`),
      ];
      for (const sub of folders) {
        const base = `${folder}/${name}${sub}`;
        const files = names(base);
        for (const file of 'code' in files ? [] : files) {
          const id = /^vram_(\d{1,10})$/.exec(file)?.[1];
          if (id === undefined) continue;
          const bytes = readSmall(`${base}/${file}`);
          if (bytes === undefined || !/^\d{1,15}$/.test(bytes)) unreadable = true;
          else vram.set(Number(id), (vram.get(Number(id)) ?? 0) + Number(bytes));
        }
        const list = names(`${base}/queues`);
        for (const queue of 'code' in list ? [] : list) {
          const id = readSmall(`${base}/queues/${queue}/gpuid`);
          if (id !== undefined && /^\d{1,10}$/.test(id)) queues.add(Number(id));
        }
      }
      return { pid: Number(name), vram, queues, unreadable };
    });
}

function uses({ vram, queues }: KfdProcess, ids: ReadonlySet<number>): boolean {
  return [...ids].some((id) => (vram.get(id) ?? 0) > 0 || queues.has(id));
}

function idsOf(gpus: readonly Gpu[]): ReadonlySet<number> | undefined {
  const ids = gpus.flatMap(({ kfd_gpu_id: id }) => (id === undefined ? [] : [id]));
  return ids.length === gpus.length ? new Set(ids) : undefined;
}

/** Owner, command, age and memory, for the terminal of this machine only. */
function describe(one: KfdProcess, gpus: readonly Gpu[], root: string): string {
  const held = gpus
    .flatMap((gpu) => {
      const bytes = gpu.kfd_gpu_id === undefined ? undefined : one.vram.get(gpu.kfd_gpu_id);
      return bytes === undefined || bytes === 0 ? [] : [`${nameOf(gpu)} ${gib(bytes)}`];
    })
    .join(', ');
  const command = readSmall(`${root}/proc/${one.pid}/cmdline`)?.replaceAll('\0', ' ');
  const name = command ?? readSmall(`${root}/proc/${one.pid}/comm`) ?? 'its process cannot be seen';
  return `pid ${one.pid}, user ${ownerOf(`${root}/proc/${one.pid}`)}, ${ageOf(one.pid, root)}: ${oneLine(name, [], 100)}; ${held === '' ? 'a queue' : held}`;
}

function ownerOf(path: string): string {
  try {
    return String(statSync(path).uid);
  } catch {
    return 'unknown';
  }
}

/** Clock ticks per second on every Linux that vLLM runs on (USER_HZ). */
const TICKS_PER_SECOND = 100;

function ageOf(pid: number, root: string): string {
  const stat = readSmall(`${root}/proc/${pid}/stat`);
  const started = Number(stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
  const uptime = Number(readSmall(`${root}/proc/uptime`)?.split(' ')[0]);
  const seconds = uptime - started / TICKS_PER_SECOND;
  if (!Number.isFinite(seconds) || seconds < 0) return 'age unknown';
  return seconds < 7200 ? `${Math.round(seconds / 60)} min old` : `${Math.round(seconds / 3600)} h old`;
}

export function gib(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
}
