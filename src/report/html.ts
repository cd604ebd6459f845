import type { Cell, Result, RungResult, Verdict } from '../core/result.gen.ts';
import { renderChart } from './chart.ts';
import { html } from './escape.ts';
import {
  environment,
  type Fact,
  failureLines,
  findingPlace,
  otherFields,
  rankedCells,
  rankedFindings,
  stopLines,
  validityNotes,
} from './facts.ts';
import { gpuTable } from './gpus.ts';
import { type Ladder, type LadderRow, ladderOf, valueText } from './ladder.ts';
import { changeText } from './markdown.ts';
import { STYLE } from './style.ts';
import {
  capacityText,
  cellCounts,
  cellPlace,
  checkName,
  comparisonText,
  completedText,
  footer,
  headline,
  rungLabel,
  SYMBOL,
  sentences,
  TEXT,
} from './texts.ts';
import { ABSENT, bare, metricName, percent, rateText, unlike } from './units.ts';

// Nothing is loaded and nothing runs: the only style is the one inside the page.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** One file that needs no network and no script: verdict, ladder, chart, checks, environment. */
export function renderHtml(result: Result): string {
  const title = result.title ?? `${TEXT.product} ${result.run_id}`;
  const { verdict } = result.verdict;
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${html(POLICY)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${html(`${verdict}: ${title}`, 200)}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    '<main>',
    `<h1 class="${verdict}">${SYMBOL[verdict]} ${html(headline(result), 500)}${result.simulated ? ' (SIMULATED)' : ''}</h1>`,
    result.simulated ? `<p class="simulated">${TEXT.simulated}</p>` : '',
    result.title === undefined ? '' : `<p><strong>${html(result.title, 200)}</strong></p>`,
    `<p>${html(comparisonText(result))}; ${html(capacityText(result))}${kneeText(result)}.</p>`,
    ladderTable(ladderOf(result, 12)),
    chartBlock(result),
    section(TEXT.decided, decided(result)),
    section(TEXT.checks, checkTable(result)),
    gpuSection(result),
    section(TEXT.environment, environmentBlock(result)),
    section(TEXT.validity, validity(result)),
    section(TEXT.rungDetails, metricTable(result) + bucketTables(result)),
    section(TEXT.reproduce, `<pre>${html(result.reproduce, 4000)}</pre>`),
    `<footer>${html(footer(result))}. ${html(`${result.started_at} to ${result.ended_at}`, 100)}.</footer>`,
    '</main>',
    '</body>',
    '</html>',
    '',
  ]
    .filter((part) => part !== '')
    .join('\n');
}

const kneeText = (result: Result): string =>
  result.knee === undefined ? '' : `. Geometric knee of TTFT: ${rateText(result.knee)} req/s`;

function ladderTable(ladder: Ladder): string {
  if (ladder.rows.length === 0) return `<p>${TEXT.noRungs}</p>`;
  const head = [
    'req/s',
    'Completed',
    ...ladder.columns.map(({ label, unit }) => `${html(label, 60)}${unit === 'ms' ? ' (ms)' : ''}`),
    'Verdict',
  ];
  return table(
    head,
    ladder.rows.map((row) => ladderCells(row, ladder)),
  );
}

function ladderCells(row: LadderRow, ladder: Ladder): string[] {
  return [
    html(rungLabel(row.rung)),
    completedText(row.rung),
    ...ladder.columns.map((column, index) => {
      const value = row.values[index];
      if (value === undefined) return ABSENT;
      const badge = value.verdict === undefined ? '' : ` ${verdictBadge(value.verdict)}`;
      return `<span class="number">${html(valueText(value, column))}</span>${badge}`;
    }),
    rowVerdict(row),
  ];
}

function rowVerdict({ rung, verdict }: LadderRow): string {
  if (rung.kind === 'exploring') return `<span class="number">${TEXT.exploring}</span>`;
  return verdict === undefined ? TEXT.notJudged : verdictBadge(verdict);
}

function chartBlock(result: Result): string {
  const chart = renderChart(result);
  return chart === undefined ? '' : `<figure>${chart}</figure>`;
}

function decided(result: Result): string {
  const items = rankedFindings(result).map((finding) => {
    const place = findingPlace(finding);
    const lead = finding.verdict === undefined ? finding.severity : verdictBadge(finding.verdict);
    const text = sentences(finding.message, finding.hint);
    const evidence = (finding.evidence ?? []).slice(0, 40).map((line) => html(line, 500));
    const block = evidence.length === 0 ? '' : `<pre>${evidence.join('\n')}</pre>`;
    return `<li>${lead}${place === undefined ? '' : ` (${html(place)})`}: ${html(text, 2000)}${block}</li>`;
  });
  return `<ul>${items.join('\n')}<li>${html(cellCounts(result))}</li></ul>`;
}

