import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { InvalidInputError } from "../../../src/domain/errors/request-errors.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import type { Scope } from "../../../src/domain/api-key.js";
import { waitUntil } from "../../wait-until.js";
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

  /** Sends a request for folders with a key of these scopes; returns the status, and the data or the error. */
  async function send(
    method: string,
    wish: object,
    scopes: readonly Scope[] = ["read", "admin"],
  ): Promise<unknown> {
    const { services, url } = application;
    const { token } = await services.access.issue({ name: "manager", scopes });
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const path = `${url}/api/audio/library/folders`;
    const response =
      method === "DELETE"
        ? await fetch(`${path}?${new URLSearchParams({ ...wish }).toString()}`, { method, headers })
        : await fetch(path, { method, headers, body: JSON.stringify(wish) });
    const { data, error } = (await response.json()) as { data: unknown; error?: object };
    return [response.status, data ?? error];
  }

  it("is added, paused and removed over REST by who manages the server", async () => {
    const { library, libraryWatch } = application.services;
    await libraryWatch.scanFirst(new AbortController().signal);

    const added = await send("POST", { folder: other });
    await waitUntil(async () => (await library.countFiles()) === 2);
    const paused = await send("PATCH", { folder: other, isPaused: true });
    const status = await application.get("/api/audio/library");
    const { folders } = ((await status.json()) as { data: { folders: unknown } }).data;
    const removed = await send("DELETE", { folder: other });

    const state = { isConfigured: true, isAdded: true, isPaused: false, problem: null, away: [] };
    expect(added).toEqual([200, { path: other, fileCount: 0, ...state }]);
    expect(paused).toEqual([200, { path: other, fileCount: 1, ...state, isPaused: true }]);
    expect(folders).toContainEqual({ path: null, fileCount: 1, ...state, isPaused: true });
    expect(removed).toMatchObject([200, { path: other, fileCount: 1, isConfigured: false }]);
    expect([await stateOf(other), await library.countFiles()]).toEqual([undefined, 1]);
  });

  it.each([
    ["by a relative path", "POST", { folder: "music" }, "must be an absolute path"],
    ["by a path with a zero", "POST", { folder: "/music\0" }, "must be an absolute path"],
    ["where it does not exist", "POST", { folder: "/nowhere/music" }, "does not exist"],
    ["where the library lacks it", "DELETE", { folder: "/nowhere" }, "must be a folder of the"],
    ["without a path", "POST", {}, "must be a text"],
    ["without what is to become of it", "PATCH", { folder: "/" }, "must be true or false"],
  ])("is refused over REST %s, with the reason", async (_where, method, wish, reason) => {
    const refused = await send(method, wish);

    const message = expect.stringContaining(reason) as string;
    expect(refused).toMatchObject([400, { code: "INVALID_INPUT", message }]);
  });

  it.each(["POST", "PATCH", "DELETE"])(
    "is not changed over REST by who may write only: %s",
    async (method) => {
      const refused = await send(method, { folder: other }, ["read", "write"]);

      expect(refused).toMatchObject([403, { code: "FORBIDDEN" }]);
    },
  );

  it("is added while a scan runs, which does not have to end first", async () => {
    const { library } = application.services;
    await library.addFolder(other);
    const order: string[] = [];
    const scanning = library.scanAll().then(() => order.push("scanned"));

    await library.pauseFolder(other).then(() => order.push("paused"));
    await scanning;

    expect(order).toEqual(["paused", "scanned"]);
  });
});
