import type { Failure } from "../../domain/errors/failure.js";
import type { FileId } from "../../domain/library/library-file.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { TrackKey } from "../../domain/track/track-key.js";

/** A file of the library: what is known of the analysis of its audio. */
export interface FileProgress {
  readonly fileId: FileId;
  readonly trackKey: TrackKey;
  /** The recording that it holds; absent where it has not been read whole since its bytes changed. */
  readonly recordingId?: RecordingId;
  /** The stored analysis of that recording; absent where there is none. */
  readonly analysis?: {
    readonly version: number;
    /** Milliseconds since 1970. */
    readonly analyzedAt: number;
    /** Whether it may be that of other audio, because it is of a database before version 0031. */
    readonly isUnverified: boolean;
  };
  /** Whether its folder is paused, so that it is analysed only on request. */
  readonly isPaused: boolean;
  /** The last failure of its analysis, with the seconds for which requests still get it; 0 where they no longer do. */
  readonly failure?: Failure & { readonly secondsLeft: number };
}

/** Reads which files of the library are analysed, a slice at a time. */
export interface LibraryProgress {
  /**
   * Returns the files behind a file, in the order of their ids. Fewer than `limit` are returned only at
   * the end.
   *
   * @param options.folders where given, only files in one of these folders that are not away
   */
  findAfter(
    fileId: FileId | undefined,
    options: { readonly limit: number; readonly folders?: readonly string[] },
  ): Promise<readonly FileProgress[]>;

  /** Returns the files with a track key. */
  findNamed(trackKey: TrackKey): Promise<readonly FileProgress[]>;

  /**
   * Returns a text that is another one whenever a file, an analysis or a failure was added, changed or
   * removed, by this process or another; cheap, whatever the size of the library.
   */
  revision(): Promise<string>;
}
