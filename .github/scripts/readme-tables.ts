// The tables of README.md, each from the one place in the sources that knows its content.
import { markdownTable } from 'markdown-table';
import { neededSamples, neededSamplesForPower } from '../../src/core/binomial.ts';
import type { BudgetMetric } from '../../src/core/metric-names.ts';
import type { Verdict } from '../../src/core/result.gen.ts';
import type { EngineKind } from '../../src/core/validity.ts';

/** The part of action.yml that the tables show. */
export interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default?: unknown }>>;
  readonly outputs: Readonly<Record<string, { readonly description: string }>>;
}

/** The part of a JSON Schema that the tables show. */
export interface SchemaNode {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly items?: SchemaNode;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: boolean | SchemaNode;
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly 'x-unit'?: string;
}

/** A rule of validity.ts, without its check. */
export interface RuleRow {
  readonly rule: string;
  readonly blames: string;
  readonly applies_to: readonly EngineKind[];
  readonly required_for: readonly EngineKind[];
}

/** Inputs of the action: name, default, description. */
export function inputTable(action: ActionFile): string {
  return table(
    ['Input', 'Default', 'Description'],
    Object.entries(action.inputs).map(([name, input]) => [
      code(name),
      input.default === undefined ? '' : code(String(input.default)),
      prose(input.description),
    ]),
  );
}

/** Outputs of the action: name, description. */
export function outputTable(action: ActionFile): string {
  return table(
    ['Output', 'Description'],
    Object.entries(action.outputs).map(([name, output]) => [code(name), prose(output.description)]),
  );
}

/** Every configuration key: one table for each section, and one for the keys that are in no section. */
export function configTables(schema: SchemaNode): string {
  const top = Object.entries(schema.properties ?? {});
  const sections = top.filter(([, node]) => node.properties !== undefined);
  const plain = top.filter(([, node]) => node.properties === undefined);
  return [
    ...sections.map(([name, node]) =>
      [`#### ${code(name)}`, prose(node.description ?? ''), keyTable(leaves(name, node))].join('\n\n'),
    ),
    ['#### Outside the sections', keyTable(plain.map(([key, node]) => ({ key, node })))].join('\n\n'),
  ].join('\n\n');
}

/** What each verdict means and the exit code that it has; usage problems and our own faults belong to no verdict. */
export function exitCodeTable(codes: {
  readonly verdicts: Readonly<Record<Verdict, number>>;
  readonly usage: number;
  readonly bug: number;
}): string {
  const rows = [
    ...VERDICTS.map((verdict) => [codes.verdicts[verdict], verdict, WHEN[verdict]] as const),
    [
      codes.usage,
      '(usage or configuration)',
      'Nothing was measured. All problems are listed at once.',
    ] as const,
    [codes.bug, '(a fault of ours)', 'A stack is shown. Please report it.'] as const,
  ];
  return table(
    ['Exit code', 'Verdict', 'When'],
    [...rows]
      .sort(([left], [right]) => left - right)
      .map(([exit, verdict, when]) => [String(exit), verdict, when]),
  );
}

/** The metrics that budgets may name. */
export function metricTable(metrics: readonly BudgetMetric[]): string {
  return table(
    ['Metric', 'Unit', 'Good is', '100 % is', 'Comparable', 'Meaning'],
    metrics.map((metric) => [
      code(metric.name),
      metric.unit,
      metric.better,
      metric.percent_of ?? '',
      metric.comparable ? 'yes' : 'no',
      prose(metric.meaning),
    ]),
  );
}

/** Requests that a rung needs before a percentile budget can be proven, at 95 % one-sided confidence. */
export function sampleTable(): string {
  return table(
    ['Budget on', 'Requests, none over the limit', 'Requests for 90 % power, half of the allowance used'],
    [
      ['p50', 0.5],
      ['p90', 0.9],
      ['p95', 0.95],
      ['p99', 0.99],
      ['p99.9', 0.999],
    ].map(([name, share]) => [
      String(name),
      String(neededSamples(Number(share), CONFIDENCE)),
      String(neededSamplesForPower(Number(share), CONFIDENCE, POWER)),
    ]),
  );
}

/** The rules that say whether a measurement can be trusted. */
export function ruleTable(rules: {
  readonly rung: readonly RuleRow[];
  readonly run: readonly RuleRow[];
}): string {
  const every = new Set([...rules.rung, ...rules.run].flatMap((rule) => rule.applies_to)).size;
  const kinds = (list: readonly EngineKind[]): string =>
    list.length === every ? 'every kind' : list.length === 0 ? 'none' : list.join(', ');
  const row = (scope: string) => (rule: RuleRow) => [
    code(rule.rule),
    scope,
    rule.blames,
    kinds(rule.applies_to),
    kinds(rule.required_for),
  ];
  return table(
    ['Rule', 'About', 'Doubts', 'Applies to', 'Required for'],
    [...rules.rung.map(row('rung')), ...rules.run.map(row('run'))],
  );
}

