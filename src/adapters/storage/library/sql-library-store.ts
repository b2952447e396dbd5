import { setImmediate as nextTurn } from "node:timers/promises";
import { type Kysely, type Transaction } from "kysely";
import type { LibraryFile, LibraryPath } from "../../../domain/library/library-file.js";
import type { Isrc } from "../../../domain/track/track.js";
import type { TrackKey } from "../../../domain/track/track-key.js";
import type { Clock } from "../../../ports/runtime/clock.js";
import type { LibraryStore } from "../../../ports/library/library-store.js";
import type { Database } from "../database.js";
import { foldText } from "../../../domain/track/folded-text.js";
import { ResemblanceIndex } from "../resemblance/resemblance-index.js";
import { RecentReads } from "../recent-reads.js";
import { portionsOf } from "../portions.js";
import { TableFollower } from "../table-follower.js";
import type { LibraryFilesTable, Schema } from "../tables.js";
import type { TaggedValues } from "../../../domain/tagging/tagged-values.js";
import { releaseDetailsOf } from "../../../domain/track/release-details.js";

const ROWS_PER_STATEMENT = 500;

/** Rows indexed before the event loop runs other work: about ten milliseconds. */
const ROWS_PER_SLICE = 1000;

/** Maximum number of removed rows that stay in the index, because finding them reads every row. */
const MAX_STALE_TEXTS = 100;

/** Number of files held in memory for reads by key; each takes some two kilobytes. */
const MAX_FILES_REMEMBERED = 1000;

/** Maximum number of files of one artist and title that a search reads: there may be hundreds of "Track 1". */
const MAX_FILES_PER_NAME = 20;

/**
 * Stores library files in the database, with an index of their names in memory.
 *
 * The first search builds the index. Each search that finds a new revision of the table, by this
 * process or another, updates it.
 */
