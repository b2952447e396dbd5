import { isTemporaryCode } from "../../domain/analysis/analysis-failure.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { LibraryTrack, LibraryTracks } from "../../ports/library/library-tracks.js";

/** Tracks that are read at once: some milliseconds of the event loop. */
const TRACKS_PER_SLICE = 500;

/**
 * Yields the tracks of the library in the order of their keys, read a slice at a time.
 *
 * @param options.after begins behind this key
 * @param options.folders called for each slice; where given, only tracks with a file in one of its folders
 */
export async function* walkLibrary(
  tracks: Pick<LibraryTracks, "findAfter">,
  options: {
    readonly after?: TrackKey | undefined;
    readonly folders?: () => Promise<readonly string[]>;
  } = {},
): AsyncGenerator<LibraryTrack, void, void> {
  let { after } = options;
  for (;;) {
    const folders = await options.folders?.();
    const limit = TRACKS_PER_SLICE;
    const slice = await tracks.findAfter(after, { limit, ...(folders && { folders }) });
    yield* slice;
    after = slice.at(-1)?.trackKey;
    if (slice.length < limit) return;
  }
}

/** Returns whether a track has no analysis because the last attempt failed. */
export function hasFailed({ analysis, failure }: LibraryTrack): boolean {
  return analysis === undefined && failure !== undefined;
}

/**
 * Returns whether a track may be analysed without a request: its last attempt did not fail, or for a
 * temporary reason some time ago. What an operator dropped is not taken up again.
 */
export function mayBeTried(track: LibraryTrack): boolean {
  return track.failure === undefined || (track.failure.secondsLeft === 0 && failureMayPass(track));
}

/** Returns whether the last attempt failed for a reason that passes with time. */
export function failureMayPass({ failure }: LibraryTrack): boolean {
  if (failure === undefined) return false;
  return failure.code !== "ANALYSIS_DROPPED" && isTemporaryCode(failure.code);
}