const checkTable = (result: Result): string =>
  table(
    ['Check', 'Where', 'Measured', 'Against', 'Change', 'Detectable', 'Verdict', 'Why'],
    rankedCells(result).map(checkCells),
  );

function checkCells(cell: Cell): string[] {
  const { unit } = metricName(cell.metric);
  const [value, against] = unlike(cell.value, cell.limit ?? cell.baseline, unit);
  const why = [cell.message, cell.scope, cell.needs === undefined ? undefined : `needs ${cell.needs}`];
  return [
    html(checkName(cell)),
    `<span class="number">${cellPlace(cell)}</span>`,
    value,
    against,
    changeText(cell),
    percent(cell.detectable),
    verdictBadge(cell.verdict),
    html(why.filter((part) => part !== undefined).join('; ')),
  ];
}

function gpuSection(result: Result): string {
  const gpus = gpuTable(result);
  return gpus === undefined ? '' : section(TEXT.gpus, table(gpus.head, gpus.rows));
}

function environmentBlock(result: Result): string {
  const differences = result.comparison.differences.map((each) => [
    html(each.field),
    html(String(each.baseline ?? TEXT.unknown)),
    html(String(each.candidate ?? TEXT.unknown)),
    each.class,
    each.under_test ? 'yes' : 'no',
  ]);
  const changed =
    differences.length === 0
      ? ''
      : `<h3>${TEXT.differences}</h3>${table(['Field', 'Baseline', 'Candidate', 'Class', 'Under test'], differences)}`;
  return factTable([...environment(result), ...otherFields(result)]) + changed;
}

const factTable = (facts: readonly Fact[]): string =>
  table(
    ['Field', 'Value', 'Read from'],
    facts.map(({ name, value, source }) => [html(name), html(value), html(source ?? ABSENT)]),
  );

function validity(result: Result): string {
  const rows = validityNotes(result).map(({ place, check }) => [
    check.state === 'invalid' ? verdictBadge('invalid') : check.state,
    html(place),
    html(check.rule),
    html(check.message),
    check.required ? 'required' : 'optional',
  ]);
  const warmup = result.warmup;
  const lines = [
    ...(warmup === undefined ? [] : [`Warm-up ${warmup.state}: ${warmup.message}`]),
    ...(result.comparison.unknown_on_both.length === 0
      ? []
      : [`Environment not proven, unknown on both sides: ${result.comparison.unknown_on_both.join(', ')}`]),
    ...stopLines(result),
    ...failureLines(result),
  ];
  const list = lines.length === 0 ? '' : `<ul>${lines.map((line) => `<li>${html(line)}</li>`).join('')}</ul>`;
  const notes = rows.length === 0 ? `<p>${result.rungs.length > 0 ? TEXT.allValid : TEXT.noRungs}</p>` : '';
  return `${notes}${rows.length === 0 ? '' : table(['State', 'Where', 'Rule', 'Message', 'Evidence'], rows)}${list}`;
}

/** Every metric of every rung, from the scheduled time. */
function metricTable(result: Result): string {
  const names = [...new Set(result.rungs.flatMap((rung) => Object.keys(rung.metrics)))].sort();
  if (names.length === 0) return `<p>${TEXT.noRungs}</p>`;
  const value = (rung: RungResult, name: string): string =>
    bare(Object.hasOwn(rung.metrics, name) ? rung.metrics[name] : undefined, metricName(name).unit);
  return table(
    ['Metric', ...result.rungs.map((rung) => html(rungLabel(rung)))],
    names.map((name) => [html(name), ...result.rungs.map((rung) => value(rung, name))]),
  );
}

function bucketTables(result: Result): string {
  const rows = result.rungs.flatMap((rung) =>
    rung.buckets.map((bucket) => [
      html(rungLabel(rung)),
      `${bucket.from_tokens} to ${bucket.to_tokens}`,
      `${bucket.completed}/${bucket.requests}`,
      bare(bucket.metrics['median_ttft_ms'] ?? bucket.metrics['p50_ttft_ms'], 'ms'),
      bare(bucket.metrics['p99_ttft_ms'], 'ms'),
    ]),
  );
  if (rows.length === 0) return '';
  const head = ['req/s', 'Prompt tokens', 'Completed', 'TTFT p50 (ms)', 'TTFT p99 (ms)'];
  return `<h3>By prompt length</h3>${table(head, rows)}`;
}

const verdictBadge = (verdict: Verdict): string =>
  `<span class="badge ${verdict}">${SYMBOL[verdict]} ${verdict}</span>`;

const section = (title: string, body: string): string => `<section><h2>${title}</h2>\n${body}</section>`;

/** Cells are HTML already. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[], tag: 'th' | 'td'): string =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join('')}</tr>`;
  return [
    '<div class="wide"><table>',
    `<thead>${line(head, 'th')}</thead>`,
    `<tbody>${rows.map((row) => line(row, 'td')).join('\n')}</tbody>`,
    '</table></div>',
  ].join('\n');
}
