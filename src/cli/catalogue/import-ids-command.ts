import { Command } from "commander";
import type { CommandContext } from "../command-context.js";
import { openGivenFile } from "./given-file.js";

/** `overtone import-ids FILE`: imports a table of ids of Spotify. */
export function importIdsCommand(context: CommandContext): Command {
  return new Command("import-ids")
    .description("Import a table of Spotify ids and ISRCs, so that tracks are found by these ids")
    .argument(
      "<file>",
      "CSV with a header, or JSON lines: spotify_id, isrc, mbid, artist, title; UTF-8, or UTF-16 with a byte order mark",
    )
    .action(async (path: string) => {
      const file = await openGivenFile(path);
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
