import { type ExpressionBuilder, type Kysely, sql, type SqlBool, type Expression } from "kysely";
import type {
  PlaylistFile,
  PlaylistFileRecord,
} from "../../../ports/playlists/playlist-file-record.js";
import type { DatabaseTime } from "../database-time.js";
import type { Database } from "../database.js";
import type { Schema } from "../tables.js";

/** More than the writing of a file takes. */
const KEPT_MILLISECONDS = 3_600_000;

/** Keeps the record in the database: each content is a row, so that no process replaces what another has noted. */
export class SqlPlaylistFileRecord implements PlaylistFileRecord {
  readonly #kysely: Kysely<Schema>;
  readonly #time: DatabaseTime;

  constructor(needs: { readonly database: Pick<Database, "kysely">; readonly time: DatabaseTime }) {
    this.#kysely = needs.database.kysely;
    this.#time = needs.time;
  }

  async filesIn(folder: string): Promise<readonly PlaylistFile[]> {
    const rows = await this.#kysely
      .selectFrom("playlistFiles")
      .select(["name", "playlistId as id", "fileName"])
      .distinct()
      .where("folder", "=", folder)
      .orderBy("name")
      .execute();
    return rows.map((row) => ({ ...row, folder }));
  }

  async has(file: PlaylistFile, digest: string): Promise<boolean> {
    const row = await this.#kysely
      .selectFrom("playlistFiles")
      .select("digest")
      .where(isOf(file))
      .where("digest", "=", digest)
      .executeTakeFirst();
    return row !== undefined;
  }

  async note(file: PlaylistFile, digests: readonly string[]): Promise<void> {
    const { folder, name, id: playlistId, fileName } = file;
    const noted = { playlistId, fileName, notedAt: this.#time() };
    await this.#kysely
      .insertInto("playlistFiles")
      .values([...new Set(digests)].map((digest) => ({ folder, name, digest, ...noted })))
      .onConflict((conflict) => conflict.columns(["folder", "name", "digest"]).doUpdateSet(noted))
      .execute();
    await this.forgetOld(file);
  }

  async forgetOld(file: PlaylistFile): Promise<void> {
    const before = sql<number>`${this.#time()} - ${sql.lit(KEPT_MILLISECONDS)}`;
    await this.#kysely
      .deleteFrom("playlistFiles")
      .where(isOf(file))
      .where("notedAt", "<", before)
      .execute();
  }

  async remove(file: PlaylistFile): Promise<void> {
    await this.#kysely.deleteFrom("playlistFiles").where(isOf(file)).execute();
  }
}

/** Selects what was written into a file for its playlist. */
const isOf =
  ({ folder, name, id }: PlaylistFile) =>
  (build: ExpressionBuilder<Schema, "playlistFiles">): Expression<SqlBool> =>
    build.and({ folder, name, playlistId: id });
