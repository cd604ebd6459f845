import type { Engine, EngineCounters, EngineLoad, EngineRequest, StepOutcome } from './model.ts';

/**
 * Drives the engine model by the real clock. Steps end at absolute times of the model: timers are coarse, but
 * their lateness never adds up, and a process that was late catches up.
 */
export class EngineClock {
  readonly #engine: Engine;
  readonly #deliver: (outcome: StepOutcome) => void;
  /** Real milliseconds of one engine second. */
  readonly #scale_ms: number;
  readonly #origin_ms = performance.now();
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(parts: {
    readonly engine: Engine;
    readonly time_scale: number;
    /** Gets every step's tokens, in order. */
    readonly deliver: (outcome: StepOutcome) => void;
  }) {
    this.#engine = parts.engine;
    this.#deliver = parts.deliver;
    this.#scale_ms = parts.time_scale * 1000;
  }

  submit(request: EngineRequest): 'accepted' | 'rejected' {
    this.#pump();
    const answer = this.#engine.submit(request, this.#now());
    this.#setTimer();
    return answer;
  }

  abort(id: number): void {
    this.#engine.abort(id);
  }

  resetPrefixCache(): void {
    this.#engine.resetPrefixCache();
  }

  state(): { readonly load: EngineLoad; readonly counters: EngineCounters } {
    this.#pump();
    return { load: this.#engine.load, counters: this.#engine.counters };
  }

  /** Nothing is delivered any more. */
  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #now(): number {
    return (performance.now() - this.#origin_ms) / this.#scale_ms;
  }

  #pump(): void {
    if (this.#stopped) return;
    for (const outcome of this.#engine.advance(this.#now())) this.#deliver(outcome);
    this.#setTimer();
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    const next = this.#engine.nextEventAt();
    if (next === undefined || this.#stopped) return;
    const delayMs = Math.max(0, Math.ceil((next - this.#now()) * this.#scale_ms));
    this.#timer = setTimeout(() => this.#pump(), delayMs);
  }
}
