// An engine in a container: image, settings, start, readiness, end.
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { objectOf } from '../answer.ts';
import type { DockerEngineConfig, ServiceConfig } from '../config/config.ts';
import { maskCommand } from '../config/mask.ts';
import {
  type ContainerPlan,
  containerSettings,
  hostConfig,
  INNER_PORT,
  RUN_LABEL,
  settingsEnvironment,
} from '../core/container-settings.ts';
import type { Gpu } from '../core/gpu.ts';
import type { EngineReport } from '../core/result.gen.ts';
import { GateError } from '../failure.ts';
import type { BootedEngine, EngineDeath, Ownership } from '../ports.ts';
import { logSize } from './boot-log.ts';
import { DockerApi, type DockerInfo } from './docker-api.ts';
import { type ContainerCommand, containerCommand, requireFitting } from './docker-command.ts';
import {
  containerEnd,
  createContainer,
  inspectContainer,
  startContainer,
  stopContainer,
} from './docker-container.ts';
import { dockerEndpoint } from './docker-endpoint.ts';
import { containerFingerprint } from './docker-facts.ts';
import { type Image, provideImage } from './docker-image.ts';
import { copyLog } from './docker-log.ts';
import { hostPath, isInContainer, type JobContainer, jobContainer } from './docker-place.ts';
import { processFingerprint } from './fingerprint.ts';
import { endProcesses, processesOfRun, RUN_TOKEN_VARIABLE } from './leftovers.ts';
import { portOwner } from './listeners.ts';
import { choosePort } from './process.ts';
import { type ProcessHost, TIMES } from './process-host.ts';
import { isInContainerOf } from './processes.ts';
import { defaultStateDir, forgetRun, rememberRun } from './run-state.ts';
import { fillCommand } from './spawn.ts';
import { cancelled, engineDeath, explainRunning } from './start-failure.ts';
import { waitUntilReady } from './wait-ready.ts';

export interface DockerLaunch {
  readonly engine: DockerEngineConfig;
  readonly service: ServiceConfig;
  /** Empty: an engine without GPUs. */
  readonly gpus: readonly Gpu[];
  readonly signal: AbortSignal;
}

/** What is known before the container is made. */
interface Prepared {
  readonly launch: DockerLaunch;
  readonly host: ProcessHost;
  readonly api: DockerApi;
  readonly info: DockerInfo;
  readonly image: Image;
  readonly job: JobContainer | undefined;
  readonly port: number;
  readonly name: string;
  readonly plan: ContainerPlan;
  readonly words: readonly string[];
  readonly command: ContainerCommand;
  readonly warmth: 'warm' | 'cold' | 'none';
}

/**
 * Starts the container and resolves when it serves (ready.ts). Throws GateError kind 'engine' or 'host' with what the
 * container engine said or the log lines that explain it; the container is gone then.
 */
export async function startDocker(launch: DockerLaunch, host: ProcessHost): Promise<BootedEngine> {
  if (launch.signal.aborted) throw cancelled();
  const api = new DockerApi(dockerEndpoint(host.env));
  try {
    return await runContainer(await prepare(launch, host, api));
  } catch (error) {
    await api.close();
    throw error;
  }
}

