import type { Cell, Finding, Result, Verdict } from '../core/result.gen.ts';
import { html as xml } from './escape.ts';
import { findingPlace } from './facts.ts';
import { cellPlace, checkName, headline, TEXT } from './texts.ts';

interface Case {
  readonly suite: string;
  readonly name: string;
  readonly verdict: Verdict;
  readonly message: string;
}

/**
 * JUnit XML: one case for the whole run, one for each cell, one for each other finding that carries a verdict.
 * fail is a failure, invalid and error are errors, inconclusive is skipped.
 */
export function renderJunit(result: Result): string {
  const cases: readonly Case[] = [
    { suite: 'verdict', name: 'whole run', verdict: result.verdict.verdict, message: headline(result) },
    ...result.cells.map(cellCase),
    ...result.findings.filter(isOwnCase).map(findingCase),
  ];
  const suites = ['verdict', 'completeness', 'budget', 'comparison', 'findings']
    .map((suite) => ({ suite, cases: cases.filter((each) => each.suite === suite) }))
    .filter(({ cases: own }) => own.length > 0)
    .map(({ suite, cases: own }) => suiteXml(suite, own, result));
  const title = `${TEXT.product}${result.simulated ? ' (SIMULATED)' : ''}`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${xml(title)}" ${counts(cases)} time="${seconds(result.wall_s)}">`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

function cellCase(cell: Cell): Case {
  return {
    suite: cell.kind,
    name: `${checkName(cell)} at ${cellPlace(cell)}`,
    verdict: cell.verdict,
    message: cell.needs === undefined ? cell.message : `${cell.message}; needs ${cell.needs}`,
  };
}

/** Findings about cells are in the cells already; exploring rungs are never judged. */
function isOwnCase(finding: Finding): boolean {
  const isCell =
    finding.kind === 'completeness' || finding.kind === 'budget' || finding.kind === 'comparison';
  return (
    finding.verdict !== undefined && finding.exploring !== true && !(isCell && finding.rate !== undefined)
  );
}

function findingCase(finding: Finding): Case {
  const place = findingPlace(finding);
  return {
    suite: 'findings',
    name: place === undefined ? finding.code : `${finding.code} at ${place}`,
    verdict: finding.verdict ?? 'error',
    message: finding.message,
  };
}

function suiteXml(suite: string, cases: readonly Case[], result: Result): string {
  const lines = cases.map((each) => {
    const open = `    <testcase classname="${xml(`${TEXT.product}.${suite}`)}" name="${xml(each.name, 300)}" time="0"`;
    const inner = outcome(each);
    return inner === undefined ? `${open}/>` : `${open}>${inner}</testcase>`;
  });
  const head = `  <testsuite name="${xml(suite)}" ${counts(cases)} timestamp="${xml(result.started_at, 40)}" time="0">`;
  return [head, ...lines, '  </testsuite>'].join('\n');
}

function outcome({ verdict, message }: Case): string | undefined {
  const text = xml(message, 2000);
  switch (verdict) {
    case 'pass':
      return undefined;
    case 'fail':
      return `<failure type="fail" message="${text}"/>`;
    case 'invalid':
    case 'error':
      return `<error type="${verdict}" message="${text}"/>`;
    case 'inconclusive':
      return `<skipped message="${text}"/>`;
  }
}

function counts(cases: readonly Case[]): string {
  const count = (...verdicts: readonly Verdict[]): number =>
    cases.filter((each) => verdicts.includes(each.verdict)).length;
  return `tests="${cases.length}" failures="${count('fail')}" errors="${count('invalid', 'error')}" skipped="${count('inconclusive')}"`;
}

const seconds = (value: number): string => (Number.isFinite(value) ? value.toFixed(3) : '0');
