import type { LibraryFile } from "../../../src/domain/library/library-file.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { keptApart } from "../../../src/services/library/scan-intake.js";
import { libraryFile, MemoryLibraryStore } from "../../fakes/memory-library-store.js";

const song = (relativePath: string, facts: Partial<LibraryFile> = {}): LibraryFile =>
  libraryFile("Ann", "Song", { relativePath, durationSeconds: 200, ...facts });

/** Returns the titles of the files, by the order of their paths. */
const titlesOf = (files: readonly LibraryFile[]): string[] =>
  files.map(({ trackName }) => trackName);

describe("Files whose tags have the same artist and title", () => {
  it.each<[string, Partial<LibraryFile>, Partial<LibraryFile>, string]>([
    [
      "have one track where their lengths agree",
      { album: "Record" },
      { album: "Best of", durationSeconds: 203 },
      "Song",
    ],
    [
      "are kept apart where their lengths differ",
      { album: "Record" },
      { album: "Tour", durationSeconds: 260 },
      "Song (Tour)",
    ],
    [
      "are kept apart where one album is live",
      { album: "Record" },
      { album: "Record (Live in Rome)" },
      "Song (Record (Live in Rome))",
    ],
    [
      "are kept apart where one album is remastered",
      { album: "Record" },
      { album: "Record [2011 Remaster]" },
      "Song (Record [2011 Remaster])",
    ],
    [
      "have one track where both albums are live",
      { album: "Live in Rome" },
      { album: "Live in Oslo" },
      "Song",
    ],
    ["have one track where an album is missing", {}, { album: "Live in Rome" }, "Song"],
    [
      "have one track where nothing tells them apart by name",
      { album: "Record" },
      { durationSeconds: 260 },
      "Song",
    ],
  ])("%s", async (_, first, second, title) => {
    const files = [song("a.mp3", first), song("b.mp3", second)];
    const inOneBatch = await keptApart([...files].reverse(), new MemoryLibraryStore());
    const inTwo = await keptApart([files[1]!], new MemoryLibraryStore([files[0]!]));

    expect(titlesOf(inOneBatch)).toEqual(["Song", title]);
    expect(titlesOf(inTwo)).toEqual([title]);
    expect(inTwo[0]?.trackKey).toBe(trackKeyFrom("Ann", title));
  });

  it("keep their names where the stored file is read again", async () => {
    const file = song("a.mp3", { album: "Record" });
    const longer = { ...file, durationSeconds: 400 };

    expect(await keptApart([longer], new MemoryLibraryStore([file]))).toEqual([longer]);
  });
});