async function prepare(launch: DockerLaunch, host: ProcessHost, api: DockerApi): Promise<Prepared> {
  const { engine, gpus, signal } = launch;
  const info = await api.open();
  host.log.info(`engine: ${info.runtime} ${info.version}${info.rootless ? ', rootless' : ''}`);
  const image = await provideImage(api, info, engine, { env: host.env, log: host.log, signal });
  host.log.info(`image: ${image.reference} is ${image.digest ?? `${image.id} (in no registry)`}`);
  requireFitting(image, {
    gpus: gpus.length,
    ...(info.architecture !== undefined && { architecture: info.architecture }),
  });
  const job = await jobContainer(api);
  const network = networkOf(engine, info, job);
  const inner = network !== 'host';
  const port = typeof network === 'object' ? INNER_PORT : await choosePort(engine.port);
  const model = engine.model ?? launch.service.model_id;
  const words = fillCommand(engine.command, {
    port: String(inner ? INNER_PORT : port),
    host: inner ? '0.0.0.0' : '127.0.0.1',
    model,
  });
  const command = containerCommand(image, engine, words);
  host.log.info(`engine: ${command.because}`);
  const compile = compileFolder(engine, image, gpus, model);
  const name = `instinct-gate-${host.run_token.slice(0, 8).replace(/[^A-Za-z0-9_.-]/g, '-')}-${randomBytes(3).toString('hex')}`;
  const plan: ContainerPlan = {
    runtime: info.runtime,
    rootless: info.rootless,
    render_nodes: renderNodes(gpus),
    group_ids: groupIds(gpus),
    network,
    port,
    ...(engine.shm_size !== undefined && { shm_size: engine.shm_size }),
    ...(engine.memory !== undefined && { memory: engine.memory }),
    mounts: (engine.mounts ?? []).map((mount, i) => onHost(mount, job, `engine.mounts[${i}]`, host.env)),
    caches: {
      ...(engine.caches?.hf !== undefined && {
        hf: onHost(engine.caches.hf, job, 'engine.caches.hf', host.env),
      }),
      ...(compile !== undefined && {
        compile: onHost(compile.folder, job, 'engine.caches.compile', host.env),
      }),
    },
    hf_offline: engine.hf_offline ?? engine.caches?.hf !== undefined,
    stop_timeout_s: engine.stop_timeout,
    raise_limits: !info.rootless,
    name,
    token: host.run_token,
  };
  const warmth = compile?.warmth ?? 'none';
  return { launch, host, api, info, image, job, port, name, plan, words, command, warmth };
}

