import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Growth of resident memory while `work` runs, MB: its peak above what was resident before. Linux forgets the earlier
 * peak on request (proc(5), clear_refs 5); elsewhere the peak of the whole process counts.
 */
export async function peakGrowthMb(work: () => void | Promise<void>): Promise<number> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  forgetPeak();
  await work();
  return Math.max(0, peakBytes() - before) / 2 ** 20;
}

function forgetPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // Not Linux, or not allowed: see above.
  }
}

function peakBytes(): number {
  try {
    const kb = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    if (kb !== undefined) return Number(kb) * 1024;
  } catch {
    // Not Linux.
  }
  return process.resourceUsage().maxRSS * 1024;
}
