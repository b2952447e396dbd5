import { settlePhase } from "../../../src/dsp/rhythm/beat-phase.js";
import type { OnsetStrength } from "../../../src/dsp/rhythm/onset-strength.js";

const FRAME_RATE = 100;
const SECONDS = 20;

/** Every half second from a start on. */
function everyHalfSecond(startSeconds: number): Float64Array {
  return Float64Array.from({ length: 38 }, (_, i) => startSeconds + i / 2);
}

/** Kick and a back beat on the half seconds, and nothing between. */
function drums(): OnsetStrength {
  const frameCount = SECONDS * FRAME_RATE;
  const registers = Array.from({ length: 5 }, () => new Float32Array(frameCount));
  for (let beat = 0; beat < 2 * SECONDS; beat++) {
    const frame = (beat * FRAME_RATE) / 2;
    if (beat % 2 === 0) registers[0]![frame] = 8;
    else for (const register of registers.slice(3)) register[frame] = 8;
  }
  return { frameRate: FRAME_RATE, frameCount, registers, total: registers[0]! };
}

describe("settlePhase", () => {
  it("leaves beats where the strokes are", () => {
    const beats = everyHalfSecond(0.5);

    expect(settlePhase(beats, drums())).toEqual(beats);
  });

  it("moves beats that lie between the strokes onto them", () => {
    const settled = settlePhase(everyHalfSecond(0.75), drums());

    expect(settled[0]).toBeCloseTo(0.5, 6);
    expect(settled[10]! - settled[9]!).toBeCloseTo(0.5, 6);
    expect(settled.every((time) => Math.abs(2 * time - Math.round(2 * time)) < 1e-6)).toBe(true);
  });

  it("leaves a handful of beats alone, which show no pattern", () => {
    const beats = everyHalfSecond(0.75).subarray(0, 7);

    expect(settlePhase(beats, drums())).toEqual(beats);
  });
});
