import type { StoredCheck } from "../../domain/library/stored-check.js";

/** The findings of an inspection of a database. */
export interface DatabaseInspection {
  /** Product and version of the server, e.g. "PostgreSQL 18.4"; absent for a file. */
  readonly server?: string;
  /** How far the clock of this machine is ahead of that of the server, which may be negative; absent for a file. */
  readonly clockAheadMilliseconds?: number;
  /** The most connections that the user may have to the database at once; absent for a file. */
  readonly connectionLimit?: number;
  /** Damage that is found, a line each; empty where there is none. */
  readonly damage: readonly string[];
  /** Whether it has an unfinished copy of another database, and is refused by servers. */
  readonly isUnfinished: boolean;
  /** Names of the migrations applied, ascending. */
  readonly migrations: readonly string[];
  /** Number of cache entries that have not expired. */
  readonly cacheEntryCount: number;
  /** The last check of what is stored; absent where none has ended. */
  readonly lastCheck?: StoredCheck;
  /** Number of known files by library folder. */
  readonly fileCounts: ReadonlyMap<string, number>;
  /** The library folders that were added beside the configured ones and are not paused, ordered by path. */
  readonly addedFolders: readonly string[];
  /** How many were added, and are paused. */
  readonly pausedFolderCount: number;
}

/** Selects the added folders that are not paused, on both database systems. */
export const ADDED_FOLDERS =
  "select folder from library_folders where is_added = 1 and is_paused = 0 order by folder";

/** Counts the added folders that are paused, on both database systems. */
export const PAUSED_FOLDERS =
  "select count(*) from library_folders where is_added = 1 and is_paused = 1";
