import { createInterface } from "node:readline";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { i as word, n as jsonValues, r as reading, t as field } from "./tool-json.js";
import { closeSync, constants, openSync, readSync, readdirSync } from "node:fs";
import { spawn } from "node:child_process";

// src/telemetry/amd-smi.ts
/** Arguments for everything that a reading needs; -T is known from ROCm 6.3 on. */
const AMD_SMI_METRIC = [...[
	"metric",
	"-u",
	"-p",
	"-c",
	"-t",
	"-m",
	"-e",
	"-E"
], ...["-T", "--json"]];
/** The same for an amd-smi that does not know -T. */
const AMD_SMI_METRIC_OLD = [
	"metric",
	"-u",
	"-p",
	"-c",
	"-t",
	"-m",
	"-e",
	"-E",
	"--json"
];
/**
* Readings per GPU from `amd-smi metric --json`: an array (ROCm 6.1 to 6.4), `gpu_data` (7.0 and later) or one object;
* with text around it. Undefined where no GPU object is in it: unreadable, never "nothing is wrong".
*/
function parseAmdSmiMetric(output) {
	const gpus = gpuObjects(output);
	if (gpus.length === 0) return void 0;
	return gpus.map(({ index, gpu }) => {
		const fields = metricFields(gpu);
		return {
			index,
			state: Object.keys(fields).length === 0 ? "unreadable" : "read",
			...fields
		};
	});
}
/** GPUs of `amd-smi list --json` or `amd-smi static --json`; undefined where none is in it. */
function parseAmdSmiGpus(output) {
	const gpus = gpuObjects(output);
	if (gpus.length === 0) return void 0;
	return gpus.map(({ index, gpu }) => {
		const asic = field(gpu, "asic");
		const limit = field(gpu, "limit");
		const bdf = word(field(gpu, "bdf")) ?? word(field(field(gpu, "bus"), "bdf"));
		const name = word(field(asic, "market_name")) ?? word(field(field(gpu, "board"), "product_name"));
		const arch = word(field(asic, "target_graphics_version"));
		const deviceText = word(field(asic, "device_id"));
		const partition = reading(field(gpu, "partition_id"))?.value;
		const render = word(field(gpu, "render"));
		const cap = reading(field(field(limit, "ppt0"), "socket_power_limit") ?? field(limit, "socket_power", "socket_power_limit"));
		const numa = reading(field(field(gpu, "numa"), "node"));
		const size = bytes(field(field(gpu, "vram"), "size"));
		return {
			index,
			...bdf !== void 0 && BDF.test(bdf) && { bdf: bdf.toLowerCase() },
			...name !== void 0 && { product: name },
			...arch !== void 0 && /^gfx[0-9a-f]{3,4}$/.test(arch) && { arch },
			...deviceText !== void 0 && /^0x[0-9a-f]{1,4}$/i.test(deviceText) && { device_id: Number(deviceText) },
			...partition !== void 0 && { partition },
			...render !== void 0 && /^renderD\d{1,4}$/.test(render) && { render_node: render },
			...size !== void 0 && { vram_total_bytes: size },
			...cap !== void 0 && cap.value > 0 && { power_cap_w: cap.value },
			...numa !== void 0 && { numa_node: numa.value }
		};
	});
}
const BDF = /^[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]$/i;
const MAX_GPUS = 256;
/** Objects with a whole number `gpu`, first of each: a document may be printed twice. */
function gpuObjects(output) {
	const found = /* @__PURE__ */ new Map();
	for (const value of jsonValues(output)) {
		const rows = Array.isArray(value) ? value : field(value, "gpu_data") ?? [value];
		if (!Array.isArray(rows)) continue;
		for (const row of rows.slice(0, MAX_GPUS)) {
			const index = reading(field(row, "gpu"))?.value;
			if (index === void 0 || !Number.isInteger(index) || index >= MAX_GPUS || found.has(index)) continue;
			found.set(index, row);
		}
	}
	return [...found].map(([index, gpu]) => ({
		index,
		gpu
	})).sort((a, b) => a.index - b.index);
}
function metricFields(gpu) {
	const clocks = gfxClocks(field(gpu, "clock"));
	const temperature = field(gpu, "temperature");
	const ecc = field(gpu, "ecc");
	const power = positive(reading(field(field(gpu, "power"), "socket_power", "current_socket_power"))?.value);
	const energy = positive(reading(field(field(gpu, "energy"), "total_energy_consumption"))?.value);
	const activity = reading(field(field(gpu, "usage"), "gfx_activity"))?.value;
	const hotspot = reading(field(temperature, "hotspot"))?.value;
	const hbm = reading(field(temperature, "mem"))?.value;
	const memory = reading(field(field(field(gpu, "clock"), "mem_0", "mem"), "clk"))?.value;
	const used = bytes(field(field(gpu, "mem_usage"), "used_vram"));
	const throttle = throttleCounters(field(gpu, "throttle", "violation"));
	return {
		...power !== void 0 && { power_w: power },
		...energy !== void 0 && { energy_j: energy },
		...activity !== void 0 && activity <= 100 && { gfx_activity_percent: activity },
		...clocks,
		...memory !== void 0 && { memory_clock_mhz: memory },
		...hotspot !== void 0 && hotspot <= 200 && { temperature_c: hotspot },
		...hbm !== void 0 && hbm <= 200 && { memory_temperature_c: hbm },
		...used !== void 0 && { vram_used_bytes: used },
		...throttle !== void 0 && { throttle },
		...counter("ecc_correctable", field(ecc, "total_correctable_count", "total_correctable")),
		...counter("ecc_uncorrectable", field(ecc, "total_uncorrectable_count", "total_uncorrectable")),
		...counter("ecc_deferred", field(ecc, "total_deferred_count"))
	};
}
function gfxClocks(clock) {
	const all = Array.from({ length: 8 }, (_, number) => field(clock, `gfx_${number}`));
	const now = all.flatMap((one) => positive(reading(field(one, "clk"))?.value) ?? []);
	const most = all.flatMap((one) => positive(reading(field(one, "max_clk"))?.value) ?? []);
	return {
		...now.length > 0 && { gfx_clock_mhz: Math.min(...now) },
		...most.length > 0 && { gfx_clock_max_mhz: Math.max(...most) }
	};
}
function throttleCounters(throttle) {
	const total = reading(field(throttle, "accumulation_counter"))?.value;
	if (total === void 0) return void 0;
	const known = [
		["prochot", "prochot_accumulated"],
		["ppt", "ppt_accumulated"],
		["socket_thermal", "socket_thermal_accumulated"],
		["vr_thermal", "vr_thermal_accumulated"],
		["hbm_thermal", "hbm_thermal_accumulated"]
	].flatMap(([name, key]) => {
		const value = reading(field(throttle, key))?.value;
		return value === void 0 ? [] : [[name, value]];
	});
	return known.length === 0 ? void 0 : {
		total,
		...Object.fromEntries(known)
	};
}
function counter(name, value) {
	const number = reading(value)?.value;
	return number === void 0 ? {} : { [name]: number };
}
/** amd-smi writes MiB and labels them MB (bytes // 1024²). */
function bytes(value) {
	const size = reading(value);
	if (size === void 0) return void 0;
	const unit = {
		B: 1,
		KB: 1024,
		MB: 1024 ** 2,
		GB: 1024 ** 3
	}[size.unit ?? ""];
	return unit === void 0 ? void 0 : size.value * unit;
}
function positive(value) {
	return value === void 0 || value <= 0 ? void 0 : value;
}

