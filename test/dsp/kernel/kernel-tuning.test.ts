import { asDoubles, kernel, kernelArrays } from "../../../src/dsp/kernel/kernel.js";
import { whiteNoise } from "../../signals/plain-signals.js";

const [FIRST, FLOOR, OFFSET] = [21, 0.3, 4.7];

const noise = (length: number): Float32Array =>
  whiteNoise({ seconds: length, sampleRate: 1, gain: 1 }).map(Math.abs);

/** Sums of cosine, sine and height of the peaks, by the definition. */
function tuningOf(compressed: Float32Array, whitened: Float32Array, end: number): number[] {
  const sums = [0, 0, 0];
  for (let bin = FIRST; bin < end; bin++) {
    const [before, here, after] = [-1, 0, 1].map((at) => compressed[bin + at]!);
    const height = whitened[bin]!;
    if (height < FLOOR || here! <= before! || here! < after!) continue;
    const place = bin + (0.5 * (before! - after!)) / (before! - 2 * here! + after!);
    const angle = 2 * Math.PI * (12 * Math.log2(place) + OFFSET);
    [Math.cos(angle), Math.sin(angle), 1].forEach((value, i) => (sums[i]! += height * value));
  }
  return sums;
}

describe("gatherTuning", () => {
  // Beyond the last bin lies a peak that must not count.
  it.each([21, 22, 24, 61, 300])("sums the turned peaks up to bin %d", (end) => {
    const [magnitudes, heights] = [noise(end + 4), noise(end + 4).reverse()];
    magnitudes[end] = 2;
    const arrays = kernelArrays([end + 4, end + 4, 4 * (end - FIRST) + 8, 6]);
    const [compressed, whitened, work, results] = arrays;
    compressed.set(magnitudes);
    whitened.set(heights);

    kernel().gatherTuning(
      ...[compressed.byteOffset, whitened.byteOffset, FIRST, end, FLOOR, OFFSET],
      ...[work.byteOffset, results.byteOffset],
    );

    tuningOf(magnitudes, heights, end).forEach((sum, i) => {
      expect(asDoubles(results)[i]).toBeCloseTo(sum, 9);
    });
  });
});
