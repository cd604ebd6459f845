// src/broken-streams.ts
/**
* A reader that goes away (`| head -1`) or a full disk behind a redirection must not end a run: what cannot be
* written to stdout or stderr is given up, and files and exit code stay what they would have been. Call it first in
* every entry.
*/
function giveUpBrokenStreams() {
	for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}

export { giveUpBrokenStreams as t };