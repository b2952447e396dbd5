import { copyFile, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageFile } from "../../../src/build/package-file.js";
import type { ScanReport } from "../../../src/domain/library/library-file.js";
import type { AddedMusicServer } from "../../../src/services/music-servers/music-server-service.js";
import { parseMusicServerName } from "../../../src/domain/music-server/music-server.js";
import { shownStateOf } from "../../../src/domain/music-server/server-playlist.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { taggedAiff, taggedSound } from "../../adapters/library/tagged-audio.js";
import { addedMusicServer } from "../../fakes/added-music-server.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { waitUntil } from "../../wait-until.js";
import { analyseLibrary } from "../analyse-library.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { hasSupysonic, SupysonicProcess } from "./supysonic-process.js";

const describeWithSupysonic = hasSupysonic ? describe : describe.skip;

const demo = fileURLToPath(packageFile("src/demo/library/"));

/** Albums of 500 songs that supysonic, which takes milliseconds for each song, is listed with: 100 for a large library. */
const ALBUMS = Number(process.env["SUPYSONIC_ALBUMS"] ?? 8);

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
    options: Partial<
      Pick<AddedMusicServer, "bytesPerSecond" | "mounted" | "requestsPerSecond">
    > = {},
  ): Promise<void> {
    const { url, user, password: secret } = supysonic;
    await application.services.musicServers.add(
      addedMusicServer({ url, user, secret, ...options }),
    );
  }
  const scan = (): Promise<ScanReport> => application.services.library.scanAll();
  const analyse = (): Promise<void> => analyseLibrary(application);
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

  it("is measured whole with 300 files, slowly and over a restart", async () => {
    const all = shortSongs(288);
    for (const [path, bytes] of Object.entries(all)) await writeFile(join(music, path), bytes);
    await supysonic.scan();
    await add({ requestsPerSecond: 100 });
    const report = await scan();

    const analysing = analyse();
    await waitUntil(() => analyzer.received.length >= 100);
    await supysonic.stop();
    await supysonic.start();
    await analysing;

    expect(report).toMatchObject({ added: 300, failed: [] });
    const { items } = await application.services.libraryStatus.listFailed({ first: 10 });
    expect(items).toEqual([]);
    expect(analyzer.received).toHaveLength(300);
  });

  it("is listed with thousands of songs by pages, and again without a change", async () => {
    await supysonic.addMadeUpSongs(ALBUMS, 500);
    await add({ requestsPerSecond: 1_000 });

    const first = await scan();
    const requests = supysonic.answered.length;
    const second = await scan();
    const [server] = await application.services.musicServers.list();

    const files = 24 + 500 * ALBUMS;
    expect(first).toMatchObject({ added: files, failed: [], unreachable: [] });
    expect(second).toMatchObject({ added: 0, changed: 0, moved: 0, deleted: 0 });
    expect(server).toMatchObject({ fileCount: files });
    // Pages, and few others.
    expect(requests).toBeLessThan(ALBUMS + 30);
  }, 900_000);

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

  /** What another client sees of a playlist. */
  interface SeenPlaylist {
    readonly id: string;
    readonly name: string;
    readonly public: boolean;
    readonly entry?: readonly { readonly id: string; readonly title: string }[];
  }
  async function seenPlaylists(): Promise<readonly SeenPlaylist[]> {
    const { playlists } = (await supysonic.ask("getPlaylists")) as {
      playlists: { playlist?: readonly SeenPlaylist[] };
    };
    const seen: SeenPlaylist[] = [];
    for (const { id } of playlists.playlist ?? []) {
      const { playlist } = await supysonic.ask("getPlaylist", { id });
      seen.push(playlist as SeenPlaylist);
    }
    return seen;
  }
  const titlesIn = ({ entry = [] }: SeenPlaylist): readonly string[] =>
    entry.map(({ title }) => title);

  it("gets playlists, which change in their place until somebody changes them there", async () => {
    await add();
    await scan();
    await analyse();
    const { playlists, serverPlaylists } = application.services;
    const tracksOf = (...numbers: readonly number[]): readonly string[] =>
      numbers.map((number) => trackKeyFrom("Ann", `Song ${number}`));
    const { id } = await playlists.create("operator", { name: "Calm", tracks: tracksOf(3, 1) });
    const server = parseMusicServerName("home");
    /** Sends it, unless the server does at this moment, until it is as far as that. */
    const isSent = async (state: string): Promise<boolean> => {
      const kept = await serverPlaylists.send({ playlistId: id, server });
      return kept !== undefined && shownStateOf(kept) === state;
    };
    await serverPlaylists.keep(undefined, id, server, { isPublic: true });

    await waitUntil(() => isSent("sent"));
    const created = await seenPlaylists();
    await playlists.change(undefined, id, { name: "Quiet", tracks: tracksOf(5, 3, 2) });
    await rm(join(music, "Ann/First/2.aiff"));
    await supysonic.scan();
    await scan();
    await waitUntil(async () => (await seenPlaylists())[0]?.name === "Quiet");
    await waitUntil(() => isSent("sent"));
    const updated = await seenPlaylists();
    const [{ id: remoteId } = { id: "" }] = updated;
    await supysonic.ask("updatePlaylist", { playlistId: remoteId, songIndexToRemove: "0" });
    await playlists.change(undefined, id, { name: "Loud", tracks: tracksOf(7) });
    await waitUntil(() => isSent("changed"));
    const left = await seenPlaylists();

    expect(created).toMatchObject([{ name: "Calm", public: true }]);
    expect(created.map(titlesIn)).toEqual([["Song 3", "Song 1"]]);
    expect(updated).toMatchObject([{ id: created[0]?.id, name: "Quiet" }]);
    expect(updated.map(titlesIn)).toEqual([["Song 5", "Song 3"]]);
    expect(left.map(titlesIn)).toEqual([["Song 3"]]);
  });

  it("gets favourites, and keeps those that somebody has made", async () => {
    await add();
    await scan();
    await analyse();
    const { playlists, serverPlaylists } = application.services;
    const tracks = [1, 2].map((number) => trackKeyFrom("Ann", `Song ${number}`));
    const { id } = await playlists.create("operator", { name: "Best", tracks });
    const server = parseMusicServerName("home");
    const starred = async (): Promise<readonly string[]> => {
      const { starred2 } = (await supysonic.ask("getStarred2")) as {
        starred2: { song?: readonly { readonly title: string }[] };
      };
      return (starred2.song ?? []).map(({ title }) => title).sort();
    };
    const { searchResult3 } = (await supysonic.ask("search3", { query: "Song 2" })) as {
      searchResult3: { song: readonly { readonly id: string }[] };
    };
    await supysonic.ask("star", { id: searchResult3.song[0]!.id });
    await serverPlaylists.keep(undefined, id, server, { kind: "favourites" });

    const key = { playlistId: id, server };
    await waitUntil(async () => (await serverPlaylists.send(key))?.state === "sent");
    const made = await starred();
    await scan();
    const favourites = await application.get("/api/audio/tracks?isFavourite=true&order=trackName");
    await serverPlaylists.takeBack(undefined, id, server);
    await waitUntil(async () => (await serverPlaylists.send(key)) === undefined);

    expect(made).toEqual(["Song 1", "Song 2"]);
    const { data } = (await favourites.json()) as { data: { trackName: string }[] };
    expect(data.map(({ trackName }) => trackName)).toEqual(["Song 1", "Song 2"]);
    expect(await starred()).toEqual(["Song 2"]);
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
