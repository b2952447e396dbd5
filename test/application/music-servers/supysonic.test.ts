import { copyFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageFile } from "../../../src/build/package-file.js";
import type { ScanReport } from "../../../src/domain/library/library-file.js";
import type { AddedMusicServer } from "../../../src/services/music-servers/music-server-service.js";
import { parseMusicServerName } from "../../../src/domain/music-server/music-server.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { taggedAiff, taggedSound } from "../../adapters/library/tagged-audio.js";
import { addedMusicServer } from "../../fakes/added-music-server.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { waitUntil } from "../../wait-until.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { hasSupysonic, SupysonicProcess } from "./supysonic-process.js";

const describeWithSupysonic = hasSupysonic ? describe : describe.skip;

const demo = fileURLToPath(packageFile("src/demo/library/"));
const signal = new AbortController().signal;

/** Returns short songs of one artist, each with other audio. */
const shortSongs = (count: number): Readonly<Record<string, Uint8Array>> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [
      `Ann/First/${index}.aiff`,
      taggedAiff({ TIT2: `Song ${index}`, TPE1: "Ann", TALB: "First" }, undefined, index),
    ]),
  );

describeWithSupysonic("supysonic as a library (skipped where it is not installed)", () => {
  let music: string;
  let supysonic: SupysonicProcess;
  let analyzer: FakeAnalyzer;
  let application: ApplicationUnderTest;
  let received: string;
  let pieces: readonly string[];

  beforeEach(async () => {
    music = await musicFolder(shortSongs(12));
    pieces = (await readdir(demo)).filter((name) => !name.endsWith(".json"));
    for (const name of pieces) await copyFile(join(demo, name), join(music, name));
    supysonic = await SupysonicProcess.open(music);
    analyzer = new FakeAnalyzer();
    const dataFolder = await musicFolder();
    received = join(dataFolder, "received-songs");
    application = await openApplicationUnderTest(
      { sources: undefined, providers: undefined, analyzer },
      { LIBRARY_DIRS: await musicFolder(), DATA_DIR: dataFolder },
    );
  });
  afterEach(async () => {
    await application.close();
    await supysonic.close();
    await removeMusicFolders();
  });

  async function add(
    options: Partial<Pick<AddedMusicServer, "bytesPerSecond" | "mounted">> = {},
  ): Promise<void> {
    const { url, user, password: secret } = supysonic;
    await application.services.musicServers.add(
      addedMusicServer({ url, user, secret, ...options }),
    );
  }
  const scan = (): Promise<ScanReport> => application.services.library.scanAll();
  async function analyse(): Promise<void> {
    const { libraryAnalysis } = application.services;
    libraryAnalysis.wake();
    await libraryAnalysis.finish(signal);
  }
  it("is listed, received and measured, each file as it lies there", async () => {
    await add();

    const report = await scan();
    await analyse();
    const checked = await application.services.musicServers.check(parseMusicServerName("home"));
    const path = `/api/audio/tracks/${trackKeyFrom("Ann", "Song 3")}/audio`;
    const sent = await application.get(path);

    expect(report).toMatchObject({ added: 24, failed: [], unreachable: [] });
    expect(pieces).toHaveLength(12);
    expect(checked).toMatchObject({ isScanning: false });
    expect(checked).not.toHaveProperty("problem");
    expect(analyzer.received).toHaveLength(24);
    expect(Buffer.from(await sent.arrayBuffer())).toEqual(
      Buffer.from(shortSongs(12)["Ann/First/3.aiff"]!),
    );
    const { items } = await application.services.libraryStatus.listFailed({ first: 10 });
    expect(items).toEqual([]);
  });

  it("is not measured again after it got a new database, in which its songs have other ids", async () => {
    await add();
    await scan();
    await analyse();
    await supysonic.renew();

    const report = await scan();
    await analyse();
    const path = `/api/audio/tracks/${trackKeyFrom("Ann", "Song 3")}/audio`;
    const sent = await application.get(path);

    expect(report).toMatchObject({ added: 0, changed: 0, deleted: 0, unchanged: 24 });
    expect(analyzer.received).toHaveLength(24);
    // Under its new id, if it is not kept here any more.
    expect(sent.status).toBe(200);
  });

  it("finds what was added, renamed and deleted there, and takes the deleted out of the lists", async () => {
    await add();
    await scan();
    await analyse();
    await rm(join(music, "Ann/First/0.aiff"));
    await rename(join(music, "Ann/First/1.aiff"), join(music, "Ann/First/One.aiff"));
    await writeFile(
      join(music, "Ann/First/new.aiff"),
      taggedAiff({ TIT2: "New", TPE1: "Ann" }, undefined, 99),
    );
    await supysonic.scan();

    const report = await scan();
    await analyse();
    const listed = await application.get("/api/audio/tracks?artist=Ann&limit=100");
    const gone = await application.get("/api/audio/tracks?artist=Ann&presence=gone");
    const titlesOf = async (response: Response): Promise<readonly string[]> =>
      ((await response.json()) as { data: { trackName: string }[] }).data.map(
        ({ trackName }) => trackName,
      );

    expect(report).toMatchObject({ added: 1, moved: 1, deleted: 1 });
    expect(await titlesOf(gone)).toEqual(["Song 0"]);
    const titles = await titlesOf(listed);
    expect(titles).toContain("New");
    expect(titles).not.toContain("Song 0");
    expect(analyzer.received).toHaveLength(25);
  });

  it("is away while its password is another one, and works again with the new one", async () => {
    await add();
    await scan();
    await supysonic.changePassword("changed");

    const refused = await scan();
    const [listed] = await application.services.musicServers.list();
    await add();
    const accepted = await scan();

    expect(refused.unreachable).toEqual([
      { path: "server:home", reason: expect.stringMatching(/does not accept/) as unknown },
    ]);
    expect(refused).toMatchObject({ deleted: 0 });
    expect(listed).toMatchObject({
      fileCount: 24,
      problem: expect.stringMatching(/does not accept the user or the password/) as unknown,
    });
    expect(accepted).toMatchObject({ unchanged: 24, unreachable: [] });
  });

  it("sends no file that is mounted here", async () => {
    await add({ mounted: [{ from: "", to: music }] });
    await scan();
    await analyse();

    expect(analyzer.received).toHaveLength(24);
    expect(supysonic.answered.map(({ method }) => method)).not.toContain("download");
  });

  it("sends the rest of a song after it was restarted in its middle", async () => {
    const samples = Int16Array.from({ length: 4_000_000 }, (_, index) => index % 9_973);
    const long = taggedSound(
      { TIT2: "Long", TPE1: "Ben" },
      { samples, channels: 1, sampleRate: 44_100 },
    );
    await writeFile(join(music, "Long.aiff"), long);
    await supysonic.scan();
    await add({ bytesPerSecond: 4_000_000 });
    await scan();
    const path = `/api/audio/tracks/${trackKeyFrom("Ben", "Long")}/audio`;

    const sending = application.get(path);
    await waitUntil(async () => {
      const bytes = await receivedBytes(received);
      return bytes > 1_000_000 && bytes < long.length;
    });
    await supysonic.stop();
    await supysonic.start();
    const sent = await sending;

    expect(sent.status).toBe(200);
    expect(Buffer.from(await sent.arrayBuffer()).equals(long)).toBe(true);
    expect(supysonic.answered).toContainEqual({ method: "download", status: 206 });
  });

  it("sends all others while the file of one song is away, and that one when it is back", async () => {
    await add();
    await scan();
    await rename(join(music, "Ann/First/5.aiff"), join(music, "away"));
    const analysing = analyse();
    const hasFailed = (): boolean =>
      application.logger.lines.some(({ facts }) => facts["code"] === "AUDIO_UNAVAILABLE");
    await waitUntil(() => hasFailed() && analyzer.received.length === 23);
    const [server] = await application.services.musicServers.list();

    await rename(join(music, "away"), join(music, "Ann/First/5.aiff"));
    await analysing;

    expect(server).not.toHaveProperty("problem");
    expect(analyzer.received).toHaveLength(24);
  });
});

/** Returns the length of the largest file in the folders below a folder; 0 without one. */
async function receivedBytes(folder: string): Promise<number> {
  const paths = await readdir(folder, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    paths.map(async (path) => {
      const found = await stat(join(folder, path)).catch(() => undefined);
      return found?.isFile() === true ? found.size : 0;
    }),
  );
  return Math.max(0, ...sizes);
}
