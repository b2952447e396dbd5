import type { Kysely } from "kysely";
import type { FolderStore, StoredFolder } from "../../../ports/library/folder-store.js";
import type { Clock } from "../../../ports/runtime/clock.js";
import type { Database } from "../database.js";
import type { Schema } from "../tables.js";

/** How long a list is returned again, because every file that is read asks for it. */
const LIFE_MILLISECONDS = 1_000;

/** Stores library folders in the database. */
export class SqlFolderStore implements FolderStore {
  readonly #kysely: Kysely<Schema>;
  readonly #clock: Pick<Clock, "now">;
  #kept:
    { readonly folders: Promise<readonly StoredFolder[]>; readonly readAt: number } | undefined;

  constructor(needs: { readonly database: Database; readonly clock: Pick<Clock, "now"> }) {
    this.#kysely = needs.database.kysely;
    this.#clock = needs.clock;
  }

  list(): Promise<readonly StoredFolder[]> {
    const now = this.#clock.now();
    if (this.#kept && Math.abs(now - this.#kept.readAt) < LIFE_MILLISECONDS) {
      return this.#kept.folders;
    }
    const folders = this.#read();
    this.#kept = { folders, readAt: now };
    // A failed read is not returned again.
    folders.catch(() => (this.#kept = undefined));
    return folders;
  }

  async save({ folder, isAdded, isPaused }: StoredFolder): Promise<void> {
    const flags = { isAdded: isAdded ? 1 : 0, isPaused: isPaused ? 1 : 0 };
    if (isAdded || isPaused) {
      await this.#kysely
        .insertInto("libraryFolders")
        .values({ folder, ...flags })
        .onConflict((conflict) => conflict.column("folder").doUpdateSet(flags))
        .execute();
    } else {
      await this.#kysely.deleteFrom("libraryFolders").where("folder", "=", folder).execute();
    }
    this.#kept = undefined;
  }

  async #read(): Promise<readonly StoredFolder[]> {
    const rows = await this.#kysely
      .selectFrom("libraryFolders")
      .selectAll()
      .orderBy("folder")
      .execute();
    return rows.map(({ folder, isAdded, isPaused }) => ({
      folder,
      isAdded: isAdded === 1,
      isPaused: isPaused === 1,
    }));
  }
}
