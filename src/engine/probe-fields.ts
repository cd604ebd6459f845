import type { LoadConfig } from '../config/config.ts';
import type { ErrorBody } from './error-body.ts';

/** Body fields that a server may refuse and that a measurement can do without. */
export type OptionalField =
  | 'stream_options'
  | 'stream_options.continuous_usage_stats'
  | 'ignore_eos'
  | 'min_tokens'
  | 'temperature'
  | 'top_k'
  | 'min_p'
  | 'repetition_penalty';

/** Tokens asked for by each request of the probe. */
export const PROBE_TOKENS = 16;

/** The optional fields that the load generator would send with this configuration. */
export function optionalFields(load: LoadConfig): readonly OptionalField[] {
  const sampling = (['temperature', 'top_k', 'min_p', 'repetition_penalty'] as const).filter(
    (field) => load.sampling[field] !== undefined,
  );
  const lengths: readonly OptionalField[] = load.ignore_eos ? ['ignore_eos', 'min_tokens'] : [];
  return ['stream_options', 'stream_options.continuous_usage_stats', ...lengths, ...sampling];
}

/** Sampling fields that every OpenAI-compatible server knows: never dropped. */
export function plainSampling(load: LoadConfig): Readonly<Record<string, unknown>> {
  const { temperature, top_k, min_p, repetition_penalty, ...plain } = load.sampling;
  return plain;
}

/** The optional fields as parts of a body. */
export function fieldsAsBody(
  fields: readonly OptionalField[],
  load: LoadConfig,
): Readonly<Record<string, unknown>> {
  const body: Record<string, unknown> = {};
  for (const field of fields) {
    switch (field) {
      case 'stream_options':
        body['stream_options'] = { include_usage: true, ...(body['stream_options'] as object | undefined) };
        break;
      case 'stream_options.continuous_usage_stats':
        body['stream_options'] = { include_usage: true, continuous_usage_stats: true };
        break;
      case 'ignore_eos':
        body['ignore_eos'] = true;
        break;
      case 'min_tokens':
        body['min_tokens'] = PROBE_TOKENS;
        break;
      default:
        body[field] = load.sampling[field];
    }
  }
  return body;
}

/** The fields that a refusal names; the smaller part of stream_options first. */
export function namedFields(active: readonly OptionalField[], refusal: ErrorBody): readonly OptionalField[] {
  const text = `${refusal.text} ${refusal.param ?? ''}`;
  const named = active.filter((field) => {
    const word = field.split('.').at(-1) ?? field;
    return new RegExp(`(?<![A-Za-z0-9_])${word}(?![A-Za-z0-9_])`).test(text);
  });
  const continuous = 'stream_options.continuous_usage_stats';
  return named.includes('stream_options') && active.includes(continuous)
    ? [...named.filter((field) => field !== 'stream_options' && field !== continuous), continuous]
    : named;
}
