import type {
  LibraryScanning,
  ScanOutcome,
  ScanProgress,
} from "../../domain/library/library-scan.js";

/** Stores which scans run, and how the last one ended, for all servers on the database. */
export interface ScanStore {
  /**
   * Stores a scan that begins.
   *
   * @param id unique among all scans
   */
  begin(id: string): Promise<void>;

  /** Stores how far a scan is. One of which nothing is stored for half a minute counts as aborted. */
  report(id: string, progress: ScanProgress): Promise<void>;

  /** Stores the end of a scan, and forgets those that ended before. */
  end(id: string, outcome: ScanOutcome): Promise<void>;

  /** Returns the scans of all servers; those of other servers are noticed within a second. */
  list(): Promise<LibraryScanning>;
}
