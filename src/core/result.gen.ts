// Generated from src/core/result.schema.json by `npm run docs`. Do not edit.

/**
 * The five verdicts, for a cell, a check and the whole run.
 */
export type Verdict = ("pass" | "fail" | "inconclusive" | "invalid" | "error")
/**
 * Why a request did not succeed. cancelled: we stopped it ourselves (early stop, time limit, Ctrl-C).
 */
export type FailureClass = ("connect" | "reset" | "http_4xx" | "rate_limited" | "http_5xx" | "stream_error" | "truncated" | "no_token" | "timeout" | "osl_mismatch" | "parse" | "cancelled")
export type ValidityState = ("valid" | "invalid" | "unknown" | "not_applicable")
/**
 * How a request ended: ok or a FailureClass.
 */
export type Outcome = ("ok" | "connect" | "reset" | "http_4xx" | "rate_limited" | "http_5xx" | "stream_error" | "truncated" | "no_token" | "timeout" | "osl_mismatch" | "parse" | "cancelled")

/**
 * A run: everything that a report needs.
 */
export interface Result {
/**
 * Marks the file as ours.
 */
readonly schema: "instinct-gate/result"
/**
 * Version of this schema.
 */
readonly schema_version: 1
readonly tool_version: string
readonly run_id: string
readonly attempt: number
readonly earlier_attempts: readonly EarlierAttempt[]
/**
 * ISO 8601, UTC.
 */
readonly started_at: string
readonly ended_at: string
readonly wall_s: number
readonly gpu_minutes?: number
readonly title?: string
/**
 * Numbers of this run came from the engine simulator.
 */
readonly simulated: boolean
readonly detail: ("public" | "private")
/**
 * Configuration with secrets masked.
 */
readonly config: {
readonly [k: string]: unknown
}
readonly plan: Plan
readonly engine: EngineReport
readonly channel?: ChannelReport
readonly fingerprint: {
readonly [k: string]: FingerprintField
}
readonly workload?: WorkloadReport
readonly warmup?: WarmupReport
readonly host?: HostReport
/**
 * engine.pins against what was found, the last look at each field.
 */
readonly pins?: readonly PinCheck[]
readonly rungs: readonly RungResult[]
/**
 * Checks of the whole run.
 */
readonly checks: readonly ValidityCheck[]
readonly comparison: Comparison
readonly cells: readonly Cell[]
readonly findings: readonly Finding[]
readonly capacity: Capacity
/**
 * Geometric knee of TTFT over rate, requests/s.
 */
readonly knee?: number
readonly verdict: RunVerdict
/**
 * Command that repeats this run.
 */
readonly reproduce: string
}
export interface EarlierAttempt {
readonly verdict: Verdict
readonly sentence: string
readonly out: string
}
export interface Plan {
readonly rungs: readonly PlannedRung[]
readonly budgets: readonly PlannedBudget[]
readonly warmup_max_s: number
/**
 * Expected, without boot and retries.
 */
readonly wall_minutes: number
readonly gpus?: number
readonly gpu_minutes?: number
/**
 * Secrets masked.
 */
readonly engine_command?: readonly string[]
readonly warnings: readonly string[]
}
export interface PlannedRung {
readonly rate: number
readonly kind: ("gating" | "exploring")
readonly num_prompts: number
readonly duration_s: number
}
export interface PlannedBudget {
readonly expression: string
readonly rates: readonly number[]
readonly observed: boolean
readonly planned_n?: number
/**
 * Requests needed at best, with no violation.
 */
readonly needs_n?: number
/**
 * Requests for 90 % power when half the allowance is used.
 */
readonly needs_n_power?: number
readonly note?: string
}
export interface EngineReport {
readonly kind: ("docker" | "process" | "hooks" | "external" | "simulator")
readonly command?: readonly string[]
readonly boot_s?: number
readonly pid?: number
/**
 * How it ended when it ended by itself.
 */
readonly exit?: string
/**
 * How we stopped it.
 */
readonly stop?: string
/**
 * Processes of ours that had to be killed after the stop.
 */
readonly leftovers: number
/**
 * Docker: the container and what it was made from.
 */
readonly container?: {
readonly name: string
readonly id?: string
/**
 * As it was asked for.
 */
readonly image: string
readonly image_id?: string
/**
 * Repository and digest; absent for an image that no registry has.
 */
readonly image_digest?: string
readonly network?: ("host" | "bridge" | "shared")
/**
 * PCI address and device node of each GPU.
 */
readonly gpus?: readonly string[]
}
/**
 * The kernel killed it for lack of main memory.
 */
readonly oom_killed?: boolean
}
export interface ChannelReport {
/**
 * Only with report.detail: private.
 */
readonly base_url?: string
readonly endpoint: ("completions" | "chat")
readonly path: string
readonly model_id: string
readonly served_models: readonly string[]
readonly max_model_len?: number
readonly server_version?: string
/**
 * /tokenize is served.
 */
readonly tokenize: boolean
/**
 * Usage in every message, at the end, or not at all.
 */
readonly usage: ("continuous" | "final" | "none")
/**
 * Model that the answers to the probe named. Absent: they name none.
 */
readonly answered_model?: string
/**
 * Fields that this server refused and that are not sent.
 */
readonly dropped_fields: readonly string[]
readonly metrics_endpoint: boolean
readonly notes: readonly string[]
}
export interface FingerprintField {
/**
 * Absent: unknown.
 */
readonly value?: (string | number | boolean)
readonly source: string
/**
 * Hard fields must match; soft ones are annotated.
 */
readonly class: ("hard" | "soft")
}
export interface WorkloadReport {
readonly dataset_name: string
readonly hash: string
/**
 * approximate: bytes / 4.
 */
readonly lengths: ("exact" | "approximate")
readonly rows?: number
readonly reused: boolean
/**
 * Prompt tokens shared by all requests (chat template), measured in the warm-up.
 */
readonly prefix_tokens?: number
readonly notes: readonly string[]
}
export interface WarmupReport {
/**
 * cold: proven still falling.
 */
readonly state: ("warm" | "cold" | "unknown" | "off")
readonly seconds: number
readonly requests: number
readonly message: string
}
/**
 * The host before the run.
 */
