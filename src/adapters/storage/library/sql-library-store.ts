import { setImmediate as nextTurn } from "node:timers/promises";
import { type Kysely, type Transaction } from "kysely";
import {
  fileIdOf,
  type FileId,
  type LibraryFile,
  type LibraryPath,
  type StoredState,
} from "../../../domain/library/library-file.js";
import { foldForMatching, foldLookAlikes } from "../../../domain/track/folded-text.js";
import { isRecordingId, type RecordingId } from "../../../domain/track/recording-id.js";
import type { Isrc } from "../../../domain/track/track.js";
import { splitRefs, type TrackRef } from "../../../domain/track/track-ref.js";
import type { LibraryStore } from "../../../ports/library/library-store.js";
import type { Clock } from "../../../ports/runtime/clock.js";
import { changeAnalyses } from "../analysis-changes.js";
import { readNamed } from "../analyses/named-recordings.js";
import { RecentRecordings } from "../analyses/recent-recordings.js";
import { relabel, removeReplaced } from "../analyses/recording-labels.js";
import { underStatedNames } from "../analyses/stated-file-names.js";
import type { Database } from "../database.js";
import { forgetFailuresOf } from "../failures/sql-failure-store.js";
import { addFurtherKeys, findFurtherNames } from "../further-names.js";
import { newestLibraryRevision, raiseLibraryRevision } from "../library-revision.js";
import { inTurns, portionsByFolder, portionsOf } from "../portions.js";
import { ResemblanceIndex } from "../resemblance/resemblance-index.js";
import { TableFollower } from "../table-follower.js";
import type { LibraryFilesTable, Schema } from "../tables.js";
import { toLibraryFile, toLibraryFileRow } from "../library-file-row.js";
import { deletePaths, heldAsRead, heldAt } from "./files-at-paths.js";
import { followFiles } from "./followed-files.js";

const ROWS_PER_STATEMENT = 500;

/** The columns of a state, and of the place of its row. */
const STATE_COLUMNS = [
  "relativePath",
  "rangeNumber",
  "sizeBytes",
  "modifiedAt",
  "changedAt",
  "covers",
  "sheets",
  "facts",
] as const;

/** The place of a row among those of its folder. */
type Place = Pick<LibraryFilesTable, "relativePath" | "rangeNumber">;

/** Rows indexed before the event loop runs other work: about ten milliseconds. */
const ROWS_PER_SLICE = 1000;

