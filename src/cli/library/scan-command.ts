import { Command } from "commander";
import type { ScanReport } from "../../domain/track/library-file.js";
import type { CommandContext } from "../command-context.js";
import { exitCodes } from "../failure-report.js";
import { openProgressBar } from "../progress-bar.js";

/** `overtone scan [DIR]`: finds new, changed, moved and deleted files of the library. */
export function scanCommand(context: CommandContext): Command {
  return new Command("scan")
    .description(
      "Scan a folder of the library, or all of it, for new, changed, moved and deleted files",
    )
    .argument("[dir]", "a library folder, or one below it")
    .action(async (folder?: string) => {
      await context.withServices(async ({ library }) => {
        const bar = openProgressBar("Scanning");
        const options = { signal: context.signal, onProgress: bar.update.bind(bar) };
        const scanning =
          folder === undefined ? library.scanAll(options) : library.scan(folder, options);
        report(context, await scanning.finally(() => bar.stop()));
      });
    });
}

/** Prints the result. A scan that could not read every folder has failed, though it stored the rest. */
function report(context: CommandContext, scan: ScanReport): void {
  for (const { path, reason } of [...scan.unreachable, ...scan.failed]) {
    context.printError(`${path}: ${reason}`);
  }
  if (scan.unreachable.length > 0) {
    context.printError("The library keeps the files that are stored for these paths.");
    context.setExitCode(exitCodes.failure);
  }
  const { added, changed, moved, deleted, unchanged, failed } = scan;
  context.print(
    `${added} new, ${changed} changed, ${moved} moved, ${deleted} deleted, ` +
      `${unchanged} unchanged, ${failed.length} unreadable`,
  );
}
