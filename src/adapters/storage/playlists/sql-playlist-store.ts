import { type Kysely, sql, type Transaction } from "kysely";
import { KEPT_REMOVED, KEPT_REVISIONS, type Playlist } from "../../../domain/playlist/playlist.js";
import type { PlaylistRow, RowOrder } from "../../../domain/playlist/row-order.js";
import type {
  KeptRevision,
  PlaylistStore,
  RevisedPlaylist,
} from "../../../ports/playlists/playlist-store.js";
import type { Database } from "../database.js";
import { inTurns, portionsOf } from "../portions.js";
import { isUniqueViolation } from "../postgres/postgres-failure.js";
import type { Schema } from "../tables.js";
import {
  playlistColumns,
  toPlaylist,
  toPlaylistRow,
  toPlaylistsRow,
  toRevisedColumns,
  toRevision,
  toRevisionRow,
  toRowOfTable,
  toRowOrder,
} from "./playlist-record.js";

/** Rows that one statement reads or writes: some milliseconds of the event loop. */
const ROWS_PER_STATEMENT = 500;

type Change = "unknown" | "taken" | "outdated";

/** Stores playlists in the database. */
export class SqlPlaylistStore implements PlaylistStore {
  readonly #kysely: Kysely<Schema>;

  constructor({ database }: { readonly database: Pick<Database, "kysely"> }) {
    this.#kysely = database.kysely;
  }

