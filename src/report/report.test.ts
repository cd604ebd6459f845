import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import {
  HOSTILE_STRINGS,
  hostileResult,
  makeResult,
  makeRung,
  resultOf,
} from '../../fixtures/reports/result.ts';
import type { Result } from '../core/result.gen.ts';
import { annotationsOf } from './annotations.ts';
import { renderHtml } from './html.ts';
import { renderJunit } from './junit.ts';
import { byteLength, MAX_COMMENT_BYTES, renderComment } from './markdown.ts';
import { MAX_SUMMARY_BYTES, renderSummary } from './summary.ts';
import { renderTerminal } from './terminal.ts';

const GOLDEN = join(import.meta.dirname, '../../fixtures/golden');
const VERDICTS = ['pass', 'fail', 'inconclusive', 'invalid', 'error'] as const;

/** Every rendering by the name of its file. */
const RENDERINGS: Readonly<Record<string, (result: Result) => string>> = {
  'comment.md': (result) => renderComment(result),
  'summary.md': (result) => renderSummary(result),
  'terminal.txt': (result) => renderTerminal(result, { color: false, columns: 80 }),
  'report.html': renderHtml,
  'junit.xml': renderJunit,
  'annotations.json': (result) => `${JSON.stringify(annotationsOf(result), undefined, 2)}\n`,
};

const CASES: Readonly<Record<string, Result>> = {
  ...Object.fromEntries(VERDICTS.map((verdict) => [verdict, resultOf(verdict)])),
  'one-rung-simulated': makeResult({
    rungs: [makeRung(0.5)],
    simulated: true,
    title: 'One rung',
    comparison: {
      ...{ state: 'compared', source: 'main', runs: 2, learning: '2/5', differences: [] },
      ...{ message: 'compared with 2 baseline runs of main', unknown_on_both: ['dtype'] },
    },
  }),
  'sixteen-rungs': makeResult({
    rungs: Array.from({ length: 16 }, (_, index) => makeRung(index + 1)),
    comparison: {
      ...{ state: 'incomparable', source: 'main', runs: 0, unknown_on_both: [] },
      message: 'no baseline run matches this one',
      differences: [
        { field: 'rocm', class: 'hard', baseline: '7.0.2', candidate: '7.1.0', under_test: false },
        { field: 'vllm', class: 'hard', candidate: '0.32.0', under_test: true },
      ],
    },
  }),
  hostile: hostileResult(HOSTILE_STRINGS.filter((text) => text.length < 1000).join(' ')),
};

for (const [name, result] of Object.entries(CASES)) {
  test(`renders ${name} as the goldens show`, (t) => {
    for (const [file, render] of Object.entries(RENDERINGS)) golden(t, `${name}.${file}`, render(result));
  });
}

test('a hostile text anywhere leaves the comment in its shape', () => {
  const texts = fc.oneof(
    fc.constantFrom(...HOSTILE_STRINGS),
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc
      .array(
        fc.constantFrom(
          '|',
          '\\',
          '`',
          '<',
          '>',
          '@',
          '#',
          '[',
          ']',
          '(',
          '!',
          '*',
          '_',
          '\n',
          '$',
          'a',
          '1',
          ' ',
          '://',
          '-',
        ),
        { maxLength: 60 },
      )
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const comment = renderComment(hostileResult(text));
      assertSafeMarkdown(comment);
      assert.ok(byteLength(comment) <= MAX_COMMENT_BYTES);
    }),
    { numRuns: 150 },
  );
});

