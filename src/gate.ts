// The story, top-down: plan → boot → prove → warm → climb → stop → judge → result.

import { seconds } from './clock.ts';
import { judge } from './core/judge.ts';
import { percentilesOf } from './core/metrics.ts';
import { checkPins, pinHint, pinText } from './core/pins.ts';
import { makePlan, planRungs, type Rung } from './core/plan.ts';
import type {
  EngineReport,
  HostReport,
  PinCheck,
  Plan,
  RequestRecord,
  Result,
  RungResult,
  ValidityCheck,
  WarmupReport,
  WorkloadReport,
} from './core/result.gen.ts';
import { notRun, summariseRung } from './core/rung.ts';
import { makeSchedule } from './core/schedule.ts';
import { stillOurs } from './core/still-ours.ts';
import type { Triage } from './core/triage.ts';
import { checkRun } from './core/validity.ts';
import type { RunFailure } from './core/verdict.ts';
import { rungFile } from './core/vllm-compat.ts';
import { unsetKnobFindings } from './core/vllm-flags.ts';
import type { Alarm } from './core/watchdog.ts';
import type { GateError } from './failure.ts';
import type {
  BaselineSet,
  BootedEngine,
  Channel,
  Fingerprint,
  GateRequest,
  Ports,
  RungRun,
  TelemetrySink,
  Workload,
} from './ports.ts';
import { enterSite, leaveSite, type Site, siteEvidence, stillAlone } from './site.ts';
import {
  alarmOf,
  asFailure,
  engineDied,
  logOf,
  NotAsAsked,
  requireTime,
  stopReason,
  stopSignals,
  whyAlarmed,
  whyStopped,
} from './stopping.ts';

/** Longest wait for an idle engine between two rungs. */
const COOL_DOWN_MAX_S = 60;
/** Longest wave of requests before a later rung. */
const WAVE_MAX_S = 5;

/** A cancelled job is killed ten seconds after the first signal. */
const CANCELLED_GRACE_S = 2;

interface MeasuredRung {
  readonly result: RungResult;
  readonly records: readonly RequestRecord[];
}

/** Everything that was seen, however far the run came. */
interface Measured {
  readonly rungs: MeasuredRung[];
  readonly checks: ValidityCheck[];
  fingerprint: Fingerprint;
  engine: EngineReport;
  channel?: Channel;
  workload?: WorkloadReport;
  warmup?: WarmupReport;
  host?: HostReport;
  pins?: readonly PinCheck[];
  /** Why requests failed, by the log of an engine that lived on. */
  engine_log?: Triage | undefined;
  failure?: RunFailure;
  gpu_seconds?: number;
}

/**
 * One run from plan to verdict. Expected problems end up in the verdict; a fault of our own is thrown after
 * the engine has been stopped.
 */
export async function gate(request: GateRequest, ports: Ports): Promise<Result> {
  const { config } = request;
  const started = { ns: ports.clock.now_ns(), iso: ports.clock.now_iso() };

  const plan = makePlan(config);
  const baseline = await readBaseline(request, ports);
  const measured = await measure(request, ports, plan);
  const simulated = isSimulated(measured);
  const checks = [
    ...checkRun(
      {
        engine_kind: config.engine.kind,
        ...(measured.warmup !== undefined && { warmup: measured.warmup }),
        ...servedModels(measured),
      },
      config.validity.strict,
    ),
    ...measured.checks,
  ];
  const judgement = judge({
    budgets: config.budgets,
    compare: config.compare,
    strict: config.validity.strict,
    engine_kind: config.engine.kind,
    planned: planRungs(config.load),
    rungs: measured.rungs,
    run_checks: checks,
    candidate: {
      fingerprint: measured.fingerprint,
      ...(measured.workload !== undefined && { workload_hash: measured.workload.hash }),
      simulated,
      config: config.document,
    },
    ...(measured.channel !== undefined && { channel: measured.channel.report }),
    ...(baseline !== undefined && { baseline: { source: config.compare.baseline, ...baseline } }),
    ...(measured.host !== undefined && { host: measured.host }),
    ...(measured.engine_log !== undefined && { engine_log: measured.engine_log }),
    ...(measured.failure !== undefined && { failure: measured.failure }),
  });

  return {
    schema: 'instinct-gate/result',
    schema_version: 1,
    tool_version: request.tool_version,
    run_id: request.run_id,
    attempt: request.attempt,
    earlier_attempts: request.earlier_attempts,
    started_at: started.iso,
    ended_at: ports.clock.now_iso(),
    wall_s: seconds(ports.clock.now_ns() - started.ns),
    ...(measured.gpu_seconds !== undefined && { gpu_minutes: measured.gpu_seconds / 60 }),
    ...(config.report.title !== undefined && { title: config.report.title }),
    simulated,
    detail: config.report.detail,
    config: config.document,
    plan,
    engine: measured.engine,
    ...(measured.channel !== undefined && { channel: measured.channel.report }),
    fingerprint: measured.fingerprint,
    ...(measured.workload !== undefined && { workload: measured.workload }),
    ...(measured.warmup !== undefined && { warmup: measured.warmup }),
    ...(measured.host !== undefined && { host: measured.host }),
    ...(measured.pins !== undefined && { pins: measured.pins }),
    rungs: measured.rungs.map((rung) => rung.result),
    checks,
    comparison: judgement.comparison,
    cells: judgement.cells,
    findings: [...judgement.findings, ...unsetKnobFindings(config.engine)],
    capacity: judgement.capacity,
    ...(judgement.knee !== undefined && { knee: judgement.knee }),
    verdict: judgement.verdict,
    reproduce: request.reproduce,
  };
}

