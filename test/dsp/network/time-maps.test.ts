import { TimeMaps, type TimeConvolution } from "../../../src/dsp/network/time-maps.js";
import { whiteNoise } from "../../signals/plain-signals.js";

const noise = (length: number): Float32Array =>
  whiteNoise({ seconds: length, sampleRate: 1, gain: 1 });

/** The value of a convolution at one step, as the definition has it. */
function sumAt(
  { weights, biases, width, dilation }: TimeConvolution,
  maps: readonly Float32Array[],
  [output, step]: readonly [number, number],
): number {
  let sum = biases[output]!;
  maps.forEach((map, input) => {
    for (let tap = 0; tap < width; tap++) {
      const value = map[step + (tap - (width - 1) / 2) * dilation] ?? 0;
      sum += weights[(output * maps.length + input) * width + tap]! * value;
    }
  });
  return sum;
}

describe("TimeMaps", () => {
  it.each([1, 7, 8, 9, 50])("convolve %d steps as the definition does", (stepCount) => {
    const inputs = [noise(stepCount), noise(stepCount).reverse(), noise(stepCount).map(Math.sin)];
    const layer = { weights: noise(5 * 3 * 3), biases: noise(5), width: 3, dilation: 4 };
    const maps = new TimeMaps(stepCount, { margin: 8, maxCount: 5 });

    maps.fill(inputs);
    maps.convolve(layer, "linear");

    for (let output = 0; output < 5; output++) {
      const map = maps.read(output);
      expect(map).toHaveLength(stepCount);
      map.forEach((value, step) => {
        expect(value).toBeCloseTo(sumAt(layer, inputs, [output, step]), 5);
      });
    }
  });

  it("add the positive outputs of a residual layer to its inputs, with zeros outside the steps", () => {
    const inputs = [noise(11), noise(11).reverse()];
    const layer = { weights: noise(2 * 2 * 3), biases: noise(2), width: 3, dilation: 2 };
    const maps = new TimeMaps(11, { margin: 4, maxCount: 2 });

    maps.fill(inputs);
    maps.convolve(layer, "rectified");
    maps.convolve(layer, "residual");

    const outputs = [0, 1];
    const first = outputs.map((output) =>
      inputs[0]!.map((_, step) => Math.max(0, sumAt(layer, inputs, [output, step]))),
    );
    for (const output of outputs) {
      maps.read(output).forEach((value, step) => {
        const wanted = first[output]![step]! + Math.max(0, sumAt(layer, first, [output, step]));
        expect(value).toBeCloseTo(wanted, 5);
      });
    }
  });
});
