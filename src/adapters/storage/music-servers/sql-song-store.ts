import { sql, type Kysely, type Transaction } from "kysely";
import { compareTexts } from "../../../domain/compare-texts.js";
import type { AudioTags } from "../../../domain/library/library-file.js";
import {
  folderOfMusicServer,
  type MusicServerName,
} from "../../../domain/music-server/music-server.js";
import type { Song } from "../../../domain/music-server/song.js";
import type { RecordingId } from "../../../domain/track/recording-id.js";
import type { HeldSong, SongLabels, SongStore } from "../../../ports/music-servers/song-store.js";
import { changeAnalyses } from "../analysis-changes.js";
import { RecentRecordings } from "../analyses/recent-recordings.js";
import { relabel } from "../analyses/recording-labels.js";
import type { Database } from "../database.js";
import { heldAt } from "../library/files-at-paths.js";
import { portionsOf } from "../portions.js";
import type { Schema, ServerSongsTable } from "../tables.js";
import { useColumns, useFromRow } from "../use-of-songs.js";

/** Rows of one statement; each has twelve values. */
const ROWS_PER_STATEMENT = 500;

/** Stores the songs of music servers in the database. */
export class SqlSongStore implements SongStore {
  readonly #kysely: Kysely<Schema>;
  readonly #recent: RecentRecordings;

  /** @param needs.recent shared with the stores of analyses and of library files; without it, a new one is created */
  constructor(needs: {
    readonly database: Pick<Database, "kysely">;
    readonly recent?: RecentRecordings;
  }) {
    this.#kysely = needs.database.kysely;
    this.#recent = needs.recent ?? new RecentRecordings();
  }

  async save(server: MusicServerName, songs: readonly Song[]): Promise<void> {
    const byPath = new Map(songs.map((song) => [song.relativePath, toRow(server, song)]));
    const stored = await this.#rowsAt(server, [...byPath.keys()]);
    const changed = [...byPath.values()].filter(
      (row) => !isSameRow(row, stored.get(row.relativePath)),
    );
    if (changed.length === 0) return;
    // In one order, so that two servers that list the same songs do not wait for each other.
    changed.sort((one, other) => compareTexts(one.relativePath, other.relativePath));
    const used = changed.filter((row) => hasOtherUse(row, stored.get(row.relativePath)));
    if (used.length === 0) {
      await this.#kysely.transaction().execute((transaction) => writeRows(transaction, changed));
      return;
    }
    const folder = folderOfMusicServer(server);
    const paths = used.map(({ relativePath }) => ({ folder, relativePath }));
    await this.#recent.change(() =>
      changeAnalyses(this.#kysely, async (transaction) => {
        await writeRows(transaction, changed);
        const held = await heldAt(transaction, paths);
        await relabel(
          transaction,
          held.map(({ recordingId }) => recordingId),
        );
      }),
    );
  }

  async findMany(
    server: MusicServerName,
    relativePaths: readonly string[],
  ): Promise<readonly (Song | undefined)[]> {
    const rows = await this.#rowsAt(server, relativePaths);
    return relativePaths.map((path) => {
      const row = rows.get(path);
      return row && fromRow(row);
    });
  }

  async findById(id: string): Promise<readonly HeldSong[]> {
    const rows = await this.#kysely
      .selectFrom("serverSongs")
      .leftJoin("libraryFiles", (join) =>
        join.on(isFileOfSong).onRef("libraryFiles.relativePath", "=", "serverSongs.relativePath"),
      )
      .select(["server", "recordingId"])
      .where("songId", "=", id)
      .orderBy("server")
      .execute();
    return rows.map(({ server, recordingId }) => ({
      server: server as MusicServerName,
      ...(recordingId !== null && { recordingId: recordingId as RecordingId }),
    }));
  }

  async findIds(
    server: MusicServerName,
    recordingIds: readonly RecordingId[],
  ): Promise<ReadonlyMap<RecordingId, SongLabels>> {
    const found = new Map<RecordingId, SongLabels>();
    for (const some of portionsOf(recordingIds, ROWS_PER_STATEMENT)) {
      const rows = await this.#kysely
        .selectFrom("libraryFiles")
        .innerJoin("serverSongs", "serverSongs.relativePath", "libraryFiles.relativePath")
        .select(["recordingId", "songId", "artistId"])
        .where("recordingId", "in", some)
        .where("folder", "=", folderOfMusicServer(server))
        .where("server", "=", server)
        .orderBy("libraryFiles.relativePath", "desc")
        .execute();
      // The first path is the last that is set.
      for (const { recordingId, songId, artistId } of rows) {
        const artist = artistId === null ? {} : { artistId };
        found.set(recordingId as RecordingId, { songId, ...artist });
      }
    }
    return found;
  }

  async findKnown(server: MusicServerName, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const known = new Set<string>();
    for (const some of portionsOf(ids, ROWS_PER_STATEMENT)) {
      const rows = await this.#kysely
        .selectFrom("serverSongs")
        .innerJoin("libraryFiles", "libraryFiles.relativePath", "serverSongs.relativePath")
        .select("songId")
        .where("server", "=", server)
        .where("songId", "in", some)
        .where("folder", "=", folderOfMusicServer(server))
        .execute();
      for (const { songId } of rows) known.add(songId);
    }
    return known;
  }

  async findArtists(
    id: string,
  ): Promise<readonly { readonly server: MusicServerName; readonly artist: string }[]> {
    const rows = await this.#kysely
      .selectFrom("serverSongs")
      .select((build) => ["server", build.fn.min("tags").as("tags")])
      .where("artistId", "=", id)
      .groupBy("server")
      .orderBy("server")
      .execute();
    return rows.map(({ server, tags }) => ({
      server: server as MusicServerName,
      artist: (JSON.parse(tags) as AudioTags).artist,
    }));
  }

  async removeUnused(server: MusicServerName): Promise<void> {
    await this.#kysely
      .deleteFrom("serverSongs")
      .where("server", "=", server)
      .where("relativePath", "not in", (build) =>
        build
          .selectFrom("libraryFiles")
          .select("relativePath")
          .where("folder", "=", folderOfMusicServer(server)),
      )
      .execute();
  }

  async #rowsAt(
    server: MusicServerName,
    relativePaths: readonly string[],
  ): Promise<ReadonlyMap<string, ServerSongsTable>> {
    const found = new Map<string, ServerSongsTable>();
    for (const some of portionsOf(relativePaths, ROWS_PER_STATEMENT)) {
      const rows = await this.#kysely
        .selectFrom("serverSongs")
        .selectAll()
        .where("server", "=", server)
        .where("relativePath", "in", some)
        .execute();
      for (const row of rows) found.set(row.relativePath, row);
    }
    return found;
  }
}

