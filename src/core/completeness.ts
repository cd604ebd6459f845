// Did every planned request of a gating rung complete?
import type { Cell, RungResult, Verdict } from './result.gen.ts';
import type { EngineKind } from './validity.ts';

/** The completeness cell of a rung, and whether the server failed a request in it. */
export interface Completeness {
  readonly cell: Cell;
  readonly server_failed: boolean;
}

/** Only a measured rung whose sent, completed and planned requests are the same number passes. */
export function checkCompleteness(rung: RungResult, kind: EngineKind): Completeness {
  const { rate, planned, sent, completed, failed, state } = rung;
  const refused = kind === 'external' ? countOf(rung, 'rate_limited') : 0;
  const cell = (verdict: Verdict, code: string, message: string): Cell => ({
    kind: 'completeness',
    metric: 'completed',
    rate,
    verdict,
    code,
    message,
    ...(Number.isFinite(completed) ? { value: completed } : {}),
    ...(Number.isFinite(planned) ? { limit: planned } : {}),
    scope: 'counted',
  });
  const at = `at ${rate} req/s`;
  const reason = rung.state_reason === undefined ? '' : `: ${rung.state_reason}`;
  if (state === 'not_run') {
    const text = `the rung ${at} was not run${reason}`;
    return { cell: cell('inconclusive', rung.state_code ?? 'not_run', text), server_failed: false };
  }
  if (failed - refused > 0) {
    const of = state === 'stopped' ? `${sent} sent requests (${planned} planned)` : `${planned} requests`;
    const text = `${failed} of ${of} failed ${at} (${classesText(rung)})`;
    return { cell: cell('fail', worstClass(rung), text), server_failed: true };
  }
  if (refused > 0) {
    const text = `the channel's rate limit refused ${refused} of ${planned} requests ${at}`;
    return { cell: cell('invalid', 'quota', text), server_failed: false };
  }
  if (state === 'stopped') {
    const text = `the rung ${at} ended early with ${completed} of ${planned} requests completed${reason}`;
    return { cell: cell('inconclusive', rung.state_code ?? 'stopped', text), server_failed: false };
  }
  if (sent < planned) {
    const text = `only ${sent} of ${planned} requests were sent ${at}`;
    return { cell: cell('invalid', 'counts', text), server_failed: false };
  }
  const isWhole = Number.isSafeInteger(planned) && planned > 0;
  if (isWhole && sent === planned && completed === planned && failed === 0 && rung.failures.length === 0) {
    return {
      cell: cell('pass', 'complete', `all ${planned} requests completed ${at}`),
      server_failed: false,
    };
  }
  const text = `the counts ${at} do not add up: ${completed} completed and ${failed} failed of ${planned}`;
  return { cell: cell('inconclusive', 'counts_disagree', text), server_failed: false };
}

/** `http_5xx` for one class, `http_5xx 2, timeout 1` for several. */
function classesText({ failures }: RungResult): string {
  const [first, ...more] = failures.filter(({ class: name }) => name !== 'cancelled');
  if (first === undefined) return 'class unknown';
  if (more.length === 0) return first.class;
  return [first, ...more].map(({ class: name, count }) => `${name} ${count}`).join(', ');
}

function worstClass({ failures }: RungResult): string {
  return failures.find(({ class: name }) => name !== 'cancelled')?.class ?? 'failed';
}

function countOf({ failures }: RungResult, name: string): number {
  return failures.reduce((sum, failure) => (failure.class === name ? sum + failure.count : sum), 0);
}
