import { Command } from "commander";
import type { KnownFolder } from "../../domain/track/library-file.js";
import type { CommandContext } from "../command-context.js";

const COUNT_WIDTH = 8;
const STATE_WIDTH = 16;

/** `overtone library list|remove`: lists the library's folders, and removes one. */
export function libraryCommand(context: CommandContext): Command {
  const library = new Command("library").description(
    "List the folders with files in the library, and remove one",
  );
  library
    .command("list")
    .description("List the folders, how many files each has, and whether this server scans them")
    .action(() => list(context));
  library
    .command("remove")
    .description("Remove a folder's files from the library; their analyses stay")
    .argument("<folder>", "the path that `library list` shows; the folder need not exist")
    .action((folder: string) => remove(context, folder));
  return library;
}

async function list(context: CommandContext): Promise<void> {
  await context.withServices(async ({ library }) => {
    const folders = await library.listFolders();
    const title = `${"FILES".padStart(COUNT_WIDTH)}  ${"LIBRARY_DIRS".padEnd(STATE_WIDTH)}  FOLDER`;
    context.print([title, ...folders.map(row)].join("\n"));
  });
}

function row({ folder, fileCount, isConfigured, problem }: KnownFolder): string {
  const count = String(fileCount).padStart(COUNT_WIDTH);
  const state = (isConfigured ? "configured" : "not configured").padEnd(STATE_WIDTH);
  return `${count}  ${state}  ${folder}${problem === undefined ? "" : `  (${problem})`}`;
}

async function remove(context: CommandContext, path: string): Promise<void> {
  await context.withServices(async ({ library }) => {
    const { folder, fileCount, isConfigured } = await library.removeFolder(path);
    const files = fileCount === 1 ? "1 file" : `${fileCount} files`;
    context.print(`Removed ${files} of ${folder} from the library. Their analyses stay.`);
    if (!isConfigured) return;
    context.print("The folder is configured here: the next scan or start adds its files again.");
  });
}
