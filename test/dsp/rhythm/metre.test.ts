import { ensemble, ensembleBeats } from "../../signals/ensemble.js";
import { rhythmOf } from "./rhythm-of.js";

describe("metre", () => {
  it.each([
    [128, 4, true],
    [90, 3, true],
    [120, 3, true],
    [100, 4, true],
    [130, 5, true],
    [140, 7, true],
    [120, 4, false],
    [150, 3, false],
    [110, 5, false],
    [120, 7, false],
  ])("of an ensemble at %d BPM is %d (drums: %s)", (bpm, beatsPerBar, hasDrums) => {
    const { timeSignature } = rhythmOf(ensemble({ bpm, beatsPerBar, hasDrums, seconds: 20 }));

    expect(timeSignature.value).toBe(beatsPerBar);
  });

  it.each([
    [100, 4, 9, true],
    [128, 4, 10, true],
    [128, 4, 11, true],
    [110, 4, 9, false],
    [90, 4, 11, false],
    [90, 3, 9, true],
    [120, 3, 10, true],
    [150, 3, 11, true],
    [130, 5, 12, true],
    [110, 5, 14, true],
    [140, 7, 15, true],
    [120, 7, 18, true],
  ])(
    "of an ensemble at %d BPM in %d needs %d beats alone (drums: %s)",
    (bpm, beatsPerBar, beatCount, hasDrums) => {
      const seconds = (beatCount * 60) / bpm;

      const { beats, timeSignature } = rhythmOf(ensemble({ bpm, beatsPerBar, hasDrums, seconds }));

      expect(Math.abs(beats.length - beatCount)).toBeLessThanOrEqual(1);
      expect(timeSignature.value).toBe(beatsPerBar);
    },
  );

  it.each([
    [128, 4],
    [90, 3],
    [130, 5],
    [120, 7],
  ])("puts the downbeats of an ensemble at %d BPM in %d where bars begin", (bpm, beatsPerBar) => {
    const piece = { bpm, beatsPerBar, seconds: 20, offsetSeconds: 0.3 };
    const barStarts = ensembleBeats(piece).filter((_, i) => i % beatsPerBar === 0);

    const { downbeats } = rhythmOf(ensemble(piece));

    const hits = barStarts.filter((time) => downbeats.some((beat) => Math.abs(beat - time) < 0.07));
    expect(hits.length / Math.max(barStarts.length, downbeats.length)).toBeGreaterThan(0.9);
  });

  it.each([60, 70, 100, 120])(
    "is six where two beats of three parts make a bar, at %d BPM",
    (bpm) => {
      const piece = ensemble({ bpm, beatsPerBar: 2, subdivision: 3, seconds: 20 });

      const { tempo, timeSignature } = rhythmOf(piece);

      expect(tempo.value!).toBeCloseTo(bpm, 0);
      expect(timeSignature.value).toBe(6);
    },
  );

  it.each([
    [128, 4],
    [90, 3],
    [140, 7],
  ])("has a high confidence in an ensemble at %d BPM in %d", (bpm, beatsPerBar) => {
    const { timeSignature } = rhythmOf(ensemble({ bpm, beatsPerBar, seconds: 20 }));

    expect(timeSignature.confidence).toBeGreaterThan(0.8);
  });

  it("has a confidence that grows with the number of beats", () => {
    const confidences = [9, 14, 30].map((beatCount) => {
      const seconds = (beatCount * 60) / 120;
      return rhythmOf(ensemble({ bpm: 120, beatsPerBar: 4, seconds })).timeSignature.confidence;
    });

    expect(confidences).toEqual(confidences.toSorted((one, other) => one - other));
  });

  it("counts two beats as four", () => {
    const { timeSignature } = rhythmOf(ensemble({ bpm: 120, beatsPerBar: 2, seconds: 20 }));

    expect(timeSignature.value).toBe(4);
  });

  it("puts downbeats on beats", () => {
    const { beats, downbeats } = rhythmOf(ensemble({ bpm: 100, beatsPerBar: 3, seconds: 20 }));

    expect(downbeats.length).toBeGreaterThan(0);
    expect([...downbeats].every((time) => beats.includes(time))).toBe(true);
  });

  it("is unknown when there are fewer than eight beats", () => {
    const { tempo, timeSignature } = rhythmOf(ensemble({ bpm: 120, beatsPerBar: 4, seconds: 2.5 }));

    expect(tempo.value).not.toBeNull();
    expect(timeSignature.value).toBeNull();
  });
});
