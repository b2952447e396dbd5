import { toAnalysis } from "../../../src/adapters/analyzer/to-analysis.js";
import { estimateFields, type EstimateField } from "../../../src/domain/analysis/descriptors.js";
import type { FeatureEstimate, TimelineFeatures } from "../../../src/dsp/index.js";
import { emptyTimeline } from "../../../src/domain/analysis/timeline.js";

const still = { hopSeconds: 1, values: [] };
const nothingOverTime: TimelineFeatures = {
  sections: [],
  loudness: still,
  energy: still,
  tempo: still,
  tempoStability: null,
  localKeys: [],
  segments: [],
  tatumsPerBeat: null,
};

const embedding = Array.from({ length: 16 }, (_, index) => 5 * index - 40);

describe("toAnalysis", () => {
  it("keeps every value, confidence and method, and returns times as plain arrays", () => {
    const estimates = Object.fromEntries(
      estimateFields.map((field, at) => [
        field,
        { value: at === 0 ? null : at / 10, confidence: 0.5, method: "measured" },
      ]),
    ) as Record<EstimateField, FeatureEstimate>;

    const analysis = toAnalysis(
      {
        durationSeconds: 3.25,
        estimates,
        tempoRivals: [{ bpm: 60, confidence: 0.2 }],
        beats: Float64Array.of(0.25, 0.75),
        downbeats: Float64Array.of(0.25),
        downbeatConfidence: 0.71234,
        soundEmbedding: embedding,
        fingerprint: Uint32Array.of(1, 0),
        timeline: nothingOverTime,
      },
      7,
    );

    expect(analysis).toEqual({
      version: 7,
      durationSeconds: 3.25,
      estimates,
      tempoRivals: [{ bpm: 60, confidence: 0.2 }],
      beats: [0.25, 0.75],
      downbeats: [0.25],
      downbeatConfidence: 0.7123,
      soundEmbedding: embedding,
      timeline: emptyTimeline,
      fingerprint: "AQAAAkEA",
    });
  });

  it("rounds values to the precision of their method", () => {
    const estimates = Object.fromEntries(
      estimateFields.map((field) => [
        field,
        { value: 1.23456789, confidence: 0.98765432, method: "measured" },
      ]),
    ) as Record<EstimateField, FeatureEstimate>;
    const beats = Float64Array.of(0.123456789);

    const analysis = toAnalysis(
      {
        durationSeconds: 3.25,
        estimates,
        tempoRivals: [],
        beats,
        downbeats: beats,
        downbeatConfidence: 0,
        soundEmbedding: null,
        fingerprint: new Uint32Array(),
        timeline: nothingOverTime,
      },
      7,
    );

    expect(analysis.estimates.tempo).toEqual({
      value: 1.23,
      confidence: 0.9877,
      method: "measured",
    });
    expect(analysis.estimates.energy.value).toBe(1.2346);
    expect(analysis.beats).toEqual([0.123]);
  });
});
