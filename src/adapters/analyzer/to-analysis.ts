import type { AudioAnalysis } from "../../domain/analysis.js";
import type { TrackFeatures } from "../../dsp/index.js";

/** What the signal library measured, in the words of the domain. The only translation there is. */
export function toAnalysis(features: TrackFeatures, version: number): AudioAnalysis {
  return {
    version,
    durationSeconds: features.durationSeconds,
    estimates: features.estimates,
    tempoRivals: features.tempoRivals,
    beats: Array.from(features.beats),
    downbeats: Array.from(features.downbeats),
  };
}
