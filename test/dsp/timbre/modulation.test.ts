import { MEL_BAND_COUNT } from "../../../src/dsp/spectrum/mel-bands.js";
import { TIMBRE_FRAME_RATE } from "../../../src/dsp/timbre/frame-timbre.js";
import { LowEnergy } from "../../../src/dsp/timbre/timbre-statistics.js";
import {
  MODULATION_RATES,
  Modulation,
  modulationDepth,
} from "../../../src/dsp/timbre/modulation.js";

/** Returns the depths for bands that are modulated by `depth` at `hz` for 20 s. */
function depthsOf({
  hz,
  depth,
  gain = 1,
}: {
  hz: number;
  depth: number;
  gain?: number;
}): Float64Array {
  const modulation = new Modulation();
  for (let i = 0; i < 20 * TIMBRE_FRAME_RATE; i++) {
    const level = gain * (1 + depth * Math.sin((2 * Math.PI * hz * i) / TIMBRE_FRAME_RATE));
    modulation.addFrame(new Float32Array(MEL_BAND_COUNT).fill(level));
  }
  return modulation.depths();
}

describe("Modulation", () => {
  it.each(MODULATION_RATES)("finds a modulation of %d Hz at its own rate", (hz) => {
    const depths = depthsOf({ hz, depth: 0.5 });

    const byRate = MODULATION_RATES.map((rate) => modulationDepth(depths, 2, rate));

    // A sine of depth 0.5 has a root mean square of 0.354; the start-up of the filter takes some.
    expect(Math.max(...byRate)).toBe(modulationDepth(depths, 2, hz));
    expect(Math.abs(modulationDepth(depths, 2, hz) - 0.354)).toBeLessThan(0.03);
  });

  it("does not change with gain", () => {
    const loud = depthsOf({ hz: 4, depth: 0.5 });
    const quiet = depthsOf({ hz: 4, depth: 0.5, gain: 0.001 });

    loud.forEach((depth, i) => {
      expect(quiet[i]).toBeCloseTo(depth, 4);
    });
  });

  it("is zero for a register with only the leakage of another", () => {
    const modulation = new Modulation();
    for (let i = 0; i < 5 * TIMBRE_FRAME_RATE; i++) {
      const leaked = i < 4 ? 0.01 : 1e-5;
      modulation.addFrame(
        Float32Array.from({ length: MEL_BAND_COUNT }, (_, b) => (b < 4 ? 1 : leaked)),
      );
    }

    const depths = modulation.depths();

    expect(modulationDepth(depths, 2, 4)).toBe(0);
  });

  it("is zero in silence", () => {
    const depths = depthsOf({ hz: 4, depth: 0.5, gain: 0 });

    expect(Math.max(...depths)).toBe(0);
  });
});

describe("LowEnergy", () => {
  it("is the share of pauses within each second", () => {
    const lowEnergy = new LowEnergy();
    for (let i = 0; i < 860; i++) lowEnergy.addFrame(i % 86 < 26 ? 0.0001 : 1);

    const { share } = lowEnergy;

    expect(share).toBeCloseTo(26 / 86, 6);
  });

  it("is zero for a steady level, and in under a second", () => {
    const steady = new LowEnergy();
    const short = new LowEnergy();
    for (let i = 0; i < 860; i++) steady.addFrame(0.5);
    for (let i = 0; i < 80; i++) short.addFrame(i % 2);

    expect([steady.share, short.share]).toEqual([0, 0]);
  });
});
