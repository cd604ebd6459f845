// The command line: one function for each command, and the only place that sets its exit code.
import { randomUUID } from 'node:crypto';
import { basename, join, resolve } from 'node:path';
import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { runWithRetries } from './attempts.ts';
import { readResults } from './baseline/files.ts';
import type { Config } from './config/config.ts';
import { addBenchmarkFlags, readBenchmarkFlags } from './config/flags.ts';
import type { ConfigSources } from './config/load.ts';
import { maskSecrets } from './config/mask.ts';
import { planText } from './config/validate-text.ts';
import { doctorExitCode, doctorText, summary } from './core/doctor.ts';
import { compareResults } from './core/judge.ts';
import { makePlan } from './core/plan.ts';
import type { Result, Verdict } from './core/result.gen.ts';
import { withProvenVerdict } from './core/stored-verdict.ts';
import { exitCodeFor, parseFailOn } from './core/verdict.ts';
import { makeToken, reapLeftovers } from './engine/leftovers.ts';
import { BUG_EXIT_CODE, explain, FAILURE_EXIT_CODE, GateError } from './failure.ts';
import { createLog } from './log.ts';
import { RESULT_FILE } from './output/files.ts';
import { renewInManifest, requireUnchanged, verifyManifest } from './output/manifest.ts';
import { prepareOutput, writeReports } from './output.ts';
import type { BaselineSet } from './ports.ts';
import { renderComment } from './report/markdown.ts';
import { renderTerminal } from './report/terminal.ts';
import { reproduceCommand } from './reproduce.ts';
import { readResultFile } from './result-file.ts';
import { stopOnSignals } from './signals.ts';
import { type SimulatorOptions, serveSimulator } from './simulator/server.ts';
import { TOOL_VERSION } from './version.ts';
import { readConfig, wire, wireHost } from './wiring.ts';

type Format = 'text' | 'json' | 'markdown';

interface CommonOptions {
  readonly config?: string;
  readonly set?: readonly string[];
  readonly out: string;
  readonly format: Format;
  readonly failOn?: string;
  readonly color: boolean;
}

/** Runs one command line; resolves to the exit code. Never throws. */
export async function main(argv: readonly string[], cliPath: string): Promise<number> {
  let exitCode = 0;
  const program = new Command('instinct-gate')
    .description('Did this change make our vLLM service slower, less reliable or less able?')
    .version(TOOL_VERSION)
    .exitOverride()
    .showHelpAfterError('(instinct-gate COMMAND --help lists the options)')
    .showSuggestionAfterError();
  const does =
    <A extends unknown[]>(action: (...args: A) => Promise<number>) =>
    async (...args: A): Promise<void> => {
      exitCode = await action(...args);
    };

  const runCommand = withConfig(program.command('run'))
    .description('boot or reach an engine, climb the ladder, judge and report')
    .action(does((options) => run(options, argv, cliPath)));
  addBenchmarkFlags(runCommand);
  withConfig(program.command('doctor'))
    .description('check whether this machine is fit for a run; changes nothing')
    .action(does((options) => doctor(options, cliPath)));
  withConfig(program.command('validate'))
    .description('check a configuration and show the plan and its cost')
    .action(does(validate));
  withConfig(program.command('compare'))
    .description('compare results: two files, or two folders of repeats')
    .argument('<baseline>', 'result.json or folder')
    .argument('<candidate>', 'result.json or folder')
    .action(does(compare));
  withFormat(program.command('report'))
    .description('render the reports of a result again, from its files alone')
    .argument('<dir>', 'output folder')
    .action(does(report));
  program
    .command('verify')
    .description('check every file of an output folder against its manifest')
    .argument('<dir>', 'output folder')
    .action(does(verify));
  program
    .command('cleanup')
    .description('stop engines that runs of ours left behind')
    .option('--lock-dir <dir>', 'folder of the locks, where preflight.lock_dir names one')
    .action(does(cleanup));
  withConfig(program.command('simulate'))
    .description('serve the engine simulator behind the vLLM API')
    .option('--port <port>', 'port to listen on; 0 for a free one', wholeNumber, 8000)
    .option('--host <host>', 'address to listen on', '127.0.0.1')
    .option('--preset <name>', 'modelled engine (engine.preset)')
    .option('--time-scale <factor>', 'factor on all times (engine.time_scale)')
    .action(does(simulate));

  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    return exitCodeOfError(error);
  }
}

// ---- commands -----------------------------------------------------------------------------------------------

