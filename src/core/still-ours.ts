// Is what answered at the end still what was proven at the beginning?
import type { ChannelReport, ValidityCheck } from './result.gen.ts';

/** The second look at the server, after the last rung. */
export interface SecondLook {
  /** Who holds the port; absent: cannot be told for this kind of engine. */
  readonly ownership?: { readonly state: 'ours' | 'foreign' | 'unknown'; readonly message: string };
  readonly server_version?: string;
  readonly served_models?: readonly string[];
  readonly max_model_len?: number;
}

/**
 * Compares the server after the ladder with the one that was proven before it. A difference is invalid: somebody else
 * answered for a part of the run. What is not answered any more is unknown, never equal.
 */
export function stillOurs(
  before: Pick<ChannelReport, 'model_id' | 'served_models' | 'max_model_len' | 'server_version'>,
  now: SecondLook,
): ValidityCheck {
  const check = (state: ValidityCheck['state'], message: string): ValidityCheck => ({
    rule: 'server_is_ours',
    state,
    required: false,
    message,
  });
  const { ownership } = now;
  if (ownership?.state === 'foreign') return check('invalid', ownership.message);
  const changes = [
    changed('version', before.server_version, now.server_version),
    changed('max_model_len', before.max_model_len, now.max_model_len),
    before.served_models.includes(before.model_id) &&
    now.served_models !== undefined &&
    !now.served_models.includes(before.model_id)
      ? `the model ${before.model_id} is not served any more`
      : undefined,
  ].filter((change) => change !== undefined);
  if (changes.length > 0)
    return check('invalid', `another server answers after the ladder: ${changes.join(', ')}`);
  const silent = [
    before.server_version !== undefined && now.server_version === undefined ? '/version' : undefined,
    before.served_models.length > 0 && now.served_models === undefined ? '/v1/models' : undefined,
  ].filter((path) => path !== undefined);
  if (silent.length > 0) return check('unknown', `${silent.join(' and ')} did not answer after the ladder`);
  if (ownership?.state === 'unknown') return check('unknown', ownership.message);
  return check(
    'valid',
    ownership?.message ?? 'version, model and its length are what they were before the ladder',
  );
}

function changed(
  name: string,
  before: string | number | undefined,
  now: string | number | undefined,
): string | undefined {
  return before === undefined || now === undefined || before === now
    ? undefined
    : `${name} ${before} → ${now}`;
}
