// Can the engine listen where it was told to?
import type { HostCheck } from '../../core/result.gen.ts';
import { canBind, portOwner } from '../listeners.ts';
import { blocking, type Context } from './context.ts';

/** A fixed port must be free; without one a free port is chosen at the start. */
export async function portChecks({ engine }: Context): Promise<readonly HostCheck[]> {
  if (engine.kind === 'external' || engine.kind === 'hooks') return [];
  const check = blocking('port', 'Port');
  if (engine.port === undefined) return [check.ok('a free one is chosen at the start')];
  if (await canBind(engine.port)) return [check.ok(`${engine.port} is free`)];
  const owner = portOwner(engine.port, () => false);
  const who =
    owner.kind === 'foreign' ? `pid ${owner.process.pid} (${owner.process.name})` : 'another process';
  return [
    check.problem(
      `expected port ${engine.port} to be free, but ${who} listens on it`,
      'Stop that server, choose another port, or leave engine.port out to get a free one.',
    ),
  ];
}
