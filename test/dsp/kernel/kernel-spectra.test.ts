import { asDoubles, kernel, kernelArrays } from "../../../src/dsp/kernel/kernel.js";
import { whiteNoise } from "../../signals/plain-signals.js";

const noise = (length: number): Float32Array =>
  whiteNoise({ seconds: length, sampleRate: 1, gain: 1 });

describe("kernel, for spectra", () => {
  it("computes binary logarithms in double precision", () => {
    const inputs = [
      0,
      1,
      2,
      1.5,
      0.7,
      1e-30,
      3e20,
      Math.SQRT1_2,
      Math.SQRT2,
      2 ** 127,
      1 + 2 ** -52,
    ];
    const [values, results] = kernelArrays([24, 24]).map(asDoubles);
    values!.set(inputs);

    kernel().logarithms(values!.byteOffset, inputs.length, results!.byteOffset);

    expect(results![0]).toBe(-1023);
    inputs.slice(1).forEach((input, i) => {
      expect(results![i + 1]).toBeCloseTo(Math.log2(input), 13);
    });
  });

  it.each([0.1, 0.85, 1])(
    "measures the power of a spectrum and the rolloff of %d of it",
    (share) => {
      const [binCount, first, end] = [64, 5, 32];
      const [magnitudes, sums, resultBytes] = kernelArrays([binCount + 1, 8, 8]);
      const results = asDoubles(resultBytes);
      magnitudes.set(noise(binCount + 1).map(Math.abs));
      const powers = [...magnitudes].map((magnitude) => magnitude * magnitude);
      const sumOf = (from: number, to: number): number =>
        powers.slice(from, to).reduce((sum, power) => sum + power, 0);

      kernel().spectralShape(
        ...[
          magnitudes.byteOffset,
          binCount,
          first,
          end,
          share,
          sums.byteOffset,
          results.byteOffset,
        ],
      );

      const power = sumOf(1, binCount + 1);
      const [found, moment, part, rolloff] = results;
      expect(found).toBeCloseTo(power, 10);
      expect(moment).toBeCloseTo(
        powers.reduce((sum, each, bin) => sum + bin * each, 0),
        8,
      );
      expect(part).toBeCloseTo(sumOf(first, end), 10);
      expect(sumOf(1, rolloff! + 1)).toBeGreaterThan(share * power - 1e-9);
      expect(sumOf(1, rolloff!)).toBeLessThan(share * power);
    },
  );

  it("compresses a spectrum against its mean, and subtracts the background of each bin", () => {
    const [low, high, compression, share, minReach] = [3, 80, 20, 5, 6];
    const [magnitudes, compressed, sums, whitened] = kernelArrays([85, 85, 168, 82]);
    magnitudes.set(noise(85).map((value, bin) => Math.abs(value) * 10 ** (bin % 8)));
    const whitenedAbove = (silence: number): number =>
      kernel().whiten(
        ...[magnitudes.byteOffset, low, high, silence, compression, share, minReach],
        ...[compressed.byteOffset, sums.byteOffset, whitened.byteOffset],
      );
    const meanOf = (values: Float32Array): number =>
      values.reduce((sum, value) => sum + value, 0) / values.length;

    const mean = meanOf(magnitudes.slice(low, high + 2));
    expect(whitenedAbove(1.01 * mean)).toBe(0);
    expect(whitenedAbove(0.99 * mean)).toBe(1);

    for (let bin = low; bin <= high + 1; bin++) {
      const wanted = Math.log1p((compression * magnitudes[bin]!) / mean);
      expect(Math.abs(compressed[bin]! - wanted)).toBeLessThan(3e-7 * Math.max(1, wanted));
    }
    for (let bin = low; bin <= high; bin++) {
      const reach = Math.max(minReach, Math.round(bin / share));
      const around = compressed.slice(Math.max(low, bin - reach), Math.min(high, bin + reach) + 1);
      expect(whitened[bin]).toBeCloseTo(Math.max(0, compressed[bin]! - meanOf(around)), 6);
    }
  });
});
