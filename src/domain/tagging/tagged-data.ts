import { keyNameFrom } from "../analysis/musical-key.js";
import type { TaggedValues } from "./tagged-values.js";

/** Tagged values as both edges return them: flat, `null` where not tagged. */
export interface TaggedData {
  readonly tempo: number | null;
  readonly key: number | null;
  readonly mode: number | null;
  readonly keyString: string | null;
  readonly trackGain: number | null;
  readonly trackPeak: number | null;
  readonly musicbrainzRecordingId: string | null;
  readonly musicbrainzTrackId: string | null;
  readonly musicbrainzReleaseId: string | null;
  readonly musicbrainzReleaseGroupId: string | null;
  readonly musicbrainzArtistIds: readonly string[];
}

/** Returns tagged values as both edges return them. */
export function taggedDataFrom(values: TaggedValues): TaggedData {
  const { tempo, key, trackGain, trackPeak, musicbrainz } = values;
  return {
    tempo: tempo ?? null,
    key: key?.tonic ?? null,
    mode: key?.mode ?? null,
    keyString: key ? keyNameFrom(key) : null,
    trackGain: trackGain ?? null,
    trackPeak: trackPeak ?? null,
    musicbrainzRecordingId: musicbrainz.recording ?? null,
    musicbrainzTrackId: musicbrainz.track ?? null,
    musicbrainzReleaseId: musicbrainz.release ?? null,
    musicbrainzReleaseGroupId: musicbrainz.releaseGroup ?? null,
    musicbrainzArtistIds: musicbrainz.artists,
  };
}
