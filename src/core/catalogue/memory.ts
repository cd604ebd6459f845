// VRAM, KV cache and host memory.
import type { FailureEntry } from './entry.ts';

const LOWER_MEMORY = [
  '{foreign_gib} GiB belong to another process: free the GPU first, and change nothing else.',
  'Raise engine.tensor_parallel_size or use a smaller or quantised (FP8) checkpoint: the weights alone do not fit{loading}.',
  'One buffer asks for {huge_share} % of the GPU: lower --max-num-batched-tokens, or --limit-mm-per-prompt for a multimodal model{huge}.',
  'Lower engine.max_num_seqs from {seqs_from} to {seqs_lower} or --max-num-batched-tokens: it happened before there was a KV cache that could be made smaller{profiling}.',
  'Lower engine.max_num_seqs or --max-num-batched-tokens: it happened before there was a KV cache that could be made smaller{profiling}.',
  'Lower engine.gpu_memory_utilization from {util_from} to {util_lower}, or engine.max_num_seqs from {seqs_from} to {seqs_lower}.',
  'Lower engine.gpu_memory_utilization from {util_from} to {util_lower}, or lower engine.max_num_seqs.',
  'Lower engine.max_num_seqs from {seqs_from} to {seqs_lower}, or raise engine.tensor_parallel_size.',
  'Lower engine.gpu_memory_utilization by 0.05, or lower engine.max_num_seqs.',
];

const ALLOCATION =
  /Tried to allocate (?<asked>[\d.]{1,12}) (?<asked_unit>[KMGT]iB)\. GPU (?<gpu>\d{1,3}) has a total capacity of (?<total>[\d.]{1,12}) (?<total_unit>[KMGT]iB) of which (?<free>[\d.]{1,12}) (?<free_unit>[KMGT]iB) is free/i;
const IN_USE = /this process has (?<used>[\d.]{1,12}) (?<used_unit>[KMGT]iB) memory in use/i;
const BY_TORCH =
  /Of the allocated memory (?<torch>[\d.]{1,12}) (?<torch_unit>[KMGT]iB) is allocated by PyTorch/i;

