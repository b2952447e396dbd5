import { SqlLibraryStore } from "../../../../src/adapters/storage/library/sql-library-store.js";
import { SqlSongStore } from "../../../../src/adapters/storage/music-servers/sql-song-store.js";
import type { LibraryFile } from "../../../../src/domain/library/library-file.js";
import {
  folderOfMusicServer,
  parseMusicServerName,
} from "../../../../src/domain/music-server/music-server.js";
import {
  factsOfSong,
  fingerprintOfSong,
  type Song,
} from "../../../../src/domain/music-server/song.js";
import { trackKeyFrom } from "../../../../src/domain/track/track-key.js";
import { song } from "../../../fakes/music-servers.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";

const home = parseMusicServerName("home");
const nas = parseMusicServerName("nas");

/** Returns a song as a file of the library. */
const fileOf = (one: Song): LibraryFile => ({
  ...one.tags,
  folder: folderOfMusicServer(home),
  relativePath: one.relativePath,
  ...{ sizeBytes: one.sizeBytes, modifiedAt: 0, changedAt: 0, inode: 0 },
  facts: factsOfSong(one),
  fingerprint: fingerprintOfSong(one),
  trackKey: trackKeyFrom(one.tags.artist, one.tags.trackName),
});

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
});
