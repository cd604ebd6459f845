import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import path, { basename, join, resolve } from "node:path";
import { EventEmitter } from "node:events";
import childProcess from "node:child_process";
import fs from "node:fs";
import process$1 from "node:process";
import { stripVTControlCharacters } from "node:util";
import { B as validityNotes, E as renderComment, F as findingPlace, G as completedText, H as capacityText, J as rungLabel, K as footer, L as rankedFindings, N as environment, P as failureLines, R as stopLines, U as cellCounts, V as TEXT, W as comparisonText, X as bare, Y as sentences, Z as change, a as faultFor, at as xoroshiro128plus, c as stopOnSignals, ct as doctorText, d as writeReports, dt as parseFailOn, et as plain, f as readResultFile, h as verifyManifest, i as resolveSettings, it as withProvenVerdict, j as ladderOf, l as reproduceCommand, lt as summary, m as requireUnchanged, n as wire, nt as makePlan, o as readResults, ot as uniformFloat64, p as renewInManifest, q as headline, r as wireHost, rt as compareResults, s as TOOL_VERSION, st as doctorExitCode, t as readConfig, tt as runWithRetries, u as prepareOutput, ut as exitCodeFor, y as RESULT_FILE } from "./wiring.js";
import { J as FAILURE_EXIT_CODE, K as maskSecrets, X as explain, Y as GateError, j as containerSettings } from "./outside-parts.js";
import { c as reapLeftovers, o as makeToken } from "./leftovers.js";
import { t as createLog } from "./log.js";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { createServer } from "node:http";

// node_modules/commander/lib/error.js
/**
* CommanderError class
*/
var CommanderError = class extends Error {
	/**
	* Constructs the CommanderError class
	* @param {number} exitCode suggested exit code which could be used with process.exit
	* @param {string} code an id string representing the error
	* @param {string} message human-readable description of the error
	*/
	constructor(exitCode, code, message) {
		super(message);
		Error.captureStackTrace(this, this.constructor);
		this.name = this.constructor.name;
		this.code = code;
		this.exitCode = exitCode;
		this.nestedError = void 0;
	}
};
/**
* InvalidArgumentError class
*/
var InvalidArgumentError = class extends CommanderError {
	/**
	* Constructs the InvalidArgumentError class
	* @param {string} [message] explanation of why argument is invalid
	*/
	constructor(message) {
		super(1, "commander.invalidArgument", message);
		Error.captureStackTrace(this, this.constructor);
		this.name = this.constructor.name;
	}
};

// node_modules/commander/lib/argument.js
var Argument = class {
	/**
	* Initialize a new command argument with the given name and description.
	* The default is that the argument is required, and you can explicitly
	* indicate this with <> around the name. Put [] around the name for an optional argument.
	*
	* @param {string} name
	* @param {string} [description]
	*/
	constructor(name, description) {
		this.description = description || "";
		this.variadic = false;
		this.parseArg = void 0;
		this.defaultValue = void 0;
		this.defaultValueDescription = void 0;
		this.argChoices = void 0;
		switch (name[0]) {
			case "<":
				this.required = true;
				this._name = name.slice(1, -1);
				break;
			case "[":
				this.required = false;
				this._name = name.slice(1, -1);
				break;
			default:
				this.required = true;
				this._name = name;
		}
		if (this._name.endsWith("...")) {
			this.variadic = true;
			this._name = this._name.slice(0, -3);
		}
	}
	/**
	* Return argument name.
	*
	* @return {string}
	*/
	name() {
		return this._name;
	}
	/**
	* @package
	*/
	_collectValue(value, previous) {
		if (previous === this.defaultValue || !Array.isArray(previous)) return [value];
		previous.push(value);
		return previous;
	}
	/**
	* Set the default value, and optionally supply the description to be displayed in the help.
	*
	* @param {*} value
	* @param {string} [description]
	* @return {Argument}
	*/
	default(value, description) {
		this.defaultValue = value;
		this.defaultValueDescription = description;
		return this;
	}
	/**
	* Set the custom handler for processing CLI command arguments into argument values.
	*
	* @param {Function} [fn]
	* @return {Argument}
	*/
	argParser(fn) {
		this.parseArg = fn;
		return this;
	}
	/**
	* Only allow argument value to be one of choices.
	*
	* @param {string[]} values
	* @return {Argument}
	*/
	choices(values) {
		this.argChoices = values.slice();
		this.parseArg = (arg, previous) => {
			if (!this.argChoices.includes(arg)) throw new InvalidArgumentError(`Allowed choices are ${this.argChoices.join(", ")}.`);
			if (this.variadic) return this._collectValue(arg, previous);
			return arg;
		};
		return this;
	}
	/**
	* Make argument required.
	*
	* @returns {Argument}
	*/
	argRequired() {
		this.required = true;
		return this;
	}
	/**
	* Make argument optional.
	*
	* @returns {Argument}
	*/
	argOptional() {
		this.required = false;
		return this;
	}
};
/**
* Takes an argument and returns its human readable equivalent for help usage.
*
* @param {Argument} arg
* @return {string}
* @private
*/
function humanReadableArgName(arg) {
	const nameOutput = arg.name() + (arg.variadic === true ? "..." : "");
	return arg.required ? "<" + nameOutput + ">" : "[" + nameOutput + "]";
}

// node_modules/commander/lib/help.js
/**
* TypeScript import types for JSDoc, used by Visual Studio Code IntelliSense and `npm run typescript-checkJS`
* https://www.typescriptlang.org/docs/handbook/jsdoc-supported-types.html#import-types
* @typedef { import("./argument.js").Argument } Argument
* @typedef { import("./command.js").Command } Command
* @typedef { import("./option.js").Option } Option
*/
var Help = class {
	constructor() {
		this.helpWidth = void 0;
		this.minWidthToWrap = 40;
		this.sortSubcommands = false;
		this.sortOptions = false;
		this.showGlobalOptions = false;
	}
	/**
	* prepareContext is called by Commander after applying overrides from `Command.configureHelp()`
	* and just before calling `formatHelp()`.
	*
	* Commander just uses the helpWidth and the rest is provided for optional use by more complex subclasses.
	*
	* @param {{ error?: boolean, helpWidth?: number, outputHasColors?: boolean }} contextOptions
	*/
	prepareContext(contextOptions) {
		this.helpWidth = this.helpWidth ?? contextOptions.helpWidth ?? 80;
	}
	/**
	* Get an array of the visible subcommands. Includes a placeholder for the implicit help command, if there is one.
	*
	* @param {Command} cmd
	* @returns {Command[]}
	*/
	visibleCommands(cmd) {
		const visibleCommands = cmd.commands.filter((cmd) => !cmd._hidden);
		const helpCommand = cmd._getHelpCommand();
		if (helpCommand && !helpCommand._hidden) visibleCommands.push(helpCommand);
		if (this.sortSubcommands) visibleCommands.sort((a, b) => {
			return a.name().localeCompare(b.name());
		});
		return visibleCommands;
	}
	/**
	* Compare options for sort.
	*
	* @param {Option} a
	* @param {Option} b
	* @returns {number}
	*/
	compareOptions(a, b) {
		const getSortKey = (option) => {
			return option.short ? option.short.replace(/^-/, "") : option.long.replace(/^--/, "");
		};
		return getSortKey(a).localeCompare(getSortKey(b));
	}
	/**
	* Get an array of the visible options. Includes a placeholder for the implicit help option, if there is one.
	*
	* @param {Command} cmd
	* @returns {Option[]}
	*/
	visibleOptions(cmd) {
		const visibleOptions = cmd.options.filter((option) => !option.hidden);
		const helpOption = cmd._getHelpOption();
		if (helpOption && !helpOption.hidden) {
			const removeShort = helpOption.short && cmd._findOption(helpOption.short);
			const removeLong = helpOption.long && cmd._findOption(helpOption.long);
			if (!removeShort && !removeLong) visibleOptions.push(helpOption);
			else if (helpOption.long && !removeLong) visibleOptions.push(cmd.createOption(helpOption.long, helpOption.description).helpGroup(helpOption.helpGroupHeading));
			else if (helpOption.short && !removeShort) visibleOptions.push(cmd.createOption(helpOption.short, helpOption.description).helpGroup(helpOption.helpGroupHeading));
		}
		if (this.sortOptions) visibleOptions.sort(this.compareOptions);
		return visibleOptions;
	}
	/**
	* Get an array of the visible global options. (Not including help.)
	*
	* @param {Command} cmd
	* @returns {Option[]}
	*/
	visibleGlobalOptions(cmd) {
		if (!this.showGlobalOptions) return [];
		const globalOptions = [];
		for (let ancestorCmd = cmd.parent; ancestorCmd; ancestorCmd = ancestorCmd.parent) {
			const visibleOptions = ancestorCmd.options.filter((option) => !option.hidden);
			globalOptions.push(...visibleOptions);
		}
		if (this.sortOptions) globalOptions.sort(this.compareOptions);
		return globalOptions;
	}
	/**
	* Get an array of the arguments if any have a description.
	*
	* @param {Command} cmd
	* @returns {Argument[]}
	*/
	visibleArguments(cmd) {
		if (cmd._argsDescription) cmd.registeredArguments.forEach((argument) => {
			argument.description = argument.description || cmd._argsDescription[argument.name()] || "";
		});
		if (cmd.registeredArguments.find((argument) => argument.description)) return cmd.registeredArguments;
		return [];
	}
	/**
	* Get the command term to show in the list of subcommands.
	*
	* @param {Command} cmd
	* @returns {string}
	*/
	subcommandTerm(cmd) {
		const args = cmd.registeredArguments.map((arg) => humanReadableArgName(arg)).join(" ");
		return cmd._name + (cmd._aliases[0] ? "|" + cmd._aliases[0] : "") + (cmd.options.length ? " [options]" : "") + (args ? " " + args : "");
	}
	/**
	* Get the option term to show in the list of options.
	*
	* @param {Option} option
	* @returns {string}
	*/
	optionTerm(option) {
		return option.flags;
	}
	/**
	* Get the argument term to show in the list of arguments.
	*
	* @param {Argument} argument
	* @returns {string}
	*/
	argumentTerm(argument) {
		return argument.name();
	}
	/**
	* Get the longest command term length.
	*
	* @param {Command} cmd
	* @param {Help} helper
	* @returns {number}
	*/
	longestSubcommandTermLength(cmd, helper) {
		return helper.visibleCommands(cmd).reduce((max, command) => {
			return Math.max(max, this.displayWidth(helper.styleSubcommandTerm(helper.subcommandTerm(command))));
		}, 0);
	}
	/**
	* Get the longest option term length.
	*
	* @param {Command} cmd
	* @param {Help} helper
	* @returns {number}
	*/
	longestOptionTermLength(cmd, helper) {
		return helper.visibleOptions(cmd).reduce((max, option) => {
			return Math.max(max, this.displayWidth(helper.styleOptionTerm(helper.optionTerm(option))));
		}, 0);
	}
	/**
	* Get the longest global option term length.
	*
	* @param {Command} cmd
	* @param {Help} helper
	* @returns {number}
	*/
	longestGlobalOptionTermLength(cmd, helper) {
		return helper.visibleGlobalOptions(cmd).reduce((max, option) => {
			return Math.max(max, this.displayWidth(helper.styleOptionTerm(helper.optionTerm(option))));
		}, 0);
	}
	/**
	* Get the longest argument term length.
	*
	* @param {Command} cmd
	* @param {Help} helper
	* @returns {number}
	*/
	longestArgumentTermLength(cmd, helper) {
		return helper.visibleArguments(cmd).reduce((max, argument) => {
			return Math.max(max, this.displayWidth(helper.styleArgumentTerm(helper.argumentTerm(argument))));
		}, 0);
	}
	/**
	* Get the command usage to be displayed at the top of the built-in help.
	*
	* @param {Command} cmd
	* @returns {string}
	*/
	commandUsage(cmd) {
		let cmdName = cmd._name;
		if (cmd._aliases[0]) cmdName = cmdName + "|" + cmd._aliases[0];
		let ancestorCmdNames = "";
		for (let ancestorCmd = cmd.parent; ancestorCmd; ancestorCmd = ancestorCmd.parent) ancestorCmdNames = ancestorCmd.name() + " " + ancestorCmdNames;
		return ancestorCmdNames + cmdName + " " + cmd.usage();
	}
	/**
	* Get the description for the command.
	*
	* @param {Command} cmd
	* @returns {string}
	*/
	commandDescription(cmd) {
		return cmd.description();
	}
	/**
	* Get the subcommand summary to show in the list of subcommands.
	* (Fallback to description for backwards compatibility.)
	*
	* @param {Command} cmd
	* @returns {string}
	*/
	subcommandDescription(cmd) {
		return cmd.summary() || cmd.description();
	}
	/**
	* Get the option description to show in the list of options.
	*
	* @param {Option} option
	* @return {string}
	*/
	optionDescription(option) {
		const extraInfo = [];
		if (option.argChoices) extraInfo.push(`choices: ${option.argChoices.map((choice) => JSON.stringify(choice)).join(", ")}`);
		if (option.defaultValue !== void 0) {
			if (option.required || option.optional || option.isBoolean() && typeof option.defaultValue === "boolean") extraInfo.push(`default: ${option.defaultValueDescription || JSON.stringify(option.defaultValue)}`);
		}
		if (option.presetArg !== void 0 && option.optional) extraInfo.push(`preset: ${JSON.stringify(option.presetArg)}`);
		if (option.envVar !== void 0) extraInfo.push(`env: ${option.envVar}`);
		if (extraInfo.length > 0) {
			const extraDescription = `(${extraInfo.join(", ")})`;
			if (option.description) return `${option.description} ${extraDescription}`;
			return extraDescription;
		}
		return option.description;
	}
	/**
	* Get the argument description to show in the list of arguments.
	*
	* @param {Argument} argument
	* @return {string}
	*/
	argumentDescription(argument) {
		const extraInfo = [];
		if (argument.argChoices) extraInfo.push(`choices: ${argument.argChoices.map((choice) => JSON.stringify(choice)).join(", ")}`);
		if (argument.defaultValue !== void 0) extraInfo.push(`default: ${argument.defaultValueDescription || JSON.stringify(argument.defaultValue)}`);
		if (extraInfo.length > 0) {
			const extraDescription = `(${extraInfo.join(", ")})`;
			if (argument.description) return `${argument.description} ${extraDescription}`;
			return extraDescription;
		}
		return argument.description;
	}
	/**
	* Format a list of items, given a heading and an array of formatted items.
	*
	* @param {string} heading
	* @param {string[]} items
	* @param {Help} helper
	* @returns string[]
	*/
	formatItemList(heading, items, helper) {
		if (items.length === 0) return [];
		return [
			helper.styleTitle(heading),
			...items,
			""
		];
	}
	/**
	* Group items by their help group heading.
	*
	* @param {Command[] | Option[]} unsortedItems
	* @param {Command[] | Option[]} visibleItems
	* @param {Function} getGroup
	* @returns {Map<string, Command[] | Option[]>}
	*/
	groupItems(unsortedItems, visibleItems, getGroup) {
		const result = /* @__PURE__ */ new Map();
		unsortedItems.forEach((item) => {
			const group = getGroup(item);
			if (!result.has(group)) result.set(group, []);
		});
		visibleItems.forEach((item) => {
			const group = getGroup(item);
			if (!result.has(group)) result.set(group, []);
			result.get(group).push(item);
		});
		return result;
	}
	/**
	* Generate the built-in help text.
	*
	* @param {Command} cmd
	* @param {Help} helper
	* @returns {string}
	*/
	formatHelp(cmd, helper) {
		const termWidth = helper.padWidth(cmd, helper);
		const helpWidth = helper.helpWidth ?? 80;
		function callFormatItem(term, description) {
			return helper.formatItem(term, termWidth, description, helper);
		}
		let output = [`${helper.styleTitle("Usage:")} ${helper.styleUsage(helper.commandUsage(cmd))}`, ""];
		const commandDescription = helper.commandDescription(cmd);
		if (commandDescription.length > 0) output = output.concat([helper.boxWrap(helper.styleCommandDescription(commandDescription), helpWidth), ""]);
		const argumentList = helper.visibleArguments(cmd).map((argument) => {
			return callFormatItem(helper.styleArgumentTerm(helper.argumentTerm(argument)), helper.styleArgumentDescription(helper.argumentDescription(argument)));
		});
		output = output.concat(this.formatItemList("Arguments:", argumentList, helper));
		this.groupItems(cmd.options, helper.visibleOptions(cmd), (option) => option.helpGroupHeading ?? "Options:").forEach((options, group) => {
			const optionList = options.map((option) => {
				return callFormatItem(helper.styleOptionTerm(helper.optionTerm(option)), helper.styleOptionDescription(helper.optionDescription(option)));
			});
			output = output.concat(this.formatItemList(group, optionList, helper));
		});
		if (helper.showGlobalOptions) {
			const globalOptionList = helper.visibleGlobalOptions(cmd).map((option) => {
				return callFormatItem(helper.styleOptionTerm(helper.optionTerm(option)), helper.styleOptionDescription(helper.optionDescription(option)));
			});
			output = output.concat(this.formatItemList("Global Options:", globalOptionList, helper));
		}
		this.groupItems(cmd.commands, helper.visibleCommands(cmd), (sub) => sub.helpGroup() || "Commands:").forEach((commands, group) => {
			const commandList = commands.map((sub) => {
				return callFormatItem(helper.styleSubcommandTerm(helper.subcommandTerm(sub)), helper.styleSubcommandDescription(helper.subcommandDescription(sub)));
			});
			output = output.concat(this.formatItemList(group, commandList, helper));
		});
		return output.join("\n");
	}
	/**
	* Return display width of string, ignoring ANSI escape sequences. Used in padding and wrapping calculations.
	*
	* @param {string} str
	* @returns {number}
	*/
	displayWidth(str) {
		return stripVTControlCharacters(str).length;
	}
	/**
	* Style the title for displaying in the help. Called with 'Usage:', 'Options:', etc.
	*
	* @param {string} str
	* @returns {string}
	*/
	styleTitle(str) {
		return str;
	}
	styleUsage(str) {
		return str.split(" ").map((word) => {
			if (word === "[options]") return this.styleOptionText(word);
			if (word === "[command]") return this.styleSubcommandText(word);
			if (word[0] === "[" || word[0] === "<") return this.styleArgumentText(word);
			return this.styleCommandText(word);
		}).join(" ");
	}
	styleCommandDescription(str) {
		return this.styleDescriptionText(str);
	}
	styleOptionDescription(str) {
		return this.styleDescriptionText(str);
	}
	styleSubcommandDescription(str) {
		return this.styleDescriptionText(str);
	}
	styleArgumentDescription(str) {
		return this.styleDescriptionText(str);
	}
	styleDescriptionText(str) {
		return str;
	}
	styleOptionTerm(str) {
		return this.styleOptionText(str);
	}
	styleSubcommandTerm(str) {
		return str.split(" ").map((word) => {
			if (word === "[options]") return this.styleOptionText(word);
			if (word[0] === "[" || word[0] === "<") return this.styleArgumentText(word);
			return this.styleSubcommandText(word);
		}).join(" ");
	}
	styleArgumentTerm(str) {
		return this.styleArgumentText(str);
	}
	styleOptionText(str) {
		return str;
	}
	styleArgumentText(str) {
		return str;
	}
	styleSubcommandText(str) {
		return str;
	}
	styleCommandText(str) {
		return str;
	}
	/**
	* Calculate the pad width from the maximum term length.
	*
	* @param {Command} cmd
	* @param {Help} helper
	* @returns {number}
	*/
	padWidth(cmd, helper) {
		return Math.max(helper.longestOptionTermLength(cmd, helper), helper.longestGlobalOptionTermLength(cmd, helper), helper.longestSubcommandTermLength(cmd, helper), helper.longestArgumentTermLength(cmd, helper));
	}
	/**
	* Detect manually wrapped and indented strings by checking for line break followed by whitespace.
	*
	* @param {string} str
	* @returns {boolean}
	*/
	preformatted(str) {
		return /\n[^\S\r\n]/.test(str);
	}
	/**
	* Format the "item", which consists of a term and description. Pad the term and wrap the description, indenting the following lines.
	*
	* So "TTT", 5, "DDD DDDD DD DDD" might be formatted for this.helpWidth=17 like so:
	*   TTT  DDD DDDD
	*        DD DDD
	*
	* @param {string} term
	* @param {number} termWidth
	* @param {string} description
	* @param {Help} helper
	* @returns {string}
	*/
	formatItem(term, termWidth, description, helper) {
		const itemIndent = 2;
		const itemIndentStr = " ".repeat(itemIndent);
		if (!description) return itemIndentStr + term;
		const paddedTerm = term.padEnd(termWidth + term.length - helper.displayWidth(term));
		const spacerWidth = 2;
		const remainingWidth = (this.helpWidth ?? 80) - termWidth - spacerWidth - itemIndent;
		let formattedDescription;
		if (remainingWidth < this.minWidthToWrap || helper.preformatted(description)) formattedDescription = description;
		else formattedDescription = helper.boxWrap(description, remainingWidth).replace(/\n/g, "\n" + " ".repeat(termWidth + spacerWidth));
		return itemIndentStr + paddedTerm + " ".repeat(spacerWidth) + formattedDescription.replace(/\n/g, `\n${itemIndentStr}`);
	}
	/**
	* Wrap a string at whitespace, preserving existing line breaks.
	* Wrapping is skipped if the width is less than `minWidthToWrap`.
	*
	* @param {string} str
	* @param {number} width
	* @returns {string}
	*/
	boxWrap(str, width) {
		if (width < this.minWidthToWrap) return str;
		const rawLines = str.split(/\r\n|\n/);
		const chunkPattern = /[\s]*[^\s]+/g;
		const wrappedLines = [];
		rawLines.forEach((line) => {
			const chunks = line.match(chunkPattern);
			if (chunks === null) {
				wrappedLines.push("");
				return;
			}
			let sumChunks = [chunks.shift()];
			let sumWidth = this.displayWidth(sumChunks[0]);
			chunks.forEach((chunk) => {
				const visibleWidth = this.displayWidth(chunk);
				if (sumWidth + visibleWidth <= width) {
					sumChunks.push(chunk);
					sumWidth += visibleWidth;
					return;
				}
				wrappedLines.push(sumChunks.join(""));
				const nextChunk = chunk.trimStart();
				sumChunks = [nextChunk];
				sumWidth = this.displayWidth(nextChunk);
			});
			wrappedLines.push(sumChunks.join(""));
		});
		return wrappedLines.join("\n");
	}
};

