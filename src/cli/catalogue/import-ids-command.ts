import { open, type FileHandle } from "node:fs/promises";
import { Command } from "commander";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import type { CommandContext } from "../command-context.js";

/** `overtone import-ids FILE`: imports a table of ids of Spotify. */
export function importIdsCommand(context: CommandContext): Command {
  return new Command("import-ids")
    .description("Import a table of Spotify ids and ISRCs, so that tracks are found by these ids")
    .argument(
      "<file>",
      "CSV with a header, or JSON lines: spotify_id, isrc, mbid, artist, title; UTF-8, or UTF-16 with a byte order mark",
    )
    .action(async (path: string) => {
      const file = await openTable(path);
      await context
        .withServices(async ({ idImport }) => {
          const { importedCount, badCount, badLines } = await idImport.import(
            file.createReadStream({ autoClose: false }),
          );
          for (const { line, problem } of badLines) context.printError(`Line ${line}: ${problem}`);
          const others = badCount - badLines.length;
          if (others > 0) context.printError(`${others} more lines could not be imported.`);
          context.print(`Imported ids: ${importedCount}. Lines left out: ${badCount}.`);
          if (badCount > 0) context.setExitCode(1);
        })
        .finally(() => file.close());
    });
}

/** @throws {InvalidInputError} there is no such file, or it must not be read */
async function openTable(path: string): Promise<FileHandle> {
  try {
    const file = await open(path);
    if ((await file.stat()).isFile()) return file;
    await file.close();
  } catch (error) {
    throw new InvalidInputError("file", "is not a file that can be read", error);
  }
  throw new InvalidInputError("file", "is not a file");
}
