import { type Analysis, musicalKeyOf } from "../../../domain/analysis/analysis.js";
import { keyNameFrom } from "../../../domain/analysis/musical-key.js";
import { metadataOf } from "./document-metadata.js";
import type { JsonOf } from "../../shapes/plain-shapes.js";
import type { acousticBrainzLowLevelShape } from "./acousticbrainz-answers.js";

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
