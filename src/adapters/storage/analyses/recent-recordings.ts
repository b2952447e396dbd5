import type { Analysis } from "../../../domain/analysis/analysis.js";
import type { LibraryFile } from "../../../domain/library/library-file.js";
import type { Clock } from "../../../ports/runtime/clock.js";
import { RecentReads } from "../recent-reads.js";
import type { FoundName } from "./named-recordings.js";

/** Number of analyses held in memory; each takes some ten kilobytes. */
const MAX_ANALYSES = 1000;

/** Number of names held in memory; each takes less than a kilobyte. */
const MAX_NAMES = 5000;

/** Number of files held in memory; each takes some two kilobytes. */
const MAX_FILES = 1000;

/** What was read of recordings, their names and their files in the last second, for all stores that change any. */
export class RecentRecordings {
  /** By the id of the recording. */
  readonly analyses: RecentReads<Analysis>;
  /** By track key. */
  readonly names: RecentReads<FoundName>;
  /** The first file, by track key or by the id of the recording. */
  readonly files: RecentReads<LibraryFile>;

  /** @param options.clock by default that of the system */
  constructor(options: { readonly clock?: Pick<Clock, "now"> | undefined } = {}) {
    this.analyses = new RecentReads({ clock: options.clock, max: MAX_ANALYSES });
    this.names = new RecentReads({ clock: options.clock, max: MAX_NAMES, isKept: isSettled });
    this.files = new RecentReads({ clock: options.clock, max: MAX_FILES });
  }

  /** Runs a change by this process, and drops all that was read before its end. */
  change<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.names.change(() => this.files.change(() => this.analyses.change(work)));
  }
}

/**
 * Returns whether a name means what it will mean: until its files are read whole, another process may do
 * that at any time, and those who wait for it read the name again at once.
 */
const isSettled = ({ recordings, hasUnreadFile }: FoundName): boolean =>
  recordings.length > 0 && !hasUnreadFile;