// node_modules/commander/lib/option.js
var Option = class {
	/**
	* Initialize a new `Option` with the given `flags` and `description`.
	*
	* @param {string} flags
	* @param {string} [description]
	*/
	constructor(flags, description) {
		this.flags = flags;
		this.description = description || "";
		this.required = flags.includes("<");
		this.optional = flags.includes("[");
		this.variadic = /\p{ID_Continue}\.\.\.[>\]]$/u.test(flags);
		this.mandatory = false;
		const optionFlags = splitOptionFlags(flags);
		this.short = optionFlags.shortFlag;
		this.long = optionFlags.longFlag;
		this.negate = false;
		if (this.long) this.negate = this.long.startsWith("--no-");
		this.defaultValue = void 0;
		this.defaultValueDescription = void 0;
		this.presetArg = void 0;
		this.envVar = void 0;
		this.parseArg = void 0;
		this.hidden = false;
		this.argChoices = void 0;
		this.conflictsWith = [];
		this.implied = void 0;
		this.helpGroupHeading = void 0;
	}
	/**
	* Set the default value, and optionally supply the description to be displayed in the help.
	*
	* @param {*} value
	* @param {string} [description]
	* @return {Option}
	*/
	default(value, description) {
		this.defaultValue = value;
		this.defaultValueDescription = description;
		return this;
	}
	/**
	* Preset to use when option used without option-argument, especially optional but also boolean and negated.
	* The custom processing (parseArg) is called.
	*
	* @example
	* new Option('--color').default('GREYSCALE').preset('RGB');
	* new Option('--donate [amount]').preset('20').argParser(parseFloat);
	*
	* @param {*} arg
	* @return {Option}
	*/
	preset(arg) {
		this.presetArg = arg;
		return this;
	}
	/**
	* Add option name(s) that conflict with this option.
	* An error will be displayed if conflicting options are found during parsing.
	*
	* @example
	* new Option('--rgb').conflicts('cmyk');
	* new Option('--js').conflicts(['ts', 'jsx']);
	*
	* @param {(string | string[])} names
	* @return {Option}
	*/
	conflicts(names) {
		this.conflictsWith = this.conflictsWith.concat(names);
		return this;
	}
	/**
	* Specify implied option values for when this option is set and the implied options are not.
	*
	* The custom processing (parseArg) is not called on the implied values.
	*
	* @example
	* program
	*   .addOption(new Option('--log', 'write logging information to file'))
	*   .addOption(new Option('--trace', 'log extra details').implies({ log: 'trace.txt' }));
	*
	* @param {object} impliedOptionValues
	* @return {Option}
	*/
	implies(impliedOptionValues) {
		let newImplied = impliedOptionValues;
		if (typeof impliedOptionValues === "string") newImplied = { [impliedOptionValues]: true };
		this.implied = Object.assign(this.implied || {}, newImplied);
		return this;
	}
	/**
	* Set environment variable to check for option value.
	*
	* An environment variable is only used if when processed the current option value is
	* undefined, or the source of the current value is 'default' or 'config' or 'env'.
	*
	* @param {string} name
	* @return {Option}
	*/
	env(name) {
		this.envVar = name;
		return this;
	}
	/**
	* Set the custom handler for processing CLI option arguments into option values.
	*
	* @param {Function} [fn]
	* @return {Option}
	*/
	argParser(fn) {
		this.parseArg = fn;
		return this;
	}
	/**
	* Whether the option is mandatory and must have a value after parsing.
	*
	* @param {boolean} [mandatory=true]
	* @return {Option}
	*/
	makeOptionMandatory(mandatory = true) {
		this.mandatory = !!mandatory;
		return this;
	}
	/**
	* Hide option in help.
	*
	* @param {boolean} [hide=true]
	* @return {Option}
	*/
	hideHelp(hide = true) {
		this.hidden = !!hide;
		return this;
	}
	/**
	* @package
	*/
	_collectValue(value, previous) {
		if (previous === this.defaultValue || !Array.isArray(previous)) return [value];
		previous.push(value);
		return previous;
	}
	/**
	* Only allow option value to be one of choices.
	*
	* @param {string[]} values
	* @return {Option}
	*/
	choices(values) {
		this.argChoices = values.slice();
		this.parseArg = (arg, previous) => {
			if (!this.argChoices.includes(arg)) throw new InvalidArgumentError(`Allowed choices are ${this.argChoices.join(", ")}.`);
			if (this.variadic) return this._collectValue(arg, previous);
			return arg;
		};
		return this;
	}
	/**
	* Return option name.
	*
	* @return {string}
	*/
	name() {
		if (this.long) return this.long.replace(/^--/, "");
		return this.short.replace(/^-/, "");
	}
	/**
	* Return option name, in a camelcase format that can be used
	* as an object attribute key.
	*
	* @return {string}
	*/
	attributeName() {
		if (this.negate) return camelcase(this.name().replace(/^no-/, ""));
		return camelcase(this.name());
	}
	/**
	* Set the help group heading.
	*
	* @param {string} heading
	* @return {Option}
	*/
	helpGroup(heading) {
		this.helpGroupHeading = heading;
		return this;
	}
	/**
	* Check if `arg` matches the short or long flag.
	*
	* @param {string} arg
	* @return {boolean}
	* @package
	*/
	is(arg) {
		return this.short === arg || this.long === arg;
	}
	/**
	* Return whether a boolean option.
	*
	* Options are one of boolean, negated, required argument, or optional argument.
	*
	* @return {boolean}
	* @package
	*/
	isBoolean() {
		return !this.required && !this.optional && !this.negate;
	}
};
/**
* This class is to make it easier to work with dual options, without changing the existing
* implementation. We support separate dual options for separate positive and negative options,
* like `--build` and `--no-build`, which share a single option value. This works nicely for some
* use cases, but is tricky for others where we want separate behaviours despite
* the single shared option value.
*/
var DualOptions = class {
	/**
	* @param {Option[]} options
	*/
	constructor(options) {
		this.positiveOptions = /* @__PURE__ */ new Map();
		this.negativeOptions = /* @__PURE__ */ new Map();
		this.dualOptions = /* @__PURE__ */ new Set();
		options.forEach((option) => {
			if (option.negate) this.negativeOptions.set(option.attributeName(), option);
			else this.positiveOptions.set(option.attributeName(), option);
		});
		this.negativeOptions.forEach((value, key) => {
			if (this.positiveOptions.has(key)) this.dualOptions.add(key);
		});
	}
	/**
	* Did the value come from the option, and not from possible matching dual option?
	*
	* @param {*} value
	* @param {Option} option
	* @returns {boolean}
	*/
	valueFromOption(value, option) {
		const optionKey = option.attributeName();
		if (!this.dualOptions.has(optionKey)) return true;
		const preset = this.negativeOptions.get(optionKey).presetArg;
		const negativeValue = preset !== void 0 ? preset : false;
		return option.negate === (negativeValue === value);
	}
};
/**
* Convert string from kebab-case to camelCase.
*
* @param {string} str
* @return {string}
* @private
*/
function camelcase(str) {
	return str.split("-").reduce((str, word) => {
		return str + word[0].toUpperCase() + word.slice(1);
	});
}
/**
* Split the short and long flag out of something like '-m,--mixed <value>'
*
* @private
*/
function splitOptionFlags(flags) {
	let shortFlag;
	let longFlag;
	const shortFlagExp = /^-[^-]$/;
	const longFlagExp = /^--[^-]/;
	const flagParts = flags.split(/[ |,]+/).concat("guard");
	if (shortFlagExp.test(flagParts[0])) shortFlag = flagParts.shift();
	if (longFlagExp.test(flagParts[0])) longFlag = flagParts.shift();
	if (!shortFlag && shortFlagExp.test(flagParts[0])) shortFlag = flagParts.shift();
	if (!shortFlag && longFlagExp.test(flagParts[0])) {
		shortFlag = longFlag;
		longFlag = flagParts.shift();
	}
	if (flagParts[0].startsWith("-")) {
		const unsupportedFlag = flagParts[0];
		const baseError = `option creation failed due to '${unsupportedFlag}' in option flags '${flags}'`;
		if (/^-[^-][^-]/.test(unsupportedFlag)) throw new Error(`${baseError}
- a short flag is a single dash and a single character
  - either use a single dash and a single character (for a short flag)
  - or use a double dash for a long option (and can have two, like '--ws, --workspace')`);
		if (shortFlagExp.test(unsupportedFlag)) throw new Error(`${baseError}
- too many short flags`);
		if (longFlagExp.test(unsupportedFlag)) throw new Error(`${baseError}
- too many long flags`);
		throw new Error(`${baseError}
- unrecognised flag format`);
	}
	if (shortFlag === void 0 && longFlag === void 0) throw new Error(`option creation failed due to no flags found in '${flags}'.`);
	return {
		shortFlag,
		longFlag
	};
}

// node_modules/commander/lib/suggestSimilar.js
const maxDistance = 3;
function editDistance(a, b) {
	if (Math.abs(a.length - b.length) > maxDistance) return Math.max(a.length, b.length);
	const d = [];
	for (let i = 0; i <= a.length; i++) d[i] = [i];
	for (let j = 0; j <= b.length; j++) d[0][j] = j;
	for (let j = 1; j <= b.length; j++) for (let i = 1; i <= a.length; i++) {
		let cost;
		if (a[i - 1] === b[j - 1]) cost = 0;
		else cost = 1;
		d[i][j] = Math.min(d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + cost);
		if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
	}
	return d[a.length][b.length];
}
/**
* Find close matches, restricted to same number of edits.
*
* @param {string} word
* @param {string[]} candidates
* @returns {string}
*/
function suggestSimilar(word, candidates) {
	if (!candidates || candidates.length === 0) return "";
	candidates = Array.from(new Set(candidates));
	const searchingOptions = word.startsWith("--");
	if (searchingOptions) {
		word = word.slice(2);
		candidates = candidates.map((candidate) => candidate.slice(2));
	}
	let similar = [];
	let bestDistance = maxDistance;
	const minSimilarity = .4;
	candidates.forEach((candidate) => {
		if (candidate.length <= 1) return;
		const distance = editDistance(word, candidate);
		const length = Math.max(word.length, candidate.length);
		if ((length - distance) / length > minSimilarity) {
			if (distance < bestDistance) {
				bestDistance = distance;
				similar = [candidate];
			} else if (distance === bestDistance) similar.push(candidate);
		}
	});
	similar.sort((a, b) => a.localeCompare(b));
	if (searchingOptions) similar = similar.map((candidate) => `--${candidate}`);
	if (similar.length > 1) return `\n(Did you mean one of ${similar.join(", ")}?)`;
	if (similar.length === 1) return `\n(Did you mean ${similar[0]}?)`;
	return "";
}

