import type { LibraryPath } from "../../domain/library/library-file.js";
import type { RecordingId } from "../../domain/track/recording-id.js";

/** What became of a recording that was to be forgotten. */
export type ForgetOutcome =
  /** It is gone, since milliseconds since 1970; it may have been before. */
  | { readonly state: "gone"; readonly goneAt: number }
  /** Its analysis was removed. */
  | { readonly state: "removed" }
  /** It stays, because files of the library hold it, or held it before their bytes changed. */
  | {
      readonly state: "held";
      /** The path of the first of them. */
      readonly path: LibraryPath;
      /** >= 1. */
      readonly fileCount: number;
    };

/** What became of a recording that was to return: it is there, or only a file of the library brings it back. */
export type RestoreOutcome = "present" | "withoutFile";

/**
 * Stores which analysed recordings are gone: hidden wherever tracks are filtered, while what is known of them is kept
 * for a return.
 */
export interface GoneRecordings {
  /**
   * Makes a recording gone that no file of the library holds. One that is gone already stays so, since the same time.
   * Returns what became of it; `undefined` where it has no analysis.
   *
   * @param options.at the time now, milliseconds since 1970
   * @param options.isKept whether its analysis is kept for a return; otherwise it is removed at once, with all that was
   * measured of it. What users state about it stays in both cases
   */
  forget(
    recordingId: RecordingId,
    options: { readonly at: number; readonly isKept: boolean },
  ): Promise<ForgetOutcome | undefined>;

  /**
   * Lets a recording return that is gone, unless it was measured from a file of the library: it left with the last of
   * them, and returns with one. Does nothing where it is not gone. Returns what became of it; `undefined` where it has no
   * analysis.
   */
  restore(recordingId: RecordingId): Promise<RestoreOutcome | undefined>;

  /**
   * Removes the analyses of recordings that left before a time, those that left first, with all that was measured of
   * them. What users state about the recordings stays.
   *
   * @param before milliseconds since 1970
   * @param maximum of analyses that are removed
   * @returns how many were removed
   */
  removeBefore(before: number, maximum: number): Promise<number>;
}
