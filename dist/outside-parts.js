import { closeSync, constants, existsSync, lstatSync, mkdirSync, openSync, readFileSync, readdirSync, renameSync, unlinkSync, writeSync } from "node:fs";
import { t as require_undici } from "./undici.js";
import { setTimeout } from "node:timers/promises";
import { createHash } from "node:crypto";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { spawn } from "node:child_process";

// src/failure.ts
var import_undici = require_undici();
/** Exit code of a failure kind (design: usage 2, everything that prevented a measurement 5). */
const FAILURE_EXIT_CODE = {
	config: 2,
	engine: 5,
	channel: 5,
	host: 5,
	cancelled: 5
};
/** An expected problem that ends the run; caught once, at the entry or in the story. */
var GateError = class extends Error {
	kind;
	where;
	hint;
	code;
	cause_code;
	evidence;
	constructor(text) {
		super(text.message, text.cause === void 0 ? void 0 : { cause: text.cause });
		this.name = "GateError";
		this.kind = text.kind;
		this.where = text.where;
		this.hint = text.hint;
		this.code = text.code ?? text.kind;
		this.cause_code = text.cause_code;
		this.evidence = text.evidence ?? [];
	}
};
/** One line per part: message, where, what to do. Evidence follows indented. */
function explain(error) {
	const lines = [error.message];
	if (error.where !== void 0) lines.push(`  at ${error.where}`);
	if (error.hint !== void 0) lines.push(`  ${error.hint}`);
	for (const line of error.evidence) lines.push(`  | ${line}`);
	return lines.join("\n");
}

// src/config/mask.ts
const MASK = "***";
/** Shorter values would blank out ordinary words; a secret this short protects nothing. */
const MIN_LENGTH = 4;
/** The text with every secret replaced, also in the forms that JSON, URLs and Basic authorization give it. */
function maskSecrets(text, secrets) {
	let masked = text;
	for (const form of forms(secrets)) masked = masked.replaceAll(form, "***");
	return masked;
}
/**
* The same for a text whose end was cut off: the beginning of a secret that the cut went through is masked as well.
* Mask first, then cut, wherever the whole text is at hand.
*/
function maskCut(text, secrets) {
	const masked = maskSecrets(text, secrets);
	let longest = 0;
	for (const form of forms(secrets)) for (let length = Math.min(form.length - 1, masked.length); length > longest; length--) if (masked.endsWith(form.slice(0, length))) longest = length;
	return longest < MIN_LENGTH ? masked : masked.slice(0, -longest) + "***";
}
/** A command as it may be shown: secrets masked, and the value of every flag that names one. */
function maskCommand(command, secrets) {
	return command.map((word, i) => {
		const before = command[i - 1];
		if (before !== void 0 && /^--?[^=]+$/.test(before) && isSecretName(before) && !word.startsWith("-")) return "***";
		const inline = /^(--?[^=]+)=/.exec(word);
		if (inline?.[1] !== void 0 && isSecretName(inline[1])) return `${inline[1]}=${"***"}`;
		return maskSecrets(word, secrets);
	});
}
/** Every value replaced: for environments and headers, whose names may be shown and whose values may not. */
function maskValues(values) {
	return Object.fromEntries(Object.keys(values).map((name) => [name, "***"]));
}
/**
* True for names of variables, headers and flags whose value is probably a secret: HF_TOKEN, x-api-key, Cookie.
* `max-num-batched-tokens`, `tokenizer` and `PWD` are not.
*/
function isSecretName(name) {
	if (name === "PWD" || name === "OLDPWD") return false;
	const words = name.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase().split(/[^a-z0-9]+/);
	const secret = [
		"token",
		"secret",
		"secrets",
		"password",
		"passwd",
		"pwd",
		"passphrase",
		"credential"
	];
	if (words.some((word) => [
		...secret,
		"credentials",
		"authorization",
		"auth",
		"cookie",
		"apikey"
	].includes(word))) return true;
	return words.at(-1) === "key" || words.join("_").includes("api_key") || words.join("_").includes("private_key");
}
/** What must not be seen of a header's value: all of it, the credentials after a scheme, the password of Basic. */
function headerSecrets(value) {
	const [, scheme = "", credentials = ""] = /^(bearer|basic|token) +(.+)$/i.exec(value.trim()) ?? [];
	if (credentials === "") return [value];
	const decoded = scheme.toLowerCase() === "basic" ? Buffer.from(credentials, "base64").toString("utf8") : "";
	return [
		value,
		credentials,
		...[decoded, decoded.split(":").slice(1).join(":")].filter((text) => text !== "")
	];
}
/** A copy of plain data with every secret masked in its texts and keys. */
function maskDeep(value, secrets) {
	if (typeof value === "string") return maskSecrets(value, secrets);
	if (Array.isArray(value)) return value.map((item) => maskDeep(item, secrets));
	if (typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [maskSecrets(key, secrets), maskDeep(item, secrets)]));
}
/** The forms of a list are worked out once: a record of every request asks for them. Lists may grow. */
const known = /* @__PURE__ */ new WeakMap();
/** All spellings of all secrets, longest first, so that no secret is left in part where it holds another. */
function forms(secrets) {
	const before = known.get(secrets);
	if (before?.count === secrets.length) return before.forms;
	const found = spellings(secrets);
	known.set(secrets, {
		count: secrets.length,
		forms: found
	});
	return found;
}
function spellings(secrets) {
	const all = /* @__PURE__ */ new Set();
	for (const secret of secrets) for (const part of [
		secret,
		secret.trim(),
		...secret.split(/[\r\n]+/)
	]) {
		if (part.length < MIN_LENGTH) continue;
		all.add(part);
		all.add(JSON.stringify(part).slice(1, -1));
		all.add(encodeURIComponent(part.toWellFormed()));
		for (const bytes of aligned(part)) all.add(bytes);
	}
	return [...all].sort((a, b) => b.length - a.length);
}
/**
* Base64 of the secret at each of the three positions it can have among the bytes before it ("user:secret" in Basic
* authorization): the characters that it alone decides.
*/
function aligned(secret) {
	return [
		0,
		1,
		2
	].flatMap((before) => {
		const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret, "utf8")]);
		const start = Math.ceil(before * 8 / 6);
		const end = Math.floor(bytes.length * 8 / 6);
		const standard = bytes.toString("base64").slice(start, end);
		const whole = before === 0 ? [bytes.toString("base64"), bytes.toString("base64url")] : [];
		const url = standard.replaceAll("+", "-").replaceAll("/", "_");
		return [...whole, ...[standard, url].filter((text) => text.length >= 8)];
	});
}

