// Why an engine did not become ready or ended, each with the lines that prove it.
import { maskDeep } from '../config/mask.ts';
import type { FailureEvidence } from '../core/evidence-text.ts';
import { blamesHost, causeText, type Triage, triage } from '../core/triage.ts';
import { GateError } from '../failure.ts';
import type { EngineDeath } from '../ports.ts';
import { readLog } from './boot-log.ts';
import { readKernelLog } from './kernel-log.ts';
import type { ProcessHost } from './process-host.ts';

/** Where the part of the log begins that belongs to one engine, and since when it runs. */
export interface EngineRecord {
  readonly log_start: number;
  /** On the monotonic clock; absent: the kernel's log is not asked. */
  readonly started_ns?: bigint;
  /** PCI addresses of its GPUs, where they are known. */
  readonly gpu_bdfs?: readonly string[];
}

/** How an engine ended, with the cause that its log and the kernel's log show. */
export function engineDeath(
  end: Pick<EngineDeath, 'exit' | 'oom_killed' | 'host_lost'>,
  host: ProcessHost,
  record: EngineRecord,
): EngineDeath {
  const found = triageOf(host, record, {
    exit: end.exit,
    ...(end.oom_killed === undefined ? {} : { container: { oom_killed: end.oom_killed } }),
  });
  return { ...end, evidence: found.evidence, triage: found };
}

/** What the logs of an engine that runs show about failures. */
export function explainRunning(host: ProcessHost, record: EngineRecord): Triage {
  return triageOf(host, record, {});
}

/** It says that it is healthy and cannot complete a request: its log mostly says why. */
export function unhealthy(error: GateError, host: ProcessHost, logStart: number): GateError {
  const found = triageOf(host, { log_start: logStart }, {});
  return explained(found, error.code, error.message, host, error.hint ?? '');
}

export function diedEarly(death: EngineDeath, host: ProcessHost, logStart: number): GateError {
  const found = death.triage ?? triageOf(host, { log_start: logStart }, { exit: death.exit });
  return explained(
    found,
    'engine_died_early',
    `the engine ended before it was ready (${death.exit})`,
    host,
    'The whole log is engine.log in the output folder.',
  );
}

export function portTaken(port: number, who: string): GateError {
  return new GateError({
    kind: 'engine',
    code: 'port_taken',
    message: `another process answers on port ${port}: ${who} is not part of the engine that we started`,
    where: 'engine.port',
    hint: 'A server of an earlier job may still run there: stop it, or leave engine.port out to get a free one.',
  });
}

export function tooSlow(seconds: number, stage: string, host: ProcessHost, logStart: number): GateError {
  return explained(
    triageOf(host, { log_start: logStart, started_ns: before(seconds) }, { stalled: true }),
    'startup_timeout',
    `the engine was not ready after ${seconds} s (engine.startup_timeout); last: ${stage}`,
    host,
    'Raise engine.startup_timeout if it only needs longer (large weights, a first kernel build).',
  );
}

export function stalled(stallMs: number, stage: string, host: ProcessHost, logStart: number): GateError {
  return explained(
    triageOf(host, { log_start: logStart, started_ns: before(2 * (stallMs / 1000)) }, { stalled: true }),
    'startup_stalled',
    `the engine wrote nothing to its log for ${Math.round(stallMs / 1000)} s and was not ready; last: ${stage}`,
    host,
    'It may hang in a download, a compile or a GPU call: the last lines show where.',
  );
}

export function cancelled(): GateError {
  return new GateError({
    kind: 'cancelled',
    code: 'cancelled',
    message: 'stopped by the user or a cancelled job while the engine was starting',
  });
}

/** Without secrets, also those that the engine printed. */
function triageOf(
  host: ProcessHost,
  record: EngineRecord,
  more: Pick<FailureEvidence, 'exit' | 'container' | 'stalled'>,
): Triage {
  const kernel = record.started_ns === undefined ? undefined : readKernelLog(record.started_ns);
  const found = triage({
    ...more,
    log: readLog(host.engine_log, record.log_start),
    ...(kernel === undefined ? {} : { kernel_log: kernel }),
    ...(record.gpu_bdfs === undefined ? {} : { gpu_bdfs: record.gpu_bdfs }),
  });
  return maskDeep(found, host.secrets) as Triage;
}

/** A known cause speaks for itself; otherwise the general advice stays. */
function explained(
  found: Triage,
  code: string,
  message: string,
  host: ProcessHost,
  advice: string,
): GateError {
  const cause = causeText(found);
  return new GateError({
    kind: blamesHost(found) ? 'host' : 'engine',
    code,
    cause_code: found.code,
    message: cause === undefined ? message : `${message}: ${cause}`,
    where: host.engine_log,
    hint: found.state === 'known' ? `${found.remedy} ${advice}` : advice,
    evidence: found.evidence,
  });
}

const before = (seconds: number): bigint => process.hrtime.bigint() - BigInt(Math.round(seconds * 1e9));
