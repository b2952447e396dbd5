import { durationMsOf } from "../../../domain/analysis/analysis-data.js";
import { valueOf } from "../../../domain/analysis/analysis.js";
import type { IdentifiedAnalysis } from "../ready-analyses.js";
import type { JsonOf } from "../../shapes/plain-shapes.js";
import type { spotifyAudioFeaturesShape } from "./spotify-answers.js";

/** Spotify's value for a track without a key; other fields have no such value. */
export const NO_KEY = -1;

/**
 * Converts an analysis to Spotify's audio features, field by field; `null` for values that Overtone
 * does not measure, or that the signal does not have.
 *
 * The id is the one that the client sent, so that the client can match the entries to its ids.
 *
 * @param baseUrl the URL of this server as the client reaches it, without a trailing slash
 *
 * Source: Spotify, "Web API Reference", AudioFeaturesObject; `src/web/guide/spotify.md` describes
 * how the scales differ.
 */
export function toAudioFeaturesJson(
  { requested, analysis }: IdentifiedAnalysis,
  baseUrl: string,
): JsonOf<typeof spotifyAudioFeaturesShape> {
  const value = (field: Parameters<typeof valueOf>[1]): number | null => valueOf(analysis, field);
  const encodedId = encodeURIComponent(requested.text);
  return {
    danceability: value("danceability"),
    energy: value("energy"),
    key: value("key") ?? NO_KEY,
    loudness: value("loudness"),
    mode: value("mode"),
    speechiness: value("speechiness"),
    acousticness: value("acousticness"),
    instrumentalness: value("instrumentalness"),
    liveness: value("liveness"),
    valence: value("valence"),
    tempo: value("tempo"),
    type: "audio_features",
    id: requested.text,
    uri: requested.id.kind === "spotify" ? `spotify:track:${requested.id.spotifyId}` : null,
    track_href: `${baseUrl}/api/audio/tracks/${analysis.recordingId}`,
    analysis_url: `${baseUrl}/v1/audio-analysis/${encodedId}`,
    duration_ms: durationMsOf(analysis),
    time_signature: value("timeSignature"),
  };
}
