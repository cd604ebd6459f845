import type { HostCheck } from '../../core/result.gen.ts';
import { accessChecks } from './access.ts';
import type { Context } from './context.ts';
import { gpuChecks } from './gpus.ts';
import { hostChecks } from './host.ts';
import { lockChecks } from './lock.ts';
import { modelChecks } from './model.ts';
import { occupancyChecks } from './occupancy.ts';
import { pinChecks } from './pins.ts';
import { portChecks } from './port.ts';
import { settingChecks } from './settings.ts';

/**
 * Every check of the host that can be made before an engine is started, in the order in which they matter. Changes
 * nothing: no process is ended, no GPU reset. Engines on other machines and the simulator need no GPU of this one.
 */
export async function preflightChecks(context: Context): Promise<readonly HostCheck[]> {
  const { engine, gpus, inventory, root } = context;
  if (engine.kind === 'external') {
    return [...hostChecks({ ...context, gpus: [] })];
  }
  const local = [...(await portChecks(context)), ...hostChecks(context)];
  if (engine.kind === 'simulator' || engine.kind === 'hooks') return local;
  return [
    ...gpuChecks(context),
    ...pinChecks(context),
    ...accessChecks(context),
    ...(context.for_run
      ? []
      : [
          ...occupancyChecks({ root, gpus, all: inventory.gpus, isOurs: () => false }),
          ...(await lockChecks(context)),
        ]),
    ...(await modelChecks(context)),
    ...settingChecks(context),
    ...local,
  ];
}
