import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DiskCalls } from "../../../src/adapters/files/disk-calls.js";
import { MountedSongs } from "../../../src/adapters/music-servers/mounted-songs.js";
import { MusicServerConnections } from "../../../src/adapters/music-servers/music-server-connections.js";
import { SubsonicClient } from "../../../src/adapters/music-servers/opensubsonic/subsonic-client.js";
import { ReceivedSongs } from "../../../src/adapters/music-servers/received-songs.js";
import { ProcessFolder } from "../../../src/adapters/runtime/process-folder.js";
import { SystemClock } from "../../../src/adapters/runtime/system-clock.js";
import { whenAborted } from "../../../src/domain/abort-signals.js";
import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import {
  AudioChangedError,
  SongUnavailableError,
} from "../../../src/domain/errors/availability-errors.js";
import {
  folderOfMusicServer,
  type MusicServerName,
  type StoredMusicServer,
} from "../../../src/domain/music-server/music-server.js";
import type { Song } from "../../../src/domain/music-server/song.js";
import type { FoundSongAudio } from "../../../src/ports/library/library-folders.js";
import type { Clock } from "../../../src/ports/runtime/clock.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { musicServer, song } from "../../fakes/music-servers.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { standInSongs } from "../../fakes/songs.js";
import { StandInMusicServer } from "../../fakes/stand-in-music-server.js";
import { waitUntil } from "../../wait-until.js";

/** What a server answers in place of a song whose file it cannot read. */
const refusalOfSong = JSON.stringify({
  "subsonic-response": { status: "failed", error: { code: 0, message: "no such file" } },
});

/** A clock that lets nobody wait, but for the watch over what does not progress. */
const impatient: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds, signal) =>
    milliseconds >= 30_000 && signal ? whenAborted(signal) : Promise.resolve(),
};

const state = { sizeBytes: 0, modifiedAt: 0, changedAt: 0, inode: 0 };