/** Before anything boots: a baseline that cannot be read costs no GPU minute to find out. */
async function readBaseline({ config }: GateRequest, ports: Ports): Promise<BaselineSet | undefined> {
  if (config.compare.baseline === 'none') return undefined;
  const baseline = await ports.baseline.read(config.compare.baseline);
  for (const { path, reason } of baseline.unreadable) ports.log.warning(`baseline ${path}: ${reason}`);
  ports.log.info(`baseline: ${baseline.results.length} readable result(s) in ${config.compare.baseline}`);
  return baseline;
}

/** Boots, proves, warms and climbs; whatever happens, the engine is stopped and what was seen is kept. */
async function measure(given: GateRequest, ports: Ports, plan: Plan): Promise<Measured> {
  const measured: Measured = {
    rungs: [],
    checks: [],
    fingerprint: {},
    engine: { kind: given.config.engine.kind, leftovers: 0 },
  };
  const rungs = planRungs(given.config.load);
  let engine: BootedEngine | undefined;
  let site: Site | undefined;
  try {
    site = await enterSite(given.config, plan.gpus, given.signal, ports);
    const { host, checks } = siteEvidence(site.report, given.config);
    measured.host = host;
    measured.checks.push(...checks);
    measured.fingerprint = site.fingerprint;
    requirePins(given, measured, 'before_boot');
    // Waiting for others is no part of what the run may take.
    const request = later(given, site.report.waited_s);
    const booting = ports.clock.now_ns();
    engine = await boot(request, ports, site);
    measured.engine = engine.report();
    measured.fingerprint = merged(site.fingerprint, engine.fingerprint);
    const stop = stopSignals(request, ports, { engine, site, plan, booting });
    try {
      const channel = await prove(request, ports, engine, stop.signal);
      measured.channel = channel;
      measured.fingerprint = merged(measured.fingerprint, channel.fingerprint);
      requirePins(request, measured, 'after_boot');
      const workload = await prepare(request, ports, channel, rungs, stop.signal);
      measured.workload = workload.report;
      measured.warmup = await warm(request, ports, channel, workload, stop.signal);
      await climb(request, ports, {
        ...{ engine, site, channel, workload, rungs, measured },
        ...{ signal: stop.signal, on_alarm: stop.alarm },
      });
      await proveAgain(request, ports, { engine, channel, site, measured });
    } finally {
      stop.dispose();
      if (plan.gpus !== undefined) measured.gpu_seconds = seconds(ports.clock.now_ns() - booting) * plan.gpus;
    }
  } catch (error) {
    const after_first_request = measured.rungs.some(({ result }) => result.sent > 0);
    measured.failure = asFailure(error, given, engine, after_first_request);
  } finally {
    const cancelled = given.signal.aborted;
    try {
      if (engine !== undefined) {
        // Before the stop: an ordinary end writes errors of its own.
        if (measured.rungs.some(({ result }) => result.failed > 0)) measured.engine_log = logOf(engine);
        measured.engine = await engine.stop(cancelled ? { grace_s: CANCELLED_GRACE_S } : {});
      }
    } finally {
      if (site !== undefined) {
        const left = await leaveSite(site, cancelled, ports);
        measured.host = siteEvidence(left, given.config).host;
      }
    }
  }
  for (const rung of rungs.slice(measured.rungs.length)) {
    const code = measured.failure?.code ?? 'not_run';
    const reason = measured.failure?.message ?? 'the run ended before this rung';
    measured.rungs.push({ result: notRun(rung, code, reason), records: [] });
  }
  return measured;
}

