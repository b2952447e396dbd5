import { Command } from "commander";
import type { KnownFolder } from "../../domain/library/library-file.js";
import { parseTrackRef } from "../../domain/track/track-ref.js";
import type { VerifiedFile } from "../../services/library/library-verification.js";
import type { CommandContext } from "../command-context.js";
import { countOf } from "../count-of.js";
import { exitCodes } from "../failure-report.js";
import { folderState, libraryFolderCommands } from "./library-folder-commands.js";
import { countText, failureLines, statusTable } from "./library-text.js";

/** What analyses the tracks that wait: a command that shows them does not. */
const WHO_ANALYSES =
  "Waiting tracks are analysed while a server runs, or by `overtone scan --analyze`.";

const COUNT_WIDTH = 8;
const STATE_WIDTH = 16;

/** `overtone library`: shows how far the library is analysed, and what failed; lists and removes folders. */
export function libraryCommand(context: CommandContext): Command {
  const library = new Command("library")
    .description("Show how much of the library is analysed; list what failed, and folders")
    .action(() => showStatus(context));
  library
    .command("failures")
    .description("List the tracks whose analysis failed, with their files and the reasons")
    .action(() => listFailures(context));
  library
    .command("retry")
    .description("Let failed analyses be tried again: that of one track, or all of them")
    .argument("[track-key]", "the key that `library failures` shows; all where absent")
    .action((trackKey?: string) => retry(context, trackKey));
  library
    .command("verify")
    .description(
      "Read every file whole, list those whose stored recording was wrong, and put it right",
    )
    .option("--json", "print one JSON line per file")
    .action(({ json = false }: { readonly json?: boolean }) => verify(context, json));
  library
    .command("list")
    .description("List the folders, how many files each has, and whether this server scans them")
    .action(() => list(context));
  library
    .command("remove")
    .description("Remove a folder's files from the library; their analyses stay")
    .argument(
      "<folder>",
      "the path that `library list` shows, also of what is away; the folder need not exist",
    )
    .action((folder: string) => remove(context, folder));
  for (const command of libraryFolderCommands(context)) library.addCommand(command);
  return library;
}

async function showStatus(context: CommandContext): Promise<void> {
  await context.withServices(async ({ libraryStatus }) => {
    const status = await libraryStatus.get();
    context.print(...statusTable(status));
    if (status.waiting > 0) context.print(WHO_ANALYSES);
  });
}

async function listFailures(context: CommandContext): Promise<void> {
  await context.withServices(async ({ libraryStatus }) => {
    for await (const line of failureLines(libraryStatus)) {
      if (context.signal.aborted) return;
      context.print(line);
    }
  });
}

async function retry(context: CommandContext, text: string | undefined): Promise<void> {
  const trackKey = text === undefined ? undefined : parseTrackRef(text);
  await context.withServices(async ({ libraryAnalysis }) => {
    const count = await libraryAnalysis.retry(trackKey);
    context.print(count === 1 ? "1 track waits again." : `${countText(count)} tracks wait again.`);
    if (count > 0) context.print(WHO_ANALYSES);
  });
}

/**
 * Reads every file, and prints those that were wrong, or all of them as JSON; the command has failed where any was
 * wrong or cannot be read.
 */
async function verify(context: CommandContext, isJson: boolean): Promise<void> {
  await context.withServices(async ({ libraryVerification }) => {
    const counts = { right: 0, new: 0, wrong: 0, unreadable: 0 };
    for await (const file of libraryVerification.verify(context.signal)) {
      counts[file.verdict]++;
      if (isJson) context.print(JSON.stringify(file));
      else printVerified(context, file);
    }
    if (!isJson) printVerifiedCounts(context, counts);
    if (counts.wrong + counts.unreadable > 0) context.setExitCode(exitCodes.failure);
  });
}

function printVerified(
  context: CommandContext,
  { path, verdict, before, now }: VerifiedFile,
): void {
  if (verdict === "wrong") context.print(`${path}: held ${before}, and holds ${now} now`);
  if (verdict === "unreadable") context.printError(`${path}: cannot be read as it was scanned`);
}

function printVerifiedCounts(
  context: CommandContext,
  counts: Readonly<Record<VerifiedFile["verdict"], number>>,
): void {
  const [right, unknown, wrong, unread] = [
    counts.right,
    counts.new,
    counts.wrong,
    counts.unreadable,
  ].map(countText);
  context.print(
    `${right} files hold what was measured, ${unknown} were not known yet, ` +
      `${wrong} were wrong and are put right, ${unread} cannot be read`,
  );
  if (counts.wrong + counts.new > 0) context.print(WHO_ANALYSES);
}

async function list(context: CommandContext): Promise<void> {
  await context.withServices(async ({ library }) => {
    const folders = await library.listFolders();
    const title = `${"FILES".padStart(COUNT_WIDTH)}  ${"LIBRARY_DIRS".padEnd(STATE_WIDTH)}  FOLDER`;
    context.print(title, ...folders.flatMap(rows));
  });
}

/** Returns the row of a folder, and of each directory in it whose files are away. */
function rows(known: KnownFolder): readonly string[] {
  const { folder, fileCount, problem, away } = known;
  return [
    row(fileCount, folderState(known), folder, problem),
    ...away.map((directory) => row(directory.fileCount, "away", directory.path, directory.reason)),
  ];
}

function row(fileCount: number, state: string, path: string, problem: string | undefined): string {
  const count = String(fileCount).padStart(COUNT_WIDTH);
  const note = problem === undefined ? "" : `  (${problem})`;
  return `${count}  ${state.padEnd(STATE_WIDTH)}  ${path}${note}`;
}

async function remove(context: CommandContext, path: string): Promise<void> {
  await context.withServices(async ({ library }) => {
    const { folder, fileCount, isConfigured } = await library.removeFolder(path);
    const files = countOf(fileCount, "file");
    context.print(`Removed ${files} of ${folder} from the library. Their analyses stay.`);
    if (!isConfigured) return;
    context.print("The folder is configured here: the next scan or start adds its files again.");
  });
}
