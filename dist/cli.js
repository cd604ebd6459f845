#!/usr/bin/env node
import { fileURLToPath } from "node:url";
import { t as giveUpBrokenStreams } from "./broken-streams.js";

// src/cli.ts
/** Oldest Node that undici 8 runs on (its package.json, "engines"). */
const OLDEST_NODE = {
	major: 22,
	minor: 19
};
/** What a container gets to free its GPUs when its main is gone. */
const KEEPER_GRACE_S = 60;
giveUpBrokenStreams();
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major > OLDEST_NODE.major || major === OLDEST_NODE.major && minor >= OLDEST_NODE.minor) {
	if (process.argv[2] === "keeper") {
		const { runKeeper } = await import("./keeper-process.js");
		process.exitCode = await runKeeper(async (order) => {
			const { stopOutsideParts } = await import("./outside-parts2.js");
			return stopOutsideParts(order.token, process.env, order.state_dir, KEEPER_GRACE_S);
		});
	} else if (process.argv[2] === "read-gpus") {
		const { readGpus } = await import("./gpu-reader.js");
		const print = (line) => void process.stdout.write(`${line}\n`);
		await readGpus({
			input: process.stdin,
			print,
			env: process.env
		});
	} else {
		const { main } = await import("./commands.js");
		process.exitCode = await main(process.argv.slice(2), fileURLToPath(import.meta.url));
	}
} else {
	process.stderr.write(`instinct-gate needs Node ${OLDEST_NODE.major}.${OLDEST_NODE.minor} or newer; this is Node ${process.versions.node} (${process.execPath}).\n  Install a newer Node, or run it through npm in a checkout, which brings its own.
`);
	process.exitCode = 2;
}

export {  };