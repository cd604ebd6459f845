/**
 * `npm run docs`: rewrites everything that is derived from one source: the types of the schemas and the tables of
 * README.md. `--check` only says what differs. docs.test.ts fails when a committed file is not what the sources give.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { BUDGET_METRICS } from '../../src/core/metric-names.ts';
import { RUN_RULES, RUNG_RULES } from '../../src/core/validity.ts';
import { EXIT_CODE } from '../../src/core/verdict.ts';
import { BUG_EXIT_CODE, FAILURE_EXIT_CODE } from '../../src/failure.ts';
import { FAULTS } from '../../src/simulator/faults.ts';
import { OVERRIDES } from '../../src/simulator/parameters.ts';
import { PRESETS } from '../../src/simulator/presets.ts';
import { helpTexts } from './readme-help.ts';
import { fillSections } from './readme-sections.ts';
import {
  type ActionFile,
  configTables,
  exitCodeTable,
  inputTable,
  metricTable,
  outputTable,
  ruleTable,
  type SchemaNode,
  sampleTable,
  simulatorTables,
} from './readme-tables.ts';
import { GENERATED_TYPES, generateTypes } from './types.ts';

/** Every derived file, relative to the repository at `root`, with the text that the sources give. */
export async function derivedFiles(root: string): Promise<Readonly<Record<string, string>>> {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const types: Record<string, string> = {};
  for (const [schema, target] of Object.entries(GENERATED_TYPES)) {
    types[target] = await generateTypes(root, schema);
  }
  const action = parse(read('action.yml')) as ActionFile;
  const config = JSON.parse(read('src/config/config.schema.json')) as SchemaNode;
  const readme = fillSections(read('README.md'), {
    commands: helpTexts(root, ['run']),
    inputs: inputTable(action),
    outputs: outputTable(action),
    config: configTables(config),
    'exit-codes': exitCodeTable({
      verdicts: EXIT_CODE,
      usage: FAILURE_EXIT_CODE.config,
      bug: BUG_EXIT_CODE,
    }),
    metrics: metricTable(BUDGET_METRICS),
    samples: sampleTable(),
    rules: ruleTable({ rung: RUNG_RULES, run: RUN_RULES }),
    simulator: simulatorTables({ presets: PRESETS, overrides: OVERRIDES, faults: FAULTS }),
  });
  return { ...types, 'README.md': readme };
}

if (import.meta.main) {
  const root = resolve(import.meta.dirname, '../..');
  const check = process.argv.includes('--check');
  const stale: string[] = [];
  for (const [path, text] of Object.entries(await derivedFiles(root))) {
    const file = join(root, path);
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    stale.push(path);
    if (!check) writeFileSync(file, text);
  }
  if (check && stale.length > 0) {
    console.error(`Not up to date: ${stale.join(', ')}. Run \`npm run docs\` and commit the result.`);
    process.exitCode = 1;
  } else if (!check) {
    console.log(stale.length === 0 ? 'Everything is up to date.' : `Written: ${stale.join(', ')}`);
  }
}