export class SqlLibraryStore implements LibraryStore {
  readonly #kysely: Kysely<Schema>;
  readonly #follower = new TableFollower({
    newest: () => this.#newestRevision(),
    readSome: (after, newest) => this.#indexSome(after, newest),
  });
  readonly #reads: RecentReads<LibraryFile>;
  #index = new ResemblanceIndex();
  /** Number of texts in the index whose row was removed. */
  #staleCount = 0;

  /** @param needs.clock by default that of the system */
  constructor(needs: { readonly database: Database; readonly clock?: Pick<Clock, "now"> }) {
    this.#kysely = needs.database.kysely;
    this.#reads = new RecentReads({ ...needs, max: MAX_FILES_REMEMBERED });
  }

  async save(files: readonly LibraryFile[]): Promise<void> {
    if (files.length === 0) return;
    const byPath = new Map(files.map((file) => [`${file.folder}\0${file.relativePath}`, file]));
    await this.#change(async (transaction) => {
      const lastRevision = await raiseRevision(transaction, byPath.size);
      const rows = [...byPath.values()].map((file, index) =>
        toLibraryFileRow(file, lastRevision - byPath.size + 1 + index),
      );
      for (const some of portionsOf(rows, ROWS_PER_STATEMENT)) {
        // Deleted first, so that new and existing rows are written in the same way.
        await deletePaths(transaction, some);
        await transaction.insertInto("libraryFiles").values(some).execute();
      }
    });
  }

  async saveDigest(file: LibraryFile, audioDigest: string): Promise<void> {
    const { folder, relativePath, sizeBytes, modifiedAt, fingerprint } = file;
    await this.#reads.change(() =>
      this.#kysely
        .updateTable("libraryFiles")
        .set({ audioDigest })
        .where((build) => build.and({ folder, relativePath, sizeBytes, modifiedAt, fingerprint }))
        .execute(),
    );
  }

  async remove(paths: readonly LibraryPath[]): Promise<void> {
    if (paths.length === 0) return;
    await this.#change(async (transaction) => {
      await raiseRevision(transaction, 1);
      for (const some of portionsOf(paths, ROWS_PER_STATEMENT))
        await deletePaths(transaction, some);
    });
  }

  /** Runs a change in a transaction. */
  #change<Result>(work: (transaction: Transaction<Schema>) => Promise<Result>): Promise<Result> {
    return this.#reads.change(() => this.#kysely.transaction().execute(work));
  }

  async listFolders(): Promise<readonly { folder: string; fileCount: number }[]> {
    const rows = await this.#kysely
      .selectFrom("libraryFiles")
      .select(["folder", (build) => build.fn.countAll<number>().as("fileCount")])
      .groupBy("folder")
      .orderBy("folder")
      .execute();
    return rows.map(({ folder, fileCount }) => ({ folder, fileCount: Number(fileCount) }));
  }

  async removeFolder(folder: string): Promise<number> {
    return this.#change(async (transaction) => {
      await raiseRevision(transaction, 1);
      const { numDeletedRows } = await transaction
        .deleteFrom("libraryFiles")
        .where("folder", "=", folder)
        .executeTakeFirstOrThrow();
      return Number(numDeletedRows);
    });
  }

  async listFolder(folder: string): Promise<readonly LibraryFile[]> {
    const files: LibraryFile[] = [];
    for (;;) {
      const rows = await this.#kysely
        .selectFrom("libraryFiles")
        .selectAll()
        .where("folder", "=", folder)
        .where("relativePath", ">", files.at(-1)?.relativePath ?? "")
        .orderBy("relativePath")
        .limit(ROWS_PER_SLICE)
        .execute();
      files.push(...rows.map(toLibraryFile));
      if (rows.length < ROWS_PER_SLICE) return files;
      await nextTurn();
    }
  }

  async findByTrackKey(trackKey: TrackKey): Promise<readonly LibraryFile[]> {
    return this.#findBy("trackKey", trackKey);
  }

  async findManyByTrackKey(
    trackKeys: readonly TrackKey[],
  ): Promise<readonly (LibraryFile | undefined)[]> {
    return this.#reads.findMany(trackKeys, (missing) => this.#readNewest(missing));
  }

  /** Reads the newest file of each key. */
  async #readNewest(trackKeys: readonly string[]): Promise<readonly (LibraryFile | undefined)[]> {
    const newest = new Map<string, LibraryFile>();
    for (const some of portionsOf(trackKeys, ROWS_PER_STATEMENT)) {
      const rows = await this.#inOrder().where("trackKey", "in", some).execute();
      for (const row of rows.reverse()) newest.set(row.trackKey, toLibraryFile(row));
    }
    return trackKeys.map((trackKey) => newest.get(trackKey));
  }

  async findByCode(
    code: { readonly isrc: Isrc } | { readonly musicbrainzId: string },
  ): Promise<readonly LibraryFile[]> {
    if ("isrc" in code) return this.#findBy("isrc", code.isrc);
    return this.#findBy("musicbrainzId", code.musicbrainzId);
  }

  async #findBy(
    column: "trackKey" | "isrc" | "musicbrainzId",
    value: string,
  ): Promise<readonly LibraryFile[]> {
    const rows = await this.#inOrder().where(column, "=", value).execute();
    return rows.map(toLibraryFile);
  }

  /** Selects files, newest first. */
  #inOrder() {
    return this.#kysely
      .selectFrom("libraryFiles")
      .selectAll()
      .orderBy("modifiedAt", "desc")
      .orderBy("folder")
      .orderBy("relativePath");
  }

  async search(words: string, limit: number): Promise<readonly LibraryFile[]> {
    await this.#follower.catchUp();
    const revisions = this.#index.search(foldText(words), {
      texts: limit + this.#staleCount,
      idsPerText: MAX_FILES_PER_NAME + this.#staleCount,
    });
    const byRevision = new Map<number, LibraryFile>();
    for (const some of portionsOf(revisions, ROWS_PER_STATEMENT)) {
      const rows = await this.#kysely
        .selectFrom("libraryFiles")
        .selectAll()
        .where("revision", "in", some)
        .execute();
      for (const row of rows) byRevision.set(row.revision, toLibraryFile(row));
    }
    const files = revisions.flatMap((revision) => byRevision.get(revision) ?? []);
    const trackKeys = [...new Set(files.map(({ trackKey }) => trackKey))].slice(0, limit);
    const wanted = new Set(trackKeys);
    return files.filter(({ trackKey }) => wanted.has(trackKey));
  }

  async count(): Promise<number> {
    const { count } = await this.#kysely
      .selectFrom("libraryFiles")
      .select((build) => build.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    return Number(count);
  }

  async #newestRevision(): Promise<number> {
    const { revision } = await this.#kysely
      .selectFrom("libraryRevision")
      .select("revision")
      .executeTakeFirstOrThrow();
    return revision;
  }

  /** Adds some rows to the index. After the last, removes those that are no longer in the table. */
  async #indexSome(after: number, newest: number): Promise<number> {
    const rows = await this.#kysely
      .selectFrom("libraryFiles")
      .select(["revision", "namesFolded"])
      .where("revision", ">", after)
      .orderBy("revision")
      .limit(ROWS_PER_SLICE)
      .execute();
    for (const row of rows) this.#index.add(row.revision, row.namesFolded);
    const last = rows.at(-1)?.revision ?? after;
    if (rows.length === ROWS_PER_SLICE) return last;

    // All rows of the table are now in the index; where the index has more, rows were removed.
    this.#staleCount = Math.max(0, this.#index.size - (await this.count()));
    if (this.#staleCount > MAX_STALE_TEXTS) await this.#dropRemoved();
    if (this.#index.removedCount <= this.#index.size + ROWS_PER_SLICE)
      return Math.max(newest, last);
    // Removed texts still take memory. A new index is built from the first row on.
    this.#index = new ResemblanceIndex();
    return 0;
  }

  async #dropRemoved(): Promise<void> {
    const rows = await this.#kysely.selectFrom("libraryFiles").select("revision").execute();
    this.#index.keepOnly(new Set(rows.map(({ revision }) => revision)));
    this.#staleCount = 0;
  }
}

