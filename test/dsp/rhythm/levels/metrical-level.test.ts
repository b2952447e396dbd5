import type { BeatRelation } from "../../../../src/dsp/rhythm/levels/beat-relation-network.js";
import type { MeasuredBeats } from "../../../../src/dsp/rhythm/levels/measured-beats.js";
import { inPhase, withMetricalLevel } from "../../../../src/dsp/rhythm/levels/metrical-level.js";
import { TEMPO_BIN_COUNT, bpmToTempoBin } from "../../../../src/dsp/rhythm/tempo/tempogram.js";

const EVEN: BeatRelation = {
  same: Math.log(0.25),
  tooSlow: Math.log(0.25),
  tooFast: Math.log(0.25),
  offBeat: Math.log(0.25),
};

/** A relation of which one share is much more likely than the others. */
function clearly(name: keyof BeatRelation): BeatRelation {
  const other = Math.log(0.01);
  return {
    same: other,
    tooSlow: other,
    tooFast: other,
    offBeat: other,
    [name]: Math.log(0.97),
  };
}

function beatsAt(bpm: number, relation: BeatRelation | null): MeasuredBeats {
  const profiles = { intervals: [], basses: [], harmonies: [], spectra: [] };
  return { bpm, times: Float64Array.of(0, 60 / bpm), profiles, cues: [], relation };
}

/** A distribution of tempi with given probabilities. */
function distributionOf(masses: Readonly<Record<number, number>>): Float64Array {
  const distribution = new Float64Array(TEMPO_BIN_COUNT);
  for (const [bpm, mass] of Object.entries(masses)) {
    distribution[Math.round(bpmToTempoBin(Number(bpm)))] = mass;
  }
  return distribution;
}

describe("withMetricalLevel", () => {
  const ranked = [
    { bpm: 90, confidence: 0.7 },
    { bpm: 180, confidence: 0.2 },
    { bpm: 135, confidence: 0.05 },
  ];
  const distribution = distributionOf({ 90: 0.7, 180: 0.2, 135: 0.05 });

  it("keeps the tempo where the beats say nothing", () => {
    const { candidates, beats } = withMetricalLevel(ranked, distribution, {
      beatsAt: (bpm) => beatsAt(bpm, EVEN),
    });

    expect(beats.bpm).toBe(90);
    expect(candidates.map(({ bpm }) => bpm)).toEqual([90, 180, 135]);
  });

  it("takes the double where the beats are clearly too slow", () => {
    const { candidates, beats } = withMetricalLevel(ranked, distribution, {
      beatsAt: (bpm) => beatsAt(bpm, clearly(bpm === 180 ? "same" : "tooSlow")),
    });

    expect(beats.bpm).toBe(180);
    expect(candidates[0]!.bpm).toBe(180);
    expect(candidates[0]!.confidence).toBeGreaterThan(0.8);
  });

  it("takes the half where the beats are clearly too fast", () => {
    const { candidates, beats } = withMetricalLevel(
      ranked,
      distributionOf({ 45: 0.05, 90: 0.7, 180: 0.2 }),
      { beatsAt: (bpm) => beatsAt(bpm, clearly(bpm === 45 ? "same" : "tooFast")) },
    );

    expect(beats.bpm).toBe(45);
    expect(candidates[0]!.bpm).toBe(45);
  });

  it("returns confidences that sum to at most 1, and no tempo twice", () => {
    const { candidates } = withMetricalLevel(ranked, distribution, {
      beatsAt: (bpm) => beatsAt(bpm, EVEN),
    });

    const sum = candidates.reduce((total, { confidence }) => total + confidence, 0);
    expect(sum).toBeLessThanOrEqual(1);
    expect(new Set(candidates.map(({ bpm }) => bpm)).size).toBe(candidates.length);
  });

  it("does not consider tempi that nobody taps", () => {
    const asked: number[] = [];

    withMetricalLevel([{ bpm: 150, confidence: 1 }], distributionOf({ 150: 1 }), {
      beatsAt: (bpm) => {
        asked.push(bpm);
        return beatsAt(bpm, EVEN);
      },
    });

    expect(asked).toEqual([150, 75]);
  });

  it("tracks the beats of another candidate where that is now the likeliest", () => {
    const { candidates, beats } = withMetricalLevel(
      [
        { bpm: 90, confidence: 0.5 },
        { bpm: 135, confidence: 0.45 },
      ],
      distributionOf({ 90: 0.5, 180: 0.05, 135: 0.45 }),
      { beatsAt: (bpm) => beatsAt(bpm, bpm === 90 ? clearly("tooSlow") : EVEN) },
    );

    expect(candidates[0]!.bpm).toBe(beats.bpm);
    expect(candidates[0]!.confidence).toBeGreaterThanOrEqual(candidates[1]!.confidence);
  });

  it("keeps the tempo of a recording with too few beats", () => {
    const { candidates } = withMetricalLevel(ranked, distribution, {
      beatsAt: (bpm) => beatsAt(bpm, null),
    });

    expect(candidates).toEqual(ranked);
  });
});

describe("inPhase", () => {
  it("takes the beats halfway where the networks hear them there", () => {
    const halfway = beatsAt(120, clearly("same"));

    const beats = inPhase(beatsAt(120, clearly("offBeat")), { halfway: () => halfway });

    expect(beats).toBe(halfway);
  });

  it("keeps the beats where both places are alike", () => {
    const given = beatsAt(120, EVEN);

    expect(inPhase(given, { halfway: () => beatsAt(120, EVEN) })).toBe(given);
  });
});
