import { hasWholeLength } from "../../../domain/analysis/analysis-data.js";
import { musicalKeyOf, valueOf, type Analysis } from "../../../domain/analysis/analysis.js";
import { keyNameFrom, type MusicalKey } from "../../../domain/analysis/musical-key.js";
import type { ReleaseDetails } from "../../../domain/track/release-details.js";
import type { Track } from "../../../domain/track/track.js";
import type { JsonOf } from "../../shapes/plain-shapes.js";
import type {
  audiomuseEmbeddingShape,
  audiomuseScoreShape,
  audiomuseTrackShape,
} from "./audiomuse-answers.js";

/** The features that AudioMuse has, by its names for them; what is not measured here is left out. */
const features = [
  ["danceable", "danceability"],
  ["aggressive", "aggressive"],
  ["happy", "happy"],
  ["relaxed", "relaxed"],
  ["sad", "sad"],
] as const;

/**
 * Returns a track as AudioMuse lists it.
 *
 * @param id what the client calls it
 */
export function toTrackRow(
  id: string,
  { trackName, artist, ...release }: Pick<Track, "trackName" | "artist"> & ReleaseDetails,
): JsonOf<typeof audiomuseTrackShape> {
  return { item_id: id, title: trackName, author: artist, ...albumOf(release) };
}

/**
 * Returns an analysis as AudioMuse stores one.
 *
 * @param id what the client calls the track
 */
export function toScoreRow(id: string, analysis: Analysis): JsonOf<typeof audiomuseScoreShape> {
  const { trackName, artist, release = {}, holdingFile, durationSeconds } = analysis;
  const other = features.flatMap(([name, field]) => {
    const value = valueOf(analysis, field);
    return value === null ? [] : `${name}:${value}`;
  });
  return {
    ...toTrackRow(id, { trackName, artist, ...release }),
    year: release.year ?? null,
    tempo: valueOf(analysis, "tempo"),
    ...toKeyParts(musicalKeyOf(analysis)),
    energy: valueOf(analysis, "energy"),
    other_features: other.join(","),
    duration: hasWholeLength(analysis) ? durationSeconds : null,
    rating: holdingFile?.use?.rating ?? null,
  };
}

/** Returns the embedding of a recording as AudioMuse sends one; its length is ours. */
export const toEmbeddingRow = (
  id: string,
  { soundEmbedding }: Analysis,
): JsonOf<typeof audiomuseEmbeddingShape> => ({
  item_id: id,
  embedding: soundEmbedding && [...soundEmbedding],
});

/** Returns the two parts of a key: a note and a scale. */
export function toKeyParts(
  key: MusicalKey | null,
): Pick<JsonOf<typeof audiomuseScoreShape>, "key" | "scale"> {
  if (key === null) return { key: null, scale: null };
  const [note = null] = keyNameFrom(key).split(" ");
  return { key: note, scale: key.mode === 1 ? "major" : "minor" };
}

const albumOf = ({ album, albumArtist }: ReleaseDetails) => ({
  album: album ?? null,
  album_artist: albumArtist ?? null,
});
