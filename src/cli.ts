// Entry of the command line: refuses a Node that is too old in words, before anything that needs a newer one loads.
import { fileURLToPath } from 'node:url';

const OLDEST_NODE = 22;

const major = Number(process.versions.node.split('.')[0]);
if (major < OLDEST_NODE) {
  process.stderr.write(
    `instinct-gate needs Node ${OLDEST_NODE} or newer; this is Node ${process.versions.node} (${process.execPath}).\n` +
      '  Install a newer Node, or run it through npm in a checkout, which brings its own.\n',
  );
  process.exitCode = 2;
} else {
  const { main } = await import('./commands.ts');
  const self = fileURLToPath(import.meta.url);
  process.exitCode = await main(process.argv.slice(2), self);
}
