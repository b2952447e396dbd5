import type { Analysis } from "../../../src/domain/analysis/analysis.js";
import type { CorrectionChanges } from "../../../src/domain/analysis/corrections.js";
import {
  changedCorrections,
  correctedAnalysis,
  correctionsOf,
  measuredAnalysisOf,
  parseCorrectionChanges,
} from "../../../src/domain/analysis/corrections.js";
import { correctedTimeline } from "../../../src/domain/analysis/corrected-timeline.js";
import { emptyTimeline } from "../../../src/domain/analysis/timeline.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";

/** Beats at 60 a minute that drift, in bars of four from the second beat. */
const measured: Analysis = {
  ...analysisOf("Artist", "Title", { tempo: 60, key: 0, mode: 1, timeSignature: 4 }),
  durationSeconds: 10,
  beats: [0.5, 1.5, 2.5, 3.5, 4.5, 5.6, 6.7, 7.8, 8.9],
  downbeats: [1.5, 5.6],
  downbeatConfidence: 0.4,
  tempoRivals: [
    { bpm: 120, confidence: 0.3 },
    { bpm: 90, confidence: 0.1 },
  ],
};

const corrected = (changes: CorrectionChanges, analysis: Analysis = measured): Analysis =>
  correctedAnalysis(
    analysis,
    changedCorrections({}, parseCorrectionChanges(changes), measuredAnalysisOf(analysis)),
  );

describe("parseCorrectionChanges", () => {
  it("takes numbers, also as texts, and keys in all notations", () => {
    const changes = parseCorrectionChanges({
      ...{ tempo: "127.999", key: "8A", valence: 0.25, timeSignature: "3", firstBeat: null },
      ...{ artist: " Florence + The Machine ", loudness: "-9.5" },
    });

    expect(changes).toEqual({
      ...{ tempo: 128, key: "A minor", valence: 0.25, timeSignature: 3, firstBeat: null },
      ...{ artist: "Florence + The Machine", loudness: -9.5 },
    });
  });

  it.each<[string, unknown, string]>([
    ["tempi", 1, "is no field"],
    ["mode", 1, "is no field"],
    ["tempo", 0, "above 0"],
    ["tempo", "fast", '"double" or "half" or "none"'],
    ["tempo", true, "must be a number"],
    ["tempo", "", "must be a number"],
    ["valence", 1.1, "at most 1"],
    ["valence", "none", "must be a number"],
    ["timeSignature", 3.5, "an integer"],
    ["timeSignature", 1, "at least 2"],
    ["firstBeat", -0.1, "at least 0"],
    ["key", 9, "must be a text"],
    ["key", "H", "must be a key"],
    ["artist", "", "must not be empty"],
    ["trackName", 7, "must be given once"],
  ])("refuses %s = %s, and names the field", (field, value, problem) => {
    expect(() => parseCorrectionChanges({ [field]: value })).toThrow(
      expect.objectContaining({
        code: "INVALID_INPUT",
        message: expect.stringContaining(problem) as string,
        facts: { parameter: field },
      }),
    );
  });

  it("refuses a change of nothing", () => {
    expect(() => parseCorrectionChanges({})).toThrow("must state something");
  });
});

describe("changedCorrections", () => {
  it("doubles and halves the measured tempo, however often", () => {
    const once = changedCorrections({}, { tempo: "double" }, measured);
    const twice = changedCorrections(once, { tempo: "double", valence: 0.1 }, measured);
    const halved = changedCorrections(twice, { tempo: "half", valence: null }, measured);

    expect([once, twice, halved]).toEqual([
      { tempo: 120 },
      { tempo: 120, valence: 0.1 },
      { tempo: 30 },
    ]);
  });

  it("refuses a multiple where no tempo was measured, and a first beat behind the end", () => {
    const still = analysisOf("Artist", "Title", { tempo: null });

    expect(() => changedCorrections({}, { tempo: "double" }, still)).toThrow("no tempo");
    expect(() => changedCorrections({}, { firstBeat: 10.5 }, measured)).toThrow("behind the end");
  });
});

