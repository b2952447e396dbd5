import {
  isNearTempo,
  tempoAround,
  tempoBetween,
  tempoStability,
} from "../../../src/dsp/structure/tempo-course.js";
import { clickTimes } from "../../signals/click-track.js";

const steady = Float64Array.from(clickTimes({ bpm: 120, seconds: 60 }));
const faster = Float64Array.from(clickTimes({ bpm: 100, seconds: 60, acceleration: 1.3 }));

describe("tempoAround", () => {
  it("finds the tempo at each time of a piece that gets faster", () => {
    const tempi = [0, 30, 60].map((seconds) => tempoAround(faster, seconds));

    expect(Math.abs(tempi[0]! - 101)).toBeLessThan(1);
    expect(Math.abs(tempi[1]! - 115)).toBeLessThan(1);
    expect(tempi[2]).toBeGreaterThan(127);
  });

  it("is null far from all beats, and with two beats", () => {
    expect(tempoAround(steady, 62)).toBeNull();
    expect(tempoAround(Float64Array.of(1, 2), 1)).toBeNull();
    expect(tempoAround(new Float64Array(0), 1)).toBeNull();
  });

  it("moves little by one misplaced beat", () => {
    const misplaced = steady.map((beat, index) => (index === 40 ? beat + 0.03 : beat));

    const tempo = tempoAround(misplaced, 20);

    expect(Math.abs(tempo! - 120)).toBeLessThan(1);
  });
});

describe("tempoBetween", () => {
  it("finds the tempo between two times, and none with two beats", () => {
    expect(tempoBetween(steady, 10, 20)).toBeCloseTo(120, 6);
    expect(tempoBetween(steady, 10, 11)).toBeNull();
  });
});

describe("isNearTempo", () => {
  it("is true within 4 %, and false without a tempo", () => {
    expect([100, 103.9, 104.1, 50].map((bpm) => isNearTempo(bpm, 100))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(isNearTempo(100, null)).toBe(false);
  });
});

describe("tempoStability", () => {
  it("is 1 for a metronome, and low for a piece that gets a third faster", () => {
    expect(tempoStability(steady)).toBeCloseTo(1, 6);
    expect(tempoStability(faster)).toBeLessThan(0.3);
  });

  it("does not change when the whole piece is shifted, or played faster", () => {
    const later = faster.map((beat) => beat + 3);
    const twiceAsFast = faster.map((beat) => beat / 2);

    const stability = tempoStability(faster);

    expect(tempoStability(later)).toBeCloseTo(stability!, 9);
    expect(tempoStability(twiceAsFast)).toBeCloseTo(stability!, 9);
  });

  it("is null without beats", () => {
    expect(tempoStability(new Float64Array(0))).toBeNull();
  });
});