/** Takes the next revisions; other writers wait until the transaction ends. */
async function raiseRevision(transaction: Transaction<Schema>, by: number): Promise<number> {
  const { revision } = await transaction
    .updateTable("libraryRevision")
    .set((build) => ({ revision: build("revision", "+", by) }))
    .returning("revision")
    .executeTakeFirstOrThrow();
  return revision;
}

async function deletePaths(
  transaction: Transaction<Schema>,
  paths: readonly LibraryPath[],
): Promise<void> {
  const folders = new Set(paths.map(({ folder }) => folder));
  for (const folder of folders) {
    const inFolder = paths.filter((path) => path.folder === folder);
    await transaction
      .deleteFrom("libraryFiles")
      .where("folder", "=", folder)
      .where(
        "relativePath",
        "in",
        inFolder.map(({ relativePath }) => relativePath),
      )
      .execute();
  }
}

function toLibraryFileRow(file: LibraryFile, revision: number): LibraryFilesTable {
  return {
    folder: file.folder,
    relativePath: file.relativePath,
    revision,
    namesFolded: `${foldText(file.artist)} ${foldText(file.trackName)}`,
    trackKey: file.trackKey,
    artist: file.artist,
    trackName: file.trackName,
    artists: file.artists === undefined ? null : JSON.stringify(file.artists),
    album: file.album ?? null,
    albumArtist: file.albumArtist ?? null,
    durationSeconds: file.durationSeconds ?? null,
    isrc: file.isrc ?? null,
    musicbrainzId: file.musicbrainzId ?? null,
    hasCover: file.hasCover ? 1 : 0,
    sizeBytes: file.sizeBytes,
    modifiedAt: file.modifiedAt,
    fingerprint: file.fingerprint,
    audioDigest: file.audioDigest ?? null,
    tagged: file.tagged === undefined ? null : JSON.stringify(file.tagged),
    genre: file.genre ?? null,
    year: file.year ?? null,
    trackNumber: file.trackNumber ?? null,
    discNumber: file.discNumber ?? null,
    composer: file.composer ?? null,
    work: file.work ?? null,
    movement: file.movement ?? null,
    movementNumber: file.movementNumber ?? null,
  };
}

function toLibraryFile(row: LibraryFilesTable): LibraryFile {
  return {
    folder: row.folder,
    relativePath: row.relativePath,
    sizeBytes: row.sizeBytes,
    modifiedAt: row.modifiedAt,
    artist: row.artist,
    trackName: row.trackName,
    ...(row.artists !== null && { artists: JSON.parse(row.artists) as string[] }),
    ...releaseDetailsOf({
      album: row.album ?? undefined,
      albumArtist: row.albumArtist ?? undefined,
      genre: row.genre ?? undefined,
      year: row.year ?? undefined,
      trackNumber: row.trackNumber ?? undefined,
      discNumber: row.discNumber ?? undefined,
      composer: row.composer ?? undefined,
      work: row.work ?? undefined,
      movement: row.movement ?? undefined,
      movementNumber: row.movementNumber ?? undefined,
    }),
    ...(row.durationSeconds !== null && { durationSeconds: row.durationSeconds }),
    ...(row.isrc !== null && { isrc: row.isrc as Isrc }),
    ...(row.musicbrainzId !== null && { musicbrainzId: row.musicbrainzId }),
    hasCover: row.hasCover === 1,
    trackKey: row.trackKey as TrackKey,
    fingerprint: row.fingerprint,
    ...(row.audioDigest !== null && { audioDigest: row.audioDigest }),
    ...(row.tagged !== null && { tagged: JSON.parse(row.tagged) as TaggedValues }),
  };
}