async function boot({ config, signal }: GateRequest, ports: Ports, { gpus }: Site): Promise<BootedEngine> {
  ports.log.group(`Engine: ${config.engine.kind}`);
  const engine = await ports.engine.boot({ engine: config.engine, service: config.service, gpus, signal });
  const { boot_s } = engine.report();
  ports.log.info(
    boot_s === undefined ? 'engine: not started by us' : `engine: ready after ${boot_s.toFixed(1)} s`,
  );
  return engine;
}

/** Smallest request first; what answers is what will be measured. */
async function prove(
  { config }: GateRequest,
  ports: Ports,
  engine: BootedEngine,
  signal: AbortSignal,
): Promise<Channel> {
  const connection = await ports.connect(engine.base_url);
  const channel = await ports.probe.probe({
    connection,
    service: config.service,
    load: config.load,
    ...(engine.model_id !== undefined && { engine_model: engine.model_id }),
    signal,
  });
  ports.log.info(`channel: ${channel.report.path}, model ${channel.report.model_id}`);
  for (const note of channel.report.notes) ports.log.info(`channel: ${note}`);
  return channel;
}

/** Pins against what is known so far. A pin that does not hold ends the run: whatever it measured is something else. */
function requirePins({ config }: GateRequest, measured: Measured, when: PinCheck['when']): void {
  const known = (field: string): boolean => measured.fingerprint[field]?.value !== undefined;
  // Before the boot most fields are not there yet: only a difference that is seen already saves the boot.
  const only = when === 'before_boot' ? known : undefined;
  const pins = checkPins(config.pins, measured.fingerprint, when, only);
  if (pins.length > 0) measured.pins = pins;
  const broken = pins.filter(({ state }) => state !== 'match');
  const [first] = broken;
  if (first === undefined) return;
  const more = broken.length === 1 ? '' : ` (and ${broken.length - 1} more)`;
  const unreadable = broken.every(({ state }) => state === 'unreadable');
  throw new NotAsAsked({
    code: unreadable ? 'pin_unreadable' : 'pin_mismatch',
    message: `${pinText(first)}${more}`,
    hint: pinHint(first),
    ...(broken.length > 1 && { evidence: broken.map((pin) => pinText(pin)) }),
  });
}

/** After the last rung: the same server, the same versions, and nobody else on the GPUs. */
async function proveAgain(
  request: GateRequest,
  ports: Ports,
  {
    engine,
    channel,
    site,
    measured,
  }: { engine: BootedEngine; channel: Channel; site: Site; measured: Measured },
): Promise<void> {
  const [identity, ownership, alone] = await Promise.all([
    ports.probe.identity(channel),
    engine.ownership?.(),
    stillAlone(site, ports),
  ]);
  measured.checks.push(
    stillOurs(channel.report, { ...identity, ...(ownership !== undefined && { ownership }) }),
    ...(alone === undefined ? [] : [alone]),
  );
  const version = identity.server_version;
  const before = measured.fingerprint['vllm'];
  if (version !== undefined && before?.value !== undefined) {
    const vllm = { ...before, value: version };
    requirePins(request, { ...measured, fingerprint: { ...measured.fingerprint, vllm } }, 'after_ladder');
  }
}

async function prepare(
  { config, run_id }: GateRequest,
  ports: Ports,
  channel: Channel,
  rungs: readonly Rung[],
  signal: AbortSignal,
): Promise<Workload> {
  const workload = await ports.workload.build({ load: config.load, channel, rungs, salt: run_id, signal });
  ports.log.info(`workload: ${workload.report.dataset_name}, hash ${workload.report.hash.slice(0, 12)}`);
  return workload;
}

async function warm(
  { config }: GateRequest,
  ports: Ports,
  channel: Channel,
  workload: Workload,
  signal: AbortSignal,
): Promise<WarmupReport> {
  ports.log.group('Warm-up');
  const rate = Math.max(...config.load.request_rates);
  const max_s = config.load.warmup.max_s;
  const report = await ports.load.warm({
    ...{ channel, load: config.load, workload, rate, max_s, signal },
    ...maxInFlight(config.engine),
  });
  ports.log.info(`warm-up: ${report.message}`);
  return report;
}

