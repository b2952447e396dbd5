import { Resampler } from "../../../src/dsp/signal/resample.js";
import { constant, sine, whiteNoise } from "../../signals/plain-signals.js";

/**
 * Returns the whole output for a signal that is pushed in pieces of the given lengths, repeated.
 */
function resampled(
  samples: Float32Array,
  fromHz: number,
  toHz: number,
  pieceLengths: readonly number[] = [samples.length],
): number[] {
  const resampler = new Resampler(fromHz, toHz);
  const output: number[] = [];
  for (let start = 0, piece = 0; start < samples.length; piece++) {
    const end = start + pieceLengths[piece % pieceLengths.length]!;
    output.push(...resampler.push(samples.subarray(start, end)));
    start = end;
  }
  output.push(...resampler.finish());
  return output;
}

const RATES = [
  8000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 44_056, 48_000, 96_000, 192_000,
];

describe("Resampler", () => {
  it.each(RATES)("keeps the frequency of a tone of 1 kHz, from %d Hz", (fromHz) => {
    const samples = sine({ seconds: 0.3, sampleRate: fromHz, frequencyHz: 1000, gain: 1 });

    const output = resampled(samples, fromHz, 22_050);

    const wanted = sine({ seconds: 0.3, frequencyHz: 1000, gain: 1 });
    const errors = output.map((value, i) => Math.abs(value - wanted[i]!)).slice(200, -200);
    // 60 dB of stop band, and half of 1/1024 of a sample where the ratio is not exact.
    expect(Math.max(...errors)).toBeLessThan(2e-3);
  });

  it.each(RATES)("keeps the duration, from %d Hz", (fromHz) => {
    const output = resampled(new Float32Array(fromHz), fromHz, 22_050);

    expect(output).toHaveLength(22_050);
  });

  it.each([
    [44_100, 13_000],
    [48_000, 13_000],
    [96_000, 14_000],
    [192_000, 60_000],
  ])("suppresses aliases, from %d Hz with a tone of %d Hz", (fromHz, frequencyHz) => {
    const samples = sine({ seconds: 0.2, sampleRate: fromHz, frequencyHz, gain: 1 });

    const output = resampled(samples, fromHz, 22_050).slice(200, -200);

    expect(Math.max(...output.map(Math.abs))).toBeLessThan(10 ** (-50 / 20));
  });

  it.each([8000, 44_100, 48_000, 96_000])("keeps a constant, from %d Hz", (fromHz) => {
    const output = resampled(constant({ seconds: 0.1, sampleRate: fromHz }), fromHz, 22_050);

    for (const value of output.slice(100, -100)) expect(value).toBeCloseTo(0.5, 4);
  });

  it.each([8000, 44_100, 48_000, 96_000])(
    "does not depend on the sizes of the blocks, from %d Hz",
    (fromHz) => {
      const samples = whiteNoise({ seconds: 0.3, sampleRate: fromHz });

      const whole = resampled(samples, fromHz, 22_050);
      const cut = resampled(samples, fromHz, 22_050, [1, 900, 16_384, 0, 77]);

      expect(cut).toEqual(whole);
    },
  );

  it("passes equal rates through", () => {
    const samples = whiteNoise({ seconds: 0.01 });

    expect(resampled(samples, 22_050, 22_050)).toEqual([...samples]);
  });

  it.each([0, -1, NaN, Infinity])("refuses a rate of %d Hz", (rate) => {
    expect(() => new Resampler(rate, 22_050)).toThrow(RangeError);
  });
});
