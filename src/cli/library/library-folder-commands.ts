import { Command } from "commander";
import type { KnownFolder } from "../../domain/library/library-file.js";
import type { LibraryService } from "../../services/library/library-service.js";
import type { CommandContext } from "../command-context.js";

/** `overtone library add|pause|resume`: changes the folders of the library, also while servers run. */
export function libraryFolderCommands(context: CommandContext): readonly Command[] {
  const command = (
    name: string,
    description: string,
    change: (library: LibraryService, folder: string) => Promise<KnownFolder>,
    done: string,
  ): Command =>
    new Command(name)
      .description(description)
      .argument("<folder>", "its path on the machine of the server")
      .action(async (path: string) => {
        await context.withServices(async ({ library }) => {
          const { folder } = await change(library, path);
          context.print(`${folder}: ${done}`);
        });
      });
  return [
    command(
      "add",
      "Add a folder beside those of LIBRARY_DIRS",
      (library, folder) => library.addFolder(folder),
      "added. A running server scans it within seconds; `overtone scan` does it now.",
    ),
    command(
      "pause",
      "Pause a folder: it is neither scanned nor analysed until it is resumed",
      (library, folder) => library.pauseFolder(folder),
      "paused. Its tracks are still found and answered.",
    ),
    command(
      "resume",
      "Resume a folder that was paused",
      (library, folder) => library.pauseFolder(folder, false),
      "resumed.",
    ),
  ];
}

/** Describes in two words why a folder is part of the library, or that it is paused. */
export function folderState({ isConfigured, isAdded, isPaused }: KnownFolder): string {
  if (isPaused) return "paused";
  if (isAdded) return "added";
  return isConfigured ? "configured" : "not configured";
}