// src/answer.ts
/** Cap of a body where a question names none. */
const MAX_BODY_BYTES = 1048576;
/**
* Asks once and reads the body up to the cap. Redirects are answers, not followed. Throws what the socket threw,
* `TimeoutError` after timeoutMs, and `AbortError` when the signal aborted.
*/
async function ask(dispatcher, connection, question) {
	const url = new URL(connection.base_url + question.path);
	const timeout = AbortSignal.timeout(question.timeoutMs);
	const signal = question.signal === void 0 ? timeout : AbortSignal.any([question.signal, timeout]);
	signal.throwIfAborted();
	const response = await dispatcher.request({
		origin: url.origin,
		path: url.pathname + url.search,
		method: question.method ?? (question.body === void 0 ? "GET" : "POST"),
		headers: {
			...connection.headers,
			accept: "application/json, text/event-stream, text/plain;q=0.5",
			...question.body === void 0 ? {} : { "content-type": "application/json" }
		},
		...question.body === void 0 ? {} : { body: JSON.stringify(question.body) },
		signal
	});
	const maxBytes = question.maxBytes ?? 1048576;
	const chunks = [];
	let size = 0;
	let cut = false;
	for await (const chunk of response.body) {
		chunks.push(chunk.subarray(0, maxBytes - size));
		size += chunk.length;
		if (size > maxBytes) {
			cut = true;
			break;
		}
	}
	const headers = joined(response.headers);
	const encoding = bodyEncoding(headers["content-encoding"]);
	const body = encoding === void 0 ? Buffer.concat(chunks).toString("utf8") : encodedBody(encoding);
	return {
		status: response.statusCode,
		headers,
		...encoding !== void 0 && { encoding },
		text: cut ? maskCut(body, connection.secrets) : body,
		cut
	};
}
/** The encoding that a content-encoding header names; absent where the body is as it is. */
function bodyEncoding(header) {
	const name = header?.trim() ?? "";
	return name === "" || /^identity$/i.test(name) ? void 0 : oneLine(name, [], 40);
}
/** What stands in every text in the place of an encoded body: its bytes say nothing to a reader. */
function encodedBody(encoding) {
	return `a body with content-encoding ${encoding}, which was not asked for`;
}
/** Text from outside on one line: secrets masked before anything is cut, no control characters, at most `max` characters. */
function oneLine(text, secrets, max = 300) {
	const most = max * 4;
	const clean = (text.length > most ? maskCut(text.slice(0, most), secrets) : maskSecrets(text, secrets)).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").replace(/ {2,}/g, " ").trim();
	return clean.length > max ? `${clean.slice(0, max - 1)}…` : clean;
}
/** The JSON value of a body, or undefined when it is none. */
function jsonOf(text) {
	try {
		return JSON.parse(text);
	} catch {
		return;
	}
}
/** A JSON object, or undefined: arrays and scalars are none. */
function objectOf(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value) ? value : void 0;
}
function joined(headers) {
	const result = {};
	for (const [name, value] of Object.entries(headers)) if (value !== void 0) result[name.toLowerCase()] = Array.isArray(value) ? value.join(", ") : value;
	return result;
}

// src/core/container-settings.ts
/** Port inside a container with a network of its own. */
const INNER_PORT = 8e3;
/** Label that marks a container as ours; its value is the token of the run. */
const RUN_LABEL = "instinct-gate.run";
const HF_FOLDER = "/root/.cache/huggingface";
const COMPILE_FOLDER = "/root/.cache/instinct-gate";
/** All settings of a container, in the order in which they are explained. */
function containerSettings(plan) {
	return [
		...plan.render_nodes !== 0 && (typeof plan.render_nodes === "number" || plan.render_nodes.length > 0) ? [
			...devices(plan),
			...groups(plan),
			...gpuRights(plan)
		] : [],
		...sharedMemory(plan),
		...limits(plan),
		{
			flag: "--init",
			why: "ended children are reaped: zombies would keep their GPU memory",
			host: { Init: true }
		},
		...network(plan),
		...folders(plan),
		...plan.hf_offline ? [offline()] : [],
		{
			flag: `--name ${plan.name ?? "instinct-gate-ID"} --label ${RUN_LABEL}=${plan.token ?? "TOKEN"}`,
			why: "a clean-up finds it, and touches nothing that lacks this label",
			host: {}
		},
		{
			flag: `--stop-timeout ${plan.stop_timeout_s}`,
			why: "vLLM frees its GPUs by itself when it has time for it",
			host: {}
		}
	];
}
/** HostConfig of the API: every setting's part, lists and maps joined. */
function hostConfig(settings) {
	const merged = {};
	for (const { host } of settings) for (const [key, value] of Object.entries(host)) {
		const before = merged[key];
		merged[key] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
	}
	return merged;
}
/** Variables that the settings bring along. */
function settingsEnvironment(settings) {
	return Object.assign({}, ...settings.map((setting) => setting.env ?? {}));
}
/** Size such as 16g in bytes. */
function bytesOf(size) {
	const match = /^(\d{1,9})([mg])$/.exec(size);
	if (match === null) return 0;
	return Number(match[1]) * (match[2] === "g" ? 1024 ** 3 : 1024 ** 2);
}
function devices({ render_nodes: nodes }) {
	const kfd = {
		flag: "--device /dev/kfd",
		why: "without the compute node HIP finds no GPU",
		host: { Devices: [device("/dev/kfd")] }
	};
	const why = "only the chosen GPUs are there; nothing inside can undo that";
	if (typeof nodes === "number") return [kfd, {
		flag: `--device /dev/dri/renderD… of ${nodes === 1 ? "the chosen GPU" : `each of the ${nodes} chosen GPUs`}`,
		why,
		host: {}
	}];
	const paths = nodes.map((node) => `/dev/dri/${node}`);
	return [kfd, {
		flag: paths.map((path) => `--device ${path}`).join(" "),
		why,
		host: { Devices: paths.map(device) }
	}];
}
function device(path) {
	return {
		PathOnHost: path,
		PathInContainer: path,
		CgroupPermissions: "rwm"
	};
}
function groups(plan) {
	if (plan.runtime === "podman" && plan.rootless) return [{
		flag: "--group-add keep-groups",
		why: "rootless podman maps no group numbers: it keeps those of the user (crun)",
		host: { Annotations: { "run.oci.keep_original_groups": "1" } }
	}];
	if (plan.rootless) return [];
	const ids = plan.group_ids;
	return [{
		flag: ids === void 0 ? "--group-add (numbers of render and video)" : ids.map((id) => `--group-add ${id}`).join(" "),
		why: "the devices belong to these groups of the host; names can mean other numbers in the image",
		host: ids === void 0 ? {} : { GroupAdd: ids.map(String) }
	}].filter(({ flag }) => flag !== "");
}
function gpuRights(plan) {
	return [
		{
			flag: "--security-opt seccomp=unconfined",
			why: "memory policy calls for NUMA are blocked otherwise",
			host: { SecurityOpt: ["seccomp=unconfined"] }
		},
		{
			flag: "--cap-add SYS_PTRACE",
			why: "GPUs exchange memory handles between processes",
			host: { CapAdd: ["SYS_PTRACE"] }
		},
		...!plan.raise_limits ? [] : [{
			flag: "--ulimit memlock=-1 --ulimit stack=67108864",
			why: "pinned memory and deep stacks of the runtime",
			host: { Ulimits: [ulimit("memlock", -1), ulimit("stack", 67108864)] }
		}]
	];
}
function sharedMemory({ shm_size: size }) {
	const why = "RCCL and the workers of vLLM exchange data in /dev/shm; 64 MB are too little";
	return size === void 0 ? [{
		flag: "--ipc host",
		why,
		host: { IpcMode: "host" }
	}] : [{
		flag: `--shm-size ${size}`,
		why,
		host: {
			IpcMode: "private",
			ShmSize: bytesOf(size)
		}
	}];
}
function limits(plan) {
	const files = {
		flag: "--ulimit nofile=65536",
		why: "each open stream is a descriptor: many run out of them at high rates",
		host: { Ulimits: [ulimit("nofile", 65536)] }
	};
	const memory = plan.memory;
	return [...plan.raise_limits ? [files] : [], ...memory === void 0 ? [] : [{
		flag: `--memory ${memory}`,
		why: "engine.memory: more than this and the kernel ends the engine",
		host: {
			Memory: bytesOf(memory),
			MemorySwap: bytesOf(memory)
		}
	}]];
}
function ulimit(name, value) {
	return {
		Name: name,
		Soft: value,
		Hard: value
	};
}
function network({ network: mode, port }) {
	if (mode === "host") return [{
		flag: "--network host",
		why: "no proxy stands in the path of a request",
		host: { NetworkMode: "host" }
	}];
	if (typeof mode === "object") return [{
		flag: `--network ${mode.shared}`,
		why: "this job runs in a container itself: both share its network",
		host: { NetworkMode: mode.shared }
	}];
	const inner = `${INNER_PORT}/tcp`;
	return [{
		flag: `--publish 127.0.0.1:${port ?? "PORT"}:${INNER_PORT}`,
		why: "reached from this host alone",
		host: {
			NetworkMode: "bridge",
			PortBindings: { [inner]: [{
				HostIp: "127.0.0.1",
				HostPort: String(port ?? "")
			}] }
		}
	}];
}
function folders(plan) {
	const { hf, compile } = plan.caches;
	return [
		...plan.mounts.map((mount) => {
			const [source = "", target = "", mode] = mount.split(":");
			return {
				flag: `--volume ${mount}`,
				why: "engine.mounts",
				host: { Mounts: [bind(source, target, mode === "ro")] }
			};
		}),
		...hf === void 0 ? [] : [{
			flag: `--volume ${hf}:${HF_FOLDER}`,
			why: "weights are loaded from this host, not from the hub",
			host: { Mounts: [bind(hf, HF_FOLDER, false)] },
			env: { HF_HOME: HF_FOLDER }
		}],
		...compile === void 0 ? [] : [{
			flag: `--volume ${compile}:${COMPILE_FOLDER}`,
			why: "compiled kernels of this image, GPU and model are kept: a cold start takes minutes longer",
			host: { Mounts: [bind(compile, COMPILE_FOLDER, false)] },
			env: {
				VLLM_CACHE_ROOT: `${COMPILE_FOLDER}/vllm`,
				TRITON_CACHE_DIR: `${COMPILE_FOLDER}/triton`,
				TORCHINDUCTOR_CACHE_DIR: `${COMPILE_FOLDER}/inductor`,
				AITER_JIT_DIR: `${COMPILE_FOLDER}/aiter`
			}
		}]
	];
}
function bind(source, target, readOnly) {
	return {
		Type: "bind",
		Source: source,
		Target: target,
		ReadOnly: readOnly
	};
}
function offline() {
	return {
		flag: "--env HF_HUB_OFFLINE=1",
		why: "the model must be complete on this host: a download would be measured as a slow start",
		host: {},
		env: {
			HF_HUB_OFFLINE: "1",
			TRANSFORMERS_OFFLINE: "1"
		}
	};
}

