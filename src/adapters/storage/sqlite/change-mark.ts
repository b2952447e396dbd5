import type BetterSqlite from "better-sqlite3";
import { isBusy } from "./busy-retry.js";

/** Looking for what other processes have changed takes locks, and requests come many at a time. */
const OTHERS_MILLISECONDS = 10;

/**
 * Tells one state of the database from another: what this process has committed, by any connection,
 * and what others have, which is looked for once in ten milliseconds.
 *
 * Source: SQLite's manual, "PRAGMA data_version".
 */
export class ChangeMark {
  /** Changes that this process has committed, by any connection. */
  static #changes = 0;
  readonly #dataVersion: BetterSqlite.Statement;
  #othersVersion: unknown;
  /** Against `performance.now()`. */
  #othersSeenAt = -Infinity;
  #unknownCount = 0;

  /** @param writer its own changes leave the version alone that it reads */
  constructor(writer: BetterSqlite.Database) {
    this.#dataVersion = writer.prepare("pragma data_version").pluck();
  }

  /** Notes a change by this process. */
  count(): void {
    ChangeMark.#changes += 1;
  }

  /** The mark of this moment. */
  get text(): string {
    const now = performance.now();
    if (now - this.#othersSeenAt > OTHERS_MILLISECONDS) {
      this.#othersVersion = this.#versionOfOthers();
      this.#othersSeenAt = now;
    }
    return `${ChangeMark.#changes} ${String(this.#othersVersion)}`;
  }

  /** Where another process keeps everyone out, all may have changed. */
  #versionOfOthers(): unknown {
    try {
      return this.#dataVersion.get();
    } catch (failure) {
      if (!isBusy(failure)) throw failure;
      this.#unknownCount += 1;
      return `unknown ${this.#unknownCount}`;
    }
  }
}
