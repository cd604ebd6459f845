import { setTimeout } from "node:timers/promises";
import { spawn } from "node:child_process";
import { accessSync, chmodSync, closeSync, constants, existsSync, fchmodSync, fstatSync, ftruncateSync, lstatSync, mkdirSync, openSync, readFileSync, readSync, readdirSync, readlinkSync, unlinkSync, writeSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { B as oneLine, R as jsonOf, a as forgetRun, i as defaultStateDir, o as listRuns, t as outsideParts, z as objectOf } from "./outside-parts.js";

// src/engine/lock.ts
/**
* Tries once, without waiting. The lock belongs to our open file, not to flock(1), which only asks the kernel for it:
* it is free again when this process ends, however it ends. Our children do not inherit it.
*/
async function tryLock(request) {
	if (!/^[A-Za-z0-9._-]{1,200}$/.test(request.name)) throw new Error("a lock has a plain file name");
	const path = join(request.dir, request.name);
	for (let attempt = 0; attempt < 10; attempt++) {
		const opened = openLockFile(path, request.create);
		if (opened === "absent") return { state: "absent" };
		if (typeof opened === "string") return {
			state: "unknown",
			reason: `${path}: ${opened}`
		};
		const { descriptor } = opened;
		const taken = await flock(descriptor, request.mode);
		if (taken !== "locked") {
			const holder = taken === "busy" ? readHolder(descriptor) : void 0;
			closeSync(descriptor);
			return taken === "busy" ? {
				state: "busy",
				holder
			} : {
				state: "unknown",
				reason: taken
			};
		}
		if (!isStillThere(path, descriptor)) {
			closeSync(descriptor);
			continue;
		}
		if (request.mode === "exclusive" && opened.writable) writeHolder(descriptor, request.holder);
		return {
			state: "locked",
			file: heldFile(path, opened),
			owner_uid: fstatSync(descriptor).uid
		};
	}
	return {
		state: "unknown",
		reason: `${path} is replaced again and again`
	};
}
/** "pid 12 of user 1000 since 2026-12-01T10:00:00Z", or what little is known. */
function describeHolder(holder) {
	if (holder === void 0) return "somebody who left no name";
	return `run ${holder.run.split(":")[0]}, pid ${holder.pid} of user ${holder.uid}, since ${holder.since}`;
}
const SAFE = constants.O_NOFOLLOW | constants.O_NONBLOCK;
function openLockFile(path, create) {
	for (let attempt = 0; attempt < 5; attempt++) {
		try {
			return checked({
				descriptor: openSync(path, constants.O_RDWR | SAFE),
				writable: true
			});
		} catch (error) {
			const code = error.code;
			if (code === "EACCES") return openForReading(path);
			if (code !== "ENOENT") return code === "ELOOP" ? "it is a symbolic link" : code ?? String(error);
			if (!create) return "absent";
		}
		try {
			const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | SAFE;
			const descriptor = openSync(path, flags, 438);
			fchmodSync(descriptor, 438);
			return {
				descriptor,
				writable: true
			};
		} catch (error) {
			const code = error.code;
			if (code !== "EEXIST") return code ?? String(error);
		}
	}
	return "it appears and disappears";
}
/** flock needs no right to write. */
function openForReading(path) {
	try {
		return checked({
			descriptor: openSync(path, constants.O_RDONLY | SAFE),
			writable: false
		});
	} catch (error) {
		return error.code ?? String(error);
	}
}
/** A device, a pipe or a second name of some other file is no lock of ours, and nothing is written into it. */
function checked(file) {
	const stat = fstatSync(file.descriptor);
	if (stat.isFile() && stat.nlink <= 1 && stat.size <= MAX_HOLDER_BYTES) return file;
	closeSync(file.descriptor);
	if (!stat.isFile()) return "it is not a regular file";
	return stat.nlink > 1 ? "it has a second name (hard link)" : "it holds more than a lock file can";
}
/** Of util-linux or busybox; part of every Linux that runs a runner. */
const FLOCK = "flock";
async function flock(descriptor, mode) {
	const child = spawn(FLOCK, [
		"-n",
		mode === "exclusive" ? "-x" : "-s",
		"3"
	], { stdio: [
		"ignore",
		"ignore",
		"ignore",
		descriptor
	] });
	return new Promise((resolve) => {
		child.once("error", (error) => resolve(error.code === "ENOENT" ? "flock (util-linux) is not installed" : `flock: ${error.code}`));
		child.once("exit", (code, signal) => {
			if (code === 0) resolve("locked");
			else if (code === 1) resolve("busy");
			else resolve(`flock ended with ${code ?? signal}`);
		});
	});
}
function isStillThere(path, descriptor) {
	try {
		const [named, open] = [lstatSync(path), fstatSync(descriptor)];
		return named.ino === open.ino && named.dev === open.dev;
	} catch {
		return false;
	}
}
const MAX_HOLDER_BYTES = 4096;
function writeHolder(descriptor, holder) {
	try {
		ftruncateSync(descriptor, 0);
		if (holder !== void 0) writeSync(descriptor, JSON.stringify(holder), 0);
	} catch {}
}
function readHolder(descriptor) {
	try {
		const buffer = Buffer.alloc(MAX_HOLDER_BYTES);
		const size = readSync(descriptor, buffer, 0, MAX_HOLDER_BYTES, 0);
		const { pid, start_time: startTime, pid_namespace: namespace, uid, since, run } = objectOf(jsonOf(buffer.toString("utf8", 0, size))) ?? {};
		if (typeof pid !== "number" || typeof run !== "string" || typeof since !== "string") return void 0;
		return {
			pid,
			start_time: typeof startTime === "number" ? startTime : 0,
			pid_namespace: typeof namespace === "string" ? oneLine(namespace, [], 20) : "0",
			uid: typeof uid === "number" ? uid : -1,
			since: oneLine(since, [], 40),
			run: oneLine(run, [], 160)
		};
	} catch {
		return;
	}
}
function heldFile(path, { descriptor, writable }) {
	let held = true;
	return {
		path,
		release: ({ remove = false } = {}) => {
			if (!held) return;
			held = false;
			try {
				if (remove) unlinkSync(path);
				else if (writable) ftruncateSync(descriptor, 0);
			} catch {}
			closeSync(descriptor);
		}
	};
}

// src/engine/processes.ts
/** False where there is no Linux /proc: everything about processes is then unknown. */
function canSeeProcesses() {
	return process.platform === "linux" && readProcess(process.pid) !== void 0;
}
/** A running process; undefined when it has ended (a zombie has ended) or cannot be seen. */
function readProcess(pid) {
	const stat = readText(`/proc/${pid}/stat`);
	if (stat === void 0) return void 0;
	const open = stat.indexOf("(");
	const close = stat.lastIndexOf(")");
	const fields = stat.slice(close + 2).split(" ");
	const [state, parent, group, session] = fields;
	const startTime = fields[19];
	if (open < 0 || close < 0 || startTime === void 0 || state === "Z" || state === "X") return void 0;
	return {
		pid,
		parent: Number(parent),
		group: Number(group),
		session: Number(session),
		start_time: Number(startTime),
		name: stat.slice(open + 1, close).replace(/[^\x20-\x7e]/g, "?")
	};
}
/** All running processes that can be seen; empty where there is no /proc. */
function listProcesses() {
	const found = [];
	for (const pid of listPids()) {
		const info = readProcess(pid);
		if (info !== void 0) found.push(info);
	}
	return found;
}
/** Value of one variable in the environment that a process was started with. */
function readEnvironment(pid, variable) {
	const text = readText(`/proc/${pid}/environ`);
	if (text === void 0) return { kind: "hidden" };
	const entries = text.split("\0").filter((entry) => entry !== "");
	const found = entries.find((entry) => entry.startsWith(`${variable}=`));
	if (found !== void 0) return {
		kind: "readable",
		value: found.slice(variable.length + 1)
	};
	return entries.length > 0 && /^[A-Za-z_][A-Za-z0-9_]*=/.test(entries[0] ?? "") ? {
		kind: "readable",
		value: void 0
	} : { kind: "overwritten" };
}
/** Inode of our pid namespace: pids mean something only inside it. `0` where it cannot be read. */
function pidNamespace() {
	try {
		return /\[(\d+)\]/.exec(readlinkSync("/proc/self/ns/pid"))?.[1] ?? "0";
	} catch {
		return "0";
	}
}
/** Socket inodes that a process holds open; undefined when its descriptors cannot be read. */
function openSockets(pid) {
	let names;
	try {
		names = readdirSync(`/proc/${pid}/fd`);
	} catch {
		return;
	}
	const inodes = /* @__PURE__ */ new Set();
	for (const name of names) try {
		const inode = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${name}`))?.[1];
		if (inode !== void 0) inodes.add(inode);
	} catch {}
	return inodes;
}
/** True for a process of the container with this id: its control group is named after it. */
function isInContainerOf(pid, id) {
	return readText(`/proc/${pid}/cgroup`)?.includes(id) === true;
}
/** Sends a signal to exactly this process: never to another one that got its pid meanwhile. */
function signalProcess(target, signal) {
	if (readProcess(target.pid)?.start_time !== target.start_time) return false;
	try {
		process.kill(target.pid, signal);
		return true;
	} catch {
		return false;
	}
}
function listPids() {
	try {
		return readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map(Number);
	} catch {
		return [];
	}
}
function readText(path) {
	try {
		return readFileSync(path, "latin1");
	} catch {
		return;
	}
}

// src/engine/lock-dir.ts
/** Folder that a host keeps for locks; cleared at each boot, sticky, writable by everybody. */
const DEFAULT_LOCK_DIR = "/run/lock/instinct-gate";
/**
* The folder for the locks of GPUs, made when it is missing. A text says why there is none: what is not a plain
* folder, or lies in a private temporary one, is refused, never used.
*/
function lockDir(options) {
	const path = resolve(options.configured ?? options.fallback ?? "/run/lock/instinct-gate");
	const told = options.configured !== void 0;
	if (told && !isAbsolute(options.configured ?? "")) return `preflight.lock_dir is not absolute: ${path}`;
	const inside = privateFolder(path, options.env);
	if (inside !== void 0) return `${path} lies in ${inside}, which no other runner sees`;
	if (hasPrivateTmp(path)) return `${path} lies in the private /tmp of this service`;
	const problem = prepare(path);
	if (problem !== void 0) return `${path}: ${problem}`;
	if (told) return {
		path,
		shared: true
	};
	if (isInContainer() && !isMountPoint(path)) return {
		path,
		shared: false,
		reason: `this is a container and ${path} is not mounted from its host`
	};
	return {
		path,
		shared: true
	};
}
/** Folders that belong to one job or one service, by variable. */
const PRIVATE = [
	"RUNNER_TEMP",
	"GITHUB_WORKSPACE",
	"RUNNER_WORKSPACE",
	"TMPDIR",
	"XDG_RUNTIME_DIR"
];
function privateFolder(path, env) {
	return PRIVATE.find((name) => {
		const folder = env[name];
		if (folder === void 0 || folder === "" || resolve(folder) === "/tmp") return false;
		return path === resolve(folder) || path.startsWith(`${resolve(folder)}/`);
	});
}
/** systemd gives a service with PrivateTmp= a /tmp of its own; mountinfo shows where it really is. */
function hasPrivateTmp(path) {
	const top = ["/tmp", "/var/tmp"].find((one) => path === one || path.startsWith(`${one}/`));
	return top !== void 0 && mounts().some(([root, point]) => point === top && /systemd-private-/.test(root));
}
function prepare(path) {
	try {
		mkdirSync(path, { mode: 511 });
		chmodSync(path, 1023);
	} catch (error) {
		const code = error.code;
		if (code === "ENOENT") return `${dirname(path)} does not exist`;
		if (code !== "EEXIST") return `it cannot be made (${code})`;
	}
	try {
		const stat = lstatSync(path);
		if (stat.isSymbolicLink()) return "it is a symbolic link";
		if (!stat.isDirectory()) return "it is not a folder";
		if ((stat.mode & 18) !== 0 && (stat.mode & 512) === 0) return "others may write to it and it is not sticky (chmod +t)";
		accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
		return;
	} catch (error) {
		return `it cannot be used (${error.code})`;
	}
}
/** Inode of the pid namespace that the kernel starts with (include/linux/proc_ns.h, PROC_PID_INIT_INO). */
const FIRST_PID_NAMESPACE = "pid:[4026531836]";
/** True in a container or pod, and where it cannot be told. */
function isInContainer(root = "") {
	if (existsSync(`${root}/.dockerenv`) || existsSync(`${root}/run/.containerenv`)) return true;
	try {
		return readlinkSync(`${root}/proc/self/ns/pid`) !== FIRST_PID_NAMESPACE;
	} catch {
		return true;
	}
}
function isMountPoint(path) {
	return mounts().some(([, point]) => point === path);
}
/** Root inside its file system, and mount point, of each mount: proc(5), mountinfo. */
function mounts() {
	try {
		return readFileSync("/proc/self/mountinfo", "utf8").split("\n").map((line) => line.split(" ").slice(3, 5)).map(([root = "", point = ""]) => [root, point.replaceAll("\\040", " ")]);
	} catch {
		return [];
	}
}

// src/engine/run-lock.ts
/** Folders in which a run's lock may lie: our own for state, the host's, and preflight.lock_dir where it is known. */
function runLockDirs(more) {
	const given = more.lock_dir === void 0 ? [] : [more.lock_dir];
	return [.../* @__PURE__ */ new Set([
		...given,
		DEFAULT_LOCK_DIR,
		more.state_dir ?? defaultStateDir()
	])];
}
/** File name of a run's lock. */
function runLockName(token) {
	return `run-${token.replaceAll(":", "_")}.lock`;
}
/** Takes the lock of a new run in one folder. Undefined when it cannot be had: it then cannot be judged there. */
async function lockRun(token, dir) {
	const name = runLockName(token);
	const attempt = await tryLock({
		dir,
		name,
		mode: "exclusive",
		holder: holderOf(token),
		create: true
	});
	return attempt.state === "locked" ? attempt.file : void 0;
}
/** What this process writes into the locks that it holds for a run. */
function holderOf(token) {
	return {
		pid: process.pid,
		start_time: readProcess(process.pid)?.start_time ?? 0,
		pid_namespace: pidNamespace(),
		uid: process.getuid?.() ?? 0,
		since: (/* @__PURE__ */ new Date()).toISOString(),
		run: token
	};
}
/** Looks for the lock of a run and takes it when its keeper is gone, so that two clean-ups do not meet. */
async function claimRun(token, dirs) {
	const me = process.getuid?.() ?? 0;
	const free = [];
	let reason = "its lock is in no folder that is known here";
	for (const dir of dirs) {
		const attempt = await tryLock({
			dir,
			name: runLockName(token),
			mode: "exclusive",
			create: false
		});
		switch (attempt.state) {
			case "busy":
				for (const file of free) file.release();
				return {
					state: "held",
					holder: attempt.holder
				};
			case "locked":
				if (attempt.owner_uid === me || me === 0) free.push(attempt.file);
				else attempt.file.release();
				break;
			case "unknown": reason = attempt.reason;
		}
	}
	if (free.length === 0) return {
		state: "unseen",
		reason
	};
	const release = (nothingLeft) => {
		for (const file of free) file.release({ remove: nothingLeft });
	};
	return {
		state: "free",
		release
	};
}

// src/engine/leftovers.ts
/** Variable that marks every process of a run; children inherit it. */
const RUN_TOKEN_VARIABLE = "INSTINCT_GATE_RUN";
/** A container's engine needs longer to free its GPUs than a process that we see. */
const CONTAINER_GRACE_S = 60;
/** Token of a run that this process owns. The id is cut to what a token may hold. */
function makeToken(runId) {
	return `${runId.replace(/[^A-Za-z0-9._-]/g, "-").slice(0, 64) || "run"}:${process.pid}:${readProcess(process.pid)?.start_time ?? 0}:${pidNamespace()}`;
}
/** Undefined for anything that is not exactly a token of ours. */
function parseToken(text) {
	const match = /^([A-Za-z0-9._-]{1,64}):([1-9]\d{0,9}):(\d{1,19}):(\d{1,19})$/.exec(text);
	if (match === null) return void 0;
	const [, id = "", pid = "", startTime = "", namespace = ""] = match;
	return {
		id,
		owner_pid: Number(pid),
		owner_start_time: Number(startTime),
		pid_namespace: namespace
	};
}
/**
* Ends what runs left behind whose keeper is gone, as their free lock shows: processes with their token, containers with
* their label. A run whose lock is held, or cannot be seen from here, is left and named. Never touches a process of
* another pid namespace, or anything without our token.
*/
async function reapLeftovers(options = {}) {
	if (!canSeeProcesses()) return nothing(false);
	const stateDir = options.stateDir ?? defaultStateDir();
	const dirs = runLockDirs({
		lock_dir: options.lockDir,
		state_dir: stateDir
	});
	const outside = await outsideParts(options.env ?? process.env, stateDir);
	try {
		const reports = [];
		for (const token of knownTokens(stateDir, outside.tokens)) {
			const run = membersOf(token, stateDir, outside);
			const claim = await claimRun(token, dirs);
			if (claim.state === "free") reports.push(await reapClaimed(token, run, claim, options));
			else if (run.names().length > 0) reports.push(leftAlone(run, claim));
			else if (claim.state === "unseen") forgetRun(token, stateDir);
		}
		return sum(reports);
	} finally {
		await outside.close();
	}
}
/**
* Ends everything of one run, for its own post step: main has ended, and its keeper may still be at work, so it gets
* up to `graceMs` to do it itself.
*/
async function reapRun(tokenText, options = {}) {
	const token = parseToken(tokenText);
	if (!canSeeProcesses()) return nothing(false);
	if (token === void 0) return nothing(true);
	const stateDir = options.stateDir ?? defaultStateDir();
	const dirs = runLockDirs({
		lock_dir: options.lockDir,
		state_dir: stateDir
	});
	const deadline = Date.now() + (options.graceMs ?? 1e4);
	let claim = await claimRun(tokenText, dirs);
	while (claim.state === "held" && Date.now() < deadline) {
		await setTimeout(200);
		claim = await claimRun(tokenText, dirs);
	}
	const outside = await outsideParts(options.env ?? process.env, stateDir);
	try {
		const run = membersOf(tokenText, stateDir, outside);
		return claim.state === "held" ? leftAlone(run, claim) : await reapClaimed(tokenText, run, claim, options);
	} finally {
		await outside.close();
	}
}
/**
* Stops one run in vLLM's own way: SIGTERM to the API server and time to end by itself, then its whole group and
* everything that carries the token, then SIGKILL. For the keeper, whose main is gone.
*/
async function stopRun(tokenText, options) {
	const find = () => findRun(tokenText, options.stateDir);
	const members = find();
	const state = listRuns(options.stateDir).find(({ token }) => token === tokenText);
	const leader = members.find(({ pid }) => pid === state?.pid);
	if (leader !== void 0 && signalProcess(leader, "SIGTERM")) {
		const deadline = Date.now() + options.leaderGraceMs;
		while (readProcess(leader.pid)?.start_time === leader.start_time && Date.now() < deadline) await setTimeout(50);
	}
	const { found, killed, left } = await endProcesses(find, options.groupGraceMs);
	return {
		found: Math.max(found.length, members.length),
		killed,
		left
	};
}
/** Running processes that carry the token or, where they hide it, belong to the session that we started. */
function processesOfRun(tokenText, session) {
	const spared = ownAncestors();
	return listProcesses().filter((one) => !spared.has(one.pid) && belongsTo(one, tokenText, session));
}
/**
* True for a process of the run, by its token or by that of a process above it: a worker that hides its environment,
* or the child of a container whose client is ours.
*/
function isProcessOfRun(pid, tokenText) {
	const seen = /* @__PURE__ */ new Set();
	for (let next = pid; next > 1 && !seen.has(next); next = readProcess(next)?.parent ?? 0) {
		seen.add(next);
		const view = readEnvironment(next, RUN_TOKEN_VARIABLE);
		if (view.kind === "readable" && view.value === tokenText) return true;
	}
	return false;
}
/** True when a process is of the run with this token or session. */
function belongsTo(one, tokenText, session) {
	const view = readEnvironment(one.pid, RUN_TOKEN_VARIABLE);
	if (view.kind === "readable" && view.value !== void 0) return view.value === tokenText;
	if (session === void 0 || !inSession(one, session)) return false;
	const leader = readProcess(session.session);
	if (leader !== void 0) return leader.start_time === session.start_time;
	return view.kind !== "readable";
}
/** True when a process shows the token of another run, which is that run's to end. */
function carriesOtherRun(one, tokenText) {
	const view = readEnvironment(one.pid, RUN_TOKEN_VARIABLE);
	return view.kind === "readable" && view.value !== void 0 && view.value !== tokenText;
}
/**
* Sends SIGTERM to all, SIGKILL after the grace to those that stay, and waits until none is left.
* `find` is asked again each time: a dying process may still start children. What it found once counts until it is
* gone: an ending process loses its environment, and with it its mark, before it loses its memory.
*/
async function endProcesses(find, graceMs) {
	const seen = /* @__PURE__ */ new Map();
	const living = () => {
		for (const one of find()) seen.set(`${one.pid}:${one.start_time}`, one);
		return [...seen.values()].filter((one) => readProcess(one.pid)?.start_time === one.start_time);
	};
	for (const one of living()) signalProcess(one, "SIGTERM");
	const deadline = Date.now() + graceMs;
	let rest = seen.size === 0 ? [] : living();
	while (rest.length > 0 && Date.now() < deadline) {
		await setTimeout(50);
		rest = living();
	}
	const killed = /* @__PURE__ */ new Set();
	const killDeadline = Date.now() + KILL_WAIT_MS;
	while (rest.length > 0 && Date.now() < killDeadline) {
		for (const one of rest) if (signalProcess(one, "SIGKILL")) killed.add(`${one.pid}:${one.start_time}`);
		await setTimeout(50);
		rest = living();
	}
	return {
		found: [...seen.values()],
		killed: killed.size,
		left: rest.length
	};
}
/** A process in uninterruptible sleep (a GPU reset, a dead network disk) does not die; this is how long we wait. */
const KILL_WAIT_MS = 1e4;
/** Every run that can be seen: by what processes or containers carry, or by its note. */
function knownTokens(stateDir, outside) {
	const texts = [
		...listRuns(stateDir).map(({ token }) => token),
		...listProcesses().flatMap(({ pid }) => {
			const view = readEnvironment(pid, RUN_TOKEN_VARIABLE);
			return view.kind === "readable" && view.value !== void 0 ? [view.value] : [];
		}),
		...outside
	];
	return [...new Set(texts)].filter((text) => parseToken(text) !== void 0);
}
function membersOf(token, stateDir, parts) {
	const near = parseToken(token)?.pid_namespace === pidNamespace();
	const processes = () => near ? findRun(token, stateDir) : [];
	const outside = parts.namesOf(token);
	return {
		processes,
		outside,
		stopOutside: (graceSeconds) => parts.stop(token, graceSeconds),
		names: () => [...processes().map(nameOf), ...outside],
		state_dir: stateDir
	};
}
async function reapClaimed(token, run, claim, options) {
	const stay = run.outside.length === 0 ? 0 : await run.stopOutside(CONTAINER_GRACE_S);
	const { found, killed, left } = await endProcesses(run.processes, options.graceMs ?? 1e4);
	const lines = [...found.map(nameOf), ...run.outside];
	const ended = lines.length - left - stay;
	if (lines.length > 0) options.log?.info(`ended ${ended} of ${lines.length} parts of an earlier run: ${lines.join(", ")}`);
	if (left > 0) options.log?.warning(`${left} process(es) of an earlier run do not end, not even by SIGKILL`);
	if (stay > 0) options.log?.warning(`${stay} of ${run.outside.join(", ")} could not be stopped`);
	const clean = left + stay === 0;
	if (clean) forgetRun(token, run.state_dir);
	if (claim.state === "free") claim.release(clean);
	return {
		found: lines.length,
		ended,
		killed,
		lines,
		left: [],
		looked: true
	};
}
function leftAlone(run, claim) {
	const why = claim.state === "held" ? `its run lives (${describeHolder(claim.holder)})` : `nobody can say here whether its run lives: ${claim.reason}`;
	return {
		...nothing(true),
		left: run.names().map((name) => `${name}: left alone, ${why}`)
	};
}
/** Running processes of one run: by its token or, for those that hide it, by the session in its note. */
function findRun(tokenText, stateDir) {
	const spared = ownAncestors();
	const state = listRuns(stateDir).find(({ token }) => token === tokenText);
	const mark = state === void 0 ? void 0 : sessionOf(state);
	return listProcesses().filter((one) => {
		if (spared.has(one.pid)) return false;
		const view = readEnvironment(one.pid, RUN_TOKEN_VARIABLE);
		if (view.kind === "readable") return view.value === tokenText;
		return view.kind === "overwritten" && mark !== void 0 && inSession(one, mark);
	});
}
/** The recorded session, unless its id belongs to somebody else by now. */
function sessionOf(state) {
	if (state.pid === void 0 || state.start_time === void 0) return void 0;
	const leader = readProcess(state.pid);
	if (leader !== void 0 && leader.start_time !== state.start_time) return void 0;
	return {
		session: state.pid,
		start_time: state.start_time
	};
}
function inSession(one, mark) {
	return one.session === mark.session && one.start_time >= mark.start_time;
}
/** This process and those above it: a clean-up that was started inside a run must not end itself. */
function ownAncestors() {
	const chain = /* @__PURE__ */ new Set();
	let pid = process.pid;
	while (pid > 0 && !chain.has(pid)) {
		chain.add(pid);
		pid = readProcess(pid)?.parent ?? 0;
	}
	return chain;
}
function nameOf(one) {
	return `pid ${one.pid} (${one.name})`;
}
function nothing(looked) {
	return {
		found: 0,
		ended: 0,
		killed: 0,
		lines: [],
		left: [],
		looked
	};
}
function sum(reports) {
	const count = (key) => reports.reduce((all, report) => all + report[key], 0);
	return {
		found: count("found"),
		ended: count("ended"),
		killed: count("killed"),
		lines: reports.flatMap(({ lines }) => lines),
		left: reports.flatMap(({ left }) => left),
		looked: true
	};
}

export { listProcesses as _, isProcessOfRun as a, describeHolder as b, reapLeftovers as c, holderOf as d, lockRun as f, isInContainerOf as g, canSeeProcesses as h, endProcesses as i, reapRun as l, lockDir as m, belongsTo as n, makeToken as o, isInContainer as p, carriesOtherRun as r, processesOfRun as s, RUN_TOKEN_VARIABLE as t, stopRun as u, openSockets as v, tryLock as x, readProcess as y };