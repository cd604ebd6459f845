// What the story (gate.ts) needs from the world. Adapters implement these; only the roots know which.
import type { Config, EngineConfig, LoadConfig, PreflightConfig, ServiceConfig } from './config/config.ts';
import type { Gpu, GpuInventory } from './core/gpu.ts';
import type { GpuSample } from './core/gpu-reading.ts';
import type { Rung } from './core/plan.ts';
import type {
  ChannelReport,
  ClientShare,
  EarlierAttempt,
  EngineReport,
  FingerprintField,
  HostCheck,
  LockReport,
  RequestRecord,
  Result,
  ServerCounters,
  WarmupReport,
  WorkloadReport,
} from './core/result.gen.ts';
import type { Schedule } from './core/schedule.ts';
import type { Triage } from './core/triage.ts';
import type { Alarm } from './core/watchdog.ts';

export interface Ports {
  readonly clock: Clock;
  readonly log: Log;
  readonly host: HostPort;
  readonly engine: EnginePort;
  /** How to reach an address with the configured key, headers, proxy and authorities. */
  readonly connect: (base_url: string) => Promise<Connection>;
  readonly probe: ProbePort;
  readonly workload: WorkloadPort;
  readonly load: LoadPort;
  readonly telemetry: TelemetryPort;
  readonly baseline: BaselinePort;
  readonly output: OutputPort;
}

export interface Clock {
  /** Monotonic, nanoseconds. */
  now_ns(): bigint;
  /** Wall clock, ISO 8601 in UTC. */
  now_iso(): string;
}

/** Progress and decisions for people; never the result itself. Texts are masked by the implementation. */
export interface Log {
  group(title: string): void;
  info(line: string): void;
  warning(line: string): void;
  /** Replaces the live line on a terminal; elsewhere at most one line every ten seconds. */
  progress(line: string): void;
}

export type Fingerprint = Readonly<Record<string, FingerprintField>>;

/** How a server is reached. Holds secrets: never printed, never serialised. */
export interface Connection {
  /** Origin and path prefix without /v1 and without a trailing slash, for example http://127.0.0.1:8000. */
  readonly base_url: string;
  /** Authorization and service.headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Resolved proxy for this address; absent: direct. */
  readonly proxy?: string;
  /** PEM text of additional authorities. */
  readonly ca?: string;
  /** What must be masked in every text that comes from there, before the text is cut. */
  readonly secrets: readonly string[];
}

// ---- host ---------------------------------------------------------------------------------------------------

export interface HostPort {
  /**
   * The GPUs of a run: those of engine.gpus, within what the runner, Slurm or a variable gives; else as many as `count`
   * (docker) or all that are given (process). Never throws: what cannot be had or read is a problem in it.
   */
  gpus(engine: EngineConfig, count?: number): Promise<HostGpus>;
  /**
   * Starts the keeper of a run and takes the locks of its GPUs; waits for other runs as long as preflight.wait. Throws
   * GateError 'busy' naming the holder. Where locks cannot be judged the run goes on, and the report says so.
   */
  lock(request: {
    readonly engine: EngineConfig;
    readonly gpus: readonly Gpu[];
    readonly preflight: PreflightConfig;
    readonly signal: AbortSignal;
  }): Promise<HeldLock>;
  /** Everything about the host that can be checked before an engine is started; changes nothing. */
  preflight(request: PreflightRequest): Promise<readonly HostCheck[]>;
  /** Who else is on these GPUs now, and what memory they hold: the checks `gpu_processes` and `vram`. */
  occupancy(gpus: readonly Gpu[]): Promise<readonly HostCheck[]>;
  /** After the engine's end: waits until the GPUs hold no more memory than before, at most max_s. */
  released(before: readonly Gpu[], max_s: number): Promise<HostCheck>;
}

export interface PreflightRequest {
  readonly engine: EngineConfig;
  readonly service: ServiceConfig;
  readonly load: Pick<LoadConfig, 'max_concurrency' | 'request_rates' | 'warmup'>;
  readonly preflight: PreflightConfig;
  readonly pins: Config['pins'];
  readonly host: HostGpus;
  /** A run takes its locks and looks for other processes itself, later; doctor wants to know now. */
  readonly for_run: boolean;
}

export interface HostGpus {
  readonly inventory: GpuInventory;
  /** GPUs of this run; empty: none of this host. */
  readonly gpus: readonly Gpu[];
  /** Why the configured GPUs cannot be had. */
  readonly problems: readonly string[];
}

export interface HeldLock {
  readonly report: LockReport;
  /** Resolves when the locks were lost while the run still needed them. */
  readonly lost: Promise<void>;
  /** Lets go, after whatever is left of the run was ended. Safe to call twice. */
  release(): Promise<void>;
}

// ---- engine -------------------------------------------------------------------------------------------------

