import type { Failure } from "../errors/failure.js";
import type { FileId, LibraryFile } from "./library-file.js";
import type { LibraryScanning } from "./library-scan.js";
import type { StoredCheck } from "./stored-check.js";
import type { TrackKey } from "../track/track-key.js";

/** Tracks whose analysis failed for one reason. */
export interface FailureCount {
  readonly code: Failure["code"];
  /** > 0. */
  readonly count: number;
}

/** A track that is analysed now. */
export interface RunningAnalysis {
  readonly trackKey: TrackKey;
  readonly artist: string;
  readonly trackName: string;
}

/** How far scans and the analysis of the library are, as numbers of tracks unless stated otherwise, all >= 0. */
export interface LibraryStatus extends LibraryScanning {
  /** Whether this server analyses its library by itself. */
  readonly isAnalysing: boolean;
  readonly files: number;
  /** Recordings that files hold, and files that have not been read whole yet. */
  readonly tracks: number;
  /** With a stored analysis, also one of an older analysis version. */
  readonly analysed: number;
  /** Of those analysed, the ones to repeat: of an older analysis version, or of a database before recordings were identified. */
  readonly outdated: number;
  /** Neither analysed nor failed, in folders that are not paused. */
  readonly waiting: number;
  /** Neither analysed nor failed, in folders that are paused: they are analysed on request only. */
  readonly paused: number;
  /** Without an analysis, because the last attempt failed. */
  readonly failed: number;
  /** By reason, the most frequent first. */
  readonly failures: readonly FailureCount[];
  /** Analyses an hour of library tracks during the last ten minutes, > 0; `null` where there were fewer than two. */
  readonly tracksPerHour: number | null;
  /** Estimated time until all but the paused ones are analysed, whole seconds; `null` where it cannot be estimated. */
  readonly secondsLeft: number | null;
  /** The tracks that are analysed now, on any server or worker, without uploads; those that were begun first are first. */
  readonly running: readonly RunningAnalysis[];
  /** The last check of what is stored, of any server; `null` where none has ended. */
  readonly lastCheck: StoredCheck | null;
}

/** A file of the library without an analysis. */
export interface UnanalysedTrack {
  readonly fileId: FileId;
  readonly trackKey: TrackKey;
  /** Why its last analysis failed; absent where it waits. */
  readonly failure?: Failure;
}

/** A file of the library whose analysis failed. */
export interface FailedLibraryTrack extends Required<UnanalysedTrack> {
  /** Absent where it was removed since. */
  readonly file?: LibraryFile;
  /** The absolute path of that file. */
  readonly path?: string;
}
