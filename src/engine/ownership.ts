import type { Ownership } from '../ports.ts';
import { portOwner } from './listeners.ts';
import type { ProcessInfo } from './processes.ts';

/**
 * Remembers who of our engine listens on a port now; the answer, asked again later, says whether it is still the same
 * process: a server that was restarted, or another one that took the port, is not what was proven.
 */
export function watchPort(port: number, isOurs: (process: ProcessInfo) => boolean): () => Promise<Ownership> {
  const first = portOwner(port, isOurs);
  return async () => {
    const now = portOwner(port, isOurs);
    switch (now.kind) {
      case 'foreign':
        return {
          state: 'foreign',
          message: `port ${port} now belongs to ${nameOf(now.process)}, which is not part of our engine`,
        };
      case 'nobody':
        return { state: 'unknown', message: `nobody listens on port ${port} any more` };
      case 'unknown':
        return { state: 'unknown', message: `who listens on port ${port} cannot be told: ${now.reason}` };
      case 'ours': {
        const { process } = now;
        const same =
          first.kind === 'ours' &&
          first.process.pid === process.pid &&
          first.process.start_time === process.start_time;
        if (same)
          return {
            state: 'ours',
            message: `${nameOf(process)} of our engine listened on the port all the time`,
          };
        return first.kind === 'ours'
          ? {
              state: 'foreign',
              message: `our engine was restarted: ${nameOf(first.process)} listened before, ${nameOf(process)} now`,
            }
          : { state: 'ours', message: `${nameOf(process)} of our engine listens on the port` };
      }
    }
  };
}

function nameOf({ pid, name }: ProcessInfo): string {
  return `pid ${pid} (${name})`;
}
