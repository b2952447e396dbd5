import { toTimeline } from "../../../src/adapters/analyzer/to-timeline.js";
import { unpackSegments } from "../../../src/domain/analysis/segments.js";
import type { SectionFeatures } from "../../../src/dsp/index.js";

const third = 1 / 3;

function sectionOf(kind: number, startSeconds: number, endSeconds: number): SectionFeatures {
  const estimate = { value: 4, confidence: third };
  return {
    startSeconds,
    endSeconds,
    kind,
    confidence: third,
    loudness: -10 - third,
    energy: third,
    tempo: { value: 120 + third, confidence: third },
    key: estimate,
    mode: { value: 1, confidence: third },
    timeSignature: { value: null, confidence: 0 },
  };
}

describe("toTimeline", () => {
  const timeline = toTimeline({
    sections: [sectionOf(0, 0, 10 * third), sectionOf(27, 10 * third, 7)],
    loudness: { hopSeconds: 2, values: [-10 - third, null] },
    energy: { hopSeconds: 2, values: [third, null] },
    tempo: { hopSeconds: 2, values: [120 + third, null] },
    tempoStability: third,
    localKeys: [
      {
        startSeconds: 0,
        endSeconds: 7,
        tonic: 9,
        mode: "minor",
        confidence: third,
        modeConfidence: third,
      },
    ],
    segments: [
      {
        startSeconds: third,
        endSeconds: 7,
        confidence: 0.6,
        startLevel: -30,
        maxLevel: -12,
        endLevel: -45,
        maxLevelSeconds: 0.1,
        pitches: Float64Array.from({ length: 12 }, (_, i) => (i === 9 ? 1 : 0)),
        timbre: Float64Array.from({ length: 12 }, (_, i) => 15 - 3 * i),
      },
    ],
    tatumsPerBeat: 3,
  });

  it("keeps every number of a section, rounded to the precision of its method", () => {
    expect(timeline.sections[0]).toEqual({
      startSeconds: 0,
      durationSeconds: 3.333,
      label: "A",
      confidence: 0.3333,
      loudness: -10.3,
      energy: 0.333,
      tempo: 120.33,
      tempoConfidence: 0.3333,
      key: 4,
      keyConfidence: 0.3333,
      mode: 1,
      modeConfidence: 0.3333,
      timeSignature: null,
      timeSignatureConfidence: 0,
    });
  });

  it("starts each section where the previous one ends", () => {
    const [first, second] = timeline.sections;

    expect(second?.startSeconds).toBe(first!.startSeconds + first!.durationSeconds);
    expect(second!.startSeconds + second!.durationSeconds).toBe(7);
  });

  it("labels kinds A to Z, then with two letters", () => {
    expect(timeline.sections.map(({ label }) => label)).toEqual(["A", "AB"]);
  });

  it("keeps curves with their hop and gaps, and the local keys", () => {
    expect(timeline.loudnessCurve).toEqual({ hopSeconds: 2, values: [-10.3, null] });
    expect(timeline.energyCurve).toEqual({ hopSeconds: 2, values: [0.333, null] });
    expect(timeline.tempoCurve).toEqual({ hopSeconds: 2, values: [120.33, null] });
    expect(timeline.tempoStability).toBe(0.3333);
    expect(timeline.localKeys).toEqual([
      { startSeconds: 0, durationSeconds: 7, tonic: 9, mode: 0, confidence: 0.3333 },
    ]);
  });

  it("keeps segments in packed form, and the parts of a beat", () => {
    const [segment] = unpackSegments(timeline.segments ?? "");

    expect(timeline.tatumsPerBeat).toBe(3);
    expect(segment).toMatchObject({ startSeconds: 0.333, maxLevelSeconds: 0.1 });
    expect(Array.from(segment!.pitches).indexOf(1)).toBe(9);
  });
});
