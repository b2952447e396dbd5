import type { AudioMeasurements } from "../../domain/analysis/analysis.js";
import { byField, descriptors, estimateFields } from "../../domain/analysis/descriptors.js";
import { packFingerprint } from "../../domain/fingerprint/fingerprint-text.js";
import type { TrackFeatures } from "../../dsp/index.js";
import { rounded, roundedOrNull, SECONDS_DECIMALS } from "./rounded.js";
import { toTimeline } from "./to-timeline.js";

/** Translates the features that the signal library measured to the domain's measurements. */
export function toAnalysis(features: TrackFeatures, version: number): AudioMeasurements {
  const seconds = (times: ArrayLike<number>): number[] =>
    Array.from(times, (time) => rounded(time, SECONDS_DECIMALS));
  return {
    version,
    durationSeconds: features.durationSeconds,
    estimates: byField(estimateFields, (field) => {
      const { value, confidence, method } = features.estimates[field];
      const shown = roundedOrNull(value, descriptors[field].decimals);
      return { value: shown, confidence: rounded(confidence), method };
    }),
    tempoRivals: features.tempoRivals.map(({ bpm, confidence }) => ({
      bpm: rounded(bpm, descriptors.tempo.decimals),
      confidence: rounded(confidence),
    })),
    beats: seconds(features.beats),
    downbeats: seconds(features.downbeats),
    downbeatConfidence: rounded(features.downbeatConfidence),
    soundEmbedding: features.soundEmbedding,
    timeline: toTimeline(features.timeline),
    fingerprint: packFingerprint(features.fingerprint),
  };
}
