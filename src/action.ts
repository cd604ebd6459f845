// Entry of the action: inputs → run → publish → exit code.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as core from '@actions/core';
import { type Attempted, runWithRetries } from './attempts.ts';
import { giveUpBrokenStreams } from './broken-streams.ts';
import type { Config } from './config/config.ts';
import { type ActionRequest, readInputs } from './config/inputs.ts';
import { maskSecrets } from './config/mask.ts';
import type { Verdict } from './core/result.gen.ts';
import { exitCodeFor, parseFailOn } from './core/verdict.ts';
import { makeToken, reapLeftovers } from './engine/leftovers.ts';
import { BUG_EXIT_CODE, explain, FAILURE_EXIT_CODE, GateError } from './failure.ts';
import { readContext } from './github/context.ts';
import { publish } from './github/publish.ts';
import { createLog } from './log.ts';
import { makeBundle } from './output/bundle.ts';
import { prepareOutput, writeReports } from './output.ts';
import type { Log } from './ports.ts';
import { LOCK_DIR_STATE, RUN_TOKEN_STATE } from './post-state.ts';
import { reproduceCommand } from './reproduce.ts';
import { stopOnSignals } from './signals.ts';
import { TOOL_VERSION } from './version.ts';
import { readConfig, wire } from './wiring.ts';

giveUpBrokenStreams();
process.exitCode = await main();

async function main(): Promise<number> {
  // Masked before anything else can print it; not trimmed, since a stray line break is worth a warning.
  const get = (name: string): string => core.getInput(name, { trimWhitespace: false });
  for (const line of get('api-key').split(/\r\n|\r|\n/)) if (line.trim() !== '') core.setSecret(line.trim());
  const secrets: string[] = [];
  try {
    return await run(readInputs(get), secrets);
  } catch (error) {
    return failed(error, secrets);
  }
}

async function run(request: ActionRequest, secrets: string[]): Promise<number> {
  const failOn = failOnOf(request.fail_on);
  const config = readConfig({
    ...(request.config !== undefined && { file: request.config }),
    inputs: request.inputs,
    set: request.set,
  });
  for (const secret of config.secrets) core.setSecret(secret);
  secrets.push(...config.secrets);
  const log = createLog({ stream: process.stdout, style: 'actions', secrets });
  for (const warning of config.warnings) log.warning(warning);

  const stop = stopOnSignals();
  try {
    const attempted = await measure(request, config, log, stop.signal);
    await show(request, config, log, attempted);
    log.end();
    const { verdict, sentence } = attempted.result.verdict;
    process.stdout.write(`${maskSecrets(sentence, secrets)}\n`);
    return exitCodeFor(verdict, failOn);
  } finally {
    log.end();
    stop.dispose();
  }
}

async function measure(
  request: ActionRequest,
  config: Config,
  log: Log,
  signal: AbortSignal,
): Promise<Attempted> {
  const run_token = makeToken(randomUUID());
  // Before anything is started: post must find it even when main is killed.
  core.saveState(RUN_TOKEN_STATE, run_token);
  const lockDir = config.preflight.lock_dir;
  if (lockDir !== undefined) core.saveState(LOCK_DIR_STATE, lockDir);
  await reapLeftovers({ log, ...(lockDir !== undefined && { lockDir }) });
  return runWithRetries({
    config,
    tool_version: TOOL_VERSION,
    reproduce: reproduceCommand(localCommand(request), config),
    log,
    signal,
    openOutput: () => prepareOutput({ out: request.out, secrets: config.secrets }),
    wire: (output) => wire({ config, output, log, cli_path: cliPath(), run_token }),
    writeReports: (folder, result) => writeReports(folder, result, config.report),
  });
}

/** Comment, artifact, summary, annotations, outputs: whatever fails here leaves the verdict alone. */
async function show(
  request: ActionRequest,
  config: Config,
  log: Log,
  { result, folder, files }: Attempted,
): Promise<void> {
  const context = readContext(process.env, eventPayload());
  await publish({
    result,
    ...(context !== undefined && { context }),
    ...(request.github_token !== undefined && { token: request.github_token }),
    report: config.report,
    paths: { result: files.result, report: files.html ?? files.markdown },
    bundle: () =>
      makeBundle({
        folder,
        detail: config.report.detail,
        temporary: process.env['RUNNER_TEMP'] || tmpdir(),
      }),
    env: process.env,
    log,
  });
}

/** Undefined where there is no readable event; a stranger may have filled it. */
function eventPayload(): unknown {
  const path = process.env['GITHUB_EVENT_PATH'];
  if (!path) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** cli.js beside action.js, or cli.ts beside action.ts. */
function cliPath(): string {
  const self = fileURLToPath(import.meta.url);
  return join(dirname(self), `cli${extname(self)}`);
}

/** What a reader types in a checkout to measure the same: the file, then each input as a setting. */
function localCommand(request: ActionRequest): string[] {
  const words = ['run', ...(request.config === undefined ? [] : ['--config', request.config])];
  for (const [section, value] of Object.entries(request.inputs.document)) {
    const isSection = typeof value === 'object' && value !== null && !Array.isArray(value);
    const entries = isSection
      ? Object.entries(value).map(([key, inner]) => [`${section}.${key}`, inner])
      : [[section, value]];
    // The reader has a key of their own.
    const shown = entries.filter(([path]) => path !== 'service.api_key');
    for (const [path, inner] of shown) words.push('--set', `${path}=${JSON.stringify(inner)}`);
  }
  for (const line of request.set) words.push('--set', line);
  return words;
}

function failOnOf(text: string): readonly Verdict[] {
  const parsed = parseFailOn(text);
  if (parsed.ok) return parsed.verdicts;
  throw new GateError({ kind: 'config', code: 'fail_on', message: `input fail-on: ${parsed.problem}` });
}

/** Usage problems and our own faults: never masked by fail-on. */
function failed(error: unknown, secrets: readonly string[]): number {
  const expected = error instanceof GateError;
  const exitCode = expected ? FAILURE_EXIT_CODE[error.kind] : BUG_EXIT_CODE;
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const text = expected ? explain(error) : `This is a fault of instinct-gate ${TOOL_VERSION}.\n${stack}`;
  const masked = maskSecrets(text, secrets);
  core.error(masked, { title: expected ? 'instinct-gate was not run' : 'instinct-gate is broken' });
  core.setOutput('exit-code', exitCode);
  core.setOutput('summary', masked.split('\n')[0] ?? '');
  return exitCode;
}