export interface HostReport {
/**
 * Time waited for locks and for GPUs that somebody else used.
 */
readonly waited_s: number
readonly lock: LockReport
readonly checks: readonly HostCheck[]
readonly released?: HostCheck
}
/**
 * The lock of the run's GPUs.
 */
export interface LockReport {
/**
 * unknown: nobody can say whether another run uses the same GPUs. not_needed: no GPU of this host is used.
 */
readonly state: ("held" | "unknown" | "not_needed")
readonly exclusive?: ("node" | "package" | "gpu")
readonly names: readonly string[]
/**
 * Time waited for other runs; not part of the GPU minutes.
 */
readonly waited_s: number
readonly message: string
}
/**
 * One look at the host before an engine is started.
 */
export interface HostCheck {
/**
 * Stable name of the check.
 */
readonly id: string
readonly title: string
readonly state: ("ok" | "problem" | "unknown")
/**
 * A problem here prevents a run; others are advice.
 */
readonly blocking: boolean
/**
 * What was found where, and what was expected.
 */
readonly message: string
readonly remedy?: string
/**
 * Names of foreign processes and the like: in files only with report.detail: private.
 */
readonly details?: readonly string[]
}
/**
 * One pin against the fingerprint.
 */
export interface PinCheck {
readonly field: string
readonly expected: string
readonly found?: string
readonly source: string
readonly state: ("match" | "mismatch" | "unreadable")
readonly when: ("before_boot" | "after_boot" | "after_ladder")
}
/**
 * One rate with its prompts, run once.
 */
export interface RungResult {
/**
 * Offered rate, requests/s.
 */
readonly rate: number
/**
 * 1 for the first repeat.
 */
readonly run: number
readonly kind: ("gating" | "exploring")
/**
 * stopped: ended early, what was sent is here. not_run: nothing was sent.
 */
readonly state: ("measured" | "stopped" | "not_run")
/**
 * Reason code of stopped or not_run.
 */
readonly state_code?: string
readonly state_reason?: string
readonly planned: number
readonly sent: number
readonly completed: number
readonly failed: number
readonly failures: readonly FailureExample[]
/**
 * Failed requests whose answer held more messages or bytes than any honest one: the server's failure even where the client was late.
 */
readonly flooded?: number
readonly planned_duration_s: number
/**
 * vLLM's duration: start to the end of the last request.
 */
readonly duration_s?: number
readonly window?: Window
readonly served_over_arrived?: Interval
readonly saturation: ("saturated" | "not_saturated" | "undecided")
readonly saturation_reason?: string
/**
 * By name, latencies from the scheduled time; a metric that could not be computed is absent.
 */
readonly metrics: {
readonly [k: string]: number
}
/**
 * The same latencies from the sent time.
 */
readonly metrics_from_sent: {
readonly [k: string]: number
}
/**
 * Exactly vLLM's names and definitions.
 */
readonly vllm_compat: {
readonly [k: string]: number
}
readonly buckets: readonly Bucket[]
readonly client: ClientShare
readonly server?: ServerCounters
readonly gpus?: GpuWindow
readonly checks: readonly ValidityCheck[]
readonly schedule_hash: string
/**
 * How tokens were counted: usage in every message, usage at the end, or messages as tokens.
 */
readonly token_counts?: ("continuous" | "final" | "messages")
}
export interface FailureExample {
readonly class: FailureClass
readonly count: number
readonly example?: string
}
/**
 * Steady window of a rung: end of the transient to last arrival.
 */