test('a hostile text stays text in HTML, XML, terminal and annotations', () => {
  for (const text of HOSTILE_STRINGS) {
    const result = hostileResult(text);
    const page = renderHtml(result);
    assertWellFormed(page.replace('<!doctype html>', ''), ['meta']);
    assert.doesNotMatch(page, /<(script|img|a|iframe|link|object)\b/i);
    assert.doesNotMatch(page, /\b(?:src|href|on\w+)\s*=\s*"/i);
    assertWellFormed(renderJunit(result), []);
    const lines = renderTerminal(result, { color: false, columns: 80 }).split('\n');
    assert.ok(lines.every((line) => !/^\s*::|##\[/.test(line) && !/[\p{Cc}\p{Cf}]/u.test(line)));
    for (const { message, title } of annotationsOf(result)) {
      // The lines of the evidence stand below each other.
      assert.doesNotMatch(`${title}${message.replaceAll('\n', ' ')}`, /[\p{Cc}\p{Cf}]|::/u);
    }
  }
});

test('a comment of any size stays below the limit, keeps verdict and marker, and says what it left out', () => {
  const long = 'very long reason '.repeat(60);
  const base = resultOf('fail');
  const huge: Result = {
    ...base,
    rungs: Array.from({ length: 64 }, (_, index) => makeRung(index + 1)),
    cells: Array.from({ length: 900 }, (_, index) => ({
      ...base.cells[0]!,
      rate: (index % 64) + 1,
      metric: `p${(index % 50) + 50}_ttft_ms`,
      message: long,
    })),
    findings: Array.from({ length: 400 }, () => ({
      ...base.findings[0]!,
      message: long,
      evidence: [long, long],
    })),
  };
  const marker = { group: 'main', head: 'a'.repeat(40), run: 1, attempt: 1, state: 'fail' };
  const comment = renderComment(huge, { marker });
  assert.ok(byteLength(comment) <= MAX_COMMENT_BYTES);
  assert.match(comment, /^### ❌ fail: /);
  assert.match(comment, /Shortened to fit/);
  assert.match(comment, /group=main .*-->\n$/);
  assert.ok(byteLength(renderSummary(huge)) <= MAX_SUMMARY_BYTES);
});

test('every rendering says SIMULATED when the numbers come from the simulator, and only then', () => {
  for (const [file, render] of Object.entries(RENDERINGS)) {
    if (file === 'annotations.json') continue;
    assert.match(render(makeResult({ simulated: true })), /SIMULATED/, file);
    assert.doesNotMatch(render(makeResult()), /SIMULATED/, file);
  }
  assert.match(JSON.stringify(annotationsOf({ ...resultOf('fail'), simulated: true })), /SIMULATED/);
});

test('the first line names an undecided budget and an environment that is not proven, whatever the sentence says', () => {
  const { cells } = resultOf('inconclusive');
  const sentence = 'pass: all good';
  const verdict = { ...makeResult().verdict, sentence };
  const first = (result: Result): string => renderComment(result).split('\n')[0] ?? '';
  assert.match(first(makeResult({ cells, verdict })), /NOT DECIDED: p99_ttft_ms &lt;= 900 @ 4/);
  const comparison = { ...makeResult().comparison, unknown_on_both: ['rocm'] };
  assert.match(first(makeResult({ comparison, verdict })), /environment not proven/);
  assert.equal(first(makeResult({ verdict: { ...verdict, sentence: 'all good' } })), '### ✅ pass: all good');
});

test('the terminal report fits its width, and colours only when asked', () => {
  for (const columns of [60, 80, 120]) {
    for (const result of Object.values(CASES)) {
      const lines = renderTerminal(result, { color: false, columns }).split('\n');
      const long = lines.filter((line) => [...line].length > columns);
      // A table of one metric is the narrowest there is.
      assert.deepEqual(
        long.filter((line) => !/verdict|PASS|FAIL|not judged|exploring|INVALID/.test(line)),
        [],
      );
      if (columns === 80) assert.deepEqual(long, []);
    }
  }
  const colored = renderTerminal(resultOf('fail'), { color: true, columns: 80 });
  assert.ok(colored.includes('\u001B[31m'));
  assert.equal(
    colored.replaceAll('\u001B', '').replaceAll(/\[(?:0|31|32|33|35)m/g, ''),
    renderTerminal(resultOf('fail'), { color: false, columns: 80 }),
  );
});

test('the page holds the numbers of the result, and needs nothing from outside', () => {
  const result = resultOf('fail');
  const page = renderHtml(result);
  for (const rung of result.rungs) {
    assert.ok(page.includes(`${rung.completed}/${rung.planned}`));
    assert.ok(page.includes((rung.metrics['median_ttft_ms'] ?? 0).toFixed(0)), `TTFT at ${rung.rate}`);
    assert.ok(page.includes((rung.metrics['output_throughput'] ?? 0).toFixed(0)), `tokens/s at ${rung.rate}`);
  }
  assert.match(page, /Content-Security-Policy" content="default-src &#39;none&#39;/);
  assert.doesNotMatch(page, /https?:\/\//);
  assert.equal(page.match(/<svg/g)?.length, 1);
});

test('JUnit counts what it lists, and a run that is no pass is never all green', () => {
  for (const verdict of VERDICTS) {
    const xml = renderJunit(resultOf(verdict));
    const head = /<testsuites [^>]*tests="(\d+)" failures="(\d+)" errors="(\d+)" skipped="(\d+)"/.exec(xml);
    const found = ['testcase ', 'failure ', 'error ', 'skipped '].map(
      (tag) => xml.split(`<${tag}`).length - 1,
    );
    assert.deepEqual(head?.slice(1).map(Number), found, verdict);
    assert.equal(
      found.slice(1).some((count) => count > 0),
      verdict !== 'pass',
      verdict,
    );
  }
});

test('annotations keep to ten of a level, the deciding one first, and say how many are hidden', () => {
  const base = resultOf('fail');
  const findings = Array.from({ length: 25 }, (_, index) => ({
    ...base.findings[1]!,
    message: `finding ${index}`,
  })).concat(base.findings[0]!);
  const annotations = annotationsOf({ ...base, findings });
  assert.equal(annotations.length, 10);
  assert.match(annotations[0]?.message ?? '', /^median TTFT at 8 req\/s rose/);
  assert.match(annotations[9]?.message ?? '', /^17 more/);
  assert.deepEqual(
    annotationsOf(base).map(({ level }) => level),
    ['error', 'error', 'notice'],
  );
});

function golden(t: TestContext, file: string, text: string): void {
  t.assert.fileSnapshot(text, join(GOLDEN, file), { serializers: [(value: string) => value] });
}

/** Our own tags and nothing else; every table row has as many cells as its header; no mention, link or reference. */
function assertSafeMarkdown(comment: string): void {
  const text = comment.replace(/^(`{3,})sh\n.*\n\1$/gm, '');
  const tags = text.match(/<[^>]*>?/g) ?? [];
  const own = new Set(['<details>', '<summary>', '</summary>', '</details>', '<sub>', '</sub>']);
  assert.deepEqual(
    tags.filter((tag) => !own.has(tag)),
    [],
  );
  // An empty list item below a line would make a heading of that line.
  assert.doesNotMatch(text, /^\s*[-=]+\s*$/m);
  assert.doesNotMatch(text, /@[\p{L}\p{N}_-]/u);
  assert.doesNotMatch(text, /#\d|\bGH-\d/i);
  assert.doesNotMatch(text, /:\/\/|\bwww\./i);
  // Of the format characters only our own zero-width space is there.
  assert.doesNotMatch(text.replaceAll(/[\n\u200B]/g, ''), /[\p{Cc}\p{Cf}]/u);
  let columns = 0;
  for (const line of text.split('\n')) {
    if (!line.startsWith('|')) {
      columns = 0;
      continue;
    }
    const pipes = unescapedPipes(line);
    if (columns === 0) columns = pipes;
    assert.equal(pipes, columns, line);
  }
}

function unescapedPipes(line: string): number {
  let count = 0;
  for (let index = 0; index < line.length; index += 1) {
    if (line[index] === '\\') index += 1;
    else if (line[index] === '|') count += 1;
  }
  return count;
}

/** Tags nest and close, entities are known, no control characters: enough to see an injection. */
function assertWellFormed(text: string, empty: readonly string[]): void {
  assert.doesNotMatch(text.replaceAll('\n', ''), /[\p{Cc}\uFFFE\uFFFF]/u);
  assert.ok(text.isWellFormed());
  assert.doesNotMatch(text.replace(/<style>.*?<\/style>/s, ''), /&(?!(?:amp|lt|gt|quot|#39);)/);
  const open: string[] = [];
  const body = text.replace(/^<\?xml [^?]*\?>/, '').replace(/<style>.*?<\/style>/s, '');
  for (const [tag] of body.matchAll(/<[^>]*>/g)) {
    const match = /^<(\/?)([a-z][\w-]*)((?: [\w:-]+="[^"<]*")*)(\/?)>$/i.exec(tag);
    assert.ok(match, `not a tag: ${tag}`);
    const [, closing, name = '', , selfClosing] = match;
    if (closing === '/') assert.equal(open.pop(), name);
    else if (selfClosing !== '/' && !empty.includes(name)) open.push(name);
  }
  assert.deepEqual(open, []);
}
