import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

/** A file of one recording with these tags. */
const file = (artist: string, title: string, recording = 0): Uint8Array =>
  taggedAiff({ TPE1: artist, TIT2: title }, undefined, recording);

describe("The library", () => {
  const analyzer = new FakeAnalyzer();
  let application: ApplicationUnderTest;
  let folder: string;
  beforeEach(async () => {
    analyzer.received.length = 0;
    folder = await musicFolder();
    const given = { analyzer, sources: undefined, providers: undefined };
    application = await openApplicationUnderTest(given, { LIBRARY_DIRS: folder });
  });
  afterEach(async () => {
    await application.close();
    await removeMusicFolders();
  });

  /** Scans and analyses the library; returns how many files have been measured until now. */
  async function measured(): Promise<number> {
    const { library, libraryAnalysis } = application.services;
    await library.scanAll();
    await libraryAnalysis.finish(new AbortController().signal);
    return analyzer.received.length;
  }

  const put = (name: string, bytes: Uint8Array) => writeFile(join(folder, name), bytes);

  /** Returns the state of each title, and the titles of the catalogue. */
  async function states(...titles: string[]) {
    const { analyses, catalogue } = application.services;
    const keys = titles.map((title) => trackKeyFrom("Ann", title));
    const found = await analyses.findMany(keys);
    const order = { field: "trackName", direction: "asc" } as const;
    const { items } = await catalogue.list({ filter: {}, order });
    const listed = items.map(({ trackName }) => trackName);
    return { states: found.map(({ state }) => state), listed };
  }

  it("keeps the analysis of a file whose tags change, under its new names and the old key", async () => {
    await put("a.aiff", file("Ann", "Sogn"));
    const before = await measured();

    await put("a.aiff", file("Ann", "Song"));
    const after = await measured();

    expect([before, after]).toEqual([1, 1]);
    expect(await states("Song", "Sogn")).toEqual({ states: ["ready", "ready"], listed: ["Song"] });
  });

  it("answers a request for a retagged file at once, also where nothing runs in the background", async () => {
    await put("a.aiff", file("Ann", "Sogn"));
    await measured();
    await put("a.aiff", file("Ann", "Song"));
    await application.services.library.scanAll();

    const { status } = await application.get(`/api/audio/analysis/${trackKeyFrom("Ann", "Song")}`);

    expect([status, analyzer.received.length]).toEqual([200, 1]);
  });

  it.each([
    ["in one scan", false],
    ["where a scan found it gone in between", true],
  ])("keeps the analysis of a file that is moved and retagged, %s", async (_, isScannedBetween) => {
    await put("a.aiff", file("Ann", "Sogn"));
    await put("other.aiff", file("Ann", "Other", 5));
    await measured();

    await rm(join(folder, "a.aiff"));
    if (isScannedBetween) await measured();
    await put("b.aiff", file("Ann", "Song"));

    expect(await measured()).toBe(2);
    expect((await states("Song")).states).toEqual(["ready"]);
  });

  it("answers for each title of two files that swap theirs what the file holds that has it now", async () => {
    const { analyses } = application.services;
    const keys = ["One", "Two"].map((title) => trackKeyFrom("Ann", title));
    const recordings = async () =>
      (await analyses.findMany(keys)).map((found) =>
        found.state === "ready" ? found.analysis.recordingId : found.state,
      );
    await put("a.aiff", file("Ann", "One"));
    await put("b.aiff", file("Ann", "Two", 5));
    await measured();
    const before = await recordings();

    await put("a.aiff", file("Ann", "Two"));
    await put("b.aiff", file("Ann", "One", 5));

    expect(await measured()).toBe(2);
    expect(new Set(before).size).toBe(2);
    expect(await recordings()).toEqual([...before].reverse());
  });

  it("measures the same audio in two files once, and lists it once", async () => {
    await put("a.aiff", file("Ann", "Song"));
    await measured();

    await put("b.aiff", file("Ann", "Song (from the film)"));

    expect(await measured()).toBe(1);
    const found = await states("Song", "Song (from the film)");
    expect(found).toEqual({ states: ["ready", "ready"], listed: ["Song"] });
  });

  it("measures different audio apart, whatever the names have in common", async () => {
    const titles = ["Song", "06 - Song", "Song - Remastered 2011", "Song (Live)"];
    for (const [index, title] of titles.entries()) {
      await put(`${index}.aiff`, file("Ann", title, index));
    }

    expect(await measured()).toBe(4);
    const found = await states(...titles);
    expect(found.listed.sort()).toEqual([...titles].sort());
  });

  it("measures a file again whose audio has changed", async () => {
    await put("a.aiff", file("Ann", "Song"));
    await measured();

    await put("a.aiff", file("Ann", "Song", 1));

    expect(await measured()).toBe(2);
  });

  it("measures the first of two files again where the audio of the other was its own", async () => {
    await put("a.aiff", file("Ann", "Song"));
    await measured();
    await put("b.aiff", file("Ann", "Twin"));
    await measured();

    await put("a.aiff", file("Ann", "Song", 1));
    await measured();

    expect((await states("Song", "Twin")).states).toEqual(["ready", "ready"]);
    expect(analyzer.received.length).toBeGreaterThanOrEqual(2);
  });
});
