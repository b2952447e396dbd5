import { keyNameFrom } from "../domain/musical-key.js";
import {
  moods,
  musicalKeyOf,
  valueOf,
  type Analysis,
  type AnalysisState,
} from "../domain/analysis.js";
import { artworkUrlFrom } from "../domain/artwork-url.js";
import type { SearchResult } from "../domain/track.js";

/** A search result on the wire. */
export function toSearchResultJson({ track, matchScore }: SearchResult, baseUrl: string): object {
  return {
    trackName: track.trackName,
    artist: track.artist,
    thumbnailUrl: artworkUrlFrom(baseUrl, track),
    trackKey: track.trackKey,
    match_score: matchScore,
  };
}

const plainFields = [
  "energy",
  "liveness",
  "danceability",
  "instrumentalness",
  "speechiness",
  "valence",
  "arousal",
  "approachability",
  "engagement",
] as const;

/** An analysis on the wire: every field, in the contract's order, `null` where there is no value. */
export function toAnalysisJson(analysis: Analysis): object {
  const { artist, trackKey, trackName, durationSeconds } = analysis;
  const musicalKey = musicalKeyOf(analysis);
  return {
    artist,
    trackKey,
    trackName,
    duration_ms: Math.round(durationSeconds * 1000),
    tempo: valueOf(analysis, "tempo"),
    key: valueOf(analysis, "key"),
    keyString: musicalKey && keyNameFrom(musicalKey),
    mode: valueOf(analysis, "mode"),
    timeSignature: valueOf(analysis, "timeSignature"),
    ...Object.fromEntries(plainFields.map((field) => [field, valueOf(analysis, field)])),
    mood: Object.fromEntries(moods.map((mood) => [mood, valueOf(analysis, mood)])),
    meta: { artist, track: trackName },
  };
}

type PendingState = Exclude<AnalysisState, { state: "ready" | "failed" }>;

/** The body of a 202: no data yet, how far it is, and when to ask again. */
export function toPendingJson({ state, retryAfterSeconds }: PendingState): object {
  const status = state === "processing" ? "processing" : "queued";
  return {
    success: true,
    data: null,
    status,
    message: `The analysis is ${status}. Ask again in ${retryAfterSeconds} s.`,
  };
}

/** The strong tag of an analysis: its track and the version of its numbers. */
export function analysisTagOf({ trackKey, version }: Analysis): string {
  return `"${trackKey}-v${version}"`;
}
