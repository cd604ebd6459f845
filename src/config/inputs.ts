// Inputs of the GitHub Action → settings. The one table of inputs: action.yml and the README are checked against it.
import type { Problem, RawInputs } from './raw.ts';

export interface ActionInput {
  readonly name: string;
  readonly description: string;
  readonly default?: string;
  /** Configuration path that it sets; absent: it steers the action itself. */
  readonly key?: string;
  readonly secret?: boolean;
}

/** Every input once, in the order of action.yml. */
export const ACTION_INPUTS = [
  { name: 'mode', description: 'What to do. Only `run` so far.', default: 'run' },
  {
    name: 'config',
    description: 'Configuration file (YAML, JSON or TOML), relative to the workspace.',
  },
  {
    name: 'set',
    description: 'Lines of `section.key=value` that win over the file; values are parsed as YAML.',
  },
  { name: 'out', description: 'Folder for results and reports.', default: 'instinct-gate-out' },
  {
    name: 'base-url',
    description: 'Address of a running server or channel (`service.base_url`).',
    key: 'service.base_url',
  },
  {
    name: 'api-key',
    description: 'API key of the service, from a secret. Masked before anything is printed.',
    key: 'service.api_key',
    secret: true,
  },
  {
    name: 'model',
    description: 'Model id that requests name (`service.model_id`).',
    key: 'service.model_id',
  },
  {
    name: 'image',
    description: 'Container image of the engine, by digest or tag (`engine.image`).',
    key: 'engine.image',
  },
  {
    name: 'vllm-version',
    description: 'vLLM version that must answer: exact, `0.14.*` or `>=0.14 <0.16` (`engine.pins.vllm`).',
    key: 'engine.pins.vllm',
  },
  {
    name: 'rocm-version',
    description: 'ROCm version that the engine must run with, in the same forms (`engine.pins.rocm`).',
    key: 'engine.pins.rocm',
  },
  {
    name: 'request-rates',
    description: 'Gating request rates, separated by commas or spaces (`load.request_rates`).',
    key: 'load.request_rates',
  },
  {
    name: 'num-prompts',
    description: 'Requests of each rung (`load.num_prompts`).',
    key: 'load.num_prompts',
  },
  { name: 'budgets', description: 'Absolute limits, one a line (`budgets`).', key: 'budgets' },
  {
    name: 'baseline',
    description: '`none`, or an earlier `result.json`, or a folder of earlier results (`compare.baseline`).',
    key: 'compare.baseline',
  },
  {
    name: 'fail-on',
    description: 'Verdicts that fail the job. Usage problems (2) and our own faults (70) always do.',
    default: 'fail,invalid,error',
  },
  {
    name: 'comment',
    description: 'Pull-request comment (`report.comment`), one of `auto`, `always`, `on-change`, `never`.',
    key: 'report.comment',
  },
  {
    name: 'github-token',
    description: 'Token for the pull-request comment. Needs `pull-requests:write`.',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the expression syntax of GitHub workflows.
    default: '${{ github.token }}',
    secret: true,
  },
  {
    name: 'artifact-name',
    description: 'Name of the uploaded artifact (`report.artifact_name`).',
    key: 'report.artifact_name',
  },
  {
    name: 'retention-days',
    description:
      'Days that the artifact is kept (`report.retention_days`); 0 is the default of the repository.',
    key: 'report.retention_days',
  },
] as const satisfies readonly ActionInput[];

type InputName = (typeof ACTION_INPUTS)[number]['name'];

/** What the action was asked to do; `inputs` and `set` go to `loadConfig`. */
export interface ActionRequest {
  readonly mode: string;
  readonly config?: string;
  readonly out: string;
  readonly set: readonly string[];
  readonly inputs: RawInputs;
  /** As given: a list of verdicts. */
  readonly fail_on: string;
  readonly github_token?: string;
}

/** Reads all inputs; an empty text is "not given". Problems travel in `inputs` and are listed with all others. */
export function readInputs(get: (name: string) => string): ActionRequest {
  const given = (name: InputName): string | undefined => {
    const text = get(name);
    return text.trim() === '' ? undefined : text;
  };
  const word = (name: InputName): string | undefined => given(name)?.trim();
  const problems: Problem[] = [];
  const mode = word('mode') ?? 'run';
  if (mode !== 'run') {
    problems.push({
      path: '',
      where: 'input mode',
      message: `expected run, found ${JSON.stringify(mode.slice(0, 60))}`,
    });
  }
  const values: Readonly<Record<string, unknown>> = {
    'base-url': word('base-url'),
    // Not trimmed here: a key with a line break is worth a warning.
    'api-key': given('api-key'),
    model: word('model'),
    image: word('image'),
    'vllm-version': word('vllm-version'),
    'rocm-version': word('rocm-version'),
    'request-rates': numbers('request-rates', word('request-rates'), problems),
    'num-prompts': wholeNumber('num-prompts', word('num-prompts'), problems),
    budgets: lines(given('budgets')),
    baseline: word('baseline'),
    comment: word('comment'),
    'artifact-name': word('artifact-name'),
    'retention-days': wholeNumber('retention-days', word('retention-days'), problems),
  };
  const config = word('config');
  const token = word('github-token');
  return {
    mode,
    ...(config !== undefined && { config }),
    out: word('out') ?? 'instinct-gate-out',
    set: lines(given('set')) ?? [],
    inputs: { ...documentOf(values), problems, warnings: [] },
    fail_on: word('fail-on') ?? 'fail,invalid,error',
    ...(token !== undefined && { github_token: token }),
  };
}

function documentOf(values: Readonly<Record<string, unknown>>): Pick<RawInputs, 'document' | 'origins'> {
  const document: Record<string, unknown> = {};
  const origins: Record<string, string> = {};
  for (const input of ACTION_INPUTS) {
    const value = values[input.name];
    if (!('key' in input) || value === undefined) continue;
    origins[input.key] = `input ${input.name}`;
    const path = input.key.split('.');
    const last = path.pop() ?? '';
    let folder = document;
    for (const part of path) {
      const inner = { ...(folder[part] as Record<string, unknown> | undefined) };
      folder[part] = inner;
      folder = inner;
    }
    folder[last] = value;
  }
  return { document, origins };
}

function lines(text: string | undefined): string[] | undefined {
  return text
    ?.split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function numbers(name: InputName, text: string | undefined, problems: Problem[]): unknown {
  const words = text?.split(/[\s,]+/).filter((word) => word !== '');
  if (words === undefined) return undefined;
  const wrong = words.find((word) => !isNumber(word));
  if (wrong === undefined && words.length > 0) return words.map(Number);
  return refused(name, 'expected numbers above 0, separated by commas or spaces', wrong ?? '', problems);
}

/** The whole text must be the number: "7days" is a problem, not 7. */
function wholeNumber(name: InputName, text: string | undefined, problems: Problem[]): unknown {
  if (text === undefined) return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  return refused(name, 'expected a whole number', text, problems);
}

function isNumber(text: string): boolean {
  return /^\d{1,15}(\.\d{1,15})?$/.test(text);
}

/** Notes the problem; the text itself stays in the document, where nothing takes it for a number. */
function refused(name: InputName, expected: string, found: string, problems: Problem[]): string {
  const input: ActionInput | undefined = ACTION_INPUTS.find((candidate) => candidate.name === name);
  const message = `${expected}, found ${JSON.stringify(found.slice(0, 60))}`;
  problems.push({ path: input?.key ?? '', where: `input ${name}`, message });
  return found;
}
