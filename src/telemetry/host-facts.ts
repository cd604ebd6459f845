import type { HostFacts } from '../core/gpu.ts';
import { list, readCount, readText } from './sys-files.ts';

/** Kernel, driver, processor and memory policy of this host; what cannot be read is absent. */
export function readHostFacts(root: string): HostFacts {
  const kernel = line(readText(`${root}/proc/sys/kernel/osrelease`));
  const driver = line(readText(`${root}/sys/module/amdgpu/version`));
  const source = line(readText(`${root}/sys/module/amdgpu/srcversion`));
  const balancing = readCount(`${root}/proc/sys/kernel/numa_balancing`);
  const cpuinfo = readText(`${root}/proc/cpuinfo`) ?? '';
  const model = line(/^model name\s*: (.+)$/m.exec(cpuinfo)?.[1]);
  const folder = `${root}/sys/devices/system/cpu`;
  const cpus = (list(folder) ?? []).filter((name) => /^cpu\d+$/.test(name));
  const governors = cpus.map((cpu) => line(readText(`${folder}/${cpu}/cpufreq/scaling_governor`)));
  const known = governors.filter((one) => one !== undefined);
  return {
    ...(kernel !== undefined && { kernel }),
    ...(driver !== undefined && { driver }),
    ...(source !== undefined && { driver_srcversion: source }),
    ...(model !== undefined && { cpu_model: model }),
    ...(cpus.length > 0 && { cpu_count: cpus.length }),
    // A CPU whose governor is not known could have any.
    ...(known.length > 0 &&
      known.length === cpus.length && { cpu_governor: [...new Set(known)].sort().join(', ') }),
    ...(balancing !== undefined && { numa_balancing: balancing }),
  };
}

function line(text: string | undefined): string | undefined {
  const first = text
    ?.split('\n', 1)[0]
    ?.replace(/[^\x20-\x7e]/g, ' ')
    .trim()
    .slice(0, 100);
  return first === '' ? undefined : first;
}