// node_modules/commander/lib/command.js
var Command = class Command extends EventEmitter {
	/**
	* Initialize a new `Command`.
	*
	* @param {string} [name]
	*/
	constructor(name) {
		super();
		/** @type {Command[]} */
		this.commands = [];
		/** @type {Option[]} */
		this.options = [];
		this.parent = null;
		this._allowUnknownOption = false;
		this._allowExcessArguments = false;
		/** @type {Argument[]} */
		this.registeredArguments = [];
		this._args = this.registeredArguments;
		/** @type {string[]} */
		this.args = [];
		this.rawArgs = [];
		this.processedArgs = [];
		this._scriptPath = null;
		this._name = name || "";
		this._optionValues = {};
		this._optionValueSources = {};
		this._storeOptionsAsProperties = false;
		this._actionHandler = null;
		this._executableHandler = false;
		this._executableFile = null;
		this._executableDir = null;
		this._defaultCommandName = null;
		this._exitCallback = null;
		this._aliases = [];
		this._combineFlagAndOptionalValue = true;
		this._description = "";
		this._summary = "";
		this._argsDescription = void 0;
		this._enablePositionalOptions = false;
		this._passThroughOptions = false;
		this._lifeCycleHooks = {};
		/** @type {(boolean | string)} */
		this._showHelpAfterError = false;
		this._showSuggestionAfterError = true;
		this._savedState = null;
		this._outputConfiguration = {
			writeOut: (str) => process$1.stdout.write(str),
			writeErr: (str) => process$1.stderr.write(str),
			outputError: (str, write) => write(str),
			getOutHelpWidth: () => process$1.stdout.isTTY ? process$1.stdout.columns : void 0,
			getErrHelpWidth: () => process$1.stderr.isTTY ? process$1.stderr.columns : void 0,
			getOutHasColors: () => useColor() ?? (process$1.stdout.isTTY && process$1.stdout.hasColors?.()),
			getErrHasColors: () => useColor() ?? (process$1.stderr.isTTY && process$1.stderr.hasColors?.()),
			stripColor: (str) => stripVTControlCharacters(str)
		};
		this._hidden = false;
		/** @type {(Option | null | undefined)} */
		this._helpOption = void 0;
		this._addImplicitHelpCommand = void 0;
		/** @type {Command} */
		this._helpCommand = void 0;
		this._helpConfiguration = {};
		/** @type {string | undefined} */
		this._helpGroupHeading = void 0;
		/** @type {string | undefined} */
		this._defaultCommandGroup = void 0;
		/** @type {string | undefined} */
		this._defaultOptionGroup = void 0;
	}
	/**
	* Copy settings that are useful to have in common across root command and subcommands.
	*
	* (Used internally when adding a command using `.command()` so subcommands inherit parent settings.)
	*
	* @param {Command} sourceCommand
	* @return {Command} `this` command for chaining
	*/
	copyInheritedSettings(sourceCommand) {
		this._outputConfiguration = sourceCommand._outputConfiguration;
		this._helpOption = sourceCommand._helpOption;
		this._helpCommand = sourceCommand._helpCommand;
		this._helpConfiguration = sourceCommand._helpConfiguration;
		this._exitCallback = sourceCommand._exitCallback;
		this._storeOptionsAsProperties = sourceCommand._storeOptionsAsProperties;
		this._combineFlagAndOptionalValue = sourceCommand._combineFlagAndOptionalValue;
		this._allowExcessArguments = sourceCommand._allowExcessArguments;
		this._enablePositionalOptions = sourceCommand._enablePositionalOptions;
		this._showHelpAfterError = sourceCommand._showHelpAfterError;
		this._showSuggestionAfterError = sourceCommand._showSuggestionAfterError;
		return this;
	}
	/**
	* @returns {Command[]}
	* @private
	*/
	_getCommandAndAncestors() {
		const result = [];
		for (let command = this; command; command = command.parent) result.push(command);
		return result;
	}
	/**
	* Define a command.
	*
	* There are two styles of command: pay attention to where to put the description.
	*
	* @example
	* // Command implemented using action handler (description is supplied separately to `.command`)
	* program
	*   .command('clone <source> [destination]')
	*   .description('clone a repository into a newly created directory')
	*   .action((source, destination) => {
	*     console.log('clone command called');
	*   });
	*
	* // Command implemented using separate executable file (description is second parameter to `.command`)
	* program
	*   .command('start <service>', 'start named service')
	*   .command('stop [service]', 'stop named service, or all if no name supplied');
	*
	* @param {string} nameAndArgs - command name and arguments, args are `<required>` or `[optional]` and last may also be `variadic...`
	* @param {(object | string)} [actionOptsOrExecDesc] - configuration options (for action), or description (for executable)
	* @param {object} [execOpts] - configuration options (for executable)
	* @return {Command} returns new command for action handler, or `this` for executable command
	*/
	command(nameAndArgs, actionOptsOrExecDesc, execOpts) {
		let desc = actionOptsOrExecDesc;
		let opts = execOpts;
		if (typeof desc === "object" && desc !== null) {
			opts = desc;
			desc = null;
		}
		opts = opts || {};
		const [, name, args] = nameAndArgs.match(/([^ ]+) *(.*)/);
		const cmd = this.createCommand(name);
		if (desc) {
			cmd.description(desc);
			cmd._executableHandler = true;
		}
		if (opts.isDefault) this._defaultCommandName = cmd._name;
		cmd._hidden = !!(opts.noHelp || opts.hidden);
		cmd._executableFile = opts.executableFile || null;
		if (args) cmd.arguments(args);
		this._registerCommand(cmd);
		cmd.parent = this;
		cmd.copyInheritedSettings(this);
		if (desc) return this;
		return cmd;
	}
	/**
	* Factory routine to create a new unattached command.
	*
	* See .command() for creating an attached subcommand, which uses this routine to
	* create the command. You can override createCommand to customise subcommands.
	*
	* @param {string} [name]
	* @return {Command} new command
	*/
	createCommand(name) {
		return new Command(name);
	}
	/**
	* You can customise the help with a subclass of Help by overriding createHelp,
	* or by overriding Help properties using configureHelp().
	*
	* @return {Help}
	*/
	createHelp() {
		return Object.assign(new Help(), this.configureHelp());
	}
	/**
	* You can customise the help by overriding Help properties using configureHelp(),
	* or with a subclass of Help by overriding createHelp().
	*
	* @param {object} [configuration] - configuration options
	* @return {(Command | object)} `this` command for chaining, or stored configuration
	*/
	configureHelp(configuration) {
		if (configuration === void 0) return this._helpConfiguration;
		this._helpConfiguration = configuration;
		return this;
	}
	/**
	* The default output goes to stdout and stderr. You can customise this for special
	* applications. You can also customise the display of errors by overriding outputError.
	*
	* The configuration properties are all functions:
	*
	*     // change how output being written, defaults to stdout and stderr
	*     writeOut(str)
	*     writeErr(str)
	*     // change how output being written for errors, defaults to writeErr
	*     outputError(str, write) // used for displaying errors and not used for displaying help
	*     // specify width for wrapping help
	*     getOutHelpWidth()
	*     getErrHelpWidth()
	*     // color support, currently only used with Help
	*     getOutHasColors()
	*     getErrHasColors()
	*     stripColor() // used to remove ANSI escape codes if output does not have colors
	*
	* @param {object} [configuration] - configuration options
	* @return {(Command | object)} `this` command for chaining, or stored configuration
	*/
	configureOutput(configuration) {
		if (configuration === void 0) return this._outputConfiguration;
		this._outputConfiguration = {
			...this._outputConfiguration,
			...configuration
		};
		return this;
	}
	/**
	* Display the help or a custom message after an error occurs.
	*
	* @param {(boolean|string)} [displayHelp]
	* @return {Command} `this` command for chaining
	*/
	showHelpAfterError(displayHelp = true) {
		if (typeof displayHelp !== "string") displayHelp = !!displayHelp;
		this._showHelpAfterError = displayHelp;
		return this;
	}
	/**
	* Display suggestion of similar commands for unknown commands, or options for unknown options.
	*
	* @param {boolean} [displaySuggestion]
	* @return {Command} `this` command for chaining
	*/
	showSuggestionAfterError(displaySuggestion = true) {
		this._showSuggestionAfterError = !!displaySuggestion;
		return this;
	}
	/**
	* Add a prepared subcommand.
	*
	* See .command() for creating an attached subcommand which inherits settings from its parent.
	*
	* @param {Command} cmd - new subcommand
	* @param {object} [opts] - configuration options
	* @return {Command} `this` command for chaining
	*/
	addCommand(cmd, opts) {
		if (!cmd._name) throw new Error(`Command passed to .addCommand() must have a name
- specify the name in Command constructor or using .name()`);
		opts = opts || {};
		if (opts.isDefault) this._defaultCommandName = cmd._name;
		if (opts.noHelp || opts.hidden) cmd._hidden = true;
		this._registerCommand(cmd);
		cmd.parent = this;
		cmd._checkForBrokenPassThrough();
		return this;
	}
	/**
	* Factory routine to create a new unattached argument.
	*
	* See .argument() for creating an attached argument, which uses this routine to
	* create the argument. You can override createArgument to return a custom argument.
	*
	* @param {string} name
	* @param {string} [description]
	* @return {Argument} new argument
	*/
	createArgument(name, description) {
		return new Argument(name, description);
	}
	/**
	* Define argument syntax for command.
	*
	* The default is that the argument is required, and you can explicitly
	* indicate this with <> around the name. Put [] around the name for an optional argument.
	*
	* @example
	* program.argument('<input-file>');
	* program.argument('[output-file]');
	*
	* @param {string} name
	* @param {string} [description]
	* @param {(Function|*)} [parseArg] - custom argument processing function or default value
	* @param {*} [defaultValue]
	* @return {Command} `this` command for chaining
	*/
	argument(name, description, parseArg, defaultValue) {
		const argument = this.createArgument(name, description);
		if (typeof parseArg === "function") argument.default(defaultValue).argParser(parseArg);
		else argument.default(parseArg);
		this.addArgument(argument);
		return this;
	}
	/**
	* Define argument syntax for command, adding multiple at once (without descriptions).
	*
	* See also .argument().
	*
	* @example
	* program.arguments('<cmd> [env]');
	*
	* @param {string} names
	* @return {Command} `this` command for chaining
	*/
	arguments(names) {
		names.trim().split(/ +/).forEach((detail) => {
			this.argument(detail);
		});
		return this;
	}
	/**
	* Define argument syntax for command, adding a prepared argument.
	*
	* @param {Argument} argument
	* @return {Command} `this` command for chaining
	*/
	addArgument(argument) {
		const previousArgument = this.registeredArguments.slice(-1)[0];
		if (previousArgument?.variadic) throw new Error(`only the last argument can be variadic '${previousArgument.name()}'`);
		if (argument.required && argument.defaultValue !== void 0 && argument.parseArg === void 0) throw new Error(`a default value for a required argument is never used: '${argument.name()}'`);
		this.registeredArguments.push(argument);
		return this;
	}
	/**
	* Customise or override default help command. By default a help command is automatically added if your command has subcommands.
	*
	* @example
	*    program.helpCommand('help [cmd]');
	*    program.helpCommand('help [cmd]', 'show help');
	*    program.helpCommand(false); // suppress default help command
	*    program.helpCommand(true); // add help command even if no subcommands
	*
	* @param {string|boolean} enableOrNameAndArgs - enable with custom name and/or arguments, or boolean to override whether added
	* @param {string} [description] - custom description
	* @return {Command} `this` command for chaining
	*/
	helpCommand(enableOrNameAndArgs, description) {
		if (typeof enableOrNameAndArgs === "boolean") {
			this._addImplicitHelpCommand = enableOrNameAndArgs;
			if (enableOrNameAndArgs && this._defaultCommandGroup) this._initCommandGroup(this._getHelpCommand());
			return this;
		}
		const [, helpName, helpArgs] = (enableOrNameAndArgs ?? "help [command]").match(/([^ ]+) *(.*)/);
		const helpDescription = description ?? "display help for command";
		const helpCommand = this.createCommand(helpName);
		helpCommand.helpOption(false);
		if (helpArgs) helpCommand.arguments(helpArgs);
		if (helpDescription) helpCommand.description(helpDescription);
		this._addImplicitHelpCommand = true;
		this._helpCommand = helpCommand;
		if (enableOrNameAndArgs || description) this._initCommandGroup(helpCommand);
		return this;
	}
	/**
	* Add prepared custom help command.
	*
	* @param {(Command|string|boolean)} helpCommand - custom help command, or deprecated enableOrNameAndArgs as for `.helpCommand()`
	* @param {string} [deprecatedDescription] - deprecated custom description used with custom name only
	* @return {Command} `this` command for chaining
	*/
	addHelpCommand(helpCommand, deprecatedDescription) {
		if (typeof helpCommand !== "object") {
			this.helpCommand(helpCommand, deprecatedDescription);
			return this;
		}
		this._addImplicitHelpCommand = true;
		this._helpCommand = helpCommand;
		this._initCommandGroup(helpCommand);
		return this;
	}
	/**
	* Lazy create help command.
	*
	* @return {(Command|null)}
	* @package
	*/
	_getHelpCommand() {
		if (this._addImplicitHelpCommand ?? (this.commands.length && !this._actionHandler && !this._findCommand("help"))) {
			if (this._helpCommand === void 0) this.helpCommand(void 0, void 0);
			return this._helpCommand;
		}
		return null;
	}
	/**
	* Add hook for life cycle event.
	*
	* @param {string} event
	* @param {Function} listener
	* @return {Command} `this` command for chaining
	*/
	hook(event, listener) {
		const allowedValues = [
			"preSubcommand",
			"preAction",
			"postAction"
		];
		if (!allowedValues.includes(event)) throw new Error(`Unexpected value for event passed to hook : '${event}'.
Expecting one of '${allowedValues.join("', '")}'`);
		if (this._lifeCycleHooks[event]) this._lifeCycleHooks[event].push(listener);
		else this._lifeCycleHooks[event] = [listener];
		return this;
	}
	/**
	* Register callback to use as replacement for calling process.exit.
	*
	* @param {Function} [fn] optional callback which will be passed a CommanderError, defaults to throwing
	* @return {Command} `this` command for chaining
	*/
	exitOverride(fn) {
		if (fn) this._exitCallback = fn;
		else this._exitCallback = (err) => {
			if (err.code !== "commander.executeSubCommandAsync") throw err;
		};
		return this;
	}
	/**
	* Call process.exit, and _exitCallback if defined.
	*
	* @param {number} exitCode exit code for using with process.exit
	* @param {string} code an id string representing the error
	* @param {string} message human-readable description of the error
	* @return never
	* @private
	*/
	_exit(exitCode, code, message) {
		if (this._exitCallback) this._exitCallback(new CommanderError(exitCode, code, message));
		process$1.exit(exitCode);
	}
	/**
	* Register callback `fn` for the command.
	*
	* @example
	* program
	*   .command('serve')
	*   .description('start service')
	*   .action(function() {
	*      // do work here
	*   });
	*
	* @param {Function} fn
	* @return {Command} `this` command for chaining
	*/
	action(fn) {
		const listener = (args) => {
			const expectedArgsCount = this.registeredArguments.length;
			const actionArgs = args.slice(0, expectedArgsCount);
			if (this._storeOptionsAsProperties) actionArgs[expectedArgsCount] = this;
			else actionArgs[expectedArgsCount] = this.opts();
			actionArgs.push(this);
			return fn.apply(this, actionArgs);
		};
		this._actionHandler = listener;
		return this;
	}
	/**
	* Factory routine to create a new unattached option.
	*
	* See .option() for creating an attached option, which uses this routine to
	* create the option. You can override createOption to return a custom option.
	*
	* @param {string} flags
	* @param {string} [description]
	* @return {Option} new option
	*/
	createOption(flags, description) {
		return new Option(flags, description);
	}
	/**
	* Wrap parseArgs to catch 'commander.invalidArgument'.
	*
	* @param {(Option | Argument)} target
	* @param {string} value
	* @param {*} previous
	* @param {string} invalidArgumentMessage
	* @private
	*/
	_callParseArg(target, value, previous, invalidArgumentMessage) {
		try {
			return target.parseArg(value, previous);
		} catch (err) {
			if (err.code === "commander.invalidArgument") {
				const message = `${invalidArgumentMessage} ${err.message}`;
				this.error(message, {
					exitCode: err.exitCode,
					code: err.code
				});
			}
			throw err;
		}
	}
	/**
	* Check for option flag conflicts.
	* Register option if no conflicts found, or throw on conflict.
	*
	* @param {Option} option
	* @private
	*/
	_registerOption(option) {
		const matchingOption = option.short && this._findOption(option.short) || option.long && this._findOption(option.long);
		if (matchingOption) {
			const matchingFlag = option.long && this._findOption(option.long) ? option.long : option.short;
			throw new Error(`Cannot add option '${option.flags}'${this._name && ` to command '${this._name}'`} due to conflicting flag '${matchingFlag}'
-  already used by option '${matchingOption.flags}'`);
		}
		this._initOptionGroup(option);
		this.options.push(option);
	}
	/**
	* Check for command name and alias conflicts with existing commands.
	* Register command if no conflicts found, or throw on conflict.
	*
	* @param {Command} command
	* @private
	*/
	_registerCommand(command) {
		const knownBy = (cmd) => {
			return [cmd.name()].concat(cmd.aliases());
		};
		const alreadyUsed = knownBy(command).find((name) => this._findCommand(name));
		if (alreadyUsed) {
			const existingCmd = knownBy(this._findCommand(alreadyUsed)).join("|");
			const newCmd = knownBy(command).join("|");
			throw new Error(`cannot add command '${newCmd}' as already have command '${existingCmd}'`);
		}
		this._initCommandGroup(command);
		this.commands.push(command);
	}
	/**
	* Add an option.
	*
	* @param {Option} option
	* @return {Command} `this` command for chaining
	*/
	addOption(option) {
		this._registerOption(option);
		const oname = option.name();
		const name = option.attributeName();
		if (option.defaultValue !== void 0) this.setOptionValueWithSource(name, option.defaultValue, "default");
		const handleOptionValue = (val, invalidValueMessage, valueSource) => {
			if (val == null && option.presetArg !== void 0) val = option.presetArg;
			const oldValue = this.getOptionValue(name);
			if (val !== null && option.parseArg) val = this._callParseArg(option, val, oldValue, invalidValueMessage);
			else if (val !== null && option.variadic) val = option._collectValue(val, oldValue);
			if (val == null) {
				if (option.negate) val = false;
				else if (option.isBoolean() || option.optional) val = true;
				else val = "";
			}
			this.setOptionValueWithSource(name, val, valueSource);
		};
		this.on("option:" + oname, (val) => {
			const invalidValueMessage = `error: option '${option.flags}' argument '${val}' is invalid.`;
			handleOptionValue(val, invalidValueMessage, "cli");
		});
		if (option.envVar) this.on("optionEnv:" + oname, (val) => {
			const invalidValueMessage = `error: option '${option.flags}' value '${val}' from env '${option.envVar}' is invalid.`;
			handleOptionValue(val, invalidValueMessage, "env");
		});
		return this;
	}
	/**
	* Internal implementation shared by .option() and .requiredOption()
	*
	* @return {Command} `this` command for chaining
	* @private
	*/
	_optionEx(config, flags, description, fn, defaultValue) {
		if (typeof flags === "object" && flags instanceof Option) throw new Error("To add an Option object use addOption() instead of option() or requiredOption()");
		const option = this.createOption(flags, description);
		option.makeOptionMandatory(!!config.mandatory);
		if (typeof fn === "function") option.default(defaultValue).argParser(fn);
		else if (fn instanceof RegExp) {
			const regex = fn;
			fn = (val, def) => {
				const m = regex.exec(val);
				return m ? m[0] : def;
			};
			option.default(defaultValue).argParser(fn);
		} else option.default(fn);
		return this.addOption(option);
	}
	/**
	* Define option with `flags`, `description`, and optional argument parsing function or `defaultValue` or both.
	*
	* The `flags` string contains the short and/or long flags, separated by comma, a pipe or space. A required
	* option-argument is indicated by `<>` and an optional option-argument by `[]`.
	*
	* See the README for more details, and see also addOption() and requiredOption().
	*
	* @example
	* program
	*     .option('-p, --pepper', 'add pepper')
	*     .option('--pt, --pizza-type <TYPE>', 'type of pizza') // required option-argument
	*     .option('-c, --cheese [CHEESE]', 'add extra cheese', 'mozzarella') // optional option-argument with default
	*     .option('-t, --tip <VALUE>', 'add tip to purchase cost', parseFloat) // custom parse function
	*
	* @param {string} flags
	* @param {string} [description]
	* @param {(Function|*)} [parseArg] - custom option processing function or default value
	* @param {*} [defaultValue]
	* @return {Command} `this` command for chaining
	*/
	option(flags, description, parseArg, defaultValue) {
		return this._optionEx({}, flags, description, parseArg, defaultValue);
	}
	/**
	* Add a required option which must have a value after parsing. This usually means
	* the option must be specified on the command line. (Otherwise the same as .option().)
	*
	* The `flags` string contains the short and/or long flags, separated by comma, a pipe or space.
	*
	* @param {string} flags
	* @param {string} [description]
	* @param {(Function|*)} [parseArg] - custom option processing function or default value
	* @param {*} [defaultValue]
	* @return {Command} `this` command for chaining
	*/
	requiredOption(flags, description, parseArg, defaultValue) {
		return this._optionEx({ mandatory: true }, flags, description, parseArg, defaultValue);
	}
	/**
	* Alter parsing of short flags with optional values.
	*
	* @example
	* // for `.option('-f,--flag [value]'):
	* program.combineFlagAndOptionalValue(true);  // `-f80` is treated like `--flag=80`, this is the default behaviour
	* program.combineFlagAndOptionalValue(false) // `-fb` is treated like `-f -b`
	*
	* @param {boolean} [combine] - if `true` or omitted, an optional value can be specified directly after the flag.
	* @return {Command} `this` command for chaining
	*/
	combineFlagAndOptionalValue(combine = true) {
		this._combineFlagAndOptionalValue = !!combine;
		return this;
	}
	/**
	* Allow unknown options on the command line.
	*
	* @param {boolean} [allowUnknown] - if `true` or omitted, no error will be thrown for unknown options.
	* @return {Command} `this` command for chaining
	*/
	allowUnknownOption(allowUnknown = true) {
		this._allowUnknownOption = !!allowUnknown;
		return this;
	}
	/**
	* Allow excess command-arguments on the command line. Pass false to make excess arguments an error.
	*
	* @param {boolean} [allowExcess] - if `true` or omitted, no error will be thrown for excess arguments.
	* @return {Command} `this` command for chaining
	*/
	allowExcessArguments(allowExcess = true) {
		this._allowExcessArguments = !!allowExcess;
		return this;
	}
	/**
	* Enable positional options. Positional means global options are specified before subcommands which lets
	* subcommands reuse the same option names, and also enables subcommands to turn on passThroughOptions.
	* The default behaviour is non-positional and global options may appear anywhere on the command line.
	*
	* @param {boolean} [positional]
	* @return {Command} `this` command for chaining
	*/
	enablePositionalOptions(positional = true) {
		this._enablePositionalOptions = !!positional;
		return this;
	}
	/**
	* Pass through options that come after command-arguments rather than treat them as command-options,
	* so actual command-options come before command-arguments. Turning this on for a subcommand requires
	* positional options to have been enabled on the program (parent commands).
	* The default behaviour is non-positional and options may appear before or after command-arguments.
	*
	* @param {boolean} [passThrough] for unknown options.
	* @return {Command} `this` command for chaining
	*/
	passThroughOptions(passThrough = true) {
		this._passThroughOptions = !!passThrough;
		this._checkForBrokenPassThrough();
		return this;
	}
	/**
	* @private
	*/
	_checkForBrokenPassThrough() {
		if (this.parent && this._passThroughOptions && !this.parent._enablePositionalOptions) throw new Error(`passThroughOptions cannot be used for '${this._name}' without turning on enablePositionalOptions for parent command(s)`);
	}
	/**
	* Whether to store option values as properties on command object,
	* or store separately (specify false). In both cases the option values can be accessed using .opts().
	*
	* @param {boolean} [storeAsProperties=true]
	* @return {Command} `this` command for chaining
	*/
	storeOptionsAsProperties(storeAsProperties = true) {
		if (this.options.length) throw new Error("call .storeOptionsAsProperties() before adding options");
		if (Object.keys(this._optionValues).length) throw new Error("call .storeOptionsAsProperties() before setting option values");
		this._storeOptionsAsProperties = !!storeAsProperties;
		return this;
	}
	/**
	* Retrieve option value.
	*
	* @param {string} key
	* @return {object} value
	*/
	getOptionValue(key) {
		if (this._storeOptionsAsProperties) return this[key];
		return this._optionValues[key];
	}
	/**
	* Store option value.
	*
	* @param {string} key
	* @param {object} value
	* @return {Command} `this` command for chaining
	*/
	setOptionValue(key, value) {
		return this.setOptionValueWithSource(key, value, void 0);
	}
	/**
	* Store option value and where the value came from.
	*
	* @param {string} key
	* @param {object} value
	* @param {string} source - expected values are default/config/env/cli/implied
	* @return {Command} `this` command for chaining
	*/
	setOptionValueWithSource(key, value, source) {
		if (this._storeOptionsAsProperties) this[key] = value;
		else this._optionValues[key] = value;
		this._optionValueSources[key] = source;
		return this;
	}
	/**
	* Get source of option value.
	* Expected values are default | config | env | cli | implied
	*
	* @param {string} key
	* @return {string}
	*/
	getOptionValueSource(key) {
		return this._optionValueSources[key];
	}
	/**
	* Get source of option value. See also .optsWithGlobals().
	* Expected values are default | config | env | cli | implied
	*
	* @param {string} key
	* @return {string}
	*/
	getOptionValueSourceWithGlobals(key) {
		let source;
		this._getCommandAndAncestors().forEach((cmd) => {
			if (Object.hasOwn(cmd._optionValueSources, key)) source = cmd.getOptionValueSource(key);
		});
		return source;
	}
	/**
	* Get user arguments from implied or explicit arguments.
	* Side-effects: set _scriptPath if args included script. Used for default program name, and subcommand searches.
	*
	* @private
	*/
	_prepareUserArgs(argv, parseOptions) {
		if (argv !== void 0 && !Array.isArray(argv)) throw new Error("first parameter to parse must be array or undefined");
		parseOptions = parseOptions || {};
		if (argv === void 0 && parseOptions.from === void 0) {
			if (process$1.versions?.electron) parseOptions.from = "electron";
			const execArgv = process$1.execArgv ?? [];
			if (execArgv.includes("-e") || execArgv.includes("--eval") || execArgv.includes("-p") || execArgv.includes("--print")) parseOptions.from = "eval";
		}
		if (argv === void 0) argv = process$1.argv;
		this.rawArgs = argv.slice();
		let userArgs;
		switch (parseOptions.from) {
			case void 0:
			case "node":
				this._scriptPath = argv[1];
				userArgs = argv.slice(2);
				break;
			case "electron":
				if (process$1.defaultApp) {
					this._scriptPath = argv[1];
					userArgs = argv.slice(2);
				} else userArgs = argv.slice(1);
				break;
			case "user":
				userArgs = argv.slice(0);
				break;
			case "eval":
				userArgs = argv.slice(1);
				break;
			default: throw new Error(`unexpected parse option { from: '${parseOptions.from}' }`);
		}
		if (!this._name && this._scriptPath) this.nameFromFilename(this._scriptPath);
		this._name = this._name || "program";
		return userArgs;
	}
	/**
	* Parse `argv`, setting options and invoking commands when defined.
	*
	* Use parseAsync instead of parse if any of your action handlers are async.
	*
	* Call with no parameters to parse `process.argv`. Detects Electron and special node options like `node --eval`. Easy mode!
	*
	* Or call with an array of strings to parse, and optionally where the user arguments start by specifying where the arguments are `from`:
	* - `'node'`: default, `argv[0]` is the application and `argv[1]` is the script being run, with user arguments after that
	* - `'electron'`: `argv[0]` is the application and `argv[1]` varies depending on whether the electron application is packaged
	* - `'user'`: just user arguments
	*
	* @example
	* program.parse(); // parse process.argv and auto-detect electron and special node flags
	* program.parse(process.argv); // assume argv[0] is app and argv[1] is script
	* program.parse(my-args, { from: 'user' }); // just user supplied arguments, nothing special about argv[0]
	*
	* @param {string[]} [argv] - optional, defaults to process.argv
	* @param {object} [parseOptions] - optionally specify style of options with from: node/user/electron
	* @param {string} [parseOptions.from] - where the args are from: 'node', 'user', 'electron'
	* @return {Command} `this` command for chaining
	*/
	parse(argv, parseOptions) {
		this._prepareForParse();
		const userArgs = this._prepareUserArgs(argv, parseOptions);
		this._parseCommand([], userArgs);
		return this;
	}
	/**
	* Parse `argv`, setting options and invoking commands when defined.
	*
	* Call with no parameters to parse `process.argv`. Detects Electron and special node options like `node --eval`. Easy mode!
	*
	* Or call with an array of strings to parse, and optionally where the user arguments start by specifying where the arguments are `from`:
	* - `'node'`: default, `argv[0]` is the application and `argv[1]` is the script being run, with user arguments after that
	* - `'electron'`: `argv[0]` is the application and `argv[1]` varies depending on whether the electron application is packaged
	* - `'user'`: just user arguments
	*
	* @example
	* await program.parseAsync(); // parse process.argv and auto-detect electron and special node flags
	* await program.parseAsync(process.argv); // assume argv[0] is app and argv[1] is script
	* await program.parseAsync(my-args, { from: 'user' }); // just user supplied arguments, nothing special about argv[0]
	*
	* @param {string[]} [argv]
	* @param {object} [parseOptions]
	* @param {string} parseOptions.from - where the args are from: 'node', 'user', 'electron'
	* @return {Promise}
	*/
	async parseAsync(argv, parseOptions) {
		this._prepareForParse();
		const userArgs = this._prepareUserArgs(argv, parseOptions);
		await this._parseCommand([], userArgs);
		return this;
	}
	_prepareForParse() {
		if (this._savedState === null) {
			this.options.filter((option) => option.negate && option.defaultValue === void 0 && this.getOptionValue(option.attributeName()) === void 0).forEach((option) => {
				const positiveLongFlag = option.long.replace(/^--no-/, "--");
				if (!this._findOption(positiveLongFlag)) this.setOptionValueWithSource(option.attributeName(), true, "default");
			});
			this.saveStateBeforeParse();
		} else this.restoreStateBeforeParse();
	}
	/**
	* Called the first time parse is called to save state and allow a restore before subsequent calls to parse.
	* Not usually called directly, but available for subclasses to save their custom state.
	*
	* This is called in a lazy way. Only commands used in parsing chain will have state saved.
	*/
	saveStateBeforeParse() {
		this._savedState = {
			_name: this._name,
			_optionValues: { ...this._optionValues },
			_optionValueSources: { ...this._optionValueSources }
		};
	}
	/**
	* Restore state before parse for calls after the first.
	* Not usually called directly, but available for subclasses to save their custom state.
	*
	* This is called in a lazy way. Only commands used in parsing chain will have state restored.
	*/
	restoreStateBeforeParse() {
		if (this._storeOptionsAsProperties) throw new Error(`Can not call parse again when storeOptionsAsProperties is true.
- either make a new Command for each call to parse, or stop storing options as properties`);
		this._name = this._savedState._name;
		this._scriptPath = null;
		this.rawArgs = [];
		this._optionValues = { ...this._savedState._optionValues };
		this._optionValueSources = { ...this._savedState._optionValueSources };
		this.args = [];
		this.processedArgs = [];
	}
	/**
	* Throw if expected executable is missing. Add lots of help for author.
	*
	* @param {string} executableFile
	* @param {string} executableDir
	* @param {string} subcommandName
	*/
	_checkForMissingExecutable(executableFile, executableDir, subcommandName) {
		if (fs.existsSync(executableFile)) return;
		const executableMissing = `'${executableFile}' does not exist
 - if '${subcommandName}' is not meant to be an executable command, remove description parameter from '.command()' and use '.description()' instead
 - if the default executable name is not suitable, use the executableFile option to supply a custom name or path
 - ${executableDir ? `searched for local subcommand relative to directory '${executableDir}'` : "no directory for search for local subcommand, use .executableDir() to supply a custom directory"}`;
		throw new Error(executableMissing);
	}
	/**
	* Execute a sub-command executable.
	*
	* @private
	*/
	_executeSubCommand(subcommand, args) {
		args = args.slice();
		const sourceExt = [
			".js",
			".ts",
			".tsx",
			".mjs",
			".cjs"
		];
		function findFile(baseDir, baseName) {
			const localBin = path.resolve(baseDir, baseName);
			if (fs.existsSync(localBin)) return localBin;
			if (sourceExt.includes(path.extname(baseName))) return void 0;
			const foundExt = sourceExt.find((ext) => fs.existsSync(`${localBin}${ext}`));
			if (foundExt) return `${localBin}${foundExt}`;
		}
		this._checkForMissingMandatoryOptions();
		this._checkForConflictingOptions();
		let executableFile = subcommand._executableFile || `${this._name}-${subcommand._name}`;
		let executableDir = this._executableDir || "";
		if (this._scriptPath) {
			let resolvedScriptPath;
			try {
				resolvedScriptPath = fs.realpathSync(this._scriptPath);
			} catch {
				resolvedScriptPath = this._scriptPath;
			}
			executableDir = path.resolve(path.dirname(resolvedScriptPath), executableDir);
		}
		if (executableDir) {
			let localFile = findFile(executableDir, executableFile);
			if (!localFile && !subcommand._executableFile && this._scriptPath) {
				const legacyName = path.basename(this._scriptPath, path.extname(this._scriptPath));
				if (legacyName !== this._name) localFile = findFile(executableDir, `${legacyName}-${subcommand._name}`);
			}
			executableFile = localFile || executableFile;
		}
		const launchWithNode = sourceExt.includes(path.extname(executableFile));
		let proc;
		if (process$1.platform !== "win32") {
			if (launchWithNode) {
				args.unshift(executableFile);
				args = incrementNodeInspectorPort(process$1.execArgv).concat(args);
				proc = childProcess.spawn(process$1.argv[0], args, { stdio: "inherit" });
			} else proc = childProcess.spawn(executableFile, args, { stdio: "inherit" });
		} else {
			this._checkForMissingExecutable(executableFile, executableDir, subcommand._name);
			args.unshift(executableFile);
			args = incrementNodeInspectorPort(process$1.execArgv).concat(args);
			proc = childProcess.spawn(process$1.execPath, args, { stdio: "inherit" });
		}
		if (!proc.killed) [
			"SIGUSR1",
			"SIGUSR2",
			"SIGTERM",
			"SIGINT",
			"SIGHUP"
		].forEach((signal) => {
			process$1.on(signal, () => {
				if (proc.killed === false && proc.exitCode === null) proc.kill(signal);
			});
		});
		const exitCallback = this._exitCallback;
		proc.on("close", (code) => {
			code = code ?? 1;
			if (!exitCallback) process$1.exit(code);
			else exitCallback(new CommanderError(code, "commander.executeSubCommandAsync", "(close)"));
		});
		proc.on("error", (err) => {
			if (err.code === "ENOENT") this._checkForMissingExecutable(executableFile, executableDir, subcommand._name);
			else if (err.code === "EACCES") throw new Error(`'${executableFile}' not executable`);
			if (!exitCallback) process$1.exit(1);
			else {
				const wrappedError = new CommanderError(1, "commander.executeSubCommandAsync", "(error)");
				wrappedError.nestedError = err;
				exitCallback(wrappedError);
			}
		});
		this.runningCommand = proc;
	}
	/**
	* @private
	*/
	_dispatchSubcommand(commandName, operands, unknown) {
		const subCommand = this._findCommand(commandName);
		if (!subCommand) this.help({ error: true });
		subCommand._prepareForParse();
		let promiseChain;
		promiseChain = this._chainOrCallSubCommandHook(promiseChain, subCommand, "preSubcommand");
		promiseChain = this._chainOrCall(promiseChain, () => {
			if (subCommand._executableHandler) this._executeSubCommand(subCommand, operands.concat(unknown));
			else return subCommand._parseCommand(operands, unknown);
		});
		return promiseChain;
	}
	/**
	* Invoke help directly if possible, or dispatch if necessary.
	* e.g. help foo
	*
	* @private
	*/
	_dispatchHelpCommand(subcommandName) {
		if (!subcommandName) this.help();
		const subCommand = this._findCommand(subcommandName);
		if (subCommand && !subCommand._executableHandler) subCommand.help();
		return this._dispatchSubcommand(subcommandName, [], [this._getHelpOption()?.long ?? this._getHelpOption()?.short ?? "--help"]);
	}
	/**
	* Check this.args against expected this.registeredArguments.
	*
	* @private
	*/
	_checkNumberOfArguments() {
		this.registeredArguments.forEach((arg, i) => {
			if (arg.required && this.args[i] == null) this.missingArgument(arg.name());
		});
		if (this.registeredArguments.length > 0 && this.registeredArguments[this.registeredArguments.length - 1].variadic) return;
		if (this.args.length > this.registeredArguments.length) this._excessArguments(this.args);
	}
	/**
	* Process this.args using this.registeredArguments and save as this.processedArgs!
	*
	* @private
	*/
	_processArguments() {
		const myParseArg = (argument, value, previous) => {
			let parsedValue = value;
			if (value !== null && argument.parseArg) {
				const invalidValueMessage = `error: command-argument value '${value}' is invalid for argument '${argument.name()}'.`;
				parsedValue = this._callParseArg(argument, value, previous, invalidValueMessage);
			}
			return parsedValue;
		};
		this._checkNumberOfArguments();
		const processedArgs = [];
		this.registeredArguments.forEach((declaredArg, index) => {
			let value = declaredArg.defaultValue;
			if (declaredArg.variadic) {
				if (index < this.args.length) {
					value = this.args.slice(index);
					if (declaredArg.parseArg) value = value.reduce((processed, v) => {
						return myParseArg(declaredArg, v, processed);
					}, declaredArg.defaultValue);
				} else if (value === void 0) value = [];
			} else if (index < this.args.length) {
				value = this.args[index];
				if (declaredArg.parseArg) value = myParseArg(declaredArg, value, declaredArg.defaultValue);
			}
			processedArgs[index] = value;
		});
		this.processedArgs = processedArgs;
	}
	/**
	* Once we have a promise we chain, but call synchronously until then.
	*
	* @param {(Promise|undefined)} promise
	* @param {Function} fn
	* @return {(Promise|undefined)}
	* @private
	*/
	_chainOrCall(promise, fn) {
		if (promise?.then && typeof promise.then === "function") return promise.then(() => fn());
		return fn();
	}
	/**
	*
	* @param {(Promise|undefined)} promise
	* @param {string} event
	* @return {(Promise|undefined)}
	* @private
	*/
	_chainOrCallHooks(promise, event) {
		let result = promise;
		const hooks = [];
		this._getCommandAndAncestors().reverse().filter((cmd) => cmd._lifeCycleHooks[event] !== void 0).forEach((hookedCommand) => {
			hookedCommand._lifeCycleHooks[event].forEach((callback) => {
				hooks.push({
					hookedCommand,
					callback
				});
			});
		});
		if (event === "postAction") hooks.reverse();
		hooks.forEach((hookDetail) => {
			result = this._chainOrCall(result, () => {
				return hookDetail.callback(hookDetail.hookedCommand, this);
			});
		});
		return result;
	}
	/**
	*
	* @param {(Promise|undefined)} promise
	* @param {Command} subCommand
	* @param {string} event
	* @return {(Promise|undefined)}
	* @private
	*/
	_chainOrCallSubCommandHook(promise, subCommand, event) {
		let result = promise;
		if (this._lifeCycleHooks[event] !== void 0) this._lifeCycleHooks[event].forEach((hook) => {
			result = this._chainOrCall(result, () => {
				return hook(this, subCommand);
			});
		});
		return result;
	}
	/**
	* Process arguments in context of this command.
	* Returns action result, in case it is a promise.
	*
	* @private
	*/
	_parseCommand(operands, unknown) {
		const parsed = this.parseOptions(unknown);
		this._parseOptionsEnv();
		this._parseOptionsImplied();
		operands = operands.concat(parsed.operands);
		unknown = parsed.unknown;
		this.args = operands.concat(unknown);
		if (operands && this._findCommand(operands[0])) return this._dispatchSubcommand(operands[0], operands.slice(1), unknown);
		if (this._getHelpCommand() && operands[0] === this._getHelpCommand().name()) return this._dispatchHelpCommand(operands[1]);
		if (this._defaultCommandName) {
			this._outputHelpIfRequested(unknown);
			return this._dispatchSubcommand(this._defaultCommandName, operands, unknown);
		}
		if (this.commands.length && this.args.length === 0 && !this._actionHandler && !this._defaultCommandName) this.help({ error: true });
		this._outputHelpIfRequested(parsed.unknown);
		this._checkForMissingMandatoryOptions();
		this._checkForConflictingOptions();
		const checkForUnknownOptions = () => {
			if (parsed.unknown.length > 0) this.unknownOption(parsed.unknown[0]);
		};
		const commandEvent = `command:${this.name()}`;
		if (this._actionHandler) {
			checkForUnknownOptions();
			this._processArguments();
			let promiseChain;
			promiseChain = this._chainOrCallHooks(promiseChain, "preAction");
			promiseChain = this._chainOrCall(promiseChain, () => this._actionHandler(this.processedArgs));
			if (this.parent) promiseChain = this._chainOrCall(promiseChain, () => {
				this.parent.emit(commandEvent, operands, unknown);
			});
			promiseChain = this._chainOrCallHooks(promiseChain, "postAction");
			return promiseChain;
		}
		if (this.parent?.listenerCount(commandEvent)) {
			checkForUnknownOptions();
			this._processArguments();
			this.parent.emit(commandEvent, operands, unknown);
		} else if (operands.length) {
			if (this._findCommand("*")) return this._dispatchSubcommand("*", operands, unknown);
			if (this.listenerCount("command:*")) this.emit("command:*", operands, unknown);
			else if (this.commands.length) this.unknownCommand();
			else {
				checkForUnknownOptions();
				this._processArguments();
			}
		} else if (this.commands.length) {
			checkForUnknownOptions();
			this.help({ error: true });
		} else {
			checkForUnknownOptions();
			this._processArguments();
		}
	}
	/**
	* Find matching command.
	*
	* @private
	* @return {Command | undefined}
	*/
	_findCommand(name) {
		if (!name) return void 0;
		return this.commands.find((cmd) => cmd._name === name || cmd._aliases.includes(name));
	}
	/**
	* Return an option matching `arg` if any.
	*
	* @param {string} arg
	* @return {Option}
	* @package
	*/
	_findOption(arg) {
		return this.options.find((option) => option.is(arg));
	}
	/**
	* Display an error message if a mandatory option does not have a value.
	* Called after checking for help flags in leaf subcommand.
	*
	* @private
	*/
	_checkForMissingMandatoryOptions() {
		this._getCommandAndAncestors().forEach((cmd) => {
			cmd.options.forEach((anOption) => {
				if (anOption.mandatory && cmd.getOptionValue(anOption.attributeName()) === void 0) cmd.missingMandatoryOptionValue(anOption);
			});
		});
	}
	/**
	* Display an error message if conflicting options are used together in this.
	*
	* @private
	*/
	_checkForConflictingLocalOptions() {
		const definedNonDefaultOptions = this.options.filter((option) => {
			const optionKey = option.attributeName();
			if (this.getOptionValue(optionKey) === void 0) return false;
			return this.getOptionValueSource(optionKey) !== "default";
		});
		definedNonDefaultOptions.filter((option) => option.conflictsWith.length > 0).forEach((option) => {
			const conflictingAndDefined = definedNonDefaultOptions.find((defined) => option.conflictsWith.includes(defined.attributeName()));
			if (conflictingAndDefined) this._conflictingOption(option, conflictingAndDefined);
		});
	}
	/**
	* Display an error message if conflicting options are used together.
	* Called after checking for help flags in leaf subcommand.
	*
	* @private
	*/
	_checkForConflictingOptions() {
		this._getCommandAndAncestors().forEach((cmd) => {
			cmd._checkForConflictingLocalOptions();
		});
	}
	/**
	* Parse options from `argv` removing known options,
	* and return argv split into operands and unknown arguments.
	*
	* Side effects: modifies command by storing options. Does not reset state if called again.
	*
	* Examples:
	*
	*     argv => operands, unknown
	*     --known kkk op => [op], []
	*     op --known kkk => [op], []
	*     sub --unknown uuu op => [sub], [--unknown uuu op]
	*     sub -- --unknown uuu op => [sub --unknown uuu op], []
	*
	* @param {string[]} args
	* @return {{operands: string[], unknown: string[]}}
	*/
	parseOptions(args) {
		const operands = [];
		const unknown = [];
		let dest = operands;
		function maybeOption(arg) {
			return arg.length > 1 && arg[0] === "-";
		}
		const negativeNumberArg = (arg) => {
			if (!/^-(\d+|\d*\.\d+)([eE][+-]?\d+)?$/.test(arg)) return false;
			return !this._getCommandAndAncestors().some((cmd) => cmd.options.map((opt) => opt.short).some((short) => /^-\d$/.test(short)));
		};
		let activeVariadicOption = null;
		let activeGroup = null;
		let i = 0;
		while (i < args.length || activeGroup) {
			const arg = activeGroup ?? args[i++];
			activeGroup = null;
			if (arg === "--") {
				if (dest === unknown) dest.push(arg);
				dest.push(...args.slice(i));
				break;
			}
			if (activeVariadicOption && (!maybeOption(arg) || negativeNumberArg(arg))) {
				this.emit(`option:${activeVariadicOption.name()}`, arg);
				continue;
			}
			activeVariadicOption = null;
			if (maybeOption(arg)) {
				const option = this._findOption(arg);
				if (option) {
					if (option.required) {
						const value = args[i++];
						if (value === void 0) this.optionMissingArgument(option);
						this.emit(`option:${option.name()}`, value);
					} else if (option.optional) {
						let value = null;
						if (i < args.length && (!maybeOption(args[i]) || negativeNumberArg(args[i]))) value = args[i++];
						this.emit(`option:${option.name()}`, value);
					} else this.emit(`option:${option.name()}`);
					activeVariadicOption = option.variadic ? option : null;
					continue;
				}
			}
			if (arg.length > 2 && arg[0] === "-" && arg[1] !== "-") {
				const option = this._findOption(`-${arg[1]}`);
				if (option) {
					if (option.required || option.optional && this._combineFlagAndOptionalValue) this.emit(`option:${option.name()}`, arg.slice(2));
					else {
						this.emit(`option:${option.name()}`);
						activeGroup = `-${arg.slice(2)}`;
					}
					continue;
				}
			}
			if (/^--[^=]+=/.test(arg)) {
				const index = arg.indexOf("=");
				const option = this._findOption(arg.slice(0, index));
				if (option && (option.required || option.optional)) {
					this.emit(`option:${option.name()}`, arg.slice(index + 1));
					continue;
				}
			}
			if (dest === operands && maybeOption(arg) && !(this.commands.length === 0 && negativeNumberArg(arg))) dest = unknown;
			if ((this._enablePositionalOptions || this._passThroughOptions) && operands.length === 0 && unknown.length === 0) {
				if (this._findCommand(arg)) {
					operands.push(arg);
					unknown.push(...args.slice(i));
					break;
				} else if (this._getHelpCommand() && arg === this._getHelpCommand().name()) {
					operands.push(arg, ...args.slice(i));
					break;
				} else if (this._defaultCommandName) {
					unknown.push(arg, ...args.slice(i));
					break;
				}
			}
			if (this._passThroughOptions) {
				dest.push(arg, ...args.slice(i));
				break;
			}
			dest.push(arg);
		}
		return {
			operands,
			unknown
		};
	}
	/**
	* Return an object containing local option values as key-value pairs.
	*
	* @return {object}
	*/
	opts() {
		if (this._storeOptionsAsProperties) {
			const result = {};
			const len = this.options.length;
			for (let i = 0; i < len; i++) {
				const key = this.options[i].attributeName();
				result[key] = key === this._versionOptionName ? this._version : this[key];
			}
			return result;
		}
		return this._optionValues;
	}
	/**
	* Return an object containing merged local and global option values as key-value pairs.
	*
	* @return {object}
	*/
	optsWithGlobals() {
		return this._getCommandAndAncestors().reduce((combinedOptions, cmd) => Object.assign(combinedOptions, cmd.opts()), {});
	}
	/**
	* Display error message and exit (or call exitOverride).
	*
	* @param {string} message
	* @param {object} [errorOptions]
	* @param {string} [errorOptions.code] - an id string representing the error
	* @param {number} [errorOptions.exitCode] - used with process.exit
	*/
	error(message, errorOptions) {
		this._outputConfiguration.outputError(`${message}\n`, this._outputConfiguration.writeErr);
		if (typeof this._showHelpAfterError === "string") this._outputConfiguration.writeErr(`${this._showHelpAfterError}\n`);
		else if (this._showHelpAfterError) {
			this._outputConfiguration.writeErr("\n");
			this.outputHelp({ error: true });
		}
		const config = errorOptions || {};
		const exitCode = config.exitCode || 1;
		const code = config.code || "commander.error";
		this._exit(exitCode, code, message);
	}
	/**
	* Apply any option related environment variables, if option does
	* not have a value from cli or client code.
	*
	* @private
	*/
	_parseOptionsEnv() {
		this.options.forEach((option) => {
			if (option.envVar && option.envVar in process$1.env) {
				const optionKey = option.attributeName();
				if (this.getOptionValue(optionKey) === void 0 || [
					"default",
					"config",
					"env"
				].includes(this.getOptionValueSource(optionKey))) {
					if (option.required || option.optional) this.emit(`optionEnv:${option.name()}`, process$1.env[option.envVar]);
					else this.emit(`optionEnv:${option.name()}`);
				}
			}
		});
	}
	/**
	* Apply any implied option values, if option is undefined or default value.
	*
	* @private
	*/
	_parseOptionsImplied() {
		const dualHelper = new DualOptions(this.options);
		const hasCustomOptionValue = (optionKey) => {
			return this.getOptionValue(optionKey) !== void 0 && !["default", "implied"].includes(this.getOptionValueSource(optionKey));
		};
		this.options.filter((option) => option.implied !== void 0 && hasCustomOptionValue(option.attributeName()) && dualHelper.valueFromOption(this.getOptionValue(option.attributeName()), option)).forEach((option) => {
			Object.keys(option.implied).filter((impliedKey) => !hasCustomOptionValue(impliedKey)).forEach((impliedKey) => {
				this.setOptionValueWithSource(impliedKey, option.implied[impliedKey], "implied");
			});
		});
	}
	/**
	* Argument `name` is missing.
	*
	* @param {string} name
	* @private
	*/
	missingArgument(name) {
		const message = `error: missing required argument '${name}'`;
		this.error(message, { code: "commander.missingArgument" });
	}
	/**
	* `Option` is missing an argument.
	*
	* @param {Option} option
	* @private
	*/
	optionMissingArgument(option) {
		const message = `error: option '${option.flags}' argument missing`;
		this.error(message, { code: "commander.optionMissingArgument" });
	}
	/**
	* `Option` does not have a value, and is a mandatory option.
	*
	* @param {Option} option
	* @private
	*/
	missingMandatoryOptionValue(option) {
		const message = `error: required option '${option.flags}' not specified`;
		this.error(message, { code: "commander.missingMandatoryOptionValue" });
	}
	/**
	* `Option` conflicts with another option.
	*
	* @param {Option} option
	* @param {Option} conflictingOption
	* @private
	*/
	_conflictingOption(option, conflictingOption) {
		const findBestOptionFromValue = (option) => {
			const optionKey = option.attributeName();
			const optionValue = this.getOptionValue(optionKey);
			const negativeOption = this.options.find((target) => target.negate && optionKey === target.attributeName());
			const positiveOption = this.options.find((target) => !target.negate && optionKey === target.attributeName());
			if (negativeOption && (negativeOption.presetArg === void 0 && optionValue === false || negativeOption.presetArg !== void 0 && optionValue === negativeOption.presetArg)) return negativeOption;
			return positiveOption || option;
		};
		const getErrorMessage = (option) => {
			const bestOption = findBestOptionFromValue(option);
			const optionKey = bestOption.attributeName();
			if (this.getOptionValueSource(optionKey) === "env") return `environment variable '${bestOption.envVar}'`;
			return `option '${bestOption.flags}'`;
		};
		const message = `error: ${getErrorMessage(option)} cannot be used with ${getErrorMessage(conflictingOption)}`;
		this.error(message, { code: "commander.conflictingOption" });
	}
	/**
	* Unknown option `flag`.
	*
	* @param {string} flag
	* @private
	*/
	unknownOption(flag) {
		if (this._allowUnknownOption) return;
		let suggestion = "";
		if (flag.startsWith("--") && this._showSuggestionAfterError) {
			let candidateFlags = [];
			let command = this;
			do {
				const moreFlags = command.createHelp().visibleOptions(command).filter((option) => option.long).map((option) => option.long);
				candidateFlags = candidateFlags.concat(moreFlags);
				command = command.parent;
			} while (command && !command._enablePositionalOptions);
			suggestion = suggestSimilar(flag, candidateFlags);
		}
		const message = `error: unknown option '${flag}'${suggestion}`;
		this.error(message, { code: "commander.unknownOption" });
	}
	/**
	* Excess arguments, more than expected.
	*
	* @param {string[]} receivedArgs
	* @private
	*/
	_excessArguments(receivedArgs) {
		if (this._allowExcessArguments) return;
		const expected = this.registeredArguments.length;
		const s = expected === 1 ? "" : "s";
		const received = receivedArgs.length;
		const message = `error: too many arguments${this.parent ? ` for '${this.name()}'` : ""}. Expected ${expected} argument${s} but got ${received}: ${receivedArgs.join(", ")}.`;
		this.error(message, { code: "commander.excessArguments" });
	}
	/**
	* Unknown command.
	*
	* @private
	*/
	unknownCommand() {
		const unknownName = this.args[0];
		let suggestion = "";
		if (this._showSuggestionAfterError) {
			const candidateNames = [];
			this.createHelp().visibleCommands(this).forEach((command) => {
				candidateNames.push(command.name());
				if (command.alias()) candidateNames.push(command.alias());
			});
			suggestion = suggestSimilar(unknownName, candidateNames);
		}
		const message = `error: unknown command '${unknownName}'${suggestion}`;
		this.error(message, { code: "commander.unknownCommand" });
	}
	/**
	* Get or set the program version.
	*
	* This method auto-registers the "-V, --version" option which will print the version number.
	*
	* You can optionally supply the flags and description to override the defaults.
	*
	* @param {string} [str]
	* @param {string} [flags]
	* @param {string} [description]
	* @return {(this | string | undefined)} `this` command for chaining, or version string if no arguments
	*/
	version(str, flags, description) {
		if (str === void 0) return this._version;
		this._version = str;
		flags = flags || "-V, --version";
		description = description || "output the version number";
		const versionOption = this.createOption(flags, description);
		this._versionOptionName = versionOption.attributeName();
		this._registerOption(versionOption);
		this.on("option:" + versionOption.name(), () => {
			this._outputConfiguration.writeOut(`${str}\n`);
			this._exit(0, "commander.version", str);
		});
		return this;
	}
	/**
	* Set the description.
	*
	* @param {string} [str]
	* @param {object} [argsDescription]
	* @return {(string|Command)}
	*/
	description(str, argsDescription) {
		if (str === void 0 && argsDescription === void 0) return this._description;
		this._description = str;
		if (argsDescription) this._argsDescription = argsDescription;
		return this;
	}
	/**
	* Set the summary. Used when listed as subcommand of parent.
	*
	* @param {string} [str]
	* @return {(string|Command)}
	*/
	summary(str) {
		if (str === void 0) return this._summary;
		this._summary = str;
		return this;
	}
	/**
	* Set an alias for the command.
	*
	* You may call more than once to add multiple aliases. Only the first alias is shown in the auto-generated help.
	*
	* @param {string} [alias]
	* @return {(string|Command)}
	*/
	alias(alias) {
		if (alias === void 0) return this._aliases[0];
		/** @type {Command} */
		let command = this;
		if (this.commands.length !== 0 && this.commands[this.commands.length - 1]._executableHandler) command = this.commands[this.commands.length - 1];
		if (alias === command._name) throw new Error("Command alias can't be the same as its name");
		const matchingCommand = this.parent?._findCommand(alias);
		if (matchingCommand) {
			const existingCmd = [matchingCommand.name()].concat(matchingCommand.aliases()).join("|");
			throw new Error(`cannot add alias '${alias}' to command '${this.name()}' as already have command '${existingCmd}'`);
		}
		command._aliases.push(alias);
		return this;
	}
	/**
	* Set aliases for the command.
	*
	* Only the first alias is shown in the auto-generated help.
	*
	* @param {string[]} [aliases]
	* @return {(string[]|Command)}
	*/
	aliases(aliases) {
		if (aliases === void 0) return this._aliases;
		aliases.forEach((alias) => this.alias(alias));
		return this;
	}
	/**
	* Set / get the command usage `str`.
	*
	* @param {string} [str]
	* @return {(string|Command)}
	*/
	usage(str) {
		if (str === void 0) {
			if (this._usage) return this._usage;
			const args = this.registeredArguments.map((arg) => {
				return humanReadableArgName(arg);
			});
			return [].concat(this.options.length || this._helpOption !== null ? "[options]" : [], this.commands.length ? "[command]" : [], this.registeredArguments.length ? args : []).join(" ");
		}
		this._usage = str;
		return this;
	}
	/**
	* Get or set the name of the command.
	*
	* @param {string} [str]
	* @return {(string|Command)}
	*/
	name(str) {
		if (str === void 0) return this._name;
		this._name = str;
		return this;
	}
	/**
	* Set/get the help group heading for this subcommand in parent command's help.
	*
	* @param {string} [heading]
	* @return {Command | string}
	*/
	helpGroup(heading) {
		if (heading === void 0) return this._helpGroupHeading ?? "";
		this._helpGroupHeading = heading;
		return this;
	}
	/**
	* Set/get the default help group heading for subcommands added to this command.
	* (This does not override a group set directly on the subcommand using .helpGroup().)
	*
	* @example
	* program.commandsGroup('Development Commands:');
	* program.command('watch')...
	* program.command('lint')...
	* ...
	*
	* @param {string} [heading]
	* @returns {Command | string}
	*/
	commandsGroup(heading) {
		if (heading === void 0) return this._defaultCommandGroup ?? "";
		this._defaultCommandGroup = heading;
		return this;
	}
	/**
	* Set/get the default help group heading for options added to this command.
	* (This does not override a group set directly on the option using .helpGroup().)
	*
	* @example
	* program
	*   .optionsGroup('Development Options:')
	*   .option('-d, --debug', 'output extra debugging')
	*   .option('-p, --profile', 'output profiling information')
	*
	* @param {string} [heading]
	* @returns {Command | string}
	*/
	optionsGroup(heading) {
		if (heading === void 0) return this._defaultOptionGroup ?? "";
		this._defaultOptionGroup = heading;
		return this;
	}
	/**
	* @param {Option} option
	* @private
	*/
	_initOptionGroup(option) {
		if (this._defaultOptionGroup && !option.helpGroupHeading) option.helpGroup(this._defaultOptionGroup);
	}
	/**
	* @param {Command} cmd
	* @private
	*/
	_initCommandGroup(cmd) {
		if (this._defaultCommandGroup && !cmd.helpGroup()) cmd.helpGroup(this._defaultCommandGroup);
	}
	/**
	* Set the name of the command from script filename, such as process.argv[1],
	* or import.meta.filename.
	*
	* (Used internally and public although not documented in README.)
	*
	* @example
	* program.nameFromFilename(import.meta.filename);
	*
	* @param {string} filename
	* @return {Command}
	*/
	nameFromFilename(filename) {
		this._name = path.basename(filename, path.extname(filename));
		return this;
	}
	/**
	* Get or set the directory for searching for executable subcommands of this command.
	*
	* @example
	* program.executableDir(import.meta.dirname);
	* // or
	* program.executableDir('subcommands');
	*
	* @param {string} [path]
	* @return {(string|null|Command)}
	*/
	executableDir(path) {
		if (path === void 0) return this._executableDir;
		this._executableDir = path;
		return this;
	}
	/**
	* Return program help documentation.
	*
	* @param {{ error: boolean }} [contextOptions] - pass {error:true} to wrap for stderr instead of stdout
	* @return {string}
	*/
	helpInformation(contextOptions) {
		const helper = this.createHelp();
		const context = this._getOutputContext(contextOptions);
		helper.prepareContext({
			error: context.error,
			helpWidth: context.helpWidth,
			outputHasColors: context.hasColors
		});
		const text = helper.formatHelp(this, helper);
		if (context.hasColors) return text;
		return this._outputConfiguration.stripColor(text);
	}
	/**
	* @typedef HelpContext
	* @type {object}
	* @property {boolean} error
	* @property {number} helpWidth
	* @property {boolean} hasColors
	* @property {function} write - includes stripColor if needed
	*
	* @returns {HelpContext}
	* @private
	*/
	_getOutputContext(contextOptions) {
		contextOptions = contextOptions || {};
		const error = !!contextOptions.error;
		let baseWrite;
		let hasColors;
		let helpWidth;
		if (error) {
			baseWrite = (str) => this._outputConfiguration.writeErr(str);
			hasColors = this._outputConfiguration.getErrHasColors();
			helpWidth = this._outputConfiguration.getErrHelpWidth();
		} else {
			baseWrite = (str) => this._outputConfiguration.writeOut(str);
			hasColors = this._outputConfiguration.getOutHasColors();
			helpWidth = this._outputConfiguration.getOutHelpWidth();
		}
		const write = (str) => {
			if (!hasColors) str = this._outputConfiguration.stripColor(str);
			return baseWrite(str);
		};
		return {
			error,
			write,
			hasColors,
			helpWidth
		};
	}
	/**
	* Output help information for this command.
	*
	* Outputs built-in help, and custom text added using `.addHelpText()`.
	*
	* @param {{ error: boolean } | Function} [contextOptions] - pass {error:true} to write to stderr instead of stdout
	*/
	outputHelp(contextOptions) {
		let deprecatedCallback;
		if (typeof contextOptions === "function") {
			deprecatedCallback = contextOptions;
			contextOptions = void 0;
		}
		const outputContext = this._getOutputContext(contextOptions);
		/** @type {HelpTextEventContext} */
		const eventContext = {
			error: outputContext.error,
			write: outputContext.write,
			command: this
		};
		this._getCommandAndAncestors().reverse().forEach((command) => command.emit("beforeAllHelp", eventContext));
		this.emit("beforeHelp", eventContext);
		let helpInformation = this.helpInformation({ error: outputContext.error });
		if (deprecatedCallback) {
			helpInformation = deprecatedCallback(helpInformation);
			if (typeof helpInformation !== "string" && !Buffer.isBuffer(helpInformation)) throw new Error("outputHelp callback must return a string or a Buffer");
		}
		outputContext.write(helpInformation);
		if (this._getHelpOption()?.long) this.emit(this._getHelpOption().long);
		this.emit("afterHelp", eventContext);
		this._getCommandAndAncestors().forEach((command) => command.emit("afterAllHelp", eventContext));
	}
	/**
	* You can pass in flags and a description to customise the built-in help option.
	* Pass in false to disable the built-in help option.
	*
	* @example
	* program.helpOption('-?, --help', 'show help'); // customise
	* program.helpOption(false); // disable
	*
	* @param {(string | boolean)} flags
	* @param {string} [description]
	* @return {Command} `this` command for chaining
	*/
	helpOption(flags, description) {
		if (typeof flags === "boolean") {
			if (flags) {
				if (this._helpOption === null) this._helpOption = void 0;
				if (this._defaultOptionGroup) this._initOptionGroup(this._getHelpOption());
			} else this._helpOption = null;
			return this;
		}
		this._helpOption = this.createOption(flags ?? "-h, --help", description ?? "display help for command");
		if (flags || description) this._initOptionGroup(this._helpOption);
		return this;
	}
	/**
	* Lazy create help option.
	* Returns null if has been disabled with .helpOption(false).
	*
	* @returns {(Option | null)} the help option
	* @package
	*/
	_getHelpOption() {
		if (this._helpOption === void 0) this.helpOption(void 0, void 0);
		return this._helpOption;
	}
	/**
	* Supply your own option to use for the built-in help option.
	* This is an alternative to using helpOption() to customise the flags and description etc.
	*
	* @param {Option} option
	* @return {Command} `this` command for chaining
	*/
	addHelpOption(option) {
		this._helpOption = option;
		this._initOptionGroup(option);
		return this;
	}
	/**
	* Output help information and exit.
	*
	* Outputs built-in help, and custom text added using `.addHelpText()`.
	*
	* @param {{ error: boolean }} [contextOptions] - pass {error:true} to write to stderr instead of stdout
	*/
	help(contextOptions) {
		this.outputHelp(contextOptions);
		let exitCode = Number(process$1.exitCode ?? 0);
		if (exitCode === 0 && contextOptions && typeof contextOptions !== "function" && contextOptions.error) exitCode = 1;
		this._exit(exitCode, "commander.help", "(outputHelp)");
	}
	/**
	* // Do a little typing to coordinate emit and listener for the help text events.
	* @typedef HelpTextEventContext
	* @type {object}
	* @property {boolean} error
	* @property {Command} command
	* @property {function} write
	*/
	/**
	* Add additional text to be displayed with the built-in help.
	*
	* Position is 'before' or 'after' to affect just this command,
	* and 'beforeAll' or 'afterAll' to affect this command and all its subcommands.
	*
	* @param {string} position - before or after built-in help
	* @param {(string | Function)} text - string to add, or a function returning a string
	* @return {Command} `this` command for chaining
	*/
	addHelpText(position, text) {
		const allowedValues = [
			"beforeAll",
			"before",
			"after",
			"afterAll"
		];
		if (!allowedValues.includes(position)) throw new Error(`Unexpected value for position to addHelpText.
Expecting one of '${allowedValues.join("', '")}'`);
		const helpEvent = `${position}Help`;
		this.on(helpEvent, (context) => {
			let helpStr;
			if (typeof text === "function") helpStr = text({
				error: context.error,
				command: context.command
			});
			else helpStr = text;
			if (helpStr) context.write(`${helpStr}\n`);
		});
		return this;
	}
	/**
	* Output help information if help flags specified
	*
	* @param {Array} args - array of options to search for help flags
	* @private
	*/
	_outputHelpIfRequested(args) {
		const helpOption = this._getHelpOption();
		if (helpOption && args.find((arg) => helpOption.is(arg))) {
			this.outputHelp();
			this._exit(0, "commander.helpDisplayed", "(outputHelp)");
		}
	}
};
/**
* Scan arguments and increment port number for inspect calls (to avoid conflicts when spawning new command).
*
* @param {string[]} args - array of arguments from node.execArgv
* @returns {string[]}
* @private
*/
function incrementNodeInspectorPort(args) {
	return args.map((arg) => {
		if (!arg.startsWith("--inspect")) return arg;
		let debugOption;
		let debugHost = "127.0.0.1";
		let debugPort = "9229";
		let match;
		if ((match = arg.match(/^(--inspect(-brk|-wait)?)$/)) !== null) debugOption = match[1];
		else if ((match = arg.match(/^(--inspect(-brk|-port|-wait)?)=(\[[^\]]+\]|[^:]+)$/)) !== null) {
			debugOption = match[1];
			if (/^\d+$/.test(match[3])) debugPort = match[3];
			else debugHost = match[3];
		} else if ((match = arg.match(/^(--inspect(-brk|-port|-wait)?)=(\[[^\]]+\]|[^:]+):(\d+)$/)) !== null) {
			debugOption = match[1];
			debugHost = match[3];
			debugPort = match[4];
		}
		if (debugOption && debugPort !== "0") return `${debugOption}=${debugHost}:${parseInt(debugPort) + 1}`;
		return arg;
	});
}
/**
* Exported for using from tests, not otherwise used outside this file.
*
* @returns {boolean | undefined}
* @package
*/
function useColor() {
	if (process$1.env.NO_COLOR || process$1.env.FORCE_COLOR === "0" || process$1.env.FORCE_COLOR === "false") return false;
	if (process$1.env.FORCE_COLOR || process$1.env.CLICOLOR_FORCE !== void 0) return true;
}

