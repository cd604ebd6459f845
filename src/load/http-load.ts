import type { LoadConfig, ServiceConfig } from '../config/config.ts';
import { createDispatcher } from '../connection.ts';
import type { Channel, LoadPort, Log } from '../ports.ts';
import type { Target } from './exchange.ts';
import { runOpenLoop } from './open-loop.ts';
import type { PayloadRules } from './payload.ts';
import { runWarmup, runWave, type WarmupMemory } from './warmup.ts';

/** The built-in load generator: HTTP/1.1 over sockets of its own for each rung. */
export function createLoad({
  service,
  log,
}: {
  readonly service: ServiceConfig;
  readonly log: Log;
}): LoadPort {
  const extra_body = service.extra_body ?? {};
  const memory: WarmupMemory = { prompts: 0, alone: undefined };
  const on = async <T>(
    { channel, load }: { readonly channel: Channel; readonly load: LoadConfig },
    work: (target: Target, rules: PayloadRules) => Promise<T>,
  ): Promise<T> => {
    const dispatcher = createDispatcher(channel.connection);
    try {
      return await work(targetOf(channel, dispatcher), { channel: channel.report, load, extra_body });
    } finally {
      await dispatcher.destroy();
    }
  };
  return {
    warm: (job) => on(job, (target, rules) => runWarmup({ job, target, rules, memory })),
    wave: (job) => on(job, (target, rules) => runWave({ job, target, rules, memory, log })),
    run: (job) => on(job, (target, rules) => runOpenLoop(job, target, rules)),
  };
}

function targetOf({ connection, report }: Channel, dispatcher: Target['dispatcher']): Target {
  const url = new URL(connection.base_url + report.path);
  return {
    dispatcher,
    origin: url.origin,
    path: url.pathname + url.search,
    headers: {
      ...connection.headers,
      'content-type': 'application/json',
      accept: 'text/event-stream',
    },
    secrets: connection.secrets,
  };
}
