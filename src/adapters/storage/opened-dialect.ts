import type { Dialect } from "kysely";

/** The parts of an open database that differ between database systems. */
export interface OpenedDialect {
  readonly dialect: Dialect;

  /** Runs a migration while no other process can run one on the same database. */
  lockForMigration<T>(migrate: () => Promise<T>): Promise<T>;

  /** Closes the handle where no query was ever made. */
  release(): void;
}
