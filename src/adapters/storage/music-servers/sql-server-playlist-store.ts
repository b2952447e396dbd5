import { type Expression, type ExpressionBuilder, type Kysely, sql, type SqlBool } from "kysely";
import type { MusicServerName } from "../../../domain/music-server/music-server.js";
import {
  notSent,
  type PlaylistLogin,
  type SendingContent,
  type ServerPlaylist,
  type ServerPlaylistContent,
  type ServerPlaylistKey,
  type ServerPlaylistKind,
  type ServerPlaylistProgress,
  type ServerPlaylistState,
  type ServerPlaylistWish,
} from "../../../domain/music-server/server-playlist.js";
import type {
  KnownServerPlaylist,
  ServerPlaylistHold,
  ServerPlaylistStore,
} from "../../../ports/music-servers/server-playlist-store.js";
import type { DatabaseTime } from "../database-time.js";
import type { Database } from "../database.js";
import { decryptSecret, encryptSecret } from "../secrets/secret-cipher.js";
import type { SecretKey } from "../secrets/secret-key.js";
import type { Schema, ServerPlaylistsTable } from "../tables.js";

/** Stores in the database which playlists are kept on music servers, with encrypted passwords and keys. */
export class SqlServerPlaylistStore implements ServerPlaylistStore {
  readonly #kysely: Kysely<Schema>;

  constructor(
    private readonly needs: {
      readonly database: Pick<Database, "kysely">;
      readonly key: SecretKey;
      readonly time: DatabaseTime;
    },
  ) {
    this.#kysely = needs.database.kysely;
  }

  async findOf(playlistId: string): Promise<readonly ServerPlaylist[]> {
    const rows = await this.#kysely
      .selectFrom("serverPlaylists")
      .selectAll()
      .where("playlistId", "=", playlistId)
      .orderBy("server")
      .execute();
    const key = await this.#keyOf(rows);
    return rows.map((row) => fromRow(row, key));
  }

  async list(): Promise<readonly KnownServerPlaylist[]> {
    const rows = await this.#kysely
      .selectFrom("serverPlaylists as kept")
      .leftJoin("playlists", (join) =>
        join.onRef("playlists.id", "=", "kept.playlistId").on("playlists.removedAt", "is", null),
      )
      .select(["kept.playlistId", "kept.server", "kept.state", "kept.revision", "kept.triedAt"])
      .select(["kept.isDue", "kept.isEnding", "playlists.revision as playlistRevision"])
      .select((eb) => [
        numberOf(eb.or([eb("kept.remoteId", "is not", null), eb("kept.sent", "is not", null)])).as(
          "isThere",
        ),
        numberOf(eb("kept.sending", "is not", null)).as("isBegun"),
      ])
      .orderBy("kept.server")
      .orderBy("kept.playlistId")
      .execute();
    return rows.map(({ server, state, isDue, isEnding, isThere, isBegun, ...row }) => ({
      ...row,
      server: server as MusicServerName,
      state: state as ServerPlaylistState,
      isDue: isDue === 1,
      isEnding: isEnding === 1,
      isThere: isThere === 1,
      isBegun: isBegun === 1,
    }));
  }

  async save({ login, ...wish }: ServerPlaylistWish, isNew: boolean): Promise<void> {
    const { playlistId, server, kind } = wish;
    const wanted = {
      ...{ kind, isPublic: wish.isPublic ? 1 : 0, isDue: 1, isEnding: 0 },
      userName: login && login.user,
      secret: login && login.secret !== null ? await this.#encrypted(wish, login.secret) : null,
    };
    const progress = { ...notSent, sent: null, sending: null };
    await this.#kysely
      .insertInto("serverPlaylists")
      .values({ playlistId, server, ...wanted, ...progress, heldUntil: 0 })
      .onConflict((conflict) =>
        conflict
          .columns(["playlistId", "server"])
          .doUpdateSet({ ...wanted, ...(isNew && progress) }),
      )
      .execute();
  }

  async end(key: ServerPlaylistKey): Promise<boolean> {
    const { numUpdatedRows } = await this.#kysely
      .updateTable("serverPlaylists")
      .set({ isDue: 1, isEnding: 1 })
      .where(isOf(key))
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  }

