import type { LibraryScanning, ScanCounts, ScanResult } from "../domain/library/library-scan.js";
import { isoTime } from "./iso-time.js";

/** The scans as a client is shown them: paths are `null` for those who may not see them, and times in ISO 8601. */
export interface ShownScanning {
  readonly scans: readonly {
    readonly path: string | null;
    readonly startedAt: string;
    readonly filesSeen: number;
    readonly filesLeft: number;
  }[];
  readonly lastScan: {
    readonly startedAt: string;
    readonly endedAt: string;
    readonly result: ScanResult;
    readonly counts: ScanCounts | null;
  } | null;
}

/** Returns scans as they are shown to a client that may see paths, or may not. */
export function shownScanning(
  { scans, lastScan }: LibraryScanning,
  maySeePaths: boolean,
): ShownScanning {
  return {
    scans: scans.map(({ folder = null, startedAt, filesSeen, filesLeft }) => ({
      path: maySeePaths ? folder : null,
      startedAt: isoTime(startedAt),
      ...{ filesSeen, filesLeft },
    })),
    lastScan: lastScan && {
      startedAt: isoTime(lastScan.startedAt),
      endedAt: isoTime(lastScan.endedAt),
      result: lastScan.result,
      counts: lastScan.counts ?? null,
    },
  };
}
