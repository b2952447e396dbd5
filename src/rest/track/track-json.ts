import { taggedDataFrom } from "../../domain/tagging/tagged-data.js";
import type { TaggedValues } from "../../domain/tagging/tagged-values.js";
import { artworkUrlFrom } from "../../domain/track/artwork-url.js";
import { recordingKeyFrom, workKeyFrom } from "../../domain/track/recording.js";
import type { ReleaseDetails } from "../../domain/track/release-details.js";
import type { SearchResult, Track } from "../../domain/track/track.js";
import type { JsonOf } from "../shapes/plain-shapes.js";
import type { releaseFields, trackShape } from "../shapes/track-shapes.js";
import type { searchResultShape } from "./track-answers.js";

type TrackJson = JsonOf<typeof trackShape>;

type ReleaseJson = Pick<TrackJson, keyof typeof releaseFields>;

/** Converts a track to JSON; unknown values are `null`. */
export function toTrackJson(track: Track, baseUrl: string): TrackJson {
  const { durationSeconds } = track;
  return {
    trackKey: track.trackKey,
    recordingId: track.recordingId ?? null,
    trackName: track.trackName,
    artist: track.artist,
    artists: track.artists ?? [track.artist],
    ...toReleaseJson(track),
    duration_ms: durationSeconds === undefined ? null : Math.round(durationSeconds * 1000),
    thumbnailUrl: artworkUrlFrom(baseUrl, track),
    recordingKey: recordingKeyFrom(track),
    workKey: workKeyFrom(track),
    isrc: track.isrc ?? null,
    musicbrainzId: track.musicbrainzId ?? null,
    deezerId: track.deezerId ?? null,
    spotifyId: track.spotifyId ?? null,
    itunesId: track.itunesId ?? null,
    providers: track.providers,
  };
}

/** Converts what is known of the release of a track to JSON; unknown values are `null`. */
export function toReleaseJson(details: ReleaseDetails | undefined): ReleaseJson {
  return {
    album: details?.album ?? null,
    albumArtist: details?.albumArtist ?? null,
    genre: details?.genre ?? null,
    year: details?.year ?? null,
    trackNumber: details?.trackNumber ?? null,
    discNumber: details?.discNumber ?? null,
    composer: details?.composer ?? null,
    label: details?.label ?? null,
    work: details?.work ?? null,
    movement: details?.movement ?? null,
    movementNumber: details?.movementNumber ?? null,
  };
}

/** What is known of the library file of a track. */
interface FileOfTrack {
  /** What its tags say of its sound. */
  readonly tagged: TaggedValues | undefined;
  /** Absolute; for callers who may see it. */
  readonly path: string | undefined;
}

/** Converts a track that was looked up to JSON, with what is known of its library file. */
export function toFoundTrackJson(track: Track, baseUrl: string, file: FileOfTrack): TrackJson {
  const { tagged, path } = file;
  return {
    ...toTrackJson(track, baseUrl),
    path: path ?? null,
    tagged: tagged ? taggedDataFrom(tagged) : null,
  };
}

/** Converts a search result to JSON. */
export function toSearchResultJson(
  { track, matchScore }: SearchResult,
  baseUrl: string,
): JsonOf<typeof searchResultShape> {
  const { trackName, artist, trackKey } = track;
  const thumbnailUrl = artworkUrlFrom(baseUrl, track);
  return { trackName, artist, thumbnailUrl, trackKey, match_score: matchScore };
}
