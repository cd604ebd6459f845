// The plan for a terminal: what will be measured, how long it takes, what the budgets need.
import { containerSettings } from '../core/container-settings.ts';
import type { Plan, PlannedBudget, PlannedRung } from '../core/result.gen.ts';
import type { Config, DockerEngineConfig } from './config.ts';
import { maskSecrets } from './mask.ts';

type PlanConfig = Pick<Config, 'service' | 'engine' | 'load' | 'compare' | 'limits' | 'warnings' | 'secrets'>;

/** The plan as plain text in aligned columns; secrets masked. */
export function planText(plan: Plan, config: PlanConfig): string {
  const parts = [
    subject(plan, config),
    config.engine.kind === 'docker' ? section('Container', container(config.engine, plan.gpus)) : '',
    section('Ladder', rungTable(plan.rungs)),
    section('Time and cost', cost(plan, config)),
    section('Budgets', budgetTable(plan.budgets, config.compare.confidence)),
    section(
      'Notes',
      [...config.warnings, ...plan.warnings].map((warning) => `! ${warning}`),
    ),
  ];
  const text = parts.filter((part) => part !== '').join('\n\n');
  return maskSecrets(printable(text), config.secrets);
}

function subject(plan: Plan, { service, engine, load, compare }: PlanConfig): string {
  const rows: [string, string | undefined][] = [
    ['engine', engine.kind === 'external' ? `external, ${engine.url}` : engine.kind],
    ['image', engine.kind === 'docker' ? `${engine.image} (pull: ${engine.pull})` : undefined],
    ['address', engine.kind === 'hooks' ? engine.url : undefined],
    ['command', plan.engine_command?.map(quoted).join(' ')],
    [
      'model',
      service.model_id ?? (engine.kind === 'external' ? 'the one that the server serves' : engine.model),
    ],
    ['endpoint', service.endpoint === 'auto' ? `auto (${service.backend})` : service.endpoint],
    ['key', service.key === undefined ? 'none' : 'given (masked)'],
    ['prompts', prompts(load)],
    ['arrival', load.arrival === 'gamma' ? `gamma, burstiness ${load.burstiness}` : load.arrival],
    ['baseline', compare.baseline],
  ];
  return columns(rows.filter((row): row is [string, string] => row[1] !== undefined)).join('\n');
}

/** How the container will be started, as flags of docker run, each with its reason. */
function container(engine: DockerEngineConfig, planned: number | undefined): string[] {
  const gpus = Array.isArray(engine.gpus) ? engine.gpus.length : engine.gpus;
  const settings = containerSettings({
    runtime: 'docker',
    rootless: false,
    render_nodes: typeof gpus === 'number' ? gpus : (planned ?? 1),
    network: engine.network ?? 'host',
    ...(engine.port !== undefined && { port: engine.port }),
    ...(engine.shm_size !== undefined && { shm_size: engine.shm_size }),
    ...(engine.memory !== undefined && { memory: engine.memory }),
    mounts: engine.mounts ?? [],
    caches: engine.caches ?? {},
    hf_offline: engine.hf_offline ?? engine.caches?.hf !== undefined,
    stop_timeout_s: engine.stop_timeout,
    raise_limits: true,
  });
  return columns(settings.map(({ flag, why }) => [flag, why]));
}

function prompts(load: PlanConfig['load']): string {
  const output = load.output_len === undefined ? 'output as in the data' : `${load.output_len} tokens out`;
  const input = load.dataset_name === 'random' ? `${load.input_len} tokens in` : load.dataset_path;
  return [load.dataset_name, input, output].filter((part) => part !== undefined).join(', ');
}

function rungTable(rungs: readonly PlannedRung[]): string[] {
  const header = ['requests/s', 'rung', 'prompts', 'expected'];
  const rows = rungs.map((rung) => [
    String(rung.rate),
    rung.kind,
    String(rung.num_prompts),
    duration(rung.duration_s),
  ]);
  return columns([header, ...rows]);
}

function cost(plan: Plan, { limits }: PlanConfig): string[] {
  const rows = [
    ['warm-up', plan.warmup_max_s === 0 ? 'off' : `at most ${duration(plan.warmup_max_s)}`],
    [
      'total',
      `${minutes(plan.wall_minutes)}${against(limits.max_minutes, 'limits.max_minutes')}, without boot and retries`,
    ],
  ];
  if (plan.gpus !== undefined && plan.gpu_minutes !== undefined) {
    const text = `${plan.gpus} × = ${minutes(plan.gpu_minutes)} of GPU`;
    rows.push(['GPUs', `${text}${against(limits.max_gpu_minutes, 'limits.max_gpu_minutes')}`]);
  }
  return columns(rows);
}

function budgetTable(budgets: readonly PlannedBudget[], confidence: number): string[] {
  if (budgets.length === 0) return ['none: only failed or missing requests can fail this run'];
  const header = ['budget', 'rungs', 'prompts', 'needs at best', 'for 90 % power', ''];
  const rows = budgets.map((budget) => [
    budget.expression,
    budget.rates.length === 0 ? 'ladder' : budget.rates.join(', '),
    budget.planned_n === undefined ? '' : String(budget.planned_n),
    budget.needs_n === undefined ? '–' : String(budget.needs_n),
    budget.needs_n_power === undefined ? '–' : String(budget.needs_n_power),
    mark(budget),
  ]);
  const proofs = budgets.some((budget) => budget.needs_n !== undefined);
  const legend = `one-sided confidence ${confidence}; power: half of the allowance is used`;
  return [...columns([header, ...rows]), ...(proofs ? [legend] : [])];
}

function mark({ planned_n, needs_n, needs_n_power, observed }: PlannedBudget): string {
  if (observed) return 'observed, not proven';
  if (planned_n === undefined || needs_n === undefined || needs_n_power === undefined) return '';
  if (planned_n < needs_n) return 'CANNOT BE DECIDED';
  return planned_n < needs_n_power ? 'may stay undecided' : 'enough';
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : [title, ...lines.map((line) => `  ${line}`)].join('\n');
}

/** Rows of equal columns; numbers to the right, the last column unpadded. */
function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  }
  return rows.map((row) =>
    row
      .map((cell, i) => (/^[\d.]+$/.test(cell) ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

function against(limit: number | undefined, name: string): string {
  return limit === undefined ? '' : ` (${name}: ${limit})`;
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  return minutes(seconds / 60);
}

function minutes(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} min`;
}

/** Words that a shell would split are quoted, for people who copy the line. */
function quoted(word: string): string {
  return /^[\w@%+=:,./{}-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Values from files must not move the cursor of a terminal. */
function printable(text: string): string {
  return [...text].map((char) => (/[\p{Cc}\p{Cf}]/u.test(char) && char !== '\n' ? '\ufffd' : char)).join('');
}
