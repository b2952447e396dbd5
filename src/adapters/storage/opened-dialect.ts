import type { Dialect } from "kysely";

/** What differs between database systems, and all that does. */
export interface OpenedDialect {
  readonly dialect: Dialect;

  /** Runs a migration while no other process can run one on the same database. */
  lockForMigration<T>(migrate: () => Promise<T>): Promise<T>;

  /** Lets go of the handle where no query was ever made. */
  release(): void;
}
