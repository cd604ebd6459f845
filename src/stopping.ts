// How a run is cut short, and what that says: one signal for every reason, and the failure that the judge gets.
import { seconds } from './clock.ts';
import type { Rung } from './core/plan.ts';
import type { Plan, RungResult } from './core/result.gen.ts';
import { blamesHost, causeText, type Triage } from './core/triage.ts';
import type { RunFailure } from './core/verdict.ts';
import type { Alarm } from './core/watchdog.ts';
import { GateError } from './failure.ts';
import type { BootedEngine, GateRequest, Ports } from './ports.ts';
import type { Site } from './site.ts';

/** After the engine's death its open connections break by themselves: their class is evidence. */
const DEATH_SETTLE_MS = 1_000;
/** A container engine that is gone may come back: how long its watcher waits, and a little more. */
const DEATH_TOLD_MS = 20_000;

/** Why a run is cut short; the abort reason of the signal that every stage gets. */
class Stop extends Error {
  readonly code: 'cancelled' | 'limit' | 'engine_died' | 'lock_lost' | Alarm['code'];
  readonly alarm?: Alarm;
  constructor(code: Stop['code'], message: string, alarm?: Alarm) {
    super(message);
    this.name = 'Stop';
    this.code = code;
    if (alarm !== undefined) this.alarm = alarm;
  }
}

/** What answers is not what was asked for: whatever it measures is about something else. */
export class NotAsAsked extends Error {
  readonly failure: Omit<RunFailure, 'cause' | 'after_first_request'>;
  constructor(failure: NotAsAsked['failure']) {
    super(failure.message);
    this.name = 'NotAsAsked';
    this.failure = failure;
  }
}

/** One signal for the user's stop, the limits and the engine's death. */
export function stopSignals(
  request: GateRequest,
  ports: Ports,
  { engine, site, plan, booting }: { engine: BootedEngine; site: Site; plan: Plan; booting: bigint },
) {
  const { config } = request;
  const controller = new AbortController();
  const stop = (code: Stop['code'], message: string) => controller.abort(new Stop(code, message));
  const cancelled = () => stop('cancelled', 'stopped by the user or a cancelled job');
  if (request.signal.aborted) cancelled();
  request.signal.addEventListener('abort', cancelled, { once: true });
  const timers: NodeJS.Timeout[] = [];
  void engine.died.then((death) => {
    const message = `the engine ended by itself (${death.exit})`;
    timers.push(setTimeout(() => stop('engine_died', message), DEATH_SETTLE_MS));
  });
  void site.lock.lost.then(() =>
    stop('lock_lost', 'the keeper of this run ended: its GPUs are not locked any more'),
  );

  const now = ports.clock.now_ns();
  if (request.deadline_ns !== undefined) {
    const message = `limits.max_minutes (${config.limits.max_minutes}) reached`;
    timers.push(
      setTimeout(() => stop('limit', message), Math.max(0, seconds(request.deadline_ns - now) * 1000)),
    );
  }
  if (config.limits.max_gpu_minutes !== undefined && plan.gpus !== undefined) {
    const limit_s = (config.limits.max_gpu_minutes * 60) / plan.gpus - seconds(now - booting);
    const message = `limits.max_gpu_minutes (${config.limits.max_gpu_minutes}) reached`;
    timers.push(setTimeout(() => stop('limit', message), Math.max(0, limit_s * 1000)));
  }
  return {
    signal: controller.signal,
    alarm: (alarm: Alarm) => controller.abort(new Stop(alarm.code, alarm.message, alarm)),
    dispose: () => {
      for (const timer of timers) clearTimeout(timer);
      request.signal.removeEventListener('abort', cancelled);
    },
  };
}

export function stopReason(signal: AbortSignal): { code: string; reason: string } | undefined {
  return signal.aborted && signal.reason instanceof Stop
    ? { code: signal.reason.code, reason: signal.reason.message }
    : undefined;
}

/** A rung that cannot end within the limit is not begun: half a rung decides nothing. */
export function requireTime(request: GateRequest, ports: Ports, rung: Rung): void {
  if (request.deadline_ns === undefined) return;
  const left_s = seconds(request.deadline_ns - ports.clock.now_ns());
  const needs_s = rung.num_prompts / rung.rate;
  if (left_s < needs_s) {
    const limit = `limits.max_minutes (${request.config.limits.max_minutes})`;
    throw new Stop(
      'limit',
      `${limit} leaves ${left_s.toFixed(0)} s and this rung needs ${needs_s.toFixed(0)} s`,
    );
  }
}

