import { serviceAddress } from '../config/address.ts';
import type { ExternalEngineConfig } from '../config/config.ts';
import type { BootedEngine } from '../ports.ts';
import { externalFingerprint } from './fingerprint.ts';

/** A server that runs already: nothing to start or stop, and its death is seen only by its answers. */
export function externalEngine(engine: ExternalEngineConfig): BootedEngine {
  const report = { kind: 'external', leftovers: 0 } as const;
  return {
    base_url: serviceAddress(engine.url),
    fingerprint: externalFingerprint(),
    died: new Promise(() => {}),
    death: undefined,
    report: () => report,
    stop: async () => report,
  };
}
