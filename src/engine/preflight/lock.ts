// Would a lock of these GPUs keep other runs away, and is one held now?
import { gpuLocks } from '../../core/gpu-locks.ts';
import type { HostCheck } from '../../core/result.gen.ts';
import { describeHolder, tryLock } from '../lock.ts';
import { lockDir } from '../lock-dir.ts';
import { blocking, type Context } from './context.ts';

/** The folder for locks; each lock is taken for a moment and let go. */
export async function lockChecks({ gpus, preflight, env }: Context): Promise<readonly HostCheck[]> {
  if (gpus.length === 0) return [];
  const check = blocking('lock', 'Lock');
  const configured = preflight.lock_dir;
  const dir = lockDir({ ...(configured === undefined ? {} : { configured }), env });
  if (typeof dir === 'string') {
    return [
      check.unknown(
        `no usable folder for locks: ${dir}`,
        'Name a folder that all runners of this host share in preflight.lock_dir, sticky and writable (chmod 1777).',
      ),
    ];
  }
  if (!dir.shared) {
    return [
      check.unknown(
        `other runners may not see our locks: ${dir.reason}`,
        `Mount ${dir.path} of the host at the same place, or set preflight.lock_dir to a folder that is shared.`,
      ),
    ];
  }
  for (const lock of gpuLocks(gpus, preflight.exclusive)) {
    const attempt = await tryLock({ ...lock, dir: dir.path, create: true });
    if (attempt.state === 'locked') attempt.file.release();
    if (attempt.state === 'busy') {
      return [
        check.problem(
          `${lock.name} is held by ${describeHolder(attempt.holder)}`,
          `A run would wait for it up to ${preflight.wait} s (preflight.wait).`,
        ),
      ];
    }
    if (attempt.state === 'unknown') {
      return [check.unknown(attempt.reason, 'Install util-linux (flock), or remove what is in the way.')];
    }
  }
  return [check.ok(`free, per ${preflight.exclusive}, in ${dir.path}`)];
}
