import type { Failure } from "../../domain/errors/failure.js";
import type { TrackKey } from "../../domain/track/track-key.js";

/** A track of the library: what is known of its analysis. */
export interface LibraryTrack {
  readonly trackKey: TrackKey;
  /** Whether the digest of the audio is known of each of its files. */
  readonly hasDigests: boolean;
  /** The stored analysis, also one under another spelling; absent where there is none. */
  readonly analysis?: {
    readonly version: number;
    /** Milliseconds since 1970. */
    readonly analyzedAt: number;
  };
  /** The last failure of its analysis, with the seconds for which requests still get it; 0 where they no longer do. */
  readonly failure?: Failure & { readonly secondsLeft: number };
}

/** Reads which tracks of the library are analysed, a slice at a time. */
export interface LibraryTracks {
  /**
   * Returns the tracks behind a track key, in the order of the keys: each once, whatever the number of
   * its files. Fewer than `limit` are returned only at the end.
   *
   * @param options.folders where given, only tracks with a file in one of these folders
   */
  findAfter(
    trackKey: TrackKey | undefined,
    options: { readonly limit: number; readonly folders?: readonly string[] },
  ): Promise<readonly LibraryTrack[]>;

  /** Returns a track with a file in the library. */
  find(trackKey: TrackKey): Promise<LibraryTrack | undefined>;

  /**
   * Returns a text that is another one whenever a file, an analysis or a failure was added, changed or
   * removed, by this process or another; cheap, whatever the size of the library.
   */
  revision(): Promise<string>;
}
