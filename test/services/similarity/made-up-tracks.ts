import {
  CatalogueColumns,
  type CatalogueRow,
} from "../../../src/adapters/storage/catalogue/columns/catalogue-columns.js";
import { byField } from "../../../src/domain/analysis/descriptors.js";
import { EMBEDDING_LENGTH } from "../../../src/domain/analysis/sound-embedding.js";
import { foldText } from "../../../src/domain/track/folded-text.js";
import {
  similarityFields,
  type SimilarityField,
} from "../../../src/domain/catalogue/similarity.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { MeasuredTrack } from "../../../src/domain/catalogue/measured-track.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import { seededRandom } from "../../signals/random.js";

type Values = Readonly<Partial<Record<SimilarityField, number | null>>>;

/** A track in the middle of everything: 120 BPM, C major, -12 LUFS, the rest 0.5, unless named. */
export function trackOf(
  trackName: string,
  values: Values = {},
  artist = "Artist",
  embedding: MeasuredTrack["embedding"] = null,
): MeasuredTrack {
  const defaultValue = { tempo: 120, key: 0, mode: 1, loudness: -12 };
  const all = similarityFields.map((field) => [field, 0.5]);
  return {
    recordingId: recordingOf(`${artist}: ${trackName}`),
    artist: foldText(artist),
    title: foldText(trackName),
    values: { ...Object.fromEntries(all), ...defaultValue, ...values } as MeasuredTrack["values"],
    embedding,
  };
}

/** The same values, slightly changed. */
export function nearly({ values }: MeasuredTrack, trackName: string, by = 0.01): MeasuredTrack {
  const changed = similarityFields.map((field) => {
    const value = values[field];
    if (value === null || field === "key" || field === "mode") return [field, value];
    return [field, field === "tempo" ? value * (1 + by) : value + by];
  });
  return trackOf(trackName, Object.fromEntries(changed) as Values);
}

/** A table of these tracks. */
export function tableOf(tracks: readonly MeasuredTrack[]): CatalogueColumns {
  const table = new CatalogueColumns();
  for (const track of tracks) table.put(rowOf(track));
  return table;
}

/** A row of the catalogue with the values of a track. */
export function rowOf({
  recordingId,
  artist,
  title,
  values,
  embedding,
}: MeasuredTrack): CatalogueRow {
  const estimates = byField(similarityFields, (field) => [values[field], 1, "measured"]);
  const names = { artist, trackName: title, artistFolded: artist, trackNameFolded: title };
  const rest = { source: "", durationMs: 0, analyzedAt: 0, estimates: JSON.stringify(estimates) };
  const soundEmbedding = embedding && JSON.stringify(embedding);
  const trackKey = trackKeyFrom(artist, title);
  return {
    ...names,
    ...rest,
    recordingId,
    trackKey,
    soundEmbedding,
    release: null,
    holdingFile: null,
    goneAt: null,
  };
}

/** Tracks of every kind, the same ones for the same seed. */
export function randomTracks(count: number, seed = 1): readonly MeasuredTrack[] {
  const random = seededRandom(seed);
  const unit = (): number => (random() + 1) / 2;
  const pick = (choices: number): number => Math.floor(unit() * choices);
  return Array.from({ length: count }, (_, index) => {
    const all = similarityFields.map((field) => [field, unit()]);
    const odd = {
      tempo: 60 * 3 ** unit(),
      key: pick(12),
      mode: pick(2),
      loudness: -24 + 20 * unit(),
    };
    return trackOf(
      `Track ${index}`,
      { ...Object.fromEntries(all), ...odd } as Values,
      `Artist ${index % 997}`,
      // One in eight is of an older version.
      index % 8 === 0 ? null : Array.from({ length: EMBEDDING_LENGTH }, () => pick(81) - 40),
    );
  });
}