function toRow(server: MusicServerName, song: Song): ServerSongsTable {
  const { rating, favouriteAt, playCount, playedAt } = song.use;
  return {
    server,
    relativePath: song.relativePath,
    songId: song.id,
    suffix: song.suffix,
    sizeBytes: song.sizeBytes,
    tags: JSON.stringify(song.tags),
    artistId: song.artistId ?? null,
    coverId: song.coverId ?? null,
    rating: rating ?? null,
    favouriteAt: favouriteAt ?? null,
    playCount: playCount ?? null,
    playedAt: playedAt ?? null,
  };
}

function fromRow(row: ServerSongsTable): Song {
  return {
    id: row.songId,
    relativePath: row.relativePath,
    suffix: row.suffix,
    sizeBytes: row.sizeBytes,
    tags: JSON.parse(row.tags) as AudioTags,
    ...(row.artistId !== null && { artistId: row.artistId }),
    ...(row.coverId !== null && { coverId: row.coverId }),
    use: useFromRow(row),
  };
}

/** Whether the library file of a row of files is that of a row of songs. */
const isFileOfSong = sql<boolean>`library_files.folder = ${folderOfMusicServer("" as MusicServerName)} || server_songs.server`;

async function writeRows(
  transaction: Transaction<Schema>,
  rows: readonly ServerSongsTable[],
): Promise<void> {
  for (const some of portionsOf(rows, ROWS_PER_STATEMENT)) {
    await transaction
      .insertInto("serverSongs")
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(["server", "relativePath"]).doUpdateSet((build) => ({
          songId: build.ref("excluded.songId"),
          suffix: build.ref("excluded.suffix"),
          sizeBytes: build.ref("excluded.sizeBytes"),
          tags: build.ref("excluded.tags"),
          artistId: build.ref("excluded.artistId"),
          coverId: build.ref("excluded.coverId"),
          rating: build.ref("excluded.rating"),
          favouriteAt: build.ref("excluded.favouriteAt"),
          playCount: build.ref("excluded.playCount"),
          playedAt: build.ref("excluded.playedAt"),
        })),
      )
      .execute();
  }
}

/** Whether something else was done with a song that was known before. */
const hasOtherUse = (row: ServerSongsTable, before: ServerSongsTable | undefined): boolean =>
  before !== undefined && useColumns.some((column) => row[column] !== before[column]);

/** Whether two rows say the same. */
const isSameRow = (one: ServerSongsTable, other: ServerSongsTable | undefined): boolean =>
  other !== undefined &&
  (Object.keys(one) as (keyof ServerSongsTable)[]).every((column) => one[column] === other[column]);