export function engineDied({ death }: BootedEngine): GateError {
  const found = death?.triage;
  const message = `the engine ended by itself during the ladder (${death?.exit ?? 'unknown reason'})`;
  const cause = found === undefined ? undefined : causeText(found);
  const advice = 'The whole log is engine.log in the output folder.';
  return new GateError({
    // A GPU that hangs, or somebody else who stops the engine, says nothing about the server.
    kind: death?.host_lost === true || (found !== undefined && blamesHost(found)) ? 'host' : 'engine',
    code: 'engine_died',
    message: cause === undefined ? message : `${message}: ${cause}`,
    hint: found?.state === 'known' ? `${found.remedy} ${advice}` : advice,
    ...(found !== undefined && { cause_code: found.code }),
    evidence: death?.evidence ?? [],
  });
}

/** A server that stopped answering: whoever watches it gets a moment to say why. */
export async function whyStopped(engine: BootedEngine, last: RungResult | undefined): Promise<GateError> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, DEATH_TOLD_MS);
  });
  if (engine.report().kind === 'docker') await Promise.race([engine.died, late]);
  clearTimeout(timer);
  return engine.death === undefined ? stoppedAnswering(last) : engineDied(engine);
}

export function alarmOf(signal: AbortSignal): Alarm | undefined {
  return signal.aborted && signal.reason instanceof Stop ? signal.reason.alarm : undefined;
}

/** What the watchdog saw, or the engine's own account of its death. */
export async function whyAlarmed(alarm: Alarm, engine: BootedEngine, last: RungResult): Promise<GateError> {
  if (alarm.code === 'engine_unreachable') return whyStopped(engine, last);
  return new GateError({
    kind: alarm.code === 'gpu_lost' ? 'host' : 'engine',
    code: alarm.code,
    message: `at ${last.rate} req/s, ${alarm.message}`,
    hint:
      alarm.code === 'gpu_lost'
        ? 'Read the kernel log (dmesg, amdgpu) and check the GPU before the next run.'
        : 'Read the last lines of the engine log and telemetry.jsonl in the output folder.',
  });
}

/** A dead engine has told its cause already. */
export function logOf(engine: BootedEngine): Triage | undefined {
  return engine.death === undefined ? engine.explain?.() : undefined;
}

function stoppedAnswering(last: RungResult | undefined): GateError {
  const where = last === undefined ? '' : ` after the rung at ${last.rate} req/s`;
  return new GateError({
    kind: 'engine',
    code: 'stopped_answering',
    message: `the server stopped answering${where}`,
    hint: 'Look at the log of the server: it may have died, restarted or hung under load.',
  });
}

/** What ended the run, as evidence for the judge. A fault of our own is thrown on. */
export function asFailure(
  error: unknown,
  request: GateRequest,
  engine: BootedEngine | undefined,
  after_first_request: boolean,
): RunFailure {
  if (error instanceof Stop && error.code === 'engine_died' && engine !== undefined) {
    return failureOf(engineDied(engine), after_first_request);
  }
  if (error instanceof NotAsAsked) return { cause: 'identity', ...error.failure, after_first_request };
  if (error instanceof Stop) {
    if (error.code === 'lock_lost') {
      return { cause: 'host', code: error.code, message: error.message, after_first_request };
    }
    const cause = error.code === 'cancelled' ? 'cancelled' : 'limit';
    return { cause, code: error.code, message: error.message, after_first_request };
  }
  if (error instanceof GateError) return failureOf(error, after_first_request);
  if (request.signal.aborted) {
    return {
      cause: 'cancelled',
      code: 'cancelled',
      message: 'stopped by the user or a cancelled job',
      after_first_request,
    };
  }
  throw error;
}

function failureOf(error: GateError, after_first_request: boolean): RunFailure {
  // A configuration problem that only the server could reveal (too long a prompt) is still usage: exit code 2.
  if (error.kind === 'config') throw error;
  return {
    cause: error.kind,
    code: error.code,
    message: error.message,
    ...(error.hint !== undefined && { hint: error.hint }),
    ...(error.cause_code !== undefined && { cause_code: error.cause_code }),
    ...(error.evidence.length > 0 && { evidence: error.evidence }),
    after_first_request,
  };
}