// src/engine/docker-api.ts
/** Newest version of the API that this code was written for; daemons since 1.41 (Docker 20.10) understand its calls. */
const NEWEST = [1, 44];
const ANSWER_MS = 3e4;
const MAX_BODY = 16777216;
/** One daemon. Answers of any status are returned; what the socket throws becomes a GateError. */
var DockerApi = class {
	endpoint;
	#dispatcher;
	#prefix = "";
	constructor(endpoint) {
		this.endpoint = endpoint;
		this.#dispatcher = new import_undici.Agent({
			connect: {
				...endpoint.socket !== void 0 && { socketPath: endpoint.socket },
				...endpoint.tls
			},
			headersTimeout: 0,
			bodyTimeout: 0,
			connectTimeout: 1e4
		});
	}
	/** Agrees on a version and asks what answers. Throws GateError when nobody does. */
	async open() {
		const version = await this.call("/version");
		if (version.status !== 200 || typeof version.value["ApiVersion"] !== "string") throw new GateError({
			kind: "host",
			code: "docker_not_there",
			message: `what answers at ${this.endpoint.shown} is no container engine (HTTP ${version.status})`,
			hint: "Check DOCKER_HOST."
		});
		this.#prefix = prefixFor(version.value["ApiVersion"], version.value["MinAPIVersion"]);
		const { value: info } = await this.call("/info");
		const options = Array.isArray(info["SecurityOptions"]) ? info["SecurityOptions"] : [];
		return {
			runtime: JSON.stringify(version.value["Components"] ?? "").toLowerCase().includes("podman") ? "podman" : "docker",
			version: oneLine(String(version.value["Version"] ?? "unknown"), [], 60),
			rootless: options.some((one) => typeof one === "string" && one.includes("rootless")),
			...typeof info["DockerRootDir"] === "string" && { root: info["DockerRootDir"] },
			...typeof info["Architecture"] === "string" && { architecture: info["Architecture"] }
		};
	}
	/** Asks and reads the whole answer. */
	async call(path, call = {}) {
		const timeout = AbortSignal.timeout(call.timeoutMs ?? ANSWER_MS);
		const signal = call.signal === void 0 ? timeout : AbortSignal.any([call.signal, timeout]);
		const { status, body } = await this.stream(path, {
			...call,
			signal
		});
		const chunks = [];
		let size = 0;
		try {
			for await (const chunk of body) {
				size += chunk.length;
				if (size > MAX_BODY) break;
				chunks.push(chunk);
			}
		} catch (error) {
			throw call.signal?.aborted === true ? error : unreachable(error, this.endpoint);
		}
		return answerOf(status, Buffer.concat(chunks));
	}
	/** Asks and hands out the body as it comes; without a limit of time unless the signal brings one. */
	async stream(path, call = {}) {
		const query = new URLSearchParams(call.query ?? {}).toString();
		try {
			const response = await this.#dispatcher.request({
				origin: this.endpoint.origin,
				path: `${this.#prefix}${path}${query === "" ? "" : `?${query}`}`,
				method: call.method ?? "GET",
				headers: {
					...call.headers,
					...call.body === void 0 ? {} : { "content-type": "application/json" }
				},
				...call.body === void 0 ? {} : { body: JSON.stringify(call.body) },
				...call.signal === void 0 ? {} : { signal: call.signal }
			});
			return {
				status: response.statusCode,
				body: response.body
			};
		} catch (error) {
			throw call.signal?.aborted === true && error.name === "AbortError" ? error : unreachable(error, this.endpoint);
		}
	}
	async close() {
		await this.#dispatcher.destroy();
	}
};
/** An answer from its parts. */
function answerOf(status, bytes) {
	const text = bytes.subarray(0, 4194304).toString("utf8");
	const json = jsonOf(text);
	const value = objectOf(json) ?? {};
	const message = value["message"] ?? value["cause"] ?? text;
	return {
		status,
		bytes,
		value,
		json,
		said: oneLine(String(message), [], 400)
	};
}
/** `/v1.41`: the daemon's own version, or the newest that we know where it has a newer one and still takes ours. */
function prefixFor(api, minimum) {
	const theirs = numbers(api);
	if (theirs === void 0) return "";
	const oldest = typeof minimum === "string" ? numbers(minimum) : void 0;
	const use = newer(theirs, NEWEST) ? NEWEST : theirs;
	return `/v${(oldest !== void 0 && newer(oldest, use) ? oldest : use).join(".")}`;
}
function numbers(version) {
	const match = /^(\d{1,4})\.(\d{1,4})$/.exec(version);
	return match === null ? void 0 : [Number(match[1]), Number(match[2])];
}
function newer(a, b) {
	return a[0] > b[0] || a[0] === b[0] && a[1] > b[1];
}
/** Nobody answers: why, and what to do. */
function unreachable(error, endpoint) {
	const code = error.code ?? error.name;
	const at = endpoint.shown;
	if (code === "EACCES" || code === "EPERM") return new GateError({
		kind: "host",
		code: "docker_permission",
		message: `no permission for the socket of the container engine (${at})`,
		hint: "Add the user of the runner to the group docker and start the runner again, or use a rootless engine (DOCKER_HOST).",
		cause: error
	});
	const absent = code === "ENOENT" ? "there is no such socket" : `nobody answers (${oneLine(String(code), [], 60)})`;
	return new GateError({
		kind: "host",
		code: "docker_not_there",
		message: `the container engine cannot be reached at ${at}: ${absent}`,
		hint: code === "ENOENT" ? "Install and start Docker or podman here; in a job container mount its socket, or use engine.kind process with the vLLM image as the job container." : "Start the engine (systemctl start docker) or correct DOCKER_HOST.",
		cause: error
	});
}

