import type { Gpu } from '../core/gpu.ts';
import type { GpuSample } from '../core/gpu-reading.ts';
import { type ReaderProgram, startReader } from './reader-process.ts';
import { field, word } from './tool-json.ts';

export interface GpuSamplerOptions extends ReaderProgram {
  readonly gpus: readonly Gpu[];
  readonly on_sample: (sample: GpuSample) => void;
  /** Prepended to every path of /sys; for tests. */
  readonly root?: string;
  readonly interval_ms?: number;
  /** Longest wait for the first sample, and for the last one. */
  readonly limit_ms?: number;
}

export interface GpuSampler {
  /** Takes a last sample and ends. Never longer than the limit. */
  stop(limit_ms?: number): Promise<GpuSamples>;
}

interface GpuSamples {
  readonly samples: readonly GpuSample[];
  readonly problems: readonly string[];
}

const INTERVAL_MS = 1000;
const LIMIT_MS = 30_000;

/**
 * Samples GPUs until it is stopped; resolves with the first sample, so that samples bracket whatever comes next. A
 * source that does not answer within the limit is given up and said so. Never throws.
 */
export function startGpuSampler(options: GpuSamplerOptions): Promise<GpuSampler> {
  const limitMs = options.limit_ms ?? LIMIT_MS;
  const samples: GpuSample[] = [];
  const problems: string[] = [];
  return new Promise((resolve) => {
    let ended = false;
    let onEnd: () => void = () => {};
    const sampler: GpuSampler = {
      stop: (stopMs = limitMs) =>
        new Promise((done) => {
          const finish = () => {
            clearTimeout(timer);
            done({ samples, problems });
          };
          const timer = setTimeout(() => {
            problems.push(`the last look at the GPUs took longer than ${stopMs / 1000} s`);
            reader.kill();
          }, stopMs);
          onEnd = finish;
          if (ended) return finish();
          reader.finish();
        }),
    };
    const first = setTimeout(() => {
      problems.push(`the first look at the GPUs took longer than ${limitMs / 1000} s: the driver may hang`);
      reader.kill();
    }, limitMs);
    const begun = () => {
      clearTimeout(first);
      resolve(sampler);
    };
    const reader = startReader(
      options,
      {
        task: 'sample',
        root: options.root ?? '',
        // list, metric with -T and metric without it must fit into one limit.
        tool_limit_ms: Math.round(limitMs / 3),
        gpus: options.gpus,
        interval_ms: options.interval_ms ?? INTERVAL_MS,
      },
      {
        on_message: (message) => {
          const sample = field(message, 'sample') as GpuSample | undefined;
          const problem = word(field(message, 'problem'));
          if (problem !== undefined) problems.push(problem);
          if (sample === undefined) return;
          samples.push(sample);
          options.on_sample(sample);
          begun();
        },
        on_end: () => {
          ended = true;
          if (samples.length === 0 && problems.length === 0) problems.push('the GPU reader ended at once');
          begun();
          onEnd();
        },
      },
    );
  });
}
