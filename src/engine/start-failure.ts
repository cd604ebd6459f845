// Why an engine did not become ready, each with the log lines that prove it.
import { maskSecrets } from '../config/mask.ts';
import { GateError } from '../failure.ts';
import type { EngineDeath } from '../ports.ts';
import { logEvidence, readLog, rootCause } from './boot-log.ts';
import type { ProcessHost } from './process-host.ts';

export function diedEarly(death: EngineDeath, host: ProcessHost, logStart: number): GateError {
  const cause = rootCause(maskedLog(host, logStart));
  const usage =
    death.exit === 'exit code 2' ? ' Exit code 2 means that it did not know a flag or value.' : '';
  return new GateError({
    kind: 'engine',
    code: 'engine_died_early',
    message: `the engine ended before it was ready (${death.exit})${cause === undefined ? '' : `: ${cause}`}`,
    where: host.engine_log,
    hint: `The whole log is in this file.${usage}`,
    evidence: death.evidence,
  });
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
  return new GateError({
    kind: 'engine',
    code: 'startup_timeout',
    message: `the engine was not ready after ${seconds} s (engine.startup_timeout); last: ${stage}`,
    where: host.engine_log,
    hint: 'Raise engine.startup_timeout if it only needs longer (large weights, a first kernel build).',
    evidence: evidence(host, logStart),
  });
}

export function stalled(stallMs: number, stage: string, host: ProcessHost, logStart: number): GateError {
  return new GateError({
    kind: 'engine',
    code: 'startup_stalled',
    message: `the engine wrote nothing to its log for ${Math.round(stallMs / 1000)} s and was not ready; last: ${stage}`,
    where: host.engine_log,
    hint: 'It may hang in a download, a compile or a GPU call: the last lines show where.',
    evidence: evidence(host, logStart),
  });
}

export function evidence(host: ProcessHost, logStart: number): readonly string[] {
  return logEvidence(maskedLog(host, logStart));
}

/** Masked as a whole: its lines are cut afterwards. */
function maskedLog(host: ProcessHost, logStart: number): string {
  return maskSecrets(readLog(host.engine_log, logStart), host.secrets);
}

export function cancelled(): GateError {
  return new GateError({
    kind: 'cancelled',
    code: 'cancelled',
    message: 'stopped by the user or a cancelled job while the engine was starting',
  });
}
