import { type CostModel, costModel, type StepWork } from './cost.ts';
import { BLOCK_TOKENS, type BlockHold, blockHashes, KvCache } from './kv-cache.ts';
import type { EngineParameters } from './parameters.ts';

export interface EngineRequest {
  readonly id: number;
  readonly prompt_ids: readonly number[];
  /** Tokens that it will produce, at least 1. */
  readonly output_tokens: number;
  readonly finish_reason: 'stop' | 'length';
}

/** A request inside the engine; times in engine seconds, absent until they happen. */
export interface EngineProgress {
  readonly request: EngineRequest;
  readonly arrived_at: number;
  readonly queued_at: number | undefined;
  /** Latest time at which it entered the batch, as vLLM counts after a preemption. */
  readonly scheduled_at: number | undefined;
  readonly first_token_at: number | undefined;
  readonly last_token_at: number | undefined;
  readonly generated: number;
  readonly cached_tokens: number;
  readonly preemptions: number;
}

/** One token of one request. */
export interface TokenOutput {
  readonly progress: EngineProgress;
  /** 0 for the first token. */
  readonly index: number;
  /** Seconds since the request's token before; absent for the first. */
  readonly gap_s: number | undefined;
  readonly finished: boolean;
}

/** What one step of the engine produced; all its tokens appear together at ended_at. */
export interface StepOutcome {
  readonly started_at: number;
  readonly ended_at: number;
  readonly prefill_tokens: number;
  readonly outputs: readonly TokenOutput[];
}

export interface EngineLoad {
  readonly running: number;
  readonly waiting: number;
  /** 0 to 1. */
  readonly kv_usage: number;
}

export interface EngineCounters {
  readonly prompt_tokens: number;
  readonly generation_tokens: number;
  readonly prefix_cache_queries: number;
  readonly prefix_cache_hits: number;
  readonly preemptions: number;
  readonly rejected: number;
}

interface Sequence {
  readonly request: EngineRequest;
  readonly hashes: readonly number[];
  readonly hold: BlockHold;
  readonly arrived_at: number;
  /** When the front end hands it to the scheduler. */
  readonly ready_at: number;
  queued_at: number | undefined;
  scheduled_at: number | undefined;
  first_token_at: number | undefined;
  last_token_at: number | undefined;
  generated: number;
  /** Tokens whose KV entries exist. */
  computed: number;
  /** Tokens that the running step computes. */
  planned: number;
  cached_tokens: number;
  preemptions: number;
}

interface RunningStep {
  readonly started_at: number;
  readonly ends_at: number;
  readonly sequences: readonly Sequence[];
  readonly prefill_tokens: number;
}

/**
 * Discrete-event model of a continuous-batching engine with vLLM's V1 scheduling: running requests first, then
 * the waiting queue in order of arrival, within a token budget per step (prompts are prefilled in chunks), at
 * most max_num_seqs at once; when no KV block is left the youngest running request is preempted and computed
 * again later. Pure: the caller passes the time, in seconds, never going back.
 */
