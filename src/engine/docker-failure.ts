// What goes wrong with images and containers: what the daemon said, what it means, what to do.
import { oneLine } from '../answer.ts';
import { GateError } from '../failure.ts';

export function imageMissing(image: string): GateError {
  return new GateError({
    kind: 'engine',
    code: 'image_missing',
    message: `the image ${oneLine(image, [], 200)} is not on this host, and engine.pull is never`,
    where: 'engine.image',
    hint: 'Pull it before, or set engine.pull: missing.',
  });
}

export function notEnoughSpace(folder: string, freeGb: number, wantedGb: number): GateError {
  return new GateError({
    kind: 'host',
    code: 'no_space',
    message: `${freeGb.toFixed(0)} GB are free for images and engine.pull_free_gb wants ${wantedGb} GB`,
    where: folder,
    hint: 'Remove images that nobody uses (docker image prune), move the folder, or lower engine.pull_free_gb for a small image.',
  });
}

export function pullTooSlow(image: string, seconds: number): GateError {
  return new GateError({
    kind: 'engine',
    code: 'pull_timeout',
    message: `the image ${oneLine(image, [], 200)} was not there after ${seconds} s (engine.pull_timeout)`,
    where: 'engine.image',
    hint: 'Raise engine.pull_timeout, pull the image beforehand, or use a mirror nearby.',
  });
}

interface Reason {
  readonly pattern: RegExp;
  readonly kind: 'engine' | 'host';
  readonly code: string;
  readonly what: string;
  readonly hint: string;
}

/** In the words of the daemon and of registries (moby distribution, distribution/registry error codes). */
const PULL_REASONS: readonly Reason[] = [
  {
    pattern: /toomanyrequests|rate limit|too many requests/i,
    kind: 'engine',
    code: 'registry_rate_limit',
    what: 'the registry limits how much is pulled',
    hint: 'Log in on this host (docker login), wait, or use a mirror; engine.pull: missing pulls only once.',
  },
  {
    pattern: /no space left on device|not enough space/i,
    kind: 'host',
    code: 'no_space',
    what: 'the disk is full',
    hint: 'Remove images that nobody uses (docker image prune) or move the folder of the engine.',
  },
  {
    pattern:
      /manifest (?:for .+ )?(?:unknown|not found)|not found: manifest|name unknown|repository name not known|manifest invalid/i,
    kind: 'engine',
    code: 'image_not_found',
    what: 'the registry has no such image',
    hint: 'Check the name and the tag: tags are removed and renamed; a digest stays.',
  },
  {
    pattern:
      /pull access denied|unauthorized|authentication required|requested access to the resource is denied|\bdenied\b|no basic auth/i,
    kind: 'engine',
    code: 'image_access_denied',
    what: 'the registry refuses access (private, or there is no such repository)',
    hint: 'Check the name; for a private image log in on this host as the user of the runner (docker login REGISTRY).',
  },
  {
    pattern: /no matching manifest/i,
    kind: 'engine',
    code: 'image_platform',
    what: 'the image does not exist for this machine',
    hint: 'Choose an image for linux/amd64.',
  },
  {
    pattern:
      /no such host|i\/o timeout|connection refused|TLS handshake|certificate|proxyconnect|deadline exceeded|EOF|network is unreachable|server gave HTTP response/i,
    kind: 'engine',
    code: 'registry_unreachable',
    what: 'the registry cannot be reached',
    hint: 'Check network, proxy and certificates of the container engine (its own configuration, not ours).',
  },
  {
    pattern: /not found|no such image/i,
    kind: 'engine',
    code: 'image_not_found',
    what: 'the registry has no such image',
    hint: 'Check the name and the tag: tags are removed and renamed; a digest stays.',
  },
];

/** The daemon could not pull: `said` is its own text. */
export function pullFailed(image: string, said: string): GateError {
  const reason = PULL_REASONS.find(({ pattern }) => pattern.test(said));
  return new GateError({
    kind: reason?.kind ?? 'engine',
    code: reason?.code ?? 'pull_failed',
    message: `could not pull ${oneLine(image, [], 200)}: ${reason?.what ?? 'the container engine refused'}`,
    where: 'engine.image',
    hint: reason?.hint ?? 'Try it by hand: docker pull IMAGE.',
    evidence: [oneLine(said, [], 400)],
  });
}

const START_REASONS: readonly Reason[] = [
  {
    pattern: /port is already allocated|address already in use|bind for .+ failed/i,
    kind: 'engine',
    code: 'port_in_use',
    what: 'its port is in use',
    hint: 'Leave engine.port out to get a free one, or stop the other server.',
  },
  {
    pattern: /gathering device information|no such device|\/dev\/(?:kfd|dri)/i,
    kind: 'host',
    code: 'gpu_device',
    what: 'a GPU device cannot be given to it',
    hint: 'Check that /dev/kfd and /dev/dri exist on this host and that the amdgpu driver is loaded.',
  },
  {
    pattern: /bind source path does not exist|invalid mount|error mounting|mounts denied/i,
    kind: 'engine',
    code: 'mount',
    what: 'a folder cannot be mounted',
    hint: 'Check engine.mounts and engine.caches: they are paths of the host, also when this job runs in a container.',
  },
  {
    pattern:
      /executable file not found|no such file or directory: unknown|permission denied: unknown|exec format error/i,
    kind: 'engine',
    code: 'command_not_started',
    what: 'its program cannot be started',
    hint: 'Check engine.command; the image may have no vllm on its PATH, or be made for another architecture.',
  },
  {
    pattern: /permission denied|operation not permitted|setting rlimit/i,
    kind: 'host',
    code: 'container_permission',
    what: 'the container engine may not do it',
    hint: 'A rootless engine has fewer rights: see what it refused below.',
  },
  {
    pattern: /no space left on device/i,
    kind: 'host',
    code: 'no_space',
    what: 'the disk is full',
    hint: 'Free space in the folder of the container engine.',
  },
  {
    pattern: /is already in use by container|Conflict\./i,
    kind: 'engine',
    code: 'name_in_use',
    what: 'its name is in use',
    hint: 'A run with the same id is still there: instinct-gate cleanup names it.',
  },
];

/** The container could not be made or started: `said` is the daemon's own text. */
export function notStarted(image: string, said: string): GateError {
  const reason = START_REASONS.find(({ pattern }) => pattern.test(said));
  return new GateError({
    kind: reason?.kind ?? 'engine',
    code: reason?.code ?? 'container_not_started',
    message: `the container of ${oneLine(image, [], 200)} could not be started: ${reason?.what ?? 'the container engine refused'}`,
    where: 'engine',
    hint: reason?.hint ?? 'The words of the container engine are below.',
    evidence: [oneLine(said, [], 400)],
  });
}
