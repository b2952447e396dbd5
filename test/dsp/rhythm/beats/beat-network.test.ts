import { FRAMES_PER_STEP, beatActivation } from "../../../../src/dsp/rhythm/beats/beat-network.js";
import type { OnsetStrength } from "../../../../src/dsp/rhythm/onset-strength.js";

const FRAME_RATE = 22_050 / 256;
/** Frames from kick to snare: 129 BPM. */
const BEAT_FRAMES = 40;

/** Alternating kick and snare from frame 20 on, and hats between, as loud as both. */
function backBeat(frameCount: number): OnsetStrength {
  const registers = Array.from({ length: 5 }, () => new Float32Array(frameCount));
  const total = new Float32Array(frameCount);
  const strike = (frame: number, register: number): void => {
    if (frame >= frameCount) return;
    registers[register]![frame] = 6;
    total[frame] = 6;
  };
  for (let beat = 0; beat * BEAT_FRAMES < frameCount; beat++) {
    const frame = 20 + beat * BEAT_FRAMES;
    strike(frame, beat % 2 === 0 ? 0 : 2);
    if (beat % 2 === 1) strike(frame, 3);
    strike(frame, 4);
    strike(frame + BEAT_FRAMES / 2, 4);
  }
  return { frameRate: FRAME_RATE, frameCount, registers, total };
}

function from(onsets: OnsetStrength, frame: number): OnsetStrength {
  return {
    frameRate: onsets.frameRate,
    frameCount: onsets.frameCount - frame,
    registers: onsets.registers.map((register) => register.subarray(frame)),
    total: onsets.total.subarray(frame),
  };
}

/**
 * Returns the mean of the values one beat apart, from a step on, without the first and last beats.
 */
function meanEvery(values: Float32Array, firstStep: number): number {
  const step = BEAT_FRAMES / FRAMES_PER_STEP;
  const chosen = values.filter((_, i) => i > 4 * step && i % step === firstStep);
  return chosen.reduce((sum, value) => sum + value, 0) / chosen.length;
}

describe("beatActivation", () => {
  it("detects beats where kick and snare alternate, and none on the hats between", () => {
    const { beats, stepRate } = beatActivation(backBeat(1600));

    expect(stepRate).toBeCloseTo(FRAME_RATE / 2, 9);
    expect(meanEvery(beats, 10)).toBeGreaterThan(0.5);
    expect(meanEvery(beats, 0)).toBeLessThan(0.2);
  });

  it("stays low throughout silence", () => {
    const silence = Array.from({ length: 6 }, () => new Float32Array(1600));
    const { beats } = beatActivation({
      frameRate: FRAME_RATE,
      frameCount: 1600,
      registers: silence.slice(0, 5),
      total: silence[5]!,
    });

    expect(Math.max(...beats)).toBeLessThan(0.5);
  });

  it("does not depend on where long music is divided for processing", () => {
    const cutFrames = 50 * BEAT_FRAMES;
    const whole = backBeat(18_000);

    const activation = beatActivation(whole).beats;
    const later = beatActivation(from(whole, cutFrames)).beats;

    const cut = cutFrames / FRAMES_PER_STEP;
    // The network reads 513 steps to either side, and computes 8192 at once.
    for (let step = 7000; step < 7600; step++) {
      expect(later[step]).toBeCloseTo(activation[cut + step]!, 5);
    }
    for (let step = 6100; step < 6300; step++) {
      expect(later[step]).toBeCloseTo(activation[cut + step]!, 5);
    }
  });

  it("has no values without frames", () => {
    const empty = new Float32Array(0);
    const { beats } = beatActivation({
      frameRate: FRAME_RATE,
      frameCount: 0,
      registers: Array.from({ length: 5 }, () => empty),
      total: empty,
    });

    expect(beats).toHaveLength(0);
  });
});
