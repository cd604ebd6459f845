// The machine around the GPUs: what makes numbers wander or an engine fail although nothing is wrong with it.
import { accessSync, constants, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { HostCheck } from '../../core/result.gen.ts';
import { advisory, type Context } from './context.ts';
import { names, readNumber, readSmall, readTail } from './files.ts';
import { gib } from './occupancy.ts';

/** For every engine that runs on this host. */
export function hostChecks(context: Context): readonly HostCheck[] {
  const { gpus } = context;
  return [
    loadAverage(context),
    openFiles(context),
    outFolder(context),
    ...(gpus.length === 0
      ? []
      : [numaBalancing(context), governor(context), memory(context), sharedMemory(context), resets(context)]),
  ];
}

function numaBalancing({ root }: Context): HostCheck {
  const check = advisory('numa_balancing', 'NUMA balancing');
  const value = readNumber(`${root}/proc/sys/kernel/numa_balancing`);
  if (value === undefined) return check.unknown('/proc/sys/kernel/numa_balancing cannot be read');
  return value === 0
    ? check.ok('off')
    : check.problem(
        `expected 0, found ${value} in /proc/sys/kernel/numa_balancing: GPU work may stall while pages move`,
        'sysctl kernel.numa_balancing=0 (AMD tuning guides).',
      );
}

function governor({ root }: Context): HostCheck {
  const check = advisory('cpu_governor', 'CPU governor');
  const cpus = names(`${root}/sys/devices/system/cpu`);
  const list = 'code' in cpus ? [] : cpus.filter((name) => /^cpu\d+$/.test(name));
  const found = list.flatMap(
    (cpu) => readSmall(`${root}/sys/devices/system/cpu/${cpu}/cpufreq/scaling_governor`) ?? [],
  );
  if (found.length === 0) return check.unknown('no CPU reports a governor (cpufreq)');
  const kinds = [...new Set(found)].sort();
  return kinds.length === 1 && kinds[0] === 'performance'
    ? check.ok('performance')
    : check.problem(
        `expected performance, found ${kinds.join(' and ')}`,
        'cpupower frequency-set -g performance, on this run and its baseline alike.',
      );
}

function loadAverage({ root }: Context): HostCheck {
  const check = advisory('load', 'Load');
  const load = Number(readSmall(`${root}/proc/loadavg`)?.split(' ')[0]);
  const cpus = (readSmall(`${root}/proc/cpuinfo`) ?? '')
    .split('\n')
    .filter((line) => line.startsWith('processor')).length;
  if (!Number.isFinite(load) || cpus === 0)
    return check.unknown('/proc/loadavg or /proc/cpuinfo cannot be read');
  const text = `load ${load.toFixed(1)} on ${cpus} CPUs`;
  return load <= cpus / 2
    ? check.ok(text)
    : check.problem(
        `${text}: others use this machine`,
        'Wait until it is quiet: the client and the engine need CPU time.',
      );
}

function memory({ root }: Context): HostCheck {
  const check = advisory('memory', 'Main memory');
  const text = readSmall(`${root}/proc/meminfo`) ?? '';
  const kib = Number(/^MemAvailable:\s+(\d{1,15}) kB$/m.exec(text)?.[1]);
  if (!Number.isFinite(kib)) return check.unknown('/proc/meminfo cannot be read');
  const bytes = kib * 1024;
  return bytes >= 16 * 1024 ** 3
    ? check.ok(`${gib(bytes)} available`)
    : check.problem(
        `expected at least 16 GiB available, found ${gib(bytes)}`,
        'Weights pass through main memory while they load: end other jobs.',
      );
}

function sharedMemory({ root, engine }: Context): HostCheck {
  const check = advisory('shm', 'Shared memory');
  // A container has a /dev/shm of its own, or the host's.
  const free = engine.kind === 'process' ? freeBytes(`${root}/dev/shm`) : undefined;
  if (engine.kind !== 'process') return check.ok('given to the container by the engine settings');
  if (free === undefined) return check.unknown('/dev/shm cannot be read');
  return free >= 4 * 1024 ** 3
    ? check.ok(`${gib(free)} free in /dev/shm`)
    : check.problem(
        `expected at least 4 GiB free in /dev/shm, found ${gib(free)}`,
        'RCCL and the worker processes talk through it: --ipc=host or a larger --shm-size.',
      );
}

/** Each request in flight is a socket. */
function openFiles({ root, load }: Context): HostCheck {
  const check = advisory('open_files', 'Open files');
  const text = readSmall(`${root}/proc/self/limits`) ?? '';
  const found = /^Max open files\s+(\d{1,15}|unlimited)/m.exec(text)?.[1];
  if (found === undefined) return check.unknown('the limit of open files cannot be read');
  const limit = found === 'unlimited' ? Number.POSITIVE_INFINITY : Number(found);
  const highest = Math.max(...load.request_rates);
  // Requests that stay in flight for a minute each are a slow server at the highest rate.
  const needed = Math.max(1024, load.max_concurrency ?? Math.ceil(highest * 60));
  return limit >= needed
    ? check.ok(`${found} (ulimit -n)`)
    : check.problem(
        `expected at least ${needed} open files for ${highest} req/s, found ${found}`,
        `ulimit -n ${Math.max(65536, needed)} in the runner's service, or set load.max_concurrency.`,
      );
}

function outFolder({ out }: Context): HostCheck {
  const check = advisory('out', 'Result folder');
  const folder = nearestFolder(out);
  const free = freeBytes(folder);
  if (free === undefined) return check.unknown(`free space of ${folder} cannot be read`);
  try {
    accessSync(folder, constants.W_OK);
  } catch {
    return check.problem(`${folder} cannot be written`, 'Choose another folder with --out.');
  }
  return free >= 1024 ** 3
    ? check.ok(`${gib(free)} free`)
    : check.problem(
        `expected at least 1 GiB free for records and logs, found ${gib(free)}`,
        'Make room, or choose another folder with --out.',
      );
}

const LOG_BYTES = 256 * 1024;

/** A GPU that was reset or reported memory errors since the machine started is worth a look before it is measured. */
function resets({ root }: Context): HostCheck {
  const check = advisory('kernel_log', 'Kernel log');
  const text =
    readTail(`${root}/var/log/kern.log`, LOG_BYTES) ?? readTail(`${root}/var/log/dmesg`, LOG_BYTES);
  if (text === undefined) {
    return check.unknown(
      'the kernel log cannot be read, so earlier GPU resets are not known',
      'Add the user to the group adm.',
    );
  }
  const bad = text
    .split('\n')
    .filter((line) =>
      /amdgpu.*(?:GPU reset|uncorrectable hardware error|ring \S+ timeout|MES failed to respond)/i.test(line),
    );
  const last = bad.at(-1);
  return last === undefined
    ? check.ok('no GPU reset and no uncorrectable error is logged')
    : check.problem(
        `${bad.length} line(s) about GPU resets or uncorrectable errors`,
        'Read the kernel log; drain the node when it repeats.',
        { details: [last.slice(0, 200)] },
      );
}

function freeBytes(path: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

function nearestFolder(path: string): string {
  let folder = path;
  for (;;) {
    try {
      accessSync(folder);
      return folder;
    } catch {
      const parent = dirname(folder);
      if (parent === folder) return folder;
      folder = parent;
    }
  }
}
