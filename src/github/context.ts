/** What an Actions job is about: which commit was measured, and for which pull request. */
export interface JobContext {
  readonly event: string;
  readonly owner: string;
  readonly repo: string;
  readonly workflow: string;
  readonly run_id: number;
  readonly attempt: number;
  /** Commit that the event is about; for a pull request its head, not the merge commit. */
  readonly head_sha?: string;
  readonly base_sha?: string;
  /** Absent: there is nothing to comment on. */
  readonly pull?: PullContext;
  readonly api_url: string;
  readonly server_url: string;
  /** Page of the workflow run. */
  readonly run_url: string;
}

interface PullContext {
  readonly number: number;
  readonly head_sha: string;
  readonly base_sha?: string;
  /** The head is in another repository, or in one that is gone. */
  readonly fork: boolean;
  readonly draft: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

const SHA = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const NAME = /^[A-Za-z0-9._-]{1,100}$/;

/**
 * Reads a job's environment and its event payload, which a stranger's pull request may have filled: a value
 * of the wrong type or shape counts as absent. Undefined outside of a job.
 */
export function readContext(
  env: Readonly<Record<string, string | undefined>>,
  payload: unknown,
): JobContext | undefined {
  const [owner = '', repo = '', ...rest] = (env['GITHUB_REPOSITORY'] ?? '').split('/');
  if (!NAME.test(owner) || !NAME.test(repo) || rest.length > 0) return undefined;
  const event = env['GITHUB_EVENT_NAME'] ?? '';
  const { pull, head_sha, base_sha } = subjectOf(event, fields(payload), `${owner}/${repo}`);
  const head = head_sha ?? sha(env['GITHUB_SHA']);
  const server_url = address(env['GITHUB_SERVER_URL'], 'https://github.com');
  const run_id = positive(Number(env['GITHUB_RUN_ID'])) ?? 0;
  const attempt = positive(Number(env['GITHUB_RUN_ATTEMPT'])) ?? 1;
  return {
    ...{ event, owner, repo, run_id, attempt, server_url },
    workflow: env['GITHUB_WORKFLOW'] ?? '',
    ...(head !== undefined && { head_sha: head }),
    ...(base_sha !== undefined && { base_sha }),
    ...(pull !== undefined && { pull }),
    api_url: address(env['GITHUB_API_URL'], 'https://api.github.com'),
    run_url: `${server_url}/${owner}/${repo}/actions/runs/${run_id}/attempts/${attempt}`,
  };
}

interface Subject {
  readonly pull?: PullContext | undefined;
  readonly head_sha?: string | undefined;
  readonly base_sha?: string | undefined;
}

function subjectOf(event: string, payload: Fields, repository: string): Subject {
  switch (event) {
    case 'pull_request':
    case 'pull_request_target':
      return ofPull(fields(payload['pull_request']), repository);
    case 'merge_group': {
      const group = fields(payload['merge_group']);
      return { head_sha: sha(group['head_sha']), base_sha: sha(group['base_sha']) };
    }
    case 'push':
      return { head_sha: sha(payload['after']), base_sha: sha(payload['before']) };
    case 'workflow_run':
      return ofWorkflowRun(fields(payload['workflow_run']), repository);
    default:
      return {};
  }
}

function ofPull(pull: Fields, repository: string): Subject {
  const number = positive(pull['number']);
  const head = fields(pull['head']);
  const head_sha = sha(head['sha']);
  const base_sha = sha(fields(pull['base'])['sha']);
  if (number === undefined || head_sha === undefined) return { head_sha, base_sha };
  const draft = pull['draft'] === true;
  const fork = fields(head['repo'])['full_name'] !== repository;
  return {
    head_sha,
    base_sha,
    pull: { number, head_sha, fork, draft, ...(base_sha !== undefined && { base_sha }) },
  };
}

/** The second half for pull requests. GitHub lists no pull request for a run of a fork. */
function ofWorkflowRun(run: Fields, repository: string): Subject {
  const head_sha = sha(run['head_sha']);
  const list: unknown = run['pull_requests'];
  const pulls: readonly unknown[] = Array.isArray(list) ? list : [];
  // Of several pull requests with this head none is "the" one.
  const only = pulls.length === 1 ? fields(pulls[0]) : {};
  const number = positive(only['number']);
  const base_sha = sha(fields(only['base'])['sha']);
  const isSameHead = sha(fields(only['head'])['sha']) === head_sha;
  if (run['event'] !== 'pull_request' || number === undefined || head_sha === undefined || !isSameHead) {
    return { head_sha };
  }
  const fork = fields(run['head_repository'])['full_name'] !== repository;
  return {
    ...{ head_sha, base_sha },
    pull: { number, head_sha, fork, draft: false, ...(base_sha !== undefined && { base_sha }) },
  };
}

const fields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** All zeros is how a push says that there was nothing before. */
const sha = (value: unknown): string | undefined =>
  typeof value === 'string' && SHA.test(value) && !/^0+$/.test(value) ? value : undefined;

const positive = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;

/** An http(s) address without a trailing slash, else the usual one. */
function address(value: string | undefined, usual: string): string {
  const isSound = value !== undefined && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
  return (isSound ? value : usual).replace(/\/+$/, '');
}
