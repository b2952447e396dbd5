import { setImmediate as nextTurn } from "node:timers/promises";

/** How the changes of a table are read. */
interface FollowedTable {
  /** Reads the revision of the last change. */
  readonly newest: () => Promise<number>;

  /**
   * Reads some of the changes after a revision, a few milliseconds of work, and returns the revision
   * up to which all are read: above `after`, unless everything is to be read again.
   *
   * @param after 0 before the first change
   * @param newest at least the revision of the last change at the time of the call
   */
  readonly readSome: (after: number, newest: number) => Promise<number>;
}

/**
 * Follows the changes of a table, by this process or another, for a copy of it in memory. Every change
 * has a revision, a larger one than any change before.
 */
export class TableFollower {
  readonly #table: FollowedTable;
  #revision = 0;
  #reading: Promise<void> | undefined;

  constructor(table: FollowedTable) {
    this.#table = table;
  }

  /** The revision up to which all changes are read. */
  get revision(): number {
    return this.#revision;
  }

  /**
   * Reads all changes up to the moment of the call. Concurrent calls share the reading, which yields to
   * other work.
   */
  async catchUp(): Promise<void> {
    const newest = await this.#table.newest();
    // The reading under way may have begun before the change that the caller knows of.
    while (this.#revision < newest) {
      this.#reading ??= this.#readSome(newest).finally(() => {
        this.#reading = undefined;
      });
      await this.#reading;
    }
  }

  async #readSome(newest: number): Promise<void> {
    this.#revision = await this.#table.readSome(this.#revision, newest);
    await nextTurn();
  }
}