export interface EnginePort {
  /** Starts the engine and resolves when it answers, or throws GateError with the last log lines. */
  boot(request: {
    readonly engine: EngineConfig;
    readonly service: ServiceConfig;
    /** GPUs of this run; empty: none, or not of this host. */
    readonly gpus: readonly Gpu[];
    readonly signal: AbortSignal;
  }): Promise<BootedEngine>;
}

export interface BootedEngine {
  /** Address without secrets. */
  readonly base_url: string;
  /** Model name under which the engine serves, where we chose it ourselves. */
  readonly model_id?: string;
  readonly fingerprint: Fingerprint;
  /** Resolves when the engine ends by itself; never rejects; never resolves for external engines. */
  readonly died: Promise<EngineDeath>;
  /** Set once died has resolved. */
  readonly death: EngineDeath | undefined;
  report(): EngineReport;
  /** What the log of the running engine shows about failures; absent: there is no log. */
  explain?(): Triage;
  /** Is it still our engine that answers at base_url? Absent: cannot be told for this kind. Never throws. */
  ownership?(): Promise<Ownership>;
  /**
   * Stops what we started and waits until nothing of it is left. Safe to call twice. grace_s: how long the
   * engine may take to end by itself before it is killed (a cancelled job has little time).
   */
  stop(options?: { readonly grace_s?: number }): Promise<EngineReport>;
}

export interface Ownership {
  readonly state: 'ours' | 'foreign' | 'unknown';
  /** Who holds the port, and since when. */
  readonly message: string;
}

export interface EngineDeath {
  /** For example "exit code 1" or "signal SIGKILL". */
  readonly exit: string;
  /** Lines of its log that show why, at most ten. */
  readonly evidence: readonly string[];
  /** Cause and remedy by those lines; absent: the log cannot be read. */
  readonly triage?: Triage;
  /** The kernel killed it for lack of main memory. */
  readonly oom_killed?: boolean;
  /** What ran it is gone (a container engine): no statement about the server. */
  readonly host_lost?: boolean;
}

// ---- channel ------------------------------------------------------------------------------------------------

export interface ProbePort {
  /** Proves that the service answers, smallest request first; throws GateError kind 'channel' otherwise. */
  probe(request: {
    connection: Connection;
    service: ServiceConfig;
    load: LoadConfig;
    /** Model that the engine was started with, when we started it. */
    engine_model?: string;
    signal: AbortSignal;
  }): Promise<Channel>;
  /** One cheap question: does it still answer? Never throws. */
  alive(channel: Channel): Promise<boolean>;
  /** What the server says about itself now: /version and /v1/models. An absent field was not answered. Never throws. */
  identity(channel: Channel): Promise<ServerIdentity>;
}

export interface ServerIdentity {
  readonly server_version?: string;
  readonly served_models?: readonly string[];
  readonly max_model_len?: number;
}

/** A proven service: where to send what. */
export interface Channel {
  readonly connection: Connection;
  readonly report: ChannelReport;
  /** Hard field `endpoint` and what /version and /v1/models say. */
  readonly fingerprint: Fingerprint;
}

// ---- workload and load --------------------------------------------------------------------------------------

export type Prompt =
  | { readonly kind: 'ids'; readonly ids: readonly number[] }
  | { readonly kind: 'text'; readonly text: string };

export interface PlannedRequest {
  readonly prompt: Prompt;
  /** Prompt tokens by the workload; approximate where WorkloadReport.lengths says so. */
  readonly input_len: number;
  readonly output_len: number;
}

export interface WorkloadPort {
  /** Reads or makes the prompts; throws GateError when there are too few. */
  build(request: {
    load: LoadConfig;
    channel: Channel;
    rungs: readonly Rung[];
    /** Makes every prompt of this run unique; not part of the workload hash. */
    salt: string;
    signal: AbortSignal;
  }): Promise<Workload>;
}

export interface Workload {
  readonly report: WorkloadReport;
  /** The prompts of one rung run; no prompt is in two rung runs. */
  requests(rung: Rung): readonly PlannedRequest[];
  /** Prompts that no rung uses. Endless: the n-th warm-up request. */
  warmup(index: number): PlannedRequest;
}

export interface LoadPort {
  /**
   * Closed loop before the first rung until the trend is flat (design: Warm-up). Requests in flight are
   * Little's law: rate × the latency of one warm-up request sent alone first, within load.max_concurrency
   * and max_in_flight.
   */
  warm(request: WarmupJob): Promise<WarmupReport>;
  /** Short closed-loop wave before a later rung: ends after max_s, whatever happens; never throws. */
  wave(request: WarmupJob): Promise<void>;
  /** Sends every request of the schedule at its due time, whatever the server does. */
  run(request: RungJob): Promise<RungRun>;
}