async function run(options: CommonOptions, argv: readonly string[], cliPath: string): Promise<number> {
  const failOn = failOnOf(options);
  const flags = readBenchmarkFlags(options as unknown as Readonly<Record<string, unknown>>);
  const config = configOf(options, { inputs: flags });
  const log = createLog({
    stream: process.stderr,
    style: process.stderr.isTTY === true ? 'live' : 'plain',
    secrets: config.secrets,
  });
  for (const warning of config.warnings) log.warning(warning);
  const stop = stopOnSignals();
  const run_token = makeToken(randomUUID());
  try {
    const lockDir = config.preflight.lock_dir;
    await reapLeftovers({ log, ...(lockDir !== undefined && { lockDir }) });
    const { result, folder } = await runWithRetries({
      config,
      tool_version: TOOL_VERSION,
      reproduce: reproduceCommand(argv, config),
      log,
      signal: stop.signal,
      openOutput: () =>
        prepareOutput({
          out: options.out,
          secrets: config.secrets,
          ...(flags.output_file !== undefined && { output_file: flags.output_file }),
        }),
      wire: (output) => wire({ config, output, log, cli_path: cliPath, run_token }),
      writeReports: (dir, measured) => writeReports(dir, measured, config.report),
    });
    log.end();
    print(result, options);
    if (options.format === 'text') process.stderr.write(`Files: ${folder}\n`);
    return exitCodeFor(result.verdict.verdict, failOn);
  } finally {
    log.end();
    stop.dispose();
  }
}

/** Everything that a run would find out about this machine, before it takes anything. */
async function doctor(options: CommonOptions, cliPath: string): Promise<number> {
  const config = configOf(options);
  const log = createLog({ stream: process.stderr, style: 'plain', secrets: config.secrets });
  const { engine, service, load, preflight, pins } = config;
  const port = wireHost({
    log,
    cli_path: cliPath,
    run_token: makeToken('doctor'),
    out: resolve(options.out),
  });
  const host = await port.gpus(engine, makePlan(config).gpus);
  const checks = await port.preflight({ engine, service, load, preflight, pins, host, for_run: false });
  const exitCode = doctorExitCode(checks);
  const text =
    options.format === 'json'
      ? JSON.stringify(
          { engine: engine.kind, exit_code: exitCode, summary: summary(checks), checks },
          undefined,
          2,
        )
      : doctorText(checks, { columns: process.stdout.columns ?? 80 });
  const masked = maskSecrets(text, config.secrets);
  process.stdout.write(options.format === 'markdown' ? `\`\`\`text\n${masked}\n\`\`\`\n` : `${masked}\n`);
  return exitCode;
}

async function validate(options: CommonOptions): Promise<number> {
  const config = configOf(options);
  const plan = makePlan(config);
  const text = options.format === 'json' ? JSON.stringify(plan, undefined, 2) : planText(plan, config);
  process.stdout.write(`${maskSecrets(text, config.secrets)}\n`);
  return 0;
}

async function compare(baseline: string, candidate: string, options: CommonOptions): Promise<number> {
  const failOn = failOnOf(options);
  // Nothing is started: only the sections on judging matter, so no engine has to be named.
  const config = configOf(options, { defaults: { engine: { kind: 'simulator' } } });
  const baselines = await resultsOf(baseline);
  const candidates = await resultsOf(candidate);
  const result = compareResults({
    baselines: { source: baseline, ...baselines },
    candidates,
    compare: config.compare,
  });
  print(result, options);
  return exitCodeFor(result.verdict.verdict, failOn);
}

async function report(dir: string, options: CommonOptions): Promise<number> {
  const failOn = failOnOf(options);
  const vouched = await requireUnchanged(dir);
  const { result, differs } = withProvenVerdict(await storedResult(dir));
  if (differs !== undefined) process.stderr.write(`Warning: ${differs}; the heavier one is shown.\n`);
  const files = await writeReports(dir, result, { html: true, junit: true });
  if (vouched)
    await renewInManifest(
      dir,
      Object.values(files).map((path) => basename(path)),
    );
  else
    process.stderr.write(
      'Warning: there is no manifest.json, so nothing proves that the files are as the run wrote them.\n',
    );
  print(result, options);
  return exitCodeFor(result.verdict.verdict, failOn);
}

async function verify(dir: string): Promise<number> {
  const check = await verifyManifest(dir);
  for (const name of check.changed) process.stdout.write(`changed  ${name}\n`);
  for (const name of check.missing) process.stdout.write(`missing  ${name}\n`);
  for (const name of check.extra) process.stdout.write(`extra    ${name}\n`);
  const problems = check.changed.length + check.missing.length + check.extra.length;
  process.stdout.write(
    problems === 0 ? `${dir}: every file is as it was written\n` : `${problems} difference(s)\n`,
  );
  return problems === 0 ? 0 : 1;
}

async function cleanup({ lockDir }: { readonly lockDir?: string }): Promise<number> {
  const reaped = await reapLeftovers({
    ...(lockDir !== undefined && { lockDir: resolve(lockDir) }),
    log: createLog({ stream: process.stderr, style: 'plain', secrets: [] }),
  });
  if (!reaped.looked)
    process.stdout.write('Processes cannot be seen on this system: nothing was looked for.\n');
  else if (reaped.found + reaped.left.length === 0) process.stdout.write('Nothing of ours is left.\n');
  for (const line of [...reaped.lines, ...reaped.left]) process.stdout.write(`${line}\n`);
  return reaped.found === reaped.ended && reaped.looked ? 0 : FAILURE_EXIT_CODE.host;
}

