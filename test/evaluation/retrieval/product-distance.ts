import { toAnalysesRow } from "../../../src/adapters/storage/analysis-row.js";
import { CatalogueColumns } from "../../../src/adapters/storage/catalogue/columns/catalogue-columns.js";
import type { SoundEmbedding } from "../../../src/domain/analysis/sound-embedding.js";
import type { FieldWeights } from "../../../src/domain/catalogue/similarity.js";
import { recordingIdFrom } from "../../../src/domain/track/recording-id.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { squaredDistanceBetween } from "../../../src/services/similarity/nearest-tracks.js";
import type { HeardTrack } from "./heard-tracks.js";

/** The distance of the tracks of two indices; `NaN` where they cannot be compared. */
export type Distance = (one: number, other: number) => number;

/**
 * Returns the distance of `similar` in a catalogue of these tracks.
 *
 * @param embeddings of the tracks, in their order; by default those of their analyses
 */
export function productDistance(
  tracks: readonly HeardTrack[],
  weights: FieldWeights,
  embeddings: readonly (SoundEmbedding | null)[] = tracks.map(
    ({ analysis }) => analysis.soundEmbedding,
  ),
): Distance {
  const table = new CatalogueColumns();
  tracks.forEach(({ analysis, label }, index) => {
    const names = { artist: label, trackName: `track ${index}` };
    const trackKey = trackKeyFrom(names.artist, names.trackName);
    const recordingId = recordingIdFrom(trackKey);
    const rest = { recordingId, trackKey, ...names, source: "library", analyzedAt: 0 };
    table.put(toAnalysesRow({ ...analysis, ...rest, soundEmbedding: embeddings[index] ?? null }));
  });
  const measured = tracks.map((_, slot) => table.measuredAt(slot));
  return (one, other) => squaredDistanceBetween(table, measured[one]!, measured[other]!, weights);
}