interface Climb {
  readonly engine: BootedEngine;
  readonly site: Site;
  readonly channel: Channel;
  readonly workload: Workload;
  readonly rungs: readonly Rung[];
  readonly measured: Measured;
  readonly signal: AbortSignal;
  readonly on_alarm: (alarm: Alarm) => void;
}

async function climb(request: GateRequest, ports: Ports, ladder: Climb): Promise<void> {
  ports.log.group('Ladder');
  const telemetry = await ports.output.telemetry();
  try {
    await climbRungs(request, ports, ladder, telemetry);
  } finally {
    await telemetry.close();
  }
}

/** Rung by rung, lowest rate first; a rung that had to be stopped ends the climb. */
async function climbRungs(
  request: GateRequest,
  ports: Ports,
  ladder: Climb,
  telemetry: TelemetrySink,
): Promise<void> {
  const { engine, channel, rungs, measured, signal } = ladder;
  for (const [position, rung] of rungs.entries()) {
    if (position > 0) await settle(request, ports, ladder, rung);
    signal.throwIfAborted();
    requireTime(request, ports, rung);
    const climbed = await climbRung(request, ports, ladder, rung, telemetry);
    ports.log.info(rungLine(climbed));
    if (engine.death !== undefined) throw engineDied(engine);
    if (climbed.state !== 'stopped') continue;
    const alarm = alarmOf(signal);
    if (alarm !== undefined) throw await whyAlarmed(alarm, engine, climbed);
    signal.throwIfAborted();
    if (!(await ports.probe.alive(channel))) throw await whyStopped(engine, climbed);
    // The engine lives but this rate overran it: a higher rate would only hurt the machine.
    for (const later of rungs.slice(position + 1)) {
      const reason = `the rung at ${rung.rate} req/s had to be stopped: ${climbed.state_reason ?? ''}`;
      measured.rungs.push({ result: notRun(later, 'earlier_rung_stopped', reason), records: [] });
    }
    return;
  }
  if (!(await ports.probe.alive(channel))) throw await whyStopped(engine, measured.rungs.at(-1)?.result);
}

/** Cool-down to an idle engine, then a short wave so that the next rung does not start cold. */
async function settle({ config }: GateRequest, ports: Ports, ladder: Climb, next: Rung): Promise<void> {
  const { channel, workload, measured, signal } = ladder;
  const idle = await ports.telemetry.idle({ channel, max_s: COOL_DOWN_MAX_S, signal });
  if (idle === false) {
    measured.checks.push({
      rule: 'idle_between_rungs',
      state: 'unknown',
      required: false,
      message: `the engine still ran requests ${COOL_DOWN_MAX_S} s after the rung before ${next.rate} req/s`,
    });
  }
  if (config.load.warmup.max_s === 0) return;
  const max_s = Math.min(WAVE_MAX_S, config.load.warmup.max_s);
  await ports.load.wave({
    ...{ channel, load: config.load, workload, rate: next.rate, max_s, signal },
    ...maxInFlight(config.engine),
  });
}

/**
 * Measures one rung and keeps it. A file that cannot be written (a full disk) ends the rung at once; what was measured
 * until then is kept before the failure is thrown.
 */
