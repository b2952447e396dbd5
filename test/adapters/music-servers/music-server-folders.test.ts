import { MusicServerConnections } from "../../../src/adapters/music-servers/music-server-connections.js";
import { MusicServerFolders } from "../../../src/adapters/music-servers/music-server-folders.js";
import { SubsonicClient } from "../../../src/adapters/music-servers/opensubsonic/subsonic-client.js";
import { SqlSongStore } from "../../../src/adapters/storage/music-servers/sql-song-store.js";
import { SystemClock } from "../../../src/adapters/runtime/system-clock.js";
import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import { SongUnavailableError } from "../../../src/domain/errors/availability-errors.js";
import { InvalidInputError } from "../../../src/domain/errors/request-errors.js";
import type { SeenDirectory } from "../../../src/domain/library/library-directory.js";
import type { FoundFile } from "../../../src/domain/library/library-file.js";
import type { StoredMusicServer } from "../../../src/domain/music-server/music-server.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { musicServer } from "../../fakes/music-servers.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { standInSongs } from "../../fakes/songs.js";
import { StandInMusicServer } from "../../fakes/stand-in-music-server.js";
import { waitUntil } from "../../wait-until.js";
import { openedDatabases } from "../storage/opened-databases.js";

const FOLDER = "server:home";

interface Listing {
  readonly files: readonly FoundFile[];
  readonly unreachable: readonly (readonly [path: string, reason: string])[];
  readonly directories: ReadonlyMap<string, SeenDirectory>;
}

