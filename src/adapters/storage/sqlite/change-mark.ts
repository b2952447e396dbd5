import type BetterSqlite from "better-sqlite3";
import { isBusy } from "./busy-retry.js";

/** Minimum time between two checks for changes by other processes, because a check takes locks. */
const OTHERS_MILLISECONDS = 10;

/**
 * A mark that differs between states of the database: it contains the number of commits of this
 * process, by any connection, and the version by other processes, which is read once in 10 ms.
 *
 * Source: SQLite's manual, "PRAGMA data_version".
 */
export class ChangeMark {
  /** Number of changes that this process has committed, by any connection. */
  static #changes = 0;
  readonly #dataVersion: BetterSqlite.Statement;
  #othersVersion: unknown;
  /** A time of `performance.now()`. */
  #othersSeenAt = -Infinity;
  #unknownCount = 0;

  /** @param writer connection whose own changes do not alter the version that it reads */
  constructor(writer: BetterSqlite.Database) {
    this.#dataVersion = writer.prepare("pragma data_version").pluck();
  }

  /** Counts a change by this process. */
  count(): void {
    ChangeMark.#changes += 1;
  }

  /** Returns the mark of this moment. */
  get text(): string {
    const now = performance.now();
    if (now - this.#othersSeenAt > OTHERS_MILLISECONDS) {
      this.#othersVersion = this.#versionOfOthers();
      this.#othersSeenAt = now;
    }
    return `${ChangeMark.#changes} ${String(this.#othersVersion)}`;
  }

  /** Returns the version by other processes; where the file is locked, a new value, because all may have changed. */
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