export interface Window {
readonly start_s: number
readonly end_s: number
readonly arrivals: number
readonly completions: number
/**
 * False: too short to decide saturation.
 */
readonly decided: boolean
readonly message?: string
}
/**
 * An estimate with one-sided bounds.
 */
export interface Interval {
readonly estimate: number
/**
 * Absent: no finite bound.
 */
readonly lower?: number
readonly upper?: number
}
/**
 * Results of one prompt-length bucket.
 */
export interface Bucket {
readonly from_tokens: number
readonly to_tokens: number
readonly requests: number
readonly completed: number
readonly metrics: {
readonly [k: string]: number
}
}
/**
 * The client's own part: what it cost and how late it was.
 */
export interface ClientShare {
readonly lateness_p50_ms?: number
readonly lateness_p99_ms?: number
readonly lateness_max_ms?: number
readonly event_loop_delay_p99_ms?: number
readonly event_loop_delay_max_ms?: number
/**
 * CPU time of the client / wall time of the rung.
 */
readonly cpu_share?: number
readonly events: number
readonly in_flight_max: number
/**
 * Requests that waited at load.max_concurrency.
 */
readonly cap_touched?: number
}
/**
 * Deltas of vLLM's /metrics over the rung; an absent field is unknown.
 */
export interface ServerCounters {
readonly source: string
readonly running_max?: number
readonly waiting_max?: number
readonly kv_usage_max?: number
readonly preemptions?: number
readonly prefix_queries?: number
readonly prefix_hits?: number
readonly queue_time_mean_ms?: number
/**
 * Mean of the server's own TTFT histogram in this rung.
 */
readonly ttft_mean_ms?: number
readonly ttft_count?: number
readonly requests_finished?: number
readonly restarted?: boolean
}
/**
 * The GPUs of the engine during the rung; an absent field is unknown.
 */
export interface GpuWindow {
/**
 * sysfs, amd-smi or rocm-smi.
 */
readonly source: string
readonly samples: number
/**
 * Samples of every GPU begin before and end after the rung.
 */
readonly bracketed: boolean
/**
 * Longest time between two samples of one GPU.
 */
readonly gap_max_s?: number
/**
 * Longest gap that is allowed: 3 s, or three times what one sample took.
 */
readonly gap_limit_s?: number
/**
 * Of all packages over the rung.
 */
readonly energy_j?: number
/**
 * The energy counter, or power integrated over time.
 */
readonly energy_source?: ("counter" | "power")
/**
 * Energy counter against integrated power, relative.
 */
readonly energy_deviation?: number
/**
 * Per completed request.
 */
readonly energy_per_request_j?: number
readonly energy_per_million_output_tokens_j?: number
readonly gpus: readonly GpuShare[]
readonly problems: readonly string[]
}
/**
 * One GPU during a rung.
 */
export interface GpuShare {
readonly index: number
/**
 * GPUs with the same one share power, heat and their counters.
 */
readonly package_id?: string
/**
 * Looks at which it could be read.
 */
readonly samples: number
/**
 * It left the bus during the rung.
 */
readonly gone?: boolean
/**
 * A counter that only grows fell: the GPU was reset.
 */
readonly counter_fell?: boolean
readonly power_mean_w?: number
readonly power_max_w?: number
/**
 * Percent.
 */
readonly gfx_activity_mean?: number
/**
 * Mean clock of the slowest die while the GPU was busy.
 */
readonly gfx_clock_busy_mhz?: number
readonly gfx_clock_max_mhz?: number
readonly temperature_max_c?: number
readonly memory_temperature_max_c?: number
readonly vram_used_max_bytes?: number
/**
 * Share of the time for each limiter: prochot, ppt, socket_thermal, vr_thermal, hbm_thermal.
 */
readonly throttle?: {
readonly [k: string]: number
}
/**
 * Looks at which heat limited the clocks, where there are no accumulators.
 */
readonly thermal_samples?: number
/**
 * New errors in the rung.
 */
readonly ecc_correctable?: number
readonly ecc_uncorrectable?: number
readonly ecc_deferred?: number
}
/**
 * One validity rule applied to one rung or to the run.
 */
