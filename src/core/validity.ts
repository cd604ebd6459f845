// The single table of validity rules: can what was measured be trusted? One row per rule; new rules are new rows.
import {
  engineBuilding,
  type GpuFacts,
  gpuClock,
  gpuEcc,
  gpuEnergy,
  gpuReset,
  gpuTelemetry,
  gpuThermal,
} from './gpu-rulings.ts';
import { mean, percentile, sortedSample } from './quantile.ts';
import { isOk, latenessMs, ttftMs } from './record.ts';
import type {
  ClientShare,
  RequestRecord,
  ServerCounters,
  ValidityCheck,
  WarmupReport,
} from './result.gen.ts';
import { invalid, notApplicable, type Ruling, unknown, valid } from './ruling.ts';

export type EngineKind = 'docker' | 'process' | 'hooks' | 'external' | 'simulator';

/**
 * Whose part of the measurement a rule doubts. Failures of requests count against the server unless the same rung is
 * invalid because of the client or the channel (design: verdict order).
 */
export type Blame = 'client' | 'channel' | 'engine' | 'host' | 'workload';

/** What the rules of a rung look at. */
export interface RungFacts extends GpuFacts {
  readonly engine_kind: EngineKind;
  readonly planned: number;
  readonly stopped: boolean;
  readonly records: readonly RequestRecord[];
  readonly client: ClientShare;
  readonly token_counts: 'continuous' | 'final' | 'messages';
  readonly server?: ServerCounters;
  /** How the workload knows its prompt lengths; absent: unknown. */
  readonly lengths?: 'exact' | 'approximate';
  /** Prompt tokens shared by all requests (chat template). */
  readonly prefix_tokens?: number;
  /** Highest percentile that a budget or the comparison judges, in percent. */
  readonly judged_percentile?: number;
}

/** What the rules of the whole run look at. */
export interface RunFacts {
  readonly engine_kind: EngineKind;
  readonly warmup?: WarmupReport;
  /** How many answers of the ladder named a model, other than the probe's, and one such name. Absent: nobody looked. */
  readonly models?: { readonly probe: string; readonly others: number; readonly example?: string };
}

export interface Rule<Facts> {
  readonly rule: string;
  readonly blames: Blame;
  /** Engine kinds that the rule is about; elsewhere it is not applicable. */
  readonly applies_to: readonly EngineKind[];
  /** Engine kinds for which its evidence is required; with validity.strict all of applies_to. */
  readonly required_for: readonly EngineKind[];
  readonly check: (facts: Facts) => Ruling;
}

const ALL: readonly EngineKind[] = ['docker', 'process', 'hooks', 'external', 'simulator'];
/** Engines that we start on GPUs, usually of this host. */
const OURS: readonly EngineKind[] = ['docker', 'process', 'hooks'];

/** Longest lateness of the client: 5 % of the rung's median TTFT, at least 10 ms. */
const LATENESS_SHARE = 0.05;
const LATENESS_FLOOR_MS = 10;
/** Percentile at which the lateness is read where no higher one is judged. */
const LATENESS_PERCENTILE = 95;
/** p99 of the event loop's delay may be twice as long: it delays reading, not sending. */
const EVENT_LOOP_FLOOR_MS = 20;
/** Largest deviation of the realised rate from the planned one. */
const SHAPE_TOLERANCE = 0.02;
/** Client's mean TTFT above 2 × the server's own + 20 ms: something between them starves. */
const STARVING_FACTOR = 2;
const STARVING_OFFSET_MS = 20;
/** Largest share of prompt tokens from the prefix cache above the shared prefix. */
const PREFIX_HIT_LIMIT = 0.05;
/** Largest relative deviation of prompt tokens from what was asked for, by how the lengths are known. */
const SHAPE_DEVIATION = { exact: 0.02, approximate: 0.5 } as const;

