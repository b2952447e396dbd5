import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { InvalidInputError } from "../../../src/domain/errors/request-errors.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

describe("A folder of the library", () => {
  let application: ApplicationUnderTest;
  let configured: string;
  let other: string;
  beforeEach(async () => {
    configured = await musicFolder({ "Ann - One.aiff": taggedAiff() });
    other = await musicFolder({ "Ann - Two.aiff": taggedAiff({}, undefined, 2) });
    const given = { sources: undefined, providers: undefined };
    application = await openApplicationUnderTest(given, { LIBRARY_DIRS: configured });
  });
  afterEach(async () => {
    await application.close();
    await removeMusicFolders();
  });

  const countFiles = async (): Promise<number> => {
    await application.services.library.scanAll();
    return application.services.library.countFiles();
  };
  const stateOf = async (folder: string) =>
    (await application.services.library.listFolders()).find((one) => one.folder === folder);

  it("is scanned and read after it was added, until it is removed", async () => {
    const { library, analyses } = application.services;
    const before = await countFiles();

    await library.addFolder(other);
    const during = await countFiles();
    const state = await stateOf(other);
    const [found] = await application.services.libraryStatus
      .listUnanalysed({ first: 10 })
      .then(({ items }) => items);
    const analysed = await analyses.request(
      { trackKey: found!.trackKey },
      { waitSeconds: 5, signal: new AbortController().signal },
    );
    const removed = await library.removeFolder(other);
    const after = await countFiles();

    expect([before, during, after]).toEqual([1, 2, 1]);
    expect(state).toMatchObject({ fileCount: 1, isAdded: true, isConfigured: true });
    expect(analysed.state).toBe("ready");
    expect(removed).toMatchObject({ folder: other, fileCount: 1, isConfigured: false });
    expect(await stateOf(other)).toBeUndefined();
  });

  it("is neither scanned nor analysed by itself while it is paused", async () => {
    const { library, libraryAnalysis, libraryStatus } = application.services;
    await library.scanAll();
    const paused = await library.pauseFolder(configured);

    await libraryAnalysis.finish(new AbortController().signal);
    const during = await libraryStatus.get();
    const resumed = await library.pauseFolder(configured, false);
    await libraryAnalysis.finish(new AbortController().signal);
    await new Promise((resolve) => setTimeout(resolve, 1_100));

    expect([paused.isPaused, resumed.isPaused]).toEqual([true, false]);
    expect(during).toMatchObject({ analysed: 0, waiting: 0, paused: 1, secondsLeft: 0 });
    expect(await libraryStatus.get()).toMatchObject({ analysed: 1, waiting: 0 });
  });

  it("is not scanned where it was paused before its first scan", async () => {
    await application.services.library.pauseFolder(configured);

    expect(await countFiles()).toBe(0);
    await expect(stateOf(configured)).resolves.toMatchObject({ isPaused: true });
  });

  it("is added once, and only where it can be read", async () => {
    const { library } = application.services;
    await mkdir(join(configured, "album"));

    for (const path of [configured, join(configured, "album"), join(other, "nowhere")]) {
      await expect(library.addFolder(path)).rejects.toThrow(InvalidInputError);
    }
    await expect(library.pauseFolder(other)).rejects.toThrow("must be a folder of the library");
  });
});
