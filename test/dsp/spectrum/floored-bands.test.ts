import { FlooredBands } from "../../../src/dsp/spectrum/floored-bands.js";
import { MEL_BAND_COUNT } from "../../../src/dsp/spectrum/mel-bands.js";
import { Mfcc } from "../../../src/dsp/spectrum/mfcc.js";
import { whiteNoise } from "../../signals/plain-signals.js";

const FLOORS = [1e-8, 1e-5] as const;

/** One loud band, and others this many decibels below it. */
const spectrum = (belowDecibels: number, gain = 1): Float32Array =>
  Float32Array.from(
    { length: MEL_BAND_COUNT },
    (_, b) => gain * (b === 3 ? 1 : 10 ** (-belowDecibels / 20)),
  );

/** Magnitudes that differ by some 100 dB. */
const anySpectrum = (): Float32Array =>
  whiteNoise({ seconds: MEL_BAND_COUNT, sampleRate: 1, gain: 1 }).map((value) => 10 ** (5 * value));

/** Powers of the bands, none below the floor relative to their mean, dB. */
function levelsAbove(floor: number, bands: Float32Array): Float32Array {
  const mean = bands.reduce((sum, band) => sum + band ** 2, 0) / bands.length;
  return bands.map((band) => 10 * Math.log10(band ** 2 + floor * mean));
}

describe("FlooredBands", () => {
  it.each([0, 1] as const)("measures bands above limit %d as the definition does", (floor) => {
    const [before, now] = [anySpectrum(), anySpectrum().reverse()];
    const bands = new FlooredBands(FLOORS);
    // After so many calls the kernel is compiled by the optimising compiler, too.
    for (let i = 0; i < 2000; i++) bands.read(before);
    bands.read(now);

    const [levelsBefore, levels] = [before, now].map((each) => levelsAbove(FLOORS[floor], each));
    const mfcc = new Mfcc(MEL_BAND_COUNT, 12);
    mfcc.read(levels!);

    const meanPower = now.reduce((sum, band) => sum + band ** 2, 0) / MEL_BAND_COUNT;
    const meanLevel = levels!.reduce((sum, level) => sum + level, 0) / MEL_BAND_COUNT;
    const rises = levels!.map((level, b) => Math.max(0, level - levelsBefore![b]!));
    const meanRise = rises.reduce((sum, rise) => sum + rise, 0) / MEL_BAND_COUNT;
    // Levels are stored in single precision.
    expect(bands.flatnessDecibels[floor]).toBeCloseTo(meanLevel - 10 * Math.log10(meanPower), 4);
    expect(bands.fluxDecibels[floor]).toBeCloseTo(meanRise, 4);
    bands.coefficients[floor].forEach((value, c) => {
      expect(value).toBeCloseTo(mfcc.coefficients[c]!, 3);
    });
  });

  it("hardly changes with what lies far below the limit", () => {
    const bands = new FlooredBands(FLOORS);
    bands.read(spectrum(90));
    const before = bands.coefficients.map((each) => [...each]);

    bands.read(spectrum(110));

    // The mean of a frame with one of 40 bands is 16 dB below that band; 90 dB is 24 dB below the higher limit:
    // 0.017 dB, and 6 dB above the lower one.
    const changes = bands.coefficients.map((each, floor) =>
      Math.max(...each.map((value, c) => Math.abs(value - before[floor]![c]!))),
    );
    expect(bands.fluxDecibels[1]).toBeLessThan(0.02);
    expect(changes[1]).toBeLessThan(0.02);
    expect(changes[0]).toBeGreaterThan(1);
  });

  it("keeps flatness and coefficients whatever the gain", () => {
    const bands = new FlooredBands(FLOORS);
    bands.read(spectrum(60));
    const [flatness, coefficients] = [bands.flatnessDecibels[1]!, [...bands.coefficients[1]]];

    bands.read(spectrum(60, 0.1));

    expect(bands.flatnessDecibels[1]).toBeCloseTo(flatness, 3);
    bands.coefficients[1].forEach((value, c) => {
      expect(value).toBeCloseTo(coefficients[c]!, 3);
    });
  });

  it("has a flatness of 0 for a flat spectrum", () => {
    const bands = new FlooredBands(FLOORS);

    bands.read(new Float32Array(MEL_BAND_COUNT).fill(0.5));

    expect(bands.flatnessDecibels[0]).toBeCloseTo(0, 3);
    expect(bands.flatnessDecibels[1]).toBeCloseTo(0, 3);
  });

  it("has finite values in silence", () => {
    const bands = new FlooredBands(FLOORS);

    bands.read(new Float32Array(MEL_BAND_COUNT));

    const values = [...bands.flatnessDecibels, ...bands.fluxDecibels, ...bands.coefficients[0]];
    expect(values.every(Number.isFinite)).toBe(true);
  });
});
