import { i as getState, n as error } from "./core.js";
import { t as giveUpBrokenStreams } from "./broken-streams.js";
import { c as reapLeftovers, l as reapRun } from "./leftovers.js";
import { t as createLog } from "./log.js";
import { n as RUN_TOKEN_STATE, t as LOCK_DIR_STATE } from "./post-state.js";

// src/post.ts
/** The keeper of a killed main stops the engine by itself; the server ends a cancelled job after five minutes. */
const KEEPER_MAY_END_MS = 6e4;
giveUpBrokenStreams();
const log = createLog({
	stream: process.stdout,
	style: "actions",
	secrets: []
});
const token = getState(RUN_TOKEN_STATE);
if (token === "") log.info("Nothing was started.");
else {
	const folder = getState(LOCK_DIR_STATE);
	const locks = folder === "" ? {} : { lockDir: folder };
	const own = await reapRun(token, {
		log,
		graceMs: KEEPER_MAY_END_MS,
		...locks
	});
	const others = await reapLeftovers({
		log,
		...locks
	});
	if (!own.looked) log.warning("processes cannot be seen on this system: nothing was looked for");
	else if (own.found + others.found === 0) log.info("Nothing of ours is left.");
	for (const line of [
		...own.lines,
		...others.lines,
		...own.left,
		...others.left
	]) log.info(line);
	if (own.ended < own.found || others.ended < others.found || own.left.length > 0) {
		error("An engine process of this job could not be ended; the GPU may still be in use.");
		process.exitCode = 5;
	}
}

export {  };