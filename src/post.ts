// Entry of the post step: ends what main could not end itself.
import * as core from '@actions/core';
import { giveUpBrokenStreams } from './broken-streams.ts';
import { reapLeftovers, reapRun } from './engine/leftovers.ts';
import { createLog } from './log.ts';
import { RUN_TOKEN_STATE } from './post-state.ts';

/** The server ends a cancelled job five minutes after the cancellation; main has had its own time before. */
const MAIN_MAY_END_MS = 5_000;

giveUpBrokenStreams();
const log = createLog({ stream: process.stdout, style: 'actions', secrets: [] });
const token = core.getState(RUN_TOKEN_STATE);
if (token === '') log.info('Nothing was started.');
else {
  const own = await reapRun(token, { log, graceMs: MAIN_MAY_END_MS });
  const others = await reapLeftovers({ log });
  if (!own.looked) log.warning('processes cannot be seen on this system: nothing was looked for');
  else if (own.found + others.found === 0) log.info('Nothing of ours is left.');
  for (const line of [...own.lines, ...others.lines]) log.info(line);
  if (own.ended < own.found || others.ended < others.found) {
    core.error('An engine process of this job could not be ended; the GPU may still be in use.');
    process.exitCode = 5;
  }
}