// src/telemetry/rocm-smi.ts
const ROCM_SMI_METRIC = [...[
	"--showmeminfo",
	"vram",
	"--showuse",
	"--showpower",
	"--showtemp"
], ...[
	"--showclocks",
	"--showbus",
	"--json"
]];
/**
* Readings per card from `rocm-smi --json` (python_smi_tools/rocm_smi.py, ROCm 5.7 to 7): an object of `card0`, `card1`,
* …, all values text, warnings before it. Undefined where no card is in it. Its exit code says nothing.
*/
function parseRocmSmi(output) {
	const found = /* @__PURE__ */ new Map();
	for (const value of jsonValues(output)) {
		if (typeof value !== "object" || value === null || Array.isArray(value)) continue;
		for (const [key, card] of Object.entries(value)) {
			const index = /^card(\d{1,3})$/.exec(key)?.[1];
			if (index !== void 0 && !found.has(Number(index))) found.set(Number(index), card);
		}
	}
	if (found.size === 0) return void 0;
	return [...found].sort(([a], [b]) => a - b).map(([index, card]) => cardReading(index, card));
}
function cardReading(index, card) {
	const power = number(card, "Current Socket Graphics Package Power (W)") ?? number(card, "Average Graphics Package Power (W)");
	const activity = number(card, "GPU use (%)");
	const used = number(card, "VRAM Total Used Memory (B)");
	const junction = number(card, "Temperature (Sensor junction) (C)");
	const memory = number(card, "Temperature (Sensor memory) (C)");
	const clock = megahertz(card, "sclk clock speed:");
	const memoryClock = megahertz(card, "mclk clock speed:");
	const bus = field(card, "PCI Bus");
	const fields = {
		...power !== void 0 && power > 0 && { power_w: power },
		...activity !== void 0 && activity <= 100 && { gfx_activity_percent: activity },
		...used !== void 0 && { vram_used_bytes: used },
		...junction !== void 0 && junction <= 200 && { temperature_c: junction },
		...memory !== void 0 && memory <= 200 && { memory_temperature_c: memory },
		...clock !== void 0 && { gfx_clock_mhz: clock },
		...memoryClock !== void 0 && { memory_clock_mhz: memoryClock }
	};
	return {
		index,
		state: Object.keys(fields).length === 0 ? "unreadable" : "read",
		...typeof bus === "string" && /^[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]$/i.test(bus) && { bdf: bus.toLowerCase() },
		...fields
	};
}
function number(card, key) {
	return reading(field(card, key))?.value;
}
/** "(132Mhz)" */
function megahertz(card, key) {
	const text = field(card, key);
	const digits = typeof text === "string" ? /^\((\d{1,5})Mhz\)$/i.exec(text)?.[1] : void 0;
	return digits === void 0 ? void 0 : Number(digits);
}

// src/core/gpu-products.ts
const PRODUCTS = {
	29704: {
		name: "AMD Instinct MI250X",
		arch: "gfx90a",
		paired_dies: true,
		max_clock_mhz: 1700
	},
	29708: {
		name: "AMD Instinct MI250X",
		arch: "gfx90a",
		paired_dies: true,
		max_clock_mhz: 1700
	},
	29711: {
		name: "AMD Instinct MI210",
		arch: "gfx90a",
		max_clock_mhz: 1700
	},
	29856: {
		name: "AMD Instinct MI300A",
		arch: "gfx942",
		max_clock_mhz: 2100
	},
	29857: {
		name: "AMD Instinct MI300X",
		arch: "gfx942",
		max_clock_mhz: 2100
	},
	29877: {
		name: "AMD Instinct MI300X",
		arch: "gfx942",
		max_clock_mhz: 2100
	},
	29865: {
		name: "AMD Instinct MI300X HF",
		arch: "gfx942"
	},
	29885: {
		name: "AMD Instinct MI300X HF",
		arch: "gfx942"
	},
	29858: {
		name: "AMD Instinct MI308X",
		arch: "gfx942"
	},
	29861: {
		name: "AMD Instinct MI325X",
		arch: "gfx942",
		max_clock_mhz: 2100
	},
	29881: {
		name: "AMD Instinct MI325X",
		arch: "gfx942",
		max_clock_mhz: 2100
	},
	30112: {
		name: "AMD Instinct MI350X",
		arch: "gfx950",
		max_clock_mhz: 2200
	},
	30115: {
		name: "AMD Instinct MI355X",
		arch: "gfx950",
		max_clock_mhz: 2400
	}
};
/** The product of a PCI device id, or undefined for one that is not an Instinct GPU known here. */
function gpuProduct(deviceId) {
	return Object.hasOwn(PRODUCTS, deviceId) ? PRODUCTS[deviceId] : void 0;
}
/** 90402 gives gfx942, 90010 gives gfx90a: major, minor, stepping in decimal pairs, the last two in hex. */
function archName(targetVersion) {
	return `gfx${Math.floor(targetVersion / 1e4)}${(Math.floor(targetVersion / 100) % 100).toString(16)}${(targetVersion % 100).toString(16)}`;
}

