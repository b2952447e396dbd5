import { RecentRecordings } from "../../../../src/adapters/storage/analyses/recent-recordings.js";
import { SqlAnalysisStore } from "../../../../src/adapters/storage/analyses/sql-analysis-store.js";
import type { Database } from "../../../../src/adapters/storage/database.js";
import { SqlLibraryStore } from "../../../../src/adapters/storage/library/sql-library-store.js";
import { SqlSongStore } from "../../../../src/adapters/storage/music-servers/sql-song-store.js";
import type { LibraryFile } from "../../../../src/domain/library/library-file.js";
import {
  folderOfMusicServer,
  parseMusicServerName,
  type MusicServerName,
} from "../../../../src/domain/music-server/music-server.js";
import {
  factsOfSong,
  fingerprintOfSong,
  type Song,
} from "../../../../src/domain/music-server/song.js";
import type { RecordingId } from "../../../../src/domain/track/recording-id.js";
import { trackKeyFrom } from "../../../../src/domain/track/track-key.js";
import { analysisOf } from "../../../contracts/analyses/analysis-store.contract.js";
import { recordingOf } from "../../../fakes/measured-audio.js";
import { song } from "../../../fakes/music-servers.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";

const home = parseMusicServerName("home");
const nas = parseMusicServerName("nas");

/** Returns a song as a file of the library. */
const fileOf = (one: Song, server = home): LibraryFile => ({
  ...one.tags,
  folder: folderOfMusicServer(server),
  relativePath: one.relativePath,
  ...{ sizeBytes: one.sizeBytes, modifiedAt: 0, changedAt: 0, inode: 0 },
  facts: factsOfSong(one),
  fingerprint: fingerprintOfSong(one),
  trackKey: trackKeyFrom(one.tags.artist, one.tags.trackName),
});

/** Stores songs of servers and their files, which all hold one recording that is analysed, and the same file on the disk. */
async function holdOne(
  database: Database,
  songs: readonly (readonly [MusicServerName, Song])[],
): Promise<RecordingId> {
  const recordingId = recordingOf("one");
  const [store, files] = [new SqlSongStore({ database }), new SqlLibraryStore({ database })];
  await new SqlAnalysisStore({ database }).save({ ...analysisOf("Ann", "One"), recordingId });
  for (const [server, one] of songs) {
    await store.save(server, [one]);
    await files.save([{ ...fileOf(one, server), recordingId }]);
  }
  await files.save([{ ...fileOf(song(9)), folder: "/music", recordingId }]);
  return recordingId;
}