// src/engine/docker-failure.ts
function imageMissing(image) {
	return new GateError({
		kind: "engine",
		code: "image_missing",
		message: `the image ${oneLine(image, [], 200)} is not on this host, and engine.pull is never`,
		where: "engine.image",
		hint: "Pull it before, or set engine.pull: missing."
	});
}
function notEnoughSpace(folder, freeGb, wantedGb) {
	return new GateError({
		kind: "host",
		code: "no_space",
		message: `${freeGb.toFixed(0)} GB are free for images and engine.pull_free_gb wants ${wantedGb} GB`,
		where: folder,
		hint: "Remove images that nobody uses (docker image prune), move the folder, or lower engine.pull_free_gb for a small image."
	});
}
function pullTooSlow(image, seconds) {
	return new GateError({
		kind: "engine",
		code: "pull_timeout",
		message: `the image ${oneLine(image, [], 200)} was not there after ${seconds} s (engine.pull_timeout)`,
		where: "engine.image",
		hint: "Raise engine.pull_timeout, pull the image beforehand, or use a mirror nearby."
	});
}
/** In the words of the daemon and of registries (moby distribution, distribution/registry error codes). */
const PULL_REASONS = [
	{
		pattern: /toomanyrequests|rate limit|too many requests/i,
		kind: "engine",
		code: "registry_rate_limit",
		what: "the registry limits how much is pulled",
		hint: "Log in on this host (docker login), wait, or use a mirror; engine.pull: missing pulls only once."
	},
	{
		pattern: /no space left on device|not enough space/i,
		kind: "host",
		code: "no_space",
		what: "the disk is full",
		hint: "Remove images that nobody uses (docker image prune) or move the folder of the engine."
	},
	{
		pattern: /manifest (?:for .+ )?(?:unknown|not found)|not found: manifest|name unknown|repository name not known|manifest invalid/i,
		kind: "engine",
		code: "image_not_found",
		what: "the registry has no such image",
		hint: "Check the name and the tag: tags are removed and renamed; a digest stays."
	},
	{
		pattern: /pull access denied|unauthorized|authentication required|requested access to the resource is denied|\bdenied\b|no basic auth/i,
		kind: "engine",
		code: "image_access_denied",
		what: "the registry refuses access (private, or there is no such repository)",
		hint: "Check the name; for a private image log in on this host as the user of the runner (docker login REGISTRY)."
	},
	{
		pattern: /no matching manifest/i,
		kind: "engine",
		code: "image_platform",
		what: "the image does not exist for this machine",
		hint: "Choose an image for linux/amd64."
	},
	{
		pattern: /no such host|i\/o timeout|connection refused|TLS handshake|certificate|proxyconnect|deadline exceeded|EOF|network is unreachable|server gave HTTP response/i,
		kind: "engine",
		code: "registry_unreachable",
		what: "the registry cannot be reached",
		hint: "Check network, proxy and certificates of the container engine (its own configuration, not ours)."
	},
	{
		pattern: /not found|no such image/i,
		kind: "engine",
		code: "image_not_found",
		what: "the registry has no such image",
		hint: "Check the name and the tag: tags are removed and renamed; a digest stays."
	}
];
/** The daemon could not pull: `said` is its own text. */
function pullFailed(image, said) {
	const reason = PULL_REASONS.find(({ pattern }) => pattern.test(said));
	return new GateError({
		kind: reason?.kind ?? "engine",
		code: reason?.code ?? "pull_failed",
		message: `could not pull ${oneLine(image, [], 200)}: ${reason?.what ?? "the container engine refused"}`,
		where: "engine.image",
		hint: reason?.hint ?? "Try it by hand: docker pull IMAGE.",
		evidence: [oneLine(said, [], 400)]
	});
}
const START_REASONS = [
	{
		pattern: /port is already allocated|address already in use|bind for .+ failed/i,
		kind: "engine",
		code: "port_in_use",
		what: "its port is in use",
		hint: "Leave engine.port out to get a free one, or stop the other server."
	},
	{
		pattern: /gathering device information|no such device|\/dev\/(?:kfd|dri)/i,
		kind: "host",
		code: "gpu_device",
		what: "a GPU device cannot be given to it",
		hint: "Check that /dev/kfd and /dev/dri exist on this host and that the amdgpu driver is loaded."
	},
	{
		pattern: /bind source path does not exist|invalid mount|error mounting|mounts denied/i,
		kind: "engine",
		code: "mount",
		what: "a folder cannot be mounted",
		hint: "Check engine.mounts and engine.caches: they are paths of the host, also when this job runs in a container."
	},
	{
		pattern: /executable file not found|no such file or directory: unknown|permission denied: unknown|exec format error/i,
		kind: "engine",
		code: "command_not_started",
		what: "its program cannot be started",
		hint: "Check engine.command; the image may have no vllm on its PATH, or be made for another architecture."
	},
	{
		pattern: /permission denied|operation not permitted|setting rlimit/i,
		kind: "host",
		code: "container_permission",
		what: "the container engine may not do it",
		hint: "A rootless engine has fewer rights: see what it refused below."
	},
	{
		pattern: /no space left on device/i,
		kind: "host",
		code: "no_space",
		what: "the disk is full",
		hint: "Free space in the folder of the container engine."
	},
	{
		pattern: /is already in use by container|Conflict\./i,
		kind: "engine",
		code: "name_in_use",
		what: "its name is in use",
		hint: "A run with the same id is still there: instinct-gate cleanup names it."
	}
];
/** The container could not be made or started: `said` is the daemon's own text. */
function notStarted(image, said) {
	const reason = START_REASONS.find(({ pattern }) => pattern.test(said));
	return new GateError({
		kind: reason?.kind ?? "engine",
		code: reason?.code ?? "container_not_started",
		message: `the container of ${oneLine(image, [], 200)} could not be started: ${reason?.what ?? "the container engine refused"}`,
		where: "engine",
		hint: reason?.hint ?? "The words of the container engine are below.",
		evidence: [oneLine(said, [], 400)]
	});
}

