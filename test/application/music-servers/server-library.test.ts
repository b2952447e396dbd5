import { parseMusicServerName } from "../../../src/domain/music-server/music-server.js";
import type { ScanReport } from "../../../src/domain/library/library-file.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { addedMusicServer } from "../../fakes/added-music-server.js";
import { StandInMusicServer, type StandInSong } from "../../fakes/stand-in-music-server.js";
import { analyseLibrary } from "../analyse-library.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { resultOf, WorkingClient } from "../workers/working-client.js";

const home = parseMusicServerName("home");

/** Returns a song with other audio than those of other numbers; the tags in its file are not those of the server. */
const songOf = (number: number, parts: Partial<StandInSong> = {}): StandInSong => ({
  id: `id-${number}`,
  bytes: taggedAiff({ TIT2: "In the file" }, undefined, number),
  suffix: "aiff",
  title: `Song ${number}`,
  artist: "Ann",
  album: "First",
  path: `Ann/First/Song ${number}.aiff`,
  ...parts,
});

describe("A music server as a library", () => {
  let server: StandInMusicServer;
  let application: ApplicationUnderTest;
  let analyzer: FakeAnalyzer;

  async function open(environment: Readonly<Record<string, string>> = {}): Promise<void> {
    analyzer = new FakeAnalyzer();
    application = await openApplicationUnderTest(
      { sources: undefined, providers: undefined, analyzer },
      {
        LIBRARY_DIRS: await musicFolder(),
        DATA_DIR: await musicFolder(),
        ...environment,
      },
    );
    await application.services.musicServers.add(addedMusicServer({ url: server.url }));
  }
  beforeEach(async () => {
    server = await StandInMusicServer.open([songOf(1), songOf(2)]);
  });
  afterEach(async () => {
    await application.close();
    await server.close();
    await removeMusicFolders();
  });

  const scan = (): Promise<ScanReport> => application.services.library.scanAll();
  const analyse = (): Promise<void> => analyseLibrary(application);
  async function titles(): Promise<readonly string[]> {
    const response = await application.get("/api/audio/tracks?order=trackName");
    const { data } = (await response.json()) as { data: { trackName: string }[] };
    return data.map(({ trackName }) => trackName);
  }

  it("is scanned, measured and listed as a folder is, and its files are sent as they lie there", async () => {
    await open();

    const report = await scan();
    await analyse();
    const [folder] = (await application.services.library.listFolders()).filter(
      ({ fileCount }) => fileCount > 0,
    );
    const path = `/api/audio/tracks/${trackKeyFrom("Ann", "Song 2")}/audio`;
    const sent = await application.get(path, { range: "bytes=10-" });

    expect(report).toMatchObject({ added: 2, failed: [], unreachable: [] });
    expect(await titles()).toEqual(["Song 1", "Song 2"]);
    expect(folder).toMatchObject({ folder: "server:home", fileCount: 2, isConfigured: true });
    expect(sent.status).toBe(206);
    expect(Buffer.from(await sent.arrayBuffer())).toEqual(
      Buffer.from(songOf(2).bytes.subarray(10)),
    );
    expect(server.callsOf("download")).toHaveLength(2);
  });

  it("is measured once, whatever ids its songs have after a new database", async () => {
    await open();
    await scan();
    await analyse();
    server.renumber();

    const report = await scan();
    await analyse();

    expect(report).toMatchObject({ added: 0, changed: 0, deleted: 0, unchanged: 2 });
    expect(analyzer.received).toHaveLength(2);
    expect(server.callsOf("download")).toHaveLength(2);
    const path = `/api/audio/tracks/${trackKeyFrom("Ann", "Song 1")}/audio`;
    expect((await application.get(path)).status).toBe(200);
  });

  it("is measured once, whatever paths and ids another server with the same songs has", async () => {
    await open();
    await scan();
    await analyse();
    server.renumber();
    server.songs = server.songs.map((song) => ({ ...song, path: `music/${song.path}` }));

    const report = await scan();
    await analyse();

    expect(report).toMatchObject({ added: 0, moved: 2, deleted: 0 });
    expect(await titles()).toEqual(["Song 1", "Song 2"]);
    expect(analyzer.received).toHaveLength(2);
  });

  it("lists a song under its new name, and reads its file, but measures nothing", async () => {
    await open();
    await scan();
    await analyse();
    server.songs = [songOf(1, { title: "Renamed" }), songOf(2)];

    const report = await scan();
    await analyse();

    expect(report).toMatchObject({ changed: 1, unchanged: 1 });
    expect(await titles()).toEqual(["Renamed", "Song 2"]);
    expect(analyzer.received).toHaveLength(2);
  });

  it("measures other audio under an old path, and lets the old be gone", async () => {
    await open();
    await scan();
    await analyse();
    const longer = taggedAiff({ TIT2: "In the longer file" }, undefined, 7);
    server.songs = [songOf(1, { bytes: longer }), songOf(2)];

    await scan();
    await analyse();

    expect(await titles()).toEqual(["Song 1", "Song 2"]);
    expect(analyzer.received).toHaveLength(3);
  });

  it("keeps its files while the server is away, and while it has no songs", async () => {
    await open();
    await scan();
    server.password = "new";
    const refused = await scan();
    server.password = "secret";
    server.songs = [];
    const emptied = await scan();
    server.songs = [songOf(1), songOf(2)];

    const back = await scan();

    expect(refused.unreachable).toEqual([
      { path: "server:home", reason: expect.stringMatching(/does not accept/) as unknown },
    ]);
    expect(emptied).toMatchObject({ deleted: 0 });
    expect(emptied.unreachable).toHaveLength(1);
    expect(back).toMatchObject({ unchanged: 2, deleted: 0, unreachable: [] });
  });

  it("removes files of songs that were deleted there", async () => {
    await open();
    await scan();
    server.songs = [songOf(2)];

    expect(await scan()).toMatchObject({ deleted: 1, unchanged: 1 });
  });

  it("fails a song for good where the server transcodes, and says what to do", async () => {
    await open();
    server.audio = { transcoded: Buffer.alloc(500) };
    await scan();

    await analyse();

    const { items } = await application.services.libraryStatus.listFailed({ first: 10 });
    expect(items.map(({ failure }) => failure.code)).toEqual([
      "AUDIO_UNDECODABLE",
      "AUDIO_UNDECODABLE",
    ]);
    expect(items[0]!.failure.message).toMatch(/turn off transcoding/);
  });

  it("is not removed as a folder, of which the next scan would list the songs again", async () => {
    await open();
    await scan();
    const { library, musicServers } = application.services;

    const removing = library.removeFolder("server:home");

    await expect(removing).rejects.toThrow(
      '"folder" is a music server: remove it with `overtone server remove home`',
    );
    expect(await musicServers.list()).toMatchObject([{ name: "home", fileCount: 2 }]);
  });

  it("is neither scanned nor analysed while its folder is paused", async () => {
    await open();
    await application.services.library.pauseFolder("server:home");

    const report = await scan();
    await analyse();

    expect(report).toMatchObject({ added: 0, unreachable: [] });
    expect(server.callsOf("search3")).toHaveLength(0);
  });

  it("takes its songs along when it is removed", async () => {
    await open();
    await scan();
    await analyse();

    const count = await application.services.musicServers.remove(home);
    const report = await scan();

    expect(count).toBe(2);
    expect(report).toMatchObject({ added: 0, deleted: 0 });
    expect(await titles()).toEqual([]);
    expect(await application.services.musicServers.list()).toEqual([]);
  });

  it("is measured by workers, which get its songs from here", async () => {
    await open({ ANALYSIS_CONCURRENCY: "0" });
    server.songs = [songOf(1)];
    await scan();
    const trackKey = trackKeyFrom("Ann", "Song 1");
    await application.get(`/api/audio/analysis/${trackKey}`, { prefer: "respond-async" });
    const worker = new WorkingClient(application);
    const job = await worker.claimJob();
    const before = server.callsOf("download").length;

    const audio = await worker.audio(job, "library");
    const received = Buffer.from(await audio.arrayBuffer());
    const path = (await musicFolder({ "song.aiff": received })) + "/song.aiff";
    const { recordingId } = await new FakeAnalyzer().analyze({ kind: "file", path });
    const stored = await worker.put(job, resultOf({ recordingId, tempo: 99 }));

    expect(before).toBe(0);
    expect(job.audio).toEqual([{ source: "library", coverage: "whole" }]);
    expect(received).toEqual(Buffer.from(songOf(1).bytes));
    expect(stored.status).toBe(200);
    const [state] = await application.services.analyses.findMany([trackKey]);
    expect(state).toMatchObject({ state: "ready" });
    expect(server.callsOf("download")).toHaveLength(1);
  });

  it("pages through a large library, and asks again for nothing that is stored", async () => {
    server.songs = Array.from({ length: 2_000 }, (_, number) => songOf(number));
    await open();

    const report = await scan();
    const pages = server.callsOf("search3").length;
    const again = await scan();

    expect(report).toMatchObject({ added: 2_000 });
    expect(again).toMatchObject({ unchanged: 2_000 });
    // Four pages, and an empty one.
    expect(pages).toBe(5);
  });
});
