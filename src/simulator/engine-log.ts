import type { EngineCounters, EngineLoad } from './model.ts';
import type { SimulatorSettings } from './parameters.ts';

/** Writes the server's log in vLLM's style, so that readers and triage find what they know. */
export interface EngineLog {
  boot(): void;
  loading(percent: number): void;
  listening(url: string): void;
  /** Throughput since the call before; quiet while idle, as vLLM is. */
  throughput(now: LogState): void;
  engineDead(): void;
}

interface LogState {
  readonly load: EngineLoad;
  readonly counters: EngineCounters;
  /** Real seconds since the call before. */
  readonly elapsed_s: number;
}

export interface EngineLogOptions {
  readonly version: string;
  readonly model_id: string;
  readonly settings: SimulatorSettings;
  readonly host: string;
  readonly port: number;
  readonly time_scale: number;
  readonly pid: number;
  readonly clock: () => Date;
  readonly log: (line: string) => void;
}

const BANNER = 'SIMULATED: no GPU, no model. Every number of this server comes from a model of an engine.';

export function engineLog(options: EngineLogOptions): EngineLog {
  const { preset, parameters } = options.settings;
  const write = (level: string, source: string, text: string): void =>
    options.log(`(APIServer pid=${options.pid}) ${level} ${stamp(options.clock())} [${source}] ${text}`);
  const info = (source: string, text: string): void => write('INFO', source, text);
  let before: EngineCounters | undefined;
  let wasIdle = true;

  return {
    boot() {
      write('WARNING', 'simulator', BANNER);
      info('simulator', `preset ${preset.name}: ${preset.description}, time_scale ${options.time_scale}`);
      info('api_utils.py:347', `version ${options.version}`);
      info('api_utils.py:347', `model   ${options.model_id}`);
      const args = {
        host: options.host,
        port: options.port,
        model: options.model_id,
        tensor_parallel_size: preset.tensor_parallel_size,
        ...parameters,
        fault: options.settings.faults.map((fault) => fault.name).join(','),
      };
      info('api_utils.py:286', `non-default args: ${JSON.stringify(args)}`);
      const tokens = parameters.kv_tokens.toLocaleString('en-US');
      const length = parameters.max_model_len.toLocaleString('en-US');
      const concurrency = (parameters.kv_tokens / parameters.max_model_len).toFixed(2);
      info(
        'kv_cache_utils.py:2327',
        `GPU KV cache size: ${tokens} tokens, Maximum concurrency for ${length} tokens per request: ${concurrency}x`,
      );
    },
    loading(percent) {
      info('simulator', `Loading safetensors checkpoint shards: ${percent}% Completed (SIMULATED)`);
    },
    listening(url) {
      info('entry.py:140', `Starting vLLM server on ${url} (SIMULATED)`);
      options.log('INFO:     Application startup complete.');
    },
    throughput({ load, counters, elapsed_s: elapsed }) {
      const last = before ?? ZERO;
      const prompt = counters.prompt_tokens - last.prompt_tokens;
      const generated = counters.generation_tokens - last.generation_tokens;
      before = counters;
      const idle = prompt + generated + load.running + load.waiting === 0;
      if (idle && wasIdle) return;
      wasIdle = idle;
      const hitRate =
        counters.prefix_cache_queries === 0 ? 0 : counters.prefix_cache_hits / counters.prefix_cache_queries;
      info(
        'loggers.py:335',
        `Engine 000: Avg prompt throughput: ${(prompt / elapsed).toFixed(1)} tokens/s, ` +
          `Avg generation throughput: ${(generated / elapsed).toFixed(1)} tokens/s, ` +
          `Running: ${load.running} reqs, Waiting: ${load.waiting} reqs, ` +
          `GPU KV cache usage: ${(load.kv_usage * 100).toFixed(1)}%, ` +
          `Prefix cache hit rate: ${(hitRate * 100).toFixed(1)}% (SIMULATED)`,
      );
    },
    engineDead() {
      write('ERROR', 'core.py:1490', 'EngineCore encountered a fatal error. (SIMULATED fault engine_dead)');
      write(
        'ERROR',
        'async_llm.py:780',
        'EngineDeadError: EngineCore encountered an issue. See stack trace (above) for the root cause.',
      );
    },
  };
}

const ZERO: EngineCounters = {
  prompt_tokens: 0,
  generation_tokens: 0,
  prefix_cache_queries: 0,
  prefix_cache_hits: 0,
  preemptions: 0,
  rejected: 0,
};

/** "12-01 12:13:19", local time. */
function stamp(date: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
