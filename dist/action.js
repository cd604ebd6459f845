import { randomUUID } from "node:crypto";
import { constants, createReadStream, createWriteStream, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { c as setOutput, d as summary, l as setSecret, n as error, o as notice, r as getInput, s as saveState, u as warning } from "./core.js";
import { $ as markdown, A as parseMarker, C as fieldTable, D as rungTable, E as renderComment, F as findingPlace, I as otherFields, J as rungLabel, L as rankedFindings, M as markdownTable, N as environment, O as section, Q as metricName, S as checkTable, T as headlineBlock, V as TEXT, X as bare, Y as sentences, _ as MANIFEST_FILE, b as _usingCtx, c as stopOnSignals, d as writeReports, dt as parseFailOn, et as plain, g as writeManifest, k as validityBlock, l as reproduceCommand, n as wire, s as TOOL_VERSION, t as readConfig, tt as runWithRetries, u as prepareOutput, ut as exitCodeFor, v as MARKER_FILE, w as folded, x as byteLength, z as summaryLine } from "./wiring.js";
import { t as giveUpBrokenStreams } from "./broken-streams.js";
import { J as FAILURE_EXIT_CODE, K as maskSecrets, X as explain, Y as GateError } from "./outside-parts.js";
import { c as reapLeftovers, o as makeToken } from "./leftovers.js";
import { setTimeout } from "node:timers/promises";
import { t as createLog } from "./log.js";
import { copyFile, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { n as RUN_TOKEN_STATE, t as LOCK_DIR_STATE } from "./post-state.js";

// src/config/inputs.ts
/** Every input once, in the order of action.yml. */
const ACTION_INPUTS = [
	{
		name: "mode",
		description: "What to do. Only `run` so far.",
		default: "run"
	},
	{
		name: "config",
		description: "Configuration file (YAML, JSON or TOML), relative to the workspace."
	},
	{
		name: "set",
		description: "Lines of `section.key=value` that win over the file; values are parsed as YAML."
	},
	{
		name: "out",
		description: "Folder for results and reports.",
		default: "instinct-gate-out"
	},
	{
		name: "base-url",
		description: "Address of a running server or channel (`service.base_url`).",
		key: "service.base_url"
	},
	{
		name: "api-key",
		description: "API key of the service, from a secret. Masked before anything is printed.",
		key: "service.api_key",
		secret: true
	},
	{
		name: "model",
		description: "Model id that requests name (`service.model_id`).",
		key: "service.model_id"
	},
	{
		name: "image",
		description: "Container image of the engine, by digest or tag (`engine.image`).",
		key: "engine.image"
	},
	{
		name: "vllm-version",
		description: "vLLM version that must answer: exact, `0.14.*` or `>=0.14 <0.16` (`engine.pins.vllm`).",
		key: "engine.pins.vllm"
	},
	{
		name: "rocm-version",
		description: "ROCm version that the engine must run with, in the same forms (`engine.pins.rocm`).",
		key: "engine.pins.rocm"
	},
	{
		name: "request-rates",
		description: "Gating request rates, separated by commas or spaces (`load.request_rates`).",
		key: "load.request_rates"
	},
	{
		name: "num-prompts",
		description: "Requests of each rung (`load.num_prompts`).",
		key: "load.num_prompts"
	},
	{
		name: "budgets",
		description: "Absolute limits, one a line (`budgets`).",
		key: "budgets"
	},
	{
		name: "baseline",
		description: "`none`, or an earlier `result.json`, or a folder of earlier results (`compare.baseline`).",
		key: "compare.baseline"
	},
	{
		name: "fail-on",
		description: "Verdicts that fail the job. Usage problems (2) and our own faults (70) always do.",
		default: "fail,invalid,error"
	},
	{
		name: "comment",
		description: "Pull-request comment (`report.comment`), one of `auto`, `always`, `on-change`, `never`.",
		key: "report.comment"
	},
	{
		name: "github-token",
		description: "Token for the pull-request comment. Needs `pull-requests:write`.",
		default: "${{ github.token }}",
		secret: true
	},
	{
		name: "artifact-name",
		description: "Name of the uploaded artifact (`report.artifact_name`).",
		key: "report.artifact_name"
	},
	{
		name: "retention-days",
		description: "Days that the artifact is kept (`report.retention_days`); 0 is the default of the repository.",
		key: "report.retention_days"
	}
];
/** Reads all inputs; an empty text is "not given". Problems travel in `inputs` and are listed with all others. */
function readInputs(get) {
	const given = (name) => {
		const text = get(name);
		return text.trim() === "" ? void 0 : text;
	};
	const word = (name) => given(name)?.trim();
	const problems = [];
	const mode = word("mode") ?? "run";
	if (mode !== "run") problems.push({
		path: "",
		where: "input mode",
		message: `expected run, found ${JSON.stringify(mode.slice(0, 60))}`
	});
	const values = {
		"base-url": word("base-url"),
		"api-key": given("api-key"),
		model: word("model"),
		image: word("image"),
		"vllm-version": word("vllm-version"),
		"rocm-version": word("rocm-version"),
		"request-rates": numbers("request-rates", word("request-rates"), problems),
		"num-prompts": wholeNumber("num-prompts", word("num-prompts"), problems),
		budgets: lines(given("budgets")),
		baseline: word("baseline"),
		comment: word("comment"),
		"artifact-name": word("artifact-name"),
		"retention-days": wholeNumber("retention-days", word("retention-days"), problems)
	};
	const config = word("config");
	const token = word("github-token");
	return {
		mode,
		...config !== void 0 && { config },
		out: word("out") ?? "instinct-gate-out",
		set: lines(given("set")) ?? [],
		inputs: {
			...documentOf(values),
			problems,
			warnings: []
		},
		fail_on: word("fail-on") ?? "fail,invalid,error",
		...token !== void 0 && { github_token: token }
	};
}
function documentOf(values) {
	const document = {};
	const origins = {};
	for (const input of ACTION_INPUTS) {
		const value = values[input.name];
		if (!("key" in input) || value === void 0) continue;
		origins[input.key] = `input ${input.name}`;
		const path = input.key.split(".");
		const last = path.pop() ?? "";
		let folder = document;
		for (const part of path) {
			const inner = { ...folder[part] };
			folder[part] = inner;
			folder = inner;
		}
		folder[last] = value;
	}
	return {
		document,
		origins
	};
}
function lines(text) {
	return text?.split(/\r\n|\r|\n/).map((line) => line.trim()).filter((line) => line !== "");
}
function numbers(name, text, problems) {
	const words = text?.split(/[\s,]+/).filter((word) => word !== "");
	if (words === void 0) return void 0;
	const wrong = words.find((word) => !isNumber(word));
	if (wrong === void 0 && words.length > 0) return words.map(Number);
	return refused(name, "expected numbers above 0, separated by commas or spaces", wrong ?? "", problems);
}
/** The whole text must be the number: "7days" is a problem, not 7. */
function wholeNumber(name, text, problems) {
	if (text === void 0) return void 0;
	if (/^\d{1,15}$/.test(text)) return Number(text);
	return refused(name, "expected a whole number", text, problems);
}
function isNumber(text) {
	return /^\d{1,15}(\.\d{1,15})?$/.test(text);
}
/** Notes the problem; the text itself stays in the document, where nothing takes it for a number. */
function refused(name, expected, found, problems) {
	const input = ACTION_INPUTS.find((candidate) => candidate.name === name);
	const message = `${expected}, found ${JSON.stringify(found.slice(0, 60))}`;
	problems.push({
		path: input?.key ?? "",
		where: `input ${name}`,
		message
	});
	return found;
}

// src/github/context.ts
const SHA = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
const NAME = /^[A-Za-z0-9._-]{1,100}$/;
/**
* Reads a job's environment and its event payload, which a stranger's pull request may have filled: a value
* of the wrong type or shape counts as absent. Undefined outside of a job.
*/
function readContext(env, payload) {
	const [owner = "", repo = "", ...rest] = (env["GITHUB_REPOSITORY"] ?? "").split("/");
	if (!NAME.test(owner) || !NAME.test(repo) || rest.length > 0) return void 0;
	const event = env["GITHUB_EVENT_NAME"] ?? "";
	const { pull, head_sha, base_sha } = subjectOf(event, fields(payload), `${owner}/${repo}`);
	const head = head_sha ?? sha(env["GITHUB_SHA"]);
	const server_url = address(env["GITHUB_SERVER_URL"], "https://github.com");
	const run_id = positive(Number(env["GITHUB_RUN_ID"])) ?? 0;
	const attempt = positive(Number(env["GITHUB_RUN_ATTEMPT"])) ?? 1;
	return {
		event,
		owner,
		repo,
		run_id,
		attempt,
		server_url,
		workflow: env["GITHUB_WORKFLOW"] ?? "",
		...head !== void 0 && { head_sha: head },
		...base_sha !== void 0 && { base_sha },
		...pull !== void 0 && { pull },
		api_url: address(env["GITHUB_API_URL"], "https://api.github.com"),
		run_url: `${server_url}/${owner}/${repo}/actions/runs/${run_id}/attempts/${attempt}`
	};
}
function subjectOf(event, payload, repository) {
	switch (event) {
		case "pull_request":
		case "pull_request_target": return ofPull(fields(payload["pull_request"]), repository);
		case "merge_group": {
			const group = fields(payload["merge_group"]);
			return {
				head_sha: sha(group["head_sha"]),
				base_sha: sha(group["base_sha"])
			};
		}
		case "push": return {
			head_sha: sha(payload["after"]),
			base_sha: sha(payload["before"])
		};
		case "workflow_run": return ofWorkflowRun(fields(payload["workflow_run"]), repository);
		default: return {};
	}
}
function ofPull(pull, repository) {
	const number = positive(pull["number"]);
	const head = fields(pull["head"]);
	const head_sha = sha(head["sha"]);
	const base_sha = sha(fields(pull["base"])["sha"]);
	if (number === void 0 || head_sha === void 0) return {
		head_sha,
		base_sha
	};
	const draft = pull["draft"] === true;
	return {
		head_sha,
		base_sha,
		pull: {
			number,
			head_sha,
			fork: fields(head["repo"])["full_name"] !== repository,
			draft,
			...base_sha !== void 0 && { base_sha }
		}
	};
}
/** The second half for pull requests. GitHub lists no pull request for a run of a fork. */
function ofWorkflowRun(run, repository) {
	const head_sha = sha(run["head_sha"]);
	const list = run["pull_requests"];
	const pulls = Array.isArray(list) ? list : [];
	const only = pulls.length === 1 ? fields(pulls[0]) : {};
	const number = positive(only["number"]);
	const base_sha = sha(fields(only["base"])["sha"]);
	const isSameHead = sha(fields(only["head"])["sha"]) === head_sha;
	if (run["event"] !== "pull_request" || number === void 0 || head_sha === void 0 || !isSameHead) return { head_sha };
	return {
		head_sha,
		base_sha,
		pull: {
			number,
			head_sha,
			fork: fields(run["head_repository"])["full_name"] !== repository,
			draft: false,
			...base_sha !== void 0 && { base_sha }
		}
	};
}
const fields = (value) => typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
/** All zeros is how a push says that there was nothing before. */
const sha = (value) => typeof value === "string" && SHA.test(value) && !/^0+$/.test(value) ? value : void 0;
const positive = (value) => typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : void 0;
/** An http(s) address without a trailing slash, else the usual one. */
function address(value, usual) {
	return (value !== void 0 && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) ? value : usual).replace(/\/+$/, "");
}

// src/report/annotations.ts
/** GitHub shows ten of each level per step and drops the rest without a word. */
const MAX_PER_LEVEL = 10;
/** The runner cuts a message at 4 096 characters: this, and ten lines of evidence. */
const MAX_TEXT = 1500;
/** Findings as annotations of the job: the deciding ones first, and a word about those that do not fit. */
function annotationsOf(result) {
	const ranked = rankedFindings(result).map((finding) => annotationOf(finding, result.simulated));
	return [
		"error",
		"warning",
		"notice"
	].flatMap((level) => {
		const own = ranked.filter((each) => each.level === level);
		if (own.length <= MAX_PER_LEVEL) return own;
		const shown = own.slice(0, 9);
		return [...shown, {
			level,
			title: TEXT.product,
			message: TEXT.more(own.length - shown.length)
		}];
	});
}
function annotationOf(finding, simulated) {
	const place = findingPlace(finding);
	const lines = [plain(sentences(finding.message, finding.hint), MAX_TEXT), ...(finding.evidence ?? []).slice(0, 10).map((line) => plain(line, 200))];
	return {
		level: finding.exploring === true ? "notice" : finding.severity,
		title: plain(`${TEXT.product}${simulated ? " (SIMULATED)" : ""}: ${finding.verdict ?? finding.severity}${place === void 0 ? "" : ` at ${place}`}`, 120),
		message: lines.join("\n")
	};
}

// src/report/summary.ts
/** GitHub drops the whole summary of a step above 1 MiB. */
const MAX_SUMMARY_BYTES = 921600;
/** The job summary: the comment with every table in full; falls back to the comment when that is too long. */
function renderSummary(result, options = {}) {
	const full = [
		renderComment(result, options).trimEnd(),
		folded(TEXT.rungDetails, metricTable(result)),
		folded(TEXT.checks, checkTable(result, 2e3)),
		folded(TEXT.environment, fieldTable([...environment(result), ...otherFields(result)])),
		folded(TEXT.validity, validityBlock(result, 500))
	].join("\n\n");
	if (byteLength(full) <= 921600) return `${full}\n`;
	const short = [headlineBlock(result), section("Rungs", rungTable(result, {
		rungs: 64,
		onlyOpenRungs: false
	}))];
	return byteLength(short.join("\n\n")) <= 921600 ? `${short.join("\n\n")}\n` : renderComment(result, options);
}
/** Every metric of every rung: metrics down, rungs across. */
function metricTable(result) {
	const rungs = result.rungs.slice(0, 64);
	const names = [...new Set(rungs.flatMap((rung) => Object.keys(rung.metrics)))].sort();
	return markdownTable([["Metric", ...rungs.map(rungLabel)], ...names.map((name) => [markdown(name, 80), ...rungs.map((rung) => bare(Object.hasOwn(rung.metrics, name) ? rung.metrics[name] : void 0, metricName(name).unit))])], { alignDelimiters: false });
}

// src/github/artifact.ts
/** Jobs of a matrix may share a name; beyond this many the names are wrong. */
const MAX_NAMES = 5;
/** Why an upload makes no sense here, before anything is loaded or sent; undefined when it does. */
function uploadObstacle(env, server_url) {
	const host = URL.canParse(server_url) ? new URL(server_url).hostname.toLowerCase() : "";
	if (host !== "github.com" && !host.endsWith(".ghe.com") && !host.endsWith(".localhost")) return `GitHub Enterprise Server (${host}) does not take artifacts of this kind. Upload the output folder in a step of its own.`;
	if (!env["ACTIONS_RUNTIME_TOKEN"] || !env["ACTIONS_RESULTS_URL"]) return "This is not a step of an Actions job that may upload artifacts (no ACTIONS_RUNTIME_TOKEN).";
}
/**
* Uploads files as one artifact of the run. Loads @actions/artifact only now: it is larger than everything else
* together. Rejects with what the artifact service said; it has its own retries.
*/
async function uploadArtifact(request) {
	const { DefaultArtifactClient } = await import("./artifact.js");
	const client = new DefaultArtifactClient();
	const base = artifactName(request.name);
	const retention = request.retention_days > 0 ? { retentionDays: request.retention_days } : {};
	for (let number = 1;; number += 1) {
		const name = number === 1 ? base : `${base}-${number}`;
		try {
			const { id, digest } = await client.uploadArtifact(name, [...request.files], request.root, retention);
			if (id === void 0) throw new Error("the artifact service gave no id");
			return {
				name,
				id,
				url: pageOf(request, id),
				...digest !== void 0 && { digest }
			};
		} catch (error) {
			if (!(error instanceof Error && /\(409\)|already exists/i.test(error.message)) || number >= MAX_NAMES) throw error;
		}
	}
}
/** A name without the characters that GitHub refuses. */
function artifactName(name) {
	const clean = name.replace(/["<>:|*?\\/\p{Cc}\p{Cf}]+/gu, "-").trim().slice(0, 120);
	return clean === "" ? "instinct-gate" : clean;
}
const pageOf = ({ server_url, owner, repo, run_id }, id) => `${server_url}/${owner}/${repo}/actions/runs/${run_id}/artifacts/${id}`;

// src/github/trouble.ts
const MAX_WAIT_S = 60;
const TRIES = 3;
/**
* Runs `work` again for troubles that pass by themselves: server errors, the network, a rate limit that ends
* within a minute. Rejects with the last error; `signal` ends the waiting.
*/
async function withRetries(work, signal) {
	for (let attempt = 1;; attempt += 1) try {
		return await work();
	} catch (error) {
		const { code, retry_after_s } = troubleOf(error);
		if (retry_after_s === void 0 || attempt >= TRIES || signal.aborted) throw error;
		const wait_s = code === "rate_limited" ? retry_after_s : retry_after_s * attempt;
		await setTimeout(wait_s * 1e3, void 0, { signal }).catch(() => void 0);
		if (signal.aborted) throw error;
	}
}
/** Reads an error of octokit, of the artifact client or of the network. `now_s`: Unix time, for rate limits. */
function troubleOf(error, now_s = Date.now() / 1e3) {
	const { status, said, headers } = partsOf(error);
	const because = said === "" ? "" : ` (${said})`;
	const limit = rateLimit(status, said, headers, now_s);
	if (limit !== void 0) return {
		code: "rate_limited",
		message: `GitHub's rate limit was reached${because}. The next run tries again.`,
		...limit <= MAX_WAIT_S && { retry_after_s: limit }
	};
	if (status === void 0) {
		if (!isNetwork(error)) return {
			code: "unknown",
			message: `Unexpected: ${said}`
		};
		return {
			code: "network",
			message: `GitHub cannot be reached${because}. Check network and proxy of the runner and GITHUB_API_URL.`,
			retry_after_s: 1
		};
	}
	switch (true) {
		case status === 401: return {
			code: "bad_token",
			message: `GitHub does not accept the token${because}. Check the input github-token.`
		};
		case status === 403: return {
			code: "read_only_token",
			message: `The token may not write here${because}. Give the job "permissions: pull-requests: write"; pull requests from forks get a read-only token whatever the workflow says, the job summary has the report.`
		};
		case status === 404: return {
			code: "not_found",
			message: `GitHub found no such pull request or comment${because}, or the token may not see it. Check the repository and "permissions: pull-requests: write".`
		};
		case status >= 500: return {
			code: "server_error",
			message: `GitHub answered with ${status}${because}. The next run tries again.`,
			retry_after_s: 1
		};
		default: return {
			code: "refused",
			message: `GitHub refused the request with ${status}${because}. The pull request may be locked; the job summary has the report.`
		};
	}
}
function partsOf(error) {
	const { status, response, message } = typeof error === "object" && error !== null ? error : { message: error };
	const isHttp = typeof status === "number" && status >= 300 && response !== void 0;
	const said = String(message ?? "").split(" - https://")[0] ?? "";
	return {
		status: isHttp ? status : void 0,
		said: said.slice(0, 200),
		headers: response?.headers ?? {}
	};
}
/** Seconds until the limit ends; undefined when this is no rate limit. */
function rateLimit(status, said, headers, now_s) {
	const after = Number(headers["retry-after"] ?? NaN);
	const isPrimary = headers["x-ratelimit-remaining"] === "0";
	if (!(status === 429 || status === 403 && (/rate limit/i.test(said) || Number.isFinite(after) || isPrimary))) return void 0;
	if (Number.isFinite(after)) return Math.max(0, after);
	const reset = Number(headers["x-ratelimit-reset"] ?? NaN);
	return isPrimary && Number.isFinite(reset) ? Math.max(1, reset - now_s) : MAX_WAIT_S;
}
/** octokit reports a failed connection as status 500 without a response; others carry a code. */
function isNetwork(error) {
	const { status, cause, code, name } = typeof error === "object" && error !== null ? error : {};
	const hasCode = (value) => typeof value === "string" && /^(E[A-Z]+|UND_ERR_\w+|CERT_\w+|DEPTH_\w+|SELF_SIGNED\w*)$/.test(value);
	if (status === 500 || hasCode(code) || name === "TimeoutError" || name === "AbortError" || name === "NetworkError") return true;
	return cause !== void 0 && isNetwork(cause);
}

// src/github/comment.ts
/** What GITHUB_TOKEN writes as. Such a token may not ask who it is. */
const ACTIONS_LOGIN = "github-actions[bot]";
const REQUEST_TIMEOUT_MS = 3e4;
const PER_PAGE = 100;
/** No pull request has ten thousand comments; a server that always sends a full page must not hold us. */
const MAX_PAGES = 100;
/**
* Writes the one comment of a group: updates ours if it is there, creates it otherwise, deletes doubles that a
* concurrent job made. Never touches a comment of somebody else, nor one of a newer run. Rejects with what
* GitHub or the network said.
*/
async function upsertComment(request) {
	if (request.mode === "never") return {
		kind: "skipped",
		reason: "report.comment is never"
	};
	const session = {
		octokit: (await import("./github2.js")).getOctokit(request.token, { baseUrl: request.api_url }),
		request
	};
	return withRetries(() => upsertOnce(session), request.signal);
}
/** What to do about the comment that is there; pure, as a table in the tests. */
function decideComment(facts) {
	const { mode, ours, existing, head_now, passed } = facts;
	const isStale = head_now !== ours.head;
	if (existing !== void 0) {
		const isOfNewerHead = isStale && existing.head === head_now;
		const isLater = existing.run > ours.run || existing.run === ours.run && existing.attempt > ours.attempt;
		if (isOfNewerHead || isLater) return {
			write: false,
			reason: "the comment is about a newer commit or from a newer run; it was left as it is"
		};
	}
	if (mode === "on-change" && passed && (existing === void 0 || existing.state === ours.state)) return {
		write: false,
		reason: "report.comment is on-change: a pass as before"
	};
	if (!isStale) return { write: true };
	return {
		write: true,
		note: `This is about commit ${ours.head.slice(0, 12)}; the pull request has moved on to ${head_now.slice(0, 12)}.`
	};
}
async function upsertOnce(session) {
	const { request } = session;
	const login = await whoAmI(session);
	const head_now = await currentHead(session);
	const existing = (await listOwn(session, login))[0];
	const ours = {
		group: request.group,
		head: request.head_sha,
		run: request.run_id,
		attempt: request.attempt,
		state: `${request.result.verdict.verdict}/${request.result.verdict.code}`
	};
	const passed = request.result.verdict.verdict === "pass";
	const decision = decideComment({
		mode: request.mode,
		ours,
		existing: existing?.marker,
		head_now,
		passed
	});
	if (!decision.write) return {
		kind: "skipped",
		reason: decision.reason,
		...existing !== void 0 && { url: existing.url }
	};
	const note = decision.note === void 0 ? {} : { note: decision.note };
	const body = renderComment(request.result, {
		...request.links,
		...note,
		commit: request.head_sha,
		marker: ours
	});
	if (existing !== void 0) {
		const url = await update(session, existing.id, body);
		await removeDoubles(session, login, existing.id);
		return {
			kind: "updated",
			url,
			...note
		};
	}
	const created = await create(session, body);
	const oldest = (await listOwn(session, created.login))[0];
	if (oldest === void 0 || oldest.id === created.id) return {
		kind: "created",
		url: created.url,
		...note
	};
	const again = decideComment({
		mode: "always",
		ours,
		existing: oldest.marker,
		head_now,
		passed
	});
	const url = again.write ? await update(session, oldest.id, body) : oldest.url;
	await removeDoubles(session, created.login, oldest.id);
	return again.write ? {
		kind: "updated",
		url,
		...note
	} : {
		kind: "skipped",
		reason: again.reason,
		url
	};
}
async function whoAmI({ octokit, request }) {
	try {
		const { data } = await octokit.rest.users.getAuthenticated(options(request));
		return data.login;
	} catch (error) {
		const { status } = error;
		if (status === 403 || status === 404) return ACTIONS_LOGIN;
		throw error;
	}
}
async function currentHead({ octokit, request }) {
	const { owner, repo, pull } = request;
	const { data } = await octokit.rest.pulls.get({
		owner,
		repo,
		pull_number: pull,
		...options(request)
	});
	return data.head.sha;
}
/** Comments of this group by this author, oldest first, over all pages. */
async function listOwn({ octokit, request }, login) {
	const { owner, repo, pull, group } = request;
	const found = [];
	for (let page = 1; page <= MAX_PAGES; page += 1) {
		const listing = {
			owner,
			repo,
			issue_number: pull,
			per_page: PER_PAGE,
			page,
			...options(request)
		};
		const { data } = await octokit.rest.issues.listComments(listing);
		for (const comment of data) {
			const marker = comment.user?.login === login ? parseMarker(comment.body ?? "") : void 0;
			if (marker?.group === group) found.push({
				id: comment.id,
				url: comment.html_url,
				marker
			});
		}
		if (data.length < PER_PAGE) break;
	}
	return found.sort((a, b) => a.id - b.id);
}
async function create({ octokit, request }, body) {
	const { owner, repo, pull } = request;
	const target = {
		owner,
		repo,
		issue_number: pull,
		body,
		...options(request)
	};
	const { data } = await octokit.rest.issues.createComment(target);
	return {
		id: data.id,
		url: data.html_url,
		login: data.user?.login ?? ACTIONS_LOGIN
	};
}
async function update({ octokit, request }, comment_id, body) {
	const { owner, repo } = request;
	const { data } = await octokit.rest.issues.updateComment({
		owner,
		repo,
		comment_id,
		body,
		...options(request)
	});
	return data.html_url;
}
/** Keeps one comment of ours. What cannot be deleted now, the next run deletes: the comment itself is written. */
async function removeDoubles(session, login, keep) {
	const { octokit, request } = session;
	const { owner, repo } = request;
	for (const { id } of await listOwn(session, login)) {
		if (id === keep) continue;
		await octokit.rest.issues.deleteComment({
			owner,
			repo,
			comment_id: id,
			...options(request)
		}).catch(() => void 0);
	}
}
const options = (request) => ({ request: { signal: AbortSignal.any([request.signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]) } });

// src/github/publish.ts
/** Longest time for all of it: a report is not worth a runner that hangs. */
const MAX_PUBLISH_MS = 18e4;
/**
* Shows a result in GitHub: artifact, comment, job summary, annotations, outputs. Each failure is a warning
* that says what to change; none changes the verdict, and nothing is thrown.
*/
async function publish(request) {
	const troubles = [];
	const attempt = async (what, work) => {
		try {
			return await work();
		} catch (problem) {
			const text = `${what}: ${plain(troubleOf(problem).message, 800)}`;
			troubles.push(text);
			request.log.warning(text);
			return;
		}
	};
	const artifact = await attempt("Artifact not uploaded", () => uploadBundle(request));
	const comment_url = await attempt("Comment not written", () => writeComment(request, artifact));
	await attempt("Job summary not written", () => writeSummary(request, artifact));
	await attempt("Annotations not written", async () => annotate(request.result));
	const published = {
		troubles,
		...comment_url !== void 0 && { comment_url },
		...artifact !== void 0 && { artifact }
	};
	await attempt("Outputs not written", async () => writeOutputs(request, published));
	return published;
}
async function uploadBundle(request) {
	try {
		var _usingCtx$1 = _usingCtx();
		const { context, report, env, log } = request;
		if (context === void 0) return void 0;
		const obstacle = uploadObstacle(env, context.server_url);
		if (obstacle !== void 0) {
			log.info(`No artifact: ${obstacle}`);
			return;
		}
		const bundle = _usingCtx$1.a(await request.bundle());
		const { server_url, owner, repo, run_id } = context;
		const artifact = await uploadArtifact({
			server_url,
			owner,
			repo,
			run_id,
			root: bundle.root,
			files: bundle.files,
			name: report.artifact_name,
			retention_days: report.retention_days
		});
		log.info(`Artifact ${artifact.name}: ${artifact.url}`);
		return artifact;
	} catch (_) {
		_usingCtx$1.e = _;
	} finally {
		await _usingCtx$1.d();
	}
}
async function writeComment(request, artifact) {
	const { context, token, report, result, log } = request;
	const pull = context?.pull;
	const reason = report.comment === "never" ? "report.comment is never" : context === void 0 || pull === void 0 ? "this run does not belong to a pull request" : token === void 0 || token === "" ? "no github-token was given" : void 0;
	if (reason !== void 0 || context === void 0 || pull === void 0 || token === void 0) {
		log.info(`No comment: ${reason}. The job summary has the report.`);
		return;
	}
	const { owner, repo, run_id, attempt, api_url, run_url, workflow } = context;
	const outcome = await upsertComment({
		token,
		api_url,
		owner,
		repo,
		run_id,
		attempt,
		result,
		pull: pull.number,
		head_sha: pull.head_sha,
		group: report.group ?? workflow,
		mode: report.comment,
		links: {
			run_url,
			...artifact !== void 0 && { artifact_url: artifact.url }
		},
		signal: AbortSignal.timeout(MAX_PUBLISH_MS)
	});
	if (outcome.kind === "skipped") log.info(`Comment not changed: ${outcome.reason}.`);
	else log.info(`Comment ${outcome.kind}: ${outcome.url}${outcome.note === void 0 ? "" : ` (${outcome.note})`}`);
	return outcome.url;
}
async function writeSummary({ result, context, env }, artifact) {
	if (!env["GITHUB_STEP_SUMMARY"]) return;
	const text = renderSummary(result, {
		...context !== void 0 && { run_url: context.run_url },
		...context?.head_sha !== void 0 && { commit: context.head_sha },
		...artifact !== void 0 && { artifact_url: artifact.url }
	});
	await summary.addRaw(text, true).write();
}
function annotate(result) {
	const write = {
		error,
		warning,
		notice
	};
	for (const { level, title, message } of annotationsOf(result)) write[level](message, { title });
}
/** Without GITHUB_OUTPUT the old command would be printed, which no runner takes any more. */
function writeOutputs({ result, paths, env }, { comment_url, artifact }) {
	if (!env["GITHUB_OUTPUT"]) return;
	const outputs = {
		verdict: result.verdict.verdict,
		"exit-code": result.verdict.exit_code,
		summary: plain(summaryLine(result), 500),
		capacity: result.capacity.lower ?? "",
		knee: result.knee ?? "",
		result: paths.result,
		report: paths.report,
		"comment-url": comment_url ?? "",
		"artifact-id": artifact?.id ?? "",
		"artifact-url": artifact?.url ?? "",
		"artifact-digest": artifact?.digest ?? ""
	};
	for (const [name, value] of Object.entries(outputs)) setOutput(name, value);
}

// src/output/bundle.ts
/** The engine's log and raw telemetry name hosts and command lines. */
const STAYS_HERE = ["engine.log", "telemetry.jsonl"];
/**
* Copies what may be published below `temporary`. With detail `public` the engine's log stays here and request
* records lose the error text of the server, which may hold prompts and addresses; the class of the failure
* stays. With `private` everything goes.
*/
async function makeBundle(request) {
	const root = await mkdtemp(join(request.temporary, "instinct-gate-bundle-"));
	const dispose = () => rm(root, {
		recursive: true,
		force: true
	});
	try {
		for (const path of await publishable(request.folder, request.detail)) {
			const from = join(request.folder, path);
			const to = join(root, path);
			await mkdir(dirname(to), { recursive: true });
			if (request.detail === "public" && path.endsWith(".jsonl")) await withoutErrors(from, to);
			else await copyFile(from, to, constants.COPYFILE_FICLONE);
		}
		await writeManifest(root);
		return {
			root,
			files: (await readdir(root, {
				recursive: true,
				withFileTypes: true
			})).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)).sort(),
			[Symbol.asyncDispose]: dispose
		};
	} catch (error) {
		await dispose();
		throw error;
	}
}
/** Regular files only: a link in the folder could point anywhere. */
async function publishable(folder, detail) {
	return (await readdir(folder, {
		recursive: true,
		withFileTypes: true
	})).filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).filter((path) => path !== ".instinct-gate" && path !== "manifest.json").filter((path) => detail === "private" || !STAYS_HERE.includes(path));
}
async function withoutErrors(from, to) {
	const lines = createInterface({
		input: createReadStream(from),
		crlfDelay: Number.POSITIVE_INFINITY
	});
	async function* cleaned() {
		for await (const line of lines) {
			const kept = withoutError(line);
			if (kept !== void 0) yield `${kept}\n`;
		}
	}
	await pipeline(Readable.from(cleaned()), createWriteStream(to, { flags: "wx" }));
}
/** A line that a kill cut off is left out: it cannot be cleaned. */
function withoutError(line) {
	try {
		const { error, ...record } = JSON.parse(line);
		return error === void 0 ? line : JSON.stringify(record);
	} catch {
		return;
	}
}

