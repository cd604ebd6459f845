// The machine's part of the story: choose GPUs, lock them, find them clean, and leave them clean.
import type { Config } from './config/config.ts';
import { blockingProblem, hostEvidence, publicReport } from './core/doctor.ts';
import type { Gpu } from './core/gpu.ts';
import { hostFingerprint } from './core/host-fingerprint.ts';
import type { HostCheck, HostReport, ValidityCheck } from './core/result.gen.ts';
import { GateError } from './failure.ts';
import type { Fingerprint, HeldLock, HostGpus, Ports } from './ports.ts';

/** What a run needs to know about its machine, filled in as it is learnt. */
export interface Site {
  readonly gpus: readonly Gpu[];
  /** The machine was asked and has no GPU, or none was wanted. */
  readonly without_gpus: boolean;
  readonly lock: HeldLock;
  readonly report: HostReport;
  /** Fields of the fingerprint that are known before anything is started. */
  readonly fingerprint: Fingerprint;
}

/** Problems that make a boot pointless or unfair. All others are shown and left to the engine. */
const STOPS_A_RUN: ReadonlySet<string> = new Set(['gpus', 'gpu_access', 'port']);
/** How often a GPU that somebody uses is looked at again. */
const LOOK_AGAIN_MS = 5_000;
/** Longest wait for GPU memory after the engine's end; a cancelled job has no time for it. */
const RELEASE_MAX_S = 120;

/**
 * Chooses and locks the GPUs of a run and waits until nobody else uses them. Throws GateError: kind 'host', code 'busy'
 * when they do not become free within preflight.wait. Whoever gets a Site must leave it.
 */
export async function enterSite(
  config: Config,
  planned_gpus: number | undefined,
  signal: AbortSignal,
  ports: Ports,
): Promise<Site> {
  const { engine, service, load, preflight, pins } = config;
  const host = await ports.host.gpus(engine, planned_gpus);
  const local = engine.kind === 'docker' || engine.kind === 'process';
  const checks = local
    ? await ports.host.preflight({ engine, service, load, preflight, pins, host, for_run: true })
    : [];
  say(checks, config.report.detail, ports);
  const problem = blockingProblem(checks.filter(({ id }) => STOPS_A_RUN.has(id)));
  if (problem !== undefined) throw unfit(problem);
  const lock = await ports.host.lock({ engine, gpus: host.gpus, preflight, signal });
  try {
    const clean = await waitUntilClean(host.gpus, preflight.wait - lock.report.waited_s, signal, ports);
    say(clean.checks, config.report.detail, ports);
    const report: HostReport = {
      waited_s: lock.report.waited_s + clean.waited_s,
      lock: lock.report,
      checks: [...checks, ...clean.checks],
    };
    if (report.waited_s >= 1) ports.log.info(`waited ${report.waited_s.toFixed(0)} s for the GPUs`);
    const withoutGpus = local && (engine.gpus === 0 || hasNone(host));
    return { gpus: host.gpus, without_gpus: withoutGpus, lock, report, fingerprint: hostFingerprint(host) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** A GPU that cannot be read is not none. */
function hasNone({ inventory }: HostGpus): boolean {
  return inventory.gpus.length === 0 && inventory.problems.length === 0;
}

/** After the engine's end: GPU memory back, then the locks. Never throws. */
export async function leaveSite(site: Site, hurry: boolean, ports: Ports): Promise<HostReport> {
  try {
    if (site.gpus.length === 0 || hurry) return site.report;
    const released = await ports.host.released(site.gpus, RELEASE_MAX_S);
    say([released], 'public', ports);
    return { ...site.report, released };
  } finally {
    await site.lock.release();
  }
}

/** The machine as result.json keeps it, and what it means for the run. */
export function siteEvidence(
  report: HostReport,
  config: Config,
): { readonly host: HostReport; readonly checks: readonly ValidityCheck[] } {
  return { host: publicReport(report, config.report.detail), checks: hostEvidence(report) };
}

/** Looks once more when the engine has run: somebody may have come meanwhile. */
export async function stillAlone(site: Site, ports: Ports): Promise<ValidityCheck | undefined> {
  if (site.gpus.length === 0) return undefined;
  const checks = await ports.host.occupancy(site.gpus);
  const found = checks.find(({ id }) => id === 'gpu_processes');
  if (found === undefined) return undefined;
  return {
    rule: 'gpu_processes_after',
    state: found.state === 'ok' ? 'valid' : found.state === 'problem' ? 'invalid' : 'unknown',
    // Unknown before the run already said so.
    required: false,
    message: `after the ladder: ${found.message}`,
  };
}

async function waitUntilClean(
  gpus: readonly Gpu[],
  wait_s: number,
  signal: AbortSignal,
  ports: Ports,
): Promise<{ readonly checks: readonly HostCheck[]; readonly waited_s: number }> {
  const begun = ports.clock.now_ns();
  const waited = (): number => Number(ports.clock.now_ns() - begun) / 1e9;
  let told = '';
  for (;;) {
    const looked = waited();
    const checks = await ports.host.occupancy(gpus);
    const problem = blockingProblem(checks);
    // A look takes time of its own, which nobody waited for.
    if (problem === undefined) return { checks, waited_s: told === '' ? 0 : looked };
    if (waited() >= wait_s) throw inUse(problem, wait_s);
    if (problem.message !== told) ports.log.info(`waiting for the GPUs: ${problem.message}`);
    told = problem.message;
    await pause(Math.min(LOOK_AGAIN_MS, Math.max(1, (wait_s - waited()) * 1000)), signal);
  }
}

/** Names of foreign processes stay on the machine; the log of a job does not. */
function say(checks: readonly HostCheck[], detail: 'public' | 'private', ports: Ports): void {
  for (const { state, title, message, remedy, details = [] } of checks) {
    if (state !== 'problem') continue;
    ports.log.warning(`${title}: ${message}${remedy === undefined ? '' : ` → ${remedy}`}`);
    if (detail === 'private') for (const line of details.slice(0, 10)) ports.log.info(`  ${line}`);
  }
}

function unfit(problem: HostCheck): GateError {
  return new GateError({
    kind: 'host',
    code: `host_${problem.id}`,
    message: `${problem.title}: ${problem.message}`,
    ...(problem.remedy === undefined ? {} : { hint: problem.remedy }),
  });
}

function inUse(problem: HostCheck, wait_s: number): GateError {
  return new GateError({
    kind: 'host',
    code: 'busy',
    message: `expected free GPUs within ${Math.max(0, Math.round(wait_s))} s (preflight.wait): ${problem.message}`,
    ...(problem.remedy === undefined ? {} : { hint: problem.remedy }),
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(
        new GateError({
          kind: 'cancelled',
          code: 'cancelled',
          message: 'stopped by the user or a cancelled job while waiting for the GPUs',
        }),
      );
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
