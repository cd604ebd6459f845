// Generated from src/config/config.schema.json by `npm run docs`. Do not edit.

/**
 * The configuration of instinct-gate: YAML, JSON or TOML, with action inputs and --set on top.
 */
export interface ConfigFile {
/**
 * Path or URL of this schema, for completion in editors.
 */
readonly $schema?: string
/**
 * The OpenAI-compatible service that is measured.
 */
readonly service?: {
/**
 * Address of a running server or channel, with or without /v1. Without an engine section this means engine.kind: external.
 */
readonly base_url?: string
/**
 * The key itself. Works, is masked everywhere and is warned about; api_key_env is the better way.
 */
readonly api_key?: string
/**
 * Name of the environment variable that holds the key.
 */
readonly api_key_env?: string
/**
 * Model id that requests name. May be left out when the server serves exactly one model.
 */
readonly model_id?: string
/**
 * What vLLM's benchmark calls the backend: openai and vllm mean the completions endpoint, openai-chat the chat endpoint.
 */
readonly backend?: ("vllm" | "openai" | "openai-chat" | "vllm-chat")
/**
 * Which endpoint to use; auto takes what backend means and, on 404 or 405, the other.
 */
readonly endpoint?: ("auto" | "completions" | "chat")
/**
 * Extra request headers. Values are secrets: never printed.
 */
readonly headers?: {
readonly [k: string]: string
}
/**
 * Extra fields of every request body.
 */
readonly extra_body?: {
readonly [k: string]: unknown
}
/**
 * HTTP proxy for this service. Loopback addresses never go through a proxy. Without it HTTP_PROXY, HTTPS_PROXY and NO_PROXY are obeyed.
 */
readonly proxy?: string
/**
 * File of additional certificate authorities in PEM form.
 */
readonly ca_file?: string
}
/**
 * The server under test and how it is started.
 */
readonly engine?: {
/**
 * Who starts the server: a container of ours, a command of ours, the site's own start and stop commands, nobody (it runs already), or the built-in simulator.
 */
readonly kind?: ("docker" | "process" | "hooks" | "external" | "simulator")
/**
 * Container image of a docker engine, by tag or (better) by digest. A tag is resolved to its digest and both are recorded.
 */
readonly image?: string
/**
 * When the image is pulled.
 */
readonly pull?: ("missing" | "always" | "never")
/**
 * Longest time for pulling the image.
 */
readonly pull_timeout?: number
/**
 * Free space that the folder of the container engine must have before an image is pulled; ROCm images take 10 to 30 GB.
 */
readonly pull_free_gb?: number
/**
 * GPUs of the engine: how many, all, env:NAME (a list in that variable), or a list of indexes, PCI addresses or unique ids. A set that the runner, Slurm or a device plugin gives is never widened. Default: as many as the parallel sizes ask for; 0 for an engine without GPUs.
 */
readonly gpus?: (number | string | (number | string)[])
/**
 * Full command as an argument list, never through a shell. {port}, {host} and {model} are replaced. Default: vllm serve built from the other keys. In a container it replaces the entry point. Keys never go here: use env.
 * 
 * @minItems 1
 */
readonly command?: readonly string[]
/**
 * Further flags of vllm serve by name, with - or _: true gives a bare flag, false leaves it out, a list gives one flag with all its values (middleware is repeated). Keys never go here: use env. For the simulator, parameters of its model.
 */
readonly args?: {
readonly [k: string]: string | number | boolean | (string | number | boolean)[]
}
/**
 * Environment variables of the engine. Values are not printed.
 */
readonly env?: {
readonly [k: string]: string | number | boolean
}
/**
 * Model that vllm serve loads: hub id or folder (for a container a folder inside it).
 */
readonly model?: string
/**
 * Revision of the model on the hub.
 */
readonly revision?: string
/**
 * Variable of our environment that holds the token for the model hub; the engine gets it as HF_TOKEN, never on a command line.
 */
readonly hf_token_env?: string
/**
 * Docker: set HF_HUB_OFFLINE=1, so that the model comes from the cache and no download is measured. Default: true where caches.hf is given, false elsewhere.
 */
readonly hf_offline?: boolean
/**
 * Docker: folders of the host in the container, as source:target or source:target:ro.
 */
readonly mounts?: readonly string[]
/**
 * Docker: folders of the host that are kept between runs.
 */
readonly caches?: {
/**
 * Cache of the model hub.
 */
readonly hf?: string
/**
 * Compiled kernels; a folder of its own inside for each image, GPU architecture and model.
 */
readonly compile?: string
}
/**
 * Docker: the host's network (no proxy in the path of a request), or a network of its own with the port published on the loopback address. Default: host, bridge for rootless Docker.
 */
readonly network?: ("host" | "bridge")
/**
 * Docker: size of /dev/shm; without it the container shares the host's (ipc: host).
 */
readonly shm_size?: string
/**
 * Docker: limit of the container's main memory.
 */
readonly memory?: string
/**
 * vLLM --max-num-seqs.
 */
readonly max_num_seqs?: number
/**
 * vLLM --gpu-memory-utilization.
 */
readonly gpu_memory_utilization?: number
/**
 * vLLM --tensor-parallel-size.
 */
readonly tensor_parallel_size?: number
/**
 * vLLM --dtype.
 */
readonly dtype?: string
/**
 * vLLM --max-model-len.
 */
readonly max_model_len?: number
/**
 * Port that the engine listens on. Default: a free one.
 */
readonly port?: number
/**
 * What the engine and its host must be, or the run is invalid. A value is exact (0.14.0), a prefix (7.0.*) or a range (>=7.0 <7.2); versions compare numerically. A pinned field that cannot be read makes the run invalid too.
 */
readonly pins?: {
/**
 * Version of vLLM, from /version of the running server.
 */
readonly vllm?: string
/**
 * Version of the ROCm userland that the engine runs with.
 */
readonly rocm?: string
/**
 * Digest of the container image.
 */
readonly image_digest?: string
/**
 * GPU product, with or without AMD Instinct in front.
 */
readonly gpu?: string
/**
 * GPU architecture.
 */
readonly arch?: string
/**
 * Number of GPUs of the engine.
 */
readonly gpu_count?: (number | string)
/**
 * Number format of the model.
 */
readonly dtype?: string
/**
 * Revision of the model, or the beginning of it with * at the end.
 */
readonly model_revision?: string
/**
 * Version of the amdgpu kernel driver.
 */
readonly driver?: string
}
/**
 * Longest time from start to ready; five minutes without any log progress end it earlier.
 */
readonly startup_timeout?: number
/**
 * Docker and hooks: time that the engine has to end by itself before it is killed, or the stop command to end.
 */
readonly stop_timeout?: number
/**
 * Hooks: command that starts the server, as an argument list. It may end (a submitted job) or stay (srun).
 * 
 * @minItems 1
 */
readonly start?: readonly string[]
/**
 * Hooks: command that stops the server; also run after a failed start.
 * 
 * @minItems 1
 */
readonly stop?: readonly string[]
/**
 * Hooks: command that prints the server's log and follows it; it ends up in engine.log.
 * 
 * @minItems 1
 */
readonly logs?: readonly string[]
/**
 * Address of an external engine or of the one that engine.start starts, with or without /v1; for an external engine service.base_url says the same and is the usual way.
 */
readonly url?: string
/**
 * Simulator: name of the modelled engine.
 */
readonly preset?: string
/**
 * Simulator: factor on all its times (0.1 is ten times faster).
 */
readonly time_scale?: number
}
/**
 * The ladder of request rates and what each request asks for.
 */
readonly load?: {
/**
 * Gating rungs: offered request rates. They decide the verdict.
 * 
 * @minItems 1
 * @maxItems 64
 */
readonly request_rates?: readonly number[]
/**
 * Exploring rungs: shown and used for the knee and capacity, never judged.
 * 
 * @maxItems 64
 */
readonly explore_rates?: readonly number[]
/**
 * Requests of each rung. Excludes duration.
 */
readonly num_prompts?: number
/**
 * Length of each rung; the number of requests is rate × duration. Excludes num_prompts.
 */
readonly duration?: number
/**
 * Arrival process: Poisson with exactly N arrivals in N/rate seconds (as vLLM ≥ 0.10), free Poisson, Gamma gaps with burstiness, or constant gaps.
 */
readonly arrival?: ("poisson" | "poisson_free" | "gamma" | "constant")
/**
 * Shape of the Gamma gaps; below 1 is burstier than Poisson, above is smoother.
 */
readonly burstiness?: number
/**
 * Cap on requests in flight. The wait at the cap counts as latency and touching it is a finding.
 */
readonly max_concurrency?: number
/**
 * Seed of schedule, lengths and choice of prompts.
 */
readonly seed?: number
/**
 * Where prompts come from.
 */
readonly dataset_name?: ("random" | "sharegpt" | "jsonl")
/**
 * File of the data set, from the working folder. sharegpt also looks there for ShareGPT_V3_unfiltered_cleaned_split.json.
 */
readonly dataset_path?: string
/**
 * random: prompt length.
 */
readonly input_len?: number
/**
 * Output length asked for. random: default 128; sharegpt and jsonl: default the length of the reference answer.
 */
readonly output_len?: number
/**
 * Ask the server to go on to the full output length. Default true for random, false elsewhere.
 */
readonly ignore_eos?: boolean
/**
 * Sampling parameters of every request.
 */
readonly sampling?: {
/**
 * Sampling temperature.
 */
readonly temperature?: number
/**
 * Nucleus sampling.
 */
readonly top_p?: number
/**
 * Top-k sampling (vLLM).
 */
readonly top_k?: number
/**
 * Min-p sampling (vLLM).
 */
readonly min_p?: number
/**
 * Repetition penalty (vLLM).
 */
readonly repetition_penalty?: number
/**
 * Presence penalty.
 */
readonly presence_penalty?: number
/**
 * Frequency penalty.
 */
readonly frequency_penalty?: number
/**
 * Sampling seed sent to the server.
 */
readonly seed?: number
}
/**
 * Allow a prompt to be used more than once when the data set has too few distinct ones.
 */
readonly allow_reuse?: boolean
/**
 * Upper edges of the prompt-length buckets. Default: quartiles of the workload.
 * 
 * @maxItems 20
 */
readonly length_buckets?: readonly number[]
/**
 * Longest time of one request from its scheduled time.
 */
readonly timeout?: number
/**
 * Warm-up before the first rung.
 */
readonly warmup?: {
/**
 * Longest warm-up. 0 switches it off; the report then says so.
 */
readonly max_s?: number
}
}
/**
 * Absolute limits: METRIC OP VALUE[%] [@ RATES] [observed].
 * 
 * @maxItems 200
 */
readonly budgets?: readonly string[]
/**
 * Comparison with an earlier result.
 */
readonly compare?: {
/**
 * none, or a result.json, or a folder of one or several earlier results.
 */
readonly baseline?: string
/**
 * Without a usable baseline the run is inconclusive.
 */
readonly required?: boolean
/**
 * Metrics whose change is judged.
 * 
 * @minItems 1
 */
readonly metrics?: readonly string[]
/**
 * Gating rungs at which the change is judged. Default: the lowest and the highest rung of request_rates that was not saturated in the baseline, at most two.
 * 
 * @minItems 1
 */
readonly rates?: readonly number[]
/**
 * Relative worsening that is tolerated, by metric; default 0.1 for each.
 */
readonly margins?: {
readonly [k: string]: number
}
/**
 * One-sided confidence of bounds.
 */
readonly confidence?: number
/**
 * Fingerprint fields that may differ between the two sides because they are what is tested.
 */
readonly under_test?: readonly string[]
}
/**
 * What a run may cost.
 */
readonly limits?: {
/**
 * Longest wall time of the run. It stops before and judges what it has.
 */
readonly max_minutes?: number
/**
 * Longest GPU time (engine alive × GPUs).
 */
readonly max_gpu_minutes?: number
/**
 * Repeats of a whole run that ended invalid or error.
 */
readonly retries?: number
}
/**
 * How much evidence a verdict needs.
 */
readonly validity?: {
/**
 * Make all evidence required: anything unknown makes the run inconclusive.
 */
readonly strict?: boolean
}
/**
 * What is made sure of before an engine is started on GPUs.
 */
readonly preflight?: {
/**
 * Longest wait for another run's lock, and for GPUs that somebody else uses. Then the run ends as error (busy). Not part of the GPU minutes.
 */
readonly wait?: number
/**
 * What one run has to itself. package: whole physical packages, since the dies of an MI250X and the partitions of a card share power and memory. node: every GPU of the host. gpu: only its own dies or partitions.
 */
readonly exclusive?: ("node" | "package" | "gpu")
/**
 * Folder for locks that every runner of this host shares. Default: /run/lock/instinct-gate. In a container mount the host's.
 */
readonly lock_dir?: string
}
/**
 * What is written and where it is shown.
 */
readonly report?: {
/**
 * Pull-request comment: auto and always write one sticky comment, on-change only where something differs from the last one or is not a pass, never none.
 */
readonly comment?: ("auto" | "always" | "on-change" | "never")
/**
 * Comment group: one sticky comment for each. Default: the workflow name.
 */
readonly group?: string
/**
 * Name of the uploaded artifact.
 */
readonly artifact_name?: string
/**
 * Days that the artifact is kept; 0 is the default of the repository.
 */
readonly retention_days?: number
/**
 * Write report.html.
 */
readonly html?: boolean
/**
 * Write junit.xml.
 */
readonly junit?: boolean
/**
 * Title of the report.
 */
readonly title?: string
/**
 * private adds the server address and full command lines; public leaves them on the runner.
 */
readonly detail?: ("public" | "private")
}
}
