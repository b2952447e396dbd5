import { copyFile, mkdir, mkdtemp, realpath, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compose } from "../../../src/composition/compose.js";
import type { Application } from "../../../src/services/services.js";
import { configFrom } from "../../../src/config/config.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { offline } from "../../application/offline.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { inProcessReaders } from "../../fakes/in-process-readers.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";

const demo = fileURLToPath(new URL("../../../src/demo/library", import.meta.url));
const untagged = join(demo, "The Copper Wires - Gravel Road.wav");
const waitOptions = { signal: new AbortController().signal };

describe("The folders of a library", () => {
  let place: string;
  let opened: Application[];

  beforeEach(async () => {
    place = await realpath(await mkdtemp(join(tmpdir(), "overtone-folders-")));
    opened = [];
    for (const folder of ["rock", "jazz", "jazz/bebop"]) await mkdir(join(place, folder));
    await copyFile(untagged, join(place, "rock", "Ann - Rock.wav"));
    await copyFile(untagged, join(place, "jazz", "Bea - Jazz.wav"));
    await copyFile(untagged, join(place, "jazz", "bebop", "Cid - Bebop.wav"));
  });
  afterEach(async () => {
    for (const application of opened) await application.close();
    await rm(place, { recursive: true, force: true });
  });

  /**
   * Opens a server on the shared database with these folders; without any, with the demo library.
   */
  async function open(...folders: readonly string[]): Promise<Application["services"]> {
    const paths = folders.map((folder) => join(place, folder)).join(":");
    const environment = {
      ...offline,
      DATA_DIR: place,
      ...(folders.length > 0 && { LIBRARY_DIRS: paths }),
    };
    const application = await compose(configFrom(environment), {
      analyzer: new FakeAnalyzer({ tempo: 90 }),
      logger: new RecordingLogger(),
      ...inProcessReaders(),
    });
    application.start();
    opened.push(application);
    return application.services;
  }

  async function scan(...folders: readonly string[]): Promise<Application["services"]> {
    const services = await open(...folders);
    await services.library.scanAll();
    return services;
  }

  it("keep their files when a server with other folders scans", async () => {
    const rock = await scan("rock");
    const jazz = await scan("jazz");

    const again = await rock.library.scanAll();

    expect(again).toMatchObject({ unchanged: 1, deleted: 0, added: 0 });
    await expect(jazz.library.countFiles()).resolves.toBe(3);
    await expect(rock.library.listFolders()).resolves.toMatchObject([
      { folder: join(place, "jazz"), fileCount: 2, isConfigured: false },
      { folder: join(place, "rock"), fileCount: 1, isConfigured: true },
    ]);
  });

  it("keep their files at a start without the setting, which does not add the demo library", async () => {
    await scan("rock");

    const bare = await scan();

    await expect(bare.library.listFolders()).resolves.toMatchObject([
      { folder: join(place, "rock"), fileCount: 1, isConfigured: false },
    ]);
  });

  it("are those of the demo library when there are no others, at every start", async () => {
    await scan();
    const again = await scan();

    const [folder, ...others] = await again.library.listFolders();

    expect(folder).toMatchObject({ folder: demo, isConfigured: true });
    expect(folder?.fileCount).toBeGreaterThan(10);
    expect(others).toEqual([]);
  });

  it("keep the files of the demo library when others are configured, until it is removed", async () => {
    await scan();
    const { library } = await scan("rock");
    const countBefore = await library.countFiles();

    await library.removeFolder(demo);

    expect(countBefore).toBeGreaterThan(10);
    await expect(library.countFiles()).resolves.toBe(1);
  });

  it("are searched by every server, and analysed by those that have them configured", async () => {
    await scan("rock");
    const jazz = await scan("jazz");
    const trackKey = trackKeyFrom("Ann", "Rock");

    const { results } = await jazz.search.search({ track: "Rock", limit: 5 }, waitOptions.signal);
    const elsewhere = await jazz.analyses.request({ trackKey }, waitOptions);

    expect(results.map(({ track }) => track.trackName)).toEqual(["Rock"]);
    expect(elsewhere.state).toBe("ready");
  });

  it("are stored once when the folder above is configured, and stay readable", async () => {
    const bebop = await scan("jazz/bebop");
    const jazz = await open("jazz");

    const report = await jazz.library.scanAll();
    const state = await bebop.analyses.request(
      { trackKey: trackKeyFrom("Cid", "Bebop") },
      waitOptions,
    );

    expect(report).toMatchObject({ added: 1, moved: 1, deleted: 0 });
    await expect(jazz.library.countFiles()).resolves.toBe(2);
    expect(state.state).toBe("ready");
  });

  it("are removed on request with all their files, even if missing; analyses are kept", async () => {
    const jazz = await scan("jazz");
    const trackKey = trackKeyFrom("Bea", "Jazz");
    await jazz.analyses.request({ trackKey }, waitOptions);
    const { library, analyses } = await scan("rock");
    await rename(join(place, "jazz"), join(place, "away"));

    const removed = await library.removeFolder(`${place}/jazz/`);
    const [state] = await analyses.findMany([trackKey]);

    expect(removed).toMatchObject({
      folder: join(place, "jazz"),
      fileCount: 2,
      isConfigured: false,
      problem: "does not exist",
    });
    await expect(library.countFiles()).resolves.toBe(1);
    expect(state?.state).toBe("ready");
  });

  it("are listed in the error when the folder to remove is unknown", async () => {
    const { library } = await scan("rock");

    const removing = library.removeFolder("/no/such/folder");

    await expect(removing).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining(`the library has "${join(place, "rock")}"`),
    });
  });
});