async function runContainer(prepared: Prepared): Promise<BootedEngine> {
  const { launch, host, api, image, name, port } = prepared;
  const { engine, service, signal } = launch;
  const times = { ...TIMES, ...host.times };
  const stateDir = host.state_dir ?? defaultStateDir(host.env);
  const secrets = service.key === undefined ? host.secrets : [...host.secrets, service.key];
  if (signal.aborted) throw cancelled();
  host.log.info(`engine: ${maskCommand(prepared.words, secrets).join(' ')}`);
  const noted = { name, host: api.endpoint.host };
  rememberRun({ token: host.run_token, log: host.engine_log, container: noted }, stateDir);
  const logStart = logSize(host.engine_log);
  const env = containerEnvironment(prepared);
  const started = process.hrtime.bigint();
  const id = await createAndStart(prepared, env).catch((error: unknown) => {
    forgetRun(host.run_token, stateDir);
    throw error;
  });
  const record = { log_start: logStart, started_ns: started, gpu_bdfs: launch.gpus.map(({ bdf }) => bdf) };
  const watching = new AbortController();
  const died = Promise.withResolvers<EngineDeath>();
  let death: EngineDeath | undefined;
  let stopped: string | undefined;
  let stopping: Promise<void> | undefined;
  let leftovers = 0;
  let log: ReturnType<typeof copyLog> | undefined;

  const watch = async (): Promise<void> => {
    const end = await containerEnd(api, id, watching.signal);
    if (stopping !== undefined || watching.signal.aborted) return;
    if (!end.daemon_lost) await settled(log?.ended, 2000);
    death = engineDeath(
      {
        exit: end.exit,
        ...(end.oom_killed && { oom_killed: true }),
        ...(end.daemon_lost && { host_lost: true }),
      },
      host,
      record,
    );
    died.resolve(death);
  };
  const stop = async (graceSeconds: number): Promise<void> => {
    watching.abort();
    try {
      const { text, gone } = await stopContainer(api, id, graceSeconds);
      stopped = text;
      if (!gone) leftovers = 1;
    } catch (error) {
      stopped = `the container engine is gone (${(error as Error).message})`;
      await endByProcesses(host, graceSeconds);
      // Its processes may be gone, but the container is still known to an engine that comes back.
      leftovers = 1;
    }
    await settled(log?.ended, 2000);
    await log?.stop();
    await api.close();
    if (leftovers === 0) forgetRun(host.run_token, stateDir);
    else host.log.warning(`engine: container ${name} may still be there; instinct-gate cleanup removes it`);
  };
  const stopOnce = (graceSeconds: number): Promise<void> => {
    stopping ??= stop(graceSeconds);
    return stopping;
  };

  try {
    log = copyLog(api, id, host.engine_log);
    void watch();
    const base_url = await addressOf(prepared, id);
    await waitUntilReady(
      {
        base_url,
        service,
        startup_timeout_s: engine.startup_timeout,
        signal,
        died: died.promise,
        death: () => death,
        foreign: () =>
          prepared.plan.network === 'host' ? foreignListener(port, id, host.run_token) : undefined,
        ...{ port, times, logStart },
      },
      host,
    );
    const boot_s = Number(process.hrtime.bigint() - started) / 1e9;
    const startedAt = stateOf(await inspectContainer(api, id))['StartedAt'];
    const facts = await containerFingerprint(api, id, image, prepared.warmth);
    const modelId = service.model_id ?? engine.model;
    const report = (): EngineReport => ({
      kind: 'docker',
      command: maskCommand(prepared.words, secrets),
      boot_s,
      container: {
        name,
        id,
        image: image.reference,
        image_id: image.id,
        ...(image.digest !== undefined && { image_digest: image.digest }),
        network: typeof prepared.plan.network === 'object' ? 'shared' : prepared.plan.network,
        ...(launch.gpus.length > 0 && {
          gpus: launch.gpus.map((gpu) => `${gpu.bdf} ${gpu.render_node ?? ''}`.trim()),
        }),
      },
      ...(death !== undefined && { exit: death.exit }),
      ...(death?.oom_killed === true && { oom_killed: true }),
      ...(stopped !== undefined && { stop: stopped }),
      leftovers,
    });
    return {
      base_url,
      ...(modelId !== undefined && { model_id: modelId }),
      fingerprint: {
        ...processFingerprint({ command: prepared.words, env: { ...image.env, ...env }, secrets }),
        ...facts,
      },
      died: died.promise,
      get death() {
        return death;
      },
      report,
      explain: () => explainRunning(host, record),
      ownership: () => ownershipOf(prepared, id, startedAt),
      stop: async (options) => {
        await stopOnce(options?.grace_s ?? engine.stop_timeout);
        return report();
      },
    };
  } catch (error) {
    await stopOnce(signal.aborted ? 2 : Math.min(engine.stop_timeout, 20));
    throw error;
  }
}

/** The id of a container that runs. One that could not be started is gone again. */
async function createAndStart(prepared: Prepared, env: Readonly<Record<string, string>>): Promise<string> {
  const { api, image, name, host, plan } = prepared;
  const body = containerBody(prepared, env);
  const id = await createContainer(api, { name, image: image.reference, body });
  try {
    await startContainer(api, id, image.reference);
    return id;
  } catch (error) {
    await stopContainer(api, id, 1).catch(() => {});
    const limits = error instanceof GateError && error.evidence.some((line) => /rlimit/i.test(line));
    if (!limits || !plan.raise_limits) throw error;
    host.log.warning(
      'engine: the container engine may not raise limits (open files, locked memory): started with its own',
    );
    return createAndStart({ ...prepared, plan: { ...plan, raise_limits: false } }, env);
  }
}

/** The API's description of the container. Secrets are in its environment and nowhere else. */
function containerBody(prepared: Prepared, env: Readonly<Record<string, string>>): unknown {
  const { plan, command, image, launch, host } = prepared;
  return {
    Image: image.digest ?? image.id,
    ...(command.entrypoint !== undefined && { Entrypoint: command.entrypoint }),
    Cmd: command.command,
    Env: Object.entries(env).map(([name, value]) => `${name}=${value}`),
    Labels: { [RUN_LABEL]: host.run_token },
    StopTimeout: Math.round(launch.engine.stop_timeout),
    Tty: false,
    ...(plan.network === 'bridge' && { ExposedPorts: { [`${INNER_PORT}/tcp`]: {} } }),
    HostConfig: {
      ...hostConfig(containerSettings(plan)),
      // Read back by us: a driver that cannot be read would leave the log empty.
      LogConfig: { Type: 'json-file', Config: { 'max-size': '200m', 'max-file': '2' } },
      RestartPolicy: { Name: 'no' },
    },
  };
}