// src/telemetry/gpu-metrics-table.ts
/**
* Offsets of the tables that Instinct drivers emit through /sys/class/drm/card…/device/gpu_metrics: natural alignment,
* little-endian (drivers/gpu/drm/amd/include/kgd_pp_interface.h of Linux 6.2 to 6.17). v1_3 is MI200; v1_4 and later
* are MI300 and MI350. v1_9 is a list of attributes without fixed places and is not read here.
*/
const LAYOUTS = {
	"1.3": {
		size: 120,
		hotspot: 6,
		memory: 8,
		power: 22,
		activity: 16,
		energy: 24,
		gfxClocks: [54],
		memoryClock: 58,
		throttleStatus: 112
	},
	"1.4": {
		size: 288,
		hotspot: 4,
		memory: 6,
		power: 10,
		activity: 12,
		energy: 24,
		gfxClocks: eight(240),
		memoryClock: 280
	},
	"1.5": {
		size: 328,
		hotspot: 4,
		memory: 6,
		power: 10,
		activity: 12,
		energy: 56,
		gfxClocks: eight(280),
		memoryClock: 320
	},
	"1.6": {
		size: 1664,
		hotspot: 4,
		memory: 6,
		power: 10,
		activity: 12,
		energy: 16,
		gfxClocks: eight(264),
		memoryClock: 304,
		accumulators: 32
	},
	"1.7": {
		size: 2208,
		hotspot: 4,
		memory: 6,
		power: 10,
		activity: 12,
		energy: 24,
		gfxClocks: eight(296),
		memoryClock: 336,
		accumulators: 40
	},
	"1.8": {
		size: 3360,
		hotspot: 4,
		memory: 6,
		power: 10,
		activity: 12,
		energy: 24,
		gfxClocks: eight(296),
		memoryClock: 336,
		accumulators: 40
	}
};
/** The driver fills a table with ones first: all ones is a value that the card does not have. */
const ABSENT_16 = 65535;
const ABSENT_32 = 0xffffffff;
const ABSENT_64 = 18446744073709551615n;
/** Unit of the energy accumulator: 2^-16 J. */
const ENERGY_UNIT_J = 2 ** -16;
/** Bits 32 to 47 of the independent status are temperatures and PROCHOT (amdgpu_smu.h, SMU_THROTTLER_…_BIT). */
const THERMAL_BITS = 281470681743360n;
/** Readings of one table, or undefined for a table that is cut short or of a layout that is not known here. */
function decodeGpuMetrics(table) {
	const view = new DataView(table.buffer, table.byteOffset, table.byteLength);
	if (view.byteLength < 4) return void 0;
	const layout = LAYOUTS[`${view.getUint8(2)}.${view.getUint8(3)}`];
	if (layout === void 0 || view.getUint16(0, true) !== layout.size || view.byteLength < layout.size) return;
	const half = (offset) => {
		const value = view.getUint16(offset, true);
		return value === ABSENT_16 ? void 0 : value;
	};
	const clocks = layout.gfxClocks.flatMap((offset) => half(offset) ?? []).filter((clock) => clock > 0);
	const energy = view.getBigUint64(layout.energy, true);
	const power = half(layout.power);
	return defined({
		power_w: power === 0 ? void 0 : power,
		energy_j: energy === ABSENT_64 || energy === 0n ? void 0 : Number(energy) * ENERGY_UNIT_J,
		gfx_activity_percent: upTo(half(layout.activity), 100),
		gfx_clock_mhz: clocks.length === 0 ? void 0 : Math.min(...clocks),
		memory_clock_mhz: half(layout.memoryClock),
		temperature_c: upTo(half(layout.hotspot), 200),
		memory_temperature_c: upTo(half(layout.memory), 200),
		throttle: layout.accumulators === void 0 ? void 0 : accumulators(view, layout.accumulators),
		thermal_now: layout.throttleStatus === void 0 ? void 0 : thermal(view, layout.throttleStatus)
	});
}
function accumulators(view, at) {
	const word = (index) => {
		const value = view.getUint32(at + 4 * index, true);
		return value === ABSENT_32 ? void 0 : value;
	};
	const total = word(0);
	if (total === void 0) return void 0;
	return {
		total,
		...defined({
			prochot: word(1),
			ppt: word(2),
			socket_thermal: word(3),
			vr_thermal: word(4),
			hbm_thermal: word(5)
		})
	};
}
function thermal(view, at) {
	const status = view.getBigUint64(at, true);
	return status === ABSENT_64 ? void 0 : (status & THERMAL_BITS) !== 0n;
}
function upTo(value, most) {
	return value === void 0 || value > most ? void 0 : value;
}
function eight(first) {
	return Array.from({ length: 8 }, (_, index) => first + 2 * index);
}
/** The same object without absent fields. */
function defined(fields) {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== void 0));
}