export class Engine {
  readonly parameters: EngineParameters;
  readonly #cost: CostModel;
  readonly #cache: KvCache;
  /** In the front end, in order of arrival. */
  readonly #arriving: Sequence[] = [];
  readonly #waiting: Sequence[] = [];
  readonly #running: Sequence[] = [];
  readonly #aborted = new Set<Sequence>();
  readonly #counters = {
    prompt_tokens: 0,
    generation_tokens: 0,
    prefix_cache_queries: 0,
    prefix_cache_hits: 0,
    preemptions: 0,
    rejected: 0,
  };
  #step: RunningStep | undefined;
  #clock = 0;

  constructor(parameters: EngineParameters) {
    this.parameters = parameters;
    this.#cost = costModel(parameters);
    this.#cache = new KvCache(parameters.kv_tokens);
  }

  get boot_factor(): number {
    return this.#cost.boot_factor;
  }

  get load(): EngineLoad {
    return { running: this.#running.length, waiting: this.#waiting.length, kv_usage: this.#cache.usage };
  }

  get counters(): EngineCounters {
    return { ...this.#counters };
  }

  /** Takes a request in; `rejected` when max_num_queued_reqs are in flight. Call advance(now) before. */
  submit(request: EngineRequest, now: number): 'accepted' | 'rejected' {
    const limit = this.parameters.max_num_queued_reqs;
    if (limit > 0 && this.#arriving.length + this.#waiting.length + this.#running.length >= limit) {
      this.#counters.rejected++;
      return 'rejected';
    }
    this.#cost.firstRequest(now);
    const before = this.#arriving.at(-1)?.ready_at ?? 0;
    this.#arriving.push({
      request,
      hashes: this.parameters.enable_prefix_caching ? blockHashes(request.prompt_ids) : [],
      hold: { registered: [], unregistered: 0 },
      arrived_at: now,
      ready_at: Math.max(before, now + this.#cost.frontend(now)),
      queued_at: undefined,
      scheduled_at: undefined,
      first_token_at: undefined,
      last_token_at: undefined,
      generated: 0,
      computed: 0,
      planned: 0,
      cached_tokens: 0,
      preemptions: 0,
    });
    return 'accepted';
  }

  /** Forgets a request whose client has left; unknown ids are ignored. */
  abort(id: number): void {
    for (const queue of [this.#arriving, this.#waiting, this.#running]) {
      const index = queue.findIndex((sequence) => sequence.request.id === id);
      const [sequence] = index < 0 ? [] : queue.splice(index, 1);
      if (sequence !== undefined) {
        this.#cache.release(sequence.hold);
        this.#aborted.add(sequence);
      }
    }
  }

  /** Runs everything that ends at or before `now`. Late calls lose nothing: steps keep their own times. */
  advance(now: number): readonly StepOutcome[] {
    const outcomes: StepOutcome[] = [];
    for (;;) {
      this.#step ??= this.#startStep(now);
      if (this.#step === undefined || this.#step.ends_at > now) return outcomes;
      outcomes.push(this.#finishStep(this.#step));
      this.#step = undefined;
    }
  }

  /** When advance() will next have something to do; undefined while idle. */
  nextEventAt(): number | undefined {
    return this.#step?.ends_at ?? this.#arriving[0]?.ready_at;
  }

  resetPrefixCache(): void {
    this.#cache.reset();
  }

  #startStep(now: number): RunningStep | undefined {
    if (this.#running.length + this.#waiting.length === 0) {
      const readyAt = this.#arriving[0]?.ready_at;
      if (readyAt === undefined || readyAt > now) return undefined;
      this.#clock = Math.max(this.#clock, readyAt);
    }
    while ((this.#arriving[0]?.ready_at ?? Number.POSITIVE_INFINITY) <= this.#clock) {
      const sequence = this.#arriving.shift();
      if (sequence === undefined) break;
      sequence.queued_at = sequence.ready_at;
      this.#waiting.push(sequence);
    }
    const sequences = this.#schedule();
    const work = workOf(sequences);
    return {
      started_at: this.#clock,
      ends_at: this.#clock + this.#cost.step(work, this.#clock),
      sequences,
      prefill_tokens: work.prefill_tokens,
    };
  }

  #schedule(): readonly Sequence[] {
    let budget = this.parameters.max_num_batched_tokens;
    const preemptionsBefore = this.#counters.preemptions;
    const scheduled: Sequence[] = [];
    // Preemption shortens the list from its end while it is walked.
    for (let index = 0; index < this.#running.length && budget > 0; index++) {
      const sequence = this.#running[index];
      if (sequence === undefined) break;
      const chunk = Math.min(tokensOf(sequence) - sequence.computed, budget);
      while (!this.#cache.grow(sequence.hold, sequence.hashes, sequence.computed + chunk)) {
        if (this.#preemptYoungest() === sequence) break;
      }
      if (this.#running[index] !== sequence) break;
      sequence.planned = chunk;
      budget -= chunk;
      scheduled.push(sequence);
    }
    if (this.#counters.preemptions === preemptionsBefore) this.#admit(budget, scheduled);
    return scheduled;
  }

  #admit(tokenBudget: number, scheduled: Sequence[]): void {
    let budget = tokenBudget;
    while (budget > 0 && this.#running.length < this.parameters.max_num_seqs) {
      const sequence = this.#waiting[0];
      if (sequence === undefined) return;
      const length = tokensOf(sequence);
      // The last token is always computed: its result is the next token.
      const hits = this.#cache.match(sequence.hashes, Math.floor((length - 1) / BLOCK_TOKENS));
      const cached = hits * BLOCK_TOKENS;
      const chunk = Math.min(length - cached, budget);
      if (!this.#cache.admit(sequence.hold, sequence.hashes, hits, cached + chunk)) return;
      this.#waiting.shift();
      this.#running.push(sequence);
      if (sequence.preemptions === 0) {
        this.#counters.prefix_cache_queries += length;
        this.#counters.prefix_cache_hits += cached;
        sequence.cached_tokens = cached;
      }
      sequence.scheduled_at = this.#clock;
      sequence.computed = cached;
      sequence.planned = chunk;
      budget -= chunk;
      scheduled.push(sequence);
    }
  }

  #preemptYoungest(): Sequence | undefined {
    const victim = this.#running.pop();
    if (victim === undefined) return undefined;
    this.#cache.release(victim.hold);
    victim.computed = 0;
    victim.planned = 0;
    victim.preemptions++;
    this.#counters.preemptions++;
    this.#waiting.unshift(victim);
    return victim;
  }

  #finishStep(step: RunningStep): StepOutcome {
    this.#clock = step.ends_at;
    const outputs: TokenOutput[] = [];
    for (const sequence of step.sequences) {
      if (this.#aborted.has(sequence)) continue;
      sequence.computed += sequence.planned;
      sequence.planned = 0;
      if (sequence.computed === tokensOf(sequence)) outputs.push(this.#emitToken(sequence));
    }
    this.#aborted.clear();
    if (outputs.some((output) => output.finished)) this.#dropFinished();
    return {
      started_at: step.started_at,
      ended_at: step.ends_at,
      prefill_tokens: step.prefill_tokens,
      outputs,
    };
  }

  #emitToken(sequence: Sequence): TokenOutput {
    const gap = sequence.last_token_at === undefined ? undefined : this.#clock - sequence.last_token_at;
    if (sequence.first_token_at === undefined) {
      sequence.first_token_at = this.#clock;
      this.#counters.prompt_tokens += sequence.request.prompt_ids.length;
    }
    sequence.last_token_at = this.#clock;
    sequence.generated++;
    this.#counters.generation_tokens++;
    return { progress: sequence, index: sequence.generated - 1, gap_s: gap, finished: isFinished(sequence) };
  }

  #dropFinished(): void {
    const rest: Sequence[] = [];
    for (const sequence of this.#running) {
      if (isFinished(sequence)) this.#cache.release(sequence.hold);
      else rest.push(sequence);
    }
    this.#running.splice(0, this.#running.length, ...rest);
  }
}

/** Prompt and output so far: what must be computed before the next token. */
function tokensOf(sequence: Sequence): number {
  return sequence.request.prompt_ids.length + sequence.generated;
}

function isFinished(sequence: Sequence): boolean {
  return sequence.generated >= sequence.request.output_tokens;
}

function workOf(sequences: readonly Sequence[]): StepWork {
  let prefillTokens = 0;
  let decodeSeqs = 0;
  let contextTokens = 0;
  for (const sequence of sequences) {
    // A request that produces its next token from one new token decodes; everything else is prefill.
    if (sequence.planned === 1 && sequence.generated > 0) {
      decodeSeqs++;
      contextTokens += sequence.computed;
    } else {
      prefillTokens += sequence.planned;
    }
  }
  return { prefill_tokens: prefillTokens, decode_seqs: decodeSeqs, context_tokens: contextTokens };
}
