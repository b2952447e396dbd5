import { RealFft } from "../../../src/dsp/spectrum/fft.js";
import { ShortTimeSpectrum, hannWindow } from "../../../src/dsp/spectrum/short-time-spectrum.js";
import { silence, sine, whiteNoise } from "../../signals/plain-signals.js";

const FRAME = { frameLength: 1024, hopLength: 256 };

/**
 * Returns copies of all frames of a signal that is pushed in pieces of the given lengths, repeated.
 */
function framesOf(samples: Float32Array, pieceLengths: readonly number[] = [samples.length]) {
  const frames: Float32Array[] = [];
  const spectrum = new ShortTimeSpectrum({
    ...FRAME,
    onFrame: (magnitudes, frameIndex) => {
      frames[frameIndex] = magnitudes.slice();
    },
  });
  for (let start = 0, piece = 0; start < samples.length; piece++) {
    const end = start + pieceLengths[piece % pieceLengths.length]!;
    spectrum.push(samples.subarray(start, end));
    start = end;
  }
  spectrum.finish();
  return frames;
}

describe("ShortTimeSpectrum", () => {
  it("shows a sine in its bin, at half its amplitude times the sum of the window", () => {
    const frequencyHz = (100 * 22_050) / 1024;

    const frames = framesOf(sine({ seconds: 1, frequencyHz, gain: 0.5 }));

    const middle = frames[40]!;
    expect(middle.indexOf(Math.max(...middle))).toBe(100);
    expect(middle[100]).toBeCloseTo(0.5 * 0.5 * 512, 1);
  });

  it("centres frame i on sample i times the hop", () => {
    const samples = silence({ seconds: 1 });
    samples[10 * 256] = 1;

    const loudness = framesOf(samples).map((frame) => frame[50]!);

    expect(loudness[10]).toBeCloseTo(1, 5);
    expect(loudness[9]).toBeCloseTo(loudness[11]!, 5);
    expect(loudness.findIndex((value) => value > 1e-6)).toBe(9);
  });

  it.each([32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16_384])(
    "agrees with the transform in double precision, for frames of %d samples",
    (frameLength) => {
      const hopLength = frameLength / 4 + 1;
      const samples = whiteNoise({ seconds: 5 * frameLength, sampleRate: 1 });
      const padded = new Float32Array(7 * frameLength);
      padded.set(samples, frameLength / 2);
      const fft = new RealFft(frameLength);
      const errors: number[] = [];
      const spectrum = new ShortTimeSpectrum({
        frameLength,
        hopLength,
        onFrame: (magnitudes, frameIndex) => {
          fft.transform(padded, frameIndex * hopLength, hannWindow(frameLength));
          magnitudes.forEach((magnitude, k) => {
            errors.push(Math.abs(magnitude - Math.hypot(fft.real[k]!, fft.imaginary[k]!)));
          });
        },
      });

      spectrum.push(samples);
      spectrum.finish();

      // Noise sums to about the root of its length; single precision keeps seven digits of that.
      expect(errors.reduce((max, error) => Math.max(max, error), 0)).toBeLessThan(
        1e-6 * Math.sqrt(frameLength),
      );
      expect(errors).toHaveLength(Math.ceil(samples.length / hopLength) * (frameLength / 2 + 1));
    },
  );

  it("does not depend on the sizes of the blocks", () => {
    const samples = whiteNoise({ seconds: 1 });

    const whole = framesOf(samples);
    const cut = framesOf(samples, [1, 700, 5000, 33, 0, 256]);

    expect(cut).toEqual(whole);
  });

  it.each([
    [0, 0],
    [1, 1],
    [256, 1],
    [257, 2],
    [22_050, 87],
  ])("makes %d samples into %d frames", (sampleCount, frameCount) => {
    expect(framesOf(new Float32Array(sampleCount))).toHaveLength(frameCount);
  });

  it("is zero for silence", () => {
    const frames = framesOf(silence({ seconds: 0.2 }));

    expect(frames.every((frame) => frame.every((magnitude) => magnitude === 0))).toBe(true);
  });

  it.each([0, -1, 1.5, 1025])("refuses a hop of %d samples", (hopLength) => {
    const options = { frameLength: 1024, hopLength, onFrame: () => undefined };

    expect(() => new ShortTimeSpectrum(options)).toThrow(RangeError);
  });

  it.each([0, 16, 1000, 32_768, 64.5, NaN])("refuses a frame of %d samples", (frameLength) => {
    const options = { frameLength, hopLength: 1, onFrame: () => undefined };

    expect(() => new ShortTimeSpectrum(options)).toThrow(RangeError);
  });
});

describe("hannWindow", () => {
  it("sums to one when it overlaps itself by half", () => {
    const window = hannWindow(64);

    const sums = Array.from({ length: 32 }, (_, i) => window[i]! + window[i + 32]!);

    for (const sum of sums) expect(sum).toBeCloseTo(1, 6);
  });
});
