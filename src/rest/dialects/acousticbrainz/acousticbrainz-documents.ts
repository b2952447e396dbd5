import { type Analysis, musicalKeyOf, valueOf } from "../../../domain/analysis/analysis.js";
import { keyNameFrom } from "../../../domain/analysis/musical-key.js";
import type { JsonOf } from "../../shapes/plain-shapes.js";
import type {
  acousticBrainzLowLevelShape,
  acousticBrainzClassifierShape,
  acousticBrainzHighLevelShape,
  acousticBrainzVersionShape,
  acousticBrainzMetadataShape,
} from "./acousticbrainz-answers.js";
import type { EstimateField } from "../../../domain/analysis/descriptors.js";
import { coveredSecondsOf } from "../../../domain/analysis/analysis-data.js";

/** Frequency of A4 of a recording without a deviation, Hz. */
const CONCERT_PITCH = 440;

/**
 * Converts an analysis to AcousticBrainz's low-level document. What Overtone does not measure, or not on the same scale,
 * is absent.
 *
 * Source: AcousticBrainz, documents of Essentia's music extractor; `src/web/guide/acousticbrainz.md` describes the fields.
 */
export function toLowLevelJson(
  analysis: Analysis,
  mbid: string,
): JsonOf<typeof acousticBrainzLowLevelShape> {
  const { loudness, loudnessRange, tempo, tuning } = analysis.estimates;
  return {
    metadata: metadataOf(analysis, mbid),
    lowlevel: {
      ...(loudness.value !== null && {
        loudness_ebu128: { integrated: loudness.value, loudness_range: loudnessRange.value },
      }),
    },
    rhythm: {
      ...(tempo.value !== null && {
        bpm: tempo.value,
        beats_count: analysis.beats.length,
        beats_position: analysis.beats,
      }),
    },
    tonal: {
      ...keyFields(analysis),
      ...(tuning.value !== null && { tuning_frequency: frequencyOf(tuning.value) }),
    },
  };
}

function keyFields(analysis: Analysis): object | null {
  const key = musicalKeyOf(analysis);
  if (key === null) return null;
  const [key_key, key_scale] = keyNameFrom(key).split(" ");
  return { key_key, key_scale, key_strength: analysis.estimates.key.confidence };
}

/** @param cents deviation from 440 Hz */
function frequencyOf(cents: number): number {
  return Math.round(1000 * CONCERT_PITCH * 2 ** (cents / 1200)) / 1000;
}

/** A classifier of AcousticBrainz with two classes, and our value that is that of the first. */
interface Classifier {
  readonly field: EstimateField;
  readonly classes: readonly [string, string];
}

const CLASSIFIERS: Readonly<Record<string, Classifier>> = {
  danceability: { field: "danceability", classes: ["danceable", "not_danceable"] },
  mood_acoustic: { field: "acousticness", classes: ["acoustic", "not_acoustic"] },
  mood_aggressive: { field: "aggressive", classes: ["aggressive", "not_aggressive"] },
  mood_happy: { field: "happy", classes: ["happy", "not_happy"] },
  mood_relaxed: { field: "relaxed", classes: ["relaxed", "not_relaxed"] },
  mood_sad: { field: "sad", classes: ["sad", "not_sad"] },
  voice_instrumental: { field: "instrumentalness", classes: ["instrumental", "voice"] },
};

/**
 * Converts an analysis to AcousticBrainz's high-level document. Classifiers of what Overtone does not measure, and of
 * values that the signal does not have, are absent.
 *
 * Source: AcousticBrainz, high-level documents; `src/web/guide/acousticbrainz.md` describes the classifiers.
 */
export function toHighLevelJson(
  analysis: Analysis,
  mbid: string,
): JsonOf<typeof acousticBrainzHighLevelShape> {
  const metadata = metadataOf(analysis, mbid);
  const highlevel = Object.entries(CLASSIFIERS).flatMap(([name, { field, classes }]) => {
    const share = valueOf(analysis, field);
    return share === null ? [] : [[name, verdictOf(share, classes, metadata.version)] as const];
  });
  return { metadata, highlevel: Object.fromEntries(highlevel) };
}

function verdictOf(
  share: number,
  [first, second]: readonly [string, string],
  version: JsonOf<typeof acousticBrainzVersionShape>,
): JsonOf<typeof acousticBrainzClassifierShape> {
  const rest = Math.round(1e4 * (1 - share)) / 1e4;
  const isFirst = share >= 0.5;
  return {
    all: { [first]: share, [second]: rest },
    probability: isFirst ? share : rest,
    value: isFirst ? first : second,
    version,
  };
}

/** What AcousticBrainz's documents say of themselves. */
type DocumentMetadata = JsonOf<typeof acousticBrainzMetadataShape>;

/** Returns the metadata of the documents of a recording; lists of values, as AcousticBrainz has tags. */
function metadataOf(analysis: Analysis, mbid: string): DocumentMetadata {
  return {
    audio_properties: { length: coveredSecondsOf(analysis) },
    tags: {
      artist: [analysis.artist],
      title: [analysis.trackName],
      musicbrainz_recordingid: [mbid],
    },
    version: { overtone: `Overtone ${analysis.version}` },
  };
}
