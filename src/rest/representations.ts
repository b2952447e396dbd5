import type { Analysis, AnalysisState } from "../domain/analysis/analysis.js";
import { artworkUrlFrom } from "../domain/track/artwork-url.js";
import type { SearchResult } from "../domain/track/track.js";

/** Converts a search result to JSON. */
export function toSearchResultJson({ track, matchScore }: SearchResult, baseUrl: string): object {
  return {
    trackName: track.trackName,
    artist: track.artist,
    thumbnailUrl: artworkUrlFrom(baseUrl, track),
    trackKey: track.trackKey,
    match_score: matchScore,
  };
}

type PendingState = Exclude<AnalysisState, { state: "ready" | "failed" }>;

/** Makes the body of a 202 response: no data, the state, the queue position, and a message. */
export function toPendingJson({ state, retryAfterSeconds, position }: PendingState): object {
  const status = state === "processing" ? "processing" : "queued";
  return {
    success: true,
    data: null,
    status,
    position,
    message: pendingMessageOf(status, retryAfterSeconds),
  };
}

/** Returns the message for people about an analysis that is not ready. */
export function pendingMessageOf(status: string, retryAfterSeconds: number): string {
  return `The analysis is ${status}. Ask again in ${retryAfterSeconds} s.`;
}

/**
 * Returns the strong entity tag of a stored analysis: the track key, the analysis version, and the
 * audio source unless that is the library, because an analysis from a better source replaces it.
 */
export function analysisTagOf({ trackKey, version, source }: Analysis): string {
  return `"${trackKey}-v${version}${source === "library" ? "" : `-${source}`}"`;
}
