// The bytes of each request, made before the rung so that nothing is serialised while it runs.
import type { LoadConfig } from '../config/config.ts';
import type { ChannelReport } from '../core/result.gen.ts';
import type { Expected } from '../core/stream.ts';
import type { PlannedRequest, Prompt } from '../ports.ts';

export interface PayloadRules {
  readonly channel: ChannelReport;
  readonly load: LoadConfig;
  readonly extra_body: Readonly<Record<string, unknown>>;
}

/** One request body as JSON bytes. Fields that the channel refused are left out. */
export function serialise(request: PlannedRequest, rules: PayloadRules): Buffer {
  const { channel, load, extra_body } = rules;
  const dropped = new Set(channel.dropped_fields);
  const body: Record<string, unknown> = {
    model: channel.model_id,
    ...promptFields(request.prompt, channel),
    [dropped.has('max_tokens') ? 'max_completion_tokens' : 'max_tokens']: request.output_len,
    stream: true,
    ...(channel.usage !== 'none' && {
      stream_options: {
        include_usage: true,
        ...(channel.usage === 'continuous' && { continuous_usage_stats: true }),
      },
    }),
    ...load.sampling,
    ...(load.ignore_eos && { ignore_eos: true, min_tokens: request.output_len }),
    ...extra_body,
  };
  for (const field of dropped) if (Object.hasOwn(body, field)) delete body[field];
  return Buffer.from(JSON.stringify(body));
}

/** What the answer to this request is judged by. */
export function expectedOf(request: PlannedRequest, { channel, load }: PayloadRules): Expected {
  return {
    output_len: request.output_len,
    exact: load.ignore_eos && !channel.dropped_fields.includes('ignore_eos'),
    usage: channel.usage,
    ...(channel.answered_model !== undefined && { model: channel.answered_model }),
  };
}

function promptFields(prompt: Prompt, channel: ChannelReport): Readonly<Record<string, unknown>> {
  if (channel.endpoint === 'completions') {
    return { prompt: prompt.kind === 'ids' ? prompt.ids : prompt.text };
  }
  if (prompt.kind === 'ids') throw new Error('a prompt of token ids cannot go to the chat endpoint');
  return { messages: [{ role: 'user', content: prompt.text }] };
}