// node_modules/commander/index.js
const program = new Command();

// src/config/flags.ts
/** The flags, by their names there. */
const BENCHMARK_FLAGS = [
	flag("backend", "NAME", "vllm, openai, openai-chat or vllm-chat", "text", "service.backend"),
	flag("base-url", "URL", "address of a running server", "text", "service.base_url"),
	flag("host", "HOST", "host of a running server, without --base-url", "text"),
	flag("port", "PORT", "port of a running server, without --base-url", "whole"),
	flag("endpoint", "PATH", "/v1/completions or /v1/chat/completions", "text"),
	flag("model", "ID", "model id that requests name", "text"),
	flag("served-model-name", "ID", "model id that requests name, where it differs from --model", "text"),
	flag("dataset-name", "NAME", "random, sharegpt or jsonl", "text", "load.dataset_name"),
	flag("dataset-path", "FILE", "file of the data set", "text", "load.dataset_path"),
	flag("request-rate", "RATES", "offered rate in requests/s; several rates with commas make a ladder", "text"),
	flag("num-prompts", "N", "requests of each rung", "whole", "load.num_prompts"),
	flag("max-concurrency", "N", "cap on requests in flight", "whole", "load.max_concurrency"),
	flag("burstiness", "SHAPE", "shape of Gamma gaps", "number", "load.burstiness"),
	flag("seed", "N", "seed of schedule and prompts", "whole", "load.seed"),
	flag("random-input-len", "TOKENS", "prompt length of random", "whole", "load.input_len"),
	flag("random-output-len", "TOKENS", "output length of random", "whole", "load.output_len"),
	flag("sharegpt-output-len", "TOKENS", "output length of sharegpt", "whole", "load.output_len"),
	flag("input-len", "TOKENS", "prompt length", "whole", "load.input_len"),
	flag("output-len", "TOKENS", "output length", "whole", "load.output_len"),
	flag("ignore-eos", void 0, "go on to the full output length", "switch", "load.ignore_eos"),
	flag("temperature", "T", "sampling temperature", "number", "load.sampling.temperature"),
	flag("top-p", "P", "nucleus sampling", "number", "load.sampling.top_p"),
	flag("top-k", "K", "top-k sampling", "number", "load.sampling.top_k"),
	flag("output-file", "FILE", "also write the (last) rung in the format of vllm bench serve to this file", "text"),
	flag("save-result", void 0, "with --result-filename: as --output-file", "switch"),
	flag("result-dir", "DIR", "folder of --result-filename", "text"),
	flag("result-filename", "FILE", "as --output-file", "text"),
	ignored("tokenizer", "NAME"),
	ignored("trust-remote-code"),
	ignored("disable-tqdm"),
	ignored("percentile-metrics", "LIST"),
	ignored("metric-percentiles", "LIST"),
	ignored("save-detailed")
];
/** Declares the flags on a command; those without effect here are not in its help. */
function addBenchmarkFlags(command) {
	for (const { flag: name, value, description, ignored: hidden } of BENCHMARK_FLAGS) {
		const option = new Option(value === void 0 ? `--${name}` : `--${name} <${value}>`, description);
		command.addOption(hidden === true ? option.hideHelp() : option);
	}
}
/** Settings from the options that commander read (camelCase names). Full-match numbers: "200x" is a problem. */
function readBenchmarkFlags(options) {
	const given = /* @__PURE__ */ new Map();
	for (const { flag: name } of BENCHMARK_FLAGS) {
		const value = options[camelCase(name)];
		if (value !== void 0 && value !== false) given.set(name, String(value));
	}
	const settings = new Settings();
	for (const row of BENCHMARK_FLAGS) {
		const text = given.get(row.flag);
		if (text === void 0) continue;
		if (row.ignored === true) settings.warnings.push(`--${row.flag} changes nothing here`);
		else if (row.key !== void 0) settings.set(row.key, row.flag, readValue(row, text, settings));
	}
	readAddress(given, settings);
	readEndpoint(given.get("endpoint"), settings);
	readModel(given, settings);
	readRates(given.get("request-rate"), settings);
	if (given.has("burstiness") && given.get("burstiness") !== "1") settings.set("load.arrival", "burstiness", "gamma");
	const outputFile = outputFileOf(given, settings);
	const { document, origins, problems, warnings } = settings;
	return {
		document,
		origins,
		problems,
		warnings,
		...outputFile !== void 0 && { output_file: outputFile }
	};
}
/** A document that grows by configuration paths and remembers which flag gave what. */
var Settings = class {
	document = {};
	origins = {};
	problems = [];
	warnings = [];
	set(path, flagName, value) {
		const keys = path.split(".");
		let parent = this.document;
		for (const key of keys.slice(0, -1)) {
			parent[key] ??= {};
			parent = parent[key];
		}
		parent[keys.at(-1) ?? ""] = value;
		this.origins[path] = `--${flagName}`;
	}
	problem(path, flagName, message) {
		this.problems.push({
			path,
			where: `--${flagName}`,
			message
		});
	}
};
function readValue(row, text, settings) {
	switch (row.read) {
		case "text": return text;
		case "switch": return true;
		case "number":
		case "whole": {
			const whole = row.read === "whole";
			if ((whole ? /^-?\d{1,15}$/ : /^-?\d{1,15}(\.\d{1,15})?$/).test(text)) return Number(text);
			const expected = whole ? "a whole number" : "a number";
			settings.problem(row.key ?? "", row.flag, `expected ${expected}, found ${quoted$2(text)}`);
			return text;
		}
	}
}
/** --base-url wins over --host and --port, as there; 127.0.0.1 and 8000 are its defaults. */
function readAddress(given, settings) {
	const host = given.get("host");
	const port = given.get("port");
	if (given.has("base-url") || host === void 0 && port === void 0) return;
	const name = host === void 0 ? "port" : "host";
	if (port !== void 0 && !/^\d{1,5}$/.test(port)) settings.problem("service.base_url", "port", `expected a port, found ${quoted$2(port)}`);
	const shownHost = host?.includes(":") && !host.startsWith("[") ? `[${host}]` : host ?? "127.0.0.1";
	settings.set("service.base_url", name, `http://${shownHost}:${port ?? "8000"}`);
}
function readEndpoint(endpoint, settings) {
	if (endpoint === void 0) return;
	const known = {
		"/v1/completions": "completions",
		"/v1/chat/completions": "chat"
	};
	const kind = Object.hasOwn(known, endpoint) ? known[endpoint] : void 0;
	if (kind === void 0) settings.problem("service.endpoint", "endpoint", `expected ${Object.keys(known).join(" or ")}, found ${quoted$2(endpoint)}`);
	settings.set("service.endpoint", "endpoint", kind ?? endpoint);
}
/** There --model also names the tokenizer; requests name --served-model-name where it is given. */
function readModel(given, settings) {
	const name = given.has("served-model-name") ? "served-model-name" : "model";
	const model = given.get(name);
	if (model !== void 0) settings.set("service.model_id", name, model);
}
function readRates(text, settings) {
	if (text === void 0) return;
	const words = text.split(",").map((word) => word.trim());
	const numbers = words.every((word) => /^\d{1,15}(\.\d{1,15})?$/.test(word));
	if (!numbers) {
		const message = words.some((word) => /^inf(inity)?$/i.test(word)) ? "inf sends everything at once and has no rate to judge; name rates such as 2,4,8, the highest above what the server can do" : `expected a rate above 0, or several with commas, found ${quoted$2(text)}`;
		settings.problem("load.request_rates", "request-rate", message);
	}
	settings.set("load.request_rates", "request-rate", numbers ? words.map(Number) : text);
}
function outputFileOf(given, settings) {
	const file = given.get("output-file");
	const name = given.get("result-filename");
	if (file !== void 0 && name !== void 0) settings.problem("", "output-file", "given together with --result-filename: both name the same file");
	if (file !== void 0) return file;
	if (name === void 0 || !given.has("save-result")) return void 0;
	return join(given.get("result-dir") ?? "", name);
}
function flag(name, value, description, read, key) {
	return {
		flag: name,
		...value !== void 0 && { value },
		description: key === void 0 ? description : `${description} (${key})`,
		read,
		...key !== void 0 && { key }
	};
}
function ignored(name, value) {
	return {
		...flag(name, value, "accepted, changes nothing", value === void 0 ? "switch" : "text"),
		ignored: true
	};
}
function camelCase(name) {
	return name.replace(/-([a-z])/g, (_, letter) => letter.toUpperCase());
}
function quoted$2(text) {
	return JSON.stringify(text.slice(0, 60));
}