  async hold(
    key: ServerPlaylistKey,
    milliseconds: number,
  ): Promise<(ServerPlaylist & ServerPlaylistHold) | undefined> {
    const row = await this.#kysely
      .updateTable("serverPlaylists")
      .set({
        isDue: 0,
        heldUntil: sql<number>`${this.needs.time()} + ${sql.lit(milliseconds)}`,
      })
      .where(isOf(key))
      .where("heldUntil", "<=", this.needs.time())
      .returningAll()
      .executeTakeFirst();
    return row && { ...fromRow(row, await this.#keyOf([row])), heldUntil: row.heldUntil };
  }

  async note(
    hold: ServerPlaylistHold,
    progress: Partial<ServerPlaylistProgress>,
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#kysely
      .updateTable("serverPlaylists")
      .set(toColumns(progress))
      .where(isHeldBy(hold))
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  }

  async release(hold: ServerPlaylistHold): Promise<void> {
    await this.#kysely
      .updateTable("serverPlaylists")
      .set({ heldUntil: 0 })
      .where(isHeldBy(hold))
      .execute();
  }

  async remove(hold: ServerPlaylistHold): Promise<void> {
    await this.#kysely
      .deleteFrom("serverPlaylists")
      .where(isHeldBy(hold))
      .where("isDue", "=", 0)
      .execute();
  }

  async #encrypted(key: ServerPlaylistKey, secret: string): Promise<string> {
    return encryptSecret(secret, await this.needs.key.readOrCreate(), sealedNameOf(key));
  }

  /** Returns the key that decrypts secrets of rows; `undefined` where none has one, or there is no key. */
  async #keyOf(
    rows: readonly Pick<ServerPlaylistsTable, "secret">[],
  ): Promise<Uint8Array | undefined> {
    return rows.some(({ secret }) => secret !== null) ? this.needs.key.read() : undefined;
  }
}

/** Returns what a secret is sealed with, so that it is of no use in another row. */
const sealedNameOf = ({ playlistId, server }: ServerPlaylistKey): string =>
  `server-playlist:${server}/${playlistId}`;

const isOf =
  ({ playlistId, server }: ServerPlaylistKey) =>
  (build: ExpressionBuilder<Schema, "serverPlaylists">): Expression<SqlBool> =>
    build.and({ playlistId, server });

/** Matches a playlist that nobody else has held since. */
const isHeldBy =
  ({ playlistId, server, heldUntil }: ServerPlaylistHold) =>
  (build: ExpressionBuilder<Schema, "serverPlaylists">): Expression<SqlBool> =>
    build.and({ playlistId, server, heldUntil });

/** Returns 1 where a condition holds, else 0, on either database. */
const numberOf = (condition: Expression<SqlBool>) =>
  sql<number>`case when ${condition} then 1 else 0 end`;

function fromRow(row: ServerPlaylistsTable, key: Uint8Array | undefined): ServerPlaylist {
  const { playlistId, kind, isPublic, state, sent, sending, isDue, isEnding } = row;
  const { remoteId, digest, revision, leftOut, triedAt, sentAt, problem } = row;
  const named = { playlistId, server: row.server as MusicServerName };
  return {
    ...named,
    kind: kind as ServerPlaylistKind,
    isPublic: isPublic === 1,
    login: loginOf(row, named, key),
    isDue: isDue === 1,
    isEnding: isEnding === 1,
    state: state as ServerPlaylistState,
    sent: sent === null ? null : (JSON.parse(sent) as ServerPlaylistContent),
    sending: sending === null ? null : (JSON.parse(sending) as SendingContent),
    ...{ remoteId, digest, revision, leftOut, triedAt, sentAt, problem },
  };
}

/** Returns the columns of what became of a playlist, of the members that are there. */
function toColumns({ sent, sending, ...plain }: Partial<ServerPlaylistProgress>) {
  return {
    ...plain,
    ...(sent !== undefined && { sent: sent && JSON.stringify(sent) }),
    ...(sending !== undefined && { sending: sending && JSON.stringify(sending) }),
  };
}

function loginOf(
  { userName: user, secret }: ServerPlaylistsTable,
  named: ServerPlaylistKey,
  key: Uint8Array | undefined,
): PlaylistLogin | null {
  if (secret === null) return null;
  const decrypted = key && decryptSecret(secret, key, sealedNameOf(named));
  return { user, secret: decrypted ?? null };
}
