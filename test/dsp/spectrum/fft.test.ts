import { RealFft } from "../../../src/dsp/spectrum/fft.js";
import { whiteNoise } from "../../signals/plain-signals.js";

/** The definition, term by term. */
function directTransform(values: ArrayLike<number>, size: number): { re: number; im: number }[] {
  return Array.from({ length: size / 2 + 1 }, (_, k) => {
    let re = 0;
    let im = 0;
    for (let i = 0; i < values.length; i++) {
      const angle = (-2 * Math.PI * k * i) / size;
      re += values[i]! * Math.cos(angle);
      im += values[i]! * Math.sin(angle);
    }
    return { re, im };
  });
}

function maxError(fft: RealFft, wanted: { re: number; im: number }[]): number {
  return Math.max(
    ...wanted.map(({ re, im }, k) =>
      Math.max(Math.abs(re - fft.real[k]!), Math.abs(im - fft.imaginary[k]!)),
    ),
  );
}

const noise = (length: number): Float32Array =>
  whiteNoise({ seconds: length, sampleRate: 1, gain: 1 });

describe("RealFft", () => {
  it.each([8, 16, 32, 64, 128, 256])("agrees with the definition for %d points", (size) => {
    const values = noise(size);
    const fft = new RealFft(size);

    fft.transform(values);

    // Both are in double precision; the sum has `size` terms.
    expect(maxError(fft, directTransform(values, size))).toBeLessThan(1e-12 * size);
  });

  it("keeps the energy, for long sequences too", () => {
    const size = 8192;
    const values = noise(size);
    const fft = new RealFft(size);

    fft.transform(values);

    const inTime = values.reduce((sum, value) => sum + value * value, 0);
    const power = (k: number): number => fft.real[k]! ** 2 + fft.imaginary[k]! ** 2;
    let inFrequency = power(0) + power(size / 2);
    for (let k = 1; k < size / 2; k++) inFrequency += 2 * power(k);
    expect(inFrequency / size / inTime).toBeCloseTo(1, 10);
  });

  it.each([0, 1, 5, 12, 15])("pads %d values with zeros", (length) => {
    const values = noise(length);
    const fft = new RealFft(16);

    fft.transform(values);

    expect(maxError(fft, directTransform(values, 16))).toBeLessThan(1e-12);
  });

  it("reads from an offset, through a window", () => {
    const values = noise(40);
    const window = Float32Array.from({ length: 16 }, (_, i) => i / 16);
    const fft = new RealFft(16);

    fft.transform(values, 7, window);

    const windowed = Float64Array.from(window, (factor, i) => factor * values[7 + i]!);
    expect(maxError(fft, directTransform(windowed, 16))).toBeLessThan(1e-12);
  });

  it.each([0, 4, 12, 1000, 2.5, NaN])("refuses a length of %d", (size) => {
    expect(() => new RealFft(size)).toThrow(RangeError);
  });
});
