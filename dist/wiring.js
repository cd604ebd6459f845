import { i as __toESM } from "./rolldown-runtime.js";
import { t as require_undici } from "./undici.js";
import { n as require_lib$1, r as require_lib, t as require_lib$2 } from "./stdlib.js";
import { A as RUN_LABEL, B as oneLine, C as imageMissing, D as DockerApi, E as pullTooSlow, F as ask, G as maskDeep, H as isSecretName, I as bodyEncoding, K as maskSecrets, L as encodedBody, M as hostConfig, N as settingsEnvironment, O as answerOf, P as MAX_BODY_BYTES, R as jsonOf, S as stopContainer, T as pullFailed, U as maskCommand, V as headerSecrets, W as maskCut, Y as GateError, _ as serviceAddress, a as forgetRun, b as inspectContainer, c as rememberRun, d as dockerEndpoint, f as readJsonFile, g as proxyFor, h as normaliseAddress, i as defaultStateDir, j as containerSettings, k as INNER_PORT, l as labelledContainers, m as maskProxy, p as isLoopback, q as maskValues, r as runStopCommand, s as openStateDir, u as dockerConfigFolder, v as containerEnd, w as notEnoughSpace, x as startContainer, y as createContainer, z as objectOf } from "./outside-parts.js";
import { _ as listProcesses, a as isProcessOfRun, b as describeHolder, g as isInContainerOf, h as canSeeProcesses, i as endProcesses, m as lockDir, n as belongsTo, p as isInContainer$1, r as carriesOtherRun, s as processesOfRun, t as RUN_TOKEN_VARIABLE, v as openSockets, x as tryLock, y as readProcess } from "./leftovers.js";
import { i as require_ajv, n as parse$1, r as TomlError, t as require_dist } from "./formats.js";
import { i as word, t as field$1 } from "./tool-json.js";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { accessSync, closeSync, constants, createReadStream, createWriteStream, existsSync, fstatSync, mkdirSync, openSync, readFileSync, readSync, readdirSync, statSync, statfsSync, writeSync } from "node:fs";
import { cpus, homedir, hostname } from "node:os";
import { basename, dirname, extname, isAbsolute, join, resolve } from "node:path";
import { createServer } from "node:net";
import { Readable } from "node:stream";
import { once } from "node:events";
import { monitorEventLoopDelay } from "node:perf_hooks";
import * as tls from "node:tls";
import { lstat, mkdir, open, readFile as readFile$1, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { execFile, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { pipeline } from "node:stream/promises";

// src/clock.ts
/** Nanoseconds of the monotonic clock as seconds. */
const seconds$2 = (ns) => Number(ns) / 1e9;

// src/core/metric-names.ts
const latency = {
	unit: "ms",
	better: "lower",
	scope: "rung",
	comparable: true
};
const rate = {
	better: "higher",
	scope: "rung",
	comparable: true
};
/** All metrics of budgets, one row each; README tables come from here. */
const BUDGET_METRICS = [
	{
		...latency,
		name: "STAT_ttft_ms",
		meaning: "time to first token"
	},
	{
		...latency,
		name: "STAT_ttft_visible_ms",
		meaning: "time to first visible text, after any reasoning"
	},
	{
		...latency,
		name: "STAT_tpot_ms",
		meaning: "time per output token after the first"
	},
	{
		...latency,
		name: "STAT_itl_ms",
		meaning: "gap between tokens"
	},
	{
		...latency,
		name: "STAT_e2el_ms",
		meaning: "end-to-end latency of a request"
	},
	{
		...rate,
		name: "request_throughput",
		unit: "requests/s",
		percent_of: "offered rate",
		meaning: "completed requests / time to the last completion, the drain included (vLLM)"
	},
	{
		...rate,
		name: "output_throughput",
		unit: "tokens/s",
		meaning: "output tokens / time to the last completion"
	},
	{
		...rate,
		name: "total_token_throughput",
		unit: "tokens/s",
		meaning: "prompt and output tokens / time to the last completion"
	},
	{
		...rate,
		name: "served_rate",
		unit: "requests/s",
		percent_of: "arrived rate",
		meaning: "completions per second inside the steady window"
	},
	{
		...rate,
		name: "mean_tps",
		unit: "tokens/s",
		meaning: "tokens per second of one request: 1000 / mean_tpot_ms"
	},
	{
		name: "error_rate",
		unit: "share",
		better: "lower",
		scope: "rung",
		percent_of: "sent requests",
		comparable: false,
		meaning: "failed requests / sent requests"
	},
	{
		name: "completed",
		unit: "requests",
		better: "higher",
		scope: "rung",
		percent_of: "planned requests",
		comparable: false,
		meaning: "requests that succeeded"
	},
	{
		name: "capacity",
		unit: "requests/s",
		better: "higher",
		scope: "ladder",
		comparable: false,
		meaning: "highest rung that, with all lower ones, meets every per-rung budget"
	}
];
const STATISTICS = [
	"mean",
	"median",
	"p50",
	"p90",
	"p95",
	"p99",
	"p99.9"
];
/** Names to suggest, the usual statistics spelled out. */
const BUDGET_METRIC_NAMES = BUDGET_METRICS.flatMap(({ name }) => name.startsWith("STAT_") ? STATISTICS.map((statistic) => name.replace("STAT", statistic)) : [name]);
/** The metric of this name, or undefined. Percentiles are p1 to p99.999, without leading or trailing zeros. */
function metricNamed(name) {
	const plain = BUDGET_METRICS.find((metric) => metric.name === name);
	if (plain !== void 0) return name.startsWith("STAT_") ? void 0 : plain;
	const parts = /^(mean|median|p([1-9]\d?(?:\.\d{0,2}[1-9])?))_(.+)$/.exec(name);
	if (parts === null) return void 0;
	const family = BUDGET_METRICS.find((metric) => metric.name === `STAT_${parts[3]}`);
	if (family === void 0) return void 0;
	const named = {
		...family,
		name
	};
	if (parts[1] === "mean") return named;
	return {
		...named,
		percentile: parts[2] === void 0 ? .5 : Number(`${parts[2]}e-2`)
	};
}

// src/core/nearest.ts
/** Names longer than this are never typing errors of ours, and the distance is quadratic. */
const MAX_LENGTH$2 = 64;
/**
* Nearest known name, or undefined where nothing is near: at most a third of the letters differ
* (an exchange of two neighbours is one difference). Case, `-` and `_` make no difference. Ties: the first known.
*/
function nearestName(name, known) {
	if (name.length > MAX_LENGTH$2) return void 0;
	const wanted = simplified(name);
	if (wanted === "") return void 0;
	let nearest;
	let least = Number.POSITIVE_INFINITY;
	for (const candidate of known) {
		if (candidate.length > MAX_LENGTH$2) continue;
		const other = simplified(candidate);
		const distance = editDistance(wanted, other);
		if (distance <= Math.max(1, Math.floor(Math.max(wanted.length, other.length) / 3)) && distance < least) {
			least = distance;
			nearest = candidate;
		}
	}
	return nearest;
}
/** Nearest of some numbers; ties: the smaller one. Undefined for an empty list. */
function nearestNumber(value, known) {
	const distance = (candidate) => Math.abs(candidate - value);
	return [...known].sort((a, b) => distance(a) - distance(b) || a - b)[0];
}
function simplified(name) {
	return name.toLowerCase().replaceAll("-", "_").trim();
}
/** Optimal string alignment distance: insert, delete, replace, exchange neighbours. */
function editDistance(a, b) {
	let beforeLast = [];
	let last = Array.from({ length: b.length + 1 }, (_, j) => j);
	for (let i = 1; i <= a.length; i++) {
		const row = [i];
		for (let j = 1; j <= b.length; j++) {
			const same = a[i - 1] === b[j - 1] ? 0 : 1;
			let best = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + same);
			if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, at(beforeLast, j - 2) + 1);
			row.push(best);
		}
		beforeLast = last;
		last = row;
	}
	return at(last, b.length);
}
function at(row, index) {
	return row[index] ?? Number.POSITIVE_INFINITY;
}

// src/core/budget.ts
const MAX_LENGTH$1 = 200;
const NUMBER = String.raw`\d+(?:\.\d+)?(?:[eE][+-]?\d+)?`;
const BUDGET = new RegExp(String.raw`^(?<metric>[^\s<>=@%]+)\s*(?<operator><=|>=|==|<|>)\s*(?<value>${NUMBER})\s*(?<percent>%)?` + String.raw`\s*(?:@\s*(?<rates>[^@]*?))?(?:(?<=[\s%\d])(?<observed>observed))?$`);
const LIST = new RegExp(String.raw`^${NUMBER}(?:\s*,\s*${NUMBER})*$`);
const RANGE = new RegExp(String.raw`^(${NUMBER})\s*(?:\.\.|-)\s*(${NUMBER})$`);
const COMPARISON = new RegExp(String.raw`^(<=|>=|<|>)\s*(${NUMBER})$`);
/** Reads one budget; the problem says what was expected and what was found, without the expression itself. */
function parseBudget(text) {
	const expression = text.trim().replace(/\s+/g, " ");
	if (expression.length > MAX_LENGTH$1) return no$1(`longer than ${MAX_LENGTH$1} characters`);
	const groups = BUDGET.exec(expression)?.groups;
	if (groups === void 0) return no$1(shapeProblem(expression));
	const name = groups["metric"] ?? "";
	const metric = metricNamed(name);
	if (metric === void 0) return no$1(unknownMetric(name));
	const value = Number(groups["value"]);
	if (!Number.isFinite(value)) return no$1(`the value ${groups["value"]} is too large`);
	const percent = groups["percent"] !== void 0;
	if (percent && metric.percent_of === void 0) return no$1(`% has no meaning for ${name}, which is in ${metric.unit}; write a plain number`);
	const rates = groups["rates"] === void 0 ? ALL$1 : parseRates(groups["rates"].trim());
	if (typeof rates === "string") return no$1(rates);
	if (metric.scope === "ladder" && rates.kind !== "all") return no$1(`${name} is one number for the whole ladder; leave "@ …" out`);
	const observed = groups["observed"] !== void 0;
	return {
		ok: true,
		budget: {
			expression,
			metric: name,
			operator: groups["operator"],
			value,
			percent,
			rates,
			observed
		}
	};
}
/** The same budget in one spelling: `p95_ttft_ms <= 500 @ 2,4 observed`. Reading it gives the budget again. */
function formatBudget(budget) {
	const { metric, operator, value, percent, rates, observed } = budget;
	return `${metric} ${operator} ${value}${percent ? "%" : ""}` + (rates.kind === "all" ? "" : ` @ ${formatSelector(rates)}`) + (observed ? " observed" : "");
}
/** The gating rungs that a selector means, ascending. */
function selectRates(selector, gatingRates) {
	return gatingRates.filter((rate) => selects(selector, rate)).sort((a, b) => a - b);
}
/** What is wrong with a selector on this ladder; undefined: nothing. */
function selectorProblem(selector, gatingRates) {
	const ladder = [...gatingRates].sort((a, b) => a - b).join(", ");
	if (selector.kind === "list") {
		const unknown = selector.rates.filter((rate) => !gatingRates.includes(rate));
		if (unknown.length === 0) return void 0;
		const nearest = unknown.map((rate) => nearestNumber(rate, gatingRates)).join(", ");
		return `${unknown.join(", ")} is no gating rung of ${ladder}; nearest: ${nearest}`;
	}
	if (selectRates(selector, gatingRates).length > 0) return void 0;
	return `no gating rung of ${ladder} is in ${formatSelector(selector)}`;
}
/** What is allowed but probably not meant: a budget from the wrong side, equality of a measured number. */
function budgetWarning(budget) {
	const metric = metricNamed(budget.metric);
	if (metric === void 0) return void 0;
	const { operator } = budget;
	if (operator === "==") {
		if (metric.unit === "requests" || budget.value === 0) return void 0;
		return `${budget.metric} is measured and is hardly ever exactly ${budget.value}; write <= or >=`;
	}
	if ((operator === "<=" || operator === "<") === (metric.better === "lower")) return void 0;
	const sense = metric.better === "lower" ? "low values are good" : "high values are good";
	return `${budget.metric} ${operator} ${budget.value} asks for the bad side: of ${budget.metric} ${sense}`;
}
const ALL$1 = { kind: "all" };
function parseRates(text) {
	if (text === "") return "expected rates after @: a list 2,4, a range 2..8 or a comparison <=8";
	if (LIST.test(text)) {
		const rates = text.split(",").map(Number);
		return badRate(rates) ?? {
			kind: "list",
			rates: [...new Set(rates)]
		};
	}
	const range = RANGE.exec(text);
	if (range !== null) {
		const [from, to] = [Number(range[1]), Number(range[2])];
		if (from > to) return `the range ${text} runs backwards; write the smaller rate first`;
		return badRate([from, to]) ?? {
			kind: "range",
			from,
			to
		};
	}
	const comparison = COMPARISON.exec(text);
	if (comparison !== null) {
		const rate = Number(comparison[2]);
		return badRate([rate]) ?? {
			kind: "comparison",
			operator: comparison[1],
			rate
		};
	}
	return `expected rates as a list 2,4, a range 2..8 or a comparison <=8, found ${JSON.stringify(text)}`;
}
function badRate(rates) {
	return rates.every((rate) => Number.isFinite(rate)) ? void 0 : "a rate is too large";
}
function selects(selector, rate) {
	switch (selector.kind) {
		case "all": return true;
		case "list": return selector.rates.includes(rate);
		case "range": return selector.from <= rate && rate <= selector.to;
		case "comparison": return compares(rate, selector.operator, selector.rate);
	}
}
function compares(left, operator, right) {
	switch (operator) {
		case "<=": return left <= right;
		case "<": return left < right;
		case ">=": return left >= right;
		case ">": return left > right;
	}
}
function formatSelector(selector) {
	switch (selector.kind) {
		case "all": return "all rungs";
		case "list": return selector.rates.join(",");
		case "range": return `${selector.from}..${selector.to}`;
		case "comparison": return `${selector.operator}${selector.rate}`;
	}
}
function shapeProblem(expression) {
	const wanted = "expected METRIC OP VALUE[%] [@ RATES] [observed], for example p95_ttft_ms <= 500 @ 2,4";
	if (expression === "") return `${wanted}, found an empty text`;
	if (/[^<>=]=[^=]/.test(expression)) return `${wanted}; "=" alone is no operator, write ==`;
	if (/[≤≥]|=<|=>/.test(expression)) return `${wanted}; write <= or >= in plain characters`;
	if (/\d\s*(?:ms|s|req\/s|rps|tok\/s)\b/i.test(expression)) return `${wanted}; write the value without a unit, the metric's name says it`;
	if (!/[<>=]/.test(expression)) return `${wanted}; there is no operator (<=, <, >=, >, ==)`;
	return wanted;
}
function unknownMetric(name) {
	const nearest = nearestName(name, BUDGET_METRIC_NAMES);
	const shown = JSON.stringify(name.slice(0, 64));
	if (nearest !== void 0) return `unknown metric ${shown}; nearest known: ${nearest}`;
	return `unknown metric ${shown}; known: mean|median|pNN_ttft|tpot|itl|e2el_ms, served_rate, error_rate, capacity, …`;
}
function no$1(problem) {
	return {
		ok: false,
		problem
	};
}

// src/core/autocorrelation.ts
/** Lags that are looked at together for slow drifts. */
const DRIFT_LAGS = 10;
/**
* Effective sample size n / (1 + 2 Σ (1 − k/n) ρ_k) of a series in time order, at most its length and at least 1. The sum
* ends by Geyer's initial positive sequence (Statistical Science 1992): at the first pair of lags whose sum is not
* positive. Correlation that chance explains (within two standard errors) is not counted, so that independent values
* keep their number.
*/
function effectiveSize(series) {
	const n = series.length;
	if (n < 4) return n;
	const mean = series.reduce((sum, value) => sum + value, 0) / n;
	const centred = series.map((value) => value - mean);
	const variance = centred.reduce((sum, value) => sum + value * value, 0) / n;
	if (!(variance > 0) || !Number.isFinite(variance)) return n;
	const rho = (lag) => {
		let sum = 0;
		for (let i = lag; i < n; i++) sum += (centred[i] ?? 0) * (centred[i - lag] ?? 0);
		return sum / n / variance;
	};
	if (!isCorrelated(rho, n)) return n;
	let inflation = 1;
	for (let lag = 1; lag + 1 < n; lag += 2) {
		const [first, second] = [rho(lag), rho(lag + 1)];
		if (first + second <= 0) break;
		inflation += 2 * ((1 - lag / n) * first + (1 - (lag + 1) / n) * second);
	}
	return Math.min(n, Math.max(1, n / inflation));
}
/** Lag 1, or the first ten lags together, above two standard errors of independent values. */
function isCorrelated(rho, n) {
	if (rho(1) > 2 / Math.sqrt(n)) return true;
	const lags = Math.min(DRIFT_LAGS, n - 1);
	let sum = 0;
	for (let lag = 1; lag <= lags; lag++) sum += rho(lag);
	return sum > 2 * Math.sqrt(lags / n);
}

// src/core/binomial.ts
var import_lib$2 = /* @__PURE__ */ __toESM(require_lib(), 1);
/**
* One-sided upper confidence bound of a binomial share (Clopper–Pearson): beta quantile with shapes k + 1, n − k.
* `k` and `n` need not be whole: an effective sample size is allowed. No sample: 1.
*/
function upperBound(k, n, confidence) {
	checkCounts(k, n, confidence);
	if (k >= n) return 1;
	return finiteOr(1, (0, import_lib$2.default)(confidence, k + 1, n - k));
}
/** One-sided lower confidence bound of a binomial share (Clopper–Pearson). No violation or no sample: 0. */
function lowerBound(k, n, confidence) {
	checkCounts(k, n, confidence);
	if (k === 0) return 0;
	return finiteOr(0, (0, import_lib$2.default)(1 - confidence, k, n - k + 1));
}
/** Both one-sided bounds of the share of requests over a limit, each with the given confidence. */
function exceedanceBounds(sample) {
	const { violations, n, confidence } = sample;
	return {
		lower: lowerBound(violations, n, confidence),
		upper: upperBound(violations, n, confidence)
	};
}
/**
* Smallest number of requests that proves a percentile budget when none is over the limit: p^n ≤ 1 − confidence.
* `p` is the percentile as a share: 29, 59, 299 and 2995 for 0.9, 0.95, 0.99 and 0.999 at 0.95.
*/
function neededSamples(p, confidence) {
	checkShares(p, confidence);
	return smallestN(0, p, confidence);
}
/**
* Smallest number of requests that proves a percentile budget with probability `power`
* when the true share over the limit is half of the allowed one, (1 − p) / 2.
*/
function neededSamplesForPower(p, confidence, power) {
	checkShares(p, confidence, power);
	const trueShare = (1 - p) / 2;
	for (let violations = 0;; violations++) {
		const n = smallestN(violations, p, confidence);
		if (binomialCdf(violations, n, trueShare) >= power) return n;
	}
}
/** P(K ≤ k) for whole k and n, summed from logarithms so that large n does not underflow. */
function binomialCdf(k, n, share) {
	if (k < 0) return 0;
	if (k >= n || share <= 0) return 1;
	if (share >= 1) return 0;
	const logOdds = Math.log(share) - Math.log1p(-share);
	let logTerm = n * Math.log1p(-share);
	let sum = Math.exp(logTerm);
	for (let i = 0; i < k; i++) {
		logTerm += Math.log((n - i) / (i + 1)) + logOdds;
		sum += Math.exp(logTerm);
	}
	return Math.min(1, sum);
}
/** Smallest n at which `violations` still prove that the share over the limit is at most 1 − p. */
function smallestN(violations, p, confidence) {
	const proven = (n) => binomialCdf(violations, n, 1 - p) <= 1 - confidence;
	let high = violations + 1;
	while (!proven(high)) high *= 2;
	let low = violations;
	while (high - low > 1) {
		const middle = Math.floor((low + high) / 2);
		if (proven(middle)) high = middle;
		else low = middle;
	}
	return high;
}
/** Shapes near zero can defeat the beta quantile; the bound that claims nothing takes its place. */
function finiteOr(vacuous, bound) {
	return Number.isFinite(bound) ? bound : vacuous;
}
function checkCounts(k, n, confidence) {
	if (!(Number.isFinite(k) && Number.isFinite(n) && k >= 0 && n >= 0 && k <= n)) throw new RangeError(`counts: expected 0 <= k <= n, got k = ${k}, n = ${n}`);
	checkShares(confidence);
}
function checkShares(...shares) {
	for (const share of shares) if (!(share > 0 && share < 1)) throw new RangeError(`expected a share between 0 and 1, got ${share}`);
}

// src/core/quantile.ts
/**
* Sorts a sample once. `counts` says how often each value counts (whole numbers above 0; default 1), so that a message
* with many tokens costs one entry. Throws on a value that is not finite: such a number must never be averaged.
*/
function sortedSample(values, counts) {
	const order = Float64Array.from(values);
	if (!order.every(Number.isFinite)) throw new RangeError("a sample holds a value that is not finite");
	if (counts === void 0 || counts.length === values.length && counts.every((count) => count === 1)) {
		order.sort();
		return {
			values: order,
			ends: order.map((_, i) => i + 1),
			size: order.length
		};
	}
	const pairs = values.map((value, i) => ({
		value,
		count: counts[i] ?? 0
	}));
	if (!pairs.every(({ count }) => Number.isSafeInteger(count) && count > 0)) throw new RangeError("a count in a sample is not a whole number above 0");
	pairs.sort((a, b) => a.value - b.value);
	let size = 0;
	const ends = Float64Array.from(pairs, ({ count }) => {
		size += count;
		return size;
	});
	return {
		values: Float64Array.from(pairs, ({ value }) => value),
		ends,
		size
	};
}
/**
* Percentile with linear interpolation between ranks (`numpy.percentile`, method `linear`), `percent` from 0 to 100.
* Absent for an empty sample.
*/
function percentile(sample, percent) {
	if (!(percent >= 0 && percent <= 100)) throw new RangeError(`percentile ${percent} is not between 0 and 100`);
	if (sample.size === 0) return void 0;
	const position = (sample.size - 1) * percent / 100;
	const rank = Math.floor(position);
	const low = valueAt$2(sample, rank);
	return low + (valueAt$2(sample, Math.min(rank + 1, sample.size - 1)) - low) * (position - rank);
}
/** Arithmetic mean; absent for an empty sample. */
function mean(sample) {
	if (sample.size === 0) return void 0;
	let sum = 0;
	let before = 0;
	sample.values.forEach((value, i) => {
		const end = sample.ends[i] ?? before;
		sum += value * (end - before);
		before = end;
	});
	return finite$1(sum / sample.size);
}
/** Standard deviation of the population (divisor n), as numpy's default and vLLM's `std_*`; absent for an empty sample. */
function populationSd(sample) {
	const centre = mean(sample);
	if (centre === void 0) return void 0;
	let sum = 0;
	let before = 0;
	sample.values.forEach((value, i) => {
		const end = sample.ends[i] ?? before;
		sum += (value - centre) ** 2 * (end - before);
		before = end;
	});
	return finite$1(Math.sqrt(sum / sample.size));
}
/** Share of the sample for which `over` holds; absent for an empty sample. */
function share(sample, over) {
	if (sample.size === 0) return void 0;
	let count = 0;
	let before = 0;
	sample.values.forEach((value, i) => {
		const end = sample.ends[i] ?? before;
		if (over(value)) count += end - before;
		before = end;
	});
	return count / sample.size;
}
/** Mean and standard deviation with divisor n − 1 of a few values; the spread is absent below two. */
function meanAndSpread(values) {
	if (values.length === 0) return void 0;
	const centre = values.reduce((sum, value) => sum + value, 0) / values.length;
	if (!Number.isFinite(centre)) return void 0;
	if (values.length === 1) return { mean: centre };
	const sd = Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1));
	return Number.isFinite(sd) ? {
		mean: centre,
		sd
	} : void 0;
}
/** The value at a rank from 0, by binary search over the cumulative counts. */
function valueAt$2(sample, rank) {
	let low = 0;
	let high = sample.values.length - 1;
	while (low < high) {
		const middle = low + high >> 1;
		if ((sample.ends[middle] ?? 0) > rank) high = middle;
		else low = middle + 1;
	}
	return sample.values[low] ?? 0;
}
function finite$1(value) {
	return Number.isFinite(value) ? value : void 0;
}

// src/core/record.ts
const NS_PER_MS = 1e6;
function isOk(record) {
	return record.outcome === "ok";
}
/** We stopped it ourselves: neither a success nor a failure of the server. */
function isCancelled(record) {
	return record.outcome === "cancelled";
}
function isFailed(record) {
	return !isOk(record) && !isCancelled(record);
}
/** Time to the first token in any channel, ms. */
function ttftMs(record, origin) {
	return between(originNs(record, origin), record.first_token_ns);
}
/** Time to the first visible text, ms; absent where none came (only reasoning, only tool calls). */
function ttftVisibleMs(record, origin) {
	return between(originNs(record, origin), record.first_visible_ns);
}
/** Time to the last token, ms. */
function e2elMs(record, origin) {
	return between(originNs(record, origin), record.last_token_ns);
}
/** (last token − first token) / (output tokens − 1), ms; absent for answers of one token, as in vLLM. */
function tpotMs(record) {
	const tokens = outputTokens(record);
	const span = between(record.first_token_ns, record.last_token_ns);
	return span === void 0 || tokens === void 0 || tokens <= 1 ? void 0 : span / (tokens - 1);
}
/** Output tokens by the server's usage, else the number of messages with choices; absent when nothing came. */
function outputTokens(record) {
	if (record.completion_tokens !== void 0 && record.completion_tokens > 0) return record.completion_tokens;
	if (record.first_choice_ns === void 0) return void 0;
	return (record.gaps_ns?.length ?? 0) + 1;
}
/**
* Gaps between tokens: a message with k tokens after a gap g stands for k gaps of g / k. Time of messages without a token
* goes to the next token. What lies before the first token belongs to TTFT, what lies after the last one to nobody.
* Where the server does not say how many tokens a message holds, each message counts as one.
*/
function tokenGaps(record) {
	const { gaps_ns: gaps, first_choice_ns: start, first_token_ns: first, last_token_ns: last } = record;
	if (gaps === void 0 || start === void 0 || first === void 0 || last === void 0) return [];
	const counts = record.gap_tokens?.length === gaps.length ? record.gap_tokens : void 0;
	const result = [];
	let time = start;
	let previousToken = first;
	for (let i = 0; i < gaps.length; i++) {
		time += gaps[i] ?? 0;
		if (time <= first) continue;
		if (time > last) break;
		const tokens = counts === void 0 ? 1 : counts[i] ?? 0;
		if (!Number.isSafeInteger(tokens) || tokens <= 0) continue;
		const ms = (time - previousToken) / tokens / NS_PER_MS;
		if (!Number.isFinite(ms)) return [];
		result.push({
			ms,
			tokens
		});
		previousToken = time;
	}
	return result;
}
/** Lateness of the client: sent − scheduled without the wait at load.max_concurrency, ms. Absent when never sent. */
function latenessMs(record) {
	const late = between(record.scheduled_ns, record.sent_ns);
	return late === void 0 ? void 0 : Math.max(0, late - (record.cap_wait_ns ?? 0) / NS_PER_MS);
}
function originNs(record, origin) {
	return origin === "scheduled" ? record.scheduled_ns : record.sent_ns;
}
function between(from, to) {
	if (from === void 0 || to === void 0) return void 0;
	const ms = (to - from) / NS_PER_MS;
	return Number.isFinite(ms) ? ms : void 0;
}

// src/core/metrics.ts
/** Percentiles that every rung has; budgets may ask for more. */
const STANDARD_PERCENTILES = [
	50,
	90,
	95,
	99
];
/** Latency families: STAT_<family>_ms. Values are per request, but for itl, which pools the tokens of all requests. */
const LATENCY_FAMILIES = [
	{
		name: "ttft",
		sample: perRequest(ttftMs)
	},
	{
		name: "ttft_visible",
		sample: perRequest(ttftVisibleMs)
	},
	{
		name: "tpot",
		sample: perRequest(tpotMs)
	},
	{
		name: "itl",
		sample: pooledGaps
	},
	{
		name: "e2el",
		sample: perRequest(e2elMs)
	}
];
/** mean, median, std and percentiles of every latency family, ms. What cannot be computed is absent. */
function latencyMetrics(records, origin, percentiles = STANDARD_PERCENTILES) {
	const ok = records.filter(isOk);
	return present$2(LATENCY_FAMILIES.flatMap((family) => statistics(family.name, family.sample(ok, origin), percentiles)));
}
/**
* Counts and rates of a rung with vLLM's definitions (vllm/benchmarks/serve.py): per second of `duration_s`, which ends
* with the last request, failed ones included. error_rate is failed / sent; requests that we cancelled count as neither.
*/
function rateMetrics(records, durationS) {
	const ok = records.filter(isOk);
	const failed = records.filter(isFailed).length;
	const perSecond = (amount) => durationS === void 0 || durationS <= 0 ? void 0 : amount / durationS;
	const output = sum$1(ok.map(outputTokens));
	const input = sum$1(ok.map((record) => record.prompt_tokens ?? record.input_len));
	return present$2([
		["completed", ok.length],
		["error_rate", ok.length + failed === 0 ? void 0 : failed / (ok.length + failed)],
		["request_throughput", perSecond(ok.length)],
		["output_throughput", output === void 0 ? void 0 : perSecond(output)],
		["total_token_throughput", output === void 0 || input === void 0 ? void 0 : perSecond(output + input)]
	]);
}
/** vLLM's duration: start of the rung to the end of its last request, seconds. Absent when nothing was sent. */
function durationS(records) {
	if (records.length === 0) return void 0;
	const end = records.reduce((latest, record) => Math.max(latest, record.done_ns), 0) / 1e9;
	return Number.isFinite(end) && end > 0 ? end : void 0;
}
/** Tokens per second that one user sees: 1000 / mean_tpot_ms. */
function meanTps(metrics) {
	const tpot = metrics["mean_tpot_ms"];
	return tpot === void 0 || tpot <= 0 ? void 0 : 1e3 / tpot;
}
/** Percentiles in percent that these metric names ask for, the standard ones included, ascending. */
function percentilesOf(names) {
	const asked = names.flatMap((name) => {
		const found = metricNamed(name)?.percentile;
		return found === void 0 ? [] : [Number((found * 100).toFixed(6))];
	});
	return [.../* @__PURE__ */ new Set([...STANDARD_PERCENTILES, ...asked])].sort((a, b) => a - b);
}
/** Drops what could not be computed: an absent metric can be asked for, a number that is not finite cannot. */
function present$2(entries) {
	return Object.fromEntries(entries.filter((entry) => Number.isFinite(entry[1])));
}
/** mean, median, std and pNN of one family under their names. */
function statistics(family, sample, percentiles) {
	return [
		[`mean_${family}_ms`, mean(sample)],
		[`median_${family}_ms`, percentile(sample, 50)],
		[`std_${family}_ms`, populationSd(sample)],
		...percentiles.map((p) => [`p${p}_${family}_ms`, percentile(sample, p)])
	];
}
function perRequest(latency) {
	return (records, origin) => sortedSample(records.filter(isOk).flatMap((record) => {
		const value = latency(record, origin);
		return value === void 0 ? [] : [value];
	}));
}
function pooledGaps(records) {
	const values = [];
	const counts = [];
	for (const record of records) {
		if (!isOk(record)) continue;
		for (const gap of tokenGaps(record)) {
			values.push(gap.ms);
			counts.push(gap.tokens);
		}
	}
	return sortedSample(values, counts);
}
function sum$1(values) {
	let total = 0;
	for (const value of values) {
		if (value === void 0) return void 0;
		total += value;
	}
	return total;
}

// src/core/student.ts
var import_lib = /* @__PURE__ */ __toESM(require_lib$1(), 1);
var import_lib$1 = /* @__PURE__ */ __toESM(require_lib$2(), 1);
/** Quantile of t with `df` degrees of freedom (above 0, not necessarily whole). */
function quantileT(probability, df) {
	const value = (0, import_lib$1.default)(probability, df);
	if (!Number.isFinite(value)) throw new RangeError(`no t quantile at ${probability} with ${df} degrees`);
	return value;
}
/** P(T > t): the one-sided p-value of a statistic that is large when the null hypothesis is wrong. */
function upperTailT(t, df) {
	const value = (0, import_lib.default)(-t, df);
	if (!Number.isFinite(value)) throw new RangeError(`no t probability at ${t} with ${df} degrees`);
	return value;
}

// src/core/budget-check.ts
/** Batches whose means carry the interval of a mean; each needs at least two requests. */
const BATCHES = 10;
/** Beyond this many requests nobody will wait for a decision. */
const MAX_NEEDED = 1e6;
const BOOT = "for this boot";
const OBSERVED = "observed, not proven";
/** Judges a per-rung budget at one rung, whatever its `@` says. Missing or non-finite numbers are never a pass. */
function checkBudget(budget, rung, confidence) {
	const { result } = rung;
	const measured = {
		kind: "budget",
		metric: budget.metric,
		rate: result.rate,
		expression: budget.expression,
		...valueAndLimit(budget, rung)
	};
	const undecided = (code, message, needs) => ({
		...measured,
		verdict: "inconclusive",
		code,
		message: `${budgetAt(budget, result.rate)} is not decided: ${message}`,
		...needs === void 0 ? {} : { needs },
		scope: budget.observed ? OBSERVED : BOOT
	});
	if (result.state === "not_run") return undecided("not_run", "the rung was not run");
	const { value, limit } = measured;
	if (limit === void 0) return undecided("not_measured", "its limit cannot be computed at this rung");
	if (value === void 0) return undecided("not_measured", `${budget.metric} could not be computed`);
	const answer = budget.observed ? observe(budget, rung, value, limit) : prove$1(budget, rung, value, limit, confidence);
	if (answer.verdict === "pass" && result.state !== "measured") return undecided("stopped", "the rung ended early");
	if (answer.verdict === "inconclusive") return {
		...undecided(answer.code, answer.message, answer.needs),
		...scoped(answer)
	};
	const word = answer.verdict === "pass" ? "is met" : "is broken";
	return {
		...measured,
		verdict: answer.verdict,
		code: answer.verdict === "pass" ? "within_budget" : "over_budget",
		message: `${budgetAt(budget, result.rate)} ${word}: ${answer.message}`,
		scope: answer.scope
	};
}
/** The budget at one rung in one spelling: `p99_ttft_ms <= 900 @ 4`. */
function budgetAt(budget, rate) {
	return formatBudget({
		...budget,
		rates: {
			kind: "list",
			rates: [rate]
		}
	});
}
/** Whether all values between the two bounds are on one side of the limit; undefined: they are not. */
function decideBounds(operator, limit, lower, upper) {
	if (![
		limit,
		lower ?? 0,
		upper ?? 0
	].every(Number.isFinite)) return void 0;
	const low = lower ?? Number.NEGATIVE_INFINITY;
	const high = upper ?? Number.POSITIVE_INFINITY;
	if (low > high) return void 0;
	if (operator === "==") {
		if (limit < low || limit > high) return "fail";
		return low === limit && high === limit ? "pass" : void 0;
	}
	const [first, second] = [satisfies(low, operator, limit), satisfies(high, operator, limit)];
	if (first && second) return "pass";
	return first || second ? void 0 : "fail";
}
/** Whether a value meets a limit. */
function satisfies(value, operator, limit) {
	switch (operator) {
		case "<=": return value <= limit;
		case "<": return value < limit;
		case ">=": return value >= limit;
		case ">": return value > limit;
		case "==": return value === limit;
	}
}
/** The measured value and the limit in the metric's own unit; absent where one cannot be computed. */
function valueAndLimit(budget, { result }) {
	const value = Object.hasOwn(result.metrics, budget.metric) ? result.metrics[budget.metric] : void 0;
	const hundred = budget.percent ? hundredPercent(budget.metric, result) : 100;
	const limit = hundred === void 0 ? void 0 : budget.value * hundred / 100;
	return {
		...value !== void 0 && Number.isFinite(value) ? { value } : {},
		...limit !== void 0 && Number.isFinite(limit) ? { limit } : {}
	};
}
/** What 100 % of a metric is at this rung. */
function hundredPercent(metric, result) {
	switch (metricNamed(metric)?.percent_of) {
		case "arrived rate": return arrivedRate(result);
		case "offered rate": return result.rate;
		case "sent requests": return 1;
		case "planned requests": return result.planned;
		case void 0: return;
	}
}
function arrivedRate({ window }) {
	if (window === void 0 || window.end_s <= window.start_s || window.arrivals <= 0) return void 0;
	return window.arrivals / (window.end_s - window.start_s);
}
/** The measured value decides. A failed request counts as slower than any limit. */
function observe(budget, rung, value, limit) {
	const p = metricNamed(budget.metric)?.percentile;
	const failed = rung.records.filter((record) => !isOk(record)).length;
	const sample = p === void 0 ? void 0 : familyOf(budget.metric)?.sample(rung.records, "scheduled");
	const decisive = sample === void 0 || p === void 0 ? value : withFailures(sample, p, failed, value);
	const message = `${number$1(value)} observed`;
	if (satisfies(decisive, budget.operator, limit)) {
		const isUpper = budget.operator === "<=" || budget.operator === "<";
		const countsFailures = familyOf(budget.metric) === void 0 || p !== void 0 && isUpper;
		if (failed > 0 && !countsFailures) return {
			verdict: "inconclusive",
			code: "failed_requests",
			message: `${failed} requests have no latency`,
			scope: OBSERVED
		};
		return {
			verdict: "pass",
			code: "within_budget",
			message,
			scope: OBSERVED
		};
	}
	return {
		verdict: "fail",
		code: "over_budget",
		message,
		scope: OBSERVED
	};
}
/** Percentile with the failed requests at the end of the sample: infinite as soon as it touches one of them. */
function withFailures(sample, p, failed, value) {
	if (failed === 0) return value;
	const position = (sample.size + failed - 1) * p;
	if (Math.ceil(position) > sample.size - 1) return Number.POSITIVE_INFINITY;
	const among = sample.size === 1 ? 0 : 100 * position / (sample.size - 1);
	return percentile(sample, Math.min(100, among)) ?? Number.POSITIVE_INFINITY;
}
function prove$1(budget, rung, value, limit, confidence) {
	const metric = metricNamed(budget.metric);
	if (budget.metric === "error_rate" || budget.metric === "completed") return countExactly(budget, rung, limit);
	const family = familyOf(budget.metric);
	if (family !== void 0 && metric?.percentile !== void 0) return provePercentile(budget, rung, family, metric.percentile, limit, confidence);
	if (family !== void 0 || budget.metric === "mean_tps") return proveMean(budget, rung, limit, confidence);
	const interval = rateInterval(budget.metric, rung, value, confidence);
	return byInterval(budget, limit, interval, growTo(interval, limit, rung.result.sent));
}
/** Counts are exact once every planned request has ended; until then they lie between two numbers. */
function countExactly(budget, { result, records }, limit) {
	const ok = records.filter(isOk).length;
	const failed = records.filter(isFailed).length;
	const open = Math.max(0, result.planned - ok - failed);
	const total = Math.max(1, ok + failed + open);
	const [lower, upper] = budget.metric === "completed" ? [ok, ok + open] : [failed / total, (failed + open) / total];
	const counted = `${ok} of ${result.planned} completed, ${failed} failed`;
	const verdict = decideBounds(budget.operator, limit, lower, upper);
	if (verdict !== void 0) return {
		verdict,
		code: verdict,
		message: counted,
		scope: "counted"
	};
	return {
		verdict: "inconclusive",
		code: "not_decided",
		message: `${counted}, ${open} neither`,
		needs: "the whole rung",
		scope: "counted"
	};
}
/**
* "P_p ≤ limit" means: at most 1 − p of all requests are over the limit. The share gets binomial bounds with the effective
* number of requests; a failed request is over any limit, one that we cancelled or that lacks its time may be either.
*/
function provePercentile(budget, { records }, family, p, limit, confidence) {
	if (budget.operator === "==") return unprovableEquality();
	const sample = family.sample(records, "scheduled");
	const series = seriesOf$1(family.name, records);
	const over = share(sample, (value) => !satisfies(value, budget.operator, limit));
	if (over === void 0 || series.length === 0) return {
		verdict: "inconclusive",
		code: "not_measured",
		message: "no request has this latency",
		scope: BOOT
	};
	const failed = records.filter(isFailed).length;
	const open = records.filter(isCancelled).length + withoutValue(family.name, series.length, records);
	const violations = over * series.length + failed;
	const n = series.length + failed;
	const factor = effectiveSize(series.map((value) => Math.log(Math.max(value, .001)))) / series.length;
	const lower = exceedanceBounds({
		violations: violations * factor,
		n: n * factor,
		confidence
	}).lower;
	const upper = exceedanceBounds({
		violations: (violations + open) * factor,
		n: (n + open) * factor,
		confidence
	}).upper;
	const upperSide = budget.operator === "<=" || budget.operator === "<";
	const allowed = upperSide ? 1 - p : p;
	const effective = Math.floor(n * factor);
	const side = upperSide ? "over" : "under";
	const what = family.name === "itl" ? "gaps" : "requests";
	const message = `${percentText(violations / n)} of ${what} are ${side} ${number$1(limit)}, at most ${percentText(allowed)} may be; with confidence ${percentText(lower)} to ${percentText(upper)} (${n} requests, worth ${effective})`;
	if (upper <= allowed) return {
		verdict: "pass",
		code: "within_budget",
		message,
		scope: BOOT
	};
	if (lower > allowed) return {
		verdict: "fail",
		code: "over_budget",
		message,
		scope: BOOT
	};
	const needed = requestsNeeded(violations / n, allowed, confidence);
	return {
		verdict: "inconclusive",
		code: "not_decided",
		message,
		needs: needed === void 0 ? "more requests than are sensible: the share over the limit is too close to what is allowed" : `about ${Math.max(n + 1, Math.ceil(needed / factor))} requests, if the share stays as measured`,
		scope: BOOT
	};
}
/** Means of consecutive batches are nearly independent where requests are not: t interval over the batches. */
function proveMean(budget, { records }, limit, confidence) {
	if (budget.operator === "==") return unprovableEquality();
	const isTps = budget.metric === "mean_tps";
	const series = seriesOf$1(isTps ? "tpot" : familyOf(budget.metric)?.name ?? "e2el", records);
	if (series.length < 20) return {
		verdict: "inconclusive",
		code: "not_decided",
		message: `${series.length} requests are too few for an interval of the mean`,
		needs: `20 requests`,
		scope: BOOT
	};
	const batches = Array.from({ length: BATCHES }, (_, b) => {
		const from = Math.floor(b * series.length / BATCHES);
		const to = Math.floor((b + 1) * series.length / BATCHES);
		return series.slice(from, to).reduce((sum, value) => sum + value, 0) / (to - from);
	});
	const found = meanAndSpread(batches);
	if (found?.sd === void 0) return {
		verdict: "inconclusive",
		code: "not_measured",
		message: "the mean is not finite",
		scope: BOOT
	};
	const half = quantileT(confidence, 9) * found.sd / Math.sqrt(BATCHES);
	const [low, high] = [found.mean - half, found.mean + half];
	const interval = isTps ? {
		estimate: 1e3 / found.mean,
		lower: 1e3 / high,
		...low > 0 ? { upper: 1e3 / low } : {}
	} : {
		estimate: found.mean,
		lower: low,
		upper: high
	};
	const answer = byInterval(budget, limit, interval, growTo(interval, limit, series.length, 2));
	const missing = records.length - records.filter(isOk).length;
	if (answer.verdict === "pass" && missing > 0) return {
		verdict: "inconclusive",
		code: "failed_requests",
		message: `${missing} requests have no latency, so the mean is not that of all requests`,
		scope: BOOT
	};
	return answer;
}
function byInterval(budget, limit, interval, needs) {
	if (interval === void 0) return {
		verdict: "inconclusive",
		code: "not_measured",
		message: "it has no interval at this rung",
		scope: BOOT
	};
	const { estimate, lower, upper } = interval;
	const bounds = `${lower === void 0 ? "−∞" : number$1(lower)} to ${upper === void 0 ? "∞" : number$1(upper)}`;
	const message = `${number$1(estimate)}, with confidence ${bounds}; the limit is ${number$1(limit)}`;
	const verdict = decideBounds(budget.operator, limit, lower, upper);
	if (verdict !== void 0) return {
		verdict,
		code: verdict,
		message,
		scope: BOOT
	};
	return {
		verdict: "inconclusive",
		code: "not_decided",
		message,
		...needs === void 0 ? {} : { needs },
		scope: BOOT
	};
}
/**
* served_rate: bounds of served / arrived times the arrived rate. Throughputs: their duration ends with the slowest of
* the last requests, so it varies with the spread of E2EL.
*/
function rateInterval(metric, { result, records }, value, confidence) {
	if (metric === "served_rate") {
		const arrived = arrivedRate(result);
		const ratio = result.served_over_arrived;
		if (arrived === void 0 || ratio?.lower === void 0 || ratio.upper === void 0) return void 0;
		return {
			estimate: value,
			lower: ratio.lower * arrived,
			upper: ratio.upper * arrived
		};
	}
	const spread = meanAndSpread(seriesOf$1("e2el", records));
	const duration = result.duration_s;
	if (spread?.sd === void 0 || duration === void 0 || duration <= 0) return void 0;
	const half = quantileT(confidence, Math.max(1, records.length - 1)) * spread.sd / 1e3;
	return {
		estimate: value,
		lower: value * duration / (duration + half),
		...half < duration ? { upper: value * duration / (duration - half) } : {}
	};
}
/** The latency family of a metric name, such as ttft of p95_ttft_ms. */
function familyOf(metric) {
	const name = /^(?:mean|median|p[\d.]+)_(.+)_ms$/.exec(metric)?.[1];
	return LATENCY_FAMILIES.find((family) => family.name === name);
}
/** One value per successful request, in order of the schedule. */
function seriesOf$1(family, records) {
	return records.filter(isOk).toSorted((a, b) => a.scheduled_ns - b.scheduled_ns).flatMap((record) => oneValue(family, record) ?? []);
}
function oneValue(family, record) {
	switch (family) {
		case "ttft": return ttftMs(record, "scheduled");
		case "ttft_visible": return ttftVisibleMs(record, "scheduled");
		case "tpot": return tpotMs(record);
		case "e2el": return e2elMs(record, "scheduled");
		case "itl": {
			const gaps = tokenGaps(record);
			const tokens = gaps.reduce((sum, gap) => sum + gap.tokens, 0);
			return tokens === 0 ? void 0 : gaps.reduce((sum, gap) => sum + gap.ms * gap.tokens, 0) / tokens;
		}
	}
}
/** Successes without a latency that every success must have; the others may lack theirs (one token, no visible text). */
function withoutValue(family, known, records) {
	return family === "ttft" || family === "e2el" ? records.filter(isOk).length - known : 0;
}
/** Smallest effective number of requests that decides when this share is over the limit. */
function requestsNeeded(shareOver, allowed, confidence) {
	const decides = (n) => {
		const { lower, upper } = exceedanceBounds({
			violations: shareOver * n,
			n,
			confidence
		});
		return upper <= allowed || lower > allowed;
	};
	let high = 1;
	while (!decides(high)) {
		high *= 2;
		if (high > MAX_NEEDED) return void 0;
	}
	let low = high / 2;
	while (high - low > 1) {
		const middle = Math.floor((low + high) / 2);
		if (decides(middle)) high = middle;
		else low = middle;
	}
	return high;
}
/** How many requests shrink an interval to its distance from the limit; its width falls with n to the power 1/root. */
function growTo(interval, limit, n, root = 1) {
	if (interval?.lower === void 0 || interval.upper === void 0) return void 0;
	const distance = Math.abs(interval.estimate - limit);
	const half = (interval.upper - interval.lower) / 2;
	const needed = Math.ceil(n * (half / distance) ** root);
	if (!Number.isFinite(needed) || needed > MAX_NEEDED) return "more requests than are sensible: the value is too close to the limit";
	return `about ${Math.max(n + 1, needed)} requests, if the value stays as measured`;
}
function unprovableEquality() {
	return {
		verdict: "inconclusive",
		code: "not_decided",
		message: "a measured number cannot be proven equal to a limit; write <= or >=",
		scope: BOOT
	};
}
function scoped({ scope }) {
	return { scope };
}
function number$1(value) {
	return String(Number(value.toPrecision(4)));
}
function percentText(value) {
	return `${Number((100 * value).toFixed(2))} %`;
}

// src/core/comparability.ts
/** Fields that come with a container image: `under_test: [image]` means all of them. */
const IMAGE_FIELDS = [
	"image",
	"image_digest",
	"vllm",
	"rocm",
	"torch",
	"hip",
	"aiter",
	"triton",
	"attention_backend",
	"graph_mode",
	"kv_tokens"
];
/**
* Hard fields without which an environment is not proven, whatever a file says about them or leaves out. The simulator has
* no hardware: its presets and arguments are its whole environment.
*/
const ENVIRONMENT$1 = [
	"engine_kind",
	"gpu",
	"arch",
	"gpu_count",
	"rocm",
	"vllm",
	"model",
	"model_revision",
	"dtype",
	"tensor_parallel_size",
	"max_model_len",
	"endpoint",
	"flags",
	"env"
];
const SIMULATED_ENVIRONMENT = [
	"engine_kind",
	"preset",
	"time_scale",
	"max_num_seqs",
	"flags",
	"model",
	"endpoint"
];
/** Fields of the fingerprint that a changed key of `engine` changes, where they are not named like the key. */
const FIELDS_OF_KEY = {
	image: IMAGE_FIELDS,
	model: ["model", "model_revision"],
	revision: ["model_revision", "revision"],
	tensor_parallel_size: [
		"tensor_parallel_size",
		"tp",
		"gpu_count",
		"flags"
	],
	command: ["flags", "command"],
	args: ["flags", "args"],
	env: ["env"]
};
/** Keys of `engine` that say where and how long, not what. A change of kind is another engine, never a change under test. */
const NO_IDENTITY = [
	"kind",
	"port",
	"url",
	"startup_timeout",
	"pins"
];
/** Compares the identities of two sides, field by field. What is known on one side only counts as different. */
function compareSubjects(candidate, baseline, underTest) {
	const tested = fieldsUnderTest(candidate, baseline, underTest);
	const needed = [candidate, baseline].every(isSimulator) ? SIMULATED_ENVIRONMENT : ENVIRONMENT$1;
	const names = /* @__PURE__ */ new Set([
		...Object.keys(baseline.fingerprint),
		...Object.keys(candidate.fingerprint),
		...needed
	]);
	const differences = [...identity$1("simulated", baseline.simulated, candidate.simulated), ...identity$1("workload_hash", baseline.workload_hash, candidate.workload_hash)];
	const unknown = [];
	for (const field of [...names].sort()) {
		const ours = candidate.fingerprint[field];
		const theirs = baseline.fingerprint[field];
		const hard = ours?.class === "hard" || theirs?.class === "hard" || needed.includes(field);
		if (ours?.value === void 0 && theirs?.value === void 0) {
			if (hard) unknown.push(field);
		} else if (ours?.value !== theirs?.value) differences.push({
			field,
			class: hard ? "hard" : "soft",
			...theirs?.value === void 0 ? {} : { baseline: theirs.value },
			...ours?.value === void 0 ? {} : { candidate: ours.value },
			under_test: tested.has(field)
		});
	}
	const known = baseline.workload_hash !== void 0 && candidate.workload_hash !== void 0;
	return {
		comparable: known && !differences.some((field) => field.class === "hard" && !field.under_test),
		differences,
		unknown_on_both: known ? unknown : [...unknown, "workload_hash"]
	};
}
/** `under_test` with what `image` implies, and the fields of configuration keys that changed between the sides. */
function fieldsUnderTest(candidate, baseline, underTest) {
	const fields = new Set(underTest);
	if (fields.has("image")) for (const field of IMAGE_FIELDS) fields.add(field);
	const ours = section$2(candidate.config, "engine");
	const theirs = section$2(baseline.config, "engine");
	for (const key of changedKeys(ours, theirs)) {
		if (NO_IDENTITY.includes(key)) continue;
		for (const field of FIELDS_OF_KEY[key] ?? [key, "flags"]) fields.add(field);
		if (key !== "args" && key !== "env") continue;
		for (const name of changedKeys(section$2(ours, key), section$2(theirs, key))) {
			fields.add(name);
			fields.add(name.replaceAll("-", "_"));
		}
	}
	return fields;
}
function isSimulator({ simulated, fingerprint }) {
	return simulated && fingerprint["engine_kind"]?.value === "simulator";
}
function identity$1(field, baseline, candidate) {
	if (baseline === candidate) return [];
	return [{
		field,
		class: "hard",
		...baseline === void 0 ? {} : { baseline },
		...candidate === void 0 ? {} : { candidate },
		under_test: false
	}];
}
function changedKeys(a, b) {
	return [.../* @__PURE__ */ new Set([...Object.keys(a), ...Object.keys(b)])].filter((key) => canonical$1(a[key]) !== canonical$1(b[key]));
}
function section$2(document, name) {
	const value = Object.hasOwn(document, name) ? document[name] : void 0;
	return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}
/** JSON with sorted keys, so that the order in which a file was written does not matter. */
function canonical$1(value) {
	if (Array.isArray(value)) return `[${value.map(canonical$1).join(",")}]`;
	if (typeof value === "object" && value !== null) return `{${Object.entries(value).sort(([a], [b]) => a < b ? -1 : 1).map(([key, item]) => `${JSON.stringify(key)}:${canonical$1(item)}`).join(",")}}`;
	return JSON.stringify(value) ?? "undefined";
}

// src/core/huge-change.ts
/** As a share: 1000 %. */
const HUGE = 10;
/** What stands for a relative change, or a margin, above 1000 %; absent: its number is shown. */
function hugeChange(share) {
	return share > HUGE ? "more than 10 times" : void 0;
}

// src/core/run-level.ts
/**
* Smallest spread between boots (log scale) that is believed. A few runs that happen to agree, or a coarse clock, do not
* prove a spread of zero; published boot-to-boot spreads of unchanged engines start near half a percent.
*/
const SPREAD_FLOOR = .005;
/** Power at which the detectable effect is stated. */
const POWER$1 = .9;
/**
* The change and its one-sided bounds. One boot against n ≥ 2: prediction interval, s · √(1 + 1/n) with n − 1 degrees.
* Several against several: Welch. One against one has no spread and so no bounds: undefined. Undefined, too, for values
* that are not finite.
*/
function effectOf(boots, confidence) {
	const ours = meanAndSpread(boots.candidate);
	const theirs = meanAndSpread(boots.baseline);
	if (ours === void 0 || theirs === void 0) return void 0;
	const error = standardError(boots, ours.sd, theirs.sd);
	if (error === void 0) return void 0;
	const estimate = ours.mean - theirs.mean;
	const half = quantileT(confidence, error.df) * error.standard_error;
	if (!Number.isFinite(estimate) || !Number.isFinite(half)) return void 0;
	return {
		estimate,
		lower: estimate - half,
		upper: estimate + half,
		...error
	};
}
/** One-sided p-value of "worse than `delta`". */
function pValue(effect, delta) {
	return upperTailT((effect.estimate - delta) / effect.standard_error, effect.df);
}
/** Smallest true worsening (log scale) that this design proves to be above `delta` with 90 % power. */
function detectable(effect, delta, confidence) {
	return delta + (quantileT(confidence, effect.df) + quantileT(POWER$1, effect.df)) * effect.standard_error;
}
/** Holm's step-down: which of these p-values may be called proven at the family-wise level `alpha`. */
function holm(pValues, alpha, family = pValues.length) {
	const order = pValues.map((p, index) => ({
		p: Number.isFinite(p) ? p : 1,
		index
	})).sort((a, b) => a.p - b.p);
	const proven = pValues.map(() => false);
	for (const [rank, { p, index }] of order.entries()) {
		if (!(p <= alpha / (family - rank))) break;
		proven[index] = true;
	}
	return proven;
}
/**
* What would decide, if the change stayed where it was measured: more baseline runs, or else more boots of both sides.
* `distance` is how far the change is from the margin (log scale).
*/
function runsNeeded(effect, distance, confidence) {
	for (let n = 2; n <= 40; n++) if (quantileT(confidence, n - 1) * effect.spread * Math.sqrt(1 + 1 / n) < distance) return { baseline: n };
	for (let n = 2; n <= 100; n++) if (quantileT(confidence, 2 * n - 2) * effect.spread * Math.sqrt(2 / n) < distance) return { each: n };
}
function standardError({ candidate, baseline }, ours, theirs) {
	if (ours !== void 0 && theirs !== void 0) {
		const a = Math.max(ours, SPREAD_FLOOR) ** 2 / candidate.length;
		const b = Math.max(theirs, SPREAD_FLOOR) ** 2 / baseline.length;
		const df = (a + b) ** 2 / (a ** 2 / (candidate.length - 1) + b ** 2 / (baseline.length - 1));
		return {
			standard_error: Math.sqrt(a + b),
			df,
			spread: Math.max(ours, theirs, SPREAD_FLOOR)
		};
	}
	const known = theirs ?? ours;
	if (known === void 0) return void 0;
	const n = theirs === void 0 ? candidate.length : baseline.length;
	const spread = Math.max(known, SPREAD_FLOOR);
	return {
		standard_error: spread * Math.sqrt(1 + 1 / n),
		df: n - 1,
		spread
	};
}

// src/core/verdict.ts
/** Exit code of each verdict. 2 (usage) and 70 (a bug of ours) belong to no verdict and are never masked. */
const EXIT_CODE = {
	pass: 0,
	fail: 1,
	inconclusive: 3,
	invalid: 4,
	error: 5
};
/** The heavier one decides the whole. */
const WEIGHT = {
	error: 4,
	invalid: 3,
	fail: 2,
	inconclusive: 1,
	pass: 0
};
/** Whether the first verdict decides over the second one. */
const isHeavier = (verdict, other) => WEIGHT[verdict] > WEIGHT[other];
/**
* The verdict of the whole and the statement that decides it: error > invalid > fail > inconclusive > pass, with the one
* exception above. Statements about exploring rungs, and those without a verdict, never count. Nothing to count: undefined,
* which no caller may read as a pass.
*/
function decide(statements) {
	let best;
	for (const deciding of statements) {
		const { verdict, exploring } = deciding.finding;
		if (verdict === void 0 || exploring === true) continue;
		const weight = deciding.outranks_invalid === true && verdict === "fail" ? WEIGHT.invalid + .5 : WEIGHT[verdict];
		if (best === void 0 || weight > best.weight) best = {
			verdict,
			deciding,
			weight
		};
	}
	return best === void 0 ? void 0 : {
		verdict: best.verdict,
		deciding: best.deciding
	};
}
/** What a failure of the run contributes, by its cause and by whether a request was due before. */
const FAILURE_VERDICT = {
	engine: {
		before: "error",
		after: "fail"
	},
	channel: {
		before: "error",
		after: "fail"
	},
	host: {
		before: "error",
		after: "error"
	},
	identity: {
		before: "invalid",
		after: "invalid"
	},
	cancelled: {
		before: "error",
		after: "error"
	},
	limit: {
		before: "inconclusive",
		after: "inconclusive"
	}
};
/** Verdicts that --fail-on may name: each that has an exit code of its own above 0. */
const FAIL_ON_VERDICTS = [
	"fail",
	"inconclusive",
	"invalid",
	"error"
];
/** Reads a list such as `fail,invalid,error`, or `none`; a problem says what was expected and found. */
function parseFailOn(text) {
	const words = text.split(/[\s,]+/).map((word) => word.toLowerCase()).filter((word) => word !== "");
	if (words.length === 1 && words[0] === "none") return {
		ok: true,
		verdicts: []
	};
	const unknown = words.filter((word) => !FAIL_ON_VERDICTS.some((verdict) => verdict === word));
	if (words.length === 0 || unknown.length > 0) {
		const found = words.length === 0 ? "nothing" : unknown.map((word) => JSON.stringify(word)).join(", ");
		return {
			ok: false,
			problem: `expected none or a list of ${FAIL_ON_VERDICTS.join(", ")}; found ${found}`
		};
	}
	return {
		ok: true,
		verdicts: FAIL_ON_VERDICTS.filter((verdict) => words.includes(verdict))
	};
}
/** Exit code of the process: the verdict's own, or 0 where `failOn` does not name it. Without `failOn`: always its own. */
function exitCodeFor(verdict, failOn) {
	return failOn === void 0 || failOn.includes(verdict) ? EXIT_CODE[verdict] : 0;
}

// src/core/stored.ts
/** Every place where a result says two things that cannot both be true; empty: none was found. */
function contradictions(result) {
	const { plan, rungs, cells, comparison, verdict } = result;
	const exit = EXIT_CODE[verdict.verdict];
	return [
		...ladderFaults(plan, rungs),
		...rungs.flatMap(countFaults),
		...budgetFaults(plan, cells),
		...cells.flatMap((cell) => cellFaults(cell, rungs)),
		...verdict.exit_code === exit ? [] : [`its verdict is ${verdict.verdict} and its exit code ${verdict.exit_code}, not ${exit}`],
		...verdict.verdict === "pass" && comparison.state === "compared" && !cells.some(({ kind }) => kind === "comparison") ? ["it was compared with a baseline and has no cell that compares"] : []
	];
}
/** Each planned rung once in every repeat, as planned, and no other one. */
function ladderFaults({ rungs: planned }, rungs) {
	const repeats = [...new Set(rungs.map(({ run }) => run))].sort((a, b) => a - b);
	const counted = planned.flatMap(({ rate, kind }) => (repeats.length === 0 ? [1] : repeats).flatMap((run) => {
		const found = rungs.filter((rung) => rung.rate === rate && rung.kind === kind && rung.run === run);
		if (found.length === 1) return [];
		const name = `the ${kind} rung at ${rate} req/s${run === 1 ? "" : `, run ${run}`}`;
		return [found.length === 0 ? `${name} is planned and missing` : `${name} is planned once and there ${found.length} times`];
	}));
	const foreign = rungs.flatMap(({ rate, kind, planned: prompts }) => {
		const row = planned.find((each) => each.rate === rate && each.kind === kind);
		if (row === void 0) return [`the ${kind} rung at ${rate} req/s is not in its plan`];
		if (row.num_prompts === prompts) return [];
		return [`the rung at ${rate} req/s was planned with ${row.num_prompts} requests and says ${prompts}`];
	});
	return [...counted, ...foreign];
}
/** Every sent request completed, failed or was cancelled, and the failure classes add up. */
function countFaults({ rate, state, planned, sent, completed, failed, failures }) {
	const counts = [
		planned,
		sent,
		completed,
		failed,
		...failures.map(({ count }) => count)
	];
	const total = (all) => all.reduce((sum, { count }) => sum + count, 0);
	const byClass = total(failures.filter(({ class: name }) => name !== "cancelled"));
	if (counts.every((count) => Number.isSafeInteger(count) && count >= 0) && sent <= planned && failed === byClass && sent === completed + total(failures) && (state !== "not_run" || sent === 0)) return [];
	return [`the counts at ${rate} req/s do not add up: ${`${planned} planned, ${sent} sent, ${completed} completed, ${failed} failed, ${byClass} by class`}`];
}
/** A planned budget that nobody judged is a cell that was taken out. */
function budgetFaults({ budgets }, cells) {
	return budgets.flatMap(({ expression, rates }) => {
		const own = cells.filter((cell) => cell.kind === "budget" && cell.expression === expression);
		const open = rates.filter((rate) => !own.some((cell) => cell.rate === rate));
		if (open.length > 0) return [`the budget ${expression} is planned and not judged at ${open.join(", ")}`];
		return own.length === 0 ? [`the budget ${expression} is planned and not judged`] : [];
	});
}
/** A cell that passed on numbers that do not pass. */
function cellFaults(cell, rungs) {
	if (cell.verdict !== "pass") return [];
	const { metric, rate, value, limit } = cell;
	if (cell.kind === "comparison") {
		const worst = worsening(cell);
		return worst === void 0 || worst <= (cell.margin ?? 0) ? [] : [`${metric} @ ${rate} passed with a change beyond its margin`];
	}
	if (cell.kind !== "budget" || rate === void 0) return [];
	const parsed = cell.expression === void 0 ? void 0 : parseBudget(cell.expression);
	const name = cell.expression ?? metric;
	if (parsed?.ok !== true || value === void 0 || limit === void 0) return [`${name} passed at ${rate} req/s without a value or a limit`];
	if (!satisfies(value, parsed.budget.operator, limit)) return [`${name} passed at ${rate} req/s with ${value} against ${limit}`];
	return rungs.filter((rung) => rung.rate === rate).map(({ metrics }) => metrics[metric]).includes(value) ? [] : [`${name} passed at ${rate} req/s with ${value}, which its rung does not have`];
}
/** Upper bound of the relative worsening; absent where the cell has no bounds. */
function worsening({ metric, change }) {
	if (change === void 0) return void 0;
	if (metricNamed(metric)?.better !== "higher") return change.upper;
	return change.lower === void 0 ? void 0 : 1 / (1 + change.lower) - 1;
}

// src/core/compare.ts
/** Relative worsening that is tolerated where compare.margins names none. */
const DEFAULT_MARGIN$1 = .1;
/** Until so many stored runs exist, one candidate boot is judged at the wide margin. */
const LEARNED_RUNS = 5;
const LEARNING_MARGIN = .25;
/** A TTFT that is this much longer is never a regression, whatever its share. */
const TTFT_FLOOR_MS = 10;
/** The comparison without its verdict, and one cell for each metric and rate that gates. */
function compareRuns(given) {
	const { kept, copies } = distinctRuns(given.candidates, ({ run_id }) => run_id);
	const request = {
		...given,
		candidates: kept
	};
	const { source, unreadable } = request;
	const baselines = withoutCopies(request);
	const excluded = baselines.flatMap(({ path, unusable }) => unusable === void 0 ? [] : [`${path}: ${unusable}`]);
	const sorted = baselines.filter(({ unusable }) => unusable === void 0).map((run) => ({
		run,
		match: matchAll(request, run)
	}));
	const used = sorted.filter(({ match }) => match.comparable);
	const refused = sorted.filter(({ match }) => !match.comparable);
	const notes = [
		...unreadable.map(({ path, reason }) => `${path} cannot be read: ${reason}`),
		...copies.map(({ path }) => `${path} is left out: it is a copy of another run`),
		...excluded,
		...refused.map(({ run, match }) => `${run.path} is not comparable: ${fieldNames(match)}`)
	];
	const shared = {
		source,
		runs: used.length,
		differences: mergedDifferences((used.length > 0 ? used : refused).map(({ match }) => match)),
		unknown_on_both: [...new Set((used.length > 0 ? used : refused).flatMap(({ match }) => match.unknown_on_both))]
	};
	const empty = (state, text) => ({
		comparison: {
			...shared,
			state,
			message: withNotes(text, notes)
		},
		cells: []
	});
	if (used.length === 0) {
		if (refused.length > 0) return empty("incomparable", "no baseline run matches this one");
		if (unreadable.length > 0) return empty("unreadable", "no baseline run could be read");
		return empty("no_baseline", `no usable baseline run in ${source}`);
	}
	const runs = used.map(({ run }) => run);
	const cells = judgeCells(request, runs, request.options.rates ?? defaultRates(request.gating_rates, runs));
	const learning = request.candidates.length === 1 && runs.length < LEARNED_RUNS;
	const text = `compared with ${runs.length} baseline ${runs.length === 1 ? "run" : "runs"} of ${source}`;
	return {
		comparison: {
			...shared,
			state: "compared",
			...learning ? { learning: `${runs.length}/${LEARNED_RUNS}` } : {},
			message: withNotes(text, notes),
			baseline_metrics: baselineMetrics(runs)
		},
		cells
	};
}
/** A stored result as a side of the comparison, with the reason why it cannot be a baseline, if there is one. */
function comparedRun(path, result) {
	const unusable = unusableReason(result);
	return {
		path,
		run_id: result.run_id,
		subject: {
			fingerprint: result.fingerprint,
			...result.workload === void 0 ? {} : { workload_hash: result.workload.hash },
			simulated: result.simulated,
			config: result.config
		},
		rungs: result.rungs,
		...unusable === void 0 ? {} : { unusable }
	};
}
/** The lowest gating rung, and the highest that was not saturated in any baseline run. */
function defaultRates(gatingRates, baselines) {
	const ascending = [...gatingRates].sort((a, b) => a - b);
	const lowest = ascending[0];
	if (lowest === void 0) return [];
	const saturated = new Set(baselines.flatMap(({ rungs }) => rungs.filter(({ saturation }) => saturation === "saturated").map(({ rate }) => rate)));
	const highest = ascending.findLast((rate) => !saturated.has(rate)) ?? lowest;
	return lowest === highest ? [lowest] : [lowest, highest];
}
/** History takes every valid, complete run; anything else would teach the baseline a broken engine. */
function unusableReason(result) {
	const { plan, rungs, checks, verdict } = result;
	const gating = rungs.filter(({ kind }) => kind === "gating");
	if (gating.length === 0) return "has no gating rung";
	const missing = plan.rungs.find(({ kind, rate }) => kind === "gating" && !gating.some((rung) => rung.rate === rate));
	if (missing !== void 0) return `incomplete: the rung at ${missing.rate} req/s is missing`;
	const incomplete = gating.find((rung) => rung.state !== "measured" || rung.completed !== rung.planned || rung.failed > 0);
	if (incomplete !== void 0) {
		const { rate, completed, planned } = incomplete;
		return `incomplete: ${completed} of ${planned} requests completed at ${rate} req/s`;
	}
	const doubt = [...checks, ...gating.flatMap((rung) => rung.checks)].find(({ state }) => state === "invalid");
	if (doubt !== void 0) return `invalid: ${doubt.rule}: ${doubt.message}`;
	if (verdict.verdict === "invalid" || verdict.verdict === "error") return `its verdict is ${verdict.verdict}`;
	const [contradiction] = contradictions(result);
	return contradiction === void 0 ? void 0 : `contradicts itself: ${contradiction}`;
}
/** Each run once, in order; a run without an identity is not stored yet and nobody's copy. */
function distinctRuns(runs, idOf) {
	const isCopy = (run, at) => idOf(run) !== void 0 && runs.findIndex((other) => idOf(other) === idOf(run)) < at;
	return {
		kept: runs.filter((run, at) => !isCopy(run, at)),
		copies: runs.filter(isCopy)
	};
}
/** The same run twice is one boot: a copy would count as a repeat that agrees perfectly. */
function withoutCopies({ candidates, baselines }) {
	const seen = new Set(candidates.flatMap(({ run_id }) => run_id ?? []));
	return baselines.map((run) => {
		if (run.run_id === void 0 || run.unusable !== void 0) return run;
		if (seen.has(run.run_id)) return {
			...run,
			unusable: "is a copy of another run"
		};
		seen.add(run.run_id);
		return run;
	});
}
/** Comparable with every candidate run; the differences of all of them. */
function matchAll({ candidates, options }, baseline) {
	const matches = candidates.map(({ subject }) => compareSubjects(subject, baseline.subject, options.under_test));
	return {
		comparable: matches.length > 0 && matches.every(({ comparable }) => comparable),
		differences: mergedDifferences(matches),
		unknown_on_both: [...new Set(matches.flatMap(({ unknown_on_both }) => unknown_on_both))]
	};
}
function judgeCells(request, baselines, rates) {
	const open = rates.flatMap((rate) => request.options.metrics.map((metric) => openCell(request, baselines, metric, rate)));
	const { confidence } = request.options;
	const tests = open.flatMap((cell, index) => cell.effect === void 0 ? [] : [{
		index,
		p: pValue(cell.effect, Math.log1p(cell.margin))
	}]);
	const proven = holm(tests.map(({ p }) => p), 1 - confidence, open.length);
	const worse = new Set(tests.filter((_, i) => proven[i]).map(({ index }) => index));
	return open.map((cell, index) => closeCell(cell, worse.has(index), confidence));
}
function openCell(request, baselines, metric, rate) {
	const { candidates, options } = request;
	const better = metricNamed(metric)?.better ?? "lower";
	const ours = candidates.map((run) => logOf$1(run, metric, rate));
	const theirs = baselines.map((run) => logOf$1(run, metric, rate)).filter((value) => value !== void 0);
	const known = ours.filter((value) => value !== void 0);
	const learning = candidates.length === 1 && theirs.length < LEARNED_RUNS;
	const asked = Object.hasOwn(options.margins, metric) ? options.margins[metric] : void 0;
	const baseline = geometricMean(theirs);
	const margin = Math.max(asked ?? DEFAULT_MARGIN$1, learning ? LEARNING_MARGIN : 0, metric.includes("_ttft_") && baseline !== void 0 ? TTFT_FLOOR_MS / baseline : 0);
	const candidate = geometricMean(known);
	const shared = {
		metric,
		rate,
		better,
		margin,
		learning,
		...candidate === void 0 ? {} : { candidate },
		...baseline === void 0 ? {} : { baseline },
		candidateRuns: known.length,
		baselineRuns: theirs.length
	};
	if (known.length < candidates.length || candidate === void 0) return {
		...shared,
		missing: {
			code: "not_measured",
			message: "it was not measured in this run"
		}
	};
	if (baseline === void 0) return {
		...shared,
		missing: {
			code: "no_baseline",
			message: "no baseline run has it"
		}
	};
	const sign = better === "lower" ? 1 : -1;
	const boots = {
		candidate: known.map((y) => sign * y),
		baseline: theirs.map((y) => sign * y)
	};
	const effect = effectOf(boots, options.confidence);
	if (effect === void 0) {
		const needs = `at least 1 more baseline run (${LEARNED_RUNS} for the usual margin)`;
		const message = "one run against one says nothing about the spread between boots";
		return {
			...shared,
			missing: {
				code: "one_pair",
				message,
				needs
			}
		};
	}
	return {
		...shared,
		effect
	};
}
function closeCell(cell, provenWorse, confidence) {
	const { metric, rate, better, margin, effect, missing } = cell;
	const shared = {
		kind: "comparison",
		metric,
		rate,
		...cell.candidate === void 0 ? {} : { value: cell.candidate },
		...cell.baseline === void 0 ? {} : { baseline: cell.baseline },
		margin,
		scope: scopeOf(cell)
	};
	const title = `${metric} @ ${rate}`;
	if (effect === void 0) {
		const { code, message, needs } = missing ?? {
			code: "not_measured",
			message: "it could not be tested"
		};
		const ratio = cell.candidate !== void 0 && cell.baseline !== void 0 ? cell.candidate / cell.baseline : void 0;
		return {
			...shared,
			verdict: "inconclusive",
			code,
			message: `${title} is not decided: ${message}`,
			...ratio === void 0 || !Number.isFinite(ratio) ? {} : { change: { estimate: ratio - 1 } },
			...needs === void 0 ? {} : { needs }
		};
	}
	const delta = Math.log1p(margin);
	const sign = better === "lower" ? 1 : -1;
	const bounds = [Math.expm1(sign * effect.lower), Math.expm1(sign * effect.upper)].sort((a, b) => a - b);
	const change = {
		estimate: Math.expm1(sign * effect.estimate),
		...bounds[0] === void 0 ? {} : { lower: bounds[0] },
		...bounds[1] === void 0 ? {} : { upper: bounds[1] }
	};
	const found = {
		...shared,
		change,
		detectable: Math.expm1(detectable(effect, delta, confidence))
	};
	const range = `${signed(bounds[0] ?? 0)} to ${signed(bounds[1] ?? 0)}, margin ${percent$4(margin)}`;
	const direction = effect.estimate > 0 ? "worse" : "better";
	const text = `${title} is ${percent$4(Math.abs(change.estimate))} ${direction} than the baseline (${range})`;
	if (provenWorse && effect.lower > delta) return {
		...found,
		verdict: "fail",
		code: "regression",
		message: `${text}: proven`
	};
	if (effect.upper < delta) return {
		...found,
		verdict: "pass",
		code: "within_margin",
		message: `${text}: within the margin`
	};
	const suspicious = effect.lower > delta;
	return {
		...found,
		verdict: "inconclusive",
		code: suspicious ? "suspicious" : "not_decided",
		message: suspicious ? `${text}: worse by itself, but not proven among all cells together` : `${text}: not decided`,
		needs: needsText(cell, effect, delta, confidence)
	};
}
/** What would decide, as a count of runs. */
function needsText(cell, effect, delta, confidence) {
	const needed = runsNeeded(effect, Math.abs(effect.estimate - delta), confidence);
	if (needed === void 0) return "more boots than are sensible: the change is too close to the margin";
	if ("baseline" in needed && needed.baseline > cell.baselineRuns) return `about ${needed.baseline - cell.baselineRuns} more baseline runs, if the change stays as measured`;
	return `about ${"each" in needed ? needed.each : Math.max(2, cell.candidateRuns + 1)} boots of the candidate and as many of the baseline, if the change stays as measured`;
}
function scopeOf({ learning, baselineRuns, candidateRuns, margin }) {
	const sides = `${candidateRuns} against ${baselineRuns} ${baselineRuns === 1 ? "run" : "runs"}`;
	return learning ? `${sides}, learning ${baselineRuns}/${LEARNED_RUNS}: wide margin ${percent$4(margin)}` : sides;
}
/** Logarithm of a metric at a rate; repeats of a run share its boot and are averaged into one value. */
function logOf$1({ rungs }, metric, rate) {
	const here = rungs.filter((rung) => rung.rate === rate);
	if (here.length === 0 || here.some((rung) => rung.state !== "measured" || rung.completed !== rung.planned)) return;
	const logs = here.map(({ metrics }) => Object.hasOwn(metrics, metric) ? Math.log(metrics[metric] ?? 0) : NaN);
	const mean = logs.reduce((sum, value) => sum + value, 0) / logs.length;
	return Number.isFinite(mean) ? mean : void 0;
}
function geometricMean(logs) {
	if (logs.length === 0) return void 0;
	const value = Math.exp(logs.reduce((sum, log) => sum + log, 0) / logs.length);
	return Number.isFinite(value) && value > 0 ? value : void 0;
}
/** Rate → metric → geometric mean over the baseline runs that have it. */
function baselineMetrics(runs) {
	const rates = [...new Set(runs.flatMap(({ rungs }) => rungs.map(({ rate }) => rate)))].sort((a, b) => a - b);
	return Object.fromEntries(rates.map((rate) => {
		const rungs = runs.flatMap((run) => run.rungs.filter((rung) => rung.rate === rate));
		const means = [...new Set(rungs.flatMap(({ metrics }) => Object.keys(metrics)))].sort().flatMap((name) => {
			const value = geometricMean(runs.flatMap((run) => logOf$1(run, name, rate) ?? []));
			return value === void 0 ? [] : [[name, value]];
		});
		return [String(rate), Object.fromEntries(means)];
	}));
}
function mergedDifferences(matches) {
	const seen = /* @__PURE__ */ new Map();
	for (const difference of matches.flatMap(({ differences }) => differences)) seen.set(JSON.stringify([
		difference.field,
		difference.baseline,
		difference.candidate
	]), difference);
	return [...seen.values()];
}
function fieldNames({ differences, unknown_on_both }) {
	const hard = differences.filter((field) => field.class === "hard" && !field.under_test);
	return `${(hard.length > 0 ? hard.map(({ field }) => field) : unknown_on_both).join(", ")} ${hard.length > 0 ? "differ" : "unknown"}`;
}
function withNotes(text, notes) {
	return notes.length === 0 ? text : `${text} (${notes.join("; ")})`;
}
function signed(change) {
	const shown = (100 * Math.abs(change)).toFixed(1);
	return hugeChange(change) ?? (shown === "0.0" ? "0.0 %" : `${change < 0 ? "−" : "+"}${shown} %`);
}
function percent$4(share) {
	return hugeChange(share) ?? `${Number((100 * share).toFixed(1))} %`;
}

// src/core/completeness.ts
/** Only a measured rung whose sent, completed and planned requests are the same number passes. */
function checkCompleteness(rung, kind) {
	const { rate, planned, sent, completed, failed, state } = rung;
	const refused = kind === "external" ? countOf(rung, "rate_limited") : 0;
	const cell = (verdict, code, message) => ({
		kind: "completeness",
		metric: "completed",
		rate,
		verdict,
		code,
		message,
		...Number.isFinite(completed) ? { value: completed } : {},
		...Number.isFinite(planned) ? { limit: planned } : {},
		scope: "counted"
	});
	const at = `at ${rate} req/s`;
	const reason = rung.state_reason === void 0 ? "" : `: ${rung.state_reason}`;
	if (state === "not_run") {
		const text = `the rung ${at} was not run${reason}`;
		return {
			cell: cell("inconclusive", rung.state_code ?? "not_run", text),
			server_failed: false
		};
	}
	if (failed - refused > 0) {
		const text = `${failed} of ${state === "stopped" ? `${sent} sent requests (${planned} planned)` : `${planned} requests`} failed ${at} (${classesText(rung)})`;
		return {
			cell: cell("fail", worstClass(rung), text),
			server_failed: true
		};
	}
	if (refused > 0) return {
		cell: cell("invalid", "quota", `the channel's rate limit refused ${refused} of ${planned} requests ${at}`),
		server_failed: false
	};
	if (state === "stopped") {
		const text = `the rung ${at} ended early with ${completed} of ${planned} requests completed${reason}`;
		return {
			cell: cell("inconclusive", rung.state_code ?? "stopped", text),
			server_failed: false
		};
	}
	if (sent < planned) return {
		cell: cell("invalid", "counts", `only ${sent} of ${planned} requests were sent ${at}`),
		server_failed: false
	};
	if (Number.isSafeInteger(planned) && planned > 0 && sent === planned && completed === planned && failed === 0 && rung.failures.length === 0) return {
		cell: cell("pass", "complete", `all ${planned} requests completed ${at}`),
		server_failed: false
	};
	return {
		cell: cell("inconclusive", "counts_disagree", `the counts ${at} do not add up: ${completed} completed and ${failed} failed of ${planned}`),
		server_failed: false
	};
}
/** `http_5xx` for one class, `http_5xx 2, timeout 1` for several. */
function classesText({ failures }) {
	const [first, ...more] = failures.filter(({ class: name }) => name !== "cancelled");
	if (first === void 0) return "class unknown";
	if (more.length === 0) return first.class;
	return [first, ...more].map(({ class: name, count }) => `${name} ${count}`).join(", ");
}
function worstClass({ failures }) {
	return failures.find(({ class: name }) => name !== "cancelled")?.class ?? "failed";
}
function countOf({ failures }, name) {
	return failures.reduce((sum, failure) => failure.class === name ? sum + failure.count : sum, 0);
}

// src/core/doctor.ts
/** Exit codes of `doctor`: those of the verdicts with the same meaning. */
function doctorExitCode(checks) {
	const blocking = checks.filter((check) => check.blocking);
	if (blocking.some(({ state }) => state === "problem")) return 5;
	return blocking.some(({ state }) => state === "unknown") ? 3 : 0;
}
/** The first thing that prevents a run, worst first; undefined when nothing does. */
function blockingProblem(checks) {
	return checks.find(({ blocking, state }) => blocking && state === "problem");
}
const MARK = {
	ok: "ok",
	problem: "PROBLEM",
	unknown: "unknown"
};
const ADVICE = {
	ok: "ok",
	problem: "advice",
	unknown: "unknown"
};
const MAX_DETAILS = 10;
/** The table for a terminal: what needs doing first, then what is fine; the last line says what it all means. */
function doctorText(checks, options) {
	const width = Math.max(60, Math.min(140, Math.floor(options.columns) || 80));
	const first = Math.max(...checks.map(({ title }) => title.length), 0) + 2;
	const second = Math.max(...Object.values(MARK).map((mark) => mark.length)) + 2;
	const indent = " ".repeat(first + second);
	return [
		...[...checks].sort((a, b) => rank(a) - rank(b)).flatMap((check) => {
			const mark = check.blocking ? MARK[check.state] : ADVICE[check.state];
			const head = `${check.title.padEnd(first)}${mark.padEnd(second)}`;
			const body = wrap(check.message, width - indent.length);
			const remedy = check.state === "ok" || check.remedy === void 0 ? [] : wrap(`→ ${check.remedy}`, width - indent.length);
			const details = (check.details ?? []).slice(0, MAX_DETAILS).map((line) => `  ${line}`);
			return [
				...body,
				...details,
				...remedy
			].map((line, i) => `${i === 0 ? head : indent}${line}`.trimEnd());
		}),
		"",
		summary(checks)
	].join("\n");
}
/** One sentence on all checks. */
function summary(checks) {
	const count = (blocking, state) => checks.filter((check) => check.blocking === blocking && check.state === state).length;
	const said = [
		[count(true, "problem"), "must be solved before a run"],
		[count(true, "unknown"), "could not be decided"],
		[count(false, "problem") + count(false, "unknown"), "worth a look"]
	].filter(([number]) => number > 0).map(([number, text]) => `${number} ${text}`);
	const ok = checks.filter(({ state }) => state === "ok").length;
	return said.length === 0 ? `All ${checks.length} checks are ok.` : `${said.join(", ")}; ${ok} ok.`;
}
/** A report of the host as it may be kept in a file that leaves the machine. */
function publicReport(report, detail) {
	if (detail === "private") return report;
	const strip = ({ details: _, ...check }) => check;
	return {
		...report,
		checks: report.checks.map(strip),
		...report.released === void 0 ? {} : { released: strip(report.released) }
	};
}
/**
* What the host means for the run, as evidence: the lock and clean GPUs are required where GPUs of this host are used.
*/
function hostEvidence(report) {
	const { lock, checks } = report;
	if (lock.state === "not_needed") return [];
	return [{
		rule: "lock",
		state: lock.state === "held" ? "valid" : "unknown",
		required: true,
		message: lock.message
	}, ...checks.filter(({ id }) => id === "gpu_processes" || id === "vram").map(({ id, state, message }) => ({
		rule: id,
		state: state === "ok" ? "valid" : state === "problem" ? "invalid" : "unknown",
		required: true,
		message
	}))];
}
/** Advice on the host as findings that decide nothing. */
function hostStatements(report) {
	if (report === void 0) return [];
	return [...report.checks, ...report.released === void 0 ? [] : [report.released]].filter(({ state, blocking, id }) => state === "problem" && (!blocking || id === "vram_released")).map(({ id, message, remedy, details }) => ({ finding: {
		kind: "note",
		severity: "warning",
		code: `host_${id}`,
		message,
		...remedy === void 0 ? {} : { hint: remedy },
		...details === void 0 || details.length === 0 ? {} : { evidence: details.slice(0, MAX_DETAILS) }
	} }));
}
function rank({ state, blocking }) {
	if (state === "ok") return 4;
	return (blocking ? 0 : 2) + (state === "problem" ? 0 : 1);
}
function wrap(text, width) {
	const lines = [];
	let line = "";
	for (const word of text.split(/\s+/)) if (line !== "" && line.length + 1 + word.length > width) {
		lines.push(line);
		line = word;
	} else line = line === "" ? word : `${line} ${word}`;
	return [...lines, line];
}

// src/core/knee.ts
/**
* Highest rung that, with all lower ones, meets every per-rung budget with its `@` ignored. Exploring rungs count, capacity
* budgets do not. `lower` is proven good, `upper` the lowest rung proven bad; what is not decided between them widens the
* interval. `estimate` takes the measured values as they are. Without a per-rung budget nothing is defined.
*/
function capacityOf(budgets, rungs, confidence) {
	const perRung = budgets.filter(({ metric }) => metric !== "capacity");
	if (perRung.length === 0) return { message: "capacity is not defined: there is no budget that a rung could meet" };
	const rates = [...new Set(rungs.map(({ result }) => result.rate))].sort((a, b) => a - b);
	const at = (rate) => rungs.filter(({ result }) => result.rate === rate);
	const proven = rates.map((rate) => standing(perRung, at(rate), confidence));
	const observed = rates.map((rate) => standing(perRung.map((budget) => ({
		...budget,
		observed: true
	})), at(rate), confidence));
	const lower = lastOfPrefix(rates, proven);
	const upper = rates[proven.indexOf("bad")];
	const estimate = lastOfPrefix(rates, observed);
	return {
		...lower === void 0 ? {} : { lower },
		...upper === void 0 ? {} : { upper },
		...estimate === void 0 ? {} : { estimate },
		message: capacityText$1(lower, upper, rates)
	};
}
/** A budget on the capacity itself: judged by the whole interval, or by the estimate where it says `observed`. */
function checkCapacityBudget(budget, capacity, rates) {
	const { lower, upper, estimate, message } = capacity;
	const ascending = [...rates].sort((a, b) => a - b);
	const isDefined = lower !== void 0 || upper !== void 0 || estimate !== void 0;
	const best = upper === void 0 ? void 0 : ascending.findLast((rate) => rate < upper) ?? 0;
	const seen = estimate ?? (best === 0 ? 0 : void 0);
	const verdict = budget.observed ? decideBounds(budget.operator, budget.value, seen ?? NaN, seen ?? NaN) : isDefined ? decideBounds(budget.operator, budget.value, lower ?? 0, best) : void 0;
	const found = {
		kind: "budget",
		metric: "capacity",
		expression: budget.expression,
		...given(budget.observed ? seen : lower),
		...Number.isFinite(budget.value) ? { limit: budget.value } : {},
		scope: budget.observed ? "observed, not proven" : "for this boot"
	};
	if (verdict === void 0) return {
		...found,
		verdict: "inconclusive",
		code: "not_decided",
		message: `${budget.expression} is not decided: ${message}`,
		needs: "decided budgets at the rungs up to this rate"
	};
	return {
		...found,
		verdict,
		code: verdict === "pass" ? "within_budget" : "over_budget",
		message: `${budget.expression} is ${verdict === "pass" ? "met" : "broken"}: ${message}`
	};
}
/** Least depth of the bend, in the unit square of Kneedle, and least growth of TTFT over the ladder. */
const LEAST_BEND = .2;
const LEAST_GROWTH = 1.5;
/**
* Rate at which mean TTFT bends upwards: the largest distance below the diagonal in the unit square (Kneedle; Satopää et
* al., ICDCS Workshops 2011). Undefined where there are fewer than three rungs or no bend.
*/
function geometricKnee(rungs) {
	const points = kneePoints(rungs);
	const first = points[0];
	const last = points.at(-1);
	if (points.length < 3 || first === void 0 || last === void 0) return void 0;
	const values = points.map(({ ttft }) => ttft);
	const least = Math.min(...values);
	const most = Math.max(...values);
	if (!(least > 0) || most / least < LEAST_GROWTH || last.ttft !== most) return void 0;
	let best;
	for (const { rate, ttft } of points) {
		const depth = (rate - first.rate) / (last.rate - first.rate) - (ttft - least) / (most - least);
		if (best === void 0 || depth > best.depth) best = {
			rate,
			depth
		};
	}
	return best !== void 0 && best.depth >= LEAST_BEND ? best.rate : void 0;
}
/** Mean TTFT by rate, ascending, repeats averaged; rungs without one are left out. */
function kneePoints(rungs) {
	return [...new Set(rungs.map(({ rate }) => rate))].sort((a, b) => a - b).flatMap((rate) => {
		const values = rungs.filter((rung) => rung.rate === rate).flatMap(({ metrics }) => metrics["mean_ttft_ms"] ?? []);
		if (values.length === 0 || !values.every(Number.isFinite)) return [];
		return [{
			rate,
			ttft: values.reduce((sum, value) => sum + value, 0) / values.length
		}];
	});
}
function given(value) {
	return value === void 0 ? {} : { value };
}
function standing(budgets, rungs, confidence) {
	if (rungs.length === 0 || rungs.some(({ invalid }) => invalid)) return "undecided";
	const verdicts = rungs.flatMap((rung) => budgets.map((budget) => checkBudget(budget, rung, confidence).verdict));
	if (verdicts.includes("fail")) return "bad";
	return verdicts.every((verdict) => verdict === "pass") ? "good" : "undecided";
}
function lastOfPrefix(rates, standings) {
	const broken = standings.findIndex((standing) => standing !== "good");
	return broken === -1 ? rates.at(-1) : rates[broken - 1];
}
function capacityText$1(lower, upper, rates) {
	const good = lower === void 0 ? "no rung is proven good" : `proven good up to ${lower} req/s`;
	if (upper === void 0) return `${good}; no rung up to ${rates.at(-1) ?? 0} req/s is proven bad`;
	return `${good}; ${upper} req/s is proven bad`;
}

// src/core/flood.ts
const MESSAGES = {
	base: 64,
	per_token: 8
};
const BYTES = {
	base: 2 ** 20,
	per_token: 16384
};
/** Most messages of an answer that was asked for so many tokens: generous for several choices and keep-alives. */
const maxMessages = (tokens) => MESSAGES.base + MESSAGES.per_token * tokens;
/** Most bytes of its body: generous for log probabilities. Comments count too. */
const maxBytes = (tokens) => BYTES.base + BYTES.per_token * tokens;
/** The request failed because its answer held more than any honest one. */
function isFlood({ outcome, events, bytes, output_len: tokens }) {
	if (outcome !== "parse" || tokens === void 0) return false;
	return events > maxMessages(tokens) || bytes > maxBytes(tokens);
}

// src/core/gpu-window.ts
/** Longest gap between two samples, s, and how many times the time of one sample where that is more. */
const GAP_S = 3;
const GAP_SAMPLES = 3;
/** Energy counter and integrated power must agree. */
const ENERGY_TOLERANCE = .05;
/** Fewer samples inside the rung than this integrate power too coarsely for the comparison. */
const ENERGY_SAMPLES = 10;
/** A GPU is busy from this activity on, percent. */
const BUSY_PERCENT = 50;
const LIMITERS = [
	"prochot",
	"ppt",
	"socket_thermal",
	"vr_thermal",
	"hbm_thermal"
];
/** Shares, peaks, deltas and energy of a rung. What cannot be computed is absent. */
function summariseGpus(evidence) {
	const { gpus, samples, problems, from_ns: from, to_ns: to } = evidence;
	const series = gpus.map((gpu) => seriesOf(gpu, evidence));
	const gaps = series.map((one) => longestGap(one.times, from, to));
	const took = samples.reduce((most, { took_s: one }) => Math.max(most, one), 0);
	const gapMax = gaps.every((gap) => gap !== void 0) ? Math.max(...gaps) : void 0;
	const energy = energyOf(series, evidence);
	return {
		source: samples.at(-1)?.source ?? "none",
		samples: samples.length,
		bracketed: series.length > 0 && series.every(({ times }) => isBracketed(times, from, to)),
		...gapMax !== void 0 && Number.isFinite(gapMax) && { gap_max_s: gapMax },
		gap_limit_s: Math.max(GAP_S, GAP_SAMPLES * took),
		...energy,
		...energy.energy_j !== void 0 && {
			...evidence.completed > 0 && { energy_per_request_j: energy.energy_j / evidence.completed },
			...evidence.output_tokens > 0 && { energy_per_million_output_tokens_j: energy.energy_j / evidence.output_tokens * 1e6 }
		},
		gpus: series.map((one) => shareOf(one, from, to)),
		problems: [...problems]
	};
}
function seriesOf(gpu, { samples }) {
	const all = samples.flatMap((sample) => {
		const reading = sample.gpus.find(({ index }) => index === gpu.index);
		return reading === void 0 ? [] : [{
			sample,
			reading
		}];
	});
	const read = all.filter(({ reading }) => reading.state === "read");
	return {
		gpu,
		times: read.map(({ sample }) => sample.at_ns),
		readings: read.map(({ sample, reading }) => ({
			at: sample.at_ns + sample.took_s * 1e9 / 2,
			reading
		})),
		gone: all.some(({ reading }) => reading.state === "gone")
	};
}
function isBracketed(times, from, to) {
	const [first, last] = [times[0], times.at(-1)];
	return first !== void 0 && last !== void 0 && first <= from && last >= to;
}
/** Seconds; undefined below two samples. A rung that no samples surround has a gap up to its ends. */
function longestGap(times, from, to) {
	if (times.length < 2) return void 0;
	const before = times.findLast((time) => time <= from) ?? from;
	const after = times.find((time) => time >= to) ?? to;
	const points = [
		before,
		...times.filter((time) => time > before && time < after),
		after
	];
	return points.reduce((most, time, at) => Math.max(most, at === 0 ? 0 : (time - (points[at - 1] ?? time)) / 1e9), 0);
}
function shareOf({ gpu, readings, gone }, from, to) {
	const inside = readings.filter(({ at }) => at >= from && at <= to).map(({ reading }) => reading);
	const values = (pick) => inside.flatMap((reading) => pick(reading) ?? []);
	const power = values((one) => one.power_w);
	const busyClock = values((one) => (one.gfx_activity_percent ?? 0) >= BUSY_PERCENT ? one.gfx_clock_mhz : void 0);
	const throttle = throttleShares(readings, from, to);
	const thermal = values((one) => one.thermal_now === void 0 ? void 0 : Number(one.thermal_now));
	const grown = (pick) => growth(readings, pick, from, to);
	return {
		index: gpu.index,
		package_id: gpu.package_id,
		samples: readings.length,
		...gone && { gone },
		...hasCounters(readings) && { counter_fell: counterFell(readings) },
		...present$1({
			power_mean_w: average$1(power),
			power_max_w: most$1(power),
			gfx_activity_mean: average$1(values((one) => one.gfx_activity_percent)),
			gfx_clock_busy_mhz: average$1(busyClock),
			gfx_clock_max_mhz: most$1(values((one) => one.gfx_clock_max_mhz)),
			temperature_max_c: most$1(values((one) => one.temperature_c)),
			memory_temperature_max_c: most$1(values((one) => one.memory_temperature_c)),
			vram_used_max_bytes: most$1(values((one) => one.vram_used_bytes)),
			ecc_correctable: grown((one) => one.ecc_correctable),
			ecc_uncorrectable: grown((one) => one.ecc_uncorrectable),
			ecc_deferred: grown((one) => one.ecc_deferred),
			thermal_samples: thermal.length === 0 ? void 0 : thermal.reduce((sum, one) => sum + one, 0)
		}),
		...throttle !== void 0 && { throttle }
	};
}
/** The readings that surround the rung most closely, of those that have the field. */
function ends(readings, pick, from, to) {
	const known = readings.flatMap(({ at, reading }) => {
		const value = pick(reading);
		return value === void 0 ? [] : [{
			at,
			value
		}];
	});
	const first = known.findLast(({ at }) => at <= from);
	const last = known.find(({ at }) => at >= to);
	return first === void 0 || last === void 0 ? void 0 : {
		first: first.value,
		last: last.value
	};
}
function growth(readings, pick, from, to) {
	const known = ends(readings, pick, from, to);
	return known === void 0 || known.last < known.first ? void 0 : known.last - known.first;
}
function throttleShares(readings, from, to) {
	const known = ends(readings, (one) => one.throttle, from, to);
	if (known === void 0) return void 0;
	const total = grown32(known.first.total, known.last.total);
	if (total === void 0 || total <= 0) return void 0;
	const shares = LIMITERS.flatMap((name) => {
		const [before, after] = [known.first[name], known.last[name]];
		const grown = before === void 0 || after === void 0 ? void 0 : grown32(before, after);
		return grown === void 0 ? [] : [[name, grown / total]];
	});
	return shares.length === 0 ? void 0 : Object.fromEntries(shares);
}
/** Growth of a 32-bit counter, which may have gone round once; undefined for one that fell. */
function grown32(before, after) {
	if (after >= before) return after - before;
	const round = 2 ** 32;
	return before > .9 * round && after < .1 * round ? after + round - before : void 0;
}
function hasCounters(readings) {
	return readings.filter(({ reading }) => (reading.throttle ?? reading.energy_j) !== void 0).length >= 2;
}
/** Firmware counters begin anew after a reset of the GPU. */
function counterFell(readings) {
	const totals = readings.flatMap(({ reading }) => reading.throttle?.total ?? []);
	const energies = readings.flatMap(({ reading }) => reading.energy_j ?? []);
	const fell = (values, grew) => values.some((value, at) => at > 0 && !grew(values[at - 1] ?? value, value));
	return fell(totals, (before, after) => grown32(before, after) !== void 0) || fell(energies, (before, after) => after >= before);
}
/** Sum over packages; absent where one package has neither counter nor power, or other GPUs share it. */
function energyOf(series, { from_ns: from, to_ns: to }) {
	const packages = Map.groupBy(series, ({ gpu }) => gpu.package_id);
	let joules = 0;
	let deviation;
	let source = "counter";
	for (const members of packages.values()) {
		if (members.length < (members[0]?.gpu.package_gpus ?? members.length)) return {};
		const counted = members.flatMap((one) => counterEnergy(one.readings, from, to) ?? [])[0];
		const integrated = members.flatMap((one) => powerEnergy(one.readings, from, to) ?? [])[0];
		if (counted !== void 0 && integrated !== void 0 && integrated.samples >= ENERGY_SAMPLES) {
			const off = counted / integrated.joules - 1;
			if (deviation === void 0 || Math.abs(off) > Math.abs(deviation)) deviation = off;
		}
		if (counted === void 0) source = "power";
		const taken = counted ?? integrated?.joules;
		if (taken === void 0) return {};
		joules += taken;
	}
	if (packages.size === 0) return {};
	if (deviation !== void 0 && Math.abs(deviation) > ENERGY_TOLERANCE) return { energy_deviation: deviation };
	return {
		energy_j: joules,
		energy_source: source,
		...deviation !== void 0 && { energy_deviation: deviation }
	};
}
/** Growth of the counter over the rung, interpolated at its ends. A counter that stands still is none. */
function counterEnergy(readings, from, to) {
	const points = readings.flatMap(({ at, reading }) => reading.energy_j === void 0 ? [] : [{
		at,
		value: reading.energy_j
	}]);
	if (points.some(({ value }, at) => at > 0 && value < (points[at - 1]?.value ?? 0))) return void 0;
	const isInside = points.some(({ at }) => at > from && at < to);
	const [first, last] = [points[0], points.at(-1)];
	if (first === void 0 || last === void 0) return void 0;
	if (!isInside && last.at - first.at > 1.05 * (to - from)) return void 0;
	const [begin, end] = [valueAt$1(points, from), valueAt$1(points, to)];
	return begin === void 0 || end === void 0 || end <= begin ? void 0 : end - begin;
}
/** Trapezoids over the rung, W × s. */
function powerEnergy(readings, from, to) {
	const points = readings.flatMap(({ at, reading }) => reading.power_w === void 0 ? [] : [{
		at,
		value: reading.power_w
	}]);
	const [begin, end] = [valueAt$1(points, from), valueAt$1(points, to)];
	if (begin === void 0 || end === void 0 || to <= from) return void 0;
	const inside = points.filter(({ at }) => at > from && at < to);
	const all = [
		{
			at: from,
			value: begin
		},
		...inside,
		{
			at: to,
			value: end
		}
	];
	const joules = all.reduce((sum, point, at) => {
		const before = all[at - 1];
		if (before === void 0) return sum;
		return sum + (point.value + before.value) / 2 * ((point.at - before.at) / 1e9);
	}, 0);
	return joules > 0 ? {
		joules,
		samples: inside.length
	} : void 0;
}
/** Linear between the two points around a time; undefined outside of all points. */
function valueAt$1(points, time) {
	const before = points.findLast(({ at }) => at <= time);
	const after = points.find(({ at }) => at >= time);
	if (before === void 0 || after === void 0) return void 0;
	if (after.at === before.at) return before.value;
	return before.value + (after.value - before.value) * (time - before.at) / (after.at - before.at);
}
function average$1(values) {
	return values.length === 0 ? void 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
function most$1(values) {
	return values.length === 0 ? void 0 : values.reduce((high, value) => Math.max(high, value));
}
function present$1(fields) {
	const entries = Object.entries(fields).filter(([, value]) => Number.isFinite(value));
	return Object.fromEntries(entries);
}
/** Names of the limiters that mean a fault; a power limit (PPT) is normal under load. */
const THERMAL_LIMITERS = LIMITERS.filter((name) => name !== "ppt");

// src/core/hash32.ts
/**
* MurmurHash3 (x86, 32 bits) over the UTF-16 units of a text: for seeds and for telling schedules apart. No
* cryptography: whoever wants a collision finds one.
*/
function hash32(text, seed = 0) {
	let h = seed | 0;
	for (let i = 0; i < text.length; i += 2) {
		let k = text.charCodeAt(i) | (i + 1 < text.length ? text.charCodeAt(i + 1) : 0) << 16 | 0;
		k = Math.imul(k, 0xcc9e2d51);
		k = k << 15 | k >>> 17;
		h ^= Math.imul(k, 461845907);
		h = h << 13 | h >>> 19;
		h = Math.imul(h, 5) + 0xe6546b64 | 0;
	}
	h ^= text.length;
	h = Math.imul(h ^ h >>> 16, 0x85ebca6b);
	h = Math.imul(h ^ h >>> 13, 0xc2b2ae35);
	return (h ^ h >>> 16) >>> 0;
}

// node_modules/pure-rand/lib/esm/distribution/uniformFloat64.js
const scale26 = 1.4901161193847656e-8;
const scale53 = 11102230246251565e-32;
const mask1 = 67108863;
const mask2 = 0x7ffffff;
/**
* Uniformly generate random 64-bit floating point values between 0 (included) and 1 (excluded)
*
* @remarks Generated values are multiples of 2**-53, providing 53 bits of randomness.
*
* @param rng - Instance of RandomGenerator to extract random values from
*
* @public
*/
function uniformFloat64(rng) {
	const value1 = rng.next() & mask1;
	const value2 = rng.next() & mask2;
	return value1 * scale26 + value2 * scale53;
}

// node_modules/pure-rand/lib/esm/distribution/uniformInt.js
/**
* Uniformly generate number in range [0 ; rangeSize[
* With rangeSize <= 0x100000000
* @internal
*/
function uniformIntInternal(rng, rangeSize) {
	const MaxAllowed = rangeSize > 2 ? ~~(4294967296 / rangeSize) * rangeSize : 4294967296;
	let deltaV = rng.next() + 0x80000000;
	while (deltaV >= MaxAllowed) deltaV = rng.next() + 0x80000000;
	return deltaV % rangeSize;
}
/**
* We only accept safe integers here
* @internal
*/
function fromNumberToArrayInt64(out, n) {
	if (n < 0) {
		const posN = -n;
		out.sign = -1;
		out.data[0] = ~~(posN / 4294967296);
		out.data[1] = posN >>> 0;
	} else {
		out.sign = 1;
		out.data[0] = ~~(n / 4294967296);
		out.data[1] = n >>> 0;
	}
	return out;
}
/**
* Substract two ArrayInt of 64 bits on 64 bits.
* With arrayIntA - arrayIntB >= 0
* @internal
*/
function substractArrayInt64(out, arrayIntA, arrayIntB) {
	const lowA = arrayIntA.data[1];
	const highA = arrayIntA.data[0];
	const signA = arrayIntA.sign;
	const lowB = arrayIntB.data[1];
	const highB = arrayIntB.data[0];
	const signB = arrayIntB.sign;
	out.sign = 1;
	if (signA === 1 && signB === -1) {
		const low = lowA + lowB;
		const high = highA + highB + (low > 0xffffffff ? 1 : 0);
		out.data[0] = high >>> 0;
		out.data[1] = low >>> 0;
		return out;
	}
	let lowFirst = lowA;
	let highFirst = highA;
	let lowSecond = lowB;
	let highSecond = highB;
	if (signA === -1) {
		lowFirst = lowB;
		highFirst = highB;
		lowSecond = lowA;
		highSecond = highA;
	}
	let reminderLow = 0;
	let low = lowFirst - lowSecond;
	if (low < 0) {
		reminderLow = 1;
		low = low >>> 0;
	}
	out.data[0] = highFirst - highSecond - reminderLow;
	out.data[1] = low;
	return out;
}
/**
* Uniformly generate ArrayInt64 in range [0 ; rangeSize[
*
* @remarks
* In the worst case scenario it may discard half of the randomly generated value.
* Worst case being: most significant number is 1 and remaining part evaluates to 0.
*
* @internal
*/
function uniformArrayIntInternal(rng, out, rangeSize) {
	const maxIndex0 = rangeSize[0] + 1;
	out[0] = uniformIntInternal(rng, maxIndex0);
	out[1] = uniformIntInternal(rng, 4294967296);
	while (out[0] >= rangeSize[0] && (out[0] !== rangeSize[0] || out[1] >= rangeSize[1])) {
		out[0] = uniformIntInternal(rng, maxIndex0);
		out[1] = uniformIntInternal(rng, 4294967296);
	}
	return out;
}
const safeNumberMaxSafeInteger = Number.MAX_SAFE_INTEGER;
const sharedA = {
	sign: 1,
	data: [0, 0]
};
const sharedB = {
	sign: 1,
	data: [0, 0]
};
const sharedC = {
	sign: 1,
	data: [0, 0]
};
const sharedData = [0, 0];
function uniformLargeIntInternal(rng, from, to, rangeSize) {
	const rangeSizeArrayIntValue = rangeSize <= safeNumberMaxSafeInteger ? fromNumberToArrayInt64(sharedC, rangeSize) : substractArrayInt64(sharedC, fromNumberToArrayInt64(sharedA, to), fromNumberToArrayInt64(sharedB, from));
	if (rangeSizeArrayIntValue.data[1] === 0xffffffff) {
		rangeSizeArrayIntValue.data[0] += 1;
		rangeSizeArrayIntValue.data[1] = 0;
	} else rangeSizeArrayIntValue.data[1] += 1;
	uniformArrayIntInternal(rng, sharedData, rangeSizeArrayIntValue.data);
	return sharedData[0] * 4294967296 + sharedData[1] + from;
}
/**
* Uniformly generate random integer values between `from` (included) and `to` (included)
*
* @param rng - Instance of RandomGenerator to extract random values from
* @param from - Lower bound of the range (included)
* @param to - Upper bound of the range (included)
*
* @public
*/
function uniformInt(rng, from, to) {
	const rangeSize = to - from;
	if (rangeSize <= 0xffffffff) return uniformIntInternal(rng, rangeSize + 1) + from;
	return uniformLargeIntInternal(rng, from, to, rangeSize);
}

// node_modules/pure-rand/lib/esm/generator/xoroshiro128plus.js
const jumps = [
	0xd8f554a5,
	0xdf900294,
	0x4b3201fc,
	386426335
];
var XoroShiro128Plus = class XoroShiro128Plus {
	constructor(s01, s00, s11, s10) {
		this.s01 = s01;
		this.s00 = s00;
		this.s11 = s11;
		this.s10 = s10;
	}
	clone() {
		return new XoroShiro128Plus(this.s01, this.s00, this.s11, this.s10);
	}
	next() {
		const out = this.s00 + this.s10 | 0;
		const a0 = this.s10 ^ this.s00;
		const a1 = this.s11 ^ this.s01;
		const s00 = this.s00;
		const s01 = this.s01;
		this.s00 = s00 << 24 ^ s01 >>> 8 ^ a0 ^ a0 << 16;
		this.s01 = s01 << 24 ^ s00 >>> 8 ^ a1 ^ (a1 << 16 | a0 >>> 16);
		this.s10 = a1 << 5 ^ a0 >>> 27;
		this.s11 = a0 << 5 ^ a1 >>> 27;
		return out;
	}
	jump() {
		let ns01 = 0;
		let ns00 = 0;
		let ns11 = 0;
		let ns10 = 0;
		let s01 = this.s01;
		let s00 = this.s00;
		let s11 = this.s11;
		let s10 = this.s10;
		for (let i = 0; i !== 4; ++i) {
			const ji = jumps[i];
			for (let mask = 1; mask; mask <<= 1) {
				if (ji & mask) {
					ns01 ^= s01;
					ns00 ^= s00;
					ns11 ^= s11;
					ns10 ^= s10;
				}
				const a0 = s10 ^ s00;
				const a1 = s11 ^ s01;
				const s00_ = s00;
				const s01_ = s01;
				s00 = s00_ << 24 ^ s01_ >>> 8 ^ a0 ^ a0 << 16;
				s01 = s01_ << 24 ^ s00_ >>> 8 ^ a1 ^ (a1 << 16 | a0 >>> 16);
				s10 = a1 << 5 ^ a0 >>> 27;
				s11 = a0 << 5 ^ a1 >>> 27;
			}
		}
		this.s01 = ns01;
		this.s00 = ns00;
		this.s11 = ns11;
		this.s10 = ns10;
	}
	getState() {
		return [
			this.s01,
			this.s00,
			this.s11,
			this.s10
		];
	}
};
function xoroshiro128plus(seed) {
	return new XoroShiro128Plus(-1, ~seed, seed | 0, 0);
}

// src/core/random.ts
/**
* A stream of its own for each purpose: `createRandom(seed, 'schedule', rate)` and `createRandom(seed, 'rows')`
* never share numbers, so that a change of one does not move the other.
*/
function createRandom(...purpose) {
	const generator = xoroshiro128plus(hash32(purpose.map((part) => `${typeof part}:${part}`).join("\n")) | 0);
	const uniform = () => {
		for (;;) {
			const value = uniformFloat64(generator);
			if (value > 0) return value;
		}
	};
	const normal = () => {
		for (;;) {
			const x = 2 * uniform() - 1;
			const y = 2 * uniform() - 1;
			const square = x * x + y * y;
			if (square > 0 && square < 1) return x * Math.sqrt(-2 * Math.log(square) / square);
		}
	};
	const gammaAboveOne = (shape) => {
		const d = shape - 1 / 3;
		const c = 1 / Math.sqrt(9 * d);
		for (;;) {
			const x = normal();
			const cube = 1 + c * x;
			if (cube <= 0) continue;
			const v = cube * cube * cube;
			if (Math.log(uniform()) < .5 * x * x + d - d * v + d * Math.log(v)) return d * v;
		}
	};
	const integer = (from, to) => uniformInt(generator, from, to);
	return {
		uniform,
		integer,
		exponential: () => -Math.log(uniform()),
		gamma(shape) {
			if (!(shape > 0 && Number.isFinite(shape))) throw new RangeError(`gamma: shape ${shape} is not above 0`);
			if (shape >= 1) return gammaAboveOne(shape);
			return gammaAboveOne(shape + 1) * Math.exp(Math.log(uniform()) / shape);
		},
		shuffle(items) {
			const result = [...items];
			for (let i = result.length - 1; i > 0; i--) {
				const j = integer(0, i);
				const held = result[i];
				result[i] = result[j];
				result[j] = held;
			}
			return result;
		}
	};
}

// src/core/schedule.ts
/**
* All due times of a rung. Gaps are drawn, cumulated and (but for `poisson_free`) rescaled so that the last
* arrival is at exactly N / rate, as vLLM ≥ 0.10 does in `vllm/benchmarks/serve.py` (PR #21108); the first request
* waits for the first gap. Rescaled exponential gaps are a Poisson process given N arrivals in N / rate.
* Throws RangeError for a request that configuration checks should have refused.
*/
function makeSchedule(request) {
	const { arrival, rate, num_prompts: count, seed } = request;
	if (!(rate > 0 && Number.isFinite(rate))) throw new RangeError(`schedule: rate ${rate} is not above 0`);
	if (!Number.isSafeInteger(count) || count < 1) throw new RangeError(`schedule: ${count} requests`);
	const duration_ns = Math.round(count / rate * 1e9);
	if (!Number.isSafeInteger(duration_ns)) throw new RangeError(`schedule: ${count} requests at ${rate}/s last too long`);
	const gap = gapSource(request);
	const offsets = new Float64Array(count);
	let offset = 0;
	for (let i = 0; i < count; i++) {
		offset += gap();
		offsets[i] = offset;
	}
	const factor = arrival === "poisson_free" ? 1e9 / rate : offset > 0 ? duration_ns / offset : 0;
	const due_ns = Array.from(offsets, (value) => Math.round(value * factor));
	if (arrival !== "poisson_free") {
		for (let i = 0; i < count; i++) due_ns[i] = Math.min(due_ns[i] ?? 0, duration_ns);
		due_ns[count - 1] = duration_ns;
	}
	return {
		due_ns,
		arrival,
		rate,
		seed,
		planned_duration_s: count / rate
	};
}
/** 16 hexadecimal digits that tell schedules apart: the same due times, the same hash. */
function scheduleHash(schedule) {
	const text = `${schedule.arrival} ${schedule.rate} ${schedule.due_ns.join(" ")}`;
	return [0, 0x9747b28c].map((seed) => hash32(text, seed).toString(16).padStart(8, "0")).join("");
}
/** Gaps in units of the mean gap. */
function gapSource({ arrival, rate, burstiness, seed }) {
	const random = createRandom(seed, "schedule", rate);
	switch (arrival) {
		case "poisson":
		case "poisson_free": return () => random.exponential();
		case "gamma":
			if (!(burstiness > 0)) throw new RangeError(`schedule: burstiness ${burstiness} is not above 0`);
			if (burstiness === Number.POSITIVE_INFINITY) return () => 1;
			return () => random.gamma(burstiness) / burstiness;
		case "constant": return () => 1;
	}
}

// src/core/ruling.ts
function valid(message) {
	return {
		state: "valid",
		message
	};
}
function invalid(message) {
	return {
		state: "invalid",
		message
	};
}
function unknown$4(message) {
	return {
		state: "unknown",
		message
	};
}
function notApplicable(message) {
	return {
		state: "not_applicable",
		message
	};
}

// src/core/gpu-rulings.ts
/** Share of the time up to which a thermal limiter moves no judged number: 1 ms in each second. */
const THERMAL_SHARE = .001;
/** A busy GPU below this share of its peak clock is stuck (boards at 60 MHz of 2100 look 100 % busy). */
const CLOCK_SHARE = .5;
/** Samples of every GPU around the whole rung, without holes. */
function gpuTelemetry(facts) {
	return withGpus(facts, (window) => {
		const problem = window.problems.length === 0 ? "" : ` (${window.problems.join("; ")})`;
		const unread = window.gpus.filter(({ samples }) => samples === 0).map(({ index }) => index);
		if (unread.length > 0) return unknown$4(`GPU ${unread.join(", ")} could not be read${problem}`);
		if (!window.bracketed) return unknown$4(`the GPU samples do not surround the rung${problem}`);
		const { gap_max_s: gap, gap_limit_s: limit } = window;
		if (gap === void 0 || limit === void 0) return unknown$4(`too few GPU samples${problem}`);
		const numbers = {
			gap_max_s: gap,
			gap_limit_s: limit
		};
		const text = `longest gap between two GPU samples ${gap.toFixed(1)} s, limit ${limit.toFixed(1)} s`;
		return {
			...gap > limit ? unknown$4(`${text}${problem}`) : valid(text),
			numbers
		};
	});
}
/** Heat and faults limit the clocks; the power limit (PPT) is normal under load and is only told. */
function gpuThermal(facts) {
	return withEveryGpu(facts, "no throttle counters", (gpu) => {
		const { throttle } = gpu;
		if (throttle === void 0) return thermalSamples(gpu);
		const shares = THERMAL_LIMITERS.flatMap((name) => {
			const share = throttle[name];
			return share === void 0 ? [] : [{
				name,
				share
			}];
		});
		if (shares.length === 0) return void 0;
		const worst = shares.reduce((high, one) => one.share > high.share ? one : high);
		const ppt = throttle["ppt"] === void 0 ? "" : `; power limit ${percent$3(throttle["ppt"])}, which is normal`;
		const numbers = Object.fromEntries(shares.map(({ name, share }) => [`gpu${gpu.index}_${name}`, share]));
		if (worst.share > THERMAL_SHARE) return {
			...invalid(`GPU ${gpu.index} was throttled by ${worst.name} for ${percent$3(worst.share)} of the rung`),
			numbers
		};
		return {
			...valid(`no GPU was throttled by heat${ppt}`),
			numbers
		};
	});
}
function thermalSamples(gpu) {
	if (gpu.thermal_samples === void 0) return void 0;
	return gpu.thermal_samples > 0 ? invalid(`heat limited the clocks of GPU ${gpu.index} at ${gpu.thermal_samples} of its samples`) : valid("no GPU was throttled by heat at any sample");
}
/** Utilisation proves nothing: a board stuck at its lowest clock is 100 % busy. */
function gpuClock(facts) {
	return withEveryGpu(facts, "no clock while busy", (gpu) => {
		const { gfx_clock_busy_mhz: clock, gfx_clock_max_mhz: peak } = gpu;
		if (clock === void 0 && (gpu.gfx_activity_mean ?? 100) < 50) return notApplicable(`GPU ${gpu.index} was not busy: its clock says nothing`);
		if (clock === void 0 || peak === void 0 || peak <= 0) return void 0;
		const text = `GPU ${gpu.index} ran at ${clock.toFixed(0)} of ${peak.toFixed(0)} MHz while busy`;
		const numbers = {
			clock_mhz: clock,
			clock_max_mhz: peak
		};
		return {
			...clock < CLOCK_SHARE * peak ? invalid(`${text}: its clock is stuck`) : valid(text),
			numbers
		};
	});
}
/** Uncorrectable and deferred errors spoil results; corrected ones are told. */
function gpuEcc(facts) {
	return withEveryGpu(facts, "no ECC counters", (gpu) => {
		const { ecc_uncorrectable: uncorrectable, ecc_deferred: deferred, ecc_correctable: correctable } = gpu;
		if (uncorrectable === void 0) return void 0;
		const bad = uncorrectable + (deferred ?? 0);
		const numbers = {
			uncorrectable: bad,
			correctable: correctable ?? 0
		};
		if (bad > 0) return {
			...invalid(`GPU ${gpu.index} had ${bad} uncorrectable memory errors`),
			numbers
		};
		const corrected = (correctable ?? 0) > 0 ? `; GPU ${gpu.index} corrected ${correctable}` : "";
		return {
			...valid(`no uncorrectable memory error${corrected}`),
			numbers
		};
	});
}
/** A reset invalidates even where the server survives it. */
function gpuReset(facts) {
	return withEveryGpu(facts, "no counter that a reset would set back", (gpu) => {
		if (gpu.gone === true) return invalid(`GPU ${gpu.index} left the bus during the rung`);
		if (gpu.counter_fell === void 0) return void 0;
		return gpu.counter_fell ? invalid(`a counter of GPU ${gpu.index} that only grows fell: the GPU was reset during the rung`) : valid("no GPU was reset");
	});
}
/** Only the figures of energy hang on it. */
function gpuEnergy(facts) {
	return withGpus(facts, (window) => {
		const { energy_deviation: off, energy_j: energy, energy_source: source } = window;
		const numbers = {
			...off !== void 0 && { deviation: off },
			...energy !== void 0 && { energy_j: energy }
		};
		if (energy === void 0) {
			const text = off === void 0 ? "energy cannot be told: a package has neither counter nor power, or is shared with other GPUs" : `energy cannot be told: the counter and the integrated power differ by ${percent$3(Math.abs(off))}`;
			return {
				...unknown$4(text),
				numbers
			};
		}
		const checked = off === void 0 ? "not cross-checked" : `${percent$3(Math.abs(off))} from integrated power`;
		const text = source === "counter" ? `energy from the counter, ${checked}` : "energy from integrated power alone";
		return {
			...valid(text),
			numbers
		};
	});
}
/** A warm engine compiles, tunes and captures nothing while it is measured. */
function engineBuilding({ build_lines: lines }) {
	if (lines === void 0) return unknown$4("there is no log of the engine to read");
	const [first] = lines;
	if (first === void 0) return valid("the engine compiled and captured nothing during the rung");
	return {
		...invalid(`the engine compiled, tuned or captured during the rung: ${first}`),
		numbers: { lines: lines.length }
	};
}
function withGpus({ gpus }, rule) {
	if (gpus === void 0) return unknown$4("the GPUs of the engine were not sampled");
	if (gpus === "none") return notApplicable("this host has no AMD GPU");
	return rule(gpus);
}
/**
* The worst ruling over GPUs. One without data is unknown, unless another of its package has data: the second die of an
* MI250X and the further partitions of a card are read at the first.
*/
function withEveryGpu(facts, missing, rule) {
	return withGpus(facts, (window) => {
		const rulings = window.gpus.map((gpu) => ({
			gpu,
			ruling: rule(gpu)
		}));
		const worst = rulings.find(({ ruling }) => ruling?.state === "invalid")?.ruling ?? rulings.find(({ ruling }) => ruling?.state === "unknown")?.ruling;
		if (worst !== void 0) return worst;
		const silent = rulings.filter(({ ruling, gpu }) => ruling === void 0 && !spokenFor(gpu, rulings)).map(({ gpu }) => gpu.index);
		if (silent.length > 0) return unknown$4(`GPU ${silent.join(", ")}: ${missing}`);
		return rulings.find(({ ruling }) => ruling?.state === "valid")?.ruling ?? rulings[0]?.ruling ?? unknown$4(missing);
	});
}
function spokenFor(gpu, rulings) {
	return gpu.package_id !== void 0 && rulings.some(({ gpu: other, ruling }) => other.package_id === gpu.package_id && ruling !== void 0);
}
function percent$3(share) {
	return `${(100 * share).toFixed(1)} %`;
}

// src/core/validity.ts
const ALL = [
	"docker",
	"process",
	"hooks",
	"external",
	"simulator"
];
/** Engines that we start on GPUs, usually of this host. */
const OURS = [
	"docker",
	"process",
	"hooks"
];
/** Longest lateness of the client: 5 % of the rung's median TTFT, at least 10 ms. */
const LATENESS_SHARE = .05;
const LATENESS_FLOOR_MS = 10;
/** Percentile at which the lateness is read where no higher one is judged. */
const LATENESS_PERCENTILE = 95;
/** p99 of the event loop's delay may be twice as long: it delays reading, not sending. */
const EVENT_LOOP_FLOOR_MS = 20;
/** Largest deviation of the realised rate from the planned one. */
const SHAPE_TOLERANCE = .02;
/** Client's mean TTFT above 2 × the server's own + 20 ms: something between them starves. */
const STARVING_FACTOR = 2;
const STARVING_OFFSET_MS = 20;
/** Largest share of prompt tokens from the prefix cache above the shared prefix. */
const PREFIX_HIT_LIMIT = .05;
/** Largest relative deviation of prompt tokens from what was asked for, by how the lengths are known. */
const SHAPE_DEVIATION = {
	exact: .02,
	approximate: .5
};
const RUNG_RULES = [
	{
		rule: "counts",
		blames: "client",
		applies_to: ALL,
		required_for: ALL,
		check: counts$1
	},
	{
		rule: "client_late",
		blames: "client",
		applies_to: ALL,
		required_for: ALL,
		check: clientLate
	},
	{
		rule: "load_shape",
		blames: "client",
		applies_to: ALL,
		required_for: ALL,
		check: loadShape
	},
	{
		rule: "event_loop",
		blames: "client",
		applies_to: ALL,
		required_for: ALL,
		check: eventLoop
	},
	{
		rule: "concurrency_cap",
		blames: "client",
		applies_to: ALL,
		required_for: [],
		check: concurrencyCap
	},
	{
		rule: "host_starving",
		blames: "client",
		applies_to: ALL,
		required_for: ["docker", "process"],
		check: hostStarving
	},
	{
		rule: "quota",
		blames: "channel",
		applies_to: ["external"],
		required_for: ["external"],
		check: quota
	},
	{
		rule: "server_restarted",
		blames: "engine",
		applies_to: ALL,
		required_for: [],
		check: serverRestarted
	},
	{
		rule: "token_shape",
		blames: "workload",
		applies_to: ALL,
		required_for: [],
		check: tokenShape
	},
	{
		rule: "token_counts",
		blames: "workload",
		applies_to: ALL,
		required_for: [],
		check: tokenCounts$1
	},
	{
		rule: "prefix_cache",
		blames: "workload",
		applies_to: ALL,
		required_for: [],
		check: prefixCache$1
	},
	{
		rule: "server_telemetry",
		blames: "engine",
		applies_to: ALL,
		required_for: [],
		check: serverTelemetry
	},
	{
		rule: "engine_building",
		blames: "engine",
		applies_to: OURS,
		required_for: [],
		check: engineBuilding
	},
	{
		rule: "gpu_telemetry",
		blames: "host",
		applies_to: OURS,
		required_for: [],
		check: gpuTelemetry
	},
	{
		rule: "gpu_thermal",
		blames: "host",
		applies_to: OURS,
		required_for: [],
		check: gpuThermal
	},
	{
		rule: "gpu_clock",
		blames: "host",
		applies_to: OURS,
		required_for: [],
		check: gpuClock
	},
	{
		rule: "gpu_ecc",
		blames: "host",
		applies_to: OURS,
		required_for: [],
		check: gpuEcc
	},
	{
		rule: "gpu_reset",
		blames: "host",
		applies_to: OURS,
		required_for: [],
		check: gpuReset
	},
	{
		rule: "gpu_energy",
		blames: "host",
		applies_to: OURS,
		required_for: [],
		check: gpuEnergy
	}
];
const RUN_RULES = [{
	rule: "warm",
	blames: "engine",
	applies_to: ALL,
	required_for: [],
	check: warm$1
}, {
	rule: "served_model",
	blames: "engine",
	applies_to: ALL,
	required_for: [],
	check: servedModel
}];
/** Applies every rule of a rung. */
function checkRung(facts, strict) {
	return RUNG_RULES.map((rule) => apply(rule, facts, strict));
}
/** Applies every rule of the whole run. */
function checkRun(facts, strict) {
	return RUN_RULES.map((rule) => apply(rule, facts, strict));
}
/** Whose part a rule doubts. A rule that this version does not know doubts nobody's, so it excuses no failure. */
function blames(rule) {
	return [...RUNG_RULES, ...RUN_RULES].find((row) => row.rule === rule)?.blames;
}
function apply(rule, facts, strict) {
	if (!rule.applies_to.includes(facts.engine_kind)) {
		const message = `has no meaning for engine.kind ${facts.engine_kind}`;
		return {
			rule: rule.rule,
			state: "not_applicable",
			required: false,
			message
		};
	}
	const required = strict || rule.required_for.includes(facts.engine_kind);
	return {
		rule: rule.rule,
		required,
		...rule.check(facts)
	};
}
function counts$1({ planned, records, stopped }) {
	const numbers = {
		planned,
		sent: records.length
	};
	if (stopped) return notApplicable("the rung ended early; its completeness is judged instead");
	if (records.length === planned) return {
		...valid(`all ${planned} requests were sent`),
		numbers
	};
	return {
		...invalid(`${records.length} of ${planned} planned requests were sent`),
		numbers
	};
}
/**
* Late where it could move a judged number: at the highest percentile that is judged, p95 at least (of 40 requests
* two may be late), and in the mean.
*/
function clientLate(facts) {
	const late = sortedSample(facts.records.flatMap((record) => latenessMs(record) ?? []));
	const judged = Math.max(LATENESS_PERCENTILE, facts.judged_percentile ?? 0);
	const tail = percentile(late, judged);
	const average = mean(late);
	if (tail === void 0 || average === void 0) return unknown$4("no request has a sent time");
	const limit = latenessLimit(facts, LATENESS_FLOOR_MS);
	const numbers = {
		lateness_tail_ms: tail,
		percentile: judged,
		lateness_mean_ms: average,
		limit_ms: limit
	};
	const text = average > limit ? `requests were sent ${ms$1(average)} late (mean); the limit is ${ms$1(limit)}` : `requests were sent up to ${ms$1(tail)} late (p${judged}); the limit is ${ms$1(limit)}`;
	return {
		...Math.max(tail, average) > limit ? invalid(text) : valid(text),
		numbers
	};
}
function loadShape({ records }) {
	const sent = records.filter((record) => record.sent_ns !== void 0);
	const planned = span(sent.map(({ scheduled_ns }) => scheduled_ns));
	const real = span(sent.map((record) => record.sent_ns ?? record.scheduled_ns));
	if (planned === void 0 || real === void 0) return unknown$4("fewer than two requests were sent");
	const deviation = real / planned - 1;
	const numbers = {
		planned_s: planned / 1e9,
		realised_s: real / 1e9
	};
	const text = `realised rate is ${percent$2(1 / (1 + deviation))} of the planned one`;
	const slack = 2e7 / planned;
	return {
		...Math.abs(deviation) > SHAPE_TOLERANCE + slack ? invalid(text) : valid(text),
		numbers
	};
}
function eventLoop(facts) {
	const delay = facts.client.event_loop_delay_p99_ms;
	if (delay === void 0) return unknown$4("the delay of the event loop was not measured");
	const limit = latenessLimit(facts, EVENT_LOOP_FLOOR_MS);
	const numbers = {
		event_loop_delay_p99_ms: delay,
		limit_ms: limit
	};
	const text = `the client's event loop was busy for ${ms$1(delay)} (p99); the limit is ${ms$1(limit)}`;
	return {
		...delay > limit ? invalid(text) : valid(text),
		numbers
	};
}
function concurrencyCap({ client }) {
	const touched = client.cap_touched;
	if (touched === void 0) return notApplicable("load.max_concurrency is not set");
	if (touched === 0) return valid("load.max_concurrency was never reached");
	return {
		...valid(`${touched} requests waited at load.max_concurrency; their wait counts as latency`),
		numbers: { cap_touched: touched }
	};
}
function hostStarving({ records, server }) {
	if (server?.ttft_mean_ms === void 0 || server.ttft_count === void 0) return unknown$4("the server shows no TTFT histogram");
	const seen = records.flatMap((record) => ttftMs(record, "sent") ?? []);
	if (seen.length === 0) return unknown$4("no request got a first token");
	if (Math.abs(server.ttft_count - seen.length) > Math.max(1, .02 * seen.length)) return unknown$4(`the server counted ${server.ttft_count} first tokens and the client ${seen.length}: not the same requests`);
	const client = seen.reduce((sum, value) => sum + value, 0) / seen.length;
	const limit = STARVING_FACTOR * server.ttft_mean_ms + STARVING_OFFSET_MS;
	const numbers = {
		client_ttft_mean_ms: client,
		server_ttft_mean_ms: server.ttft_mean_ms
	};
	const text = `mean TTFT is ${ms$1(client)} at the client and ${ms$1(server.ttft_mean_ms)} at the server`;
	return {
		...client > limit ? invalid(`${text}: the client, its host or the way between is too slow`) : valid(text),
		numbers
	};
}
function quota({ records }) {
	const limited = records.filter(({ outcome }) => outcome === "rate_limited").length;
	if (limited === 0) return valid("no request was refused by a rate limit");
	return {
		...invalid(`the channel's quota refused ${limited} of ${records.length} requests`),
		numbers: { rate_limited: limited }
	};
}
function serverRestarted({ server }) {
	if (server?.restarted === void 0) return unknown$4("cannot be seen without the server metrics");
	return server.restarted ? invalid("the server restarted during this rung") : valid("the server did not restart");
}
function tokenShape(facts) {
	const known = facts.records.filter(isOk).flatMap(({ prompt_tokens: seen, input_len: asked }) => seen === void 0 || asked === void 0 || asked <= 0 ? [] : [{
		seen,
		asked
	}]);
	if (known.length === 0) return unknown$4("the server does not say how many prompt tokens it saw");
	if (facts.lengths === void 0) return unknown$4("the workload does not say how it knows its lengths");
	const differences = known.map(({ seen, asked }) => seen - asked);
	const constant = differences.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
	const added = facts.lengths === "exact" ? Math.max(0, facts.prefix_tokens ?? constant) : 0;
	const total = known.reduce((sum, { asked }) => sum + asked, 0);
	const off = differences.reduce((sum, value) => sum + Math.abs(value - added), 0) / total;
	const asked = total / known.length;
	const seen = asked + differences.reduce((sum, value) => sum + value, 0) / known.length;
	const numbers = {
		asked_mean: asked,
		seen_mean: seen
	};
	const text = `prompts had ${seen.toFixed(1)} tokens where ${asked.toFixed(1)} were asked for (mean)`;
	return {
		...off > SHAPE_DEVIATION[facts.lengths] || added > Math.max(256, asked) ? invalid(text) : valid(text),
		numbers
	};
}
function tokenCounts$1({ token_counts: counted }) {
	switch (counted) {
		case "continuous": return valid("tokens are counted by the usage of every message");
		case "final": return valid("tokens are counted by the usage at the end; a message with several counts as one gap");
		case "messages": return unknown$4("the server sends no usage: messages are counted as tokens");
	}
}
function prefixCache$1({ records, server, prefix_tokens: prefix }) {
	const { prefix_hits: hits, prefix_queries: queries } = server ?? {};
	const ok = records.filter(isOk);
	const cached = ok.flatMap((record) => record.cached_tokens ?? []);
	const seen = hits !== void 0 && queries !== void 0 && queries > 0 ? {
		hits,
		prompts: queries
	} : cached.length === ok.length && cached.length > 0 ? {
		hits: total(cached),
		prompts: total(ok.map((r) => r.prompt_tokens ?? r.input_len ?? 0))
	} : void 0;
	if (seen === void 0 || seen.prompts <= 0) return unknown$4("the server shows no prefix-cache hits");
	const unavoidable = Math.min((prefix ?? 0) * records.length, seen.hits);
	const share = (seen.hits - unavoidable) / seen.prompts;
	const numbers = {
		hit_tokens: seen.hits,
		unavoidable_tokens: unavoidable,
		prompt_tokens: seen.prompts
	};
	const text = `${percent$2(share)} of the prompt tokens came from the prefix cache above the shared prefix`;
	if (share <= PREFIX_HIT_LIMIT) return {
		...valid(text),
		numbers
	};
	if (prefix === void 0) return {
		...unknown$4(`${percent$2(share)} of the prompt tokens came from the prefix cache; the shared prefix was not measured`),
		numbers
	};
	return {
		...invalid(text),
		numbers
	};
}
function serverTelemetry({ server }) {
	return server === void 0 ? unknown$4("no server metrics: queue, KV cache and preemptions cannot be seen") : valid(`server metrics from ${server.source}`);
}
function warm$1({ warmup }) {
	switch (warmup?.state) {
		case void 0: return unknown$4("there was no warm-up");
		case "warm": return valid(warmup.message);
		case "cold": return invalid(warmup.message);
		case "unknown": return unknown$4(warmup.message);
		case "off": return unknown$4("the warm-up is switched off (load.warmup.max_s 0)");
	}
}
function servedModel({ models }) {
	if (models === void 0) return unknown$4("the answers do not name their model");
	const { probe, others, example } = models;
	if (others === 0) return valid(`no answer named another model than ${probe}`);
	const text = `the served model changed: ${others} answers named ${example ?? "another one"}, the probe's named ${probe}`;
	return {
		...invalid(text),
		numbers: { others }
	};
}
/**
* Limit on the client's own delay, ms, relative to the median TTFT of the rung's successes. Where nothing succeeded, the
* first tokens of failed answers and else the time to their failure stand for it: a server that fails every request must
* not be excused by a limit made for a TTFT of nothing.
*/
function latenessLimit({ records }, floorMs) {
	const successes = records.filter(isOk).flatMap((record) => ttftMs(record, "sent") ?? []);
	const ttft = successes.length > 0 ? successes : records.flatMap((record) => firstWordMs(record) ?? []);
	return Math.max(floorMs, LATENESS_SHARE * (percentile(sortedSample(ttft), 50) ?? 0));
}
/** From sent to the first token, or to the failure where none came, ms; our own cancellation says nothing. */
function firstWordMs(record) {
	if (record.outcome === "cancelled" || record.sent_ns === void 0) return void 0;
	return ttftMs(record, "sent") ?? (record.done_ns - record.sent_ns) / 1e6;
}
/** Latest minus earliest; absent below two values or without any extent. */
function span(times) {
	if (times.length < 2) return void 0;
	const extent = times.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY) - times.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
	return extent > 0 ? extent : void 0;
}
function total(values) {
	return values.reduce((sum, value) => sum + value, 0);
}
function ms$1(value) {
	return `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
}
function percent$2(share) {
	return `${(100 * share).toFixed(1)} %`;
}

// src/core/vllm-compat.ts
/**
* vLLM's aggregates: latencies from the sent time to messages with a non-empty `choices` list, raw message gaps as ITL,
* successes only. vLLM prints 0.0 for every latency when nothing completed; here such a key is absent.
*/
function vllmCompat(records, durationS, percentiles = STANDARD_PERCENTILES) {
	const ok = records.filter(isOk).flatMap((record) => {
		const seen = seenByVllm(record);
		return seen === void 0 ? [] : [seen];
	});
	const input = ok.reduce((sum, { inputTokens }) => sum + inputTokens, 0);
	const output = ok.reduce((sum, { outputTokens }) => sum + outputTokens, 0);
	const perSecond = (amount) => durationS === void 0 || durationS <= 0 ? void 0 : amount / durationS;
	return present$2([
		["duration", durationS],
		["completed", ok.length],
		["total_input_tokens", input],
		["total_output_tokens", output],
		["request_throughput", perSecond(ok.length)],
		["output_throughput", perSecond(output)],
		["total_token_throughput", perSecond(input + output)],
		...vllmStatistics(ok.map(({ ttftMs, e2elMs, itlMs, outputTokens }) => ({
			ttftMs,
			e2elMs,
			itlMs,
			outputTokens
		})), percentiles)
	]);
}
/** vLLM's statistics of successful requests: TPOT leaves out answers of one token, ITL pools all gaps. */
function vllmStatistics(requests, percentiles) {
	const tpot = requests.filter(({ outputTokens }) => outputTokens > 1).map(({ ttftMs, e2elMs, outputTokens }) => (e2elMs - ttftMs) / (outputTokens - 1));
	return [
		["ttft", requests.map(({ ttftMs }) => ttftMs)],
		["tpot", tpot],
		["itl", requests.flatMap(({ itlMs }) => itlMs)],
		["e2el", requests.map(({ e2elMs }) => e2elMs)]
	].flatMap(([family, values]) => statistics(family, sortedSample(values), percentiles));
}
/**
* Content of result_rate_R.json: the keys of `vllm bench serve`, so that scripts made for it go on working. Where nothing
* completed the latency keys are null, not vLLM's 0.0, which reads as a perfect latency. `failed` counts every request
* that did not complete, unsent ones included, so that completed + failed = num_prompts. `mean_tps` and `served_rate` are
* ours.
*/
function rungFile(rung, context) {
	const compat = rung.vllm_compat;
	const completed = compat["completed"] ?? rung.completed;
	const latencies = Object.fromEntries(latencyKeys(compat).map((key) => [key, compat[key] ?? null]));
	const meanTpot = compat["mean_tpot_ms"];
	return {
		date: context.date,
		endpoint_type: context.backend,
		backend: context.backend,
		label: context.label ?? null,
		model_id: context.model_id,
		tokenizer_id: context.tokenizer_id ?? context.model_id,
		num_prompts: rung.planned,
		request_rate: rung.rate,
		burstiness: context.burstiness,
		max_concurrency: context.max_concurrency ?? null,
		duration: compat["duration"] ?? null,
		completed,
		failed: rung.planned - completed,
		total_input_tokens: compat["total_input_tokens"] ?? 0,
		total_output_tokens: compat["total_output_tokens"] ?? 0,
		request_throughput: compat["request_throughput"] ?? null,
		request_goodput: null,
		output_throughput: compat["output_throughput"] ?? null,
		total_token_throughput: compat["total_token_throughput"] ?? null,
		...latencies,
		mean_tps: meanTpot === void 0 || meanTpot <= 0 ? null : 1e3 / meanTpot,
		served_rate: rung.metrics["served_rate"] ?? null
	};
}
/** Latency keys in vLLM's order: those that are always there, then further percentiles that were computed. */
function latencyKeys(compat) {
	const always = [
		"ttft",
		"tpot",
		"itl",
		"e2el"
	].flatMap((family) => [
		"mean",
		"median",
		"std",
		"p99"
	].map((statistic) => `${statistic}_${family}_ms`));
	const further = Object.keys(compat).filter((key) => key.endsWith("_ms") && !always.includes(key));
	return [...always, ...further];
}
function seenByVllm(record) {
	const { sent_ns: sent, first_choice_ns: first, last_choice_ns: last } = record;
	if (sent === void 0 || first === void 0 || last === void 0) return void 0;
	const gaps = record.gaps_ns ?? [];
	if (![
		sent,
		first,
		last,
		...gaps
	].every(Number.isFinite)) return void 0;
	return {
		ttftMs: (first - sent) / 1e6,
		e2elMs: (last - sent) / 1e6,
		itlMs: gaps.map((gap) => gap / 1e6),
		outputTokens: record.completion_tokens || gaps.length + 1,
		inputTokens: record.prompt_tokens ?? record.input_len ?? 0
	};
}

// src/core/window.ts
/** Below this upper bound of served / arrived a server is saturated. */
const SATURATED_BELOW = .97;
/** Fewer arrivals than this, or a window shorter than 5 × E2EL, leave saturation undecided. */
const MIN_ARRIVALS = 500;
const MIN_E2EL_TIMES = 5;
const CONFIDENCE = .95;
/** Points at which the number in flight is read. */
const READINGS = 50;
/** Blocks of readings whose means carry the test for growth. */
const BLOCKS = 10;
/**
* Rates between the end of the transient and the last arrival. The transient is the time in which the first requests are
* still under way (p90 of E2EL of the first quarter, at most half of the arrivals' span): before its end the number in
* flight is still filling up and completions are missing. Where that leaves nothing to count, the span from the first to
* the last arrival is used, and said.
*
* The bounds come from the number in flight L: completions − arrivals = L(start) − L(end), and L wanders by its own
* spread around its trend even when the server keeps up.
*/
function measureWindow(records) {
	const arrivals = records.flatMap((r) => r.sent_ns === void 0 ? [] : [r.sent_ns]).sort((a, b) => a - b);
	const first = arrivals[0];
	const last = arrivals.at(-1);
	if (first === void 0 || last === void 0 || last <= first) return undecided("fewer than two requests were sent at different times");
	const ok = records.filter(isOk);
	const latencies = ok.flatMap((r) => e2elMs(r, "sent") ?? []);
	if (latencies.length === 0) return undecided("no request completed");
	const early = ok.filter((r) => (r.sent_ns ?? last) <= first + (last - first) / 4).flatMap((r) => e2elMs(r, "sent") ?? []);
	const settle = percentile(sortedSample(early.length > 0 ? early : latencies), 90) ?? 0;
	const steady = count$2(records, first + Math.min(settle * 1e6, (last - first) / 2), last);
	return judgeWindow(records, steady.arrivals >= 2 ? steady : count$2(records, first, last), percentile(sortedSample(latencies), 10) ?? 0);
}
function judgeWindow(records, counted, quickE2elMs) {
	const { start, end, arrivals, completions } = counted;
	const seconds = (end - start) / 1e9;
	const longEnough = seconds * 1e3 >= MIN_E2EL_TIMES * quickE2elMs;
	const decided = arrivals >= MIN_ARRIVALS && longEnough;
	const window = {
		start_s: start / 1e9,
		end_s: end / 1e9,
		arrivals,
		completions,
		decided,
		...decided ? {} : { message: shortWindow(arrivals, longEnough) }
	};
	const inFlight = readInFlight(records, start, end);
	const wander = Math.SQRT2 * Math.max(1, inFlight.spread, Math.sqrt(Math.max(0, inFlight.mean)));
	const half = quantileT(CONFIDENCE, Math.max(1, 8)) * wander / arrivals;
	const estimate = completions / arrivals;
	const interval = {
		estimate,
		lower: Math.max(0, estimate - half),
		upper: estimate + half
	};
	const measured = {
		window,
		served_rate: completions / seconds,
		served_over_arrived: interval
	};
	if (!decided) return {
		...measured,
		...undecided(window.message ?? "the window is too short")
	};
	if (estimate + half < SATURATED_BELOW) {
		const share = `${(100 * (estimate + half)).toFixed(1)} %`;
		return {
			...measured,
			saturation: "saturated",
			saturation_reason: `served at most ${share} of what arrived`
		};
	}
	if (inFlight.growthLower > .030000000000000027 * arrivals) {
		const reason = `the number in flight grew by ${Math.round(inFlight.growth)} inside the window`;
		return {
			...measured,
			saturation: "saturated",
			saturation_reason: reason
		};
	}
	const share = `${(100 * estimate).toFixed(1)} %`;
	return {
		...measured,
		saturation: "not_saturated",
		saturation_reason: `served ${share} of what arrived`
	};
}
function count$2(records, start, end) {
	const inside = (time) => time !== void 0 && time > start && time <= end;
	return {
		start,
		end,
		arrivals: records.filter((record) => inside(record.sent_ns)).length,
		completions: records.filter((record) => isOk(record) && inside(record.done_ns)).length
	};
}
/** Number in flight over the window: its trend by least squares over block means, and the spread around it. */
function readInFlight(records, start, end) {
	const sent = records.flatMap((r) => r.sent_ns === void 0 ? [] : [r.sent_ns]).sort((a, b) => a - b);
	const done = records.flatMap((r) => r.sent_ns === void 0 ? [] : [r.done_ns]).sort((a, b) => a - b);
	const readings = Array.from({ length: READINGS }, (_, i) => start + (end - start) * (i + .5) / READINGS).map((time) => countUpTo(sent, time) - countUpTo(done, time));
	const perBlock = READINGS / BLOCKS;
	const blocks = Array.from({ length: BLOCKS }, (_, b) => average(readings.slice(b * perBlock, (b + 1) * perBlock)));
	const centre = 9 / 2;
	const sxx = blocks.reduce((sum, _, i) => sum + (i - centre) ** 2, 0);
	const mean = average(blocks);
	const slope = blocks.reduce((sum, value, i) => sum + (i - centre) * (value - mean), 0) / sxx;
	const slopeError = Math.sqrt(blocks.reduce((sum, value, i) => sum + (value - mean - slope * (i - centre)) ** 2, 0) / 8) / Math.sqrt(sxx);
	const fitted = (i) => mean + slope * ((i + .5) / perBlock - .5 - centre);
	return {
		mean,
		spread: Math.sqrt(readings.reduce((sum, value, i) => sum + (value - fitted(i)) ** 2, 0) / 48),
		growth: slope * BLOCKS,
		growthLower: (slope - quantileT(CONFIDENCE, 8) * slopeError) * BLOCKS
	};
}
/** How many of the ascending times are at or before `time`. */
function countUpTo(times, time) {
	let low = 0;
	let high = times.length;
	while (low < high) {
		const middle = low + high >> 1;
		if ((times[middle] ?? 0) <= time) low = middle + 1;
		else high = middle;
	}
	return low;
}
function average(values) {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}
function shortWindow(arrivals, longEnough) {
	return `window too short to decide saturation: ${[...arrivals >= MIN_ARRIVALS ? [] : [`${arrivals} arrivals, ${MIN_ARRIVALS} are needed`], ...longEnough ? [] : [`shorter than ${MIN_E2EL_TIMES} times the end-to-end latency`]].join("; ")}`;
}
function undecided(reason) {
	return {
		saturation: "undecided",
		saturation_reason: reason
	};
}

// src/core/rung.ts
/** Metrics, window, buckets, failures and validity checks of a rung run. */
function summariseRung(evidence) {
	const { rung, schedule, run, server } = evidence;
	const { records, stopped } = run;
	const percentiles = [.../* @__PURE__ */ new Set([...STANDARD_PERCENTILES, ...evidence.percentiles ?? []])];
	const flooded = records.filter(isFlood).length;
	const duration = durationS(records);
	const window = measureWindow(records);
	const gpus = gpusOf(evidence.gpus, records);
	const scheduled = latencyMetrics(records, "scheduled", percentiles);
	const fromSent = latencyMetrics(records, "sent", percentiles);
	const rates = {
		...rateMetrics(records, duration),
		...present$2([["served_rate", window.served_rate], ["mean_tps", meanTps(scheduled)]])
	};
	return {
		rate: rung.rate,
		run: rung.run,
		kind: rung.kind,
		...stopped === void 0 ? { state: "measured" } : {
			state: "stopped",
			state_code: stopped.code,
			state_reason: stopped.reason
		},
		planned: rung.num_prompts,
		sent: records.length,
		completed: records.filter(isOk).length,
		failed: records.filter(isFailed).length,
		failures: failuresByClass(records),
		...flooded === 0 ? {} : { flooded },
		planned_duration_s: schedule.planned_duration_s,
		...duration === void 0 ? {} : { duration_s: duration },
		...window.window === void 0 ? {} : { window: window.window },
		...window.served_over_arrived === void 0 ? {} : { served_over_arrived: window.served_over_arrived },
		saturation: window.saturation,
		saturation_reason: window.saturation_reason,
		metrics: {
			...scheduled,
			...rates
		},
		metrics_from_sent: fromSent,
		vllm_compat: vllmCompat(records, duration, percentiles),
		buckets: lengthBuckets(records, evidence.bucket_edges),
		client: run.client,
		...server === void 0 ? {} : { server },
		...gpus === void 0 || gpus === "none" ? {} : { gpus },
		checks: checkRung({
			engine_kind: evidence.engine_kind,
			planned: rung.num_prompts,
			stopped: stopped !== void 0,
			records,
			client: run.client,
			token_counts: run.token_counts,
			...evidence.percentiles !== void 0 && { judged_percentile: Math.max(0, ...evidence.percentiles) },
			...server === void 0 ? {} : { server },
			...gpus === void 0 ? {} : { gpus },
			...evidence.build_lines === void 0 ? {} : { build_lines: evidence.build_lines },
			...evidence.lengths === void 0 ? {} : { lengths: evidence.lengths },
			...evidence.prefix_tokens === void 0 ? {} : { prefix_tokens: evidence.prefix_tokens }
		}, evidence.strict),
		schedule_hash: scheduleHash(schedule),
		token_counts: run.token_counts
	};
}
function gpusOf(evidence, records) {
	if (evidence === void 0 || evidence === "none") return evidence;
	const ok = records.filter(isOk);
	const tokens = ok.reduce((sum, record) => sum + (outputTokens(record) ?? 0), 0);
	return summariseGpus({
		...evidence,
		completed: ok.length,
		output_tokens: tokens
	});
}
/** A rung of which nothing was sent: reported as not run, never as passed. */
function notRun(rung, code, reason) {
	return {
		rate: rung.rate,
		run: rung.run,
		kind: rung.kind,
		state: "not_run",
		state_code: code,
		state_reason: reason,
		planned: rung.num_prompts,
		sent: 0,
		completed: 0,
		failed: 0,
		failures: [],
		planned_duration_s: rung.num_prompts / rung.rate,
		saturation: "undecided",
		metrics: {},
		metrics_from_sent: {},
		vllm_compat: {},
		buckets: [],
		client: {
			events: 0,
			in_flight_max: 0
		},
		checks: [],
		schedule_hash: "not_run"
	};
}
/** Failure classes with their count and one example each, the most frequent first; `cancelled` is among them. */
function failuresByClass(records) {
	const classes = /* @__PURE__ */ new Map();
	for (const { outcome, error } of records) {
		if (outcome === "ok") continue;
		const seen = classes.get(outcome);
		classes.set(outcome, {
			count: (seen?.count ?? 0) + 1,
			example: seen?.example ?? error
		});
	}
	return [...classes].map(([name, { count, example }]) => ({
		class: name,
		count,
		...example === void 0 ? {} : { example }
	})).sort((a, b) => b.count - a.count || a.class.localeCompare(b.class));
}
/** Results by prompt length: (from, to] by the given upper edges, else the quartiles of this rung's prompts. */
function lengthBuckets(records, edges) {
	const known = records.flatMap((record) => {
		const length = record.input_len ?? record.prompt_tokens;
		return length === void 0 ? [] : [{
			record,
			length
		}];
	});
	const lengths = sortedSample(known.map(({ length }) => length));
	const longest = percentile(lengths, 100);
	if (longest === void 0) return [];
	const asked = edges ?? [
		25,
		50,
		75
	].map((p) => Math.ceil(percentile(lengths, p) ?? longest));
	const uppers = [.../* @__PURE__ */ new Set([...asked.filter((edge) => edge < longest), longest])].sort((a, b) => a - b);
	return uppers.flatMap((upper, i) => {
		const below = uppers[i - 1] ?? -1;
		const inside = known.filter(({ length }) => length > below && length <= upper);
		if (inside.length === 0) return [];
		const bucket = inside.map(({ record }) => record);
		return {
			from_tokens: below + 1,
			to_tokens: upper,
			requests: bucket.length,
			completed: bucket.filter(isOk).length,
			metrics: latencyMetrics(bucket, "scheduled")
		};
	});
}

// src/core/log-lines.ts
/** Longest part of a line that is looked at: tracebacks and argument dumps are below it. */
const MAX_LINE$3 = 4e3;
/** Prefixes stand one after another: container, time of the job, process, worker. */
const MAX_PREFIXES = 8;
/** Lines of a log; empty lines and answered requests are left out. */
function logLines(text) {
	return text.split(/\r\n|\r|\n/).map(readLine).filter(({ text: line }) => line !== "" && !ACCESS.test(line) && !PROMPT$1.test(line));
}
/** Text from outside on one line: no control or bidirectional characters, at most `max` of them. */
function shortLine(text, max = 300) {
	const clean = visible$1(text.slice(0, max * 4));
	return clean.length > max ? `${clean.slice(0, max - 1)}…` : clean;
}
/** uvicorn writes one such line for each request: under load they would be all that is left to see. */
const ACCESS = /^INFO: {1,20}\S{1,200} - "[A-Z]{1,10} \S{1,500} HTTP\/[\d.]{1,4}" [23]\d\d\b/;
/** vLLM's request log holds prompts, which must not get into a report. */
const PROMPT$1 = /Received request \S{1,200} prompt: |prompt_token_ids: \[/;
const RANK = /(?:Worker_(?:PP\d{1,3}_)?TP|VllmWorker TP|VllmWorker rank=|VllmWorker-|\[rank)(?<rank>\d{1,3})/;
const LEVEL = /^(?<level>DEBUG|INFO|WARNING|ERROR|CRITICAL)\s\d\d-\d\d \d\d:\d\d:\d\d(?:\s?\[[^\]]{1,80}\])?\s?/;
/** What writes in front of a line: compose, job logs, journals, vLLM's processes, ranks of torch. */
const PREFIXES = [
	/^\([A-Za-z0-9_ =-]{1,60} pid=\d{1,10}\) ?/,
	/^\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.,\d]{0,12}Z?\]? ?/,
	/^[A-Za-z0-9_.-]{1,60} {1,10}\| /,
	/^\| /,
	/^[A-Za-z0-9_.-]{1,64}:\d{1,10}:\d{1,10} \[\d{1,3}\] /,
	/^\[rank\d{1,3}\]: ?(?=\S)/
];
function readLine(raw) {
	const cut = raw.slice(0, MAX_LINE$3);
	const rank = RANK.exec(cut.slice(0, 200))?.groups?.["rank"];
	let text = visible$1(cut);
	let level;
	for (let i = 0; i < MAX_PREFIXES; i++) {
		const found = LEVEL.exec(text);
		if (found !== null) level = found.groups?.["level"];
		const prefix = found ?? firstMatch(text);
		if (prefix === void 0) break;
		text = text.slice(prefix[0].length);
	}
	text = text.trim();
	return {
		text,
		...level === void 0 ? {} : { level },
		...rank === void 0 ? {} : { rank: Number(rank) }
	};
}
function firstMatch(text) {
	for (const pattern of PREFIXES) {
		const found = pattern.exec(text);
		if (found !== null) return found;
	}
}
function visible$1(text) {
	return text.replace(/\u001b\[[0-9;]{0,20}[A-Za-z]/g, "").replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ").replace(/ {2,}/g, " ").trim();
}

// src/core/evidence-text.ts
const SOURCES = [
	"container",
	"log",
	"kernel",
	"request"
];
/** So many lines prove anything. */
const MAX_HITS = 200;
/** Every text that there is, as lines; kernel lines about other people's GPUs are left out. */
function readSources(evidence) {
	const texts = {
		container: evidence.container?.error,
		log: evidence.log,
		kernel: evidence.kernel_log,
		request: evidence.requests?.join("\n")
	};
	return SOURCES.flatMap((name) => {
		const text = texts[name];
		if (text === void 0 || text.trim() === "") return [];
		const all = logLines(text);
		const lines = name === "kernel" ? all.filter((line) => concernsUs(line.text, evidence.gpu_bdfs)) : all;
		const lowered = lines.map((line) => line.text.toLowerCase());
		const starts = [];
		let at = 0;
		for (const line of lowered) {
			starts.push(at);
			at += line.length + 1;
		}
		return [{
			name,
			lines,
			lower: lowered.join("\n"),
			starts
		}];
	});
}
/** False for a kernel line about a GPU that is not of this run. */
function concernsUs(line, bdfs) {
	if (bdfs === void 0 || bdfs.length === 0) return true;
	const bdf = /amdgpu (?<bdf>[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-9a-f])/i.exec(line)?.groups?.["bdf"];
	return bdf === void 0 || bdfs.some((ours) => ours.toLowerCase() === bdf.toLowerCase());
}
/** Lines that hold the parts of a phrase in their order. */
function linesWith(phrase, source) {
	const parts = phrase.toLowerCase().split("…").map((part) => part.trim());
	const longest = parts.reduce((a, b) => b.length > a.length ? b : a, "");
	const lines = [];
	let at = source.lower.indexOf(longest);
	while (at >= 0 && lines.length < MAX_HITS) {
		const line = lineAt(source.starts, at);
		if (parts.length === 1 || inOrder$2(parts, lowerLine(source, line))) lines.push(line);
		const next = source.starts[line + 1];
		if (next === void 0) break;
		at = source.lower.indexOf(longest, next);
	}
	return lines;
}
function inOrder$2(parts, line) {
	let from = 0;
	for (const part of parts) {
		const at = line.indexOf(part, from);
		if (at < 0) return false;
		from = at + part.length;
	}
	return true;
}
function lowerLine(source, line) {
	const start = source.starts[line] ?? 0;
	const next = source.starts[line + 1];
	return source.lower.slice(start, next === void 0 ? void 0 : next - 1);
}
/** The line in which a position stands. */
function lineAt(starts, position) {
	let low = 0;
	let high = starts.length - 1;
	while (low < high) {
		const middle = low + high + 1 >> 1;
		if ((starts[middle] ?? 0) <= position) low = middle;
		else high = middle - 1;
	}
	return low;
}

// src/core/catalogue/api.ts
const API_FAILURES = [
	{
		number: 84,
		code: "unauthorized",
		group: "api",
		blame: "config",
		rank: "root",
		request: [
			"HTTP 401",
			"401: Unauthorized",
			"Incorrect API key",
			"invalid_api_key"
		],
		cause: "The server refused the key (401), although /health and /metrics answer without one.",
		remedy: "Put the key of this server into the variable that service.api_key_env names; it may have expired during the run."
	},
	{
		number: 85,
		code: "unknown_model",
		group: "api",
		blame: "config",
		rank: "root",
		request: [
			"The model … does not exist",
			"model_not_found",
			"NotFoundError … model"
		],
		cause: "The server does not serve a model of this name.",
		remedy: "Set service.model_id to a name that /v1/models lists."
	},
	{
		number: 86,
		code: "context_too_long",
		group: "api",
		blame: "config",
		rank: "root",
		request: [
			"This model's maximum context length is",
			"cannot be greater than max_model_len",
			"is longer than the maximum model length",
			"context_length_exceeded",
			"max_tokens must be at least 1, got -"
		],
		facts: [/maximum context length is (?<context>\d{1,9})/i, /max_model_len=(?<context>\d{1,9})/i],
		cause: ["Prompt and answer together are longer than the {context} tokens that the server allows.", "Prompt and answer together are longer than max_model_len."],
		remedy: "Shorten load.input_len or load.output_len, or raise engine.max_model_len."
	},
	{
		number: 87,
		code: "no_chat_template",
		group: "api",
		blame: "config",
		rank: "root",
		request: [
			"default chat template is no longer allowed",
			"chat template is not set",
			"chat_template is not set",
			"does not define a chat template"
		],
		cause: "The model has no chat template.",
		remedy: "Set service.endpoint to completions, or start the engine with --chat-template."
	},
	{
		number: 88,
		code: "stream_broke",
		group: "api",
		blame: "stack",
		rank: "consequence",
		request: [
			"stream_error:",
			"truncated:",
			"no_token:"
		],
		checks: [
			"stream_error",
			"truncated",
			"no_token"
		],
		cause: "Answers began with HTTP 200 and then held an error, ended early, or brought no token.",
		remedy: "Read the log of the server at that time: generation failed after the first byte."
	},
	{
		number: 89,
		code: "hidden_failures",
		group: "api",
		blame: "client",
		rank: "general",
		checks: ["missing_requests", "counts_disagree"],
		request: ["all requests failed", "completed … 0"],
		cause: "Requests are missing although the benchmark ended with exit code 0.",
		remedy: "Judge completed against planned, as this gate does; vllm bench serve reports zeros without an error."
	},
	{
		number: 90,
		code: "connection_reset",
		group: "api",
		blame: "client",
		rank: "general",
		request: [
			"ECONNRESET",
			"EPIPE",
			"other side closed",
			"socket hang up",
			"Server disconnected",
			"Connection reset by peer"
		],
		cause: "The server closed connections: it died, or it dropped idle ones that the client used again.",
		remedy: "If the server lives, raise VLLM_HTTP_TIMEOUT_KEEP_ALIVE (5 s by default) above the pause between requests."
	},
	{
		number: 91,
		code: "no_progress",
		group: "api",
		blame: "stack",
		rank: "root",
		checks: ["no_progress"],
		cause: "The engine says that it is healthy but makes no tokens while requests run: the GPU is wedged.",
		remedy: "Read the kernel log, restart the engine, and reboot the node if the GPU does not come back."
	},
	{
		number: 92,
		code: "vram_left_behind",
		group: "api",
		blame: "isolation",
		rank: "root",
		checks: [
			"vram_not_released",
			"vram_leftover",
			"zombie_context",
			"foreign_process"
		],
		cause: "VRAM is still in use after the end: an orphaned engine (VLLM::EngineCor), or a context that no process owns.",
		remedy: "End leftovers of ours (instinct-gate cleanup); a context without an owner needs a GPU reset or a reboot."
	},
	{
		number: 93,
		code: "answers_mixed_up",
		group: "api",
		blame: "stack",
		rank: "root",
		checks: ["answers_mixed_up"],
		cause: "Answers went to the wrong requests: a bug of the engine when requests are aborted.",
		remedy: "Pin another vLLM version; nothing measured with this one can be trusted."
	},
	{
		number: 94,
		code: "decode_very_slow",
		group: "api",
		blame: "stack",
		rank: "root",
		checks: ["decode_very_slow"],
		cause: "One request alone gets only a few tokens per second although the GPU is busy: an untuned or old stack.",
		remedy: "Use a newer ROCm and vLLM; on MI250 set HIP_FORCE_DEV_KERNARG=1 and the ROCm attention kernels."
	},
	{
		number: 109,
		code: "connection_refused",
		group: "api",
		blame: "config",
		rank: "general",
		request: [
			"ECONNREFUSED",
			"Connection refused",
			"Cannot connect to host"
		],
		cause: "Nothing listens at the address any more: the server has ended, or host and port are wrong.",
		remedy: "Check that the server runs and the host and port of service.base_url; then read its log."
	},
	{
		number: 110,
		code: "proxy",
		group: "api",
		blame: "host",
		rank: "root",
		request: [
			"Proxy response",
			"Proxy Authentication Required",
			"HTTP 407",
			"Tunnel connection failed",
			"Cannot connect to proxy",
			"proxy … ECONNREFUSED"
		],
		cause: "A proxy stands between us and the server, and it does not let the requests through.",
		remedy: "Put the host into NO_PROXY, or correct service.proxy, HTTP_PROXY and HTTPS_PROXY."
	},
	{
		number: 111,
		code: "no_choices",
		group: "api",
		blame: "config",
		rank: "root",
		request: [
			"without choices",
			"no choices",
			"KeyError: 'choices'",
			"a whole JSON answer",
			"not an event stream"
		],
		cause: "The server answered HTTP 200 without `choices`: this is no OpenAI-compatible completion stream.",
		remedy: "Check service.base_url, service.endpoint and service.backend; a gateway may wrap or hide an error of its own."
	},
	{
		number: 112,
		code: "oauth",
		group: "api",
		blame: "config",
		rank: "root",
		request: [
			"HTTP 302",
			"HTTP 303",
			"HTTP 307: redirect",
			"redirect … login",
			"redirect … oauth",
			"redirect … sso",
			"invalid_grant",
			"invalid_token",
			"token has expired",
			"token is expired",
			"access token … expired",
			"OAuth",
			"login page"
		],
		cause: "The address wants an OAuth or single sign-on login, or the access token has expired.",
		remedy: "Use the address of the API with a key or a token that outlives the run, not the page for people."
	},
	{
		number: 113,
		code: "forbidden",
		group: "api",
		blame: "config",
		rank: "root",
		request: ["HTTP 403"],
		cause: "The key is known but may not do this (403).",
		remedy: "Check the rights of the key for this model, its address list, and whether a firewall answers instead."
	},
	{
		number: 114,
		code: "request_timeout",
		group: "api",
		blame: "capacity",
		rank: "general",
		request: [
			"timeout:",
			"ETIMEDOUT",
			"UND_ERR_HEADERS_TIMEOUT",
			"UND_ERR_BODY_TIMEOUT"
		],
		cause: "Answers did not come within load.timeout.",
		remedy: "If the server makes progress, this rate is too high for it; otherwise look for a stuck worker in its log."
	},
	{
		number: 115,
		code: "rate_limited",
		group: "api",
		blame: "config",
		rank: "root",
		request: ["rate_limited:", "HTTP 429"],
		cause: "The channel limits the rate of our key (429).",
		remedy: "Ask for the quota of the highest rate of the ladder, or lower load.request_rates."
	},
	{
		number: 116,
		code: "server_error",
		group: "api",
		blame: "stack",
		rank: "consequence",
		request: ["http_5xx:"],
		cause: "The server failed inside (5xx) and its answer does not say why.",
		remedy: "Read the log of the server at that time."
	}
];

// src/core/catalogue/communication.ts
const COMMUNICATION_FAILURES = [
	{
		number: 32,
		code: "shared_memory_too_small",
		group: "communication",
		blame: "host",
		rank: "root",
		log: [
			"Error while creating shared memory segment /dev/shm/nccl-",
			"/dev/shm … No space left on device",
			"No space left on device … /dev/shm",
			"unable to allocate shared memory",
			"Error: failed to extend /dev/shm/nccl-",
			"failed to extend /dev/shm",
			"Bus error … insufficient shared memory"
		],
		also: ["unhandled system error"],
		cause: "/dev/shm is too small for the workers (a container has 64 MiB by default).",
		remedy: "Give the container --ipc=host, or engine.shm_size of at least 16g."
	},
	{
		number: 33,
		code: "rccl_failed",
		group: "communication",
		blame: "host",
		rank: "general",
		log: [
			"ncclUnhandledCudaError",
			"NCCL error: unhandled cuda error",
			"ncclSystemError",
			"NCCL error: unhandled system error",
			"NCCL error: internal error",
			"NCCL error … ncclInternalError"
		],
		cause: "RCCL failed inside HIP: memory, peer access or the architecture.",
		remedy: "Set NCCL_DEBUG=INFO to see why, and leave VRAM free for RCCL (lower engine.gpu_memory_utilization)."
	},
	{
		number: 34,
		code: "iommu",
		group: "communication",
		blame: "host",
		rank: "sign",
		log: ["Missing \"iommu=pt\" from kernel command line"],
		cause: "The kernel runs without iommu=pt, which can make copies between GPUs hang.",
		remedy: "Boot the host with iommu=pt and switch ACS off."
	},
	{
		number: 35,
		code: "numa_balancing",
		group: "communication",
		blame: "host",
		rank: "sign",
		log: ["NUMA auto balancing enabled which can lead to variability"],
		checks: ["numa_balancing"],
		cause: "NUMA balancing is on, which makes RCCL slower and less even.",
		remedy: "Set kernel.numa_balancing=0 on the host (a container sees it read-only)."
	},
	{
		number: 36,
		code: "scratch_reclaim",
		group: "communication",
		blame: "host",
		rank: "root",
		log: ["HSA_NO_SCRATCH_RECLAIM=1 must be set"],
		cause: "RCCL found old GPU firmware, or a runtime mixed from several ROCm releases.",
		remedy: "Set HSA_NO_SCRATCH_RECLAIM=1 in engine.env, or use one consistent ROCm."
	},
	{
		number: 37,
		code: "custom_allreduce_off",
		group: "communication",
		blame: "stack",
		rank: "sign",
		log: ["Custom allreduce is disabled because", "Disabled the custom all-reduce kernel because"],
		cause: "The custom all-reduce is off on this platform: no error, but slower.",
		remedy: "Compare only with runs that say the same."
	},
	{
		number: 38,
		code: "ipc_handle",
		group: "communication",
		blame: "host",
		rank: "root",
		log: [
			"custom_all_reduce … hipIpcOpenMemHandle",
			"hipIpcOpenMemHandle … failed",
			"hipIpcGetMemHandle … failed",
			"open_mem_handle … failed",
			"custom_all_reduce … HIP error: invalid argument",
			"custom_all_reduce … HIP error: invalid device pointer",
			"all_reduce … registration failed"
		],
		cause: "The workers cannot share GPU memory with each other (HIP IPC).",
		remedy: "Give the container --ipc=host and SYS_PTRACE, or start with --disable-custom-all-reduce."
	},
	{
		number: 39,
		code: "worker_stuck",
		group: "communication",
		blame: "stack",
		rank: "general",
		log: ["No available shared memory broadcast block found in 60 seconds", "No available block found in 60 second"],
		at_least: 3,
		also: ["waiting for baton release"],
		cause: "One worker did not answer for minutes: it is stuck, or it compiles kernels.",
		remedy: "Find the rank that writes nothing; look for an AITER build lock and for a GPU hang in the kernel log."
	},
	{
		number: 40,
		code: "worker_timeout",
		group: "communication",
		blame: "stack",
		rank: "general",
		log: ["RPC call to … timed out", "TimeoutError: RPC call to"],
		cause: "A worker did not answer within VLLM_EXECUTE_MODEL_TIMEOUT_SECONDS (300 s).",
		remedy: "Look for a GPU hang in the kernel log; a giant prefill needs a lower --max-num-batched-tokens."
	},
	{
		number: 41,
		code: "more_ranks_than_gpus",
		group: "communication",
		blame: "config",
		rank: "root",
		log: [
			"is larger than the number of available GPUs",
			"must be less than or equal to the number of visible devices",
			"is less than than max local gpu count",
			"is less than max local gpu count",
			"Tensor parallel size … exceeds available GPUs",
			"exceeds available GPUs"
		],
		facts: [/(?:world[_ ]size|Tensor parallel size) \((?<ranks>\d{1,5})\)/i, /(?:available GPUs|visible devices|max local gpu count) \((?<gpus_seen>\d{1,5})\)/i],
		cause: ["{ranks} ranks (tensor × pipeline parallel) were asked for and {gpus_seen} GPUs are visible.", "More ranks (tensor × pipeline parallel) were asked for than GPUs are visible."],
		remedy: "Set engine.tensor_parallel_size to the number of GPUs that the engine gets; check the visibility variable, the partition mode and for a lost GPU."
	},
	{
		number: 42,
		code: "heads_not_divisible",
		group: "communication",
		blame: "config",
		rank: "root",
		log: ["Total number of attention heads … must be divisible by tensor parallel size"],
		facts: [/attention heads \((?<heads>\d{1,6})\)/i, /tensor parallel size \((?<tp>\d{1,5})\)/i],
		cause: ["The model has {heads} attention heads, which {tp} GPUs cannot share evenly.", "The attention heads of the model cannot be shared evenly by this many GPUs."],
		remedy: "Set engine.tensor_parallel_size to 1, 2, 4 or 8."
	},
	{
		number: 43,
		code: "quant_block_not_divisible",
		group: "communication",
		blame: "config",
		rank: "root",
		log: [
			"output_partition_size … is not divisible by",
			"input_size_per_partition … is not divisible by",
			"is not divisible by weight quantization block",
			"is not aligned with the quantized weight shape"
		],
		cause: "The blocks of the quantised weights cannot be split over this many GPUs.",
		remedy: "Lower engine.tensor_parallel_size, or use --enable-expert-parallel."
	},
	{
		number: 44,
		code: "container_capability",
		group: "communication",
		blame: "host",
		rank: "root",
		log: [
			"NCCL … Operation not permitted",
			"NCCL … mbind … Operation not permitted",
			"ibv_ … Operation not permitted",
			"set_mempolicy: Operation not permitted",
			"move_pages … Operation not permitted"
		],
		cause: "The container lacks a capability that RCCL needs (memory locking, NUMA calls).",
		remedy: "Add IPC_LOCK and SYS_NICE, seccomp=unconfined, or run the pod privileged."
	}
];

// src/core/catalogue/device.ts
const DEVICE_FAILURES = [
	{
		number: 13,
		code: "no_gpu_visible",
		group: "device",
		blame: "host",
		rank: "root",
		log: [
			"No HIP GPUs are available",
			"no ROCm-capable device is detected",
			"hipErrorNoDevice"
		],
		cause: "The engine sees no GPU.",
		remedy: "Pass /dev/kfd and the render nodes, give the numeric group of render, and check the range of HIP_VISIBLE_DEVICES."
	},
	{
		number: 14,
		code: "kfd_permission",
		group: "device",
		blame: "host",
		rank: "root",
		log: ["Unable to open /dev/kfd read-write: Permission denied", "/dev/kfd: Permission denied"],
		container: ["/dev/kfd: permission denied"],
		cause: "The user of the engine may not open /dev/kfd.",
		remedy: "Add the runner user to the groups render and video, or give the container the numeric group of render (--group-add)."
	},
	{
		number: 15,
		code: "driver_not_loaded",
		group: "device",
		blame: "host",
		rank: "root",
		log: [
			"Unable to open /dev/kfd read-write: No such file or directory",
			"ROCk module is NOT loaded",
			"Driver not initialized (amdgpu not found in modules)"
		],
		cause: "The amdgpu driver with KFD is not loaded on this host.",
		remedy: "Load or reinstall the driver and reboot (a kernel update without a DKMS rebuild is the usual reason); no job can repair this."
	},
	{
		number: 16,
		code: "driver_broken",
		group: "device",
		blame: "host",
		rank: "general",
		log: [
			"Unable to open /dev/kfd read-write: Cannot allocate memory",
			"hsa_init Failed",
			"hsa api call failure … HSA_STATUS_ERROR_OUT_OF_RESOURCES",
			"HSA_STATUS_ERROR_OUT_OF_RESOURCES",
			"Expected integer value from monitor, but got"
		],
		cause: "The driver is in a broken state, or a GPU is only half initialised.",
		remedy: "Reboot the host or reload the driver."
	},
	{
		number: 17,
		code: "gpu_init_failed",
		group: "device",
		blame: "host",
		rank: "root",
		kernel: [
			"Fatal error during GPU init",
			"*ERROR* early_init of IP block",
			"hw_init of IP block … failed"
		],
		cause: "A GPU did not come up when the driver started it.",
		remedy: "Power-cycle the node, and take it out of service if that does not help."
	},
	{
		number: 18,
		code: "invalid_device_function",
		group: "device",
		blame: "stack",
		rank: "root",
		log: ["HIP error: invalid device function", "hipErrorInvalidDeviceFunction"],
		cause: "The image was not built for the architecture of this GPU.",
		remedy: "Use an image for gfx942 or gfx950 as the GPU needs, and unset HSA_OVERRIDE_GFX_VERSION."
	},
	{
		number: 19,
		code: "no_kernel_image",
		group: "device",
		blame: "stack",
		rank: "root",
		log: [
			"no kernel image is available for execution",
			"hipErrorNoBinaryForGpu",
			"Unable to find code object for all current devices",
			"hipErrorNoBinaryForGpu: Unable to find"
		],
		cause: "A library (torch, hipBLASLt, AITER or the Triton cache) has no kernels for this GPU.",
		remedy: "Use the image of this architecture, and clear Triton and AITER caches that another GPU has filled."
	},
	{
		number: 20,
		code: "needs_newer_gpu",
		group: "device",
		blame: "stack",
		rank: "root",
		log: [
			"requires gfx950 (CDNA4)",
			"mla_gluon requires",
			"requires gfx950"
		],
		facts: [/requires (?<wanted_arch>gfx\d{1,4}[a-z]?)[^,]{0,40}, got (?<got_arch>gfx\d{1,4}[a-z]?)/i],
		cause: ["vLLM chose a kernel for {wanted_arch} and the GPU is {got_arch}.", "vLLM chose a kernel for a newer GPU than this one."],
		remedy: "Choose another attention or MoE backend, or another vLLM version."
	},
	{
		number: 21,
		code: "triton_target",
		group: "device",
		blame: "stack",
		rank: "root",
		log: [
			"unsupported target: 'gfx",
			"unsupported target: \"gfx",
			"unsupported target 'gfx"
		],
		cause: "This build of Triton does not know the architecture of the GPU.",
		remedy: "Use a torch and Triton pair that was built for this GPU."
	},
	{
		number: 22,
		code: "cuda_wheel",
		group: "device",
		blame: "host",
		rank: "root",
		log: [
			"libcudart.so … cannot open shared object file",
			"libcuda.so … cannot open shared object file",
			"libtorch_cuda.so … cannot open shared object file",
			"Found no NVIDIA driver on your system"
		],
		cause: "A CUDA build of torch or vLLM is installed on an AMD host.",
		remedy: "Install from the ROCm index (for Python 3.12), or use the ROCm image."
	},
	{
		number: 23,
		code: "extension_mismatch",
		group: "device",
		blame: "host",
		rank: "root",
		log: [
			"undefined symbol … _C",
			"_C … undefined symbol",
			"_rocm_C … undefined symbol",
			".so: undefined symbol:",
			"get_cuda_view_from_cpu_tensor",
			"No module named 'vllm._C'",
			"'_OpNamespace' '_C' object has no attribute"
		],
		except: [
			"Failed to import from vllm._C",
			"gptq_marlin_repack",
			"awq_dequantize"
		],
		cause: "vLLM's compiled extension does not fit this torch or ROCm, or a source tree hides the installed one.",
		remedy: "Install vLLM and torch as a matching pair, and do not start it from a source checkout."
	},
	{
		number: 24,
		code: "platform_not_detected",
		group: "device",
		blame: "host",
		rank: "root",
		log: ["Failed to infer device type", "Device string must not be empty"],
		also: ["Failed to import from amdsmi"],
		cause: "vLLM found no supported platform: amdsmi is missing or cannot open the devices.",
		remedy: "Install the amdsmi of the same ROCm release and check the rights on /dev/kfd; VLLM_LOGGING_LEVEL=DEBUG shows why."
	},
	{
		number: 25,
		code: "visibility_contradiction",
		group: "device",
		blame: "host",
		rank: "root",
		log: ["Inconsistent GPU visibility env vars"],
		cause: "HIP_VISIBLE_DEVICES and CUDA_VISIBLE_DEVICES name different GPUs.",
		remedy: "Set only one of them."
	},
	{
		number: 26,
		code: "telemetry_permission",
		group: "device",
		blame: "host",
		rank: "sign",
		log: ["User is missing the following required groups", "Permission needed to access required GPU device node"],
		cause: "The user may not read the GPUs with amd-smi.",
		remedy: "Add the user to the groups render and video, or let telemetry read sysfs."
	},
	{
		number: 27,
		code: "gpu_hang",
		group: "device",
		blame: "hardware",
		rank: "root",
		log: [
			"HW Exception by GPU … GPU Hang",
			"reason :GPU Hang",
			"reason: GPU Hang",
			"HW Exception by GPU node"
		],
		cause: "A GPU hung and the runtime ended the engine.",
		remedy: "Keep the kernel log, check or mark the node, and do not simply retry: firmware, power or a kernel bug."
	},
	{
		number: 28,
		code: "gpu_reset",
		group: "device",
		blame: "hardware",
		rank: "root",
		kernel: [
			"amdgpu … ring … timeout",
			"MES failed to respond",
			"MES failed to response msg",
			"GPU reset begin!",
			"VRAM is lost due to GPU reset",
			"device lost from bus"
		],
		checks: ["gpu_reset", "gpu_lost"],
		cause: "The driver reset a GPU (a queue did not answer), often after an engine was killed with work in flight.",
		remedy: "Reboot the node; what was measured is invalid even if the server survived."
	},
	{
		number: 29,
		code: "gpu_ecc",
		group: "device",
		blame: "hardware",
		rank: "root",
		kernel: [
			"uncorrectable hardware error",
			"ERREVENT_ATHUB_INTERRUPT",
			"uncorrectable errors detected"
		],
		also: ["Accelerator Check Architecture events logged", "[Hardware Error]"],
		checks: ["gpu_ecc"],
		cause: "The GPU reported an uncorrectable memory or hardware error (ECC/RAS).",
		remedy: "Drain the node and have the GPU checked; on ROCm 6.2.1 the recovery itself could fail (6.2.2 repairs it)."
	},
	{
		number: 30,
		code: "driver_mismatch",
		group: "device",
		blame: "host",
		rank: "general",
		log: [
			"hipErrorInsufficientDriver",
			"driver version is insufficient",
			"HIP error: initialization error",
			"HSA_STATUS_ERROR: A generic error"
		],
		cause: "The ROCm of the image and the amdgpu driver of the host do not fit each other.",
		remedy: "Keep both within the support matrix of ROCm (about one year apart), and upgrade the driver first."
	},
	{
		number: 117,
		code: "gpu_exception",
		group: "device",
		blame: "stack",
		rank: "general",
		log: [
			"HSA_STATUS_ERROR_EXCEPTION",
			"HSAIL operation resulted in a hardware exception",
			"unspecified launch failure",
			"an illegal memory access was encountered",
			"hipErrorIllegalAddress",
			"hipErrorLaunchFailure"
		],
		cause: "A GPU kernel ended with a hardware exception: a bug in a kernel, seldom a broken GPU.",
		remedy: "Set AMD_SERIALIZE_KERNEL=3 to find the kernel, choose another attention or MoE backend, and read the kernel log for ECC errors."
	},
	{
		number: 31,
		code: "clock_stuck",
		group: "device",
		blame: "hardware",
		rank: "root",
		checks: ["clock_stuck", "gpu_clock"],
		cause: "A GPU under full load stays at an idle clock or far below its power limit.",
		remedy: "Compare clock and power with the other GPUs; power-cycle, then reinstall its firmware or check its slot."
	}
];

// src/core/catalogue/engine.ts
const ENGINE_FAILURES = [
	{
		number: 45,
		code: "engine_init_failed",
		group: "engine",
		blame: "stack",
		rank: "consequence",
		log: [
			"Engine core initialization failed. See root cause above",
			"EngineCore failed to start",
			"WorkerProc initialization failed",
			"Engine process failed to start"
		],
		cause: "The engine core did not start, and the log does not say why.",
		remedy: "Read the whole log from its first error line; start once with VLLM_LOGGING_LEVEL=DEBUG."
	},
	{
		number: 46,
		code: "engine_core_died",
		group: "engine",
		blame: "stack",
		rank: "consequence",
		log: [
			"EngineDeadError",
			"EngineCore encountered an issue",
			"EngineCore encountered a fatal error",
			"Engine core proc … died unexpectedly"
		],
		request: [
			"EngineCore encountered an issue",
			"EngineDeadError",
			"Engine is dead"
		],
		cause: "The engine core died behind the API server, and the log does not say why.",
		remedy: "Look for a kill in the kernel log (memory, GPU fault) at this time, and for an earlier traceback in the log."
	},
	{
		number: 47,
		code: "worker_died",
		group: "engine",
		blame: "stack",
		rank: "consequence",
		log: [
			"Worker proc … died unexpectedly",
			"Worker VllmWorkerProcess pid … died, exit code",
			"Worker … died, exit code:"
		],
		facts: [/died, exit code: (?<worker_exit>-?\d{1,3})/i, /died unexpectedly \(exit code: (?<worker_exit>-?\d{1,3})\)/i],
		cause: ["A worker process was ended from outside ({worker_signal}) and left no message of its own.", "A worker process ended without a message of its own."],
		remedy: ["Exit code -9 is a kill: look for the out-of-memory killer in the kernel log{killed}.", "Look for a kill, a GPU fault or a crash in the kernel log at this time (-9 kill, -11 crash, -6 abort)."]
	},
	{
		number: 48,
		code: "aiter_build_lock",
		group: "engine",
		blame: "stack",
		rank: "sign",
		log: ["waiting for baton release"],
		cause: "Two processes build the same AITER module, or a dead build left its lock.",
		remedy: "Give the run its own AITER_JIT_DIR, remove the stale lock, or use an image with the modules built in."
	},
	{
		number: 49,
		code: "aiter_jit",
		group: "engine",
		blame: "stack",
		rank: "sign",
		log: ["[aiter] start build [module_", "start build [module_"],
		checks: ["engine_building"],
		cause: "AITER compiles kernels for the first time, which takes minutes.",
		remedy: "Warm up longer, or keep the compiled modules (engine.caches.compile)."
	},
	{
		number: 50,
		code: "aiter_no_heuristic",
		group: "engine",
		blame: "stack",
		rank: "root",
		log: ["cannot get heuristic kernel", "Unsupported kernel config for moe heuristic dispatch"],
		request: ["cannot get heuristic kernel"],
		cause: "AITER has no attention kernel for this shape (cache layout or block size).",
		remedy: "Set VLLM_ROCM_SHUFFLE_KV_CACHE_LAYOUT=0, or another --block-size."
	},
	{
		number: 51,
		code: "aiter_unsupported",
		group: "engine",
		blame: "stack",
		rank: "root",
		log: [
			"invalid argument for fmha_",
			"No module named 'aiter",
			"cannot import name … from 'aiter",
			"ImportError … aiter",
			"aiter … ImportError",
			"aiter … is not supported on gfx"
		],
		cause: "AITER does not support this GPU, or its installation is broken.",
		remedy: "Set VLLM_ROCM_USE_AITER=0."
	},
	{
		number: 52,
		code: "mxfp4_unsupported",
		group: "engine",
		blame: "stack",
		rank: "root",
		log: [
			"backend 'AITER_MXFP4_MXFP4' does not support",
			"AITER_MXFP4 … does not support",
			"MXFP4 … does not support the deployment configuration"
		],
		cause: "The MXFP4 kernels need gfx950 (MI350, MI355).",
		remedy: "On gfx942 use an FP8 or INT4 checkpoint: emulated MXFP4 runs at a seventh of the speed."
	},
	{
		number: 53,
		code: "memory_aperture_violation",
		group: "engine",
		blame: "stack",
		rank: "root",
		log: ["HSA_STATUS_ERROR_MEMORY_APERTURE_VIOLATION"],
		cause: "A GPU kernel (mostly AITER) addressed memory outside its aperture.",
		remedy: "Set AITER_ENABLE_VSKIP=0 and update AITER, or set VLLM_ROCM_USE_AITER=0."
	},
	{
		number: 54,
		code: "quantization_unsupported",
		group: "engine",
		blame: "config",
		rank: "root",
		log: [
			"quantization is currently not supported in rocm",
			"quantization is currently not supported in amd",
			"quantization is currently not supported in gfx",
			"quantization is currently not supported in",
			"is currently not supported in ROCm"
		],
		facts: [/(?<quantization>[a-z0-9_-]{2,40}) quantization is currently not supported/i],
		cause: ["The quantisation {quantization} does not work on ROCm in this vLLM.", "The quantisation of this checkpoint does not work on ROCm in this vLLM."],
		remedy: "Use a checkpoint in FP8, plain GPTQ or AWQ, or name the variant: --quantization gptq."
	},
	{
		number: 55,
		code: "cuda_only_operator",
		group: "engine",
		blame: "config",
		rank: "root",
		log: [
			"has no attribute 'gptq_marlin_repack'",
			"has no attribute 'awq_dequantize'",
			"has no attribute 'awq_marlin",
			"has no attribute 'gptq_marlin",
			"has no attribute 'marlin"
		],
		cause: "The model takes a CUDA-only operator that ROCm builds do not have.",
		remedy: "Use --quantization gptq, or AWQ with VLLM_USE_TRITON_AWQ=1."
	},
	{
		number: 56,
		code: "quantization_mismatch",
		group: "engine",
		blame: "config",
		rank: "root",
		log: ["does not match the quantization method specified in the"],
		cause: "The flag --quantization contradicts the checkpoint.",
		remedy: "Leave --quantization out."
	},
	{
		number: 57,
		code: "no_attention_backend",
		group: "engine",
		blame: "config",
		rank: "root",
		log: ["No valid attention backend found", "backend … is not valid for this configuration"],
		cause: "The chosen attention backend does not fit the model, the KV dtype or the block size.",
		remedy: "Leave --attention-backend out, or follow the reasons in the message."
	},
	{
		number: 58,
		code: "architecture_unsupported",
		group: "engine",
		blame: "config",
		rank: "root",
		log: [
			"Model architectures … are not supported for now",
			"Model architectures … failed to be inspected",
			"failed to be inspected. Please check the logs"
		],
		facts: [/Model architectures \['(?<architecture>[A-Za-z0-9_]{1,80})'/],
		cause: ["This vLLM does not know the model architecture {architecture}, or an import error hides behind it.", "This vLLM does not know the model architecture, or an import error hides behind it."],
		remedy: "Use a newer vLLM; if it should know the model, read the traceback above the message."
	},
	{
		number: 59,
		code: "transformers_too_old",
		group: "engine",
		blame: "config",
		rank: "root",
		log: ["model type … but Transformers does not recognize this architecture"],
		facts: [/model type `(?<model_type>[A-Za-z0-9_.-]{1,80})`/],
		cause: ["The transformers of this image do not know the model type {model_type}.", "The transformers of this image do not know the type of this model."],
		remedy: "Use a newer image (--trust-remote-code does not help)."
	},
	{
		number: 60,
		code: "remote_code",
		group: "engine",
		blame: "config",
		rank: "root",
		log: [
			"contains custom code which must be executed",
			"requires you to execute the configuration file",
			"requires you to execute the tokenizer file",
			"Failed to load the tokenizer"
		],
		cause: "The model brings code of its own and vLLM may not run it.",
		remedy: "Read that code at a fixed revision, then set --trust-remote-code."
	},
	{
		number: 61,
		code: "graph_capture",
		group: "engine",
		blame: "stack",
		rank: "general",
		log: [
			"self.graph.replay()",
			"operation not permitted when stream is capturing",
			"hipErrorStreamCaptureUnsupported",
			"Capturing CUDA graph … failed",
			"hipErrorStreamCapture"
		],
		cause: "Capturing or replaying a HIP graph failed.",
		remedy: "Start once with --enforce-eager to isolate it (not for a baseline), then pin another vLLM build."
	},
	{
		number: 62,
		code: "compile_failed",
		group: "engine",
		blame: "stack",
		rank: "general",
		log: [
			"torch._inductor.exc",
			"BackendCompilerFailed",
			"LLVM ERROR",
			"failed to legalize operation",
			"triton.compiler.errors.CompilationError",
			"torch._dynamo.exc",
			"hipcc … error",
			"ninja: build stopped"
		],
		cause: "torch.compile, Triton or the HIP compiler failed on a kernel.",
		remedy: "Clear the compile caches and try another build; --enforce-eager isolates it (not for a baseline)."
	},
	{
		number: 63,
		code: "bfloat16_unsupported",
		group: "engine",
		blame: "stack",
		rank: "root",
		log: ["Bfloat16 is only supported on GPUs with compute capability"],
		cause: "vLLM thinks that this is an old CUDA GPU: the platform was detected wrongly.",
		remedy: "Check that the ROCm build is installed (torch.version.hip) and that amdsmi works."
	},
	{
		number: 64,
		code: "bad_flag",
		group: "engine",
		blame: "config",
		rank: "root",
		log: [
			"error: unrecognized arguments:",
			"error: argument … invalid",
			"error: argument … expected",
			"error: the following arguments are required",
			"error: ambiguous option"
		],
		exit: ["exit code 2"],
		facts: [/(?<flag_problem>(?:unrecognized arguments: |argument )--?[A-Za-z0-9_.-]{1,60})/i],
		cause: ["This vLLM refused the command line ({flag_problem}).", "This vLLM refused the command line: a flag or a value that it does not know."],
		remedy: ["Correct engine.args: {flag_advice}.", "Flags move between versions and images: take it out of engine.args or engine.command, or use its new name."]
	},
	{
		number: 65,
		code: "vllm_port_is_uri",
		group: "engine",
		blame: "config",
		rank: "root",
		log: ["VLLM_PORT … appears to be a URI"],
		cause: "Kubernetes set VLLM_PORT because a service is called vllm.",
		remedy: "Rename the service, set enableServiceLinks: false, or unset VLLM_PORT."
	},
	{
		number: 101,
		code: "invalid_setting",
		group: "engine",
		blame: "config",
		rank: "general",
		log: [
			"validation error for … Config",
			"validation errors for … Config",
			"validation error for EngineArgs",
			"validation error for ModelConfig"
		],
		facts: [/validation errors? for (?<config_class>[A-Za-z]{1,40})/],
		cause: ["vLLM refused a setting of {config_class}.", "vLLM refused one of its settings."],
		remedy: "The lines below the name of the class say which value and why: correct it in engine."
	},
	{
		number: 102,
		code: "engine_crashed",
		group: "engine",
		blame: "stack",
		rank: "general",
		log: [
			"Segmentation fault",
			"!!!!!!! Segfault encountered",
			"Fatal Python error:",
			"core dumped"
		],
		except: ["GPU core dump"],
		exit: ["exit code 139", "signal SIGSEGV"],
		cause: "The engine crashed in native code (segmentation fault).",
		remedy: "Pin another build of vLLM or ROCm; --enforce-eager and VLLM_ROCM_USE_AITER=0 help to isolate it."
	},
	{
		number: 103,
		code: "engine_aborted",
		group: "engine",
		blame: "stack",
		rank: "general",
		exit: ["exit code 134", "signal SIGABRT"],
		cause: "The engine aborted itself (SIGABRT), as the HSA runtime does after a GPU hang or fault.",
		remedy: "Read the kernel log of this time; without a GPU fault there, look at the last native lines of the log."
	},
	{
		number: 105,
		code: "terminated_from_outside",
		group: "engine",
		blame: "isolation",
		rank: "general",
		exit: [
			"exit code 143",
			"signal SIGTERM",
			"exit code 130",
			"signal SIGINT"
		],
		cause: "Something asked the engine to end (SIGTERM or SIGINT) and it was not us.",
		remedy: "Find who stops it: a clean-up job, a time limit of the scheduler, another run on this host."
	},
	{
		number: 106,
		code: "ended_by_itself",
		group: "engine",
		blame: "config",
		rank: "consequence",
		exit: ["exit code 0"],
		cause: "The engine ended in order and by itself, which a server never does.",
		remedy: "engine.command must stay in the foreground as the server: no shell wrapper that goes to the background."
	}
];

// src/core/catalogue/memory.ts
const LOWER_MEMORY = [
	"{foreign_gib} GiB belong to another process: free the GPU first, and change nothing else.",
	"Raise engine.tensor_parallel_size or use a smaller or quantised (FP8) checkpoint: the weights alone do not fit{loading}.",
	"One buffer asks for {huge_share} % of the GPU: lower --max-num-batched-tokens, or --limit-mm-per-prompt for a multimodal model{huge}.",
	"Lower engine.max_num_seqs from {seqs_from} to {seqs_lower} or --max-num-batched-tokens: it happened before there was a KV cache that could be made smaller{profiling}.",
	"Lower engine.max_num_seqs or --max-num-batched-tokens: it happened before there was a KV cache that could be made smaller{profiling}.",
	"Lower engine.gpu_memory_utilization from {util_from} to {util_lower}, or engine.max_num_seqs from {seqs_from} to {seqs_lower}.",
	"Lower engine.gpu_memory_utilization from {util_from} to {util_lower}, or lower engine.max_num_seqs.",
	"Lower engine.max_num_seqs from {seqs_from} to {seqs_lower}, or raise engine.tensor_parallel_size.",
	"Lower engine.gpu_memory_utilization by 0.05, or lower engine.max_num_seqs."
];
const ALLOCATION = /Tried to allocate (?<asked>[\d.]{1,12}) (?<asked_unit>[KMGT]iB)\. GPU (?<gpu>\d{1,3}) has a total capacity of (?<total>[\d.]{1,12}) (?<total_unit>[KMGT]iB) of which (?<free>[\d.]{1,12}) (?<free_unit>[KMGT]iB) is free/i;
const IN_USE = /this process has (?<used>[\d.]{1,12}) (?<used_unit>[KMGT]iB) memory in use/i;
const BY_TORCH = /Of the allocated memory (?<torch>[\d.]{1,12}) (?<torch_unit>[KMGT]iB) is allocated by PyTorch/i;
const MEMORY_FAILURES = [
	{
		number: 1,
		code: "gpu_out_of_memory",
		group: "memory",
		blame: "capacity",
		rank: "root",
		log: [
			"HIP out of memory",
			"CUDA out of memory",
			"hipErrorOutOfMemory",
			"HIP error: out of memory"
		],
		except: ["when warming up sampler with"],
		request: ["HIP out of memory", "CUDA out of memory"],
		facts: [
			ALLOCATION,
			IN_USE,
			BY_TORCH
		],
		cause: [
			"{where_oom} ran out of memory: {asked} {asked_unit} were asked for and {free} {free_unit} of {total} {total_unit} were free.",
			"{where_oom} ran out of memory.",
			"A GPU ran out of memory."
		],
		remedy: LOWER_MEMORY
	},
	{
		number: 2,
		code: "vram_not_free_at_start",
		group: "memory",
		blame: "isolation",
		rank: "root",
		log: ["Free memory on device … on startup is less than desired GPU memory utilization"],
		facts: [/Free memory on device[^(]{0,60}\((?<start_free>[\d.]{1,12})\/(?<start_total>[\d.]{1,12}) GiB\)/i, /desired GPU memory utilization \((?<util_asked>[\d.]{1,12}), (?<start_asked>[\d.]{1,12}) GiB\)/i],
		cause: ["Only {start_free} of {start_total} GiB of VRAM were free at the start, less than the {start_asked} GiB that gpu_memory_utilization {util_asked} asks for.", "Less VRAM was free at the start than gpu_memory_utilization asks for."],
		remedy: [
			"Free the GPU first: {start_held_gib} GiB of it were held by something else (a leftover engine, another job){start_foreign}.",
			"Lower engine.gpu_memory_utilization from {util_asked} to {util_fits}: the driver keeps the rest.",
			"Free the GPU first; only if nothing else runs on it, lower engine.gpu_memory_utilization."
		]
	},
	{
		number: 3,
		code: "no_kv_cache_memory",
		group: "memory",
		blame: "capacity",
		rank: "root",
		log: ["No available memory for the cache blocks"],
		also: ["Available KV cache memory:"],
		facts: [/Available KV cache memory: (?<kv_gib>-?[\d.]{1,12}) GiB/i],
		cause: ["Weights and activations take more than gpu_memory_utilization allows, so nothing is left for the KV cache ({kv_gib} GiB).", "Weights and activations take all that gpu_memory_utilization allows, so nothing is left for the KV cache."],
		remedy: [
			"Raise engine.gpu_memory_utilization from {util_from} to {util_raise} (not lower it: this is no out-of-memory error), or lower --max-num-batched-tokens or engine.max_num_seqs.",
			"engine.gpu_memory_utilization is high already ({util_from}): lower --max-num-batched-tokens or engine.max_num_seqs, or raise engine.tensor_parallel_size.",
			"Raise engine.gpu_memory_utilization (this is no out-of-memory error), or lower --max-num-batched-tokens or engine.max_num_seqs."
		]
	},
	{
		number: 4,
		code: "context_exceeds_kv_cache",
		group: "memory",
		blame: "config",
		rank: "root",
		log: ["To serve at least one request with the model … is larger than the available KV cache memory"],
		facts: [
			/max seq len \((?<kv_len>\d{1,12})\)/i,
			/estimated maximum model length is (?<kv_fits>\d{1,12})/i,
			/\((?<kv_needed>[\d.]{1,12}) GiB KV cache is needed/i,
			/available KV cache memory \((?<kv_available>[\d.]{1,12}) GiB\)/i
		],
		cause: ["One request of {kv_len} tokens needs {kv_needed} GiB of KV cache and there are {kv_available} GiB.", "The KV cache is too small for one request of max_model_len tokens."],
		remedy: ["Set engine.max_model_len to {kv_fits} or less, or --kv-cache-dtype fp8, or raise engine.gpu_memory_utilization.", "Lower engine.max_model_len, set --kv-cache-dtype fp8, or raise engine.gpu_memory_utilization."]
	},
	{
		number: 5,
		code: "context_exceeds_kv_cache_v0",
		group: "memory",
		blame: "config",
		rank: "root",
		log: ["max seq len … is larger than the maximum number of tokens that can be stored in KV cache"],
		facts: [/max seq len \((?<kv_len>\d{1,12})\)/i, /can be stored in KV cache \((?<kv_fits>\d{1,12})\)/i],
		cause: ["The KV cache holds {kv_fits} tokens and one request may have {kv_len}.", "The KV cache is too small for one request of max_model_len tokens."],
		remedy: ["Set engine.max_model_len to {kv_fits} or less, or raise engine.gpu_memory_utilization.", "Lower engine.max_model_len, or raise engine.gpu_memory_utilization."]
	},
	{
		number: 6,
		code: "max_model_len_too_large",
		group: "memory",
		blame: "config",
		rank: "root",
		log: ["User-specified max_model_len … is greater than the derived max_model_len"],
		facts: [/User-specified max_model_len \((?<asked_len>\d{1,12})\)/i, /(?:max_position_embeddings|n_positions|max_seq_len|seq_length|model_max_length|max_model_len|derived)=?(?<derived_len>\d{1,12})(?:\.0)?\b/i],
		cause: ["engine.max_model_len is {asked_len} and the checkpoint has {derived_len} positions.", "engine.max_model_len is larger than the context of the checkpoint."],
		remedy: ["Lower engine.max_model_len to {derived_len}; VLLM_ALLOW_LONG_MAX_MODEL_LEN=1 is right only with rope scaling.", "Lower engine.max_model_len; VLLM_ALLOW_LONG_MAX_MODEL_LEN=1 is right only with rope scaling."]
	},
	{
		number: 7,
		code: "vram_changed_while_profiling",
		group: "memory",
		blame: "isolation",
		rank: "root",
		log: ["Error in memory profiling"],
		also: ["Initial free memory"],
		cause: "Another process took or freed VRAM while the engine measured how much there is.",
		remedy: "Wait until the VRAM is stable before the start (an earlier engine may still be ending), and never start two engines on one GPU at once."
	},
	{
		number: 8,
		code: "hsa_out_of_resources",
		group: "memory",
		blame: "capacity",
		rank: "root",
		log: [
			"HSA_STATUS_ERROR_OUT_OF_RESOURCES … Available Free mem",
			"Available Free mem : 0 MB",
			"HSA_STATUS_ERROR_OUT_OF_RESOURCES: The runtime failed to allocate … queue"
		],
		cause: "The runtime found no VRAM for kernel scratch or graph buffers: the KV cache took everything.",
		remedy: ["Lower engine.gpu_memory_utilization from {util_from} to {util_lower}; on vLLM 0.20 and 0.21 also set VLLM_MEMORY_PROFILER_ESTIMATE_CUDAGRAPHS=0.", "Lower engine.gpu_memory_utilization by 0.05; on vLLM 0.20 and 0.21 also set VLLM_MEMORY_PROFILER_ESTIMATE_CUDAGRAPHS=0."]
	},
	{
		number: 9,
		code: "max_num_seqs_too_large",
		group: "memory",
		blame: "capacity",
		rank: "root",
		log: ["when warming up sampler with … dummy requests"],
		also: ["_initialize_kv_caches"],
		facts: [/warming up sampler with (?<dummy>\d{1,9}) dummy requests/i],
		cause: ["The sampler ran out of VRAM for {dummy} sequences: its buffers grow with max_num_seqs.", "The sampler ran out of VRAM: its buffers grow with max_num_seqs."],
		remedy: [
			"Lower engine.max_num_seqs from {seqs_from} to {seqs_lower}, or engine.gpu_memory_utilization from {util_from} to {util_lower}.",
			"Lower engine.max_num_seqs, or engine.gpu_memory_utilization from {util_from} to {util_lower}.",
			"Lower engine.max_num_seqs, or engine.gpu_memory_utilization."
		]
	},
	{
		number: 10,
		code: "host_out_of_memory",
		group: "memory",
		blame: "capacity",
		rank: "root",
		log: ["out of memory: killed process", "oom-kill:"],
		kernel: [
			"Out of memory: Killed process",
			"oom-kill:",
			"Memory cgroup out of memory"
		],
		container: ["OOMKilled"],
		oom_killed: true,
		cause: "The kernel killed the engine because the host or its cgroup ran out of memory (RAM, not VRAM).",
		remedy: "Give the host or container more RAM, load with fewer workers, or empty /dev/shm and tmpfs, which count as RAM."
	},
	{
		number: 11,
		code: "gpu_memory_access_fault",
		group: "memory",
		blame: "stack",
		rank: "root",
		log: ["Memory access fault by GPU"],
		kernel: [
			"VM_L2_PROTECTION_FAULT",
			"[gfxhub] … page fault (src_id",
			"[gfxhub0] … page fault (src_id"
		],
		also: ["Reason: Unknown", "Page not present"],
		cause: "A GPU kernel touched memory that it may not: a bug in a kernel or in a tuning file.",
		remedy: "Set VLLM_ROCM_USE_AITER_MOE=0 or another attention backend, or pin another vLLM build; --enforce-eager helps to isolate it."
	},
	{
		number: 12,
		code: "lds_exceeded",
		group: "memory",
		blame: "capacity",
		rank: "root",
		log: ["out of resource: shared memory", "OutOfResources: shared memory"],
		cause: "A Triton kernel wants more LDS (shared memory) than this GPU has.",
		remedy: "Remove custom tuning files, or use another attention backend or vLLM version."
	},
	{
		number: 104,
		code: "killed_from_outside",
		group: "memory",
		blame: "host",
		rank: "general",
		exit: ["exit code 137", "signal SIGKILL"],
		cause: "Something killed the engine (SIGKILL) and it was not us: mostly the out-of-memory killer of the host or cgroup.",
		remedy: "Look for \"Out of memory\" in the kernel log and for the memory limit of the runner or container."
	}
];

// src/core/catalogue/model.ts
const MODEL_FAILURES = [
	{
		number: 66,
		code: "model_gated",
		group: "model",
		blame: "model_access",
		rank: "root",
		log: [
			"You are trying to access a gated repo",
			"Cannot access gated repo for url",
			"401 Client Error",
			"must have access to it and be authenticated"
		],
		cause: "The model is gated or private, and no valid Hugging Face token was given.",
		remedy: "Set a token with access (engine.hf_token_env, HF_TOKEN)."
	},
	{
		number: 67,
		code: "model_access_not_granted",
		group: "model",
		blame: "model_access",
		rank: "root",
		log: [
			"403 Client Error",
			"you are not in the authorized list",
			"enable access to public gated repositories"
		],
		cause: "The Hugging Face token is valid but has no access to this model.",
		remedy: "Ask for access on the page of the model, or give the fine-grained token the right to read gated repositories."
	},
	{
		number: 68,
		code: "model_not_found",
		group: "model",
		blame: "model_access",
		rank: "root",
		log: [
			"is not a local folder and is not a valid model identifier",
			"RepositoryNotFoundError",
			"404 Client Error",
			"HFValidationError: Repo id must be",
			"Repo id must be in the form",
			"Repo id must use alphanumeric",
			"Invalid repository ID or local directory specified",
			"(invalid repository id)"
		],
		except: ["Error retrieving file list"],
		facts: [/repo_name': '(?<model_name>[^'\s]{1,200})'/, /^(?:OSError: )?(?<model_name>[^\s']{1,200}) is not a local folder/],
		cause: ["There is no model {model_name}: a wrong name, a private one, or a path that is not there (not mounted into the container).", "There is no such model: a wrong name, a private one, or a path that is not there (not mounted into the container)."],
		remedy: "Check engine.model, engine.mounts and the Hugging Face token."
	},
	{
		number: 69,
		code: "hub_unreachable",
		group: "model",
		blame: "model_access",
		rank: "root",
		log: [
			"429 Client Error: Too Many Requests",
			"we cannot find the requested files in the local cache",
			"We couldn't connect to … to load",
			"Max retries exceeded with url … huggingface.co",
			"huggingface.co … Max retries exceeded"
		],
		cause: "The Hugging Face hub could not be reached or limits our rate (it shows as \"not in the local cache\").",
		remedy: "Put the model into a local cache and set HF_HUB_OFFLINE=1, or check proxy and DNS and try again later."
	},
	{
		number: 70,
		code: "offline_incomplete",
		group: "model",
		blame: "model_access",
		rank: "root",
		log: [
			"outgoing traffic has been disabled",
			"Cannot find an appropriate cached snapshot folder",
			"OfflineModeIsEnabled"
		],
		cause: "Offline mode is on and the local cache does not hold this revision of the model.",
		remedy: "Download this exact revision first (hf download MODEL --revision …), or switch HF_HUB_OFFLINE off."
	},
	{
		number: 71,
		code: "weights_missing",
		group: "model",
		blame: "model_access",
		rank: "root",
		log: ["Cannot find any model weights with", "no file named pytorch_model.bin, model.safetensors"],
		cause: "The model folder holds no weights: an unfinished download, the wrong folder, or Git LFS pointers.",
		remedy: "Compare the file sizes with the hub and finish the download."
	},
	{
		number: 72,
		code: "weights_broken",
		group: "model",
		blame: "model_access",
		rank: "root",
		log: [
			"Error while deserializing header",
			"SafetensorError",
			"safetensors … InvalidHeader",
			"MetadataIncompleteBuffer"
		],
		except: ["No space left on device"],
		cause: "A weight file is cut or is a Git LFS pointer.",
		remedy: "Delete it and download it again."
	},
	{
		number: 73,
		code: "disk_full",
		group: "model",
		blame: "host",
		rank: "root",
		log: [
			"No space left on device",
			"Disk quota exceeded",
			"Not enough free disk space to download"
		],
		container: ["no space left on device"],
		except: ["/dev/shm"],
		cause: "A disk is full: the Docker root, the Hugging Face cache or /tmp.",
		remedy: "Free space there, or point the cache elsewhere (HF_HOME, engine.caches); prune images by age."
	},
	{
		number: 74,
		code: "loading_too_slow",
		group: "model",
		blame: "host",
		rank: "general",
		log: [
			"Timed out waiting for engine",
			"Did not receive response from … engine process",
			"Timed out waiting for … engine core"
		],
		checks: ["startup_timeout"],
		also: ["Loading safetensors checkpoint shards"],
		cause: "The engine needed longer to start than vLLM waits: mostly weights on a slow network file system.",
		remedy: "Copy the weights to a local disk, set VLLM_ENGINE_READY_TIMEOUT_S=3600, and raise engine.startup_timeout."
	},
	{
		number: 75,
		code: "port_in_use",
		group: "model",
		blame: "isolation",
		rank: "root",
		log: ["Errno 98", "Address already in use"],
		container: ["port is already allocated", "address already in use"],
		cause: "Another process listens on the port of the engine.",
		remedy: "Leave engine.port out to get a free one, or stop the other server."
	},
	{
		number: 76,
		code: "image_not_found",
		group: "model",
		blame: "host",
		rank: "root",
		log: [
			"manifest unknown",
			"not found: manifest",
			"pull access denied",
			"toomanyrequests"
		],
		container: [
			"manifest unknown",
			"manifest for … not found",
			"not found: manifest",
			"pull access denied",
			"toomanyrequests",
			"No such image",
			"failed to resolve reference"
		],
		cause: "The image could not be pulled: a wrong tag, no login, or the rate limit of the registry.",
		remedy: "Pin it by digest from a mirror, or log in to the registry on this host."
	},
	{
		number: 77,
		code: "docker_permission",
		group: "model",
		blame: "host",
		rank: "root",
		log: ["permission denied while trying to connect to the", "docker.sock: connect: permission denied"],
		container: [
			"permission denied while trying to connect to the",
			"docker.sock … permission denied",
			"EACCES … docker.sock"
		],
		cause: "The user of the runner may not use the Docker socket.",
		remedy: "Add it to the group docker and start the runner again."
	},
	{
		number: 78,
		code: "device_missing",
		group: "model",
		blame: "host",
		rank: "root",
		log: ["error gathering device information while adding custom device"],
		container: ["error gathering device information while adding custom device"],
		facts: [/custom device "(?<device>[^"\s]{1,80})"/],
		cause: ["The device {device} does not exist on this host.", "A device of the container does not exist on this host."],
		remedy: "Check that the amdgpu driver is loaded (ls /dev/kfd /dev/dri); reinstall it or reboot."
	},
	{
		number: 79,
		code: "container_name_taken",
		group: "model",
		blame: "isolation",
		rank: "root",
		log: ["Conflict. The container name … is already in use"],
		container: ["Conflict. The container name … is already in use"],
		cause: "A container of an earlier job still has this name.",
		remedy: "Remove it if it carries our label (instinct-gate cleanup); otherwise find its owner."
	},
	{
		number: 80,
		code: "user_namespace",
		group: "model",
		blame: "host",
		rank: "root",
		log: ["failed to create user namespace", "creating new namespace … Operation not permitted"],
		container: ["failed to create user namespace"],
		cause: "The host forbids user namespaces (AppArmor on Ubuntu 24.04).",
		remedy: "Set kernel.apparmor_restrict_unprivileged_userns=0 on the host."
	},
	{
		number: 81,
		code: "root_owned_files",
		group: "model",
		blame: "host",
		rank: "root",
		log: [
			"EACCES: permission denied, rmdir",
			"EACCES: permission denied, unlink",
			"File was unable to be removed"
		],
		cause: "A container left files of root in the workspace, which the checkout cannot remove.",
		remedy: "Change their owner in a step that always runs, and let containers write outside the workspace."
	},
	{
		number: 82,
		code: "too_many_open_files",
		group: "model",
		blame: "client",
		rank: "root",
		log: ["Too many open files"],
		request: [
			"EMFILE",
			"ENFILE",
			"Too many open files"
		],
		except: ["This can cause fd limit errors"],
		cause: "A process reached its limit of open files with so many streams.",
		remedy: "Raise the limit for the server and for this client: --ulimit nofile=65536:65536, or ulimit -n 65536."
	},
	{
		number: 83,
		code: "cuda_image",
		group: "model",
		blame: "host",
		rank: "root",
		log: [
			"nvidia-container-cli: initialization error",
			"libnvidia-ml.so.1: cannot open shared object",
			"NVML Shared Library Not Found … Error",
			"WARNING: The NVIDIA Driver was not detected",
			"Torch not compiled with … ROCm"
		],
		container: ["could not select device driver … gpu", "nvidia-container-cli"],
		checks: ["cuda_image"],
		cause: "This is a CUDA image on an AMD host.",
		remedy: "Use the ROCm variant of the image (vllm/vllm-openai-rocm or rocm/vllm)."
	},
	{
		number: 107,
		code: "config_broken",
		group: "model",
		blame: "model_access",
		rank: "root",
		log: [
			"config.json … is not a valid JSON file",
			"It looks like the config file at",
			"does not appear to have a file named config.json"
		],
		cause: "The config.json of the model is missing or no valid JSON.",
		remedy: "Check engine.model and download the model again."
	},
	{
		number: 108,
		code: "command_not_started",
		group: "model",
		blame: "config",
		rank: "general",
		exit: [
			"exit code 125",
			"exit code 126",
			"exit code 127"
		],
		log: [
			"exec: … executable file not found in $PATH",
			"vllm: command not found",
			"vllm: not found"
		],
		container: ["executable file not found in $PATH", "exec format error"],
		cause: "The command of the engine could not be started: not found, not executable, or refused by Docker.",
		remedy: "Check engine.command and whether the image has an entry point of its own (vllm/vllm-openai-rocm takes only arguments)."
	}
];

// src/core/failure-catalogue.ts
const FAILURES = [
	...MEMORY_FAILURES,
	...DEVICE_FAILURES,
	...COMMUNICATION_FAILURES,
	...ENGINE_FAILURES,
	...MODEL_FAILURES,
	...API_FAILURES
];

// src/core/probable-errors.ts
/** Errors that only say that another one happened, and how Python ends on a signal. */
const WRAPPER = /Engine core initialization failed|EngineCore failed to start|EngineCore encountered|EngineDeadError|WorkerProc initialization failed|Failed core proc|^RuntimeError: cancelled|^KeyboardInterrupt|^SystemExit|asyncio\.exceptions\.CancelledError/;
/** Native and shell ways to say that something broke. */
const NATIVE = /^(?:Segmentation fault|Bus error|Aborted|Killed)\b|\bHSA_STATUS_ERROR|\bHIP error\b|\bfatal error\b|^terminate called after throwing/i;
const MAX_ERRORS = 6;
/** An error says what it is at its beginning. */
const HEAD$1 = 300;
/** The first specific errors, each once, in their order; wrappers are left out. */
function probableErrors(lines) {
	const found = [];
	for (const [index, line] of lines.entries()) {
		if (found.length >= MAX_ERRORS) break;
		const head = line.slice(0, HEAD$1);
		if (!isError(head) || WRAPPER.test(head)) continue;
		const text = [line, .../\d validation errors? for /.test(head) ? lines.slice(index + 1, index + 3) : []].join(" ").slice(0, HEAD$1);
		if (!found.includes(text)) found.push(text);
	}
	return found;
}
function isError(head) {
	return isException(head) || isCommandError(head) || NATIVE.test(head);
}
/** `package.module.SomeError: text`, or the name alone. */
function isException(head) {
	const colon = head.indexOf(":");
	const name = colon < 0 ? head : head.slice(0, colon);
	return name.length <= 120 && /^[\w.]{4,120}$/.test(name) && /(?:Error|Exception|Interrupt)$/.test(name);
}
/** `vllm serve: error: …`, as argparse and many commands write. */
function isCommandError(head) {
	const at = head.indexOf("error: ");
	return at >= 0 && at <= 60 && head.slice(0, at).split(" ").length <= 4;
}

// src/core/vllm-flags.ts
/**
* Sources: pull requests of vllm-project/vllm. The argument parser ends with exit code 2 and "unrecognized arguments"
* for each of them.
*/
const REMOVED = [
	{
		flag: "disable-log-requests",
		since: [
			0,
			12,
			0
		],
		says: "requests are not logged by default since 0.10 (#21739, removed by #29402): leave it out"
	},
	{
		flag: "swap-space",
		since: [
			0,
			18,
			0
		],
		says: "it had no effect in the V1 engine (#36216): leave it out"
	},
	{
		flag: "num-scheduler-steps",
		since: [
			0,
			10,
			1
		],
		says: "multi-step scheduling went with the V0 engine (#22138): leave it out"
	},
	{
		flag: "multi-step-stream-outputs",
		since: [
			0,
			10,
			1
		],
		says: "multi-step scheduling went with the V0 engine (#22138): leave it out"
	},
	{
		flag: "use-v2-block-manager",
		says: "there is only one block manager now: leave it out"
	},
	{
		flag: "max-seq-len-to-capture",
		since: [
			0,
			11,
			0
		],
		says: "graphs are captured by batch size: use compilation-config or leave it out"
	},
	{
		flag: "cuda-graph-sizes",
		since: [
			0,
			11,
			1
		],
		says: "use cudagraph-capture-sizes or compilation-config instead"
	},
	{
		flag: "worker-use-ray",
		says: "use distributed-executor-backend: ray instead"
	},
	{
		flag: "device",
		since: [
			0,
			15,
			0
		],
		says: "the device follows from the installed build: leave it out"
	},
	{
		flag: "speculative-model",
		says: "use speculative-config instead"
	},
	{
		flag: "num-speculative-tokens",
		says: "use speculative-config instead"
	},
	{
		flag: "guided-decoding-backend",
		says: "use structured-outputs-config instead"
	},
	{
		flag: "enable-prompt-adapter",
		says: "prompt adapters went with the V0 engine: leave it out"
	},
	{
		flag: "preemption-mode",
		says: "the V1 engine always recomputes: leave it out"
	},
	{
		flag: "scheduler-delay-factor",
		says: "it went with the V0 engine: leave it out"
	}
];
/**
* One sentence for each flag that this vLLM does not know, or that newer ones do not where the version is not known.
* `words` are the words of a command.
*/
function removedFlags(words, version) {
	const known = version === void 0 ? void 0 : numbers(version);
	const names = new Set(words.filter((word) => word.startsWith("-")).map(flagName));
	return REMOVED.filter(({ flag }) => names.has(flag)).flatMap(({ flag, since, says }) => {
		if (known !== void 0 && since !== void 0) return before$1(known, since) ? [] : [`vLLM ${known.join(".")} does not know --${flag} (removed in ${since.join(".")}): ${says}`];
		return [`${since === void 0 ? "newer versions of vLLM" : `vLLM ${since.join(".")} and newer`} do not know --${flag}: ${says}`];
	});
}
/** The version that a tag of an image names; undefined for latest, nightly and digests. */
function versionOfImage(image) {
	const tag = /:([A-Za-z0-9_][\w.-]{0,127})(?:@|$)/.exec(image)?.[1];
	if (tag === void 0) return void 0;
	return /(?:^|[_-])vllm_v?(\d+\.\d+\.\d+)/.exec(tag)?.[1] ?? /^v?(\d+\.\d+\.\d+)/.exec(tag)?.[1];
}
/**
* What is left to the version of a vLLM that we start: its defaults of these moved between versions (max_num_seqs 256 or 1024 by device,
* gpu_memory_utilization 0.9 then 0.92), so that an upgrade would change the workload.
*/
function unsetKnobs(engine) {
	if (!(engine.kind === "docker" || engine.kind === "process") || !(engine.command ?? []).some((word) => /(?:^|\/)vllm$|^vllm\./.test(word))) return [];
	const names = new Set([...Object.keys(engine.args ?? {}), ...engine.command ?? []].map(flagName));
	const unset = [];
	if (engine.max_num_seqs === void 0 && !names.has("max-num-seqs")) unset.push("max_num_seqs");
	const memory = names.has("gpu-memory-utilization") || names.has("kv-cache-memory-bytes");
	if (engine.gpu_memory_utilization === void 0 && !memory) unset.push("gpu_memory_utilization");
	return unset.map((key) => `engine.${key} is not set: its default differs between versions of vLLM, so set it to compare them`);
}
/** The same as findings of a report. */
function unsetKnobFindings(engine) {
	return unsetKnobs(engine).map((message) => ({
		kind: "plan",
		severity: "warning",
		code: "unset_knob",
		message
	}));
}
function flagName(word) {
	const [name = ""] = word.replace(/^-+/, "").split("=", 1);
	return name.replaceAll("_", "-");
}
function numbers(version) {
	const match = /^v?(\d{1,6})\.(\d{1,6})(?:\.(\d{1,6}))?/.exec(version.trim());
	if (match === null) return void 0;
	return [
		Number(match[1]),
		Number(match[2]),
		Number(match[3] ?? 0)
	];
}
function before$1(a, b) {
	for (const [i, part] of a.entries()) {
		const other = b[i] ?? 0;
		if (part !== other) return part < other;
	}
	return false;
}

// src/core/triage-facts.ts
/** Up to this, raising the utilisation is advice; above, the driver and other buffers need the rest. */
const MAX_UTILIZATION = .95;
const MIN_UTILIZATION = .5;
/** A single buffer of this share of a GPU is not repaired by a smaller KV cache. */
const HUGE_BUFFER = .3;
/** VRAM that another process holds, as a share of the GPU, from which it is the cause. */
const FOREIGN_SHARE = .1;
const SIGNALS = {
	6: "SIGABRT",
	9: "SIGKILL",
	11: "SIGSEGV",
	15: "SIGTERM"
};
/** The first variant whose `{facts}` are all known; the last variant must need none. */
function fillText(text, facts) {
	const variants = typeof text === "string" ? [text] : text;
	return (variants.find((variant) => names$1(variant).every((name) => Object.hasOwn(facts, name))) ?? variants.at(-1) ?? "").replace(/\{(\w{1,40})\}/g, (_, name) => facts[name] ?? "?");
}
/** Names of the facts that a text needs. */
function names$1(text) {
	return [...text.matchAll(/\{(\w{1,40})\}/g)].flatMap((match) => match[1] ?? []);
}
/** Everything that the texts of a match can use. */
function triageFacts(input) {
	const facts = {};
	for (const pattern of input.patterns) {
		const all = [...input.found, ...input.log];
		for (const { text } of all) {
			const groups = pattern.exec(text)?.groups;
			if (groups === void 0) continue;
			for (const [name, value] of Object.entries(groups)) if (value !== void 0 && !Object.hasOwn(facts, name)) facts[name] = value;
			break;
		}
	}
	const settings = {
		...settingsInLog(input.log),
		...input.settings
	};
	return {
		...facts,
		...settingFacts(facts, settings),
		...allocationFacts(facts, input.found, input.log, settings),
		...startFacts(facts),
		...workerFacts(facts),
		...flagFacts(input.found)
	};
}
/** vLLM prints its arguments at the start: `'max_num_seqs': 128` or, before 0.7, `max_num_seqs=256`. */
function settingsInLog(lines) {
	const line = lines.find(({ text }) => /non-default args: |args: Namespace\(/.test(text))?.text ?? "";
	const number = (name) => {
		const at = line.indexOf(name);
		return finite((at < 0 ? void 0 : /^'?[:=] ?(?<value>[\d.]{1,10})/.exec(line.slice(at + name.length)))?.groups?.["value"]);
	};
	return present({
		gpu_memory_utilization: number("gpu_memory_utilization"),
		max_num_seqs: number("max_num_seqs"),
		tensor_parallel_size: number("tensor_parallel_size")
	});
}
function settingFacts(facts, settings) {
	const seqs = settings.max_num_seqs;
	const set = settings.gpu_memory_utilization;
	const from = set ?? .9;
	const total = gib$2(facts["total"], facts["total_unit"]);
	const asked = gib$2(facts["asked"], facts["asked_unit"]);
	const free = gib$2(facts["free"], facts["free_unit"]) ?? 0;
	const missing = total === void 0 || asked === void 0 ? 0 : Math.max(0, asked - free) / total;
	const lower = roundDown(from - Math.max(.05, missing + .02));
	const raise = Math.min(MAX_UTILIZATION, roundDown(from + .05));
	return {
		util_from: set === void 0 ? "its default (0.9, in the newest vLLM 0.92)" : String(set),
		...lower >= MIN_UTILIZATION ? { util_lower: String(lower) } : {},
		...raise > from ? { util_raise: String(raise) } : {},
		...seqs !== void 0 && seqs > 1 ? {
			seqs_from: String(seqs),
			seqs_lower: String(Math.max(1, Math.floor(seqs / 2)))
		} : {}
	};
}
/** An allocation that failed: on which GPUs, and whose memory it was. */
function allocationFacts(facts, found, log, settings) {
	const where = gpusNamed(found, settings.tensor_parallel_size);
	const total = gib$2(facts["total"], facts["total_unit"]);
	const free = gib$2(facts["free"], facts["free_unit"]);
	const asked = gib$2(facts["asked"], facts["asked_unit"]);
	const own = gib$2(facts["used"], facts["used_unit"]) ?? gib$2(facts["torch"], facts["torch_unit"]);
	const base = { where_oom: where };
	if (total === void 0 || free === void 0 || asked === void 0 || total <= 0) return base;
	const slack = facts["used"] === void 0 ? .25 : FOREIGN_SHARE;
	const foreign = own === void 0 ? 0 : total - free - own;
	if (foreign > slack * total) return {
		...base,
		foreign_gib: foreign.toFixed(1)
	};
	if (asked > HUGE_BUFFER * total) return {
		...base,
		huge: "",
		huge_share: String(Math.round(100 * asked / total))
	};
	if (isLoading(log)) return {
		...base,
		loading: ""
	};
	return isProfiling(log) ? {
		...base,
		profiling: ""
	} : base;
}
/** True when the error came before the weights were in memory. */
function isLoading(log) {
	const at = (pattern) => log.some(({ text }) => pattern.test(text.slice(0, 200)));
	return at(/Starting to load model|Loading safetensors checkpoint shards/) && !at(/Model loading took|Loading weights took/);
}
/** True when the error came while vLLM measured how much its activations need. */
function isProfiling(log) {
	return log.some(({ text }) => /\bin (?:profile_run|determine_available_memory)\b/.test(text.slice(0, 300)));
}
function gpusNamed(found, tensorParallel) {
	const ranks = new Set(found.flatMap(({ rank }) => rank ?? []));
	const named = new Set(found.flatMap(({ text }) => /\bGPU (?<gpu>\d{1,3}) has a total/i.exec(text)?.groups?.["gpu"] ?? []).map(Number));
	const gpus = [...ranks.size > named.size ? ranks : named].sort((a, b) => a - b);
	if (gpus.length === 0) return "The GPU";
	const [first, second] = gpus;
	if (gpus.length === 1) return tensorParallel !== void 0 && tensorParallel > 1 ? `GPU ${first} of ${tensorParallel} (only this one)` : `GPU ${first}`;
	if (gpus.length === 2) return `Both GPUs (${first} and ${second})`.replace(/^Both/, both(tensorParallel));
	return tensorParallel === gpus.length ? `All ${gpus.length} GPUs` : `GPUs ${gpus.join(", ")}`;
}
const both = (tensorParallel) => tensorParallel === void 0 || tensorParallel === 2 ? "Both" : "Two";
/** VRAM that was not free when the engine started. */
function startFacts(facts) {
	const free = finite(facts["start_free"]);
	const total = finite(facts["start_total"]);
	if (free === void 0 || total === void 0 || total <= 0) return {};
	const held = total - free;
	const fits = roundDown(free / total - .01);
	if (held > FOREIGN_SHARE * total) return {
		start_held_gib: held.toFixed(1),
		start_foreign: ""
	};
	return { util_fits: String(fits) };
}
/** What became of flags that this vLLM does not know any more. */
function flagFacts(found) {
	const words = found.map(({ text }) => /unrecognized arguments: (?<words>.{1,1000})/.exec(text)?.groups?.["words"]).find((each) => each !== void 0)?.split(" ") ?? [];
	const advice = removedFlags(words, void 0).slice(0, 3);
	return advice.length === 0 ? {} : { flag_advice: advice.join("; ") };
}
function workerFacts(facts) {
	const code = finite(facts["worker_exit"]);
	const signal = code === void 0 ? void 0 : SIGNALS[String(-code)];
	if (signal === void 0) return {};
	return {
		worker_signal: signal,
		...signal === "SIGKILL" ? { killed: "" } : {}
	};
}
function gib$2(value, unit) {
	const number = finite(value);
	const factor = {
		k: 1 / 1048576,
		m: 1 / 1024,
		g: 1,
		t: 1024
	}[unit?.[0]?.toLowerCase() ?? ""];
	return number === void 0 || factor === void 0 ? void 0 : number * factor;
}
const roundDown = (value) => Math.floor(value * 100 + 1e-9) / 100;
function finite(text) {
	const value = text === void 0 || text === "" ? NaN : Number(text);
	return Number.isFinite(value) ? value : void 0;
}
function present(settings) {
	return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== void 0));
}

// src/core/triage.ts
const MAX_EVIDENCE = 10;
const SCORE = {
	root: 30,
	general: 20,
	consequence: 10,
	sign: 0
};
/** A way to end says less than any phrase of the same rank. */
const ONLY_EXIT = 8;
/** The kernel sees broken hardware first-hand. */
const HARDWARE_IN_KERNEL = 5;
/** What vLLM only warned of may have been harmless. */
const ONLY_WARNED = 5;
/** Things that only make slow, when nothing moves. */
const STALLING = {
	aiter_build_lock: 27,
	aiter_jit: 26,
	worker_stuck: 25,
	iommu: 24
};
/**
* Names the root cause: of everything that matches, what explains most, and of equals the first in the log.
* Linear in the length of the evidence. Without a match the answer says so and shows the most probable lines.
*/
function triage(evidence) {
	const sources = readSources(evidence);
	const matches = FAILURES.flatMap((entry) => matchEntry(entry, sources, evidence)).sort((a, b) => b.score - a.score || a.source - b.source || a.line - b.line || a.entry.number - b.entry.number);
	const log = sources.find(({ name }) => name === "log");
	const errors = log === void 0 ? [] : probableErrors(log.lines.map(({ text }) => text));
	const best = matches[0];
	if (best === void 0 || best.score <= SCORE.sign) return unknown$3(evidence, sources, errors, matches);
	if (best.score <= SCORE.consequence && errors.length > 0) return unknown$3(evidence, sources, errors, matches);
	const facts = triageFacts({
		found: best.found,
		patterns: best.entry.facts ?? [],
		log: log?.lines ?? [],
		settings: evidence.settings ?? {}
	});
	return {
		state: "known",
		code: best.entry.code,
		number: best.entry.number,
		group: best.entry.group,
		blame: best.entry.blame,
		cause: fillText(best.entry.cause, facts),
		remedy: fillText(best.entry.remedy, facts),
		evidence: proof(best, matches, evidence, sources, best.score < SCORE.root ? errors : [])
	};
}
/** True when the machine or somebody else on it is to blame: no statement about the server. */
function blamesHost({ blame }) {
	return blame === "hardware" || blame === "isolation";
}
/** What a triage adds to the sentence that says what happened: the cause, or the first error that nobody knows. */
function causeText(found) {
	return found.state === "known" ? found.cause.replace(/\.$/, "") : found.first_error;
}
/** Cause and remedy of a check or finding of ours, by its name. */
function adviceFor(check) {
	const entry = FAILURES.find(({ checks }) => checks?.includes(check) === true);
	if (entry === void 0) return void 0;
	return {
		cause: fillText(entry.cause, {}),
		remedy: fillText(entry.remedy, {})
	};
}
function matchEntry(entry, sources, evidence) {
	const found = [];
	for (const [position, source] of sources.entries()) for (const line of hits(entry, source)) {
		const shown = source.lines[line];
		if (shown !== void 0) found.push({
			source: position,
			line,
			shown: {
				...shown,
				from: source.name
			}
		});
	}
	const stalling = evidence.stalled === true ? STALLING[entry.code] : void 0;
	const enough = stalling === void 0 ? entry.at_least ?? 1 : 1;
	const oomKilled = entry.oom_killed === true && wasOomKilled(evidence);
	const first = found[0];
	const isOthers = entry.oom_killed === true && found.every(({ shown }) => shown.from === "kernel") && !wasKilled(evidence);
	if (first !== void 0 && found.length >= enough && !isOthers) {
		const warned = found.every(({ shown }) => shown.level === "WARNING");
		const inKernel = entry.blame === "hardware" && found.some(({ shown }) => shown.from === "kernel");
		return [{
			entry,
			score: stalling ?? SCORE[entry.rank] + (inKernel ? HARDWARE_IN_KERNEL : 0) - (warned && entry.rank !== "sign" ? ONLY_WARNED : 0),
			source: first.source,
			line: first.line,
			found: found.map(({ shown }) => shown)
		}];
	}
	if (oomKilled) return [{
		entry,
		score: SCORE[entry.rank],
		source: 0,
		line: 0,
		found: []
	}];
	if (endedWith(evidence).some((way) => entry.exit?.includes(way) === true)) return [{
		entry,
		score: SCORE[entry.rank] - ONLY_EXIT,
		source: sources.length,
		line: 0,
		found: []
	}];
	return [];
}
/** "exit code 137, signal SIGKILL" names two ways at once. */
function endedWith({ exit }) {
	return exit?.split(", ") ?? [];
}
function wasOomKilled({ container, exit }) {
	return container?.oom_killed === true || exit?.includes("OOMKilled") === true;
}
/** True when the engine or one of its processes was killed from outside. */
function wasKilled(evidence) {
	return endedWith(evidence).some((way) => way === "exit code 137" || way === "signal SIGKILL") || wasOomKilled(evidence) || /died unexpectedly|EngineDeadError|exit code: -9/.test(evidence.log ?? "");
}
/** Numbers of the lines of a source that an entry matches, in order. */
function hits(entry, source) {
	const phrases = entry[source.name];
	if (phrases === void 0) return [];
	if (entry.needs !== void 0 && !entry.needs.some((text) => source.lower.includes(text.toLowerCase()))) return [];
	const except = entry.except?.map((text) => text.toLowerCase()) ?? [];
	const lines = /* @__PURE__ */ new Set();
	for (const phrase of phrases) for (const line of linesWith(phrase, source)) {
		const level = source.lines[line]?.level;
		if (entry.rank === "root" && (level === "INFO" || level === "DEBUG")) continue;
		const lower = lowerLine(source, line);
		if (!except.some((text) => lower.includes(text))) lines.add(line);
	}
	return [...lines].sort((a, b) => a - b);
}
/** Lines of the cause first, then what belongs to it, how it ended, and what else was seen. */
function proof(best, matches, evidence, sources, errors) {
	const also = sources.flatMap((source) => (best.entry.also ?? []).flatMap((phrase) => linesWith(phrase, source).slice(0, 1)).map((line) => shown$1({
		...source.lines[line] ?? { text: "" },
		from: source.name
	})));
	const seen = matches.filter((match) => match !== best && match.found.length > 0).slice(0, 3).flatMap(({ found }) => found.slice(0, 1).map(shown$1));
	return distinct([
		...statementsFirst(best.found).map(shown$1).slice(0, 4),
		...also.slice(0, 2),
		...ending(evidence),
		...errors.slice(0, 4),
		...seen,
		...best.found.length === 0 ? lastLines(sources, 6) : []
	]);
}
/** The error itself before the source line that raised it, which a traceback shows as well. */
function statementsFirst(lines) {
	const isSource = ({ text }) => /^(?:raise |"|'|f"|f')/.test(text);
	const told = lines.filter((line) => !isSource(line));
	return [...new Map((told.length > 0 ? told : lines).map((line) => [line.text, line])).values()];
}
function shown$1({ text, from }) {
	return shortLine(from === "log" || from === "request" ? text : `${from}: ${text}`);
}
function ending({ exit, container }) {
	return [...container?.oom_killed === true ? ["container: OOMKilled is true"] : [], ...exit === void 0 ? [] : [`ended with ${exit}`]];
}
function unknown$3(evidence, sources, errors, matches) {
	const first = errors[0];
	const last = lastLines(sources, 8);
	const signs = matches.flatMap(({ found }) => found.slice(0, 1).map(shown$1));
	const lead = distinct([
		...errors.slice(0, 5),
		...ending(evidence),
		...signs.slice(0, 2)
	]);
	const rest = last.filter((line) => !lead.includes(line)).slice(-Math.max(0, MAX_EVIDENCE - lead.length));
	return {
		state: "unknown",
		code: "unknown",
		cause: first === void 0 ? "The cause is unknown: nothing in the log matches a known failure." : `The cause is unknown; the first specific error is: ${shortLine(first, 200)}`,
		remedy: "Read the whole log from this line on; the most probable lines are below.",
		...first === void 0 ? {} : { first_error: shortLine(first, 200) },
		evidence: distinct([...lead, ...rest])
	};
}
function lastLines(sources, count) {
	return sources.flatMap(({ name, lines }) => lines.slice(-count).map((line) => shown$1({
		...line,
		from: name
	})));
}
function distinct(lines) {
	return [...new Set(lines.filter((line) => line !== ""))].slice(0, MAX_EVIDENCE);
}

// src/core/slowness.ts
/** TTFT is high where a gating cell about it is broken, or where it is this much above the lowest rung. */
const HIGH_FACTOR = 3;
/** Below this nobody waits. */
const HIGH_FLOOR_MS = 100;
/** Requests in a bucket from which its median means something. */
const BUCKET_MIN = 10;
/** Longest prompts against shortest ones. */
const LENGTH_FACTOR = 2;
/** Share of TTFT that is spent in the server's queue. */
const QUEUE_SHARE = .5;
/** Share of requests that waited at our own cap from which it explains the median. */
const CAP_SHARE = .1;
/** KV usage from which the cache and not the cap holds requests back. */
const KV_FULL = .9;
/**
* A finding that decides nothing: which of cap, KV cache or prompt lengths the numbers prove. Undefined where TTFT is
* not high, where the server does not keep up (then saturation is the answer), or where nothing is proven.
*/
function ttftCause(evidence) {
	const { rung } = evidence;
	const ttft = rung.metrics["median_ttft_ms"];
	if (ttft === void 0 || !isHigh(ttft, evidence) || rung.saturation === "saturated") return void 0;
	const cause = capCause(ttft, evidence) ?? kvCause(ttft, rung) ?? lengthCause(rung.buckets);
	if (cause === void 0) return void 0;
	return {
		kind: "note",
		severity: "notice",
		code: cause.code,
		message: `at ${rung.rate} req/s TTFT is high (median ${ms(ttft)}) while the served rate is normal: ${cause.text}`,
		rate: rung.rate,
		run: rung.run,
		metric: "median_ttft_ms",
		...rung.kind === "exploring" ? { exploring: true } : {},
		hint: cause.hint,
		evidence: cause.proof
	};
}
/** Milliseconds per token of one request: 6 tokens a second (vLLM issue 8698: 3 to 6 on an untuned MI250). */
const SLOW_TPOT_MS = 1e3 / 6;
/** A finding that decides nothing: a lowest rung whose requests get a few tokens a second on a GPU. */
function decodeCause(rung) {
	const tpot = rung.metrics["median_tpot_ms"];
	const advice = adviceFor("decode_very_slow");
	if (tpot === void 0 || tpot < SLOW_TPOT_MS || rung.saturation === "saturated") return void 0;
	if ((rung.server?.running_max ?? Number.POSITIVE_INFINITY) > FEW_REQUESTS || advice === void 0) return;
	return {
		kind: "note",
		severity: "notice",
		code: "decode_very_slow",
		message: `at ${rung.rate} req/s a request gets ${(1e3 / tpot).toFixed(1)} tokens/s with at most ${rung.server?.running_max} running`,
		rate: rung.rate,
		run: rung.run,
		metric: "median_tpot_ms",
		hint: `${advice.cause} ${advice.remedy}`
	};
}
/** So few at once cannot slow each other down that much. */
const FEW_REQUESTS = 4;
function isHigh(ttft, { lowest_ttft_ms: lowest, is_judged_high: judged }) {
	if (judged) return true;
	return lowest !== void 0 && ttft > HIGH_FLOOR_MS && ttft > HIGH_FACTOR * lowest;
}
/** Requests wait at a cap while there is room in the KV cache. */
function capCause(ttft, evidence) {
	const { rung, max_num_seqs: seqs } = evidence;
	const { client, server } = rung;
	if ((client.cap_touched ?? 0) > CAP_SHARE * rung.sent) return {
		code: "ttft_client_cap",
		text: `${client.cap_touched} of ${rung.sent} requests waited at load.max_concurrency`,
		hint: "Raise load.max_concurrency or leave it out: the wait at it counts as latency.",
		proof: [`client: at most ${client.in_flight_max} requests in flight, ${client.cap_touched} waited for a place`, ...bucketLines(rung.buckets)]
	};
	const { running_max: running, waiting_max: waiting, kv_usage_max: kv } = server ?? {};
	if (seqs === void 0 || running === void 0 || waiting === void 0) return void 0;
	if (running < seqs || waiting <= 0 || (kv ?? 1) >= KV_FULL) return void 0;
	return {
		code: "ttft_server_cap",
		text: `the engine ran ${running} requests, its cap max_num_seqs, and up to ${waiting} waited with room in the KV cache`,
		hint: `Raise engine.max_num_seqs from ${seqs}; the KV cache was used to ${percent$1(kv)} only.`,
		proof: [...queueLines(ttft, rung), ...bucketLines(rung.buckets)]
	};
}
/** Requests wait because the KV cache is full. */
function kvCause(ttft, rung) {
	const { kv_usage_max: kv, waiting_max: waiting, queue_time_mean_ms: queue } = rung.server ?? {};
	if (kv === void 0 || kv < KV_FULL || waiting === void 0 || waiting <= 0) return void 0;
	if (queue !== void 0 && queue < QUEUE_SHARE * ttft) return void 0;
	return {
		code: "ttft_kv_full",
		text: `requests waited for the KV cache, which was used to ${percent$1(kv)}`,
		hint: "Raise engine.gpu_memory_utilization, set --kv-cache-dtype fp8, or lower engine.max_model_len.",
		proof: [...queueLines(ttft, rung), ...bucketLines(rung.buckets)]
	};
}
/** Long prompts have a later first token than short ones, and pull the others with them. */
function lengthCause(buckets) {
	const known = buckets.flatMap((bucket) => {
		const value = bucket.metrics["median_ttft_ms"];
		return value === void 0 || bucket.completed < BUCKET_MIN ? [] : [{
			bucket,
			value
		}];
	});
	const short = known[0];
	const long = known.at(-1);
	if (short === void 0 || long === void 0 || short === long) return void 0;
	if (long.value < LENGTH_FACTOR * short.value) return void 0;
	const factor = (long.value / short.value).toFixed(1);
	return {
		code: "ttft_long_prompts",
		text: `prompts of more than ${long.bucket.from_tokens - 1} tokens wait ${factor} times as long as those of up to ${short.bucket.to_tokens}`,
		hint: "Long prompts are the cause: lower --max-num-batched-tokens so that prefill is cut finer, or judge them by a budget of their own (load.length_buckets).",
		proof: bucketLines(buckets)
	};
}
function queueLines(ttft, rung) {
	const { running_max: running, waiting_max: waiting, kv_usage_max: kv, queue_time_mean_ms: queue } = rung.server ?? {};
	return [`server: running at most ${running ?? "unknown"}, waiting at most ${waiting ?? "unknown"}, KV cache at most ${percent$1(kv)}`, ...queue === void 0 ? [] : [`server: mean time in the queue ${ms(queue)} of a median TTFT of ${ms(ttft)}`]];
}
function bucketLines(buckets) {
	return buckets.slice(0, 6).map(({ from_tokens: from, to_tokens: to, completed, metrics }) => {
		const value = metrics["median_ttft_ms"];
		return `prompts of ${from} to ${to} tokens: TTFT p50 ${value === void 0 ? "unknown" : ms(value)} (${completed} requests)`;
	});
}
const ms = (value) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
const percent$1 = (share) => share === void 0 ? "unknown" : `${Math.round(100 * share)} %`;

// src/core/statements.ts
/** Longest first line. */
const SENTENCE_MAX = 400;
const SEVERITY = {
	error: "error",
	invalid: "error",
	fail: "error",
	inconclusive: "warning",
	pass: "notice"
};
/** A cell that did not pass, as a finding. A cell of an invalid rung is told once, by the rung. */
function cellStatement(cell) {
	if (cell.verdict === "pass" || cell.code === "invalid_rung") return [];
	return [{
		finding: {
			kind: cell.kind,
			severity: SEVERITY[cell.verdict],
			verdict: cell.verdict,
			code: cell.code,
			message: cell.message,
			metric: cell.metric,
			...cell.rate === void 0 ? {} : { rate: cell.rate },
			...cell.needs === void 0 ? {} : { hint: `Needs ${cell.needs}.` }
		},
		headline: headline$1(cell)
	}];
}
/** What ended the run, by the table of verdict.ts. In an exploring rung it is shown, never judged. */
function failureStatement(failure, rungs) {
	const { cause, code, message, evidence, after_first_request: after } = failure;
	const hint = failure.hint ?? adviceFor(code)?.remedy;
	const named = rungs.find(({ planned }) => planned.rate === failure.rung?.rate && planned.run === failure.rung.run);
	const rung = after ? named ?? rungs.findLast(({ result }) => result.sent > 0) : void 0;
	const verdict = FAILURE_VERDICT[cause][after ? "after" : "before"];
	const isServer = cause === "engine" || cause === "channel";
	const exploring = isServer && rung?.planned.kind === "exploring";
	return {
		finding: {
			kind: cause === "engine" || cause === "channel" ? cause : cause === "identity" ? "validity" : "note",
			severity: exploring ? "notice" : SEVERITY[verdict],
			verdict,
			code,
			message,
			...rung === void 0 ? {} : {
				rate: rung.planned.rate,
				run: rung.planned.run
			},
			...exploring ? { exploring: true } : {},
			...hint === void 0 ? {} : { hint },
			...failure.cause_code === void 0 ? {} : { cause_code: failure.cause_code },
			...evidence === void 0 || evidence.length === 0 ? {} : { evidence: [...evidence] }
		},
		outranks_invalid: isServer && after && rung?.trust.client_invalid !== true
	};
}
/** What the state of the comparison means: design's rules on baselines that are missing, unreadable or incomparable. */
function comparisonStatements(comparison, cellCount, context) {
	const { options, has_budgets: hasBudgets, unreadable } = context;
	const unread = unreadable.map(({ path, reason }) => baselineStatement("baseline_unreadable", `${path} cannot be read: ${reason}`, true));
	const { state, message } = comparison;
	switch (state) {
		case "none": {
			if (options.required) return [...unread, baselineStatement("no_baseline", `${message}, but compare.required is set`, true)];
			const text = `${message}: ${hasBudgets ? "budgets and completeness decide" : "completeness decides"}, nothing else was judged`;
			return [...unread, { finding: {
				kind: "note",
				severity: "notice",
				code: "no_comparison",
				message: text
			} }];
		}
		case "no_baseline": return [...unread, baselineStatement("no_baseline", message, options.required || !hasBudgets)];
		case "incomparable": return [...unread, baselineStatement("incomparable", `${message}${differencesText(comparison)}`, true)];
		case "unreadable": return [...unread, baselineStatement("baseline_unreadable", message, true)];
		case "compared": {
			const nothing = cellCount === 0 ? [baselineStatement("nothing_compared", "no metric was compared", true)] : [];
			return [
				...unread,
				...nothing,
				...environment$1(comparison)
			];
		}
	}
}
/** The verdict of the whole. A pass needs every gating rung complete, every cell passed and nothing against it. */
function runVerdict(judged) {
	const { statements, cells, gating, comparison } = judged;
	const decided = decide(statements);
	if (decided !== void 0 && decided.verdict !== "pass") {
		const { verdict, deciding } = decided;
		const more = statements.filter((statement) => statement !== deciding && statement.finding.verdict === verdict && statement.finding.exploring !== true).length;
		const text = `${verdict}: ${deciding.headline ?? deciding.finding.message}${more > 0 ? ` (and ${more} more)` : ""}`;
		return sentence$1(verdict, deciding.finding.code, text);
	}
	const complete = cells.filter(({ kind, verdict }) => kind === "completeness" && verdict === "pass").length;
	if (!(gating.length > 0 && complete === gating.length && cells.every(({ verdict }) => verdict === "pass"))) return sentence$1("inconclusive", "evidence", "inconclusive: not every gating cell was judged");
	const requests = gating.reduce((sum, { completed }) => sum + completed, 0);
	const rates = [...new Set(gating.map(({ rate }) => rate))].join(", ");
	const budgets = cells.filter(({ kind }) => kind === "budget").length;
	const parts = [
		`all ${requests} requests completed at ${rates} req/s`,
		...budgets > 0 ? [`every budget is met`] : [],
		comparedText(comparison, cells, budgets > 0)
	];
	return comparison.state === "compared" && comparison.unknown_on_both.length > 0 ? sentence$1("pass", "environment_not_proven", `pass, environment not proven: ${parts.join("; ")}`) : sentence$1("pass", "pass", `pass: ${parts.join("; ")}`);
}
function comparedText(comparison, cells, hasBudgets) {
	if (comparison.state !== "compared") return hasBudgets ? "not compared with a baseline" : "nothing else was judged";
	const margins = cells.flatMap(({ kind, margin }) => kind === "comparison" ? [margin ?? 0] : []);
	const margin = Math.max(...margins);
	const widest = hugeChange(margin) ?? `${Number((100 * margin).toFixed(1))} %`;
	const learning = comparison.learning === void 0 ? "" : `, learning ${comparison.learning}`;
	return `no change beyond the margin (${widest}) against ${`${comparison.runs} baseline ${comparison.runs === 1 ? "run" : "runs"}`}${learning}`;
}
/** NOT DECIDED belongs in the first line, with what would decide. */
function headline$1(cell) {
	if (cell.verdict !== "inconclusive" || cell.kind === "completeness") return cell.message;
	const parsed = cell.expression === void 0 ? void 0 : parseBudget(cell.expression);
	return `${parsed?.ok === true && cell.rate !== void 0 ? budgetAt(parsed.budget, cell.rate) : cell.expression ?? `change of ${cell.metric}${cell.rate === void 0 ? "" : ` @ ${cell.rate}`}`} NOT DECIDED: ${cell.needs === void 0 ? cell.message : `needs ${cell.needs}`}`;
}
function baselineStatement(code, message, undecided) {
	return { finding: {
		kind: "baseline",
		severity: "warning",
		...undecided ? { verdict: "inconclusive" } : {},
		code,
		message
	} };
}
function environment$1({ unknown_on_both: unknown }) {
	if (unknown.length === 0) return [];
	return [{ finding: {
		kind: "baseline",
		severity: "notice",
		code: "environment_not_proven",
		message: `unknown on both sides, so not proven equal: ${unknown.join(", ")}`
	} }];
}
function differencesText({ differences }) {
	const shown = differences.filter((field) => field.class === "hard" && !field.under_test).map(({ field, baseline, candidate }) => `${field} ${baseline ?? "unknown"} → ${candidate ?? "unknown"}`);
	return shown.length === 0 ? "" : `: ${shown.join(", ")}`;
}
/** One line: control characters and line breaks of data from outside become spaces. */
function sentence$1(verdict, code, text) {
	const line = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
	const short = line.length > SENTENCE_MAX ? `${line.slice(0, 399)}…` : line;
	return {
		verdict,
		exit_code: EXIT_CODE[verdict],
		code,
		sentence: short
	};
}

// src/core/trust.ts
/** Reads the checks of a rung against the table: a required rule without a check is lacking, never valid. */
function trustIn(rung, kind, strict) {
	const invalid = rung.checks.filter(({ state }) => state === "invalid");
	const blamed = invalid.map(({ rule }) => blames(rule));
	return {
		invalid,
		lacking: rung.state === "not_run" ? [] : lackingEvidence(rung.checks, RUNG_RULES, kind, strict),
		excuses_server: (rung.flooded ?? 0) === 0 && blamed.some((blame) => blame === "client" || blame === "channel"),
		client_invalid: blamed.includes("client"),
		restarted: invalid.some(({ rule }) => rule === "server_restarted")
	};
}
/** Findings about the checks of one rung. On an exploring rung they are shown and never judged. */
function rungStatements(rung, trust) {
	const where = {
		rate: rung.rate,
		run: rung.run
	};
	const exploring = rung.kind === "exploring" ? {
		exploring: true,
		severity: "notice"
	} : {};
	const at = `at ${rung.rate} req/s`;
	const invalid = trust.invalid.map((check) => {
		const isClient = blames(check.rule) === "client";
		const restarted = check.rule === "server_restarted";
		return {
			finding: {
				kind: isClient ? "client" : restarted ? "engine" : "validity",
				severity: "error",
				verdict: restarted ? "fail" : "invalid",
				code: restarted ? "server_restarted" : isClient ? `client_${withoutClient(check.rule)}` : check.rule,
				message: `${at}, ${check.message}`,
				...where,
				...check.numbers === void 0 ? {} : { numbers: check.numbers },
				...remedyFor(check.rule),
				...exploring
			},
			outranks_invalid: restarted && !trust.client_invalid
		};
	});
	const lacking = trust.lacking.map(({ rule, message }) => ({ finding: {
		kind: "validity",
		severity: "warning",
		verdict: "inconclusive",
		code: "evidence",
		message: `${at}, required evidence is missing: ${rule}: ${message}`,
		...where,
		...exploring
	} }));
	return [
		...invalid,
		...lacking,
		...noteworthy(rung)
	];
}
/** Findings about the checks of the whole run. */
function runStatements(checks, kind, strict) {
	const invalid = checks.filter(({ state }) => state === "invalid").map(({ rule, message, numbers }) => ({ finding: {
		kind: "validity",
		severity: "error",
		verdict: "invalid",
		code: rule,
		message,
		...numbers === void 0 ? {} : { numbers },
		...remedyFor(rule)
	} }));
	const lacking = lackingEvidence(checks, RUN_RULES, kind, strict).map(({ rule, message }) => ({ finding: {
		kind: "validity",
		severity: "warning",
		verdict: "inconclusive",
		code: "evidence",
		message: `required evidence is missing: ${rule}: ${message}`
	} }));
	return [...invalid, ...lacking];
}
function lackingEvidence(checks, rules, kind, strict) {
	const unknown = checks.filter(({ state, required, rule }) => state === "unknown" && (required || isRequired(rules, rule, kind, strict)));
	const absent = rules.filter(({ rule }) => isRequired(rules, rule, kind, strict)).filter(({ rule }) => !checks.some((check) => check.rule === rule)).map(({ rule }) => ({
		rule,
		message: "it was not checked"
	}));
	return [...unknown.map(({ rule, message }) => ({
		rule,
		message
	})), ...absent];
}
function isRequired(rules, rule, kind, strict) {
	const row = rules.find((candidate) => candidate.rule === rule);
	return row !== void 0 && (strict ? row.applies_to : row.required_for).includes(kind);
}
/** Things that decide nothing and that a reader should still see. */
function noteworthy(rung) {
	const exploring = rung.kind === "exploring" ? { exploring: true } : {};
	const touched = rung.checks.find(({ rule }) => rule === "concurrency_cap")?.numbers?.["cap_touched"] ?? 0;
	const cap = touched > 0 ? [{ finding: {
		kind: "client",
		severity: "warning",
		code: "concurrency_cap",
		message: `at ${rung.rate} req/s, ${touched} requests waited at load.max_concurrency; their wait counts as latency`,
		rate: rung.rate,
		run: rung.run,
		...exploring
	} }] : [];
	if (rung.saturation !== "saturated") return cap;
	return [...cap, { finding: {
		kind: "note",
		severity: "notice",
		code: "saturated",
		message: `the server is saturated at ${rung.rate} req/s: ${rung.saturation_reason ?? ""}`,
		rate: rung.rate,
		run: rung.run,
		...exploring
	} }];
}
/** What to do where the failure catalogue knows what a rule has seen. */
function remedyFor(rule) {
	const advice = adviceFor(rule);
	return advice === void 0 ? {} : { hint: advice.remedy };
}
function withoutClient(rule) {
	return rule.replace(/^client_/, "");
}

// src/core/stored-verdict.ts
/** Judges a stored result again from its findings, cells, checks and counts; records are not needed. */
function verdictOf$1(result) {
	const { findings, cells, checks, comparison } = result;
	const kind = result.engine.kind;
	const rungs = result.rungs.map((rung) => ({
		rung,
		trust: trustIn(rung, kind, false)
	}));
	const statements = [
		...findings.map((finding) => ({
			finding,
			outranks_invalid: outranks(finding, rungs)
		})),
		...cells.flatMap(cellStatement).map((each) => ({
			...each,
			outranks_invalid: isServerFailure(each)
		})),
		...rungs.flatMap(({ rung, trust }) => incomplete(rung, trust, kind)),
		...rungs.flatMap(({ rung, trust }) => rungStatements(rung, trust)),
		...runStatements(checks, kind, false),
		...contradictions(result).map(contradiction)
	];
	return runVerdict({
		statements,
		cells,
		gating: result.rungs.filter((rung) => rung.kind === "gating"),
		comparison
	});
}
/**
* The result with the heavier of its stored verdict and the one that its own evidence gives. Where the two differ a
* finding says so, and `differs` is that sentence.
*/
function withProvenVerdict(result) {
	const stored = result.verdict.verdict;
	const proven = verdictOf$1(result);
	const differs = verdictDiffers(result, proven);
	if (differs === void 0) return { result };
	const finding = {
		kind: "note",
		severity: "error",
		verdict: isHeavier(proven.verdict, stored) ? proven.verdict : stored,
		code: "verdict_contradicted",
		message: differs
	};
	return {
		result: {
			...result,
			findings: [finding, ...result.findings],
			verdict: isHeavier(stored, proven.verdict) ? result.verdict : proven
		},
		differs
	};
}
/** Says where the stored verdict is not the one of the evidence; absent: they agree. */
function verdictDiffers(result, proven = verdictOf$1(result)) {
	const stored = result.verdict.verdict;
	if (stored === proven.verdict) return void 0;
	return `the stored verdict is ${stored}, but the cells, findings and checks of the file give ${proven.sentence}`;
}
/** A file that says two things that cannot both be true decides nothing. */
function contradiction(message) {
	return { finding: {
		kind: "validity",
		severity: "error",
		verdict: "inconclusive",
		code: "contradicts_itself",
		message: `the result contradicts itself: ${message}`
	} };
}
function incomplete(rung, trust, kind) {
	if (rung.kind === "exploring") return [];
	const { cell, server_failed: failed } = checkCompleteness(rung, kind);
	if (failed && trust.excuses_server) return cellStatement({
		...cell,
		verdict: "invalid"
	});
	return cellStatement(cell).map((each) => ({
		...each,
		outranks_invalid: failed
	}));
}
/** What the judge marks so: a failed request, or an engine that died while the client was valid. */
function outranks(finding, rungs) {
	if (isServerFailure({ finding })) return true;
	if (finding.verdict !== "fail" || finding.kind !== "engine" && finding.kind !== "channel") return false;
	return rungs.find(({ rung }) => rung.rate === finding.rate && rung.run === (finding.run ?? 1))?.trust.client_invalid !== true;
}
function isServerFailure({ finding }) {
	return finding.kind === "completeness" && finding.verdict === "fail";
}

// src/core/judge.ts
/** Judges a run. Pure: the same evidence gives the same judgement. Missing evidence never passes. */
function judge(evidence) {
	const { budgets, engine_kind: kind, strict, compare, candidate } = evidence;
	const rungs = evidence.planned.map((rung) => trustedRung(evidence, rung));
	const gating = rungs.filter(({ planned }) => planned.kind === "gating");
	const confidence = compare.confidence;
	const complete = gating.map((rung) => completeness$1(rung, kind));
	const capacity = capacityOf(budgets, rungs.map((rung) => ({
		...rung,
		invalid: rung.trust.invalid.length > 0
	})), confidence);
	const budgetCells = budgets.flatMap((budget) => budget.metric === "capacity" ? [checkCapacityBudget(budget, capacity, unique$2(rungs.map(({ planned }) => planned.rate)))] : budgetCellsOf(budget, gating, confidence));
	const compared = compareWithBaseline(evidence, gating);
	const comparisonCells = compared.cells.map((cell) => gating.reduce((judged, rung) => rung.result.rate === cell.rate ? distrust(judged, rung) : judged, cell));
	const cells = [
		...complete.map(({ cell }) => cell),
		...budgetCells,
		...comparisonCells
	];
	const statements = [
		...evidence.failure === void 0 ? [] : [failureStatement(evidence.failure, rungs)],
		...complete.flatMap(({ cell, statement }) => statement ?? cellStatement(cell)),
		...rungs.flatMap(({ result, trust }) => rungStatements(result, trust)),
		...runStatements(evidence.run_checks, kind, strict),
		...hostStatements(evidence.host),
		...rungs.flatMap((rung) => agreement(rung)),
		...[...budgetCells, ...comparisonCells].flatMap(cellStatement),
		...comparisonStatements(compared.comparison, compared.cells.length, {
			options: compare,
			has_budgets: budgets.length > 0,
			unreadable: evidence.baseline?.unreadable ?? []
		}),
		...otherModel(evidence.channel),
		...rungs.flatMap(exploringFailures),
		...engineLog(evidence.engine_log),
		...slowness(rungs, cells, candidate.fingerprint)
	];
	const knee = geometricKnee(rungs.filter(({ trust }) => trust.invalid.length === 0).map(({ result }) => result));
	return {
		cells,
		findings: statements.map(({ finding }) => finding),
		comparison: compared.comparison,
		capacity,
		...knee === void 0 ? {} : { knee },
		verdict: runVerdict({
			statements,
			cells,
			gating: gating.map(({ result }) => result),
			comparison: compared.comparison
		})
	};
}
/**
* Judges stored results against each other: completeness and validity of the candidates as they were stored, and the
* change. Budgets belong to the run that had them and are not judged again. The first candidate carries the judgement.
*/
function compareResults(request) {
	const { baselines, compare } = request;
	const { kept, copies } = distinctRuns(request.candidates.results, ({ result }) => result.run_id);
	const candidates = {
		...request.candidates,
		results: kept
	};
	const first = candidates.results[0];
	if (first === void 0) throw new RangeError("compareResults needs a candidate that could be read");
	const rates = unique$2(candidates.results.flatMap(({ result }) => result.rungs.filter(({ kind }) => kind === "gating").map(({ rate }) => rate)));
	const { comparison, cells: comparisonCells } = compareRuns({
		source: baselines.source ?? "the given baseline",
		candidates: candidates.results.map(({ path, result }) => comparedRun(path, result)),
		baselines: baselines.results.map(({ path, result }) => comparedRun(path, result)),
		unreadable: baselines.unreadable,
		options: compare,
		gating_rates: rates
	});
	const own = candidates.results.map(({ path, result }) => storedStatements(path, result));
	const cells = [...own.flatMap((stored) => stored.cells), ...comparisonCells];
	const statements = [
		...own.flatMap((stored) => stored.statements),
		...copies.map(({ path }) => copyStatement(path)),
		...comparisonCells.flatMap(cellStatement),
		...comparisonStatements(comparison, comparisonCells.length, {
			options: {
				...compare,
				baseline: "given",
				required: true
			},
			has_budgets: false,
			unreadable: [...baselines.unreadable, ...candidates.unreadable]
		})
	];
	return {
		...first.result,
		plan: {
			...first.result.plan,
			budgets: []
		},
		cells,
		findings: statements.map(({ finding }) => finding),
		comparison,
		verdict: runVerdict({
			statements,
			cells,
			gating: candidates.results.flatMap(({ result }) => result.rungs.filter(({ kind }) => kind === "gating")),
			comparison
		})
	};
}
function trustedRung(evidence, planned) {
	const { rate, run, kind, num_prompts: prompts } = planned;
	const found = evidence.rungs.filter(({ result }) => result.rate === rate && result.run === run);
	const [only] = found;
	const belongs = only !== void 0 && found.length === 1 && only.result.kind === kind && only.result.planned === prompts;
	const reason = evidence.failure?.message ?? (only === void 0 ? "there is no result of it" : "its result is another rung");
	const rung = belongs ? only : {
		result: notRun(planned, evidence.failure?.code ?? "not_run", reason),
		records: []
	};
	return {
		...rung,
		planned,
		trust: trustIn(rung.result, evidence.engine_kind, evidence.strict)
	};
}
/** A failed request is the server's, whatever else is invalid, unless the client or the channel is to blame here. */
function completeness$1({ result, trust }, kind) {
	const { cell, server_failed } = checkCompleteness(result, kind);
	if (!server_failed) return { cell };
	if (trust.excuses_server) {
		const rules = trust.invalid.map(({ rule }) => rule).join(", ");
		return { cell: {
			...cell,
			verdict: "invalid",
			message: `${cell.message}, but the rung is invalid (${rules})`
		} };
	}
	return {
		cell,
		statement: {
			finding: {
				...findingOf(cell),
				...evidenceOf(result)
			},
			outranks_invalid: true
		}
	};
}
function findingOf(cell) {
	const [statement] = cellStatement(cell);
	return statement?.finding ?? {
		kind: "note",
		severity: "notice",
		code: cell.code,
		message: cell.message
	};
}
/** What the server or the socket said, one example of each class, and why such requests fail. */
function evidenceOf({ failures, run }) {
	const lines = failures.flatMap(({ class: name, example }) => example === void 0 ? [] : [`${name}: ${example}`]);
	if (lines.length === 0) return { run };
	const why = triage({ requests: lines });
	return {
		run,
		...why.state === "known" ? { hint: `${why.cause} ${why.remedy}` } : {},
		cause_code: why.code,
		evidence: lines.slice(0, 10)
	};
}
function budgetCellsOf(budget, gating, confidence) {
	const rates = selectRates(budget.rates, unique$2(gating.map(({ planned }) => planned.rate)));
	if (rates.length === 0) return [{
		kind: "budget",
		metric: budget.metric,
		verdict: "inconclusive",
		code: "not_measured",
		message: `${budget.expression} names no gating rung`,
		expression: budget.expression
	}];
	return gating.filter(({ planned }) => rates.includes(planned.rate)).map((rung) => distrust(checkBudget(budget, rung, confidence), rung));
}
/** On an invalid rung no number says anything. */
function distrust(cell, { trust }) {
	if (trust.invalid.length === 0) return cell;
	const rules = trust.invalid.map(({ rule }) => rule).join(", ");
	return {
		...cell,
		verdict: "invalid",
		code: "invalid_rung",
		message: `${cell.message}; the rung is invalid (${rules})`
	};
}
function compareWithBaseline(evidence, gating) {
	const { compare, baseline, candidate } = evidence;
	const nothing = (state, message) => ({
		comparison: {
			state,
			runs: 0,
			message,
			differences: [],
			unknown_on_both: []
		},
		cells: []
	});
	if (baseline === void 0) return compare.baseline === "none" ? nothing("none", "no baseline was asked for") : nothing("no_baseline", `no usable baseline run in ${compare.baseline}`);
	if (gating.every(({ result }) => result.state === "not_run")) return nothing("no_baseline", "nothing was measured that could be compared");
	return compareRuns({
		source: baseline.source,
		candidates: [{
			path: "this run",
			subject: candidate,
			rungs: gating.map(({ result }) => result)
		}],
		baselines: baseline.results.map(({ path, result }) => comparedRun(path, result)),
		unreadable: baseline.unreadable,
		options: compare,
		gating_rates: unique$2(gating.map(({ planned }) => planned.rate))
	});
}
/** The counts of a gating rung must be those of its records, each of another request. */
function agreement({ result, records, planned }) {
	if (planned.kind === "exploring") return [];
	if (result.sent === records.length && result.completed === records.filter(isOk).length && result.failed === records.filter(isFailed).length && new Set(records.map(({ index }) => index)).size === records.length) return [];
	return [{ finding: {
		kind: "validity",
		severity: "error",
		verdict: "inconclusive",
		code: "records_disagree",
		message: `the counts at ${result.rate} req/s are not those of its ${records.length} request records`,
		rate: result.rate,
		run: result.run
	} }];
}
/** A gateway may route to a dated or another model: no reason to stop, and a reader must know. */
function otherModel(channel) {
	const { model_id: asked, answered_model: answered } = channel ?? {};
	if (asked === void 0 || answered === void 0 || asked === answered) return [];
	return [{ finding: {
		kind: "channel",
		severity: "warning",
		code: "other_model",
		message: `asked for model ${asked}, answered as ${answered}`
	} }];
}
/** Failures and early ends of exploring rungs are shown, never judged. */
function exploringFailures({ result, planned }) {
	if (planned.kind === "gating" || result.failed === 0 && result.state === "measured") return [];
	const text = result.state === "not_run" ? `the exploring rung at ${result.rate} req/s was not run` : `${result.failed} of ${result.planned} requests failed at ${result.rate} req/s (exploring)`;
	return [{ finding: {
		kind: "completeness",
		severity: "notice",
		code: result.state === "measured" ? "exploring_failures" : result.state_code ?? result.state,
		message: result.state_reason === void 0 ? text : `${text}: ${result.state_reason}`,
		rate: result.rate,
		run: result.run,
		exploring: true
	} }];
}
/** The server's side of failed requests. Decides nothing: the requests have decided. */
function engineLog(found) {
	const cause = found === void 0 ? void 0 : causeText(found);
	if (found === void 0 || cause === void 0) return [];
	return [{ finding: {
		kind: "engine",
		severity: "notice",
		code: "engine_log",
		message: `the log of the engine while requests failed: ${cause}`,
		hint: found.remedy,
		cause_code: found.code,
		evidence: found.evidence
	} }];
}
/** Why the rungs that can be trusted are slow, where their numbers prove it. Decides nothing. */
function slowness(rungs, cells, fingerprint) {
	const seqs = Number(fingerprint["max_num_seqs"]?.value);
	const onGpu = String(fingerprint["arch"]?.value ?? "").startsWith("gfx");
	const trusted = rungs.filter(({ result, trust }) => result.state === "measured" && trust.invalid.length === 0).map(({ result }) => result).toSorted((a, b) => a.rate - b.rate);
	const lowest = trusted[0];
	const ttft = lowest?.metrics["median_ttft_ms"];
	const slow = trusted.map((rung) => ttftCause({
		rung,
		...ttft === void 0 || rung === lowest ? {} : { lowest_ttft_ms: ttft },
		is_judged_high: cells.some(({ metric, rate, verdict }) => rate === rung.rate && verdict === "fail" && metric.includes("ttft") && rung.kind === "gating"),
		...Number.isSafeInteger(seqs) && seqs > 0 ? { max_num_seqs: seqs } : {}
	}));
	const decode = onGpu && lowest !== void 0 ? decodeCause(lowest) : void 0;
	return [...slow, decode].flatMap((finding) => finding === void 0 ? [] : [{ finding }]);
}
/** Completeness and validity of a stored run, from what it stored. */
function storedStatements(path, result) {
	const kind = result.engine.kind;
	const gating = result.rungs.filter((rung) => rung.kind === "gating").map((rung) => ({
		result: rung,
		trust: trustIn(rung, kind, false)
	}));
	const complete = gating.map((rung) => completeness$1(rung, kind));
	const { sentence } = result.verdict;
	const proven = verdictOf$1(result);
	const differs = verdictDiffers(result, proven);
	const verdict = isHeavier(proven.verdict, result.verdict.verdict) ? proven.verdict : result.verdict.verdict;
	const own = { finding: {
		kind: "note",
		severity: verdict === "error" || verdict === "invalid" ? "error" : "notice",
		...verdict === "error" || verdict === "invalid" ? { verdict } : {},
		code: `stored_${verdict}`,
		message: `the verdict of ${path} was: ${sentence}`
	} };
	return {
		cells: complete.map(({ cell }) => cell),
		statements: [
			...complete.flatMap(({ cell, statement }) => statement ?? cellStatement(cell)),
			...gating.flatMap((rung) => rungStatements(rung.result, rung.trust)),
			...runStatements(result.checks, kind, false),
			...otherModel(result.channel),
			...[...contradictions(result), ...differs === void 0 ? [] : [differs]].map((text) => contradiction(`${path}: ${text}`)),
			own
		]
	};
}
function copyStatement(path) {
	return { finding: {
		kind: "note",
		severity: "warning",
		code: "copy",
		message: `${path} is a copy of another candidate and was left out: one boot counts once`
	} };
}
function unique$2(rates) {
	return [...new Set(rates)].sort((a, b) => a - b);
}

// src/core/version-order.ts
const PRE_RANK = {
	a: 0,
	alpha: 0,
	b: 1,
	beta: 1,
	c: 2,
	rc: 2,
	pre: 2,
	preview: 2
};
const MAX_LENGTH = 200;
/**
* Reads `0.14.0+rocm700`, `0.28.1rc1.dev199+g7c5dc571c.rocm723` (PEP 440), `7.2.3-81` (/opt/rocm/.info/version) and
* `6.8.0-79-generic` (kernels). Undefined for anything else: a banner is no version.
*/
function parseVersion(text) {
	if (text.length > MAX_LENGTH) return void 0;
	const [, release, pre, preNumber, post, dev, local] = /^v?(\d{1,9}(?:\.\d{1,9}){0,7})(?:[._-]?(a|alpha|b|beta|c|rc|pre|preview)[._-]?(\d{0,9}))?(?:[._-]?post[._-]?(\d{0,9}))?(?:[._-]?dev[._-]?(\d{0,9}))?(?:[+-]([0-9a-z][0-9a-z._+-]*))?$/i.exec(text.trim()) ?? [];
	if (release === void 0) return void 0;
	return {
		release: release.split(".").map(Number),
		...pre === void 0 ? {} : { pre: [PRE_RANK[pre.toLowerCase()] ?? 0, Number(preNumber ?? 0)] },
		...post === void 0 ? {} : { post: Number(post) },
		...dev === void 0 ? {} : { dev: Number(dev) },
		local: (local ?? "").toLowerCase()
	};
}
/** Order of PEP 440 without the local part: dev < a < b < rc < release < post; missing numbers are 0. */
function compareVersions(one, other) {
	const length = Math.max(one.release.length, other.release.length);
	for (let i = 0; i < length; i++) {
		const order = (one.release[i] ?? 0) - (other.release[i] ?? 0);
		if (order !== 0) return Math.sign(order);
	}
	for (const [a, b] of pairs(keyOf$3(one), keyOf$3(other))) if (a !== b) return a < b ? -1 : 1;
	return 0;
}
/** True when the release begins with these numbers: 7.0 is the beginning of 7.0.2 and of 7. */
function beginsWith(version, release) {
	return release.every((number, i) => (version.release[i] ?? 0) === number);
}
/** Everything after the release, each larger when later. */
function keyOf$3({ pre, post, dev }) {
	return [
		pre === void 0 ? dev !== void 0 && post === void 0 ? -1 : 9 : pre[0],
		pre?.[1] ?? 0,
		post ?? -1,
		dev ?? Number.MAX_SAFE_INTEGER
	];
}
function pairs(one, other) {
	return one.map((value, i) => [value, other[i] ?? 0]);
}

// src/core/pins.ts
/** Fields whose values are versions; all others are compared as text. */
const VERSIONS = /* @__PURE__ */ new Set([
	"vllm",
	"rocm",
	"driver"
]);
/** How a field that could not be read is made readable. */
const READABLE = {
	vllm: "The server must serve /version and /metrics without a key; vLLM does. For another server leave the pin out.",
	rocm: "Run the engine from an image or venv with /opt/rocm/.info/version, or leave the pin out for pip-only installs.",
	image_digest: "Use engine.kind docker, or set INSTINCT_GATE_IMAGE_DIGEST where the gate runs inside the image.",
	gpu: "Load the amdgpu driver and make /sys readable; in a container mount the devices of the GPUs.",
	arch: "Load the amdgpu driver and make /sys/class/kfd readable.",
	gpu_count: "Load the amdgpu driver and name the GPUs in engine.gpus.",
	dtype: "Set engine.dtype, so that it is passed and known.",
	model_revision: "Set engine.revision, or load the model from a snapshot folder of the hub cache.",
	driver: "The in-tree driver has no version file: pin the kernel by the choice of host and leave this pin out."
};
/** Problem of a pin as it is written, or undefined. */
function pinProblem(field, expected) {
	if (!VERSIONS.has(field)) return void 0;
	const text = String(expected).trim();
	if (isRange(text)) {
		const wrong = bounds(text).find(({ version }) => version === void 0);
		return wrong === void 0 ? void 0 : `expected a range such as >=7.0 <7.2, found ${JSON.stringify(wrong.text)}`;
	}
	const plain = text.endsWith(".*") ? text.slice(0, -2) : text;
	return parseVersion(plain) === void 0 ? `expected a version, a prefix such as 7.0.* or a range such as >=7.0 <7.2; found ${JSON.stringify(text.slice(0, 60))}` : void 0;
}
/** Compares every pin with the fingerprint; `only` leaves out fields that cannot be known yet. */
function checkPins(pins, fingerprint, when, only) {
	return Object.entries(pins).flatMap(([field, expected]) => {
		if (expected === void 0 || only !== void 0 && !only(field)) return [];
		return [checkPin(field, expected, fingerprint[field], when)];
	});
}
/** One sentence: field, expected, found, source. */
function pinText(check) {
	const found = check.state === "unreadable" ? "could not be read" : `is ${check.found}`;
	return `${check.field} ${found}, pinned to ${check.expected} (${check.source})`;
}
/** What to do about a pin that does not hold. */
function pinHint({ field, state, expected, found }) {
	if (state === "unreadable") return READABLE[field] ?? "Make it readable, or leave the pin out.";
	const version = VERSIONS.has(field) ? parseVersion(expected) : void 0;
	const actual = parseVersion(found ?? "");
	if (version !== void 0 && actual !== void 0 && beginsWith(actual, version.release)) return `A pin without * means exactly this version: write ${version.release.join(".")}.* for all that begin with it.`;
	return `Start what was asked for, or change engine.pins.${field}.`;
}
function checkPin(field, expected, found, when) {
	const text = String(expected).trim();
	const base = {
		field,
		expected: text,
		source: found?.source ?? "nothing was read",
		when
	};
	if (found?.value === void 0) return {
		...base,
		state: "unreadable"
	};
	const value = String(found.value);
	const holds = VERSIONS.has(field) ? versionHolds(text, value) : textHolds(field, text, value);
	if (holds === void 0) return {
		...base,
		source: `"${value.slice(0, 80)}" is no version`,
		state: "unreadable"
	};
	return {
		...base,
		found: value,
		state: holds ? "match" : "mismatch"
	};
}
function versionHolds(expected, found) {
	const version = parseVersion(found);
	if (version === void 0) return void 0;
	if (isRange(expected)) return bounds(expected).every((bound) => withinBound(version, bound));
	if (expected.endsWith(".*")) {
		const prefix = parseVersion(expected.slice(0, -2));
		return prefix !== void 0 && beginsWith(version, prefix.release);
	}
	const pinned = parseVersion(expected);
	if (pinned === void 0 || compareVersions(version, pinned) !== 0) return false;
	return pinned.local === "" || pinned.local === version.local;
}
function isRange(text) {
	return /^[<>=!]/.test(text);
}
function bounds(text) {
	return text.replaceAll(/([<>=!])\s+/g, "$1").split(/[\s,]+/).filter((part) => part !== "").map((part) => {
		const match = /^(>=|<=|==|!=|>|<)(.+)$/.exec(part);
		const version = match?.[2] === void 0 ? void 0 : parseVersion(match[2]);
		return {
			text: part,
			operator: match?.[1] ?? "",
			version
		};
	});
}
function withinBound(version, { operator, version: bound }) {
	if (bound === void 0) return false;
	const order = compareVersions(version, bound);
	switch (operator) {
		case ">=": return order >= 0;
		case "<=": return order <= 0;
		case ">": return order > 0;
		case "<": return order < 0 && !(bound.pre === void 0 && isBefore(version, bound));
		case "==": return order === 0;
		case "!=": return order !== 0;
		default: return false;
	}
}
/** A pre-release or development build of the very release. */
function isBefore(version, release) {
	return compareVersions({
		release: version.release,
		local: ""
	}, {
		release: release.release,
		local: ""
	}) === 0 && (version.pre !== void 0 || version.dev !== void 0);
}
function textHolds(field, expected, found) {
	const [wanted, actual] = [plainName(field, expected), plainName(field, found)];
	return wanted.endsWith("*") ? actual.startsWith(wanted.slice(0, -1)) : wanted === actual;
}
/** MI300X means "AMD Instinct MI300X", torch.bfloat16 is bfloat16, and a digest counts with or without its repository. */
function plainName(field, text) {
	const lower = text.trim().toLowerCase();
	if (field === "gpu") return lower.replace(/^(?:amd\s+)?(?:instinct\s+)?/, "");
	if (field === "dtype") return lower.replace(/^torch\./, "");
	return field === "image_digest" ? lower.slice(lower.lastIndexOf("@") + 1) : lower;
}

// src/core/plan.ts
const DEFAULT_NUM_PROMPTS = 200;
/** Chance that a rung of `needs_n_power` requests proves a budget that is half used. */
const POWER = .9;
/** For the expected end of the last request where no output length is asked for. */
const TYPICAL_OUTPUT_TOKENS = 256;
const TYPICAL_SECONDS_PER_TOKEN = .04;
const TYPICAL_SECONDS_TO_FIRST_TOKEN = 1;
/** Longest wave of requests before a later rung (design: Warm-up). */
const WAVE_SECONDS = 5;
/** The rungs of a ladder, gating and exploring merged in ascending rate order. */
function planRungs(load) {
	const rung = (kind) => (rate) => ({
		rate,
		kind,
		num_prompts: promptsAt(rate, load),
		run: 1
	});
	return [...load.request_rates.map(rung("gating")), ...load.explore_rates.map(rung("exploring"))].sort((a, b) => a.rate - b.rate);
}
/** The plan of a run: expected times, cost, and what each budget needs. */
function makePlan(input) {
	const { load, limits } = input;
	const rungs = planRungs(load).map((rung) => plannedRung(rung, input));
	const waves = load.warmup.max_s === 0 ? 0 : WAVE_SECONDS * (rungs.length - 1);
	const wallMinutes = rungs.reduce((sum, rung) => sum + rung.duration_s, load.warmup.max_s + waves) / 60;
	const gpus = gpuCount(input.engine);
	const budgets = input.budgets.map((budget) => plannedBudget(budget, rungs, input.compare.confidence));
	const warnings = [
		...input.budgets.flatMap((budget, i) => budgetWarnings(budget, rungs, input, budgets[i]?.note)),
		...limitWarnings(wallMinutes, gpus, limits),
		...unsetKnobs(input.engine)
	];
	return {
		rungs,
		budgets,
		warmup_max_s: load.warmup.max_s,
		wall_minutes: wallMinutes,
		...gpus !== void 0 && {
			gpus,
			gpu_minutes: wallMinutes * gpus
		},
		...input.engine_command !== void 0 && { engine_command: input.engine_command },
		warnings
	};
}
/** Why this ladder can never be measured within its limits; empty: it can. */
function planProblems(input) {
	const limit = input.limits.max_minutes;
	if (limit === void 0) return [];
	return planRungs(input.load).filter((rung) => rung.kind === "gating" && rung.num_prompts / rung.rate > limit * 60).map(({ rate, num_prompts }) => `${num_prompts} requests at ${rate} requests/s take ${shown(num_prompts / rate / 60)} min, but limits.max_minutes is ${limit}: fewer prompts, a higher rate or a higher limit`);
}
/** Seconds that the last request of a rung is expected to take; only a rough guide for plans. */
function expectedTail(load) {
	const tokens = load.output_len ?? TYPICAL_OUTPUT_TOKENS;
	return Math.min(load.timeout, TYPICAL_SECONDS_TO_FIRST_TOKEN + tokens * TYPICAL_SECONDS_PER_TOKEN);
}
function promptsAt(rate, load) {
	if (load.duration !== void 0) return Math.max(1, Math.round(rate * load.duration));
	return load.num_prompts ?? DEFAULT_NUM_PROMPTS;
}
function plannedRung({ rate, kind, num_prompts }, { load }) {
	return {
		rate,
		kind,
		num_prompts,
		duration_s: num_prompts / rate + expectedTail(load)
	};
}
function plannedBudget(budget, rungs, confidence) {
	const ladder = metricNamed(budget.metric)?.scope === "ladder";
	const gating = rungs.filter((rung) => rung.kind === "gating");
	const rates = ladder ? [] : selectRates(budget.rates, gating.map((rung) => rung.rate));
	const plannedN = Math.min(...gating.filter(({ rate }) => rates.includes(rate)).map((rung) => rung.num_prompts));
	const base = {
		expression: budget.expression,
		rates,
		observed: budget.observed,
		...Number.isFinite(plannedN) && { planned_n: plannedN }
	};
	const percentile = provenPercentile(budget);
	if (percentile === void 0 || !Number.isFinite(plannedN)) return base;
	const needsN = neededSamples(percentile, confidence);
	const needsNPower = neededSamplesForPower(percentile, confidence, POWER);
	const note = sizeNote(plannedN, needsN, needsNPower);
	return {
		...base,
		needs_n: needsN,
		needs_n_power: needsNPower,
		...note !== void 0 && { note }
	};
}
/** The percentile whose upper bound must be proven; undefined where the number of requests is no obstacle. */
function provenPercentile(budget) {
	if (budget.observed || !(budget.operator === "<=" || budget.operator === "<")) return void 0;
	return metricNamed(budget.metric)?.percentile;
}
function sizeNote(planned, atBest, forPower) {
	if (planned < atBest) return `cannot be decided with ${planned} prompts: needs ${atBest} at best, about ${forPower} to be likely`;
	if (planned < forPower) return `may stay undecided with ${planned} prompts: about ${forPower} are needed when half of the allowance is used`;
}
function budgetWarnings(budget, rungs, { load }, note) {
	const gating = rungs.filter((rung) => rung.kind === "gating");
	const rates = selectRates(budget.rates, gating.map((rung) => rung.rate));
	const about = gating.filter((rung) => rates.includes(rung.rate));
	return [
		budgetWarning(budget),
		note?.startsWith("cannot") ? `${note}; or write "observed" after it` : void 0,
		throughputWarning(budget, about, expectedTail(load)),
		completedWarning(budget, about)
	].filter((text) => text !== void 0).map((text) => `budget "${budget.expression}": ${text}`);
}
/**
* vLLM's request_throughput counts the drain: with N requests at a rate and a last request of `tail` seconds,
* the best value is N / (N / rate + tail), always below the offered rate.
*/
function throughputWarning(budget, rungs, tailSeconds) {
	if (budget.metric !== "request_throughput" || !(budget.operator === ">=" || budget.operator === ">")) return;
	const best = rungs.map(({ rate, num_prompts }) => {
		return {
			rate,
			value: num_prompts / (num_prompts / rate + tailSeconds),
			wanted: budget.percent ? budget.value / 100 * rate : budget.value
		};
	});
	const told = budget.percent ? best : best.filter(({ value, wanted }) => wanted > value);
	if (told.length === 0) return void 0;
	const values = told.map(({ rate, value }) => `${shown(value)} (${shown(value / rate * 100)} %) at ${rate}`).join(", ");
	return `request_throughput includes the drain and never reaches the offered rate; with a last request of ${shown(tailSeconds)} s the best is ${values}; served_rate has no such tail`;
}
function completedWarning(budget, rungs) {
	if (budget.metric !== "completed" || budget.operator === "<=" || budget.operator === "<") return void 0;
	const wanted = (prompts) => budget.percent ? budget.value / 100 * prompts : budget.value;
	const over = rungs.filter(({ num_prompts }) => budget.operator === ">" ? wanted(num_prompts) >= num_prompts : wanted(num_prompts) > num_prompts);
	if (over.length === 0) return void 0;
	return `can never be met: only ${over.map(({ rate, num_prompts }) => `${num_prompts} requests are planned at ${rate}`).join(", ")}`;
}
function limitWarnings(wallMinutes, gpus, limits) {
	const warnings = [];
	const { max_minutes: maxMinutes, max_gpu_minutes: maxGpuMinutes } = limits;
	if (maxMinutes !== void 0 && wallMinutes > maxMinutes) warnings.push(`the plan takes about ${shown(wallMinutes)} min without boot, limits.max_minutes is ${maxMinutes}: the later rungs will not be run`);
	if (maxGpuMinutes !== void 0 && gpus === void 0) warnings.push("limits.max_gpu_minutes is not enforced: the number of GPUs is not known");
	if (maxGpuMinutes !== void 0 && gpus !== void 0 && wallMinutes * gpus > maxGpuMinutes) warnings.push(`the plan takes about ${shown(wallMinutes * gpus)} GPU minutes without boot, limits.max_gpu_minutes is ${maxGpuMinutes}: the later rungs will not be run`);
	return warnings;
}
/** GPUs of an engine of ours: the product of its parallel sizes (vLLM). Undefined: not ours, or cannot be told. */
function gpuCount(engine) {
	if (engine.kind === "external" || engine.kind === "simulator") return void 0;
	if (typeof engine.gpus === "number") return engine.gpus === 0 ? void 0 : engine.gpus;
	if (Array.isArray(engine.gpus)) return engine.gpus.length;
	if (engine.gpus !== void 0) return void 0;
	if (engine.kind === "hooks" && engine.tensor_parallel_size === void 0) return void 0;
	const sizes = [
		engine.tensor_parallel_size ?? parallelSize(engine, ["tensor-parallel-size", "tp"]),
		parallelSize(engine, ["pipeline-parallel-size", "pp"]),
		parallelSize(engine, ["data-parallel-size", "dp"])
	];
	let product = 1;
	for (const size of sizes) {
		if (size === void 0) continue;
		if (!(Number.isInteger(size) && size > 0)) return void 0;
		product *= size;
	}
	return product;
}
function parallelSize(engine, names) {
	for (const [key, value] of Object.entries(engine.args ?? {})) if (names.includes(key.replace(/^-+/, "").replaceAll("_", "-"))) return Number(value);
	const command = engine.command ?? [];
	for (const [i, word] of command.entries()) {
		const [flag, inline] = word.split("=", 2);
		if (!word.startsWith("-") || !names.includes((flag ?? "").replace(/^-+/, "").replaceAll("_", "-"))) continue;
		return Number(inline ?? command[i + 1]);
	}
}
/** Three digits at most, without trailing zeros. */
function shown(value) {
	return String(value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
}

// src/core/still-ours.ts
/**
* Compares the server after the ladder with the one that was proven before it. A difference is invalid: somebody else
* answered for a part of the run. What is not answered any more is unknown, never equal.
*/
function stillOurs(before, now) {
	const check = (state, message) => ({
		rule: "server_is_ours",
		state,
		required: false,
		message
	});
	const { ownership } = now;
	if (ownership?.state === "foreign") return check("invalid", ownership.message);
	const changes = [
		changed("version", before.server_version, now.server_version),
		changed("max_model_len", before.max_model_len, now.max_model_len),
		before.served_models.includes(before.model_id) && now.served_models !== void 0 && !now.served_models.includes(before.model_id) ? `the model ${before.model_id} is not served any more` : void 0
	].filter((change) => change !== void 0);
	if (changes.length > 0) return check("invalid", `another server answers after the ladder: ${changes.join(", ")}`);
	const silent = [before.server_version !== void 0 && now.server_version === void 0 ? "/version" : void 0, before.served_models.length > 0 && now.served_models === void 0 ? "/v1/models" : void 0].filter((path) => path !== void 0);
	if (silent.length > 0) return check("unknown", `${silent.join(" and ")} did not answer after the ladder`);
	if (ownership?.state === "unknown") return check("unknown", ownership.message);
	return check("valid", ownership?.message ?? "version, model and its length are what they were before the ladder");
}
function changed(name, before, now) {
	return before === void 0 || now === void 0 || before === now ? void 0 : `${name} ${before} → ${now}`;
}

// src/core/host-fingerprint.ts
/** The machine of a run; `gpus` are those of its engine. An inventory that was not taken tells nothing. */
function hostFingerprint(host) {
	const { gpus, inventory } = host;
	if (inventory.source === "not read") return {};
	const none = inventory.problems[0] ?? (inventory.gpus.length === 0 ? "this host has no AMD GPU" : "no GPU of this host was chosen");
	const gpu = gpuField(gpus, inventory.source, none);
	return {
		gpu: gpu("hard", ({ product }) => product),
		arch: gpu("hard", ({ arch }) => arch),
		gpu_count: gpus.length > 0 ? field("hard", gpus.length, inventory.source) : unknown$2("hard", none),
		compute_partition: gpu("hard", (one) => one.compute_partition),
		memory_partition: gpu("hard", (one) => one.memory_partition),
		gpu_addresses: gpu("soft", ({ bdf, partition }) => partition === void 0 ? bdf : `${bdf}#${partition}`),
		vram_gib: gpu("soft", (one) => gib$1(one.vram_total_bytes)),
		power_cap_w: gpu("soft", (one) => one.power_cap_w),
		perf_level: gpu("soft", (one) => one.perf_level),
		mec_firmware: gpu("soft", (one) => one.mec_firmware),
		...hostFields$1(inventory)
	};
}
/** Equal values once, different ones side by side; one that is not known makes the field unknown. */
function gpuField(gpus, source, none) {
	return (kind, pick) => {
		if (gpus.length === 0) return unknown$2(kind, none);
		const values = gpus.map(pick);
		const silent = gpus.filter((_, at) => values[at] === void 0).map(({ index }) => index);
		if (silent.length > 0) return unknown$2(kind, `${source}: not readable for GPU ${silent.join(", ")}`);
		const distinct = [...new Set(values)];
		const [only] = distinct;
		return field(kind, distinct.length === 1 && only !== void 0 ? only : distinct.join(", "), source);
	};
}
function hostFields$1({ host }) {
	const soft = (value, source) => value === void 0 ? unknown$2("soft", `${source} cannot be read`) : field("soft", value, source);
	return {
		driver: driver(host),
		kernel: soft(host?.kernel, "/proc/sys/kernel/osrelease"),
		numa_balancing: soft(host?.numa_balancing, "/proc/sys/kernel/numa_balancing"),
		cpu_governor: soft(host?.cpu_governor, "/sys/devices/system/cpu")
	};
}
/** The in-tree driver has no version of its own: kernel and source hash stand for it. */
function driver(host) {
	if (host?.driver !== void 0) return field("soft", host.driver, "/sys/module/amdgpu/version");
	if (host?.kernel !== void 0 && host.driver_srcversion !== void 0) return field("soft", `in-tree ${host.kernel} (${host.driver_srcversion})`, "/sys/module/amdgpu/srcversion: the module has no version");
	return unknown$2("soft", "/sys/module/amdgpu/version is not there");
}
function gib$1(bytes) {
	return bytes === void 0 ? void 0 : Math.round(bytes / 2 ** 30 * 10) / 10;
}
function field(kind, value, source) {
	return {
		value,
		source,
		class: kind
	};
}
function unknown$2(kind, source) {
	return {
		source,
		class: kind
	};
}

// src/site.ts
/** Problems that make a boot pointless or unfair. All others are shown and left to the engine. */
const STOPS_A_RUN = /* @__PURE__ */ new Set([
	"gpus",
	"gpu_access",
	"port"
]);
/** How often a GPU that somebody uses is looked at again. */
const LOOK_AGAIN_MS = 5e3;
/** Longest wait for GPU memory after the engine's end; a cancelled job has no time for it. */
const RELEASE_MAX_S = 120;
/**
* Chooses and locks the GPUs of a run and waits until nobody else uses them. Throws GateError: kind 'host', code 'busy'
* when they do not become free within preflight.wait. Whoever gets a Site must leave it.
*/
async function enterSite(config, planned_gpus, signal, ports) {
	const { engine, service, load, preflight, pins } = config;
	const host = await ports.host.gpus(engine, planned_gpus);
	const local = engine.kind === "docker" || engine.kind === "process";
	const checks = local ? await ports.host.preflight({
		engine,
		service,
		load,
		preflight,
		pins,
		host,
		for_run: true
	}) : [];
	say(checks, config.report.detail, ports);
	const problem = blockingProblem(checks.filter(({ id }) => STOPS_A_RUN.has(id)));
	if (problem !== void 0) throw unfit(problem);
	const lock = await ports.host.lock({
		engine,
		gpus: host.gpus,
		preflight,
		signal
	});
	try {
		const clean = await waitUntilClean(host.gpus, preflight.wait - lock.report.waited_s, signal, ports);
		say(clean.checks, config.report.detail, ports);
		const report = {
			waited_s: lock.report.waited_s + clean.waited_s,
			lock: lock.report,
			checks: [...checks, ...clean.checks]
		};
		if (report.waited_s >= 1) ports.log.info(`waited ${report.waited_s.toFixed(0)} s for the GPUs`);
		const withoutGpus = local && (engine.gpus === 0 || hasNone(host));
		return {
			gpus: host.gpus,
			without_gpus: withoutGpus,
			lock,
			report,
			fingerprint: hostFingerprint(host)
		};
	} catch (error) {
		await lock.release();
		throw error;
	}
}
/** A GPU that cannot be read is not none. */
function hasNone({ inventory }) {
	return inventory.gpus.length === 0 && inventory.problems.length === 0;
}
/** After the engine's end: GPU memory back, then the locks. Never throws. */
async function leaveSite(site, hurry, ports) {
	try {
		if (site.gpus.length === 0 || hurry) return site.report;
		const released = await ports.host.released(site.gpus, RELEASE_MAX_S);
		say([released], "public", ports);
		return {
			...site.report,
			released
		};
	} finally {
		await site.lock.release();
	}
}
/** The machine as result.json keeps it, and what it means for the run. */
function siteEvidence(report, config) {
	return {
		host: publicReport(report, config.report.detail),
		checks: hostEvidence(report)
	};
}
/** Looks once more when the engine has run: somebody may have come meanwhile. */
async function stillAlone(site, ports) {
	if (site.gpus.length === 0) return void 0;
	const found = (await ports.host.occupancy(site.gpus)).find(({ id }) => id === "gpu_processes");
	if (found === void 0) return void 0;
	return {
		rule: "gpu_processes_after",
		state: found.state === "ok" ? "valid" : found.state === "problem" ? "invalid" : "unknown",
		required: false,
		message: `after the ladder: ${found.message}`
	};
}
async function waitUntilClean(gpus, wait_s, signal, ports) {
	const begun = ports.clock.now_ns();
	const waited = () => Number(ports.clock.now_ns() - begun) / 1e9;
	let told = "";
	for (;;) {
		const looked = waited();
		const checks = await ports.host.occupancy(gpus);
		const problem = blockingProblem(checks);
		if (problem === void 0) return {
			checks,
			waited_s: told === "" ? 0 : looked
		};
		if (waited() >= wait_s) throw inUse(problem, wait_s);
		if (problem.message !== told) ports.log.info(`waiting for the GPUs: ${problem.message}`);
		told = problem.message;
		await pause(Math.min(LOOK_AGAIN_MS, Math.max(1, (wait_s - waited()) * 1e3)), signal);
	}
}
/** Names of foreign processes stay on the machine; the log of a job does not. */
function say(checks, detail, ports) {
	for (const { state, title, message, remedy, details = [] } of checks) {
		if (state !== "problem") continue;
		ports.log.warning(`${title}: ${message}${remedy === void 0 ? "" : ` → ${remedy}`}`);
		if (detail === "private") for (const line of details.slice(0, 10)) ports.log.info(`  ${line}`);
	}
}
function unfit(problem) {
	return new GateError({
		kind: "host",
		code: `host_${problem.id}`,
		message: `${problem.title}: ${problem.message}`,
		...problem.remedy === void 0 ? {} : { hint: problem.remedy }
	});
}
function inUse(problem, wait_s) {
	return new GateError({
		kind: "host",
		code: "busy",
		message: `expected free GPUs within ${Math.max(0, Math.round(wait_s))} s (preflight.wait): ${problem.message}`,
		...problem.remedy === void 0 ? {} : { hint: problem.remedy }
	});
}
function pause(ms, signal) {
	return new Promise((resolve, reject) => {
		const stop = () => {
			clearTimeout(timer);
			reject(new GateError({
				kind: "cancelled",
				code: "cancelled",
				message: "stopped by the user or a cancelled job while waiting for the GPUs"
			}));
		};
		const timer = setTimeout(() => {
			signal.removeEventListener("abort", stop);
			resolve();
		}, ms);
		if (signal.aborted) stop();
		else signal.addEventListener("abort", stop, { once: true });
	});
}

// src/stopping.ts
/** After the engine's death its open connections break by themselves: their class is evidence. */
const DEATH_SETTLE_MS = 1e3;
/** A container engine that is gone may come back: how long its watcher waits, and a little more. */
const DEATH_TOLD_MS = 2e4;
/** Why a run is cut short; the abort reason of the signal that every stage gets. */
var Stop = class extends Error {
	code;
	alarm;
	constructor(code, message, alarm) {
		super(message);
		this.name = "Stop";
		this.code = code;
		if (alarm !== void 0) this.alarm = alarm;
	}
};
/** What answers is not what was asked for: whatever it measures is about something else. */
var NotAsAsked = class extends Error {
	failure;
	constructor(failure) {
		super(failure.message);
		this.name = "NotAsAsked";
		this.failure = failure;
	}
};
/** One signal for the user's stop, the limits and the engine's death. */
function stopSignals(request, ports, { engine, site, plan, booting }) {
	const { config } = request;
	const controller = new AbortController();
	const stop = (code, message) => controller.abort(new Stop(code, message));
	const cancelled = () => stop("cancelled", "stopped by the user or a cancelled job");
	if (request.signal.aborted) cancelled();
	request.signal.addEventListener("abort", cancelled, { once: true });
	const timers = [];
	engine.died.then((death) => {
		const message = `the engine ended by itself (${death.exit})`;
		timers.push(setTimeout(() => stop("engine_died", message), DEATH_SETTLE_MS));
	});
	site.lock.lost.then(() => stop("lock_lost", "the keeper of this run ended: its GPUs are not locked any more"));
	const now = ports.clock.now_ns();
	if (request.deadline_ns !== void 0) {
		const message = `limits.max_minutes (${config.limits.max_minutes}) reached`;
		timers.push(setTimeout(() => stop("limit", message), Math.max(0, seconds$2(request.deadline_ns - now) * 1e3)));
	}
	if (config.limits.max_gpu_minutes !== void 0 && plan.gpus !== void 0) {
		const limit_s = config.limits.max_gpu_minutes * 60 / plan.gpus - seconds$2(now - booting);
		const message = `limits.max_gpu_minutes (${config.limits.max_gpu_minutes}) reached`;
		timers.push(setTimeout(() => stop("limit", message), Math.max(0, limit_s * 1e3)));
	}
	return {
		signal: controller.signal,
		alarm: (alarm) => controller.abort(new Stop(alarm.code, alarm.message, alarm)),
		dispose: () => {
			for (const timer of timers) clearTimeout(timer);
			request.signal.removeEventListener("abort", cancelled);
		}
	};
}
function stopReason(signal) {
	return signal.aborted && signal.reason instanceof Stop ? {
		code: signal.reason.code,
		reason: signal.reason.message
	} : void 0;
}
/** A rung that cannot end within the limit is not begun: half a rung decides nothing. */
function requireTime(request, ports, rung) {
	if (request.deadline_ns === void 0) return;
	const left_s = seconds$2(request.deadline_ns - ports.clock.now_ns());
	const needs_s = rung.num_prompts / rung.rate;
	if (left_s < needs_s) {
		const limit = `limits.max_minutes (${request.config.limits.max_minutes})`;
		throw new Stop("limit", `${limit} leaves ${left_s.toFixed(0)} s and this rung needs ${needs_s.toFixed(0)} s`);
	}
}
function engineDied({ death }) {
	const found = death?.triage;
	const message = `the engine ended by itself during the ladder (${death?.exit ?? "unknown reason"})`;
	const cause = found === void 0 ? void 0 : causeText(found);
	const advice = "The whole log is engine.log in the output folder.";
	return new GateError({
		kind: death?.host_lost === true || found !== void 0 && blamesHost(found) ? "host" : "engine",
		code: "engine_died",
		message: cause === void 0 ? message : `${message}: ${cause}`,
		hint: found?.state === "known" ? `${found.remedy} ${advice}` : advice,
		...found !== void 0 && { cause_code: found.code },
		evidence: death?.evidence ?? []
	});
}
/** A server that stopped answering: whoever watches it gets a moment to say why. */
async function whyStopped(engine, last) {
	let timer;
	const late = new Promise((resolve) => {
		timer = setTimeout(resolve, DEATH_TOLD_MS);
	});
	if (engine.report().kind === "docker") await Promise.race([engine.died, late]);
	clearTimeout(timer);
	return engine.death === void 0 ? stoppedAnswering(last) : engineDied(engine);
}
function alarmOf(signal) {
	return signal.aborted && signal.reason instanceof Stop ? signal.reason.alarm : void 0;
}
/** What the watchdog saw, or the engine's own account of its death. */
async function whyAlarmed(alarm, engine, last) {
	if (alarm.code === "engine_unreachable") return whyStopped(engine, last);
	return new GateError({
		kind: alarm.code === "gpu_lost" ? "host" : "engine",
		code: alarm.code,
		message: `at ${last.rate} req/s, ${alarm.message}`,
		hint: alarm.code === "gpu_lost" ? "Read the kernel log (dmesg, amdgpu) and check the GPU before the next run." : "Read the last lines of the engine log and telemetry.jsonl in the output folder."
	});
}
/** A dead engine has told its cause already. */
function logOf(engine) {
	return engine.death === void 0 ? engine.explain?.() : void 0;
}
function stoppedAnswering(last) {
	const where = last === void 0 ? "" : ` after the rung at ${last.rate} req/s`;
	return new GateError({
		kind: "engine",
		code: "stopped_answering",
		message: `the server stopped answering${where}`,
		hint: "Look at the log of the server: it may have died, restarted or hung under load."
	});
}
/** What ended the run, as evidence for the judge. A fault of our own is thrown on. */
function asFailure(error, request, engine, after_first_request) {
	if (error instanceof Stop && error.code === "engine_died" && engine !== void 0) return failureOf(engineDied(engine), after_first_request);
	if (error instanceof NotAsAsked) return {
		cause: "identity",
		...error.failure,
		after_first_request
	};
	if (error instanceof Stop) {
		if (error.code === "lock_lost") return {
			cause: "host",
			code: error.code,
			message: error.message,
			after_first_request
		};
		return {
			cause: error.code === "cancelled" ? "cancelled" : "limit",
			code: error.code,
			message: error.message,
			after_first_request
		};
	}
	if (error instanceof GateError) return failureOf(error, after_first_request);
	if (request.signal.aborted) return {
		cause: "cancelled",
		code: "cancelled",
		message: "stopped by the user or a cancelled job",
		after_first_request
	};
	throw error;
}
function failureOf(error, after_first_request) {
	if (error.kind === "config") throw error;
	return {
		cause: error.kind,
		code: error.code,
		message: error.message,
		...error.hint !== void 0 && { hint: error.hint },
		...error.cause_code !== void 0 && { cause_code: error.cause_code },
		...error.evidence.length > 0 && { evidence: error.evidence },
		after_first_request
	};
}

// src/gate.ts
/** Longest wait for an idle engine between two rungs. */
const COOL_DOWN_MAX_S = 60;
/** Longest wave of requests before a later rung. */
const WAVE_MAX_S = 5;
/** A cancelled job is killed ten seconds after the first signal. */
const CANCELLED_GRACE_S = 2;
/**
* One run from plan to verdict. Expected problems end up in the verdict; a fault of our own is thrown after
* the engine has been stopped.
*/
async function gate(request, ports) {
	const { config } = request;
	const started = {
		ns: ports.clock.now_ns(),
		iso: ports.clock.now_iso()
	};
	const plan = makePlan(config);
	const baseline = await readBaseline(request, ports);
	const measured = await measure(request, ports, plan);
	const simulated = isSimulated(measured);
	const checks = [...checkRun({
		engine_kind: config.engine.kind,
		...measured.warmup !== void 0 && { warmup: measured.warmup },
		...servedModels$1(measured)
	}, config.validity.strict), ...measured.checks];
	const judgement = judge({
		budgets: config.budgets,
		compare: config.compare,
		strict: config.validity.strict,
		engine_kind: config.engine.kind,
		planned: planRungs(config.load),
		rungs: measured.rungs,
		run_checks: checks,
		candidate: {
			fingerprint: measured.fingerprint,
			...measured.workload !== void 0 && { workload_hash: measured.workload.hash },
			simulated,
			config: config.document
		},
		...measured.channel !== void 0 && { channel: measured.channel.report },
		...baseline !== void 0 && { baseline: {
			source: config.compare.baseline,
			...baseline
		} },
		...measured.host !== void 0 && { host: measured.host },
		...measured.engine_log !== void 0 && { engine_log: measured.engine_log },
		...measured.failure !== void 0 && { failure: measured.failure }
	});
	return {
		schema: "instinct-gate/result",
		schema_version: 1,
		tool_version: request.tool_version,
		run_id: request.run_id,
		attempt: request.attempt,
		earlier_attempts: request.earlier_attempts,
		started_at: started.iso,
		ended_at: ports.clock.now_iso(),
		wall_s: seconds$2(ports.clock.now_ns() - started.ns),
		...measured.gpu_seconds !== void 0 && { gpu_minutes: measured.gpu_seconds / 60 },
		...config.report.title !== void 0 && { title: config.report.title },
		simulated,
		detail: config.report.detail,
		config: config.document,
		plan,
		engine: measured.engine,
		...measured.channel !== void 0 && { channel: measured.channel.report },
		fingerprint: measured.fingerprint,
		...measured.workload !== void 0 && { workload: measured.workload },
		...measured.warmup !== void 0 && { warmup: measured.warmup },
		...measured.host !== void 0 && { host: measured.host },
		...measured.pins !== void 0 && { pins: measured.pins },
		rungs: measured.rungs.map((rung) => rung.result),
		checks,
		comparison: judgement.comparison,
		cells: judgement.cells,
		findings: [...judgement.findings, ...unsetKnobFindings(config.engine)],
		capacity: judgement.capacity,
		...judgement.knee !== void 0 && { knee: judgement.knee },
		verdict: judgement.verdict,
		reproduce: request.reproduce
	};
}
/** Before anything boots: a baseline that cannot be read costs no GPU minute to find out. */
async function readBaseline({ config }, ports) {
	if (config.compare.baseline === "none") return void 0;
	const baseline = await ports.baseline.read(config.compare.baseline);
	for (const { path, reason } of baseline.unreadable) ports.log.warning(`baseline ${path}: ${reason}`);
	ports.log.info(`baseline: ${baseline.results.length} readable result(s) in ${config.compare.baseline}`);
	return baseline;
}
/** Boots, proves, warms and climbs; whatever happens, the engine is stopped and what was seen is kept. */
async function measure(given, ports, plan) {
	const measured = {
		rungs: [],
		checks: [],
		fingerprint: {},
		engine: {
			kind: given.config.engine.kind,
			leftovers: 0
		}
	};
	const rungs = planRungs(given.config.load);
	let engine;
	let site;
	try {
		site = await enterSite(given.config, plan.gpus, given.signal, ports);
		const { host, checks } = siteEvidence(site.report, given.config);
		measured.host = host;
		measured.checks.push(...checks);
		measured.fingerprint = site.fingerprint;
		requirePins(given, measured, "before_boot");
		const request = later(given, site.report.waited_s);
		const booting = ports.clock.now_ns();
		engine = await boot(request, ports, site);
		measured.engine = engine.report();
		measured.fingerprint = merged(site.fingerprint, engine.fingerprint);
		const stop = stopSignals(request, ports, {
			engine,
			site,
			plan,
			booting
		});
		try {
			const channel = await prove(request, ports, engine, stop.signal);
			measured.channel = channel;
			measured.fingerprint = merged(measured.fingerprint, channel.fingerprint);
			requirePins(request, measured, "after_boot");
			const workload = await prepare$1(request, ports, channel, rungs, stop.signal);
			measured.workload = workload.report;
			measured.warmup = await warm(request, ports, channel, workload, stop.signal);
			await climb(request, ports, {
				engine,
				site,
				channel,
				workload,
				rungs,
				measured,
				signal: stop.signal,
				on_alarm: stop.alarm
			});
			await proveAgain(request, ports, {
				engine,
				channel,
				site,
				measured
			});
		} finally {
			stop.dispose();
			if (plan.gpus !== void 0) measured.gpu_seconds = seconds$2(ports.clock.now_ns() - booting) * plan.gpus;
		}
	} catch (error) {
		const after_first_request = measured.rungs.some(({ result }) => result.sent > 0);
		measured.failure = asFailure(error, given, engine, after_first_request);
	} finally {
		const cancelled = given.signal.aborted;
		try {
			if (engine !== void 0) {
				if (measured.rungs.some(({ result }) => result.failed > 0)) measured.engine_log = logOf(engine);
				measured.engine = await engine.stop(cancelled ? { grace_s: CANCELLED_GRACE_S } : {});
			}
		} finally {
			if (site !== void 0) {
				const left = await leaveSite(site, cancelled, ports);
				measured.host = siteEvidence(left, given.config).host;
			}
		}
	}
	for (const rung of rungs.slice(measured.rungs.length)) {
		const code = measured.failure?.code ?? "not_run";
		const reason = measured.failure?.message ?? "the run ended before this rung";
		measured.rungs.push({
			result: notRun(rung, code, reason),
			records: []
		});
	}
	return measured;
}
async function boot({ config, signal }, ports, { gpus }) {
	ports.log.group(`Engine: ${config.engine.kind}`);
	const engine = await ports.engine.boot({
		engine: config.engine,
		service: config.service,
		gpus,
		signal
	});
	const { boot_s } = engine.report();
	ports.log.info(boot_s === void 0 ? "engine: not started by us" : `engine: ready after ${boot_s.toFixed(1)} s`);
	return engine;
}
/** Smallest request first; what answers is what will be measured. */
async function prove({ config }, ports, engine, signal) {
	const connection = await ports.connect(engine.base_url);
	const channel = await ports.probe.probe({
		connection,
		service: config.service,
		load: config.load,
		...engine.model_id !== void 0 && { engine_model: engine.model_id },
		signal
	});
	ports.log.info(`channel: ${channel.report.path}, model ${channel.report.model_id}`);
	for (const note of channel.report.notes) ports.log.info(`channel: ${note}`);
	return channel;
}
/** Pins against what is known so far. A pin that does not hold ends the run: whatever it measured is something else. */
function requirePins({ config }, measured, when) {
	const known = (field) => measured.fingerprint[field]?.value !== void 0;
	const only = when === "before_boot" ? known : void 0;
	const pins = checkPins(config.pins, measured.fingerprint, when, only);
	if (pins.length > 0) measured.pins = pins;
	const broken = pins.filter(({ state }) => state !== "match");
	const [first] = broken;
	if (first === void 0) return;
	const more = broken.length === 1 ? "" : ` (and ${broken.length - 1} more)`;
	const unreadable = broken.every(({ state }) => state === "unreadable");
	throw new NotAsAsked({
		code: unreadable ? "pin_unreadable" : "pin_mismatch",
		message: `${pinText(first)}${more}`,
		hint: pinHint(first),
		...broken.length > 1 && { evidence: broken.map((pin) => pinText(pin)) }
	});
}
/** After the last rung: the same server, the same versions, and nobody else on the GPUs. */
async function proveAgain(request, ports, { engine, channel, site, measured }) {
	const [identity, ownership, alone] = await Promise.all([
		ports.probe.identity(channel),
		engine.ownership?.(),
		stillAlone(site, ports)
	]);
	measured.checks.push(stillOurs(channel.report, {
		...identity,
		...ownership !== void 0 && { ownership }
	}), ...alone === void 0 ? [] : [alone]);
	const version = identity.server_version;
	const before = measured.fingerprint["vllm"];
	if (version !== void 0 && before?.value !== void 0) {
		const vllm = {
			...before,
			value: version
		};
		requirePins(request, {
			...measured,
			fingerprint: {
				...measured.fingerprint,
				vllm
			}
		}, "after_ladder");
	}
}
async function prepare$1({ config, run_id }, ports, channel, rungs, signal) {
	const workload = await ports.workload.build({
		load: config.load,
		channel,
		rungs,
		salt: run_id,
		signal
	});
	ports.log.info(`workload: ${workload.report.dataset_name}, hash ${workload.report.hash.slice(0, 12)}`);
	return workload;
}
async function warm({ config }, ports, channel, workload, signal) {
	ports.log.group("Warm-up");
	const rate = Math.max(...config.load.request_rates);
	const max_s = config.load.warmup.max_s;
	const report = await ports.load.warm({
		channel,
		load: config.load,
		workload,
		rate,
		max_s,
		signal,
		...maxInFlight(config.engine)
	});
	ports.log.info(`warm-up: ${report.message}`);
	return report;
}
async function climb(request, ports, ladder) {
	ports.log.group("Ladder");
	const telemetry = await ports.output.telemetry();
	try {
		await climbRungs(request, ports, ladder, telemetry);
	} finally {
		await telemetry.close();
	}
}
/** Rung by rung, lowest rate first; a rung that had to be stopped ends the climb. */
async function climbRungs(request, ports, ladder, telemetry) {
	const { engine, channel, rungs, measured, signal } = ladder;
	for (const [position, rung] of rungs.entries()) {
		if (position > 0) await settle(request, ports, ladder, rung);
		signal.throwIfAborted();
		requireTime(request, ports, rung);
		const climbed = await climbRung(request, ports, ladder, rung, telemetry);
		ports.log.info(rungLine(climbed));
		if (engine.death !== void 0) throw engineDied(engine);
		if (climbed.state !== "stopped") continue;
		const alarm = alarmOf(signal);
		if (alarm !== void 0) throw await whyAlarmed(alarm, engine, climbed);
		signal.throwIfAborted();
		if (!await ports.probe.alive(channel)) throw await whyStopped(engine, climbed);
		for (const later of rungs.slice(position + 1)) {
			const reason = `the rung at ${rung.rate} req/s had to be stopped: ${climbed.state_reason ?? ""}`;
			measured.rungs.push({
				result: notRun(later, "earlier_rung_stopped", reason),
				records: []
			});
		}
		return;
	}
	if (!await ports.probe.alive(channel)) throw await whyStopped(engine, measured.rungs.at(-1)?.result);
}
/** Cool-down to an idle engine, then a short wave so that the next rung does not start cold. */
async function settle({ config }, ports, ladder, next) {
	const { channel, workload, measured, signal } = ladder;
	if (await ports.telemetry.idle({
		channel,
		max_s: COOL_DOWN_MAX_S,
		signal
	}) === false) measured.checks.push({
		rule: "idle_between_rungs",
		state: "unknown",
		required: false,
		message: `the engine still ran requests ${COOL_DOWN_MAX_S} s after the rung before ${next.rate} req/s`
	});
	if (config.load.warmup.max_s === 0) return;
	const max_s = Math.min(WAVE_MAX_S, config.load.warmup.max_s);
	await ports.load.wave({
		channel,
		load: config.load,
		workload,
		rate: next.rate,
		max_s,
		signal,
		...maxInFlight(config.engine)
	});
}
/**
* Measures one rung and keeps it. A file that cannot be written (a full disk) ends the rung at once; what was measured
* until then is kept before the failure is thrown.
*/
async function climbRung(request, ports, ladder, rung, telemetry) {
	const { config } = request;
	const { channel, workload, site, signal } = ladder;
	const requests = workload.requests(rung);
	const schedule = makeSchedule({
		arrival: config.load.arrival,
		rate: rung.rate,
		num_prompts: rung.num_prompts,
		burstiness: config.load.burstiness,
		seed: config.load.seed
	});
	const sink = await ports.output.records(rung);
	const onBroken = () => ports.log.warning(`the rung is stopped: ${sink.broken.reason.message}`);
	sink.broken.addEventListener("abort", onBroken, { once: true });
	const sample = await ports.telemetry.sample({
		channel,
		gpus: site.gpus,
		on_alarm: ladder.on_alarm,
		on_row: (row) => telemetry.write(rung, row)
	});
	let run;
	const from = ports.clock.now_ns();
	try {
		run = await ports.load.run({
			rung,
			schedule,
			requests,
			channel,
			load: config.load,
			signal: AbortSignal.any([signal, sink.broken]),
			on_record: (record) => sink.write(record),
			on_progress: (seen) => {
				sample.client(seen);
				ports.log.progress(`rung ${rung.rate} req/s: ${seen.done}/${rung.num_prompts} done, ${seen.sent} sent, ${seen.in_flight} in flight, ${seen.failed} failed, ${seen.elapsed_s.toFixed(0)} s`);
			}
		});
	} finally {
		await sink.close();
	}
	const to = ports.clock.now_ns();
	const { server, gpus, build_lines } = await sample.stop({ hurry: signal.aborted });
	const stopped = stopReason(signal) ?? run.stopped;
	const result = summariseRung({
		rung,
		schedule,
		run: {
			...run,
			...stopped !== void 0 && { stopped }
		},
		engine_kind: config.engine.kind,
		strict: config.validity.strict,
		percentiles: percentilesOf([...config.budgets.map((budget) => budget.metric), ...config.compare.metrics]),
		lengths: workload.report.lengths,
		...config.load.length_buckets !== void 0 && { bucket_edges: config.load.length_buckets },
		...server !== void 0 && { server },
		...build_lines !== void 0 && { build_lines },
		...gpus === void 0 ? site.without_gpus && { gpus: "none" } : { gpus: {
			...gpus,
			gpus: site.gpus,
			from_ns: Number(from),
			to_ns: Number(to)
		} },
		...workload.report.prefix_tokens !== void 0 && { prefix_tokens: workload.report.prefix_tokens }
	});
	ladder.measured.rungs.push({
		result,
		records: run.records
	});
	sink.broken.throwIfAborted();
	const identity = {
		date: vllmDate(ports.clock.now_iso()),
		backend: config.service.backend,
		model_id: channel.report.model_id,
		burstiness: config.load.burstiness,
		...config.load.max_concurrency !== void 0 && { max_concurrency: config.load.max_concurrency }
	};
	await ports.output.rungFile(rung, rungFile(result, identity));
	return result;
}
function maxInFlight(engine) {
	return engine.kind !== "external" && engine.max_num_seqs !== void 0 ? { max_in_flight: engine.max_num_seqs } : {};
}
/** Which models the answers of the ladder named, beside the one that answered the probe. */
function servedModels$1({ channel, rungs }) {
	const probe = channel?.report.answered_model;
	if (probe === void 0 || rungs.every(({ records }) => records.length === 0)) return {};
	const others = rungs.flatMap(({ records }) => records.flatMap(({ model }) => model ?? []));
	const [example] = others;
	return { models: {
		probe,
		others: others.length,
		...example !== void 0 && { example }
	} };
}
function isSimulated(measured) {
	const version = measured.channel?.report.server_version ?? "";
	return measured.engine.kind === "simulator" || version.includes("simulated");
}
function rungLine(rung) {
	const ttft = rung.metrics["median_ttft_ms"];
	const served = rung.metrics["served_rate"];
	const parts = [
		`rung ${rung.rate} req/s (${rung.kind}): ${rung.completed}/${rung.planned} completed`,
		ttft === void 0 ? "TTFT p50 unknown" : `TTFT p50 ${ttft.toFixed(0)} ms`,
		served === void 0 ? "served rate unknown" : `served ${served.toFixed(2)} req/s`
	];
	if (rung.state !== "measured") parts.push(`${rung.state}: ${rung.state_reason ?? ""}`);
	return parts.join(", ");
}
/** The later reading wins where it is one: an unknown field hides nothing that is known. */
function merged(earlier, later) {
	const known = Object.entries(later).filter(([name, { value }]) => value !== void 0 || earlier[name]?.value === void 0);
	return {
		...earlier,
		...Object.fromEntries(known)
	};
}
function later(request, waited_s) {
	return request.deadline_ns === void 0 ? request : {
		...request,
		deadline_ns: request.deadline_ns + BigInt(Math.round(waited_s * 1e9))
	};
}
/** vLLM writes YYYYMMDD-HHMMSS; ours is UTC. */
function vllmDate(iso) {
	return iso.slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "-");
}

// src/attempts.ts
/**
* Failures that a second try can change. A wrong key or model stays wrong, and a server that died under load is a
* statement about the server.
*/
const WORTH_A_RETRY = /* @__PURE__ */ new Set([
	"connection_refused",
	"engine_unhealthy",
	"network",
	"port_taken",
	"proxy_unreachable",
	"reset",
	"server_error",
	"startup_stalled",
	"timeout",
	"unreachable"
]);
/** Runs the gate, again where `limits.retries` allows and it can help, and leaves every attempt's files on disk. */
async function runWithRetries(request) {
	const { config, log, signal } = request;
	const begun = process.hrtime.bigint();
	const limit = config.limits.max_minutes;
	const deadline_ns = limit === void 0 ? void 0 : begun + BigInt(Math.round(limit * 6e10));
	const earlier = [];
	for (;;) {
		const output = await request.openOutput();
		const previous = earlier.at(-1);
		if (previous !== void 0 && output.moved_to !== void 0) earlier[earlier.length - 1] = {
			...previous,
			out: basename(output.moved_to)
		};
		const measured = await gate({
			config,
			run_id: randomUUID(),
			tool_version: request.tool_version,
			attempt: earlier.length + 1,
			earlier_attempts: [...earlier],
			reproduce: request.reproduce,
			...deadline_ns !== void 0 && { deadline_ns },
			signal
		}, request.wire(output));
		const { path, masked: result } = await output.writeResult(measured);
		const files = {
			...await request.writeReports(output.folder, result),
			result: path
		};
		await output.finish();
		const spent_ns = process.hrtime.bigint() - begun;
		const another = earlier.length < config.limits.retries && worthARetry(result) && !signal.aborted;
		const fits = deadline_ns === void 0 || begun + 2n * spent_ns < deadline_ns;
		if (!another || !fits) return {
			result,
			folder: output.folder,
			files
		};
		log.warning(`${result.verdict.sentence}: measuring once more (limits.retries ${config.limits.retries})`);
		earlier.push({
			verdict: result.verdict.verdict,
			sentence: result.verdict.sentence,
			out: basename(output.folder)
		});
	}
}
function worthARetry(result) {
	const { verdict, code } = result.verdict;
	if (code === "pin_mismatch" || code === "pin_unreadable") return false;
	return verdict === "invalid" || verdict === "error" && WORTH_A_RETRY.has(code);
}

// src/report/escape.ts
const ZERO_WIDTH_SPACE = "​";
/** Longest running text, for example the message of a finding. */
const TEXT_LENGTH = 600;
/**
* One line of visible text, at most `max` characters (code points): no control or format characters (bidi
* overrides, zero-width ones, lone surrogates), white space collapsed.
*/
function visible(text, max = TEXT_LENGTH) {
	const clean = text.slice(0, max * 8).replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").replace(/[\p{Cf}\p{Cs}\p{Cn}\p{Co}]/gu, "").replace(/ +/g, " ").trim();
	const points = [...clean];
	if (points.length <= max) return clean;
	return `${points.slice(0, max - 1).join("")}…`;
}
/**
* GitHub Markdown in which the text stands as it is, also inside a table cell. Mentions, references (#12,
* GH-12), URLs and e-mail addresses are broken by a zero-width space because GitHub looks for them after
* rendering, where a backslash or an entity does not help.
*/
function markdown(text, max = TEXT_LENGTH) {
	return (visible(text, max) || "–").replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/[\\`*[\]~|$]/g, "\\$&").replace(/(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, "\\_").replace(/@(?=\S)/g, `@${ZERO_WIDTH_SPACE}`).replace(/#(?=[A-Za-z0-9])/g, `#${ZERO_WIDTH_SPACE}`).replace(/\bGH-(?=\d)/gi, `$&${ZERO_WIDTH_SPACE}`).replace(/:\/\//g, `:${ZERO_WIDTH_SPACE}//`).replace(/\bwww\./gi, `www${ZERO_WIDTH_SPACE}.`).replace(/^(?=[-+=#:])/, "\\").replace(/^(\d+)(?=[.)](?:\s|$))/, "$1\\");
}
/** A fenced block of one line; the fence is longer than any run of backticks inside. */
function fenced(text, max = 4e3) {
	const line = visible(text, max);
	const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
	const fence = "`".repeat(Math.max(3, longest + 1));
	return `${fence}sh\n${line}\n${fence}`;
}
/** A Markdown link of our own to an http(s) address; plain label when the address is not one. */
function link(label, url) {
	if (url === void 0 || !/^https?:\/\/[^\s<>"'`\\|()[\]]+$/.test(url)) return label;
	return `[${label}](${url})`;
}
/** Text of an HTML or XML element or attribute. Characters that XML 1.0 does not know are gone. */
function html(text, max = TEXT_LENGTH) {
	return visible(text, max).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;").replace(/'/g, "&#39;");
}
/** Text for a terminal or a job log: no escape sequences and nothing that a runner takes as a command. */
function plain(text, max = TEXT_LENGTH) {
	return visible(text, max).replace(/:(?=:)/g, ": ").replace(/##\[/g, "## [");
}

// src/report/units.ts
/** Shown where a number does not exist. */
const ABSENT = "–";
const LATENCY = /^(mean|median|std|p\d{1,2}(?:\.\d+)?)_(ttft_visible|ttft|tpot|itl|e2el)_ms$/;
const NAMED = {
	request_throughput: {
		label: "Request throughput",
		unit: "req/s"
	},
	request_goodput: {
		label: "Goodput",
		unit: "req/s"
	},
	output_throughput: {
		label: "Output tokens",
		unit: "tokens/s"
	},
	total_token_throughput: {
		label: "Total tokens",
		unit: "tokens/s"
	},
	mean_tps: {
		label: "Tokens/s per request",
		unit: "tokens/s"
	},
	served_rate: {
		label: "Served rate",
		unit: "req/s"
	},
	error_rate: {
		label: "Error rate",
		unit: "share"
	},
	completed: {
		label: "Completed",
		unit: "count"
	},
	capacity: {
		label: "Capacity",
		unit: "req/s"
	}
};
/** Label and unit of a metric; an unknown one keeps its name and counts as a bare number. */
function metricName(metric) {
	const match = LATENCY.exec(metric);
	if (match === null) return (Object.hasOwn(NAMED, metric) ? NAMED[metric] : void 0) ?? {
		label: metric,
		unit: "count"
	};
	const [, statistic = "", name = ""] = match;
	return {
		label: `${name === "ttft_visible" ? "TTFT (visible)" : name.toUpperCase()} ${statistic === "median" ? "p50" : statistic}`,
		unit: "ms"
	};
}
/** The number alone, as it stands below a header that names the unit. */
function bare(value, unit, extra = 0) {
	if (value === void 0 || !Number.isFinite(value)) return "–";
	const digits = (count) => value.toFixed(Math.min(20, count + extra));
	switch (unit) {
		case "ms": return digits(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);
		case "req/s": return digits(2);
		case "tokens/s": return digits(Math.abs(value) >= 100 ? 0 : 1);
		case "share": return `${(value * 100).toFixed(Math.min(20, 1 + extra))} %`;
		case "count": return Number.isInteger(value) ? String(value) : digits(2);
	}
}
/** Two different numbers never look the same: 400.3 against a limit of 400 is not "400 against 400". */
function unlike(value, limit, unit) {
	for (let extra = 0; extra < 12; extra += 1) {
		const pair = [bare(value, unit, extra), bare(limit, unit, extra)];
		if (pair[0] !== pair[1] || value === limit) return pair;
	}
	return [String(value), String(limit)];
}
/** Relative change of a value against a baseline, "+52 %" or "-3.1 %"; a baseline of 0 has none. */
function change(value, baseline) {
	if (value === void 0 || baseline === void 0) return "–";
	if (!Number.isFinite(value) || !Number.isFinite(baseline)) return "–";
	if (baseline === 0) return "n/a (baseline 0)";
	const ratio = value / baseline - 1;
	return hugeChange(ratio) ?? signedPercent(ratio);
}
/** A share as "10 %". */
const percent = (ratio) => ratio === void 0 || !Number.isFinite(ratio) ? "–" : hugeChange(ratio) ?? `${Number((ratio * 100).toFixed(1))} %`;
/** "+52 %"; one decimal below 10 %. */
function signedPercent(ratio) {
	if (ratio === void 0 || !Number.isFinite(ratio)) return "–";
	const huge = hugeChange(ratio);
	if (huge !== void 0) return huge;
	const percent = ratio * 100;
	const text = Math.abs(percent).toFixed(Math.abs(percent) < 9.95 ? 1 : 0);
	if (Number(text) === 0) return "±0 %";
	return `${percent < 0 ? "-" : "+"}${text} %`;
}
/** Seconds as "42 s", "12 min" or "3.2 h". */
function duration(seconds) {
	if (seconds === void 0 || !Number.isFinite(seconds)) return "–";
	if (seconds < 120) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
	if (seconds < 7200) return `${(seconds / 60).toFixed(0)} min`;
	return `${(seconds / 3600).toFixed(1)} h`;
}
/** A rate as people write it: 4, 0.5. */
const rateText = (rate) => String(Number(rate.toPrecision(6)));

// src/report/not-run.ts
/** Findings about rungs that were not run, each kind told once where there are several; all others as they are. */
function withoutRepeats({ findings, rungs }) {
	const groups = Map.groupBy(findings, (finding) => groupOf(finding, rungs));
	return findings.flatMap((finding) => {
		const key = groupOf(finding, rungs);
		const group = groups.get(key) ?? [];
		if (key === void 0 || group.length < 2) return [finding];
		return group[0] === finding ? [together(finding, group, rungs)] : [];
	});
}
/** Absent: not about a rung that was not run. */
function groupOf(finding, rungs) {
	const { kind, rate, run, verdict, exploring } = finding;
	if (rate === void 0 || kind !== "completeness" && kind !== "budget" && kind !== "comparison") return;
	const own = rungs.filter((rung) => rung.rate === rate && (run === void 0 || rung.run === run));
	if (own.length === 0 || own.some(({ state }) => state !== "not_run")) return;
	return JSON.stringify([
		kind,
		verdict,
		exploring === true
	]);
}
function together(first, group, rungs) {
	const { rate: _rate, run: _run, metric: _metric, hint: _hint, ...shared } = first;
	return {
		...shared,
		message: textOf$5(first, group, rungs)
	};
}
function textOf$5(first, group, rungs) {
	const count = group.length;
	if (first.kind === "budget") return `${count} budget checks are not decided: their rungs were not run`;
	if (first.kind === "comparison") return `${count} comparisons are not decided: their rungs were not run`;
	const rates = new Set(group.flatMap(({ rate }) => rate ?? []));
	const reasons = new Set(rungs.filter(({ rate, state }) => rates.has(rate) && state === "not_run").map((rung) => rung.state_reason));
	const [reason] = reasons;
	const because = reasons.size === 1 && reason !== void 0 ? `: ${reason}` : "";
	return `${count} ${first.exploring === true ? "exploring" : "gating"} rungs were not run (${[...rates].map(rateText).join(", ")} req/s)${because}`;
}

// src/report/texts.ts
/** Read without colour: the word always stands beside it. */
const SYMBOL = {
	pass: "✅",
	fail: "❌",
	inconclusive: "❔",
	invalid: "⚠️",
	error: "🛑"
};
/** The worst first, as for the whole run. */
const WORST_FIRST = [
	"error",
	"invalid",
	"fail",
	"inconclusive",
	"pass"
];
const TEXT = {
	product: "instinct-gate",
	simulated: "SIMULATED: every number here comes from the engine simulator, not from a GPU.",
	unknown: "unknown",
	notJudged: "not judged",
	exploring: "exploring",
	notRun: "not run",
	baselineArrow: "→",
	decided: "What decided",
	checks: "All checks",
	environment: "Environment",
	validity: "Validity",
	failures: "Failed requests",
	reproduce: "Reproduce locally",
	differences: "Differences from the baseline",
	rungDetails: "More per rung",
	gpus: "GPUs and energy",
	nothingElse: "Every judged cell passed.",
	noRungs: "No rung was measured.",
	allValid: "Every validity check that could be made is valid.",
	shortened: (what) => `Shortened to fit into a comment: ${what} left out. Everything is in report.html and result.json.`,
	more: (count) => `${count} more in report.html and result.json.`
};
/** Verdict and reason: the first line of every report. */
function headline(result) {
	const { verdict, sentence } = result.verdict;
	const first = sentence.toLowerCase().startsWith(verdict) ? sentence : `${verdict}: ${sentence}`;
	const open = undecidedBudgets(result);
	return `${first}${open.length === 0 || /NOT DECIDED/.test(first) ? "" : `; NOT DECIDED: ${open.join(", ")}`}${isUnproven(result) && !/not proven/.test(first) ? "; environment not proven" : ""}`;
}
function undecidedBudgets(result) {
	const cells = result.cells.filter((cell) => cell.kind === "budget" && cell.verdict === "inconclusive");
	const names = [...new Set(cells.map((cell) => cell.expression ?? cell.metric))];
	return names.length > 3 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
}
/** A pass although a field of the fingerprint was unknown on both sides. */
function isUnproven(result) {
	return result.verdict.verdict === "pass" && result.comparison.unknown_on_both.length > 0;
}
/** "8" or "8 (run 2)". */
const rungLabel = ({ rate, run }) => `${rateText(rate)}${run > 1 ? ` (run ${run})` : ""}`;
/** "8 req/s", with run and kind where they matter. */
function rungPlace({ rate, run, kind }) {
	const repeat = run > 1 ? `, run ${run}` : "";
	return `${rateText(rate)} req/s${repeat}${kind === "exploring" ? ", exploring" : ""}`;
}
/** Two statements in a row, with a full stop between them. */
function sentences(first, second) {
	if (second === void 0 || second === "") return first;
	return `${first.replace(/\s+$/, "")}${/[.!?:;]\s*$/.test(first) ? "" : "."} ${second}`;
}
const completedText = (rung) => rung.state === "not_run" ? TEXT.notRun : `${rung.completed}/${rung.planned}`;
/** What a cell checks: the budget as written, or the metric. */
function checkName(cell) {
	if (cell.expression !== void 0) return cell.expression;
	if (cell.kind === "completeness") return "all requests completed";
	const { label } = metricName(cell.metric);
	return cell.kind === "comparison" ? `${label} against the baseline` : label;
}
/** Where a cell is: "8 req/s" or "ladder". */
const cellPlace = (cell) => cell.rate === void 0 ? "ladder" : `${rateText(cell.rate)} req/s`;
/** What was compared, in one sentence. */
function comparisonText(result) {
	const { message, learning } = result.comparison;
	return learning === void 0 ? message : `${message} (learning ${learning})`;
}
/** The capacity under the budgets, in one sentence. */
const capacityText = ({ capacity: { message } }) => /^capacity\b/i.test(message) ? message : `capacity: ${message}`;
/** How many cells were judged. */
function cellCounts(result) {
	const count = (kind) => result.cells.filter((cell) => cell.kind === kind).length;
	const rungs = result.rungs.filter((rung) => rung.kind === "gating").length;
	return `${rungs} gating ${rungs === 1 ? "rung" : "rungs"}; judged: completeness ${count("completeness")}, budgets ${count("budget")}, comparisons ${count("comparison")}.`;
}
/** Who made this report, when and at what cost. */
function footer(result) {
	const gpu = result.gpu_minutes === void 0 ? "" : `, ${result.gpu_minutes.toFixed(1)} GPU minutes`;
	const attempt = result.attempt > 1 ? `, attempt ${result.attempt}` : "";
	return `${TEXT.product} ${result.tool_version}, run ${result.run_id}${attempt}, ${duration(result.wall_s)}${gpu}, exit code ${result.verdict.exit_code}`;
}

// src/report/facts.ts
const ENVIRONMENT = [
	{
		name: "GPU",
		fields: ["gpu", "gpu_product"]
	},
	{
		name: "GPU count",
		fields: ["gpu_count"]
	},
	{
		name: "Architecture",
		fields: ["arch"]
	},
	{
		name: "ROCm",
		fields: ["rocm"]
	},
	{
		name: "vLLM",
		fields: ["vllm"]
	},
	{
		name: "Precision",
		fields: ["dtype"]
	},
	{
		name: "Tensor parallel",
		fields: ["tensor_parallel_size", "tp"]
	},
	{
		name: "Model",
		fields: ["model", "model_id"]
	},
	{
		name: "Model revision",
		fields: ["model_revision", "revision"]
	}
];
/** Hardware, ROCm, vLLM, precision, TP and model. What was not read is unknown, never left out. */
function environment(result) {
	const rows = ENVIRONMENT.map(({ name, fields }) => {
		const field = fields.map((each) => own(result.fingerprint, each)).find((each) => each?.value !== void 0);
		if (field?.value !== void 0) return {
			name,
			value: String(field.value),
			source: field.source
		};
		const channel = name === "Model" ? result.channel?.model_id : void 0;
		if (channel !== void 0) return {
			name,
			value: channel,
			source: "channel"
		};
		const reason = fields.map((each) => own(result.fingerprint, each)?.source).find((each) => each !== void 0);
		return {
			name,
			value: TEXT.unknown,
			...reason !== void 0 && { source: reason }
		};
	});
	const workload = result.workload;
	return [
		...rows,
		{
			name: "Engine",
			value: result.engine.kind
		},
		...pinned(result),
		...waited(result),
		...workload === void 0 ? [] : [{
			name: "Workload",
			value: `${workload.dataset_name}, ${workload.lengths} lengths`
		}]
	];
}
/** engine.pins and how each of them came out. */
function pinned({ pins = [] }) {
	if (pins.length === 0) return [];
	const state = {
		match: "as pinned",
		mismatch: "NOT as pinned",
		unreadable: "not readable"
	};
	return [{
		name: "Pins",
		value: pins.map(({ field, expected, state: found }) => `${field} ${expected}: ${state[found]}`).join("; ")
	}];
}
/** Waiting costs wall time, not GPU minutes. */
function waited({ host }) {
	if (host === void 0 || host.waited_s < 1) return [];
	return [{
		name: "Waited for GPUs",
		value: `${host.waited_s.toFixed(0)} s`,
		source: host.lock.message
	}];
}
/** Every other field of the fingerprint. */
function otherFields(result) {
	const shown = new Set(ENVIRONMENT.flatMap(({ fields }) => fields));
	return Object.entries(result.fingerprint).filter(([name]) => !shown.has(name)).sort(([a], [b]) => a < b ? -1 : 1).map(([name, { value, source }]) => ({
		name,
		value: value === void 0 ? TEXT.unknown : String(value),
		source
	}));
}
/** Checks that are invalid or unknown, the invalid and the required ones first; equal ones in one note. */
function validityNotes(result) {
	const all = [...result.checks.map((check) => ({
		place: "run",
		check
	})), ...result.rungs.flatMap((rung) => rung.checks.map((check) => ({
		place: rungPlace(rung),
		check
	})))].filter(({ check }) => check.state === "invalid" || check.state === "unknown");
	const equal = Map.groupBy(all, ({ check: { rule, state, required, message } }) => JSON.stringify([
		rule,
		state,
		required,
		message
	]));
	const weight = ({ check }) => check.state === "invalid" ? 0 : check.required ? 1 : 2;
	return [...equal.values()].flatMap((notes) => {
		const first = notes[0];
		return first === void 0 ? [] : [{
			place: joined(notes.map(({ place }) => place)),
			check: first.check
		}];
	}).sort((a, b) => weight(a) - weight(b));
}
/** "2 req/s", "4 req/s" → "2, 4 req/s". */
const joined = (places) => places.map((place, at) => at < places.length - 1 ? place.replace(/ req\/s$/, "") : place).join(", ");
/** Findings as they decided: the verdict of the whole first, then the other verdicts, then what is only shown. */
function rankedFindings(result) {
	const severity = [
		"error",
		"warning",
		"notice"
	];
	const weight = (finding) => {
		if (finding.exploring === true) return 30 + severity.indexOf(finding.severity);
		if (finding.verdict === void 0) return 20 + severity.indexOf(finding.severity);
		if (finding.verdict === result.verdict.verdict) return finding.code === result.verdict.code ? 0 : 1;
		return 2 + WORST_FIRST.indexOf(finding.verdict);
	};
	return withoutRepeats(result).toSorted((a, b) => weight(a) - weight(b));
}
/** Cells with the undecided and broken ones first. */
function rankedCells(result) {
	const weight = (cell) => WORST_FIRST.indexOf(cell.verdict);
	return result.cells.toSorted((a, b) => weight(a) - weight(b));
}
/** "8 req/s, run 2" of a finding; undefined when it is about the whole run. */
function findingPlace(finding) {
	if (finding.rate === void 0) return void 0;
	const run = finding.run === void 0 || finding.run === 1 ? "" : `, run ${finding.run}`;
	return `${rateText(finding.rate)} req/s${run}${finding.exploring === true ? ", exploring" : ""}`;
}
/** One line per rung and failure class, where no finding has told it with its examples already. */
function failureLines(result) {
	const told = result.findings.filter(({ kind, evidence }) => kind === "completeness" && evidence !== void 0);
	return result.rungs.filter((rung) => !told.some(({ rate, run }) => rate === rung.rate && (run ?? 1) === rung.run)).flatMap((rung) => rung.failures.map(({ class: kind, count, example }) => {
		const said = example === void 0 ? "" : `: ${example}`;
		return `${rungPlace(rung)}: ${count} of ${rung.sent} ${kind}${said}`;
	}));
}
/** Why rungs were cut short or never started. */
function stopLines(result) {
	return result.rungs.filter((rung) => rung.state !== "measured").map((rung) => {
		const what = rung.state === "not_run" ? "not run" : `stopped after ${rung.sent} of ${rung.planned} requests`;
		const why = rung.state_reason ?? rung.state_code;
		return `${rungPlace(rung)}: ${what}${why === void 0 ? "" : `: ${why}`}`;
	});
}
/** One line without markup, for an output, a log or a title. */
const summaryLine = (result) => `${headline(result)}${result.simulated ? " (SIMULATED)" : ""}`;
function own(record, key) {
	return Object.hasOwn(record, key) ? record[key] : void 0;
}

// node_modules/markdown-table/index.js
/**
* @typedef {Options} MarkdownTableOptions
*   Configuration.
*/
/**
* @typedef Options
*   Configuration.
* @property {boolean | null | undefined} [alignDelimiters=true]
*   Whether to align the delimiters (default: `true`);
*   they are aligned by default:
*
*   ```markdown
*   | Alpha | B     |
*   | ----- | ----- |
*   | C     | Delta |
*   ```
*
*   Pass `false` to make them staggered:
*
*   ```markdown
*   | Alpha | B |
*   | - | - |
*   | C | Delta |
*   ```
* @property {ReadonlyArray<string | null | undefined> | string | null | undefined} [align]
*   How to align columns (default: `''`);
*   one style for all columns or styles for their respective columns;
*   each style is either `'l'` (left), `'r'` (right), or `'c'` (center);
*   other values are treated as `''`, which doesn’t place the colon in the
*   alignment row but does align left;
*   *only the lowercased first character is used, so `Right` is fine.*
* @property {boolean | null | undefined} [delimiterEnd=true]
*   Whether to end each row with the delimiter (default: `true`).
*
*   > 👉 **Note**: please don’t use this: it could create fragile structures
*   > that aren’t understandable to some markdown parsers.
*
*   When `true`, there are ending delimiters:
*
*   ```markdown
*   | Alpha | B     |
*   | ----- | ----- |
*   | C     | Delta |
*   ```
*
*   When `false`, there are no ending delimiters:
*
*   ```markdown
*   | Alpha | B
*   | ----- | -----
*   | C     | Delta
*   ```
* @property {boolean | null | undefined} [fillRows=true]
*   Whether to fill rows with empty cells up to the most cells in a row
*   (default: `true`).
*
*   When `true`, all rows have as many cells as the longest row:
*
*   ```markdown
*   | Alpha | B    |   |
*   | ----- | ---- | - |
*   | C     |      |   |
*   | D     | Echo | F |
*   ```
*
*   When `false`, rows keep their cells,
*   and the delimiter row has as many cells as the header row:
*
*   ```markdown
*   | Alpha | B    |
*   | ----- | ---- |
*   | C     |
*   | D     | Echo | F |
*   ```
* @property {boolean | null | undefined} [delimiterStart=true]
*   Whether to begin each row with the delimiter (default: `true`).
*
*   > 👉 **Note**: please don’t use this: it could create fragile structures
*   > that aren’t understandable to some markdown parsers.
*
*   When `true`, there are starting delimiters:
*
*   ```markdown
*   | Alpha | B     |
*   | ----- | ----- |
*   | C     | Delta |
*   ```
*
*   When `false`, there are no starting delimiters:
*
*   ```markdown
*   Alpha | B     |
*   ----- | ----- |
*   C     | Delta |
*   ```
* @property {boolean | null | undefined} [padding=true]
*   Whether to add a space of padding between delimiters and cells
*   (default: `true`).
*
*   When `true`, there is padding:
*
*   ```markdown
*   | Alpha | B     |
*   | ----- | ----- |
*   | C     | Delta |
*   ```
*
*   When `false`, there is no padding:
*
*   ```markdown
*   |Alpha|B    |
*   |-----|-----|
*   |C    |Delta|
*   ```
* @property {((value: string) => number) | null | undefined} [stringLength]
*   Function to detect the length of table cell content (optional);
*   this is used when aligning the delimiters (`|`) between table cells;
*   full-width characters and emoji mess up delimiter alignment when viewing
*   the markdown source;
*   to fix this, you can pass this function,
*   which receives the cell content and returns its “visible” size;
*   note that what is and isn’t visible depends on where the text is displayed.
*
*   Without such a function, the following:
*
*   ```js
*   markdownTable([
*     ['Alpha', 'Bravo'],
*     ['中文', 'Charlie'],
*     ['👩‍❤️‍👩', 'Delta']
*   ])
*   ```
*
*   Yields:
*
*   ```markdown
*   | Alpha | Bravo |
*   | - | - |
*   | 中文 | Charlie |
*   | 👩‍❤️‍👩 | Delta |
*   ```
*
*   With [`string-width`](https://github.com/sindresorhus/string-width):
*
*   ```js
*   import stringWidth from 'string-width'
*
*   markdownTable(
*     [
*       ['Alpha', 'Bravo'],
*       ['中文', 'Charlie'],
*       ['👩‍❤️‍👩', 'Delta']
*     ],
*     {stringLength: stringWidth}
*   )
*   ```
*
*   Yields:
*
*   ```markdown
*   | Alpha | Bravo   |
*   | ----- | ------- |
*   | 中文  | Charlie |
*   | 👩‍❤️‍👩    | Delta   |
*   ```
*/
/**
* Get the length of a cell.
*
* @param {string} value
*   Cell value.
* @returns {number}
*   Cell size.
*/
function defaultStringLength(value) {
	return value.length;
}
/**
* Generate a markdown
* ([GFM](https://docs.github.com/en/github/writing-on-github/working-with-advanced-formatting/organizing-information-with-tables))
* table.
*
* @param {ReadonlyArray<ReadonlyArray<string | null | undefined>>} table
*   Table data (matrix of strings).
* @param {Readonly<Options> | null | undefined} [options]
*   Configuration (optional).
* @returns {string}
*   Result.
*/
function markdownTable(table, options) {
	const settings = options || {};
	const align = (settings.align || []).concat();
	const stringLength = settings.stringLength || defaultStringLength;
	/** @type {Array<number>} Character codes as symbols for alignment per column. */
	const alignments = [];
	/** @type {Array<Array<string>>} Cells per row. */
	const cellMatrix = [];
	/** @type {Array<Array<number>>} Sizes of each cell per row. */
	const sizeMatrix = [];
	/** @type {Array<number>} */
	const longestCellByColumn = [];
	let mostCellsPerRow = 0;
	let rowIndex = -1;
	while (++rowIndex < table.length) {
		/** @type {Array<string>} */
		const row = [];
		/** @type {Array<number>} */
		const sizes = [];
		let columnIndex = -1;
		if (table[rowIndex].length > mostCellsPerRow) mostCellsPerRow = table[rowIndex].length;
		while (++columnIndex < table[rowIndex].length) {
			const cell = serialize(table[rowIndex][columnIndex]);
			if (settings.alignDelimiters !== false) {
				const size = stringLength(cell);
				sizes[columnIndex] = size;
				if (longestCellByColumn[columnIndex] === void 0 || size > longestCellByColumn[columnIndex]) longestCellByColumn[columnIndex] = size;
			}
			row.push(cell);
		}
		cellMatrix[rowIndex] = row;
		sizeMatrix[rowIndex] = sizes;
	}
	let columnIndex = -1;
	if (typeof align === "object" && "length" in align) while (++columnIndex < mostCellsPerRow) alignments[columnIndex] = toAlignment(align[columnIndex]);
	else {
		const code = toAlignment(align);
		while (++columnIndex < mostCellsPerRow) alignments[columnIndex] = code;
	}
	columnIndex = -1;
	/** @type {Array<string>} */
	const row = [];
	/** @type {Array<number>} */
	const sizes = [];
	while (++columnIndex < mostCellsPerRow) {
		const code = alignments[columnIndex];
		let before = "";
		let after = "";
		if (code === 99) {
			before = ":";
			after = ":";
		} else if (code === 108) before = ":";
		else if (code === 114) after = ":";
		let size = settings.alignDelimiters === false ? 1 : Math.max(1, longestCellByColumn[columnIndex] - before.length - after.length);
		const cell = before + "-".repeat(size) + after;
		if (settings.alignDelimiters !== false) {
			size = before.length + size + after.length;
			if (size > longestCellByColumn[columnIndex]) longestCellByColumn[columnIndex] = size;
			sizes[columnIndex] = size;
		}
		row[columnIndex] = cell;
	}
	cellMatrix.splice(1, 0, row);
	sizeMatrix.splice(1, 0, sizes);
	rowIndex = -1;
	/** @type {Array<string>} */
	const lines = [];
	while (++rowIndex < cellMatrix.length) {
		const row = cellMatrix[rowIndex];
		const sizes = sizeMatrix[rowIndex];
		const cellsInRow = settings.fillRows === false ? Math.max(1, cellMatrix[rowIndex === 1 ? 0 : rowIndex].length) : mostCellsPerRow;
		columnIndex = -1;
		/** @type {Array<string>} */
		const line = [];
		while (++columnIndex < cellsInRow) {
			const cell = row[columnIndex] || "";
			let before = "";
			let after = "";
			if (settings.alignDelimiters !== false) {
				const size = longestCellByColumn[columnIndex] - (sizes[columnIndex] || 0);
				const code = alignments[columnIndex];
				if (code === 114) before = " ".repeat(size);
				else if (code === 99) {
					const half = size / 2;
					if (size % 2) {
						before = " ".repeat(half + .5);
						after = " ".repeat(half - .5);
					} else {
						before = " ".repeat(half);
						after = before;
					}
				} else after = " ".repeat(size);
			}
			if (settings.delimiterStart !== false && !columnIndex) line.push("|");
			if (settings.padding !== false && !(settings.alignDelimiters === false && cell === "") && (settings.delimiterStart !== false || columnIndex)) line.push(" ");
			if (settings.alignDelimiters !== false) line.push(before);
			line.push(cell);
			if (settings.alignDelimiters !== false) line.push(after);
			if (settings.padding !== false) line.push(" ");
			if (settings.delimiterEnd !== false || columnIndex !== cellsInRow - 1) line.push("|");
		}
		lines.push(settings.delimiterEnd === false ? line.join("").replace(/ +$/, "") : line.join(""));
	}
	return lines.join("\n");
}
/**
* Serialize a cell value.
*
* @param {string | null | undefined} [value]
*   Value to serialize.
* @returns {string}
*   Result.
*/
function serialize(value) {
	return value === null || value === void 0 ? "" : String(value);
}
/**
* Get the alignment character code from a value.
*
* @param {string | null | undefined} value
*   Value.
* @returns {number}
*   Alignment.
*/
function toAlignment(value) {
	const code = typeof value === "string" ? value.codePointAt(0) : 0;
	return code === 67 || code === 99 ? 99 : code === 76 || code === 108 ? 108 : code === 82 || code === 114 ? 114 : 0;
}

// src/report/gpus.ts
/** The table of GPUs and energy, before it becomes Markdown or HTML. Undefined where no GPU was sampled. */
function gpuTable(result) {
	const rows = result.rungs.flatMap((rung) => rung.gpus === void 0 ? [] : [[rungLabel(rung), ...cells(rung.gpus)]]);
	return rows.length === 0 ? void 0 : {
		head: HEAD,
		rows
	};
}
const HEAD = [
	"req/s",
	"Power (W)",
	"Clock, busy (MHz)",
	"Hottest (°C)",
	"VRAM (GiB)",
	"Power limit",
	"Heat limit",
	"Energy (J/request)",
	"kWh per million output tokens"
];
/** Means and peaks over the GPUs of a rung; what one GPU lacks is shown of the others. */
function cells({ gpus, ...window }) {
	const values = (pick) => gpus.flatMap((gpu) => pick(gpu) ?? []);
	const power = values((gpu) => gpu.power_mean_w);
	const vram = values((gpu) => gpu.vram_used_max_bytes);
	const { energy_per_request_j: request, energy_per_million_output_tokens_j: tokens } = window;
	return [
		power.length === 0 ? "–" : `${sum(power).toFixed(0)} on ${power.length}`,
		number(least(values((gpu) => gpu.gfx_clock_busy_mhz)), 0),
		number(most(values((gpu) => gpu.temperature_max_c)), 0),
		number(vram.length === 0 ? void 0 : sum(vram) / 2 ** 30, 1),
		percent(most(values((gpu) => gpu.throttle?.["ppt"]))),
		percent(most(values(heat))),
		number(request, 1),
		number(tokens === void 0 ? void 0 : tokens / 36e5, 3)
	];
}
function heat({ throttle }) {
	if (throttle === void 0) return void 0;
	return most(Object.entries(throttle).flatMap(([name, share]) => name === "ppt" ? [] : [share]));
}
const number = (value, digits) => value === void 0 || !Number.isFinite(value) ? "–" : value.toFixed(digits);
const sum = (values) => values.reduce((total, value) => total + value, 0);
const most = (values) => values.length === 0 ? void 0 : Math.max(...values);
const least = (values) => values.length === 0 ? void 0 : Math.min(...values);

// src/report/ladder.ts
const SHOWN_ALWAYS = [
	"median_ttft_ms",
	"p99_ttft_ms",
	"median_tpot_ms",
	"served_rate"
];
/** Metrics that the table shows in another form. */
const SHOWN_ELSEWHERE = [
	"completed",
	"error_rate",
	"capacity"
];
/** Rows in order of rate, columns for the usual metrics and then the judged ones, at most `maxColumns`. */
function ladderOf(result, maxColumns = 7) {
	const judged = result.cells.map((cell) => canonical(cell.metric));
	const columns = [.../* @__PURE__ */ new Set([...SHOWN_ALWAYS, ...judged])].filter((metric) => !SHOWN_ELSEWHERE.includes(metric)).slice(0, maxColumns).map((metric) => ({
		metric,
		...metricName(metric)
	}));
	const rows = result.rungs.toSorted((a, b) => a.rate - b.rate || a.run - b.run).map((rung) => rowOf$1(result, rung, columns));
	return {
		columns,
		rows,
		compared: rows.some((row) => row.values.some((value) => value.baseline !== void 0))
	};
}
/** "212 → 322 (+52 %)", or the value alone. */
function valueText(value, column) {
	const now = bare(value.value, column.unit);
	if (value.baseline === void 0) return now;
	return `${bare(value.baseline, column.unit)} ${TEXT.baselineArrow} ${now} (${change(value.value, value.baseline)})`;
}
/** The worst verdict of a list; absent for an empty one. */
function worst(verdicts) {
	return WORST_FIRST.find((verdict) => verdicts.includes(verdict));
}
function rowOf$1(result, rung, columns) {
	const cells = rung.kind === "gating" ? result.cells.filter((cell) => cell.rate === rung.rate) : [];
	const verdict = rung.kind === "gating" ? worst([...cells.map(verdictOf), ...checkVerdicts(rung)]) : void 0;
	return {
		rung,
		values: columns.map(({ metric }) => ladderValue(result, rung, cells, metric)),
		...verdict !== void 0 && { verdict }
	};
}
function ladderValue(result, rung, cells, metric) {
	const own = cells.filter((cell) => canonical(cell.metric) === metric);
	const compared = own.find((cell) => cell.kind === "comparison" && cell.baseline !== void 0);
	const value = lookup(rung.metrics, metric) ?? compared?.value;
	const table = result.comparison.baseline_metrics;
	const key = String(rung.rate);
	const stored = table !== void 0 && Object.hasOwn(table, key) ? table[key] : void 0;
	const baseline = compared?.baseline ?? (stored === void 0 ? void 0 : lookup(stored, metric));
	const verdict = worst(own.map(verdictOf));
	return {
		...value !== void 0 && { value },
		...baseline !== void 0 && { baseline },
		...verdict !== void 0 && { verdict }
	};
}
/** p50 and median are one metric under two names. */
const canonical = (metric) => metric.replace(/^p50_/, "median_");
function lookup(metrics, metric) {
	const name = [metric, metric.replace(/^median_/, "p50_")].find((each) => Object.hasOwn(metrics, each));
	return name === void 0 ? void 0 : metrics[name];
}
const verdictOf = (cell) => cell.verdict;
function checkVerdicts(rung) {
	return rung.checks.flatMap((check) => {
		if (check.state === "invalid") return ["invalid"];
		return check.state === "unknown" && check.required ? ["inconclusive"] : [];
	});
}

// src/report/marker.ts
const PREFIX$1 = "<!-- instinct-gate:";
const LINE = /^<!-- instinct-gate:group=(\S*) head=(\S*) run=(\d{1,15}) attempt=(\d{1,6}) state=(\S*) -->$/;
/** One line; values are percent-encoded, so that nothing in them can end the HTML comment. */
function formatMarker(marker) {
	const { group, head, run, attempt, state } = marker;
	return `${PREFIX$1}group=${encode(group)} head=${encode(head)} run=${run} attempt=${attempt} state=${encode(state)} -->`;
}
/** The marker of a comment; only its last line counts, the text above may hold anything. */
function parseMarker(body) {
	const line = body.trimEnd().split("\n").at(-1) ?? "";
	const match = LINE.exec(line.trim());
	if (match === null) return void 0;
	const [group, head, state] = [
		match[1],
		match[2],
		match[5]
	].map(decode);
	if (group === void 0 || head === void 0 || state === void 0) return void 0;
	return {
		group,
		head,
		run: Number(match[3]),
		attempt: Number(match[4]),
		state
	};
}
const encode = (text) => encodeURIComponent(text.toWellFormed().slice(0, 200).toWellFormed()).replaceAll("-", "%2D");
function decode(text) {
	try {
		return text === void 0 ? void 0 : decodeURIComponent(text);
	} catch {
		return;
	}
}

// src/report/markdown.ts
/** GitHub refuses a comment of more than 65 536 characters; we stay below it in bytes, with room to spare. */
const MAX_COMMENT_BYTES = 6e4;
/** From everything to the first line only. */
const SIZE_LADDER = [
	{
		rungs: 64,
		onlyOpenRungs: false,
		findings: 20,
		checks: 200,
		notes: 20,
		fields: 60
	},
	{
		left_out: "the table of all checks and further fields of the environment are",
		rungs: 64,
		onlyOpenRungs: false,
		findings: 10,
		checks: 0,
		notes: 10,
		fields: 0
	},
	{
		left_out: "checks, notes and rungs that passed are",
		rungs: 16,
		onlyOpenRungs: true,
		findings: 5,
		checks: 0,
		notes: 3,
		fields: 0
	},
	{
		left_out: "all tables are",
		rungs: 0,
		onlyOpenRungs: true,
		findings: 3,
		checks: 0,
		notes: 0,
		fields: 0
	},
	{
		left_out: "everything but the verdict is",
		rungs: 0,
		onlyOpenRungs: true,
		findings: 0,
		checks: 0,
		notes: 0,
		fields: 0
	}
];
/**
* The pull-request comment: verdict and reason in the first line, then the evidence. Always below
* MAX_COMMENT_BYTES: details are dropped in steps, and the comment says so.
*/
function renderComment(result, options = {}) {
	let text = "";
	for (const detail of SIZE_LADDER) {
		text = compose(result, options, detail);
		if (byteLength(text) <= 6e4) break;
	}
	return text;
}
const byteLength = (text) => new TextEncoder().encode(text).length;
function compose(result, options, detail) {
	const hasTables = detail.rungs > 0;
	return `${[
		headlineBlock(result),
		options.note === void 0 ? void 0 : `> ${markdown(options.note)}`,
		contextLine(result, options),
		detail.left_out === void 0 ? void 0 : `> ${TEXT.shortened(detail.left_out)}`,
		hasTables ? rungTable(result, detail) : void 0,
		detail.findings > 0 ? decidedBlock(result, detail.findings) : void 0,
		detail.checks > 0 && result.cells.length > 0 ? folded(TEXT.checks, checkTable$1(result, detail.checks)) : void 0,
		hasTables ? gpuBlock(result) : void 0,
		hasTables ? section$1(TEXT.environment, environmentTable(result)) : void 0,
		furtherFields(result, detail.fields),
		detail.notes > 0 ? validityBlock(result, detail.notes) : void 0,
		detail.findings > 0 ? section$1(TEXT.reproduce, fenced(result.reproduce)) : void 0,
		`<sub>${markdown(footer(result))}</sub>`,
		options.marker === void 0 ? void 0 : formatMarker(options.marker)
	].filter((block) => block !== void 0).join("\n\n")}\n`;
}
/** Symbol, verdict, reason; SIMULATED where it is so. */
function headlineBlock(result) {
	const simulated = result.simulated ? " (SIMULATED)" : "";
	const first = `### ${SYMBOL[result.verdict.verdict]} ${markdown(headline(result), 500)}${simulated}`;
	return result.simulated ? `${first}\n\n> **${TEXT.simulated}**` : first;
}
function contextLine(result, options) {
	return [
		result.title === void 0 ? void 0 : `**${markdown(result.title, 160)}**`,
		options.commit === void 0 ? void 0 : `commit ${markdown(options.commit.slice(0, 12), 12)}`,
		markdown(comparisonText(result)),
		markdown(capacityText(result), 160),
		options.run_url === void 0 ? void 0 : link("run", options.run_url),
		options.artifact_url === void 0 ? void 0 : link("full report", options.artifact_url)
	].filter((part) => part !== void 0).join(" · ");
}
/** The table of rungs: baseline → candidate, change and verdict in each cell. */
function rungTable(result, detail) {
	const ladder = ladderOf(result);
	if (ladder.rows.length === 0) return TEXT.noRungs;
	const rows = (detail.onlyOpenRungs ? ladder.rows.filter((row) => row.verdict !== "pass") : ladder.rows).slice(0, detail.rungs);
	const hidden = ladder.rows.length - rows.length;
	const table = markdownTable([headerCells(ladder), ...rows.map((row) => rowCells(row, ladder))], { align: [
		"r",
		"r",
		...ladder.columns.map(() => "r"),
		"l"
	] });
	return hidden === 0 ? table : `${table}\n\n${hidden} of ${ladder.rows.length} rungs are not shown.`;
}
const headerCells = (ladder) => [
	"req/s",
	"Completed",
	...ladder.columns.map(({ label, unit }) => `${markdown(label, 60)}${unit === "ms" ? " (ms)" : ""}`),
	"Verdict"
];
function rowCells(row, ladder) {
	const { rung } = row;
	return [
		rungLabel(rung),
		completedText(rung),
		...ladder.columns.map((column, index) => {
			const value = row.values[index];
			if (value === void 0) return "–";
			const text = valueText(value, column);
			return value.verdict === void 0 ? text : `${text} ${verdictText(value.verdict)}`;
		}),
		rowVerdict$1(row)
	];
}
function rowVerdict$1({ rung, verdict }) {
	if (rung.kind === "exploring") return TEXT.exploring;
	return verdict === void 0 ? TEXT.notJudged : verdictText(verdict);
}
const verdictText = (verdict) => `${SYMBOL[verdict]} ${verdict}`;
function decidedBlock(result, limit) {
	const findings = rankedFindings(result);
	const lines = findings.slice(0, limit).map(findingText);
	if (findings.length > limit) lines.push(`- ${TEXT.more(findings.length - limit)}`);
	if (lines.length === 0) lines.push(`- ${result.verdict.verdict === "pass" ? TEXT.nothingElse : markdown(headline(result))}`);
	lines.push(`- ${cellCounts(result)}`);
	return section$1(TEXT.decided, lines.join("\n"));
}
function findingText(finding) {
	const place = findingPlace(finding);
	return [`- ${finding.verdict === void 0 ? finding.severity : verdictText(finding.verdict)}${place === void 0 ? "" : ` (${place})`}: ${markdown(sentences(finding.message, finding.hint), 1200)}`, ...(finding.evidence ?? []).slice(0, 10).map((line) => `  - ${markdown(line, 200)}`)].join("\n");
}
/** Every cell with measured value, limit or baseline, and why it has its verdict. */
function checkTable$1(result, limit) {
	const cells = rankedCells(result);
	const rows = cells.slice(0, limit).map(checkCells$1);
	const table = markdownTable([[
		"Check",
		"Where",
		"Measured",
		"Against",
		"Change",
		"Verdict",
		"Why"
	], ...rows], { alignDelimiters: false });
	return cells.length > limit ? `${table}\n\n${TEXT.more(cells.length - limit)}` : table;
}
function checkCells$1(cell) {
	const { unit } = metricName(cell.metric);
	const [value, against] = unlike(cell.value, cell.limit ?? cell.baseline, unit);
	const why = [
		cell.message,
		cell.scope,
		cell.needs === void 0 ? void 0 : `needs ${cell.needs}`
	];
	return [
		markdown(checkName(cell), 160),
		cellPlace(cell),
		value,
		against,
		changeText(cell),
		verdictText(cell.verdict),
		markdown(why.filter((part) => part !== void 0).join("; "), 320)
	];
}
/** "+57 % (+49 % to +64 %), margin 10 %". */
function changeText(cell) {
	if (cell.baseline === void 0) return "–";
	const { lower, upper } = cell.change ?? {};
	const bounds = lower === void 0 || upper === void 0 ? "" : ` (${signedPercent(lower)} to ${signedPercent(upper)})`;
	const margin = cell.margin === void 0 ? "" : `, margin ${percent(cell.margin)}`;
	return `${change(cell.value, cell.baseline)}${bounds}${margin}`;
}
/** Power, clocks, heat and energy of each rung. */
function gpuBlock(result) {
	const table = gpuTable(result);
	if (table === void 0) return void 0;
	const lines = [table.head, ...table.rows].map((line) => [...line]);
	return folded(TEXT.gpus, markdownTable(lines, { align: table.head.map(() => "r") }));
}
function environmentTable(result) {
	const table = fieldTable(environment(result));
	const differences = result.comparison.differences.slice(0, 20).map((each) => `- ${markdown(each.field, 160)}: ${markdown(String(each.baseline ?? TEXT.unknown), 160)} ${TEXT.baselineArrow} ${markdown(String(each.candidate ?? TEXT.unknown), 160)} (${each.class}${each.under_test ? ", under test" : ""})`);
	return differences.length === 0 ? table : `${table}\n\n${TEXT.differences}:\n\n${differences.join("\n")}`;
}
function furtherFields(result, limit) {
	const fields = otherFields(result).slice(0, limit);
	return fields.length === 0 ? void 0 : folded("Further fields", fieldTable(fields));
}
/** Name and value, escaped. */
const fieldTable = (facts) => markdownTable([["Field", "Value"], ...facts.map(({ name, value }) => [markdown(name, 80), markdown(value, 160)])], { alignDelimiters: false });
/** Validity, what was cut short, and failed requests by class. */
function validityBlock(result, limit) {
	const notes = validityNotes(result);
	const unknown = result.comparison.unknown_on_both;
	const lines = [
		...notes.slice(0, limit).map(({ place, check }) => `- ${check.state === "invalid" ? verdictText("invalid") : `${check.state}${check.required ? " (required)" : ""}`}, ${place}, ${markdown(check.rule, 60)}: ${markdown(check.message, 300)}`),
		...notes.length > limit ? [`- ${TEXT.more(notes.length - limit)}`] : [],
		...stopLines(result).slice(0, limit).map((line) => `- ${markdown(line, 300)}`),
		...failureLines(result).slice(0, limit).map((line) => `- ${markdown(line, 300)}`),
		...unknown.length === 0 ? [] : [`- environment not proven, unknown on both sides: ${markdown(unknown.join(", "), 300)}`],
		...result.warmup === void 0 ? [] : [`- warm-up ${result.warmup.state}: ${markdown(result.warmup.message, 300)}`]
	];
	const text = notes.length === 0 && result.rungs.length > 0 ? [`- ${TEXT.allValid}`, ...lines] : lines;
	return section$1(TEXT.validity, text.length === 0 ? `- ${TEXT.noRungs}` : text.join("\n"));
}
const section$1 = (title, body) => `#### ${title}\n\n${body}`;
const folded = (title, body) => `<details><summary>${title}</summary>\n\n${body}\n\n</details>`;

// \0@oxc-project+runtime@0.159.0/helpers/esm/usingCtx.js
var import_undici = require_undici();
function _usingCtx() {
	var r = "function" == typeof SuppressedError ? SuppressedError : function(r, e) {
		var n = Error();
		return n.name = "SuppressedError", n.error = r, n.suppressed = e, n;
	}, e = {}, n = [];
	function using(r, e) {
		if (null != e) {
			if (Object(e) !== e) throw new TypeError("using declarations can only be used with objects, functions, null, or undefined.");
			if (r) var o = e[Symbol.asyncDispose || Symbol["for"]("Symbol.asyncDispose")];
			if (void 0 === o && (o = e[Symbol.dispose || Symbol["for"]("Symbol.dispose")], r)) var t = o;
			if ("function" != typeof o) throw new TypeError("Object is not disposable.");
			t && (o = function o() {
				try {
					t.call(e);
				} catch (r) {
					return Promise.reject(r);
				}
			}), n.push({
				v: e,
				d: o,
				a: r
			});
		} else r && n.push({
			d: e,
			a: r
		});
		return e;
	}
	return {
		e,
		u: using.bind(null, !1),
		a: using.bind(null, !0),
		d: function d() {
			var o, t = this.e, s = 0;
			function next() {
				for (; o = n.pop();) try {
					if (!o.a && 1 === s) return s = 0, n.push(o), Promise.resolve().then(next);
					if (o.d) {
						var r = o.d.call(o.v);
						if (o.a) return s |= 2, Promise.resolve(r).then(next, err);
					} else s |= 1;
				} catch (r) {
					return err(r);
				}
				if (1 === s) return t !== e ? Promise.reject(t) : Promise.resolve();
				if (t !== e) throw t;
			}
			function err(n) {
				return t = t !== e ? new r(n, t) : n, next();
			}
			return next();
		}
	};
}

// src/output/files.ts
const RESULT_FILE = "result.json";
/** Records of one rung run, relative to the output folder: `requests/rate-0.5.run-1.jsonl`. */
const recordsFile = (rung) => `requests/rate-${rung.rate}.run-${rung.run}.jsonl`;
/** The file with vLLM's own key names: `result_rate_4.json`. */
const rungFileName = (rate) => `result_rate_${rate}.json`;
/**
* Writes a whole file or nothing: a new file beside it, flushed to the disk, then renamed over the old one.
* A symbolic link in the way is replaced, never followed.
*/
async function writeWhole(path, content) {
	const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
	try {
		await rm(temporary, { force: true });
		const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
		const file = await open(temporary, flags, 420);
		try {
			await file.writeFile(content, "utf8");
			await file.sync();
		} finally {
			await file.close();
		}
		await rename(temporary, path);
	} catch (cause) {
		await rm(temporary, { force: true }).catch(() => void 0);
		throw cannotWrite(path, cause);
	}
}
/**
* Opens the file of one rung run. Every record is handed to the system as one whole line as soon as it is
* known, off the event loop, so that a killed run keeps what it measured and the client stays on time. Its texts of the
* server are masked.
*/
async function openRecords(folder, rung, secrets) {
	const path = join(folder, recordsFile(rung));
	try {
		await mkdir(dirname(path), { mode: 493 }).catch((error) => {
			if (error.code !== "EEXIST") throw error;
		});
		if (!(await lstat(dirname(path))).isDirectory()) throw new Error("requests is not a folder");
	} catch (cause) {
		throw cannotWrite(path, cause);
	}
	const lines = await openLines(path);
	return {
		...lines,
		write: (record) => lines.write(masked(record, secrets))
	};
}
/** Opens telemetry.jsonl: one look at the server or the GPUs a line, with the rung it belongs to. */
async function openTelemetry(folder) {
	const lines = await openLines(join(folder, "telemetry.jsonl"));
	return {
		write: ({ rate, run }, row) => lines.write({
			rate,
			run,
			...row
		}),
		close: lines.close
	};
}
/** A new file of JSON lines. Throws GateError when it cannot be made. */
async function openLines(path) {
	const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_APPEND;
	const stream = createWriteStream(path, {
		flags,
		mode: 420
	});
	const broken = new AbortController();
	stream.on("error", (error) => broken.abort(cannotWrite(path, error)));
	await opened(stream).catch((cause) => {
		throw cannotWrite(path, cause);
	});
	return {
		write(value) {
			if (!broken.signal.aborted) stream.write(`${JSON.stringify(value)}\n`);
		},
		broken: broken.signal,
		close: () => closed(stream)
	};
}
/** Only its texts from outside: a number that looks like a secret stays a number. */
function masked(record, secrets) {
	const { error, finish_reason } = record;
	return {
		...record,
		...error !== void 0 && { error: maskSecrets(error, secrets) },
		...finish_reason !== void 0 && { finish_reason: maskSecrets(finish_reason, secrets) }
	};
}
const opened = (stream) => new Promise((resolve, reject) => {
	stream.once("open", () => resolve());
	stream.once("error", reject);
});
const closed = (stream) => new Promise((resolve) => {
	if (stream.closed) return resolve();
	stream.once("close", resolve);
	stream.end();
});
function cannotWrite(path, cause) {
	const found = cause instanceof Error ? cause.message : String(cause);
	return new GateError({
		kind: "host",
		code: "file_not_writable",
		message: `A file of the result cannot be written: ${found}`,
		where: path,
		hint: "Check the free space and the permissions of the output folder.",
		cause
	});
}

// src/output/claim.ts
/** Says that a folder is ours from the first moment, so that a killed run counts as an earlier result too. */
const MARKER_FILE = ".instinct-gate";
const MANIFEST_FILE = "manifest.json";
const EXPECTED = "expected a folder that is ours, empty or not there";
const MARKER_SCHEMA = "instinct-gate/out";
/** More earlier results than this are a mistake, not a history. */
const MAX_EARLIER = 9999;
/**
* Makes DIR ours and empty. An earlier result of ours moves to DIR.prev-N, the next free N; a folder with
* anything else in it is refused (GateError config), and so is one that another run writes to at this moment.
*/
async function claimFolder(dir) {
	const folder = resolve(dir);
	const moved_to = await moveEarlier(folder);
	try {
		await makeFolders(folder);
		await writeFile(join(folder, MARKER_FILE), await markerText(), { flag: "wx" });
	} catch (cause) {
		if (cause instanceof GateError) throw cause;
		throw new GateError({
			kind: "host",
			code: "out_not_writable",
			message: `The output folder cannot be written: ${reason(cause)}`,
			where: folder,
			hint: "Give a folder that this user can write to with --out.",
			cause
		});
	}
	return {
		folder,
		...moved_to !== void 0 && { moved_to }
	};
}
/** Step by step: Node's own `recursive` tries for ever where a file system says ENOENT to mkdir, as /proc does. */
async function makeFolders(folder) {
	const missing = [];
	let path = folder;
	for (;;) {
		const found = await stat(path).catch(ignoreMissing);
		if (found?.isDirectory() === true) break;
		if (found !== void 0) throw foreign$1(path, `${EXPECTED}; found a file`);
		missing.unshift(path);
		path = dirname(path);
	}
	for (const one of missing) await mkdir(one, { mode: 493 }).catch(async (error) => {
		if ((error.code === "EEXIST" ? await stat(one).catch(ignoreMissing) : void 0)?.isDirectory() !== true) throw error;
	});
}
async function moveEarlier(folder) {
	const found = await lstat(folder).catch(ignoreMissing);
	if (found === void 0) return void 0;
	if (!found.isDirectory()) {
		const kind = found.isSymbolicLink() ? "a symbolic link" : "a file";
		throw foreign$1(folder, `${EXPECTED}; found ${kind}`);
	}
	if ((await readdir(folder)).length === 0) return void 0;
	if (!await isOurs(folder)) throw foreign$1(folder, "it holds files that are not a result of instinct-gate, and nothing is overwritten");
	await refuseIfRunning(folder);
	for (let n = 1; n <= MAX_EARLIER; n += 1) {
		const target = `${folder}.prev-${n}`;
		if (await lstat(target).catch(ignoreMissing) !== void 0) continue;
		await rename(folder, target).catch((cause) => {
			throw foreign$1(folder, `the earlier result in it cannot be moved to ${target}: ${reason(cause)}`);
		});
		return target;
	}
	throw foreign$1(folder, `there are already ${MAX_EARLIER} earlier results beside it`);
}
async function isOurs(folder) {
	if ((await readSmall$1(join(folder, ".instinct-gate")))?.["schema"] === MARKER_SCHEMA) return true;
	return (await readSmall$1(join(folder, RESULT_FILE)))?.["schema"] === "instinct-gate/result";
}
/** Two runs in one folder would mix their files; a finished run has a manifest and is left alone. */
async function refuseIfRunning(folder) {
	if (await lstat(join(folder, "manifest.json")).catch(ignoreMissing) !== void 0) return;
	const marker = await readSmall$1(join(folder, MARKER_FILE));
	const pid = marker?.["pid"];
	const started = marker?.["process_start"];
	if (typeof pid !== "number" || typeof started !== "string" || pid === process.pid) return;
	if (await processStart(pid) !== started) return;
	throw foreign$1(folder, `another run (process ${pid}) is writing to it`);
}
async function markerText() {
	const process_start = await processStart(process.pid);
	return `${JSON.stringify({
		schema: MARKER_SCHEMA,
		pid: process.pid,
		process_start
	})}\n`;
}
/** Start time of a process in clock ticks since boot, which tells a reused pid apart; Linux only. */
async function processStart(pid) {
	const stat = await readFile$1(`/proc/${pid}/stat`, "utf8").catch(() => void 0);
	return stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
}
async function readSmall$1(path) {
	const found = await lstat(path).catch(ignoreMissing);
	if (found === void 0 || !found.isFile() || found.size > 256 * 2 ** 20) return void 0;
	try {
		const value = JSON.parse(await readFile$1(path, "utf8"));
		return typeof value === "object" && value !== null ? { ...value } : void 0;
	} catch {
		return;
	}
}
const foreign$1 = (folder, found) => new GateError({
	kind: "config",
	code: "out_not_ours",
	message: `The output folder cannot be used: ${found}.`,
	where: folder,
	hint: "Give another folder with --out, or move this one away."
});
const ignoreMissing = (error) => {
	if (error.code === "ENOENT" || error.code === "ENOTDIR") return void 0;
	throw new GateError({
		kind: "host",
		code: "out_not_readable",
		message: `The output folder cannot be read: ${error.message}`,
		hint: "Check the permissions, or give another folder with --out.",
		cause: error
	});
};
const reason = (error) => error instanceof Error ? error.message : String(error);

// src/output/manifest.ts
const MANIFEST_SCHEMA = "instinct-gate/manifest";
const MAX_MANIFEST_BYTES = 16 * 2 ** 20;
const SHA256 = /^[0-9a-f]{64}$/;
/** Writes manifest.json with the SHA-256 of every file in the folder, sorted by path. The last file of a run. */
async function writeManifest(folder) {
	const files = {};
	for (const entry of await listFolder(folder)) if (entry.isFile) files[entry.path] = await sha256(join(folder, entry.path));
	await write(folder, files);
}
async function write(folder, files) {
	const manifest = {
		schema: MANIFEST_SCHEMA,
		schema_version: 1,
		algorithm: "sha256",
		files
	};
	await writeWhole(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, void 0, 2)}\n`);
}
/**
* The folder may be rendered again: result.json and the request records are those of the manifest. Throws GateError
* config, naming what is not. False: there is no manifest, so nothing vouches for the files.
*/
async function requireUnchanged(folder) {
	if (await lstat(join(folder, "manifest.json")).catch(() => void 0) === void 0) return false;
	const { changed, missing, extra } = await verifyManifest(folder);
	const evidence = [
		...changed.map((path) => `changed  ${path}`),
		...missing.map((path) => `missing  ${path}`),
		...extra.map((path) => `extra    ${path}`)
	].filter((line) => isEvidence(line.slice(9)));
	if (evidence.length === 0) return true;
	throw new GateError({
		kind: "config",
		code: "result_changed",
		message: `expected the files that the run wrote, found ${evidence.length} that differ from its manifest: no report is made of them`,
		where: join(folder, MANIFEST_FILE),
		hint: "Take the folder from where the run stored it, for example its artifact, or run again.",
		evidence: evidence.slice(0, 10)
	});
}
/** Writes the digests of these files anew and leaves all others as the run wrote them, so that a change stays visible. */
async function renewInManifest(folder, names) {
	const files = new Map(await readManifest(folder));
	for (const name of names) files.set(name, await sha256(join(folder, name)));
	const sorted = [...files].sort(([a], [b]) => a < b ? -1 : 1);
	await write(folder, Object.fromEntries(sorted));
}
/** What reports are made of. */
function isEvidence(path) {
	return path === "result.json" || path.startsWith("requests/");
}
/** Compares a folder with its manifest. Throws GateError config when there is no readable manifest. */
async function verifyManifest(folder) {
	const expected = await readManifest(folder);
	const found = new Map((await listFolder(folder)).map((entry) => [entry.path, entry.isFile]));
	const unchanged = [];
	const changed = [];
	const missing = [];
	for (const [path, digest] of expected) {
		const isFile = found.get(path);
		if (isFile === void 0) missing.push(path);
		else if (isFile && await sha256(join(folder, path)) === digest) unchanged.push(path);
		else changed.push(path);
	}
	const extra = [...found.keys()].filter((path) => !expected.has(path));
	return {
		unchanged,
		changed,
		missing,
		extra,
		intact: changed.length + missing.length + extra.length === 0
	};
}
async function readManifest(folder) {
	const path = join(folder, MANIFEST_FILE);
	let found = "it is not a manifest of instinct-gate";
	try {
		const { size } = await lstat(path);
		const files = entriesOf$1(size > MAX_MANIFEST_BYTES ? void 0 : JSON.parse(await readFile$1(path, "utf8")));
		if (files !== void 0) return files;
	} catch (error) {
		found = error instanceof Error ? error.message : String(error);
	}
	throw new GateError({
		kind: "config",
		code: "manifest_unreadable",
		message: `The manifest cannot be read: ${found}`,
		where: path,
		hint: "Give the folder of a finished run; a run that was killed has no manifest."
	});
}
function entriesOf$1(value) {
	if (typeof value !== "object" || value === null) return void 0;
	const { schema, schema_version, files } = value;
	if (schema !== MANIFEST_SCHEMA || schema_version !== 1) return void 0;
	if (typeof files !== "object" || files === null || Array.isArray(files)) return void 0;
	const entries = Object.entries(files);
	return entries.every(([, digest]) => typeof digest === "string" && SHA256.test(digest)) ? new Map(entries) : void 0;
}
/** Everything below the folder but the manifest itself and our marker, sorted; links are not followed. */
async function listFolder(folder) {
	const entries = [];
	const walk = async (below) => {
		for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
			const path = below === "" ? entry.name : `${below}/${entry.name}`;
			if (path === "manifest.json" || path === ".instinct-gate") continue;
			if (entry.isDirectory()) await walk(path);
			else entries.push({
				path,
				isFile: entry.isFile()
			});
		}
	};
	await walk("");
	return entries.sort((a, b) => a.path < b.path ? -1 : 1);
}
async function sha256(path) {
	const hash = createHash("sha256");
	for await (const chunk of createReadStream(path)) hash.update(chunk);
	return hash.digest("hex");
}

// src/output/engine-log.ts
/**
* Masks secrets in a log that the engine wrote by itself: it may print its environment. The engine must have ended. The
* file stays readable by its owner alone.
* Nothing happens when there is no log or no secret.
*/
async function maskLog(path, secrets) {
	if (secrets.length === 0 || !await isFile(path)) return;
	const lines = createInterface({
		input: createReadStream(path),
		crlfDelay: Number.POSITIVE_INFINITY
	});
	async function* masked() {
		for await (const line of lines) yield `${maskSecrets(line, secrets)}\n`;
	}
	const next = `${path}.${process.pid}.tmp`;
	await pipeline(Readable.from(masked()), createWriteStream(next, {
		flags: "wx",
		mode: 384
	}));
	await rename(next, path);
}
async function isFile(path) {
	return (await stat(path).catch(() => void 0))?.isFile() === true;
}

// src/report/chart.ts
const WIDTH = 760;
const PANEL_HEIGHT = 230;
const LEFT = 64;
const TOP = 34;
const HEIGHT = 614;
/** Latency and served rate over the offered rate as one inline SVG; undefined when there is nothing to draw. */
function renderChart(result) {
	const panels = [{
		title: "TTFT (ms)",
		unit: "ms",
		top: TOP,
		series: latencySeries(result),
		logFrom: 30
	}, {
		title: "Served rate (req/s)",
		unit: "req/s",
		top: 334,
		series: servedSeries(result),
		logFrom: Number.POSITIVE_INFINITY
	}];
	const rates = [...new Set(panels.flatMap((panel) => panel.series.flatMap((each) => each.points.map(rateOf))))];
	if (rates.length === 0) return void 0;
	const x = linear(0, Math.max(...rates), LEFT, 610);
	return [
		`<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="TTFT and served rate over the offered rate">`,
		...panels.map((panel) => panelSvg(panel, x, rates.toSorted((a, b) => a - b))),
		`<text class="axis" x="337" y="606" text-anchor="middle">Offered rate (req/s)</text>`,
		"</svg>"
	].join("\n");
}
function latencySeries(result) {
	return [
		{
			name: "p99",
			style: "p99",
			points: candidate(result, ["p99_ttft_ms"])
		},
		{
			name: "p50",
			style: "p50",
			points: candidate(result, ["median_ttft_ms", "p50_ttft_ms"])
		},
		{
			name: "p99 baseline",
			style: "p99 baseline",
			points: baseline(result, ["p99_ttft_ms"])
		},
		{
			name: "p50 baseline",
			style: "p50 baseline",
			points: baseline(result, ["median_ttft_ms", "p50_ttft_ms"])
		}
	];
}
function servedSeries(result) {
	const served = candidate(result, ["served_rate"]);
	return [
		{
			name: "offered",
			style: "offered",
			points: served.map(({ rate }) => ({
				rate,
				value: rate
			}))
		},
		{
			name: "served",
			style: "p50",
			points: served
		},
		{
			name: "served baseline",
			style: "p50 baseline",
			points: baseline(result, ["served_rate"])
		}
	];
}
/** One point for each rate; repeats are averaged. */
function candidate(result, names) {
	return [...Map.groupBy(result.rungs.flatMap((rung) => pointOf(rung.rate, rung.metrics, names)), rateOf)].map(([rate, points]) => ({
		rate,
		value: points.reduce((sum, { value }) => sum + value, 0) / points.length
	})).sort((a, b) => a.rate - b.rate);
}
function baseline(result, names) {
	return Object.entries(result.comparison.baseline_metrics ?? {}).flatMap(([rate, metrics]) => pointOf(Number(rate), metrics, names)).sort((a, b) => a.rate - b.rate);
}
function pointOf(rate, metrics, names) {
	const name = names.find((each) => Object.hasOwn(metrics, each));
	const value = name === void 0 ? void 0 : metrics[name];
	return value !== void 0 && Number.isFinite(value) && Number.isFinite(rate) ? [{
		rate,
		value
	}] : [];
}
function panelSvg(panel, x, rates) {
	const bottom = panel.top + PANEL_HEIGHT;
	const y = valueScale(panel.series.flatMap(({ points }) => points.map(({ value }) => value)), bottom, panel);
	const grid = y.ticks.map((tick) => {
		const at = round(y.position(tick));
		return `<line class="grid" x1="${LEFT}" x2="610" y1="${at}" y2="${at}"/><text class="tick" x="56" y="${at + 4}" text-anchor="end">${tickText(tick)}</text>`;
	});
	const marks = spaced(rates, x).map((rate) => `<text class="tick" x="${round(x.position(rate))}" y="${bottom + 18}" text-anchor="middle">${rateText(rate)}</text>`);
	const lines = panel.series.map((series) => seriesSvg(series, panel.unit, x, y));
	return [
		`<text class="title" x="${LEFT}" y="${panel.top - 14}">${html(panel.title)}${y.log === true ? ", log scale" : ""}</text>`,
		...grid,
		...marks,
		...lines,
		labels(panel, x, y)
	].join("\n");
}
function seriesSvg(series, unit, x, y) {
	const at = series.points.map(({ rate, value }) => `${round(x.position(rate))},${round(y.position(value))}`);
	const dots = series.points.map(({ rate, value }, index) => `<circle cx="${at[index]?.split(",")[0]}" cy="${at[index]?.split(",")[1]}" r="3.5"><title>${html(series.name)} at ${rateText(rate)} req/s: ${bare(value, unit)} ${unit}</title></circle>`);
	return `<g class="series ${series.style}"><polyline points="${at.join(" ")}"/>${dots.join("")}</g>`;
}
/** Names at the right end of the lines, pushed apart where the lines end close together. */
function labels(panel, x, y) {
	const ends = panel.series.flatMap((series) => {
		const last = series.points.at(-1);
		return last === void 0 ? [] : [{
			series,
			last,
			at: y.position(last.value) + 4
		}];
	}).sort((a, b) => a.at - b.at);
	const placed = [];
	for (const { at } of ends) placed.push(Math.max(at, (placed.at(-1) ?? Number.NEGATIVE_INFINITY) + 15));
	const over = Math.max(0, (placed.at(-1) ?? 0) - (panel.top + PANEL_HEIGHT + 4));
	return ends.map(({ series, last }, index) => {
		const left = round(x.position(last.rate) + 10);
		return `<text class="label ${series.style}" x="${left}" y="${round((placed[index] ?? 0) - over)}">${html(series.name)}</text>`;
	}).join("\n");
}
function valueScale(values, bottom, panel) {
	const positive = values.filter((value) => value > 0);
	const high = Math.max(1, ...values);
	const low = positive.length === 0 ? 1 : Math.min(...positive);
	if (high / low <= panel.logFrom) return linear(0, high, bottom, panel.top);
	const from = Math.floor(Math.log10(low));
	const to = Math.ceil(Math.log10(high));
	const inner = linear(from, to, bottom, panel.top);
	return {
		position: (value) => inner.position(Math.log10(Math.max(value, 10 ** from))),
		ticks: Array.from({ length: to - from + 1 }, (_, at) => 10 ** (from + at)),
		log: true
	};
}
/** A scale with round ticks whose last one is not below `high`. */
function linear(low, high, from, to) {
	const span = high - low || 1;
	const rough = span / 5;
	const power = 10 ** Math.floor(Math.log10(rough));
	const step = [
		1,
		2,
		2.5,
		5,
		10
	].map((factor) => factor * power).find((each) => each >= rough) ?? rough;
	const count = Math.max(1, Math.ceil(span / step - 1e-9));
	const end = low + count * step;
	return {
		position: (value) => from + (value - low) / (end - low) * (to - from),
		ticks: Array.from({ length: count + 1 }, (_, at) => low + at * step)
	};
}
/** Rates whose labels do not run into each other. */
function spaced(rates, x) {
	const shown = [];
	for (const rate of rates) {
		const before = shown.at(-1);
		if (before === void 0 || x.position(rate) - x.position(before) >= 24) shown.push(rate);
	}
	return shown;
}
const rateOf = (point) => point.rate;
const round = (value) => Math.round(value * 10) / 10;
const tickText = (value) => String(Number(value.toPrecision(6)));

// src/report/style.ts
/** The only style of report.html; follows the light or dark setting of the reader. */
const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #59636e; --line: #d1d9e0; --ground: #ffffff; --band: #f6f8fa;
  --blue: #0969da; --orange: #bc4c00; --pass: #1a7f37; --fail: #cf222e; --open: #7d4e00; --invalid: #8250df; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9198a1; --line: #3d444d; --ground: #0d1117;
  --band: #151b23; --blue: #58a6ff; --orange: #f0883e; --pass: #3fb950; --fail: #ff7b72; --open: #d29922; --invalid: #bc8cff; } }
body { margin: 0; background: var(--ground); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1100px; margin: 0 auto; padding: 24px 16px; }
h1 { font-size: 22px; line-height: 1.35; margin: 0 0 12px; padding: 12px 16px; background: var(--band);
  border-left: 6px solid var(--line); overflow-wrap: anywhere; }
h1.pass { border-color: var(--pass); } h1.fail, h1.error { border-color: var(--fail); }
h1.inconclusive { border-color: var(--open); } h1.invalid { border-color: var(--invalid); }
h2 { font-size: 17px; margin: 28px 0 8px; } h3 { font-size: 15px; margin: 16px 0 8px; }
.simulated { font-weight: 600; color: var(--open); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { border: 1px solid var(--line); padding: 4px 10px; text-align: left; vertical-align: top; overflow-wrap: anywhere; min-width: 3em; }
th { background: var(--band); white-space: nowrap; }
.number, .badge { white-space: nowrap; } .badge { font-weight: 600; }
.badge.pass { color: var(--pass); } .badge.fail, .badge.error { color: var(--fail); }
.badge.inconclusive { color: var(--open); } .badge.invalid { color: var(--invalid); }
pre { background: var(--band); padding: 10px 12px; white-space: pre-wrap; overflow-wrap: anywhere; }
ul { padding-left: 20px; } li { overflow-wrap: anywhere; }
figure { margin: 20px 0; } svg { width: 100%; max-width: 900px; height: auto; font: 12px system-ui, sans-serif; }
svg text { fill: var(--soft); } svg .title { fill: var(--ink); font-weight: 600; font-size: 13px; }
.grid { stroke: var(--line); stroke-width: 1; }
.series polyline { fill: none; stroke: var(--blue); stroke-width: 2; } .series circle { fill: var(--blue); }
.series.p99 polyline { stroke: var(--orange); } .series.p99 circle { fill: var(--orange); }
.series.baseline polyline { stroke-dasharray: 5 4; opacity: .65; } .series.baseline circle { opacity: .65; }
.series.offered polyline { stroke: var(--soft); stroke-width: 1; stroke-dasharray: 2 3; } .series.offered circle { fill: none; }
svg .label.p50 { fill: var(--blue); } svg .label.p99 { fill: var(--orange); } svg .label.offered { fill: var(--soft); }
footer { margin-top: 32px; color: var(--soft); font-size: 13px; }
@media print { .wide { overflow: visible; } }
`;

// src/report/html.ts
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
/** One file that needs no network and no script: verdict, ladder, chart, checks, environment. */
function renderHtml(result) {
	const title = result.title ?? `${TEXT.product} ${result.run_id}`;
	const { verdict } = result.verdict;
	return [
		"<!doctype html>",
		"<html lang=\"en\">",
		"<head>",
		"<meta charset=\"utf-8\">",
		`<meta http-equiv="Content-Security-Policy" content="${html(POLICY)}">`,
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
		"<meta name=\"color-scheme\" content=\"light dark\">",
		`<title>${html(`${verdict}: ${title}`, 200)}</title>`,
		`<style>${STYLE}</style>`,
		"</head>",
		"<body>",
		"<main>",
		`<h1 class="${verdict}">${SYMBOL[verdict]} ${html(headline(result), 500)}${result.simulated ? " (SIMULATED)" : ""}</h1>`,
		result.simulated ? `<p class="simulated">${TEXT.simulated}</p>` : "",
		result.title === void 0 ? "" : `<p><strong>${html(result.title, 200)}</strong></p>`,
		`<p>${html(comparisonText(result))}; ${html(capacityText(result))}${kneeText(result)}.</p>`,
		ladderTable(ladderOf(result, 12)),
		chartBlock(result),
		section(TEXT.decided, decided(result)),
		section(TEXT.checks, checkTable(result)),
		gpuSection(result),
		section(TEXT.environment, environmentBlock(result)),
		section(TEXT.validity, validity(result)),
		section(TEXT.rungDetails, metricTable(result) + bucketTables(result)),
		section(TEXT.reproduce, `<pre>${html(result.reproduce, 4e3)}</pre>`),
		`<footer>${html(footer(result))}. ${html(`${result.started_at} to ${result.ended_at}`, 100)}.</footer>`,
		"</main>",
		"</body>",
		"</html>",
		""
	].filter((part) => part !== "").join("\n");
}
const kneeText = (result) => result.knee === void 0 ? "" : `. Geometric knee of TTFT: ${rateText(result.knee)} req/s`;
function ladderTable(ladder) {
	if (ladder.rows.length === 0) return `<p>${TEXT.noRungs}</p>`;
	return table([
		"req/s",
		"Completed",
		...ladder.columns.map(({ label, unit }) => `${html(label, 60)}${unit === "ms" ? " (ms)" : ""}`),
		"Verdict"
	], ladder.rows.map((row) => ladderCells(row, ladder)));
}
function ladderCells(row, ladder) {
	return [
		html(rungLabel(row.rung)),
		completedText(row.rung),
		...ladder.columns.map((column, index) => {
			const value = row.values[index];
			if (value === void 0) return "–";
			const badge = value.verdict === void 0 ? "" : ` ${verdictBadge(value.verdict)}`;
			return `<span class="number">${html(valueText(value, column))}</span>${badge}`;
		}),
		rowVerdict(row)
	];
}
function rowVerdict({ rung, verdict }) {
	if (rung.kind === "exploring") return `<span class="number">${TEXT.exploring}</span>`;
	return verdict === void 0 ? TEXT.notJudged : verdictBadge(verdict);
}
function chartBlock(result) {
	const chart = renderChart(result);
	return chart === void 0 ? "" : `<figure>${chart}</figure>`;
}
function decided(result) {
	return `<ul>${rankedFindings(result).map((finding) => {
		const place = findingPlace(finding);
		const lead = finding.verdict === void 0 ? finding.severity : verdictBadge(finding.verdict);
		const text = sentences(finding.message, finding.hint);
		const evidence = (finding.evidence ?? []).slice(0, 40).map((line) => html(line, 500));
		const block = evidence.length === 0 ? "" : `<pre>${evidence.join("\n")}</pre>`;
		return `<li>${lead}${place === void 0 ? "" : ` (${html(place)})`}: ${html(text, 2e3)}${block}</li>`;
	}).join("\n")}<li>${html(cellCounts(result))}</li></ul>`;
}
const checkTable = (result) => table([
	"Check",
	"Where",
	"Measured",
	"Against",
	"Change",
	"Detectable",
	"Verdict",
	"Why"
], rankedCells(result).map(checkCells));
function checkCells(cell) {
	const { unit } = metricName(cell.metric);
	const [value, against] = unlike(cell.value, cell.limit ?? cell.baseline, unit);
	const why = [
		cell.message,
		cell.scope,
		cell.needs === void 0 ? void 0 : `needs ${cell.needs}`
	];
	return [
		html(checkName(cell)),
		`<span class="number">${cellPlace(cell)}</span>`,
		value,
		against,
		changeText(cell),
		percent(cell.detectable),
		verdictBadge(cell.verdict),
		html(why.filter((part) => part !== void 0).join("; "))
	];
}
function gpuSection(result) {
	const gpus = gpuTable(result);
	return gpus === void 0 ? "" : section(TEXT.gpus, table(gpus.head, gpus.rows));
}
function environmentBlock(result) {
	const differences = result.comparison.differences.map((each) => [
		html(each.field),
		html(String(each.baseline ?? TEXT.unknown)),
		html(String(each.candidate ?? TEXT.unknown)),
		each.class,
		each.under_test ? "yes" : "no"
	]);
	const changed = differences.length === 0 ? "" : `<h3>${TEXT.differences}</h3>${table([
		"Field",
		"Baseline",
		"Candidate",
		"Class",
		"Under test"
	], differences)}`;
	return factTable([...environment(result), ...otherFields(result)]) + changed;
}
const factTable = (facts) => table([
	"Field",
	"Value",
	"Read from"
], facts.map(({ name, value, source }) => [
	html(name),
	html(value),
	html(source ?? "–")
]));
function validity(result) {
	const rows = validityNotes(result).map(({ place, check }) => [
		check.state === "invalid" ? verdictBadge("invalid") : check.state,
		html(place),
		html(check.rule),
		html(check.message),
		check.required ? "required" : "optional"
	]);
	const warmup = result.warmup;
	const lines = [
		...warmup === void 0 ? [] : [`Warm-up ${warmup.state}: ${warmup.message}`],
		...result.comparison.unknown_on_both.length === 0 ? [] : [`Environment not proven, unknown on both sides: ${result.comparison.unknown_on_both.join(", ")}`],
		...stopLines(result),
		...failureLines(result)
	];
	const list = lines.length === 0 ? "" : `<ul>${lines.map((line) => `<li>${html(line)}</li>`).join("")}</ul>`;
	return `${rows.length === 0 ? `<p>${result.rungs.length > 0 ? TEXT.allValid : TEXT.noRungs}</p>` : ""}${rows.length === 0 ? "" : table([
		"State",
		"Where",
		"Rule",
		"Message",
		"Evidence"
	], rows)}${list}`;
}
/** Every metric of every rung, from the scheduled time. */
function metricTable(result) {
	const names = [...new Set(result.rungs.flatMap((rung) => Object.keys(rung.metrics)))].sort();
	if (names.length === 0) return `<p>${TEXT.noRungs}</p>`;
	const value = (rung, name) => bare(Object.hasOwn(rung.metrics, name) ? rung.metrics[name] : void 0, metricName(name).unit);
	return table(["Metric", ...result.rungs.map((rung) => html(rungLabel(rung)))], names.map((name) => [html(name), ...result.rungs.map((rung) => value(rung, name))]));
}
function bucketTables(result) {
	const rows = result.rungs.flatMap((rung) => rung.buckets.map((bucket) => [
		html(rungLabel(rung)),
		`${bucket.from_tokens} to ${bucket.to_tokens}`,
		`${bucket.completed}/${bucket.requests}`,
		bare(bucket.metrics["median_ttft_ms"] ?? bucket.metrics["p50_ttft_ms"], "ms"),
		bare(bucket.metrics["p99_ttft_ms"], "ms")
	]));
	if (rows.length === 0) return "";
	return `<h3>By prompt length</h3>${table([
		"req/s",
		"Prompt tokens",
		"Completed",
		"TTFT p50 (ms)",
		"TTFT p99 (ms)"
	], rows)}`;
}
const verdictBadge = (verdict) => `<span class="badge ${verdict}">${SYMBOL[verdict]} ${verdict}</span>`;
const section = (title, body) => `<section><h2>${title}</h2>\n${body}</section>`;
/** Cells are HTML already. */
function table(head, rows) {
	const line = (cells, tag) => `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
	return [
		"<div class=\"wide\"><table>",
		`<thead>${line(head, "th")}</thead>`,
		`<tbody>${rows.map((row) => line(row, "td")).join("\n")}</tbody>`,
		"</table></div>"
	].join("\n");
}

// src/report/junit.ts
/**
* JUnit XML: one case for the whole run, one for each cell, one for each other finding that carries a verdict.
* fail is a failure, invalid and error are errors, inconclusive is skipped.
*/
function renderJunit(result) {
	const cases = [
		{
			suite: "verdict",
			name: "whole run",
			verdict: result.verdict.verdict,
			message: headline(result)
		},
		...result.cells.map(cellCase),
		...result.findings.filter(isOwnCase).map(findingCase)
	];
	const suites = [
		"verdict",
		"completeness",
		"budget",
		"comparison",
		"findings"
	].map((suite) => ({
		suite,
		cases: cases.filter((each) => each.suite === suite)
	})).filter(({ cases: own }) => own.length > 0).map(({ suite, cases: own }) => suiteXml(suite, own, result));
	const title = `${TEXT.product}${result.simulated ? " (SIMULATED)" : ""}`;
	return [
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>",
		`<testsuites name="${html(title)}" ${counts(cases)} time="${seconds$1(result.wall_s)}">`,
		...suites,
		"</testsuites>",
		""
	].join("\n");
}
function cellCase(cell) {
	return {
		suite: cell.kind,
		name: `${checkName(cell)} at ${cellPlace(cell)}`,
		verdict: cell.verdict,
		message: cell.needs === void 0 ? cell.message : `${cell.message}; needs ${cell.needs}`
	};
}
/** Findings about cells are in the cells already; exploring rungs are never judged. */
function isOwnCase(finding) {
	const isCell = finding.kind === "completeness" || finding.kind === "budget" || finding.kind === "comparison";
	return finding.verdict !== void 0 && finding.exploring !== true && !(isCell && finding.rate !== void 0);
}
function findingCase(finding) {
	const place = findingPlace(finding);
	return {
		suite: "findings",
		name: place === void 0 ? finding.code : `${finding.code} at ${place}`,
		verdict: finding.verdict ?? "error",
		message: finding.message
	};
}
function suiteXml(suite, cases, result) {
	const lines = cases.map((each) => {
		const open = `    <testcase classname="${html(`${TEXT.product}.${suite}`)}" name="${html(each.name, 300)}" time="0"`;
		const inner = outcome(each);
		return inner === void 0 ? `${open}/>` : `${open}>${inner}</testcase>`;
	});
	return [
		`  <testsuite name="${html(suite)}" ${counts(cases)} timestamp="${html(result.started_at, 40)}" time="0">`,
		...lines,
		"  </testsuite>"
	].join("\n");
}
function outcome({ verdict, message }) {
	const text = html(message, 2e3);
	switch (verdict) {
		case "pass": return;
		case "fail": return `<failure type="fail" message="${text}"/>`;
		case "invalid":
		case "error": return `<error type="${verdict}" message="${text}"/>`;
		case "inconclusive": return `<skipped message="${text}"/>`;
	}
}
function counts(cases) {
	const count = (...verdicts) => cases.filter((each) => verdicts.includes(each.verdict)).length;
	return `tests="${cases.length}" failures="${count("fail")}" errors="${count("invalid", "error")}" skipped="${count("inconclusive")}"`;
}
const seconds$1 = (value) => Number.isFinite(value) ? value.toFixed(3) : "0";

// src/core/result.schema.json
var result_schema_default = {
	$schema: "http://json-schema.org/draft-07/schema#",
	$id: "instinct-gate/result",
	title: "Result",
	type: "object",
	additionalProperties: false,
	properties: {
		"schema": {
			"enum": ["instinct-gate/result"],
			"description": "Marks the file as ours."
		},
		"schema_version": {
			"const": 1,
			"description": "Version of this schema."
		},
		"tool_version": { "type": "string" },
		"run_id": { "type": "string" },
		"attempt": {
			"type": "integer",
			"minimum": 0
		},
		"earlier_attempts": {
			"type": "array",
			"items": { "$ref": "#/definitions/EarlierAttempt" }
		},
		"started_at": {
			"type": "string",
			"description": "ISO 8601, UTC."
		},
		"ended_at": { "type": "string" },
		"wall_s": { "type": "number" },
		"gpu_minutes": { "type": "number" },
		"title": { "type": "string" },
		"simulated": {
			"type": "boolean",
			"description": "Numbers of this run came from the engine simulator."
		},
		"detail": { "enum": ["public", "private"] },
		"config": {
			"type": "object",
			"additionalProperties": true,
			"description": "Configuration with secrets masked."
		},
		"plan": { "$ref": "#/definitions/Plan" },
		"engine": { "$ref": "#/definitions/EngineReport" },
		"channel": { "$ref": "#/definitions/ChannelReport" },
		"fingerprint": {
			"type": "object",
			"additionalProperties": { "$ref": "#/definitions/FingerprintField" }
		},
		"workload": { "$ref": "#/definitions/WorkloadReport" },
		"warmup": { "$ref": "#/definitions/WarmupReport" },
		"host": { "$ref": "#/definitions/HostReport" },
		"pins": {
			"type": "array",
			"items": { "$ref": "#/definitions/PinCheck" },
			"description": "engine.pins against what was found, the last look at each field."
		},
		"rungs": {
			"type": "array",
			"items": { "$ref": "#/definitions/RungResult" }
		},
		"checks": {
			"type": "array",
			"items": { "$ref": "#/definitions/ValidityCheck" },
			"description": "Checks of the whole run."
		},
		"comparison": { "$ref": "#/definitions/Comparison" },
		"cells": {
			"type": "array",
			"items": { "$ref": "#/definitions/Cell" }
		},
		"findings": {
			"type": "array",
			"items": { "$ref": "#/definitions/Finding" }
		},
		"capacity": { "$ref": "#/definitions/Capacity" },
		"knee": {
			"type": "number",
			"description": "Geometric knee of TTFT over rate, requests/s."
		},
		"verdict": { "$ref": "#/definitions/RunVerdict" },
		"reproduce": {
			"type": "string",
			"description": "Command that repeats this run."
		}
	},
	required: [
		"schema",
		"schema_version",
		"tool_version",
		"run_id",
		"attempt",
		"earlier_attempts",
		"started_at",
		"ended_at",
		"wall_s",
		"simulated",
		"detail",
		"config",
		"plan",
		"engine",
		"fingerprint",
		"rungs",
		"checks",
		"comparison",
		"cells",
		"findings",
		"capacity",
		"verdict",
		"reproduce"
	],
	description: "A run: everything that a report needs.",
	definitions: {
		"Verdict": {
			"enum": [
				"pass",
				"fail",
				"inconclusive",
				"invalid",
				"error"
			],
			"description": "The five verdicts, for a cell, a check and the whole run."
		},
		"Outcome": {
			"enum": [
				"ok",
				"connect",
				"reset",
				"http_4xx",
				"rate_limited",
				"http_5xx",
				"stream_error",
				"truncated",
				"no_token",
				"timeout",
				"osl_mismatch",
				"parse",
				"cancelled"
			],
			"description": "How a request ended: ok or a FailureClass."
		},
		"FailureClass": {
			"enum": [
				"connect",
				"reset",
				"http_4xx",
				"rate_limited",
				"http_5xx",
				"stream_error",
				"truncated",
				"no_token",
				"timeout",
				"osl_mismatch",
				"parse",
				"cancelled"
			],
			"description": "Why a request did not succeed. cancelled: we stopped it ourselves (early stop, time limit, Ctrl-C)."
		},
		"RequestRecord": {
			"type": "object",
			"additionalProperties": false,
			"properties": {
				"index": {
					"type": "integer",
					"minimum": 0,
					"description": "Position in the schedule of the rung."
				},
				"outcome": { "$ref": "#/definitions/Outcome" },
				"scheduled_ns": {
					"type": "integer",
					"minimum": 0,
					"description": "Due time. All times are integer nanoseconds since the start of the rung."
				},
				"sent_ns": {
					"type": "integer",
					"minimum": 0,
					"description": "When the request was handed to the socket. Absent when it never was."
				},
				"headers_ns": {
					"type": "integer",
					"minimum": 0
				},
				"first_byte_ns": {
					"type": "integer",
					"minimum": 0,
					"description": "First byte of the body."
				},
				"first_choice_ns": {
					"type": "integer",
					"minimum": 0,
					"description": "First message with a non-empty choices list: vLLM's first token."
				},
				"first_token_ns": {
					"type": "integer",
					"minimum": 0,
					"description": "First message that carries a token in any channel (text, reasoning, tool call)."
				},
				"first_visible_ns": {
					"type": "integer",
					"minimum": 0,
					"description": "First message with visible text."
				},
				"last_choice_ns": {
					"type": "integer",
					"minimum": 0,
					"description": "Last message with a non-empty choices list: the end of vLLM's latency."
				},
				"last_token_ns": {
					"type": "integer",
					"minimum": 0,
					"description": "Last message that carries a token."
				},
				"done_ns": {
					"type": "integer",
					"minimum": 0,
					"description": "End of the response, or when the failure was seen."
				},
				"cap_wait_ns": {
					"type": "integer",
					"minimum": 0,
					"description": "Time waited at load.max_concurrency."
				},
				"http_status": { "type": "integer" },
				"error": {
					"type": "string",
					"description": "What the server or the socket said, at most 500 characters. Data from outside."
				},
				"input_len": {
					"type": "integer",
					"minimum": 0,
					"description": "Prompt tokens asked for by the workload."
				},
				"output_len": {
					"type": "integer",
					"minimum": 0,
					"description": "Output tokens asked for."
				},
				"prompt_tokens": {
					"type": "integer",
					"minimum": 0,
					"description": "usage.prompt_tokens."
				},
				"completion_tokens": {
					"type": "integer",
					"minimum": 0,
					"description": "usage.completion_tokens."
				},
				"cached_tokens": {
					"type": "integer",
					"minimum": 0,
					"description": "usage.prompt_tokens_details.cached_tokens."
				},
				"finish_reason": { "type": "string" },
				"model": {
					"type": "string",
					"description": "Model that the answer named, where it is not the one that the probe was answered by."
				},
				"gaps_ns": {
					"type": "array",
					"items": {
						"type": "integer",
						"minimum": 0
					},
					"description": "Gaps between consecutive choice messages, raw."
				},
				"gap_tokens": {
					"type": "array",
					"items": {
						"type": "integer",
						"minimum": 0
					},
					"description": "Tokens that each of these messages carried, where the server tells (continuous usage)."
				},
				"events": {
					"type": "integer",
					"minimum": 0,
					"description": "SSE messages read."
				},
				"bytes": {
					"type": "integer",
					"minimum": 0,
					"description": "Body bytes read."
				}
			},
			"required": [
				"index",
				"outcome",
				"scheduled_ns",
				"done_ns",
				"events",
				"bytes"
			],
			"description": "One request of a rung: one line of requests/rate-R.run-K.jsonl."
		},
		"Interval": {
			"type": "object",
			"additionalProperties": false,
			"properties": {
				"estimate": { "type": "number" },
				"lower": {
					"type": "number",
					"description": "Absent: no finite bound."
				},
				"upper": { "type": "number" }
			},
			"required": ["estimate"],
			"description": "An estimate with one-sided bounds."
		},
		"ValidityState": { "enum": [
			"valid",
			"invalid",
			"unknown",
			"not_applicable"
		] },
		"ValidityCheck": {
			"type": "object",
			"additionalProperties": false,
			"properties": {
				"rule": {
					"type": "string",
					"description": "Row of core/validity.ts."
				},
				"state": { "$ref": "#/definitions/ValidityState" },
				"required": {
					"type": "boolean",
					"description": "Unknown required evidence makes the run inconclusive."
				},
				"message": { "type": "string" },
				"numbers": {
					"type": "object",
					"additionalProperties": { "type": "number" }
				}
			},
			"required": [
				"rule",
				"state",
				"required",
				"message"
			],
			"description": "One validity rule applied to one rung or to the run."
		},
		"Window": {
			"type": "object",
			"additionalProperties": false,
			"properties": {
				"start_s": { "type": "number" },
				"end_s": { "type": "number" },
				"arrivals": {
					"type": "integer",
					"minimum": 0
				},
				"completions": {
					"type": "integer",
					"minimum": 0
				},
				"decided": {
					"type": "boolean",
					"description": "False: too short to decide saturation."
				},
				"message": { "type": "string" }
			},
			"required": [
				"start_s",
				"end_s",
				"arrivals",
				"completions",
				"decided"
			],
			"description": "Steady window of a rung: end of the transient to last arrival."
		},
		"Bucket": {
			"type": "object",
			"additionalProperties": false,
			"properties": {
				"from_tokens": {
					"type": "integer",
					"minimum": 0
				},
				"to_tokens": {
					"type": "integer",
					"minimum": 0
				},
				"requests": {
					"type": "integer",
					"minimum": 0
				},
				"completed": {
					"type": "integer",
					"minimum": 0
				},
				"metrics": {
					"type": "object",
					"additionalProperties": { "type": "number" }
				}
			},
			"required": [
				"from_tokens",
				"to_tokens",
				"requests",
				"completed",
				"metrics"
			],
			"description": "Results of one prompt-length bucket."
		},
		"ClientShare": {
			"type": "object",
			"additionalProperties": false,
			"properties": {
				"lateness_p50_ms": { "type": "number" },
				"lateness_p99_ms": { "type": "number" },
				"lateness_max_ms": { "type": "number" },
				"event_loop_delay_p99_ms": { "type": "number" },
				"event_loop_delay_max_ms": { "type": "number" },
				"cpu_share": {
					"type": "number",
					"description": "CPU time of the client / wall time of the rung."
				},
				"events": {
					"type": "integer",
					"minimum": 0
				},
				"in_flight_max": {
					"type": "integer",
					"minimum": 0
				},
				"cap_touched": {
					"type": "integer",
					"minimum": 0,
					"description": "Requests that waited at load.max_concurrency."
				}
			},
			"required": ["events", "in_flight_max"],
			"description": "The client's own part: what it cost and how late it was."
		},
		"ServerCounters": {
			"type": "object",
			"additionalProperties": false,
			"properties": {
				"source": { "type": "string" },
				"running_max": { "type": "number" },
				"waiting_max": { "type": "number" },
				"kv_usage_max": { "type": "number" },
				"preemptions": { "type": "number" },
				"prefix_queries": { "type": "number" },
				"prefix_hits": { "type": "number" },
				"queue_time_mean_ms": { "type": "number" },
				"ttft_mean_ms": {
					"type": "number",
					"description": "Mean of the server's own TTFT histogram in this rung."
				},
				"ttft_count": { "type": "number" },
				"requests_finished": { "type": "number" },
				"restarted": { "type": "boolean" }
			},
			"required": ["source"],
			"description": "Deltas of vLLM's /metrics over the rung; an absent field is unknown."
		},
		"GpuWindow": {
			"type": "object",
			"additionalProperties": false,
			"properties": {
				"source": {
					"type": "string",
					"description": "sysfs, amd-smi or rocm-smi."
				},
				"samples": {
					"type": "integer",
					"minimum": 0
				},
				"bracketed": {
					"type": "boolean",
					"description": "Samples of every GPU begin before and end after the rung."
				},
				"gap_max_s": {
					"type": "number",
					"description": "Longest time between two samples of one GPU."
				},
				"gap_limit_s": {
					"type": "number",
					"description": "Longest gap that is allowed: 3 s, or three times what one sample took."
				},
				"energy_j": {
					"type": "number",
					"description": "Of all packages over the rung."
				},
				"energy_source": {
					"enum": ["counter", "power"],
					"description": "The energy counter, or power integrated over time."
				},
				"energy_deviation": {
					"type": "number",
					"description": "Energy counter against integrated power, relative."
				},
				"energy_per_request_j": {
					"type": "number",
					"description": "Per completed request."
				},
				"energy_per_million_output_tokens_j": { "type": "number" },
				"gpus": {
					"type": "array",
					"items": { "$ref": "#/definitions/GpuShare" }
				},
				"problems": {
					"type": "array",
					"items": { "type": "string" }
				}
			},
			"required": [
				"source",
				"samples",
				"bracketed",
				"gpus",
				"problems"
			],
			"description": "The GPUs of the engine during the rung; an absent field is unknown."
		},
		"GpuShare": {
			"type": "object",
			"additionalProperties": false,
			"properties": {
				"index": {
					"type": "integer",
					"minimum": 0
				},
				"package_id": {
					"type": "string",
					"description": "GPUs with the same one share power, heat and their counters."
				},
				"samples": {
					"type": "integer",
					"minimum": 0,
					"description": "Looks at which it could be read."
				},
				"gone": {
					"type": "boolean",
					"description": "It left the bus during the rung."
				},
				"counter_fell": {
					"type": "boolean",
					"description": "A counter that only grows fell: the GPU was reset."
				},
				"power_mean_w": { "type": "number" },
				"power_max_w": { "type": "number" },
				"gfx_activity_mean": {
					"type": "number",
					"description": "Percent."
				},
				"gfx_clock_busy_mhz": {
					"type": "number",
					"description": "Mean clock of the slowest die while the GPU was busy."
				},
				"gfx_clock_max_mhz": { "type": "number" },
				"temperature_max_c": { "type": "number" },
				"memory_temperature_max_c": { "type": "number" },
				"vram_used_max_bytes": { "type": "number" },
				"throttle": {
					"type": "object",
					"additionalProperties": { "type": "number" },
					"description": "Share of the time for each limiter: prochot, ppt, socket_thermal, vr_thermal, hbm_thermal."
				},
				"thermal_samples": {
					"type": "integer",
					"minimum": 0,
					"description": "Looks at which heat limited the clocks, where there are no accumulators."
				},
				"ecc_correctable": {
					"type": "number",
					"description": "New errors in the rung."
				},
				"ecc_uncorrectable": { "type": "number" },
				"ecc_deferred": { "type": "number" }
			},
			"required": ["index", "samples"],
			"description": "One GPU during a rung."
		},
		"FailureExample": {
			"type": "object",
			"additionalProperties": false,
			"properties": {
				"class": { "$ref": "#/definitions/FailureClass" },
				"count": {
					"type": "integer",
					"minimum": 0
				},
				"example": { "type": "string" }
			},
			"required": ["class", "count"]
		},
		"RungResult": {
			"type": "object",
			"additionalProperties": false,
			"properties": {
				"rate": {
					"type": "number",
					"description": "Offered rate, requests/s."
				},
				"run": {
					"type": "integer",
					"minimum": 0,
					"description": "1 for the first repeat."
				},
				"kind": { "enum": ["gating", "exploring"] },
				"state": {
					"enum": [
						"measured",
						"stopped",
						"not_run"
					],
					"description": "stopped: ended early, what was sent is here. not_run: nothing was sent."
				},
				"state_code": {
					"type": "string",
					"description": "Reason code of stopped or not_run."
				},
				"state_reason": { "type": "string" },
				"planned": {
					"type": "integer",
					"minimum": 0
				},
				"sent": {
					"type": "integer",
					"minimum": 0
				},
				"completed": {
					"type": "integer",
					"minimum": 0
				},
				"failed": {
					"type": "integer",
					"minimum": 0
				},
				"failures": {
					"type": "array",
					"items": { "$ref": "#/definitions/FailureExample" }
				},
				"flooded": {
					"type": "integer",
					"minimum": 1,
					"description": "Failed requests whose answer held more messages or bytes than any honest one: the server's failure even where the client was late."
				},
				"planned_duration_s": { "type": "number" },
				"duration_s": {
					"type": "number",
					"description": "vLLM's duration: start to the end of the last request."
				},
				"window": { "$ref": "#/definitions/Window" },
				"served_over_arrived": { "$ref": "#/definitions/Interval" },
				"saturation": { "enum": [
					"saturated",
					"not_saturated",
					"undecided"
				] },
				"saturation_reason": { "type": "string" },
				"metrics": {
					"type": "object",
					"additionalProperties": { "type": "number" },
					"description": "By name, latencies from the scheduled time; a metric that could not be computed is absent."
				},
				"metrics_from_sent": {
					"type": "object",
					"additionalProperties": { "type": "number" },
					"description": "The same latencies from the sent time."
				},
				"vllm_compat": {
					"type": "object",
					"additionalProperties": { "type": "number" },
					"description": "Exactly vLLM's names and definitions."
				},
				"buckets": {
					"type": "array",
					"items": { "$ref": "#/definitions/Bucket" }
				},
				"client": { "$ref": "#/definitions/ClientShare" },
				"server": { "$ref": "#/definitions/ServerCounters" },
				"gpus": { "$ref": "#/definitions/GpuWindow" },
				"checks": {
					"type": "array",
					"items": { "$ref": "#/definitions/ValidityCheck" }
				},
				"schedule_hash": { "type": "string" },
				"token_counts": {
					"enum": [
						"continuous",
						"final",
						"messages"
					],
					"description": "How tokens were counted: usage in every message, usage at the end, or messages as tokens."
				}
			},
			"required": [
				"rate",
				"run",
				"kind",
				"state",
				"planned",
				"sent",
				"completed",
				"failed",
				"failures",
				"planned_duration_s",
				"saturation",
				"metrics",
				"metrics_from_sent",
				"vllm_compat",
				"buckets",
				"client",
				"checks",
				"schedule_hash"
			],
			"description": "One rate with its prompts, run once."
		},
		"Finding": {
			"type": "object",
			"additionalProperties": false,
			"properties": {
				"kind": { "enum": [
					"completeness",
					"budget",
					"comparison",
					"validity",
					"engine",
					"channel",
					"baseline",
					"client",
					"plan",
					"note"
				] },
				"severity": { "enum": [
					"error",
					"warning",
					"notice"
				] },
				"verdict": { "$ref": "#/definitions/Verdict" },
				"code": {
					"type": "string",
					"description": "Stable reason code."
				},
				"message": { "type": "string" },
				"rate": { "type": "number" },
				"run": {
					"type": "integer",
					"minimum": 0
				},
				"metric": { "type": "string" },
				"exploring": {
					"type": "boolean",
					"description": "About an exploring rung: shown, never judged."
				},
				"numbers": {
					"type": "object",
					"additionalProperties": { "type": "number" }
				},
				"hint": {
					"type": "string",
					"description": "What to do or what would decide."
				},
				"cause_code": {
					"type": "string",
					"description": "Reason code of the failure catalogue, or unknown; absent where no log or answer was asked why."
				},
				"evidence": {
					"type": "array",
					"items": { "type": "string" }
				}
			},
			"required": [
				"kind",
				"severity",
				"code",
				"message"
			],
			"description": "One checked statement. verdict is what it contributes to the whole; absent means nothing."
		},
		"Cell": {
			"type": "object",
			"additionalProperties": false,
			"properties": {
				"kind": { "enum": [
					"completeness",
					"budget",
					"comparison"
				] },
				"metric": { "type": "string" },
				"rate": { "type": "number" },
				"verdict": { "$ref": "#/definitions/Verdict" },
				"code": { "type": "string" },
				"message": { "type": "string" },
				"expression": {
					"type": "string",
					"description": "The budget as written."
				},
				"value": { "type": "number" },
				"limit": { "type": "number" },
				"baseline": { "type": "number" },
				"change": { "$ref": "#/definitions/Interval" },
				"margin": { "type": "number" },
				"detectable": {
					"type": "number",
					"description": "Minimum detectable effect of this design."
				},
				"needs": {
					"type": "string",
					"description": "What would decide an undecided cell."
				},
				"scope": {
					"type": "string",
					"description": "for this boot; observed, not proven; …"
				}
			},
			"required": [
				"kind",
				"metric",
				"verdict",
				"code",
				"message"
			],
			"description": "One metric at one gating rung (or over the ladder) with its verdict."
		},
		"FingerprintField": {
			"type": "object",
			"additionalProperties": false,
			"properties": {
				"value": {
					"type": [
						"string",
						"number",
						"boolean"
					],
					"description": "Absent: unknown."
				},
				"source": { "type": "string" },
				"class": {
					"enum": ["hard", "soft"],
					"description": "Hard fields must match; soft ones are annotated."
				}
			},
			"required": ["source", "class"]
		},
		"FieldDifference": {
			"type": "object",
			"additionalProperties": false,
			"properties": {
				"field": { "type": "string" },
				"class": { "enum": ["hard", "soft"] },
				"baseline": { "type": [
					"string",
					"number",
					"boolean"
				] },
				"candidate": { "type": [
					"string",
					"number",
					"boolean"
				] },
				"under_test": { "type": "boolean" }
			},
			"required": [
				"field",
				"class",
				"under_test"
			]
		},
		"HostCheck": {
			"type": "object",
			"additionalProperties": false,
			"properties": {
				"id": {
					"type": "string",
					"description": "Stable name of the check."
				},
				"title": { "type": "string" },
				"state": { "enum": [
					"ok",
					"problem",
					"unknown"
				] },
				"blocking": {
					"type": "boolean",
					"description": "A problem here prevents a run; others are advice."
				},
				"message": {
					"type": "string",
					"description": "What was found where, and what was expected."
				},
				"remedy": { "type": "string" },
				"details": {
					"type": "array",
					"items": { "type": "string" },
					"description": "Names of foreign processes and the like: in files only with report.detail: private."
				}
			},
			"required": [
				"id",
				"title",
				"state",
				"blocking",
				"message"
			],
			"description": "One look at the host before an engine is started."
		},
		"LockReport": {
			"type": "object",
			"additionalProperties": false,
			"properties": {
				"state": {
					"enum": [
						"held",
						"unknown",
						"not_needed"
					],
					"description": "unknown: nobody can say whether another run uses the same GPUs. not_needed: no GPU of this host is used."
				},
				"exclusive": { "enum": [
					"node",
					"package",
					"gpu"
				] },
				"names": {
					"type": "array",
					"items": { "type": "string" }
				},
				"waited_s": {
					"type": "number",
					"description": "Time waited for other runs; not part of the GPU minutes."
				},
				"message": { "type": "string" }
			},
			"required": [
				"state",
				"names",
				"waited_s",
				"message"
			],
			"description": "The lock of the run's GPUs."
		},
		"HostReport": {
			"type": "object",
			"additionalProperties": false,
			"properties": {
				"waited_s": {
					"type": "number",
					"description": "Time waited for locks and for GPUs that somebody else used."
				},
				"lock": { "$ref": "#/definitions/LockReport" },
				"checks": {
					"type": "array",
					"items": { "$ref": "#/definitions/HostCheck" }
				},
				"released": { "$ref": "#/definitions/HostCheck" }
			},
			"required": [
				"waited_s",
				"lock",
				"checks"
			],
			"description": "The host before the run."
		},
		"PinCheck": {
			"type": "object",
			"additionalProperties": false,
			"properties": {
				"field": { "type": "string" },
				"expected": { "type": "string" },
				"found": { "type": "string" },
				"source": { "type": "string" },
				"state": { "enum": [
					"match",
					"mismatch",
					"unreadable"
				] },
				"when": { "enum": [
					"before_boot",
					"after_boot",
					"after_ladder"
				] }
			},
			"required": [
				"field",
				"expected",
				"source",
				"state",
				"when"
			],
			"description": "One pin against the fingerprint."
		},
		"Comparison": {
			"type": "object",
			"additionalProperties": false,
			"properties": {
				"state": { "enum": [
					"none",
					"compared",
					"no_baseline",
					"incomparable",
					"unreadable"
				] },
				"source": { "type": "string" },
				"runs": {
					"type": "integer",
					"minimum": 0,
					"description": "Usable baseline runs."
				},
				"learning": {
					"type": "string",
					"description": "For example 2/5 until five stored runs exist."
				},
				"message": { "type": "string" },
				"differences": {
					"type": "array",
					"items": { "$ref": "#/definitions/FieldDifference" }
				},
				"unknown_on_both": {
					"type": "array",
					"items": { "type": "string" }
				},
				"baseline_metrics": {
					"type": "object",
					"additionalProperties": {
						"type": "object",
						"additionalProperties": { "type": "number" }
					},
					"description": "Rate → metric → geometric mean over the baseline runs."
				}
			},
			"required": [
				"state",
				"runs",
				"message",
				"differences",
				"unknown_on_both"
			]
		},
		"PlannedRung": {
			"type": "object",
			"additionalProperties": false,
			"properties": {
				"rate": { "type": "number" },
				"kind": { "enum": ["gating", "exploring"] },
				"num_prompts": {
					"type": "integer",
					"minimum": 0
				},
				"duration_s": { "type": "number" }
			},
			"required": [
				"rate",
				"kind",
				"num_prompts",
				"duration_s"
			]
		},
		"PlannedBudget": {
			"type": "object",
			"additionalProperties": false,
			"properties": {
				"expression": { "type": "string" },
				"rates": {
					"type": "array",
					"items": { "type": "number" }
				},
				"observed": { "type": "boolean" },
				"planned_n": {
					"type": "integer",
					"minimum": 0
				},
				"needs_n": {
					"type": "integer",
					"minimum": 0,
					"description": "Requests needed at best, with no violation."
				},
				"needs_n_power": {
					"type": "integer",
					"minimum": 0,
					"description": "Requests for 90 % power when half the allowance is used."
				},
				"note": { "type": "string" }
			},
			"required": [
				"expression",
				"rates",
				"observed"
			]
		},
		"Plan": {
			"type": "object",
			"additionalProperties": false,
			"properties": {
				"rungs": {
					"type": "array",
					"items": { "$ref": "#/definitions/PlannedRung" }
				},
				"budgets": {
					"type": "array",
					"items": { "$ref": "#/definitions/PlannedBudget" }
				},
				"warmup_max_s": { "type": "number" },
				"wall_minutes": {
					"type": "number",
					"description": "Expected, without boot and retries."
				},
				"gpus": {
					"type": "integer",
					"minimum": 0
				},
				"gpu_minutes": { "type": "number" },
				"engine_command": {
					"type": "array",
					"items": { "type": "string" },
					"description": "Secrets masked."
				},
				"warnings": {
					"type": "array",
					"items": { "type": "string" }
				}
			},
			"required": [
				"rungs",
				"budgets",
				"warmup_max_s",
				"wall_minutes",
				"warnings"
			]
		},
		"EngineReport": {
			"type": "object",
			"additionalProperties": false,
			"properties": {
				"kind": { "enum": [
					"docker",
					"process",
					"hooks",
					"external",
					"simulator"
				] },
				"command": {
					"type": "array",
					"items": { "type": "string" }
				},
				"boot_s": { "type": "number" },
				"pid": { "type": "integer" },
				"exit": {
					"type": "string",
					"description": "How it ended when it ended by itself."
				},
				"stop": {
					"type": "string",
					"description": "How we stopped it."
				},
				"leftovers": {
					"type": "integer",
					"minimum": 0,
					"description": "Processes of ours that had to be killed after the stop."
				},
				"container": {
					"type": "object",
					"additionalProperties": false,
					"required": ["name", "image"],
					"description": "Docker: the container and what it was made from.",
					"properties": {
						"name": { "type": "string" },
						"id": { "type": "string" },
						"image": {
							"type": "string",
							"description": "As it was asked for."
						},
						"image_id": { "type": "string" },
						"image_digest": {
							"type": "string",
							"description": "Repository and digest; absent for an image that no registry has."
						},
						"network": { "enum": [
							"host",
							"bridge",
							"shared"
						] },
						"gpus": {
							"type": "array",
							"items": { "type": "string" },
							"description": "PCI address and device node of each GPU."
						}
					}
				},
				"oom_killed": {
					"type": "boolean",
					"description": "The kernel killed it for lack of main memory."
				}
			},
			"required": ["kind", "leftovers"]
		},
		"ChannelReport": {
			"type": "object",
			"additionalProperties": false,
			"properties": {
				"base_url": {
					"type": "string",
					"description": "Only with report.detail: private."
				},
				"endpoint": { "enum": ["completions", "chat"] },
				"path": { "type": "string" },
				"model_id": { "type": "string" },
				"served_models": {
					"type": "array",
					"items": { "type": "string" }
				},
				"max_model_len": { "type": "number" },
				"server_version": { "type": "string" },
				"tokenize": {
					"type": "boolean",
					"description": "/tokenize is served."
				},
				"usage": {
					"enum": [
						"continuous",
						"final",
						"none"
					],
					"description": "Usage in every message, at the end, or not at all."
				},
				"answered_model": {
					"type": "string",
					"description": "Model that the answers to the probe named. Absent: they name none."
				},
				"dropped_fields": {
					"type": "array",
					"items": { "type": "string" },
					"description": "Fields that this server refused and that are not sent."
				},
				"metrics_endpoint": { "type": "boolean" },
				"notes": {
					"type": "array",
					"items": { "type": "string" }
				}
			},
			"required": [
				"endpoint",
				"path",
				"model_id",
				"served_models",
				"tokenize",
				"usage",
				"dropped_fields",
				"metrics_endpoint",
				"notes"
			]
		},
		"WorkloadReport": {
			"type": "object",
			"additionalProperties": false,
			"properties": {
				"dataset_name": { "type": "string" },
				"hash": { "type": "string" },
				"lengths": {
					"enum": ["exact", "approximate"],
					"description": "approximate: bytes / 4."
				},
				"rows": {
					"type": "integer",
					"minimum": 0
				},
				"reused": { "type": "boolean" },
				"prefix_tokens": {
					"type": "number",
					"description": "Prompt tokens shared by all requests (chat template), measured in the warm-up."
				},
				"notes": {
					"type": "array",
					"items": { "type": "string" }
				}
			},
			"required": [
				"dataset_name",
				"hash",
				"lengths",
				"reused",
				"notes"
			]
		},
		"WarmupReport": {
			"type": "object",
			"additionalProperties": false,
			"properties": {
				"state": {
					"enum": [
						"warm",
						"cold",
						"unknown",
						"off"
					],
					"description": "cold: proven still falling."
				},
				"seconds": { "type": "number" },
				"requests": {
					"type": "integer",
					"minimum": 0
				},
				"message": { "type": "string" }
			},
			"required": [
				"state",
				"seconds",
				"requests",
				"message"
			]
		},
		"RunVerdict": {
			"type": "object",
			"additionalProperties": false,
			"properties": {
				"verdict": { "$ref": "#/definitions/Verdict" },
				"exit_code": { "type": "integer" },
				"code": {
					"type": "string",
					"description": "Reason code of the deciding finding."
				},
				"sentence": {
					"type": "string",
					"description": "Verdict and reason for the first line."
				}
			},
			"required": [
				"verdict",
				"exit_code",
				"code",
				"sentence"
			]
		},
		"EarlierAttempt": {
			"type": "object",
			"additionalProperties": false,
			"properties": {
				"verdict": { "$ref": "#/definitions/Verdict" },
				"sentence": { "type": "string" },
				"out": { "type": "string" }
			},
			"required": [
				"verdict",
				"sentence",
				"out"
			]
		},
		"Capacity": {
			"type": "object",
			"additionalProperties": false,
			"properties": {
				"lower": {
					"type": "number",
					"description": "Highest rung proven good with all lower ones; absent: none."
				},
				"upper": {
					"type": "number",
					"description": "Lowest rung proven bad; absent: not reached."
				},
				"estimate": { "type": "number" },
				"message": { "type": "string" }
			},
			"required": ["message"]
		}
	}
};

// src/result-file.ts
var import_ajv = require_ajv();
/** Largest file that is read; a result of 64 rungs with everything in it stays far below. */
const MAX_BYTES$1 = 52428800;
const SCHEMA_NAME = "instinct-gate/result";
const KNOWN_VERSION = 1;
const MAX_PROBLEMS = 10;
/** Reads and checks one file; a string is the reason why it cannot be used. */
async function readResultFile(path) {
	try {
		const found = await stat(path);
		if (!found.isFile()) return "is not a regular file";
		if (found.size > 52428800) return `has ${found.size} bytes; at most ${MAX_BYTES$1} are read`;
		return parseResult(await readFile$1(path, { encoding: "utf8" }));
	} catch (error) {
		return systemReason(error);
	}
}
/** Checks the text of a result file; a string is the reason why it cannot be used. */
function parseResult(text) {
	let document;
	try {
		document = JSON.parse(text, refusePrototypeKeys);
	} catch (error) {
		return error instanceof PrototypeKey ? error.message : "is not valid JSON";
	}
	return foreign(document) ?? broken(document) ?? document;
}
/** What the schema says against a value; empty for a valid result. */
function resultProblems(value) {
	const validate = validator();
	if (validate(value)) return [];
	return (validate.errors ?? []).slice(0, MAX_PROBLEMS).map((error) => `${error.instancePath || "the document"} ${error.message ?? "is wrong"}`);
}
/** Not a result of ours, or of a newer version than this one. */
function foreign(document) {
	if (typeof document !== "object" || document === null || Array.isArray(document)) return "is not a result of instinct-gate: expected an object";
	const { schema: name, schema_version: version } = document;
	if (name !== SCHEMA_NAME) return `is not a result of instinct-gate: expected "schema": "${SCHEMA_NAME}"`;
	if (typeof version === "number" && version > KNOWN_VERSION) return `incomparable: schema: it has version ${version}, this version of the tool reads up to ${KNOWN_VERSION}`;
}
function broken(document) {
	const [first] = resultProblems(document);
	return first === void 0 ? void 0 : `does not follow its schema: ${first}`.slice(0, 300);
}
let compiled$1;
/** Compiled on first use. strictNumbers: NaN and Infinity (1e999 in a file) are no numbers. */
function validator() {
	compiled$1 ??= new import_ajv.Ajv({
		strict: true,
		allErrors: true,
		allowUnionTypes: true,
		strictNumbers: true
	}).compile(result_schema_default);
	return compiled$1;
}
var PrototypeKey = class extends Error {};
function refusePrototypeKeys(key, value) {
	if (key === "__proto__" || key === "constructor" || key === "prototype") throw new PrototypeKey(`holds the key ${key}`);
	return value;
}
function systemReason(error) {
	if (!(error instanceof Error) || typeof error.code !== "string") throw error;
	const { code } = error;
	return code === "ENOENT" ? "does not exist" : `cannot be opened (${code})`;
}

// src/output.ts
/**
* Prepares the --out folder. `output_file` gets the rung file too (the last rung where there are several), as
* `--output-file` of benchmark_serving.py. Servers echo keys in what they answer: this is the border where `secrets` are
* masked in whatever goes to the disk. Throws GateError config for a folder that is not ours.
*/
async function prepareOutput(request) {
	const { secrets } = request;
	const extra = request.output_file === void 0 ? void 0 : await checkOutputFile(request.output_file);
	const { folder, moved_to } = await claimFolder(request.out);
	const engine_log = join(folder, "engine.log");
	return {
		folder,
		...moved_to !== void 0 && { moved_to },
		engine_log,
		records: (rung) => openRecords(folder, rung, secrets),
		telemetry: () => openTelemetry(folder),
		async rungFile(rung, content) {
			const text = json(maskDeep(content, secrets));
			await writeWhole(join(folder, rungFileName(rung.rate)), text);
			if (extra !== void 0) await writeWhole(extra, text);
		},
		async writeResult(result) {
			const masked = maskDeep(result, secrets);
			const problems = resultProblems(masked);
			const path = join(folder, problems.length === 0 ? RESULT_FILE : "result.invalid.json");
			await writeWhole(path, json(masked));
			if (problems.length > 0) throw new Error(`The result breaks its own schema: ${problems.join("; ")}`);
			return {
				path,
				masked
			};
		},
		async finish() {
			await maskLog(engine_log, secrets);
			await writeManifest(folder);
		}
	};
}
/** Writes report.md, report.html and junit.xml of a result into its folder; also used to render one again. */
async function writeReports(folder, result, options) {
	const markdown = join(folder, "report.md");
	const html = join(folder, "report.html");
	const junit = join(folder, "junit.xml");
	await writeWhole(markdown, renderComment(result, options));
	if (options.html) await writeWhole(html, renderHtml(result));
	if (options.junit) await writeWhole(junit, renderJunit(result));
	return {
		markdown,
		...options.html && { html },
		...options.junit && { junit }
	};
}
/** Found before anything is measured: a run must not end with a file that cannot be written. */
async function checkOutputFile(file) {
	const path = resolve(file);
	const target = await stat(path).catch(() => void 0);
	const parent = await stat(dirname(path)).catch(() => void 0);
	if (target?.isDirectory() !== true && parent?.isDirectory() === true) return path;
	throw new GateError({
		kind: "config",
		code: "output_file",
		message: `--output-file: expected a file name in a folder that exists, found ${target?.isDirectory() === true ? "a folder" : "a missing folder"}.`,
		where: path,
		hint: "Create the folder, or give another name."
	});
}
const json = (value) => `${JSON.stringify(value, void 0, 2)}\n`;

// src/reproduce.ts
/** A command line that repeats a run: secrets masked; the server's name stays out unless it may be shown. */
function reproduceCommand(words, config) {
	const hidden = config.report.detail === "private" ? [] : foreignAddresses(config);
	return ["instinct-gate", ...words].map((word) => hidden.reduce((text, url) => text.replaceAll(url, "$BASE_URL"), maskSecrets(word, config.secrets))).map(quoted).join(" ");
}
function foreignAddresses({ service, engine }) {
	return [service.base_url, "url" in engine ? engine.url : void 0].filter((url) => url !== void 0).filter((url) => !isLoopback(hostOf(url)));
}
function hostOf(url) {
	return URL.canParse(url) ? new URL(url).hostname : url;
}
/** As a shell reads it back; $BASE_URL stays a variable. */
function quoted(word) {
	return /^[\w@%+=:,./$-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

// src/signals.ts
const STOP_SIGNALS = [
	"SIGINT",
	"SIGQUIT",
	"SIGTERM",
	"SIGHUP"
];
/** One abort for the signals that end a run (a cancelled job sends SIGINT, later SIGTERM); what runs then ends by itself. */
function stopOnSignals() {
	const controller = new AbortController();
	const abort = () => controller.abort();
	for (const name of STOP_SIGNALS) process.on(name, abort);
	return {
		signal: controller.signal,
		dispose: () => {
			for (const name of STOP_SIGNALS) process.off(name, abort);
		}
	};
}

// package.json
var version = "0.1.0";

// src/version.ts
/** Version of this tool, as results carry it. */
const TOOL_VERSION = version;

// src/baseline/files.ts
/** Most files of a folder that are read; the rest is named as unreadable. */
const MAX_FILES = 500;
/** Reads stored results from the disk. */
const baselineFiles = { read: readResults };
/**
* Results at a path: a file, a folder with a `result.json`, or a folder whose `*.json` files or subfolders' `result.json`
* are results. What cannot be read is named with its reason, never left out. A folder that does not exist, or holds
* nothing, gives an empty set; a file that does not exist is unreadable.
*/
async function readResults(source) {
	const files = await resultFiles(source);
	const results = [];
	const unreadable = [];
	for (const [position, path] of files.entries()) {
		const read = position < MAX_FILES ? await readResultFile(path) : `more than ${MAX_FILES} files in ${source}`;
		if (typeof read === "string") unreadable.push({
			path,
			reason: read
		});
		else results.push({
			path,
			result: read
		});
	}
	return {
		results,
		unreadable
	};
}
/** A file as named; of a folder its result.json, else all *.json in it and all result.json one level below, by name. */
async function resultFiles(source) {
	const kind = await kindOf(source);
	if (kind === "missing") return source.endsWith(".json") ? [source] : [];
	if (kind !== "folder") return [source];
	const own = join(source, "result.json");
	if (await kindOf(own) !== "missing") return [own];
	const found = [];
	for (const entry of await entriesOf(source)) {
		const path = join(source, entry.name);
		if (entry.name.endsWith(".json")) found.push(path);
		else if (await kindOf(path) === "folder") {
			const inner = join(path, "result.json");
			if (await kindOf(inner) !== "missing") found.push(inner);
		}
	}
	return found;
}
async function entriesOf(folder) {
	return (await readdir(folder, { withFileTypes: true })).sort((a, b) => a.name < b.name ? -1 : 1);
}
async function kindOf(path) {
	try {
		return (await stat(path)).isDirectory() ? "folder" : "file";
	} catch (error) {
		return isSystemError(error) && (error.code === "ENOENT" || error.code === "ENOTDIR") ? "missing" : "file";
	}
}
function isSystemError(error) {
	return error instanceof Error && typeof error.code === "string";
}

// src/config/raw.ts
var import_dist = require_dist();
/** `load.request_rates[1]`; keys that are no plain names are quoted. */
function pathText(path) {
	return path.map((part, i) => {
		if (typeof part === "number") return `[${part}]`;
		const name = /^[\w$-]{1,64}$/.test(part) ? part : JSON.stringify(part.slice(0, 64));
		return i === 0 ? name : `.${name}`;
	}).join("");
}
/** True for plain mappings: no lists, dates or other objects. */
function isMapping(value) {
	if (typeof value !== "object" || value === null) return false;
	const prototype = Object.getPrototypeOf(value);
	return prototype === Object.prototype || prototype === null;
}
/** The value at a path, own properties only. */
function valueAt(document, path) {
	let value = document;
	for (const key of path) if (Array.isArray(value) && typeof key === "number") value = value[key];
	else if (isMapping(value) && Object.hasOwn(value, key)) value = value[key];
	else return void 0;
	return value;
}

// src/config/plain.ts
const PROTOTYPE_KEYS = [
	"__proto__",
	"constructor",
	"prototype"
];
/** Keys and lists inside each other. */
const MAX_DEPTH = 20;
const MAX_VALUES = 1e5;
/** A copy that holds only what passed; everything else is a fault with its path. */
function plainDocument(document) {
	const faults = [];
	let values = 0;
	function copyMapping(mapping, path) {
		const result = {};
		for (const [key, value] of Object.entries(mapping)) {
			const here = [...path, key];
			if (PROTOTYPE_KEYS.includes(key)) fault(here, "this name is not allowed as a key");
			else {
				const copied = copy(value, here);
				if (copied !== void 0) result[key] = copied;
			}
		}
		return result;
	}
	function copy(value, path) {
		values++;
		if (values > MAX_VALUES || path.length > 20) return fault(path, values > MAX_VALUES ? `more than ${MAX_VALUES} values` : `nested deeper than ${20}`);
		if (value === null) {
			if (isFreeBody(path)) return null;
			return fault(path, "found null: write a value, or leave the key out");
		}
		switch (typeof value) {
			case "string":
			case "boolean": return value;
			case "number":
				if (!Number.isFinite(value)) return fault(path, `expected a finite number, found ${value}`);
				return value;
			case "bigint": return fault(path, "the number is too large");
			case "undefined": return;
		}
		if (Array.isArray(value)) return value.map((item, i) => copy(item, [...path, i])).filter((item) => item !== void 0);
		if (isMapping(value)) return copyMapping(value, path);
		if (value instanceof Date) return fault(path, "found a date: put quotes around it");
		return fault(path, "expected text, a number, true or false, a list or a section");
	}
	function fault(path, message) {
		faults.push({
			path,
			message
		});
	}
	return {
		document: copyMapping(document, []),
		faults
	};
}
function isFreeBody(path) {
	return path.length > 1 && (path[0] === "extra_body" || path[1] === "extra_body" && path.length > 2);
}

// src/config/formats.ts
const EXTENSIONS = [
	".yaml",
	".yml",
	".json",
	".toml"
];
/** A broken file breaks in many places after the first; more than these help nobody. */
const MAX_SYNTAX_PROBLEMS = 5;
/** Anchors are useful a few times; hundreds of copies are an attack. */
const MAX_ALIASES = 50;
/** Reads a text by the extension of its file name. */
function parseText(text, extension, name) {
	switch (extension) {
		case ".yaml":
		case ".yml": return parseYaml(text, name);
		case ".json": return parseJson(text, name);
		case ".toml": return parseToml(text, name);
	}
}
/** YAML 1.2, core schema: no merge keys, no custom tags, duplicate keys are problems. */
function parseYaml(text, name) {
	const lines = new import_dist.LineCounter();
	try {
		const document = (0, import_dist.parseDocument)(text, {
			version: "1.2",
			schema: "core",
			merge: false,
			strict: true,
			uniqueKeys: true,
			prettyErrors: false,
			logLevel: "error",
			lineCounter: lines
		});
		const faults = [...document.errors, ...document.warnings];
		if (faults.some((fault) => /call stack|stack overflow/i.test(fault.message))) throw new RangeError();
		if (faults.length > 0) return unreadable$1(...faults.slice(0, MAX_SYNTAX_PROBLEMS).map((fault) => ({
			path: "",
			message: `not valid YAML: ${firstLine(fault.message)}`,
			where: `${name}:${position(lines, fault.pos[0])}`
		})));
		return {
			document: document.toJS({ maxAliasCount: MAX_ALIASES }) ?? {},
			problems: [],
			locate: (path) => yamlPosition(document, lines, path)
		};
	} catch (error) {
		return unreadable$1({
			path: "",
			message: `not valid YAML: ${thrown(error)}`,
			where: name
		});
	}
}
/** Strict JSON; positions and duplicate keys are found by the YAML reader, of which JSON is a part. */
function parseJson(text, name) {
	let data;
	try {
		data = JSON.parse(text);
	} catch (error) {
		const offset = /at position (\d+)/.exec(String(error))?.[1];
		const place = offset === void 0 ? void 0 : lineAndColumn(text, Number(offset));
		return unreadable$1({
			path: "",
			message: "not valid JSON (comments and trailing commas are not JSON)",
			where: place === void 0 ? name : `${name}:${place}`
		});
	}
	const positions = parseYaml(text, name);
	const duplicates = positions.problems.filter((problem) => problem.message.includes("unique"));
	if (duplicates.length > 0) return unreadable$1(...duplicates.map((problem) => ({
		...problem,
		message: "a key stands here twice"
	})));
	return {
		document: data,
		problems: [],
		locate: positions.locate
	};
}
/** TOML 1.0. The parser gives positions of faults only; keys are found again by their line. */
function parseToml(text, name) {
	try {
		const data = parse$1(text, {
			unsafeKeyBehaviour: "keep",
			integersAsBigInt: "asNeeded"
		});
		const places = tomlPlaces(text);
		return {
			document: data,
			problems: [],
			locate: (path) => tomlPosition(places, path)
		};
	} catch (error) {
		const where = error instanceof TomlError ? `${name}:${error.line}:${error.column}` : name;
		return unreadable$1({
			path: "",
			message: `not valid TOML: ${thrown(error)}`,
			where
		});
	}
}
function unreadable$1(...problems) {
	return {
		problems,
		locate: () => void 0
	};
}
/** The first line only: later lines of a parser's message can quote the file, and with it a key. */
function firstLine(message) {
	return (message.split("\n", 1)[0] ?? "").replace(/^Invalid TOML document: /, "").slice(0, 200);
}
function thrown(error) {
	if (error instanceof RangeError) return `nested deeper than ${20}`;
	if (error instanceof ReferenceError) return `more than ${MAX_ALIASES} copies by aliases`;
	if (error instanceof Error) return firstLine(error.message);
	return "unknown fault";
}
function position(lines, offset) {
	const { line, col } = lines.linePos(offset);
	return `${line}:${col}`;
}
function yamlPosition(document, lines, path) {
	let node = document.contents;
	let offset;
	for (const key of path) if ((0, import_dist.isMap)(node)) {
		const pair = node.items.find((item) => String((0, import_dist.isScalar)(item.key) ? item.key.value : item.key) === String(key));
		if (pair === void 0) return void 0;
		offset = (0, import_dist.isNode)(pair.key) ? pair.key.range?.[0] : void 0;
		node = pair.value;
	} else if ((0, import_dist.isSeq)(node) && typeof key === "number") {
		node = node.items[key];
		offset = (0, import_dist.isNode)(node) ? node.range?.[0] : void 0;
	} else return;
	return offset === void 0 ? void 0 : position(lines, offset);
}
/** Path of each plain `key = …` line, under its `[section]`. Inside multi-line values a line can be taken wrongly. */
function tomlPlaces(text) {
	const places = /* @__PURE__ */ new Map();
	let section = "";
	for (const [i, line] of text.split("\n").entries()) {
		const header = /^\s*\[\s*([\w.-]+)\s*\]/.exec(line)?.[1];
		const key = /^(\s*)([\w.-]+)\s*=/.exec(line);
		const found = header ?? (key?.[2] === void 0 ? void 0 : section + key[2]);
		if (header !== void 0) section = `${header}.`;
		if (found === void 0 || places.has(found)) continue;
		places.set(found, `${i + 1}:${line.length - line.trimStart().length + 1}`);
	}
	return places;
}
function tomlPosition(places, path) {
	const firstIndex = path.findIndex((part) => typeof part === "number");
	const keys = firstIndex < 0 ? path : path.slice(0, firstIndex);
	for (let length = keys.length; length > 0; length--) {
		const place = places.get(keys.slice(0, length).join("."));
		if (place !== void 0) return place;
	}
}
function lineAndColumn(text, offset) {
	const before = text.slice(0, offset).split("\n");
	return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

// src/config/file-layer.ts
/** Configurations are a few kilobytes. */
const MAX_BYTES = 1048576;
/** Reads a configuration file; `name` in messages is the path as the user wrote it. */
function readFileLayer(file, cwd) {
	const extension = EXTENSIONS.find((known) => known === extname(file).toLowerCase());
	if (extension === void 0) return failed(file, `expected a file that ends in ${EXTENSIONS.join(", ")}`);
	const text = readText(resolve(cwd, file));
	if (!text.ok) return failed(file, text.problem);
	const parsed = parseText(text.text, extension, file);
	if (parsed.problems.length > 0) return { problems: parsed.problems };
	const { document } = parsed;
	if (!isMapping(document)) return failed(file, "expected sections such as service and load at the top");
	const locate = (path) => {
		const place = parsed.locate(path);
		return place === void 0 ? file : `${file}:${place}`;
	};
	return { layer: {
		name: file,
		document,
		locate
	} };
}
function readText(path) {
	try {
		const found = statSync(path);
		if (!found.isFile()) return no("expected a regular file");
		if (found.size > MAX_BYTES) return no(`expected at most ${MAX_BYTES} bytes, found ${found.size}`);
		const bytes = readFileSync(path);
		if (bytes.length > MAX_BYTES) return no(`expected at most ${MAX_BYTES} bytes`);
		return {
			ok: true,
			text: new TextDecoder("utf-8", { fatal: true }).decode(bytes)
		};
	} catch (error) {
		if (error instanceof TypeError) return no("expected UTF-8 text");
		const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
		return no(code === "ENOENT" ? "the file does not exist" : `the file cannot be read (${code})`);
	}
}
function no(problem) {
	return {
		ok: false,
		problem
	};
}
function failed(file, message) {
	return { problems: [{
		path: "",
		message,
		where: file
	}] };
}

// src/config/config.schema.json
var config_schema_default = {
	$schema: "http://json-schema.org/draft-07/schema#",
	$id: "instinct-gate/config",
	title: "ConfigFile",
	description: "The configuration of instinct-gate: YAML, JSON or TOML, with action inputs and --set on top.",
	type: "object",
	additionalProperties: false,
	properties: {
		"$schema": {
			"type": "string",
			"description": "Path or URL of this schema, for completion in editors."
		},
		"service": {
			"type": "object",
			"description": "The OpenAI-compatible service that is measured.",
			"additionalProperties": false,
			"properties": {
				"base_url": {
					"type": "string",
					"description": "Address of a running server or channel, with or without /v1. Without an engine section this means engine.kind: external.",
					"examples": ["http://127.0.0.1:8000"],
					"minLength": 1
				},
				"api_key": {
					"type": "string",
					"description": "The key itself. Works, is masked everywhere and is warned about; api_key_env is the better way.",
					"examples": ["sk-…"],
					"x-secret": true,
					"minLength": 1
				},
				"api_key_env": {
					"type": "string",
					"description": "Name of the environment variable that holds the key.",
					"examples": ["OPENAI_API_KEY"],
					"minLength": 1
				},
				"model_id": {
					"type": "string",
					"description": "Model id that requests name. May be left out when the server serves exactly one model.",
					"examples": ["meta-llama/Llama-3.1-8B-Instruct"],
					"minLength": 1
				},
				"backend": {
					"enum": [
						"vllm",
						"openai",
						"openai-chat",
						"vllm-chat"
					],
					"description": "What vLLM's benchmark calls the backend: openai and vllm mean the completions endpoint, openai-chat the chat endpoint.",
					"default": "openai"
				},
				"endpoint": {
					"enum": [
						"auto",
						"completions",
						"chat"
					],
					"description": "Which endpoint to use; auto takes what backend means and, on 404 or 405, the other.",
					"default": "auto"
				},
				"headers": {
					"type": "object",
					"description": "Extra request headers. Values are secrets: never printed.",
					"additionalProperties": { "type": "string" },
					"examples": [{ "x-team": "serving" }],
					"x-secret": true
				},
				"extra_body": {
					"type": "object",
					"description": "Extra fields of every request body.",
					"additionalProperties": true,
					"examples": [{ "chat_template_kwargs": { "enable_thinking": false } }]
				},
				"proxy": {
					"type": "string",
					"description": "HTTP proxy for this service. Loopback addresses never go through a proxy. Without it HTTP_PROXY, HTTPS_PROXY and NO_PROXY are obeyed.",
					"examples": ["http://proxy.example:3128"],
					"minLength": 1
				},
				"ca_file": {
					"type": "string",
					"description": "File of additional certificate authorities in PEM form.",
					"examples": ["/etc/ssl/corp-ca.pem"],
					"minLength": 1
				}
			}
		},
		"engine": {
			"type": "object",
			"description": "The server under test and how it is started.",
			"additionalProperties": false,
			"properties": {
				"kind": {
					"enum": [
						"docker",
						"process",
						"hooks",
						"external",
						"simulator"
					],
					"description": "Who starts the server: a container of ours, a command of ours, the site's own start and stop commands, nobody (it runs already), or the built-in simulator."
				},
				"image": {
					"type": "string",
					"description": "Container image of a docker engine, by tag or (better) by digest. A tag is resolved to its digest and both are recorded.",
					"examples": ["vllm/vllm-openai-rocm:v0.14.0"],
					"minLength": 1
				},
				"pull": {
					"enum": [
						"missing",
						"always",
						"never"
					],
					"default": "missing",
					"description": "When the image is pulled."
				},
				"pull_timeout": {
					"type": "number",
					"exclusiveMinimum": 0,
					"maximum": 1e6,
					"default": 3600,
					"x-unit": "s",
					"description": "Longest time for pulling the image."
				},
				"pull_free_gb": {
					"type": "number",
					"minimum": 0,
					"default": 40,
					"x-unit": "GB",
					"description": "Free space that the folder of the container engine must have before an image is pulled; ROCm images take 10 to 30 GB."
				},
				"gpus": {
					"anyOf": [
						{
							"type": "integer",
							"minimum": 0
						},
						{
							"type": "string",
							"pattern": "^(all|env:[A-Za-z_][A-Za-z0-9_]*)$"
						},
						{
							"type": "array",
							"minItems": 1,
							"uniqueItems": true,
							"items": { "type": ["integer", "string"] }
						}
					],
					"description": "GPUs of the engine: how many, all, env:NAME (a list in that variable), or a list of indexes, PCI addresses or unique ids. A set that the runner, Slurm or a device plugin gives is never widened. Default: as many as the parallel sizes ask for; 0 for an engine without GPUs.",
					"examples": [
						2,
						"all",
						"env:RENDER_DEVICES",
						[0, 1]
					]
				},
				"command": {
					"type": "array",
					"description": "Full command as an argument list, never through a shell. {port}, {host} and {model} are replaced. Default: vllm serve built from the other keys. In a container it replaces the entry point. Keys never go here: use env.",
					"items": { "type": "string" },
					"minItems": 1,
					"examples": [[
						"vllm",
						"serve",
						"{model}",
						"--port",
						"{port}"
					]]
				},
				"args": {
					"type": "object",
					"description": "Further flags of vllm serve by name, with - or _: true gives a bare flag, false leaves it out, a list gives one flag with all its values (middleware is repeated). Keys never go here: use env. For the simulator, parameters of its model.",
					"additionalProperties": { "anyOf": [{ "type": [
						"string",
						"number",
						"boolean"
					] }, {
						"type": "array",
						"items": { "type": [
							"string",
							"number",
							"boolean"
						] }
					}] },
					"examples": [{ "enforce-eager": true }]
				},
				"env": {
					"type": "object",
					"description": "Environment variables of the engine. Values are not printed.",
					"additionalProperties": { "type": [
						"string",
						"number",
						"boolean"
					] },
					"examples": [{ "VLLM_ROCM_USE_AITER": "1" }],
					"x-secret": true
				},
				"model": {
					"type": "string",
					"description": "Model that vllm serve loads: hub id or folder (for a container a folder inside it).",
					"examples": ["meta-llama/Llama-3.1-8B-Instruct"],
					"minLength": 1
				},
				"revision": {
					"type": "string",
					"description": "Revision of the model on the hub.",
					"examples": ["main"],
					"minLength": 1
				},
				"hf_token_env": {
					"type": "string",
					"pattern": "^[A-Za-z_][A-Za-z0-9_]*$",
					"description": "Variable of our environment that holds the token for the model hub; the engine gets it as HF_TOKEN, never on a command line.",
					"examples": ["HF_TOKEN"]
				},
				"hf_offline": {
					"type": "boolean",
					"description": "Docker: set HF_HUB_OFFLINE=1, so that the model comes from the cache and no download is measured. Default: true where caches.hf is given, false elsewhere."
				},
				"mounts": {
					"type": "array",
					"description": "Docker: folders of the host in the container, as source:target or source:target:ro.",
					"items": {
						"type": "string",
						"pattern": "^/[^:\\u0000]*:/[^:\\u0000]*(:(ro|rw))?$"
					},
					"examples": [["/data/models:/models:ro"]]
				},
				"caches": {
					"type": "object",
					"additionalProperties": false,
					"description": "Docker: folders of the host that are kept between runs.",
					"properties": {
						"hf": {
							"type": "string",
							"pattern": "^/[^:\\u0000]*$",
							"description": "Cache of the model hub.",
							"examples": ["/data/hf"]
						},
						"compile": {
							"type": "string",
							"pattern": "^/[^:\\u0000]*$",
							"description": "Compiled kernels; a folder of its own inside for each image, GPU architecture and model.",
							"examples": ["/data/compile"]
						}
					}
				},
				"network": {
					"enum": ["host", "bridge"],
					"description": "Docker: the host's network (no proxy in the path of a request), or a network of its own with the port published on the loopback address. Default: host, bridge for rootless Docker."
				},
				"shm_size": {
					"type": "string",
					"pattern": "^[1-9][0-9]*(m|g)$",
					"description": "Docker: size of /dev/shm; without it the container shares the host's (ipc: host).",
					"examples": ["16g"]
				},
				"memory": {
					"type": "string",
					"pattern": "^[1-9][0-9]*(m|g)$",
					"description": "Docker: limit of the container's main memory.",
					"examples": ["200g"]
				},
				"max_num_seqs": {
					"type": "integer",
					"description": "vLLM --max-num-seqs.",
					"minimum": 1,
					"examples": [128]
				},
				"gpu_memory_utilization": {
					"type": "number",
					"description": "vLLM --gpu-memory-utilization.",
					"exclusiveMinimum": 0,
					"maximum": 1,
					"examples": [.9]
				},
				"tensor_parallel_size": {
					"type": "integer",
					"description": "vLLM --tensor-parallel-size.",
					"minimum": 1,
					"examples": [2]
				},
				"dtype": {
					"type": "string",
					"description": "vLLM --dtype.",
					"examples": ["bfloat16"],
					"minLength": 1
				},
				"max_model_len": {
					"type": "integer",
					"description": "vLLM --max-model-len.",
					"minimum": 1,
					"examples": [8192],
					"x-unit": "tokens"
				},
				"port": {
					"type": "integer",
					"description": "Port that the engine listens on. Default: a free one.",
					"minimum": 1,
					"maximum": 65535,
					"examples": [8e3]
				},
				"pins": {
					"type": "object",
					"description": "What the engine and its host must be, or the run is invalid. A value is exact (0.14.0), a prefix (7.0.*) or a range (>=7.0 <7.2); versions compare numerically. A pinned field that cannot be read makes the run invalid too.",
					"additionalProperties": false,
					"properties": {
						"vllm": {
							"type": "string",
							"minLength": 1,
							"description": "Version of vLLM, from /version of the running server.",
							"examples": ["0.14.*"]
						},
						"rocm": {
							"type": "string",
							"minLength": 1,
							"description": "Version of the ROCm userland that the engine runs with.",
							"examples": [">=7.0 <7.2"]
						},
						"image_digest": {
							"type": "string",
							"minLength": 1,
							"description": "Digest of the container image.",
							"examples": ["sha256:24d2…"]
						},
						"gpu": {
							"type": "string",
							"minLength": 1,
							"description": "GPU product, with or without AMD Instinct in front.",
							"examples": ["MI300X"]
						},
						"arch": {
							"type": "string",
							"minLength": 1,
							"description": "GPU architecture.",
							"examples": ["gfx942"]
						},
						"gpu_count": {
							"type": ["integer", "string"],
							"description": "Number of GPUs of the engine.",
							"examples": [8]
						},
						"dtype": {
							"type": "string",
							"minLength": 1,
							"description": "Number format of the model.",
							"examples": ["bfloat16"]
						},
						"model_revision": {
							"type": "string",
							"minLength": 1,
							"description": "Revision of the model, or the beginning of it with * at the end.",
							"examples": ["0e9e39f2*"]
						},
						"driver": {
							"type": "string",
							"minLength": 1,
							"description": "Version of the amdgpu kernel driver.",
							"examples": ["6.12.*"]
						}
					}
				},
				"startup_timeout": {
					"type": "number",
					"description": "Longest time from start to ready; five minutes without any log progress end it earlier.",
					"exclusiveMinimum": 0,
					"default": 1800,
					"x-unit": "s",
					"maximum": 1e6
				},
				"stop_timeout": {
					"type": "number",
					"exclusiveMinimum": 0,
					"maximum": 3600,
					"default": 60,
					"x-unit": "s",
					"description": "Docker and hooks: time that the engine has to end by itself before it is killed, or the stop command to end."
				},
				"start": {
					"type": "array",
					"minItems": 1,
					"items": { "type": "string" },
					"description": "Hooks: command that starts the server, as an argument list. It may end (a submitted job) or stay (srun).",
					"examples": [["./start-vllm.sh", "{model}"]]
				},
				"stop": {
					"type": "array",
					"minItems": 1,
					"items": { "type": "string" },
					"description": "Hooks: command that stops the server; also run after a failed start.",
					"examples": [["./stop-vllm.sh"]]
				},
				"logs": {
					"type": "array",
					"minItems": 1,
					"items": { "type": "string" },
					"description": "Hooks: command that prints the server's log and follows it; it ends up in engine.log.",
					"examples": [[
						"kubectl",
						"logs",
						"-f",
						"job/vllm"
					]]
				},
				"url": {
					"type": "string",
					"description": "Address of an external engine or of the one that engine.start starts, with or without /v1; for an external engine service.base_url says the same and is the usual way.",
					"examples": ["http://127.0.0.1:8000"],
					"minLength": 1
				},
				"preset": {
					"type": "string",
					"description": "Simulator: name of the modelled engine.",
					"examples": ["mi250x-llama3-8b-tp2"],
					"default": "mi250x-llama3-8b-tp2",
					"minLength": 1
				},
				"time_scale": {
					"type": "number",
					"description": "Simulator: factor on all its times (0.1 is ten times faster).",
					"default": 1,
					"minimum": .001,
					"maximum": 1e3
				}
			}
		},
		"load": {
			"type": "object",
			"description": "The ladder of request rates and what each request asks for.",
			"additionalProperties": false,
			"properties": {
				"request_rates": {
					"type": "array",
					"description": "Gating rungs: offered request rates. They decide the verdict.",
					"items": {
						"type": "number",
						"exclusiveMinimum": 0,
						"maximum": 1e5
					},
					"minItems": 1,
					"maxItems": 64,
					"uniqueItems": true,
					"default": [
						2,
						4,
						8,
						16
					],
					"x-unit": "requests/s"
				},
				"explore_rates": {
					"type": "array",
					"description": "Exploring rungs: shown and used for the knee and capacity, never judged.",
					"items": {
						"type": "number",
						"exclusiveMinimum": 0,
						"maximum": 1e5
					},
					"maxItems": 64,
					"uniqueItems": true,
					"default": [],
					"x-unit": "requests/s"
				},
				"num_prompts": {
					"type": "integer",
					"description": "Requests of each rung. Excludes duration.",
					"minimum": 1,
					"maximum": 1e7,
					"default": 200
				},
				"duration": {
					"type": "number",
					"description": "Length of each rung; the number of requests is rate × duration. Excludes num_prompts.",
					"exclusiveMinimum": 0,
					"x-unit": "s",
					"maximum": 1e6,
					"examples": [60]
				},
				"arrival": {
					"enum": [
						"poisson",
						"poisson_free",
						"gamma",
						"constant"
					],
					"description": "Arrival process: Poisson with exactly N arrivals in N/rate seconds (as vLLM ≥ 0.10), free Poisson, Gamma gaps with burstiness, or constant gaps.",
					"default": "poisson"
				},
				"burstiness": {
					"type": "number",
					"description": "Shape of the Gamma gaps; below 1 is burstier than Poisson, above is smoother.",
					"exclusiveMinimum": 0,
					"default": 1,
					"maximum": 1e3
				},
				"max_concurrency": {
					"type": "integer",
					"description": "Cap on requests in flight. The wait at the cap counts as latency and touching it is a finding.",
					"minimum": 1,
					"examples": [256],
					"maximum": 1e6
				},
				"seed": {
					"type": "integer",
					"description": "Seed of schedule, lengths and choice of prompts.",
					"minimum": 0,
					"maximum": 0xffffffff,
					"default": 0
				},
				"dataset_name": {
					"enum": [
						"random",
						"sharegpt",
						"jsonl"
					],
					"description": "Where prompts come from.",
					"default": "random"
				},
				"dataset_path": {
					"type": "string",
					"description": "File of the data set, from the working folder. sharegpt also looks there for ShareGPT_V3_unfiltered_cleaned_split.json.",
					"examples": ["ShareGPT_V3_unfiltered_cleaned_split.json"],
					"minLength": 1
				},
				"input_len": {
					"type": "integer",
					"description": "random: prompt length.",
					"minimum": 1,
					"default": 512,
					"x-unit": "tokens",
					"maximum": 1e8
				},
				"output_len": {
					"type": "integer",
					"description": "Output length asked for. random: default 128; sharegpt and jsonl: default the length of the reference answer.",
					"minimum": 1,
					"x-unit": "tokens",
					"maximum": 1e8,
					"examples": [128]
				},
				"ignore_eos": {
					"type": "boolean",
					"description": "Ask the server to go on to the full output length. Default true for random, false elsewhere."
				},
				"sampling": {
					"type": "object",
					"description": "Sampling parameters of every request.",
					"additionalProperties": false,
					"properties": {
						"temperature": {
							"type": "number",
							"description": "Sampling temperature.",
							"minimum": 0,
							"default": 0
						},
						"top_p": {
							"type": "number",
							"description": "Nucleus sampling.",
							"exclusiveMinimum": 0,
							"maximum": 1
						},
						"top_k": {
							"type": "integer",
							"description": "Top-k sampling (vLLM).",
							"minimum": -1
						},
						"min_p": {
							"type": "number",
							"description": "Min-p sampling (vLLM).",
							"minimum": 0,
							"maximum": 1
						},
						"repetition_penalty": {
							"type": "number",
							"description": "Repetition penalty (vLLM).",
							"exclusiveMinimum": 0
						},
						"presence_penalty": {
							"type": "number",
							"description": "Presence penalty.",
							"minimum": -2,
							"maximum": 2
						},
						"frequency_penalty": {
							"type": "number",
							"description": "Frequency penalty.",
							"minimum": -2,
							"maximum": 2
						},
						"seed": {
							"type": "integer",
							"description": "Sampling seed sent to the server."
						}
					}
				},
				"allow_reuse": {
					"type": "boolean",
					"description": "Allow a prompt to be used more than once when the data set has too few distinct ones.",
					"default": false
				},
				"length_buckets": {
					"type": "array",
					"description": "Upper edges of the prompt-length buckets. Default: quartiles of the workload.",
					"items": {
						"type": "integer",
						"minimum": 1
					},
					"maxItems": 20,
					"x-unit": "tokens",
					"examples": [[
						256,
						1024,
						4096
					]]
				},
				"timeout": {
					"type": "number",
					"description": "Longest time of one request from its scheduled time.",
					"exclusiveMinimum": 0,
					"default": 600,
					"x-unit": "s",
					"maximum": 1e6
				},
				"warmup": {
					"type": "object",
					"description": "Warm-up before the first rung.",
					"additionalProperties": false,
					"properties": { "max_s": {
						"type": "number",
						"description": "Longest warm-up. 0 switches it off; the report then says so.",
						"minimum": 0,
						"default": 60,
						"x-unit": "s",
						"maximum": 1e5
					} }
				}
			}
		},
		"budgets": {
			"type": "array",
			"description": "Absolute limits: METRIC OP VALUE[%] [@ RATES] [observed].",
			"items": { "type": "string" },
			"maxItems": 200,
			"examples": [[
				"p95_ttft_ms <= 500 @ 2,4,8",
				"served_rate >= 95% @ <=8",
				"error_rate == 0",
				"capacity >= 8"
			]]
		},
		"compare": {
			"type": "object",
			"description": "Comparison with an earlier result.",
			"additionalProperties": false,
			"properties": {
				"baseline": {
					"type": "string",
					"description": "none, or a result.json, or a folder of one or several earlier results.",
					"default": "none",
					"examples": ["baseline/result.json"],
					"minLength": 1
				},
				"required": {
					"type": "boolean",
					"description": "Without a usable baseline the run is inconclusive.",
					"default": false
				},
				"metrics": {
					"type": "array",
					"description": "Metrics whose change is judged.",
					"items": { "type": "string" },
					"minItems": 1,
					"default": [
						"median_ttft_ms",
						"median_tpot_ms",
						"served_rate"
					]
				},
				"rates": {
					"type": "array",
					"description": "Gating rungs at which the change is judged. Default: the lowest and the highest rung of request_rates that was not saturated in the baseline, at most two.",
					"items": {
						"type": "number",
						"exclusiveMinimum": 0
					},
					"minItems": 1,
					"x-unit": "requests/s",
					"examples": [[4, 8]]
				},
				"margins": {
					"type": "object",
					"description": "Relative worsening that is tolerated, by metric; default 0.1 for each.",
					"additionalProperties": {
						"type": "number",
						"exclusiveMinimum": 0,
						"maximum": 10
					},
					"examples": [{ "median_ttft_ms": .1 }]
				},
				"confidence": {
					"type": "number",
					"description": "One-sided confidence of bounds.",
					"minimum": .5,
					"exclusiveMaximum": 1,
					"default": .95
				},
				"under_test": {
					"type": "array",
					"description": "Fingerprint fields that may differ between the two sides because they are what is tested.",
					"items": { "type": "string" },
					"examples": [["vllm"]]
				}
			}
		},
		"limits": {
			"type": "object",
			"description": "What a run may cost.",
			"additionalProperties": false,
			"properties": {
				"max_minutes": {
					"type": "number",
					"description": "Longest wall time of the run. It stops before and judges what it has.",
					"exclusiveMinimum": 0,
					"x-unit": "min",
					"maximum": 1e5,
					"examples": [20]
				},
				"max_gpu_minutes": {
					"type": "number",
					"description": "Longest GPU time (engine alive × GPUs).",
					"exclusiveMinimum": 0,
					"x-unit": "min",
					"maximum": 1e7,
					"examples": [80]
				},
				"retries": {
					"type": "integer",
					"description": "Repeats of a whole run that ended invalid or error.",
					"minimum": 0,
					"maximum": 5,
					"default": 1
				}
			}
		},
		"validity": {
			"type": "object",
			"description": "How much evidence a verdict needs.",
			"additionalProperties": false,
			"properties": { "strict": {
				"type": "boolean",
				"description": "Make all evidence required: anything unknown makes the run inconclusive.",
				"default": false
			} }
		},
		"preflight": {
			"type": "object",
			"description": "What is made sure of before an engine is started on GPUs.",
			"additionalProperties": false,
			"properties": {
				"wait": {
					"type": "number",
					"description": "Longest wait for another run's lock, and for GPUs that somebody else uses. Then the run ends as error (busy). Not part of the GPU minutes.",
					"minimum": 0,
					"maximum": 1e6,
					"default": 1800,
					"x-unit": "s"
				},
				"exclusive": {
					"enum": [
						"node",
						"package",
						"gpu"
					],
					"description": "What one run has to itself. package: whole physical packages, since the dies of an MI250X and the partitions of a card share power and memory. node: every GPU of the host. gpu: only its own dies or partitions.",
					"default": "package"
				},
				"lock_dir": {
					"type": "string",
					"description": "Folder for locks that every runner of this host shares. Default: /run/lock/instinct-gate. In a container mount the host's.",
					"examples": ["/var/lock/gpu-gates"],
					"minLength": 1
				}
			}
		},
		"report": {
			"type": "object",
			"description": "What is written and where it is shown.",
			"additionalProperties": false,
			"properties": {
				"comment": {
					"enum": [
						"auto",
						"always",
						"on-change",
						"never"
					],
					"description": "Pull-request comment: auto and always write one sticky comment, on-change only where something differs from the last one or is not a pass, never none.",
					"default": "auto"
				},
				"group": {
					"type": "string",
					"description": "Comment group: one sticky comment for each. Default: the workflow name.",
					"maxLength": 100,
					"examples": ["mi300x"]
				},
				"artifact_name": {
					"type": "string",
					"description": "Name of the uploaded artifact.",
					"default": "instinct-gate",
					"maxLength": 100,
					"minLength": 1
				},
				"retention_days": {
					"type": "integer",
					"description": "Days that the artifact is kept; 0 is the default of the repository.",
					"minimum": 0,
					"maximum": 400,
					"default": 0
				},
				"html": {
					"type": "boolean",
					"description": "Write report.html.",
					"default": true
				},
				"junit": {
					"type": "boolean",
					"description": "Write junit.xml.",
					"default": true
				},
				"title": {
					"type": "string",
					"description": "Title of the report.",
					"maxLength": 200,
					"examples": ["Nightly on MI300X"]
				},
				"detail": {
					"enum": ["public", "private"],
					"description": "private adds the server address and full command lines; public leaves them on the runner.",
					"default": "public"
				}
			}
		}
	}
};

// src/config/schema.ts
const SCHEMA = config_schema_default;
/** Sections whose keys may also stand at the top of a flat document. */
const FLAT_SECTIONS = [
	"service",
	"engine",
	"load"
];
function sectionNames() {
	return Object.keys(SCHEMA.properties ?? {}).filter((name) => name !== "$schema");
}
function keysOf(section) {
	return Object.keys(SCHEMA.properties?.[section]?.properties ?? {});
}
/** The section of a key that stands at the top of a flat document; undefined: none, or not just one. */
function sectionOfFlatKey(key) {
	const sections = FLAT_SECTIONS.filter((section) => keysOf(section).includes(key));
	return sections.length === 1 ? sections[0] : void 0;
}
function flatKeys() {
	return FLAT_SECTIONS.flatMap(keysOf).filter((key) => sectionOfFlatKey(key) !== void 0);
}
/** Defaults that the schema gives to the keys of a section. Callers know their types from the generated types. */
function defaultsOf(section) {
	const properties = SCHEMA.properties?.[section]?.properties ?? {};
	return Object.fromEntries(Object.entries(properties).filter(([, node]) => node.default !== void 0).map(([key, node]) => [key, structuredClone(node.default)]));
}
/** True where a value must never be printed, not even when it is wrong. */
function isSecretPath(path) {
	let node = SCHEMA;
	for (const key of path) {
		node = node?.properties?.[String(key)];
		if (node?.["x-secret"] === true) return true;
	}
	return false;
}

// src/config/layers.ts
/** Cleans each layer, moves flat keys into their sections, and merges. */
function mergeLayers(layers) {
	const problems = [];
	const dropped = [];
	const ready = layers.map((layer) => {
		const { document, faults } = plainDocument(layer.document);
		for (const { path, message } of faults) {
			const inSections = sectioned(path);
			problems.push(problemAt(inSections, message, layer.locate(path) ?? layer.name));
			dropped.push(inSections);
		}
		const moved = moveFlatKeys(document, layer);
		problems.push(...moved.problems);
		return moved.layer;
	});
	const merged = {};
	for (const layer of ready) mergeInto(merged, layer.document);
	function where(path) {
		for (let length = path.length; length > 0; length--) {
			const part = path.slice(0, length);
			const layer = ready.findLast((candidate) => valueAt(candidate.document, part) !== void 0);
			if (layer !== void 0) return layer.locate(part) ?? layer.name;
		}
		return ready.length === 1 ? ready[0]?.name : void 0;
	}
	return {
		document: merged,
		where,
		problems,
		dropped
	};
}
/** Inputs or flags as a layer. */
function inputsLayer(inputs) {
	return {
		name: "inputs",
		document: inputs.document,
		locate(path) {
			for (let length = path.length; length > 0; length--) {
				const origin = inputs.origins[pathText(path.slice(0, length))];
				if (origin !== void 0) return origin;
			}
		}
	};
}
/** One `section.key=value` line as a layer; the value is YAML. */
function setLayer(line) {
	const equals = line.indexOf("=");
	const key = (equals < 0 ? line : line.slice(0, equals)).trim();
	const where = `--set ${key.slice(0, 100)}`;
	if (equals < 0) return refused$1(where, "expected section.key=value, found no \"=\"");
	const path = key.split(".");
	if (!path.every((part) => /^[\w$-]+$/.test(part))) return refused$1(where, `expected section.key=value, found the key ${JSON.stringify(key.slice(0, 100))}`);
	const text = line.slice(equals + 1);
	if (text.length > 1e5) return refused$1(where, "the value is longer than 100000 characters");
	const parsed = parseYaml(text, where);
	if (parsed.problems.length > 0) return refused$1(where, `the value is ${parsed.problems[0]?.message ?? "not valid YAML"}; put quotes around text`);
	let document = text.trim() === "" ? null : parsed.document;
	for (const part of path.toReversed()) document = Object.fromEntries([[part, document]]);
	return {
		layer: {
			name: where,
			document,
			locate: () => where
		},
		problems: []
	};
}
function problemAt(path, message, where) {
	return {
		path: pathText(path),
		message,
		...where !== void 0 && { where }
	};
}
function refused$1(where, message) {
	return { problems: [{
		path: "",
		message,
		where
	}] };
}
/** The path in sections of a path that may begin with a flat key. */
function sectioned(path) {
	const first = String(path[0]);
	const section = sectionNames().includes(first) ? void 0 : sectionOfFlatKey(first);
	return section === void 0 ? path : [section, ...path];
}
/** The flat form has the keys of service, engine and load at the top; both forms may be mixed, one key not. */
function moveFlatKeys(document, layer) {
	const problems = [];
	const known = [...sectionNames(), "$schema"];
	const result = {};
	const moved = /* @__PURE__ */ new Set();
	for (const [key, value] of Object.entries(document)) if (known.includes(key)) result[key] = value;
	for (const [key, value] of Object.entries(document)) {
		if (known.includes(key)) continue;
		const section = sectionOfFlatKey(key);
		const where = layer.locate([key]) ?? layer.name;
		if (section === void 0) {
			problems.push(problemAt([key], unknownTopKey(key), where));
			continue;
		}
		const target = result[section] ?? {};
		if (!isMapping(target)) continue;
		if (Object.hasOwn(target, key)) {
			problems.push(problemAt([key], `given twice: at the top and as ${section}.${key}`, where));
			continue;
		}
		result[section] = {
			...target,
			[key]: value
		};
		moved.add(`${section}.${key}`);
	}
	const locate = (path) => moved.has(`${path[0]}.${path[1]}`) ? layer.locate(path.slice(1)) : layer.locate(path);
	return {
		layer: {
			name: layer.name,
			document: result,
			locate
		},
		problems
	};
}
function unknownTopKey(key) {
	const nearest = nearestName(key, [...sectionNames(), ...flatKeys()]);
	if (nearest !== void 0) return `unknown key; nearest known: ${nearest}`;
	return `unknown key; sections are ${sectionNames().join(", ")}`;
}
function mergeInto(target, source) {
	for (const [key, value] of Object.entries(source)) {
		const below = target[key];
		if (isMapping(value) && isMapping(below)) mergeInto(below, value);
		else target[key] = structuredClone(value);
	}
}

// src/config/notes.ts
function collectNotes(refusedPaths) {
	const refusedSet = new Set(refusedPaths);
	const problems = [];
	const warnings = [];
	const secrets = /* @__PURE__ */ new Set();
	return {
		problem(path, message) {
			if (!refusedSet.has(path)) problems.push({
				path,
				message
			});
		},
		warn(text) {
			if (!warnings.includes(text)) warnings.push(text);
		},
		secret(value) {
			if (value !== "") secrets.add(value);
		},
		refused: (path) => refusedSet.has(path) || refusedSet.has(path.split(".", 1)[0] ?? ""),
		problems,
		warnings,
		get secrets() {
			return [...secrets];
		}
	};
}

// src/config/command.ts
/** vLLM's flags for keys of ours. */
const FLAG_OF_KEY = {
	max_num_seqs: "max-num-seqs",
	gpu_memory_utilization: "gpu-memory-utilization",
	tensor_parallel_size: "tensor-parallel-size",
	dtype: "dtype",
	max_model_len: "max-model-len",
	revision: "revision"
};
/** Flags that we set ourselves, and what to use instead of args. */
const OWN_FLAGS = {
	host: "we always listen on 127.0.0.1",
	port: "use engine.port",
	model: "use engine.model"
};
/** The only list flag of vllm serve that is repeated (action append in entrypoints/openai/cli_args.py). */
const REPEATED_FLAG = "middleware";
/**
* Command of `vllm serve` as an argument list; {model} and {port} are filled in at the start of the engine.
* Flags with several values take them all after one name, as vLLM's parser wants it (nargs +, engine/arg_utils.py).
*/
function vllmCommand(engine, servedModelName, host = "127.0.0.1") {
	const command = [
		"vllm",
		"serve",
		"{model}",
		"--host",
		host,
		"--port",
		"{port}"
	];
	if (servedModelName !== void 0) command.push(...flag("served-model-name", servedModelName));
	for (const [key, name] of Object.entries(FLAG_OF_KEY)) {
		const value = engine[key];
		if (value !== void 0) command.push(...flag(name, value));
	}
	for (const [name, value] of Object.entries(engine.args ?? {})) command.push(...flag(dashed(name), value));
	return command;
}
/** What is wrong with `engine.args` of a process engine. */
function argsProblems(engine, servedModelName) {
	const problems = [];
	const seen = /* @__PURE__ */ new Map();
	const keyOfFlag = new Map(Object.entries(FLAG_OF_KEY).map(([key, name]) => [name, key]));
	for (const [written, value] of Object.entries(engine.args ?? {})) {
		const path = `engine.args.${written.slice(0, 64)}`;
		const name = dashed(written);
		const key = keyOfFlag.get(name);
		const own = Object.hasOwn(OWN_FLAGS, name) ? OWN_FLAGS[name] : void 0;
		const twin = seen.get(name);
		if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(written)) problems.push({
			path,
			message: "expected the name of a flag without leading dashes, such as enforce-eager"
		});
		else if (typeof value !== "boolean" && isSecretName(name)) problems.push({
			path,
			message: `a key on a command line is seen by every user of the host; ${byEnvironment(name)}`
		});
		else if (own !== void 0) problems.push({
			path,
			message: `not allowed here: ${own}`
		});
		else if (key !== void 0 && engine[key] !== void 0) problems.push({
			path,
			message: `given twice: also as engine.${key}`
		});
		else if (name === "served-model-name" && servedModelName !== void 0) problems.push({
			path,
			message: "given twice: also as service.model_id"
		});
		else if (twin !== void 0) problems.push({
			path,
			message: `given twice: also as engine.args.${twin}`
		});
		else if (Array.isArray(value) && value.length === 0) problems.push({
			path,
			message: "found an empty list: write values, or false to leave the flag out"
		});
		else if (hasNul(value)) problems.push({
			path,
			message: "found a NUL character"
		});
		seen.set(name, written);
	}
	return problems;
}
/** What is wrong with a command that the user wrote. */
function commandProblems(engine) {
	const command = engine.command ?? [];
	const problems = [];
	for (const [i, word] of command.entries()) {
		const path = `engine.command[${i}]`;
		const name = /^--?([^=]+)/.exec(word)?.[1];
		if (i === 0 && word.trim() === "") problems.push({
			path,
			message: "expected the program to start, found nothing"
		});
		if (word.includes("\0")) problems.push({
			path,
			message: "found a NUL character"
		});
		if (name !== void 0 && isSecretName(name) && carriesValue(word, command[i + 1])) problems.push({
			path,
			message: `a key on a command line is seen by every user of the host; ${byEnvironment(name)}`
		});
		if (word.includes("{model}") && engine.model === void 0) problems.push({
			path,
			message: "{model} needs engine.model"
		});
	}
	return problems;
}
/** Bare flags such as --allow-credentials carry nothing. */
function carriesValue(word, next) {
	return word.includes("=") || next !== void 0 && !next.startsWith("-");
}
function flag(name, value) {
	const option = name.length === 1 ? `-${name}` : `--${name}`;
	if (value === true) return [option];
	if (value === false) return [];
	if (!Array.isArray(value)) return withValue(option, value);
	if (name === REPEATED_FLAG) return value.flatMap((item) => withValue(option, item));
	return [option, ...value.map(String)];
}
function withValue(option, value) {
	const text = String(value);
	return text.startsWith("-") ? [`${option}=${text}`] : [option, text];
}
function dashed(name) {
	return name.replaceAll("_", "-");
}
function hasNul(value) {
	return [value].flat().some((item) => String(item).includes("\0"));
}
function byEnvironment(name) {
	return `set ${name.replaceAll("_", "-") === "hf-token" ? "HF_TOKEN" : "VLLM_API_KEY"} in the environment instead`;
}

// src/core/gpu-selection.ts
/** HIP reads these; CUDA_VISIBLE_DEVICES is an alias on ROCm and what vLLM itself uses. */
const HIP_NAMES = ["HIP_VISIBLE_DEVICES", "CUDA_VISIBLE_DEVICES"];
const ROCR_NAME = "ROCR_VISIBLE_DEVICES";
/** Numbers of the whole host, also inside a device cgroup (Slurm manual, sbatch: output environment variables). */
const SLURM_NAMES = ["SLURM_STEP_GPUS", "SLURM_JOB_GPUS"];
/** More than this in use before we start: somebody works there, so a free one is taken first. */
const IDLE_BYTES$1 = 1024 ** 3;
/**
* Chooses GPUs. A set that the environment gives (Slurm, visibility variables) is never widened; a request that does
* not fit into it is a problem, not a smaller set. Zero GPUs are chosen only when zero are asked for.
*/
function selectGpus(request, inventory, env) {
	if (request === 0) return {
		gpus: [],
		problems: []
	};
	if (inventory.gpus.length === 0) {
		const why = inventory.problems.slice(0, 3).join("; ");
		return refused(why === "" ? "engine.gpus: no AMD GPU is visible on this host; for an engine without GPUs set engine.gpus: 0" : `engine.gpus: the GPUs of this host cannot be read: ${why}`);
	}
	const given = givenSet(inventory.gpus, env);
	if (given.problem !== void 0) return refused(given.problem);
	const limits = given.by === void 0 ? {} : { given_by: given.by };
	const chosen = choose(request, given.gpus, inventory.gpus, env);
	if (typeof chosen === "string") return {
		...refused(limitText(chosen, given.by)),
		...limits
	};
	return {
		gpus: inOrder$1(chosen),
		problems: [],
		...limits
	};
}
/**
* The GPUs of an engine as it is configured. Without engine.gpus a container gets as many as its parallel sizes ask for;
* a process takes what it finds, so all that are given to us are its own. The others have none here, hooks unless they say so.
*/
function engineGpus(engine, parallel, inventory, env) {
	if (engine.kind === "external" || engine.kind === "simulator") return {
		gpus: [],
		problems: []
	};
	if (engine.gpus !== void 0) return selectGpus(engine.gpus, inventory, env);
	if (engine.kind === "hooks") return {
		gpus: [],
		problems: []
	};
	if (engine.kind === "docker") return selectGpus(parallel ?? 1, inventory, env);
	return inventory.gpus.length === 0 ? {
		gpus: [],
		problems: []
	} : selectGpus("all", inventory, env);
}
/**
* Says which visibility variables of an engine's own environment cannot be: in a container with chosen render nodes
* none may be set, elsewhere only one meaning (vllm/platforms/rocm.py refuses HIP and CUDA that differ).
*/
function visibleDevicesProblem(env, where) {
	const set = [ROCR_NAME, ...HIP_NAMES].filter((name) => String(env[name] ?? "") !== "");
	if (set.length === 0) return void 0;
	if (where === "container") return `${set.join(" and ")}: the container sees only the GPUs of engine.gpus, numbered from 0; leave it out`;
	if (set.length === 1) return void 0;
	return `${set.join(" and ")} are set together: they number the GPUs differently; set one of them`;
}
/**
* The one variable that limits a process to the chosen GPUs, by unique id, which does not depend on anybody's order
* (ROCm: GPU isolation techniques). Undefined: a GPU has none, or two share one, so that no variable can name them.
*/
function visibleDevices(gpus) {
	const ids = gpus.flatMap((gpu) => gpu.unique_id === void 0 ? [] : [gpu.unique_id]);
	if (ids.length !== gpus.length || new Set(ids).size !== ids.length) return void 0;
	return {
		name: ROCR_NAME,
		value: ids.map((id) => `GPU-${id}`).join(",")
	};
}
/** What we may use at all. */
function givenSet(all, env) {
	const hip = HIP_NAMES.flatMap((name) => named(name, env));
	const [first, second] = hip;
	if (first !== void 0 && second !== void 0 && first.value !== second.value) return {
		gpus: [],
		problem: `engine.gpus: ${hip.map(({ name, value }) => `${name}=${value}`).join(" and ")} contradict each other; unset one of them`
	};
	const slurm = SLURM_NAMES.flatMap((name) => named(name, env))[0];
	const rocr = named(ROCR_NAME, env)[0];
	let given = { gpus: all };
	if (slurm !== void 0) given = narrowed(given, slurm, all);
	if (rocr !== void 0 && given.problem === void 0) given = narrowedAgain(given, rocr, all, slurm);
	if (first !== void 0 && given.problem === void 0) given = narrowedAgain(given, first, all, rocr ?? slurm);
	return given;
}
/** The variable, unless it is unset; ROCm reads an empty one as unset. */
function named(name, env) {
	const value = env[name]?.trim();
	return value === void 0 || value === "" ? [] : [{
		name,
		value: value.slice(0, 500)
	}];
}
function narrowed(given, variable, numbered) {
	const text = `${variable.name}=${variable.value}`;
	const found = parts(variable.value).map((part) => find(part, numbered));
	const gpus = found.flatMap((one) => one === void 0 ? [] : [one]);
	if (gpus.length !== found.length) return {
		gpus: [],
		problem: `engine.gpus: ${text} names a GPU that this host does not show`
	};
	if (new Set(gpus).size !== gpus.length) return {
		gpus: [],
		problem: `engine.gpus: ${text} names a GPU twice`
	};
	return {
		gpus,
		by: given.by === void 0 ? text : `${given.by} and ${text}`
	};
}
/**
* A second variable counts within what the first one left: ROCR filters before HIP, and Slurm numbers a job's own GPUs
* from 0. Physical numbers of the same GPUs are understood as well, as long as only one reading is possible.
*/
function narrowedAgain(given, variable, all, before) {
	if (before === void 0) return narrowed(given, variable, all);
	const within = narrowed(given, variable, given.gpus);
	if (within.problem === void 0) return within;
	const text = `${before.name}=${before.value} and ${variable.name}=${variable.value}`;
	const physical = narrowed(given, variable, all);
	if (before.name !== ROCR_NAME && physical.problem === void 0 && physical.gpus.every((gpu) => given.gpus.includes(gpu))) return physical;
	return {
		gpus: [],
		problem: `engine.gpus: ${text} contradict each other; set one of them`
	};
}
function choose(request, given, all, env) {
	if (request === "all") return given;
	if (typeof request === "number") {
		if (!Number.isSafeInteger(request) || request < 0) return "engine.gpus: expected a whole number";
		if (request > given.length) return `engine.gpus: ${request} wanted, ${given.length} there`;
		return idleFirst(given).slice(0, request);
	}
	if (typeof request !== "string") return listed(request.map(String), given, all, "engine.gpus");
	const name = /^env:([A-Za-z_][A-Za-z0-9_]*)$/.exec(request)?.[1];
	if (name === void 0) return `engine.gpus: expected all, env:NAME, a number or a list`;
	const value = env[name]?.trim();
	if (value === void 0 || value === "") return `engine.gpus: the environment variable ${name} ${value === void 0 ? "is not set" : "is empty"}`;
	return listed(parts(value), given, all, name);
}
function listed(ids, given, all, source) {
	const chosen = [];
	for (const id of ids) {
		const gpu = find(id, all);
		if (gpu === void 0) {
			const known = all.map((one) => `${one.index} = ${one.bdf}`).join(", ");
			return `${source}: no GPU "${id.slice(0, 60)}" on this host; it has ${known}`;
		}
		if (!given.includes(gpu)) return `${source}: GPU ${id.slice(0, 60)} is not among those given to us`;
		if (chosen.includes(gpu)) return `${source}: GPU ${id.slice(0, 60)} is named twice`;
		chosen.push(gpu);
	}
	return chosen.length === 0 ? `${source}: names no GPU` : chosen;
}
/** By index in the list, PCI address, unique id (with or without GPU- or 0x), render node or its path. */
function find(id, numbered) {
	const text = id.toLowerCase();
	if (/^\d{1,4}$/.test(text)) return numbered[Number(text)];
	const unique = /^(?:gpu-|0x)?([0-9a-f]{16})$/.exec(text)?.[1];
	const node = /^(?:\/dev\/dri\/)?renderd(\d+)$/.exec(text)?.[1];
	const matches = numbered.filter((gpu) => gpu.bdf === text || gpu.bdf === `0000:${text}` || unique !== void 0 && gpu.unique_id === unique || node !== void 0 && gpu.render_node === `renderD${node}`);
	return matches.length === 1 ? matches[0] : void 0;
}
/** Idle ones first; unknown counts as busy. Otherwise by index. */
function idleFirst(gpus) {
	const busy = (gpu) => (gpu.vram_used_bytes ?? Number.POSITIVE_INFINITY) < IDLE_BYTES$1 ? 0 : 1;
	return [...gpus].sort((a, b) => busy(a) - busy(b) || a.index - b.index);
}
function inOrder$1(gpus) {
	return [...gpus].sort((a, b) => a.index - b.index);
}
function parts(value) {
	return value.split(/[\s,]+/).filter((part) => part !== "").slice(0, 1024);
}
function limitText(problem, by) {
	return by === void 0 ? problem : `${problem} (limited by ${by})`;
}
function refused(problem) {
	return {
		gpus: [],
		problems: [problem]
	};
}

// src/config/resolve-container.ts
/** The container engine; undefined where a problem was noted that leaves it open. */
function dockerEngine(engine, modelId, hfToken, notes) {
	const { pull, pull_timeout, pull_free_gb, stop_timeout, startup_timeout } = defaultsOf("engine");
	const defaults = {
		pull,
		pull_timeout,
		pull_free_gb,
		stop_timeout,
		startup_timeout
	};
	const { image } = engine;
	if (image === void 0) {
		if (!notes.refused("engine.image")) notes.problem("engine.image", "engine.kind docker needs engine.image, such as vllm/vllm-openai-rocm:TAG");
		return;
	}
	if (!isReference(image)) notes.problem("engine.image", "expected an image such as vllm/vllm-openai-rocm:v0.14.0 or name@sha256:…");
	checkMounts(engine, notes);
	const clash = visibleDevicesProblem(engine.env ?? {}, "container");
	if (clash !== void 0 && engine.gpus !== 0) notes.problem("engine.env", clash);
	const version = versionOfImage(image);
	for (const flag of removedFlags(engine.command ?? Object.keys(engine.args ?? {}).map((name) => `--${name}`), version)) notes.warn(flag);
	const shared = {
		...defaults,
		...engine,
		image,
		kind: "docker"
	};
	const token = hfToken === void 0 ? {} : { hf_token: hfToken };
	if (engine.command !== void 0) {
		for (const { path, message } of commandProblems(engine)) notes.problem(path, message);
		return {
			...shared,
			...token,
			command: engine.command,
			own_command: true
		};
	}
	for (const { path, message } of argsProblems(engine, modelId)) notes.problem(path, message);
	if (engine.model === void 0) {
		if (!notes.refused("engine.model") && !notes.refused("engine.command")) notes.problem("engine.model", "engine.kind docker needs engine.model, or engine.command with the whole command");
		return;
	}
	return {
		...shared,
		...token,
		command: vllmCommand(engine, modelId, "{host}"),
		own_command: false
	};
}
/** The engine of the site's own commands. */
function hooksEngine(engine, notes) {
	const { startup_timeout, stop_timeout } = defaultsOf("engine");
	const { start, stop, url } = engine;
	for (const key of [
		"start",
		"stop",
		"logs"
	]) for (const [i, word] of (engine[key] ?? []).entries()) {
		if (word.includes("\0")) notes.problem(`engine.${key}[${i}]`, "found a NUL character");
		if (i === 0 && word.trim() === "") notes.problem(`engine.${key}[0]`, "expected the program to start");
		if (word.includes("{model}") && engine.model === void 0) notes.problem(`engine.${key}[${i}]`, "{model} needs engine.model");
	}
	if (start === void 0 && !notes.refused("engine.start")) notes.problem("engine.start", "engine.kind hooks needs engine.start, the command that starts the server");
	if (stop === void 0 && !notes.refused("engine.stop")) notes.warn("engine.stop is not given: what engine.start starts elsewhere (a submitted job) is not stopped by us");
	if (url === void 0) {
		if (!notes.refused("engine.url")) notes.problem("engine.url", "engine.kind hooks needs engine.url, the address where the server will answer");
		return;
	}
	const address = normaliseAddress(url);
	if (!address.ok) notes.problem("engine.url", address.problem);
	if (start === void 0) return void 0;
	return {
		startup_timeout,
		stop_timeout,
		...engine,
		kind: "hooks",
		start,
		url
	};
}
/** Name with optional registry, then a tag, a digest, or both (distribution/reference). */
function isReference(image) {
	if (image.length > 500) return false;
	const name = /^(?:[A-Za-z0-9][A-Za-z0-9.-]*(?::\d{1,5})?\/)?[a-z0-9][a-z0-9._-]*(?:\/[a-z0-9][a-z0-9._-]*)*/;
	const rest = image.replace(name, "");
	return name.test(image) && /^(?::[A-Za-z0-9_][A-Za-z0-9_.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$/.test(rest);
}
/** Folders under which the container's own system lies: a mount there replaces what is measured. */
const TAKEN = [
	"/",
	"/dev",
	"/dev/kfd",
	"/dev/dri",
	"/proc",
	"/sys",
	"/opt/rocm",
	"/usr",
	"/etc"
];
function checkMounts(engine, notes) {
	const seen = /* @__PURE__ */ new Set();
	for (const [i, mount] of (engine.mounts ?? []).entries()) {
		const path = `engine.mounts[${i}]`;
		const [source = "", target = ""] = mount.split(":");
		if (source.split("/").includes("..") || target.split("/").includes("..")) notes.problem(path, "expected paths without ..");
		const clean = target.replace(/\/+$/, "") || "/";
		if (TAKEN.includes(clean)) notes.problem(path, `${clean} of the container belongs to the image`);
		if (/(?:docker|podman)\.sock$/.test(source)) notes.problem(path, "the socket of the container engine would give the model server the whole host");
		if (seen.has(clean)) notes.problem(path, `${clean} is mounted twice`);
		seen.add(clean);
	}
}

// src/config/resolve-engine.ts
/** Keys of an engine that runs vllm serve for us. */
const SERVED_BY_VLLM = [
	"kind",
	"command",
	"args",
	"env",
	"model",
	"revision",
	"max_num_seqs",
	"gpu_memory_utilization",
	"tensor_parallel_size",
	"dtype",
	"max_model_len",
	"port",
	"startup_timeout",
	"gpus",
	"hf_token_env"
];
/** Keys that mean something to each kind; all others are noted as not applied. */
const APPLIES = {
	docker: [
		...SERVED_BY_VLLM,
		"image",
		"pull",
		"pull_timeout",
		"pull_free_gb",
		"hf_offline",
		"mounts",
		"caches",
		"network",
		"shm_size",
		"memory",
		"stop_timeout"
	],
	hooks: [...[
		"kind",
		"start",
		"stop",
		"logs",
		"url",
		"env",
		"model",
		"revision",
		"max_num_seqs"
	], ...[
		"tensor_parallel_size",
		"gpus",
		"startup_timeout",
		"stop_timeout"
	]],
	external: ["kind", "url"],
	simulator: [
		"kind",
		"preset",
		"time_scale",
		"args",
		"env",
		"max_num_seqs",
		"max_model_len",
		"port",
		"startup_timeout"
	],
	process: SERVED_BY_VLLM
};
/** Keys that only shape the command that we build. */
const COMMAND_KEYS = [
	"args",
	"revision",
	"max_num_seqs",
	"gpu_memory_utilization",
	"dtype",
	"max_model_len"
];
/** The engine with its kind decided; undefined where a problem was noted that leaves it open. */
function resolveEngine(file, notes, checkSimulator, env) {
	const kind = engineKind(file, notes);
	if (kind === void 0) return void 0;
	const engine = file.engine ?? {};
	checkEnvironment(engine, notes);
	noteNotApplied$1(file, kind, notes);
	switch (kind) {
		case "external": return externalEngine$1(file, notes);
		case "simulator": return simulatorEngine(engine, notes, checkSimulator);
		case "docker": return dockerEngine(engine, file.service?.model_id, hubToken$1(engine, env, notes), notes);
		case "hooks": return hooksEngine(engine, notes);
		case "process": return processEngine(engine, file.service?.model_id, hubToken$1(engine, env, notes), notes);
	}
}
/** Without `kind` an image means docker, start commands mean hooks, an address means external, something to start means process, a preset means the simulator. */
function engineKind(file, notes) {
	const { engine = {}, service = {} } = file;
	if (engine.kind !== void 0) return engine.kind;
	if (engine.image !== void 0) return "docker";
	if (engine.start !== void 0) return "hooks";
	if (service.base_url !== void 0 || engine.url !== void 0) return "external";
	if ([
		"engine",
		"engine.kind",
		"engine.url",
		"service",
		"service.base_url",
		"engine.command",
		"engine.model",
		"engine.image",
		"engine.start"
	].some((path) => notes.refused(path))) return void 0;
	if (engine.command !== void 0 || engine.model !== void 0) return "process";
	if (engine.preset !== void 0 || engine.time_scale !== void 0) return "simulator";
	notes.problem("engine.kind", "nothing to measure: give service.base_url of a running server, or engine.image or engine.model (or engine.command) to start one, or engine.kind: simulator to try things out");
}
function externalEngine$1({ service = {}, engine = {} }, notes) {
	const url = engine.url ?? service.base_url;
	if (url === void 0) {
		if (notes.refused("engine.url") || notes.refused("service.base_url")) return void 0;
		notes.problem("service.base_url", "engine.kind external needs service.base_url, the address of the running server");
		return;
	}
	const path = engine.url === void 0 ? "service.base_url" : "engine.url";
	const address = normaliseAddress(url);
	if (!address.ok) {
		notes.problem(path, address.problem);
		return;
	}
	if (engine.url !== void 0 && service.base_url !== void 0) {
		const other = normaliseAddress(service.base_url);
		if (!other.ok) notes.problem("service.base_url", other.problem);
		else if (other.address !== address.address) notes.warn("engine.url is used; service.base_url is another address and is not");
	}
	return {
		kind: "external",
		url
	};
}
function simulatorEngine(engine, notes, check) {
	const resolved = {
		...defaultsOf("engine"),
		...engine,
		kind: "simulator"
	};
	for (const problem of check?.({
		preset: resolved.preset,
		args: engine.args ?? {}
	}) ?? []) notes.problem("engine.args", problem);
	return resolved;
}
function processEngine(engine, modelId, hfToken, notes) {
	const { startup_timeout } = defaultsOf("engine");
	const token = hfToken === void 0 ? {} : { hf_token: hfToken };
	for (const flag of removedFlags(engine.command ?? Object.keys(engine.args ?? {}).map((name) => `--${name}`), void 0)) notes.warn(flag);
	if (engine.model?.startsWith("-")) notes.problem("engine.model", "expected a hub id or folder, found a leading dash");
	for (const key of [
		"model",
		"revision",
		"dtype"
	]) if (engine[key]?.includes("\0")) notes.problem(`engine.${key}`, "found a NUL character");
	if (engine.command !== void 0) {
		for (const { path, message } of commandProblems(engine)) notes.problem(path, message);
		for (const key of COMMAND_KEYS) {
			if (engine[key] === void 0) continue;
			notes.warn(`engine.${key} is not applied: engine.command is given, put the flag there`);
		}
		return {
			startup_timeout,
			...engine,
			...token,
			kind: "process",
			command: engine.command
		};
	}
	for (const { path, message } of argsProblems(engine, modelId)) notes.problem(path, message);
	if (engine.model === void 0) {
		if (!notes.refused("engine.model") && !notes.refused("engine.command")) notes.problem("engine.model", "engine.kind process needs engine.model, or engine.command with the whole command");
		return;
	}
	return {
		startup_timeout,
		...engine,
		...token,
		kind: "process",
		command: vllmCommand(engine, modelId)
	};
}
/** The token for the model hub, from our environment. */
function hubToken$1(engine, env, notes) {
	const name = engine.hf_token_env;
	if (name === void 0 || notes.refused("engine.hf_token_env")) return void 0;
	const value = env[name]?.trim();
	if (value === void 0 || value === "") {
		const state = value === void 0 ? "is not set" : "is empty";
		notes.problem("engine.hf_token_env", `the environment variable ${name} ${state}`);
		return;
	}
	notes.secret(value);
	return value;
}
function checkEnvironment(engine, notes) {
	for (const [name, value] of Object.entries(engine.env ?? {})) {
		const path = `engine.env.${name.slice(0, 64)}`;
		if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) notes.problem(path, "expected a name of letters, digits and _, not beginning with a digit");
		if (String(value).includes("\0")) notes.problem(path, "found a NUL character");
		if (typeof value === "string" && isSecretName(name)) notes.secret(value);
	}
}
function noteNotApplied$1({ engine = {}, service = {} }, kind, notes) {
	const why = {
		external: "the server is not started by us",
		simulator: "the simulator has no use for it",
		process: "it has no meaning for a process engine",
		docker: "it has no meaning for a docker engine",
		hooks: "the start command decides it"
	};
	for (const key of Object.keys(engine)) {
		if (key === "pins") continue;
		if (!APPLIES[kind].includes(key)) notes.warn(`engine.${key} is not applied: ${why[kind]}`);
	}
	if (kind !== "external" && service.base_url !== void 0) notes.warn(`service.base_url is not used: engine.kind ${kind} starts its own server`);
}

// src/config/resolve-judging.ts
const DEFAULT_MARGIN = .1;
/** The budgets that are right; the others are problems. `rates`: the gating rungs. */
function resolveBudgets(texts, rates, notes) {
	const budgets = [];
	const seen = /* @__PURE__ */ new Set();
	for (const [i, text] of texts.entries()) {
		const path = `budgets[${i}]`;
		const shown = JSON.stringify(text.trim().slice(0, 100));
		const parsed = parseBudget(text);
		if (!parsed.ok) {
			notes.problem(path, `${shown}: ${parsed.problem}`);
			continue;
		}
		const { budget } = parsed;
		const where = notes.refused("load.request_rates") ? void 0 : selectorProblem(budget.rates, rates);
		if (where !== void 0) {
			notes.problem(path, `${shown}: ${where}`);
			continue;
		}
		const spelling = formatBudget(budget);
		if (seen.has(spelling)) notes.warn(`budget ${shown} is there twice`);
		else budgets.push(budget);
		seen.add(spelling);
	}
	return budgets;
}
function resolveCompare(compare, context, notes) {
	const defaults = defaultsOf("compare");
	const metrics = compare.metrics ?? defaults.metrics;
	for (const [i, metric] of metrics.entries()) checkMetric(metric, `compare.metrics[${i}]`, notes);
	for (const metric of Object.keys(compare.margins ?? {})) {
		const path = `compare.margins.${metric.slice(0, 64)}`;
		if (checkMetric(metric, path, notes) && !metrics.includes(metric)) notes.warn(`${path} is not applied: ${metric} is not in compare.metrics`);
	}
	if (!notes.refused("load.request_rates")) for (const [i, rate] of (compare.rates ?? []).entries()) {
		if (context.rates.includes(rate)) continue;
		const nearest = nearestNumber(rate, context.rates);
		notes.problem(`compare.rates[${i}]`, `${rate} is no gating rung of load.request_rates; nearest: ${nearest}`);
	}
	const baseline = compare.baseline ?? defaults.baseline;
	if (baseline !== "none" && !existsSync(resolve(context.cwd, baseline))) notes.warn(`compare.baseline ${JSON.stringify(baseline.slice(0, 200))} does not exist (yet): nothing to compare with`);
	if (baseline === "none" && compare.required === true) notes.problem("compare.required", "a baseline is required but compare.baseline is none");
	const margins = Object.fromEntries(metrics.map((metric) => [metric, DEFAULT_MARGIN]));
	return {
		...defaults,
		under_test: [],
		...compare,
		margins: {
			...margins,
			...compare.margins
		}
	};
}
function checkMetric(name, path, notes) {
	if (metricNamed(name)?.comparable === true) return true;
	const comparable = BUDGET_METRIC_NAMES.filter((known) => metricNamed(known)?.comparable === true);
	const nearest = nearestName(name, comparable);
	const hint = nearest === void 0 ? "" : `; nearest known: ${nearest}`;
	const reason = metricNamed(name) === void 0 ? "unknown metric" : "not a metric whose relative change can be judged";
	notes.problem(path, `${reason} ${JSON.stringify(name.slice(0, 64))}${hint}`);
	return false;
}

// src/config/resolve-load.ts
/** The name under which the public ShareGPT file is known (vLLM's benchmark documentation). */
const SHAREGPT_FILE$1 = "ShareGPT_V3_unfiltered_cleaned_split.json";
const SHAREGPT_SOURCE = `https://huggingface.co/datasets/anon8231489123/ShareGPT_Vicuna_unfiltered/resolve/main/${SHAREGPT_FILE$1}`;
const RANDOM_OUTPUT_LEN = 128;
/** More requests than this in one rung are a slip of the pen. */
const MAX_PROMPTS = 1e7;
/** A rung that lasts longer is a slip of the pen too; its schedule could not even be counted in nanoseconds. */
const MAX_RUNG_HOURS = 24;
function resolveLoad(load, cwd, notes) {
	const defaults = defaultsOf("load");
	const { num_prompts: defaultPrompts, ...others } = defaults;
	const random = (load.dataset_name ?? defaults.dataset_name) === "random";
	const datasetPath = checkDataset(load, cwd, notes);
	const resolved = {
		...others,
		...load.duration === void 0 && { num_prompts: defaultPrompts },
		...random && { output_len: RANDOM_OUTPUT_LEN },
		ignore_eos: random,
		...load,
		...datasetPath !== void 0 && { dataset_path: datasetPath },
		sampling: {
			temperature: 0,
			...load.sampling
		},
		warmup: {
			max_s: 60,
			...load.warmup
		}
	};
	checkLadder(load, resolved, notes);
	noteNotApplied(load, resolved, notes);
	return resolved;
}
function checkLadder(load, resolved, notes) {
	if (load.num_prompts !== void 0 && load.duration !== void 0) notes.problem("load.duration", "given together with load.num_prompts: one of them decides the length of a rung");
	const both = resolved.explore_rates.filter((rate) => resolved.request_rates.includes(rate));
	if (both.length > 0 && !notes.refused("load.request_rates")) notes.problem("load.explore_rates", `${both.join(", ")} is also in load.request_rates: a rung gates or explores`);
	const over = planRungs(resolved).find((rung) => rung.num_prompts > MAX_PROMPTS);
	if (over !== void 0) notes.problem("load.duration", `${over.rate} requests/s would be ${over.num_prompts} requests; at most ${MAX_PROMPTS}`);
	const long = planRungs(resolved).find((rung) => !(rung.num_prompts / rung.rate <= MAX_RUNG_HOURS * 3600));
	if (long !== void 0 && over === void 0) {
		const path = long.kind === "gating" ? "load.request_rates" : "load.explore_rates";
		notes.problem(resolved.duration === void 0 ? path : "load.duration", `${long.num_prompts} requests at ${long.rate} requests/s take ${hours(long.num_prompts / long.rate / 3600)} h; a rung may take ${MAX_RUNG_HOURS} h: a higher rate, fewer load.num_prompts or a shorter load.duration`);
	}
	const edges = resolved.length_buckets ?? [];
	if (edges.some((edge, i) => i > 0 && edge <= (edges[i - 1] ?? 0))) notes.problem("load.length_buckets", "expected edges in ascending order, each once");
}
function hours(value) {
	return value < 1e6 ? String(Math.round(value)) : value.toPrecision(2);
}
function checkDataset(load, cwd, notes) {
	const { dataset_name: name, dataset_path: path } = load;
	if (notes.refused("load.dataset_name") || notes.refused("load.dataset_path")) return void 0;
	if (name === void 0 || name === "random") {
		if (path !== void 0) notes.warn("load.dataset_path is not applied: load.dataset_name is random; write sharegpt or jsonl");
		return;
	}
	if (path === void 0 && name === "jsonl") {
		notes.problem("load.dataset_path", "load.dataset_name jsonl needs load.dataset_path");
		return;
	}
	const file = resolve(cwd, path ?? SHAREGPT_FILE$1);
	const problem = fileProblem(file);
	if (problem === void 0) return file;
	const shown = JSON.stringify((path ?? SHAREGPT_FILE$1).slice(0, 200));
	const source = name === "sharegpt" ? `; the public file is at ${SHAREGPT_SOURCE}` : "";
	notes.problem("load.dataset_path", `the file ${shown} ${problem} (working folder ${cwd})${source}`);
}
function fileProblem(file) {
	try {
		return statSync(file).isFile() ? void 0 : "is no regular file";
	} catch (error) {
		const code = error instanceof Error && "code" in error ? error.code : void 0;
		return code === "ENOENT" || code === "ENOTDIR" ? "does not exist" : "cannot be read";
	}
}
function noteNotApplied(load, resolved, notes) {
	if (load.burstiness !== void 0 && resolved.arrival !== "gamma") notes.warn(`load.burstiness is not applied: load.arrival is ${resolved.arrival}; write arrival: gamma`);
	if (load.input_len !== void 0 && resolved.dataset_name !== "random") notes.warn(`load.input_len is not applied: the prompts come from ${resolved.dataset_name}`);
}

// src/config/resolve-pins.ts
/** engine.pins with each value checked for its form; what is found is compared later. */
function resolvePins(file, notes) {
	const pins = file.engine?.pins ?? {};
	for (const [field, expected] of Object.entries(pins)) {
		const problem = expected === void 0 ? void 0 : pinProblem(field, expected);
		if (problem !== void 0) notes.problem(`engine.pins.${field}`, problem);
	}
	return pins;
}

// src/config/resolve-service.ts
/** Headers that belong to the transport. */
const OWN_HEADERS = [
	"host",
	"content-length",
	"content-type",
	"transfer-encoding",
	"connection",
	"accept-encoding"
];
/** Fields of a request body that are ours: overriding one would measure something else than the report says. */
const OWN_FIELDS = [
	"model",
	"prompt",
	"messages",
	"stream",
	"stream_options",
	"max_tokens",
	"max_completion_tokens",
	"min_tokens",
	"ignore_eos"
];
/** The service with its key resolved; problems are noted. */
function resolveService(service, context, notes) {
	const defaults = defaultsOf("service");
	const key = resolveKey(service, context, notes);
	checkHeaders(service, key, notes);
	checkExtraBody(service, notes);
	checkReach(service, context, key, notes);
	const caFile = service.ca_file === void 0 ? void 0 : readable(service.ca_file, context.cwd, notes);
	const { api_key: _literal, ...others } = service;
	return {
		...defaults,
		...others,
		...caFile !== void 0 && { ca_file: caFile },
		...key !== void 0 && { key }
	};
}
/** Secrets of the environment and of a document in sections, whatever else is wrong with it. */
function secretsOf$1(document, env) {
	const secrets = [];
	const add = (value) => {
		if (typeof value === "string" && value.trim() !== "") secrets.push(value, value.trim());
	};
	const service = document["service"] ?? {};
	const engine = document["engine"] ?? {};
	add(service["api_key"]);
	for (const value of Object.values(service["headers"] ?? {})) if (typeof value === "string") headerSecrets(value).forEach(add);
	for (const [name, value] of Object.entries(engine["env"] ?? {})) if (isSecretName(name)) add(value);
	addCredentials(service["proxy"], add);
	for (const [name, value] of Object.entries(env)) if (/_proxy$/i.test(name)) addCredentials(value, add);
	else if (value !== void 0 && value.trim().length >= 8 && isSecretName(name)) add(value);
	return secrets;
}
function addCredentials(proxy, add) {
	if (typeof proxy !== "string") return;
	const credentials = /^(?:[a-z][a-z0-9+.-]*:\/\/)?([^/?#]*)@/i.exec(proxy)?.[1];
	if (credentials === void 0) return;
	add(credentials);
	const password = credentials.split(":").slice(1).join(":");
	add(password);
	try {
		add(decodeURIComponent(password));
	} catch {}
}
function resolveKey(service, context, notes) {
	const { api_key: literal, api_key_env: variable } = service;
	if (literal !== void 0 && variable !== void 0) {
		notes.problem("service.api_key", "given twice: also by service.api_key_env; keep api_key_env");
		return;
	}
	if (literal !== void 0) {
		if (context.keyIsLiteral) notes.warn("service.api_key is written out: service.api_key_env or a secret input is safer");
		return cleanKey(literal, "service.api_key", notes);
	}
	if (variable !== void 0) return keyFromVariable(variable, context.env, notes);
	if (notes.refused("service.api_key") || notes.refused("service.api_key_env")) return void 0;
	return keyFromConvention(context, notes);
}
function keyFromVariable(variable, env, notes) {
	if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(variable)) {
		notes.problem("service.api_key_env", "expected the name of an environment variable; the key itself goes into that");
		notes.secret(variable);
		return;
	}
	const value = env[variable];
	if (value === void 0 || value.trim() === "") {
		const state = value === void 0 ? "is not set" : "is empty";
		notes.problem("service.api_key_env", `the environment variable ${variable} ${state}`);
		return;
	}
	return cleanKey(value, "service.api_key_env", notes);
}
/** Nothing is configured: what OpenAI's clients read for a running server, what vLLM itself reads for one of ours. */
function keyFromConvention({ engine, env }, notes) {
	if (engine === void 0 || engine.kind === "simulator") return void 0;
	const ours = engine.kind !== "external";
	const own = ours ? engine.env?.["VLLM_API_KEY"] : void 0;
	const name = ours ? "VLLM_API_KEY" : "OPENAI_API_KEY";
	const value = own === void 0 ? env[name] : String(own);
	if (value === void 0 || value.trim() === "") return void 0;
	notes.warn(`${name} of the environment is used as the key: no service.api_key_env is given`);
	return cleanKey(value, "service.api_key_env", notes);
}
function cleanKey(raw, path, notes) {
	const key = raw.trim();
	notes.secret(raw);
	notes.secret(key);
	if (key !== raw) notes.warn(`${path}: the key had spaces or line breaks around it, which were cut off`);
	if (/^bearer\s/i.test(key)) notes.problem(path, "expected the key alone: leave the word Bearer out");
	else if (key === "") notes.problem(path, "expected a key, found only spaces");
	else if (!/^[\x21-\x7e]+$/.test(key)) notes.problem(path, "the key holds a space, line break or character inside that no HTTP header can carry");
	else return key;
}
function checkHeaders(service, key, notes) {
	for (const [name, value] of Object.entries(service.headers ?? {})) {
		const path = `service.headers.${name.slice(0, 64)}`;
		for (const secret of headerSecrets(value)) notes.secret(secret);
		if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name)) notes.problem(path, "not the name of an HTTP header");
		else if (OWN_HEADERS.includes(name.toLowerCase())) notes.problem(path, "this header belongs to the HTTP client");
		else if (name.toLowerCase() === "authorization" && key !== void 0) notes.problem(path, "given twice: the key already becomes the Authorization header");
		if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) notes.problem(path, "the value holds a line break or character that no HTTP header can carry");
	}
}
function checkExtraBody(service, notes) {
	for (const field of OWN_FIELDS.filter((one) => Object.hasOwn(service.extra_body ?? {}, one))) notes.problem(`service.extra_body.${field}`, "this field belongs to the load generator: lengths come from load.output_len and load.ignore_eos, the model from service.model_id");
}
/** Which way the requests go: said before anything is measured. */
function checkReach(service, context, key, notes) {
	if (context.engine?.kind !== "external") return;
	const address = normaliseAddress(context.engine.url);
	if (!address.ok) return;
	const choice = proxyFor(address.address, service.proxy, context.env);
	if (choice.problem !== void 0) {
		const path = service.proxy === void 0 ? "service.base_url" : "service.proxy";
		notes.problem(path, choice.problem);
	} else if (choice.proxy !== void 0) notes.warn(`requests go ${choice.reason}; its time is part of every latency. NO_PROXY or service.proxy changes that`);
	const url = new URL(address.address);
	if (key !== void 0 && url.protocol === "http:" && !isLoopback(url.hostname)) notes.warn("the key travels unencrypted: service.base_url is http, not https");
}
function readable(file, cwd, notes) {
	const path = resolve(cwd, file);
	try {
		accessSync(path, constants.R_OK);
		return path;
	} catch {
		notes.problem("service.ca_file", `the file ${JSON.stringify(file.slice(0, 200))} does not exist or cannot be read`);
		return;
	}
}

// src/config/schema-check.ts
let compiled;
/** Checks a merged document. `where` tells where a path was written; secrets are masked in values before these are cut. */
function checkSchema(document, where, secrets) {
	const validate = compiledSchema();
	const copy = structuredClone(document);
	if (validate(copy)) return {
		file: copy,
		problems: [],
		broken: []
	};
	const problems = /* @__PURE__ */ new Map();
	const broken = /* @__PURE__ */ new Set();
	for (const error of validate.errors ?? []) {
		if (error.schemaPath.includes("/anyOf/")) continue;
		const path = pathOf(error, document);
		const problem = problemAt(path, sentence({
			...error,
			data: maskDeep(error.data, secrets)
		}, path), where(path));
		problems.set(`${problem.path} ${problem.message}`, problem);
		broken.add(remove(copy, error.keyword === "additionalProperties" ? path : keyOf$2(path)));
	}
	if (!validate(copy)) throw new Error("taking out what the schema refuses left something that it refuses");
	return {
		file: copy,
		problems: [...problems.values()],
		broken: [...broken]
	};
}
function compiledSchema() {
	if (compiled === void 0) {
		const ajv = new import_ajv.Ajv({
			allErrors: true,
			strict: true,
			allowUnionTypes: true,
			verbose: true
		});
		ajv.addVocabulary(["x-secret", "x-unit"]);
		compiled = ajv.compile(SCHEMA);
	}
	return compiled;
}
function pathOf(error, document) {
	const path = [];
	for (const raw of error.instancePath.split("/").slice(1)) {
		const key = raw.replaceAll("~1", "/").replaceAll("~0", "~");
		path.push(Array.isArray(valueAt(document, path)) ? Number(key) : key);
	}
	if (error.keyword === "additionalProperties") path.push(String(error.params["additionalProperty"]));
	return path;
}
function sentence(error, path) {
	const found = describe$1(error.data, path);
	const { params } = error;
	switch (error.keyword) {
		case "additionalProperties": return unknownKey(String(path.at(-1)), error, path);
		case "type": return `expected ${typeText(params["type"])}, found ${found}${quoteHint(params["type"], error.data)}`;
		case "enum": {
			const allowed = params["allowedValues"].map(String);
			const nearest = typeof error.data === "string" ? nearestName(error.data, allowed) : void 0;
			const hint = nearest === void 0 ? "" : `; nearest: ${nearest}`;
			return `expected one of ${allowed.join(", ")}, found ${found}${hint}`;
		}
		case "minimum":
		case "maximum":
		case "exclusiveMinimum":
		case "exclusiveMaximum": return `expected a number ${params["comparison"]} ${params["limit"]}, found ${found}`;
		case "minItems": return `expected at least ${params["limit"]} entry, found an empty list`;
		case "maxItems": return `expected at most ${params["limit"]} entries, found ${error.data.length}`;
		case "uniqueItems": return `expected each value once, found ${describe$1(error.data[Number(params["i"])], path)} twice`;
		case "minLength": return "found an empty text: write a value, or leave the key out";
		case "maxLength": return `expected at most ${params["limit"]} characters, found ${String(error.data).length}`;
		case "anyOf": return `expected text, a number, true or false, or a list of these, found ${found}`;
		default: return `${error.message ?? "not as the schema wants it"}, found ${found}`;
	}
}
function unknownKey(key, error, path) {
	const known = Object.keys(error.parentSchema?.["properties"] ?? {});
	const nearest = nearestName(key, known);
	const elsewhere = sectionNames().find((section) => section !== path[0] && keysOf(section).includes(key));
	if (elsewhere !== void 0) return `unknown key; it belongs to ${elsewhere}.${key}`;
	if (nearest !== void 0) return `unknown key; nearest known: ${nearest}`;
	return `unknown key; known: ${known.join(", ")}`;
}
function typeText(type) {
	const names = Array.isArray(type) ? type.map(String) : [String(type)];
	const texts = {
		string: "text",
		number: "a number",
		integer: "a whole number",
		boolean: "true or false",
		array: "a list",
		object: "a section with keys"
	};
	return names.map((name) => texts[name] ?? name).join(" or ");
}
function quoteHint(type, value) {
	if (type === "string" && (typeof value === "number" || typeof value === "boolean")) return "; put quotes around it";
	if ((type === "number" || type === "integer") && typeof value === "string" && /^\s*[\d.]+\s*$/.test(value)) return "; write it without quotes";
	return "";
}
/** What was found, in a few words; never the value where it could be a secret. */
function describe$1(value, path) {
	if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
	if (typeof value === "object") return "a section with keys";
	if (isSecretPath(path)) return typeof value === "string" ? "a text" : `a ${typeof value}`;
	if (typeof value !== "string") return String(value);
	return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
}
/** `section.key` of a path; a list goes as a whole, since rules count its positions. */
function keyOf$2(path) {
	const item = path.findIndex((part) => typeof part === "number");
	return path.slice(0, item < 0 ? 2 : Math.min(2, item));
}
/** Takes the value at a path out of the document; names what is gone as `section` or `section.key`. */
function remove(document, path) {
	const parent = valueAt(document, path.slice(0, -1));
	const key = path.at(-1);
	if (typeof parent === "object" && parent !== null && key !== void 0) Reflect.deleteProperty(parent, key);
	return path.slice(0, 2).join(".");
}

// src/config/load.ts
const MAX_SHOWN = 100;
/** The configuration, or one GateError of kind `config` whose evidence lists every problem, a line each. */
function loadConfig(sources) {
	const { layers, problems: unread, incomplete } = readLayers(sources);
	const merged = mergeLayers(layers);
	const secrets = secretsOf$1(merged.document, sources.env);
	const checked = checkSchema(merged.document, merged.where, secrets);
	const told = unread.map((problem) => problem.path).filter((path) => path !== "");
	const fromSchema = checked.problems.filter(({ path }) => !told.some((known) => path.startsWith(known)));
	const refused = [
		...merged.dropped.map((path) => path.slice(0, 2).join(".")),
		...checked.broken,
		...told
	];
	const notes = collectNotes(refused);
	for (const text of sources.inputs?.warnings ?? []) notes.warn(text);
	for (const secret of secrets) notes.secret(secret);
	const { file } = checked;
	const engine = resolveEngine(file, notes, sources.checkSimulator, sources.env);
	const service = resolveService(file.service ?? {}, {
		engine,
		env: sources.env,
		cwd: sources.cwd,
		keyIsLiteral: isLiteral(sources, merged.where(["service", "api_key"]))
	}, notes);
	const load = resolveLoad(file.load ?? {}, sources.cwd, notes);
	const limits = {
		retries: 1,
		...file.limits
	};
	for (const message of planProblems({
		load,
		limits
	})) notes.problem("limits.max_minutes", message);
	const budgets = resolveBudgets(file.budgets ?? [], load.request_rates, notes);
	const compare = resolveCompare(file.compare ?? {}, {
		rates: load.request_rates,
		cwd: sources.cwd
	}, notes);
	const pins = resolvePins(file, notes);
	const fromRules = incomplete ? [] : notes.problems.map((problem) => withPlace(problem, merged.where));
	const problems = [
		...unread,
		...merged.problems,
		...fromSchema,
		...fromRules
	];
	if (problems.length > 0 || engine === void 0) throw configError(problems, notes.secrets, sources.file);
	return {
		service,
		engine,
		load,
		budgets,
		compare,
		limits,
		pins,
		preflight: {
			...defaultsOf("preflight"),
			...file.preflight
		},
		validity: { strict: file.validity?.strict ?? false },
		report: {
			...defaultsOf("report"),
			...file.report
		},
		...shownCommand(engine, notes.secrets),
		document: maskedDocument(file, notes.secrets),
		warnings: notes.warnings.map((text) => maskSecrets(text, notes.secrets)),
		secrets: notes.secrets
	};
}
/** One line of a problem: where, configuration path, what was expected and found. */
function problemText({ where, path, message }) {
	return [
		where,
		path === "" ? void 0 : path,
		message
	].filter((part) => part !== void 0).join(": ");
}
/** `incomplete`: the file or document could not be read. */
function readLayers(sources) {
	const layers = [];
	let incomplete = false;
	const problems = [...sources.inputs?.problems ?? []];
	if (sources.defaults !== void 0) layers.push(documentLayer("defaults", sources.defaults));
	if (sources.file !== void 0) {
		const read = readFileLayer(sources.file, sources.cwd);
		if (read.layer !== void 0) layers.push(read.layer);
		else {
			problems.push(...read.problems);
			incomplete = true;
		}
	}
	if (sources.document !== void 0) {
		if (isMapping(sources.document)) layers.push(documentLayer("configuration", sources.document));
		else {
			problems.push({
				path: "",
				message: "expected a configuration with sections such as service and load"
			});
			incomplete = true;
		}
	}
	if (sources.inputs !== void 0) layers.push(inputsLayer(sources.inputs));
	for (const line of sources.set ?? []) {
		const { layer, problems: wrong } = setLayer(line);
		problems.push(...wrong);
		if (layer !== void 0) layers.push(layer);
	}
	return {
		layers,
		problems,
		incomplete
	};
}
function documentLayer(name, document) {
	return {
		name,
		document,
		locate: () => void 0
	};
}
/** A key in an input or flag came from outside; one in a file or in --set is written down somewhere. */
function isLiteral({ inputs }, where) {
	return where === void 0 || where !== inputs?.origins["service.api_key"];
}
function withPlace(problem, where) {
	const place = where(problem.path.split(/[.[\]]+/).filter((part) => part !== "").map((part) => /^\d+$/.test(part) ? Number(part) : part));
	return place === void 0 ? problem : {
		...problem,
		where: place
	};
}
function configError(problems, secrets, file) {
	const lines = inFileOrder(problems).map((problem) => printable(maskSecrets(problemText(problem), secrets)));
	const shown = lines.slice(0, MAX_SHOWN);
	if (lines.length > MAX_SHOWN) shown.push(`… and ${lines.length - MAX_SHOWN} more`);
	const count = lines.length === 1 ? "1 problem" : `${lines.length} problems`;
	return new GateError({
		kind: "config",
		code: "config",
		message: `The configuration has ${count}; nothing was started.`,
		...file !== void 0 && { where: file },
		hint: "Correct them and run `instinct-gate validate` to see the plan.",
		evidence: shown
	});
}
/** By line and column where they are known, so that the list reads like the file; the others follow. */
function inFileOrder(problems) {
	const place = ({ where }) => {
		const found = /:(\d+):(\d+)$/.exec(where ?? "");
		return found === null ? [Number.MAX_SAFE_INTEGER, 0] : [Number(found[1]), Number(found[2])];
	};
	return [...problems].sort((a, b) => place(a)[0] - place(b)[0] || place(a)[1] - place(b)[1]);
}
/** Texts from files must not move the cursor of a terminal or begin a new line of a log. */
function printable(text) {
	return [...text].map((char) => char < " " || char >= "" && char <= "" ? "�" : char).join("");
}
function shownCommand(engine, secrets) {
	if (engine.kind === "external" || engine.kind === "simulator") return {};
	const { model } = engine;
	const command = engine.kind === "hooks" ? engine.start : engine.command;
	const filled = model === void 0 ? command : command.map((word) => word.replaceAll("{model}", model));
	return { engine_command: maskCommand(filled, secrets) };
}
/** The document for result.json: no secret, whatever key it stands under; addresses only with detail: private. */
function maskedDocument(file, secrets) {
	const { service, engine } = file;
	const shownAddress = (address) => file.report?.detail === "private" || isLocalAddress(address) ? address : "***";
	const hidden = {
		...file,
		...service !== void 0 && { service: {
			...service,
			...service.base_url !== void 0 && { base_url: shownAddress(service.base_url) },
			...service.api_key !== void 0 && { api_key: "***" },
			...service.headers !== void 0 && { headers: maskValues(service.headers) },
			...service.proxy !== void 0 && { proxy: shownAddress(maskProxy(service.proxy)) }
		} },
		...engine !== void 0 && { engine: {
			...engine,
			...engine.url !== void 0 && { url: shownAddress(engine.url) },
			...engine.env !== void 0 && { env: maskValues(engine.env) },
			...maskedCommands(engine, secrets)
		} }
	};
	return maskDeep(hidden, secrets);
}
function maskedCommands(engine, secrets) {
	const masked = {};
	for (const key of [
		"command",
		"start",
		"stop",
		"logs"
	]) {
		const command = engine[key];
		if (command !== void 0) masked[key] = maskCommand(command, secrets);
	}
	return masked;
}
function isLocalAddress(address) {
	const found = normaliseAddress(address);
	return found.ok && isLoopback(new URL(found.address).hostname);
}

// src/connection.ts
/**
* How to reach the service at `base`: its address in one spelling, headers with the key, proxy and authorities.
* `secrets` are all that the configuration knows; those of the headers are added. Throws GateError kind 'config' for a
* proxy or authority file that cannot be used.
*/
async function connect(service, base, env, secrets = []) {
	const baseUrl = serviceAddress(base);
	const route = proxyFor(baseUrl, service.proxy, env);
	if (route.problem !== void 0) throw new GateError({
		kind: "config",
		code: "proxy",
		message: route.problem,
		where: "service.proxy"
	});
	const ca = service.ca_file === void 0 ? void 0 : await readAuthorities(service.ca_file);
	const headers = headersOf(service);
	return {
		base_url: baseUrl,
		headers,
		secrets: [.../* @__PURE__ */ new Set([...secrets, ...Object.values(headers).flatMap(headerSecrets)])],
		...route.proxy === void 0 ? {} : { proxy: route.proxy },
		...ca === void 0 ? {} : { ca }
	};
}
/**
* Sockets for one service: HTTP/1.1, no pipelining, no redirects, no timeouts of its own besides connecting
* (callers hold the deadline of a request). The caller destroys it.
*/
function createDispatcher(connection, options = {}) {
	const keepAlive = options.keepAliveTimeoutMs ?? 3e3;
	const trust = connection.ca === void 0 ? {} : { ca: [...systemAuthorities(), connection.ca] };
	const shared = {
		connections: options.connections ?? null,
		pipelining: 1,
		headersTimeout: 0,
		bodyTimeout: 0,
		keepAliveTimeout: keepAlive,
		keepAliveMaxTimeout: keepAlive,
		allowH2: false,
		connectTimeout: 1e4
	};
	if (connection.proxy === void 0) return new import_undici.Agent({
		...shared,
		connect: trust
	});
	return new import_undici.ProxyAgent({
		...shared,
		uri: connection.proxy,
		requestTls: trust,
		proxyTls: trust
	});
}
const MAX_CA_BYTES = 1048576;
async function readAuthorities(path) {
	const problem = (message, cause) => new GateError({
		kind: "config",
		code: "ca_file",
		message,
		where: "service.ca_file",
		hint: "Give a readable file with certificates in PEM form (-----BEGIN CERTIFICATE-----).",
		cause
	});
	try {
		try {
			var _usingCtx$2 = _usingCtx();
			const file = _usingCtx$2.a(await open(path, "r"));
			const buffer = Buffer.alloc(1048577);
			const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
			const text = buffer.toString("latin1", 0, bytesRead);
			if (bytesRead > MAX_CA_BYTES) throw problem(`expected at most 1 MiB of certificates in ${path}`);
			if (!text.includes("-----BEGIN CERTIFICATE-----")) throw problem(`found no PEM certificate in ${path}`);
			return text;
		} catch (_) {
			_usingCtx$2.e = _;
		} finally {
			await _usingCtx$2.d();
		}
	} catch (error) {
		if (error instanceof GateError) throw error;
		throw problem(`could not read ${path}: ${error.code ?? "unknown"}`, error);
	}
}
function headersOf(service) {
	const headers = {};
	if (service.key !== void 0) headers["authorization"] = `Bearer ${service.key}`;
	for (const [name, value] of Object.entries(service.headers ?? {})) headers[name.toLowerCase()] = value;
	return headers;
}
/** What this process trusts anyway; `ca` of a TLS socket replaces the defaults, it does not add to them. */
function systemAuthorities() {
	return typeof tls.getCACertificates === "function" ? tls.getCACertificates("default") : tls.rootCertificates;
}

// src/engine/boot-log.ts
const MAX_PART_BYTES = 2097152;
/** What an engine wrote since `from` bytes: the beginning and the end, in whole lines, where it is more than 4 MiB. */
function readLog(path, from) {
	let descriptor;
	try {
		descriptor = openSync(path, "r");
	} catch {
		return "";
	}
	try {
		const size = fstatSync(descriptor).size;
		if (size - from <= 2 * MAX_PART_BYTES) return readPart(descriptor, from, size - from);
		const head = readPart(descriptor, from, MAX_PART_BYTES);
		const tail = readPart(descriptor, size - MAX_PART_BYTES, MAX_PART_BYTES);
		return `${head.slice(0, head.lastIndexOf("\n") + 1)}…${tail.slice(tail.indexOf("\n"))}`;
	} finally {
		closeSync(descriptor);
	}
}
/** Size of a log in bytes; 0 when it cannot be read. */
function logSize(path) {
	try {
		const descriptor = openSync(path, "r");
		try {
			return fstatSync(descriptor).size;
		} finally {
			closeSync(descriptor);
		}
	} catch {
		return 0;
	}
}
function readPart(descriptor, position, length) {
	const buffer = Buffer.alloc(Math.max(0, length));
	const read = readSync(descriptor, buffer, 0, buffer.length, position);
	return buffer.toString("utf8", 0, read);
}

// src/engine/docker-command.ts
const API_SERVER = "vllm.entrypoints.openai.api_server";
/** An old demonstration server: no OpenAI routes, no metrics. */
const DEMO_SERVER = "vllm.entrypoints.api_server";
const SHELL = /(?:^|\/)(?:ba|da|z)?sh$/;
/**
* Entry point and arguments of the container. `words` is the whole command, placeholders replaced: `vllm serve MODEL …`
* where it is ours. `vllm/vllm-openai-rocm` starts `vllm serve` by itself and takes arguments only; `rocm/vllm` starts
* a shell and takes the whole command.
*/
function containerCommand(image, engine, words) {
	const [program, ...rest] = words;
	if (program === void 0) throw new Error("a command has at least one word");
	const own = image.entrypoint;
	if (own.includes(DEMO_SERVER) || words.includes(DEMO_SERVER)) throw demoServer(image);
	if (engine.own_command) return {
		entrypoint: [program],
		command: rest,
		because: "engine.command replaces the entry point"
	};
	const args = rest.slice(1);
	if (endsWith(own, ["vllm", "serve"])) return {
		command: args,
		because: "the entry point of the image is vllm serve: arguments only"
	};
	if (endsWith(own, ["vllm"])) return {
		command: rest,
		because: "the entry point of the image is vllm"
	};
	if (own.includes(API_SERVER)) {
		const [model = "", ...others] = args;
		return {
			command: [
				"--model",
				model,
				...others
			],
			because: "the entry point of the image is the API server: arguments only"
		};
	}
	if (own.length === 0) return {
		command: words,
		because: "the image has no entry point: the whole command"
	};
	if (own.every((word) => SHELL.test(word) || word.startsWith("-"))) return {
		entrypoint: [program],
		command: rest,
		because: `the entry point of the image is a shell (${own.join(" ")}): replaced by the whole command`
	};
	return {
		command: words,
		because: `the entry point of the image (${own.join(" ").slice(0, 100)}) starts what it is given: the whole command`
	};
}
/** Throws GateError for an image that cannot run on this host's GPUs or processor. */
function requireFitting(image, host) {
	if (host.gpus > 0 && isCuda(image) && !isRocm(image)) throw new GateError({
		kind: "engine",
		code: "cuda_image",
		message: `the image ${image.reference} is made for CUDA, and the GPUs of this host are AMD's`,
		where: "engine.image",
		hint: "Use vllm/vllm-openai-rocm with the same version (vllm/vllm-openai is the CUDA one).",
		evidence: Object.keys(image.env).filter((name) => CUDA_NAME.test(name)).map((name) => `${name} is set in the image`)
	});
	const machine = host.architecture === void 0 ? void 0 : MACHINES[host.architecture];
	if (image.architecture !== void 0 && machine !== void 0 && machine !== image.architecture) throw new GateError({
		kind: "engine",
		code: "image_platform",
		message: `the image ${image.reference} is made for ${image.architecture}, this host is ${machine}`,
		where: "engine.image",
		hint: "Choose an image for this machine: emulated it would not say anything about speed."
	});
}
/** Names of uname and of images (GOARCH). */
const MACHINES = {
	x86_64: "amd64",
	amd64: "amd64",
	aarch64: "arm64",
	arm64: "arm64"
};
const CUDA_NAME = /^(?:CUDA_VERSION|NVIDIA_VISIBLE_DEVICES|NVIDIA_REQUIRE_CUDA|NV_CUDA_\w+)$/;
function isCuda(image) {
	return Object.keys(image.env).some((name) => CUDA_NAME.test(name));
}
function isRocm(image) {
	return Object.keys(image.env).some((name) => /ROCM|^HIP_|^HSA_|^AITER_/.test(name));
}
function endsWith(words, end) {
	const tail = words.slice(-end.length).map((word, i) => i === 0 ? word.replace(/^.*\//, "") : word);
	return words.length >= end.length && end.every((word, i) => tail[i] === word);
}
function demoServer(image) {
	return new GateError({
		kind: "engine",
		code: "demo_server",
		message: `${image.reference}: vllm.entrypoints.api_server is an old demonstration server without the OpenAI API`,
		where: "engine.command",
		hint: "Use vllm serve."
	});
}

// src/engine/docker-log.ts
/**
* Copies stdout and stderr of a container into a file, from its start. A broken connection ends the copy: the watcher
* of the container says why.
*/
function copyLog(api, id, file) {
	const abort = new AbortController();
	const ended = copy(api, id, file, abort.signal).catch(() => {});
	return {
		ended,
		stop: async () => {
			abort.abort();
			await ended;
		}
	};
}
async function copy(api, id, file, signal) {
	mkdirSync(dirname(file), { recursive: true });
	const descriptor = openSync(file, "a");
	try {
		const { status, body } = await api.stream(`/containers/${id}/logs`, {
			query: {
				follow: "1",
				stdout: "1",
				stderr: "1"
			},
			signal
		});
		if (status !== 200) return;
		const split = splitFrames();
		for await (const chunk of body) for (const part of split(chunk)) writeSync(descriptor, part);
	} finally {
		closeSync(descriptor);
	}
}
/**
* Takes payloads out of the stream of frames: type (0, 1 or 2), three zero bytes, big-endian length, payload (moby
* api/swagger.yaml, ContainerAttach). A container with a terminal sends no frames; podman before 4 did neither.
*/
function splitFrames() {
	let rest = Buffer.alloc(0);
	let payloadLeft = 0;
	let raw = false;
	let first = true;
	return (chunk) => {
		if (raw) return [chunk];
		const parts = [];
		rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
		while (rest.length > 0) {
			if (payloadLeft > 0) {
				const part = rest.subarray(0, payloadLeft);
				parts.push(part);
				payloadLeft -= part.length;
				rest = rest.subarray(part.length);
				continue;
			}
			if (rest.length < 8 && isHeaderStart(rest)) break;
			if (!isHeaderStart(rest)) {
				raw = first || raw;
				parts.push(rest);
				rest = Buffer.alloc(0);
				break;
			}
			payloadLeft = rest.readUInt32BE(4);
			rest = rest.subarray(8);
			first = false;
		}
		return parts;
	};
}
function isHeaderStart(bytes) {
	const [type = 0, ...zeros] = bytes.subarray(0, 4);
	return type <= 2 && zeros.every((byte) => byte === 0);
}

// src/engine/docker-facts.ts
const ASK_MS = 3e4;
const ROCM_VERSION = "/opt/rocm/.info/version";
/** Fields that come with the image, and those that only the container itself can tell. Never throws. */
async function containerFingerprint(api, id, image, warmth) {
	const [rocm, versions] = await Promise.all([readRocm(api, id), readVersions(api, id)]);
	return {
		engine_kind: {
			value: "docker",
			source: "configuration",
			class: "hard"
		},
		...imageFields(image),
		rocm,
		...versions,
		compile_cache: {
			value: warmth,
			source: "engine.caches.compile before the start",
			class: "soft"
		}
	};
}
/** The reference is only a name: the digest is what counts, or the id where no registry knows the image. */
function imageFields(image) {
	const digest = image.digest?.split("@", 2)[1];
	return {
		image: {
			value: oneLine(image.reference, [], 300),
			source: "engine.image",
			class: "soft"
		},
		image_digest: digest === void 0 ? {
			source: "image inspect: no registry knows this image",
			class: "hard"
		} : {
			value: digest,
			source: "image inspect, RepoDigests",
			class: "hard"
		},
		image_id: {
			value: image.id,
			source: "image inspect, Id",
			class: digest === void 0 ? "hard" : "soft"
		}
	};
}
async function readRocm(api, id) {
	const source = `${ROCM_VERSION} in the container`;
	try {
		const answer = await api.call(`/containers/${id}/archive`, {
			query: { path: ROCM_VERSION },
			timeoutMs: ASK_MS
		});
		const text = answer.status === 200 ? firstFile(answer.bytes)?.trim() : void 0;
		if (text !== void 0 && /^\d[\w.+-]{0,60}$/.test(text)) return {
			value: text,
			source,
			class: "hard"
		};
	} catch {}
	return {
		source: `${source} is not there or unreadable`,
		class: "hard"
	};
}
/** Content of the first regular file of a tar archive (POSIX ustar: size at 124, type at 156, content at 512). */
function firstFile(tar) {
	let at = 0;
	for (let entries = 0; entries < 20 && at + 512 <= tar.length; entries++) {
		const size = Number.parseInt(tar.toString("latin1", at + 124, at + 136).replace(/[^0-7].*$/, ""), 8);
		const type = tar.toString("latin1", at + 156, at + 157);
		if (!Number.isSafeInteger(size) || size < 0) return void 0;
		if (type === "0" || type === "\0") return tar.toString("utf8", at + 512, Math.min(tar.length, at + 512 + Math.min(size, 1e4)));
		at += 512 + Math.ceil(size / 512) * 512;
	}
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
const FIELDS = [
	"torch",
	"hip",
	"triton",
	"aiter"
];
async function readVersions(api, id) {
	const found = await askPython(api, id);
	const source = "dist-info in the container";
	const field = (name) => {
		const value = found?.[name];
		return typeof value === "string" && value !== "" ? {
			value: oneLine(value, [], 80),
			source,
			class: "hard"
		} : {
			source: `${source}: not there or unreadable`,
			class: "hard"
		};
	};
	return Object.fromEntries([...FIELDS, "vllm"].map((name) => [name, field(name)]));
}
async function askPython(api, id) {
	try {
		const made = await api.call(`/containers/${id}/exec`, {
			method: "POST",
			body: {
				AttachStdout: true,
				AttachStderr: false,
				Cmd: [
					"python3",
					"-c",
					SCRIPT
				]
			}
		});
		const exec = made.value["Id"];
		if (made.status !== 201 || typeof exec !== "string") return void 0;
		const answer = await api.call(`/exec/${exec}/start`, {
			method: "POST",
			body: {
				Detach: false,
				Tty: false
			},
			timeoutMs: ASK_MS
		});
		const last = Buffer.concat(splitFrames()(answer.bytes)).toString("utf8").trim().split("\n").at(-1) ?? "";
		return objectOf(JSON.parse(last));
	} catch {
		return;
	}
}

// src/engine/docker-auth.ts
const DOCKER_HUB = "https://index.docker.io/v1/";
const HELPER_MS = 15e3;
/**
* Header value for a pull from this registry ("docker.io" for Docker Hub), from config.json or the credential helper
* that it names. Undefined: no login is stored. Never throws: a pull without a login says itself what it lacks.
*/
async function registryAuth(registry, env) {
	const config = readJsonFile(join(dockerConfigFolder(env), "config.json"));
	if (config === void 0) return void 0;
	const names = registry === "docker.io" ? [
		DOCKER_HUB,
		"docker.io",
		"index.docker.io"
	] : [registry, `https://${registry}`];
	const helpers = objectOf(config["credHelpers"]);
	for (const name of names) {
		const helper = helpers?.[name] ?? config["credsStore"];
		if (typeof helper !== "string") continue;
		const login = await askHelper(helper, name, env);
		if (login !== void 0) return encoded(login);
	}
	const auths = objectOf(config["auths"]);
	for (const name of names) {
		const entry = objectOf(auths?.[name]);
		if (entry === void 0) continue;
		if (typeof entry["identitytoken"] === "string") return encoded({
			identitytoken: entry["identitytoken"],
			serveraddress: name
		});
		if (typeof entry["auth"] !== "string") continue;
		const [username = "", ...password] = Buffer.from(entry["auth"], "base64").toString("utf8").split(":");
		if (username !== "") return encoded({
			username,
			password: password.join(":"),
			serveraddress: name
		});
	}
}
function encoded(login) {
	return Buffer.from(JSON.stringify(login), "utf8").toString("base64url");
}
/** `docker-credential-NAME get`, the server on stdin (docker/docker-credential-helpers). */
function askHelper(helper, server, env) {
	if (!/^[A-Za-z0-9._-]{1,100}$/.test(helper)) return Promise.resolve(void 0);
	return new Promise((resolve) => {
		const child = execFile(`docker-credential-${helper}`, ["get"], {
			env: { ...env },
			timeout: HELPER_MS,
			maxBuffer: 1048576
		}, (error, stdout) => {
			const { Username: user, Secret: secret } = (error === null ? objectOf(jsonOf(stdout)) : void 0) ?? {};
			if (typeof user !== "string" || typeof secret !== "string") return resolve(void 0);
			if (user === "<token>") return resolve({
				identitytoken: secret,
				serveraddress: server
			});
			resolve({
				username: user,
				password: secret,
				serveraddress: server
			});
		});
		child.stdin?.on("error", () => {});
		child.stdin?.end(server);
	});
}

// src/engine/docker-pull.ts
/** A line in a log that is no terminal. */
const LINE_EVERY_MS = 3e4;
const MAX_LINE$2 = 1048576;
/** Reads the answer to its end and shows it. Returns what went wrong, in the daemon's words; undefined: nothing did. */
async function followPull(body, status, log, now = Date.now) {
	if (status !== 200) {
		const chunks = [];
		for await (const chunk of body) if (chunks.length < 64) chunks.push(chunk);
		return answerOf(status, Buffer.concat(chunks)).said;
	}
	const started = now();
	let lastLine = started;
	const layers = /* @__PURE__ */ new Map();
	let problem;
	for await (const line of lines(body)) {
		const message = objectOf(jsonOf(line));
		if (message === void 0) continue;
		const said = objectOf(message["errorDetail"])?.["message"] ?? message["error"];
		if (said !== void 0) problem ??= oneLine(String(said), [], 400);
		note(layers, message);
		const text = `image: ${progressText(layers)}, ${Math.round((now() - started) / 1e3)} s`;
		log.progress(text);
		if (now() - lastLine >= LINE_EVERY_MS) {
			lastLine = now();
			log.info(text);
		}
	}
	return problem;
}
function note(layers, message) {
	const { id, status, progressDetail } = message;
	if (typeof id !== "string" || typeof status !== "string") return;
	if (status.startsWith("Pulling from")) return;
	if (!layers.has(id) && layers.size >= 2e3) return;
	const before = layers.get(id) ?? {
		current: 0,
		total: 0,
		done: false
	};
	const detail = objectOf(progressDetail);
	const done = status === "Pull complete" || status === "Already exists";
	if (status === "Downloading") layers.set(id, {
		current: count$1(detail?.["current"]) ?? before.current,
		total: count$1(detail?.["total"]) ?? before.total,
		done
	});
	else {
		const arrived = done || status === "Download complete" || status === "Extracting";
		layers.set(id, {
			...before,
			current: arrived ? before.total : before.current,
			done: before.done || done
		});
	}
}
function progressText(layers) {
	const all = [...layers.values()];
	const done = all.filter((layer) => layer.done).length;
	const sum = (key) => all.reduce((total, layer) => total + layer[key], 0);
	const size = sum("total") === 0 ? "" : `, ${gigabytes(sum("current"))} of ${gigabytes(sum("total"))} GB so far`;
	return `${done} of ${all.length} layers${size}`;
}
function gigabytes(bytes) {
	return (bytes / 1e9).toFixed(1);
}
function count$1(value) {
	return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : void 0;
}
async function* lines(body) {
	let rest = "";
	const decoder = new TextDecoder();
	for await (const chunk of body) {
		const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
		rest = (parts.pop() ?? "").slice(0, MAX_LINE$2);
		yield* parts;
	}
	if (rest !== "") yield rest;
}

// src/engine/docker-image.ts
function parseReference(text) {
	const [beforeDigest = "", digest] = text.split("@", 2);
	const slash = beforeDigest.lastIndexOf("/");
	const colon = beforeDigest.indexOf(":", slash + 1);
	const name = colon < 0 ? beforeDigest : beforeDigest.slice(0, colon);
	const tag = colon < 0 ? void 0 : beforeDigest.slice(colon + 1);
	const [first = ""] = name.split("/", 1);
	const hasRegistry = name.includes("/") && (/[.:]/.test(first) || first === "localhost");
	const registry = hasRegistry ? first : "docker.io";
	const path = hasRegistry ? name.slice(first.length + 1) : name;
	return {
		name,
		registry,
		normalised: `${registry}/${registry === "docker.io" && !path.includes("/") ? `library/${path}` : path}`,
		...tag !== void 0 && { tag },
		...digest !== void 0 && { digest }
	};
}
/**
* The image, pulled where `engine.pull` says so. Throws GateError: not there, not allowed, no space, too slow, or
* another digest than the one that was asked for.
*/
async function provideImage(api, info, wanted, more) {
	const reference = parseReference(wanted.image);
	const present = wanted.pull === "always" ? void 0 : await inspectImage(api, wanted.image, reference);
	if (present !== void 0) return present;
	if (wanted.pull === "never") throw imageMissing(wanted.image);
	requireSpace(info, wanted.pull_free_gb, more.log);
	await pull(api, reference, wanted, more);
	const image = await inspectImage(api, wanted.image, reference);
	if (image === void 0) throw pullFailed(wanted.image, "the image is not there after the pull");
	return image;
}
/** What the daemon knows about an image; undefined when it has none of this name. */
async function inspectImage(api, text, reference = parseReference(text)) {
	const named = reference.digest === void 0 ? text : `${reference.name}@${reference.digest}`;
	const answer = await api.call(`/images/${encodeURI(named)}/json`);
	if (answer.status === 404) return void 0;
	const id = answer.value["Id"];
	if (answer.status !== 200 || typeof id !== "string") throw pullFailed(text, answer.said);
	const config = objectOf(answer.value["Config"]) ?? {};
	const digest = digestOf(texts(answer.value["RepoDigests"]), reference);
	const { Architecture: architecture } = answer.value;
	return {
		reference: text,
		id,
		...digest !== void 0 && { digest },
		entrypoint: texts(config["Entrypoint"]),
		command: texts(config["Cmd"]),
		env: Object.fromEntries(texts(config["Env"]).map(pair)),
		labels: stringsOf(config["Labels"]),
		...typeof architecture === "string" && { architecture },
		...typeof config["User"] === "string" && config["User"] !== "" && { user: config["User"] }
	};
}
/** The digest under the name that was asked for; an image can have one for each repository it was pushed to. */
function digestOf(repoDigests, reference) {
	if (reference.digest !== void 0) return `${reference.name}@${reference.digest}`;
	const digest = repoDigests.filter((one) => parseReference(one).normalised === reference.normalised)[0]?.split("@", 2)[1];
	return digest === void 0 ? void 0 : `${reference.name}@${digest}`;
}
async function pull(api, reference, wanted, more) {
	const auth = await registryAuth(reference.registry, more.env);
	const timeout = AbortSignal.timeout(Math.min(wanted.pull_timeout * 1e3, 2 ** 31 - 1));
	const signal = AbortSignal.any([more.signal, timeout]);
	more.log.info(`image: pulling ${oneLine(wanted.image, [], 200)}`);
	try {
		const { status, body } = await api.stream("/images/create", {
			method: "POST",
			query: {
				fromImage: reference.name,
				tag: reference.digest ?? reference.tag ?? "latest"
			},
			...auth !== void 0 && { headers: { "x-registry-auth": auth } },
			signal
		});
		const problem = await followPull(body, status, more.log);
		if (problem !== void 0) throw pullFailed(wanted.image, problem);
	} catch (error) {
		if (more.signal.aborted) throw cancelledPull();
		if (timeout.aborted) throw pullTooSlow(wanted.image, wanted.pull_timeout);
		throw error;
	}
}
function cancelledPull() {
	return new GateError({
		kind: "cancelled",
		code: "cancelled",
		message: "stopped by the user or a cancelled job while the image was pulled"
	});
}
/** Before a pull: does the folder of the engine have room? One that cannot be looked at is only named. */
function requireSpace(info, wantedGb, log) {
	if (wantedGb === 0) return;
	if (info.root === void 0) {
		log.info("image: free space unknown, the engine does not tell its folder");
		return;
	}
	let freeGb;
	try {
		const stat = statfsSync(info.root);
		freeGb = stat.bavail * stat.bsize / 1e9;
	} catch {
		log.info(`image: free space unknown, ${info.root} cannot be seen from here`);
		return;
	}
	if (freeGb < wantedGb) throw notEnoughSpace(info.root, freeGb, wantedGb);
}
function texts(value) {
	return Array.isArray(value) ? value.filter((one) => typeof one === "string").slice(0, 1e3) : [];
}
function stringsOf(value) {
	return Object.fromEntries(Object.entries(objectOf(value) ?? {}).filter((entry) => typeof entry[1] === "string"));
}
function pair(text) {
	const at = text.indexOf("=");
	return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

// src/engine/docker-place.ts
/** True in a container or pod: paths and the loopback address are then not the host's. */
function isInContainer(root = "") {
	if (existsSync(`${root}/.dockerenv`) || existsSync(`${root}/run/.containerenv`)) return true;
	try {
		return /kubepods|docker|containerd|libpod/.test(readFileSync(`${root}/proc/1/cgroup`, "utf8").slice(0, 1e4));
	} catch {
		return false;
	}
}
/**
* The container of this job. Undefined on the host itself, and where the engine does not know us: in a pod with an
* engine of its own on the loopback address, which then shares our network (as the runner's dind mode has it).
*/
async function jobContainer(api) {
	if (!isInContainer()) return void 0;
	const answer = await api.call(`/containers/${encodeURIComponent(hostname())}/json`);
	const { Id: id } = answer.value;
	if (answer.status !== 200 || typeof id !== "string" || !id.startsWith(hostname())) return void 0;
	const mode = objectOf(answer.value["HostConfig"])?.["NetworkMode"];
	const networks = Object.keys(objectOf(objectOf(answer.value["NetworkSettings"])?.["Networks"]) ?? {});
	const network = mode === "host" ? void 0 : networks[0];
	const mounts = Array.isArray(answer.value["Mounts"]) ? answer.value["Mounts"] : [];
	return {
		id,
		...network !== void 0 && { network },
		mounts: mounts.flatMap((one) => {
			const { Source: source, Destination: target } = objectOf(one) ?? {};
			return typeof source === "string" && typeof target === "string" ? [{
				source,
				target
			}] : [];
		})
	};
}
/**
* A path of this job as a path of the host, which is what the engine mounts. Throws GateError for one that exists only
* in the job's own container.
*/
function hostPath(path, job, where) {
	if (job === void 0) return path;
	const inside = (folder) => path === folder || path.startsWith(`${folder.replace(/\/$/, "")}/`);
	const [mount] = job.mounts.filter(({ target }) => inside(target)).sort((a, b) => b.target.length - a.target.length);
	if (mount !== void 0) return mount.source + path.slice(mount.target.replace(/\/$/, "").length);
	throw new GateError({
		kind: "engine",
		code: "mount",
		message: `${path} is a folder of this job's own container, and the engine can mount folders of the host only`,
		where,
		hint: "Mount a folder of the host into the job container (container.volumes) and name its path here."
	});
}

// src/engine/fingerprint.ts
/** What identifies a server that we started ourselves on this host. */
function processFingerprint(input) {
	const flags = parseFlags(input.command);
	return {
		engine_kind: hard("process", "configuration"),
		...knobs(flags, input.secrets),
		flags: hard(describeFlags(flags, input.secrets), "engine command"),
		env: hard(describeEnvironment(input.env, input.secrets), "environment of the engine"),
		vllm: unknown$1("hard", "/version of the running server"),
		rocm: rocmField(input.root ?? ""),
		...imageOfJob(input.env),
		...hostFields()
	};
}
/** Where the job itself runs in the image of vLLM (a pod), its digest can only be told: nothing inside knows it. */
function imageOfJob(env) {
	const digest = /(?:^|@)(sha256:[0-9a-f]{64})$/.exec(env[IMAGE_DIGEST_VARIABLE]?.trim() ?? "")?.[1];
	return digest === void 0 ? {} : { image_digest: hard(digest, IMAGE_DIGEST_VARIABLE) };
}
const IMAGE_DIGEST_VARIABLE = "INSTINCT_GATE_IMAGE_DIGEST";
/** Fields of a server that was running before we came: its host and flags cannot be read from here. */
function externalFingerprint() {
	const source = "not readable on a server that we did not start";
	const fields = { engine_kind: hard("external", "configuration") };
	for (const name of [
		...KNOBS.map((knob) => knob.field),
		"flags",
		"env",
		"vllm",
		"gpu",
		"arch",
		"gpu_count",
		"rocm"
	]) fields[name] = unknown$1("hard", source);
	return fields;
}
/** Fields of the built-in simulator. They say that nothing was measured on a GPU. */
function simulatorFingerprint(input) {
	const flags = new Map(Object.entries(input.args).map(([name, value]) => [name, String(value)]));
	const source = "simulator preset";
	return {
		engine_kind: hard("simulator", "configuration"),
		gpu: hard(`simulated ${input.preset.split("-")[0] ?? ""}`, source),
		arch: hard("simulated", source),
		preset: hard(input.preset, "engine.preset"),
		time_scale: hard(input.time_scale, "engine.time_scale"),
		max_num_seqs: hard(input.max_num_seqs ?? "default", "engine.max_num_seqs"),
		flags: hard(describeFlags(flags, []), "engine.args"),
		...hostFields()
	};
}
/** Flags of a command by normalised name; a flag that is given several times has its values joined. */
function parseFlags(command) {
	const flags = /* @__PURE__ */ new Map();
	for (const [index, argument] of command.entries()) {
		const match = /^--?([A-Za-z][A-Za-z0-9_.-]*)(?:=([\s\S]*))?$/.exec(argument);
		if (match?.[1] === void 0) continue;
		const name = match[1].replaceAll("_", "-");
		const next = command[index + 1];
		const follows = next !== void 0 && (!next.startsWith("-") || /^-\d/.test(next)) ? next : "true";
		const value = match[2] ?? follows;
		const earlier = flags.get(name);
		flags.set(name, earlier === void 0 ? value : `${earlier},${value}`);
	}
	return flags;
}
/** Flags with a field of their own. `default` means: not given, what the vLLM version does by itself. */
const KNOBS = [
	{
		field: "max_num_seqs",
		flags: ["max-num-seqs"],
		otherwise: "default"
	},
	{
		field: "gpu_memory_utilization",
		flags: ["gpu-memory-utilization"],
		otherwise: "default"
	},
	{
		field: "tensor_parallel_size",
		flags: ["tensor-parallel-size", "tp"],
		otherwise: 1
	},
	{
		field: "dtype",
		flags: ["dtype"],
		otherwise: "default"
	},
	{
		field: "max_model_len",
		flags: ["max-model-len"],
		otherwise: "default"
	},
	{
		field: "model_revision",
		flags: ["revision"]
	}
];
/** Flags that say where the server listens or what it is called, not how it computes. */
const NOT_ABOUT_SPEED = [
	"host",
	"port",
	"served-model-name",
	"model",
	"api-key",
	"uds",
	"root-path"
];
function knobs(flags, secrets) {
	const fields = {};
	for (const { field, flags: names, otherwise } of KNOBS) {
		const name = names.find((one) => flags.has(one));
		const text = name === void 0 ? void 0 : flags.get(name);
		if (text !== void 0) fields[field] = hard(scalar(text, secrets), `--${name}`);
		else if (otherwise !== void 0) fields[field] = hard(otherwise, `--${names[0]} is not given`);
		else fields[field] = unknown$1("hard", `--${names[0]} is not given`);
	}
	return fields;
}
function describeFlags(flags, secrets) {
	const separate = /* @__PURE__ */ new Set([...NOT_ABOUT_SPEED, ...KNOBS.flatMap((knob) => knob.flags)]);
	return [...flags].filter(([name]) => !separate.has(name)).map(([name, value]) => value === "true" ? `--${name}` : `--${name}=${harmless(name, value, secrets)}`).sort().join(" ");
}
const PREFIX = /^(?:VLLM|HIP|ROCR|HSA|NCCL|RCCL|AITER|TORCH|TORCHINDUCTOR|PYTORCH|TRITON|AMDGCN|GPU|SAFETENSORS|OMP|MIOPEN|HIPBLASLT|TENSILE)_/;
/** Places on this host, its addresses and what is logged: different everywhere and no reason for a different speed. */
const ABOUT_THE_HOST = /(?:_HOME|_DIR|_PATH|_ROOT|_CACHE|_FILE|_PORT|_IP|_HOST|_URL|_ENDPOINT|_LEVEL|_LOGGING|_STATS|_INTERVAL|VISIBLE_DEVICES|DEVICE_ORDINAL|NCCL_DEBUG)$/;
function describeEnvironment(env, secrets) {
	return Object.entries(env).filter(([name]) => PREFIX.test(name) && !ABOUT_THE_HOST.test(name) && !isSecretName(name)).map(([name, value]) => `${name}=${harmless(name, value ?? "", secrets)}`).sort().join(" ");
}
/** Short plain values stand as they are; of everything else only a digest, so that a change is seen. */
function harmless(name, value, secrets) {
	if (isSecretName(name) || secrets.some((one) => one !== "" && value.includes(one))) return "***";
	return /^[A-Za-z0-9_.,:+-]{0,60}$/.test(value) ? value : `#${digest(value, 8)}`;
}
/** ROCm of this host: what a process engine uses where its environment has none of its own. */
function rocmField(root) {
	const rocm = readTrimmed(`${root}/opt/rocm/.info/version`);
	return rocm === void 0 ? unknown$1("hard", "/opt/rocm/.info/version is not there") : hard(oneLine(rocm, [], 60), "/opt/rocm/.info/version of this host");
}
function hostFields() {
	const processors = cpus();
	const model = processors[0]?.model.trim();
	return {
		node: soft(digest(hostname(), 12), "digest of the host name"),
		cpu: model === void 0 || model === "" ? unknown$1("soft", "os.cpus() names no model") : soft(oneLine(`${processors.length} × ${model}`, [], 120), "os.cpus()")
	};
}
function digest(text, length) {
	return createHash("sha256").update(text).digest("hex").slice(0, length);
}
function scalar(text, secrets) {
	const number = /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : NaN;
	return Number.isFinite(number) ? number : oneLine(text, secrets, 100);
}
function readTrimmed(path) {
	try {
		const text = readFileSync(path, "utf8").slice(0, 1e4).trim();
		return text === "" ? void 0 : text;
	} catch {
		return;
	}
}
function hard(value, source) {
	return {
		value,
		source,
		class: "hard"
	};
}
function soft(value, source) {
	return {
		value,
		source,
		class: "soft"
	};
}
function unknown$1(kind, source) {
	return {
		source,
		class: kind
	};
}

// src/engine/listeners.ts
/** Finds the owner of 127.0.0.1:port through /proc/net/tcp{,6} and the descriptors of processes. */
function portOwner(port, isOurs) {
	const inodes = listeningInodes(port);
	if (inodes === void 0) return {
		kind: "unknown",
		reason: "/proc/net/tcp cannot be read"
	};
	if (inodes.size === 0) return { kind: "nobody" };
	const processes = listProcesses();
	const ours = holders(processes.filter(isOurs), inodes);
	const [mine] = ours;
	if (mine !== void 0 && heldBy(ours, inodes)) return {
		kind: "ours",
		process: mine
	};
	const [foreign] = holders(processes.filter((one) => !isOurs(one)), inodes);
	if (foreign !== void 0) return {
		kind: "foreign",
		process: foreign
	};
	if (mine !== void 0) return {
		kind: "ours",
		process: mine
	};
	return {
		kind: "unknown",
		reason: "the listening process belongs to another user or container"
	};
}
/** A port on the loopback address that was free a moment ago. */
async function freePort() {
	const server = createServer();
	await new Promise((resolve, reject) => {
		server.once("error", reject);
		server.listen(0, "127.0.0.1", resolve);
	});
	const address = server.address();
	await new Promise((resolve) => server.close(resolve));
	if (address === null || typeof address === "string") throw new Error("a listening socket has no port");
	return address.port;
}
/** True when 127.0.0.1:port can be bound now. */
async function canBind(port) {
	const server = createServer();
	try {
		await new Promise((resolve, reject) => {
			server.once("error", reject);
			server.listen({
				port,
				host: "127.0.0.1",
				exclusive: true
			}, resolve);
		});
		return true;
	} catch {
		return false;
	} finally {
		server.close();
	}
}
const LISTEN = "0A";
/** Addresses on which a listener answers 127.0.0.1, as /proc/net prints them (little-endian words). */
const LOOPBACK_REACHED_BY = [
	"0100007F",
	"00000000",
	"00000000000000000000000000000000",
	"0000000000000000FFFF00000100007F"
];
function listeningInodes(port) {
	const inodes = /* @__PURE__ */ new Set();
	let readable = false;
	for (const file of ["/proc/net/tcp", "/proc/net/tcp6"]) {
		let text;
		try {
			text = readFileSync(file, "latin1");
		} catch {
			continue;
		}
		readable = true;
		for (const line of text.split("\n").slice(1)) {
			const fields = line.trim().split(/\s+/);
			const [address, portHex] = (fields[1] ?? "").split(":");
			const inode = fields[9];
			if (fields[3] !== LISTEN || inode === void 0 || Number.parseInt(portHex ?? "", 16) !== port) continue;
			if (LOOPBACK_REACHED_BY.includes(address ?? "")) inodes.add(inode);
		}
	}
	return readable ? inodes : void 0;
}
function holders(candidates, inodes) {
	return candidates.filter((candidate) => {
		const sockets = openSockets(candidate.pid);
		return sockets !== void 0 && [...inodes].some((inode) => sockets.has(inode));
	});
}
/** Every listening socket is held by one of these: nobody else shares the port. */
function heldBy(owners, inodes) {
	return [...inodes].every((inode) => owners.some((owner) => openSockets(owner.pid)?.has(inode) === true));
}

// src/engine/ownership.ts
/**
* Remembers who of our engine listens on a port now; the answer, asked again later, says whether it is still the same
* process: a server that was restarted, or another one that took the port, is not what was proven.
*/
function watchPort(port, isOurs) {
	const first = portOwner(port, isOurs);
	return async () => {
		const now = portOwner(port, isOurs);
		switch (now.kind) {
			case "foreign": return {
				state: "foreign",
				message: `port ${port} now belongs to ${nameOf$2(now.process)}, which is not part of our engine`
			};
			case "nobody": return {
				state: "unknown",
				message: `nobody listens on port ${port} any more`
			};
			case "unknown": return {
				state: "unknown",
				message: `who listens on port ${port} cannot be told: ${now.reason}`
			};
			case "ours": {
				const { process } = now;
				if (first.kind === "ours" && first.process.pid === process.pid && first.process.start_time === process.start_time) return {
					state: "ours",
					message: `${nameOf$2(process)} of our engine listened on the port all the time`
				};
				return first.kind === "ours" ? {
					state: "foreign",
					message: `our engine was restarted: ${nameOf$2(first.process)} listened before, ${nameOf$2(process)} now`
				} : {
					state: "ours",
					message: `${nameOf$2(process)} of our engine listens on the port`
				};
			}
		}
	};
}
function nameOf$2({ pid, name }) {
	return `pid ${pid} (${name})`;
}

// src/engine/process-host.ts
const TIMES = {
	stall_ms: 3e5,
	grace_ms: 1e4,
	group_grace_ms: 5e3,
	foreign_ms: 2e3
};

// src/engine/session.ts
/** The session that `spawn` with `detached` made; its id is the pid of the leader. */
function openSession(pid, tokenText) {
	const leader = readProcess(pid);
	const mark = leader === void 0 ? void 0 : {
		session: pid,
		start_time: leader.start_time
	};
	const members = /* @__PURE__ */ new Map();
	const known = (one) => members.has(keyOf$1(one)) || belongsTo(one, tokenText, mark);
	const current = () => {
		const found = processesOfRun(tokenText, mark);
		const remembered = [...members.values()].filter((one) => readProcess(one.pid)?.start_time === one.start_time);
		const all = new Map([...found, ...remembered].map((one) => [keyOf$1(one), one]));
		for (const one of childrenOf([...all.values()])) if (!carriesOtherRun(one, tokenText)) all.set(keyOf$1(one), one);
		for (const [key, one] of all) members.set(key, one);
		return [...all.values()];
	};
	return {
		mark,
		owns: known,
		refresh: () => {
			current();
		},
		end: (graceMs) => canSeeProcesses() ? endProcesses(current, graceMs) : endGroup(pid, graceMs)
	};
}
/** Whoever was started by one of these and still has it as parent: a daemon that left session and environment too. */
function childrenOf(parents) {
	const known = new Set(parents.map((one) => one.pid));
	const listed = listProcesses();
	const found = [];
	let before;
	do {
		before = found.length;
		for (const one of listed) {
			if (known.has(one.pid) || !known.has(one.parent)) continue;
			known.add(one.pid);
			found.push(one);
		}
	} while (found.length > before);
	return found;
}
function keyOf$1(one) {
	return `${one.pid}:${one.start_time}`;
}
/** Without /proc only the process group is known. */
async function endGroup(pid, graceMs) {
	if (!signalGroup(pid, "SIGTERM")) return {
		killed: 0,
		left: 0
	};
	const deadline = Date.now() + graceMs;
	while (groupLives(pid) && Date.now() < deadline) await setTimeout$1(50);
	if (!groupLives(pid)) return {
		killed: 0,
		left: 0
	};
	signalGroup(pid, "SIGKILL");
	await setTimeout$1(500);
	return {
		killed: 1,
		left: groupLives(pid) ? 1 : 0
	};
}
/** Signals a whole process group; false when there is none. */
function signalGroup(pid, signal) {
	try {
		process.kill(-pid, signal);
		return true;
	} catch {
		return false;
	}
}
function groupLives(pid) {
	try {
		process.kill(-pid, 0);
		return true;
	} catch {
		return false;
	}
}

// src/engine/spawn.ts
/** Replaces {port}, {host} and {model} in each argument. Throws GateError kind 'config' for a missing model. */
function fillCommand(command, values) {
	return command.map((argument) => argument.replace(/\{(port|host|model)\}/g, (_, name) => {
		const value = values[name];
		if (value !== void 0) return value;
		throw new GateError({
			kind: "config",
			code: "no_model",
			message: "the engine command uses {model}, but no model is given",
			where: "engine.command",
			hint: "Set engine.model."
		});
	}));
}
const RUNNER_ONLY = /^(?:INPUT_.*|STATE_.*|ACTIONS_.*|GITHUB_(?:TOKEN|ENV|OUTPUT|PATH|STATE|STEP_SUMMARY)|GH_TOKEN)$/i;
/**
* Environment of the engine: ours without what belongs to the runner, then engine.env, then the mark of this run
* and the key (never on the command line, where every user of the host can read it).
*/
function engineEnvironment(inherited, launch, token) {
	const env = {};
	for (const [name, value] of Object.entries(inherited)) if (value !== void 0 && !RUNNER_ONLY.test(name)) env[name] = value;
	if (launch.service.key !== void 0) env["VLLM_API_KEY"] = launch.service.key;
	for (const [name, value] of Object.entries(launch.env)) env[name] = String(value);
	env["SPT_NOENV"] ??= "1";
	env[RUN_TOKEN_VARIABLE] = token;
	return env;
}
/**
* Starts a command in its own session, output appended to the log by the child itself. Throws GateError kind
* 'engine' when there is no such program.
*/
async function spawnEngine(command, env, log) {
	const [program, ...args] = command;
	if (program === void 0) throw new Error("an engine command has at least one word");
	const output = openLog(log);
	try {
		const child = spawn(program, args, {
			detached: true,
			shell: false,
			stdio: [
				"ignore",
				output,
				output
			],
			env: { ...env }
		});
		await once(child, "spawn");
		if (child.pid === void 0) throw new Error("a spawned process has a pid");
		return child;
	} catch (error) {
		throw notStarted(program, error);
	} finally {
		closeSync(output);
	}
}
function openLog(path) {
	try {
		return openSync(path, "a", 384);
	} catch (error) {
		throw new GateError({
			kind: "host",
			code: "engine_log",
			message: `cannot write the engine log (${error.code ?? "unknown"})`,
			where: path,
			hint: "Choose an output folder that can be written (--out).",
			cause: error
		});
	}
}
function notStarted(program, error) {
	const code = error.code;
	const reasons = {
		ENOENT: "there is no such program",
		EACCES: "it is not executable",
		EPERM: "the system does not permit it",
		E2BIG: "its arguments or environment are too long"
	};
	if (code === void 0) return error;
	return new GateError({
		kind: "engine",
		code: "command_not_started",
		message: `could not start "${oneLine(program, [], 200)}": ${reasons[code] ?? code}`,
		where: "engine.command",
		hint: "Check the first word of the command and PATH; in a virtual environment give the full path of vllm.",
		cause: error
	});
}

// src/engine/kernel-log.ts
const MAX_RECORDS = 2e4;
const MAX_CHARS = 1048576;
/** Longest record of /dev/kmsg (CONSOLE_EXT_LOG_MAX). */
const RECORD_BYTES = 8192;
/**
* Messages of the kernel since a moment of the monotonic clock, ns. Undefined where this user may not read them
* (kernel.dmesg_restrict) or the system has no /dev/kmsg.
*/
function readKernelLog(sinceNs) {
	let descriptor;
	try {
		descriptor = openSync("/dev/kmsg", constants.O_RDONLY | constants.O_NONBLOCK);
	} catch {
		return;
	}
	try {
		return readRecords(descriptor, sinceNs);
	} finally {
		closeSync(descriptor);
	}
}
function readRecords(descriptor, sinceNs) {
	const buffer = Buffer.alloc(RECORD_BYTES);
	const lines = [];
	let size = 0;
	for (let count = 0; count < MAX_RECORDS && size < MAX_CHARS; count++) {
		let read;
		try {
			read = readSync(descriptor, buffer);
		} catch (error) {
			if (error.code === "EPIPE") continue;
			break;
		}
		if (read === 0) break;
		const line = messageOf(buffer.toString("utf8", 0, read), sinceNs);
		if (line === void 0) continue;
		lines.push(line);
		size += line.length;
	}
	return lines.join("\n");
}
/** `priority,sequence,µs,flags;text`, then lines of properties (Documentation/ABI/testing/dev-kmsg). */
function messageOf(record, sinceNs) {
	const [head = "", text = ""] = record.split("\n", 1)[0]?.split(/;(.*)/s) ?? [];
	const micros = /^\d{1,6},\d{1,20},(?<micros>\d{1,20}),/.exec(head)?.groups?.["micros"];
	if (micros === void 0 || BigInt(micros) * 1000n < sinceNs) return void 0;
	return text;
}

// src/engine/start-failure.ts
/** How an engine ended, with the cause that its log and the kernel's log show. */
function engineDeath(end, host, record) {
	const found = triageOf(host, record, {
		exit: end.exit,
		...end.oom_killed === void 0 ? {} : { container: { oom_killed: end.oom_killed } }
	});
	return {
		...end,
		evidence: found.evidence,
		triage: found
	};
}
/** What the logs of an engine that runs show about failures. */
function explainRunning(host, record) {
	return triageOf(host, record, {});
}
/** It says that it is healthy and cannot complete a request: its log mostly says why. */
function unhealthy$1(error, host, logStart) {
	return explained(triageOf(host, { log_start: logStart }, {}), error.code, error.message, host, error.hint ?? "");
}
function diedEarly(death, host, logStart) {
	return explained(death.triage ?? triageOf(host, { log_start: logStart }, { exit: death.exit }), "engine_died_early", `the engine ended before it was ready (${death.exit})`, host, "The whole log is engine.log in the output folder.");
}
function portTaken(port, who) {
	return new GateError({
		kind: "engine",
		code: "port_taken",
		message: `another process answers on port ${port}: ${who} is not part of the engine that we started`,
		where: "engine.port",
		hint: "A server of an earlier job may still run there: stop it, or leave engine.port out to get a free one."
	});
}
function tooSlow(seconds, stage, host, logStart) {
	return explained(triageOf(host, {
		log_start: logStart,
		started_ns: before(seconds)
	}, { stalled: true }), "startup_timeout", `the engine was not ready after ${seconds} s (engine.startup_timeout); last: ${stage}`, host, "Raise engine.startup_timeout if it only needs longer (large weights, a first kernel build).");
}
function stalled(stallMs, stage, host, logStart) {
	return explained(triageOf(host, {
		log_start: logStart,
		started_ns: before(2 * (stallMs / 1e3))
	}, { stalled: true }), "startup_stalled", `the engine wrote nothing to its log for ${Math.round(stallMs / 1e3)} s and was not ready; last: ${stage}`, host, "It may hang in a download, a compile or a GPU call: the last lines show where.");
}
function cancelled$1() {
	return new GateError({
		kind: "cancelled",
		code: "cancelled",
		message: "stopped by the user or a cancelled job while the engine was starting"
	});
}
/** Without secrets, also those that the engine printed. */
function triageOf(host, record, more) {
	const kernel = record.started_ns === void 0 ? void 0 : readKernelLog(record.started_ns);
	const found = triage({
		...more,
		log: readLog(host.engine_log, record.log_start),
		...kernel === void 0 ? {} : { kernel_log: kernel },
		...record.gpu_bdfs === void 0 ? {} : { gpu_bdfs: record.gpu_bdfs }
	});
	return maskDeep(found, host.secrets);
}
/** A known cause speaks for itself; otherwise the general advice stays. */
function explained(found, code, message, host, advice) {
	const cause = causeText(found);
	return new GateError({
		kind: blamesHost(found) ? "host" : "engine",
		code,
		cause_code: found.code,
		message: cause === void 0 ? message : `${message}: ${cause}`,
		where: host.engine_log,
		hint: found.state === "known" ? `${found.remedy} ${advice}` : advice,
		evidence: found.evidence
	});
}
const before = (seconds) => process.hrtime.bigint() - BigInt(Math.round(seconds * 1e9));

// src/core/stream-error.ts
/**
* The text of an error in a body or message: `{"error": {"message": …}}`, `{"error": "…"}`, `{"errors": […]}`, an `error` in
* a choice, `"error"` as object, type or status (`{"object": "error", "message": …}` is the form of vLLM before 0.10), and
* FastAPI's `{"detail": …}`. Absent: it holds none.
*/
function errorText(value) {
	const own = textOfError(value["error"]) ?? textOfErrors(value["errors"]);
	if (own !== void 0) return own;
	if ([
		"object",
		"type",
		"status"
	].some((name) => value[name] === "error")) return filledText(value["message"]) ?? JSON.stringify(value);
	const choices = value["choices"];
	if (Array.isArray(choices)) for (const choice of choices) {
		const delta = isObject$1(choice) ? choice["delta"] : void 0;
		const text = (isObject$1(choice) ? textOfError(choice["error"]) : void 0) ?? (isObject$1(delta) ? textOfError(delta["error"]) : void 0);
		if (text !== void 0) return text;
	}
	const detail = value["detail"];
	if (detail === void 0 || detail === null || choices !== void 0) return void 0;
	return typeof detail === "string" ? detail : JSON.stringify(detail);
}
/**
* What is wrong with a message of a stream that holds neither choices nor usage, unless it is one of the known empty
* ones: `{}`, `{"type": "ping"}`, a chunk without choices. Its keys, since its values may be model output.
*/
function strayText(value) {
	if (Array.isArray(value["choices"]) || isObject$1(value["usage"])) return void 0;
	const message = filledText(value["message"]);
	if (message !== void 0) return message;
	const keys = Object.keys(value);
	if (keys.length === 0 || value["type"] === "ping") return void 0;
	if (CHUNKS.some((name) => value["object"] === name) && keys.every((key) => HARMLESS.includes(key))) return void 0;
	return `a message without choices: ${keys.slice(0, 8).join(", ")}`;
}
const CHUNKS = ["chat.completion.chunk", "text_completion"];
/** Fields of a chunk that carry neither output nor trouble. */
const HARMLESS = [
	"id",
	"object",
	"created",
	"model",
	"choices",
	"usage",
	"system_fingerprint",
	"service_tier"
];
function textOfError(error) {
	if (error === void 0 || error === null || error === false) return void 0;
	if (typeof error === "string") return error === "" ? "error" : error;
	if (!isObject$1(error)) return JSON.stringify(error);
	return filledText(error["message"]) ?? JSON.stringify(error);
}
/** A list is as bad as its first entry; an empty one is none. */
function textOfErrors(errors) {
	if (!Array.isArray(errors)) return textOfError(errors);
	return errors.length === 0 ? void 0 : textOfError(errors[0]) ?? "error";
}
function filledText(value) {
	return typeof value === "string" && value !== "" ? value : void 0;
}
function isObject$1(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

// src/engine/error-body.ts
/**
* Reads `{"error": {"message"}}` (OpenAI, vLLM), `{"error": "Unauthorized"}` (vLLM's key check),
* `{"object": "error", "message"}` (vLLM before 0.10), `{"detail"}` (FastAPI, also as a list), `{"message"}`
* (gateways), or else the plain text. Secrets are masked before a text is cut.
*/
function readErrorBody(answer, secrets) {
	const body = objectOf(jsonOf(answer.text));
	if (body === void 0) return { text: oneLine(withoutTags(answer.text, secrets), secrets) };
	const error = objectOf(body["error"]) ?? body;
	const text = textOf$4(error["message"]) ?? textOf$4(body["error"]) ?? textOf$4(body["detail"]) ?? detailList(body["detail"]) ?? textOf$4(body["message"]) ?? textOf$4(body["error_description"]) ?? errorText(body) ?? JSON.stringify(body);
	const param = textOf$4(error["param"]);
	const code = textOf$4(error["code"]) ?? textOf$4(error["type"]);
	return {
		text: oneLine(text, secrets),
		...param === void 0 ? {} : { param: oneLine(param, secrets, 100) },
		...code === void 0 ? {} : { code: oneLine(code, secrets, 100) }
	};
}
/** True when a 200 body is really an error, as gateways answer. */
function isErrorBody(body) {
	return errorText(body) !== void 0;
}
function textOf$4(value) {
	if (typeof value === "number") return String(value);
	return typeof value === "string" && value.trim() !== "" ? value : void 0;
}
function detailList(value) {
	if (!Array.isArray(value)) return void 0;
	const parts = value.slice(0, 5).flatMap((entry) => {
		const item = objectOf(entry);
		const message = textOf$4(item?.["msg"]);
		const place = Array.isArray(item?.["loc"]) ? item["loc"].slice(0, 6).map(String).join(".") : void 0;
		if (message === void 0) return [];
		return [place === void 0 ? message : `${place}: ${message}`];
	});
	return parts.length === 0 ? void 0 : parts.join("; ");
}
/** An HTML page says the most in its title. */
function withoutTags(text, secrets) {
	const head = maskCut(text.slice(0, 2e4), secrets);
	const title = /<title[^>]*>([^<]{1,200})/i.exec(head)?.[1];
	if (title !== void 0) return `HTML page "${title.trim()}"`;
	return /^\s*<(?:!doctype|html)/i.test(head) ? "HTML page" : head;
}

// src/engine/ready.ts
/** Server errors of the first completion that are waited out before the engine counts as broken. */
const MAX_COMPLETION_ERRORS = 5;
/**
* Resolves when the engine is ready: /health is 200, /v1/models lists the model and one real completion has
* come back, all from a process of ours. Throws what the guard throws, or GateError when the engine refuses
* what can never succeed by waiting.
*/
async function awaitReady(starting) {
	let errors = 0;
	let stage = "starting";
	for (let attempt = 0;; attempt++) {
		starting.guard(stage);
		starting.progress(stage);
		try {
			const step = await nextStep(starting);
			if (step.kind === "ready") {
				starting.guard("ready");
				return;
			}
			stage = step.stage;
			if (step.kind === "failing" && ++errors > MAX_COMPLETION_ERRORS) throw unhealthy(stage);
		} catch (error) {
			if (error instanceof GateError) throw error;
			starting.guard(stage);
			stage = `no answer yet (${networkCode(error)})`;
		}
		await setTimeout$1(Math.min(1e3, 50 * 1.3 ** attempt), void 0, { signal: starting.signal }).catch(() => {});
	}
}
async function nextStep(starting) {
	const { connection, dispatcher, signal } = starting;
	const health = await ask(dispatcher, connection, {
		path: "/health",
		timeoutMs: 5e3,
		signal
	});
	if (health.status !== 200) return {
		kind: "waiting",
		stage: `/health answers ${health.status}`
	};
	if (starting.isForeign()) return {
		kind: "waiting",
		stage: "another process answers on the port"
	};
	const models = await ask(dispatcher, connection, {
		path: "/v1/models",
		timeoutMs: 1e4,
		maxBytes: MAX_MODELS_BYTES,
		signal
	});
	if (models.status === 401 || models.status === 403) throw keyRefused(models, connection.secrets);
	if (models.status !== 200) return {
		kind: "waiting",
		stage: `/v1/models answers ${models.status}`
	};
	const served = servedModels(models);
	const model = starting.service.model_id ?? served[0];
	if (model === void 0) return {
		kind: "waiting",
		stage: models.cut ? "/v1/models is too long to read" : "/v1/models lists no model"
	};
	if (!served.includes(model)) throw modelNotServed(model, served, connection.secrets);
	return firstCompletion$1(starting, model);
}
async function firstCompletion$1(starting, model) {
	const { endpoint, backend } = starting.service;
	const byBackend = backend.endsWith("-chat") ? "chat" : "completions";
	const first = endpoint === "auto" ? byBackend : endpoint;
	let answer = await complete(starting, model, first);
	if (answer.status === 404 || answer.status === 405) answer = await complete(starting, model, first === "chat" ? "completions" : "chat");
	if (answer.status >= 500) return {
		kind: "failing",
		stage: `the first completion answers ${answer.status}`
	};
	const said = readErrorBody(answer, starting.connection.secrets).text;
	if (answer.status !== 200) throw completionRefused(answer.status, said);
	const choices = objectOf(jsonOf(answer.text))?.["choices"];
	if (!Array.isArray(choices) || choices.length === 0) return {
		kind: "failing",
		stage: `the first completion has no choices: ${said}`
	};
	return { kind: "ready" };
}
function complete(starting, model, endpoint) {
	const prompt = endpoint === "chat" ? { messages: [{
		role: "user",
		content: "Hello"
	}] } : { prompt: "Hello" };
	return ask(starting.dispatcher, starting.connection, {
		path: endpoint === "chat" ? "/v1/chat/completions" : "/v1/completions",
		body: {
			model,
			...prompt,
			max_tokens: 2,
			temperature: 0
		},
		timeoutMs: 2 ** 31 - 1,
		signal: starting.signal
	});
}
/** Cap of a /v1/models answer: gateways list thousands. */
const MAX_MODELS_BYTES = 8388608;
const MAX_MODELS = 2e4;
/** Model ids of a /v1/models answer, capped in number and length. */
function servedModels(answer) {
	const data = objectOf(jsonOf(answer.text))?.["data"];
	if (!Array.isArray(data)) return [];
	return data.slice(0, MAX_MODELS).flatMap((entry) => {
		const id = objectOf(entry)?.["id"];
		return typeof id === "string" && id !== "" && id.length <= 500 ? [id] : [];
	});
}
function networkCode(error) {
	const code = error.code;
	return typeof code === "string" ? oneLine(code, [], 40) : "unknown error";
}
function unhealthy(stage) {
	return new GateError({
		kind: "engine",
		code: "engine_unhealthy",
		message: `the engine says that it is healthy but cannot complete a request: ${stage}`,
		hint: "Read engine.log in the output folder: the engine behind the API server may have died or run out of memory."
	});
}
function keyRefused(answer, secrets) {
	return new GateError({
		kind: "engine",
		code: "key_refused",
		message: `the engine that we started refused our key (${answer.status}: ${readErrorBody(answer, secrets).text})`,
		hint: "The command sets a key of its own (--api-key or VLLM_API_KEY): give the same one in service.api_key_env."
	});
}
function modelNotServed(model, served, secrets) {
	return new GateError({
		kind: "engine",
		code: "model_not_found",
		message: `the engine does not serve the model "${oneLine(model, secrets, 100)}"; it serves: ${served.slice(0, 20).map((id) => oneLine(id, secrets, 100)).join(", ")}`,
		where: "service.model_id",
		hint: "Use one of these ids, or give the command --served-model-name."
	});
}
function completionRefused(status, said) {
	return new GateError({
		kind: "engine",
		code: "completion_refused",
		message: `the engine refused the smallest completion with HTTP ${status}: ${said}`,
		hint: "Check service.endpoint (a model without a chat template needs completions) and the engine log."
	});
}

// src/engine/wait-ready.ts
/** Resolves when the engine serves (ready.ts). Throws GateError with the log lines that explain why it does not. */
async function waitUntilReady(wait, host) {
	const { port, times } = wait;
	const connection = await connect(wait.service, wait.base_url, {}, host.secrets);
	const dispatcher = createDispatcher(connection, { connections: 2 });
	const started = Date.now();
	const deadline = started + wait.startup_timeout_s * 1e3;
	const pointless = new AbortController();
	wait.died.then(() => pointless.abort());
	let size = logSize(host.engine_log);
	let lastProgress = started;
	let foreignSince;
	let foreignName = "";
	let stage = "starting";
	const problem = () => {
		const now = Date.now();
		const grown = logSize(host.engine_log);
		if (grown !== size) {
			size = grown;
			lastProgress = now;
		}
		if (wait.signal.aborted) return cancelled$1();
		const death = wait.death();
		if (death !== void 0) return diedEarly(death, host, wait.logStart);
		if (foreignSince !== void 0 && now - foreignSince >= times.foreign_ms) return portTaken(port, foreignName);
		if (now >= deadline) return tooSlow(wait.startup_timeout_s, stage, host, wait.logStart);
		if (now - lastProgress >= times.stall_ms) return stalled(times.stall_ms, stage, host, wait.logStart);
	};
	const timer = setInterval(() => {
		if (problem() !== void 0) pointless.abort();
	}, 250);
	try {
		await awaitReady({
			connection,
			dispatcher,
			service: wait.service,
			signal: AbortSignal.any([wait.signal, pointless.signal]),
			guard: (now) => {
				stage = now;
				const found = problem();
				if (found !== void 0) throw found;
			},
			isForeign: () => {
				const name = wait.foreign();
				if (name === void 0) {
					foreignSince = void 0;
					return false;
				}
				foreignName = name;
				foreignSince ??= Date.now();
				return true;
			},
			progress: (now) => {
				wait.onLook?.();
				host.log.progress(`engine: ${now}, ${Math.round((Date.now() - started) / 1e3)} s since its start`);
			}
		});
	} catch (error) {
		throw error instanceof GateError && error.code === "engine_unhealthy" ? unhealthy$1(error, host, wait.logStart) : error;
	} finally {
		clearInterval(timer);
		await dispatcher.destroy();
	}
}

// src/engine/settled.ts
/** True when the promise settles within the time; leaves no timer behind. */
async function settled$1(promise, ms) {
	let timer;
	const late = new Promise((resolve) => {
		timer = setTimeout(resolve, ms, false);
	});
	try {
		return await Promise.race([promise.then(() => true), late]);
	} finally {
		clearTimeout(timer);
	}
}

// src/engine/watch.ts
/** Watches a started child until it has ended, and ends it when asked. */
function watch$1(input) {
	const { child, session, host, times } = input;
	const died = Promise.withResolvers();
	const exited = Promise.withResolvers();
	let death;
	let stopped;
	let stopping;
	let leftovers = 0;
	const onOurExit = () => {
		signalGroup(child.pid, "SIGTERM");
	};
	process.once("exit", onOurExit);
	child.once("exit", (code, signal) => {
		session.refresh();
		exited.resolve();
		if (stopping !== void 0) return;
		const exit = code === null ? `signal ${signal ?? "unknown"}` : `exit code ${code}`;
		death = engineDeath({ exit }, host, input.record);
		died.resolve(death);
	});
	async function stop(graceMs) {
		const since = process.hrtime.bigint();
		if (death === void 0) {
			session.refresh();
			child.kill("SIGTERM");
			const inTime = await settled$1(exited.promise, graceMs);
			const seconds = (Number(process.hrtime.bigint() - since) / 1e9).toFixed(1);
			stopped = inTime ? `SIGTERM, ended after ${seconds} s` : `SIGKILL, still alive ${seconds} s after SIGTERM`;
		}
		const ignoredUs = child.exitCode === null && child.signalCode === null;
		const rest = await session.end(Math.min(times.group_grace_ms, Math.max(500, graceMs / 2)));
		if (ignoredUs) await settled$1(exited.promise, 1e3);
		leftovers = Math.max(0, rest.killed - (ignoredUs ? 1 : 0));
		if (leftovers > 0) host.log.warning(`engine: ${leftovers} of its processes had to be killed`);
		if (rest.left > 0) {
			stopped = `${stopped ?? "ended by itself"}; ${rest.left} of its processes do not end`;
			host.log.warning(`engine: ${rest.left} of its processes do not end, not even by SIGKILL`);
		} else {
			forgetRun(host.run_token, input.stateDir);
			process.off("exit", onOurExit);
		}
	}
	return {
		died: died.promise,
		death: () => death,
		ending: () => ({
			...death === void 0 ? {} : { exit: death.exit },
			...stopped === void 0 ? {} : { stop: stopped },
			leftovers
		}),
		stop: (graceMs) => {
			stopping ??= stop(graceMs);
			return stopping;
		}
	};
}

// src/engine/process.ts
const HOST = "127.0.0.1";
/**
* Starts the command in its own session and resolves when it serves (ready.ts). Throws GateError kind 'engine'
* with the log lines that explain it; nothing of it is left then.
*/
async function startProcess(launch, host) {
	const times = {
		...TIMES,
		...host.times
	};
	throwIfCancelled(launch.signal);
	const port = await choosePort(launch.port);
	const command = fillCommand(launch.command, {
		port: String(port),
		host: HOST,
		model: launch.model
	});
	const env = engineEnvironment(host.env, launch, host.run_token);
	const shown = maskCommand(launch.shown?.(command) ?? command, secretsOf(host, launch.service));
	host.log.info(`engine: ${shown.join(" ")}`);
	const stateDir = host.state_dir ?? defaultStateDir(host.env);
	rememberRun({
		token: host.run_token,
		log: host.engine_log
	}, stateDir);
	const logStart = logSize(host.engine_log);
	const started = process.hrtime.bigint();
	let child;
	try {
		child = await spawnEngine(command, env, host.engine_log);
	} catch (error) {
		forgetRun(host.run_token, stateDir);
		throw error;
	}
	child.on("error", () => {});
	const session = openSession(child.pid, host.run_token);
	const mark = session.mark;
	rememberRun({
		token: host.run_token,
		log: host.engine_log,
		...mark === void 0 ? {} : {
			pid: mark.session,
			start_time: mark.start_time
		}
	}, stateDir);
	const record = {
		log_start: logStart,
		started_ns: started,
		...launch.gpus !== void 0 && { gpu_bdfs: launch.gpus.map(({ bdf }) => bdf) }
	};
	const running = watch$1({
		child,
		session,
		host,
		times,
		stateDir,
		record
	});
	let bootSeconds;
	try {
		await waitUntilReady({
			base_url: `http://${HOST}:${port}`,
			service: launch.service,
			startup_timeout_s: launch.startup_timeout_s,
			signal: launch.signal,
			died: running.died,
			death: running.death,
			foreign: () => foreignListener$1(port, session),
			onLook: () => session.refresh(),
			port,
			times,
			logStart
		}, host);
		bootSeconds = Number(process.hrtime.bigint() - started) / 1e9;
	} catch (error) {
		await running.stop(launch.signal.aborted ? 2e3 : times.grace_ms);
		throw error;
	}
	session.refresh();
	const ownership = watchPort(port, (one) => session.owns(one));
	const modelId = launch.service.model_id ?? launch.model;
	const report = () => ({
		kind: launch.kind,
		command: shown,
		boot_s: bootSeconds,
		pid: child.pid,
		...running.ending()
	});
	return {
		base_url: `http://${HOST}:${port}`,
		...modelId === void 0 ? {} : { model_id: modelId },
		fingerprint: launch.fingerprint(command, env),
		died: running.died,
		get death() {
			return running.death();
		},
		report,
		ownership,
		explain: () => explainRunning(host, record),
		stop: async (options) => {
			const grace = options?.grace_s === void 0 ? times.grace_ms : options.grace_s * 1e3;
			await running.stop(grace);
			return report();
		}
	};
}
function foreignListener$1(port, session) {
	const owner = portOwner(port, (one) => session.owns(one));
	return owner.kind === "foreign" ? `pid ${owner.process.pid} (${owner.process.name})` : void 0;
}
/** The wanted port when it is free, any free one otherwise. Throws GateError when the wanted one is in use. */
async function choosePort(wanted) {
	if (wanted === void 0) return freePort();
	if (await canBind(wanted)) return wanted;
	const owner = portOwner(wanted, () => false);
	const who = owner.kind === "foreign" ? `pid ${owner.process.pid} (${owner.process.name})` : "another process";
	throw new GateError({
		kind: "engine",
		code: "port_in_use",
		message: `port ${wanted} is in use: ${who} listens on it`,
		where: "engine.port",
		hint: "Stop that server, choose another port, or leave engine.port out to get a free one."
	});
}
function throwIfCancelled(signal) {
	if (signal.aborted) throw cancelled$1();
}
function secretsOf(host, service) {
	return service.key === void 0 ? host.secrets : [...host.secrets, service.key];
}

// src/engine/docker.ts
/**
* Starts the container and resolves when it serves (ready.ts). Throws GateError kind 'engine' or 'host' with what the
* container engine said or the log lines that explain it; the container is gone then.
*/
async function startDocker(launch, host) {
	if (launch.signal.aborted) throw cancelled$1();
	const api = new DockerApi(dockerEndpoint(host.env));
	try {
		return await runContainer(await prepare(launch, host, api));
	} catch (error) {
		await api.close();
		throw error;
	}
}
async function prepare(launch, host, api) {
	const { engine, gpus, signal } = launch;
	const info = await api.open();
	host.log.info(`engine: ${info.runtime} ${info.version}${info.rootless ? ", rootless" : ""}`);
	const image = await provideImage(api, info, engine, {
		env: host.env,
		log: host.log,
		signal
	});
	host.log.info(`image: ${image.reference} is ${image.digest ?? `${image.id} (in no registry)`}`);
	requireFitting(image, {
		gpus: gpus.length,
		...info.architecture !== void 0 && { architecture: info.architecture }
	});
	const job = await jobContainer(api);
	const network = networkOf(engine, info, job);
	const inner = network !== "host";
	const port = typeof network === "object" ? INNER_PORT : await choosePort(engine.port);
	const model = engine.model ?? launch.service.model_id;
	const words = fillCommand(engine.command, {
		port: String(inner ? INNER_PORT : port),
		host: inner ? "0.0.0.0" : "127.0.0.1",
		model
	});
	const command = containerCommand(image, engine, words);
	host.log.info(`engine: ${command.because}`);
	const compile = compileFolder(engine, image, gpus, model);
	const name = `instinct-gate-${host.run_token.slice(0, 8).replace(/[^A-Za-z0-9_.-]/g, "-")}-${randomBytes(3).toString("hex")}`;
	return {
		launch,
		host,
		api,
		info,
		image,
		job,
		port,
		name,
		plan: {
			runtime: info.runtime,
			rootless: info.rootless,
			render_nodes: renderNodes(gpus),
			group_ids: groupIds(gpus),
			network,
			port,
			...engine.shm_size !== void 0 && { shm_size: engine.shm_size },
			...engine.memory !== void 0 && { memory: engine.memory },
			mounts: (engine.mounts ?? []).map((mount, i) => onHost(mount, job, `engine.mounts[${i}]`, host.env)),
			caches: {
				...engine.caches?.hf !== void 0 && { hf: onHost(engine.caches.hf, job, "engine.caches.hf", host.env) },
				...compile !== void 0 && { compile: onHost(compile.folder, job, "engine.caches.compile", host.env) }
			},
			hf_offline: engine.hf_offline ?? engine.caches?.hf !== void 0,
			stop_timeout_s: engine.stop_timeout,
			raise_limits: !info.rootless,
			name,
			token: host.run_token
		},
		words,
		command,
		warmth: compile?.warmth ?? "none"
	};
}
async function runContainer(prepared) {
	const { launch, host, api, image, name, port } = prepared;
	const { engine, service, signal } = launch;
	const times = {
		...TIMES,
		...host.times
	};
	const stateDir = host.state_dir ?? defaultStateDir(host.env);
	const secrets = service.key === void 0 ? host.secrets : [...host.secrets, service.key];
	if (signal.aborted) throw cancelled$1();
	host.log.info(`engine: ${maskCommand(prepared.words, secrets).join(" ")}`);
	const noted = {
		name,
		host: api.endpoint.host
	};
	rememberRun({
		token: host.run_token,
		log: host.engine_log,
		container: noted
	}, stateDir);
	const logStart = logSize(host.engine_log);
	const env = containerEnvironment(prepared);
	const started = process.hrtime.bigint();
	const id = await createAndStart(prepared, env).catch((error) => {
		forgetRun(host.run_token, stateDir);
		throw error;
	});
	const record = {
		log_start: logStart,
		started_ns: started,
		gpu_bdfs: launch.gpus.map(({ bdf }) => bdf)
	};
	const watching = new AbortController();
	const died = Promise.withResolvers();
	let death;
	let stopped;
	let stopping;
	let leftovers = 0;
	let log;
	const watch = async () => {
		const end = await containerEnd(api, id, watching.signal);
		if (stopping !== void 0 || watching.signal.aborted) return;
		if (!end.daemon_lost) await settled(log?.ended, 2e3);
		death = engineDeath({
			exit: end.exit,
			...end.oom_killed && { oom_killed: true },
			...end.daemon_lost && { host_lost: true }
		}, host, record);
		died.resolve(death);
	};
	const stop = async (graceSeconds) => {
		watching.abort();
		try {
			const { text, gone } = await stopContainer(api, id, graceSeconds);
			stopped = text;
			if (!gone) leftovers = 1;
		} catch (error) {
			stopped = `the container engine is gone (${error.message})`;
			await endByProcesses(host, graceSeconds);
			leftovers = 1;
		}
		await settled(log?.ended, 2e3);
		await log?.stop();
		await api.close();
		if (leftovers === 0) forgetRun(host.run_token, stateDir);
		else host.log.warning(`engine: container ${name} may still be there; instinct-gate cleanup removes it`);
	};
	const stopOnce = (graceSeconds) => {
		stopping ??= stop(graceSeconds);
		return stopping;
	};
	try {
		log = copyLog(api, id, host.engine_log);
		watch();
		const base_url = await addressOf(prepared, id);
		await waitUntilReady({
			base_url,
			service,
			startup_timeout_s: engine.startup_timeout,
			signal,
			died: died.promise,
			death: () => death,
			foreign: () => prepared.plan.network === "host" ? foreignListener(port, id, host.run_token) : void 0,
			port,
			times,
			logStart
		}, host);
		const boot_s = Number(process.hrtime.bigint() - started) / 1e9;
		const startedAt = stateOf(await inspectContainer(api, id))["StartedAt"];
		const facts = await containerFingerprint(api, id, image, prepared.warmth);
		const modelId = service.model_id ?? engine.model;
		const report = () => ({
			kind: "docker",
			command: maskCommand(prepared.words, secrets),
			boot_s,
			container: {
				name,
				id,
				image: image.reference,
				image_id: image.id,
				...image.digest !== void 0 && { image_digest: image.digest },
				network: typeof prepared.plan.network === "object" ? "shared" : prepared.plan.network,
				...launch.gpus.length > 0 && { gpus: launch.gpus.map((gpu) => `${gpu.bdf} ${gpu.render_node ?? ""}`.trim()) }
			},
			...death !== void 0 && { exit: death.exit },
			...death?.oom_killed === true && { oom_killed: true },
			...stopped !== void 0 && { stop: stopped },
			leftovers
		});
		return {
			base_url,
			...modelId !== void 0 && { model_id: modelId },
			fingerprint: {
				...processFingerprint({
					command: prepared.words,
					env: {
						...image.env,
						...env
					},
					secrets
				}),
				...facts
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
			}
		};
	} catch (error) {
		await stopOnce(signal.aborted ? 2 : Math.min(engine.stop_timeout, 20));
		throw error;
	}
}
/** The id of a container that runs. One that could not be started is gone again. */
async function createAndStart(prepared, env) {
	const { api, image, name, host, plan } = prepared;
	const body = containerBody(prepared, env);
	const id = await createContainer(api, {
		name,
		image: image.reference,
		body
	});
	try {
		await startContainer(api, id, image.reference);
		return id;
	} catch (error) {
		await stopContainer(api, id, 1).catch(() => {});
		if (!(error instanceof GateError && error.evidence.some((line) => /rlimit/i.test(line))) || !plan.raise_limits) throw error;
		host.log.warning("engine: the container engine may not raise limits (open files, locked memory): started with its own");
		return createAndStart({
			...prepared,
			plan: {
				...plan,
				raise_limits: false
			}
		}, env);
	}
}
/** The API's description of the container. Secrets are in its environment and nowhere else. */
function containerBody(prepared, env) {
	const { plan, command, image, launch, host } = prepared;
	return {
		Image: image.digest ?? image.id,
		...command.entrypoint !== void 0 && { Entrypoint: command.entrypoint },
		Cmd: command.command,
		Env: Object.entries(env).map(([name, value]) => `${name}=${value}`),
		Labels: { [RUN_LABEL]: host.run_token },
		StopTimeout: Math.round(launch.engine.stop_timeout),
		Tty: false,
		...plan.network === "bridge" && { ExposedPorts: { [`${8e3}/tcp`]: {} } },
		HostConfig: {
			...hostConfig(containerSettings(plan)),
			LogConfig: {
				Type: "json-file",
				Config: {
					"max-size": "200m",
					"max-file": "2"
				}
			},
			RestartPolicy: { Name: "no" }
		}
	};
}
/** Ours alone: nothing of the runner's environment goes into the container. */
function containerEnvironment({ plan, launch, host }) {
	const { engine, service } = launch;
	const env = {
		...settingsEnvironment(containerSettings(plan)),
		SPT_NOENV: "1"
	};
	if (engine.hf_token !== void 0) env["HF_TOKEN"] = engine.hf_token;
	if (service.key !== void 0) env["VLLM_API_KEY"] = service.key;
	for (const [name, value] of Object.entries(engine.env ?? {})) env[name] = String(value);
	env[RUN_TOKEN_VARIABLE] = host.run_token;
	return env;
}
function networkOf(engine, info, job) {
	if (job?.network !== void 0) return { shared: job.network };
	const ownNamespace = info.rootless && info.runtime === "docker";
	if (engine.network === "host" && ownNamespace) throw new GateError({
		kind: "engine",
		code: "rootless_network",
		message: "engine.network host has no use with rootless Docker: it means the network of its own namespace",
		where: "engine.network",
		hint: "Leave engine.network out: the port is then published on 127.0.0.1."
	});
	return engine.network ?? (ownNamespace ? "bridge" : "host");
}
async function addressOf(prepared, id) {
	const { plan, port, api } = prepared;
	if (typeof plan.network !== "object") return `http://127.0.0.1:${port}`;
	const state = await inspectContainer(api, id);
	const networks = objectOf(objectOf(state?.["NetworkSettings"])?.["Networks"]);
	const address = objectOf(networks?.[plan.network.shared])?.["IPAddress"];
	if (typeof address === "string" && /^[0-9a-fA-F.:]{2,45}$/.test(address)) return `http://${address.includes(":") ? `[${address}]` : address}:${INNER_PORT}`;
	throw new GateError({
		kind: "engine",
		code: "container_address",
		message: `the container has no address in the network ${plan.network.shared}, which this job's container is in`,
		hint: "It may have ended at once: read engine.log in the output folder."
	});
}
/** Whether it is still this start of this container that answers. */
async function ownershipOf({ api, name, plan, port, host }, id, startedAt) {
	try {
		const state = stateOf(await inspectContainer(api, id));
		if (state["Running"] !== true) return {
			state: "foreign",
			message: `container ${name} does not run any more`
		};
		if (state["StartedAt"] !== startedAt) return {
			state: "foreign",
			message: `container ${name} was started again after the boot`
		};
		const foreign = plan.network === "host" ? foreignListener(port, id, host.run_token) : void 0;
		if (foreign !== void 0) return {
			state: "foreign",
			message: `${foreign} answers on port ${port}`
		};
		return {
			state: "ours",
			message: `container ${name} runs since ${String(startedAt)}`
		};
	} catch (error) {
		return {
			state: "unknown",
			message: `the container engine does not tell: ${error.message}`
		};
	}
}
function stateOf(container) {
	return objectOf(container?.["State"]) ?? {};
}
/** Who listens on the port and is not in the container; the processes of a container are known by their cgroup. */
function foreignListener(port, id, token) {
	const ours = new Set(processesOfRun(token).map(({ pid }) => pid));
	const owner = portOwner(port, (one) => ours.has(one.pid) || isInContainerOf(one.pid, id));
	return owner.kind === "foreign" ? `pid ${owner.process.pid} (${owner.process.name})` : void 0;
}
/** Without the daemon the processes of the container are still there: ended by their token, where we may. */
async function endByProcesses(host, graceSeconds) {
	const { found, left } = await endProcesses(() => processesOfRun(host.run_token), Math.min(graceSeconds, 20) * 1e3);
	if (found.length === 0) return;
	host.log.warning(`engine: ended ${found.length - left} process(es) of the container without its engine`);
}
function renderNodes(gpus) {
	return [...new Set(gpus.map((gpu) => {
		if (gpu.render_node !== void 0) return gpu.render_node;
		throw new GateError({
			kind: "host",
			code: "gpu_device",
			message: `GPU ${gpu.index} (${gpu.bdf}) has no render node in /sys/class/drm, so it cannot be given to a container alone`,
			hint: "Check that the amdgpu driver is loaded and that this user may read /sys."
		});
	}))];
}
/** Groups that own the devices; those of root need none. */
function groupIds(gpus) {
	if (gpus.length === 0) return [];
	const ids = /* @__PURE__ */ new Set();
	for (const path of ["/dev/kfd", ...renderNodes(gpus).map((node) => `/dev/dri/${node}`)]) try {
		ids.add(statSync(path).gid);
	} catch (error) {
		throw new GateError({
			kind: "host",
			code: "gpu_device",
			message: `${path} cannot be looked at (${error.code ?? "unknown"})`,
			where: path,
			hint: isInContainer() ? "This job runs in a container: give it the device (--device), or run the job on the host." : "Check that the amdgpu driver is loaded."
		});
	}
	ids.delete(0);
	return [...ids].sort((a, b) => a - b);
}
/** A path or mount of the configuration as the engine's host has it; never a writable one in the workspace. */
function onHost(mount, job, where, env) {
	const [source = "", ...rest] = mount.split(":");
	const workspace = env["GITHUB_WORKSPACE"];
	if (workspace !== void 0 && workspace !== "" && `${resolve(source)}/`.startsWith(`${resolve(workspace)}/`) && rest.at(-1) !== "ro") throw new GateError({
		kind: "engine",
		code: "mount",
		message: `${source} lies in the workspace of the job, and a container writes there as root`,
		where,
		hint: "Files of root break the next checkout: use a folder outside, or mount it with :ro."
	});
	return [hostPath(source, job, where), ...rest].join(":");
}
/** The folder of compiled kernels of this image, architecture and model; made when it is not there. */
function compileFolder(engine, image, gpus, model) {
	const base = engine.caches?.compile;
	if (base === void 0) return void 0;
	const identity = image.digest?.split("@", 2)[1] ?? image.id;
	const hash = createHash("sha256").update(`${model ?? ""}\n${engine.revision ?? ""}`).digest("hex");
	const arch = gpus[0]?.arch ?? "no-gpu";
	const folder = `${base}/${identity.replace("sha256:", "").slice(0, 12)}-${arch}-${hash.slice(0, 12)}`;
	try {
		mkdirSync(folder, { recursive: true });
		return {
			folder,
			warmth: readdirSync(folder).length > 0 ? "warm" : "cold"
		};
	} catch (error) {
		throw new GateError({
			kind: "host",
			code: "cache_folder",
			message: `the folder for compiled kernels cannot be made (${error.code ?? "unknown"})`,
			where: folder,
			hint: "Make engine.caches.compile writable for the user of the runner.",
			cause: error
		});
	}
}
async function settled(promise, ms) {
	if (promise === void 0) return;
	let timer;
	const late = new Promise((done) => {
		timer = setTimeout(done, ms);
	});
	await Promise.race([promise, late]);
	clearTimeout(timer);
}

// src/engine/external.ts
/** A server that runs already: nothing to start or stop, and its death is seen only by its answers. */
function externalEngine(engine) {
	const report = {
		kind: "external",
		leftovers: 0
	};
	return {
		base_url: serviceAddress(engine.url),
		fingerprint: externalFingerprint(),
		died: new Promise(() => {}),
		death: void 0,
		report: () => report,
		stop: async () => report
	};
}

// src/engine/hooks.ts
/** A server that is not there yet has no log: the logs command is tried again after this. */
const LOGS_RETRY_MS = 2e3;
/**
* Runs the start command and resolves when the server at `url` serves (ready.ts). The command may end with 0 (a
* submitted job) or stay (srun): then its end is the server's. The stop command runs after any start, also a failed one.
*/
async function startHooks(launch, host) {
	const { engine, service, signal } = launch;
	if (signal.aborted) throw cancelled$1();
	const times = {
		...TIMES,
		...host.times
	};
	const base_url = serviceAddress(engine.url);
	const address = new URL(base_url);
	const port = Number(address.port || (address.protocol === "https:" ? 443 : 80));
	const secrets = service.key === void 0 ? host.secrets : [...host.secrets, service.key];
	const fill = (command) => fillCommand(command, {
		port: String(port),
		host: address.hostname,
		model: engine.model ?? service.model_id
	});
	const start = fill(engine.start);
	const env = engineEnvironment(host.env, {
		env: engine.env ?? {},
		service
	}, host.run_token);
	const stateDir = host.state_dir ?? defaultStateDir(host.env);
	const stopCommand = engine.stop === void 0 ? void 0 : {
		command: fill(engine.stop),
		cwd: process.cwd(),
		env: withoutSecrets(env),
		timeout_s: engine.stop_timeout
	};
	const note = {
		token: host.run_token,
		log: host.engine_log,
		...stopCommand && { stop: stopCommand }
	};
	host.log.info(`engine: ${maskCommand(start, secrets).join(" ")}`);
	rememberRun(note, stateDir);
	const logStart = logSize(host.engine_log);
	const started = process.hrtime.bigint();
	const child = await spawnEngine(start, env, host.engine_log).catch((error) => {
		forgetRun(host.run_token, stateDir);
		throw error;
	});
	child.on("error", () => {});
	const session = openSession(child.pid, host.run_token);
	const mark = session.mark;
	rememberRun({
		...note,
		...mark && {
			pid: mark.session,
			start_time: mark.start_time
		}
	}, stateDir);
	const died = Promise.withResolvers();
	let death;
	let stopped;
	let stopping;
	let leftovers = 0;
	let submitted = false;
	const over = new AbortController();
	const onExit = (code, killedBy) => {
		session.refresh();
		if (stopping !== void 0) return;
		if (code === 0 && !ready) {
			submitted = true;
			return;
		}
		const how = code === null ? `signal ${killedBy ?? "unknown"}` : `exit code ${code}`;
		death = engineDeath({ exit: `the start command ended: ${how}` }, host, { log_start: logStart });
		died.resolve(death);
	};
	let ready = false;
	child.once("exit", onExit);
	const logs = engine.logs === void 0 ? void 0 : followLogs(fill(engine.logs), env, host, over.signal);
	const stop = async (graceMs) => {
		const since = Date.now();
		let failed;
		if (stopCommand !== void 0) failed = await runStopCommand({
			...stopCommand,
			env
		}, host.engine_log);
		const rest = await session.end(submitted ? Math.min(graceMs, times.group_grace_ms) : graceMs);
		over.abort();
		await logs;
		const seconds = ((Date.now() - since) / 1e3).toFixed(1);
		stopped = `${stopCommand === void 0 ? "no stop command" : failed ?? "stop command ended with 0"}, after ${seconds} s`;
		leftovers = rest.left + (failed === void 0 ? 0 : 1);
		if (failed !== void 0) host.log.warning(`engine.stop: ${failed}; the server may still run`);
		if (rest.left > 0) host.log.warning(`engine: ${rest.left} process(es) of engine.start do not end`);
		if (leftovers === 0) forgetRun(host.run_token, stateDir);
	};
	const stopOnce = (graceMs) => {
		stopping ??= stop(graceMs);
		return stopping;
	};
	try {
		await waitUntilReady({
			base_url,
			service,
			signal,
			port,
			times,
			logStart,
			startup_timeout_s: engine.startup_timeout,
			died: died.promise,
			death: () => death,
			foreign: () => void 0
		}, host);
	} catch (error) {
		await stopOnce(signal.aborted ? 2e3 : times.grace_ms);
		throw error;
	}
	ready = true;
	const boot_s = Number(process.hrtime.bigint() - started) / 1e9;
	const modelId = service.model_id ?? engine.model;
	const report = () => ({
		kind: "hooks",
		command: maskCommand(start, secrets),
		boot_s,
		...submitted ? {} : { pid: child.pid },
		...death !== void 0 && { exit: death.exit },
		...stopped !== void 0 && { stop: stopped },
		leftovers
	});
	return {
		base_url,
		...modelId !== void 0 && { model_id: modelId },
		fingerprint: hooksFingerprint(maskCommand(start, secrets)),
		died: died.promise,
		get death() {
			return death;
		},
		report,
		explain: () => explainRunning(host, { log_start: logStart }),
		stop: async (options) => {
			await stopOnce(options?.grace_s === void 0 ? times.grace_ms : options.grace_s * 1e3);
			return report();
		}
	};
}
/** Copies what the logs command prints into our log, again and again until the engine is stopped. */
async function followLogs(command, env, host, signal) {
	while (!signal.aborted) {
		try {
			const child = await spawnEngine(command, env, host.engine_log);
			const end = () => {
				child.kill("SIGTERM");
			};
			signal.addEventListener("abort", end, { once: true });
			if (signal.aborted) end();
			await new Promise((resolve) => {
				child.once("exit", () => resolve());
				child.once("error", () => resolve());
				signal.addEventListener("abort", () => setTimeout(() => child.kill("SIGKILL"), 2e3).unref(), { once: true });
			});
			signal.removeEventListener("abort", end);
		} catch (error) {
			host.log.warning(`engine.logs: ${error.message}`);
			return;
		}
		await setTimeout$1(LOGS_RETRY_MS, void 0, { signal }).catch(() => {});
	}
}
function withoutSecrets(env) {
	return Object.fromEntries(Object.entries(env).filter(([name]) => !isSecretName(name)));
}
/** How the server was started is known; what it is, only as far as it answers. */
function hooksFingerprint(command) {
	return {
		...externalFingerprint(),
		engine_kind: {
			value: "hooks",
			source: "configuration",
			class: "hard"
		},
		start_command: {
			value: oneLine(command.join(" "), [], 300),
			source: "engine.start",
			class: "hard"
		}
	};
}

// src/engine/simulator.ts
/**
* The built-in simulator in a process of its own, so that it does not share the event loop of the load generator.
* `cliPath` is the entry of our own command line, run by the same Node.
*/
function startSimulator(request, cliPath, host) {
	const { engine, service, signal } = request;
	return startProcess({
		kind: "simulator",
		command: [
			process.execPath,
			cliPath,
			...simulateArguments(engine, service)
		],
		shown: ([, , ...words]) => ["instinct-gate", ...words],
		...engine.port === void 0 ? {} : { port: engine.port },
		env: engine.env ?? {},
		startup_timeout_s: engine.startup_timeout,
		service,
		signal,
		fingerprint: () => simulatorFingerprint({
			preset: engine.preset,
			time_scale: engine.time_scale,
			args: engine.args ?? {},
			...engine.max_num_seqs === void 0 ? {} : { max_num_seqs: engine.max_num_seqs }
		})
	}, host);
}
/** Command line of `instinct-gate simulate` for this configuration; values travel as YAML that is JSON. */
function simulateArguments(engine, service) {
	const set = (path, value) => ["--set", `${path}=${JSON.stringify(value)}`];
	return [
		"simulate",
		...[
			"--port",
			"{port}",
			"--preset",
			engine.preset,
			"--time-scale",
			String(engine.time_scale)
		],
		...engine.max_num_seqs === void 0 ? [] : set("engine.max_num_seqs", engine.max_num_seqs),
		...service.model_id === void 0 ? [] : set("service.model_id", service.model_id),
		...Object.entries(engine.args ?? {}).flatMap(([name, value]) => set(`engine.args.${name}`, value))
	];
}

// src/engine/engine.ts
/** The engine of each kind: who starts the server and who ends it. */
function createEngine(options) {
	return { boot: async ({ engine, service, gpus, signal }) => {
		switch (engine.kind) {
			case "external": return externalEngine(engine);
			case "docker": return startDocker({
				engine,
				service,
				gpus,
				signal
			}, options);
			case "hooks": return startHooks({
				engine,
				service,
				signal
			}, options);
			case "process": return startCommand({
				engine,
				service,
				gpus,
				signal
			}, options);
			case "simulator": return startSimulator({
				engine,
				service,
				signal
			}, options.cli_path, options);
		}
	} };
}
function startCommand(request, options) {
	const { engine, service, signal } = request;
	const model = engine.model ?? service.model_id;
	const secrets = service.key === void 0 ? options.secrets : [...options.secrets, service.key];
	return startProcess({
		kind: "process",
		command: engine.command,
		...model === void 0 ? {} : { model },
		...engine.port === void 0 ? {} : { port: engine.port },
		env: {
			...hubToken(engine),
			...engine.env,
			...limitTo(engine, request.gpus)
		},
		startup_timeout_s: engine.startup_timeout,
		service,
		signal,
		gpus: request.gpus,
		fingerprint: (command, env) => processFingerprint({
			command,
			env,
			secrets
		})
	}, options);
}
function hubToken({ hf_token: token }) {
	return token === void 0 ? {} : { HF_TOKEN: token };
}
/**
* With engine.gpus a process sees exactly those: one variable is set and the others are emptied, which ROCm reads as
* unset. Without it what we inherited stands.
*/
function limitTo(engine, gpus) {
	if (engine.gpus === void 0 || gpus.length === 0) return {};
	const only = visibleDevices(gpus);
	if (only === void 0) throw new GateError({
		kind: "engine",
		code: "gpu_selection",
		message: "a process cannot be limited to the GPUs of engine.gpus: they have no unique ids of their own",
		where: "engine.gpus",
		hint: "Use engine.kind docker (it gives the devices alone), or set one visibility variable for the job and leave engine.gpus out."
	});
	return {
		...Object.fromEntries([
			"HIP_VISIBLE_DEVICES",
			"CUDA_VISIBLE_DEVICES",
			"GPU_DEVICE_ORDINAL"
		].map((name) => [name, ""])),
		[only.name]: only.value
	};
}

// src/core/gpu-locks.ts
/**
* The locks of a run in the one order in which every run takes them, so that two runs never wait for each other. The
* larger thing is always locked too, shared where others may use another part of it: a run that wants the whole node
* then waits for all, and all wait for it. The dies of an MI250X and the partitions of a card share their package.
*/
function gpuLocks(gpus, exclusive) {
	if (gpus.length === 0) return [];
	const node = {
		name: "node.lock",
		mode: exclusive === "node" ? "exclusive" : "shared"
	};
	if (exclusive === "node") return [node];
	const packages = unique$1(gpus.map((gpu) => `package-${fileName(gpu.package_id)}.lock`)).map((name) => ({
		name,
		mode: exclusive === "package" ? "exclusive" : "shared"
	}));
	if (exclusive === "package") return [node, ...packages];
	const each = unique$1(gpus.map((gpu) => `gpu-${fileName(`${gpu.bdf}.${gpu.partition ?? 0}`)}.lock`)).map((name) => ({
		name,
		mode: "exclusive"
	}));
	return [
		node,
		...packages,
		...each
	];
}
function unique$1(names) {
	return [...new Set(names)].sort();
}
/** An address such as 0000:05:00.0 as part of a file name. */
function fileName(text) {
	return text.toLowerCase().replaceAll(/[^a-z0-9.]/g, "-").slice(0, 80);
}

// src/engine/keeper.ts
/** Variables that a keeper needs; none of a runner's, which ends at the end of a job whatever carries its mark. */
const KEPT = /^(?:PATH|HOME|LANG|TMPDIR|XDG_RUNTIME_DIR|DOCKER_[A-Z_]+|CONTAINER_HOST|NODE_EXTRA_CA_CERTS)$/;
/**
* Starts the keeper outside of our process tree and session, where neither Ctrl-C nor a runner that kills the tree of a
* cancelled job reaches it. It sees by the end of its line that we are gone.
*/
async function startKeeper(request) {
	const { order, signal } = request;
	if (signal.aborted) return { state: "aborted" };
	const child = await spawnKeeper(request.cli_path, request.env);
	if (typeof child === "string") return {
		state: "unknown",
		reason: child
	};
	const line = child.stdio[3];
	line.on("error", () => {});
	const onAbort = () => {
		line.end();
	};
	signal.addEventListener("abort", onAbort, { once: true });
	const begun = Date.now();
	const lines = createInterface({ input: line });
	const ended = Promise.withResolvers();
	lines.once("close", () => ended.resolve());
	const answer = Promise.withResolvers();
	let found = 0;
	lines.on("line", (text) => {
		const word = wordOf(text);
		if (word?.word === "waiting") request.on_wait(word.lock, word.holder);
		else if (word?.word === "ended") found = Math.max(found, word.found);
		else if (word !== void 0) answer.resolve(word);
	});
	ended.promise.then(() => answer.resolve(void 0));
	line.write(`${JSON.stringify(order)}\n`);
	const word = await answer.promise;
	signal.removeEventListener("abort", onAbort);
	const waited = Date.now() - begun;
	if (word?.word !== "locked") {
		line.end();
		if (signal.aborted) return { state: "aborted" };
		if (word?.word === "busy") return {
			state: "busy",
			lock: word.lock,
			holder: word.holder,
			waited_ms: waited
		};
		return {
			state: "unknown",
			reason: word?.word === "unknown" ? word.reason : "the keeper ended at once"
		};
	}
	line.unref();
	let released = false;
	return {
		state: "locked",
		waited_ms: waited,
		keeper: {
			run_is_locked: word.run,
			lost: new Promise((resolve) => {
				ended.promise.then(() => {
					if (!released) resolve();
				});
			}),
			release: async (maxMs) => {
				released = true;
				line.end();
				return {
					done: await settled$1(ended.promise, maxMs),
					found
				};
			}
		}
	};
}
/** Through setsid(1), which forks and so leaves our tree; without it in a session of its own. */
async function spawnKeeper(cliPath, env) {
	const own = [
		process.execPath,
		cliPath,
		"keeper"
	];
	const kept = Object.fromEntries(Object.entries(env).filter(([name]) => KEPT.test(name)));
	const start = async (program, args) => {
		const child = spawn(program, args, {
			detached: true,
			stdio: [...[
				"ignore",
				"ignore",
				"ignore",
				"pipe"
			]],
			env: kept
		});
		await once(child, "spawn");
		child.on("error", () => {});
		child.unref();
		return child;
	};
	try {
		return await start("setsid", ["--fork", ...own]);
	} catch {
		try {
			return await start(own[0], own.slice(1));
		} catch (error) {
			return `the keeper could not be started: ${error.code ?? String(error)}`;
		}
	}
}
function wordOf(line) {
	const value = objectOf(jsonOf(line));
	if (typeof value?.["word"] !== "string") return void 0;
	return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, typeof one === "string" ? oneLine(one, [], 300) : one]));
}

// src/engine/host-lock.ts
/** ROCm needs some time to give memory back; a kill with queues in flight can leave it held (vLLM PR #52281). */
const KEEPER_LEADER_GRACE_MS = 2e4;
/** The keeper ends by itself when it can; a process that does not die keeps its lock, and we do not wait for that. */
const RELEASE_MS = 5e3;
/** See HostPort.lock. */
async function takeHostLock(request, options) {
	const { engine, gpus, preflight, signal } = request;
	if (engine.kind === "external") return unlocked(notNeeded("no engine is started"));
	const stateDir = options.state_dir ?? defaultStateDir(options.env);
	openStateDir(stateDir);
	const dir = gpus.length === 0 ? void 0 : lockDir({
		...preflight.lock_dir === void 0 ? {} : { configured: preflight.lock_dir },
		...options.default_lock_dir === void 0 ? {} : { fallback: options.default_lock_dir },
		env: options.env
	});
	const usable = typeof dir === "object" ? dir : void 0;
	const locks = usable === void 0 ? [] : gpuLocks(gpus, preflight.exclusive).map((lock) => ({
		...lock,
		dir: usable.path
	}));
	const started = await startKeeper({
		cli_path: options.cli_path,
		env: options.env,
		signal,
		order: {
			token: options.run_token,
			state_dir: stateDir,
			run_lock_dirs: usable === void 0 ? [stateDir] : [stateDir, usable.path],
			locks,
			wait_ms: preflight.wait * 1e3,
			...options.times ?? {
				leader_grace_ms: KEEPER_LEADER_GRACE_MS,
				group_grace_ms: TIMES.group_grace_ms
			}
		},
		on_wait: (lock, holder) => options.log.info(`waiting for ${lock}: held by ${holder} (at most ${preflight.wait} s)`)
	});
	if (started.state === "aborted") throw cancelled();
	if (started.state === "busy") throw busy(started, preflight.wait);
	if (started.state === "unknown") {
		options.log.warning(`no lock: ${started.reason}`);
		return unlocked(gpus.length === 0 ? notNeeded("no GPU of this host is used") : unknown(started.reason));
	}
	const report = {
		...gpus.length === 0 ? notNeeded("no GPU of this host is used") : lockReport(dir, locks, preflight),
		waited_s: started.waited_ms / 1e3
	};
	if (report.state === "unknown") options.log.warning(`lock: ${report.message}`);
	return held(started.keeper, report, options);
}
function lockReport(dir, locks, preflight) {
	if (typeof dir === "string") return unknown(dir);
	if (dir === void 0) return unknown("there is no folder for locks");
	const names = locks.map(({ name }) => name);
	const base = {
		exclusive: preflight.exclusive,
		names,
		waited_s: 0
	};
	return dir.shared ? {
		...base,
		state: "held",
		message: `locked per ${preflight.exclusive} in ${dir.path}`
	} : {
		...base,
		state: "unknown",
		message: `locked, but ${dir.reason}: other runners may not see it`
	};
}
function held(keeper, report, options) {
	if (!keeper.run_is_locked) options.log.warning("the lock of this run could not be made: what it may leave cannot be judged later");
	let releasing;
	const release = async () => {
		const { done, found } = await keeper.release(RELEASE_MS);
		if (found > 0) options.log.warning(`the keeper found ${found} process(es) of this run and ended them`);
		if (!done) options.log.warning("the keeper still waits for processes of this run; it keeps the lock until then");
	};
	return {
		report,
		lost: keeper.lost,
		release: () => {
			releasing ??= release();
			return releasing;
		}
	};
}
function unlocked(report) {
	return {
		report,
		lost: new Promise(() => {}),
		release: async () => {}
	};
}
function notNeeded(message) {
	return {
		state: "not_needed",
		names: [],
		waited_s: 0,
		message
	};
}
function unknown(reason) {
	return {
		state: "unknown",
		names: [],
		waited_s: 0,
		message: `nobody can say whether another run uses these GPUs: ${reason}`
	};
}
function busy(start, waitS) {
	return new GateError({
		kind: "host",
		code: "busy",
		message: `expected free GPUs within ${waitS} s (preflight.wait), but ${start.lock} is held by ${start.holder}`,
		hint: "Wait for that run, raise preflight.wait, or choose other GPUs (engine.gpus)."
	});
}
function cancelled() {
	return new GateError({
		kind: "cancelled",
		code: "cancelled",
		message: "stopped by the user or a cancelled job while waiting for a lock"
	});
}

// src/engine/preflight/context.ts
/** A check whose problem prevents a run. */
function blocking(id, title) {
	return checkOf(id, title, true);
}
/** A check whose problem is worth knowing. */
function advisory(id, title) {
	return checkOf(id, title, false);
}
function checkOf(id, title, isBlocking) {
	const base = {
		id,
		title,
		blocking: isBlocking
	};
	return {
		ok: (message) => ({
			...base,
			state: "ok",
			message
		}),
		problem: (message, remedy, more = {}) => ({
			...base,
			state: "problem",
			message,
			remedy,
			...more
		}),
		unknown: (message, remedy, more = {}) => ({
			...base,
			state: "unknown",
			message,
			...remedy === void 0 ? {} : { remedy },
			...more
		})
	};
}

// src/engine/preflight/gpus.ts
/** Identity, partition, limits: checks 2 to 4 of a measurement on Instinct. */
function gpuChecks({ inventory, gpus, gpu_problems: problems, engine }) {
	const found = blocking("gpus", "GPUs");
	const [problem] = problems;
	if (problem !== void 0) return [found.problem(problem, "Correct engine.gpus, or the variables that limit the GPUs of this job.")];
	if (gpus.length === 0) {
		const none = "no AMD GPU was found on this machine (no GPU in /sys/class/kfd)";
		const [why] = inventory.problems;
		if ("gpus" in engine && engine.gpus === 0) return [found.ok("engine.gpus is 0: no GPU is asked for")];
		return [found.unknown(why === void 0 ? none : `${none}: ${why}`, "Run on a host with AMD Instinct GPUs and the amdgpu driver; for an engine without GPUs set engine.gpus: 0.")];
	}
	const products = unique(gpus.map((gpu) => `${gpu.product ?? "unknown GPU"} (${gpu.arch ?? "unknown arch"})`));
	const list = gpus.map(nameOf$1).join(", ");
	return [
		products.length === 1 ? found.ok(`${gpus.length} × ${products[0]}: ${list}`) : found.problem(`expected GPUs of one kind, found ${products.join(" and ")}: ${list}`, "Name GPUs of one kind in engine.gpus."),
		completeness(inventory.problems),
		partitions(gpus),
		perfLevels(gpus),
		powerCaps(gpus)
	];
}
/** "GPU 0 (0000:05:00.0)" */
function nameOf$1(gpu) {
	const partition = gpu.partition === void 0 ? "" : `.${gpu.partition}`;
	return `GPU ${gpu.index} (${gpu.bdf}${partition})`;
}
function completeness(problems) {
	const check = advisory("gpu_inventory", "GPU inventory");
	const [first] = problems;
	if (first === void 0) return check.ok("every GPU of this host could be read");
	const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
	return check.unknown(`${first}${more}`, "Give the runner read access to /sys/class/kfd and the devices.");
}
function partitions(gpus) {
	const check = advisory("partition", "Partition mode");
	const modes = unique(gpus.map((gpu) => `${gpu.compute_partition ?? "?"}/${gpu.memory_partition ?? "?"}`));
	const text = modes.join(" and ");
	if (modes.every((mode) => mode === "?/?")) return check.ok("this kind of GPU reports no partition mode");
	if (modes.length > 1) return check.problem(`expected one mode on all GPUs, found ${text}`, "Set one mode: amd-smi set --gpu all --compute-partition SPX.");
	if (text.includes("?")) return check.unknown(`the mode could not be read whole: ${text}`);
	return text === "SPX/NPS1" ? check.ok(text) : check.problem(`expected SPX/NPS1, found ${text}: each GPU is a part of a card, and only the first reports power`, "Compare only with runs of the same mode, or set SPX/NPS1.");
}
function perfLevels(gpus) {
	const check = advisory("perf_level", "Performance level");
	const levels = unique(gpus.map(({ perf_level: level }) => level ?? "unknown"));
	if (levels.includes("unknown")) return check.unknown("power_dpm_force_performance_level cannot be read");
	return levels.length === 1 && levels[0] === "auto" ? check.ok("auto") : check.problem(`expected auto, found ${levels.join(" and ")}: clocks are held by somebody`, "Reset it with amd-smi set --perf-level AUTO, unless the baseline used the same.");
}
function powerCaps(gpus) {
	const check = advisory("power_cap", "Power cap");
	const known = gpus.flatMap(({ power_cap_w: cap }) => cap === void 0 ? [] : [cap]);
	const caps = unique(known.map((cap) => `${Math.round(cap)} W`));
	if (known.length === 0) return check.unknown("no power cap can be read (power1_cap)");
	return caps.length === 1 ? check.ok(`${caps[0]}`) : check.problem(`expected one cap on all GPUs, found ${caps.join(" and ")}`, "Set the same cap on all: amd-smi set --power-cap, or choose other GPUs.");
}
function unique(values) {
	return [...new Set(values)].sort();
}

// src/engine/preflight/files.ts
const MAX_CHARACTERS = 1e5;
/** Trimmed text of a small file of /sys or /proc; undefined when it cannot be read or is empty. */
function readSmall(path) {
	try {
		const text = readFileSync(path, "utf8").slice(0, MAX_CHARACTERS).trim();
		return text === "" ? void 0 : text;
	} catch {
		return;
	}
}
/** A whole number that is not negative. */
function readNumber(path) {
	const text = readSmall(path);
	return text !== void 0 && /^\d{1,15}$/.test(text) ? Number(text) : void 0;
}
/** Names in a folder, at most 100 000; the error's code when it cannot be read. */
function names(path) {
	try {
		return readdirSync(path).slice(0, 1e5);
	} catch (error) {
		return { code: error.code ?? "unknown" };
	}
}
/** The last `max` bytes of a file; undefined when it cannot be read. */
function readTail(path, max) {
	try {
		const descriptor = openSync(path, "r");
		try {
			const { size } = fstatSync(descriptor);
			const buffer = Buffer.alloc(Math.min(size, max));
			const length = readSync(descriptor, buffer, 0, buffer.length, Math.max(0, size - max));
			return buffer.toString("utf8", 0, length);
		} finally {
			closeSync(descriptor);
		}
	} catch {
		return;
	}
}

// src/engine/preflight/occupancy.ts
/** More than this with nobody there: memory of a context that nobody owns. An idle MI300X shows about 0.3 GiB. */
const IDLE_BYTES = 1024 ** 3;
const IDLE_SHARE = .01;
/** Foreign processes, memory without an owner, and busy neighbours. Nothing is ever stopped or reset here. */
function occupancyChecks(request) {
	const { gpus } = request;
	if (gpus.length === 0) return [];
	const users = kfdProcesses(request.root);
	return [
		processCheck(request, users),
		vramCheck(gpus, users),
		neighbourCheck(request, users)
	];
}
function processCheck(request, users) {
	const { gpus, root, isOurs } = request;
	const check = blocking("gpu_processes", "Other processes");
	if ("code" in users) return check.unknown(`/sys/class/kfd/kfd/proc cannot be read (${users.code}): nobody can say who uses these GPUs`, "Load the amdgpu driver and mount /sys into the container.");
	const ids = idsOf$1(gpus);
	if (ids === void 0) return check.unknown("not every GPU has a KFD id, so its users cannot be found");
	const on = users.filter((one) => uses(one, ids));
	const unread = users.filter((one) => one.unreadable && !on.includes(one));
	if (isInContainer$1(root)) {
		if (on.length === 0 && unread.length === 0) return check.ok("no process uses these GPUs");
		return check.unknown(`${on.length + unread.length} process(es) of the host use these GPUs; from inside a container nobody can say whose`, "Run the gate on the host, or give its container the pid namespace of the host.");
	}
	const others = on.filter(({ pid }) => !isOurs(pid));
	if (others.length === 0) return unread.length === 0 ? check.ok(on.length === 0 ? "no process uses these GPUs" : "only our own engine uses these GPUs") : check.unknown(`what ${unread.length} process(es) hold on the GPUs cannot be read`);
	const details = others.map((one) => describe(one, gpus, root));
	const seesAll = readSmall(`${root}/proc/1/stat`) !== void 0;
	const zombies = others.filter(({ pid }) => readSmall(`${root}/proc/${pid}/stat`) === void 0);
	if (seesAll && zombies.length === others.length) return check.problem(`${zombies.length} GPU context(s) without a process (pid ${zombies.map(({ pid }) => pid).join(", ")}) are still there`, `Nobody owns them: reset just ${gpus.length === 1 ? "this GPU" : "these GPUs"} when they are idle (amd-smi reset --gpureset --gpu ${gpus.map(({ index }) => index).join(" ")}), or reboot.`, { details });
	return check.problem(`${others.length} process(es) of others use these GPUs (pid ${others.map(({ pid }) => pid).slice(0, 8).join(", ")})`, "Wait until they end, or ask their owner; they are never stopped from here.", { details });
}
function vramCheck(gpus, users) {
	const check = blocking("vram", "GPU memory");
	const unread = gpus.filter(({ vram_used_bytes: used, partition }) => used === void 0 && !partition);
	if (unread.length > 0) return check.unknown(`memory in use cannot be read: ${unread.map(nameOf$1).join(", ")}`);
	const full = gpus.filter(({ vram_used_bytes: used = 0, vram_total_bytes: total = 0 }) => {
		return used > Math.max(IDLE_BYTES, total * IDLE_SHARE);
	});
	const list = (which) => which.map((gpu) => `${nameOf$1(gpu)} ${gib(gpu.vram_used_bytes ?? 0)}`).join(", ");
	if (full.length === 0) return check.ok(`in use before the run: ${list(gpus.filter((gpu) => gpu.vram_used_bytes !== void 0))}`);
	const ids = idsOf$1(full);
	const owned = !("code" in users) && ids !== void 0 && users.some((one) => uses(one, ids));
	return check.problem(`expected idle GPUs, found ${list(full)} in use${owned ? "" : ", and no process owns it"}`, owned ? "Wait until its owner ends." : `Memory without an owner stays until the GPU is reset: amd-smi reset --gpureset --gpu ${full.map(({ index }) => index).join(" ")}, when nobody else uses it.`);
}
/** Others on the same node share its CPUs, memory and power: advice, unless the whole node was asked for. */
function neighbourCheck({ all, gpus }, users) {
	const check = advisory("neighbours", "Neighbours");
	const rest = all.filter((gpu) => !gpus.some((own) => own.index === gpu.index));
	if (rest.length === 0) return check.ok("this run has every GPU of the node");
	const ids = idsOf$1(rest);
	if ("code" in users || ids === void 0) return check.unknown("who uses the other GPUs cannot be read");
	const busy = users.filter((one) => uses(one, ids));
	return busy.length === 0 ? check.ok(`nobody uses the other ${rest.length} GPU(s)`) : check.problem(`${busy.length} process(es) use other GPUs of this node`, "They share CPUs, memory and power with this run: preflight.exclusive: node excludes other gates.");
}
/** Processes with a KFD context (drivers/gpu/drm/amd/amdkfd/kfd_process.c: proc/PID/vram_GPUID and queues/N/gpuid). */
function kfdProcesses(root) {
	const folder = `${root}/sys/class/kfd/kfd/proc`;
	const pids = names(folder);
	if ("code" in pids) return pids;
	return pids.filter((name) => /^[1-9]\d{0,9}$/.test(name)).map((name) => {
		const vram = /* @__PURE__ */ new Map();
		const queues = /* @__PURE__ */ new Set();
		let unreadable = false;
		const entries = names(`${folder}/${name}`);
		if ("code" in entries) return {
			pid: Number(name),
			vram,
			queues,
			unreadable: entries.code !== "ENOENT"
		};
		const folders = ["", ...entries.filter((entry) => /^context_\d+$/.test(entry)).map((entry) => `/${entry}`)];
		for (const sub of folders) {
			const base = `${folder}/${name}${sub}`;
			const files = names(base);
			for (const file of "code" in files ? [] : files) {
				const id = /^vram_(\d{1,10})$/.exec(file)?.[1];
				if (id === void 0) continue;
				const bytes = readSmall(`${base}/${file}`);
				if (bytes === void 0 || !/^\d{1,15}$/.test(bytes)) unreadable = true;
				else vram.set(Number(id), (vram.get(Number(id)) ?? 0) + Number(bytes));
			}
			const list = names(`${base}/queues`);
			for (const queue of "code" in list ? [] : list) {
				const id = readSmall(`${base}/queues/${queue}/gpuid`);
				if (id !== void 0 && /^\d{1,10}$/.test(id)) queues.add(Number(id));
			}
		}
		return {
			pid: Number(name),
			vram,
			queues,
			unreadable
		};
	});
}
function uses({ vram, queues }, ids) {
	return [...ids].some((id) => (vram.get(id) ?? 0) > 0 || queues.has(id));
}
function idsOf$1(gpus) {
	const ids = gpus.flatMap(({ kfd_gpu_id: id }) => id === void 0 ? [] : [id]);
	return ids.length === gpus.length ? new Set(ids) : void 0;
}
/** Owner, command, age and memory, for the terminal of this machine only. */
function describe(one, gpus, root) {
	const held = gpus.flatMap((gpu) => {
		const bytes = gpu.kfd_gpu_id === void 0 ? void 0 : one.vram.get(gpu.kfd_gpu_id);
		return bytes === void 0 || bytes === 0 ? [] : [`${nameOf$1(gpu)} ${gib(bytes)}`];
	}).join(", ");
	const name = readSmall(`${root}/proc/${one.pid}/cmdline`)?.replaceAll("\0", " ") ?? readSmall(`${root}/proc/${one.pid}/comm`) ?? "its process cannot be seen";
	return `pid ${one.pid}, user ${ownerOf(`${root}/proc/${one.pid}`)}, ${ageOf(one.pid, root)}: ${oneLine(name, [], 100)}; ${held === "" ? "a queue" : held}`;
}
function ownerOf(path) {
	try {
		return String(statSync(path).uid);
	} catch {
		return "unknown";
	}
}
/** Clock ticks per second on every Linux that vLLM runs on (USER_HZ). */
const TICKS_PER_SECOND = 100;
function ageOf(pid, root) {
	const stat = readSmall(`${root}/proc/${pid}/stat`);
	const started = Number(stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19]);
	const seconds = Number(readSmall(`${root}/proc/uptime`)?.split(" ")[0]) - started / TICKS_PER_SECOND;
	if (!Number.isFinite(seconds) || seconds < 0) return "age unknown";
	return seconds < 7200 ? `${Math.round(seconds / 60)} min old` : `${Math.round(seconds / 3600)} h old`;
}
function gib(bytes) {
	return `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
}

// src/engine/preflight/access.ts
/** /dev/kfd and the render nodes of our GPUs, for an engine that runs as this user. */
function accessChecks({ engine, gpus, root }) {
	if (engine.kind !== "process" || gpus.length === 0) return [];
	const check = blocking("gpu_access", "GPU access");
	const paths = ["/dev/kfd", ...gpus.flatMap(({ render_node: node }) => node ? [`/dev/dri/${node}`] : [])];
	const refused = [...new Set(paths)].flatMap((path) => {
		const reason = cannotOpen$1(`${root}${path}`);
		return reason === void 0 ? [] : [`${path}: ${reason}`];
	});
	if (refused.length > 0) {
		const shown = refused.slice(0, 4).join(", ");
		return [check.problem(`expected read and write access, found ${shown}${refused.length > 4 ? ", …" : ""}`, "Add the user to the groups that own them (render and video), or pass the devices into the container.")];
	}
	if (gpus.some(({ render_node: node }) => node === void 0)) return [check.unknown("not every GPU has a known render node in /dev/dri", "Mount /sys and /dev/dri.")];
	return [check.ok(`/dev/kfd and ${paths.length - 1} render node(s) can be opened`)];
}
function cannotOpen$1(path) {
	try {
		accessSync(path, constants.R_OK | constants.W_OK);
		return;
	} catch (error) {
		const code = error.code ?? "unknown";
		if (code !== "EACCES" && code !== "EPERM") return code === "ENOENT" ? "it does not exist" : code;
		try {
			const { uid, gid, mode } = statSync(path);
			return `no permission (owner ${uid}, group ${gid}, mode ${(mode & 511).toString(8)})`;
		} catch {
			return "no permission";
		}
	}
}

// src/engine/preflight/host.ts
/** For every engine that runs on this host. */
function hostChecks(context) {
	const { gpus } = context;
	return [
		loadAverage(context),
		openFiles(context),
		outFolder(context),
		...gpus.length === 0 ? [] : [
			numaBalancing(context),
			governor(context),
			memory(context),
			sharedMemory(context),
			resets(context)
		]
	];
}
function numaBalancing({ root }) {
	const check = advisory("numa_balancing", "NUMA balancing");
	const value = readNumber(`${root}/proc/sys/kernel/numa_balancing`);
	if (value === void 0) return check.unknown("/proc/sys/kernel/numa_balancing cannot be read");
	return value === 0 ? check.ok("off") : check.problem(`expected 0, found ${value} in /proc/sys/kernel/numa_balancing: GPU work may stall while pages move`, "sysctl kernel.numa_balancing=0 (AMD tuning guides).");
}
function governor({ root }) {
	const check = advisory("cpu_governor", "CPU governor");
	const cpus = names(`${root}/sys/devices/system/cpu`);
	const found = ("code" in cpus ? [] : cpus.filter((name) => /^cpu\d+$/.test(name))).flatMap((cpu) => readSmall(`${root}/sys/devices/system/cpu/${cpu}/cpufreq/scaling_governor`) ?? []);
	if (found.length === 0) return check.unknown("no CPU reports a governor (cpufreq)");
	const kinds = [...new Set(found)].sort();
	return kinds.length === 1 && kinds[0] === "performance" ? check.ok("performance") : check.problem(`expected performance, found ${kinds.join(" and ")}`, "cpupower frequency-set -g performance, on this run and its baseline alike.");
}
function loadAverage({ root }) {
	const check = advisory("load", "Load");
	const load = Number(readSmall(`${root}/proc/loadavg`)?.split(" ")[0]);
	const cpus = (readSmall(`${root}/proc/cpuinfo`) ?? "").split("\n").filter((line) => line.startsWith("processor")).length;
	if (!Number.isFinite(load) || cpus === 0) return check.unknown("/proc/loadavg or /proc/cpuinfo cannot be read");
	const text = `load ${load.toFixed(1)} on ${cpus} CPUs`;
	return load <= cpus / 2 ? check.ok(text) : check.problem(`${text}: others use this machine`, "Wait until it is quiet: the client and the engine need CPU time.");
}
function memory({ root }) {
	const check = advisory("memory", "Main memory");
	const text = readSmall(`${root}/proc/meminfo`) ?? "";
	const kib = Number(/^MemAvailable:\s+(\d{1,15}) kB$/m.exec(text)?.[1]);
	if (!Number.isFinite(kib)) return check.unknown("/proc/meminfo cannot be read");
	const bytes = kib * 1024;
	return bytes >= 16 * 1024 ** 3 ? check.ok(`${gib(bytes)} available`) : check.problem(`expected at least 16 GiB available, found ${gib(bytes)}`, "Weights pass through main memory while they load: end other jobs.");
}
function sharedMemory({ root, engine }) {
	const check = advisory("shm", "Shared memory");
	const free = engine.kind === "process" ? freeBytes(`${root}/dev/shm`) : void 0;
	if (engine.kind !== "process") return check.ok("given to the container by the engine settings");
	if (free === void 0) return check.unknown("/dev/shm cannot be read");
	return free >= 4 * 1024 ** 3 ? check.ok(`${gib(free)} free in /dev/shm`) : check.problem(`expected at least 4 GiB free in /dev/shm, found ${gib(free)}`, "RCCL and the worker processes talk through it: --ipc=host or a larger --shm-size.");
}
/** Each request in flight is a socket. */
function openFiles({ root, load }) {
	const check = advisory("open_files", "Open files");
	const text = readSmall(`${root}/proc/self/limits`) ?? "";
	const found = /^Max open files\s+(\d{1,15}|unlimited)/m.exec(text)?.[1];
	if (found === void 0) return check.unknown("the limit of open files cannot be read");
	const limit = found === "unlimited" ? Number.POSITIVE_INFINITY : Number(found);
	const highest = Math.max(...load.request_rates);
	const needed = Math.max(1024, load.max_concurrency ?? Math.ceil(highest * 60));
	return limit >= needed ? check.ok(`${found} (ulimit -n)`) : check.problem(`expected at least ${needed} open files for ${highest} req/s, found ${found}`, `ulimit -n ${Math.max(65536, needed)} in the runner's service, or set load.max_concurrency.`);
}
function outFolder({ out }) {
	const check = advisory("out", "Result folder");
	const folder = nearestFolder(out);
	const free = freeBytes(folder);
	if (free === void 0) return check.unknown(`free space of ${folder} cannot be read`);
	try {
		accessSync(folder, constants.W_OK);
	} catch {
		return check.problem(`${folder} cannot be written`, "Choose another folder with --out.");
	}
	return free >= 1024 ** 3 ? check.ok(`${gib(free)} free`) : check.problem(`expected at least 1 GiB free for records and logs, found ${gib(free)}`, "Make room, or choose another folder with --out.");
}
const LOG_BYTES = 262144;
/** A GPU that was reset or reported memory errors since the machine started is worth a look before it is measured. */
function resets({ root }) {
	const check = advisory("kernel_log", "Kernel log");
	const text = readTail(`${root}/var/log/kern.log`, LOG_BYTES) ?? readTail(`${root}/var/log/dmesg`, LOG_BYTES);
	if (text === void 0) return check.unknown("the kernel log cannot be read, so earlier GPU resets are not known", "Add the user to the group adm.");
	const bad = text.split("\n").filter((line) => /amdgpu.*(?:GPU reset|uncorrectable hardware error|ring \S+ timeout|MES failed to respond)/i.test(line));
	const last = bad.at(-1);
	return last === void 0 ? check.ok("no GPU reset and no uncorrectable error is logged") : check.problem(`${bad.length} line(s) about GPU resets or uncorrectable errors`, "Read the kernel log; drain the node when it repeats.", { details: [last.slice(0, 200)] });
}
function freeBytes(path) {
	try {
		const { bavail, bsize } = statfsSync(path);
		return bavail * bsize;
	} catch {
		return;
	}
}
function nearestFolder(path) {
	let folder = path;
	for (;;) try {
		accessSync(folder);
		return folder;
	} catch {
		const parent = dirname(folder);
		if (parent === folder) return folder;
		folder = parent;
	}
}

// src/engine/preflight/lock.ts
/** The folder for locks; each lock is taken for a moment and let go. */
async function lockChecks({ gpus, preflight, env }) {
	if (gpus.length === 0) return [];
	const check = blocking("lock", "Lock");
	const configured = preflight.lock_dir;
	const dir = lockDir({
		...configured === void 0 ? {} : { configured },
		env
	});
	if (typeof dir === "string") return [check.unknown(`no usable folder for locks: ${dir}`, "Name a folder that all runners of this host share in preflight.lock_dir, sticky and writable (chmod 1777).")];
	if (!dir.shared) return [check.unknown(`other runners may not see our locks: ${dir.reason}`, `Mount ${dir.path} of the host at the same place, or set preflight.lock_dir to a folder that is shared.`)];
	for (const lock of gpuLocks(gpus, preflight.exclusive)) {
		const attempt = await tryLock({
			...lock,
			dir: dir.path,
			create: true
		});
		if (attempt.state === "locked") attempt.file.release();
		if (attempt.state === "busy") return [check.problem(`${lock.name} is held by ${describeHolder(attempt.holder)}`, `A run would wait for it up to ${preflight.wait} s (preflight.wait).`)];
		if (attempt.state === "unknown") return [check.unknown(attempt.reason, "Install util-linux (flock), or remove what is in the way.")];
	}
	return [check.ok(`free, per ${preflight.exclusive}, in ${dir.path}`)];
}

// src/engine/preflight/model.ts
/** Complete offline, gated, or missing. */
async function modelChecks(context) {
	const { engine } = context;
	if (engine.kind !== "docker" && engine.kind !== "process" || engine.model === void 0) return [];
	const check = blocking("model", "Model");
	const { model } = engine;
	if (model.startsWith("/") || model.startsWith(".")) return [folderCheck(engine, model)];
	const env = engine.kind === "process" ? {
		...context.env,
		...engine.env
	} : { ...engine.env };
	const cache = hubCache(engine, env);
	if (cache === void 0) return [check.unknown(`whether ${oneLine(model, [], 100)} is in the cache of the image cannot be seen from here`, "Set engine.caches.hf to a folder of the host that keeps the models.")];
	const cached = cachedModel(cache, model, engine.revision);
	if (cached.state === "complete") return [check.ok(`${oneLine(model, [], 100)} is complete offline, revision ${cached.revision.slice(0, 12)}`)];
	const what = cached.state === "incomplete" ? `incomplete in ${cache} (${cached.missing})` : cached.state === "absent" ? `not in ${cache}` : `not readable in ${cache} (${cached.reason})`;
	if (isOffline(engine, env)) return [check.problem(`expected ${oneLine(model, [], 100)} to be complete offline, found it ${what}`, `Download it first: hf download ${oneLine(model, [], 100)}${engine.revision === void 0 ? "" : ` --revision ${oneLine(engine.revision, [], 60)}`}, or let the engine do it (HF_HUB_OFFLINE=0).`)];
	return [await hubCheck(model, engine.revision ?? "main", what, tokenOf(engine, env), env)];
}
/** Looks into the cache for the snapshot of a revision. */
function cachedModel(cache, model, revision) {
	if (!/^[\w.-]{1,96}(?:\/[\w.-]{1,96})?$/.test(model)) return { state: "absent" };
	const folder = join(cache, `models--${model.replaceAll("/", "--")}`);
	if (!existsSync(folder)) return { state: "absent" };
	const wanted = revision ?? "main";
	const commit = /^[0-9a-f]{40}$/.test(wanted) ? wanted : readSmall(join(folder, "refs", wanted.replaceAll("..", "")));
	if (commit === void 0 || !/^[0-9a-f]{40}$/.test(commit)) return {
		state: "incomplete",
		missing: `no revision ${oneLine(wanted, [], 60)}`
	};
	const snapshot = join(folder, "snapshots", commit);
	let files;
	try {
		files = readdirSync(snapshot);
	} catch (error) {
		const code = error.code ?? "unknown";
		return code === "ENOENT" ? {
			state: "incomplete",
			missing: "no snapshot"
		} : {
			state: "unreadable",
			reason: code
		};
	}
	const missing = missingFile(snapshot, files);
	return missing === void 0 ? {
		state: "complete",
		revision: commit
	} : {
		state: "incomplete",
		missing
	};
}
/** The first file that vLLM needs and that is not there; a link into blobs/ whose download never ended counts as missing. */
function missingFile(folder, files) {
	const there = (name) => {
		try {
			return statSync(join(folder, name)).size > 0;
		} catch {
			return false;
		}
	};
	if (!there("config.json")) return "config.json";
	for (const index of ["model.safetensors.index.json", "pytorch_model.bin.index.json"]) {
		if (!files.includes(index)) continue;
		const map = objectOf(objectOf(jsonOf(readIndex(join(folder, index)) ?? ""))?.["weight_map"]);
		if (map === void 0) return index;
		const lost = [...new Set(Object.values(map).filter((name) => typeof name === "string"))].find((name) => /[/\\]|\.\./.test(name) || !there(name));
		return lost === void 0 ? void 0 : oneLine(lost, [], 80);
	}
	return files.some((name) => /\.(?:safetensors|bin|pt|gguf)$/.test(name) && there(name)) ? void 0 : "weights";
}
/** An index names each tensor: megabytes for large models. */
function readIndex(path) {
	try {
		return statSync(path).size > MAX_INDEX_BYTES ? void 0 : readFileSync(path, "utf8");
	} catch {
		return;
	}
}
const MAX_INDEX_BYTES = 67108864;
function folderCheck(engine, model) {
	const check = blocking("model", "Model");
	const path = oneLine(model, [], 200);
	if (engine.kind === "docker") return check.unknown(`${path} is a folder of the container, which cannot be seen from here`, "Mount it with engine.mounts.");
	let files;
	try {
		files = readdirSync(model);
	} catch (error) {
		const code = error.code ?? "unknown";
		return check.problem(`expected a model in ${path}, found ${code === "ENOENT" ? "nothing" : code}`, "Correct engine.model.");
	}
	const missing = missingFile(model, files);
	return missing === void 0 || engine.args?.["load-format"] === "dummy" ? check.ok(`${path} is complete`) : check.problem(`expected a complete model in ${path}, ${missing} is missing`, "Copy it again.");
}
/** Folder of the hub's cache on this host; undefined: it lies inside a container. */
function hubCache(engine, env) {
	if (engine.kind === "docker") {
		const folder = engine.caches?.hf;
		return folder === void 0 ? void 0 : join(folder, "hub");
	}
	const told = textOf$3(env["HF_HUB_CACHE"]) ?? textOf$3(env["HUGGINGFACE_HUB_CACHE"]);
	if (told !== void 0) return told;
	const home = textOf$3(env["HF_HOME"]);
	const cache = textOf$3(env["XDG_CACHE_HOME"]) ?? join(textOf$3(env["HOME"]) ?? homedir(), ".cache");
	return join(home ?? join(cache, "huggingface"), "hub");
}
function isOffline(engine, env) {
	const told = textOf$3(env["HF_HUB_OFFLINE"]);
	if (told !== void 0) return /^(?:1|on|yes|true)$/i.test(told);
	return engine.kind === "docker" && engine.hf_offline !== false;
}
function tokenOf(engine, env) {
	return ("hf_token" in engine ? engine.hf_token : void 0) ?? textOf$3(env["HF_TOKEN"]);
}
const HUB_TIMEOUT_MS = 8e3;
/** Asks the hub for one small file, as the engine will. Error codes: huggingface_hub, utils/_http.py (X-Error-Code). */
async function hubCheck(model, revision, what, token, env) {
	const check = blocking("model", "Model");
	const name = oneLine(model, [], 100);
	const hub = textOf$3(env["HF_ENDPOINT"]) ?? "https://huggingface.co";
	let status;
	let code;
	try {
		const url = new URL(`${hub}/${model}/resolve/${encodeURIComponent(revision)}/config.json`);
		const answer = await fetch(url, {
			method: "HEAD",
			redirect: "manual",
			signal: AbortSignal.timeout(HUB_TIMEOUT_MS),
			headers: token === void 0 ? {} : { authorization: `Bearer ${token}` }
		});
		status = answer.status;
		code = answer.headers.get("x-error-code");
	} catch {
		return check.unknown(`${name} is ${what}, and the model hub does not answer`, `Download it where the hub can be reached: hf download ${name}.`);
	}
	if (code === "GatedRepo" || status === 403) return check.problem(`${name} is gated on the hub, and ${token === void 0 ? "no token is given" : "the token has no access"}`, "Accept its terms on the hub, and give a token of that account with engine.hf_token_env.");
	if (status === 401 || code === "RepoNotFound") return check.problem(`${name} does not exist on the hub, or is private`, "Correct engine.model, or give a token with engine.hf_token_env.");
	if (code === "RevisionNotFound") return check.problem(`${name} has no revision ${oneLine(revision, [], 60)} on the hub`, "Correct engine.revision.");
	if (status === 404) return check.problem(`${name} has no config.json on the hub`, "Correct engine.model.");
	if (status >= 400) return check.unknown(`${name} is ${what}, and the hub answers ${status}`);
	return check.unknown(`${name} is ${what}: the engine will download it while it holds the GPUs`, `Download it first: hf download ${name}.`);
}
function textOf$3(value) {
	return typeof value === "string" && value !== "" ? value : void 0;
}

// src/engine/preflight/pins.ts
const OF_THE_HOST = /* @__PURE__ */ new Set([
	"gpu",
	"arch",
	"gpu_count",
	"driver"
]);
/** The pinned GPU, architecture, count and driver; all other pins are read from the running engine. */
function pinChecks({ pins, inventory, gpus }) {
	const found = checkPins(pins, hostFingerprint({
		inventory,
		gpus
	}), "before_boot", (field) => OF_THE_HOST.has(field));
	if (found.length === 0) return [];
	const check = blocking("pins", "Pins");
	const broken = found.find(({ state }) => state === "mismatch");
	if (broken !== void 0) return [check.problem(pinText(broken), pinHint(broken))];
	const unread = found.find(({ state }) => state === "unreadable");
	if (unread !== void 0) return [check.unknown(pinText(unread), pinHint(unread))];
	return [check.ok(found.map(({ field, found: value }) => `${field} ${value}`).join(", "))];
}

// src/engine/preflight/port.ts
/** A fixed port must be free; without one a free port is chosen at the start. */
async function portChecks({ engine }) {
	if (engine.kind === "external" || engine.kind === "hooks") return [];
	const check = blocking("port", "Port");
	if (engine.port === void 0) return [check.ok("a free one is chosen at the start")];
	if (await canBind(engine.port)) return [check.ok(`${engine.port} is free`)];
	const owner = portOwner(engine.port, () => false);
	const who = owner.kind === "foreign" ? `pid ${owner.process.pid} (${owner.process.name})` : "another process";
	return [check.problem(`expected port ${engine.port} to be free, but ${who} listens on it`, "Stop that server, choose another port, or leave engine.port out to get a free one.")];
}

// src/engine/preflight/settings.ts
/** For an engine that we start with a vLLM command. */
function settingChecks({ engine, load, env }) {
	if (engine.kind !== "docker" && engine.kind !== "process") return [];
	const flags = parseFlags(engine.command);
	const has = (name) => flags.has(name) || flags.has(`no-${name}`);
	const engineEnv = engine.kind === "process" ? {
		...env,
		...engine.env
	} : { ...engine.env };
	return [
		explicit(["max-num-seqs", "gpu-memory-utilization"].filter((name) => !has(name))),
		prefixCache(flags),
		warmUp(load.warmup.max_s),
		variables(engineEnv)
	];
}
/** Their defaults moved between vLLM versions (0.9 → 0.92, 256 → 1024): an upgrade alone would change the workload. */
function explicit(missing) {
	const check = advisory("knobs", "Engine settings");
	return missing.length === 0 ? check.ok("max-num-seqs and gpu-memory-utilization are set") : check.problem(`expected explicit values, ${missing.map((name) => `--${name}`).join(" and ")} not given: the default depends on the vLLM version`, `Set ${missing.map((name) => `engine.${name.replaceAll("-", "_")}`).join(" and ")}.`);
}
function prefixCache(flags) {
	const check = advisory("prefix_cache", "Prefix cache");
	if (flags.has("no-enable-prefix-caching")) return check.ok("off");
	return check.ok("on (default of vLLM V1); every run gets prompts of its own, and hits are judged");
}
function warmUp(maxS) {
	const check = advisory("warm_up", "Warm-up");
	return maxS > 0 ? check.ok(`at most ${maxS} s`) : check.problem("load.warmup.max_s is 0: the first rung measures a cold engine", "Set it to 60 or leave it out.");
}
/** Variables that are a mistake on Instinct or in a gate. */
const RED_FLAGS = {
	HSA_OVERRIDE_GFX_VERSION: "a workaround for consumer GPUs that selects kernels of another architecture",
	PYTORCH_TUNABLEOP_ENABLED: "kernels are tuned while requests run, so early ones are slow",
	VLLM_KEEP_ALIVE_ON_ENGINE_DEATH: "the server stays up when its engine is dead",
	HIP_LAUNCH_BLOCKING: "every kernel launch waits",
	AMD_SERIALIZE_KERNEL: "kernels run one by one"
};
function variables(env) {
	const check = advisory("variables", "Environment");
	const set = Object.keys(RED_FLAGS).filter((name) => {
		const value = String(env[name] ?? "");
		return value !== "" && value !== "0";
	});
	const [first] = set;
	return first === void 0 ? check.ok("no variable that spoils a measurement") : check.problem(`${set.join(", ")} set: ${RED_FLAGS[first]}`, "Unset it for the engine, in the runner and in engine.env.");
}

// src/engine/preflight/preflight.ts
/**
* Every check of the host that can be made before an engine is started, in the order in which they matter. Changes
* nothing: no process is ended, no GPU reset. Engines on other machines and the simulator need no GPU of this one.
*/
async function preflightChecks(context) {
	const { engine, gpus, inventory, root } = context;
	if (engine.kind === "external") return [...hostChecks({
		...context,
		gpus: []
	})];
	const local = [...await portChecks(context), ...hostChecks(context)];
	if (engine.kind === "simulator" || engine.kind === "hooks") return local;
	return [
		...gpuChecks(context),
		...pinChecks(context),
		...accessChecks(context),
		...context.for_run ? [] : [...occupancyChecks({
			root,
			gpus,
			all: inventory.gpus,
			isOurs: () => false
		}), ...await lockChecks(context)],
		...await modelChecks(context),
		...settingChecks(context),
		...local
	];
}

// src/engine/host.ts
/** This machine: its GPUs, its locks, and whether it is fit for a run. */
function createHost(options) {
	const { env, inventory, out, run_token: token } = options;
	const root = options.root ?? "";
	return {
		gpus: (engine, count) => chooseGpus(engine, count, options),
		lock: (request) => takeHostLock(request, options),
		preflight: ({ host, ...request }) => preflightChecks({
			...request,
			env,
			root,
			out,
			inventory: host.inventory,
			gpus: host.gpus,
			gpu_problems: host.problems
		}),
		occupancy: async (gpus) => {
			if (gpus.length === 0) return [];
			const [{ gpus: all }, containers] = await Promise.all([inventory(), containersOf(token, env)]);
			const isOurs = (pid) => root === "" && (isProcessOfRun(pid, token) || containers.some((id) => isInContainerOf(pid, id)));
			return occupancyChecks({
				root,
				gpus: current(gpus, all),
				all,
				isOurs
			});
		},
		released: (before, maxS) => released(before, maxS, inventory)
	};
}
/** Ids of this run's own containers. */
async function containersOf(token, env) {
	const containers = await labelledContainers(env);
	await containers?.close();
	return (containers?.found ?? []).filter((one) => one.token === token).map(({ id }) => id);
}
const NO_INVENTORY = {
	source: "not read",
	gpus: [],
	problems: []
};
async function chooseGpus(engine, count, { env, inventory: read }) {
	if (!(engine.kind === "docker" || engine.kind === "process") || engine.gpus === 0) return {
		inventory: NO_INVENTORY,
		gpus: [],
		problems: []
	};
	const inventory = await read();
	const { gpus, problems } = engineGpus(engine, count, inventory, env);
	return {
		inventory,
		gpus,
		problems
	};
}
/** What is in use now, not when the GPUs were chosen. A GPU that is gone has no reading. */
function current(gpus, all) {
	return gpus.map((gpu) => {
		const { vram_used_bytes: _, ...identity } = gpu;
		return all.find(({ bdf, partition }) => bdf === gpu.bdf && partition === gpu.partition) ?? identity;
	});
}
/** Memory that may stay in use after the end of an engine (InferenceX and vLLM's own AMD CI allow about as much). */
const SLACK_BYTES = 512 * 1024 ** 2;
const POLL_MS = 2e3;
async function released(before, maxS, inventory) {
	const check = advisory("vram_released", "GPU memory after the run");
	const known = before.filter((gpu) => gpu.vram_used_bytes !== void 0);
	if (known.length === 0) return check.unknown("memory in use before the run is not known");
	const deadline = Date.now() + maxS * 1e3;
	for (;;) {
		const now = current(known, (await inventory()).gpus);
		const unread = now.filter((gpu) => gpu.vram_used_bytes === void 0);
		const kept = now.filter((gpu, i) => (gpu.vram_used_bytes ?? 0) > (known[i]?.vram_used_bytes ?? 0) + SLACK_BYTES);
		if (unread.length === 0 && kept.length === 0) return check.ok("back to what it was before the run");
		if (Date.now() >= deadline) {
			if (kept.length === 0) return check.unknown(`memory in use cannot be read: ${unread.map(nameOf$1).join(", ")}`);
			const list = kept.map((gpu) => `${nameOf$1(gpu)} ${gib(gpu.vram_used_bytes ?? 0)}`).join(", ");
			return check.problem(`${list} still in use ${maxS} s after the engine was stopped`, `Look for its owner with instinct-gate doctor; without one reset the GPU when it is idle: amd-smi reset --gpureset --gpu ${kept.map(({ index }) => index).join(" ")}.`);
		}
		await setTimeout$1(Math.min(POLL_MS, Math.max(1, deadline - Date.now())));
	}
}

// src/engine/channel-failure.ts
/** What the socket said, as a failure that names what to check. */
function networkFailure(error, asked) {
	const codes = codesOf(error);
	const { proxy, secrets } = asked.connection;
	const text = textOf$2(error, secrets);
	const advice = proxy === void 0 ? direct(codes, error, text) : viaProxy(codes, error, maskProxy(proxy), text);
	return new GateError({
		kind: "channel",
		...advice,
		where: placeOf(asked),
		cause: error
	});
}
/** A status other than 200, as a failure that names what to check. */
function httpFailure(answer, asked) {
	const body = readErrorBody(answer, asked.connection.secrets);
	const advice = statusAdvice(answer, asked, body, body.text === "" ? "no text" : body.text);
	const location = redirectTarget$1(answer, asked.connection.secrets);
	return new GateError({
		kind: "channel",
		...advice,
		where: placeOf(asked) + (location === void 0 ? "" : ` → ${location}`)
	});
}
/** HTTP 200 that is no completion. */
function bodyFailure(advice, asked) {
	return new GateError({
		kind: "channel",
		...advice,
		where: placeOf(asked)
	});
}
/** HTTP 200 whose body is encoded, which we never ask for. */
function encodedFailure(answer, asked) {
	return bodyFailure({
		code: "content_encoding",
		message: `HTTP 200 with ${answer.text}`,
		hint: "A gateway compresses whatever passes: switch that off for this path, it also delays every token."
	}, asked);
}
/** True when the answer says that the model is unknown, in any of the usual words. */
function saysUnknownModel(answer, body) {
	if (![
		400,
		404,
		422
	].includes(answer.status)) return false;
	if (/model_not_found|invalid_model|unknown_model/i.test(body.code ?? "")) return true;
	return (body.param === "model" || /\bmodels?\b/i.test(body.text)) && /does not exist|not found|unknown|no such|not available|not supported|invalid model/i.test(body.text);
}
/** True when the answer says that this model belongs to the other endpoint. */
function saysOtherEndpoint(answer, body) {
	if (![
		400,
		404,
		405,
		422
	].includes(answer.status)) return false;
	return /chat model|(?:chat\/)?completions (?:endpoint|api)|v1\/(?:chat\/)?completions/i.test(body.text);
}
const TLS = [
	[/DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN/, {
		code: "tls_self_signed",
		message: "the certificate of the server is self-signed or comes from a private authority",
		hint: "Give the certificate of that authority in service.ca_file."
	}],
	[/CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/, {
		code: "tls_expired",
		message: "the certificate of the server is not valid at this time",
		hint: "Renew it, and check the clock of this machine."
	}],
	[/ERR_TLS_CERT_ALTNAME_INVALID/, {
		code: "tls_hostname",
		message: "the certificate of the server is for another host name",
		hint: "Use a name that the certificate holds in service.base_url."
	}],
	[/UNABLE_TO_|CERT_|ERR_TLS/, {
		code: "tls_untrusted",
		message: "the certificate of the server cannot be verified",
		hint: "Give the missing authority in service.ca_file (the server may also forget to send its chain)."
	}],
	[/ERR_SSL|EPROTO/, {
		code: "tls_protocol",
		message: "the server does not speak TLS on this port, or not a version that we accept",
		hint: "Check whether service.base_url must begin with http:// instead of https://."
	}]
];
function direct(codes, error, text) {
	const tls = TLS.find(([pattern]) => pattern.test(codes))?.[1];
	if (tls !== void 0) return tls;
	if (/ECONNREFUSED/.test(codes)) return {
		code: "connection_refused",
		message: "the connection was refused: nothing listens at this address",
		hint: "Check that the server runs, and the host and port of service.base_url."
	};
	if (/ENOTFOUND|EAI_AGAIN|ENODATA/.test(codes)) return {
		code: "dns",
		message: "the host name of the address does not resolve",
		hint: "Check the spelling of service.base_url and the name servers of this machine."
	};
	if (isTimeout(codes, error)) return {
		code: "timeout",
		message: "no answer came in time",
		hint: "The server may hang, be overloaded or be behind a firewall that drops packets."
	};
	if (/EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL/.test(codes)) return {
		code: "unreachable",
		message: "the network has no way to this address",
		hint: "Check routes, firewall and VPN of this machine."
	};
	if (isInterim(error)) return {
		code: "interim_answer",
		message: "the server sent 100 Continue, which nobody had asked for; this HTTP client then gives the request up",
		hint: "Switch the interim answer off in the server or gateway: requests are sent whole, without Expect."
	};
	if (/HPE_/.test(codes) || error.name === "HTTPParserError") return {
		code: "not_http",
		message: "what answers there does not speak HTTP",
		hint: "Check the port, and whether service.base_url must begin with https:// instead of http://."
	};
	if (/ECONNRESET|EPIPE|UND_ERR_SOCKET/.test(codes)) return {
		code: "reset",
		message: "the connection was closed before an answer came",
		hint: "Check the log of the server; http:// to a port that wants https:// looks like this too."
	};
	return {
		code: "network",
		message: `the request failed: ${text}`,
		hint: "Check service.base_url and the network of this machine."
	};
}
function viaProxy(codes, error, proxy, text) {
	const status = /Proxy (?:response|Authentication Required) \((\d{3})\)/.exec(text)?.[1];
	if (status === "407") return proxyAuth(proxy);
	if (status !== void 0) return {
		code: "proxy_error",
		message: `the proxy ${proxy} answered ${status} and did not let us through`,
		hint: "Check that the proxy may reach this address, or put the host into NO_PROXY."
	};
	if (/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|EHOSTUNREACH/.test(codes)) return {
		code: "proxy_unreachable",
		message: `the proxy ${proxy} cannot be reached (${codes.split(" ")[0]})`,
		hint: "Check service.proxy, HTTP_PROXY and HTTPS_PROXY, or put the host into NO_PROXY."
	};
	const advice = direct(codes, error, text);
	return {
		...advice,
		message: `${advice.message} (through the proxy ${proxy})`
	};
}
function proxyAuth(proxy) {
	return {
		code: "proxy_auth",
		message: `the proxy ${proxy} wants a user name and password (407)`,
		hint: "Put them into the proxy address (http://user:password@host:port), or the host into NO_PROXY."
	};
}
function statusAdvice(answer, asked, body, said) {
	const { status } = answer;
	const proxy = asked.connection.proxy === void 0 ? void 0 : maskProxy(asked.connection.proxy);
	if (status === 401) return {
		code: "unauthorized",
		message: `${asked.with_key === "key" ? "the key was refused" : "the server wants a key and none was sent"} (401: ${said})`,
		hint: "Check the variable named by service.api_key_env: right key, not expired, for this server."
	};
	if (status === 403) return {
		code: "forbidden",
		message: `the key is known but may not do this (403: ${said})`,
		hint: "Check the rights of the key for this model, its address list, and whether a firewall answers instead."
	};
	if (status === 407) return proxyAuth(proxy ?? "in between");
	if (saysUnknownModel(answer, body)) return unknownModel(asked, said);
	if (status === 404 || status === 405) return {
		code: "endpoint_not_found",
		message: `there is no such endpoint (${status}: ${said})`,
		hint: "Check the path of service.base_url (with or without /v1 is the same) and service.endpoint."
	};
	if (status === 429) return {
		code: "rate_limited",
		message: `the channel limits our rate (429: ${said})`,
		hint: "Check quota and rate limit of the key: a ladder needs the highest rate of the plan."
	};
	if (status >= 300 && status < 400) return redirectAdvice(answer);
	if (status >= 500) return {
		code: "server_error",
		message: `the server failed (${status}: ${said})${proxy === void 0 ? "" : ` (the proxy ${proxy} may have answered instead)`}`,
		hint: "Check the log of the server: it may be starting, overloaded or dead behind its front end."
	};
	return {
		code: "bad_request",
		message: `the server refused our smallest request (${status}: ${said})`,
		hint: "Check service.extra_body, load.sampling and service.endpoint against what this server accepts."
	};
}
function unknownModel(asked, said) {
	const served = asked.served.slice(0, 20).map((id) => oneLine(id, asked.connection.secrets, 100));
	return {
		code: "model_not_found",
		message: `the server does not know the model "${oneLine(asked.model, asked.connection.secrets, 100)}" (${said})`,
		hint: served.length === 0 ? "Check service.model_id; the server lists no models." : `Set service.model_id to one that it serves: ${served.join(", ")}.`
	};
}
function redirectAdvice(answer) {
	const target = answer.headers["location"] ?? "";
	if (/log-?in|sign-?in|oauth|sso|saml|auth/i.test(target)) return {
		code: "login_redirect",
		message: `the server sends us to a login page (${answer.status})`,
		hint: "The address is a page for people or behind single sign-on: use the address of the API, with a key."
	};
	return {
		code: "redirect",
		message: `the server sends us elsewhere (${answer.status}); redirects are not followed`,
		hint: "Put the final address into service.base_url (often https:// instead of http://)."
	};
}
/** Where a redirect leads, without query, fragment and credentials. */
function redirectTarget$1(answer, secrets) {
	const location = answer.headers["location"];
	if (location === void 0 || answer.status < 300 || answer.status >= 400) return void 0;
	const url = URL.canParse(location) ? new URL(location) : void 0;
	return oneLine(url === void 0 ? location.split(/[?#]/)[0] ?? "" : url.origin + url.pathname, secrets, 200);
}
function placeOf(asked) {
	return `${asked.connection.base_url}${asked.path}`;
}
function isTimeout(codes, error) {
	return /ETIMEDOUT|UND_ERR_\w*TIMEOUT/.test(codes) || error.name === "TimeoutError";
}
/** undici's words for a 100 Continue (lib/dispatcher/client-h1.js). */
function isInterim(error) {
	const { code, message } = error;
	return code === "UND_ERR_SOCKET" && message === "bad response";
}
/** Codes of an error, its causes and its parts: sockets wrap them several times. */
function codesOf(error) {
	const codes = [];
	const visit = (one, depth) => {
		if (typeof one !== "object" || one === null || depth > 5) return;
		const { code, cause, errors } = one;
		if (typeof code === "string") codes.push(code);
		visit(cause, depth + 1);
		if (Array.isArray(errors)) for (const part of errors.slice(0, 5)) visit(part, depth + 1);
	};
	visit(error, 0);
	return [...new Set(codes)].join(" ");
}
function textOf$2(error, secrets) {
	const { cause } = error;
	const text = error instanceof Error ? error.message : String(error);
	return oneLine(cause instanceof Error ? `${text}: ${cause.message}` : text, secrets);
}

// src/core/sse.ts
/** Longest line and longest message, bytes. */
const MAX_SSE_BYTES = 1048576;
const LF = 10;
const CR = 13;
const NOTHING = [];
/**
* Incremental reader of an event stream (WHATWG HTML, 9.2.6), on bytes: lines end with LF, CRLF or CR; several
* events in a read, an event over several reads and characters cut anywhere give the same messages.
*/
function createSseReader(maxBytes = MAX_SSE_BYTES) {
	const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
	let pieces = [];
	let pieceBytes = 0;
	let lineFeedBelongsToLastCr = false;
	let atStart = true;
	let data = [];
	let dataBytes = 0;
	let event = "";
	let failure;
	const dispatch = (messages, unterminated) => {
		const text = data.length === 1 ? data[0] ?? "" : data.join("\n");
		if (text !== "") messages.push({
			data: text,
			...event !== "" && { event },
			...unterminated && { unterminated }
		});
		data = [];
		dataBytes = 0;
		event = "";
	};
	const line = (bytes, messages) => {
		let text = decoder.decode(bytes);
		if (atStart) {
			atStart = false;
			if (text.startsWith("﻿")) text = text.slice(1);
		}
		if (text === "") {
			dispatch(messages, false);
			return;
		}
		const colon = text.indexOf(":");
		const field = colon < 0 ? text : text.slice(0, colon);
		if (field !== "data" && field !== "event") return;
		const from = colon < 0 ? text.length : text.charCodeAt(colon + 1) === 32 ? colon + 2 : colon + 1;
		if (field === "event") {
			event = text.slice(from, from + 64);
			return;
		}
		dataBytes += bytes.length;
		if (dataBytes > maxBytes) failure = `a message longer than ${maxBytes} bytes`;
		else data.push(text.slice(from));
	};
	const keep = (bytes) => {
		pieceBytes += bytes.length;
		if (pieceBytes > maxBytes) {
			failure = `a line longer than ${maxBytes} bytes`;
			pieces = [];
		} else if (bytes.length > 0) pieces.push(bytes.slice());
	};
	const takeLine = (rest) => {
		if (pieces.length === 0) return rest;
		const whole = new Uint8Array(pieceBytes + rest.length);
		let at = 0;
		for (const piece of pieces) {
			whole.set(piece, at);
			at += piece.length;
		}
		whole.set(rest, at);
		pieces = [];
		pieceBytes = 0;
		return whole;
	};
	return {
		get failure() {
			return failure;
		},
		push(chunk) {
			if (failure !== void 0 || chunk.length === 0) return NOTHING;
			const messages = [];
			let start = 0;
			if (lineFeedBelongsToLastCr && chunk[0] === LF) start = 1;
			lineFeedBelongsToLastCr = false;
			let nextLf = chunk.indexOf(LF, start);
			let nextCr = chunk.indexOf(CR, start);
			while (failure === void 0 && (nextLf >= 0 || nextCr >= 0)) {
				const byCr = nextCr >= 0 && (nextLf < 0 || nextCr < nextLf);
				const end = byCr ? nextCr : nextLf;
				if (pieceBytes + end - start > maxBytes) {
					failure = `a line longer than ${maxBytes} bytes`;
					break;
				}
				line(takeLine(chunk.subarray(start, end)), messages);
				start = end + 1;
				if (byCr) {
					if (start === chunk.length) lineFeedBelongsToLastCr = true;
					else if (chunk[start] === LF) start += 1;
					nextCr = chunk.indexOf(CR, start);
				}
				if (nextLf >= 0 && nextLf < start) nextLf = chunk.indexOf(LF, start);
			}
			if (failure === void 0) keep(chunk.subarray(start));
			return messages;
		},
		end() {
			if (failure !== void 0) return NOTHING;
			const messages = [];
			if (pieces.length > 0) line(takeLine(/* @__PURE__ */ new Uint8Array(0)), messages);
			dispatch(messages, true);
			return messages;
		}
	};
}

// src/engine/completion-answer.ts
/** Reads HTTP 200 of a non-streaming request; throws GateError kind 'channel' when it is no completion. */
function readWhole(answer, asked) {
	if (answer.encoding !== void 0) throw encodedFailure(answer, asked);
	const body = objectOf(jsonOf(answer.text));
	if (body === void 0) throw bodyFailure(noJson(answer, asked.connection.secrets), asked);
	if (isErrorBody(body)) throw bodyFailure(errorInside(answer, asked.connection.secrets), asked);
	const choices = body["choices"];
	if (!Array.isArray(choices) || choices.length === 0) throw bodyFailure({
		code: "no_choices",
		message: `HTTP 200 without choices: ${oneLine(answer.text, asked.connection.secrets, 150)}`,
		hint: "This is no OpenAI-compatible completion: check the path of service.base_url and the gateway."
	}, asked);
	return { model: textOf$1(body["model"], asked) };
}
/** Reads HTTP 200 of a streaming request; throws GateError kind 'channel' when it is no stream of a completion. */
function readStream(answer, asked) {
	const type = answer.headers["content-type"] ?? "";
	if (answer.encoding !== void 0) throw encodedFailure(answer, asked);
	if (!/text\/event-stream/i.test(type) && !/^\s*(?:data|event|:)/.test(answer.text)) throw bodyFailure(notStreaming(answer, asked.connection.secrets), asked);
	const sse = createSseReader();
	const messages = [...sse.push(new TextEncoder().encode(answer.text)), ...sse.end()];
	let choiceMessages = 0;
	let withUsage = 0;
	let anyUsage = false;
	let finished = false;
	let done = false;
	let model;
	for (const { data } of messages) {
		if (data.trim() === "[DONE]") {
			done = true;
			continue;
		}
		const body = objectOf(jsonOf(data));
		if (body === void 0) continue;
		if (isErrorBody(body) || strayText(body) !== void 0) throw bodyFailure(errorInStream(data, asked.connection.secrets), asked);
		model ??= textOf$1(body["model"], asked);
		const hasUsage = typeof objectOf(body["usage"])?.["completion_tokens"] === "number";
		anyUsage ||= hasUsage;
		const choices = body["choices"];
		if (!Array.isArray(choices) || choices.length === 0) continue;
		choiceMessages += 1;
		if (hasUsage) withUsage += 1;
		finished ||= typeof objectOf(choices[0])?.["finish_reason"] === "string";
	}
	if (choiceMessages === 0) throw bodyFailure({
		code: "no_choices",
		message: `${answer.cut ? `${MAX_BODY_BYTES} bytes of the stream held no` : "the stream ended without a single"} choice: ${oneLine(answer.text, asked.connection.secrets, 150) || "it was blank"}`,
		hint: "Check the log of the server: it accepted the request and gave nothing."
	}, asked);
	const notes = [];
	if (!finished) notes.push("the stream names no finish_reason: strictly, such requests count as failed");
	if (!done) notes.push("the stream ends without [DONE]");
	return {
		model,
		usage: withUsage >= 2 && withUsage === choiceMessages ? "continuous" : anyUsage ? "final" : "none",
		notes
	};
}
function noJson(answer, secrets) {
	const text = answer.text.trim();
	if (text === "" && !answer.cut) return {
		code: "empty_body",
		message: "HTTP 200 with an empty body",
		hint: "Something between us and the server answers for it: check service.base_url and the gateway."
	};
	if (isHtml(answer)) return /type=["']?password|sign[ -]?in|log[ -]?in|single sign-on/i.test(text.slice(0, 5e4)) ? {
		code: "login_page",
		message: `HTTP 200 with a login page instead of JSON (${readErrorBody(answer, secrets).text})`,
		hint: "The address is behind single sign-on: use the address of the API, with a key."
	} : {
		code: "html_page",
		message: `HTTP 200 with an HTML page instead of JSON (${readErrorBody(answer, secrets).text})`,
		hint: "This is the address of a web page: use the base address of the API (often …/api or …/v1)."
	};
	if (answer.cut) return {
		code: "too_large",
		message: `the answer to a request for 16 tokens has more than ${MAX_BODY_BYTES} bytes`,
		hint: "This is no completion: check service.base_url."
	};
	return {
		code: "not_json",
		message: `HTTP 200 with something that is not JSON: ${oneLine(text, secrets, 150)}`,
		hint: "Check the path of service.base_url: it must lead to an OpenAI-compatible API."
	};
}
function errorInside(answer, secrets) {
	return {
		code: "error_in_200",
		message: `HTTP 200, but the body is an error: ${readErrorBody(answer, secrets).text}`,
		hint: "The gateway hides failures of the model behind it: check model id, key and quota there."
	};
}
function errorInStream(data, secrets) {
	return {
		code: "stream_error",
		message: `HTTP 200, but the stream holds an error: ${readErrorBody({ text: data }, secrets).text}`,
		hint: "Check the log of the server: its engine may be dead behind a front end that still answers."
	};
}
function notStreaming(answer, secrets) {
	if (objectOf(jsonOf(answer.text)) === void 0) return noJson(answer, secrets);
	const body = objectOf(jsonOf(answer.text)) ?? {};
	if (isErrorBody(body)) return errorInside(answer, secrets);
	return {
		code: "not_streaming",
		message: "the server ignores stream: true and answers in one piece",
		hint: "Time to first token cannot be measured without streaming: check the gateway, it may buffer or not support it."
	};
}
function isHtml(answer) {
	return /text\/html/i.test(answer.headers["content-type"] ?? "") || /^\s*<(?:!doctype|html)/i.test(answer.text);
}
function textOf$1(value, { connection }) {
	return typeof value === "string" ? oneLine(value, connection.secrets, 200) : void 0;
}

// src/engine/probe-fields.ts
/** Tokens asked for by each request of the probe. */
const PROBE_TOKENS = 16;
/** The optional fields that the load generator would send with this configuration. */
function optionalFields(load) {
	const sampling = [
		"temperature",
		"top_k",
		"min_p",
		"repetition_penalty"
	].filter((field) => load.sampling[field] !== void 0);
	return [
		"stream_options",
		"stream_options.continuous_usage_stats",
		...load.ignore_eos ? ["ignore_eos", "min_tokens"] : [],
		...sampling
	];
}
/** Sampling fields that every OpenAI-compatible server knows: never dropped. */
function plainSampling(load) {
	const { temperature, top_k, min_p, repetition_penalty, ...plain } = load.sampling;
	return plain;
}
/** The optional fields as parts of a body. */
function fieldsAsBody(fields, load) {
	const body = {};
	for (const field of fields) switch (field) {
		case "stream_options":
			body["stream_options"] = {
				include_usage: true,
				...body["stream_options"]
			};
			break;
		case "stream_options.continuous_usage_stats":
			body["stream_options"] = {
				include_usage: true,
				continuous_usage_stats: true
			};
			break;
		case "ignore_eos":
			body["ignore_eos"] = true;
			break;
		case "min_tokens":
			body["min_tokens"] = 16;
			break;
		default: body[field] = load.sampling[field];
	}
	return body;
}
/** The fields that a refusal names; the smaller part of stream_options first. */
function namedFields(active, refusal) {
	const text = `${refusal.text} ${refusal.param ?? ""}`;
	const named = active.filter((field) => {
		const word = field.split(".").at(-1) ?? field;
		return new RegExp(`(?<![A-Za-z0-9_])${word}(?![A-Za-z0-9_])`).test(text);
	});
	const continuous = "stream_options.continuous_usage_stats";
	return named.includes("stream_options") && active.includes(continuous) ? [...named.filter((field) => field !== "stream_options" && field !== continuous), continuous] : named;
}

// src/engine/probe-completions.ts
/** Channels are documented with and without /v1 in their base address. */
const ROOTS = ["/v1", ""];
/** One request of 16 tokens, not streaming, on the first endpoint that exists. */
async function firstCompletion(questions, model, served) {
	const { service } = questions.request;
	const first = preferred(service);
	const endpoints = service.endpoint === "auto" ? [first, other(first)] : [first];
	let missing;
	for (const root of ROOTS) for (const endpoint of endpoints) {
		const path = `${root}${PATHS[endpoint]}`;
		const asked = questions.asked(path, model, served);
		const found = await completeWhole(questions, {
			path,
			endpoint
		}, model);
		if (found.answer.status === 200) {
			const { model: answered } = readWhole(found.answer, asked);
			return {
				endpoint,
				path,
				model,
				asked,
				notes: root === "" ? ["the endpoint is below the base address without /v1"] : [],
				...found,
				...answered !== void 0 && { answered }
			};
		}
		const failure = httpFailure(found.answer, asked);
		if (!isElsewhere(found.answer, readErrorBody(found.answer, asked.connection.secrets))) throw failure;
		missing ??= failure;
	}
	throw missing ?? /* @__PURE__ */ new Error("no endpoint was tried");
}
/** Newer OpenAI models want max_completion_tokens instead of max_tokens. */
async function completeWhole(questions, target, model) {
	const answer = await questions.complete(target, model, { max_tokens: 16 });
	const said = readErrorBody(answer, questions.request.connection.secrets);
	if (answer.status !== 400 || !/max_completion_tokens/.test(said.text)) return {
		answer,
		lengthField: "max_tokens",
		dropped: []
	};
	return {
		answer: await questions.complete(target, model, { max_completion_tokens: 16 }),
		lengthField: "max_completion_tokens",
		dropped: ["max_tokens"]
	};
}
/** The endpoint is missing here, but the service may have it under another path. */
function isElsewhere(answer, said) {
	if (saysOtherEndpoint(answer, said)) return true;
	return (answer.status === 404 || answer.status === 405) && !saysUnknownModel(answer, said);
}
/** One streaming request with every field that a measurement sends; refused ones are dropped and said. */
async function firstStream(questions, first) {
	const { load } = questions.request;
	const send = (fields) => questions.complete(first, first.model, {
		[first.lengthField]: 16,
		stream: true,
		...plainSampling(load),
		...fieldsAsBody(fields, load)
	});
	const dropped = [];
	let active = optionalFields(load);
	for (;;) {
		const answer = await send(active);
		if (answer.status === 200) return {
			answer: readStream(answer, first.asked),
			dropped
		};
		if (!isRefusal(answer) || active.length === 0) throw httpFailure(answer, first.asked);
		const named = namedFields(active, readErrorBody(answer, first.asked.connection.secrets));
		const refused = named.length > 0 ? named : await findRefused(send, active, first.asked);
		if (refused.length === 0) throw httpFailure(answer, first.asked);
		dropped.push(...refused);
		active = active.filter((field) => !refused.includes(field));
	}
}
/** The server does not say which field it refuses: each is tried on top of those that it accepts. */
async function findRefused(send, active, asked) {
	const plain = await send([]);
	if (plain.status !== 200) throw httpFailure(plain, asked);
	const accepted = [];
	const refused = [];
	for (const field of active) {
		const answer = await send([...accepted, field]);
		if (answer.status === 200) accepted.push(field);
		else if (isRefusal(answer)) refused.push(field);
		else throw httpFailure(answer, asked);
	}
	return refused;
}
function isRefusal(answer) {
	return answer.status === 400 || answer.status === 422;
}
/** What the backend means in vLLM's benchmark. */
function preferred(service) {
	if (service.endpoint !== "auto") return service.endpoint;
	return service.backend.endsWith("-chat") ? "chat" : "completions";
}
const PATHS = {
	completions: "/completions",
	chat: "/chat/completions"
};
function other(endpoint) {
	return endpoint === "chat" ? "completions" : "chat";
}

// src/engine/questions.ts
/** Text of every prompt of the probe. */
const PROMPT = "Count from one to ten:";
/** Longest wait for an answer that is no completion. */
const SIDE_TIMEOUT_MS = 1e4;
/** Longest wait for one probe completion, even where load.timeout allows more. */
const COMPLETION_TIMEOUT_S = 120;
/** Asks one service, and turns what the socket says into failures. */
var Questions = class {
	request;
	constructor(request) {
		this.request = request;
	}
	/** Throws GateError for a socket failure and the signal's reason when it was aborted. */
	async get(path, maxBytes) {
		return this.#ask(path, {
			timeoutMs: SIDE_TIMEOUT_MS,
			...maxBytes !== void 0 && { maxBytes }
		});
	}
	async post(path, body) {
		const seconds = Math.min(this.request.load.timeout, COMPLETION_TIMEOUT_S);
		return this.#ask(path, {
			body,
			timeoutMs: seconds * 1e3
		});
	}
	/** A question whose failure only means: not served. */
	async side(path, body) {
		try {
			const question = {
				timeoutMs: SIDE_TIMEOUT_MS,
				maxBytes: 4194304
			};
			return await this.#ask(path, body === void 0 ? question : {
				...question,
				body
			});
		} catch (error) {
			if (error instanceof GateError) return void 0;
			throw error;
		}
	}
	/** One completion request with its extra fields. */
	async complete(target, model, fields) {
		const prompt = target.endpoint === "chat" ? { messages: [{
			role: "user",
			content: PROMPT
		}] } : { prompt: PROMPT };
		return this.post(target.path, {
			model,
			...prompt,
			...this.request.service.extra_body,
			...fields
		});
	}
	asked(path, model, served) {
		const { connection } = this.request;
		return {
			connection,
			path,
			model,
			served,
			with_key: Object.keys(connection.headers).length > 0 ? "key" : "no key"
		};
	}
	async #ask(path, question) {
		const { dispatcher, connection, signal } = this.request;
		try {
			return await ask(dispatcher, connection, {
				...question,
				path,
				signal
			});
		} catch (error) {
			signal.throwIfAborted();
			throw networkFailure(error, {
				connection,
				path
			});
		}
	}
};

// src/engine/probe.ts
/** Models of a server that a result names. */
const MAX_SHOWN_MODELS = 200;
/** Proves with the smallest requests that a service answers, and learns what it can do. */
function createProbe(options) {
	return {
		probe: async (request) => {
			const dispatcher = createDispatcher(request.connection, { connections: 2 });
			try {
				return await probe(new Questions({
					...request,
					dispatcher
				}), options);
			} finally {
				await dispatcher.destroy();
			}
		},
		alive,
		identity
	};
}
async function probe(questions, options) {
	const { connection, service } = questions.request;
	const notes = [];
	if (connection.proxy !== void 0) {
		options.log.info(`channel: requests go through the proxy ${maskProxy(connection.proxy)}`);
		notes.push("requests go through an HTTP proxy: its delay is part of every latency");
	}
	const models = await listModels(questions);
	const model = chooseModel(questions, models);
	const first = await firstCompletion(questions, model, models.ids);
	notes.push(...first.notes);
	const streamed = await firstStream(questions, first);
	if (streamed.dropped.length > 0) notes.push(`the server refuses these fields, they are not sent: ${streamed.dropped.join(", ")}`);
	notes.push(...streamed.answer.notes);
	const named = streamed.answer.model ?? first.answered;
	if (named !== void 0 && named !== model) notes.push(`the server answers as model "${named}"`);
	const [version, metrics, tokens] = await Promise.all([
		serverVersion(questions),
		servesMetrics(questions),
		tokenize(questions, model)
	]);
	const maxModelLen = models.maxModelLen.get(model) ?? tokens.maxModelLen;
	const report = {
		...options.detail === "private" ? { base_url: connection.base_url } : {},
		endpoint: first.endpoint,
		path: first.path,
		model_id: model,
		served_models: models.ids.slice(0, MAX_SHOWN_MODELS),
		...maxModelLen === void 0 ? {} : { max_model_len: maxModelLen },
		...version === void 0 ? {} : { server_version: version },
		tokenize: tokens.served,
		usage: streamed.answer.usage,
		...named === void 0 ? {} : { answered_model: named },
		dropped_fields: [...first.dropped, ...streamed.dropped],
		metrics_endpoint: metrics,
		notes
	};
	if (report.usage === "none") notes.push("the server sends no usage: tokens are counted by messages");
	if (service.endpoint === "auto" && first.endpoint !== preferred(service)) notes.push(`endpoint: ${first.endpoint}, because the server does not serve the other one`);
	return {
		connection,
		report,
		fingerprint: fingerprintOf(report)
	};
}
async function alive(channel) {
	const dispatcher = createDispatcher(channel.connection, { connections: 1 });
	const get = (path) => ask(dispatcher, channel.connection, {
		path,
		timeoutMs: SIDE_TIMEOUT_MS,
		maxBytes: 65536
	});
	try {
		const health = await get("/health");
		if (health.status === 200) return true;
		if (health.status === 503) return false;
		return (await get(`${rootOf(channel.report.path)}/models`)).status < 500;
	} catch {
		return false;
	} finally {
		await dispatcher.destroy();
	}
}
async function identity(channel) {
	const dispatcher = createDispatcher(channel.connection, { connections: 1 });
	const get = async (path) => {
		try {
			return await ask(dispatcher, channel.connection, {
				path,
				timeoutMs: SIDE_TIMEOUT_MS
			});
		} catch {
			return;
		}
	};
	try {
		const [version, models] = await Promise.all([get("/version"), get(`${rootOf(channel.report.path)}/models`)]);
		const said = version?.status === 200 ? versionOf(version, channel.connection.secrets) : void 0;
		if (models?.status !== 200) return said === void 0 ? {} : { server_version: said };
		const length = modelLengths(models).get(channel.report.model_id);
		return {
			...said === void 0 ? {} : { server_version: said },
			served_models: servedModels(models),
			...length === void 0 ? {} : { max_model_len: length }
		};
	} finally {
		await dispatcher.destroy();
	}
}
/** Channels need not list their models: anything but a list is an empty one. */
async function listModels(questions) {
	for (const root of ROOTS) {
		const answer = await questions.get(`${root}/models`, MAX_MODELS_BYTES);
		const ids = answer.status === 200 ? servedModels(answer) : [];
		if (ids.length > 0) return {
			ids,
			maxModelLen: modelLengths(answer)
		};
		if (answer.status === 404) continue;
		const asked = questions.asked(`${root}/models`, "", []);
		const none = {
			ids: [],
			maxModelLen: /* @__PURE__ */ new Map()
		};
		if (answer.status === 200 && answer.encoding !== void 0) return {
			...none,
			refusal: encodedFailure(answer, asked)
		};
		if (answer.status === 200) return {
			...none,
			...answer.cut && { cut: true }
		};
		return {
			...none,
			refusal: httpFailure(answer, asked)
		};
	}
	return {
		ids: [],
		maxModelLen: /* @__PURE__ */ new Map()
	};
}
function modelLengths(answer) {
	const lengths = /* @__PURE__ */ new Map();
	const data = objectOf(jsonOf(answer.text))?.["data"];
	for (const entry of Array.isArray(data) ? data : []) {
		const { id, max_model_len: length } = objectOf(entry) ?? {};
		if (typeof id === "string" && isLength(length)) lengths.set(id, length);
	}
	return lengths;
}
function chooseModel(questions, { ids, cut, refusal }) {
	const { service, engine_model: engineModel, connection } = questions.request;
	if (service.model_id !== void 0) return service.model_id;
	if (engineModel !== void 0 && (ids.length === 0 || ids.includes(engineModel))) return engineModel;
	const [only] = ids;
	if (only !== void 0 && ids.length === 1) return only;
	if (refusal !== void 0) throw refusal;
	const listed = ids.slice(0, 50).map((id) => oneLine(id, connection.secrets, 100));
	throw new GateError({
		kind: "channel",
		code: "model_not_named",
		message: ids.length === 0 ? `no model is named and ${cut === true ? `the list of the server is too long: it was cut after ${MAX_MODELS_BYTES} bytes` : "the server does not list any"}` : `no model is named and the server serves ${ids.length}: ${listed.join(", ")}`,
		where: connection.base_url,
		hint: "Set service.model_id (or --model)."
	});
}
async function serverVersion(questions) {
	const answer = await questions.side("/version");
	return answer?.status === 200 ? versionOf(answer, questions.request.connection.secrets) : void 0;
}
function versionOf(answer, secrets) {
	const version = objectOf(jsonOf(answer.text))?.["version"];
	return typeof version === "string" && version !== "" ? oneLine(version, secrets, 100) : void 0;
}
async function servesMetrics(questions) {
	const answer = await questions.side("/metrics");
	return answer?.status === 200 && /^vllm:/m.test(answer.text);
}
async function tokenize(questions, model) {
	const answer = await questions.side("/tokenize", {
		model,
		prompt: PROMPT
	});
	const body = answer?.status === 200 ? objectOf(jsonOf(answer.text)) : void 0;
	const tokens = body?.["tokens"];
	if (!Array.isArray(tokens) || tokens.length === 0 || !tokens.every(Number.isSafeInteger)) return { served: false };
	const length = body?.["max_model_len"];
	return isLength(length) ? {
		served: true,
		maxModelLen: length
	} : { served: true };
}
function fingerprintOf(report) {
	const field = (value, source) => ({
		value,
		source,
		class: "hard"
	});
	return {
		endpoint: field(report.endpoint, "the endpoint that answered"),
		model: field(report.model_id, "model id of the requests"),
		...report.answered_model === void 0 || report.answered_model === report.model_id ? {} : { answered_model: field(report.answered_model, "model that the answers name") },
		...report.max_model_len === void 0 ? {} : { max_model_len: field(report.max_model_len, "/v1/models or /tokenize") },
		...report.server_version === void 0 || !report.metrics_endpoint ? {} : { vllm: field(report.server_version, "/version of the running server") }
	};
}
function rootOf(path) {
	return path.startsWith("/v1/") ? "/v1" : "";
}
function isLength(value) {
	return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
}

// src/core/collapse.ts
/** Limits of the early stop. Generous: it protects the machine, it does not judge. */
const COLLAPSE = {
	/** The share of failures is looked at from here on. */
	min_ended: 20,
	max_failed_share: .5,
	max_connect_failures_in_a_row: 20,
	/** So many answers are open and not one byte comes for so long. */
	min_in_flight: 32,
	max_silent_s: 60
};
/** Why a rung is not worth going on with, or absent. */
function collapsed(state) {
	const stop = (reason) => ({
		code: "collapsed",
		reason
	});
	if (state.connect_failures_in_a_row >= COLLAPSE.max_connect_failures_in_a_row) return stop(`${state.connect_failures_in_a_row} connections in a row could not be made`);
	if (state.ended >= COLLAPSE.min_ended && state.failed > state.ended * COLLAPSE.max_failed_share) return stop(`${state.failed} of ${state.ended} requests that ended had failed`);
	if (state.in_flight >= COLLAPSE.min_in_flight && state.silent_s >= COLLAPSE.max_silent_s) return stop(`no answer to ${state.in_flight} open requests for ${Math.round(state.silent_s)} s`);
}

// src/load/client-share.ts
/** Milliseconds between two samples of the event loop; part of each sample, taken off again. */
const SAMPLE_EVERY_MS = 1;
/** Starts watching this process; call the result once, when the rung has ended. */
function watchClient$1() {
	const loop = monitorEventLoopDelay({ resolution: SAMPLE_EVERY_MS });
	loop.enable();
	const cpuBefore = process.cpuUsage();
	const before = process.hrtime.bigint();
	return ({ records, in_flight_max, cap_touched }) => {
		loop.disable();
		const wall_us = Number(process.hrtime.bigint() - before) / 1e3;
		const cpu = process.cpuUsage(cpuBefore);
		const delay = (ns) => Math.max(0, ns / 1e6 - SAMPLE_EVERY_MS);
		const late = sortedSample(records.map(latenessMs).filter((ms) => ms !== void 0));
		const [p50, p99, max] = [
			50,
			99,
			100
		].map((percent) => percentile(late, percent));
		return {
			...p50 !== void 0 && { lateness_p50_ms: p50 },
			...p99 !== void 0 && { lateness_p99_ms: p99 },
			...max !== void 0 && { lateness_max_ms: max },
			...loop.count > 0 && {
				event_loop_delay_p99_ms: delay(loop.percentile(99)),
				event_loop_delay_max_ms: delay(loop.max)
			},
			...wall_us > 0 && { cpu_share: (cpu.user + cpu.system) / wall_us },
			events: records.reduce((sum, record) => sum + record.events, 0),
			in_flight_max,
			...cap_touched > 0 && { cap_touched }
		};
	};
}

// src/core/stream.ts
/** Longest model name in a record. */
const MAX_NAME = 200;
/**
* Reads the messages of one answer of /v1/completions or /v1/chat/completions. Times are given, so the same messages
* always give the same facts. Definitions: a *choice* is a message with a non-empty `choices` list (the first token
* of vLLM ≥ 0.7, `vllm/benchmarks/lib/endpoint_request_func.py`); a *token* is a choice with text, reasoning or a
* tool call, or one whose running usage grew (tokens without text: special ones, halves of a character). `mask` takes the
* secrets out of a text of the server before it is cut.
*/
function openStream(expected, mask = (text) => text) {
	const limit = maxMessages(expected.output_len);
	let events = 0;
	let done = false;
	/** The last message came without its end; cut: it cannot even be read. */
	let last = "whole";
	let firstChoice;
	let firstToken;
	let firstVisible;
	let lastChoice;
	let lastToken;
	let finishReason;
	let otherModel;
	let usage;
	/** completion_tokens of the last choice message; undefined once one had no usage. */
	let counted = 0;
	const gaps = [];
	const gapTokens = [];
	let fault;
	const choiceMessage = (choices, own, at) => {
		let carries = false;
		let visible = false;
		for (const choice of choices) {
			const content = contentOf(choice);
			carries ||= content.token;
			visible ||= content.visible;
			if (content.finish_reason !== void 0) finishReason = mask(content.finish_reason).slice(0, 64);
		}
		const before = counted;
		counted = counted === void 0 ? void 0 : own?.completion_tokens;
		const grown = before === void 0 || counted === void 0 ? void 0 : counted - before;
		if (expected.usage === "continuous" && grown !== void 0 && grown > 0) carries = true;
		if (lastChoice !== void 0) {
			gaps.push(at - lastChoice);
			if (grown !== void 0) gapTokens.push(grown);
		}
		firstChoice ??= at;
		lastChoice = at;
		if (carries) {
			firstToken ??= at;
			lastToken = at;
		}
		if (visible) firstVisible ??= at;
	};
	const message = (sse, at) => {
		if (done || fault !== void 0) return;
		events += 1;
		if (events > limit) {
			fault = {
				class: "parse",
				error: `more than ${limit} messages for ${expected.output_len} tokens`
			};
			return;
		}
		if (sse.unterminated) last = "unterminated";
		if (sse.data.trim() === "[DONE]") {
			done = true;
			return;
		}
		const value = parse(sse.data);
		if (!isObject(value)) {
			if (sse.unterminated) {
				last = "cut";
				return;
			}
			fault = sse.event === "error" ? {
				class: "stream_error",
				error: sse.data
			} : {
				class: "parse",
				error: `a message that is not a JSON object: ${mask(sse.data).slice(0, 24)}…`
			};
			return;
		}
		const error = errorText(value) ?? (sse.event === "error" ? sse.data : void 0) ?? (sse.event === "ping" ? void 0 : strayText(value));
		if (error !== void 0) {
			fault = {
				class: "stream_error",
				error
			};
			return;
		}
		const named = value["model"];
		if (typeof named === "string" && named !== expected.model && otherModel === void 0) otherModel = otherName(mask(named), expected.model);
		const own = usageOf(value["usage"]);
		usage = own ?? usage;
		const choices = value["choices"];
		if (Array.isArray(choices) && choices.length > 0) choiceMessage(choices, own, at);
	};
	const verdict = (end) => {
		if (fault !== void 0) return fault;
		if (end.kind === "broken" && !done) return end;
		if (last === "cut" || last === "unterminated" && firstToken === void 0 && (!done || events === 1)) return {
			class: "truncated",
			error: "the body ended in the middle of a message"
		};
		if (firstToken === void 0) return {
			class: "no_token",
			error: "the answer ended without a token"
		};
		if (finishReason === void 0) return {
			class: "truncated",
			error: `${done ? "[DONE] came" : "the body ended"} without a finish_reason`
		};
		if (finishReason === "error" || finishReason === "abort") return {
			class: "stream_error",
			error: `finish_reason ${finishReason}`
		};
		return expected.exact ? lengthFault(expected, usage, finishReason) : void 0;
	};
	return {
		message,
		get done() {
			return done;
		},
		get broken() {
			return fault !== void 0;
		},
		get events() {
			return events;
		},
		close(end) {
			const failure = verdict(end);
			const counts = gapTokens.length === gaps.length && counted !== void 0 && gapTokens.every(isCount);
			return {
				outcome: failure?.class ?? "ok",
				...failure !== void 0 && { error: failure.error },
				...firstChoice !== void 0 && { first_choice_ns: firstChoice },
				...firstToken !== void 0 && { first_token_ns: firstToken },
				...firstVisible !== void 0 && { first_visible_ns: firstVisible },
				...lastChoice !== void 0 && { last_choice_ns: lastChoice },
				...lastToken !== void 0 && { last_token_ns: lastToken },
				...usage,
				...finishReason !== void 0 && { finish_reason: finishReason },
				...otherModel !== void 0 && { model: otherModel },
				...firstChoice !== void 0 && { gaps_ns: gaps },
				...firstChoice !== void 0 && counts && { gap_tokens: gapTokens },
				events
			};
		}
	};
}
/** JSON object of a text from outside; absent when it is none. */
function parseObject(text) {
	const value = parse(text);
	return isObject(value) ? value : void 0;
}
function usageOf(value) {
	if (!isObject(value)) return void 0;
	const details = value["prompt_tokens_details"];
	const cached = isObject(details) ? details["cached_tokens"] : void 0;
	const { prompt_tokens: prompt, completion_tokens: completion } = value;
	return {
		...isCount(prompt) && { prompt_tokens: prompt },
		...isCount(completion) && { completion_tokens: completion },
		...isCount(cached) && { cached_tokens: cached }
	};
}
const VISIBLE_FIELDS = ["content", "refusal"];
/** vLLM and OpenRouter say `reasoning`, DeepSeek and vLLM before 0.11 `reasoning_content`. */
const HIDDEN_FIELDS = [
	"reasoning_content",
	"reasoning",
	"tool_calls",
	"function_call"
];
function contentOf(choice) {
	if (!isObject(choice)) return {
		token: false,
		visible: false,
		finish_reason: void 0
	};
	const delta = isObject(choice["delta"]) ? choice["delta"] : {};
	const visible = filled(choice["text"]) || VISIBLE_FIELDS.some((field) => filled(delta[field]));
	const reason = choice["finish_reason"];
	return {
		token: visible || HIDDEN_FIELDS.some((field) => filled(delta[field])),
		visible,
		finish_reason: typeof reason === "string" && reason !== "" ? reason : void 0
	};
}
/** The expected name came through a border that keeps one line of limited length; so must the one it is compared with. */
function otherName(named, expected) {
	const name = named.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
	const isCut = expected?.endsWith("…") === true && name.startsWith(expected.slice(0, -1));
	return expected === void 0 || name === expected || isCut ? void 0 : name.slice(0, MAX_NAME);
}
function filled(value) {
	if (typeof value === "string" || Array.isArray(value)) return value.length > 0;
	return isObject(value);
}
/** The asked-for number of tokens, proven by usage; without any usage only a finish by length is believed. */
function lengthFault(expected, usage, finishReason) {
	const asked = expected.output_len;
	const got = usage?.completion_tokens;
	if (got !== void 0) {
		if (got === asked) return void 0;
		return {
			class: "osl_mismatch",
			error: `${got} of ${asked} tokens, finish_reason ${finishReason}`
		};
	}
	if (expected.usage !== "none") return {
		class: "osl_mismatch",
		error: `no usage in the answer: cannot prove ${asked} tokens`
	};
	if (finishReason === "length") return void 0;
	return {
		class: "osl_mismatch",
		error: `finish_reason ${finishReason} before ${asked} tokens`
	};
}
function parse(text) {
	try {
		return JSON.parse(text);
	} catch {
		return;
	}
}
function isObject(value) {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
function isCount(value) {
	return Number.isSafeInteger(value) && value >= 0;
}

// src/load/failure-class.ts
/** Longest error text in a record. */
const MAX_ERROR_CHARS = 500;
/** A failure of DNS, TCP, TLS or the HTTP framing, from what undici or Node threw. */
function socketFailure(error, reached) {
	const first = firstCause(error);
	const code = typeof first.code === "string" ? first.code : first.name;
	const text = first.message.includes(code) ? first.message : `${code}: ${first.message}`;
	if (reached === "connecting") return {
		class: "connect",
		error: text
	};
	if (code === "UND_ERR_SOCKET" && first.message === "bad response") return {
		class: "parse",
		error: "the server sent 100 Continue, which was not asked for"
	};
	if (first.name === "HTTPParserError") return {
		class: "parse",
		error: text
	};
	const closedInOrder = code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH" || code === "UND_ERR_SOCKET" && /other side closed/i.test(first.message);
	return {
		class: reached === "answering" && closedInOrder ? "truncated" : "reset",
		error: text
	};
}
/** The class of a status that is not 200; absent for 200. The body is a short beginning of it; secrets are masked before it is cut again. */
function statusFailure(status, body, location, secrets) {
	if (status === 200) return void 0;
	const said = bodyText(body, secrets);
	const text = said === "" ? `HTTP ${status}` : `HTTP ${status}: ${said}`;
	if (status === 429) return {
		class: "rate_limited",
		error: text
	};
	if (status >= 500) return {
		class: "http_5xx",
		error: text
	};
	if (status >= 400) return {
		class: "http_4xx",
		error: text
	};
	if (status >= 300) return {
		class: "parse",
		error: `HTTP ${status}: redirect${redirectTarget(location)}`
	};
	return {
		class: "parse",
		error: `${text}: expected HTTP 200 with an event stream`
	};
}
/** A 200 whose body of so many bytes held no event at all; `body` is its beginning. */
function notAStream(body, bytes, contentType, secrets) {
	if (body.trim() === "") return {
		class: "no_token",
		error: bytes === 0 ? "HTTP 200 with an empty body" : `HTTP 200 with ${bytes} bytes and nothing but blanks at their beginning`
	};
	const object = parseObject(body);
	const error = object === void 0 ? void 0 : errorText(object);
	if (error !== void 0) return {
		class: "stream_error",
		error
	};
	return {
		class: "parse",
		error: `not an event stream (${contentType === void 0 ? "no content type" : contentType}): ${object?.["choices"] === void 0 ? maskCut(body, secrets).slice(0, 200) : "a whole JSON answer"}`
	};
}
/** Text for a record: one line, capped, without the secrets of the connection. */
function recordText(text, secrets) {
	return oneLine(text, secrets, MAX_ERROR_CHARS);
}
/** Node tries several addresses of a name and then throws them all together. */
function firstCause(error) {
	if (error instanceof AggregateError && error.errors.length > 0) return firstCause(error.errors[0]);
	return error instanceof Error ? error : {
		name: "error",
		message: String(error)
	};
}
function bodyText(body, secrets) {
	const object = parseObject(body);
	if (object !== void 0) {
		const message = object["message"];
		return errorText(object) ?? (typeof message === "string" ? message : JSON.stringify(object));
	}
	const masked = maskCut(body, secrets);
	const title = /<title[^>]*>([^<]{1,200})/i.exec(masked)?.[1];
	if (title !== void 0) return `HTML page "${title.trim()}"`;
	return masked.trim();
}
/** Host only: paths and queries of a login page hold tokens. */
function redirectTarget(location) {
	if (location === void 0) return "";
	if (location.startsWith("/") && !location.startsWith("//")) return " on the same host";
	const host = URL.canParse(location, "http://x") ? new URL(location, "http://x").host : "";
	return host === "" ? "" : ` to ${host}`;
}

// src/load/exchange.ts
/** So much of a body is kept to say what came instead of a stream. */
const BODY_SAMPLE_BYTES = 8192;
/** Sends a request. What happens afterwards arrives at job.onEnd, at the earliest in a later turn of the loop. */
function startExchange(job) {
	const exchange = new Exchange(job);
	const { dispatcher, origin, path, headers } = job.target;
	try {
		dispatcher.dispatch({
			origin,
			path,
			method: "POST",
			headers,
			body: job.body
		}, exchange);
	} catch (error) {
		queueMicrotask(() => exchange.fail(socketFailure(error, "connecting")));
	}
	return exchange;
}
var Exchange = class {
	#job;
	#sse = createSseReader();
	#stream;
	#maxBytes;
	#sent_ns;
	#controller;
	#headers_ns;
	#first_byte_ns;
	#status;
	#contentType;
	#location;
	#encoding;
	#sample = "";
	#bytes = 0;
	#ended = false;
	constructor(job) {
		this.#job = job;
		this.#maxBytes = maxBytes(job.expected.output_len);
		this.#stream = openStream(job.expected, (text) => maskSecrets(text, job.target.secrets));
		this.#sent_ns = job.now();
	}
	/** Ends the exchange from our side: a deadline or a stop. What the server had said before still counts. */
	abort(kind, error) {
		if (this.#ended) return;
		this.fail({
			class: kind,
			error
		});
		this.#hangUp();
	}
	/** Called by startExchange and abort; ends the exchange with a failure of the wire. */
	fail(failure) {
		if (failure.class === "cancelled") this.#end(failure);
		else this.#end(this.#statusFailure() ?? failure);
	}
	onRequestStart(controller) {
		this.#controller = controller;
		if (this.#ended) this.#hangUp();
	}
	onResponseStart(_controller, status, headers) {
		if (status < 200) return;
		this.#headers_ns = this.#job.now();
		this.#status = status;
		this.#contentType = single(headers["content-type"]);
		this.#location = single(headers["location"]);
		this.#encoding = bodyEncoding(single(headers["content-encoding"]));
		if (this.#encoding !== void 0) this.#sample = encodedBody(this.#encoding);
	}
	onResponseData(_controller, chunk) {
		if (this.#ended) return;
		const at = this.#job.now();
		this.#first_byte_ns ??= at;
		this.#bytes += chunk.length;
		this.#job.onBytes?.(at);
		if (this.#encoding !== void 0) {
			this.#closeBroken({
				class: "parse",
				error: `HTTP 200 with ${this.#sample}`
			});
			return;
		}
		if (this.#stream.events === 0 && this.#sample.length < BODY_SAMPLE_BYTES) this.#sample += chunk.toString("utf8", 0, BODY_SAMPLE_BYTES);
		if (this.#status !== 200) {
			if (this.#bytes >= BODY_SAMPLE_BYTES) this.#closeBroken(void 0);
			return;
		}
		for (const message of this.#sse.push(chunk)) this.#stream.message(message, at);
		if (this.#stream.done) this.#end(void 0);
		else if (this.#sse.failure !== void 0) this.#closeBroken({
			class: "parse",
			error: this.#sse.failure
		});
		else if (this.#stream.broken) this.#closeBroken(void 0);
		else if (this.#bytes > this.#maxBytes) this.#closeBroken({
			class: "parse",
			error: `more than ${this.#maxBytes} bytes in one answer`
		});
	}
	onResponseEnd() {
		if (this.#ended) return;
		const at = this.#job.now();
		for (const message of this.#sse.end()) this.#stream.message(message, at);
		const failure = this.#statusFailure() ?? (this.#stream.events === 0 ? notAStream(this.#sample, this.#bytes, this.#contentType, this.#job.target.secrets) : void 0);
		this.#end(failure);
	}
	onResponseError(_controller, error) {
		if (this.#ended) return;
		this.fail(socketFailure(error, this.#reached()));
	}
	#reached() {
		if (this.#headers_ns !== void 0) return "answering";
		return this.#controller === void 0 ? "connecting" : "sent";
	}
	#statusFailure() {
		if (this.#status === void 0) return void 0;
		return statusFailure(this.#status, this.#sample, this.#location, this.#job.target.secrets);
	}
	#closeBroken(failure) {
		this.#end(this.#statusFailure() ?? failure);
		this.#hangUp();
	}
	#hangUp() {
		this.#controller?.abort(/* @__PURE__ */ new Error("ended by the load generator"));
	}
	#end(failure) {
		if (this.#ended) return;
		this.#ended = true;
		const { error, ...rest } = this.#stream.close(failure === void 0 ? { kind: "clean" } : {
			kind: "broken",
			class: failure.class,
			error: failure.error
		});
		const { onEnd, now, target } = this.#job;
		const done_ns = now();
		onEnd({
			...rest,
			...error !== void 0 && { error: recordText(error, target.secrets) },
			sent_ns: this.#sent_ns,
			...this.#headers_ns !== void 0 && { headers_ns: this.#headers_ns },
			...this.#first_byte_ns !== void 0 && { first_byte_ns: this.#first_byte_ns },
			done_ns,
			...this.#status !== void 0 && { http_status: this.#status },
			bytes: this.#bytes
		});
	}
};
function single(value) {
	return Array.isArray(value) ? value[0] : value;
}

// src/load/pacer.ts
/** A timer may be late by more than a millisecond; the rest of the way is spun on setImmediate, which lets I/O through. */
const SPIN_NS = 2e6;
const COARSE_FROM_NS = 3e6;
/**
* Calls `send(i)` for i = 0, 1, … when due_ns[i] has come, always by the absolute time: being late once moves nothing
* after it. `now` is monotonic, nanoseconds since the start. Returns the way to stop it.
*/
function startPacer(pacer) {
	const { due_ns, now, send } = pacer;
	let next = 0;
	let stopped = false;
	let timer;
	let immediate;
	const step = () => {
		while (!stopped) {
			const due = due_ns[next];
			if (due === void 0) return;
			const wait = due - now();
			if (wait > 0) {
				if (wait > COARSE_FROM_NS) timer = setTimeout(step, Math.floor((wait - SPIN_NS) / 1e6));
				else immediate = setImmediate(step);
				return;
			}
			next += 1;
			send(next - 1);
		}
	};
	immediate = setImmediate(step);
	return () => {
		stopped = true;
		clearTimeout(timer);
		clearImmediate(immediate);
	};
}

// src/load/payload.ts
/** One request body as JSON bytes. Fields that the channel refused are left out. */
function serialise(request, rules) {
	const { channel, load, extra_body } = rules;
	const dropped = new Set(channel.dropped_fields);
	const body = {
		model: channel.model_id,
		...promptFields(request.prompt, channel),
		[dropped.has("max_tokens") ? "max_completion_tokens" : "max_tokens"]: request.output_len,
		stream: true,
		...channel.usage !== "none" && { stream_options: {
			include_usage: true,
			...channel.usage === "continuous" && { continuous_usage_stats: true }
		} },
		...load.sampling,
		...load.ignore_eos && {
			ignore_eos: true,
			min_tokens: request.output_len
		},
		...extra_body
	};
	for (const field of dropped) if (Object.hasOwn(body, field)) delete body[field];
	return Buffer.from(JSON.stringify(body));
}
/** What the answer to this request is judged by. */
function expectedOf(request, { channel, load }) {
	return {
		output_len: request.output_len,
		exact: load.ignore_eos && !channel.dropped_fields.includes("ignore_eos"),
		usage: channel.usage,
		...channel.answered_model !== void 0 && { model: channel.answered_model }
	};
}
function promptFields(prompt, channel) {
	if (channel.endpoint === "completions") return { prompt: prompt.kind === "ids" ? prompt.ids : prompt.text };
	if (prompt.kind === "ids") throw new Error("a prompt of token ids cannot go to the chat endpoint");
	return { messages: [{
		role: "user",
		content: prompt.text
	}] };
}

// src/load/open-loop.ts
const PROGRESS_EVERY_MS = 1e3;
/**
* Runs the schedule of a rung. Latency counts from the due time, the deadline of each request (load.timeout) too. At
* load.max_concurrency requests wait in order of their due times. Nothing is sent twice.
*/
async function runOpenLoop(job, target, rules) {
	const bodies = job.requests.map((request) => serialise(request, rules));
	if (bodies.length !== job.schedule.due_ns.length) throw new Error(`${bodies.length} requests for ${job.schedule.due_ns.length} due times`);
	const client = watchClient$1();
	const rung = new OpenRung(job, target, rules, bodies);
	const stopped = await rung.ended;
	const records = rung.records.filter((record) => record !== void 0);
	return {
		records,
		client: client({
			records,
			in_flight_max: rung.inFlightMax,
			cap_touched: rung.capTouched
		}),
		token_counts: tokenCounts(records, rules),
		...stopped !== void 0 && { stopped }
	};
}
var OpenRung = class {
	ended;
	records;
	inFlightMax = 0;
	capTouched = 0;
	#job;
	#target;
	#rules;
	#bodies;
	#due;
	#timeout_ns;
	#cap;
	#start = process.hrtime.bigint();
	#now = () => Number(process.hrtime.bigint() - this.#start);
	#open = /* @__PURE__ */ new Map();
	/** Due, but held back by the cap; in order. */
	#waiting = [];
	/** The oldest request that may still be open: deadlines come in the order of due times. */
	#oldest = 0;
	#dueCount = 0;
	#sent = 0;
	#done = 0;
	#failed = 0;
	#connectFailuresInARow = 0;
	#heardAt;
	#stopped;
	#settled = false;
	#stopPacer;
	#ticker;
	#deadline;
	#finish;
	#break;
	constructor(job, target, rules, bodies) {
		this.#job = job;
		this.#target = target;
		this.#rules = rules;
		this.#bodies = bodies;
		this.#due = job.schedule.due_ns;
		this.#timeout_ns = job.load.timeout * 1e9;
		this.#cap = job.load.max_concurrency ?? Number.POSITIVE_INFINITY;
		this.records = new Array(bodies.length).fill(void 0);
		const ending = Promise.withResolvers();
		this.ended = ending.promise;
		this.#finish = ending.resolve;
		this.#break = ending.reject;
		this.#ticker = setInterval(() => this.#tick(), PROGRESS_EVERY_MS);
		this.#stopPacer = startPacer({
			due_ns: this.#due,
			now: this.#now,
			send: (index) => this.#arrive(index)
		});
		job.signal.addEventListener("abort", this.#onAbort);
		if (job.signal.aborted) this.#onAbort();
	}
	#onAbort = () => {
		const reason = this.#job.signal.reason;
		if (reason instanceof GateError) this.#stop({
			code: reason.code,
			reason: reason.message
		});
		else this.#stop({
			code: "cancelled",
			reason: "stopped from outside"
		});
	};
	#arrive(index) {
		this.#dueCount += 1;
		if (this.#deadline === void 0) this.#armDeadline();
		if (this.#open.size < this.#cap) {
			this.#send(index, void 0);
			return;
		}
		this.capTouched += 1;
		this.#waiting.push({
			index,
			since_ns: this.#now()
		});
	}
	#send(index, waitedFrom) {
		const body = this.#bodies[index];
		const planned = this.#job.requests[index];
		if (body === void 0 || planned === void 0) throw new Error(`no request ${index}`);
		this.#sent += 1;
		const exchange = startExchange({
			target: this.#target,
			body,
			expected: expectedOf(planned, this.#rules),
			now: this.#now,
			onEnd: (reply) => this.#onReply(index, reply, waitedFrom),
			onBytes: (at) => {
				this.#heardAt = at;
			}
		});
		this.#heardAt ??= this.#now();
		this.#open.set(index, exchange);
		this.inFlightMax = Math.max(this.inFlightMax, this.#open.size);
	}
	#onReply(index, reply, waitedFrom) {
		this.#open.delete(index);
		const planned = this.#job.requests[index];
		this.#keep({
			index,
			scheduled_ns: this.#due[index] ?? 0,
			...reply,
			...waitedFrom !== void 0 && { cap_wait_ns: reply.sent_ns - waitedFrom },
			...planned !== void 0 && {
				input_len: planned.input_len,
				output_len: planned.output_len
			}
		});
		const next = this.#stopped === void 0 ? this.#waiting.shift() : void 0;
		if (next !== void 0) this.#send(next.index, next.since_ns);
		this.#review();
	}
	#keep(record) {
		this.records[record.index] = record;
		this.#done += 1;
		if (isFailed(record)) this.#failed += 1;
		this.#connectFailuresInARow = record.outcome === "connect" ? this.#connectFailuresInARow + 1 : 0;
		try {
			this.#job.on_record(record);
		} catch (error) {
			this.#abandon(error);
		}
	}
	/** After each ending and each second: is the rung over, or not worth going on with? */
	#review() {
		if (this.#stopped === void 0) {
			const stop = collapsed(this.#state());
			if (stop !== void 0) this.#stop(stop);
		}
		if ((this.#stopped !== void 0 || this.#dueCount === this.#due.length) && this.#open.size === 0 && this.#waiting.length === 0) this.#settle();
	}
	#state() {
		return {
			ended: this.#done,
			failed: this.#failed,
			connect_failures_in_a_row: this.#connectFailuresInARow,
			in_flight: this.#open.size,
			silent_s: this.#heardAt === void 0 ? 0 : (this.#now() - this.#heardAt) / 1e9
		};
	}
	#tick() {
		this.#report();
		this.#review();
	}
	#report() {
		const { in_flight, silent_s } = this.#state();
		this.#job.on_progress({
			due: this.#dueCount,
			sent: this.#sent,
			done: this.#done,
			failed: this.#failed,
			in_flight,
			silent_s,
			elapsed_s: this.#now() / 1e9
		});
	}
	#armDeadline() {
		while (this.#oldest < this.#dueCount && this.records[this.#oldest] !== void 0) this.#oldest += 1;
		this.#deadline = void 0;
		if (this.#oldest >= this.#dueCount) return;
		const wait = (this.#due[this.#oldest] ?? 0) + this.#timeout_ns - this.#now();
		this.#deadline = setTimeout(() => this.#expire(), Math.min(Math.max(0, Math.ceil(wait / 1e6)) + 1, 2 ** 31 - 1));
	}
	#expire() {
		const now = this.#now();
		const error = `no complete answer within ${this.#job.load.timeout} s of its due time`;
		const expired = (index) => (this.#due[index] ?? 0) + this.#timeout_ns <= now;
		for (let first = this.#waiting[0]; first !== void 0 && expired(first.index); first = this.#waiting[0]) {
			this.#waiting.shift();
			this.#expireWaiting(first, now, error);
		}
		for (let i = this.#oldest; i < this.#dueCount && expired(i); i++) this.#open.get(i)?.abort("timeout", error);
		if (!this.#settled) this.#armDeadline();
		this.#review();
	}
	/** Held back by the cap until its deadline: it failed without having been sent. */
	#expireWaiting(waiting, now, error) {
		const { index, since_ns } = waiting;
		const planned = this.#job.requests[index];
		const scheduled_ns = this.#due[index] ?? 0;
		this.#keep({
			index,
			outcome: "timeout",
			scheduled_ns,
			done_ns: now,
			cap_wait_ns: now - since_ns,
			error: `${error}: it waited at load.max_concurrency`,
			...planned !== void 0 && {
				input_len: planned.input_len,
				output_len: planned.output_len
			},
			events: 0,
			bytes: 0
		});
	}
	#stop(stopped) {
		if (this.#stopped !== void 0 || this.#settled) return;
		this.#stopped = stopped;
		this.#stopPacer();
		this.#waiting.length = 0;
		for (const exchange of [...this.#open.values()]) exchange.abort("cancelled", stopped.reason);
		this.#review();
	}
	/** A fault of ours: no record can be kept any more. */
	#abandon(error) {
		this.#break(error);
		this.#stop({
			code: "broken",
			reason: "the load generator failed"
		});
	}
	#settle() {
		if (this.#settled) return;
		this.#settled = true;
		this.#stopPacer();
		clearInterval(this.#ticker);
		clearTimeout(this.#deadline);
		this.#job.signal.removeEventListener("abort", this.#onAbort);
		this.#report();
		this.#finish(this.#stopped);
	}
};
/** How tokens could be counted in every answer that succeeded; without any, how they would have been. */
function tokenCounts(records, { channel }) {
	const ok = records.filter((record) => record.outcome === "ok");
	if (ok.length === 0) return channel.usage === "none" ? "messages" : channel.usage;
	if (ok.every((record) => record.gap_tokens !== void 0)) return "continuous";
	return ok.every((record) => record.completion_tokens !== void 0) ? "final" : "messages";
}

// src/core/warmup.ts
/** Fewer say nothing: two degrees of freedom are left for the scatter. */
const FEWEST = 4;
/** Scatter of a window that is assumed at least, so that a few equal numbers do not look like proof. */
const LEAST_SD = .01;
/**
* Trend of latency over the latest windows: least squares on ln(latency), one-sided bounds of the slope by the t
* distribution with n − 2 degrees of freedom.
*/
function warmupTrend(windows, confidence = .95) {
	const latest = windows.slice(-6);
	const n = latest.length;
	if (n < FEWEST || !latest.every((w) => Number.isFinite(w.position) && Number.isFinite(w.log_latency))) return "undecided";
	const meanX = latest.reduce((sum, w) => sum + w.position, 0) / n;
	const meanY = latest.reduce((sum, w) => sum + w.log_latency, 0) / n;
	const sxx = latest.reduce((sum, w) => sum + (w.position - meanX) ** 2, 0);
	const sxy = latest.reduce((sum, w) => sum + (w.position - meanX) * (w.log_latency - meanY), 0);
	if (!(sxx > 0)) return "undecided";
	const slope = sxy / sxx;
	const residual = latest.reduce((sum, w) => sum + (w.log_latency - meanY - slope * (w.position - meanX)) ** 2, 0);
	const error = Math.max(Math.sqrt(residual / (n - 2)), LEAST_SD) / Math.sqrt(sxx);
	const reach = (0, import_lib$1.default)(confidence, n - 2) * error;
	const limit = Math.log(.9);
	if (!Number.isFinite(slope) || !Number.isFinite(reach)) return "undecided";
	if (slope - reach > limit) return "flat";
	return slope + reach < limit ? "falling" : "undecided";
}

// src/load/closed-loop.ts
/** A server that fails at once must not be asked thousands of times a second. */
const PAUSE_AFTER_FAILURE_MS = 200;
/** Keeps `slots` requests in flight: each slot sends its next one when the last has ended. */
async function runClosedLoop(loop) {
	const start = process.hrtime.bigint();
	const now = () => Number(process.hrtime.bigint() - start);
	const slot = async (_, index) => {
		for (let turn = 0; !loop.signal.aborted; turn++) {
			const planned = loop.next(index, turn);
			if (planned === void 0) return;
			const reply = await sendOne({
				planned,
				target: loop.target,
				rules: loop.rules,
				now,
				signal: loop.signal
			});
			if (loop.signal.aborted) return;
			loop.onReply(reply, turn);
			if (reply.outcome !== "ok") await setTimeout$1(PAUSE_AFTER_FAILURE_MS, void 0, { signal: loop.signal }).catch(() => {});
		}
	};
	await Promise.all(Array.from({ length: loop.slots }, slot));
}
/** One request; aborting the signal makes it `cancelled`, load.timeout `timeout`. Never rejects. */
function sendOne(request) {
	const { planned, target, rules, now, signal } = request;
	return new Promise((resolve) => {
		const exchange = startExchange({
			target,
			body: serialise(planned, rules),
			expected: expectedOf(planned, rules),
			now,
			onEnd(reply) {
				clearTimeout(deadline);
				signal.removeEventListener("abort", onAbort);
				resolve(reply);
			}
		});
		const onAbort = () => exchange.abort("cancelled", "stopped from outside");
		const timeout_ms = Math.min(rules.load.timeout * 1e3, 2 ** 31 - 1);
		const deadline = setTimeout(() => exchange.abort("timeout", `no complete answer within ${rules.load.timeout} s`), timeout_ms);
		signal.addEventListener("abort", onAbort);
		if (signal.aborted) onAbort();
	});
}

// src/load/warmup.ts
/** Warm-up answers are no longer than this: kernels and batch sizes get warm, minutes of GPU time do not pass. */
const WARMUP_TOKENS = 64;
const WAVE_TOKENS = 32;
/** More in flight warms nothing that fewer do not. */
const MAX_SLOTS = 1024;
/** Requests sent alone, one after the other: the first ones may wait for compilers. */
const ALONE = {
	ask: 2,
	give_up_after: 3,
	tokens: 16
};
const WINDOW_S = {
	share_of_max: 1 / 20,
	least: .25,
	most: 3
};
const LEAST_IN_WINDOW = 3;
/** How long open requests may finish once the engine is warm, before they are cut. */
const DRAIN_S = 2;
/**
* Warm-up before the first rung. Throws GateError kind 'channel' or 'engine' when no request succeeds, and the reason
* of the signal when it aborts.
*/
async function runWarmup(warming) {
	const { job } = warming;
	if (job.max_s === 0) return {
		state: "off",
		seconds: 0,
		requests: 0,
		message: "switched off (load.warmup.max_s is 0)"
	};
	const clock = stopwatch();
	const before = warming.memory.prompts;
	const tally = new Tally();
	const window_s = Math.min(WINDOW_S.most, Math.max(WINDOW_S.least, job.max_s * WINDOW_S.share_of_max));
	const trend = new Windows(window_s);
	const slots = await within(job, async (over) => {
		const count = slotsFor(warming, await measureAlone(warming, tally, over));
		if (!over.aborted) await loopUntilFlat({
			warming,
			slots: count,
			tally,
			trend,
			clock,
			over
		});
		return count;
	});
	job.signal.throwIfAborted();
	if (tally.ok === 0) throw noneSucceeded(tally);
	const seconds = clock();
	const requests = warming.memory.prompts - before;
	const state = trend.state === "flat" ? "warm" : trend.state === "falling" ? "cold" : "unknown";
	const failed = tally.failed === 0 ? "" : `; ${tally.failed} of ${tally.ended} requests failed (${tally.example()})`;
	const said = {
		warm: "latency has stopped falling",
		cold: `latency was still falling by more than 10 % per window when the time was over`,
		unknown: `${trend.count} windows do not show whether latency had stopped falling`
	}[state];
	return {
		state,
		seconds,
		requests,
		message: `${state} after ${seconds.toFixed(1)} s and ${requests} requests, ${slots} in flight: ${said}${failed}`
	};
}
/** Wave before a later rung: each slot has one short answer, or max_s is over. Never throws. */
async function runWave(warming) {
	const { job, log, memory } = warming;
	const tally = new Tally();
	try {
		await within(job, async (over) => {
			const alone = memory.alone ?? await measureAlone(warming, tally, over);
			await runClosedLoop({
				target: warming.target,
				rules: warming.rules,
				signal: over,
				slots: slotsFor(warming, alone),
				next: (_slot, turn) => turn === 0 ? nextPrompt(warming, WAVE_TOKENS) : void 0,
				onReply: (reply) => tally.add(reply)
			});
		});
		if (tally.failed > 0) log.warning(`wave: ${tally.failed} of ${tally.ended} requests failed (${tally.example()})`);
	} catch (error) {
		log.warning(`wave: ${error instanceof Error ? error.message : String(error)}`);
	}
}
/** Does the work with a signal that aborts after job.max_s or with job.signal. */
async function within(job, work) {
	const time = new AbortController();
	const timer = setTimeout(() => time.abort(), job.max_s * 1e3);
	try {
		return await work(AbortSignal.any([job.signal, time.signal]));
	} finally {
		clearTimeout(timer);
	}
}
/** Requests alone on the server; the fastest counts. Undefined when none succeeded in time. */
async function measureAlone(warming, tally, over) {
	const { memory, target, rules } = warming;
	const start = process.hrtime.bigint();
	const now = () => Number(process.hrtime.bigint() - start);
	let best;
	while (!over.aborted && tally.ok < ALONE.ask) {
		const planned = nextPrompt(warming, ALONE.tokens);
		const reply = await sendOne({
			planned,
			target,
			rules,
			now,
			signal: over
		});
		if (over.aborted) break;
		tally.add(reply);
		const seen = latencyOf(reply);
		if (seen !== void 0 && (best === void 0 || seen.ttft_ms < best.ttft_ms)) best = seen;
		if (tally.ok === 0 && tally.failed >= ALONE.give_up_after) throw noneSucceeded(tally);
		if (tally.ended > ALONE.give_up_after) break;
	}
	memory.alone = best ?? memory.alone;
	return best;
}
async function loopUntilFlat(loop) {
	const { warming, slots, tally, trend, clock, over } = loop;
	const cut = new AbortController();
	let drain;
	await runClosedLoop({
		slots,
		target: warming.target,
		rules: warming.rules,
		signal: AbortSignal.any([over, cut.signal]),
		next(slot, turn) {
			if (trend.state === "flat") return void 0;
			const planned = nextPrompt(warming, WARMUP_TOKENS);
			if (turn > 0) return planned;
			return {
				...planned,
				output_len: Math.ceil(planned.output_len * (slot + 1) / slots)
			};
		},
		onReply(reply, turn) {
			tally.add(reply);
			const seen = latencyOf(reply);
			if (turn === 0 || seen === void 0) return;
			trend.add(clock(), Math.log(seen.ttft_ms + seen.tpot_ms * 63));
			if (trend.state === "flat") drain ??= setTimeout(() => cut.abort(), DRAIN_S * 1e3);
		}
	});
	clearTimeout(drain);
}
/** Little's law: requests in flight = rate × latency of a whole answer of the rungs. */
function slotsFor({ job, memory }, alone) {
	const most = Math.min(job.load.max_concurrency ?? MAX_SLOTS, job.max_in_flight ?? MAX_SLOTS, MAX_SLOTS);
	if (alone === void 0) return 1;
	const lengths = Array.from({ length: 16 }, (_, i) => job.workload.warmup(memory.prompts + i).output_len);
	const length = lengths.reduce((sum, value) => sum + value, 0) / lengths.length;
	const latency_s = (alone.ttft_ms + alone.tpot_ms * Math.max(0, length - 1)) / 1e3;
	return Math.min(most, Math.max(1, Math.ceil(job.rate * latency_s)));
}
function nextPrompt({ job, memory }, tokens) {
	const planned = job.workload.warmup(memory.prompts);
	memory.prompts += 1;
	return {
		...planned,
		output_len: Math.min(planned.output_len, tokens)
	};
}
/** Latency of a success in a form that does not depend on how long the answer was. */
function latencyOf(reply) {
	if (reply.outcome !== "ok") return void 0;
	const record = {
		index: 0,
		scheduled_ns: reply.sent_ns,
		...reply
	};
	const ttft_ms = ttftMs(record, "sent");
	if (ttft_ms === void 0 || !(ttft_ms > 0)) return void 0;
	return {
		ttft_ms,
		tpot_ms: tpotMs(record) ?? 0
	};
}
/** Windows of the trend: each as long as asked for, longer where too few answers ended in it. */
var Windows = class {
	state = "undecided";
	#length_s;
	#closed = [];
	#from_s;
	#logs = [];
	constructor(length_s) {
		this.#length_s = length_s;
	}
	get count() {
		return this.#closed.length;
	}
	add(at_s, log_latency) {
		this.#from_s ??= at_s;
		this.#logs.push(log_latency);
		if (at_s - this.#from_s < this.#length_s || this.#logs.length < LEAST_IN_WINDOW) return;
		this.#closed.push({
			position: (this.#from_s + at_s) / 2 / this.#length_s,
			log_latency: this.#logs.reduce((sum, value) => sum + value, 0) / this.#logs.length
		});
		this.#from_s = at_s;
		this.#logs = [];
		this.state = warmupTrend(this.#closed);
	}
};
var Tally = class {
	ok = 0;
	failed = 0;
	#examples = /* @__PURE__ */ new Map();
	get ended() {
		return this.ok + this.failed;
	}
	add(reply) {
		if (reply.outcome === "cancelled") return;
		if (reply.outcome === "ok") {
			this.ok += 1;
			return;
		}
		this.failed += 1;
		const seen = this.#examples.get(reply.outcome);
		if (seen === void 0) this.#examples.set(reply.outcome, {
			count: 1,
			error: reply.error ?? ""
		});
		else seen.count += 1;
	}
	/** The commonest class with what was said the first time. */
	example() {
		const [worst] = [...this.#examples].sort(([, a], [, b]) => b.count - a.count);
		return worst === void 0 ? "no answer came" : `${worst[0]}: ${worst[1].error}`;
	}
	get worstClass() {
		return [...this.#examples].sort(([, a], [, b]) => b.count - a.count)[0]?.[0];
	}
};
const ENGINE_CLASSES = [
	"http_5xx",
	"stream_error",
	"reset",
	"truncated",
	"timeout",
	"no_token"
];
function noneSucceeded(tally) {
	const engine = ENGINE_CLASSES.includes(tally.worstClass ?? "timeout");
	return new GateError({
		kind: engine ? "engine" : "channel",
		code: "warmup_failed",
		message: `no request of the warm-up succeeded: ${tally.failed} failed (${tally.example()})`,
		hint: engine ? "Read the log of the engine: it answers small requests but not those of this workload." : "Check address, key, model and the lengths of the workload (load.input_len, load.output_len)."
	});
}
function stopwatch() {
	const start = process.hrtime.bigint();
	return () => Number(process.hrtime.bigint() - start) / 1e9;
}

// src/load/http-load.ts
/** The built-in load generator: HTTP/1.1 over sockets of its own for each rung. */
function createLoad({ service, log }) {
	const extra_body = service.extra_body ?? {};
	const memory = {
		prompts: 0,
		alone: void 0
	};
	const on = async ({ channel, load }, work) => {
		const dispatcher = createDispatcher(channel.connection);
		try {
			return await work(targetOf(channel, dispatcher), {
				channel: channel.report,
				load,
				extra_body
			});
		} finally {
			await dispatcher.destroy();
		}
	};
	return {
		warm: (job) => on(job, (target, rules) => runWarmup({
			job,
			target,
			rules,
			memory
		})),
		wave: (job) => on(job, (target, rules) => runWave({
			job,
			target,
			rules,
			memory,
			log
		})),
		run: (job) => on(job, (target, rules) => runOpenLoop(job, target, rules))
	};
}
function targetOf({ connection, report }, dispatcher) {
	const url = new URL(connection.base_url + report.path);
	return {
		dispatcher,
		origin: url.origin,
		path: url.pathname + url.search,
		headers: {
			...connection.headers,
			"content-type": "application/json",
			accept: "text/event-stream"
		},
		secrets: connection.secrets
	};
}

// src/load/prompts.ts
/** Position of the first prompt of each rung in the run; the last number is the count of all. */
function firstOrdinals(rungs) {
	const firsts = [0];
	for (const rung of rungs) firsts.push((firsts.at(-1) ?? 0) + rung.num_prompts);
	return firsts;
}
/** Throws GateError kind 'config' when a request does not fit into the model's context. */
function requireFit(request, fit) {
	const limit = fit.channel.max_model_len;
	const added = fit.added ?? 0;
	const total = request.input_len + added + request.output_len;
	if (limit === void 0 || total <= limit) return;
	const template = added === 0 ? "" : ` + ${added} that the server adds`;
	throw new GateError({
		kind: "config",
		code: "context_length",
		message: `expected prompts and answers within the model's ${limit} tokens; ${fit.what} ask for ${request.input_len}${template} + ${request.output_len} = ${total}`,
		where: fit.where,
		hint: "Lower load.input_len or load.output_len, or serve the model with a larger max_model_len."
	});
}

// src/load/salt.ts
/** Tokens of one block of vLLM's prefix cache: a difference in here makes all later blocks differ as well. */
const BLOCK_TOKENS = 16;
/** Beginning of a text prompt: the position of the prompt in the run and 32 bits of the run's salt. */
function saltText(salt, ordinal) {
	return `${ordinal.toString(36).padStart(4, "0")}.${hash32(salt).toString(16).padStart(8, "0")} `;
}
/**
* Beginning of a prompt of token ids: at most one block. Its first ids spell the position of the prompt in the run, the
* others are drawn from the salt. Two positions of a run never get the same ids as long as pool.length ** length
* exceeds their number.
*/
function saltIds(options) {
	const { salt, pool } = options;
	const length = Math.min(16, options.length);
	const digits = createRandom(salt, "salt digits").shuffle(pool);
	const spelled = Math.min(length, 6);
	return (ordinal) => {
		const random = createRandom(salt, "salt", ordinal);
		const ids = [];
		let rest = ordinal;
		for (let i = 0; i < length; i++) if (i < spelled) {
			ids.push(digits[rest % digits.length] ?? 0);
			rest = Math.floor(rest / digits.length);
		} else ids.push(pool[random.integer(0, pool.length - 1)] ?? 0);
		return ids;
	};
}

// src/load/tokenizer.ts
/** Questions at once: the server counts on the CPU that later serves the measured requests. */
const CONCURRENCY = 16;
const TIMEOUT_MS = 6e4;
const MAX_ANSWER_BYTES = 16777216;
function serverTokenizer(options) {
	const { channel, dispatcher, signal } = options;
	const { secrets } = channel.connection;
	const question = async (body) => {
		return await ask(dispatcher, channel.connection, {
			path: "/tokenize",
			body: {
				model: channel.report.model_id,
				...body
			},
			timeoutMs: TIMEOUT_MS,
			maxBytes: MAX_ANSWER_BYTES,
			signal
		}).catch((error) => {
			signal.throwIfAborted();
			throw noAnswer(oneLine(error instanceof Error ? error.message : String(error), secrets), error);
		});
	};
	const tokens = async (body) => {
		const answer = await question(body);
		const list = answer.status === 200 ? tokensOf(answer.text) : void 0;
		if (list === void 0) throw noAnswer(`HTTP ${answer.status}: ${oneLine(answer.text, secrets, 200)}`);
		return list;
	};
	const ids = (prompt) => tokens({
		prompt,
		add_special_tokens: false
	});
	const count = async (text) => (await ids(text)).length;
	return {
		ids,
		count,
		specials: async () => (await tokens({
			prompt: "a",
			add_special_tokens: true
		})).length - await count("a"),
		async template() {
			const content = "a";
			const answer = await question({
				messages: [{
					role: "user",
					content
				}],
				add_generation_prompt: true,
				add_special_tokens: false
			});
			const whole = answer.status === 200 ? tokensOf(answer.text)?.length : void 0;
			return whole === void 0 ? void 0 : Math.max(0, whole - await count(content));
		}
	};
}
/** Results in the order of the items, a few at a time; the first failure ends it. */
async function mapGently(items, work) {
	const results = new Array(items.length);
	let next = 0;
	let failed = false;
	const worker = async () => {
		while (next < items.length && !failed) {
			const index = next++;
			try {
				results[index] = await work(items[index], index);
			} catch (error) {
				failed = true;
				throw error;
			}
		}
	};
	await Promise.all(Array.from({ length: Math.min(CONCURRENCY, items.length) }, worker));
	return results;
}
/** The usual estimate where no tokenizer is served: bytes / 4. */
function approximateTokens(text) {
	return Math.max(1, Math.round(Buffer.byteLength(text) / 4));
}
function tokensOf(text) {
	const list = objectOf(jsonOf(text))?.["tokens"];
	if (!Array.isArray(list) || !list.every((id) => Number.isSafeInteger(id) && id >= 0)) return void 0;
	return list;
}
function noAnswer(found, cause) {
	return new GateError({
		kind: "channel",
		code: "tokenize_failed",
		message: `expected token ids from /tokenize, found ${found}`,
		hint: "The server answered /tokenize before: check that it is still alive.",
		cause
	});
}

// src/load/rows.ts
/** Rows kept for warm-up beyond those of the rungs, where there are so many. */
const WARMUP_ROWS = 32;
/** How many rows a ladder needs at most. */
function rowsNeeded({ rungs }) {
	return rungs.reduce((sum, rung) => sum + rung.num_prompts, 0);
}
/** Gives each rung rows of its own. Throws GateError kind 'config' when there are too few and reuse is not allowed. */
async function promptsFromRows(context, source) {
	const { rungs, salt, tokenizer, load } = context;
	const { rows } = source;
	const needed = rowsNeeded(context);
	if (rows.length === 0 || rows.length < needed && !load.allow_reuse) throw tooFew(rows.length, needed, source.where);
	const rowAt = (ordinal) => rows[ordinal % rows.length];
	const salted = async (ordinal) => {
		const { text: body, output_len } = rowAt(ordinal);
		const text = saltText(salt, ordinal) + body;
		const input_len = tokenizer === void 0 ? approximateTokens(text) : await tokenizer.count(text);
		return {
			prompt: {
				kind: "text",
				text
			},
			input_len,
			output_len
		};
	};
	const ordinals = Array.from({ length: needed + 32 }, (_, i) => i);
	const all = await mapGently(ordinals, salted);
	const firsts = firstOrdinals(rungs);
	const slices = rungs.map((rung, r) => ({
		from: firsts[r] ?? 0,
		to: (firsts[r] ?? 0) + rung.num_prompts
	}));
	return {
		requests: slices.map(({ from, to }) => all.slice(from, to)),
		warmup(index) {
			const known = all[needed + index % 32];
			const text = saltText(salt, needed + index) + rowAt(needed + index % 32).text;
			return {
				...known,
				prompt: {
					kind: "text",
					text
				}
			};
		},
		targets: slices.map(({ from, to }) => ordinals.slice(from, to).map((ordinal) => {
			const { row, input_len, output_len } = rowAt(ordinal);
			return [
				row,
				input_len,
				output_len
			];
		})),
		lengths: tokenizer === void 0 ? "approximate" : "exact",
		reused: rows.length < needed
	};
}
function tooFew(found, needed, where) {
	return new GateError({
		kind: "config",
		code: "too_few_prompts",
		message: `the ladder needs ${needed} distinct prompts, the data set has ${found} that can be used`,
		where,
		hint: found === 0 ? "Check that this is the right file." : "Lower load.num_prompts, use a larger data set, or set load.allow_reuse: true (prompts stay unique by their first tokens)."
	});
}

// src/load/jsonl.ts
const MAX_LINE_BYTES = 16777216;
const MAX_FILE_BYTES = 0x80000000;
/** Bad lines that are named. */
const MAX_NAMED = 20;
/**
* `{"prompt": string, "output_tokens" or "output_len": whole number}` a line; load.output_len wins over the row. Throws
* GateError kind 'config' that names all bad lines.
*/
async function jsonlPrompts(context) {
	const { load, channel, tokenizer } = context;
	const name = load.dataset_path ?? "";
	const file = await readFile(context, name);
	const chosen = createRandom(load.seed, "jsonl").shuffle(file.rows).slice(0, rowsNeeded(context) + 32);
	const rows = await mapGently(chosen, async ({ row, prompt, output_len }) => {
		return {
			row,
			text: prompt,
			input_len: tokenizer === void 0 ? approximateTokens(prompt) : await tokenizer.count(prompt),
			output_len
		};
	});
	const prompts = await promptsFromRows(context, {
		rows,
		where: name
	});
	for (const [r, requests] of prompts.requests.entries()) for (const [i, request] of requests.entries()) {
		const row = prompts.targets[r]?.[i]?.[0] ?? 0;
		const what = `the prompt of line ${file.lines[row] ?? row} and its answer`;
		requireFit(request, {
			channel,
			added: context.added,
			where: name,
			what
		});
	}
	return {
		...prompts,
		digest: file.digest,
		rows: file.rows.length,
		notes: tokenizer === void 0 ? ["no /tokenize: lengths are bytes / 4"] : []
	};
}
async function readFile(context, name) {
	const { load, cwd, signal } = context;
	const hash = createHash("sha256");
	const rows = [];
	const lines = [];
	const bad = [];
	let line = 0;
	const take = (bytes) => {
		line += 1;
		const text = bytes.toString("utf8").replace(/^\uFEFF/, "").trim();
		if (text === "") return;
		const row = rowOf(text, load.output_len);
		if (typeof row === "string") bad.push(`line ${line}: ${row}`);
		else {
			lines.push(line);
			rows.push({
				row: rows.length,
				...row
			});
		}
	};
	try {
		let rest = [];
		let restBytes = 0;
		let total = 0;
		for await (const chunk of createReadStream(isAbsolute(name) ? name : join(cwd, name))) {
			signal.throwIfAborted();
			hash.update(chunk);
			total += chunk.length;
			if (total > MAX_FILE_BYTES) throw new Error(`it is larger than ${MAX_FILE_BYTES} bytes`);
			let from = 0;
			for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
				take(rest.length === 0 ? chunk.subarray(from, end) : Buffer.concat([...rest, chunk.subarray(from, end)]));
				rest = [];
				restBytes = 0;
				from = end + 1;
			}
			rest.push(chunk.subarray(from));
			restBytes += chunk.length - from;
			if (restBytes > MAX_LINE_BYTES) throw new Error(`line ${line + 1} is longer than ${MAX_LINE_BYTES} bytes`);
		}
		take(Buffer.concat(rest));
	} catch (error) {
		signal.throwIfAborted();
		throw unreadable(name, error);
	}
	if (bad.length > 0) throw badRows(name, bad);
	return {
		rows,
		lines,
		digest: hash.digest("hex")
	};
}
/** The row, or what is wrong with it. */
function rowOf(text, fixed) {
	const value = objectOf(jsonOf(text));
	if (value === void 0) return "expected a JSON object";
	const prompt = value["prompt"];
	if (typeof prompt !== "string" || prompt === "") return "expected \"prompt\" to be a text that is not empty";
	if (fixed !== void 0) return {
		prompt,
		output_len: fixed
	};
	const own = value["output_tokens"] ?? value["output_len"];
	if (own === void 0) return "expected \"output_tokens\" (or load.output_len for all rows)";
	if (!Number.isSafeInteger(own) || own < 1) return "expected \"output_tokens\" to be a whole number above 0";
	return {
		prompt,
		output_len: own
	};
}
function badRows(name, bad) {
	const more = bad.length > MAX_NAMED ? [`and ${bad.length - MAX_NAMED} more`] : [];
	return new GateError({
		kind: "config",
		code: "dataset_rows",
		message: `expected one prompt a line, found ${bad.length} that cannot be used`,
		where: name,
		hint: "Each line is {\"prompt\": \"…\", \"output_tokens\": 128}.",
		evidence: [...bad.slice(0, MAX_NAMED), ...more]
	});
}
function unreadable(name, cause) {
	const error = cause;
	return new GateError({
		kind: "config",
		code: "dataset",
		message: `could not read the data set: ${error.code ?? error.message}`,
		where: name === "" ? "load.dataset_path" : name,
		hint: "Name a readable file in load.dataset_path.",
		cause
	});
}

// src/load/english.ts
/**
* Plain English of our own, from which random prompts are made: text rather than random ids, because drafting,
* routing and compression in an engine behave differently on noise.
*/
const ENGLISH = [
	"A harbour town wakes before the sun does. Lamps move along the quay while the first crews carry ice, rope and",
	"empty boxes to the boats, and the baker on the corner already has two trays cooling in the window. Nobody hurries,",
	"yet everything is done by the time the tide turns. The old pilot says that the sea keeps a better clock than any",
	"tower, and that a person who listens to it will never need to ask the hour. Behind the warehouses a narrow street",
	"climbs past painted doors and small gardens to the hill where the school stands. From its upper rooms you can see",
	"three islands, a lighthouse, and on clear winter mornings the snow of the far range beyond the bay. The teacher",
	"likes to begin with a question. Why does a heavy ship float when a small stone sinks? How do swallows find the same",
	"barn again after crossing half the world? What would change if rivers ran uphill for a single day? Some children",
	"answer at once, others draw, and a few walk to the window to think. By noon the board is covered with arrows,",
	"numbers and a large picture of a whale. Engineers who visit the valley usually come for the bridge. It was built in",
	"nine months from local stone and salvaged iron, and it has carried trains, tractors, wedding parties and one circus",
	"without a complaint. Its arches are slightly uneven, because the masons trusted their eyes more than the plans, and",
	"the river below is never quite the same colour twice. Every spring a group of students measures the cracks with thin",
	"glass strips glued across them. If a strip breaks, the wall has moved. In forty years only two have broken, both",
	"after the same storm. A market fills the square on Thursdays: cheese wrapped in leaves, copper pans, second-hand",
	"novels, honey, seeds, watch straps, live hens. Prices are argued over with great politeness. A weaver explains how",
	"indigo turns green in the vat and blue in the air; a mechanic sells tiny engines that run on alcohol; someone plays",
	"an accordion badly and is paid to stop. When rain comes the merchants pull a canvas over the whole place within a",
	"minute, as sailors would, and trade goes on underneath in a warm yellow light. Farther inland the road follows a",
	"canal that no cargo has used since the railway opened. Herons stand in it like grey umbrellas. The lock keeper grows",
	"pumpkins on the roof of his cottage, repairs radios, and keeps a careful diary of weather, visitors and the height of",
	"the water. On the fourth of March he wrote: wind from the north, one canoe, a letter from my sister, frost until ten.",
	"Scientists later asked to copy those diaries, for they describe eighty years without a missing day. Beyond the canal",
	"begins the forest, mostly oak and beech, with darker pines where the soil is poor. Charcoal burners once lived here",
	"in round huts, and their flat platforms can still be found beneath the ferns. Today the paths belong to walkers,",
	"foxes, mushroom hunters and a brass band that rehearses in a clearing, far from anybody who might object. A physicist",
	"who retired to the village tells visitors that heat is only motion we cannot follow, that glass is patient rather",
	"than solid, and that the quietest instrument in her laboratory was always the one that told the truth. She keeps bees",
	"and a telescope. At night she opens the roof, points the mirror at some faint cluster, and invites whoever is awake",
	"to look. Most people say nothing for a while. Then they ask how far it is, and she answers with the time the light",
	"has travelled instead: longer than there have been roads, or bread, or names for the stars. The evening ferry returns",
	"with its windows lit. Passengers carry tools, flowers, sleeping children, a cello, a crate of lemons. Someone has",
	"forgotten a hat and someone else runs back for it. Ropes are thrown, caught and tied; the engine falls silent; gulls",
	"settle on the railing. Then doors close one after another along the street, and the harbour keeps only the sound of",
	"water against wood, slow and regular, until the lamps appear again. "
].join(" ");

// src/load/random.ts
/** Fewer distinct ids than this are no vocabulary to draw from. */
const FEWEST_IDS = 32;
/** Text warm-up prompts that are fitted beforehand; later ones differ in their salt only. */
const WARMUP_TEXTS = 16;
/** Counting questions for one text before its length is taken as it is. */
const MAX_FITS = 12;
/** Every prompt has load.input_len tokens and asks for load.output_len. */
async function randomPrompts(context) {
	const { load, channel, rungs, tokenizer } = context;
	const lengths = {
		input_len: load.input_len,
		output_len: load.output_len ?? 128
	};
	const exact = tokenizer !== void 0;
	requireFit(lengths, {
		channel,
		added: channel.endpoint === "completions" && exact ? 0 : context.added,
		where: "load.input_len",
		what: "random prompts"
	});
	const made = {
		targets: rungs.map((rung) => Array.from({ length: rung.num_prompts }, () => [
			void 0,
			lengths.input_len,
			lengths.output_len
		])),
		digest: createHash("sha256").update(`random 1 ${ENGLISH}`).digest("hex"),
		reused: false
	};
	const pool = await idsOf(context);
	if (pool !== void 0) {
		const make = idMaker(context, pool, lengths);
		return {
			...made,
			...laidOut(context, make),
			lengths: "exact",
			notes: []
		};
	}
	const text = await textMaker(context, lengths);
	return {
		...made,
		...text
	};
}
/** Ids of the built-in text where prompts may be ids; each id is one token, so lengths are exact by construction. */
async function idsOf({ channel, tokenizer }) {
	if (channel.endpoint !== "completions" || tokenizer === void 0) return void 0;
	const ids = await tokenizer.ids(ENGLISH);
	return new Set(ids).size < FEWEST_IDS ? void 0 : ids;
}
function idMaker(context, text, lengths) {
	const salted = saltIds({
		salt: context.salt,
		pool: [...new Set(text)],
		length: lengths.input_len
	});
	return (ordinal) => {
		const begin = salted(ordinal);
		const offset = offsetOf(context, ordinal, text.length);
		const rest = Array.from({ length: lengths.input_len - begin.length }, (_, i) => text[(offset + i) % text.length] ?? 0);
		return {
			prompt: {
				kind: "ids",
				ids: [...begin, ...rest]
			},
			...lengths
		};
	};
}
function laidOut({ rungs }, make) {
	const firsts = firstOrdinals(rungs);
	const all = firsts.at(-1) ?? 0;
	return {
		requests: rungs.map((rung, r) => Array.from({ length: rung.num_prompts }, (_, i) => make((firsts[r] ?? 0) + i))),
		warmup: (index) => make(all + index)
	};
}
async function textMaker(context, lengths) {
	const { rungs, tokenizer, log, channel } = context;
	const firsts = firstOrdinals(rungs);
	const all = firsts.at(-1) ?? 0;
	const ordinals = Array.from({ length: all + WARMUP_TEXTS }, (_, i) => i);
	if (tokenizer === void 0) {
		const make = (ordinal) => {
			const text = textOf(context, ordinal, lengths.input_len * 4);
			return {
				prompt: {
					kind: "text",
					text
				},
				...lengths,
				input_len: approximateTokens(text)
			};
		};
		const note = "no /tokenize: prompt lengths are bytes / 4";
		return {
			...laidOut(context, make),
			lengths: "approximate",
			notes: [note]
		};
	}
	log.progress(`fitting ${all} random prompts to ${lengths.input_len} tokens through /tokenize`);
	const per_token = ENGLISH.length / Math.max(1, await tokenizer.count(ENGLISH));
	const fitted = await mapGently(ordinals, (ordinal) => fit({
		context,
		tokenizer,
		ordinal,
		per_token,
		lengths
	}));
	const at = (ordinal) => fitted[ordinal] ?? missing(ordinal);
	const off = fitted.filter((request) => request.input_len !== lengths.input_len).length;
	return {
		requests: rungs.map((rung, r) => Array.from({ length: rung.num_prompts }, (_, i) => at((firsts[r] ?? 0) + i))),
		warmup(index) {
			const known = at(all + index % WARMUP_TEXTS);
			if (index < WARMUP_TEXTS || known.prompt.kind !== "text") return known;
			const body = known.prompt.text.slice(known.prompt.text.indexOf(" ") + 1);
			return {
				...known,
				prompt: {
					kind: "text",
					text: saltText(context.salt, all + index) + body
				}
			};
		},
		lengths: "exact",
		notes: [...channel.endpoint === "completions" ? ["prompts are text: /tokenize knows too few ids"] : [], ...off === 0 ? [] : [`${off} random prompts could not be fitted to exactly ${lengths.input_len} tokens`]]
	};
}
/** Cuts the text until the server counts the asked-for tokens. */
async function fit(job) {
	const { context, tokenizer, ordinal, per_token, lengths } = job;
	const asked = lengths.input_len;
	let chars = Math.max(1, Math.round(asked * per_token));
	let best;
	let before = 0;
	for (let tries = 0; tries < MAX_FITS; tries++) {
		const text = textOf(context, ordinal, chars);
		const count = await tokenizer.count(text);
		if (best === void 0 || Math.abs(count - asked) < Math.abs(best.count - asked)) best = {
			text,
			count
		};
		const missing = asked - count;
		if (missing === 0) break;
		const step = missing * before < 0 || Math.abs(missing) === 1 ? Math.sign(missing) : Math.round(missing * per_token);
		before = missing;
		chars = Math.max(1, chars + (step === 0 ? Math.sign(missing) : step));
	}
	if (best === void 0) return missing(ordinal);
	return {
		prompt: {
			kind: "text",
			text: best.text
		},
		input_len: best.count,
		output_len: lengths.output_len
	};
}
function textOf(context, ordinal, chars) {
	const salt = saltText(context.salt, ordinal);
	let offset = offsetOf(context, ordinal, ENGLISH.length);
	while (offset > 0 && ENGLISH[offset - 1] !== " ") offset -= 1;
	return (salt + (ENGLISH.slice(offset) + ENGLISH.repeat(Math.ceil(chars / ENGLISH.length)))).slice(0, chars);
}
/** Where in the text a prompt begins: by seed and position, the same in every run. */
function offsetOf({ load }, ordinal, length) {
	return createRandom(load.seed, "random prompt", ordinal).integer(0, length - 1);
}
function missing(ordinal) {
	throw new Error(`no random prompt ${ordinal}`);
}

// src/load/json-array.ts
const QUOTE = 34;
const BACKSLASH = 92;
const COMMA = 44;
const OPEN = /* @__PURE__ */ new Set([91, 123]);
const CLOSE = /* @__PURE__ */ new Set([93, 125]);
const ARRAY_OPEN = 91;
const ARRAY_CLOSE = 93;
const SPACES = /* @__PURE__ */ new Set([
	32,
	9,
	10,
	13
]);
const BYTE_ORDER_MARK = [
	239,
	187,
	191
];
/**
* Splits a file that holds one JSON array into its elements without reading it whole: a public data set of 700 MB must not
* become 2 GB of objects. Only where elements begin and end is looked at; whether each is JSON is for JSON.parse. Throws
* Error with a sentence and the place.
*/
async function* jsonArrayElements(file, options = {}) {
	const maxBytes = options.maxElementBytes ?? 16777216;
	const splitter = new Splitter(maxBytes);
	const chunkBytes = options.chunkBytes ?? 1048576;
	let offset = 0;
	for (;;) {
		const buffer = Buffer.allocUnsafe(chunkBytes);
		const { bytesRead } = await file.read(buffer, 0, chunkBytes, offset);
		if (bytesRead === 0) break;
		const chunk = buffer.subarray(0, bytesRead);
		options.onChunk?.(chunk);
		yield* splitter.push(chunk, offset);
		offset += bytesRead;
	}
	splitter.end();
}
var Splitter = class {
	#maxBytes;
	#state = "before";
	/** Depth inside the current element. */
	#depth = 0;
	#inString = false;
	#oddBackslashes = false;
	#start = 0;
	#pieces = [];
	#size = 0;
	constructor(maxBytes) {
		this.#maxBytes = maxBytes;
	}
	*push(chunk, offset) {
		let from = 0;
		let i = 0;
		while (i < chunk.length) {
			if (this.#inString) {
				i = this.#skipString(chunk, i);
				continue;
			}
			const byte = chunk[i] ?? 0;
			if (this.#state === "inside") {
				if (this.#depth === 0 && (byte === COMMA || byte === ARRAY_CLOSE)) {
					yield this.#element(chunk.subarray(from, i));
					this.#state = byte === COMMA ? "between" : "after";
				} else if (byte === QUOTE) this.#inString = true;
				else if (OPEN.has(byte)) this.#depth += 1;
				else if (CLOSE.has(byte)) this.#depth -= 1;
				i += 1;
				continue;
			}
			if (SPACES.has(byte) || this.#state === "before" && BYTE_ORDER_MARK[offset + i] === byte) i += 1;
			else if (this.#state === "before" && byte === ARRAY_OPEN) {
				this.#state = "between";
				i += 1;
			} else if (this.#state === "between" && byte === ARRAY_CLOSE) {
				this.#state = "after";
				i += 1;
			} else if (this.#state === "between" && byte !== COMMA) {
				this.#state = "inside";
				this.#start = offset + i;
				from = i;
			} else throw unexpected(byte, offset + i, this.#state);
		}
		if (this.#state === "inside") this.#keep(chunk.subarray(from));
	}
	end() {
		if (this.#state === "after") return;
		throw new Error(this.#state === "before" ? "it is empty" : "it ends in the middle of the array");
	}
	/** Index after the closing quote, or the end of the chunk. */
	#skipString(chunk, from) {
		let i = from;
		if (this.#oddBackslashes) {
			this.#oddBackslashes = false;
			i += 1;
		}
		for (;;) {
			const quote = chunk.indexOf(QUOTE, i);
			const end = quote < 0 ? chunk.length : quote;
			let backslashes = 0;
			while (end - 1 - backslashes >= i && chunk[end - 1 - backslashes] === BACKSLASH) backslashes += 1;
			const escaped = backslashes % 2 === 1;
			if (quote < 0) {
				this.#oddBackslashes = escaped;
				return chunk.length;
			}
			i = quote + 1;
			if (!escaped) {
				this.#inString = false;
				return i;
			}
		}
	}
	#keep(piece) {
		this.#size += piece.length;
		if (this.#size > this.#maxBytes) throw new Error(`the element at byte ${this.#start} is longer than ${this.#maxBytes} bytes`);
		this.#pieces.push(piece);
	}
	#element(last) {
		this.#keep(last);
		const bytes = this.#pieces.length === 1 ? last : Buffer.concat(this.#pieces);
		this.#pieces = [];
		this.#size = 0;
		return {
			offset: this.#start,
			bytes
		};
	}
};
function unexpected(byte, at, state) {
	const found = byte > 32 && byte < 127 ? `"${String.fromCharCode(byte)}"` : `byte 0x${byte.toString(16)}`;
	return /* @__PURE__ */ new Error(`expected ${state === "before" ? "a JSON array" : state === "between" ? "an element" : "nothing more"}, found ${found} at byte ${at}`);
}

// src/load/sharegpt.ts
/** The usual name of the public file. */
const SHAREGPT_FILE = "ShareGPT_V3_unfiltered_cleaned_split.json";
/** vLLM's is_valid_sequence: tokens. */
const FILTER = {
	min_tokens: 4,
	max_prompt: 1024,
	max_total: 2048
};
/** A prompt of more bytes has more than max_prompt tokens in any tokenizer: it is not even counted. */
const MAX_TEXT_BYTES = 65536;
/** Rows whose tokens are counted together. */
const BATCH = 64;
/** Salt and rounding: room that is left below the model's context. */
const SALT_ROOM = 32;
/** Conversations with at least two turns: the first is the prompt, the length of the second the output length. */
async function shareGptPrompts(context) {
	try {
		var _usingCtx$1 = _usingCtx();
		const { load, cwd, channel, log, signal } = context;
		const name = load.dataset_path ?? SHAREGPT_FILE;
		const path = isAbsolute(name) ? name : join(cwd, name);
		const file = _usingCtx$1.a(await open(path, "r").catch((error) => {
			throw cannotOpen(name, error);
		}));
		const index = await indexFile(file, {
			name,
			log,
			signal
		});
		const order = createRandom(load.seed, "sharegpt").shuffle(index.rows);
		const rows = [];
		const wanted = rowsNeeded(context) + 32;
		const limit = channel.max_model_len;
		const max_total = Math.min(FILTER.max_total, limit === void 0 ? 1e400 : limit - (context.added ?? 0) - SALT_ROOM);
		let shortened = 0;
		for (let at = 0; at < order.length && rows.length < wanted; at += BATCH) {
			signal.throwIfAborted();
			const batch = order.slice(at, at + BATCH);
			const lengths = await mapGently(batch, async (entry) => lengthsOf(await readTurns(file, entry, name), context));
			for (const [i, entry] of batch.entries()) {
				const found = lengths[i];
				if (found === void 0 || rows.length >= wanted) continue;
				if (found.input_len + found.output_len > max_total) shortened += max_total < FILTER.max_total ? 1 : 0;
				else rows.push({
					row: entry.row,
					...found
				});
			}
			log.progress(`sharegpt: ${rows.length} of ${wanted} conversations chosen`);
		}
		const notes = [...context.tokenizer === void 0 ? ["no /tokenize: lengths are bytes / 4"] : [], ...shortened === 0 ? [] : [`${shortened} conversations left out: longer than the model's ${limit} tokens`]];
		return {
			...await promptsFromRows(context, {
				rows,
				where: name
			}),
			digest: index.digest,
			rows: index.rows.length,
			notes
		};
	} catch (_) {
		_usingCtx$1.e = _;
	} finally {
		await _usingCtx$1.d();
	}
}
/** One pass over the file: digest, and where the conversations with two turns of text stand. */
async function indexFile(file, { name, log, signal }) {
	const hash = createHash("sha256");
	const rows = [];
	let row = 0;
	let bytes = 0;
	try {
		const onChunk = (chunk) => {
			signal.throwIfAborted();
			hash.update(chunk);
			bytes += chunk.length;
			log.progress(`reading ${name}: ${Math.round(bytes / 1e6)} MB`);
		};
		for await (const element of jsonArrayElements(file, { onChunk })) {
			if (turnsOf(element.bytes) !== void 0) rows.push({
				row,
				offset: element.offset,
				length: element.bytes.length
			});
			row += 1;
		}
	} catch (error) {
		signal.throwIfAborted();
		throw new GateError({
			kind: "config",
			code: "dataset",
			message: `expected a JSON array of conversations: ${oneLine(error instanceof Error ? error.message : String(error), [])}`,
			where: name,
			hint: `The public file is ${SHAREGPT_FILE}; a download that broke off has to be repeated.`,
			cause: error
		});
	}
	return {
		digest: hash.digest("hex"),
		rows
	};
}
/** The first two turns, whoever they are from; undefined for a row that cannot be used. */
function turnsOf(bytes) {
	const turns = objectOf(jsonOf(bytes.toString("utf8")))?.["conversations"];
	if (!Array.isArray(turns) || turns.length < 2) return void 0;
	const [prompt, completion] = turns.slice(0, 2).map((turn) => objectOf(turn)?.["value"]);
	return typeof prompt === "string" && typeof completion === "string" ? {
		prompt,
		completion
	} : void 0;
}
async function readTurns(file, place, name) {
	const bytes = Buffer.alloc(place.length);
	await file.read(bytes, 0, place.length, place.offset);
	const turns = turnsOf(bytes);
	if (turns !== void 0) return turns;
	throw new GateError({
		kind: "host",
		code: "dataset",
		message: "the data set changed while it was read",
		where: name
	});
}
/** Lengths of a conversation that passes vLLM's filter, or undefined. */
async function lengthsOf(turns, context) {
	const { tokenizer, load, channel } = context;
	if (Buffer.byteLength(turns.prompt) > MAX_TEXT_BYTES) return void 0;
	const specials = channel.endpoint === "completions" ? context.added ?? 0 : 0;
	const count = async (text) => tokenizer === void 0 ? approximateTokens(text) : await tokenizer.count(text) + specials;
	const prompt = await count(turns.prompt);
	if (prompt < FILTER.min_tokens || prompt > FILTER.max_prompt) return void 0;
	if (load.output_len === void 0 && Buffer.byteLength(turns.completion) > MAX_TEXT_BYTES) return void 0;
	const output_len = load.output_len ?? await count(turns.completion);
	if (load.output_len === void 0 && output_len < FILTER.min_tokens) return void 0;
	if (prompt + output_len > FILTER.max_total) return void 0;
	return {
		text: turns.prompt,
		input_len: prompt - specials,
		output_len
	};
}
function cannotOpen(name, cause) {
	const code = cause.code ?? "unknown";
	return new GateError({
		kind: "config",
		code: "dataset",
		message: `expected the ShareGPT data set, could not open it (${code})`,
		where: name,
		hint: `It is ${SHAREGPT_FILE} of anon8231489123/ShareGPT_Vicuna_unfiltered on the Hugging Face hub: put it into the working folder or name it in load.dataset_path.`,
		cause
	});
}

// src/load/workload.ts
/** The prompts of a run. `cwd` is where relative data set paths begin. */
function createWorkload({ log, cwd }) {
	return { async build({ load, channel, rungs, salt, signal }) {
		const dispatcher = createDispatcher(channel.connection);
		try {
			const tokenizer = channel.report.tokenize ? serverTokenizer({
				channel,
				dispatcher,
				signal
			}) : void 0;
			const added = await (channel.report.endpoint === "chat" ? tokenizer?.template() : tokenizer?.specials());
			const context = {
				load,
				channel: channel.report,
				rungs: inOrder(rungs),
				salt,
				cwd,
				log,
				signal,
				...tokenizer !== void 0 && { tokenizer },
				...added !== void 0 && { added }
			};
			return workloadOf(context, await promptsOf(context));
		} finally {
			await dispatcher.destroy();
		}
	} };
}
function promptsOf(context) {
	switch (context.load.dataset_name) {
		case "random": return randomPrompts(context);
		case "sharegpt": return shareGptPrompts(context);
		case "jsonl": return jsonlPrompts(context);
	}
}
/** Gating rungs take their prompts first, so that an exploring rung more or less does not move theirs. */
function inOrder(rungs) {
	return [...rungs.filter((rung) => rung.kind === "gating"), ...rungs.filter((rung) => rung.kind !== "gating")];
}
function workloadOf(context, prompts) {
	const { load, rungs } = context;
	const byRung = new Map(rungs.map((rung, i) => [keyOf(rung), prompts.requests[i] ?? []]));
	const prefix_tokens = prompts.requests.some((list) => list[0]?.prompt.kind === "ids") ? 0 : context.added;
	return {
		report: {
			dataset_name: load.dataset_name,
			hash: workloadHash(context, prompts),
			lengths: prompts.lengths,
			...prompts.rows !== void 0 && { rows: prompts.rows },
			reused: prompts.reused,
			...prefix_tokens !== void 0 && { prefix_tokens },
			notes: [...prompts.notes, ...prompts.reused ? ["prompts are used more than once; their first tokens still make each unique"] : []]
		},
		requests(rung) {
			const requests = byRung.get(keyOf(rung));
			if (requests === void 0) throw new Error(`no prompts for ${keyOf(rung)}`);
			return requests;
		},
		warmup: prompts.warmup
	};
}
function keyOf(rung) {
	return `${rung.kind} ${rung.rate} req/s, run ${rung.run}`;
}
/**
* SHA-256 of everything that decides what is sent and when, but for the salt: data set, chosen rows or lengths and their
* order, output lengths, schedule, sampling. Exploring rungs are left out: they never change a verdict.
*/
function workloadHash({ load, channel, rungs }, prompts) {
	const gating = rungs.flatMap((rung, i) => rung.kind === "gating" ? [[
		rung.rate,
		rung.run,
		rung.num_prompts,
		prompts.targets[i]
	]] : []);
	const parts = [
		["instinct-gate workload", 1],
		[
			load.dataset_name,
			prompts.digest,
			prompts.lengths,
			channel.endpoint
		],
		gating,
		scheduleParts(load),
		[load.ignore_eos, sorted(load.sampling)]
	];
	return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
function scheduleParts(load) {
	const shape = load.arrival === "gamma" ? load.burstiness : void 0;
	return [
		load.seed,
		load.arrival,
		shape,
		load.max_concurrency
	];
}
function sorted(values) {
	return Object.entries(values).filter(([, value]) => value !== void 0).sort(([a], [b]) => a < b ? -1 : 1);
}

// src/simulator/faults.ts
/** Every fault. "Halfway" is after half of the output tokens, at least one. */
const FAULTS = {
	http_400: "answers 400 with an error body",
	http_429: "answers 429 with retry-after",
	http_500: "answers 500 with an error body",
	http_503: "answers 503 with an error body",
	drop: "closes the connection without an answer",
	hang: "accepts and never answers",
	stall: "streams half of the tokens, then stays silent",
	zero_tokens: "ends in good order with no token",
	short_output: "ends in good order with half of the tokens",
	error_in_stream: "HTTP 200, halfway an error object, the end without [DONE]",
	error_then_done: "HTTP 200, halfway an error object, then [DONE]",
	no_finish_reason: "all tokens and [DONE], but finish_reason stays null",
	truncate: "halfway the response ends in good HTTP order without finish_reason and [DONE]",
	bad_json: "halfway one event that is not JSON, then goes on",
	reset: "halfway the connection is reset",
	engine_dead: "at the first token the engine core dies: open streams get an error object and [DONE], /health 503, exit code 0 after 3 s, as vLLM does",
	die: "at the first token the whole process exits with code 1"
};
/**
* Reads `NAME[@TRIGGER][,…]`. TRIGGER is `every:K` (requests K, 2K, …), `N` (only request N), `N-M` or `N-`;
* without one every request is hit. Throws GateError kind 'config'.
*/
function parseFaults(text) {
	return text.split(",").map((part) => part.trim()).filter((part) => part !== "").map(parseFault);
}
/** The first fault that hits this request. */
function faultFor(faults, requestNumber) {
	return faults.find(({ when }) => when.kind === "every" ? requestNumber % when.nth === 0 : requestNumber >= when.first && requestNumber <= when.last)?.name;
}
function parseFault(part) {
	const at = part.indexOf("@");
	const name = at < 0 ? part : part.slice(0, at);
	if (!Object.hasOwn(FAULTS, name)) throw new GateError({
		kind: "config",
		message: `fault: ${JSON.stringify(name.slice(0, 60))} is not known; faults are ${Object.keys(FAULTS).join(", ")}`,
		where: "engine.args.fault"
	});
	return {
		name,
		when: at < 0 ? {
			kind: "range",
			first: 1,
			last: Number.MAX_SAFE_INTEGER
		} : parseTrigger(part, at)
	};
}
function parseTrigger(part, at) {
	const [, every, first, dash, last] = /^(?:every:(\d{1,9})|(\d{1,9})(-?)(\d{1,9})?)$/.exec(part.slice(at + 1)) ?? [];
	if (every !== void 0 && Number(every) > 0) return {
		kind: "every",
		nth: Number(every)
	};
	if (first !== void 0 && Number(first) > 0) {
		const from = Number(first);
		const to = last !== void 0 ? Number(last) : dash === "-" ? Number.MAX_SAFE_INTEGER : from;
		if ((dash === "-" || last === void 0) && to >= from) return {
			kind: "range",
			first: from,
			last: to
		};
	}
	throw new GateError({
		kind: "config",
		message: `fault: expected NAME@every:K, NAME@N, NAME@N-M or NAME@N-, found ${JSON.stringify(part.slice(0, 60))}`,
		where: "engine.args.fault"
	});
}

// src/simulator/presets.ts
const NEUTRAL = {
	seed: 0,
	boot_seed: 0,
	boot_spread: .01,
	noise: .02,
	slow_down: 1,
	prefill_slow_down: 1,
	decode_slow_down: 1,
	warm_up_factor: 1,
	warm_up_s: 0,
	drift_per_min: 0,
	enable_prefix_caching: true,
	mean_output_tokens: 200
};
/**
* Llama 3 8B, bf16, on the two dies of one MI250X. Tuned for 200 prompts of 512 tokens with 128 tokens out
* and max_num_seqs 128: mean TTFT 200–250 ms at 2, 4 and 8 req/s, about 380 ms at 12, above 1 s at 16, where
* the served rate stays below the arrivals and about 4 % of the requests are refused (HTTP 503) because
* max_num_queued_reqs are in flight. A longer rung at 16 refuses more: the engine completes about 12 req/s.
* Batch defaults are vLLM's for devices below 70 GiB (EngineArgs.get_batch_defaults: 2048 tokens a step).
*/
const MI250X = {
	name: "mi250x-llama3-8b-tp2",
	description: "simulated AMD Instinct MI250X (2 dies), Llama 3 8B bf16, TP2",
	model_id: "simulated/Llama-3-8B-Instruct",
	tensor_parallel_size: 2,
	startup_s: 0,
	parameters: {
		...NEUTRAL,
		max_num_seqs: 128,
		max_num_batched_tokens: 2048,
		max_num_queued_reqs: 166,
		kv_tokens: 72e4,
		max_model_len: 8192,
		frontend_s: .1165,
		step_base_s: .0125,
		prefill_token_s: 113e-6,
		decode_seq_s: 8e-5,
		decode_context_token_s: 4e-8
	}
};
/**
* An 8B model, bf16, on one MI300X. Tuned for the closed-loop figures published with vLLM's recipes for this
* GPU (concurrency 32, 100 prompts, 1024 in, 1024 out): Ministral-3-8B 2.05 req/s, mean TTFT 619 ms, mean
* TPOT 11.88 ms (vllm-project/recipes PR #443) and Qwen3Guard-Gen-8B 2.64 req/s, 645 ms, 9.42 ms (PR #431);
* the model lies between the two. Batch defaults are vLLM's for devices of 70 GiB and more.
*/
const MI300X = {
	name: "mi300x-llama3.1-8b",
	description: "simulated AMD Instinct MI300X, Llama 3.1 8B bf16, TP1",
	model_id: "simulated/Llama-3.1-8B-Instruct",
	tensor_parallel_size: 1,
	startup_s: 0,
	parameters: {
		...NEUTRAL,
		max_num_seqs: 1024,
		max_num_batched_tokens: 8192,
		max_num_queued_reqs: 0,
		kv_tokens: 115e4,
		max_model_len: 32768,
		frontend_s: .02,
		step_base_s: .0075,
		prefill_token_s: 3e-5,
		decode_seq_s: 3e-5,
		decode_context_token_s: 4e-8
	}
};
/** Presets by name. */
const PRESETS = {
	[MI250X.name]: MI250X,
	[MI300X.name]: MI300X
};

// src/simulator/parameters.ts
const seconds = (meaning) => ({
	kind: "number",
	min: 0,
	max: 3600,
	meaning
});
const factor = (meaning) => ({
	kind: "number",
	min: .001,
	max: 1e3,
	meaning
});
const spread = (meaning) => ({
	kind: "number",
	min: 0,
	max: 2,
	meaning
});
const count = (min, meaning) => ({
	kind: "integer",
	min,
	max: 1e9,
	meaning
});
/** Every override by name: the one table for validation and documentation. */
const OVERRIDES = {
	seed: count(0, "seed of step noise and of drawn output lengths"),
	boot_seed: count(0, "chooses the speed factor of this boot; give each boot its own"),
	boot_spread: spread("standard deviation of the log speed factor between boots"),
	noise: spread("standard deviation of the log cost of a step; the mean stays"),
	slow_down: factor("factor on all costs; 1.5 is 50 % slower"),
	prefill_slow_down: factor("factor on prefill costs and the way to the first token"),
	decode_slow_down: factor("factor on decode costs"),
	warm_up_factor: factor("cost factor at the first request, falling linearly to 1"),
	warm_up_s: seconds("how long the warm-up factor takes to reach 1"),
	drift_per_min: {
		kind: "number",
		min: -.5,
		max: 10,
		meaning: "relative change of all costs per minute"
	},
	max_num_seqs: count(1, "most requests in one batch"),
	max_num_batched_tokens: count(16, "token budget of one step (chunked prefill)"),
	max_num_queued_reqs: count(0, "most requests in flight before HTTP 503; 0 is no limit"),
	kv_tokens: count(64, "tokens that fit into the KV cache"),
	max_model_len: count(64, "longest prompt plus output"),
	enable_prefix_caching: {
		kind: "boolean",
		meaning: "reuse of KV blocks with the same prompt prefix"
	},
	mean_output_tokens: count(1, "mean drawn output length without ignore_eos"),
	frontend_s: seconds("time from arrival to the scheduler"),
	step_base_s: seconds("cost of a step whatever the batch"),
	prefill_token_s: seconds("prefill cost per prompt token"),
	decode_seq_s: seconds("decode cost per request in the batch"),
	decode_context_token_s: seconds("decode cost per token of context in the batch"),
	startup_s: seconds("time until the server listens"),
	fault: {
		kind: "fault",
		meaning: "comma list of injected faults, for example error_in_stream@every:50"
	}
};
/**
* Preset plus overrides. Names may be written with dashes, as vLLM's flags are. Throws one GateError
* that lists all problems.
*/
function resolveSettings(request) {
	const problems = [];
	const preset = Object.hasOwn(PRESETS, request.preset) ? PRESETS[request.preset] : void 0;
	if (preset === void 0) problems.push(`preset: expected ${Object.keys(PRESETS).join(" or ")}, found ${quote(request.preset)}`);
	const values = {};
	let faults = [];
	for (const [written, value] of Object.entries(request.overrides)) {
		const name = written.replaceAll("-", "_");
		const rule = Object.hasOwn(OVERRIDES, name) ? OVERRIDES[name] : void 0;
		if (rule === void 0) {
			const near = nearestName(name, Object.keys(OVERRIDES));
			const hint = near === void 0 ? "" : `; did you mean ${near}?`;
			problems.push(`${quote(written)} is not a parameter of the simulator${hint}`);
		} else if (rule.kind === "fault") try {
			faults = parseFaults(String(value));
		} catch (error) {
			if (!(error instanceof GateError)) throw error;
			problems.push(error.message);
		}
		else {
			const read = readValue(rule, value);
			if (read === void 0) problems.push(`${name}: expected ${expected(rule)}, found ${quote(String(value))}`);
			else values[name] = read;
		}
	}
	if (preset === void 0 || problems.length > 0) throw new GateError({
		kind: "config",
		code: "simulator_settings",
		message: `The simulator cannot start: ${problems.join("; ")}.`,
		where: "engine.args",
		hint: `Parameters: ${Object.keys(OVERRIDES).join(", ")}.`
	});
	const { startup_s = preset.startup_s, ...engine } = values;
	const merged = {
		...preset.parameters,
		...engine
	};
	const max_model_len = Math.min(merged.max_model_len, Math.floor(merged.kv_tokens / 16) * 16);
	return {
		preset,
		parameters: {
			...merged,
			max_model_len
		},
		faults,
		startup_s: Number(startup_s)
	};
}
function readValue(rule, value) {
	if (rule.kind === "boolean") {
		if (value === true || value === "true") return true;
		return value === false || value === "false" ? false : void 0;
	}
	if (rule.kind === "fault" || typeof value === "boolean") return void 0;
	if (typeof value === "string" && !/^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value)) return void 0;
	const number = Number(value);
	if (!Number.isFinite(number) || number < rule.min || number > rule.max) return void 0;
	return rule.kind === "integer" && !Number.isInteger(number) ? void 0 : number;
}
function expected(rule) {
	if (rule.kind === "boolean" || rule.kind === "fault") return "true or false";
	return `${rule.kind === "integer" ? "a whole number" : "a number"} from ${rule.min} to ${rule.max}`;
}
function quote(text) {
	return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

// src/telemetry/reader-process.ts
const MAX_LINE$1 = 4194304;
/** Starts the reading process. `on_message` gets each JSON object it prints, `on_end` is called once. */
function startReader(program, request, handlers) {
	const child = spawn(process.execPath, [
		...process.execArgv,
		program.cli_path,
		"read-gpus"
	], {
		shell: false,
		stdio: [
			"pipe",
			"pipe",
			"ignore"
		],
		env: readerEnvironment(program.env)
	});
	let ended = false;
	const end = () => {
		if (ended) return;
		ended = true;
		handlers.on_end();
	};
	child.on("error", end);
	child.on("close", end);
	child.stdin.on("error", () => {});
	child.stdin.write(`${JSON.stringify(request)}\n`);
	createInterface({ input: child.stdout }).on("line", (line) => {
		if (ended || line.length > MAX_LINE$1) return;
		try {
			handlers.on_message(JSON.parse(line));
		} catch {}
	});
	return {
		finish: () => void child.stdin.write("stop\n"),
		kill: () => {
			child.kill("SIGKILL");
			child.stdin.destroy();
			child.stdout.destroy();
			child.unref();
			end();
		}
	};
}
/** The tools need a path and a library path, and none of our secrets. */
function readerEnvironment(env) {
	return Object.fromEntries([
		"PATH",
		"HOME",
		"LANG",
		"LD_LIBRARY_PATH",
		"PYTHONPATH",
		"ROCM_PATH",
		"VIRTUAL_ENV",
		"TMPDIR"
	].flatMap((name) => env[name] === void 0 ? [] : [[name, env[name]]]));
}

// src/telemetry/inventory.ts
const LIMIT_MS$1 = 4e4;
/**
* GPUs and facts of this host, read in a process of its own. Never throws and never hangs: what cannot be read within
* the limit is a problem of an inventory without GPUs.
*/
function readInventory(options) {
	const limitMs = options.limit_ms ?? LIMIT_MS$1;
	return new Promise((resolve) => {
		let found;
		const without = (problem) => ({
			source: "sysfs",
			gpus: [],
			problems: [problem]
		});
		const reader = startReader(options, {
			task: "inventory",
			root: options.root ?? "",
			tool_limit_ms: Math.round(limitMs / 2)
		}, {
			on_message: (message) => {
				const inventory = field$1(message, "inventory");
				if (inventory !== void 0) found = inventory;
			},
			on_end: () => {
				clearTimeout(timer);
				resolve(found ?? without("the process that reads the GPUs ended without an answer"));
			}
		});
		const timer = setTimeout(() => {
			found ??= without(`the GPUs of this host could not be read within ${limitMs / 1e3} s: the amdgpu driver may hang`);
			reader.kill();
		}, limitMs);
	});
}

// src/core/build-lines.ts
const BUILD = /\[aiter\].{0,40}(?:start build|finish build|build \[)|start build \[module_|Capturing CUDA graph|Graph capturing finished|torch\.compile takes|Compiling a graph for|Dynamo bytecode transform time|Triton autotuning for function|AUTOTUNE \w+\(/;
/** At most ten lines that tell of work a warm engine has behind it. Linear in the length of the text. */
function buildLines(log) {
	const found = [];
	for (const line of log.split(/[\r\n]+/)) {
		if (!BUILD.test(line.slice(0, 500))) continue;
		found.push(line.slice(0, 200));
		if (found.length === 10) break;
	}
	return found;
}

// src/core/watchdog.ts
const WATCH_START = {
	refused: 0,
	missing: /* @__PURE__ */ new Map(),
	seen: /* @__PURE__ */ new Set()
};
/** Refusals in a row, one a second. A restart of the listener takes longer than that and is a restart. */
const MAX_REFUSED = 3;
/** A very long prompt computes for a while before any counter moves. */
const STILL_S = 60;
/** Looks in a row, one a second: a reset takes the files of a GPU away for a moment. */
const MAX_MISSING = 3;
/** The state after one more look at the server, and the alarm if this look is the proof. */
function watchServer(state, pulse) {
	if (pulse.refused === true) {
		const refused = state.refused + 1;
		const next = {
			...state,
			refused
		};
		if (refused < MAX_REFUSED) return { state: next };
		return {
			state: next,
			alarm: {
				code: "engine_unreachable",
				message: `the server refused ${refused} connections in a row: nothing listens there any more`
			}
		};
	}
	const { unread_ns: unread, ...rest } = state;
	if (pulse.unreadable === true) return { state: {
		...rest,
		refused: 0,
		unread_ns: unread ?? pulse.at_ns
	} };
	if (pulse.progress === void 0 || pulse.running === void 0) return { state: {
		...rest,
		refused: 0
	} };
	const isIdle = pulse.running === 0 && (pulse.waiting ?? 0) === 0;
	const moved = state.progress === void 0 || pulse.progress.length !== state.progress.length || pulse.progress.some((value, at) => value !== state.progress?.[at]);
	const movedAt = isIdle || moved || state.moved_ns === void 0 ? pulse.at_ns : state.moved_ns;
	const next = {
		...rest,
		refused: 0,
		progress: pulse.progress,
		moved_ns: movedAt
	};
	const still = (pulse.at_ns - movedAt) / 1e9;
	if (still < STILL_S) return { state: next };
	const waiting = pulse.waiting === void 0 ? "" : ` and ${pulse.waiting} wait`;
	return {
		state: next,
		alarm: {
			code: "no_progress",
			message: `no token, block or request moved for ${Math.round(still)} s while ${pulse.running} requests run${waiting}: the engine hangs, though its port may still answer`
		}
	};
}
/** The alarm where neither the server's page nor any answer has come for long while requests are open. */
function watchClient(state, pulse) {
	const unread = state.unread_ns === void 0 ? 0 : (pulse.at_ns - state.unread_ns) / 1e9;
	if (pulse.in_flight === 0 || pulse.silent_s < STILL_S || unread < STILL_S) return { state };
	return {
		state,
		alarm: {
			code: "no_progress",
			message: `no byte came for ${Math.round(pulse.silent_s)} s with ${pulse.in_flight} requests open, and /metrics has not answered for ${Math.round(unread)} s: the server hangs`
		}
	};
}
/** The state after one more look at the GPUs, and the alarm if one that was there is gone. */
function watchGpus(state, sample) {
	const seen = new Set(state.seen);
	const missing = new Map(state.missing);
	for (const { index, state: how } of sample.gpus) if (how === "read") {
		seen.add(index);
		missing.delete(index);
	} else if (seen.has(index) && (how === "gone" || sample.source === "sysfs")) missing.set(index, (missing.get(index) ?? 0) + 1);
	const next = {
		...state,
		seen,
		missing
	};
	const lost = [...missing].filter(([, looks]) => looks >= MAX_MISSING).map(([index]) => index);
	if (lost.length === 0) return { state: next };
	return {
		state: next,
		alarm: {
			code: "gpu_lost",
			message: `GPU ${lost.join(", ")} could be read at the start of the rung and has not answered at ${MAX_MISSING} looks in a row: it fell off the bus or is being reset`
		}
	};
}

// src/telemetry/gpu-sampler.ts
const INTERVAL_MS = 1e3;
const LIMIT_MS = 3e4;
/**
* Samples GPUs until it is stopped; resolves with the first sample, so that samples bracket whatever comes next. A
* source that does not answer within the limit is given up and said so. Never throws.
*/
function startGpuSampler(options) {
	const limitMs = options.limit_ms ?? LIMIT_MS;
	const samples = [];
	const problems = [];
	return new Promise((resolve) => {
		let ended = false;
		let onEnd = () => {};
		const sampler = { stop: (stopMs = limitMs) => new Promise((done) => {
			const finish = () => {
				clearTimeout(timer);
				done({
					samples,
					problems
				});
			};
			const timer = setTimeout(() => {
				problems.push(`the last look at the GPUs took longer than ${stopMs / 1e3} s`);
				reader.kill();
			}, stopMs);
			onEnd = finish;
			if (ended) return finish();
			reader.finish();
		}) };
		const first = setTimeout(() => {
			problems.push(`the first look at the GPUs took longer than ${limitMs / 1e3} s: the driver may hang`);
			reader.kill();
		}, limitMs);
		const begun = () => {
			clearTimeout(first);
			resolve(sampler);
		};
		const reader = startReader(options, {
			task: "sample",
			root: options.root ?? "",
			tool_limit_ms: Math.round(limitMs / 3),
			gpus: options.gpus,
			interval_ms: options.interval_ms ?? INTERVAL_MS
		}, {
			on_message: (message) => {
				const sample = field$1(message, "sample");
				const problem = word(field$1(message, "problem"));
				if (problem !== void 0) problems.push(problem);
				if (sample === void 0) return;
				samples.push(sample);
				options.on_sample(sample);
				begun();
			},
			on_end: () => {
				ended = true;
				if (samples.length === 0 && problems.length === 0) problems.push("the GPU reader ended at once");
				begun();
				onEnd();
			}
		});
	});
}

// src/telemetry/server-counters.ts
/**
* Names of each quantity, newest first: vllm/v1/metrics/loggers.py and docs/design/metrics.md of vLLM 0.8 to 0.32,
* then vLLM V0. Client libraries add `_total` to counters.
*/
const NAMES = {
	running: ["vllm:num_requests_running"],
	waiting: ["vllm:num_requests_waiting"],
	kv_usage: ["vllm:kv_cache_usage_perc", "vllm:gpu_cache_usage_perc"],
	preemptions: ["vllm:num_preemptions_total", "vllm:num_preemptions"],
	prefix_queries: [
		"vllm:prefix_cache_queries_total",
		"vllm:prefix_cache_queries",
		"vllm:gpu_prefix_cache_queries_total",
		"vllm:gpu_prefix_cache_queries"
	],
	prefix_hits: [
		"vllm:prefix_cache_hits_total",
		"vllm:prefix_cache_hits",
		"vllm:gpu_prefix_cache_hits_total",
		"vllm:gpu_prefix_cache_hits"
	],
	queue_time_sum: ["vllm:request_queue_time_seconds_sum", "vllm:time_in_queue_requests_sum"],
	queue_time_count: ["vllm:request_queue_time_seconds_count", "vllm:time_in_queue_requests_count"],
	ttft_sum: ["vllm:time_to_first_token_seconds_sum"],
	ttft_count: ["vllm:time_to_first_token_seconds_count"],
	requests_finished: ["vllm:request_success_total", "vllm:request_success"],
	prompt_tokens: ["vllm:prompt_tokens_total", "vllm:prompt_tokens"],
	generation_tokens: ["vllm:generation_tokens_total", "vllm:generation_tokens"],
	process_start: ["process_start_time_seconds"]
};
/** Every metric name that a snapshot reads. */
const WANTED = new Set(Object.values(NAMES).flat());
/** Reads one page: gauges and counters are summed over engines, the KV usage is that of the fullest. */
function snapshot(metrics) {
	const found = {};
	for (const quantity of Object.keys(NAMES)) {
		const name = NAMES[quantity].find((one) => metrics.has(one));
		const samples = name === void 0 ? void 0 : metrics.get(name);
		if (name === void 0 || samples === void 0 || samples.length === 0) continue;
		found[quantity] = {
			name,
			value: combine(quantity, samples)
		};
	}
	return found;
}
/**
* Deltas between two pages and the peaks of all pages in between, all of one rung. A restarted server has
* no deltas. Throws nothing: what cannot be computed is absent.
*/
function countersOf(pages, first, last) {
	const restarted = first !== void 0 && last !== void 0 && wasRestarted(first, last);
	const delta = (quantity) => {
		const before = first?.[quantity];
		const after = last?.[quantity];
		if (before === void 0 || after === void 0 || restarted || before.name !== after.name) return void 0;
		return after.value - before.value;
	};
	const kv = pages.find((page) => page.kv_usage !== void 0)?.kv_usage?.name;
	return compact({
		source: kv === void 0 ? "/metrics" : `/metrics, KV usage from ${kv}`,
		running_max: peak(pages, "running"),
		waiting_max: peak(pages, "waiting"),
		kv_usage_max: peak(pages, "kv_usage"),
		preemptions: delta("preemptions"),
		prefix_queries: delta("prefix_queries"),
		prefix_hits: delta("prefix_hits"),
		queue_time_mean_ms: meanMs(delta("queue_time_sum"), delta("queue_time_count")),
		ttft_mean_ms: meanMs(delta("ttft_sum"), delta("ttft_count")),
		ttft_count: delta("ttft_count"),
		requests_finished: delta("requests_finished"),
		restarted: first === void 0 || last === void 0 ? void 0 : restarted
	});
}
/** True when the server runs nothing, false when it does, undefined when the page does not say. */
function isIdle(page) {
	if (page.running === void 0 || page.waiting === void 0) return void 0;
	return page.running.value + page.waiting.value === 0;
}
/** What a page says about work that moves. Absent: it shows no token counter, so standing still cannot be seen. */
function progressOf(page) {
	if (page.generation_tokens === void 0) return void 0;
	return [...[
		page.generation_tokens,
		page.prompt_tokens,
		page.requests_finished,
		page.preemptions
	], ...[
		page.kv_usage,
		page.running,
		page.waiting
	]].map((one) => one?.value ?? 0);
}
function combine(quantity, samples) {
	const values = samples.map((sample) => sample.value);
	if (quantity === "kv_usage" || quantity === "process_start") return Math.max(...values);
	return values.reduce((sum, value) => sum + value, 0);
}
const COUNTERS = [
	"preemptions",
	"prefix_queries",
	"prefix_hits",
	"queue_time_count",
	"ttft_count",
	"requests_finished",
	"generation_tokens"
];
/** Counters only grow; one that fell, or another start time, is another process. */
function wasRestarted(first, last) {
	const { process_start: before } = first;
	const { process_start: after } = last;
	if (before !== void 0 && after !== void 0 && after.value !== before.value) return true;
	return COUNTERS.some((quantity) => {
		const start = first[quantity];
		const end = last[quantity];
		return start !== void 0 && end !== void 0 && start.name === end.name && end.value < start.value;
	});
}
function peak(pages, quantity) {
	const values = pages.flatMap((page) => page[quantity]?.value ?? []);
	return values.length === 0 ? void 0 : Math.max(...values);
}
function meanMs(sumSeconds, count) {
	if (sumSeconds === void 0 || count === void 0 || count <= 0 || sumSeconds < 0) return void 0;
	return sumSeconds / count * 1e3;
}
/** The same without absent fields. */
function compact(counters) {
	const entries = Object.entries(counters).filter(([, value]) => value !== void 0);
	return Object.fromEntries(entries);
}

// src/telemetry/prometheus.ts
/** Most samples kept of one page: a hostile page must not fill our memory. */
const MAX_SAMPLES = 2e4;
const MAX_LINE = 16384;
/**
* Samples of the wanted names in a text page (Prometheus text format 0.0.4 and OpenMetrics 1.0). Lines that do
* not parse, values that are not finite and everything unwanted are left out.
*/
function parseMetrics(text, wanted) {
	const found = /* @__PURE__ */ new Map();
	let samples = 0;
	let start = 0;
	while (start < text.length && samples < MAX_SAMPLES) {
		let end = text.indexOf("\n", start);
		if (end < 0) end = text.length;
		const line = text.slice(start, Math.min(end, start + MAX_LINE));
		start = end + 1;
		const name = nameOf(line);
		if (name === void 0 || !wanted.has(name)) continue;
		const sample = sampleOf(line.slice(name.length));
		if (sample === void 0) continue;
		samples += 1;
		const list = found.get(name);
		if (list === void 0) found.set(name, [sample]);
		else list.push(sample);
	}
	return found;
}
function nameOf(line) {
	return /^[A-Za-z_:][A-Za-z0-9_:]*/.exec(line)?.[0];
}
/** `{engine="0",model_name="tiny"} 98.0 [timestamp]` after the name. */
function sampleOf(rest) {
	const labels = /* @__PURE__ */ new Map();
	let position = 0;
	if (rest.startsWith("{")) {
		const pattern = /[,\s]*([A-Za-z_][A-Za-z0-9_]*)\s*=\s*"((?:[^"\\]|\\.)*)"/y;
		position = 1;
		for (;;) {
			pattern.lastIndex = position;
			const match = pattern.exec(rest);
			if (match === null) break;
			const [all, key = "", value = ""] = match;
			labels.set(key, unquoted(value));
			position += all.length;
		}
		const close = /^[,\s]*\}/.exec(rest.slice(position));
		if (close === null) return void 0;
		position += close[0].length;
	}
	const number = /^[ \t]+([^\s]+)(?:[ \t]+[^\s]+)?[ \t]*(?:#.*)?\r?$/.exec(rest.slice(position))?.[1];
	if (number === void 0 || !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(number)) return void 0;
	const value = Number(number);
	return Number.isFinite(value) ? {
		labels,
		value
	} : void 0;
}
function unquoted(text) {
	return text.replace(/\\(.)/g, (_, char) => char === "n" ? "\n" : char);
}

// src/telemetry/vllm-metrics.ts
const SCRAPE_TIMEOUT_MS = 5e3;
const MAX_PAGE_BYTES = 4194304;
/** Pages that say idle in a row: one alone may lie between two requests. */
const IDLE_PAGES = 2;
/** Pages without the two gauges until the question counts as unanswerable. */
const BLIND_PAGES = 3;
/** Reads /metrics until it is stopped; resolves with the first page. Unreadable pages are absent, never 0. */
async function startServerSampler(channel, options) {
	const dispatcher = createDispatcher(channel.connection, { connections: 1 });
	const pages = [];
	let missed = 0;
	const look = async (signal) => {
		const at_ns = options.now_ns();
		const answer = await scrape(dispatcher, channel, signal);
		if (signal?.aborted === true) return void 0;
		const page = answer === "refused" ? void 0 : answer;
		if (page === void 0) missed += 1;
		else pages.push(page);
		options.on_look({
			at_ns,
			...page !== void 0 && { page },
			refused: answer === "refused"
		});
		return page;
	};
	const first = await look();
	const stopped = new AbortController();
	const loop = (async () => {
		for (;;) {
			await setTimeout$1(options.interval_ms, void 0, {
				signal: stopped.signal,
				ref: false
			}).catch(() => {});
			if (stopped.signal.aborted) return;
			await look(stopped.signal);
		}
	})();
	return { stop: async () => {
		stopped.abort();
		await loop;
		const last = await look();
		await dispatcher.destroy();
		return {
			counters: countersOf(pages, first, last),
			missed,
			reads: pages.length + missed
		};
	} };
}
/** Waits until the server runs nothing; false: it did not within max_s, undefined: that cannot be seen. */
async function waitIdle(request, intervalMs) {
	const { channel, signal } = request;
	if (!channel.report.metrics_endpoint) return void 0;
	const dispatcher = createDispatcher(channel.connection, { connections: 1 });
	const deadline = Date.now() + request.max_s * 1e3;
	let quiet = 0;
	let blind = 0;
	try {
		for (;;) {
			signal.throwIfAborted();
			const page = await scrape(dispatcher, channel, signal);
			const state = page === void 0 || page === "refused" ? void 0 : isIdle(page);
			quiet = state === true ? quiet + 1 : 0;
			blind = state === void 0 ? blind + 1 : 0;
			if (quiet >= IDLE_PAGES) return true;
			if (blind >= BLIND_PAGES) return void 0;
			if (Date.now() >= deadline) return blind > 0 ? void 0 : false;
			await setTimeout$1(Math.min(intervalMs, 250), void 0, { signal }).catch(() => {});
		}
	} finally {
		await dispatcher.destroy();
	}
}
/** One page, `refused` where nothing listens, or undefined when it cannot be read now. */
async function scrape(dispatcher, channel, signal) {
	try {
		const answer = await ask(dispatcher, channel.connection, {
			path: "/metrics",
			timeoutMs: SCRAPE_TIMEOUT_MS,
			maxBytes: MAX_PAGE_BYTES,
			...signal === void 0 ? {} : { signal }
		});
		if (answer.status !== 200) return void 0;
		return snapshot(parseMetrics(answer.text, WANTED));
	} catch (error) {
		return error.code === "ECONNREFUSED" ? "refused" : void 0;
	}
}

// src/telemetry/telemetry.ts
/** Longest wait for the last look at the GPUs when a run is cut short: a cancelled job has little time. */
const HURRY_MS = 1e3;
/** Server, GPUs and log of the engine while a rung runs, and a watchdog over the first two. */
function createTelemetry(options) {
	const interval_ms = options.interval_ms ?? 1e3;
	return {
		sample: (job) => sample(job, {
			...options,
			interval_ms
		}),
		idle: (request) => waitIdle(request, interval_ms)
	};
}
async function sample(job, options) {
	const watchdog = watch(job.on_alarm);
	const now_ns = () => Number(options.now_ns());
	const mark = options.engine_log.size();
	const { interval_ms } = options;
	const gpus = job.gpus.length === 0 ? void 0 : await startGpuSampler({
		...options,
		gpus: job.gpus,
		on_sample: (seen) => {
			job.on_row({
				kind: "gpus",
				...seen
			});
			watchdog.gpus(seen);
		}
	});
	const server = job.channel.report.metrics_endpoint ? await startServerSampler(job.channel, {
		interval_ms,
		now_ns,
		on_look: (look) => {
			job.on_row({
				kind: "server",
				at_ns: look.at_ns,
				...valuesOf(look)
			});
			watchdog.server(look);
		}
	}) : void 0;
	return {
		client: ({ in_flight, silent_s }) => watchdog.client({
			at_ns: now_ns(),
			in_flight,
			silent_s
		}),
		stop: async ({ hurry }) => {
			watchdog.end();
			const [counted, seen] = await Promise.all([server?.stop(), hurry ? gpus?.stop(HURRY_MS) : gpus?.stop()]);
			if (counted !== void 0 && counted.missed > 0) options.log.warning(`telemetry: ${counted.missed} of ${counted.reads} reads of /metrics failed`);
			for (const problem of seen?.problems ?? []) options.log.warning(`telemetry: ${problem}`);
			const hasLog = options.engine_log.size() > 0;
			return {
				...counted !== void 0 && { server: counted.counters },
				...seen !== void 0 && { gpus: seen },
				...hasLog && { build_lines: buildLines(options.engine_log.read(mark)) }
			};
		}
	};
}
/** Feeds the pure rules and tells the first alarm, once. */
function watch(alarmed) {
	let state = WATCH_START;
	let isOver = false;
	const take = (result) => {
		state = result.state;
		if (result.alarm === void 0 || isOver) return;
		isOver = true;
		alarmed(result.alarm);
	};
	return {
		server: ({ at_ns, page, refused }) => {
			const progress = page === void 0 ? void 0 : progressOf(page);
			take(watchServer(state, {
				at_ns,
				refused,
				unreadable: page === void 0,
				...page?.running !== void 0 && { running: page.running.value },
				...page?.waiting !== void 0 && { waiting: page.waiting.value },
				...progress !== void 0 && { progress }
			}));
		},
		client: (pulse) => take(watchClient(state, pulse)),
		gpus: (seen) => take(watchGpus(state, seen)),
		end: () => {
			isOver = true;
		}
	};
}
function valuesOf({ page, refused }) {
	if (page === void 0) return { unreadable: refused ? "refused" : "no page" };
	return Object.fromEntries(Object.entries(page).map(([quantity, found]) => [quantity, found?.value]));
}

// src/wiring.ts
function wire({ config, output, log, cli_path, run_token }) {
	const { env } = process;
	const { service, secrets } = config;
	const now_ns = () => process.hrtime.bigint();
	const { engine_log } = output;
	return {
		clock: {
			now_ns,
			now_iso: () => (/* @__PURE__ */ new Date()).toISOString()
		},
		log,
		host: wireHost({
			log,
			cli_path,
			run_token,
			out: output.folder
		}),
		engine: createEngine({
			log,
			env,
			run_token,
			engine_log,
			secrets,
			cli_path
		}),
		connect: (base_url) => connect(service, base_url, env, secrets),
		probe: createProbe({
			log,
			detail: config.report.detail
		}),
		workload: createWorkload({
			log,
			cwd: process.cwd()
		}),
		load: createLoad({
			service,
			log
		}),
		telemetry: createTelemetry({
			log,
			cli_path,
			env,
			now_ns,
			engine_log: {
				size: () => logSize(engine_log),
				read: (from) => readLog(engine_log, from)
			}
		}),
		baseline: baselineFiles,
		output
	};
}
/** The machine that this process runs on; for `doctor` alone no run exists and its token is only a name. */
function wireHost(host) {
	const inventory = () => readInventory({
		cli_path: host.cli_path,
		env: process.env
	});
	return createHost({
		...host,
		env: process.env,
		inventory
	});
}
/** The configuration of this process: its environment, its folder, and the simulator's own check. */
function readConfig(sources) {
	return loadConfig({
		...sources,
		env: process.env,
		cwd: workingFolder(),
		checkSimulator: simulatorProblems
	});
}
/** Throws GateError host where the folder of this process has been removed. */
function workingFolder() {
	try {
		return process.cwd();
	} catch (cause) {
		throw new GateError({
			kind: "host",
			code: "working_folder",
			message: "expected a working folder, found that it has been removed",
			hint: "Change to a folder that exists and run it again.",
			cause
		});
	}
}
function simulatorProblems({ preset, args }) {
	try {
		resolveSettings({
			preset,
			overrides: args
		});
		return [];
	} catch (error) {
		if (error instanceof GateError) return [error.message, ...error.evidence];
		throw error;
	}
}

export { markdown as $, parseMarker as A, validityNotes as B, fieldTable as C, rungTable as D, renderComment as E, findingPlace as F, completedText as G, capacityText as H, otherFields as I, rungLabel as J, footer as K, rankedFindings as L, markdownTable as M, environment as N, section$1 as O, failureLines as P, metricName as Q, stopLines as R, checkTable$1 as S, headlineBlock as T, cellCounts as U, TEXT as V, comparisonText as W, bare as X, sentences as Y, change as Z, MANIFEST_FILE as _, faultFor as a, xoroshiro128plus as at, _usingCtx as b, stopOnSignals as c, doctorText as ct, writeReports as d, parseFailOn as dt, plain as et, readResultFile as f, writeManifest as g, verifyManifest as h, resolveSettings as i, withProvenVerdict as it, ladderOf as j, validityBlock as k, reproduceCommand as l, summary as lt, requireUnchanged as m, wire as n, makePlan as nt, readResults as o, uniformFloat64 as ot, renewInManifest as p, headline as q, wireHost as r, compareResults as rt, TOOL_VERSION as s, doctorExitCode as st, readConfig as t, runWithRetries as tt, prepareOutput as u, exitCodeFor as ut, MARKER_FILE as v, folded as w, byteLength as x, RESULT_FILE as y, summaryLine as z };