import { K as maskSecrets } from "./outside-parts.js";

// src/log.ts
/** A line every ten seconds is enough where nobody watches. */
const PLAIN_PROGRESS_EVERY_MS = 1e4;
/** Progress and decisions on one stream; every line is masked and cannot be a workflow command. */
function createLog({ stream, style, secrets }) {
	let live = false;
	let groupOpen = false;
	let lastProgressMs = 0;
	const write = (line) => {
		clearLive();
		for (const part of line.split(/\r\n|\r|\n/)) stream.write(`${safeLine(maskSecrets(part, secrets))}\n`);
	};
	const clearLive = () => {
		if (live) stream.write("\r\x1B[2K");
		live = false;
	};
	return {
		group(title) {
			if (style !== "actions") return write(title);
			if (groupOpen) stream.write("::endgroup::\n");
			groupOpen = true;
			stream.write(`::group::${safeLine(maskSecrets(title, secrets))}\n`);
		},
		info: (line) => write(`  ${line}`),
		warning: (line) => write(`  warning: ${line}`),
		progress(line) {
			const text = safeLine(maskSecrets(line, secrets));
			if (style === "live") {
				stream.write(`\r\u001b[2K  ${text.slice(0, 110)}`);
				live = true;
				return;
			}
			const now = performance.now();
			if (now - lastProgressMs < PLAIN_PROGRESS_EVERY_MS) return;
			lastProgressMs = now;
			stream.write(`  ${text}\n`);
		},
		end() {
			clearLive();
			if (groupOpen) stream.write("::endgroup::\n");
			groupOpen = false;
		}
	};
}
/**
* Text from a server must neither drive the terminal nor the runner: control characters go, and what the
* runner reads as a command (`::…` at the start, `##[` anywhere; actions/runner ActionCommand.cs) is broken.
*/
function safeLine(line) {
	return line.replace(/[\p{Cc}\p{Cf}]/gu, " ").replace(/^(\s*)::/, "$1: :").replaceAll("##[", "## [");
}

export { createLog as t };