/** Ours alone: nothing of the runner's environment goes into the container. */
function containerEnvironment({ plan, launch, host }: Prepared): Readonly<Record<string, string>> {
  const { engine, service } = launch;
  const env: Record<string, string> = { ...settingsEnvironment(containerSettings(plan)), SPT_NOENV: '1' };
  if (engine.hf_token !== undefined) env['HF_TOKEN'] = engine.hf_token;
  if (service.key !== undefined) env['VLLM_API_KEY'] = service.key;
  for (const [name, value] of Object.entries(engine.env ?? {})) env[name] = String(value);
  env[RUN_TOKEN_VARIABLE] = host.run_token;
  return env;
}

function networkOf(
  engine: DockerEngineConfig,
  info: DockerInfo,
  job: JobContainer | undefined,
): ContainerPlan['network'] {
  if (job?.network !== undefined) return { shared: job.network };
  // The host's network of a rootless Docker is that of its own namespace: nothing of it is reached from outside.
  const ownNamespace = info.rootless && info.runtime === 'docker';
  if (engine.network === 'host' && ownNamespace) {
    throw new GateError({
      kind: 'engine',
      code: 'rootless_network',
      message:
        'engine.network host has no use with rootless Docker: it means the network of its own namespace',
      where: 'engine.network',
      hint: 'Leave engine.network out: the port is then published on 127.0.0.1.',
    });
  }
  return engine.network ?? (ownNamespace ? 'bridge' : 'host');
}

async function addressOf(prepared: Prepared, id: string): Promise<string> {
  const { plan, port, api } = prepared;
  if (typeof plan.network !== 'object') return `http://127.0.0.1:${port}`;
  const state = await inspectContainer(api, id);
  const networks = objectOf(objectOf(state?.['NetworkSettings'])?.['Networks']);
  const address = objectOf(networks?.[plan.network.shared])?.['IPAddress'];
  if (typeof address === 'string' && /^[0-9a-fA-F.:]{2,45}$/.test(address)) {
    return `http://${address.includes(':') ? `[${address}]` : address}:${INNER_PORT}`;
  }
  throw new GateError({
    kind: 'engine',
    code: 'container_address',
    message: `the container has no address in the network ${plan.network.shared}, which this job's container is in`,
    hint: 'It may have ended at once: read engine.log in the output folder.',
  });
}

/** Whether it is still this start of this container that answers. */
async function ownershipOf(
  { api, name, plan, port, host }: Prepared,
  id: string,
  startedAt: unknown,
): Promise<Ownership> {
  try {
    const state = stateOf(await inspectContainer(api, id));
    if (state['Running'] !== true)
      return { state: 'foreign', message: `container ${name} does not run any more` };
    if (state['StartedAt'] !== startedAt)
      return { state: 'foreign', message: `container ${name} was started again after the boot` };
    const foreign = plan.network === 'host' ? foreignListener(port, id, host.run_token) : undefined;
    if (foreign !== undefined) return { state: 'foreign', message: `${foreign} answers on port ${port}` };
    return { state: 'ours', message: `container ${name} runs since ${String(startedAt)}` };
  } catch (error) {
    return { state: 'unknown', message: `the container engine does not tell: ${(error as Error).message}` };
  }
}