export const RUNG_RULES: readonly Rule<RungFacts>[] = [
  { rule: 'counts', blames: 'client', applies_to: ALL, required_for: ALL, check: counts },
  { rule: 'client_late', blames: 'client', applies_to: ALL, required_for: ALL, check: clientLate },
  { rule: 'load_shape', blames: 'client', applies_to: ALL, required_for: ALL, check: loadShape },
  { rule: 'event_loop', blames: 'client', applies_to: ALL, required_for: ALL, check: eventLoop },
  { rule: 'concurrency_cap', blames: 'client', applies_to: ALL, required_for: [], check: concurrencyCap },
  {
    rule: 'host_starving',
    blames: 'client',
    applies_to: ALL,
    required_for: ['docker', 'process'],
    check: hostStarving,
  },
  { rule: 'quota', blames: 'channel', applies_to: ['external'], required_for: ['external'], check: quota },
  { rule: 'server_restarted', blames: 'engine', applies_to: ALL, required_for: [], check: serverRestarted },
  { rule: 'token_shape', blames: 'workload', applies_to: ALL, required_for: [], check: tokenShape },
  { rule: 'token_counts', blames: 'workload', applies_to: ALL, required_for: [], check: tokenCounts },
  { rule: 'prefix_cache', blames: 'workload', applies_to: ALL, required_for: [], check: prefixCache },
  { rule: 'server_telemetry', blames: 'engine', applies_to: ALL, required_for: [], check: serverTelemetry },
  {
    rule: 'engine_building',
    blames: 'engine',
    applies_to: OURS,
    required_for: [],
    check: engineBuilding,
  },
  { rule: 'gpu_telemetry', blames: 'host', applies_to: OURS, required_for: [], check: gpuTelemetry },
  { rule: 'gpu_thermal', blames: 'host', applies_to: OURS, required_for: [], check: gpuThermal },
  { rule: 'gpu_clock', blames: 'host', applies_to: OURS, required_for: [], check: gpuClock },
  { rule: 'gpu_ecc', blames: 'host', applies_to: OURS, required_for: [], check: gpuEcc },
  { rule: 'gpu_reset', blames: 'host', applies_to: OURS, required_for: [], check: gpuReset },
  { rule: 'gpu_energy', blames: 'host', applies_to: OURS, required_for: [], check: gpuEnergy },
];

export const RUN_RULES: readonly Rule<RunFacts>[] = [
  { rule: 'warm', blames: 'engine', applies_to: ALL, required_for: [], check: warm },
  { rule: 'served_model', blames: 'engine', applies_to: ALL, required_for: [], check: servedModel },
];

/** Applies every rule of a rung. */
export function checkRung(facts: RungFacts, strict: boolean): ValidityCheck[] {
  return RUNG_RULES.map((rule) => apply(rule, facts, strict));
}

/** Applies every rule of the whole run. */
export function checkRun(facts: RunFacts, strict: boolean): ValidityCheck[] {
  return RUN_RULES.map((rule) => apply(rule, facts, strict));
}

/** Whose part a rule doubts. A rule that this version does not know doubts nobody's, so it excuses no failure. */
export function blames(rule: string): Blame | undefined {
  return [...RUNG_RULES, ...RUN_RULES].find((row) => row.rule === rule)?.blames;
}

function apply<Facts extends { readonly engine_kind: EngineKind }>(
  rule: Rule<Facts>,
  facts: Facts,
  strict: boolean,
): ValidityCheck {
  if (!rule.applies_to.includes(facts.engine_kind)) {
    const message = `has no meaning for engine.kind ${facts.engine_kind}`;
    return { rule: rule.rule, state: 'not_applicable', required: false, message };
  }
  const required = strict || rule.required_for.includes(facts.engine_kind);
  return { rule: rule.rule, required, ...rule.check(facts) };
}

// ---- the checks, in the order of the table --------------------------------------------------------------------

function counts({ planned, records, stopped }: RungFacts): Ruling {
  const numbers = { planned, sent: records.length };
  if (stopped) return notApplicable('the rung ended early; its completeness is judged instead');
  if (records.length === planned) return { ...valid(`all ${planned} requests were sent`), numbers };
  return { ...invalid(`${records.length} of ${planned} planned requests were sent`), numbers };
}

/**
 * Late where it could move a judged number: at the highest percentile that is judged, p95 at least (of 40 requests
 * two may be late), and in the mean.
 */
function clientLate(facts: RungFacts): Ruling {
  const late = sortedSample(facts.records.flatMap((record) => latenessMs(record) ?? []));
  const judged = Math.max(LATENESS_PERCENTILE, facts.judged_percentile ?? 0);
  const tail = percentile(late, judged);
  const average = mean(late);
  if (tail === undefined || average === undefined) return unknown('no request has a sent time');
  const limit = latenessLimit(facts, LATENESS_FLOOR_MS);
  const numbers = { lateness_tail_ms: tail, percentile: judged, lateness_mean_ms: average, limit_ms: limit };
  const text =
    average > limit
      ? `requests were sent ${ms(average)} late (mean); the limit is ${ms(limit)}`
      : `requests were sent up to ${ms(tail)} late (p${judged}); the limit is ${ms(limit)}`;
  return { ...(Math.max(tail, average) > limit ? invalid(text) : valid(text)), numbers };
}

