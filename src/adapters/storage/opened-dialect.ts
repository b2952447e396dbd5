import type { CompiledQuery, Dialect } from "kysely";

/** What differs between database systems, and all that does. */
export interface OpenedDialect {
  readonly dialect: Dialect;

  /** Runs a migration while no other process can run one on the same database. */
  lockForMigration<T>(migrate: () => Promise<T>): Promise<T>;

  /**
   * A text that is another one after every change of what is stored: at once after one by this
   * process, within ten milliseconds after one by another.
   */
  changeMark(): string;

  /** Runs a read, and answers its rows as lists of values in the order of its columns. */
  list(query: CompiledQuery): Promise<readonly (readonly unknown[])[]>;

  /** Lets go of the handle where no query was ever made. */
  release(): void;
}
