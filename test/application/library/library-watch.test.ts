import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { neverAborted } from "../../../src/domain/abort-signals.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { waitUntil } from "../../wait-until.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const file = (title: string): Uint8Array => taggedAiff({ TPE1: "Ann", TIT2: title });

/** Maximum time until a change is noticed, with a reserve for a busy machine. */
const MAX_SECONDS = 30;

describe("A watched library", () => {
  const open: ApplicationUnderTest[] = [];
  afterEach(async () => {
    for (const application of open.splice(0)) await application.close();
    await removeMusicFolders();
  });

  /** @param meanwhile what happens while it starts */
  async function opened(meanwhile: (folder: string) => Promise<void> = () => Promise.resolve()) {
    const folder = await musicFolder({ "one.aiff": file("One"), "album/two.aiff": file("Two") });
    const settings = { LIBRARY_DIRS: folder, LIBRARY_WATCH: "on" };
    const application = await openApplicationUnderTest({ providers: undefined }, settings);
    open.push(application);
    const { libraryWatch, search } = application.services;
    await Promise.all([libraryWatch.scanFirst(neverAborted()), meanwhile(folder)]);

    /** Waits until the library has the tracks of these titles. */
    const becomes = async (...titles: string[]): Promise<string[]> => {
      const query = { artist: "Ann", track: "", limit: 50 };
      let found: string[] = [];
      const end = Date.now() + MAX_SECONDS * 1_000;
      while (Date.now() < end) {
        const { results } = await search.search(query, new AbortController().signal);
        found = results.map(({ track }) => track.trackName).sort();
        if (found.join() === titles.join()) break;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      return found;
    };
    /** The folders that were scanned because something in them has changed. */
    const scanned = () =>
      application.logger.lines
        .filter(({ message }) => message === "A changed folder was scanned.")
        .map(({ facts }) => facts["folder"]);
    return { folder, becomes, scanned };
  }

  it("is scanned once at a start, and then only where something changes", async () => {
    const { folder, becomes, scanned } = await opened();
    const atFirst = await becomes("One", "Two");
    await writeFile(join(folder, "album", "three.aiff"), file("Three"));

    const afterChange = await becomes("One", "Three", "Two");
    await waitUntil(() => scanned().length > 0);

    expect([atFirst, afterChange]).toEqual([
      ["One", "Two"],
      ["One", "Three", "Two"],
    ]);
    expect(scanned()).toEqual([join(folder, "album")]);
  });

  it.each([0, 5, 10, 20, 40, 80, 160])(
    "has a file that appears %i ms after a start began",
    async (after) => {
      const { becomes } = await opened(async (folder) => {
        await new Promise((resolve) => setTimeout(resolve, after));
        await writeFile(join(folder, "album", "three.aiff"), file("Three"));
      });

      expect(await becomes("One", "Three", "Two")).toEqual(["One", "Three", "Two"]);
    },
  );

  it("notices files that are added, changed, moved and deleted", async () => {
    const { folder, becomes } = await opened();

    await mkdir(join(folder, "new"));
    await writeFile(join(folder, "new", "three.aiff"), file("Three"));
    expect(await becomes("One", "Three", "Two")).toEqual(["One", "Three", "Two"]);
    await writeFile(join(folder, "one.aiff"), file("First"));
    await rename(join(folder, "album"), join(folder, "record"));
    await rm(join(folder, "new"), { recursive: true });

    expect(await becomes("First", "Two")).toEqual(["First", "Two"]);
  });
});
