import { error, notice, setOutput, summary, warning } from '@actions/core';
import type { Config } from '../config/config.ts';
import type { Result } from '../core/result.gen.ts';
import type { Log } from '../ports.ts';
import { annotationsOf } from '../report/annotations.ts';
import { plain } from '../report/escape.ts';
import { summaryLine } from '../report/facts.ts';
import { renderSummary } from '../report/summary.ts';
import { type UploadedArtifact, uploadArtifact, uploadObstacle } from './artifact.ts';
import { upsertComment } from './comment.ts';
import type { JobContext } from './context.ts';
import { troubleOf } from './trouble.ts';

interface PublishRequest {
  readonly result: Result;
  /** Absent: not in an Actions job that we understand. */
  readonly context?: JobContext;
  readonly token?: string;
  readonly report: Config['report'];
  /** Files in the output folder, for the outputs of the step. */
  readonly paths: { readonly result: string; readonly report: string };
  /** What may leave the machine. */
  readonly bundle: () => Promise<ArtifactFiles>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Pick<Log, 'info' | 'warning'>;
}

interface ArtifactFiles extends AsyncDisposable {
  readonly root: string;
  readonly files: readonly string[];
}

export interface Published {
  readonly comment_url?: string;
  readonly artifact?: UploadedArtifact;
  /** What did not work, each with what to change; already logged as warnings. */
  readonly troubles: readonly string[];
}

/** Longest time for all of it: a report is not worth a runner that hangs. */
const MAX_PUBLISH_MS = 180_000;

/**
 * Shows a result in GitHub: artifact, comment, job summary, annotations, outputs. Each failure is a warning
 * that says what to change; none changes the verdict, and nothing is thrown.
 */
export async function publish(request: PublishRequest): Promise<Published> {
  const troubles: string[] = [];
  const attempt = async <T>(what: string, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (problem) {
      const text = `${what}: ${plain(troubleOf(problem).message, 800)}`;
      troubles.push(text);
      request.log.warning(text);
      return undefined;
    }
  };
  const artifact = await attempt('Artifact not uploaded', () => uploadBundle(request));
  const comment_url = await attempt('Comment not written', () => writeComment(request, artifact));
  await attempt('Job summary not written', () => writeSummary(request, artifact));
  await attempt('Annotations not written', async () => annotate(request.result));
  const published: Published = {
    troubles,
    ...(comment_url !== undefined && { comment_url }),
    ...(artifact !== undefined && { artifact }),
  };
  await attempt('Outputs not written', async () => writeOutputs(request, published));
  return published;
}

async function uploadBundle(request: PublishRequest): Promise<UploadedArtifact | undefined> {
  const { context, report, env, log } = request;
  if (context === undefined) return undefined;
  const obstacle = uploadObstacle(env, context.server_url);
  if (obstacle !== undefined) {
    log.info(`No artifact: ${obstacle}`);
    return undefined;
  }
  await using bundle = await request.bundle();
  const { server_url, owner, repo, run_id } = context;
  const artifact = await uploadArtifact({
    ...{ server_url, owner, repo, run_id, root: bundle.root, files: bundle.files },
    name: report.artifact_name,
    retention_days: report.retention_days,
  });
  log.info(`Artifact ${artifact.name}: ${artifact.url}`);
  return artifact;
}

async function writeComment(
  request: PublishRequest,
  artifact: UploadedArtifact | undefined,
): Promise<string | undefined> {
  const { context, token, report, result, log } = request;
  const pull = context?.pull;
  const reason =
    report.comment === 'never'
      ? 'report.comment is never'
      : context === undefined || pull === undefined
        ? 'this run does not belong to a pull request'
        : token === undefined || token === ''
          ? 'no github-token was given'
          : undefined;
  if (reason !== undefined || context === undefined || pull === undefined || token === undefined) {
    log.info(`No comment: ${reason}. The job summary has the report.`);
    return undefined;
  }
  const { owner, repo, run_id, attempt, api_url, run_url, workflow } = context;
  const outcome = await upsertComment({
    ...{ token, api_url, owner, repo, run_id, attempt, result },
    pull: pull.number,
    head_sha: pull.head_sha,
    group: report.group ?? workflow,
    mode: report.comment,
    links: { run_url, ...(artifact !== undefined && { artifact_url: artifact.url }) },
    signal: AbortSignal.timeout(MAX_PUBLISH_MS),
  });
  if (outcome.kind === 'skipped') log.info(`Comment not changed: ${outcome.reason}.`);
  else
    log.info(
      `Comment ${outcome.kind}: ${outcome.url}${outcome.note === undefined ? '' : ` (${outcome.note})`}`,
    );
  return outcome.url;
}

async function writeSummary(
  { result, context, env }: PublishRequest,
  artifact: UploadedArtifact | undefined,
): Promise<void> {
  if (!env['GITHUB_STEP_SUMMARY']) return;
  const text = renderSummary(result, {
    ...(context !== undefined && { run_url: context.run_url }),
    ...(context?.head_sha !== undefined && { commit: context.head_sha }),
    ...(artifact !== undefined && { artifact_url: artifact.url }),
  });
  await summary.addRaw(text, true).write();
}

function annotate(result: Result): void {
  const write = { error, warning, notice };
  for (const { level, title, message } of annotationsOf(result)) write[level](message, { title });
}

/** Without GITHUB_OUTPUT the old command would be printed, which no runner takes any more. */
function writeOutputs({ result, paths, env }: PublishRequest, { comment_url, artifact }: Published): void {
  if (!env['GITHUB_OUTPUT']) return;
  const outputs: Readonly<Record<string, string | number>> = {
    verdict: result.verdict.verdict,
    'exit-code': result.verdict.exit_code,
    summary: plain(summaryLine(result), 500),
    capacity: result.capacity.lower ?? '',
    knee: result.knee ?? '',
    result: paths.result,
    report: paths.report,
    'comment-url': comment_url ?? '',
    'artifact-id': artifact?.id ?? '',
    'artifact-url': artifact?.url ?? '',
    'artifact-digest': artifact?.digest ?? '',
  };
  for (const [name, value] of Object.entries(outputs)) setOutput(name, value);
}
