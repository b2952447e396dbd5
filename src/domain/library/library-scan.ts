import type { ScanReport } from "./library-file.js";

/** How far a scan is. */
export interface ScanProgress {
  /** The absolute path of the folder that is scanned; absent before the first one. */
  readonly folder?: string | undefined;
  /** Number of audio files that were found so far, >= 0. */
  readonly filesSeen: number;
  /** Of those, the number of new and changed ones that are still to be read, >= 0. */
  readonly filesLeft: number;
}

/** A scan that runs, of any server on the database. */
export interface RunningScan extends ScanProgress {
  /** By the time of the database, milliseconds since 1970. */
  readonly startedAt: number;
}

/** How a scan ended: also "aborted" where its server was killed. */
export type ScanResult = "completed" | "failed" | "aborted";

/** What a scan has found, as numbers of files; of `unreachable`, of files and folders. */
export type ScanCounts = Pick<
  ScanReport,
  "added" | "changed" | "moved" | "deleted" | "unchanged"
> & {
  /** Files that look like audio and could not be read. */
  readonly failed: number;
  /** Files and folders that could not be reached; what is stored of them is kept. */
  readonly unreachable: number;
};

/** The result of a scan. */
export interface ScanOutcome {
  readonly result: ScanResult;
  /** Present where it was completed. */
  readonly counts?: ScanCounts | undefined;
}

/** A scan that has ended. */
export interface EndedScan extends ScanOutcome {
  /** By the time of the database, milliseconds since 1970. */
  readonly startedAt: number;
  /** As `startedAt`; of a server that was killed, when it was last known to scan. */
  readonly endedAt: number;
}

/** The scans of all servers on a database. */
export interface LibraryScanning {
  /** Those that run, the earliest first. */
  readonly scans: readonly RunningScan[];
  /** The one that ended last; `null` where none has. */
  readonly lastScan: EndedScan | null;
}

/** Returns the numbers of a report. */
export function scanCountsOf({ failed, unreachable, ...counts }: ScanReport): ScanCounts {
  return { ...counts, failed: failed.length, unreachable: unreachable.length };
}
