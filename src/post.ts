// Entry of the post step: ends what main could not end itself.
import * as core from '@actions/core';
import { giveUpBrokenStreams } from './broken-streams.ts';
import { reapLeftovers, reapRun } from './engine/leftovers.ts';
import { createLog } from './log.ts';
import { LOCK_DIR_STATE, RUN_TOKEN_STATE } from './post-state.ts';

/** The keeper of a killed main stops the engine by itself; the server ends a cancelled job after five minutes. */
const KEEPER_MAY_END_MS = 60_000;

giveUpBrokenStreams();
const log = createLog({ stream: process.stdout, style: 'actions', secrets: [] });
const token = core.getState(RUN_TOKEN_STATE);
if (token === '') log.info('Nothing was started.');
else {
  const folder = core.getState(LOCK_DIR_STATE);
  const locks = folder === '' ? {} : { lockDir: folder };
  const own = await reapRun(token, { log, graceMs: KEEPER_MAY_END_MS, ...locks });
  const others = await reapLeftovers({ log, ...locks });
  if (!own.looked) log.warning('processes cannot be seen on this system: nothing was looked for');
  else if (own.found + others.found === 0) log.info('Nothing of ours is left.');
  for (const line of [...own.lines, ...others.lines, ...own.left, ...others.left]) log.info(line);
  if (own.ended < own.found || others.ended < others.found || own.left.length > 0) {
    core.error('An engine process of this job could not be ended; the GPU may still be in use.');
    process.exitCode = 5;
  }
}
