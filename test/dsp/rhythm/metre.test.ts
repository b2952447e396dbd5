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
    const { timeSignature } = rhythmOf(ensemble({ bpm, beatsPerBar, hasDrums, seconds: 30 }));

    expect(timeSignature.value).toBe(beatsPerBar);
  });

  it.each([
    [128, 4],
    [90, 3],
    [130, 5],
    [120, 7],
  ])("puts the downbeats of an ensemble at %d BPM in %d where bars begin", (bpm, beatsPerBar) => {
    const piece = { bpm, beatsPerBar, seconds: 30, offsetSeconds: 0.3 };
    const barStarts = ensembleBeats(piece).filter((_, i) => i % beatsPerBar === 0);

    const { downbeats } = rhythmOf(ensemble(piece));

    const hits = barStarts.filter((time) => downbeats.some((beat) => Math.abs(beat - time) < 0.07));
    expect(hits.length / Math.max(barStarts.length, downbeats.length)).toBeGreaterThan(0.9);
  });

  it.each([60, 70])("is six where two beats of three parts make a bar, at %d BPM", (bpm) => {
    const piece = ensemble({ bpm, beatsPerBar: 2, subdivision: 3, seconds: 30 });

    const { tempo, timeSignature } = rhythmOf(piece);

    expect(tempo.value!).toBeCloseTo(bpm, 0);
    expect(timeSignature.value).toBe(6);
  });

  it("puts downbeats on beats", () => {
    const { beats, downbeats } = rhythmOf(ensemble({ bpm: 100, beatsPerBar: 3, seconds: 20 }));

    expect(downbeats.length).toBeGreaterThan(0);
    expect([...downbeats].every((time) => beats.includes(time))).toBe(true);
  });

  it("is unknown where there are fewer than eight beats", () => {
    const { tempo, timeSignature } = rhythmOf(ensemble({ bpm: 120, beatsPerBar: 4, seconds: 2.5 }));

    expect(tempo.value).not.toBeNull();
    expect(timeSignature.value).toBeNull();
  });
});