describe("Songs that are received from a music server", () => {
  let parent: string;
  let server: StandInMusicServer;
  let folder: ProcessFolder;
  let logger: RecordingLogger;
  let connections: MusicServerConnections;
  let stored: StoredMusicServer[];
  let listed: Song[];

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), "overtone-received-"));
    server = await StandInMusicServer.open(standInSongs(4, 100_000));
    folder = new ProcessFolder(parent);
    logger = new RecordingLogger();
    stored = [musicServer({ url: server.url })];
    listed = server.songs.map(({ id, bytes }, index) =>
      song(index + 1, { id, sizeBytes: bytes.length }),
    );
  });
  afterEach(async () => {
    await connections.close();
    await server.close();
    await rm(parent, { recursive: true });
  });

  function receiving(spaceBytes = 1_000_000, clock: Clock = impatient): ReceivedSongs {
    connections = new MusicServerConnections({
      store: { list: () => Promise.resolve(stored) },
      open: (one) => new SubsonicClient(one, { userAgent: "Test", clock: new SystemClock() }),
      logger,
    });
    const songs = {
      findMany: (_name: MusicServerName, paths: readonly string[]) =>
        Promise.resolve(
          paths.map((path) => listed.find(({ relativePath }) => relativePath === path)),
        ),
    };
    const mounted = new MountedSongs(new DiskCalls());
    return new ReceivedSongs({ connections, songs, mounted, folder, spaceBytes, clock });
  }

  const found = (number: number): FoundSongAudio => ({
    kind: "song",
    folder: folderOfMusicServer(stored[0]!.name),
    relativePath: song(number).relativePath,
    state,
    facts: "facts",
  });

  it("are files with the bytes of the server, received once for all who ask", async () => {
    const songs = receiving();

    const [one, other] = await Promise.all([
      songs.hold(found(1), state),
      songs.hold(found(1), state),
    ]);
    const later = await songs.hold(found(1), state);

    expect(await readFile(one!.audio.path)).toEqual(server.songs[0]!.bytes);
    expect([other!.audio.path, later!.audio.path]).toEqual([one!.audio.path, one!.audio.path]);
    expect(server.callsOf("download")).toHaveLength(1);
  });

  it("are the files themselves where they lie on a disk", async () => {
    const audio = { kind: "file", path: "/music/one.flac", state } as const;
    const held = await receiving().hold(audio, { ...state, sizeBytes: 7 });

    expect(held!.audio).toEqual({ ...audio, state: { ...state, sizeBytes: 7 } });
  });

  describe("where they are mounted here", () => {
    let mount: string;
    const path = (): string => join(mount, "First", "Song 1.flac");
    beforeEach(async () => {
      mount = await realpath(await mkdtemp(join(tmpdir(), "overtone-mounted-")));
      await mkdir(join(mount, "First"));
      await writeFile(path(), server.songs[0]!.bytes);
      stored = [musicServer({ url: server.url, mounted: [{ from: "Ann", to: mount }] })];
    });
    afterEach(() => rm(mount, { recursive: true }));

    it("are the files there, which stay when they were read", async () => {
      const held = await receiving().hold(found(1), state);
      held!.release();

      expect(held!.audio).toMatchObject({
        ...{ path: path(), within: [mount] },
        state: { sizeBytes: 100_000 },
      });
      expect(await readFile(path())).toEqual(server.songs[0]!.bytes);
      expect(server.callsOf("download")).toHaveLength(0);
    });

    it.each([
      ["has another length", () => writeFile(path(), "another")],
      ["is not there", () => rm(path())],
      ["is a link that leads out of the folder", leadOut],
      ["lies on a disk that is not there", () => rename(mount, `${mount}-away`)],
    ])("are received where the file %s", async (_name, change) => {
      await change();
      const songs = receiving();

      const held = await songs.hold(found(1), state);
      await rename(`${mount}-away`, mount).catch(() => undefined);

      expect(await readFile(held!.audio.path)).toEqual(server.songs[0]!.bytes);
      expect(held!.audio.path.startsWith(folder.path)).toBe(true);
    });

    async function leadOut(): Promise<void> {
      const outside = join(parent, "outside.flac");
      await writeFile(outside, server.songs[0]!.bytes);
      await rm(path());
      await symlink(outside, path());
    }

    it("are looked for over the same connection", async () => {
      const songs = receiving();
      const name = stored[0]!.name;
      await songs.hold(found(1), state);
      const before = await connections.find(name);
      stored = [musicServer({ url: server.url, mounted: [{ from: "Ann", to: mount }] })];

      expect(await connections.find(name)).toBe(before);
    });
  });

  it("are none where nothing is known of the song, or the server was removed", async () => {
    const songs = receiving();
    const known = found(1);
    const unknown = await songs.hold(found(9), state);
    stored = [];

    expect(unknown).toBeUndefined();
    expect(await songs.hold(known, state)).toBeUndefined();
  });

  it("are at most two at once", async () => {
    const songs = receiving();
    let letGo: () => void = () => undefined;
    server.audio = { sentAfter: new Promise((resolve) => (letGo = resolve)) };

    const holding = Promise.all([1, 2, 3, 4].map((number) => songs.hold(found(number), state)));
    await waitUntil(() => server.mostDownloads === 2);
    letGo();
    await holding;

    expect(server.mostDownloads).toBe(2);
    expect(server.callsOf("download")).toHaveLength(4);
  });

  it("are continued where a connection breaks", async () => {
    // Longer than what a connection holds, of which the end may be lost.
    server.songs = standInSongs(1, 1_000_000);
    listed = [song(1, { id: server.songs[0]!.id, sizeBytes: 1_000_000 })];
    server.audio = { cutAfterBytes: 400_000 };
    const held = await receiving().hold(found(1), state);

    expect(await readFile(held!.audio.path)).toEqual(server.songs[0]!.bytes);
    const ranges = server.callsOf("download").map(({ headers }) => headers.range);
    expect(ranges.at(-1)).toMatch(/^bytes=[1-9]\d*-$/);
    expect(ranges.length).toBeGreaterThan(2);
  });

  it("are unavailable where a server breaks off each time and cannot continue", async () => {
    server.audio = { cutAfterBytes: 40_000, isWithoutRanges: true };
    const songs = receiving();

    await expect(songs.hold(found(1), state)).rejects.toThrow(SongUnavailableError);
    await expect(songs.hold(found(1), state)).rejects.toThrow(
      /The music server "home" breaks its audio off again and again/,
    );
    expect(await readdir(folder.path)).toEqual([]);
    expect(connections.problemOf(stored[0]!.name)).toBeUndefined();
  });

  it.each([
    ["a status", 500, "text/plain", "no", /fails with the status 500/],
    ["an answer", 200, "application/json", refusalOfSong, /cannot do what is asked for/],
  ])("are alone unavailable where the server fails them by %s", async (...given) => {
    const [, status, mediaType, body, problem] = given;
    const songs = receiving();
    server.intercept = ({ query }, response) => {
      if (query.get("id") !== "id-1") return false;
      response.writeHead(status, { "content-type": mediaType }).end(body);
      return true;
    };

    await expect(songs.hold(found(1), state)).rejects.toThrow(problem);
    const other = await songs.hold(found(2), state);

    expect(other).toBeDefined();
    expect(logger.lines).toEqual([]);
  });

  it("are unavailable while the server is away, which is logged once", async () => {
    const songs = receiving();
    await server.close();

    await expect(songs.hold(found(1), state)).rejects.toThrow(/accepts no connections/);
    await expect(songs.hold(found(2), state)).rejects.toThrow(SongUnavailableError);

    const warnings = logger.lines.filter(({ level }) => level === "warn");
    expect(warnings).toEqual([
      expect.objectContaining({ facts: { server: "home", problem: "accepts no connections" } }),
    ]);
    expect(connections.problemOf(stored[0]!.name)?.kind).toBe("away");
  });

  it("are unavailable where the password was changed, and a new one is used at once", async () => {
    server.password = "new";
    const songs = receiving();
    const [refused] = await Promise.allSettled([songs.hold(found(1), state)]);

    stored = [musicServer({ url: server.url, secret: "new" })];
    const held = await songs.hold(found(1), state);

    expect(String(refused.status === "rejected" && refused.reason)).toMatch(
      /does not accept the user or the password/,
    );
    expect(await readFile(held!.audio.path)).toEqual(server.songs[0]!.bytes);
    expect(connections.problemOf(stored[0]!.name)).toBeUndefined();
  });

  it("are unavailable where the password cannot be decrypted", async () => {
    stored = [{ ...musicServer({ url: server.url }), secret: null }];

    await expect(receiving().hold(found(1), state)).rejects.toThrow(/cannot be decrypted/);
  });

  it("are unavailable under an id that the server does not know any more", async () => {
    server.renumber();

    await expect(receiving().hold(found(1), state)).rejects.toThrow(/under its id any more/);
  });

  it.each([
    ["a length", {}],
    ["no length", { isWithoutLength: true }],
  ])("are refused where the server transcodes and states %s", async (_name, behaviour) => {
    server.audio = { transcoded: Buffer.alloc(50_000, 1), ...behaviour };
    const songs = receiving();

    await expect(songs.hold(found(1), state)).rejects.toThrow(AudioUndecodableError);
    await expect(songs.hold(found(1), state)).rejects.toThrow(
      /sends 50000 bytes of a file of 100000, as where it transcodes/,
    );
    expect(await readdir(folder.path)).toEqual([]);
  });

  it("are refused where transcoded audio is longer than the file", async () => {
    server.audio = { transcoded: Buffer.alloc(300_000, 1), isWithoutLength: true };

    await expect(receiving().hold(found(1), state)).rejects.toThrow(/as where it transcodes/);
  });

  it("have changed where the server lists another length now", async () => {
    const [first, ...others] = server.songs;
    server.songs = [{ ...first!, bytes: Buffer.alloc(90_000) }, ...others];

    await expect(receiving().hold(found(1), state)).rejects.toThrow(AudioChangedError);
  });

  it("are received without a length that is known before", async () => {
    listed = [song(1, { id: "id-1", sizeBytes: 0 })];
    const held = await receiving().hold(found(1), state);

    expect(await readFile(held!.audio.path)).toEqual(server.songs[0]!.bytes);
  });

  it("make place for others when nobody reads them, the last used last", async () => {
    const songs = receiving(250_000);
    const hold = async (number: number): Promise<void> =>
      (await songs.hold(found(number), state))!.release();
    await hold(1);
    await hold(2);
    await hold(1);

    await hold(3);
    await hold(1);

    const ids = server.callsOf("download").map(({ query }) => query.get("id"));
    expect(ids).toEqual(["id-1", "id-2", "id-3"]);
    await waitUntil(async () => (await readdir(folder.path)).length === 2);
  });

  it("wait for space until one is read to its end", async () => {
    const songs = receiving(150_000);
    const first = (await songs.hold(found(1), state))!;

    const second = songs.hold(found(2), state);
    await waitUntil(() => server.callsOf("download").length === 2);
    first.release();
    const held = (await second)!;

    expect(await readFile(held.audio.path)).toEqual(server.songs[1]!.bytes);
  });

  it("are unavailable where one is larger than all space", async () => {
    await expect(receiving(50_000).hold(found(1), state)).rejects.toThrow(
      "The audio cannot be read at the moment",
    );
  });

  it("keep the bandwidth of their server", async () => {
    stored = [musicServer({ url: server.url, bytesPerSecond: 50_000 })];
    const clock = new ManualClock();
    const songs = receiving(1_000_000, clock);
    const startedAt = clock.now();

    const ended: boolean[] = [];
    const held = songs.hold(found(1), state).then(() => ended.push(true));
    while (ended.length === 0) {
      await waitUntil(() => ended.length > 0 || clock.sleeperCount > 1);
      clock.advance(100);
    }
    await held;

    // 100,000 bytes; each pause ends within a step of the clock, and one more is taken at the end.
    expect(clock.now() - startedAt).toBeGreaterThanOrEqual(2_000);
    expect(clock.now() - startedAt).toBeLessThan(2_400);
  });

  it("end with the reason of the only caller who aborts", async () => {
    const reason = new Error("enough");
    const over = new AbortController();
    server.intercept = ({ method }) => method === "download";
    const held = receiving().hold(found(1), state, over.signal);
    const refused = expect(held).rejects.toBe(reason);
    await waitUntil(() => server.callsOf("download").length === 1);

    over.abort(reason);

    await refused;
  });
});