async function simulate(
  options: CommonOptions & { port: number; host: string; preset?: string; timeScale?: string },
): Promise<number> {
  const flags = [
    ...(options.preset === undefined ? [] : [`engine.preset=${options.preset}`]),
    ...(options.timeScale === undefined ? [] : [`engine.time_scale=${options.timeScale}`]),
  ];
  const config = configOf(
    { ...options, set: [...(options.set ?? []), ...flags] },
    { defaults: { engine: { kind: 'simulator' } } },
  );
  if (config.engine.kind !== 'simulator') {
    throw new GateError({
      kind: 'config',
      message: `simulate: expected engine.kind simulator, found ${config.engine.kind}`,
      hint: 'Leave engine.kind out, or name another configuration.',
    });
  }
  const { engine, service } = config;
  const simulator = await serveSimulator({
    host: options.host,
    port: options.port,
    preset: engine.preset,
    time_scale: engine.time_scale,
    ...(engine.max_num_seqs !== undefined && { max_num_seqs: engine.max_num_seqs }),
    ...(service.model_id !== undefined && { model_id: service.model_id }),
    overrides: engine.args as SimulatorOptions['overrides'],
    log: (line) => process.stdout.write(`${line}\n`),
  });
  const stop = stopOnSignals();
  await new Promise<void>((resolve) => {
    stop.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await simulator.close();
  stop.dispose();
  return 0;
}

/** The result of one output folder. */
async function storedResult(dir: string): Promise<Result> {
  const path = join(dir, RESULT_FILE);
  const read = await readResultFile(path);
  if (typeof read !== 'string') return read;
  throw new GateError({
    kind: 'config',
    code: 'result_unreadable',
    message: `expected the output folder of a finished run; its result.json ${read}`,
    where: path,
  });
}

/** Stored results that a command was given by name: none at all is a usage problem. */
async function resultsOf(source: string): Promise<BaselineSet> {
  const read = await readResults(source);
  if (read.results.length > 0) return read;
  throw new GateError({
    kind: 'config',
    code: 'no_result',
    message: `expected a result.json or a folder of results, found ${read.unreadable.length === 0 ? 'nothing' : 'no readable one'}`,
    where: source,
    evidence: read.unreadable.slice(0, 10).map(({ path, reason }) => `${path}: ${reason}`),
  });
}

// ---- shared -------------------------------------------------------------------------------------------------

function withFormat(command: Command): Command {
  return command
    .addOption(
      new Option('--format <format>', 'form of the result on stdout')
        .choices(['text', 'json', 'markdown'])
        .default('text'),
    )
    .option('--fail-on <list>', 'verdicts that give a non-zero exit code: fail,inconclusive,invalid,error')
    .option('--no-color', 'no colour (also NO_COLOR)');
}

function withConfig(command: Command): Command {
  return withFormat(
    command
      .option('--config <file>', 'configuration (YAML, JSON or TOML by extension)')
      .option(
        '--set <section.key=value>',
        'one setting that wins over the file; repeatable',
        (value: string, before: readonly string[] = []) => [...before, value],
      )
      .option('--out <dir>', 'folder for results and reports', 'instinct-gate-out'),
  );
}

function configOf(options: CommonOptions, more: Pick<ConfigSources, 'inputs' | 'defaults'> = {}): Config {
  return readConfig({
    ...(options.config !== undefined && { file: options.config }),
    ...(options.set !== undefined && { set: options.set }),
    ...more,
  });
}

function print(result: Result, options: Pick<CommonOptions, 'format' | 'color'>): void {
  process.stdout.write(`${resultText(result, options)}\n`);
}

function resultText(result: Result, { format, color }: Pick<CommonOptions, 'format' | 'color'>): string {
  switch (format) {
    case 'json':
      return JSON.stringify(result, undefined, 2);
    case 'markdown':
      return renderComment(result, {});
    case 'text':
      return renderTerminal(result, {
        color: color && process.stdout.isTTY === true && !process.env['NO_COLOR'],
        columns: Math.max(80, process.stdout.columns ?? 80),
      });
  }
}

function failOnOf({ failOn }: Pick<CommonOptions, 'failOn'>): readonly Verdict[] | undefined {
  if (failOn === undefined) return undefined;
  const parsed = parseFailOn(failOn);
  if (parsed.ok) return parsed.verdicts;
  throw new GateError({ kind: 'config', code: 'fail_on', message: `--fail-on: ${parsed.problem}` });
}

function exitCodeOfError(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : FAILURE_EXIT_CODE.config;
  if (error instanceof GateError) {
    process.stderr.write(`${explain(error)}\n`);
    return FAILURE_EXIT_CODE[error.kind];
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`This is a fault of instinct-gate ${TOOL_VERSION}; please report it.\n${text}\n`);
  return BUG_EXIT_CODE;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError(`expected a whole number, found "${text}"`);
  return Number(text);
}
