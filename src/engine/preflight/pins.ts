// Pins that the machine alone can keep or break.
import { hostFingerprint } from '../../core/host-fingerprint.ts';
import { checkPins, pinHint, pinText } from '../../core/pins.ts';
import type { HostCheck } from '../../core/result.gen.ts';
import { blocking, type Context } from './context.ts';

const OF_THE_HOST: ReadonlySet<string> = new Set(['gpu', 'arch', 'gpu_count', 'driver']);

/** The pinned GPU, architecture, count and driver; all other pins are read from the running engine. */
export function pinChecks({ pins, inventory, gpus }: Context): readonly HostCheck[] {
  const found = checkPins(pins, hostFingerprint({ inventory, gpus }), 'before_boot', (field) =>
    OF_THE_HOST.has(field),
  );
  if (found.length === 0) return [];
  const check = blocking('pins', 'Pins');
  const broken = found.find(({ state }) => state === 'mismatch');
  if (broken !== undefined) return [check.problem(pinText(broken), pinHint(broken))];
  const unread = found.find(({ state }) => state === 'unreadable');
  if (unread !== undefined) return [check.unknown(pinText(unread), pinHint(unread))];
  return [check.ok(found.map(({ field, found: value }) => `${field} ${value}`).join(', '))];
}