/** Maximum number of removed rows that stay in the index, because finding them reads every row. */
const MAX_STALE_TEXTS = 100;

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
    newest: () => newestLibraryRevision(this.#kysely),
    readSome: (after, newest) => this.#indexSome(after, newest),
  });
  readonly #recent: RecentRecordings;
  readonly #clock: Pick<Clock, "now">;
  #index = new ResemblanceIndex();
  /** Number of texts in the index whose row was removed. */
  #staleCount = 0;

  /**
   * @param needs.recent shared with the store of analyses; without it, a new one is created
   * @param needs.clock by default that of the system
   */
  constructor(needs: {
    readonly database: Database;
    readonly recent?: RecentRecordings;
    readonly clock?: Pick<Clock, "now">;
  }) {
    this.#kysely = needs.database.kysely;
    this.#clock = needs.clock ?? Date;
    this.#recent = needs.recent ?? new RecentRecordings(needs);
  }

  async save(files: readonly LibraryFile[]): Promise<void> {
    if (files.length === 0) return;
    const byPath = new Map(files.map((file) => [fileIdOf(file), file]));
    await this.#change(async (transaction) => {
      const held = await heldAt(transaction, files);
      const before = held.map(({ recordingId }) => recordingId);
      await forgetFailuresOf(transaction, byPath.keys());
      const lastRevision = await raiseLibraryRevision(transaction, byPath.size);
      const rows = [...byPath.values()].map((file, index) =>
        toLibraryFileRow(file, lastRevision - byPath.size + 1 + index),
      );
      // Deleted first, so that new and existing rows are written in the same way, and tracks that are no more are gone.
      await deletePaths(transaction, files);
      for (const some of portionsOf(rows, ROWS_PER_STATEMENT)) {
        await transaction.insertInto("libraryFiles").values(some).execute();
      }
      await addFurtherKeys(transaction, [...byPath.values()]);
      const now = rows.flatMap(({ recordingId }) => recordingId ?? []);
      await followFiles(transaction, {
        ...{ fileIds: [...byPath.keys()], before, now },
        changedAt: this.#clock.now(),
      });
      const gone = held.filter(({ fileId }) => !byPath.has(fileId as FileId));
      await removeReplaced(
        transaction,
        gone.map(({ recordingId }) => recordingId),
      );
    });
  }

  saveRecording(file: LibraryFile, recordingId: RecordingId): Promise<boolean> {
    const fileId = fileIdOf(file);
    return this.#change(async (transaction) => {
      const row = await heldAsRead(transaction, file);
      if (row === undefined) return false;
      await raiseLibraryRevision(transaction, 1);
      await transaction
        .updateTable("libraryFiles")
        .set({ recordingId, formerRecordingId: null, audioDigest: null })
        .where("fileId", "=", fileId)
        .execute();
      const before = [row.recordingId, row.formerRecordingId].filter((id) => id !== null);
      const changedAt = this.#clock.now();
      await followFiles(transaction, { fileIds: [fileId], before, now: [recordingId], changedAt });
      await removeReplaced(
        transaction,
        before.filter((id) => id !== recordingId),
      );
      return true;
    });
  }

  async forgetFormer(file: LibraryFile): Promise<void> {
    await this.#change(async (transaction) => {
      const former = (await heldAsRead(transaction, file))?.formerRecordingId ?? null;
      if (former === null) return;
      await raiseLibraryRevision(transaction, 1);
      await transaction
        .updateTable("libraryFiles")
        .set({ formerRecordingId: null })
        .where("fileId", "=", fileIdOf(file))
        .execute();
      await relabel(transaction, [former], { changedAt: this.#clock.now(), isTouched: true });
    });
  }

  async remove(paths: readonly LibraryPath[]): Promise<void> {
    if (paths.length === 0) return;
    await this.#change(async (transaction) => {
      const before = (await heldAt(transaction, paths)).map(({ recordingId }) => recordingId);
      await raiseLibraryRevision(transaction, 1);
      await deletePaths(transaction, paths);
      await relabel(transaction, before, { changedAt: this.#clock.now(), isTouched: true });
    });
  }

  /** Runs a change in a transaction, which locks analyses, because they are listed under names of files. */
  #change<Result>(work: (transaction: Transaction<Schema>) => Promise<Result>): Promise<Result> {
    return this.#recent.change(() => changeAnalyses(this.#kysely, work));
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
      const held = await transaction
        .selectFrom("libraryFiles")
        .select((build) => build.fn.coalesce("recordingId", "formerRecordingId").as("recordingId"))
        .distinct()
        .where("folder", "=", folder)
        .execute();
      await raiseLibraryRevision(transaction, 1);
      const { numDeletedRows } = await transaction
        .deleteFrom("libraryFiles")
        .where("folder", "=", folder)
        .executeTakeFirstOrThrow();
      const before = held.flatMap(({ recordingId }) => recordingId ?? []);
      await relabel(transaction, before, { changedAt: this.#clock.now(), isTouched: true });
      return Number(numDeletedRows);
    });
  }

  listFolder(folder: string): Promise<readonly LibraryFile[]> {
    return this.#listed(
      (last) => this.#inFolder(folder, last).selectAll().execute(),
      toLibraryFile,
    );
  }

  listStates(folder: string): Promise<readonly StoredState[]> {
    return this.#listed(
      (last) => this.#inFolder(folder, last).select(STATE_COLUMNS).execute(),
      ({ covers, sheets, facts, relativePath, sizeBytes, modifiedAt, changedAt }) => ({
        ...{ folder, relativePath, sizeBytes, modifiedAt, changedAt },
        ...{ covers: covers ?? undefined, sheets: sheets ?? undefined, facts: facts ?? undefined },
      }),
    );
  }

  /**
   * Lists files in slices, between which other work runs.
   *
   * @param readBehind reads the rows behind a place, as many as a slice has
   */
  async #listed<Row extends Place, Item>(
    readBehind: (last: Place) => Promise<readonly Row[]>,
    toItem: (row: Row) => Item,
  ): Promise<readonly Item[]> {
    const items: Item[] = [];
    let last: Place = { relativePath: "", rangeNumber: 0 };
    for (;;) {
      const rows = await readBehind(last);
      for (const row of rows) items.push(toItem(row));
      last = rows.at(-1) ?? last;
      if (rows.length < ROWS_PER_SLICE) return items;
      await nextTurn();
    }
  }

  /** Selects a slice of the files of a folder, in the order of their paths, behind a place. */
  #inFolder(folder: string, last: Place) {
    return this.#kysely
      .selectFrom("libraryFiles")
      .where("folder", "=", folder)
      .where((build) =>
        build(
          build.refTuple("relativePath", "rangeNumber"),
          ">",
          build.tuple(last.relativePath, last.rangeNumber),
        ),
      )
      .orderBy("relativePath")
      .orderBy("rangeNumber")
      .limit(ROWS_PER_SLICE);
  }

  async findFiles(ref: TrackRef): Promise<readonly LibraryFile[]> {
    if (isRecordingId(ref)) return this.#findBy("recordingId", ref);
    return (await this.#findNamed([ref])).get(ref) ?? [];
  }

  /** Finds the files that track keys lead to, by the key; those that hold the preferred recording of the name first. */
  async #findNamed(trackKeys: readonly string[]): Promise<ReadonlyMap<string, LibraryFile[]>> {
    const found = new Map<string, LibraryFile[]>();
    const add = async (names: readonly string[], askedOf: (name: string) => string) => {
      for (const some of portionsOf([...new Set(names)], ROWS_PER_STATEMENT)) {
        for (const [name, file] of await this.#findWithNames(some)) {
          const asked = askedOf(name);
          found.set(asked, [...(found.get(asked) ?? []), file]);
        }
      }
    };
    await add(trackKeys, (name) => name);
    const further = await findFurtherNames(
      this.#kysely,
      trackKeys.filter((trackKey) => !found.has(trackKey)),
    );
    for (const [asked, names] of further) await add(names, () => asked);
    // Most names have one file, which needs no order.
    const several = [...found].filter(([, files]) => files.length > 1);
    const preferred = await readNamed(
      this.#kysely,
      several.map(([asked]) => asked),
    );
    for (const [asked, files] of several) {
      const [first] = preferred.get(asked)?.recordings ?? [];
      const rankOf = ({ recordingId }: LibraryFile): number =>
        Number(recordingId !== first?.recordingId);
      files.sort((one, other) => rankOf(one) - rankOf(other));
    }
    return found;
  }

  /** Finds the files with names, each with its name: in their tags, or as the user names what they hold. */
  async #findWithNames(
    names: readonly string[],
  ): Promise<readonly (readonly [name: string, file: LibraryFile])[]> {
    const tagged = await this.#inOrder().where("trackKey", "in", names).execute();
    const stated = await this.#kysely
      .selectFrom("analyses")
      .select(["recordingId", "trackKey"])
      .where("ruledName", "is not", null)
      .where("trackKey", "in", names)
      .execute();
    const named = new Map(stated.map(({ recordingId, trackKey }) => [recordingId, trackKey]));
    const held =
      named.size === 0
        ? []
        : await this.#inOrder()
            .where("recordingId", "in", [...named.keys()])
            .execute();
    const others = held.flatMap((row) => {
      const name = named.get(row.recordingId ?? "");
      return name === undefined || name === row.trackKey ? [] : [[name, row] as const];
    });
    return [...tagged.map((row) => [row.trackKey, row] as const), ...others].map(
      ([name, row]) => [name, toLibraryFile(row)] as const,
    );
  }

  async findAt({ folder, relativePath }: LibraryPath): Promise<readonly LibraryFile[]> {
    const rows = await this.#inOrder()
      .where("folder", "=", folder)
      .where("relativePath", "=", relativePath)
      .execute();
    return rows.map(toLibraryFile);
  }

  async findAllAt(paths: readonly LibraryPath[]): Promise<readonly LibraryFile[]> {
    const files: LibraryFile[] = [];
    await inTurns(portionsByFolder(paths), async ({ folder, relativePaths }) => {
      const rows = await this.#inOrder()
        .where("folder", "=", folder)
        .where("relativePath", "in", relativePaths)
        .execute();
      for (const row of rows) files.push(toLibraryFile(row));
    });
    return files;
  }

  async findByIds(fileIds: readonly FileId[]): Promise<readonly (LibraryFile | undefined)[]> {
    const found = new Map<string, LibraryFile>();
    for (const some of portionsOf(fileIds, ROWS_PER_STATEMENT)) {
      const rows = await this.#inOrder().where("fileId", "in", some).execute();
      for (const row of rows) found.set(row.fileId, toLibraryFile(row));
    }
    return fileIds.map((fileId) => found.get(fileId));
  }

  async findFirst(refs: readonly TrackRef[]): Promise<readonly (LibraryFile | undefined)[]> {
    return this.#recent.files.findMany(refs, (missing) => this.#readFirst(missing as TrackRef[]));
  }

  /** Reads the first file of each name and of each recording. */
  async #readFirst(refs: readonly TrackRef[]): Promise<readonly (LibraryFile | undefined)[]> {
    const { recordingIds, trackKeys } = splitRefs(refs);
    const first = new Map<string | null, LibraryFile | undefined>();
    for (const some of portionsOf<string>(recordingIds, ROWS_PER_STATEMENT)) {
      const rows = await this.#inOrder().where("recordingId", "in", some).execute();
      for (const row of rows.reverse()) first.set(row.recordingId, toLibraryFile(row));
    }
    for (const [asked, [file]] of await this.#findNamed(trackKeys)) first.set(asked, file);
    const found = refs.flatMap((ref) => {
      const file = first.get(ref);
      return file === undefined ? [] : [{ ref, file }];
    });
    const named = await underStatedNames(
      this.#kysely,
      found.map(({ file }) => file),
    );
    // Under the name of its tags where it was asked for by that.
    const byRef = new Map(
      found.map(({ ref, file }, index) => {
        const stated = named[index];
        return [ref, stated && (isRecordingId(ref) || stated.trackKey === ref) ? stated : file];
      }),
    );
    return refs.map((ref) => byRef.get(ref));
  }

  async findByCode(
    code: { readonly isrc: Isrc } | { readonly musicbrainzId: string },
  ): Promise<readonly LibraryFile[]> {
    if ("isrc" in code) return this.#findBy("isrc", code.isrc);
    return this.#findBy("musicbrainzId", code.musicbrainzId);
  }

  async #findBy(
    column: "recordingId" | "isrc" | "musicbrainzId",
    value: string,
  ): Promise<readonly LibraryFile[]> {
    const rows = await this.#inOrder().where(column, "=", value).execute();
    return rows.map(toLibraryFile);
  }

  /** Selects files, in the order of their paths. */
  #inOrder() {
    return this.#kysely
      .selectFrom("libraryFiles")
      .selectAll()
      .orderBy("folder")
      .orderBy("relativePath")
      .orderBy("rangeNumber");
  }

  async search(words: string, limit: number): Promise<readonly LibraryFile[]> {
    await this.#follower.catchUp();
    const revisions = this.#index.search(foldForMatching(words), {
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
    const files = await underStatedNames(
      this.#kysely,
      revisions.flatMap((revision) => byRevision.get(revision) ?? []),
    );
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

  /** Adds some rows to the index. After the last, removes those that are no longer in the table. */
  async #indexSome(after: number, newest: number): Promise<number> {
    const rows = await this.#kysely
      .selectFrom("libraryFiles")
      .select(["revision", "namesFolded"])
      .where("revision", ">", after)
      .orderBy("revision")
      .limit(ROWS_PER_SLICE)
      .execute();
    for (const row of rows) this.#index.add(row.revision, foldLookAlikes(row.namesFolded));
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
