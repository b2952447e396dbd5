import type { Kysely } from "kysely";
import type { StoredDirectory } from "../../../domain/library/library-directory.js";
import type {
  DirectoryChanges,
  DirectoryStore,
  MarkedDirectory,
} from "../../../ports/library/directory-store.js";
import type { Clock } from "../../../ports/runtime/clock.js";
import type { Database } from "../database.js";
import { portionsOf } from "../portions.js";
import type { Schema } from "../tables.js";

/** How long the marked directories are returned again, because looking for a missing file asks for them. */
const LIFE_MILLISECONDS = 1_000;

const ROWS_PER_STATEMENT = 500;

/** Stores the directories of library files in the database. */
export class SqlDirectoryStore implements DirectoryStore {
  readonly #kysely: Kysely<Schema>;
  readonly #clock: Pick<Clock, "now">;
  #kept:
    { readonly marked: Promise<readonly MarkedDirectory[]>; readonly readAt: number } | undefined;

  constructor(needs: { readonly database: Database; readonly clock: Pick<Clock, "now"> }) {
    this.#kysely = needs.database.kysely;
    this.#clock = needs.clock;
  }

  async list(folder: string): Promise<ReadonlyMap<string, StoredDirectory>> {
    const rows = await this.#selected().where("folder", "=", folder).execute();
    return new Map(rows.map((row) => [row.relativePath, toStoredDirectory(row)]));
  }

  async save(folder: string, { changed, removed }: DirectoryChanges): Promise<void> {
    const paths = [...removed, ...changed.keys()];
    if (paths.length === 0) return;
    const rows = [...changed].map(([relativePath, { inode, bornAt, isMount, away }]) => ({
      ...{ folder, relativePath, inode, bornAt, isMount: isMount ? 1 : 0 },
      ...{ absence: away?.absence ?? null, awayFiles: away?.fileCount ?? 0 },
    }));
    await this.#kysely.transaction().execute(async (transaction) => {
      for (const some of portionsOf(paths, ROWS_PER_STATEMENT)) {
        await transaction
          .deleteFrom("libraryDirectories")
          .where("folder", "=", folder)
          .where("relativePath", "in", some)
          .execute();
      }
      for (const some of portionsOf(rows, ROWS_PER_STATEMENT)) {
        // Another process may have scanned the folder at the same time: both found the same.
        await transaction
          .insertInto("libraryDirectories")
          .values(some)
          .onConflict((conflict) => conflict.columns(["folder", "relativePath"]).doNothing())
          .execute();
      }
    });
    this.#kept = undefined;
  }

  async removeFolder(folder: string): Promise<void> {
    await this.#kysely.deleteFrom("libraryDirectories").where("folder", "=", folder).execute();
    this.#kept = undefined;
  }

  listMarked(): Promise<readonly MarkedDirectory[]> {
    const now = this.#clock.now();
    if (this.#kept && Math.abs(now - this.#kept.readAt) < LIFE_MILLISECONDS) {
      return this.#kept.marked;
    }
    const marked = this.#readMarked();
    this.#kept = { marked, readAt: now };
    // A failed read is not returned again.
    marked.catch(() => (this.#kept = undefined));
    return marked;
  }

  async #readMarked(): Promise<readonly MarkedDirectory[]> {
    const rows = await this.#selected()
      .where((build) => build.or([build("isMount", "=", 1), build("absence", "is not", null)]))
      .orderBy("folder")
      .orderBy("relativePath")
      .execute();
    return rows.map((row) => {
      const { isMount, away } = toStoredDirectory(row);
      return {
        ...{ folder: row.folder, relativePath: row.relativePath, isMount },
        ...(away !== undefined && { away }),
      };
    });
  }

  #selected() {
    return this.#kysely.selectFrom("libraryDirectories").selectAll();
  }
}

function toStoredDirectory({
  inode,
  bornAt,
  isMount,
  absence,
  awayFiles,
}: Omit<Schema["libraryDirectories"], "folder" | "relativePath">): StoredDirectory {
  return {
    ...{ inode, bornAt, isMount: isMount === 1 },
    ...(absence !== null && { away: { absence, fileCount: awayFiles } }),
  };
}