// src/config/validate-text.ts
/** The plan as plain text in aligned columns; secrets masked. */
function planText(plan, config) {
	const text = [
		subject(plan, config),
		config.engine.kind === "docker" ? section("Container", container(config.engine, plan.gpus)) : "",
		section("Ladder", rungTable(plan.rungs)),
		section("Time and cost", cost(plan, config)),
		section("Budgets", budgetTable(plan.budgets, config.compare.confidence)),
		section("Notes", [...config.warnings, ...plan.warnings].map((warning) => `! ${warning}`))
	].filter((part) => part !== "").join("\n\n");
	return maskSecrets(printable(text), config.secrets);
}
function subject(plan, { service, engine, load, compare }) {
	return columns([
		["engine", engine.kind === "external" ? `external, ${engine.url}` : engine.kind],
		["image", engine.kind === "docker" ? `${engine.image} (pull: ${engine.pull})` : void 0],
		["address", engine.kind === "hooks" ? engine.url : void 0],
		["command", plan.engine_command?.map(quoted$1).join(" ")],
		["model", service.model_id ?? (engine.kind === "external" ? "the one that the server serves" : engine.model)],
		["endpoint", service.endpoint === "auto" ? `auto (${service.backend})` : service.endpoint],
		["key", service.key === void 0 ? "none" : "given (masked)"],
		["prompts", prompts(load)],
		["arrival", load.arrival === "gamma" ? `gamma, burstiness ${load.burstiness}` : load.arrival],
		["baseline", compare.baseline]
	].filter((row) => row[1] !== void 0)).join("\n");
}
/** How the container will be started, as flags of docker run, each with its reason. */
function container(engine, planned) {
	const gpus = Array.isArray(engine.gpus) ? engine.gpus.length : engine.gpus;
	return columns(containerSettings({
		runtime: "docker",
		rootless: false,
		render_nodes: typeof gpus === "number" ? gpus : planned ?? 1,
		network: engine.network ?? "host",
		...engine.port !== void 0 && { port: engine.port },
		...engine.shm_size !== void 0 && { shm_size: engine.shm_size },
		...engine.memory !== void 0 && { memory: engine.memory },
		mounts: engine.mounts ?? [],
		caches: engine.caches ?? {},
		hf_offline: engine.hf_offline ?? engine.caches?.hf !== void 0,
		stop_timeout_s: engine.stop_timeout,
		raise_limits: true
	}).map(({ flag, why }) => [flag, why]));
}
function prompts(load) {
	const output = load.output_len === void 0 ? "output as in the data" : `${load.output_len} tokens out`;
	const input = load.dataset_name === "random" ? `${load.input_len} tokens in` : load.dataset_path;
	return [
		load.dataset_name,
		input,
		output
	].filter((part) => part !== void 0).join(", ");
}
function rungTable(rungs) {
	return columns([[
		"requests/s",
		"rung",
		"prompts",
		"expected"
	], ...rungs.map((rung) => [
		String(rung.rate),
		rung.kind,
		String(rung.num_prompts),
		duration(rung.duration_s)
	])]);
}
function cost(plan, { limits }) {
	const rows = [["warm-up", plan.warmup_max_s === 0 ? "off" : `at most ${duration(plan.warmup_max_s)}`], ["total", `${minutes(plan.wall_minutes)}${against(limits.max_minutes, "limits.max_minutes")}, without boot and retries`]];
	if (plan.gpus !== void 0 && plan.gpu_minutes !== void 0) {
		const text = `${plan.gpus} × = ${minutes(plan.gpu_minutes)} of GPU`;
		rows.push(["GPUs", `${text}${against(limits.max_gpu_minutes, "limits.max_gpu_minutes")}`]);
	}
	return columns(rows);
}
function budgetTable(budgets, confidence) {
	if (budgets.length === 0) return ["none: only failed or missing requests can fail this run"];
	const header = [
		"budget",
		"rungs",
		"prompts",
		"needs at best",
		"for 90 % power",
		""
	];
	const rows = budgets.map((budget) => [
		budget.expression,
		budget.rates.length === 0 ? "ladder" : budget.rates.join(", "),
		budget.planned_n === void 0 ? "" : String(budget.planned_n),
		budget.needs_n === void 0 ? "–" : String(budget.needs_n),
		budget.needs_n_power === void 0 ? "–" : String(budget.needs_n_power),
		mark(budget)
	]);
	const proofs = budgets.some((budget) => budget.needs_n !== void 0);
	const legend = `one-sided confidence ${confidence}; power: half of the allowance is used`;
	return [...columns([header, ...rows]), ...proofs ? [legend] : []];
}
function mark({ planned_n, needs_n, needs_n_power, observed }) {
	if (observed) return "observed, not proven";
	if (planned_n === void 0 || needs_n === void 0 || needs_n_power === void 0) return "";
	if (planned_n < needs_n) return "CANNOT BE DECIDED";
	return planned_n < needs_n_power ? "may stay undecided" : "enough";
}
function section(title, lines) {
	return lines.length === 0 ? "" : [title, ...lines.map((line) => `  ${line}`)].join("\n");
}
/** Rows of equal columns; numbers to the right, the last column unpadded. */
function columns(rows) {
	const widths = [];
	for (const row of rows) for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
	return rows.map((row) => row.map((cell, i) => /^[\d.]+$/.test(cell) ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)).join("  ").trimEnd());
}
function against(limit, name) {
	return limit === void 0 ? "" : ` (${name}: ${limit})`;
}
function duration(seconds) {
	if (seconds < 90) return `${Math.round(seconds)} s`;
	return minutes(seconds / 60);
}
function minutes(value) {
	return `${value < 10 ? value.toFixed(1) : Math.round(value)} min`;
}
/** Words that a shell would split are quoted, for people who copy the line. */
function quoted$1(word) {
	return /^[\w@%+=:,./{}-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
/** Values from files must not move the cursor of a terminal. */
function printable(text) {
	return [...text].map((char) => /[\p{Cc}\p{Cf}]/u.test(char) && char !== "\n" ? "�" : char).join("");
}

// src/report/terminal.ts
const COLOR = {
	pass: 32,
	fail: 31,
	inconclusive: 33,
	invalid: 35,
	error: 31
};
const MIN_COLUMNS = 60;
const MAX_COLUMNS = 120;
const MAX_FINDINGS = 20;
/** The report for a terminal: plain words, fits the width, the same numbers as the comment. */
function renderTerminal(result, options) {
	const width = Math.max(MIN_COLUMNS, Math.min(MAX_COLUMNS, Math.floor(options.columns) || 80));
	const paint = ({ text, color }) => options.color && color !== void 0 ? `\u001B[${color}m${text}\u001B[0m` : text;
	const first = wrap(plain(headline(result)), width, "");
	const color = COLOR[result.verdict.verdict];
	return `${[
		...first.map((text) => paint({
			text,
			color
		})),
		...result.simulated ? wrap(TEXT.simulated, width, "") : [],
		...result.title === void 0 ? [] : wrap(plain(result.title, 200), width, ""),
		...wrap(plain(comparisonText(result)), width, ""),
		"",
		...rungLines(ladderOf(result, 12), width, paint),
		...wrap(plain(capacityText(result), 300), width, ""),
		...block(TEXT.decided, decidedLines(result), width),
		...block(TEXT.validity, validityLines(result), width),
		...block(TEXT.environment, [environmentLine(result)], width),
		...block(TEXT.reproduce, [plain(result.reproduce, 2e3)], width),
		"",
		...wrap(plain(footer(result)), width, "")
	].join("\n")}\n`;
}
/** As many columns as fit; what does not fit follows in a second table below. */
function rungLines(ladder, width, paint) {
	if (ladder.rows.length === 0) return [TEXT.noRungs];
	const lead = ladder.rows.map((row) => [{ text: rungLabel(row.rung) }, { text: completedText(row.rung) }]);
	const verdicts = ladder.rows.map(verdictCell);
	const lines = [];
	let index = 0;
	while (index < ladder.columns.length) {
		let table = [];
		let end = index;
		while (end < ladder.columns.length) {
			const next = tableOf(ladder, lead, verdicts, index, end + 1);
			if (end > index && tableWidth(next) > width) break;
			table = next;
			end += 1;
		}
		lines.push(...alignRight(table, paint), "");
		index = end;
	}
	return lines;
}
function tableOf(ladder, lead, verdicts, from, to) {
	return [[
		{ text: "req/s" },
		{ text: "done" },
		...ladder.columns.slice(from, to).map((column) => ({ text: columnTitle(column) })),
		{ text: "verdict" }
	], ...ladder.rows.map((row, at) => [
		...lead[at] ?? [],
		...ladder.columns.slice(from, to).map((column, offset) => valueCell(row.values[from + offset], column)),
		verdicts[at] ?? { text: "" }
	])];
}
const columnTitle = ({ label, unit }) => `${plain(label, 24)}${unit === "ms" ? " ms" : ""}`;
function valueCell(value, column) {
	if (value === void 0) return { text: "" };
	const now = bare(value.value, column.unit);
	const text = value.baseline === void 0 ? now : `${now} ${change(value.value, value.baseline)}`;
	return value.verdict !== void 0 && value.verdict !== "pass" ? {
		text: `${text} ${value.verdict}`,
		color: COLOR[value.verdict]
	} : { text };
}
function verdictCell(row) {
	if (row.rung.kind === "exploring") return { text: TEXT.exploring };
	if (row.verdict === void 0) return { text: TEXT.notJudged };
	return {
		text: row.verdict.toUpperCase(),
		color: COLOR[row.verdict]
	};
}
const widths = (table) => (table[0] ?? []).map((_, column) => Math.max(...table.map((row) => length(row[column]?.text ?? ""))));
const tableWidth = (table) => widths(table).reduce((sum, width) => sum + width + 2, -2);
function alignRight(table, paint) {
	const columns = widths(table);
	return table.map((row) => row.map((cell, at) => {
		const space = " ".repeat(Math.max(0, (columns[at] ?? 0) - length(cell.text)));
		return at === row.length - 1 ? paint(cell) : `${space}${paint(cell)}`;
	}).join("  ").trimEnd());
}
function decidedLines(result) {
	const findings = rankedFindings(result);
	const lines = findings.slice(0, MAX_FINDINGS).flatMap((finding) => {
		const place = findingPlace(finding);
		const lead = `${finding.verdict ?? finding.severity}${place === void 0 ? "" : ` (${place})`}`;
		const evidence = (finding.evidence ?? []).slice(0, 10).map((line) => `| ${plain(line, 200)}`);
		return [plain(`${lead}: ${sentences(finding.message, finding.hint)}`, 1200), ...evidence];
	});
	if (findings.length > MAX_FINDINGS) lines.push(TEXT.more(findings.length - MAX_FINDINGS));
	return [...lines, cellCounts(result)];
}
function validityLines(result) {
	const notes = validityNotes(result).map(({ place, check }) => plain(`${check.state}, ${place}, ${check.rule}: ${check.message}`, 300));
	const other = [...stopLines(result), ...failureLines(result)].map((line) => plain(line, 300));
	const lines = [...notes.slice(0, MAX_FINDINGS), ...other.slice(0, MAX_FINDINGS)];
	if (lines.length > 0) return lines;
	return [result.rungs.length > 0 ? TEXT.allValid : TEXT.noRungs];
}
const environmentLine = (result) => environment(result).map(({ name, value }) => `${name} ${plain(value, 80)}`).join(", ");
const block = (title, lines, width) => [
	"",
	`${title}:`,
	...lines.flatMap((line) => wrap(line, width, "  "))
];
/** Breaks at spaces; a word longer than the line is cut. */
function wrap(text, width, indent) {
	const room = width - indent.length;
	const lines = [];
	let line = "";
	for (const word of text.split(" ").flatMap((each) => pieces(each, room))) if (line !== "" && length(line) + 1 + length(word) > room) {
		lines.push(indent + line);
		line = word;
	} else line = line === "" ? word : `${line} ${word}`;
	return [...lines, indent + line];
}
function pieces(word, room) {
	const points = [...word];
	const count = Math.max(1, Math.ceil(points.length / room));
	return Array.from({ length: count }, (_, at) => points.slice(at * room, (at + 1) * room).join(""));
}
const length = (text) => [...text].length;

// src/simulator/answer.ts
const DONE_EVENT = "data: [DONE]\n\n";
function dataEvent(json) {
	return `data: ${json}\n\n`;
}
/** Builds the texts of one request. Chunks are put together from strings: thousands are sent every second. */
function answerText(request, identity) {
	return request.endpoint === "chat" ? chatText(request, identity) : completionText(request, identity);
}
function completionText(request, identity) {
	const head = `{"id":"cmpl-${identity.id}","object":"text_completion",${origin(identity)}`;
	const ids = idsText(request);
	const fingerprint = `"system_fingerprint":${JSON.stringify(identity.system_fingerprint)}`;
	return {
		opening: () => "",
		token(token) {
			const promptIds = token.count === 1 ? ids(request.prompt_ids) : "null";
			const choice = `{"index":0,"text":"${token.text}","logprobs":null,"finish_reason":${quoted(token.finish_reason)},"stop_reason":null,"prompt_token_ids":${promptIds},"token_ids":${ids([token.id])}}`;
			return dataEvent(`${head},"choices":[${choice}]${tail(request, token, fingerprint, "")}}`);
		},
		closing: (count) => closingEvent({
			request,
			head,
			count,
			fingerprint
		}),
		whole: (answer) => `${head},"choices":[{"index":0,"text":${JSON.stringify(answer.text)},"logprobs":null,"finish_reason":${quoted(answer.finish_reason)},"stop_reason":null,"token_ids":${ids(answer.token_ids)},"prompt_logprobs":null,"prompt_token_ids":${ids(request.prompt_ids)},"routed_experts":null}],"service_tier":null,${fingerprint},"usage":${wholeUsage(request, answer)},"kv_transfer_params":null,"ec_transfer_params":null,"metrics":null}`
	};
}
function chatText(request, identity) {
	const origins = origin(identity);
	const head = `{"id":"chatcmpl-${identity.id}","object":"chat.completion.chunk",${origins}`;
	const ids = idsText(request);
	const details = ",\"completion_tokens_details\":null";
	const fingerprint = `"system_fingerprint":${JSON.stringify(identity.system_fingerprint)}`;
	return {
		opening() {
			const usage = request.continuous_usage ? `,"usage":${usageText(request, 0, details)}` : "";
			return dataEvent(`${head},"choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":null}]${usage},"prompt_token_ids":${ids(request.prompt_ids)},"prompt_text":null}`);
		},
		token(token) {
			const stop = token.finish_reason === void 0 ? "" : ",\"stop_reason\":null";
			const choice = `{"index":0,"delta":{"content":"${token.text}"},"logprobs":null,"finish_reason":${quoted(token.finish_reason)}${stop},"token_ids":${ids([token.id])}}`;
			return dataEvent(`${head},"choices":[${choice}]${tail(request, token, fingerprint, details)}}`);
		},
		closing: (count) => closingEvent({
			request,
			head,
			count,
			fingerprint
		}),
		whole: (answer) => `{"id":"chatcmpl-${identity.id}","object":"chat.completion",${origins},"choices":[{"index":0,"message":{"role":"assistant","content":${JSON.stringify(answer.text)},"refusal":null,"annotations":null,"audio":null,"function_call":null,"reasoning":null},"logprobs":null,"finish_reason":${quoted(answer.finish_reason)},"stop_reason":null,"token_ids":${ids(answer.token_ids)},"routed_experts":null}],"service_tier":null,${fingerprint},"usage":${wholeUsage(request, answer)},"prompt_logprobs":null,"prompt_token_ids":${ids(request.prompt_ids)},"prompt_text":null,"kv_transfer_params":null,"ec_transfer_params":null,"metrics":null}`
	};
}
function origin(identity) {
	return `"created":${identity.created},"model":${JSON.stringify(identity.model)}`;
}
function idsText(request) {
	return request.return_token_ids ? (ids) => JSON.stringify(ids) : () => "null";
}
function quoted(reason) {
	return reason === void 0 ? "null" : `"${reason}"`;
}
/** After the choices: running usage, or the fingerprint on the last chunk where no usage chunk follows. */
function tail(request, token, fingerprint, details) {
	if (request.continuous_usage) return `,"usage":${usageText(request, token.count, details)}`;
	return token.finish_reason !== void 0 && !request.include_usage ? `,${fingerprint}` : "";
}
function closingEvent(text) {
	if (!text.request.include_usage) return "";
	return dataEvent(`${text.head},"choices":[],"usage":${usageText(text.request, text.count, "")},${text.fingerprint}}`);
}
function usageText(request, completionTokens, details) {
	const prompt = request.prompt_ids.length;
	return `{"prompt_tokens":${prompt},"total_tokens":${prompt + completionTokens},"completion_tokens":${completionTokens}${details}}`;
}
function wholeUsage(request, answer) {
	return usageText(request, answer.token_ids.length, ",\"prompt_tokens_details\":null,\"completion_tokens_details\":null");
}

// src/simulator/engine-clock.ts
/**
* Drives the engine model by the real clock. Steps end at absolute times of the model: timers are coarse, but
* their lateness never adds up, and a process that was late catches up.
*/
var EngineClock = class {
	#engine;
	#deliver;
	/** Real milliseconds of one engine second. */
	#scale_ms;
	#origin_ms = performance.now();
	#timer;
	#stopped = false;
	constructor(parts) {
		this.#engine = parts.engine;
		this.#deliver = parts.deliver;
		this.#scale_ms = parts.time_scale * 1e3;
	}
	submit(request) {
		this.#pump();
		const answer = this.#engine.submit(request, this.#now());
		this.#setTimer();
		return answer;
	}
	abort(id) {
		this.#engine.abort(id);
	}
	resetPrefixCache() {
		this.#engine.resetPrefixCache();
	}
	state() {
		this.#pump();
		return {
			load: this.#engine.load,
			counters: this.#engine.counters
		};
	}
	/** Nothing is delivered any more. */
	stop() {
		this.#stopped = true;
		clearTimeout(this.#timer);
	}
	#now() {
		return (performance.now() - this.#origin_ms) / this.#scale_ms;
	}
	#pump() {
		if (this.#stopped) return;
		for (const outcome of this.#engine.advance(this.#now())) this.#deliver(outcome);
		this.#setTimer();
	}
	#setTimer() {
		clearTimeout(this.#timer);
		const next = this.#engine.nextEventAt();
		if (next === void 0 || this.#stopped) return;
		const delayMs = Math.max(0, Math.ceil((next - this.#now()) * this.#scale_ms));
		this.#timer = setTimeout(() => this.#pump(), delayMs);
	}
};

// src/simulator/engine-log.ts
const BANNER = "SIMULATED: no GPU, no model. Every number of this server comes from a model of an engine.";
function engineLog(options) {
	const { preset, parameters } = options.settings;
	const write = (level, source, text) => options.log(`(APIServer pid=${options.pid}) ${level} ${stamp(options.clock())} [${source}] ${text}`);
	const info = (source, text) => write("INFO", source, text);
	let before;
	let wasIdle = true;
	return {
		boot() {
			write("WARNING", "simulator", BANNER);
			info("simulator", `preset ${preset.name}: ${preset.description}, time_scale ${options.time_scale}`);
			info("api_utils.py:347", `version ${options.version}`);
			info("api_utils.py:347", `model   ${options.model_id}`);
			const args = {
				host: options.host,
				port: options.port,
				model: options.model_id,
				tensor_parallel_size: preset.tensor_parallel_size,
				...parameters,
				fault: options.settings.faults.map((fault) => fault.name).join(",")
			};
			info("api_utils.py:286", `non-default args: ${JSON.stringify(args)}`);
			const tokens = parameters.kv_tokens.toLocaleString("en-US");
			const length = parameters.max_model_len.toLocaleString("en-US");
			const concurrency = (parameters.kv_tokens / parameters.max_model_len).toFixed(2);
			info("kv_cache_utils.py:2327", `GPU KV cache size: ${tokens} tokens, Maximum concurrency for ${length} tokens per request: ${concurrency}x`);
		},
		loading(percent) {
			info("simulator", `Loading safetensors checkpoint shards: ${percent}% Completed (SIMULATED)`);
		},
		listening(url) {
			info("entry.py:140", `Starting vLLM server on ${url} (SIMULATED)`);
			options.log("INFO:     Application startup complete.");
		},
		throughput({ load, counters, elapsed_s: elapsed }) {
			const last = before ?? ZERO;
			const prompt = counters.prompt_tokens - last.prompt_tokens;
			const generated = counters.generation_tokens - last.generation_tokens;
			before = counters;
			const idle = prompt + generated + load.running + load.waiting === 0;
			if (idle && wasIdle) return;
			wasIdle = idle;
			const hitRate = counters.prefix_cache_queries === 0 ? 0 : counters.prefix_cache_hits / counters.prefix_cache_queries;
			info("loggers.py:335", `Engine 000: Avg prompt throughput: ${(prompt / elapsed).toFixed(1)} tokens/s, Avg generation throughput: ${(generated / elapsed).toFixed(1)} tokens/s, Running: ${load.running} reqs, Waiting: ${load.waiting} reqs, GPU KV cache usage: ${(load.kv_usage * 100).toFixed(1)}%, Prefix cache hit rate: ${(hitRate * 100).toFixed(1)}% (SIMULATED)`);
		},
		engineDead() {
			write("ERROR", "core.py:1490", "EngineCore encountered a fatal error. (SIMULATED fault engine_dead)");
			write("ERROR", "async_llm.py:780", "EngineDeadError: EngineCore encountered an issue. See stack trace (above) for the root cause.");
		}
	};
}
const ZERO = {
	prompt_tokens: 0,
	generation_tokens: 0,
	prefix_cache_queries: 0,
	prefix_cache_hits: 0,
	preemptions: 0,
	rejected: 0
};
/** "12-01 12:13:19", local time. */
function stamp(date) {
	const two = (value) => String(value).padStart(2, "0");
	return `${`${two(date.getMonth() + 1)}-${two(date.getDate())}`} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

// src/simulator/problem.ts
/** An answer other than 200, in the shapes of vLLM 0.32. Its message goes to the client as it is. */
var HttpProblem = class extends Error {
	status;
	body;
	headers;
	constructor(status, body, headers = {}) {
		super(`HTTP ${status}`);
		this.name = "HttpProblem";
		this.status = status;
		this.body = JSON.stringify(body);
		this.headers = headers;
	}
};
/** The object behind `error`, also inside a stream. */
function errorObject(text) {
	return { error: {
		message: text.message,
		type: text.type,
		param: text.param ?? null,
		code: text.status
	} };
}
function apiProblem(text) {
	return new HttpProblem(text.status, errorObject(text));
}
/** A value that the server understood and refuses (vLLM: BadRequestError). */
function badValue(message, param, value) {
	return apiProblem({
		status: 400,
		message: message + (value === void 0 ? ` (parameter=${param})` : ` (parameter=${param}, value=${value})`),
		type: "BadRequestError",
		param
	});
}
/** A body that does not have the wanted shape (vLLM: pydantic's text under "Bad Request"). */
function badShape(detail, param) {
	return apiProblem({
		status: 400,
		message: `1 validation error:\n  ${detail}`,
		type: "Bad Request",
		param
	});
}
/** Error of a dead engine core, word for word, so that triage of real logs and streams works on it. */
const ENGINE_DEAD = {
	status: 500,
	message: "EngineCore encountered an issue. See stack trace (above) for the root cause.",
	type: "InternalServerError"
};

// src/simulator/tokenizer.ts
const SPACE = 32;
const LETTERS = 27;
const PAIRS = 729;
const ASCII = 128;
const BYTE_IDS = 0;
const PAIR_IDS = 256;
const TRIPLE_IDS = 985;
const ONE_ENDED_IDS = 20668;
const TWO_ENDED_IDS = 24124;
const TEXT_IDS_END = 117436;
/** Ids of the chat template, where Llama 3 has them. */
const SPECIAL = {
	begin: 128e3,
	header: 128006,
	header_end: 128007,
	turn_end: 128009
};
const SPECIAL_TEXT = {
	[SPECIAL.begin]: "<|begin_of_text|>",
	[SPECIAL.header]: "<|start_header_id|>",
	[SPECIAL.header_end]: "<|end_header_id|>",
	[SPECIAL.turn_end]: "<|eot_id|>"
};
/** Ids are below this, as with Llama 3; ids in the gaps count as one token and decode to nothing. */
const VOCABULARY_SIZE = 128256;
/** Ends a generation that stops by itself; has no text. */
const END_OF_TURN_ID = SPECIAL.turn_end;
function encode(text) {
	const bytes = Buffer.from(text, "utf8");
	const ids = [];
	for (let index = 0; index < bytes.length;) {
		const first = bytes[index] ?? 0;
		const a = letterOf(first);
		const second = bytes[index + 1] ?? 255;
		const b = letterOf(second);
		const third = bytes[index + 2] ?? 255;
		const c = letterOf(third);
		if (a < 0 || b < 0 && second >= ASCII) {
			ids.push(BYTE_IDS + first);
			index += 1;
		} else if (b < 0) {
			ids.push(ONE_ENDED_IDS + a * ASCII + second);
			index += 2;
		} else if (c < 0 && third >= ASCII) {
			ids.push(PAIR_IDS + a * LETTERS + b);
			index += 2;
		} else if (c < 0) {
			ids.push(TWO_ENDED_IDS + (a * LETTERS + b) * ASCII + third);
			index += 3;
		} else {
			ids.push(TRIPLE_IDS + a * PAIRS + b * LETTERS + c);
			index += 3;
		}
	}
	return ids;
}
function decode(ids) {
	const parts = [];
	for (const id of ids) parts.push(Buffer.from(bytesOf(id)));
	return Buffer.concat(parts).toString("utf8");
}
/** Token ids of a conversation in Llama 3's shape, ready for the assistant's turn. */
function encodeChat(messages) {
	const ids = [SPECIAL.begin];
	for (const message of messages) {
		for (const id of header(message.role)) ids.push(id);
		for (const id of encode(message.content)) ids.push(id);
		ids.push(SPECIAL.turn_end);
	}
	for (const id of header("assistant")) ids.push(id);
	return ids;
}
/** What the simulator writes, token by token, beginning where the seed says. */
function generatedToken(seed, index) {
	const token = GENERATED[(seed + index) % GENERATED.length];
	if (token === void 0) throw new Error(`generatedToken: no token for seed ${seed}, index ${index}`);
	return token;
}
const GENERATED = encode("simulated text from no real model on no real hardware ".padEnd(Math.ceil(18) * 3)).map((id) => ({
	id,
	text: decode([id])
}));
function header(role) {
	return [
		SPECIAL.header,
		...encode(role.slice(0, 64)),
		SPECIAL.header_end
	];
}
/** 0 for a space, 1–26 for a–z, otherwise -1. */
function letterOf(byte) {
	if (byte === SPACE) return 0;
	return byte >= 97 && byte <= 122 ? byte - 96 : -1;
}
function byteOf(letter) {
	return letter === 0 ? SPACE : letter + 96;
}
function bytesOf(id) {
	if (id < PAIR_IDS) return [id - BYTE_IDS];
	if (id < TRIPLE_IDS) return pair(id - PAIR_IDS);
	if (id < ONE_ENDED_IDS) {
		const triple = id - TRIPLE_IDS;
		return [...pair(Math.floor(triple / LETTERS)), byteOf(triple % LETTERS)];
	}
	if (id < TWO_ENDED_IDS) {
		const ended = id - ONE_ENDED_IDS;
		return [byteOf(Math.floor(ended / ASCII)), ended % ASCII];
	}
	if (id < TEXT_IDS_END) {
		const ended = id - TWO_ENDED_IDS;
		return [...pair(Math.floor(ended / ASCII)), ended % ASCII];
	}
	return SPECIAL_TEXT[id] ?? "";
}
function pair(value) {
	return [byteOf(Math.floor(value / LETTERS)), byteOf(value % LETTERS)];
}

// src/simulator/generation.ts
/** Begins the answer: headers go out at once for a stream, long before the first token. */
function beginGeneration(setup) {
	setup.response.on("close", () => {
		if (!setup.response.writableFinished) setup.abort();
	});
	return setup.request.stream ? streamedGeneration(setup) : wholeGeneration(setup);
}
function streamedGeneration(setup) {
	const { response, text, fault } = setup;
	response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
	response.flushHeaders();
	const finish = (count) => {
		response.end(text.closing(count) + DONE_EVENT);
	};
	const fail = (ending) => {
		response.end(dataEvent(JSON.stringify(errorObject(ENGINE_DEAD))) + ending);
		setup.abort();
	};
	return {
		token(output) {
			const count = output.index + 1;
			if (output.index === 0) response.write(text.opening());
			if (fault === "zero_tokens") {
				response.write(text.token({
					id: END_OF_TURN_ID,
					text: "",
					count: 0,
					finish_reason: "stop"
				}));
				finish(0);
				setup.abort();
				return;
			}
			const word = wordOf(setup, output);
			response.write(text.token({
				...word,
				count,
				finish_reason: finishReason(setup, output)
			}));
			if (output.index === 0 && (fault === "engine_dead" || fault === "die")) return setup.collapse(fault);
			if (count === halfway(setup)) switch (fault) {
				case "stall": return setup.abort();
				case "error_in_stream": return fail("");
				case "error_then_done": return fail(DONE_EVENT);
				case "truncate":
					response.end();
					return setup.abort();
				case "reset": return reset(setup);
				case "bad_json": response.write(dataEvent("{\"id\":"));
			}
			if (output.finished) finish(count);
		},
		engineDied: () => fail(DONE_EVENT)
	};
}
function wholeGeneration(setup) {
	const { response, fault } = setup;
	const words = [];
	const ids = [];
	const send = (status, body) => {
		response.writeHead(status, {
			"content-type": "application/json",
			"content-length": Buffer.byteLength(body)
		});
		response.end(body);
	};
	const fail = () => {
		send(ENGINE_DEAD.status, JSON.stringify(errorObject(ENGINE_DEAD)));
		setup.abort();
	};
	return {
		token(output) {
			const word = wordOf(setup, output);
			if (fault !== "zero_tokens") {
				words.push(word.text);
				ids.push(word.id);
			}
			if (output.index === 0 && (fault === "engine_dead" || fault === "die")) return setup.collapse(fault);
			if (ids.length === halfway(setup)) {
				if (fault === "stall") return setup.abort();
				if (fault === "error_in_stream" || fault === "error_then_done") return fail();
				if (fault === "reset") return reset(setup);
			}
			if (!output.finished) return;
			const body = setup.text.whole({
				text: words.join(""),
				token_ids: ids,
				finish_reason: finishReason(setup, output)
			});
			send(200, fault === "truncate" || fault === "bad_json" ? body.slice(0, Math.floor(body.length / 2)) : body);
		},
		engineDied: fail
	};
}
function wordOf(setup, output) {
	return output.finished && setup.engine_request.finish_reason === "stop" && setup.fault !== "short_output" ? {
		id: END_OF_TURN_ID,
		text: ""
	} : generatedToken(setup.prompt_seed, output.index);
}
function finishReason(setup, output) {
	return output.finished && setup.fault !== "no_finish_reason" ? setup.engine_request.finish_reason : void 0;
}
function halfway(setup) {
	return Math.max(1, Math.floor(setup.engine_request.output_tokens / 2));
}
function reset(setup) {
	setup.response.socket?.resetAndDestroy();
	setup.abort();
}

// src/simulator/generation-request.ts
/** vLLM's default of /v1/completions; chat defaults to the rest of the context. */
const COMPLETIONS_MAX_TOKENS = 16;
/** Reads a body of /v1/completions or /v1/chat/completions; throws HttpProblem with vLLM's status and text. */
function parseGeneration(endpoint, body, served) {
	const fields = objectOf(body);
	const stream = booleanOf(fields, "stream") ?? false;
	const options = optionsOf(fields, stream);
	const asked = integerOf(fields, "max_completion_tokens") ?? integerOf(fields, "max_tokens");
	const minTokens = integerOf(fields, "min_tokens") ?? 0;
	checkSampling(fields);
	checkModel(fields, served);
	const promptIds = endpoint === "chat" ? chatIds(fields) : completionIds(fields["prompt"]);
	checkPromptLength(promptIds.length, served.max_model_len);
	return {
		endpoint,
		prompt_ids: promptIds,
		max_tokens: outputLimit({
			endpoint,
			asked,
			prompt: promptIds.length,
			limit: served.max_model_len
		}),
		min_tokens: Math.max(0, minTokens),
		ignore_eos: booleanOf(fields, "ignore_eos") ?? false,
		stream,
		include_usage: options.include_usage,
		continuous_usage: options.include_usage && options.continuous_usage,
		return_token_ids: booleanOf(fields, "return_token_ids") ?? false
	};
}
/** Token ids of a body of /tokenize: a prompt or messages. */
function parseTokenize(body, served) {
	const fields = objectOf(body);
	checkModel(fields, served);
	if (fields["messages"] !== void 0) return chatIds(fields);
	const prompt = fields["prompt"];
	if (typeof prompt !== "string") throw badShape(missing("prompt"), "body.prompt");
	return encode(prompt);
}
/** Token ids of a body of /detokenize. */
function parseDetokenize(body, served) {
	const fields = objectOf(body);
	checkModel(fields, served);
	const tokens = fields["tokens"];
	if (!Array.isArray(tokens)) throw badShape(missing("tokens"), "body.tokens");
	return tokens.map(tokenId);
}
function objectOf(body) {
	if (typeof body === "object" && body !== null && !Array.isArray(body)) return body;
	throw badShape("{'type': 'model_attributes_type', 'loc': 'body', 'msg': 'Input should be a valid dictionary'}", "body");
}
function missing(name) {
	return `{'type': 'missing', 'loc': 'body.${name}', 'msg': 'Field required'}`;
}
function integerOf(fields, name) {
	const value = fields[name];
	if (value === void 0 || value === null) return void 0;
	if (typeof value === "number" && Number.isSafeInteger(value)) return value;
	throw badShape(`{'type': 'int_parsing', 'loc': 'body.${name}', 'msg': 'Input should be a valid integer, unable to parse string as an integer', 'input': ${shown(value)}}`, `body.${name}`);
}
function booleanOf(fields, name) {
	const value = fields[name];
	if (value === void 0 || value === null) return void 0;
	if (typeof value === "boolean") return value;
	throw badShape(`{'type': 'bool_parsing', 'loc': 'body.${name}', 'msg': 'Input should be a valid boolean', 'input': ${shown(value)}}`, `body.${name}`);
}
function shown(value) {
	return `'${(typeof value === "string" ? value : JSON.stringify(value)).slice(0, 80)}'`;
}
function optionsOf(fields, stream) {
	const value = fields["stream_options"];
	if (value === void 0 || value === null) return {
		include_usage: false,
		continuous_usage: false
	};
	if (!stream) throw badValue("Stream options can only be defined when `stream=True`.", "stream_options");
	const options = objectOf(value);
	return {
		include_usage: booleanOf(options, "include_usage") ?? true,
		continuous_usage: booleanOf(options, "continuous_usage_stats") ?? false
	};
}
function checkSampling(fields) {
	const temperature = fields["temperature"];
	if (typeof temperature === "number" && temperature < 0) {
		const value = Number.isInteger(temperature) ? temperature.toFixed(1) : String(temperature);
		throw badValue(`temperature must be non-negative, got ${value}.`, "temperature", value);
	}
	const n = integerOf(fields, "n") ?? 1;
	if (n !== 1) throw badValue("The simulator produces one choice only: n must be 1.", "n", String(n));
}
function checkModel(fields, served) {
	const model = fields["model"];
	if (model === void 0 || model === null || model === served.model_id) return;
	throw apiProblem({
		status: 404,
		message: `The model \`${String(model).slice(0, 200)}\` does not exist. Valid aliases: ${served.model_id}.`,
		type: "NotFoundError",
		param: "model"
	});
}
function completionIds(prompt) {
	if (typeof prompt === "string" && prompt !== "") return encode(prompt);
	if (Array.isArray(prompt) && prompt.length > 0) {
		const [first] = prompt;
		if (typeof first === "number") return prompt.map(tokenId);
		if (prompt.length === 1) return completionIds(first);
		throw badValue("The simulator takes one prompt a request.", "prompt");
	}
	throw badValue("Either prompt or prompt_embeds must be provided and non-empty.", "prompt");
}
function tokenId(value) {
	if (typeof value === "number" && Number.isInteger(value) && value >= 0 && value < 128256) return value;
	throw badValue(`Token id ${String(value).slice(0, 40)} is out of vocabulary`, "prompt");
}
function chatIds(fields) {
	const messages = fields["messages"];
	if (!Array.isArray(messages)) throw badShape(missing("messages"), "body.messages");
	if (messages.length === 0) throw badValue("List should have at least 1 item.", "messages");
	return encodeChat(messages.map((message) => {
		const { role, content } = objectOf(message);
		if (typeof role !== "string") throw badShape(missing("messages.role"), "body.messages");
		return {
			role,
			content: contentText(content)
		};
	}));
}
function contentText(content) {
	if (typeof content === "string") return content;
	if (content === void 0 || content === null) return "";
	if (!Array.isArray(content)) throw badShape(missing("messages.content"), "body.messages");
	return content.map((part) => objectOf(part)["text"]).filter((text) => typeof text === "string").join("");
}
function checkPromptLength(promptTokens, limit) {
	if (promptTokens < limit) return;
	throw badValue(`This model's maximum context length is ${limit} tokens. However, your prompt contains at least ${promptTokens} input tokens, which exceeds this limit even without any output tokens. Please reduce the length of the input prompt.`, "input_tokens", String(promptTokens));
}
function outputLimit(request) {
	const { asked, prompt, limit } = request;
	if (asked === void 0) return request.endpoint === "chat" ? limit - prompt : Math.min(COMPLETIONS_MAX_TOKENS, limit - prompt);
	if (asked < 1) throw badValue(`max_tokens must be at least 1, got ${asked}.`, "max_tokens", String(asked));
	if (asked > limit) throw badValue(`max_tokens=${asked} cannot be greater than max_model_len=${limit}. Please request fewer output tokens.`, "max_tokens", String(asked));
	if (prompt + asked > limit) throw badValue(`This model's maximum context length is ${limit} tokens. However, you requested ${asked} output tokens and your prompt contains at least ${prompt} input tokens, for a total of at least ${prompt + asked} tokens. Please reduce the length of the input prompt or the number of requested output tokens.`, "input_tokens", String(prompt));
	return asked;
}

// src/simulator/http-server.ts
const BODY_LIMIT_BYTES = 33554432;
/** vLLM's outer HTTP behaviour: the key guards every path that begins with /v1, then 404, 405, the route. */
function createHttpServer(parts) {
	const wanted = parts.api_key === void 0 ? void 0 : digest(`Bearer ${parts.api_key}`);
	const answer = async ({ incoming, response }) => {
		const path = (incoming.url ?? "/").split("?", 1)[0] ?? "/";
		const route = Object.hasOwn(parts.routes, path) ? parts.routes[path] : void 0;
		const method = incoming.method ?? "GET";
		response.setHeader("server", parts.server_name);
		response.once("finish", () => {
			parts.answered({
				handler: route === void 0 ? "none" : path,
				method,
				status: response.statusCode
			});
		});
		if (wanted !== void 0 && path.startsWith("/v1")) {
			const given = digest(incoming.headers.authorization ?? "");
			if (!timingSafeEqual(given, wanted)) throw new HttpProblem(401, { error: "Unauthorized" });
		}
		if (route === void 0) throw new HttpProblem(404, { detail: "Not Found" });
		if (method !== route.method) throw new HttpProblem(405, { detail: "Method Not Allowed" }, { allow: route.method });
		await route.handle({
			incoming,
			response
		});
	};
	const server = createServer({ noDelay: true }, (incoming, response) => {
		answer({
			incoming,
			response
		}).catch((error) => {
			if (error instanceof HttpProblem) sendProblem({
				incoming,
				response
			}, error);
			else if (incoming.destroyed && !incoming.complete) response.destroy();
			else {
				parts.log(`ERROR ${error instanceof Error ? error.stack : String(error)}`);
				response.destroy();
			}
		});
	});
	server.keepAliveTimeout = 6e5;
	server.requestTimeout = 0;
	return server;
}
/** Resolves with the port; throws GateError kind 'engine' when it cannot be had. */
async function listen(server, address) {
	await new Promise((resolve, reject) => {
		server.once("error", (cause) => {
			reject(new GateError({
				kind: "engine",
				code: cause.code === "EADDRINUSE" ? "port_in_use" : "listen_failed",
				message: `The simulator cannot listen on ${address.host} port ${address.port}: ${cause.code ?? cause.message}.`,
				hint: "Choose another port, or 0 for a free one.",
				cause
			}));
		});
		server.listen({
			...address,
			backlog: 4096
		}, resolve);
	});
	return server.address().port;
}
/** Reads a JSON body; throws HttpProblem with vLLM's texts when it is none, and 413 when it is too large. */
async function readJson(incoming) {
	const type = incoming.headers["content-type"] ?? "";
	if (!/^application\/(?:[\w.+-]*\+)?json\s*(?:;|$)/i.test(type)) throw badShape("Unsupported Media Type: Only 'application/json' is allowed");
	const parts = [];
	let size = 0;
	for await (const part of incoming.iterator({ destroyOnReturn: false })) {
		size += part.length;
		if (size > BODY_LIMIT_BYTES) throw new HttpProblem(413, { detail: "Request body is too large" }, { connection: "close" });
		parts.push(part);
	}
	const text = Buffer.concat(parts).toString("utf8");
	try {
		return JSON.parse(text);
	} catch (error) {
		const at = /position (\d+)/.exec(String(error))?.[1] ?? String(text.length);
		throw badShape(`{'type': 'json_invalid', 'loc': 'body.${at}', 'msg': 'JSON decode error', 'input': '<dict of 0 items>', 'ctx': {'error': 'Expecting value'}}`, `body.${at}`);
	}
}
function sendJson(response, body) {
	const text = JSON.stringify(body);
	response.writeHead(200, {
		"content-type": "application/json",
		"content-length": Buffer.byteLength(text)
	});
	response.end(text);
}
function sendProblem({ incoming, response }, problem) {
	if (response.headersSent || response.destroyed) return;
	response.writeHead(problem.status, {
		"content-type": "application/json",
		"content-length": Buffer.byteLength(problem.body),
		...problem.headers
	});
	response.end(problem.body);
	incoming.resume();
}
/** Equal lengths for a comparison that takes the same time for every key. */
function digest(text) {
	return createHash("sha256").update(text).digest();
}

// src/simulator/metrics.ts
const TTFT_BUCKETS = [
	.001,
	.005,
	.01,
	.02,
	.04,
	.06,
	.08,
	.1,
	.25,
	.5,
	.75,
	1,
	2.5,
	5,
	7.5,
	10,
	20,
	40,
	80,
	160,
	640,
	2560
];
const TOKEN_BUCKETS = [
	.01,
	.025,
	.05,
	.075,
	.1,
	.15,
	.2,
	.3,
	.4,
	.5,
	.75,
	1,
	2.5,
	5,
	7.5,
	10,
	20,
	40,
	80
];
const REQUEST_BUCKETS = [
	.3,
	.5,
	.8,
	1,
	1.5,
	2,
	2.5,
	5,
	10,
	15,
	20,
	30,
	40,
	50,
	60,
	120,
	240,
	480,
	960,
	1920,
	7680
];
const LENGTH_BUCKETS = [
	1,
	2,
	5,
	10,
	20,
	50,
	100,
	200,
	500,
	1e3,
	2e3,
	5e3,
	1e4,
	2e4
];
const STEP_TOKEN_BUCKETS = [
	1,
	8,
	16,
	32,
	64,
	128,
	256,
	512,
	1024,
	2048,
	4096,
	8192,
	16384
];
const FINISHED_REASONS = [
	"stop",
	"length",
	"abort",
	"error",
	"repetition"
];
function serverMetrics(options) {
	const histograms = {
		request_prompt_tokens: new Histogram("Number of prefill tokens processed.", LENGTH_BUCKETS),
		request_generation_tokens: new Histogram("Number of generation tokens processed.", LENGTH_BUCKETS),
		iteration_tokens_total: new Histogram("Histogram of number of tokens per engine_step.", STEP_TOKEN_BUCKETS),
		time_to_first_token_seconds: new Histogram("Histogram of time to first token in seconds.", TTFT_BUCKETS),
		inter_token_latency_seconds: new Histogram("Histogram of inter-token latency in seconds.", TOKEN_BUCKETS),
		request_time_per_output_token_seconds: new Histogram("Histogram of time_per_output_token_seconds per request.", TOKEN_BUCKETS),
		e2e_request_latency_seconds: new Histogram("Histogram of e2e request latency in seconds.", REQUEST_BUCKETS),
		request_queue_time_seconds: new Histogram("Histogram of time spent in WAITING phase for request.", REQUEST_BUCKETS),
		request_inference_time_seconds: new Histogram("Histogram of time spent in RUNNING phase for request.", REQUEST_BUCKETS),
		request_prefill_time_seconds: new Histogram("Histogram of time spent in PREFILL phase for request.", REQUEST_BUCKETS),
		request_decode_time_seconds: new Histogram("Histogram of time spent in DECODE phase for request.", REQUEST_BUCKETS)
	};
	const finished = Object.fromEntries(FINISHED_REASONS.map((reason) => [reason, 0]));
	const http = /* @__PURE__ */ new Map();
	const scale = options.time_scale;
	const observeFinish = (progress) => {
		const { first_token_at: first, last_token_at: last, scheduled_at: scheduled, queued_at: queued } = progress;
		if (first === void 0 || last === void 0 || scheduled === void 0 || queued === void 0) return;
		finished[progress.request.finish_reason]++;
		histograms.request_prompt_tokens.observe(progress.request.prompt_ids.length);
		histograms.request_generation_tokens.observe(progress.generated);
		histograms.e2e_request_latency_seconds.observe((last - progress.arrived_at) * scale);
		histograms.request_queue_time_seconds.observe((scheduled - queued) * scale);
		histograms.request_prefill_time_seconds.observe(Math.max(0, first - scheduled) * scale);
		histograms.request_decode_time_seconds.observe((last - first) * scale);
		histograms.request_inference_time_seconds.observe((last - scheduled) * scale);
		histograms.request_time_per_output_token_seconds.observe(progress.generated > 1 ? (last - first) * scale / (progress.generated - 1) : 0);
	};
	return {
		observeStep(outcome) {
			for (const output of outcome.outputs) {
				if (output.gap_s === void 0) histograms.time_to_first_token_seconds.observe((outcome.ended_at - output.progress.arrived_at) * scale);
				else histograms.inter_token_latency_seconds.observe(output.gap_s * scale);
				if (output.finished) observeFinish(output.progress);
			}
			histograms.iteration_tokens_total.observe(outcome.prefill_tokens + outcome.outputs.length);
		},
		observeAbort() {
			finished.abort++;
		},
		observeHttp({ handler, method, status }) {
			const key = labels({
				handler,
				method,
				status: `${Math.floor(status / 100)}xx`
			});
			http.set(key, (http.get(key) ?? 0) + 1);
		},
		render({ load, counters }) {
			const common = {
				engine: "0",
				model_name: options.model_id
			};
			const base = labels(common);
			const lines = [
				"# SIMULATED: these numbers come from the simulator of instinct-gate, not from vLLM or a GPU.",
				...family("process_start_time_seconds", "gauge", "Start time of the process since unix epoch in seconds.", [["", options.started_at]]),
				...family("vllm:num_requests_running", "gauge", "Number of requests in model execution batches.", [[base, load.running]]),
				...family("vllm:num_requests_waiting", "gauge", "Number of requests waiting to be processed.", [[base, load.waiting]]),
				...family("vllm:num_requests_waiting_by_reason", "gauge", "Number of waiting requests by reason.", [[labels({
					...common,
					reason: "capacity"
				}), load.waiting], [labels({
					...common,
					reason: "deferred"
				}), 0]]),
				...family("vllm:kv_cache_usage_perc", "gauge", "KV-cache usage. 1 means 100 percent usage.", [[base, load.kv_usage]]),
				...family("vllm:prefix_cache_queries_total", "counter", "Prefix cache queries, in number of queried tokens.", [[base, counters.prefix_cache_queries]]),
				...family("vllm:prefix_cache_hits_total", "counter", "Prefix cache hits, in number of cached tokens.", [[base, counters.prefix_cache_hits]]),
				...family("vllm:num_preemptions_total", "counter", "Cumulative number of preemption from the engine.", [[base, counters.preemptions]]),
				...family("vllm:prompt_tokens_total", "counter", "Number of prefill tokens processed.", [[base, counters.prompt_tokens]]),
				...family("vllm:prompt_tokens_cached_total", "counter", "Number of cached prompt tokens (local + external).", [[base, counters.prefix_cache_hits]]),
				...family("vllm:generation_tokens_total", "counter", "Number of generation tokens processed.", [[base, counters.generation_tokens]]),
				...family("vllm:request_success_total", "counter", "Count of successfully processed requests.", FINISHED_REASONS.map((reason) => [labels({
					...common,
					finished_reason: reason
				}), finished[reason]])),
				...family("vllm:admission_rejections_total", "counter", "Admission attempts rejected by a queue limit.", [[labels({
					model_name: options.model_id,
					reason: "max_num_queued_reqs"
				}), counters.rejected], [labels({
					model_name: options.model_id,
					reason: "max_num_queued_tokens"
				}), 0]])
			];
			for (const [name, histogram] of Object.entries(histograms)) lines.push(...histogram.lines(`vllm:${name}`, common));
			lines.push(...family("vllm:cache_config_info", "gauge", "Information of the LLMEngine CacheConfig", [[labels({
				...options.cache_config,
				engine: "0"
			}), 1]]), ...family("http_requests_total", "counter", "Total number of requests by method, status and handler.", [...http.entries()]));
			return `${lines.join("\n")}\n`;
		}
	};
}
var Histogram = class {
	#help;
	#bounds;
	#counts;
	#sum = 0;
	constructor(help, bounds) {
		this.#help = help;
		this.#bounds = bounds;
		this.#counts = new Array(bounds.length + 1).fill(0);
	}
	observe(value) {
		let bucket = 0;
		while (bucket < this.#bounds.length && value > (this.#bounds[bucket] ?? 0)) bucket++;
		this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
		this.#sum += value;
	}
	lines(name, common) {
		const lines = [`# HELP ${name} ${this.#help}`, `# TYPE ${name} histogram`];
		let total = 0;
		for (const [index, count] of this.#counts.entries()) {
			total += count;
			const bound = this.#bounds[index];
			const le = bound === void 0 ? "+Inf" : number(bound);
			lines.push(`${name}_bucket${labels({
				...common,
				le
			})} ${number(total)}`);
		}
		lines.push(`${name}_count${labels(common)} ${number(total)}`, `${name}_sum${labels(common)} ${number(this.#sum)}`);
		return lines;
	}
};
function family(name, type, help, samples) {
	return [
		`# HELP ${name} ${help}`,
		`# TYPE ${name} ${type}`,
		...samples.map(([labelText, value]) => `${name}${labelText} ${number(value)}`)
	];
}
/** Labels in alphabetical order, escaped for the text format. */
function labels(values) {
	return `{${Object.keys(values).sort().map((key) => `${key}="${escapeLabel(values[key] ?? "")}"`).join(",")}}`;
}
function escapeLabel(value) {
	return value.replaceAll("\\", "\\\\").replaceAll("\"", "\\\"").replaceAll("\n", "\\n");
}
/** Python's way: whole numbers carry ".0". */
function number(value) {
	return Number.isInteger(value) && Math.abs(value) < 1e15 ? value.toFixed(1) : String(value);
}

// src/simulator/cost.ts
/**
* Time that work takes. A step reads the weights once (base) and adds compute per prefill token, sampling and
* attention per decoding request: linear in batch and in context, the shape of a continuous-batching engine.
*/
function costModel(parameters) {
	const noise = gaussians(parameters.seed ^ Math.imul(parameters.boot_seed + 1, 0x9e3779b1));
	const bootFactor = Math.exp(parameters.boot_spread * gaussians(parameters.boot_seed)());
	const prefill = parameters.prefill_slow_down;
	const decode = parameters.decode_slow_down;
	let firstAt;
	const pace = (at) => {
		const drift = Math.max(.05, 1 + parameters.drift_per_min * at / 60);
		return parameters.slow_down * bootFactor * drift * warmth(at);
	};
	const warmth = (at) => {
		if (parameters.warm_up_s <= 0) return 1;
		const done = firstAt === void 0 ? 0 : Math.min(1, (at - firstAt) / parameters.warm_up_s);
		return 1 + (parameters.warm_up_factor - 1) * (1 - done);
	};
	return {
		boot_factor: bootFactor,
		firstRequest(at) {
			firstAt ??= at;
		},
		frontend: (at) => parameters.frontend_s * prefill * pace(at),
		step(work, at) {
			const seconds = parameters.step_base_s * decode + parameters.prefill_token_s * prefill * work.prefill_tokens + parameters.decode_seq_s * decode * work.decode_seqs + parameters.decode_context_token_s * decode * work.context_tokens;
			const sigma = parameters.noise;
			const jitter = sigma === 0 ? 1 : Math.exp(sigma * noise() - sigma * sigma / 2);
			return Math.max(1e-6, seconds * pace(at) * jitter);
		}
	};
}
/** Standard normal numbers from a seed (Box–Muller). */
function gaussians(seed) {
	const generator = xoroshiro128plus(scrambled(seed));
	let spare;
	return () => {
		if (spare !== void 0) {
			const value = spare;
			spare = void 0;
			return value;
		}
		const radius = Math.sqrt(-2 * Math.log(1 - uniformFloat64(generator)));
		const angle = 2 * Math.PI * uniformFloat64(generator);
		spare = radius * Math.sin(angle);
		return radius * Math.cos(angle);
	};
}
/** Neighbouring seeds give unlike generators (the finaliser of MurmurHash3); the raw state keeps them alike. */
function scrambled(seed) {
	let hash = seed + 0x9e3779b9 | 0;
	hash = Math.imul(hash ^ hash >>> 16, 0x85ebca6b);
	hash = Math.imul(hash ^ hash >>> 13, 0xc2b2ae35);
	return hash ^ hash >>> 16;
}

// src/simulator/kv-cache.ts
/** Tokens in one KV block, vLLM's default on GPUs. */
const BLOCK_TOKENS = 16;
/**
* KV blocks with a prefix cache: full prompt blocks are found again by a hash of everything up to them; blocks
* that nobody holds stay findable until the space is needed (oldest first). Usage counts held blocks only, as
* vllm:kv_cache_usage_perc does.
*/
var KvCache = class {
	total_blocks;
	/** Holders by block hash; 0 holders means findable and evictable. */
	#holders = /* @__PURE__ */ new Map();
	#evictable = /* @__PURE__ */ new Set();
	#empty;
	constructor(tokens) {
		this.total_blocks = Math.floor(tokens / 16);
		this.#empty = this.total_blocks;
	}
	get usage() {
		return 1 - (this.#empty + this.#evictable.size) / this.total_blocks;
	}
	/** Leading blocks of a prompt that are cached. */
	match(hashes, atMost) {
		const limit = Math.min(hashes.length, atMost);
		let hits = 0;
		while (hits < limit && this.#holders.has(hashes[hits] ?? 0)) hits++;
		return hits;
	}
	/** Takes hold of cached leading blocks and adds new ones for the first `tokens` tokens; false: no room. */
	admit(hold, hashes, hits, tokens) {
		const matched = hashes.slice(0, hits);
		const revived = matched.filter((hash) => this.#evictable.has(hash)).length;
		if (Math.max(0, blocksFor(tokens) - hits) + revived > this.#empty + this.#evictable.size) return false;
		for (const hash of matched) {
			this.#evictable.delete(hash);
			this.#holders.set(hash, (this.#holders.get(hash) ?? 0) + 1);
			hold.registered.push(hash);
		}
		return this.grow(hold, hashes, tokens);
	}
	/** Extends a hold to `tokens` tokens; false: no room, and nothing changed. */
	grow(hold, hashes, tokens) {
		const held = hold.registered.length + hold.unregistered;
		const wanted = blocksFor(tokens) - held;
		if (wanted > this.#empty + this.#evictable.size) return false;
		for (let index = 0; index < wanted; index++) this.#takeBlock();
		hold.unregistered += Math.max(0, wanted);
		this.#register(hold, hashes, tokens);
		return true;
	}
	release(hold) {
		for (const hash of hold.registered.reverse()) {
			const left = (this.#holders.get(hash) ?? 1) - 1;
			this.#holders.set(hash, left);
			if (left === 0) this.#evictable.add(hash);
		}
		this.#empty += hold.unregistered;
		hold.registered.length = 0;
		hold.unregistered = 0;
	}
	/** Forgets every block that nobody holds. */
	reset() {
		for (const hash of this.#evictable) this.#holders.delete(hash);
		this.#empty += this.#evictable.size;
		this.#evictable.clear();
	}
	#takeBlock() {
		if (this.#empty > 0) {
			this.#empty--;
			return;
		}
		const [oldest] = this.#evictable;
		if (oldest === void 0) throw new Error("KV cache: took a block that is not there");
		this.#evictable.delete(oldest);
		this.#holders.delete(oldest);
	}
	/** Makes full prompt blocks findable; stops at one that another request registered at the same time. */
	#register(hold, hashes, tokens) {
		const full = Math.min(hashes.length, Math.floor(tokens / 16));
		while (hold.registered.length < full && hold.unregistered > 0) {
			const hash = hashes[hold.registered.length] ?? 0;
			if (this.#holders.has(hash)) return;
			this.#holders.set(hash, 1);
			hold.registered.push(hash);
			hold.unregistered--;
		}
	}
};
/** One 53-bit hash for each full block of a prompt; each covers all tokens before it too. */
function blockHashes(tokens) {
	const hashes = [];
	let high = 0x811c9dc5;
	let low = 0x9e3779b1;
	const full = Math.floor(tokens.length / 16) * 16;
	for (let index = 0; index < full; index++) {
		const token = tokens[index] ?? 0;
		high = Math.imul(high ^ token, 16777619);
		low = Math.imul(low ^ token + (high >>> 15), 0x85ebca6b) ^ low >>> 13;
		if (index % 16 === 15) hashes.push((high >>> 0) * 2 ** 21 + (low >>> 11));
	}
	return hashes;
}
function blocksFor(tokens) {
	return Math.ceil(tokens / 16);
}

// src/simulator/model.ts
/**
* Discrete-event model of a continuous-batching engine with vLLM's V1 scheduling: running requests first, then
* the waiting queue in order of arrival, within a token budget per step (prompts are prefilled in chunks), at
* most max_num_seqs at once; when no KV block is left the youngest running request is preempted and computed
* again later. Pure: the caller passes the time, in seconds, never going back.
*/
var Engine = class {
	parameters;
	#cost;
	#cache;
	/** In the front end, in order of arrival. */
	#arriving = [];
	#waiting = [];
	#running = [];
	#aborted = /* @__PURE__ */ new Set();
	#counters = {
		prompt_tokens: 0,
		generation_tokens: 0,
		prefix_cache_queries: 0,
		prefix_cache_hits: 0,
		preemptions: 0,
		rejected: 0
	};
	#step;
	#clock = 0;
	constructor(parameters) {
		this.parameters = parameters;
		this.#cost = costModel(parameters);
		this.#cache = new KvCache(parameters.kv_tokens);
	}
	get boot_factor() {
		return this.#cost.boot_factor;
	}
	get load() {
		return {
			running: this.#running.length,
			waiting: this.#waiting.length,
			kv_usage: this.#cache.usage
		};
	}
	get counters() {
		return { ...this.#counters };
	}
	/** Takes a request in; `rejected` when max_num_queued_reqs are in flight. Call advance(now) before. */
	submit(request, now) {
		const limit = this.parameters.max_num_queued_reqs;
		if (limit > 0 && this.#arriving.length + this.#waiting.length + this.#running.length >= limit) {
			this.#counters.rejected++;
			return "rejected";
		}
		this.#cost.firstRequest(now);
		const before = this.#arriving.at(-1)?.ready_at ?? 0;
		this.#arriving.push({
			request,
			hashes: this.parameters.enable_prefix_caching ? blockHashes(request.prompt_ids) : [],
			hold: {
				registered: [],
				unregistered: 0
			},
			arrived_at: now,
			ready_at: Math.max(before, now + this.#cost.frontend(now)),
			queued_at: void 0,
			scheduled_at: void 0,
			first_token_at: void 0,
			last_token_at: void 0,
			generated: 0,
			computed: 0,
			planned: 0,
			cached_tokens: 0,
			preemptions: 0
		});
		return "accepted";
	}
	/** Forgets a request whose client has left; unknown ids are ignored. */
	abort(id) {
		for (const queue of [
			this.#arriving,
			this.#waiting,
			this.#running
		]) {
			const index = queue.findIndex((sequence) => sequence.request.id === id);
			const [sequence] = index < 0 ? [] : queue.splice(index, 1);
			if (sequence !== void 0) {
				this.#cache.release(sequence.hold);
				this.#aborted.add(sequence);
			}
		}
	}
	/** Runs everything that ends at or before `now`. Late calls lose nothing: steps keep their own times. */
	advance(now) {
		const outcomes = [];
		for (;;) {
			this.#step ??= this.#startStep(now);
			if (this.#step === void 0 || this.#step.ends_at > now) return outcomes;
			outcomes.push(this.#finishStep(this.#step));
			this.#step = void 0;
		}
	}
	/** When advance() will next have something to do; undefined while idle. */
	nextEventAt() {
		return this.#step?.ends_at ?? this.#arriving[0]?.ready_at;
	}
	resetPrefixCache() {
		this.#cache.reset();
	}
	#startStep(now) {
		if (this.#running.length + this.#waiting.length === 0) {
			const readyAt = this.#arriving[0]?.ready_at;
			if (readyAt === void 0 || readyAt > now) return void 0;
			this.#clock = Math.max(this.#clock, readyAt);
		}
		while ((this.#arriving[0]?.ready_at ?? Number.POSITIVE_INFINITY) <= this.#clock) {
			const sequence = this.#arriving.shift();
			if (sequence === void 0) break;
			sequence.queued_at = sequence.ready_at;
			this.#waiting.push(sequence);
		}
		const sequences = this.#schedule();
		const work = workOf(sequences);
		return {
			started_at: this.#clock,
			ends_at: this.#clock + this.#cost.step(work, this.#clock),
			sequences,
			prefill_tokens: work.prefill_tokens
		};
	}
	#schedule() {
		let budget = this.parameters.max_num_batched_tokens;
		const preemptionsBefore = this.#counters.preemptions;
		const scheduled = [];
		for (let index = 0; index < this.#running.length && budget > 0; index++) {
			const sequence = this.#running[index];
			if (sequence === void 0) break;
			const chunk = Math.min(tokensOf(sequence) - sequence.computed, budget);
			while (!this.#cache.grow(sequence.hold, sequence.hashes, sequence.computed + chunk)) if (this.#preemptYoungest() === sequence) break;
			if (this.#running[index] !== sequence) break;
			sequence.planned = chunk;
			budget -= chunk;
			scheduled.push(sequence);
		}
		if (this.#counters.preemptions === preemptionsBefore) this.#admit(budget, scheduled);
		return scheduled;
	}
	#admit(tokenBudget, scheduled) {
		let budget = tokenBudget;
		while (budget > 0 && this.#running.length < this.parameters.max_num_seqs) {
			const sequence = this.#waiting[0];
			if (sequence === void 0) return;
			const length = tokensOf(sequence);
			const hits = this.#cache.match(sequence.hashes, Math.floor((length - 1) / 16));
			const cached = hits * 16;
			const chunk = Math.min(length - cached, budget);
			if (!this.#cache.admit(sequence.hold, sequence.hashes, hits, cached + chunk)) return;
			this.#waiting.shift();
			this.#running.push(sequence);
			if (sequence.preemptions === 0) {
				this.#counters.prefix_cache_queries += length;
				this.#counters.prefix_cache_hits += cached;
				sequence.cached_tokens = cached;
			}
			sequence.scheduled_at = this.#clock;
			sequence.computed = cached;
			sequence.planned = chunk;
			budget -= chunk;
			scheduled.push(sequence);
		}
	}
	#preemptYoungest() {
		const victim = this.#running.pop();
		if (victim === void 0) return void 0;
		this.#cache.release(victim.hold);
		victim.computed = 0;
		victim.planned = 0;
		victim.preemptions++;
		this.#counters.preemptions++;
		this.#waiting.unshift(victim);
		return victim;
	}
	#finishStep(step) {
		this.#clock = step.ends_at;
		const outputs = [];
		for (const sequence of step.sequences) {
			if (this.#aborted.has(sequence)) continue;
			sequence.computed += sequence.planned;
			sequence.planned = 0;
			if (sequence.computed === tokensOf(sequence)) outputs.push(this.#emitToken(sequence));
		}
		this.#aborted.clear();
		if (outputs.some((output) => output.finished)) this.#dropFinished();
		return {
			started_at: step.started_at,
			ended_at: step.ends_at,
			prefill_tokens: step.prefill_tokens,
			outputs
		};
	}
	#emitToken(sequence) {
		const gap = sequence.last_token_at === void 0 ? void 0 : this.#clock - sequence.last_token_at;
		if (sequence.first_token_at === void 0) {
			sequence.first_token_at = this.#clock;
			this.#counters.prompt_tokens += sequence.request.prompt_ids.length;
		}
		sequence.last_token_at = this.#clock;
		sequence.generated++;
		this.#counters.generation_tokens++;
		return {
			progress: sequence,
			index: sequence.generated - 1,
			gap_s: gap,
			finished: isFinished(sequence)
		};
	}
	#dropFinished() {
		const rest = [];
		for (const sequence of this.#running) if (isFinished(sequence)) this.#cache.release(sequence.hold);
		else rest.push(sequence);
		this.#running.splice(0, this.#running.length, ...rest);
	}
};
/** Prompt and output so far: what must be computed before the next token. */
function tokensOf(sequence) {
	return sequence.request.prompt_ids.length + sequence.generated;
}
function isFinished(sequence) {
	return sequence.generated >= sequence.request.output_tokens;
}
function workOf(sequences) {
	let prefillTokens = 0;
	let decodeSeqs = 0;
	let contextTokens = 0;
	for (const sequence of sequences) if (sequence.planned === 1 && sequence.generated > 0) {
		decodeSeqs++;
		contextTokens += sequence.computed;
	} else prefillTokens += sequence.planned;
	return {
		prefill_tokens: prefillTokens,
		decode_seqs: decodeSeqs,
		context_tokens: contextTokens
	};
}

// src/simulator/output-length.ts
/** Spread of the logarithm of drawn lengths, about that of chat answers. */
const LENGTH_SIGMA = .6;
/**
* How many tokens a request produces and why it ends. With ignore_eos exactly max_tokens; otherwise a log-normal
* length of the given mean that depends on seed and prompt alone, cut at max_tokens.
*/
function outputLength(request) {
	const { bounds } = request;
	if (bounds.ignore_eos) return {
		output_tokens: bounds.max_tokens,
		finish_reason: "length"
	};
	const gaussian = gaussians(request.prompt_seed ^ Math.imul(request.seed + 1, 0x85ebca6b))();
	const drawn = Math.round(request.mean_tokens * Math.exp(LENGTH_SIGMA * gaussian - LENGTH_SIGMA ** 2 / 2));
	const tokens = Math.max(2, bounds.min_tokens + 1, drawn);
	if (tokens > bounds.max_tokens) return {
		output_tokens: bounds.max_tokens,
		finish_reason: "length"
	};
	return {
		output_tokens: tokens,
		finish_reason: "stop"
	};
}
/** 31-bit hash of a prompt: same prompt, same answer. */
function promptSeed(ids) {
	let hash = 0x811c9dc5;
	for (const id of ids) hash = Math.imul(hash ^ id, 16777619);
	return (hash ^ hash >>> 15) & 0x7fffffff;
}

// src/simulator/server.ts
const SIMULATED_VERSION = "0.32.0+simulated";
const SIMULATED_OWNER = "instinct-gate-simulator";
const LOG_INTERVAL_S = 10;
/** vLLM's watchdog ends the API server about this long after the engine core died. */
const DEAD_ENGINE_EXIT_S = 3;
/**
* Starts the engine simulator behind vLLM's HTTP interface and resolves when it listens, after startup_s.
* Requests under /v1 need the key of VLLM_API_KEY when that is set. Throws GateError kind 'config' for settings
* and 'engine' when the port cannot be had.
*/
async function serveSimulator(options) {
	const settings = resolveSettings({
		preset: options.preset,
		overrides: {
			...options.max_num_seqs === void 0 ? {} : { max_num_seqs: options.max_num_seqs },
			...options.overrides
		}
	});
	if (!(Number.isFinite(options.time_scale) && options.time_scale > 0)) throw new GateError({
		kind: "config",
		message: `time_scale: expected a number above 0, found ${options.time_scale}.`,
		where: "engine.time_scale"
	});
	const host = options.host ?? "127.0.0.1";
	const modelId = options.model_id ?? settings.preset.model_id;
	const log = engineLog({
		version: SIMULATED_VERSION,
		model_id: modelId,
		settings,
		host,
		port: options.port,
		time_scale: options.time_scale,
		pid: process.pid,
		clock: () => /* @__PURE__ */ new Date(),
		log: options.log
	});
	log.boot();
	await startUp(settings.startup_s * options.time_scale, log);
	const simulator = new Simulator({
		options,
		settings,
		modelId,
		log
	});
	const port = await simulator.listen(host, options.port);
	const url = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
	log.listening(url);
	return {
		url,
		port,
		close: () => simulator.close()
	};
}
/** Waits like a boot: the port is closed and the log moves. */
async function startUp(seconds, log) {
	if (seconds <= 0) return;
	const parts = Math.max(2, Math.ceil(seconds / 5));
	for (let part = 1; part <= parts; part++) {
		await setTimeout$1(seconds * 1e3 / parts);
		log.loading(Math.round(part / parts * 100));
	}
}
/** Ties the engine model to sockets and to the clock. */
var Simulator = class {
	#parts;
	#engine;
	#metrics;
	#server;
	#generations = /* @__PURE__ */ new Map();
	#created = Math.floor(Date.now() / 1e3);
	#requests = 0;
	#dead = false;
	#logTimer;
	constructor(parts) {
		this.#parts = parts;
		const { parameters } = parts.settings;
		this.#engine = new EngineClock({
			engine: new Engine(parameters),
			time_scale: parts.options.time_scale,
			deliver: (outcome) => this.#deliver(outcome)
		});
		this.#metrics = serverMetrics({
			model_id: parts.modelId,
			time_scale: parts.options.time_scale,
			started_at: Date.now() / 1e3 - process.uptime(),
			cache_config: {
				block_size: "16",
				cache_dtype: "auto",
				enable_prefix_caching: parameters.enable_prefix_caching ? "True" : "False",
				kv_cache_size_tokens: String(parameters.kv_tokens),
				num_gpu_blocks: String(Math.floor(parameters.kv_tokens / 16))
			}
		});
		const key = process.env["VLLM_API_KEY"];
		this.#server = createHttpServer({
			routes: this.#routes(),
			...key === void 0 || key === "" ? {} : { api_key: key },
			server_name: SIMULATED_OWNER,
			answered: (request) => this.#metrics.observeHttp(request),
			log: parts.options.log
		});
	}
	async listen(host, port) {
		const bound = await listen(this.#server, {
			host,
			port
		});
		let loggedAt = performance.now();
		this.#logTimer = setInterval(() => {
			const now = performance.now();
			this.#parts.log.throughput({
				...this.#engine.state(),
				elapsed_s: (now - loggedAt) / 1e3
			});
			loggedAt = now;
		}, LOG_INTERVAL_S * 1e3);
		this.#logTimer.unref();
		return bound;
	}
	async close() {
		this.#engine.stop();
		clearInterval(this.#logTimer);
		this.#generations.clear();
		const closed = new Promise((resolve) => this.#server.close(() => resolve()));
		this.#server.closeAllConnections();
		await closed;
	}
	#deliver(outcome) {
		this.#metrics.observeStep(outcome);
		for (const output of outcome.outputs) {
			const { id } = output.progress.request;
			const generation = this.#generations.get(id);
			if (output.finished) this.#generations.delete(id);
			generation?.token(output);
		}
	}
	#routes() {
		const health = ({ response }) => void response.writeHead(this.#dead ? 503 : 200, { "content-length": 0 }).end();
		return {
			"/health": {
				method: "GET",
				handle: health
			},
			"/ping": {
				method: "GET",
				handle: health
			},
			"/version": {
				method: "GET",
				handle: ({ response }) => sendJson(response, { version: SIMULATED_VERSION })
			},
			"/metrics": {
				method: "GET",
				handle: (exchange) => this.#sendMetrics(exchange)
			},
			"/v1/models": {
				method: "GET",
				handle: ({ response }) => sendJson(response, this.#models())
			},
			"/v1/completions": {
				method: "POST",
				handle: (exchange) => this.#generate(exchange, "completions")
			},
			"/v1/chat/completions": {
				method: "POST",
				handle: (exchange) => this.#generate(exchange, "chat")
			},
			"/tokenize": {
				method: "POST",
				handle: (exchange) => this.#tokenize(exchange)
			},
			"/detokenize": {
				method: "POST",
				handle: (exchange) => this.#detokenize(exchange)
			},
			"/reset_prefix_cache": {
				method: "POST",
				handle: ({ response }) => {
					this.#engine.resetPrefixCache();
					response.writeHead(200, { "content-length": 0 }).end();
				}
			}
		};
	}
	#sendMetrics({ response }) {
		response.writeHead(200, { "content-type": "text/plain; version=1.0.0; charset=utf-8" });
		response.end(this.#metrics.render(this.#engine.state()));
	}
	#models() {
		const { preset, parameters } = this.#parts.settings;
		return {
			object: "list",
			data: [{
				id: this.#parts.modelId,
				object: "model",
				created: this.#created,
				owned_by: SIMULATED_OWNER,
				root: `simulated:${preset.name}`,
				parent: null,
				max_model_len: parameters.max_model_len,
				permission: []
			}]
		};
	}
	async #tokenize({ incoming, response }) {
		const tokens = parseTokenize(await readJson(incoming), this.#served());
		const { max_model_len } = this.#parts.settings.parameters;
		sendJson(response, {
			count: tokens.length,
			max_model_len,
			tokens,
			token_strs: null
		});
	}
	async #detokenize({ incoming, response }) {
		sendJson(response, { prompt: decode(parseDetokenize(await readJson(incoming), this.#served())) });
	}
	#served() {
		return {
			model_id: this.#parts.modelId,
			max_model_len: this.#parts.settings.parameters.max_model_len
		};
	}
	async #generate({ incoming, response }, endpoint) {
		const request = parseGeneration(endpoint, await readJson(incoming), this.#served());
		if (this.#dead) throw apiProblem(ENGINE_DEAD);
		const id = ++this.#requests;
		const fault = faultFor(this.#parts.settings.faults, id);
		if (refuse(fault, response)) return;
		const { parameters } = this.#parts.settings;
		const seed = promptSeed(request.prompt_ids);
		const planned = outputLength({
			bounds: request,
			mean_tokens: parameters.mean_output_tokens,
			seed: parameters.seed,
			prompt_seed: seed
		});
		const engineRequest = {
			id,
			prompt_ids: request.prompt_ids,
			...fault === "short_output" ? {
				output_tokens: Math.max(1, Math.floor(planned.output_tokens / 2)),
				finish_reason: "stop"
			} : planned
		};
		if (this.#engine.submit(engineRequest) === "rejected") throw apiProblem({
			status: 503,
			message: `Too many requests in flight: the limit is max_num_queued_reqs=${parameters.max_num_queued_reqs} (simulated).`,
			type: "ServiceUnavailableError"
		});
		const generation = beginGeneration({
			response,
			request,
			engine_request: engineRequest,
			text: answerText(request, {
				id: id.toString(16).padStart(16, "0"),
				created: Math.floor(Date.now() / 1e3),
				model: this.#parts.modelId,
				system_fingerprint: `vllm-${SIMULATED_VERSION}-${this.#parts.settings.preset.name}`
			}),
			prompt_seed: seed,
			fault,
			abort: () => this.#abort(id),
			collapse: (kind) => this.#collapse(kind)
		});
		this.#generations.set(id, generation);
	}
	#abort(id) {
		if (!this.#generations.delete(id)) return;
		this.#engine.abort(id);
		this.#metrics.observeAbort();
	}
	#collapse(fault) {
		const exit = this.#parts.options.exit ?? ((code) => process.exit(code));
		if (fault === "die") {
			exit(1);
			return;
		}
		if (this.#dead) return;
		this.#dead = true;
		this.#engine.stop();
		this.#parts.log.engineDead();
		for (const generation of [...this.#generations.values()]) generation.engineDied();
		setTimeout(() => exit(0), DEAD_ENGINE_EXIT_S * 1e3 * this.#parts.options.time_scale).unref();
	}
};
/** Faults that keep a request from the engine; true: it is answered, or never will be. */
function refuse(fault, response) {
	const text = {
		message: `Injected fault ${fault} (simulated).`,
		param: void 0
	};
	switch (fault) {
		case "http_400": throw apiProblem({
			...text,
			status: 400,
			type: "BadRequestError"
		});
		case "http_429": {
			const body = { error: {
				message: text.message,
				type: "RateLimitError",
				param: null,
				code: 429
			} };
			throw new HttpProblem(429, body, { "retry-after": "1" });
		}
		case "http_500": throw apiProblem({
			...text,
			status: 500,
			type: "InternalServerError"
		});
		case "http_503": throw apiProblem({
			...text,
			status: 503,
			type: "ServiceUnavailableError"
		});
		case "drop":
			response.destroy();
			return true;
		case "hang": return true;
		default: return false;
	}
}

// src/commands.ts
/** Runs one command line; resolves to the exit code. Never throws. */
async function main(argv, cliPath) {
	let exitCode = 0;
	const program = new Command("instinct-gate").description("Did this change make our vLLM service slower, less reliable or less able?").version(TOOL_VERSION).exitOverride().showHelpAfterError("(instinct-gate COMMAND --help lists the options)").showSuggestionAfterError();
	const does = (action) => async (...args) => {
		exitCode = await action(...args);
	};
	const runCommand = withConfig(program.command("run")).description("boot or reach an engine, climb the ladder, judge and report").action(does((options) => run(options, argv, cliPath)));
	addBenchmarkFlags(runCommand);
	withConfig(program.command("doctor")).description("check whether this machine is fit for a run; changes nothing").action(does((options) => doctor(options, cliPath)));
	withConfig(program.command("validate")).description("check a configuration and show the plan and its cost").action(does(validate));
	withConfig(program.command("compare")).description("compare results: two files, or two folders of repeats").argument("<baseline>", "result.json or folder").argument("<candidate>", "result.json or folder").action(does(compare));
	withFormat(program.command("report")).description("render the reports of a result again, from its files alone").argument("<dir>", "output folder").action(does(report));
	program.command("verify").description("check every file of an output folder against its manifest").argument("<dir>", "output folder").action(does(verify));
	program.command("cleanup").description("stop engines that runs of ours left behind").option("--lock-dir <dir>", "folder of the locks, where preflight.lock_dir names one").action(does(cleanup));
	withConfig(program.command("simulate")).description("serve the engine simulator behind the vLLM API").option("--port <port>", "port to listen on; 0 for a free one", wholeNumber, 8e3).option("--host <host>", "address to listen on", "127.0.0.1").option("--preset <name>", "modelled engine (engine.preset)").option("--time-scale <factor>", "factor on all times (engine.time_scale)").action(does(simulate));
	try {
		await program.parseAsync(argv, { from: "user" });
		return exitCode;
	} catch (error) {
		return exitCodeOfError(error);
	}
}
async function run(options, argv, cliPath) {
	const failOn = failOnOf(options);
	const flags = readBenchmarkFlags(options);
	const config = configOf(options, { inputs: flags });
	const log = createLog({
		stream: process.stderr,
		style: process.stderr.isTTY === true ? "live" : "plain",
		secrets: config.secrets
	});
	for (const warning of config.warnings) log.warning(warning);
	const stop = stopOnSignals();
	const run_token = makeToken(randomUUID());
	try {
		const lockDir = config.preflight.lock_dir;
		await reapLeftovers({
			log,
			...lockDir !== void 0 && { lockDir }
		});
		const { result, folder } = await runWithRetries({
			config,
			tool_version: TOOL_VERSION,
			reproduce: reproduceCommand(argv, config),
			log,
			signal: stop.signal,
			openOutput: () => prepareOutput({
				out: options.out,
				secrets: config.secrets,
				...flags.output_file !== void 0 && { output_file: flags.output_file }
			}),
			wire: (output) => wire({
				config,
				output,
				log,
				cli_path: cliPath,
				run_token
			}),
			writeReports: (dir, measured) => writeReports(dir, measured, config.report)
		});
		log.end();
		print(result, options);
		if (options.format === "text") process.stderr.write(`Files: ${folder}\n`);
		return exitCodeFor(result.verdict.verdict, failOn);
	} finally {
		log.end();
		stop.dispose();
	}
}
/** Everything that a run would find out about this machine, before it takes anything. */
async function doctor(options, cliPath) {
	const config = configOf(options);
	const log = createLog({
		stream: process.stderr,
		style: "plain",
		secrets: config.secrets
	});
	const { engine, service, load, preflight, pins } = config;
	const port = wireHost({
		log,
		cli_path: cliPath,
		run_token: makeToken("doctor"),
		out: resolve(options.out)
	});
	const host = await port.gpus(engine, makePlan(config).gpus);
	const checks = await port.preflight({
		engine,
		service,
		load,
		preflight,
		pins,
		host,
		for_run: false
	});
	const exitCode = doctorExitCode(checks);
	const text = options.format === "json" ? JSON.stringify({
		engine: engine.kind,
		exit_code: exitCode,
		summary: summary(checks),
		checks
	}, void 0, 2) : doctorText(checks, { columns: process.stdout.columns ?? 80 });
	const masked = maskSecrets(text, config.secrets);
	process.stdout.write(options.format === "markdown" ? `\`\`\`text\n${masked}\n\`\`\`\n` : `${masked}\n`);
	return exitCode;
}
async function validate(options) {
	const config = configOf(options);
	const plan = makePlan(config);
	const text = options.format === "json" ? JSON.stringify(plan, void 0, 2) : planText(plan, config);
	process.stdout.write(`${maskSecrets(text, config.secrets)}\n`);
	return 0;
}
async function compare(baseline, candidate, options) {
	const failOn = failOnOf(options);
	const config = configOf(options, { defaults: { engine: { kind: "simulator" } } });
	const baselines = await resultsOf(baseline);
	const candidates = await resultsOf(candidate);
	const result = compareResults({
		baselines: {
			source: baseline,
			...baselines
		},
		candidates,
		compare: config.compare
	});
	print(result, options);
	return exitCodeFor(result.verdict.verdict, failOn);
}
async function report(dir, options) {
	const failOn = failOnOf(options);
	const vouched = await requireUnchanged(dir);
	const { result, differs } = withProvenVerdict(await storedResult(dir));
	if (differs !== void 0) process.stderr.write(`Warning: ${differs}; the heavier one is shown.\n`);
	const files = await writeReports(dir, result, {
		html: true,
		junit: true
	});
	if (vouched) await renewInManifest(dir, Object.values(files).map((path) => basename(path)));
	else process.stderr.write("Warning: there is no manifest.json, so nothing proves that the files are as the run wrote them.\n");
	print(result, options);
	return exitCodeFor(result.verdict.verdict, failOn);
}
async function verify(dir) {
	const check = await verifyManifest(dir);
	for (const name of check.changed) process.stdout.write(`changed  ${name}\n`);
	for (const name of check.missing) process.stdout.write(`missing  ${name}\n`);
	for (const name of check.extra) process.stdout.write(`extra    ${name}\n`);
	const problems = check.changed.length + check.missing.length + check.extra.length;
	process.stdout.write(problems === 0 ? `${dir}: every file is as it was written\n` : `${problems} difference(s)\n`);
	return problems === 0 ? 0 : 1;
}
async function cleanup({ lockDir }) {
	const reaped = await reapLeftovers({
		...lockDir !== void 0 && { lockDir: resolve(lockDir) },
		log: createLog({
			stream: process.stderr,
			style: "plain",
			secrets: []
		})
	});
	if (!reaped.looked) process.stdout.write("Processes cannot be seen on this system: nothing was looked for.\n");
	else if (reaped.found + reaped.left.length === 0) process.stdout.write("Nothing of ours is left.\n");
	for (const line of [...reaped.lines, ...reaped.left]) process.stdout.write(`${line}\n`);
	return reaped.found === reaped.ended && reaped.looked ? 0 : FAILURE_EXIT_CODE.host;
}
async function simulate(options) {
	const flags = [...options.preset === void 0 ? [] : [`engine.preset=${options.preset}`], ...options.timeScale === void 0 ? [] : [`engine.time_scale=${options.timeScale}`]];
	const config = configOf({
		...options,
		set: [...options.set ?? [], ...flags]
	}, { defaults: { engine: { kind: "simulator" } } });
	if (config.engine.kind !== "simulator") throw new GateError({
		kind: "config",
		message: `simulate: expected engine.kind simulator, found ${config.engine.kind}`,
		hint: "Leave engine.kind out, or name another configuration."
	});
	const { engine, service } = config;
	const simulator = await serveSimulator({
		host: options.host,
		port: options.port,
		preset: engine.preset,
		time_scale: engine.time_scale,
		...engine.max_num_seqs !== void 0 && { max_num_seqs: engine.max_num_seqs },
		...service.model_id !== void 0 && { model_id: service.model_id },
		overrides: engine.args,
		log: (line) => process.stdout.write(`${line}\n`)
	});
	const stop = stopOnSignals();
	await new Promise((resolve) => {
		stop.signal.addEventListener("abort", () => resolve(), { once: true });
	});
	await simulator.close();
	stop.dispose();
	return 0;
}
/** The result of one output folder. */
async function storedResult(dir) {
	const path = join(dir, RESULT_FILE);
	const read = await readResultFile(path);
	if (typeof read !== "string") return read;
	throw new GateError({
		kind: "config",
		code: "result_unreadable",
		message: `expected the output folder of a finished run; its result.json ${read}`,
		where: path
	});
}
/** Stored results that a command was given by name: none at all is a usage problem. */
async function resultsOf(source) {
	const read = await readResults(source);
	if (read.results.length > 0) return read;
	throw new GateError({
		kind: "config",
		code: "no_result",
		message: `expected a result.json or a folder of results, found ${read.unreadable.length === 0 ? "nothing" : "no readable one"}`,
		where: source,
		evidence: read.unreadable.slice(0, 10).map(({ path, reason }) => `${path}: ${reason}`)
	});
}
function withFormat(command) {
	return command.addOption(new Option("--format <format>", "form of the result on stdout").choices([
		"text",
		"json",
		"markdown"
	]).default("text")).option("--fail-on <list>", "verdicts that give a non-zero exit code: fail,inconclusive,invalid,error").option("--no-color", "no colour (also NO_COLOR)");
}
function withConfig(command) {
	return withFormat(command.option("--config <file>", "configuration (YAML, JSON or TOML by extension)").option("--set <section.key=value>", "one setting that wins over the file; repeatable", (value, before = []) => [...before, value]).option("--out <dir>", "folder for results and reports", "instinct-gate-out"));
}
function configOf(options, more = {}) {
	return readConfig({
		...options.config !== void 0 && { file: options.config },
		...options.set !== void 0 && { set: options.set },
		...more
	});
}
function print(result, options) {
	process.stdout.write(`${resultText(result, options)}\n`);
}
function resultText(result, { format, color }) {
	switch (format) {
		case "json": return JSON.stringify(result, void 0, 2);
		case "markdown": return renderComment(result, {});
		case "text": return renderTerminal(result, {
			color: color && process.stdout.isTTY === true && !process.env["NO_COLOR"],
			columns: Math.max(80, process.stdout.columns ?? 80)
		});
	}
}
function failOnOf({ failOn }) {
	if (failOn === void 0) return void 0;
	const parsed = parseFailOn(failOn);
	if (parsed.ok) return parsed.verdicts;
	throw new GateError({
		kind: "config",
		code: "fail_on",
		message: `--fail-on: ${parsed.problem}`
	});
}
function exitCodeOfError(error) {
	if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : FAILURE_EXIT_CODE.config;
	if (error instanceof GateError) {
		process.stderr.write(`${explain(error)}\n`);
		return FAILURE_EXIT_CODE[error.kind];
	}
	const text = error instanceof Error ? error.stack ?? error.message : String(error);
	process.stderr.write(`This is a fault of instinct-gate ${TOOL_VERSION}; please report it.\n${text}\n`);
	return 70;
}
function wholeNumber(text) {
	if (!/^\d{1,5}$/.test(text)) throw new InvalidArgumentError(`expected a whole number, found "${text}"`);
	return Number(text);
}

export { main };