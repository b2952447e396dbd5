import { musicalKeyOf, valueOf, type Analysis } from "../../domain/analysis/analysis.js";
import { byField, detailFields, estimateFields } from "../../domain/analysis/descriptors.js";
import { analysisDataFrom, valuesOf } from "../../domain/analysis/analysis-data.js";
import { artworkUrlFrom } from "../../domain/track/artwork-url.js";
import type { MoodHolders } from "../../domain/catalogue/mood-query.js";
import { camelotFrom, openKeyFrom } from "../../domain/analysis/musical-key.js";
import type { Track } from "../../domain/track/track.js";
import { toReleaseJson } from "../track/track-json.js";
import type { JsonOf } from "../shapes/plain-shapes.js";
import type { analysedTrackShape, moodHoldersShape } from "./catalogue-answers.js";

/** Tracks by their keys; some may be missing. */
export type TracksByKey = ReadonlyMap<string, Track>;

/** Converts an analysed track to JSON: its analysis, and the other fields of filters and orders. */
export function toAnalysedTrackJson(
  analysis: Analysis,
  tracks: TracksByKey,
  baseUrl: string,
): JsonOf<typeof analysedTrackShape> {
  const key = musicalKeyOf(analysis);
  return {
    ...analysisDataFrom(analysis),
    ...toReleaseJson(tracks.get(analysis.trackKey)),
    ...valuesOf(analysis, detailFields),
    camelot: key && camelotFrom(key),
    openKey: key && openKeyFrom(key),
    thumbnailUrl: thumbnailUrlOf(analysis, tracks, baseUrl),
    confidence: byField(estimateFields, (field) => analysis.estimates[field].confidence),
    source: analysis.source,
    analyzedAt: new Date(analysis.analyzedAt).toISOString(),
    analysisVersion: analysis.version,
  };
}

/** Converts the tracks that have a mood to JSON. */
export function toMoodHoldersJson(
  { mood, count, strongest }: MoodHolders,
  tracks: TracksByKey,
  baseUrl: string,
): JsonOf<typeof moodHoldersShape> {
  return {
    mood,
    count,
    strongest: strongest.map((analysis) => ({
      trackKey: analysis.trackKey,
      trackName: analysis.trackName,
      artist: analysis.artist,
      thumbnailUrl: thumbnailUrlOf(analysis, tracks, baseUrl),
      // It is not null: the value is above the threshold.
      value: valueOf(analysis, mood) ?? 0,
    })),
  };
}

function thumbnailUrlOf({ trackKey }: Analysis, tracks: TracksByKey, baseUrl: string): string {
  const artwork = tracks.get(trackKey)?.artwork ?? { kind: "none" };
  return artworkUrlFrom(baseUrl, { trackKey, artwork });
}