// src/action.ts
giveUpBrokenStreams();
process.exitCode = await main();
async function main() {
	const get = (name) => getInput(name, { trimWhitespace: false });
	for (const line of get("api-key").split(/\r\n|\r|\n/)) if (line.trim() !== "") setSecret(line.trim());
	const secrets = [];
	try {
		return await run(readInputs(get), secrets);
	} catch (error) {
		return failed(error, secrets);
	}
}
async function run(request, secrets) {
	const failOn = failOnOf(request.fail_on);
	const config = readConfig({
		...request.config !== void 0 && { file: request.config },
		inputs: request.inputs,
		set: request.set
	});
	for (const secret of config.secrets) setSecret(secret);
	secrets.push(...config.secrets);
	const log = createLog({
		stream: process.stdout,
		style: "actions",
		secrets
	});
	for (const warning of config.warnings) log.warning(warning);
	const stop = stopOnSignals();
	try {
		const attempted = await measure(request, config, log, stop.signal);
		await show(request, config, log, attempted);
		log.end();
		const { verdict, sentence } = attempted.result.verdict;
		process.stdout.write(`${maskSecrets(sentence, secrets)}\n`);
		return exitCodeFor(verdict, failOn);
	} finally {
		log.end();
		stop.dispose();
	}
}
async function measure(request, config, log, signal) {
	const run_token = makeToken(randomUUID());
	saveState(RUN_TOKEN_STATE, run_token);
	const lockDir = config.preflight.lock_dir;
	if (lockDir !== void 0) saveState(LOCK_DIR_STATE, lockDir);
	await reapLeftovers({
		log,
		...lockDir !== void 0 && { lockDir }
	});
	return runWithRetries({
		config,
		tool_version: TOOL_VERSION,
		reproduce: reproduceCommand(localCommand(request), config),
		log,
		signal,
		openOutput: () => prepareOutput({
			out: request.out,
			secrets: config.secrets
		}),
		wire: (output) => wire({
			config,
			output,
			log,
			cli_path: cliPath(),
			run_token
		}),
		writeReports: (folder, result) => writeReports(folder, result, config.report)
	});
}
/** Comment, artifact, summary, annotations, outputs: whatever fails here leaves the verdict alone. */
async function show(request, config, log, { result, folder, files }) {
	const context = readContext(process.env, eventPayload());
	await publish({
		result,
		...context !== void 0 && { context },
		...request.github_token !== void 0 && { token: request.github_token },
		report: config.report,
		paths: {
			result: files.result,
			report: files.html ?? files.markdown
		},
		bundle: () => makeBundle({
			folder,
			detail: config.report.detail,
			temporary: process.env["RUNNER_TEMP"] || tmpdir()
		}),
		env: process.env,
		log
	});
}
/** Undefined where there is no readable event; a stranger may have filled it. */
function eventPayload() {
	const path = process.env["GITHUB_EVENT_PATH"];
	if (!path) return void 0;
	try {
		return JSON.parse(readFileSync(path, "utf8"));
	} catch {
		return;
	}
}
/** cli.js beside action.js, or cli.ts beside action.ts. */
function cliPath() {
	const self = fileURLToPath(import.meta.url);
	return join(dirname(self), `cli${extname(self)}`);
}
/** What a reader types in a checkout to measure the same: the file, then each input as a setting. */
function localCommand(request) {
	const words = ["run", ...request.config === void 0 ? [] : ["--config", request.config]];
	for (const [section, value] of Object.entries(request.inputs.document)) {
		const shown = (typeof value === "object" && value !== null && !Array.isArray(value) ? Object.entries(value).map(([key, inner]) => [`${section}.${key}`, inner]) : [[section, value]]).filter(([path]) => path !== "service.api_key");
		for (const [path, inner] of shown) words.push("--set", `${path}=${JSON.stringify(inner)}`);
	}
	for (const line of request.set) words.push("--set", line);
	return words;
}
function failOnOf(text) {
	const parsed = parseFailOn(text);
	if (parsed.ok) return parsed.verdicts;
	throw new GateError({
		kind: "config",
		code: "fail_on",
		message: `input fail-on: ${parsed.problem}`
	});
}
/** Usage problems and our own faults: never masked by fail-on. */
function failed(error$1, secrets) {
	const expected = error$1 instanceof GateError;
	const exitCode = expected ? FAILURE_EXIT_CODE[error$1.kind] : 70;
	const stack = error$1 instanceof Error ? error$1.stack ?? error$1.message : String(error$1);
	const text = expected ? explain(error$1) : `This is a fault of instinct-gate ${TOOL_VERSION}.\n${stack}`;
	const masked = maskSecrets(text, secrets);
	error(masked, { title: expected ? "instinct-gate was not run" : "instinct-gate is broken" });
	setOutput("exit-code", exitCode);
	setOutput("summary", masked.split("\n")[0] ?? "");
	return exitCode;
}

export {  };