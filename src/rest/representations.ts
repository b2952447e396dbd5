import type { Analysis, AnalysisState } from "../domain/analysis/analysis.js";
import { artworkUrlFrom } from "../domain/track/artwork-url.js";
import type { SearchResult } from "../domain/track/track.js";

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

type PendingState = Exclude<AnalysisState, { state: "ready" | "failed" }>;

/** The body of a 202: no data yet, how far it is, how many wait before it, and when to ask again. */
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

/** What a person reads of an analysis that is not ready. */
export function pendingMessageOf(status: string, retryAfterSeconds: number): string {
  return `The analysis is ${status}. Ask again in ${retryAfterSeconds} s.`;
}

/**
 * The strong tag of a kept analysis: its track, the version of its numbers, and where its audio
 * came from unless from the library, because one from a better source replaces it.
 */
export function analysisTagOf({ trackKey, version, source }: Analysis): string {
  return `"${trackKey}-v${version}${source === "library" ? "" : `-${source}`}"`;
}
