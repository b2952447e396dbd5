import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { waitUntil } from "../../wait-until.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const filesOf = (...titles: string[]) =>
  Object.fromEntries(
    titles.map((title, index) => [`Ann - ${title}.aiff`, taggedAiff({}, undefined, index)]),
  );

describe("The analysis of the library", () => {
  const open: ApplicationUnderTest[] = [];
  afterEach(async () => {
    for (const application of open.splice(0)) await application.close();
    await removeMusicFolders();
  });

  /** Opens the application with a library of these titles, scanned. */
  async function opened(
    titles: readonly string[],
    {
      environment = {},
      analyzer = new FakeAnalyzer(),
    }: { environment?: Record<string, string>; analyzer?: FakeAnalyzer } = {},
  ) {
    const folder = await musicFolder(filesOf(...titles));
    const settings = { LIBRARY_DIRS: folder, LIBRARY_ANALYSIS: "background", ...environment };
    const application = await openApplicationUnderTest(
      { analyzer, sources: undefined, providers: undefined },
      settings,
    );
    open.push(application);
    await application.services.library.scanAll();
    const { libraryStatus } = application.services;
    return { application, folder, analyzer, status: () => libraryStatus.get() };
  }

  it("analyses every track without a request", async () => {
    const titles = Array.from({ length: 30 }, (_, index) => `Song ${index}`);
    const { application, analyzer } = await opened(titles);
    const keys = titles.map((title) => trackKeyFrom("Ann", title));

    await waitUntil(async () => {
      const states = await application.services.analyses.findMany(keys);
      return states.every(({ state }) => state === "ready");
    });

    expect(analyzer.received).toHaveLength(30);
  });

  it("keeps the queue short", async () => {
    const analyzer = new FakeAnalyzer();
    const release = analyzer.hold();
    const titles = Array.from({ length: 60 }, (_, index) => `Song ${index}`);
    const { application } = await opened(titles, { analyzer });

    await waitUntil(async () => (await application.services.jobs.list()).length >= 10);
    await new Promise((resolve) => setTimeout(resolve, 100));
    const jobs = await application.services.jobs.list();
    release();

    // Two run, and eight wait beside two for each of those.
    expect(jobs.length).toBeLessThanOrEqual(14);
  });

  it("analyses what a client requests before the rest of the library", async () => {
    const analyzer = new FakeAnalyzer();
    const release = analyzer.hold();
    const titles = Array.from({ length: 40 }, (_, index) => `Song ${index}`);
    const { application } = await opened(titles, { analyzer });
    await waitUntil(async () => (await application.services.jobs.list()).length >= 10);
    const waiting = new Set(
      (await application.services.jobs.list()).map(({ trackKey }) => trackKey),
    );
    const last = titles
      .map((title) => trackKeyFrom("Ann", title))
      .find((key) => !waiting.has(key))!;

    const answer = application.get(`/api/audio/analysis/${last}`);
    await waitUntil(async () => {
      const jobs = await application.services.jobs.list();
      return jobs.some(({ trackKey }) => trackKey === last);
    });
    release();
    const { status } = await answer;
    const analysed = await application.services.libraryStatus.get();

    expect(status).toBe(200);
    expect(analysed.analysed).toBeLessThan(40);
  });

  it("counts what is analysed, waits and has failed, and retries on request only", async () => {
    const analyzer = new FakeAnalyzer();
    analyzer.answerWith(new AudioUndecodableError("it is damaged"));
    const { application, status } = await opened(["One", "Two", "Three"], { analyzer });
    const { libraryStatus, libraryAnalysis } = application.services;

    await waitUntil(async () => (await status()).failed === 3);
    const failed = await libraryStatus.listFailed({ first: 2 });
    const attempts = analyzer.received.length;
    analyzer.answerWith({});
    const retried = await libraryAnalysis.retry();
    const afterRetry = await status();
    await waitUntil(async () => (await status()).analysed === 3);

    const { files, tracks, waiting, failures } = await status();
    expect([attempts, retried]).toEqual([3, 3]);
    expect(afterRetry.failed).toBe(0);
    expect([failed.items.length, failed.totalCount, failed.hasNextPage]).toEqual([2, 3, true]);
    expect(failed.items[0]?.failure.code).toBe("AUDIO_UNDECODABLE");
    expect({ files, tracks, waiting, failures }).toEqual({
      ...{ files: 3, tracks: 3, waiting: 0 },
      failures: [],
    });
  });

  it("adds no job while the folder is empty, as the mount point of a disk that is away", async () => {
    const environment = { LIBRARY_ANALYSIS: "off" };
    const { application, folder, analyzer, status } = await opened(["One"], { environment });
    const { libraryAnalysis } = application.services;
    await rm(join(folder, "Ann - One.aiff"));

    await libraryAnalysis.finish(new AbortController().signal);
    const away = await status();
    await writeFile(join(folder, "Ann - One.aiff"), taggedAiff());
    await libraryAnalysis.finish(new AbortController().signal);

    expect(away).toMatchObject({ tracks: 1, waiting: 1, failed: 0 });
    expect(analyzer.received).toHaveLength(1);
  });

  it("does nothing where it is off", async () => {
    const environment = { LIBRARY_ANALYSIS: "off" };
    const { status, analyzer } = await opened(["One", "Two"], { environment });

    expect(await status()).toMatchObject({
      ...{ isAnalysing: false, tracks: 2, analysed: 0, waiting: 2 },
      ...{ tracksPerHour: null, secondsLeft: null },
    });
    expect(analyzer.received).toEqual([]);
  });

  it("finishes the library where a command asks for it, and tells what failed", async () => {
    const environment = { LIBRARY_ANALYSIS: "off" };
    const { application, status } = await opened(["One", "Two", "Three"], { environment });

    await application.services.libraryAnalysis.finish(new AbortController().signal);

    expect(await status()).toMatchObject({ analysed: 3, waiting: 0 });
  });

  it("repeats analyses of an older version, oldest first", async () => {
    const keys = ["One", "Two", "Three"].map((title) => trackKeyFrom("Ann", title)).sort();
    const environment = {
      LIBRARY_ANALYSIS: "off",
      ANALYSIS_CONCURRENCY: "1",
      DATABASE_URL: `sqlite:${join(await musicFolder(), "overtone.db")}`,
    };
    const before = await opened(["One", "Two", "Three"], { environment });
    await before.application.services.analyses.request(
      { trackKey: keys[2]! },
      {
        waitSeconds: 5,
        signal: new AbortController().signal,
      },
    );
    await before.application.services.libraryAnalysis.finish(new AbortController().signal);
    await open.pop()?.close();

    const analyzer = new NewerAnalyzer();
    const given = { analyzer, sources: undefined, providers: undefined };
    const folders = { LIBRARY_DIRS: before.folder };
    const after = await openApplicationUnderTest(given, { ...environment, ...folders });
    open.push(after);
    const outdated = await after.services.libraryStatus.get();
    const states = await after.services.analyses.findMany(keys);
    await after.services.libraryAnalysis.finish(new AbortController().signal);

    expect(outdated).toMatchObject({ analysed: 3, outdated: 3, waiting: 0 });
    expect(states.map(({ state }) => state)).toEqual(["ready", "ready", "ready"]);
    expect(pathsOf(analyzer)).toEqual(pathsOf(before.analyzer));
    expect(pathsOf(analyzer)).toHaveLength(3);
  });
});

/** An analyzer of the next version. */
class NewerAnalyzer extends FakeAnalyzer {
  override readonly version = 2;
}

const pathsOf = ({ received }: FakeAnalyzer): unknown[] =>
  received.map((audio) => (audio.kind === "file" ? audio.path : audio.kind));
