import { z } from "zod";
import { share } from "../../shapes/plain-shapes.js";

export const acousticBrainzFailureShape = z.object({ message: z.string() });

export const acousticBrainzVersionShape = z.object({
  overtone: z.string().meta({ example: "Overtone 12" }),
});

export const acousticBrainzMetadataShape = z.object({
  audio_properties: z.object({
    length: z.number().min(0).describe("Length of the measured audio, seconds."),
  }),
  tags: z.object({
    artist: z.array(z.string()),
    title: z.array(z.string()),
    musicbrainz_recordingid: z.array(z.string()),
  }),
  version: acousticBrainzVersionShape,
});

export const acousticBrainzLowLevelShape = z.object({
  metadata: acousticBrainzMetadataShape,
  lowlevel: z.object({
    loudness_ebu128: z
      .object({
        integrated: z.number().describe("LUFS."),
        loudness_range: z.number().nullable().describe("LU."),
      })
      .optional(),
  }),
  rhythm: z
    .object({
      bpm: z.number().gt(0).optional(),
      beats_count: z.int().min(0).optional(),
      beats_position: z.array(z.number()).describe("Seconds.").optional(),
    })
    .describe("Empty where there is no beat."),
  tonal: z.object({
    key_key: z.enum(["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]).optional(),
    key_scale: z.enum(["major", "minor"]).optional(),
    key_strength: share.describe("The confidence of the key.").optional(),
    tuning_frequency: z.number().describe("Frequency of A4, Hz.").optional(),
  }),
});

export const acousticBrainzClassifierShape = z.object({
  all: z.record(z.string(), share).describe("The value of each of the two classes."),
  probability: z.number().min(0.5).max(1).describe("The value of the stronger class."),
  value: z.string().describe("The stronger class."),
  version: acousticBrainzVersionShape,
});

export const acousticBrainzHighLevelShape = z.object({
  metadata: acousticBrainzMetadataShape,
  highlevel: z.object({
    danceability: acousticBrainzClassifierShape.optional(),
    mood_acoustic: acousticBrainzClassifierShape.optional(),
    mood_aggressive: acousticBrainzClassifierShape.optional(),
    mood_happy: acousticBrainzClassifierShape.optional(),
    mood_relaxed: acousticBrainzClassifierShape.optional(),
    mood_sad: acousticBrainzClassifierShape.optional(),
    voice_instrumental: acousticBrainzClassifierShape.optional(),
  }),
});

export const acousticBrainzLowLevelsShape = z
  .object({ mbid_mapping: z.object({}).describe("Always empty: no id is replaced.") })
  .catchall(z.record(z.string(), acousticBrainzLowLevelShape));

export const acousticBrainzHighLevelsShape = z
  .object({ mbid_mapping: z.object({}).describe("Always empty: no id is replaced.") })
  .catchall(z.record(z.string(), acousticBrainzHighLevelShape));

export const acousticBrainzCountShape = z.object({
  mbid: z.string(),
  count: z.int().min(0).max(1),
});

export const acousticBrainzCountsShape = z.record(
  z.string(),
  z.object({ count: z.int().min(0).max(1) }),
);