// src/telemetry/sys-files.ts
const MAX_BYTES = 65536;
/** Bytes of one attribute of /sys or /proc, or undefined when it cannot be read now. May block with its driver. */
function readBytes(path) {
	let descriptor;
	try {
		descriptor = openSync(path, constants.O_RDONLY | constants.O_NOCTTY);
	} catch {
		return;
	}
	try {
		const buffer = new Uint8Array(MAX_BYTES);
		let length = 0;
		for (;;) {
			const got = readSync(descriptor, buffer, length, MAX_BYTES - length, null);
			length += got;
			if (got === 0 || length === MAX_BYTES) return buffer.subarray(0, length);
		}
	} catch {
		return;
	} finally {
		closeSync(descriptor);
	}
}
/** Its text without white space at the ends; undefined when it is empty or unreadable. */
function readText(path) {
	const bytes = readBytes(path);
	const text = bytes === void 0 ? "" : new TextDecoder().decode(bytes).trim();
	return text === "" ? void 0 : text;
}
/** A whole number that is not negative, decimal or 0x. */
function readCount(path) {
	return count(readText(path));
}
function count(text) {
	if (text === void 0 || !/^(?:0x[0-9a-f]{1,13}|\d{1,15})$/i.test(text)) return void 0;
	return Number(text);
}
/** Names in a folder in natural order; undefined when it is not there or may not be read. */
function list(path) {
	try {
		return readdirSync(path).sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
	} catch {
		return;
	}
}

