import { stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { maskDeep } from './config/mask.ts';
import type { Result } from './core/result.gen.ts';
import { GateError } from './failure.ts';
import { claimFolder } from './output/claim.ts';
import { maskLog } from './output/engine-log.ts';
import { openRecords, openTelemetry, RESULT_FILE, rungFileName, writeWhole } from './output/files.ts';
import { writeManifest } from './output/manifest.ts';
import type { OutputPort } from './ports.ts';
import { renderHtml } from './report/html.ts';
import { renderJunit } from './report/junit.ts';
import { type CommentOptions, renderComment } from './report/markdown.ts';
import { resultProblems } from './result-file.ts';

export interface OutputFolder extends OutputPort {
  /** Absolute path of the --out folder. */
  readonly folder: string;
  /** Where an earlier result of ours in the same folder was moved to. */
  readonly moved_to?: string;
  /**
   * Writes result.json and gives back what it holds: the result as everybody may see it. One that breaks the schema is a
   * fault of our own: it is kept as result.invalid.json and an ordinary error is thrown.
   */
  writeResult(result: Result): Promise<{ readonly path: string; readonly masked: Result }>;
  /** Masks the log that the engine wrote, then writes manifest.json over all files. Call it last, after the engine's end. */
  finish(): Promise<void>;
}

export interface ReportOptions extends CommentOptions {
  readonly html: boolean;
  readonly junit: boolean;
}

export interface ReportFiles {
  readonly markdown: string;
  readonly html?: string;
  readonly junit?: string;
}

/**
 * Prepares the --out folder. `output_file` gets the rung file too (the last rung where there are several), as
 * `--output-file` of benchmark_serving.py. Servers echo keys in what they answer: this is the border where `secrets` are
 * masked in whatever goes to the disk. Throws GateError config for a folder that is not ours.
 */
export async function prepareOutput(request: {
  readonly out: string;
  readonly output_file?: string;
  readonly secrets: readonly string[];
}): Promise<OutputFolder> {
  const { secrets } = request;
  const extra = request.output_file === undefined ? undefined : await checkOutputFile(request.output_file);
  const { folder, moved_to } = await claimFolder(request.out);
  const engine_log = join(folder, 'engine.log');
  return {
    folder,
    ...(moved_to !== undefined && { moved_to }),
    engine_log,
    records: (rung) => openRecords(folder, rung, secrets),
    telemetry: () => openTelemetry(folder),
    async rungFile(rung, content) {
      const text = json(maskDeep(content, secrets));
      await writeWhole(join(folder, rungFileName(rung.rate)), text);
      if (extra !== undefined) await writeWhole(extra, text);
    },
    async writeResult(result) {
      const masked = maskDeep(result, secrets) as Result;
      const problems = resultProblems(masked);
      const path = join(folder, problems.length === 0 ? RESULT_FILE : 'result.invalid.json');
      await writeWhole(path, json(masked));
      if (problems.length > 0) throw new Error(`The result breaks its own schema: ${problems.join('; ')}`);
      return { path, masked };
    },
    async finish() {
      await maskLog(engine_log, secrets);
      await writeManifest(folder);
    },
  };
}

/** Writes report.md, report.html and junit.xml of a result into its folder; also used to render one again. */
export async function writeReports(
  folder: string,
  result: Result,
  options: ReportOptions,
): Promise<ReportFiles> {
  const markdown = join(folder, 'report.md');
  const html = join(folder, 'report.html');
  const junit = join(folder, 'junit.xml');
  await writeWhole(markdown, renderComment(result, options));
  if (options.html) await writeWhole(html, renderHtml(result));
  if (options.junit) await writeWhole(junit, renderJunit(result));
  return { markdown, ...(options.html && { html }), ...(options.junit && { junit }) };
}

/** Found before anything is measured: a run must not end with a file that cannot be written. */
async function checkOutputFile(file: string): Promise<string> {
  const path = resolve(file);
  const target = await stat(path).catch(() => undefined);
  const parent = await stat(dirname(path)).catch(() => undefined);
  if (target?.isDirectory() !== true && parent?.isDirectory() === true) return path;
  throw new GateError({
    kind: 'config',
    code: 'output_file',
    message: `--output-file: expected a file name in a folder that exists, found ${target?.isDirectory() === true ? 'a folder' : 'a missing folder'}.`,
    where: path,
    hint: 'Create the folder, or give another name.',
  });
}

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
