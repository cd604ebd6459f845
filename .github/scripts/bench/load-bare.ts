// Child process of the load bench: the least that a client can do. `node:http` with one timer per request; the first
// bytes are the first token, messages are counted and not read.
import { Agent, request } from 'node:http';
import { jobOfChild } from './children.ts';
import { type ClientJob, measureClient, type Part } from './load-client.ts';

const job = jobOfChild<ClientJob>();
const answer = await measureClient(job, bareRun);
console.log(JSON.stringify(answer));

async function bareRun({ prompts, schedule }: Part) {
  const agent = new Agent({ keepAlive: true });
  const bodies = prompts.map(bodyOf);
  const start = process.hrtime.bigint();
  const now = (): number => Number(process.hrtime.bigint() - start) / 1e6;
  const answers = await Promise.all(
    schedule.due_ns.map(async (due_ns, i) => {
      const due = due_ns / 1e6;
      await new Promise((resolve) => setTimeout(resolve, Math.ceil(due - now())));
      const sent = now();
      const first = await exchange(agent, bodies[i] ?? '', now);
      return { late: Math.max(0, sent - due), ttft: first - sent };
    }),
  );
  agent.destroy();
  return { lateness_ms: answers.map(({ late }) => late), ttft_ms: answers.map(({ ttft }) => ttft) };
}

/** Sends one request and waits for its end; resolves with the time of its first bytes. */
function exchange(agent: Agent, body: string, now: () => number): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const sending = request(`${job.url}/v1/completions`, { method: 'POST', agent, headers }, (response) => {
      let first: number | undefined;
      let messages = 0;
      response.on('data', (chunk: Buffer) => {
        first ??= now();
        for (let at = chunk.indexOf('\n\n'); at >= 0; at = chunk.indexOf('\n\n', at + 2)) messages += 1;
      });
      response.on('end', () => {
        // One message for each token, one for the usage, one that ends the stream.
        if (first !== undefined && messages === job.tokens + 2) resolve(first);
        else reject(new Error(`found ${messages} messages for ${job.tokens} tokens`));
      });
    });
    sending.on('error', reject);
    sending.end(body);
  });
}

function bodyOf(prompt: string): string {
  const stream_options = { include_usage: true, continuous_usage_stats: true };
  return JSON.stringify({ model: 'tiny', prompt, max_tokens: job.tokens, stream: true, stream_options });
}