  add(playlist: RevisedPlaylist, signal?: AbortSignal): Promise<Playlist | undefined> {
    return this.#kysely.transaction().execute(async (transaction) => {
      // Other writers may have kept this one waiting.
      signal?.throwIfAborted();
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto("playlists")
        .values({ ...toPlaylistsRow(playlist), durationMs: 0, removedAt: null })
        .onConflict((conflict) =>
          conflict.columns(["owner", "name"]).where("removedAt", "is", null).doNothing(),
        )
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows !== 1n) return undefined;
      return addRevision(transaction, playlist, { before: null, signal });
    });
  }

  async change(playlist: RevisedPlaylist, signal?: AbortSignal): Promise<Playlist | Change> {
    try {
      return await this.#kysely
        .transaction()
        .execute((transaction) => this.#change(transaction, playlist, signal));
    } catch (error) {
      // Another change has taken the name since this statement began.
      if (isUniqueViolation(error)) return "taken";
      throw error;
    }
  }

  async #change(
    transaction: Transaction<Schema>,
    playlist: RevisedPlaylist,
    signal: AbortSignal | undefined,
  ): Promise<Playlist | Change> {
    const { id, revision } = playlist;
    const before = revision - 1;
    signal?.throwIfAborted();
    // Locks the playlist, so that a change that another server makes at the same time finds this one.
    const { numUpdatedRows } = await transaction
      .updateTable("playlists")
      .set(toRevisedColumns(playlist))
      .where("id", "=", id)
      .where("revision", "=", before)
      .where("removedAt", "is", null)
      .where((build) => build.not(build.exists(namesake(transaction, playlist))))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) return whyUnchanged(transaction, playlist);
    const rows = await transaction
      .selectFrom("playlistRevisions")
      .select(["rowNumbers", "rowNotes"])
      .where("playlistId", "=", id)
      .where("revision", "=", before)
      .executeTakeFirst();
    const order = rows ? toRowOrder(rows) : null;
    const revised = await addRevision(transaction, playlist, { before: order, signal });
    await forgetRevisions(transaction, playlist);
    return revised;
  }

  remove(id: string, at: number): Promise<boolean> {
    return this.#kysely.transaction().execute(async (transaction) => {
      const removed = await transaction
        .updateTable("playlists")
        .set({ removedAt: at })
        .where("id", "=", id)
        .where("removedAt", "is", null)
        .returning("owner")
        .executeTakeFirst();
      if (removed === undefined) return false;
      const long = await transaction
        .selectFrom("playlists")
        .select("id")
        .where("owner", "=", removed.owner)
        .where("removedAt", "is not", null)
        .orderBy("removedAt", "desc")
        .orderBy("id")
        .execute();
      for (const { id: forgotten } of long.slice(KEPT_REMOVED)) {
        await forgetPlaylist(transaction, forgotten);
      }
      return true;
    });
  }

  async restore(id: string): Promise<"restored" | "unknown" | "taken"> {
    const removed = await this.findRemoved(id);
    if (removed === undefined) return "unknown";
    try {
      const { numUpdatedRows } = await this.#kysely
        .updateTable("playlists")
        .set({ removedAt: null })
        .where("id", "=", id)
        .where("removedAt", "is not", null)
        .where((build) => build.not(build.exists(namesake(this.#kysely, removed))))
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 1n) return "restored";
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
    return (await this.find(id)) === undefined ? "taken" : "restored";
  }

  find(id: string): Promise<Playlist | undefined> {
    return this.#find(id, "is");
  }

  findRemoved(id: string): Promise<Playlist | undefined> {
    return this.#find(id, "is not");
  }

  async #find(id: string, removal: "is" | "is not"): Promise<Playlist | undefined> {
    const row = await this.#kysely
      .selectFrom("playlists")
      .select(playlistColumns)
      .where("id", "=", id)
      .where("removedAt", removal, null)
      .executeTakeFirst();
    return row && toPlaylist(row);
  }

  async findRevision(id: string, revision: number): Promise<KeptRevision | undefined> {
    const row = await this.#kysely
      .selectFrom("playlistRevisions")
      .select(["name", "note", "recipe", "isWritten", "undoRevision", "rowNumbers", "rowNotes"])
      .where("playlistId", "=", id)
      .where("revision", "=", revision)
      .executeTakeFirst();
    return row && toRevision(row);
  }

  async findRows(
    id: string,
    numbers: readonly number[],
    signal?: AbortSignal,
  ): Promise<readonly (PlaylistRow | undefined)[]> {
    const found = new Map<number, PlaylistRow>();
    const readSome = async (some: readonly number[]): Promise<void> => {
      const rows = await this.#kysely
        .selectFrom("playlistRows")
        .select(["number", "recordingId", "artist", "trackName", "durationMs"])
        .where("playlistId", "=", id)
        .where("number", "in", some)
        .execute();
      for (const row of rows) found.set(row.number, toPlaylistRow(row));
    };
    await inTurns(portionsOf(numbers, ROWS_PER_STATEMENT), readSome, signal);
    return numbers.map((number) => found.get(number));
  }

  async list(owner?: string): Promise<readonly Playlist[]> {
    let query = this.#kysely
      .selectFrom("playlists")
      .select(playlistColumns)
      .where("removedAt", "is", null);
    if (owner !== undefined) query = query.where("owner", "=", owner);
    const rows = await query.orderBy("name").orderBy("id").execute();
    return rows.map(toPlaylist);
  }
}

/** Selects the other playlist of an owner that has the name of one. */
function namesake(
  kysely: Kysely<Schema>,
  { id, owner, name }: Pick<Playlist, "id" | "owner" | "name">,
) {
  return kysely
    .selectFrom("playlists as other")
    .select("other.id")
    .where("other.owner", "=", owner)
    .where("other.name", "=", name)
    .where("other.removedAt", "is", null)
    .where("other.id", "!=", id);
}

async function whyUnchanged(
  transaction: Transaction<Schema>,
  { id, revision }: RevisedPlaylist,
): Promise<Change> {
  const found = await transaction
    .selectFrom("playlists")
    .select("revision")
    .where("id", "=", id)
    .where("removedAt", "is", null)
    .executeTakeFirst();
  if (found === undefined) return "unknown";
  return found.revision === revision - 1 ? "taken" : "outdated";
}

/** Adds the present revision of a playlist whose row is there, and returns the playlist. */
async function addRevision(
  transaction: Transaction<Schema>,
  playlist: RevisedPlaylist,
  {
    before,
    signal,
  }: { readonly before: RowOrder | null; readonly signal: AbortSignal | undefined },
): Promise<Playlist> {
  const { id, revision, order, added } = playlist;
  const [earlier, present] = [new Set(before?.numbers), new Set(order?.numbers)];
  const insertSome = async (some: readonly PlaylistRow[]): Promise<void> => {
    const rows = some.map((row) => toRowOfTable(id, row));
    await transaction.insertInto("playlistRows").values(rows).execute();
  };
  await inTurns(portionsOf(added, ROWS_PER_STATEMENT), insertSome, signal);
  const left = [...earlier].filter((number) => !present.has(number));
  await markRows(transaction, id, { numbers: left, leftAt: revision, signal });
  const fresh = new Set(added.map(({ number }) => number));
  const returned = [...present].filter((number) => !earlier.has(number) && !fresh.has(number));
  await markRows(transaction, id, { numbers: returned, leftAt: null, signal });
  await transaction.insertInto("playlistRevisions").values(toRevisionRow(playlist)).execute();
  const row = await transaction
    .updateTable("playlists")
    .set({ durationMs: await durationOf(transaction, id) })
    .where("id", "=", id)
    .returning(playlistColumns)
    .executeTakeFirstOrThrow();
  return toPlaylist(row);
}

async function markRows(
  transaction: Transaction<Schema>,
  id: string,
  {
    numbers,
    leftAt,
    signal,
  }: {
    readonly numbers: readonly number[];
    readonly leftAt: number | null;
    readonly signal: AbortSignal | undefined;
  },
): Promise<void> {
  const markSome = async (some: readonly number[]): Promise<void> => {
    await transaction
      .updateTable("playlistRows")
      .set({ leftAt })
      .where("playlistId", "=", id)
      .where("number", "in", some)
      .execute();
  };
  await inTurns(portionsOf(numbers, ROWS_PER_STATEMENT), markSome, signal);
}

/** Returns the length of the present rows of a playlist, milliseconds. */
async function durationOf(transaction: Transaction<Schema>, id: string): Promise<number> {
  const { durationMs } = await transaction
    .selectFrom("playlistRows")
    .select(sql<number>`cast(coalesce(sum(duration_ms), 0) as bigint)`.as("durationMs"))
    .where("playlistId", "=", id)
    .where("leftAt", "is", null)
    .executeTakeFirstOrThrow();
  return durationMs;
}

/** Forgets the revisions of a playlist that are kept no longer, and the rows that only they had. */
async function forgetRevisions(
  transaction: Transaction<Schema>,
  { id, revision }: RevisedPlaylist,
): Promise<void> {
  const oldest = revision + 1 - KEPT_REVISIONS;
  if (oldest <= 1) return;
  await transaction
    .deleteFrom("playlistRevisions")
    .where("playlistId", "=", id)
    .where("revision", "<", oldest)
    .execute();
  await transaction
    .deleteFrom("playlistRows")
    .where("playlistId", "=", id)
    .where("leftAt", "<=", oldest)
    .execute();
}

async function forgetPlaylist(transaction: Transaction<Schema>, id: string): Promise<void> {
  await transaction.deleteFrom("playlistRows").where("playlistId", "=", id).execute();
  await transaction.deleteFrom("playlistRevisions").where("playlistId", "=", id).execute();
  await transaction.deleteFrom("playlists").where("id", "=", id).execute();
}
