// src/telemetry/tool-json.ts
/**
* Every JSON value in what a tool printed: warnings may stand before it, text after it, and it may be printed twice
* (ROCm/amdsmi#168, #184). Nothing is found in output that was cut short.
*/
function jsonValues(output) {
	const values = [];
	let from = 0;
	for (let tries = 0; tries < MAX_TRIES; tries += 1) {
		const start = nextStart(output, from);
		if (start === void 0) break;
		const end = matchingEnd(output, start);
		if (end === void 0 && (start === 0 || output[start - 1] === "\n")) break;
		const value = end === void 0 ? void 0 : parsed(output.slice(start, end));
		if (value === void 0 || end === void 0) from = start + 1;
		else {
			values.push(value);
			from = end;
		}
	}
	return values;
}
/** An own field of an object; undefined for anything else, whatever the tool printed. */
function field(value, ...names) {
	if (typeof value !== "object" || value === null || Array.isArray(value)) return void 0;
	for (const name of names) if (Object.hasOwn(value, name)) return value[name];
}
/**
* A reading: a number, a numeric string, or { value, unit }. "N/A" in any of these places is no reading. Negative and
* non-finite values are none either: nothing that is read here can be below zero.
*/
function reading(value) {
	const inner = field(value, "value");
	if (inner !== void 0) {
		const number = reading(inner);
		const unit = field(value, "unit");
		return number === void 0 || typeof unit !== "string" ? number : {
			value: number.value,
			unit
		};
	}
	if (typeof value === "number") return Number.isFinite(value) && value >= 0 ? { value } : void 0;
	if (typeof value !== "string") return void 0;
	const match = /^\s*(\d{1,18}(?:\.\d{1,12})?)\s*([A-Za-z%/°]{0,10})\s*$/.exec(value);
	if (match?.[1] === void 0) return void 0;
	return match[2] ? {
		value: Number(match[1]),
		unit: match[2]
	} : { value: Number(match[1]) };
}
/** Text of a field; "N/A" and empty text are none. */
function word(value) {
	if (typeof value !== "string" || value === "" || value === "N/A") return void 0;
	return value.slice(0, 200);
}
const MAX_TRIES = 100;
function nextStart(text, from) {
	for (let at = from; at < text.length; at += 1) {
		const char = text[at];
		if (char === "{" || char === "[") return at;
	}
}
/** Index after the bracket that closes the one at `start`; strings are stepped over. */
function matchingEnd(text, start) {
	let depth = 0;
	let inString = false;
	for (let at = start; at < text.length; at += 1) {
		const char = text[at];
		if (inString) {
			if (char === "\\") at += 1;
			else if (char === "\"") inString = false;
		} else if (char === "\"") inString = true;
		else if (char === "{" || char === "[") depth += 1;
		else if (char === "}" || char === "]") {
			depth -= 1;
			if (depth === 0) return at + 1;
		}
	}
}
function parsed(text) {
	try {
		return JSON.parse(text);
	} catch {
		return;
	}
}

export { word as i, jsonValues as n, reading as r, field as t };