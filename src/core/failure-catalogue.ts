// The ways in which an engine on these machines fails, as data: what proves them, why, and what to do.
import { API_FAILURES } from './catalogue/api.ts';
import { COMMUNICATION_FAILURES } from './catalogue/communication.ts';
import { DEVICE_FAILURES } from './catalogue/device.ts';
import { ENGINE_FAILURES } from './catalogue/engine.ts';
import type { FailureEntry } from './catalogue/entry.ts';
import { MEMORY_FAILURES } from './catalogue/memory.ts';
import { MODEL_FAILURES } from './catalogue/model.ts';

export const FAILURES: readonly FailureEntry[] = [
  ...MEMORY_FAILURES,
  ...DEVICE_FAILURES,
  ...COMMUNICATION_FAILURES,
  ...ENGINE_FAILURES,
  ...MODEL_FAILURES,
  ...API_FAILURES,
];
