import { InvalidInputError } from "../../domain/errors/request-errors.js";
import type { ExportFormat } from "../../domain/export/export-format.js";
import { leftOutNoteOf } from "../../domain/export/exported-track.js";
import type { TrackSelection } from "../../domain/export/track-selection.js";
import type { OpenedExport } from "../../services/export/export-service.js";
import type { Services } from "../../services/services.js";
import type { CommandContext } from "../command-context.js";

/**
 * Writes tracks to a file, or to standard output, and says how many.
 *
 * @throws {InvalidInputError} Parquet would be written to a terminal
 */
export async function writeExport(
  context: CommandContext,
  { exports }: Pick<Services, "exports">,
  selection: TrackSelection,
  written: { readonly format: ExportFormat; readonly title: string; readonly output?: string },
): Promise<void> {
  const { format, title, output } = written;
  const { signal } = context;
  refuseParquetOnTerminal(context, written);
  const opened = await exports.open(selection, { format, title, signal });
  if (output === undefined) await context.send(opened.content);
  else await context.saveFile(output, opened.content);
  report(context, opened, output);
}

/** @throws {InvalidInputError} Parquet would be written to a terminal */
export function refuseParquetOnTerminal(
  { isTerminal }: Pick<CommandContext, "isTerminal">,
  { format, output }: { readonly format: ExportFormat; readonly output?: string | undefined },
): void {
  if (format === "parquet" && output === undefined && isTerminal) {
    throw new InvalidInputError("output", "is required: Parquet is no text for a terminal");
  }
}

/** Says what was written, on standard error, because standard output may be the content. */
function report(
  context: CommandContext,
  { exported, leftOut }: OpenedExport,
  output: string | undefined,
): void {
  const note = leftOutNoteOf(leftOut);
  if (note !== undefined) context.printError(note);
  if (output !== undefined) context.printError(`${tracksText(exported)} written to ${output}.`);
  else if (exported === 0) context.printError("No analysed track was found.");
}

/** Returns e.g. "3 tracks". */
export const tracksText = (count: number): string => (count === 1 ? "1 track" : `${count} tracks`);
