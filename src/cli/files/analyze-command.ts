import { resolve } from "node:path";
import { Command, Option } from "commander";
import { analysisDataFrom } from "../../domain/analysis/analysis-data.js";
import { byField, estimateFields } from "../../domain/analysis/descriptors.js";
import { kindOf } from "../../domain/analysis/recording-kind.js";
import { timelineDataFrom } from "../../domain/analysis/timeline-data.js";
import { rangeSecondsOf, type TrackRange } from "../../domain/audio-range.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import {
  parseTableFormat,
  tableFormats,
  type TableFormat,
} from "../../domain/export/export-format.js";
import type { ExportedTrack } from "../../domain/export/exported-track.js";
import type {
  FileAnalysisService,
  FileToAnalyze,
} from "../../services/analysis/file-analysis-service.js";
import type { FileTables } from "../../services/export/file-tables.js";
import {
  hasByteOrderMark,
  refuseParquetOnTerminal,
  withOutputOptions,
  type OutputOptions,
} from "../catalogue/write-export.js";
import { analysisTable } from "./analysis-table.js";
import type { CommandContext } from "../command-context.js";
import { failureReportFrom, printFileFailure } from "../failure-report.js";
import { countOf } from "../count-of.js";
import { orderedOutcomes } from "./ordered-outcomes.js";

type Outcome =
  | { readonly file: string; readonly track: AnalysedTrack }
  | { readonly file: string; readonly error: unknown };

type FileTrack = Awaited<ReturnType<FileAnalysisService["findTracks"]>>[number];

type AnalysedTrack = Awaited<ReturnType<FileAnalysisService["analyzeTrack"]>>;

interface AnalyzeOptions extends OutputOptions {
  readonly json?: true;
  readonly format?: string;
}

/** `overtone analyze PATH…`: analyses files, and all files of folders, without a server. */
export function analyzeCommand(context: CommandContext): Command {
  const format = new Option(
    "--format <format>",
    `write a table with a row for each file: ${tableFormats.join(", ")}`,
  );
  const command = new Command("analyze")
    .description("Analyse audio files, without a server")
    .argument("<path...>", "audio files and cue sheets, and folders of files")
    .option("--json", "print one JSON line per file")
    .addOption(format.conflicts("json"));
  return withOutputOptions(command, "the file of the table").action(
    async (paths: readonly string[], options: AnalyzeOptions) => {
      const table = tableFrom(options);
      if (table) refuseParquetOnTerminal(context, table);
      await context.withFileAnalysis(async (service, tables) => {
        const files = await service.findFiles(paths, context.signal);
        const outcomes = analyses(service, files, context);
        if (table) await writeTable(context, tables, { outcomes, ...table });
        else
          await print(
            context,
            outcomes,
            options.json ? (outcome) => [jsonLine(outcome)] : textTable,
          );
      });
    },
  );
}

/** @throws {InvalidInputError} no such format, or a file without a format */
function tableFrom({ format, output, bom }: AnalyzeOptions): WrittenTable | undefined {
  if (format !== undefined) return { format: parseTableFormat(format), output, bom };
  if (output === undefined) return undefined;
  throw new InvalidInputError("format", `is required with --output: ${tableFormats.join(", ")}`);
}

interface WrittenTable extends OutputOptions {
  readonly format: TableFormat;
}

/** Analyses the files; the outcomes are in the order of the files, and of the tracks in them. */
async function* analyses(
  service: FileAnalysisService,
  files: readonly FileToAnalyze[],
  context: CommandContext,
): AsyncGenerator<Outcome> {
  const analyze = async (track: FileTrack): Promise<Outcome> => {
    const { path: file } = track;
    try {
      return { file, track: await service.analyzeTrack(track, context.signal) };
    } catch (error) {
      return { file: titleOf(file, track.range), error };
    }
  };
  const work = async ({ path: file, error }: FileToAnalyze): Promise<readonly Outcome[]> => {
    try {
      if (error) return [{ file, error }];
      return await Promise.all((await service.findTracks(file)).map(analyze));
    } catch (failure) {
      return [{ file, error: failure }];
    }
  };
  for await (const outcomes of orderedOutcomes(files, context, { what: "Analysing", work })) {
    yield* outcomes;
  }
}

async function print(
  context: CommandContext,
  outcomes: AsyncIterable<Outcome>,
  show: (outcome: Outcome) => readonly string[] | undefined,
): Promise<void> {
  for await (const outcome of outcomes) {
    if ("error" in outcome) printFileFailure(context, outcome.file, outcome.error);
    const lines = show(outcome);
    if (lines) context.print(...lines);
  }
}

/** Writes a table of the files that could be analysed, and prints why others could not. */
async function writeTable(
  context: CommandContext,
  tables: FileTables,
  { outcomes, format, ...written }: WrittenTable & { readonly outcomes: AsyncIterable<Outcome> },
): Promise<void> {
  const counts = { written: 0, failed: 0 };
  async function* pages(): AsyncGenerator<readonly ExportedTrack[]> {
    for await (const outcome of outcomes) {
      if ("error" in outcome) {
        counts.failed += 1;
        printFileFailure(context, outcome.file, outcome.error);
      } else {
        counts.written += 1;
        const { track, file } = outcome;
        yield [{ ...track, file: { ...track.file, path: resolve(file) } }];
      }
    }
  }
  const { output } = written;
  const tracks = { pages: pages(), leftOut: () => counts.failed };
  const content = tables.encode(tracks, format, { hasByteOrderMark: hasByteOrderMark(written) });
  if (output === undefined) await context.send(content);
  else {
    await context.saveFile(output, content);
    context.printError(`${countOf(counts.written, "track")} written to ${output}.`);
  }
}

function textTable(outcome: Outcome): readonly string[] | undefined {
  if ("error" in outcome) return undefined;
  const { analysis, file } = outcome.track;
  return analysisTable(titleOf(outcome.file, file.range), analysis);
}

/** Returns the name of a file, with the track of it that is meant. */
const titleOf = (file: string, range: TrackRange | undefined): string =>
  range ? `${file}, track ${range.number}` : file;

function jsonLine(outcome: Outcome): string {
  const { file } = outcome;
  if ("error" in outcome) {
    const { code, message } = failureReportFrom(outcome.error);
    return JSON.stringify({ file, error: { code, message } });
  }
  const { analysis, file: described } = outcome.track;
  const { range } = described;
  const { estimates } = analysis;
  const { tempoStability, sections, localKeys } = timelineDataFrom(analysis, analysis.timeline);
  return JSON.stringify({
    file,
    ...(range && { fileTrack: range.number, ...rangeSecondsOf(range) }),
    ...analysisDataFrom(analysis),
    recordingId: analysis.recordingId,
    kind: kindOf(analysis),
    beats: analysis.beats,
    downbeats: analysis.downbeats,
    downbeatConfidence: analysis.downbeatConfidence,
    tempoRivals: analysis.tempoRivals,
    tempoStability,
    sections,
    localKeys,
    loudness: estimates.loudness.value,
    confidence: byField(estimateFields, (field) => estimates[field].confidence),
    method: byField(estimateFields, (field) => estimates[field].method),
    analysisVersion: analysis.version,
  });
}