async function climbRung(
  request: GateRequest,
  ports: Ports,
  ladder: Climb,
  rung: Rung,
  telemetry: TelemetrySink,
): Promise<RungResult> {
  const { config } = request;
  const { channel, workload, site, signal } = ladder;
  const requests = workload.requests(rung);
  const schedule = makeSchedule({
    arrival: config.load.arrival,
    rate: rung.rate,
    num_prompts: rung.num_prompts,
    burstiness: config.load.burstiness,
    seed: config.load.seed,
  });
  const sink = await ports.output.records(rung);
  const onBroken = () =>
    ports.log.warning(`the rung is stopped: ${(sink.broken.reason as GateError).message}`);
  sink.broken.addEventListener('abort', onBroken, { once: true });
  const sample = await ports.telemetry.sample({
    ...{ channel, gpus: site.gpus, on_alarm: ladder.on_alarm },
    on_row: (row) => telemetry.write(rung, row),
  });
  let run: RungRun;
  const from = ports.clock.now_ns();
  try {
    run = await ports.load.run({
      ...{ rung, schedule, requests, channel, load: config.load },
      signal: AbortSignal.any([signal, sink.broken]),
      on_record: (record) => sink.write(record),
      on_progress: (seen) => {
        sample.client(seen);
        ports.log.progress(
          `rung ${rung.rate} req/s: ${seen.done}/${rung.num_prompts} done, ${seen.sent} sent, ` +
            `${seen.in_flight} in flight, ${seen.failed} failed, ${seen.elapsed_s.toFixed(0)} s`,
        );
      },
    });
  } finally {
    await sink.close();
  }
  const to = ports.clock.now_ns();
  const { server, gpus, build_lines } = await sample.stop({ hurry: signal.aborted });
  const stopped = stopReason(signal) ?? run.stopped;
  const result = summariseRung({
    rung,
    schedule,
    run: { ...run, ...(stopped !== undefined && { stopped }) },
    engine_kind: config.engine.kind,
    strict: config.validity.strict,
    percentiles: percentilesOf([...config.budgets.map((budget) => budget.metric), ...config.compare.metrics]),
    lengths: workload.report.lengths,
    ...(config.load.length_buckets !== undefined && { bucket_edges: config.load.length_buckets }),
    ...(server !== undefined && { server }),
    ...(build_lines !== undefined && { build_lines }),
    ...(gpus === undefined
      ? site.without_gpus && { gpus: 'none' }
      : { gpus: { ...gpus, gpus: site.gpus, from_ns: Number(from), to_ns: Number(to) } }),
    ...(workload.report.prefix_tokens !== undefined && { prefix_tokens: workload.report.prefix_tokens }),
  });
  ladder.measured.rungs.push({ result, records: run.records });
  sink.broken.throwIfAborted();
  const identity = {
    date: vllmDate(ports.clock.now_iso()),
    backend: config.service.backend,
    model_id: channel.report.model_id,
    burstiness: config.load.burstiness,
    ...(config.load.max_concurrency !== undefined && { max_concurrency: config.load.max_concurrency }),
  };
  await ports.output.rungFile(rung, rungFile(result, identity));
  return result;
}

// ---- small facts --------------------------------------------------------------------------------------------

function maxInFlight(engine: GateRequest['config']['engine']): { max_in_flight?: number } {
  return engine.kind !== 'external' && engine.max_num_seqs !== undefined
    ? { max_in_flight: engine.max_num_seqs }
    : {};
}

/** Which models the answers of the ladder named, beside the one that answered the probe. */
function servedModels({ channel, rungs }: Measured): Pick<Parameters<typeof checkRun>[0], 'models'> {
  const probe = channel?.report.answered_model;
  if (probe === undefined || rungs.every(({ records }) => records.length === 0)) return {};
  const others = rungs.flatMap(({ records }) => records.flatMap(({ model }) => model ?? []));
  const [example] = others;
  return { models: { probe, others: others.length, ...(example !== undefined && { example }) } };
}

function isSimulated(measured: Measured): boolean {
  const version = measured.channel?.report.server_version ?? '';
  return measured.engine.kind === 'simulator' || version.includes('simulated');
}

function rungLine(rung: RungResult): string {
  const ttft = rung.metrics['median_ttft_ms'];
  const served = rung.metrics['served_rate'];
  const parts = [
    `rung ${rung.rate} req/s (${rung.kind}): ${rung.completed}/${rung.planned} completed`,
    ttft === undefined ? 'TTFT p50 unknown' : `TTFT p50 ${ttft.toFixed(0)} ms`,
    served === undefined ? 'served rate unknown' : `served ${served.toFixed(2)} req/s`,
  ];
  if (rung.state !== 'measured') parts.push(`${rung.state}: ${rung.state_reason ?? ''}`);
  return parts.join(', ');
}

/** The later reading wins where it is one: an unknown field hides nothing that is known. */
function merged(earlier: Fingerprint, later: Fingerprint): Fingerprint {
  const known = Object.entries(later).filter(
    ([name, { value }]) => value !== undefined || earlier[name]?.value === undefined,
  );
  return { ...earlier, ...Object.fromEntries(known) };
}

function later(request: GateRequest, waited_s: number): GateRequest {
  return request.deadline_ns === undefined
    ? request
    : { ...request, deadline_ns: request.deadline_ns + BigInt(Math.round(waited_s * 1e9)) };
}

/** vLLM writes YYYYMMDD-HHMMSS; ours is UTC. */
function vllmDate(iso: string): string {
  return iso.slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
}
