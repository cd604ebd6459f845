// May this user reach the GPUs at all?
import { accessSync, constants, statSync } from 'node:fs';
import type { HostCheck } from '../../core/result.gen.ts';
import { blocking, type Context } from './context.ts';

/** /dev/kfd and the render nodes of our GPUs, for an engine that runs as this user. */
export function accessChecks({ engine, gpus, root }: Context): readonly HostCheck[] {
  // A container gets its devices from the daemon; hooks run elsewhere.
  if (engine.kind !== 'process' || gpus.length === 0) return [];
  const check = blocking('gpu_access', 'GPU access');
  const paths = ['/dev/kfd', ...gpus.flatMap(({ render_node: node }) => (node ? [`/dev/dri/${node}`] : []))];
  const refused = [...new Set(paths)].flatMap((path) => {
    const reason = cannotOpen(`${root}${path}`);
    return reason === undefined ? [] : [`${path}: ${reason}`];
  });
  if (refused.length > 0) {
    const shown = refused.slice(0, 4).join(', ');
    return [
      check.problem(
        `expected read and write access, found ${shown}${refused.length > 4 ? ', …' : ''}`,
        'Add the user to the groups that own them (render and video), or pass the devices into the container.',
      ),
    ];
  }
  if (gpus.some(({ render_node: node }) => node === undefined)) {
    return [check.unknown('not every GPU has a known render node in /dev/dri', 'Mount /sys and /dev/dri.')];
  }
  return [check.ok(`/dev/kfd and ${paths.length - 1} render node(s) can be opened`)];
}

function cannotOpen(path: string): string | undefined {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return undefined;
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    if (code !== 'EACCES' && code !== 'EPERM') return code === 'ENOENT' ? 'it does not exist' : code;
    try {
      const { uid, gid, mode } = statSync(path);
      return `no permission (owner ${uid}, group ${gid}, mode ${(mode & 0o777).toString(8)})`;
    } catch {
      return 'no permission';
    }
  }
}
