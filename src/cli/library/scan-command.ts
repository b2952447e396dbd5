import { Command } from "commander";
import type { ScanReport } from "../../domain/library/library-file.js";
import { scanCountsOf } from "../../domain/library/library-scan.js";
import type { Services } from "../../services/services.js";
import type { CommandContext } from "../command-context.js";
import { exitCodes } from "../failure-report.js";
import { openProgressBar } from "../progress-bar.js";
import { showAnalysisProgress } from "./analysis-progress.js";
import { countText, failureLines, scanCountsText } from "./library-text.js";

/** `overtone scan [DIR]`: finds new, changed, moved and deleted files of the library. */
export function scanCommand(context: CommandContext): Command {
  return new Command("scan")
    .description(
      "Scan a folder of the library, or all of it, for new, changed, moved and deleted files",
    )
    .argument("[dir]", "a library folder, or one below it")
    .option("--full", "read all files whole again, also those whose size and times are as before")
    .option("--analyze", "then analyse what is not analysed in the whole library, and wait for it")
    .action(async (folder: string | undefined, { analyze = false, full = false }: ScanOptions) => {
      const scope = { folder, isFull: full };
      if (!analyze) {
        return context.withServices((services) => scan(context, services, scope), {
          mayCreate: true,
        });
      }
      await context.withAnalyses(async (services) => {
        await scan(context, services, scope);
        await analyse(context, services);
      });
    });
}

interface ScanOptions {
  readonly analyze?: boolean;
  readonly full?: boolean;
}

async function scan(
  context: CommandContext,
  { library }: Services,
  { folder, isFull }: { readonly folder: string | undefined; readonly isFull: boolean },
): Promise<void> {
  const bar = await openProgressBar("Scanning");
  const options = { signal: context.signal, isFull, onProgress: bar.update.bind(bar) };
  const scanning = folder === undefined ? library.scanAll(options) : library.scan(folder, options);
  report(context, await scanning.finally(() => bar.stop()));
}

/** Prints the result. A scan that could not read every folder has failed, though it stored the rest. */
function report(context: CommandContext, scan: ScanReport): void {
  for (const { path, reason } of [...scan.unreachable, ...scan.failed]) {
    context.printError(`${path}: ${reason}`);
  }
  if (scan.unreachable.length > 0) {
    context.printError(
      "The library keeps the files that are stored for these paths. " +
        "If they are really gone, remove them with `overtone library remove PATH`.",
    );
    context.setExitCode(exitCodes.failure);
  }
  context.print(scanCountsText(scanCountsOf(scan)));
}

/** Analyses the library, and prints the result. The command has failed where a track is not analysed. */
async function analyse(context: CommandContext, services: Services): Promise<void> {
  const { libraryAnalysis, libraryStatus } = services;
  await showAnalysisProgress(context, libraryStatus, libraryAnalysis.finish(context.signal));
  libraryStatus.expire();
  const { tracks, analysed, waiting, failed } = await libraryStatus.get();
  for await (const line of failureLines(libraryStatus)) context.printError(line);
  if (waiting > 0) {
    context.printError(
      `${countText(waiting)} tracks wait: this machine cannot read their folders at the moment, or they were added meanwhile.`,
    );
  }
  if (waiting + failed > 0) context.setExitCode(exitCodes.failure);
  const [all, ready, bad] = [tracks, analysed, failed].map(countText);
  context.print(`${ready} of ${all} tracks are analysed, ${bad} have failed`);
}