export interface WarmupJob {
  readonly channel: Channel;
  readonly load: LoadConfig;
  readonly workload: Workload;
  /** Offered rate whose expected in-flight is kept: the highest gating rung, or the rung that follows. */
  readonly rate: number;
  /** Cap on requests in flight: the engine's max_num_seqs where it is known. */
  readonly max_in_flight?: number;
  readonly max_s: number;
  readonly signal: AbortSignal;
}

export interface RungJob {
  readonly rung: Rung;
  readonly schedule: Schedule;
  readonly requests: readonly PlannedRequest[];
  readonly channel: Channel;
  readonly load: LoadConfig;
  /** Called as each request ends, in order of ending. */
  readonly on_record: (record: RequestRecord) => void;
  readonly on_progress: (progress: RungProgress) => void;
  /** Aborting ends the rung: open requests become `cancelled`, unsent ones stay unsent. */
  readonly signal: AbortSignal;
}

export interface RungProgress {
  readonly due: number;
  readonly sent: number;
  readonly done: number;
  readonly failed: number;
  readonly in_flight: number;
  /** Since the last byte of any answer, or since the first request was sent. */
  readonly silent_s: number;
  readonly elapsed_s: number;
}

export interface RungRun {
  /** In order of the schedule; unsent requests are not in it. */
  readonly records: readonly RequestRecord[];
  readonly client: ClientShare;
  readonly token_counts: 'continuous' | 'final' | 'messages';
  /** Present when the rung ended before every request was sent and answered. */
  readonly stopped?: { readonly code: string; readonly reason: string };
}

// ---- telemetry, baseline, output ----------------------------------------------------------------------------

export interface TelemetryPort {
  /** Begins sampling; resolves when the first samples are there, so that they surround what follows. Never throws. */
  sample(job: TelemetryJob): Promise<TelemetrySample>;
  /** Waits until the server runs nothing, at most max_s; false: it did not, undefined: cannot be seen. */
  idle(request: { channel: Channel; max_s: number; signal: AbortSignal }): Promise<boolean | undefined>;
}

export interface TelemetryJob {
  readonly channel: Channel;
  /** GPUs of the engine; empty: none of this host. */
  readonly gpus: readonly Gpu[];
  /** Every look, as it is made. */
  readonly on_row: (row: TelemetryRow) => void;
  /** Evidence that the rung is not worth going on with; at most once. */
  readonly on_alarm: (alarm: Alarm) => void;
}

/** One look at the server or at the GPUs: a line of telemetry.jsonl. */
export type TelemetryRow = { readonly kind: 'server' | 'gpus'; readonly at_ns: number } & Readonly<
  Record<string, unknown>
>;

export interface TelemetrySample {
  /** What the client sees, for the watchdog. */
  client(progress: Pick<RungProgress, 'in_flight' | 'silent_s'>): void;
  /** Takes the last samples; in a hurry what is there must do. */
  stop(options: { readonly hurry: boolean }): Promise<TelemetryRecord>;
}

export interface TelemetryRecord {
  /** Absent: the server shows no metrics. */
  readonly server?: ServerCounters;
  /** Absent: there was no GPU to look at. */
  readonly gpus?: { readonly samples: readonly GpuSample[]; readonly problems: readonly string[] };
  /** Lines of the engine's log that tell of compiling meanwhile; absent: there is no log. */
  readonly build_lines?: readonly string[];
}

export interface BaselinePort {
  /** Results of a file or folder; unreadable ones are named, never left out silently. */
  read(source: string): Promise<BaselineSet>;
}

export interface BaselineSet {
  readonly results: readonly { readonly path: string; readonly result: Result }[];
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
}

export interface OutputPort {
  /** File of one rung run: records are on disk as they finish. */
  records(rung: Rung): Promise<RecordSink>;
  /** telemetry.jsonl: every look of every rung. */
  telemetry(): Promise<TelemetrySink>;
  /** The per-rung file with vLLM's own key names. */
  rungFile(rung: Rung, content: Readonly<Record<string, unknown>>): Promise<void>;
  /** Where the engine writes its log. */
  readonly engine_log: string;
}

export interface RecordSink {
  write(record: RequestRecord): void;
  /** Aborts with a GateError of kind host once the file cannot be written any more, for example on a full disk. */
  readonly broken: AbortSignal;
  /** Resolves when all that could be written is with the system. Never rejects. */
  close(): Promise<void>;
}

export interface TelemetrySink {
  write(rung: Pick<Rung, 'rate' | 'run'>, row: TelemetryRow): void;
  close(): Promise<void>;
}

/** What the story is given besides the ports. */
export interface GateRequest {
  readonly config: Config;
  readonly run_id: string;
  readonly tool_version: string;
  readonly attempt: number;
  readonly earlier_attempts: readonly EarlierAttempt[];
  /** Command that repeats this run, without secrets. */
  readonly reproduce: string;
  /** Wall-clock deadline on the monotonic clock, from limits.max_minutes. */
  readonly deadline_ns?: bigint;
  readonly signal: AbortSignal;
}
