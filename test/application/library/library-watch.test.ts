import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const file = (title: string): Uint8Array => taggedAiff({ TPE1: "Ann", TIT2: title });

/** Maximum time until a change is noticed, with a reserve for a busy machine. */
const MAX_SECONDS = 15;

describe("A watched library", () => {
  const open: ApplicationUnderTest[] = [];
  afterEach(async () => {
    for (const application of open.splice(0)) await application.close();
    await removeMusicFolders();
  });

  async function opened() {
    const folder = await musicFolder({ "one.aiff": file("One"), "album/two.aiff": file("Two") });
    const settings = { LIBRARY_DIRS: folder, LIBRARY_WATCH: "on" };
    const application = await openApplicationUnderTest({ providers: undefined }, settings);
    open.push(application);
    const { library, search } = application.services;
    await library.scanAll();

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
    return { folder, becomes };
  }

  it("notices files that are added, changed, moved and deleted", async () => {
    const { folder, becomes } = await opened();
    // The watch begins soon after the start.
    await new Promise((resolve) => setTimeout(resolve, 1_000));

    await mkdir(join(folder, "new"));
    await writeFile(join(folder, "new", "three.aiff"), file("Three"));
    expect(await becomes("One", "Three", "Two")).toEqual(["One", "Three", "Two"]);
    await writeFile(join(folder, "one.aiff"), file("First"));
    await rename(join(folder, "album"), join(folder, "record"));
    await rm(join(folder, "new"), { recursive: true });

    expect(await becomes("First", "Two")).toEqual(["First", "Two"]);
  });
});
