import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { realFolder, realParts } from './folders.ts';

/**
 * Path of a `vllm` that yields to the client: on two cores it would else make the client late, and a late client makes
 * every verdict invalid. Linux shares the processors among sessions first, so the session has to yield as well as the
 * process. Not further than a tenth: beside other work it must still start in time.
 */
export function politeVllm(): string {
  const folder = join(realFolder, 'polite');
  const file = join(folder, 'vllm');
  mkdirSync(folder, { recursive: true });
  const script = `#!/bin/sh
(echo 10 > /proc/$$/autogroup) 2> /dev/null || true
exec nice -n 10 '${realParts.vllm}' "$@"
`;
  writeFileSync(file, script, { mode: 0o755 });
  return file;
}