function stateOf(
  container: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> {
  return objectOf(container?.['State']) ?? {};
}

/** Who listens on the port and is not in the container; the processes of a container are known by their cgroup. */
function foreignListener(port: number, id: string, token: string): string | undefined {
  const ours = new Set(processesOfRun(token).map(({ pid }) => pid));
  const owner = portOwner(port, (one) => ours.has(one.pid) || isInContainerOf(one.pid, id));
  return owner.kind === 'foreign' ? `pid ${owner.process.pid} (${owner.process.name})` : undefined;
}

/** Without the daemon the processes of the container are still there: ended by their token, where we may. */
async function endByProcesses(host: ProcessHost, graceSeconds: number): Promise<void> {
  const { found, left } = await endProcesses(
    () => processesOfRun(host.run_token),
    Math.min(graceSeconds, 20) * 1000,
  );
  if (found.length === 0) return;
  host.log.warning(`engine: ended ${found.length - left} process(es) of the container without its engine`);
}

function renderNodes(gpus: readonly Gpu[]): readonly string[] {
  return [
    ...new Set(
      gpus.map((gpu) => {
        if (gpu.render_node !== undefined) return gpu.render_node;
        throw new GateError({
          kind: 'host',
          code: 'gpu_device',
          message: `GPU ${gpu.index} (${gpu.bdf}) has no render node in /sys/class/drm, so it cannot be given to a container alone`,
          hint: 'Check that the amdgpu driver is loaded and that this user may read /sys.',
        });
      }),
    ),
  ];
}

/** Groups that own the devices; those of root need none. */
function groupIds(gpus: readonly Gpu[]): readonly number[] {
  if (gpus.length === 0) return [];
  const ids = new Set<number>();
  for (const path of ['/dev/kfd', ...renderNodes(gpus).map((node) => `/dev/dri/${node}`)]) {
    try {
      ids.add(statSync(path).gid);
    } catch (error) {
      throw new GateError({
        kind: 'host',
        code: 'gpu_device',
        message: `${path} cannot be looked at (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
        where: path,
        hint: isInContainer()
          ? 'This job runs in a container: give it the device (--device), or run the job on the host.'
          : 'Check that the amdgpu driver is loaded.',
      });
    }
  }
  ids.delete(0);
  return [...ids].sort((a, b) => a - b);
}

/** A path or mount of the configuration as the engine's host has it; never a writable one in the workspace. */
function onHost(
  mount: string,
  job: JobContainer | undefined,
  where: string,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const [source = '', ...rest] = mount.split(':');
  const workspace = env['GITHUB_WORKSPACE'];
  const inWorkspace =
    workspace !== undefined && workspace !== '' && `${resolve(source)}/`.startsWith(`${resolve(workspace)}/`);
  if (inWorkspace && rest.at(-1) !== 'ro') {
    throw new GateError({
      kind: 'engine',
      code: 'mount',
      message: `${source} lies in the workspace of the job, and a container writes there as root`,
      where,
      hint: 'Files of root break the next checkout: use a folder outside, or mount it with :ro.',
    });
  }
  return [hostPath(source, job, where), ...rest].join(':');
}

/** The folder of compiled kernels of this image, architecture and model; made when it is not there. */
function compileFolder(
  engine: DockerEngineConfig,
  image: Image,
  gpus: readonly Gpu[],
  model: string | undefined,
): { readonly folder: string; readonly warmth: 'warm' | 'cold' } | undefined {
  const base = engine.caches?.compile;
  if (base === undefined) return undefined;
  const identity = image.digest?.split('@', 2)[1] ?? image.id;
  const hash = createHash('sha256')
    .update(`${model ?? ''}\n${engine.revision ?? ''}`)
    .digest('hex');
  const arch = gpus[0]?.arch ?? 'no-gpu';
  const folder = `${base}/${identity.replace('sha256:', '').slice(0, 12)}-${arch}-${hash.slice(0, 12)}`;
  try {
    mkdirSync(folder, { recursive: true });
    return { folder, warmth: readdirSync(folder).length > 0 ? 'warm' : 'cold' };
  } catch (error) {
    throw new GateError({
      kind: 'host',
      code: 'cache_folder',
      message: `the folder for compiled kernels cannot be made (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`,
      where: folder,
      hint: 'Make engine.caches.compile writable for the user of the runner.',
      cause: error,
    });
  }
}

async function settled(promise: Promise<void> | undefined, ms: number): Promise<void> {
  if (promise === undefined) return;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((done) => {
    timer = setTimeout(done, ms);
  });
  await Promise.race([promise, late]);
  clearTimeout(timer);
}
