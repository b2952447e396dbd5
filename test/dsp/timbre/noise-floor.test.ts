import { NoiseFloorAnalysis, type NoiseFloor } from "../../../src/dsp/timbre/noise-floor.js";

/** Frames a second. */
const RATE = 86;

/** Returns the floor of frames with flat spectra of these magnitudes. */
function floorOf(magnitudes: readonly number[]): NoiseFloor | null {
  const analysis = new NoiseFloorAnalysis();
  for (const magnitude of magnitudes) {
    const spectrum = new Float32Array(513).fill(magnitude);
    // Of the 233 bins from 1 to 6 kHz, and of all.
    const powers = { noisePower: 233 * magnitude ** 2, spectrumPower: 513 * magnitude ** 2 };
    analysis.addFrame(spectrum, powers);
  }
  return analysis.floor;
}

/** Music of a second and a half, then a pause of a second at -20 dB, and so on. */
const withPauses = (frames: number, first: number): number[] =>
  Array.from({ length: frames }, (_, i) => ((i + first) % (2.5 * RATE) < 1.5 * RATE ? 1 : 0.1));

describe("NoiseFloorAnalysis", () => {
  it("has no floor in less than a second", () => {
    expect(floorOf(Array.from({ length: RATE - 1 }, () => 1))).toBeNull();
  });

  it("measures the depth of pauses, and their flat spectrum", () => {
    const { depthDecibels, flatnessDecibels } = floorOf(
      Array.from({ length: 20 * RATE }, (_, i) => (i % 22 < 11 ? 1 : 0.1)),
    )!;

    // Each second is half loud: -20 dB against a mean of -3 dB.
    expect(depthDecibels).toBeCloseTo(-17.03, 1);
    expect(flatnessDecibels).toBeCloseTo(0, 3);
  });

  it("is not moved by gain", () => {
    const magnitudes = withPauses(20 * RATE, 0);

    const quiet = floorOf(magnitudes.map((magnitude) => 0.1 * magnitude))!;

    expect(quiet.depthDecibels).toBeCloseTo(floorOf(magnitudes)!.depthDecibels, 3);
  });

  it("hardly depends on where it begins", () => {
    const depths = [0, 20, 43, 64, 100, 150].map(
      (first) => floorOf(withPauses(40 * RATE, first))!.depthDecibels,
    );

    expect(Math.max(...depths) - Math.min(...depths)).toBeLessThan(0.5);
  });
});
