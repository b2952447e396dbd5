import type { AudioAnalysis, Estimates } from "../../src/domain/analysis/analysis.js";
import { estimateFields, type EstimateField } from "../../src/domain/analysis/descriptors.js";
import type { SoundEmbedding } from "../../src/domain/analysis/sound-embedding.js";
import { recordingIdFrom, type RecordingId } from "../../src/domain/track/recording-id.js";
import { digestOf } from "../../src/domain/track/track-key.js";

/** Returns the id of a made-up recording: equal for equal texts. */
export const recordingOf = (text: string): RecordingId => recordingIdFrom(digestOf(text));

/** The input of `measuredAudio`: values by field, the recording, and its length. */
export type Measurements = Partial<Record<EstimateField, number | null>> & {
  readonly recordingId?: RecordingId;
  readonly durationSeconds?: number;
  /** Seconds; every other one is a downbeat. */
  readonly beats?: readonly number[];
  readonly soundEmbedding?: SoundEmbedding;
};

/** Returns an analysis of audio without a timeline and a fingerprint: these values by field, and no others. */
export function measuredAudio(
  {
    recordingId = recordingOf("measured"),
    durationSeconds = 30,
    beats = [],
    soundEmbedding = undefined,
    ...values
  }: Measurements = {},
  version = 1,
): Omit<AudioAnalysis, "timeline" | "fingerprint"> {
  const estimates = Object.fromEntries(
    estimateFields.map((field) => {
      const value = values[field] ?? null;
      return [field, { value, confidence: value === null ? 0 : 0.8, method: "measured" }];
    }),
  ) as unknown as Estimates;
  const downbeats = beats.filter((_beat, index) => index % 2 === 0);
  const downbeatConfidence = downbeats.length === 0 ? 0 : 0.8;
  return {
    recordingId,
    version,
    durationSeconds,
    estimates,
    tempoRivals: [],
    beats,
    downbeats,
    downbeatConfidence,
    soundEmbedding: soundEmbedding ?? null,
  };
}
