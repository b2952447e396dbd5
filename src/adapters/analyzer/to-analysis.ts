import {
  estimateFields,
  type AudioAnalysis,
  type Estimate,
  type EstimateField,
  type Estimates,
} from "../../domain/analysis/analysis.js";
import type { TrackFeatures } from "../../dsp/index.js";
import { rounded, SECONDS_DECIMALS } from "./rounded.js";
import { toTimeline } from "./to-timeline.js";

/**
 * Decimals by field: more would claim a precision that no method has. All other fields are shares, with
 * four decimals.
 */
const DECIMALS: Partial<Record<EstimateField, number>> = {
  tempo: 2,
  loudness: 2,
  loudnessRange: 2,
  truePeak: 2,
  tuning: 1,
};

/** Translates the features that the signal library measured to the domain's analysis. */
export function toAnalysis(features: TrackFeatures, version: number): AudioAnalysis {
  const seconds = (times: ArrayLike<number>): number[] =>
    Array.from(times, (time) => rounded(time, SECONDS_DECIMALS));
  return {
    version,
    durationSeconds: features.durationSeconds,
    estimates: estimatesFrom(features),
    tempoRivals: features.tempoRivals.map(({ bpm, confidence }) => ({
      bpm: rounded(bpm, DECIMALS.tempo),
      confidence: rounded(confidence),
    })),
    beats: seconds(features.beats),
    downbeats: seconds(features.downbeats),
    timeline: toTimeline(features.timeline),
  };
}

function estimatesFrom({ estimates }: TrackFeatures): Estimates {
  const entries = estimateFields.map((field): [EstimateField, Estimate] => {
    const { value, confidence, method } = estimates[field];
    const shown = value === null ? null : rounded(value, DECIMALS[field]);
    return [field, { value: shown, confidence: rounded(confidence), method }];
  });
  return Object.fromEntries(entries) as Record<EstimateField, Estimate>;
}
