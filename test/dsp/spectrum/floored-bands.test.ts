import { FlooredBands } from "../../../src/dsp/spectrum/floored-bands.js";
import { MEL_BAND_COUNT } from "../../../src/dsp/spectrum/mel-bands.js";

/** One loud band, and others this many decibels below it. */
const spectrum = (belowDecibels: number, gain = 1): Float32Array =>
  Float32Array.from(
    { length: MEL_BAND_COUNT },
    (_, b) => gain * (b === 3 ? 1 : 10 ** (-belowDecibels / 20)),
  );

describe("FlooredBands", () => {
  it("hardly changes with what lies far below the floor", () => {
    const bands = new FlooredBands(1e-5);
    bands.read(spectrum(90));
    const before = [...bands.decibels];

    bands.read(spectrum(110));

    // The mean of a frame with one of 40 bands is 16 dB below that band; 90 dB is 24 dB below the floor: 0.017 dB.
    bands.decibels.forEach((level, b) => {
      expect(Math.abs(level - before[b]!)).toBeLessThan(0.02);
    });
    expect(bands.fluxDecibels).toBeLessThan(0.02);
  });

  it("shifts all levels by gain, and keeps the flatness", () => {
    const bands = new FlooredBands(1e-5);
    bands.read(spectrum(60));
    const [before, flatness] = [[...bands.decibels], bands.flatnessDecibels];

    bands.read(spectrum(60, 0.1));

    bands.decibels.forEach((level, b) => {
      expect(level - before[b]!).toBeCloseTo(-20, 3);
    });
    expect(bands.flatnessDecibels).toBeCloseTo(flatness, 3);
  });

  it("has a flatness of 0 for a flat spectrum", () => {
    const bands = new FlooredBands(1e-5);

    bands.read(new Float32Array(MEL_BAND_COUNT).fill(0.5));

    expect(bands.flatnessDecibels).toBeCloseTo(0, 3);
  });
});
