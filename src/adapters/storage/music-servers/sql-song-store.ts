import type { Kysely } from "kysely";
import { compareTexts } from "../../../domain/compare-texts.js";
import type { AudioTags } from "../../../domain/library/library-file.js";
import {
  folderOfMusicServer,
  type MusicServerName,
} from "../../../domain/music-server/music-server.js";
import type { Song } from "../../../domain/music-server/song.js";
import type { SongStore } from "../../../ports/music-servers/song-store.js";
import type { Database } from "../database.js";
import { portionsOf } from "../portions.js";
import type { Schema, ServerSongsTable } from "../tables.js";

/** Rows of one statement; each has eleven values. */
const ROWS_PER_STATEMENT = 500;

/** Stores the songs of music servers in the database. */
export class SqlSongStore implements SongStore {
  readonly #kysely: Kysely<Schema>;

  constructor({ database }: { readonly database: Pick<Database, "kysely"> }) {
    this.#kysely = database.kysely;
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
    await this.#kysely.transaction().execute(async (transaction) => {
      for (const some of portionsOf(changed, ROWS_PER_STATEMENT)) {
        await transaction
          .insertInto("serverSongs")
          .values(some)
          .onConflict((conflict) =>
            conflict.columns(["server", "relativePath"]).doUpdateSet((build) => ({
              songId: build.ref("excluded.songId"),
              suffix: build.ref("excluded.suffix"),
              sizeBytes: build.ref("excluded.sizeBytes"),
              tags: build.ref("excluded.tags"),
              coverId: build.ref("excluded.coverId"),
              rating: build.ref("excluded.rating"),
              favouriteAt: build.ref("excluded.favouriteAt"),
              playCount: build.ref("excluded.playCount"),
              playedAt: build.ref("excluded.playedAt"),
            })),
          )
          .execute();
      }
    });
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
    coverId: song.coverId ?? null,
    rating: rating ?? null,
    favouriteAt: favouriteAt ?? null,
    playCount: playCount ?? null,
    playedAt: playedAt ?? null,
  };
}

function fromRow(row: ServerSongsTable): Song {
  const { rating, favouriteAt, playCount, playedAt } = row;
  return {
    id: row.songId,
    relativePath: row.relativePath,
    suffix: row.suffix,
    sizeBytes: row.sizeBytes,
    tags: JSON.parse(row.tags) as AudioTags,
    ...(row.coverId !== null && { coverId: row.coverId }),
    use: {
      ...(rating !== null && { rating }),
      ...(favouriteAt !== null && { favouriteAt }),
      ...(playCount !== null && { playCount }),
      ...(playedAt !== null && { playedAt }),
    },
  };
}

/** Whether two rows say the same. */
const isSameRow = (one: ServerSongsTable, other: ServerSongsTable | undefined): boolean =>
  other !== undefined &&
  (Object.keys(one) as (keyof ServerSongsTable)[]).every((column) => one[column] === other[column]);
