import type { Kysely } from "kysely";
import type { Playlist, PlaylistRecipe } from "../../../domain/playlist/playlist.js";
import type { PlaylistStore } from "../../../ports/playlists/playlist-store.js";
import type { Database } from "../database.js";
import { isUniqueViolation } from "../postgres/postgres-failure.js";
import type { PlaylistsTable, Schema } from "../tables.js";

/** Stores playlists in the database. */
export class SqlPlaylistStore implements PlaylistStore {
  readonly #kysely: Kysely<Schema>;

  constructor({ database }: { readonly database: Pick<Database, "kysely"> }) {
    this.#kysely = database.kysely;
  }

  async add(playlist: Playlist): Promise<boolean> {
    const { numInsertedOrUpdatedRows } = await this.#kysely
      .insertInto("playlists")
      .values(toPlaylistRow(playlist))
      .onConflict((conflict) => conflict.columns(["owner", "name"]).doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }

  async change(playlist: Playlist): Promise<"changed" | "unknown" | "taken"> {
    try {
      return await this.#change(playlist);
    } catch (error) {
      // Another change has taken the name since this statement began.
      if (isUniqueViolation(error)) return "taken";
      throw error;
    }
  }

  async #change(playlist: Playlist): Promise<"changed" | "unknown" | "taken"> {
    const { id, owner, name, recipe, isWritten, changedAt } = toPlaylistRow(playlist);
    const { numUpdatedRows } = await this.#kysely
      .updateTable("playlists")
      .set({ name, recipe, isWritten, changedAt })
      .where("id", "=", id)
      .where((build) =>
        build.not(
          build.exists(
            build
              .selectFrom("playlists as other")
              .select("other.id")
              .where("other.owner", "=", owner)
              .where("other.name", "=", name)
              .where("other.id", "!=", id),
          ),
        ),
      )
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 1n) return "changed";
    return (await this.find(id)) === undefined ? "unknown" : "taken";
  }

  async remove(id: string): Promise<boolean> {
    const { numDeletedRows } = await this.#kysely
      .deleteFrom("playlists")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return numDeletedRows === 1n;
  }

  async find(id: string): Promise<Playlist | undefined> {
    const row = await this.#kysely
      .selectFrom("playlists")
      .selectAll()
      .where("id", "=", id)
      .executeTakeFirst();
    return row && toPlaylist(row);
  }

  async list(owner?: string): Promise<readonly Playlist[]> {
    let query = this.#kysely.selectFrom("playlists").selectAll();
    if (owner !== undefined) query = query.where("owner", "=", owner);
    const rows = await query.orderBy("name").orderBy("id").execute();
    return rows.map(toPlaylist);
  }
}

function toPlaylistRow({ recipe, isWritten, ...playlist }: Playlist): PlaylistsTable {
  return { ...playlist, recipe: JSON.stringify(recipe), isWritten: isWritten ? 1 : 0 };
}

function toPlaylist({ recipe, isWritten, ...row }: PlaylistsTable): Playlist {
  return { ...row, recipe: JSON.parse(recipe) as PlaylistRecipe, isWritten: isWritten === 1 };
}