describe.each(databaseSystems)("On %s, SqlSongStore", (system) => {
  const databases = openedDatabases(system);

  it("finds songs as they were saved last, in the order of the paths", async () => {
    const store = new SqlSongStore({ database: await databases.open() });
    const use = { rating: 4, favouriteAt: 1_700_000_000_000, playCount: 3, playedAt: 7 };
    const second = song(2, { use, coverId: "c", sizeBytes: 5_000_000_000 });
    await store.save(home, [song(1), song(2)]);

    await store.save(home, [second]);

    const paths = [song(2), song(3), song(1)].map(({ relativePath }) => relativePath);
    expect(await store.findMany(home, paths)).toEqual([second, undefined, song(1)]);
    expect(await store.findMany(nas, paths)).toEqual([undefined, undefined, undefined]);
  });

  it("saves thousands at once, and none", async () => {
    const store = new SqlSongStore({ database: await databases.open() });
    const songs = Array.from({ length: 2_001 }, (_, number) => song(number));

    await store.save(home, songs);
    await store.save(home, []);

    const found = await store.findMany(
      home,
      songs.map(({ relativePath }) => relativePath),
    );
    expect(found).toEqual(songs);
  });

  it("saves the same songs in two orders at the same time", async () => {
    const store = new SqlSongStore({ database: await databases.open() });
    const songs = Array.from({ length: 300 }, (_, number) => song(number));

    await Promise.all([store.save(home, songs), store.save(home, [...songs].reverse())]);

    expect(await store.findMany(home, [song(299).relativePath])).toEqual([song(299)]);
  });

  it("removes songs of which the library has no file, of one server", async () => {
    const database = await databases.open();
    const store = new SqlSongStore({ database });
    const files = new SqlLibraryStore({ database });
    await store.save(home, [song(1), song(2)]);
    await store.save(nas, [song(3)]);
    await files.save([fileOf(song(1))]);

    await store.removeUnused(home);

    const paths = [song(1), song(2), song(3)].map(({ relativePath }) => relativePath);
    expect(await store.findMany(home, paths)).toEqual([song(1), undefined, undefined]);
    expect(await store.findMany(nas, paths)).toEqual([undefined, undefined, song(3)]);
  });

  it("keeps with a file what its server says of it", async () => {
    const files = new SqlLibraryStore({ database: await databases.open() });

    await files.save([fileOf(song(1))]);

    expect(await files.findAt(fileOf(song(1)))).toEqual([fileOf(song(1))]);
  });

  it("knows by their ids the songs of which the library has the files", async () => {
    const database = await databases.open();
    const store = new SqlSongStore({ database });
    await holdOne(database, [
      [home, song(1)],
      [nas, song(2)],
    ]);
    await store.save(home, [song(3)]);

    const known = await store.findKnown(home, ["id-1", "id-2", "id-3", "id-9"]);

    expect(known).toEqual(new Set(["id-1"]));
    expect(await store.findKnown(home, [])).toEqual(new Set());
  });

  it("finds songs by their ids, of all servers, with what their files hold", async () => {
    const database = await databases.open();
    const store = new SqlSongStore({ database });
    const recordingId = await holdOne(database, [[home, song(1)]]);
    await store.save(nas, [song(1)]);

    const found = await store.findById("id-1");
    const none = await store.findById("id-9");

    expect(found).toEqual([{ server: home, recordingId }, { server: nas }]);
    expect(none).toEqual([]);
  });

  it("knows what a server calls recordings: the first of several songs by path", async () => {
    const database = await databases.open();
    const store = new SqlSongStore({ database });
    const recordingId = await holdOne(database, [
      [home, song(1, { artistId: "ar-1" })],
      [home, song(2)],
      [nas, song(3)],
    ]);

    const ids = await store.findIds(home, [recordingOf("other"), recordingId]);
    const others = await store.findIds(nas, [recordingId]);

    expect([...ids]).toEqual([[recordingId, { songId: "id-1", artistId: "ar-1" }]]);
    expect([...others]).toEqual([[recordingId, { songId: "id-3" }]]);
    expect(await store.findIds(home, [])).toEqual(new Map());
  });

  it("says of a recording which servers have it, and what was done with it on all of them", async () => {
    const database = await databases.open();
    const recent = new RecentRecordings();
    const store = new SqlSongStore({ database, recent });
    const analyses = new SqlAnalysisStore({ database, recent });
    const used = song(1, { use: { rating: 2, favouriteAt: 9, playCount: 3, playedAt: 4 } });
    const recordingId = await holdOne(database, [
      [nas, song(3, { use: { rating: 4, playCount: 0 } })],
      [home, used],
    ]);

    const [before] = await analyses.findMany([recordingId]);
    await store.save(home, [{ ...used, use: { rating: 5, playCount: 4, playedAt: 5 } }]);
    const [after] = await analyses.findMany([recordingId]);
    await store.save(home, [{ ...used, use: {}, coverId: "c" }]);
    const [again] = await analyses.findMany([recordingId]);

    const servers = ["home", "nas"];
    expect(before?.holdingFile).toMatchObject({
      servers,
      use: { rating: 4, favouriteAt: 9, playCount: 3, playedAt: 4 },
    });
    expect(after?.holdingFile).toMatchObject({
      servers,
      use: { rating: 5, playCount: 4, playedAt: 5 },
    });
    expect(again?.holdingFile).toMatchObject({ servers, use: { rating: 4, playCount: 0 } });
  });

  it("knows which artists servers call by an id", async () => {
    const store = new SqlSongStore({ database: await databases.open() });
    await store.save(nas, [song(1, { artistId: "ar-1" }), song(2, { artistId: "ar-1" })]);
    await store.save(home, [
      song(1, { artistId: "ar-1", tags: { ...song(1).tags, artist: "Bea" } }),
    ]);

    expect(await store.findArtists("ar-1")).toEqual([
      { server: home, artist: "Bea" },
      { server: nas, artist: "Ann" },
    ]);
    expect(await store.findArtists("ar-2")).toEqual([]);
  });
});
