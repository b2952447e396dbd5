import type { Track } from "../../../domain/track/track.js";
import type { Members } from "./subsonic-envelope.js";

/** The similarity of songs that cannot be compared. */
const NOT_COMPARABLE = -1;

/**
 * Converts a track to a match of OpenSubsonic; unknown members are absent. Its id is the track key.
 *
 * Source: OpenSubsonic API, "sonicMatch" and "Child", 2026.
 */
export function toSonicMatch(track: Track, similarity: number | undefined): Members {
  const { trackKey, trackName, artist, album, durationSeconds, isrc, musicbrainzId } = track;
  return {
    entry: {
      ...{ id: trackKey, title: trackName, artist, isDir: false, isVideo: false },
      ...{ type: "music", mediaType: "song" },
      ...(album !== undefined && { album }),
      ...(durationSeconds !== undefined && { duration: Math.round(durationSeconds) }),
      ...(isrc !== undefined && { isrc: [isrc] }),
      ...(musicbrainzId !== undefined && { musicBrainzId: musicbrainzId }),
    },
    similarity: similarity ?? NOT_COMPARABLE,
  };
}
