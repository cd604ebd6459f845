import { Socket } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import { R as jsonOf, o as listRuns, z as objectOf } from "./outside-parts.js";
import { b as describeHolder, d as holderOf, f as lockRun, u as stopRun, x as tryLock } from "./leftovers.js";

// src/engine/keeper-process.ts
/** Descriptor of the line to main. */
const LINE = 3;
const POLL_MS = 500;
/** A process in uninterruptible sleep holds its GPU, so its lock is kept; how often it is asked again. */
const RETRY_MS = 5e3;
/** Runs until main is gone and nothing of the run is left. Resolves to the exit code. */
async function runKeeper(stopMore = async () => 0) {
	process.on("SIGINT", () => {});
	process.on("SIGHUP", () => {});
	const line = new Socket({
		fd: LINE,
		allowHalfOpen: true
	});
	line.on("error", () => {});
	try {
		return await keep(line, stopMore);
	} finally {
		line.end();
	}
}
async function keep(line, stopMore) {
	const say = (word) => {
		if (line.writable) line.write(`${JSON.stringify(word)}\n`);
	};
	const lines = createInterface({ input: line });
	const gone = new Promise((resolve) => {
		lines.once("close", resolve);
		process.once("SIGTERM", () => resolve());
	});
	const order = orderOf(await Promise.race([new Promise((resolve) => lines.once("line", resolve)), gone.then(() => "")]));
	if (order === void 0) return 2;
	let mainIsGone = false;
	gone.then(() => {
		mainIsGone = true;
	});
	const held = await takeAll(order, () => mainIsGone, say);
	if (held === void 0) return 0;
	await gone;
	await endRun(order, stopMore, say);
	for (const file of held.gpus.toReversed()) file.release();
	const noted = listRuns(order.state_dir).some(({ token }) => token === order.token);
	for (const file of held.run) file.release({ remove: !noted });
	return 0;
}
/** Undefined, with nothing held, when the time is over, a lock cannot be judged, or main went away meanwhile. */
async function takeAll(order, mainIsGone, say) {
	const run = [];
	const gpus = [];
	const letGo = () => {
		for (const file of gpus) file.release();
		for (const file of run) file.release({ remove: true });
	};
	for (const dir of order.run_lock_dirs) {
		const file = await lockRun(order.token, dir);
		if (file !== void 0) run.push(file);
	}
	const deadline = Date.now() + order.wait_ms;
	let told = "";
	for (const lock of order.locks) for (;;) {
		if (mainIsGone()) return letGo();
		const attempt = await tryLock({
			...lock,
			holder: holderOf(order.token),
			create: true
		});
		if (attempt.state === "locked") {
			gpus.push(attempt.file);
			break;
		}
		if (attempt.state !== "busy") {
			say({
				word: "unknown",
				reason: attempt.state === "unknown" ? attempt.reason : "it vanished"
			});
			return letGo();
		}
		const holder = describeHolder(attempt.holder);
		if (Date.now() >= deadline) {
			say({
				word: "busy",
				lock: lock.name,
				holder
			});
			return letGo();
		}
		if (told !== `${lock.name} ${holder}`) say({
			word: "waiting",
			lock: lock.name,
			holder
		});
		told = `${lock.name} ${holder}`;
		await setTimeout(Math.min(POLL_MS, Math.max(1, deadline - Date.now())));
	}
	say({
		word: "locked",
		run: run.length > 0
	});
	return {
		run,
		gpus
	};
}
async function endRun(order, stopMore, say) {
	for (;;) {
		const more = await stopMore(order);
		const { found, killed, left } = await stopRun(order.token, {
			stateDir: order.state_dir,
			leaderGraceMs: order.leader_grace_ms,
			groupGraceMs: order.group_grace_ms
		});
		say({
			word: "ended",
			found,
			killed,
			left: left + more
		});
		if (left + more === 0) return;
		await setTimeout(RETRY_MS);
	}
}
/** Written by our own main; a broken line means that it was killed while writing. */
function orderOf(line) {
	const value = objectOf(jsonOf(line));
	return value !== void 0 && typeof value["token"] === "string" && Array.isArray(value["locks"]) ? value : void 0;
}

export { runKeeper };