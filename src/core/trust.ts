// What the validity checks of a rung or a run mean for its verdict.
import type { RungResult, ValidityCheck } from './result.gen.ts';
import { adviceFor } from './triage.ts';
import { blames, type EngineKind, RUN_RULES, RUNG_RULES } from './validity.ts';
import type { Statement } from './verdict.ts';

/** Whether a rung can be trusted, and whether its failures can be held against the server. */
export interface Trust {
  readonly invalid: readonly ValidityCheck[];
  /** Required evidence that is unknown or not there at all. */
  readonly lacking: readonly { readonly rule: string; readonly message: string }[];
  /**
   * Invalid because of the client or the channel: failures are not the server's. An answer without measure is, since
   * reading it is what made the client late.
   */
  readonly excuses_server: boolean;
  /** Invalid because of the client itself. */
  readonly client_invalid: boolean;
  readonly restarted: boolean;
}

/** Reads the checks of a rung against the table: a required rule without a check is lacking, never valid. */
export function trustIn(rung: RungResult, kind: EngineKind, strict: boolean): Trust {
  const invalid = rung.checks.filter(({ state }) => state === 'invalid');
  const blamed = invalid.map(({ rule }) => blames(rule));
  return {
    invalid,
    lacking: rung.state === 'not_run' ? [] : lackingEvidence(rung.checks, RUNG_RULES, kind, strict),
    excuses_server:
      (rung.flooded ?? 0) === 0 && blamed.some((blame) => blame === 'client' || blame === 'channel'),
    client_invalid: blamed.includes('client'),
    restarted: invalid.some(({ rule }) => rule === 'server_restarted'),
  };
}

/** Findings about the checks of one rung. On an exploring rung they are shown and never judged. */
export function rungStatements(rung: RungResult, trust: Trust): Statement[] {
  const where = { rate: rung.rate, run: rung.run };
  const exploring = rung.kind === 'exploring' ? { exploring: true, severity: 'notice' as const } : {};
  const at = `at ${rung.rate} req/s`;
  const invalid = trust.invalid.map((check): Statement => {
    const isClient = blames(check.rule) === 'client';
    const restarted = check.rule === 'server_restarted';
    return {
      finding: {
        kind: isClient ? 'client' : restarted ? 'engine' : 'validity',
        severity: 'error',
        verdict: restarted ? 'fail' : 'invalid',
        code: restarted ? 'server_restarted' : isClient ? `client_${withoutClient(check.rule)}` : check.rule,
        message: `${at}, ${check.message}`,
        ...where,
        ...(check.numbers === undefined ? {} : { numbers: check.numbers }),
        ...remedyFor(check.rule),
        ...exploring,
      },
      outranks_invalid: restarted && !trust.client_invalid,
    };
  });
  const lacking = trust.lacking.map(
    ({ rule, message }): Statement => ({
      finding: {
        kind: 'validity',
        severity: 'warning',
        verdict: 'inconclusive',
        code: 'evidence',
        message: `${at}, required evidence is missing: ${rule}: ${message}`,
        ...where,
        ...exploring,
      },
    }),
  );
  return [...invalid, ...lacking, ...noteworthy(rung)];
}

/** Findings about the checks of the whole run. */
export function runStatements(
  checks: readonly ValidityCheck[],
  kind: EngineKind,
  strict: boolean,
): Statement[] {
  const invalid = checks
    .filter(({ state }) => state === 'invalid')
    .map(
      ({ rule, message, numbers }): Statement => ({
        finding: {
          kind: 'validity',
          severity: 'error',
          verdict: 'invalid',
          code: rule,
          message,
          ...(numbers === undefined ? {} : { numbers }),
          ...remedyFor(rule),
        },
      }),
    );
  const lacking = lackingEvidence(checks, RUN_RULES, kind, strict).map(
    ({ rule, message }): Statement => ({
      finding: {
        kind: 'validity',
        severity: 'warning',
        verdict: 'inconclusive',
        code: 'evidence',
        message: `required evidence is missing: ${rule}: ${message}`,
      },
    }),
  );
  return [...invalid, ...lacking];
}

function lackingEvidence(
  checks: readonly ValidityCheck[],
  rules: typeof RUNG_RULES | typeof RUN_RULES,
  kind: EngineKind,
  strict: boolean,
): { rule: string; message: string }[] {
  const unknown = checks.filter(
    ({ state, required, rule }) => state === 'unknown' && (required || isRequired(rules, rule, kind, strict)),
  );
  const absent = rules
    .filter(({ rule }) => isRequired(rules, rule, kind, strict))
    .filter(({ rule }) => !checks.some((check) => check.rule === rule))
    .map(({ rule }) => ({ rule, message: 'it was not checked' }));
  return [...unknown.map(({ rule, message }) => ({ rule, message })), ...absent];
}

function isRequired(
  rules: typeof RUNG_RULES | typeof RUN_RULES,
  rule: string,
  kind: EngineKind,
  strict: boolean,
): boolean {
  const row = rules.find((candidate) => candidate.rule === rule);
  return row !== undefined && (strict ? row.applies_to : row.required_for).includes(kind);
}

/** Things that decide nothing and that a reader should still see. */
function noteworthy(rung: RungResult): Statement[] {
  const exploring = rung.kind === 'exploring' ? { exploring: true } : {};
  const touched = rung.checks.find(({ rule }) => rule === 'concurrency_cap')?.numbers?.['cap_touched'] ?? 0;
  const cap: Statement[] =
    touched > 0
      ? [
          {
            finding: {
              kind: 'client',
              severity: 'warning',
              code: 'concurrency_cap',
              message: `at ${rung.rate} req/s, ${touched} requests waited at load.max_concurrency; their wait counts as latency`,
              rate: rung.rate,
              run: rung.run,
              ...exploring,
            },
          },
        ]
      : [];
  if (rung.saturation !== 'saturated') return cap;
  return [
    ...cap,
    {
      finding: {
        kind: 'note',
        severity: 'notice',
        code: 'saturated',
        message: `the server is saturated at ${rung.rate} req/s: ${rung.saturation_reason ?? ''}`,
        rate: rung.rate,
        run: rung.run,
        ...exploring,
      },
    },
  ];
}

/** What to do where the failure catalogue knows what a rule has seen. */
function remedyFor(rule: string): { readonly hint?: string } {
  const advice = adviceFor(rule);
  return advice === undefined ? {} : { hint: advice.remedy };
}

function withoutClient(rule: string): string {
  return rule.replace(/^client_/, '');
}