describe("The folder of a music server", () => {
  const databases = openedDatabases();
  let server: StandInMusicServer;
  let connections: MusicServerConnections;
  let folders: MusicServerFolders;
  let stored: StoredMusicServer[];
  let clock: ManualClock;

  beforeEach(async () => {
    server = await StandInMusicServer.open(standInSongs(3));
    stored = [musicServer({ url: server.url })];
    clock = new ManualClock();
    connections = new MusicServerConnections({
      store: { list: () => Promise.resolve(stored) },
      open: (one) => new SubsonicClient(one, { userAgent: "Test", clock: new SystemClock() }),
      logger: new RecordingLogger(),
    });
    const songs = new SqlSongStore({ database: await databases.open() });
    folders = new MusicServerFolders({ connections, songs, clock });
  });
  afterEach(async () => {
    await connections.close();
    await server.close();
  });

  async function listed(path = FOLDER): Promise<Listing> {
    const files: FoundFile[] = [];
    const unreachable: (readonly [string, string])[] = [];
    const directories = new Map<string, SeenDirectory>();
    const options = {
      onUnreachable: (at: string, reason: string) => void unreachable.push([at, reason]),
      onDirectory: (at: string, directory: SeenDirectory) => void directories.set(at, directory),
    };
    for await (const file of folders.listFiles(path, options)) files.push(file);
    return { files, unreachable, directories };
  }
  const pathsIn = ({ files }: Listing): readonly string[] =>
    files.map(({ relativePath }) => relativePath);

  it("has the songs as files, of whose times nothing is known", async () => {
    const { files, unreachable, directories } = await listed();

    expect(files).toHaveLength(3);
    expect(files[0]).toEqual({
      folder: FOLDER,
      relativePath: "Ann/First/01 - Song 1.flac",
      ...{ sizeBytes: 1_000, modifiedAt: 0, changedAt: 0, inode: 0 },
      facts: expect.stringMatching(/^[0-9a-f]{16}$/) as unknown,
    });
    expect(unreachable).toEqual([]);
    expect(directories.get("")?.isEmpty).toBe(false);
  });

  it("reads tags from what was listed, and asks nobody", async () => {
    const { files } = await listed();
    const calls = server.calls.length;

    const content = await folders.read(files[1]!);

    expect(content).toMatchObject({ artist: "Ann", trackName: "Song 2", album: "First" });
    expect(content.fingerprint).toMatch(/^[0-9a-f]{16}$/);
    expect(server.calls).toHaveLength(calls);
  });

  it("has no tags of a song that is not listed", async () => {
    const unknown = { folder: FOLDER, relativePath: "none.flac" } as FoundFile;

    await expect(folders.read(unknown)).rejects.toThrow(AudioUndecodableError);
  });

  it("has the same files under other ids, and other plays and ratings", async () => {
    const before = await listed();
    server.renumber();
    server.songs = server.songs.map((song) => ({ ...song, playCount: 5, userRating: 2 }));

    expect(await listed()).toEqual(before);
  });

  it("notices other tags of a song, and another length", async () => {
    const before = await listed();
    const [first, second, third] = server.songs;
    server.songs = [{ ...first!, year: 1999 }, { ...second!, bytes: Buffer.alloc(5) }, third!];

    const after = await listed();

    const isSame = after.files.map((file, index) => file.facts === before.files[index]!.facts);
    expect(isSame).toEqual([false, false, true]);
    expect(pathsIn(after)).toEqual(pathsIn(before));
  });

  it("tells songs with one path apart", async () => {
    const [first, second, third] = server.songs;
    server.songs = [first!, { ...second!, path: first!.path! }, third!];

    expect(pathsIn(await listed())).toEqual([
      "Ann/First/01 - Song 1.flac",
      "Ann/First/01 - Song 1 [id-2].flac",
      "Ann/First/03 - Song 3.flac",
    ]);
  });

  it("lists what lies below a path", async () => {
    const [first, second, third] = server.songs;
    server.songs = [first!, { ...second!, path: "Bo/Second.flac" }, third!];

    expect(pathsIn(await listed(`${FOLDER}/Bo`))).toEqual(["Bo/Second.flac"]);
  });

  it("is empty where the server has no songs", async () => {
    server.songs = [];

    const { files, directories } = await listed();

    expect(files).toEqual([]);
    expect(directories.get("")?.isEmpty).toBe(true);
  });

  it("cannot be reached while the server scans its files", async () => {
    server.isScanning = true;

    const { files, unreachable, directories } = await listed();

    expect([files, unreachable]).toEqual([[], [["", "is scanning its files"]]]);
    expect(directories.size).toBe(0);
  });

  it("cannot be reached where the server has changed while it was listed", async () => {
    server.intercept = ({ method }) => {
      if (method === "search3") server.lastScan += 1;
      return false;
    };

    expect((await listed()).unreachable).toEqual([["", "has changed while it was listed"]]);
  });

  it("cannot be reached where the server breaks off", async () => {
    server.intercept = ({ method }, response) => {
      if (method !== "search3") return false;
      response.writeHead(200, { "content-type": "text/html" }).end("<html>");
      return true;
    };

    const { unreachable } = await listed();

    expect(unreachable).toEqual([["", expect.stringMatching(/answers with a page/)]]);
    expect(await folders.inspect(FOLDER)).toMatchObject({
      problem: expect.stringMatching(/answers with a page/) as unknown,
    });
  });

  it("ends a listing with the reason of the caller who aborts", async () => {
    const reason = new Error("enough");
    const listing = folders.listFiles(FOLDER, { signal: AbortSignal.abort(reason) });

    await expect(listing.next()).rejects.toBe(reason);
  });

  it("has audio that is received, as it was listed", async () => {
    const { files } = await listed();
    const [first] = files;
    const { facts, sizeBytes } = first!;

    const found = await folders.findAudioOf([first!, { ...first!, relativePath: "none.flac" }]);

    const { relativePath } = first!;
    const state = { sizeBytes, modifiedAt: 0, changedAt: 0, inode: 0 };
    expect(found).toEqual([
      { kind: "song", folder: FOLDER, relativePath, state, facts },
      undefined,
    ]);
  });

  it("has audio that is away while the server has a problem, and none after its removal", async () => {
    const { files } = await listed();
    server.password = "new";
    await listed();
    const [away] = await folders.findAudioOf(files);
    stored = [];

    expect(away).toBeInstanceOf(SongUnavailableError);
    expect(await folders.findAudioOf(files)).toEqual([undefined, undefined, undefined]);
  });

  it("has pictures, which the server is asked for", async () => {
    const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
    const [first, second] = server.songs;
    server.songs = [{ ...first!, coverArt: "c1", cover: png }, second!];
    const { files } = await listed();

    const covers = await Promise.all(files.map((file) => folders.findCover(file)));

    expect(covers).toEqual([{ bytes: png, mediaType: "image/png" }, undefined]);
  });

  it("has no picture that can be had while the server is away", async () => {
    server.songs = server.songs.map((song) => ({ ...song, coverArt: "c1" }));
    const { files } = await listed();
    server.password = "new";
    server.intercept = (_call, response) => {
      response.writeHead(302, { location: "https://elsewhere.example" }).end();
      return true;
    };

    await expect(folders.findCover(files[0]!)).rejects.toThrow(SongUnavailableError);
  });

  it("is found by its name and by a path in it, and no other is", async () => {
    expect(await folders.resolve(`${FOLDER}/Ann`)).toEqual({ folder: FOLDER, below: "Ann" });
    expect(await folders.inspect(FOLDER)).toEqual({ folder: FOLDER });
    expect((await folders.inspect("server:other")).problem).toBe(
      "is the folder of no music server",
    );
    await expect(folders.resolve("server:other")).rejects.toThrow(InvalidInputError);
  });

  describe("in the background", () => {
    /** Lets a minute pass, and waits until the server was asked. */
    async function look(): Promise<void> {
      const calls = server.callsOf("getScanStatus").length;
      clock.advance(60_000);
      await folders.findActive();
      await waitUntil(() => server.callsOf("getScanStatus").length > calls);
    }

    it("has another presence after the server has changed, once", async () => {
      await listed();
      const before = folders.presenceIn(FOLDER);
      await look();
      const unchanged = folders.presenceIn(FOLDER);
      server.lastScan += 1;

      await look();
      await waitUntil(() => folders.presenceIn(FOLDER) !== before);
      const after = folders.presenceIn(FOLDER);
      await listed();
      await look();

      expect(unchanged).toBe(before);
      expect(folders.presenceIn(FOLDER)).toBe(after);
    });

    it("has another presence after a listing that broke off", async () => {
      server.isScanning = true;
      await listed();
      const before = folders.presenceIn(FOLDER);
      server.isScanning = false;

      await look();

      await waitUntil(() => folders.presenceIn(FOLDER) !== before);
      expect(await folders.findActive()).toEqual([FOLDER]);
    });

    it("asks a server at most once a minute", async () => {
      await folders.findActive();
      await folders.findActive();
      clock.advance(59_999);
      await folders.findActive();
      await waitUntil(() => server.callsOf("getScanStatus").length > 0);

      expect(server.callsOf("getScanStatus")).toHaveLength(1);
    });

    it("is not active while the server refuses, until it is found to accept again", async () => {
      server.password = "new";
      await listed();
      const refused = await folders.findActive();
      server.password = "secret";

      await look();

      expect(refused).toEqual([]);
      await waitUntil(async () => (await folders.findActive()).length === 1);
    });
  });
});
