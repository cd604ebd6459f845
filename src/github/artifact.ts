/** Files to upload; all of them are below `root`. */
export interface ArtifactRequest {
  readonly name: string;
  readonly root: string;
  readonly files: readonly string[];
  /** 0: the default of the repository. */
  readonly retention_days: number;
  readonly server_url: string;
  readonly owner: string;
  readonly repo: string;
  readonly run_id: number;
}

export interface UploadedArtifact {
  /** The name that was free: ours, or ours with a number. */
  readonly name: string;
  readonly id: number;
  readonly url: string;
  /** SHA-256 as GitHub computed it. */
  readonly digest?: string;
}

/** Jobs of a matrix may share a name; beyond this many the names are wrong. */
const MAX_NAMES = 5;

/** Why an upload makes no sense here, before anything is loaded or sent; undefined when it does. */
export function uploadObstacle(
  env: Readonly<Record<string, string | undefined>>,
  server_url: string,
): string | undefined {
  const host = URL.canParse(server_url) ? new URL(server_url).hostname.toLowerCase() : '';
  if (host !== 'github.com' && !host.endsWith('.ghe.com') && !host.endsWith('.localhost')) {
    return `GitHub Enterprise Server (${host}) does not take artifacts of this kind. Upload the output folder in a step of its own.`;
  }
  if (!env['ACTIONS_RUNTIME_TOKEN'] || !env['ACTIONS_RESULTS_URL']) {
    return 'This is not a step of an Actions job that may upload artifacts (no ACTIONS_RUNTIME_TOKEN).';
  }
  return undefined;
}

/**
 * Uploads files as one artifact of the run. Loads @actions/artifact only now: it is larger than everything else
 * together. Rejects with what the artifact service said; it has its own retries.
 */
export async function uploadArtifact(request: ArtifactRequest): Promise<UploadedArtifact> {
  const { DefaultArtifactClient } = await import('@actions/artifact');
  const client = new DefaultArtifactClient();
  const base = artifactName(request.name);
  const retention = request.retention_days > 0 ? { retentionDays: request.retention_days } : {};
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}-${number}`;
    try {
      const { id, digest } = await client.uploadArtifact(name, [...request.files], request.root, retention);
      if (id === undefined) throw new Error('the artifact service gave no id');
      return { name, id, url: pageOf(request, id), ...(digest !== undefined && { digest }) };
    } catch (error) {
      // Names are taken for ever within one attempt of a run: another job of a matrix was first.
      const isTaken = error instanceof Error && /\(409\)|already exists/i.test(error.message);
      if (!isTaken || number >= MAX_NAMES) throw error;
    }
  }
}

/** A name without the characters that GitHub refuses. */
export function artifactName(name: string): string {
  const clean = name
    .replace(/["<>:|*?\\/\p{Cc}\p{Cf}]+/gu, '-')
    .trim()
    .slice(0, 120);
  return clean === '' ? 'instinct-gate' : clean;
}

const pageOf = ({ server_url, owner, repo, run_id }: ArtifactRequest, id: number): string =>
  `${server_url}/${owner}/${repo}/actions/runs/${run_id}/artifacts/${id}`;
