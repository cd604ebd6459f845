import type { EngineParameters } from './parameters.ts';

/** A modelled engine: what it pretends to be, and the costs that give its published shape. */
export interface Preset {
  readonly name: string;
  /** For the log and the fingerprint; always says that it is simulated. */
  readonly description: string;
  readonly model_id: string;
  readonly tensor_parallel_size: number;
  readonly startup_s: number;
  readonly parameters: EngineParameters;
}

const NEUTRAL = {
  seed: 0,
  boot_seed: 0,
  boot_spread: 0.01,
  noise: 0.02,
  slow_down: 1,
  prefill_slow_down: 1,
  decode_slow_down: 1,
  warm_up_factor: 1,
  warm_up_s: 0,
  drift_per_min: 0,
  enable_prefix_caching: true,
  mean_output_tokens: 200,
} as const;

/**
 * Llama 3 8B, bf16, on the two dies of one MI250X. Tuned for 200 prompts of 512 tokens with 128 tokens out
 * and max_num_seqs 128: mean TTFT 200–250 ms at 2, 4 and 8 req/s, about 380 ms at 12, above 1 s at 16, where
 * the served rate stays below the arrivals and about 4 % of the requests are refused (HTTP 503) because
 * max_num_queued_reqs are in flight. A longer rung at 16 refuses more: the engine completes about 12 req/s.
 * Batch defaults are vLLM's for devices below 70 GiB (EngineArgs.get_batch_defaults: 2048 tokens a step).
 */
const MI250X: Preset = {
  name: 'mi250x-llama3-8b-tp2',
  description: 'simulated AMD Instinct MI250X (2 dies), Llama 3 8B bf16, TP2',
  model_id: 'simulated/Llama-3-8B-Instruct',
  tensor_parallel_size: 2,
  startup_s: 0,
  parameters: {
    ...NEUTRAL,
    max_num_seqs: 128,
    max_num_batched_tokens: 2048,
    max_num_queued_reqs: 166,
    kv_tokens: 720_000,
    max_model_len: 8192,
    frontend_s: 0.1165,
    step_base_s: 0.0125,
    prefill_token_s: 0.000113,
    decode_seq_s: 0.00008,
    decode_context_token_s: 0.00000004,
  },
};

/**
 * An 8B model, bf16, on one MI300X. Tuned for the closed-loop figures published with vLLM's recipes for this
 * GPU (concurrency 32, 100 prompts, 1024 in, 1024 out): Ministral-3-8B 2.05 req/s, mean TTFT 619 ms, mean
 * TPOT 11.88 ms (vllm-project/recipes PR #443) and Qwen3Guard-Gen-8B 2.64 req/s, 645 ms, 9.42 ms (PR #431);
 * the model lies between the two. Batch defaults are vLLM's for devices of 70 GiB and more.
 */
const MI300X: Preset = {
  name: 'mi300x-llama3.1-8b',
  description: 'simulated AMD Instinct MI300X, Llama 3.1 8B bf16, TP1',
  model_id: 'simulated/Llama-3.1-8B-Instruct',
  tensor_parallel_size: 1,
  startup_s: 0,
  parameters: {
    ...NEUTRAL,
    max_num_seqs: 1024,
    max_num_batched_tokens: 8192,
    max_num_queued_reqs: 0,
    kv_tokens: 1_150_000,
    max_model_len: 32_768,
    frontend_s: 0.02,
    step_base_s: 0.0075,
    prefill_token_s: 0.00003,
    decode_seq_s: 0.00003,
    decode_context_token_s: 0.00000004,
  },
};

/** Presets by name. */
export const PRESETS: Readonly<Record<string, Preset>> = { [MI250X.name]: MI250X, [MI300X.name]: MI300X };
