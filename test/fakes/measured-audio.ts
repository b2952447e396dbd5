import type { AudioAnalysis, Estimates } from "../../src/domain/analysis/analysis.js";
import { recordingIdFrom } from "../../src/domain/track/recording-id.js";
import { estimateFields, type EstimateField } from "../../src/domain/analysis/descriptors.js";

/** The input of `measuredAudio`: values by field, and the length. */
export type Measurements = Partial<Record<EstimateField, number | null>> & {
  readonly durationSeconds?: number;
  /** Seconds; every other one is a downbeat. */
  readonly beats?: readonly number[];
};

/** Returns an analysis of audio without a timeline and a fingerprint: these values by field, and no others. */
export function measuredAudio(
  { durationSeconds = 30, beats = [], ...values }: Measurements = {},
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
    recordingId: recordingIdFrom("0123456789abcdef".repeat(4)),
    version,
    durationSeconds,
    estimates,
    tempoRivals: [],
    beats,
    downbeats,
    downbeatConfidence,
    soundEmbedding: null,
  };
}
