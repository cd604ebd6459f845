import type { getOctokit } from '@actions/github';
import type { Result } from '../core/result.gen.ts';
import { type CommentOptions, renderComment } from '../report/markdown.ts';
import { type Marker, parseMarker } from '../report/marker.ts';
import { withRetries } from './trouble.ts';

export type CommentMode = 'auto' | 'always' | 'on-change' | 'never';

export interface CommentRequest {
  readonly token: string;
  /** GITHUB_API_URL. */
  readonly api_url: string;
  readonly owner: string;
  readonly repo: string;
  readonly pull: number;
  /** Head commit that was measured. */
  readonly head_sha: string;
  readonly run_id: number;
  readonly attempt: number;
  /** One sticky comment for each group. */
  readonly group: string;
  readonly mode: CommentMode;
  readonly result: Result;
  readonly links: Pick<CommentOptions, 'run_url' | 'artifact_url'>;
  readonly signal: AbortSignal;
}

export type CommentOutcome =
  | { readonly kind: 'created' | 'updated'; readonly url: string; readonly note?: string }
  | { readonly kind: 'skipped'; readonly reason: string; readonly url?: string };

interface OwnComment {
  readonly id: number;
  readonly url: string;
  readonly marker: Marker;
}

interface Session {
  readonly octokit: ReturnType<typeof getOctokit>;
  readonly request: CommentRequest;
}

/** What GITHUB_TOKEN writes as. Such a token may not ask who it is. */
const ACTIONS_LOGIN = 'github-actions[bot]';
const REQUEST_TIMEOUT_MS = 30_000;
const PER_PAGE = 100;
/** No pull request has ten thousand comments; a server that always sends a full page must not hold us. */
const MAX_PAGES = 100;

/**
 * Writes the one comment of a group: updates ours if it is there, creates it otherwise, deletes doubles that a
 * concurrent job made. Never touches a comment of somebody else, nor one of a newer run. Rejects with what
 * GitHub or the network said.
 */
export async function upsertComment(request: CommentRequest): Promise<CommentOutcome> {
  if (request.mode === 'never') return { kind: 'skipped', reason: 'report.comment is never' };
  // Loaded only now: it reads the event file when it is loaded, and that may fail.
  const github = await import('@actions/github');
  const octokit = github.getOctokit(request.token, { baseUrl: request.api_url });
  const session: Session = { octokit, request };
  // The whole is repeated, not the single call: a create that GitHub did carry out is found by the next listing.
  return withRetries(() => upsertOnce(session), request.signal);
}

/** What to do about the comment that is there; pure, as a table in the tests. */
export function decideComment(facts: {
  readonly mode: CommentMode;
  readonly ours: Marker;
  readonly existing: Marker | undefined;
  /** Head of the pull request at this moment. */
  readonly head_now: string;
  readonly passed: boolean;
}): { readonly write: true; readonly note?: string } | { readonly write: false; readonly reason: string } {
  const { mode, ours, existing, head_now, passed } = facts;
  const isStale = head_now !== ours.head;
  if (existing !== undefined) {
    const isOfNewerHead = isStale && existing.head === head_now;
    const isLater = existing.run > ours.run || (existing.run === ours.run && existing.attempt > ours.attempt);
    if (isOfNewerHead || isLater) {
      return {
        write: false,
        reason: 'the comment is about a newer commit or from a newer run; it was left as it is',
      };
    }
  }
  if (mode === 'on-change' && passed && (existing === undefined || existing.state === ours.state)) {
    return { write: false, reason: 'report.comment is on-change: a pass as before' };
  }
  if (!isStale) return { write: true };
  return {
    write: true,
    note: `This is about commit ${ours.head.slice(0, 12)}; the pull request has moved on to ${head_now.slice(0, 12)}.`,
  };
}

