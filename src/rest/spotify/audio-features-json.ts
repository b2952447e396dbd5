import { durationMsOf } from "../../domain/analysis/analysis-data.js";
import { valueOf } from "../../domain/analysis/analysis.js";
import type { AskedAnalysis } from "./ready-analyses.js";

/** What Spotify answers where it found no key; other values of a track have no such sign. */
export const NO_KEY = -1;

/**
 * An analysis as Spotify's audio features, field by field; `null` where we do not measure, or the
 * signal does not carry, such a thing.
 *
 * The id is the one that the client sent, because that is how it finds the answer again.
 *
 * @param baseUrl this server as the client reaches it, without a slash at the end
 *
 * Source: Spotify, "Web API Reference", AudioFeaturesObject; how our scales differ is told in
 * `schema/spotify.md`.
 */
export function toAudioFeaturesJson({ asked, analysis }: AskedAnalysis, baseUrl: string): object {
  const value = (field: Parameters<typeof valueOf>[1]): number | null => valueOf(analysis, field);
  const place = encodeURIComponent(asked.text);
  return {
    danceability: value("danceability"),
    energy: value("energy"),
    key: value("key") ?? NO_KEY,
    loudness: value("loudness"),
    mode: value("mode"),
    speechiness: value("speechiness"),
    acousticness: null,
    instrumentalness: value("instrumentalness"),
    liveness: value("liveness"),
    valence: value("valence"),
    tempo: value("tempo"),
    type: "audio_features",
    id: asked.text,
    uri: asked.id.kind === "spotify" ? `spotify:track:${asked.id.spotifyId}` : null,
    track_href: `${baseUrl}/api/audio/tracks/${analysis.trackKey}`,
    analysis_url: `${baseUrl}/v1/audio-analysis/${place}`,
    duration_ms: durationMsOf(analysis),
    time_signature: value("timeSignature"),
  };
}