/** What `engine.args` may set of the simulator, and its presets and faults. */
export function simulatorTables(simulator: {
  readonly presets: Readonly<Record<string, { readonly description: string }>>;
  readonly overrides: Readonly<Record<string, { readonly kind: string; readonly meaning: string }>>;
  readonly faults: Readonly<Record<string, string>>;
}): string {
  const names = Object.entries(simulator.overrides);
  return [
    table(
      ['Preset', 'Models'],
      Object.entries(simulator.presets).map(([name, preset]) => [code(name), prose(preset.description)]),
    ),
    table(
      ['Parameter', 'Type', 'Meaning'],
      names.map(([name, rule]) => [code(name), rule.kind, prose(rule.meaning)]),
    ),
    table(
      ['Fault', 'What happens'],
      Object.entries(simulator.faults).map(([name, meaning]) => [code(name), prose(meaning)]),
    ),
  ].join('\n\n');
}

/** Text as one table cell: no pipe and no line break can end it, nothing in it is a tag. Code spans stay code. */
export function prose(text: string): string {
  return text
    .trim()
    .replace(/\s+/g, ' ')
    .split(/(`[^`]+`)/)
    .map((part, index) => (index % 2 === 1 ? code(part.slice(1, -1)) : part.replace(/[\\*<>[\]|`]/g, '\\$&')))
    .join('');
}

/**
 * A value as code in a table cell. Inside a code span neither a backtick nor a pipe after a backslash can be written,
 * so a value with one of them becomes an element with character references.
 */
export function code(text: string): string {
  const plain = text.replace(/\s+/g, ' ');
  if (!/[`|]/.test(plain)) return `\`${plain}\``;
  return `<code>${plain.replace(/[^\w ]/gu, (character) => `&#${character.codePointAt(0)};`)}</code>`;
}

const CONFIDENCE = 0.95;
const POWER = 0.9;

const VERDICTS: readonly Verdict[] = ['pass', 'fail', 'inconclusive', 'invalid', 'error'];
const WHEN: Readonly<Record<Verdict, string>> = {
  pass: 'Every gating cell is proven to be within its budget and margin.',
  fail: 'A budget is broken, a request of a gating rung is missing or failed, or a regression is proven.',
  inconclusive:
    'The evidence is not enough for pass or fail. The report says what would decide. A missing or incomparable baseline and unknown required evidence are reasons too.',
  invalid:
    'It was measured, but the numbers cannot be trusted: the client was late, the engine cold, the shape wrong, a quota was hit.',
  error: 'The engine or channel did not answer, the machine failed, or the run was cancelled.',
};

interface Leaf {
  readonly key: string;
  readonly node: SchemaNode;
}

function leaves(path: string, node: SchemaNode): readonly Leaf[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, child]) => {
    const key = `${path}.${name}`;
    return child.properties === undefined ? [{ key, node: child }] : leaves(key, child);
  });
}

function keyTable(keys: readonly Leaf[]): string {
  return table(
    ['Key', 'Type or choices', 'Default', 'Unit', 'Description'],
    keys.map(({ key, node }) => [
      code(key),
      typeText(node),
      node.default === undefined ? '' : code(JSON.stringify(node.default)),
      node['x-unit'] ?? '',
      prose(node.description ?? '') + exampleText(node),
    ]),
  );
}

function typeText(node: SchemaNode): string {
  if (node.enum !== undefined) return node.enum.map((choice) => code(String(choice))).join(', ');
  if (node.type === 'array') return `list of ${node.items === undefined ? 'values' : plural(node.items)}`;
  if (node.type === 'object') return 'map';
  if (node.type === 'boolean') return '`true`, `false`';
  return [node.type ?? 'any'].flat().join(' or ');
}

const plural = (items: SchemaNode): string =>
  [items.type ?? 'value']
    .flat()
    .map((type) => `${type}s`)
    .join(' or ');

/** One example, where neither choices nor a default show what a value looks like. */
function exampleText(node: SchemaNode): string {
  const example = node.examples?.[0];
  if (example === undefined || node.enum !== undefined || node.default !== undefined) return '';
  return ` Example: ${code(typeof example === 'string' ? example : JSON.stringify(example))}`;
}

/** Columns are not padded: a longer word would otherwise change every line of the diff. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return markdownTable([head, ...rows], { alignDelimiters: false });
}
