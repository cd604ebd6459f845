import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Gpu } from '../core/gpu.ts';
import { createGpuSource } from './gpu-source.ts';
import { takeInventory } from './inventory-source.ts';

/** First line that the reader gets on its standard input. */
export type ReaderRequest =
  | { readonly task: 'inventory'; readonly root: string; readonly tool_limit_ms: number }
  | {
      readonly task: 'sample';
      readonly root: string;
      readonly tool_limit_ms: number;
      readonly gpus: readonly Gpu[];
      readonly interval_ms: number;
    };

/**
 * The process that reads GPUs: a driver that hangs blocks it and not the load generator, which can leave it behind.
 * Prints JSON lines: one inventory, or samples until `stop` comes (then a last one) or its input ends (then none).
 */
export async function readGpus(streams: {
  readonly input: NodeJS.ReadableStream;
  readonly print: (line: string) => void;
  readonly env: Readonly<Record<string, string | undefined>>;
}): Promise<void> {
  const lines = createInterface({ input: streams.input });
  const words = lines[Symbol.asyncIterator]();
  const first = await words.next();
  if (first.done === true) return;
  const request = JSON.parse(first.value) as ReaderRequest;
  const env = { ...streams.env, PATH: `${streams.env['PATH'] ?? ''}:/opt/rocm/bin` };
  if (request.task === 'inventory') {
    const { root, tool_limit_ms } = request;
    streams.print(JSON.stringify({ inventory: await takeInventory({ root, tool_limit_ms, env }) }));
    lines.close();
    return;
  }
  const source = createGpuSource({ ...request, env, now_ns: () => Number(process.hrtime.bigint()) });
  const over = new AbortController();
  const asked = words.next().then((next) => {
    over.abort();
    return next.done !== true;
  });
  let told = 0;
  const look = async (ends: boolean): Promise<number> => {
    const sample = await source.look(ends);
    streams.print(JSON.stringify({ sample }));
    const problems = source.problems();
    for (const problem of problems.slice(told)) streams.print(JSON.stringify({ problem }));
    told = problems.length;
    return sample.took_s * 1000;
  };
  let tookMs = await look(true);
  while (!over.signal.aborted) {
    // A slow tool gets as much rest as it took: reading must not eat the host that serves.
    const rest = Math.max(request.interval_ms - tookMs, tookMs);
    await sleep(rest, undefined, { signal: over.signal }).catch(() => {});
    if (!over.signal.aborted) tookMs = await look(false);
  }
  if (await asked) await look(true);
  streams.print(JSON.stringify({ end: true }));
  lines.close();
}