describe("correctedAnalysis", () => {
  it("returns the analysis itself where nothing is stated", () => {
    expect(correctedAnalysis(measured, {})).toBe(measured);
  });

  it("puts a beat between two where the tempo is doubled, and counts bars from the first one", () => {
    const { beats, downbeats, downbeatConfidence, tempoRivals, estimates } = corrected({
      tempo: "double",
    });

    expect(beats).toEqual([
      ...[0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5.05, 5.6, 6.15, 6.7, 7.25, 7.8, 8.35, 8.9],
    ]);
    expect(downbeats).toEqual([1.5, 3.5, 5.6, 7.8]);
    expect(downbeatConfidence).toBe(0.4);
    expect(tempoRivals).toEqual([
      { bpm: 60, confidence: 0.75 },
      { bpm: 90, confidence: 0.1 },
    ]);
    expect(estimates.tempo).toEqual({ value: 120, confidence: 1, method: "user" });
  });

  it("keeps every second beat where the tempo is halved, aligned with the first beat", () => {
    const byBar = corrected({ tempo: "half" });
    const stated = corrected({ tempo: 30, firstBeat: 2.5 });

    expect([byBar.beats, byBar.downbeats]).toEqual([[1.5, 3.5, 5.6, 7.8], [1.5]]);
    expect([stated.beats, stated.downbeats]).toEqual([[0.5, 2.5, 4.5, 6.7, 8.9], [2.5]]);
    expect(stated.downbeatConfidence).toBe(1);
  });

  it("makes an even grid from the first beat for a tempo that is no multiple", () => {
    const { beats, downbeats } = corrected({ tempo: 50, firstBeat: 2, timeSignature: 3 });
    const other = corrected({ tempo: 50 });

    expect([beats, downbeats]).toEqual([
      [0.8, 2, 3.2, 4.4, 5.6, 6.8, 8, 9.2],
      [2, 5.6, 9.2],
    ]);
    expect(other.beats).toEqual([0.3, 1.5, 2.7, 3.9, 5.1, 6.3, 7.5, 8.7, 9.9]);
  });

  it("keeps the measured beats where the tempo is nearly the measured one", () => {
    expect(corrected({ tempo: 61 }).beats).toEqual(measured.beats);
  });

  it("moves all beats with a first beat between two", () => {
    const { beats, downbeats } = corrected({ firstBeat: 1.75 });

    expect(beats.slice(0, 5)).toEqual([0.75, 1.75, 2.75, 3.75, 4.775]);
    expect(downbeats[0]).toBe(1.75);
  });

  it("reaches a first beat outside of the measured beats", () => {
    const { beats, downbeats } = corrected({ firstBeat: 9.95 });

    expect(beats.at(-1)).toBe(9.95);
    expect(downbeats).toEqual([1.4545, 5.55, 9.95]);
  });

  it("counts bars of a stated metre, from no bar where none is known", () => {
    const waltz = corrected({ timeSignature: 3 });
    const unknown = corrected({ timeSignature: 3 }, { ...measured, downbeats: [] });
    const none = corrected({ timeSignature: "none" });

    expect(waltz.downbeats).toEqual([1.5, 4.5, 7.8]);
    expect(unknown).toMatchObject({ beats: measured.beats, downbeats: [], downbeatConfidence: 0 });
    expect(none.downbeats).toEqual([]);
    expect(none.estimates.timeSignature).toEqual({ value: null, confidence: 0, method: "user" });
  });

  it("has no beats without a tempo, and makes none up without any beat", () => {
    const silent = { ...measured, beats: [], downbeats: [] };

    expect(corrected({ tempo: "none" })).toMatchObject({
      beats: [],
      downbeats: [],
      tempoRivals: [],
    });
    expect(corrected({ tempo: 100 }, silent).beats).toEqual([]);
    expect(corrected({ firstBeat: 1 }, silent).beats).toEqual([]);
    expect(corrected({ tempo: 30, firstBeat: 1 }, silent).beats).toEqual([1, 3, 5, 7, 9]);
  });

  it("states a key with its mode, and says what was measured", () => {
    const analysis = corrected({ key: "Bb minor", energy: 0.9 });

    expect([analysis.estimates.key.value, analysis.estimates.mode.value]).toEqual([10, 0]);
    expect(correctionsOf(analysis)).toEqual(
      [
        ...[{ field: "key", value: "A# minor", measured: "C major", confidence: 0.75 }],
        ...[{ field: "energy", value: 0.9, measured: 0.5, confidence: 0.75 }],
      ].map((correction) => ({ ...correction, method: "measured" })),
    );
    expect(measuredAnalysisOf(analysis)).toEqual(measured);
  });
});

describe("correctedTimeline", () => {
  const section = { tempo: 60, timeSignature: 4 } as never as (typeof emptyTimeline.sections)[0];
  const timeline = {
    ...emptyTimeline,
    sections: [section, { ...section, tempo: null, timeSignature: 3 }],
    tempoCurve: { hopSeconds: 1, values: [60, null, 61] },
    tatumsPerBeat: 4,
  };

  it("has twice the tempo at all times where the tempo is doubled, and other metres as they were", () => {
    const { tempoCurve, sections, tatumsPerBeat } = correctedTimeline(
      timeline,
      corrected({ tempo: "double", timeSignature: 6 }),
    );

    expect(tempoCurve.values).toEqual([120, null, 122]);
    expect(sections).toEqual([
      { tempo: 120, timeSignature: 6 },
      { tempo: null, timeSignature: 3 },
    ]);
    expect(tatumsPerBeat).toBe(2);
  });

  it("has no tempo where there is no beat, and stays as it is without corrections", () => {
    const none = correctedTimeline(timeline, corrected({ tempo: "none" }));

    expect(none.tempoCurve.values).toEqual([null, null, null]);
    expect(none.tatumsPerBeat).toBeNull();
    expect(correctedTimeline(timeline, measured)).toBe(timeline);
    expect(correctedTimeline(timeline, corrected({ tempo: 50 })).tempoCurve.values).toEqual(
      timeline.tempoCurve.values,
    );
  });
});