// src/telemetry/sysfs-inventory.ts
const AMD = 4098;
const KFD_NODES = "/sys/class/kfd/kfd/topology/nodes";
/** KFD io_links: type of a link between packages or dies (HSA_IOLINK_TYPE_XGMI). */
const XGMI = 11;
/** GPUs of this host by the KFD topology, else by the DRM devices; `root` is prepended to every path. */
function readSysfsInventory(root) {
	const problems = [];
	const found = kfdGpus(root, problems) ?? drmGpus(root);
	const packages = packagesOf(root, found, problems);
	const sizes = /* @__PURE__ */ new Map();
	for (const id of packages) sizes.set(id, (sizes.get(id) ?? 0) + 1);
	return {
		gpus: found.map((gpu, index) => {
			const packageId = packages[index] ?? gpu.bdf;
			return {
				index,
				...gpu,
				package_id: packageId,
				package_gpus: sizes.get(packageId) ?? 1
			};
		}),
		problems
	};
}
/** Folder of a PCI device. */
function pciFolder(root, bdf) {
	return `${root}/sys/bus/pci/devices/${bdf}`;
}
/** The hwmon folder of a PCI device. */
function hwmonFolder(root, bdf) {
	const folder = `${pciFolder(root, bdf)}/hwmon`;
	const name = list(folder)?.find((one) => /^hwmon\d+$/.test(one));
	return name === void 0 ? void 0 : `${folder}/${name}`;
}
function kfdGpus(root, problems) {
	const nodes = list(`${root}${KFD_NODES}`)?.filter((name) => /^\d+$/.test(name));
	if (nodes === void 0) return void 0;
	const found = [];
	for (const name of nodes) {
		const folder = `${root}${KFD_NODES}/${name}`;
		const text = readText(`${folder}/properties`);
		if (text === void 0) {
			problems.push(`${KFD_NODES}/${name}/properties cannot be read: a GPU of this host may be hidden`);
			continue;
		}
		const value = (key) => count(new RegExp(`^${key} (\\d{1,20})$`, "m").exec(text)?.[1]);
		const version = value("gfx_target_version");
		const location = value("location_id");
		if (version === void 0 || version === 0 || location === void 0) continue;
		const deviceId = value("device_id");
		const place = placeOf(value("domain") ?? 0, location);
		const gpuId = readCount(`${folder}/gpu_id`);
		const minor = value("drm_render_minor");
		const uniqueId = /^unique_id (\d{1,20})$/m.exec(text)?.[1];
		found.push({
			...place,
			kfd_node: Number(name),
			arch: archName(version),
			...uniqueId !== void 0 && uniqueId !== "0" && { unique_id: hex16(uniqueId) },
			...deviceId !== void 0 && identity(deviceId),
			...gpuId !== void 0 && gpuId > 0 && { kfd_gpu_id: gpuId },
			...minor !== void 0 && minor >= 128 && { render_node: `renderD${minor}` },
			...deviceFacts(root, place.bdf, place.partition, memoryBanks(folder))
		});
	}
	found.sort((a, b) => compare(a.bdf, b.bdf) || a.partition - b.partition);
	return found.map(({ partition, ...gpu }) => {
		return found.filter(({ bdf }) => bdf === gpu.bdf).length > 1 ? {
			...gpu,
			partition
		} : gpu;
	});
}
/**
* location_id is the PCI bus, device and function; the number of a partition stands in bits 28 to 31 and stood in the
* function before (drivers/gpu/drm/amd/amdkfd/kfd_topology.c).
*/
function placeOf(domain, location) {
	const high = Math.floor(location / 2 ** 28) % 16;
	const bus = location >> 8 & 255;
	const device = location >> 3 & 31;
	return {
		bdf: `${hex(domain, 4)}:${hex(bus, 2)}:${hex(device, 2)}.0`,
		partition: high > 0 ? high : location & 7
	};
}
/** Without /dev/kfd (no compute driver, or a container that hides it) the display driver still names its devices. */
function drmGpus(root) {
	return (list(`${root}/sys/bus/pci/devices`) ?? []).flatMap((bdf) => {
		if (!/^[0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\.[0-7]$/.test(bdf)) return [];
		const folder = pciFolder(root, bdf);
		if (readCount(`${folder}/vendor`) !== AMD) return [];
		const deviceId = readCount(`${folder}/device`);
		const product = deviceId === void 0 ? void 0 : gpuProduct(deviceId);
		if (deviceId === void 0 || product === void 0) return [];
		return [{
			bdf,
			arch: product.arch,
			...identity(deviceId),
			...deviceFacts(root, bdf, 0, void 0)
		}];
	});
}
function identity(deviceId) {
	return {
		device_id: deviceId,
		product: gpuProduct(deviceId)?.name ?? `device 0x${deviceId.toString(16)}`
	};
}
/** Facts of the PCI device; those of its memory in use belong to the first partition. */
function deviceFacts(root, bdf, partition, bankBytes) {
	const folder = pciFolder(root, bdf);
	const hwmon = hwmonFolder(root, bdf);
	const names = list(`${folder}/drm`) ?? [];
	const card = names.find((name) => /^card\d+$/.test(name));
	const render = names.find((name) => /^renderD\d+$/.test(name));
	const compute = readText(`${folder}/current_compute_partition`);
	const memory = readText(`${folder}/current_memory_partition`);
	const numa = readCount(`${folder}/numa_node`);
	const total = bankBytes ?? readCount(`${folder}/mem_info_vram_total`);
	const used = partition === 0 ? readCount(`${folder}/mem_info_vram_used`) : void 0;
	const cap = hwmon === void 0 ? void 0 : readCount(`${hwmon}/power1_cap`);
	const level = readText(`${folder}/power_dpm_force_performance_level`);
	const mec = readCount(`${folder}/fw_version/mec_fw_version`);
	const serial = readText(`${folder}/unique_id`);
	return {
		...partition === 0 && card !== void 0 && { card },
		...partition === 0 && render !== void 0 && { render_node: render },
		...partition === 0 && /^[0-9a-f]{16}$/i.test(serial ?? "") && { unique_id: serial?.toLowerCase() ?? "" },
		.../^[SDTQC]PX$/.test(compute ?? "") && { compute_partition: compute ?? "" },
		.../^NPS[1248]$/.test(memory ?? "") && { memory_partition: memory ?? "" },
		...numa !== void 0 && { numa_node: numa },
		...total !== void 0 && total > 0 && { vram_total_bytes: total },
		...used !== void 0 && { vram_used_bytes: used },
		...cap !== void 0 && cap > 0 && { power_cap_w: cap / 1e6 },
		.../^[a-z_]{1,40}$/.test(level ?? "") && { perf_level: level ?? "" },
		...mec !== void 0 && mec > 0 && { mec_firmware: mec }
	};
}
function memoryBanks(node) {
	let total = 0;
	for (const name of list(`${node}/mem_banks`) ?? []) {
		const text = readText(`${node}/mem_banks/${name}/properties`) ?? "";
		if (/^heap_type [12]$/m.test(text)) total += count(/^size_in_bytes (\d+)$/m.exec(text)?.[1]) ?? 0;
	}
	return total > 0 ? total : void 0;
}
/**
* The package of each GPU. The partitions of a card share its PCI address. The two dies of an MI250X are two PCI
* devices: the widest XGMI link of each leads to the other. Where that cannot be told, all dies of the host count as
* one package, so that nothing is ever taken for free that is not.
*/
function packagesOf(root, gpus, problems) {
	const dies = gpus.filter((gpu) => gpu.device_id !== void 0 && gpuProduct(gpu.device_id)?.paired_dies);
	const partner = new Map(dies.map((die) => [die.bdf, widestPeer(root, die, dies)]));
	const isPaired = dies.every(({ bdf }) => {
		const other = partner.get(bdf);
		return other !== void 0 && partner.get(other) === bdf;
	});
	const first = dies[0]?.bdf;
	if (!isPaired) problems.push("which dies of the MI250X share a package cannot be read from the XGMI links in /sys/class/kfd: all of them count as one package");
	return gpus.map(({ bdf }) => {
		if (!partner.has(bdf)) return bdf;
		if (!isPaired) return first ?? bdf;
		const other = partner.get(bdf) ?? bdf;
		return compare(bdf, other) <= 0 ? bdf : other;
	});
}
function widestPeer(root, die, dies) {
	if (die.kfd_node === void 0) return void 0;
	const folder = `${root}${KFD_NODES}/${die.kfd_node}/io_links`;
	const links = (list(folder) ?? []).flatMap((name) => {
		const text = readText(`${folder}/${name}/properties`) ?? "";
		const value = (key) => count(new RegExp(`^${key} (\\d{1,15})$`, "m").exec(text)?.[1]);
		const peer = dies.find(({ kfd_node: node }) => node === value("node_to"));
		const width = value("max_bandwidth");
		return value("type") === XGMI && peer !== void 0 && width !== void 0 ? [{
			peer,
			width
		}] : [];
	});
	links.sort((a, b) => b.width - a.width);
	const [widest, next] = links;
	if (widest === void 0 || widest.width <= (next?.width ?? 0)) return void 0;
	return widest.peer.bdf;
}
function hex16(decimal) {
	return BigInt(decimal).toString(16).padStart(16, "0");
}
function hex(value, digits) {
	return value.toString(16).padStart(digits, "0");
}
function compare(a, b) {
	return a < b ? -1 : a > b ? 1 : 0;
}

// src/telemetry/sysfs-reading.ts
/**
* Reads one GPU from /sys: the driver's own table first, hwmon for what it lacks. May block with a driver that hangs,
* so it runs in a process of its own (gpu-reader.ts).
*/
function readGpu(root, gpu) {
	const folder = pciFolder(root, gpu.bdf);
	if (list(folder) === void 0) return {
		index: gpu.index,
		state: "gone"
	};
	if (readCount(`${folder}/vendor`) === 65535) return {
		index: gpu.index,
		state: "gone"
	};
	const isFirst = (gpu.partition ?? 0) === 0;
	const table = isFirst ? readBytes(`${folder}/gpu_metrics`) : void 0;
	const metrics = table === void 0 ? void 0 : decodeGpuMetrics(table);
	const used = isFirst ? readCount(`${folder}/mem_info_vram_used`) : void 0;
	const fields = {
		...isFirst ? sensors(root, gpu.bdf) : {},
		...used === void 0 ? {} : { vram_used_bytes: used },
		...busy(folder, isFirst),
		...isFirst ? errors(folder) : {},
		...metrics
	};
	const isDead = Object.keys(fields).length === 0 && isFirst;
	return {
		index: gpu.index,
		state: isDead ? "unreadable" : "read",
		...fields,
		...isDead ? {} : clockLimit(folder, gpu)
	};
}
function busy(folder, isFirst) {
	const percent = isFirst ? readCount(`${folder}/gpu_busy_percent`) : void 0;
	return percent === void 0 || percent > 100 ? {} : { gfx_activity_percent: percent };
}
/** hwmon: microwatts, millidegrees, hertz (Documentation/gpu/amdgpu/thermal.rst). */
function sensors(root, bdf) {
	const hwmon = hwmonFolder(root, bdf);
	if (hwmon === void 0) return {};
	const power = readCount(`${hwmon}/power1_input`) ?? readCount(`${hwmon}/power1_average`);
	const clock = readCount(`${hwmon}/freq1_input`);
	const memory = readCount(`${hwmon}/freq2_input`);
	const junction = readCount(`${hwmon}/temp2_input`);
	const hbm = readCount(`${hwmon}/temp3_input`);
	return {
		...power !== void 0 && power > 0 && { power_w: power / 1e6 },
		...clock !== void 0 && { gfx_clock_mhz: clock / 1e6 },
		...memory !== void 0 && { memory_clock_mhz: memory / 1e6 },
		...junction !== void 0 && { temperature_c: junction / 1e3 },
		...hbm !== void 0 && { memory_temperature_c: hbm / 1e3 }
	};
}
/** Sums of ras/…_err_count ("ue: 0", "ce: 0", newer drivers "de: 0"); a driver without RAS has no such files. */
function errors(folder) {
	const files = (list(`${folder}/ras`) ?? []).filter((name) => name.endsWith("_err_count"));
	const sums = /* @__PURE__ */ new Map();
	for (const name of files) for (const [, kind, text] of (readText(`${folder}/ras/${name}`) ?? "").matchAll(/^(ue|ce|de): (\d{1,15})$/gm)) if (kind !== void 0) sums.set(kind, (sums.get(kind) ?? 0) + (count(text) ?? 0));
	const [uncorrectable, correctable, deferred] = [
		"ue",
		"ce",
		"de"
	].map((kind) => sums.get(kind));
	return {
		...correctable !== void 0 && { ecc_correctable: correctable },
		...uncorrectable !== void 0 && { ecc_uncorrectable: uncorrectable },
		...deferred !== void 0 && { ecc_deferred: deferred }
	};
}
/** Highest level of pp_dpm_sclk ("1: 2100Mhz *"), else the data sheet's. */
function clockLimit(folder, gpu) {
	const read = [...(readText(`${folder}/pp_dpm_sclk`) ?? "").matchAll(/^\s*\w+: (\d{1,5})Mhz/gim)].reduce((most, level) => Math.max(most, Number(level[1])), 0);
	const limit = read > 0 ? read : gpu.device_id === void 0 ? void 0 : gpuProduct(gpu.device_id)?.max_clock_mhz;
	return limit === void 0 ? {} : { gfx_clock_max_mhz: limit };
}

// src/telemetry/tool.ts
const MAX_OUTPUT_BYTES = 8388608;
/**
* Runs a tool without a shell, in a session of its own. After `limitMs` it is killed and given up, even where the
* driver does not let it die: a wedged driver makes amd-smi and rocm-smi hang for ever. Never throws.
*/
function runTool(program, args, options) {
	return new Promise((resolve) => {
		const child = spawn(program, [...args], {
			shell: false,
			detached: true,
			stdio: [
				"ignore",
				"pipe",
				"ignore"
			],
			env: {
				...options.env,
				PYTHONUNBUFFERED: "1",
				NO_COLOR: "1"
			}
		});
		const parts = [];
		let size = 0;
		const end = (output) => {
			clearTimeout(timer);
			child.stdout.destroy();
			child.unref();
			resolve(output);
		};
		const kill = () => {
			try {
				if (child.pid !== void 0) process.kill(-child.pid, "SIGKILL");
			} catch {
				child.kill("SIGKILL");
			}
		};
		const timer = setTimeout(() => {
			kill();
			end({
				ok: false,
				reason: "timeout"
			});
		}, options.limitMs);
		child.stdout.on("data", (part) => {
			size += part.length;
			if (size <= MAX_OUTPUT_BYTES) parts.push(part);
			else {
				kill();
				end({
					ok: false,
					reason: "too_long"
				});
			}
		});
		child.on("error", (error) => end({
			ok: false,
			reason: error.code === "ENOENT" ? "missing" : "not_started"
		}));
		child.on("close", (code) => end({
			ok: true,
			stdout: Buffer.concat(parts).toString("utf8"),
			code: code ?? 1
		}));
	});
}

// src/telemetry/gpu-source.ts
/** Timeouts in a row after which a tool is not asked again. */
const MAX_TIMEOUTS = 2;
/** /sys where it says anything, else amd-smi, else rocm-smi. Looks may block with a driver that hangs. */
function createGpuSource(options) {
	const { gpus, root, now_ns: now } = options;
	const problems = /* @__PURE__ */ new Set();
	const amd = amdSmi(options, problems);
	const rocm = rocmSmi(options, problems);
	let source;
	const read = async (ends) => {
		if (source === void 0 || source === "sysfs") {
			const seen = gpus.map((gpu) => readGpu(root, gpu));
			if (source === "sysfs" || seen.some(({ state }) => state === "read")) {
				source = "sysfs";
				return ends && seen.some((one, at) => lacks(one, gpus[at])) ? fill(seen, await amd()) : seen;
			}
		}
		if (source !== "rocm-smi") {
			const seen = await amd();
			if (seen !== void 0 || source === "amd-smi") {
				source = "amd-smi";
				return placed(gpus, seen);
			}
		}
		const seen = await rocm();
		if (seen !== void 0) source = "rocm-smi";
		return placed(gpus, seen);
	};
	return {
		look: async (ends) => {
			const at = now();
			const readings = await read(ends);
			return {
				at_ns: at,
				took_s: (now() - at) / 1e9,
				source: source ?? "none",
				gpus: readings
			};
		},
		problems: () => [...problems]
	};
}
/** True where amd-smi could know more: throttling, ECC or energy of a GPU that has its own. */
function lacks(reading, gpu) {
	if (reading.state !== "read" || (gpu?.partition ?? 0) > 0) return false;
	return !(reading.throttle !== void 0 || reading.thermal_now !== void 0) || reading.energy_j === void 0 || reading.ecc_uncorrectable === void 0;
}
/** What the first has wins: a window must not begin with one source and end with another. */
function fill(seen, more) {
	if (more === void 0) return seen;
	const byIndex = new Map(more.map((one) => [one.index, one]));
	return seen.map((one) => one.state === "read" ? {
		...byIndex.get(one.index),
		...one
	} : one);
}
function placed(gpus, seen) {
	const byIndex = new Map((seen ?? []).map((one) => [one.index, one]));
	return gpus.map(({ index }) => byIndex.get(index) ?? {
		index,
		state: "unreadable"
	});
}
function amdSmi(options, problems) {
	let places;
	let args = AMD_SMI_METRIC;
	const tool = asker("amd-smi", options, problems);
	return async () => {
		places ??= await placesOf(tool, options.gpus, problems);
		if (places === void 0) return void 0;
		let seen = parseAmdSmiMetric(await tool(args) ?? "");
		if (seen === void 0 && args === AMD_SMI_METRIC) {
			seen = parseAmdSmiMetric(await tool(AMD_SMI_METRIC_OLD) ?? "");
			if (seen !== void 0) args = AMD_SMI_METRIC_OLD;
		}
		if (seen === void 0) {
			problems.add("amd-smi metric printed no readable JSON");
			return;
		}
		return renumbered(seen, places);
	};
}
/** Number of amd-smi → Gpu.index, by PCI address and partition: the two orders may differ. */
async function placesOf(tool, gpus, problems) {
	const output = await tool(["list", "--json"]);
	if (output === void 0) return void 0;
	const listed = parseAmdSmiGpus(output);
	if (listed === void 0) {
		problems.add("amd-smi list printed no readable JSON");
		return;
	}
	return new Map(listed.flatMap((row) => {
		const gpu = gpus.find((one) => isSame(one, row));
		return gpu === void 0 ? [] : [[row.index, gpu.index]];
	}));
}
/** amd-smi numbers partitions in partition_id, older releases in the function of the address. */
function isSame(gpu, { bdf, partition }) {
	if (bdf === void 0 || bdf.slice(0, -2) !== gpu.bdf.slice(0, -2)) return false;
	if (gpu.partition === void 0) return bdf === gpu.bdf;
	return gpu.partition === (partition ?? Number(bdf.slice(-1)));
}
function rocmSmi(options, problems) {
	const tool = asker("rocm-smi", options, problems);
	return async () => {
		const output = await tool(ROCM_SMI_METRIC);
		if (output === void 0) return void 0;
		const seen = parseRocmSmi(output);
		if (seen === void 0) {
			problems.add("rocm-smi printed no readable JSON");
			return;
		}
		return seen.flatMap(({ bdf, ...one }) => {
			const gpu = options.gpus.find((each) => each.bdf === bdf && (each.partition ?? 0) === 0);
			return gpu === void 0 ? [] : [{
				...one,
				index: gpu.index
			}];
		});
	};
}
function renumbered(seen, places) {
	return seen.flatMap((one) => {
		const index = places.get(one.index);
		return index === void 0 ? [] : [{
			...one,
			index
		}];
	});
}
/** Asks a tool until it is missing or has hung twice in a row. */
function asker(program, options, problems) {
	let timeouts = 0;
	let isMissing = false;
	return async (args) => {
		if (isMissing || timeouts >= MAX_TIMEOUTS) return void 0;
		const output = await runTool(program, args, {
			limitMs: options.tool_limit_ms,
			env: options.env
		});
		if (output.ok) {
			timeouts = 0;
			return output.stdout;
		}
		if (output.reason === "timeout") timeouts += 1;
		isMissing = output.reason === "missing";
		problems.add({
			missing: `${program} is not installed`,
			not_started: `${program} could not be started`,
			timeout: `${program} did not answer within ${options.tool_limit_ms / 1e3} s: the driver may hang`,
			too_long: `${program} printed more than 8 MiB`
		}[output.reason]);
	};
}

// src/telemetry/host-facts.ts
/** Kernel, driver, processor and memory policy of this host; what cannot be read is absent. */
function readHostFacts(root) {
	const kernel = line(readText(`${root}/proc/sys/kernel/osrelease`));
	const driver = line(readText(`${root}/sys/module/amdgpu/version`));
	const source = line(readText(`${root}/sys/module/amdgpu/srcversion`));
	const balancing = readCount(`${root}/proc/sys/kernel/numa_balancing`);
	const cpuinfo = readText(`${root}/proc/cpuinfo`) ?? "";
	const model = line(/^model name\s*: (.+)$/m.exec(cpuinfo)?.[1]);
	const folder = `${root}/sys/devices/system/cpu`;
	const cpus = (list(folder) ?? []).filter((name) => /^cpu\d+$/.test(name));
	const known = cpus.map((cpu) => line(readText(`${folder}/${cpu}/cpufreq/scaling_governor`))).filter((one) => one !== void 0);
	return {
		...kernel !== void 0 && { kernel },
		...driver !== void 0 && { driver },
		...source !== void 0 && { driver_srcversion: source },
		...model !== void 0 && { cpu_model: model },
		...cpus.length > 0 && { cpu_count: cpus.length },
		...known.length > 0 && known.length === cpus.length && { cpu_governor: [...new Set(known)].sort().join(", ") },
		...balancing !== void 0 && { numa_balancing: balancing }
	};
}
function line(text) {
	const first = text?.split("\n", 1)[0]?.replace(/[^\x20-\x7e]/g, " ").trim().slice(0, 100);
	return first === "" ? void 0 : first;
}

// src/telemetry/inventory-source.ts
/** GPUs and facts of this host: /sys, else amd-smi where the kernel shows a driver and no GPU of it can be read. */
async function takeInventory(options) {
	const { root } = options;
	const host = readHostFacts(root);
	const sysfs = readSysfsInventory(root);
	const hasDriver = list(`${root}/sys/module/amdgpu`) !== void 0 || list(`${root}/dev`)?.includes("kfd");
	if (sysfs.gpus.length > 0 || hasDriver !== true) return {
		source: "sysfs",
		gpus: sysfs.gpus,
		host,
		problems: sysfs.problems
	};
	const ask = (args) => runTool("amd-smi", args, {
		limitMs: options.tool_limit_ms,
		env: options.env
	});
	const answer = await ask(["static", "--json"]);
	const text = answer.ok ? answer.stdout : void 0;
	const seen = text === void 0 ? void 0 : parseAmdSmiGpus(text);
	if (seen === void 0) {
		const problem = `the amdgpu driver is loaded, but no GPU of it can be read from /sys, and ${answer.ok ? "amd-smi static printed no readable JSON" : `amd-smi: ${answer.reason}`}`;
		return {
			source: "sysfs",
			gpus: [],
			host,
			problems: [...sysfs.problems, problem]
		};
	}
	return {
		source: "amd-smi",
		...fromAmdSmi(seen),
		host
	};
}
function fromAmdSmi(seen) {
	const problems = [];
	const placed = seen.flatMap((gpu) => gpu.bdf === void 0 ? [] : [{
		...gpu,
		bdf: gpu.bdf
	}]);
	if (placed.length < seen.length) problems.push("amd-smi names a GPU without its PCI address");
	const cards = placed.map((gpu) => `${gpu.bdf.slice(0, -2)}.0`);
	const dies = placed.filter((gpu) => gpu.device_id !== void 0 && gpuProduct(gpu.device_id)?.paired_dies);
	if (dies.length > 0) problems.push("amd-smi does not say which dies share a package: all of them count as one");
	const packageOf = (at) => {
		const gpu = placed[at];
		return gpu !== void 0 && dies.includes(gpu) ? dies[0]?.bdf ?? gpu.bdf : cards[at] ?? "";
	};
	return {
		gpus: placed.map((gpu, at) => {
			const { partition, ...rest } = gpu;
			const product = gpu.device_id === void 0 ? void 0 : gpuProduct(gpu.device_id);
			const isShared = cards.filter((card) => card === cards[at]).length > 1;
			return {
				...rest,
				...product !== void 0 && {
					product: product.name,
					arch: product.arch
				},
				bdf: cards[at] ?? gpu.bdf,
				...isShared && { partition: partition ?? Number(gpu.bdf.slice(-1)) },
				package_id: packageOf(at),
				package_gpus: placed.filter((_, other) => packageOf(other) === packageOf(at)).length
			};
		}),
		problems
	};
}

// src/telemetry/gpu-reader.ts
/**
* The process that reads GPUs: a driver that hangs blocks it and not the load generator, which can leave it behind.
* Prints JSON lines: one inventory, or samples until `stop` comes (then a last one) or its input ends (then none).
*/
async function readGpus(streams) {
	const lines = createInterface({ input: streams.input });
	const words = lines[Symbol.asyncIterator]();
	const first = await words.next();
	if (first.done === true) return;
	const request = JSON.parse(first.value);
	const env = {
		...streams.env,
		PATH: `${streams.env["PATH"] ?? ""}:/opt/rocm/bin`
	};
	if (request.task === "inventory") {
		const { root, tool_limit_ms } = request;
		streams.print(JSON.stringify({ inventory: await takeInventory({
			root,
			tool_limit_ms,
			env
		}) }));
		lines.close();
		return;
	}
	const source = createGpuSource({
		...request,
		env,
		now_ns: () => Number(process.hrtime.bigint())
	});
	const over = new AbortController();
	const asked = words.next().then((next) => {
		over.abort();
		return next.done !== true;
	});
	let told = 0;
	const look = async (ends) => {
		const sample = await source.look(ends);
		streams.print(JSON.stringify({ sample }));
		const problems = source.problems();
		for (const problem of problems.slice(told)) streams.print(JSON.stringify({ problem }));
		told = problems.length;
		return sample.took_s * 1e3;
	};
	let tookMs = await look(true);
	while (!over.signal.aborted) {
		const rest = Math.max(request.interval_ms - tookMs, tookMs);
		await setTimeout$1(rest, void 0, { signal: over.signal }).catch(() => {});
		if (!over.signal.aborted) tookMs = await look(false);
	}
	if (await asked) await look(true);
	streams.print(JSON.stringify({ end: true }));
	lines.close();
}

export { readGpus };