function loadShape({ records }: RungFacts): Ruling {
  const sent = records.filter((record) => record.sent_ns !== undefined);
  const planned = span(sent.map(({ scheduled_ns }) => scheduled_ns));
  const real = span(sent.map((record) => record.sent_ns ?? record.scheduled_ns));
  if (planned === undefined || real === undefined) return unknown('fewer than two requests were sent');
  const deviation = real / planned - 1;
  const numbers = { planned_s: planned / 1e9, realised_s: real / 1e9 };
  const text = `realised rate is ${percent(1 / (1 + deviation))} of the planned one`;
  // A short rung may be off by a few ms at both ends without any change of its shape.
  const slack = (2 * LATENESS_FLOOR_MS * 1e6) / planned;
  return { ...(Math.abs(deviation) > SHAPE_TOLERANCE + slack ? invalid(text) : valid(text)), numbers };
}

function eventLoop(facts: RungFacts): Ruling {
  const delay = facts.client.event_loop_delay_p99_ms;
  if (delay === undefined) return unknown('the delay of the event loop was not measured');
  const limit = latenessLimit(facts, EVENT_LOOP_FLOOR_MS);
  const numbers = { event_loop_delay_p99_ms: delay, limit_ms: limit };
  const text = `the client's event loop was busy for ${ms(delay)} (p99); the limit is ${ms(limit)}`;
  return { ...(delay > limit ? invalid(text) : valid(text)), numbers };
}

function concurrencyCap({ client }: RungFacts): Ruling {
  const touched = client.cap_touched;
  if (touched === undefined) return notApplicable('load.max_concurrency is not set');
  if (touched === 0) return valid('load.max_concurrency was never reached');
  return {
    ...valid(`${touched} requests waited at load.max_concurrency; their wait counts as latency`),
    numbers: { cap_touched: touched },
  };
}

function hostStarving({ records, server }: RungFacts): Ruling {
  if (server?.ttft_mean_ms === undefined || server.ttft_count === undefined) {
    return unknown('the server shows no TTFT histogram');
  }
  const seen = records.flatMap((record) => ttftMs(record, 'sent') ?? []);
  if (seen.length === 0) return unknown('no request got a first token');
  if (Math.abs(server.ttft_count - seen.length) > Math.max(1, 0.02 * seen.length)) {
    return unknown(
      `the server counted ${server.ttft_count} first tokens and the client ${seen.length}: not the same requests`,
    );
  }
  const client = seen.reduce((sum, value) => sum + value, 0) / seen.length;
  const limit = STARVING_FACTOR * server.ttft_mean_ms + STARVING_OFFSET_MS;
  const numbers = { client_ttft_mean_ms: client, server_ttft_mean_ms: server.ttft_mean_ms };
  const text = `mean TTFT is ${ms(client)} at the client and ${ms(server.ttft_mean_ms)} at the server`;
  return {
    ...(client > limit
      ? invalid(`${text}: the client, its host or the way between is too slow`)
      : valid(text)),
    numbers,
  };
}

function quota({ records }: RungFacts): Ruling {
  const limited = records.filter(({ outcome }) => outcome === 'rate_limited').length;
  if (limited === 0) return valid('no request was refused by a rate limit');
  return {
    ...invalid(`the channel's quota refused ${limited} of ${records.length} requests`),
    numbers: { rate_limited: limited },
  };
}

function serverRestarted({ server }: RungFacts): Ruling {
  if (server?.restarted === undefined) return unknown('cannot be seen without the server metrics');
  return server.restarted
    ? invalid('the server restarted during this rung')
    : valid('the server did not restart');
}

function tokenShape(facts: RungFacts): Ruling {
  const known = facts.records
    .filter(isOk)
    .flatMap(({ prompt_tokens: seen, input_len: asked }) =>
      seen === undefined || asked === undefined || asked <= 0 ? [] : [{ seen, asked }],
    );
  if (known.length === 0) return unknown('the server does not say how many prompt tokens it saw');
  if (facts.lengths === undefined) return unknown('the workload does not say how it knows its lengths');
  const differences = known.map(({ seen, asked }) => seen - asked);
  const constant = differences.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  // A chat template or a start token adds the same number to every prompt.
  const added = facts.lengths === 'exact' ? Math.max(0, facts.prefix_tokens ?? constant) : 0;
  const total = known.reduce((sum, { asked }) => sum + asked, 0);
  const off = differences.reduce((sum, value) => sum + Math.abs(value - added), 0) / total;
  const asked = total / known.length;
  const seen = asked + differences.reduce((sum, value) => sum + value, 0) / known.length;
  const numbers = { asked_mean: asked, seen_mean: seen };
  const text = `prompts had ${seen.toFixed(1)} tokens where ${asked.toFixed(1)} were asked for (mean)`;
  const wrong = off > SHAPE_DEVIATION[facts.lengths] || added > Math.max(256, asked);
  return { ...(wrong ? invalid(text) : valid(text)), numbers };
}

