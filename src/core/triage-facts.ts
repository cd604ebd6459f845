// Numbers for the sentences of a triage: what the log says, what was set, and what to set instead.
import type { LogLine } from './log-lines.ts';
import { removedFlags } from './vllm-flags.ts';

/** Settings of the engine that a remedy may change; absent: not set by the user. */
export interface EngineSettings {
  readonly gpu_memory_utilization?: number;
  readonly max_num_seqs?: number;
  readonly tensor_parallel_size?: number;
}

/** A line that proves something, and which text it stands in. */
export interface MatchedLine extends LogLine {
  readonly from: 'container' | 'log' | 'kernel' | 'request';
}

type Facts = Readonly<Record<string, string>>;

/** Up to this, raising the utilisation is advice; above, the driver and other buffers need the rest. */
const MAX_UTILIZATION = 0.95;
const MIN_UTILIZATION = 0.5;
/** A single buffer of this share of a GPU is not repaired by a smaller KV cache. */
const HUGE_BUFFER = 0.3;
/** VRAM that another process holds, as a share of the GPU, from which it is the cause. */
const FOREIGN_SHARE = 0.1;
const SIGNALS: Readonly<Record<string, string>> = {
  6: 'SIGABRT',
  9: 'SIGKILL',
  11: 'SIGSEGV',
  15: 'SIGTERM',
};

/** The first variant whose `{facts}` are all known; the last variant must need none. */
export function fillText(text: string | readonly string[], facts: Facts): string {
  const variants = typeof text === 'string' ? [text] : text;
  const known = variants.find((variant) => names(variant).every((name) => Object.hasOwn(facts, name)));
  return (known ?? variants.at(-1) ?? '').replace(/\{(\w{1,40})\}/g, (_, name: string) => facts[name] ?? '?');
}

/** Names of the facts that a text needs. */
function names(text: string): readonly string[] {
  return [...text.matchAll(/\{(\w{1,40})\}/g)].flatMap((match) => match[1] ?? []);
}

/** Everything that the texts of a match can use. */
export function triageFacts(input: {
  readonly found: readonly MatchedLine[];
  readonly patterns: readonly RegExp[];
  readonly log: readonly LogLine[];
  readonly settings: EngineSettings;
}): Facts {
  const facts: Record<string, string> = {};
  for (const pattern of input.patterns) {
    const all = [...input.found, ...input.log];
    for (const { text } of all) {
      const groups = pattern.exec(text)?.groups;
      if (groups === undefined) continue;
      for (const [name, value] of Object.entries(groups)) {
        if (value !== undefined && !Object.hasOwn(facts, name)) facts[name] = value;
      }
      break;
    }
  }
  const settings = { ...settingsInLog(input.log), ...input.settings };
  return {
    ...facts,
    ...settingFacts(facts, settings),
    ...allocationFacts(facts, input.found, input.log, settings),
    ...startFacts(facts),
    ...workerFacts(facts),
    ...flagFacts(input.found),
  };
}

