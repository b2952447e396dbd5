import { refineBeats } from "../../../../src/dsp/rhythm/beats/beat-refinement.js";
import { ONSET_LEAD_SECONDS } from "../../../../src/dsp/rhythm/beats/beat-tracking.js";
import type { OnsetStrength } from "../../../../src/dsp/rhythm/onset-strength.js";

const FRAME_RATE = 100;

function withOnsets(...frames: readonly number[]): OnsetStrength {
  const total = new Float32Array(500);
  for (const frame of frames) total.set([2, 6, 2], frame - 1);
  return { frameRate: FRAME_RATE, frameCount: 500, registers: [], total };
}

const secondsAt = (frame: number): number => frame / FRAME_RATE + ONSET_LEAD_SECONDS;

describe("refineBeats", () => {
  it("moves a beat to the onset next to it", () => {
    const beats = Float64Array.of(secondsAt(98), secondsAt(152));

    const [first, second] = refineBeats(beats, withOnsets(100, 150));

    expect(first).toBeCloseTo(secondsAt(100), 6);
    expect(second).toBeCloseTo(secondsAt(150), 6);
  });

  it("finds an onset between two frames", () => {
    const onsets = withOnsets(100);
    onsets.total[101] = 6;

    const [beat] = refineBeats(Float64Array.of(secondsAt(100)), onsets);

    expect(beat).toBeCloseTo(secondsAt(100.5), 6);
  });

  it("leaves a beat where it is when no onset is near", () => {
    const beats = Float64Array.of(secondsAt(120));

    expect(refineBeats(beats, withOnsets(100, 150))).toEqual(beats);
  });
});