function tokenCounts({ token_counts: counted }: RungFacts): Ruling {
  switch (counted) {
    case 'continuous':
      return valid('tokens are counted by the usage of every message');
    case 'final':
      return valid('tokens are counted by the usage at the end; a message with several counts as one gap');
    case 'messages':
      return unknown('the server sends no usage: messages are counted as tokens');
  }
}

function prefixCache({ records, server, prefix_tokens: prefix }: RungFacts): Ruling {
  const { prefix_hits: hits, prefix_queries: queries } = server ?? {};
  const ok = records.filter(isOk);
  const cached = ok.flatMap((record) => record.cached_tokens ?? []);
  const seen =
    hits !== undefined && queries !== undefined && queries > 0
      ? { hits, prompts: queries }
      : cached.length === ok.length && cached.length > 0
        ? { hits: total(cached), prompts: total(ok.map((r) => r.prompt_tokens ?? r.input_len ?? 0)) }
        : undefined;
  if (seen === undefined || seen.prompts <= 0) return unknown('the server shows no prefix-cache hits');
  const unavoidable = Math.min((prefix ?? 0) * records.length, seen.hits);
  const share = (seen.hits - unavoidable) / seen.prompts;
  const numbers = { hit_tokens: seen.hits, unavoidable_tokens: unavoidable, prompt_tokens: seen.prompts };
  const text = `${percent(share)} of the prompt tokens came from the prefix cache above the shared prefix`;
  if (share <= PREFIX_HIT_LIMIT) return { ...valid(text), numbers };
  if (prefix === undefined) {
    return {
      ...unknown(
        `${percent(share)} of the prompt tokens came from the prefix cache; the shared prefix was not measured`,
      ),
      numbers,
    };
  }
  return { ...invalid(text), numbers };
}

function serverTelemetry({ server }: RungFacts): Ruling {
  return server === undefined
    ? unknown('no server metrics: queue, KV cache and preemptions cannot be seen')
    : valid(`server metrics from ${server.source}`);
}

function warm({ warmup }: RunFacts): Ruling {
  switch (warmup?.state) {
    case undefined:
      return unknown('there was no warm-up');
    case 'warm':
      return valid(warmup.message);
    case 'cold':
      return invalid(warmup.message);
    case 'unknown':
      return unknown(warmup.message);
    case 'off':
      return unknown('the warm-up is switched off (load.warmup.max_s 0)');
  }
}

function servedModel({ models }: RunFacts): Ruling {
  if (models === undefined) return unknown('the answers do not name their model');
  const { probe, others, example } = models;
  if (others === 0) return valid(`no answer named another model than ${probe}`);
  const text = `the served model changed: ${others} answers named ${example ?? 'another one'}, the probe's named ${probe}`;
  return { ...invalid(text), numbers: { others } };
}

// ---- shared ---------------------------------------------------------------------------------------------------

/**
 * Limit on the client's own delay, ms, relative to the median TTFT of the rung's successes. Where nothing succeeded, the
 * first tokens of failed answers and else the time to their failure stand for it: a server that fails every request must
 * not be excused by a limit made for a TTFT of nothing.
 */
function latenessLimit({ records }: RungFacts, floorMs: number): number {
  const successes = records.filter(isOk).flatMap((record) => ttftMs(record, 'sent') ?? []);
  const ttft = successes.length > 0 ? successes : records.flatMap((record) => firstWordMs(record) ?? []);
  return Math.max(floorMs, LATENESS_SHARE * (percentile(sortedSample(ttft), 50) ?? 0));
}

/** From sent to the first token, or to the failure where none came, ms; our own cancellation says nothing. */
function firstWordMs(record: RequestRecord): number | undefined {
  if (record.outcome === 'cancelled' || record.sent_ns === undefined) return undefined;
  return ttftMs(record, 'sent') ?? (record.done_ns - record.sent_ns) / 1e6;
}

/** Latest minus earliest; absent below two values or without any extent. */
function span(times: readonly number[]): number | undefined {
  if (times.length < 2) return undefined;
  const extent =
    times.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY) -
    times.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  return extent > 0 ? extent : undefined;
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function ms(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
