// What identifies the server in a container: its image, and versions read inside it.
import { objectOf, oneLine } from '../answer.ts';
import type { FingerprintField } from '../core/result.gen.ts';
import type { Fingerprint } from '../ports.ts';
import type { DockerApi } from './docker-api.ts';
import type { Image } from './docker-image.ts';
import { splitFrames } from './docker-log.ts';

const ASK_MS = 30_000;
const ROCM_VERSION = '/opt/rocm/.info/version';

/** Fields that come with the image, and those that only the container itself can tell. Never throws. */
export async function containerFingerprint(
  api: DockerApi,
  id: string,
  image: Image,
  warmth: 'warm' | 'cold' | 'none',
): Promise<Fingerprint> {
  const [rocm, versions] = await Promise.all([readRocm(api, id), readVersions(api, id)]);
  return {
    engine_kind: { value: 'docker', source: 'configuration', class: 'hard' },
    ...imageFields(image),
    rocm,
    ...versions,
    compile_cache: { value: warmth, source: 'engine.caches.compile before the start', class: 'soft' },
  };
}

/** The reference is only a name: the digest is what counts, or the id where no registry knows the image. */
function imageFields(image: Image): Fingerprint {
  const digest = image.digest?.split('@', 2)[1];
  return {
    image: { value: oneLine(image.reference, [], 300), source: 'engine.image', class: 'soft' },
    image_digest:
      digest === undefined
        ? { source: 'image inspect: no registry knows this image', class: 'hard' }
        : { value: digest, source: 'image inspect, RepoDigests', class: 'hard' },
    image_id: { value: image.id, source: 'image inspect, Id', class: digest === undefined ? 'hard' : 'soft' },
  };
}

async function readRocm(api: DockerApi, id: string): Promise<FingerprintField> {
  const source = `${ROCM_VERSION} in the container`;
  try {
    const answer = await api.call(`/containers/${id}/archive`, {
      query: { path: ROCM_VERSION },
      timeoutMs: ASK_MS,
    });
    const text = answer.status === 200 ? firstFile(answer.bytes)?.trim() : undefined;
    if (text !== undefined && /^\d[\w.+-]{0,60}$/.test(text)) return { value: text, source, class: 'hard' };
  } catch {
    // Unreadable is unknown.
  }
  return { source: `${source} is not there or unreadable`, class: 'hard' };
}

/** Content of the first regular file of a tar archive (POSIX ustar: size at 124, type at 156, content at 512). */
export function firstFile(tar: Buffer): string | undefined {
  let at = 0;
  for (let entries = 0; entries < 20 && at + 512 <= tar.length; entries++) {
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 136).replace(/[^0-7].*$/, ''), 8);
    const type = tar.toString('latin1', at + 156, at + 157);
    if (!Number.isSafeInteger(size) || size < 0) return undefined;
    if (type === '0' || type === '\0') {
      return tar.toString('utf8', at + 512, Math.min(tar.length, at + 512 + Math.min(size, 10_000)));
    }
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return undefined;
}

/** Reads metadata only: torch is not imported, so no GPU is touched. */
const SCRIPT = `
import importlib.metadata as m, importlib.util as u, json, os, re
out = {}
for name, dists in {"vllm": ["vllm"], "torch": ["torch"], "triton": ["triton", "pytorch-triton-rocm"], "aiter": ["amd-aiter", "aiter"]}.items():
    for dist in dists:
        try:
            out[name] = m.version(dist)
            break
        except Exception:
            pass
try:
    spec = u.find_spec("torch")
    text = open(os.path.join(os.path.dirname(spec.origin), "version.py")).read()
    hip = re.search(r"^hip[^=]*= *'([^']+)'", text, re.M)
    if hip:
        out["hip"] = hip.group(1)
except Exception:
    pass
print(json.dumps(out))
`;

const FIELDS = ['torch', 'hip', 'triton', 'aiter'] as const;

async function readVersions(api: DockerApi, id: string): Promise<Fingerprint> {
  const found = await askPython(api, id);
  const source = 'dist-info in the container';
  const field = (name: string): FingerprintField => {
    const value = found?.[name];
    return typeof value === 'string' && value !== ''
      ? { value: oneLine(value, [], 80), source, class: 'hard' }
      : { source: `${source}: not there or unreadable`, class: 'hard' };
  };
  return Object.fromEntries([...FIELDS, 'vllm'].map((name) => [name, field(name)]));
}

async function askPython(api: DockerApi, id: string): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const made = await api.call(`/containers/${id}/exec`, {
      method: 'POST',
      body: { AttachStdout: true, AttachStderr: false, Cmd: ['python3', '-c', SCRIPT] },
    });
    const exec = made.value['Id'];
    if (made.status !== 201 || typeof exec !== 'string') return undefined;
    const answer = await api.call(`/exec/${exec}/start`, {
      method: 'POST',
      body: { Detach: false, Tty: false },
      timeoutMs: ASK_MS,
    });
    const text = Buffer.concat(splitFrames()(answer.bytes)).toString('utf8');
    // Some images print a banner first.
    const last = text.trim().split('\n').at(-1) ?? '';
    return objectOf(JSON.parse(last));
  } catch {
    return undefined;
  }
}
