import type { Dialect, Migration, RawBuilder } from "kysely";

/** The supported database systems. */
export type DatabaseSystem = "sqlite" | "postgres";

/** The parts of an open database that differ between database systems. */
export interface OpenedDialect {
  readonly system: DatabaseSystem;

  readonly dialect: Dialect;

  /** Selects the names of all tables where this application creates its own. */
  readonly tables: RawBuilder<{ readonly name: string }>;

  /** Migrations that need other statements on this system, by their name. */
  readonly migrations: Readonly<Record<string, Migration>>;

  /**
   * Reads many bytes faster than kysely does, where that is possible: the values of a select of one
   * column of bytes, in its order. The select has no parameters; constants stand in its text.
   */
  readonly readBytes?: (select: string) => Promise<readonly Uint8Array[]>;

  /** Runs a migration while no other process can run one on the same database. */
  lockForMigration<T>(migrate: () => Promise<T>): Promise<T>;

  /** Closes the handle where no query was ever made. */
  release(): void;
}

/** The table that says which migrations were applied; a database without it is empty, or of another program. */
export const MIGRATION_TABLE = "kysely_migration";

/** The migration that was applied to every database of this program, of any version. */
export const FIRST_MIGRATION = "0001-create-api-keys";
