import type { Command } from "commander";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { DEFAULT_COMMENT, parseCommentTemplate } from "../../domain/export/comment-template.js";
import type { ExportFormat } from "../../domain/export/export-format.js";
import { leftOutNoteOf } from "../../domain/export/exported-track.js";
import type { TrackSelection } from "../../domain/export/track-selection.js";
import { unlimitedBudget } from "../../domain/work-budget.js";
import type { OpenedExport } from "../../services/export/export-service.js";
import type { Services } from "../../services/services.js";
import type { CommandContext } from "../command-context.js";
import { exitCodes } from "../failure-report.js";
import { countOf } from "../count-of.js";

/** Where an export is written, and whether a CSV begins with a byte order mark. */
export interface OutputOptions {
  /** The file; standard output where absent. */
  readonly output?: string | undefined;
  /** What the user wants; files begin with a byte order mark by default, and standard output does not. */
  readonly bom?: boolean | undefined;
}

/** How an export of the library is written. */
export interface ExportOutputOptions extends OutputOptions {
  /** The template of comments for rekordbox. */
  readonly comment?: string | undefined;
}

/** Adds the options of where an export is written. */
export function withOutputOptions(command: Command, what: string): Command {
  return command
    .option("--output <file>", `${what}, in place of standard output`)
    .option("--bom", "begin a CSV with a byte order mark, the default of files, for Excel")
    .option("--no-bom", "begin a CSV without a byte order mark, the default of standard output");
}

/** Adds the options of how an export of the library is written. */
export function withExportOptions(command: Command): Command {
  return withOutputOptions(command, "the file to write").option(
    "--comment <template>",
    `the comment of each track for rekordbox, "${DEFAULT_COMMENT}" by default`,
  );
}

/** Returns whether a CSV begins with a byte order mark: programs read standard output, and spreadsheets files. */
export const hasByteOrderMark = ({ output, bom }: OutputOptions): boolean =>
  bom ?? output !== undefined;

/**
 * Writes tracks to a file, or to standard output, and says how many.
 *
 * @throws {InvalidInputError} Parquet would be written to a terminal, or the template of comments is malformed
 */
export async function writeExport(
  context: CommandContext,
  { exports }: Pick<Services, "exports">,
  selection: TrackSelection,
  written: ExportOutputOptions & { readonly format: ExportFormat; readonly title: string },
): Promise<void> {
  const { format, title, output } = written;
  refuseParquetOnTerminal(context, written);
  const comment = parseCommentTemplate(written.comment);
  const opened = await exports.open(selection, {
    ...{ format, title, budget: unlimitedBudget(context.signal) },
    hasByteOrderMark: hasByteOrderMark(written),
    ...(comment !== undefined && { comment }),
  });
  await saveContent(context, opened.content, output);
  report(context, opened, output);
}

/** Writes content to a file, or to standard output. */
export const saveContent = (
  context: CommandContext,
  content: AsyncIterable<Uint8Array>,
  output: string | undefined,
): Promise<void> =>
  output === undefined ? context.send(content) : context.saveFile(output, content);

/** @throws {InvalidInputError} Parquet would be written to a terminal */
export function refuseParquetOnTerminal(
  { isTerminal }: Pick<CommandContext, "isTerminal">,
  { format, output }: { readonly format: ExportFormat; readonly output?: string | undefined },
): void {
  if (format === "parquet" && output === undefined && isTerminal) {
    throw new InvalidInputError("output", "is required: Parquet is no text for a terminal");
  }
}

/**
 * Says what was written, on standard error, because standard output may be the content. The command has failed where
 * all tracks were left out.
 */
function report(
  context: CommandContext,
  { exported, leftOut }: OpenedExport,
  output: string | undefined,
): void {
  const note = leftOutNoteOf(leftOut);
  if (note !== undefined) context.printError(note);
  if (output !== undefined)
    context.printError(`${countOf(exported, "track")} written to ${output}.`);
  else if (exported === 0) context.printError("No analysed track was found.");
  // Tracks were asked for, and there is no file of any of them here.
  if (exported === 0 && leftOut > 0) context.setExitCode(exitCodes.failure);
}
