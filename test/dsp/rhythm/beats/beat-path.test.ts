import { bestBeatFrames } from "../../../../src/dsp/rhythm/beats/beat-path.js";
import { whiteNoise } from "../../../signals/plain-signals.js";

/** Score of a sequence of beats: strengths, less the costs of changes of interval and of deviations from the period. */
function scoreOf(beats: readonly number[], strength: Float32Array, period: number): number {
  return beats.reduce((sum, frame, i) => {
    if (i === 0) return strength[frame]!;
    const interval = frame - beats[i - 1]!;
    const earlier = i === 1 ? interval : beats[i - 1]! - beats[i - 2]!;
    const cost = 200 * Math.log(interval / earlier) ** 2 + 10 * Math.log(interval / period) ** 2;
    return sum + strength[frame]! - cost;
  }, 0);
}

/** The highest score of all sequences that end within an interval of the end, by trying every one. */
function highestScore(strength: Float32Array, period: number): number {
  const [shortest, longest] = [Math.round(0.75 * period), Math.round(1.34 * period)];
  let best = -Infinity;
  const extend = (beats: readonly number[]): void => {
    const last = beats[beats.length - 1]!;
    if (last >= strength.length - shortest) {
      best = Math.max(best, scoreOf(beats, strength, period));
    }
    for (let next = last + shortest; next <= last + longest && next < strength.length; next++) {
      const interval = next - last;
      const earlier = beats.length > 1 ? last - beats[beats.length - 2]! : interval;
      const ratio = interval / earlier;
      if (ratio <= 1.16 && ratio >= 1 / 1.16) extend([...beats, next]);
    }
  };
  for (let first = 0; first < longest; first++) extend([first]);
  return best;
}

describe("bestBeatFrames", () => {
  it.each([8, 9, 11, 13])(
    "returns a sequence that scores best around a period of %d frames",
    (period) => {
      const strength = whiteNoise({ seconds: 52, sampleRate: 1, gain: 3 }).map(Math.abs);

      const beats = bestBeatFrames(strength, period);

      expect(scoreOf(beats, strength, period)).toBeCloseTo(highestScore(strength, period), 3);
    },
  );

  it("goes on from one block of the kernel to the next", () => {
    const strength = Float32Array.from({ length: 5000 }, (_, frame) => (frame % 43 === 7 ? 4 : 0));

    const beats = bestBeatFrames(strength, 43);

    expect(beats.slice(1, -1).every((frame) => frame % 43 === 7)).toBe(true);
    expect(beats.length).toBeGreaterThan(114);
  });
});
