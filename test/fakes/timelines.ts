import { packSegments, type SoundSegment } from "../../src/domain/analysis/segments.js";
import type { Timeline } from "../../src/domain/analysis/timeline.js";

const verse = {
  label: "A",
  confidence: 1,
  loudness: -12.3,
  energy: 0.456,
  tempo: 120.02,
  tempoConfidence: 0.9,
  key: 9,
  keyConfidence: 0.8,
  mode: 0,
  modeConfidence: 0.85,
  timeSignature: 4,
  timeSignatureConfidence: 0.7,
};

/** A note on A that decays, and half a second later one on B. */
const notes = [0, 0.5].map((startSeconds, index): SoundSegment => ({
  startSeconds,
  confidence: index === 0 ? 1 : 0.8,
  startLevel: -30,
  maxLevel: -12,
  endLevel: -45,
  maxLevelSeconds: 0.023,
  pitches: Array.from({ length: 12 }, (_, pitch) => (pitch === 9 + 2 * index ? 1 : 0.2)),
  timbre: Array.from({ length: 12 }, (_, i) => 60 - 12 * i),
}));

/** A timeline of four seconds in A minor and two in B minor, the last one silent. */
export const sixSeconds: Timeline = {
  sections: [
    { ...verse, startSeconds: 0, durationSeconds: 4 },
    {
      ...verse,
      startSeconds: 4,
      durationSeconds: 2,
      label: "B",
      confidence: 0.5,
      loudness: -20,
      energy: null,
      key: 11,
      timeSignature: null,
      timeSignatureConfidence: 0,
    },
  ],
  loudnessCurve: { hopSeconds: 1, values: [-12.1, -12.3, -12.2, -12.4, -20, null] },
  energyCurve: { hopSeconds: 1, values: [0.4, 0.41, 0.5, 0.51, 0.2, null] },
  tempoCurve: { hopSeconds: 1, values: [120, 120.1, 119.9, 120, 120, 120] },
  tempoStability: 0.98,
  localKeys: [
    { startSeconds: 0, durationSeconds: 4, tonic: 9, mode: 0, confidence: 0.8 },
    { startSeconds: 4, durationSeconds: 2, tonic: 11, mode: 0, confidence: 0.6 },
  ],
  segments: packSegments(notes),
  tatumsPerBeat: 2,
};