/** vLLM prints its arguments at the start: `'max_num_seqs': 128` or, before 0.7, `max_num_seqs=256`. */
function settingsInLog(lines: readonly LogLine[]): EngineSettings {
  const line = lines.find(({ text }) => /non-default args: |args: Namespace\(/.test(text))?.text ?? '';
  const number = (name: string): number | undefined => {
    const at = line.indexOf(name);
    const value = at < 0 ? undefined : /^'?[:=] ?(?<value>[\d.]{1,10})/.exec(line.slice(at + name.length));
    return finite(value?.groups?.['value']);
  };
  return present({
    gpu_memory_utilization: number('gpu_memory_utilization'),
    max_num_seqs: number('max_num_seqs'),
    tensor_parallel_size: number('tensor_parallel_size'),
  });
}

function settingFacts(facts: Facts, settings: EngineSettings): Facts {
  const seqs = settings.max_num_seqs;
  const set = settings.gpu_memory_utilization;
  // vLLM's default: 0.9 for years, 0.92 in the newest releases (vllm/config/cache.py).
  const from = set ?? 0.9;
  const total = gib(facts['total'], facts['total_unit']);
  const asked = gib(facts['asked'], facts['asked_unit']);
  const free = gib(facts['free'], facts['free_unit']) ?? 0;
  const missing = total === undefined || asked === undefined ? 0 : Math.max(0, asked - free) / total;
  const lower = roundDown(from - Math.max(0.05, missing + 0.02));
  const raise = Math.min(MAX_UTILIZATION, roundDown(from + 0.05));
  return {
    util_from: set === undefined ? 'its default (0.9, in the newest vLLM 0.92)' : String(set),
    ...(lower >= MIN_UTILIZATION ? { util_lower: String(lower) } : {}),
    ...(raise > from ? { util_raise: String(raise) } : {}),
    ...(seqs !== undefined && seqs > 1
      ? { seqs_from: String(seqs), seqs_lower: String(Math.max(1, Math.floor(seqs / 2))) }
      : {}),
  };
}

/** An allocation that failed: on which GPUs, and whose memory it was. */
function allocationFacts(
  facts: Facts,
  found: readonly MatchedLine[],
  log: readonly LogLine[],
  settings: EngineSettings,
): Facts {
  const where = gpusNamed(found, settings.tensor_parallel_size);
  const total = gib(facts['total'], facts['total_unit']);
  const free = gib(facts['free'], facts['free_unit']);
  const asked = gib(facts['asked'], facts['asked_unit']);
  const own = gib(facts['used'], facts['used_unit']) ?? gib(facts['torch'], facts['torch_unit']);
  const base = { where_oom: where };
  if (total === undefined || free === undefined || asked === undefined || total <= 0) return base;
  // Only "this process has … in use" counts everything of ours; torch alone leaves out graphs and RCCL.
  const slack = facts['used'] === undefined ? 0.25 : FOREIGN_SHARE;
  const foreign = own === undefined ? 0 : total - free - own;
  if (foreign > slack * total) return { ...base, foreign_gib: foreign.toFixed(1) };
  if (asked > HUGE_BUFFER * total) {
    return { ...base, huge: '', huge_share: String(Math.round((100 * asked) / total)) };
  }
  if (isLoading(log)) return { ...base, loading: '' };
  return isProfiling(log) ? { ...base, profiling: '' } : base;
}

/** True when the error came before the weights were in memory. */
function isLoading(log: readonly LogLine[]): boolean {
  const at = (pattern: RegExp): boolean => log.some(({ text }) => pattern.test(text.slice(0, 200)));
  const began = at(/Starting to load model|Loading safetensors checkpoint shards/);
  return began && !at(/Model loading took|Loading weights took/);
}

/** True when the error came while vLLM measured how much its activations need. */
function isProfiling(log: readonly LogLine[]): boolean {
  return log.some(({ text }) => /\bin (?:profile_run|determine_available_memory)\b/.test(text.slice(0, 300)));
}

function gpusNamed(found: readonly MatchedLine[], tensorParallel: number | undefined): string {
  const ranks = new Set(found.flatMap(({ rank }) => rank ?? []));
  const named = new Set(
    found
      .flatMap(({ text }) => /\bGPU (?<gpu>\d{1,3}) has a total/i.exec(text)?.groups?.['gpu'] ?? [])
      .map(Number),
  );
  // A worker that sees only its own GPU calls it 0.
  const gpus = [...(ranks.size > named.size ? ranks : named)].sort((a, b) => a - b);
  if (gpus.length === 0) return 'The GPU';
  const [first, second] = gpus;
  if (gpus.length === 1) {
    return tensorParallel !== undefined && tensorParallel > 1
      ? `GPU ${first} of ${tensorParallel} (only this one)`
      : `GPU ${first}`;
  }
  if (gpus.length === 2) return `Both GPUs (${first} and ${second})`.replace(/^Both/, both(tensorParallel));
  return tensorParallel === gpus.length ? `All ${gpus.length} GPUs` : `GPUs ${gpus.join(', ')}`;
}

const both = (tensorParallel: number | undefined): string =>
  tensorParallel === undefined || tensorParallel === 2 ? 'Both' : 'Two';

/** VRAM that was not free when the engine started. */
function startFacts(facts: Facts): Facts {
  const free = finite(facts['start_free']);
  const total = finite(facts['start_total']);
  if (free === undefined || total === undefined || total <= 0) return {};
  const held = total - free;
  const fits = roundDown(free / total - 0.01);
  // Instinct drivers keep a few percent for themselves: MI355X 17 of 288 GiB.
  if (held > FOREIGN_SHARE * total) return { start_held_gib: held.toFixed(1), start_foreign: '' };
  return { util_fits: String(fits) };
}

/** What became of flags that this vLLM does not know any more. */
function flagFacts(found: readonly MatchedLine[]): Facts {
  const refused = found.map(
    ({ text }) => /unrecognized arguments: (?<words>.{1,1000})/.exec(text)?.groups?.['words'],
  );
  const words = refused.find((each) => each !== undefined)?.split(' ') ?? [];
  const advice = removedFlags(words, undefined).slice(0, 3);
  return advice.length === 0 ? {} : { flag_advice: advice.join('; ') };
}

function workerFacts(facts: Facts): Facts {
  const code = finite(facts['worker_exit']);
  const signal = code === undefined ? undefined : SIGNALS[String(-code)];
  if (signal === undefined) return {};
  return { worker_signal: signal, ...(signal === 'SIGKILL' ? { killed: '' } : {}) };
}

function gib(value: string | undefined, unit: string | undefined): number | undefined {
  const number = finite(value);
  const factor = { k: 1 / 1048576, m: 1 / 1024, g: 1, t: 1024 }[unit?.[0]?.toLowerCase() ?? ''];
  return number === undefined || factor === undefined ? undefined : number * factor;
}

const roundDown = (value: number): number => Math.floor(value * 100 + 1e-9) / 100;

function finite(text: string | undefined): number | undefined {
  const value = text === undefined || text === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

function present(
  settings: {
    readonly [K in keyof EngineSettings]-?: number | undefined;
  },
): EngineSettings {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