// src/engine/docker-container.ts
/** How long a daemon may be away (a restart with live-restore) before it counts as gone. */
const DAEMON_BACK_MS = 15e3;
/** What a stopped engine ends with: by itself, SIGKILL, SIGTERM. */
const STOPPED_FROM_OUTSIDE = [
	0,
	137,
	143
];
const REMOVE_MS = 6e4;
/** Makes a container; returns its id. Throws GateError with the daemon's words. */
async function createContainer(api, request) {
	const answer = await api.call("/containers/create", {
		method: "POST",
		query: { name: request.name },
		body: request.body,
		timeoutMs: 12e4
	});
	const { Id: id } = answer.value;
	if (answer.status !== 201 || typeof id !== "string") throw notStarted(request.image, answer.said);
	return id;
}
async function startContainer(api, id, image) {
	const answer = await api.call(`/containers/${id}/start`, {
		method: "POST",
		timeoutMs: 12e4
	});
	if (answer.status !== 204 && answer.status !== 304) throw notStarted(image, answer.said);
}
/** State of a container; undefined when there is none. */
async function inspectContainer(api, id) {
	const answer = await api.call(`/containers/${id}/json`);
	if (answer.status === 404) return void 0;
	if (answer.status !== 200) throw new GateError({
		kind: "host",
		code: "docker_failed",
		message: `the container engine does not tell about a container (HTTP ${answer.status})`,
		evidence: [answer.said]
	});
	return answer.value;
}
/** Resolves when the container has ended, or the daemon stays away; never rejects. */
async function containerEnd(api, id, signal) {
	let lostSince;
	for (;;) {
		try {
			const { body } = await api.stream(`/containers/${id}/wait`, {
				method: "POST",
				query: { condition: "not-running" },
				signal
			});
			for await (const _ of body) if (signal.aborted) break;
			const state = objectOf((await inspectContainer(api, id))?.["State"]);
			if (state === void 0) return ended("it was removed by somebody else");
			if (state["Running"] !== true) {
				const end = endOf(state);
				if (!end.oom_killed && STOPPED_FROM_OUTSIDE.includes(Number(state["ExitCode"]))) await setTimeout(2e3);
				else return end;
				await inspectContainer(api, id);
				return end;
			}
			lostSince = void 0;
		} catch {
			if (signal.aborted) return ended("not watched any more");
			lostSince ??= Date.now();
			if (Date.now() - lostSince >= DAEMON_BACK_MS) return {
				exit: "the container engine is gone",
				oom_killed: false,
				daemon_lost: true
			};
		}
		await setTimeout(250);
	}
}
/** exit code, signal by number, and whether the kernel killed it for lack of memory. */
function endOf(state) {
	const code = typeof state["ExitCode"] === "number" ? state["ExitCode"] : void 0;
	const oom = state["OOMKilled"] === true;
	const error = typeof state["Error"] === "string" && state["Error"] !== "" ? oneLine(state["Error"], [], 200) : void 0;
	const killed = code === void 0 ? void 0 : SIGNALS[code - 128];
	return {
		exit: [
			code === void 0 ? "ended, exit code unknown" : `exit code ${code}`,
			...oom ? ["out of memory: killed by the kernel (OOMKilled)"] : [],
			...!oom && killed !== void 0 ? [`signal ${killed}`] : [],
			...code === 127 ? ["its program is not in the image"] : [],
			...error === void 0 ? [] : [error]
		].join(", "),
		oom_killed: oom,
		daemon_lost: false
	};
}
const SIGNALS = {
	6: "SIGABRT",
	9: "SIGKILL",
	11: "SIGSEGV",
	15: "SIGTERM"
};
/**
* Stops a container in vLLM's own way and removes it: SIGTERM and time to free its GPUs, SIGKILL after that, then the
* container itself. Returns how that went; throws when the daemon cannot be reached.
*/
async function stopContainer(api, id, graceSeconds) {
	const since = Date.now();
	const grace = Math.max(1, Math.round(graceSeconds));
	const stopped = await api.call(`/containers/${id}/stop`, {
		method: "POST",
		query: { t: String(grace) },
		timeoutMs: grace * 1e3 + REMOVE_MS
	});
	const seconds = (Date.now() - since) / 1e3;
	const state = objectOf((await inspectContainer(api, id))?.["State"]);
	const removed = await api.call(`/containers/${id}`, {
		method: "DELETE",
		query: {
			force: "1",
			v: "1"
		},
		timeoutMs: REMOVE_MS
	});
	const gone = removed.status === 404 || await isGone(api, id);
	const killed = state?.["ExitCode"] === 137 && seconds >= grace - .5;
	const how = stopped.status === 304 || stopped.status === 404 ? "had ended already" : `docker stop, ${killed ? "killed" : "ended"} after ${seconds.toFixed(1)} s`;
	return {
		text: gone ? `${how}, removed` : `${how}, but it cannot be removed: ${removed.said}`,
		gone
	};
}
async function isGone(api, id) {
	const deadline = Date.now() + 1e4;
	for (;;) {
		if (await inspectContainer(api, id) === void 0) return true;
		if (Date.now() >= deadline) return false;
		await setTimeout(200);
	}
}
function ended(exit) {
	return {
		exit,
		oom_killed: false,
		daemon_lost: false
	};
}

