import type { CommandContext } from "../../../src/cli/command-context.js";
import { libraryCommand } from "../../../src/cli/library/library-command.js";
import type { KnownFolder } from "../../../src/domain/library/library-file.js";

const own = { isAdded: false, isPaused: false, away: [] };
const music: KnownFolder = { ...own, folder: "/music", fileCount: 12, isConfigured: true };
const old: KnownFolder = {
  ...own,
  folder: "/old disk",
  fileCount: 1,
  isConfigured: false,
  problem: "does not exist",
};

/** Returns what the command prints for a library of these folders. */
async function printed(...words: string[]): Promise<string[]> {
  const lines: string[] = [];
  const library = {
    listFolders: () => Promise.resolve([music, old]),
    removeFolder: (path: string) => Promise.resolve(path === music.folder ? music : old),
  };
  const context = {
    withServices: (use: (services: unknown) => Promise<void>) => use({ library }),
    print: (...printed: readonly string[]) => void lines.push(...printed),
  } as unknown as CommandContext;
  await libraryCommand(context).parseAsync(words, { from: "user" });
  return lines.flatMap((line) => line.split("\n"));
}

describe("overtone library", () => {
  it("lists the folders with their files, whether they are configured, and what is wrong", async () => {
    const lines = await printed("list");

    expect(lines).toEqual([
      "   FILES  LIBRARY_DIRS      FOLDER",
      "      12  configured        /music",
      "       1  not configured    /old disk  (does not exist)",
    ]);
  });

  it("prints how many files it removed, and that their analyses are kept", async () => {
    const lines = await printed("remove", "/old disk");

    expect(lines).toEqual(["Removed 1 file of /old disk from the library. Their analyses stay."]);
  });

  it("prints that the next scan adds the files of a configured folder again", async () => {
    const lines = await printed("remove", "/music");

    expect(lines).toEqual([
      "Removed 12 files of /music from the library. Their analyses stay.",
      "The folder is configured here: the next scan or start adds its files again.",
    ]);
  });
});
