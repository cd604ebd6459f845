// Everything that configures a run → one checked Config, or all problems at once.
import { planProblems } from '../core/plan.ts';
import { GateError } from '../failure.ts';
import { isLoopback, maskProxy, normaliseAddress } from './address.ts';
import type { ConfigFile } from './config.gen.ts';
import type { Config, EngineConfig } from './config.ts';
import { readFileLayer } from './file-layer.ts';
import { inputsLayer, mergeLayers, setLayer } from './layers.ts';
import { MASK, maskCommand, maskDeep, maskSecrets, maskValues } from './mask.ts';
import { collectNotes } from './notes.ts';
import { isMapping, type Layer, type Problem, type RawDocument, type RawInputs } from './raw.ts';
import { resolveEngine, type SimulatorCheck } from './resolve-engine.ts';
import { resolveBudgets, resolveCompare } from './resolve-judging.ts';
import { resolveLoad } from './resolve-load.ts';
import { resolvePins } from './resolve-pins.ts';
import { resolveService, secretsOf } from './resolve-service.ts';
import { defaultsOf } from './schema.ts';
import { checkSchema } from './schema-check.ts';

/** Sources of a configuration; later ones win: defaults, file or document, inputs, set. */
export interface ConfigSources {
  /** Path of a YAML, JSON or TOML file. */
  readonly file?: string;
  /** A document that is already parsed, instead of a file. */
  readonly document?: unknown;
  /** Action inputs, or flags of the command line. */
  readonly inputs?: RawInputs;
  /** Lines of section.key=value. */
  readonly set?: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Settings of the caller below the file, for example another default of the action. */
  readonly defaults?: RawDocument;
  /** What the simulator says about its preset and parameters. */
  readonly checkSimulator?: SimulatorCheck;
}

const MAX_SHOWN = 100;

/** The configuration, or one GateError of kind `config` whose evidence lists every problem, a line each. */
export function loadConfig(sources: ConfigSources): Config {
  const { layers, problems: unread, incomplete } = readLayers(sources);
  const merged = mergeLayers(layers);
  const secrets = secretsOf(merged.document, sources.env);
  const checked = checkSchema(merged.document, merged.where, secrets);
  // What an input or flag already said about its own value is not said again by the schema.
  const told = unread.map((problem) => problem.path).filter((path) => path !== '');
  const fromSchema = checked.problems.filter(({ path }) => !told.some((known) => path.startsWith(known)));
  const refused = [...merged.dropped.map((path) => path.slice(0, 2).join('.')), ...checked.broken, ...told];
  const notes = collectNotes(refused);
  for (const text of sources.inputs?.warnings ?? []) notes.warn(text);
  for (const secret of secrets) notes.secret(secret);

  const { file } = checked;
  const engine = resolveEngine(file, notes, sources.checkSimulator, sources.env);
  const service = resolveService(
    file.service ?? {},
    {
      engine,
      env: sources.env,
      cwd: sources.cwd,
      keyIsLiteral: isLiteral(sources, merged.where(['service', 'api_key'])),
    },
    notes,
  );
  const load = resolveLoad(file.load ?? {}, sources.cwd, notes);
  const limits = { retries: 1, ...file.limits };
  for (const message of planProblems({ load, limits })) notes.problem('limits.max_minutes', message);
  const budgets = resolveBudgets(file.budgets ?? [], load.request_rates, notes);
  const compare = resolveCompare(file.compare ?? {}, { rates: load.request_rates, cwd: sources.cwd }, notes);

  const pins = resolvePins(file, notes);

  // What a file that could not be read would have given is not missing.
  const fromRules = incomplete ? [] : notes.problems.map((problem) => withPlace(problem, merged.where));
  const problems = [...unread, ...merged.problems, ...fromSchema, ...fromRules];
  if (problems.length > 0 || engine === undefined) throw configError(problems, notes.secrets, sources.file);

  return {
    service,
    engine,
    load,
    budgets,
    compare,
    limits,
    pins,
    preflight: { ...(defaultsOf('preflight') as PreflightDefaults), ...file.preflight },
    validity: { strict: file.validity?.strict ?? false },
    report: { ...(defaultsOf('report') as ReportDefaults), ...file.report },
    ...shownCommand(engine, notes.secrets),
    document: maskedDocument(file, notes.secrets),
    warnings: notes.warnings.map((text) => maskSecrets(text, notes.secrets)),
    secrets: notes.secrets,
  };
}

type PreflightDefaults = Pick<Config['preflight'], 'wait' | 'exclusive'>;
type ReportDefaults = Pick<
  Config['report'],
  'comment' | 'artifact_name' | 'retention_days' | 'html' | 'junit' | 'detail'
>;

/** One line of a problem: where, configuration path, what was expected and found. */
function problemText({ where, path, message }: Problem): string {
  return [where, path === '' ? undefined : path, message].filter((part) => part !== undefined).join(': ');
}

