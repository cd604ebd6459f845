// Entry of the command line: refuses a Node that is too old in words, before anything that needs a newer one loads.
import { fileURLToPath } from 'node:url';
import { giveUpBrokenStreams } from './broken-streams.ts';

/** Oldest Node that undici 8 runs on (its package.json, "engines"). */
const OLDEST_NODE = { major: 22, minor: 19 } as const;

/** What a container gets to free its GPUs when its main is gone. */
const KEEPER_GRACE_S = 60;

giveUpBrokenStreams();
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major > OLDEST_NODE.major || (major === OLDEST_NODE.major && minor >= OLDEST_NODE.minor)) {
  // The keeper stays for the whole run beside it: it loads nothing that it does not need.
  if (process.argv[2] === 'keeper') {
    const { runKeeper } = await import('./engine/keeper-process.ts');
    process.exitCode = await runKeeper(async (order) => {
      const { stopOutsideParts } = await import('./engine/outside-parts.ts');
      return stopOutsideParts(order.token, process.env, order.state_dir, KEEPER_GRACE_S);
    });
  } else if (process.argv[2] === 'read-gpus') {
    const { readGpus } = await import('./telemetry/gpu-reader.ts');
    const print = (line: string) => void process.stdout.write(`${line}\n`);
    await readGpus({ input: process.stdin, print, env: process.env });
  } else {
    const { main } = await import('./commands.ts');
    process.exitCode = await main(process.argv.slice(2), fileURLToPath(import.meta.url));
  }
} else {
  process.stderr.write(
    `instinct-gate needs Node ${OLDEST_NODE.major}.${OLDEST_NODE.minor} or newer; ` +
      `this is Node ${process.versions.node} (${process.execPath}).\n` +
      '  Install a newer Node, or run it through npm in a checkout, which brings its own.\n',
  );
  process.exitCode = 2;
}