export interface ValidityCheck {
/**
 * Row of core/validity.ts.
 */
readonly rule: string
readonly state: ValidityState
/**
 * Unknown required evidence makes the run inconclusive.
 */
readonly required: boolean
readonly message: string
readonly numbers?: {
readonly [k: string]: number
}
}
export interface Comparison {
readonly state: ("none" | "compared" | "no_baseline" | "incomparable" | "unreadable")
readonly source?: string
/**
 * Usable baseline runs.
 */
readonly runs: number
/**
 * For example 2/5 until five stored runs exist.
 */
readonly learning?: string
readonly message: string
readonly differences: readonly FieldDifference[]
readonly unknown_on_both: readonly string[]
/**
 * Rate → metric → geometric mean over the baseline runs.
 */
readonly baseline_metrics?: {
readonly [k: string]: {
readonly [k: string]: number
}
}
}
export interface FieldDifference {
readonly field: string
readonly class: ("hard" | "soft")
readonly baseline?: (string | number | boolean)
readonly candidate?: (string | number | boolean)
readonly under_test: boolean
}
/**
 * One metric at one gating rung (or over the ladder) with its verdict.
 */
export interface Cell {
readonly kind: ("completeness" | "budget" | "comparison")
readonly metric: string
readonly rate?: number
readonly verdict: Verdict
readonly code: string
readonly message: string
/**
 * The budget as written.
 */
readonly expression?: string
readonly value?: number
readonly limit?: number
readonly baseline?: number
readonly change?: Interval
readonly margin?: number
/**
 * Minimum detectable effect of this design.
 */
readonly detectable?: number
/**
 * What would decide an undecided cell.
 */
readonly needs?: string
/**
 * for this boot; observed, not proven; …
 */
readonly scope?: string
}
/**
 * One checked statement. verdict is what it contributes to the whole; absent means nothing.
 */
export interface Finding {
readonly kind: ("completeness" | "budget" | "comparison" | "validity" | "engine" | "channel" | "baseline" | "client" | "plan" | "note")
readonly severity: ("error" | "warning" | "notice")
readonly verdict?: Verdict
/**
 * Stable reason code.
 */
readonly code: string
readonly message: string
readonly rate?: number
readonly run?: number
readonly metric?: string
/**
 * About an exploring rung: shown, never judged.
 */
readonly exploring?: boolean
readonly numbers?: {
readonly [k: string]: number
}
/**
 * What to do or what would decide.
 */
readonly hint?: string
/**
 * Reason code of the failure catalogue, or unknown; absent where no log or answer was asked why.
 */
readonly cause_code?: string
readonly evidence?: readonly string[]
}
export interface Capacity {
/**
 * Highest rung proven good with all lower ones; absent: none.
 */
readonly lower?: number
/**
 * Lowest rung proven bad; absent: not reached.
 */
readonly upper?: number
readonly estimate?: number
readonly message: string
}
export interface RunVerdict {
readonly verdict: Verdict
readonly exit_code: number
/**
 * Reason code of the deciding finding.
 */
readonly code: string
/**
 * Verdict and reason for the first line.
 */
readonly sentence: string
}
/**
 * One request of a rung: one line of requests/rate-R.run-K.jsonl.
 */
export interface RequestRecord {
/**
 * Position in the schedule of the rung.
 */
readonly index: number
readonly outcome: Outcome
/**
 * Due time. All times are integer nanoseconds since the start of the rung.
 */
readonly scheduled_ns: number
/**
 * When the request was handed to the socket. Absent when it never was.
 */
readonly sent_ns?: number
readonly headers_ns?: number
/**
 * First byte of the body.
 */
readonly first_byte_ns?: number
/**
 * First message with a non-empty choices list: vLLM's first token.
 */
readonly first_choice_ns?: number
/**
 * First message that carries a token in any channel (text, reasoning, tool call).
 */
readonly first_token_ns?: number
/**
 * First message with visible text.
 */
readonly first_visible_ns?: number
/**
 * Last message with a non-empty choices list: the end of vLLM's latency.
 */
readonly last_choice_ns?: number
/**
 * Last message that carries a token.
 */
readonly last_token_ns?: number
/**
 * End of the response, or when the failure was seen.
 */
readonly done_ns: number
/**
 * Time waited at load.max_concurrency.
 */
readonly cap_wait_ns?: number
readonly http_status?: number
/**
 * What the server or the socket said, at most 500 characters. Data from outside.
 */
readonly error?: string
/**
 * Prompt tokens asked for by the workload.
 */
readonly input_len?: number
/**
 * Output tokens asked for.
 */
readonly output_len?: number
/**
 * usage.prompt_tokens.
 */
readonly prompt_tokens?: number
/**
 * usage.completion_tokens.
 */
readonly completion_tokens?: number
/**
 * usage.prompt_tokens_details.cached_tokens.
 */
readonly cached_tokens?: number
readonly finish_reason?: string
/**
 * Model that the answer named, where it is not the one that the probe was answered by.
 */
readonly model?: string
/**
 * Gaps between consecutive choice messages, raw.
 */
readonly gaps_ns?: readonly number[]
/**
 * Tokens that each of these messages carried, where the server tells (continuous usage).
 */
readonly gap_tokens?: readonly number[]
/**
 * SSE messages read.
 */
readonly events: number
/**
 * Body bytes read.
 */
readonly bytes: number
}
