import { pinProblem } from '../core/pins.ts';
import type { ConfigFile } from './config.gen.ts';
import type { Config } from './config.ts';
import type { Notes } from './notes.ts';

/** engine.pins with each value checked for its form; what is found is compared later. */
export function resolvePins(file: ConfigFile, notes: Notes): Config['pins'] {
  const pins = file.engine?.pins ?? {};
  for (const [field, expected] of Object.entries(pins)) {
    const problem = expected === undefined ? undefined : pinProblem(field, expected);
    if (problem !== undefined) notes.problem(`engine.pins.${field}`, problem);
  }
  return pins;
}