// src/config/address.ts
/**
* Origin and path prefix without /v1 and without a trailing slash: `https://host/api/v1/` gives `https://host/api`.
* Only http and https, no credentials, query or fragment. The problem text never repeats credentials.
*/
function normaliseAddress(text) {
	const trimmed = text.trim();
	if (trimmed === "") return no("expected an http or https address, found an empty text");
	if (hasControl(trimmed)) return no("expected one line without control characters");
	let url;
	try {
		url = new URL(trimmed);
	} catch {
		return no(`expected an http or https address such as http://127.0.0.1:8000, found ${shown(trimmed)}`);
	}
	if (url.username !== "" || url.password !== "") return no("the address holds credentials: put the key into api_key_env, or a header into service.headers");
	if (url.protocol !== "http:" && url.protocol !== "https:") return no("expected an address that begins with http:// or https:// (write http:// before host:port)");
	if (!/^https?:\/\//i.test(trimmed)) return no("expected two slashes after http: or https:");
	if (url.search !== "" || url.hash !== "") return no("expected an address without a query (?…) or fragment (#…); query fields go into extra_body");
	const path = url.pathname.replace(/\/+$/, "").replace(/\/v1$/, "").replace(/\/+$/, "");
	return {
		ok: true,
		address: url.origin + path
	};
}
/**
* As `normaliseAddress`, for addresses that the configuration check has already let through.
* Throws RangeError for one that it has not.
*/
function serviceAddress(text) {
	const result = normaliseAddress(text);
	if (!result.ok) throw new RangeError(result.problem);
	return result.address;
}
/** True for this machine itself: localhost and its subdomains (RFC 6761), 127.0.0.0/8, ::1. Brackets are allowed. */
function isLoopback(host) {
	const name = host.toLowerCase().replace(/^\[|\]$/g, "").replace(/\.$/, "");
	if (name === "localhost" || name.endsWith(".localhost")) return true;
	if (name === "::1" || name === "0:0:0:0:0:0:0:1") return true;
	const mapped = /^::ffff:(.+)$/.exec(name)?.[1];
	if (mapped !== void 0) return /^127\.\d+\.\d+\.\d+$/.test(mapped) || /^7f[0-9a-f]{2}:[0-9a-f]{1,4}$/.test(mapped);
	return /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name);
}
/**
* Which proxy a request to `url` takes: `service.proxy`, else HTTPS_PROXY, HTTP_PROXY (by the scheme of the address)
* or ALL_PROXY, lower case first as curl does, unless NO_PROXY names the host. Loopback is always direct.
*/
function proxyFor(url, configured, env) {
	const target = new URL(url);
	if (isLoopback(target.hostname)) return { reason: "direct: loopback never goes through a proxy" };
	if (configured !== void 0 && configured.trim() !== "") return through(configured, "service.proxy");
	const found = firstSet([
		...target.protocol === "https:" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy", "HTTP_PROXY"],
		"all_proxy",
		"ALL_PROXY"
	], env);
	if (found === void 0) return { reason: "direct: no proxy is set" };
	const bypass = firstSet(["no_proxy", "NO_PROXY"], env);
	const rule = bypass === void 0 ? void 0 : bypassRule(target, bypass.value);
	if (bypass !== void 0 && rule !== void 0) return { reason: `direct: ${bypass.name} has ${shown(rule)}` };
	return through(found.value, found.name);
}
/** A proxy address without its credentials. */
function maskProxy(proxy) {
	return proxy.replace(/^((?:[a-z][a-z0-9+.-]*:)?\/\/)?[^/?#]*@/i, "$1***@");
}
function through(value, source) {
	const text = value.trim();
	const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
	const url = URL.canParse(withScheme) ? new URL(withScheme) : void 0;
	if (url === void 0 || url.hostname === "") return unusable(source, `${source} is no proxy address such as http://proxy.example:3128`);
	if (url.protocol !== "http:" && url.protocol !== "https:") return unusable(source, `${source} is a ${url.protocol.slice(0, 20)} proxy; only http:// and https:// proxies work`);
	return {
		proxy: url.href.replace(/\/$/, ""),
		reason: `through ${maskProxy(url.origin)} (${source})`
	};
}
function unusable(source, problem) {
	return {
		reason: `the proxy of ${source} cannot be used`,
		problem
	};
}
/** The entry of NO_PROXY that covers the address: *, a host, a domain suffix, an IPv4 block, each with or without a port. */
function bypassRule(target, list) {
	const host = target.hostname.toLowerCase().replace(/^\[|\]$/g, "").replace(/\.$/, "");
	const port = target.port !== "" ? target.port : target.protocol === "https:" ? "443" : "80";
	return list.slice(0, 1e4).split(/[\s,]+/).filter((entry) => entry !== "").find((entry) => covers(entry.toLowerCase(), host, port));
}
function covers(entry, host, port) {
	if (entry === "*") return true;
	const { name, port: wanted } = splitPort(entry);
	if (wanted !== void 0 && wanted !== port) return false;
	const block = /^(\d+\.\d+\.\d+\.\d+)\/(\d{1,2})$/.exec(name);
	if (block?.[1] !== void 0 && block[2] !== void 0) return inBlock(host, block[1], Number(block[2]));
	const suffix = name.replace(/^\*?\./, "").replace(/\.$/, "");
	return suffix !== "" && (host === suffix || host.endsWith(`.${suffix}`));
}
function splitPort(entry) {
	const bracketed = /^\[([0-9a-f:.]+)\](?::(\d+))?$/.exec(entry);
	const plain = /^([^:]+):(\d+)$/.exec(entry);
	const match = bracketed ?? plain;
	if (match?.[1] === void 0) return { name: entry };
	return match[2] === void 0 ? { name: match[1] } : {
		name: match[1],
		port: match[2]
	};
}
function inBlock(host, network, bits) {
	const address = ipv4(host);
	const base = ipv4(network);
	if (address === void 0 || base === void 0 || bits > 32) return false;
	const size = 2 ** (32 - bits);
	return Math.floor(address / size) === Math.floor(base / size);
}
function ipv4(text) {
	const parts = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text)?.slice(1).map(Number);
	if (parts === void 0 || parts.some((part) => part > 255)) return void 0;
	return parts.reduce((sum, part) => sum * 256 + part, 0);
}
function firstSet(names, env) {
	for (const name of names) {
		const value = env[name]?.trim();
		if (value !== void 0 && value !== "") return {
			name,
			value
		};
	}
}
function no(problem) {
	return {
		ok: false,
		problem
	};
}
/** Credentials may stand before an @ even in texts that are no address. */
function shown(text) {
	return JSON.stringify(maskProxy(text.slice(0, 100)));
}
function hasControl(text) {
	return [...text].some((char) => char < " " || char === "");
}

// src/engine/docker-endpoint.ts
/**
* The engine that the docker command of this user would talk to. Throws GateError for one that is not on this host:
* what is measured has to run here.
*/
function dockerEndpoint(env) {
	const given = env["DOCKER_HOST"]?.trim();
	if (given !== void 0 && given !== "") return parsed(given, "DOCKER_HOST", env);
	const context = contextHost(env);
	if (context !== void 0) return parsed(context.host, `docker context ${context.name}`, env);
	const runtime = env["XDG_RUNTIME_DIR"];
	const path = [
		"/var/run/docker.sock",
		...runtime === void 0 ? [] : [join(runtime, "docker.sock"), join(runtime, "podman/podman.sock")],
		"/run/podman/podman.sock"
	].find((one) => existsSync(one)) ?? "/var/run/docker.sock";
	return {
		socket: path,
		origin: "http://docker",
		host: `unix://${path}`,
		shown: `unix://${path}`
	};
}
/** Folder of the docker command's own configuration. */
function dockerConfigFolder(env) {
	return env["DOCKER_CONFIG"] || join(env["HOME"] || homedir(), ".docker");
}
/** A JSON object from a file; undefined when it is not there or is something else. */
function readJsonFile(path) {
	try {
		return objectOf(jsonOf(readFileSync(path, "utf8").slice(0, 1048576)));
	} catch {
		return;
	}
}
function parsed(host, source, env) {
	const shown = `${source}=${oneLine(host, [], 200)}`;
	const unix = /^unix:\/\/(\/.+)$/.exec(host)?.[1];
	if (unix !== void 0) return {
		socket: unix,
		origin: "http://docker",
		host,
		shown
	};
	const tcp = /^tcp:\/\/(\[[0-9a-f:.]+\]|[A-Za-z0-9.-]+)(?::(\d{1,5}))?\/?$/i.exec(host);
	if (tcp === null) throw notUsable(shown, "expected unix:///path or tcp://localhost:PORT", source);
	const [, name = "", port = "2375"] = tcp;
	if (!isLoopback(name.replace(/^\[|\]$/g, ""))) throw notUsable(shown, "this engine runs on another machine, where we can neither see GPUs nor prove anything", source);
	const tls = env["DOCKER_TLS_VERIFY"] ? readTls(env, shown) : void 0;
	return {
		origin: `${tls === void 0 ? "http" : "https"}://${name}:${port}`,
		host,
		shown,
		...tls === void 0 ? {} : { tls }
	};
}
function readTls(env, shown) {
	const folder = env["DOCKER_CERT_PATH"] || dockerConfigFolder(env);
	const read = (name) => {
		try {
			return readFileSync(join(folder, name), "utf8").slice(0, 1048576);
		} catch (error) {
			throw new GateError({
				kind: "host",
				code: "docker_tls",
				message: `DOCKER_TLS_VERIFY is set, but ${name} cannot be read (${error.code ?? "unknown"})`,
				where: join(folder, name),
				hint: `Set DOCKER_CERT_PATH to the folder with ca.pem, cert.pem and key.pem for ${shown}.`,
				cause: error
			});
		}
	};
	return {
		ca: read("ca.pem"),
		cert: read("cert.pem"),
		key: read("key.pem")
	};
}
/** The context that `docker context use` chose (docker/cli: cli/context/store keeps it under the hash of its name). */
function contextHost(env) {
	const folder = dockerConfigFolder(env);
	const chosen = env["DOCKER_CONTEXT"] || readJsonFile(join(folder, "config.json"))?.["currentContext"];
	if (typeof chosen !== "string" || chosen === "" || chosen === "default") return void 0;
	const id = createHash("sha256").update(chosen).digest("hex");
	const meta = readJsonFile(join(folder, "contexts", "meta", id, "meta.json"));
	const host = objectOf(objectOf(meta?.["Endpoints"])?.["docker"])?.["Host"];
	return typeof host === "string" && host !== "" ? {
		name: oneLine(chosen, [], 60),
		host
	} : void 0;
}
function notUsable(shown, why, source) {
	return new GateError({
		kind: "host",
		code: "docker_host",
		message: `cannot use the container engine of ${shown}: ${why}`,
		where: source,
		hint: "Run this on the machine with the GPUs; for another machine use engine.kind hooks, or external for a running server."
	});
}

// src/engine/docker-leftovers.ts
const LOOK_MS = 5e3;
/**
* Looks for containers with our label. Undefined: there is no container engine here, or it does not answer, so that
* nothing of ours can be seen in it. Never throws.
*/
async function labelledContainers(env) {
	let api;
	try {
		const endpoint = dockerEndpoint(env);
		if (endpoint.socket !== void 0 && !existsSync(endpoint.socket)) return void 0;
		api = new DockerApi(endpoint);
	} catch {
		return;
	}
	try {
		const answer = await api.call("/containers/json", {
			query: {
				all: "1",
				filters: JSON.stringify({ label: [RUN_LABEL] })
			},
			timeoutMs: LOOK_MS
		});
		if (answer.status !== 200 || !Array.isArray(answer.json)) throw new Error("no list of containers");
		return {
			found: answer.json.slice(0, 1e4).flatMap(labelled),
			stop: async ({ id }, graceSeconds) => {
				try {
					return (await stopContainer(api, id, graceSeconds)).gone;
				} catch {
					return false;
				}
			},
			close: () => api.close()
		};
	} catch {
		await api.close();
		return;
	}
}
/** The daemon filters, and so do we: what it sends is believed only where the label is really there. */
function labelled(entry) {
	const value = objectOf(entry);
	const labels = objectOf(value?.["Labels"]);
	const id = value?.["Id"];
	if (labels === void 0 || typeof id !== "string" || !/^[0-9a-f]{12,64}$/.test(id)) return [];
	if (!Object.hasOwn(labels, "instinct-gate.run")) return [];
	const token = labels[RUN_LABEL];
	if (typeof token !== "string") return [];
	const names = value?.["Names"];
	const name = Array.isArray(names) && typeof names[0] === "string" ? names[0].replace(/^\//, "") : id.slice(0, 12);
	return [{
		id,
		name: oneLine(name, [], 100),
		token
	}];
}

// src/engine/run-state.ts
/** `instinct-gate-UID` in the user's runtime folder, or in the temporary one. */
function defaultStateDir(env = process.env) {
	const base = env["XDG_RUNTIME_DIR"] ?? tmpdir();
	return join(base, `instinct-gate-${process.getuid?.() ?? "user"}`);
}
/** Makes the folder when it is missing. False when it cannot be trusted. */
function openStateDir(dir) {
	return prepareDir(dir);
}
/**
* Writes the state of a run. False when the folder cannot be trusted or written: clean-up then finds the
* processes by their environment alone.
*/
function rememberRun(state, dir = defaultStateDir()) {
	const file = fileOf(state.token, dir);
	if (file === void 0 || !prepareDir(dir)) return false;
	try {
		const next = `${file}.${process.pid}.tmp`;
		const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | constants.O_NOFOLLOW;
		const descriptor = openSync(next, flags, 384);
		try {
			writeSync(descriptor, JSON.stringify(state));
		} finally {
			closeSync(descriptor);
		}
		renameSync(next, file);
		return true;
	} catch {
		return false;
	}
}
/** Removes the state of a run; nothing happens when there is none. */
function forgetRun(token, dir = defaultStateDir()) {
	const file = fileOf(token, dir);
	if (file === void 0 || !isPrivateDir(dir)) return;
	try {
		unlinkSync(file);
	} catch {}
}
/** States of all runs of this user; files that are not ours or not readable are left out. */
function listRuns(dir = defaultStateDir()) {
	if (!isPrivateDir(dir)) return [];
	const states = [];
	for (const name of readdirSync(dir).slice(0, 1e3)) {
		if (!name.endsWith(".json")) continue;
		const state = readState(join(dir, name));
		if (state !== void 0 && fileOf(state.token, dir) === join(dir, name)) states.push(state);
	}
	return states;
}
/** An environment can be long. */
const MAX_STATE = 1048576;
function readState(file) {
	try {
		const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW);
		try {
			const value = JSON.parse(readFileSync(descriptor, "utf8").slice(0, MAX_STATE));
			const { token, pid, start_time: startTime, log, container } = value;
			const stop = stopCommandOf(value["stop"]);
			if (typeof token !== "string") return void 0;
			return {
				token,
				log: typeof log === "string" ? log : "",
				...isCount(pid) && isCount(startTime) ? {
					pid,
					start_time: startTime
				} : {},
				...containerOf(container),
				...stop === void 0 ? {} : { stop }
			};
		} finally {
			closeSync(descriptor);
		}
	} catch {
		return;
	}
}
function containerOf(value) {
	if (typeof value !== "object" || value === null) return {};
	const { name, host } = value;
	return typeof name === "string" && typeof host === "string" ? { container: {
		name,
		host
	} } : {};
}
function stopCommandOf(value) {
	if (typeof value !== "object" || value === null) return void 0;
	const { command, cwd, env, timeout_s: timeout } = value;
	const isText = (one) => typeof one === "string";
	if (!Array.isArray(command) || !command.every(isText) || command.length === 0) return void 0;
	if (!isText(cwd) || typeof timeout !== "number" || !(timeout > 0)) return void 0;
	if (typeof env !== "object" || env === null) return void 0;
	const variables = Object.entries(env).filter((entry) => isText(entry[1]));
	return {
		command,
		cwd,
		env: Object.fromEntries(variables),
		timeout_s: Math.min(timeout, 3600)
	};
}
function isCount(value) {
	return typeof value === "number" && Number.isSafeInteger(value) && value > 1;
}
function fileOf(token, dir) {
	return /^[A-Za-z0-9._:-]{1,160}$/.test(token) ? join(dir, `${token.replaceAll(":", "_")}.json`) : void 0;
}
function prepareDir(dir) {
	try {
		mkdirSync(dir, { mode: 448 });
	} catch {}
	return isPrivateDir(dir);
}
/** In a shared /tmp anybody can make this folder first: only our own, closed to others, is believed. */
function isPrivateDir(dir) {
	try {
		const stat = lstatSync(dir);
		const mine = process.getuid === void 0 || stat.uid === process.getuid();
		return stat.isDirectory() && mine && (process.platform === "win32" || (stat.mode & 63) === 0);
	} catch {
		return false;
	}
}

// src/engine/stop-command.ts
/** Runs a stop command to its end. Undefined: it ended with 0; otherwise what happened. */
async function runStopCommand(stop, log) {
	const [program, ...args] = stop.command;
	if (program === void 0) return void 0;
	const output = openSync(log === "" ? "/dev/null" : log, "a");
	try {
		return await new Promise((resolve) => {
			const child = spawn(program, args, {
				cwd: stop.cwd,
				env: stop.env,
				shell: false,
				stdio: [
					"ignore",
					output,
					output
				],
				timeout: stop.timeout_s * 1e3,
				killSignal: "SIGKILL"
			});
			child.once("error", (error) => {
				const code = error.code ?? "unknown";
				resolve(`"${oneLine(program, [], 100)}" could not be started (${code})`);
			});
			child.once("exit", (code, signal) => {
				if (code === 0) resolve(void 0);
				else if (code !== null) resolve(`it ended with exit code ${code}`);
				else resolve(`it ended by ${signal ?? "a signal"} (engine.stop_timeout ${stop.timeout_s} s)`);
			});
		});
	} finally {
		closeSync(output);
	}
}

// src/engine/outside-parts.ts
/** Looks once, in the container engine of this environment and in those that notes of runs name. */
async function outsideParts(env, stateDir) {
	const notes = listRuns(stateDir);
	const hosts = [.../* @__PURE__ */ new Set([void 0, ...notes.flatMap(({ container }) => container?.host ?? [])])];
	const engines = /* @__PURE__ */ new Map();
	for (const host of hosts) engines.set(host, await labelledContainers(host === void 0 ? env : {
		...env,
		DOCKER_HOST: host
	}));
	const seen = /* @__PURE__ */ new Map();
	for (const engine of engines.values()) for (const one of engine?.found ?? []) {
		const stop = (grace) => engine?.stop(one, grace) ?? Promise.resolve(false);
		if (!seen.has(one.id)) seen.set(one.id, {
			token: one.token,
			name: `container ${one.name}`,
			stop
		});
	}
	const parts = [
		...seen.values(),
		...notes.flatMap((note) => byCommand(note, stateDir)),
		...notes.flatMap((note) => engines.get(note.container?.host) === void 0 ? hiddenContainer(note) : [])
	];
	const of = (token) => parts.filter((one) => one.token === token);
	return {
		tokens: [...new Set(parts.map(({ token }) => token))],
		namesOf: (token) => of(token).map(({ name }) => name),
		hidden: (token) => of(token).filter(({ is_hidden: hidden }) => hidden === true).length,
		stop: async (token, graceSeconds) => {
			return (await Promise.all(of(token).map(({ stop }) => stop(graceSeconds)))).filter((one) => !one).length;
		},
		close: async () => {
			await Promise.all([...engines.values()].map((engine) => engine?.close()));
		}
	};
}
/**
* For the keeper of a run whose main is gone: stops its outside parts; resolves to how many are left. A hidden container
* counts, unless we are root: then its processes are seen and ended without its engine.
*/
async function stopOutsideParts(token, env, stateDir, graceSeconds) {
	const parts = await outsideParts(env, stateDir);
	try {
		const left = await parts.stop(token, graceSeconds);
		return process.getuid?.() === 0 ? left - parts.hidden(token) : left;
	} finally {
		await parts.close();
	}
}
function byCommand(note, stateDir) {
	const { token, stop, log } = note;
	if (stop === void 0) return [];
	const run = async () => {
		if (await runStopCommand(stop, log) !== void 0) return false;
		forgetRun(token, stateDir);
		return true;
	};
	return [{
		token,
		name: `server of ${stop.command[0] ?? ""}`,
		stop: run
	}];
}
function hiddenContainer({ token, container }) {
	if (container === void 0) return [];
	return [{
		token,
		name: `container ${container.name} (the container engine at ${container.host} does not answer)`,
		is_hidden: true,
		stop: async () => false
	}];
}

export { RUN_LABEL as A, oneLine as B, imageMissing as C, DockerApi as D, pullTooSlow as E, ask as F, maskDeep as G, isSecretName as H, bodyEncoding as I, FAILURE_EXIT_CODE as J, maskSecrets as K, encodedBody as L, hostConfig as M, settingsEnvironment as N, answerOf as O, MAX_BODY_BYTES as P, jsonOf as R, stopContainer as S, pullFailed as T, maskCommand as U, headerSecrets as V, maskCut as W, explain as X, GateError as Y, serviceAddress as _, forgetRun as a, inspectContainer as b, rememberRun as c, dockerEndpoint as d, readJsonFile as f, proxyFor as g, normaliseAddress as h, defaultStateDir as i, containerSettings as j, INNER_PORT as k, labelledContainers as l, maskProxy as m, stopOutsideParts as n, listRuns as o, isLoopback as p, maskValues as q, runStopCommand as r, openStateDir as s, outsideParts as t, dockerConfigFolder as u, containerEnd as v, notEnoughSpace as w, startContainer as x, createContainer as y, objectOf as z };