/** `incomplete`: the file or document could not be read. */
function readLayers(sources: ConfigSources): {
  readonly layers: Layer[];
  readonly problems: Problem[];
  readonly incomplete: boolean;
} {
  const layers: Layer[] = [];
  let incomplete = false;
  const problems: Problem[] = [...(sources.inputs?.problems ?? [])];
  if (sources.defaults !== undefined) layers.push(documentLayer('defaults', sources.defaults));
  if (sources.file !== undefined) {
    const read = readFileLayer(sources.file, sources.cwd);
    if (read.layer !== undefined) layers.push(read.layer);
    else {
      problems.push(...read.problems);
      incomplete = true;
    }
  }
  if (sources.document !== undefined) {
    if (isMapping(sources.document)) layers.push(documentLayer('configuration', sources.document));
    else {
      problems.push({ path: '', message: 'expected a configuration with sections such as service and load' });
      incomplete = true;
    }
  }
  if (sources.inputs !== undefined) layers.push(inputsLayer(sources.inputs));
  for (const line of sources.set ?? []) {
    const { layer, problems: wrong } = setLayer(line);
    problems.push(...wrong);
    if (layer !== undefined) layers.push(layer);
  }
  return { layers, problems, incomplete };
}

function documentLayer(name: string, document: RawDocument): Layer {
  return { name, document, locate: () => undefined };
}

/** A key in an input or flag came from outside; one in a file or in --set is written down somewhere. */
function isLiteral({ inputs }: ConfigSources, where: string | undefined): boolean {
  return where === undefined || where !== inputs?.origins['service.api_key'];
}

function withPlace(
  problem: Problem,
  where: (path: readonly (string | number)[]) => string | undefined,
): Problem {
  const path = problem.path.split(/[.[\]]+/).filter((part) => part !== '');
  const place = where(path.map((part) => (/^\d+$/.test(part) ? Number(part) : part)));
  return place === undefined ? problem : { ...problem, where: place };
}

function configError(
  problems: readonly Problem[],
  secrets: readonly string[],
  file: string | undefined,
): GateError {
  const lines = inFileOrder(problems).map((problem) => printable(maskSecrets(problemText(problem), secrets)));
  const shown = lines.slice(0, MAX_SHOWN);
  if (lines.length > MAX_SHOWN) shown.push(`… and ${lines.length - MAX_SHOWN} more`);
  const count = lines.length === 1 ? '1 problem' : `${lines.length} problems`;
  return new GateError({
    kind: 'config',
    code: 'config',
    message: `The configuration has ${count}; nothing was started.`,
    ...(file !== undefined && { where: file }),
    hint: 'Correct them and run `instinct-gate validate` to see the plan.',
    evidence: shown,
  });
}

/** By line and column where they are known, so that the list reads like the file; the others follow. */
function inFileOrder(problems: readonly Problem[]): Problem[] {
  const place = ({ where }: Problem): readonly [number, number] => {
    const found = /:(\d+):(\d+)$/.exec(where ?? '');
    return found === null ? [Number.MAX_SAFE_INTEGER, 0] : [Number(found[1]), Number(found[2])];
  };
  return [...problems].sort((a, b) => place(a)[0] - place(b)[0] || place(a)[1] - place(b)[1]);
}

/** Texts from files must not move the cursor of a terminal or begin a new line of a log. */
function printable(text: string): string {
  return [...text]
    .map((char) => (char < ' ' || (char >= '\u007f' && char <= '\u009f') ? '\ufffd' : char))
    .join('');
}

function shownCommand(engine: EngineConfig, secrets: readonly string[]): Pick<Config, 'engine_command'> {
  if (engine.kind === 'external' || engine.kind === 'simulator') return {};
  const { model } = engine;
  const command = engine.kind === 'hooks' ? engine.start : engine.command;
  const filled = model === undefined ? command : command.map((word) => word.replaceAll('{model}', model));
  return { engine_command: maskCommand(filled, secrets) };
}

/** The document for result.json: no secret, whatever key it stands under; addresses only with detail: private. */
function maskedDocument(file: ConfigFile, secrets: readonly string[]): Record<string, unknown> {
  const { service, engine } = file;
  const shownAddress = (address: string): string =>
    file.report?.detail === 'private' || isLocalAddress(address) ? address : MASK;
  const hidden = {
    ...file,
    ...(service !== undefined && {
      service: {
        ...service,
        ...(service.base_url !== undefined && { base_url: shownAddress(service.base_url) }),
        ...(service.api_key !== undefined && { api_key: MASK }),
        ...(service.headers !== undefined && { headers: maskValues(service.headers) }),
        ...(service.proxy !== undefined && { proxy: shownAddress(maskProxy(service.proxy)) }),
      },
    }),
    ...(engine !== undefined && {
      engine: {
        ...engine,
        ...(engine.url !== undefined && { url: shownAddress(engine.url) }),
        ...(engine.env !== undefined && { env: maskValues(engine.env) }),
        ...maskedCommands(engine, secrets),
      },
    }),
  };
  return maskDeep(hidden, secrets) as Record<string, unknown>;
}

function maskedCommands(
  engine: NonNullable<ConfigFile['engine']>,
  secrets: readonly string[],
): Record<string, string[]> {
  const masked: Record<string, string[]> = {};
  for (const key of ['command', 'start', 'stop', 'logs'] as const) {
    const command = engine[key];
    if (command !== undefined) masked[key] = maskCommand(command, secrets);
  }
  return masked;
}

function isLocalAddress(address: string): boolean {
  const found = normaliseAddress(address);
  return found.ok && isLoopback(new URL(found.address).hostname);
}
