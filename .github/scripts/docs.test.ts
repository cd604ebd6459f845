import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { parse } from 'yaml';
import { loadConfig } from '../../src/config/load.ts';
import { derivedFiles } from './docs.ts';
import { fillSections } from './readme-sections.ts';
import { code, configTables, exitCodeTable, prose } from './readme-tables.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const readme = read('README.md');

test('README and the generated types are what their sources give', async () => {
  for (const [path, text] of Object.entries(await derivedFiles(root))) {
    assert.equal(read(path), text, `${path} is not up to date: run "npm run docs" and commit the result`);
  }
});

test('a configuration key shows its choices, its default, its unit and its description', () => {
  const tables = configTables({
    properties: {
      load: {
        description: 'The ladder.',
        properties: {
          arrival: { enum: ['poisson', 'constant'], default: 'poisson', description: 'Gaps.' },
          warmup: { properties: { max_s: { type: 'number', default: 60, 'x-unit': 's' } } },
          rates: {
            type: 'array',
            items: { type: 'number' },
            examples: [[2, 4]],
            description: 'Rungs | all.',
          },
        },
      },
      budgets: { type: 'array', items: { type: 'string' }, description: 'Limits.' },
    },
  });
  const rows = tables.split('\n');
  assert.ok(rows.includes('| `load.arrival` | `poisson`, `constant` | `"poisson"` | | Gaps. |'), tables);
  assert.ok(rows.includes('| `load.warmup.max_s` | number | `60` | s | |'), tables);
  assert.ok(
    rows.includes('| `load.rates` | list of numbers | | | Rungs \\| all. Example: `[2,4]` |'),
    tables,
  );
  assert.ok(rows.includes('| `budgets` | list of strings | | | Limits. |'), tables);
});

test('exit codes are listed in ascending order, whatever the verdict tables say', () => {
  const verdicts = { pass: 0, fail: 1, inconclusive: 3, invalid: 4, error: 5 };
  const codes = exitCodeTable({ verdicts, usage: 2, bug: 70 })
    .split('\n')
    .slice(2)
    .map((row) => Number(row.split('|')[1]));
  assert.deepEqual(codes, [0, 1, 2, 3, 4, 5, 70]);
});

test('no text ends its table cell or opens a tag', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'a|\\`<>*[]&\n_ '), maxLength: 30 }), (text) => {
      for (const cell of [prose(text), code(text)]) {
        // Escapes have no effect inside a code span, so spans and escapes are read in the order in which they stand.
        const bare = cell.replace(/\\[\\`*<>[\]|]|`[^`|]*`|<\/?code>/g, '');
        assert.doesNotMatch(bare, /[|<`\r\n]/, JSON.stringify(cell));
      }
    }),
  );
});

test('a marked section is replaced and the rest stays', () => {
  const text = 'before\n<!-- docs:one -->\nold\n<!-- /docs:one -->\nafter\n';
  const filled = fillSections(text, { one: 'new $& text' });
  assert.equal(filled, 'before\n<!-- docs:one -->\n\nnew $& text\n\n<!-- /docs:one -->\nafter\n');
  assert.equal(fillSections(filled, { one: 'new $& text' }), filled);
});

for (const [name, text, problem] of [
  ['without a place', 'nothing', /no place is marked for one/],
  ['of an unknown name', '<!-- docs:two -->\n<!-- /docs:two -->', /docs:two/],
  ['that is not closed', '<!-- docs:one -->\ntext', /not closed/],
  ['that is only closed', '<!-- docs:one --><!-- /docs:one --><!-- /docs:one -->', /not opened/],
  ['that stands twice', '<!-- docs:one --><!-- /docs:one -->\n'.repeat(2), /twice/],
] as const) {
  test(`a section ${name} is refused`, () => {
    assert.throws(() => fillSections(text, { one: 'new' }), problem);
  });
}

test('every relative link of the documents leads to a file and every anchor to a heading', () => {
  const documents = [
    'README.md',
    '.github/CONTRIBUTING.md',
    ...readdirSync(join(root, '.github/decisions')).map((name) => `.github/decisions/${name}`),
  ];
  for (const document of documents) {
    const text = read(document);
    const anchors = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title]) => anchorOf(title ?? ''));
    for (const [, target] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (target === undefined || /^https?:/.test(target)) continue;
      if (target.startsWith('#')) assert.ok(anchors.includes(target.slice(1)), `${document}: ${target}`);
      else assert.ok(existsSync(join(root, dirname(document), target)), `${document}: ${target}`);
    }
  }
});

test('every configuration in README is accepted as it stands', () => {
  const documents = fenced('yaml').map((text) => parse(text) as Record<string, unknown>);
  const configurations = documents.filter((document) => document['jobs'] === undefined);
  assert.ok(configurations.length >= 2);
  for (const document of configurations) {
    assert.doesNotThrow(() => loadConfig({ document, env: { CHANNEL_API_KEY: 'key' }, cwd: root }));
  }
});

test('the workflow in README uses the same actions at the same commits as the example', () => {
  const example = read('.github/examples/pull-request-gate.yml');
  const uses = fenced('yaml').flatMap((text) => text.match(/uses: .*$/gm) ?? []);
  assert.ok(uses.length > 0);
  for (const line of uses) assert.ok(example.includes(line), line);
});

test('every npm script that the documents name exists', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const text = readme + read('.github/CONTRIBUTING.md');
  for (const [, name] of text.matchAll(/npm run ([\w:]+)/g))
    assert.ok(scripts[name ?? ''], `npm run ${name}`);
});

/** The fenced blocks of README in one language. */
function fenced(language: string): string[] {
  return [...readme.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
    .filter(([, found]) => found === language)
    .map(([, , text]) => text ?? '');
}

/** How GitHub makes an anchor of a heading. */
function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}
