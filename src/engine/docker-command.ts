// What a container runs: vLLM images differ in what their entry point already is.
import type { DockerEngineConfig } from '../config/config.ts';
import { GateError } from '../failure.ts';
import type { Image } from './docker-image.ts';

export interface ContainerCommand {
  /** Absent: the image's own. */
  readonly entrypoint?: readonly string[];
  readonly command: readonly string[];
  /** How it was decided. */
  readonly because: string;
}

const API_SERVER = 'vllm.entrypoints.openai.api_server';
/** An old demonstration server: no OpenAI routes, no metrics. */
const DEMO_SERVER = 'vllm.entrypoints.api_server';
const SHELL = /(?:^|\/)(?:ba|da|z)?sh$/;

/**
 * Entry point and arguments of the container. `words` is the whole command, placeholders replaced: `vllm serve MODEL …`
 * where it is ours. `vllm/vllm-openai-rocm` starts `vllm serve` by itself and takes arguments only; `rocm/vllm` starts
 * a shell and takes the whole command.
 */
export function containerCommand(
  image: Image,
  engine: Pick<DockerEngineConfig, 'own_command'>,
  words: readonly string[],
): ContainerCommand {
  const [program, ...rest] = words;
  if (program === undefined) throw new Error('a command has at least one word');
  const own = image.entrypoint;
  if (own.includes(DEMO_SERVER) || words.includes(DEMO_SERVER)) throw demoServer(image);
  if (engine.own_command) {
    return { entrypoint: [program], command: rest, because: 'engine.command replaces the entry point' };
  }
  // Ours: vllm serve MODEL …
  const args = rest.slice(1);
  if (endsWith(own, ['vllm', 'serve'])) {
    return { command: args, because: 'the entry point of the image is vllm serve: arguments only' };
  }
  if (endsWith(own, ['vllm'])) {
    return { command: rest, because: 'the entry point of the image is vllm' };
  }
  if (own.includes(API_SERVER)) {
    const [model = '', ...others] = args;
    return {
      command: ['--model', model, ...others],
      because: 'the entry point of the image is the API server: arguments only',
    };
  }
  if (own.length === 0) return { command: words, because: 'the image has no entry point: the whole command' };
  if (own.every((word) => SHELL.test(word) || word.startsWith('-'))) {
    return {
      entrypoint: [program],
      command: rest,
      because: `the entry point of the image is a shell (${own.join(' ')}): replaced by the whole command`,
    };
  }
  return {
    command: words,
    because: `the entry point of the image (${own.join(' ').slice(0, 100)}) starts what it is given: the whole command`,
  };
}

/** Throws GateError for an image that cannot run on this host's GPUs or processor. */
export function requireFitting(
  image: Image,
  host: { readonly gpus: number; readonly architecture?: string },
): void {
  if (host.gpus > 0 && isCuda(image) && !isRocm(image)) {
    throw new GateError({
      kind: 'engine',
      code: 'cuda_image',
      message: `the image ${image.reference} is made for CUDA, and the GPUs of this host are AMD's`,
      where: 'engine.image',
      hint: 'Use vllm/vllm-openai-rocm with the same version (vllm/vllm-openai is the CUDA one).',
      evidence: Object.keys(image.env)
        .filter((name) => CUDA_NAME.test(name))
        .map((name) => `${name} is set in the image`),
    });
  }
  const machine = host.architecture === undefined ? undefined : MACHINES[host.architecture];
  if (image.architecture !== undefined && machine !== undefined && machine !== image.architecture) {
    throw new GateError({
      kind: 'engine',
      code: 'image_platform',
      message: `the image ${image.reference} is made for ${image.architecture}, this host is ${machine}`,
      where: 'engine.image',
      hint: 'Choose an image for this machine: emulated it would not say anything about speed.',
    });
  }
}

/** Names of uname and of images (GOARCH). */
const MACHINES: Readonly<Record<string, string>> = {
  x86_64: 'amd64',
  amd64: 'amd64',
  aarch64: 'arm64',
  arm64: 'arm64',
};
const CUDA_NAME = /^(?:CUDA_VERSION|NVIDIA_VISIBLE_DEVICES|NVIDIA_REQUIRE_CUDA|NV_CUDA_\w+)$/;

function isCuda(image: Image): boolean {
  return Object.keys(image.env).some((name) => CUDA_NAME.test(name));
}

function isRocm(image: Image): boolean {
  return Object.keys(image.env).some((name) => /ROCM|^HIP_|^HSA_|^AITER_/.test(name));
}

function endsWith(words: readonly string[], end: readonly string[]): boolean {
  const tail = words.slice(-end.length).map((word, i) => (i === 0 ? word.replace(/^.*\//, '') : word));
  return words.length >= end.length && end.every((word, i) => tail[i] === word);
}

function demoServer(image: Image): GateError {
  return new GateError({
    kind: 'engine',
    code: 'demo_server',
    message: `${image.reference}: vllm.entrypoints.api_server is an old demonstration server without the OpenAI API`,
    where: 'engine.command',
    hint: 'Use vllm serve.',
  });
}