async function upsertOnce(session: Session): Promise<CommentOutcome> {
  const { request } = session;
  const login = await whoAmI(session);
  const head_now = await currentHead(session);
  const existing = (await listOwn(session, login))[0];
  const ours: Marker = {
    group: request.group,
    head: request.head_sha,
    run: request.run_id,
    attempt: request.attempt,
    state: `${request.result.verdict.verdict}/${request.result.verdict.code}`,
  };
  const passed = request.result.verdict.verdict === 'pass';
  const decision = decideComment({ mode: request.mode, ours, existing: existing?.marker, head_now, passed });
  if (!decision.write) {
    return { kind: 'skipped', reason: decision.reason, ...(existing !== undefined && { url: existing.url }) };
  }
  const note = decision.note === undefined ? {} : { note: decision.note };
  const body = renderComment(request.result, {
    ...{ ...request.links, ...note, commit: request.head_sha },
    marker: ours,
  });
  if (existing !== undefined) {
    const url = await update(session, existing.id, body);
    await removeDoubles(session, login, existing.id);
    return { kind: 'updated', url, ...note };
  }
  const created = await create(session, body);
  // An app's token may not ask for its login; now we know it, and may find its earlier comment.
  const oldest = (await listOwn(session, created.login))[0];
  if (oldest === undefined || oldest.id === created.id) return { kind: 'created', url: created.url, ...note };
  // A concurrent job, or our own earlier run, was first: one comment stays, with the later content.
  const again = decideComment({ mode: 'always', ours, existing: oldest.marker, head_now, passed });
  const url = again.write ? await update(session, oldest.id, body) : oldest.url;
  await removeDoubles(session, created.login, oldest.id);
  return again.write ? { kind: 'updated', url, ...note } : { kind: 'skipped', reason: again.reason, url };
}

async function whoAmI({ octokit, request }: Session): Promise<string> {
  try {
    const { data } = await octokit.rest.users.getAuthenticated(options(request));
    return data.login;
  } catch (error) {
    const { status } = error as { status?: unknown };
    if (status === 403 || status === 404) return ACTIONS_LOGIN;
    throw error;
  }
}

async function currentHead({ octokit, request }: Session): Promise<string> {
  const { owner, repo, pull } = request;
  const { data } = await octokit.rest.pulls.get({ owner, repo, pull_number: pull, ...options(request) });
  return data.head.sha;
}

/** Comments of this group by this author, oldest first, over all pages. */
async function listOwn({ octokit, request }: Session, login: string): Promise<readonly OwnComment[]> {
  const { owner, repo, pull, group } = request;
  const found: OwnComment[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const listing = { owner, repo, issue_number: pull, per_page: PER_PAGE, page, ...options(request) };
    const { data } = await octokit.rest.issues.listComments(listing);
    for (const comment of data) {
      const marker = comment.user?.login === login ? parseMarker(comment.body ?? '') : undefined;
      if (marker?.group === group) found.push({ id: comment.id, url: comment.html_url, marker });
    }
    if (data.length < PER_PAGE) break;
  }
  return found.sort((a, b) => a.id - b.id);
}

async function create(
  { octokit, request }: Session,
  body: string,
): Promise<{ id: number; url: string; login: string }> {
  const { owner, repo, pull } = request;
  const target = { owner, repo, issue_number: pull, body, ...options(request) };
  const { data } = await octokit.rest.issues.createComment(target);
  return { id: data.id, url: data.html_url, login: data.user?.login ?? ACTIONS_LOGIN };
}

async function update({ octokit, request }: Session, comment_id: number, body: string): Promise<string> {
  const { owner, repo } = request;
  const { data } = await octokit.rest.issues.updateComment({
    owner,
    repo,
    comment_id,
    body,
    ...options(request),
  });
  return data.html_url;
}

/** Keeps one comment of ours. What cannot be deleted now, the next run deletes: the comment itself is written. */
async function removeDoubles(session: Session, login: string, keep: number): Promise<void> {
  const { octokit, request } = session;
  const { owner, repo } = request;
  for (const { id } of await listOwn(session, login)) {
    if (id === keep) continue;
    await octokit.rest.issues
      .deleteComment({ owner, repo, comment_id: id, ...options(request) })
      .catch(() => undefined);
  }
}

const options = (request: CommentRequest): { request: { signal: AbortSignal } } => ({
  request: { signal: AbortSignal.any([request.signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]) },
});