export const MEMORY_FAILURES: readonly FailureEntry[] = [
  {
    number: 1,
    code: 'gpu_out_of_memory',
    group: 'memory',
    blame: 'capacity',
    rank: 'root',
    log: ['HIP out of memory', 'CUDA out of memory', 'hipErrorOutOfMemory', 'HIP error: out of memory'],
    except: ['when warming up sampler with'],
    request: ['HIP out of memory', 'CUDA out of memory'],
    facts: [ALLOCATION, IN_USE, BY_TORCH],
    cause: [
      '{where_oom} ran out of memory: {asked} {asked_unit} were asked for and {free} {free_unit} of {total} {total_unit} were free.',
      '{where_oom} ran out of memory.',
      'A GPU ran out of memory.',
    ],
    remedy: LOWER_MEMORY,
  },
  {
    number: 2,
    code: 'vram_not_free_at_start',
    group: 'memory',
    blame: 'isolation',
    rank: 'root',
    log: ['Free memory on device … on startup is less than desired GPU memory utilization'],
    facts: [
      /Free memory on device[^(]{0,60}\((?<start_free>[\d.]{1,12})\/(?<start_total>[\d.]{1,12}) GiB\)/i,
      /desired GPU memory utilization \((?<util_asked>[\d.]{1,12}), (?<start_asked>[\d.]{1,12}) GiB\)/i,
    ],
    cause: [
      'Only {start_free} of {start_total} GiB of VRAM were free at the start, less than the {start_asked} GiB that gpu_memory_utilization {util_asked} asks for.',
      'Less VRAM was free at the start than gpu_memory_utilization asks for.',
    ],
    remedy: [
      'Free the GPU first: {start_held_gib} GiB of it were held by something else (a leftover engine, another job){start_foreign}.',
      'Lower engine.gpu_memory_utilization from {util_asked} to {util_fits}: the driver keeps the rest.',
      'Free the GPU first; only if nothing else runs on it, lower engine.gpu_memory_utilization.',
    ],
  },
  {
    number: 3,
    code: 'no_kv_cache_memory',
    group: 'memory',
    blame: 'capacity',
    rank: 'root',
    log: ['No available memory for the cache blocks'],
    also: ['Available KV cache memory:'],
    facts: [/Available KV cache memory: (?<kv_gib>-?[\d.]{1,12}) GiB/i],
    cause: [
      'Weights and activations take more than gpu_memory_utilization allows, so nothing is left for the KV cache ({kv_gib} GiB).',
      'Weights and activations take all that gpu_memory_utilization allows, so nothing is left for the KV cache.',
    ],
    remedy: [
      'Raise engine.gpu_memory_utilization from {util_from} to {util_raise} (not lower it: this is no out-of-memory error), or lower --max-num-batched-tokens or engine.max_num_seqs.',
      'engine.gpu_memory_utilization is high already ({util_from}): lower --max-num-batched-tokens or engine.max_num_seqs, or raise engine.tensor_parallel_size.',
      'Raise engine.gpu_memory_utilization (this is no out-of-memory error), or lower --max-num-batched-tokens or engine.max_num_seqs.',
    ],
  },
  {
    number: 4,
    code: 'context_exceeds_kv_cache',
    group: 'memory',
    blame: 'config',
    rank: 'root',
    log: ['To serve at least one request with the model … is larger than the available KV cache memory'],
    facts: [
      /max seq len \((?<kv_len>\d{1,12})\)/i,
      /estimated maximum model length is (?<kv_fits>\d{1,12})/i,
      /\((?<kv_needed>[\d.]{1,12}) GiB KV cache is needed/i,
      /available KV cache memory \((?<kv_available>[\d.]{1,12}) GiB\)/i,
    ],
    cause: [
      'One request of {kv_len} tokens needs {kv_needed} GiB of KV cache and there are {kv_available} GiB.',
      'The KV cache is too small for one request of max_model_len tokens.',
    ],
    remedy: [
      'Set engine.max_model_len to {kv_fits} or less, or --kv-cache-dtype fp8, or raise engine.gpu_memory_utilization.',
      'Lower engine.max_model_len, set --kv-cache-dtype fp8, or raise engine.gpu_memory_utilization.',
    ],
  },
  {
    number: 5,
    code: 'context_exceeds_kv_cache_v0',
    group: 'memory',
    blame: 'config',
    rank: 'root',
    log: ['max seq len … is larger than the maximum number of tokens that can be stored in KV cache'],
    facts: [/max seq len \((?<kv_len>\d{1,12})\)/i, /can be stored in KV cache \((?<kv_fits>\d{1,12})\)/i],
    cause: [
      'The KV cache holds {kv_fits} tokens and one request may have {kv_len}.',
      'The KV cache is too small for one request of max_model_len tokens.',
    ],
    remedy: [
      'Set engine.max_model_len to {kv_fits} or less, or raise engine.gpu_memory_utilization.',
      'Lower engine.max_model_len, or raise engine.gpu_memory_utilization.',
    ],
  },
  {
    number: 6,
    code: 'max_model_len_too_large',
    group: 'memory',
    blame: 'config',
    rank: 'root',
    log: ['User-specified max_model_len … is greater than the derived max_model_len'],
    facts: [
      /User-specified max_model_len \((?<asked_len>\d{1,12})\)/i,
      /(?:max_position_embeddings|n_positions|max_seq_len|seq_length|model_max_length|max_model_len|derived)=?(?<derived_len>\d{1,12})(?:\.0)?\b/i,
    ],
    cause: [
      'engine.max_model_len is {asked_len} and the checkpoint has {derived_len} positions.',
      'engine.max_model_len is larger than the context of the checkpoint.',
    ],
    remedy: [
      'Lower engine.max_model_len to {derived_len}; VLLM_ALLOW_LONG_MAX_MODEL_LEN=1 is right only with rope scaling.',
      'Lower engine.max_model_len; VLLM_ALLOW_LONG_MAX_MODEL_LEN=1 is right only with rope scaling.',
    ],
  },
  {
    number: 7,
    code: 'vram_changed_while_profiling',
    group: 'memory',
    blame: 'isolation',
    rank: 'root',
    log: ['Error in memory profiling'],
    also: ['Initial free memory'],
    cause: 'Another process took or freed VRAM while the engine measured how much there is.',
    remedy:
      'Wait until the VRAM is stable before the start (an earlier engine may still be ending), and never start two engines on one GPU at once.',
  },
  {
    number: 8,
    code: 'hsa_out_of_resources',
    group: 'memory',
    blame: 'capacity',
    rank: 'root',
    log: [
      'HSA_STATUS_ERROR_OUT_OF_RESOURCES … Available Free mem',
      'Available Free mem : 0 MB',
      'HSA_STATUS_ERROR_OUT_OF_RESOURCES: The runtime failed to allocate … queue',
    ],
    cause: 'The runtime found no VRAM for kernel scratch or graph buffers: the KV cache took everything.',
    remedy: [
      'Lower engine.gpu_memory_utilization from {util_from} to {util_lower}; on vLLM 0.20 and 0.21 also set VLLM_MEMORY_PROFILER_ESTIMATE_CUDAGRAPHS=0.',
      'Lower engine.gpu_memory_utilization by 0.05; on vLLM 0.20 and 0.21 also set VLLM_MEMORY_PROFILER_ESTIMATE_CUDAGRAPHS=0.',
    ],
  },
  {
    number: 9,
    code: 'max_num_seqs_too_large',
    group: 'memory',
    blame: 'capacity',
    rank: 'root',
    log: ['when warming up sampler with … dummy requests'],
    also: ['_initialize_kv_caches'],
    facts: [/warming up sampler with (?<dummy>\d{1,9}) dummy requests/i],
    cause: [
      'The sampler ran out of VRAM for {dummy} sequences: its buffers grow with max_num_seqs.',
      'The sampler ran out of VRAM: its buffers grow with max_num_seqs.',
    ],
    remedy: [
      'Lower engine.max_num_seqs from {seqs_from} to {seqs_lower}, or engine.gpu_memory_utilization from {util_from} to {util_lower}.',
      'Lower engine.max_num_seqs, or engine.gpu_memory_utilization from {util_from} to {util_lower}.',
      'Lower engine.max_num_seqs, or engine.gpu_memory_utilization.',
    ],
  },
  {
    number: 10,
    code: 'host_out_of_memory',
    group: 'memory',
    blame: 'capacity',
    rank: 'root',
    log: ['out of memory: killed process', 'oom-kill:'],
    kernel: ['Out of memory: Killed process', 'oom-kill:', 'Memory cgroup out of memory'],
    container: ['OOMKilled'],
    oom_killed: true,
    cause: 'The kernel killed the engine because the host or its cgroup ran out of memory (RAM, not VRAM).',
    remedy:
      'Give the host or container more RAM, load with fewer workers, or empty /dev/shm and tmpfs, which count as RAM.',
  },
  {
    number: 11,
    code: 'gpu_memory_access_fault',
    group: 'memory',
    blame: 'stack',
    rank: 'root',
    log: ['Memory access fault by GPU'],
    kernel: ['VM_L2_PROTECTION_FAULT', '[gfxhub] … page fault (src_id', '[gfxhub0] … page fault (src_id'],
    also: ['Reason: Unknown', 'Page not present'],
    cause: 'A GPU kernel touched memory that it may not: a bug in a kernel or in a tuning file.',
    remedy:
      'Set VLLM_ROCM_USE_AITER_MOE=0 or another attention backend, or pin another vLLM build; --enforce-eager helps to isolate it.',
  },
  {
    number: 12,
    code: 'lds_exceeded',
    group: 'memory',
    blame: 'capacity',
    rank: 'root',
    log: ['out of resource: shared memory', 'OutOfResources: shared memory'],
    cause: 'A Triton kernel wants more LDS (shared memory) than this GPU has.',
    remedy: 'Remove custom tuning files, or use another attention backend or vLLM version.',
  },
  {
    number: 104,
    code: 'killed_from_outside',
    group: 'memory',
    blame: 'host',
    rank: 'general',
    exit: ['exit code 137', 'signal SIGKILL'],
    cause:
      'Something killed the engine (SIGKILL) and it was not us: mostly the out-of-memory killer of the host or cgroup.',
    remedy: 'Look for "Out of memory" in the kernel log and for the memory limit of the runner or container.',
  },
];
